"""The examples that are read cell by cell."""

import pathlib
import runpy

import matplotlib.pyplot
import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"


@pytest.fixture
def tour(tmp_path, monkeypatch, data):
    """What the cells have made, in a folder of their own."""
    matplotlib.pyplot.switch_backend("Agg")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").symlink_to(data)
    yield runpy.run_path(str(EXAMPLES / "tour.py"))
    matplotlib.pyplot.close("all")


def test_the_tour_shows_what_the_pages_hold(tour, tmp_path, data):
    figures = [matplotlib.pyplot.figure(number) for number in matplotlib.pyplot.get_fignums()]
    spectrum, prices, details, redesigns = (figure.axes[0] for figure in figures)
    frequencies, totals = spectrum.lines[0].get_data()
    assert frequencies[totals.argmax()] == len(list((data / "syllabus" / "a-13").glob("*.html")))
    assert [label.get_text() for label in prices.get_yticklabels()] == ["none", "Last copy", "Signed", "New"]
    assert sum(len(line.get_xdata()) for line in details.lines) == len(list((data / "shop" / "a-terms").glob("*.html")))
    fields = len(tour["wrapper"].check(data / "shop" / "a-terms").fields)
    for place in range(5):
        assert sum(bars[place].get_width() for bars in redesigns.containers) == fields
    # Only the pages that it was learned from have all as it was.
    assert [bar.get_width() == fields for bar in redesigns.containers[0]] == [True, False, False, False, False]
    # As data/README.md has it: copies are 2 and 5, 7 and 10, and 3, 8 and 11.
    pairs = {tuple(int(pathlib.Path(row[side]).stem) for side in "ab") for row in tour["pairs"].to_dicts()}
    assert pairs == {(2, 5), (7, 10), (3, 8), (3, 11), (8, 11)}
    assert sorted(file.name for file in tmp_path.glob("*.png")) == ["details.png", "prices.png", "redesigns.png", "spectrum.png"]

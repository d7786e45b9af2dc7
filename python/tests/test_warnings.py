"""What the program says on standard error beside a result is a warning, with the same words; only options are spelled otherwise."""

import subprocess
import warnings

import pytest
from conftest import COURSES, STORY

import katagami


def warned(ask):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ask()
    assert all(issubclass(one.category, katagami.PageWarning) for one in caught)
    return [str(one.message) for one in caught]


def said(program, *arguments):
    ran = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    assert ran.returncode in (0, 1), ran.stderr
    return ran.stderr.splitlines()


SPELLED = [
    ("every_page=True", "--every-page"),
    ("like=TEXT", "--like TEXT"),
    ("list=", "--list "),
    ("Wrapper.check", "katagami check"),
    ("katagami.learn(pages, update=wrapper)", "katagami learn --update WRAPPER PAGES"),
]


def as_the_program(warning):
    for python, program in SPELLED:
        warning = warning.replace(python, program)
    return warning


def assert_is_said(warning, lines):
    """The program names a command of its own behind what is said."""
    assert any(line.startswith(as_the_program(warning)) for line in lines), (warning, lines)


@pytest.mark.parametrize("verb", ["records", "forum", "blog"])
def test_pages_of_other_kinds(data, program, verb):
    site = data / "mixed" / "a-bookshop"
    found = [one for one in warned(lambda: getattr(katagami, verb)(site)) if one.startswith("left out")]
    assert len(found) == 1 and found[0].endswith("; every_page=True asks them too")
    assert_is_said(found[0], said(program, verb, site))
    assert not [one for one in warned(lambda: getattr(katagami, verb)(site, every_page=True)) if one.startswith("left out")]


def test_pages_that_no_template_fits(data, program, tmp_path):
    wrapper = katagami.learn(COURSES)
    wrapper.save(tmp_path / "wrapper.json")
    strange = data / "press" / "a-daily"
    found = warned(lambda: wrapper.extract(strange))
    assert len(found) == 5 and found[0].endswith(": no template of the wrapper fits") and found[3].endswith(" more")
    assert [as_the_program(one) for one in found] == said(program, "extract", "-w", tmp_path / "wrapper.json", strange)
    one = next(strange.glob("*.html"))
    assert len(warned(lambda: wrapper.extract([COURSES[0], one]))) == 1
    assert warned(lambda: wrapper.extract(COURSES)) == []


def test_doubtful_lists(data, program):
    doubtful = 0
    for folder in sorted(data.glob("*/*/")):
        lines = [line for line in said(program, "records", folder) if "the list is doubtful" in line]
        found = [one for one in warned(lambda: katagami.records(folder)) if "the list is doubtful" in one]
        assert [as_the_program(one) for one in found] == lines
        doubtful += len(lines)
    assert doubtful
    assert not warned(lambda: katagami.records(data / "shelf" / "a-cards", list=2))


def test_doubtful_posts(data, program):
    for name, count in (("blog/b-every", 1), ("shelf/a-cards", 1), ("forum/a-boxes", 0)):
        lines = [line for line in said(program, "forum", data / name) if "the posts are doubtful" in line]
        found = [one for one in warned(lambda: katagami.forum(data / name)) if "the posts are doubtful" in one]
        assert [f"{one}; --explain shows why" for one in found] == lines and len(lines) == count


def test_a_guess_from_one_page(data, program, tmp_path):
    page = data / "shop" / "a-terms" / "06.html"
    found, = warned(lambda: katagami.learn(page))
    out = subprocess.run([program, "learn", page, "-o", tmp_path / "wrapper.json"], capture_output=True, text=True)
    assert found.startswith("guessed by") and found in (out.stdout + out.stderr).splitlines()
    assert warned(lambda: katagami.learn(COURSES)) == []


@pytest.mark.parametrize("verb", ["content", "blog"])
def test_pages_that_are_read_alone(program, tmp_path, verb):
    (tmp_path / "a.html").write_text(STORY)
    found, = warned(lambda: getattr(katagami, verb)(STORY))
    assert found.startswith("1 page read alone: ") and found in said(program, verb, tmp_path / "a.html")
    # One page is what it is for.
    assert warned(lambda: katagami.extract(STORY)) == []


def test_nothing_is_warned_of_when_a_call_fails(data):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(katagami.PageWarning, match="left out"):
            katagami.forum(data / "mixed" / "a-bookshop")
        with pytest.raises(katagami.SettingError, match="no field"):
            katagami.records(data / "mixed" / "a-bookshop", only="pries")


def test_files_without_a_tag_are_said_to_be_plain_text(tmp_path):
    (tmp_path / "a.css").write_text("body { margin: 0 }")
    with pytest.warns(katagami.PageWarning, match="1 page without any tag, read as plain text: .*a.css"):
        katagami.count(tmp_path / "a.css")

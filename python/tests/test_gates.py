"""The quality of answers may not fall without anybody noticing: each floor fails when its figure does, or is missing."""
import pathlib
import sys

EVAL = pathlib.Path(__file__).resolve().parents[2] / "eval"


def test_each_floor_fails_when_its_figure_falls(capsys):
    sys.path.insert(0, str(EVAL))
    try:
        import floors
        import sets
    finally:
        sys.path.remove(str(EVAL))
    known, asked = floors.read(), 0
    for row in sets.ROWS:
        names = [name for name in row.figures() if f"{row}.{name}" in known]
        at = {name: known[f"{row}.{name}"] for name in names}
        if len(names) < len(row.figures()):
            continue
        reached = {name: floor.number for name, floor in at.items()}
        assert floors.table({row: reached}), row
        for name, floor in at.items():
            worse = floor.number + (0.01 if floor.is_ceiling else -0.01)
            assert not floors.table({row: reached | {name: worse}}), (row, name)
            assert not floors.table({row: {other: value for other, value in reached.items() if other != name}}), (row, name)
            asked += 1
    capsys.readouterr()
    # Floors that are asked for by no row would hold whatever happens.
    assert asked >= 0.9 * len(known), (asked, len(known))

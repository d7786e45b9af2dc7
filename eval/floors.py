"""Floors and ceilings, the smallest and largest allowed figures: lines `ROW.FIGURE NUMBER` and `ROW.FIGURE <= NUMBER`."""
import math
from typing import NamedTuple

from sets import CEILINGS, ROOT, ROWS

FILE = ROOT / "eval/floors"


class Floor(NamedTuple):
    number: float
    is_ceiling: bool

    def __str__(self):
        return f"{'<= ' if self.is_ceiling else ''}{self.number:g}"

    def holds(self, figure):
        return figure <= self.number if self.is_ceiling else figure >= self.number

    @staticmethod
    def near(name, figure):
        """The floor for a measured figure, rounded so that there is some margin. A gain from more pages is at most 0: only a loss fails."""
        step, is_ceiling = 1 if name.startswith("columns") else 200, name in CEILINGS
        if is_ceiling:
            return Floor(math.ceil(figure * step - 1e-6) / step, True)
        number = math.floor(figure * step + 1e-6) / step
        return Floor(min(number, 0) if name == "gain" else number, False)


def read():
    """Reads the floors, by name."""
    lines = [line.split() for line in FILE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return {words[0]: Floor(float(words[-1]), words[1] == "<=") for words in lines}


def above():
    """The comment lines before each floor, by its name; those at the beginning of the file have the name ''."""
    comments, lines = {}, []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        lines.append(line)
        if not line.startswith("#"):
            comments[line.split(" ")[0]], lines = lines[:-1], []
    return comments


def raise_to(found):
    """Rewrites the floors in the order of the rows. No floor is lowered, and comments stay before their lines."""
    floors, comments = read(), above()
    lines = [*comments.pop("", []), ""]
    for row in ROWS:
        for figure in row.figures():
            name = f"{row}.{figure}"
            floor = floors.get(name)
            if figure in found.get(row, {}):
                reached = Floor.near(figure, found[row][figure])
                floor = reached if floor is None or floor.holds(reached.number) else floor
            if floor is not None:
                lines += [*comments.get(name, []), f"{name} {floor}"]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def table(found):
    """Prints set, figure and floor of each row; returns whether all figures hold."""
    floors, good, wide = read(), True, max(len(str(row)) for row in found)
    print(f"\n{'set':{wide}}  {'figure':18} {'is':>8} {'floor':>10}")
    for row, figures in found.items():
        for figure in row.figures():
            floor, now = floors.get(f"{row}.{figure}"), figures.get(figure)
            holds = now is not None and (floor is None or floor.holds(now))
            good = good and holds
            number = "none" if now is None else f"{now:.3f}"
            print(f"{row!s:{wide}}  {figure.replace('_', ' '):18} {number:>8} {floor or '-'!s:>10}{'' if holds else '  BELOW'}")
    return good

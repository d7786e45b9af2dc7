#!/usr/bin/env python3
"""Makes the tables of docs/GUARANTEES.md anew: growth, hostile input, and the figures of all fuzzing so far.

    guarantees.py PROGRAM [options of growth.py]

The growth takes one to two hours. Its runs are kept in target/page-growth.csv.
"""
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
PAGE = ROOT / "docs" / "GUARANTEES.md"


def python(*arguments, **more):
    subprocess.run([sys.executable, *arguments], check=True, **more)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    runs = ROOT / "target" / "page-growth.csv"
    with runs.open("w") as out:
        python(HERE / "growth.py", *sys.argv[1:], stdout=out)
    python(HERE / "growth.py", "--table", runs, "--into", PAGE)
    python(HERE / "hostile.py", sys.argv[1], PAGE)
    python(ROOT / "fuzz" / "run.py", "--table", PAGE)

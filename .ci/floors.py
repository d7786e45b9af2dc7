#!/usr/bin/env python3
"""Compares the figures of a job on the standard input with their floors.

    floors.py JOB FLOORS < FIGURES

Figures are names, each followed by a number, as in `count exact 0.610  record P 0.200 R 0.100`; a name that is one
letter or F1 belongs to the group before it (`record_P`, `record_R`). A line may begin with `group:`.
"""
import re
import sys


def figures(text):
    found = {}
    for line in text.splitlines():
        group, _, rest = line.rpartition(": ")
        group = group.split(": ")[-1]
        before = ""
        for name, number in re.findall(r"([A-Za-z][A-Za-z0-9 -]*?) +(\d+(?:\.\d+)?)(?=\s|$)", rest):
            words = name.split()
            if words[-1] in ("P", "R", "F1"):
                before = " ".join(words[:-1]) or before
                words = (before.split() or []) + words[-1:]
            prefix = [group] if group and group != sys.argv[1] else []
            found["_".join(prefix + words).replace("-", "_")] = float(number)
    return found


def main():
    job, floors = sys.argv[1], sys.argv[2]
    found, failed, known = figures(sys.stdin.read()), False, False
    for line in open(floors, encoding="utf-8"):
        name, _, least = line.split("#")[0].strip().partition(" ")
        if not name.startswith(job + "."):
            continue
        known, figure = True, name[len(job) + 1:]
        reached = found.get(figure)
        if reached is None:
            print(f"{name}: there is no such figure among {', '.join(found) or 'none'}")
            failed = True
        elif reached < float(least):
            print(f"{name}: {reached} is below its floor {least}")
            failed = True
        else:
            print(f"{name}: {reached} (floor {float(least)})")
    if not known:
        print(f"{job} has no floor in {floors}")
    return 1 if failed or not known else 0


if __name__ == "__main__":
    sys.exit(main())

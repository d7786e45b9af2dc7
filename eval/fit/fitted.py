"""Stores the results of the programs that fit weights in benches/fit.json, which eval/tables.py reads.

In: for each row the figures fitted on all sites, and those of left-out sites. Figures of other programs for the same rows are kept."""
import json, os

FILE = 'benches/fit.json'

def keep(rows):
    """Rows as {ROW: {"in_sample": {FIGURE: number}, "left_out": {FIGURE: number}}}, figures named as in eval/floors."""
    known = json.load(open(FILE)) if os.path.exists(FILE) else {}
    for row, kinds in rows.items():
        for kind, figures in kinds.items():
            known.setdefault(row, {}).setdefault(kind, {}).update({name: round(figure, 3) for name, figure in figures.items()})
    with open(FILE, 'w') as out: json.dump(known, out, indent=1)

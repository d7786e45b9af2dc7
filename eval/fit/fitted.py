"""Stores the results of the programs that fit weights in benches/fit.json and benches/calibration.csv, which eval/tables.py reads.

In: for each row the figures fitted on all sites, and those of left-out sites; and for answers on left-out sites their probabilities and
whether they are right. Figures of other programs for the same rows are kept."""
import csv, json, os

FILE, CALIBRATION = 'benches/fit.json', 'benches/calibration.csv'
# Answers, their name, colour and mark in the plot.
DRAWN = [('list', 'lists', '#0b6e6e', 'o'), ('kind', 'kinds of pages', '#a4460d', 's'), ('posts', 'posts', '#4b4a9e', '^'), ('comments', 'comments', '#7a7a1f', 'D')]
# Fewer answers are below .3 than a share can be told of.
EDGES = [0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]

def keep(rows):
    """Rows as {ROW: {"in_sample": {FIGURE: number}, "left_out": {FIGURE: number}}}, figures named as in eval/floors."""
    known = json.load(open(FILE)) if os.path.exists(FILE) else {}
    for row, kinds in rows.items():
        for kind, figures in kinds.items():
            known.setdefault(row, {}).setdefault(kind, {}).update({name: round(figure, 3) for name, figure in figures.items()})
    with open(FILE, 'w') as out: json.dump(known, out, indent=1)

def keep_calibration(what, answers):
    """Answers as (probability, whether right), of which all sites were left out: their number and the share that is right, by probability."""
    rows = [row for row in csv.DictReader(open(CALIBRATION))] if os.path.exists(CALIBRATION) else []
    rows = [row for row in rows if row['what'] != what]
    for least, most in zip(EDGES, EDGES[1:]):
        here = [is_right for probability, is_right in answers if least <= probability < most or most == probability == 1.0]
        if here: rows.append({'what': what, 'from': least, 'to': most, 'answers': len(here), 'right': f'{sum(here) / len(here):.3f}'})
    with open(CALIBRATION, 'w', newline='') as out:
        table = csv.DictWriter(out, ['what', 'from', 'to', 'answers', 'right'], lineterminator='\n')
        rows = sorted(rows, key=lambda row: (row['what'], float(row["from"])))
        table.writeheader(); table.writerows(rows)
    draw(rows)

def draw(rows):
    """The share of right answers against the probability, one line for each kind of answers, beside the diagonal on which both are equal."""
    import matplotlib
    matplotlib.use('svg'); matplotlib.rcParams |= {'svg.fonttype': 'none', 'svg.hashsalt': 'katagami', 'font.family': 'sans-serif'}
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(figsize=(5, 4.2))
    axes.plot([0, 1], [0, 1], color='#999999', linestyle='--', label='as often as it says')
    for what, name, colour, mark in DRAWN:
        of = [row for row in rows if row['what'] == what and int(row['answers']) >= 20]
        axes.plot([(float(row['from']) + float(row['to'])) / 2 for row in of], [float(row['right']) for row in of], color=colour, marker=mark, label=name)
    axes.set(xlabel='probability', ylabel='share of the answers that are right', xlim=(0, 1), ylim=(0, 1))
    axes.legend(loc='lower right', frameon=False); axes.grid(color='#e5e5e5'); figure.tight_layout()
    figure.savefig('benches/calibration.svg', metadata={'Date': None}); pyplot.close(figure)

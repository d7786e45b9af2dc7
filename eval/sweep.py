#!/usr/bin/env python3
"""Measures the program with other values of one constant, for the doc comments that report a sweep. Python 3.9+.

    eval/sweep.py FILE CONSTANT VALUE... -- ROW...
    eval/sweep.py src/record/fold.rs RARE 0.03 0.05 -- records-telling records-width lists-telling lists-width

For the current value and each of the others, the script builds the program, runs `eval/quality` on the rows, and prints the results. Then,
for rows with one figure per site, it prints how many sites gain and lose more than 0.02 with each other value, and the mean of the sites if
each site has the value that is best for all others (leave one site out), together with the mean for the current value. The file is restored
afterwards. Constants that change the features also change the fitted weights: measure those with eval/fit/fit.py."""
import collections, json, os, pathlib, re, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ENVIRONMENT = {**os.environ, 'PROGRAM': str(ROOT / 'target' / 'fast' / 'katagami'), 'PYTHONPATH': str(ROOT / "eval")}
# The main figure of each site, from the answers that eval/quality stores; rows without one are left out.
SITES = '''import json, sys, measure, sets
found = {}
for row in sets.ROWS:
    if str(row) in sys.argv[1:] and row[1] not in measure.WAYS and row[0] not in measure.WAYS:
        main = sets.FIGURES[sets.SETS[row[0]].job][0]
        found[str(row)] = {site: of[main] for site, of in measure.scored(*row)[1].items() if main in of}
print(json.dumps(found))'''


def builds():
    """Builds the program, and tells whether it can be built."""
    return not subprocess.run(['cargo', 'build', '--profile', 'fast', '--bin', 'katagami', '--quiet'], cwd=ROOT).returncode


def each_value(name, constant, values):
    """Yields the current value of a constant and each other one while the file has it, and restores the file."""
    file = ROOT / name
    source = file.read_text()
    known = re.search(rf'(const {constant}: \w+ = )([^;]+);', source)
    if not known: sys.exit(f'{name}: no constant {constant}')
    try:
        for value in [known[2], *values]:
            file.write_text(source.replace(known[0], f'{known[1]}{value};'))
            yield value
    finally:
        file.write_text(source)


def measured(rows):
    """The lines of rows, and for each row the figure of each of its sites."""
    if not builds(): return ['does not build'], {}
    ask = lambda *command: subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=ENVIRONMENT).stdout
    output = ask(str(ROOT / "eval" / 'quality'), *rows)
    return ([line for line in output.splitlines() if line.split(':')[0] in rows],
            json.loads(ask(sys.executable, '-c', SITES, *rows) or '{}'))


def left_out(row, of_values):
    """Compares the values on the sites of a row; the first is the current value."""
    first, *others = of_values
    sites = of_values[first].get(row)
    if not sites: return
    mean = lambda value, without=None: (sum(of_values[value][row].values()) - of_values[value][row].get(without, 0.0))
    best = {site: max(of_values, key=lambda value: (round(mean(value, site), 6), value == first)) for site in sites}
    for value in others:
        gains = [of_values[value][row][site] - sites[site] for site in sites]
        yield f'{value}: {sum(gain > .02 for gain in gains)} sites gain, {sum(gain < -.02 for gain in gains)} lose'
    chosen = ', '.join(f'{value} for {count}' for value, count in collections.Counter(best.values()).most_common())
    out = sum(of_values[best[site]][row][site] for site in sites) / len(sites)
    yield f'left out {out:.4f} ({chosen}), current {mean(first) / len(sites):.4f}'


def main(arguments):
    if '--' not in arguments or arguments.index('--') < 3:
        sys.exit(__doc__)
    at = arguments.index('--')
    (name, constant, *values), rows = arguments[:at], arguments[at + 1:]
    of_values = {}
    for value in each_value(name, constant, values):
        lines, of_values[value] = measured(rows)
        for line in lines: print(f'{constant} {value}  {line}', flush=True)
    for row in rows:
        for line in left_out(row, of_values): print(f'{constant}  {row}: {line}', flush=True)


if __name__ == '__main__': main(sys.argv[1:])

#!/usr/bin/env python3
"""Measures the program with other values of one constant: what a doc comment of a constant may say was swept. Python 3.9+.

    tools/sweep.py FILE CONSTANT VALUE... -- ROW...
    tools/sweep.py src/record/fold.rs RARE 0.03 0.05 -- records-telling records-width lists-telling lists-width

For the value that stands there, and for each of the others, the program is built, `.ci/quality` asked for the rows, and what it found
printed. The file is as it was afterwards. Constants that the evidence hangs on also move the fitted weights: judge those by tools/fit.py."""
import os, pathlib, re, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def measured(rows):
    built = subprocess.run(['cargo', 'build', '--profile', 'fast', '--bin', 'katagami', '--quiet'], cwd=ROOT)
    if built.returncode: return ['does not build']
    said = subprocess.run([ROOT / '.ci' / 'quality', *rows], cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, 'PROGRAM': str(ROOT / 'target' / 'fast' / 'katagami')}).stdout
    return [line for line in said.splitlines() if line.split(':')[0] in rows]


def main(arguments):
    if '--' not in arguments or arguments.index('--') < 3:
        sys.exit(__doc__)
    at = arguments.index('--')
    (name, constant, *values), rows = arguments[:at], arguments[at + 1:]
    file = ROOT / name
    source = file.read_text()
    known = re.search(rf'(const {constant}: \w+ = )([^;]+);', source)
    if not known: sys.exit(f'{name}: no constant {constant}')
    try:
        for value in [known[2], *values]:
            file.write_text(source.replace(known[0], f'{known[1]}{value};'))
            for line in measured(rows): print(f'{constant} {value}  {line}', flush=True)
    finally:
        file.write_text(source)


if __name__ == '__main__': main(sys.argv[1:])

"""Plain generated sites for the programs that fit weights, and the levels of their factors.

In: the folder `shared`, a job of its generator. Out: sites with their factors; the same seeds give the same pages.
The seeds differ from those of .ci/generated.py, so that no page is measured on which a weight was fitted."""
import json, pathlib, subprocess, sys

SEEDS, SITES = (101, 102), 40
FOLDER = pathlib.Path(__file__).resolve().parent.parent / 'target/fit-plain'

def sites(shared, job, seeds=SEEDS, one=True):
    """All sites of a job as (folder, factors): draws at random for each seed and, with `one`, simple sites that differ in one factor."""
    return [site for root in roots(shared, job, seeds, one) for site in of(root / job)]

def roots(shared, job, seeds=SEEDS, one=True):
    """A folder for each seed with a folder of sites named after the job, written if need be."""
    for name, seed, options in [(str(seed), seed, ['--sites', SITES]) for seed in seeds] + [('one', SEEDS[0], ['--one'])] * one:
        root = FOLDER / f'{job}-{name}'
        if not (root / 'complete').exists():
            subprocess.run([sys.executable, '-B', pathlib.Path(shared) / 'plain/generate.py', root, '--seed', str(seed), '--jobs', job, *map(str, options)], check=True, stdout=subprocess.DEVNULL)
            (root / 'complete').touch()
        yield root

def of(folder):
    return [(site, json.loads((site / 'factors.json').read_text(encoding='utf-8'))) for site in sorted(folder.iterdir()) if site.is_dir()]

def levels(factors):
    """The levels of a site, such as `comment=ol`: a fit that leaves out a level leaves out all sites that have it."""
    return {f'{factor}={level}' for factor, level in factors.items() if factor not in ('styles', 'varied') and level not in ('-', 'none', 'nothing')}

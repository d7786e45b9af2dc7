"""Plain generated sites for eval/generated.py and for the programs that fit weights, and the levels of their factors.

In: the folder of the generator, or `shared` around it, and a job. Out: sites with their factors; the same seeds give the same pages.
Sites are written once, and again when the generator changes. The seeds of the fits differ from those of eval/generated.py, so that no page is measured on which a weight was fitted."""
import functools, hashlib, json, pathlib, shutil, subprocess, sys

SEEDS, SITES = (101, 102), 40
FOLDER = pathlib.Path(__file__).resolve().parents[2] / 'target/fit-plain'

def sites(shared, job, seeds=SEEDS, one=True):
    """All sites of a job as (folder, factors): draws at random for each seed and, with `one`, simple sites that differ in one factor."""
    return [site for root in roots(shared, job, seeds, one) for site in of(root / job)]

def roots(shared, job, seeds=SEEDS, one=True):
    """A folder for each seed with a folder of sites named after the job, written if need be."""
    for name, seed, options in [(str(seed), seed, ['--sites', SITES]) for seed in seeds] + [('one', SEEDS[0], ['--one'])] * one:
        yield written(pathlib.Path(shared) / 'plain', FOLDER / f'{job}-{name}', job, ['--seed', seed, *options])

def written(generator, root, job, options):
    """The folder with the sites of a job that the generator writes with these options."""
    stamp = root / 'version'
    if not stamp.exists() or stamp.read_text() != version(generator):
        shutil.rmtree(root, ignore_errors=True)
        subprocess.run([sys.executable, '-B', generator / 'generate.py', root, '--jobs', job, *map(str, options)], check=True, stdout=subprocess.DEVNULL)
        stamp.write_text(version(generator))
    return root

@functools.cache
def version(generator):
    """Identifies the generator and its scorer."""
    return hashlib.sha256(b''.join(file.read_bytes() for file in sorted(generator.glob('*.py')))).hexdigest()

def of(folder):
    return [(site, json.loads((site / 'factors.json').read_text(encoding='utf-8'))) for site in sorted(folder.iterdir()) if site.is_dir()]

def levels(factors):
    """The levels of a site, such as `comment=ol`: a fit that leaves out a level leaves out all sites that have it."""
    return {f'{factor}={level}' for factor, level in factors.items() if factor not in ('styles', 'varied') and level not in ('-', 'none', 'nothing')}

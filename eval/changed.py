#!/usr/bin/env python3
"""Lists what other values of a constant change in the authors of comments, of which no reference data are known. Python 3.9+.

    eval/changed.py FILE CONSTANT VALUE...
    eval/changed.py src/record/role/sign/label.rs LABELLED 2 3 4 6 8

The pages of each site of the sets of `eval/sets.py` that have several pages a site are read together. For each other value the script
prints how many authors differ from those of the current value, and for each such site their number and one example: a person has to
judge them, site by site. The file is restored afterwards."""
import json, subprocess, sys
sys.dont_write_bytecode = True
from sweep import ENVIRONMENT, ROOT, builds, each_value
sys.path.insert(0, str(ROOT / "eval"))
import sets

FOLDERS = sorted({of.folder for of in sets.SETS.values() if of.folder.parent in (sets.DATA, sets.MORE)})


def authors():
    """The author of each comment, by its site, page and number."""
    if not builds(): sys.exit('does not build')
    found = {}
    for site in (site for folder in FOLDERS for site in sorted(folder.iterdir())):
        if not site.is_dir() or sum(page.suffix == '.html' for page in site.iterdir()) < 2: continue
        ran = subprocess.run([ENVIRONMENT['PROGRAM'], 'blog', '-q', '-f', 'jsonl', site], capture_output=True, text=True)
        for page in map(json.loads, ran.stdout.splitlines()):
            for number, comment in enumerate(page.get('signed', [])):
                found[site.relative_to(site.parents[1]), page['path'], number] = comment['author']
    return found


def main(arguments):
    if len(arguments) < 3: sys.exit(__doc__)
    name, constant, *values = arguments
    first = None
    for value in each_value(name, constant, values):
        found = authors()
        first = first or found
        changed = {}
        for key in found.keys() & first.keys():
            if found[key] != first[key]: changed.setdefault(key[0], []).append((key[1:], first[key], found[key]))
        print(f'{constant} {value}  {len(found)} comments, {sum(map(len, changed.values()))} authors on {len(changed)} sites differ', flush=True)
        for site, pairs in sorted(changed.items()):
            _, before, after = min(pairs)
            print(f'{constant} {value}  {site}: {len(pairs)}, such as {before!r}: {after!r}', flush=True)


if __name__ == '__main__': main(sys.argv[1:])

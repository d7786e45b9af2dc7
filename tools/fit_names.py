#!/usr/bin/env python3
"""Fits the weights of src/content/metadata/names.txt: which name on a page is the author's. Python 3.9+, numpy and scipy.

    cargo build --release --example names
    tools/fit_names.py target/release/examples/names ../shared target/more [--write]

The data are pages whose metadata state an author that the page shows; the metadata are removed, as in `.ci/quality metadata`. The example
prints the names around each article with their features; of several occurrences of a name the most probable counts. A conditional logit with
L2 regularization maximizes the likelihood of the right name. The program prints the share of pages whose best name is right, in-sample and
left out (fitted on other sites), among those on which the right name was found and among all. --write writes the table."""
import collections, json, os, pathlib, subprocess, sys
import numpy as np
from scipy.optimize import minimize

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / '.ci'))
import metadata

SETS = ['data/news', 'data/blog', 'articles', 'article-single', 'blogs']
FOLDS = 10
# Swept by factors of three: flat from 0.3 to 3.
L2 = 1.0

def pages(shared, more, to):
    """Writes the pages without their metadata, and returns the names of each page by its path."""
    known = {}
    for name in SETS:
        root = pathlib.Path(shared if name.startswith('data/') else more) / name
        for page in sorted(root.glob('*/*.html')):
            html = page.read_text(encoding='utf-8', errors='replace'); people = metadata.truth(html, page.parent.name)['author']
            if not people: continue
            stripped = to / name.replace('/', '-') / page.parent.name / page.name; stripped.parent.mkdir(parents=True, exist_ok=True)
            stripped.write_text(metadata.without(html), encoding='utf-8'); known[str(stripped)] = (page.parent.name, people)
    return known

def load(program, shared, more):
    to = ROOT / 'target/fit/names'; known = pages(shared, more, to); found = []
    sites = sorted({os.path.dirname(path) for path in known})
    lines = subprocess.run([program, *sites], stdout=subprocess.PIPE, check=True).stdout.splitlines(); features = json.loads(lines[0])['names']
    for row in map(json.loads, lines[1:]):
        site, people = known[row['path']]; by = collections.defaultdict(list)
        for name, values in row['names']: by[' '.join(metadata.words(name))].append(values)
        right = [metadata.judged({'date': None, 'author': people}, {'author': name, 'iso_date': None})['author'] for name in by]
        found.append({'site': site, 'X': [np.array(values) for values in by.values()], 'right': np.array(right, bool)})
    return features, found, len(known)

def scores(page, w): return np.array([(X @ w).max() for X in page['X']])

def fit(found, size):
    """The weights that maximize the likelihood of the right names."""
    found = [page for page in found if page['right'].any()]
    def loss(w):
        total, slope = L2 * (w @ w), 2 * L2 * w
        for page in found:
            X = np.array([X[np.argmax(X @ w)] for X in page['X']]); right = page['right']; z = X @ w; z = np.exp(z - z.max()); p, q = z / z.sum(), np.where(right, z, 0); q = q / q.sum()
            total -= np.log((p * right).sum()); slope = slope - (q - p) @ X
        return total, slope
    return minimize(loss, np.zeros(size), jac=True, method='L-BFGS-B', options=dict(maxiter=500)).x

def best(page, w): return bool(page['right'][int(np.argmax(scores(page, w)))]) if page['X'] else False

def main():
    write = '--write' in sys.argv; program, shared, more = [a for a in sys.argv[1:] if not a.startswith('--')]
    features, found, number = load(program, shared, more); size = len(features)
    sites = sorted({page['site'] for page in found}); fold = {site: i % FOLDS for i, site in enumerate(sites)}
    whole = fit(found, size); parts = [fit([p for p in found if fold[p['site']] != k], size) for k in range(FOLDS)]
    there = sum(page['right'].any() for page in found)
    for title, right in (('in-sample', sum(best(p, whole) for p in found)), ('left out', sum(best(p, parts[fold[p['site']]]) for p in found))):
        print(f'{title:10}{right / there:.3f} of {there} pages that have the right name, {right / number:.3f} of all {number}')
    # The basis of LEAST in byline.rs and SURE in mod.rs.
    scored = [(scores(p, parts[fold[p['site']]]).max(), best(p, parts[fold[p['site']]])) for p in found if p['X']]
    for least in range(1, 9):
        of = [right for score, right in scored if least <= score < (least + 1 if least < 8 else np.inf)]
        if of: print(f'  left out, best score from {least} on: {len(of):4} pages, right {np.mean(of):.2f}')
    if '--ablate' in sys.argv:
        for at, name in enumerate(features):
            def without(found): return [dict(p, X=[np.delete(X, at, 1) for X in p['X']]) for p in found]
            some = without(found); parts = [fit([p for p in some if fold[p['site']] != k], size - 1) for k in range(FOLDS)]
            print(f'  without {name:18}{sum(best(p, parts[fold[p["site"]]]) for p in some) / there:.3f}', flush=True)
    if write:
        with open(ROOT / 'src/content/metadata/names.txt', 'w') as out:
            out.write('# Written by tools/fit_names.py: each feature and its weight. The features are explained in src/content/metadata/name_evidence.rs.\n')
            for name, weight in zip(features, whole): out.write(f'{name:18} {weight:8.4f}\n')

if __name__ == '__main__': main()

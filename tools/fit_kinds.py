#!/usr/bin/env python3
"""Fits the weights of src/ask/weights: whether pages are lists, threads, articles or of one thing each. Python 3.9+, numpy and scipy.

    cargo build --release --example kinds
    tools/fit_kinds.py target/release/examples/kinds ../shared target/more [--write]

The example prints the features of up to twenty pages of each site, and of its first page alone. The model is a multinomial logit with L2
regularization, in which every set of sites has the same weight, a set of plain generated sites PLAIN of it. The program prints the share of
the sites of each kind that are classified correctly, in-sample and left out (fitted on other sites; for plain sites also fitted without all sites
that have one of their levels), and the kinds that the others are taken for. --write writes the tables."""
import collections, json, pathlib, subprocess, sys
import numpy as np
from scipy.optimize import minimize
import plain

ROOT = pathlib.Path(__file__).resolve().parent.parent
SETS = {'list': ['lists', 'results', 'data/records', 'data/serp', 'own/results', 'plain/records', 'plain/serp'], 'thread': ['boards', 'data/forum', 'own/forum', 'plain/forum'], 'article': ['articles', 'data/news', 'blogs', 'data/blog', 'own/press', 'own/blog', 'plain/news', 'plain/blog'],
    'detail': ['swde', 'data/detail', 'own/shop', 'own/syllabus', 'plain/fields']}
KINDS = list(SETS)
FOLDS = 10
# Swept by factors of three: flat from 0.3 to 3.
L2 = 1.0
# With 0.1 .63 of the pages of whole sites and .66 of the plain sites' have the right kind, before .59 and .59. With tables, threads, details and
# recipes among the sets, .43 of the pages of whole sites.
PLAIN = 0.1

def load(program, shared, more):
    found = []
    for kind, sets in SETS.items():
        for name in sets:
            if name.startswith('plain/'):
                factors = {str(site): plain.levels(factors) for site, factors in plain.sites(shared, name.removeprefix('plain/'), one=False)}
            else: factors = {}
            # `own` are the generated sites of the repository.
            root = ROOT / name.replace('own', 'data') if name.startswith('own/') else pathlib.Path(shared if name.startswith('data/') else more) / name
            sites = sorted(factors) or sorted(str(site) for site in root.iterdir() if site.is_dir())
            lines = subprocess.run([program, *sites], stdout=subprocess.PIPE, check=True).stdout.splitlines(); names = json.loads(lines[0])['names']
            rows = [json.loads(line) for line in lines[1:]]
            found += [{'set': name, 'site': row['site'], 'kind': KINDS.index(kind), 'alone': row['pages'] == 1, 'levels': factors.get(row['site'], set()), 'x': np.array(row['values'])} for row in rows if row['pages']]
    return names, found

def fit(found):
    """A row of weights for each kind."""
    X, y = np.array([one['x'] for one in found]), np.array([one['kind'] for one in found]); scale = X.std(0); scale[scale == 0] = 1; Z = X / scale
    sets = collections.Counter(one['set'] for one in found)
    w = np.array([(PLAIN if one['set'].startswith('plain/') else 1) / sets[one['set']] for one in found]) * 100 / len(sets)
    def loss(flat):
        W = flat.reshape(len(KINDS), -1); s = Z @ W.T; s -= s.max(1, keepdims=True); p = np.exp(s); p /= p.sum(1, keepdims=True)
        slope = ((p - np.eye(len(KINDS))[y]) * w[:, None]).T @ Z; D = W.copy(); D[:, 0] = 0
        return -(w * np.log(p[np.arange(len(y)), y] + 1e-12)).sum() + L2 * (D ** 2).sum(), (slope + 2 * L2 * D).ravel()
    return minimize(loss, np.zeros(len(KINDS) * Z.shape[1]), jac=True, method='L-BFGS-B', options=dict(maxiter=1000)).x.reshape(len(KINDS), -1) / scale

def show(title, found, told):
    print(title)
    for is_plain, alone in [(False, False), (False, True), (True, False), (True, True)]:
        for kind in KINDS:
            is_of = lambda one: KINDS[one['kind']] == kind and one['alone'] == alone and one['set'].startswith('plain/') == is_plain
            of = collections.Counter(KINDS[t] for one, t in zip(found, told) if is_of(one)); all_ = sum(of.values())
            if all_: print(f"  {'plain' if is_plain else 'real':6}{kind:8} {'one page' if alone else 'pages':9}{all_:4} sites  right {of[kind] / all_:.3f}  " + '  '.join(f'{other} {n}' for other, n in of.most_common() if other != kind))

def main():
    program, shared, more = [a for a in sys.argv[1:] if not a.startswith('--')]
    names, found = load(program, shared, more)
    sites = sorted({one['site'] for one in found}); fold = {site: i % FOLDS for i, site in enumerate(sites)}
    whole = fit(found); show('in-sample', found, [int((whole @ one['x']).argmax()) for one in found])
    parts = [fit([one for one in found if fold[one['site']] != k]) for k in range(FOLDS)]
    show('left out', found, [int((parts[fold[one['site']]] @ one['x']).argmax()) for one in found])
    some = [one for one in found if one['levels']]; levels = sorted(set().union(*(one['levels'] for one in some)))
    told = [(one, int((w @ one['x']).argmax())) for level in levels for w in [fit([one for one in found if level not in one['levels']])] for one in some if level in one['levels']]
    show('a level left out', *zip(*told))
    if '--write' in sys.argv:
        for kind, weights in zip(KINDS, whole):
            with open(ROOT / f'src/ask/weights/{kind}.txt', 'w') as out:
                out.write('# Written by tools/fit_kinds.py: each feature and its weight. The features are explained in src/ask/overview.rs.\n')
                for name, weight in zip(names, weights): out.write(f'{name:13} {weight:8.4f}\n')

if __name__ == '__main__': main()

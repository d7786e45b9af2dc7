#!/usr/bin/env python3
"""Fits the weights and trees of src/kind/weights.txt: of what kind a page is. Python 3.9+, numpy, scipy and lightgbm.

    cargo build --release --example kinds
    eval/fit/fit_kinds.py target/release/examples/kinds ../shared target/more [--levels] [--sweep] [--write]

The example prints the features of the pages of each site, together, some alone, and a few. Sorted sets have pages of one kind; of whole
sites, of mixtures of plain pages and of generated weblogs (eval/fit/weblogs.py) the kind of each page is known; eval/fit/smallest.py writes the
smallest pages of each kind. A multinomial logit and trees that are gradient boosted on the multinomial loss are fitted to the same pages, and their
log-odds added, LINEAR and 1 - LINEAR of each: trees tell what plain pages are, weights know sites better that are like no other; every set has the same weight, whole sites WHOLE and
sets of plain generated sites PLAIN times as much. Pages of one group, see src/kind/mod.rs, count for each other. The program prints the share of the pages with the right kind, as the mean over sites, in-sample and left out: fitted on other
sites (of plain sites, with --levels, on those without one of their levels); benches/fit.json stores these. --sweep prints what the thresholds of the program do on left-out sites. --write writes the trees."""
import collections, concurrent.futures, json, os, pathlib, pickle, subprocess, sys
import lightgbm, numpy as np
import fitted, plain, smallest, weblogs
from scipy.optimize import minimize

ROOT = pathlib.Path(__file__).resolve().parents[2]
SETS = {'list': ['lists', 'results', 'tables', 'data/records', 'data/serp', 'own/results', 'own/shelf', 'plain/records', 'plain/serp'],
    'thread': ['boards', 'threads', 'data/forum', 'own/forum', 'plain/forum'],
    'article': ['articles', 'data/news', 'blogs', 'data/blog', 'own/press', 'own/blog', 'plain/news', 'plain/blog'],
    'detail': ['swde', 'data/detail', 'details', 'details-single', 'recipes', 'own/shop', 'own/syllabus', 'plain/fields']}
KINDS = ['list', 'thread', 'article', 'detail', 'other']
FOLDS = 5
# Four seeds of plain sites; with two, plain pages left out lose .02.
SEEDS = 101, 102, 103, 104
# Whole sites are few, and what the program is for. With 1, 4 and 10 the same share of their pages is right, but with 10 fewer of plain sites'.
WHOLE, PLAIN, ALONE = 4.0, 0.2, 0.3
# What the first of several kinds counts. With equal parts, .869 instead of .870 of the pages left out are right, as the mean over all sets.
FIRST = 0.75
# As the mean over all sets, of the pages left out .870, .879, .886 and .886 are right with 60, 90, 120 and 160 trees alone; with 16 leaves and 60 trees .864 with at
# least 100 pages in a leaf, .864 with 20 pages and 20 of Hessian, .866 with 5 and 5. With 2, 3 and 4 leaves .818, .830 and .839: plain threads lose .3; with thresholds at
# random .848 to .862. Another seed: .864 for .870.
TREES = 120
SETTINGS = dict(objective='multiclass', num_class=len(KINDS), learning_rate=0.15, num_leaves=16, min_data_in_leaf=20, min_sum_hessian_in_leaf=10.0, lambda_l2=3.0,
    feature_fraction=0.3, bagging_fraction=0.7, bagging_freq=1, seed=1, deterministic=True, force_row_wise=True, num_threads=1, verbose=-1)
# The part of the logit. With 0.1, 0.2 and 0.3: mean over all sets .888, .892 and .890; boards .694, .727 and .727, swde .855, .882 and .891, plain threads .843,
# .817 and .789, whole sites .939, .942 and .948. By itself .814.
LINEAR = 0.2
# From 0.00001 to 0.001 the mean is the same; with less, whole sites lose .01.
L2 = 0.001

class Always(dict):
    """The same kinds for every page."""
    def __init__(self, kinds): self.kinds = kinds
    def __contains__(self, page): return True
    def __getitem__(self, page): return self.kinds

def inputs(shared, more):
    """All sites: set, folder, levels of its factors, and the kinds that each page may have."""
    folder = lambda name: ROOT / name.replace('own', 'data') if name.startswith('own/') else pathlib.Path(shared if name.startswith('data/') else more) / name
    for kind, sets in SETS.items():
        for name in sets:
            if name.startswith('plain/'): yield from ((name, site, plain.levels(factors), Always([kind])) for site, factors in plain.sites(shared, name[6:], SEEDS, one=False))
            else: yield from ((name, site, set(), Always(['article' if name == 'details' and site.name.startswith('post-') else kind]))
                for site in sorted(folder(name).iterdir()) if site.is_dir())
    told = lambda site: {row['page']: [row['kind'], *row.get('also', [])] for row in map(json.loads, open(site / 'kinds.jsonl', encoding='utf-8')) if row['kind']}
    for site in sorted(folder('sites').iterdir()):
        if (site / 'kinds.jsonl').exists(): yield 'sites', site, set(), told(site)
    weblogs.write('target/fit-weblogs')
    for site in sorted(pathlib.Path('target/fit-weblogs').iterdir()): yield 'plain/weblogs', site, set(), told(site)
    smallest.write('target/fit-smallest')
    for site in sorted(pathlib.Path('target/fit-smallest').iterdir()): yield 'plain/smallest', site, set(), Always([site.name.split('-')[0]])
    for site, factors in plain.sites(shared, 'mixed', SEEDS, one=False): yield 'plain/mixed', site, plain.levels(factors), told(site)

def load(program, shared, more, cache='target/fit-kinds.pickle'):
    if os.path.exists(cache) and os.path.getmtime(cache) > os.path.getmtime(program): return pickle.load(open(cache, 'rb'))
    found = []; sites = list(inputs(shared, more))
    run = lambda of: subprocess.run([program, of[1]], stdout=subprocess.PIPE, check=True).stdout.splitlines()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for (name, site, levels, kinds), lines in zip(sites, pool.map(run, sites)):
            names = json.loads(lines[0])['names']
            for row in map(json.loads, lines[1:]):
                page = str(pathlib.Path(row['page']).relative_to(site)); right = kinds[page] if page in kinds else None
                if right: found.append({'set': name, 'site': str(site), 'part': row['part'], 'pages': row['pages'], 'group': row['group'], 'levels': levels, 'kinds': [KINDS.index(kind) for kind in right], 'x': row['values']})
    missing = {*sum(SETS.values(), []), 'sites'} - {page['set'] for page in found}
    if missing: sys.exit(f'no pages of {", ".join(sorted(missing))}: unpack the sets anew')
    pickle.dump((names, found), open(cache, 'wb'))
    return names, found

def weights(pages):
    sizes = collections.Counter((page['set'], page['site'], page['part']) for page in pages)
    each = [sizes[page['set'], page['site'], page['part']] ** -0.5 * (ALONE if page['part'] else 1) for page in pages]
    sums = collections.Counter()
    for page, weight in zip(pages, each): sums[page['set']] += weight
    of_set = lambda name: WHOLE if name == 'sites' else PLAIN if name.startswith('plain/') else 1
    return [of_set(page['set']) * weight / sums[page['set']] for page, weight in zip(pages, each)]

class Model:
    """The weights of a multinomial logit for each feature and kind, what each kind has besides, and trees."""
    def __init__(self, X, y, w):
        self.trees = lightgbm.train(SETTINGS, lightgbm.Dataset(X, y, weight=w / w.mean()), TREES)
        mean, spread = X.mean(0), X.std(0) + 1e-9
        Z, w, of = np.hstack([np.ones((len(X), 1)), (X - mean) / spread]), w / w.sum(), np.eye(len(KINDS))[y]
        def loss(weights):
            weights = weights.reshape(-1, len(KINDS)); odds = softmax(Z @ weights); slopes = Z.T @ (w[:, None] * (odds - of)); slopes[1:] += 2 * L2 * weights[1:]
            return -(w * np.log((odds * of).sum(1) + 1e-12)).sum() + L2 * (weights[1:] ** 2).sum(), slopes.ravel()
        weights = minimize(loss, np.zeros(Z.shape[1] * len(KINDS)), jac=True, method='L-BFGS-B', options={'maxiter': 150}).x.reshape(-1, len(KINDS))
        self.weights = LINEAR * weights[1:] / spread[:, None]; self.besides = LINEAR * weights[0] - mean @ self.weights

    def odds(self, X): return softmax(self.besides + X @ self.weights + (1 - LINEAR) * self.trees.predict(X, raw_score=True))

def softmax(sums):
    odds = np.exp(sums - sums.max(1, keepdims=True)); return odds / odds.sum(1, keepdims=True)

def fit(pages):
    # Of a page that may be of several kinds, the first is what it is.
    rows = [(page['x'], kind, weight * (1 if len(page['kinds']) == 1 else FIRST if kind == page['kinds'][0] else (1 - FIRST) / (len(page['kinds']) - 1)))
        for page, weight in zip(pages, weights(pages)) for kind in page['kinds']]
    return Model(*map(np.array, zip(*rows)))

def told(model, pages):
    """The probability of each kind for each page, by itself and by the pages of its group, as in src/kind/mod.rs."""
    logs = np.log(model.odds(np.array([page['x'] for page in pages])) + 1e-3); groups = collections.defaultdict(list)
    for at, page in enumerate(pages): groups[page['site'], page['part'], page['group']].append(at)
    out = np.empty((len(pages), len(KINDS)))
    for group in groups.values():
        odds = np.exp((logs[group] + logs[group].mean(0)) / 2); out[group] = odds / odds.sum(1, keepdims=True)
    return out

def report(title, pages, kinds):
    """The mean over sites of the share of pages with the right kind, for each set."""
    by = collections.defaultdict(list)
    for page, kind in zip(pages, kinds): by[page['set'] + ('' if not page['part'] else '-alone' if page['pages'] == 1 else '-few'), page['site']].append(kind in page['kinds'])
    sets = collections.defaultdict(list)
    for (name, _), right in by.items(): sets[name].append(np.mean(right))
    print(title, '  '.join(f'{name} {np.mean(of):.3f}' for name, of in sorted(sets.items())))
    wrong = collections.Counter((KINDS[page['kinds'][0]], KINDS[kind]) for page, kind in zip(pages, kinds) if page['set'] == 'sites' and not page['part'] and kind not in page['kinds'])
    if wrong: print('   whole sites, kind and what it is taken for:', ', '.join(f'{a} {b} {n}' for (a, b), n in wrong.most_common(6)))
    return {f'kinds-{name.replace("/", "-")}': float(np.mean(of)) for name, of in sets.items()}

def sweep(pages, left_out):
    """What UNLIKELY and DOUBT of src/kind/mod.rs do with pages of sites that the fit did not see: pages of the wanted kinds and others that are left out,
    and inputs of pages that all or none are of the wanted kinds, or some, that are parted."""
    inputs = collections.defaultdict(list)
    for at, page in enumerate(pages): inputs[page['set'], page['site'], page['part']].append(at)
    inputs = {key: np.array(of) for key, of in inputs.items() if len(of) > 1}; best = left_out.argmax(1)
    def known(wanted):
        numbers = [KINDS.index(kind) for kind in wanted]
        return left_out[:, numbers].sum(1), np.isin(best, numbers), np.array([bool(set(page['kinds']) & set(numbers)) for page in pages])
    for wanted in (['list'], ['thread'], ['article', 'thread']):
        probability, told_so, is_wanted = known(wanted)
        for unlikely in (.005, .01, .02, .05, .1):
            counts = collections.Counter()
            for (name, _, _), of in inputs.items():
                out = (probability[of] < unlikely) & told_so[of].any()
                for what, right in (('lost', is_wanted[of]), ('left out', ~is_wanted[of])):
                    counts[name, what] += (out & right).sum(); counts[name, what, 'of'] += right.sum()
            names = [name for name in sorted({key[0] for key in counts}) if name in ('sites', 'boards') or counts[name, 'lost']]
            print(f'{" ".join(wanted)} below {unlikely}:', ', '.join(f'{name} {what} {counts[name, what]} of {counts[name, what, "of"]}' for name in names for what in ('lost', 'left out') if counts[name, what, 'of']))
    for wanted in (['list', 'thread'], ['thread'], ['detail']):
        probability, _, is_wanted = known(wanted)
        for doubt in (.02, .05, .1, .15, .2, .3, .4):
            counts = collections.Counter()
            for of in inputs.values():
                what = 'mixed' if is_wanted[of].any() and not is_wanted[of].all() else 'of one kind'
                counts[what] += 1; counts[what, 'parted'] += (probability[of] > 1 - doubt).any() and (probability[of] < doubt).any()
            print(f'{" ".join(wanted)} parted with doubt {doubt}:', ', '.join(f'{counts[what, "parted"]} of {counts[what]} inputs {what}' for what in ('of one kind', 'mixed')))

def write(model, names):
    lines = ['# Written by eval/fit/fit_kinds.py: weights and trees as explained in src/kind/forest.rs. The features are explained in src/kind/evidence.rs.']
    for kind, of_kind in zip(KINDS, model.weights.T): lines += [f'weights {kind}', *(f'{name} {weight:.4g}' for name, weight in zip(names, of_kind) if weight)]
    # What a kind has besides is a tree of one leaf.
    for kind, besides in zip(KINDS, model.besides): lines += [f'tree {kind}', f'{besides:.4g}']
    def node(of):
        if 'leaf_value' in of: lines.append(f'{(1 - LINEAR) * of["leaf_value"]:.4g}'); return
        lines.append(f'{names[of["split_feature"]]} {of["threshold"]:.4g}'); node(of['left_child']); node(of['right_child'])
    for at, tree in enumerate(model.trees.dump_model()['tree_info']): lines.append(f'tree {KINDS[at % len(KINDS)]}'); node(tree['tree_structure'])
    (ROOT / 'src/kind/weights.txt').write_text('\n'.join(lines) + '\n')

def main():
    program, shared, more = [a for a in sys.argv[1:] if not a.startswith('--')]
    names, pages = load(program, shared, more)
    whole = fit(pages); inside = report('in-sample', pages, told(whole, pages).argmax(1))
    # Posts of whole sites are a set of their own.
    platform = lambda page: page['site'].replace('/details/post-', '/sites/')
    sites = sorted(set(map(platform, pages)), key=lambda site: ('weblogs' in site, site)); fold = {site: at % FOLDS for at, site in enumerate(sites)}
    left_out = np.empty((len(pages), len(KINDS)))
    for k in range(FOLDS):
        out = [at for at, page in enumerate(pages) if fold[platform(page)] == k]
        left_out[out] = told(fit([page for page in pages if fold[platform(page)] != k]), [pages[at] for at in out])
    rows = {name: {'in_sample': {'kind': inside[name]}, 'left_out': {'kind': of}} for name, of in report('left out', pages, left_out.argmax(1)).items()}
    fitted.keep_calibration('kind', [(of.max(), of.argmax() in page['kinds']) for page, of in zip(pages, left_out) if not page['part']])
    if '--sweep' in sys.argv: sweep(pages, left_out)
    if '--levels' in sys.argv:
        levels = sorted(set().union(*(page['levels'] for page in pages))); some, kinds = [], []
        for level in levels:
            out = [page for page in pages if level in page['levels']]
            some += out; kinds += list(told(fit([page for page in pages if level not in page['levels']]), out).argmax(1))
        for name, of in report('a level left out', some, kinds).items(): rows[name]['level_out'] = {'kind': of}
    fitted.keep(rows)
    if '--write' in sys.argv: write(whole, names)

if __name__ == '__main__': main()

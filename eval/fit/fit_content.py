#!/usr/bin/env python3
"""Fits the weights of src/content/weights: which blocks of a page are content. Python 3.9+, numpy and scipy.

    cargo build --release --example blocks
    eval/fit/fit_content.py target/release/examples/blocks ../shared target/more [--levels] [--write]

The example prints all blocks of each page with their features. The target of a block is the share of its words that are in the known main
text, in runs of four. The models are logistic regressions with L2 regularization. The first predicts from the features of a page whether it
is no article. The next two predict whether a block is content, on articles and on other pages. The last two predict the same with the first
scores of the blocks around it as further features; these scores are from weights that were fitted on other sites (PARTS). The program prints
F1 and the share of nearly perfect pages of each set by the rules alone, fitted on all sites (in-sample), and fitted on other sites (left
out), and with --levels that of plain sites fitted without any site of one of their levels; benches/fit.json stores them. --write writes the tables."""
import collections, importlib.util, json, os, pickle, subprocess, sys
import fitted, plain
import numpy as np
from scipy.optimize import minimize

# Sets: name, folder below SHARED or MORE, key of the main text, whether its pages are no articles, how they are read.
SETS = [('articles', 'articles', 'text', 0, ''), ('article-single', 'article-single', 'text', 0, ''), ('cleaneval', 'cleaneval', 'text', 0, ''),
    ('news', 'data/news', 'text', 0, ''), ('blog', 'data/blog', 'post', 0, ''), ('blogs', 'blogs', 'post', 0, ''),
    ('pages', 'pages', 'text', 1, ''), ('page-single', 'page-single', 'text', 1, ''),
    ('articles-alone', 'articles', 'text', 0, '--alone'), ('news-alone', 'data/news', 'text', 0, '--alone'), ('pages-alone', 'pages', 'text', 1, '--alone'),
    ('plain-news', '', 'text', 0, ''), ('plain-blog', '', 'post', 0, '')]
# The weight of a plain generated site, a real one having 1; with 1 all sets are the same within .001.
PLAIN = float(os.environ.get('PLAIN', 0.3))
# The factors whose levels are left out with --levels: what is around the text. A level takes a minute.
LEFT_OUT = ('frame', 'around')
FOLDS = 4
PARTS = 3
# L2 of the three tables: swept by factors of three, flat from a third to three times as much.
L2 = {'kind': 3e-3, 'article': 3e-4, 'page': 1e-3, 'article_context': 3e-4, 'page_context': 3e-4}
# The least deviation of a feature. A share from 0 to 1 that few blocks have is at most five such deviations, so that `fit` does not clip it;
# the program does not clip either.
RARE = 0.2
# The score for being kept by the rules, on articles: a kept block is left out below a probability of 0.3, another one is added above 0.7.
TRUST = np.log(0.7 / 0.3)
# The least probability at which a block of other pages is content.
LEAST = 0.45
# As in src/content/choice.rs.
KNOWN = 0.5
FOLDER = 'src/content/weights'

def module(shared):
    spec = importlib.util.spec_from_file_location('score', os.path.join(shared, 'eval', 'score.py'))
    score = importlib.util.module_from_spec(spec); spec.loader.exec_module(score)
    return score

def fours(words): return [tuple(words[i:i + 4]) for i in range(max(1, len(words) - 3))] if words else []

def covered(words, known):
    """Which words are in a run of four that the known text has too."""
    out = np.zeros(len(words), bool)
    for i in range(len(words) - 3):
        if tuple(words[i:i + 4]) in known: out[i:i + 4] = True
    return out

def label(score, texts, gold, ignored):
    """For each block the share of its words that is content, its words, and whether it is ignored."""
    each = [score.words(text) for text in texts]
    words = [word for block in each for word in block]; of = np.repeat(np.arange(len(each)), [len(block) for block in each])
    size = np.array([len(block) for block in each], float); known = set(fours(score.words(gold)))
    share = lambda marks: np.bincount(of, marks, minlength=len(each)) / np.maximum(1, size)
    y = share(covered(words, known)); lines = {tuple(score.words(line)) for line in gold.split('\n')}
    for i, block in enumerate(each):
        if len(block) < 4 and y[i] < 0.99: y[i] = tuple(block) in lines
    out = share(covered(words, set(fours(score.words(ignored))))) > 0.5 if ignored else np.zeros(len(each), bool)
    return y, size, out & (y < 0.5), each

def roots(name, folder, shared, more):
    """The folders with the sites of a set, and for plain sites the levels of each site."""
    job = name.removeprefix('plain-')
    if job == name: return [(os.path.join(shared if folder.startswith('data/') else more, folder), {})]
    return [(str(root / job), {site.name: plain.levels(factors) for site, factors in plain.of(root / job)}) for root in plain.roots(shared, job)]

def load(program, shared, more, cache='target/fit/blocks.pickle'):
    if os.path.exists(cache) and os.path.getmtime(cache) > os.path.getmtime(program): return pickle.load(open(cache, 'rb'))
    score = module(shared); pages = []
    for name, root, levels, key, kind, flag in ((name, root, levels, *rest) for name, folder, *rest in SETS for root, levels in roots(name, folder, shared, more)):
        gold = {f'{site}/{row["page"]}': (site, row) for site, rows in score.load_gold(root) for row in rows}
        sites = sorted({os.path.join(root, site) for site, _ in gold.values()})
        lines = subprocess.run([program] + flag.split() + sites, stdout=subprocess.PIPE, check=True).stdout.splitlines()
        head = json.loads(lines[0]); names = head['names'], head['context']
        for line in lines[1:]:
            row = json.loads(line); site, truth = gold.get('/'.join(row['path'].split('/')[-2:]), (None, None))
            if not site or not row['texts']: continue
            ignored = truth.get('comments') or '' if key == 'text' else ''
            y, size, out, words = label(score, row['texts'], truth[key], ignored if isinstance(ignored, str) else '\n'.join(ignored))
            flags = {f: np.array(row[f], bool) for f in ('lines', 'among_comments', 'said', 'headlines', 'marked')}
            platform = f'{os.path.basename(os.path.dirname(root))}/{site}' if levels else site
            pages.append(dict(flags, elements=row['elements'], slots=np.unique(row['slots'], return_inverse=True)[1], set=name, site=platform, levels=levels.get(site, set()), kind=kind, y=y, size=size, out=out, words=words, gold=score.shingles(truth[key]), ignored=set(fours(score.words(ignored))) if isinstance(ignored, str) else set(),
                X=np.array(row['values'], np.float32)))
    os.makedirs('target/fit', exist_ok=True); pickle.dump((names, pages), open(cache, 'wb'))
    return names, pages

def fit(X, y, w, l2):
    """A logistic regression on features scaled to mean 0 and deviation 1; returns the weights of the unscaled features."""
    mean, scale = X.mean(0), X.std(0); use = scale > 1e-4; scale = np.where(use, np.maximum(scale, RARE), 1)
    Z = np.concatenate([np.clip((X - mean) / scale, -5, 5), np.ones((len(X), 1))], 1).astype(np.float32); Z[:, :-1][:, ~use] = 0
    y, w = y.astype(np.float32), (w / w.sum()).astype(np.float32); decay = np.full(Z.shape[1], l2); decay[-1] = 0
    def loss(t):
        t = t.astype(np.float32); z = Z @ t
        return float((w * (np.logaddexp(0, z) - y * z)).sum() + (decay * t * t).sum()), (Z.T @ (w * (1 / (1 + np.exp(-z)) - y)) + 2 * decay * t).astype(float)
    t = minimize(loss, np.zeros(Z.shape[1]), jac=True, method='L-BFGS-B', options=dict(maxiter=200)).x
    weights = np.where(use, t[:-1] / scale, 0); weights[0] += t[-1] - (weights * mean).sum()
    return weights

def weighed(pages, names, table, kind, features):
    """The fitted weights for the blocks of one kind of page."""
    per_site = collections.Counter((p['set'], p['site']) for p in pages); of = [p for p in pages if p['kind'] == kind]
    # A page has a lower weight the more pages its site has. Equal weights of sets gain nothing, and articles lose.
    w = [(p['size'] + 1) * ~p['out'] / (p['size'] + 1).sum() / per_site[p['set'], p['site']] ** 0.5 * (PLAIN if p['levels'] else 1) for p in of]
    # Comments are found by rules; they are not part of the article.
    rows = [~p['among_comments'] for p in of]
    each = lambda what: np.concatenate([x[r] for x, r in zip(what, rows)])
    found = fit(each([features(p) for p in of]), each([p['y'] for p in of]), each(w), L2[table])
    if kind: found[0] -= np.log(LEAST / (1 - LEAST))
    else:
        found[names.index('kept')] += 2 * TRUST; found[0] -= TRUST
    return found

def tables(names, pages):
    """The first tables, which do not use the blocks around a block, fitted on some pages."""
    of_page = np.array([name == 'constant' or name.startswith('page_') or name.startswith('kept_') and not name[-1].isdigit() for name in names])
    per_set = collections.Counter(p['set'] for p in pages)
    K = np.array([p['X'][0] for p in pages]) * of_page; kinds = np.array([p['kind'] for p in pages])
    found = {'kind': fit(K, kinds, np.array([(PLAIN if p['levels'] else 1) / per_set[p['set']] for p in pages]) * np.where(kinds, 2.5, 1), L2['kind'])}
    for table, kind in (('article', 0), ('page', 1)): found[table] = weighed(pages, names, table, kind, lambda p: p['X'])
    return found

def probability(z): return 1 / (1 + np.exp(-z))

def scores(page, found):
    X = page['X']; k = probability(X[0] @ found['kind'])
    return k * (X @ found['page']) + (1 - k) * (X @ found['article'])

def context(page, names, z):
    """As in src/content/context.rs."""
    words = np.expm1(page['X'][:, names.index('words')].astype(float)); own = probability(z); likely = words * own; total = likely.sum()
    sums = collections.defaultdict(lambda: [0.0, 0.0, False])
    for at, elements in enumerate(page['elements']):
        for element in elements: sums[element][0] += words[at]; sums[element][1] += likely[at]
    without = lambda some, of: np.where(some - words > 1e-6, (of - likely) / np.where(some - words > 1e-6, some - words, 1), own)
    around = lambda level: np.array([sums[e[min(level, len(e) - 1)]][:2] for e in page['elements']]).T
    alike = lambda what: np.bincount(page['slots'], what)[page['slots']]
    best = min(sums, key=lambda e: (sums[e][0] - 2 * sums[e][1], e))
    beside = np.concatenate([[-3], np.clip(z, -4, 4), [-3]]); one = np.ones(len(z))
    return np.stack([z, np.clip(z, -3, 3), beside[:-2], beside[2:], *(without(*around(level)) for level in range(3)), without(alike(words), alike(likely)),
        one * np.log1p(total), one * total / max(1e-9, words.sum()), np.array([float(best in e) for e in page['elements']]), one * sums[best][1] / max(1e-9, total)], 1).astype(np.float32)

def in_context(page, names, found): return np.concatenate([page['X'], context(page, names, scores(page, found))], 1)

def fold_of(pages, parts):
    sites = sorted({p['site'] for p in pages}); return {site: i % parts for i, site in enumerate(sites)}

def all_tables(names, pages):
    """All tables, fitted on some pages."""
    found = tables(names, pages); of = fold_of(pages, PARTS)
    parts = [tables(names, [p for p in pages if of[p['site']] != k]) for k in range(PARTS)]
    for p in pages: p['both'] = in_context(p, names, parts[of[p['site']]])
    for table, kind in (('article_context', 0), ('page_context', 1)): found[table] = weighed(pages, names, table, kind, lambda p: p['both'])
    return found

def chosen(page, found, names):
    X = page['X']; both = in_context(page, names, found); no_article = probability(X[0] @ found['kind'])
    trust = KNOWN * X[:, names.index('page_known')] * (2 * X[:, names.index('kept')] - 1)
    score = no_article * (both @ found['page_context']) + (1 - no_article) * (both @ found['article_context'] + trust)
    mask = (score > 0) & ~page['among_comments'] | page['headlines'] | page['lines'] & (no_article < 0.5)
    # As in src/content/kind.rs: lines that are marked as date or author, before or after the text.
    says = np.flatnonzero(mask & (page['size'] >= 20) & ~page['headlines'])
    beside = np.ones(len(mask), bool)
    if len(says): beside[says[0]:says[-1] + 1] = False
    mask = mask & ~(page['marked'] & beside) if no_article < 0.5 else mask
    unlinked = np.expm1(X[:, names.index('words')]) * (1 - X[:, names.index('linked')])
    is_thread = no_article * unlinked[page['said']].sum() > (1 - no_article) * unlinked[mask].sum()
    return mask | page['said'] if is_thread and 'blog' not in page['set'] else mask

def judged(page, mask):
    words = [word for i in np.flatnonzero(mask) for word in page['words'][i]]
    found = collections.Counter(fours(words)); gold = page['gold']
    for s in page['ignored'] - set(gold): found.pop(s, None)
    if not gold: return (float(not found), 1.0)
    tp = sum((gold & found).values())
    return (tp / sum(found.values()) if found else 0.0), tp / sum(gold.values())

def show(title, pages, masks):
    by = collections.defaultdict(list)
    for page, mask in zip(pages, masks): by[page['set']].append(judged(page, mask))
    found = {}
    for name, of in by.items():
        p, r = np.mean([x for x, _ in of]), np.mean([x for _, x in of])
        found[name] = float(2 * p * r / (p + r)), float(np.mean([min(x) >= 0.95 for x in of]))
    print(f'{title:10}' + '  '.join(f'{name} {f1:.3f}/{near:.3f}' for name, (f1, near) in found.items()), flush=True)
    return {name: {'post_F1': f1} if 'blog' in name else {'F1': f1, 'near_perfect_pages': near} for name, (f1, near) in found.items()}

def level_out(names, pages):
    """The figures of plain sites by tables that were fitted on no site with a level of theirs, one level after another; the mean over levels."""
    found, levels = collections.defaultdict(list), sorted(set().union(*(p['levels'] for p in pages)))
    for level in (level for level in levels if level.split('=')[0] in LEFT_OUT):
        without = all_tables(names, [p for p in pages if level not in p['levels']]); of = [p for p in pages if level in p['levels']]
        for name, figures in show(level, of, [chosen(p, without, names) for p in of]).items(): found[name].append(figures)
    return {name: {'level_out': {figure: np.mean([one[figure] for one in of]) for figure in of[0]}} for name, of in found.items()}

def main():
    options = {a for a in sys.argv if a.startswith('--')}
    program, shared, more = [a for a in sys.argv[1:] if not a.startswith('--')]
    (names, of_context), pages = load(program, shared, more); fold = fold_of(pages, FOLDS)
    kept = names.index('kept')
    show('rules', pages, [p['X'][:, kept] > 0 for p in pages])
    whole = all_tables(names, pages)
    in_sample = show('in-sample', pages, [chosen(p, whole, names) for p in pages])
    parts = [all_tables(names, [p for p in pages if fold[p['site']] != k]) for k in range(FOLDS)]
    left_out = show('left out', pages, [chosen(p, parts[fold[p['site']]], names) for p in pages])
    fitted.keep({name: {'in_sample': in_sample[name], 'left_out': left_out[name]} for name in in_sample})
    if '--levels' in options: fitted.keep(level_out(names, pages))
    if '--write' in options:
        for table, weights in whole.items():
            with open(os.path.join(FOLDER, table + '.txt'), 'w') as out:
                out.write('# Written by eval/fit/fit_content.py: each feature and its weight. The features are explained in src/content/evidence.rs and context.rs.\n')
                for name, weight in zip(names + of_context, weights):
                    if weight: out.write(f'{name:18} {weight:8.4f}\n')

if __name__ == '__main__': main()

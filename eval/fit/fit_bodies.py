#!/usr/bin/env python3
"""Fits src/forum/weights/body.txt: which texts of the record of a post belong to the post. Python 3.9+, numpy and scipy.

    cargo build --release --example candidates
    eval/fit/fit_bodies.py target/release/examples/candidates ../shared target/more [--levels] [--write]

The example prints the texts of the records of the chosen candidate with their features. Each record is compared with the reference post
that it holds; the range of texts whose words are most like that post is right, and its texts are positive. A logistic regression is
fitted, regularized by L2. The figure is the share of records of which the range with the largest sum of scores has an F1 of words of 0.8
or more: of all sites, of the fit on other sites, and for plain sites also of the fit on sites without one of their levels (--levels);
benches/fit.json stores them."""
import collections, json, os, pickle, subprocess, sys
sys.argv.append('--posts')
import fit, plain
from fitted import keep
import numpy as np
from scipy.optimize import minimize

MODES, FOLDS, L2, TABLE = ['all', 'alone', 'stripped', 'stripped-alone'], 10, 1.0, 'src/forum/weights/body.txt'
# The weight of a plain generated site: with 0.3 boards lose .01, with 0.05 plain sites .005.
PLAIN = 0.1

def worth(a, b, both): return 2 * both / max(1, a + b)

def right_range(texts, forms):
    """The range of texts that is most like one of the forms of a post, and its F1; of equal ranges the shortest."""
    best = (0, 0, 0, 0)
    for form in forms:
        size = sum(form.values())
        # Texts without a word of the post neither begin nor end the range.
        ends = [i for i, text in enumerate(texts) if any(word in form for word in text)]
        for first in ends:
            left, words, both = collections.Counter(form), 0, 0
            for last in range(first, ends[-1] + 1):
                for word, count in texts[last].items():
                    words += count; hit = min(count, left[word]); both += hit; left[word] -= hit
                value = worth(words, size, both)
                if value > best[0] + 1e-9: best = (value, first, last + 1)
    return best[:3]

def match(score, posts, forms):
    """Each record with the reference post that it holds: (texts as bags, values, first, end, forms)."""
    bag = lambda text: collections.Counter(score.words(text)); out = []
    known = [[bag(text) for text in of] for of in forms]; free = set(range(len(known)))
    for post in posts:
        if len(post) > 400: continue
        texts = [bag(text) for text, _ in post]; whole = sum(texts, collections.Counter())
        at = {i: sum((whole & known[i][0]).values()) / max(1, sum(known[i][0].values())) for i in free}
        for i in sorted((i for i in at if at[i] >= .8), key=lambda i: -sum(known[i][0].values()))[:1]:
            best = right_range(texts, known[i])
            if best[0] >= .8:
                free.discard(i); out.append((texts, np.array([values for _, values in post]), *best[1:], known[i]))
    return out

def load(program, shared, more, cache='target/fit-bodies.pickle'):
    if os.path.exists(cache) and os.path.getmtime(cache) > os.path.getmtime(program): return pickle.load(open(cache, 'rb'))
    score, rows, names = fit.scorer(shared), [], []
    for name, folder in (('forum', 'data/forum'), ('boards', 'boards'), ('generated', ''), ('plain-forum', '')):
        for (root, levels), mode in ((of, mode) for of in fit.roots(shared, more, name, folder, 'forum') for mode in MODES[:fit.FORMS.get(name)]):
            data = fit.stripped(shared, name, root) if 'stripped' in mode else root
            for site, gold in score.load_gold(root):
                whole = os.path.join(root, site); gold = {page['page']: page for page in gold}
                lines = [json.loads(line) for line in subprocess.run([program, '--bodies', *['--alone'] * ('alone' in mode), os.path.join(data, site)], stdout=subprocess.PIPE, check=True).stdout.splitlines()]
                names = lines[0]['names']
                for line in lines[1:]:
                    page = gold[line['path'].split('/')[-1]]
                    for record in match(score, line['posts'], fit.forms(score, page)): rows.append({'set': name, 'mode': mode, 'site': whole if levels else site, 'levels': levels.get(whole, set()), 'record': record})
    pickle.dump((names, rows), open(cache, 'wb'))
    return names, rows

def heaviest(scores):
    best, most, start, total = (0, 1), -np.inf, 0, 0.0
    for at, value in enumerate(scores):
        if total <= 0: start, total = at, 0.0
        total += value
        if total > most: best, most = (start, at + 1), total
    return best

def is_right(record, scores):
    texts, _, _, _, forms = record; first, end = heaviest(scores)
    found = sum(texts[first:end], collections.Counter()); size = sum(found.values())
    return max(worth(size, sum(form.values()), sum((found & form).values())) for form in forms) >= .8

def main():
    options = {a for a in sys.argv if a.startswith('--')}
    program, shared, more = [a for a in sys.argv[1:] if not a.startswith('--')]
    names, rows = load(program, shared, more)
    X = np.concatenate([r['record'][1] for r in rows]); lengths = [len(r['record'][1]) for r in rows]; of = np.repeat(np.arange(len(rows)), lengths)
    y = np.concatenate([[first <= i < end for i in range(len(values))] for _, values, first, end, _ in (r['record'] for r in rows)]).astype(float)
    sizes = collections.Counter((r['set'], r['mode'], r['site']) for r in rows)
    # Each site counts by the root of its number of records, each record by the root of its number of texts.
    weight = np.array([sizes[r['set'], r['mode'], r['site']] ** -.5 * (PLAIN if r['set'] in ('generated', 'plain-forum') else 1) * n ** -.5 for r, n in zip(rows, lengths)])
    mean, scale = X.mean(0), np.maximum(X.std(0), 1e-6); mean[0], scale[0] = 0, 1
    Z = (X - mean) / scale; ends = np.cumsum(lengths)
    def fitted(train, start=None):
        use = train[of]; A, b, w = Z[use], y[use], weight[of][use]
        def loss(th):
            s = A @ th; p = 1 / (1 + np.exp(-s))
            return (w * (np.logaddexp(0, s) - b * s)).sum() + L2 * th[1:] @ th[1:], A.T @ (w * (p - b)) + 2 * L2 * np.concatenate([[0], th[1:]])
        return minimize(loss, np.zeros(Z.shape[1]) if start is None else start, jac=True, method='L-BFGS-B', options=dict(maxiter=300)).x
    def right(th, which): return {i: is_right(rows[i]['record'], Z[ends[i] - lengths[i]:ends[i]] @ th) for i in which}
    def show(title, good):
        by = collections.defaultdict(list)
        for i, ok in good.items(): by[rows[i]['set'], rows[i]['mode']].append(ok)
        print(f'{title:16}' + '  '.join(f'{s}-{m} {np.mean(v):.3f}' for (s, m), v in sorted(by.items())), flush=True)
        return {f'bodies-{s}' if m == 'all' else f'bodies-{s}-{m}': np.mean(v) for (s, m), v in by.items()}
    theta = fitted(np.ones(len(rows), bool)); in_sample = show('in-sample', right(theta, range(len(rows))))
    sites = sorted({r['site'] for r in rows}); fold = np.array([sites.index(r['site']) % FOLDS for r in rows])
    out = {}
    for k in range(FOLDS): out.update(right(fitted(fold != k, theta), np.flatnonzero(fold == k)))
    left_out = show('left out', out)
    keep({name: {'in_sample': {'right': in_sample[name]}, 'left_out': {'right': share}} for name, share in left_out.items()})
    if '--worst' in options:
        bad = collections.Counter((rows[i]['set'], rows[i]['mode'], rows[i]['site']) for i, ok in out.items() if not ok)
        for key, n in bad.most_common(25): print(n, sizes[key], *key)
    if '--levels' in options:
        levels = sorted(set().union(*(r['levels'] for r in rows))); of_level = []
        for level in levels:
            has = np.array([level in r['levels'] for r in rows])
            good = list(right(fitted(~has, theta), np.flatnonzero(has)).values()); of_level.append(np.mean(good))
            if of_level[-1] < .97: print(f'{level} {of_level[-1]:.3f}')
        print(f'levels left out {np.mean(of_level):.3f}')
        keep({'bodies-plain-forum': {'level_out': {'right': np.mean(of_level)}}})
    full = theta / scale; full[0] = theta[0] - (theta[1:] * mean[1:] / scale[1:]).sum()
    if '--write' in options:
        with open(TABLE, 'w') as file:
            file.write('# Fitted by eval/fit/fit_bodies.py: each feature and its weight.\n# The features are explained in src/forum/body/evidence.rs.\n')
            for name, value in zip(names, full): file.write(f'{name:18} {value:8.4f}\n')

if __name__ == '__main__': main()

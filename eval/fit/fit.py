#!/usr/bin/env python3
"""Fits the weights of src/repeat/weights: which candidate of a page is its list, or with --posts which candidate of all pages
of a template are its posts, or with --comments its comments, if it has any. Python 3.9+, numpy and scipy.

    cargo build --release --example candidates
    eval/fit/fit.py target/release/examples/candidates ../shared target/more [--posts | --comments] [--write] [--ablate]

The example prints all candidates of each page with their features; the scorer of ../shared/eval measures how right each is. A conditional
logit (softmax over the candidates of a page) is fitted to the right ones, regularized by L2 towards the product of powers in
src/repeat/score.rs: strength times the square of its mean over the pages. Pages are used in three forms: with the other pages of their
site, alone, and with all attributes removed. The program prints exact counts and F1 of each set and form, fitted on all sites (in-sample)
and on those of other platforms (left out); benches/fit.json stores them. --write writes the table, with --ablate also the cost of leaving
out each feature."""
import collections, concurrent.futures, importlib.util, json, os, pickle, subprocess, sys
import fitted, plain, threads
import numpy as np
from scipy.optimize import minimize

def scorer(shared):
    spec = importlib.util.spec_from_file_location('score', os.path.join(shared, 'eval', 'score.py'))
    module = importlib.util.module_from_spec(spec); spec.loader.exec_module(module)
    return module

# Sets: name, folder below SHARED or MORE, the scorer's job.
SETS = [('records', 'data/records', 'records'), ('serp', 'data/serp', 'serp'), ('lists', 'lists', 'records'), ('results', 'results', 'serp'),
    ('tables', 'tables', 'records'), ('plain-records', '', 'records'), ('plain-serp', '', 'serp')]
MODES = ['all', 'alone', 'stripped']
FOLDS = 8
# Tried: 1, 2, 4, 8, 16. From 1 to 4 the left-out figures are the same, from 8 on the sets of lists and results lose.
L2 = 2.0
# The number of forms of a set; all forms for sets that are not listed.
FORMS = {'plain-records': 1, 'plain-serp': 1, 'plain-blog': 1, 'plain-news': 1, 'plain-fields': 1, 'plain-forum': 2, 'generated': 2, 'news': 3, 'articles': 3, 'article-single': 2, 'pages': 1, 'page-single': 1, 'cleaneval': 1}
# The prior of the weights: the product of powers that was swept by hand on the sets records and serp.
PRIOR = {'strength': 1.0, 'set_strength': 2.0, 'holder': -5.0}
NAME = 'records'
if '--posts' in sys.argv:
    NAME, SETS, MODES = 'posts', [('forum', 'data/forum', 'forum'), ('boards', 'boards', 'forum'), ('generated', '', 'forum'), ('plain-forum', '', 'forum')], MODES + ['stripped-alone']
    # L2 from 1 to 24: from 12 on, boards without attributes gain .05 left out and the set forum loses .002. The product of powers was swept on the
    # set forum.
    L2, PRIOR = 10.0, {'coverage': 1.5, 'template': 1.0, 'repeats': 1.0, 'speaking': 1.0, 'pages': 1.0, 'run': -0.1}
    FOLDS = 12
if '--comments' in sys.argv:
    NAME, SETS, MODES = 'comments', [('blog', 'data/blog', 'blog'), ('blogs', 'blogs', 'blog')], ['all', 'stripped', 'alone', 'stripped-alone']
    SETS += [(name, folder, 'text') for name, folder in (('news', 'data/news'), ('articles', 'articles'), ('article-single', 'article-single'),
        ('pages', 'pages'), ('page-single', 'page-single'), ('cleaneval', 'cleaneval'))]
    SETS += [('plain-blog', '', 'blog'), ('plain-news', '', 'news'), ('plain-fields', '', 'fields')]
    # L2 from 0.3 to 3 gives the same results.
    L2, PRIOR, FOLDS = 1.0, {}, 10
# The weights of sets and forms in the fit of comments: 3,000 pages have no comments, 150 have some. With 0.1 blogs lose, with
# 0.03 articles; the 29 sets of pages are products and threads, which no other set has: with 0.4 they lose .04 in-sample. Most of the
# blogs have one page each. Plain sites: with 0.2 they lose .02 in-sample, with 0.4 they gain .01 left out and articles lose .006; with 0.6 articles
# lose .007, and articles alone.
COUNTS, PAGES, TEXT, ALONE = {'blog': 1.0, 'blogs': 2.0, 'plain-blog': 0.3, 'plain-fields': 0.3}, 1.0, 0.05, 0.3
# Reviews below a product are comments, too, but no reference says so.
REVIEWS = {'below=reviews', 'below=comments_list'}
# What the share of right authors and dates counts in the fit of posts, beside F1: a candidate without the line of its author has the same F1.
SIGNED = 0.1
# The weight of a set of generated threads: with 1, posts of alternating paragraphs are cut wrongly if a page is alone; with .35, eight teasers
# are taken for the posts beside two.
GENERATED = 0.6
TABLE = f'src/repeat/weights/{NAME}.txt'

# The weight of a plain generated site. Of posts: with 1, boards without attributes lose .4; with 0.1 plain sites are the same. Of
# records: from 0.3 to 1 plain sites gain .013 and real sets nothing; with 2 real sets lose .002.
PLAIN = 1.0 if NAME == 'records' else 0.3
# The most candidates of a page that a fit sees; the others have a negligible probability.
SEEN = 24

def roots(shared, more, name, folder, job):
    """The folders with the sites of a set, and for each site the levels of its factors."""
    if name.startswith('plain-'): return [(str(root / job), {str(site): plain.levels(factors) for site, factors in plain.of(root / job)}) for root in plain.roots(shared, job)]
    if name == 'generated': threads.write('target/fit-threads'); return [('target/fit-threads', {})]
    return [(os.path.join(shared if folder.startswith('data/') else more, folder), {})]

def platform(site):
    """Sites of one product are one platform: their names begin alike up to the first hyphen, or second underscore."""
    head = site.split('-')[0]
    return '_'.join(head.split('_')[:3])

def judge_records(score, texts, gold):
    rows = [(score.key_of(r), score.letters(' '.join(r))) for r in gold['records']]
    rows = [row for row in rows if row[0]]
    keys = {key for key, _ in rows}
    inside = [frozenset(key for key in keys if key in text) for text in map(score.letters, texts)]
    whole = {}
    def right(records):
        left, good = list(rows), 0
        for record in records:
            of = inside[record]
            if not of: continue
            for at, (key, text) in enumerate(left):
                if key in of and all(k in text for k in of):
                    del left[at]; good += 1
                    break
        return good
    return right, len(rows), len(rows)

def judge_serp(score, texts, gold):
    titles = [t for t in (score.plain(r['title']) for r in gold['records']) if t]
    want = collections.Counter(titles)
    told = []
    for text in map(score.plain, texts):
        inside = [t for t in want if t in text]
        inside = [t for t in inside if not any(t != u and t in u for u in inside)]
        first = min(inside, key=text.index) if inside else None
        told.append(first if first and not any(t != first and len(t) >= 24 for t in inside) else None)
    def right(records):
        left, good = collections.Counter(want), 0
        for record in records:
            if told[record] and left[told[record]] > 0: left[told[record]] -= 1; good += 1
        return good
    return right, len(titles), len(gold['records'])

def judge_posts(score, posts, gold, free):
    """The number of posts of a page that match reference posts, one to one, with an F1 of words of 0.8 or more. Each reference post is
    given in all its forms; posts that match the texts of `free` do not count."""
    pairs, known = matched(score, posts, gold), bags(score, free)
    left = set(range(len(posts))) - {i for i, _ in pairs}
    loose = sum(any(worth(bag, other) >= 0.8 for other in known) for bag in bags(score, [posts[i] for i in left])) if free else 0
    return len(pairs), len(posts) - loose

def bags(score, texts): return [collections.Counter(score.words(text)) for text in texts]

def worth(a, b): return 2 * sum((a & b).values()) / max(1, sum(a.values()) + sum(b.values()))

def matched(score, posts, gold):
    """Pairs of a post and a reference post, the best first."""
    found, known, pairs = bags(score, posts), [bags(score, of) for of in gold], []
    for match, i, j in sorted((-max(worth(a, b) for b in of), i, j) for i, a in enumerate(found) for j, of in enumerate(known)):
        if match <= -0.8 and all(i != of[0] and j != of[1] for of in pairs): pairs.append((i, j))
    return pairs

def signed_share(score, candidate, files, gold):
    """The share of the reference authors and dates that are those of the posts of a candidate; 0 where no reference is given."""
    right = all_ = 0
    for (file, posts, signed) in zip(files, candidate['texts'], candidate['signed']):
        of = gold[file]
        if 'authors' not in of or 'variants' not in of: continue
        all_ += sum(name is not None for name in of['authors'] + of['dates'])
        for i, j in matched(score, posts, [[text, *more] for text, more in zip(of['posts'], of['variants'])]):
            author, date = signed[i]
            right += of['authors'][j] is not None and score.letters(author) == score.letters(of['authors'][j])
            right += of['dates'][j] is not None and (date or '')[:10] == of['dates'][j]
    return right / all_ if all_ else 0.0

def forms(score, page):
    """The reference posts of a page, each in all its forms."""
    return [[text, *more] for text, more in zip(page['posts'], page.get('variants', [[]] * len(page['posts']))) if score.words(text)]

def load_posts(score, line, gold):
    """The candidates of one set of pages."""
    files = [path.split('/')[-1] for path in line['paths']]
    known = [forms(score, gold[file]) for file in files]
    memory, judged = {}, []
    for candidate in line['candidates']:
        sums = [0, 0]
        for file, posts, of_page in zip(files, candidate['texts'], known):
            key = (file, tuple(posts))
            if key not in memory: memory[key] = judge_posts(score, posts, of_page, gold[file].get('free', []))
            sums = [a + b for a, b in zip(sums, memory[key])]
        judged.append(sums)
    size = sum(map(len, known))
    signed = np.array([signed_share(score, candidate, files, gold) for candidate in line['candidates']])
    return {'page': files[0], 'signed': signed, 'gold': size, 'count': size, 'judged': np.array(judged).reshape(-1, 2)}

def load_comments(score, line, gold, job, name):
    """The candidates of one set of pages, with "no candidate" as one of them: F1 as comments, or the share of the main text that they leave."""
    files = [(at, path.split('/')[-1]) for at, path in enumerate(line['paths'])]
    files = [(at, file) for at, file in files if file in gold]
    join = lambda texts: '\n'.join(texts) if isinstance(texts, list) else texts or ''
    memory = {}
    if name.startswith('plain-'):
        of = [(plain_quality(score, candidate, files, gold), candidate['values'] if candidate else [0.0] * len(line['names'])) for candidate in line['candidates'] + [None]]
        mean, values = map(np.array, zip(*of))
        return {'page': files[0][1], 'gold': 1, 'count': 1, 'files': len(files), 'mean': mean, 'judged': np.outer(mean, [len(files)] * 2), 'values': values}
    known = {file: score.shingles(join(gold[file].get('comments' if job == 'blog' else 'text'))) for _, file in files}
    def judge(file, text):
        """Precision and recall of comments; for main text both are the share of it that is left."""
        found = score.shingles(text); both = sum((found & known[file]).values())
        if job != 'blog': return (1 - both / max(1, sum(known[file].values())),) * 2
        if not known[file]: return float(not found), 1.0
        return both / max(1, sum(found.values())), both / sum(known[file].values())
    values, judged = [], []
    for candidate in line['candidates'] + [None]:
        of_files = []
        for at, file in files:
            text = join(candidate['texts'][at]) if candidate else ''
            if (file, text) not in memory: memory[file, text] = judge(file, text)
            of_files.append(memory[file, text])
        mean = np.mean([f1_of(p, r) for p, r in of_files])
        # For main text, a candidate counts if it takes at least a tenth of it; boxes next to it may be unmarked comments. The posts of a
        # thread are its main text.
        if job == 'blog' or candidate is None or mean < 0.9 and (mean > 0.2 or not name.startswith('page')):
            values.append(candidate['values'] if candidate else [0.0] * len(line['names']))
            judged.append((mean, *np.sum(of_files, 0)))
    return {'page': files[0][1], 'gold': 1, 'count': 1, 'files': len(files), 'mean': np.array([j[0] for j in judged]), 'judged': np.array(judged)[:, 1:], 'values': np.array(values, float)}

def plain_quality(score, candidate, files, gold):
    """F1 of single comments, or the share of pages without any if there should be none."""
    right = found = known = without = 0
    for at, file in files:
        said = candidate['texts'][at] if candidate else []
        said_there = gold[file].get('comments') or ''; full = said_there.split('\n\n') if said_there else []
        right += judge_posts(score, said, [[text] for text in full], [])[0]; found += len(said); known += len(full); without += not said
    return f1(right, found, known) if known else without / len(files)

def f1_of(p, r): return 2 * p * r / (p + r) if p + r else 0.0

def f1(tp, pred, gold): return 2 * tp / (pred + gold) if pred + gold else 0.0

def stripped(shared, name, root):
    """The folder with the pages of a set without attributes."""
    data = os.path.join('target', 'fit-stripped', name)
    if not os.path.isdir(data): subprocess.run([sys.executable, os.path.join(shared, 'eval', 'strip.py'), root, data], check=True, stdout=subprocess.DEVNULL)
    return data

def load(program, shared, more, cache=f'target/fit-{NAME}.pickle'):
    if os.path.exists(cache) and os.path.getmtime(cache) > os.path.getmtime(program): return pickle.load(open(cache, 'rb'))
    score = scorer(shared); pages, runs = [], []
    for name, folder, job in SETS:
        for (root, levels), mode in ((of, mode) for of in roots(shared, more, name, folder, job) for mode in MODES[:FORMS.get(name)]):
            data = stripped(shared, name, root) if 'stripped' in mode else root
            for site, gold in score.load_gold(root):
                if levels.get(os.path.join(root, site), set()) & REVIEWS: continue
                command = [program] + (['--alone'] if 'alone' in mode else []) + {'forum': ['--posts'], 'blog': ['--comments'], 'news': ['--comments'], 'fields': ['--comments'], 'text': ['--comments']}.get(job, []) + [os.path.join(data, site)]
                runs.append((name, job, root, levels, mode, site, {g['page']: g for g in gold}, command))
    run = lambda command: subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.splitlines()
    pool = concurrent.futures.ThreadPoolExecutor(4)
    for (name, job, root, levels, mode, site, gold, _), lines in zip(runs, pool.map(run, [of[-1] for of in runs])):
        names = json.loads(lines[0])['names']
        whole = os.path.join(root, site) if levels else site
        where = {'site': whole, 'platform': whole, 'levels': levels.get(whole, set())}
        for line in lines[1:]:
            page = json.loads(line)
            if job in ('blog', 'news', 'fields', 'text'):
                if any(path.split('/')[-1] in gold for path in page['paths']):
                    page['names'] = names
                    pages.append({'set': name, 'mode': mode, **where, **load_comments(score, page, gold, job, name)})
                continue
            if job == 'forum':
                values = np.array([c['values'] for c in page['candidates']], float).reshape(-1, len(names))
                pages.append({'set': name, 'mode': mode, **where, 'values': values, **load_posts(score, page, gold)})
                continue
            file = page['path'].split('/')[-1]
            if file not in gold: continue
            right, size, count = (judge_records if job == 'records' else judge_serp)(score, page['texts'], gold[file])
            known = {}; judged = []
            for c in page['candidates']:
                key = tuple(c['records'])
                if key not in known: known[key] = (right(key), len(key))
                judged.append(known[key])
            pages.append({'set': name, 'mode': mode, 'site': site, 'platform': os.path.join(root, site) if levels else platform(site), 'levels': levels.get(os.path.join(root, site), set()), 'page': file, 'gold': size, 'count': count,
                'keys': [c['key'] for c in page['candidates']], 'steps': [c['steps'] for c in page['candidates']], 'judged': np.array(judged).reshape(-1, 2),
                'sets': [list(known).index(tuple(c['records'])) for c in page['candidates']],
                'values': np.array([c['values'] for c in page['candidates']], float).reshape(-1, len(names)), 'group': (name, mode, site) + ((file,) if mode == 'alone' else ())})
    pickle.dump((names, pages), open(cache, 'wb'))
    return names, pages

def quality(page): return page['mean'] if 'mean' in page else 2 * page['judged'][:, 0] / np.maximum(1, page['judged'][:, 1] + page['gold'])

# Posts and comments are right with this F1.
RIGHT = 0.9

class Problem:
    """All candidates of all pages as one matrix."""
    def __init__(self, pages, names):
        self.pages = pages
        self.X = np.concatenate([p['values'] for p in pages])
        self.ends = np.cumsum([len(p['values']) for p in pages]); self.starts = np.concatenate([[0], self.ends[:-1]])
        self.of = np.repeat(np.arange(len(pages)), [len(p['values']) for p in pages])
        good = []
        for p in pages:
            v = quality(p) + SIGNED * p.get('signed', 0) + (0 if 'mean' in p else np.where(p['judged'][:, 1] == p['count'], 0.03, 0))
            good.append(v >= v.max() - 0.02 if len(v) else v > 0)
        self.good = np.concatenate(good)
        self.use = np.array([quality(p).max(initial=0) >= 0.5 for p in pages])
        if NAME == 'comments':
            sizes = collections.Counter((p['set'], p['mode'], p['site']) for p in pages)
            self.weight = np.array([COUNTS.get(p['set'], PAGES if p['set'] == 'pages' else TEXT) * (ALONE if 'alone' in p['mode'] else 1) * (p['files'] / sizes[p['set'], p['mode'], p['site']]) ** 0.5 for p in pages])
            return
        sizes = collections.Counter((p['mode'], p['platform']) for p in pages)
        self.weight = np.array([sizes[p['mode'], p['platform']] ** -0.5 * (0.5 if 'stripped' in p['mode'] else 1) * (GENERATED if p['set'] == 'generated' else PLAIN if p['set'].startswith('plain-') else 1) for p in pages])

    def fit(self, train, columns, l2, mean, scale, prior=None, start=None):
        """The weights fitted to the right candidates of the pages of `train`; with weights to start from, to the best of these only."""
        rows = (train & self.use)[self.of]
        if start is not None: rows &= self.good | self.best(start)
        rows = np.flatnonzero(rows)
        X = ((self.X - mean) / scale)[rows][:, columns]; of = self.of[rows]; good = self.good[rows]
        starts = np.flatnonzero(np.concatenate([[True], of[1:] != of[:-1]])); inner = np.cumsum(np.concatenate([[0], of[1:] != of[:-1]])); w = self.weight[of[starts]]
        prior = np.zeros(self.X.shape[1]) if prior is None else prior
        th0 = (prior * scale)[columns]
        def loss(th):
            s = X @ th; m = np.maximum.reduceat(s, starts)[inner]; e = np.exp(s - m); p = e / np.add.reduceat(e, starts)[inner]
            q = np.maximum(np.add.reduceat(p * good, starts), 1e-12)
            return -(w * np.log(q)).sum() + l2 * (th - th0) @ (th - th0), X.T @ (w[inner] * (p - p * good / q[inner])) + 2 * l2 * (th - th0)
        th = minimize(loss, th0 if start is None else (start * scale)[columns], jac=True, method='L-BFGS-B', options=dict(maxiter=300)).x
        full = np.zeros(self.X.shape[1]); full[columns] = th / scale[columns]
        return full

    def scores(self, theta): return self.X @ theta

    def best(self, theta):
        """The candidates with the highest scores of each page."""
        scores = self.scores(theta)
        order = np.lexsort((-scores, self.of))
        rank = np.empty(len(order), int); rank[order] = np.arange(len(order)) - self.starts[self.of[order]]
        return rank < SEEN

    def choose(self, scores):
        """The candidate of each page with the highest score."""
        return [int(np.argmax(scores[a:b])) for a, b in zip(self.starts, self.ends)]

    def answers(self, scores):
        """For each page with anything to find how probable the chosen candidate is, together with those that give the same, and whether it is right."""
        for page, a, b in zip(self.pages, self.starts, self.ends):
            worth, of = quality(page), np.exp(scores[a:b] - scores[a:b].max()); chosen = int(np.argmax(of))
            if worth.max(initial=0) > 0: yield of[worth == worth[chosen]].sum() / of.sum(), bool(worth[chosen] >= RIGHT)

def report(pages, chosen):
    out = {}
    for key in sorted({(p['set'], p['mode']) for p in pages}):
        tp = pred = gold = exact = n = 0
        if NAME == 'comments':
            if key[0].startswith('plain-'):
                sites = collections.defaultdict(list)
                for p, c in zip(pages, chosen):
                    if (p['set'], p['mode']) == key: sites[p['site']].append((p['mean'][c], p['files']))
                out[key] = 0.0, np.mean([sum(mean * files for mean, files in of) / sum(files for _, files in of) for of in sites.values()])
                continue
            of = [(p['judged'][c], p['files']) for p, c in zip(pages, chosen) if (p['set'], p['mode']) == key]
            out[key] = 0.0, f1_of(*(np.sum([j for j, _ in of], 0) / sum(n for _, n in of)))
            continue
        for p, c in zip(pages, chosen):
            if (p['set'], p['mode']) != key: continue
            t, k = p['judged'][c] if c is not None else (0, 0)
            tp += t; pred += k; gold += p['gold']; exact += k == p['count']; n += 1
        out[key] = (exact / n, f1(tp, pred, gold))
    return out

def show(title, figures):
    print(f'{title:28}' + '  '.join(f'{s}-{m} {e:.3f}/{f:.3f}' for (s, m), (e, f) in figures.items()), flush=True)

def main():
    options = {a for a in sys.argv if a.startswith('--')}
    program, shared, more = [a for a in sys.argv[1:] if not a.startswith('--')]
    names, pages = load(program, shared, more)
    pages = [p for p in pages if len(p['values'])]
    problem = Problem(pages, names)
    mean, scale = problem.X.mean(0), np.maximum(problem.X.std(0), 1e-6)
    platforms = sorted({p['platform'] for p in pages}); fold = {p: i % FOLDS for i, p in enumerate(platforms)}
    folds = np.array([fold[p['platform']] for p in pages])
    prior = np.array([PRIOR.get(n, 0.0) for n in names])
    def left_out_scores(columns):
        scores = np.zeros(len(problem.X))
        for k in range(FOLDS):
            theta = problem.fit(folds != k, columns, L2, mean, scale, prior, whole); rows = (folds == k)[problem.of]
            scores[rows] = problem.scores(theta)[rows]
        return scores
    left_out = lambda columns: report(pages, problem.choose(left_out_scores(columns)))
    # Features that no candidate has are those of another kind of list.
    columns = [i for i in range(len(names)) if np.any(problem.X[:, i] != 0)]
    everything = np.ones(len(pages), bool)
    theta, whole = prior, None
    for _ in range(3 if NAME == 'records' else 1):
        theta = problem.fit(everything, columns, L2, mean, scale, prior, theta if NAME == 'records' else None)
    if NAME == 'records': whole = theta
    if '--write' in options: write(names, columns, theta, {})
    apart = left_out_scores(columns)
    if NAME != 'records': fitted.keep_calibration(NAME, list(problem.answers(apart)))
    figures = {'in-sample': report(pages, problem.choose(problem.scores(theta))), 'left out': report(pages, problem.choose(apart)),
        'the powers alone': report(pages, problem.choose(problem.scores(prior))),
        'best on offer': report(pages, [int(np.argmax(quality(p) + (0 if 'mean' in p else 1e-3 * (p['judged'][:, 1] == p['count'])))) for p in pages])}
    for title, of in figures.items(): show(title, of)
    row = lambda name, mode: name if mode == 'all' else f'{name}-{mode}'
    rows = {row(*key): {'in_sample': told(figures['in-sample'][key]), 'left_out': told(of)} for key, of in figures['left out'].items() if NAME != 'comments' or key[0] in COUNTS}
    cost = {}
    if '--ablate' in options:
        whole = mean_of(figures['left out'])
        for i, n in ((i, names[i]) for i in columns):
            cost[n] = whole - mean_of(left_out([c for c in columns if c != i]))
            print(f'without {n:18} {-cost[n]:+.4f}', flush=True)
    fitted.keep(rows)
    if '--levels' in options: fitted.keep(level_out(problem, names, columns, mean, scale, prior, whole))
    if '--write' in options: write(names, columns, theta, cost)

def level_out(problem, names, columns, mean, scale, prior, whole):
    """The figures of plain sites by a fit that saw no site with a level of theirs, one level after another."""
    pages = problem.pages
    of_level = collections.defaultdict(list)
    for at, page in enumerate(pages):
        for level in page.get('levels', ()): of_level[level].append(at)
    found = collections.defaultdict(list)
    for level, members in sorted(of_level.items()):
        train = np.ones(len(pages), bool); train[members] = False
        scores = problem.scores(problem.fit(train, columns, L2, mean, scale, prior, whole))
        chosen = [int(np.argmax(scores[problem.starts[at]:problem.ends[at]])) for at in members]
        for (name, _), figures in report([pages[at] for at in members], chosen).items():
            found[name].append((figures[1], figures[0], level))
    for name, of in found.items(): print(f'{name} without its level: ' + '  '.join(f'{level} {exact:.2f}/{f:.2f}' for f, exact, level in sorted(of)[:8]), flush=True)
    mean_of_levels = lambda of: (np.mean([exact for _, exact, _ in of]), np.mean([f for f, _, _ in of]))
    return {name: {'level_out': told(mean_of_levels(of))} for name, of in found.items() if NAME != 'comments' or name in COUNTS}

def told(of):
    """The figures of a row by name, given the share of exact counts and F1."""
    return {'count_exact': of[0], 'record_F1': of[1]} if NAME == 'records' else {{'posts': 'F1', 'comments': 'comments_F1'}[NAME]: of[1]}

def write(names, columns, theta, cost):
    with open(TABLE, 'w') as out:
        out.write('# Written by eval/fit/fit.py: each feature, its weight, and how much the mean of exact counts and F1 on left-out platforms falls without it.\n# The features are explained in src/repeat/evidence.rs.\n')
        for n, t in ((names[i], theta[i]) for i in columns): out.write(f'{n:18} {t:8.4f}' + (f'  # {cost[n]:+.4f}' if n in cost else '') + '\n')

def mean_of(figures): return np.mean([(exact + 2 * f) / 3 for exact, f in figures.values()])

if __name__ == '__main__': main()

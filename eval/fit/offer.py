#!/usr/bin/env python3
"""Compares the two methods that build candidates: for the list of a page, and for the posts of all pages of a template.
Python 3.9+, numpy and scipy.

    cargo build --release --example candidates
    eval/fit/offer.py target/release/examples/candidates ../shared target/more

The program prints the mean F1 of the best candidate of each page of boards and lists, for each method, whichever candidate is chosen. A post is
right if a record has four fifths of its words and none of another post; records are judged as in eval/fit/fit.py. So the later cleaning of posts
counts for neither method. docs/decisions/0010-fitted-posts.md has the figures."""
import collections, json, os, subprocess, sys
import fit

SETS = [('boards', 'boards', 'posts'), ('forum', 'data/forum', 'posts'), ('lists', 'lists', 'records'), ('results', 'results', 'serp')]
# Shorter posts may occur within any other post.
SHORT = 5

def posts_right(score, texts, gold):
    found, known = ([collections.Counter(score.words(text)) for text in of] for of in (texts, gold['posts']))
    known = [post for post in known if post]
    has = lambda record, post: sum((record & post).values()) >= 0.8 * sum(post.values())
    left, right = list(found), 0
    for post in known:
        is_of_it = lambda record: has(record, post) and sum(has(record, other) for other in known if sum(other.values()) >= SHORT) <= 1
        one = min(filter(is_of_it, left), key=lambda record: sum(record.values()), default=None)
        if one is not None: left.remove(one); right += 1
    return right, len(known)

def records_right(score, texts, gold, judge):
    right, size, _ = judge(score, list(texts), gold)
    return right(range(len(texts))), size

def on_offer(line):
    """The pages, with the texts of each of their candidates."""
    if 'paths' in line:
        return [(path, {tuple(c['texts'][at]) for c in line['candidates']}) for at, path in enumerate(line['paths'])]
    return [(line['path'], {tuple(line['texts'][record] for record in c['records']) for c in line['candidates']})]

def main(program, shared, more):
    score = fit.scorer(shared)
    right = {'posts': posts_right, 'records': lambda *of: records_right(*of, fit.judge_records), 'serp': lambda *of: records_right(*of, fit.judge_serp)}
    for name, folder, job in SETS:
        root = os.path.join(shared if folder.startswith('data/') else more, folder)
        for method, flags in (('lists', []), ('posts', ['--posts'])):
            best = []
            for site, gold in score.load_gold(root):
                gold = {page['page']: page for page in gold}
                lines = subprocess.run([program, *flags, os.path.join(root, site)], stdout=subprocess.PIPE, check=True).stdout.splitlines()[1:]
                for path, candidates in (page for line in lines for page in on_offer(json.loads(line))):
                    known = gold.get(os.path.basename(path))
                    if known is None: continue
                    of = [(*right[job](score, texts, known), len(texts)) for texts in candidates if texts]
                    best.append(max((fit.f1(good, size, all_) for good, all_, size in of), default=0))
            print(f'{name}: candidates for {method}, best candidate F1 {sum(best) / len(best):.3f} of {len(best)} pages', flush=True)

if __name__ == '__main__':
    if len(sys.argv) != 4: sys.exit(__doc__)
    main(*sys.argv[1:])

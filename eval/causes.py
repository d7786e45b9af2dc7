#!/usr/bin/env python3
"""Counts the pages with a wrong main text by cause: the most expensive reason on each page with F1 below .9.

    cargo build --release
    eval/causes.py target/release/katagami ../shared target/more

`content --explain` gives for each block whether it is content, and the reason. A page is counted under the reason with the most wrong
strings of four words: of blocks that were kept or left out wrongly. The output is target/causes.json, from which `eval/tables.py` writes
a table of docs/QUALITY.md."""
import collections, importlib.util, json, os, subprocess, sys

SETS = ['articles', 'article-single', 'pages', 'page-single', 'cleaneval', 'data/news']
BELOW = 0.9

def fours(words): return [tuple(words[i:i + 4]) for i in range(max(1, len(words) - 3))] if words else []

def cause(score, row, gold):
    """The most expensive reason, with `too much` or `missed` before it."""
    known = set(fours(score.words(gold['text']))); ignored = set(fours(score.words(gold.get('comments') or ''))) - known
    cost = collections.Counter()
    for block in row.get('blocks', []):
        each = fours(score.words(block['text'])); why = block['why'].split(' (')[0]
        # The comments of a thread are its text.
        if block['part'] == 'text' or block['part'] and block['text'] in row['text']: cost['too much: ' + why] += sum(f not in known and f not in ignored for f in each)
        else: cost['missed: ' + why] += sum(f in known for f in each)
    return cost.most_common(1)[0][0] if sum(cost.values()) else 'no block'

def main():
    program, shared, more = sys.argv[1:]
    spec = importlib.util.spec_from_file_location('score', os.path.join(shared, 'eval', 'score.py'))
    score = importlib.util.module_from_spec(spec); spec.loader.exec_module(score)
    counts = {}
    for name in SETS:
        root = os.path.join(shared if name.startswith('data/') else more, name); found = counts[os.path.basename(name)] = collections.Counter()
        for site, rows in score.load_gold(root):
            lines = subprocess.run([program, 'content', os.path.join(root, site), '--quiet', '--format', 'jsonl', '--explain'], stdout=subprocess.PIPE).stdout
            answers = {row['path'].rsplit('/', 1)[-1]: row for row in map(json.loads, lines.splitlines())}
            for gold in rows:
                row = answers.get(gold['page']); found['pages'] += 1
                p, r = score.text_score(row['text'], gold['text'], gold.get('comments') or '') if row else (0, 0)
                if p + r and 2 * p * r / (p + r) >= BELOW: continue
                found['below'] += 1
                found[cause(score, row, gold) if row else 'no answer'] += 1
        print(name, dict(found.most_common()), flush=True)
    with open('target/causes.json', 'w') as out: json.dump(counts, out)

if __name__ == '__main__': main()

#!/usr/bin/env python3
"""Compares other programs with katagami on the pages of benches/similar.py: the pairs that they find, and their speed.

    similar-peers.py PAGES OUT [PROGRAM]    PAGES is written by `similar.py build`; katagami's pairs are written to OUT;
                                            PROGRAM is the built `examples/similar`, by default target/release/examples/similar

Peers: rensa and datasketch (from PyPI), MinHash with 128 permutations and 32 bands of 4 rows (two pages with half in common
become candidates with probability 0.87). A candidate is kept if its estimated Jaccard coefficient is at least 0.5. The sets are the
words of a page, as in the README of rensa, or its strings of 8 characters, which the reference uses. Seconds are processor
seconds of all threads, first from texts to the index (the sketches of all pages; for katagami its pages and sorted keys), then
to the pairs. Pairs are judged by the rule of `similar.py`; of more than 5,000 pairs, a random sample of 5,000 is judged.
"""
import importlib.util, json, random, subprocess, sys, time
from pathlib import Path

BENCHES = Path(__file__).resolve().parent
PERMUTATIONS, BANDS, LEAST = 128, 32, .5

def words(text): return text.split()
def strings(text): return list({text[at:at + 8] for at in range(max(1, len(text) - 7))})

def rensa(texts, tokens):
    from rensa import RMinHash, RMinHashLSH
    lsh = RMinHashLSH(LEAST, PERMUTATIONS, BANDS)
    pages = []
    for number, text in enumerate(texts):
        page = RMinHash(PERMUTATIONS, 42)
        page.update(tokens(text))
        lsh.insert(number, page)
        pages.append(page)
    yield
    for number, page in enumerate(pages):
        for other in set(lsh.query(page)):
            if other < number and page.jaccard(pages[other]) >= LEAST: yield other, number

def datasketch(texts, tokens):
    from datasketch import MinHash, MinHashLSH
    lsh = MinHashLSH(num_perm=PERMUTATIONS, params=(BANDS, PERMUTATIONS // BANDS))
    pages = []
    for number, text in enumerate(texts):
        page = MinHash(num_perm=PERMUTATIONS)
        page.update_batch([token.encode() for token in set(tokens(text))])
        lsh.insert(number, page)
        pages.append(page)
    yield
    for number, page in enumerate(pages):
        for other in lsh.query(page):
            if other < number and page.jaccard(pages[other]) >= LEAST: yield other, number

def katagami(program, pages, out, names):
    said = subprocess.run([program, pages, out], check=True, capture_output=True, text=True).stdout
    seconds = {line[:28].strip(): float(line[28:].split()[0]) for line in said.splitlines() if line.endswith('pages/s')}
    numbers = {name: number for number, name in enumerate(names)}
    rows = map(json.loads, open(out, encoding='utf-8'))
    index = seconds['facts, keys, pages to disk'] + seconds['keys sorted']
    return index, seconds['sum'], [(numbers[row['a']], numbers[row['b']]) for row in rows]

def main(args):
    if len(args) not in (2, 3):
        print(__doc__)
        return 2
    pages, out = args[:2]
    program = args[2] if len(args) == 3 else BENCHES.parent / 'target/release/examples/similar'
    spec = importlib.util.spec_from_file_location('similar', BENCHES / 'similar.py')
    similar = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(similar)
    texts = similar.load(pages)
    names = list(texts)
    truth = {frozenset((row['a'], row['b'])): row['kind'] for row in map(json.loads, open(pages + '.truth'))}
    runs = [('katagami', lambda: katagami(program, pages, out, names))]
    for peer in (rensa, datasketch):
        for tokens in (words, strings):
            def run(peer=peer, tokens=tokens):
                begun = time.process_time()
                found = peer(list(texts.values()), tokens)
                next(found)
                index = time.process_time() - begun
                return index, time.process_time() - begun, found
            runs.append((f'{peer.__name__}, {tokens.__name__}', run))
    print('| program | pages a second, to the index | to the pairs | pairs | precision | ' + ' | '.join(similar.KINDS) + ' |')
    print('|---|' + '---:|' * (4 + len(similar.KINDS)))
    for name, run in runs:
        begun = time.process_time()
        index, seconds, found = run()
        found = list(found)
        if name != 'katagami': seconds = time.process_time() - begun
        hit = dict.fromkeys(similar.KINDS, 0)
        for pair in found:
            kind = truth.get(frozenset(names[number] for number in pair))
            if kind: hit[kind] += 1
        judged = found if len(found) <= 5000 else random.Random(1).sample(found, 5000)
        right = 0
        for pair in judged:
            one, other = (names[number] for number in pair)
            jaccard, containment = similar.near(*(similar.grams(texts[name]) for name in (one, other)))
            right += frozenset((one, other)) in truth or jaccard > .5 or containment >= .5
        cells = [name, f'{len(names) / index:.0f}', f'{len(names) / seconds:.0f}', len(found), f'{right / max(1, len(judged)):.3f}']
        cells += [f'{hit[kind] / similar.EACH:.3f}' for kind in similar.KINDS]
        print('| ' + ' | '.join(map(str, cells)) + ' |', flush=True)

if __name__ == '__main__': sys.exit(main(sys.argv[1:]))

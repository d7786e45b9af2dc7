#!/usr/bin/env python3
"""What other programs find among the pages of benches/similar.py, and how fast, beside katagami in the same run.

    similar-peers.py PAGES FOLDER [PROGRAM]    PAGES as `similar.py build` makes them; pairs and scores go to FOLDER;
                                               PROGRAM: `examples/similar` as built, target/release/examples/similar if not given

Peers: rensa and datasketch (from PyPI), MinHash of 128 permutations, bands of 4 rows (32 of them: two pages of which half is
common meet with probability 0.87), then kept if the estimate of Jaccard's coefficient is at least 0.5. Sets: the words of a
page, as the front page of rensa has it, or its strings of 8 characters, as the truth is told by. Seconds are those of the
processor, all threads together, text to pairs; the text itself is ready. Scores are those of `similar.py score`.
"""
import importlib.util, json, os, subprocess, sys, time
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
        for other in lsh.query(page):
            if page.jaccard(pages[other]) >= LEAST: yield other, number
        lsh.insert(number, page)
        pages.append(page)

def main(args):
    if len(args) not in (2, 3):
        print(__doc__)
        return 2
    pages, folder = args[0], Path(args[1])
    program = args[2] if len(args) == 3 else BENCHES.parent / 'target/release/examples/similar'
    folder.mkdir(parents=True, exist_ok=True)
    rows = [json.loads(line) for line in open(pages, encoding='utf-8')]
    names, texts = [row['name'] for row in rows], [row['text'] for row in rows]
    files, rates = [], []
    for peer in (rensa, datasketch):
        for tokens in (words, strings):
            begun = time.process_time()
            found = list(peer(texts, tokens))
            seconds = time.process_time() - begun
            files.append(folder / f'{peer.__name__}-{tokens.__name__}.jsonl')
            with open(files[-1], 'w', encoding='utf-8') as out:
                for one, other in found:
                    out.write(json.dumps({'a': names[one], 'b': names[other], 'relation': 'same'}) + '\n')
            rates.append((files[-1].stem, len(texts) / seconds))
    files.append(folder / 'katagami.jsonl')
    said = subprocess.run([program, pages, files[-1]], check=True, capture_output=True, text=True).stdout
    rates.append(('katagami', float(next(line for line in said.splitlines() if line.startswith('sum')).split()[-2])))
    for name, rate in rates: print(f'{name:20} {rate:8.0f} pages a second')
    spec = importlib.util.spec_from_file_location('similar', BENCHES / 'similar.py')
    similar = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(similar)
    similar.score(pages, [str(file) for file in files])

if __name__ == '__main__': sys.exit(main(sys.argv[1:]))

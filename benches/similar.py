#!/usr/bin/env python3
"""Measures `katagami similar` on pages of documentation to which copies have been added.

    similar.py build OUT FOLDER...        pages as JSON Lines from folders of HTML (needs lxml), with copies between them
    similar.py score PAGES PAIRS...       recall for each kind of copy, relations, and precision of files of pairs
    similar.py keep PAGES GROUPS...       how many copies are grouped with their originals, and how much text is lost, in files
                                          written by `katagami similar PAGES --groups --keep RULE --format jsonl`
    similar.py versions PROGRAM OLD NEW [OPTION...]
                                          of the pages that two folders have under the same path, with 400 characters or
                                          more, and more than half in common (Jaccard): how many are found, and their relation

Pages: the first 15,000 HTML files below the folders, by a hash of their path, with 400 characters of text or more, one paragraph on
each line. Copies: 500 of each kind, all of different pages with 1,000 to 20,000 characters in 6 paragraphs or more:

    exact     the same text
    framed    4 paragraphs of random words before the text and 4 after it, 60 to 180 characters each
    quoted    a run of whole paragraphs, 50 to 60 percent of the text, within a page that is at least as long and is not
              among the 15,000
    shuffled  the paragraphs in another order
    edited    each character is replaced with probability 0.02 by another of the page's characters

A pair is right if it is a copy and its original, or if the sets of strings of 8 characters of the two texts have more than half of
their union in common (Jaccard) or at least half of the smaller set (containment). The right relation is `same`, and `contains`
for quoted pages.

A line of 20 characters or more of a page that is left out is lost if no kept page has it, and if the page that is kept in its place
has less than half of the line's strings of 8 characters.
"""
import hashlib, html, json, os, random, re, sys, time
from concurrent.futures import ProcessPoolExecutor

PAGES, EACH = 15000, 500
KINDS = ['exact', 'framed', 'quoted', 'shuffled', 'edited']
BLOCKS = set('address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption '
             'figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table '
             'tbody td tfoot th thead tr ul'.split())
DROPPED = set('head script style noscript template select textarea button'.split())

def paragraphs(path):
    """The text of a page, a list of lines."""
    import lxml.html
    try: root = lxml.html.fromstring(open(path, 'rb').read())
    except Exception: return []
    parts = []
    def walk(node):
        if not isinstance(node.tag, str) or node.tag in DROPPED:
            parts.append((node.tail or ''))
            return
        block = node.tag in BLOCKS
        if block: parts.append('\n\n')
        # Each line of a code listing is a line of the text.
        parts.append(node.text or '')
        for child in node: walk(child)
        if block: parts.append('\n\n')
        parts.append(node.tail or '')
    sys.setrecursionlimit(20000)
    try: walk(root)
    except RecursionError: return []
    lines = (re.sub(r'\s+', ' ', part).strip() for part in ''.join(parts).split('\n\n'))
    return [line for line in lines if line]

def page(path):
    return path, paragraphs(path)

def rows(pages):
    for name, lines in pages:
        body = ''.join('<p>' + html.escape(line, quote=False) + '</p>\n' for line in lines)
        yield json.dumps({'name': name, 'html': body, 'text': '\n'.join(lines)}, ensure_ascii=False)

def half(lines, rng):
    """Consecutive lines with 50 to 60 percent of the characters, if there are such."""
    total = sum(map(len, lines))
    for start in rng.sample(range(len(lines)), len(lines)):
        size = 0
        for end in range(start, len(lines)):
            size += len(lines[end])
            if size > total * .6: break
            if size >= total * .5: return lines[start:end + 1]
    return None

def edited(lines, rng):
    chars = sorted(set(''.join(lines)))
    change = lambda char: rng.choice([c for c in chars if c != char]) if rng.random() < .02 else char
    return [''.join(map(change, line)) for line in lines]

def build(out, folders):
    files = sorted(os.path.join(root, file) for folder in folders for root, _, files in os.walk(folder)
                   for file in files if file.endswith('.html'))
    stem = os.path.commonpath(folders) if len(folders) > 1 else folders[0]
    files = [file for file in files if not os.path.islink(file)]
    files.sort(key=lambda file: hashlib.sha256(os.path.relpath(file, stem).encode()).digest())
    taken, more = [], []
    with ProcessPoolExecutor(2) as pool:
        for start in range(0, len(files), 2000):
            for path, lines in pool.map(page, files[start:start + 2000], chunksize=50):
                if sum(map(len, lines)) >= 400:
                    (taken if len(taken) < PAGES else more).append((os.path.relpath(path, stem), lines))
            if len(more) >= 10 * EACH: break
    rng = random.Random(1)
    words = sorted({word for _, lines in taken[::50] for word in ' '.join(lines).split() if word.isalpha()})
    def filler():
        line = ''
        size = rng.randint(60, 180)
        while len(line) < size: line += rng.choice(words) + ' '
        return line.strip()
    fit = [at for at, (_, lines) in enumerate(taken) if 1000 <= sum(map(len, lines)) <= 20000 and len(lines) >= 6]
    fit = [at for at in fit if half(taken[at][1], random.Random(at))]
    chosen = rng.sample(fit, EACH * len(KINDS))
    pages, truth, hosts = list(taken), [], list(more)
    for number, at in enumerate(chosen):
        kind = KINDS[number // EACH]
        name, lines = taken[at]
        if kind == 'exact': copy = lines
        elif kind == 'framed': copy = [filler() for _ in range(4)] + lines + [filler() for _ in range(4)]
        elif kind == 'shuffled': copy = rng.sample(lines, len(lines))
        elif kind == 'edited': copy = edited(lines, rng)
        else:
            size = sum(map(len, lines))
            host = next(host for host in hosts if sum(map(len, host[1])) >= size)
            hosts.remove(host)
            place = rng.randint(0, len(host[1]))
            copy = host[1][:place] + half(lines, rng) + host[1][place:]
        pages.append((f'copies/{kind}/{number:04}.html', copy))
        truth.append({'a': name, 'b': pages[-1][0], 'kind': kind})
    rng.shuffle(pages)
    with open(out, 'w', encoding='utf-8') as file:
        for row in rows(pages): file.write(row + '\n')
    with open(out + '.truth', 'w', encoding='utf-8') as file:
        for row in truth: file.write(json.dumps(row) + '\n')
    chars = sum(len(line) for _, lines in pages for line in lines)
    print(f'{len(pages)} pages, {chars} characters, {len(truth)} copies')

def load(path):
    pages = {}
    for line in open(path, encoding='utf-8'):
        row = json.loads(line)
        pages[row['name']] = row['text']
    return pages

def grams(text):
    """The distinct strings of 8 characters of a text, as sorted numbers."""
    import numpy
    chars = numpy.frombuffer(re.sub(r'\s+', ' ', text).encode('utf-32-le'), dtype=numpy.uint32).astype(numpy.uint64)
    if len(chars) < 8: return numpy.zeros(0, numpy.uint64)
    hashes = numpy.zeros(len(chars) - 7, numpy.uint64)
    for at in range(8):
        hashes *= numpy.uint64(0x9e3779b97f4a7c15)
        hashes ^= chars[at:len(chars) - 7 + at] + (hashes >> numpy.uint64(29))
    return numpy.unique(hashes)

def near(one, other):
    """The Jaccard coefficient of two sets of strings, and the containment of the smaller."""
    if len(one) > len(other): one, other = other, one
    if not len(one): return 0, 0
    places = other.searchsorted(one)
    places[places == len(other)] = 0
    shared = int((other[places] == one).sum())
    return shared / (len(one) + len(other) - shared), shared / len(one)

def score(path, found):
    pages = load(path)
    truth = {frozenset((row['a'], row['b'])): row['kind'] for row in map(json.loads, open(path + '.truth'))}
    sets = {}
    def of(name):
        if name not in sets: sets[name] = grams(pages[name])
        return sets[name]
    relation = {kind: 'contains' if kind == 'quoted' else 'same' for kind in KINDS}
    for file in found:
        pairs = {}
        for row in map(json.loads, open(file, encoding='utf-8')):
            pairs[frozenset((row['a'], row['b']))] = row
        hit, right = dict.fromkeys(KINDS, 0), dict.fromkeys(KINDS, 0)
        good, bad = 0, []
        for pair, row in pairs.items():
            if pair in truth:
                hit[truth[pair]] += 1
                right[truth[pair]] += row.get('relation') == relation[truth[pair]]
                good += 1
                continue
            jaccard, containment = near(*map(of, pair))
            if jaccard > .5 or containment >= .5: good += 1
            if 'containment' in row: row['jaccard8'], row['containment8'] = round(jaccard, 4), round(containment, 4)
            if not (jaccard > .5 or containment >= .5): bad.append((round(jaccard, 3), round(containment, 3), row))
        with open(file + '.judged', 'w', encoding='utf-8') as out:
            for pair, row in pairs.items(): out.write(json.dumps({**row, 'kind': truth.get(pair)}) + '\n')
        print(file, f'{len(pairs)} pairs, precision {good / max(1, len(pairs)):.4f}')
        for kind in KINDS:
            print(f'  {kind:9} recall {hit[kind] / EACH:.3f}  relation {right[kind] / max(1, hit[kind]):.3f}')
        print(f'  relation right {sum(right.values()) / max(1, sum(hit.values())):.3f}')
        bad.sort(key=lambda row: (row[0], row[1], row[2]['a'], row[2]['b']))
        with open(file + '.bad', 'w', encoding='utf-8') as out:
            for jaccard, containment, row in bad:
                row = {key: value for key, value in row.items() if key != 'evidence'}
                out.write(json.dumps({'jaccard': jaccard, 'containment8': containment, **row}, ensure_ascii=False) + '\n')
        with open(file + '.missed', 'w', encoding='utf-8') as out:
            for pair in sorted(truth.keys() - pairs.keys(), key=sorted):
                out.write(json.dumps({'kind': truth[pair], 'pair': sorted(pair)}) + '\n')

def keep(path, found):
    rows = [(row['name'], row['text'].split('\n')) for row in map(json.loads, open(path, encoding='utf-8'))]
    truth = [json.loads(line) for line in open(path + '.truth')]
    page = lambda name: rows[int(name.rsplit('#', 1)[1]) - 1]
    for file in found:
        group, left = {}, []
        for row in map(json.loads, open(file, encoding='utf-8')):
            kept = page(row['keep'])
            others = [page(name) for name in row['others']]
            group.update((name, kept[0]) for name, _ in [kept, *others])
            left += [(kept, other) for other in others]
        out = {name for _, (name, _) in left}
        there = {line for name, lines in rows if name not in out for line in lines}
        lost, chars, tenth = 0, 0, 0
        for (_, kept), (_, other) in left:
            strings, size = grams('\n'.join(kept)), sum(map(len, other))
            new = [line for line in set(other) if len(line) >= 20 and line not in there]
            new = sum(len(line) for line in new if near_part(grams(line), strings) < .5)
            lost, chars, tenth = lost + new, chars + size, tenth + (new > .1 * size)
        print(file, f'{len(left)} of {len(rows)} pages left out, {tenth} of them lose a tenth or more;',
              f'lost {lost} of {chars} characters, {lost / max(1, chars):.4f}')
        one = dict.fromkeys(KINDS, 0)
        for row in truth: one[row['kind']] += group.get(row['a'], 0) == group.get(row['b'], 1)
        print('  ' + '  '.join(f'{kind} {one[kind] / EACH:.3f}' for kind in KINDS))

def near_part(part, whole):
    """The share of some strings that are among others."""
    if not len(whole): return 0
    places = whole.searchsorted(part)
    places[places == len(whole)] = 0
    return (whole[places] == part).mean()

def versions(program, old, new, options):
    import collections, subprocess
    of = lambda folder: {os.path.relpath(os.path.join(root, file), folder) for root, _, files in os.walk(folder)
                         for file in files if file.endswith('.html') and not os.path.islink(os.path.join(root, file))}
    names = sorted(of(old) & of(new))
    with ProcessPoolExecutor(2) as pool:
        texts = [list(pool.map(page, [os.path.join(folder, name) for name in names], chunksize=50)) for folder in (old, new)]
    truth = {}
    for name, (_, one), (_, other) in zip(names, *texts):
        one, other = '\n'.join(one), '\n'.join(other)
        if min(len(one), len(other)) >= 400 and near(grams(one), grams(other))[0] > .5: truth[name] = one == other
    rows = subprocess.run([program, 'similar', old, new, '--format', 'jsonl', '--quiet', *options], capture_output=True, text=True).stdout
    found = {}
    for row in map(json.loads, rows.splitlines()):
        a, b = os.path.relpath(row['a'], old), os.path.relpath(row['b'], new)
        if a == b: found[a] = row['relation']
    equal = [name for name in truth if truth[name]]
    print(f'{len(names)} pages under one path, {len(truth)} with more than half in common, found {sum(name in found for name in truth)}; '
          f'{len(equal)} with the same text, of these called the same {sum(found.get(name) == "same" for name in equal)}')
    print('missed', *[name for name in truth if name not in found][:10])

def main(args):
    if args[:1] == ['versions'] and len(args) > 3: return versions(*args[1:4], args[4:])
    if args[:1] == ['build'] and len(args) > 2: return build(args[1], args[2:])
    if args[:1] == ['score'] and len(args) > 2: return score(args[1], args[2:])
    if args[:1] == ['keep'] and len(args) > 2: return keep(args[1], args[2:])
    print(__doc__)
    return 2

if __name__ == '__main__': sys.exit(main(sys.argv[1:]))

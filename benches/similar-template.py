#!/usr/bin/env python3
"""Measures whether `katagami similar` takes the template of a site for shared text if a collection has few pages of the site.

    similar-template.py build SITES OUT              collections of pages from folders of HTML (needs lxml, numpy)
    similar-template.py run OUT PROGRAM [OPTION...]  finds pairs in each collection, judges them, prints figures

SITES has a folder for each site, with pages of one template and different content. For each k of 2, 3, 5, 10, 30 there are five
collections, which are folders of files. Each has at most k pages of every site, with 200 characters of text or more, in order of
a hash of their names:

    plain       these pages
    mirror      also a copy of one page of each site, in another folder; for every second site with a line before its text
    twice       also such copies of all pages of all sites
    quoted      the own text of one page of each site is inserted into a page of another site
    syndicated  the same in three pages of three other sites

A site's template is the set of strings of 8 characters that are on at least half of its pages (of up to 60 pages), and on at least
three pages. A paragraph is a page's own if less than half of its strings belong to the template. A page is quoted if its own
paragraphs are 60 percent of its text or more, and have 1,000 to 20,000 characters; they are inserted after the paragraph in the
middle of the other page.

A pair of pages is right if one is a copy of the other (or both are copies of a third page), or if the sets of strings of their
texts without the template have more than half of their union in common (Jaccard), or at least half of the smaller set. A pair is
neither right nor wrong if one of the two has less than 100 strings that are not template, or if more than 90 percent of all
strings of both are shared. All other pairs are wrong.
"""
import hashlib, html, json, os, re, subprocess, sys
from similar import grams, near, paragraphs

SIZES = [2, 3, 5, 10, 30]
KINDS = ['plain', 'mirror', 'twice', 'quoted', 'syndicated']
FEW = 100

def number(name):
    return int(hashlib.sha256(name.encode()).hexdigest()[:12], 16)

class Site:
    """The pages of a site, the strings of its template, and for each page its strings without those of the template."""
    def __init__(self, folder):
        import numpy
        self.name = os.path.basename(folder)
        names = sorted((name for name in os.listdir(folder) if name.endswith('.html')), key=number)
        self.pages, self.lines = [], {}
        for name in names:
            lines = paragraphs(os.path.join(folder, name))
            if sum(map(len, lines)) >= 200:
                self.pages.append(name)
                self.lines[name] = lines
            if len(self.pages) == 60: break
        sets = {name: grams('\n'.join(lines)) for name, lines in self.lines.items()}
        self.template = numpy.zeros(0, numpy.uint64)
        if sets:
            strings, counts = numpy.unique(numpy.concatenate(list(sets.values())), return_counts=True)
            self.template = strings[counts >= max(3, len(sets) / 2)]
        self.all = sets
        self.own = {name: numpy.setdiff1d(strings, self.template) for name, strings in sets.items()}

    def own_lines(self, name):
        import numpy
        def is_own(line):
            strings = grams(line)
            return not len(strings) or numpy.isin(strings, self.template).sum() * 2 < len(strings)
        return [line for line in self.lines[name] if is_own(line)]

def sites(folder):
    found = [Site(os.path.join(folder, name)) for name in sorted(os.listdir(folder))]
    return [site for site in found if len(site.pages) >= 2]

def put(path, page):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as file: file.write(page)

def headed(page):
    """A page with a line before its text that no other page has."""
    line = b'<p>This copy was made on day %d of the year, from what the other server had.</p>' % (number(str(page)) % 365)
    body = re.search(rb'(?i)<body[^>]*>', page)
    at = body.end() if body else 0
    return page[:at] + line + page[at:]

def quoting(page, lines):
    """A page with paragraphs inserted in its middle."""
    ends = [end.end() for end in re.finditer(rb'(?i)</p>', page)] or [at for at in [page.lower().rfind(b'</body>')] if at >= 0]
    at = ends[len(ends) // 2] if ends else len(page)
    text = ''.join('<p>' + html.escape(line) + '</p>\n' for line in lines)
    return page[:at] + text.encode('ascii', 'xmlcharrefreplace') + page[at:]

def build(folder, out):
    found = sites(folder)
    read = lambda site, name: open(os.path.join(folder, site.name, name), 'rb').read()
    # The page of a site that is quoted, if any.
    quoted = {}
    for site in found:
        for name in site.pages[:2]:
            own = site.own_lines(name)
            size = sum(map(len, own))
            if len(site.pages) >= 3 and 1000 <= size <= 20000 and size >= .6 * sum(map(len, site.lines[name])):
                quoted.setdefault(site.name, (name, own))
    for k in SIZES:
        for kind in KINDS:
            truth = {}
            pages = {(site.name, name): read(site, name) for site in found for name in site.pages[:k]}
            copies = {}
            for at, site in enumerate(found):
                if kind in ('mirror', 'twice'):
                    for name in site.pages[:k if kind == 'twice' else 1]:
                        page = pages[site.name, name]
                        copies['copies/' + site.name, name] = headed(page) if at % 2 else page
                        truth[f'{site.name}/{name}', f'copies/{site.name}/{name}'] = 'headed' if at % 2 else 'exact'
            for at, site in enumerate(found):
                if kind in ('quoted', 'syndicated') and site.name in quoted:
                    name, own = quoted[site.name]
                    texts = [f'{site.name}/{name}']
                    # Nothing is inserted into a page that is itself quoted, and nothing is inserted twice into a page.
                    hosts = [other for other in found[at + 1:] + found[:at]
                             if (other.name, 'used') not in truth and k <= len(other.pages)]
                    for other in hosts[:1 if kind == 'quoted' else 3]:
                        place = other.name, other.pages[1]
                        if quoted.get(other.name, ('',))[0] == place[1]: continue
                        truth[other.name, 'used'] = ''
                        pages[place] = quoting(pages[place], own)
                        for text in texts: truth[text, '/'.join(place)] = kind
                        texts.append('/'.join(place))
            truth = {pair: kind for pair, kind in truth.items() if kind}
            place = os.path.join(out, f'{k}-{kind}')
            for (site, name), page in {**pages, **copies}.items(): put(os.path.join(place, site, name), page)
            with open(place + '.truth', 'w') as file:
                for (a, b), kind in sorted(truth.items()): file.write(json.dumps({'a': a, 'b': b, 'kind': kind}) + '\n')
    import numpy
    for which in ('own', 'all'):
        sets = {f'{site.name}/{name}': strings for site in found for name, strings in getattr(site, which).items()}
        numpy.savez(os.path.join(out, which), **sets)

def judge(out, collection, options, own, whole):
    place = os.path.join(out, collection)
    rows = subprocess.run(options[:1] + ['similar', collection, '--format', 'jsonl'] + options[1:], cwd=out,
                          capture_output=True, text=True).stdout.splitlines()
    truth = {frozenset((row['a'], row['b'])): row['kind'] for row in map(json.loads, open(place + '.truth'))}
    pages = sum(len(files) for _, _, files in os.walk(place))
    counts = {'pages': pages, 'right': 0, 'free': 0, 'wrong': 0, 'wrong_site': 0}
    kinds = {kind: [0, 0] for kind in set(truth.values())}
    for kind in truth.values(): kinds[kind][1] += 1
    judged = open(place + '.judged', 'w')
    for row in map(json.loads, rows):
        pair = [row[side].split('/', 1)[1] for side in 'ab']
        made = truth.get(frozenset(pair))
        plain = [name.removeprefix('copies/') for name in pair]
        if made:
            kinds[made][0] += 1
            verdict = 'right'
        elif plain[0] == plain[1]:
            verdict = 'right'
        else:
            sets = [own[name] for name in plain]
            jaccard, containment = near(*sets)
            is_right = jaccard > .5 or containment >= .5
            is_free = min(map(len, sets)) < FEW or near(*(whole[name] for name in plain))[0] > .9
            verdict = 'free' if is_free else 'right' if is_right else 'wrong'
            row.update(jaccard8=round(jaccard, 3), containment8=round(containment, 3), own=[len(one) for one in sets])
        counts[verdict] += 1
        if verdict == 'wrong' and plain[0].split('/')[0] == plain[1].split('/')[0]: counts['wrong_site'] += 1
        evidence = [(one['text'][:60], one['pages']) for one in row.pop('evidence')]
        judged.write(json.dumps({'verdict': verdict, 'made': made, **row, 'evidence': evidence}, ensure_ascii=False) + '\n')
    return counts, kinds

def run(out, options):
    import numpy
    options = [os.path.abspath(options[0]), *options[1:]]
    own, whole = ({name: sets[name] for name in sets.files}
                  for sets in (numpy.load(os.path.join(out, which + '.npz')) for which in ('own', 'all')))
    print(f'{"collection":16} {"pages":>6} {"right":>6} {"free":>6} {"wrong":>6} {"a page":>7} {"of one site":>11}  recall')
    for k in SIZES:
        for kind in KINDS:
            counts, kinds = judge(out, f'{k}-{kind}', options, own, whole)
            recall = ', '.join(f'{kind} {hit / all:.3f} of {all}' for kind, (hit, all) in sorted(kinds.items()))
            print(f'{k:>3} {kind:12} {counts["pages"]:>6} {counts["right"]:>6} {counts["free"]:>6} {counts["wrong"]:>6} '
                  f'{counts["wrong"] / counts["pages"]:>7.3f} {counts["wrong_site"]:>11}  {recall}', flush=True)

def main(args):
    if args[:1] == ['build'] and len(args) == 3: return build(args[1], args[2])
    if args[:1] == ['run'] and len(args) > 2: return run(args[1], args[2:])
    print(__doc__)
    return 2

if __name__ == '__main__': sys.exit(main(sys.argv[1:]))

"""Real texts in real frames: main texts of pages are inserted into pages of other sites, in place of the main text there.

build(ROOT, OUT) makes for each kind a folder of pages and `truth.jsonl`; ROOT/SET/SITE/gold.jsonl has the reference main texts.

  whole      the whole text
  half       only its first half
  cited      its first half, before the page's own text
  shuffled   its sentences in random order
  edited     one in fifty of its characters is replaced by another one
  site       its first half, in a page of its own site

A block of a page belongs to the main text if most of its strings of three words do. The text of all blocks from the first to the last of
these is removed, and the first one with 15 words or more gets the inserted text, one paragraph for each line. Everything else on the page is
unchanged. Texts are assigned to pages at random with a fixed seed.
"""
import html
import html.parser
import json
import pathlib
import random
import re
import sys

KINDS = ["whole", "half", "cited", "shuffled", "edited", "site"]
PAGES = 500
# The smallest number of words of a text, and the smallest share of a page's own main text that must be found on it.
WORDS, FOUND = 60, .8
LONG = 15
# The end of a line within a paragraph: the line is long, and does not end a sentence.
WRAPPED = re.compile(r"(?<=[^\n]{50})(?<![.!?:。！？\"”])\n(?=[^\n]*\S)")
INLINE = set("a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr".split())
SILENT = {"script", "style", "head", "title", "noscript", "template", "svg", "iframe", "textarea", "select", "button"}
WORD = re.compile(r"[぀-ヿ㐀-鿿豈-﫿]|[^\W_]+")


def words(text):
    return [word.lower() for word in WORD.findall(text)]


def strings(some, length=3):
    return list(zip(*(some[at:] for at in range(length)))) or [tuple(some)]


class Blocks(html.parser.HTMLParser):
    """The texts of a page between block-level tags, each as the positions of its parts in the source."""

    def __init__(self, source):
        super().__init__(convert_charrefs=False)
        self.lines = [0]
        for line in source.split("\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)
        self.source, self.silent, self.blocks, self.parts = source, [], [], []
        self.feed(source)
        self.end_block()

    def at(self):
        line, column = self.getpos()
        return self.lines[line - 1] + column

    def end_block(self):
        if self.parts:
            self.blocks.append(self.parts)
        self.parts = []

    def handle_starttag(self, tag, attrs):
        if tag not in INLINE:
            self.end_block()
        if tag in SILENT:
            self.silent.append(tag)

    def handle_startendtag(self, tag, attrs):
        if tag not in INLINE:
            self.end_block()

    def handle_endtag(self, tag):
        if tag not in INLINE:
            self.end_block()
        if tag in self.silent:
            del self.silent[self.silent.index(tag):]

    def part(self, length):
        if not self.silent:
            self.parts.append((self.at(), self.at() + length))

    def handle_data(self, data):
        self.part(len(data))

    def handle_entityref(self, name):
        self.part(len(name) + 1)

    def handle_charref(self, name):
        self.part(len(name) + 2)

    def text(self, block):
        return html.unescape("".join(self.source[start:end] for start, end in block))


def main_blocks(source, text):
    """The blocks of a page that belong to its main text, if most of the text is found."""
    gold = words(text)
    known, found, blocks = set(strings(gold)), set(), []
    page = Blocks(source)
    for block in page.blocks:
        said = words(page.text(block))
        held = [string for string in strings(said) if string in known or len(said) < 3 and said]
        if said and 2 * len(held) > max(1, len(said) - 2) and len(said) >= 3:
            blocks.append(block)
            found.update(held)
    if len(found) < FOUND * len(known) or not any(len(words(page.text(block))) >= LONG for block in blocks):
        return []
    start, end = blocks[0][0][0], blocks[-1][-1][-1]
    between = [block for block in page.blocks if block[0][0] >= start and block[-1][-1] <= end]
    long = next(block for block in blocks if len(words(page.text(block))) >= LONG)
    return [long] + [block for block in between if block is not long]


def pour(source, blocks, text, keep):
    """The page with this text in place of its own, or before it."""
    poured = "".join(f"<p>{html.escape(line.strip())}</p>\n" for line in text.split("\n") if line.strip())
    if keep:
        start = blocks[0][0][0]
        return source[:start] + poured + source[start:]
    first, pieces, at = blocks[0][0], [], 0
    for part in sorted(part for block in blocks for part in block):
        pieces += [source[at:part[0]], poured if part == first else " "]
        at = part[1]
    return "".join(pieces) + source[at:]


def half(text):
    """The first half of a text, extended to the end of a sentence."""
    end = re.compile(r"[.!?。！？]\s|\n").search(text, len(text) // 2)
    return text[:end.end() if end else len(text) // 2]


def changed(kind, text, lot):
    if kind in ("half", "cited", "site"):
        return half(text)
    if kind == "shuffled":
        parts = re.split(r"(?<=[.!?。！？])\s+|\n+", text)
        lot.shuffle(parts)
        return "\n".join(" ".join(parts[at:at + 3]) for at in range(0, len(parts), 3))
    if kind == "edited":
        return "".join(lot.choice("abcdefghijklmnopqrstuvwxyz") if char.strip() and lot.random() < .02 else char for char in text)
    return text


def read(path):
    return path.read_bytes().decode("utf-8", errors="replace")


def known(root):
    """Pages with their reference main texts."""
    for gold in sorted(root.glob("*/*/gold.jsonl")):
        for row in map(json.loads, open(gold, encoding="utf-8")):
            text = WRAPPED.sub(" ", html.unescape(row.get("text") or ""))
            if len(words(text)) >= WORDS and (gold.parent / row["page"]).exists():
                yield f"{gold.parent.parent.name}/{gold.parent.name}/{row['page']}", text


def build(root, out):
    root, out, lot = pathlib.Path(root), pathlib.Path(out), random.Random(18)
    texts = list(known(root))
    lot.shuffle(texts)
    site = lambda name: name.rsplit("/", 1)[0]
    of_site = {}
    for name, text in texts:
        of_site.setdefault(site(name), []).append((name, text))
    frames = []
    for name, text in texts:
        source = read(root / name)
        blocks = main_blocks(source, text)
        if blocks:
            frames.append((name, source, blocks))
        if len(frames) == PAGES:
            break
    # Each text is inserted into a page of another site: the next frame in order that is of another site.
    sources = texts[-PAGES:]
    pairs = []
    for number, (name, text) in enumerate(sources):
        turn = next(turn for turn in range(len(frames)) if site(frames[(number + turn) % len(frames)][0]) != site(name))
        pairs.append((name, text, frames[(number + turn) % len(frames)]))
    own, used = [], {}
    for name, source, blocks in frames:
        others = [other for other in of_site[site(name)] if other[0] != name]
        if others and used.get(site(name), 0) < 1 + len(others) // 5:
            used[site(name)] = used.get(site(name), 0) + 1
            own.append((*others[used[site(name)] % len(others)], (name, source, blocks)))
    for kind in KINDS:
        folder = out / kind
        folder.mkdir(parents=True, exist_ok=True)
        with open(folder / "truth.jsonl", "w", encoding="utf-8") as truth:
            for number, (name, text, (frame, source, blocks)) in enumerate(own if kind == "site" else pairs):
                page = f"{number:04}.html"
                poured = pour(source, blocks, changed(kind, text, lot), kind == "cited")
                charset = re.sub(r"(?i)(charset\s*=\s*[\"']?)[\w-]+", r"\1utf-8", poured)
                (folder / page).write_text(charset, encoding="utf-8")
                truth.write(json.dumps({"page": page, "from": name, "frame": frame}) + "\n")


def score(root, folder, pairs):
    """Recall of the pages with inserted texts, and precision of the pairs that they are in."""
    texts = {name: set(strings(words(text), 4)) for name, text in known(pathlib.Path(root))}
    rows = {row["page"]: row for row in map(json.loads, open(pathlib.Path(folder) / "truth.jsonl", encoding="utf-8"))}
    kind = pathlib.Path(folder).name

    def says(path):
        """The names of the pages whose texts a page has, and whether its text was inserted."""
        parts = path.split("/")
        if parts[-2] != kind or parts[-1] not in rows:
            return ["/".join(parts[-3:])], False
        row = rows[parts[-1]]
        return [row["from"]] + [row["frame"]] * (kind == "cited"), True

    def alike(one, other):
        if one == other:
            return True
        one, other = texts.get(one, set()), texts.get(other, set())
        return 2 * len(one & other) >= min(len(one), len(other)) > 0
    found, right, all_ = set(), 0, 0
    missed, wrong = [], []
    for row in map(json.loads, open(pairs, encoding="utf-8")):
        (a, a_poured), (b, b_poured) = says(row["a"]), says(row["b"])
        if not (a_poured or b_poured):
            continue
        if any(name not in texts for name in a + b):
            continue
        all_ += 1
        good = any(alike(one, other) for one in a for other in b)
        right += good
        if not good:
            wrong.append((row["a"], row["b"], row["containment"]))
        for names, path, poured in ((a, row["b"], b_poured), (b, row["a"], a_poured)):
            page = rows.get(path.split("/")[-1]) if poured else None
            if page and page["from"] in names:
                found.add(page["page"])
    missed = [row for page, row in rows.items() if page not in found]
    return {"pages": len(rows), "R": len(found) / max(1, len(rows)), "P": right / max(1, all_)}, missed, wrong


if __name__ == "__main__":
    if sys.argv[1] == "build":
        build(*sys.argv[2:4])
    else:
        figures, missed, wrong = score(*sys.argv[2:5])
        print(" ".join(f"{name} {value:.3f}" for name, value in figures.items()))
        if "--list" in sys.argv:
            for row in missed:
                print("missed", row["page"], row["from"], row["frame"])
            for row in wrong:
                print("wrong", *row)

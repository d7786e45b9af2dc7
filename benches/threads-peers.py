#!/usr/bin/env python3
"""Measures how current programs divide the 1,000 artificial threads of docs/REPRODUCTION.md (D) into posts.

    cargo run --release --example reproduce -- --pages threads.jsonl
    pip install sd-pydepta libextract trafilatura lxml
    threads-peers.py PROGRAM threads.jsonl > threads-peers.csv

PROGRAM is the release build of katagami. Each page is given alone, once as a whole and once only with its known main content. DEPTA
(sd-pydepta, after Zhai and Liu 2005): the records of the region with the most letters. libextract: the children of the element
that it ranks first. Trafilatura: the paragraphs of main text and comments. A post is right if the multisets of its strings of three
letters and of those of a reference post, without white space, agree with an F1 of 0.8 or more, one to one in page order. If a program
fails on a page, no posts are found there. Programs run with their default settings.
"""
import collections
import concurrent.futures
import csv
import json
import os
import re
import subprocess
import sys
import tempfile

import lxml.etree
import lxml.html

LEFT_OUT = {"script", "style", "noscript", "template", "textarea", "select"}


def text(element):
    if not isinstance(element.tag, str) or element.tag in LEFT_OUT:
        return element.tail or ""
    inner = (element.text or "") + "".join(text(child) for child in element)
    return inner + (element.tail or "")


def text_of(html):
    """The text of a part of a page."""
    if not html.strip():
        return ""
    return text(lxml.html.fragment_fromstring(html, create_parent="div"))


def runs(string):
    letters = re.sub(r"\s+", "", string)
    return collections.Counter(letters[i : i + 3] for i in range(max(1, len(letters) - 2))) if letters else None


def right(known, found):
    """The number of found posts that match a reference post, each counted once."""
    known, found = [[run for run in map(runs, posts) if run] for posts in (known, found)]
    free, count = set(range(len(known))), 0
    for post in found:
        size = sum(post.values())
        for i in sorted(free):
            both = sum((post & known[i]).values())
            if 5 * both >= 2 * (size + sum(known[i].values())):
                free.remove(i)
                count += 1
                break
    return len(known), len(found), count


def depta(html):
    from pydepta import Depta

    def whole(record):
        elements = record if isinstance(record, (list, tuple)) else list(record)
        return "".join(text(element) for element in elements)

    regions = [[whole(record) for record in region.records] for region in Depta().extract(html)]
    return max(regions, key=lambda posts: sum(map(len, posts)), default=[])


def libextract(html):
    from libextract.api import extract

    ranked = list(extract(html.encode(), encoding="utf-8"))
    if not ranked:
        return []
    first = ranked[0][0] if isinstance(ranked[0], tuple) else ranked[0]
    return [text(child) for child in first if isinstance(child.tag, str)]


def trafilatura(html):
    import trafilatura as program

    xml = program.extract(html, output_format="xml", include_comments=True)
    if not xml:
        return []
    tree = lxml.etree.fromstring(xml.encode())
    return ["".join(part.itertext()) for parent in tree.iter("main", "comments") for part in parent]


def katagami(*options):
    def posts(html):
        with tempfile.NamedTemporaryFile("w", suffix=".html", encoding="utf-8") as file:
            file.write(html)
            file.flush()
            command = [sys.argv[1], "forum", "--quiet", "--encoding", "utf-8", "--format", "jsonl", *options, file.name]
            answer = subprocess.run(command, stdout=subprocess.PIPE).stdout.decode()
        found = json.loads(answer)["posts"] if answer.strip() else []
        page = html.encode()
        return [text_of(page[post["start"] : post["end"]].decode()) for post in found]

    return posts


PROGRAMS = {
    "DEPTA": depta,
    "libextract": libextract,
    "Trafilatura": trafilatura,
    "published method": katagami("--method", "paper"),
    "ours": katagami(),
}
GIVEN = ("the page", "the true main content")


def judged(line):
    row = json.loads(line)
    page = row["html"].encode()
    known = [text_of(page[start:end].decode()) for start, end in row["posts"]]
    start, end = row["main"]
    pages = (row["html"], "<html><body>" + page[start:end].decode() + "</body></html>")
    counts = {}
    for given, html in zip(GIVEN, pages):
        for name, posts in PROGRAMS.items():
            try:
                found = posts(html)
            except Exception as error:
                print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr)
                found = []
            counts[given, name] = right(known, found)
    return row["kind"], counts


def main():
    sys.setrecursionlimit(100_000)
    with open(sys.argv[2], encoding="utf-8") as file:
        lines = file.readlines()
    with concurrent.futures.ProcessPoolExecutor() as pool:
        pages = list(pool.map(judged, lines, chunksize=8))
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["program", "given", "kind", "precision", "recall", "f1"])
    for given in GIVEN:
        for name in PROGRAMS:
            for kind in ("lines", "markup", "all"):
                counts = [count[given, name] for of, count in pages if kind in (of, "all")]
                known, found, good = map(sum, zip(*counts))
                figures = good / max(found, 1), good / max(known, 1), 2 * good / max(found + known, 1)
                out.writerow([name, given, kind, *(f"{figure:.4f}" for figure in figures)])


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Fits the weights of src/content/metadata/names.txt: which name on a page is the author's, if any. Python 3.9+, numpy and scipy.

    cargo build --release --example names
    eval/fit/fit_names.py target/release/examples/names ../shared target/more [--ablate] [--write]

The data are pages whose metadata state an author that the page shows, with the metadata removed as in `eval/quality metadata`; and the pages
of eval/authors.csv, which state none: whether one of their names is the author's was judged by reading these. Pages whose markup names the
author are also read with this markup. Generated plain sites have a lower weight. The example prints the names
around each article with their features; of several occurrences of a name the most probable counts. A conditional logit with L2 regularization, in which no author
is one more answer with score 0, maximizes the likelihood of the right answers. For each smallest score of an author, the program prints the
share of given authors that are right, and of shown authors that are given, in-sample and left out (fitted on other sites; plain pages also on
sites without one of their levels). benches/fit.json stores them. --ablate prints them without each feature; --write writes the table.
"""
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import zlib
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "eval"))
import fitted
import metadata
import plain

STATING = ["data/news", "data/blog", "articles", "article-single", "blogs"]
# Markup that names the author of a page.
MARKED = re.compile(r'''(?i)\s(?:rel|itemprop)\s*=\s*["']?(?:author|creator)\b''')
# Weight of a plain page, a real one having 1, and pages of each site.
PLAIN_WEIGHT, OF_SITE = float(os.environ.get("PLAIN_WEIGHT", 0.3)), 3
# Levels of the plain sites that are left out one after the other, by factor.
LEFT_OUT = ("byline", "frame", "around", "language", "dates")
FOLDS = 10
# Swept by factors of three: flat from 0.3 to 3.
L2 = 1.0
# The smallest score of an author, as in src/content/metadata/byline.rs.
LIMIT = 0.5
# The smallest scores that are compared.
LEAST = [-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0]


class Page(NamedTuple):
    site: str
    # Whether its metadata state the author.
    is_stated: bool
    # Whether it shows an author.
    is_shown: bool
    # The features of the occurrences of each name.
    names: list
    # Whether each name is right.
    right: np.ndarray
    weight: float = 1.0
    levels: frozenset = frozenset()


def stating(shared, more, to):
    """Writes the pages that state an author without their metadata, and returns the authors of each page by its path."""
    known = {}
    for name in STATING:
        root = pathlib.Path(shared if name.startswith("data/") else more) / name
        for page in sorted(root.glob("*/*.html")):
            html = page.read_text(encoding="utf-8", errors="replace")
            people = metadata.truth(html, page.parent.name)["author"]
            if people:
                shown = metadata.STATED.sub("", html)
                ways = {"": metadata.without(html)} | ({"marked-": shown} if MARKED.search(shown) else {})
                for way, text in ways.items():
                    stripped = to / (way + name.replace("/", "-")) / page.parent.name / page.name
                    stripped.parent.mkdir(parents=True, exist_ok=True)
                    stripped.write_text(text, encoding="utf-8")
                    known[str(stripped)] = people
    return known


def generated(shared, to):
    """Some pages of each plain site with news, by path: the authors, and the levels of the site. Each site is also read with one
    author, as many real ones have."""
    for site, factors in plain.sites(shared, "news"):
        rows = [json.loads(line) for line in (site / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
        levels, first = frozenset(plain.levels(factors)), next((row["author"] for row in rows if row["author"]), None)
        for row in rows[:OF_SITE]:
            yield str(site / row["page"]), ([row["author"]] if row["author"] else [], levels)
        if first is None or len(rows) == 1:
            continue
        for number, row in enumerate(rows):
            page = to / "one-author" / f"{site.parent.parent.name}-{site.name}" / row["page"]
            page.parent.mkdir(parents=True, exist_ok=True)
            html = (site / row["page"]).read_text(encoding="utf-8")
            page.write_text(html.replace(row["author"] or first, first), encoding="utf-8")
            if number < OF_SITE:
                yield str(page), ([first] if row["author"] else [], levels)


def load(program, shared, more):
    """The names of the features, and the pages."""
    to = ROOT / "target/fit/names"
    stated = stating(shared, more, to)
    known = stated | {str(path): people for path, people in metadata.judged_authors(pathlib.Path(shared) / "data", pathlib.Path(more))}
    levels = {}
    for path, (people, of) in generated(shared, to):
        known[path], levels[path] = people, of
    folders = sorted({os.path.dirname(path) for path in known})
    first, *lines = subprocess.run([program, *folders], stdout=subprocess.PIPE, check=True).stdout.splitlines()
    pages = []
    for row in map(json.loads, lines):
        if row["path"] not in known:
            continue
        people, by = known[row["path"]], collections.defaultdict(list)
        for name, values in row["names"]:
            by[" ".join(metadata.words(name))].append(values)
        by.pop("", None)
        right = [metadata.is_author(people, name) for name in by]
        folder, of = pathlib.Path(row["path"]).parent, levels.get(row["path"])
        site, weight = (folder.name, 1) if of is None else ("/".join(folder.parts[-3:]), PLAIN_WEIGHT)
        names = [np.array(values) for values in by.values()]
        pages.append(Page(site, row["path"] in stated, bool(people), names, np.array(right, bool), weight, of or frozenset()))
    return json.loads(first)["names"], pages


def fit(pages, start):
    """The weights that maximize the likelihood of the right answers. The search begins at some weights."""
    pages = [page for page in pages if page.names]
    nobody = [np.zeros((1, len(start)))]
    values = np.concatenate([values for page in pages for values in page.names + nobody])
    first = starts([len(values) for page in pages for values in page.names + nobody])
    name_of = np.repeat(np.arange(len(first)), np.diff(np.append(first, len(values))))
    of_page = starts([len(page.names) + 1 for page in pages])
    sizes = np.diff(np.append(of_page, len(first)))
    right = np.concatenate([np.append(page.right, not page.right.any()) for page in pages])
    weight = np.array([page.weight for page in pages])
    each = lambda numbers: np.repeat(numbers, sizes)

    def loss(weights):
        all_scores = values @ weights
        is_best = np.flatnonzero(all_scores == np.maximum.reduceat(all_scores, first)[name_of])
        best = values[is_best[np.unique(name_of[is_best], return_index=True)[1]]]
        scores = best @ weights
        shares = np.exp(scores - each(np.maximum.reduceat(scores, of_page)))
        sums, good = np.add.reduceat(shares, of_page), np.add.reduceat(shares * right, of_page)
        pull = each(weight) * (shares * right / each(good) - shares / each(sums))
        return L2 * (weights @ weights) - weight @ np.log(good / sums), 2 * L2 * weights - pull @ best

    return minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 500}).x


def starts(sizes):
    """Where each of several parts begins."""
    return np.cumsum([0, *sizes[:-1]])


def left_out(pages, start):
    """The weights for the sites of each fold, fitted on the others."""
    return [fit([page for page in pages if fold(page) != part], start) for part in range(FOLDS)]


def fold(page):
    return zlib.crc32(page.site.encode()) % FOLDS


def best(page, weights):
    """The highest score of a name, and whether that name is right."""
    scores = [(values @ weights).max() for values in page.names]
    return (max(scores), bool(page.right[int(np.argmax(scores))])) if scores else (-np.inf, False)


def figures(pages, answers, least, of=lambda page: True):
    """The share of given authors that are right, the share of shown authors that are found, and their F1, on some of the pages."""
    given = [right for page, (score, right) in zip(pages, answers) if of(page) and score >= least]
    right, found = sum(given) / max(1, len(given)), sum(given) / sum(page.is_shown for page in pages if of(page))
    return right, found, 2 * right * found / (right + found)


def show(title, pages, answers):
    for least in LEAST:
        lines = (f"{name}: right {{:.3f}} found {{:.3f}} F1 {{:.3f}}".format(*figures(pages, answers, least, of)) for name, of in GROUPS.items())
        print(f"{title:10} from {least:5.2f}: {', '.join(lines)}")


GROUPS = {"real": lambda page: not page.levels, "stated": lambda page: page.is_stated,
          "not stated": lambda page: not page.is_stated and not page.levels, "plain": lambda page: bool(page.levels)}


def store(pages, in_sample, answers, whole):
    """Stores the figures, with those of plain pages without one of their levels."""
    def named(answers, some=pages):
        return {name: dict(zip(("right", "found", "F1"), figures(some, answers, LIMIT, of))) for name, of in GROUPS.items() if any(map(of, some))}
    one, other = named(in_sample), named(answers)
    levels = sorted({level for page in pages for level in page.levels if level.split("=")[0] in LEFT_OUT})
    tested = []
    for level in levels:
        weights = fit([page for page in pages if level not in page.levels], whole)
        tested += [(page, best(page, weights)) for page in pages if level in page.levels]
    some, found = zip(*tested)
    of_levels = named(found, some)
    print(other["plain"], of_levels["plain"])
    fitted.keep({f"names-{name.replace(' ', '-')}": {"in_sample": one[name], "left_out": other[name]} for name in one})
    fitted.keep({"names-plain": {"level_out": of_levels["plain"]}})


def main():
    write = "--write" in sys.argv
    program, shared, more = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    features, pages = load(program, shared, more)
    whole = fit(pages, np.zeros(len(features)))
    parts = left_out(pages, whole)
    print(f"{len(pages)} pages, {sum(page.is_shown for page in pages)} of them show an author, {sum(page.right.any() for page in pages)} "
          "have the right name")
    in_sample = [best(page, whole) for page in pages]
    show("in-sample", pages, in_sample)
    answers = [best(page, parts[fold(page)]) for page in pages]
    show("left out", pages, answers)
    store(pages, in_sample, answers, whole)
    # The basis of SURE in mod.rs.
    for least in np.arange(-1, 4, 0.5):
        of = [right for score, right in answers if least <= score < least + 0.5]
        print(f"  left out, best score from {least:4.1f} to {least + 0.5:4.1f}: {len(of):4} pages, right {np.mean(of):.2f}")
    if "--ablate" in sys.argv:
        for at, name in enumerate(features):
            some = [page._replace(names=[np.delete(values, at, 1) for values in page.names]) for page in pages]
            parts = left_out(some, np.delete(whole, at))
            *_, both = figures(some, [best(page, parts[fold(page)]) for page in some], 0.0)
            print(f"  without {name:18} F1 {both:.3f}", flush=True)
    if write:
        with open(ROOT / "src/content/metadata/names.txt", "w", encoding="utf-8") as out:
            out.write("# Written by eval/fit/fit_names.py: each feature and its weight. The features are explained in "
                      "src/content/metadata/name_evidence.rs.\n")
            for name, weight in zip(features, whole):
                out.write(f"{name:20}{weight:7.4f}\n")


if __name__ == "__main__":
    main()

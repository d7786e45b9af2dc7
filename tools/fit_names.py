#!/usr/bin/env python3
"""Fits the weights of src/content/metadata/names.txt: which name on a page is the author's, if any. Python 3.9+, numpy and scipy.

    cargo build --release --example names
    tools/fit_names.py target/release/examples/names ../shared target/more [--ablate] [--write]

The data are pages whose metadata state an author that the page shows, with the metadata removed as in `.ci/quality metadata`; and the pages
of .ci/authors.csv, which state none: whether one of their names is the author's was judged by reading these. The example prints the names
around each article with their features; of several occurrences of a name the most probable counts. A conditional logit with L2 regularization, in which no author
is one more answer with score 0, maximizes the likelihood of the right answers. For each smallest score of an author, the program prints the
share of given authors that are right, and of shown authors that are given, in-sample and left out (fitted on other sites). --ablate does so
without each feature; --write writes the table.
"""
import collections
import json
import os
import pathlib
import subprocess
import sys
import zlib
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / ".ci"))
import metadata

STATING = ["data/news", "data/blog", "articles", "article-single", "blogs"]
FOLDS = 10
# Swept by factors of three: flat from 0.3 to 3.
L2 = 1.0
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


def stating(shared, more, to):
    """Writes the pages that state an author without their metadata, and returns the authors of each page by its path."""
    known = {}
    for name in STATING:
        root = pathlib.Path(shared if name.startswith("data/") else more) / name
        for page in sorted(root.glob("*/*.html")):
            html = page.read_text(encoding="utf-8", errors="replace")
            people = metadata.truth(html, page.parent.name)["author"]
            if people:
                stripped = to / name.replace("/", "-") / page.parent.name / page.name
                stripped.parent.mkdir(parents=True, exist_ok=True)
                stripped.write_text(metadata.without(html), encoding="utf-8")
                known[str(stripped)] = people
    return known


def load(program, shared, more):
    """The names of the features, and the pages."""
    stated = stating(shared, more, ROOT / "target/fit/names")
    known = stated | {str(path): people for path, people in metadata.judged_authors(pathlib.Path(shared) / "data", pathlib.Path(more))}
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
        site = pathlib.Path(row["path"]).parent.name
        pages.append(Page(site, row["path"] in stated, bool(people), [np.array(values) for values in by.values()], np.array(right, bool)))
    return json.loads(first)["names"], pages


def fit(pages, size):
    """The weights that maximize the likelihood of the right answers."""
    pages = [page for page in pages if page.names]

    def loss(weights):
        total, slope = L2 * (weights @ weights), 2 * L2 * weights
        for page in pages:
            best = np.array([values[np.argmax(values @ weights)] for values in page.names] + [np.zeros(size)])
            right = np.append(page.right, not page.right.any())
            scores = best @ weights
            shares = np.exp(scores - scores.max())
            likely, wanted = shares / shares.sum(), np.where(right, shares, 0)
            total -= np.log((likely * right).sum())
            slope = slope - (wanted / wanted.sum() - likely) @ best
        return total, slope

    return minimize(loss, np.zeros(size), jac=True, method="L-BFGS-B", options={"maxiter": 500}).x


def left_out(pages, size):
    """The weights for the sites of each fold, fitted on the others."""
    return [fit([page for page in pages if fold(page) != part], size) for part in range(FOLDS)]


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
    groups = {"all": lambda page: True, "stated": lambda page: page.is_stated, "not stated": lambda page: not page.is_stated}
    for least in LEAST:
        lines = (f"{name}: right {{:.3f}} found {{:.3f}} F1 {{:.3f}}".format(*figures(pages, answers, least, of)) for name, of in groups.items())
        print(f"{title:10} from {least:5.2f}: {', '.join(lines)}")


def main():
    write = "--write" in sys.argv
    program, shared, more = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    features, pages = load(program, shared, more)
    whole, parts = fit(pages, len(features)), left_out(pages, len(features))
    print(f"{len(pages)} pages, {sum(page.is_shown for page in pages)} of them show an author, {sum(page.right.any() for page in pages)} "
          "have the right name")
    show("in-sample", pages, [best(page, whole) for page in pages])
    answers = [best(page, parts[fold(page)]) for page in pages]
    show("left out", pages, answers)
    # The basis of SURE in mod.rs.
    for least in np.arange(-1, 4, 0.5):
        of = [right for score, right in answers if least <= score < least + 0.5]
        print(f"  left out, best score from {least:4.1f} to {least + 0.5:4.1f}: {len(of):4} pages, right {np.mean(of):.2f}")
    if "--ablate" in sys.argv:
        for at, name in enumerate(features):
            some = [page._replace(names=[np.delete(values, at, 1) for values in page.names]) for page in pages]
            parts = left_out(some, len(features) - 1)
            *_, both = figures(some, [best(page, parts[fold(page)]) for page in some], 0.0)
            print(f"  without {name:18} F1 {both:.3f}", flush=True)
    if write:
        with open(ROOT / "src/content/metadata/names.txt", "w", encoding="utf-8") as out:
            out.write("# Written by tools/fit_names.py: each feature and its weight. The features are explained in "
                      "src/content/metadata/name_evidence.rs.\n")
            for name, weight in zip(features, whole):
                out.write(f"{name:20}{weight:7.4f}\n")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Fits the weights of src/record/role/sign/authors.txt and dates.txt: which texts of posts and comments are their authors and dates. Python 3.9+,
numpy, scipy and lxml.

    cargo build --release --example signs
    eval/fit/fit_signs.py target/release/examples/signs ../shared target/more [--again] [--worst] [--levels] [--ablate] [--write]

The example prints, for the best candidates of each template, the columns of short texts with their features; of the candidates, the one
that agrees best with the reference posts or comments is used, so that what is fitted does not depend on finding these. On plain sites the truth
is exact. On real ones an author is right if the page marks it as such (`rel`, `itemprop`, a class), and a date if it is in a `time` element or
marked; pages are used as they are, and without attributes. A conditional logit with L2 regularization, in which no column is one more answer with
score 0, maximizes the likelihood of the right columns; dates are fitted with the authors that the fit chooses. The program prints the share of
right authors and dates, in-sample and left out by site, with --levels also by level of plain sites. benches/fit.json
stores them. --again uses what the example printed last.
"""
import collections
import datetime
import json
import pathlib
import re
import subprocess
import sys
import zlib

import numpy as np
from lxml import html
from scipy.optimize import minimize

import fitted
import plain

ROOT = pathlib.Path(__file__).resolve().parents[2]
REAL = {"forum": ["data/forum", "boards", "threads"], "blog": ["blogs", "comments"]}
FOLDS = 10
# Swept by factors of three: see the figures that are printed.
L2 = 0.3
# The weight of a plain site; a real one has 1.
PLAIN = 0.3
NAMED = re.compile(r"(?i)author|user-?name|poster|nick|\bfn\b|commenter")
DATED = re.compile(r"(?i)date|time|posted|published|when")
JOINED = re.compile(r"(?i)join|regist|since|member|edit")


def letters(text):
    return "".join(char for char in (text or "").lower() if char.isalnum())


def words(text):
    text = (text or "").lower()
    return frozenset(re.findall(r"\w", text) if re.search(r"[\u3040-\u9fff]", text) else re.findall(r"\w+", text))


def f1(one, other):
    return 2 * len(one & other) / max(1, len(one) + len(other))


def marked(path):
    """The texts that a page marks as authors, and those that it marks as dates, by their letters."""
    names, dates, days = set(), set(), set()
    for element in html.fromstring(path.read_bytes() or b"<p>").iter():
        if not isinstance(element.tag, str):
            continue
        text = " ".join(" ".join(element.itertext()).split())
        mark = " ".join(element.get(name) or "" for name in ("class", "itemprop", "rel"))
        if 0 < len(text) <= 60 and NAMED.search(mark):
            names.add(letters(text))
        if 0 < len(text) <= 60 and not JOINED.search(mark):
            if element.tag == "time" and element.get("datetime"):
                days.add(element.get("datetime")[:10])
                dates.add(letters(text))
            elif DATED.search(mark) and re.search(r"\d", text):
                dates.add(letters(text))
    return names, dates, days


class Set:
    """The columns of one template."""
    def __init__(self, site, job, levels, authors, dates):
        self.site, self.job, self.levels, self.authors, self.dates = site, job, levels, authors, dates
        self.weight = PLAIN if levels else 1.0


def gold_of(site, job):
    """The reference units of each page: texts, author, date; the latter two are missing on most real sites."""
    found = {}
    for row in map(json.loads, (site / "gold.jsonl").open(encoding="utf-8")):
        if job == "forum":
            texts = row["posts"]
        elif "bodies" in row:
            texts = row["bodies"]
        else:
            texts = [entry["text"] if isinstance(entry, dict) else entry for entry in row["comment_list"]]
        authors, dates = row.get("authors") or [None] * len(texts), row.get("dates") or [None] * len(texts)
        found[row["page"]] = list(zip(map(words, texts), authors, dates)), "authors" in row
    return found


def day(text):
    for form in ("%Y-%m-%d", "%a %b %d, %Y %I:%M %p", "%a %b %d, %Y"):
        try:
            return datetime.datetime.strptime(text, form).date().isoformat()
        except ValueError:
            pass
    return None


def matched(trial, gold):
    """For each unit its reference unit, and how well the units agree with all reference units."""
    answers, used = [], set()
    for path, text in trial["units"]:
        page, own = path.split("/")[-1], words(text)
        rows = gold.get(page, ([], False))[0]
        scores = [(f1(own, row[0]) if (page, at) not in used else 0, at) for at, row in enumerate(rows)]
        best, at = max(scores, default=(0, None), key=lambda score: score[0])
        # A unit also holds its signature.
        answers.append((page, rows[at]) if best >= 0.5 else (page, None))
        used |= {(page, at)} if best >= 0.5 else set()
    right = sum(row is not None for _, row in answers)
    return 2 * right / max(1, len(answers) + sum(len(rows) for rows, _ in gold.values())), answers


def columns(trial, answers, exact, marks):
    """The features of each column and the share of right texts; for dates also the features for each column of authors."""
    def author_right(name, page, row):
        return letters(name) == letters(row[1]) if exact else letters(name) in marks[page][0]

    def date_right(date, page, row):
        written, iso = date
        if exact:
            wanted = row[2] if re.match(r"\d{4}-", row[2] or "") else day(row[2] or "")
            return (iso or "")[:10] == wanted
        if is_known and not iso:
            return False
        return letters(written) in marks[page][1] or bool(iso) and iso[:10] in marks[page][2] and len(marks[page][2]) > 1

    def share(values, right, which):
        units = [(value, page, row) for value, (page, row) in zip(values, answers) if row is not None and (not exact or row[which] is not None)]
        return np.mean([bool(value) and right(value, page, row) for value, page, row in units]) if units else None

    # A time without its day, or a month, is no date where the day is known.
    is_known = any(date and date[1] for _, dates, _ in trial["dates"] for date in dates)
    authors = [(np.array(features), share(names, author_right, 1)) for features, names in trial["authors"]]
    dates = [(np.array(features), share(dates, date_right, 2), np.array(given).reshape(-1, 2)) for features, dates, given in trial["dates"]]
    return authors, dates


def load(program, shared, more):
    sets, names = [], {}
    for job in ("forum", "blog"):
        sources = [(path, plain.levels(factors)) for path, factors in plain.sites(shared, job)]
        folders = [pathlib.Path(shared if name.startswith("data/") else more) / name for name in REAL[job]]
        real = [site for folder in folders for site in sorted(folder.iterdir()) if (site / "gold.jsonl").exists()]
        bare = ROOT / "target/fit/signs"
        for site in list(real):
            to = bare / job / site.name
            to.mkdir(parents=True, exist_ok=True)
            for page in site.glob("*.htm*"):
                tree = html.fromstring(page.read_bytes() or b"<p>")
                for element in tree.iter():
                    for name in [name for name in element.attrib if name != "href"] if isinstance(element.tag, str) else []:
                        del element.attrib[name]
                (to / page.name).write_bytes(html.tostring(tree, encoding="utf-8"))
            sources += [(site, None), (to, None)]
        origin = {str(bare / job / site.name): site for site in real}
        printed = ROOT / f"target/fit/signs-{job}.jsonl"
        if "--again" not in sys.argv:
            with printed.open("wb") as out:
                subprocess.run([program, job, *[str(path) for path, _ in sources]], stdout=out, check=True)
        lines = printed.read_bytes().splitlines()
        names = json.loads(lines[0])
        levels = {str(path): level for path, level in sources}
        goods = {}
        for row in (row for row in map(json.loads, lines[1:]) if row["site"] in levels):
            site = origin.get(row["site"], pathlib.Path(row["site"]))
            if site not in goods:
                gold = gold_of(site, job)
                exact = any(is_exact for _, is_exact in gold.values())
                goods[site] = gold, exact, {} if exact else {page.name: marked(page) for page in site.glob("*.htm*")}
            gold, exact, marks = goods[site]
            pages = {path.split("/")[-1] for trial in row["trials"] for path, _ in trial["units"]}
            part = {page: gold[page] for page in pages if page in gold}
            most = 4 * sum(len(rows) for rows, _ in part.values()) + 20
            best = max(((*matched(trial, part), trial) for trial in row["trials"][:6] if len(trial["units"]) < most), key=lambda match: match[0], default=None)
            if best is None or best[0] < 0.3:
                continue
            if not any(unit is not None for _, unit in best[1]):
                continue
            sets.append(Set(site.name, job, levels[row["site"]], *columns(best[2], best[1], exact, marks)))
    return names, sets


def questions(sets, which, authors=None):
    """(features of each column, share right of each, none is right) of each set that has an answer."""
    found = []
    for number, one in enumerate(sets):
        rows = one.authors if which == "authors" else one.dates
        shares = [row[1] for row in rows]
        known = [share for share in shares if share is not None]
        signed = "signed=unsigned" not in (one.levels or ())
        if signed and (not known or max(known) < 0.5):
            continue
        features = []
        for row in rows:
            values = row[0].copy()
            if which == "dates" and authors is not None and authors[number] is not None:
                values[NAMES["dates"].index("of_author")], values[NAMES["dates"].index("beside_author")] = row[2][authors[number]]
            features.append(values)
        shares = np.array([share or 0.0 for share in shares] if signed else [0.0] * len(rows))
        found.append((number, np.array(features).reshape(len(rows), len(NAMES[which])), shares))
    return found


def fit(asked, sets, size):
    def loss(weights):
        total, slope = L2 * (weights @ weights), 2 * L2 * weights
        for number, features, shares in asked:
            features = np.vstack([features, np.zeros(size)])
            best = shares.max() if len(shares) else 0.0
            right = np.append((shares >= best - 0.02) & (shares >= 0.5), best < 0.5)
            scores = features @ weights
            likely = np.exp(scores - scores.max())
            likely /= likely.sum()
            wanted = np.where(right, likely, 0)
            total -= sets[number].weight * np.log(max(1e-300, wanted.sum()))
            slope = slope - sets[number].weight * (wanted / max(1e-300, wanted.sum()) - likely) @ features
        return total, slope

    return minimize(loss, np.zeros(size), jac=True, method="L-BFGS-B", options={"maxiter": 500}).x


def chosen(features, weights):
    scores = features @ weights if len(features) else np.zeros(0)
    return int(np.argmax(scores)) if len(scores) and scores.max() > 0 else None


def choose_authors(sets, weights_of):
    return [chosen(np.array([row[0] for row in one.authors]), weights_of(one)) for one in sets]


def right(asked, sets, weights_of):
    """The right share of each set."""
    for number, features, shares in asked:
        at = chosen(features, weights_of(sets[number]))
        yield sets[number], (1.0 if not shares.any() else 0.0) if at is None else shares[at]


def fold(one):
    return zlib.crc32(one.site.encode()) % FOLDS


def show(title, asked, sets, weights_of):
    """Prints the share of right answers of each kind of pages, and returns it."""
    groups = collections.defaultdict(list)
    for one, share in right(asked, sets, weights_of):
        groups[f"{'plain' if one.levels else 'signs'}-{one.job}"].append(share)
    print(title, "  ".join(f"{name} {np.mean(shares):.3f} of {len(shares)}" for name, shares in sorted(groups.items())), flush=True)
    return {name: np.mean(shares) for name, shares in groups.items()}


def left_out_levels(asked, sets, size, whole):
    """The right share on the sites of each level when the fit saw no site of that level; returns its mean over the levels of each job."""
    jobs = collections.defaultdict(list)
    levels = sorted({level for one in sets if one.levels for level in one.levels if level.split("=")[0] in ("member", "signed", "post", "comment", "dates")})
    for level in levels:
        weights = fit([ask for ask in asked if level not in (sets[ask[0]].levels or ())], sets, size)
        held = [ask for ask in asked if level in (sets[ask[0]].levels or ())]
        if held:
            for name, share in show(f"  {level:28} left out", held, sets, lambda _: weights).items():
                jobs[name].append(share)
            show(f"  {level:28} in-sample", held, sets, lambda _: whole)
    return {name: np.mean(shares) for name, shares in jobs.items()}


def main():
    global NAMES
    program, shared, more = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    NAMES, sets = load(program, shared, more)
    authors = None
    for which in ("authors", "dates"):
        size = len(NAMES[which])
        asked = questions(sets, which, authors)
        # Posts without a date, whose authors joined on a day: the dates without the right ones. Fitted so, authors lose .05 to .25.
        without = [(number, features[shares < 0.5], shares[shares < 0.5] * 0) for number, features, shares in asked if shares.any() and (shares < 0.5).any()]
        learned = asked + without if which == "dates" else asked
        whole = fit(learned, sets, size)
        if "--write" in sys.argv:
            with open(ROOT / f"src/record/role/sign/{which}.txt", "w", encoding="utf-8") as out:
                out.write("# Written by eval/fit/fit_signs.py: each feature and its weight. The features are explained in src/record/role/sign/evidence.rs.\n")
                for name, weight in zip(NAMES[which], whole):
                    out.write(f"{name:16}{weight:8.4f}\n")
        parts = [fit([ask for ask in learned if fold(sets[ask[0]]) != part], sets, size) for part in range(FOLDS)]
        shares = {"in_sample": show(f"{which} in-sample", asked, sets, lambda _: whole),
                  "left_out": show(f"{which} left out ", asked, sets, lambda one: parts[fold(one)])}
        show("none if the right ones are missing, left out", without, sets, lambda one: parts[fold(one)])
        if "--levels" in sys.argv:
            shares["level_out"] = left_out_levels(asked, sets, size, whole)
        fitted.keep({name: {kind: {which.removesuffix("s"): of[name]} for kind, of in shares.items() if name in of} for name in shares["left_out"]})
        if "--worst" in sys.argv:
            worst = sorted((share, one.site, one.job, sorted(one.levels or [])) for one, share in right(asked, sets, lambda _: whole))
            for row in worst[:40]:
                print("  worst", *row)
        if "--ablate" in sys.argv:
            for at, name in enumerate(NAMES[which]):
                some = [(number, np.delete(features, at, 1), shares) for number, features, shares in asked]
                weights = [fit([ask for ask in some if fold(sets[ask[0]]) != part], sets, size - 1) for part in range(FOLDS)]
                show(f"  without {name:14}", some, sets, lambda one: weights[fold(one)])
        if which == "authors":
            authors = choose_authors(sets, lambda _: whole)


if __name__ == "__main__":
    main()

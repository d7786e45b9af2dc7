#!/usr/bin/env python3
"""Writes the tables of docs/QUALITY.md and the README from the figures of the last `eval/quality`.

    eval/tables.py [NAME...]

NAME is a table, such as `text`; without names all are written. In: target/quality/figures.json and the figures of plain sites beside it, written by `eval/quality`; eval/floors; benches/text-peers.csv; benches/fit.json, if it exists, written by the
programs that fit weights: {ROW: {"in_sample": {FIGURE: number}, "left_out": {FIGURE: number}}}, with rows and figures named as in
eval/floors; and target/causes.json, written by eval/causes.py; target/trees.txt, what the example `trees_agree` prints of target/more, ../shared/data and data. Out: the documents. The text between `<!-- table NAME -->` and
`<!-- end -->` is replaced; all other text is written by hand and kept.
"""
import collections
import csv
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path.append(str(ROOT / "eval"))
import floors
import generated
import sets

CAUSES = ROOT / "target/causes.json"
CALIBRATION = ROOT / "benches/calibration.csv"
TREES = ROOT / "target/trees.txt"

# Sets in the order of the tables: the wanted content, and the kind of pages.
SETS = {
    "records": ("records", "results and lists of shops, libraries and others, three pages a site"),
    "serp": ("records", "result pages of search engines from twenty years"),
    "lists": ("records", "court opinions, meetings, glossaries, blogs"),
    "results": ("records", "planning registers, searches, catalogues"),
    "tables": ("records", "accounts and result lists of libraries, sport tables, boards, menus"),
    "forum": ("posts", "threads of boards, questions with answers"),
    "boards": ("posts", "threads of boards"),
    "threads": ("posts", "threads of two boards"),
    "blog": ("post, comments", "posts with their comments, five pages a site or more"),
    "blogs": ("post, comments", "posts with their comments, one or two pages a site"),
    "comments": ("post, comments", "posts of a blog with their comments"),
    "news": ("main text", "news and blogs, five pages a site or more"),
    "articles": ("main text", "articles, two to five pages a site"),
    "article-single": ("main text", "articles, one page a site"),
    "pages": ("main text", "products, documentation, lists, threads, services"),
    "page-single": ("main text", "the same, one page a site"),
    "cleaneval": ("main text", "pages of all kinds, one or two a site"),
    "mail": ("main text", "messages of a mailing list"),
    "metadata": ("date, author", "articles that show what their metadata state, with the metadata removed"),
    "snapshots": ("title, author", "single articles with their metadata, approved by the authors of a reader of metadata"),
    "authors": ("author", "articles that state no author; answers are judged by reading"),
    "detail": ("fields", "three years of a syllabus, a book shop, 300 pages each"),
    "recipes": ("fields", "recipes, two to five pages a site"),
    "swde": ("fields", "eight kinds of things, ten pages a site"),
    "details": ("fields", "products, a catalogue, posts; three pages a site or more"),
    "details-single": ("fields", "products, one or two pages a shop"),
    "similar": ("similar pages", "two years of a syllabus"),
    "wild": ("similar pages", "all pages whose main text is known, as one input"),
    "poured": ("similar pages", "500 of their main texts, inserted into pages of other sites"),
}
FIGURES = {
    "records": ["record F1", "count exact", "cell F1"],
    "posts": ["F1"],
    "post, comments": ["post F1", "comments F1"],
    "main text": ["F1", "near perfect pages"],
    "date, author": ["date", "author"],
    "title, author": ["title", "author"],
    "author": ["right", "found"],
    "fields": ["attribute F1"],
    "similar pages": ["F1", "P", "R"],
}
# The figures of fields other than their values, with the row and the figure.
FIELDS = [
    ("`recipes`: fields named after stated properties, right", "recipes-names", "right"),
    ("`recipes`: items of known lists in one field, learned from one page", "recipes-items", "found"),
    ("`recipes`: texts of learning pages in no field", "recipes-uncovered", "share"),
    ("`swde`: texts of learning pages in no field", "swde-uncovered", "share"),
    *((f"`{name}`: {what} under its name, F1", f"{name}-named", figure)
      for name in ("details", "details-single") for what, figure in (("price", "price"), ("number", "sku"), ("brand", "brand"))),
]
# The figures of whole sites, with the set and figure of the same pages sorted by kind.
WHOLE = [
    ("kind of page", "kind", "", ""),
    ("V-measure of the kinds within a site", "V", "", ""),
    ("main text F1", "text F1", "sites-articles", "F1"),
    ("records F1", "records F1", "sites-lists", "record F1"),
    ("lists with the exact number of records", "lists exact", "sites-lists", "count exact"),
    ("posts F1", "posts F1", "sites-threads", "F1"),
    ("title", "title", "", ""),
    ("date", "date", "", ""),
    ("author", "author", "", ""),
    ("list records linked to their pages", "linked", "", ""),
    ("pairs of copies found", "copies", "", ""),
    ("pages said to be copies, in no known pair", "not copies", "", ""),
    ("rows of lists on pages that are none", "not listed", "", ""),
]
# A level of a factor of plain sites is shown if its effect on the main figure is at least this loss.
COSTLY = -.02
# The best figures of other programs with the same scorer; those of main text come from benches/text-peers.csv.
PEERS = {
    "records": {"record F1": .68, "count exact": .31},
    "serp": {"record F1": .62, "count exact": .29},
    "forum": {"F1": .43},
    "blog": {"post F1": .884, "comments F1": .726},
    "similar": {"F1": .975},
}


def number(value):
    return "" if value is None else f"{value:.3f}"


def markdown(head, rows, texts=1):
    """A table whose first columns are texts and whose others are numbers."""
    lines = [head, ["---"] * texts + ["---:"] * (len(head) - texts), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def floor(name):
    """The floor of a figure, or its ceiling."""
    return str(FLOORS.get(name.replace(" ", "_"), ""))


FLOORS = floors.read()


def whole(value):
    return "" if value is None else f"{value:g}"


# The row and the figure of benches/fit.json for a figure of plain sites.
FITTED = {("plain-records", "F1"): ("plain-records", "record_F1"), ("plain-records", "exact"): ("plain-records", "count_exact"),
          ("plain-serp", "F1"): ("plain-serp", "record_F1"), ("plain-serp", "exact"): ("plain-serp", "count_exact"),
          ("plain-news", "F1"): ("plain-news", "F1"), ("plain-news", "perfect"): ("plain-news", "near_perfect_pages"),
          ("plain-news", "author"): ("names-plain", "F1"),
          ("plain-blog", "comments"): ("plain-blog", "comments_F1"), ("plain-blog", "post"): ("plain-blog", "post_F1"),
          **{(row, figure): (row, figure) for row in ("plain-blog", "plain-forum") for figure in ("author", "date")},
          ("plain-forum", "F1"): ("plain-forum", "F1")}


class Report:
    def __init__(self, measured, fitted, peers):
        self.measured, self.fitted, self.peers = measured, fitted, peers

    def figure(self, row, figure):
        return self.measured.get(row, {}).get(figure.replace(" ", "_"))

    def sets(self):
        rows = [[f"`{name}`", what, job, *(whole(self.figure(name, part)) for part in ("sites", "pages"))]
                for name, (job, what) in SETS.items()]
        return markdown(["set", "pages are", "wanted", "sites", "pages"], rows, 3)

    def answers(self):
        """All forms of input of a set, and the figures of other programs."""
        ways, rows = ["", "-alone", "-stripped", "-together"], []
        for name, (job, _) in SETS.items():
            for figure in FIGURES[job]:
                if self.figure(name, figure) is None:
                    continue
                ours = [number(self.figure(name + way, figure)) for way in ways]
                fitted = [number(self.fitted.get(name, {}).get(kind, {}).get(figure.replace(" ", "_")))
                          for kind in ("in_sample", "left_out")]
                rows.append([f"`{name}` {figure}", *ours, *fitted, self.peer(name, figure)])
        return markdown(["set, figure", "each site's pages together", "each page alone", "no attributes", "all sites as one input",
                         "fit: in-sample", "fit: site left out", "best other program"], rows)

    def peer(self, name, figure):
        best = PEERS.get(name, {}).get(figure)
        found = [(float(row[figure.replace(" ", "_")]), row["program"]) for row in self.peers
                 if row["set"] == name and row["program"] != "katagami" and figure in FIGURES["main text"]]
        return f"{max(found)[0]:.3f} {max(found)[1]}" if found else number(best)

    def text(self):
        """Main text compared with other programs: F1, nearly perfect pages and pages a second, the best of each set in bold."""
        programs = list(dict.fromkeys(row["program"] for row in self.peers))
        names = dict.fromkeys(row["set"] for row in self.peers)
        keys = ("F1", "near_perfect_pages", "pages_a_second")
        best = {(name, key): max(float(row[key]) for row in self.peers if row["set"] == name) for name in names for key in keys}
        cells = {(row["set"], row["program"]): " / ".join(
            f"**{row[key]}**" if float(row[key]) == best[row["set"], key] else row[key] for key in keys) for row in self.peers}
        rows = [[f"`{name}`", *(cells.get((name, program), "") for program in programs)] for name in names]
        return markdown(["set", *programs], rows)

    def verbatim(self):
        """The share of pages whose text has the words of the known text and no others, by set and program."""
        programs = list(dict.fromkeys(row["program"] for row in self.peers))
        names = dict.fromkeys(row["set"] for row in self.peers)
        cells = {(row["set"], row["program"]): row["verbatim"] for row in self.peers}
        return markdown(["set", *programs], [[f"`{name}`", *(cells.get((name, program), "") for program in programs)] for name in names])

    def rows(self, ending, *columns):
        """A table of all rows whose names have an ending."""
        def cell(row, column):
            return (whole if column.endswith(("median", "max")) else number)(self.figure(row, column))
        rows = [[f"`{name}`", *(cell(name + ending, column) for column in columns)]
                for name in [*SETS, *(f"plain-{job}" for job in generated.JOBS)] if name + ending in self.measured]
        return markdown(["set", *columns], rows)

    def summary(self):
        """The first figure of each set, compared with the published method and other programs, for the README."""
        rows = []
        for name, (job, what) in SETS.items():
            for figure in FIGURES[job][:2 if job == "post, comments" else 1]:
                ours, published = (number(self.figure(name + way, figure)) for way in ("", "-paper"))
                if name not in ("wild", "poured"):
                    wanted = figure if figure.split()[0] in job else f"{job}: {figure}"
                    rows.append([what, wanted, *(whole(self.figure(name, part)) for part in ("sites", "pages")), ours, published,
                                 self.peer(name, figure)])
        return markdown(["pages are", "wanted", "sites", "pages", "katagami", "as published", "best other program"], rows, 2)

    def further(self):
        return self.rows("-further", "gain", "losing sites")

    def mixed(self):
        return self.rows("-mixed", "gain", "losing sites")

    def law(self):
        """The verbs whose answers no job scores."""
        ways = ("plain-records-law-further", "plain-records-law-mixed")
        verbs = sets.FIGURES["law-mixed"]
        rows = [[f"`{verb}`", number(self.figure(ways[1], f"{verb}_right")), *(number(self.figure(way, verb)) for way in ways)] for verb in verbs]
        return markdown(["verb", "right", "of these wrong with further pages of the site", "with pages of another kind"], rows)

    def suggested(self):
        """Sorted sets: the first suggestion of `overview`, and the share of pages with the right kind on sites that the fit did not see."""
        rows = []
        for row in (f"{name}-suggested" for name in [*SETS, "sites"]):
            name = row.removesuffix("-suggested")
            if row in self.measured or name == "sites":
                folder = "data-" + name if sets.SETS[name].folder.parent == sets.DATA else name
                left_out = [number(self.fitted.get(f"kinds-{folder}{form}", {}).get("left_out", {}).get("kind")) for form in ("", "-few", "-alone")]
                rows.append([f"`{name}`", number(self.figure(row, "right")), floor(f"{row}.right"), *left_out])
        return markdown(["set", "first suggestion right", "floor", "pages of sites left out", "a few of their pages", "each page alone"], rows)

    def whole(self):
        """Whole sites, and the same pages sorted by kind."""
        as_they_are = {"V": "sites-kinds"}
        rows = [[name, number(self.figure(as_they_are.get(figure, "sites"), figure)), number(self.figure("sites-database", figure)),
                 number(self.figure(row, other)), floor(f"{as_they_are.get(figure, 'sites')}.{figure}"), floor(f"sites-database.{figure}"),
                 floor(f"{row}.{other}")] for name, figure, row, other in WHOLE]
        return markdown(["what", "whole sites", "from the database of `site`", "sorted by kind", "floor: whole", "floor: database",
                         "floor: sorted"], rows)

    def plain(self):
        """Plain sites: the figures by job with their floors, those of the sites that differ in one factor, and those of fits that saw
        neither the site nor, besides, any site with a level of it."""
        def fitted(row, figure):
            row, figure = ("kinds-" + row, "kind") if figure == "kind" else FITTED.get((row, figure), ("", ""))
            return [number(self.fitted.get(row, {}).get(kind, {}).get(figure)) for kind in ("left_out", "level_out")]
        rows = []
        for job in generated.JOBS:
            row = f"plain-{job}"
            for figure in sets.FIGURES[row]:
                rows.append([f"`{job}`", figure, number(self.figure(row, figure)), floor(f"{row}.{figure}"), *fitted(row, figure)])
            main = sets.FIGURES[row][0]
            rows.append([f"`{job}`", f"{main} of sites that differ in one factor", number(self.figure(f"{row}-one", "mean")),
                         floor(f"{row}-one.mean"), "", ""])
            rows.append([f"`{job}`", "V of templates that `learn` finds", number(self.figure(f"{row}-learned", "V")), floor(f"{row}-learned.V"), "", ""])
            rows.append([f"`{job}`", "levels at 0 of these", whole(self.figure(f"{row}-one", "levels_at_0")), floor(f"{row}-one.levels_at_0"), "", ""])
        return markdown(["job", "figure", "is", "floor", "fit: site left out", "fit: level left out"], [row for row in rows if row[2]], 2)

    def trees(self):
        """How our trees differ from those of html5ever, from the last line that the example `trees_agree` prints."""
        counts = [int(number) for number in re.findall(r"\d+", TREES.read_text(encoding="utf-8").splitlines()[-1])]
        pages, with_elements, with_less, lost, elements, lost_text, text = counts
        rows = [["elements", f"{elements}", f"{lost / elements:.2%}", f"{with_elements / pages:.1%}"],
                ["characters of text", f"{text}", f"{lost_text / text:.3%}", f"{with_less / pages:.2%}"]]
        return markdown([f"of {pages} pages", "in the standard's trees", "elsewhere or missing in ours", "pages"], rows)

    def calibration(self):
        """Answers on sites that were left out of the fits, by their probability."""
        whats = {"list": "lists", "kind": "kinds", "posts": "posts", "comments": "comments"}
        with CALIBRATION.open(encoding="utf-8") as file:
            found = {(row["from"], row["to"], row["what"]): row for row in csv.DictReader(file)}
        tenths = sorted({(low, high) for low, high, _ in found})
        cell = lambda tenth, what, key: found.get((*tenth, what), {}).get(key, "")
        rows = [[f"{low} to {high}", *(cell((low, high), what, key) for what in whats for key in ("answers", "right"))] for low, high in tenths]
        return markdown(["probability", *(title for name in whats.values() for title in (name, "right"))], rows)

    def plain_levels(self):
        """For each factor the level that costs most, by job, with its mean main figure."""
        worst = {job: {one[0]: one for one in generated.worst_levels(job)} for job in self.plain_jobs("")}
        factors = dict.fromkeys(factor for levels in worst.values() for factor in levels)

        def cell(levels, factor):
            _, level, _, figure, effect = levels.get(factor, ("", "", 0, 0, 0))
            return f"{level} {figure:.2f}" if effect <= COSTLY else ""
        rows = [[factor, *(cell(levels, factor) for levels in worst.values())] for factor in factors]
        return markdown(["factor", *(f"`{job}`" for job in worst)], [row for row in rows if any(row[1:])], 1 + len(worst))

    def plain_zero(self):
        """The levels of sites that differ in one factor whose main figure is 0."""
        rows = [[f"`{job}`", ", ".join(generated.levels_at_0(job)) or "none"] for job in self.plain_jobs("-one")]
        return markdown(["job", "levels at 0"], rows, 2)

    def plain_jobs(self, ending):
        return [job for job in generated.JOBS if f"plain-{job}{ending}" in self.measured]

    def together(self):
        return self.rows("-together", "gain")

    def templates(self):
        names = {**{f"{name}-templates": f"`{name}`" for name in SETS}, "templates": "six sets"}
        rows = [[name, *(number(self.figure(row, figure)) for figure in ("V", "homogeneity", "completeness"))]
                for row, name in names.items() if row in self.measured]
        return markdown(["pages", "V-measure", "homogeneity", "completeness"], rows)

    def origins(self):
        found = self.measured.get("article-single-origins", {})
        return markdown(["set", *found], [["`article-single`", *map(number, found.values())]])

    def width(self):
        return self.rows("-width", "columns median", "columns max", "useful median", "constant", "contained", "rare", "numbered")

    def fields(self):
        """The figures of fields other than their values."""
        rows = [[name, self.figure(row, figure)] for name, row, figure in FIELDS]
        return markdown(["what", "share"], [[name, number(value)] for name, value in rows if value is not None])

    def liked(self):
        """Lists by themselves, and with the value of a known record given (`--like`): F1 and exact counts, pages together and alone."""
        pairs = [("", "-like"), ("-alone", "-like-alone")]
        cells = lambda name: [number(self.figure(name + way, figure)) for pair in pairs for way in pair for figure in ("record F1", "count exact")]
        rows = [[f"`{name}`", *cells(name)] for name in SETS if self.figure(f"{name}-like", "count exact") is not None]
        names = ["F1", "exact", "F1, with a value", "exact, with a value"]
        return markdown(["set", *names, *(f"each page alone: {name}" for name in names)], rows)

    def some(self):
        """The results with some of the pages, and those of the published methods."""
        named = [row for row in self.measured if re.search(r"-(known|first|spread)-\d+$|-paper$|-quoted$", row)]
        rows = []
        for row in named:
            name = max((name for name in SETS if row.startswith(name)), key=len)
            figures = [figure for figure in FIGURES[SETS[name][0]] if self.figure(row, figure) is not None]
            rows.append([f"`{row}`", "; ".join(f"{figure} {number(self.figure(row, figure))}" for figure in figures)])
        return markdown(["pages", "figures"], rows, 2)

    def size(self):
        """The size of the program, and the number of constants set by hand."""
        constants = subprocess.run([sys.executable, ROOT / "eval/constants.py"], capture_output=True, text=True, check=True).stdout
        counted = subprocess.run([sys.executable, ROOT / "eval/code_lines.py"], capture_output=True, text=True, check=True).stdout
        lines = {name: count for count, name in re.findall(r"(\d+)  (.*)", counted)}
        rows = [["hand-set numbers (`eval/constants.py`)", constants.split()[-3]]]
        folders = {"src": "src in total", "src/wrapper": "src/wrapper", "crates/cli/src": "crates/cli/src in total", "python/src": "python/src in total"}
        rows += [[f"lines of code in `{folder}` (`eval/code_lines.py`)", lines[name]] for folder, name in folders.items() if name in lines]
        shown = subprocess.run([sys.executable, ROOT / "eval/public_items.py"], capture_output=True, text=True, check=True).stdout
        rows += [["documented items of the library (`eval/public_items.py`)", shown.split()[-3]]]
        return markdown(["what", "number"], rows)

    def causes(self):
        """Causes of wrong main text: pages by their most expensive cause."""
        counts = json.loads(CAUSES.read_text())
        total = collections.Counter()
        for found in counts.values():
            total.update(found)
        causes = [("pages", "pages"), ("of these below F1 0.9", "below")]
        others = sorted(set(total) - {"pages", "below"}, key=lambda cause: (-total[cause], cause))
        rows = [[name, *(found.get(cause, "") for found in counts.values())] for name, cause in causes + [(each, each) for each in others]]
        return markdown(["cause", *(f"`{name}`" for name in counts)], rows)


def main(names):
    figures, fit = ROOT / "target/quality/figures.json", ROOT / "benches/fit.json"
    with open(ROOT / "benches/text-peers.csv", encoding="utf-8") as file:
        peers = list(csv.DictReader(file))
    measured = json.loads(figures.read_text())
    missing = sorted({name.rpartition(".")[0] for name in floors.read()} - set(measured))
    if missing:
        sys.exit(f"no figures of {', '.join(missing[:5])} ..: run eval/quality without names of sets first, or the tables lose them")
    if unknown := [name for name in names if not hasattr(Report, name)]:
        sys.exit(f"no table {unknown[0]}: the names are those in the marks `<!-- table NAME -->` of docs/QUALITY.md")
    report = Report(measured, json.loads(fit.read_text()) if fit.exists() else {}, peers)

    def fill(match):
        # A table is kept if others are named, and those of causes and trees if their programs have not run.
        is_old = any(match[2] == name and not file.exists() for name, file in (("causes", CAUSES), ("trees", TREES)))
        if (names and match[2] not in names) or is_old:
            return match[0]
        return f"{match[1]}\n{getattr(report, match[2])()}\n<!-- end -->"
    for document in (ROOT / "docs/QUALITY.md", ROOT / "README.md"):
        text = document.read_text(encoding="utf-8")
        document.write_text(re.sub(r"(<!-- table (\w+) -->).*?<!-- end -->", fill, text, flags=re.DOTALL), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

"""The page sets with reference data, what is measured on each, and the paths of the files."""
import os
import pathlib
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED, OUT, MORE = ROOT / "../shared", ROOT / "target/quality", ROOT / "target/more"
DATA, EVAL, PLAIN = SHARED / "data", SHARED / "eval", SHARED / "plain"
PROGRAM = pathlib.Path(os.environ.get("PROGRAM", ROOT / "target/release/katagami")).resolve()
CLUSTERS = PROGRAM.parent / "examples/clusters"


class Set(NamedTuple):
    job: str  # the job of the scorer; plain-JOB: a job of plain generated sites
    folder: pathlib.Path
    verb: str  # command and options; learn: a wrapper learned from some pages reads all
    more: str = ""  # further rows


SETS = {
    "records": Set("records", DATA / "records", "records --all-fields", "alone like like-alone stripped further mixed telling width suggested"),
    "serp": Set("serp", DATA / "serp", "records", "alone like like-alone stripped further mixed suggested"),
    "lists": Set("records", MORE / "lists", "records --all-fields", "alone like like-alone stripped further mixed together templates telling width suggested"),
    "results": Set("serp", MORE / "results", "records", "alone like like-alone stripped further mixed together suggested"),
    "tables": Set("records", MORE / "tables", "records --all-fields", "alone like like-alone stripped further mixed"),
    "forum": Set("forum", DATA / "forum", "forum", "alone stripped further mixed paper joined suggested"),
    "boards": Set("forum", MORE / "boards", "forum", "alone stripped further mixed together templates joined suggested"),
    "threads": Set("forum", MORE / "threads", "forum", "stripped"),
    "blog": Set("blog", DATA / "blog", "blog", "alone stripped further mixed paper"),
    "blogs": Set("blog", MORE / "blogs", "blog", "stripped mixed"),
    "comments": Set("blog", MORE / "comments", "blog", "stripped"),
    "news": Set("news", DATA / "news", "content", "known-5 known-2 alone mixed paper"),
    "articles": Set("news", MORE / "articles", "content", "alone further mixed together templates suggested"),
    "article-single": Set("news", MORE / "article-single", "content", "origins"),
    "pages": Set("news", MORE / "pages", "content"),
    "page-single": Set("news", MORE / "page-single", "content"),
    "cleaneval": Set("news", MORE / "cleaneval", "content"),
    "mail": Set("news", MORE / "mail", "content"),
    "metadata": Set("metadata", OUT / "unstated", "content"),
    "authors": Set("authors", OUT / "authors", "content"),
    "snapshots": Set("snapshots", MORE / "metadata", "content"),
    "detail": Set("detail", DATA / "detail", "learn first-20",
                  "spread-5 stripped-first-20 stripped-spread-20 stripped-spread-5 framed-first-20 suggested"),
    "recipes": Set("fields", MORE / "recipes", "learn", "mixed templates width names items uncovered suggested"),
    "swde": Set("fields", MORE / "swde", "learn", "first-2 first-3 first-5 mixed templates width uncovered suggested"),
    "details": Set("fields", MORE / "details", "learn", "stripped mixed named"),
    "details-single": Set("fields", MORE / "details-single", "learn", "named"),
    "similar": Set("similar", DATA / "similar", "similar"),
    "wild": Set("wild", OUT / "wild", "similar", "quoted kept"),
    "poured": Set("poured", OUT / "wild", "similar", "half cited shuffled edited site"),
    "templates": Set("templates", OUT, "clusters"),
    # Whole sites, pages of all kinds together; and the same pages sorted by kind.
    "sites": Set("sites", MORE / "sites", "overview content records forum", "kinds"),
    "sites-database": Set("sites", MORE / "sites", "site"),
    "sites-articles": Set("news", OUT / "sorted/news", "content"),
    "sites-lists": Set("records", OUT / "sorted/records", "records"),
    "sites-threads": Set("forum", OUT / "sorted/forum", "forum"),
    # Generated sites, see eval/generated.py.
    **{f"plain-{job}": Set(f"plain-{job}", OUT, job, more) for job, more in {
        "records": "one further mixed law-further law-mixed", "serp": "one further mixed", "fields": "one further mixed", "news": "one further mixed",
        "blog": "one further mixed", "forum": "one further mixed", "mixed": "one learned", "similar": "one mixed"}.items()},
}
# The set whose sites are added to those of a set, one each, for `mixed`: pages of another kind.
OTHER = {"records": "articles", "serp": "articles", "news": "results", "detail": "articles", "lists": "articles", "results": "recipes", "tables": "blogs", "forum": "results", "boards": "lists", "blog": "results",
         "blogs": "lists", "articles": "lists", "recipes": "articles", "swde": "articles", "details": "boards"}
# The sets with reference main texts that together are one input for `similar`.
WILD = ["news", "articles", "article-single", "pages", "page-single", "cleaneval"]
# The sets whose pages state metadata, for `metadata`.
STATING = ["news", "articles", "article-single", "pages", "page-single"]
# The sets that together are one input for `templates`.
CLUSTERED = ["swde", "detail", "recipes", "lists", "boards", "articles"]
# The figures of a job that the table shows; `further` and `together` use the first.
FIGURES = {
    "records": ["record_F1", "count_exact", "cell_F1"],
    "serp": ["record_F1", "count_exact"],
    "forum": ["F1"],
    "blog": ["post_F1", "comments_F1"],
    "news": ["F1", "near_perfect_pages"],
    "metadata": ["date", "author"],
    "authors": ["right", "found"],
    "snapshots": ["title", "author"],
    "detail": ["attribute_F1"],
    "fields": ["attribute_F1"],
    "similar": ["F1"],
    "wild": ["P", "R"],
    "poured": ["R", "P"],
    "templates": ["V"],
    "origins": ["aeb", "chaos", "fundus", "l3s", "wcxb", "zhhand"],
    "quoted": ["P"],
    "kept": ["lost"],
    "joined": ["posts"],
    "telling": ["cell_F1"],
    "names": ["right"],
    "items": ["found"],
    "uncovered": ["share"],
    "width": ["columns_median", "columns_max", "constant", "contained", "rare", "numbered"],
    "further": ["gain", "losing_sites"],
    "mixed": ["gain", "losing_sites"],
    # The share of right pages that are wrong with further pages, see eval/law.py.
    **dict.fromkeys(("law-further", "law-mixed"), ["count", "template", "overview", "site", "check"]),
    "named": ["F1"],
    "sites": ["kind", "text_F1", "lists_exact", "records_F1", "posts_F1", "title", "date", "author"],
    # As the scorer of plain sites names them, the main figure first.
    "plain-records": ["F1", "exact", "cells", "kind"],
    "plain-serp": ["F1", "exact", "kind"],
    "plain-fields": ["all", "half", "rows", "cells", "const", "kind"],
    "plain-news": ["F1", "perfect", "author", "date", "kind"],
    "plain-blog": ["comments", "post", "author", "date", "kind"],
    "plain-forum": ["F1", "author", "date", "kind"],
    "plain-mixed": ["V", "kind"],
    "plain-similar": ["F1"],
    "one": ["mean", "levels_at_0"],
    "learned": ["V"],
    "kinds": ["V"],
    "suggested": ["right"],
}
CEILINGS = FIGURES["width"] + FIGURES["joined"] + FIGURES["law-mixed"] + ["losing_sites", "levels_at_0", "lost", "share", "not_copies", "not_listed"]


class Row(NamedTuple):
    """A set, and a way of measuring it."""
    name: str
    way: str

    def __str__(self):
        return "-".join(filter(None, self))

    def figures(self):
        """The figures that the table shows."""
        found = FIGURES.get(self.way) or FIGURES[SETS[self.name].job] + ["gain"] * (self.way == "together")
        return found + ["linked", "copies", "not_copies", "not_listed"] * (SETS[self.name].verb == "site")


ROWS = [Row(name, way) for name, one in SETS.items() for way in ["", *one.more.split()]]


def sites(folder):
    return sorted(site for site in folder.iterdir() if site.is_dir())


def pages(site):
    return sorted(page for page in site.iterdir() if page.suffix in (".html", ".htm"))

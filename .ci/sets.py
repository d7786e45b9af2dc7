"""The page sets with reference data, what is measured on each, and the paths of the files."""
import os
import pathlib
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED, OUT, MORE = ROOT / "../shared", ROOT / "target/quality", ROOT / "target/more"
DATA, EVAL = SHARED / "data", SHARED / "eval"
PROGRAM = pathlib.Path(os.environ.get("PROGRAM", ROOT / "target/release/katagami")).resolve()
CLUSTERS = PROGRAM.parent / "examples/clusters"


class Set(NamedTuple):
    job: str  # the job of the scorer
    folder: pathlib.Path
    verb: str  # command and options; learn: a wrapper learned from some pages reads all
    more: str = ""  # further rows


SETS = {
    "records": Set("records", DATA / "records", "records --all-fields", "alone stripped further telling width"),
    "serp": Set("serp", DATA / "serp", "records", "alone stripped further"),
    "lists": Set("records", MORE / "lists", "records --all-fields", "alone stripped further together templates telling width"),
    "results": Set("serp", MORE / "results", "records", "alone stripped further together"),
    "forum": Set("forum", DATA / "forum", "forum", "alone stripped paper"),
    "boards": Set("forum", MORE / "boards", "forum", "alone stripped further together templates"),
    "blog": Set("blog", DATA / "blog", "blog", "stripped paper"),
    "blogs": Set("blog", MORE / "blogs", "blog", "stripped"),
    "news": Set("news", DATA / "news", "content", "known-5 known-2 alone paper"),
    "articles": Set("news", MORE / "articles", "content", "alone further together templates"),
    "article-single": Set("news", MORE / "article-single", "content", "origins"),
    "pages": Set("news", MORE / "pages", "content"),
    "page-single": Set("news", MORE / "page-single", "content"),
    "cleaneval": Set("news", MORE / "cleaneval", "content"),
    "metadata": Set("metadata", OUT / "unstated", "content"),
    "authors": Set("authors", OUT / "authors", "content"),
    "detail": Set("detail", DATA / "detail", "learn first-20",
                  "spread-5 stripped-first-20 stripped-spread-20 stripped-spread-5 framed-first-20"),
    "recipes": Set("fields", MORE / "recipes", "learn", "templates width names items uncovered"),
    "swde": Set("fields", MORE / "swde", "learn", "first-2 first-3 first-5 templates width uncovered"),
    "similar": Set("similar", DATA / "similar", "similar"),
    "wild": Set("wild", OUT / "wild", "similar", "quoted kept"),
    "poured": Set("poured", OUT / "wild", "similar", "half cited shuffled edited site"),
    "templates": Set("templates", OUT, "clusters"),
}
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
    "detail": ["attribute_F1"],
    "fields": ["attribute_F1"],
    "similar": ["F1"],
    "wild": ["P", "R"],
    "poured": ["R", "P"],
    "templates": ["V"],
    "origins": ["aeb", "chaos", "fundus", "l3s", "wcxb", "zhhand"],
    "quoted": ["P"],
    "kept": ["lost"],
    "telling": ["cell_F1"],
    "names": ["right"],
    "items": ["found"],
    "uncovered": ["share"],
    "width": ["columns_median", "columns_max", "constant", "contained", "rare"],
    "further": ["gain", "losing_sites"],
}
CEILINGS = FIGURES["width"] + ["losing_sites", "lost", "share"]


class Row(NamedTuple):
    """A set, and a way of measuring it."""
    name: str
    way: str

    def __str__(self):
        return "-".join(filter(None, self))

    def figures(self):
        """The figures that the table shows."""
        return FIGURES.get(self.way) or FIGURES[SETS[self.name].job] + ["gain"] * (self.way == "together")


ROWS = [Row(name, way) for name, one in SETS.items() for way in ["", *one.more.split()]]


def sites(folder):
    return sorted(site for site in folder.iterdir() if site.is_dir())


def pages(site):
    return sorted(page for page in site.iterdir() if page.suffix in (".html", ".htm"))

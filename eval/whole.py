"""Whole sites, pages of all kinds in one input: what each command, or the database of `site`, says of each page, as one line for
../shared/eval/site_score.py."""
import collections
import csv
import json
import pathlib
import re
import tempfile

from sets import SETS, sites


def page_kinds(ask, *pages):
    """The kind of each of some pages, by path."""
    rows = json.loads(ask("overview", *pages, "--format", "json") or "[]")
    return {path: row["kind"] for number, row in enumerate(rows, 1) for path in ask("overview", *pages, "--pages", number).splitlines()}


def of_site(ask, site):
    """What is said of each page, by path."""
    found = collections.defaultdict(dict)
    for path, kind in page_kinds(ask, site).items():
        found[path]["kind"] = kind

    def rows(verb):
        return map(json.loads, ask(verb, site, "--format", "jsonl").splitlines())
    for row in rows("content"):
        found[row["path"]] |= {"title": row["title"] or "", "author": row["author"] or "", "date": row["iso_date"] or row["date"] or "",
                               "text": row["text"]}
    for row in rows("records"):
        found[row["path"]]["records"] = [{"text": record["text"]} for record in row["records"]]
    for row in rows("forum"):
        found[row["path"]]["posts"] = [{"text": post["text"]} for post in row["posts"]]
    return found


def of_database(ask, *pages):
    """What the database of a site says of each page, by path. The records are those of the first table of each kind of lists."""
    csv.field_size_limit(1 << 30)
    with tempfile.TemporaryDirectory() as folder:
        ask("site", *pages, "--format", "csv", "-o", f"{folder}/")
        tables = {}
        for file in pathlib.Path(folder).iterdir():
            with file.open(encoding="utf-8", newline="") as rows:
                tables[file.stem] = list(csv.DictReader(rows))
    found = {page["page"]: {"path": page["path"], "kind": page["what"], "title": page["title"]} for page in tables["pages"]}
    for article in tables.get("articles", []):
        # The text is Markdown: links and images without their addresses.
        text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", article["text"])
        found[article["page"]] |= {"title": article["title"], "author": article["author"],
                                   "date": article["iso_date"] or article["date"], "text": text}
    lists = [json.loads(kind["tables"])[0] for kind in tables["kinds"] if kind["what"] == "list" and kind["tables"] not in ("", "[]")]
    for row in (row for name in lists for row in tables[name]):
        cells = [value for name, value in row.items() if name not in ("page", "record", "image") and not name.endswith(("_url", "_src"))]
        found[row["page"]].setdefault("records", []).append({"text": " ".join(cells)})
    for post in tables.get("posts", []):
        found[post["page"]].setdefault("posts", []).append({"text": post["text"]})
    for page in tables["pages"]:
        if page["same_as"]:
            found[page["page"]]["copy_of"] = found[page["same_as"]]["path"]
    for link in tables.get("links", []):
        if link["record"]:
            found[link["page"]].setdefault("links", []).append(found[link["to_page"]]["path"])
    return {page.pop("path"): page for page in found.values()}


def answers(file):
    """What is said of each page, by path."""
    return {page["path"]: page for page in map(json.loads, file.open(encoding="utf-8"))}


def known_pages(site):
    """What is known of each page of a site."""
    return map(json.loads, (site / "kinds.jsonl").open(encoding="utf-8"))


def kinds(site, said):
    """The known and the said kind of each page of a site whose kind is known. A page that may be of another kind too is of the said one."""
    pairs = []
    for page in known_pages(site):
        kind = said.get(str(site / page["page"]))
        if page["kind"]:
            pairs.append((kind if kind in page.get("also", []) else page["kind"], kind))
    return pairs


def linked(file):
    """The share of the known records that name a page of the crawl which are linked to it."""
    said = answers(file)
    known = right = 0
    for site in sites(SETS["sites"].folder):
        pages = {str(path.relative_to(site)): str(path) for path in site.rglob("*") if path.is_file()}
        for page in known_pages(site):
            wanted = {pages[record["url"]] for record in page.get("records") or [] if record.get("url") in pages}
            known += len(wanted)
            right += len(wanted.intersection(said.get(pages[page["page"]], {}).get("links", [])))
    return right / known


def copies(file):
    """The share of the known pairs of copies that are found, and the number of pages said to be a copy of one with which they are no known
    pair; not all pairs are known. Lists are copies if they have the same records; articles and messages if half of their text is the same."""
    said = {path: page.get("copy_of", path) for path, page in answers(file).items()}
    known = found = wrong = 0
    for site in sites(SETS["sites"].folder):
        pairs = set()
        if (site / "copies.tsv").exists():
            rows = csv.DictReader((site / "copies.tsv").open(encoding="utf-8"), delimiter="\t")
            pairs = {frozenset(str(site / row[page]) for page in "ab") for row in rows}
        same = [frozenset(pair) for pair in said.items() if pair[0] != pair[1] and pair[0].startswith(f"{site}/")]
        known += len(pairs)
        found += sum(len({said[page] for page in pair}) == 1 for pair in pairs)
        wrong += sum(pair not in pairs for pair in same)
    return {"copies": found / known, "not_copies": wrong}


def not_listed(file):
    """The number of rows of lists that are on pages of another known kind without records."""
    said = answers(file)
    return sum(len(said.get(str(site / page["page"]), {}).get("records", [])) for site in sites(SETS["sites"].folder) for page in known_pages(site)
               if page["kind"] and "list" not in (page["kind"], *page.get("also", [])) and not page.get("records"))


def predictions(ask, is_database):
    """The lines for all sites."""
    of_one = of_database if is_database else of_site
    said = [of_one(ask, site) for site in sites(SETS["sites"].folder)]
    return "".join(json.dumps({"path": path, **page}, ensure_ascii=False) + "\n" for site in said for path, page in site.items())

"""Whole sites, pages of all kinds in one input: what each command says of each page, as one line for ../shared/eval/site_score.py."""
import collections
import json

from sets import SETS, sites


def page_kinds(ask, site):
    """The kind of each page, by path."""
    rows = json.loads(ask("overview", site, "--format", "json") or "[]")
    return {path: row["kind"] for number, row in enumerate(rows, 1) for path in ask("overview", site, "--pages", number).splitlines()}


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


def predictions(ask):
    """The lines for all sites."""
    said = [of_site(ask, site) for site in sites(SETS["sites"].folder)]
    return "".join(json.dumps({"path": path, **page}, ensure_ascii=False) + "\n" for site in said for path, page in site.items())

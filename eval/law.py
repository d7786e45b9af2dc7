"""Verbs whose answers no job scores: what is right on a page must stay right with further pages in the input.

The pages are generated lists (`plain-records`), those of another kind generated articles. A page is right if
  count     the number of its records is exact
  template  its group has all pages that are asked for, and pages of their site alone
  overview  it is a list
  site      it is a list in the table `pages`, and the tables have as many records of it as there are
  check     a wrapper that is learned from the input fits it
Out: for each verb the share of the pages right without the further pages that are wrong with them, and without them the share that is right.
"""
import collections
import functools
import json
from typing import NamedTuple

import generated
import whole


class Input(NamedTuple):
    """The pages that are asked for, with the number of records of each; further pages of their site; and pages of another kind."""
    asked: dict
    further: list = []
    others: list = []

    @property
    def pages(self):
        return [*self.asked, *self.further, *self.others]


def count(ask, given):
    return {row["path"] for row in rows(ask, "count", *given.pages) if given.asked.get(row["path"]) == row["count"]}


def template(ask, given):
    groups = collections.defaultdict(set)
    for row in rows(ask, "template", "--mask", *given.pages):
        groups[row["group"]].add(row["path"])
    asked = set(given.asked)
    return {path for group in groups.values() if asked <= group and not group & set(given.others) for path in asked}


def overview(ask, given):
    return {path for path, kind in whole.page_kinds(ask, *given.pages).items() if kind == "list" and path in given.asked}


def site(ask, given):
    return {path for path, page in whole.of_database(ask, *given.pages).items()
            if page["kind"] == "list" and len(page.get("records", [])) == given.asked.get(path)}


def check(ask, learned_from, given):
    wrapper = learned_from(given.pages)
    checked = rows(ask, "check", "-w", wrapper, *given.asked) if wrapper.exists() else []
    return {row["path"] for row in checked if "path" in row and row["fits"]}  # Other rows are about fields.


def rows(ask, *words):
    return list(map(json.loads, ask(*words, "--format", "jsonl").splitlines()))


def asked_for(folder):
    """The pages of a site with the number of records of each."""
    known = map(json.loads, (folder / "gold.jsonl").open(encoding="utf-8"))
    return {str(folder / row["page"]): len(row["records"]) for row in known}


def inputs(way):
    """Pairs of inputs, without and with further pages."""
    for mine, other in zip(*(generated.drawn(job, generated.SEEDS[0]) for job in ("records", generated.OTHER["records"]))):
        if way == "further" and len(generated.pages(mine)) > 1:
            half, further = generated.half(mine)
            yield Input(asked_for(half)), Input(asked_for(half), further=further)
        elif way == "mixed":
            asked = asked_for(mine)
            yield Input(asked), Input(asked, others=generated.pages(other)[:len(asked)])


def figures(ask, learned_from, way):
    verbs = {verb.__name__: functools.partial(verb, ask) for verb in (count, template, overview, site)}
    verbs["check"] = functools.partial(check, ask, learned_from)
    pairs, found = list(inputs(way)), {}
    for name, verb in verbs.items():
        right, lost = 0, 0
        for without, others in pairs:
            before = verb(without)
            right, lost = right + len(before), lost + len(before - verb(others))
        found |= {name: lost / right, f"{name}_right": right / sum(len(without.asked) for without, _ in pairs)}
    return found


WAYS = {f"law-{way}": functools.partial(figures, way=way) for way in ("mixed", "further")}

"""Measures fields other than by their values: texts in no field, fields named after stated properties, single pages.

Names: a field is called by a property whose truth is known under another name; it is right if four in five of the items that it holds on
the site's pages are the attribute's, letters alone compared. A title that pages state of themselves is no recipe's, and yields are
known in other words; both are left out. Alone: each page makes a wrapper and is read by it; of the items of its lists, and of texts, those in
the best field count.
"""
import collections
import json
import sys

from sets import EVAL

# Properties of schema.org, and what the truths call them.
KNOWN = {"name": "title", "recipeIngredient": "ingredients", "recipeInstructions": "instructions", "description": "description",
         "author": "author", "recipeCategory": "category", "recipeCuisine": "cuisine", "keywords": "keywords"}
LISTS = ["ingredients", "instructions"]


def letters(value):
    sys.path.append(str(EVAL))
    import score
    values = [value] if isinstance(value, str) else value or []
    return [text for text in map(score.letters, values) if text]


def by_page(rows):
    """Of each page by its name the texts of each field."""
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for row in map(json.loads, rows.splitlines()):
        for name, value in row["fields"].items():
            found[row["path"].split("/")[-1]][name] += letters(value)
    return found


def gold(site):
    return {row["page"]: row["attrs"] for row in map(json.loads, open(site / "gold.jsonl", encoding="utf-8"))}


def right_names(site, wrapper, rows):
    """The fields of a site that are named after a property whose truth is known, and how many of them are right."""
    named = {field["name"] for template in wrapper["templates"] for field in template["fields"] if "property" in field}
    pages, truth = by_page(rows), gold(site)
    asked = right = 0
    for name in named & KNOWN.keys():
        both = said = known = 0
        for page, attributes in truth.items():
            ours, theirs = pages[page][name], letters(attributes.get(KNOWN[name]))
            if not ours or KNOWN[name] not in attributes:
                continue
            same = "".join(ours) == "".join(theirs)
            both += len(theirs) if same else sum((collections.Counter(ours) & collections.Counter(theirs)).values())
            said, known = said + (len(theirs) if same else len(ours)), known + len(theirs)
        if said:
            asked += 1
            right += 2 * both >= .8 * (said + known)
    return asked, right


def found_items(page, attributes, rows):
    """The known items of a page's lists, and how many of them the best field of each holds."""
    fields, asked, found = by_page(rows)[page], 0, 0
    for name in LISTS:
        known = letters(attributes.get(name))
        asked += len(known)
        whole = [len(known) for texts in fields.values() if known and "".join(texts) == "".join(known)]
        each = [sum((collections.Counter(texts) & collections.Counter(known)).values()) for texts in fields.values()]
        found += max(whole + each + [0])
    return asked, found

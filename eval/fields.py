"""Measures of fields other than their values: texts in no field, fields named after stated properties, single pages.

Names: a field is named after a property that has another name in the reference data. It is right if four in five of its items on the
site's pages are those of the attribute; only letters are compared. Titles that pages state are those of the pages, not of recipes, and
yields have other words in the reference data; both are left out. Alone: each page makes a wrapper and is read by it; of the items of its
lists and of its texts, those in the best field count.
"""
import collections
import json
import sys

from sets import EVAL

# Properties of schema.org, and their names in the reference data.
KNOWN = {"name": "title", "recipeIngredient": "ingredients", "recipeInstructions": "instructions", "description": "description",
         "author": "author", "recipeCategory": "category", "recipeCuisine": "cuisine", "keywords": "keywords"}
LISTS = ["ingredients", "instructions"]


def letters(value):
    sys.path.append(str(EVAL))
    import score
    values = [value] if isinstance(value, str) else value or []
    return [text for text in map(score.letters, values) if text]


def by_page(rows):
    """The texts of each field, by page name and field name."""
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for row in map(json.loads, rows.splitlines()):
        for name, value in row["fields"].items():
            found[row["path"].split("/")[-1]][name] += letters(value)
    return found


def gold(site):
    return {row["page"]: row["attrs"] for row in map(json.loads, open(site / "gold.jsonl", encoding="utf-8"))}


def right_names(site, wrapper, rows):
    """The number of fields of a site that are named after a property with reference data, and the number of those that are right."""
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
    """The number of reference items of a page's lists, and the number of those in the best field for each list."""
    fields, asked, found = by_page(rows)[page], 0, 0
    for name in LISTS:
        known = letters(attributes.get(name))
        asked += len(known)
        whole = [len(known) for texts in fields.values() if known and "".join(texts) == "".join(known)]
        each = [sum((collections.Counter(texts) & collections.Counter(known)).values()) for texts in fields.values()]
        found += max(whole + each + [0])
    return asked, found

"""Lists named by a text of a record: for each page, or for each site, one value of a known record is given with `--like`.

The value is the one of the first known record that fewest values of the page contain; of these the longest. So it is what a user would
copy who sees a wrong list: a title rather than a price that half of the records have."""
import html
import json
import re
import sys

from sets import EVAL

sys.path.append(str(EVAL))
import score


def values(row):
    """The values of a known record: its cells, or the title and the snippet of a result."""
    cells = row if isinstance(row, list) else [re.sub(r"<[^>]*>", "", str(row.get(name) or "")) for name in ("title", "snippet")]
    return [html.unescape(cell) for cell in cells if score.letters(cell)]


def given(records):
    """The values of the first known record with values, the best one first."""
    first = next((known for known in map(values, records) if known), [])
    others = [score.letters(cell) for record in records for cell in values(record)]
    return sorted(first, key=lambda cell: (sum(score.letters(cell) in other for other in others), -len(score.letters(cell))))


def rows(ask, verb, site, alone):
    """The rows of the pages of a site, each read alone with a value of its own, or all together with a value of the first one."""
    known = [json.loads(line) for line in open(site / "gold.jsonl", encoding="utf-8")]
    texts = [(site / page["page"], given(page["records"])) for page in known]
    if not alone:
        texts = [(site, next((of for _, of in texts if of), []))]
    return "".join(named(ask, verb, pages, of) for pages, of in texts)


def named(ask, verb, pages, texts):
    """The rows of the list with the first of these texts that a list has: known values are not always spelled as pages show them."""
    # 2: no list has the text.
    found = (ask(*verb.split(), pages, "--like", text, "--format", "jsonl", right=(0, 1, 2)) for text in texts)
    return next(filter(None, found), None) or ask(*verb.split(), pages, "--format", "jsonl")

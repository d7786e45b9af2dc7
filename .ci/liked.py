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


def value(records):
    """The value of the first known record with values, if there is one."""
    first = next((known for known in map(values, records) if known), [])
    others = [score.letters(cell) for record in records for cell in values(record)]
    return min(first, key=lambda cell: (sum(score.letters(cell) in other for other in others), -len(score.letters(cell))), default=None)


def rows(ask, verb, site, alone):
    """The rows of the pages of a site, each read alone with a value of its own, or all together with a value of the first one."""
    known = [json.loads(line) for line in open(site / "gold.jsonl", encoding="utf-8")]
    given = [(site / page["page"], value(page["records"])) for page in known]
    if not alone:
        given = [(site, next((text for _, text in given if text), None))]
    # 2: no list has the text.
    return "".join(ask(*verb.split(), pages, *(["--like", text] if text else []), "--format", "jsonl", right=(0, 1, 2)) for pages, text in given)

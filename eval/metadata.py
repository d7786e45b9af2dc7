"""Removes the metadata of real pages that state author and date, to measure what is found in the text alone.

The reference is the first article in JSON-LD, else `article:published_time` and `meta` author. A page counts for the date if its text
shows that day, as numbers or with the name of a month, and for the author if it shows all names and they are not the name of the site.
"""
import csv
import datetime
import html
import json
import re

from sets import ROOT

MONTHS = {}
for line in (ROOT / "src/record/role/months.txt").read_text(encoding="utf-8").splitlines()[1:]:
    for month, names in enumerate(line.split(" ", 1)[1].split("|")[0].split(";"), 1):
        for name in filter(None, names.split(",")):
            MONTHS.setdefault(name, set()).add(month)

ARTICLE = re.compile(r"(Article|Posting|Report|Review|WebPage)$")
LINKED = re.compile(r"(?is)<script[^>]*ld\+json[^>]*>(.*?)</script>")
ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))""")
# Markup that states metadata: data in scripts, `meta` except the charset, `link`, and attributes that name a role or a day.
STATED = re.compile(r"(?is)<script[^>]*(?:json|application/)[^>]*>.*?</script>|<meta\b(?![^>]*charset)[^>]*>|<link\b[^>]*>")
NAMING = re.compile(r"""(?i)\s(?:itemprop|itemtype|itemscope|property|typeof|datetime|rel|content)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?""")
TAG = re.compile(r"<[a-zA-Z][^<>]*>")


def words(text):
    return re.findall(r"\w+", html.unescape(text).lower())


def articles(page):
    """The articles in JSON-LD, those with the most specific type first."""
    found = []
    for script in LINKED.findall(page):
        try:
            open_ = [json.loads(script.strip(), strict=False)]
        except ValueError:
            continue
        while open_:
            one = open_.pop()
            if isinstance(one, list):
                open_ += one
            elif isinstance(one, dict):
                kinds = one.get("@type", "")
                found += [one] if any(ARTICLE.search(str(kind)) for kind in (kinds if isinstance(kinds, list) else [kinds])) else []
                open_ += [one[key] for key in ("@graph", "mainEntity") if key in one]
    return sorted(found, key=lambda one: "WebPage" in str(one.get("@type")))


def stated(page):
    """The contents of the `meta` elements by name."""
    found = {}
    for tag in re.findall(r"(?is)<meta\b[^>]*>", page):
        of = {name.lower(): html.unescape(one or two or three) for name, one, two, three in ATTRIBUTE.findall(tag)}
        for key in ("property", "name"):
            if key in of and "content" in of:
                found.setdefault(of[key].lower(), of["content"])
    return found


def names(one):
    """The names of one or several people."""
    if isinstance(one, list):
        return [name for each in one for name in names(each)]
    if isinstance(one, dict):
        return names(one.get("name", ""))
    return [one.strip()] if isinstance(one, str) and words(one) else []


def shown(page):
    page = re.sub(r"(?is)<!--.*?-->|<(script|style|head|noscript|template)\b.*?</\1>", " ", page)
    return html.unescape(re.sub(r"(?s)<[^>]*>", " ", page))


def shows_day(text, year, month, day):
    """Whether a text has a date: its year, month and day within a few words."""
    found = words(text)
    for at, word in enumerate(found):
        near = found[max(0, at - 4):at + 5]
        numbers = [int(digits) for one in near for digits in re.findall(r"\d+", one)]
        months = {number for one in near for number in MONTHS.get(one.strip("0123456789"), ())}
        if str(year) in word and day in numbers and (month in months or sum(number == month for number in numbers) > (month == day)):
            return True
    return False


def truth(page, host=""):
    """The day and the names that a page's metadata state. Each is None if the page does not show it; the names are also None if they are the
    name of the site, as stated by the page or given by its host."""
    of, told, text = articles(page), stated(page), shown(page)
    written = next((one["datePublished"] for one in of if isinstance(one.get("datePublished"), str)), told.get("article:published_time"))
    day = re.match(r"(\d{4})-(\d\d)-(\d\d)", written or "")
    day = day and shows_day(text, *map(int, day.groups())) and day[0] or None
    site = [told.get("og:site_name", ""), *(name for one in of for name in names(one.get("publisher", "")))]
    people = next((found for one in of if (found := names(one.get("author")))), names(told.get("author", "")))
    site += [re.sub(r"^\w+://(?:www\.)?([^/]*).*", r"\1", told.get("og:url", ""))]
    known, sites = f" {' '.join(words(text))} ", " ".join("".join(words(name)) for name in [*site, host])
    is_shown = all(f" {' '.join(words(name))} " in known and "".join(words(name)) not in sites for name in people)
    return {"date": day, "author": people if people and is_shown else None}


def without(page):
    """A page without the markup that states metadata."""
    return TAG.sub(lambda tag: NAMING.sub("", tag[0]), STATED.sub("", page))


def agree(people, answer):
    """Whether a result names these people: F1 of its words and theirs of at least 0.8, as for the texts of posts."""
    known, found = (set(words(" ".join(people))), set(words(answer or "")))
    both = len(known & found)
    return both > 0 and 2 * both / (len(known) + len(found)) >= .8


def judged(truth, row):
    """For each known value of a page, whether the result has it: the day or an adjacent one, because the stated date may be in another
    time zone; all authors or one of them, with or without the text after a punctuation mark (`Ann Lee, The Daily`)."""
    found = {}
    if truth["date"]:
        day = (row["iso_date"] or "")[:10]
        known, answered = (datetime.date.fromisoformat(one) if one[:1] in "12" else None for one in (truth["date"], day or "0"))
        found["date"] = None not in (known, answered) and abs((known - answered).days) <= 1
    if truth["author"]:
        found["author"] = is_author(truth["author"], row["author"])
    return found


def is_author(people, answer):
    """Whether an answer is all of these people or one of them, with or without the text after a punctuation mark."""
    people = [re.sub(r"<[^>]*>|\S+@\S+", "", html.unescape(name)) for name in people]
    ways = [people, *([name] for name in people), *([re.split(r"[|,;(]", name)[0]] for name in people)]
    return any(agree(way, answer) for way in ways)


def judged_authors(data, more):
    """The pages of authors.csv, which state no author, each with the author if one of its names is, as judged by reading them."""
    with (ROOT / "eval/authors.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            folder = (data if (data / row["set"]).is_dir() else more) / row["set"]
            yield folder / row["site"] / row["page"], [row["author"]] if row["author"] else []

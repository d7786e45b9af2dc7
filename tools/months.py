#!/usr/bin/env python3
"""Writes src/record/role/months.txt, the names of months and weekdays in the official languages of all territories, from Unicode CLDR.

    pip install babel==2.18.0; tools/months.py > src/record/role/months.txt
    apt-get install unicode-cldr-core; tools/months.py /usr/share/unicode/cldr/common/main > src/record/role/ages.txt

The first line has the languages and regions that write the month before the day, 5/31/20. Each other line is a language: its code, then
the names of each month, wide and abbreviated, in all forms and regions, in lower case; months are separated by `;`, names by `,`. After
`|` are the names of the weekdays. With a folder of CLDR's own files, it writes the ages of dates instead, which Babel leaves out: each line is a
language, then, after spaces, the letters in which it writes that a number (#) of seconds, minutes, hours, days, weeks, months or years
(s m h d w M y) has passed, and the words for days before today (0 today, 1 yesterday). Left out are names with digits or of several words,
and Latin and Cyrillic names of less than three letters, which are words of other languages, and such weekdays of one letter. Data: Unicode License v3.
"""
import collections
import pathlib
import re
import sys
import unicodedata
from xml.etree import ElementTree

from babel import Locale, localedata
from babel.core import get_global
from babel.languages import get_official_languages


def name(written):
    return unicodedata.normalize("NFKC", written).lower().strip(". \u200e\u200f")


def is_kept(word, least=3):
    is_alphabet = re.fullmatch(r"[\u0041-\u024f\u0400-\u04ff]+", word)
    return word and max(word) < "\U00010000" and not re.search(r"[\d\s,;]", word) and (len(word) >= least or not is_alphabet)


territories = get_global("territory_languages")
official = {language.split("_")[0] for territory in territories
            for language in get_official_languages(territory, de_facto=True)}


def letters(text):
    return "".join(char for char in text.lower() if char == "#" or unicodedata.category(char)[0] in "LM")


def ages(folder):
    units = dict(zip("second minute hour day week month year".split(), "smhdwMy"))
    found = collections.defaultdict(set)
    for path in pathlib.Path(folder).glob("*.xml"):
        for field in ElementTree.parse(path).iterfind(".//dates/fields/field"):
            unit = units.get(field.get("type").split("-")[0])
            past = field.findall("relativeTime[@type='past']/relativeTimePattern") if unit else []
            days = [word for word in field.findall("relative") if unit == "d" and int(word.get("type")) <= 0]
            written = [(unit, part.text.replace("{0}", "#")) for part in past if "{0}" in part.text]
            written += [(word.get("type").strip("-"), word.text) for word in days]
            # A sign before a number alone may also join two numbers.
            found[path.stem.split("_")[0]] |= {kind + letters(text) for kind, text in written if text[0] not in "-−–↑"}
    for language in sorted(official & set(found)):
        if kept := sorted(text for text in found[language] if text[1:].strip("#")):
            print(language, *kept)


if len(sys.argv) > 1:
    ages(sys.argv[1])
    sys.exit()
month_first = []
weekdays = collections.defaultdict(set)
months = collections.defaultdict(lambda: collections.defaultdict(set))
for identifier in localedata.locale_identifiers():
    language = identifier.split("_")[0]
    if language in official:
        localedata._cache.clear()  # Locales change the data that they inherit.
        locale = Locale.parse(identifier)
        pattern = locale.date_formats["short"].pattern
        if pattern.index("M") < pattern.index("d") < pattern.index("y"):
            month_first.append(identifier.lower().replace("_", "-"))
        for context in locale.days.values():
            for width in ("wide", "abbreviated"):
                weekdays[language] |= {name(day) for day in context.get(width, {}).values() if is_kept(name(day), 2)}
        for context in locale.months.values():
            for width in ("wide", "abbreviated"):
                for month, written in context.get(width, {}).items():
                    months[language][month] |= {name(written)} if is_kept(name(written)) else set()
print(" ".join(sorted(month_first)))
for language in sorted(months):
    if any(months[language].values()) or weekdays[language]:
        names = ";".join(",".join(sorted(months[language][month])) for month in range(1, 13))
        print(language, f"{names}|{','.join(sorted(weekdays[language]))}")

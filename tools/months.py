#!/usr/bin/env python3
"""Writes src/record/role/months.txt, the names of months and weekdays in the official languages of all territories, from Unicode CLDR.

    pip install babel==2.18.0; tools/months.py > src/record/role/months.txt

The first line has the languages and regions that write the month before the day, 5/31/20. Each other line is a language: its code, then
the names of each month, wide and abbreviated, in all forms and regions, in lower case; months are separated by `;`, names by `,`. After
`|` are the names of the weekdays. Left out are names with digits or of several words, and Latin and Cyrillic names of less than three
letters, which are words of other languages. Data: Unicode License v3.
"""
import collections
import re
import unicodedata

from babel import Locale, localedata
from babel.core import get_global
from babel.languages import get_official_languages


def name(written):
    return unicodedata.normalize("NFKC", written).lower().strip(". \u200e\u200f")


def is_kept(word):
    is_alphabet = re.fullmatch(r"[\u0041-\u024f\u0400-\u04ff]+", word)
    return word and max(word) < "\U00010000" and not re.search(r"[\d\s,;]", word) and (len(word) > 2 or not is_alphabet)


territories = get_global("territory_languages")
official = {language.split("_")[0] for territory in territories
            for language in get_official_languages(territory, de_facto=True)}
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
                weekdays[language] |= {name(day) for day in context.get(width, {}).values() if is_kept(name(day))}
        for context in locale.months.values():
            for width in ("wide", "abbreviated"):
                for month, written in context.get(width, {}).items():
                    months[language][month] |= {name(written)} if is_kept(name(written)) else set()
print(" ".join(sorted(month_first)))
for language in sorted(months):
    if any(months[language].values()):
        names = ";".join(",".join(sorted(months[language][month])) for month in range(1, 13))
        print(language, f"{names}|{','.join(sorted(weekdays[language]))}")

#!/usr/bin/env python3
"""Writes src/record/role/currencies.txt, what stands beside an amount of money, from Unicode CLDR.

    pip install babel==2.18.0; tools/currencies.py > src/record/role/currencies.txt

The first line has the codes of the currencies in use (ISO 4217), which are written in capitals. The second has the signs of Unicode's category Sc, and
the symbols and names of one word that the official languages of each territory have for its currencies, in lower case, without
those that are also the symbol of a unit of measurement in a tenth of the languages, such as `m`, and without single letters of alphabets. Data: Unicode License v3.
"""
import collections
import re
import unicodedata

from babel import Locale, UnknownLocaleError, localedata
from babel.core import get_global
from babel.languages import get_official_languages
from babel.numbers import get_currency_name, get_currency_symbol


def written(word):
    return "".join(unicodedata.normalize("NFKC", word).lower().split()).strip(".\u200e\u200f\u200b")


def units(patterns):
    if isinstance(patterns, str):
        yield written(patterns.replace("{0}", ""))
    elif isinstance(patterns, dict):
        for inner in patterns.values():
            yield from units(inner)


codes, words = set(), set()
for territory, rows in get_global("territory_currencies").items():
    for code, _, end, is_tender in rows:
        if end is not None or not is_tender:
            continue
        codes.add(code)
        for language in get_official_languages(territory, de_facto=True):
            for name in (f"{language}_{territory}", language):
                try:
                    locale = Locale.parse(name)
                except (UnknownLocaleError, ValueError):
                    continue
                forms = [get_currency_symbol(code, locale)] + [get_currency_name(code, count, locale) for count in (1, 2, 5)]
                words |= {written(form) for form in forms if len(form.split()) == 1}
signs = {chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == "Sc"}
languages = [name for name in localedata.locale_identifiers() if "_" not in name]
counts = collections.Counter()
for name in languages:
    counts.update(set(units(dict(localedata.load(name)).get("unit_patterns", {}))))
words -= {word for word, count in counts.items() if 10 * count > len(languages)} | {code.lower() for code in codes}
words = {word for word in words if word and (len(word) > 1 or unicodedata.category(word) == "Lo") and not re.search(r"[\d/]", word)} | {written(sign) for sign in signs}
print(*sorted(codes))
print(*sorted(words))

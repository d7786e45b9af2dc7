#!/usr/bin/env python3
"""Compares extruct with katagami on what pages state about themselves: properties and values that each finds, and speed.

    stated-peers.py PROGRAM FOLDER [--show N]

PROGRAM is the release build of katagami. FOLDER has one folder per site with pages, such as those of the set `recipes` (eval/sets.py).
extruct is installed from PyPI into target/stated-peers, unless it is there already. It gets pages decoded as UTF-8 and the address that
katagami finds. A value is a text, number or address under the last part of its property's name (`title` for both `og:title` and
`http://ogp.me/ns#title`), in the same vocabulary or another, counted once a page; entities are decoded and white space is collapsed.
Things are not counted, what is in them is. --show prints the N pages where extruct has most that katagami lacks. Pages a second are
those of one core: for extruct the extraction alone, for katagami the whole process with each site as one input.
"""
import collections
import html
import json
import logging
import os
import pathlib
import re
import resource
import subprocess
import sys
import time
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent
PYTHON = ROOT / "target/stated-peers/bin/python"
# What extruct gives with the value of a property whose value is no thing with properties of its own.
AROUND_VALUE = {"@value", "@language", "@type", "value", "type", "html", "alt", "srcset", "lang"}


def install():
    """Continues in an environment that has extruct."""
    if pathlib.Path(sys.prefix).resolve() != PYTHON.parent.parent.resolve():
        if not PYTHON.exists():
            venv.create(PYTHON.parent.parent, with_pip=True)
            subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", "extruct"], check=True)
        os.execv(PYTHON, [str(PYTHON), __file__, *sys.argv[1:]])


def pair(name, value):
    """A property and its value in the form in which they are compared."""
    text = value if isinstance(value, str) else json.dumps(value)
    return re.split(r"[/#:]", name)[-1].lower(), " ".join(html.unescape(html.unescape(text)).split())


def values(found, name=""):
    """The properties and values in what extruct has found."""
    if isinstance(found, list):
        for each in found:
            yield from values(each, name)
    elif not isinstance(found, dict):
        yield pair(name, "" if found is None else found)
    elif found.keys() & {"@value", "value"} and found.keys() <= AROUND_VALUE:
        yield pair(name, found.get("@value", found.get("value")))
    elif found.keys() >= {"URI", "name", "content"}:  # Dublin Core
        yield pair(found["name"], found["content"])
    elif found.keys() == {"@id"} and name.startswith("http") and not found["@id"].startswith("_:"):  # RDFa
        yield pair(name, found["@id"])
    else:
        inner = found.get("properties", found)  # OpenGraph has pairs, which may have the same name
        for key, value in inner if isinstance(inner, list) else inner.items():
            if not key.startswith("@") or key == "@graph":
                yield from values(value, key)


def ours(program, site):
    """What katagami finds by page: by vocabulary the pairs; the addresses of the pages."""
    command = [program, "stated", "--quiet", "--threads", "1", "--format", "jsonl", "--flat", site]
    pages, addresses = collections.defaultdict(lambda: collections.defaultdict(set)), {}
    for row in map(json.loads, subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout.splitlines()):
        if not row.get("value_thing"):
            pages[row["path"]][row["vocabulary"]].add(pair(row["property"], row.get("value", "")))
        addresses[row["path"]] = row.get("url")
    return pages, addresses


def main(arguments):
    if len(arguments) not in (2, 4):
        print(__doc__)
        return 2
    install()
    import extruct
    logging.disable()
    program, folder, show = arguments[0], pathlib.Path(arguments[1]), int(arguments[3]) if len(arguments) == 4 else 0
    pages, addresses = {}, {}
    for site in sorted(site for site in folder.iterdir() if site.is_dir()):
        for found, into in zip(ours(program, site), (pages, addresses)):
            into.update(found)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds, read = 0, 0
    counts, most, at_least, lacking = collections.defaultdict(collections.Counter), [], collections.Counter(), collections.Counter()
    for page in sorted(page for page in folder.glob("*/*") if page.suffix in (".html", ".htm")):
        mine, text = pages.get(str(page), {}), page.read_bytes().decode("utf-8", "replace")
        begun = time.process_time()
        found = extruct.extract(text, base_url=addresses.get(str(page)), errors="ignore")
        seconds, read = seconds + time.process_time() - begun, read + 1
        theirs = {vocabulary: {each for each in values(each) if all(each)} for vocabulary, each in found.items()}
        mine = {vocabulary: {each for each in each if all(each)} for vocabulary, each in mine.items()}
        every = [set().union(*each.values()) for each in (mine, theirs)]
        for name, one, other in (("katagami", mine, every[1]), ("extruct", theirs, every[0])):
            for vocabulary, each in {**one, "all": set().union(*one.values())}.items():
                counts[vocabulary].update({name: len(each), f"{name} only": len(each - other)})
        lacking.update(f"{vocabulary} {name}" for vocabulary, each in theirs.items() for name, _ in each - every[0])
        names = [len({name for name, _ in each}) for each in every]
        at_least.update(katagami=names[0] >= names[1], extruct=names[1] >= names[0])
        most.append((len(every[1] - every[0]), str(page), every[1] - every[0]))
    for name, took in (("katagami", used.ru_utime + used.ru_stime), ("extruct", seconds)):
        print(f"{name}: at least as many properties on {at_least[name]} of {read} pages; {read / took:.0f} pages a second")
    both = counts["all"]["katagami"] - counts["all"]["katagami only"]
    print(f"values: {both} both, {counts['all']['katagami only']} katagami only, {counts['all']['extruct only']} extruct only\n")
    head = ["katagami", "katagami only", "extruct", "extruct only"]
    print("| vocabulary | " + " | ".join(head) + " |\n|---|---:|---:|---:|---:|")
    for vocabulary, count in sorted(counts.items(), key=lambda each: -each[1].total()):
        print(f"| {vocabulary} | " + " | ".join(str(count[name]) for name in head) + " |")
    print("\nextruct only:", ", ".join(f"{name} {count}" for name, count in lacking.most_common(12)))
    for number, page, only in sorted(most, reverse=True)[:show]:
        print(f"\n{page}: {number}", *sorted(f"{name} = {value[:100]}" for name, value in only), sep="\n  ")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

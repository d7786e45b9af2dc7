#!/usr/bin/env python3
"""Counts the public items of the library, by module, as its documentation lists them.

    cargo doc --package katagami --no-deps; eval/public_items.py [--list]

An item is a module, type, trait, function, constant, macro or type alias with a page of its own below target/doc/katagami. Methods, fields
and variants belong to their type and are not counted; items that are hidden from the documentation have no page.
"""
import collections
import pathlib
import sys

DOC = pathlib.Path(__file__).resolve().parent.parent / "target/doc/katagami"
KINDS = ("struct", "enum", "union", "trait", "fn", "type", "constant", "static", "macro")


def main(arguments):
    items = collections.defaultdict(list)
    for page in sorted(DOC.rglob("*.html")):
        # A folder without an index has only redirections, from private modules to where their items are public.
        if not (page.parent / "index.html").exists():
            continue
        module = "::".join(("katagami", *page.relative_to(DOC).parts[:-1]))
        kind, _, name = page.stem.partition(".")
        if page.name == "index.html":
            items[module].append("the module")
        elif kind in KINDS:
            items[module].append(f"{kind} {name}")
    if not items:
        sys.exit(f"{DOC} has no documentation; run cargo doc --package katagami --no-deps")
    for module, names in sorted(items.items()):
        print(f"{len(names):4}  {module}")
        for name in names if "--list" in arguments else ():
            print(f"          {name}")
    print(f"{sum(map(len, items.values())):4}  in total")


if __name__ == "__main__":
    main(sys.argv[1:])

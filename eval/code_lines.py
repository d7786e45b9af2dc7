#!/usr/bin/env python3
"""Counts the lines of code of the library, the program and the other crates: without blank lines, comments and tests.

    eval/code_lines.py [--files]

Tests are modules behind `#[cfg(test)]`, files named `tests.rs` and folders named `tests`. A line that has a comment behind code counts.
Prints a line for each folder, one for each crate, and the total; with --files also one for each file.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CRATES = ["src", *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "crates").glob("*/src")), "python/src"]
# Strings and characters, in which nothing begins a comment, and comments.
TOKENS = re.compile(
    r'(?P<text>b?r(#*)".*?"\2|b?"(?:\\.|[^"\\])*"|b?\'(?:\\[^\']*|[^\'\\])\')|//[^\n]*|/\*.*?\*/', re.DOTALL
)


def code(text):
    """The text without comments and tests, line for line; strings are shortened to their line breaks."""
    def short(match):
        return ('"' if match["text"] else "") + "\n".join('"' if match["text"] else "" for _ in match[0].split("\n"))
    text = TOKENS.sub(short, text)
    while test := re.search(r"#\[cfg\(test\)\]\s*(?:#\[[^\n]*\]\s*)*(?:pub(?:\([a-z]+\))? )?mod \w+\s*\{", text):
        end, depth = test.end(), 1
        while depth and end < len(text):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        text = text[: test.start()] + text[end:]
    return text


def lines(file):
    return sum(bool(line.strip()) for line in code(file.read_text(encoding="utf-8")).split("\n"))


def main(arguments):
    total = 0
    for crate in CRATES:
        root, folders, of_crate = ROOT / crate, collections.Counter(), 0
        for file in sorted(root.rglob("*.rs")):
            path = file.relative_to(root)
            if file.name == "tests.rs" or "tests" in path.parts:
                continue
            count = lines(file)
            folders[path.parts[0]] += count
            of_crate += count
            if "--files" in arguments:
                print(f"{count:6}  {crate}/{path}")
        if not of_crate:
            continue
        # A module is its folder and the file of the same name.
        for name in [name for name in folders if name.endswith(".rs") and name[:-3] in folders]:
            folders[name[:-3]] += folders.pop(name)
        for name, count in sorted(folders.items(), key=lambda each: (-each[1], each[0])):
            print(f"{count:6}  {crate}/{name}")
        print(f"{of_crate:6}  {crate} in total")
        total += of_crate
    print(f"{total:6}  in total")


if __name__ == "__main__":
    main(sys.argv[1:])

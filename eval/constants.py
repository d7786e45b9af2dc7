#!/usr/bin/env python3
"""Counts the numbers set by hand in the folders of code that chooses results.

    eval/constants.py [--list] [FOLDER|FILE...]

Counted are `const` items of a numeric type, float literals elsewhere, and integer literals in comparisons, in ranges with
`contains`, products, quotients and powers; not 0, 1 and 2, nor numbers in comments, strings and tests. Prints a line for each
file, one for each folder, and the total; with --list each number with its line.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["measure.rs", "repeat", "site", "record", "content", "forum", "wrapper"]
NUMBER = r"\d[\d_]*(?:\.\d[\d_]*)?(?:e-?\d+)?"
CONST = re.compile(r"\bconst \w+: (?:&?\[)?(?:[fui](?:8|16|32|64|128)|[ui]size)\b[^=]*=\s*([^;]*);")
COUNTED = [
    re.compile(rf" (?:[<>]=?|[=!]=) ({NUMBER})(?![\w.])"),
    re.compile(rf"(?<![\w.])({NUMBER}) (?:[<>]=?|[=!]=) "),
    re.compile(rf" [*/] ({NUMBER})(?![\w.])"),
    re.compile(rf"(?<![\w.])({NUMBER}) [*/] "),
    re.compile(r"\.powi\(-?(\d+)\)"),
    re.compile(rf"\(({NUMBER})?\.\.=?({NUMBER})?\)\.contains"),
    re.compile(r"(?<![\w.])(\d[\d_]*\.\d[\d_]*)(?:_?f(?:32|64))?"),
]
PLAIN = {0.0, 1.0, 2.0}
# Comments, strings and characters, in which numbers are not counted.
SILENT = re.compile(r'//[^\n]*|/\*.*?\*/|r(#*)".*?"\1|"(?:\\.|[^"\\])*"|\'(?:\\.[^\']*|[^\'\\])\'', re.DOTALL)


def code(text):
    """The text without tests, comments and strings, line for line."""
    text = re.split(r"\n#\[cfg\(test\)\]\nmod \w+ \{", text)[0]
    return SILENT.sub(lambda match: "\n" * match[0].count("\n"), text)


def numbers(text):
    """Line and spelling of each number."""
    found = {}
    def at(place):
        return text.count("\n", 0, place) + 1
    for match in CONST.finditer(text):
        found[match.start()] = (at(match.start()), match[0].split(":")[0] + " = " + " ".join(match[1].split())[:60])
    without = CONST.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    for pattern in COUNTED:
        for match in pattern.finditer(without):
            for group in range(1, pattern.groups + 1):
                if match[group] and float(match[group].replace("_", "")) not in PLAIN:
                    found[match.start(group)] = (at(match.start()), match[0].strip())
    return [found[place] for place in sorted(found)]


def main(arguments):
    folders, each, total = [name for name in arguments if name != "--list"] or FOLDERS, [], collections.Counter()
    for folder in folders:
        for file in sorted([ROOT / "src" / folder] if folder.endswith(".rs") else (ROOT / "src" / folder).rglob("*.rs")):
            if file.name == "tests.rs" or "tests" in file.parts:
                continue
            found = numbers(code(file.read_text(encoding="utf-8")))
            total[folder] += len(found)
            if found:
                each.append((file.relative_to(ROOT), found))
    for file, found in each:
        print(f"{len(found):4}  {file}")
        for line, spelling in found if "--list" in arguments else ():
            print(f"          {line}: {spelling}")
    for folder in folders:
        print(f"{total[folder]:4}  src/{folder} in total")
    print(f"{total.total():4}  in total")


if __name__ == "__main__":
    main(sys.argv[1:])

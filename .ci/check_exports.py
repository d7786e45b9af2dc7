#!/usr/bin/env python3
"""Runs the exports of `katagami export` with parsel and lxml, and compares the values with those of `katagami extract`.

    check_exports.py KATAGAMI FOLDER...

Each folder has pages of one template. A wrapper is learned from them, and each of its exports is run on each page. If an export
has a selector for a field, it must give the same value as `extract`, in the same rows, on all pages except those on which
`extract` itself finds none; for a list, all items in order. XPath and CSS have no white space where a line breaks, so theirs is
not compared; that of parsel is. Prints one line for each folder, and fails if a value differs or if no
list of several items was compared.
"""
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile

try:
    import lxml.html
    from parsel import Selector
except ImportError as error:
    sys.exit(f"{error}; install what runs the exports: python3 -m pip install parsel lxml")


SHOWN = ".//text()[not(parent::script or parent::style)]"


def run(*arguments):
    ran = subprocess.run([str(argument) for argument in arguments], capture_output=True, text=True)
    if ran.returncode == 2:
        sys.exit(f"{' '.join(map(str, arguments))}: {ran.stderr}")
    return ran.stdout


def collapsed(text):
    return " ".join(text.split())


def bare(value):
    """A text, or the texts of a list, without white space."""
    return value and ("".join(value.split()) if isinstance(value, str) else [bare(item) for item in value])


def by_module(path, html):
    """The items that the exported Python code extracts from a page."""
    spec = importlib.util.spec_from_file_location("items", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page = Selector(text=html)
    return list(module.items(page)) if hasattr(module, "items") else [module.item(page)]


def by_xpath(rows, html):
    """The values of the exported XPaths, evaluated by lxml without parsel."""
    page = lxml.html.document_fromstring(html)
    records = next((row["records"] for row in rows if row["records"]), None)
    return [fields_by_xpath(rows, record) for record in (page.xpath(records) if records else [page])]


def fields_by_xpath(rows, element):
    found = {}
    for row in rows:
        if row["selector"]:
            nodes = element.xpath(row["selector"])
            texts = [collapsed(node if isinstance(node, str) else "".join(node.xpath(SHOWN))) for node in nodes]
            if texts:
                found[row["field"]] = texts if row["many"] else texts[0]
    return found


def by_schema(schema, html):
    """The values of the CSS schema, read as crawlers do."""
    return [fields_by_css(schema, element) for element in Selector(text=html).css(schema["baseSelector"])]


def fields_by_css(schema, element):
    found = {}
    for field in schema["fields"]:
        texts = [collapsed("".join(node.xpath(SHOWN).getall())) for node in element.css(field["selector"])]
        if texts:
            found[field["name"]] = texts if field["type"] == "list" else texts[0]
    return found


def main():
    katagami, folders = sys.argv[1], sys.argv[2:]
    differ, lists, empty = 0, 0, []
    with tempfile.TemporaryDirectory() as work:
        wrapper, python = pathlib.Path(work) / "wrapper.json", pathlib.Path(work) / "items.py"
        for folder in folders:
            run(katagami, "learn", "--quiet", folder, "-o", wrapper)
            run(katagami, "export", "--all-fields", "-w", wrapper, "--as", "parsel", "-o", python, folder)
            xpaths = json.loads(run(katagami, "export", "--all-fields", "-w", wrapper, "--as", "xpath", "--format", "json", folder))
            schema = json.loads(run(katagami, "export", "--all-fields", "-w", wrapper, "--as", "schema", folder))
            lines = run(katagami, "extract", "--all-fields", "-w", wrapper, "--format", "jsonl", folder).splitlines()
            names = {"xpath": [row["field"] for row in xpaths if row["selector"]],
                     "css": [field["name"] for field in schema["fields"]]}
            names["parsel"] = names["xpath"]
            compared, same, several = 0, 0, 0
            rows = {}
            for line in map(json.loads, lines):
                rows.setdefault(line["path"], []).append(line["fields"])
            for path, expected in rows.items():
                html = pathlib.Path(path).read_text(encoding="utf-8")
                got = {"parsel": by_module(python, html), "xpath": by_xpath(xpaths, html),
                       "css": by_schema(schema, html)}
                for language, items in got.items():
                    if names[language] and len(items) != len(expected):
                        differ += 1
                        print(f"{path} {language}: {len(items)} rows where extract finds {len(expected)}")
                        continue
                    told = (lambda value: value) if language == "parsel" else bare
                    for name in names[language]:
                        for values, fields in zip(items, expected):
                            compared += 1
                            several += isinstance(fields.get(name), list) and len(fields[name]) > 1
                            # A slot without text has an empty value, which no selector can find.
                            if told(values.get(name) or None) == told(fields.get(name) or None):
                                same += 1
                            else:
                                differ += 1
                                print(f"{path} {language} {name}: {values.get(name)!r} "
                                      f"where extract finds {fields.get(name)!r}")
            print(f"{folder}: of {len(xpaths)} fields {len(names['xpath'])} by XPath and {len(names['css'])} by CSS; "
                  f"{same} of {compared} values are those of extract, {several} of them lists of several items")
            lists += several
            if not compared:
                empty.append(folder)
    if empty:
        print(f"no field has a selector: {', '.join(empty)}")
    if not lists:
        print("no list of several items was compared")
    sys.exit(1 if differ or empty or not lists else 0)


if __name__ == "__main__":
    main()

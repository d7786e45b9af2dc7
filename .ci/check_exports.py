#!/usr/bin/env python3
"""Runs the exports of `katagami export` with parsel and lxml, and compares the values with those of `katagami extract`.

    check_exports.py KATAGAMI FOLDER...

Each folder has pages of one template. A wrapper is learned from them, and each of its exports is run on each page, for its default
rows and for each of its tables. If an export
has a selector for a field, it must give the same value as `extract`, in the same rows, on all pages except those on which
`extract` itself finds none; for a list, all items in order. XPath and CSS have no white space where a line breaks, so theirs is
not compared; that of parsel is. Prints one line for each folder, and fails if a value differs or if no
list of several items was compared.
"""
import importlib.util
import json
import pathlib
import re
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
    """The rows that the exported Python code extracts from a page, by table; those by default have the name None."""
    spec = importlib.util.spec_from_file_location("items", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page = Selector(text=html)
    rows = list(module.items(page)) if hasattr(module, "items") else [module.item(page)]
    return {None: rows, **(module.tables(page) if hasattr(module, "tables") else {})}


def by_xpath(rows, html):
    """The values of the exported XPaths, evaluated by lxml without parsel, by table."""
    page, found = lxml.html.document_fromstring(html), {}
    for table in {row["table"]: None for row in rows}:
        of = [row for row in rows if row["table"] == table]
        records = next((row["records"] for row in of if row["records"]), None)
        found[table] = [fields_by_xpath(of, record) for record in (page.xpath(records) if records else [page])]
    return found


def part(pattern, texts):
    """The first groups of a regular expression in texts, or the texts if there is none."""
    return [match[1] for match in map(re.compile(pattern).search, texts) if match] if pattern else texts


def fields_by_xpath(rows, element):
    found = {}
    for row in rows:
        if row["selector"]:
            nodes = element.xpath(row["selector"])
            texts = part(row["re"], [collapsed(node if isinstance(node, str) else "".join(node.xpath(SHOWN))) for node in nodes])
            if texts:
                found[row["field"]] = texts if row["many"] else texts[0]
    return found


def by_schema(schema, html):
    """The values of the CSS schema, read as crawlers do, by table."""
    found = {}
    for name, one in [(None, schema), *([("page", schema["page"])] if "page" in schema else [])]:
        elements = Selector(text=html).css(one["baseSelector"])
        found[name] = [fields_by_css(one["fields"], element) for element in elements]
        for table in (field for field in one["fields"] if field["type"] == "nested_list"):
            rows = [row for element in elements for row in element.css(table["selector"])]
            found[table["name"]] = [fields_by_css(table["fields"], row) for row in rows]
    return found


def names_of_schema(schema):
    """The fields that the CSS schema has, by table."""
    names = {}
    for name, one in [(None, schema), *([("page", schema["page"])] if "page" in schema else [])]:
        names[name] = [field["name"] for field in one["fields"] if field["type"] != "nested_list"]
        names |= {field["name"]: [inner["name"] for inner in field["fields"]] for field in one["fields"] if field["type"] == "nested_list"}
    return names


def fields_by_css(fields, element):
    found = {}
    for field in (field for field in fields if field["type"] != "nested_list"):
        attribute = field.get("attribute") or (field.get("fields") or [{}])[0].get("attribute")
        nodes = element.css(field["selector"])
        texts = [node.attrib.get(attribute, "") if attribute else collapsed("".join(node.xpath(SHOWN).getall())) for node in nodes]
        texts = part(field.get("pattern"), texts)
        if texts:
            found[field["name"]] = texts if field["type"] == "list" else texts[0]
    return found


def extracted(katagami, wrapper, folder, table):
    """The rows that `extract` finds, by page."""
    of = ["--table", table] if table else []
    rows = {}
    for line in run(katagami, "extract", "--all-fields", "-w", wrapper, "--format", "jsonl", *of, folder).splitlines():
        row = json.loads(line)
        rows.setdefault(row["path"], []).append(row["fields"])
    return rows


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
            tables = list({row["table"]: None for row in xpaths})
            by_css = names_of_schema(schema)
            compared, same, several, with_css = 0, 0, 0, 0
            pages = {}
            for table in tables:
                names = {"xpath": [row["field"] for row in xpaths if row["table"] == table and row["selector"]],
                         "css": by_css.get(table, [])}
                names["parsel"] = names["xpath"]
                with_css += len(names["css"])
                for path, expected in extracted(katagami, wrapper, folder, table).items():
                    if path not in pages:
                        html = pathlib.Path(path).read_text(encoding="utf-8")
                        pages[path] = {"parsel": by_module(python, html), "xpath": by_xpath(xpaths, html), "css": by_schema(schema, html)}
                    for language, all_items in pages[path].items():
                        items = all_items.get(table, [])
                        if names[language] and len(items) != len(expected):
                            differ += 1
                            print(f"{path} {table} {language}: {len(items)} rows where extract finds {len(expected)}")
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
                                    print(f"{path} {table} {language} {name}: {values.get(name)!r} "
                                          f"where extract finds {fields.get(name)!r}")
            with_xpath = sum(row["selector"] is not None for row in xpaths)
            print(f"{folder}: of {len(xpaths)} fields {with_xpath} by XPath and {with_css} by CSS; "
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

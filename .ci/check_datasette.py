#!/usr/bin/env python3
"""Opens an SQLite file of `katagami site` with Datasette, which serves it as pages and JSON, and compares its answers with those of SQLite.

    check_datasette.py KATAGAMI      a program with the feature sqlite; Datasette is installed beside this Python
"""
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
JOIN = "SELECT list.title, badge, book_publisher FROM list_with_book AS list WHERE badge IS NOT NULL ORDER BY list.title"
FOUND = "SELECT table_name, page, record FROM search WHERE search MATCH 'ceramics' ORDER BY rank, page, record"


def main(program):
    datasette = pathlib.Path(sys.executable).parent / "datasette"
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "shop.sqlite"
        subprocess.run([program, "site", "-q", ROOT / "data/mixed", "--search", "words", "-o", file], check=True, stdout=subprocess.DEVNULL)

        def get(path):
            return json.loads(subprocess.run([datasette, file, "--get", path], check=True, capture_output=True, text=True).stdout)

        known = sqlite3.connect(file)
        names = [name for (name,) in known.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search_%'")]
        assert {"pages", "kinds", "book", "list", "links"} <= set(names), names
        for name in names:
            count = known.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
            assert get(f"/shop/{name}.json?_size=0")["filtered_table_rows_count"] == count, name
        for query in (JOIN, FOUND):
            rows = known.execute(query).fetchall()
            assert rows and [tuple(row) for row in get(f"/shop.json?_shape=arrays&sql={query.replace(' ', '+')}")["rows"]] == rows, query
    print(f"Datasette: {len(names)} tables, a view and a search as SQLite gives them")


main(pathlib.Path(sys.argv[1]).resolve())

"""The tables of `katagami site`, written to files, as the programs read them that people ask questions with."""

import subprocess

import duckdb
import pandas
import polars
import pytest

import katagami


@pytest.fixture(scope="module")
def folder(data, program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("database")
    subprocess.run([program, "site", "-q", data / "mixed" / "a-bookshop", "-o", f"{folder}/"], check=True, stdout=subprocess.DEVNULL)
    return folder


@pytest.mark.parametrize("read", [
    lambda file: duckdb.sql(f"SELECT * FROM '{file}'").pl(),
    polars.read_parquet,
    lambda file: polars.from_pandas(pandas.read_parquet(file, dtype_backend="pyarrow")),
], ids=["duckdb", "polars", "pandas"])
def test_files_have_the_rows_of_the_package(read, folder, data):
    tables = katagami.site(data / "mixed" / "a-bookshop")
    files = {file.stem: read(file) for file in sorted(folder.glob("*.parquet"))}
    assert files.keys() == tables.keys() and len(files) == 10
    for name, table in tables.items():
        assert files[name].rows() == [tuple(row.values()) for row in table], name


def test_each_row_is_of_a_page_and_each_link_leads_to_one(folder):
    def ask(sql):
        return duckdb.sql(sql.format(folder=folder)).fetchall()

    for name in (file.stem for file in folder.glob("*.parquet") if file.stem not in ("kinds", "pages")):
        assert ask(f"SELECT count(*) FROM '{{folder}}/{name}.parquet' ANTI JOIN '{{folder}}/pages.parquet' USING (page)") == [(0,)], name
    linked = "SELECT count(*) FROM '{folder}/links.parquet' AS links JOIN '{folder}/book.parquet' AS book ON to_page = book.page"
    assert ask(linked) == [(12,)]
    assert ask("SELECT DISTINCT typeof(price_amount), typeof(page) FROM '{folder}/book.parquet'") == [("DOUBLE", "BIGINT")]

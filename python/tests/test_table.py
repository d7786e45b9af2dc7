"""Answers as tables."""

import gzip

import duckdb
import pandas
import polars
import pyarrow
import pytest
from conftest import BOOKS, COURSES, STORY, shelf

import katagami

MORE = shelf(("Walden", "3.20"), ("Middlemarch", ""), ("Ivanhoe", "2.00"))


@pytest.fixture
def books():
    return katagami.records([("a", BOOKS), ("b", MORE)])


def test_a_table_is_a_sequence_of_dicts(books):
    assert len(books) == 6
    assert books.columns == ["path", "record", "title", "price"]
    assert books[0] == {"path": "a", "record": 1, "title": "Dune", "price": "4.50"}
    assert books[-1]["title"] == "Ivanhoe"
    assert [row["title"] for row in books[1:3]] == ["Emma", "Ulysses"]
    assert [row["title"] for row in books[::-2]] == ["Ivanhoe", "Walden", "Emma"]
    assert list(books) == books.to_dicts()
    assert books["record"] == [1, 2, 3, 1, 2, 3]
    assert repr(books) == "<katagami.Table: 6 rows; path, record, title, price>"


def test_tables_are_written_and_shown(books, tmp_path):
    books.write_csv(tmp_path / "books.csv", bom=True)
    text = (tmp_path / "books.csv").read_bytes()
    assert text.startswith(b"\xef\xbb\xbfpath,record,title,price\n")
    read = pandas.read_csv(tmp_path / "books.csv", dtype=str)
    assert read["title"].tolist() == books["title"]
    books.write_parquet(tmp_path / "books.parquet")
    assert polars.read_parquet(tmp_path / "books.parquet").to_dicts() == list(books)
    assert books.to_pandas()["title"].tolist() == books["title"]
    assert books.to_polars().to_dicts() == list(books)
    shown = katagami.records([("a", shelf(("<b>", "1"), ("x", "2"), ("y", "3")).replace("<b>", "&lt;b&gt;"))])._repr_html_()
    assert "<td>&lt;b&gt;</td>" in shown and "<th>title</th>" in shown


def test_what_is_not_there_is_said(books):
    with pytest.raises(IndexError, match="6 rows"):
        books[6]
    with pytest.raises(IndexError):
        books[-7]
    with pytest.raises(KeyError, match="isbn"):
        books["isbn"]
    with pytest.raises(TypeError):
        books[1.5]


def test_polars_reads_tables(books):
    assert polars.DataFrame(books).to_dicts() == list(books)


def test_pyarrow_reads_tables(books):
    table = pyarrow.table(books)
    assert table.to_pylist() == list(books)
    assert pyarrow.schema(books) == table.schema


def test_pandas_reads_tables(books):
    frame = pandas.DataFrame.from_arrow(books)
    assert frame["title"].tolist() == books["title"]
    assert frame["record"].sum() == 12


def test_iso_dates_are_days_or_points_in_time():
    says = ["The river rose by a foot all night, and in the morning the old bridge was gone.", "Nobody knew who had left the letter on the table."]
    times = ["2020-05-03T10:30:00.9999999+0200", "2020-05-03T99:99:00Z", "2020-05-03", "2020-13-03", "0001-01-01T00:00:00Z", "2020-05-03T10:30"]
    pages = [(str(at), f"<h1>Day {at}</h1><p><time datetime={time}>some day</time></p><p>{says[0]} {at}<p>{says[1]}") for at, time in enumerate(times)]
    table = katagami.content(pages)
    assert table["iso_date"] == ["2020-05-03T10:30:00+02:00", "2020-05-03", "2020-05-03", None, None, "2020-05-03"]
    days = [day and day[:10] for day in table["iso_date"]]
    read = pandas.to_datetime(pandas.DataFrame.from_arrow(table)["iso_date"], format="ISO8601", utc=True)
    assert [str(day) if is_read else None for day, is_read in zip(read.dt.date, read.notna())] == days
    frame = polars.DataFrame(table)["iso_date"]
    assert frame.str.slice(0, 10).str.to_date("%Y-%m-%d").cast(str).to_list() == days
    moments = frame.filter(frame.str.contains("T"))
    assert moments.str.to_datetime("%Y-%m-%dT%H:%M:%S%#z").is_not_null().all()


def test_duckdb_reads_tables(books):
    # DuckDB finds it by its name.
    assert duckdb.sql("SELECT title FROM books WHERE price = '7.00'").fetchall() == [("Ulysses",)]


@pytest.mark.filterwarnings("ignore::katagami.PageWarning")
@pytest.mark.parametrize("ask", [katagami.spectrum, katagami.template, katagami.count, katagami.records, katagami.content,
                                 katagami.blog, katagami.forum, katagami.similar, lambda pages: katagami.learn(pages).extract(pages),
                                 lambda pages: katagami.learn(pages).to_css(), lambda pages: katagami.learn(pages).check(pages).fields,
                                 lambda pages: katagami.learn(pages).check(pages).pages])
def test_every_answer_is_a_table_for_all(ask):
    for pages in (COURSES, COURSES + [STORY * 3, STORY * 3]):
        answer = ask(pages)
        rows = list(answer)
        assert polars.DataFrame(answer).to_dicts() == rows
        assert pyarrow.table(answer).to_pylist() == rows
        assert len(pandas.DataFrame.from_arrow(answer)) == len(rows)
        assert duckdb.sql("SELECT count(*) FROM answer").fetchall() == [(len(rows),)]


def test_a_table_without_rows_has_its_columns():
    none = katagami.records("<p>Nothing here but a line of text.</p>")
    assert len(none) == 0
    assert polars.DataFrame(none).columns == none.columns


def test_values_are_not_copied():
    said = "The river rose all night, and in the morning the bridge was gone. " * 3
    table = katagami.content(f"<h1>Rain</h1><p>{said}</p>")
    taken = pyarrow.table(table)
    first, again = (pyarrow.table(table)["text"].chunk(0).buffers()[-1].address for _ in range(2))
    assert first == again == taken["text"].chunk(0).buffers()[-1].address


def test_a_column_that_is_called_as_another_gets_a_number():
    rows = "".join(f"<tr><td>{number}</td><td>{name}</td><td>{name}.html</td></tr>" for number, name in
                   enumerate(["Anna", "Bert", "Carla", "Dora"], 1))
    table = katagami.records(f"<table><tr><th>record</th><th>name</th><th>path</th></tr>{rows}</table>")
    assert len(set(table.columns)) == len(table.columns)


def test_the_table_outlives_what_made_it(books):
    frame = polars.DataFrame(books)
    del books
    assert frame["title"].to_list()[0] == "Dune"


def test_a_compressed_csv_file_has_the_same_rows_and_bytes(tmp_path):
    table = katagami.records(BOOKS)
    for name in ("a.csv", "a.csv.gz", "b.csv.gz"):
        table.write_csv(tmp_path / name)
    assert gzip.decompress((tmp_path / "a.csv.gz").read_bytes()) == (tmp_path / "a.csv").read_bytes()
    table.write_csv(tmp_path / "a.csv.gz")
    assert table.columns[0] in gzip.open(tmp_path / "a.csv.gz", "rt").readline()

"""A crawl on Spark: a wrapper for each host, learned from some of its pages, reads all of them; texts without what a host's pages
share; pages that are similar.

Pages are a DataFrame with the columns `url` and `html` (text or bytes), which `read` makes of WARC archives and JSON Lines. `extract` moves no page, `learn` the pages that it learns
from; `content` and `similar` bring the pages of a host together, `similar` at most 512 at a time. A host with most of the pages is
no bottleneck but for `content`. Needs PySpark 4 and pyarrow, and this package on the workers.

    pages = katagami.spark.read(spark, "s3://crawl/1.warc.gz", "s3://crawl/2.warc.gz")
    wrappers = katagami.spark.learn(pages)
    katagami.spark.extract(pages, wrappers).write.parquet("rows")
    katagami.spark.similar(pages).write.parquet("pairs")
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import pathlib
import shutil
import tempfile
import warnings
from collections.abc import Iterator

import pyarrow  # type: ignore
import pyarrow.fs  # type: ignore
from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as sql

import katagami
from katagami._katagami import HOST_PAGES

__all__ = ["content", "extract", "learn", "pairs", "read", "sentences", "similar"]


def _structs(columns: dict) -> tuple[str, pyarrow.DataType]:
    """A column of lists of these."""
    of_spark = ", ".join(f"{name}: {of_spark}" for name, (of_spark, _) in columns.items())
    return f"array<struct<{of_spark}>>", pyarrow.list_(pyarrow.struct([(name, of_arrow) for name, (_, of_arrow) in columns.items()]))


TEXT = "string", pyarrow.string()
NUMBER = "int", pyarrow.int32()
FIELDS = "map<string, array<string>>", pyarrow.map_(pyarrow.string(), pyarrow.list_(pyarrow.string()))

# Columns with their types, as Spark calls them and as Arrow does.
PAGES = {"url": TEXT, "html": TEXT}
WRAPPERS = {"host": TEXT, "wrapper": TEXT, "pages": NUMBER}
ROWS = {"url": TEXT, "record": NUMBER, "fields": FIELDS}
TEXTS = {"url": TEXT, "title": TEXT, "text": TEXT}

LARGE = "bigint", pyarrow.int64()
SHARE = "double", pyarrow.float64()
BYTES = "binary", pyarrow.binary()
NUMBERS = "array<bigint>", pyarrow.list_(pyarrow.int64())
SENTENCES = {"number": LARGE, "url": TEXT, "facts": BYTES, "keys": NUMBERS, "shares": NUMBERS}

# A key that two pages share, and the pages with all that they share.
SHARED = {"key": LARGE, "pages": LARGE, "share_a": LARGE, "share_b": LARGE}
CANDIDATES = {"a": LARGE, "b": LARGE, "shared": _structs(SHARED)}

EVIDENCE = {"text": TEXT, "edited": TEXT, "a_start": LARGE, "a_end": LARGE, "b_start": LARGE, "b_end": LARGE, "pages": LARGE}
PAIRS = {"a": TEXT, "b": TEXT, "relation": TEXT, "class": TEXT, "overlap": SHARE, "containment": SHARE, "a_url": TEXT, "b_url": TEXT,
         "address": SHARE, "links": TEXT, "original": TEXT, "sentences": LARGE, "evidence": _structs(EVIDENCE)}


def read(spark: SparkSession, *paths: str) -> DataFrame:
    """The pages of files, each read by one task, as `katagami.pages` reads them: WARC archives, JSON Lines, HTML, packed or not.

    A path with a scheme (`s3://`, `hdfs://`, `gs://`, `file://`) is opened with `pyarrow.fs` and lies in a temporary file while it is
    read; one without must be at the same place on all workers. An archive is never in memory as a whole.
    """
    files = spark.sparkContext.parallelize([(path,) for path in paths], max(len(paths), 1))
    return spark.createDataFrame(files, "path string").mapInArrow(_read, _said(PAGES))


def learn(pages: DataFrame, *, sample: int = 64) -> DataFrame:
    """A wrapper for each host, as the text of a wrapper file, with how many pages it was learned from.

    Kinds of pages within a host are told apart, each with a template of its own in the wrapper. Of a host with more than `sample`
    pages those are taken whose addresses have the least hashes: the same ones each time. A host whose pages share no template
    has no wrapper.
    """
    known = _with_host(pages)
    order = Window.partitionBy("host").orderBy(sql.xxhash64("url"), "url")
    chosen = known.select("host", "url").withColumn("place", sql.row_number().over(order))
    chosen = chosen.where(sql.col("place") <= sample).select("url")
    taken = known.join(sql.broadcast(chosen), "url", "left_semi").select("host", "url", "html")
    return taken.groupBy("host").applyInArrow(_learned, _said(WRAPPERS))


def extract(pages: DataFrame, wrappers: DataFrame) -> DataFrame:
    """What the wrappers read: a row a page, or a row a record, with its fields by name.

    A field has a list of texts, which is mostly of one; one that the page has no place for is left out. A page that no template
    of its host fits has no row.
    """
    by_host = {row["host"]: row["wrapper"] for row in wrappers.select("host", "wrapper").collect()}
    sent = pages.sparkSession.sparkContext.broadcast(by_host)
    return _with_host(pages).select("host", "url", "html").mapInArrow(functools.partial(_extracted, sent), _said(ROWS))


def content(pages: DataFrame) -> DataFrame:
    """The title and main text of each page. The pages of a host are read together, on one worker, so that what they share is
    known to be no article."""
    return _with_host(pages).select("host", "url", "html").groupBy("host").applyInArrow(_content, _said(TEXTS))


def similar(pages: DataFrame, *, least: float = 0.5, min_chars: int = 20, max_pages: int = 10, compare: str = "text",
            explain: bool = False) -> DataFrame:
    """Pages that are copies of one another, or share a part: the rows of `katagami.similar` with `by_host`, whose settings these are.

    What is read of the pages is kept with `DataFrame.persist`, on the workers; who wants to keep it for longer, or elsewhere, writes
    `sentences(pages)` and asks for `pairs` of what is written.
    """
    asked = {"least": least, "min_chars": min_chars, "max_pages": max_pages, "compare": compare, "explain": explain}
    return pairs(sentences(pages, **asked).persist(), **asked)


def sentences(pages: DataFrame, **settings) -> DataFrame:
    """What is compared of each page: `number`, its place in the order of hosts and addresses; `facts`, what a comparison needs; `keys`,
    numbers by which pages with something in common find each other, and `shares`, for how much of the page each stands.

    What a page is about is told by the pages of its host, at most 512, in the order of their addresses. Of pages with one address
    one counts. Settings are those of `similar`.
    """
    katagami.Comparison(**settings)
    known = _with_host(pages).where("url IS NOT NULL AND html IS NOT NULL").select("host", "url", "html")
    place = sql.row_number().over(Window.partitionBy("host").orderBy("url")) - 1
    begins = sql.when(sql.col("place") % HOST_PAGES == 0, sql.col("url"))
    hosts = known.select("host", "url").distinct().withColumn("place", place).groupBy("host")
    offset, windows = 0, []
    for host, count, firsts in sorted(hosts.agg(sql.count("*"), sql.sort_array(sql.collect_list(begins))).collect()):
        windows.append((host, offset, firsts))
        offset += count
    of_host = pages.sparkSession.createDataFrame(windows, "host string, offset bigint, firsts array<string>")
    before = sql.size(sql.filter("firsts", lambda first: first <= sql.col("url"))) - 1
    window = sql.col("offset") + HOST_PAGES * before
    together = known.join(sql.broadcast(of_host), "host").select(window.alias("window"), "url", "html").groupBy("window")
    return together.applyInArrow(lambda of_window: _sentences(settings, of_window), _said(SENTENCES))


def pairs(sentences: DataFrame, **settings) -> DataFrame:
    """The related pairs among pages whose `sentences` are given, which are read several times; settings are those of `similar`."""
    of_sentence, of_part, of_whole = katagami.Comparison(**settings).max_pages
    each = sql.explode(sql.arrays_zip("keys", "shares"))
    keys = sentences.select("number", each.alias("each")).select("number", "each.keys", "each.shares").toDF("number", "key", "share")
    kind = sql.shiftrightunsigned("key", 62)
    most = sql.when(kind == 0, of_sentence).when(kind == 1, of_part).otherwise(of_whole)
    by_key = Window.partitionBy("key")
    held = keys.withColumn("pages", sql.count("*").over(by_key)).withColumn("place", sql.row_number().over(by_key.orderBy("number")))
    is_rare = sql.col("pages") <= most
    # Of many pages with one sentence or text, the first ones make a pair with each page after them.
    firsts = sql.when(kind == 0, sql.greatest(sql.floor(of_sentence * of_sentence / sql.col("pages")), sql.lit(1))).otherwise(1)
    held = held.where((sql.col("pages") > 1) & (is_rare | (kind != 1)))
    first = held.where(is_rare | (sql.col("place") <= firsts)).select("key", "pages", "number", "share")
    first = first.toDF("key", "pages", "a", "share_a")
    second = held.select("key", "number", "share").toDF("key", "b", "share_b")
    shared = first.join(second, "key").where("a < b AND (share_a <> 0 OR share_b <> 0)")
    shared = shared.groupBy("a", "b").agg(sql.collect_list(sql.struct(*SHARED)).alias("shared"))
    chosen = shared.mapInArrow(functools.partial(_candidates, settings), _said(CANDIDATES))
    facts = sentences.select("number", "facts")
    both = chosen.join(facts.toDF("a", "first"), "a").join(facts.toDF("b", "second"), "b").select("first", "second", "shared")
    return both.mapInArrow(functools.partial(_pairs, settings), _said(PAIRS))


# The place of an address behind its scheme and before its port.
HOST = r"^[^:/?#]*://(?:[^/?#]*@)?(\[[^\]]*\]|[^:/?#]*)"


def _with_host(pages: DataFrame) -> DataFrame:
    host = sql.lower(sql.regexp_extract("url", HOST, 1))
    return pages.withColumn("host", sql.coalesce(host, sql.lit("")))


# As many rows as Python and Spark exchange at once: pages are large.
BATCH = 64


def _read(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    for path in itertools.chain.from_iterable(batch["path"].to_pylist() for batch in batches):
        with _local(path) as file:
            pages = katagami.pages([file], threads=1)
            try:
                while taken := list(itertools.islice(pages, BATCH)):
                    columns = [pyarrow.array(column, pyarrow.string()) for column in zip(*taken)]
                    yield pyarrow.record_batch(columns, _schema(PAGES))
            except katagami.NoInputError as error:
                warnings.warn(f"{path}: {error}", katagami.PageWarning)


@contextlib.contextmanager
def _local(path: str) -> Iterator[os.PathLike]:
    """A file on this machine with what is in that one."""
    if "://" not in path:
        os.stat(path)
        yield pathlib.Path(path)
        return
    there, name = pyarrow.fs.FileSystem.from_uri(path)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, os.path.basename(name))
        # As it lies there: the name's ending says how it is packed, and pyarrow would unpack it.
        with there.open_input_stream(name, compression=None) as given, file.open("wb") as taken:
            shutil.copyfileobj(given, taken, 1 << 20)
        yield file


def _given(pages: pyarrow.Table | pyarrow.RecordBatch) -> list[tuple[str, str | bytes]]:
    """The pages in the order of their addresses, which is the same however they came here."""
    there = zip(pages["url"].to_pylist(), pages["html"].to_pylist())
    return sorted((url, html) for url, html in there if html)


def _learned(pages: pyarrow.Table) -> pyarrow.Table:
    given = _given(pages)
    try:
        wrapper = katagami.learn(given, threads=1)
    except katagami.NoInputError:
        return _table([], WRAPPERS)
    return _table([{"host": pages["host"][0].as_py(), "wrapper": wrapper.to_json(), "pages": len(given)}], WRAPPERS)


@functools.lru_cache(maxsize=256)
def _wrapper(json: str) -> katagami.Wrapper:
    return katagami.Wrapper.from_json(json)


def _extracted(sent, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    for batch in batches:
        by_host: dict[str, list[tuple[str, str | bytes]]] = {}
        for host, url, html in zip(*(batch[name].to_pylist() for name in ("host", "url", "html"))):
            if host in sent.value and html:
                by_host.setdefault(host, []).append((url, html))
        rows = []
        for host, given in by_host.items():
            wrapper = _wrapper(sent.value[host])
            table = wrapper.extract(given, threads=1)
            names = dict(zip(table.columns[2:], wrapper.fields))
            for row in table:
                fields = [(names[column], value if isinstance(value, list) else [value])
                          for column, value in row.items() if column in names and value is not None]
                rows.append({"url": row["path"], "record": row["record"], "fields": fields})
        yield from _table(rows, ROWS).to_batches()


def _content(pages: pyarrow.Table) -> pyarrow.Table:
    rows = katagami.content(_given(pages), threads=1)
    return _table([{"url": row["path"], "title": row["title"], "text": row["text"]} for row in rows], TEXTS)


def _sentences(settings: dict, pages: pyarrow.Table) -> pyarrow.Table:
    by_url: dict[str, str | bytes] = {}
    for url, html in sorted(zip(pages["url"].to_pylist(), pages["html"].to_pylist())):
        by_url.setdefault(url, html)
    numbers = {url: number for number, url in enumerate(by_url, pages["window"][0].as_py())}
    try:
        read = pyarrow.table(katagami.Comparison(**settings).read(by_url, threads=1))
    except katagami.NoInputError:
        return _table([], SENTENCES)
    number = pyarrow.array([numbers[url] for url in read["url"].to_pylist()], pyarrow.int64())
    return read.add_column(0, "number", number).cast(_schema(SENTENCES))


def _shared(of_pairs: pyarrow.ListArray) -> list[list[tuple]]:
    """The keys that pairs share, as `Comparison` takes them."""
    keys = list(zip(*(part.to_pylist() for part in of_pairs.flatten().flatten())))
    ends = itertools.accumulate(of_pairs.value_lengths().to_pylist(), initial=0)
    return [keys[start:end] for start, end in itertools.pairwise(ends)]


def _candidates(settings: dict, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    comparison = katagami.Comparison(**settings)
    for batch in batches:
        yield batch.filter(pyarrow.array(comparison.are_candidates(_shared(batch["shared"])), pyarrow.bool_()))


def _pairs(settings: dict, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    comparison = katagami.Comparison(**settings)
    for batch in batches:
        first, second = batch["first"].to_pylist(), batch["second"].to_pylist()
        found = comparison.pairs(first, second, _shared(batch["shared"]), threads=1)
        yield from pyarrow.table(found).cast(_schema(PAIRS)).to_batches()


def _said(columns: dict) -> str:
    """Columns as Spark is told of them."""
    return ", ".join(f"{name} {of_spark}" for name, (of_spark, _) in columns.items())


def _table(rows: list[dict], columns: dict) -> pyarrow.Table:
    return pyarrow.Table.from_pylist(rows, _schema(columns))


def _schema(columns: dict) -> pyarrow.Schema:
    return pyarrow.schema([(name, of_arrow) for name, (_, of_arrow) in columns.items()])

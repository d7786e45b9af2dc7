"""A crawl on Spark, with two workers: the rows that one machine gives host by host."""

import hashlib
import json
import os
import shutil
import signal
import sys

import pytest
from conftest import course, shelf

import katagami

pyspark = pytest.importorskip("pyspark")
if not shutil.which("java"):
    pytest.skip("there is no Java", allow_module_level=True)

import katagami.spark  # noqa: E402

HOSTS = 12
WORDS = ["river", "stone", "evening", "window", "market", "letter", "garden", "winter", "bridge", "paper", "silver", "harbour"]


def word(*of):
    return WORDS[hashlib.sha256(repr(of).encode()).digest()[0] % len(WORDS)]


def crawl(hosts=HOSTS):
    """Lists, details and articles, a kind a host; the last host has half of the pages."""
    for host in range(hosts):
        count = 14 if host < hosts - 1 else 14 * (hosts - 1)
        for page in range(count):
            url = f"https://www{host}.example.org/{page}"
            if host % 3 == 0:
                yield url, course(f"{word(host, page)} {page}", word(page, 2).title(), str(page * 7 % 31))
            elif host % 3 == 1:
                yield url, shelf(*((f"{word(host, page, at)} {at} {page}", f"{page}.{at}0") for at in range(5)))
            else:
                said = "".join(f"<p>{' '.join(word(host, page, line, at) for at in range(20))} {page}.</p>" for line in range(3))
                yield url, f"<div id=menu>Home About</div><h1>{word(page)} {page}</h1>{said}<p id=foot>All rights reserved</p>"


@pytest.fixture(scope="module")
def spark():
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = pyspark.sql.SparkSession.builder.master("local-cluster[2,1,1024]").appName("katagami")
    settings = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "4", "spark.driver.host": "127.0.0.1",
                "spark.driver.bindAddress": "127.0.0.1", "spark.executor.memory": "1024m"}
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="module")
def pages(spark):
    return spark.createDataFrame(list(crawl()), "url string, html string").repartition(6)


@pytest.fixture(scope="module")
def by_host():
    hosts = {}
    for url, html in crawl():
        hosts.setdefault(url.split("/")[2], []).append((url, html))
    return {host: sorted(pages) for host, pages in hosts.items()}


def one_machine(by_host, sampled):
    """What one machine gives host by host."""
    rows = []
    for host, pages in by_host.items():
        wrapper = katagami.learn([page for page in pages if page[0] in sampled])
        table = wrapper.extract(pages)
        names = dict(zip(table.columns[2:], wrapper.fields))
        for row in table:
            fields = {names[name]: [value] if isinstance(value, str) else value for name, value in row.items()
                      if name in names and value is not None}
            rows.append((row["path"], row["record"], fields))
    return sorted(rows, key=lambda row: row[:2])


def rows_of(frame):
    return sorted(((row["url"], row["record"], row["fields"]) for row in frame.collect()), key=lambda row: row[:2])


def test_the_rows_are_those_of_one_machine(pages, by_host):
    wrappers = katagami.spark.learn(pages, sample=1000).cache()
    assert {row["host"]: row["pages"] for row in wrappers.collect()} == {host: len(of) for host, of in by_host.items()}
    everything = {url for of in by_host.values() for url, _ in of}
    found = rows_of(katagami.spark.extract(pages, wrappers))
    assert found == one_machine(by_host, everything)
    assert len(found) > len(everything)


def test_a_large_host_is_learned_from_a_sample(pages, by_host):
    wrappers = katagami.spark.learn(pages, sample=10)
    assert {row["pages"] for row in wrappers.collect()} == {10}
    assert [row["wrapper"] for row in wrappers.orderBy("host").collect()] == [
        row["wrapper"] for row in katagami.spark.learn(pages.repartition(3), sample=10).orderBy("host").collect()]


def test_texts_are_those_of_one_machine(pages, by_host):
    found = {row["url"]: (row["title"], row["text"]) for row in katagami.spark.content(pages).collect()}
    expected = {row["path"]: (row["title"], row["text"]) for of in by_host.values() for row in katagami.content(of)}
    assert found == expected


def dying(died):
    """What kills the worker that comes to it first, in the middle of its pages."""
    def die(batches):
        for batch in batches:
            yield batch.slice(0, len(batch) // 2)
            if not died.exists():
                died.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            yield batch.slice(len(batch) // 2)

    return die


def test_a_worker_that_dies_changes_nothing(pages, by_host, tmp_path):
    died = tmp_path / "died"
    wrappers = katagami.spark.learn(pages)
    found = rows_of(katagami.spark.extract(pages.mapInArrow(dying(died), "url string, html string"), wrappers))
    assert died.exists()
    assert found == rows_of(katagami.spark.extract(pages, wrappers))


def sentence(*of):
    """One of its own for each of these."""
    digits = hashlib.sha256(repr(of).encode()).hexdigest()
    return " ".join(digits[at:at + 5] for at in range(0, 60, 5)).capitalize() + "."


def copies():
    """Pages in the frames of five hosts, of which one has most and more than are read together. Some are copies as they are or
    edited, some quote, and one text is on more pages than may be evidence."""
    for host in range(5):
        menu = "".join(f"<li class=i{host}{at}><a class=l{host}{at} href=/{at}>To {at} of {host}</a>" for at in range(8))
        foot = f"<div id=foot{host}><p class=f{host}>{sentence('foot', host)}</div>"
        for page in range(620 if host == 4 else 40):
            own = [sentence(host, page, at) for at in range(10)]
            if page % 10 == 3:
                own = [sentence("copied", page, at) for at in range(10)]
                own[host] = own[host].replace("a", "b") if host < 4 else own[host]
            elif page in (5, 15):
                own[3:7] = [sentence(0, page - 1, at) for at in range(3, 7)]
            elif page in (6, 16):
                own += [sentence(0, page - 2, at) for at in range(10)]
            elif page % 40 == 7:
                own = [sentence("everywhere", at) for at in range(10)]
            text = "".join(f"<p class=t{host}>{line}</p>" for line in own)
            main = f"<div class=main{host}><h1 class=h{host}>{page}</h1>{text}</div>"
            yield f"https://{'abcde'[host]}.example.org/{page}", f"<ul id=menu{host}>{menu}</ul>{main}{foot}"


@pytest.fixture(scope="module")
def copied(spark):
    pages = list(copies())
    # One page a second time, as crawls have it.
    return spark.createDataFrame(pages + pages[7:8], "url string, html string").repartition(6)


def as_lines(rows):
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


@pytest.fixture(scope="module")
def alike():
    """What one machine says of the copies."""
    return {compare: as_lines(katagami.similar(sorted(copies()), least=0.1, explain=True, compare=compare, by_host=True))
            for compare in ("text", "frame")}


@pytest.mark.parametrize("compare", ["text", "frame"])
def test_similar_pages_are_those_of_one_machine(copied, alike, compare):
    found = katagami.spark.similar(copied, least=0.1, explain=True, compare=compare)
    assert as_lines(row.asDict(recursive=True) for row in found.collect()) == alike[compare]
    relations = {json.loads(row)["relation"] for row in alike[compare]}
    assert len(alike[compare]) > 60 and len(relations) == 2


def test_frames_are_compared_as_without_hosts(alike):
    assert as_lines(katagami.similar(sorted(copies()), least=0.1, explain=True, compare="frame")) == alike["frame"]


def test_a_worker_that_dies_changes_no_pair(copied, alike, tmp_path):
    died = tmp_path / "died"
    pages = copied.mapInArrow(dying(died), "url string, html string")
    read = katagami.spark.sentences(pages).persist()
    assert read.count() == len(list(copies())) and died.exists()
    died.unlink()
    # What was read and kept is lost with the worker that dies next.
    again = read.mapInArrow(dying(died), read.schema)
    found = katagami.spark.pairs(again, least=0.1, explain=True)
    assert as_lines(row.asDict(recursive=True) for row in found.collect()) == alike["text"]
    assert died.exists()


def test_hosts_are_those_of_the_library(spark):
    urls = ["https://me@Www.Example.org:8080/a?b", "a/b.html", "http://x_y.example.org/a b|c", "HTTP://[::1]:80/", "//a.example.org/",
            "http://a.example.org?at=http://b.example.org/", "http://é.example.org#a@b", "ftp://a.example.org", "mailto:me@a.example.org", ""]
    from pyspark.sql import functions as sql

    frame = spark.createDataFrame([(url, "") for url in urls], "url string, html string")
    found = {row["url"]: row["host"] for row in katagami.spark._with_host(frame).select("url", "host").collect()}
    assert found == {url: katagami._katagami.host(url) for url in urls}


def test_pages_may_be_bytes(spark):
    pages = [(f"https://example.org/{number}", course(word(number), word(number, 1), str(number)).encode()) for number in range(5)]
    frame = spark.createDataFrame(pages, "url string, html binary")
    assert katagami.spark.extract(frame, katagami.spark.learn(frame)).count() == 5

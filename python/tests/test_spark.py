"""A crawl on Spark, with two workers: the rows that one machine gives host by host."""

import gzip
import hashlib
import json
import os
import pathlib
import shutil
import signal
import sys
import time

import pytest
from conftest import course, shelf

import katagami

pyspark = pytest.importorskip("pyspark")
if not shutil.which("java"):
    pytest.skip("there is no Java", allow_module_level=True)

import katagami.spark  # noqa: E402

# Workers do not have this file.
pyspark.cloudpickle.register_pickle_by_value(sys.modules[__name__])

HOSTS = 10
FEW = 14
WORDS = ["river", "stone", "evening", "window", "market", "letter", "garden", "winter", "bridge", "paper", "silver", "harbour"]


def word(*of):
    return WORDS[hashlib.sha256(repr(of).encode()).digest()[0] % len(WORDS)]


def crawl(hosts=HOSTS):
    """Lists, details and articles, a kind a host; the last host has a hundred times the pages of each other one."""
    for host in range(hosts):
        count = FEW if host < hosts - 1 else 100 * FEW
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
                "spark.driver.bindAddress": "127.0.0.1", "spark.executor.memory": "1024m",
                # What a dead executor has written is given up soon.
                "spark.shuffle.io.maxRetries": "1", "spark.shuffle.io.retryWait": "1s"}
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
    wrappers = katagami.spark.learn(pages, sample=100 * FEW).cache()
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
    assert texts_of(katagami.spark.content(pages)) == texts(by_host)


def texts_of(frame):
    return sorted((row["url"], row["title"], row["text"]) for row in frame.collect())


def texts(by_host):
    """What one machine gives host by host."""
    return sorted((row["path"], row["title"], row["text"]) for of in by_host.values() for row in katagami.content(of))


def executor():
    """The process of the executor that this code runs for: the JVM above the Python that it has started."""
    process = os.getpid()
    while b"CoarseGrainedExecutorBackend" not in pathlib.Path(f"/proc/{process}/cmdline").read_bytes():
        status = pathlib.Path(f"/proc/{process}/status").read_text()
        process = int(status.split("PPid:")[1].split()[0])
    return process


def dying(died, victim):
    """What kills, where it comes to it first, in the middle of the pages."""
    def die(batches):
        for batch in batches:
            yield batch.slice(0, len(batch) // 2)
            try:
                said = died.open("x")
            except FileExistsError:
                pass
            else:
                process = victim()
                said.write(str(process))
                said.close()
                os.kill(process, signal.SIGKILL)
                time.sleep(60)
            yield batch.slice(len(batch) // 2)

    return die


def is_gone(died):
    """Whether the process was killed that is named in the file."""
    return not pathlib.Path("/proc", died.read_text()).exists()


@pytest.mark.parametrize("victim", [os.getpid, executor], ids=["worker", "executor"])
def test_who_dies_in_the_middle_changes_nothing(pages, by_host, tmp_path, victim):
    died = [tmp_path / name for name in ("learn", "extract", "content")]
    dies = [pages.mapInArrow(dying(file, victim), "url string, html string") for file in died]
    wrappers = katagami.spark.learn(dies[0], sample=100 * FEW).cache()
    found = rows_of(katagami.spark.extract(dies[1], wrappers))
    assert found == one_machine(by_host, {url for of in by_host.values() for url, _ in of})
    assert texts_of(katagami.spark.content(dies[2])) == texts(by_host)
    assert all(map(is_gone, died))


def archive(pages):
    """A WARC archive."""
    for url, html in pages:
        answer = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{html}".encode()
        head = (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Type: application/http; msgtype=response\r\n"
                f"Content-Length: {len(answer)}\r\n\r\n")
        yield head.encode() + answer + b"\r\n\r\n"


def test_archives_are_read_where_they_lie(spark, by_host, tmp_path):
    given = list(crawl())
    parts = [given[:100], given[100:700], given[700:]]
    plain, packed, lines = tmp_path / "a.warc", tmp_path / "b.warc.gz", tmp_path / "c.jsonl"
    plain.write_bytes(b"".join(archive(parts[0])))
    packed.write_bytes(b"".join(map(gzip.compress, archive(parts[1]))))
    lines.write_text("".join(json.dumps({"url": url, "html": html}) + "\n" for url, html in parts[2]))
    empty = tmp_path / "d.warc"
    empty.touch()
    pages = katagami.spark.read(spark, str(plain), packed.as_uri(), str(lines), str(empty))
    assert sorted((row["url"], row["html"]) for row in pages.collect()) == sorted(given)
    wrappers = katagami.spark.learn(pages, sample=100 * FEW)
    assert rows_of(katagami.spark.extract(pages, wrappers)) == one_machine(by_host, {url for url, _ in given})


@pytest.mark.parametrize("path", ["nowhere.warc", "file:///nowhere.warc"])
def test_an_archive_that_is_not_there_fails(spark, path):
    with pytest.raises(pyspark.errors.PySparkException, match="FileNotFoundError"):
        katagami.spark.read(spark, path).count()


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


def test_executors_that_die_change_no_pair(copied, alike, tmp_path):
    died = tmp_path / "died"
    pages = copied.mapInArrow(dying(died, executor), "url string, html string")
    read = katagami.spark.sentences(pages).persist()
    assert read.count() == len(list(copies())) and is_gone(died)
    died.unlink()
    # What was read and kept is lost with the executor that dies next.
    again = read.mapInArrow(dying(died, executor), read.schema)
    found = katagami.spark.pairs(again, least=0.1, explain=True)
    assert as_lines(row.asDict(recursive=True) for row in found.collect()) == alike["text"]
    assert is_gone(died)


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

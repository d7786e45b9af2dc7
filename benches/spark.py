#!/usr/bin/env python3
"""The cost of katagami on Spark: time with 1 and 2 workers, and the amount of data shuffled.

    spark.py [--pages N] [--write README]

Runs in an environment that has the package, pyarrow and PySpark, with Java. Generates N pages (by default 10,000) of 20 hosts; each
host has one kind of page (lists, details or articles), one host has half of the pages, and some articles are copies. Prints for each call
the seconds without Spark and with 1 and 2 workers of one thread each (all rows are computed and dropped; the minimum of three runs),
the bytes that are shuffled for each page, and whether the rows are those without Spark, byte for byte after sorting. With --write, the
table is written into that file, between the marks.
"""
import argparse
import hashlib
import json
import math
import os
import pathlib
import re
import sys
import tempfile
import time

import pyarrow
import pyarrow.parquet
from pyspark.sql import SparkSession

import katagami
import katagami.spark

HOSTS = 20
SAMPLE = 64
RUNS = 3
SIMILAR = {"least": 0.2, "explain": True}


def words(count, *of):
    digits = "".join(hashlib.sha256(repr((at, *of)).encode()).hexdigest() for at in range(count // 12 + 1))
    return " ".join(digits[at * 5:at * 5 + 5] for at in range(count))


def page(host, number):
    """A page of 4 to 8 KB: a list, a detail page or an article, depending on the host."""
    menu = "".join(f"<li><a href=/{at}>{words(2, host, at)}</a>" for at in range(12))
    foot = f"<div id=foot>{words(60, 'foot', host)}</div>"
    if host % 3 == 0:
        rows = "".join(f"<tr><th>{words(1, 'label', host, at)}<td>{words(3, host, number, at)}" for at in range(20))
        main = f"<h1>{words(3, host, number)}</h1><table>{rows}</table><p>{words(200, host, number, 'about')}.</p>"
    elif host % 3 == 1:
        main = "".join(f"<div class=item><a class=title href=/p{number}-{at}>{words(4, host, number, at)}</a> "
                       f"<span class=price>{number * 7 % 991}.{at:02}</span><p>{words(20, host, number, at, 'said')}.</p></div>" for at in range(20))
    else:
        # One article in ten is also on another host.
        own = ("copied", number) if number % 10 == 3 else (host, number)
        said = "".join(f"<p>{'. '.join(words(14, *own, line, at).capitalize() for at in range(4))}.</p>" for line in range(8))
        main = f"<h1>{words(4, *own)}</h1><div class=by>{words(2, *own, 'by')}</div>{said}"
    return f"<html><body><ul id=menu>{menu}</ul><div class=main>{main}</div>{foot}</body></html>"


def crawl(count):
    """All pages. The last host, which has articles, has half of them."""
    few = count // 2 // (HOSTS - 1)
    for host in range(HOSTS):
        of_host = few if host < HOSTS - 1 else count - few * (HOSTS - 1)
        for number in range(of_host):
            yield f"https://www{host:02}.example.org/{number}", page(20 if host == HOSTS - 1 else host, number)


def session(workers, events):
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(f"local-cluster[{workers},1,2048]").appName("katagami")
    settings = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1",
                "spark.executor.memory": "2048m", "spark.sql.shuffle.partitions": "16", "spark.eventLog.enabled": "true",
                "spark.eventLog.dir": f"file://{events}", "spark.eventLog.compress": "false", "spark.eventLog.rolling.enabled": "false",
                "spark.sql.files.maxPartitionBytes": "4m"}
    for name, value in settings.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def lines(rows):
    return sorted(json.dumps(row, sort_keys=True, default=str) for row in rows)


def on_spark(spark, pages):
    """The measured calls: for each its name, and the function that returns its table."""
    learned = katagami.spark.learn(pages, sample=SAMPLE)
    wrappers = spark.createDataFrame(learned.collect(), learned.schema)
    return {"learn": lambda: katagami.spark.learn(pages, sample=SAMPLE), "extract": lambda: katagami.spark.extract(pages, wrappers),
            "content": lambda: katagami.spark.content(pages), "similar": lambda: katagami.spark.similar(pages, **SIMILAR)}


def alone(pages, sampled):
    """The same without Spark on one thread, host by host: the seconds and the rows of each call."""
    hosts = {}
    for url, html in sorted(pages):
        hosts.setdefault(url.split("/")[2], []).append((url, html))
    wrappers = {}

    def learn():
        for host, of in hosts.items():
            wrappers[host] = katagami.learn([page for page in of if page[0] in sampled[host]], threads=1)
        return [{"host": host, "wrapper": wrapper.to_json(), "pages": len(sampled[host])} for host, wrapper in wrappers.items()]

    def extract():
        rows = []
        for host, of in hosts.items():
            table = wrappers[host].extract(of, threads=1)
            names = dict(zip(table.columns[2:], wrappers[host].fields))
            for row in table:
                fields = {names[name]: [value] if isinstance(value, str) else value for name, value in row.items()
                          if name in names and value is not None}
                rows.append({"url": row["path"], "record": row["record"], "fields": fields})
        return rows

    def content():
        return [{"url": row["path"], "title": row["title"], "text": row["text"]}
                for of in hosts.values() for row in katagami.content(of, threads=1)]

    def similar():
        return list(katagami.similar(pages, by_host=True, threads=1, **SIMILAR))

    for ask in (learn, extract, content, similar):
        seconds = []
        for _ in range(RUNS):
            begun = time.perf_counter()
            rows = ask()
            seconds.append(time.perf_counter() - begun)
        yield ask.__name__, min(seconds), lines(rows)


def shuffled(events):
    """The shuffled bytes of the jobs of each group."""
    group_of, sums = {}, {}
    for file in pathlib.Path(events).iterdir():
        for line in file.open():
            event = json.loads(line)
            if event["Event"] == "SparkListenerJobStart":
                group = event.get("Properties", {}).get("spark.jobGroup.id")
                group_of.update(dict.fromkeys(event["Stage IDs"], group))
            elif event["Event"] == "SparkListenerTaskEnd" and "Task Metrics" in event:
                group = group_of.get(event["Stage ID"])
                written = event["Task Metrics"]["Shuffle Write Metrics"]["Shuffle Bytes Written"]
                sums[group] = sums.get(group, 0) + written
    return sums


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--write", type=pathlib.Path)
    asked = parser.parse_args()
    pages = list(crawl(asked.pages))
    seconds, moved, rows = {}, {}, {}
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/pages.parquet"
        pyarrow.parquet.write_table(pyarrow.table({"url": [url for url, _ in pages], "html": [html for _, html in pages]}), file, row_group_size=250)
        for workers in (1, 2):
            events = f"{folder}/events{workers}"
            os.mkdir(events)
            spark = session(workers, events)
            frame = spark.read.parquet(file)
            # Workers start and load their modules.
            katagami.spark.extract(frame.limit(100), katagami.spark.learn(frame.limit(100))).count()
            calls = on_spark(spark, frame)
            for name, table in [*calls.items()] * RUNS:
                spark.sparkContext.setJobGroup(name, name)
                begun = time.perf_counter()
                table().write.format("noop").mode("overwrite").save()
                seconds[name, workers] = min(time.perf_counter() - begun, seconds.get((name, workers), math.inf))
                # The next run begins without cached data.
                spark.catalog.clearCache()
                print(f"{name} with {workers}: {seconds[name, workers]:.1f} s", file=sys.stderr, flush=True)
            if workers == 2:
                spark.sparkContext.setJobGroup("rows", "rows")
                for name, table in calls.items():
                    rows[name] = lines(row.asDict(recursive=True) for row in table().collect())
                sampled = sample_of(frame)
            spark.stop()
            moved[workers] = shuffled(events)
    size = sum(len(html) for _, html in pages) / len(pages)
    table = [f"| {asked.pages:,} pages of {size / 1000:.1f} KB | rows | alone, s | 1 worker, s | 2 workers, s | shuffled a page, B | equal |",
             "|---|---:|---:|---:|---:|---:|---|"]
    for name, took, expected in alone(pages, sampled):
        one, two = seconds[name, 1], seconds[name, 2]
        equal = "yes" if rows[name] == expected else "NO"
        table.append(f"| `{name}` | {len(expected):,} | {took:.1f} | {one:.1f} | {two:.1f} ({one / two:.2f}x) | {moved[2].get(name, 0) / RUNS / len(pages):,.0f} | {equal} |")
    print("\n".join(table))
    if asked.write:
        text = asked.write.read_text()
        marked = re.compile(r"(<!-- spark -->\n).*?(<!-- /spark -->)", re.S)
        asked.write.write_text(marked.sub(lambda marks: marks[1] + "\n".join(table) + "\n" + marks[2], text))
    return 0 if all("NO" not in line for line in table) else 1


def sample_of(frame):
    """The addresses of the pages that `learn` takes from each host."""
    from pyspark.sql import Window
    from pyspark.sql import functions as sql

    order = Window.partitionBy("host").orderBy(sql.xxhash64("url"), "url")
    known = katagami.spark._with_host(frame).select("host", "url").withColumn("place", sql.row_number().over(order))
    sampled = {}
    for host, url, _ in known.where(sql.col("place") <= SAMPLE).collect():
        sampled.setdefault(host, set()).add(url)
    return sampled


if __name__ == "__main__":
    sys.exit(main())

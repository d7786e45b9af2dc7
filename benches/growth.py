#!/usr/bin/env python3
"""Time and memory of each verb for pages with more and more of one thing: doubling it must at most about double the cost.

    growth.py PROGRAM [--bytes 5000000] [--steps 4] [--seconds 60] [--mebibytes 3072] [--verbs a,b] [--shapes a,b] > page-growth.csv
    growth.py --table page-growth.csv [--into docs/GUARANTEES.md [--block growth]]

The input has the given number of bytes in the last step, and half as many in each step before. It is two generated pages with the
same markup and different texts, or, for the shapes of SETS, small pages in one JSON Lines file. A row is a run on one thread: shape,
verb, bytes of the input, processor seconds, peak MiB, and how the run ended: `done`, or the limit that it exceeded. After such a limit,
larger inputs are left out. `extract`, `check` and `export` use the wrapper that `learn` has made from the same pages. The table has a
cell for each shape and verb: the cost of a doubling (the mean of the doublings from runs of 0.1 seconds or more), and for the largest
input the seconds, and the bytes of memory for each byte of the pages; or the largest input that was done, if that is not the last.
"""
import argparse
import collections
import csv
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import block

SYLLABLES = [a + b for a in "bdfghklmnprstvz" for b in "aeiou"]
VERBS = {
    "spectrum": "{}",
    "template": "{}",
    "count": "{}",
    "records": "{}",
    "learn": "-o wrapper.json {}",
    "extract": "-w wrapper.json {}",
    "check": "-w wrapper.json {}",
    "export": "--as xpath -w wrapper.json {}",
    "content": "{}",
    "content --format md": "{}",
    "content --explain": "{}",
    "content -o": "out/ --format md {}",
    "blog": "{}",
    "forum": "{}",
    "similar": "{}",
    "overview": "{}",
}
COLUMNS = ["shape", "verb", "bytes", "seconds", "mebibytes", "end"]


def text(number, page):
    """Five words, a different combination for each number and page."""
    state, words = number * 2 + page + 1, []
    for _ in range(5):
        state = state * 6364136223846793005 % 2**61
        words.append("".join(SYLLABLES[state >> shift & 63] for shift in (30, 38, 46)))
    return " ".join(words)


def label(n):
    """Two words, the same on all pages."""
    return text(n, 2)[:13].title()


def comment(n, words):
    return json.dumps({"@type": "Comment", "text": words, "author": words[:6] + str(n), "dateCreated": f"{2000 + n % 20}-05-01"})


# One element of each shape; AROUND has the elements around all of them.
SHAPES = {
    "siblings": lambda n, words: f"<li>{words}</li>\n",
    "links": lambda n, words: f"<a href=/{n}>{words}</a>\n",
    "rows": lambda n, words: f"<tr><td>{n}</td><td>{words}</td></tr>\n",
    "cells": lambda n, words: f"<td>{words}</td>\n",
    "classes": lambda n, words: f"<p class=c{n}>{words}</p>\n",
    "ids": lambda n, words: f"<p id=i{n}>{words}</p>\n",
    "attributes": lambda n, words: f" a{n}='{words}'",
    "names": lambda n, words: f"<x-{n}>{words}</x-{n}>\n",
    "texts": lambda n, words: f"{words}<br>\n",
    "unclosed": lambda n, words: f"<div>{words}\n",
    "nested lists": lambda n, words: f"<ul><li>{words}\n",
    "deep": lambda n, words: "<div>",
    "paragraphs": lambda n, words: f"<p>{words}, {words[::-1]} {n}. {words}.</p>\n",
    "one text": lambda n, words: f"{words}. ",
    "one word": lambda n, words: words.replace(" ", ""),
    "nav": lambda n, words: f"<nav>{words}</nav>\n",
    "aside": lambda n, words: f"<aside>{words}</aside>\n",
    "figure": lambda n, words: f"<figure><img src=/{n}.png><figcaption>{words}</figcaption></figure>\n",
    "footer": lambda n, words: f"<footer>{words}</footer>\n",
    "sections": lambda n, words: f"<section><h2>{words[:12]}</h2><p>{words}</section>\n",
    "headings": lambda n, words: f"<h2>{words}</h2>\n",
    "articles": lambda n, words: f"<article><h2><a href=/{n}>{words[:12]}</a></h2><p>{words}</article>\n",
    "misnested": lambda n, words: "<b><i>x</b></i>",
    "declarations": lambda n, words: "<!",
    "open comments": lambda n, words: "<!--",
    "entities": lambda n, words: "&amp;",
    "signs": lambda n, words: "!",
    "less-than": lambda n, words: "<",
    "spaces": lambda n, words: " ",
    "nothing": lambda n, words: "\0",
    "repeated words": lambda n, words: "and again ",
    "repeated items": lambda n, words: "<li>item",
    "definitions": lambda n, words: f"<dt>{label(n)}<dd>{words[13:]}\n",
    "bold labels": lambda n, words: f"<b>{label(n)}:</b> {words[13:]}<br>\n",
    "own labels": lambda n, words: f"<b>{words[:13]}:</b> {words[13:]}<br>\n",
    "same labels": lambda n, words: f"<b>Size:</b> {words}<br>\n",
    "table labels": lambda n, words: f"<tr><th>{label(n)}<td>{words[13:]}\n",
    "header rows": lambda n, words: f"<tr><th>{words[:6]}<th>{words[6:]}\n",
    "wide table": lambda n, words: f"<td>{words[:6]}" if n % 1000 else f"<tr><td>{words[:6]}",
    "cells that begin alike": lambda n, words: f"{'' if n % 10_000 else '<tr>'}<td>item {words[:13]}",
    "nested tables": lambda n, words: f"<table><tr><td>{words}",
    "open links": lambda n, words: f"<a href=/{n}>{words}\n",
    "addresses up": lambda n, words: f"<a href=/{'a/' * 20}{'../' * 20}{n}>{words}</a>\n",
    "one address up": lambda n, words: "../",
    "one address": lambda n, words: words,
    "images": lambda n, words: f"<img src=/{n}.png alt='{words}'>\n",
    "stated comments": lambda n, words: comment(n, words) + ",\n",
    "stated properties": lambda n, words: f'"{words[:4]}{n}":"{words}",\n',
    "comments": lambda n, words: f"<li><b>{words[:6]}</b> {n % 28 + 1} May 2020<p>{words}</li>\n",
    "posts": lambda n, words: f"<div class=post><i>{words[:6]}</i><u>2020-05-{n % 28 + 1:02}</u><p>{words}</div>\n",
    "replies": lambda n, words: f"<ul><li><b>{words[:6]}</b> {n % 28 + 1} May 2020<p>{words}\n",
    "bylines": lambda n, words: f"<p>By {words[:6].title()} {words[7:13].title()}, {n % 28 + 1} May 2020</p>\n",
    "names of persons": lambda n, words: f"<a rel=author href=/{n}>{words[:13].title()}</a>\n",
    "dates": lambda n, words: f"<time>{n % 28 + 1}.{n % 12 + 1}.{1990 + n % 30}</time>\n",
    "nested quotations": lambda n, words: f"<blockquote>{words}\n",
    "quotations": lambda n, words: f"<blockquote>{words}</blockquote>\n",
    "spans": lambda n, words: f"<span>{words}</span>\n",
    "nested spans": lambda n, words: f"<span>{words}\n",
    "nested bold": lambda n, words: f"<b>{words}\n",
    "options": lambda n, words: f"<option>{words}\n",
    "scripts": lambda n, words: f"<script>var a='{words}'</script>\n",
    "meta": lambda n, words: f"<meta name=a{n} content='{words}'>\n",
    "hidden": lambda n, words: f"<p hidden>{words}</p>\n",
    "items": lambda n, words: f"<div itemscope itemtype=http://schema.org/Thing><p itemprop=name>{words}</div>\n",
    "preformatted": lambda n, words: f"{words}\n",
    "shapes": lambda n, words: f"<svg><path d='{words}'/></svg>\n",
    "many classes": lambda n, words: f"<p class='{words} c{n}'>{words}</p>\n",
    "title": lambda n, words: f"{words} ",
    "long attribute": lambda n, words: f"{words} ",
}
AROUND = {
    "siblings": ("<ul>", "</ul>"),
    "repeated items": ("<ul>", "</ul>"),
    "definitions": ("<dl>", "</dl>"),
    "comments": ("<ol>", "</ol>"),
    "rows": ("<table>", "</table>"),
    "table labels": ("<table>", "</table>"),
    "header rows": ("<table>", "</table>"),
    "wide table": ("<table>", "</table>"),
    "cells that begin alike": ("<table>", "</table>"),
    "cells": ("<table><tr>", "</tr></table>"),
    "options": ("<select>", "</select>"),
    "preformatted": ("<pre>", "</pre>"),
    "attributes": ("<p", ">One paragraph</p>"),
    "long attribute": ("<p class='", "'>One paragraph</p>"),
    "one address up": ("<a href='/", "'>A link</a>"),
    "one address": ("<a href='/", "'>A link</a>"),
    "title": ("</body><title>", "</title>"),
    "stated comments": ('<script type="application/ld+json">{"@type":"BlogPosting","comment":[', '{"@type":"Comment"}]}</script>'),
    "stated properties": ('<script type="application/ld+json">{"@type":"Product",', '"name":"A product"}</script>'),
    **{name: ("<article>", "</article>") for name in ("nav", "aside", "figure", "footer", "sections", "bylines", "quotations")},
}

# One of many pages.
SETS = {
    "pages": lambda n, words: f"<title>{words[:6]}</title><h1>{words[:6]}</h1><p>{words}, {words[::-1]}.<b>Size:</b> {n}<br><b>Price:</b> {n}.5",
    "pages with lists": lambda n, words: f"<h1>{words[:6]}</h1><ul>" + "".join(f"<li><a href={at}>{words[at:]}</a> {n}" for at in range(4)) + "</ul>",
    "pages with own tags": lambda n, words: f"<x-{n}><h1>{words[:6]}</h1><y-{n}>{words}</y-{n}><z-{n}>{words[::-1]}</z-{n}></x-{n}>",
    "pages with own classes": lambda n, words: f"<div class=a{words[:4]}{n}x><h1>{words[:6]}</h1><p class=b{words[:4]}{n}y>{words}</div>",
    "pages without text": lambda n, words: f"<div id=root></div><script src={n}.js></script>",
    "equal pages": lambda n, words: "<title>A page</title><h1>A page</h1><p>Nobody knew who had left the letter on the table by the window.",
    "equal addresses": lambda n, words: f"<title>{words[:6]}</title><h1>{words[:6]}</h1><p>{words}, {words[::-1]}.",
    "texts alone": lambda n, words: f"{words}, {words[::-1]}.",
}


def page(shape, size, number):
    """A page of about so many bytes."""
    before, after = AROUND.get(shape, ("", ""))
    inside, at, length = [], 0, 0
    while length < size:
        inside.append(SHAPES[shape](at, text(at, number)))
        length += len(inside[-1])
        at += 1
    if shape == "deep":
        inside = inside[: at // 2] + [text(0, number)] + ["</div>"] * (at // 2)
    heading = f"<h1>{text(at, number)}</h1><p>{text(at + 1, number)}, {text(at + 2, number)}.</p>"
    inside = "".join(inside)
    return f"<html><head><title>{text(at, number)}</title></head><body>{heading}{before}{inside}{after}</body></html>"


def make(shape, size, folder):
    """Writes the input, and returns its files and its bytes."""
    files = []
    if shape in SETS:
        files.append(f"{folder}/pages.jsonl")
        with open(files[0], "w", encoding="utf-8") as out:
            at = 0
            while out.tell() < size:
                address = f"http://a.example/{0 if shape == 'equal addresses' else at}"
                out.write(json.dumps({"url": address, "html": SETS[shape](at, text(at, 0))}) + "\n")
                at += 1
    else:
        for number in range(2):
            files.append(f"{folder}/{number}.html")
            with open(files[-1], "w", encoding="utf-8") as out:
                out.write(page(shape, size / 2, number))
    return files, sum(map(os.path.getsize, files))


def run(command, folder, options):
    """Processor seconds, peak MiB, and how the run ended."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (options.seconds, options.seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (options.mebibytes << 20, options.mebibytes << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    child = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, preexec_fn=limit)
    said = child.stderr.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = code = os.waitstatus_to_exitcode(status)
    seconds, mebibytes = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    if code in (0, 1):
        end = "done"
    elif code in (-signal.SIGXCPU, -signal.SIGKILL) or seconds >= options.seconds:
        end = "time"
    elif code == 2 and "memory" not in said and "stack" not in said:
        end = "refused"
    elif "memory" in said:
        end = "memory"
    elif "stack" in said:
        end = "stack"
    else:
        end = f"failed ({code}): {said.strip()[-100:]!r}"
    return seconds, mebibytes, end


def measure(options):
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(COLUMNS)
    for shape in options.shapes:
        over = set()
        for step in reversed(range(options.steps)):
            with tempfile.TemporaryDirectory() as work:
                files, size = make(shape, options.bytes >> step, work)
                for verb in options.verbs:
                    more = VERBS[verb].format("").split()
                    if verb in over or "-w" in more and not os.path.exists(f"{work}/wrapper.json"):
                        continue
                    threads = [] if verb == "export" else ["--threads", "1"]
                    command = [options.program, *verb.split(), *more, "--quiet", *threads, *files]
                    seconds, mebibytes, end = run(command, work, options)
                    rows.writerow([shape, verb, size, f"{seconds:.2f}", f"{mebibytes:.0f}", end])
                    sys.stdout.flush()
                    if end not in ("done", "refused"):
                        over.add(verb)


def table(path):
    """The table in Markdown: the cost of a doubling for each shape and verb."""
    runs = collections.defaultdict(list)
    for row in csv.DictReader(open(path, encoding="utf-8")):
        runs[row["shape"], row["verb"]].append(row)
    verbs = [verb for verb in VERBS if any(key[1] == verb for key in runs)]
    lines = ["| shape | " + " | ".join(verbs) + " |", "|---|" + "---:|" * len(verbs)]
    for shape in [*SHAPES, *SETS]:
        if any(key[0] == shape for key in runs):
            lines.append(f"| {shape} | " + " | ".join(cell(runs[shape, verb]) for verb in verbs) + " |")
    return "\n".join(lines)


def cell(runs):
    if not runs:
        return ""
    done = [run for run in runs if run["end"] in ("done", "refused")]
    slow = [float(run["seconds"]) for run in done if float(run["seconds"]) >= .1]
    cost = f"{(slow[-1] / slow[0]) ** (1 / (len(slow) - 1)):.1f}" if len(slow) > 1 else "-"
    if runs[-1] in done:
        memory = float(runs[-1]["mebibytes"]) * 2**20 / float(runs[-1]["bytes"])
        return f"{cost} ({float(runs[-1]['seconds']):.1f} s, {memory:.0f} B)"
    largest = f"{int(done[-1]['bytes']) / 1e6:.1f} MB" if done else "none"
    return f"**{cost}** ({runs[-1]['end'].split(':')[0]}, {largest} done)"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = lambda written: written.split(",")
    parser.add_argument("program", nargs="?", type=os.path.abspath)
    parser.add_argument("--bytes", type=int, default=5_000_000)
    parser.add_argument("--steps", type=int, default=4)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--mebibytes", type=int, default=3_072)
    parser.add_argument("--verbs", type=names, default=list(VERBS))
    parser.add_argument("--shapes", type=names, default=[*SHAPES, *SETS])
    parser.add_argument("--table")
    parser.add_argument("--into")
    parser.add_argument("--block", default="growth")
    options = parser.parse_args()
    if options.table and options.into:
        block.put(options.into, options.block, table(options.table))
    elif options.table:
        print(table(options.table))
    elif options.program:
        measure(options)
    else:
        parser.error("which program?")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Time and memory of each verb for two pages with more and more of one thing: doubling it must at most about double the cost.

    growth.py PROGRAM [--least 5000] [--most 320000] [--seconds 20] [--mebibytes 3072]
              [--verbs a,b] [--shapes a,b] > page-growth.csv
    growth.py --table page-growth.csv [--into docs/GUARANTEES.md]

The input is two generated pages with the same markup and different texts. A row is a run on one thread: shape, verb, n,
bytes of both pages, processor seconds, peak MiB, and how the run ended: `done`, or the limit that it exceeded. After such a limit,
larger n are left out. `extract` uses the wrapper that `learn` has made from the same pages. The table has a cell for each
shape and verb: the cost of a doubling (the mean of the doublings from runs of 0.1 seconds or more), and for the largest n the
seconds, and the bytes of memory for each byte of the pages; or the largest n that was done, if that is not the last.
"""
import argparse
import collections
import csv
import os
import resource
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import block

SYLLABLES = [a + b for a in "bdfghklmnprstvz" for b in "aeiou"]
VERBS = ["spectrum", "template", "count", "records", "learn", "extract", "content", "blog", "forum", "similar"]
COLUMNS = ["shape", "verb", "n", "bytes", "seconds", "mebibytes", "end"]


def text(number, page):
    """Five words, a different combination for each number and page."""
    state, words = number * 2 + page + 1, []
    for _ in range(5):
        state = state * 6364136223846793005 % 2**61
        words.append("".join(SYLLABLES[state >> shift & 63] for shift in (30, 38, 46)))
    return " ".join(words)


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
}
AROUND = {
    "siblings": ("<ul>", "</ul>"),
    "rows": ("<table>", "</table>"),
    "cells": ("<table><tr>", "</tr></table>"),
    "attributes": ("<p", ">One paragraph</p>"),
}


def page(shape, count, number):
    before, after = AROUND.get(shape, ("", ""))
    inside = "".join(SHAPES[shape](at, text(at, number)) for at in range(count))
    if shape == "deep":
        inside += text(0, number) + "</div>" * count
    heading = f"<h1>{text(count, number)}</h1><p>{text(count + 1, number)}, {text(count + 2, number)}.</p>"
    return f"<html><head><title>{text(count, number)}</title></head><body>{heading}{before}{inside}{after}</body></html>"


def run(command, options):
    """Processor seconds, peak MiB, and how the run ended."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (options.seconds, options.seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (options.mebibytes << 20, options.mebibytes << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, preexec_fn=limit)
    said = child.stderr.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = code = os.waitstatus_to_exitcode(status)
    seconds, mebibytes = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    if code in (0, 1):
        end = "done"
    elif code in (-signal.SIGXCPU, -signal.SIGKILL) or seconds >= options.seconds:
        end = "time"
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
        count = options.least
        while count <= options.most and len(over) < len(options.verbs):
            with tempfile.TemporaryDirectory() as work:
                size = 0
                for number in range(2):
                    with open(f"{work}/{number}.html", "w", encoding="utf-8") as out:
                        size += out.write(page(shape, count, number))
                for verb in options.verbs:
                    if verb in over:
                        continue
                    more = {"learn": ["-o", f"{work}/wrapper.json"], "extract": ["-w", f"{work}/wrapper.json"]}.get(verb, [])
                    if verb == "extract" and not os.path.exists(f"{work}/wrapper.json"):
                        continue
                    command = [options.program, verb, *more, "--quiet", "--threads", "1", f"{work}/0.html", f"{work}/1.html"]
                    seconds, mebibytes, end = run(command, options)
                    rows.writerow([shape, verb, count, size, f"{seconds:.2f}", f"{mebibytes:.0f}", end])
                    sys.stdout.flush()
                    if end != "done":
                        over.add(verb)
            count *= 2


def table(path):
    """The table in Markdown: the cost of a doubling for each shape and verb."""
    runs = collections.defaultdict(list)
    for row in csv.DictReader(open(path, encoding="utf-8")):
        runs[row["shape"], row["verb"]].append(row)
    verbs = [verb for verb in VERBS if any(key[1] == verb for key in runs)]
    lines = ["| shape | " + " | ".join(verbs) + " |", "|---|" + "---:|" * len(verbs)]
    for shape in SHAPES:
        if any(key[0] == shape for key in runs):
            lines.append(f"| {shape} | " + " | ".join(cell(runs[shape, verb]) for verb in verbs) + " |")
    return "\n".join(lines)


def cell(runs):
    if not runs:
        return ""
    done = [run for run in runs if run["end"] == "done"]
    slow = [float(run["seconds"]) for run in done if float(run["seconds"]) >= .1]
    cost = f"{(slow[-1] / slow[0]) ** (1 / (len(slow) - 1)):.1f}" if len(slow) > 1 else "-"
    if runs[-1]["end"] == "done":
        memory = float(runs[-1]["mebibytes"]) * 2**20 / float(runs[-1]["bytes"])
        return f"{cost} ({runs[-1]['seconds']} s, {memory:.0f} B)"
    largest = done[-1]["n"] if done else "none"
    return f"**{cost}** ({runs[-1]['end'].split(':')[0]}, {largest} done)"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?")
    parser.add_argument("--least", type=int, default=5_000)
    parser.add_argument("--most", type=int, default=320_000)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--mebibytes", type=int, default=3_072)
    parser.add_argument("--verbs", type=lambda names: names.split(","), default=VERBS)
    parser.add_argument("--shapes", type=lambda names: names.split(","), default=list(SHAPES))
    parser.add_argument("--table")
    parser.add_argument("--into")
    options = parser.parse_args()
    if options.table and options.into:
        block.put(options.into, "growth", table(options.table))
    elif options.table:
        print(table(options.table))
    elif options.program:
        measure(options)
    else:
        parser.error("which program?")


if __name__ == "__main__":
    main()

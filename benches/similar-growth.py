#!/usr/bin/env python3
"""Time and memory for each page that `katagami similar` reads, against the number of pages.

    similar-growth.py PROGRAM [MOST] > similar-growth.csv

PROGRAM is the release build of katagami. The pages are generated, in a JSON Lines file: a dozen sentences of ten to twenty
words each, 1.3 kB of text between a menu and a footer. Every tenth page is a copy of one of the thousand pages before it, and
every twentieth quotes half of one. The program runs on one thread with 256 MiB (`--memory 256M`), so from 100,000 pages on
the data do not fit in memory. MOST is the largest number of pages, by default a million, which needs 8 GB of disk in TMPDIR
until the end of the run. The row `similar` is the whole run, `statistics` everything except the comparison of pages.
`cargo run --release --example content -- similar-growth.csv similar-growth.svg TITLE SUBTITLE` draws the rows.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

SYLLABLES = [a + b for a in "bdfghklmnprstvz" for b in "aeiou"]
RNG = random.Random(1)
WORDS = sorted({"".join(RNG.choices(SYLLABLES, k=RNG.randint(1, 4))) for _ in range(20_000)})
MENU = "".join(f"<li><a href=/{word}>{word}</a></li>" for word in WORDS[:20])


def sentence(rng):
    return " ".join(rng.choices(WORDS, k=rng.randint(10, 20))).capitalize() + "."


def pages(count):
    """The texts of the pages, as lists of sentences."""
    rng = random.Random(2)
    before = []
    for number in range(count):
        text = [sentence(rng) for _ in range(12)]
        if before and number % 10 == 0:
            text = rng.choice(before) + text[:1]
        elif before and number % 20 == 5:
            text[:6] = rng.choice(before)[:6]
        before.append(text[:12])
        del before[:-1000]
        yield text


def write(path, count):
    with open(path, "w", encoding="utf-8") as out:
        for number, text in enumerate(pages(count)):
            body = "".join(f"<p>{one} {other}</p>\n" for one, other in zip(text[::2], text[1::2] + [""]))
            html = (f"<html><head><title>Page {number}</title></head><body><ul>{MENU}</ul><div id=text>{body}</div>"
                    "<div id=foot>All rights reserved to those who wrote these pages</div></body></html>")
            out.write(json.dumps({"url": f"https://site{number % 997}.example/{number}", "html": html}) + "\n")


def measure(program, path, more):
    """Processor seconds and peak KiB."""
    arguments = [program, "similar", path, "--threads", "1", "--memory", "256M", "--quiet", "--format", "jsonl", *more]
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(arguments)}: {status}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def main():
    program, most = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    print("job,pages,microseconds_a_page,mebibytes", flush=True)
    count = 10_000
    while count <= most:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "pages.jsonl")
            write(path, count)
            for job, more in (("similar", []), ("statistics", ["--statistics"])):
                runs = [measure(program, path, more) for _ in range(3 if count <= 10_000 else 1)]
                seconds, kibibytes = min(runs)
                print(f"{job},{count},{seconds / count * 1e6:.1f},{kibibytes / 1024:.1f}", flush=True)
        count *= 10


if __name__ == "__main__":
    main()

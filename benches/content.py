#!/usr/bin/env python3
"""Time and memory for each page of one site, against the number of pages.

    content.py PROGRAM > content.csv

PROGRAM is the release build of katagami. The pages are generated: each is an article of about 6 kB with a menu, teasers of
other articles, a byline and up to five comments. Each job reads them from a JSON Lines file on one thread: `filter` is
`content --filter`, `together` is `content` with all pages as one input, and `published` is the published method, which looks
for equal blocks among all pages. The minimum of five runs; for 10,000 pages and more, one run.
`cargo run --release --example content -- content.csv content.svg` draws the rows.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

PAGES = (100, 1_000, 10_000, 100_000)
VERBS = {
    "filter": ("content", "--filter"),
    "together": ("content", "--format", "jsonl"),
    "published": ("content", "--method", "paper", "--format", "jsonl"),
}
SYLLABLES = [a + b for a in "bdfghklmnprstvz" for b in "aeiou"]


def words(rng, count):
    return " ".join("".join(rng.choices(SYLLABLES, k=rng.randint(1, 4))) for _ in range(count))


def title(number):
    return words(random.Random(f"title {number}"), 6).capitalize()


def page(number, pages):
    rng = random.Random(number)
    menu = "".join(f"<li class=item><a href=/{name}>{name}</a></li>" for name in words(random.Random(0), 20).split())
    others = [rng.randrange(pages) for _ in range(10)]
    teasers = "".join(f"<li><h3><a href=/{n}>{title(n)}</a></h3><p>{title(n)} in short</p></li>" for n in others)
    paragraphs = "".join(f"<p>{words(rng, rng.randint(20, 80)).capitalize()}.</p>\n" for _ in range(rng.randint(4, 16)))
    comments = "".join(
        f'<li id="c{number}-{n}" class=comment><b>{words(rng, 1)}</b> <i>{rng.randint(1, 28)}.{rng.randint(1, 12)}.2024</i>'
        f"<p>{words(rng, rng.randint(8, 40))}</p></li>"
        for n in range(rng.randint(0, 5))
    )
    return (
        f"<html><head><title>{title(number)} - The Site</title></head><body id=article><div id=top><ul>{menu}</ul></div>"
        f"<div id=main><div class=post><h1>{title(number)}</h1><p class=by>By {words(random.Random(number % 9), 2)},"
        f" {number % 28 + 1}.{number % 12 + 1}.2024</p>{paragraphs}</div><ol class=comments>{comments}</ol></div>"
        f"<div id=side><h2>More</h2><ul>{teasers}</ul></div><div id=foot>All rights reserved. Imprint.</div></body></html>"
    )


def measured(command, runs):
    seconds, kibibytes = [], []
    for _ in range(runs):
        with open(os.devnull, "wb") as nothing:
            child = subprocess.Popen(command, stdout=nothing, env={**os.environ, "RAYON_NUM_THREADS": "1"})
            _, status, usage = os.wait4(child.pid, 0)
        if status:
            sys.exit(f"{' '.join(command)} failed")
        seconds.append(usage.ru_utime + usage.ru_stime)
        kibibytes.append(usage.ru_maxrss)
    return min(seconds), min(kibibytes)


def main():
    program = sys.argv[1]
    print("job,pages,microseconds_a_page,mebibytes")
    for pages in PAGES:
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            for number in range(pages):
                print(json.dumps({"url": f"https://site.example/{number}", "html": page(number, pages)}), file=file)
            file.flush()
            for job, verb in VERBS.items():
                command = [program, verb[0], "-q", *verb[1:], file.name]
                seconds, kibibytes = measured(command, 5 if pages <= 1_000 else 1)
                print(f"{job},{pages},{seconds / pages * 1e6:.1f},{kibibytes / 1024:.1f}", flush=True)


main()

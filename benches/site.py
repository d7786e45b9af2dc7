#!/usr/bin/env python3
"""Time and memory of `katagami site` on generated crawls of several hosts with five kinds of pages.

    python3 benches/site.py target/release/katagami [--pages 1000 10000 100000] [--hosts 30] [--verb overview] [--into docs/SITE.md]
    python3 benches/site.py --write crawl.jsonl --pages 1000

A host has lists of twenty products, a page for each product, articles with comments or without, threads, and a few pages of a navigation
without a kind of their own. Words are drawn by a Zipf law; each host has its own markup, names of classes and texts of the frame. The
same number gives the same bytes. A row of the table is one run with CSV files as output, or of `overview`, which only sorts the pages by kind: pages, megabytes (10^6 bytes) of HTML, processor
seconds (user and system), pages a second of one core, and the peak memory for each 1,000 pages.
"""
import argparse
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import block

SYLLABLES = [a + b for a in "bdfghklmnprstvz" for b in "aeiou"]
WORDS = ["".join(SYLLABLES[number // 75**place % 75] for place in range(1 + number % 3)) for number in range(31, 9000, 2)]
WEIGHTS = list(itertools.accumulate(1 / rank for rank in range(1, len(WORDS) + 1)))
LISTED = 20
# Of 100 pages: those of each kind. Products are listed LISTED a page.
SHARES = {"item": 60, "list": 3, "article": 24, "thread": 12, "about": 1}

# The tables of the verbs in docs/SITE.md.
BLOCKS = {"site": "growth", "overview": "growth of overview"}


class Host:
    """Draws the texts of a host, and writes its pages."""

    def __init__(self, number):
        self.number = number
        self.random = random.Random(number)
        self.prefix = self.word()
        self.tag = self.random.choice(["div", "section", "p"])
        self.menu = "".join(f"<li><a href=/{self.word()}/>{self.words(2)}</a>" for _ in range(12))
        self.foot = self.sentence()
        self.labels = [self.words(2).title() for _ in range(8)]
        self.site = self.words(2).title()

    def word(self):
        return self.words(1)

    def words(self, count):
        return " ".join(self.random.choices(WORDS, cum_weights=WEIGHTS, k=count))

    def sentence(self):
        return self.words(self.random.randint(6, 18)).capitalize() + "."

    def paragraph(self):
        return " ".join(self.sentence() for _ in range(self.random.randint(2, 6)))

    def person(self):
        return " ".join(self.random.choices(WORDS[200:], k=2)).title()

    def day(self):
        return f"{self.random.randint(1, 28)} {self.random.choice(['March', 'May', 'June', 'October'])} {self.random.randint(2001, 2024)}"

    def page(self, path, title, body):
        html = (
            f"<!DOCTYPE html><html lang=en><head><title>{title} - {self.site}</title></head><body><header><h2>{self.site}</h2><ul class={self.prefix}-menu>"
            f"{self.menu}</ul></header><main>{body}</main><footer><p>{self.foot}</p></footer></body></html>"
        )
        return {"url": f"https://www.{self.prefix}{self.number}.example/{path}", "html": html}

    def item(self, number, name, price):
        values = [self.words(self.random.randint(1, 4)) for _ in self.labels]
        rows = "".join(f"<tr><th>{label}</th><td>{value}</td></tr>" for label, value in zip(self.labels, values) if self.random.random() < 0.9)
        reviews = "".join(
            f"<div class={self.prefix}-review><b>{self.person()}</b> <i>{self.day()}</i><p>{self.sentence()}</p></div>" for _ in range(self.random.randint(0, 4))
        )
        body = f"<h1>{name}</h1><p class={self.prefix}-price>{price}</p><{self.tag} class=about>{self.sentence()}</{self.tag}><table>{rows}</table><h2>Reviews</h2>{reviews}"
        return self.page(f"item/{number}", name, body)

    def list(self, number, items):
        rows = "".join(
            f"<div class={self.prefix}-hit><h3><a href=/item/{item}>{name}</a></h3><p>{price}</p><p>{self.sentence()}</p></div>" for item, name, price in items
        )
        return self.page(f"list/{number}", f"Page {number}", f"<h1>All, page {number}</h1>{rows}")

    def article(self, number):
        title = self.words(5).capitalize()
        text = "".join(f"<p>{self.paragraph()}</p>" for _ in range(self.random.randint(3, 12)))
        comments = "".join(
            f"<li><b>{self.person()}</b> <span>{self.day()}</span><p>{self.sentence()} {self.sentence()}</p>" for _ in range(self.random.choice([0, 0, 3, 6]))
        )
        body = f"<article><h1>{title}</h1><p class={self.prefix}-by>By <a href=/by/>{self.person()}</a>, {self.day()}</p>{text}</article>"
        return self.page(f"news/{number}", title, body + (f"<h3>Comments</h3><ol>{comments}</ol>" if comments else ""))

    def thread(self, number):
        title = self.words(4).capitalize()
        posts = "".join(
            f"<div class={self.prefix}-post><div><a href=/user/>{self.person()}</a> <span>{self.day()}</span></div><{self.tag}>{self.paragraph()}</{self.tag}></div>"
            for _ in range(self.random.randint(2, 9))
        )
        return self.page(f"board/{number}", title, f"<h1>{title}</h1>{posts}")

    def pages(self, count):
        share = {kind: max(1, count * of // 100) for kind, of in SHARES.items()}
        items = [(number, self.words(3).title(), f"${self.random.randint(2, 900)}.{self.random.randint(10, 99)}") for number in range(count - sum(share.values()) + share["item"])]
        yield from (self.item(*item) for item in items)
        yield from (self.list(number, items[number * LISTED : (number + 1) * LISTED]) for number in range(share["list"]))
        yield from (self.article(number) for number in range(share["article"]))
        yield from (self.thread(number) for number in range(share["thread"]))
        yield from (self.page(f"about/{number}", self.words(2), f"<p>{self.words(3)}</p>") for number in range(share["about"]))


def write(path, pages, hosts):
    """Writes a crawl, and gives the bytes of its HTML."""
    size = 0
    with open(path, "w", encoding="utf-8") as file:
        for number in range(hosts):
            for page in Host(number).pages(pages * (number + 1) // hosts - pages * number // hosts):
                file.write(json.dumps(page) + "\n")
                size += len(page["html"])
    return size


def run(arguments):
    """Processor seconds and peak MiB of a process."""
    child = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    if os.waitstatus_to_exitcode(status):
        sys.exit(f"failed: {' '.join(arguments)}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?")
    parser.add_argument("--pages", type=int, nargs="+", default=[1000, 10000, 100000])
    parser.add_argument("--hosts", type=int, default=30)
    parser.add_argument("--verb", choices=BLOCKS, default="site")
    parser.add_argument("--write")
    parser.add_argument("--into")
    options = parser.parse_args()
    if options.write:
        write(options.write, options.pages[0], options.hosts)
        return
    lines = ["| pages | MB of HTML | seconds of one core | pages a second and core | ms a page | MiB | MiB for 1,000 pages |", "|" + "---|" * 7]
    for pages in options.pages:
        with tempfile.TemporaryDirectory() as folder:
            size = write(f"{folder}/crawl.jsonl", pages, options.hosts)
            to = ["--format", "csv", "-o", f"{folder}/out/"] if options.verb == "site" else ["--format", "json"]
            seconds, mebibytes = run([options.program, options.verb, "-q", "--threads", "1", *to, f"{folder}/crawl.jsonl"])
        lines.append(
            f"| {pages:,} | {size / 1e6:.1f} | {seconds:.1f} | {pages / seconds:.0f} | {1000 * seconds / pages:.1f} | {mebibytes:.0f} "
            f"| {1000 * mebibytes / pages:.0f} |"
        )
        print(lines[-1], flush=True)
    if options.into:
        block.put(options.into, BLOCKS[options.verb], "\n".join(lines))


if __name__ == "__main__":
    main()

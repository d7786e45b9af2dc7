#!/usr/bin/env python3
"""Time and memory of `template` and `learn` on generated pages of lists and prose.

    template.py PROGRAM [--pages 5000] [--threads 1]

Pages of one template, 6 kB each: a menu, a headline, paragraphs of random words, a list of rows with two fields, and a footer. Prints the
bytes of the pages, processor seconds, peak MiB and the exit status.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

SYLLABLES = [a + b for a in "bdfghklmnprstvz" for b in "aeiou"]


def page(number, words):
    lot = random.Random(number)
    # Some words are much more frequent than others, as in any language.
    say = lambda count: " ".join(words[int(len(words) ** lot.random()) - 1] for _ in range(count))
    prose = "".join(f"<p>{say(lot.randint(40, 90)).capitalize()}.</p>\n" for _ in range(10))
    rows = "".join(f"<li><b>{say(3)}</b> <span class=price>{lot.randint(1, 999)}.{lot.randint(10, 99)}</span></li>\n" for _ in range(lot.randint(10, 30)))
    menu = "".join(f"<li><a href=/{word}>{word}</a></li>" for word in words[100:108])
    return (f"<html><head><title>{say(4)}</title></head><body><ul class=menu>{menu}</ul><h1>{say(4)}</h1>\n<div class=text>{prose}</div>\n"
            f"<h2>What there is</h2>\n<ul class=list>{rows}</ul>\n<div class=foot><p>All that stands here was made for a measurement.</p></div></body></html>")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--pages", type=int, default=5_000)
    parser.add_argument("--threads", default="1")
    options = parser.parse_args()
    lot = random.Random(0)
    words = ["".join(lot.choice(SYLLABLES) for _ in range(lot.randint(1, 4))) for _ in range(8_000)]
    with tempfile.TemporaryDirectory() as folder:
        size = 0
        for number in range(options.pages):
            with open(f"{folder}/{number:06}.html", "w", encoding="utf-8") as out:
                size += out.write(page(number, words))
        print(f"{options.pages} pages, {size / 1e6:.1f} MB")
        for verb in ("template", "learn"):
            command = [os.path.abspath(options.program), verb, "--quiet", "--threads", options.threads, folder]
            child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            print(f"{verb}: {used.ru_utime + used.ru_stime:.1f} s, {used.ru_maxrss >> 10} MiB, status {child.returncode}", flush=True)


if __name__ == "__main__":
    sys.exit(main())

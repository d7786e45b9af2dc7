#!/usr/bin/env python3
"""Accuracy of records and fields against the number of pages that are given together.

    accuracy.py PROGRAM SHARED > accuracy.csv

PROGRAM is the release build of katagami. SHARED has data/JOB/SITE/*.html with reference data, eval/score.py and
eval/strip.py. List pages: each folder is divided into groups of the given number of pages, and each group is one input.
Detail pages: a wrapper is learned from the given number of pages, spread over the folder, and reads all pages of the folder;
once as they are, and once without any attribute. `cargo run --release --example accuracy -- accuracy.csv accuracy.svg` draws the rows.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

PAGES = (1, 2, 3, 5, 10, 20)


def run(*command):
    ran = subprocess.run(command, stdout=subprocess.PIPE)
    if ran.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)} failed")
    return ran.stdout


def sites(folder):
    for site in sorted(glob.glob(os.path.join(folder, "*/"))):
        yield site, sorted(glob.glob(os.path.join(site, "*.htm*")))


def score(shared, job, answers):
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
        file.write(answers)
        file.flush()
        script, truth = os.path.join(shared, "eval", "score.py"), os.path.join(shared, "data", job)
        figures = run(sys.executable, script, job, truth, file.name).decode()
    return float(re.search(r"(?:record P \S+ R \S+|attribute) F1 (\S+)", figures).group(1))


def records(program, shared, job, count):
    answers = b""
    for _, pages in sites(os.path.join(shared, "data", job)):
        for first in range(0, len(pages), count):
            answers += run(program, "records", "-q", "--format", "jsonl", *pages[first : first + count])
    return score(shared, job, answers)


def fields(program, shared, folder, count):
    answers = b""
    with tempfile.TemporaryDirectory() as scratch:
        wrapper = os.path.join(scratch, "wrapper.json")
        for site, pages in sites(folder):
            step = len(pages) // count
            run(program, "learn", "-q", "-o", wrapper, *pages[::step][:count])
            answers += run(program, "extract", "-q", "--format", "jsonl", "-w", wrapper, site)
    return score(shared, "detail", answers)


def main():
    program, shared = sys.argv[1:]
    print("what,pages,f1", flush=True)
    for job, what in (("serp", "records of result pages"), ("records", "records of list pages")):
        most = max(len(pages) for _, pages in sites(os.path.join(shared, "data", job)))
        for count in (count for count in PAGES if count <= most):
            print(f"{what},{count},{records(program, shared, job, count)}", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        detail, stripped = os.path.join(shared, "data", "detail"), os.path.join(scratch, "stripped")
        run(sys.executable, os.path.join(shared, "eval", "strip.py"), detail, stripped)
        for folder, what in ((detail, "fields of detail pages"), (stripped, "the same without attributes")):
            for count in (count for count in PAGES if count > 1):
                print(f"{what},{count},{fields(program, shared, folder, count)}", flush=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Compares the results of each command on each page set of data/, byte for byte; they may depend on nothing but the pages.

    check_same.py PROGRAM [PROGRAM...]

The results of the first program on one thread are the expected ones. It must give the same results on two and on eight
threads, and each other program (another profile, another compiler, another suffix sorter) must give them too; with the
files in another order, only the order of the rows may change. Prints the differences and a line with the number of
comparisons, and fails if anything differs.
"""
import concurrent.futures
import json
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUNS = [
    ["spectrum"],
    ["spectrum", "--alphabet", "tag", "--length", "1..", "--frequency", "occurrences"],
    ["template", "--mask"],
    ["count"],
    ["count", "--method", "paper"],
    ["records"],
    ["learn", "--rows", "pages"],
    ["content"],
    ["blog"],
    ["forum"],
    ["similar", "--least", "0", "--explain"],
    ["overview"],
]


# The page sets without text, of which `learn` says that there is nothing to learn.
SHELLS = "data/shells/"
NOTHING = 2


def turned(pair):
    """A pair of pages, or of positions in them, in the other order."""
    pair["a"], pair["b"] = pair["b"], pair["a"]
    if "edited" in pair:
        pair["text"], pair["edited"] = pair["edited"], pair["text"]
    return pair


def unordered(run, lines):
    """The rows without all that depends on the order of the files: the order of the rows, the order of files in a command, which
    page represents its template, and which page of a pair comes first."""
    if run[0] not in ("overview", "similar"):
        return sorted(lines)
    rows = [json.loads(line) for line in lines]
    for row in rows:
        if run[0] == "overview":
            for of_example in ("path", "title", "url", "found"):
                del row[of_example]
            for command in ("command", "other_command"):
                row[command] = sorted((row[command] or "").split())
            continue
        if row["a"] > row["b"]:
            turned(row)
            row["evidence"] = [turned(place) for place in row["evidence"]]
        row["evidence"].sort(key=lambda place: (place["a"], place["b"]))
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


def answer(program, run, files, threads):
    """Exit status and output lines; for `learn` the lines of the wrapper, and of what it extracts."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["--quiet", "--threads", str(threads)]
        if run[0] == "learn":
            wrapper = f"{folder}/wrapper.json"
            learned = subprocess.run([program, *run, *options, "-o", wrapper, *files], cwd=ROOT, capture_output=True)
            if learned.returncode == NOTHING:
                return NOTHING, learned.stderr.splitlines()
            extracted = [program, "extract", *options, "--format", "jsonl", "-w", wrapper, *files]
            rows = subprocess.run(extracted, cwd=ROOT, capture_output=True)
            written = pathlib.Path(wrapper).read_bytes() if learned.returncode == 0 else b""
            return learned.returncode, written.splitlines() + rows.stdout.splitlines()
        done = subprocess.run([program, *run, *options, "--format", "jsonl", *files], cwd=ROOT, capture_output=True)
        return done.returncode, done.stdout.splitlines()


def compare(run, files, programs):
    """The number of compared results, and the runs that differ from the first."""
    expected = answer(programs[0], run, files, 1)
    is_nothing = run[0] == "learn" and all(SHELLS in str(file) for file in files) and any(b"share no template" in line for line in expected[1])
    if expected[0] > 1 and not is_nothing:
        return 1, [f"{' '.join(run)}: status {expected[0]}"]
    others = [(f"{threads} threads", programs[0], files, threads) for threads in (2, 8)]
    others += [(program, program, files, 2) for program in programs[1:]]
    wrong = [name for name, *how in others if answer(how[0], run, *how[1:]) != expected]
    shuffled = random.Random(len(files)).sample(files, len(files))
    for order in (files[::-1], shuffled):
        status, lines = answer(programs[0], run, order, 2)
        if (status, unordered(run, lines)) != (expected[0], unordered(run, expected[1])):
            wrong.append("another order of the files")
    return len(others) + 2, wrong


def main(programs):
    programs = [str(pathlib.Path(program).resolve()) for program in programs]
    sets = sorted({page.parent for page in (ROOT / "data").glob("*/*/*.html")})
    work = [(run, pages) for pages in sets for run in RUNS]
    files = {pages: sorted(str(page.relative_to(ROOT)) for page in pages.glob("*.html")) for pages in sets}
    compared = different = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda one: compare(one[0], files[one[1]], programs), work)
        for (run, pages), (count, wrong) in zip(work, found):
            compared += count
            for name in wrong:
                different += 1
                print(f"{' '.join(run)} {pages.relative_to(ROOT)}: not the same with {name}")
    print(f"{compared} answers on {len(sets)} page sets by {len(programs)} programs, {different} of them differ")
    return 1 if different or not compared else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

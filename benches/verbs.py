#!/usr/bin/env python3
"""How fast `learn`, `extract`, `records` and `content` go through the pages of a folder, on one thread.

    python3 benches/verbs.py target/release/katagami FOLDER...

Each folder holds HTML files of one site. Prints a CSV row for each folder and verb: pages, megabytes (10^6 bytes), the
least processor time (user and system) of three runs, megabytes and pages a second, and the peak memory of the process.
Reading the files and writing the answer to a file are part of it.
"""
import csv
import os
import pathlib
import sys
import tempfile

RUNS = 3


def run(arguments):
    """Processor seconds and peak MiB of a process."""
    child = os.fork()
    if child == 0:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        os.execv(arguments[0], arguments)
    _, status, used = os.wait4(child, 0)
    # 1 is nothing found, which may be right.
    if os.waitstatus_to_exitcode(status) > 1:
        sys.exit(f"failed: {' '.join(arguments)}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, folders = os.path.abspath(sys.argv[1]), sys.argv[2:]
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(["folder", "verb", "pages", "megabytes", "seconds", "megabytes_a_second", "pages_a_second", "mebibytes"])
    with tempfile.TemporaryDirectory() as work:
        wrapper, answer = f"{work}/wrapper.json", f"{work}/answer.jsonl"
        verbs = {
            "learn": ["learn", "-o", wrapper],
            "extract": ["extract", "-w", wrapper, "--format", "jsonl", "-o", answer],
            "records": ["records", "--format", "jsonl", "-o", answer],
            "content": ["content", "--format", "jsonl", "-o", answer],
        }
        for folder in folders:
            files = [file for file in pathlib.Path(folder).rglob("*.htm*") if file.is_file()]
            megabytes = sum(file.stat().st_size for file in files) / 1e6
            for verb, arguments in verbs.items():
                runs = [run([program, *arguments, "--threads", "1", "--quiet", folder]) for _ in range(RUNS)]
                seconds, memory = min(run[0] for run in runs), max(run[1] for run in runs)
                name = pathlib.Path(folder).name
                rows.writerow([name, verb, len(files), f"{megabytes:.1f}", f"{seconds:.2f}", f"{megabytes / seconds:.0f}",
                               f"{len(files) / seconds:.0f}", f"{memory:.0f}"])
                sys.stdout.flush()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""The speed of `learn`, `extract`, `records`, `content` and `forum` on the pages of a folder, on one thread.

    python3 benches/verbs.py target/release/katagami[,OTHER...] FOLDER...

Each folder has HTML files of one site. Prints a CSV row for each folder, verb and program: pages, megabytes (10^6 bytes), the
minimum processor time (user and system) of three runs, megabytes and pages a second, and the peak memory of the process. The time
includes reading the files and writing the result to a file. Programs run in turn, so that they can be compared on a
machine that does other work.
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
    # Exit status 1 means that nothing was found, which may be right.
    if os.waitstatus_to_exitcode(status) > 1:
        sys.exit(f"failed: {' '.join(arguments)}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    programs, folders = [os.path.abspath(program) for program in sys.argv[1].split(",")], sys.argv[2:]
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(["program"] * (len(programs) > 1) + ["folder", "verb", "pages", "megabytes", "seconds", "megabytes_a_second",
                                                       "pages_a_second", "mebibytes"])
    with tempfile.TemporaryDirectory() as work:
        answer = f"{work}/answer.jsonl"
        verbs = {
            "learn": ["-o", f"{work}/wrapper.json"],
            "extract": ["-w", f"{work}/wrapper.json", "--format", "jsonl", "-o", answer],
            "records": ["--format", "jsonl", "-o", answer],
            "content": ["--format", "jsonl", "-o", answer],
            "forum": ["--format", "jsonl", "-o", answer],
        }
        for folder in folders:
            files = [file for file in pathlib.Path(folder).rglob("*.htm*") if file.is_file()]
            megabytes = sum(file.stat().st_size for file in files) / 1e6
            for verb, arguments in verbs.items():
                runs = {program: [] for program in programs}
                for _ in range(RUNS):
                    for program in programs:
                        if verb == "extract":  # Each program has its own wrapper.
                            run([program, "learn", *verbs["learn"], "--threads", "1", "--quiet", folder])
                        runs[program].append(run([program, verb, *arguments, "--threads", "1", "--quiet", folder]))
                for program, measured in runs.items():
                    seconds, memory = min(one[0] for one in measured), max(one[1] for one in measured)
                    rows.writerow([program] * (len(programs) > 1) + [
                        pathlib.Path(folder).name, verb, len(files), f"{megabytes:.1f}", f"{seconds:.2f}",
                        f"{megabytes / seconds:.0f}", f"{len(files) / seconds:.0f}", f"{memory:.0f}"])
                    sys.stdout.flush()


if __name__ == "__main__":
    main()

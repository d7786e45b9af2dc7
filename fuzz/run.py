#!/usr/bin/env python3
"""Runs the fuzz targets in turn until each has had the given minutes of processor time, and keeps the figures.

    fuzz/run.py --minutes 60 [--targets a,b] [--processes 2] [--slice 240] [--programs FOLDER]
    fuzz/run.py --table docs/GUARANTEES.md

Build the targets first: `cargo +nightly fuzz build -O`. FOLDER is the folder of the built targets, if it is another one. A slice is a
run of one target over its corpus in fuzz/corpus/TARGET, which is made from data/ if it does not exist; the target with the fewest
minutes is next. fuzz/figures.csv has one row per target: processor minutes and executions of all runs, the most edges and the highest
peak MiB of one run, and the number of runs that ended with a fault. Their inputs are kept in fuzz/artifacts/TARGET.
"""
import argparse
import concurrent.futures
import csv
import gzip
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "benches"))
import block

FIGURES = HERE / "figures.csv"
COLUMNS = ["target", "minutes", "executions", "edges", "mebibytes", "faults"]
TRIPLE = "x86_64-unknown-linux-gnu"
# The longest input: longer ones find nothing new and take more time.
LONGEST = 4096
RECORD = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\n<p>a text\r\n\r\n"


def targets():
    return sorted(file.stem for file in (HERE / "fuzz_targets").glob("*.rs"))


def read():
    rows = csv.DictReader(FIGURES.open(newline="")) if FIGURES.exists() else []
    known = {row["target"]: {name: float(row[name]) for name in COLUMNS[1:]} for row in rows}
    return {target: known.get(target, dict.fromkeys(COLUMNS[1:], 0.0)) for target in targets()}


def write(figures):
    with FIGURES.open("w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        for target, row in figures.items():
            rows.writerow([target, f"{row['minutes']:.1f}", *(int(row[name]) for name in COLUMNS[2:])])


def seeds(target):
    """The seeds of a target: the beginnings of pages of data/, or inputs in its format."""
    if target == "wrapper":
        return learned()
    if target == "containers":
        line = b'{"url": "http://a.b/c", "html": "<p>\\u00e9"}\n'
        return [RECORD * 3, gzip.compress(RECORD) * 3, line * 3]
    if target == "address":
        return [b"http://www.a.co.jp:80/b/c?d\nhttps://x/y", b"http://a.b/c/1?p=2\nhttp://a.b/c/2?p=3"]
    if target == "index":
        return [bytes([file, how, 3, 0, 1]) for file in range(7) for how in range(4)]
    pages = sorted((HERE.parent / "data").glob("*/*/*.html"))
    return [page.read_bytes()[:LONGEST] for page in pages]


def learned():
    """Wrappers of two page sets, learned by a program that was built before."""
    built = [HERE.parent / "target" / profile / "katagami" for profile in ("release", "fast")]
    program = next((program for program in built if program.exists()), None)
    if program is None:
        sys.exit("fuzz/run.py: wrappers as seeds are learned by the program; build it first: cargo build --release")
    with tempfile.TemporaryDirectory() as folder:
        wrapper, files = pathlib.Path(folder) / "wrapper.json", []
        for pages in ("results/h-nested", "recipes"):
            pages = HERE.parent / "data" / pages
            if pages.exists():
                subprocess.run([program, "learn", "--quiet", pages, "-o", wrapper], check=False)
                files.append(wrapper.read_bytes())
        return files


def corpus(target):
    folder = HERE / "corpus" / target
    if not folder.exists():
        folder.mkdir(parents=True)
        for number, seed in enumerate(seeds(target)):
            (folder / f"seed-{number}").write_bytes(seed)
    return folder


def run(target, program, seconds):
    """Runs one slice and returns its figures."""
    faults = HERE / "artifacts" / target
    faults.mkdir(parents=True, exist_ok=True)
    command = [program, corpus(target), f"-max_total_time={seconds}", f"-max_len={LONGEST}", "-timeout=25"]
    command += ["-rss_limit_mb=4096", "-print_funcs=0", "-print_final_stats=1", f"-artifact_prefix={faults}/"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=lambda: os.nice(19))
    log = process.stderr.read().decode(errors="replace")
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = status

    def last(pattern):
        return max(map(int, re.findall(pattern, log)), default=0)

    return {
        "minutes": (used.ru_utime + used.ru_stime) / 60,
        "executions": last(r"^(?:stat::number_of_executed_units: *|#)(\d+)") or last(r"#(\d+)\t"),
        "edges": last(r" cov: (\d+)"),
        "mebibytes": last(r"rss: (\d+)Mb"),
        "faults": int(status != 0),
    }


def fuzz(options):
    figures, lock, running = read(), threading.Lock(), set()
    chosen = options.targets.split(",") if options.targets else targets()

    def work():
        while True:
            with lock:
                waiting = [name for name in chosen if name not in running and figures[name]["minutes"] < options.minutes]
                if not waiting:
                    return
                target = min(waiting, key=lambda name: figures[name]["minutes"])
                running.add(target)
            found = run(target, options.programs / target, options.slice)
            with lock:
                running.remove(target)
                row = figures[target]
                for name in ("minutes", "executions", "faults"):
                    row[name] += found[name]
                for name in ("edges", "mebibytes"):
                    row[name] = max(row[name], found[name])
                write(figures)
                print(target, {name: round(value, 1) for name, value in row.items()}, flush=True)

    with concurrent.futures.ThreadPoolExecutor(options.processes) as pool:
        for worker in [pool.submit(work) for _ in range(options.processes)]:
            worker.result()


def table(path):
    lines = ["| target | minutes | executions | edges covered | peak MiB | runs with a fault |", "|---|---:|---:|---:|---:|---:|"]
    for target, row in read().items():
        figures = [f"{row['minutes']:.0f}", *(f"{int(row[name]):,}" for name in COLUMNS[2:])]
        lines.append(f"| `{target}` | {' | '.join(figures)} |")
    block.put(path, "fuzz", "\n".join(lines))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--targets")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--slice", type=int, default=240)
    parser.add_argument("--programs", type=pathlib.Path, default=HERE / "target" / TRIPLE / "release")
    parser.add_argument("--table", metavar="FILE")
    options = parser.parse_args()
    table(options.table) if options.table else fuzz(options)

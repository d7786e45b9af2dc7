#!/usr/bin/env python3
"""Measures calls of katagami from Python, compared with the program and with other packages.

    python.py PROGRAM SCORER FOLDER...

Runs in an environment that has the package, trafilatura, resiliparse and polars. PROGRAM is built with the same settings as the
package. SCORER judges JSON Lines (job `news` of the quality measure). Each FOLDER has one folder per site with the pages and
gold.jsonl. Prints three tables: processor seconds for all pages of a folder in one call, by the program and by
`katagami.content`, on one thread, the minimum of three runs; pages a second and F1 of `katagami.content` (one call per site), and
of `katagami.extract`, trafilatura and resiliparse (one call per page); and the memory of the records of 1,000 pages as a table, and
after polars has read the table.
"""
import contextlib
import gc
import importlib.util
import io
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time
import warnings

import katagami

HERE = pathlib.Path(__file__).resolve().parent
SPEC = importlib.util.spec_from_file_location("peers", HERE / "text-peers.py")
peers = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(peers)

RUNS = 3


def of_program(program, folder):
    """Processor seconds of the program for one input."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "content", "--quiet", "--threads", "1", "--format", "jsonl", folder]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def of_package(folder):
    """The same with the package in this process; all rows are converted to dicts and JSON."""
    begun = time.process_time()
    with open("/dev/null", "w", encoding="utf-8") as out:
        for row in katagami.content(folder, threads=1):
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    return time.process_time() - begun


def by_site(folder, out):
    seconds = 0
    for site in sorted(site for site in folder.iterdir() if site.is_dir()):
        begun = time.process_time()
        rows = list(katagami.content(site, threads=1))
        seconds += time.process_time() - begun
        out.writelines(json.dumps(row) + "\n" for row in rows)
    return seconds


def by_page(html):
    found = katagami.extract(html)
    return found and found["text"]


def judged(scorer, folder, name):
    said = subprocess.run([sys.executable, scorer, "news", folder, name], capture_output=True, text=True, check=True).stdout
    return re.search(r"F1 (\S+)", said)[1]


def memory():
    """The resident memory of this process, in bytes."""
    gc.collect()
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def shelves(count):
    """Pages of 50 records each, with all values different."""
    for page in range(count):
        rows = "".join(
            f"<li><h3 class=title>The {page * 50 + at}th book of the year {page}</h3><p class=by>Written by author {at * 7919 % 997} of {page}</p>"
            f"<b class=price>{page * 50 + at}.50</b></li>" for at in range(50))
        yield f"https://example.org/{page}", f"<h1>Shelf</h1><ul>{rows}</ul>"


def main(arguments):
    if len(arguments) < 3:
        print(__doc__)
        return 2
    warnings.simplefilter("ignore")
    program, scorer, *folders = arguments
    print("| set | program, s | package, s | more |\n|---|---:|---:|---:|")
    for folder in folders:
        runs = [(of_program(program, folder), of_package(folder)) for _ in range(RUNS)]
        least = [min(run[side] for run in runs) for side in (0, 1)]
        print(f"| {pathlib.Path(folder).name} | {least[0]:.2f} | {least[1]:.2f} | {100 * (least[1] / least[0] - 1):+.1f}% |", flush=True)
    print("\n| set | called | F1 | pages a second |\n|---|---|---:|---:|")
    ways = {"katagami.content, a site a call": by_site}
    for name, extract in {"katagami.extract": by_page, "trafilatura": peers.trafilatura(), "resiliparse": peers.resiliparse()}.items():
        ways[name] = lambda folder, out, extract=extract: peers.peer(extract, folder, out)
    for folder in map(pathlib.Path, folders):
        for name, run in ways.items():
            with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as out:
                with contextlib.redirect_stderr(io.StringIO()):
                    seconds = run(folder, out)
                out.flush()
                print(f"| {folder.name} | {name} | {judged(scorer, folder, out.name)} | {len(peers.pages(folder)) / seconds:.0f} |", flush=True)
    import polars
    table = katagami.records(shelves(1000))
    polars.DataFrame({"warm": ["up"]})
    before = memory()
    frame = polars.DataFrame(table)
    more = memory() - before
    print(f"\n{len(table)} records: the table {table.nbytes / 1e6:.1f} MB, with polars {(table.nbytes + more) / table.nbytes:.2f} times that; "
          f"{frame.height} rows, {frame.estimated_size() / 1e6:.1f} MB by its own count")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""Compares other programs that extract the main text with katagami: F1 and speed on the same pages with the same scorer.

    text-peers.py PROGRAM SCORER CSV FOLDER...

PROGRAM is the release build of katagami. SCORER judges JSON Lines (job `news` of the quality measure). Each FOLDER has one folder per
site with the pages and gold.jsonl. Prints a readable table and writes CSV. Verbatim is the share
of pages whose text has the words of the known text, all of them and no others: a program that has many of these helped to make the set, or
follows its conventions to the last word. trafilatura, readability-lxml and resiliparse are
installed from PyPI into target/peers, unless they are there already; benches/rs-trafilatura, which calls the crate rs-trafilatura, is
built with cargo into target/peers-rust. They get pages as text, decoded as UTF-8 if that is valid, else by the detector of resiliparse.
They are called as their READMEs show, except that trafilatura leaves out comments, which improves its result here and is what
rs-trafilatura does by itself; the HTML of readability is converted to text by lxml. Pages a second are those of one core: for the
programs in Python the extraction alone, for rs-trafilatura the whole process, for katagami the whole process with reading and
decoding, with each site as one input.
"""
import csv
import importlib.util
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent
PYTHON = ROOT / "target/peers/bin/python"
PACKAGES = ["trafilatura", "readability-lxml", "resiliparse"]
CRATE, BUILT = ROOT / "benches/rs-trafilatura", ROOT / "target/peers-rust"


def install():
    """Continues in an environment that has the other programs."""
    if pathlib.Path(sys.prefix).resolve() != PYTHON.parent.parent.resolve():
        if not PYTHON.exists():
            venv.create(PYTHON.parent.parent, with_pip=True)
            for packages in (["--upgrade", "pip"], PACKAGES):
                subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", *packages], check=True)
        os.execv(PYTHON, [str(PYTHON), __file__, *sys.argv[1:]])


def build():
    """Builds the program that calls rs-trafilatura, if it has changed."""
    command = ["cargo", "build", "--quiet", "--release", "--manifest-path", CRATE / "Cargo.toml", "--target-dir", BUILT]
    if subprocess.run(command, check=False).returncode:
        sys.exit(f"{CRATE.relative_to(ROOT)}: cargo cannot build it, see above; if it cannot reach the registry, run "
                 f"`cargo fetch --manifest-path {CRATE.relative_to(ROOT)}/Cargo.toml` once with a connection, then this script again")


def trafilatura():
    import trafilatura
    return lambda html: trafilatura.extract(html, include_comments=False)


def readability():
    import logging

    import lxml.html
    import readability
    logging.getLogger("readability").setLevel(logging.CRITICAL)
    return lambda html: "\n".join(lxml.html.fromstring(readability.Document(html).summary()).itertext())


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text
    return lambda html: extract_plain_text(html, main_content=True)


def decoded(raw):
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return bytes_to_str(raw, detect_encoding(raw))


def pages(folder):
    return sorted(page for page in folder.glob("*/*") if page.suffix in (".html", ".htm"))


def peer(extract, folder, out):
    """Runs a peer and returns its processor seconds."""
    seconds = 0
    for page in pages(folder):
        html = decoded(page.read_bytes())
        begun = time.process_time()
        try:
            text = extract(html) or ""
        except Exception as failure:  # If another program fails, the page has no text.
            print(f"{page}: {type(failure).__name__}", file=sys.stderr)
            text = ""
        seconds += time.process_time() - begun
        out.write(json.dumps({"path": f"{page.parent.name}/{page.name}", "text": text}) + "\n")
    return seconds


def measured(command, given=None):
    """What a process prints, and its processor seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed = subprocess.run(command, input=given, stdout=subprocess.PIPE, text=True, check=False).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return printed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rs_trafilatura(folder, out):
    lines = [json.dumps({"path": f"{page.parent.name}/{page.name}", "html": decoded(page.read_bytes())}) + "\n" for page in pages(folder)]
    printed, seconds = measured([BUILT / "release/rs-trafilatura-peer"], "".join(lines))
    if printed.count("\n") != len(lines):
        sys.exit(f"{folder}: rs-trafilatura stopped after {printed.count(chr(10))} of {len(lines)} pages; see above for why")
    out.write(printed)
    return seconds


def katagami(program, folder, out):
    total = 0
    for site in sorted(site for site in folder.iterdir() if site.is_dir()):
        printed, seconds = measured([program, "content", "--quiet", "--threads", "1", "--format", "jsonl", site])
        out.write(printed)
        total += seconds
    return total


def verbatim(scorer, folder, texts):
    """The share of pages whose text has the words of the known text and no others."""
    spec = importlib.util.spec_from_file_location("score", scorer)
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    found = {"/".join(row["path"].split("/")[-2:]): row["text"] for row in map(json.loads, texts.open(encoding="utf-8"))}
    known = {f"{site}/{row['page']}": row["text"] for site, rows in score.load_gold(str(folder)) for row in rows}
    return sum(score.words(found.get(page, "")) == score.words(text) for page, text in known.items()) / len(known)


def main(arguments):
    if len(arguments) < 4:
        print(__doc__)
        return 2
    install()
    build()
    program, scorer, to, *folders = arguments
    programs = {"katagami": lambda folder, out: katagami(program, folder, out)}
    for make in (trafilatura, readability, resiliparse):
        programs[make.__name__] = lambda folder, out, extract=make(): peer(extract, folder, out)
    programs["rs-trafilatura"] = rs_trafilatura
    rows = []
    print("| set | program | F1 | nearly perfect | verbatim | pages a second |\n|---|---|---:|---:|---:|---:|")
    for folder in map(pathlib.Path, folders):
        for name, run in programs.items():
            with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as out:
                seconds = run(folder, out)
                out.flush()
                judge = [sys.executable, scorer, "news", folder, out.name]
                said = subprocess.run(judge, capture_output=True, text=True, check=True).stdout
                figures = [re.search(rf"{figure} (\S+)", said)[1] for figure in ("F1", "near-perfect pages")]
                figures.append(f"{verbatim(scorer, folder, pathlib.Path(out.name)):.3f}")
            rows.append([folder.name, name, *figures, f"{len(pages(folder)) / seconds:.0f}"])
            print("| " + " | ".join(rows[-1]) + " |", flush=True)
    with open(to, "w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["set", "program", "F1", "near_perfect_pages", "verbatim", "pages_a_second"])
        out.writerows(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

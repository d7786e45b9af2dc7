#!/usr/bin/env python3
"""Hostile input: seconds, memory and outcome of each verb, as a table in Markdown.

    hostile.py PROGRAM [docs/GUARANTEES.md]     prints the table, or writes it into a document

Each input is made in a temporary folder. A run may take 60 seconds of processor time and 4 GiB; a run that ends by a signal or
a panic is a fault. Outcome: found (0), nothing (1), refused (2), partly (3): a part of an archive is lost, the rest is read.
"""
import gzip
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import block

PAGE = "<html><head><title>Page %d</title></head><body><h1>Heading %d</h1><p>A text of page %d that is long enough.</p></body></html>"
OUTCOMES = {0: "found", 1: "nothing", 2: "refused", 3: "partly"}


def record(number, length=None, body=None, fields=""):
    body = body or (PAGE % (number, number, number)).encode()
    block = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{fields}\r\n".encode() + body
    return b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: %d\r\n\r\n" % (len(block) if length is None else length) + block + b"\r\n\r\n"


def archive(bad):
    return b"".join([*map(record, range(3)), bad, *map(record, range(4, 8))])


def flipped(record):
    packed = bytearray(gzip.compress(record))
    packed[len(packed) // 2] ^= 4
    return bytes(packed)



def large():
    return b"a" * 200_000_000


INPUTS = {
    "gzip bomb, 200 MB": ("a.html.gz", lambda: gzip.compress(large())),
    "bomb within WARC": ("a.warc", lambda: archive(record(3, body=gzip.compress(large()), fields="Content-Encoding: gzip\r\n"))),
    "bomb in JSON Lines": ("a.jsonl.gz", lambda: gzip.compress(b'{"html":"' + large() + b'"}\n' + json.dumps({"html": PAGE % (1, 1, 1)}).encode())),
    "WARC, length too short": ("a.warc", lambda: archive(record(3, 50))),
    "WARC, length 10^15": ("a.warc", lambda: archive(record(3, 10**15))),
    "WARC, flipped bit in a member": ("a.warc.gz", lambda: b"".join([*(gzip.compress(record(i)) for i in range(3)), flipped(record(3)), gzip.compress(record(4))])),
    "bytes behind gzip": ("a.html.gz", lambda: gzip.compress((PAGE % (1, 1, 1)).encode()) + b"\0\0\0garbage"),
    "million bad JSON lines": ("a.jsonl", lambda: b"no object\n" * 1_000_000 + json.dumps({"html": PAGE % (1, 1, 1)}).encode()),
    "JSON array": ("a.json", lambda: json.dumps([{"html": PAGE % (1, 1, 1)}]).encode()),
    "10 million tags": ("a.html", lambda: b"<p>" * 10_000_000),
    "100,000 tag names": ("a.html", lambda: "".join(f"<x-{n}>text {n}</x-{n}>\n" for n in range(100_000)).encode()),
    "100,000 nested elements": ("a.html", lambda: b"<div>" * 100_000 + b"a text at the bottom"),
    "100,000 unclosed lists": ("a.html", lambda: "".join(f"<ul><li>item {n}\n" for n in range(100_000)).encode()),
    "100,000 attributes": ("a.html", lambda: ("<p " + " ".join(f"a{n}=x" for n in range(100_000)) + ">a text</p>").encode()),
    "one byte, 20 MB": ("a.html", lambda: b"a" * 20_000_000),
    "random bytes, 5 MB": ("a.html", lambda: os.urandom(5_000_000)),
    "ESC in name and text": ("\x1b]0;x\x07.html", lambda: (PAGE % (1, 1, 1)).replace("text", "\x1b[31mtext").encode()),
}
# The arguments of each verb that reads pages; OUT is a name in a temporary folder, and WRAPPER is learned from other pages.
VERBS = {
    "overview": "", "site": "-o OUT/", "report": "-o OUT.html", "spectrum": "", "template": "", "count": "", "records": "", "learn": "",
    "extract": "-w WRAPPER", "check": "-w WRAPPER", "export": "--as xpath -w WRAPPER", "content": "--format md", "blog": "", "forum": "",
    "stated": "", "similar": "", "find": "text",
}
LEARNED = pathlib.Path(__file__).resolve().parents[1] / "data" / "results" / "h-nested"


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (60, 61))
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(program, verb, path, folder, wrapper):
    more = VERBS[verb].replace("OUT", f"{folder}/out").replace("WRAPPER", wrapper).split()
    threads = [] if verb == "export" else ["--threads", "1"]
    child = subprocess.Popen([program, verb, *threads, *more, path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=limit)
    said = child.stderr.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    outcome = OUTCOMES.get(child.returncode, f"**{child.returncode}**")
    if b"\x1b" in said or b"panicked" in said:
        outcome = "**fault**"
    return f"{outcome}, {used.ru_utime + used.ru_stime:.1f} s, {used.ru_maxrss >> 10} MiB"


def main():
    program = os.path.abspath(sys.argv[1])
    wrappers = tempfile.TemporaryDirectory()
    wrapper = f"{wrappers.name}/wrapper.json"
    subprocess.run([program, "learn", "--quiet", LEARNED, "-o", wrapper], check=True)
    lines = ["| input | " + " | ".join(VERBS) + " |", "|---|" + "---|" * len(VERBS)]
    for name, (file, make) in INPUTS.items():
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, file)
            with open(path, "wb") as out:
                out.write(make())
            cells = []
            for verb in VERBS:
                cells.append(run(program, verb, path, folder, wrapper))
                shutil.rmtree(f"{folder}/out", ignore_errors=True)
            lines.append(f"| {name} | " + " | ".join(cells) + " |")
    if len(sys.argv) > 2:
        block.put(sys.argv[2], "hostile input", "\n".join(lines))
    else:
        print("\n".join(lines))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Prints precision, recall, F1 and the share of nearly perfect pages for `content` as it is, with --precision and with --recall.

    eval/leaning.py PROGRAM [ROOT...]

A ROOT holds a folder for each site; without any, the sets `articles` and `pages`. The figures are those of `score.py news`.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    program, *roots = sys.argv[1:]
    print("| pages of | option | precision | recall | F1 | nearly perfect |\n|---|---|---:|---:|---:|---:|")
    for root in roots or [str(ROOT / "target/more" / name) for name in ("articles", "pages")]:
        for option in ("", "--precision", "--recall"):
            with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
                command = [program, "content", root, "--format", "jsonl", "--quiet", *option.split()]
                subprocess.run(command, stdout=file, check=True)
                score = [sys.executable, ROOT.parent / "shared/eval/score.py", "news", root, file.name]
                line = subprocess.run(score, capture_output=True, text=True, check=True).stdout
            figures = " | ".join(re.findall(r"\d\.\d+", line))
            print(f"| {pathlib.Path(root).name} | {f'`{option}`' if option else ''} | {figures} |")


main()

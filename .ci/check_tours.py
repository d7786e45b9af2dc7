#!/usr/bin/env python3
"""Runs the Python code of the tours, and their commands that pipe into jq, with a given program.

    check_tours.py KATAGAMI [--write]

In the README, `docs/guide/` and `docs/tour/` each ```python block is followed by a ```text block with its output. The blocks of a page run one after another
in one folder that has the page sets and the databases that its commands write; lines that pipe into jq run if it is installed. Prints one line for each page, and fails if the
output of a block differs, or if Git does not ignore what the blocks write, where a reader follows them; with --write the text blocks are replaced.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PYTHON = re.compile(r"```python\n(.*?)```\n\n```text\n(.*?)```", re.DOTALL)
DATABASE = re.compile(r"^\$ (katagami site .* -o .*)$", re.MULTILINE)
PIPED = re.compile(r"^(katagami .*\| jq .*)$", re.MULTILINE)


def seen(folder):
    """What is in a folder that Git would list as new in the checkout."""
    ignored = {line.strip("/") for line in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()}
    return sorted(set(os.listdir(folder)) - {"data"} - ignored)


def output(command, folder, path):
    # crawl4ai makes a folder for its cache when it is imported, in the home without this.
    settings = {"PATH": path, "COLUMNS": "100", "CRAWL4_AI_BASE_DIRECTORY": tempfile.gettempdir(), "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(command, cwd=folder, env={**os.environ, **settings}, capture_output=True, text=True)
    if ran.returncode:
        sys.exit(f"{command}\n{ran.stderr}")
    return ran.stdout


def main(program, write):
    path = f"{pathlib.Path(program).resolve().parent}{os.pathsep}{os.environ['PATH']}"
    wrong = 0
    for page in [ROOT / "README.md", ROOT / "docs/SITE.md", *sorted(ROOT.glob("docs/guide/*.md")), *sorted(ROOT.glob("docs/tour/*.md"))]:
        text = page.read_text(encoding="utf-8")
        blocks = 0
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "data").symlink_to(ROOT / "data")

            for command in DATABASE.findall(text):
                output(["sh", "-c", command], folder, path)

            def run(match):
                nonlocal blocks, wrong
                blocks += 1
                printed = output([sys.executable, "-c", match[1]], folder, path)
                if printed != match[2] and not write:
                    print(f"{page.name}: shown\n{match[2]}printed\n{printed}")
                    wrong += 1
                return f"```python\n{match[1]}```\n\n```text\n{printed}```"
            text = PYTHON.sub(run, text)
            for command in PIPED.findall(text) if shutil.which("jq") else []:
                blocks += 1
                if not output(["bash", "-o", "pipefail", "-c", command], folder, path).strip():
                    print(f"{page.name}: prints nothing: {command}")
                    wrong += 1
            if new := seen(folder):
                print(f"{page.name}: not in .gitignore: {', '.join(new)}")
                wrong += 1
        if write:
            page.write_text(text, encoding="utf-8")
        print(f"{page.name}: {blocks} blocks")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--write" in sys.argv[2:]))

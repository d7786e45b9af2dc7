#!/usr/bin/env python3
"""Lists that an old program reads wrongly, beside what the program of today reads: writes docs/lab/ten-lists.md. Python 3.9+.

    eval/before_after.py PROGRAM OLD [--check]
    eval/before_after.py target/release/katagami ../old/target/release/katagami

The pages are generated (before_after_pages.py), so their records are known. Each case is two or three pages of one site. Both programs read
them, the answers are compared with the known records, and the document is written; `--check` compares it with the file instead, and
`--keep FOLDER` keeps the pages. The document has a section for ten of the cases that only the old program reads wrongly, and one for
every case that today's reads wrongly. All cases are in its first table."""
import argparse, collections, csv, difflib, io, os, pathlib, re, subprocess, sys, tempfile, textwrap
sys.dont_write_bytecode = True
from before_after_pages import CASES, FIRST_ROUND

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs/lab/ten-lists.md"
SHOWN = 10
# The width of the tables in the document, in characters; the lines of the HTML of a record, of a table and of other output.
WIDTH, HTML_LINES, TABLE_LINES, LONG_LINES = 100, 16, 5, 12
# The words of a post agree with those that are known if their F1 is at least this: one word more in a post of twenty.
SAME_WORDS = .95
# A fault of records or posts, not only of their columns.
RECORDS = re.compile(r"^[\d +]+ (records|posts) instead|records are others$")

HEAD = """# Ten lists before and after

This page shows lists that katagami read wrongly and reads rightly now, and those that it still reads wrongly. A script writes the page,
and the pages that are read; their data are invented:

```console
$ eval/before_after.py PROGRAM OLD
```

PROGRAM is the program of today, OLD the one of commit 14b17da8 (23 November 2026). Each case is two or three pages of one site with one
difficulty that real sites have. An answer is right if

* each page has the known number of records, and each record has the title of its known record and of no other;
* each known field has one column with exactly its values, compared by letters, digits and the points within numbers. Words before
  the value are allowed if they are the same in all records. The known fields are the title and the fields that the case is about;
* the column has the name that is wanted, where the case is about names;
* each post has the words of its known post (F1 of {words} or more) and its author.

{counts}

{titles}

The first {first} cases were written in parts of 22, 13 and 7, before the old program had read any of them; a program of 28 November 2026 had
read the earlier parts, and was wrong in 20 of them. The last cases were chosen to have more of the faults that had disappeared. Since then
the cases that were still wrong have been a list of work, so the counts of today's program say nothing about further lists. No markup was changed
after an answer had been read; the words of the first 22 cases were drawn anew once. Two rules of judging were added: points within numbers
count since an answer for $70.99 was `$7099`, and words before a value are allowed since an answer for a number was `Tel.` with the number.

"""


def run(program, case, folder, *options):
    """What a program prints and says for the pages of a case. The paths are relative, so that they are the same everywhere."""
    command = [program, case.command, *options, case.name]
    environment = {**os.environ, "COLUMNS": str(WIDTH)}
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
    if ran.returncode: sys.exit(f"{' '.join(map(str, command))} failed: {ran.stderr}")
    return ran.stdout, ran.stderr


def rows(program, case, folder, *options):
    """The records of each page, from CSV, which both programs write."""
    found = [[] for _ in case.pages]
    for row in csv.DictReader(io.StringIO(run(program, case, folder, "--format", "csv", *options)[0])):
        found[int(pathlib.PurePath(row["path"]).stem) - 1].append(row)
    return found


def plain(value):
    """Letters and digits of a value, which may be a list, and the points within numbers: 70.99 is not 7099."""
    if isinstance(value, list): return "".join(map(plain, value))
    return re.sub(r"(?<!\d)\.|\.(?!\d)|[^\w.]|_", "", str("" if value is None else value).casefold())


def equals(values):
    """Whether a column has the known values. Words before them are allowed if they are the same in all records, such as `Tel.`"""
    pairs = [(plain(known), plain(value)) for known, value in values]
    before = {value[:len(value) - len(known)] for known, value in pairs if known and value.endswith(known)}
    start = before.pop() if len(before) == 1 else ""
    return all(value in (known, start + known if known else "") for known, value in pairs)


def everything(row):
    return plain([value for key, value in row.items() if key not in ("path", "record")])


def wrong_records(case, found):
    """What is wrong with the records themselves: their number, or the titles in them."""
    wanted, got = (" + ".join(str(len(page)) for page in pages) for pages in (case.records, found))
    if wanted != got: return [f"{got} records instead of {wanted}"]
    mixed = 0
    for known, page in zip(case.records, found):
        titles = [plain(record[case.title]) for record in known]
        for row, title in zip(page, titles):
            text = everything(row)
            mixed += title not in text or any(other in text for other in titles if other not in title)
    return [f"{mixed} of {sum(map(len, found))} records are others"] if mixed else []


def ratio(known, value):
    return difflib.SequenceMatcher(None, plain(known), plain(value), autojunk=False).ratio()


def shown(value):
    text = "; ".join(value) if isinstance(value, list) else str(value or "")
    return f"`{text[:40]}`" if text else "nothing"


def wrong_columns(case, found):
    """The known fields that are in no column of their own, or in one with another name."""
    faults = []
    table = [(known, row) for page, known_page in zip(found, case.records) for known, row in zip(known_page, page)]
    names = list(dict.fromkeys(name for _, row in table for name in row if name not in ("path", "record")))
    for field in case.records[0][0]:
        equal = [name for name in names if equals((known.get(field), row.get(name)) for known, row in table)]
        if not equal:
            likest = max(names, key=lambda name: sum(ratio(known.get(field), row.get(name)) for known, row in table))
            right = sum(plain(known.get(field)) == plain(row.get(likest)) for known, row in table)
            known, row = next((known, row) for known, row in table if plain(known.get(field)) != plain(row.get(likest)))
            example = f"{shown(row.get(likest))} for {shown(known.get(field))}"
            faults.append(f"no column has {field} (`{likest}` has {right} of {len(table)}: {example})")
        elif field in case.names and not set(equal) & set(case.names[field]):
            faults.append(f"{field} is called `{equal[0]}`")
    return faults


def title_name(case, found):
    """The name of the column of titles."""
    table = [(known, row) for page, known_page in zip(found, case.records) for known, row in zip(known_page, page)]
    return next(name for name in table[0][1]
                if name not in ("path", "record") and equals((known[case.title], row[name]) for known, row in table))


def words_f1(known, text):
    known, text = (collections.Counter(re.findall(r"\w+", each.casefold())) for each in (known, text))
    both = sum((known & text).values())
    return 2 * both / max(1, sum(known.values()) + sum(text.values()))


def wrong_posts(case, found):
    """What is wrong with the posts of threads."""
    wanted, got = (" + ".join(str(len(page)) for page in pages) for pages in (case.records, found))
    if wanted != got: return [f"{got} posts instead of {wanted}"]
    pairs = [pair for known, page in zip(case.records, found) for pair in zip(known, page)]
    texts = sum(words_f1(known["text"], row.get("text") or "") < SAME_WORDS for known, row in pairs)
    authors = sum(plain(known["author"]) != plain(row.get("author")) for known, row in pairs)
    return [f"{count} of {len(pairs)} {name} are wrong" for count, name in ((texts, "texts"), (authors, "authors")) if count]


def faults(program, case, folder):
    """What is wrong with the answer of a program to a case, in words."""
    found = rows(program, case, folder)
    if case.command == "forum": return wrong_posts(case, found)
    wrong = wrong_records(case, found)
    if wrong: return wrong
    wrong = wrong_columns(case, found)
    for options in case.options:
        more = [row for page in rows(program, case, folder, options) for row in page]
        fewer = [row for page in found for row in page]
        names = list(dict.fromkeys(name for row in fewer for name in row))
        other = [name for name in names if [row.get(name) for row in fewer] != [row.get(name) for row in more]]
        if other: wrong.append(f"other values with `{options}`: {', '.join(f'`{name}`' for name in other)}")
    return wrong


def cut(text, lines, width=WIDTH):
    """The first lines of a text, cut to the width."""
    shown = [line if len(line) <= width else line[:width - 1] + "…" for line in text.rstrip("\n").split("\n")]
    return "\n".join(line.rstrip() for line in shown[:lines] + ["..."] * (len(shown) > lines))


def printed(program, case, folder, *options):
    """The head of what a program prints on a terminal, and the doubt that it says on standard error."""
    text, said = run(program, case, folder, *options)
    return cut(text, TABLE_LINES if text.startswith("path") else LONG_LINES), " ".join(said.split())


def section(case, programs, folder, verdicts):
    """A case in the document."""
    parts = [f"### {case.heading[0].upper()}{case.heading[1:]}\n", f"{case.cause}\n",
             f"```html\n{cut(textwrap.dedent(case.sample), HTML_LINES, 130)}\n```\n"]
    for options in ([], *([option] for option in case.options)):
        command = " ".join(["katagami", case.command, *options, case.name])
        answers = [printed(program, case, folder, *options) for program in programs]
        if options:
            titles = [f"{when}, with `{' '.join(options)}`:" for when in ("Before", "After")]
        else:
            titles = [f"{when}: {'; '.join(wrong) or 'right'}." for when, wrong in zip(("Before", "After"), verdicts)]
        if answers[0] == answers[1] and verdicts[0] == verdicts[1]:
            answers, titles = answers[1:], [titles[1].replace("After", "Before and after")]
        for title, (text, said), wrong in zip(titles, answers, verdicts):
            parts.append(f"{title}\n\n```console\n$ {command}\n{text}\n```\n")
            if said: parts.append(f"Standard error says: {said}\n")
    return "\n".join(parts)


def count(name, verdicts):
    """How many of some cases are wrong."""
    wrong = [sum(bool(pair[number]) for pair in verdicts) for number in (0, 1)]
    records = [sum(bool(RECORDS.search("; ".join(pair[number]))) for pair in verdicts) for number in (0, 1)]
    return (f"* Of the {name} {len(verdicts)} cases, {wrong[0]} were wrong and {wrong[1]} are; the records themselves were wrong in {records[0]} "
            f"and are in {records[1]}.")


def document(programs):
    """The text of the document."""
    with tempfile.TemporaryDirectory() as folder:
        write(pathlib.Path(folder))
        verdicts = {case.name: [faults(program, case, folder) for program in programs] for case in CASES}
        gained = [case for case in CASES if verdicts[case.name][0] and not verdicts[case.name][1]]
        still = [case for case in CASES if verdicts[case.name][1]]
        if len(gained) < SHOWN: print(f"only {len(gained)} cases were wrong and are right", file=sys.stderr)
        rounds = (("first", CASES[:FIRST_ROUND]), ("last", CASES[FIRST_ROUND:]))
        counts = [count(title, [verdicts[case.name] for case in some]) for title, some in rounds]
        right = [case for case in CASES if case.command == "records" and not verdicts[case.name][1]]
        others = [name for name in (title_name(case, rows(programs[1], case, folder)) for case in right) if name != "title"]
        silent = [case for case in still if case.command == "records" and RECORDS.search("; ".join(verdicts[case.name][1]))]
        doubted = sum("doubtful" in run(programs[1], case, folder)[1] for case in silent)
        titles = (f"`right` says nothing about other columns, nor about names where the case is not about them: in the {len(right)} cases of "
                  f"records that are right today, the column of titles is called `title` in {len(right) - len(others)}, and "
                  f"{', '.join(f'`{name}`' for name in others)} in the others. Of the {len(silent)} cases whose records are still wrong, "
                  f"today's program says of {doubted} on standard error that the list is doubtful.")
        titles = textwrap.fill(titles, 139, break_long_words=False, break_on_hyphens=False)
        text = HEAD.format(words=SAME_WORDS, titles=titles, counts="\n".join(counts), first=FIRST_ROUND)
        text += "| | case | before | after |\n| ---: | --- | --- | --- |\n"
        for at, case in enumerate(CASES, 1):
            before, after = ("; ".join(wrong).replace("|", "\\|") or "right" for wrong in verdicts[case.name])
            text += f"| {at} | {case.heading} | {before} | {after if after != before or after == 'right' else 'the same'} |\n"
        text += "\n## Wrong before, right after\n\n"
        text += "\n".join(section(case, programs, folder, verdicts[case.name]) for case in gained[:SHOWN])
        if len(gained) > SHOWN:
            text += f"\nAlso wrong before and right now: {'; '.join(case.heading for case in gained[SHOWN:])}.\n"
        text += "\n## Still wrong\n\n"
        text += "\n".join(section(case, programs, folder, verdicts[case.name]) for case in still) or "None of these cases.\n"
    for case in CASES:
        before, after = ("; ".join(wrong) or "right" for wrong in verdicts[case.name])
        print(f"{case.name}\n  before  {before}\n  after   {after}")
    print(*counts, sep="\n")
    return text


def write(folder):
    """Writes the pages of all cases, a folder each."""
    for case in CASES:
        (folder / case.name).mkdir(parents=True)
        for number, page in enumerate(case.pages, 1):
            (folder / case.name / f"{number:02}.html").write_text(page, encoding="utf-8")


def main():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("programs", metavar="PROGRAM", nargs=2, help="the program of today, and the old one")
    reader.add_argument("--check", action="store_true", help="compare the document with the file")
    reader.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="also write the pages into this folder")
    given = reader.parse_args()
    if given.keep: write(given.keep)
    today, old = (os.path.abspath(program) for program in given.programs)
    text = document((old, today))
    if not given.check:
        DOCUMENT.write_text(text, encoding="utf-8")
    elif text != (written := DOCUMENT.read_text(encoding="utf-8")):
        sys.stdout.writelines(difflib.unified_diff(written.splitlines(True), text.splitlines(True), str(DOCUMENT.relative_to(ROOT)), "now"))
        sys.exit("the document differs")


if __name__ == "__main__": main()

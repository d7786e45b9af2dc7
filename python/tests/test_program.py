"""The package gives what the program gives, on all page sets of the repository, byte for byte."""

import contextlib
import json
import pathlib
import subprocess

import pytest

import katagami

DATA = pathlib.Path(__file__).resolve().parents[2] / "data"
SETS = sorted({page.parent for page in DATA.rglob("*.htm*")})


def rows(program, *arguments):
    """The rows that the program writes, one JSON object a line."""
    command = [program, *map(str, arguments), "--format", "jsonl", "--quiet"]
    ran = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert ran.returncode in (0, 1), ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


def filled(row, *lead):
    """A row of fields without those that are missing."""
    return {name: value for name, value in row.items() if name not in lead and value is not None}


@pytest.fixture(params=SETS, ids=lambda folder: str(folder.relative_to(DATA)))
def pages(request):
    return request.param


def test_there_are_page_sets():
    assert len(SETS) > 40


def test_pages_are_read_as_the_program_reads_them(pages, program):
    given = list(katagami.pages(pages))
    assert [path for path, _ in given] == [row["path"] for row in rows(program, "count", pages)]
    assert list(katagami.content(given)["text"]) == [row["text"] for row in rows(program, "content", pages)]


def test_count(pages, program):
    assert list(katagami.count(pages)) == rows(program, "count", pages)


def records(program, *arguments):
    """The records that the program writes, as rows of a table: what is known of a record, then its fields under names of their own."""
    found = rows(program, "records", "--flat", *arguments)
    kinds = {"list": int, "probability": float}
    return [{name: kinds.get(name, lambda value: value)(value) for name, value in row.items()} for row in found]


@pytest.mark.parametrize("fields", ["text", "links", "html"])
@pytest.mark.parametrize("option", ["all", "all_fields", None])
def test_records(pages, program, fields, option):
    arguments = [f"--{option.replace('_', '-')}"] if option else []
    expected = records(program, "--fields", fields, *arguments, pages)
    assert [filled(row) for row in katagami.records(pages, fields=fields, **{option: True} if option else {})] == expected


def test_overview(pages, program):
    found = list(katagami.overview(pages))
    expected = rows(program, "overview", pages)
    assert found and [{**row, "command": None, "other_command": None, "paths": None} for row in expected] == [
        {**row, "command": None, "other_command": None, "paths": None} for row in found]
    listed = rows(program, "overview", "--pages", "1", pages)
    assert found[0]["paths"] == [row["path"] for row in listed]


def test_content(pages, program):
    assert list(katagami.content(pages)) == rows(program, "content", pages)
    assert list(katagami.content(pages, all_fields=True)) == rows(program, "content", "--all-fields", pages)
    for option in ("precision", "recall", "no_captions", "no_dates"):
        assert list(katagami.content(pages, **{option: True})) == rows(program, "content", f"--{option.replace('_', '-')}", pages)


@pytest.mark.parametrize("left_out", [(), ("no_links", "no_images", "no_tables")])
@pytest.mark.parametrize("format, option", [("markdown", "md"), ("html", "html")])
def test_content_with_its_markup(pages, program, format, option, left_out):
    options = [f"--{name.replace('_', '-')}" for name in left_out]
    ran = subprocess.run([program, "content", "--quiet", "--format", option, *options, str(pages)], capture_output=True, text=True)
    found = katagami.content(pages, format=format, **dict.fromkeys(left_out, True))
    heads = [f"<!-- {row['path'].replace('--', '- -')} -->\n\n" if len(found) > 1 else "" for row in found]
    texts = [head + row["text"] + "\n" * bool(row["text"]) for head, row in zip(heads, found)]
    assert "\n".join(texts) == ran.stdout


def test_reasons(pages, program):
    expected = []
    for page in rows(program, "content", "--explain", pages):
        for block in page["blocks"]:
            several = f" ({block['pages']} pages)" if block["pages"] > 1 else ""
            assert block["why"].endswith(several)
            expected.append({"path": page["path"], "comment": None, **block, "why": block["why"].removesuffix(several)})
    assert list(katagami.explain(pages)) == expected


ABOUT = ["title", "iso_date", "site", "description", "image", "language", "kind", "modified", "tags", "categories", "license", "hostname"]


def test_blog(pages, program):
    expected = []
    for page in rows(program, "blog", pages):
        path = page["path"]
        if page["post"]:
            about = {name: page.get(name) for name in ABOUT}
            expected.append({"path": path, "comment": 0, "depth": 0, "author": page.get("author"), "date": page.get("date"),
                             "text": page["post"], **about})
        for number, signed in enumerate(page.get("signed", []), 1):
            expected.append({"path": path, "comment": number, "depth": signed["depth"], "author": signed["author"],
                             "date": signed["date"], "text": signed["text"], **dict.fromkeys(ABOUT), "iso_date": signed["iso_date"]})
    assert list(katagami.blog(pages)) == expected


@pytest.mark.parametrize("alphabet", ["char", "tag", "attr", "class", "name"])
def test_other_alphabets(pages, program, alphabet):
    assert list(katagami.spectrum(pages, alphabet=alphabet)) == rows(program, "spectrum", "--alphabet", alphabet, pages)
    assert list(katagami.template(pages, alphabet=alphabet)) == rows(program, "template", "--alphabet", alphabet, pages)


def test_forum(pages, program):
    expected = [{"path": page["path"], "post": number, **post}
                for page in rows(program, "forum", "--html", pages) for number, post in enumerate(page["posts"], 1)]
    assert list(katagami.forum(pages, html=True)) == expected


def test_stated(pages, program):
    read = rows(program, "stated", pages)
    names = ["thing", "type", "vocabulary", "property", "value", "value_thing"]
    expected = [{"path": row["path"], "record": row["record"], **dict.fromkeys(names), **row["fields"]} for row in read]
    assert list(katagami.stated(pages)) == expected


def test_one_thread(pages, program):
    thread, = rows(program, "forum", "--thread", pages)
    posts = [{"path": post.pop("page"), "post": number, **post} for number, post in enumerate(thread["posts"], 1)]
    assert list(katagami.forum(pages, thread=True)) == posts


@pytest.mark.parametrize("compare", ["text", "frame"])
@pytest.mark.parametrize("explain", [False, True])
def test_similar(pages, program, compare, explain):
    explained = ["--explain"] * explain
    expected = rows(program, "similar", "--least", "0.1", "--compare", compare, *explained, pages)
    for pair in expected:
        for sentence in pair["evidence"]:
            sentence["a_start"], sentence["a_end"] = sentence.pop("a")
            sentence["b_start"], sentence["b_end"] = sentence.pop("b")
            sentence.setdefault("edited", None)
    assert list(katagami.similar(pages, least=0.1, compare=compare, explain=explain)) == expected


def test_spectrum(pages, program):
    found = list(katagami.spectrum(pages))
    expected = rows(program, "spectrum", pages)
    assert found == expected


def test_template(pages, program):
    assert list(katagami.template(pages)) == rows(program, "template", pages)


def test_wrappers(pages, program, tmp_path):
    file = tmp_path / "wrapper.json"
    learned = subprocess.run([program, "learn", "--quiet", str(pages), "-o", str(file)], capture_output=True, text=True)
    if learned.returncode == 2:
        with pytest.raises(katagami.Error) as failed:
            katagami.learn(pages)
        assert learned.stderr.strip().splitlines()[-1] == f"katagami: {failed.value}"
        return
    with pytest.warns() if "share no template" in learned.stderr else contextlib.nullcontext():
        wrapper = katagami.learn(pages)
    assert wrapper.to_json() == file.read_text(encoding="utf-8")
    expected = rows(program, "extract", "-w", file, pages)
    names = wrapper.extract(pages).columns[2:]
    apart = dict(zip(wrapper.fields, names))
    known = [{"path": row["path"], "record": row["record"],
              **{apart[name]: value for name, value in row["fields"].items() if name in apart}} for row in expected]
    assert [plain(filled(row)) for row in wrapper.extract(pages)] == [plain(row) for row in known]
    for row in expected[:3]:
        page = pathlib.Path(row["path"]).read_bytes()
        assert {**row.get("tables", {}), **row["fields"]} in wrapper.read(page)
    for language, table in [("css", wrapper.to_css(pages, all_fields=True)), ("xpath", wrapper.to_xpath(pages, all_fields=True))]:
        exported = rows(program, "export", "--all-fields", "-w", file, "--as", language, pages)
        for row in exported:
            del row["by"]
        assert list(table) == exported
    assert list(wrapper.to_css(pages)) == [{name: value for name, value in row.items() if name != "by"}
                                           for row in rows(program, "export", "-w", file, "--as", "css", pages)]
    checked = wrapper.check(pages)
    of_check = rows(program, "check", "-w", file, pages)
    assert list(checked.pages) == [row for row in of_check if "path" in row]
    assert list(checked.fields) == [row for row in of_check if "path" not in row]
    for number in range(1, wrapper.templates + 1):
        command = [program, "export", "-w", str(file), "--template", str(number), str(pages), "--as"]
        code, schema = (subprocess.run([*command, language], capture_output=True, text=True)
                        for language in ("parsel", "schema"))
        # The program writes nothing, and ends with 1, where no field has a selector; Python gives what says so.
        python, css = wrapper.to_parsel(pages, template=number), wrapper.to_schema(pages, template=number)
        # Without the name of a site the program gives that of the wrapper's file, which Python does not know.
        css |= {"name": file.stem} if css["name"] == "katagami" else {}
        fields = [row for row in wrapper.to_xpath(pages) if row["template"] == number and row["selector"]]
        assert (code.returncode, code.stdout) == ((0, python) if fields else (1, ""))
        has_css = any(row["template"] == number and row["selector"] for row in wrapper.to_css(pages))
        assert schema.returncode == (0 if has_css else 1)
        assert json.loads(schema.stdout or "null") == (css if has_css else None)


def plain(row):
    """A list of one text as that text, and a JSON array as a list: the program's JSON has one value in either form."""
    def value(of):
        if isinstance(of, str) and of.startswith('["'):
            of = json.loads(of)
        return of[0] if isinstance(of, list) and len(of) == 1 else of
    return {name: value(of) for name, of in row.items()}


def report_data(file):
    """The data of a report, without the command lines that only the program has."""
    data = json.loads(file.split('id="data">')[1].split("</script>")[0])
    return {**data, "kinds": [{**kind, "arguments": None} for kind in data["kinds"]]}


def test_report(pages, program, tmp_path):
    report = katagami.report(pages)
    ran = subprocess.run([program, "report", "--quiet", pages], capture_output=True, text=True, encoding="utf-8")
    assert report_data(str(report)) == report_data(ran.stdout)
    report.write(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == str(report)
    # Two quotation marks for each of four attributes; those of the file are escaped.
    assert report._repr_html_().count('"') == 8 and "allow-same-origin" not in report._repr_html_()

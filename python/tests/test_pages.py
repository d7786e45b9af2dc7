"""What goes in, and what is wrong with it."""

import json
import pathlib
import subprocess

import pytest
from conftest import BOOKS, COURSES, STORY

import katagami


def test_a_page_is_text_or_bytes():
    for page in (BOOKS, BOOKS.encode(), bytearray(BOOKS.encode())):
        assert katagami.records(page)["title"] == ["Dune", "Emma", "Ulysses"]


def test_bytes_are_decoded_as_they_say():
    page = f"<meta charset=Shift_JIS>{STORY}<p>日本語の文章がここにあります。</p>"
    assert "日本語" in katagami.content(page.encode("shift_jis"))[0]["text"]
    latin = "<p>Où est le château que nous avons vu hier soir ?</p>".encode("latin1")
    assert "Où" in katagami.content(latin, encoding="latin1")[0]["text"]


def test_text_is_not_decoded_once_more():
    page = f"<meta charset=Shift_JIS>{STORY}<p>日本語の文章がここにあります。</p>"
    assert "日本語" in katagami.content(page)[0]["text"]


def test_paths_are_files_folders_and_containers(tmp_path):
    (tmp_path / "site").mkdir()
    file = tmp_path / "site" / "a.html"
    file.write_text(BOOKS)
    (tmp_path / "crawl.jsonl").write_text('{"url": "https://example.org/b", "html": "<p>Nothing but a line of text.</p>"}\n')
    assert katagami.count(file)["path"] == [str(file)]
    assert katagami.count(tmp_path / "site")["count"] == [3]
    assert katagami.content([file, tmp_path / "crawl.jsonl"])["url"] == [None, "https://example.org/b"]


def test_a_text_never_opens_a_file(tmp_path):
    file = tmp_path / "a.html"
    file.write_text(BOOKS)
    for ask in (katagami.count, katagami.content, katagami.learn, katagami.learn(COURSES).extract):
        for given in (str(file), [STORY, str(file)], f"@{file}", ""):
            with pytest.raises(katagami.SettingError, match="pathlib.Path"):
                ask(given)
    assert katagami.content([(None, "A page of plain text, with a line and another line.")])["path"] == ["#1"]
    assert [html for _, html in katagami.pages(str(file))] == [BOOKS]


def test_pages_come_with_their_urls():
    pages = {"https://example.org/a": BOOKS, "https://example.org/b": STORY}
    for given in (pages, pages.items(), list(pages.items()), ((url, html) for url, html in pages.items())):
        table = katagami.content(given)
        assert table["url"] == table["path"] == list(pages)


def test_pages_without_a_name_are_numbered():
    assert katagami.count([BOOKS, (None, STORY), ("https://example.org/", STORY)])["path"] == ["#1", "#2", "https://example.org/"]


def test_the_order_of_pages_stays(tmp_path):
    file = tmp_path / "a.html"
    file.write_text(STORY)
    assert katagami.count([BOOKS, file, ("u", STORY), file])["path"] == ["#1", str(file), "u", str(file)]


@pytest.mark.parametrize("pages", [3, None, [3], [("u", 3)], [("a", "b", "c")], object()])
def test_other_objects_are_refused(pages):
    with pytest.raises(TypeError, match="pages are str, bytes, paths"):
        katagami.count(pages)


def test_a_page_that_cannot_be_read_is_warned_of(tmp_path, program):
    (tmp_path / "a.html").write_text(BOOKS)
    (tmp_path / "b.html").write_text("")
    with pytest.warns(katagami.PageWarning, match="skipped .*b.html: the page is empty") as warned:
        assert len(katagami.count(tmp_path)) == 1
    said = subprocess.run([program, "count", tmp_path], capture_output=True, text=True).stderr.splitlines()
    assert str(warned[0].message) == said[0]
    with pytest.raises(katagami.NoInputError) as failed:
        katagami.count(tmp_path, strict=True)
    strict = subprocess.run([program, "count", "--strict", tmp_path], capture_output=True, text=True).stderr
    assert strict == f"katagami: {failed.value}\n"
    assert failed.value.place == str(tmp_path / "b.html")


@pytest.mark.parametrize("arguments, kind", [
    (["count", "nowhere.html"], katagami.NoInputError),
    (["count", "--strict", "nowhere.html"], katagami.NoInputError),
    (["extract", "-w", "nowhere.json", "a.html"], katagami.ReadError),
    (["extract", "-w", "a.html", "a.html"], katagami.WrapperError),
    (["learn", "nowhere.html"], katagami.NoInputError),
    (["count", "--encoding", "klingon", "a.html"], katagami.SettingError),
])
def test_failures_say_what_the_program_says(arguments, kind, program, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pathlib.Path("a.html").write_text(STORY)
    said = subprocess.run([program, *arguments], capture_output=True, text=True)
    assert said.returncode == 2
    with pytest.raises(kind) as failed:
        if arguments[0] == "extract":
            katagami.Wrapper.load(arguments[2])
        elif arguments[0] == "learn":
            katagami.learn(pathlib.Path(arguments[1]))
        else:
            encoding = arguments[2] if arguments[1] == "--encoding" else None
            katagami.count(pathlib.Path(arguments[-1]), strict="--strict" in arguments, encoding=encoding)
    # The program also counts the pages that it skipped.
    assert str(failed.value) in [line.removeprefix("katagami: ").removeprefix("skipped ") for line in said.stderr.splitlines()]
    assert isinstance(failed.value, katagami.Error)


def test_what_no_page_was_read_from_is_named(tmp_path):
    (tmp_path / "empty.html").write_text("")
    for missing in ([tmp_path / "nofile"], [tmp_path / "nofile", tmp_path / "empty.html"]):
        with pytest.raises(katagami.NoInputError, match="nofile: no such file or folder"):
            katagami.records(missing)


def test_pages_are_found_under_another_key_and_links_start_from_a_base(tmp_path):
    hits = "".join(f"<li><a class=title href={title}.html>{title}</a> <i>{year}</i></li>" for title, year in [("Dune", 1965), ("Emma", 1815), ("Kim", 1901)])
    (tmp_path / "crawl.jsonl").write_text(json.dumps({"page": f"<ol>{hits}</ol>"}) + "\n")
    read = {"html_key": "page", "base_url": "https://example.org/a/b"}
    row = katagami.records(tmp_path / "crawl.jsonl", fields="links", **read)[0]
    assert row["title.href"] == "https://example.org/a/Dune.html" and "url" not in row
    assert list(katagami.pages(tmp_path / "crawl.jsonl", html_key="page")) == [(f"{tmp_path}/crawl.jsonl#1", f"<ol>{hits}</ol>")]
    text = katagami.content("<h1>Rain</h1>" + "<p>The river rose by a <a href=b.html>foot</a> all night, and then the old bridge was gone.</p>" * 3,
                            format="markdown", base_url="https://example.org/a/")[0]["text"]
    assert "[foot](https://example.org/a/b.html)" in text


def test_ages_are_counted_from_the_time_at_which_pages_were_fetched(program, tmp_path):
    page = "<title>Rain</title><h1>Rain</h1><p>By Ann Lee, 2 hours ago</p>" + "<p>The river rose all night, and in the morning the bridge was gone.</p>" * 3
    (tmp_path / "a.html").write_text(page)
    ran = subprocess.run([program, "content", "--format", "jsonl", "--retrieved", "2020-05-03T10:30:00Z", tmp_path / "a.html"],
                         capture_output=True, text=True)
    expected = json.loads(ran.stdout)["iso_date"]
    assert expected.startswith("2020-05-03")
    assert katagami.content(tmp_path / "a.html", retrieved="2020-05-03T10:30:00Z")["iso_date"] == [expected]
    assert katagami.extract(page, retrieved="2020-05-03T10:30:00Z")["date"] == expected
    assert katagami.content(page)["iso_date"] == [None]
    with pytest.raises(katagami.SettingError, match="is no time; write it as 2020-05-03"):
        katagami.content(page, retrieved="yesterday")


@pytest.mark.parametrize("option, limits", [("max_page", (2048, "2048", "2K")), ("max_nodes", (100, "100"))])
def test_larger_pages_than_are_wanted_are_left_out(option, limits, program, tmp_path):
    (tmp_path / "a.html").write_text(BOOKS)
    (tmp_path / "b.html").write_text(BOOKS * 20)
    for limit in limits:
        with pytest.warns(katagami.PageWarning, match="skipped .*b.html") as warned:
            assert katagami.count(tmp_path, **{option: limit})["path"] == [f"{tmp_path}/a.html"]
        said = subprocess.run([program, "count", f"--{option.replace('_', '-')}", str(limit), tmp_path], capture_output=True, text=True).stderr
        assert str(warned[0].message) == said.splitlines()[0]
        with pytest.warns(katagami.PageWarning):
            assert len(list(katagami.pages(tmp_path, **{option: limit}))) == 1
    assert len(katagami.count(tmp_path, **{option: "1M"})) == 2
    for wrong in ("much", -1, 1.5):
        with pytest.raises(katagami.SettingError, match=f"{option}=.*: give a (size|number)"):
            katagami.count(tmp_path, **{option: wrong})


def test_settings_that_make_no_sense_are_refused():
    for wrong in (lambda: katagami.count(BOOKS, base_url="example.org"),
                  lambda: katagami.records(BOOKS, fields="colour"), lambda: katagami.count(BOOKS, threads=0),
                  lambda: katagami.similar(COURSES, least=2), lambda: katagami.similar(COURSES, memory="a lot"),
                  lambda: katagami.spectrum(COURSES, length=(3, 2)), lambda: katagami.spectrum(COURSES, alphabet="word"),
                  lambda: katagami.learn(COURSES, rows="books")):
        with pytest.raises(katagami.SettingError):
            wrong()


def test_an_address_stays_with_its_page():
    pairs = katagami.similar({"https://example.org/a": STORY + STORY, "https://example.org/b": STORY + STORY})
    assert [(pair["a_url"], pair["b_url"]) for pair in pairs] == [("https://example.org/a", "https://example.org/b")]


def test_pages_come_one_after_another(tmp_path):
    html = BOOKS * 100
    file = tmp_path / "crawl.jsonl"
    with file.open("w") as out:
        for number in range(3000):
            out.write(json.dumps({"url": f"https://example.org/{number}", "html": html}) + "\n")
        out.write("{ broken")
    pages = katagami.pages([("a", STORY), file])
    assert [next(pages) for _ in range(3)] == [("a", STORY), ("https://example.org/0", html), ("https://example.org/1", html)]
    with pytest.warns(katagami.PageWarning, match="crawl.jsonl"):
        assert len(list(pages)) == 2998
    assert list(pages) == []
    with pytest.raises(katagami.ContainerError):
        list(katagami.pages(file, strict=True))
    (tmp_path / "empty").mkdir()
    with pytest.raises(katagami.NoInputError), pytest.warns(katagami.PageWarning):
        list(katagami.pages(tmp_path / "empty"))


def test_pages_have_their_addresses_beside_their_names(tmp_path):
    stated = "<link rel=canonical href=https://example.org/books>" + BOOKS
    (tmp_path / "a.html").write_text(stated)
    (tmp_path / "b.html").write_text(BOOKS)
    for table in (katagami.records(tmp_path), katagami.count(tmp_path), katagami.learn(tmp_path).extract(tmp_path)):
        assert table.columns[:2] == ["path", "url"]
        assert [row["url"] for row in table if row["path"].endswith("a.html")][0] == "https://example.org/books"
        assert [row["url"] for row in table if row["path"].endswith("b.html")][0] is None
    assert "url" not in katagami.records(BOOKS).columns

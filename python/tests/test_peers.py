"""Beside the packages that people come from."""

import functools
import http.server
import json
import pathlib
import subprocess
import sys
import threading

import parsel
import pytest
import trafilatura

import katagami
import katagami.scrapy

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"


@pytest.fixture
def server(data):
    """The folder of a shop, whose index links to its pages."""
    handler = functools.partial(Quiet, directory=str(data / "shop" / "a-terms"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def test_a_spider_reads_by_a_wrapper(server, data, tmp_path):
    pages = data / "shop" / "a-terms"
    wrapper = katagami.learn(pages)
    wrapper.save(tmp_path / "shop.json")
    out = tmp_path / "books.jsonl"
    command = [sys.executable, "-m", "scrapy", "runspider", EXAMPLES / "spider.py", "-a", f"wrapper={tmp_path / 'shop.json'}",
               "-a", f"start={server}", "-o", out, "-s", "LOG_LEVEL=ERROR", "-s", "ROBOTSTXT_OBEY=False", "-s", "TELNETCONSOLE_ENABLED=False"]
    ran = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=tmp_path, timeout=120)
    assert ran.returncode == 0 and not ran.stderr, ran.stderr
    items = {item.pop("url").rsplit("/", 1)[1]: item for item in map(json.loads, out.read_text().splitlines())}
    assert len(items) == len(list(pages.glob("*.html")))
    for page in pages.glob("*.html"):
        expected, = wrapper.read(page.read_bytes())
        first = {name: value[0] if isinstance(value, list) else value for name, value in expected.items()}
        assert items[page.name] == {name: value for name, value in first.items() if value}


def test_loaders_take_what_else_is_asked_for(data):
    wrapper = katagami.learn(data / "shop" / "a-terms")
    page = parsel.Selector((data / "shop" / "a-terms" / "06.html").read_text())
    loader, = katagami.scrapy.loaders(wrapper, page, names={"title": "called"})
    loader.add_xpath("links", "count(//a)")
    assert set(loader.load_item()) == {"called", "links"}


def test_one_page_is_read_as_trafilatura_reads_it(data):
    alike = []
    for page in sorted((data / "press" / "a-daily").glob("*.html")):
        html = page.read_text(encoding="utf-8")
        theirs = trafilatura.bare_extraction(html, url="https://example.org/a", include_comments=False).as_dict()
        ours = katagami.extract(html, url="https://example.org/a")
        assert set(ours) - set(theirs) == {"modified"}
        assert theirs["title"] in (ours["title"], None)
        words = set(ours["text"].split()), set(theirs["text"].split())
        alike.append(len(words[0] & words[1]) / max(len(words[0] | words[1]), 1))
    assert sum(alike) / len(alike) > 0.6, alike


def test_what_a_page_states_of_itself_has_the_names_of_trafilatura():
    page = ("<title>Rain</title><meta property=article:modified_time content=2020-05-04><meta name=keywords content='rain, rivers'>"
            "<meta property=article:section content=Weather><link rel=license href=https://creativecommons.org/licenses/by/4.0/>"
            "<h1>Rain</h1><p>3 May 2020</p><p>The river rose all night, and in the morning the bridge was gone.</p>")
    found, row = katagami.extract(page), katagami.content(page)[0]
    assert (found["tags"], found["categories"]) == (["rain", "rivers"], ["Weather"])
    assert (found["date"], found["modified"], found["license"]) == (row["iso_date"], row["modified"], row["license"]) == (
        "2020-05-03", "2020-05-04", "https://creativecommons.org/licenses/by/4.0/")
    theirs = trafilatura.bare_extraction(page, with_metadata=True).as_dict()
    assert all(isinstance(found[name], type(theirs[name])) for name in ("tags", "categories"))


def test_a_page_without_text_has_no_article():
    assert katagami.extract("<html></html>") is None


def bare(value):
    """A text, or a list of them, without the spaces: crawl4ai parts no elements within a text."""
    return [bare(item) for item in value] if isinstance(value, list) else "".join(value.split())


# The lists of these pages are found at two paths, dt and dd, and an export has one of them.
TWO_PATHS = pytest.param("results/a-edges-10", marks=pytest.mark.xfail(strict=True, reason="one path of two is exported"))


@pytest.mark.parametrize("folder", ["shop/a-terms", "shop/c-table", "shelf/a-cards", "shelf/f-japanese", TWO_PATHS])
def test_crawl4ai_extracts_by_the_schema_what_the_wrapper_reads(data, folder, tmp_path, monkeypatch):
    # Where it keeps its cache; it is made at the import.
    monkeypatch.setenv("CRAWL4_AI_BASE_DIRECTORY", str(tmp_path))
    from crawl4ai.extraction_strategy import JsonCssExtractionStrategy

    wrapper = katagami.learn(data / folder)
    schema = wrapper.to_schema(data / folder, name="books")
    assert schema["name"] == "books"
    page = next(iter(sorted((data / folder).glob("*.html"))))
    assert wrapper.to_schema({"https://books.example/1": page.read_bytes()})["name"] == "books.example"
    names = {field["name"] for field in schema["fields"]}
    tables = {field["name"]: [inner["name"] for inner in field["fields"]] for field in schema["fields"] if field["type"] == "nested_list"}
    assert names and names <= set(wrapper.fields) | set(wrapper.tables)
    for page in sorted((data / folder).glob("*.html")):
        (_, html), = katagami.pages(page)
        items = JsonCssExtractionStrategy(schema).extract("https://example.org/", html)
        found = [{name: bare([each["text"] for each in value] if isinstance(value, list) else value)
                  for name, value in item.items() if value and name not in tables} for item in items]
        expected = wrapper.read(html)
        names_of_fields = names - set(tables)
        assert expected and found == [{name: bare(value) for name, value in row.items() if value and name in names_of_fields}
                                      for row in expected]
        for name, columns in tables.items():
            rows = [{column: bare(row[column]) for column in columns if row.get(column)} for row in wrapper.read(html, table=name)]
            assert rows == [{column: bare(value) for column, value in row.items() if value} for row in items[0].get(name, [])]

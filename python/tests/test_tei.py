"""The TEI of articles is valid: by the DTD that comes with trafilatura, which lacks `code`, tables and what is in their cells."""
import importlib.resources
import pathlib

import katagami
import pytest
from lxml import etree

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAMESPACE = "{http://www.tei-c.org/ns/1.0}"
FOLDERS = sorted(folder for folder in ROOT.glob("data/*/*/") if folder.is_dir() and folder.parent.name != "wild")


@pytest.fixture(scope="module")
def dtd():
    with importlib.resources.as_file(importlib.resources.files("trafilatura") / "data/tei_corpus.dtd") as file:
        return etree.DTD(str(file))


def in_the_dtd(document):
    """Replaces what the DTD lacks, after a look at it: a table is rows of cells, in which is what is in a paragraph."""
    for table in list(document.iter(f"{NAMESPACE}table")):
        assert {row.tag for row in table} == {f"{NAMESPACE}row"} and not (table.text or "").strip()
        assert {cell.tag for row in table for cell in row} <= {f"{NAMESPACE}cell"}
        paragraphs = [etree.Element(f"{NAMESPACE}p") for _ in table.iter(f"{NAMESPACE}cell")]
        for paragraph, cell in zip(paragraphs, table.iter(f"{NAMESPACE}cell")):
            paragraph.text = cell.text
            paragraph.extend(cell)
        for paragraph in paragraphs:
            table.addprevious(paragraph)
        table.getparent().remove(table)
    for code in document.iter(f"{NAMESPACE}code"):
        code.tag = f"{NAMESPACE}hi"
        code.attrib.pop("lang", None)
    return document


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}/{folder.name}")
def test_articles_of_all_data(folder, dtd):
    rows = katagami.content(folder, format="tei")
    for text in rows["text"]:
        document = in_the_dtd(etree.fromstring(text.encode()))
        assert dtd.validate(document), dtd.error_log.filter_from_errors()[0]


def test_the_header_has_what_is_known():
    page = (
        "<html lang=en><title>Rain</title><meta name=author content='Ann Lee'><meta name=keywords content='rain, rivers'>"
        "<h1>Rain &amp; snow</h1><p>3 May 2020</p><h2>The night</h2><p>The river rose all night, and in the morning the bridge was gone.</p>"
    )
    [row] = katagami.content([("https://example.org/rain", page)], format="tei")
    document = etree.fromstring(row["text"].encode())

    def said(*names):
        return [element.text for element in document.findall(".//" + "/".join(NAMESPACE + name for name in names))]

    assert said("titleStmt", "title") == [row["title"]] and said("titleStmt", "author") == ["Ann Lee"]
    assert said("bibl", "date") == ["3 May 2020"] and said("keywords", "term") == ["rain, rivers"]
    assert [element.get("target") for element in document.iter(f"{NAMESPACE}ptr")] == ["https://example.org/rain"]
    assert [element.get("ident") for element in document.iter(f"{NAMESPACE}language")] == ["en"]
    assert said("head") == ["Rain & snow", "The night"] and said("p")[-1].startswith("The river rose")

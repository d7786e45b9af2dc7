"""Articles with comments and threads as documents of markup: the files that the program writes, byte for byte."""

import pathlib
import subprocess

import pytest

import katagami

DATA = pathlib.Path(__file__).resolve().parents[2] / "data"
SETS = sorted({page.parent for page in DATA.glob("*/*/*.htm*")} | {DATA / "mixed" / "a-bookshop"})
BLOG = DATA / "blog" / "a-replies"
THREAD = DATA / "forum" / "d-replies"


def files(program, folder, verb, *options):
    """What the program writes into a folder, a file for each page."""
    ran = subprocess.run([program, verb, "--quiet", *options, "-o", f"{folder}/"], capture_output=True, text=True)
    assert ran.returncode in (0, 1), ran.stderr
    return sorted(file.read_text(encoding="utf-8").rstrip("\n") for file in folder.rglob("*") if file.is_file())


def texts(table):
    return sorted(text.rstrip("\n") for text in table["text"])


@pytest.mark.parametrize("folder", SETS, ids=lambda folder: str(folder.relative_to(DATA)))
def test_all_data(folder, program, tmp_path):
    """Markdown below its metadata: what writes HTML and TEI is the same for all pages."""
    for verb, options in [("blog", ["--front-matter"]), ("forum", [])]:
        ask = getattr(katagami, verb)
        expected = files(program, tmp_path / verb, verb, folder, "--format", "md", *options)
        assert texts(ask(folder, format="markdown", front_matter=True)) == expected, verb


@pytest.mark.parametrize("left_out", [(), ("no_links",), ("no_images", "no_tables"), ("no_captions", "no_dates")])
@pytest.mark.parametrize("form", ["md", "html", "tei"])
def test_blogs(program, tmp_path, form, left_out):
    options = [f"--{name.replace('_', '-')}" for name in left_out]
    expected = files(program, tmp_path / "out", "blog", BLOG, "--format", form, *options)
    found = katagami.blog(BLOG, format=form, **dict.fromkeys(left_out, True))
    assert expected and texts(found) == expected
    assert found.columns == katagami.content(BLOG).columns


@pytest.mark.parametrize("thread", [False, True])
@pytest.mark.parametrize("left_out", [(), ("no_links", "no_images", "no_tables")])
def test_threads(program, tmp_path, left_out, thread):
    options = [f"--{name.replace('_', '-')}" for name in (*left_out, *["thread"] * thread)]
    expected = files(program, tmp_path / "out", "forum", THREAD, "--format", "md", *options)
    settings = {"format": "md", "thread": thread, **dict.fromkeys(left_out, True)}
    assert expected and texts(katagami.forum(THREAD, front_matter=True, **settings)) == expected
    without = katagami.forum(THREAD, **settings)
    assert all(text.startswith("# ") and "\n## " in text for text in without["text"])
    assert len(without) == (1 if thread else len(expected)) and without["title"][0]


def test_front_matter_of_articles(program, tmp_path):
    expected = files(program, tmp_path / "out", "content", BLOG, "--format", "md", "--front-matter")
    assert texts(katagami.content(BLOG, format="markdown", front_matter=True)) == expected


def test_texts_of_blogs_without_captions_and_dates(program):
    for option in ("no_captions", "no_dates"):
        ran = subprocess.run([program, "blog", "--quiet", "--format", "csv", f"--{option.replace('_', '-')}", BLOG], capture_output=True, text=True)
        posts = [row["text"] for row in katagami.blog(BLOG, **{option: True}) if row["comment"] == 0]
        assert posts and all(post.split("\n")[0] in ran.stdout for post in posts)


def test_what_makes_no_sense_is_refused():
    for wrong, said in [
        (lambda: katagami.forum(THREAD, format="tei"), "give one of text, markdown, md"),
        (lambda: katagami.forum(THREAD, format="md", html=True), "html works only"),
        (lambda: katagami.blog(BLOG, no_links=True), "work only with format"),
        (lambda: katagami.blog(BLOG, format="html", front_matter=True), "front_matter works only"),
    ]:
        with pytest.raises(katagami.SettingError, match=said):
            wrong()

"""The examples in the documentation, and the type hints."""

import doctest
import pathlib
import subprocess
import sys

import pytest

import katagami
import katagami.scrapy


def examples():
    parser = doctest.DocTestParser()
    for name in katagami.__all__:
        object = getattr(katagami, name)
        members = vars(object).items() if isinstance(object, type) else []
        for place, held in [(name, object), *((f"{name}.{member}", of) for member, of in members)]:
            text = getattr(held, "__doc__", None)
            if isinstance(text, str) and ">>>" in text:
                yield parser.get_doctest(text, {"katagami": katagami}, place, None, 0)
    yield parser.get_doctest(katagami.__doc__, {"katagami": katagami}, "katagami", None, 0)
    yield parser.get_doctest(katagami.scrapy.loaders.__doc__, {}, "katagami.scrapy.loaders", None, 0)


@pytest.mark.parametrize("example", list(examples()), ids=lambda example: example.name)
def test_examples_give_what_they_say(example, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example, out=said.append)
    assert not said, "".join(said)


def test_all_that_is_offered_is_documented():
    for name in katagami.__all__:
        assert name == "__version__" or getattr(katagami, name).__doc__, name


def test_the_readme_gives_what_it_says(tmp_path, monkeypatch):
    readme = pathlib.Path(__file__).resolve().parents[1] / "README.md"
    monkeypatch.chdir(readme.parents[1])
    failed, tried = doctest.testfile(str(readme), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert not failed and tried


def test_the_type_hints_are_those_of_the_package():
    ran = subprocess.run([sys.executable, "-m", "mypy.stubtest", "katagami._katagami", "--ignore-missing-stub"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout

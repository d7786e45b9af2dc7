"""The names in the README: every option of the program is in Python, or in the table of those that are not, with a reason."""

import functools
import inspect
import itertools
import pathlib
import re
import subprocess

import pytest

import katagami

README = (pathlib.Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")
OF_EACH = {"help", "version"}


def table(*head):
    """The rows of the table whose columns begin with these, each a list of cells."""
    lines = README.split("| " + " | ".join(head))[1].splitlines()[2:]
    rows = itertools.takewhile(lambda line: line.startswith("|"), lines)
    return [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows]


def code(cell):
    return re.findall(r"`([^`]+)`", cell)


VERBS = {verb: code(python) for program, _, python, *_ in table("program", "Rust", "Python") for verb in code(program) if " " not in verb}
WITH_PYTHON = sorted(verb for verb, calls in VERBS.items() if calls)
EXCEPTIONS = [({option.removeprefix("--").replace("-", "_") for option in code(options)}, "all" if of == "all" else code(of), why)
              for options, of, why in table("option", "of", "why not in Python")]


@functools.cache
def help_of(program, *verb):
    return subprocess.run([program, *verb, "--help"], capture_output=True, text=True, check=True).stdout


def options(program, verb):
    """The options of a verb of the program, as Python would spell them."""
    found = re.findall(r"^ +(?:-\w, )?--([a-z-]+)", help_of(program, verb), re.MULTILINE)
    return {option.replace("-", "_") for option in found} - OF_EACH


def parameters(verb):
    """The options of what does the same in Python: what is given by name alone, for the pages come first."""
    calls = [functools.reduce(getattr, call.split("."), katagami) for call in VERBS[verb]]
    named = [of for call in calls for of in inspect.signature(call).parameters.values() if of.kind is of.KEYWORD_ONLY]
    return {of.name for of in named}


def excepted(verb):
    return {option for options, of, _ in EXCEPTIONS if of == "all" or verb in of for option in options}


def test_every_verb_has_a_name(program):
    commands = help_of(program).split("Commands:")[1].split("Options:")[0]
    assert set(re.findall(r"^  ([a-z]+) ", commands, re.MULTILINE)) == set(VERBS)
    assert len(WITH_PYTHON) > 12


@pytest.mark.parametrize("verb", WITH_PYTHON)
def test_every_option_is_in_python_or_has_a_reason(program, verb):
    known, offered = parameters(verb), options(program, verb)
    assert len(offered) > 5, "the options are found"
    assert not offered - known - excepted(verb)
    stale = {option for options, of, _ in EXCEPTIONS if verb in of for option in options} & known
    assert not stale, "Python has them"


def test_every_exception_is_of_the_program_and_has_a_reason(program):
    for options_, of, why in EXCEPTIONS:
        assert why, options_
        for verb in WITH_PYTHON if of == "all" else of:
            assert verb in VERBS
            assert of == "all" or options_ & options(program, verb), (verb, options_)
        offered = set().union(*(options(program, verb) for verb in (WITH_PYTHON if of == "all" else of)))
        assert options_ <= offered


# What Python has beside the options, and why.
OF_PYTHON = {
    "similar": {"by_host": "the answers of `katagami.spark`, where pages come in no order"},
    "export": {"name": "the name of a schema, which is the file of the wrapper in the program"},
    "forum": {"front_matter": "the Markdown of the program always begins with it"},
}


@pytest.mark.parametrize("verb", WITH_PYTHON)
def test_python_has_no_option_that_the_program_lacks(program, verb):
    assert not parameters(verb) - options(program, verb) - set(OF_PYTHON.get(verb, ()))

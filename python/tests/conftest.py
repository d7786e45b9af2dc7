"""Where the page sets and the program are."""

import os
import pathlib
import shutil

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def data():
    """The page sets of the repository."""
    return ROOT / "data"


@pytest.fixture(scope="session")
def program():
    """The program: that of $KATAGAMI, of the repository's builds, or on the path."""
    built = [ROOT / "target" / profile / "katagami" for profile in ("release", "fast")]
    there = [path for path in built if path.exists()]
    found = os.environ.get("KATAGAMI") or (there and str(there[0])) or shutil.which("katagami")
    if not found:
        pytest.skip("there is no program to compare with; build it, or name it in $KATAGAMI")
    return found


def shelf(*books):
    """A page of a book shop."""
    rows = "".join(f'<li><a class="title" href="/{number}">{title}</a> <b class="price">{price}</b></li>'
                   for number, (title, price) in enumerate(books))
    return f"<html><body><h1>Shelf</h1><ul>{rows}</ul></body></html>"


def course(name, town, room):
    """A page of a course."""
    return (f"<html><body><h1 class='name'>{name}</h1><dl><dt>Town</dt><dd>{town}</dd><dt>Room</dt><dd>{room}</dd></dl>"
            "</body></html>")


BOOKS = shelf(("Dune", "4.50"), ("Emma", "1.10"), ("Ulysses", "7.00"))
COURSES = [course(*of) for of in
           [("Logic", "Bonn", "12"), ("Optics", "Lyon", "7"), ("Botany", "Turin", "31"), ("Law", "Graz", "4")]]
STORY = "<title>Rain</title><h1>Rain</h1><p>The river rose all night, and in the morning the bridge was gone.</p>"

"""Wrappers in Python: kept, sent, compared, and said in the languages of other packages."""

import copy
import multiprocessing
import pickle
import runpy

import parsel
import pytest
from conftest import BOOKS, COURSES, STORY, course, shelf

import katagami

NEW = course("Chemistry", "Ghent", "9")


@pytest.fixture(scope="module")
def wrapper():
    return katagami.learn(COURSES)


def test_a_wrapper_reads_a_new_page(wrapper):
    assert wrapper.fields == ["title", "Town", "Room"]
    assert wrapper.read(NEW) == [{"title": "Chemistry", "Town": "Ghent", "Room": "9"}]
    assert wrapper.extract([("u", NEW)])[0] == {"path": "u", "record": 1, "title": "Chemistry", "Town": "Ghent", "Room": "9"}
    assert wrapper.read(NEW.encode()) == wrapper.read(NEW)


def test_a_page_of_another_kind_has_no_row(wrapper):
    assert wrapper.read("<ul><li>Nothing</li></ul>") == []
    assert len(wrapper.extract("<ul><li>Nothing</li></ul>")) == 0


def test_values_under_unknown_labels_are_read(wrapper):
    more = NEW.replace("</dl>", "<dt>Credits</dt><dd>6</dd></dl>")
    assert wrapper.read(more)[0].get("Town") == "Ghent"


def test_lists_have_a_row_a_record():
    shelves = [BOOKS, shelf(("Walden", "3.20"), ("Middlemarch", "9.10"), ("Ivanhoe", "2.00"))]
    wrapper = katagami.learn(shelves, rows="records")
    assert [book["title"] for book in wrapper.read(shelf(("Lolita", "6.00"), ("Kim", "5.00")))] == ["Lolita", "Kim"]


def test_what_a_row_is_can_be_said():
    shelves = [BOOKS, shelf(("Walden", "3.20"), ("Middlemarch", "9.10"), ("Ivanhoe", "2.00"))]
    assert len(katagami.learn(shelves, rows="pages").read(BOOKS)) == 1
    assert len(katagami.learn(shelves, rows="auto").read(BOOKS)) == len(katagami.learn(shelves).read(BOOKS)) == 3


def test_a_wrapper_is_a_file(wrapper, tmp_path):
    wrapper.save(tmp_path / "wrapper.json")
    assert katagami.Wrapper.load(tmp_path / "wrapper.json") == wrapper
    assert katagami.Wrapper.load(str(tmp_path / "wrapper.json")).to_json() == wrapper.to_json()
    with pytest.raises(katagami.WriteError):
        wrapper.save(tmp_path / "nowhere" / "wrapper.json")


def test_a_wrapper_can_be_sent(wrapper):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(wrapper, protocol)) == wrapper
    assert copy.deepcopy(wrapper) == wrapper
    assert wrapper != katagami.learn([BOOKS, BOOKS.replace("Dune", "Walden")], rows="records")
    assert wrapper != "a wrapper"


def read(wrapper):
    return wrapper.read(NEW)


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_other_processes_read_with_it(wrapper, method):
    expected = wrapper.read(NEW)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(read, [wrapper] * 4) == [expected] * 4


def test_check_says_what_became_of_fields(wrapper):
    assert wrapper.check(COURSES)
    changed = [page.replace("Town", "City") for page in COURSES]
    checked = wrapper.check(changed + [page.replace("Logic", "Ethics") for page in changed])
    assert not checked and not checked.fits
    assert {"path", "fits", "matched"} < set(checked.pages.columns)
    assert "renamed" in checked.fields["fate"] or "gone" in checked.fields["fate"]


def test_names_outlast_a_redesign(wrapper):
    again = katagami.learn([page.replace("<dt>Room", "<dt>Hall") for page in COURSES], update=wrapper)
    assert again.fields == wrapper.fields


def test_pages_that_nothing_was_learned_from_are_warned_of():
    with pytest.warns(katagami.PageWarning, match="1 of 5 pages share no template with another page: other"):
        katagami.learn([(f"{number}", page) for number, page in enumerate(COURSES)] + [("other", "<ul><li>A<li>B</ul>" * 9)])


def test_css_and_xpath_select_what_the_wrapper_reads(wrapper):
    page = parsel.Selector(NEW)
    expected = wrapper.read(NEW)[0]
    for row in wrapper.to_css(COURSES):
        if row["selector"]:
            assert page.css(row["selector"]).xpath("normalize-space()").get() == expected[row["field"]]
    found = [row for row in wrapper.to_xpath(COURSES) if row["selector"]]
    assert len(found) == 3
    for row in found:
        assert page.xpath(row["selector"]).xpath("normalize-space()").get() == expected[row["field"]]


def test_the_parsel_code_makes_the_same_item(wrapper, tmp_path):
    (tmp_path / "items.py").write_text(wrapper.to_parsel(COURSES))
    item = runpy.run_path(str(tmp_path / "items.py"))["item"]
    assert item(parsel.Selector(NEW)) == wrapper.read(NEW)[0]


def test_a_wrapper_with_several_templates_wants_a_choice():
    shelves = [BOOKS, shelf(("Walden", "3.20"), ("Middlemarch", "9.10"), ("Ivanhoe", "2.00"))]
    wrapper = katagami.learn(COURSES + shelves)
    if wrapper.templates > 1:
        with pytest.raises(katagami.SettingError, match="choose one with template="):
            wrapper.to_parsel()
        with pytest.raises(katagami.SettingError, match="the wrapper has the templates 1 to"):
            wrapper.to_css(template=9)


def test_selectors_are_not_tried_on_pages_of_another_site(wrapper):
    with pytest.raises(katagami.SettingError, match="fits none of the pages"):
        wrapper.to_css([STORY])

"""The list and the fields that a user names, as arguments."""

import katagami
import pytest

MENU = "<ul id=menu><li>Home<li>Shop<li>Help</ul>"
BOOKS = [("Dune", "4.50"), ("Emma", "2.00"), ("Kim", "9.10")]


def page(books=BOOKS):
    return MENU + "".join(f"<div class=book><b class=title>{title} of the town</b> <i class=price>{price}</i></div>" for title, price in books)


def test_a_list_is_named_by_a_text_a_selector_or_its_number():
    for named in ({"like": "Shop"}, {"records": "#menu > li"}):
        assert [list(row.values())[-1] for row in katagami.records(page(), **named)] == ["Home", "Shop", "Help"]
    both = katagami.records(page(), like=["Emma of the town", "2.00"])
    assert list(both["title"]) == [f"{title} of the town" for title, _ in BOOKS]
    every = katagami.records(page(), all=True)
    assert set(every["list"]) >= {1, 2} and all(0 <= probability <= 1 for probability in every["probability"])
    assert len(katagami.records(page(), list=2)) == list(every["list"]).count(2)


def test_a_list_that_is_not_there_is_an_error():
    with pytest.raises(katagami.SettingError, match="near are"):
        katagami.records(page(), like="Hepl")
    with pytest.raises(katagami.SettingError, match="give one of like, records and list"):
        katagami.records(page(), like="Help", list=2)
    with pytest.raises(katagami.SettingError, match="not a selector"):
        katagami.records(page(), records="li:hover")


def test_names_are_for_sql_on_request():
    linked = "".join(f"<div><a class=title href=/{title}>{title} of the town</a> <i class=price>{price}</i></div>" for title, price in BOOKS)
    table = katagami.records(linked, fields="links", names="sql", rename={"price": "Cost"})
    assert "title_url" in table.columns and "Cost" in table.columns
    assert "title.href" in katagami.records(linked, fields="links").columns
    with pytest.raises(katagami.SettingError, match='names="ascii": give one of page, sql'):
        katagami.records(page(), names="ascii")


def test_fields_are_chosen_and_renamed():
    table = katagami.records(page(), only=["cost", "title"], rename={"price": "cost"})
    assert table.columns == ["path", "record", "cost", "title"]
    with pytest.raises(katagami.SettingError, match="no field"):
        katagami.records(page(), only="pries")


def test_a_wrapper_keeps_the_list_and_the_fields():
    more = page([("Walden", "3.20"), ("Ivanhoe", "2.10"), ("Lolita", "6.00")])
    menu = katagami.learn([page(), more], like="Shop")
    assert [list(row.values())[-1] for row in menu.extract(more)] == ["Home", "Shop", "Help"]
    books = katagami.learn([page(), more], like="9.10", only=["price", "title"], rename={"title": "name"})
    assert books.fields == ["price", "name"]
    edited = books.edit(rename={"name": "book"}, drop="price")
    assert (books.fields, edited.fields) == (["price", "name"], ["book"])
    assert katagami.Wrapper.from_json(edited.to_json()) == edited
    assert edited.extract(more, rename={"book": "title"}).columns[-1] == "title"
    with pytest.raises(katagami.SettingError, match="two fields"):
        books.edit(rename={"name": "price"})


@pytest.mark.parametrize("verb, foreign", [("records", "journal"), ("forum", "journal"), ("blog", "list")])
def test_pages_of_other_kinds_are_left_out_unless_every_page_is_wanted(data, verb, foreign):
    ask, site = getattr(katagami, verb), data / "mixed" / "a-bookshop"
    some, every = set(ask(site)["path"]), set(ask(site, every_page=True)["path"])
    assert some < every
    assert not any(f"/{foreign}/" in path for path in some)
    assert any(f"/{foreign}/" in path for path in every)

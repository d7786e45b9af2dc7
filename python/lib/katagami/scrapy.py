"""Items of Scrapy and parsel by a wrapper, which `katagami.learn` makes and no selector is written for.

Needs `itemloaders`, which Scrapy brings along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from itemloaders import ItemLoader

from . import Wrapper

__all__ = ["loaders"]


def loaders(
    wrapper: Wrapper,
    response: Any,
    *,
    loader: Callable[..., ItemLoader] = ItemLoader,
    item: Callable[[], Any] = dict,
    names: Mapping[str, str] | None = None,
) -> Iterator[ItemLoader]:
    """For the page, or each of its records, an item loader that holds what the wrapper reads.

    `response` is one of Scrapy, or a parsel selector; `loader` a class of loaders, whose processors work as ever, and `item`
    what makes an empty item. With `names` only the fields in it are loaded, under the names that it has for them: a Scrapy item
    has the fields that it was declared with. Add to a loader what the wrapper does not know, then call its `load_item()`.

    >>> from parsel import Selector
    >>> import katagami, katagami.scrapy
    >>> def page(name, town):
    ...     return f"<h1 class=name>{name}</h1><p>Town: <b class=town>{town}</b></p>"
    >>> wrapper = katagami.learn([page("Ann", "Bonn"), page("Bob", "Lyon"), page("Cy", "Turin")])
    >>> for loader in katagami.scrapy.loaders(wrapper, Selector(page("Dee", "Graz")), names={"title": "who"}):
    ...     loader.add_css("where", "b::text").load_item()
    {'who': ['Dee'], 'where': ['Graz']}
    """
    selector = getattr(response, "selector", response)
    html = response.text if hasattr(response, "text") else selector.get()
    for fields in wrapper.read(html):
        filled = loader(item=item(), selector=selector)
        for field, value in fields.items():
            name = field if names is None else names.get(field)
            if name is not None:
                filled.add_value(name, value)
        yield filled

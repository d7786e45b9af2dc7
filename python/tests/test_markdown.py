"""Markdown as Python-Markdown reads it, which MkDocs and Pelican use: nothing that a page says becomes markup that runs."""

import itertools
import re

import lxml.html
import markdown
import pytest

import katagami

SCHEMES = ("javascript", "JaVaScRiPt", "vbscript", "data", "view-source", "x-app")
# Ways to hide a scheme that browsers undo.
HIDDEN = ("{0}{1}:", " {0}{1}:", "\t{0}{1}:", "\x01{0}{1}:", "&#1;{0}{1}:", "{0}\t{1}:", "{0}&#9;{1}:", "{0}&NewLine;{1}:", "{0}{1}&#58;",
          "{0}{1}&colon;", "{0}{1}&amp;colon;", "{0}{1}\\:")
PLACES = (
    "<p>words <a href='SCRIPT'>a link</a>",
    "<p>words <img src='SCRIPT' alt='SCRIPT'> words",
    "<p>words <a href='http://a.test/' title='SCRIPT'>[a](SCRIPT)</a>",
    "<base href='SCRIPT'><p>words <a href=b title='c'>a link</a> <img src=d.png>",
    "<p>words &lt;SCRIPT> [words](SCRIPT) ![words](SCRIPT) &lt;a href='SCRIPT'> &lt;script>alert(1)&lt;/script> &amp;lt;script>",
    "<p>words [words][1]<p>[1]: SCRIPT",
    "<pre>words &lt;a href='SCRIPT'>\n```\n&lt;script>alert(1)&lt;/script></pre><p>words",
    "<h1>words &lt;img src='SCRIPT' onerror='alert(1)'></h1><p>words that follow the heading",
    "<table><tr><th>words<th>&lt;svg onload=alert(1)><tr><td>[words](SCRIPT)<td>`&lt;script>`</table><p>words",
    "<p>words<blockquote>&lt;iframe src='SCRIPT'>&lt;/iframe> words</blockquote>",
)
SHOWN = {"html", "body", "p", "a", "img", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "em", "strong", "code", "pre", "blockquote", "table",
         "thead", "tbody", "tr", "th", "td", "hr", "br", "dl", "dt", "dd", "span", "div", "sup", "abbr"}


# Long enough to be the main text of a page.
WORDS = "The river rose all night, and in the morning the words on the bridge were gone"


def pages():
    for scheme, hidden, place in itertools.product(SCHEMES, HIDDEN, PLACES):
        script = hidden.format(scheme[:4], scheme[4:]) + "alert(1)//"
        yield place.replace("words", WORDS).replace("SCRIPT", script)


def scheme(address):
    """The scheme of an address as a browser reads it (WHATWG, "URL Standard", 4.4)."""
    address = re.sub("[\t\n\r]", "", address).strip("".join(map(chr, range(33))))
    found = re.match(r"([A-Za-z][A-Za-z0-9+.-]*):", address)
    return found and found[1].lower()


# Fenced code is an extension there: in MkDocs and, as a part of `extra`, in Pelican it is on. Without it the lines of code are markup.
@pytest.mark.parametrize("extensions", [[], ["fenced_code"], ["extra"]], ids=["none", "fenced_code", "extra"])
def test_nothing_that_a_page_says_runs(extensions):
    all_pages = [page for page in pages() if extensions or "<pre>" not in page]
    assert len(all_pages) > 600
    for number, page in enumerate(all_pages):
        written = katagami.content([(f"{number}.html", page)], format="markdown")[0]["text"]
        assert "words" in written, page
        shown = markdown.markdown(written, extensions=extensions)
        for element in lxml.html.document_fromstring(f"<body>{shown}</body>").iter():
            assert element.tag in SHOWN, (page, written, shown)
            for name, value in element.attrib.items():
                assert not name.startswith("on"), (page, written, shown)
                if name in ("href", "src"):
                    assert scheme(value) in (None, "http", "https", "ftp", "mailto", "tel"), (page, written, shown)

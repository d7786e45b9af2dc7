//! What a reader sees of a stretch of a page.
//!
//! ```
//! use katagami::page::{Tree, text};
//!
//! let page = "<p>Tom &amp; <b>Je</b>rry<br>1940<script>;</script><td>1<td>2";
//! let tree = Tree::new(page);
//! assert_eq!(text(&tree, page, tree.elements()[0].span), "Tom & Jerry 1940 1 2");
//! ```

use super::tree::Tree;
use crate::token::html::tokens;
use crate::token::{Span, TokenKind};

/// The text of some bytes of a page, which begin and end with tokens: entities decoded, white space collapsed, one
/// space where a line or block begins or ends, nothing of what the tree leaves out. O(bytes).
#[must_use]
pub fn text(tree: &Tree, source: &str, span: Span) -> String {
    let mut text = String::new();
    let mut left_out = &tree.left_out()[tree.left_out().partition_point(|out| out.end <= span.start)..];
    for token in tokens(&source[span.range()]) {
        let start = span.start + token.span.start;
        while left_out.first().is_some_and(|out| out.end <= start) {
            left_out = &left_out[1..];
        }
        if left_out.first().is_some_and(|out| out.start <= start) {
            continue;
        }
        let of_page = &source[span.range()];
        match token.kind {
            TokenKind::Text => push(&mut text, &htmlize::unescape(token.text(of_page))),
            TokenKind::StartTag | TokenKind::EndTag if !is_inline(token.name(of_page)) => {
                push(&mut text, " ");
            }
            _ => {}
        }
    }
    text.truncate(text.trim_end().len());
    text
}

/// Adds a piece of text, white space collapsed across the border.
fn push(text: &mut String, piece: &str) {
    for char in piece.chars() {
        if !char.is_whitespace() {
            text.push(char);
        } else if !text.is_empty() && !text.ends_with(' ') {
            text.push(' ');
        }
    }
}

/// Elements that begin and end lines of text (HTML standard, section 15.3); others, those that nobody knows among them,
/// stand in a line.
pub(crate) fn parts_lines(name: &str) -> bool {
    const LINES: [&str; 58] = [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "br",
        "caption",
        "center",
        "col",
        "colgroup",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "html",
        "legend",
        "li",
        "listing",
        "main",
        "menu",
        "nav",
        "ol",
        "optgroup",
        "option",
        "p",
        "plaintext",
        "pre",
        "search",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
        "xmp",
        "frameset",
        "frame",
    ];
    LINES.contains(&name)
}

/// Elements that stand in a line of text without a break (HTML standard, section 15.3.4 and those without a style).
fn is_inline(name: &str) -> bool {
    const INLINE: [&str; 37] = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font",
        "i", "ins", "kbd", "label", "mark", "nobr", "q", "rb", "rp", "rt", "ruby", "s", "samp", "small",
        "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var",
    ];
    name.eq_ignore_ascii_case("wbr") || INLINE.iter().any(|inline| name.eq_ignore_ascii_case(inline))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(page: &str) -> String {
        let tree = Tree::new(page);
        text(&tree, page, tree.elements()[0].span)
    }

    #[test]
    fn spaces_stand_as_written_in_a_line_and_once_between_blocks() {
        assert_eq!(text_of("a<b>b</b> c <i> d</i><div> e<p>f"), "ab c d e f");
    }

    #[test]
    fn the_text_of_an_element_has_nothing_of_its_neighbours() {
        let page = "<ul><li>a<script>b</script>&lt;<li>c</ul>d";
        let tree = Tree::new(page);
        let texts: Vec<String> =
            tree.elements().iter().map(|element| text(&tree, page, element.span)).collect();
        assert_eq!(texts, ["a< c d", "a< c", "a<", "c"]);
    }
}

//! Extracts the visible text of a range of a page.
//!
//! ```
//! use katagami::page::{Tree, text};
//!
//! let page = "<p>Tom &amp; <b>Je</b>rry<br>1940<script>;</script><td>1<td>2";
//! let tree = Tree::new(page);
//! assert_eq!(text(&tree, page, tree.elements()[0].span), "Tom & Jerry 1940 1 2");
//! ```

use super::block::Block;
use super::tree::Tree;
use crate::token::html::tokens;
use crate::token::{Span, TokenKind};
use std::borrow::Cow;

/// The separation of two texts as displayed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Gap {
    /// None: the texts may be parts of one word.
    None,
    Space,
    /// The end of a line.
    Line,
}

/// The gap between a leaf and the next one in the same block.
pub(crate) fn gap(source: &str, before: Span, after: Span) -> Gap {
    let mut gap = if ends_in_space(&source[before.range()]) || begins_with_space(&source[after.range()]) {
        Gap::Space
    } else {
        Gap::None
    };
    let between = source.get(before.end as usize..after.start as usize).unwrap_or_default();
    for token in tokens(between) {
        match token.kind {
            TokenKind::Text => gap = Gap::Space,
            TokenKind::StartTag if token.name(between).eq_ignore_ascii_case("br") => return Gap::Line,
            TokenKind::StartTag | TokenKind::EndTag
                if parts_lines(&token.name(between).to_ascii_lowercase()) =>
            {
                gap = Gap::Space;
            }
            // A text-only element with an end tag ends before the next text. One without an end tag contains the tags
            // that separate lines.
            TokenKind::RawText if token.span.end as usize == between.len() => gap = Gap::Space,
            _ => {}
        }
    }
    gap
}

fn begins_with_space(text: &str) -> bool {
    let head = text.find(';').map_or(text, |end| &text[..=end]);
    match text.as_bytes().first() {
        Some(b'&') => htmlize::unescape(head).starts_with(char::is_whitespace),
        _ => text.starts_with(char::is_whitespace),
    }
}

fn ends_in_space(text: &str) -> bool {
    match text.as_bytes().last() {
        Some(b';') => {
            let tail = text.rfind('&').map_or(text, |start| &text[start..]);
            htmlize::unescape(tail).ends_with(char::is_whitespace)
        }
        _ => text.ends_with(char::is_whitespace),
    }
}

/// The text of adjacent leaves of a block, given by their spans: spaces as displayed, line breaks kept.
pub(crate) fn lines(source: &str, leaves: &[Span]) -> String {
    let mut text = String::new();
    for (number, &leaf) in leaves.iter().enumerate() {
        match number.checked_sub(1).map(|before| gap(source, leaves[before], leaf)) {
            Some(Gap::Space) => text.push(' '),
            Some(Gap::Line) => text.push('\n'),
            Some(Gap::None) | None => {}
        }
        let written = &source[leaf.range()];
        let shown: Cow<str> = if written.contains('<') {
            // There may be comments in between.
            let texts = tokens(written).filter(|token| token.kind == TokenKind::Text);
            texts.map(|token| token.text(written)).collect::<String>().into()
        } else {
            written.into()
        };
        let words = htmlize::unescape(shown);
        for (number, word) in words.split_whitespace().enumerate() {
            text.push_str(if number > 0 { " " } else { "" });
            text.push_str(word);
        }
    }
    text
}

/// The visible text of a span of a page, which begins and ends with tokens: entities decoded, white space collapsed,
/// one space where a line or block begins or ends, without the parts that the tree leaves out. O(bytes).
#[must_use]
pub fn text(tree: &Tree, source: &str, span: Span) -> String {
    let mut text = String::new();
    let mut left_out = &tree.left_out()[tree.left_out().partition_point(|out| out.end <= span.start)..];
    // What is in a part that the page hides has a text of its own.
    left_out = &left_out[left_out.partition_point(|out| out.start <= span.start && span.end <= out.end)..];
    let mut tokens = tokens(&source[span.range()]);
    while let Some(token) = tokens.next() {
        let start = span.start + token.span.start;
        while left_out.first().is_some_and(|out| out.end <= start) {
            left_out = &left_out[1..];
        }
        if let Some(out) = left_out.first().filter(|out| out.start <= start) {
            if out.end == span.start + token.span.end {
                tokens.read_markup();
            }
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

/// Appends a piece of text, with white space collapsed across the border.
fn push(text: &mut String, piece: &str) {
    for char in piece.chars() {
        if !char.is_whitespace() {
            text.push(char);
        } else if !text.is_empty() && !text.ends_with(' ') {
            text.push(' ');
        }
    }
}

/// Defines [`parts_lines`] and the list of these elements.
macro_rules! line_elements {
    ($($name:literal)*) => {
        /// Whether an element begins and ends a line of text (HTML standard, section 15.3). All other elements, including
        /// unknown ones, are inside a line.
        pub(crate) fn parts_lines(name: &str) -> bool {
            matches!(name, $($name)|*)
        }

        /// The elements that begin and end a line of text.
        pub(crate) const LINE_ELEMENTS: &[&str] = &[$($name),*];
    };
}

line_elements! {
    "address" "article" "aside" "blockquote" "body" "br" "caption" "center" "col" "colgroup" "dd" "details"
    "dialog" "dir" "div" "dl" "dt" "fieldset" "figcaption" "figure" "footer" "form" "h1" "h2" "h3" "h4" "h5"
    "h6" "header" "hgroup" "hr" "html" "legend" "li" "listing" "main" "menu" "nav" "ol" "optgroup" "option"
    "p" "plaintext" "pre" "search" "section" "summary" "table" "tbody" "td" "tfoot" "th" "thead" "tr" "ul"
    "xmp" "frameset" "frame"
}

/// Elements that are displayed inside a line of text (HTML standard, section 15.3.4, and those without a style).
pub(crate) fn is_inline(name: &str) -> bool {
    let is_inline = |name: &str| {
        matches!(
            name,
            "a" | "abbr"
                | "acronym"
                | "b"
                | "bdi"
                | "bdo"
                | "big"
                | "cite"
                | "code"
                | "data"
                | "del"
                | "dfn"
                | "em"
                | "font"
                | "i"
                | "ins"
                | "kbd"
                | "label"
                | "mark"
                | "nobr"
                | "q"
                | "rb"
                | "rp"
                | "rt"
                | "ruby"
                | "s"
                | "samp"
                | "small"
                | "span"
                | "strike"
                | "strong"
                | "sub"
                | "sup"
                | "time"
                | "tt"
                | "u"
                | "var"
                | "wbr"
        )
    };
    is_inline(name)
        || name.bytes().any(|byte| byte.is_ascii_uppercase()) && is_inline(&name.to_ascii_lowercase())
}

/// The visible text of a block: line breaks kept, white space collapsed.
///
/// # Panics
/// If the block does not belong to this tree, or the tree not to this source.
#[must_use]
pub fn block_text(tree: &Tree, source: &str, block: &Block) -> String {
    let leaves = &tree.leaves()[block.leaves.start as usize..block.leaves.end as usize];
    lines(source, &leaves.iter().map(|leaf| leaf.span).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(page: &str) -> String {
        let tree = Tree::new(page);
        text(&tree, page, tree.elements()[0].span)
    }

    #[test]
    fn spaces_are_kept_in_a_line_and_blocks_are_separated_by_one() {
        assert_eq!(text_of("a<b>b</b> c <i> d</i><div> e<p>f"), "ab c d e f");
    }

    #[test]
    fn block_text_keeps_displayed_lines_and_words() {
        let page = "<p>Je<b>rry</b> <i>Mouse</i>&nbsp;<u>Esq</u><br><br>1940<script>a b</script>s";
        let leaves: Vec<Span> = Tree::whole(page).leaves().iter().map(|leaf| leaf.span).collect();
        assert_eq!(lines(page, &leaves), "Jerry Mouse Esq\n1940s");
    }

    #[test]
    fn the_text_of_an_element_excludes_its_siblings() {
        let page = "<ul><li>a<script>b</script>&lt;<li>c</ul>d";
        let tree = Tree::new(page);
        let texts: Vec<String> =
            tree.elements().iter().map(|element| text(&tree, page, element.span)).collect();
        assert_eq!(texts, ["a< c d", "a< c", "a<", "c"]);
    }
}

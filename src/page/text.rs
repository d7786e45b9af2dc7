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
use super::tree::{Tree, number};
use crate::token::html::tokens;
use crate::token::{Span, TokenKind};
use std::borrow::Cow;
use std::ops::Range;

/// More bytes than the longest name of a character has (HTML Standard, section 13.5).
const LONGEST_ENTITY: usize = 40;

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
            TokenKind::Text if htmlize::unescape(token.text(between)).chars().all(is_unseen) => {}
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

fn begins_with_space(mut text: &str) -> bool {
    loop {
        text = text.trim_start_matches(is_unseen);
        if !text.starts_with('&') {
            return text.starts_with(char::is_whitespace);
        }
        let (head, rest) = text.split_at(text.find(';').map_or(text.len(), |end| end + 1));
        let shown = htmlize::unescape(head);
        if !shown.chars().all(is_unseen) {
            return shown.starts_with(char::is_whitespace);
        }
        text = rest;
    }
}

fn ends_in_space(mut text: &str) -> bool {
    loop {
        text = text.trim_end_matches(is_unseen);
        if !text.ends_with(';') {
            return text.ends_with(char::is_whitespace);
        }
        let (rest, tail) = text.split_at(text.rfind('&').unwrap_or_default());
        let shown = htmlize::unescape(tail);
        if !shown.chars().all(is_unseen) {
            return shown.ends_with(char::is_whitespace);
        }
        text = rest;
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
        text.push_str(&collapsed(htmlize::unescape(shown)));
    }
    text
}

/// Whether a character shows nothing and is no part of a text: the byte order mark of a part that was pasted in, and a place where a line
/// may break. Joiners, which change the shape of letters, are kept.
pub(crate) fn is_unseen(char: char) -> bool {
    matches!(char, '\u{200B}' | '\u{FEFF}')
}

/// A text without the characters that show nothing.
pub(crate) fn without_marks(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.is_ascii() && text.contains(is_unseen) { text.replace(is_unseen, "").into() } else { text }
}

/// A text without characters that show nothing and without the white space around it, each run of white space in it replaced by one space.
pub(crate) fn collapsed(text: Cow<'_, str>) -> Cow<'_, str> {
    let text = without_marks(text);
    // Most texts are white space between two tags; comparing bytes detects that fastest.
    let trimmed = text.trim_ascii().trim();
    if !is_collapsed(trimmed) {
        let mut collapsed = String::with_capacity(trimmed.len());
        for word in trimmed.split_whitespace() {
            collapsed.push_str(if collapsed.is_empty() { "" } else { " " });
            collapsed.push_str(word);
        }
        return Cow::Owned(collapsed);
    }
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_ascii().trim()),
        Cow::Owned(text) => Cow::Owned(text.trim_ascii().trim().to_owned()),
    }
}

/// Whether all white space in a trimmed text is single spaces.
fn is_collapsed(text: &str) -> bool {
    if text.is_ascii() {
        // Counting has no early exit, so that the compiler can process many bytes at a time.
        let bytes = text.as_bytes();
        let others = bytes.iter().filter(|byte| matches!(byte, b'\t'..=b'\r')).count();
        let pairs = bytes.iter().zip(bytes.iter().skip(1));
        return others + pairs.filter(|&(&a, &b)| a == b' ' && b == b' ').count() == 0;
    }
    let mut after_space = false;
    text.chars().all(|char| {
        let single = !char.is_whitespace() || char == ' ' && !after_space;
        after_space = char == ' ';
        single
    })
}

/// The characters of a part of a page without tags, each with the bytes where it is written, as itself or as an entity.
pub(crate) fn characters(written: &str) -> impl Iterator<Item = (char, Range<u32>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &written[at..];
        let char = rest.chars().next()?;
        let end = || rest.bytes().take(LONGEST_ENTITY).position(|byte| byte == b';');
        let entity = (char == '&').then(end).flatten().map(|end| end + 1);
        let decoded = entity.and_then(|end| {
            let decoded = htmlize::unescape(&rest[..end]);
            let mut chars = decoded.chars();
            Some((chars.next()?, end)).filter(|_| chars.next().is_none())
        });
        let (char, length) = decoded.unwrap_or((char, char.len_utf8()));
        let start = at;
        at += length;
        Some((char, number(start)..number(at)))
    })
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
            text.extend(Some(char).filter(|&char| !is_unseen(char)));
        } else if !text.is_empty() && !text.ends_with(' ') {
            text.push(' ');
        }
    }
}

/// Defines [`parts_lines`] and the list of these elements.
macro_rules! line_elements {
    ($($name:literal)*) => {
        /// Whether an element begins and ends a line of text (HTML standard, section 15.3), or is a line or a cell (`lined.rs`). All other
        /// elements, including unknown ones, are inside a line.
        pub(crate) fn parts_lines(name: &str) -> bool {
            matches!(name, $($name)|*) || name.starts_with('#')
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
    let leaves = tree.leaves_from(block.leaves.clone());
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
    fn characters_that_show_nothing_are_no_part_of_a_text() {
        let page = "<p>\u{FEFF} a\u{200B}b&#8203; <i>&ZeroWidthSpace;</i>c\u{200C}d<b>\u{200B}</b>e<p>\u{200B}<p>&#xFEFF; f";
        assert_eq!(text_of(page), "ab c\u{200C}de f");
        let tree = Tree::whole(page);
        let leaves = tree.leaves();
        assert_eq!(leaves.iter().map(|leaf| &*leaf.text).collect::<Vec<_>>(), ["ab", "c\u{200C}d", "e", "f"]);
        assert_eq!(&page[leaves[0].span.range()], "\u{FEFF} a\u{200B}b&#8203; ");
        assert_eq!(lines(page, &leaves.iter().map(|leaf| leaf.span).collect::<Vec<_>>()), "ab c\u{200C}de f");
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

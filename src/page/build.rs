//! The tree from the tokens, by a stack of open elements.
//!
//! This is not the tree builder of the HTML standard, and that is on purpose: where old pages leave `<font>` or `<b>`
//! open, the standard opens them anew in everything that follows, so that the records of a list nest ever deeper and
//! have no path in common. Here an element closes what cannot hold it (a cell the cell before, a block the paragraph),
//! and an end tag closes its element with all that was left open in it. Where the standard loses the rest of a page in an
//! element of text without an end tag (`<iframe/>`, `<textarea/>`: pages that were once XML), that element is empty.

use super::name::{Name, Names, Rules, Set};
use super::tree::{Element, ElementId, Leaf, Tree, number};
use crate::token::html::{next_end_tag, tokens};
use crate::token::{Span, Token, TokenKind};
use hashbrown::HashMap;
use memchr::memchr_iter;
use std::borrow::Cow;
use std::sync::OnceLock;

/// What of a page becomes a part of its tree.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Extent {
    /// Texts with a letter or digit; nothing of embedded objects.
    Words,
    /// The same, and what a program without scripts shows.
    Unscripted,
    /// All texts, and what objects hold.
    Whole,
}

impl<'a> Tree<'a> {
    /// Builds the tree of a page. O(n) time but for the search of open elements, of which there are at most 380.
    #[must_use]
    pub fn new(source: &'a str) -> Self {
        tree(source, Extent::Words)
    }

    /// As [`new`](Tree::new), with what stands in for scripts: pages that are put together by scripts have their text there.
    #[must_use]
    pub fn unscripted(source: &'a str) -> Self {
        tree(source, Extent::Unscripted)
    }

    /// The tree of a page with all that is shown in its place: texts of punctuation alone, which can be values (`-`,
    /// `***`), and what objects hold.
    #[must_use]
    pub fn whole(source: &'a str) -> Self {
        tree(source, Extent::Whole)
    }
}

/// The tree of a page.
fn tree(source: &str, extent: Extent) -> Tree<'_> {
    let mut builder = Builder::new(source, extent);
    let mut tokens = tokens(source);
    while let Some(token) = tokens.next() {
        if builder.take(token) == Inside::Markup {
            tokens.read_markup();
        }
    }
    builder.finish()
}

/// Deeper elements are siblings of one another: pages that nest deeper are broken, and paths stay short.
const MAX_DEPTH: usize = 380;

/// What stands behind a tag that opens an element of text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Inside {
    /// What the standard says.
    Standard,
    /// The element never ends: the page goes on.
    Markup,
}

struct Builder<'a> {
    source: &'a str,
    extent: Extent,
    tree: Tree<'a>,
    names: Names<'a>,
    /// The open elements, the root first.
    open: Vec<(ElementId, Name)>,
    /// The element that is being left out with all it holds, and how many of its name are open.
    left_out: Option<(Name, u32)>,
    /// Where that part begins.
    left_out_from: u32,
    /// Text since the last tag, as written.
    text: Cow<'a, str>,
    text_span: Option<Span>,
    /// Where the next end tag of an element of text stands, for names that were asked for.
    next_ends: HashMap<Name, Option<usize>>,
}

impl<'a> Builder<'a> {
    fn new(source: &'a str, extent: Extent) -> Self {
        // A guess at most: a start tag and an end tag for each element.
        let elements = Vec::with_capacity(memchr_iter(b'<', source.as_bytes()).count() / 2);
        let leaves = Vec::with_capacity(elements.capacity());
        let tree = Tree { source, elements, leaves, left_out: Vec::new(), continued_rows: OnceLock::new() };
        let mut builder = Builder {
            source,
            extent,
            tree,
            names: Names::default(),
            open: Vec::new(),
            left_out: None,
            left_out_from: 0,
            text: Cow::Borrowed(""),
            text_span: None,
            next_ends: HashMap::new(),
        };
        let root = builder.names.number("html");
        builder.open(root, Span::default());
        builder
    }

    fn take(&mut self, token: Token) -> Inside {
        match token.kind {
            TokenKind::Text => self.take_text(token),
            TokenKind::StartTag => {
                self.end_text();
                return self.start(token);
            }
            TokenKind::EndTag => {
                self.end_text();
                self.end(token);
            }
            TokenKind::RawText | TokenKind::Comment | TokenKind::Doctype | TokenKind::Dropped => {}
        }
        Inside::Standard
    }

    fn take_text(&mut self, token: Token) {
        if self.left_out.is_some() {
            return;
        }
        let text = token.text(self.source);
        if let Some(span) = &mut self.text_span {
            self.text.to_mut().push_str(text);
            span.end = token.span.end;
        } else {
            self.text = Cow::Borrowed(text);
            self.text_span = Some(token.span);
        }
    }

    /// Makes a leaf of the text since the last tag, if there is one.
    fn end_text(&mut self) {
        let Some(span) = self.text_span.take() else { return };
        let text = std::mem::take(&mut self.text);
        if text.trim_ascii().is_empty() {
            return; // what stands between most tags
        }
        let text = match text {
            Cow::Borrowed(text) => collapsed(htmlize::unescape(text)),
            Cow::Owned(text) => collapsed(Cow::Owned(htmlize::unescape(text).into_owned())),
        };
        let counts = match self.extent {
            Extent::Words | Extent::Unscripted => text.contains(char::is_alphanumeric),
            Extent::Whole => !text.is_empty(),
        };
        if counts {
            self.tree.leaves.push(Leaf { parent: self.innermost(), text, span });
        }
    }

    fn start(&mut self, token: Token) -> Inside {
        let name = self.names.number(token.name(self.source));
        let &Rules { set, is_void, is_dropped, is_left_out, is_text_only, is_code, .. } =
            self.names.rules(name);
        let closed = token.text(self.source).ends_with("/>") && !is_text_only;
        let is_endless = is_text_only && !is_code && !self.ends_behind(name, token.span.end);
        let inside = if is_endless { Inside::Markup } else { Inside::Standard };
        if self.still_left_out(name, closed, token.span.start) {
            return inside;
        }
        if is_dropped {
            self.tree.left_out.push(token.span);
            return inside;
        }
        if is_left_out && !self.is_shown(name) {
            self.left_out = (!closed && !is_endless).then_some((name, 1));
            self.left_out_from = token.span.start;
            if is_endless {
                self.end_left_out(token.span.end);
            }
            return inside;
        }
        let is_body = set.meets(Set::BODY);
        if set.meets(Set::HTML) || is_body && self.open.iter().any(|&(_, open)| open == name) {
            return inside;
        }
        self.close_before(name, token.span.start);
        self.open(name, token.span);
        if is_void || self.open.len() > MAX_DEPTH {
            self.close_innermost(token.span.end);
        }
        inside
    }

    /// Whether there is an end tag of a name behind a byte.
    fn ends_behind(&mut self, name: Name, byte: u32) -> bool {
        let byte = byte as usize;
        let find = || next_end_tag(self.source, byte, &self.names.rules(name).name);
        let next = self.next_ends.entry(name).or_insert_with(find);
        if next.is_some_and(|next| next < byte) {
            *next = find();
        }
        next.is_some()
    }

    /// Whether elements of a name that are left out of other trees belong to this one.
    fn is_shown(&self, name: Name) -> bool {
        match self.extent {
            Extent::Words => false,
            Extent::Unscripted => self.names.rules(name).name == "noscript",
            Extent::Whole => self.names.rules(name).name == "object",
        }
    }

    /// Whether a start tag falls into what is left out. A head that was never closed ends where a body begins.
    fn still_left_out(&mut self, name: Name, closed: bool, at: u32) -> bool {
        let Some((out, open)) = &mut self.left_out else { return false };
        let rules = self.names.rules(name);
        if self.names.rules(*out).set.meets(Set::HEAD) && rules.is_body_begun {
            self.end_left_out(at);
            return false;
        }
        let nests = !closed && rules.name != "select" && !rules.set.meets(Set::HEAD) && !rules.is_text_only;
        *open += u32::from(*out == name && nests);
        true
    }

    fn end(&mut self, token: Token) {
        let name = self.names.number(token.name(self.source));
        if let Some((out, open)) = &mut self.left_out {
            if *out == name {
                *open -= 1;
                if *open == 0 {
                    self.end_left_out(token.span.end);
                }
            }
            return;
        }
        let &Rules { set, is_heading, end_stops_at, .. } = self.names.rules(name);
        if set.meets(Set::HTML) || set.meets(Set::BODY) {
            return;
        }
        for at in (1..self.open.len()).rev() {
            let open = self.rules(at);
            if self.open[at].1 == name || open.is_heading && is_heading {
                self.close_from(at + 1, token.span.start);
                self.close_innermost(token.span.end);
                return;
            }
            if open.set.meets(end_stops_at) {
                return;
            }
        }
    }

    fn end_left_out(&mut self, end: u32) {
        self.left_out = None;
        self.tree.left_out.push(Span { start: self.left_out_from, end });
    }

    /// Closes what cannot hold an element of this name, which begins at a byte.
    fn close_before(&mut self, name: Name, byte: u32) {
        let &Rules { closes, is_block, .. } = self.names.rules(name);
        if let Some(rule) = closes {
            let within = (1..self.open.len()).rev().take_while(|&at| !self.rules(at).set.meets(rule.within));
            let mut closed = within.filter(|&at| self.rules(at).set.meets(rule.names));
            let at = if rule.outermost { closed.last() } else { closed.next() };
            if let Some(at) = at {
                self.close_from(at, byte);
            }
        }
        if is_block {
            let p = (1..self.open.len()).rev().find(|&at| self.rules(at).ends_search_of_p);
            if let Some(at) = p.filter(|&at| self.rules(at).set.meets(Set::P)) {
                self.close_from(at, byte);
            }
        }
    }

    fn open(&mut self, name: Name, tag: Span) {
        let id = self.next();
        let first = number(self.tree.leaves.len());
        let parent = self.open.last().map(|&(parent, _)| parent);
        let depth = parent.map_or(0, |parent| self.tree.element(parent).depth + 1);
        let leaves = first..first;
        self.open.push((id, name));
        let name = self.names.rules(name).name.clone();
        self.tree.elements.push(Element { name, parent, depth, tag, span: tag, end: id, leaves });
    }

    /// Ends the innermost open element at a byte.
    fn close_innermost(&mut self, byte: u32) {
        let (id, _) = self.open.pop().expect("the root stays open to the end");
        let (end, leaf) = (self.next(), number(self.tree.leaves.len()));
        let element = &mut self.tree.elements[id.index()];
        element.end = end;
        element.leaves.end = leaf;
        element.span.end = byte;
    }

    fn close_from(&mut self, at: usize, byte: u32) {
        while self.open.len() > at {
            self.close_innermost(byte);
        }
    }

    fn finish(mut self) -> Tree<'a> {
        self.end_text();
        let end = number(self.source.len());
        if self.left_out.is_some() {
            self.end_left_out(end);
        }
        self.close_from(0, end);
        self.tree
    }

    fn innermost(&self) -> ElementId {
        self.open.last().expect("the root stays open to the end").0
    }

    fn next(&self) -> ElementId {
        ElementId(number(self.tree.elements.len()))
    }

    /// What the name of an open element says.
    fn rules(&self, at: usize) -> &Rules<'a> {
        self.names.rules(self.open[at].1)
    }
}

/// A text without white space around it, and with one space wherever there is white space in it.
fn collapsed(text: Cow<'_, str>) -> Cow<'_, str> {
    // Most texts are the white space between two tags, which bytes tell fastest.
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
        // Counting does not end early, and so looks at many bytes at a time.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Each element as `name(what it holds)`, each leaf as its text.
    fn outline(source: &str) -> String {
        fn write(tree: &Tree, id: ElementId, out: &mut String) {
            let element = tree.element(id);
            out.push_str(&element.name);
            out.push('(');
            let mut children: Vec<(u32, String)> = tree
                .leaves_of(id)
                .iter()
                .filter(|leaf| leaf.parent == id)
                .map(|leaf| (leaf.span.start, format!("'{}'", leaf.text)))
                .collect();
            for child in tree.ids().filter(|&child| tree.element(child).parent == Some(id)) {
                let mut inner = String::new();
                write(tree, child, &mut inner);
                children.push((tree.element(child).tag.start, inner));
            }
            children.sort();
            out.push_str(&children.into_iter().map(|child| child.1).collect::<Vec<_>>().join(" "));
            out.push(')');
        }
        let mut out = String::new();
        write(&tree(source, Extent::Words), ElementId(0), &mut out);
        out
    }

    #[test]
    fn cells_rows_and_items_close_those_before() {
        let page = "<table><tr><td>a<td>b<tr><td>c</table><ul><li>d<ul><li>e</ul><li>f</ul>";
        assert_eq!(
            outline(page),
            "html(table(tr(td('a') td('b')) tr(td('c'))) ul(li('d' ul(li('e'))) li('f')))"
        );
    }

    #[test]
    fn formatting_left_open_ends_with_its_paragraph() {
        assert_eq!(outline("<p><font><b>a<p>b"), "html(p(font(b('a'))) p('b'))");
    }

    #[test]
    fn a_stray_end_tag_closes_nothing_outside_its_cell() {
        assert_eq!(
            outline("<div><table><tr><td>a</div>b</table>c</div>"),
            "html(div(table(tr(td('a' 'b'))) 'c'))"
        );
    }

    #[test]
    fn what_shows_no_text_is_left_out() {
        let page = "<head><title>a</title><body><select><option>b</select><svg><g><svg/>c</g></svg>d<script>'e'</script>";
        assert_eq!(outline(page), "html(body('d'))");
    }

    #[test]
    fn an_element_of_text_without_an_end_is_empty() {
        let page = "<div>a<iframe/><p>b<textarea><i>c</i></textarea><textarea/>d<script>e";
        assert_eq!(outline(page), "html(div('a' p('b' 'd')))");
        let tree = tree(page, Extent::Words);
        let out: Vec<&str> = tree.left_out.iter().map(|span| &page[span.range()]).collect();
        assert_eq!(out, ["<iframe/>", "<textarea><i>c</i></textarea>", "<textarea/>", "<script>e"]);
    }

    #[test]
    fn what_stands_in_for_scripts_is_shown_where_none_run() {
        let page = "<head><noscript>a</noscript></head><body>b<noscript><p>c</noscript>";
        let texts =
            |extent| tree(page, extent).leaves.iter().map(|leaf| leaf.text.to_string()).collect::<Vec<_>>();
        assert_eq!(
            (texts(Extent::Words), texts(Extent::Unscripted)),
            (vec!["b".into()], vec!["b".into(), "c".into()])
        );
    }

    #[test]
    fn text_is_decoded_and_a_comment_does_not_part_it() {
        assert_eq!(outline("<p> a&amp;\n<!-- x -->b &eacute; <br> -- "), "html(p('a& b é' br()))");
    }

    #[test]
    fn an_element_covers_the_bytes_up_to_its_end_tag_or_to_what_closes_it() {
        let page = "<ul><li>a<li><b>b</ul>c<br>d";
        let tree = tree(page, Extent::Words);
        let covered: Vec<&str> = tree.elements().iter().map(|element| &page[element.span.range()]).collect();
        assert_eq!(covered, [page, "<ul><li>a<li><b>b</ul>", "<li>a", "<li><b>b", "<b>b", "<br>"]);
    }

    #[test]
    fn a_thousand_open_elements_are_no_deeper_than_the_limit() {
        let deepest =
            tree(&"<div>".repeat(1000), Extent::Words).elements().iter().map(|element| element.depth).max();
        assert_eq!(deepest, Some(u32::try_from(MAX_DEPTH).unwrap()));
    }
}

//! Builds the tree of a page from its tokens, with a stack of open elements.
//!
//! This deliberately is not the tree builder of the HTML standard. Where old pages leave `<font>` or `<b>` open, the
//! standard reopens them in everything that follows, so that the records of a list nest ever deeper and have no path
//! in common. Here an element closes the open elements that cannot contain it (a cell closes the previous cell, a
//! block closes the paragraph), and an end tag closes its element together with everything still open in it. Where the
//! standard reads the rest of a page as the text of an element without an end tag (`<iframe/>`, `<textarea/>` in pages
//! that were once XML), that element is empty here. As in the standard, `svg` and `math` end at the first tag that cannot
//! be in them, so that one without an end tag does not take the rest of the page.

mod foreign;
mod paragraph;

use super::lined::Line;
use super::name::{ForeignRole, NameId, NameSet, TagNames, TagRules};
use super::text::collapsed;
use super::tree::{Element, ElementId, Leaf, TableRows, Tree, number};
use crate::token::html::{next_end_tag, tokens};
use crate::token::{Span, Token, TokenKind};
use hashbrown::HashMap;
use memchr::memchr_iter;
use std::borrow::Cow;

/// Which parts of a page are included in its tree.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Extent {
    /// Texts with a letter or digit; no content of embedded objects.
    Words,
    /// The same, and the content of `noscript`, which is shown when scripts do not run.
    Unscripted,
    /// All texts, and the content of embedded objects.
    Whole,
}

impl<'a> Tree<'a> {
    /// Builds the tree of a page. Time is O(n), times the depth of open elements where those are searched, which is at
    /// most 380.
    #[must_use]
    pub fn new(source: &'a str) -> Self {
        tree(source, Extent::Words)
    }

    /// As [`new`](Tree::new), with the content of `noscript`. Pages that are assembled by scripts have their text
    /// there.
    #[must_use]
    pub fn unscripted(source: &'a str) -> Self {
        tree(source, Extent::Unscripted)
    }

    /// Builds the tree of a page with everything that is displayed: also texts of punctuation only, which can be
    /// values (`-`, `***`), and the content of embedded objects.
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
        if builder.take(token) == ContentModel::Markup {
            tokens.read_markup();
        }
    }
    let mut tree = builder.finish();
    tree.leave_out_hidden();
    tree
}

/// Elements nested deeper than this become siblings. Pages with deeper nesting are broken, and this keeps paths short.
const MAX_DEPTH: usize = 380;

/// How the input after a start tag is tokenized.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum ContentModel {
    /// As the standard prescribes.
    Standard,
    /// As markup, because the element has no end tag.
    Markup,
}

struct Builder<'a> {
    source: &'a str,
    extent: Extent,
    tree: Tree<'a>,
    names: TagNames<'a>,
    /// The open elements, the root first.
    open: Vec<(ElementId, NameId)>,
    /// For each of them where what is behind the last block in it begins: the number of the next element and of the next leaf.
    inline: Vec<(ElementId, u32)>,
    /// The paragraphs without a tag, as they end.
    paragraphs: Vec<Line<'a>>,
    /// The element that is being left out with everything in it, and the number of open elements of that name.
    left_out: Option<(NameId, u32)>,
    /// The open elements in an `svg` that is being left out, the outermost first.
    within_svg: Vec<(NameId, ForeignRole)>,
    /// Whether the page has a `math` element.
    has_math: bool,
    /// An element with content in a head that is left out, such as `title`: its name, and how many of that name are open. If its end tag
    /// is missing it is 0, and the element ends at the next tag.
    within_head: Option<(NameId, u32)>,
    /// The byte at which the part left out begins.
    left_out_from: u32,
    /// Text since the last tag, as written.
    text: Cow<'a, str>,
    text_span: Option<Span>,
    /// The position of the next end tag for each name that was looked up; only elements whose content is text are
    /// looked up.
    next_ends: HashMap<NameId, Option<usize>>,
}

impl<'a> Builder<'a> {
    fn new(source: &'a str, extent: Extent) -> Self {
        // An estimate: one start tag and one end tag for each element.
        let elements = Vec::with_capacity(memchr_iter(b'<', source.as_bytes()).count() / 2);
        let leaves = Vec::with_capacity(elements.capacity());
        let tree = Tree { source, elements, leaves, left_out: Vec::new(), rows: TableRows::default() };
        let mut builder = Builder {
            source,
            extent,
            tree,
            names: TagNames::default(),
            open: Vec::new(),
            inline: Vec::new(),
            paragraphs: Vec::new(),
            left_out: None,
            within_svg: Vec::new(),
            has_math: false,
            within_head: None,
            left_out_from: 0,
            text: Cow::Borrowed(""),
            text_span: None,
            next_ends: HashMap::new(),
        };
        let root = builder.names.number("html");
        builder.open(root, Span::default());
        builder
    }

    fn take(&mut self, token: Token) -> ContentModel {
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
        ContentModel::Standard
    }

    fn take_text(&mut self, token: Token) {
        let text = token.text(self.source);
        if let Some((out, _)) = self.left_out {
            if !self.is_in_open_head(out) || text.trim_ascii().is_empty() {
                return;
            }
            self.end_left_out(token.span.start);
        }
        if let Some(span) = &mut self.text_span {
            self.text.to_mut().push_str(text);
            span.end = token.span.end;
        } else {
            self.text = Cow::Borrowed(text);
            self.text_span = Some(token.span);
        }
    }

    /// Adds the text since the last tag as a leaf, if it is not empty.
    fn end_text(&mut self) {
        let Some(span) = self.text_span.take() else { return };
        let text = std::mem::take(&mut self.text);
        if text.trim_ascii().is_empty() {
            return; // white space, the usual text between two tags
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

    fn start(&mut self, token: Token) -> ContentModel {
        let name = self.names.number(token.name(self.source));
        let &TagRules { set, is_void, is_dropped, is_left_out, is_text_only, is_code, .. } =
            self.names.rules(name);
        let closed = token.text(self.source).ends_with("/>") && !is_text_only;
        let is_endless = is_text_only && !is_code && !self.ends_behind(name, token.span.end);
        let inside = if is_endless { ContentModel::Markup } else { ContentModel::Standard };
        if self.ends_foreign(name, token) {
            self.leave_foreign(token.span.start);
        }
        let &TagRules { foreign, .. } = self.names.rules(name);
        if self.still_left_out(name, closed, token.span) {
            return inside;
        }
        if is_dropped {
            self.tree.left_out.push(token.span);
            return inside;
        }
        if is_left_out && !self.is_shown(name) {
            self.left_out = (!closed && !is_endless).then_some((name, 1));
            if foreign == ForeignRole::Root && !closed {
                self.within_svg.push((name, foreign));
            }
            self.left_out_from = token.span.start;
            if is_endless {
                self.end_left_out(token.span.end);
            }
            return inside;
        }
        let is_body = set.meets(NameSet::BODY);
        if set.meets(NameSet::HTML) || is_body && self.open.iter().any(|&(_, open)| open == name) {
            return inside;
        }
        self.close_before(name, token.span.start);
        let is_math = foreign == ForeignRole::Root;
        let is_empty = is_void || closed && (is_math || self.math().is_some());
        self.has_math |= is_math;
        self.open(name, token.span);
        if is_empty || self.open.len() > MAX_DEPTH {
            self.close_innermost(token.span.end);
        }
        inside
    }

    /// Whether there is an end tag with this name after a byte.
    fn ends_behind(&mut self, name: NameId, byte: u32) -> bool {
        let byte = byte as usize;
        let find = || next_end_tag(self.source, byte, &self.names.rules(name).name);
        let next = self.next_ends.entry(name).or_insert_with(find);
        if next.is_some_and(|next| next < byte) {
            *next = find();
        }
        next.is_some()
    }

    /// Whether this tree includes elements of a name that other trees leave out.
    fn is_shown(&self, name: NameId) -> bool {
        match self.extent {
            Extent::Words => false,
            Extent::Unscripted => self.names.rules(name).name == "noscript",
            Extent::Whole => self.names.rules(name).name == "object",
        }
    }

    /// Whether this element that is left out is the head, outside of its elements. There a text, or a tag of an element that is
    /// not of the head, ends the head: HTML Living Standard, 13.2.6.4.4.
    fn is_in_open_head(&self, out: NameId) -> bool {
        self.within_head.is_none() && self.names.rules(out).set.meets(NameSet::HEAD)
    }

    /// Whether a start tag is inside an element that is left out.
    fn still_left_out(&mut self, name: NameId, closed: bool, tag: Span) -> bool {
        let Some((out, _)) = self.left_out else { return false };
        self.within_head.take_if(|(_, open)| *open == 0);
        if self.is_in_open_head(out) {
            if !self.names.rules(name).is_of_head {
                self.end_left_out(tag.start);
                return false;
            }
            let rules = self.names.rules(name);
            let has_content = rules.is_text_only || matches!(&*rules.name, "noscript" | "template");
            if has_content && !closed {
                self.within_head = Some((name, u32::from(self.ends_behind(name, tag.end))));
            }
            return true;
        }
        if let Some((around, open)) = &mut self.within_head {
            *open += u32::from(*around == name && !closed);
            return true;
        }
        let rules = self.names.rules(name);
        if !self.within_svg.is_empty() {
            if !closed && !rules.is_void && self.within_svg.len() < MAX_DEPTH {
                self.within_svg.push((name, rules.foreign));
            }
            return true;
        }
        let nests =
            !closed && rules.name != "select" && !rules.set.meets(NameSet::HEAD) && !rules.is_text_only;
        if let Some((_, open)) = &mut self.left_out {
            *open += u32::from(out == name && nests);
        }
        true
    }

    fn end(&mut self, token: Token) {
        let name = self.names.number(token.name(self.source));
        self.within_head.take_if(|(_, open)| *open == 0);
        if let Some((around, open)) = &mut self.within_head
            && *around == name
        {
            *open -= 1;
            if *open == 0 {
                self.within_head = None;
            }
            return;
        }
        if !self.within_svg.is_empty() {
            if !self.end_in_svg(name, token.span) {
                return;
            }
        } else if let Some((out, open)) = &mut self.left_out {
            if *out == name {
                *open -= 1;
                if *open == 0 {
                    self.end_left_out(token.span.end);
                }
            }
            return;
        } else if self.has_math && matches!(&*self.names.rules(name).name, "p" | "br") {
            self.leave_foreign(token.span.start);
        }
        if let Some(at) = self.ended_by(name) {
            self.close_from(at + 1, token.span.start);
            self.close_innermost(token.span.end);
        }
    }

    /// The open element that an end tag ends.
    fn ended_by(&self, name: NameId) -> Option<usize> {
        let &TagRules { set, is_heading, end_stops_at, .. } = self.names.rules(name);
        if set.meets(NameSet::HTML) || set.meets(NameSet::BODY) {
            return None;
        }
        let ends = |at: usize| self.open[at].1 == name || self.rules(at).is_heading && is_heading;
        let mut inner = (1..self.open.len()).rev();
        inner.find(|&at| ends(at) || self.rules(at).set.meets(end_stops_at)).filter(|&at| ends(at))
    }

    fn end_left_out(&mut self, end: u32) {
        (self.left_out, self.within_head) = (None, None);
        self.within_svg.clear();
        self.tree.left_out.push(Span { start: self.left_out_from, end });
    }

    /// Closes the open elements that cannot contain an element with this name, which begins at a byte.
    fn close_before(&mut self, name: NameId, byte: u32) {
        let &TagRules { closes, is_block, .. } = self.names.rules(name);
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
            if let Some(at) = p.filter(|&at| self.rules(at).set.meets(NameSet::P)) {
                self.close_from(at + 1, byte);
                if self.open[at].1 == name {
                    self.put_in_paragraph(at);
                }
                self.close_innermost(byte);
            }
        }
    }

    fn open(&mut self, name: NameId, tag: Span) {
        let id = self.next();
        let first = number(self.tree.leaves.len());
        let parent = self.open.last().map(|&(parent, _)| parent);
        let depth = parent.map_or(0, |parent| self.tree.element(parent).depth + 1);
        let leaves = first..first;
        self.open.push((id, name));
        self.inline.push((ElementId(id.0 + 1), first));
        let name = self.names.rules(name).name.clone();
        self.tree.elements.push(Element { name, parent, depth, tag, span: tag, end: id, leaves });
    }

    /// Ends the innermost open element at a byte.
    fn close_innermost(&mut self, byte: u32) {
        let (id, name) = self.open.pop().expect("the root stays open to the end");
        let (end, leaf) = (self.next(), number(self.tree.leaves.len()));
        self.inline.pop();
        if let Some(inline) = self.inline.last_mut().filter(|_| self.names.rules(name).is_block) {
            *inline = (end, leaf);
        }
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
        self.with_paragraphs()
    }

    fn innermost(&self) -> ElementId {
        self.open.last().expect("the root stays open to the end").0
    }

    fn next(&self) -> ElementId {
        ElementId(number(self.tree.elements.len()))
    }

    /// The rules for the name of an open element.
    fn rules(&self, at: usize) -> &TagRules<'a> {
        self.names.rules(self.open[at].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each element as `name(content)`, each leaf as its text.
    pub(super) fn outline(source: &str) -> String {
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
    fn a_text_or_another_element_ends_the_head() {
        let leaves = |page: &str| -> Vec<String> {
            Tree::new(page).leaves().iter().map(|leaf| leaf.text.to_string()).collect()
        };
        assert_eq!(leaves("<head><title>a</title>\nb <p>c"), ["b", "c"]);
        assert_eq!(leaves("<head><meta name=a><section>b</section></head><p>c"), ["b", "c"]);
        assert_eq!(leaves("<head><noscript><img src=a><p>b</noscript> <style>c</style></head>d"), ["d"]);
        assert_eq!(leaves("<head><template><p>a<template>b</template>c</template></head>d"), ["d"]);
        assert_eq!(leaves("<head><noscript></head><body>a"), ["a"]);
        assert_eq!(leaves("<head><title>a; b<script>c</script></head><body>d"), ["d"]);
    }

    #[test]
    fn cells_rows_and_items_close_the_previous_ones() {
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
    fn elements_that_show_no_text_are_left_out() {
        let page = "<head><title>a</title><body><select><option>b</select><svg><g><svg/>c</g></svg>d<script>'e'</script>";
        assert_eq!(outline(page), "html(body('d'))");
    }

    #[test]
    fn an_svg_without_an_end_tag_ends_at_what_cannot_be_in_it() {
        for end in ["<p>a", "<div>a", "<font size=1>a", "<table><tr><td>a"] {
            let page = format!("<h1>b<svg><g><path d=1>c{end}");
            assert!(outline(&page).contains("'a'") && !outline(&page).contains("'c'"), "{}", outline(&page));
        }
        assert_eq!(outline("<svg><font>a<g>b</svg>c"), "html('c')");
        assert_eq!(outline("<ul><li><a><svg><path></a>b<li>c</ul>"), "html(ul(li(a() 'b') li('c')))");
        assert_eq!(outline("<svg><a><text>a</text></a></svg><p>b"), "html(p('b'))");
        assert_eq!(outline("<svg><path></p>a"), "html('a')");
    }

    #[test]
    fn html_in_an_svg_does_not_end_it() {
        assert_eq!(outline("<svg><foreignObject><div>a</div></foreignObject><text>b</svg>c"), "html('c')");
        assert_eq!(outline("<svg><foreignObject><p>a<svg><path><p>b</foreignObject></svg>c"), "html('c')");
        assert_eq!(outline("<svg><desc>a<p>b</desc><title>c</title></svg>d"), "html('d')");
        assert_eq!(outline("<svg><svg>a</svg>b</svg>c"), "html('c')");
    }

    #[test]
    fn math_without_an_end_tag_ends_at_what_cannot_be_in_it() {
        assert_eq!(outline("<math><mrow><mi>a</mi><p>b<div>c"), "html(math(mrow(mi('a'))) p('b') div('c'))");
        assert_eq!(outline("<math><mi><b>a</b></mi></math>b"), "html(math(mi(b('a'))) 'b')");
        assert_eq!(outline("<p><math><mrow><mspace/>a</p>b"), "html(p(math(mrow(mspace() 'a'))) 'b')");
        let annotated = "<math><annotation-xml encoding='text/html'><p>a</p></annotation-xml></math>b";
        assert_eq!(outline(annotated), "html(math(annotation-xml(p('a'))) 'b')");
    }

    #[test]
    fn a_text_only_element_without_an_end_tag_is_empty() {
        let page = "<div>a<iframe/><p>b<textarea><i>c</i></textarea><textarea/>d<script>e";
        assert_eq!(outline(page), "html(div('a' p('b' 'd')))");
        let tree = tree(page, Extent::Words);
        let out: Vec<&str> = tree.left_out.iter().map(|span| &page[span.range()]).collect();
        assert_eq!(out, ["<iframe/>", "<textarea><i>c</i></textarea>", "<textarea/>", "<script>e"]);
    }

    #[test]
    fn noscript_content_is_included_in_the_unscripted_tree() {
        let page = "<head><noscript>a</noscript></head><body>b<noscript><p>c</noscript>";
        let texts =
            |extent| tree(page, extent).leaves.iter().map(|leaf| leaf.text.to_string()).collect::<Vec<_>>();
        assert_eq!(
            (texts(Extent::Words), texts(Extent::Unscripted)),
            (vec!["b".into()], vec!["b".into(), "c".into()])
        );
    }

    #[test]
    fn text_is_decoded_and_not_split_by_a_comment() {
        assert_eq!(outline("<p> a&amp;\n<!-- x -->b &eacute; <br> -- "), "html(p('a& b é' br()))");
    }

    #[test]
    fn an_element_spans_the_bytes_up_to_its_end_tag_or_the_tag_that_closes_it() {
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

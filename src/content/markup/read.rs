//! Reads the parts of an article from the tree of its page.
//!
//! The tree is walked in document order. Inline elements and texts add atoms to the current run; a block-level element
//! ends the run, which becomes paragraphs.

mod code;
mod list;
mod table;

use super::super::{Comment, Text, TextKind};
use super::image::address as image_address;
use super::inline::{Atom, AtomKind, paragraphs};
use super::tidy::tidy;
use super::{Format, Image, Inline, Part, RepeatedImages};
use crate::document::Document;
use crate::page::{Child, ElementId, Leaf, Tree, collapsed, counts_before, parts_lines, without_marks};
use crate::record::Base;
use crate::token::html::tokens;
use crate::token::{Span, TokenKind};
use hashbrown::HashMap;
use std::borrow::Cow;
use std::ops::Range;

/// A page whose markup is to be read.
pub struct PageMarkup<'a> {
    tree: &'a Tree<'a>,
    source: &'a str,
    base: Base,
    images: &'a RepeatedImages,
    /// The first element with each `id`, which links on the page lead to.
    named: HashMap<Cow<'a, str>, ElementId>,
    /// Number of leaves with a letter or digit before each leaf.
    telling_before: Vec<u32>,
}

impl<'a> PageMarkup<'a> {
    /// Prepares a page that was read. Addresses are resolved against its own, and `images` are left out.
    #[must_use]
    pub fn of(document: &'a Document, tree: &'a Tree<'a>, images: &'a RepeatedImages) -> Self {
        let source = document.text();
        Self::new(tree, source, Base::of(source, document.base_url()), images)
    }

    /// Prepares a page with its tree. Addresses are resolved against `base` if it is known, and `images` are left out.
    #[must_use]
    pub fn new(tree: &'a Tree<'a>, source: &'a str, base: Base, images: &'a RepeatedImages) -> Self {
        let mut named = HashMap::new();
        for (id, element) in (0..).map(ElementId).zip(tree.elements()) {
            if let Some(name) = element.attribute(source, "id") {
                named.entry(name).or_insert(id);
            }
        }
        let are_telling = tree.leaves().iter().map(|leaf| leaf.text.contains(char::is_alphanumeric));
        PageMarkup { tree, source, base, images, named, telling_before: counts_before(are_telling) }
    }

    /// Returns an article with its headline as a level-1 heading; without a headline or other level-1 heading, the
    /// title is put above it. A line about the article above the headline, such as its date, is moved below it.
    #[must_use]
    pub fn article(&self, text: &[Text], headline: Option<Span>, title: Option<&str>) -> Vec<Part> {
        let spans: Vec<Span> = text.iter().map(|text| text.span).collect();
        let mut parts = self.parts(&spans, headline);
        if let Some(headline) = headline {
            let mut above = text.iter().take_while(|text| text.span.end <= headline.start);
            let are_lines = above.all(|text| text.kind == TextKind::Line);
            if let (true, Some(at)) =
                (are_lines, parts.iter().position(|part| matches!(part, Part::Heading(1, _))))
            {
                parts[..=at].rotate_right(1);
            }
        }
        let is_headed = headline.is_some() || parts.iter().any(|part| matches!(part, Part::Heading(1, _)));
        if let (false, Some(title), false) = (is_headed, title, parts.is_empty()) {
            parts.insert(0, Part::Heading(1, vec![Inline::Text(title.to_owned())]));
        }
        parts
    }

    /// Returns a comment, with its author and date, as a quotation.
    #[must_use]
    pub fn quotation(&self, comment: &Comment) -> Part {
        let spans: Vec<Span> = comment.text.iter().map(|text| text.span).collect();
        Part::Quote(self.parts(&spans, None))
    }

    /// Returns the parts in some spans of the page, which must be in document order. The span of the headline becomes a
    /// level-1 heading.
    #[must_use]
    pub fn parts(&self, content: &[Span], headline: Option<Span>) -> Vec<Part> {
        let is_within = |leaf: &Leaf| {
            let before = content.partition_point(|span| span.start <= leaf.span.start);
            before > 0 && leaf.span.end <= content[before - 1].end
        };
        let kept_before = counts_before(self.tree.leaves().iter().map(is_within));
        let extent = content.first().zip(content.last());
        let extent = extent.map(|(first, last)| Span { start: first.start, end: last.end });
        let mut reader = MarkupReader {
            page: self,
            kept_before,
            extent: extent.unwrap_or_default(),
            headline,
            at: 0,
            formats: Vec::new(),
            open: Vec::new(),
        };
        tidy(unwrapped(reader.parts_of(ElementId(0))))
    }
}

/// Removes lists of a single item around all parts: pages put repeated templates, such as posts, into lists.
fn unwrapped(mut parts: Vec<Part>) -> Vec<Part> {
    loop {
        parts = match parts.pop() {
            Some(Part::List { mut items, .. }) if parts.is_empty() && items.len() == 1 => items.remove(0),
            last => {
                parts.extend(last);
                return parts;
            }
        };
    }
}

/// The state of reading a page.
struct MarkupReader<'a> {
    page: &'a PageMarkup<'a>,
    /// Prefix sums: number of content leaves before each leaf.
    kept_before: Vec<u32>,
    /// From the first byte of content to the end of the last.
    extent: Span,
    headline: Option<Span>,
    /// The byte up to which the page was read.
    at: u32,
    /// All formats found so far.
    formats: Vec<Format>,
    /// Indices of the formats around the current position, outermost first.
    open: Vec<usize>,
}

/// Finished parts, and the run of text after them.
#[derive(Default)]
struct Flow {
    parts: Vec<Part>,
    run: Vec<Atom>,
    /// Whether the run contains the headline.
    is_headline: bool,
    /// Whether the last part is a list of `li` elements without a list element around them.
    has_stray_items: bool,
}

impl MarkupReader<'_> {
    fn keeps_leaf(&self, leaf: usize) -> bool {
        self.kept_before[leaf] < self.kept_before[leaf + 1]
    }

    /// Number of content leaves in an element.
    fn kept_in(&self, id: ElementId) -> u32 {
        let leaves = &self.page.tree.element(id).leaves;
        self.kept_before[leaves.end as usize] - self.kept_before[leaves.start as usize]
    }

    /// Whether an element without text, such as an image, belongs to the content: the innermost element with text
    /// around it has content, and either the element lies between the first and the last content, or all text of that
    /// ancestor is content.
    fn is_in_content(&self, id: ElementId) -> bool {
        let element = self.page.tree.element(id);
        let mut around = element.parent;
        while let Some(id) = around.filter(|&id| !self.page.tree.has_text(id)) {
            around = self.page.tree.element(id).parent;
        }
        let Some(around) = around else { return false };
        let (kept, all) = (self.kept_in(around), self.page.tree.leaves_of(around).len());
        let in_extent = self.extent.start <= element.tag.start && element.tag.start < self.extent.end;
        kept > 0 && (in_extent || kept as usize == all)
    }

    fn parts_of(&mut self, id: ElementId) -> Vec<Part> {
        let mut flow = Flow::default();
        self.fill(id, &mut flow);
        self.end_run(&mut flow);
        flow.parts
    }

    /// Reads the children of an element.
    fn fill(&mut self, id: ElementId, flow: &mut Flow) {
        let page = self.page;
        for child in page.tree.contents(id) {
            match child {
                Child::Text(leaf) => self.add_text(leaf as usize, flow),
                Child::Element(id) => {
                    let element = page.tree.element(id);
                    self.space_before(element.tag.start, flow);
                    self.at = self.at.max(element.tag.end);
                    if self.kept_in(id) > 0 || !page.tree.has_text(id) {
                        self.add_element(id, flow);
                        self.space_before(element.span.end, flow);
                    }
                    self.at = self.at.max(element.span.end);
                }
            }
        }
    }

    /// Adds the white space between tags up to a byte.
    fn space_before(&mut self, byte: u32, flow: &mut Flow) {
        let between = self.page.source.get(self.at as usize..byte as usize).unwrap_or_default();
        let is_space = |text: &str| !text.is_empty() && text.chars().all(char::is_whitespace);
        let mut tokens = tokens(between).filter(|token| token.kind == TokenKind::Text);
        if !flow.run.is_empty() && tokens.any(|token| is_space(token.text(between))) {
            self.add(AtomKind::Space, flow);
        }
    }

    fn add(&self, kind: AtomKind, flow: &mut Flow) {
        flow.run.push(Atom { kind, formats: self.open.clone() });
    }

    /// Adds a text if it is kept, and goes on behind it.
    fn add_text(&mut self, at: usize, flow: &mut Flow) {
        if self.keeps_leaf(at) {
            self.add_leaf(at, flow);
        }
        self.at = self.at.max(self.page.tree.leaves()[at].span.end);
    }

    fn add_leaf(&mut self, at: usize, flow: &mut Flow) {
        let leaf = &self.page.tree.leaves()[at];
        self.space_before(leaf.span.start, flow);
        let written = without_marks(htmlize::unescape(&self.page.source[leaf.span.range()]));
        if written.starts_with(char::is_whitespace) {
            self.add(AtomKind::Space, flow);
        }
        self.add(AtomKind::Text(leaf.text.to_string()), flow);
        if written.ends_with(char::is_whitespace) {
            self.add(AtomKind::Space, flow);
        }
        flow.is_headline |= self
            .headline
            .is_some_and(|headline| headline.start <= leaf.span.start && leaf.span.end <= headline.end);
    }

    fn add_element(&mut self, id: ElementId, flow: &mut Flow) {
        let page = self.page;
        let name = &*page.tree.element(id).name;
        match name {
            "br" => return self.add(AtomKind::Break, flow),
            "img" => {
                if let Some(image) = self.image(id) {
                    self.add(AtomKind::Image(image), flow);
                }
                return;
            }
            _ if !parts_lines(name) => return self.add_inline(id, flow),
            _ => self.end_run(flow),
        }
        match name {
            "hr" => {
                if self.is_in_content(id) {
                    flow.parts.push(Part::Rule);
                }
            }
            "pre" | "listing" | "plaintext" if self.kept_in(id) > 0 => flow.parts.push(self.code(id)),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.add_heading(id, flow),
            "blockquote" => flow.parts.extend(some(self.parts_of(id)).map(Part::Quote)),
            "ul" | "ol" | "menu" | "dir" => self.add_list(id, flow),
            "li" => self.add_stray_item(id, flow),
            "dl" => self.add_terms(id, flow),
            "table" => self.add_table(id, flow),
            _ => {
                self.fill(id, flow);
                self.end_run(flow);
            }
        }
    }

    fn add_inline(&mut self, id: ElementId, flow: &mut Flow) {
        let leads_here = self.leads_to_itself(id);
        if leads_here && self.is_sign(id) {
            return;
        }
        let format = if leads_here { None } else { self.format(id) };
        let is_new = |format: &Format| {
            let mut around = self.open.iter().map(|&open| &self.formats[open]);
            !around.any(|open| std::mem::discriminant(open) == std::mem::discriminant(format))
        };
        if let Some(format) = format.filter(is_new) {
            self.open.push(self.formats.len());
            self.formats.push(format);
            self.fill(id, flow);
            self.open.pop();
        } else {
            self.fill(id, flow);
        }
    }

    /// Whether an element is a link to an element that it is in: readers copy its address.
    fn leads_to_itself(&self, id: ElementId) -> bool {
        let element = self.page.tree.element(id);
        let href = (&*element.name == "a").then(|| element.attribute(self.page.source, "href")).flatten();
        let target = href
            .as_deref()
            .and_then(|href| href.strip_prefix('#'))
            .and_then(|name| self.page.named.get(name));
        target.is_some_and(|&target| (target..self.page.tree.element(target).end).contains(&id))
    }

    /// Whether an element has text, but no letter or digit.
    fn is_sign(&self, id: ElementId) -> bool {
        let Range { start, end } = self.page.tree.element(id).leaves;
        start < end && self.page.telling_before[start as usize] == self.page.telling_before[end as usize]
    }

    fn format(&self, id: ElementId) -> Option<Format> {
        let element = self.page.tree.element(id);
        Some(match &*element.name {
            "a" => {
                let address = self.page.base.link(&element.attribute(self.page.source, "href")?)?;
                let title =
                    element.attribute(self.page.source, "title").map(|title| collapsed(title).into_owned());
                Format::Link { address, title: title.filter(|title| !title.is_empty()) }
            }
            "em" | "i" => Format::Emphasis,
            "strong" | "b" => Format::Strong,
            "code" | "kbd" | "samp" | "tt" => Format::Code,
            "del" | "s" | "strike" => Format::Deleted,
            "sub" => Format::Subscript,
            "sup" => Format::Superscript,
            "q" => Format::Quotation,
            _ => return None,
        })
    }

    fn image(&self, id: ElementId) -> Option<Image> {
        let element = self.page.tree.element(id);
        let attribute = |name: &str| element.attribute(self.page.source, name);
        let written = image_address(element.attributes(self.page.source))
            .or_else(|| self.address_without_scripts(element.span.end))?;
        // Images one pixel wide count visitors.
        let is_pixel = |name: &str| attribute(name).is_some_and(|size| matches!(size.trim(), "0" | "1"));
        if self.page.images.has(&written)
            || is_pixel("width")
            || is_pixel("height")
            || !self.is_in_content(id)
        {
            return None;
        }
        let address = self.page.base.link(&written)?;
        Some(Image {
            address,
            text: attribute("alt").map(|text| collapsed(text).into_owned()).unwrap_or_default(),
        })
    }

    /// Returns the address of an image that a script loads, from the `noscript` right after it. `end` is the end of the
    /// image.
    fn address_without_scripts(&self, end: u32) -> Option<Cow<'_, str>> {
        let (tree, source) = (self.page.tree, self.page.source);
        let behind = tree.left_out().get(tree.left_out().partition_point(|span| span.start < end))?;
        let part = &source[behind.range()];
        let mut tags = tokens(part).filter(|token| token.kind == TokenKind::StartTag);
        let is_instead = tags.next()?.name(part).eq_ignore_ascii_case("noscript");
        let is_next = source[end as usize..behind.start as usize].trim().is_empty();
        let image = tags.find(|tag| tag.name(part).eq_ignore_ascii_case("img"))?;
        if is_instead && is_next { image_address(image.attributes(part)) } else { None }
    }

    /// Ends the current run of text, and makes paragraphs of it.
    fn end_run(&self, flow: &mut Flow) {
        let run = std::mem::take(&mut flow.run);
        let is_headline = std::mem::take(&mut flow.is_headline);
        for line in paragraphs(run, &self.formats) {
            flow.has_stray_items = false;
            if is_headline {
                flow.parts.extend(heading(1, line));
            } else {
                flow.parts.push(Part::Paragraph(line));
            }
        }
    }

    fn add_heading(&mut self, id: ElementId, flow: &mut Flow) {
        let level = self.page.tree.element(id).name.as_bytes()[1] - b'0';
        for part in self.parts_of(id) {
            match part {
                Part::Paragraph(line) => flow.parts.extend(heading(level, line)),
                part => flow.parts.push(part),
            }
        }
    }
}

/// Returns a heading, and before it a paragraph with its images.
fn heading(level: u8, line: Vec<Inline>) -> impl Iterator<Item = Part> {
    let (images, mut text): (Vec<Inline>, Vec<Inline>) = line.into_iter().partition(is_image);
    text.dedup_by(|next, before| match (before, next) {
        (Inline::Text(before), Inline::Text(next)) => {
            before.push_str(if before.ends_with(' ') { next.trim_start() } else { next });
            true
        }
        (Inline::Break, Inline::Text(next)) => {
            *next = next.trim_start().to_owned();
            false
        }
        _ => false,
    });
    let images = some(images).map(Part::Paragraph);
    let text = some(trimmed(text)).map(|mut text| match text.pop() {
        // A heading is bold without saying so.
        Some(Inline::Format(Format::Strong, inner)) if text.is_empty() => inner,
        last => text.into_iter().chain(last).collect(),
    });
    images.into_iter().chain(text.map(|text| Part::Heading(level, text)))
}

/// Removes spaces and line breaks at the ends of a line.
fn trimmed(mut line: Vec<Inline>) -> Vec<Inline> {
    let is_blank = |inline: &Inline| match inline {
        Inline::Text(text) => text.trim().is_empty(),
        Inline::Break => true,
        _ => false,
    };
    line.drain(..line.iter().take_while(|inline| is_blank(inline)).count());
    line.truncate(line.len() - line.iter().rev().take_while(|inline| is_blank(inline)).count());
    if let Some(Inline::Text(first)) = line.first_mut() {
        *first = first.trim_start().to_owned();
    }
    if let Some(Inline::Text(last)) = line.last_mut() {
        last.truncate(last.trim_end().len());
    }
    line
}

/// Whether an inline part is an image, linked or not.
fn is_image(inline: &Inline) -> bool {
    match inline {
        Inline::Image(_) => true,
        Inline::Format(_, line) => line.iter().all(is_image),
        Inline::Text(_) | Inline::Break => false,
    }
}

/// Returns a list, or `None` if it is empty.
fn some<T>(list: Vec<T>) -> Option<Vec<T>> {
    Some(list).filter(|list| !list.is_empty())
}

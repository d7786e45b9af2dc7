//! Symbols: which nodes of different pages are alike.
//!
//! In: the nodes of pages. Out: the discriminative attributes, and a number (symbol) for each node. Elements have the
//! same symbol if their tag and their discriminative attributes are the same; texts if their words are.
//!
//! An id or itemprop is discriminative if it recurs on a second page, or has no digits. In the second case an id that
//! no other page has makes its element different from all others, instead of like all others of its tag. Of classes,
//! those that recur are discriminative: `post` of `post category-soup`. Other attributes are discriminative if nearly
//! all pages have the value and elements of a page share it: their values are data, as texts are, and a value that
//! differs from element to element, as addresses do, only numbers the elements. Ids and classes that count elements,
//! always from the same number on and on some pages further than on others, are not discriminative.
//!
//! ```text
//! pages   <li id=n7 class="post new">a    <li id=n8 class="post">b    <li id=n9 class="post">c
//! symbol  <li class="post"> for all three
//! ```

use crate::measure::are_nearly_all;
use crate::page::Element;
use crate::repeat::fold_digits;
use crate::token::{self, Alphabet};
use crate::wrapper::page::node::{self, NodeKind, Page};
use crate::wrapper::section::{Mark, Role};
use hashbrown::HashMap;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Writes the spelling of an attribute in an alphabet: `a href=/home`.
fn spell_attribute(element: &str, name: &str, value: &str, spelling: &mut String) {
    spelling.clear();
    for piece in [element, " ", name, "=", value] {
        spelling.push_str(piece);
    }
}

/// An attribute with its value.
type AttributeValue<'a> = (Cow<'a, str>, Cow<'a, str>);

/// The attributes of an element with their values, by name: names in lower case, entities decoded, the first of a
/// repeated name only.
pub(in crate::wrapper) fn attributes<'a>(
    element: &Element,
    source: &'a str,
) -> BTreeMap<Cow<'a, str>, Cow<'a, str>> {
    by_name(element, source).into_iter().collect()
}

/// The name of an attribute in lower case, and its value with entities decoded.
fn decoded(attribute: token::Attribute<'_>) -> AttributeValue<'_> {
    let name = if attribute.name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(attribute.name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(attribute.name)
    };
    (name, htmlize::unescape_attribute(attribute.value.unwrap_or_default()))
}

/// The attributes of an element as [`attributes`] gives them, in a list sorted by name.
fn by_name<'a>(element: &Element, source: &'a str) -> Vec<AttributeValue<'a>> {
    let mut attributes: Vec<AttributeValue> = element.attributes(source).map(decoded).collect();
    attributes.sort_by(|a, b| a.0.cmp(&b.0));
    attributes.dedup_by(|next, first| next.0 == first.0);
    attributes
}

/// Whether an attribute of this name is there to name its element.
fn is_naming(name: &str) -> bool {
    matches!(name, "id" | "class" | "itemprop")
}

/// The parts of a value that are compared: the single classes, or the whole value of another attribute.
fn value_parts<'v>(name: &str, value: &'v str) -> impl Iterator<Item = &'v str> + use<'v> {
    let is_class = name == "class";
    let classes = is_class.then(|| value.split_ascii_whitespace());
    classes.into_iter().flatten().chain((!is_class).then_some(value))
}

/// Whether an attribute is discriminative even if no other page has it: it names its element and has no digits.
fn names_its_element(name: &str, value: &str) -> bool {
    is_naming(name) && !value.is_empty() && !value.bytes().any(|byte| byte.is_ascii_digit())
}

/// A series of names that differ only in their number: `row1`, `row2`.
#[derive(Clone, Copy, Debug, Default)]
struct NumberSeries {
    /// The last page with such names, and the first and the last number there.
    page: u32,
    first: u32,
    last: u32,
    /// The length of the series on the page before, if there is one.
    before: Option<u32>,
    varies: bool,
    is_broken: bool,
}

impl NumberSeries {
    /// Adds the next number on a page.
    fn add(&mut self, page: u32, number: u32) {
        if self.is_broken {
            return;
        }
        if self.page == page {
            self.is_broken = self.last.checked_add(1) != Some(number);
        } else {
            self.is_broken = self.page > 0 && number != self.first;
            self.end();
            (self.page, self.first) = (page, number);
        }
        self.last = number;
    }

    fn end(&mut self) {
        if self.page > 0 {
            let count = self.last - self.first;
            self.varies |= self.before.is_some_and(|before| before != count);
            self.before = Some(count);
        }
    }

    /// Whether the names only count similar elements: they count by one from the same number on all pages, and
    /// further on some pages than on others.
    fn is_counter(mut self) -> bool {
        if self.is_broken {
            return false;
        }
        self.end();
        self.varies
    }
}

/// The discriminative attributes of a set of pages.
#[derive(Debug, Default)]
pub(in crate::wrapper) struct DiscriminativeAttributes {
    known: Alphabet,
}

impl DiscriminativeAttributes {
    /// Finds the discriminative attributes: those that recur on at least two of these pages, or on nearly all if the
    /// attribute does not name elements.
    pub(in crate::wrapper) fn of_pages(pages: &[&Page]) -> Self {
        let mut seen = Alphabet::new();
        let mut on: Vec<(u32, u32)> = vec![(0, 0)];
        // For each combination of tag and attribute, how often it occurs, and the number of its distinct values,
        // added up over the pages.
        let mut kinds = Alphabet::new();
        let mut kind_of: Vec<usize> = vec![0];
        let mut values: Vec<(u32, u32)> = vec![(0, 0)];
        let mut spelling = String::new();
        // For each symbol with digits its series, and its number there.
        let mut series = Alphabet::new();
        let mut of_series: Vec<Option<(usize, u32)>> = vec![None];
        let mut all_series: Vec<NumberSeries> = vec![NumberSeries::default()];
        // Most tags recur exactly as written; each spelling is parsed once.
        let mut tags: HashMap<&str, Vec<usize>> = HashMap::new();
        for (number, page) in (1..).zip(pages) {
            for element in page.tree.elements() {
                let symbols = tags.entry(&page.source[element.tag.range()]).or_insert_with(|| {
                    let mut symbols = Vec::new();
                    for (name, value) in &by_name(element, page.source) {
                        for part in value_parts(name, value) {
                            spell_attribute(&element.name, name, "", &mut spelling);
                            let kind = kinds.intern(&spelling).number() as usize;
                            spell_attribute(&element.name, name, part, &mut spelling);
                            let symbol = seen.intern(&spelling).number() as usize;
                            kind_of.resize(seen.size().max(symbol + 1), kind);
                            kind_of[symbol] = kind;
                            of_series.resize(seen.size().max(symbol + 1), None);
                            if let Some(number) = node::number(part).filter(|_| is_naming(name)) {
                                spell_attribute(&element.name, name, &fold_digits(part), &mut spelling);
                                of_series[symbol] =
                                    Some((series.intern(&spelling).number() as usize, number));
                            }
                            symbols.push(symbol);
                        }
                    }
                    symbols
                });
                on.resize(seen.size(), (0, 0));
                values.resize(kinds.size(), (0, 0));
                all_series.resize_with(series.size(), NumberSeries::default);
                for &symbol in symbols.iter() {
                    if let Some((series, of_part)) = of_series[symbol] {
                        all_series[series].add(number, of_part);
                    }
                    let (last, pages) = &mut on[symbol];
                    let (all, different) = &mut values[kind_of[symbol]];
                    *all += 1;
                    if *last != number {
                        (*last, *pages) = (number, *pages + 1);
                        *different += 1;
                    }
                }
            }
        }
        let mut known = Alphabet::new();
        for (symbol, spelling) in seen.iter() {
            let pages_with = on[symbol.number() as usize].1;
            let name = spelling.split_once(' ').and_then(|(_, attribute)| attribute.split_once('='));
            let (all, different) = values[kind_of[symbol.number() as usize]];
            let is_told = name.is_some_and(|(name, _)| is_naming(name))
                || 2 * different <= all && are_nearly_all(pages_with as usize, pages.len());
            let counts = of_series[symbol.number() as usize]
                .is_some_and(|(series, _)| all_series[series].is_counter());
            if pages_with >= 2 && is_told && !counts {
                known.intern(spelling);
            }
        }
        DiscriminativeAttributes { known }
    }

    /// Adds a discriminative attribute.
    pub(in crate::wrapper) fn add(&mut self, element: &str, name: &str, value: &str) {
        let mut spelling = String::new();
        for part in value_parts(name, value) {
            spell_attribute(element, name, part, &mut spelling);
            self.known.intern(&spelling);
        }
    }

    /// The discriminative attributes of an element, sorted by name; `spelling` is a buffer.
    pub(in crate::wrapper) fn of_element<'a>(
        &self,
        element: &Element,
        source: &'a str,
        spelling: &mut String,
    ) -> Vec<AttributeValue<'a>> {
        let mut discriminative = by_name(element, source);
        discriminative.retain_mut(|(name, value)| {
            let mut is_known = |part: &str| {
                spell_attribute(&element.name, name, part, spelling);
                self.known.find(spelling).is_some()
            };
            if name != "class" {
                return names_its_element(name, value) || is_known(value);
            }
            let known: Vec<&str> = value_parts(name, value).filter(|part| is_known(part)).collect();
            if known.is_empty() {
                return names_its_element(name, value);
            }
            if known.len() < value_parts(name, value).count() {
                *value = Cow::Owned(known.join(" "));
            }
            true
        });
        discriminative
    }
}

/// Writes the spelling of an element: `<a class="x">`; without attributes it has no space.
pub(in crate::wrapper) fn spell_element<N: AsRef<str>, V: AsRef<str>>(
    name: &str,
    attributes: impl IntoIterator<Item = (N, V)>,
    spelling: &mut String,
) {
    spelling.clear();
    spelling.push('<');
    spelling.push_str(name);
    for (name, value) in attributes {
        for piece in [" ", name.as_ref(), "=\"", value.as_ref(), "\""] {
            spelling.push_str(piece);
        }
    }
    spelling.push('>');
}

/// Writes the spelling of a text with a mark; the words of a label are left out.
pub(in crate::wrapper) fn spell_marked_text(text: &str, mark: Mark, spelling: &mut String) {
    spelling.clear();
    if mark.role != Role::Label {
        spelling.push('"');
        spelling.push_str(text);
    }
    mark.spell(spelling);
}

/// The symbols of nodes: odd numbers for texts without a mark, even numbers for all others. 0 is no symbol.
#[derive(Debug, Default)]
pub(in crate::wrapper) struct Symbols {
    spellings: Alphabet,
    texts: Alphabet,
    spelling: String,
}

impl Symbols {
    /// An upper bound: all symbols are below it.
    pub(in crate::wrapper) fn size(&self) -> usize {
        2 * self.spellings.size().max(self.texts.size())
    }

    /// The symbol of an element, a new one if the element is not known yet.
    pub(in crate::wrapper) fn element<N: AsRef<str>, V: AsRef<str>>(
        &mut self,
        name: &str,
        attributes: impl IntoIterator<Item = (N, V)>,
        mark: Option<Mark>,
    ) -> u32 {
        spell_element(name, attributes, &mut self.spelling);
        if let Some(mark) = mark {
            mark.spell(&mut self.spelling);
        }
        2 * self.spellings.intern(&self.spelling).number()
    }

    /// The symbol of a text, a new one if the text is not known yet.
    pub(in crate::wrapper) fn text(&mut self, text: &str, mark: Option<Mark>) -> u32 {
        let Some(mark) = mark else { return 2 * self.texts.intern(text).number() + 1 };
        spell_marked_text(text, mark, &mut self.spelling);
        2 * self.spellings.intern(&self.spelling).number()
    }

    /// The symbol of a spelling, 0 if it is not known.
    pub(in crate::wrapper) fn find(&self, spelling: &str) -> u32 {
        self.spellings.find(spelling).map_or(0, |symbol| 2 * symbol.number())
    }

    /// The symbol of a text without a mark, 0 if it is not known.
    pub(in crate::wrapper) fn find_text(&self, text: &str) -> u32 {
        self.texts.find(text).map_or(0, |symbol| 2 * symbol.number() + 1)
    }

    /// For each symbol whether it is that of an element with attributes or a mark.
    pub(in crate::wrapper) fn attributed(&self) -> Vec<bool> {
        let mut attributed = vec![false; self.size()];
        for (symbol, spelling) in self.spellings.iter() {
            attributed[2 * symbol.number() as usize] = spelling.starts_with('<') && spelling.contains(' ');
        }
        attributed
    }
}

impl<'a> Page<'a> {
    /// Sets the symbol of each node. `tags` caches the symbols of tags by their spelling in the source.
    pub(in crate::wrapper) fn number(
        &mut self,
        discriminative: &DiscriminativeAttributes,
        symbols: &mut Symbols,
        tags: &mut HashMap<&'a str, u32>,
    ) {
        let Page { source, tree, nodes, .. } = self;
        let mut spelling = String::new();
        for node in nodes {
            node.symbol = match (node.kind, node.mark) {
                (NodeKind::Text(_), mark) => symbols.text(node.kind.text(tree).unwrap_or_default(), mark),
                (NodeKind::Element(id), mark) => {
                    let element = tree.element(id);
                    let mut symbol = || {
                        let discriminative = discriminative.of_element(element, source, &mut spelling);
                        symbols.element(&element.name, discriminative, mark)
                    };
                    match mark {
                        Some(_) => symbol(),
                        None => *tags.entry(&source[element.tag.range()]).or_insert_with(symbol),
                    }
                }
            };
        }
    }
}

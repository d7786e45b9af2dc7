//! What makes elements of different pages alike: the tag's name with the attributes that tell it.
//!
//! An id or itemprop tells an element if it recurs on a second page, or has no digits: then one that no other page has
//! makes an element different, rather than like all others of its name. Of classes those do that recur: `post` of
//! `post category-soup`. The values of other attributes are data as texts are, and recur as these do: they tell an element
//! if nearly all pages have them, and elements of a page share them; what differs from element to element, as addresses do,
//! numbers them. Ids and classes that count elements from the same number on, on some pages further than on others, tell none.

use super::node::{self, Of, Page};
use super::role::{Mark, Role};
use crate::measure::are_nearly_all;
use crate::page::Element;
use crate::repeat::fold_digits;
use crate::token::{self, Alphabet};
use hashbrown::HashMap;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// An attribute whose value tells an element, and how it is spelled in an alphabet: `a href=/home`.
fn spell_attribute(element: &str, name: &str, value: &str, spelling: &mut String) {
    spelling.clear();
    for piece in [element, " ", name, "=", value] {
        spelling.push_str(piece);
    }
}

/// An attribute with its value.
type Attribute<'a> = (Cow<'a, str>, Cow<'a, str>);

/// The attributes of an element with values, names lowered, entities decoded; of a repeated name the first alone.
pub(super) fn attributes<'a>(element: &Element, source: &'a str) -> BTreeMap<Cow<'a, str>, Cow<'a, str>> {
    by_name(element, source).into_iter().collect()
}

/// An attribute as it counts.
fn decoded(attribute: token::Attribute<'_>) -> Attribute<'_> {
    let name = if attribute.name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(attribute.name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(attribute.name)
    };
    (name, htmlize::unescape_attribute(attribute.value.unwrap_or_default()))
}

/// The same, sorted by name.
fn by_name<'a>(element: &Element, source: &'a str) -> Vec<Attribute<'a>> {
    let mut attributes: Vec<Attribute> = element.attributes(source).map(decoded).collect();
    attributes.sort_by(|a, b| a.0.cmp(&b.0));
    attributes.dedup_by(|next, first| next.0 == first.0);
    attributes
}

/// Whether an attribute names elements.
fn names(name: &str) -> bool {
    matches!(name, "id" | "class" | "itemprop")
}

/// What tells of a value: each of several classes.
fn parts<'v>(name: &str, value: &'v str) -> impl Iterator<Item = &'v str> + use<'v> {
    let is_class = name == "class";
    let classes = is_class.then(|| value.split_ascii_whitespace());
    classes.into_iter().flatten().chain((!is_class).then_some(value))
}

/// Whether an attribute names its element although no other page may have it.
fn is_name(name: &str, value: &str) -> bool {
    names(name) && !value.is_empty() && !value.bytes().any(|byte| byte.is_ascii_digit())
}

/// Names that differ in their numbers alone: `row1`, `row2`.
#[derive(Clone, Copy, Debug, Default)]
struct Series {
    /// The last page with some, the first and the last number there.
    page: u32,
    first: u32,
    last: u32,
    /// How many the page before had, once there is one.
    before: Option<u32>,
    varies: bool,
    is_broken: bool,
}

impl Series {
    /// Adds a number of a page.
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

    /// Whether they say where their elements stand among like ones rather than what they are: they count from the same number on,
    /// on some pages further than on others.
    fn counts(mut self) -> bool {
        if self.is_broken {
            return false;
        }
        self.end();
        self.varies
    }
}

/// The attributes that tell elements.
#[derive(Debug, Default)]
pub(super) struct DiscriminativeAttributes {
    known: Alphabet,
}

impl DiscriminativeAttributes {
    /// The attributes that recur on at least two of these pages, or on nearly all if they name nothing.
    pub(super) fn of_pages(pages: &[&Page]) -> Self {
        let mut seen = Alphabet::new();
        let mut on: Vec<(u32, u32)> = vec![(0, 0)];
        // Of each attribute of elements of one name, how often pages have it, and how many values of it.
        let mut kinds = Alphabet::new();
        let mut kind_of: Vec<usize> = vec![0];
        let mut values: Vec<(u32, u32)> = vec![(0, 0)];
        let mut spelling = String::new();
        // Of each symbol with digits its series and its number there.
        let mut series = Alphabet::new();
        let mut of_series: Vec<Option<(usize, u32)>> = vec![None];
        let mut all_series: Vec<Series> = vec![Series::default()];
        // Most tags recur as they are written; each is taken apart once.
        let mut tags: HashMap<&str, Vec<usize>> = HashMap::new();
        for (number, page) in (1..).zip(pages) {
            for element in page.tree.elements() {
                let symbols = tags.entry(&page.source[element.tag.range()]).or_insert_with(|| {
                    let mut symbols = Vec::new();
                    for (name, value) in &by_name(element, page.source) {
                        for part in parts(name, value) {
                            spell_attribute(&element.name, name, "", &mut spelling);
                            let kind = kinds.intern(&spelling).number() as usize;
                            spell_attribute(&element.name, name, part, &mut spelling);
                            let symbol = seen.intern(&spelling).number() as usize;
                            kind_of.resize(seen.size().max(symbol + 1), kind);
                            kind_of[symbol] = kind;
                            of_series.resize(seen.size().max(symbol + 1), None);
                            if let Some(number) = node::number(part).filter(|_| names(name)) {
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
                all_series.resize_with(series.size(), Series::default);
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
            let is_told = name.is_some_and(|(name, _)| names(name))
                || 2 * different <= all && are_nearly_all(pages_with as usize, pages.len());
            let counts =
                of_series[symbol.number() as usize].is_some_and(|(series, _)| all_series[series].counts());
            if pages_with >= 2 && is_told && !counts {
                known.intern(spelling);
            }
        }
        DiscriminativeAttributes { known }
    }

    /// Adds an attribute.
    pub(super) fn add(&mut self, element: &str, name: &str, value: &str) {
        let mut spelling = String::new();
        for part in parts(name, value) {
            spell_attribute(element, name, part, &mut spelling);
            self.known.intern(&spelling);
        }
    }

    /// The attributes of an element that tell it, sorted by name; `spelling` is a place to write.
    pub(super) fn of_element<'a>(
        &self,
        element: &Element,
        source: &'a str,
        spelling: &mut String,
    ) -> Vec<Attribute<'a>> {
        let mut discriminative = by_name(element, source);
        discriminative.retain_mut(|(name, value)| {
            let mut is_known = |part: &str| {
                spell_attribute(&element.name, name, part, spelling);
                self.known.find(spelling).is_some()
            };
            if name != "class" {
                return is_name(name, value) || is_known(value);
            }
            let known: Vec<&str> = parts(name, value).filter(|part| is_known(part)).collect();
            if known.is_empty() {
                return is_name(name, value);
            }
            if known.len() < parts(name, value).count() {
                *value = Cow::Owned(known.join(" "));
            }
            true
        });
        discriminative
    }
}

/// The spelling of an element: `<a class="x">`; one without attributes has no space in it.
pub(super) fn spell_element<N: AsRef<str>, V: AsRef<str>>(
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

/// The spelling of a text that is marked, whose words count unless it is a label.
pub(super) fn spell_marked_text(text: &str, mark: Mark, spelling: &mut String) {
    spelling.clear();
    if mark.role != Role::Label {
        spelling.push('"');
        spelling.push_str(text);
    }
    mark.spell(spelling);
}

/// The symbols of nodes: odd numbers for texts without a mark, even ones for all else; none is 0.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    spellings: Alphabet,
    texts: Alphabet,
    spelling: String,
}

impl Symbols {
    /// All symbols are below this.
    pub(super) fn size(&self) -> usize {
        2 * self.spellings.size().max(self.texts.size())
    }

    /// The symbol of an element, a new one if it is not known yet.
    pub(super) fn element<N: AsRef<str>, V: AsRef<str>>(
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

    /// The symbol of a text, a new one if it is not known yet.
    pub(super) fn text(&mut self, text: &str, mark: Option<Mark>) -> u32 {
        let Some(mark) = mark else { return 2 * self.texts.intern(text).number() + 1 };
        spell_marked_text(text, mark, &mut self.spelling);
        2 * self.spellings.intern(&self.spelling).number()
    }

    /// The symbol of a spelling, 0 if it is not known.
    pub(super) fn find(&self, spelling: &str) -> u32 {
        self.spellings.find(spelling).map_or(0, |symbol| 2 * symbol.number())
    }

    /// The symbol of a text without a mark, 0 if it is not known.
    pub(super) fn find_text(&self, text: &str) -> u32 {
        self.texts.find(text).map_or(0, |symbol| 2 * symbol.number() + 1)
    }

    /// For every symbol whether it is that of an element with attributes or a mark.
    pub(super) fn attributed(&self) -> Vec<bool> {
        let mut attributed = vec![false; self.size()];
        for (symbol, spelling) in self.spellings.iter() {
            attributed[2 * symbol.number() as usize] = spelling.starts_with('<') && spelling.contains(' ');
        }
        attributed
    }
}

impl<'a> Page<'a> {
    /// Gives every node its symbol. Tags that are written alike are looked at once, as long as `tags` lasts.
    pub(super) fn number(
        &mut self,
        discriminative: &DiscriminativeAttributes,
        symbols: &mut Symbols,
        tags: &mut HashMap<&'a str, u32>,
    ) {
        let Page { source, tree, nodes, cuts, .. } = self;
        let mut spelling = String::new();
        for node in nodes {
            node.symbol = match (node.of, node.mark) {
                (Of::Text(_) | Of::Label(_) | Of::Rest(_), mark) => {
                    symbols.text(node.of.text(tree, cuts).unwrap_or_default(), mark)
                }
                (Of::Element(id), mark) => {
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

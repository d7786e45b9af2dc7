//! The metadata that a page states in standard vocabularies: JSON-LD, microdata, OpenGraph, Dublin Core, HTML's own
//! elements.
//!
//! In: a page. Out: the stated values of each [`Property`], sorted by vocabulary; the one that most programs read comes
//! first:
//!
//! ```text
//! <script type="application/ld+json">{"@type": "NewsArticle", "headline": ...}     JSON-LD
//! <h1 itemprop=headline>, <a rel=author>                                           microdata
//! <meta property="og:title" content=...>                                           OpenGraph
//! <meta name=author content=...>, <html lang=en>, <title>                          HTML
//! ```
//!
//! Time is linear in the page.

use super::linked;
use super::property::Property;
use crate::page::data::{Datum, attribute, data, root_language};
use crate::page::{ElementId, Tree, text};
use std::fmt;

/// The source of a value of the metadata.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Source {
    /// The page shows it.
    Shown,
    /// Data in a script, in the vocabulary of schema.org.
    JsonLd,
    /// Attributes of elements: microdata, `rel=author`.
    Microdata,
    /// `meta` elements of the Open Graph protocol.
    OpenGraph,
    /// HTML's own elements and `meta` names, and those of Dublin Core.
    Html,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Source::Shown => "shown",
            Source::JsonLd => "JSON-LD",
            Source::Microdata => "microdata",
            Source::OpenGraph => "OpenGraph",
            Source::Html => "HTML",
        })
    }
}

/// The statements of a page about itself.
#[derive(Debug, Default)]
pub(super) struct Stated {
    facts: Vec<(Property, Source, String)>,
}

impl Stated {
    /// Reads the statements of a page.
    pub(super) fn new(tree: &Tree, source: &str) -> Self {
        let mut stated = Stated::default();
        let title = crate::content::title(tree, source);
        stated.add(Property::Title, Source::Html, &title);
        stated.add(Property::Language, Source::Html, &root_language(source).unwrap_or_default());
        data(tree, |datum| match datum {
            Datum::Linked(value) => {
                for (property, value) in linked::facts(&value) {
                    stated.add(property, Source::JsonLd, &value);
                }
            }
            Datum::Meta(tag, part) => stated.meta(&|name| attribute(tag, part, name)),
        });
        for id in tree.ids() {
            stated.element(tree, source, id);
        }
        stated.facts.sort_by_key(|(_, source, _)| *source);
        stated
    }

    /// Returns the first value of a property.
    pub(super) fn get(&self, property: Property) -> Option<(&str, Source)> {
        self.all(property).next()
    }

    /// Returns all values of a property.
    pub(super) fn all(&self, property: Property) -> impl Iterator<Item = (&str, Source)> {
        let of = self.facts.iter().filter(move |fact| fact.0 == property);
        of.map(|(_, source, value)| (value.as_str(), *source))
    }

    fn add(&mut self, property: Property, source: Source, value: &str) {
        let value = htmlize::unescape(value).split_whitespace().collect::<Vec<_>>().join(" ");
        if value.chars().any(char::is_alphanumeric) {
            self.facts.push((property, source, value));
        }
    }

    /// Adds the statements of a `meta` element.
    fn meta(&mut self, attribute: &dyn Fn(&str) -> Option<String>) {
        let Some(content) = attribute("content") else { return };
        let names = ["property", "name", "itemprop", "http-equiv"].into_iter().filter_map(attribute);
        for names in names {
            for name in names.to_ascii_lowercase().split_whitespace() {
                let (property, source) = match name {
                    "og:title" => (Property::Title, Source::OpenGraph),
                    "og:site_name" => (Property::Site, Source::OpenGraph),
                    "og:description" => (Property::Description, Source::OpenGraph),
                    "og:image" | "og:image:url" => (Property::Image, Source::OpenGraph),
                    "og:locale" => (Property::Language, Source::OpenGraph),
                    "og:type" => (Property::Kind, Source::OpenGraph),
                    // Many pages give the address of a page about the author here.
                    "article:author" if !content.contains("://") => (Property::Author, Source::OpenGraph),
                    "article:published_time" => (Property::Date, Source::OpenGraph),
                    "article:modified_time" | "og:updated_time" => (Property::Changed, Source::OpenGraph),
                    "article:section" | "article:tag" => (Property::Topic, Source::OpenGraph),
                    "author" | "dc.creator" | "dcterms.creator" => (Property::Author, Source::Html),
                    "description" | "dc.description" | "dcterms.description" => {
                        (Property::Description, Source::Html)
                    }
                    "date" | "dc.date" | "dcterms.date" | "dcterms.issued" | "dcterms.created" => {
                        (Property::Date, Source::Html)
                    }
                    "dcterms.modified" | "last-modified" => (Property::Changed, Source::Html),
                    "application-name" => (Property::Site, Source::Html),
                    "content-language" | "dc.language" | "dcterms.language" => {
                        (Property::Language, Source::Html)
                    }
                    "dc.title" | "dcterms.title" => (Property::Title, Source::Html),
                    "headline" => (Property::Title, Source::Microdata),
                    "datepublished" => (Property::Date, Source::Microdata),
                    "datemodified" => (Property::Changed, Source::Microdata),
                    _ => continue,
                };
                self.add(property, source, &content);
            }
        }
    }

    /// Adds the statements of an element of the body.
    fn element(&mut self, tree: &Tree, source: &str, id: ElementId) {
        let element = tree.element(id);
        let mut property = None;
        for attribute in element.attributes(source) {
            let is_named = |name: &str| attribute.name.eq_ignore_ascii_case(name);
            let mut words = attribute.value.unwrap_or_default().split_whitespace();
            if is_named("itemprop") {
                property = words.find_map(|word| match word {
                    "headline" => Some(Property::Title),
                    "author" | "creator" => Some(Property::Author),
                    "datePublished" | "dateCreated" => Some(Property::Date),
                    "dateModified" => Some(Property::Changed),
                    "inLanguage" => Some(Property::Language),
                    "articleSection" => Some(Property::Topic),
                    _ => None,
                });
            } else if is_named("rel") {
                property = property.or_else(|| words.find_map(related));
            }
        }
        let Some(property) = property else { return };
        // The element of an author contains an element with the name, or is the name itself.
        let named = (property == Property::Author).then(|| name_in(tree, source, id)).flatten();
        let written = ["content", "datetime"].into_iter().find_map(|name| element.attribute(source, name));
        let shown = || text(tree, source, tree.element(named.unwrap_or(id)).span);
        self.add(property, Source::Microdata, &written.map_or_else(shown, std::borrow::Cow::into_owned));
    }
}

/// Returns what a link type states about the text of the link.
fn related(word: &str) -> Option<Property> {
    let of = [("author", Property::Author), ("tag", Property::Topic)];
    of.into_iter().find(|(name, _)| word.eq_ignore_ascii_case(name)).map(|(_, property)| property)
}

/// Returns the element with the name, inside the element of an author.
fn name_in(tree: &Tree, source: &str, author: ElementId) -> Option<ElementId> {
    let inside = (author.0 + 1..tree.element(author).end.0).map(ElementId);
    inside
        .into_iter()
        .find(|&id| tree.element(id).attribute(source, "itemprop").is_some_and(|value| value == "name"))
}

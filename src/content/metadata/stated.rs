//! The metadata that a page states in standard vocabularies: JSON-LD, microdata, RDFa, OpenGraph, Dublin Core, HTML's own
//! elements.
//!
//! In: a page, whose [`Data`] are read. Out: the stated values of each [`Property`], sorted by vocabulary; the one that most programs
//! read comes first:
//!
//! ```text
//! <script type="application/ld+json">{"@type": "NewsArticle", "headline": ...}     JSON-LD
//! <h1 itemprop=headline>, <a rel=author>                                           microdata
//! <meta property="og:title" content=...>                                           OpenGraph
//! <meta name=author content=...>, <html lang=en>, <title>                          HTML
//! ```
//!
//! If JSON-LD data describe several things, the article is the first one with a headline, else the first with a date or an author.
//! Time is linear in the page.

use crate::page::data::{Data, Statement, Value, Vocabulary, root_language, title};
use crate::page::{Tree, collapsed};
use hashbrown::HashSet;
use std::fmt;

/// A property that a page may state about itself.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Property {
    Title,
    Author,
    Date,
    /// The date of the last change.
    Changed,
    Site,
    Description,
    Image,
    Language,
    Kind,
    /// A section or a tag of the article.
    Topic,
    Tag,
    Category,
    License,
}

/// The names of the properties in JSON-LD, in attributes and links, in OpenGraph, and in `meta` elements.
const NAMES: [(Property, [&str; 4]); 13] = [
    (Property::Title, ["headline", "headline dc:title", "og:title", "dc.title dcterms.title"]),
    (
        Property::Author,
        [
            "author",
            "author creator dc:creator sioc:has_creator",
            "article:author",
            "author dc.creator dcterms.creator",
        ],
    ),
    (
        Property::Date,
        [
            "datePublished",
            "datePublished dateCreated dc:created dc:date",
            "article:published_time",
            "date dc.date dcterms.date dcterms.issued dcterms.created",
        ],
    ),
    (
        Property::Changed,
        [
            "dateModified",
            "dateModified",
            "article:modified_time og:updated_time",
            "dcterms.modified last-modified",
        ],
    ),
    (Property::Site, ["publisher", "", "og:site_name", "application-name"]),
    (
        Property::Description,
        ["description", "", "og:description", "description dc.description dcterms.description"],
    ),
    (Property::Image, ["image", "", "og:image og:image:url", ""]),
    (
        Property::Language,
        ["inLanguage", "inLanguage", "og:locale", "content-language dc.language dcterms.language"],
    ),
    (Property::Kind, ["", "", "og:type", ""]),
    (Property::Topic, ["articleSection", "articleSection tag", "article:section article:tag", ""]),
    (Property::Tag, ["keywords", "keywords tag", "article:tag", "keywords dc.subject dcterms.subject"]),
    (Property::Category, ["articleSection", "articleSection", "article:section", ""]),
    (Property::License, ["license", "license", "", "dcterms.license"]),
];

/// The source of a value of the metadata.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Source {
    /// The page shows it.
    Shown,
    /// Data in a script, in the vocabulary of schema.org.
    JsonLd,
    /// Attributes of elements: microdata, RDFa, `rel=author`.
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
    pub(super) fn new(tree: &Tree) -> Self {
        let mut stated = Stated::default();
        stated.add(Property::Title, Source::Html, &title(tree));
        stated.add(Property::Language, Source::Html, &root_language(tree.source).unwrap_or_default());
        let data = Data::of(tree);
        let linked = |names: &[&str]| {
            let is_linked =
                |one: &&Statement| one.vocabulary == Vocabulary::JsonLd && names.contains(&&*one.name);
            data.statements.iter().filter(is_linked).map(|one| one.thing).find(|&thing| data.is_own(thing))
        };
        let article = linked(&["headline"]).or_else(|| linked(&["datePublished", "author"]));
        let kind = article.and_then(|article| data.things[article].types.first());
        stated.add(Property::Kind, Source::JsonLd, kind.map_or("", |kind| kind));
        let is_of_page =
            |one: &&Statement| one.vocabulary != Vocabulary::JsonLd || Some(one.thing) == article;
        for statement in data.statements.iter().filter(is_of_page) {
            stated.add_statement(&data, statement);
        }
        let site = data.things.iter().position(|thing| thing.types.iter().any(|kind| kind == "WebSite"));
        let name = site.and_then(|site| data.property(site, "name")).and_then(|name| name.values.first());
        stated.add(Property::Site, Source::JsonLd, &name.map_or_else(String::new, |name| data.text(name)));
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

    /// Returns all values of a property of the source that is read first, each once, separated by `, `. Several may be in one text,
    /// separated by commas.
    pub(super) fn list(&self, property: Property) -> Option<(String, Source)> {
        let (_, source) = self.get(property)?;
        let of_source = self.all(property).filter(|(_, of)| *of == source);
        let values = of_source.flat_map(|(text, _)| text.split([',', '、', '，'])).map(str::trim);
        let mut known = HashSet::new();
        let values = values.filter(|value| !value.is_empty() && known.insert(value.to_lowercase()));
        Some((values.collect::<Vec<_>>().join(", "), source))
    }

    fn add(&mut self, property: Property, source: Source, value: &str) {
        let value = collapsed(htmlize::unescape(value));
        if value.contains(char::is_alphanumeric) {
            self.facts.push((property, source, value.into_owned()));
        }
    }

    fn add_statement(&mut self, data: &Data, statement: &Statement) {
        let (column, source) = match statement.vocabulary {
            Vocabulary::JsonLd => (0, Source::JsonLd),
            Vocabulary::Microdata | Vocabulary::Rdfa | Vocabulary::Link => (1, Source::Microdata),
            Vocabulary::OpenGraph => (2, Source::OpenGraph),
            Vocabulary::Meta => (3, Source::Html),
        };
        let is_name = |name: &str| name.eq_ignore_ascii_case(&statement.name);
        for (property, _) in NAMES.iter().filter(|(_, names)| names[column].split(' ').any(is_name)) {
            self.add_values(*property, source, data, statement);
        }
    }

    fn add_values(&mut self, property: Property, source: Source, data: &Data, statement: &Statement) {
        let names: &[&str] = match property {
            Property::Image => &["url", "contentUrl"],
            Property::License => &["url", "name"],
            _ => &["name"],
        };
        let mut facts = Vec::new();
        for value in &statement.values {
            let mut leaves = data.leaves(value, names);
            if leaves.is_empty() {
                leaves.push(value);
            }
            facts.extend(leaves.into_iter().map(|leaf| match leaf {
                // What programs read is no label of a link.
                Value::Text(text) if property == Property::Author && source == Source::Microdata => {
                    (Source::Html, text.clone())
                }
                Value::Shown { exact: Some(exact), .. } => (source, exact.clone()),
                Value::Shown { address: Some(address), .. } if property == Property::License => {
                    (source, address.clone())
                }
                _ => (source, data.text(leaf)),
            }));
        }
        if property == Property::Author && matches!(source, Source::JsonLd | Source::OpenGraph) {
            let mut known = HashSet::new();
            // Many pages give the address of a page about the author.
            facts.retain(|(_, text)| !text.contains("://") && known.insert(text.clone()));
            let all: Vec<String> = facts.into_iter().map(|(_, text)| text).collect();
            facts = vec![(source, all.join(", "))];
        }
        for (source, text) in facts {
            self.add(property, source, &text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first value of each property of a page.
    fn read(page: &str) -> impl Fn(Property) -> Option<(String, Source)> {
        let stated = Stated::new(&Tree::whole(page));
        move |property| stated.get(property).map(|(text, source)| (text.to_owned(), source))
    }

    #[test]
    fn an_article_is_found_in_a_graph_and_its_author_by_reference() {
        let get = read(
            r##"<script type="application/ld+json">{"@type": "WebPage", "datePublished": "2019-01-01"}</script>
                <script type="application/ld+json">{"@context": "https://schema.org", "@graph": [
                {"@type": "WebSite", "name": "The Daily"},
                {"@type": "Person", "@id": "#ann", "name": "Ann Lee"},
                {"@type": ["NewsArticle"], "headline": "Rain &amp; wind", "author": [{"@id": "#ann"}, {"name": "Bo"}],
                 "datePublished": "2020-05-03", "image": {"url": "a.png"}}]}</script><p>text"##,
        );
        for (property, text) in [
            (Property::Title, "Rain & wind"),
            (Property::Author, "Ann Lee, Bo"),
            (Property::Date, "2020-05-03"),
            (Property::Image, "a.png"),
            (Property::Kind, "NewsArticle"),
            (Property::Site, "The Daily"),
        ] {
            assert_eq!(get(property), Some((text.to_owned(), Source::JsonLd)), "{property:?}");
        }
    }

    #[test]
    fn the_creator_of_an_article_is_an_account_of_the_site() {
        let page = "<div about=/7 typeof=sioc:Item><span property='dc:date dc:created' content=2010-01-30 rel=sioc:has_creator>Submitted by \
                    <a about=/u/3 typeof=sioc:UserAccount property=foaf:name>xeno</a> on Saturday</span>text</div>";
        let get = read(page);
        assert_eq!(get(Property::Author), Some(("xeno".to_owned(), Source::Microdata)));
        assert_eq!(get(Property::Date), Some(("2010-01-30".to_owned(), Source::Microdata)));
    }

    #[test]
    fn data_without_an_article_give_nothing() {
        for data in
            [r#"{"@type": "Person", "name": "Ann"}"#, &format!("{}{}", "[".repeat(100), "]".repeat(100))]
        {
            let stated = Stated::new(&Tree::whole(&format!(
                "<script type='application/ld+json'>{data}</script><p>text"
            )));
            assert_eq!(stated.facts, []);
        }
    }

    #[test]
    fn the_name_of_an_author_for_programs_is_no_text_of_a_marked_element() {
        let page = "<div itemprop=author itemscope><a href=/u/7>Will 3 badges</a><meta itemprop=name content=Will></div><p itemprop=author itemscope>Bo";
        let stated = Stated::new(&Tree::whole(page));
        let all: Vec<(&str, Source)> = stated.all(Property::Author).collect();
        assert_eq!(all, [("Bo", Source::Microdata), ("Will", Source::Html)]);
    }
}

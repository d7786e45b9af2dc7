//! What a page states in standard vocabularies, as properties with values.
//!
//! In: a page's tree. Out: [`Statement`]s: those of JSON-LD first, then those of attributes of elements (microdata, RDFa), then those of
//! `meta` elements.
//!
//! ```text
//! <script type="application/ld+json">{"@type": "Recipe", "author": {"@type": "Person", "name": "Ann"}, "recipeIngredient": ["1 egg", "2 figs"]}</script>
//! author             Ann              the value of a thing is its name
//! recipeIngredient   1 egg, 2 figs
//! ```
//!
//! Cost: linear in the page. Sources: schema.org; W3C, "JSON-LD 1.1"; HTML Standard, section 5 (microdata), 4.2.5.1 (names of `meta`) and
//! 4.6.7 (types of links);
//! W3C, "RDFa Core 1.1"; The Open Graph protocol.

use super::data::{DEPTH, Datum, attribute, data};
use super::{ElementId, Tree, text};
use serde_json::{Map, Value as Json};
use std::borrow::Cow;

/// One property with its values.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Statement {
    /// The name of the property, without the prefix of its vocabulary.
    pub(crate) property: String,
    /// The values, at least one; without tags and entities, none of them empty.
    pub(crate) values: Vec<String>,
    /// What it is a property of, if the page may be about this.
    pub(crate) subject: Option<Subject>,
}

/// What a whole page may be about.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Subject {
    Article,
    List,
    Thread,
    /// A product, an event, a person or another thing.
    Thing,
}

/// Types of schema.org for what a whole page may be about. Those of its parts, such as breadcrumbs, are not among them.
const TYPES: [(Subject, &[&str]); 4] = [
    (
        Subject::Article,
        &[
            "Article",
            "NewsArticle",
            "BlogPosting",
            "SocialMediaPosting",
            "LiveBlogPosting",
            "TechArticle",
            "ScholarlyArticle",
            "Report",
            "AnalysisNewsArticle",
            "OpinionNewsArticle",
            "ReportageNewsArticle",
            "ReviewNewsArticle",
        ],
    ),
    (
        Subject::List,
        &["ItemList", "CollectionPage", "SearchResultsPage", "Blog", "OfferCatalog", "ProfilePage"],
    ),
    (Subject::Thread, &["DiscussionForumPosting", "QAPage", "Question", "Comment"]),
    (
        Subject::Thing,
        &[
            "Product",
            "ProductGroup",
            "IndividualProduct",
            "Recipe",
            "Event",
            "Book",
            "Movie",
            "TVSeries",
            "MusicAlbum",
            "MusicRecording",
            "VideoGame",
            "SoftwareApplication",
            "Dataset",
            "Course",
            "JobPosting",
            "Restaurant",
            "LocalBusiness",
            "Place",
            "Vehicle",
        ],
    ),
];

impl Subject {
    /// The subject of a page with a thing of this type, which may be written as an address.
    pub(crate) fn of_type(name: &str) -> Option<Self> {
        let name = name.trim().rsplit('/').next().unwrap_or_default();
        TYPES.iter().find(|(_, names)| names.contains(&name)).map(|&(of, _)| of)
    }
}

/// The statements of a page, in its order within each vocabulary.
pub(crate) fn statements(tree: &Tree) -> Vec<Statement> {
    let mut found = Statements::default();
    let mut metas = Vec::new();
    data(tree, |datum| match datum {
        Datum::Linked(value) => found.add_things(&value, None, 0),
        Datum::Meta(tag, part) => {
            let content = attribute(tag, part, "content");
            let names = ["property", "name"].iter().find_map(|name| attribute(tag, part, name));
            metas.extend(names.zip(content));
        }
    });
    found.add_elements(tree);
    for (names, content) in metas {
        // `twitter:` names repeat what other vocabularies state.
        for name in names.split_whitespace().filter(|name| !name.starts_with("twitter:")) {
            // The amount of a price is the price.
            let property = name.strip_suffix(":amount").unwrap_or(name);
            found.add(without_prefix(property), [content.as_str()], of_object(name));
        }
    }
    found.0
}

/// What the property of a `meta` element is of: an object of the Open Graph protocol, or the page, for HTML's own `author`.
fn of_object(name: &str) -> Option<Subject> {
    match name.split_once(':').map_or(name, |(prefix, _)| prefix) {
        "article" => Some(Subject::Article),
        "book" | "product" | "music" | "video" | "profile" => Some(Subject::Thing),
        _ => name.eq_ignore_ascii_case("author").then_some(Subject::Article),
    }
}

fn without_prefix(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

#[derive(Default)]
struct Statements(Vec<Statement>);

impl Statements {
    fn add<'t>(
        &mut self,
        property: &str,
        values: impl IntoIterator<Item = &'t str>,
        subject: Option<Subject>,
    ) {
        let values: Vec<String> =
            values.into_iter().map(bare).filter(|value| value.chars().any(char::is_alphanumeric)).collect();
        if !values.is_empty() {
            self.0.push(Statement { property: property.to_owned(), values, subject });
        }
    }

    /// Adds the properties of the things that JSON-LD data describe. `around`: what they are parts of.
    fn add_things(&mut self, data: &Json, around: Option<Subject>, depth: usize) {
        match data {
            Json::Array(all) if depth < DEPTH => {
                for one in all {
                    self.add_things(one, around, depth + 1);
                }
            }
            Json::Object(members) if depth < DEPTH => {
                let own = |kinds: &Json| texts(kinds, 0).iter().find_map(|name| Subject::of_type(name));
                let subject = around.or_else(|| members.get("@type").and_then(own));
                for (name, value) in members.iter().filter(|(name, _)| !name.starts_with('@')) {
                    self.add(name, texts(value, 0).iter().map(String::as_str), subject);
                }
                for (name, value) in members {
                    if name == "@graph" || name == "mainEntity" {
                        self.add_things(value, None, depth + 1);
                    } else if let Some(inner) = only_thing(value) {
                        let rest = inner.iter().filter(|(name, _)| !is_name(name));
                        let rest = rest.map(|(name, value)| (name.clone(), value.clone())).collect();
                        let around = subject.filter(|_| is_part(name));
                        self.add_things(&Json::Object(rest), around, depth + 1);
                    }
                }
            }
            _ => {}
        }
    }

    /// Adds the properties that attributes of elements state.
    fn add_elements(&mut self, tree: &Tree) {
        let source = tree.source;
        let mut open: Vec<OpenElement> = Vec::new();
        // The things around an element: the end of each, and what it is or is a part of.
        let mut things: Vec<(ElementId, Option<Subject>)> = Vec::new();
        let mut lists: Lists = Vec::new();
        let add = |lists: &mut Lists, name: &str, subject, value| match lists
            .iter_mut()
            .find(|(known, of, _)| known == name && *of == subject)
        {
            Some((.., values)) => values.push(value),
            None => lists.push((name.to_owned(), subject, vec![value])),
        };
        let close = |lists: &mut Lists, open: OpenElement| {
            let shown = || text(tree, source, tree.element(open.id).span);
            let Some(value) = open.value.or_else(|| open.is_plain.then(shown)) else { return };
            for name in open.names.split_whitespace().map(without_prefix) {
                add(lists, name, open.subject, value.clone());
            }
        };
        for id in tree.ids() {
            while let Some(ended) = open.pop_if(|open| open.end <= id) {
                close(&mut lists, ended);
            }
            while things.pop_if(|thing| thing.0 <= id).is_some() {}
            let element = tree.element(id);
            let get = |name: &str| element.attribute(source, name);
            for name in links_to(tree, id) {
                add(&mut lists, name, Some(Subject::Article), text(tree, source, element.span));
            }
            let names = get("itemprop").or_else(|| get("property"));
            let subject = things.last().and_then(|thing| thing.1);
            let is_thing = get("itemscope").or_else(|| get("typeof")).is_some();
            if is_thing {
                let kinds = get("itemtype").or_else(|| get("typeof")).unwrap_or_default();
                let is_part = names.as_ref().is_some_and(|names| names.split_whitespace().any(is_part));
                let own = || kinds.split_whitespace().find_map(Subject::of_type);
                things.push((element.end, subject.filter(|_| is_part).or_else(own)));
            }
            let Some(names) = names else { continue };
            let written = get("content").map(Cow::into_owned);
            if let Some(outer) = open.last_mut() {
                outer.is_plain = false;
                if outer.is_thing && names.split_whitespace().any(is_name) {
                    let shown = || text(tree, source, element.span);
                    outer.value.get_or_insert_with(|| written.unwrap_or_else(shown));
                    continue;
                }
            }
            let names = names.into_owned();
            open.push(OpenElement {
                end: element.end,
                names,
                value: written,
                is_thing,
                is_plain: !is_thing,
                subject,
                id,
            });
        }
        while let Some(ended) = open.pop() {
            close(&mut lists, ended);
        }
        for (name, subject, values) in lists {
            self.add(&name, values.iter().map(String::as_str), subject);
        }
    }
}

/// Properties with what they are of and their values.
type Lists = Vec<(String, Option<Subject>, Vec<String>)>;

/// What a link of the article leads to, by its type: its author, a tag of it, its license (HTML Standard, section 4.6.7).
fn links_to(tree: &Tree, id: ElementId) -> impl Iterator<Item = &'static str> {
    let element = tree.element(id);
    let types = if element.name == "a" { element.attribute(tree.source, "rel") } else { None };
    let types = types.unwrap_or_default().to_ascii_lowercase();
    ["author", "tag", "license"]
        .into_iter()
        .filter(move |name| types.split_whitespace().any(|of| of == *name))
}

/// An element with a property whose descendants are not all read yet.
struct OpenElement {
    end: ElementId,
    names: String,
    value: Option<String>,
    is_thing: bool,
    is_plain: bool,
    subject: Option<Subject>,
    id: ElementId,
}

/// The only thing in a value.
fn only_thing(value: &Json) -> Option<&Map<String, Json>> {
    match value {
        Json::Object(inner) => Some(inner),
        Json::Array(all) if all.len() == 1 => all[0].as_object(),
        _ => None,
    }
}

/// Whether a property is the name of a thing rather than another property of it.
fn is_name(property: &str) -> bool {
    matches!(property, "name" | "text" | "value")
}

/// Whether a thing that is the value of this property tells of the thing that has it: at which price it is offered, and how it is rated.
/// The properties of other values, such as an author's, are their own.
fn is_part(property: &str) -> bool {
    matches!(property, "offers" | "priceSpecification" | "aggregateRating")
}

/// A text without tags and entities; a term of schema.org without its address; white space collapsed.
fn bare(text: &str) -> String {
    let mut in_tag = false;
    let shown: String = text
        .chars()
        .filter(|&char| {
            in_tag |= char == '<';
            let is_shown = !in_tag;
            in_tag &= char != '>';
            is_shown
        })
        .collect();
    let shown = htmlize::unescape(shown);
    let is_host = |address: &str| {
        address.starts_with("http://schema.org/") || address.starts_with("https://schema.org/")
    };
    let term = shown.trim().rsplit_once('/').filter(|_| is_host(shown.trim())).map(|(_, term)| term);
    term.unwrap_or(&shown).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The texts of a JSON value: itself, or the names of the things in it.
fn texts(value: &Json, depth: usize) -> Vec<String> {
    match value {
        Json::String(text) => vec![text.clone()],
        Json::Number(number) => vec![number.to_string()],
        Json::Array(all) if depth < DEPTH => all.iter().flat_map(|one| texts(one, depth + 1)).collect(),
        Json::Object(members) if depth < DEPTH => {
            // Sections of instructions and other lists are objects.
            let list = members.get("itemListElement").or_else(|| members.get("item"));
            let name = ["text", "name", "value"].iter().find_map(|name| members.get(*name));
            list.or(name).map(|value| texts(value, depth + 1)).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(page: &str) -> Vec<(String, String, Option<Subject>)> {
        let short = |one: Statement| (one.property, one.values.join("|"), one.subject);
        statements(&Tree::whole(page)).into_iter().map(short).collect()
    }

    fn has(
        found: &[(String, String, Option<Subject>)],
        property: &str,
        values: &str,
        subject: Option<Subject>,
    ) -> bool {
        found.contains(&(property.to_owned(), values.to_owned(), subject))
    }

    #[test]
    fn attributes_and_meta_elements_state_properties_too() {
        let page = "<head><meta property='og:title' content='Leek &amp; oats'><meta name=author content=Bo></head><div itemscope><h2 itemprop=name>Soup</h2>\
                    <p itemprop=author itemscope>by <b itemprop=name>Ann</b><i itemprop=jobTitle>cook</i></p>\
                    <ul><li itemprop=recipeIngredient>1 egg<li itemprop=recipeIngredient>2 figs</ul></div>";
        let found = of(page);
        for (property, values, subject) in [
            ("title", "Leek & oats", None),
            ("author", "Bo", Some(Subject::Article)),
            ("name", "Soup", None),
            ("author", "Ann", None),
            ("jobTitle", "cook", None),
            ("recipeIngredient", "1 egg|2 figs", None),
        ] {
            assert!(has(&found, property, values, subject), "{property}: {found:?}");
        }
    }

    #[test]
    fn the_value_of_a_thing_is_its_name_and_that_of_a_list_its_items() {
        let page = r#"<script type="application/ld+json">{"@graph": [{"@type": "Recipe", "author": {"@type": "Person", "name": "Ann",
            "jobTitle": "cook"}, "recipeInstructions": [{"@type": "HowToSection", "name": "First", "itemListElement": [{"@type": "HowToStep",
            "name": "Cut", "text": "<p>Cut&nbsp;it.</p>"}]}, "Boil it."]}]}</script><p>text"#;
        let found = of(page);
        let names: Vec<&str> = found.iter().map(|one| &*one.0).collect();
        assert_eq!(names, ["author", "recipeInstructions", "jobTitle"]);
        assert!(has(&found, "author", "Ann", Some(Subject::Thing)), "{found:?}");
        assert!(has(&found, "recipeInstructions", "Cut it.|Boil it.", Some(Subject::Thing)), "{found:?}");
    }

    #[test]
    fn properties_of_the_subject_are_told_from_those_of_other_things() {
        let page = r#"<meta property="product:price:amount" content="9.50"><script type="application/ld+json">[{"@type": "Organization", "telephone": "1"},
            {"@type": "Product", "sku": "A1", "offers": [{"@type": "Offer", "price": 9.5, "availability": "http://schema.org/InStock"}],
             "review": {"@type": "Review", "author": "Ann"}}]</script>
            <div itemscope itemtype="http://schema.org/Book"><b itemprop=isbn>7</b><p itemprop=review itemscope><i itemprop=author>Bo</i></p></div>"#;
        let found = of(page);
        for (property, values, subject) in [
            ("telephone", "1", None),
            ("sku", "A1", Some(Subject::Thing)),
            ("price", "9.5", Some(Subject::Thing)),
            ("availability", "InStock", Some(Subject::Thing)),
            ("author", "Ann", None),
            ("isbn", "7", Some(Subject::Thing)),
            ("author", "Bo", None),
            ("price", "9.50", Some(Subject::Thing)),
        ] {
            assert!(has(&found, property, values, subject), "{property}: {found:?}");
        }
    }
}

//! The properties that a page states, with what each is of.
//!
//! In: a page's tree, whose [`Data`] are read. Out: [`Statement`]s: those of things first, then those of the page itself.
//!
//! ```text
//! <script type="application/ld+json">{"@type": "Recipe", "author": {"@type": "Person", "name": "Ann"}, "recipeIngredient": ["1 egg", "2 figs"]}</script>
//! author             Ann              the value of a thing is its name
//! recipeIngredient   1 egg, 2 figs
//! ```
//!
//! Cost: linear in the page. Sources: schema.org; The Open Graph protocol.

use super::Tree;
use super::data::{Data, Statement as Written, Vocabulary, object, term};
use super::text;
use super::text::collapsed;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
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
const TYPES: [(Subject, &str); 4] = [
    (
        Subject::Article,
        "Article NewsArticle BlogPosting SocialMediaPosting LiveBlogPosting TechArticle ScholarlyArticle Report AnalysisNewsArticle \
         OpinionNewsArticle ReportageNewsArticle ReviewNewsArticle",
    ),
    (Subject::List, "ItemList CollectionPage SearchResultsPage Blog OfferCatalog ProfilePage"),
    (Subject::Thread, "DiscussionForumPosting QAPage Question Comment"),
    (
        Subject::Thing,
        "Product ProductGroup IndividualProduct Recipe Event Book Movie TVSeries MusicAlbum MusicRecording VideoGame \
         SoftwareApplication Dataset Course JobPosting Restaurant LocalBusiness Place Vehicle",
    ),
];

impl Subject {
    /// The subject of a page with a thing of this type, which may be written as an address.
    pub(crate) fn of_type(name: &str) -> Option<Self> {
        let name = name.trim().rsplit('/').next().unwrap_or_default();
        TYPES.iter().find(|(_, names)| names.split(' ').any(|known| known == name)).map(|&(of, _)| of)
    }
}

/// The statements of a page.
pub(crate) fn statements(tree: &Tree) -> Vec<Statement> {
    let data = Data::of(tree);
    let subjects = subjects(&data);
    let mut found: Vec<Statement> = Vec::new();
    // The statements of things that are values of the same property.
    let mut known: HashMap<(usize, &str, &str), usize> = HashMap::new();
    for Written { thing, vocabulary, name, values } in &data.statements {
        let is_own = data.is_own(*thing);
        // `twitter:` names repeat what other vocabularies state.
        let is_step = *vocabulary == Vocabulary::Link && matches!(&**name, "canonical" | "next" | "prev");
        if is_step || name.starts_with("twitter:") || !is_own && NAMES.contains(&&**name) {
            continue;
        }
        let subject = match vocabulary {
            Vocabulary::OpenGraph | Vocabulary::Meta => of_object(name),
            Vocabulary::Link => Some(Subject::Article),
            _ => subjects.get(*thing).copied().flatten(),
        };
        let leaves = values.iter().flat_map(|value| data.leaves(value, &NAMES));
        let texts = leaves.map(|leaf| bare(&data.text(leaf)));
        let values: Vec<String> = texts.filter(|text| text.contains(char::is_alphanumeric)).collect();
        // The amount of a price is the price.
        let property = name.strip_suffix(":amount").unwrap_or(name);
        let property = property.rsplit([':', '/']).next().unwrap_or(property);
        if values.is_empty() {
            continue;
        }
        let of = data.things.get(*thing).and_then(|thing| thing.of.as_ref()).filter(|_| !is_own);
        let key = of.map_or((*thing, "", property), |(holder, of)| (*holder, of, property));
        match known.entry(key) {
            Entry::Occupied(at) if of.is_some() => found[*at.get()].values.extend(values),
            entry => {
                entry.insert(found.len());
                found.push(Statement { property: property.to_owned(), values, subject });
            }
        }
    }
    found
}

/// A text without markup, white space collapsed; a term of schema.org without its address.
fn bare(written: &str) -> String {
    let shown: Cow<str> = if written.contains('<') {
        let tree = Tree::whole(written);
        text(&tree, written, tree.elements()[0].span).into()
    } else {
        htmlize::unescape(written)
    };
    term(&collapsed(shown))
}

/// What each thing is, or tells of.
fn subjects(data: &Data) -> Vec<Option<Subject>> {
    let mut subjects: Vec<Option<Subject>> = Vec::new();
    for thing in &data.things {
        let of = thing.of.as_ref().filter(|(_, names)| names.split_whitespace().any(is_part));
        let own = || thing.types.iter().find_map(|name| Subject::of_type(name));
        subjects.push(of.and_then(|(holder, _)| *subjects.get(*holder)?).or_else(own));
    }
    subjects
}

/// What the property of a `meta` element is of: an object of the Open Graph protocol, or the page, for HTML's own `author`.
fn of_object(name: &str) -> Option<Subject> {
    match object(name) {
        Some("article") => Some(Subject::Article),
        Some("book" | "product" | "music" | "video" | "profile") => Some(Subject::Thing),
        _ => name.eq_ignore_ascii_case("author").then_some(Subject::Article),
    }
}

/// The properties whose values are the text of a thing. Sections of instructions and other lists are things, too.
const NAMES: [&str; 5] = ["itemListElement", "item", "text", "name", "value"];

/// Whether a thing that is the value of this property tells of the thing that has it: at which price it is offered, and how it is rated.
/// The properties of other values, such as an author's, are their own.
fn is_part(property: &str) -> bool {
    matches!(property, "offers" | "priceSpecification" | "aggregateRating")
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

    #[test]
    fn the_statements_of_several_values_of_one_property_are_one() {
        let page = r#"<script type="application/ld+json">{"@type": "Product", "offers": [{"price": 9}, {"price": 8}]}</script>
            <div itemscope itemtype=http://schema.org/Book><p itemprop=offers itemscope><meta itemprop=price content=7>seven</p>
            <p itemprop=review itemscope><b itemprop=author>Ann</b></p><p itemprop=review itemscope><b itemprop=author>Bo</b></p></div>
            <p itemprop=offers itemscope><b itemprop=price>6</b></p>"#;
        let found = of(page);
        for (property, values, subject) in [
            ("price", "9|8", Some(Subject::Thing)),
            ("price", "7", Some(Subject::Thing)),
            ("author", "Ann|Bo", None),
            ("price", "6", None),
        ] {
            assert!(has(&found, property, values, subject), "{property}: {found:?}");
        }
    }
}

//! What pages state about themselves in standard vocabularies, as rows.

use super::Rows;
use crate::document::{Corpus, Document};
use crate::page::data::{Data, PAGE, Statement, Value, root_language, title};
use crate::page::{Tree, collapsed};
use crate::record::Base;
use hashbrown::HashMap;
use rayon::prelude::*;

/// A value of a property that a page states.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StatedValue {
    /// The number of the thing on its page, from 1; 0 for the page itself.
    pub thing: usize,
    /// The types of the thing, separated by spaces; those of schema.org without their address. Empty if none is stated.
    pub kind: String,
    /// `json-ld`, `microdata`, `rdfa`, `opengraph`, `meta`, `link` or `html`.
    pub vocabulary: &'static str,
    /// The name of the property as written, such as `og:title`.
    pub property: String,
    /// The text: entities decoded, white space collapsed, addresses resolved. That of a thing is its name, else its id.
    pub value: Option<String>,
    /// The number of the thing that is the value.
    pub value_thing: Option<usize>,
}

impl StatedValue {
    /// The names of the columns of [`stated`].
    pub const NAMES: [&str; 6] = ["thing", "type", "vocabulary", "property", "value", "value_thing"];

    /// What a page states: about itself, then about each thing.
    #[must_use]
    pub fn of(document: &Document) -> Vec<Self> {
        StatedValue::of_tree(document, &Tree::whole(document.text()))
    }

    /// As [`of`](StatedValue::of), of the tree of the whole page.
    pub(crate) fn of_tree(document: &Document, tree: &Tree) -> Vec<Self> {
        let data = Data::of(tree);
        let base = Base::of(document.text(), document.base_url());
        let of_page = |property: &str, value: String| StatedValue {
            thing: 0,
            kind: String::new(),
            vocabulary: "html",
            property: property.to_owned(),
            value: Some(shown(&value)),
            value_thing: None,
        };
        let title = Some(title(tree)).filter(|title| !title.trim().is_empty());
        let language = root_language(document.text());
        let mut all: Vec<Self> = Vec::new();
        all.extend(title.map(|title| of_page("title", title)));
        all.extend(language.map(|language| of_page("lang", language)));
        let page = data.statements.partition_point(|one| one.thing < PAGE);
        let (of_things, of_page) = data.statements.split_at(page);
        // A thing without properties refers to another one, by its id.
        let things = || of_things.chunk_by(|a, b| a.thing == b.thing).map(|of| of[0].thing);
        let numbers: HashMap<usize, usize> = things().zip(1..).collect();
        let id = |thing: usize| data.things.get(thing)?.id.as_deref();
        let ids: HashMap<&str, usize> =
            things().filter_map(|thing| Some((id(thing)?, numbers[&thing]))).collect();
        for Statement { thing, vocabulary, name, values } in of_page.iter().chain(of_things) {
            let kind = data.things.get(*thing).map_or_else(String::new, |thing| thing.types.join(" "));
            for value in values {
                let inner = if let Value::Thing(inner) = value { Some(*inner) } else { None };
                let by_id = || ids.get(id(inner?)?);
                let leaf = data.leaves(value, &["name"]).into_iter().next();
                all.push(StatedValue {
                    thing: numbers.get(thing).copied().unwrap_or_default(),
                    kind: kind.clone(),
                    vocabulary: vocabulary.name(),
                    property: name.clone(),
                    value: leaf
                        .map(|leaf| text(&data, leaf, &base))
                        .or_else(|| Some(base.resolve(id(inner?)?))),
                    value_thing: inner.and_then(|inner| numbers.get(&inner)).or_else(by_id).copied(),
                });
            }
        }
        all
    }

    /// The values of the columns.
    fn cells(self) -> Vec<Option<String>> {
        let kind = Some(self.kind).filter(|kind| !kind.is_empty());
        let number = |thing: usize| thing.to_string();
        let (thing, value_thing) = (Some(number(self.thing)), self.value_thing.map(number));
        vec![thing, kind, Some(self.vocabulary.to_owned()), Some(self.property), self.value, value_thing]
    }
}

/// The text of a value that is no thing.
fn text(data: &Data, value: &Value, base: &Base) -> String {
    match value {
        Value::Shown { address: Some(address), .. } => base.resolve(address),
        Value::Shown { exact: Some(exact), .. } => shown(exact),
        _ => {
            let text = shown(&data.text(value));
            // A path, such as `/img/1.png`.
            if text.starts_with('/') && !text.contains(' ') { base.resolve(&text) } else { text }
        }
    }
}

fn shown(text: &str) -> String {
    collapsed(htmlize::unescape(text)).into_owned()
}

/// What pages state about themselves in standard vocabularies, JSON-LD, microdata, RDFa, OpenGraph and `meta` elements: one row for
/// each value of a property, with the columns `thing`, `type`, `vocabulary`, `property`, `value` and `value_thing`.
///
/// Things are numbered on their page from 1, and `thing` is 0 for the page itself. A value that is a thing has its number in
/// `value_thing`, and its name, else its id, as `value`.
///
/// ```
/// use katagami::document::{Corpus, Document};
///
/// let page = r#"<script type="application/ld+json">{"@type": "Recipe", "name": "Soup", "author": {"@type": "Person", "name": "Ann"}}</script><p>Soup"#;
/// let corpus: Corpus = [Document::new("soup.html", page)].into_iter().collect();
/// let rows = katagami::stated(&corpus);
/// let all: Vec<[&str; 4]> = rows.iter().map(|row| ["thing", "type", "property", "value"].map(|name| &row[name])).collect();
/// assert_eq!(all, [["1", "Recipe", "name", "Soup"], ["1", "Recipe", "author", "Ann"], ["2", "Person", "name", "Ann"]]);
/// ```
#[must_use]
pub fn stated(corpus: &Corpus) -> Rows {
    let mut rows = Rows::new(StatedValue::NAMES.map(str::to_owned).into());
    let pages: Vec<Vec<StatedValue>> = corpus.documents().par_iter().map(StatedValue::of).collect();
    for (document, values) in corpus.documents().iter().zip(pages) {
        for (number, value) in (1..).zip(values) {
            rows.add(document, number, value.cells());
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_that_is_the_value_of_many_properties_and_has_many_takes_linear_time() {
        let some = || (0..100_000).map(|number| format!("a{number}"));
        let names = some().collect::<Vec<_>>().join(" ");
        let metas = some().collect::<Vec<_>>().join(" content=x><meta itemprop=");
        let page = format!("<p itemscope itemprop='{names}'><meta itemprop={metas} content=x>text");
        assert_eq!(StatedValue::of(&Document::new("page", page)).len(), 200_000);
    }

    #[test]
    fn values_are_texts_absolute_addresses_and_numbers_of_things() {
        let page = r##"<title>Soup &amp; bread</title><meta property=og:image content=/a.png><script type="application/ld+json">
            {"@graph": [{"@type": "Recipe", "author": {"@id": "#ann"}, "yield": [4, "four  &amp; more"]},
            {"@id": "#ann", "@type": "Person", "name": "Ann"}, {"publisher": {"@id": "#none"}}]}</script>
            <p vocab=https://schema.org/ typeof=Book><a property=url href=b>here</a> <i property=name>Oat &lt; rye</i>"##;
        let document = Document::new("page", page).with_url("https://a.example/x/");
        let all = StatedValue::of(&document);
        let line = |one: &StatedValue| {
            let number = one.value_thing.map_or_else(String::new, |number| format!(" ({number})"));
            format!(
                "{} {} {} {}: {}{number}",
                one.thing,
                one.kind,
                one.vocabulary,
                one.property,
                one.value.as_deref().unwrap_or("-")
            )
        };
        let expected = [
            "0  html title: Soup & bread",
            "0  opengraph og:image: https://a.example/a.png",
            "1 Recipe json-ld author: Ann (2)",
            "1 Recipe json-ld yield: 4",
            "1 Recipe json-ld yield: four & more",
            "2 Person json-ld name: Ann",
            "3  json-ld publisher: https://a.example/x/#none",
            "4 Book rdfa url: https://a.example/x/b",
            "4 Book rdfa name: Oat < rye",
        ];
        assert_eq!(all.iter().map(line).collect::<Vec<_>>(), expected);
    }
}

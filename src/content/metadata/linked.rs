//! Metadata from JSON-LD in the scripts of a page, with the vocabulary of schema.org.
//!
//! In: the JSON value of a script. Out: [`Property`]s with their values. If the data describe several things, the
//! article is the first one with a headline, else the first with a date or an author. References (`{"@id": ...}`) are
//! followed.
//!
//! Cost: linear in the data.

use super::property::Property;
use hashbrown::{HashMap, HashSet};
use serde_json::Value;

/// Largest depth of nesting that is followed.
const DEPTH: usize = 8;

/// The things (objects with a type) that the data describe.
#[derive(Default)]
struct Things<'v> {
    all: Vec<&'v Value>,
    /// The first thing with a name for each id.
    named: HashMap<&'v str, &'v Value>,
}

impl<'v> Things<'v> {
    fn of(data: &'v Value) -> Self {
        let mut all = Vec::new();
        collect(data, &mut all, 0);
        let mut named = HashMap::new();
        for &thing in all.iter().filter(|thing| thing.get("name").is_some()) {
            if let Some(id) = thing.get("@id").and_then(Value::as_str) {
                named.entry(id).or_insert(thing);
            }
        }
        Things { all, named }
    }

    /// Returns the thing that a reference points to, or the value itself.
    fn target<'r>(&'r self, value: &'r Value) -> &'r Value {
        let is_reference = value.get("name").is_none() && value.get("url").is_none();
        let id = value.get("@id").filter(|_| is_reference).and_then(Value::as_str);
        id.and_then(|id| self.named.get(id)).copied().unwrap_or(value)
    }
}

/// Returns the properties that the data state.
pub(super) fn facts(data: &Value) -> Vec<(Property, String)> {
    let things = Things::of(data);
    let has = |thing: &&&Value, name: &str| thing.get(name).is_some();
    let article = things.all.iter().find(|thing| has(thing, "headline"));
    let article = article
        .or_else(|| things.all.iter().find(|thing| has(thing, "datePublished") || has(thing, "author")));
    let mut facts = Vec::new();
    if let Some(&thing) = article {
        let names = [
            ("headline", Property::Title),
            ("datePublished", Property::Date),
            ("dateModified", Property::Changed),
        ];
        for (name, property) in names
            .into_iter()
            .chain([("description", Property::Description), ("inLanguage", Property::Language)])
        {
            facts.extend(first(&thing[name], &[], &things).map(|value| (property, value)));
        }
        let authors = names_of(&thing["author"], &things);
        facts.extend((!authors.is_empty()).then(|| (Property::Author, authors.join(", "))));
        facts.extend(
            first(&thing["image"], &["url", "contentUrl"], &things).map(|image| (Property::Image, image)),
        );
        facts.extend(first(&thing["publisher"], &["name"], &things).map(|site| (Property::Site, site)));
        facts.extend(kind(thing).map(|kind| (Property::Kind, kind)));
        facts.extend(
            names_of(&thing["articleSection"], &things).into_iter().map(|topic| (Property::Topic, topic)),
        );
    }
    let site = things.all.iter().find(|thing| kind(thing).is_some_and(|kind| kind == "WebSite"));
    facts.extend(site.and_then(|site| first(&site["name"], &[], &things)).map(|site| (Property::Site, site)));
    facts
}

/// Collects the things that the data describe, including those in lists and graphs.
fn collect<'v>(data: &'v Value, things: &mut Vec<&'v Value>, depth: usize) {
    if depth > DEPTH {
        return;
    }
    match data {
        Value::Array(values) => values.iter().for_each(|value| collect(value, things, depth + 1)),
        Value::Object(members) => {
            if members.contains_key("@type") {
                things.push(data);
            }
            for inside in
                ["@graph", "mainEntity", "mainEntityOfPage", "author", "publisher", "itemListElement", "item"]
            {
                members.get(inside).into_iter().for_each(|value| collect(value, things, depth + 1));
            }
        }
        _ => {}
    }
}

fn kind(thing: &Value) -> Option<String> {
    first(&thing["@type"], &[], &Things::default())
}

/// Returns the first text of a value: the value itself, the first in a list, or that of one of `members` of an object.
fn first(value: &Value, members: &[&str], things: &Things) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
        Value::Array(values) => values.iter().find_map(|value| first(value, members, things)),
        Value::Object(_) => {
            let value = things.target(value);
            members.iter().find_map(|&member| first(&value[member], &[], &Things::default()))
        }
        _ => None,
    }
}

/// Returns the names of one or several people, each once. Addresses are not names.
fn names_of(value: &Value, things: &Things) -> Vec<String> {
    let mut names = Vec::new();
    add_names(value, things, 0, &mut |name| names.push(name));
    let mut known = HashSet::new();
    names.retain(|name| known.insert(name.clone()));
    names
}

fn add_names(value: &Value, things: &Things, depth: usize, add: &mut impl FnMut(String)) {
    let is_name = |text: &str| !text.trim().is_empty() && !text.contains("://");
    match value {
        Value::String(text) if is_name(text) => add(text.trim().to_owned()),
        Value::Array(values) if depth < DEPTH => {
            for value in values {
                add_names(value, things, depth + 1, add);
            }
        }
        Value::Object(_) if depth < DEPTH => add_names(&things.target(value)["name"], things, depth + 1, add),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::data::linked;

    fn read(script: &str) -> Vec<(Property, String)> {
        facts(&linked(script).expect("data"))
    }

    #[test]
    fn an_article_is_found_in_a_graph_and_its_author_by_reference() {
        let found = read(
            r##"{"@context": "https://schema.org", "@graph": [
                {"@type": "WebSite", "name": "The Daily"},
                {"@type": "Person", "@id": "#ann", "name": "Ann Lee"},
                {"@type": ["NewsArticle"], "headline": "Rain", "author": [{"@id": "#ann"}, {"name": "Bo"}],
                 "datePublished": "2020-05-03", "image": {"url": "a.png"}}]}"##,
        );
        let get = |property| found.iter().find(|fact| fact.0 == property).map(|fact| fact.1.as_str());
        assert_eq!(get(Property::Title), Some("Rain"));
        assert_eq!(get(Property::Author), Some("Ann Lee, Bo"));
        assert_eq!(get(Property::Date), Some("2020-05-03"));
        assert_eq!(get(Property::Image), Some("a.png"));
        assert_eq!(get(Property::Kind), Some("NewsArticle"));
        assert_eq!(get(Property::Site), Some("The Daily"));
    }

    #[test]
    fn data_without_an_article_give_nothing() {
        assert_eq!(read(r#"{"@type": "Person", "name": "Ann"}"#), []);
        assert_eq!(read(&format!("{}{}", "[".repeat(100), "]".repeat(100))), []);
    }
}

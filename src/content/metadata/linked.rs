//! JSON-LD with the words of schema.org: what the data in a page's scripts say of its article.
//!
//! In: what a script says. Out: [`Property`]s with their values. Of several things that the data describe, the article is
//! the one with a headline, else the first with a date or an author; references (`{"@id": ...}`) are followed.

use super::property::Property;
use serde_json::Value;

/// References and lists are followed so deep.
const DEPTH: usize = 8;

/// What the data say.
pub(super) fn facts(data: &Value) -> Vec<(Property, String)> {
    let mut things = Vec::new();
    collect(data, &mut things, 0);
    let has = |thing: &&&Value, name: &str| thing.get(name).is_some();
    let article = things.iter().find(|thing| has(thing, "headline"));
    let article =
        article.or_else(|| things.iter().find(|thing| has(thing, "datePublished") || has(thing, "author")));
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
        let authors = names_of(&thing["author"], &things, 0);
        facts.extend((!authors.is_empty()).then(|| (Property::Author, authors.join(", "))));
        facts.extend(
            first(&thing["image"], &["url", "contentUrl"], &things).map(|image| (Property::Image, image)),
        );
        facts.extend(first(&thing["publisher"], &["name"], &things).map(|site| (Property::Site, site)));
        facts.extend(kind(thing).map(|kind| (Property::Kind, kind)));
    }
    let site = things.iter().find(|thing| kind(thing).is_some_and(|kind| kind == "WebSite"));
    facts.extend(site.and_then(|site| first(&site["name"], &[], &things)).map(|site| (Property::Site, site)));
    facts
}

/// The things that data describe: objects with a type, also those in lists and graphs.
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
    first(&thing["@type"], &[], &[])
}

/// The first text of a value: itself, the first of a list, or one of these members of an object.
fn first(value: &Value, members: &[&str], things: &[&Value]) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
        Value::Array(values) => values.iter().find_map(|value| first(value, members, things)),
        Value::Object(_) => {
            let value = target(value, things);
            members.iter().find_map(|&member| first(&value[member], &[], &[]))
        }
        _ => None,
    }
}

/// What a reference leads to, or the value itself.
fn target<'v>(value: &'v Value, things: &[&'v Value]) -> &'v Value {
    let is_reference = value.get("name").is_none() && value.get("url").is_none();
    let id = value.get("@id").filter(|_| is_reference);
    let of = id.and_then(|id| {
        things.iter().find(|thing| thing.get("@id") == Some(id) && thing.get("name").is_some())
    });
    of.copied().unwrap_or(value)
}

/// The names of people or of one; addresses are no names.
fn names_of(value: &Value, things: &[&Value], depth: usize) -> Vec<String> {
    let is_name = |text: &str| !text.trim().is_empty() && !text.contains("://");
    match value {
        Value::String(text) if is_name(text) => vec![text.trim().to_owned()],
        Value::Array(values) if depth < DEPTH => {
            let mut names: Vec<String> = Vec::new();
            for name in values.iter().flat_map(|value| names_of(value, things, depth + 1)) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            names
        }
        Value::Object(_) if depth < DEPTH => names_of(&target(value, things)["name"], things, depth + 1),
        _ => Vec::new(),
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
    fn data_of_no_article_say_nothing() {
        assert_eq!(read(r#"{"@type": "Person", "name": "Ann"}"#), []);
        assert_eq!(read(&format!("{}{}", "[".repeat(100), "]".repeat(100))), []);
    }
}

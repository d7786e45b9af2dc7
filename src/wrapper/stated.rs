//! Fields that a page's own data name: what a field says is what a property states on most pages.
//!
//! In: pages with what a template finds in them. Out: for some fields the property whose values they have, by which they are
//! called from then on, also on pages that state nothing; and the properties that no field has.
//!
//! ```text
//! page       <script type="application/ld+json">{"@type": "Recipe", "recipeIngredient": ["1 egg", "2 figs"], "totalTime": "PT9M"}</script>
//!            <ul class=x7><li>1 egg<li>2 figs</ul>
//! field      x7/li is recipeIngredient, on 5 of 5 pages
//! no field   totalTime
//! ```
//!
//! A thing that is the value of a property is its name: `"author": {"name": "Ann"}` is the author Ann. Letters and digits alone
//! are compared; two lists are equal if most items are. Time is linear in the pages. Sources: schema.org; W3C, "JSON-LD 1.1"; HTML
//! Standard, section 5 (microdata); W3C, "RDFa Core 1.1"; The Open Graph protocol.

use super::node::Page;
use super::template::Field;
use super::template::Property;
use super::value::{Extraction, SHORT, Value};
use crate::measure::are_most;
use crate::page::data::{DEPTH, Datum, attribute, data};
use crate::page::{ElementId, Tree, text};
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// So many pages are looked at.
const PAGES: usize = 20;

/// What a page states: for each property its statements.
#[derive(Debug, Default)]
pub(super) struct Stated {
    of: BTreeMap<String, Statements>,
    /// The properties in the order in which they are stated.
    order: Vec<String>,
}

/// What a page states of one property: one statement after another, each with its values as letters and digits.
#[derive(Debug, Default)]
struct Statements {
    all: Vec<Vec<String>>,
    /// All values of each in one.
    wholes: HashSet<String>,
    /// The values of those that say one thing in one way or in two.
    short: HashSet<String>,
    /// The numbers of those that have a value.
    having: HashMap<String, Vec<usize>>,
}

impl Statements {
    fn add(&mut self, values: Vec<String>) {
        let number = self.all.len();
        self.wholes.insert(values.concat());
        if values.len() <= 2 {
            self.short.extend(values.iter().cloned());
        }
        for value in &values {
            let having = self.having.entry_ref(value.as_str()).or_default();
            if having.last() != Some(&number) {
                having.push(number);
            }
        }
        self.all.push(values);
    }

    /// Whether one of them is what a field says: all in one, most items, or one of two that say the same.
    fn say(&self, said: &[String]) -> bool {
        if matches!(said, [one] if self.short.contains(one)) || self.wholes.contains(&said.concat()) {
            return true;
        }
        if said.len() < 2 {
            return false;
        }
        let distinct: HashSet<&String> = said.iter().collect();
        let having = distinct.into_iter().filter_map(|text| self.having.get(text)).flatten();
        let some: HashSet<usize> = having.copied().collect();
        some.into_iter().any(|number| share_most(&self.all[number], said))
    }
}

/// An element with a property, and all that it holds not read yet.
struct Open {
    end: ElementId,
    names: String,
    value: Option<String>,
    is_thing: bool,
    is_plain: bool,
    id: ElementId,
}

/// What says what a thing is, rather than something of it.
fn is_name(property: &str) -> bool {
    matches!(property, "name" | "text" | "value")
}

/// Letters and digits, in lower case.
fn letters(text: &str) -> String {
    text.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl Stated {
    /// What a page states.
    pub(super) fn of(tree: &Tree) -> Self {
        let mut stated = Stated::default();
        let mut metas = Vec::new();
        data(tree, |datum| match datum {
            Datum::Linked(value) => stated.things(&value, 0),
            Datum::Meta(tag, part) => {
                let content = attribute(tag, part, "content");
                let names = ["property", "name"].iter().find_map(|name| attribute(tag, part, name));
                metas.extend(names.zip(content));
            }
        });
        stated.elements(tree);
        for (names, content) in metas {
            // What other vocabularies repeat, and data without names of their own.
            for name in names.split_whitespace().filter(|name| !name.starts_with("twitter:")) {
                stated.add(name.rsplit(':').next().unwrap_or(name), [content.as_str()]);
            }
        }
        stated
    }

    fn add<'t>(&mut self, name: &str, values: impl IntoIterator<Item = &'t str>) {
        let values: Vec<String> =
            values.into_iter().map(|value| letters(&bare(value))).filter(|value| !value.is_empty()).collect();
        if values.is_empty() {
            return;
        }
        let known = self.of.entry(name.to_owned()).or_insert_with(|| {
            self.order.push(name.to_owned());
            Statements::default()
        });
        known.add(values);
    }

    /// The things that data describe, with all that is said of them.
    fn things(&mut self, data: &Json, depth: usize) {
        match data {
            Json::Array(all) if depth < DEPTH => all.iter().for_each(|one| self.things(one, depth + 1)),
            Json::Object(members) if depth < DEPTH => {
                for (name, value) in members.iter().filter(|(name, _)| !name.starts_with('@')) {
                    self.add(name, texts(value, 0).iter().map(String::as_str));
                }
                for (name, value) in members {
                    match value {
                        _ if name == "@graph" || name == "mainEntity" => self.things(value, depth + 1),
                        Json::Object(inner) => {
                            let said = inner.iter().filter(|(name, _)| !is_name(name));
                            let said = said.map(|(name, value)| (name.clone(), value.clone())).collect();
                            self.things(&Json::Object(said), depth + 1);
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// What the attributes of elements state.
    fn elements(&mut self, tree: &Tree) {
        let source = tree.source;
        let mut open: Vec<Open> = Vec::new();
        let mut lists: Vec<(String, Vec<String>)> = Vec::new();
        let close = |lists: &mut Vec<(String, Vec<String>)>, open: Open| {
            let shown = || text(tree, source, tree.element(open.id).span);
            let Some(value) = open.value.or_else(|| open.is_plain.then(shown)) else { return };
            for name in open.names.split_whitespace() {
                let name = name.rsplit(':').next().unwrap_or(name);
                match lists.iter_mut().find(|(known, _)| known == name) {
                    Some((_, values)) => values.push(value.clone()),
                    None => lists.push((name.to_owned(), vec![value.clone()])),
                }
            }
        };
        for id in tree.ids() {
            while let Some(ended) = open.pop_if(|open| open.end <= id) {
                close(&mut lists, ended);
            }
            let element = tree.element(id);
            let get = |name: &str| element.attribute(source, name);
            let Some(names) = get("itemprop").or_else(|| get("property")) else { continue };
            let is_thing = get("itemscope").or_else(|| get("typeof")).is_some();
            let written = get("content").map(std::borrow::Cow::into_owned);
            if let Some(around) = open.last_mut() {
                around.is_plain = false;
                if around.is_thing && names.split_whitespace().any(is_name) {
                    let shown = || text(tree, source, element.span);
                    around.value.get_or_insert_with(|| written.unwrap_or_else(shown));
                    continue;
                }
            }
            let names = names.into_owned();
            open.push(Open { end: element.end, names, value: written, is_thing, is_plain: !is_thing, id });
        }
        while let Some(ended) = open.pop() {
            close(&mut lists, ended);
        }
        for (name, values) in lists {
            self.add(&name, values.iter().map(String::as_str));
        }
    }

    /// Whether a page states of a property what a field says.
    pub(super) fn says(&self, property: &str, said: &[String]) -> Option<bool> {
        Some(self.of.get(property)?.say(said))
    }
}

/// A text without tags and entities.
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
    htmlize::unescape(shown).into_owned()
}

/// The texts of a value: itself, or the names of the things that it is.
fn texts(value: &Json, depth: usize) -> Vec<String> {
    match value {
        Json::String(text) => vec![text.clone()],
        Json::Number(number) => vec![number.to_string()],
        Json::Array(all) if depth < DEPTH => all.iter().flat_map(|one| texts(one, depth + 1)).collect(),
        Json::Object(members) if depth < DEPTH => {
            // Sections of instructions, and other lists that are things.
            let list = members.get("itemListElement").or_else(|| members.get("item"));
            let name = ["text", "name", "value"].iter().find_map(|name| members.get(*name));
            list.or(name).map(|value| texts(value, depth + 1)).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// Whether two lists have most items in common.
fn share_most(values: &[String], said: &[String]) -> bool {
    // Pages mark some items up as headings.
    if !are_most(values.len().min(said.len()), values.len().max(said.len())) {
        return false;
    }
    let mut left: HashMap<&str, usize> = HashMap::new();
    for value in values {
        *left.entry(value).or_default() += 1;
    }
    let mut both = 0;
    for text in said {
        if let Some(count) = left.get_mut(text.as_str()).filter(|count| **count > 0) {
            *count -= 1;
            both += 1;
        }
    }
    are_most(both, values.len().max(said.len()))
}

/// What a value says, as letters and digits.
pub(super) fn said(value: &Value) -> Vec<String> {
    value.texts.iter().map(|text| letters(text)).filter(|text| !text.is_empty()).collect()
}

/// A field and a property that may be one.
struct Pair<'a> {
    field: usize,
    property: &'a str,
    /// When the property is stated among others.
    rank: usize,
    agree: u32,
    of: u32,
    filled: u32,
}

/// Notes the properties of fields; the names of those that no field has the values of.
pub(super) fn find_properties(fields: &mut [Field], found: &[Extraction], pages: &[Page]) -> Vec<String> {
    let stated: Vec<Stated> = pages.iter().take(PAGES).map(|page| Stated::of(&page.tree)).collect();
    let found = &found[..stated.len()];
    let mut properties: Vec<&str> = Vec::new();
    let mut known: HashSet<&str> = HashSet::new();
    properties.extend(
        stated.iter().flat_map(|stated| &stated.order).map(String::as_str).filter(|name| known.insert(name)),
    );
    let mut pairs: Vec<Pair> = Vec::new();
    for field in 0..fields.len() {
        let value = |found: &Extraction| said(found.rows.first()?[field].as_ref()?).into();
        let values: Vec<Option<Vec<String>>> = found.iter().map(value).collect();
        pairs.extend((0..).zip(&properties).filter_map(|(rank, property)| {
            let pair = Pair { field, property, rank, agree: 0, of: 0, filled: 0 };
            pair.counted(&values, &stated)
        }));
    }
    pairs.sort_by(|a, b| {
        let share = |pair: &Pair| exact(u64::from(pair.agree)) / exact(u64::from(pair.of));
        b.agree
            .cmp(&a.agree)
            .then(share(b).total_cmp(&share(a)))
            .then(a.field.cmp(&b.field))
            .then(a.rank.cmp(&b.rank))
    });
    let mut taken: HashSet<&str> = HashSet::new();
    for pair in &pairs {
        if fields[pair.field].property.is_none() && taken.insert(pair.property) {
            let name = pair.property.to_owned();
            fields[pair.field].property = Some(Property { name, agree: pair.agree, of: pair.of });
        }
    }
    let matched: HashSet<&str> = pairs.iter().map(|pair| pair.property).collect();
    properties.into_iter().filter(|name| !matched.contains(name)).map(str::to_owned).collect()
}

impl Pair<'_> {
    /// The pair if most pages that have the field state it, and more than chance would.
    fn counted(mut self, values: &[Option<Vec<String>>], stated: &[Stated]) -> Option<Self> {
        let mut agreed: HashSet<String> = HashSet::new();
        for (said, stated) in values.iter().zip(stated) {
            let Some(said) = said.as_ref().filter(|said| !said.is_empty()) else { continue };
            self.filled += 1;
            let Some(is_said) = stated.says(self.property, said) else { continue };
            self.of += 1;
            if is_said {
                self.agree += 1;
                agreed.insert(said.concat());
            }
        }
        let is_chance = agreed.len() < 2 && agreed.iter().all(|said| said.chars().count() <= SHORT);
        (2 * self.agree > self.filled && !is_chance).then_some(self)
    }
}

/// Calls fields by their properties; other fields of such a name get a number.
pub(super) fn name_by_properties(fields: &mut [Field]) {
    let names: HashSet<String> =
        fields.iter().filter_map(|field| Some(field.property.as_ref()?.name.clone())).collect();
    let mut all: HashSet<String> =
        fields.iter().map(|field| field.name.clone()).chain(names.iter().cloned()).collect();
    for field in fields {
        match &field.property {
            Some(property) => field.name.clone_from(&property.name),
            None if names.contains(&field.name) => {
                let mut number = 2;
                while !all.insert(format!("{} {number}", field.name)) {
                    number += 1;
                }
                field.name = format!("{} {number}", field.name);
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Corpus, Document};
    use crate::wrapper::{Extractor, Learner, Shape, Template, check};

    type Soup<'a> = (&'a str, &'a [&'a str]);

    const SOUPS: [Soup; 4] = [
        ("Leek soup", &["2 leeks", "1 onion", "salt"]),
        ("Cold soup", &["3 cucumbers", "a cup of milk", "dill", "mint"]),
        ("Red soup", &["beets", "half a lemon"]),
        ("Oat soup", &["oats", "water", "1 pear"]),
    ];

    fn page((title, items): Soup, data: &str) -> String {
        let items = items.join("<li>");
        let minutes = title.len();
        format!(
            "<html><head>{data}</head><body><h1 class=t>{title}</h1><ul class=x><li>{items}</ul><p>Time: <b>{minutes} minutes</b></p></body>"
        )
    }

    fn linked((title, items): Soup) -> String {
        let recipe = serde_json::json!({"@type": "Recipe", "name": title, "recipeIngredient": items, "totalTime": "PT9M"});
        format!("<script type='application/ld+json'>{recipe}</script>")
    }

    fn corpus(pages: impl IntoIterator<Item = String>) -> Corpus {
        (0..).zip(pages).map(|(number, page)| Document::new(format!("{number}.html"), page)).collect()
    }

    fn learned() -> Template {
        let pages = corpus(SOUPS.map(|soup| page(soup, &linked(soup))));
        Learner::new().shape(Shape::Page).learn(&pages).expect("a template").templates.remove(0)
    }

    #[test]
    fn fields_are_called_by_the_properties_that_pages_state() {
        let template = learned();
        let names: Vec<&str> = template.fields.iter().map(|field| &*field.name).collect();
        assert_eq!(names, ["name", "recipeIngredient", "Time"]);
        let property = template.fields[1].property.as_ref().expect("a property");
        assert_eq!((property.agree, property.of), (4, 4));
        assert_eq!(template.reference.unmatched, ["totalTime"]);
    }

    #[test]
    fn pages_that_state_nothing_have_the_same_fields() {
        let wrapper = crate::wrapper::Wrapper { templates: vec![learned()] };
        let plain = page(("Pea soup", &["peas", "parsley", "1 egg"]), "");
        let found = Extractor::new(&wrapper).extract(&plain).expect("it fits");
        let items = found.rows[0][1].as_ref().expect("a value");
        assert_eq!(items.texts, ["peas", "parsley", "1 egg"]);
    }

    #[test]
    fn pages_that_state_otherwise_are_counted() {
        let wrapper = crate::wrapper::Wrapper { templates: vec![learned()] };
        let wrong = SOUPS.map(|soup| page(soup, &linked((soup.0, &["ice", "ice", "ice"]))));
        let checked = check(&wrapper, &corpus(wrong), 0.1);
        let stated = |name: &str| {
            checked.fields.iter().find(|field| field.field == name).and_then(|field| field.stated)
        };
        assert_eq!(stated("name").map(|share| (share.some, share.all)), Some((4, 4)));
        assert_eq!(stated("recipeIngredient").map(|share| (share.some, share.all)), Some((0, 4)));
        assert_eq!(stated("Time"), None);
    }

    #[test]
    fn attributes_and_meta_elements_state_properties_too() {
        let page = "<head><meta property='og:title' content='Leek &amp; oats'></head><div itemscope><h2 itemprop=name>Soup</h2>\
                    <p itemprop=author itemscope>by <b itemprop=name>Ann</b><i itemprop=jobTitle>cook</i></p>\
                    <ul><li itemprop=recipeIngredient>1 egg<li itemprop=recipeIngredient>2 figs</ul></div>";
        let stated = Stated::of(&Tree::whole(page));
        let values = |name: &str| stated.of[name].all.iter().flatten().cloned().collect::<Vec<_>>();
        assert_eq!(values("title"), ["leekoats"]);
        assert_eq!(values("name"), ["soup"]);
        assert_eq!(values("author"), ["ann"]);
        assert_eq!(values("jobTitle"), ["cook"]);
        assert_eq!(values("recipeIngredient"), ["1egg", "2figs"]);
    }

    #[test]
    fn a_thing_is_its_name_and_a_list_its_items() {
        let page = r#"<script type="application/ld+json">{"@graph": [{"@type": "Recipe", "author": {"@type": "Person", "name": "Ann",
            "jobTitle": "cook"}, "recipeInstructions": [{"@type": "HowToSection", "name": "First", "itemListElement": [{"@type": "HowToStep",
            "name": "Cut", "text": "<p>Cut&nbsp;it.</p>"}]}, "Boil it."]}]}</script><p>text"#;
        let stated = Stated::of(&Tree::whole(page));
        assert_eq!(stated.order, ["author", "recipeInstructions", "jobTitle"]);
        assert!(stated.of["author"].all.iter().eq([&["ann"]]));
        assert!(stated.of["recipeInstructions"].all.iter().eq([&["cutit", "boilit"]]));
    }

    #[test]
    fn most_items_of_a_list_are_enough() {
        let list = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let state = |statements: &[&[&str]]| {
            let mut stated = Statements::default();
            for values in statements {
                stated.add(list(values));
            }
            stated
        };
        let stated = state(&[&["x"], &["a", "b", "c", "d", "e"]]);
        assert!(stated.say(&list(&["a", "b", "c", "d"])));
        assert!(stated.say(&list(&["abcde"])));
        assert!(!stated.say(&list(&["a", "b", "c"])));
        assert!(!stated.say(&list(&["a"])));
        assert!(!stated.say(&list(&["a", "a", "a", "a", "a"])));
        assert!(state(&[&["6", "6servings"]]).say(&list(&["6"])));
    }
}

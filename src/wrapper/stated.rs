//! Names fields after the properties that the pages' own data state.
//!
//! In: pages with the values that a template finds in them. Out: for some fields, the property whose values they have
//! on most pages; and the properties that match no field. A field is called by its property from then on, also on
//! pages that state nothing.
//!
//! ```text
//! page       <script type="application/ld+json">{"@type": "Recipe", "recipeIngredient": ["1 egg", "2 figs"], "totalTime": "PT9M"}</script>
//!            <ul class=x7><li>1 egg<li>2 figs</ul>
//! field      x7/li is recipeIngredient, on 5 of 5 pages
//! no field   totalTime
//! ```
//!
//! If the value of a property is a thing, the thing's name is the value: `"author": {"name": "Ann"}` is the author
//! Ann. Only letters and digits are compared; two lists are equal if most items are. Time is linear in the pages.
//! Sources: schema.org; W3C, "JSON-LD 1.1"; HTML Standard, section 5 (microdata); W3C, "RDFa Core 1.1"; The Open
//! Graph protocol.

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

/// The most pages that are examined.
const MAX_PAGES: usize = 20;

/// The properties that a page states.
#[derive(Debug, Default)]
pub(super) struct StatedProperties {
    statements: BTreeMap<String, Statements>,
    /// The properties in the order of their first statement.
    order: Vec<String>,
}

/// A page's statements of one property. Each has one or more values, reduced to letters and digits.
#[derive(Debug, Default)]
struct Statements {
    all: Vec<Vec<String>>,
    /// The values of each statement as one text.
    concatenated: HashSet<String>,
    /// The values of the statements with one or two values.
    short_values: HashSet<String>,
    /// The indices of the statements with each value.
    by_value: HashMap<String, Vec<usize>>,
}

impl Statements {
    fn add(&mut self, values: Vec<String>) {
        let number = self.all.len();
        self.concatenated.insert(values.concat());
        if values.len() <= 2 {
            self.short_values.extend(values.iter().cloned());
        }
        for value in &values {
            let indices = self.by_value.entry_ref(value.as_str()).or_default();
            if indices.last() != Some(&number) {
                indices.push(number);
            }
        }
        self.all.push(values);
    }

    /// Whether one of the statements agrees with a field's texts: as one text, in most items, or, for a single text,
    /// with either of two values.
    fn agree_with(&self, field_texts: &[String]) -> bool {
        if matches!(field_texts, [one] if self.short_values.contains(one))
            || self.concatenated.contains(&field_texts.concat())
        {
            return true;
        }
        if field_texts.len() < 2 {
            return false;
        }
        let distinct: HashSet<&String> = field_texts.iter().collect();
        let indices = distinct.into_iter().filter_map(|text| self.by_value.get(text)).flatten();
        let some: HashSet<usize> = indices.copied().collect();
        some.into_iter().any(|number| share_most(&self.all[number], field_texts))
    }
}

/// An element with a property whose descendants are not all read yet.
struct OpenElement {
    end: ElementId,
    names: String,
    value: Option<String>,
    is_thing: bool,
    is_plain: bool,
    id: ElementId,
}

/// Whether a property is the name of a thing rather than another property of it.
fn is_name(property: &str) -> bool {
    matches!(property, "name" | "text" | "value")
}

/// The letters and digits of a text, in lower case.
fn letters(text: &str) -> String {
    text.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl StatedProperties {
    /// Reads the properties that a page states.
    pub(super) fn of(tree: &Tree) -> Self {
        let mut stated = StatedProperties::default();
        let mut metas = Vec::new();
        data(tree, |datum| match datum {
            Datum::Linked(value) => stated.add_things(&value, 0),
            Datum::Meta(tag, part) => {
                let content = attribute(tag, part, "content");
                let names = ["property", "name"].iter().find_map(|name| attribute(tag, part, name));
                metas.extend(names.zip(content));
            }
        });
        stated.add_elements(tree);
        for (names, content) in metas {
            // `twitter:` names repeat what other vocabularies state; prefixes are dropped.
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
        let statements = self.statements.entry(name.to_owned()).or_insert_with(|| {
            self.order.push(name.to_owned());
            Statements::default()
        });
        statements.add(values);
    }

    /// Adds the properties of the things that JSON-LD data describe.
    fn add_things(&mut self, data: &Json, depth: usize) {
        match data {
            Json::Array(all) if depth < DEPTH => all.iter().for_each(|one| self.add_things(one, depth + 1)),
            Json::Object(members) if depth < DEPTH => {
                for (name, value) in members.iter().filter(|(name, _)| !name.starts_with('@')) {
                    self.add(name, texts(value, 0).iter().map(String::as_str));
                }
                for (name, value) in members {
                    match value {
                        _ if name == "@graph" || name == "mainEntity" => self.add_things(value, depth + 1),
                        Json::Object(inner) => {
                            let rest = inner.iter().filter(|(name, _)| !is_name(name));
                            let rest = rest.map(|(name, value)| (name.clone(), value.clone())).collect();
                            self.add_things(&Json::Object(rest), depth + 1);
                        }
                        _ => {}
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
        let mut lists: Vec<(String, Vec<String>)> = Vec::new();
        let close = |lists: &mut Vec<(String, Vec<String>)>, open: OpenElement| {
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
                id,
            });
        }
        while let Some(ended) = open.pop() {
            close(&mut lists, ended);
        }
        for (name, values) in lists {
            self.add(&name, values.iter().map(String::as_str));
        }
    }

    /// Whether a page's statements of a property agree with a field's texts; `None` if it does not state the
    /// property.
    pub(super) fn agrees(&self, property: &str, field_texts: &[String]) -> Option<bool> {
        Some(self.statements.get(property)?.agree_with(field_texts))
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

/// Whether two lists have most items in common.
fn share_most(values: &[String], field_texts: &[String]) -> bool {
    // Not all items need to match, because pages mark up some items as headings.
    if !are_most(values.len().min(field_texts.len()), values.len().max(field_texts.len())) {
        return false;
    }
    let mut left: HashMap<&str, usize> = HashMap::new();
    for value in values {
        *left.entry(value).or_default() += 1;
    }
    let mut both = 0;
    for text in field_texts {
        if let Some(count) = left.get_mut(text.as_str()).filter(|count| **count > 0) {
            *count -= 1;
            both += 1;
        }
    }
    are_most(both, values.len().max(field_texts.len()))
}

/// The texts of a field's value, reduced to letters and digits, without empty ones.
pub(super) fn normalized_texts(value: &Value) -> Vec<String> {
    value.texts.iter().map(|text| letters(text)).filter(|text| !text.is_empty()).collect()
}

/// A candidate for a match: a field and a property, with the pages on which they agree.
struct PropertyMatch<'a> {
    field: usize,
    property: &'a str,
    /// The property's index in the order of first statements.
    rank: usize,
    /// The number of pages on which they agree, of those that have both.
    agree: u32,
    of: u32,
    /// The number of pages that have the field.
    filled: u32,
}

/// Sets the properties of fields, and returns the properties that match no field.
pub(super) fn find_properties(fields: &mut [Field], found: &[Extraction], pages: &[Page]) -> Vec<String> {
    let stated: Vec<StatedProperties> =
        pages.iter().take(MAX_PAGES).map(|page| StatedProperties::of(&page.tree)).collect();
    let found = &found[..stated.len()];
    let mut properties: Vec<&str> = Vec::new();
    let mut known: HashSet<&str> = HashSet::new();
    properties.extend(
        stated.iter().flat_map(|stated| &stated.order).map(String::as_str).filter(|name| known.insert(name)),
    );
    let mut pairs: Vec<PropertyMatch> = Vec::new();
    for field in 0..fields.len() {
        let value = |found: &Extraction| normalized_texts(found.rows.first()?[field].as_ref()?).into();
        let values: Vec<Option<Vec<String>>> = found.iter().map(value).collect();
        pairs.extend((0..).zip(&properties).filter_map(|(rank, property)| {
            let pair = PropertyMatch { field, property, rank, agree: 0, of: 0, filled: 0 };
            pair.counted(&values, &stated)
        }));
    }
    pairs.sort_by(|a, b| {
        let share = |pair: &PropertyMatch| exact(u64::from(pair.agree)) / exact(u64::from(pair.of));
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

impl PropertyMatch<'_> {
    /// Counts the pages on which field and property agree. `None` unless they agree on most pages that have the
    /// field, and not by chance.
    fn counted(mut self, values: &[Option<Vec<String>>], stated: &[StatedProperties]) -> Option<Self> {
        let mut agreed: HashSet<String> = HashSet::new();
        for (field_texts, stated) in values.iter().zip(stated) {
            let Some(field_texts) = field_texts.as_ref().filter(|field_texts| !field_texts.is_empty()) else {
                continue;
            };
            self.filled += 1;
            let Some(is_equal) = stated.agrees(self.property, field_texts) else { continue };
            self.of += 1;
            if is_equal {
                self.agree += 1;
                agreed.insert(field_texts.concat());
            }
        }
        let is_chance =
            agreed.len() < 2 && agreed.iter().all(|field_texts| field_texts.chars().count() <= SHORT);
        (2 * self.agree > self.filled && !is_chance).then_some(self)
    }
}

/// Names fields after their properties; another field with such a name gets a number.
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
    fn pages_that_state_other_values_are_counted() {
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
        let stated = StatedProperties::of(&Tree::whole(page));
        let values = |name: &str| stated.statements[name].all.iter().flatten().cloned().collect::<Vec<_>>();
        assert_eq!(values("title"), ["leekoats"]);
        assert_eq!(values("name"), ["soup"]);
        assert_eq!(values("author"), ["ann"]);
        assert_eq!(values("jobTitle"), ["cook"]);
        assert_eq!(values("recipeIngredient"), ["1egg", "2figs"]);
    }

    #[test]
    fn the_value_of_a_thing_is_its_name_and_that_of_a_list_its_items() {
        let page = r#"<script type="application/ld+json">{"@graph": [{"@type": "Recipe", "author": {"@type": "Person", "name": "Ann",
            "jobTitle": "cook"}, "recipeInstructions": [{"@type": "HowToSection", "name": "First", "itemListElement": [{"@type": "HowToStep",
            "name": "Cut", "text": "<p>Cut&nbsp;it.</p>"}]}, "Boil it."]}]}</script><p>text"#;
        let stated = StatedProperties::of(&Tree::whole(page));
        assert_eq!(stated.order, ["author", "recipeInstructions", "jobTitle"]);
        assert!(stated.statements["author"].all.iter().eq([&["ann"]]));
        assert!(stated.statements["recipeInstructions"].all.iter().eq([&["cutit", "boilit"]]));
    }

    #[test]
    fn lists_agree_if_most_items_do() {
        let list = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let state = |statements: &[&[&str]]| {
            let mut stated = Statements::default();
            for values in statements {
                stated.add(list(values));
            }
            stated
        };
        let stated = state(&[&["x"], &["a", "b", "c", "d", "e"]]);
        assert!(stated.agree_with(&list(&["a", "b", "c", "d"])));
        assert!(stated.agree_with(&list(&["abcde"])));
        assert!(!stated.agree_with(&list(&["a", "b", "c"])));
        assert!(!stated.agree_with(&list(&["a"])));
        assert!(!stated.agree_with(&list(&["a", "a", "a", "a", "a"])));
        assert!(state(&[&["6", "6servings"]]).agree_with(&list(&["6"])));
    }
}

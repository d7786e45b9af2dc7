//! Names fields after the properties that the pages' own data state.
//!
//! In: pages with the values that a template finds in them. Out: for some fields, the property whose values they have
//! on most pages; and the properties that match no field. A field is called by its property from then on, also on
//! pages that state nothing. A property of the page's subject that matches no field is a field of its own, whose values are
//! those that pages state.
//!
//! ```text
//! page       <script type="application/ld+json">{"@type": "Recipe", "recipeIngredient": ["1 egg", "2 figs"], "totalTime": "PT9M"}</script>
//!            <ul class=x7><li>1 egg<li>2 figs</ul>
//! field      x7/li is recipeIngredient, on 5 of 5 pages
//!            totalTime is read from the data
//! ```
//!
//! What pages state is read by [`statement`](crate::page::statement). Only letters and digits are compared; two lists are equal if
//! most items are. Time is linear in the pages.

use crate::measure::{are_most, letters};
use crate::page::Tree;
use crate::page::statement::{Statement, Subject, statements};
use crate::spectrum::exact;
use crate::wrapper::template::{Field, FieldKind, Property, Template};
use crate::wrapper::value::{Extraction, Row, SHORT, Value};
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeMap;

/// The most pages that are examined.
const MAX_PAGES: usize = 20;

/// The properties that a page states.
#[derive(Debug, Default)]
pub(in crate::wrapper) struct StatedProperties {
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

impl StatedProperties {
    /// Reads the properties that a page states.
    pub(in crate::wrapper) fn of(tree: &Tree) -> Self {
        StatedProperties::new(&statements(tree))
    }

    fn new(all: &[Statement]) -> Self {
        let mut stated = StatedProperties::default();
        for Statement { property, values, .. } in all {
            let statements = stated.statements.entry(property.clone()).or_insert_with(|| {
                stated.order.push(property.clone());
                Statements::default()
            });
            statements.add(values.iter().map(|value| letters(value)).collect());
        }
        stated
    }

    /// Whether a page's statements of a property agree with a field's texts; `None` if it does not state the
    /// property.
    pub(in crate::wrapper) fn agrees(&self, property: &str, field_texts: &[String]) -> Option<bool> {
        Some(self.statements.get(property)?.agree_with(field_texts))
    }
}

impl Template {
    /// Fills the fields whose values are those that a page states.
    pub(in crate::wrapper) fn fill_stated<'t>(&'t self, tree: &Tree, row: &mut Row) {
        let property = |(number, field): (usize, &'t Field)| Some((number, field.only_stated()?));
        let mut properties = self.fields.iter().enumerate().filter_map(property).peekable();
        if properties.peek().is_none() {
            return;
        }
        let all = statements(tree);
        let of_subject = SubjectStatements::new(&all);
        for (field, property) in properties {
            row[field] = of_subject.value(property);
        }
    }
}

/// The statements about the page's subject.
fn about_subject(all: &[Statement]) -> impl Iterator<Item = &Statement> {
    // A page about a thing has an article, too: its text.
    let subjects = [Subject::Thing, Subject::Article].map(Some);
    let subject = subjects.into_iter().find(|&subject| all.iter().any(|one| one.subject == subject));
    all.iter().filter(move |one| Some(one.subject) == subject)
}

/// The statements about a page's subject, by their properties.
pub(in crate::wrapper) struct SubjectStatements<'s>(HashMap<&'s str, Vec<&'s Statement>>);

impl<'s> SubjectStatements<'s> {
    pub(in crate::wrapper) fn new(all: &'s [Statement]) -> Self {
        let mut by_property: HashMap<&str, Vec<&Statement>> = HashMap::new();
        for one in about_subject(all) {
            by_property.entry(&one.property).or_default().push(one);
        }
        SubjectStatements(by_property)
    }

    /// The value of the first statement of a property.
    fn value(&self, property: &str) -> Option<Value> {
        let first = self.0.get(property)?.first()?;
        Some(Value { texts: first.values.clone(), spans: Vec::new() })
    }

    /// Whether the page states that a property has this value.
    pub(in crate::wrapper) fn has(&self, property: &str, value: &str) -> bool {
        let value = letters(value);
        let mut all = self.0.get(property).into_iter().flatten();
        all.any(|one| letters(&one.values.concat()) == value)
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
pub(in crate::wrapper) fn normalized_texts(value: &Value) -> Vec<String> {
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
pub(in crate::wrapper) fn find_properties(
    fields: &mut [Field],
    found: &[Extraction],
    stated: &[Vec<Statement>],
) -> Vec<String> {
    let stated: Vec<StatedProperties> =
        stated.iter().take(MAX_PAGES).map(|page| StatedProperties::new(page)).collect();
    let found = &found[..stated.len()];
    let mut properties: Vec<&str> = Vec::new();
    let mut known: HashSet<&str> = HashSet::new();
    properties.extend(
        stated.iter().flat_map(|stated| &stated.order).map(String::as_str).filter(|name| known.insert(name)),
    );
    let mut pairs: Vec<PropertyMatch> = Vec::new();
    for field in 0..fields.len() {
        let value = |found: &Extraction| normalized_texts(found.page[field].as_ref()?).into();
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
            fields[pair.field].property =
                Some(Property { name, agree: pair.agree, of: pair.of, only_stated: false });
        }
    }
    let matched: HashSet<&str> = pairs.iter().map(|pair| pair.property).collect();
    properties.into_iter().filter(|name| !matched.contains(name)).map(str::to_owned).collect()
}

/// Adds a field for each of these properties that is of the pages' subject and that most pages state, and its values to what was
/// found. Returns the other properties.
pub(in crate::wrapper) fn add_stated(
    fields: &mut Vec<Field>,
    mut unmatched: Vec<String>,
    stated: &[Vec<Statement>],
    found: &mut [Extraction],
) -> Vec<String> {
    let of_subject: Vec<SubjectStatements> = stated.iter().map(|page| SubjectStatements::new(page)).collect();
    unmatched.retain(|property| {
        let values: Vec<Option<Value>> = of_subject.iter().map(|page| page.value(property)).collect();
        let support = values.iter().flatten().count();
        if !are_most(support, stated.len()) {
            return true;
        }
        let count = u32::try_from(support).expect("few pages");
        let is_list = values.iter().flatten().any(|value| value.texts.len() > 1);
        let kind = if is_list { FieldKind::List } else { FieldKind::Text };
        let stated = Property { name: property.clone(), agree: count, of: count, only_stated: true };
        fields.push(Field { property: Some(stated), ..Field::new(property.clone(), count, kind) });
        for (found, value) in found.iter_mut().zip(values) {
            found.page.push(value);
        }
        false
    });
    unmatched
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
pub(in crate::wrapper) fn name_by_properties(fields: &mut [Field]) {
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
    use crate::wrapper::{Extractor, Learner, LeftOut, Shape, Template, check};

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
        assert_eq!(names, ["name", "recipeIngredient", "Time", "totalTime"]);
        let property = template.fields[1].property.as_ref().expect("a property");
        assert_eq!((property.agree, property.of), (4, 4));
        assert!(template.reference.unmatched.is_empty());
    }

    #[test]
    fn properties_that_no_text_has_are_fields() {
        let with_time = |(number, soup): (usize, Soup)| {
            page(soup, &linked(soup).replace("PT9M", &format!("PT{number}M")).replace("}</s", r#", "url": "http://x/", "author": {"@type": "Person", "name": "Ann", "telephone": "1"}}</s"#))
        };
        let pages = corpus(SOUPS.into_iter().enumerate().map(with_time));
        let wrapper = Learner::new().shape(Shape::Page).learn(&pages).expect("a wrapper");
        let fields = &wrapper.templates[0].fields;
        let shown: Vec<(&str, Option<LeftOut>)> =
            fields.iter().map(|field| (&*field.name, field.left_out)).collect();
        let all = ["name", "recipeIngredient", "Time", "totalTime"].map(|name| (name, None));
        assert_eq!(shown[..4], all);
        // The author is the same so far; the telephone is the author's, not the soup's.
        assert_eq!(shown[4..], [("url", Some(LeftOut::Address)), ("author", None)]);
        let new = page(SOUPS[0], &linked(SOUPS[0]).replace("PT9M", "PT77M"));
        let found = Extractor::new(&wrapper).extract(&new).expect("it fits");
        assert_eq!(found.page[3].as_ref().map(|value| &*value.texts[0]), Some("PT77M"));
        let checked = check(&wrapper, &corpus([new.clone(), new.replace('1', "2")]), 0.1);
        let time = checked.fields.iter().find(|field| field.field == "totalTime").expect("a field");
        assert!(time.stated.is_none() && time.now.some == 2, "{time:?}");
    }

    #[test]
    fn pages_that_state_nothing_have_the_same_fields() {
        let wrapper = crate::wrapper::Wrapper { templates: vec![learned()] };
        let plain = page(("Pea soup", &["peas", "parsley", "1 egg"]), "");
        let found = Extractor::new(&wrapper).extract(&plain).expect("it fits");
        let items = found.page[1].as_ref().expect("a value");
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

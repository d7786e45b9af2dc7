//! Fields for links: the addresses to which the values of other fields lead.
//!
//! In: the values of a field with their places on a page. Out: for each text the address of the link that it is in, or of the
//! first link in it. Addresses are as the page writes them.
//!
//! ```text
//! <h3><a href=/dune>Dune</a></h3>      title: Dune      title.href: /dune
//! ```
//!
//! O(log page) for a value, and the elements in and around it.

use crate::measure::are_most;
use crate::page::{ElementId, Tree};
use crate::token::Span;
use crate::wrapper::fields::describe::names_of;
use crate::wrapper::template::{Field, LeftOut, ValueProfile};
use crate::wrapper::value::{Row, Value};
use hashbrown::HashSet;

/// Adds a field for the links of each field most of whose values are links, if it is shown or its links differ. In: the rows of learning pages.
pub(in crate::wrapper) fn add_links(fields: &mut Vec<Field>, pages: &[(&Tree, &[Row])]) {
    let mut taken = names_of(fields);
    for number in 0..fields.len() {
        let field = &fields[number];
        let is_same = field.left_out == Some(LeftOut::Same);
        if field.left_out.is_some() && !is_same || field.only_stated().is_some() {
            continue;
        }
        let of_page = |(tree, rows): &(&Tree, &[Row])| -> Vec<Value> {
            rows.iter().filter_map(|row| links(tree, row[number].as_ref()?)).collect()
        };
        let filled: Vec<Value> = pages.iter().flat_map(of_page).collect();
        if !are_most(filled.len(), field.found as usize) {
            continue;
        }
        // A link with the same words on all pages is one of the frame, unless it leads elsewhere from most.
        let distinct = filled.iter().map(|value| &*value.texts).collect::<HashSet<&[String]>>().len();
        if is_same && !are_most(distinct, filled.len()) {
            continue;
        }
        let count = u32::try_from(filled.len()).expect("fewer rows than bytes");
        fields.push(Field {
            found: count,
            profile: ValueProfile::of(filled.into_iter().flat_map(|value| value.texts)),
            left_out: Some(LeftOut::Address),
            link_of: Some(number),
            ..Field::new(taken.free(&format!("{}.href", field.name)), count, field.kind)
        });
    }
}

/// Fills the fields of links in the rows of a page.
pub(in crate::wrapper) fn fill_links(fields: &[Field], tree: &Tree, rows: &mut [Row]) {
    for (number, of) in fields.iter().enumerate().filter_map(|(number, field)| Some((number, field.link_of?)))
    {
        for row in &mut *rows {
            row.resize(fields.len(), None);
            row[number] = row[of].as_ref().and_then(|value| links(tree, value));
        }
    }
}

/// The address for each text of a value, empty for a text without one; `None` if no text has one.
fn links(tree: &Tree, value: &Value) -> Option<Value> {
    let texts: Vec<String> = value.spans.iter().map(|&span| link(tree, span).unwrap_or_default()).collect();
    let value = Value { texts, spans: value.spans.clone() };
    (!value.is_empty()).then_some(value)
}

fn link(tree: &Tree, span: Span) -> Option<String> {
    let first = tree.elements().partition_point(|element| element.tag.start < span.start);
    let inside = tree.elements()[first..].iter().take_while(|element| element.tag.start < span.end).count();
    let id = |number: usize| ElementId(u32::try_from(number).expect("fewer elements than bytes"));
    let mut inside = (first..first + inside).map(id);
    if let Some(link) = inside.find(|&id| tree.is_link(id)) {
        return tree.attribute(link, "href").map(std::borrow::Cow::into_owned);
    }
    // The elements around it with no text but the value.
    let own = tree.leaves_in(span);
    let leaf = own.start;
    let is_own = |id: &ElementId| {
        let leaves = &tree.element(*id).leaves;
        leaves.start as usize >= own.start && leaves.end as usize <= own.end
    };
    let around =
        std::iter::successors(tree.leaves().get(leaf).map(|leaf| leaf.parent), |&id| tree.element(id).parent);
    let link = around.take_while(is_own).find(|&id| tree.is_link(id))?;
    tree.attribute(link, "href").map(std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use crate::document::Document;
    use crate::wrapper::{Extractor, Learner, Shape};

    #[test]
    fn a_link_in_a_value_or_around_it_has_a_field_of_its_own() {
        let page = |name: &str, tags: &[&str]| {
            let tag = |tag: &&str| format!("<li><a href=/t/{tag}>{tag} of {name}</a>");
            let tags: String = tags.iter().map(tag).collect();
            format!("<h1><a href=/{name}>{name}</a></h1><p>By <b>{name} Doe</b></p><ul>{tags}</ul>")
        };
        let pages = [page("ann", &["x", "y"]), page("bob", &["z"]), page("cy", &["x", "z", "w"])];
        let documents =
            pages.iter().zip(0..).map(|(page, number)| Document::new(format!("{number}"), &**page));
        let wrapper = Learner::new().shape(Shape::Page).learn(&documents.collect()).expect("a template");
        let fields = &wrapper.templates[0].fields;
        let of: Vec<Option<&str>> = fields
            .iter()
            .filter(|field| field.link_of.is_some())
            .map(|field| field.name.strip_suffix(".href"))
            .collect();
        assert_eq!(of.len(), 2, "{fields:?}");
        let found = Extractor::new(&wrapper).extract(&page("dee", &["v", "u"])).expect("it fits");
        let links = fields.iter().zip(&found.page).filter(|(field, _)| field.link_of.is_some());
        let links: Vec<Vec<String>> = links.map(|(_, value)| value.clone().expect("links").texts).collect();
        assert_eq!(links, [vec!["/dee".to_owned()], vec!["/t/v".to_owned(), "/t/u".to_owned()]]);
    }

    #[test]
    fn a_record_has_the_links_of_its_columns() {
        let list = |names: &[&str]| {
            let item =
                |name: &&str| format!("<li><a href=/{name}><b>{name}</b></a> <i>{} pages</i>", name.len());
            format!("<ul>{}</ul>", names.iter().map(item).collect::<String>())
        };
        let pages = [list(&["dune", "emma", "ulysses"]), list(&["walden", "ivanhoe"])];
        let documents =
            pages.iter().zip(0..).map(|(page, number)| Document::new(format!("{number}"), &**page));
        let wrapper = Learner::new().shape(Shape::Records).learn(&documents.collect()).expect("a template");
        let wrapper =
            crate::wrapper::Wrapper::from_json(&wrapper.to_json()).expect("what was written is read");
        let found = Extractor::new(&wrapper).extract(&list(&["kim", "she", "lorna"])).expect("it fits");
        let links: Vec<String> = found
            .rows()
            .iter()
            .map(|row| row.last().cloned().flatten().expect("a link").texts.concat())
            .collect();
        assert_eq!(links, ["/kim", "/she", "/lorna"]);
    }
}

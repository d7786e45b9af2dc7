//! Bodies: elements whose blocks come as they like, and are one value: the paragraphs of a post, its tags.
//!
//! ```text
//! <div class=text> <p>...</p> <p>...</p> </div>       two paragraphs here, twenty there: a body
//! <div class=card> <h3>...</h3> <p>...</p> </div>     each has one h3: a title and what is said of it
//! <dl> <dt>Pages:</dt> <dd>412</dd> ... </dl>         labels tell what each value is
//! ```
//!
//! In: the records of a template. Out: the places of their bodies. Were each paragraph a column, most columns would be empty
//! in most records. So elements of a place are bodies if half of them have less than half as many like children as the one
//! that has most, or if there are half as many numbers of children as elements. Not so if half of them have few, or most of
//! them have a child that is the only one of its place, or a text in them is a label.
//!
//! Time is linear in the elements and texts of the records.

use super::label::Labels;
use super::line::Inside;
use super::place::Placed;
use crate::measure::{LEAST, are_most};
use crate::page::ElementId;
use hashbrown::HashMap;
use std::collections::BTreeSet;

/// What is counted of the elements with blocks at one place.
#[derive(Default)]
struct Count<'a> {
    /// For each the number of its children that are most alike.
    like: Vec<usize>,
    /// In how many of them a child is the only one of its place.
    once: HashMap<&'a str, usize>,
    has_labels: bool,
}

/// The places of the bodies of some records.
pub(super) fn bodies(records: &[Placed<'_>], labels: &Labels) -> BTreeSet<String> {
    let mut counts: HashMap<&str, Count<'_>> = HashMap::new();
    for (part, places) in records {
        let tree = part.page.tree;
        let first = part.record.leaves.start;
        let mut labels_before = vec![0_u32];
        for leaf in part.record.leaves(tree) {
            let is_label = labels.has(places.at(leaf.parent), &leaf.text);
            labels_before.push(labels_before[labels_before.len() - 1] + u32::from(is_label));
        }
        for id in part.elements().filter(|&id| part.page.inside(id) == Inside::Blocks && tree.has_text(id)) {
            let element = tree.element(id);
            let mut children: HashMap<&str, usize> = HashMap::new();
            let mut child = ElementId(id.0 + 1);
            while child < element.end {
                if tree.has_text(child) {
                    *children.entry(places.at(child)).or_default() += 1;
                }
                child = tree.element(child).end;
            }
            let count = counts.entry(places.at(id)).or_default();
            count.like.push(children.values().copied().max().unwrap_or_default());
            for (place, _) in children.into_iter().filter(|&(_, times)| times == 1) {
                *count.once.entry(place).or_default() += 1;
            }
            let labels_until = |leaf: u32| labels_before[(leaf - first) as usize];
            count.has_labels |= labels_until(element.leaves.end) > labels_until(element.leaves.start);
        }
    }
    let of_bodies = counts.into_iter().filter(|(_, count)| count.is_body());
    of_bodies.map(|(place, _)| place.to_owned()).collect()
}

impl Count<'_> {
    fn is_body(&self) -> bool {
        let mut like = self.like.clone();
        like.sort_unstable();
        let (median, most) = (like[like.len() / 2], like[like.len() - 1]);
        let elements = like.len();
        like.dedup();
        let varies = 2 * median < most || like.len() >= LEAST && 2 * like.len() >= elements;
        median >= LEAST
            && varies
            && !self.has_labels
            && !self.once.values().any(|&once| are_most(once, elements))
    }
}

#[cfg(test)]
mod tests {
    use crate::page::{ElementId, Tree, text};
    use crate::record::{Listed, Width, table};
    use crate::repeat::Record;

    /// The values of the last record of a list with such items.
    fn values(items: &[String]) -> Vec<String> {
        let page = items.iter().map(|item| format!("<li>{item}</li>")).collect::<Vec<_>>().concat();
        let tree = Tree::new(&page);
        let heads: Vec<ElementId> = tree.ids().filter(|&id| &*tree.element(id).name == "li").collect();
        let records: Vec<Record> = heads.into_iter().map(|id| Record::element(&tree, id)).collect();
        let table = table(&[Listed { tree: &tree, source: &page, records: &records }], Width::Informative);
        let fields = table.fields[0].last().expect("there is a record");
        fields.iter().map(|field| text(&tree, &page, field.span)).collect()
    }

    fn posts(paragraphs: impl Fn(&str) -> String) -> Vec<String> {
        let posts = [("Ash", "a b c d e"), ("Elm", "f g"), ("Oak", "h i"), ("Fir", "j k l")];
        let post = |(title, said): (&str, &str)| {
            format!(
                "<h3>{title}</h3><div>{}</div>",
                said.split(' ').map(&paragraphs).collect::<Vec<_>>().concat()
            )
        };
        posts.map(post).to_vec()
    }

    #[test]
    fn paragraphs_that_come_as_they_like_are_one_value() {
        assert_eq!(
            values(&posts(|word| format!("<p>{word} and <b>more</b></p>"))),
            ["Fir", "j and more k and more l and more"]
        );
    }

    #[test]
    fn values_with_labels_are_no_body() {
        let said = ["a b c d e", "a b", "a b", "a b c"];
        let items = said.map(|keys| {
            let pair = |key: &str| format!("<p><i>{key}:</i> <u>{key}{}</u></p>", keys.len() + said.len());
            format!("<div>{}</div>", keys.split(' ').map(pair).collect::<Vec<_>>().concat())
        });
        assert!(values(&items).len() > 1);
    }
}

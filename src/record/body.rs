//! Bodies: elements with a free sequence of blocks that is one value, such as the paragraphs of a post or its tags.
//!
//! ```text
//! <div class=text> <p>...</p> <p>...</p> </div>       two paragraphs here, twenty there: a body
//! <div class=card> <h3>...</h3> <p>...</p> </div>     no body: each has one h3, a title with its text
//! <dl> <dt>Pages:</dt> <dd>412</dd> ... </dl>         no body: labels name each value
//! ```
//!
//! In: the records of a template. Out: the paths of their bodies. If each paragraph were a column, most columns would be empty in
//! most records. Let the count of an element be the size of its largest group of children with the same path. The elements at a
//! path are bodies if their counts vary: the median is less than half of the maximum, or there are at least half as many distinct
//! counts as elements. They are no bodies if the median is below three, if most of them have a child that is the only one at its
//! path, or if they contain a label.
//!
//! Time is linear in the elements and texts of the records.

use super::label::Labels;
use super::line::Inside;
use super::place::PlacedRecord;
use crate::measure::{LEAST, are_most};
use crate::page::ElementId;
use hashbrown::HashMap;
use std::collections::BTreeSet;

/// Statistics of the elements with blocks at one path.
#[derive(Default)]
struct BlockCounts<'a> {
    /// For each element the size of its largest group of children with the same path.
    like: Vec<usize>,
    /// For each path of children the number of elements with exactly one child there.
    once: HashMap<&'a str, usize>,
    has_labels: bool,
}

/// The paths of the bodies of some records.
pub(super) fn bodies(records: &[PlacedRecord<'_>], labels: &Labels) -> BTreeSet<String> {
    let mut counts: HashMap<&str, BlockCounts<'_>> = HashMap::new();
    for (part, paths) in records {
        let tree = part.page.tree;
        let first = part.record.leaves.start;
        let mut labels_before = vec![0_u32];
        for leaf in part.record.leaves(tree) {
            let is_label = labels.has(paths.at(leaf.parent), &leaf.text);
            labels_before.push(labels_before[labels_before.len() - 1] + u32::from(is_label));
        }
        for id in part.elements().filter(|&id| part.page.inside(id) == Inside::Blocks && tree.has_text(id)) {
            let element = tree.element(id);
            let mut children: HashMap<&str, usize> = HashMap::new();
            let mut child = ElementId(id.0 + 1);
            while child < element.end {
                if tree.has_text(child) {
                    *children.entry(paths.at(child)).or_default() += 1;
                }
                child = tree.element(child).end;
            }
            let count = counts.entry(paths.at(id)).or_default();
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

impl BlockCounts<'_> {
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

    /// The values of the last record of a list with these items.
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
    fn a_varying_number_of_paragraphs_is_one_value() {
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

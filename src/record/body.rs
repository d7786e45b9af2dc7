//! Bodies: elements with a free sequence of blocks that is one value, such as the paragraphs of a post or its tags.
//!
//! ```text
//! <div class=text> <p>...</p> <p>...</p> </div>       two paragraphs here, twenty there: a body
//! <div class=card> <h3>...</h3> <p>...</p> </div>     no body: each has one h3, a title with its text
//! <dl> <dt>Pages:</dt> <dd>412</dd> ... </dl>         no body: labels name each value
//! ```
//!
//! In: the records of a template. Out: the paths of their bodies. If each paragraph were a column, most columns would be empty in
//! most records. Let the count of an element be the size of its largest group of children with the same path. The elements at a path
//! are bodies if the median of their counts is three or more, and if
//!
//! * the columns that their children would be, by path and ordinal, are *sparse*: filled in less than half of the elements; or
//! * their counts vary: the median is less than half of the maximum, or there are at least half as many distinct counts as elements; but
//!   not if most of them have a child that is the only one at its path, or if they contain a label.
//!
//! An element that is the value of a property by the standard for microdata is one value, whatever is in it.
//!
//! Time is linear in the elements and texts of the records.

use super::label::Labels;
use super::line::Inside;
use super::place::PlacedRecord;
use crate::measure::{LEAST, are_most};
use crate::page::{ElementId, Tree};
use hashbrown::HashMap;
use std::collections::BTreeSet;

/// Statistics of the elements with blocks at one path.
#[derive(Default)]
struct BlockCounts<'a> {
    /// For each element the size of its largest group of children with the same path.
    like: Vec<usize>,
    children: HashMap<&'a str, ChildCounts>,
    has_labels: bool,
    /// The elements that are the value of a property.
    stated: usize,
}

/// How often elements have a child at one path.
#[derive(Default)]
struct ChildCounts {
    /// In all elements, and in one.
    all: usize,
    most: usize,
    /// The elements with exactly one.
    once: usize,
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
            for (place, times) in children {
                let of_place = count.children.entry(place).or_default();
                of_place.all += times;
                of_place.most = of_place.most.max(times);
                of_place.once += usize::from(times == 1);
            }
            count.stated += usize::from(is_stated(tree, id));
            let labels_until = |leaf: u32| labels_before[(leaf - first) as usize];
            count.has_labels |= labels_until(element.leaves.end) > labels_until(element.leaves.start);
        }
    }
    let of_bodies = counts.into_iter().filter(|(_, count)| count.is_body());
    of_bodies.map(|(place, _)| place.to_owned()).collect()
}

/// Whether the text of an element is the value of a property, and the element no thing with properties of its own.
fn is_stated(tree: &Tree<'_>, id: ElementId) -> bool {
    let has = |name: &str| tree.attribute(id, name).is_some();
    has("itemprop") && !has("itemscope")
}

impl BlockCounts<'_> {
    fn is_body(&self) -> bool {
        let mut like = self.like.clone();
        like.sort_unstable();
        let (median, most) = (like[like.len() / 2], like[like.len() - 1]);
        let elements = like.len();
        if are_most(self.stated, elements) {
            return true;
        }
        like.dedup();
        let varies = 2 * median < most || like.len() >= LEAST && 2 * like.len() >= elements;
        let children = || self.children.values();
        let is_one_each = || children().any(|of| are_most(of.once, elements));
        let columns: usize = children().map(|of| of.most).sum();
        let is_sparse = || 2 * children().map(|of| of.all).sum::<usize>() < columns * elements;
        median >= LEAST && (is_sparse() || varies && !self.has_labels && !is_one_each())
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
    #[test]
    fn blocks_that_few_elements_have_are_one_value() {
        let said = [
            "<p>a<p>b<p>c<h4>d</h4><table><td>u</table>",
            "<p>e<p>f<p>g<ol><li>h<li>i</ol>",
            "<p>j<p>k<p>l<pre>m</pre><h5>n</h5>",
        ];
        let items = ["<p>o<p>p<p>q<dl><dt>r<dd>s</dl><h6>t</h6>"].iter().chain(&said).rev();
        let items: Vec<String> =
            items.map(|said| format!("<h3>{}</h3><div>{said}</div>", said.len())).collect();
        assert_eq!(values(&items), ["41", "o p q r s t"]);
    }

    #[test]
    fn the_value_of_a_property_is_one_value() {
        let item = |name: &str| {
            format!(
                "<h3>{name}</h3><div itemprop=articleBody><p>{name} is <b>tall</b></p><p>and {name}</p></div>"
            )
        };
        let items = ["Ash", "Elm", "Oak", "Fir"].map(item);
        assert_eq!(values(&items), ["Fir", "Fir is tall and Fir"]);
    }
}

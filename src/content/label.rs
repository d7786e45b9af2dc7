//! Labels of values: the first of two cells in a row, and the `dt` before a `dd`.
//!
//! In: the blocks of a page that are content. Out: these blocks, and the labels of those that are values. All pages of
//! a catalogue have the same labels, so labels look like template, but a value without its label means little.
//!
//! ```text
//! <tr> <th>Pages</th> <td>412</td> </tr>            Pages is kept if 412 is
//! <dt>Binding</dt> <dd>paper</dd> <dd>cloth</dd>    Binding is kept if paper or cloth is
//! ```
//!
//! Cost: linear in the elements of the page, plus the blocks times their depth.

use super::piece::{Page, Pairing};
use hashbrown::HashMap;
use std::collections::BTreeSet;

impl Page {
    /// Adds to some blocks the labels of those that are values.
    pub(super) fn with_labels(&self, blocks: Vec<usize>) -> Vec<usize> {
        let terms = self.terms();
        let mut with: BTreeSet<usize> = blocks.iter().copied().collect();
        with.extend(blocks.into_iter().filter_map(|at| self.label_of(at, &terms)));
        with.into_iter().collect()
    }

    /// Returns the label of a block, if the block is a value that has one.
    fn label_of(&self, at: usize, terms: &HashMap<usize, usize>) -> Option<usize> {
        let is_value = |element: &usize| {
            matches!(self.elements[*element].pairing, Some(Pairing::Cell | Pairing::Description))
        };
        let value = self.around(at).find(is_value)?;
        let first = self.elements[value].blocks.start;
        let label = if self.elements[value].pairing == Some(Pairing::Description) {
            *terms.get(&value)?
        } else {
            let row = self.elements[value].parent?;
            let of_row = &self.elements[row].blocks;
            // The row must have two cells: a label of one block, and the value.
            let are_two = self.elements[value].blocks.end == of_row.end && of_row.start + 1 == first;
            (are_two && self.elements[row].pairing == Some(Pairing::Row)).then_some(of_row.start)?
        };
        let block = &self.blocks[label];
        (block.pages > 1 && block.linked <= 0.0 && !block.comment && !block.in_form).then_some(label)
    }

    /// Returns for each `dd` the last block of the `dt` before it, unless another element with text is between them.
    fn terms(&self) -> HashMap<usize, usize> {
        let (mut last, mut terms) = (HashMap::new(), HashMap::new());
        for (at, element) in
            self.elements.iter().enumerate().filter(|(_, element)| !element.blocks.is_empty())
        {
            match element.pairing {
                Some(Pairing::Term) => {
                    last.insert(element.parent, element.blocks.end - 1);
                }
                Some(Pairing::Description) => terms.extend(last.get(&element.parent).map(|&term| (at, term))),
                _ => {
                    last.remove(&element.parent);
                }
            }
        }
        terms
    }

    /// Returns the block-level elements around a block, innermost first.
    fn around(&self, at: usize) -> impl Iterator<Item = usize> + use<'_> {
        std::iter::successors(Some(self.blocks[at].element), |&element| self.elements[element].parent)
    }
}

#[cfg(test)]
mod tests {
    use crate::content::contents;
    use crate::content::sentences::{WORDS, sentence};
    use crate::document::Document;

    /// Content of the first of six pages with the same labels. `write` gives the markup of labels and values.
    fn said(write: impl Fn(&[(&str, String)]) -> String) -> Vec<String> {
        let page = |number: usize| {
            let value = |at: usize| format!("{} {}", WORDS[(number + at) % 9], number * 7 + at);
            let facts: Vec<(&str, String)> = ["Pages", "Binding", "Maker"]
                .into_iter()
                .enumerate()
                .map(|(at, label)| (label, value(at)))
                .collect();
            let about = [0, 1].map(|at| format!("<p>{}", sentence(number * 2 + at))).concat();
            let menu = "<ul><li><a href=/>Home</a><li><a href=/new>New</a></ul>";
            let page = format!(
                "<title>{number}</title>{menu}<main><h1>Book {}</h1>{}<div class=about>{about}</div></main>",
                WORDS[number],
                write(&facts)
            );
            Document::new(format!("{number}"), page)
        };
        let pages: Vec<Document> = (0..6).map(page).collect();
        contents(&pages)[0].text.iter().map(|text| text.text.clone()).collect()
    }

    #[test]
    fn values_of_a_catalogue_keep_their_labels() {
        let table = |facts: &[(&str, String)]| {
            let row = |(label, value): &(&str, String)| format!("<tr><th>{label}<td>{value}");
            format!("<table>{}</table>", facts.iter().map(row).collect::<String>())
        };
        let terms = |facts: &[(&str, String)]| {
            let row = |(label, value): &(&str, String)| format!("<dt>{label}<dd>{value}");
            format!("<dl>{}</dl>", facts.iter().map(row).collect::<String>())
        };
        for said in [said(table), said(terms)] {
            let at = said.iter().position(|text| text == "Pages").unwrap_or_else(|| panic!("{said:?}"));
            let [pages, _, binding, _, maker, _, ..] = &said[at..] else { panic!("{said:?}") };
            assert_eq!([pages, binding, maker], ["Pages", "Binding", "Maker"], "{said:?}");
        }
    }
}

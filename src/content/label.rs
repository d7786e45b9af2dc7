//! Labels of values: the first of two cells in a row, and the `dt` before a `dd`.
//!
//! In: which blocks of a page are content. Out: these, with the labels of those that are values. All pages of a catalogue have the same
//! labels, which are therefore template; but a value without its label means little.
//!
//! ```text
//! <tr> <th>Pages</th> <td>412</td> </tr>            Pages stays where 412 does
//! <dt>Binding</dt> <dd>paper</dd> <dd>cloth</dd>    Binding stays where paper or cloth does
//! ```
//!
//! Linear in the elements of the page, and in its blocks times their depth.

use super::piece::{Page, Pairing};
use hashbrown::HashMap;
use std::collections::BTreeSet;

impl Page {
    /// These blocks with the labels of those that are values.
    pub(super) fn with_labels(&self, pieces: Vec<usize>) -> Vec<usize> {
        let terms = self.terms();
        let mut with: BTreeSet<usize> = pieces.iter().copied().collect();
        with.extend(pieces.into_iter().filter_map(|at| self.label_of(at, &terms)));
        with.into_iter().collect()
    }

    /// The block that is the label of another one.
    fn label_of(&self, at: usize, terms: &HashMap<usize, usize>) -> Option<usize> {
        let is_value =
            |place: &usize| matches!(self.places[*place].pairing, Some(Pairing::Cell | Pairing::Said));
        let value = self.around(at).find(is_value)?;
        let first = self.places[value].pieces.start;
        let label = if self.places[value].pairing == Some(Pairing::Said) {
            *terms.get(&value)?
        } else {
            let row = self.places[value].parent?;
            let of_row = &self.places[row].pieces;
            // Of two cells: one text, and the value behind it.
            let are_two = self.places[value].pieces.end == of_row.end && of_row.start + 1 == first;
            (are_two && self.places[row].pairing == Some(Pairing::Row)).then_some(of_row.start)?
        };
        let piece = &self.pieces[label];
        (piece.pages > 1 && piece.linked <= 0.0 && !piece.comment && !piece.in_form).then_some(label)
    }

    /// For each `dd` the last text of the `dt` before it, unless another element with text comes between.
    fn terms(&self) -> HashMap<usize, usize> {
        let (mut last, mut terms) = (HashMap::new(), HashMap::new());
        for (at, place) in self.places.iter().enumerate().filter(|(_, place)| !place.pieces.is_empty()) {
            match place.pairing {
                Some(Pairing::Term) => {
                    last.insert(place.parent, place.pieces.end - 1);
                }
                Some(Pairing::Said) => terms.extend(last.get(&place.parent).map(|&term| (at, term))),
                _ => {
                    last.remove(&place.parent);
                }
            }
        }
        terms
    }

    /// The elements around a block, the innermost first.
    fn around(&self, at: usize) -> impl Iterator<Item = usize> + use<'_> {
        std::iter::successors(Some(self.pieces[at].place), |&place| self.places[place].parent)
    }
}

#[cfg(test)]
mod tests {
    use crate::content::contents;
    use crate::content::sentences::{WORDS, sentence};
    use crate::document::Document;

    /// The texts of the first of some pages, which all have the same labels.
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

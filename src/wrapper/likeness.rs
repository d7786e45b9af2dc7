//! How alike labels are: by the pieces of words that they share, rare pieces counting most.
//!
//! A piece is two or three letters in a row, so that it needs no list of words and no knowledge of where words end. A
//! piece counts by how few of the labels have it; a label that holds all of another is as alike as can be.
//!
//! ```text
//! Grading | Grading policy   1.0        Grading | Office hours   0
//! ```

use std::collections::BTreeMap;

/// Two or three letters; none is the third of two.
type Piece = (char, char, Option<char>);

/// The pieces of a text, ascending, each once.
fn pieces(text: &str) -> Vec<Piece> {
    let letters: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
    let mut pieces: Vec<Piece> = Vec::new();
    for word in letters.split(|letter| !letter.is_alphanumeric()) {
        pieces.extend(word.windows(2).map(|two| (two[0], two[1], None)));
        pieces.extend(word.windows(3).map(|three| (three[0], three[1], Some(three[2]))));
    }
    pieces.sort_unstable();
    pieces.dedup();
    pieces
}

/// What labels have in common.
#[derive(Debug)]
pub(super) struct Likeness {
    labels: usize,
    /// In how many labels a piece is.
    counts: BTreeMap<Piece, u32>,
}

/// A label by its pieces.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    /// With their weights, ascending.
    pieces: Vec<(Piece, f64)>,
    weight: f64,
}

impl Likeness {
    /// The likeness among these labels, each of which is given once.
    pub(super) fn among<'a>(labels: impl IntoIterator<Item = &'a str>) -> Self {
        let mut likeness = Likeness { labels: 0, counts: BTreeMap::new() };
        for label in labels {
            likeness.labels += 1;
            for piece in pieces(label) {
                *likeness.counts.entry(piece).or_default() += 1;
            }
        }
        likeness
    }

    /// A label ready to be compared.
    pub(super) fn pieces(&self, label: &str) -> Pieces {
        let weighed = |piece: Piece| (piece, self.weight(piece));
        let pieces: Vec<(Piece, f64)> = pieces(label).into_iter().map(weighed).collect();
        let weight = pieces.iter().map(|(_, weight)| weight).sum();
        Pieces { pieces, weight }
    }

    fn weight(&self, piece: Piece) -> f64 {
        let labels = crate::spectrum::exact(self.labels as u64 + 1);
        (labels / self.counts.get(&piece).map_or(1.0, |&count| f64::from(count))).ln()
    }
}

impl Pieces {
    /// The weight of what two labels share, as a share of the lighter one's.
    pub(super) fn likeness(&self, other: &Pieces) -> f64 {
        let lighter = self.weight.min(other.weight);
        if lighter <= 0.0 {
            return 0.0;
        }
        let mut others = other.pieces.iter().peekable();
        let is_shared = |&&(piece, _): &&(Piece, f64)| {
            while others.next_if(|other| other.0 < piece).is_some() {}
            others.next_if(|other| other.0 == piece).is_some()
        };
        self.pieces.iter().filter(is_shared).map(|(_, weight)| weight).sum::<f64>() / lighter
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_that_holds_another_is_like_it() {
        let labels = ["Grading", "Grading policy", "Office hours"];
        let likeness = Likeness::among(labels);
        let [grading, policy, office] = labels.map(|label| likeness.pieces(label));
        assert!((grading.likeness(&policy) - 1.0).abs() < 1e-9);
        assert!(grading.likeness(&office).abs() < 1e-9);
    }

    #[test]
    fn a_text_without_two_letters_is_like_nothing() {
        let likeness = Likeness::among(["A", "B"]);
        assert!(likeness.pieces("A").likeness(&likeness.pieces("A")).abs() < 1e-9);
    }
}

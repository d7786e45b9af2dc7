//! The likeness of labels, by the character n-grams that they share, weighted by rarity.
//!
//! In: labels. Out: a number from 0 to 1 for two of them.
//!
//! An n-gram is two or three characters in a row within a word, so no word list is needed, and languages without
//! spaces work too. The weight of an n-gram is its inverse document frequency among the labels. A label that contains
//! all n-grams of another has likeness 1 to it.
//!
//! ```text
//! Grading | Grading policy   1.0        Grading | Office hours   0
//! ```

use std::collections::BTreeMap;

/// Two or three characters.
type NGram = (char, char, Option<char>);

/// The distinct n-grams of a text, ascending.
fn n_grams(text: &str) -> Vec<NGram> {
    let letters: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
    let mut n_grams: Vec<NGram> = Vec::new();
    for word in letters.split(|letter| !letter.is_alphanumeric()) {
        n_grams.extend(word.windows(2).map(|two| (two[0], two[1], None)));
        n_grams.extend(word.windows(3).map(|three| (three[0], three[1], Some(three[2]))));
    }
    n_grams.sort_unstable();
    n_grams.dedup();
    n_grams
}

/// The document frequencies of n-grams among labels.
#[derive(Debug)]
pub(in crate::wrapper) struct Likeness {
    labels: usize,
    /// The number of labels with each n-gram.
    counts: BTreeMap<NGram, u32>,
}

/// The n-grams of a label.
#[derive(Clone, Debug)]
pub(in crate::wrapper) struct NGrams {
    /// The n-grams with their weights, ascending.
    n_grams: Vec<(NGram, f64)>,
    weight: f64,
}

impl Likeness {
    /// Counts the n-grams of these labels, each of which must be given once.
    pub(in crate::wrapper) fn among<'a>(labels: impl IntoIterator<Item = &'a str>) -> Self {
        let mut likeness = Likeness { labels: 0, counts: BTreeMap::new() };
        for label in labels {
            likeness.labels += 1;
            for n_gram in n_grams(label) {
                *likeness.counts.entry(n_gram).or_default() += 1;
            }
        }
        likeness
    }

    /// Prepares a label for comparison.
    pub(in crate::wrapper) fn n_grams(&self, label: &str) -> NGrams {
        let weighed = |n_gram: NGram| (n_gram, self.weight(n_gram));
        let n_grams: Vec<(NGram, f64)> = n_grams(label).into_iter().map(weighed).collect();
        let weight = n_grams.iter().map(|(_, weight)| weight).sum();
        NGrams { n_grams, weight }
    }

    fn weight(&self, n_gram: NGram) -> f64 {
        let labels = crate::spectrum::exact(self.labels as u64 + 1);
        (labels / self.counts.get(&n_gram).map_or(1.0, |&count| f64::from(count))).ln()
    }
}

impl NGrams {
    /// The weight of the common n-grams of two labels, as a share of the lighter label's weight.
    pub(in crate::wrapper) fn likeness(&self, other: &NGrams) -> f64 {
        let lighter = self.weight.min(other.weight);
        if lighter <= 0.0 {
            return 0.0;
        }
        let mut others = other.n_grams.iter().peekable();
        let is_shared = |&&(n_gram, _): &&(NGram, f64)| {
            while others.next_if(|other| other.0 < n_gram).is_some() {}
            others.next_if(|other| other.0 == n_gram).is_some()
        };
        self.n_grams.iter().filter(is_shared).map(|(_, weight)| weight).sum::<f64>() / lighter
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_that_contains_another_has_likeness_one() {
        let labels = ["Grading", "Grading policy", "Office hours"];
        let likeness = Likeness::among(labels);
        let [grading, policy, office] = labels.map(|label| likeness.n_grams(label));
        assert!((grading.likeness(&policy) - 1.0).abs() < 1e-9);
        assert!(grading.likeness(&office).abs() < 1e-9);
    }

    #[test]
    fn a_text_without_n_grams_has_likeness_zero() {
        let likeness = Likeness::among(["A", "B"]);
        assert!(likeness.n_grams("A").likeness(&likeness.n_grams("A")).abs() < 1e-9);
    }
}

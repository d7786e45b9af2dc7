//! The names on a page that may be the author's, compared over the pages of a site.
//!
//! In: the candidates of each page ([`NameCandidate`]). Out: the most probable name or names of each page ([`Byline`]), if
//! one is probable enough.
//!
//! The names of a page are compared with those at the same element path on other pages. The author is probably at the path
//! where the authors of other pages probably are. There all pages may have the same name, since many sites have one author;
//! a name that all pages have elsewhere is a button.
//!
//! ```text
//! p.by     Ann Lee, Bo Ray, Ann Lee     probable on each page: place_likely .9
//! p.tools  Print, Print, Print          improbable: place_likely .1, place_same .9
//! ```
//!
//! Time is linear in the candidates.

use super::name_evidence::NameEvidence;
use super::name_words::{has_name, name_words};
use crate::features::share;
use crate::spectrum::size;
use hashbrown::{HashMap, HashSet};

/// Smallest score of an author (`eval/fit/fit_names.py`): on sites that were left out the F1 of given and shown authors is .837, and .918
/// of the given ones are right, .831 on pages that state none. From -0.25 on these are .838, .867 and .746, from 1 on .814, .934 and .877.
const LEAST: f64 = 0.5;

/// A name that may be the author's.
#[derive(Clone, Debug)]
pub(super) struct NameCandidate {
    pub(super) name: String,
    /// The word that was removed in front of it, since the page also has it in lower case: `By`.
    pub(super) label: Option<String>,
    /// Hash of the words.
    pub(super) key: u64,
    /// Hash of the element path of its text.
    pub(super) place: u64,
    /// Index of the text that it is in, and the number of the line.
    pub(super) at: usize,
    pub(super) line: usize,
    pub(super) evidence: NameEvidence,
    pub(super) score: f64,
}

impl NameCandidate {
    /// Whether it is a whole text, and not a part of one.
    fn is_whole(&self) -> bool {
        self.evidence.whole > 0.0
    }
}

/// The author or authors, with the score of the best name.
#[derive(Debug)]
pub(super) struct Byline {
    pub(super) names: Vec<String>,
    /// The word that was removed in front of the best name.
    pub(super) label: Option<String>,
    /// Hash of the element path of the best name.
    pub(super) place: u64,
    pub(super) score: f64,
}

impl Byline {
    /// Returns the names that a text contains.
    pub(super) fn names_in(&self, text: &str) -> Vec<&str> {
        let is_in = |name: &&str| has_name(text, &name_words(name));
        self.names.iter().map(String::as_str).filter(is_in).collect()
    }
}

/// The candidates of a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Names(pub(super) Vec<NameCandidate>);

/// The names at an element path on the pages of a site.
#[derive(Default)]
struct Place {
    /// Number of pages with each name, by hash.
    names: HashMap<u64, usize>,
    /// Number of pages with a name.
    pages: usize,
    /// Sum over the pages of the probability that their author is here.
    likely: f64,
}

impl Names {
    /// Returns the most probable author or authors.
    pub(super) fn byline(&self) -> Option<Byline> {
        let best = self.best().filter(|best| best.score >= LEAST)?;
        Some(Byline {
            names: self.row(best),
            label: best.label.clone(),
            place: best.place,
            score: best.score,
        })
    }

    /// Adds the features that compare the pages of a site, and computes the scores anew.
    pub(super) fn compare(pages: &mut [&mut Names]) {
        let mut places: HashMap<u64, Place> = HashMap::new();
        let likely: Vec<HashMap<u64, f64>> = pages.iter().map(|names| names.likely()).collect();
        for (names, likely) in pages.iter().zip(&likely) {
            let each: HashSet<(u64, u64)> = names.0.iter().map(|name| (name.place, name.key)).collect();
            for &(place, key) in &each {
                *places.entry(place).or_default().names.entry(key).or_default() += 1;
            }
            for place in each.into_iter().map(|(place, _)| place).collect::<HashSet<u64>>() {
                let of = places.entry(place).or_default();
                of.pages += 1;
                of.likely += likely.get(&place).copied().unwrap_or_default();
            }
        }
        for (names, likely) in pages.iter_mut().zip(likely) {
            for name in &mut names.0 {
                let place = &places[&name.place];
                let others = size(place.pages - 1);
                let own = likely.get(&name.place).copied().unwrap_or_default();
                name.evidence.place_likely = share(place.likely - own, others);
                let same = share(size(place.names[&name.key] - 1), others);
                name.evidence.place_same = (same - name.evidence.place_likely).max(0.0);
                name.score = name.evidence.score();
            }
        }
    }

    /// Returns for each element path the probability that the author is there, where it is not 0.
    fn likely(&self) -> HashMap<u64, f64> {
        let mut best: HashMap<u64, &NameCandidate> = HashMap::new();
        for name in &self.0 {
            let known = best.entry(name.key).or_insert(name);
            if name.score > known.score {
                *known = name;
            }
        }
        // No author has score 0. Sorted, since the order of additions changes the last digit.
        let mut best: Vec<&NameCandidate> = best.into_values().collect();
        best.sort_unstable_by_key(|name| (name.at, name.key));
        let odds = 1.0 + best.iter().map(|name| name.score.exp()).sum::<f64>();
        let mut likely: HashMap<u64, f64> = HashMap::new();
        for name in best {
            *likely.entry(name.place).or_default() += name.score.exp() / odds;
        }
        likely
    }

    /// The most probable name; of several the first.
    fn best(&self) -> Option<&NameCandidate> {
        self.0.iter().rev().max_by(|one, other| one.score.total_cmp(&other.score))
    }

    /// Returns the best name and, for articles by several authors, other names next to it at the same element path: in the same
    /// line, or in links. Other lines may be labels: `Last Updated`.
    fn row(&self, best: &NameCandidate) -> Vec<String> {
        let is_like = |candidate: &&NameCandidate| {
            let is_beside = candidate.line == best.line || candidate.evidence.link > 0.0;
            candidate.is_whole() && candidate.score >= LEAST && candidate.place == best.place && is_beside
        };
        let mut row: Vec<&NameCandidate> = vec![best];
        let mut keys: HashSet<u64> = [best.key].into_iter().collect();
        if best.is_whole() {
            // One text may be between two names: `and`.
            for candidate in self.0.iter().filter(is_like) {
                let (from, to) = (row[0].at, row[row.len() - 1].at);
                let is_beside = candidate.at + 2 >= from && candidate.at <= to + 2;
                if is_beside && keys.insert(candidate.key) {
                    let at = row.partition_point(|known| known.at < candidate.at);
                    row.insert(at, candidate);
                }
            }
        }
        row.into_iter().map(|candidate| candidate.name.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::metadata::name_words::{key, word_digests};

    /// A page with these names at the element paths 1, 2, .., of which the last is nearest to the date.
    fn page(names: &[&str]) -> Names {
        let candidate = |(at, name): (usize, &&str)| {
            let away = size(names.len() - at) / 20.0;
            let evidence = NameEvidence {
                constant: 1.0,
                two_or_three: 1.0,
                below_headline: 1.0,
                whole: 1.0,
                beside_date: 0.5 - away,
                ..NameEvidence::default()
            };
            NameCandidate {
                name: (*name).to_owned(),
                label: None,
                key: key(word_digests(name)),
                place: at as u64 + 1, // usize has at most 64 bits
                at,
                line: at,
                evidence,
                score: evidence.score(),
            }
        };
        Names(names.iter().enumerate().map(candidate).collect())
    }

    fn authors(mut pages: Vec<Names>) -> Vec<String> {
        Names::compare(&mut pages.iter_mut().collect::<Vec<_>>());
        pages.iter().filter_map(Names::byline).map(|byline| byline.names.join(", ")).collect()
    }

    #[test]
    fn a_name_on_all_pages_is_a_button_if_another_place_has_different_names() {
        let lines = [["Ann Lee", "Print Story"], ["Bo Ray", "Print Story"], ["Cy Dee", "Print Story"]];
        assert_eq!(
            authors(vec![page(&lines[0])]),
            ["Print Story"],
            "on a page alone it is nearer to the date"
        );
        assert_eq!(authors(lines.map(|names| page(&names)).into()), ["Ann Lee", "Bo Ray", "Cy Dee"]);
    }

    #[test]
    fn the_only_author_of_a_site_is_no_button() {
        for pages in 1..9 {
            assert_eq!(authors(vec![page(&["Ann Lee"]); pages]), vec!["Ann Lee"; pages]);
        }
    }
}

//! Rewords sentences, as someone does who copies a text with changes.
//!
//! In English a word becomes another word; in Japanese, which does not separate words, a particle becomes another particle and
//! any other character another character. The mark at the end stays.

use super::{Language, english, prose};
use crate::rng::Rng;

/// The units of a sentence that can be changed: words in English, characters in Japanese.
fn units(language: Language, sentence: &str) -> Vec<String> {
    match language {
        Language::English => sentence.split(' ').map(str::to_owned).collect(),
        Language::Japanese => sentence.chars().map(String::from).collect(),
    }
}

fn joined(language: Language, units: &[String]) -> String {
    match language {
        Language::English => units.join(" "),
        Language::Japanese => units.concat(),
    }
}

fn other(language: Language, rng: &mut Rng, unit: &str) -> String {
    let mut draw = || match language {
        Language::English => rng.pick(english::WORDS.class("noun")).to_owned(),
        Language::Japanese => prose::other(rng, unit),
    };
    let end = if language == Language::English { unit.trim_start_matches(char::is_alphabetic) } else { "" };
    loop {
        let other = draw() + end;
        if other != unit {
            return other;
        }
    }
}

/// The sentence with this number of its units changed, or all if it has fewer.
pub(super) fn words(language: Language, rng: &mut Rng, sentence: &str, count: usize) -> String {
    let mut units = units(language, sentence);
    let last = if language == Language::Japanese { units.len() - 1 } else { units.len() };
    let mut left: Vec<usize> = (0..last).collect();
    for _ in 0..count.min(last) {
        let at = left.swap_remove(rng.below(left.len()));
        units[at] = other(language, rng, &units[at]);
    }
    joined(language, &units)
}

/// The sentence with each unit changed with this probability in thousandths.
pub(super) fn share(language: Language, rng: &mut Rng, sentence: &str, permille: usize) -> String {
    let mut units = units(language, sentence);
    let last = if language == Language::Japanese { units.len() - 1 } else { units.len() };
    for unit in &mut units[..last] {
        if rng.below(1000) < permille {
            *unit = other(language, rng, unit);
        }
    }
    joined(language, &units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_given_number_of_words_changes() {
        let mut rng = Rng::new(1);
        for language in [Language::English, Language::Japanese] {
            for count in [0, 1, 3] {
                let sentence = language.prose(&mut rng, 1);
                let (before, after) = (
                    units(language, &sentence),
                    units(language, &words(language, &mut rng, &sentence, count)),
                );
                let differ = before.iter().zip(&after).filter(|(one, other)| one != other).count();
                assert_eq!((differ, after.len()), (count, before.len()));
            }
            let sentence = language.prose(&mut rng, 1);
            assert_eq!(share(language, &mut rng, &sentence, 0), sentence);
            assert_eq!(
                units(language, &share(language, &mut rng, &sentence, 1000)).len(),
                units(language, &sentence).len()
            );
        }
    }
}

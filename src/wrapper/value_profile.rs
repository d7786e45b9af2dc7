//! Figures of the values of a field.
//!
//! In: values. Out: how many are distinct, how many are empty, their mean length, their shares of digits and letters,
//! and a sample.

use crate::spectrum::exact;
use crate::wrapper::template::ValueProfile;
use std::collections::BTreeSet;

/// The size of the sample: enough for a person to recognize the field.
const SAMPLE: usize = 5;

/// The most characters of a value in the sample: a line on a terminal.
pub(super) const SAMPLE_LENGTH: usize = 80;

impl ValueProfile {
    /// Computes the figures of these values.
    pub fn of(values: impl IntoIterator<Item = String>) -> Self {
        let (mut all, mut empty) = (0_u64, 0_u64);
        let (mut characters, mut digits, mut letters) = (0_u64, 0_u64, 0_u64);
        let mut distinct: BTreeSet<String> = BTreeSet::new();
        for value in values {
            all += 1;
            if value.is_empty() {
                empty += 1;
                continue;
            }
            for char in value.chars() {
                characters += 1;
                digits += u64::from(char.is_numeric());
                letters += u64::from(char.is_alphabetic());
            }
            distinct.insert(value);
        }
        let share = |part: u64, whole: u64| if whole == 0 { 0.0 } else { exact(part) / exact(whole) };
        // Spread over the sorted values.
        let step = distinct.len().div_ceil(SAMPLE).max(1);
        let sample = distinct.iter().step_by(step).map(|value| shortened(value));
        ValueProfile {
            distinct: u32::try_from(distinct.len()).expect("fewer values than bytes"),
            empty: share(empty, all),
            length: share(characters, all - empty),
            digits: share(digits, characters),
            letters: share(letters, characters),
            sample: sample.collect(),
        }
    }

    /// Whether all of these texts that are not empty are in the sample, compared up to the length that it keeps.
    pub(crate) fn knows(&self, texts: &[String]) -> bool {
        texts.iter().all(|text| text.is_empty() || self.sample.contains(&shortened(text)))
    }
}

fn shortened(value: &str) -> String {
    value.chars().take(SAMPLE_LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_values_count_only_as_empty() {
        let profile = ValueProfile::of(["a1".to_owned(), String::new(), "bcd?".to_owned(), "a1".to_owned()]);
        assert_eq!(profile.distinct, 2);
        assert!((profile.empty - 0.25).abs() < 1e-12);
        assert!((profile.length - 8.0 / 3.0).abs() < 1e-12);
        assert!((profile.digits - 0.25).abs() < 1e-12);
        assert!((profile.letters - 0.625).abs() < 1e-12);
        assert_eq!(profile.sample, ["a1", "bcd?"]);
    }
}

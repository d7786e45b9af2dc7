//! The names of the months and weekdays in all languages, and whether a language writes the month before the day.
//!
//! ```text
//! mayo  es 5        jan  1 in most languages, 6 in one
//! ```
//!
//! Source: Unicode CLDR, written into `months.txt` by `tools/months.py`.

use crate::measure::are_most;
use hashbrown::{HashMap, HashSet};
use std::sync::OnceLock;

/// A language with its region, as in `lang` attributes.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Language(String);

/// The language of most pages that state a wrong one, and of dates that programs write.
const ENGLISH: &str = "en";

/// The names of the months and of the weekdays.
pub(super) struct Months {
    names: HashMap<&'static str, Month>,
    /// The languages that have the name of a weekday.
    weekdays: HashMap<&'static str, Vec<&'static str>>,
    /// The languages and regions that write the month before the day.
    month_first: HashSet<&'static str>,
}

/// The months that a name may mean.
#[derive(Default)]
struct Month {
    /// The month in each language that has the name.
    of: Vec<(&'static str, u32)>,
    /// The month in most of these languages.
    usual: Option<u32>,
}

impl Language {
    /// Parses a `lang` attribute: `en-GB`, `pt_BR`; empty if unknown.
    #[must_use]
    pub fn of(written: &str) -> Self {
        Language(written.trim().to_lowercase().replace('_', "-"))
    }

    /// Whether there is a language.
    pub(crate) fn is_known(&self) -> bool {
        !self.0.is_empty()
    }

    pub(super) fn code(&self) -> &str {
        self.0.split('-').next().unwrap_or_default()
    }
}

impl Months {
    pub(super) fn get() -> &'static Self {
        static MONTHS: OnceLock<Months> = OnceLock::new();
        MONTHS.get_or_init(|| {
            let mut lines = include_str!("months.txt").lines();
            let month_first = lines.next().unwrap_or_default().split(' ').collect();
            let mut names: HashMap<&str, Month> = HashMap::new();
            let mut weekdays: HashMap<&str, Vec<&str>> = HashMap::new();
            for (language, written) in lines.filter_map(|line| line.split_once(' ')) {
                let (months, days) = written.split_once('|').unwrap_or((written, ""));
                for name in days.split(',').filter(|name| !name.is_empty()) {
                    weekdays.entry(name).or_default().push(language);
                }
                for (month, written) in (1..).zip(months.split(';')) {
                    for name in written.split(',').filter(|name| !name.is_empty()) {
                        names.entry(name).or_default().of.push((language, month));
                    }
                }
            }
            for Month { of, usual } in names.values_mut() {
                let is_usual = |&month: &u32| {
                    are_most(of.iter().filter(|&&(_, other)| other == month).count(), of.len())
                };
                *usual = (1..13).find(is_usual);
            }
            Months { names, weekdays, month_first }
        })
    }

    /// The month that a word means in the language, else in most languages that have the word: `jan` is June in one. What a single other
    /// language has is a word of this one: `van`. But that a page is in English is often said of others.
    pub(super) fn month(&self, word: &str, language: &Language) -> Option<u32> {
        let Month { of, usual } = self.names.get(word.to_lowercase().as_str())?;
        let own = of.iter().find(|(code, _)| *code == language.code());
        let is_other = language.is_known() && language.code() != ENGLISH && of.len() == 1;
        let usual = usual.filter(|_| !is_other || of[0].0 == ENGLISH);
        own.map(|&(_, month)| month).or(usual)
    }

    /// Whether a word is the name of a weekday in the language or in English, in which programs write dates (RFC 5322), or in any language
    /// if that is unknown. Two letters of an alphabet are a name only in a known language.
    pub(super) fn is_weekday(&self, word: &str, language: &Language) -> bool {
        let (code, word) = (language.code(), word.to_lowercase());
        let is_told = word.chars().count() != 2 || !word.starts_with(char::is_lowercase);
        let languages = self.weekdays.get(word.as_str());
        languages.is_some_and(|languages| {
            !language.is_known() && is_told || languages.contains(&code) || languages.contains(&ENGLISH)
        })
    }

    /// Whether the language and region write the month before the day.
    pub(super) fn is_first(&self, language: &Language) -> bool {
        self.month_first.contains(&*language.0)
    }
}

//! Words, sentences and names that were made for this project.
//!
//! A sentence comes from a small grammar; within each class of words the k-th is drawn by Zipf's law, and
//! place names made of syllables give the long tail. So the n-grams of the text follow a power law, as those
//! of written language do, and no string is as frequent as in a template.

mod course;
mod english;
mod japanese;
mod prose;
mod reword;

pub use course::Aspect;

use crate::rng::Rng;
use std::collections::HashMap;

/// The language of a site's content.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Language {
    /// English-like.
    English,
    /// Japanese-like.
    Japanese,
}

impl Language {
    /// One sentence, with its full stop.
    #[must_use]
    pub fn sentence(self, rng: &mut Rng) -> String {
        match self {
            Language::English => english::sentence(rng),
            Language::Japanese => japanese::sentence(rng),
        }
    }

    /// A sentence without its stop.
    #[must_use]
    pub fn headline(self, rng: &mut Rng) -> String {
        let mut sentence = self.sentence(rng);
        sentence.pop();
        sentence
    }

    /// Sentences in a row, separated as the language requires.
    #[must_use]
    pub fn sentences(self, rng: &mut Rng, count: usize) -> String {
        self.joined(&(0..count).map(|_| self.sentence(rng)).collect::<Vec<_>>())
    }

    /// Sentences in a row of an open vocabulary.
    #[must_use]
    pub fn prose(self, rng: &mut Rng, count: usize) -> String {
        prose::sentences(self, rng, count)
    }

    /// The sentence with this number of units changed: words in English, characters in Japanese.
    #[must_use]
    pub fn reworded(self, rng: &mut Rng, sentence: &str, words: usize) -> String {
        reword::words(self, rng, sentence, words)
    }

    /// The sentence with each unit changed with this probability in thousandths.
    #[must_use]
    pub fn reworded_by(self, rng: &mut Rng, sentence: &str, permille: usize) -> String {
        reword::share(self, rng, sentence, permille)
    }

    /// Different sentences about a course.
    #[must_use]
    pub fn course(self, rng: &mut Rng, aspect: Aspect, count: usize) -> String {
        self.joined(&course::sentences(self, rng, aspect, count))
    }

    fn joined(self, sentences: &[String]) -> String {
        match self {
            Language::English => sentences.join(" "),
            Language::Japanese => sentences.concat(),
        }
    }

    /// A noun with its attributes.
    #[must_use]
    pub fn phrase(self, rng: &mut Rng) -> String {
        match self {
            Language::English => english::phrase(rng),
            Language::Japanese => japanese::phrase(rng),
        }
    }

    /// A person's full name.
    #[must_use]
    pub fn person(self, rng: &mut Rng) -> String {
        let words = self.lexicon();
        let (given, family) = (rng.pick(words.class("given")), rng.pick(words.class("family")));
        match self {
            Language::English => format!("{given} {family}"),
            Language::Japanese => format!("{family} {given}"),
        }
    }

    /// A field of study.
    #[must_use]
    pub fn topic(self, rng: &mut Rng) -> String {
        spaced(rng.pick(self.lexicon().class("topic")))
    }

    /// The title of a course or a report.
    #[must_use]
    pub fn title(self, rng: &mut Rng) -> String {
        let topic = self.topic(rng);
        capitalised(&spaced(rng.pick(self.lexicon().class("course"))).replace('%', &topic))
    }

    /// A date in the format of the language.
    #[must_use]
    pub fn date(self, rng: &mut Rng) -> String {
        let (year, month, day) = (rng.between(2001, 2009), rng.between(1, 12), rng.between(1, 28));
        match self {
            Language::English => format!("{day} {} {year}", self.lexicon().class("month")[month - 1]),
            Language::Japanese => format!("{year}年{month}月{day}日"),
        }
    }

    /// A date with a time in the format of the language.
    #[must_use]
    pub fn moment(self, rng: &mut Rng) -> String {
        let (date, hour, minute) = (self.date(rng), rng.between(0, 23), rng.between(0, 59));
        match self {
            Language::English => format!("{date}, {hour}:{minute:02}"),
            Language::Japanese => format!("{date} {hour}:{minute:02}"),
        }
    }

    /// A company that makes things. English names may have an ampersand, escaped as in HTML.
    #[must_use]
    pub fn maker(self, rng: &mut Rng) -> String {
        match self {
            Language::English => match rng.below(3) {
                0 => format!("{} Press", english::place(rng)),
                1 => format!("{} &amp; Co.", rng.pick(english::WORDS.class("family"))),
                _ => format!("{} of {}", rng.pick(english::WORDS.class("family")), english::place(rng)),
            },
            Language::Japanese => {
                format!("{}{}", japanese::place(rng), rng.pick(&["書房", "出版", "社", "学術出版", "堂"]))
            }
        }
    }

    /// A price in the format of the language.
    #[must_use]
    pub fn price(self, rng: &mut Rng) -> String {
        match self {
            Language::English => {
                format!("£{}.{}", rng.between(2, 160), rng.pick(&["00", "25", "50", "75", "95", "99"]))
            }
            Language::Japanese => format!("{},{}0円", rng.between(1, 9), rng.between(10, 99)),
        }
    }

    fn lexicon(self) -> &'static Lexicon {
        match self {
            Language::English => &english::WORDS,
            Language::Japanese => &japanese::WORDS,
        }
    }
}

/// An address on the web, in a domain reserved for examples.
#[must_use]
pub fn url(rng: &mut Rng) -> String {
    let host = english::place(rng).to_lowercase();
    let folder = rng.zipf(english::WORDS.class("noun")).replace('_', "-");
    let top = rng.pick(&["com", "org", "net"]);
    format!("http://{host}.example.{top}/{folder}/{}.html", rng.between(1, 999))
}

/// A mail address, in a domain reserved for examples.
#[must_use]
pub fn email(rng: &mut Rng) -> String {
    let name = rng.pick(english::WORDS.class("family")).to_lowercase();
    format!("{name}{}@{}.example.edu", rng.between(1, 99), english::place(rng).to_lowercase())
}

/// An ISBN: 13 digits, the last of which is the check digit.
#[must_use]
pub fn isbn(rng: &mut Rng) -> String {
    let digits = format!("978{}", rng.between(100_000_000, 999_999_999));
    let weighted = digits.bytes().zip([1, 3].into_iter().cycle());
    let sum: u32 = weighted.map(|(digit, weight)| u32::from(digit - b'0') * weight).sum();
    format!("{digits}{}", (10 - sum % 10) % 10)
}

/// A rating from 1.0 to 5.0.
#[must_use]
pub fn rating(rng: &mut Rng) -> String {
    let tenths = rng.between(10, 50);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Classes of words, read from lines of the form `class: word word`.
struct Lexicon(HashMap<&'static str, Vec<&'static str>>);

impl Lexicon {
    fn parse(text: &'static str) -> Lexicon {
        let classes = text.lines().filter_map(|line| line.split_once(':'));
        Lexicon(classes.map(|(class, words)| (class, words.split_whitespace().collect())).collect())
    }

    fn class(&self, name: &str) -> &[&'static str] {
        self.0.get(name).expect("the word list has this class")
    }
}

/// A phrase is one word with underscores in a word list.
fn spaced(word: &str) -> String {
    word.replace('_', " ")
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::Language;
    use crate::rng::Rng;

    #[test]
    fn sentences_end_as_the_language_ends_them() {
        let mut rng = Rng::new(1);
        for (language, end) in [(Language::English, '.'), (Language::Japanese, '。')] {
            for _ in 0..200 {
                let sentence = language.sentence(&mut rng);
                assert!(sentence.ends_with(end) && sentence.matches(end).count() == 1, "{sentence}");
            }
        }
    }

    #[test]
    fn the_check_digit_of_an_isbn_is_right() {
        for seed in 0..50 {
            let isbn = super::isbn(&mut Rng::new(seed));
            let sum: u32 =
                isbn.bytes().zip([1, 3].into_iter().cycle()).map(|(d, w)| u32::from(d - b'0') * w).sum();
            assert!(isbn.len() == 13 && sum.is_multiple_of(10), "{isbn}");
        }
    }

    #[test]
    fn no_text_can_be_taken_for_markup() {
        let mut rng = Rng::new(2);
        for language in [Language::English, Language::Japanese] {
            let text =
                language.sentences(&mut rng, 500) + &language.title(&mut rng) + &language.person(&mut rng);
            assert!(!text.contains(['<', '>', '&', '"', '_', '%', '{']), "{text}");
        }
    }
}

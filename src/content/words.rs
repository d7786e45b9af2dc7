//! Words of a text: how many, and a hash for each.
//!
//! A word is a run of letters and digits with their combining marks. In scripts that put no spaces between words, each
//! character counts as a fraction of a word. Case is ignored.
//!
//! ```text
//! "Jerry, the mouse 1940-41"    5 words, 2 numbers
//! "型紙 katagami"                2 words: 0.5 + 0.5 + 1, 3 hashes
//! ```
//!
//! Time is linear in the text.

use crate::page::digest::{BASIS, mix, spread};
use crate::page::{Gap, Leaf, gap};
use crate::spectrum::exact;

/// The words of a text or block.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Words {
    /// Number of words. A character of Chinese or Japanese is half a word, a letter of Thai and similar scripts a
    /// third.
    pub(crate) all: f64,
    /// Number of words in links.
    pub(crate) linked: f64,
    /// Hash of the words in order; independent of punctuation and white space.
    pub(crate) key: u64,
    /// Number of runs of digits.
    pub(crate) numbers: u32,
    /// Hashes of the single words, up to a limit.
    pub(crate) each: Vec<u64>,
}

/// Collects the words of consecutive texts.
struct WordReader {
    words: Words,
    limit: usize,
    /// The word that is being read: its hash, whether it is linked, and how much it counts.
    word: Option<(u64, bool, f64)>,
    in_number: bool,
}

/// Returns the words of the leaves of a block. `is_linked` decides which leaves are in links. At most `limit` hashes of
/// single words are kept.
pub(crate) fn of_leaves(
    source: &str,
    leaves: &[Leaf],
    is_linked: impl Fn(&Leaf) -> bool,
    limit: usize,
) -> Words {
    let mut reader = WordReader::new(limit);
    for (number, leaf) in leaves.iter().enumerate() {
        if number > 0 && gap(source, leaves[number - 1].span, leaf.span) != Gap::None {
            reader.end_word();
        }
        reader.read(&leaf.text, is_linked(leaf));
    }
    reader.finish()
}

/// Returns the words of a text with the hash of each.
pub(crate) fn of_text(text: &str) -> Words {
    let mut reader = WordReader::new(usize::MAX);
    reader.read(text, false);
    reader.finish()
}

/// Returns the first thousand words of a title: the longest one of 5,900 development pages has 124.
pub(crate) fn of_title(title: &str) -> Vec<u64> {
    let mut each = of_text(title).each;
    each.truncate(1000);
    each
}

/// Counts the words of a text, with the same result as [`of_text`] but without hashes.
pub(crate) fn count(text: &str) -> f64 {
    let (mut all, mut in_word) = (0.0, false);
    for char in text.chars() {
        let was_in_word = in_word;
        if char.is_ascii() {
            in_word = char.is_ascii_alphanumeric();
        } else if let Some(weight) = alone(char) {
            in_word = false;
            all += weight;
        } else if !is_mark(char) {
            in_word = char.is_alphanumeric();
        }
        if was_in_word && !in_word {
            all += 1.0;
        }
    }
    if in_word { all + 1.0 } else { all }
}

/// Counts the words of a text separated by white space. In scripts without spaces characters count as in [`count`].
pub(crate) fn parted(text: &str) -> f64 {
    if text.is_ascii() {
        let is_space = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
        let begins = |pair: &[u8]| is_space(&pair[0]) && !is_space(&pair[1]);
        let first = text.as_bytes().first().is_some_and(|byte| !is_space(byte));
        let others = text.as_bytes().windows(2).filter(|pair| begins(pair)).count();
        return exact((others + usize::from(first)) as u64); // usize has at most 64 bits
    }
    let words =
        |part: &str| if part.is_ascii() { 1.0 } else { f64::max(1.0, part.chars().filter_map(alone).sum()) };
    text.split_whitespace().map(words).sum()
}

impl WordReader {
    fn new(limit: usize) -> Self {
        WordReader { words: Words { key: BASIS, ..Words::default() }, limit, word: None, in_number: false }
    }

    fn read(&mut self, text: &str, linked: bool) {
        for char in text.chars() {
            let is_digit = char.is_numeric();
            self.words.numbers += u32::from(is_digit && !self.in_number);
            self.in_number = is_digit;
            if char.is_ascii_alphanumeric() {
                self.push(char.to_ascii_lowercase(), linked);
            } else if char.is_ascii() {
                self.add();
            } else if let Some(weight) = alone(char) {
                self.add();
                self.word = Some((mix(BASIS, u64::from(char)), linked, weight));
            } else if is_mark(char) {
                if let Some((hash, ..)) = &mut self.word {
                    *hash = mix(*hash, u64::from(char));
                }
            } else if char.is_alphanumeric() {
                for lower in char.to_lowercase() {
                    self.push(lower, linked);
                }
            } else {
                self.add();
            }
        }
    }

    fn push(&mut self, char: char, linked: bool) {
        if self.word.is_some_and(|(_, _, weight)| weight < 1.0) {
            self.add();
        }
        let (hash, ..) = self.word.get_or_insert((BASIS, linked, 1.0));
        *hash = mix(*hash, u64::from(char));
    }

    fn end_word(&mut self) {
        self.in_number = false;
        self.add();
    }

    fn add(&mut self) {
        let Some((hash, linked, weight)) = self.word.take() else { return };
        self.words.all += weight;
        self.words.linked += if linked { weight } else { 0.0 };
        self.words.key = mix(self.words.key, spread(hash));
        if self.words.each.len() < self.limit {
            self.words.each.push(hash);
        }
    }

    fn finish(mut self) -> Words {
        self.end_word();
        self.words
    }
}

/// Returns the fraction of a word that a character counts for, in scripts that put no spaces between words: half a word
/// in kana and Han; a third in Thai, Lao, Burmese and Khmer, whose words have 2.6 letters without marks (65 in 25 words
/// of data/scripts/th).
fn alone(char: char) -> Option<f64> {
    match char {
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' => Some(0.5),
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
            if char.is_alphabetic() && !is_vowel_sign(char) =>
        {
            Some(1.0 / 3.0)
        }
        _ => None,
    }
}

/// Whether a character is a vowel sign above or below its letter (Thai and Lao), or any vowel sign of Burmese or Khmer.
fn is_vowel_sign(char: char) -> bool {
    matches!(char, '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e4d}' | '\u{eb1}' | '\u{eb4}'..='\u{ebc}' | '\u{ecd}')
        || matches!(char, '\u{102b}'..='\u{103e}' | '\u{17b4}'..='\u{17d3}')
}

/// Whether a character belongs to the letter before it without being a letter: accents, the virama and nukta of Indic
/// scripts (at the same offset in each of their Unicode blocks), tone marks, joiners.
fn is_mark(char: char) -> bool {
    match char {
        '\u{900}'..='\u{dff}' => char == '\u{dca}' || matches!(u32::from(char) & 0x7f, 0x3c | 0x4d),
        '\u{300}'..='\u{36f}' | '\u{e47}'..='\u{e4e}' | '\u{ec8}'..='\u{ecd}' | '\u{200c}' | '\u{200d}' => {
            true
        }
        _ => is_vowel_sign(char),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Tree;

    #[test]
    fn any_white_space_separates_words() {
        for (text, words) in [("", 0.0), (" a  b\tc ", 3.0), ("a\u{a0}é", 2.0), ("a\u{b}-", 2.0)] {
            assert!((parted(text) - words).abs() < 1e-9, "{text:?}");
        }
    }

    fn words(page: &str) -> Words {
        let tree = Tree::whole(page);
        let is_linked = |leaf: &Leaf| &*tree.element(leaf.parent).name == "a";
        of_leaves(page, tree.leaves(), is_linked, 9)
    }

    #[test]
    fn words_continue_across_inline_tags_and_linked_words_are_counted() {
        let found = words("<p>Je<b>rry</b>, <a href=x>the mouse</a> 1940-41");
        assert_eq!((found.all, found.linked, found.numbers), (5.0, 2.0, 2));
        assert_eq!(found.key, of_text("jerry THE mouse (1940) 41").key);
        assert_ne!(found.key, of_text("jerry the mouse 19 4041").key);
    }

    #[test]
    fn a_line_break_separates_words_and_numbers() {
        assert_eq!(
            (words("<p>1<br>2").all, words("<p>1<br>2").numbers, words("<p>1<b>2</b>").numbers),
            (2.0, 2, 1)
        );
    }

    #[test]
    fn japanese_characters_count_as_half_words() {
        let found = of_text("型紙 katagami");
        assert_eq!((found.all, found.each.len()), (2.0, 3));
        for text in ["型紙 katagami", "a型紙b 12,5", " -- ", "ΑΒΓ-ß", "", "กี่a ป่า", "दिन्दी।"]
        {
            assert_eq!(count(text).to_bits(), of_text(text).all.to_bits(), "{text}");
        }
    }

    #[test]
    fn marks_belong_to_the_word_before_them() {
        let each = |text| of_text(text).each.len();
        assert_eq!((each("हिन्दी कागज़।"), each("cafe\u{301}s"), each("1।2")), (2, 1, 2));
        // Four letters: one with a tone mark, one with a vowel sign, one with both.
        let thai = of_text("ป่าที่ดี");
        assert_eq!((thai.each.len(), thai.numbers), (4, 0));
        assert!((thai.all - 4.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn spaces_separate_words_in_scripts_that_use_them() {
        assert_eq!(parted("Jean-Luc d'Or, 3.5 型紙katagami 一二三四").to_bits(), 6f64.to_bits());
        assert!(parted(" ") < 0.5);
    }

    #[test]
    fn punctuation_is_not_a_word() {
        assert!(of_text(" -- ").each.is_empty());
    }
}

//! Texts that are nothing but the signature of a unit, and the part of a longer text that is.
//!
//! In: units with their signatures. Out: [`SignatureLines`], which tells whether a text holds no words but the author, the date, and those
//! that most signatures have, and cuts such words from an end of a text.
//!
//! ```text
//! Posted by Ann on 3 May 2020                    a line: most have the words posted, by, on
//! Ann · 2020-05-03 The river rose all night.     cut: The river rose all night.
//! The river rose all night. [Ann, 2020-05-03]    the same
//! ```
//!
//! Cost: linear in the texts.

use super::label::is_joint;
use super::{LONG, Signature, Unit};
use crate::measure::{are_most, in_how_many};
use crate::record::role::{Convention, date};
use crate::repeat::fold_digits;
use hashbrown::HashSet;
use std::ops::Range;

/// The words that signatures of a template have in common.
#[derive(Clone, Debug, Default)]
pub(crate) struct SignatureLines {
    common: HashSet<String>,
}

impl Signature {
    /// What of it is in these texts of its unit.
    pub(crate) fn within(&self, texts: &Range<usize>) -> Self {
        Signature {
            author: self.author.clone().filter(|(text, _)| texts.contains(text)),
            date: self.date.clone().filter(|(text, _)| texts.contains(text)),
        }
    }

    /// The numbers of its texts.
    fn texts(&self) -> impl Iterator<Item = usize> {
        self.author.iter().map(|(text, _)| *text).chain(self.date.iter().map(|(text, _)| *text))
    }

    /// The date and the author, as written.
    fn parts(&self) -> impl Iterator<Item = &str> {
        let date = self.date.iter().map(|(_, date)| date.written.as_str());
        date.chain(self.author.iter().map(|(_, author)| author.as_str()))
    }

    /// The beginning of a text up to the end of author and date, and the rest from where they start, if they are there.
    fn ends<'t>(&self, text: &'t str) -> [Option<&'t str>; 2] {
        let cut = |at: usize| text.char_indices().nth(at).map_or(text.len(), |(byte, _)| byte);
        let [first, last] = [cut(LONG), cut(text.chars().count().saturating_sub(LONG))];
        let ends: Option<Vec<usize>> =
            self.parts().map(|part| Some(text[..first].find(part)? + part.len())).collect();
        let starts: Option<Vec<usize>> =
            self.parts().map(|part| Some(last + text[last..].rfind(part)?)).collect();
        let end = ends.and_then(|ends| ends.into_iter().max());
        let start = starts.and_then(|starts| starts.into_iter().min());
        [end.map(|end| &text[..end]), start.map(|start| &text[start..])]
    }

    /// The words of a text beside author and date; none if it has neither.
    fn words_beside(&self, text: &str, convention: &Convention) -> Option<Vec<String>> {
        let rest = self.parts().fold(text.to_owned(), |rest, part| rest.replacen(part, " ", 1));
        let words = rest.split(|char: char| !char.is_alphanumeric());
        let words = words.filter(|word| !word.is_empty() && !date::is_weekday(word, &convention.language));
        (rest != text).then(|| words.map(fold_digits).collect())
    }
}

impl SignatureLines {
    /// Learns from units and their signatures. `conventions` are those of the pages.
    pub(crate) fn learn(units: &[Unit], signatures: &[Signature], conventions: &[Convention]) -> Self {
        let words = |(unit, signature): (&Unit, &Signature)| {
            let lines = signature.texts().flat_map(|text| {
                let text = unit.texts[text].text.as_str();
                if text.chars().count() > LONG { signature.ends(text) } else { [Some(text), None] }
            });
            let lines = lines.flatten();
            let words = lines.filter_map(|line| signature.words_beside(line, &conventions[unit.page]));
            words.flatten().collect::<Vec<String>>()
        };
        let counts = in_how_many(units.iter().zip(signatures).map(words));
        let common = counts.into_iter().filter(|&(_, count)| count > 1 && are_most(count, units.len()));
        SignatureLines { common: common.map(|(word, _)| word).collect() }
    }

    /// Whether a text holds nothing but this signature and words that most have.
    pub(crate) fn is_line(&self, text: &str, signature: &Signature, convention: &Convention) -> bool {
        let words = signature.words_beside(text, convention);
        words.is_some_and(|words| words.iter().all(|word| self.common.contains(word)))
    }

    /// A text without this signature at one of its ends.
    pub(crate) fn cut<'t>(&self, text: &'t str, signature: &Signature, convention: &Convention) -> &'t str {
        let ends = signature.ends(text);
        let rest = match ends.map(|end| end.filter(|line| self.is_line(line, signature, convention))) {
            [Some(line), _] => {
                text[line.len()..].trim_start_matches(|char| is_joint(char) || ")]}".contains(char))
            }
            [None, Some(line)] => {
                let rest = &text[..text.len() - line.len()];
                rest.trim_end_matches(|char| is_joint(char) || "([{".contains(char))
            }
            [None, None] => text,
        };
        if rest.contains(char::is_alphanumeric) { rest } else { text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::role::sign::{ReadDate, UnitText};

    #[test]
    fn a_signature_at_an_end_of_a_text_is_cut_off() {
        let convention = Convention::default();
        let signature = |name: &str| {
            let date = ReadDate { written: "2020-05-03".to_owned(), iso: None };
            Signature { author: Some((0, name.to_owned())), date: Some((0, date)) }
        };
        let names = ["Ann Lee", "Bob", "Cy"];
        let unit = |name: &&str| {
            let text = UnitText { text: format!("Posted by {name} on 2020-05-03"), ..UnitText::default() };
            Unit { page: 0, texts: vec![text], body: 0..1 }
        };
        let (units, signatures): (Vec<Unit>, Vec<Signature>) =
            names.iter().map(|name| (unit(name), signature(name))).unzip();
        let lines = SignatureLines::learn(&units, &signatures, std::slice::from_ref(&convention));
        let is_line = |text: &str| lines.is_line(text, &signatures[0], &convention);
        assert!(is_line("Posted by Ann Lee on Sun, 2020-05-03") && is_line("Ann Lee"));
        assert!(!is_line("Posted by us") && !is_line("I saw Ann Lee on 2020-05-03"));
        let said = "The river rose all night.";
        for (before, behind) in [
            ("Ann Lee · 2020-05-03 ", ""),
            ("Posted by Ann Lee on 2020-05-03: ", ""),
            ("", " [Ann Lee, 2020-05-03]"),
            ("", " – Ann Lee (Sun, 2020-05-03)"),
        ] {
            let text = format!("{before}{said}{behind}");
            assert_eq!(lines.cut(&text, &signatures[0], &convention), said);
        }
        // In long texts as well: those of a mail with its head.
        let mail = |name: &&str| format!("From: {name} Date: 2020-05-03 {}", said.repeat(10));
        let unit = |name: &&str| Unit {
            texts: vec![UnitText { text: mail(name), ..UnitText::default() }],
            ..unit(name)
        };
        let units: Vec<Unit> = names.iter().map(unit).collect();
        let of_mails = SignatureLines::learn(&units, &signatures, std::slice::from_ref(&convention));
        assert_eq!(of_mails.cut(&mail(&"Bob"), &signatures[1], &convention), said.repeat(10));
        let told = "I saw Ann Lee on 2020-05-03 at the river.";
        assert_eq!(lines.cut(told, &signatures[0], &convention), told);
    }
}

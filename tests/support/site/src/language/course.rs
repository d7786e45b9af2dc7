//! Sentences about courses, with gaps for words, so that a syllabus has the usual content.

use super::{Language, capitalised, english, japanese, spaced};
use crate::rng::Rng;

/// The subject of a sentence of a syllabus.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Aspect {
    /// The aims of the course.
    Aims,
    /// A lecture's heading.
    Plan,
    /// The grading.
    Grading,
    /// Prerequisites; in Japanese only.
    Advice,
}

impl Aspect {
    fn prefix(self) -> &'static str {
        match self {
            Aspect::Aims => "aims: ",
            Aspect::Plan => "plan: ",
            Aspect::Grading => "grading: ",
            Aspect::Advice => "advice: ",
        }
    }
}

/// Different sentences about one aspect of a course; all of them if there are fewer than `count`.
pub(super) fn sentences(language: Language, rng: &mut Rng, aspect: Aspect, count: usize) -> Vec<String> {
    let text = match language {
        Language::English => include_str!("english-course.txt"),
        Language::Japanese => include_str!("japanese-course.txt"),
    };
    let mut frames: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix(aspect.prefix())).collect();
    let count = count.min(frames.len());
    let mut sentences = Vec::new();
    for _ in 0..count {
        let frame = frames.swap_remove(rng.below(frames.len()));
        sentences.push(filled(language, rng, frame));
    }
    sentences
}

/// The frame with words in its gaps. The word of a gap with a capital begins with a capital.
fn filled(language: Language, rng: &mut Rng, frame: &str) -> String {
    let mut text = String::new();
    let mut rest = frame;
    while let Some((before, behind)) = rest.split_once('{') {
        let (gap, after) = behind.split_once('}').expect("a gap is closed");
        let word = word(language, rng, &gap.to_lowercase());
        text += before;
        text += &if gap.starts_with(char::is_uppercase) { capitalised(&word) } else { word };
        rest = after;
    }
    text + rest
}

fn word(language: Language, rng: &mut Rng, gap: &str) -> String {
    match gap {
        "topic" => language.topic(rng),
        "person" => language.person(rng),
        "phrase" => language.phrase(rng),
        "place" => english::place(rng),
        "plural" => english::plural(&spaced(rng.zipf(english::WORDS.class("noun")))),
        "number" => rng.between(2, 60).to_string(),
        "week" => rng.between(2, 9).to_string(),
        "hour" => rng.between(13, 18).to_string(),
        "year" => rng.between(1850, 1998).to_string(),
        class => match language {
            Language::English => spaced(rng.zipf(english::WORDS.class(class))),
            Language::Japanese => rng.zipf(japanese::WORDS.class(class)).to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{Aspect, sentences};
    use crate::language::Language::{English, Japanese};
    use crate::rng::Rng;

    #[test]
    fn every_gap_is_filled_and_no_sentence_occurs_twice() {
        for (language, aspects) in [
            (English, &[Aspect::Aims, Aspect::Plan, Aspect::Grading][..]),
            (Japanese, &[Aspect::Aims, Aspect::Plan, Aspect::Grading, Aspect::Advice]),
        ] {
            for &aspect in aspects {
                let mut all = sentences(language, &mut Rng::new(3), aspect, 100);
                assert!(all.len() >= 10 && !all.concat().contains(['{', '}', '_', '%']), "{all:?}");
                all.sort();
                let count = all.len();
                all.dedup();
                assert_eq!(all.len(), count);
            }
        }
    }
}

//! What is said about courses: sentences with gaps, so that a syllabus reads like one.

use super::{Language, capitalised, english, japanese, spaced};
use crate::rng::Rng;

/// What a sentence of a syllabus is about.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Aspect {
    /// What the course is for.
    Aims,
    /// A lecture's heading.
    Plan,
    /// How marks are given.
    Grading,
    /// What to know beforehand; in Japanese only.
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

/// Different sentences about one aspect of a course; all there are when `count` is above their number.
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

/// The frame with words in its gaps. A gap that begins with a capital gets one.
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
    fn every_gap_of_every_sentence_is_filled_and_no_sentence_comes_twice() {
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

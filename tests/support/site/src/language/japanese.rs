//! Japanese-like sentences.

use super::Lexicon;
use crate::rng::Rng;
use std::sync::LazyLock;

pub(super) static WORDS: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::parse(include_str!("japanese.txt")));

pub(super) fn sentence(rng: &mut Rng) -> String {
    let opening = if rng.chance(30) { word(rng, "connective") } else { "" };
    let body = match rng.below(7) {
        0 => format!("{}は{}を{}。", phrase(rng), phrase(rng), word(rng, "verb")),
        1 => format!("{}{}{}を{}。", noun(rng), word(rng, "place"), phrase(rng), word(rng, "verb")),
        2 => format!("{}の{}{}", phrase(rng), word(rng, "act"), word(rng, "ending")),
        3 => format!(
            "{}と{}を{}し、{}を{}。",
            noun(rng),
            noun(rng),
            word(rng, "act"),
            phrase(rng),
            word(rng, "verb")
        ),
        4 => format!("{}が{}{}{}される。", phrase(rng), noun(rng), word(rng, "place"), word(rng, "act")),
        5 => format!("{}は{}{}", phrase(rng), phrase(rng), word(rng, "copula")),
        _ => {
            let (verb, link) = (word(rng, "verb"), word(rng, "link"));
            format!("{}を{verb}{link}{}の{}{}", phrase(rng), noun(rng), word(rng, "act"), word(rng, "ending"))
        }
    };
    format!("{opening}{body}")
}

/// A thing: 「新しい方法」, 「青沢の川」.
pub(super) fn phrase(rng: &mut Rng) -> String {
    match rng.below(8) {
        0..=2 => noun(rng).to_owned(),
        3 | 4 => format!("{}{}", word(rng, "adjective"), noun(rng)),
        5 => format!("{}の{}", noun(rng), noun(rng)),
        6 => format!("{}の{}", place(rng), noun(rng)),
        _ => format!("{}{}", noun(rng), rng.zipf(&["全体", "自体", "そのもの", "一般", "以外"])),
    }
}

/// A place that is on no map: 「青沢」.
pub(super) fn place(rng: &mut Rng) -> String {
    format!("{}{}", word(rng, "opening"), word(rng, "place_ending"))
}

fn noun(rng: &mut Rng) -> &'static str {
    word(rng, "noun")
}

fn word(rng: &mut Rng, class: &str) -> &'static str {
    rng.zipf(WORDS.class(class))
}

//! English-like sentences.

use super::{Lexicon, capitalised, spaced};
use crate::rng::Rng;
use std::sync::LazyLock;

pub(super) static WORDS: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::parse(include_str!("english.txt")));

pub(super) fn sentence(rng: &mut Rng) -> String {
    let text = match rng.below(10) {
        0..=3 => clause(rng),
        4 | 5 => format!("{}, {} {}", clause(rng), rng.zipf(&["and", "but", "so", "while"]), clause(rng)),
        6 => format!("{}, {}", word(rng, "connective"), clause(rng)),
        7 => format!("{} {}, {}", rng.zipf(&["when", "if", "although", "because"]), clause(rng), clause(rng)),
        8 => format!("{} {}, {}", word(rng, "preposition"), phrase(rng), clause(rng)),
        _ => format!("{} {}", clause(rng), word(rng, "time")),
    };
    capitalised(&text) + "."
}

fn clause(rng: &mut Rng) -> String {
    let many = rng.chance(40);
    let subject = if many { plural_phrase(rng) } else { phrase(rng) };
    let adverb = if rng.chance(15) { word(rng, "adverb") + " " } else { String::new() };
    let verb = word(rng, "verb");
    let verb = match rng.below(6) {
        0..=2 if many => verb,
        0..=2 => third(&verb),
        3 | 4 => past(&verb),
        _ => format!("{} {verb}", rng.zipf(&["can", "may", "must", "will", "should"])),
    };
    let object = if rng.chance(50) { phrase(rng) } else { plural_phrase(rng) };
    let place =
        if rng.chance(30) { format!(" {} {}", word(rng, "preposition"), phrase(rng)) } else { String::new() };
    format!("{subject} {adverb}{verb} {object}{place}")
}

/// One thing: "the northern harbour of Welbrook".
pub(super) fn phrase(rng: &mut Rng) -> String {
    let adjective = if rng.chance(35) { word(rng, "adjective") + " " } else { String::new() };
    match rng.below(12) {
        0..=4 => format!("the {adjective}{}", word(rng, "noun")),
        5 | 6 => with_article(&format!("{adjective}{}", word(rng, "noun"))),
        7 | 8 => format!("the {adjective}{} of {}", word(rng, "noun"), word(rng, "mass")),
        9 => adjective + &word(rng, "mass"),
        10 => format!("the {adjective}{} of {}", word(rng, "noun"), place(rng)),
        _ => format!(
            "{} {adjective}{}",
            rng.zipf(&["each", "this", "another", "no", "every"]),
            word(rng, "noun")
        ),
    }
}

/// Several things: "three old maps".
fn plural_phrase(rng: &mut Rng) -> String {
    let adjective = if rng.chance(45) { word(rng, "adjective") + " " } else { String::new() };
    let nouns = plural(&word(rng, "noun"));
    match rng.below(8) {
        0..=3 => format!("{adjective}{nouns}"),
        4 => format!("the {adjective}{nouns}"),
        5 => format!("{adjective}{nouns} and {}", plural(&word(rng, "noun"))),
        6 => format!("the {adjective}{nouns} of {}", phrase(rng)),
        _ => format!(
            "{} {adjective}{nouns}",
            rng.zipf(&["many", "some", "few", "most", "two", "three", "all"])
        ),
    }
}

/// An invented place.
pub(super) fn place(rng: &mut Rng) -> String {
    let middle = if rng.chance(40) { rng.zipf(WORDS.class("middle")) } else { "" };
    format!("{}{middle}{}", rng.zipf(WORDS.class("opening")), rng.zipf(WORDS.class("ending")))
}

fn word(rng: &mut Rng, class: &str) -> String {
    spaced(rng.zipf(WORDS.class(class)))
}

fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o']) || noun.starts_with("unu") { "an" } else { "a" };
    format!("{article} {noun}")
}

pub(super) fn plural(noun: &str) -> String {
    match noun {
        "child" => "children".into(),
        "matrix" => "matrices".into(),
        "analysis" => "analyses".into(),
        _ => third(noun),
    }
}

fn third(word: &str) -> String {
    if let Some(stem) = consonant_y(word) {
        format!("{stem}ies")
    } else if word.ends_with(['s', 'x']) || word.ends_with("ch") || word.ends_with("sh") {
        format!("{word}es")
    } else {
        format!("{word}s")
    }
}

fn past(verb: &str) -> String {
    if let Some(stem) = consonant_y(verb) {
        format!("{stem}ied")
    } else if verb.ends_with('e') {
        format!("{verb}d")
    } else if verb == "control" {
        "controlled".into()
    } else {
        format!("{verb}ed")
    }
}

fn consonant_y(word: &str) -> Option<&str> {
    word.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']))
}

//! Names of columns: a class or a tag, what is below it, what kind of value it is, and a number where it is not alone.

use super::cell::Kind;
use super::column::Key;
use hashbrown::HashMap;

/// A name for each of these keys, all different, whatever their order.
pub(super) fn names(keys: &[&Key]) -> Vec<String> {
    let mut names: Vec<String> = vec![String::new(); keys.len()];
    // Each with the shortest spelling that no other column has.
    for spell in [short, with_tag, with_kind] {
        let spelled: Vec<String> = keys.iter().map(|key| spell(key)).collect();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for name in spelled.iter().chain(&names) {
            *counts.entry(name).or_default() += 1;
        }
        let is_named = |i: &usize| names[*i].is_empty() && counts[spelled[*i].as_str()] == 1;
        let fresh: Vec<usize> = (0..keys.len()).filter(is_named).collect();
        drop(counts);
        for i in fresh {
            names[i].clone_from(&spelled[i]);
        }
    }
    let mut left: Vec<usize> = (0..keys.len()).filter(|&i| names[i].is_empty()).collect();
    left.sort_unstable_by_key(|&i| keys[i]);
    for i in left {
        let spelled = with_kind(keys[i]);
        let numbered = (2..).map(|number| format!("{spelled}_{number}"));
        let name = std::iter::once(spelled.clone()).chain(numbered).find(|name| !names.contains(name));
        names[i] = name.expect("numbers do not end");
    }
    names
}

/// `title`, `title.a`, `td2`, `price3`, `price.regular-price`.
fn short(key: &Key) -> String {
    spelled(key, |tag, class| if class.is_empty() { tag.to_owned() } else { class.to_owned() }, false)
}

/// `h3.title`.
fn with_tag(key: &Key) -> String {
    spelled(key, |tag, class| if class.is_empty() { tag.to_owned() } else { format!("{tag}.{class}") }, false)
}

/// `h3.title.text`.
fn with_kind(key: &Key) -> String {
    spelled(key, |tag, class| if class.is_empty() { tag.to_owned() } else { format!("{tag}.{class}") }, true)
}

fn spelled(key: &Key, step: impl Fn(&str, &str) -> String, with_kind: bool) -> String {
    let steps = key.place.split('/').filter(|step| !step.is_empty()).map(|whole| {
        let (tag, class) = whole.split_once('.').unwrap_or((whole, ""));
        step(&tag.replace(['[', ']'], ""), class)
    });
    let mut parts: Vec<String> = steps.collect();
    let kind = match key.kind {
        Kind::Line => Some("line"),
        Kind::Rest => Some("rest"),
        Kind::Labelled => Some("labelled"),
        Kind::Link => Some("href"),
        Kind::Image => Some("src"),
        Kind::Label => Some("label"),
        Kind::Text if with_kind || parts.is_empty() => Some("text"),
        Kind::Whole if parts.is_empty() => Some("whole"),
        Kind::Whole | Kind::Text | Kind::Value => None,
    };
    parts.extend(key.label.as_deref().map(slug).filter(|label| !label.is_empty()));
    parts.extend(kind.map(str::to_owned));
    let mut name = parts.join(".");
    if key.number > 1 {
        name.push_str(&key.number.to_string());
    }
    name
}

/// Words joined by hyphens.
fn slug(label: &str) -> String {
    let words = label.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_lowercase()
}

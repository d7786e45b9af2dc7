//! Names of columns: the heading or label that the page gives the values; else a standard name; else the words beside its numbers; else a class or a tag, the tags below it, the kind of
//! value and a number, as far as needed to make the name unique.
//!
//! In: the keys of the columns and their headings. Out: a name for each.

use super::cell::{Key, Kind};
use crate::distinct::DistinctNames;
use crate::measure::how_often;

use serde::{Deserialize, Serialize};

/// A column without a name.
pub(super) struct Unnamed<'a> {
    pub key: &'a Key,
    /// The heading that the page gives it.
    pub heading: Option<String>,
    /// Its standard name, if it has no heading.
    pub standard: Option<&'static str>,
    /// The words beside its numbers, for a column without either.
    pub affix: Option<String>,
}

/// Where the name of a column comes from.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NamedBy {
    /// A heading, a header cell or a label on the page.
    Label,
    /// What its values are: a title, a date, a price.
    Role,
    /// The words beside its numbers.
    Words,
    /// The classes and tags of its elements.
    #[default]
    Markup,
}

impl NamedBy {
    /// Its name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            NamedBy::Label => "label",
            NamedBy::Role => "role",
            NamedBy::Words => "words",
            NamedBy::Markup => "markup",
        }
    }
}

/// A name, and where it comes from.
#[derive(Clone, Debug, Default)]
pub(super) struct Name {
    pub name: String,
    pub named_by: NamedBy,
}

/// A unique name for each of these columns, none of which is taken, independent of their order.
pub(super) fn names(columns: &[Unnamed<'_>], taken: &[&str]) -> Vec<Name> {
    let keys: Vec<&Key> = columns.iter().map(|column| column.key).collect();
    let mut names: Vec<Name> = vec![Name::default(); keys.len()];
    // Each column gets the first, shortest spelling that no other column has.
    let headings: Vec<Option<Name>> = columns.iter().map(heading_or_label).collect();
    let by_markup = |name: String| Some(Name { name, named_by: NamedBy::Markup });
    let spellings =
        [short, with_tag, with_kind].map(|spell| keys.iter().map(|key| by_markup(spell(key))).collect());
    for spelled in std::iter::once(headings).chain::<[Vec<Option<Name>>; 3]>(spellings) {
        let known = names.iter().map(|known| &*known.name).chain(taken.iter().copied());
        let counts = how_often(spelled.iter().flatten().map(|spelled| &*spelled.name).chain(known));
        let is_alone = |spelled: &&Name| counts[&*spelled.name] == 1;
        let fresh: Vec<Option<&Name>> =
            spelled.iter().map(|spelled| spelled.as_ref().filter(is_alone)).collect();
        drop(counts);
        for (name, fresh) in names.iter_mut().zip(fresh).filter(|(name, _)| name.name.is_empty()) {
            if let Some(fresh) = fresh {
                name.clone_from(fresh);
            }
        }
    }
    let mut left: Vec<usize> = (0..keys.len()).filter(|&i| names[i].name.is_empty()).collect();
    left.sort_unstable_by_key(|&i| keys[i]);
    let known = names.iter().map(|known| &*known.name).chain(taken.iter().copied());
    let mut distinct = DistinctNames::new("_").without(known);
    for i in left {
        names[i].name = distinct.free(&with_kind(keys[i]));
    }
    names
}

/// Whether the words beside its numbers say more about a column than its path: more than a number or a tag, but less than a class.
pub(super) fn may_be_affix(key: &Key) -> bool {
    key.number > 1 || !key.place.contains('.')
}

/// The heading of a column, else its standard name, else its label, else the words beside its numbers.
fn heading_or_label(column: &Unnamed<'_>) -> Option<Name> {
    if let (None, Some(standard)) = (&column.heading, column.standard) {
        return Some(Name { name: standard.to_owned(), named_by: NamedBy::Role });
    }
    let suffix = match column.key.kind {
        Kind::Link => ".href",
        Kind::Image => ".src",
        Kind::Label => return None,
        _ => "",
    };
    let label =
        column.key.label.as_deref().map(|label| label.trim_matches(|char: char| !char.is_alphanumeric()));
    let label = column.heading.as_deref().or(label);
    let named_by = if label.is_some() { NamedBy::Label } else { NamedBy::Words };
    let name = label.or(column.affix.as_deref()).filter(|name| !name.is_empty())?;
    Some(Name { name: format!("{name}{suffix}"), named_by })
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

/// Spells the steps of the path, the label, the kind and the number of a key.
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
        Kind::Whole | Kind::Body if parts.is_empty() => Some("whole"),
        Kind::Items | Kind::Whole | Kind::Body | Kind::Text | Kind::Value | Kind::Group => None,
    };
    parts.extend(key.label.as_deref().map(slug).filter(|label| !label.is_empty()));
    parts.extend(kind.map(str::to_owned));
    let mut name = parts.join(".");
    if key.number > 1 {
        name.push_str(&key.number.to_string());
    }
    name
}

/// The words of a label in lower case, joined by hyphens.
fn slug(label: &str) -> String {
    let words = label.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_lowercase()
}

//! Folds the numbers in ids and classes, and computes hashes of element paths from the folded names.
//!
//! In: names as written. Out: the same spelling, and the same hash, for names that differ only in their numbers.
//!
//! ```text
//! id post-17   #post-#        class 2012-aa-7   .#-aa-#
//! ```
//!
//! Time is linear in the length of the names.

use super::digest::{BASIS, mix, spread, text};

/// A hash of the path of an element, from the hash of its parent's path, its name, its id and its first class as
/// written.
pub(crate) fn path(around: Option<u64>, name: &str, id: Option<&str>, class: Option<&str>) -> u64 {
    let id = id.and_then(|id| identifier('#', id));
    let own = id.into_iter().chain(class.and_then(|class| identifier('.', class))).fold(text(name), mix);
    mix(around.unwrap_or(BASIS), spread(own))
}

/// A hash of an id or a class in its folded form; `None` if the folded form is empty.
fn identifier(mark: char, written: &str) -> Option<u64> {
    let trimmed = written.trim();
    let is_plain = |byte: u8| byte.is_ascii() && !byte.is_ascii_uppercase() && !byte.is_ascii_digit();
    if !trimmed.bytes().all(is_plain) {
        return Some(fold(mark, trimmed)).filter(|folded| folded.len() > 1).map(|folded| text(&folded));
    }
    let bytes = trimmed.bytes().map(u64::from);
    (!trimmed.is_empty()).then(|| spread(std::iter::once(u64::from(mark)).chain(bytes).fold(BASIS, mix)))
}

/// A name in lower case after its mark. A run of hexadecimal digits that contains a decimal digit becomes `#`, and
/// several such runs with only `-` and `_` between them become one `#`.
pub(super) fn fold(mark: char, name: &str) -> Box<str> {
    let lower = name.trim().to_lowercase();
    if !lower.bytes().any(|byte| byte.is_ascii_digit()) {
        return format!("{mark}{lower}").into();
    }
    let mut folded = String::with_capacity(name.len() + 1);
    let mut rest = lower.as_str();
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let end = |of: Option<usize>, rest: &str| of.unwrap_or(rest.len());
    while !rest.is_empty() {
        let run = end(rest.bytes().position(|byte| !is_digit(&byte)), rest);
        if rest[..run].contains(|char: char| char.is_ascii_digit()) {
            let head = folded.trim_end_matches(['#', '_', '-']).len();
            match folded[head..].find('#') {
                Some(place) => folded.truncate(head + place + 1),
                None => folded.push('#'),
            }
            rest = &rest[run..];
        } else {
            let (head, tail) = rest.split_at(run);
            let others = end(tail.bytes().position(|byte| is_digit(&byte)), tail);
            folded.extend([head, &tail[..others]]);
            rest = &tail[others..];
        }
    }
    folded.insert(0, mark);
    folded.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_folded() {
        let folded =
            ["post-17", "x_3-4", "a1b2c3", "deed", "h2", "12_34_x", "2012-aa-7"].map(|name| fold('.', name));
        assert_eq!(
            folded.each_ref().map(|name| &**name),
            [".post-#", ".x_#", ".#", ".deed", ".h#", ".#_x", ".#-aa-#"]
        );
    }
}

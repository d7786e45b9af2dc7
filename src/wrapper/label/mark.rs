//! What ends a label within a text: colons, brackets, gaps, and the signs between labels and values.
//!
//! In: a text. Out: for each label in it the bytes from which on it can begin, where it ends, and where the text behind it begins.
//!
//! Time O(characters).

use crate::measure::{COLONS, is_brief, is_wide};
use std::ops::Range;

/// The most words of a label before a colon inside a text.
const MAX_WORDS: usize = 6;

/// For each colon of a text the position after the colon before, the end of the word before it, and the beginning of the
/// text after it. The colon of an address is none.
pub(super) fn with_colon(text: &str) -> impl Iterator<Item = [usize; 3]> {
    let colons = text.char_indices().filter(|&(_, sign)| COLONS.contains(&sign));
    let mut from = 0;
    colons.filter_map(move |(at, sign)| {
        let behind = &text[at + sign.len_utf8()..];
        let start = std::mem::replace(&mut from, at + sign.len_utf8());
        let end = start + text[start..at].trim_end().len();
        (!behind.starts_with("//")).then(|| [start, end, text.len() - behind.trim_start().len()])
    })
}

/// What tells that a part of a text is a label.
#[derive(Clone, Copy, Eq, PartialEq)]
pub(super) enum Mark {
    /// It is before a sign, a gap, or in brackets.
    Sign,
    /// The same, in a line of preformatted text.
    Line,
    /// It is in round brackets or behind its value, as a note is.
    Note,
}

/// The same for the brackets that a text begins or ends with, for a gap, or for the first sign between words that can divide a label from
/// its value. Also given is the text as written, before its white space was collapsed.
pub(super) fn with_mark(text: &str, written: &str) -> Option<([usize; 3], Mark)> {
    let opening = text.chars().next()?;
    if let Some(&(_, closing)) = BRACKETS.iter().find(|(from, _)| *from == opening) {
        let end = text.find(closing)?;
        let behind = text[end + closing.len_utf8()..].trim_start();
        let mark = if matches!(closing, ')' | '）') { Mark::Note } else { Mark::Sign };
        return (!behind.is_empty()).then_some(([opening.len_utf8(), end, text.len() - behind.len()], mark));
    }
    if let Some(start) = before_note(text) {
        let end = text.len() - text.chars().next_back()?.len_utf8();
        return Some(([start + text[start..].chars().next()?.len_utf8(), end, text.len()], Mark::Note));
    }
    let bullet = text.find(char::is_alphanumeric)?;
    let is_gap = |run: &str| run.chars().filter(|char| !char.is_ascii()).nth(1).is_some();
    let has_gap = written.contains("&nbsp;") || written.contains(['\u{a0}', '\u{3000}']);
    let gap = has_gap.then(|| behind_gap(&htmlize::unescape(written), text, is_gap)).flatten();
    let (end, rest) = gap.or_else(|| divided(text, bullet))?;
    (rest < text.len()).then_some(([0, end, rest], Mark::Sign))
}

/// Whether a text is made of words alone.
pub(super) fn is_words(text: &str) -> bool {
    text.chars().all(|char| char.is_alphabetic() || matches!(char, ' ' | '-'))
}

/// Where the brackets begin that a text ends with, if there is text before them.
pub(super) fn before_note(text: &str) -> Option<usize> {
    let closing = text.chars().next_back()?;
    let (opening, _) = BRACKETS.iter().find(|(_, to)| *to == closing)?;
    let at = text.rfind(*opening)?;
    text[..at].contains(char::is_alphanumeric).then_some(at)
}

/// The same for the lines of preformatted text, given as written and with its white space collapsed, if most begin with a label: several
/// spaces, a tab, a colon or another sign end it.
pub(super) fn in_lines(written: &str, text: &str) -> Vec<([usize; 3], Mark)> {
    let written = htmlize::unescape(written);
    let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let words: Vec<Range<usize>> =
        text.split_whitespace().map(|word| place(word)..place(word) + word.len()).collect();
    if written.split_whitespace().count() != words.len() {
        return Vec::new();
    }
    let (mut at, mut count) = (0, 0);
    let is_gap = |run: &str| run.len() > 1 || run == "\t";
    let lines = written.lines().filter_map(|line| {
        let from = at;
        at += line.split_whitespace().count();
        let all = words.get(from..at).filter(|all| !all.is_empty())?;
        count += 1;
        let start = all[0].start;
        let own = &text[start..all[all.len() - 1].end];
        let colon = with_colon(own).next().map(|[_, end, rest]| (end, rest));
        let colon = colon.filter(|&(end, _)| is_brief(&own[..end]));
        let (end, rest) = colon
            .or_else(|| behind_gap(line, own, is_gap))
            .or_else(|| divided(own, own.find(char::is_alphanumeric)?))?;
        let first = own[..end].find(char::is_alphabetic)?;
        Some(([start + first, start + end, start + rest], Mark::Line))
    });
    let lines: Vec<_> = lines.collect();
    if 2 * lines.len() > count { lines } else { Vec::new() }
}

/// The end of the words before the first gap of a line, and where those behind it begin. The line is given as written and with its white
/// space collapsed.
fn behind_gap(written: &str, line: &str, is_gap: impl Fn(&str) -> bool) -> Option<(usize, usize)> {
    let written = written.trim();
    let gap = written.split(|char: char| !char.is_whitespace()).find(|run| is_gap(run))?;
    let before = &written[..gap.as_ptr() as usize - written.as_ptr() as usize];
    let behind = line.split_whitespace().nth(before.split_whitespace().count())?;
    let rest = behind.as_ptr() as usize - line.as_ptr() as usize;
    Some((line[..rest].trim_end().len(), rest))
}

/// The end of the words before the first sign behind the beginning of a text, and where the text behind it begins. Leaders need no spaces around them.
fn divided(text: &str, from: usize) -> Option<(usize, usize)> {
    // Where words have no spaces between them, one behind the first word of a point in a list divides.
    let word = text[from..].split(' ').next().filter(|word| from > 0 && word.chars().all(is_wide));
    let wide = word.map(|word| from + word.len()).filter(|&end| end < text.len());
    let leader = || text[from..].find(LEADER).map(|at| from + at);
    let sign = || {
        let sign = text[from..].split_whitespace().find(|word| word.chars().all(is_divider))?;
        Some(sign.as_ptr() as usize - text.as_ptr() as usize)
    };
    let at = wide.or_else(|| leader().into_iter().chain(sign()).min())?;
    let behind = text[at..].trim_start_matches(|char: char| char == ' ' || is_divider(char));
    Some((text[..at].trim_end().len(), text.len() - behind.len()))
}

/// Dots that lead the eye from a label to its value.
const LEADER: &str = "...";

/// Whether a word of such signs is between a label and its value: dashes and lines, dots, equality and arrows. Signs that join words, `&` and `+`, are none.
fn is_divider(sign: char) -> bool {
    matches!(sign, '-' | '‐'..='―' | '=' | '|' | '_' | '~' | '.' | '…' | '·' | '•' | '>' | '»' | '›' | '←'..='⇿' | '─')
}

/// The brackets in which labels are written: Unicode, `Bidi_Paired_Bracket`, those of Latin and of East Asian texts that stand at the beginning or the end of a line.
const BRACKETS: [(char, char); 6] =
    [('[', ']'), ('【', '】'), ('［', '］'), ('〔', '〕'), ('(', ')'), ('（', '）')];

/// The positions at which a label at the end of a part of a text can begin, the last one first: at words, and in scripts without
/// spaces at letters. A word right after a number is its unit, unless it is capitalized as `Number` is, and `GB` is not;
/// punctuation ends what is before a label. A label with a capital letter begins with one: `maple Date of Birth`.
pub(super) fn starts(text: &str, part: Range<usize>) -> Vec<usize> {
    let ends_value = |word: &str, is: fn(char) -> bool| word.chars().next_back().is_some_and(is);
    let is_capitalized = |word: &str| {
        let mut chars = word.chars();
        chars.next().is_some_and(char::is_uppercase) && chars.next().is_some_and(char::is_lowercase)
    };
    let mut has_capital = false;
    let is_end = |char| matches!(char, ',' | ';' | '|' | '/' | '.' | '。' | '、');
    let mut starts = Vec::new();
    let mut words = text[part].split_whitespace().rev().peekable();
    for number in 0..MAX_WORDS {
        let Some(word) = words.next() else { break };
        let mut is_unit = || {
            !is_capitalized(word) && words.peek().is_some_and(|before| ends_value(before, char::is_numeric))
        };
        if number > 0 && (ends_value(word, is_end) || is_unit()) {
            break;
        }
        // The word is a part of the text.
        let offset = word.as_ptr() as usize - text.as_ptr() as usize;
        if word.contains(is_wide) {
            let letters = word.char_indices().rev().take_while(|(_, char)| char.is_alphabetic());
            starts.extend(letters.map(|(at, _)| offset + at));
            if !word.chars().all(char::is_alphabetic) {
                break;
            }
            continue;
        }
        let Some(at) =
            word.find(char::is_alphanumeric).filter(|&at| word[at..].starts_with(char::is_alphabetic))
        else {
            break;
        };
        has_capital |= word[at..].starts_with(char::is_uppercase);
        if !(has_capital && word[at..].starts_with(char::is_lowercase) && offset > 0) {
            starts.push(offset + at);
        }
    }
    starts
}

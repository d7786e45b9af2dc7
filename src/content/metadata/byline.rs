//! The author of an article, from the line that names him or her.
//!
//! In: the texts of a page, and the position of its date. Out: the names that may be the author's, with their scores.
//!
//! Each short text around the headline is cut at separators, and words in lower case at the ends of a part are removed;
//! so is a first word that the page also has in lower case, such as `By` or `Von`. The remaining parts are candidates.
//! Each candidate gets features ([`NameEvidence`]), whose weighted sum is its score. No word of any language is built
//! in, but for the names of months and weekdays, which are left out.
//!
//! ```text
//! By Ann Lee | 3 May 2020          Ann Lee: two words, after a common word, next to the date, below the headline
//! Politics                         Politics: one word, a link among links
//! ```
//!
//! Source of the weights: `eval/fit/fit_names.py`, see `docs/lab/metadata.md`.

use super::link_folders::{LinkFolders, leads_anywhere};
use super::name_evidence::NameEvidence;
use super::name_words::{key, lower, word_digest, word_digests, written_words};
use super::names::NameCandidate;
use super::shown::{AROUND, LINE, ShownText, ShownTexts};
use super::text_part::{Bound, TextPart, each_part};
use crate::features::{flag, share};
use crate::measure::how_often;
use crate::page::{ElementId, Tree};
use crate::record::role::{self, Convention, date};
use crate::spectrum::size;
use hashbrown::{HashMap, HashSet};
use std::cell::{OnceCell, RefCell};

/// A label and the elements that format it: `th`, `b`, `span`.
const AROUND_LABEL: usize = 3;

/// A text in which names are searched, with values that are the same for all of its names.
struct NameText<'t> {
    at: usize,
    text: &'t str,
    /// The address that it links to, in lower case.
    address: OnceCell<String>,
    /// The dates in it whose day is known.
    dates: OnceCell<Vec<&'t str>>,
    /// The features that depend only on the position of the text.
    place: OnceCell<NameEvidence>,
}

/// The search for the author's name on a page.
pub(super) struct NameFinder<'l, 'a> {
    lines: &'l ShownTexts<'a>,
    /// Number of occurrences of each word in lower case, by hash.
    common: HashMap<u64, u32>,
    /// For each short text the hash of its words.
    keys: Vec<Option<u64>>,
    /// Number of texts with the same words, by hash.
    times: HashMap<u64, u32>,
    /// Number of occurrences of each word, and of each pair of neighbouring words, of the short texts in these and in the
    /// article, by hash.
    written: HashMap<u64, u32>,
    said: SaidWords,
    /// Hashes of the words of the title.
    title: HashSet<u64>,
    folders: LinkFolders,
    /// Hashes of the words of each topic that the page states.
    topics: HashSet<u64>,
    /// Index of the text with the date.
    date: Option<usize>,
    convention: &'l Convention,
    /// For each element that was asked for, what it is in.
    around: RefCell<Vec<Option<Around>>>,
}

impl<'l, 'a> NameFinder<'l, 'a> {
    /// Prepares the search. `article` is the text of the article, `date` the index of the text with its date.
    pub(super) fn new(
        lines: &'l ShownTexts<'a>,
        title: &str,
        article: &str,
        topics: HashSet<u64>,
        date: Option<usize>,
        convention: &'l Convention,
    ) -> Self {
        let mut common: HashMap<u64, u32> = HashMap::new();
        let mut times: HashMap<u64, u32> = HashMap::new();
        for word in lines.texts.iter().flat_map(|line| lower_words(line.text)) {
            *common.entry(word_digest(word)).or_default() += 1;
        }
        let mut written: HashMap<u64, u32> = HashMap::new();
        let mut key_of = |line: &ShownText| {
            let words: Vec<u64> = word_digests(line.text).collect();
            let pairs = words.windows(2).map(|pair| key(pair.iter().copied()));
            for hash in words.iter().copied().chain(pairs) {
                *written.entry(hash).or_default() += 1;
            }
            key(words.into_iter())
        };
        let keys: Vec<Option<u64>> =
            lines.texts.iter().map(|line| (line.words <= LINE).then(|| key_of(line))).collect();
        for &key in keys.iter().flatten() {
            *times.entry(key).or_default() += 1;
        }
        let article: Vec<u64> = word_digests(article).collect();
        // Names are in short texts: other words of the article need not be counted.
        let pairs = article.windows(2).map(|pair| key(pair.iter().copied()));
        for hash in article.iter().copied().chain(pairs) {
            if let Some(times) = written.get_mut(&hash) {
                *times += 1;
            }
        }
        let said = SaidWords::new(article);
        let title = word_digests(title).collect();
        let folders = LinkFolders::new(lines.tree);
        let around = RefCell::new(vec![None; lines.tree.elements().len()]);
        NameFinder {
            lines,
            common,
            keys,
            times,
            written,
            said,
            title,
            folders,
            topics,
            date,
            convention,
            around,
        }
    }

    /// Finds all names in the single texts in and around the article, and in lines of several texts.
    pub(super) fn candidates(&self) -> Vec<NameCandidate> {
        let ShownTexts { headline, last, texts: ref lines, .. } = *self.lines;
        let near = headline.saturating_sub(AROUND)..lines.len().min(last + AROUND + 1);
        let mut found: Vec<NameCandidate> = Vec::new();
        near.clone().for_each(|at| self.find_in(at, lines[at].text, lines[at].words, &mut found));
        for from in near {
            let of = lines[from..].iter().take_while(|text| text.line == lines[from].line);
            let is_line = from.checked_sub(1).is_none_or(|before| lines[before].line != lines[from].line);
            // A link to `#` is a button of a script, and its words are not part of a name.
            let is_pressed =
                || (from..).zip(of.clone()).any(|(at, _)| self.lines.href(at).as_deref() == Some("#"));
            if is_line && of.clone().nth(1).is_some() && !is_pressed() {
                let words = of.clone().map(|line| line.words).sum();
                self.find_in(
                    from,
                    &of.map(|line| line.text).collect::<Vec<_>>().join(" "),
                    words,
                    &mut found,
                );
            }
        }
        let times = times(&found);
        for (candidate, times) in found.iter_mut().zip(times) {
            candidate.evidence.times = size(times).ln();
            candidate.score = candidate.evidence.score();
        }
        found
    }

    /// Adds the names in a text. `words` is its number of words.
    fn find_in(&self, at: usize, text: &str, words: f64, found: &mut Vec<NameCandidate>) {
        if words > LINE || self.lines.is_headline(at) || self.is_label(at) {
            return;
        }
        let known =
            NameText { at, text, address: OnceCell::new(), dates: OnceCell::new(), place: OnceCell::new() };
        each_part(text, |part| {
            let is_word = |word: &str| word.contains(char::is_alphanumeric);
            let is_lower = |word: &str| word.starts_with(char::is_lowercase);
            let all: Vec<&str> = part.text.split_whitespace().skip_while(|word| !is_word(word)).collect();
            let end = all.iter().rposition(|word| !is_lower(word) && is_word(word));
            let words = &all[..end.map_or(0, |last| last + 1)];
            let led = words.iter().take_while(|word| is_lower(word)).count();
            let rest = &words[led..];
            let is_common = rest.first().is_some_and(|word| self.is_common(word));
            if rest.is_empty() && part.text.trim() == text.trim() {
                // `joshua becker`: a whole text in lower case may be a name.
                found.extend(self.candidate(&known, &part, &all, None, part.behind_label));
            } else if !rest.is_empty() {
                found.extend(self.candidate(&known, &part, rest, None, led > 0 || part.behind_label));
            }
            let named = rest.iter().skip(1).position(|word| is_word(word)).map(|at| &rest[at + 1..]);
            if let Some(named) = named.filter(|_| is_common) {
                found.extend(self.candidate(&known, &part, named, rest.first().copied(), true));
            }
            // `Posted by Ann Lee on 3 May 2020`, once on the page: comments have such lines too.
            let lower = rest.iter().skip(1).take_while(|word| is_lower(word)).count();
            let is_dated = || {
                part.behind == Bound::End
                    && part.before == Bound::Number
                    && all.len() <= words.len() + 1
                    && !self.dates(&known).is_empty()
                    && self.lines.texts.iter().filter(|line| line.text.starts_with(rest[0])).nth(1).is_none()
            };
            if (1..rest.len().saturating_sub(1)).contains(&lower) && is_dated() {
                found.extend(self.candidate(&known, &part, &rest[1 + lower..], None, true));
            }
            // `Posts by Ann Lee`, if that is marked as the author.
            let is_marked = || known.place.get_or_init(|| self.place(at)).marked > 0.0;
            let after = rest.iter().rposition(|word| is_lower(word)).map(|at| &rest[at + 1..]);
            if let Some(named) = after.filter(|_| is_marked()) {
                found.extend(self.candidate(&known, &part, named, None, true));
            }
        });
    }

    /// Whether a text says what the text behind it is (HTML Standard, sections 4.4.9 and 4.9.10).
    fn is_label(&self, at: usize) -> bool {
        let around = self.lines.tree.inclusive_ancestors(self.lines.texts[at].parent);
        around.take(AROUND_LABEL).any(|id| matches!(&*self.lines.tree.element(id).name, "th" | "dt"))
    }

    fn is_common(&self, word: &str) -> bool {
        self.common.contains_key(&word_digest(bare(word)))
    }

    fn candidate(
        &self,
        text: &NameText<'_>,
        part: &TextPart,
        named: &[&str],
        label: Option<&str>,
        is_led: bool,
    ) -> Option<NameCandidate> {
        let mut named = named.to_vec();
        let last = named.last_mut()?;
        // Keeps the full stop after an initial.
        if last.chars().count() > 3 {
            *last = bare(last);
        }
        let name = named.join(" ");
        let is_month = |word: &&str| date::is_month(bare(word), &self.convention.language);
        let is_weekday = |word: &&str| date::is_weekday(bare(word), &self.convention.language);
        let dates = || self.dates(text);
        // The name of a month of some language may be the first name of a person: Ian, Leo, May.
        let is_dated =
            |word: &&str| dates().iter().any(|date| written_words(date).any(|of| of == bare(word)));
        // Weekdays of other languages are names: Anna, Sam, Domingo.
        let is_of_date = named.iter().all(is_weekday)
            && (self.convention.language.is_known() || !dates().is_empty())
            || named.iter().any(|word| is_month(word) && (named.len() == 1 || is_dated(word)));
        let words: Vec<u64> = word_digests(&name).collect();
        if words.is_empty() || is_of_date {
            return None;
        }
        let key = key(words.iter().copied());
        let is_whole = self.keys[text.at] == Some(key);
        let same = self.times.get(&key).copied().unwrap_or_default();
        let elsewhere = same > u32::from(is_whole);
        // A name in lower case makes its words no common ones.
        let own = if named.iter().any(|word| word.contains(char::is_uppercase)) { 0 } else { same };
        let place = text.place.get_or_init(|| self.place(text.at));
        let evidence = NameEvidence {
            leads_to_it: flag(self.leads_to(text, &name)),
            elsewhere: flag(elsewhere),
            in_title: flag(words.iter().all(|word| self.title.contains(word))),
            twice: flag(self.said.has_twice(&words)),
            behind_common: flag(is_led).max(place.behind_common),
            whole: flag(is_whole),
            behind_sign: flag(part.behind != Bound::End),
            before_colon: flag(part.before == Bound::Colon),
            behind_number: flag(part.behind == Bound::Number),
            before_number: flag(part.before == Bound::Number),
            apart: self.apart(&words),
            bracketed: flag(is_bracketed(text.text)),
            topic: flag(self.topics.contains(&key)),
            ..self.made_of(&named, own, place)
        };
        let ShownText { place, line, .. } = self.lines.texts[text.at];
        let label = label.map(str::to_owned);
        Some(NameCandidate { name, label, key, place, at: text.at, line, evidence, score: 0.0 })
    }

    fn dates<'k, 't>(&self, text: &'k NameText<'t>) -> &'k [&'t str] {
        text.dates.get_or_init(|| whole_dates(text.text, self.convention))
    }

    /// Whether a text is a link to an address that contains all words of a name.
    fn leads_to(&self, text: &NameText<'_>, name: &str) -> bool {
        let lower_case = || self.lines.href(text.at).unwrap_or_default().to_lowercase();
        let has = |word: &str| text.address.get_or_init(lower_case).contains(&*lower(word));
        self.lines.texts[text.at].link.is_some() && written_words(name).all(has)
    }

    /// Adds the features of a name's words to the given ones. `own` is the number of texts that are only this name.
    fn made_of(&self, named: &[&str], own: u32, known: &NameEvidence) -> NameEvidence {
        let share_of =
            |of: &dyn Fn(&&&str) -> bool| size(named.iter().filter(of).count()) / size(named.len());
        // Letters of scripts without upper and lower case count as upper case.
        let upper =
            share_of(&|word| word.starts_with(|char: char| char.is_alphabetic() && !char.is_lowercase()));
        let shouts = named
            .iter()
            .all(|word| word.is_ascii() && !word.contains(|char: char| char.is_ascii_lowercase()));
        // In Han characters or Hangul a name of several words may be written as one.
        let is_one = matches!(named, [one] if one.chars().count() == 1 || !one.chars().all(is_character));
        NameEvidence {
            one_word: flag(is_one),
            two_or_three: flag(matches!(named.len(), 2 | 3)),
            upper: if shouts { upper / 2.0 } else { upper },
            common: share_of(&|word| {
                self.common.get(&word_digest(bare(word))).is_some_and(|&times| times > own)
            }),
            signs: share_of(&|word| has_sign(word)),
            ..*known
        }
    }

    /// Returns the features of a text's position.
    fn place(&self, at: usize) -> NameEvidence {
        let ShownTexts { headline, first, last, texts: ref lines, .. } = *self.lines;
        let line = &lines[at];
        let before = at.checked_sub(1).filter(|&before| before != headline).map(|before| lines[before].text);
        let is_label = |text: &str| written_words(text).take(2).count() == 1 && self.is_common(text);
        let around = (at.saturating_sub(3)..(at + 4).min(lines.len())).filter(|&other| other != at);
        let is_short_link = |other: &usize| lines[*other].link.is_some() && lines[*other].words <= 3.0;
        let is_long = |other: usize| {
            let other = lines.get(other);
            other.is_some_and(|other| other.line == line.line && other.words > LINE)
        };
        let behind_headline = at > headline && at <= last;
        let far = |from: usize| size(at - from).ln();
        let href = self.lines.href(at).unwrap_or_default();
        let around_it = self.within(line.parent);
        let leads = line.link.is_none() || leads_anywhere(&href);
        NameEvidence {
            constant: 1.0,
            link: flag(line.link.is_some()),
            below_headline: flag(at > headline && at < first),
            above_headline: flag(at < headline),
            far_below: if behind_headline { far(headline) } else { 0.0 },
            far_behind: if at > last { far(last) } else { 0.0 },
            beside_date: self.date.map_or(0.0, |date| 1.0 / (1.0 + size(date.abs_diff(at)))),
            behind_date: flag(self.date.is_some_and(|date| date < at)),
            behind_common: flag(before.is_some_and(is_label)),
            in_control: around_it.in_control.max(flag(!leads)),
            queries: flag(href.contains('?')),
            in_folder: self.folders.beside(&href).map_or(0.0, |others| size(others).ln()),
            among_links: size(around.filter(is_short_link).count()) / 6.0,
            in_sentence: flag(at.checked_sub(1).is_some_and(is_long) || is_long(at + 1)),
            ..around_it
        }
    }

    /// Returns the share of the pairs of neighbouring words of a name of which the page has one word also without the other.
    fn apart(&self, words: &[u64]) -> f64 {
        let times = |hash: u64| self.written.get(&hash).copied().unwrap_or_default();
        let is_apart = |pair: &&[u64]| {
            let together = times(key(pair.iter().copied()));
            times(pair[0]) > together || times(pair[1]) > together
        };
        share(size(words.windows(2).filter(is_apart).count()), size(words.len() - 1))
    }

    /// Returns the features of the elements around a text.
    fn within(&self, id: ElementId) -> NameEvidence {
        let tree = self.lines.tree;
        let mut known = self.around.borrow_mut();
        let above = tree.inclusive_ancestors(id);
        let new: Vec<ElementId> = above.take_while(|id| known[id.index()].is_none()).collect();
        let known_above = |id: &ElementId| tree.element(*id).parent.and_then(|above| known[above.index()]);
        let mut around = new.last().map_or(known[id.index()], known_above).unwrap_or_default();
        for &id in new.iter().rev() {
            around.add(tree, id);
            known[id.index()] = Some(around);
        }
        NameEvidence {
            in_figure: flag(around.figure),
            in_menu: flag(around.menu),
            in_address: flag(around.address),
            in_control: flag(around.control),
            marked: flag(around.author),
            ..NameEvidence::default()
        }
    }
}

/// What an element is, or is in.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a feature of a name of its own")]
struct Around {
    figure: bool,
    menu: bool,
    address: bool,
    /// A control of a form.
    control: bool,
    /// An element that is marked as the author.
    author: bool,
}

impl Around {
    /// Adds what an element is.
    fn add(&mut self, tree: &Tree, id: ElementId) {
        match &*tree.element(id).name {
            "figure" | "figcaption" => self.figure = true,
            "nav" => self.menu = true,
            "address" => self.address = true,
            "button" | "label" | "legend" | "option" => self.control = true,
            _ => {}
        }
        for attribute in tree.element(id).attributes(tree.source) {
            let is_called = |name: &str| attribute.name.eq_ignore_ascii_case(name);
            let mut words = attribute.value.unwrap_or_default().split_ascii_whitespace();
            if is_called("role") {
                self.control |= words.any(|word| ROLES.contains(&word));
            } else if is_called("itemprop") || is_called("rel") {
                self.author |= words.any(|word| AUTHORS.contains(&word));
            }
        }
    }
}

/// The words of the article by hash, each with the position of its next occurrence.
struct SaidWords {
    words: Vec<(u64, Option<usize>)>,
    /// The position of the first occurrence of each word, and the number of all.
    first: HashMap<u64, (usize, u32)>,
}

impl SaidWords {
    fn new(article: Vec<u64>) -> Self {
        let mut first: HashMap<u64, (usize, u32)> = HashMap::with_capacity(article.len() / 2);
        let mut words: Vec<(u64, Option<usize>)> = article.into_iter().map(|word| (word, None)).collect();
        for (at, (word, next)) in words.iter_mut().enumerate().rev() {
            let (known, times) = first.get(word).copied().unzip();
            *next = known;
            first.insert(*word, (at, times.unwrap_or(0) + 1));
        }
        SaidWords { words, first }
    }

    /// Whether a name occurs more than once. Each of its words must then occur more than once, and only the occurrences of
    /// the rarest one are looked at. A repetition right after the first occurrence does not count.
    fn has_twice(&self, name: &[u64]) -> bool {
        let of = |word: &u64| self.first.get(word).filter(|(_, times)| *times > 1);
        let Some(known) = name.iter().map(of).collect::<Option<Vec<_>>>() else { return false };
        let Some((rarest, &&(first, _))) = known.iter().enumerate().min_by_key(|(_, known)| known.1) else {
            return false;
        };
        let all = std::iter::successors(Some(first), |&at| self.words[at].1);
        let starts = all.filter_map(|at| at.checked_sub(rarest));
        let is_name = |&at: &usize| {
            let said = self.words.get(at..at + name.len());
            said.is_some_and(|said| said.iter().zip(name).all(|(said, word)| said.0 == *word))
        };
        let mut found = starts.filter(is_name);
        let first = found.next();
        first.is_some_and(|first| found.any(|at| at > first + name.len()))
    }
}

/// Returns the dates in a text whose day is known.
fn whole_dates<'t>(text: &'t str, convention: &Convention) -> Vec<&'t str> {
    let dates = date::dates(text, convention).into_iter().filter(|date| date.iso().is_some());
    dates.map(|date| &text[date.span]).collect()
}

/// ARIA roles of buttons.
const ROLES: [&str; 5] = ["button", "menuitem", "option", "switch", "tab"];

/// Values of `itemprop` (schema.org, `CreativeWork`) and `rel` for authors.
const AUTHORS: [&str; 2] = ["author", "creator"];

/// Whether a text begins or ends with a bracket: `(Image: Ann Lee)`.
fn is_bracketed(text: &str) -> bool {
    let is_bracket =
        |char: char| matches!(char, '(' | ')' | '[' | ']' | '{' | '}' | '（' | '）' | '【' | '】');
    text.trim_start().starts_with(is_bracket) || text.trim_end().ends_with(is_bracket)
}

/// Whether a character is a syllable or a word: Han, Hangul.
fn is_character(char: char) -> bool {
    matches!(char, '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}')
}

/// Counts for each candidate those with the same name.
fn times(candidates: &[NameCandidate]) -> Vec<usize> {
    let times = how_often(candidates.iter().map(|candidate| candidate.key));
    candidates.iter().map(|candidate| times[&candidate.key]).collect()
}

/// Whether a character may be inside a word: a letter, an apostrophe, a hyphen.
fn is_inside(char: char) -> bool {
    char.is_alphabetic() || matches!(char, '\'' | '’' | '-')
}

/// Returns the words of a text in lower case. The parts of an address (`ann.lee@example.org`) are no words.
fn lower_words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|char| !is_inside(char) && !matches!(char, '.' | '@' | '_' | '/'));
    let words = parts.map(|part| part.trim_matches(|char| !is_inside(char)));
    words.filter(|word| word.starts_with(char::is_lowercase) && word.chars().all(is_inside))
}

/// Whether a word has a digit, or is a part of an address: `C3PO`, `example.org`.
fn has_sign(word: &str) -> bool {
    let word = bare(word);
    let is_host = |(at, _)| word[at + 1..].starts_with(char::is_lowercase);
    role::has_digit(word) || word.contains(['@', '/']) || word.match_indices('.').any(is_host)
}

/// Returns a word without the punctuation around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|char: char| !char.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::SaidWords;

    #[test]
    fn a_name_is_said_twice_unless_only_right_after_the_first_time() {
        let twice = |article: &[u64], name: &[u64]| SaidWords::new(article.to_vec()).has_twice(name);
        assert!(twice(&[1, 2, 3, 1, 2], &[1, 2]));
        assert!(twice(&[2, 1, 2, 5, 1, 2, 9, 1, 1], &[1, 2]));
        assert!(twice(&[7, 3, 7], &[7]));
        assert!(!twice(&[1, 2, 1, 2], &[1, 2]));
        assert!(!twice(&[1, 2, 3, 2, 1], &[1, 2]));
        assert!(!twice(&[1, 3, 1], &[1, 2]));
        assert!(!twice(&[], &[1]));
    }
}

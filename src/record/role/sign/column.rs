//! Columns of texts at the same position in their units, with the features by which authors and dates are chosen.
//!
//! In: the units of the pages of a template. Out: [`Columns`]. Cost: linear in the texts.

use super::evidence::{AuthorEvidence, DateEvidence};
use super::label::Label;
use super::{LONG, Part, Piece, ReadDate, Unit, UnitText, is_name, pieces};
use crate::features::flag;
use crate::measure::{LEAST, are_most, are_nearly_all, are_some, how_often, in_how_many};
use crate::page::digest::{mix, text as hash};
use crate::record::role::Convention;
use crate::repeat::fold_digits;
use crate::spectrum::{exact, size};
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeMap;

/// The pieces at one position.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) part: Part,
    pub(super) position: u64,
    /// Unit and piece.
    pieces: Vec<(usize, Piece)>,
    pub(super) label: Label,
}

impl Column {
    pub(super) fn is_before_date(&self) -> bool {
        matches!(self.part, Part::BeforeDate | Part::Bracketed)
    }
}

/// All columns of some units.
#[expect(clippy::struct_field_names, reason = "the columns are what the struct is about")]
pub(super) struct Columns<'u> {
    units: &'u [Unit],
    /// How often each unit has each text, and a hash of its texts.
    texts: Vec<HashMap<&'u str, usize>>,
    digests: Vec<u64>,
    /// The numbers of the texts of each unit that have a date.
    dated: Vec<Vec<usize>>,
    /// The number of the longest text of each unit.
    longest: Vec<usize>,
    /// Folded texts that are in most units.
    common: HashSet<String>,
    pub(super) columns: Vec<Column>,
}

impl<'u> Columns<'u> {
    pub(super) fn new(units: &'u [Unit], conventions: &[Convention]) -> Self {
        let mut numbers: HashMap<(Part, u64), usize> = HashMap::new();
        let mut columns: Vec<Column> = Vec::new();
        let mut dated = vec![Vec::new(); units.len()];
        for (at, unit) in units.iter().enumerate() {
            for (number, text) in unit.texts.iter().enumerate() {
                for piece in pieces(number, text, &conventions[unit.page]) {
                    if piece.part == Part::Date {
                        dated[at].push(number);
                    }
                    for &position in &text.positions {
                        let column = *numbers.entry((piece.part, position)).or_insert(columns.len());
                        if column == columns.len() {
                            columns.push(Column {
                                part: piece.part,
                                position,
                                pieces: Vec::new(),
                                label: Label::default(),
                            });
                        }
                        // The first of several at a position.
                        if columns[column].pieces.last().is_none_or(|(last, _)| *last != at) {
                            columns[column].pieces.push((at, piece.clone()));
                        }
                    }
                }
            }
        }
        columns.retain(|column| are_some(column.pieces.len(), units.len()));
        // Equal columns count once.
        let mut known = HashSet::new();
        columns.retain(|column| {
            let of = |(unit, piece): &(usize, Piece)| mix(*unit as u64, piece.text as u64); // usize has at most 64 bits
            known.insert((column.part, column.pieces.iter().map(of).fold(0, mix)))
        });
        for column in &mut columns {
            if column.part != Part::Date {
                let texts = column.pieces.iter().map(|(_, piece)| &*piece.written).collect();
                column.label = Label::of(&texts, column.part);
            }
        }
        let longest = |unit: &Unit| {
            let long = |at: &usize| unit.texts[*at].text.chars().count();
            unit.body
                .clone()
                .rev()
                .max_by_key(long)
                .or_else(|| (0..unit.texts.len()).rev().max_by_key(long))
                .unwrap_or_default()
        };
        let short = |unit: &'u Unit| {
            let texts = unit.texts.iter().map(|text| &*text.text).filter(|text| text.len() <= LONG);
            texts.map(|text| fold_digits(text.trim()))
        };
        let is_common =
            |&(_, count): &(String, usize)| count >= LEAST.min(units.len()) && are_most(count, units.len());
        let counts = in_how_many(units.iter().map(short)).into_iter();
        let common = counts.filter(is_common).map(|(text, _)| text).collect();
        let texts = |unit: &'u Unit| how_often(unit.texts.iter().map(|text| text.text.trim()));
        let digest = |unit: &Unit| unit.texts.iter().fold(0, |all, text| mix(all, hash(&text.text)));
        Columns {
            units,
            texts: units.iter().map(texts).collect(),
            digests: units.iter().map(digest).collect(),
            dated,
            longest: units.iter().map(longest).collect(),
            common,
            columns,
        }
    }

    /// The columns that may be authors: number, features, and the author of each unit.
    pub(super) fn authors(&self) -> Vec<(usize, AuthorEvidence, Vec<Option<String>>)> {
        let of = |(number, column): (usize, &Column)| {
            let names = self.names(column);
            let evidence = self.author_evidence(column, &names)?;
            Some((number, evidence, names))
        };
        self.columns
            .iter()
            .enumerate()
            .filter(|(_, column)| column.part != Part::Date)
            .filter_map(of)
            .collect()
    }

    fn names(&self, column: &Column) -> Vec<Option<String>> {
        let mut names = vec![None; self.units.len()];
        let labels = self.labels(column);
        for (unit, piece) in column.pieces.iter().filter(|(_, piece)| !labels.contains(&*piece.written)) {
            let name = column.label.removed_from(&piece.written);
            names[*unit] = is_name(name).then(|| name.to_owned());
        }
        names
    }

    /// The texts of a column that are labels of other texts: most units with another text in the column have them, too.
    pub(super) fn labels<'c>(&self, column: &'c Column) -> HashSet<&'c str> {
        let whole = column.pieces.iter().filter(|(_, piece)| piece.part == Part::Whole);
        let common =
            whole.map(|(_, piece)| &*piece.written).filter(|text| self.common.contains(&fold_digits(text)));
        let mut labels: HashSet<&str> = common.collect();
        labels.retain(|&text| {
            let others: Vec<bool> = column
                .pieces
                .iter()
                .filter(|(_, piece)| piece.written != text)
                .map(|(unit, _)| self.texts[*unit].contains_key(text))
                .collect();
            !others.is_empty() && are_most(others.iter().filter(|has| **has).count(), others.len())
        });
        labels
    }

    /// Whether most texts of a column are addresses of mailboxes, as they are or as `ann at example.org`.
    pub(super) fn is_mailbox(&self, column: usize) -> bool {
        let pieces = &self.columns[column].pieces;
        let is_host = |host: &str| host.trim_matches('.').contains('.');
        let is_address = |(_, piece): &&(usize, Piece)| {
            let words: Vec<&str> = piece.written.split_whitespace().collect();
            match words[..] {
                [address] => {
                    address.split_once('@').is_some_and(|(to, host)| !to.is_empty() && is_host(host))
                }
                [_, _, host] => is_host(host),
                _ => false,
            }
        };
        are_most(pieces.iter().filter(is_address).count(), pieces.len())
    }

    /// The mean over the pieces of a column.
    fn mean(&self, column: &Column, of: impl Fn(&Unit, usize, &Piece) -> f64) -> f64 {
        let sum: f64 = column.pieces.iter().map(|(unit, piece)| of(&self.units[*unit], *unit, piece)).sum();
        sum / size(column.pieces.len())
    }

    /// The mean of 1 / (1 + distance) from the pieces of a column to other texts.
    fn near(&self, column: &Column, to: impl Fn(usize) -> Option<usize>) -> f64 {
        self.mean(column, |_, unit, piece| to(unit).map_or(0.0, |to| closeness(to.abs_diff(piece.text))))
    }

    fn is_labelled(&self, unit: &Unit, piece: &Piece) -> bool {
        piece.text > 0 && self.common.contains(&fold_digits(unit.texts[piece.text - 1].text.trim()))
    }

    fn author_evidence(&self, column: &Column, names: &[Option<String>]) -> Option<AuthorEvidence> {
        let given: Vec<&str> = names.iter().flatten().map(String::as_str).collect();
        if given.is_empty() {
            return None;
        }
        let mean =
            |of: &dyn Fn(&str) -> f64| given.iter().map(|name| of(name)).sum::<f64>() / size(given.len());
        let distinct: HashSet<&str> = given.iter().copied().collect();
        // What is the same in all units is a label.
        if distinct.len() == 1 && given.len() > 1 {
            return None;
        }
        let words = |name: &str| size(name.split_whitespace().count());
        let length = mean(&|name| size(name.chars().count()));
        if length > exact(LONG as u64) / 2.0 {
            return None; // usize has at most 64 bits
        }
        let of_unit = |is: &dyn Fn(&UnitText) -> bool| {
            self.mean(column, |unit, _, piece| flag(is(&unit.texts[piece.text])))
        };
        let small = |name: &str| {
            let all: Vec<&str> = name.split_whitespace().collect();
            size(all.iter().filter(|word| word.starts_with(char::is_lowercase)).count())
                / size(all.len().max(1))
        };
        let again = |unit: &Unit, at: usize, piece: &Piece, name: &str| {
            let own = usize::from(unit.texts[piece.text].text.trim() == name);
            self.texts[at].get(name).is_some_and(|&count| count > own)
        };
        Some(AuthorEvidence {
            constant: 1.0,
            present: size(given.len()) / size(self.units.len()),
            distinct: size(distinct.len()) / size(given.len()),
            linked: of_unit(&|text| text.is_linked),
            marked: of_unit(&|text| text.is_author),
            strong: of_unit(&|text| text.is_strong),
            words: mean(&words).ln(),
            length: length.ln(),
            long: mean(&|name| flag(words(name) > 4.0)),
            digits: mean(&|name| {
                size(name.chars().filter(|char| char.is_numeric()).count()) / size(name.chars().count())
            }),
            small: mean(&small),
            first: self.near(column, |_| Some(0)),
            behind: self.mean(column, |_, unit, piece| flag(piece.text > self.longest[unit])),
            near_body: self.near(column, |unit| Some(self.longest[unit])),
            in_body: self.mean(column, |unit, _, piece| flag(unit.body.contains(&piece.text))),
            beside_date: self.mean(column, |_, unit, piece| {
                let dated = &self.dated[unit];
                let next = dated.partition_point(|&dated| dated < piece.text);
                let beside = &dated[next.saturating_sub(1)..dated.len().min(next + 1)];
                let away = beside.iter().map(|dated| dated.abs_diff(piece.text)).min();
                away.map_or(0.0, closeness)
            }),
            before_date: flag(column.is_before_date()),
            after_date: flag(column.part == Part::AfterDate),
            labelled: self.mean(column, |unit, _, piece| flag(self.is_labelled(unit, piece))),
            like_body: self.mean(column, |unit, at, piece| {
                flag(unit.texts[piece.text].path == unit.texts[self.longest[at]].path)
            }),
            stripped: flag(column.label != Label::default()),
            sentence: self.mean(column, |_, _, piece| {
                flag(piece.written.ends_with(['.', '!', '?', '。', '！', '？', '…']))
            }),
            twice: self.mean(column, |unit, at, piece| {
                flag(names[at].as_ref().is_some_and(|name| again(unit, at, piece, name)))
            }),
        })
    }

    /// Whether nearly all dates are the same for all units of their author: the day on which that one joined.
    pub(super) fn are_of_authors(&self, names: &[Option<String>], dates: &[Option<ReadDate>]) -> bool {
        let [same, several] = of_author(&self.digests, names, dates);
        several >= LEAST && are_nearly_all(same, several)
    }

    /// Whether the texts of a column are the subjects of their units: titles, each another one.
    pub(super) fn are_subjects(&self, column: usize, names: &[Option<String>]) -> bool {
        let Column { part, pieces, .. } = &self.columns[column];
        let is_title = |(unit, piece): &&(usize, Piece)| self.units[*unit].texts[piece.text].is_title;
        let mut known = HashSet::new();
        *part == Part::Whole
            && pieces.len() >= LEAST
            && are_most(pieces.iter().filter(is_title).count(), pieces.len())
            && names.iter().flatten().all(|name| known.insert(name))
    }

    /// Whether most units with a text of a column have no other text but dated ones, and those that most units have.
    pub(super) fn are_all_said(&self, column: usize) -> bool {
        let Column { part, pieces, .. } = &self.columns[column];
        let is_label =
            |text: &UnitText| self.units.len() > 1 && self.common.contains(&fold_digits(text.text.trim()));
        let is_all = |(unit, piece): &&(usize, Piece)| {
            let others = self.units[*unit].texts.iter().enumerate().filter(|(at, _)| *at != piece.text);
            let mut said = others.filter(|(at, text)| !self.dated[*unit].contains(at) && !is_label(text));
            !said.any(|(_, text)| is_name(&text.text))
        };
        *part == Part::Whole && are_most(pieces.iter().filter(is_all).count(), pieces.len())
    }

    /// Whether most texts of a column are next to a date on the same line.
    pub(super) fn is_beside_date(&self, column: usize) -> bool {
        let is_beside = |(unit, piece): &&(usize, Piece)| {
            let line = |text: usize| self.units[*unit].texts[text].line;
            let dated = &self.dated[*unit];
            let first = dated.partition_point(|&dated| dated + 1 < piece.text);
            let mut near = dated[first..].iter().take_while(|dated| **dated <= piece.text + 1);
            near.any(|&dated| line(dated) == line(piece.text))
        };
        let pieces = &self.columns[column].pieces;
        are_most(pieces.iter().filter(is_beside).count(), pieces.len())
    }

    /// How many texts the pieces of one column are behind those of another, in most units that have both.
    pub(super) fn away(&self, column: usize, from: usize) -> Option<isize> {
        let places: HashMap<usize, usize> =
            self.columns[from].pieces.iter().map(|(unit, piece)| (*unit, piece.text)).collect();
        let number = |text: usize| isize::try_from(text).expect("units have fewer texts than bytes");
        let mut counts: BTreeMap<isize, usize> = BTreeMap::new();
        for (unit, piece) in &self.columns[column].pieces {
            if let Some(&from) = places.get(unit) {
                *counts.entry(number(piece.text) - number(from)).or_default() += 1;
            }
        }
        counts.into_iter().rev().max_by_key(|&(_, count)| count).map(|(away, _)| away)
    }

    /// The columns that may be dates: number, features without the author, and the date of each unit.
    pub(super) fn dates(&self) -> Vec<(usize, DateEvidence, Vec<Option<ReadDate>>)> {
        // The first and the last day of each unit.
        let mut days: Vec<Option<[&str; 2]>> = vec![None; self.units.len()];
        for (unit, piece) in
            self.columns.iter().filter(|column| column.part == Part::Date).flat_map(|column| &column.pieces)
        {
            if let Some(day) = piece.iso.as_deref() {
                let [first, last] = days[*unit].unwrap_or([day; 2]);
                days[*unit] = Some([first.min(day), last.max(day)]);
            }
        }
        let of = |(number, column): (usize, &Column)| {
            let mut dates = vec![None; self.units.len()];
            for (unit, piece) in &column.pieces {
                dates[*unit] = Some(ReadDate { written: piece.written.clone(), iso: piece.iso.clone() });
            }
            (number, self.date_evidence(column, &dates, &days), dates)
        };
        let dates = self.columns.iter().enumerate().filter(|(_, column)| column.part == Part::Date);
        let mut dates: Vec<_> = dates.map(of).collect();
        let known = |evidence: &DateEvidence| evidence.known * evidence.present;
        let most = dates.iter().map(|(_, evidence, _)| known(evidence)).fold(0.0, f64::max);
        for (_, evidence, _) in &mut dates {
            evidence.lesser = most - known(evidence);
        }
        dates
    }

    fn date_evidence(
        &self,
        column: &Column,
        dates: &[Option<ReadDate>],
        days: &[Option<[&str; 2]>],
    ) -> DateEvidence {
        let distinct: HashSet<&str> = column.pieces.iter().map(|(_, piece)| &*piece.written).collect();
        let of_unit = |is: &dyn Fn(&UnitText) -> bool| {
            self.mean(column, |unit, _, piece| flag(is(&unit.texts[piece.text])))
        };
        let is_at = |end: usize| {
            self.mean(column, |_, unit, piece| {
                let day = piece.iso.as_deref().zip(days[unit]);
                flag(day.is_some_and(|(day, ends)| ends[0] != ends[1] && day == ends[end]))
            })
        };
        let [rest, told] = self.words_beside(column);
        DateEvidence {
            constant: 1.0,
            present: size(column.pieces.len()) / size(self.units.len()),
            distinct: size(distinct.len()) / size(column.pieces.len()),
            known: self.mean(column, |_, _, piece| flag(piece.iso.is_some())),
            lesser: 0.0,
            stated: of_unit(&|text| text.datetime.is_some()),
            timed: self.mean(column, |_, _, piece| flag(piece.written.contains([':', '：']))),
            of_author: 0.0,
            ordered: self.ordered(dates),
            earliest: is_at(0),
            latest: is_at(1),
            first: self.near(column, |_| Some(0)),
            behind: self.mean(column, |_, unit, piece| flag(piece.text > self.longest[unit])),
            near_body: self.near(column, |unit| Some(self.longest[unit])),
            in_body: self.mean(column, |unit, _, piece| flag(unit.body.contains(&piece.text))),
            rest: rest.ln_1p(),
            told,
            labelled: self.mean(column, |unit, _, piece| flag(self.is_labelled(unit, piece))),
            linked: of_unit(&|text| text.is_linked),
            beside_author: 0.0,
        }
    }

    /// The mean number of the words beside dates in their texts that few others of the column and of the page have beside them, and the
    /// share of the dates with words that most have.
    fn words_beside(&self, column: &Column) -> [f64; 2] {
        // Of all units, and of each page.
        let mut dates: HashMap<Option<usize>, usize> = HashMap::new();
        let mut counts: HashMap<(Option<usize>, &str), usize> = HashMap::new();
        for (unit, piece) in &column.pieces {
            let distinct: HashSet<&str> = piece.rest.iter().flat_map(|side| words(side)).collect();
            for of in [None, Some(self.units[*unit].page)] {
                *dates.entry(of).or_default() += 1;
                for word in &distinct {
                    *counts.entry((of, *word)).or_default() += 1;
                }
            }
        }
        let is_told = |page: usize, word: &str| {
            [None, Some(page)].into_iter().any(|of| {
                let count = counts[&(of, word)];
                count > 1 && are_most(count, dates[&of])
            })
        };
        let (mut rest, mut told) = (0.0, 0.0);
        for (unit, piece) in &column.pieces {
            let [before, behind] = piece.rest.each_ref().map(|side| {
                let (labels, others): (Vec<&str>, Vec<&str>) =
                    words(side).partition(|word| is_told(self.units[*unit].page, word));
                (labels.len(), others.len())
            });
            // A date behind nothing but its label is of that, whatever follows: `Posted: 3 May 2020 Subject: The bridge`.
            let is_labelled = before.0 > 0 && before.1 == 0;
            rest += if is_labelled { 0.0 } else { size(before.1 + behind.1) };
            told += flag(before.0 + behind.0 > 0);
        }
        [rest, told].map(|sum| sum / size(column.pieces.len()))
    }

    /// The share of dates in the order of their page.
    fn ordered(&self, dates: &[Option<ReadDate>]) -> f64 {
        let (mut up, mut down) = (0, 0);
        let mut last: Option<(usize, &str)> = None;
        for (unit, date) in self.units.iter().zip(dates) {
            let Some(day) = date.as_ref().and_then(|date| date.iso.as_deref()) else { continue };
            if let Some((page, before)) = last
                && page == unit.page
            {
                up += usize::from(before < day);
                down += usize::from(before > day);
            }
            last = Some((unit.page, day));
        }
        if up + down == 0 { 0.5 } else { size(up.max(down)) / size(up + down) }
    }

    /// Adds what the authors tell about a column of dates.
    pub(super) fn with_author(
        &self,
        evidence: DateEvidence,
        dates: (usize, &[Option<ReadDate>]),
        author: Option<(usize, &[Option<String>])>,
    ) -> DateEvidence {
        let Some((author, names)) = author else { return evidence };
        let places: HashMap<usize, usize> =
            self.columns[author].pieces.iter().map(|(unit, piece)| (*unit, piece.text)).collect();
        let [same, several] = of_author(&self.digests, names, dates.1);
        DateEvidence {
            // So that few dates show little, there is one more date that differs.
            of_author: size(same) / (1.0 + size(several)),
            beside_author: self.near(&self.columns[dates.0], |unit| places.get(&unit).copied()),
            ..evidence
        }
    }
}

/// Of the dates of authors with several, those that are the same for all units of their author, and all of these; none if all dates are the
/// same. A unit, given by a hash of its texts, that is repeated on another page counts once.
fn of_author(units: &[u64], names: &[Option<String>], dates: &[Option<ReadDate>]) -> [usize; 2] {
    let mut by_name: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut known = HashSet::new();
    for (unit, (name, date)) in units.iter().zip(names.iter().zip(dates)) {
        if let (Some(name), Some(date)) = (name, date)
            && known.insert(unit)
        {
            by_name.entry(name).or_default().push(&date.written);
        }
    }
    let is_one = |dates: &[&str]| dates.iter().all(|date| *date == dates[0]);
    let all: Vec<&str> = by_name.values().flatten().copied().collect();
    if all.is_empty() || is_one(&all) {
        return [0; 2];
    }
    let several = by_name.values().filter(|dates| dates.len() > 1);
    let same = several.clone().filter(|dates| is_one(dates)).map(Vec::len).sum();
    [same, several.map(Vec::len).sum()]
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric))
}

fn closeness(away: usize) -> f64 {
    1.0 / (1.0 + size(away))
}

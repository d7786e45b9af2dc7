//! Who wrote a post or comment, and when: one reader of the texts of units, for forums and blogs.
//!
//! In: the units of the pages of a template, each a list of `UnitText`s. Out: a `Signer`, which returns the author and the
//! date of each unit, also of pages that it was not learned from.
//!
//! ```text
//! <b>Ann</b> Joined: 9 Jun 2012 <i>3 May 2020</i> <p>..      author: 1st text; date: 3rd text
//! <b>Bob</b> Joined: 1 Jan 2010 <i>4 May 2020</i> <p>..      Joined: each person has one, whenever they write
//! Posted by Ann on 3 May 2020                                author: what is before the date, without the words that repeat
//! ```
//!
//! Each text gives pieces: itself, a date in it, and what is before and after that date. Pieces at the same position
//! in their units are a column. Columns get features, of which a fitted table each ([`AuthorEvidence`], [`DateEvidence`];
//! `eval/fit/fit_signs.py`) chooses the author's and the date's, or none. The date is chosen after the author, so that a date which is the
//! same for all units of one author is known as the day on which that author joined. Cost: linear in the texts.

mod column;
mod evidence;
mod label;
mod line;
mod unit;

pub use self::evidence::{AuthorEvidence, DateEvidence};
pub(crate) use self::line::SignatureLines;
pub(crate) use self::unit::{LONG, Unit, UnitText, ends, locate, marks};

use self::column::Columns;
use self::label::Label;
use super::convention::Convention;
use super::date;
use super::point::stated;
use crate::features::Table;
use crate::measure::are_most;
use hashbrown::HashSet;
use std::ops::Range;
use std::sync::OnceLock;

/// Author and date of a unit, each with the number of its text.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Signature {
    pub(crate) author: Option<(usize, String)>,
    pub(crate) date: Option<(usize, ReadDate)>,
}

/// A date as written, and as ISO 8601 or RFC 3339 if it is known.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ReadDate {
    /// The text.
    pub written: String,
    /// The day or point in time.
    pub iso: Option<String>,
}

/// Which part of a text a piece is.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Part {
    Whole,
    BeforeDate,
    /// Before the date, in the same brackets.
    Bracketed,
    Date,
    AfterDate,
}

/// A part of a text.
#[derive(Clone, Debug)]
struct Piece {
    /// The number of the text in its unit.
    text: usize,
    part: Part,
    written: String,
    iso: Option<String>,
    /// What is before and behind it in its text.
    rest: [String; 2],
}

impl Piece {
    /// A piece that is a date, with the number of its text.
    fn into_date(self) -> (usize, ReadDate) {
        (self.text, ReadDate { written: self.written, iso: self.iso })
    }
}

/// What was learned about the signatures of a template.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signer {
    /// Where authors are, the best place first; the others are asked if a label is there.
    authors: Vec<AuthorPlace>,
    /// Where dates are, the best place first; the others are asked if there is none.
    dates: Vec<(Part, u64)>,
    /// How many texts most authors are behind the date.
    away: Option<isize>,
}

/// The position of the names of authors.
#[derive(Clone, Debug)]
struct AuthorPlace {
    part: Part,
    position: u64,
    label: Label,
    /// The texts at it that are labels of other texts.
    labels: HashSet<String>,
}

/// The columns of the units of a template, with what they are chosen by: what `eval/fit/fit_signs.py` fits on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SignTrial {
    /// The page and the text of each unit.
    pub units: Vec<(usize, String)>,
    /// The features of each column that may be the author's, and the author of each unit.
    pub authors: Vec<(AuthorEvidence, Vec<Option<String>>)>,
    /// The same for dates, with the share of units with the same date as others, for each column of authors.
    pub dates: Vec<(DateEvidence, Vec<Option<ReadDate>>, Vec<f64>)>,
}

/// Whether a text may be the name of an author: a number alone is none.
fn is_name(text: &str) -> bool {
    text.contains(char::is_alphabetic)
}

/// The pieces of a text.
fn pieces(number: usize, text: &UnitText, convention: &Convention) -> Vec<Piece> {
    let written = text.text.trim();
    let chars = written.chars().count();
    let piece = |part, written: &str, iso, rest: [&str; 2]| Piece {
        text: number,
        part,
        written: written.to_owned(),
        iso,
        rest: rest.map(str::to_owned),
    };
    let mut pieces = Vec::new();
    if let Some(datetime) = &text.datetime {
        let iso = stated(datetime);
        pieces.push(piece(Part::Date, written, iso, [""; 2]));
        return pieces;
    }
    // A long text may begin or end with its signature.
    let cut = |at: usize| written.char_indices().nth(at).map_or(written.len(), |(byte, _)| byte);
    let first = if chars <= LONG { written.len() } else { cut(LONG) };
    let last = (chars > LONG).then(|| cut(chars - LONG)..written.len());
    let windows: Vec<Range<usize>> = std::iter::once(0..first).chain(last).collect();
    let is_date = |date: &date::Date, window: &str| !window[date.span.clone()].chars().all(char::is_numeric);
    for window in windows {
        let shown = &written[window.clone()];
        let mut dates = date::dates(shown, convention);
        dates.retain(|date| is_date(date, shown));
        let Some(date) = dates.iter().find(|date| date.iso().is_some()).or(dates.first()) else { continue };
        let of_date = date.with_weekday(shown, &convention.language);
        let (before, after) = (&shown[..of_date.start], &shown[of_date.end..]);
        let inside = before.rsplit_once(['(', '[', '（', '［']).map(|(_, inside)| inside);
        let is_closed = after.trim_start().starts_with([')', ']', '）', '］']);
        let bracketed = inside.filter(|_| is_closed).unwrap_or_default();
        let (before, after) = match chars <= LONG {
            true => (before, after),
            // In a long text, the side with the long text is none of its signature; what is behind the dash that ends it is.
            false if window.start == 0 => (before, ""),
            false => (before.rsplit_once(['—', '―', '–']).map_or("", |(_, name)| name), after),
        };
        pieces.push(piece(Part::Date, &shown[date.span.clone()], date.iso(), [before, after]));
        for (part, rest) in
            [(Part::BeforeDate, before), (Part::Bracketed, bracketed), (Part::AfterDate, after)]
        {
            if rest.contains(char::is_alphabetic) {
                pieces.push(piece(part, rest.trim(), None, [""; 2]));
            }
        }
        return pieces;
    }
    if chars <= LONG && written.contains(char::is_alphanumeric) {
        pieces.push(piece(Part::Whole, written, None, [""; 2]));
    }
    pieces
}

/// The weights of authors and of dates.
fn tables() -> &'static [Table; 2] {
    static TABLES: OnceLock<[Table; 2]> = OnceLock::new();
    TABLES.get_or_init(|| {
        [
            Table::fitted(AuthorEvidence::NAMES, include_str!("authors.txt")),
            Table::fitted(DateEvidence::NAMES, include_str!("dates.txt")),
        ]
    })
}

/// A column with what it gives for each unit.
type Given<T> = (usize, Vec<Option<T>>);

/// The column with the highest score above 0, of the first group that has one; behind it the others of the group that give mostly the
/// same, by their scores. Of equal ones the first is first.
fn alike<T: PartialEq>(groups: impl Iterator<Item = Vec<(Given<T>, f64)>>) -> Vec<Given<T>> {
    for mut columns in groups {
        columns.retain(|(_, score)| *score > 0.0);
        columns.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let mut columns = columns.into_iter().map(|(column, _)| column);
        let Some(best) = columns.next() else { continue };
        let is_alike = |(_, given): &Given<T>| {
            let both: Vec<bool> = best
                .1
                .iter()
                .zip(given)
                .filter_map(|(one, other)| Some(one.as_ref()? == other.as_ref()?))
                .collect();
            !both.is_empty() && are_most(both.iter().filter(|is_same| **is_same).count(), both.len())
        };
        let others: Vec<Given<T>> = columns.filter(is_alike).collect();
        return std::iter::once(best).chain(others).collect();
    }
    Vec::new()
}

impl Signer {
    /// Learns where authors and dates of units are. `conventions` are those of the pages.
    pub(crate) fn learn(units: &[Unit], conventions: &[Convention]) -> Self {
        let columns = Columns::new(units, conventions);
        let [authors, dates] = tables();
        let scored = |(number, evidence, names): (usize, AuthorEvidence, Vec<Option<String>>)| {
            ((number, names), authors.score(evidence.values()))
        };
        let (mailboxes, named): (Vec<_>, Vec<_>) =
            columns.authors().into_iter().partition(|(number, ..)| columns.is_mailbox(*number));
        let score = |of: Vec<_>| of.into_iter().map(scored).collect::<Vec<_>>();
        let mut groups = vec![score(named), score(mailboxes)];
        let best = alike(groups.iter().cloned()).into_iter().next();
        if let Some((number, names)) = best {
            let column = |number: usize| &columns.columns[number];
            // Subjects are bold and come first, as names often do; but names are beside the date. What is all that a unit says is no name either
            // if one is before the date.
            let (are_subjects, are_all_said) =
                (columns.are_subjects(number, &names), columns.are_all_said(number));
            if are_subjects || are_all_said {
                let is_surer = |other: usize| {
                    if are_subjects { columns.is_beside_date(other) } else { column(other).is_before_date() }
                };
                let surer = groups[0].iter().filter(|((number, _), _)| is_surer(*number));
                groups.insert(0, surer.cloned().collect());
            }
        }
        let authors = alike(groups.into_iter());
        let author = authors.first();
        let of = author.map(|(number, names)| (*number, &**names));
        let scored = |(number, evidence, read): (usize, DateEvidence, Vec<Option<ReadDate>>)| {
            let evidence = columns.with_author(evidence, (number, &read), of);
            ((number, read), dates.score(evidence.values()))
        };
        // A date of each author is no date of a unit if there is another one as often.
        let is_of_author =
            |read: &[Option<ReadDate>]| of.is_some_and(|(_, names)| columns.are_of_authors(names, read));
        let (joined, written): (Vec<_>, Vec<_>) =
            columns.dates().into_iter().partition(|(_, _, read)| is_of_author(read));
        let present = |(_, evidence, _): &(usize, DateEvidence, _)| evidence.present;
        let most = written.iter().map(present).fold(0.0, f64::max);
        let (joined, others): (Vec<_>, Vec<_>) = joined.into_iter().partition(|of| present(of) <= most);
        let groups = [written.into_iter().chain(others).collect(), joined];
        let dates = alike(groups.into_iter().map(|of: Vec<_>| of.into_iter().map(scored).collect()));
        let column = |number: usize| &columns.columns[number];
        let away =
            author.zip(dates.first()).and_then(|((author, _), (date, _))| columns.away(*author, *date));
        let place = |(number, _): &(usize, Vec<Option<String>>)| {
            let column = column(*number);
            let labels = columns.labels(column).into_iter().map(str::to_owned).collect();
            AuthorPlace { part: column.part, position: column.position, label: column.label.clone(), labels }
        };
        Signer {
            away,
            authors: authors.iter().map(place).collect(),
            dates: dates.iter().map(|(number, _)| (column(*number).part, column(*number).position)).collect(),
        }
    }

    /// Reads the author and the date of a unit.
    pub(crate) fn read(&self, unit: &Unit, convention: &Convention) -> Signature {
        let at = |part: Part, position: u64| {
            let of = |(number, text): (usize, &UnitText)| {
                text.positions
                    .contains(&position)
                    .then(|| pieces(number, text, convention))
                    .into_iter()
                    .flatten()
                    .find(|piece| piece.part == part)
            };
            unit.texts.iter().enumerate().find_map(of)
        };
        let found = self.authors.iter().map_while(|place| Some((place, at(place.part, place.position)?)));
        let author = found.into_iter().find(|(place, piece)| !place.labels.contains(&piece.written));
        let author = author.and_then(|(place, piece)| {
            let name = place.label.removed_from(&piece.written);
            is_name(name).then(|| (piece.text, name.to_owned()))
        });
        let date = self.dates.iter().find_map(|&(part, position)| at(part, position));
        if author.is_none()
            && date.is_none()
            && let Some(signature) = self.elsewhere(unit, convention)
        {
            return signature;
        }
        Signature { author, date: date.map(Piece::into_date) }
    }

    /// The signature of a unit that has none where the others have theirs, but one like theirs: a date, and a name as far from it.
    /// First posts are often in other elements than the answers. Of several, the one nearest to the body is taken.
    fn elsewhere(&self, unit: &Unit, convention: &Convention) -> Option<Signature> {
        let (AuthorPlace { part, label, .. }, away) = (self.authors.first()?, self.away?);
        let piece = |number: usize, part: Part| {
            let text = unit.texts.get(number)?;
            pieces(number, text, convention).into_iter().find(|piece| piece.part == part)
        };
        let signature = |number: usize| {
            let date = piece(number, Part::Date)?;
            let author = piece(number.checked_add_signed(away)?, *part)?;
            let name = label.removed_from(&author.written);
            let author = Some((author.text, name.to_owned()));
            is_name(name).then(|| Signature { author, date: Some(date.into_date()) })
        };
        let mut outside: Vec<usize> =
            (0..unit.texts.len()).filter(|number| !unit.body.contains(number)).collect();
        outside.sort_by_key(|&number| {
            (number.abs_diff(unit.body.start).min(number.abs_diff(unit.body.end)), number)
        });
        outside.into_iter().find_map(signature)
    }

    /// The columns that are chosen from.
    pub(crate) fn trial(units: &[Unit], conventions: &[Convention]) -> SignTrial {
        let columns = Columns::new(units, conventions);
        let authors = columns.authors();
        let dates = columns.dates().into_iter().map(|(number, evidence, read)| {
            let of = |(author, _, names): &(usize, _, Vec<Option<String>>)| {
                columns.with_author(evidence, (number, &read), Some((*author, names)))
            };
            let given = authors
                .iter()
                .map(of)
                .flat_map(|evidence| [evidence.of_author, evidence.beside_author])
                .collect();
            (evidence, read, given)
        });
        let dates = dates.collect();
        SignTrial {
            units: Vec::new(),
            authors: authors.into_iter().map(|(_, evidence, names)| (evidence, names)).collect(),
            dates,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Units of texts that are divided by bars; `*` is a link, `=` the body.
    fn units(written: &[&str]) -> Vec<Unit> {
        let unit = |written: &&str| {
            let text = |text: &str| UnitText {
                text: text.trim_start_matches(['*', '=']).to_owned(),
                is_linked: text.starts_with('*'),
                ..UnitText::default()
            };
            let texts: Vec<UnitText> = written.split('|').map(text).collect();
            let body = written.split('|').position(|text| text.starts_with('='));
            let body = body.map_or(0..0, |at| at..at + 1);
            let mut unit = Unit { page: 0, texts, body };
            let paths = vec![vec![0; unit.texts.len()]];
            locate(&mut unit, &paths);
            unit
        };
        written.iter().map(unit).collect()
    }

    fn signed(written: &[&str]) -> Vec<(String, String)> {
        let (units, convention) = (units(written), Convention::default());
        let signer = Signer::learn(&units, std::slice::from_ref(&convention));
        let of = |unit: &Unit| {
            let Signature { author, date } = signer.read(unit, &convention);
            (
                author.map(|author| author.1).unwrap_or_default(),
                date.map(|date| date.1.written).unwrap_or_default(),
            )
        };
        units.iter().map(of).collect()
    }

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|(author, date)| ((*author).to_owned(), (*date).to_owned())).collect()
    }

    #[test]
    fn the_day_on_which_an_author_joined_is_not_the_date() {
        let found = signed(&[
            "*Ann|Joined|Jun 9, 2012|May 3, 2020|=The river rose by a foot all night long.",
            "*Bob|Joined|Jan 1, 2010|May 4, 2020|=And in the morning the old bridge was gone.",
            "*Ann|Joined|Jun 9, 2012|May 5, 2020|=It was not, I crossed it on my way to work.",
            "*Bob|Joined|Jan 1, 2010|May 7, 2020|=Then it must have been the one by the mill.",
        ]);
        let dates = ["May 3, 2020", "May 4, 2020", "May 5, 2020", "May 7, 2020"];
        assert_eq!(found.iter().map(|(_, date)| date.as_str()).collect::<Vec<_>>(), dates);
    }

    #[test]
    fn a_unit_that_is_signed_elsewhere_has_its_date_and_its_author_as_far_from_it() {
        let convention = Convention::default();
        let answers = units(&[
            "*Ann|May 3, 2020|=The river rose by a foot all night long.",
            "*Bob|May 4, 2020|=And in the morning the old bridge was gone.",
            "*Cy|May 5, 2020|=It was not, I crossed it on my way to work.",
        ]);
        let mut first =
            units(&["Menu|May 1, 2020|Home|=Who has seen the bridge this week?|*Eve|May 2, 2020"]).remove(0);
        for text in &mut first.texts {
            text.positions.iter_mut().for_each(|position| *position ^= 1);
        }
        let signature = Signer::learn(&answers, std::slice::from_ref(&convention)).read(&first, &convention);
        assert_eq!(signature.author, Some((4, "Eve".to_owned())));
        assert_eq!(
            signature.date.map(|(text, date)| (text, date.iso)),
            Some((5, Some("2020-05-02".to_owned())))
        );
    }

    #[test]
    fn a_month_is_not_the_date_where_another_text_has_the_day() {
        let found = signed(&[
            "29/07/2004, |19h46|*Ann|Joined|January 2003|=The river rose by a foot all night long.",
            "30/07/2004, |12h25|*Bob|Joined|March 2001|=And in the morning the old bridge was gone.",
            "30/07/2004, |21h17|*Ann|Joined|January 2003|=It was not, I crossed it on my way to work.",
        ]);
        let expected = [("Ann", "29/07/2004"), ("Bob", "30/07/2004"), ("Ann", "30/07/2004")];
        assert_eq!(found, pairs(&expected));
    }

    #[test]
    fn author_and_date_may_be_parts_of_one_text() {
        let found = signed(&[
            "Posted by Ann on 3 May 2020|=The river rose by a foot all night long.",
            "Posted by Bob on 4 May 2020|=And in the morning the old bridge was gone.",
            "Posted by Cy on 6 May 2020|=It was not, I crossed it on my way to work.",
        ]);
        assert_eq!(found, pairs(&[("Ann", "3 May 2020"), ("Bob", "4 May 2020"), ("Cy", "6 May 2020")]));
        let found = signed(&[
            "Ann Lee @ 2024-01-02: the river rose by a foot all night, and in the morning the old bridge was gone.",
            "Bob @ 2024-01-03: it was not, I crossed it on my way to work, and it was as it always has been, only a bit wet.",
        ]);
        assert_eq!(found, pairs(&[("Ann Lee", "2024-01-02"), ("Bob", "2024-01-03")]));
    }

    #[test]
    fn what_is_before_a_colon_is_a_label_of_few_names() {
        for labels in [["Author: ", "Date: "], ["著者：", "日付："]] {
            let written =
                |name: &str, day: &str, said: &str| format!("{}{name}|{}{day}|={said}", labels[0], labels[1]);
            let units = [
                written("Ann Lee", "2020-05-03", "The river rose by a foot all night long."),
                written("Bob Cole", "2020-05-04", "And in the morning the old bridge was gone."),
                written("Ann Lee", "2020-05-06", "It was not, I crossed it on my way to work."),
            ];
            let [first, second, third] = units.each_ref().map(String::as_str);
            let expected = [("Ann Lee", "2020-05-03"), ("Bob Cole", "2020-05-04"), ("Ann Lee", "2020-05-06")];
            assert_eq!(signed(&[first, second, third]), pairs(&expected));
        }
    }

    #[test]
    fn what_a_unit_says_is_not_its_author() {
        let found =
            signed(&["Agreed!|Ann Lee, 2020-05-03", "Never.|Bob Cole, 2020-05-04", "Why|Cy Dee, 2020-05-06"]);
        let expected = [("Ann Lee", "2020-05-03"), ("Bob Cole", "2020-05-04"), ("Cy Dee", "2020-05-06")];
        assert_eq!(found, pairs(&expected));
        let said = "=The river rose by a foot all night long, and in the morning the old bridge was gone, with all that was on it.";
        let written = expected.each_ref().map(|(name, date)| format!("{said} — {name} ({date})"));
        assert_eq!(signed(&written.each_ref().map(String::as_str)), pairs(&expected));
    }

    #[test]
    fn numbers_weekdays_and_addresses_are_no_names() {
        let days = ["Sun, 3 May 2020", "Mon, 4 May 2020", "Wed, 6 May 2020"];
        let said = [
            "The river rose by a foot all night long.",
            "And in the morning the old bridge was gone.",
            "It was not, I crossed it on my way to work.",
        ];
        let names = ["Ann Lee", "Bob Cole", "Cy Dawson"];
        let expected: Vec<(String, String)> =
            names.iter().zip(days).map(|(name, day)| ((*name).to_owned(), day[5..].to_owned())).collect();
        let forms: [fn(usize, &str, &str) -> String; 8] = [
            |_, name, day| format!("On {day}, {name} wrote:"),
            |_, name, day| format!("{name} · {day}"),
            |_, name, day| format!("{name} ({day})"),
            |_, name, day| format!("{} ({}) {name}", &day[5..], &day[..3]),
            |number, name, day| format!("#{number} {name} {day}"),
            |number, name, day| format!("Comment {number} by {name}, {day}"),
            |number, name, day| format!("{name} {} points {day}", 7 * number),
            |number, name, day| format!("{name} <u{number}@example.org> {day}"),
        ];
        for form in forms {
            let unit = |at: usize| format!("{}|={}", form(at + 1, names[at], days[at]), said[at]);
            let written: Vec<String> = (0..3).map(unit).collect();
            let written: Vec<&str> = written.iter().map(String::as_str).collect();
            assert_eq!(signed(&written), expected, "{}", written[0]);
        }
    }

    #[test]
    fn author_and_date_may_be_in_brackets_behind_the_text() {
        let found = signed(&[
            "=The river rose by a foot all night long. [Ann Lee, 2020-05-03]",
            "=And in the morning the old bridge was gone, with all that was on it, and nobody has seen it again since that day. [Bob, 2020-05-04]",
            "=It was not, I crossed it on my way to work. [Cy, 2020-05-06]",
        ]);
        assert_eq!(found, pairs(&[("Ann Lee", "2020-05-03"), ("Bob", "2020-05-04"), ("Cy", "2020-05-06")]));
    }
}

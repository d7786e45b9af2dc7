//! A template: fixed markup with slots for content.
//!
//! Templates are written as HTML with marks in double braces, one file each under `templates/`.
//!
//! | mark | meaning |
//! |---|---|
//! | `{{teacher:person}}` | a slot, its name and the [`Kind`] of content; without a name it is content but no field |
//! | `{{=teacher}}` | the last content of that slot, repeated |
//! | `{{@teacher}}` | the content of the next mark of that slot, `{{teacher:person}}` or `{{=teacher}}`, as the last part of an address: `anna-hill` |
//! | `{{?70}} .. {{/}}` | a part that 70 percent of the pages (or records) have |
//! | `{{*3..5}} .. {{/}}` | a part repeated three to five times; `{{*10,8}}`: ten times on the first page, eight on the second, and so on in a cycle |
//! | `{{#10 hit}} .. {{/}}` | the same, and each repetition is a record of the kind `hit` |
//! | `{{%}} .. {{\|}} .. {{/}}` | alternating variants, by the number of the innermost repetition (outside of any, of the page) |

use crate::language::Aspect;
use std::fmt;
use std::ops::RangeInclusive;

/// A template: its parts in order.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Template {
    /// The parts in page order.
    pub parts: Vec<Part>,
}

/// A part of a template.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Part {
    /// Markup and labels that every page has.
    Fixed(String),
    /// A slot for content.
    Slot {
        /// The name of the field; empty for content that is no field.
        name: String,
        /// The kind of its content.
        kind: Kind,
    },
    /// The last content of the slot of this name.
    Again(String),
    /// The content of the next part of this slot, as the last part of an address.
    Slug(String),
    /// Parts that only some pages have.
    Optional {
        /// The percentage of cases in which they are present.
        percent: usize,
        /// The parts.
        parts: Vec<Part>,
    },
    /// Repeated parts.
    Repeated {
        /// How often.
        times: Times,
        /// The kind of record of each repetition, if it is one.
        record: Option<String>,
        /// The parts.
        parts: Vec<Part>,
    },
    /// Alternating variants.
    Turns(Vec<Vec<Part>>),
}

/// The number of repetitions of a part.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Times {
    /// Random, within the range.
    Between(RangeInclusive<usize>),
    /// By the number of the page, in a cycle.
    ByPage(Vec<usize>),
}

/// The kind of content of a slot.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Kind {
    /// `person`: a full name.
    Person,
    /// `title`: a course, a report.
    Title,
    /// `topic`: a field of study.
    Topic,
    /// `headline`: a sentence without its stop.
    Headline,
    /// `linked 12`: the `title` of another page of the same dozen. So the linked titles are on several pages of a set.
    Linked(usize),
    /// `latest`: the `title` of the page whose number is that of the innermost repetition: a list that all pages have.
    Latest,
    /// `date`: a date.
    Date,
    /// `moment`: a date with a time.
    Moment,
    /// `email`: an address.
    Email,
    /// `url`: an address on the web.
    Url,
    /// `maker`: a company that makes things, a publisher.
    Maker,
    /// `price`: in the format of the language, with its currency.
    Price,
    /// `isbn`: 13 digits, the last of which is the check digit.
    Isbn,
    /// `rating`: from 1.0 to 5.0.
    Rating,
    /// `address /img/ .jpg`: an address on the same site, with a number between beginning and end.
    Address(String, String),
    /// `index`: the number of the innermost repetition, from 1.
    Index,
    /// `number 1..9`.
    Number(RangeInclusive<usize>),
    /// `phrase`: a noun and its attributes.
    Phrase,
    /// `sentences 2..4`.
    Sentences(RangeInclusive<usize>),
    /// `prose 30..40`: sentences of an open vocabulary, for long texts.
    Prose(RangeInclusive<usize>),
    /// `paragraphs 2..3`: with two `<br>` between them.
    Paragraphs(RangeInclusive<usize>),
    /// `aims 2..4`, `plan 8..12`, `grading 1..2`, `advice 2..3`: sentences of a syllabus.
    Course(Aspect, RangeInclusive<usize>),
    /// `choice Mon|Tue|Wed`: one of them at random.
    Choice(Vec<String>),
    /// `turn A|B|C`: by the number of the innermost repetition, as in [`Part::Turns`].
    Turn(Vec<String>),
}

/// An error in the notation of a template.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NotationError {
    /// The mark in the template.
    pub mark: String,
    /// The expected form.
    pub expected: &'static str,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{{{}}}}}: expected {}", self.mark, self.expected)
    }
}

impl std::error::Error for NotationError {}

impl Template {
    /// The kind of content of the first slot of this name.
    #[must_use]
    pub fn kind(&self, name: &str) -> Option<&Kind> {
        kind_in(&self.parts, name)
    }

    /// Parses a template in the notation above.
    ///
    /// # Errors
    ///
    /// If a mark is not closed, unknown, or lacks its numbers.
    pub fn parse(text: &str) -> Result<Template, NotationError> {
        let mut reader = Reader { rest: text };
        let (parts, end) = reader.parts()?;
        match end {
            None => Ok(Template { parts }),
            Some(mark) => Err(wrong(mark, "a part that this ends")),
        }
    }
}

fn kind_in<'a>(parts: &'a [Part], slot: &str) -> Option<&'a Kind> {
    parts.iter().find_map(|part| match part {
        Part::Slot { name, kind } => (name == slot).then_some(kind),
        Part::Optional { parts, .. } | Part::Repeated { parts, .. } => kind_in(parts, slot),
        Part::Turns(variants) => variants.iter().find_map(|parts| kind_in(parts, slot)),
        Part::Fixed(_) | Part::Again(_) | Part::Slug(_) => None,
    })
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// The parts up to a mark that ends them (`/` or `|`), and that mark; none at the end of the text.
    fn parts(&mut self) -> Result<(Vec<Part>, Option<&'a str>), NotationError> {
        let mut parts = Vec::new();
        while let Some(open) = self.rest.find("{{") {
            if open > 0 {
                parts.push(Part::Fixed(self.rest[..open].to_owned()));
            }
            let inner = &self.rest[open + 2..];
            let close = inner.find("}}").ok_or_else(|| wrong(inner, "}} behind it"))?;
            let mark = &inner[..close];
            self.rest = &inner[close + 2..];
            if mark == "/" || mark == "|" {
                return Ok((parts, Some(mark)));
            }
            parts.push(self.part(mark)?);
        }
        if !self.rest.is_empty() {
            parts.push(Part::Fixed(std::mem::take(&mut self.rest).to_owned()));
        }
        Ok((parts, None))
    }

    fn part(&mut self, mark: &str) -> Result<Part, NotationError> {
        if let Some(name) = mark.strip_prefix('=') {
            return Ok(Part::Again(name.to_owned()));
        }
        if let Some(name) = mark.strip_prefix('@') {
            return Ok(Part::Slug(name.to_owned()));
        }
        if let Some(percent) = mark.strip_prefix('?') {
            let percent = percent.parse().map_err(|_| wrong(mark, "a number of percent"))?;
            return Ok(Part::Optional { percent, parts: self.block(mark)? });
        }
        if let Some(times) = mark.strip_prefix('*') {
            return Ok(Part::Repeated { times: times_of(times)?, record: None, parts: self.block(mark)? });
        }
        if let Some(list) = mark.strip_prefix('#') {
            let (times, kind) = list.split_once(' ').ok_or_else(|| wrong(mark, "the kind of the records"))?;
            return Ok(Part::Repeated {
                times: times_of(times)?,
                record: Some(kind.to_owned()),
                parts: self.block(mark)?,
            });
        }
        if mark == "%" {
            return self.turns();
        }
        let (name, kind) = mark.split_once(':').ok_or_else(|| wrong(mark, "name:kind"))?;
        Ok(Part::Slot { name: name.to_owned(), kind: kind_of(kind)? })
    }

    fn block(&mut self, opened: &str) -> Result<Vec<Part>, NotationError> {
        match self.parts()? {
            (parts, Some("/")) => Ok(parts),
            _ => Err(wrong(opened, "{{/}} at its end")),
        }
    }

    fn turns(&mut self) -> Result<Part, NotationError> {
        let mut variants = Vec::new();
        loop {
            let (parts, end) = self.parts()?;
            variants.push(parts);
            match end {
                Some("|") => {}
                Some(_) => return Ok(Part::Turns(variants)),
                None => return Err(wrong("%", "{{/}} at its end")),
            }
        }
    }
}

fn wrong(mark: &str, expected: &'static str) -> NotationError {
    NotationError { mark: mark.chars().take(40).collect(), expected }
}

fn times_of(text: &str) -> Result<Times, NotationError> {
    if text.contains("..") {
        return range_of(text).map(Times::Between);
    }
    text.split(',').map(number_of).collect::<Result<_, _>>().map(Times::ByPage)
}

fn range_of(text: &str) -> Result<RangeInclusive<usize>, NotationError> {
    let (low, high) = text.split_once("..").ok_or_else(|| wrong(text, "a range, 2..5"))?;
    let (low, high) = (number_of(low)?, number_of(high)?);
    if low > high { Err(wrong(text, "a range that ascends")) } else { Ok(low..=high) }
}

fn number_of(text: &str) -> Result<usize, NotationError> {
    text.trim().parse().map_err(|_| wrong(text, "a number"))
}

fn kind_of(text: &str) -> Result<Kind, NotationError> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let list = || rest.split('|').map(str::to_owned).collect();
    Ok(match word {
        "person" => Kind::Person,
        "title" => Kind::Title,
        "topic" => Kind::Topic,
        "headline" => Kind::Headline,
        "linked" => Kind::Linked(
            number_of(rest).ok().filter(|&of| of > 1).ok_or_else(|| wrong(text, "a number above 1"))?,
        ),
        "latest" => Kind::Latest,
        "date" => Kind::Date,
        "moment" => Kind::Moment,
        "email" => Kind::Email,
        "url" => Kind::Url,
        "index" => Kind::Index,
        "phrase" => Kind::Phrase,
        "maker" => Kind::Maker,
        "price" => Kind::Price,
        "isbn" => Kind::Isbn,
        "rating" => Kind::Rating,
        "address" => {
            let (start, end) =
                rest.split_once(' ').ok_or_else(|| wrong(text, "what stands around a number"))?;
            Kind::Address(start.to_owned(), end.to_owned())
        }
        "number" => Kind::Number(range_of(rest)?),
        "sentences" => Kind::Sentences(range_of(rest)?),
        "prose" => Kind::Prose(range_of(rest)?),
        "paragraphs" => Kind::Paragraphs(range_of(rest)?),
        "aims" => Kind::Course(Aspect::Aims, range_of(rest)?),
        "plan" => Kind::Course(Aspect::Plan, range_of(rest)?),
        "grading" => Kind::Course(Aspect::Grading, range_of(rest)?),
        "advice" => Kind::Course(Aspect::Advice, range_of(rest)?),
        "choice" => Kind::Choice(list()),
        "turn" => Kind::Turn(list()),
        _ => return Err(wrong(text, "a kind of content")),
    })
}

#[cfg(test)]
mod tests {
    use super::{Kind, Part, Template, Times};

    fn fixed(text: &str) -> Part {
        Part::Fixed(text.to_owned())
    }

    #[test]
    fn a_list_of_records_is_parsed() {
        let template = Template::parse("<ul>{{#3 hit}}<li>{{who:person}}{{/}}</ul>").unwrap();
        let record = vec![fixed("<li>"), Part::Slot { name: "who".into(), kind: Kind::Person }];
        let list =
            Part::Repeated { times: Times::ByPage(vec![3]), record: Some("hit".into()), parts: record };
        assert_eq!(template.parts, [fixed("<ul>"), list, fixed("</ul>")]);
    }

    #[test]
    fn variants_and_optional_parts_nest() {
        let template = Template::parse("{{?50}}{{%}}a{{|}}{{/}}{{/}}").unwrap();
        let turns = Part::Turns(vec![vec![fixed("a")], vec![]]);
        assert_eq!(template.parts, [Part::Optional { percent: 50, parts: vec![turns] }]);
    }

    #[test]
    fn an_unknown_mark_is_an_error_with_its_text() {
        for (text, mark) in [
            ("{{who}}", "who"),
            ("{{who:nobody}}", "nobody"),
            ("{{*2..5}}x", "*2..5"),
            ("x{{/}}", "/"),
            ("{{#3}}x{{/}}", "#3"),
            ("{{n:number 5..2}}", "5..2"),
            ("{{n:num", "n:num"),
        ] {
            assert_eq!(Template::parse(text).unwrap_err().mark, mark, "{text}");
        }
    }
}

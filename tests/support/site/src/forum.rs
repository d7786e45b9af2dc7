//! Boards: pages of threads, whose posts are records of the kind `post`; a nested post answers the outer one.
//!
//! A post has its text in the fields `quote` and `says`, its author in `author`, its date in `date`. The first post of a thread has
//! them as `first-says` and so on if every page repeats it.

use crate::generate::Site;
use crate::language::Language::{self, English, Japanese};
use crate::page::Encoding::{self, ShiftJis, Utf8};
use crate::page::{Page, Record, shown};
use crate::set::{Family, Plan, SEED, Set};
use serde::Serialize;

const fn plan(
    name: &'static str,
    about: &'static str,
    template: &'static str,
    (language, encoding): (Language, Encoding),
    count: usize,
) -> Plan {
    Plan { name, about, template, language, encoding, count, peaks: &[] }
}

/// A box for each post, with optional parts.
pub const BOXES: Plan = plan(
    "a-boxes",
    "1 to 9 posts in boxes, some with a quotation, an image, a signature; a list of other threads",
    include_str!("../templates/forum/boxes.html"),
    (English, Utf8),
    5,
);

/// Only lines and line breaks.
pub const LINES: Plan = plan(
    "b-lines",
    "a page for mobile phones: only `hr` and `br`, Japanese in Shift_JIS",
    include_str!("../templates/forum/lines.html"),
    (Japanese, ShiftJis),
    5,
);

/// A definition list.
pub const TERMS: Plan = plan(
    "c-terms",
    "a definition list; other threads in a second one",
    include_str!("../templates/forum/terms.html"),
    (English, Utf8),
    5,
);

/// Nested answers.
pub const REPLIES: Plan = plan(
    "d-replies",
    "nested answers, to the third level",
    include_str!("../templates/forum/replies.html"),
    (English, Utf8),
    4,
);

/// A table of two columns.
pub const COLUMNS: Plan = plan(
    "e-columns",
    "a table of two columns, author and text; rows in two colours, Japanese",
    include_str!("../templates/forum/columns.html"),
    (Japanese, Utf8),
    5,
);

/// A question and its answers.
pub const QUESTION: Plan = plan(
    "f-question",
    "the first post in a different wrapper",
    include_str!("../templates/forum/question.html"),
    (English, Utf8),
    5,
);

/// One thread over several pages.
pub const SERIAL: Plan = plan(
    "g-serial",
    "one thread over four pages, each of which begins with the first post; Japanese",
    include_str!("../templates/forum/serial.html"),
    (Japanese, Utf8),
    4,
);

/// All boards, by name.
pub const ALL: [Plan; 7] = [BOXES, LINES, TERMS, REPLIES, COLUMNS, QUESTION, SERIAL];

/// The site of [`SERIAL`]: all pages begin like the first.
#[must_use]
pub fn serial() -> Site {
    let repeated = ["title", "first-author", "first-date", "first-says"];
    (1..SERIAL.count).fold(SERIAL.site(), |site, page| site.copied(page, 0, &repeated))
}

/// The sets under `data/forum`.
#[must_use]
pub fn sets() -> Vec<Set> {
    let set = |plan: &Plan| match plan.name {
        name if name == SERIAL.name => {
            Set { pages: serial().pages(SEED, SERIAL.count), ..SERIAL.set(Family::Forum) }
        }
        _ => plan.set(Family::Forum),
    };
    ALL.iter().map(set).collect()
}

/// The parts of a post that a reader would find.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Post {
    /// Its text, including quotations; white space and markup are one space each.
    pub text: String,
    /// Its author.
    pub author: String,
    /// The date.
    pub date: String,
    /// The number of posts above it in the tree of answers.
    pub depth: usize,
}

/// The posts of a page, in page order.
#[must_use]
pub fn posts(page: &Page) -> Vec<Post> {
    let all = || page.records.iter().filter(|record| record.kind == "post");
    let post = |record: &Record| {
        let named = |names: &[&str]| {
            let is_so = |name: &str| names.contains(&name.strip_prefix("first-").unwrap_or(name));
            let fields = record.fields.iter().filter(|field| is_so(&field.name));
            fields.map(|field| shown(&field.value)).collect::<Vec<_>>().join(" ")
        };
        let is_around = |other: &&Record| {
            *other != record && other.range.start <= record.range.start && record.range.end <= other.range.end
        };
        Post {
            text: named(&["quote", "says"]),
            author: named(&["author"]),
            date: named(&["date"]),
            depth: all().filter(is_around).count(),
        }
    };
    all().map(post).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nested_post_is_deeper_and_no_part_of_the_outer_text() {
        let template = "{{#1 post}}<b>{{author:choice Ann}}</b> {{date:choice 1.2.2003}} {{says:choice why?}}{{#1 post}}\
                        <b>{{author:choice Ben}}</b> {{date:choice 2.2.2003}} {{says:choice so<br>it is}}{{/}}{{/}}";
        let template = crate::Template::parse(template).expect("it is well formed");
        let found = posts(&Site::new("test", template, English).page(1, 0));
        let post = |text: &str, author: &str, date: &str, depth| Post {
            text: text.into(),
            author: author.into(),
            date: date.into(),
            depth,
        };
        assert_eq!(found, [post("why?", "Ann", "1.2.2003", 0), post("so it is", "Ben", "2.2.2003", 1)]);
    }

    #[test]
    fn every_page_of_the_serial_begins_with_the_first_post() {
        let set = sets().pop().expect("the serial is the last");
        let firsts: Vec<Post> = set.pages.iter().map(|page| posts(page).swap_remove(0)).collect();
        assert!(firsts.iter().all(|post| *post == firsts[0]));
        assert!(set.pages.windows(2).all(|two| posts(&two[0])[1] != posts(&two[1])[1]));
    }

    #[test]
    fn every_post_of_every_board_has_text_and_a_signature() {
        for set in sets() {
            for post in set.pages.iter().flat_map(posts) {
                assert!(
                    [post.text, post.author, post.date].iter().all(|text| !text.is_empty()),
                    "{}",
                    set.name
                );
            }
        }
    }
}

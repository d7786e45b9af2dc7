//! Where on pages the rows and values of the tables are, and what was left out and why.
//!
//! In: the pages of which this is wanted, and what was found on them. Out: [`Place`]s, which name tables, records and columns as the
//! database does. Cost: linear in these pages.

use super::Table;
use crate::ask::{PageList, Tables};
use crate::content::{CommentBasis, Described, Explanation, TextKind, Verdict};
use crate::forum::{Post, Set, Threads};
use crate::kind::Kind;
use crate::repeat::{Evidence, Weights};
use crate::report::{Column, Fields, GroupRow, left_out, rounded, top_reasons};
use crate::token::Span;
use crate::wrapper::{Extraction, LeftOut};
use serde::Serialize;
use std::collections::BTreeMap;

/// A part of a page that is something in a table, or that is in none.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Its bytes.
    pub span: Span,
    /// What it is.
    pub role: Role,
}

/// What a part of a page is.
#[derive(Clone, Debug, PartialEq)]
pub enum Role {
    /// A row of a table: its number on the page, from 1.
    Record {
        /// The table.
        table: String,
        /// The number.
        record: u32,
    },
    /// A value of a row.
    Value {
        /// The table.
        table: String,
        /// The number of the row on its page.
        record: u32,
        /// The column.
        column: String,
        /// The name of the column for the commands that read such pages.
        field: String,
        /// Why it is there, if there is more to say than that its field is.
        why: Option<String>,
    },
    /// In no table, for this reason.
    LeftOut(String),
}

/// The places on some pages, by the number of the page in the corpus.
#[derive(Clone, Debug, Default)]
pub struct Places(BTreeMap<usize, PagePlaces>);

/// The places on a page.
#[derive(Clone, Debug, Default)]
pub struct PagePlaces {
    /// The places, in no order.
    pub all: Vec<Place>,
    /// The evidence for the records of its tables, at most one for each.
    pub choices: Vec<Choice>,
}

/// Why a part of a post is in no column: authors and dates, which are, are values of their own.
const BESIDE_TEXT: &str = "a part of the post beside its text";

/// The tables of comments and of posts.
const COMMENTS: &str = "comments";
const POSTS: &str = "posts";

/// At most so many of some pages, evenly spaced among all.
pub fn spread(pages: &[usize], most: usize) -> impl Iterator<Item = usize> {
    let count = pages.len().min(most);
    (0..count).map(move |at| pages[at * pages.len() / count])
}

/// Why the records, comments or posts of a page are these elements.
#[derive(Clone, Debug, Serialize)]
pub struct Choice {
    /// Their table.
    pub table: String,
    /// Their path, their number (records of the page, comments and posts of all pages of its cluster) and their probability among all that
    /// repeats.
    #[serde(flatten)]
    pub group: GroupRow,
}

impl Choice {
    /// That of a candidate for posts or comments, against the next one.
    fn of_scored(
        table: &str,
        (path, probability): (&str, f64),
        weights: &Weights,
        [best, next]: [&Evidence; 2],
        [frequency, documents]: [usize; 2],
    ) -> Self {
        let group = GroupRow {
            path: path.to_owned(),
            alike: None,
            frequency,
            documents: u32::try_from(documents).expect("pages are counted by u32"),
            probability: rounded(probability),
            reasons: top_reasons(weights, best, next),
        };
        Choice { table: table.to_owned(), group }
    }

    /// That of the comments of a template.
    fn of_comments(basis: &CommentBasis) -> Self {
        let CommentBasis { path, comments, pages, probability, evidence, next } = basis;
        let (next, chosen) = (next.unwrap_or_default(), (&**path, *probability));
        Choice::of_scored(COMMENTS, chosen, Weights::comments(), [evidence, &next], [*comments, *pages])
    }

    /// That of the posts of a cluster, if it has any.
    fn of_posts(set: &Set, pages: &[Vec<Post>]) -> Option<Self> {
        let (best, others) = set.candidates.split_first()?;
        let against = others.first().map(|next| next.evidence).unwrap_or_default();
        let having = set.pages.iter().filter(|&&page| !pages[page].is_empty()).count();
        let evidence = [&best.evidence, &against];
        let chosen = (&*best.way, best.probability);
        Some(Choice::of_scored(POSTS, chosen, Weights::posts(), evidence, [best.records, having]))
    }
}

impl PagePlaces {
    fn add(&mut self, span: Span, role: Role) {
        if span.start < span.end {
            self.all.push(Place { span, role });
        }
    }

    fn add_choice(&mut self, choice: Choice) {
        if self.choices.iter().all(|known| known.table != choice.table) {
            self.choices.push(choice);
        }
    }
}

impl Places {
    /// None yet, on so many pages of each kind.
    pub(super) fn of_each(kinds: &[Kind], most: usize) -> Self {
        let pages = kinds.iter().flat_map(|kind| spread(&kind.pages, most));
        Places(pages.map(|page| (page, PagePlaces::default())).collect())
    }

    /// Those of a page, if they are wanted.
    #[must_use]
    pub fn of(&self, page: usize) -> Option<&PagePlaces> {
        self.0.get(&page)
    }

    /// Adds those of the records of lists; `column` gives the column of a field.
    pub(super) fn add_lists<'c>(
        &mut self,
        table: &str,
        found: &[&PageList],
        lists: &Tables,
        column: impl Fn(&str) -> &'c Column,
    ) {
        for list in found {
            let Some(of_page) = self.0.get_mut(&list.page) else { continue };
            let (_, tree) = lists.page(list);
            let columns = lists.tables()[list.table()].columns.columns();
            let group = GroupRow::new(tree, list.chosen, list.next.map(|next| &next.ranked));
            of_page.add_choice(Choice { table: table.to_owned(), group });
            for row in left_out(tree, list.chosen, list.records) {
                let why = [row.reason().to_owned(), row.parts()].join(": ");
                let why = why.trim_end_matches(": ");
                for record in &row.records {
                    of_page.add(record.span(tree), Role::LeftOut(why.to_owned()));
                }
            }
            for (record, (of, fields)) in (1..).zip(list.records.iter().zip(lists.fields(list))) {
                let table = || table.to_owned();
                of_page.add(of.span(tree), Role::Record { table: table(), record });
                for field in fields.iter().filter(|field| columns[field.column].key.kind.is_text()) {
                    let name = &columns[field.column].name;
                    let (column, field_name) = (column(name).name.clone(), name.clone());
                    let role = Role::Value { table: table(), record, column, field: field_name, why: None };
                    of_page.add(field.span, role);
                }
            }
        }
    }

    /// Adds those of the rows that a wrapper reads from a page.
    pub(super) fn add_read(&mut self, table: &Table, (page, fields, found): (usize, &Fields, &Extraction)) {
        let Table { name: table, columns, key, .. } = table;
        let Some(of_page) = self.0.get_mut(&page) else { return };
        let mut rows: Vec<(u32, Span)> = Vec::new();
        for (record, column, span) in fields.places(found) {
            match column {
                // They are values of that table.
                Err(LeftOut::Table) => {}
                Ok(column) => {
                    match rows.last_mut().filter(|(last, _)| *last == record) {
                        Some((_, of)) => {
                            *of = Span { start: of.start.min(span.start), end: of.end.max(span.end) }
                        }
                        None => rows.push((record, span)),
                    }
                    let field = fields.columns()[column].name.clone();
                    let column = columns[key + column].name.clone();
                    let (table, why) = (table.clone(), None);
                    of_page.add(span, Role::Value { table, record, column, field, why });
                }
                Err(why) => of_page.add(span, Role::LeftOut(why.to_string())),
            }
        }
        for (record, span) in rows.into_iter().filter(|_| *key == 2) {
            of_page.add(span, Role::Record { table: table.clone(), record });
        }
    }

    /// Adds those of articles and comments, and of the blocks that are neither.
    pub(super) fn add_articles(&mut self, pages: &[usize], described: &Described) {
        let value = |table: &str, record, column: &str, why| Role::Value {
            table: table.to_owned(),
            record,
            column: column.to_owned(),
            field: column.to_owned(),
            why,
        };
        for &page in pages {
            let (Some(of_page), Some(Explanation { verdicts, comments })) =
                (self.0.get_mut(&page), &described.explanations[page])
            else {
                continue;
            };
            let why = |Verdict { fate, pages, .. }: &Verdict| {
                if *pages > 1 { format!("{fate} ({pages} pages)") } else { fate.to_string() }
            };
            for verdict in verdicts.iter().filter(|verdict| !verdict.fate.is_content()) {
                of_page.add(verdict.span, Role::LeftOut(why(verdict)));
            }
            let reason = |span: Span| {
                let of =
                    |verdict: &&Verdict| verdict.span.start <= span.start && span.end <= verdict.span.end;
                verdicts.iter().find(of).map(why)
            };
            let content = &described.pages[page].0;
            let headline = content.headline.as_ref().map(|headline| headline.span);
            for text in &content.text {
                let column = if Some(text.span) == headline { "title" } else { "text" };
                of_page.add(text.span, value("articles", 1, column, reason(text.span)));
            }
            if let Some(basis) = comments.as_ref().filter(|_| !content.comments.is_empty()) {
                of_page.add_choice(Choice::of_comments(basis));
            }
            for (record, comment) in (1..).zip(&content.comments) {
                let spans = || comment.text.iter().map(|text| text.span);
                let (Some(start), Some(end)) =
                    (spans().map(|span| span.start).min(), spans().map(|span| span.end).max())
                else {
                    continue;
                };
                of_page.add(Span { start, end }, Role::Record { table: COMMENTS.to_owned(), record });
                for text in comment.text.iter().filter(|text| text.kind != TextKind::Line) {
                    of_page.add(text.span, value(COMMENTS, record, "text", None));
                }
            }
        }
    }

    /// Adds those of posts.
    pub(super) fn add_posts(&mut self, pages: &[usize], threads: &Threads) {
        for &page in pages {
            let Some(of_page) = self.0.get_mut(&page) else { continue };
            let set = threads.sets.iter().find(|set| set.pages.contains(&page));
            if let Some(choice) = set.and_then(|set| Choice::of_posts(set, &threads.pages)) {
                of_page.add_choice(choice);
            }
            for (record, post) in (1..).zip(&threads.pages[page]) {
                let table = || POSTS.to_owned();
                of_page.add(post.span, Role::Record { table: table(), record });
                let (column, field) = ("text".to_owned(), "text".to_owned());
                of_page.add(post.body, Role::Value { table: table(), record, column, field, why: None });
                for (start, end) in [(post.span.start, post.body.start), (post.body.end, post.span.end)] {
                    of_page.add(Span { start, end }, Role::LeftOut(BESIDE_TEXT.to_owned()));
                }
            }
        }
    }
}

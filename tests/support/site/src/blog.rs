//! Blogs: pages of one post each, with comments below it or none; posts and comments are records.

use crate::language::Language::English;
use crate::page::Encoding::Utf8;
use crate::set::{Family, Plan, Set};

const fn plan(name: &'static str, about: &'static str, template: &'static str, count: usize) -> Plan {
    Plan { name, about, template, language: English, encoding: Utf8, count, peaks: &[] }
}

/// Comments on some pages, with replies in them.
pub const REPLIES: Plan = plan(
    "a-replies",
    "comments on some pages, replies in the comments",
    include_str!("../templates/blog/replies.html"),
    10,
);

/// Comments on every page, as terms and what is said of them.
pub const EVERY: Plan = plan(
    "b-every",
    "comments on every page, a dt and a dd each",
    include_str!("../templates/blog/every.html"),
    8,
);

/// No page has a comment.
pub const NONE: Plan = plan("c-none", "no comments at all", include_str!("../templates/blog/none.html"), 6);

/// All blogs, by name.
pub const ALL: [Plan; 3] = [REPLIES, EVERY, NONE];

/// The sets under `data/blog`.
#[must_use]
pub fn sets() -> Vec<Set> {
    ALL.iter().map(|plan| plan.set(Family::Blog)).collect()
}

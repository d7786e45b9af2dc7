//! Blogs: pages of one post each, with comments below it or none; posts and comments are records.
//!
//! [`sets`] are small and are in `data/blog`. [`nine`] are as large as those of a published experiment: Yoshida, Inui,
//! Yamamoto, "Automatic Extraction of Blog Posts and Comments from Blog Pages", 2013, table 3.1: 206 pages of nine blogs, the
//! numbers of their pages, and about those of the blocks of pages, posts and comments; 78 pages (38%) have comments, one blog
//! has them on every page and one has none. Each has its own markup: ids and classes that change from page to page, that
//! only pages with comments have, or none at all around comments; recurring sentences in the posts; links, tags and trackback
//! addresses next to them. Their limits: markup is well formed, texts are random sentences of a small grammar, comments have a
//! date, and the content of side bars is our guess.

use crate::language::Language::{English, Japanese};
use crate::page::Encoding::Utf8;
use crate::page::Page;
use crate::set::{Family, Plan, SEED, Set};

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

/// Comments on every page, in a definition list.
pub const EVERY: Plan = plan(
    "b-every",
    "comments on every page, each a dt and a dd",
    include_str!("../templates/blog/every.html"),
    8,
);

/// No page has a comment.
pub const NONE: Plan = plan("c-none", "no comments at all", include_str!("../templates/blog/none.html"), 6);

/// All blogs, by name.
pub const ALL: [Plan; 3] = [REPLIES, EVERY, NONE];

const fn weblog(name: &'static str, about: &'static str, template: &'static str, count: usize) -> Plan {
    Plan { name, about, template, language: Japanese, encoding: Utf8, count, peaks: &[] }
}

/// The nine blogs of the published experiment, in its order.
pub const NINE: [Plan; 9] = [
    weblog(
        "hints",
        "an id that changes, a refrain in every post",
        include_str!("../templates/weblog/hints.html"),
        10,
    ),
    weblog(
        "devices",
        "no name around comments, tags and sources beside the post",
        include_str!("../templates/weblog/devices.html"),
        40,
    ),
    weblog(
        "apples",
        "comments of one page, in the post's own element",
        include_str!("../templates/weblog/apples.html"),
        30,
    ),
    weblog(
        "errors",
        "comments on nine pages in ten, long lists beside",
        include_str!("../templates/weblog/errors.html"),
        50,
    ),
    weblog(
        "plans",
        "an id that only pages with comments have",
        include_str!("../templates/weblog/plans.html"),
        9,
    ),
    weblog(
        "startups",
        "tables for columns, notes about a company beside the post",
        include_str!("../templates/weblog/startups.html"),
        20,
    ),
    weblog(
        "life",
        "comments on ten pages in twelve, of two paragraphs",
        include_str!("../templates/weblog/life.html"),
        12,
    ),
    weblog("valley", "comments on every page", include_str!("../templates/weblog/valley.html"), 5),
    weblog("walk", "no comments at all", include_str!("../templates/weblog/walk.html"), 30),
];

/// The nine blogs with their pages.
#[must_use]
pub fn nine() -> [(Plan, Vec<Page>); 9] {
    NINE.map(|plan| (plan, plan.site().pages(SEED, plan.count)))
}

/// The sets under `data/blog`.
#[must_use]
pub fn sets() -> Vec<Set> {
    ALL.iter().map(|plan| plan.set(Family::Blog)).collect()
}

#[cfg(test)]
mod tests {
    use super::nine;

    #[test]
    fn the_nine_blogs_have_206_pages_and_78_of_them_comments() {
        let with_comments = |blog: &(_, Vec<crate::Page>)| {
            let has = |page: &&crate::Page| page.records.iter().any(|record| record.kind == "comment");
            blog.1.iter().filter(has).count()
        };
        let blogs = nine();
        assert_eq!(blogs.iter().map(|blog| blog.1.len()).sum::<usize>(), 206);
        assert_eq!(blogs.each_ref().map(with_comments), [4, 8, 1, 45, 2, 3, 10, 5, 0]);
    }
}

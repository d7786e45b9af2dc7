//! Joins the pages of a thread.
//!
//! In: the posts of each page, in the order of the pages. Out: the posts of the whole thread, without repetitions.
//! Linear in the posts.

use super::Post;
use hashbrown::HashSet;

/// A post of a thread, with its page.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Turn {
    /// Index of the page.
    pub page: usize,
    /// The post.
    pub post: Post,
}

/// Returns the posts of all pages as one thread. A post with an author is left out if an earlier page has the same
/// post: boards repeat the first post on every page.
#[must_use]
pub fn join(pages: Vec<Vec<Post>>) -> Vec<Turn> {
    let mut known: HashSet<(String, String, Option<String>)> = HashSet::new();
    let mut turns = Vec::new();
    for (page, posts) in pages.into_iter().enumerate() {
        let mut new = Vec::new();
        for post in posts {
            // Only signed posts are compared, since two users may write the same. Repetitions on one page are kept.
            let signed = post.author.clone().map(|author| (author, post.text.clone(), post.date.clone()));
            if signed.as_ref().is_none_or(|signed| !known.contains(signed)) {
                new.extend(signed);
                turns.push(Turn { page, post });
            }
        }
        known.extend(new);
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::Span;

    fn post(author: Option<&str>, text: &str) -> Post {
        let author = author.map(str::to_owned);
        let (span, body) = (Span::default(), Span::default());
        Post { text: text.to_owned(), author, date: None, iso_date: None, depth: 0, span, body }
    }

    #[test]
    fn a_first_post_repeated_on_the_next_page_is_kept_once() {
        let first = post(Some("Ann"), "why?");
        let pages = vec![
            vec![first.clone(), post(Some("Bob"), "so")],
            vec![first.clone(), post(None, "so"), post(Some("Cy"), "yes"), post(Some("Cy"), "yes")],
        ];
        let turns: Vec<_> = join(pages).into_iter().map(|turn| (turn.page, turn.post.text)).collect();
        let expected = [(0, "why?"), (0, "so"), (1, "so"), (1, "yes"), (1, "yes")];
        assert_eq!(turns, expected.map(|(page, text)| (page, text.to_owned())));
    }
}

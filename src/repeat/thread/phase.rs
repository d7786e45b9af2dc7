//! Whether the records of a candidate begin in the middle of posts: with the signature below a text, or with each half of a post.
//!
//! In: the best candidate. Out: the candidate whose records begin one sibling earlier, or are two of its records each.
//!
//! ```text
//! <p>text <p>Ann, 3 May <p>text <p>Bob, 4 May <p>© 2020        the last record says nothing but its signature, and before the first
//!         [               ][             ][            ]       one is a text as they have: they begin one sibling earlier
//! <tr>text <tr>Ann, 3 May <tr>text <tr>Bob, 4 May              each second one has a date: two are one post
//! ```
//!
//! Decided after the choice, since records that begin with any sibling would be candidates for all kinds of pages. Linear in the records.

use super::super::record::Border;
use super::candidate::Candidate;
use super::outline::Outline;
use super::part::Part;
use crate::measure::are_most;
use crate::page::ElementId;
use std::ops::Deref;

impl Candidate {
    /// Lets the records begin and end with the posts, if they are out of phase with them.
    pub(crate) fn set_in_phase(&mut self, pages: &[impl Deref<Target = Outline>]) {
        let of_pages: Vec<&[Part]> = self.parts.chunk_by(|one, other| one.page == other.page).collect();
        let are = |is: &dyn Fn(&Outline, &[Part]) -> bool| {
            are_most(of_pages.iter().filter(|parts| is(&pages[parts[0].page], parts)).count(), of_pages.len())
        };
        let mut key = self.key.clone();
        match key.border {
            Border::Run if are(&begin_late) => key.before = true,
            Border::Element if are(&are_halves) => {
                (key.border, key.dated) = (Border::Run, true);
                key.before = are(&|page, parts| !is_dated(page, &parts[0]));
            }
            _ => return,
        }
        let is_head = |part: &&Part| key.border == self.key.border || is_dated(&pages[part.page], part);
        let parts = key.parts(pages, self.parts.iter().filter(is_head).map(Part::head).collect());
        if !parts.is_empty() {
            *self = Candidate { key, parts };
        }
    }
}

fn is_dated(page: &Outline, part: &Part) -> bool {
    page.is_dated(&part.record.leaves)
}

/// The sibling before an element.
pub(super) fn sibling_before(page: &Outline, id: ElementId) -> Option<ElementId> {
    let siblings = page.children(page.node(id).parent?);
    siblings.get(page.position(id).checked_sub(1)?).copied()
}

/// Whether a page has before its first record such a text as others end with, and the last record has none.
fn begin_late(page: &Outline, parts: &[Part]) -> bool {
    let says = |id: ElementId| page.texts_of(page.leaves(id)).iter().any(|text| text.says);
    let ends: Option<Vec<ElementId>> =
        parts.iter().map(|part| sibling_before(page, part.record.head)).collect();
    let Some(ends) = ends else { return false };
    let step = |id: ElementId| page.steps[id.index()];
    let is_end = |id: ElementId| step(id) == step(ends[0]) && says(id);
    let last = &parts[parts.len() - 1].record;
    let next = |id: &ElementId| Some(page.node(*id).end).filter(|next| *next < last.end);
    let mut behind = std::iter::successors(next(&last.head), next);
    is_end(ends[0])
        && parts.len() > 1
        && are_most(ends.iter().filter(|&&end| is_end(end)).count(), ends.len())
        && !behind.any(is_end)
}

/// Whether exactly one of each two records has a date, the same one of all, and the other one says something.
fn are_halves(page: &Outline, parts: &[Part]) -> bool {
    let dated: Vec<bool> = parts.iter().map(|part| is_dated(page, part)).collect();
    let says = |part: &Part| page.texts_of(&part.record.leaves).iter().any(|text| text.says);
    let is_silent = |(part, is_dated): (&Part, &bool)| !is_dated && !says(part);
    let is_beside = |pair: &[Part]| page.node(pair[0].record.head).end == pair[1].record.head;
    parts.len() >= 4
        && parts.len().is_multiple_of(2)
        && dated.windows(2).all(|pair| pair[0] != pair[1])
        && parts.windows(2).all(is_beside)
        && !parts.iter().zip(&dated).any(is_silent)
}

#[cfg(test)]
mod tests {
    use crate::document::Document;

    const WORDS: [&str; 11] = [
        "river", "stone", "evening", "window", "market", "letter", "garden", "winter", "bridge", "paper",
        "silver",
    ];

    fn sentence(number: usize) -> String {
        let word = |place: usize| WORDS[(number * 7 + place * (number % 5 + 1)) % WORDS.len()];
        (0..9).map(word).collect::<Vec<_>>().join(" ") + &format!(" of {number}")
    }

    /// Checks that the posts of pages are found with author and date, each written by `post` from its text and its signature.
    fn check(post: impl Fn(&str, &str) -> String) {
        let names = ["Ann Hart", "Bob Cole", "Cy Dawson", "Dee Thorne", "Eve Marsh", "Flo Reed", "Gus Lane"];
        let of = |page: usize, at: usize| (names[(3 * page + at) % 7], sentence(20 * page + at));
        let page = |page: usize| {
            let written = |at: usize| {
                let (name, said) = of(page, at);
                post(&said, &format!("{name}, 2020-0{}-0{}", page + 1, at + 1))
            };
            let posts: String = (0..5).map(written).collect();
            let page = format!("<h1>Rain</h1><table>{posts}</table>");
            let page =
                if posts.contains("<tr>") { page } else { format!("<h1>Rain</h1>{posts}<p>Copyright</p>") };
            Document::new("page", page)
        };
        let pages: Vec<Document> = (0..3).map(page).collect();
        for (page, found) in crate::forum::threads(&pages).pages.iter().enumerate() {
            let found: Vec<(String, String)> = found
                .iter()
                .map(|post| (post.author.clone().unwrap_or_default(), post.text.clone()))
                .collect();
            let expected: Vec<(String, String)> =
                (0..5).map(|at| of(page, at)).map(|(name, said)| (name.to_owned(), said)).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn posts_may_end_with_their_signature() {
        check(|said, sign| format!("<p>{said}</p><p>{sign}</p>"));
        check(|said, sign| format!("<p>{said}</p><p>{sign}</p><hr>"));
        check(|said, sign| format!("<p>{said}</p><p>{sign}</p><p><a href=#r>Reply</a></p>"));
    }

    #[test]
    fn two_rows_may_be_a_post() {
        check(|said, sign| format!("<tr><td>{said}</td></tr><tr><td align=right>{sign}</td></tr>"));
    }
}

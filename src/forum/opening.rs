//! The first post of a thread if it shares only its signature with the answers, such as a question.
//!
//! In: the posts of a cluster, with the leaves of each that are its text. Out: at most one further post for each page,
//! as its body.
//!
//! ```text
//! <div> <h1>The bridge</h1> <b class=user>Eve</b> <section>Who saw it?</section> </div>   <ol> posts with a b.user </ol>
//! signature b.user     wrapper div     body section
//! ```
//!
//! A signature is a class or id that most posts have once outside their text, or a date if most posts have one there.
//! Before the first post of a page, the outermost elements that contain a signature are examined, and the one with the
//! largest weight is taken. Texts in headings and forms do not count, since titles of threads are signed, too. It is a
//! post if at least a quarter of the posts weigh less. Its body is the innermost element with nearly all of its weight.
//! Cost: linear in the pages, times their depth.

use super::first::{TagIdentifier, distinct, first_records};
use super::page::Page;
use crate::measure::{TEXT, are_most};
use crate::page::{ElementId, is_heading};
use crate::repeat::thread::{At, Part};
use hashbrown::{HashMap, HashSet};
use std::ops::Range;

/// At least one in this many posts must weigh less. Without the rule boards-alone loses 0.004, and no posts are gained:
/// eval/sweep.py src/forum/opening.rs SHORTER 100000 -- forum boards boards-alone.
const SHORTER: usize = 4;

/// Share of the weight of the wrapper that its body has. From 0.8 on the figures are the same.
const INNER: f64 = 0.97;

/// Returns the bodies of further first posts, at most one for each page. `texts` are the leaves of each record that are
/// its text.
pub(super) fn opening_posts(pages: &[Page], records: &[Part], texts: &[Range<u32>]) -> Vec<Part> {
    let names = signatures(pages, records, texts);
    let dates = |(part, text): (&Part, &Range<u32>)| {
        let page = part.of(pages);
        [part.record.leaves.start..text.start, text.end..part.record.leaves.end]
            .iter()
            .any(|of| page.is_dated(of))
    };
    let are_dated = are_most(records.iter().zip(texts).filter(|&of| dates(of)).count(), records.len());
    if names.is_empty() && !are_dated {
        return Vec::new();
    }
    let weight = |(part, text): (&Part, &Range<u32>)| part.of(pages).weight(text);
    let mut weights: Vec<f64> = records.iter().zip(texts).map(weight).collect();
    weights.sort_by(f64::total_cmp);
    let mut found = Vec::new();
    for (number, (page, first)) in pages.iter().zip(first_records(pages, records)).enumerate() {
        let Some(opening) = first.and_then(|first| Opening::new(page, first, &names, are_dated)) else {
            continue;
        };
        let shorter = weights.partition_point(|&weight| weight < opening.says);
        if shorter * SHORTER >= weights.len() {
            found.push(Part::element(pages, At { page: number, id: opening.body }));
        }
    }
    found
}

/// Returns the signatures: the classes and ids that most records have exactly once outside their text.
fn signatures<'p>(pages: &'p [Page], records: &[Part], texts: &[Range<u32>]) -> HashSet<TagIdentifier<'p>> {
    let names: Vec<Vec<TagIdentifier>> =
        pages.iter().map(|page| page.identifiers.identifiers().collect()).collect();
    let mut counts: HashMap<TagIdentifier, usize> = HashMap::new();
    for (part, text) in records.iter().zip(texts) {
        let page = part.of(pages);
        let is_beside = |id: &ElementId| {
            let leaves = page.leaves(*id);
            !leaves.is_empty() && (leaves.end <= text.start || leaves.start >= text.end)
        };
        let mut times: HashMap<u32, u32> = HashMap::new();
        for id in part.record.elements().filter(is_beside) {
            for name in distinct(page, id) {
                *times.entry(name).or_default() += 1;
            }
        }
        for (name, _) in times.into_iter().filter(|&(_, times)| times == 1) {
            *counts.entry(names[part.page][name as usize]).or_default() += 1;
        }
    }
    let of_most = counts.into_iter().filter(|&(_, count)| are_most(count, records.len()));
    of_most.map(|(name, _)| name).collect()
}

/// A signed text before the first post of a page.
struct Opening {
    body: ElementId,
    /// The weight of its body without headings and forms.
    says: f64,
}

impl Opening {
    /// Returns the signed element with the largest weight, if there is one.
    fn new(page: &Page, first: ElementId, names: &HashSet<TagIdentifier>, are_dated: bool) -> Option<Self> {
        let is_signature: Vec<bool> =
            page.identifiers.identifiers().map(|name| names.contains(&name)).collect();
        let is_before = |id: ElementId| page.tree.element(id).end <= first;
        let sums = says(page, first);
        let says = |id: ElementId| {
            let leaves = page.leaves(id);
            sums[leaves.end as usize] - sums[leaves.start as usize]
        };
        let mut best: Option<(f64, ElementId)> = None;
        let mut end = ElementId(1);
        for id in (1..first.0).map(ElementId) {
            let is_signed = || {
                are_dated && page.is_dated(page.leaves(id))
                    || page.identifiers.identifiers_at(id.index()).any(|name| is_signature[name as usize])
            };
            if id < end || !is_before(id) || !page.tree.has_text(id) || !is_signed() {
                continue;
            }
            let wrapper = page.outermost_before(id, first);
            end = page.tree.element(wrapper).end;
            if says(wrapper) > best.map_or(0.0, |(most, _)| most) {
                best = Some((says(wrapper), wrapper));
            }
        }
        let body = innermost(page, best?.1, says);
        Some(Opening { body, says: says(body) })
    }
}

/// The body of a first post: the innermost element with nearly all of its weight.
pub(super) fn body(pages: &[Page], first: &Part) -> Part {
    let (page, At { id, .. }) = (first.of(pages), first.head());
    let sums = says(page, id);
    let says = |id: ElementId| sums[page.leaves(id).end as usize] - sums[page.leaves(id).start as usize];
    Part::element(pages, At { page: first.page, id: innermost(page, id, says) })
}

/// A text without a signature at its ends. Of the short texts that it begins with, these are those up to the last one with a date, and the
/// links behind that; of the short texts that it ends with, those from the line of the first one with a date on.
pub(super) fn unsigned(page: &Page, text: &Range<u32>) -> Range<u32> {
    let of = |leaf: u32| &page.texts[leaf as usize];
    let words = |leaf: &u32| of(*leaf).words;
    let Some(longest) = text.clone().max_by(|one, other| words(one).total_cmp(&words(other))) else {
        return text.clone();
    };
    let is_short = |leaf: u32| of(leaf).words <= f64::from(TEXT);
    let is_dated = |leaf: &u32| of(*leaf).date.is_some();
    let first = (text.start..longest).find(|&leaf| !is_short(leaf)).unwrap_or(longest);
    let last = (longest + 1..text.end).rev().find(|&leaf| !is_short(leaf)).unwrap_or(longest);
    let start = (text.start..first).rev().find(is_dated).map_or(text.start, |date| date + 1);
    let start = (start..longest).find(|&leaf| start == text.start || !of(leaf).is_linked).unwrap_or(longest);
    let line = |leaf: u32| {
        let mut around = page.tree.inclusive_ancestors(page.tree.leaves()[leaf as usize].parent);
        around.find(|&id| !page.node(id).is_inline)
    };
    let end = (last + 1..text.end).find(is_dated).map_or(text.end, |date| {
        (last + 1..date).rev().take_while(|&leaf| line(leaf) == line(date)).last().unwrap_or(date)
    });
    start..end
}

/// The innermost element of a wrapper with nearly all of its weight.
fn innermost(page: &Page, wrapper: ElementId, says: impl Fn(ElementId) -> f64) -> ElementId {
    let all = says(wrapper);
    let inner = |&id: &ElementId| page.children(id).iter().copied().find(|&child| says(child) >= INNER * all);
    std::iter::successors(Some(wrapper), inner).last().unwrap_or(wrapper)
}

/// Returns prefix sums of the weights of the texts, without those in headings, and in forms before the first post.
fn says(page: &Page, first: ElementId) -> Vec<f64> {
    let silent = page.tree.within(|id| {
        let element = page.tree.element(id);
        is_heading(&element.name) || element.name == "form" && element.end <= first
    });
    let mut sums = vec![0.0];
    for (leaf, text) in page.tree.leaves().iter().zip(&page.texts) {
        let weight = if silent[leaf.parent.index()] { 0.0 } else { text.weight };
        sums.push(sums[sums.len() - 1] + weight);
    }
    sums
}

#[cfg(test)]
mod tests {
    use crate::document::Document;

    fn post(name: &str, said: &str) -> String {
        format!("<li class=answer><b class=user>{name}</b><p>{said}</p></li>")
    }

    /// A page with an opening in an element of its own, before four answers.
    fn page(opening: &str) -> String {
        let said = [
            "The river rose all night, and in the morning the bridge was gone.",
            "Here nobody knew of it until the letter lay on the table.",
            "It is raining again while I write this down, and nobody is on the road.",
            "They say that it was built of oak once, which no water takes away.",
        ];
        let answers: String =
            ["Ann", "Bob", "Cy", "Dee"].iter().zip(said).map(|(name, said)| post(name, said)).collect();
        format!("<div>{opening}</div><ol>{answers}</ol>")
    }

    fn posts(opening: &str) -> Vec<String> {
        let threads = crate::forum::threads(&[Document::new("page", page(opening))]);
        threads.pages[0].iter().map(|post| post.text.clone()).collect()
    }

    #[test]
    fn a_question_signed_like_the_answers_is_the_first_post() {
        let asked = "Has anyone seen what became of the bridge after so much rain this week?";
        let found = posts(&format!("<h1>The bridge</h1><b class=user>Eve</b><section>{asked}</section>"));
        assert_eq!((found.len(), found[0].as_str()), (5, asked));
        // Without the class of the signature, or inside a form, it is not a post.
        assert_eq!(posts(&format!("<h1>The bridge</h1><b>Eve</b><section>{asked}</section>")).len(), 4);
        assert_eq!(posts(&format!("<b class=user>Eve</b><form>{asked}</form>")).len(), 4);
    }

    #[test]
    fn the_only_answer_is_signed_by_a_date_of_the_same_form() {
        let page = |first: &str, answer: &str, day: u8| {
            let sign = |name: &str, month: u8| format!("Posted by {name} on 2020-{month:02}-{day:02}");
            let first = format!("<div><p>{first}</p><p>{}</p></div>", sign("Ann", 1));
            let page = format!("<h1>Rain</h1>{first}<h3>{}</h3><div>{answer}</div>", sign("Bob", 2));
            Document::new("page", page)
        };
        let said = [
            ["The river rose all night, and in the morning the bridge was gone.", "Oak."],
            ["Here nobody knew of it until the letter lay on the table.", "It was built of oak once."],
        ];
        let pages: Vec<Document> =
            said.iter().zip(1..).map(|([first, answer], day)| page(first, answer, day)).collect();
        let threads = crate::forum::threads(&pages);
        let found: Vec<Vec<&str>> =
            threads.pages.iter().map(|posts| posts.iter().map(|post| post.text.as_str()).collect()).collect();
        assert_eq!(found, said);
    }

    #[test]
    fn a_signed_title_is_not_a_post() {
        let title = "Has anyone seen what became of the bridge after so much rain this week?";
        assert_eq!(posts(&format!("<h1>{title}</h1><b class=user>Eve</b>")).len(), 4);
    }
}

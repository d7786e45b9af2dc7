//! The template of pages: how many pages have it, and which text is the template's.
//!
//! In: the markup of pages. Out: numbers of it ([`numbers`]), which are keys like sentences: the passes over all keys count
//! how many pages have each ([`pages`]); and with that, which text that two pages share is the template's ([`is_text_of`]).
//!
//! Text that many pages have is no evidence. If a site has few pages in the collection, that does not tell its menu from a
//! text that was copied, but its markup does: where a quarter of two pages' markup or more is the same, and n pages have
//! what of it is rare, a text that a third of the n or more have is the template's.
//!
//! ```text
//! pages of a site      markup on 5    menu on 5      the page's own text on 1        no evidence: the menu
//! and a mirror of it   markup on 10   menu on 10     the page's own text on 2        no evidence: the menu
//! quoted by 4 sites    no markup that all have       the quoted text on 5            no evidence: nothing
//! three editions       markup on 600  menu on 600    the text of the page on 3       no evidence: the menu
//! ```
//!
//! What is counted is each block-level element with the one around it, by their names, ids and classes, if either has an
//! id or a class; ids and classes with a digit are left out, for these may be a page's own, as in `post-4711`. Of these
//! numbers the [`SAMPLE`] least stand for the page, so pages of a template have most of them in common, whatever its
//! optional parts are. Pages of plain markup have no such numbers, and nothing is taken for their template.
//!
//! Limits: nothing tells the template of two pages alone. Three pages or more that are all that a collection has of a
//! template, and that differ in more than a tenth, are taken for pages with different texts, even if they are editions of
//! one.
//!
//! Ours. The least of the numbers: Broder, "On the Resemblance and Containment of Documents", 1997. O(elements).

use super::facts::{Facts, Kind, Shared};
use crate::page::{Blocks, ElementId, Tree, digest};

/// How many numbers stand for a page. 8 and 16 were tried on pages of 174 sites, up to 30 a site: 16 leave fewer pairs that
/// are wrong, 0.07 for 0.12 a page at 10 pages a site.
const SAMPLE: usize = 16;

/// One in four of either page's numbers: any site may call an element `content`. One in two and three in four were tried,
/// and leave more pairs that are wrong; one number is too little where there are few pages.
const COMMON: usize = 4;

/// Two pages with one text are a page and its copy; of three, each pair has a witness.
const WITNESSED: u32 = 3;

/// One in three of the template's pages: against one in two, half as many pairs of the pages above are wrong. All text that
/// three pages have makes it little better and loses editions.
const SHARE: u32 = 3;

/// The numbers of a page's markup, in order.
pub(super) fn numbers(tree: &Tree, blocks: &Blocks) -> Vec<u64> {
    let mut steps: Vec<Step> = Vec::with_capacity(blocks.holders.len());
    let mut numbers = Vec::new();
    for holder in &blocks.holders {
        let step = Step::of(tree, holder.element);
        if let Some(around) = holder.parent.map(|parent| steps[parent as usize])
            && (step.is_named || around.is_named)
        {
            numbers.push(digest::spread(digest::mix(around.number, step.number)));
        }
        steps.push(step);
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers.truncate(SAMPLE);
    numbers
}

/// An element by its name, id and classes.
#[derive(Clone, Copy)]
struct Step {
    number: u64,
    /// Whether it has an id or a class.
    is_named: bool,
}

impl Step {
    fn of(tree: &Tree, id: ElementId) -> Self {
        let mut step = Step { number: digest::text(&tree.element(id).name), is_named: false };
        tree.classes(id).for_each(|class| step.add(class));
        if let Some(id) = tree.attribute(id, "id") {
            step.add(&id);
        }
        step
    }

    fn add(&mut self, name: &str) {
        if !name.bytes().any(|byte| byte.is_ascii_digit()) {
            self.number = digest::spread(digest::mix(self.number, digest::text(name)));
            self.is_named = true;
        }
    }
}

/// How many pages have the template that two pages share, if they do and few have; the median of their markup.
pub(super) fn pages(first: &Facts, second: &Facts, shared: &[Shared]) -> Option<u32> {
    let common = first.markup.iter().filter(|number| second.markup.binary_search(number).is_ok()).count();
    if COMMON * common < first.markup.len().min(second.markup.len()) {
        return None;
    }
    let of_markup = shared.iter().filter(|shared| Kind::of(shared.key) == Kind::Markup);
    let mut pages: Vec<u32> = of_markup.map(|shared| shared.pages).collect();
    let middle = pages.len().checked_sub(1)? / 2;
    Some(*pages.select_nth_unstable(middle).1).filter(|&pages| pages >= WITNESSED)
}

/// Whether a text that so many pages have is that of a template that so many have.
pub(super) fn is_text_of(template: u32, pages: u32) -> bool {
    pages >= WITNESSED && SHARE * pages >= template
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::similar::paragraph::Paragraphs;
    use crate::similar::{Options, pairs};

    /// The markup that pages have in common.
    fn common(pages: &[&str]) -> usize {
        let pages: Vec<Paragraphs> = pages.iter().map(|page| Paragraphs::of_page(page)).collect();
        let is_everywhere = |number: &&u64| pages.iter().all(|page| page.markup().contains(number));
        pages[0].markup().iter().filter(is_everywhere).count()
    }

    #[test]
    fn markup_is_told_by_its_names_and_what_is_around_it() {
        assert_eq!(common(&["<div class=a><p>x</div>", "<div class='a'><p>y<p>z</div>"]), 2);
        assert_eq!(common(&["<div class=a><p>x</div>", "<div class=b><p>x</div>"]), 0);
        assert_eq!(common(&["<div id=post-1><p>x</div>"]), 0);
        assert_eq!(
            common(&[
                "<body class='page-1 page'><div class=a>x</div>",
                "<body class=page-2><div class=a>x</div>"
            ]),
            0
        );
        assert_eq!(common(&["<div><p>x</div>"]), 0);
    }

    const MENU: &str = "<div class=menu><p>All about the birds of the island and where they can be seen.\
                        <p>Our library is open on all days but on Sundays and on Mondays.\
                        <p>Write to us at the desk if you would like to know more of them.</div>";

    /// A page of a site, with a text of its own as long as the menu.
    fn page(site: &str, number: u64) -> String {
        let word = |place: u64| {
            format!("{:x} ", digest::spread(digest::mix(digest::text(site), number * 12 + place)))
        };
        let line = |line: u64| format!("<p>{}", (line * 4..line * 4 + 4).map(word).collect::<String>());
        let own: String = (0..3).map(line).collect();
        format!("<body class={site}>{MENU}<div class=text>{own}</div>")
    }

    fn found(pages: &[(&str, String)]) -> Vec<(u32, u32)> {
        let pages: Vec<Document> =
            pages.iter().map(|(name, page)| Document::new(*name, page.clone())).collect();
        pairs(&pages, &Options::new().with_least(0.4)).into_iter().map(|(a, b, _)| (a, b)).collect()
    }

    #[test]
    fn pages_of_a_template_are_not_alike_for_it() {
        let pages = [0, 1, 2, 3].map(|number| ("x", page("site", number)));
        assert_eq!(found(&pages), []);
        // Of two pages nobody knows what is the template.
        assert_eq!(found(&pages[..2]), [(0, 1)]);
    }

    #[test]
    fn mirrors_of_a_few_pages_are_found() {
        let framed = |page: String| {
            page.replace("<div class=text>", "<div class=text><p>This page comes from another place.")
        };
        let pages = [0, 1, 2].map(|number| ("x", page("site", number)));
        let mirrors = pages.clone().map(|(name, page)| (name, framed(page)));
        assert_eq!(found(&[pages, mirrors].concat()), [(0, 3), (1, 4), (2, 5)]);
    }

    #[test]
    fn what_several_sites_have_is_no_template() {
        let around = |site: &str| {
            format!("<ul class={site}><li>a</ul><ol class={site}><li>b</ol><dl class={site}><dd>c</dl>")
        };
        let page = |site: &str| page(site, 0).replace("menu", site) + &around(site);
        let sites = ["one", "two", "three", "four"].map(|site| ("x", page(site)));
        assert_eq!(found(&sites).len(), 6);
    }

    #[test]
    fn pages_that_differ_in_little_are_alike_in_any_number() {
        let line = |line: usize| format!("<p>The line with the number {line} of a long page that all have.");
        let long = (0..30).map(line).collect::<Vec<_>>().concat();
        let pages = [0, 1, 2]
            .map(|number| ("x", format!("<div class=a>{long}<p>This is day number {number}.</div>")));
        assert_eq!(found(&pages).len(), 3);
    }

    #[test]
    fn a_text_on_few_pages_of_a_large_template_is_none_of_it() {
        assert!(is_text_of(5, 5) && is_text_of(9, 3) && is_text_of(4, 30));
        assert!(!is_text_of(10, 3) && !is_text_of(2, 2) && !is_text_of(3, 2));
    }
}

//! The template of pages: how many pages have it, and which text is the template's.
//!
//! In: the markup of pages. Out: numbers of it ([`numbers`]), which are keys like sentences: the passes over all keys count
//! how many pages have each ([`pages`]); and with that, which text that two pages share is the template's ([`is_text_of`]).
//!
//! Text that many pages have is no evidence. If a site has few pages in the collection, that does not tell its menu from a
//! text that was copied, but its markup does: where both pages have markup that n pages have, and no others, a text that a
//! third of the n or more have is the template's.
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

use super::facts::{Kind, Shared};
use crate::page::{Blocks, ElementId, Tree, digest};

/// How many numbers stand for a page. 8 and 16 were tried on pages of 174 sites, up to 30 a site: 16 leave fewer pairs that
/// are wrong, 0.07 for 0.12 a page at 10 pages a site.
const SAMPLE: usize = 16;

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

/// How many pages have the template that two pages share, if few have; the median of their markup.
pub(super) fn pages(shared: &[Shared]) -> Option<u32> {
    let of_markup = shared.iter().filter(|shared| Kind::of(shared.key) == Kind::Markup);
    let mut pages: Vec<u32> = of_markup.map(|shared| shared.pages).collect();
    let middle = pages.len().checked_sub(1)? / 2;
    Some(*pages.select_nth_unstable(middle).1).filter(|&pages| pages >= WITNESSED)
}

/// Whether a text that so many pages have is that of a template that so many have.
pub(super) fn is_text_of(template: u32, pages: u32) -> bool {
    pages >= WITNESSED && SHARE * pages >= template
}

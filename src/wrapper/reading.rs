//! The symbols of the nodes of new pages, by what learning has found.

use super::node::{Of, Page};
use super::plan::Plan;
use super::role::Mark;
use super::symbol::{spell_element, spell_marked_text};
use crate::token::Alphabet;
use hashbrown::HashMap;

/// Symbols for the nodes of page after page, 0 for what is not known. Tags that are written alike are looked at once.
#[derive(Debug)]
pub(super) struct Reading<'a> {
    pub(super) plan: &'a Plan,
    tags: Alphabet,
    /// The symbol of every tag, by what it is in a section.
    known: HashMap<(u32, Option<Mark>), u32>,
    spelling: String,
}

/// Tags kept: so many of usual length take a few megabytes.
const MOST_TAGS: usize = 1 << 15;

impl<'a> Reading<'a> {
    pub(super) fn new(plan: &'a Plan) -> Self {
        Reading { plan, tags: Alphabet::new(), known: HashMap::new(), spelling: String::new() }
    }

    /// The symbol of an element as if it were in no section.
    pub(super) fn symbol(&mut self, page: &Page, node: u32) -> u32 {
        let Of::Element(id) = page.node(node).of else { return 0 };
        let element = page.tree.element(id);
        let discriminative = self.plan.discriminative.of_element(element, page.source, &mut self.spelling);
        spell_element(&element.name, discriminative, &mut self.spelling);
        self.plan.symbols.find(&self.spelling)
    }

    /// Gives every node of a page its symbol.
    pub(super) fn number(&mut self, page: &mut Page) {
        if self.tags.size() > MOST_TAGS {
            (self.tags, self.known) = (Alphabet::new(), HashMap::new());
        }
        if page.is_shortened {
            *page = Page::new(page.source);
        }
        page.join();
        page.take_away_extra(&self.plan.extra);
        self.take_away_unknown(page);
        page.cut_labels(&self.plan.inline);
        page.mark_sections(&self.plan.tellers);
        let symbols = &self.plan.symbols;
        let Page { source, tree, nodes, cuts, .. } = page;
        for node in nodes {
            node.symbol = match (node.of, node.mark) {
                (Of::Text(_) | Of::Label(_) | Of::Rest(_), mark) => {
                    let text = node.of.text(tree, cuts).unwrap_or_default();
                    if let Some(mark) = mark {
                        spell_marked_text(text, mark, &mut self.spelling);
                        symbols.find(&self.spelling)
                    } else {
                        symbols.find_text(text)
                    }
                }
                (Of::Element(id), mark) => {
                    let element = tree.element(id);
                    let tag = self.tags.intern(&source[element.tag.range()]).number();
                    if let Some(&symbol) = self.known.get(&(tag, mark)) {
                        symbol
                    } else {
                        let discriminative =
                            self.plan.discriminative.of_element(element, source, &mut self.spelling);
                        spell_element(&element.name, discriminative, &mut self.spelling);
                        mark.inspect(|mark| mark.spell(&mut self.spelling));
                        let symbol = symbols.find(&self.spelling);
                        self.known.insert((tag, mark), symbol);
                        symbol
                    }
                }
            };
        }
    }
}

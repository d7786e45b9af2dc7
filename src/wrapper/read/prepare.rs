//! Prepares new pages for the alignment with a template.
//!
//! In: a [`Plan`] and a page. Out: the page without the elements that only some pages have, its texts cut at labels, its
//! sections marked, and for each node the plan's symbol, or 0 if the template does not have it.

use crate::token::Alphabet;
use crate::wrapper::page::node::{NodeKind, Page};
use crate::wrapper::page::symbol::{spell_element, spell_marked_text};
use crate::wrapper::read::plan::Plan;
use crate::wrapper::section::Mark;
use hashbrown::HashMap;

/// Prepares one page after another for a plan. The symbols of tags are cached by the tag's source text.
#[derive(Debug)]
pub(in crate::wrapper) struct PagePreparer<'a> {
    pub(in crate::wrapper) plan: &'a Plan,
    tags: Alphabet,
    /// The symbols of cached tags, by tag and mark.
    symbols_of_tags: HashMap<(u32, Option<Mark>), u32>,
    spelling: String,
}

/// The maximum number of cached tags: with tags of usual length, a few megabytes.
const MOST_TAGS: usize = 1 << 15;

impl<'a> PagePreparer<'a> {
    pub(in crate::wrapper) fn new(plan: &'a Plan) -> Self {
        PagePreparer { plan, tags: Alphabet::new(), symbols_of_tags: HashMap::new(), spelling: String::new() }
    }

    /// The symbol that an element has without a section mark.
    pub(in crate::wrapper) fn symbol(&mut self, page: &Page, node: u32) -> u32 {
        let NodeKind::Element(id) = page.node(node).kind else { return 0 };
        let element = page.tree.element(id);
        let discriminative = self.plan.discriminative.of_element(element, page.source, &mut self.spelling);
        spell_element(&element.name, discriminative, &mut self.spelling);
        self.plan.symbols.find(&self.spelling)
    }

    /// Restores the nodes of a page if another plan changed them, then prepares them for this one.
    pub(in crate::wrapper) fn prepare(&mut self, page: &mut Page) {
        if self.tags.size() > MOST_TAGS {
            (self.tags, self.symbols_of_tags) = (Alphabet::new(), HashMap::new());
        }
        if page.is_shortened {
            page.renew();
        }
        page.take_away_extra(&self.plan.extra);
        self.remove_unknown_containers(page);
        page.mark_sections(&self.plan.section_classifiers);
        let symbols = &self.plan.symbols;
        let Page { source, tree, nodes, .. } = page;
        for node in nodes {
            node.symbol = match (node.kind, node.mark) {
                (NodeKind::Text(_), mark) => {
                    let text = node.kind.text(tree).unwrap_or_default();
                    if let Some(mark) = mark {
                        spell_marked_text(text, mark, &mut self.spelling);
                        symbols.find(&self.spelling)
                    } else {
                        symbols.find_text(text)
                    }
                }
                (NodeKind::Element(id), mark) => {
                    let element = tree.element(id);
                    let tag = self.tags.intern(&source[element.tag.range()]).number();
                    if let Some(&symbol) = self.symbols_of_tags.get(&(tag, mark)) {
                        symbol
                    } else {
                        let discriminative =
                            self.plan.discriminative.of_element(element, source, &mut self.spelling);
                        spell_element(&element.name, discriminative, &mut self.spelling);
                        mark.inspect(|mark| mark.spell(&mut self.spelling));
                        let symbol = symbols.find(&self.spelling);
                        self.symbols_of_tags.insert((tag, mark), symbol);
                        symbol
                    }
                }
            };
        }
    }
}

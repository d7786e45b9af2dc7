//! Reads lists and description lists.

use super::{Flow, MarkupReader, some};
use crate::content::markup::{Part, Term};
use crate::page::{Child, ElementId};

impl MarkupReader<'_> {
    pub(super) fn add_list(&mut self, id: ElementId, flow: &mut Flow) {
        let element = self.page.tree.element(id);
        let first = (&*element.name == "ol").then(|| {
            let start = element.attribute(self.page.source, "start");
            start.and_then(|start| start.trim().parse().ok()).unwrap_or(1)
        });
        let items = self.entries(id, &["li"]).into_iter().map(|(_, parts)| parts).collect();
        flow.parts.extend(some(items).map(|items| Part::List { first, items }));
        flow.has_stray_items = false;
    }

    pub(super) fn add_terms(&mut self, id: ElementId, flow: &mut Flow) {
        let entries = self.entries(id, &["dt", "dd"]).into_iter();
        let terms = entries.map(|(name, parts)| Term { is_term: name == Some("dt"), parts }).collect();
        flow.parts.extend(some(terms).map(Part::Terms));
    }

    /// Returns the entries of a list, with the names of their elements. Content between entries is an entry without a
    /// name.
    fn entries(&mut self, id: ElementId, names: &[&'static str]) -> Vec<(Option<&'static str>, Vec<Part>)> {
        let page = self.page;
        let mut entries = Vec::new();
        for child in page.tree.contents(id) {
            let (name, parts) = match child {
                Child::Element(child) => {
                    let element = page.tree.element(child);
                    self.at = self.at.max(element.tag.end);
                    let name = names.iter().copied().find(|&name| name == &*element.name);
                    let mut flow = Flow::default();
                    if self.kept_in(child) == 0 && page.tree.has_text(child) {
                        continue;
                    }
                    if name.is_some() {
                        self.fill(child, &mut flow);
                    } else {
                        self.add_element(child, &mut flow);
                    }
                    self.end_run(&mut flow);
                    self.at = self.at.max(element.span.end);
                    (name, flow.parts)
                }
                Child::Text(leaf) => {
                    let mut flow = Flow::default();
                    self.add_text(leaf as usize, &mut flow);
                    self.end_run(&mut flow);
                    (None, flow.parts)
                }
            };
            entries.extend(some(parts).map(|parts| (name, parts)));
        }
        entries
    }

    /// Adds an `li` without a list element around it.
    pub(super) fn add_stray_item(&mut self, id: ElementId, flow: &mut Flow) {
        let Some(item) = some(self.parts_of(id)) else { return };
        match flow.parts.last_mut() {
            Some(Part::List { first: None, items }) if flow.has_stray_items => items.push(item),
            _ => flow.parts.push(Part::List { first: None, items: vec![item] }),
        }
        flow.has_stray_items = true;
    }
}

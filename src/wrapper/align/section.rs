//! Aligns sections: those of one kind are one part of the template, however few pages have it.
//!
//! In: stretches whose nodes have the marks of their sections ([`mark`](crate::wrapper::sections::learn)). Out: the parts of each kind of
//! section, and those before, between and after them.
//!
//! ```text
//! page 1  <div><h2>Aim</h2><p>a</div>  <div><h2>Note</h2><p>b</div>
//! page 2  <div><h2>Goals</h2><p>c</div>                              <hr>
//! parts   Aim = Goals, of both pages;  Note, of the first;  hr, after both
//! ```

use crate::wrapper::align::{AlignedPart, NodeRef, PartialAlignment, Stretch, TemplatePages};
use crate::wrapper::page::node::{NodeKind, Page};
use crate::wrapper::section::Role;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The nodes of a section, with the number of its kind if that is known.
type SectionRun = (Option<u32>, Range<u32>);

/// The sections of a stretch, in page order.
fn runs(page: &Page, stretch: &Stretch) -> Vec<SectionRun> {
    let mut runs: Vec<SectionRun> = Vec::new();
    let mut open: Option<Option<u32>> = None;
    for node in page.top(stretch.nodes.clone()) {
        let end = page.node(node).end;
        match page.node(node).mark {
            Some(mark) if mark.role == Role::Head => {
                runs.push((mark.kind, node..end));
                open = Some(mark.kind);
            }
            Some(mark) if mark.role == Role::Value && open == Some(mark.kind) => {
                runs.last_mut().expect("an open run").1.end = end;
            }
            _ => open = None,
        }
    }
    runs
}

impl TemplatePages<'_> {
    /// The parts of the sections and those before, between and after them; `None` if there are no sections. If there
    /// is other text between sections, the stretches are split by the kind that most of them have, so that what
    /// follows a rare section is aligned with what other pages have there.
    pub(in crate::wrapper) fn sections(&self, stretches: &[Stretch]) -> Option<PartialAlignment> {
        let of: Vec<Vec<SectionRun>> =
            stretches.iter().map(|stretch| runs(self.page(stretch), stretch)).collect();
        let holds_text = |stretch: &Stretch, gap: Range<u32>| {
            let mut texts = gap.filter(|&node| self.page(stretch).text(node).is_some());
            texts.any(|text| {
                self.page(stretch).text(text).is_some_and(|text| text.contains(char::is_alphanumeric))
            })
        };
        let is_mixed = |(stretch, runs): (&Stretch, &Vec<SectionRun>)| {
            runs.windows(2).any(|pair| holds_text(stretch, pair[0].1.end..pair[1].1.start))
        };
        if stretches.iter().zip(&of).any(is_mixed) {
            return self.split_by_kind(stretches, &of);
        }
        self.in_order(stretches, &of).map(PartialAlignment::from)
    }

    /// Splits stretches by the kind of section that most of them have.
    fn split_by_kind(&self, stretches: &[Stretch], of: &[Vec<SectionRun>]) -> Option<PartialAlignment> {
        let mut frequencies: BTreeMap<u32, usize> = BTreeMap::new();
        for kind in of.iter().flatten().filter_map(|(kind, _)| *kind) {
            *frequencies.entry(kind).or_default() += 1;
        }
        let most = frequencies.values().copied().max()?;
        let kind = frequencies.into_iter().find(|&(_, count)| count == most)?.0;
        let run = |runs: &Vec<SectionRun>| {
            runs.iter().find(|(of, _)| *of == Some(kind)).map(|(_, run)| run.clone())
        };
        let nodes: Vec<Option<Range<u32>>> = of.iter().map(run).collect();
        let of_kind = stretches.iter().zip(&nodes);
        let of_kind =
            of_kind.filter_map(|(stretch, nodes)| Some(Stretch { nodes: nodes.clone()?, ..stretch.clone() }));
        let sections: Vec<Stretch> = of_kind.collect();
        let [left, right] = self.left_and_right(stretches, &nodes);
        let mut found = self.align(&left, Vec::new());
        Self::add(&mut found, self.section(&sections));
        Some(PartialAlignment { found, rest: Some(right) })
    }

    /// The parts of sections without other text between them.
    fn in_order(&self, stretches: &[Stretch], of: &[Vec<SectionRun>]) -> Option<Vec<AlignedPart>> {
        let part = |stretch: &Stretch, nodes: Range<u32>| Stretch { nodes, ..stretch.clone() };
        let mut kinds: BTreeMap<u32, (Vec<Stretch>, Vec<Stretch>)> = BTreeMap::new();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let next = |(stretch, runs): (&Stretch, &Vec<SectionRun>)| {
            let next = runs.last().map(|(_, run)| run.end).filter(|&next| next < stretch.nodes.end)?;
            let symbol = self.page(stretch).node(next).symbol;
            self.attributed[symbol as usize].then_some(symbol)
        };
        let next: BTreeSet<u32> = stretches.iter().zip(of).filter_map(next).collect();
        for (stretch, runs) in stretches.iter().zip(of) {
            let end = stretch.nodes.end;
            // In a stretch without sections, the elements that follow sections elsewhere mark where sections would
            // end.
            let page = self.page(stretch);
            let is_next = |&node: &u32| next.contains(&page.node(node).symbol);
            let none = || page.top(stretch.nodes.clone()).find(is_next).unwrap_or(end);
            let first = runs.first().map_or_else(none, |(_, run)| run.start);
            let last = runs.last().map_or(first, |(_, run)| run.end);
            before.push(part(stretch, stretch.nodes.start..first));
            after.push(part(stretch, last..end));
            for (number, (kind, run)) in runs.iter().enumerate() {
                let Some(kind) = kind else { continue };
                let (of_kind, gaps) = kinds.entry(*kind).or_default();
                of_kind.push(part(stretch, run.clone()));
                if let Some((_, next)) = runs.get(number + 1) {
                    gaps.push(part(stretch, run.end..next.start));
                }
            }
        }
        if kinds.is_empty() {
            return None;
        }
        let mut found = self.align(&before, Vec::new());
        for (sections, gaps) in kinds.into_values() {
            Self::add(&mut found, self.section(&sections));
            Self::add(&mut found, self.align(&gaps, Vec::new()));
        }
        Self::add(&mut found, self.align(&after, Vec::new()));
        Some(found)
    }

    /// The parts of the sections of one kind.
    fn section(&self, sections: &[Stretch]) -> Vec<AlignedPart> {
        let heads: Vec<NodeRef> = sections
            .iter()
            .map(|section| NodeRef { page: section.page, node: section.nodes.start })
            .collect();
        let head = |node_ref: &NodeRef| self.pages[node_ref.page as usize].node(node_ref.node);
        let is_wrapped = heads.iter().all(|node_ref| {
            let page = &self.pages[node_ref.page as usize];
            let end = page.node(node_ref.node + 1).end;
            end < head(node_ref).end
        }) && sections
            .iter()
            .zip(&heads)
            .all(|(section, node_ref)| head(node_ref).end == section.nodes.end);
        if !is_wrapped {
            let rest = sections.iter().zip(&heads);
            let rest: Vec<Stretch> = rest
                .map(|(section, node_ref)| Stretch {
                    nodes: head(node_ref).end..section.nodes.end,
                    ..section.clone()
                })
                .collect();
            let mut found = self.label(&heads);
            Self::add(&mut found, self.values(&rest));
            return found;
        }
        let firsts: Vec<NodeRef> =
            heads.iter().map(|node_ref| NodeRef { page: node_ref.page, node: node_ref.node + 1 }).collect();
        let rest = heads.iter().zip(&firsts).map(|(node_ref, first)| Stretch {
            page: node_ref.page,
            parent: node_ref.node,
            nodes: head(first).end..head(node_ref).end,
        });
        let rest: Vec<Stretch> = rest.collect();
        let mut inside = self.label(&firsts);
        Self::add(&mut inside, self.values(&rest));
        vec![AlignedPart::Element { occurrences: heads, repeated: false, inside }]
    }

    /// The elements down to the label, as far as they have the same names on all pages.
    fn label(&self, occurrences: &[NodeRef]) -> Vec<AlignedPart> {
        let page = |node_ref: &NodeRef| &self.pages[node_ref.page as usize];
        let first = page(&occurrences[0]).name(occurrences[0].node);
        if occurrences.iter().any(|node_ref| page(node_ref).name(node_ref.node) != first) {
            return Vec::new();
        }
        let occurrences = occurrences.to_vec();
        vec![if first.is_none() {
            AlignedPart::Text { occurrences }
        } else {
            // The label is last; an icon before it is ignored.
            let last = |node_ref: &NodeRef| {
                let node = page(node_ref).top(page(node_ref).inside(node_ref.node)).last();
                node.map(|node| NodeRef { node, ..*node_ref })
            };
            let inside: Option<Vec<NodeRef>> = occurrences.iter().map(last).collect();
            let inside = inside.map_or_else(Vec::new, |inside| self.label(&inside));
            AlignedPart::Element { occurrences, repeated: false, inside }
        }]
    }

    /// The parts of the values of labels. All of it is value, even if it was empty on all pages so far.
    fn values(&self, stretches: &[Stretch]) -> Vec<AlignedPart> {
        let mut found = if stretches.len() > 1 { self.align(stretches, Vec::new()) } else { Vec::new() };
        let mut may_open = !found.iter().any(|part| self.has_content(part));
        self.open_slots(&mut found, &mut may_open);
        if !found.iter().any(holds_slot) {
            found = vec![AlignedPart::Slot { stretches: stretches.to_vec() }];
        }
        found
    }

    /// Whether a part has a slot, or a text with a letter or digit.
    fn has_content(&self, part: &AlignedPart) -> bool {
        match part {
            AlignedPart::Element { inside, .. } => inside.iter().any(|part| self.has_content(part)),
            AlignedPart::Text { occurrences } => self.has_letter_or_digit(occurrences[0]),
            AlignedPart::Slot { .. } => true,
        }
    }

    /// Puts a slot into each element that was empty on all pages. `may_open` is false until the first content of the
    /// value, if it has any: empty elements before that only separate the value from its label.
    fn open_slots(&self, found: &mut [AlignedPart], may_open: &mut bool) {
        for part in found {
            *may_open |= !matches!(part, AlignedPart::Element { .. }) && self.has_content(part);
            let AlignedPart::Element { occurrences, inside, .. } = part else { continue };
            let page = |node_ref: &NodeRef| &self.pages[node_ref.page as usize];
            let is_empty = |node_ref: &NodeRef| page(node_ref).node(node_ref.node).end == node_ref.node + 1;
            let takes_text = takes_text(page(&occurrences[0]), occurrences[0].node);
            if inside.is_empty() && *may_open && takes_text && occurrences.iter().all(is_empty) {
                let empty = occurrences.iter().map(|&node_ref| self.inside(node_ref));
                inside.push(AlignedPart::Slot { stretches: empty.collect() });
            } else {
                self.open_slots(inside, may_open);
            }
        }
    }
}

/// Whether an element can hold text: it has an end tag.
fn takes_text(page: &Page, node: u32) -> bool {
    match page.node(node).kind {
        NodeKind::Element(id) => page.tree.element(id).span != page.tree.element(id).tag,
        NodeKind::Text(_) => false,
    }
}

/// Whether a part is or contains a slot.
fn holds_slot(found: &AlignedPart) -> bool {
    match found {
        AlignedPart::Element { inside, .. } => inside.iter().any(holds_slot),
        AlignedPart::Text { .. } => false,
        AlignedPart::Slot { .. } => true,
    }
}

#[cfg(test)]
mod tests {
    use crate::document::Document;
    use crate::wrapper::{Extractor, Learner, Shape};

    #[test]
    fn an_element_that_all_pages_have_once_is_outside_optional_sections() {
        let page = |number: usize, label: &str| {
            let source = format!(
                "<h1>Thing {number}</h1><div><h2>About</h2><p>It has {number} legs.</p>\
                 <h2>{label}</h2><p>Words of {label} on {number}.</p>\
                 <div class=card><i>Price</i><b>{number}.50</b></div></div>"
            );
            Document::new(format!("{number}"), source)
        };
        let pages = [page(1, "Tips"), page(2, "History"), page(3, "Kinds"), page(4, "Tips")];
        let wrapper =
            Learner::new().shape(Shape::Page).learn(&pages.iter().cloned().collect()).expect("a template");
        let fields = &wrapper.templates[0].fields;
        let price = fields.iter().position(|field| field.name == "Price").expect("a field");
        let extractor = Extractor::new(&wrapper);
        let prices = pages.iter().map(|page| {
            extractor.extract(page.text()).expect("it fits").page[price].clone().unwrap_or_default().texts
        });
        assert_eq!(prices.collect::<Vec<_>>(), [["1.50"], ["2.50"], ["3.50"], ["4.50"]]);
    }
}

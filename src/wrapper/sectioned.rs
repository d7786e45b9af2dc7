//! Sections in the alignment: those of one kind are one part, however few pages have it.
//!
//! ```text
//! page 1  <div><h2>Aim</h2><p>a</div>  <div><h2>Note</h2><p>b</div>
//! page 2  <div><h2>Goals</h2><p>c</div>                              <hr>
//! parts   Aim = Goals, of both pages;  Note, of the first;  hr, behind all
//! ```

use super::align::{Found, Pages, Place, Step, Stretch};
use super::node::{Of, Page};
use super::role::Role;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A section's nodes with the number of its kind, if it has one.
type Run = (Option<u32>, Range<u32>);

/// The runs of a stretch, in page order.
fn runs(page: &Page, stretch: &Stretch) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
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

impl Pages<'_> {
    /// The parts that are sections and what is before, between and behind them; `None` where there are none. Where other
    /// text stands between sections, those of the kind of most stretches part these, so that what follows a section that
    /// few pages have is where it is on the others.
    pub(super) fn sections(&self, stretches: &[Stretch]) -> Option<Step> {
        let of: Vec<Vec<Run>> = stretches.iter().map(|stretch| runs(self.page(stretch), stretch)).collect();
        let holds_text = |stretch: &Stretch, gap: Range<u32>| {
            let mut texts = gap.filter(|&node| self.page(stretch).text(node).is_some());
            texts.any(|text| {
                self.page(stretch).text(text).is_some_and(|text| text.contains(char::is_alphanumeric))
            })
        };
        let is_mixed = |(stretch, runs): (&Stretch, &Vec<Run>)| {
            runs.windows(2).any(|pair| holds_text(stretch, pair[0].1.end..pair[1].1.start))
        };
        if stretches.iter().zip(&of).any(is_mixed) {
            return self.parted(stretches, &of);
        }
        self.in_order(stretches, &of).map(Step::from)
    }

    /// Parts stretches by the kind of sections that most of them have.
    fn parted(&self, stretches: &[Stretch], of: &[Vec<Run>]) -> Option<Step> {
        let mut having: BTreeMap<u32, usize> = BTreeMap::new();
        for kind in of.iter().flatten().filter_map(|(kind, _)| *kind) {
            *having.entry(kind).or_default() += 1;
        }
        let most = having.values().copied().max()?;
        let kind = having.into_iter().find(|&(_, count)| count == most)?.0;
        let run = |runs: &Vec<Run>| runs.iter().find(|(of, _)| *of == Some(kind)).map(|(_, run)| run.clone());
        let nodes: Vec<Option<Range<u32>>> = of.iter().map(run).collect();
        let of_kind = stretches.iter().zip(&nodes);
        let of_kind =
            of_kind.filter_map(|(stretch, nodes)| Some(Stretch { nodes: nodes.clone()?, ..stretch.clone() }));
        let sections: Vec<Stretch> = of_kind.collect();
        let [left, right] = self.beside(stretches, &nodes);
        let mut found = self.align(&left, Vec::new());
        Self::add(&mut found, self.section(&sections));
        Some(Step { found, rest: Some(right) })
    }

    /// The parts that are sections with nothing but sections between.
    fn in_order(&self, stretches: &[Stretch], of: &[Vec<Run>]) -> Option<Vec<Found>> {
        let part = |stretch: &Stretch, nodes: Range<u32>| Stretch { nodes, ..stretch.clone() };
        let mut kinds: BTreeMap<u32, (Vec<Stretch>, Vec<Stretch>)> = BTreeMap::new();
        let (mut before, mut behind) = (Vec::new(), Vec::new());
        let next = |(stretch, runs): (&Stretch, &Vec<Run>)| {
            let next = runs.last().map(|(_, run)| run.end).filter(|&next| next < stretch.nodes.end)?;
            let symbol = self.page(stretch).node(next).symbol;
            self.attributed[symbol as usize].then_some(symbol)
        };
        let next: BTreeSet<u32> = stretches.iter().zip(of).filter_map(next).collect();
        for (stretch, runs) in stretches.iter().zip(of) {
            let end = stretch.nodes.end;
            // Of one without sections, what follows these elsewhere is behind them as well.
            let page = self.page(stretch);
            let is_next = |&node: &u32| next.contains(&page.node(node).symbol);
            let none = || page.top(stretch.nodes.clone()).find(is_next).unwrap_or(end);
            let first = runs.first().map_or_else(none, |(_, run)| run.start);
            let last = runs.last().map_or(first, |(_, run)| run.end);
            before.push(part(stretch, stretch.nodes.start..first));
            behind.push(part(stretch, last..end));
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
        Self::add(&mut found, self.align(&behind, Vec::new()));
        Some(found)
    }

    /// The parts of sections of one kind.
    fn section(&self, sections: &[Stretch]) -> Vec<Found> {
        let heads: Vec<Place> =
            sections.iter().map(|section| Place { page: section.page, node: section.nodes.start }).collect();
        let head = |place: &Place| self.pages[place.page as usize].node(place.node);
        let is_wrapped =
            heads.iter().all(|place| {
                let page = &self.pages[place.page as usize];
                let end = page.node(place.node + 1).end;
                end < head(place).end
            }) && sections.iter().zip(&heads).all(|(section, place)| head(place).end == section.nodes.end);
        if !is_wrapped {
            let rest = sections.iter().zip(&heads);
            let rest: Vec<Stretch> = rest
                .map(|(section, place)| Stretch {
                    nodes: head(place).end..section.nodes.end,
                    ..section.clone()
                })
                .collect();
            let mut found = self.label(&heads);
            Self::add(&mut found, self.values(&rest));
            return found;
        }
        let firsts: Vec<Place> =
            heads.iter().map(|place| Place { page: place.page, node: place.node + 1 }).collect();
        let rest = heads.iter().zip(&firsts).map(|(place, first)| Stretch {
            page: place.page,
            parent: place.node,
            nodes: head(first).end..head(place).end,
        });
        let rest: Vec<Stretch> = rest.collect();
        let mut inside = self.label(&firsts);
        Self::add(&mut inside, self.values(&rest));
        vec![Found::Element { places: heads, repeated: false, inside }]
    }

    /// The elements down to the label.
    fn label(&self, places: &[Place]) -> Vec<Found> {
        let page = |place: &Place| &self.pages[place.page as usize];
        let first = page(&places[0]).name(places[0].node);
        if places.iter().any(|place| page(place).name(place.node) != first) {
            // As deep as they are alike.
            return Vec::new();
        }
        let places = places.to_vec();
        vec![if first.is_none() {
            Found::Text { places }
        } else {
            // What stands before the label, an icon, says nothing.
            let last = |place: &Place| {
                let node = page(place).top(page(place).inside(place.node)).last();
                node.map(|node| Place { node, ..*place })
            };
            let inside: Option<Vec<Place>> = places.iter().map(last).collect();
            let inside = inside.map_or_else(Vec::new, |inside| self.label(&inside));
            Found::Element { places, repeated: false, inside }
        }]
    }

    /// What labels are of: all of it is value, also what was empty so far.
    fn values(&self, stretches: &[Stretch]) -> Vec<Found> {
        let mut found = if stretches.len() > 1 { self.align(stretches, Vec::new()) } else { Vec::new() };
        let mut may_open = !found.iter().any(|part| self.says(part));
        self.open(&mut found, &mut may_open);
        if !found.iter().any(holds_slot) {
            found = vec![Found::Slot { stretches: stretches.to_vec() }];
        }
        found
    }

    /// Whether a part holds values, or a text that says something.
    fn says(&self, part: &Found) -> bool {
        match part {
            Found::Element { inside, .. } => inside.iter().any(|part| self.says(part)),
            Found::Text { places } => self.says_something(places[0]),
            Found::Slot { .. } => true,
        }
    }

    /// Puts a slot into every element that was always empty. What stands before all that is said parts it from the label.
    fn open(&self, found: &mut [Found], may_open: &mut bool) {
        for part in found {
            *may_open |= !matches!(part, Found::Element { .. }) && self.says(part);
            let Found::Element { places, inside, .. } = part else { continue };
            let page = |place: &Place| &self.pages[place.page as usize];
            let is_empty = |place: &Place| page(place).node(place.node).end == place.node + 1;
            let takes_text = takes_text(page(&places[0]), places[0].node);
            if inside.is_empty() && *may_open && takes_text && places.iter().all(is_empty) {
                let empty = places.iter().map(|&place| self.inside(place));
                inside.push(Found::Slot { stretches: empty.collect() });
            } else {
                self.open(inside, may_open);
            }
        }
    }
}

/// Whether an element is one that can hold text: it has an end tag.
fn takes_text(page: &Page, node: u32) -> bool {
    match page.node(node).of {
        Of::Element(id) => page.tree.element(id).span != page.tree.element(id).tag,
        Of::Text(_) | Of::Label(_) | Of::Rest(_) => false,
    }
}

fn holds_slot(found: &Found) -> bool {
    match found {
        Found::Element { inside, .. } => inside.iter().any(holds_slot),
        Found::Text { .. } => false,
        Found::Slot { .. } => true,
    }
}

#[cfg(test)]
mod tests {
    use crate::document::Document;
    use crate::wrapper::{Extractor, Learner, Shape};

    #[test]
    fn what_all_pages_have_once_is_in_no_section_of_some() {
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
            extractor.extract(page.text()).expect("it fits").rows[0][price].clone().unwrap_or_default().texts
        });
        assert_eq!(prices.collect::<Vec<_>>(), [["1.50"], ["2.50"], ["3.50"], ["4.50"]]);
    }
}

//! The container of each post: the element, at the same position in most records, with most of their text and few other words.

use super::super::page::Page;
use crate::features::share;
use crate::page::ElementId;
use crate::repeat::thread::{Part, below};
use crate::spectrum::exact;
use hashbrown::HashMap;

/// Elements at the same position in their records.
#[derive(Default)]
struct Container {
    /// The records with such an element, and the first such element of each.
    at: Vec<(usize, ElementId)>,
    /// Number of further such elements.
    repeats: f64,
    weight: f64,
    words: f64,
}

/// Returns for each record its container, if it has one. Elements have the same position if they agree in the path of
/// names from the head of the record, or in their kind, at any depth. The best position has the highest harmonic mean of
/// precision, its weight by its words, and recall, its weight by that of all records.
pub(super) fn containers(pages: &[Page], records: &[Part]) -> Vec<Option<ElementId>> {
    let mut numbers: HashMap<(bool, u64), usize> = HashMap::new();
    let mut found: Vec<Container> = Vec::new();
    for (record, part) in records.iter().enumerate() {
        let page = part.of(pages);
        let names = page.descend(&part.record, |above, id| below(above, page.names[id.index()]));
        for id in part.record.elements().filter(|&id| page.tree.has_text(id)) {
            let path = names.get(id).expect("the element is in the record");
            for key in [(true, path), (false, page.node(id).kind)] {
                let number = *numbers.entry(key).or_insert_with(|| {
                    found.push(Container::default());
                    found.len() - 1
                });
                let container = &mut found[number];
                if container.at.last().is_some_and(|&(last, _)| last == record) {
                    container.repeats += 1.0;
                    continue;
                }
                container.at.push((record, id));
                container.weight += page.weight(page.leaves(id));
                container.words += page.words(page.leaves(id));
            }
        }
    }
    let weight: f64 = records.iter().map(|part| part.weight(pages)).sum();
    let all = exact(records.len() as u64); // usize has at most 64 bits
    let worth = |of: &Container| {
        let once = share(exact(of.at.len() as u64), all) * (1.0 - share(of.repeats, all)).max(0.0);
        share(2.0 * of.weight, of.words + weight) * once.sqrt()
    };
    let best = found.iter().rev().max_by(|one, other| worth(one).total_cmp(&worth(other)));
    let mut containers = vec![None; records.len()];
    for &(record, id) in best.into_iter().filter(|best| best.weight > 0.0).flat_map(|best| &best.at) {
        containers[record] = Some(id);
    }
    containers
}

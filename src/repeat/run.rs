//! Records of several siblings: from each head to what follows it in its parent, up to the next head.
//!
//! ```text
//! <dt>a<dd>b <dt>c<dd>d           heads dt: records "a b", "c d"
//! <li>a <li class=ad>b <li>c      heads li: no siblings follow them that are not built alike
//! <h3>a<p>b<p>c <h3>d<p>e         heads h3: the p are a list of their own
//! ```
//!
//! A sibling belongs to records when its kind stands behind enough of the heads, the same number of times behind each,
//! and is not built like the heads: it would be a record itself. Kinds are names with classes, and rows that go on with
//! the one above are a name of their own; the texts between siblings are one kind. A record ends where anything else comes.

use super::fit::{FIT, of_columns};
use super::path::{PagePaths, Path};
use super::record::Record;
use super::sibling::{What, following};
use super::step::BETWEEN;
use crate::measure::are_some;
use crate::page::{ElementId, Tree};
use hashbrown::{HashMap, HashSet};

/// The records that begin with these heads; `None` if no sibling belongs to any of them.
pub(super) fn runs(tree: &Tree, paths: &PagePaths, heads: &[ElementId]) -> Option<Vec<Record>> {
    // Heads of one parent follow one another: all are of one depth.
    let gaps =
        heads.iter().enumerate().map(|(i, &head)| Gap::new(tree, paths, head, heads.get(i + 1).copied()));
    let gaps: Vec<Gap> = gaps.collect();
    let most =
        gaps.iter().filter(|gap| gap.closed).map(|gap| gap.siblings.len()).max().filter(|&most| most > 0)?;
    let mut kinds = regular(&gaps);
    if !kinds.is_empty() {
        for kind in like_heads(tree, paths, heads, &gaps, &kinds) {
            kinds.remove(&kind);
        }
    }
    let mut several = false;
    let run = |gap: &Gap| {
        let own = gap.siblings.iter().take(most).take_while(|sibling| kinds.contains(&sibling.kind));
        let head = Record::element(tree, gap.head);
        own.fold(head, |record, sibling| {
            several = true;
            record.with(tree, sibling.what)
        })
    };
    let records: Vec<Record> = gaps.iter().map(run).collect();
    several.then_some(records)
}

/// What follows a head in its parent.
struct Gap {
    head: ElementId,
    siblings: Vec<Sibling>,
    /// Whether it ends at another head.
    closed: bool,
}

struct Sibling {
    what: What,
    kind: Path,
}

impl Gap {
    fn new(tree: &Tree, paths: &PagePaths, head: ElementId, next: Option<ElementId>) -> Self {
        let kind = |what| match what {
            What::Element(id) => paths.class.last(id),
            What::Text(_) => Path::of(BETWEEN),
        };
        let siblings = following(tree, head, next).into_iter().map(|what| Sibling { what, kind: kind(what) });
        let closed = next.is_some_and(|next| tree.element(next).parent == tree.element(head).parent);
        Gap { head, siblings: siblings.collect(), closed }
    }
}

/// The kinds that stand in enough gaps between heads, as often in each that has them.
fn regular(gaps: &[Gap]) -> HashSet<Path> {
    struct Seen {
        gaps: usize,
        times: usize,
        same: bool,
    }
    let mut seen: HashMap<Path, Seen> = HashMap::new();
    for gap in gaps.iter().filter(|gap| gap.closed) {
        let mut here: HashMap<Path, usize> = HashMap::new();
        for sibling in &gap.siblings {
            *here.entry(sibling.kind).or_default() += 1;
        }
        for (kind, times) in here {
            let seen = seen.entry(kind).or_insert(Seen { gaps: 0, times, same: true });
            seen.gaps += 1;
            seen.same &= seen.times == times;
        }
    }
    let closed = gaps.iter().filter(|gap| gap.closed).count();
    // Enough for optional parts, too many for advertisements.
    let is_enough = |gaps: usize| gaps >= closed.min(2) && are_some(gaps, closed);
    let regular = seen.into_iter().filter(|(_, seen)| seen.same && is_enough(seen.gaps));
    regular.map(|(kind, _)| kind).collect()
}

/// Those of the kinds that have the heads' name, and in most cases their columns.
fn like_heads(
    tree: &Tree,
    paths: &PagePaths,
    heads: &[ElementId],
    gaps: &[Gap],
    kinds: &HashSet<Path>,
) -> Vec<Path> {
    let name = |id: ElementId| paths.name.last(id);
    let mut votes: HashMap<Path, (u32, u32)> = HashMap::new();
    let mut template = None;
    for gap in gaps {
        for sibling in gap.siblings.iter().filter(|sibling| kinds.contains(&sibling.kind)) {
            let What::Element(id) = sibling.what else { continue };
            if name(id) == name(gap.head) {
                let heads = || heads.iter().map(|&head| Record::element(tree, head)).collect::<Vec<_>>();
                let template = template.get_or_insert_with(|| of_columns(tree, &paths.name, &heads()));
                let (alike, all) = votes.entry(sibling.kind).or_default();
                *alike += u32::from(template.fits(&Record::element(tree, id), FIT));
                *all += 1;
            }
        }
    }
    votes.into_iter().filter(|(_, (alike, all))| 2 * alike >= *all).map(|(kind, _)| kind).collect()
}

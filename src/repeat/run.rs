//! Records of several siblings: each head with some of the siblings and texts that follow it, up to the next head.
//!
//! ```text
//! <dt>a<dd>b <dt>c<dd>d           heads dt: records "a b", "c d"
//! <li>a <li class=ad>b <li>c      heads li: no runs, since the only sibling has the structure of the heads
//! <h3>a<p>b<p>c <h3>d<p>e <h3>f   heads h3: open runs "a b c", "d e", since the number of p varies
//! <tr>a<tr>b <tr>c<tr>d           heads tr: every two rows, if second rows differ from first rows
//! ```
//!
//! A sibling belongs to the records if its kind follows enough of the heads, the same number of times each, and does not have
//! the structure of a head, in which case it would be a record itself. A kind is a name with classes; rows that continue the row
//! above are a kind of their own, and so are the texts between siblings. A record ends before the first sibling of another kind.

use super::fit::{FIT, column_profile};
use super::numbered::numbered;
use super::path::{PagePaths, Path};
use super::record::{Form, Record};
use super::sibling::following;
use super::step::BETWEEN;
use crate::measure::are_some;
use crate::page::{Child, ElementId, Tree};
use hashbrown::{HashMap, HashSet};

/// The records that begin with these heads: those of regular siblings, and those of any number of siblings of a kind if these are
/// others. None if every record would be its head alone.
pub(super) fn runs(tree: &Tree, paths: &PagePaths, heads: &[ElementId]) -> Vec<(Form, Vec<Record>)> {
    // Heads with the same parent are adjacent in this order, since all heads have the same depth.
    let gaps =
        heads.iter().enumerate().map(|(i, &head)| Gap::new(tree, paths, head, heads.get(i + 1).copied()));
    let gaps: Vec<Gap> = gaps.collect();
    let most = gaps.iter().filter(|gap| gap.closed).map(|gap| gap.siblings.len()).max().unwrap_or_default();
    let counts = counts(&gaps);
    let mut found: Vec<(Form, Vec<Record>)> = Vec::new();
    for form in [Form::Run, Form::Open] {
        // Without regular kinds there are no regular siblings, and without others open runs are the regular ones.
        if counts.values().all(|counts| counts.same != (form == Form::Run)) {
            continue;
        }
        let kinds = counts.iter().filter(|(_, counts)| counts.same || form == Form::Open);
        let mut kinds: HashSet<Path> = kinds.map(|(&kind, _)| kind).collect();
        for kind in like_heads(tree, paths, heads, &gaps, &kinds) {
            kinds.remove(&kind);
        }
        let mut several = false;
        let run = |gap: &Gap| {
            let own = gap.siblings.iter().take(most).take_while(|sibling| kinds.contains(&sibling.kind));
            own.fold(Record::element(tree, gap.head), |record, sibling| {
                several = true;
                record.with(tree, sibling.follower)
            })
        };
        let records: Vec<Record> = gaps.iter().map(run).collect();
        let records = numbered(tree, records);
        if several && found.last().is_none_or(|(_, regular)| *regular != records) {
            found.push((form, records));
        }
    }
    found
}

/// The records of which each is this number of siblings of one name. If the number of siblings is no multiple, the first or the last
/// are left over, whichever makes the siblings of a record differ more, by `differ`.
pub(super) fn every(
    tree: &Tree,
    heads: &[ElementId],
    number: usize,
    differ: impl Fn(&[ElementId]) -> f64,
) -> Vec<Record> {
    let mut records = Vec::new();
    // Heads with the same parent are adjacent.
    for heads in heads.chunk_by(|&a, &b| tree.element(a).parent == tree.element(b).parent) {
        let around = tree.element(heads[0]).parent.unwrap_or(heads[0]);
        let is_like = |&id: &ElementId| tree.element(id).name == tree.element(heads[0]).name;
        let siblings: Vec<ElementId> = tree.children(around).filter(is_like).collect();
        let over = siblings.len() % number;
        let cuts = [&siblings[over..], &siblings[..siblings.len() - over]];
        // One record or none shows no difference.
        let is_open = over > 0 && siblings.len() >= 2 * number;
        let cut = if is_open && differ(cuts[1]) > differ(cuts[0]) { cuts[1] } else { cuts[0] };
        let of_cut = cut.chunks_exact(number).map(|of| Record::run(tree, of[0], of[number - 1]));
        records.extend(of_cut.filter(|record| !record.leaves.is_empty()));
    }
    records
}

/// The siblings and texts that follow a head in its parent.
struct Gap {
    head: ElementId,
    siblings: Vec<Sibling>,
    /// Whether the gap ends at another head.
    closed: bool,
}

struct Sibling {
    follower: Child,
    kind: Path,
}

impl Gap {
    fn new(tree: &Tree, paths: &PagePaths, head: ElementId, next: Option<ElementId>) -> Self {
        let kind = |follower| match follower {
            Child::Element(id) => paths.class.last(id),
            Child::Text(_) => Path::of(BETWEEN),
        };
        let siblings = following(tree, head, next).map(|follower| Sibling { follower, kind: kind(follower) });
        let closed = next.is_some_and(|next| tree.element(next).parent == tree.element(head).parent);
        Gap { head, siblings: siblings.collect(), closed }
    }
}

/// How often a kind occurs between heads.
struct KindCounts {
    gaps: usize,
    times: usize,
    /// Whether it occurs the same number of times in each gap that has it.
    same: bool,
}

/// The kinds that occur in enough of the gaps between heads.
fn counts(gaps: &[Gap]) -> HashMap<Path, KindCounts> {
    let mut counts: HashMap<Path, KindCounts> = HashMap::new();
    let mut here: Vec<Path> = Vec::new();
    for gap in gaps.iter().filter(|gap| gap.closed) {
        here.clear();
        here.extend(gap.siblings.iter().map(|sibling| sibling.kind));
        here.sort_unstable();
        for of_kind in here.chunk_by(|a, b| a == b) {
            let times = of_kind.len();
            let counts = counts.entry(of_kind[0]).or_insert(KindCounts { gaps: 0, times, same: true });
            counts.gaps += 1;
            counts.same &= counts.times == times;
        }
    }
    let closed = gaps.iter().filter(|gap| gap.closed).count();
    // Low enough for optional parts, too high for advertisements.
    let is_enough = |gaps: usize| gaps >= closed.min(2) && are_some(gaps, closed);
    counts.retain(|_, counts| is_enough(counts.gaps));
    counts
}

/// The kinds whose elements have the name of the heads and, in at least half of the cases, their columns.
fn like_heads(
    tree: &Tree,
    paths: &PagePaths,
    heads: &[ElementId],
    gaps: &[Gap],
    kinds: &HashSet<Path>,
) -> Vec<Path> {
    let name = |id: ElementId| paths.name.last(id);
    let mut votes: HashMap<Path, (u32, u32)> = HashMap::new();
    let mut columns = None;
    for gap in gaps {
        for sibling in gap.siblings.iter().filter(|sibling| kinds.contains(&sibling.kind)) {
            let Child::Element(id) = sibling.follower else { continue };
            if name(id) == name(gap.head) {
                let heads = || heads.iter().map(|&head| Record::element(tree, head)).collect::<Vec<_>>();
                let columns = columns.get_or_insert_with(|| column_profile(tree, &paths.name, &heads()));
                let (alike, all) = votes.entry(sibling.kind).or_default();
                *alike += u32::from(columns.fits(&Record::element(tree, id), FIT));
                *all += 1;
            }
        }
    }
    votes.into_iter().filter(|(_, (alike, all))| 2 * alike >= *all).map(|(kind, _)| kind).collect()
}

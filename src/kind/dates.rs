//! The dates of a page at one element path, and what is between them: those of the posts of a thread rise, have long texts
//! between them and names beside them, which some people have several times.
//!
//! In: a page's own texts. Out: the features of [`KindEvidence`] that are of dates. Cost: linear in the texts.

use super::evidence::KindEvidence;
use super::texts::OwnPage;
use crate::features::{flag, share};
use crate::record::role::{Convention, date};
use crate::spectrum::size;
use hashbrown::HashMap;
use std::cmp::Reverse;
use std::ops::Range;

/// Texts this far before or behind a date are beside it: a name, its link and the number of the post. With 1, 2, 4 and 8, .870, .867, .869 and
/// .871 of the pages left out by `eval/fit/fit_kinds.py` have the right kind, as the mean over all sets.
const BESIDE: usize = 4;

/// Adds the features of the dates at the path that has most of them.
pub(super) fn add(page: &OwnPage, evidence: &mut KindEvidence) {
    let mut at: HashMap<u64, Vec<usize>> = HashMap::new();
    let dated: Vec<usize> = page.all().filter(|&leaf| page.is_own(leaf) && page.is_dated(leaf)).collect();
    for &leaf in &dated {
        at.entry(page.path(leaf)).or_default().push(leaf);
    }
    let most = at.into_values().max_by_key(|of| (of.len(), Reverse(of[0]))).unwrap_or_default();
    let after = most.first().map_or(0..0, |&first| first..page.all().end);
    let characters = page.characters(&after);
    evidence.dates = size(dated.len()).ln_1p();
    evidence.dated_repeats = size(most.len().max(1)).ln();
    evidence.dated_gap = share(characters, size(most.len())).ln_1p();
    evidence.dated_span = share(characters, page.characters(&page.all()));
    evidence.dated_links = share(page.sum(after, |leaf| page.is_linked(leaf)), characters);
    let gaps = || most.windows(2).map(|pair| pair[0]..pair[1]);
    let of_gaps =
        |is: &dyn Fn(&Range<usize>) -> bool| share(size(gaps().filter(is).count()), size(gaps().count()));
    evidence.dated_long = of_gaps(&|gap| gap.clone().any(|leaf| page.is_long(leaf)));
    let starts: Vec<usize> = page.headings().map(|id| page.of(id).start).collect();
    let first_from = |leaf: usize| starts.get(starts.partition_point(|&start| start < leaf));
    evidence.dated_headed = of_gaps(&|gap| first_from(gap.start).is_some_and(|start| gap.contains(start)));
    let day_and_time = |&leaf: &usize| {
        let text = page.date_text(leaf);
        let date = date::first(&text, &Convention::default());
        let is_timed = date.as_ref().is_some_and(|date| text[date.span.clone()].contains(':'));
        (date.and_then(|date| date.iso()), is_timed)
    };
    let (days, timed): (Vec<Option<String>>, Vec<bool>) = most.iter().map(day_and_time).unzip();
    evidence.dated_timed = share(size(timed.iter().filter(|&&is| is).count()), size(most.len()));
    let order = |pair: &[Option<String>]| match pair {
        [Some(one), Some(next)] if one < next => 1.0,
        [Some(one), Some(next)] if one > next => -1.0,
        _ => 0.0,
    };
    evidence.dated_rising = share(days.windows(2).map(order).sum(), size(gaps().count()));
    evidence.dated_names = if most.len() > 1 { names(page, &most) } else { 0.0 };
}

/// The largest share of the dates that have the same short text beside them, at one distance, as another date; 0 for texts that all have.
fn names(page: &OwnPage, dates: &[usize]) -> f64 {
    let distances = (0..=2 * BESIDE).filter(|&distance| distance != BESIDE);
    let recurring = distances.map(|distance| {
        let mut times: HashMap<&str, usize> = HashMap::new();
        let at = |leaf: &usize| (leaf + distance).checked_sub(BESIDE).filter(|at| page.all().contains(at));
        for leaf in dates.iter().filter_map(at).filter(|&leaf| !page.is_long(leaf)) {
            *times.entry(page.text(leaf)).or_default() += 1;
        }
        let several: usize = times.values().filter(|&&times| times > 1).sum();
        flag(times.len() > 1) * share(size(several), size(dates.len()))
    });
    recurring.fold(0.0, f64::max)
}

//! E: pages that are copies of one another or share a part, found and classified.
//!
//! Kang, "Finding and Classifying Near-Duplicate Pages based on Identical Sentences Detection", 2009: the likeness of
//! addresses (table 2), the classes of pairs (table 3), how frequent and how long sentences are (figures 9 and 10), and the
//! sizes of section 7.1.

mod anchors;
mod cause;
mod judge;
mod method;
mod real;
mod reworded;
mod sentence;
mod tables;

use super::{Result, Scale, Section};
use cause::Causes;
use katagami::plot::thousands;
use method::{HALF, Known};
use sentence::Sentences;
use site::collection::{Collection, Kind};
use std::collections::BTreeSet;
use std::path::Path;
use tables::Answers;

const SOURCE: &str = "Kang, \"Finding and Classifying Near-Duplicate Pages based on Identical Sentences \
Detection\", master's thesis, Kyoto University, 2009, sections 4.2, 6.1.2 and 7.";

const JUDGED: &str = "A reported pair is right if its pages are related and its class is that of the way \
they came to be related; the source had a person judge 1,000 pairs. Ours reports, unless it is asked for \
more, pages that have half of the shorter one in common (`--least 0.5`), for it is made to find copies. With \
`--least 0` it reports every pair with a rare sentence in common, as the published method does. Both put \
pairs into classes by the same tree.";

/// Runs the experiment.
///
/// # Errors
/// If real pages are given and cannot be read.
pub fn run(scale: Scale, shared: Option<&Path>) -> Result<Section> {
    let known = Known::new(Collection::new(scale.of(1, 40)));
    let answers = Answers {
        published: known.judge(&known.published()),
        ours: known.judge(&known.ours(HALF)),
        passages: known.judge(&known.ours(0.0)),
    };
    let causes = Causes::new(&known);
    let (of_region, of_page) = (Sentences::of_regions(&known), Sentences::of_pages(&known));
    let section = Section::new("Similar pages found and classified", SOURCE)
        .text(pages(&known.collection))
        .text(JUDGED)
        .table(tables::addresses())
        .table(tables::sizes(&known.collection, &answers, &of_region))
        .table(tables::classes(&known.collection, &answers))
        .text(tables::about_classes(&known.collection, &answers.published))
        .table(tables::whole(&answers, &causes))
        .table(tables::passages(&answers, &causes))
        .table(causes.table(&answers))
        .text(anchors::text(&known, &answers.published));
    let section = tables::inputs_behind(section, &answers);
    let section = sentence::add(section, &of_region, &of_page);
    real::add(reworded::add(section, scale), shared)
}

fn pages(collection: &Collection) -> String {
    let hosts: BTreeSet<Option<&str>> =
        collection.pages.iter().map(|page| page.url.split('/').nth(2)).collect();
    format!(
        "Generated are {} Japanese pages of {} hosts with {} pairs that are related, in {} ways that \
         the source names: mirrors, pages of programs, pages taken as they are or rewritten, months and days \
         of blogs, lists of links, passages that a site repeats, citations, spam made of many pages, texts \
         that several quote, passages taken and changed. Around contents are menus, lists of recent pages, \
         notices; some sites have sentences of their own in the frame, blogs of one service have \
         the same notice, and a few pages hold hardly anything but their frame. The limits: the mix of classes was \
         set after that of table 3, and the share of sites with such frames was chosen by how often the published \
         method errs in the source; related pages are related in one way only; the texts are \
         nonsense. `tests/support/site/src/collection` says more.",
        thousands(number(collection.pages.len())),
        thousands(number(hosts.len())),
        thousands(number(collection.pairs.len())),
        Kind::ALL.len(),
    )
}

fn number(len: usize) -> f64 {
    f64::from(u32::try_from(len).expect("few pages"))
}

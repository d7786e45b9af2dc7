//! What speaks for a candidate and against it: a plain struct of named features.
//!
//! In: the records of a candidate, and the page. Out: its [`Evidence`], which the fitted [weights](super::weights) turn into
//! one number. Everything here is measured on the records as they stand on their page; what the other pages of the
//! template and the other candidates of the page say of the same elements is added later, see [`choice`](super::choice) and
//! [`rival`](super::rival).
//!
//! ```text
//! <h1>Trees</h1> <ul> <li><b>Oak</b> tall</li> <li><b>Ash</b> grey</li> </ul>
//! candidate li     two 1, single 0, distinct 1, together 1, alone 0
//! candidate b      two 1, single 1, distinct 1, together 1/2, alone 1
//! ```
//!
//! Features that span orders of magnitude are logarithms, so that the weighted sum is a product of powers; the others are
//! shares from 0 to 1.
//!
//! Cost: linear in the texts and elements of the records, most of it sums that are looked up.

use super::fit::parents;
use super::record::Record;
use super::score::Score;
use crate::features::{features, flag};
use crate::page::digest::{BASIS, mix, spread, text};
use crate::page::{ElementId, Tree, hides, is_heading};
use crate::site::own::OwnTexts;
use crate::spectrum::exact;
use hashbrown::HashSet;
use std::ops::Range;

features! {
    /// The features of a candidate.
    pub struct Evidence {
        /// ln T: how many characters a record has in columns, those that other pages have too counted less.
        characters,
        /// Share of the records that are one text.
        single,
        /// Share of the records with a text of 25 characters or more that no other page has.
        own_long,
        /// Share of the records with a heading.
        heading,
        /// Share of the records with exactly one heading.
        one_heading,
        /// Share of the records with a control of a form.
        control,
        /// Coefficient of variation of the lengths of the records.
        variation,
        /// ln of the longest record's length over the median.
        largest,
        /// ln of the shortest record's length over the median.
        smallest,
        /// Share of distinct records.
        distinct,
        /// Share of distinct first texts.
        distinct_first,
        /// Share of the page's text behind the last record.
        behind,
        /// Share of the text from the first to the last record that stands in records.
        dense,
        /// Parents of heads over records.
        parents,
        /// The share of the records that the parent with most has.
        together,
        /// Share of the records that stand alone in their parent's text: the parent would be a record as well.
        alone,
        /// Mean cosine between the columns of a record and those of all.
        fit,
        /// Depth of the heads over that of the deepest element of the page.
        depth,
        /// Share of the records in navigation, complementary parts and footers, by element or role, or in hidden parts.
        frame,
        /// Share of the records in the main part, by element or role, where the page has one.
        main,
        /// Two records.
        two,
        /// Coefficient of variation of the number of records over the pages.
        set_variation,
        /// ln of the mean characters of a record over the pages.
        set_characters,
        /// ln of its score over that of the page's best.
        strength,
        /// ln of the mean of that share over the pages, 0 for pages without the path.
        set_strength,
        /// The largest share of this candidate's text in a candidate of at least half as many records again inside it.
        split,
        /// The share of the text of a candidate with as many records around this one that is not in this one.
        wider,
        /// ln (1 + the score of the strongest such candidate over this one's), at most 3.
        wider_score,
        /// The same for the strongest candidate that has fewer records, around several of these.
        grouped_score,
        /// 1 if a candidate inside holds the page's text in more and better records.
        holder,
        /// ln of the share of the pages' own text that stands in the records of a thread; from here on, of threads alone.
        coverage,
        /// ln of the number of tokens but one that stand once in most records, each by the square of its share.
        template,
        /// ln (1 - 1/E), E being the effective number of records a page, (sum of root u)^2 / sum of u: the first one repeats nothing.
        repeats,
        /// ln of the share of the records that say something of their own.
        speaking,
        /// ln of the share of the pages that have records.
        pages,
        /// 1 for runs of siblings.
        run,
        /// Share of the words in links.
        linked,
        /// ln of the number of records of a candidate that leaves out nothing of this one over the number of these, if it has more.
        outdone,
        /// 1; from here on, of comments alone, which a page may have none of.
        some,
        /// 1 where the set has one page.
        lone,
        /// 1 for runs that end with what tells them.
        foot,
        /// ln of the records a page.
        many,
        /// Share of the records that begin with an id that has a number of its own.
        numbered,
        /// Share of the records with a date or such a number.
        marked,
        /// Share of the records that are so and stand behind thirty words that are the page's own.
        following,
        /// Share of the records with a short line beside what they say.
        signed,
        /// ln of 1 and the words of a record that are its page's own, the mean.
        said,
        /// Share of the pages where the first record or the last one says nothing beside a date.
        mute,
        /// By how much less than 0.3 of what the page says until the last record stands before the first one.
        early,
    }
}

/// What of a page is asked for over and over: sums over its leaves and elements.
#[derive(Debug)]
pub(super) struct Sums<'t, 'a> {
    tree: &'t Tree<'a>,
    leaves: Vec<LeafSums>,
    elements: Vec<ElementSums>,
    /// Which elements are in a landmark beside the content or hidden, and which in the main one.
    frame: Vec<bool>,
    main: Vec<bool>,
    hashes: Vec<u64>,
    deepest: f64,
}

/// Sums over the leaves before one.
#[derive(Clone, Copy, Debug, Default)]
struct LeafSums {
    characters: f64,
    own_long: u32,
}

/// Sums over the elements before one.
#[derive(Clone, Copy, Debug, Default)]
struct ElementSums {
    headings: u32,
    controls: u32,
}

/// A text of the page's own that says something: as long as a short sentence. Swept by nothing yet.
const LONG: f64 = 25.0;

/// A text is its page's alone when it is this rare: two pages that have it make it 1/4.
const OWN: f64 = 0.9;

impl<'t, 'a> Sums<'t, 'a> {
    pub(super) fn new(tree: &'t Tree<'a>, texts: &OwnTexts) -> Self {
        let mut leaves = vec![LeafSums::default()];
        for weight in &texts.of_leaves {
            let LeafSums { characters, own_long } = leaves[leaves.len() - 1];
            let is_long = weight.rarity > OWN && weight.characters >= LONG;
            leaves.push(LeafSums {
                characters: characters + weight.characters,
                own_long: own_long + u32::from(is_long),
            });
        }
        let roles: Vec<_> =
            tree.elements().iter().map(|element| element.attribute(tree.source, "role")).collect();
        let role = |id: ElementId| roles[id.index()].as_deref();
        let name = |id: ElementId| &*tree.element(id).name;
        let frame = tree.within(|id| is_frame(name(id), role(id)) || is_hidden(tree, id));
        let main = tree.within(|id| name(id) == "main" || role(id) == Some("main"));
        let mut sums = ElementSums::default();
        let mut elements = vec![sums];
        for element in tree.elements() {
            sums.headings += u32::from(is_heading(&element.name));
            sums.controls += u32::from(matches!(&*element.name, "input" | "button" | "label" | "textarea"));
            elements.push(sums);
        }
        let deepest = tree.elements().iter().map(|element| element.depth).max().unwrap_or_default();
        let hashes = tree.leaves().iter().map(|leaf| text(&leaf.text)).collect();
        Sums { tree, leaves, elements, frame, main, hashes, deepest: f64::from(deepest.max(1)) }
    }

    fn over(&self, leaves: &Range<u32>, of: impl Fn(&LeafSums) -> f64) -> f64 {
        of(&self.leaves[leaves.end as usize]) - of(&self.leaves[leaves.start as usize])
    }

    pub(super) fn characters(&self, leaves: &Range<u32>) -> f64 {
        self.over(leaves, |sums| sums.characters)
    }

    fn count(&self, record: &Record, of: impl Fn(&ElementSums) -> u32) -> u32 {
        of(&self.elements[record.end.index()]) - of(&self.elements[record.head.index()])
    }
}

/// Landmarks that hold what a page shows beside its content (HTML, sections; WAI-ARIA, landmark roles).
fn is_frame(name: &str, role: Option<&str>) -> bool {
    matches!(name, "nav" | "aside" | "footer" | "dialog")
        || matches!(
            role,
            Some(
                "navigation"
                    | "complementary"
                    | "contentinfo"
                    | "banner"
                    | "menu"
                    | "menubar"
                    | "dialog"
                    | "search"
            )
        )
}

/// Whether a page hides an element (HTML, the hidden attribute; CSS 2, `display`).
fn is_hidden(tree: &Tree, id: ElementId) -> bool {
    let element = tree.element(id);
    let has = |name| element.attribute(tree.source, name);
    has("hidden").is_some() || has("style").is_some_and(|style| hides(&style))
}

/// Logarithm of what may be nothing.
pub(super) fn ln(value: f64) -> f64 {
    (value + 1e-3).ln()
}

impl Evidence {
    /// What the records of a page say themselves.
    pub(super) fn new(sums: &Sums, records: &[Record], score: Score) -> Self {
        let mut evidence = Evidence {
            characters: ln(score.characters),
            fit: score.fit,
            two: flag(records.len() == 2),
            ..Evidence::default()
        };
        evidence.texts(sums, records);
        evidence.elements(sums, records);
        evidence.place(sums, records);
        evidence
    }

    /// The texts of the records.
    fn texts(&mut self, sums: &Sums, records: &[Record]) {
        self.single = share(records, |record| record.leaves.len() == 1);
        self.own_long =
            share(records, |record| sums.over(&record.leaves, |sums| f64::from(sums.own_long)) > 0.0);
        let (mut wholes, mut firsts): (HashSet<u64>, HashSet<u64>) = Default::default();
        for record in records {
            let hashes = &sums.hashes[record.leaves.start as usize..record.leaves.end as usize];
            wholes.insert(hashes.iter().fold(BASIS, |hash, &of| spread(mix(hash, of))));
            firsts.extend(hashes.first());
        }
        let n = exact(records.len() as u64);
        self.distinct = exact(wholes.len() as u64) / n;
        self.distinct_first = exact(firsts.len() as u64) / n;
        self.lengths(records.iter().map(|record| sums.characters(&record.leaves)).collect());
    }

    /// How the lengths of the records vary.
    fn lengths(&mut self, mut lengths: Vec<f64>) {
        let n = exact(lengths.len() as u64);
        let mean = lengths.iter().sum::<f64>() / n;
        let variance = lengths.iter().map(|of| (of - mean).powi(2)).sum::<f64>() / n;
        lengths.sort_by(f64::total_cmp);
        let median = lengths[lengths.len() / 2].max(1.0);
        self.variation = variance.sqrt() / mean.max(1.0);
        self.largest = (lengths[lengths.len() - 1].max(1.0) / median).ln();
        self.smallest = (lengths[0].max(1.0) / median).ln();
    }

    /// The elements of the records.
    fn elements(&mut self, sums: &Sums, records: &[Record]) {
        self.heading = share(records, |record| sums.count(record, |sums| sums.headings) > 0);
        self.one_heading = share(records, |record| sums.count(record, |sums| sums.headings) == 1);
        self.control = share(records, |record| sums.count(record, |sums| sums.controls) > 0);
        self.frame = share(records, |record| sums.frame[record.head.index()]);
        self.main = share(records, |record| sums.main[record.head.index()]);
    }

    /// Where the records stand.
    fn place(&mut self, sums: &Sums, records: &[Record]) {
        let tree = sums.tree;
        let (first, last) = (&records[0], &records[records.len() - 1]);
        let Range { start, end } = tree.elements()[0].leaves;
        let page = sums.characters(&(start..end)).max(1.0);
        let all: f64 = records.iter().map(|record| sums.characters(&record.leaves)).sum();
        self.behind = sums.characters(&(last.leaves.end..end)) / page;
        self.dense = all / sums.characters(&(first.leaves.start..last.leaves.end)).max(1.0);
        self.depth = f64::from(tree.element(first.head).depth) / sums.deepest;
        let n = exact(records.len() as u64);
        let parents = parents(tree, records);
        self.parents = exact(parents.len() as u64) / n;
        self.together = exact(parents.values().copied().max().unwrap_or_default() as u64) / n;
        self.alone = share(records, |record| parents[&tree.element(record.head).parent] == 1);
    }
}

/// The share of the records that are such.
fn share(records: &[Record], is: impl Fn(&Record) -> bool) -> f64 {
    exact(records.iter().filter(|&record| is(record)).count() as u64) / exact(records.len() as u64)
}

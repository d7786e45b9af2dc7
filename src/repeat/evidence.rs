//! The evidence for and against a candidate: a plain struct of named features.
//!
//! In: the records of a candidate, and the page. Out: its [`Evidence`], which the fitted [weights](super::weights) turn into
//! one score. This module measures the features of the records on their own page. The features that compare a candidate with
//! the other pages of the template are added in [`choice`](super::choice), those that compare it with the other candidates of
//! the page in [`rival`](super::rival) and [`holder`](super::holder).
//!
//! ```text
//! <h1>Trees</h1> <ul> <li><b>Oak</b> tall</li> <li><b>Ash</b> grey</li> </ul>
//! candidate li     two 1, single 0, distinct 1, together 1, alone 0
//! candidate b      two 1, single 1, distinct 1, together 1/2, alone 1
//! ```
//!
//! Features that span orders of magnitude are logarithms, so that the weighted sum is the logarithm of a product of powers; most
//! others are shares from 0 to 1.
//!
//! What the other pages do not change is measured once, although a page may be tried by itself, too.
//!
//! Cost: linear in the texts and elements of the records; most features are differences of prefix sums.

use super::column::Columns;
use super::record::Record;
use super::roles::Profiles;
use super::score::Score;
use crate::features::{features, flag};
use crate::page::digest::{BASIS, mix, spread, text};
use crate::page::{Element, Tree, hides, is_heading};
use crate::site::own::OwnTexts;
use crate::spectrum::exact;
use std::cell::OnceCell;
use std::ops::Range;
use std::sync::Arc;

features! {
    /// The features of a candidate.
    pub struct Evidence {
        /// ln T: the characters of a record that are in columns; texts that other pages have too count less.
        characters,
        /// Share of the records that have exactly one text.
        single,
        /// Share of the records with a text of 25 characters or more that no other page has.
        own_long,
        /// Share of the records with a heading.
        heading,
        /// Share of the records with exactly one heading.
        one_heading,
        /// Share of the records with a form control.
        control,
        /// Coefficient of variation of the lengths of the records.
        variation,
        /// ln of the length of the longest record over the median length.
        largest,
        /// ln of the length of the shortest record over the median length.
        smallest,
        /// Number of distinct records over the number of records.
        distinct,
        /// Number of distinct first texts over the number of records.
        distinct_first,
        /// Share of the page's text behind the last record.
        behind,
        /// Share of the text from the first to the last record that is in records.
        dense,
        /// Share of the gaps between records with a text that no other page has.
        between,
        /// Number of distinct parents of heads over the number of records.
        parents,
        /// Share of the records whose head has the most frequent parent.
        together,
        /// Share of the records whose parent has no other record: the parent would do as the record as well.
        alone,
        /// Mean cosine between the columns of a record and the column frequencies of all records.
        fit,
        /// Depth of the heads over the depth of the deepest element of the page.
        depth,
        /// Share of the records in navigation, complementary content or a footer, by element or role, or in hidden elements.
        frame,
        /// Share of the records in the main landmark, by element or role.
        main,
        /// 1 if there are exactly two records.
        two,
        /// Coefficient of variation of the number of records over the pages that have the candidate.
        set_variation,
        /// Mean of `characters` over the pages that have the candidate.
        set_characters,
        /// ln of the score over that of the best candidate of the page that is no holder.
        strength,
        /// ln of the mean of that ratio over all pages of the cluster, where pages without the candidate count 0.
        set_strength,
        /// The largest share of the text that is in another candidate which lies inside this one and has at least 1.5 times as many
        /// records.
        split,
        /// For candidates with the same number of records around this one: the largest share of their text that is not in this one.
        wider,
        /// ln (1 + the score of the strongest such candidate over that of this one), at most 3.
        wider_score,
        /// The same for the strongest candidate with fewer records that contains all records of this one.
        grouped_score,
        /// -ln (1 - r), where r is the share of the variation of the parts of records that their order explains, see `roles.rs`, as mean
        /// over the pages that have the candidate: little in a grid.
        set_roles,
        /// -ln (1 - the share of the variation of the records that their positions in their parents explain): much for parts of
        /// records, such as the cells of a table.
        rhythm,
        /// 1 for runs with any number of siblings of a kind.
        open,
        /// That share r on the page, of such runs.
        open_roles,
        /// 1 if a record is every so many siblings of one name.
        every,
        /// That share r on the page, of such records.
        every_roles,
        /// 1 if this candidate only holds a list: by the rules of `holder.rs`.
        holder,
        /// ln of the share of the pages' own text that is in the records. From here on, the features are of threads only. Logarithms
        /// of shares are at least ln 0.05.
        coverage,
        /// ln of (S - 1), where S sums, over the tokens that occur once in most records, the square of the share of records
        /// with the token.
        template,
        /// ln (1 - 1/E), where E is the effective number of records per page, (sum of root u)^2 / sum of u for the weights u of the
        /// records, each plus 1 for a date. The first record of a page repeats nothing.
        repeats,
        /// ln of the share of the records with unlinked text of the page's own.
        speaking,
        /// ln of the share of the pages that have records.
        pages,
        /// Share of the texts with a date that are in the records.
        dates,
        /// Share of the records with a text that begins or ends with a date.
        dated,
        /// Share of the records with exactly one such text.
        once,
        /// Mean over the records of ln of the number of texts.
        texts,
        /// Mean over the records of ln (1 + the unlinked words that no other page has, dates apart).
        said,
        /// The same for the longest text of a record.
        longest,
        /// Share of the records without such words.
        silent,
        /// ln of the number of records per page that has some.
        many,
        /// 1 for runs of siblings.
        run,
        /// Share of the words of the records that are in links.
        linked,
        /// Share of the words of the records that other pages have.
        common,
        /// Share of the records that end with a heading or a `dt`, which belong to what follows.
        hanging,
        /// ln of the number of records of the largest candidate that covers this one and has more records, over the number of
        /// records here; 0 if there is none.
        outdone,
        /// Always 1: the intercept. From here on, the features are of comments only, which a page need not have.
        some,
        /// 1 if the set has one page.
        lone,
        /// 1 for runs of siblings that end with the element that identifies them, see
        /// [`Border::Foot`](super::record::Border::Foot).
        foot,
        /// Share of the records that begin with an id with a number that no other record has.
        numbered,
        /// Share of the records with such a number or a date, each record weighted by the number of the page's own words before the
        /// first record over 30, at most 1.
        following,
        /// Share of the pages whose first or last record has no text but a date.
        mute,
        /// By how much the share before the first record is below 0.3, of the page's own text before and in the records.
        early,
        /// Mean over the pages of W / (W + R), for W own words before the first record and R own words in a record.
        opening,
        /// Share of the page's own text in and behind the records that is behind the last one.
        closing,
        /// Share of the pages on which a heading, or an unlinked text that other pages have, is right before the first record.
        labelled,
        /// The same for headings that other pages have or that contain a number.
        titled,
        /// Share of the page's own text before the records that is in elements of other paths than the texts of the records.
        apart,
        /// 1 if the records are alike in nothing but their heads, and have no dates: only a label before them tells them.
        bare,
        /// `titled` of such records, for headings that other pages have.
        bare_titled,
        /// Share of the pages on which the only number in one of the three texts before the first record is the number of records.
        counted,
        /// 1 for a single record.
        only,
        /// Mean over the records of ln (1 + the fewest words before or after a date of a text): few in a signature.
        beside,
    }
}

/// Distinct records, with what no other page changes.
pub(super) struct RecordSet<'c> {
    pub(super) records: &'c Arc<[Record]>,
    pub(super) columns: Columns,
    /// Whether all their candidates have forms that any siblings have.
    pub(super) is_free: bool,
    /// Their evidence but for what the weights of the texts and the other candidates change, once it is needed.
    pub(super) evidence: OnceCell<Evidence>,
}

/// Records with their score.
pub(super) type ScoredSet<'s, 'c> = (&'s RecordSet<'c>, Score);

/// Prefix sums over the elements of a page, and what else the features are computed from that no other page changes.
#[derive(Debug)]
pub(super) struct PageSums<'t, 'a> {
    tree: &'t Tree<'a>,
    elements: Vec<ElementSums>,
    /// Whether each element is hidden or in a landmark beside the main content, and whether it is in the main landmark.
    frame: Vec<bool>,
    main: Vec<bool>,
    hashes: Vec<u64>,
    profiles: &'t Profiles<'t, 'a>,
    deepest: f64,
}

/// Prefix sums over the leaves of a page.
#[derive(Debug)]
pub(super) struct TextSums(Vec<LeafSums>);

/// Prefix sums: over the leaves before one.
#[derive(Clone, Copy, Debug, Default)]
struct LeafSums {
    characters: f64,
    own: u32,
    own_long: u32,
}

/// Prefix sums: over the elements before one.
#[derive(Clone, Copy, Debug, Default)]
struct ElementSums {
    headings: u32,
    controls: u32,
}

/// The fewest characters of a long text: the length of a short sentence. Not swept.
const LONG: f64 = 25.0;

/// The least rarity of a text that only one page has: with two pages it is 1/4.
const OWN: f64 = 0.9;

impl TextSums {
    pub(super) fn new(texts: &OwnTexts) -> Self {
        let mut leaves = vec![LeafSums::default()];
        for weight in &texts.of_leaves {
            let mut sums = leaves[leaves.len() - 1];
            let is_own = weight.rarity > OWN;
            sums.characters += weight.characters;
            sums.own += u32::from(is_own);
            sums.own_long += u32::from(is_own && weight.characters >= LONG);
            leaves.push(sums);
        }
        TextSums(leaves)
    }

    fn over(&self, leaves: &Range<u32>, of: impl Fn(&LeafSums) -> f64) -> f64 {
        of(&self.0[leaves.end as usize]) - of(&self.0[leaves.start as usize])
    }

    pub(super) fn characters(&self, leaves: &Range<u32>) -> f64 {
        self.over(leaves, |sums| sums.characters)
    }
}

impl<'t, 'a> PageSums<'t, 'a> {
    pub(super) fn new(tree: &'t Tree<'a>, profiles: &'t Profiles<'t, 'a>) -> Self {
        let shown: Vec<Shown> = tree.elements().iter().map(|element| Shown::new(tree, element)).collect();
        let frame = tree.within(|id| shown[id.index()].is_beside);
        let main = tree.within(|id| shown[id.index()].is_main);
        let mut sums = ElementSums::default();
        let mut elements = vec![sums];
        for element in tree.elements() {
            sums.headings += u32::from(is_heading(&element.name));
            sums.controls += u32::from(matches!(&*element.name, "input" | "button" | "label" | "textarea"));
            elements.push(sums);
        }
        let deepest = tree.elements().iter().map(|element| element.depth).max().unwrap_or_default();
        let hashes = tree.leaves().iter().map(|leaf| text(&leaf.text)).collect();
        PageSums { tree, elements, frame, main, hashes, profiles, deepest: f64::from(deepest.max(1)) }
    }

    fn count(&self, record: &Record, of: impl Fn(&ElementSums) -> u32) -> u32 {
        of(&self.elements[record.end.index()]) - of(&self.elements[record.head.index()])
    }
}

/// What an element says of the text in it.
struct Shown {
    /// It is hidden (HTML, the hidden attribute; CSS 2, `display`), or a landmark beside the main content.
    is_beside: bool,
    /// It is the main landmark.
    is_main: bool,
}

impl Shown {
    fn new(tree: &Tree, element: &Element) -> Self {
        let (mut role, mut is_hidden) = (None, false);
        for attribute in element.attributes(tree.source) {
            if role.is_none() && attribute.name.eq_ignore_ascii_case("role") {
                role = attribute.value.map(htmlize::unescape_attribute);
            }
            is_hidden |= hides(&attribute);
        }
        let (name, role) = (&*element.name, role.as_deref());
        Shown {
            is_beside: is_hidden || is_frame(name, role),
            is_main: name == "main" || role == Some("main"),
        }
    }
}

/// Whether an element is a landmark beside the main content (HTML, sections; WAI-ARIA, landmark roles).
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

/// The logarithm of a value that may be 0.
pub(super) fn ln(value: f64) -> f64 {
    (value + 1e-3).ln()
}

impl Evidence {
    /// The features of records by themselves that no other page changes.
    pub(super) fn new(sums: &PageSums, records: &[Record]) -> Self {
        let mut evidence = Evidence {
            two: flag(records.len() == 2),
            // The mean over the pages is taken once all are read.
            set_roles: sums.profiles.of_parts(records),
            rhythm: -ln(1.0 - sums.profiles.of_positions(records)),
            ..Evidence::default()
        };
        evidence.texts(sums, records);
        evidence.elements(sums, records);
        evidence.position(sums, records);
        evidence
    }

    /// Sets the features that the weights of the texts change.
    pub(super) fn weigh(&mut self, tree: &Tree, sums: &TextSums, records: &[Record], score: Score) {
        self.characters = ln(score.characters);
        self.fit = score.fit;
        self.own_long =
            share(records, |record| sums.over(&record.leaves, |sums| f64::from(sums.own_long)) > 0.0);
        let lengths: Vec<f64> = records.iter().map(|record| sums.characters(&record.leaves)).collect();
        let (first, last) = (&records[0], &records[records.len() - 1]);
        let Range { start, end } = tree.elements()[0].leaves;
        let page = sums.characters(&(start..end)).max(1.0);
        self.behind = sums.characters(&(last.leaves.end..end)) / page;
        let all: f64 = lengths.iter().sum();
        let is_told = |pair: &[Record]| {
            let gap = pair[0].leaves.end..pair[1].leaves.start.max(pair[0].leaves.end);
            sums.over(&gap, |sums| f64::from(sums.own)) > 0.0
        };
        let told = records.windows(2).filter(|pair| is_told(pair)).count();
        self.between = exact(told as u64) / exact((records.len() - 1).max(1) as u64);
        self.dense = all / sums.characters(&(first.leaves.start..last.leaves.end)).max(1.0);
        self.lengths(lengths);
    }

    /// Sets the features of the texts of the records.
    fn texts(&mut self, sums: &PageSums, records: &[Record]) {
        self.single = share(records, |record| record.leaves.len() == 1);
        let hashes = |record: &Record| &sums.hashes[record.leaves.start as usize..record.leaves.end as usize];
        let whole = |record| hashes(record).iter().fold(BASIS, |hash, &of| spread(mix(hash, of)));
        let n = exact(records.len() as u64);
        self.distinct = distinct(records.iter().map(whole)) / n;
        self.distinct_first =
            distinct(records.iter().filter_map(|record| hashes(record).first().copied())) / n;
    }

    /// Sets the features of the variation of the lengths of the records.
    fn lengths(&mut self, mut lengths: Vec<f64>) {
        let n = exact(lengths.len() as u64);
        let mean = lengths.iter().sum::<f64>() / n;
        let variance = lengths.iter().map(|of| (of - mean).powi(2)).sum::<f64>() / n;
        lengths.sort_unstable_by(f64::total_cmp);
        let median = lengths[lengths.len() / 2].max(1.0);
        self.variation = variance.sqrt() / mean.max(1.0);
        self.largest = (lengths[lengths.len() - 1].max(1.0) / median).ln();
        self.smallest = (lengths[0].max(1.0) / median).ln();
    }

    /// Sets the features of the elements of the records.
    fn elements(&mut self, sums: &PageSums, records: &[Record]) {
        self.heading = share(records, |record| sums.count(record, |sums| sums.headings) > 0);
        self.one_heading = share(records, |record| sums.count(record, |sums| sums.headings) == 1);
        self.control = share(records, |record| sums.count(record, |sums| sums.controls) > 0);
        self.frame = share(records, |record| sums.frame[record.head.index()]);
        self.main = share(records, |record| sums.main[record.head.index()]);
    }

    /// Sets the features of the position of the records on the page.
    fn position(&mut self, sums: &PageSums, records: &[Record]) {
        let tree = sums.tree;
        self.depth = f64::from(tree.element(records[0].head).depth) / sums.deepest;
        let n = exact(records.len() as u64);
        // Heads with the same parent are adjacent, since all heads have the same depth.
        let parent = |record: &Record| tree.element(record.head).parent;
        let of_parents = || records.chunk_by(|a, b| parent(a) == parent(b)).map(<[_]>::len);
        self.parents = exact(of_parents().count() as u64) / n;
        self.together = exact(of_parents().max().unwrap_or_default() as u64) / n;
        self.alone = exact(of_parents().filter(|&records| records == 1).count() as u64) / n;
    }
}

/// How many different values there are.
fn distinct(values: impl Iterator<Item = u64>) -> f64 {
    let mut values: Vec<u64> = values.collect();
    values.sort_unstable();
    values.dedup();
    exact(values.len() as u64)
}

/// The share of the records for which `is` holds.
fn share(records: &[Record], is: impl Fn(&Record) -> bool) -> f64 {
    exact(records.iter().filter(|&record| is(record)).count() as u64) / exact(records.len() as u64)
}

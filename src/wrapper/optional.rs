//! Parts that only some pages have.
//!
//! A gap without anchors may hold a part that some of its stretches have and others lack. What tells one is a label, a
//! text that recurs in a place where texts recur, or a tag with attributes. The string with such that most stretches
//! have splits the gap: it is aligned among those that have it, and what is left and right of it among all.
//!
//! ```text
//! <h2>Note</h2> <p>a    <h2>Note</h2> <p>b    <h2>Grade</h2> <p>1    <h2>Grade</h2> <p>4
//! texts in h2   Note twice, Grade twice: labels;      texts in p   each once: values
//! ```

use super::align::{Pages, Step, Stretch, Tuple};
use super::anchor::{Letter, Once, Symbol, Texts, is_formatting, letters, once, tuples};
use crate::measure::a_few;
use hashbrown::{HashMap, HashSet};
use std::ops::Range;

/// Texts of one place are labels if at most this share of their occurrences are of texts on one page only: values are
/// seldom shared, labels nearly always.
const ALONE: f64 = 0.8;

/// What stands before and behind a text.
type Context = (Option<Symbol>, Option<Symbol>);

impl Pages<'_> {
    /// Splits stretches by the optional part that most of them have.
    pub(super) fn optional(&self, stretches: &[Stretch]) -> Option<Step> {
        let least = a_few(stretches.len());
        if stretches.iter().filter(|stretch| !stretch.nodes.is_empty()).count() < least {
            return None;
        }
        let exact = self.strings(stretches, Texts::Exact);
        let labels = self.labels(stretches, &exact, least);
        let strings = with_labels(&exact, &labels);
        let mut candidates: Vec<Once> = once(&strings, least);
        candidates.retain(|once| self.tells_a_part(stretches, &strings, once));
        candidates.sort_by_key(|once| (std::cmp::Reverse((once.at.len(), once.len)), once.at[0]));
        candidates.iter().find_map(|once| self.split_by(stretches, &strings, once))
    }

    /// Splits stretches of which so few are not empty that no part can be shared by enough pages, by the first of the
    /// elements there that attributes tell.
    pub(super) fn rare(&self, stretches: &[Stretch]) -> Option<Step> {
        if stretches.iter().filter(|stretch| !stretch.nodes.is_empty()).count() >= a_few(stretches.len()) {
            return None;
        }
        let strings = self.strings(stretches, Texts::Exact);
        let told = |(number, stretch): (u32, &Stretch)| {
            let page = self.page(stretch);
            let mut tops = page.top(stretch.nodes.clone());
            let first =
                tops.find(|&node| !page.is_text(node) && self.attributed[page.node(node).symbol as usize])?;
            let at = strings[number as usize].iter().position(|letter| letter.node == first)?;
            Some(Once { at: vec![(number, u32::try_from(at).ok()?)], len: 1 })
        };
        let once = (0..).zip(stretches).find_map(told)?;
        self.split_by(stretches, &strings, &once)
    }

    /// Whether a text that recurs in a place where texts recur stands in a child of the stretches together with another
    /// text, which it can be the label of.
    pub(super) fn has_labels(&self, stretches: &[Stretch]) -> bool {
        let strings = self.strings(stretches, Texts::Exact);
        let labels = self.labels(stretches, &strings, a_few(stretches.len()));
        stretches.iter().zip(&strings).any(|(stretch, string)| {
            let page = self.page(stretch);
            let is_label = |at: &usize| labels.contains(&(context(string, *at), string[*at].symbol));
            let mut children = page.top(stretch.nodes.clone());
            (0..string.len()).filter(is_label).any(|at| {
                let label = string[at].node;
                let child = children.by_ref().find(|&child| label < page.node(child).end);
                child.is_some_and(|child| page.inside(child).filter(|&node| page.is_text(node)).count() > 1)
            })
        })
    }

    fn strings(&self, stretches: &[Stretch], texts: Texts) -> Vec<Vec<Letter>> {
        stretches.iter().map(|stretch| letters(self.page(stretch), stretch, texts)).collect()
    }

    /// The labels with their contexts.
    fn labels(
        &self,
        stretches: &[Stretch],
        strings: &[Vec<Letter>],
        least: usize,
    ) -> HashSet<(Context, Symbol)> {
        let after_label = self.are_after_a_label(stretches);
        // Of each text of a context the last stretch with it, and how many have it.
        let mut pages: HashMap<Context, HashMap<Symbol, (usize, usize)>> = HashMap::new();
        for (number, string) in strings.iter().enumerate() {
            let texts = (0..string.len()).filter(|&at| matches!(string[at].symbol, Symbol::Text(_)));
            for at in texts.skip(usize::from(after_label)) {
                let in_context = pages.entry(context(string, at)).or_default();
                let (latest, stretches) = in_context.entry(string[at].symbol).or_insert((number, 1));
                *stretches += usize::from(*latest != number);
                *latest = number;
            }
        }
        let mut labels = HashSet::new();
        for (context, texts) in pages {
            let alone = texts.values().filter(|(_, pages)| *pages == 1).count();
            let all: usize = texts.values().map(|(_, pages)| pages).sum();
            if crate::spectrum::exact(alone as u64) <= ALONE * crate::spectrum::exact(all as u64) {
                let often = texts.into_iter().filter(|(_, (_, pages))| *pages >= least);
                labels.extend(often.map(|(text, _)| (context, text)));
            }
        }
        labels
    }

    /// Whether the last text before all stretches is the same: then the first text in them is what it announces.
    fn are_after_a_label(&self, stretches: &[Stretch]) -> bool {
        let mut label = None;
        stretches.iter().filter(|stretch| !stretch.nodes.is_empty()).all(|stretch| {
            let texts = &self.texts[stretch.page as usize];
            let before = texts.partition_point(|&text| text < stretch.nodes.start).checked_sub(1);
            before.is_some_and(|before| {
                let symbol = self.page(stretch).node(texts[before]).symbol;
                *label.get_or_insert(symbol) == symbol
            })
        })
    }

    /// Whether a string has a label together with a tag, or a tag with attributes.
    fn tells_a_part(&self, stretches: &[Stretch], strings: &[Vec<Letter>], once: &Once) -> bool {
        let (string, begin) = once.at[0];
        let page = self.page(&stretches[string as usize]);
        let letters = &strings[string as usize][begin as usize..(begin + once.len) as usize];
        let mut tags =
            letters.iter().filter(|letter| matches!(letter.symbol, Symbol::Start(_) | Symbol::End(_)));
        let labelled = letters.iter().any(|letter| matches!(letter.symbol, Symbol::Text(_)));
        let attributed = |letter: &Letter| matches!(letter.symbol, Symbol::Start(symbol) if self.attributed[symbol as usize]);
        labelled && tags.clone().any(|letter| !page.name(letter.node).is_some_and(is_formatting))
            || tags.any(attributed)
    }

    /// The parts left of a string and those that it is of; what is right of it is left to look at.
    fn split_by(&self, stretches: &[Stretch], strings: &[Vec<Letter>], once: &Once) -> Option<Step> {
        let with: Vec<Stretch> =
            once.at.iter().map(|&(number, _)| stretches[number as usize].clone()).collect();
        let evidence: Vec<Tuple> = tuples(strings, once).collect();
        let chain = self.chain(&with, &evidence);
        let (first, last) = (chain.first()?, chain.last()?);
        let mut block = with;
        let mut nodes = vec![None; stretches.len()];
        for (i, &(number, _)) in once.at.iter().enumerate() {
            block[i].nodes = first.top[i]..self.page(&block[i]).node(last.top[i]).end;
            nodes[number as usize] = Some(block[i].nodes.clone());
        }
        let [left, right] = self.beside(stretches, &nodes);
        let mut found = self.align(&left, Vec::new());
        Self::add(&mut found, self.align(&block, evidence));
        Some(Step { found, rest: Some(right) })
    }

    /// What is left and right of the nodes that some stretches have.
    pub(super) fn beside(&self, stretches: &[Stretch], nodes: &[Option<Range<u32>>]) -> [Vec<Stretch>; 2] {
        let (mut left, mut right) = (stretches.to_vec(), stretches.to_vec());
        let (mut before, mut behind) = (Bag::default(), Bag::default());
        for (number, nodes) in nodes.iter().enumerate() {
            let Some(nodes) = nodes else { continue };
            left[number].nodes.end = nodes.start;
            right[number].nodes.start = nodes.end;
            before.add(self, &left[number]);
            behind.add(self, &right[number]);
        }
        for number in (0..stretches.len()).filter(|&number| nodes[number].is_none()) {
            let at = self.parting(&stretches[number], &before, &behind);
            left[number].nodes.end = at;
            right[number].nodes.start = at;
        }
        [left, right]
    }

    /// Where a stretch without the part is to be parted, so that what is left of it is like what others have before the
    /// part and what is right of it like what they have behind.
    fn parting(&self, stretch: &Stretch, before: &Bag, behind: &Bag) -> u32 {
        let page = self.page(stretch);
        let mut best = (0, stretch.nodes.start);
        let mut gain = 0;
        for top in page.top(stretch.nodes.clone()) {
            let end = page.node(top).end;
            for node in top..end {
                let symbol = page.node(node).symbol;
                gain += before.count(symbol) - behind.count(symbol);
            }
            if gain > best.0 {
                best = (gain, end);
            }
        }
        best.1
    }
}

/// The symbols of some stretches with the number of stretches that have them.
#[derive(Default)]
struct Bag(HashMap<u32, i64>);

impl Bag {
    fn add(&mut self, pages: &Pages, stretch: &Stretch) {
        let page = pages.page(stretch);
        let symbols: HashSet<u32> = stretch.nodes.clone().map(|node| page.node(node).symbol).collect();
        for symbol in symbols {
            *self.0.entry(symbol).or_default() += 1;
        }
    }

    fn count(&self, symbol: u32) -> i64 {
        self.0.get(&symbol).copied().unwrap_or_default()
    }
}

fn context(string: &[Letter], at: usize) -> Context {
    let blurred = |letter: &Letter| match letter.symbol {
        Symbol::Text(_) => Symbol::SomeText,
        other => other,
    };
    (at.checked_sub(1).map(|before| blurred(&string[before])), string.get(at + 1).map(blurred))
}

/// The strings with all texts alike but for labels.
fn with_labels(strings: &[Vec<Letter>], labels: &HashSet<(Context, Symbol)>) -> Vec<Vec<Letter>> {
    let blur = |string: &Vec<Letter>| {
        (0..string.len())
            .map(|at| match string[at].symbol {
                Symbol::Text(_) if !labels.contains(&(context(string, at), string[at].symbol)) => {
                    Letter { symbol: Symbol::SomeText, ..string[at] }
                }
                _ => string[at],
            })
            .collect()
    };
    strings.iter().map(blur).collect()
}

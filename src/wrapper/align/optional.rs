//! Optional parts: parts that only some pages have.
//!
//! In: stretches without anchors. Out: the part that most of them have, aligned among those that have it, and the
//! rest to its left and to its right, aligned among all.
//!
//! An optional part is recognized by a string that holds a tag with attributes, or a label together with a tag. A
//! label is a text that recurs in a context (the tokens before and after it) where most occurrences are of texts that
//! recur.
//!
//! ```text
//! <h2>Note</h2> <p>a    <h2>Note</h2> <p>b    <h2>Grade</h2> <p>1    <h2>Grade</h2> <p>4
//! texts in h2   Note twice, Grade twice: labels;      texts in p   each once: values
//! ```

use crate::measure::{a_few, is_number};
use crate::wrapper::align::anchor::{
    StretchToken, TextMatch, TokenSymbol, UniqueString, stretch_tokens, tuples, unique_strings,
};
use crate::wrapper::align::{PartialAlignment, Stretch, TemplatePages, Tuple};
use crate::wrapper::page::node::is_formatting;
use hashbrown::{HashMap, HashSet};
use std::ops::Range;

/// Texts with one context are labels if at most this share of their occurrences are of texts in one stretch only:
/// values are seldom shared, labels nearly always.
const MAX_SINGLE_SHARE: f64 = 0.8;

/// The tokens before and after a text.
type Context = (Option<TokenSymbol>, Option<TokenSymbol>);

impl TemplatePages<'_> {
    /// Splits stretches by the optional part that most of them have, if there is one.
    pub(in crate::wrapper) fn optional(&self, stretches: &[Stretch]) -> Option<PartialAlignment> {
        let least = a_few(stretches.len());
        if stretches.iter().filter(|stretch| !stretch.nodes.is_empty()).count() < least {
            return None;
        }
        let exact = self.strings(stretches, TextMatch::Exact);
        let labels = self.labels(stretches, &exact, least);
        let strings = with_labels(&exact, &labels);
        let mut candidates: Vec<UniqueString> = unique_strings(&strings, least);
        candidates.retain(|unique| self.marks_a_part(stretches, &strings, unique));
        candidates.sort_by_key(|unique| (std::cmp::Reverse((unique.at.len(), unique.len)), unique.at[0]));
        candidates.iter().find_map(|unique| self.split_by(stretches, &strings, unique))
    }

    /// Splits stretches by the first element with attributes in any of them, if so few are not empty that they cannot
    /// share a part.
    pub(in crate::wrapper) fn rare(&self, stretches: &[Stretch]) -> Option<PartialAlignment> {
        if stretches.iter().filter(|stretch| !stretch.nodes.is_empty()).count() >= a_few(stretches.len()) {
            return None;
        }
        let strings = self.strings(stretches, TextMatch::Exact);
        let first_attributed = |(number, stretch): (u32, &Stretch)| {
            let page = self.page(stretch);
            let mut tops = page.top(stretch.nodes.clone());
            let first =
                tops.find(|&node| !page.is_text(node) && self.attributed[page.node(node).symbol as usize])?;
            let at = strings[number as usize].iter().position(|token| token.node == first)?;
            Some(UniqueString { at: vec![(number, u32::try_from(at).ok()?)], len: 1 })
        };
        let unique = (0..).zip(stretches).find_map(first_attributed)?;
        self.split_by(stretches, &strings, &unique)
    }

    /// Whether a label and another text, its value, are in the same child of a stretch's element.
    pub(in crate::wrapper) fn has_labels(&self, stretches: &[Stretch]) -> bool {
        let strings = self.strings(stretches, TextMatch::Exact);
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

    /// The stretches as strings of tokens.
    fn strings(&self, stretches: &[Stretch], texts: TextMatch) -> Vec<Vec<StretchToken>> {
        stretches.iter().map(|stretch| stretch_tokens(self.page(stretch), stretch, texts)).collect()
    }

    /// The texts that are labels, each with its context.
    fn labels(
        &self,
        stretches: &[Stretch],
        strings: &[Vec<StretchToken>],
        least: usize,
    ) -> HashSet<(Context, TokenSymbol)> {
        let after_label = self.are_after_a_label(stretches);
        // For each text with a context the last stretch that has it, and how many have it.
        let mut pages: HashMap<Context, HashMap<TokenSymbol, (usize, usize)>> = HashMap::new();
        for (number, string) in strings.iter().enumerate() {
            let page = self.page(&stretches[number]);
            let texts = (0..string.len()).filter(|&at| matches!(string[at].symbol, TokenSymbol::Text(_)));
            let texts = texts.skip(usize::from(after_label));
            // A number that recurs is a value of several pages, and no label.
            for at in texts.filter(|&at| !page.text(string[at].node).is_some_and(is_number)) {
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
            if crate::spectrum::exact(alone as u64) <= MAX_SINGLE_SHARE * crate::spectrum::exact(all as u64) {
                let often = texts.into_iter().filter(|(_, (_, pages))| *pages >= least);
                labels.extend(often.map(|(text, _)| (context, text)));
            }
        }
        labels
    }

    /// Whether the last text before each stretch is the same: then it is a label for the first text in the stretch.
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

    /// Whether a string identifies an optional part: it has a label together with a tag, or a tag with attributes.
    fn marks_a_part(
        &self,
        stretches: &[Stretch],
        strings: &[Vec<StretchToken>],
        unique: &UniqueString,
    ) -> bool {
        let (string, begin) = unique.at[0];
        let page = self.page(&stretches[string as usize]);
        let tokens = &strings[string as usize][begin as usize..(begin + unique.len) as usize];
        let mut tags =
            tokens.iter().filter(|token| matches!(token.symbol, TokenSymbol::Start(_) | TokenSymbol::End(_)));
        let labelled = tokens.iter().any(|token| matches!(token.symbol, TokenSymbol::Text(_)));
        let attributed = |token: &StretchToken| matches!(token.symbol, TokenSymbol::Start(symbol) if self.attributed[symbol as usize]);
        labelled && tags.clone().any(|token| !page.name(token.node).is_some_and(is_formatting))
            || tags.any(attributed)
    }

    /// Aligns the parts to the left of a string and the siblings that contain it; what is to the right is the rest.
    fn split_by(
        &self,
        stretches: &[Stretch],
        strings: &[Vec<StretchToken>],
        unique: &UniqueString,
    ) -> Option<PartialAlignment> {
        let with: Vec<Stretch> =
            unique.at.iter().map(|&(number, _)| stretches[number as usize].clone()).collect();
        let evidence: Vec<Tuple> = tuples(strings, unique).collect();
        let chain = self.chain(&with, &evidence);
        let (first, last) = (chain.first()?, chain.last()?);
        let mut block = with;
        let mut nodes = vec![None; stretches.len()];
        for (i, &(number, _)) in unique.at.iter().enumerate() {
            block[i].nodes = first.top[i]..self.page(&block[i]).node(last.top[i]).end;
            nodes[number as usize] = Some(block[i].nodes.clone());
        }
        let [left, right] = self.left_and_right(stretches, &nodes);
        let mut found = self.align(&left, Vec::new());
        Self::add(&mut found, self.align(&block, evidence));
        Some(PartialAlignment { found, rest: Some(right) })
    }

    /// The stretches to the left and to the right of these nodes. A stretch without such nodes is split where it fits
    /// best.
    pub(in crate::wrapper) fn left_and_right(
        &self,
        stretches: &[Stretch],
        nodes: &[Option<Range<u32>>],
    ) -> [Vec<Stretch>; 2] {
        let (mut left, mut right) = (stretches.to_vec(), stretches.to_vec());
        let (mut before, mut after) = (SymbolFrequencies::default(), SymbolFrequencies::default());
        for (number, nodes) in nodes.iter().enumerate() {
            let Some(nodes) = nodes else { continue };
            left[number].nodes.end = nodes.start;
            right[number].nodes.start = nodes.end;
            before.add(self, &left[number]);
            after.add(self, &right[number]);
        }
        for number in (0..stretches.len()).filter(|&number| nodes[number].is_none()) {
            let at = self.split_point(&stretches[number], &before, &after);
            left[number].nodes.end = at;
            right[number].nodes.start = at;
        }
        [left, right]
    }

    /// Where to split a stretch without the part, so that its left side is like what others have before the part, and
    /// its right side like what they have after it.
    fn split_point(&self, stretch: &Stretch, before: &SymbolFrequencies, after: &SymbolFrequencies) -> u32 {
        let page = self.page(stretch);
        let mut best = (0, stretch.nodes.start);
        let mut gain = 0;
        for top in page.top(stretch.nodes.clone()) {
            let end = page.node(top).end;
            for node in top..end {
                let symbol = page.node(node).symbol;
                gain += before.count(symbol) - after.count(symbol);
            }
            if gain > best.0 {
                best = (gain, end);
            }
        }
        best.1
    }
}

/// For each symbol the number of stretches that have it.
#[derive(Default)]
struct SymbolFrequencies(HashMap<u32, i64>);

impl SymbolFrequencies {
    fn add(&mut self, pages: &TemplatePages, stretch: &Stretch) {
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

/// The tokens around a position, texts without their words.
fn context(string: &[StretchToken], at: usize) -> Context {
    let blurred = |token: &StretchToken| match token.symbol {
        TokenSymbol::Text(_) => TokenSymbol::SomeText,
        other => other,
    };
    (at.checked_sub(1).map(|before| blurred(&string[before])), string.get(at + 1).map(blurred))
}

/// The strings with all texts replaced by [`TokenSymbol::SomeText`], except labels.
fn with_labels(
    strings: &[Vec<StretchToken>],
    labels: &HashSet<(Context, TokenSymbol)>,
) -> Vec<Vec<StretchToken>> {
    let blur = |string: &Vec<StretchToken>| {
        (0..string.len())
            .map(|at| match string[at].symbol {
                TokenSymbol::Text(_) if !labels.contains(&(context(string, at), string[at].symbol)) => {
                    StretchToken { symbol: TokenSymbol::SomeText, ..string[at] }
                }
                _ => string[at],
            })
            .collect()
    };
    strings.iter().map(blur).collect()
}

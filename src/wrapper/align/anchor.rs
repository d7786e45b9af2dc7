//! Anchors: strings of tags and texts that occur exactly once in every stretch, in the same order and inside the same
//! elements.
//!
//! In: stretches ([`align`](crate::wrapper::align)). Out: one child of each stretch's element per anchored part, with the
//! anchors inside it.
//!
//! Each stretch is written as a string of start tags, texts and end tags. The suffix index over these strings lists
//! the maximal strings that occur in every stretch and in none twice. Each token of such a string corresponds to one
//! node per stretch. The elements around these nodes, up to the border of the stretches, must have the same names
//! everywhere. So each anchor votes for a tuple of children as the same part; where votes contradict each other, the
//! tuple with more votes wins.

use crate::index::{Index, Memory, Rank, Text};
use crate::spectrum::DocumentTally;
use crate::wrapper::align::{Link, Stretch, TemplatePages, Tuple};
use crate::wrapper::page::node::{Node, Page, is_formatting};
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// How the texts of two pages are compared.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::wrapper) enum TextMatch {
    /// Texts match if they are the same.
    Exact,
    /// Any text matches any other.
    Alike,
}

/// A token of a stretch's string, with the node that it comes from.
#[derive(Clone, Copy, Debug)]
pub(in crate::wrapper) struct StretchToken {
    pub(in crate::wrapper) symbol: TokenSymbol,
    pub(in crate::wrapper) node: u32,
}

/// The kind of a token, with the symbol of its node.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(in crate::wrapper) enum TokenSymbol {
    Start(u32),
    Text(u32),
    /// A text, whatever its words.
    SomeText,
    End(u32),
}

/// Writes a stretch as a string of tokens.
pub(in crate::wrapper) fn stretch_tokens(
    page: &Page,
    stretch: &Stretch,
    texts: TextMatch,
) -> Vec<StretchToken> {
    let mut tokens = Vec::with_capacity(2 * stretch.nodes.len());
    let mut open: Vec<u32> = Vec::new();
    for node in stretch.nodes.clone() {
        close(page, &mut open, node, &mut tokens);
        let symbol = page.node(node).symbol;
        let symbol = match (page.is_text(node), texts) {
            (false, _) => TokenSymbol::Start(symbol),
            (true, TextMatch::Exact) => TokenSymbol::Text(symbol),
            (true, TextMatch::Alike) => TokenSymbol::SomeText,
        };
        tokens.push(StretchToken { symbol, node });
        if !page.is_text(node) {
            open.push(node);
        }
    }
    close(page, &mut open, stretch.nodes.end, &mut tokens);
    tokens
}

/// Writes the end tags of the open elements that end before a node.
fn close(page: &Page, open: &mut Vec<u32>, before: u32, tokens: &mut Vec<StretchToken>) {
    while let Some(&node) = open.last().filter(|&&node| page.node(node).end <= before) {
        tokens.push(StretchToken { symbol: TokenSymbol::End(page.node(node).symbol), node });
        open.pop();
    }
}

/// A string that occurs at most once in each stretch.
#[derive(Debug)]
pub(in crate::wrapper) struct UniqueString {
    /// The stretches that have it, ascending, each with the offset where it begins there.
    pub(in crate::wrapper) at: Vec<(u32, u32)>,
    pub(in crate::wrapper) len: u32,
}

/// The maximal strings that occur in at least `least` of these strings and in none of them twice.
pub(in crate::wrapper) fn unique_strings(strings: &[Vec<StretchToken>], least: usize) -> Vec<UniqueString> {
    let mut numbers: HashMap<TokenSymbol, u32> = HashMap::new();
    let mut number = |symbol: TokenSymbol| {
        let next = u32::try_from(numbers.len()).expect("fewer symbols than bytes") + 1;
        *numbers.entry(symbol).or_insert(next)
    };
    let documents: Vec<Vec<u32>> =
        strings.iter().map(|tokens| tokens.iter().map(|token| number(token.symbol)).collect()).collect();
    let text = Text::from_numbers(&documents).expect("stretches are shorter than what was read");
    let index = Index::new(text, Memory::Fast);
    let text = index.text();
    let mut found: Vec<UniqueString> = index
        .intervals()
        .tally(DocumentTally::new(index.text()))
        .filter(|interval| interval.tally == 0 && interval.frequency() as usize >= least)
        .map(|interval| {
            let mut at: Vec<(u32, u32)> = interval
                .ranks()
                .map(|rank| {
                    let place = index.pos(Rank(rank));
                    let document = text.document(place);
                    (document, place.0 - text.range(document).start)
                })
                .collect();
            at.sort_unstable();
            UniqueString { at, len: interval.depth }
        })
        .filter(|unique| !extends_left(strings, unique))
        .collect();
    found.sort_by(|a, b| a.at.cmp(&b.at).then(b.len.cmp(&a.len)));
    found
}

/// Whether the same token precedes all occurrences of a string, so that the string is not maximal.
fn extends_left(strings: &[Vec<StretchToken>], unique: &UniqueString) -> bool {
    let before = |&(string, at): &(u32, u32)| {
        at.checked_sub(1).map(|before| strings[string as usize][before as usize].symbol)
    };
    let first = before(&unique.at[0]);
    first.is_some() && unique.at.iter().all(|at| before(at) == first)
}

impl TemplatePages<'_> {
    /// The anchors of these stretches: tuples of nodes whose tokens occur once in every stretch, texts being compared
    /// by their words. A string of formatting tags alone is no anchor, because values hold such tags too.
    pub(in crate::wrapper) fn anchors(&self, stretches: &[Stretch]) -> Vec<Tuple> {
        self.common_strings(stretches, TextMatch::Exact)
    }

    /// The tuples of elements whose tags occur once in every stretch, whatever the texts between them.
    pub(in crate::wrapper) fn tag_anchors(&self, stretches: &[Stretch]) -> Vec<Tuple> {
        self.common_strings(stretches, TextMatch::Alike)
    }

    /// The tuples of nodes of the strings that occur once in every stretch.
    fn common_strings(&self, stretches: &[Stretch], texts: TextMatch) -> Vec<Tuple> {
        let strings: Vec<Vec<StretchToken>> =
            stretches.iter().map(|stretch| stretch_tokens(self.page(stretch), stretch, texts)).collect();
        let page = self.page(&stretches[0]);
        let is_evidence = |token: &StretchToken| match token.symbol {
            TokenSymbol::Text(_) => true,
            TokenSymbol::SomeText => false,
            // Line breaks separate the lines of a value, if all pages have the same number: a publisher, below it a
            // date.
            TokenSymbol::Start(_) | TokenSymbol::End(_) => page
                .name(token.node)
                .is_some_and(|name| !is_formatting(name) || name == "br" && texts == TextMatch::Alike),
        };
        let mut evidence = Vec::new();
        for unique in unique_strings(&strings, stretches.len()) {
            let begin = unique.at[0].1 as usize;
            if strings[0][begin..begin + unique.len as usize].iter().any(is_evidence) {
                evidence.extend(tuples(&strings, &unique));
            }
        }
        evidence.sort_unstable();
        evidence.dedup();
        evidence
    }

    /// Selects the children of the stretches' elements that hold evidence, as a chain that has the same order in all
    /// stretches. Children with more evidence are placed first; the others are kept if they fit between.
    pub(in crate::wrapper) fn chain(&self, stretches: &[Stretch], evidence: &[Tuple]) -> Vec<Link> {
        let mut links: HashMap<Tuple, (usize, Vec<Tuple>)> = HashMap::new();
        let mut lifted: HashMap<Tuple, Option<Tuple>> = HashMap::new();
        for tuple in evidence {
            if let Some(top) = self.lift(stretches, tuple, &mut lifted) {
                let inside = (top != *tuple).then(|| tuple.clone());
                let (votes, all) = links.entry(top).or_default();
                *votes += 1;
                all.extend(inside);
            }
        }
        let mut links: Vec<(usize, Link)> =
            links.into_iter().map(|(top, (votes, inside))| (votes, Link { top, inside })).collect();
        links.sort_by(|(a_votes, a), (b_votes, b)| b_votes.cmp(a_votes).then_with(|| a.top.cmp(&b.top)));
        let is_before = |a: &Tuple, b: &Tuple| a.iter().zip(b).all(|(a, b)| a < b);
        // By the node in the first stretch.
        let mut chain: BTreeMap<u32, Link> = BTreeMap::new();
        for (_, link) in links {
            let first = link.top[0];
            let before = chain.range(..first).next_back();
            let after = chain.range(first..).next();
            if before.is_none_or(|(_, before)| is_before(&before.top, &link.top))
                && after.is_none_or(|(_, after)| is_before(&link.top, &after.top))
            {
                chain.insert(first, link);
            }
        }
        self.without_list_items(stretches, chain.into_values().collect())
    }

    /// Drops links that are the first or last item of a list, so that they stay in their gap: an element without text
    /// among its evidence, next to which the gap has more elements with its symbol, a different number of them on
    /// different pages.
    fn without_list_items(&self, stretches: &[Stretch], chain: Vec<Link>) -> Vec<Link> {
        let mut kept: Vec<Link> = Vec::with_capacity(chain.len());
        // For each stretch the number of elements of each symbol since the last kept link, and where the next ones
        // begin.
        let mut gaps: Vec<(HashMap<u32, usize>, u32)> =
            stretches.iter().map(|stretch| (HashMap::new(), stretch.nodes.start)).collect();
        let mut chain = chain.into_iter().peekable();
        while let Some(link) = chain.next() {
            let mut first = None;
            let mut varies = false;
            for (i, (stretch, (gap, begin))) in stretches.iter().zip(&mut gaps).enumerate() {
                let page = self.page(stretch);
                let is_element = |node: &u32| !page.is_text(*node);
                for node in page.top(*begin..link.top[i]).filter(is_element) {
                    *gap.entry(page.node(node).symbol).or_default() += 1;
                }
                *begin = link.top[i];
                let Node { symbol, end, .. } = *page.node(link.top[i]);
                let after = end..chain.peek().map_or(stretch.nodes.end, |after| after.top[i]);
                let like = |node: &u32| is_element(node) && page.node(*node).symbol == symbol;
                let count =
                    (gap.get(&symbol).copied().unwrap_or_default(), page.top(after).filter(like).count());
                varies |= *first.get_or_insert(count) != count;
            }
            if varies && !self.has_text_evidence(stretches, &link) {
                continue;
            }
            for ((stretch, (gap, begin)), &node) in stretches.iter().zip(&mut gaps).zip(&link.top) {
                std::mem::take(gap);
                *begin = self.page(stretch).node(node).end;
            }
            kept.push(link);
        }
        kept
    }

    /// Whether a link's evidence includes a text.
    fn has_text_evidence(&self, stretches: &[Stretch], link: &Link) -> bool {
        let page = self.page(&stretches[0]);
        page.is_text(link.top[0]) || link.inside.iter().any(|tuple| page.is_text(tuple[0]))
    }

    /// The children of the stretches' elements that contain these nodes, if the elements between have the same names
    /// in all stretches. `lifted` caches the answers for tuples of elements.
    fn lift(
        &self,
        stretches: &[Stretch],
        tuple: &Tuple,
        lifted: &mut HashMap<Tuple, Option<Tuple>>,
    ) -> Option<Tuple> {
        let mut around: Vec<Tuple> = Vec::new();
        let mut tuple = tuple.clone();
        let top = loop {
            if let Some(known) = lifted.get(&tuple) {
                break known.clone();
            }
            match self.is_top(stretches, &tuple) {
                Some(true) => break Some(tuple.clone()),
                None => break None,
                Some(false) => {}
            }
            let above =
                stretches.iter().zip(&tuple).map(|(stretch, &node)| self.page(stretch).node(node).parent);
            let above = above.collect();
            around.push(std::mem::replace(&mut tuple, above));
        };
        // Each tuple of evidence is lifted only once, so only the elements around it are cached.
        lifted.extend(around.into_iter().skip(1).map(|tuple| (tuple, top.clone())));
        top
    }

    /// Whether all nodes are children of the stretches' elements; `None` if only some are, or if their names differ.
    fn is_top(&self, stretches: &[Stretch], tuple: &Tuple) -> Option<bool> {
        let mut tops = 0;
        let page = self.page(&stretches[0]);
        let (first, symbol) = (page.name(tuple[0]), page.node(tuple[0]).symbol);
        for (stretch, &node) in stretches.iter().zip(tuple) {
            let page = self.page(stretch);
            if page.node(node).symbol != symbol && page.name(node) != first {
                return None;
            }
            tops += usize::from(page.node(node).parent == stretch.parent);
        }
        match tops {
            0 => Some(false),
            _ => (tops == tuple.len()).then_some(true),
        }
    }
}

/// The tuple of nodes for each token of a string.
pub(in crate::wrapper) fn tuples<'a>(
    strings: &'a [Vec<StretchToken>],
    unique: &'a UniqueString,
) -> impl Iterator<Item = Tuple> + 'a {
    (0..unique.len).map(|offset| {
        let node = |&(string, at): &(u32, u32)| strings[string as usize][(at + offset) as usize].node;
        unique.at.iter().map(node).collect()
    })
}

//! Anchors: what stands exactly once in every stretch, in the same order and in the same elements.
//!
//! The stretches are written as strings of start tags, texts and end tags, and the index over them tells the maximal
//! strings that occur in every stretch and in none twice. Each symbol of such a string stands for a node in every
//! stretch; the elements around that node, up to the border of the stretches, must have the same names everywhere.
//! So each anchor votes for children that are the same part, and of votes that contradict the heavier ones win.

use super::align::{Link, Pages, Stretch, Tuple};
use super::node::{Node, Page};
use crate::index::{Index, Memory, Rank, Text};
use crate::spectrum::DocumentTally;
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// What texts are taken for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Texts {
    /// Only the same texts are alike.
    Exact,
    /// All texts are alike.
    Alike,
}

/// A symbol of a stretch's string, with its node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letter {
    pub(super) symbol: Symbol,
    pub(super) node: u32,
}

/// What stands in a string.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(super) enum Symbol {
    Start(u32),
    Text(u32),
    /// Any text.
    SomeText,
    End(u32),
}

/// A stretch as a string.
pub(super) fn letters(page: &Page, stretch: &Stretch, texts: Texts) -> Vec<Letter> {
    let mut letters = Vec::with_capacity(2 * stretch.nodes.len());
    let mut open: Vec<u32> = Vec::new();
    for node in stretch.nodes.clone() {
        close(page, &mut open, node, &mut letters);
        let symbol = page.node(node).symbol;
        let symbol = match (page.is_text(node), texts) {
            (false, _) => Symbol::Start(symbol),
            (true, Texts::Exact) => Symbol::Text(symbol),
            (true, Texts::Alike) => Symbol::SomeText,
        };
        letters.push(Letter { symbol, node });
        if !page.is_text(node) {
            open.push(node);
        }
    }
    close(page, &mut open, stretch.nodes.end, &mut letters);
    letters
}

/// Ends the elements that end before a node.
fn close(page: &Page, open: &mut Vec<u32>, before: u32, letters: &mut Vec<Letter>) {
    while let Some(&node) = open.last().filter(|&&node| page.node(node).end <= before) {
        letters.push(Letter { symbol: Symbol::End(page.node(node).symbol), node });
        open.pop();
    }
}

/// A string that stands at most once in every stretch.
#[derive(Debug)]
pub(super) struct Once {
    /// The stretches that have it, ascending, and where it begins in their strings.
    pub(super) at: Vec<(u32, u32)>,
    pub(super) len: u32,
}

/// The maximal strings that stand in some of these strings and in none of them twice, at least in so many.
pub(super) fn once(strings: &[Vec<Letter>], least: usize) -> Vec<Once> {
    let mut numbers: HashMap<Symbol, u32> = HashMap::new();
    let mut number = |symbol: Symbol| {
        let next = u32::try_from(numbers.len()).expect("fewer symbols than bytes") + 1;
        *numbers.entry(symbol).or_insert(next)
    };
    let documents: Vec<Vec<u32>> =
        strings.iter().map(|letters| letters.iter().map(|letter| number(letter.symbol)).collect()).collect();
    let text = Text::from_numbers(&documents).expect("stretches are shorter than what was read");
    let index = Index::new(text, Memory::Fast);
    let text = index.text();
    let mut found: Vec<Once> = index
        .intervals()
        .tally(DocumentTally::new(&index))
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
            Once { at, len: interval.depth }
        })
        .filter(|once| !goes_on_left(strings, once))
        .collect();
    found.sort_by(|a, b| a.at.cmp(&b.at).then(b.len.cmp(&a.len)));
    found
}

/// Whether the same symbol stands before all places of a string.
fn goes_on_left(strings: &[Vec<Letter>], once: &Once) -> bool {
    let before = |&(string, at): &(u32, u32)| {
        at.checked_sub(1).map(|before| strings[string as usize][before as usize].symbol)
    };
    let first = before(&once.at[0]);
    first.is_some() && once.at.iter().all(|at| before(at) == first)
}

impl Pages<'_> {
    /// What stands once in every stretch, texts by what they say. A string of inline tags alone is none: values have
    /// such, too.
    pub(super) fn anchors(&self, stretches: &[Stretch]) -> Vec<Tuple> {
        self.shared(stretches, Texts::Exact)
    }

    /// The tags that stand once in every stretch, whatever the texts between say.
    pub(super) fn like_tags(&self, stretches: &[Stretch]) -> Vec<Tuple> {
        self.shared(stretches, Texts::Alike)
    }

    fn shared(&self, stretches: &[Stretch], texts: Texts) -> Vec<Tuple> {
        let strings: Vec<Vec<Letter>> =
            stretches.iter().map(|stretch| letters(self.page(stretch), stretch, texts)).collect();
        let page = self.page(&stretches[0]);
        let tells = |letter: &Letter| match letter.symbol {
            Symbol::Text(_) => true,
            Symbol::SomeText => false,
            // As many line breaks in all part the lines of a value: a publisher, below it a date.
            Symbol::Start(_) | Symbol::End(_) => page
                .name(letter.node)
                .is_some_and(|name| !is_formatting(name) || name == "br" && texts == Texts::Alike),
        };
        let mut evidence = Vec::new();
        for once in once(&strings, stretches.len()) {
            let begin = once.at[0].1 as usize;
            if strings[0][begin..begin + once.len as usize].iter().any(tells) {
                evidence.extend(tuples(&strings, &once));
            }
        }
        evidence.sort_unstable();
        evidence.dedup();
        evidence
    }

    /// The children of the stretches' elements that hold evidence: those of most evidence first choose their places, the
    /// others must fit between.
    pub(super) fn chain(&self, stretches: &[Stretch], evidence: &[Tuple]) -> Vec<Link> {
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
        // By their nodes in the first stretch.
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
        self.without_members(stretches, chain.into_values().collect())
    }

    /// Leaves to the gaps what is the first or last of a list there: an element known by nothing inside it, beside which
    /// the gap holds more elements like it, not as many on every page.
    fn without_members(&self, stretches: &[Stretch], chain: Vec<Link>) -> Vec<Link> {
        let mut kept: Vec<Link> = Vec::with_capacity(chain.len());
        // Of each stretch, the elements since the last link that is kept, by their symbols, and where what follows begins.
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
                let behind = end..chain.peek().map_or(stretch.nodes.end, |after| after.top[i]);
                let like = |node: &u32| is_element(node) && page.node(*node).symbol == symbol;
                let count =
                    (gap.get(&symbol).copied().unwrap_or_default(), page.top(behind).filter(like).count());
                varies |= *first.get_or_insert(count) != count;
            }
            if varies && !self.is_told(stretches, &link) {
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

    /// Whether a text is among the evidence for a link.
    fn is_told(&self, stretches: &[Stretch], link: &Link) -> bool {
        let page = self.page(&stretches[0]);
        page.is_text(link.top[0]) || link.inside.iter().any(|tuple| page.is_text(tuple[0]))
    }

    /// The children of the stretches' elements in which these nodes are, if they are so in elements of the same names.
    /// What is known of the elements around nodes is not looked for again.
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
        // The nodes themselves are lifted once.
        lifted.extend(around.into_iter().skip(1).map(|tuple| (tuple, top.clone())));
        top
    }

    /// Whether nodes are children of the stretches' elements; `None` if but some are, or if their names differ.
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

/// The nodes that a string's symbols stand for.
pub(super) fn tuples<'a>(strings: &'a [Vec<Letter>], once: &'a Once) -> impl Iterator<Item = Tuple> + 'a {
    (0..once.len).map(|offset| {
        let node = |&(string, at): &(u32, u32)| strings[string as usize][(at + offset) as usize].node;
        once.at.iter().map(node).collect()
    })
}

/// Elements that only change how a text looks, of which a text can have any number.
pub(super) fn is_formatting(name: &str) -> bool {
    matches!(
        name,
        "b" | "big"
            | "br"
            | "code"
            | "em"
            | "font"
            | "i"
            | "s"
            | "small"
            | "strike"
            | "strong"
            | "sub"
            | "sup"
            | "tt"
            | "u"
            | "wbr"
    )
}

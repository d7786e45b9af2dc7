//! Anchors: what stands exactly once in every stretch, in the same order and in the same elements.
//!
//! The stretches are written as strings of start tags, texts and end tags, and the index over them tells the maximal
//! strings that occur in every stretch and in none twice. Each symbol of such a string stands for a node in every
//! stretch; the elements around that node, up to the border of the stretches, must have the same names everywhere.
//! So each anchor votes for children that are the same part, and of votes that contradict the heavier ones win.

use super::align::{Link, Pages, Stretch, Tuple};
use super::node::Page;
use crate::index::{Index, Memory, Rank, Text};
use crate::spectrum::DocumentTally;
use hashbrown::HashMap;

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
            Symbol::Start(_) | Symbol::End(_) => !page.name(letter.node).is_some_and(is_formatting),
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
        for tuple in evidence {
            if let Some(top) = self.lift(stretches, tuple) {
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
        let mut chain: Vec<Link> = Vec::new();
        for (_, link) in links {
            let at = chain.partition_point(|earlier| earlier.top[0] < link.top[0]);
            let behind = at.checked_sub(1).is_none_or(|before| is_before(&chain[before].top, &link.top));
            if behind && chain.get(at).is_none_or(|after| is_before(&link.top, &after.top)) {
                chain.insert(at, link);
            }
        }
        self.without_members(stretches, chain)
    }

    /// Leaves to the gaps what is the first or last of a list there: an element known by nothing inside it, beside which
    /// the gap holds more elements like it, not as many on every page.
    fn without_members(&self, stretches: &[Stretch], mut chain: Vec<Link>) -> Vec<Link> {
        let mut at = 0;
        while at < chain.len() {
            let ends = |i: usize| self.page(&stretches[i]).node(chain[at].top[i]).end;
            let gap_start = |i: usize, stretch: &Stretch| match at.checked_sub(1) {
                Some(before) => self.page(stretch).node(chain[before].top[i]).end,
                None => stretch.nodes.start,
            };
            let gap_end = |i: usize, stretch: &Stretch| {
                chain.get(at + 1).map_or(stretch.nodes.end, |after| after.top[i])
            };
            let like = |(i, stretch): (usize, &Stretch)| {
                let page = self.page(stretch);
                let symbol = page.node(chain[at].top[i]).symbol;
                let like = |&node: &u32| !page.is_text(node) && page.node(node).symbol == symbol;
                let before = page.top(gap_start(i, stretch)..chain[at].top[i]).filter(like).count();
                (before, page.top(ends(i)..gap_end(i, stretch)).filter(like).count())
            };
            let mut counts = stretches.iter().enumerate().map(like);
            let first = counts.next();
            let varies = counts.any(|count| Some(count) != first);
            if varies && !self.is_told(stretches, &chain[at]) {
                chain.remove(at);
            } else {
                at += 1;
            }
        }
        chain
    }

    /// Whether a text is among the evidence for a link.
    fn is_told(&self, stretches: &[Stretch], link: &Link) -> bool {
        let page = self.page(&stretches[0]);
        page.is_text(link.top[0]) || link.inside.iter().any(|tuple| page.is_text(tuple[0]))
    }

    /// The children of the stretches' elements in which these nodes are, if they are so in elements of the same names.
    fn lift(&self, stretches: &[Stretch], tuple: &Tuple) -> Option<Tuple> {
        let mut tuple = tuple.clone();
        loop {
            let mut tops = 0;
            let page = self.page(&stretches[0]);
            let (first, symbol) = (page.name(tuple[0]), page.node(tuple[0]).symbol);
            for (stretch, &node) in stretches.iter().zip(&tuple) {
                let page = self.page(stretch);
                if page.node(node).symbol != symbol && page.name(node) != first {
                    return None;
                }
                tops += usize::from(page.node(node).parent == stretch.parent);
            }
            if tops == tuple.len() {
                return Some(tuple);
            }
            if tops > 0 {
                return None;
            }
            for (stretch, node) in stretches.iter().zip(&mut tuple) {
                *node = self.page(stretch).node(*node).parent;
            }
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

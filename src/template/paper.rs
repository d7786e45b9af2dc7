//! The template as published: strings of exactly the peak's frequency, put together to the longest ones.
//!
//! In: an index and the frequency of the peak. Out: a template. The source allows two readings of `Reconstruct`:
//!
//! * [`maximal`]: the maximal strings among all strings of that frequency, whatever their length (section 3). A string of
//!   frequency f is maximal when it is not part of a longer string of frequency f. To the right this is the full depth of
//!   an interval of f suffixes; to the left, the suffixes of the interval must not all be preceded by the same symbol.
//!   Strings are never compared for containment, so the time is O(n).
//! * [`merged`]: the strings of 1 to 10 symbols that the listing counts (section 5), merged where they overlap in the same way at
//!   all occurrences. A part of a maximal string that also occurs elsewhere has another frequency: if it is long, it is left out.
//!
//! ```text
//! <b>mathematics and physics two   on three pages, and "mathematics and physics " once more
//! maximal                          <b>mathematics and physics two
//! merged                           <b>mathemati      " physics two"
//! ```
//!
//! Source: Noguchi, Yamada, Ikeda, Hirokawa, "Template Extraction from Web Documents using Substring Amplification",
//! 2004, sections 3 and 5 (Reconstruct).

use super::{Template, TemplateElement};
use crate::index::{Index, Interval, Pos, Rank};
use crate::spectrum::Lengths;

/// The maximal strings of exactly this frequency, ordered by their first position.
#[must_use]
pub fn maximal(index: &Index, frequency: u32) -> Template {
    let intervals = index
        .intervals()
        .filter(|interval| interval.frequency() == frequency && is_left_maximal(index, interval));
    template(index, intervals.map(|interval| element(index, &interval)).collect())
}

/// The strings of exactly this frequency and of these lengths, merged where they overlap, ordered by their first position.
#[must_use]
pub fn merged(index: &Index, frequency: u32, lengths: Lengths) -> Template {
    let longest = lengths.max();
    let intervals =
        index.intervals().filter(|interval| interval.frequency() == frequency && lengths.of(interval) > 0);
    let strings = intervals.map(|interval| {
        let string = element(index, &interval);
        TemplateElement { len: string.len.min(longest), ..string }
    });
    let mut strings: Vec<TemplateElement> = strings.collect();
    strings.sort_by_key(|string| string.places[0]);
    let mut done: Vec<TemplateElement> = Vec::new();
    // Merged strings that reach the present position. Few overlap, since a long one is cut at 10 symbols.
    let mut open: Vec<TemplateElement> = Vec::new();
    for string in strings {
        let start = string.places[0].0;
        done.extend(open.extract_if(.., |before| before.places[0].0 + before.len <= start));
        match open.iter_mut().find(|before| follows(before, &string)) {
            Some(before) => before.len = before.len.max(start - before.places[0].0 + string.len),
            None => open.push(string),
        }
    }
    done.extend(open);
    template(index, done)
}

/// Whether a string begins at the same distance after the start of another at all its occurrences.
fn follows(before: &TemplateElement, string: &TemplateElement) -> bool {
    let distance = |(before, after): (&Pos, &Pos)| after.0.wrapping_sub(before.0);
    let mut distances = before.places.iter().zip(&string.places).map(distance);
    distances.next().is_none_or(|first| distances.all(|distance| distance == first))
}

fn template(index: &Index, mut elements: Vec<TemplateElement>) -> Template {
    elements.sort_by_key(|element| (element.places[0], std::cmp::Reverse(element.len)));
    Template { documents: (0..index.text().documents()).collect(), elements }
}

pub(super) fn element<T>(index: &Index, interval: &Interval<T>) -> TemplateElement {
    let mut places: Vec<Pos> = interval.ranks().map(|rank| index.pos(Rank(rank))).collect();
    places.sort_unstable();
    TemplateElement { places, len: interval.depth }
}

/// Whether different symbols precede the suffixes of the interval. The start of a document counts as different from
/// all symbols.
pub(super) fn is_left_maximal(index: &Index, interval: &Interval) -> bool {
    let left = |rank: u32| {
        let place = index.pos(Rank(rank)).0;
        place.checked_sub(1).map(|before| index.text().symbol(Pos(before))).filter(|&symbol| symbol != 0)
    };
    let mut ranks = interval.ranks();
    match ranks.next().and_then(left) {
        Some(first) => !ranks.all(|rank| left(rank) == Some(first)),
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::{LineBreaks, Memory, Text};

    fn strings(pages: &[&str], template: &Template) -> Vec<String> {
        let text = |element: &TemplateElement| {
            let place = element.places[0].0 as usize;
            let joined: String = pages.iter().flat_map(|page| [page, "|"]).collect();
            joined[place..place + element.len as usize].to_owned()
        };
        template.elements.iter().map(text).collect()
    }

    #[test]
    fn strings_of_up_to_ten_symbols_are_merged_to_the_maximal_ones_if_no_part_is_more_frequent() {
        let pages = ["<h1>Mathematics</h1>1", "<h1>Mathematics</h1>2", "<h1>Mathematics</h1>3"];
        let index = Index::new(Text::from_bytes(pages, LineBreaks::Kept).unwrap(), Memory::Fast);
        let whole = maximal(&index, 3);
        assert_eq!(strings(&pages, &whole)[0], "<h1>Mathematics</h1>");
        assert_eq!(strings(&pages, &merged(&index, 3, Lengths::DISCOVERY))[0], "<h1>Mathematics</h1>");
    }

    #[test]
    fn a_string_with_a_long_part_that_is_more_frequent_is_merged_to_pieces() {
        // The first page has "mathematics and physics " twice.
        let rest = "<b>mathematics and physics two";
        let pages = ["<b>mathematics and physics two mathematics and physics ", rest, rest];
        let index = Index::new(Text::from_bytes(pages, LineBreaks::Kept).unwrap(), Memory::Fast);
        assert_eq!(strings(&pages, &maximal(&index, 3))[0], rest);
        let pieces = strings(&pages, &merged(&index, 3, Lengths::DISCOVERY));
        assert_eq!(pieces, ["<b>mathemati", " physics two"]);
    }
}

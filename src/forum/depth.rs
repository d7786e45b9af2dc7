//! The depth of answers: by the elements that they are in or, if all are in equally many, by their indentation.
//!
//! In: the answers on all pages. Out: the depth of each. Measures of indentation, before the first text of an answer, are a level for
//! assistive programs, a left margin, and the width of a cell or an image without content.
//!
//! ```text
//! <tr><td><img height=1 width=0><td>Ann: ..       0
//! <tr><td><img height=1 width=40><td>Bob: ..      1, an answer to Ann
//! <tr><td><img height=1 width=80><td>Cy: ..       2
//! <tr><td><img height=1 width=40><td>Dan: ..      1
//! ```
//!
//! Sources: CSS Box Model Module, margins and padding; WAI-ARIA 1.2, aria-level; HTML 4.01, sections 11.2.4 and 13.7. Cost: linear in the
//! elements before the first texts.

use super::page::Page;
use crate::page::{ElementId, Tree};
use crate::repeat::Record;
use crate::repeat::thread::Part;
use std::collections::BTreeMap;

/// The depth of each answer: by the elements that it is in or, if all are in equally many, by its indentation.
pub(super) fn depths(pages: &[Page], answers: &[Part]) -> Vec<u32> {
    let elements = |part: &Part| part.of(pages).tree.element(part.record.head).depth;
    let mut known: Vec<u32> = answers.iter().map(elements).collect();
    known.sort_unstable();
    known.dedup();
    let level = |part: &Part| known.partition_point(|&other| other < elements(part));
    let mut depths: Vec<u32> =
        answers.iter().map(|part| u32::try_from(level(part)).expect("a path is short")).collect();
    if known.len() == 1 {
        let mut of_pages: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (number, part) in answers.iter().enumerate() {
            of_pages.entry(part.page).or_default().push(number);
        }
        for mut of_page in of_pages.into_values() {
            of_page.sort_by_key(|&number| answers[number].record.head);
            let records: Vec<&Record> = of_page.iter().map(|&number| &answers[number].record).collect();
            let by_indentation = indented(&answers[of_page[0]].of(pages).tree, &records).unwrap_or_default();
            for (number, depth) in of_page.into_iter().zip(by_indentation) {
                depths[number] = depth;
            }
        }
    }
    depths
}

/// What says how far a record is indented.
#[derive(Clone, Copy)]
enum Measure {
    Level,
    Margin,
    Spacer,
}

/// The depth of each record of a page, in order, from 0, if they are indented by different amounts.
fn indented(tree: &Tree, records: &[&Record]) -> Option<Vec<u32>> {
    let of = |measure: Measure| {
        let amounts: Vec<f64> = records
            .iter()
            .map(|record| {
                let last = tree.leaves().get(record.leaves.start as usize)?.parent;
                let above = tree
                    .inclusive_ancestors(record.head)
                    .skip(1)
                    .take_while(|&id| is_around_one(tree, id, records));
                let before = (record.head.0..=last.0).map(ElementId);
                above.chain(before).find_map(|id| amount(tree, id, measure))
            })
            // What is not indented often has no margin at all.
            .map(|amount| amount.or(matches!(measure, Measure::Margin).then_some(0.0)))
            .collect::<Option<_>>()?;
        ranks(&amounts)
    };
    [Measure::Level, Measure::Margin, Measure::Spacer].into_iter().find_map(of)
}

/// Whether an element holds the head of one record.
fn is_around_one(tree: &Tree, id: ElementId, records: &[&Record]) -> bool {
    let from = records.partition_point(|record| record.head < id);
    let is_inside = |record: &&&Record| record.head < tree.element(id).end;
    records[from..].iter().take(2).filter(is_inside).count() == 1
}

fn amount(tree: &Tree, id: ElementId, measure: Measure) -> Option<f64> {
    let element = tree.element(id);
    match measure {
        Measure::Level => number(&tree.attribute(id, "aria-level")?),
        Measure::Margin => {
            let style = tree.attribute(id, "style")?;
            let sides = ["margin-left", "padding-left", "margin-inline-start", "padding-inline-start"];
            let of_side = |rule: &str| {
                let (name, value) = rule.split_once(':')?;
                sides.iter().any(|side| name.trim().eq_ignore_ascii_case(side)).then(|| number(value))?
            };
            style.split(';').find_map(of_side)
        }
        Measure::Spacer => {
            let is_line = || {
                tree.attribute(id, "height")
                    .and_then(|height| number(&height))
                    .is_some_and(|height| height <= 1.0)
            };
            let is_spacer =
                &*element.name == "img" && is_line() || &*element.name == "td" && element.leaves.is_empty();
            is_spacer.then(|| number(&tree.attribute(id, "width")?))?
        }
    }
}

/// The number that a text begins with: 40 of `40px`.
fn number(text: &str) -> Option<f64> {
    let text = text.trim_start();
    let end = text.find(|char: char| !char.is_ascii_digit() && char != '.').unwrap_or(text.len());
    text[..end].parse().ok()
}

/// The rank of each amount, if there are several amounts, the first one is the least, and none is more than one rank above the one
/// before it: an answer is one step further in than what it answers.
fn ranks(amounts: &[f64]) -> Option<Vec<u32>> {
    let mut known = amounts.to_vec();
    known.sort_by(f64::total_cmp);
    known.dedup();
    let rank = |amount: &f64| known.partition_point(|known| known < amount);
    let ranks: Vec<usize> = amounts.iter().map(rank).collect();
    let is_one_further = ranks.windows(2).all(|pair| pair[1] <= pair[0] + 1);
    (known.len() > 1 && ranks[0] == 0 && is_one_further)
        .then(|| ranks.into_iter().map(|rank| u32::try_from(rank).expect("few ranks")).collect())
}

#[cfg(test)]
mod tests {
    use crate::document::Document;
    use crate::forum::threads;

    /// The depths of the posts of a page whose answers are indented so far, each written by `indented` around a line.
    fn found(steps: &[u32], indented: impl Fn(u32, String) -> String) -> Vec<u32> {
        let said = [
            "The river rose all night, and in the morning the bridge was gone.",
            "Here nobody knew of it until the letter lay on the table.",
            "It is raining again while I write this down for you.",
            "My neighbour says that the mill had no water left at noon.",
            "Then somebody should have told the people further down.",
        ];
        let line = |(at, step): (usize, &u32)| {
            let (name, day) = (["Ann", "Bob", "Cy", "Dan", "Eve"][at], at + 1);
            indented(
                *step,
                format!("<a href=u{at}>{name}</a> <i>{day} May 2020, 10:0{day}</i><p>{}</p>", said[at]),
            )
        };
        let page =
            format!("<h1>Rain</h1><table>{}</table>", steps.iter().enumerate().map(line).collect::<String>());
        let found = threads(&[Document::new("page", page)]);
        found.pages[0].iter().map(|post| post.depth).collect()
    }

    #[test]
    fn spacer_images_margins_and_levels_are_depths() {
        let steps = [0, 1, 2, 1, 0];
        let spacer = |step, line| {
            format!("<tr class=c><td><img src=s height=1 width={}></td><td>{line}</td></tr>", step * 40)
        };
        assert_eq!(found(&steps, spacer), steps);
        let margin = |step, line| {
            let style = if step > 0 {
                format!(" style='color: red; margin-left: {}em'", step * 2)
            } else {
                String::new()
            };
            format!("<tr class=c><td><div{style}>{line}</div></td></tr>")
        };
        assert_eq!(found(&steps, margin), steps);
        let level = |step, line| format!("<tr class=c aria-level={}><td>{line}</td></tr>", step + 1);
        assert_eq!(found(&steps, level), steps);
    }

    #[test]
    fn other_widths_are_no_depths() {
        let portrait = |step, line| {
            format!("<tr class=c><td><img src=p height=50 width={}></td><td>{line}</td></tr>", step * 40)
        };
        assert_eq!(found(&[0, 1, 2, 1, 0], portrait), [0; 5]);
        let margin =
            |step, line| format!("<tr class=c><td><div style='margin-left: {step}px'>{line}</div></td></tr>");
        assert_eq!(found(&[0, 2, 1, 2, 0], margin), [0; 5]);
    }
}

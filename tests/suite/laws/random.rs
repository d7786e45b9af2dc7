//! Random page sets of few symbols with the difficult cases of suffix structures: empty documents, copies, passages
//! shared by some documents, and tandem repeats.

use proptest::prelude::*;
use proptest::sample::Index as Pick;

/// How a document is generated.
#[derive(Clone, Debug)]
enum Plan {
    Fresh(Vec<u32>),
    /// A repeated unit.
    Periodic(Vec<u32>, usize),
    /// An earlier document.
    Copy(Pick),
    /// A part of an earlier document between new symbols.
    Quote(Vec<u32>, Pick, Pick, Vec<u32>),
}

/// Up to seven documents of numbers from 1 to `letters`, all of which can occur, though few are frequent.
pub(super) fn numbers(letters: u32) -> impl Strategy<Value = Vec<Vec<u32>>> {
    let symbol = prop_oneof![3 => 1..=letters.min(3), 1 => 1..=letters, 1 => letters.saturating_sub(1).max(1)..=letters];
    let symbols = |most| prop::collection::vec(symbol.clone(), 0..most);
    let plan = prop_oneof![
        4 => symbols(24).prop_map(Plan::Fresh),
        2 => (symbols(6), 0..6_usize).prop_map(|(unit, times)| Plan::Periodic(unit, times)),
        2 => any::<Pick>().prop_map(Plan::Copy),
        3 => (symbols(5), any::<Pick>(), any::<Pick>(), symbols(5))
            .prop_map(|(before, from, at, behind)| Plan::Quote(before, from, at, behind)),
    ];
    prop::collection::vec(plan, 0..7).prop_map(|plans| {
        plans.into_iter().fold(Vec::new(), |mut documents, plan| {
            let document = document(plan, &documents);
            documents.push(document);
            documents
        })
    })
}

fn document(plan: Plan, earlier: &[Vec<u32>]) -> Vec<u32> {
    let pick = |pick: Pick| if earlier.is_empty() { &[] } else { pick.get(earlier).as_slice() };
    match plan {
        Plan::Fresh(symbols) => symbols,
        Plan::Periodic(unit, times) => unit.repeat(times),
        Plan::Copy(from) => pick(from).to_vec(),
        Plan::Quote(before, from, at, behind) => {
            let quoted = pick(from);
            let start = at.index(quoted.len() + 1);
            [&before, &quoted[start..quoted.len().min(start + 12)], &behind].concat()
        }
    }
}

/// The characters of pages: letters, tags, line breaks, and characters of one to four bytes.
const CHARACTERS: [&str; 12] = ["a", "b", "<b>", "</b>", "\n", "\r\n", " ", "é", "語", "語句", "🎴", "~"];

/// Up to seven pages of such characters.
pub(super) fn pages() -> impl Strategy<Value = Vec<String>> {
    let letters = u32::try_from(CHARACTERS.len()).expect("a dozen");
    numbers(letters).prop_map(|documents| {
        let spell = |document: Vec<u32>| document.iter().map(|&i| CHARACTERS[i as usize - 1]).collect();
        documents.into_iter().map(spell).collect()
    })
}

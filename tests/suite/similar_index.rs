//! The index finds the same pairs as the simple implementation in memory, with any memory, in one run or several, killed or not.

use katagami::document::Document;
use katagami::similar::candidate::Rule;
use katagami::similar::index::{Index, Match, Matches, Progress, Ready, Unfinished};
use katagami::similar::{Facts, NumberedPair, Options, Show, pairs_of};
use proptest::prelude::*;
use std::path::Path;

/// A sentence for each number, long or short.
fn sentence(number: u8) -> String {
    let words = ["harbour", "window", "letter", "winter", "bridge", "market", "garden", "silver"];
    let word = |at: u8| words[usize::from((number / 3 + at * (number % 7 + 1)) % 8)];
    let count = if number.is_multiple_of(5) { 2 } else { 9 };
    let text: Vec<&str> = (0..count).map(word).collect();
    format!("Number {number} says {}.", text.join(" "))
}

fn facts(pages: &[Vec<u8>], options: &Options) -> Vec<Facts> {
    let page = |(at, numbers): (usize, &Vec<u8>)| {
        let html: String = numbers.iter().map(|&number| "<p>".to_owned() + &sentence(number)).collect();
        Facts::read(&Document::new(format!("{at}.html"), html), options)
    };
    pages.iter().enumerate().map(page).collect()
}

/// Adds pages with a commit after each `every` of them.
fn add(index: &mut Index, facts: &[Facts], every: usize) {
    let mut progress = index.begin(&["pages".to_owned()], Unfinished::Refuse).expect("it begins");
    for some in facts.chunks(every) {
        for page in some {
            index.add(&Ready::new(page.clone())).expect("it is added");
            progress.pass(&page.name);
        }
        index.commit(progress).expect("it is committed");
    }
    index.commit(Progress { is_all: true, ..progress }).expect("it is committed");
}

fn found(index: &Index, options: &Options, memory: usize) -> Vec<NumberedPair> {
    let paired = |kind, pages| options.paired(kind, pages);
    let rule = Rule { paired: &paired, new: index.first_new(), is_out: &|_| false };
    let (candidates, _) = index.candidates(&rule, memory, |_| Ok(())).expect("keys are read");
    let of = |found: Match| (found.pages[0], found.pages[1], found.pair);
    let collages = index.collages(options, &|_| false, memory, || Ok(())).expect("keys are read");
    Matches::new(index, options, candidates, Show::All, memory)
        .with_collages(collages)
        .map(|found| of(found.expect("pages are read")))
        .collect()
}

fn in_folder(folder: &Path) -> Index {
    Index::open(folder, "", Unfinished::Refuse, 1 << 20).expect("it opens")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn pairs_are_those_of_the_simple_implementation(
        pages in prop::collection::vec(prop::collection::vec(0_u8..60, 0..12), 0..24),
        most in 2_u32..6,
        every in 1_usize..9,
        memory in 1_usize..200_000,
        is_paper in any::<bool>(),
    ) {
        let method = if is_paper { Options::paper() } else { Options::new() };
        let options = method.with_max_pages(most).with_least(if most % 2 == 0 { 0.0 } else { 0.45 });
        let facts = facts(&pages, &options);
        let mut index = Index::temporary(memory, memory / 2).expect("a temporary file can be made");
        add(&mut index, &facts, every);
        prop_assert_eq!(found(&index, &options, memory), pairs_of(&facts, &options));
    }

    #[test]
    fn consecutive_runs_find_the_pairs_of_one_run(
        pages in prop::collection::vec(prop::collection::vec(0_u8..60, 0..12), 2..24),
        cut in 1_usize..20,
    ) {
        // So rare that no later page makes a sentence too frequent.
        let options = Options::new().with_max_pages(1000);
        let facts = facts(&pages, &options);
        let cut = cut.min(facts.len() - 1);
        let folder = tempfile::tempdir().expect("a folder can be made");
        let mut apart = Vec::new();
        for some in [&facts[..cut], &facts[cut..]] {
            let mut index = in_folder(folder.path());
            add(&mut index, some, 5);
            apart.extend(found(&index, &options, 1 << 20).into_iter().map(|(a, b, _)| (a, b)));
            index.finish().expect("it ends");
        }
        apart.sort_unstable();
        let together: Vec<(u32, u32)> = pairs_of(&facts, &options).into_iter().map(|(a, b, _)| (a, b)).collect();
        prop_assert_eq!(apart, together);
    }
}

#[test]
fn uncommitted_pages_are_read_again() {
    let options = Options::new();
    let pages: Vec<Vec<u8>> =
        (0..9).map(|number| vec![number % 4 + 1, number + 20, number % 3 + 50]).collect();
    let facts = facts(&pages, &options);
    let folder = tempfile::tempdir().expect("a folder can be made");
    let inputs = ["pages".to_owned()];
    let mut index = in_folder(folder.path());
    let mut progress = index.begin(&inputs, Unfinished::Refuse).expect("it begins");
    for (at, page) in facts.iter().enumerate().take(7) {
        index.add(&Ready::new(page.clone())).expect("it is added");
        progress.pass(&page.name);
        if at == 3 {
            index.commit(progress).expect("it is committed");
        }
    }
    // Killed: everything after the last commit is lost, including partly written data.
    drop(index);
    for name in ["keys", "pages", "names"] {
        let path = folder.path().join(name);
        let mut bytes = std::fs::read(&path).expect("it is there");
        bytes.extend(b"half a record");
        std::fs::write(path, bytes).expect("it can be written");
    }
    assert!(Index::open(folder.path(), "", Unfinished::Refuse, 1 << 20).is_err());
    let mut index = Index::open(folder.path(), "", Unfinished::Resume, 1 << 20).expect("it opens");
    let mut progress = index.begin(&inputs, Unfinished::Resume).expect("it goes on");
    assert_eq!((progress.items, progress.is_all, index.len()), (4, false, 4));
    for page in &facts[4..] {
        index.add(&Ready::new(page.clone())).expect("it is added");
        progress.pass(&page.name);
    }
    index.commit(Progress { is_all: true, ..progress }).expect("it is committed");
    assert_eq!(found(&index, &options, 1 << 20), pairs_of(&facts, &options));
    assert!(Index::open(folder.path(), "", Unfinished::Resume, 1 << 20).is_err(), "it is locked");
}

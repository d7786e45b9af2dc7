//! One thread and four give the same results, on texts large enough to be split: more than 2^16 symbols for the
//! shared lengths, many first symbols for the counting.

use super::{corpus, text_of_bytes, text_of_numbers};
use katagami::index::{BoundedIndex, Index, Memory, Pos, Rank, SuffixOrder, Text, TextReader};
use katagami::spectrum::{Frequency, Lengths, Spectrum, page_sets};
use katagami::template::{Aligner, page_groups};
use katagami::token::Resolution;

fn on<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start").install(work)
}

/// Pseudo-random numbers below `below`.
fn noise(seed: u64, below: u32) -> impl Iterator<Item = u32> {
    let mut state = seed;
    std::iter::from_fn(move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Some(u32::try_from((state >> 33) % u64::from(below)).expect("below a u32"))
    })
}

/// Large texts of several kinds, by name.
fn large() -> Vec<(&'static str, Text)> {
    let random = |letters: u32| -> Vec<Vec<u32>> {
        (1..=5).map(|seed| noise(seed, letters).map(|letter| letter + 1).take(60_000).collect()).collect()
    };
    let periodic: Vec<u32> = (0..280_000).map(|i| i % 7 % 3 + 1).collect();
    let passage: Vec<u32> = noise(9, 90).map(|letter| letter + 1).take(90_000).collect();
    let mut edited = passage.clone();
    edited[44_444] = 91;
    let pages: Vec<String> =
        (0..300).map(|i| format!("<html><h1>Page {i}</h1>{}</html>", "<p>text ".repeat(i))).collect();
    vec![
        ("two letters", text_of_numbers(&random(2))),
        ("70,000 letters", text_of_numbers(&random(70_000))),
        ("tandem repeats", text_of_numbers(&[periodic])),
        ("copies", text_of_numbers(&[passage.clone(), vec![], edited, passage])),
        ("pages", text_of_bytes(&pages)),
    ]
}

/// The shared lengths from rank 1 on, by Kasai's algorithm.
fn shared_lengths(index: &Index) -> Vec<u32> {
    let text = index.text();
    let mut rank_of = vec![0; text.len() as usize];
    for rank in 0..text.len() {
        rank_of[index.pos(Rank(rank)).0 as usize] = rank;
    }
    let mut shared = vec![0; text.len() as usize];
    for document in 0..text.documents() {
        let range = text.range(document);
        let mut len = 0_u32;
        for place in range {
            let rank = rank_of[place as usize];
            let neighbour = index.pos(Rank(rank - 1)).0;
            while text.symbol(Pos(place + len)) != 0
                && text.symbol(Pos(place + len)) == text.symbol(Pos(neighbour + len))
            {
                len += 1;
            }
            shared[rank as usize] = len;
            len = len.saturating_sub(1);
        }
    }
    shared
}

#[test]
fn shared_lengths_do_not_depend_on_threads_or_memory() {
    for (name, text) in large() {
        assert!(text.len() > 1 << 17, "{name} is cut for two threads");
        let expected = shared_lengths(&Index::new(text.clone(), Memory::Fast));
        for (threads, memory) in [(1, Memory::Fast), (4, Memory::Fast), (1, Memory::Low), (4, Memory::Low)] {
            let index = on(threads, || Index::new(text.clone(), memory));
            let found: Vec<u32> = (0..index.text().len()).map(|rank| index.lcp(Rank(rank))).collect();
            let first_wrong = found.iter().zip(&expected).position(|(found, expected)| found != expected);
            assert_eq!(first_wrong, None, "{name}, {threads} threads, {memory:?}");
        }
    }
}

#[test]
fn spectra_do_not_depend_on_threads_or_memory() {
    for (name, text) in large() {
        let (fast, low) = (Index::new(text.clone(), Memory::Fast), Index::new(text, Memory::Low));
        if name != "tandem repeats" {
            assert!(
                on(4, || fast.parts(4 * rayon::current_num_threads()).len()) > 1,
                "{name} is counted in parts"
            );
        }
        for (lengths, frequency) in [
            (Lengths::DISCOVERY, Frequency::Occurrences),
            (Lengths::DISCOVERY, Frequency::Documents),
            (Lengths::ALL, Frequency::Occurrences),
            (Lengths::ALL, Frequency::Documents),
        ] {
            let one = on(1, || Spectrum::count(&fast, lengths, frequency));
            assert_eq!(one, on(4, || Spectrum::count(&fast, lengths, frequency)), "{name}, four threads");
            assert_eq!(one, on(4, || Spectrum::count(&low, lengths, frequency)), "{name}, low memory");
            if lengths == Lengths::DISCOVERY {
                let bounded = BoundedIndex::new(fast.text(), lengths.max());
                assert_eq!(one, on(1, || Spectrum::count(&bounded, lengths, frequency)), "{name}, bounded");
                assert_eq!(one, on(4, || Spectrum::count(&bounded, lengths, frequency)), "{name}, bounded");
            }
            // At each rank, the new substrings are those prefixes of the suffix that are longer than the shared length.
            let longest = |rank: u32| {
                let place = fast.pos(Rank(rank));
                fast.text().range(fast.text().document(place)).end - place.0
            };
            let new =
                |rank| u64::from(longest(rank).min(lengths.max()) - fast.lcp(Rank(rank)).min(lengths.max()));
            let distinct: u64 = fast.ranks().map(new).sum();
            assert_eq!(one.rows().iter().map(|row| row.distinct).sum::<u64>(), distinct, "{name}");
        }
    }
}

#[test]
fn texts_and_templates_do_not_depend_on_threads() {
    let pages: Vec<String> = site::set::all()
        .into_iter()
        .filter(|set| ["d-mixed-7-2", "f-optional", "a-13"].contains(&set.name))
        .flat_map(|set| set.pages)
        .map(|page| page.html)
        .cycle()
        .take(150)
        .collect();
    let corpus = corpus(&pages);
    for resolution in [Resolution::Byte, Resolution::Char, Resolution::Tag, Resolution::Name] {
        let read = || TextReader::new(resolution).read(&corpus).expect("a small text");
        let (one, four) = (on(1, read), on(4, read));
        assert_eq!(one.len(), four.len());
        assert!(
            (0..one.len()).all(|place| one.symbol(Pos(place)) == four.symbol(Pos(place))),
            "{resolution:?}"
        );
        assert!((0..one.len()).all(|place| {
            one.symbol(Pos(place)) == 0 || one.span(Pos(place), 1) == four.span(Pos(place), 1)
        }));
        let templates = |text: &Text| {
            let index = Index::new(text.clone(), Memory::Fast);
            let groups = page_groups(text.documents(), &page_sets(&index, Lengths::DISCOVERY, 256));
            groups.iter().map(|group| Aligner::new().template(text, &group.documents)).collect::<Vec<_>>()
        };
        assert_eq!(on(1, || templates(&one)), on(4, || templates(&four)), "{resolution:?}");
    }
}

//! The laws of the index and of its statistics, on random page sets: against the naive implementation, against the crate
//! `suffix`, and against themselves in another order, with less memory and on more threads.

mod bounded;
mod naive;
mod random;
mod threads;

use self::naive::{Naive, Range, places, string};
use self::random::{numbers, pages};
use katagami::document::{Corpus, Document};
use katagami::index::search::{Occurrence, Search, scan};
use katagami::index::{Index, Interval, LineBreaks, Memory, Pos, Rank, SuffixOrder, Text};
use katagami::spectrum::{Frequency, Lengths, PageSet, Row, Spectrum, page_sets};
use katagami::template::{Aligner, Mask, Template, TemplateElement, masks, page_groups, paper};
use proptest::prelude::*;
use proptest::sample::Index as Pick;
use proptest::test_runner::RngSeed;
use std::collections::{BTreeMap, BTreeSet};
use suffix::SuffixTable;

fn text_of_numbers(documents: &[Vec<u32>]) -> Text {
    Text::from_numbers(documents).expect("a small text")
}

fn text_of_bytes(pages: &[String]) -> Text {
    Text::from_bytes(pages.iter().map(String::as_str), LineBreaks::Kept).expect("a small text")
}

fn corpus(pages: &[String]) -> Corpus {
    pages.iter().map(|page| Document::new("page", page.as_str())).collect()
}

/// Documents of numbers from alphabets of 1, 2, 300 and 70,000 symbols.
fn documents() -> impl Strategy<Value = Vec<Vec<u32>>> {
    prop::sample::select(vec![1, 2, 300, 70_000]).prop_flat_map(numbers)
}

/// Texts of such documents, and of bytes.
fn texts() -> impl Strategy<Value = Text> {
    prop_oneof![
        4 => documents().prop_map(|documents| text_of_numbers(&documents)),
        1 => pages().prop_map(|pages| text_of_bytes(&pages)),
    ]
}

fn memories() -> impl Strategy<Value = Memory> {
    prop::sample::select(vec![Memory::Fast, Memory::Low])
}

fn indexes() -> impl Strategy<Value = Index> {
    (texts(), memories()).prop_map(|(text, memory)| Index::new(text, memory))
}

fn frequencies() -> impl Strategy<Value = Frequency> {
    prop::sample::select(vec![Frequency::Occurrences, Frequency::Documents])
}

/// Ranges of lengths with and without an upper limit; a third of them have none.
fn ranges() -> impl Strategy<Value = Range> {
    let some = (1..12_u32, prop::option::of(0..20_u32))
        .prop_map(|(min, more)| Range { min, max: more.map(|more| min + more) });
    prop_oneof![1 => Just(Range::ALL), 2 => some]
}

/// The symbols from a position to the end of the text, including all BREAKs.
fn suffix_of(text: &Text, place: Pos) -> impl Iterator<Item = u32> {
    (place.0..text.len()).map(|place| text.symbol(Pos(place)))
}

fn shared(text: &Text, a: Pos, b: Pos) -> usize {
    suffix_of(text, a).zip(suffix_of(text, b)).take_while(|(a, b)| a == b && *a != 0).count()
}

proptest! {
    // The same cases in every run, so that failures are reproducible.
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::with_cases(400) })]

    #[test]
    fn suffixes_are_in_order_and_every_position_has_a_rank(index in indexes()) {
        let text = index.text();
        let order: Vec<Pos> = (0..text.len()).map(|rank| index.pos(Rank(rank))).collect();
        prop_assert!(order.iter().map(|place| place.0).collect::<BTreeSet<_>>().into_iter().eq(0..text.len()));
        for pair in order.windows(2) {
            prop_assert!(suffix_of(text, pair[0]).lt(suffix_of(text, pair[1])), "{pair:?}");
        }
    }

    #[test]
    fn lcp_is_the_shared_length_of_neighbours_up_to_break(index in indexes()) {
        let text = index.text();
        for rank in 1..text.len() {
            let shared = shared(text, index.pos(Rank(rank - 1)), index.pos(Rank(rank)));
            prop_assert_eq!(index.lcp(Rank(rank)) as usize, shared, "rank {}", rank);
        }
        prop_assert!(text.is_empty() || index.lcp(Rank(0)) == 0);
    }

    #[test]
    fn intervals_are_the_branching_repeats(index in indexes()) {
        let text = index.text();
        let mut found = BTreeMap::new();
        for interval in index.intervals() {
            let name = string(text, index.pos(interval.first), interval.depth);
            let mut at: Vec<Pos> = interval.ranks().map(|rank| index.pos(Rank(rank))).collect();
            at.sort_unstable();
            prop_assert_eq!(at, places(text, &name));
            let before = found.insert(name, (interval.frequency(), interval.parent_depth));
            prop_assert_eq!(before, None, "one interval twice");
        }
        prop_assert_eq!(found, Naive::count(text, Range::ALL).branching());
    }

    #[test]
    fn intervals_of_parts_are_those_of_the_whole(index in indexes(), pieces in 1..9_usize) {
        let parts = index.parts(pieces);
        prop_assert!(parts.len() <= pieces);
        prop_assert!(parts.iter().flat_map(Clone::clone).eq(index.ranks()));
        let of_parts: Vec<Interval> = parts.into_iter().flat_map(|part| index.intervals_of(part)).collect();
        prop_assert_eq!(of_parts, index.intervals().collect::<Vec<_>>());
    }

    #[test]
    fn inner_intervals_come_before_outer_ones(index in indexes()) {
        let intervals: Vec<Interval> = index.intervals().collect();
        for (i, earlier) in intervals.iter().enumerate() {
            for later in &intervals[i + 1..] {
                let apart = earlier.end <= later.first || later.end <= earlier.first;
                let inside = later.first <= earlier.first && earlier.end <= later.end;
                prop_assert!(apart || inside && earlier.depth > later.depth, "{earlier:?} before {later:?}");
            }
        }
    }

    #[test]
    fn v_is_the_naive_count(index in indexes(), range in ranges(), frequency in frequencies()) {
        let spectrum = Spectrum::count(&index, range.lengths(), frequency);
        prop_assert_eq!(spectrum.rows(), Naive::count(index.text(), range).rows(frequency));
    }

    #[test]
    fn f_adds_up_to_all_substrings(index in indexes()) {
        let spectrum = Spectrum::count(&index, Lengths::ALL, Frequency::Occurrences);
        let lens = (0..index.text().documents()).map(|document| u64::from(index.text().document_len(document)));
        prop_assert_eq!(spectrum.total(), lens.map(|len| len * (len + 1) / 2).sum::<u64>());
    }

    #[test]
    fn the_order_of_documents_changes_no_v(
        (given, shuffled) in documents().prop_flat_map(|given| (Just(given.clone()), Just(given).prop_shuffle())),
        memory in memories(),
        range in ranges(),
        frequency in frequencies(),
    ) {
        let count = |documents: &[Vec<u32>]| {
            Spectrum::count(&Index::new(text_of_numbers(documents), memory), range.lengths(), frequency)
        };
        prop_assert_eq!(count(&given), count(&shuffled));
    }

    #[test]
    fn the_crate_suffix_gives_the_same_order(pages in pages(), memory in memories()) {
        let index = Index::new(text_of_bytes(&pages), memory);
        // NUL, which no page has, sorts like BREAK.
        let joined: String = pages.iter().flat_map(|page| [page.as_str(), "\0"]).collect();
        let table = SuffixTable::new(joined);
        let order: Vec<u32> = (0..index.text().len()).map(|rank| index.pos(Rank(rank)).0).collect();
        prop_assert_eq!(order.as_slice(), table.table());
        for interval in index.intervals() {
            let start = index.pos(interval.first).0 as usize;
            let bytes = &table.text().as_bytes()[start..start + interval.depth as usize];
            // A repeat may begin or end inside a character; the crate uses whole ones.
            let Ok(string) = std::str::from_utf8(bytes) else { continue };
            let found: BTreeSet<u32> = table.positions(string).iter().copied().collect();
            let ours: BTreeSet<u32> = interval.ranks().map(|rank| index.pos(Rank(rank)).0).collect();
            prop_assert_eq!(ours, found, "{:?}", string);
        }
    }

    #[test]
    fn search_finds_what_a_scan_finds(pages in pages(), strange in "[ab<>é語\n]{0,4}", from in any::<Pick>(), at in any::<[Pick; 2]>()) {
        let corpus = corpus(&pages);
        let search = Search::new(&corpus).expect("a small text");
        let page = if pages.is_empty() { "" } else { from.get(&pages) };
        let cuts: Vec<usize> = page.char_indices().map(|(at, _)| at).chain([page.len()]).collect();
        let (a, b) = (at[0].get(&cuts), at[1].get(&cuts));
        for string in [&page[*a.min(b)..*a.max(b)], strange.as_str()] {
            let scanned: Vec<Occurrence> = scan(&corpus, string).collect();
            prop_assert_eq!(search.find(string), scanned.as_slice(), "{:?}", string);
            let looked: Vec<(u32, usize)> = (0..).zip(&pages)
                .flat_map(|(i, page)| (0..page.len()).filter(|&at| page.as_bytes()[at..].starts_with(string.as_bytes())).map(move |at| (i, at)))
                .filter(|_| !string.is_empty())
                .collect();
            let scanned: Vec<(u32, usize)> = scanned.iter().map(|found| (found.document, found.start as usize)).collect();
            prop_assert_eq!(scanned, looked, "{:?}", string);
        }
    }

    #[test]
    fn page_sets_are_the_naive_ones(index in indexes(), range in ranges()) {
        let sets = page_sets(&index, range.lengths(), usize::MAX);
        let found: BTreeMap<Vec<u32>, u64> = sets.iter().map(|set| (set.documents.clone(), set.distinct)).collect();
        prop_assert_eq!(found.len(), sets.len(), "one set twice");
        prop_assert_eq!(found, Naive::count(index.text(), range).page_sets());
    }

    #[test]
    fn page_sets_of_f_documents_add_up_to_v(index in indexes(), range in ranges()) {
        let mut distinct: BTreeMap<u32, u64> = BTreeMap::new();
        for set in page_sets(&index, range.lengths(), usize::MAX) {
            *distinct.entry(u32::try_from(set.documents.len()).expect("few")).or_default() += set.distinct;
        }
        let spectrum = Spectrum::count(&index, range.lengths(), Frequency::Documents);
        let shared = spectrum.rows().iter().filter(|row| row.frequency >= 2);
        prop_assert_eq!(distinct, shared.map(|row| (row.frequency, row.distinct)).collect::<BTreeMap<_, _>>());
    }

    #[test]
    fn the_heaviest_page_sets_come_first_whatever_number_is_asked_for(index in indexes(), most in 0..6_usize) {
        let all = page_sets(&index, Lengths::DISCOVERY, usize::MAX);
        prop_assert!(all.is_sorted_by_key(|set| std::cmp::Reverse(set.total())));
        prop_assert_eq!(&page_sets(&index, Lengths::DISCOVERY, most), &all[..most.min(all.len())]);
    }

    #[test]
    fn the_published_template_is_the_maximal_strings(index in indexes(), frequency in 2..7_u32) {
        let text = index.text();
        let found = paper::maximal(&index, frequency);
        let strings: Vec<Vec<u32>> = found.elements.iter().map(|element| string(text, element.places[0], element.len)).collect();
        prop_assert_eq!(strings.iter().cloned().collect::<BTreeSet<_>>(), Naive::count(text, Range::ALL).maximal(frequency));
        for (element, string) in found.elements.iter().zip(&strings) {
            prop_assert_eq!(&element.places, &places(text, string));
        }
        prop_assert!(found.elements.is_sorted_by_key(|element| element.places[0]));
    }

    #[test]
    fn aligned_elements_spell_the_same_and_follow_each_other(text in texts(), support in 0.0..1.0_f64) {
        let documents: Vec<u32> = (0..text.documents()).collect();
        let template = Aligner::new().support(support).template(&text, &documents);
        assert_elements(&text, &template);
    }

    #[test]
    fn a_mask_covers_what_the_elements_cover(pages in pages()) {
        let text = Text::from_bytes(pages.iter().map(String::as_str), LineBreaks::Kept).expect("a small text");
        let documents: Vec<u32> = (0..text.documents()).collect();
        let template = Aligner::new().template(&text, &documents);
        let mut covered: BTreeSet<(u32, u32)> = BTreeSet::new();
        for element in &template.elements {
            for &place in &element.places {
                let document = text.document(place);
                let first = place.0 - text.range(document).start;
                covered.extend((first..first + element.len).map(|byte| (document, byte)));
            }
        }
        let masks = masks(&text, [&template]);
        prop_assert_eq!(masks.len(), pages.len());
        let masked = |(document, mask): (u32, &Mask)| {
            mask.spans().iter().flat_map(|span| span.start..span.end).map(move |byte| (document, byte)).collect::<Vec<_>>()
        };
        prop_assert!((0..).zip(&masks).flat_map(masked).eq(covered));
    }

    #[test]
    fn every_page_is_in_one_group(index in indexes()) {
        let documents = index.text().documents();
        let groups = page_groups(documents, &page_sets(&index, Lengths::DISCOVERY, 64));
        let mut grouped: Vec<u32> = groups.iter().flat_map(|group| group.documents.clone()).collect();
        grouped.sort_unstable();
        prop_assert!(grouped.into_iter().eq(0..documents));
        prop_assert!(groups.iter().all(|group| group.documents.is_sorted()));
        prop_assert!(groups.is_sorted_by_key(|group| std::cmp::Reverse(group.documents.len())));
    }
}

/// The occurrences of an element have the same symbols, no two elements or occurrences overlap, and without elements that repeat
/// on a page they follow each other on every page.
fn assert_elements(text: &Text, template: &Template) {
    let pages = |element: &TemplateElement| -> BTreeSet<u32> {
        element.places.iter().map(|&place| text.document(place)).collect()
    };
    let all_once = template.elements.iter().all(|element| pages(element).len() == element.frequency());
    let mut taken: BTreeMap<Pos, u32> = BTreeMap::new();
    let mut end_on_page = vec![0; text.documents() as usize];
    for element in &template.elements {
        assert!(element.len > 0 && element.frequency() >= 2, "{element:?}");
        assert!(element.places.is_sorted(), "{element:?}");
        let spelled = string(text, element.places[0], element.len);
        for &place in &element.places {
            assert_eq!(string(text, place, element.len), spelled);
            assert_eq!(taken.insert(place, place.0 + element.len), None, "{element:?} has a place twice");
            let page = text.document(place) as usize;
            if all_once {
                assert!(end_on_page[page] <= place.0, "{element:?} begins before another ends");
                end_on_page[page] = place.0 + element.len;
            }
        }
    }
    let mut end = 0;
    for (place, place_end) in taken {
        assert!(end <= place.0, "occurrences overlap at {place:?}");
        end = place_end;
    }
}

#[test]
fn elements_of_the_generated_sets_spell_the_same_and_follow_each_other() {
    for set in site::set::all().iter().filter(|set| set.family == site::set::Family::Syllabus) {
        let pages: Vec<String> = set.pages.iter().map(|page| page.html.clone()).collect();
        let text = text_of_bytes(&pages);
        let documents: Vec<u32> = (0..text.documents()).collect();
        assert_elements(&text, &Aligner::new().template(&text, &documents));
    }
}

#[test]
fn a_hand_counted_text_has_its_spectrum() {
    // ab|ab: a, b and ab twice, on two pages; aab|: a twice, but on one page.
    let spectrum = |documents: &[Vec<u32>], frequency| {
        let index = Index::new(text_of_numbers(documents), Memory::Fast);
        Spectrum::count(&index, Lengths::ALL, frequency).rows().to_vec()
    };
    let row = |frequency, distinct| Row { frequency, distinct };
    assert_eq!(spectrum(&[vec![1, 2], vec![1, 2]], Frequency::Documents), [row(2, 3)]);
    assert_eq!(spectrum(&[vec![1, 1, 2]], Frequency::Occurrences), [row(1, 4), row(2, 1)]);
    assert_eq!(spectrum(&[vec![1, 1, 2]], Frequency::Documents), [row(1, 5)]);
    assert_eq!(spectrum(&[], Frequency::Occurrences), []);
    assert_eq!(spectrum(&[vec![], vec![]], Frequency::Documents), []);
}

#[test]
fn a_hand_counted_text_has_its_page_sets() {
    // Pages 0 and 2 share 7, 8 and 78; pages 0 and 1 share 9.
    let index = Index::new(text_of_numbers(&[vec![7, 8, 9], vec![9], vec![7, 8]]), Memory::Low);
    let sets = page_sets(&index, Lengths::ALL, 9);
    let set = |documents: &[u32], distinct| PageSet { documents: documents.to_vec(), distinct };
    assert_eq!(sets, [set(&[0, 2], 3), set(&[0, 1], 1)]);
}

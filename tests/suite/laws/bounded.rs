//! The index of substrings up to a largest length lists what the plain index lists, however phrases are cut.

use super::random::numbers;
use super::{frequencies, text_of_bytes, text_of_numbers, texts};
use katagami::index::{BoundedIndex, Index, Interval, Memory, SuffixOrder, Text};
use katagami::spectrum::{DocumentTally, Frequency, Lengths, Spectrum, page_sets};
use proptest::prelude::*;
use proptest::sample::Index as Pick;
use proptest::test_runner::RngSeed;

/// Pages of passages that many of them share, in another order and with other symbols between them, some of them twice.
fn page_like() -> impl Strategy<Value = Text> {
    let passages = prop::collection::vec(prop::collection::vec(1..6_u32, 0..40), 1..5);
    let page = || prop::collection::vec((any::<Pick>(), prop::collection::vec(1..9_u32, 0..3)), 0..9);
    let pages = prop::collection::vec((page(), 1..3_usize), 0..6);
    (passages, pages).prop_map(|(passages, pages)| {
        let spell = |page: &[(Pick, Vec<u32>)]| {
            page.iter().flat_map(|(passage, own)| [passage.get(&passages).as_slice(), own].concat()).collect()
        };
        let documents: Vec<Vec<u32>> =
            pages.iter().flat_map(|(page, times)| vec![spell(page); *times]).collect();
        text_of_numbers(&documents)
    })
}

/// One symbol or a short unit many times, beyond the longest phrase of every period.
fn periodic() -> impl Strategy<Value = Text> {
    (1..4_u32, prop::collection::vec(0..700_usize, 1..4)).prop_map(|(unit, times)| {
        let unit: Vec<u32> = (1..=unit).collect();
        text_of_numbers(&times.into_iter().map(|times| unit.repeat(times)).collect::<Vec<_>>())
    })
}

fn all_texts() -> impl Strategy<Value = Text> {
    prop_oneof![2 => texts(), 2 => page_like(), 1 => periodic(), 1 => numbers(2).prop_map(|given| text_of_numbers(&given))]
}

fn periods() -> impl Strategy<Value = u32> {
    prop::sample::select(vec![1, 2, 3, 4, 16])
}

/// All intervals up to a length, with the occurrences in documents that they have already.
fn tallied<S: SuffixOrder>(index: &S, longest: u32) -> Vec<Interval<u32>> {
    let whole = index.parts(1).pop().unwrap_or_default();
    index.intervals_of(whole).up_to(longest).tally(DocumentTally::new(index.text())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(2), ..ProptestConfig::with_cases(600) })]

    #[test]
    fn bounded_intervals_are_those_of_the_plain_index(
        text in all_texts(),
        longest in 1..14_u32,
        less in 0..3_u32,
        period in periods(),
    ) {
        let bounded = BoundedIndex::with_period(&text, longest, period);
        let plain = Index::new(text.clone(), Memory::Fast);
        let counted: Vec<Interval> = bounded.intervals().collect();
        prop_assert_eq!(counted, plain.intervals().up_to(longest).collect::<Vec<_>>());
        let shorter = longest.saturating_sub(less).max(1);
        prop_assert_eq!(tallied(&bounded, shorter), tallied(&plain, shorter));
    }

    #[test]
    fn spectra_and_page_sets_do_not_depend_on_phrases(
        text in all_texts(),
        longest in 1..14_u32,
        shortest in 1..14_u32,
        frequency in frequencies(),
        period in periods(),
        most in 0..9_usize,
    ) {
        let lengths = Lengths::new(shortest.min(longest), Some(longest)).expect("a length");
        let plain = Index::new(text.clone(), Memory::Fast);
        let (spectrum, sets) = (Spectrum::count(&plain, lengths, frequency), page_sets(&plain, lengths, most));
        for bounded in [BoundedIndex::with_period(&text, longest, period), BoundedIndex::new(&text, longest)] {
            prop_assert_eq!(&Spectrum::count(&bounded, lengths, frequency), &spectrum);
            prop_assert_eq!(&page_sets(&bounded, lengths, most), &sets);
        }
        prop_assert_eq!(Spectrum::of(text, lengths, frequency), spectrum);
    }
}

#[test]
fn repeated_pages_are_sorted_once_and_prose_whole() {
    let set = site::set::all().into_iter().find(|set| set.name == "a-13").expect("a set");
    let pages: Vec<String> = (0..20).map(|i| format!("<title>{i}</title>{}", set.pages[0].html)).collect();
    let text = text_of_bytes(&pages);
    for longest in [10, BoundedIndex::MAX_LEN] {
        assert!(BoundedIndex::new(&text, longest).sorted() < text.len() / 4, "{longest}");
    }
    // Every three symbols once: a sequence of which no passage occurs twice.
    let unlike: Vec<u32> = (0..40_000_u32).map(|i| i.wrapping_mul(i) % 39_989 + 1).collect();
    let text = text_of_numbers(&[unlike]);
    assert_eq!(BoundedIndex::new(&text, 10).sorted(), text.len());
}

#[test]
fn a_symbol_many_times_has_few_phrases() {
    let text = text_of_bytes(&["a".repeat(200_000), "ab".repeat(100_000)]);
    let bounded = BoundedIndex::new(&text, 10);
    assert!(bounded.sorted() < 2_000, "{}", bounded.sorted());
    let plain = Index::new(text.clone(), Memory::Fast);
    for frequency in [Frequency::Occurrences, Frequency::Documents] {
        let spectrum = Spectrum::count(&plain, Lengths::DISCOVERY, frequency);
        assert_eq!(Spectrum::count(&bounded, Lengths::DISCOVERY, frequency), spectrum);
    }
}

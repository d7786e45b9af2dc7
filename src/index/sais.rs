//! Our own suffix sorter, for builds without a C compiler: SA-IS, by induced sorting.
//!
//! A position has type S if its suffix is smaller than the next one, else type L; an S after an L is a left-most S
//! (LMS). Once the LMS suffixes are sorted, one upward sweep places all L suffixes and one downward sweep all S
//! suffixes. To sort the LMS suffixes, sort the substrings between them by the same two sweeps, number them, and
//! recurse on the numbers, of which there are at most half as many.
//!
//! Time: O(n). Memory in addition to the result: one bit and at most 8 bytes for each symbol.
//!
//! Source: Nong, Zhang, Chan, "Two Efficient Algorithms for Linear Time Suffix Array Construction", 2011, section 3.

const EMPTY: u32 = u32::MAX;

/// A symbol that can be counted.
pub(super) trait Countable: Copy + Ord + Into<u32> {}
impl<T: Copy + Ord + Into<u32>> Countable for T {}

/// The positions of all suffixes of `symbols` in lexicographic order; a suffix comes before all suffixes of which it
/// is a prefix.
pub(super) fn suffix_order<T: Countable>(symbols: &[T]) -> Vec<u32> {
    let mut order = vec![EMPTY; symbols.len()];
    if !symbols.is_empty() {
        sort(symbols, &mut order);
    }
    order
}

fn sort<T: Countable>(symbols: &[T], order: &mut [u32]) {
    let types = SuffixTypes::new(symbols);
    let buckets = Buckets::new(symbols);
    let lms: Vec<u32> = (1..symbols.len()).filter(|&place| types.is_lms(place)).map(number).collect();
    induce(symbols, &types, &buckets, &lms, order);
    let (names, distinct) = name_lms_substrings(symbols, &types, &lms, order);
    let sorted: Vec<u32> = if distinct == lms.len() {
        order.iter().copied().filter(|&place| place > 0 && types.is_lms(place as usize)).collect()
    } else {
        suffix_order(&names).into_iter().map(|i| lms[i as usize]).collect()
    };
    induce(symbols, &types, &buckets, &sorted, order);
}

/// The types of all suffixes: one bit for each position, set if it is S.
struct SuffixTypes(Vec<u64>);

impl SuffixTypes {
    fn new<T: Countable>(symbols: &[T]) -> Self {
        let mut bits = vec![0_u64; symbols.len().div_ceil(64)];
        // The end of the text is smaller than every symbol, so the last place is L.
        let mut next_is_s = false;
        for place in (0..symbols.len() - 1).rev() {
            next_is_s = match symbols[place].cmp(&symbols[place + 1]) {
                std::cmp::Ordering::Less => true,
                std::cmp::Ordering::Equal => next_is_s,
                std::cmp::Ordering::Greater => false,
            };
            bits[place / 64] |= u64::from(next_is_s) << (place % 64);
        }
        SuffixTypes(bits)
    }

    fn is_s(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    fn is_lms(&self, place: usize) -> bool {
        place > 0 && self.is_s(place) && !self.is_s(place - 1)
    }
}

/// For every symbol, the first rank of the suffixes that begin with it, and the end of the last one.
struct Buckets(Vec<u32>);

impl Buckets {
    fn new<T: Countable>(symbols: &[T]) -> Self {
        let largest: u32 = symbols.iter().copied().max().map_or(0, Into::into);
        let mut starts = vec![0; largest as usize + 2];
        for &symbol in symbols {
            starts[symbol.into() as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        Buckets(starts)
    }

    fn heads(&self) -> Vec<u32> {
        self.0[..self.0.len() - 1].to_vec()
    }

    fn tails(&self) -> Vec<u32> {
        self.0[1..].to_vec()
    }
}

/// Fills `order` from the LMS positions in the given order. If they are in the order of their suffixes, all suffixes
/// come out sorted; if they are in any other order, the substrings that begin at LMS positions do.
fn induce<T: Countable>(
    symbols: &[T],
    types: &SuffixTypes,
    buckets: &Buckets,
    lms: &[u32],
    order: &mut [u32],
) {
    let bucket = |place: u32| symbols[place as usize].into() as usize;
    order.fill(EMPTY);
    let mut tails = buckets.tails();
    for &place in lms.iter().rev() {
        let tail = &mut tails[bucket(place)];
        *tail -= 1;
        order[*tail as usize] = place;
    }
    let mut heads = buckets.heads();
    let mut put_l = |place: u32, order: &mut [u32]| {
        let head = &mut heads[bucket(place)];
        order[*head as usize] = place;
        *head += 1;
    };
    put_l(number(symbols.len() - 1), order);
    for rank in 0..order.len() {
        let place = order[rank];
        if place != EMPTY && place > 0 && !types.is_s(place as usize - 1) {
            put_l(place - 1, order);
        }
    }
    let mut tails = buckets.tails();
    for rank in (0..order.len()).rev() {
        let place = order[rank];
        if place != EMPTY && place > 0 && types.is_s(place as usize - 1) {
            let tail = &mut tails[bucket(place - 1)];
            *tail -= 1;
            order[*tail as usize] = place - 1;
        }
    }
}

/// Numbers the substrings from one LMS position to the next by their order, equal ones alike. Returns the numbers in
/// text order, and how many distinct ones there are.
fn name_lms_substrings<T: Countable>(
    symbols: &[T],
    types: &SuffixTypes,
    lms: &[u32],
    order: &[u32],
) -> (Vec<u32>, usize) {
    let substring = |i: usize| {
        let end = lms.get(i + 1).map_or(symbols.len(), |&next| next as usize + 1);
        &symbols[lms[i] as usize..end]
    };
    // LMS positions are never adjacent, so half a position identifies them.
    let mut slots = vec![EMPTY; symbols.len() / 2 + 1];
    for (i, &place) in lms.iter().enumerate() {
        slots[place as usize / 2] = number(i);
    }
    let mut names = vec![0; lms.len()];
    let (mut name, mut before) = (0, None);
    for &place in order.iter().filter(|&&place| types.is_lms(place as usize)) {
        let i = slots[place as usize / 2] as usize;
        // The last substring ends with the text and equals no other, since that end is smaller than every symbol.
        if before.is_some_and(|before| {
            i + 1 == lms.len() || before + 1 == lms.len() || substring(before) != substring(i)
        }) {
            name += 1;
        }
        names[i] = name;
        before = Some(i);
    }
    (names, if lms.is_empty() { 0 } else { name as usize + 1 })
}

fn number(place: usize) -> u32 {
    u32::try_from(place).expect("a text has at most 2^31 - 1 symbols")
}

#[cfg(test)]
mod tests {
    use super::super::sort;
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    fn naive(symbols: &[u32]) -> Vec<u32> {
        let mut order: Vec<u32> = (0..number(symbols.len())).collect();
        order.sort_by_key(|&place| &symbols[place as usize..]);
        order
    }

    #[test]
    fn suffixes_come_out_in_order() {
        let mut state = 1_u64;
        for case in 0..3000_u32 {
            let (len, letters) = (case % 61, [1, 2, 3, 26, 300][case as usize % 5]);
            let symbols: Vec<u32> = (0..len)
                .map(|_| {
                    state =
                        state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    u32::try_from((state >> 33) % letters).unwrap()
                })
                .collect();
            assert_eq!(suffix_order(&symbols), naive(&symbols), "{symbols:?}");
        }
    }

    /// Random numbers from 0 to `letters`, small ones more often, with a passage that is repeated.
    fn texts(letters: u32) -> impl Strategy<Value = Vec<u32>> {
        let symbols = |most| prop::collection::vec(prop_oneof![0..=letters.min(2), 0..=letters], 1..most);
        (symbols(300), symbols(20), 0..20_usize, symbols(50)).prop_map(|(mut text, unit, times, end)| {
            text.extend(unit.repeat(times));
            text.extend(end);
            text.extend_from_within(text.len() / 2..);
            text
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

        // With libsais this compares two sorters; without it there is only one.
        #[test]
        fn numbers_sort_as_the_chosen_sorter_does(text in prop::sample::select(vec![1, 2, 300, 70_000]).prop_flat_map(texts)) {
            prop_assert_eq!(suffix_order(&text), sort::suffix_order_of_numbers(&text));
        }

        #[test]
        fn bytes_sort_as_the_chosen_sorter_does(text in prop::sample::select(vec![1, 2, 26, 255]).prop_flat_map(texts)) {
            let text: Vec<u8> = text.into_iter().map(|symbol| u8::try_from(symbol).expect("at most 255")).collect();
            prop_assert_eq!(suffix_order(&text), sort::suffix_order_of_bytes(&text));
        }
    }

    #[test]
    fn bytes_and_numbers_sort_alike() {
        let bytes = b"mississippi$mississippi\0abracadabra\0";
        let numbers: Vec<u32> = bytes.iter().map(|&byte| byte.into()).collect();
        assert_eq!(suffix_order(bytes), suffix_order(&numbers));
    }
}

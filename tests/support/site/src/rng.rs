//! Random numbers that are the same on every machine and with every version.
//!
//! SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014), and choices made
//! from it with integers only, so that neither a library's version nor the rounding of floats can change a page.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The stream of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Rng(seed)
    }

    /// The stream of a name and a number within this stream. It does not depend on other names, so a new slot in a template does
    /// not change the content of the others.
    #[must_use]
    pub fn named(&self, name: &str, number: usize) -> Self {
        let mut rng = Rng(self.0 ^ fnv(name));
        Rng(rng.bits() ^ as_u64(number))
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `end`, exclusive.
    ///
    /// # Panics
    ///
    /// If `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        assert!(end > 0, "a choice needs something to choose from");
        let scaled = (u128::from(self.bits()) * u128::from(as_u64(end))) >> 64;
        usize::try_from(scaled).expect("a number below a usize is a usize")
    }

    /// A number from `low` to `high`, inclusive.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True with a probability of `percent` percent.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the items, with equal probability.
    pub fn pick<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.below(items.len())]
    }

    /// One of the items, the k-th with a weight of 1/(k + 4): the Zipf-Mandelbrot law.
    pub fn zipf<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.zipf_rank(items.len())]
    }

    /// A number below `end`; k is drawn with a weight of 1/(k + 5).
    pub fn zipf_rank(&mut self, end: usize) -> usize {
        let weight = |k: usize| (1 << 20) / (k + 5);
        let total = (0..end).map(weight).sum();
        let mut rest = self.below(total);
        for k in 0..end {
            if rest < weight(k) {
                return k;
            }
            rest -= weight(k);
        }
        unreachable!("the weights add up to the total")
    }
}

fn as_u64(n: usize) -> u64 {
    u64::try_from(n).expect("a usize has at most 64 bits")
}

/// The 64-bit FNV-1a hash.
fn fnv(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn the_stream_is_the_published_one() {
        // The first outputs of the reference implementation for seed 1234567.
        let mut rng = Rng::new(1_234_567);
        assert_eq!(rng.bits(), 6_457_827_717_110_365_317);
        assert_eq!(rng.bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn the_first_of_a_zipf_choice_is_twice_as_frequent_as_the_sixth() {
        let mut rng = Rng::new(1);
        let mut seen = [0_u32; 10];
        for _ in 0..40_000 {
            seen[rng.zipf_rank(10)] += 1;
        }
        // The weights 1/5 .. 1/14 add up to 1.1682.
        assert!(seen[0].abs_diff(6_848) < 200, "{seen:?}");
        assert!(seen[5].abs_diff(3_424) < 150, "{seen:?}");
    }

    #[test]
    fn slots_and_pages_have_separate_streams() {
        let site = Rng::new(7);
        let first = site.named("page", 0).named("title", 0).bits();
        assert_eq!(first, site.named("page", 0).named("title", 0).bits());
        let others = [
            Rng::new(8).named("page", 0).named("title", 0),
            site.named("page", 1).named("title", 0),
            site.named("page", 0).named("title", 1),
            site.named("page", 0).named("text", 0),
        ];
        assert!(others.into_iter().all(|mut other| other.bits() != first));
    }
}

//! A two-way table between symbols and their spellings.
//!
//! In: spellings. Out: consecutive numbers, in order of first appearance; symbol 0 is BREAK, the end of a document.
//! Each spelling is stored once, in one string; the hash table contains only numbers. Memory: the bytes of the
//! spellings plus about 14 bytes for each symbol. Time: one hash and one comparison for each call. The numbers do not
//! depend on the hash function.

use string_interner::StringInterner;
use string_interner::backend::StringBackend;

/// A token's number in an [`Alphabet`].
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Symbol(u32);

impl Symbol {
    /// The end of a document.
    pub const BREAK: Symbol = Symbol(0);

    /// The symbol with this number.
    #[must_use]
    pub const fn new(number: u32) -> Self {
        Symbol(number)
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }
}

impl string_interner::Symbol for Symbol {
    fn try_from_usize(index: usize) -> Option<Self> {
        u32::try_from(index + 1).ok().map(Symbol)
    }

    fn to_usize(self) -> usize {
        self.0 as usize - 1
    }
}

/// A two-way table between symbols and spellings.
///
/// ```
/// use katagami::token::{Alphabet, Symbol};
///
/// let mut alphabet = Alphabet::new();
/// let td = alphabet.intern("<td>");
/// assert_eq!((td, alphabet.intern("<tr>")), (Symbol::new(1), Symbol::new(2)));
/// assert_eq!(alphabet.intern("<td>"), td);
/// assert_eq!(alphabet.spelling(td), "<td>");
/// ```
#[derive(Clone, Debug)]
pub struct Alphabet {
    spellings: StringInterner<StringBackend<Symbol>>,
}

impl Alphabet {
    /// An alphabet with only BREAK.
    #[must_use]
    pub fn new() -> Self {
        Alphabet { spellings: StringInterner::new() }
    }

    /// The number of symbols, including BREAK: all symbol numbers are below it.
    #[must_use]
    pub fn size(&self) -> usize {
        self.spellings.len() + 1
    }

    /// The symbol of a spelling; a new symbol if the spelling is not known yet.
    ///
    /// # Panics
    ///
    /// If the alphabet would get 2^32 symbols, more than the positions of a text.
    pub fn intern(&mut self, spelling: &str) -> Symbol {
        self.spellings.get_or_intern(spelling)
    }

    /// The symbol of a spelling, if it is known.
    #[must_use]
    pub fn find(&self, spelling: &str) -> Option<Symbol> {
        self.spellings.get(spelling)
    }

    /// The spelling of a symbol; empty for BREAK.
    ///
    /// # Panics
    ///
    /// If the symbol does not belong to this alphabet.
    #[must_use]
    pub fn spelling(&self, symbol: Symbol) -> &str {
        if symbol == Symbol::BREAK {
            ""
        } else {
            self.spellings.resolve(symbol).expect("a symbol of this alphabet")
        }
    }

    /// All symbols except BREAK with their spellings, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Symbol, &str)> {
        self.spellings.iter()
    }

    /// Adds all symbols of `other`, in order. Returns the symbol in this alphabet for each number of `other`.
    ///
    /// Merging the alphabets of consecutive chunks in order gives the alphabet of the whole.
    pub fn merge(&mut self, other: &Alphabet) -> Vec<Symbol> {
        std::iter::once(Symbol::BREAK)
            .chain(other.iter().map(|(_, spelling)| self.intern(spelling)))
            .collect()
    }
}

impl Default for Alphabet {
    fn default() -> Self {
        Alphabet::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_alphabet_has_only_break() {
        let alphabet = Alphabet::new();
        assert_eq!(alphabet.size(), 1);
        assert_eq!(alphabet.spelling(Symbol::BREAK), "");
        assert_eq!(alphabet.iter().count(), 0);
    }

    #[test]
    fn the_empty_spelling_is_not_break() {
        assert_eq!(Alphabet::new().intern(""), Symbol(1));
    }

    #[test]
    fn symbols_are_numbered_in_order_of_first_appearance() {
        let mut alphabet = Alphabet::new();
        let symbols: Vec<_> = ["b", "a", "b", "c"].iter().map(|spelling| alphabet.intern(spelling)).collect();
        assert_eq!(symbols, [Symbol(1), Symbol(2), Symbol(1), Symbol(3)]);
        assert_eq!(
            alphabet.iter().collect::<Vec<_>>(),
            [(Symbol(1), "b"), (Symbol(2), "a"), (Symbol(3), "c")]
        );
    }

    #[test]
    fn find_does_not_add_a_spelling() {
        let mut alphabet = Alphabet::new();
        assert_eq!(alphabet.find("a"), None);
        alphabet.intern("a");
        assert_eq!((alphabet.find("a"), alphabet.size()), (Some(Symbol(1)), 2));
    }

    #[test]
    fn alphabets_merged_in_order_equal_the_alphabet_of_the_whole() {
        let words = ["x", "y", "x", "z", "y", "w", "x"];
        let mut whole = Alphabet::new();
        let expected: Vec<_> = words.iter().map(|word| whole.intern(word)).collect();

        let mut merged = Alphabet::new();
        let mut symbols = Vec::new();
        for chunk in words.chunks(3) {
            let mut local = Alphabet::new();
            let here: Vec<_> = chunk.iter().map(|word| local.intern(word)).collect();
            let translation = merged.merge(&local);
            symbols.extend(here.iter().map(|symbol| translation[symbol.number() as usize]));
        }
        assert_eq!(symbols, expected);
        assert!(merged.iter().eq(whole.iter()));
    }

    #[test]
    fn many_symbols_survive_the_growth_of_the_table() {
        let mut alphabet = Alphabet::new();
        for number in 1..=70_000 {
            assert_eq!(alphabet.intern(&number.to_string()), Symbol(number));
        }
        assert!((1..=70_000).all(|number| alphabet.find(&number.to_string()) == Some(Symbol(number))));
    }
}

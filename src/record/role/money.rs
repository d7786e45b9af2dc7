//! Amounts of money: a number beside a currency and nothing else.
//!
//! ```text
//! € 1.599,00   12 zł   US $7.50   1 200 kr    yes
//! 7.50   5 km   $5 off   €31 €34              no
//! ```
//!
//! Source: Unicode CLDR and ISO 4217, written into `currencies.txt` by `tools/currencies.py`.

use hashbrown::HashSet;
use std::sync::OnceLock;

/// The name of a price (schema.org, Offer).
pub(crate) const PRICE: &str = "price";

/// Whether a tag strikes its text through, such as a price that is no longer paid (HTML, `s` and `del`; HTML 4, `strike`).
pub(crate) fn strikes(tag: &str) -> bool {
    matches!(tag, "s" | "del" | "strike")
}

struct Currencies {
    codes: HashSet<&'static str>,
    /// Signs, symbols and names, in lower case.
    symbols: HashSet<&'static str>,
}

impl Currencies {
    fn get() -> &'static Self {
        static CURRENCIES: OnceLock<Currencies> = OnceLock::new();
        CURRENCIES.get_or_init(|| {
            let mut lines = include_str!("currencies.txt").lines();
            let mut words = || lines.next().unwrap_or_default().split(' ').collect();
            Currencies { codes: words(), symbols: words() }
        })
    }

    fn has(&self, written: &str) -> bool {
        self.codes.contains(written) || self.symbols.contains(&*written.to_lowercase())
    }
}

/// Whether a text is one amount of money.
pub(crate) fn is_amount(text: &str) -> bool {
    let is_in_number =
        |char: char| char.is_numeric() || char.is_whitespace() || matches!(char, '.' | ',' | '\'' | '’');
    let Some(first) = text.find(char::is_numeric) else { return false };
    let (before, rest) = text.split_at(first);
    let (number, after) = rest.split_at(rest.find(|char| !is_in_number(char)).unwrap_or(rest.len()));
    // A full stop ends a symbol, and a dash stands for no cents.
    let bare = |side: &str| -> String {
        side.trim_matches(|char: char| {
            char.is_whitespace() || matches!(char, '.' | ',' | '-' | '–' | '*' | ':')
        })
        .split_whitespace()
        .collect()
    };
    let sides = [bare(before), bare(after)];
    let is_currency = |side: &String| Currencies::get().has(side);
    number.chars().filter(|char| char.is_numeric()).count() <= LONGEST
        && sides.iter().any(is_currency)
        && sides.iter().all(|side| side.is_empty() || is_currency(side))
}

/// The most digits of an amount: trillions, with cents.
const LONGEST: usize = 15;

#[cfg(test)]
mod tests {
    use super::is_amount;

    #[test]
    fn amounts_have_one_number_and_a_currency() {
        for text in [
            "€ 1.599,00",
            "12 zł",
            "US $7.50",
            "1 200 kr",
            "5,- €",
            "CHF 20",
            "980円",
            "Rs. 450",
            "£5",
            "€5 EUR",
            "1'200.00 Kč",
        ] {
            assert!(is_amount(text), "{text}");
        }
        for text in ["7.50", "5 km", "$5 off", "€31 €34", "from £5", "", "€", "10 m", "20 all", "chapter 5"]
        {
            assert!(!is_amount(text), "{text}");
        }
    }
}

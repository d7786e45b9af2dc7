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
    written(text).is_some()
}

/// The amount and the currency of a text that is one amount of money: 1599 and `€` of `€ 1.599,00`. None of digits that are not ASCII's.
pub(crate) fn amount(text: &str) -> Option<(f64, String)> {
    let (number, currency) = written(text)?;
    let is_sign = |char: char| matches!(char, '.' | ',');
    let number = number.trim_matches(|char: char| !char.is_numeric());
    // The last sign is that of decimals, unless three digits follow or it occurs twice: then it separates thousands.
    let cut = number.rfind(is_sign).filter(|&at| {
        let sign = &number[at..=at];
        number.len() - at != 4 && number.matches(sign).count() == 1
    });
    let (whole, decimals) = cut.map_or((number, ""), |at| (&number[..at], &number[at + 1..]));
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let spelled = format!("{}.{}", digits(whole), digits(decimals));
    let is_ascii = !number.contains(|char: char| char.is_numeric() && !char.is_ascii_digit());
    Some((spelled.parse().ok().filter(|_| is_ascii)?, currency))
}

/// The number and the currency of a text that is one amount of money, as written.
fn written(text: &str) -> Option<(&str, String)> {
    let is_in_number =
        |char: char| char.is_numeric() || char.is_whitespace() || matches!(char, '.' | ',' | '\'' | '’');
    let first = text.find(char::is_numeric)?;
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
    let is_one = number.chars().filter(|char| char.is_numeric()).count() <= LONGEST
        && sides.iter().any(is_currency)
        && sides.iter().all(|side| side.is_empty() || is_currency(side));
    let [before, after] = sides;
    is_one.then_some((number, if before.is_empty() { after } else { before }))
}

/// The most digits of an amount: trillions, with cents.
const LONGEST: usize = 15;

#[cfg(test)]
mod tests {
    use super::{amount, is_amount};

    #[test]
    fn an_amount_is_read_whatever_its_signs_are() {
        for (text, number, currency) in [
            ("€ 1.599,00", 1599.0, "€"),
            ("US $7.50", 7.5, "US$"),
            ("1 200 kr", 1200.0, "kr"),
            ("5,- €", 5.0, "€"),
            ("£1,299", 1299.0, "£"),
            ("1'200.05 Kč", 1200.05, "Kč"),
            ("$1.299.000", 1_299_000.0, "$"),
        ] {
            assert_eq!(amount(text), Some((number, currency.to_owned())), "{text}");
        }
        assert_eq!(amount("five €"), None);
    }

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

//! Names of columns and tables as identifiers: lower-case letters, digits and `_`, so that queries need no quotes where the letters are ASCII.
//!
//! ```text
//! Q & A, price__format2, 2nd hand        q_a, price_format2, c_2nd_hand
//! title.href, cover@src, a.href2         title_url, cover_src, a_url_2
//! ```

/// The ending of the names of columns that hold the addresses of links.
pub(crate) const ADDRESS: &str = "_url";

/// The name of a column of this name; the address of a link, called `title.href` or `title@href`, is `title_url`.
pub(crate) fn column_identifier(name: &str) -> String {
    let (named, number) = name.split_at(name.trim_end_matches(|char: char| char.is_ascii_digit()).len());
    let of = match named.strip_suffix("href") {
        Some("") => "link",
        Some(of) if of.ends_with(['.', '@']) => of,
        _ => return identifier(name),
    };
    let joint = if number.is_empty() { "" } else { "_" };
    format!("{}{ADDRESS}{joint}{number}", identifier(of))
}

/// A name as an identifier.
pub(crate) fn identifier(name: &str) -> String {
    let lower = name.to_lowercase();
    let words = lower.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("_");
    match name.chars().next() {
        None => "column".to_owned(),
        Some(first) if first.is_alphabetic() => name,
        Some(_) => format!("c_{name}"),
    }
}

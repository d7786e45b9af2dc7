//! The title of a page, without what the site adds to its titles.
//!
//! In: the headline and the stated titles of pages. Out: a title for each. A part at the beginning or the end of a title that titles of
//! other pages have there, too, names the site, a section or a list, if signs separate it:
//!
//! ```text
//! The flood - Notes of a miller        The flood
//! The letter - Notes of a miller       The letter
//! [millers] Re: flour                  Re: flour        all pages begin with [millers]
//! ```
//!
//! A headline that is shown loses only parts that three tenths of the titles have. Cost: linear in the words of the titles.

use super::Fact;
use super::stated::{Property, Source, Stated};
use crate::content::Content;
use crate::measure::{LEAST, a_few, are_some, how_often};
use hashbrown::HashSet;

/// Returns the headline, else the stated title. If the `<title>` of the page does not contain the stated title, the
/// `<title>` is used.
pub(super) fn title(content: &Content, stated: &Stated) -> Option<Fact> {
    let shown = content.headline.as_ref().map(|headline| without_sign(&headline.text.replace('\n', " ")));
    let shown = shown.map(|text| Fact { text, source: Source::Shown });
    let of_browsers = || stated.all(Property::Title).find(|(_, source)| *source == Source::Html);
    let stated = || {
        let first = stated.get(Property::Title)?;
        let (text, source) = of_browsers().filter(|(title, _)| !title.contains(first.0)).unwrap_or(first);
        Some(Fact { text: text.to_owned(), source })
    };
    shown.or_else(stated)
}

/// A headline without the sign of a link to itself at its end: `Install ¶`.
fn without_sign(headline: &str) -> String {
    let rest = headline.trim_end().trim_end_matches(['¶', '§']).trim_end();
    if rest.is_empty() { headline.to_owned() } else { rest.to_owned() }
}

/// Removes from the titles of pages of one site the parts that they share.
pub(super) fn drop_shared_parts(mut titles: Vec<&mut Fact>) {
    let distinct: HashSet<String> = titles.iter().map(|title| title.text.clone()).collect();
    if distinct.len() < LEAST {
        return;
    }
    let sharing = how_often(distinct.iter().flat_map(|title| parts(title)));
    let of_title = |title: &Fact| {
        let are_enough = |titles: usize| match title.source {
            Source::Shown => are_some(titles, distinct.len()) && titles > 1,
            _ => titles >= a_few(distinct.len()),
        };
        let is_shared = |part: &&str| sharing.get(part).is_some_and(|&titles| are_enough(titles));
        let shared = parts(&title.text).into_iter().filter(is_shared);
        let rests = shared.map(|part| {
            title.text.strip_suffix(part).or_else(|| title.text.strip_prefix(part)).unwrap_or_default()
        });
        // The shortest rest that says something.
        rests
            .map(str::trim)
            .filter(|rest| rest.contains(char::is_alphanumeric))
            .min_by_key(|rest| rest.len())
            .map(str::to_owned)
    };
    let rests: Vec<Option<String>> = titles.iter().map(|title| of_title(title)).collect();
    for (title, rest) in titles.iter_mut().zip(rests) {
        title.text = rest.unwrap_or_else(|| std::mem::take(&mut title.text));
    }
}

/// The parts at the beginning and at the end of a title that signs separate from the rest, each with its separator. A word in
/// brackets at the beginning is one, too.
fn parts(title: &str) -> Vec<&str> {
    let is_sign = |word: &str| !word.contains(char::is_alphanumeric);
    let mut parts = Vec::new();
    for word in title.split_whitespace().filter(|word| is_sign(word)) {
        let from = word.as_ptr() as usize - title.as_ptr() as usize;
        parts.push(&title[..from + word.len()]);
        parts.push(&title[from..]);
    }
    let first = title.split_whitespace().next().unwrap_or_default();
    let is_bracketed = [('[', ']'), ('(', ')'), ('【', '】')]
        .iter()
        .any(|&(open, close)| first.starts_with(open) && first.ends_with(close));
    parts.extend(is_bracketed.then_some(first));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<const N: usize>(titles: [&str; N], source: Source) -> [String; N] {
        let mut titles = titles.map(|text| Fact { text: text.to_owned(), source });
        drop_shared_parts(titles.iter_mut().collect());
        titles.map(|title| title.text)
    }

    #[test]
    fn names_of_sites_sections_and_lists_are_no_part_of_titles() {
        let stated = [
            "The flood - Floods | My notes",
            "The letter - Post | My notes",
            "Rain - Floods | My notes",
            "A - B",
        ];
        assert_eq!(found(stated, Source::Html), ["The flood", "The letter - Post", "Rain", "A - B"]);
        let shown = ["[millers] Re: flour", "[millers] Rye", "[millers] Oats - a question", "[bakers] Rye"];
        assert_eq!(found(shown, Source::Shown), ["Re: flour", "Rye", "Oats - a question", "[bakers] Rye"]);
    }

    #[test]
    fn titles_that_share_nothing_and_those_of_two_pages_are_unchanged() {
        let titles = ["Rain - part 1", "Rain, part 2", "- -"];
        assert_eq!(found(titles, Source::Html), titles);
        assert_eq!(found(["Rain - Notes", "Snow - Notes"], Source::Html), ["Rain - Notes", "Snow - Notes"]);
    }
}

//! The name of the site of pages, as the addresses or the pages tell it.

use super::stated::{Property, Source, Stated};
use super::{Fact, metadata};
use crate::content::{Content, contents};
use crate::document::Document;
use crate::record::{host, is_absolute};

/// Returns the name of the site of pages: the host of the first page whose address the input knows, else the first name that a page states,
/// else the name in the titles if it is the same in several. Without an address, the time of [`contents`] and [`metadata`].
#[must_use]
pub fn site_name(documents: &[Document]) -> Option<String> {
    documents.iter().find_map(hostname).or_else(|| {
        let told = metadata(documents, &contents(documents)).into_iter().filter_map(|page| page.site);
        let (titles, stated): (Vec<Fact>, Vec<Fact>) = told.partition(|site| site.source == Source::Html);
        let is_one = titles.len() > 1 && titles.iter().all(|site| site.text == titles[0].text);
        stated.into_iter().chain(titles.into_iter().filter(|_| is_one)).next().map(|site| site.text)
    })
}

/// Returns the host of a page's address, if the input knows that.
pub(super) fn hostname(document: &Document) -> Option<String> {
    document.address().filter(|address| is_absolute(address)).map(host).filter(|host| !host.is_empty())
}

/// Returns the name of the site from the `<title>`, if that is headline, separator and name: `Rain - The Daily`.
pub(super) fn site(content: &Content, stated: &Stated) -> Option<Fact> {
    let headline = content.headline.as_ref()?;
    let headline = headline.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (title, source) = stated.all(Property::Title).find(|(_, source)| *source == Source::Html)?;
    let rest = title.strip_prefix(&headline).or_else(|| title.strip_suffix(&headline))?;
    let is_sign = |char: char| !char.is_alphanumeric() && !char.is_whitespace();
    let name = rest
        .trim_matches(|char: char| !char.is_alphanumeric() && !matches!(char, '(' | ')' | '!' | '?' | '.'));
    // With several separators the rest also names sections of the site.
    let is_one = rest.split_whitespace().filter(|word| word.chars().all(is_sign)).count() == 1;
    (is_one && !name.is_empty()).then(|| Fact { text: name.to_owned(), source })
}

//! Addresses of images, and images that are not part of an article because several pages have them.

use crate::document::Document;
use crate::measure::in_how_many;
use crate::page::digest;
use crate::token::html::tokens;
use crate::token::{Attributes, TokenKind};
use hashbrown::HashSet;
use rayon::prelude::*;
use std::borrow::Cow;

/// Images that several pages have: buttons, portraits, logos. Limit: an article under two addresses loses its images.
#[derive(Clone, Debug, Default)]
pub struct RepeatedImages(HashSet<u64>);

impl RepeatedImages {
    /// Finds the images that more than one of the pages has.
    #[must_use]
    pub fn of(documents: &[&Document]) -> Self {
        let pages: Vec<Vec<u64>> = documents.par_iter().map(|document| addresses(document)).collect();
        RepeatedImages::counted(pages)
    }

    /// Finds them from the hashes of the image addresses of each page.
    pub(in crate::content) fn counted(pages: impl IntoIterator<Item = Vec<u64>>) -> Self {
        let on = in_how_many(pages.into_iter());
        RepeatedImages(on.into_iter().filter_map(|(image, on)| (on > 1).then_some(image)).collect())
    }

    pub(super) fn has(&self, address: &str) -> bool {
        self.0.contains(&digest::text(address))
    }
}

/// Returns the hashes of the image addresses of a page.
pub(in crate::content) fn addresses(document: &Document) -> Vec<u64> {
    let source = document.text();
    let images = tokens(source)
        .filter(|token| token.kind == TokenKind::StartTag && token.name(source).eq_ignore_ascii_case("img"));
    images.filter_map(|token| Some(digest::text(&address(token.attributes(source))?))).collect()
}

/// Returns the address of an `img` element, as written. An image that is loaded only when it comes into view has no
/// address or a `data:` placeholder in its `src`, and its address in another attribute whose name contains `src`:
/// `srcset`, `data-src`.
pub(in crate::content) fn address(attributes: Attributes<'_>) -> Option<Cow<'_, str>> {
    let written = attributes.filter(|attribute| attribute.name.to_ascii_lowercase().contains("src"));
    let mut addresses = written.filter_map(|attribute| {
        let value = htmlize::unescape_attribute(attribute.value?);
        let is_none = value.trim().is_empty() || value.trim_start().starts_with("data:");
        (!is_none).then_some((attribute.name.eq_ignore_ascii_case("src"), value))
    });
    let first = addresses.next()?;
    let (is_src, value) = if first.0 { first } else { addresses.find(|other| other.0).unwrap_or(first) };
    // Other attributes may list several addresses, each with its width.
    let one = || value.split_ascii_whitespace().next().unwrap_or_default().trim_end_matches(',').to_owned();
    Some(if is_src { value } else { one().into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lazily_loaded_image_has_its_address_in_another_attribute() {
        let of = |tag: &str| {
            let token = tokens(tag).next().expect("a tag");
            address(token.attributes(tag)).map(Cow::into_owned)
        };
        assert_eq!(of("<img data-src=b.png src=a.png>").as_deref(), Some("a.png"));
        assert_eq!(of("<img src=data:image/gif;base64,R0 data-src=a.png>").as_deref(), Some("a.png"));
        assert_eq!(of("<img srcset='a.png 1x, b.png 2x'>").as_deref(), Some("a.png"));
        assert_eq!(of("<img src='' alt=src>"), None);
    }
}

//! Images that are no part of an article, since other pages have them too.

use crate::document::Document;
use crate::token::TokenKind;
use crate::token::html::tokens;
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;

/// The addresses of images, as written, that stand on several of the pages: buttons, portraits, logos. An article under
/// two addresses loses its own.
#[must_use]
pub fn repeated_images(documents: &[&Document]) -> HashSet<String> {
    let on_page = |document: &&Document| -> HashSet<String> {
        let source = document.text();
        let images = tokens(source).filter(|token| {
            token.kind == TokenKind::StartTag && token.name(source).eq_ignore_ascii_case("img")
        });
        let address = images.filter_map(|token| {
            token.attributes(source).find(|attribute| attribute.name.eq_ignore_ascii_case("src"))?.value
        });
        address.map(|address| htmlize::unescape_attribute(address).into_owned()).collect()
    };
    let mut on: HashMap<String, u32> = HashMap::new();
    for images in documents.par_iter().map(on_page).collect::<Vec<_>>() {
        for image in images {
            *on.entry(image).or_default() += 1;
        }
    }
    on.into_iter().filter_map(|(image, on)| (on > 1).then_some(image)).collect()
}

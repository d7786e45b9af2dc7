//! The pages on which the selectors of each template are tried.

use crate::document::Document;
use crate::error::{Error, ErrorKind, Result};
use crate::wrapper::{Extraction, Extractor, Wrapper};
use std::borrow::Borrow;

/// For each template of a wrapper, whose `extractor` this is, the pages that it fits best. Those that none fits are given to `unfit`.
///
/// # Errors
/// [`ErrorKind::Setting`] if there are pages, and no template fits any.
pub fn fitting<D: Borrow<Document>>(
    wrapper: &Wrapper,
    extractor: &Extractor,
    pages: impl IntoIterator<Item = D>,
    mut unfit: impl FnMut(&Document),
) -> Result<Vec<Vec<D>>> {
    let mut fitting: Vec<Vec<D>> = wrapper.templates.iter().map(|_| Vec::new()).collect();
    let mut any_unfit = false;
    for page in pages {
        if let Some(found) = extractor.extract(page.borrow().text()).filter(Extraction::has_values) {
            fitting[found.template].push(page);
        } else {
            any_unfit = true;
            unfit(page.borrow());
        }
    }
    if any_unfit && fitting.iter().all(Vec::is_empty) {
        let why = "the wrapper fits none of the pages; give pages of the site that it was learned from";
        return Err(Error::new(ErrorKind::Setting(why.to_owned())));
    }
    Ok(fitting)
}

//! Articles as Markdown and HTML.

use super::Found;
use crate::cli::output::ArticleFormat;
use crate::content::markup::{Inline, PageMarkup, Part, html, markdown, repeated_images};
use crate::content::{Text, shown_tree};
use crate::document::Document;
use crate::page::Tree;
use crate::record::Base;
use crate::token::Span;
use hashbrown::HashSet;
use rayon::prelude::*;
use std::io::{self, Write};

/// What of a page is written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::cli) enum Extent {
    Article,
    /// The comments too, as quotations.
    WithComments,
}

/// Writes the articles, each below a comment with its path if there are several.
pub(in crate::cli) fn write_markup(
    found: &[Found<'_>],
    extent: Extent,
    format: ArticleFormat,
    out: &mut dyn Write,
) -> io::Result<()> {
    let documents: Vec<&Document> = found.iter().map(|page| page.document).collect();
    let images = repeated_images(&documents);
    let write = if format == ArticleFormat::Md { markdown } else { html };
    let written: Vec<String> = found.par_iter().map(|page| write(&page.parts(extent, &images))).collect();
    for (number, (page, written)) in found.iter().zip(written).enumerate() {
        if found.len() > 1 {
            let space = if number > 0 { "\n" } else { "" };
            // A comment ends at two hyphens.
            writeln!(
                out,
                "{space}<!-- {} -->\n",
                page.document.name().replace("--", "- -").replace('>', "&gt;")
            )?;
        }
        out.write_all(written.as_bytes())?;
    }
    Ok(())
}

impl Found<'_> {
    /// The article with its title.
    fn parts(&self, extent: Extent, images: &HashSet<String>) -> Vec<Part> {
        let source = self.document.text();
        let tree = if self.is_shown_alone { shown_tree(source) } else { Tree::whole(source) };
        let page = PageMarkup::new(&tree, source, Base::of(source, self.document.url()), images);
        let mut parts = page.parts(&spans(&self.text), self.headline);
        if let (None, Some(title), false) = (self.headline, &self.metadata.title, parts.is_empty()) {
            parts.insert(0, Part::Heading(1, vec![Inline::Text(title.text.clone())]));
        }
        for comment in self.comments.iter().filter(|_| extent == Extent::WithComments) {
            parts.push(Part::Quote(page.parts(&spans(&comment.text), None)));
        }
        parts
    }
}

fn spans(texts: &[Text]) -> Vec<Span> {
    texts.iter().map(|text| text.span).collect()
}

//! What is known of a page, as programs read it.

use crate::content::Metadata;
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::{self, Write};

/// What is known of a page; null where unknown.
#[derive(Clone, Copy, Default, Serialize)]
pub(in crate::cli) struct About<'a> {
    pub(in crate::cli) title: Option<&'a str>,
    pub(in crate::cli) author: Option<&'a str>,
    pub(in crate::cli) date: Option<&'a str>,
    pub(in crate::cli) iso_date: Option<&'a str>,
    pub(in crate::cli) site: Option<&'a str>,
    pub(in crate::cli) description: Option<&'a str>,
    pub(in crate::cli) image: Option<&'a str>,
    pub(in crate::cli) language: Option<&'a str>,
    pub(in crate::cli) kind: Option<&'a str>,
}

impl<'a> About<'a> {
    pub(in crate::cli) fn new(metadata: &'a Metadata) -> Self {
        let [title, author, date, iso_date, site, description, image, language, kind] = metadata.values();
        About { title, author, date, iso_date, site, description, image, language, kind }
    }
}

/// What is known of a page, by name.
pub(in crate::cli) fn members(metadata: &Metadata) -> impl Iterator<Item = (&'static str, Value)> {
    let named = Metadata::NAMES.into_iter().zip(metadata.values());
    named.filter_map(|(name, value)| Some((name, value?.into())))
}

/// Where each part comes from.
pub(in crate::cli) fn sources(metadata: &Metadata) -> Map<String, Value> {
    metadata.facts().map(|(name, fact)| (name.to_owned(), fact.source.to_string().into())).collect()
}

/// Writes what is known and where it comes from, for eyes.
pub(in crate::cli) fn describe_metadata(metadata: &Metadata, out: &mut dyn Write) -> io::Result<()> {
    for (name, fact) in metadata.facts() {
        writeln!(out, "  {name:<12} {} ({})", fact.text, fact.source)?;
    }
    writeln!(out)
}

//! The metadata of a page, as programs read it.

use crate::content::Metadata;
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::{self, Write};

/// The metadata of a page; null for unknown parts.
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

/// The parts of the metadata of a page, with their names.
pub(in crate::cli) fn members(metadata: &Metadata) -> impl Iterator<Item = (&'static str, Value)> {
    let named = Metadata::NAMES.into_iter().zip(metadata.values());
    named.filter_map(|(name, value)| Some((name, value?.into())))
}

/// The source of each part.
pub(in crate::cli) fn sources(metadata: &Metadata) -> Map<String, Value> {
    metadata.facts().map(|(name, fact)| (name.to_owned(), fact.source.to_string().into())).collect()
}

/// Writes the metadata and their sources, for people.
pub(in crate::cli) fn describe_metadata(metadata: &Metadata, out: &mut dyn Write) -> io::Result<()> {
    for (name, fact) in metadata.facts() {
        writeln!(out, "  {name:<12} {} ({})", fact.text, fact.source)?;
    }
    writeln!(out)
}

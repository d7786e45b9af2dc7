//! The metadata of a page, as programs read it.

use katagami::content::Metadata;
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::{self, Write};

/// The metadata of a page; null for unknown parts.
#[derive(Clone, Copy, Default, Serialize)]
pub(crate) struct About<'a> {
    pub(crate) title: Option<&'a str>,
    pub(crate) author: Option<&'a str>,
    pub(crate) date: Option<&'a str>,
    pub(crate) iso_date: Option<&'a str>,
    pub(crate) site: Option<&'a str>,
    pub(crate) description: Option<&'a str>,
    pub(crate) image: Option<&'a str>,
    pub(crate) language: Option<&'a str>,
    pub(crate) kind: Option<&'a str>,
}

impl<'a> About<'a> {
    pub(crate) fn new(metadata: &'a Metadata) -> Self {
        let [title, author, date, iso_date, site, description, image, language, kind] = metadata.values();
        About { title, author, date, iso_date, site, description, image, language, kind }
    }
}

/// The parts of the metadata of a page, with their names.
pub(crate) fn members(metadata: &Metadata) -> impl Iterator<Item = (&'static str, Value)> {
    let named = Metadata::NAMES.into_iter().zip(metadata.values());
    named.filter_map(|(name, value)| Some((name, value?.into())))
}

/// The source of each part.
pub(crate) fn sources(metadata: &Metadata) -> Map<String, Value> {
    metadata.facts().map(|(name, fact)| (name.to_owned(), fact.source.to_string().into())).collect()
}

/// Writes the metadata and their sources, for people.
pub(crate) fn describe_metadata(metadata: &Metadata, out: &mut dyn Write) -> io::Result<()> {
    for (name, fact) in metadata.facts() {
        writeln!(out, "  {name:<12} {} ({})", fact.text, fact.source)?;
    }
    writeln!(out)
}

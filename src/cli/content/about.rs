//! What is known of a page, as programs read it.

use crate::content::{Fact, Metadata};
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
        let text = |fact: &'a Option<Fact>| fact.as_ref().map(|fact| fact.text.as_str());
        About {
            title: text(&metadata.title),
            author: text(&metadata.author),
            date: text(&metadata.date),
            iso_date: metadata.iso_date.as_deref(),
            site: text(&metadata.site),
            description: text(&metadata.description),
            image: text(&metadata.image),
            language: text(&metadata.language),
            kind: text(&metadata.kind),
        }
    }
}

/// What is known of a page, by name.
pub(in crate::cli) fn members(metadata: &Metadata) -> Vec<(&'static str, Value)> {
    let mut members: Vec<(&str, Value)> =
        metadata.facts().map(|(name, fact)| (name, fact.text.as_str().into())).collect();
    members.extend(metadata.iso_date.as_deref().map(|iso| ("iso_date", iso.into())));
    members
}

/// Members of an object that the metadata of its page leave as they are.
pub(in crate::cli) const KEPT: [&str; 9] =
    ["title", "author", "date", "iso_date", "site", "description", "image", "language", "kind"];

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

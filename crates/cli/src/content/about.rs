//! The metadata of a page, as programs read it.

use katagami::content::Metadata;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use std::io::{self, Write};

/// The number of parts of the metadata.
const PARTS: usize = Metadata::NAMES.len();

/// The metadata of a page as members of its row; null for unknown parts.
#[derive(Clone, Copy)]
pub(crate) struct About<'a> {
    values: [Option<&'a str>; PARTS],
    /// The parts that are elsewhere in the row.
    elsewhere: &'static [&'static str],
}

impl<'a> About<'a> {
    pub(crate) fn new(metadata: &'a Metadata) -> Self {
        About { values: metadata.values(), elsewhere: &[] }
    }

    /// One part alone.
    pub(crate) fn only(name: &str, value: Option<&'a str>) -> Self {
        let values = Metadata::NAMES.map(|of| value.filter(|_| of == name));
        About { values, elsewhere: &[] }
    }

    pub(crate) fn without(self, elsewhere: &'static [&'static str]) -> Self {
        About { elsewhere, ..self }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&'a str> {
        self.values[Metadata::NAMES.iter().position(|of| *of == name)?]
    }
}

impl Serialize for About<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parts = Metadata::NAMES.into_iter().zip(self.values);
        serializer.collect_map(parts.filter(|(name, _)| !self.elsewhere.contains(name)))
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

/// Where the author and the date are from; null for one that is not known.
pub(crate) fn origins(metadata: &Metadata) -> Map<String, Value> {
    let named = Metadata::ORIGINS.into_iter().zip(metadata.origins());
    named.map(|(name, source)| (name.to_owned(), source.map(|source| source.to_string()).into())).collect()
}

/// Writes the metadata and their sources, for people.
pub(crate) fn describe_metadata(metadata: &Metadata, out: &mut dyn Write) -> io::Result<()> {
    for (name, fact) in metadata.facts() {
        writeln!(out, "  {name:<12} {} ({})", fact.text, fact.source)?;
    }
    writeln!(out)
}

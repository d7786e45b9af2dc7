//! `katagami extract`: the fields of pages by a wrapper.

use super::Outcome;
use super::args::InputArgs;
use super::output::OutputArgs;
use crate::document::Document;
use crate::error::{Error, ErrorKind, Result};
use crate::report::unwritten;
use crate::wrapper::{Extraction, Extractor, FieldKind, Wrapper};
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Map, json};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The fields of pages, by a wrapper that `katagami learn` has made.
///
/// Every page is read with the template that fits it best. A field that the page has no place for is left out; one
/// that is there and empty is empty.
///
/// Example: katagami extract -w wrapper.json data/syllabus/a-13
#[derive(Args, Debug)]
pub(super) struct Extract {
    /// The wrapper
    #[arg(long, short, value_name = "FILE")]
    wrapper: PathBuf,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// A record, as programs read it.
#[derive(Serialize)]
struct Row<'a> {
    path: &'a str,
    record: usize,
    fields: Map<String, serde_json::Value>,
}

/// Reads a wrapper file.
pub(super) fn read_wrapper(path: &Path) -> Result<Wrapper> {
    let place = || path.display().to_string();
    let json = std::fs::read_to_string(path)
        .map_err(|error| Error::new(ErrorKind::Read).at(place()).because(error))?;
    Wrapper::from_json(&json).map_err(|error| error.at(place()))
}

impl Extract {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        let wrapper = read_wrapper(&self.wrapper)?;
        let extractor = Extractor::new(&wrapper);
        let mut found = false;
        self.output.write(out, |out| {
            self.input.batches(|documents| {
                let found_in: Vec<Option<Extraction>> = documents
                    .par_iter()
                    .map_init(|| extractor.reader(), |reader, document| reader.extract(document.text()))
                    .collect();
                for (document, extraction) in documents.iter().zip(&found_in) {
                    match extraction {
                        Some(extraction) => {
                            found = true;
                            write_row(out, document, &wrapper, extraction).map_err(unwritten)?;
                        }
                        None => eprintln!("{}: no template of the wrapper fits", document.name()),
                    }
                }
                Ok(())
            })
        })?;
        Ok(if found { Outcome::Found } else { Outcome::Nothing })
    }
}

fn write_row(
    out: &mut dyn Write,
    document: &Document,
    wrapper: &Wrapper,
    extraction: &Extraction,
) -> std::io::Result<()> {
    let template = &wrapper.templates[extraction.template];
    for (record, row) in extraction.rows.iter().enumerate() {
        let mut fields = Map::new();
        for (field, value) in template.fields.iter().zip(row) {
            if let Some(value) = value {
                let value = match (field.kind, &value.texts[..]) {
                    (FieldKind::Text, []) => json!(""),
                    (FieldKind::Text, [text]) => json!(text),
                    (_, texts) => json!(texts),
                };
                fields.insert(field.name.clone(), value);
            }
        }
        // What the wrapper does not know is still called what its label says.
        for (label, value) in &extraction.unknown {
            fields.entry(label.clone()).or_insert_with(|| json!(value.texts.concat()));
        }
        serde_json::to_writer(&mut *out, &Row { path: document.name(), record, fields })?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

//! Writes and reads wrapper files: JSON, for programs and people.
//!
//! In: a [`Wrapper`] or the text of a file. Out: the other one. The same pages give the same bytes. A file names its kind
//! and version; a file of a newer version is refused rather than read in part.

use super::template::{Part, Rows, Template};
use crate::error::{Error, ErrorKind, Result};
use hashbrown::HashSet;
use serde::{Deserialize, Serialize};

/// The version of the file format that this program writes. It reads this version and all older ones.
pub const VERSION: u32 = 1;

/// The kind of file that every wrapper file names as its own.
const KIND: &str = "wrapper";

/// Templates that can extract values from new pages; the template of most pages comes first.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrapper {
    /// One for each group of pages that it was learned from.
    pub templates: Vec<Template>,
}

#[derive(Serialize)]
struct WrittenFile<'a> {
    katagami: &'a str,
    version: u32,
    templates: &'a [Template],
}

/// The kind and version of a file, which are read before the rest.
#[derive(Deserialize)]
struct FileHeader {
    #[serde(default)]
    katagami: String,
    #[serde(default)]
    version: u32,
}

#[derive(Deserialize)]
struct FileBody {
    templates: Vec<Template>,
}

impl Wrapper {
    /// The wrapper as the text of a file.
    #[must_use]
    pub fn to_json(&self) -> String {
        let written = WrittenFile { katagami: KIND, version: VERSION, templates: &self.templates };
        let mut json = serde_json::to_string_pretty(&written).expect("maps have strings for keys");
        json.push('\n');
        json
    }

    /// The wrapper in the text of a file.
    ///
    /// # Errors
    /// [`ErrorKind::Wrapper`] if it is no wrapper file, of a newer version, damaged, or without a template.
    pub fn from_json(json: &str) -> Result<Self> {
        let wrong = |what: String| Error::new(ErrorKind::Wrapper(what));
        let head: FileHeader = serde_json::from_str(json).map_err(|error| {
            wrong("this is not a wrapper file; write one with `katagami learn`".to_owned()).because(error)
        })?;
        if head.katagami != KIND {
            return Err(wrong("this JSON file is not a wrapper; write one with `katagami learn`".to_owned()));
        }
        if head.version > VERSION {
            let what = format!(
                "the wrapper has version {}, but this program reads versions up to {VERSION}; install a newer katagami, or learn \
                 the wrapper again",
                head.version
            );
            return Err(wrong(what));
        }
        let damaged = "the wrapper file is damaged; learn the wrapper again";
        let body = body(json).map_err(|error| wrong(damaged.to_owned()).because(error))?;
        if body.templates.is_empty() {
            return Err(wrong(
                "the wrapper has no template; learn it again from two or more pages".to_owned(),
            ));
        }
        for template in &body.templates {
            if !template.is_sound() {
                let what = format!("{damaged}: a slot's field is not in the list of fields");
                return Err(wrong(what));
            }
            let mut names = HashSet::new();
            if let Some(twice) = template.fields.iter().find(|field| !names.insert(&field.name)) {
                return Err(wrong(format!(
                    "two fields of a template have the name {:?}; rename one of them",
                    twice.name
                )));
            }
        }
        Ok(Wrapper { templates: body.templates })
    }
}

/// The nesting depth up to which a file is read on the stack of the calling thread.
const MAX_SHALLOW_DEPTH: usize = 100;

/// The maximum nesting depth: a tree has at most 380 levels of elements, and an element in the file is an object with an
/// array of parts.
const MAX_DEPTH: usize = 2048;

/// Stack memory for each level of nesting, more than needed.
const STACK_PER_LEVEL: usize = 64 << 10;

/// Reads the templates in a file, on a new thread with a larger stack if they nest deeply.
fn body(json: &str) -> serde_json::Result<FileBody> {
    let read = || {
        let mut reader = serde_json::Deserializer::from_str(json);
        reader.disable_recursion_limit();
        let body = FileBody::deserialize(&mut reader)?;
        reader.end().map(|()| body)
    };
    match nesting(json) {
        ..=MAX_SHALLOW_DEPTH => read(),
        deep @ ..=MAX_DEPTH => std::thread::scope(|scope| {
            let thread =
                std::thread::Builder::new().stack_size(deep * STACK_PER_LEVEL).spawn_scoped(scope, read);
            let thread = thread.map_err(serde_json::Error::io)?;
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        }),
        _ => Err(serde::de::Error::custom("it is nested too deeply")),
    }
}

/// The nesting depth of the arrays and objects of a JSON text.
fn nesting(json: &str) -> usize {
    let (mut deepest, mut depth, mut in_string, mut is_escaped) = (0_usize, 0_usize, false, false);
    for byte in json.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = in_string,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

impl Template {
    /// Whether every slot's field is in the list of fields.
    fn is_sound(&self) -> bool {
        match &self.rows {
            Rows::Page(parts) => parts.iter().all(|part| part.is_sound(self.fields.len())),
            Rows::Records(listing) => listing.is_sound(self.fields.len()),
        }
    }
}

impl Part {
    fn is_sound(&self, fields: usize) -> bool {
        match self {
            Part::Element { parts, .. } => parts.iter().all(|part| part.is_sound(fields)),
            Part::Text { field, .. } => field.is_none_or(|field| field < fields),
            Part::Slot { field } => *field < fields,
        }
    }
}

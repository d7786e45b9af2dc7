//! Writes and reads wrapper files: JSON, for programs and people.
//!
//! In: a [`Wrapper`] or the text of a file. Out: the other one. The same pages give the same bytes. A file names its kind
//! and version; a file of a newer version is refused rather than read in part.

use crate::error::{Error, ErrorKind, Result};
use crate::wrapper::template::{Field, Part, Rows, Table, Template, TextSlots};
use hashbrown::HashSet;
use serde::{Deserialize, Serialize};
use serde_json::ser::{Formatter, Serializer};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// The version of the file format that this program writes and reads. The first version had no place for the fields of a page beside its list.
pub const VERSION: u32 = 2;

/// The kind of file that every wrapper file names as its own.
const KIND: &str = "wrapper";

/// The largest wrapper file that is read, in bytes. One of a template of 50 fields has 38 kB; a device has no end.
const LARGEST: u64 = 256 << 20;

/// Templates that can extract values from new pages; the template of most pages comes first.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
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

/// The number of levels of JSON that are indented, a line for each value: a field is a line, and so is a table. What is deeper is
/// written without white space, since the indentation of the elements of a page would be several times their text.
const INDENTED: usize = 4;

/// Writes JSON with line breaks and indentation down to [`INDENTED`] levels.
#[derive(Default)]
struct ShallowFormatter {
    level: usize,
    /// Whether the array or object that ends has a value.
    has_value: bool,
}

impl ShallowFormatter {
    fn begin<W: ?Sized + Write>(&mut self, out: &mut W, sign: &[u8]) -> io::Result<()> {
        self.level += 1;
        self.has_value = false;
        out.write_all(sign)
    }

    fn end<W: ?Sized + Write>(&mut self, out: &mut W, sign: &[u8]) -> io::Result<()> {
        let is_indented = self.has_value && self.level <= INDENTED;
        self.level -= 1;
        self.has_value = true;
        if is_indented {
            self.line(out)?;
        }
        out.write_all(sign)
    }

    fn value<W: ?Sized + Write>(&self, out: &mut W, is_first: bool) -> io::Result<()> {
        if !is_first {
            out.write_all(b",")?;
        }
        if self.level <= INDENTED { self.line(out) } else { Ok(()) }
    }

    fn line<W: ?Sized + Write>(&self, out: &mut W) -> io::Result<()> {
        out.write_all(b"\n")?;
        (0..self.level).try_for_each(|_| out.write_all(b"  "))
    }
}

impl Formatter for ShallowFormatter {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, is_first: bool) -> io::Result<()> {
        self.value(out, is_first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, is_first: bool) -> io::Result<()> {
        self.value(out, is_first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(if self.level <= INDENTED { b": " } else { b":" })
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }
}

impl Wrapper {
    /// The wrapper as the text of a file.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut json = Vec::new();
        self.write_json(&mut json).expect("memory can be written to");
        String::from_utf8(json).expect("JSON is UTF-8")
    }

    /// Writes the text of the wrapper's file.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let written = WrittenFile { katagami: KIND, version: VERSION, templates: &self.templates };
        let mut serializer = Serializer::with_formatter(&mut *out, ShallowFormatter::default());
        written.serialize(&mut serializer)?;
        out.write_all(b"\n")
    }

    /// The wrapper in a file.
    ///
    /// # Errors
    /// [`ErrorKind::Read`] if it cannot be read, or what [`from_json`](Wrapper::from_json) says of its text.
    pub fn load(path: &Path) -> Result<Self> {
        let place = path.display().to_string();
        let mut json = String::new();
        let read = File::open(path).and_then(|file| file.take(LARGEST).read_to_string(&mut json));
        if let Err(error) = read {
            let unread = Error::new(ErrorKind::Read).at(place);
            return Err(match error.kind() {
                io::ErrorKind::NotFound => {
                    unread.because("there is no such file; `katagami learn PAGES -o FILE` writes a wrapper")
                }
                _ => unread.because(error),
            });
        }
        Wrapper::from_json(&json).map_err(|error| error.at(place))
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
                "the wrapper has version {}, but this program reads version {VERSION}; install a newer katagami, or learn \
                 the wrapper again",
                head.version
            );
            return Err(wrong(what));
        }
        if head.version < VERSION {
            let what = format!(
                "the wrapper has version {}, but this program reads version {VERSION}; learn the wrapper again",
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
            for rows in template.all_rows() {
                let mut names = HashSet::new();
                if let Some(twice) = template.fields_of(rows).iter().find(|field| !names.insert(&field.name))
                {
                    let what = format!(
                        "two fields of a template have the name {:?}; rename one of them",
                        twice.name
                    );
                    return Err(wrong(what));
                }
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
        let is_field = |field: usize| field < self.fields.len();
        let are_sound = |slots: &TextSlots| {
            slots.constants.len() == slots.parts.len() + 1
                && slots.parts.iter().chain([&slots.field]).all(|&field| is_field(field))
        };
        let are_fields = self.labels.labels.iter().all(|of| is_field(of.field))
            && self.named.iter().all(|of| is_field(of.field));
        let is_table = !matches!(self.rows, Rows::Table(number) if number >= self.tables.len());
        are_fields
            && self.slots.iter().all(are_sound)
            && is_table
            && self.all_rows().all(|rows| are_links_last(self.fields_of(rows)))
            && self.parts.iter().all(|part| part.is_sound(self.fields.len()))
            && self.tables.iter().all(Table::is_sound)
    }
}

/// Whether the fields of links come last, and are of other fields.
fn are_links_last(fields: &[Field]) -> bool {
    let links = fields.iter().rev().take_while(|field| field.link_of.is_some()).count();
    fields.iter().filter_map(|field| field.link_of).all(|of| of < fields.len() - links)
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

#[cfg(test)]
mod tests {
    use super::{INDENTED, ShallowFormatter};
    use serde::Serialize;
    use serde_json::{Serializer, Value, json};

    fn written(value: &Value) -> String {
        let mut json = Vec::new();
        value.serialize(&mut Serializer::with_formatter(&mut json, ShallowFormatter::default())).unwrap();
        String::from_utf8(json).unwrap()
    }

    #[test]
    fn json_is_indented_as_usual_down_to_a_level() {
        let value = json!({ "a": [1, [], {}, { "b": [{}, "c"] }], "d": "e\n  f" });
        assert_eq!(written(&value), serde_json::to_string_pretty(&value).unwrap());
        let deep =
            |levels: usize| (0..levels).fold(json!({ "a": [1, 2] }), |inner, _| json!({ "b": [inner, 0] }));
        for levels in [INDENTED / 2 - 1, INDENTED / 2, 10 * INDENTED] {
            let without_spaces: String = written(&deep(levels)).split_whitespace().collect();
            assert_eq!(without_spaces, deep(levels).to_string());
        }
        let more = |levels: usize| written(&deep(levels + 1)).len() - written(&deep(levels)).len();
        assert!(more(1000) < 20, "deep levels have no indentation");
    }
}

//! The pages that are measured: files of the user, or generated ones in a folder for the time of the measurement.

use super::texts::Kind;
use clap::Args;
use katagami::document::{Corpus, Input, Reader};
use katagami::error::Error;
use katagami::index::{LineBreaks, Text};
use std::error;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// One million bytes.
pub const MEGABYTE: usize = 1_000_000;

/// Where the pages come from.
#[derive(Args, Clone, Debug)]
pub struct PageArgs {
    /// Folders or files of pages; without any, pages are generated
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// Measure with the first pages that have so many million bytes together
    #[arg(long, default_value_t = 100)]
    pub megabytes: usize,
}

impl PageArgs {
    /// Writes generated pages where no others are given. The folder is deleted when it is dropped.
    pub fn or_generated(&mut self) -> Result<Option<TempDir>, Box<dyn error::Error>> {
        if !self.inputs.is_empty() {
            return Ok(None);
        }
        let folder = tempfile::tempdir()?;
        for kind in [Kind::Syllabus, Kind::Results] {
            write(&folder.path().join(kind.to_string()), &kind.pages(self.megabytes * MEGABYTE / 2))?;
        }
        self.inputs.push(folder.path().to_owned());
        Ok(Some(folder))
    }

    /// Reads the pages. Says on standard error which cannot be read.
    pub fn read(&self) -> Pages {
        let mut pages = Pages::default();
        let mut bytes = 0;
        for document in Reader::new().read(&inputs(&self.inputs)) {
            let document = match document {
                Ok(document) => document,
                Err(error) => {
                    eprintln!("{error}");
                    continue;
                }
            };
            bytes += document.text().len();
            pages.files.push(document.name().into());
            pages.texts.push(document.text().to_owned());
            if bytes >= self.megabytes * MEGABYTE {
                break;
            }
        }
        pages
    }
}

fn write(folder: &Path, pages: &[String]) -> std::io::Result<()> {
    fs::create_dir(folder)?;
    (0..).zip(pages).try_for_each(|(number, page)| fs::write(folder.join(format!("{number:07}.html")), page))
}

fn inputs(paths: &[PathBuf]) -> Vec<Input> {
    paths.iter().map(Input::path).collect()
}

/// Pages as text, and the files that they are from.
#[derive(Debug, Default)]
pub struct Pages {
    /// The texts.
    pub texts: Vec<String>,
    files: Vec<PathBuf>,
}

impl Pages {
    /// The bytes of all texts.
    pub fn bytes(&self) -> usize {
        self.texts.iter().map(String::len).sum()
    }

    /// The text of bytes, line breaks included.
    pub fn text(&self) -> Text {
        let text = Text::from_bytes(self.texts.iter().map(String::as_str), LineBreaks::Kept);
        text.expect("fewer bytes than a text may have; give a smaller number of megabytes")
    }

    /// Reads the files again.
    pub fn corpus(&self) -> Result<Corpus, Error> {
        Reader::new().read(&inputs(&self.files)).collect()
    }
}

/// Pages that are in no file.
impl From<Vec<String>> for Pages {
    fn from(texts: Vec<String>) -> Self {
        Pages { texts, files: Vec::new() }
    }
}

/// The command line that reads the same pages.
impl From<&PageArgs> for Vec<OsString> {
    fn from(args: &PageArgs) -> Self {
        let size = ["--megabytes".into(), args.megabytes.to_string().into(), "--".into()];
        size.into_iter().chain(args.inputs.iter().map(|path| path.clone().into_os_string())).collect()
    }
}

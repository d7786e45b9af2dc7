//! Reading of inputs as documents: every kind of input, every encoding, and their errors.

mod archive;
mod container;
mod damage;
mod encoding;
mod file;
mod folder;

use katagami::document::{Document, Input, Reader};
use katagami::error::{Error, ErrorKind};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A fresh folder to write pages into.
struct Site(TempDir);

impl Site {
    fn new() -> Self {
        Site(tempfile::tempdir().expect("a temporary folder can be made"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file and the folders above it.
    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> Input {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("folders can be made");
        fs::write(&path, bytes).expect("files can be written");
        Input::path(path)
    }

    fn input(&self) -> Input {
        Input::path(self.0.path())
    }

    /// The name of a document relative to this folder.
    fn name(&self, document: &Document) -> String {
        let name = Path::new(document.name()).strip_prefix(self.0.path()).expect("it is in the folder");
        name.to_str().expect("names are Unicode").to_owned()
    }

    fn names(&self, documents: &[Document]) -> Vec<String> {
        documents.iter().map(|document| self.name(document)).collect()
    }
}

fn read(input: &Input) -> Vec<Result<Document, Error>> {
    Reader::new().read(std::slice::from_ref(input)).collect()
}

fn read_all(input: &Input) -> Vec<Document> {
    read(input).into_iter().map(|page| page.unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn read_one(input: &Input) -> Document {
    let [document] = <[Document; 1]>::try_from(read_all(input)).expect("the input is one page");
    document
}

/// The error of an input that gives no document.
fn read_error(input: &Input) -> Error {
    let [page] = <[Result<Document, Error>; 1]>::try_from(read(input)).expect("the input gives one item");
    page.expect_err("the input cannot be used")
}

fn texts(documents: &[Document]) -> Vec<&str> {
    documents.iter().map(Document::text).collect()
}

fn is_no_input(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::NoInput(_))
}

fn is_container(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Container(_))
}

fn is_decode(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Decode(_))
}

fn is_too_large(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::TooLarge(_))
}

fn gzip(bytes: impl AsRef<[u8]>) -> Vec<u8> {
    use std::io::Write;
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(bytes.as_ref()).and_then(|()| packer.finish()).expect("memory can be written")
}

fn zstandard(bytes: impl AsRef<[u8]>) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes.as_ref(), ruzstd::encoding::CompressionLevel::Fastest)
}

//! Runs the program in a folder.

use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The result of a run.
#[derive(Debug, PartialEq)]
pub(super) struct Ran {
    pub(super) code: i32,
    pub(super) out: String,
    pub(super) err: String,
}

/// The repository, where `data/` is.
pub(super) fn root() -> &'static Path {
    Path::new(crate::ROOT)
}

/// The program, as in a terminal of 100 columns.
pub(super) fn program() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_katagami"));
    program.env("COLUMNS", "100");
    program
}

/// Runs the program in the repository.
pub(super) fn katagami<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Ran {
    katagami_in(root(), arguments)
}

pub(super) fn katagami_in<S: AsRef<OsStr>>(folder: &Path, arguments: impl IntoIterator<Item = S>) -> Ran {
    finish(program().current_dir(folder).args(arguments), &[])
}

/// Runs a command with something on its standard input.
pub(super) fn finish(command: &mut Command, stdin: &[u8]) -> Ran {
    let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = streams.spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("its input is piped");
    pipe.write_all(stdin).expect("it reads its input");
    drop(pipe);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("it writes UTF-8");
    let code = output.status.code().expect("it ends by itself");
    Ran { code, out: text(output.stdout), err: text(output.stderr) }
}

impl Ran {
    /// Its output, if it has found something and printed no message.
    pub(super) fn found(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// The lines as JSON.
    pub(super) fn json_lines(self) -> Vec<Value> {
        self.found().lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
    }

    /// Its error message, if it has failed and printed nothing else.
    pub(super) fn failed(self) -> String {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{}", self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self.err
    }
}

/// A different part of a duration in each round.
pub(super) fn part(round: u64, of: Duration) -> Duration {
    let spread = round.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54;
    of.mul_f64(f64::from(u32::try_from(spread).expect("ten bits")) / 1024.0)
}

/// A fresh folder with files in it.
pub(super) struct Folder(tempfile::TempDir);

impl Folder {
    pub(super) fn new() -> Self {
        Folder(tempfile::tempdir().expect("a temporary folder can be made"))
    }

    pub(super) fn with<B: AsRef<[u8]>>(files: impl IntoIterator<Item = (&'static str, B)>) -> Self {
        let folder = Folder::new();
        files.into_iter().for_each(|(name, bytes)| folder.write(name, bytes));
        folder
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(super) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("it is in the folder")).expect("folders can be made");
        std::fs::write(path, bytes).expect("files can be written");
    }

    pub(super) fn run<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Ran {
        katagami_in(self.path(), arguments)
    }

    /// The names of the files in it, in order.
    pub(super) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).expect("it is there");
        let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("it can be read").file_name();
        let mut names: Vec<String> =
            entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

/// The rows of a table with a header, as text by column.
pub(super) fn csv_rows(table: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    reader.deserialize().map(|row| row.expect("a row has all columns")).collect()
}

/// A JSON value as it is written in CSV.
pub(super) fn as_csv(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        // Ranges, as in `0..120 133..160`.
        Value::Array(ranges) => {
            ranges.iter().map(|range| format!("{}..{}", range[0], range[1])).collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    }
}

/// The paths of the files in a folder of `data/`, in order.
pub(super) fn pages(set: &str) -> Vec<PathBuf> {
    let truth = site::truth::read(&root().join("data").join(set)).expect("the set has its truth");
    truth.pages.iter().map(|page| Path::new("data").join(set).join(&page.file)).collect()
}

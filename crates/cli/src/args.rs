//! Options that several commands share, spelled the same in all of them.

use super::faults::Faults;
use super::progress;
use super::screen::{message, print_message};
use super::twice::Twice;
use super::watch::{no_threads, watch};
use clap::{Args, ValueEnum};
use indicatif::{DecimalBytes, ProgressBar};
use katagami::document::{Corpus, Document, Input, Limits, Line, Reader, no_page};
use katagami::error::{Error, ErrorKind, Result};
use katagami::index::{LineBreaks, Memory, TextReader};
pub(super) use katagami::report::notice::pages;
use katagami::report::notice::{Plain, read_alone};
use katagami::similar::budget::{Budget, bytes, count};
use katagami::spectrum::Lengths;
use katagami::token::{Resolution, TextRuns};
use serde::Serialize;
use std::borrow::Cow;
use std::error::Error as _;
use std::ffi::OsString;
use std::time::Duration;

/// Where pages come from.
#[derive(Args, Debug)]
pub(super) struct InputArgs {
    /// Pages: files, folders, `-`, `@list`, .jsonl, .json, .warc, .wacz, .mhtml, .zip, .tar; also .gz and .zst
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<OsString>,
    /// Encoding of all pages, instead of detecting it for each page
    #[arg(long, value_name = "LABEL")]
    encoding: Option<String>,
    /// When pages were fetched, if the input does not give it: ages such as "2 hours ago" are counted from it
    #[arg(long, value_name = "TIME")]
    retrieved: Option<String>,
    /// The key of the page in objects of JSON [default: html, else raw_html, body or content]
    #[arg(long, value_name = "KEY")]
    html_key: Option<String>,
    /// Where relative links start on pages whose address neither the input nor the page gives
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// Stop at the first page that cannot be read
    #[arg(long)]
    strict: bool,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Print nothing but the result and errors
    #[arg(long, short)]
    quiet: bool,
    /// Skip pages larger than this, compressed or not, such as 8M [default: 32M]
    #[arg(long, value_name = "SIZE", value_parser = size_of)]
    max_page: Option<u64>,
    /// Skip pages with more nodes (tags) than this, such as 20M [default: 2M]
    #[arg(long, value_name = "N", value_parser = count_of)]
    max_nodes: Option<usize>,
    /// Stop without a result after this number of seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Memory limit, such as 512M or 2G: beyond it `similar` works on disk [default: 1G], other commands stop without a result
    #[arg(long, value_name = "SIZE")]
    memory: Option<Budget>,
    #[arg(skip)]
    faults: Faults,
}

impl InputArgs {
    /// Reads all pages. A page that cannot be read is skipped with a message; with `--strict` it is an error.
    pub(super) fn corpus(&self) -> Result<Corpus> {
        self.corpus_of(&self.inputs)
    }

    /// Like [`corpus`](InputArgs::corpus), but leaves pages as they are stored.
    ///
    /// # Errors
    /// Also if an encoding is given, which nothing would be decoded from.
    pub(super) fn raw_corpus(&self) -> Result<Corpus> {
        if self.encoding.is_some() {
            let why = "--encoding decodes pages, and --alphabet raw counts their bytes as they are; give one of both";
            return Err(Error::new(ErrorKind::Setting(why.to_owned())));
        }
        self.read(&self.reader()?.raw(), &self.inputs)
    }

    /// The arguments of the command line without the options.
    pub(super) fn arguments(&self) -> &[OsString] {
        &self.inputs
    }

    /// Like [`corpus`](InputArgs::corpus), for only some of the arguments.
    pub(super) fn corpus_of(&self, inputs: &[OsString]) -> Result<Corpus> {
        self.read(&self.reader()?, inputs)
    }

    /// Like [`corpus`](InputArgs::corpus), with what could not be read and what servers answered that is no page.
    pub(super) fn crawl(&self) -> Result<Corpus> {
        self.read(&self.reader()?.with_responses(), &self.inputs)
    }

    fn read(&self, reader: &Reader, inputs: &[OsString]) -> Result<Corpus> {
        let (mut documents, mut unread) = (Vec::new(), Vec::new());
        let add = |document| {
            documents.push(document);
            Ok(())
        };
        self.each_of(reader, inputs, |error| unread.push(error.into()), add)?;
        Ok(documents.into_iter().collect::<Corpus>().with_unread(unread))
    }

    /// Like [`corpus`](InputArgs::corpus), but in batches, in order. A batch is large enough to keep all threads busy and
    /// small compared with the memory of a machine.
    pub(super) fn batches(&self, mut work: impl FnMut(&[Document]) -> Result<()>) -> Result<()> {
        let mut batch = Vec::new();
        let mut bytes = 0;
        self.each_of(
            &self.reader()?,
            &self.inputs,
            |_| (),
            |document| {
                bytes += document.text().len();
                batch.push(document);
                if bytes < BATCH_BYTES {
                    return Ok(());
                }
                bytes = 0;
                work(&std::mem::take(&mut batch))
            },
        )?;
        work(&batch)
    }

    /// Reads lines of JSON Lines files, a batch at a time, in order. A line that cannot be read is skipped with a message;
    /// with `--strict` it is an error.
    pub(super) fn lines(&self, files: &[Twice], work: impl FnMut(Vec<Line>) -> Result<()>) -> Result<()> {
        self.set_threads()?;
        let progress = self.progress();
        let (read, skipped) = self.each_line(files, &progress, |error| self.faults.print(error), work)?;
        self.print_counts(read, skipped)
    }

    /// Reads the lines a second time; lines that cannot be read are skipped without a message.
    pub(super) fn lines_again(
        &self,
        files: &[Twice],
        work: impl FnMut(Vec<Line>) -> Result<()>,
    ) -> Result<()> {
        self.each_line(files, &self.progress(), |_| (), work).map(|_| ())
    }

    fn each_line(
        &self,
        files: &[Twice],
        progress: &ProgressBar,
        print: impl Fn(&Error),
        mut work: impl FnMut(Vec<Line>) -> Result<()>,
    ) -> Result<(usize, usize)> {
        let (mut read, mut skipped) = (0, 0);
        for file in files {
            let opened = file
                .begin()
                .map_err(|error| Error::new(ErrorKind::Read).at(file.name.as_str()).because(error))?;
            for batch in self.reader()?.lines(file.name.as_str(), opened) {
                progress.inc(batch.len() as u64);
                let mut lines = Vec::with_capacity(batch.len());
                for line in batch {
                    match line {
                        Ok(line) => lines.push(line),
                        Err(error) if self.strict => return Err(error),
                        Err(error) => {
                            skipped += 1;
                            progress.suspend(|| print(&error));
                        }
                    }
                }
                read += lines.len();
                work(lines)?;
            }
        }
        progress.finish_and_clear();
        Ok((read, skipped))
    }

    fn each_of(
        &self,
        reader: &Reader,
        inputs: &[OsString],
        mut fault: impl FnMut(&Error),
        mut work: impl FnMut(Document) -> Result<()>,
    ) -> Result<()> {
        let inputs: Vec<Input> = inputs.iter().cloned().map(Input::from).collect();
        let (mut read, mut skipped) = (0_usize, 0_usize);
        let mut plain = Plain::default();
        let progress = self.progress();
        self.set_threads()?;
        for item in reader.read(&inputs) {
            item.as_ref().err().into_iter().for_each(&mut fault);
            if item.as_ref().is_err_and(|error| matches!(error.kind(), ErrorKind::Response { .. })) {
                continue;
            }
            match self.or_skipped(item, &progress)? {
                Some(document) => {
                    read += 1;
                    plain.page(&document);
                    work(document)?;
                }
                None => skipped += 1,
            }
            progress.inc(1);
        }
        progress.finish_and_clear();
        if let Some(said) = plain.said().filter(|_| !self.quiet) {
            message!("{said}");
        }
        self.print_counts(read, skipped)
    }

    /// The pages and errors in some inputs after the first `behind` of them, which are not read; `passed` gets their names.
    pub(super) fn items(
        &self,
        inputs: &[Input],
        behind: u64,
        passed: &mut dyn FnMut(&str),
    ) -> Result<impl Iterator<Item = Result<Document>> + use<>> {
        self.set_threads()?;
        Ok(self.reader()?.read_behind(inputs, behind, passed))
    }

    /// The reader of pages with the settings of the options.
    pub(super) fn reader(&self) -> Result<Reader> {
        let mut limits = Limits::default();
        if let Some(bytes) = self.max_page {
            limits = limits.with_page(bytes);
        }
        if let Some(tags) = self.max_nodes {
            limits = limits.with_tags(tags);
        }
        let reader = Reader::new().with_limits(limits);
        let reader = self.html_key.iter().fold(reader, |reader, key| reader.with_html_key(key));
        let reader = self.base_url.iter().try_fold(reader, |reader, url| reader.with_base_url(url))?;
        let reader = self.encoding.iter().try_fold(reader, |reader, label| reader.encoding(label))?;
        self.retrieved.iter().try_fold(reader, |reader, time| reader.with_retrieved(time))
    }

    /// The memory limit, if one is given.
    pub(super) fn memory(&self) -> Option<Budget> {
        self.memory
    }

    /// Ends the run when its time is used up, or, if `bounds_memory`, its memory.
    pub(super) fn watch(&self, bounds_memory: bool) -> Result<()> {
        watch(self.timeout, self.memory.filter(|_| bounds_memory).map(Budget::bytes))
    }

    /// Whether a part of a container was lost.
    pub(super) fn has_lost(&self) -> bool {
        self.faults.has_lost()
    }

    /// The page, or none with a message if it cannot be read; with `--strict` that is an error.
    pub(super) fn or_skipped(
        &self,
        item: Result<Document>,
        progress: &ProgressBar,
    ) -> Result<Option<Document>> {
        match item {
            Ok(document) => Ok(Some(document)),
            Err(error) if self.strict => Err(error),
            Err(error) => {
                progress.suspend(|| self.faults.print(&error));
                Ok(None)
            }
        }
    }

    /// The arguments as inputs.
    pub(super) fn inputs(&self) -> Vec<Input> {
        self.inputs.iter().cloned().map(Input::from).collect()
    }

    /// Prints how many pages were read and skipped, if any were skipped.
    ///
    /// # Errors
    /// If no page was read.
    pub(super) fn print_counts(&self, read: usize, skipped: usize) -> Result<()> {
        self.faults.print_counts();
        if read == 0 {
            return Err(no_page(skipped));
        }
        if skipped > 0 && !self.quiet {
            message!("{} read, {skipped} skipped", pages(read));
        }
        Ok(())
    }

    /// Prints how many pages have no other page of their template in the input.
    pub(super) fn print_alone(&self, alone: usize) {
        print_message(read_alone(alone).filter(|_| !self.quiet));
    }

    /// The names of the inputs, as a title.
    #[cfg(feature = "plot")]
    pub(super) fn title(&self) -> String {
        let names: Vec<_> = self.inputs.iter().map(|input| input.to_string_lossy()).collect();
        names.join(", ")
    }

    /// Sets the number of threads, if one is given.
    pub(super) fn set_threads(&self) -> Result<()> {
        // 0 is one for each processor.
        let threads = self.threads.unwrap_or(0);
        if self.threads.is_some() && !(1..=MAX_THREADS).contains(&threads) {
            let why = format!(
                "--threads {threads}: give 1 to {MAX_THREADS}; more threads than processors make nothing faster"
            );
            return Err(Error::new(ErrorKind::Setting(why)));
        }
        // Memory that ends while threads start ends the process, so it is asked for all of them first.
        Vec::<u8>::new().try_reserve_exact(threads * STACK).map_err(no_threads)?;
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build_global() {
            // Without a cause, they are running already.
            Err(error) if error.source().is_some() => Err(no_threads(error)),
            _ => Ok(()),
        }
    }

    /// Shows a count of pages on a terminal; shows nothing elsewhere or with `--quiet`.
    pub(super) fn progress(&self) -> ProgressBar {
        if self.quiet { ProgressBar::hidden() } else { progress::pages() }
    }

    /// Shows on a terminal how much of the work is done, the rate, and the time left.
    pub(super) fn progress_of(&self, work: &'static str, of: u64) -> ProgressBar {
        if self.quiet { ProgressBar::hidden() } else { progress::of(work, of) }
    }

    /// Whether only the result and errors are printed.
    pub(super) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Does the work while a line on the terminal shows its name, the time so far, and how much of the current step is done.
    pub(super) fn doing<T>(&self, what: impl Into<Cow<'static, str>>, work: impl FnOnce() -> T) -> T {
        if self.quiet { work() } else { progress::doing(what.into(), work) }
    }

    /// Sorts all suffixes of pages. The line on the terminal shows the size of the pages, as sorting reports no steps.
    pub(super) fn sorting<T>(&self, corpus: &Corpus, work: impl FnOnce() -> T) -> T {
        let bytes: usize = corpus.documents().iter().map(|document| document.bytes().len()).sum();
        self.doing(format!("sorting {}", DecimalBytes(bytes as u64)), work)
    }
}

/// The size of a batch of pages, a quarter of what the reader loads at a time.
const BATCH_BYTES: usize = 4 << 20;

/// Threads beyond this only cost time to start.
const MAX_THREADS: usize = 512;

/// The bytes of the stack of a thread, by default of the standard library.
const STACK: usize = 2 << 20;

/// The options that define symbols.
#[derive(Args, Debug)]
pub(super) struct SymbolArgs {
    /// What one symbol is
    #[arg(long, value_enum)]
    alphabet: Option<Alphabet>,
    /// Count text between tags as symbols too
    #[arg(long)]
    with_text: bool,
    /// Keep line breaks, if symbols are bytes or characters
    #[arg(long)]
    keep_line_breaks: bool,
    /// Use half the memory and a little more time, where substrings of more than 16 symbols are counted
    #[arg(long)]
    low_memory: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Alphabet {
    /// A byte of the file as it is stored, without decoding
    Raw,
    /// A byte of the page in UTF-8
    Byte,
    /// A Unicode character
    Char,
    /// A whole tag as written
    Tag,
    /// A tag's name and the names of its attributes
    Attr,
    /// A tag's name and its class
    Class,
    /// A tag's name
    Name,
}

impl From<Alphabet> for Resolution {
    fn from(alphabet: Alphabet) -> Self {
        match alphabet {
            Alphabet::Raw | Alphabet::Byte => Resolution::Byte,
            Alphabet::Char => Resolution::Char,
            Alphabet::Tag => Resolution::Tag,
            Alphabet::Attr => Resolution::Attr,
            Alphabet::Class => Resolution::Class,
            Alphabet::Name => Resolution::Name,
        }
    }
}

impl SymbolArgs {
    /// An option that is given, if there is one.
    pub(super) fn given(&self) -> Option<&'static str> {
        let options = [
            (self.alphabet.is_some(), "--alphabet"),
            (self.with_text, "--with-text"),
            (self.keep_line_breaks, "--keep-line-breaks"),
            (self.low_memory, "--low-memory"),
        ];
        options.into_iter().find_map(|(is_given, option)| is_given.then_some(option))
    }

    /// What one symbol is; `default` if the option is not given.
    pub(super) fn resolution(&self, default: Resolution) -> Resolution {
        self.alphabet.map_or(default, Resolution::from)
    }

    /// The pages, decoded unless symbols are the bytes of files.
    pub(super) fn corpus(&self, input: &InputArgs) -> Result<Corpus> {
        if matches!(self.alphabet, Some(Alphabet::Raw)) { input.raw_corpus() } else { input.corpus() }
    }

    /// How an index of all lengths stores them.
    pub(super) fn memory(&self) -> Memory {
        if self.low_memory { Memory::Low } else { Memory::Fast }
    }

    /// How pages become symbols.
    pub(super) fn reader(&self, default: Resolution) -> TextReader {
        TextReader::new(self.resolution(default))
            .text_runs(if self.with_text { TextRuns::AsSymbols } else { TextRuns::LeftOut })
            .line_breaks(if self.keep_line_breaks { LineBreaks::Kept } else { LineBreaks::Removed })
    }
}

/// Gives the address of a page for its row. It is `None` for all pages if no page of the input has a known address, so that
/// rows then have no column for it.
pub(super) fn urls<'a>(documents: &[Document]) -> impl Fn(&'a Document) -> Option<Url<'a>> + use<'a> {
    let is_known = documents.iter().any(|document| document.address().is_some());
    move |document| is_known.then(|| Url(document.address()))
}

/// The address of a page, as programs read it: null if only other pages have known addresses.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Url<'a>(Option<&'a str>);

/// Which of the two methods.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub(super) enum Method {
    /// The published method with its failures repaired
    #[default]
    Ours,
    /// As published
    Paper,
}

impl Method {
    /// Refuses a setting that only the published method has.
    pub(super) fn check_setting(self, name: &str, is_set: bool) -> Result<()> {
        if is_set && self == Method::Ours {
            let why = format!("{name} is a setting of the published method; add --method paper");
            return Err(Error::new(ErrorKind::Setting(why)));
        }
        Ok(())
    }
}

/// Reads `A..B`, `A..` or `A`.
pub(super) fn lengths(argument: &str) -> Result<Lengths, String> {
    let wrong = || "give A..B with 1 <= A <= B, or A.. for no limit".to_owned();
    let number = |digits: &str| digits.parse::<u32>().map_err(|_| wrong());
    let lengths = match argument.split_once("..") {
        Some((min, "")) => Lengths::new(number(min)?, None),
        Some((min, max)) => Lengths::new(number(min)?, Some(number(max)?)),
        None => number(argument).map(|length| Lengths::new(length, Some(length)))?,
    };
    lengths.ok_or_else(wrong)
}

/// Reads a number of bytes: `8M`.
fn size_of(argument: &str) -> Result<u64, String> {
    bytes(argument).filter(|&bytes| bytes > 0).ok_or_else(|| "give a size such as 8M".to_owned())
}

/// Reads a number of things: `20M`.
fn count_of(argument: &str) -> Result<usize, String> {
    count(argument).ok_or_else(|| "give a number, such as 20M".to_owned())
}

/// Reads a number of seconds.
fn seconds(argument: &str) -> Result<Duration, String> {
    let seconds = argument.parse().ok().filter(|seconds| *seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "give a number of seconds, such as 60".to_owned())
}

/// Reads an exponent.
pub(super) fn finite(argument: &str) -> Result<f64, String> {
    let number = argument.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| "give a finite number, such as 2".to_owned())
}

/// Reads a share from 0 to 1.
pub(super) fn share(argument: &str) -> Result<f64, String> {
    let share = argument.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "give a number from 0 to 1, such as 0.3".to_owned())
}

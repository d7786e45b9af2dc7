//! Reads pages into an index, from the end of the last commit on.

use super::SimilarArgs;
use super::estimate::{NeedRow, Sample, bytes_of_all};
use crate::args::InputArgs;
use crate::progress::expect_pages;
use crate::screen::message;
use indicatif::ProgressBar;
use katagami::document::{Document, Input};
use katagami::error::{Error, ErrorKind, Result};
use katagami::similar::budget::Budget;
use katagami::similar::index::{Index, Progress, Ready};
use katagami::similar::{Options, Window};
use rayon::prelude::*;

/// The size of a batch of pages: large enough to keep all threads busy, and small compared with the memory of a machine.
const BATCH_BYTES: usize = 4 << 20;

impl SimilarArgs {
    /// Reads the rest of the inputs.
    pub(super) fn read(
        &self,
        index: &mut Index,
        inputs: &[Input],
        options: &Options,
        begun: Progress,
    ) -> Result<()> {
        let progress = self.input.progress();
        let mut passed = Progress { items: 0, passed: 0, ..begun };
        let items = self.input.items(inputs, begun.items, &mut |name| passed.pass(name))?;
        if passed != begun {
            let why = "the inputs have changed since the run began; start a new run in another folder";
            return Err(Error::new(ErrorKind::Setting(why.to_owned())));
        }
        // The rest of a resumed run cannot be estimated.
        let sample = (begun.items == 0).then(Sample::new);
        let before = index.bytes_added();
        let window = Window::new(options);
        let is_explained = self.explain && !self.input.is_quiet();
        let mut reading =
            Reading { is_explained, index, window, at: passed, batch: Vec::new(), bytes: 0, sample, before };
        progress.set_position(begun.items);
        progress.reset_eta();
        for item in items {
            reading.item(item, |item| self.input.or_skipped(item, &progress))?;
            progress.inc(1);
            if let Some(need) = reading.need(&self.input, self.memory())? {
                self.print_needs(&need, &progress);
            }
        }
        reading.end(&progress)?;
        let skipped = usize::try_from(index.skipped()).unwrap_or(usize::MAX);
        self.input.print_counts((index.len() - index.first_new()) as usize, skipped)
    }

    /// Prints what a long run will need, and from then on shows how much time is left.
    fn print_needs(&self, need: &NeedRow, progress: &ProgressBar) {
        if need.is_long() && !self.input.is_quiet() {
            progress.suspend(|| message!("{}", need.describe(&self.folder())));
            expect_pages(progress, need.pages());
        }
    }
}

/// Pages on the way into an index.
struct Reading<'a> {
    /// Whether pages without a main text are named.
    is_explained: bool,
    index: &'a mut Index,
    window: Window<'a>,
    at: Progress,
    batch: Vec<Document>,
    bytes: usize,
    /// The first pages, until there are enough of them.
    sample: Option<Sample>,
    /// Bytes of pages that earlier runs have added.
    before: u64,
}

impl Reading<'_> {
    /// Takes the next page or error.
    fn item(
        &mut self,
        item: Result<Document>,
        or_skipped: impl FnOnce(Result<Document>) -> Result<Option<Document>>,
    ) -> Result<()> {
        match &item {
            Ok(document) => self.at.pass(document.name()),
            Err(error) => self.at.pass(error.place().unwrap_or_default()),
        }
        match or_skipped(item)? {
            Some(document) => {
                self.bytes += document.text().len();
                self.sample.iter_mut().for_each(|sample| sample.add(&document));
                self.batch.push(document);
            }
            None => self.at.skipped += 1,
        }
        if self.bytes >= BATCH_BYTES {
            self.bytes = 0;
            self.window.add(&std::mem::take(&mut self.batch));
        }
        if self.window.is_full() { self.work() } else { Ok(()) }
    }

    /// Adds the pages read so far, and commits if it is time.
    fn work(&mut self) -> Result<()> {
        self.bytes = 0;
        self.window.add(&std::mem::take(&mut self.batch));
        let facts = self.window.read();
        for page in facts.iter().filter(|page| self.is_explained && page.sentences.is_empty()) {
            eprintln!(
                "{}: no text besides the frame of the page, so it is similar to no other page",
                page.name
            );
        }
        let ready = facts.into_par_iter().map(Ready::new);
        let mut is_time = false;
        for page in ready.collect::<Vec<Ready>>() {
            is_time |= self.index.add(&page)?;
        }
        if is_time { self.index.commit(self.at) } else { Ok(()) }
    }

    /// What all pages will need; given once, when enough pages have been read to estimate it.
    fn need(&mut self, input: &InputArgs, memory: Budget) -> Result<Option<NeedRow>> {
        let Some(sample) = self.sample.take_if(|sample| sample.is_full()) else { return Ok(None) };
        // The size of input from a pipe is not known.
        let Ok(total) = bytes_of_all(input) else { return Ok(None) };
        self.work()?;
        Ok(Some(sample.need(total, self.index.bytes_added() - self.before, memory)))
    }

    fn end(mut self, progress: &ProgressBar) -> Result<()> {
        self.work()?;
        self.at.is_all = true;
        progress.finish_and_clear();
        self.index.commit(self.at)
    }
}

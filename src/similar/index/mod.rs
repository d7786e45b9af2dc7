//! An index on disk: pages, their names and their sorted keys. It serves as scratch space, to resume a killed run, and to add pages
//! to earlier ones.
//!
//! In: pages, one after another. Out: the candidate pairs among the pages ([`Index::candidates`]), and each page by its number.
//!
//! Pages are committed one segment at a time: pages and names are appended, the sorted keys of the segment are appended to those of
//! the earlier segments, and then the manifest is replaced by one that includes the segment (`manifest`).
//!
//! ```text
//! pages           page 0, page 1, page 2, ...     pages.ends   where each of them ends
//! names           name 0, name 1, name 2, ...     names.ends   where each of them ends
//! keys            segment 0: its keys, sorted; hashes of its names with addresses, sorted; segment 1: ...
//! similar.json    the manifest: how many bytes of each file are valid, and the segments
//! ```
//!
//! An index without a folder uses files without names, so nothing of it remains after the program, and its first pages and keys stay in
//! memory ([`Index::temporary`]). An index in a folder is kept. A run that was killed resumes after the last commit. A later run
//! adds pages: the old keys are merged with the new ones, and the old pages are not read from their sources again. The number of
//! files does not depend on the number of segments.
//!
//! A page whose name an earlier page has is left out of the candidates ([`Index::repeated`]).

mod collages;
mod manifest;
mod matches;
mod ready;

pub use self::matches::{Match, Matches};
pub use self::ready::Ready;

use self::manifest::{Manifest, Segment, Sizes, Stage, damaged};
use super::candidate::{self, Candidates, Frequencies, KeyRecord, Rule, key_record};
use super::group::Groups;
use super::sort::{Merge, Sorted, Sorter, parted, write_run};
use super::spool::Spool;
use super::store::Store;
use super::{Facts, Key, Outline};
use crate::error::{Error, ErrorKind, Result};
use crate::page::digest;
use hashbrown::HashMap;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use twox_hash::XxHash3_64;

/// Pages, names and keys on disk.
#[derive(Debug)]
pub struct Index {
    /// Its folder, if it has one.
    folder: Option<PathBuf>,
    manifest: Manifest,
    /// Two entries for each page: its outline, and its other facts.
    pages: Store,
    names: Store,
    keys: Spool,
    /// The keys of pages that are not committed yet.
    buffer: Vec<KeyRecord>,
    /// The hashed names and addresses of these pages.
    names_buffer: Vec<KeyRecord>,
    /// How many records both buffers may have.
    limit: usize,
    /// The first page of the last run.
    first_new: u32,
    /// For each number of characters, how many sentences have it.
    lengths: HashMap<u32, u64>,
    /// Locks the folder while the index is open.
    _lock: Option<File>,
}

/// What to do with an unfinished run in the folder.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Unfinished {
    /// It is an error.
    Refuse,
    /// It is resumed.
    Resume,
}

/// How much of its inputs a run has read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Progress {
    /// Items, pages and failures, that have been read.
    pub items: u64,
    /// A hash of their names, see [`Progress::pass`].
    pub passed: u64,
    /// Failures among them.
    pub skipped: u64,
    /// Whether these are all items of the inputs.
    pub is_all: bool,
}

impl Progress {
    /// Counts an item, and adds its name to the hash.
    pub fn pass(&mut self, name: &str) {
        self.items += 1;
        self.passed = digest::spread(digest::mix(self.passed, digest::text(name)));
    }
}

/// The files of an index.
const FILES: [&str; 5] = ["pages", "pages.ends", "names", "names.ends", "keys"];

impl Index {
    /// An index without a folder, with `memory` bytes. Of these, `held` bytes are filled before the files are used; the others are
    /// the buffer for new keys.
    ///
    /// # Errors
    /// If no temporary file can be made.
    pub fn temporary(memory: usize, held: usize) -> Result<Self> {
        let failed = |error: io::Error| {
            Error::new(ErrorKind::Write).at(std::env::temp_dir().display().to_string()).because(error)
        };
        let files = FILES.map(|_| tempfile::tempfile());
        let files = files.into_iter().collect::<io::Result<Vec<File>>>().map_err(failed)?;
        let mut index = Index::of(None, Manifest::new(""), files, None, memory - held).map_err(failed)?;
        // Pages take three times as many bytes as their keys, see docs/lab/similar.md, and are read more often.
        index.pages = index.pages.held(held / 4 * 3);
        index.keys = index.keys.held(held / 4);
        Ok(index)
    }

    /// The index in a folder, which is created if there is none.
    ///
    /// # Errors
    /// [`ErrorKind::Setting`] if the folder contains other files, an index without its manifest, pages that were read with
    /// other settings, or an unfinished run that is not to be resumed; [`ErrorKind::Container`] if it is damaged;
    /// [`ErrorKind::Read`] and [`ErrorKind::Write`] if the system refuses.
    pub fn open(folder: &Path, settings: &str, unfinished: Unfinished, memory: usize) -> Result<Self> {
        let at = |kind| Error::new(kind).at(folder.display().to_string());
        let failed = |error: io::Error| at(ErrorKind::Write).because(error);
        let refuse = |why: &str| Err(at(ErrorKind::Setting(why.to_owned())));
        let manifest = Manifest::read(folder)?;
        if manifest.is_none() {
            fs::create_dir_all(folder).map_err(failed)?;
            let ours = |name: &std::ffi::OsStr| {
                name == "lock" || name == "similar.json.new" || FILES.iter().any(|&file| name == file)
            };
            for entry in fs::read_dir(folder).map_err(failed)? {
                if !ours(&entry.map_err(failed)?.file_name()) {
                    return refuse(
                        "the folder contains other files; give one that is empty or does not exist",
                    );
                }
            }
        }
        let open = |name: &str| {
            File::options().read(true).write(true).create(true).truncate(false).open(folder.join(name))
        };
        let lock = open("lock").map_err(failed)?;
        if fs4::FileExt::try_lock(&lock).is_err() {
            return refuse("another katagami process is using this folder; wait until it has ended");
        }
        // Read again under the lock, as another process may have changed it in between.
        let manifest = match Manifest::read(folder)? {
            Some(manifest) => manifest,
            None if FILES.iter().any(|file| is_filled(&folder.join(file))) => {
                return refuse(
                    "similar.json is missing, without which the index here cannot be read; put it back, or give another folder",
                );
            }
            None => {
                let manifest = Manifest::new(settings);
                manifest.write(folder)?;
                manifest
            }
        };
        if manifest.settings != settings {
            let why = format!(
                "its pages were read with other options ({}) than these ({settings}); give the same ones, or another folder",
                manifest.settings
            );
            return refuse(&why);
        }
        if manifest.run.stage != Stage::Done && unfinished == Unfinished::Refuse {
            let why = format!(
                "the folder has an unfinished run over {}; continue it with --resume, or give another folder",
                manifest.run.inputs.join(" ")
            );
            return refuse(&why);
        }
        let files = FILES.into_iter().map(open).collect::<io::Result<Vec<File>>>().map_err(failed)?;
        let index = Index::of(Some(folder.to_owned()), manifest, files, Some(lock), memory)
            .map_err(|error| damaged(folder, "similar.json").because(error))?;
        match index.check_keys() {
            Ok(true) => Ok(index),
            Ok(false) => Err(damaged(folder, "keys")),
            Err(error) => Err(damaged(folder, "keys").because(error)),
        }
    }

    /// Whether the checksums of all keys are right.
    fn check_keys(&self) -> io::Result<bool> {
        let mut buffer = vec![0; CHECKED];
        for Segment { keys, names, check } in &self.manifest.segments {
            let mut found = 0;
            for range in [keys, names] {
                let mut at = range.start;
                while at < range.end {
                    let left = usize::try_from(range.end - at).unwrap_or(usize::MAX).min(CHECKED);
                    self.keys.read_at(&mut buffer[..left], at)?;
                    found = XxHash3_64::oneshot_with_seed(found, &buffer[..left]);
                    at += super::spool::bytes(left);
                }
            }
            if found != *check {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn of(
        folder: Option<PathBuf>,
        manifest: Manifest,
        files: Vec<File>,
        lock: Option<File>,
        memory: usize,
    ) -> io::Result<Self> {
        let Sizes { pages, names, keys } = manifest.sizes;
        let sizes = [pages[0], pages[1], names[0], names[1], keys];
        let mut spools = files.into_iter().zip(sizes).map(|(file, size)| Spool::new(file, size));
        let mut spool = || spools.next().expect("five files");
        let pages = Store::new(spool()?, spool()?)?;
        let names = Store::new(spool()?, spool()?)?;
        let keys = spool()?;
        if pages.len() != 2 * names.len() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "pages and names do not agree"));
        }
        let lengths = manifest.lengths.iter().copied().collect();
        let limit = (memory / size_of::<KeyRecord>()).max(1);
        let (buffer, names_buffer) = (Vec::new(), Vec::new());
        let first_new = manifest.settled;
        Ok(Index {
            folder,
            manifest,
            pages,
            names,
            keys,
            buffer,
            names_buffer,
            limit,
            first_new,
            lengths,
            _lock: lock,
        })
    }

    fn failed(&self, error: io::Error) -> Error {
        let place = self.folder.clone().unwrap_or_else(std::env::temp_dir);
        Error::new(ErrorKind::Write).at(place.display().to_string()).because(error)
    }

    /// How many pages it has.
    #[must_use]
    pub fn len(&self) -> u32 {
        u32::try_from(self.names.len()).expect("pages are counted when they are added")
    }

    /// Whether it has no page.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The inputs of the last run.
    #[must_use]
    pub fn inputs(&self) -> &[String] {
        &self.manifest.run.inputs
    }

    /// How many pages the last run could not read.
    #[must_use]
    pub fn skipped(&self) -> u64 {
        self.manifest.run.skipped
    }

    /// Begins a run over inputs, or resumes the unfinished one; returns how much of the inputs was read before.
    ///
    /// # Errors
    /// [`ErrorKind::Setting`] if the run to resume had other inputs.
    pub fn begin(&mut self, inputs: &[String], unfinished: Unfinished) -> Result<Progress> {
        let run = &mut self.manifest.run;
        // A run that was killed before it had read anything is begun again.
        if unfinished == Unfinished::Resume
            && (*run != manifest::RunState::default() || !self.names.is_empty())
        {
            if run.inputs != inputs {
                let why = format!("the run to resume is over {}; give the same inputs", run.inputs.join(" "));
                return Err(Error::new(ErrorKind::Setting(why)));
            }
        } else {
            self.first_new = u32::try_from(self.names.len()).expect("pages are counted");
            self.manifest.settled = self.first_new;
            *run = manifest::RunState {
                inputs: inputs.to_vec(),
                stage: Stage::Reading,
                ..manifest::RunState::default()
            };
        }
        let manifest::RunState { items, passed, skipped, stage, .. } = self.manifest.run;
        Ok(Progress { items, passed, skipped, is_all: stage != Stage::Reading })
    }

    /// Treats all pages as new, as if the last run had added them all.
    pub fn take_all(&mut self) {
        self.first_new = 0;
    }

    /// Adds a page; returns whether it is time to [`commit`](Index::commit).
    ///
    /// # Errors
    /// [`ErrorKind::Write`] if it cannot be written, [`ErrorKind::TooLarge`] if it has no number.
    pub fn add(&mut self, page: &Ready) -> Result<bool> {
        let Ok(number) = u32::try_from(self.names.len()) else {
            let why = "an index has at most 4,294,967,295 pages; make another".to_owned();
            return Err(Error::new(ErrorKind::TooLarge(why)));
        };
        let add = |index: &mut Self| {
            index.pages.add(&page.outline)?;
            index.pages.add(&page.bytes)?;
            index.names.add(page.name.as_bytes())
        };
        add(self).map_err(|error| self.failed(error))?;
        if self.buffer.capacity() == 0 {
            // Reserved at once, as growing would take twice as much for a while; memory that is not written costs nothing.
            self.buffer.try_reserve_exact(self.limit).map_err(|error| {
                let why = "the system does not provide this much memory; give a smaller --memory".to_owned();
                Error::new(ErrorKind::Setting(why)).because(error)
            })?;
        }
        self.buffer.extend(page.keys.iter().map(|&key| key_record(key, number)));
        let name = Key { key: page.identity, share: 0 };
        self.names_buffer.push(key_record(name, number));
        for &chars in &page.lengths {
            *self.lengths.entry(chars).or_default() += 1;
        }
        // The next page may have more keys than this one: an eighth of the limit is left for it.
        let is_full = self.buffer.len() + self.names_buffer.len() >= self.limit / 8 * 7;
        let is_much =
            self.folder.is_some() && self.names_buffer.len() >= LOSS.max(self.len() as usize / SHARE);
        Ok(is_full || is_much)
    }

    /// Commits the pages that were added since the last commit, so that they survive a kill.
    ///
    /// # Errors
    /// [`ErrorKind::Write`] if they cannot be written.
    pub fn commit(&mut self, progress: Progress) -> Result<()> {
        self.write_segment().map_err(|error| self.failed(error))?;
        let stage = if progress.is_all { Stage::Read } else { Stage::Reading };
        let run = &mut self.manifest.run;
        (run.items, run.passed, run.skipped, run.stage) =
            (progress.items, progress.passed, progress.skipped, stage);
        self.write_manifest()
    }

    fn write_segment(&mut self) -> io::Result<()> {
        if !self.names_buffer.is_empty() {
            let keys = write_run(&mut self.buffer, &mut self.keys)?;
            let names = write_run(&mut self.names_buffer, &mut self.keys)?;
            let records: [&[u8]; 2] =
                [bytemuck::cast_slice(&self.buffer), bytemuck::cast_slice(&self.names_buffer)];
            let chunks = records.into_iter().flat_map(|bytes| bytes.chunks(CHECKED));
            let check = chunks.fold(0, XxHash3_64::oneshot_with_seed);
            self.buffer.clear();
            self.names_buffer.clear();
            self.manifest.segments.push(Segment { keys, names, check });
        }
        if self.folder.is_some() {
            self.pages.sync()?;
            self.names.sync()?;
            self.keys.sync()?;
        }
        let (pages, names, keys) = (self.pages.sizes(), self.names.sizes(), self.keys.len());
        self.manifest.sizes = Sizes { pages, names, keys };
        Ok(())
    }

    fn write_manifest(&mut self) -> Result<()> {
        self.manifest.lengths = self.lengths().into_iter().collect();
        self.folder.as_ref().map_or(Ok(()), |folder| self.manifest.write(folder))
    }

    /// Marks the run as finished: all pairs are written.
    ///
    /// # Errors
    /// [`ErrorKind::Write`] if the manifest cannot be written.
    pub fn finish(&mut self) -> Result<()> {
        self.manifest.run.stage = Stage::Done;
        self.write_manifest()
    }

    /// Frees the buffers of keys, once all pages are committed.
    pub fn release(&mut self) {
        self.buffer = Vec::new();
        self.names_buffer = Vec::new();
    }

    /// How many committed bytes the index has.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let Sizes { pages, names, keys } = self.manifest.sizes;
        pages.iter().chain(&names).sum::<u64>() + keys
    }

    /// How many bytes all pages take, committed or not.
    #[must_use]
    pub fn bytes_added(&self) -> u64 {
        let records = self.buffer.len() + self.names_buffer.len();
        let stores = self.pages.sizes().iter().chain(&self.names.sizes()).sum::<u64>();
        stores + self.keys.len() + super::spool::bytes(records * size_of::<KeyRecord>())
    }

    /// How many bytes of pages and keys are in memory.
    #[must_use]
    pub fn held(&self) -> u64 {
        self.pages.in_memory() + self.keys.in_memory()
    }

    /// How many keys all pages have in total.
    #[must_use]
    pub fn keys(&self) -> u64 {
        let bytes = |segment: &Segment| segment.keys.end - segment.keys.start;
        self.manifest.segments.iter().map(bytes).sum::<u64>() / super::spool::bytes(size_of::<KeyRecord>())
    }

    /// The number of the first page that the last run has added.
    #[must_use]
    pub fn first_new(&self) -> u32 {
        self.first_new
    }

    /// For each number of characters, how many sentences have it.
    #[must_use]
    pub fn lengths(&self) -> BTreeMap<u32, u64> {
        self.lengths.iter().map(|(&chars, &count)| (chars, count)).collect()
    }

    /// The facts of a page, by its number.
    ///
    /// # Errors
    /// [`ErrorKind::Container`] if it cannot be read.
    pub fn facts(&self, page: u32) -> Result<Facts> {
        self.facts_with_outline(page, Arc::new(self.outline(page)?))
    }

    /// The outline of a page, which is compared first.
    ///
    /// # Errors
    /// [`ErrorKind::Container`] if it cannot be read.
    pub fn outline(&self, page: u32) -> Result<Outline> {
        let bytes =
            self.pages.get(2 * u64::from(page)).map_err(|error| self.damaged("pages").because(error))?;
        Outline::decode(&bytes).ok_or_else(|| self.damaged("pages"))
    }

    /// The facts of a page whose outline has been read.
    fn facts_with_outline(&self, page: u32, outline: Arc<Outline>) -> Result<Facts> {
        let bytes =
            self.pages.get(2 * u64::from(page) + 1).map_err(|error| self.damaged("pages").because(error))?;
        Facts::decode(&bytes, outline).ok_or_else(|| self.damaged("pages"))
    }

    /// How many bytes the facts of a page take in the files.
    fn size(&self, page: u32) -> Result<u64> {
        let place = |number| self.pages.place(number).map_err(|error| self.damaged("pages").because(error));
        let (from, to) = (place(2 * u64::from(page))?.start, place(2 * u64::from(page) + 1)?.end);
        Ok(to.saturating_sub(from))
    }

    /// The name of a page, by its number.
    ///
    /// # Errors
    /// [`ErrorKind::Container`] if it cannot be read.
    pub fn name(&self, page: u32) -> Result<String> {
        let bytes = self.names.get(page.into()).map_err(|error| self.damaged("names").because(error))?;
        String::from_utf8(bytes.into_owned()).map_err(|_| self.damaged("names"))
    }

    fn damaged(&self, file: &str) -> Error {
        damaged(&self.folder.clone().unwrap_or_else(std::env::temp_dir), file)
    }

    /// The pages whose name and address an earlier page has.
    ///
    /// # Errors
    /// If the keys cannot be read.
    pub fn repeated(&self, memory: usize) -> Result<Repeated> {
        let runs = self.manifest.segments.iter().map(|segment| segment.names.clone()).collect();
        let repeated = || {
            let mut names = Merge::<KeyRecord>::new(&self.keys, runs, memory)?;
            let (mut repeated, mut before) = (Repeated::default(), None);
            while let Some([name, holder]) = names.next(&self.keys)? {
                if before == Some(name) {
                    repeated.insert(parted(holder)[0]);
                }
                before = Some(name);
            }
            Ok(repeated)
        };
        repeated().map_err(|error| self.failed(error))
    }

    /// An empty set of groups of its pages, with `memory` bytes for pairs.
    ///
    /// # Errors
    /// If no temporary file can be made.
    pub fn groups(&self, memory: usize) -> Result<Groups> {
        let spools = self.scratch().and_then(|first| Ok([first, self.scratch()?]));
        Ok(Groups::new(self.len(), spools.map_err(|error| self.failed(error))?, memory))
    }

    /// A spool over a temporary file, in the folder of the index if it has one.
    fn scratch(&self) -> io::Result<Spool> {
        let file = match &self.folder {
            Some(folder) => tempfile::tempfile_in(folder)?,
            None => tempfile::tempfile()?,
        };
        Spool::new(file, 0)
    }

    /// The candidates that follow from the keys by a rule, in the order of their pages, and the page frequencies of sentences.
    /// `tick` is called now and then with the number of keys that have been read; if it fails, the search stops.
    ///
    /// # Errors
    /// If the keys cannot be read, the pairs cannot be written, or `tick` fails.
    pub fn candidates(
        &self,
        rule: &Rule<'_>,
        memory: usize,
        mut tick: impl FnMut(u64) -> io::Result<()>,
    ) -> Result<(Candidates<Sorted<candidate::PairRecord>>, Frequencies)> {
        let runs = self.manifest.segments.iter().map(|segment| segment.keys.clone()).collect();
        let find = || {
            let mut sorter = Sorter::new(self.scratch()?, memory / 2);
            let mut keys: Merge<KeyRecord> = Merge::new(&self.keys, runs, memory / 4)?;
            let mut read = 0;
            let keys = std::iter::from_fn(|| {
                read += 1;
                let tick = if read % TICK == 0 { tick(read) } else { Ok(()) };
                tick.and_then(|()| keys.next(&self.keys)).transpose()
            });
            let frequencies = candidate::pairs(keys, rule, |pair| sorter.push(pair))?;
            Ok((Candidates::new(sorter.sorted(memory / 4)?), frequencies))
        };
        find().map_err(|error| self.failed(error))
    }
}

/// Whether a file exists and is not empty.
fn is_filled(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|file| file.len() > 0)
}

/// The pages whose name and address an earlier page has: a bit for each page up to the last one.
#[derive(Clone, Debug, Default)]
pub struct Repeated {
    words: Vec<u64>,
}

impl Repeated {
    fn insert(&mut self, page: u32) {
        let word = page as usize / 64;
        self.words.resize(self.words.len().max(word + 1), 0);
        self.words[word] |= 1 << (page % 64);
    }

    /// Whether a page is one of them.
    #[must_use]
    pub fn has(&self, page: u32) -> bool {
        self.words.get(page as usize / 64).is_some_and(|word| word >> (page % 64) & 1 == 1)
    }

    /// How many of these pages are among them.
    #[must_use]
    pub fn count(&self, pages: Range<u32>) -> usize {
        pages.filter(|&page| self.has(page)).count()
    }
}

/// In a folder, pages are committed at the latest when there are this many new ones, or one in [`SHARE`] of all pages if that is
/// more. A kill then costs some seconds, or little compared with what was done; and there are at most some hundred segments,
/// whatever the number of pages.
const LOSS: usize = 1024;
/// See [`LOSS`].
const SHARE: usize = 64;

/// Bytes that are read and checked at once.
const CHECKED: usize = 1 << 20;

/// Records between two calls of `tick`: some milliseconds.
const TICK: u64 = 1 << 18;

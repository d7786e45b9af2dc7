//! How often the highest peak is the number of pages, and how often two templates in one input are told apart.
//!
//! ```text
//! cargo run --release --example trials -- peaks FOLDER...
//! cargo run --release --example trials -- mixtures FOLDER...
//! ```
//!
//! Each folder should hold pages of one template. `peaks` takes the whole folder, and random pages of it; a trial is
//! right when the highest peak is within 2% of the number of pages. `mixtures` takes random pages of every two folders;
//! a trial is right when both numbers are among the peaks (their sum is always one, of what all pages share) and when
//! the groups are the two folders. The trials are the same in every run.

use clap::{Args, Parser};
use katagami::document::{Corpus, Document, Input, Reader};
use katagami::index::{Index, Memory, TextReader};
use katagami::spectrum::{Frequency, Lengths, PeakFinder, Spectrum, page_sets};
use katagami::template::{PAGE_SETS, page_groups};
use katagami::token::Resolution;
use rayon::prelude::*;
use site::Rng;
use std::error::Error;

/// Counts right answers over random sets of pages.
#[derive(Parser)]
enum Trials {
    /// Is the highest peak the number of pages?
    Peaks(Folders),
    /// Are two templates told apart?
    Mixtures(Folders),
}

#[derive(Args)]
struct Folders {
    /// Folders of pages of one template each
    #[arg(required = true, value_name = "FOLDER")]
    paths: Vec<String>,
    /// Random sets of each kind
    #[arg(long, default_value_t = 100)]
    trials: u32,
    /// Numbers of pages in a set; for mixtures the least and the most
    #[arg(long, value_delimiter = ',', default_values_t = [5, 10, 20])]
    pages: Vec<usize>,
    /// Pages of which a whole folder is taken as a set as well
    #[arg(long, default_value_t = 2000)]
    whole: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    match Trials::parse() {
        Trials::Peaks(folders) => folders.peaks(),
        Trials::Mixtures(folders) => folders.mixtures(),
    }
}

impl Folders {
    fn read(&self) -> Result<Vec<Vec<Document>>, Box<dyn Error>> {
        let read = |folder: &String| {
            Ok(Reader::new()
                .read(&[Input::from(folder.as_str())])
                .collect::<Result<Corpus, _>>()?
                .documents()
                .to_vec())
        };
        self.paths.iter().map(read).collect()
    }

    fn peaks(&self) -> Result<(), Box<dyn Error>> {
        println!("| folder | pages in a set | sets | highest peak right |");
        println!("|---|---:|---:|---:|");
        for (folder, pages) in self.paths.iter().zip(self.read()?) {
            if pages.len() <= self.whole {
                row(folder, pages.len(), 1, usize::from(is_peak(&pages)));
            }
            for &size in self.pages.iter().filter(|&&size| size < pages.len()) {
                let right = self.count(|rng| is_peak(&draw(&pages, size, rng)));
                row(folder, size, self.trials, right);
            }
        }
        Ok(())
    }

    fn mixtures(&self) -> Result<(), Box<dyn Error>> {
        println!("| folders | sets | both peaks | groups right | one group |");
        println!("|---|---:|---:|---:|---:|");
        let folders = self.read()?;
        let (least, most) = (self.pages[0], self.pages[self.pages.len() - 1]);
        for (i, a) in folders.iter().enumerate() {
            for (j, b) in folders.iter().enumerate().skip(i + 1) {
                let found: Vec<Mixture> = self.each(|rng| {
                    let (a_size, b_size) = (rng.between(least, most), rng.between(least, most));
                    Mixture::new(&draw(a, a_size, rng), &draw(b, b_size, rng), rng)
                });
                let count = |is: fn(&Mixture) -> bool| found.iter().filter(|mixture| is(mixture)).count();
                let both = format!("{} + {}", name(&self.paths[i]), name(&self.paths[j]));
                let (peaks, groups) = (count(|mixture| mixture.peaks), count(|mixture| mixture.groups));
                println!(
                    "| {both} | {} | {peaks} | {groups} | {} |",
                    self.trials,
                    count(|mixture| mixture.one)
                );
            }
        }
        Ok(())
    }

    fn count(&self, is_right: impl Fn(&mut Rng) -> bool + Sync) -> usize {
        self.each(is_right).into_iter().filter(|&right| right).count()
    }

    fn each<T: Send>(&self, trial: impl Fn(&mut Rng) -> T + Sync) -> Vec<T> {
        (0..self.trials).into_par_iter().map(|number| trial(&mut Rng::new(u64::from(number)))).collect()
    }
}

fn row(folder: &str, size: usize, sets: u32, right: usize) {
    println!("| {} | {size} | {sets} | {right} |", name(folder));
}

fn name(folder: &str) -> &str {
    folder.trim_end_matches('/').rsplit('/').next().unwrap_or(folder)
}

/// Different pages by chance, in the order drawn.
fn draw(pages: &[Document], size: usize, rng: &mut Rng) -> Vec<Document> {
    let mut numbers: Vec<usize> = (0..pages.len()).collect();
    for i in 0..size.min(pages.len()) {
        numbers.swap(i, rng.between(i, pages.len() - 1));
    }
    numbers.iter().take(size).map(|&number| pages[number].clone()).collect()
}

fn index(pages: &[Document]) -> Index {
    let corpus: Corpus = pages.iter().cloned().collect();
    let text = TextReader::new(Resolution::Byte).read(&corpus).expect("a set of pages is below the limit");
    Index::new(text, Memory::Fast)
}

/// The peaks as the program finds them.
fn peaks(index: &Index) -> Vec<usize> {
    let spectrum = Spectrum::count(index, Lengths::DISCOVERY, Frequency::Documents);
    let peaks = PeakFinder::counting(Frequency::Documents).find(&spectrum);
    peaks.iter().map(|peak| peak.row.frequency as usize).collect()
}

fn is_peak(pages: &[Document]) -> bool {
    peaks(&index(pages)).first().is_some_and(|peak| peak.abs_diff(pages.len()) * 50 <= pages.len())
}

struct Mixture {
    peaks: bool,
    groups: bool,
    one: bool,
}

impl Mixture {
    fn new(a: &[Document], b: &[Document], rng: &mut Rng) -> Mixture {
        let all = draw(&[a, b].concat(), a.len() + b.len(), rng);
        let index = index(&all);
        let peaks = peaks(&index);
        let groups = page_groups(index.text().documents(), &page_sets(&index, Lengths::DISCOVERY, PAGE_SETS));
        let of_a = |document: u32| a.contains(&all[document as usize]);
        let pure = groups.iter().all(|group| {
            let documents = &group.documents;
            documents.iter().all(|&document| of_a(document) == of_a(documents[0]))
        });
        Mixture {
            peaks: [a.len(), b.len()].iter().all(|size| peaks.contains(size)),
            groups: pure && groups.len() == 2,
            one: groups.len() == 1,
        }
    }
}

//! The experiments of the five sources, run again: `docs/REPRODUCTION.md` and its figures in `plots/reproduction/`.
//!
//! ```text
//! cargo run --release --example reproduce                 everything, into this package's folder
//! cargo run --release --example reproduce -- a d          only these; the other sections stay as they are
//! cargo run --release --example reproduce -- --small --out out
//! cargo run --release --example reproduce -- --check      compares the files with what is found, and writes none
//! cargo run --release --example reproduce -- --timed      measures the times first, which takes a quiet machine
//! ```
//!
//! Every number but the times is the same on every machine and in every run. Times are measured by `--timed` alone and
//! kept in `benches/reproduction-time.csv`; the figure is drawn from that file.
//!
//! The exit status is 1 if ours is behind on a generated input that is not listed in `experiment/behind.rs`, and with `--check` also if a
//! line of a file differs.

mod experiment;

use clap::Parser;
use experiment::document::write;
use experiment::{EXPERIMENTS, Experiment, Result, Scale, differences, files, newly_behind};
use rayon::prelude::*;
use std::path::PathBuf;
use std::process::ExitCode;

/// Runs the experiments of the five sources and writes docs/REPRODUCTION.md and plots/reproduction/; prints which files.
#[derive(Parser, Debug)]
struct Reproduce {
    /// The experiments by their letters; all if none is named
    experiments: Vec<String>,
    /// Run on a few small pages, to see that everything works
    #[arg(long)]
    small: bool,
    /// Write docs/ and plots/ in this folder
    #[arg(long, value_name = "DIR", default_value = env!("CARGO_MANIFEST_DIR"))]
    out: PathBuf,
    /// Real pages with known answers, if there are any
    #[arg(long, value_name = "DIR", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data"))]
    shared: PathBuf,
    /// Write nothing, and fail if a line of the document or of a figure differs
    #[arg(long)]
    check: bool,
    /// Measure the times too, into benches/reproduction-time.csv
    #[arg(long)]
    timed: bool,
    /// Write the pages of D with their posts in this file and do nothing else, for benches/threads-peers.py
    #[arg(long, value_name = "FILE")]
    pages: Option<PathBuf>,
}

impl Reproduce {
    fn chosen(&self) -> Result<Vec<&'static Experiment>> {
        if self.experiments.is_empty() {
            return Ok(EXPERIMENTS.iter().collect());
        }
        let named = |letter: &String| {
            let found = EXPERIMENTS.iter().find(|experiment| experiment.letter.eq_ignore_ascii_case(letter));
            found.ok_or_else(|| format!("there is no experiment {letter}; they are A to E").into())
        };
        self.experiments.iter().map(named).collect()
    }
}

fn main() -> Result<ExitCode> {
    let reproduce = Reproduce::parse();
    if let Some(file) = &reproduce.pages {
        experiment::write_pages(file)?;
        println!("{}", file.display());
        return Ok(ExitCode::SUCCESS);
    }
    let scale = if reproduce.small { Scale::Small } else { Scale::Full };
    let shared = Some(reproduce.shared.as_path()).filter(|folder| folder.is_dir());
    if reproduce.timed {
        experiment::measure(scale)?;
    }
    // Each takes most of its time on one thread.
    let run = |experiment: &Experiment| {
        let section = (experiment.run)(scale, shared)?;
        eprintln!("{}: {}", experiment.letter, experiment.about);
        Ok((experiment.letter, section))
    };
    let sections = reproduce.chosen()?.into_par_iter().map(run).collect::<Result<Vec<_>>>()?;
    let files = files(&reproduce.out, &sections);
    let mut faults = Vec::new();
    if reproduce.check {
        faults = differences(&files);
    } else {
        write(&files)?;
        for (file, _) in &files {
            println!("{}", file.display());
        }
    }
    // The inputs of a smaller scale are not those of the sources.
    if scale == Scale::Full {
        faults.extend(newly_behind(&sections));
    }
    for fault in &faults {
        eprintln!("{fault}");
    }
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

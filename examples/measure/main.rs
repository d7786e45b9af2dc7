//! Measures the way from pages to spectrum: time and memory beside its peers, and how both grow.
//!
//! ```text
//! cargo run --release --example measure -- stages FOLDER --megabytes 100 --runs 5
//! cargo run --release --example measure -- naive FOLDER --megabytes 64 --runs 3
//! cargo run --release --example measure -- peers FOLDER --megabytes 100 --runs 3
//! cargo run --release --example measure -- growth FOLDER --megabytes 256 --csv growth.csv
//! cargo run --release --example measure -- draw growth.csv growth.svg
//! cargo run --release --example measure -- peer-growth FOLDER --megabytes 100 --csv spectrum-peers.csv
//! cargo run --release --example measure -- draw-peers spectrum-peers.csv spectrum-peers.svg
//! ```
//!
//! Without a folder the pages are generated. `benches/README.md` says how to read the tables.

mod growth;
mod memory;
mod pages;
mod paired;
mod peers;
mod stage;
mod texts;

use clap::{Args, Parser};
use pages::PageArgs;
use paired::Pair;
use stage::Stage;
use std::error::Error;
use std::path::PathBuf;

/// Measures the way from pages to spectrum.
#[derive(Parser, Debug)]
enum Measure {
    /// The whole engine in its settings, against suffix sorting alone
    Stages(Rounds),
    /// Lengths 1 to 10, against a hash map of all substrings
    Naive(Rounds),
    /// All lengths, against other suffix structures
    Peers(Rounds),
    /// Time a byte for 1, 2, 4, ... million bytes of random, periodic, all-equal text and of pages, as CSV
    Growth(Growth),
    /// The same of pages, lengths 1 to 10 and what else counts or sorts their substrings
    PeerGrowth(Growth),
    /// The figure of what growth has written
    Draw {
        /// The rows
        csv: PathBuf,
        /// The figure, as SVG
        figure: PathBuf,
    },
    /// The figure of what peer-growth has written
    DrawPeers {
        /// The rows
        csv: PathBuf,
        /// The figure, as SVG
        figure: PathBuf,
    },
    /// What one stage needs at its peak, in KiB
    #[command(hide = true)]
    Peak {
        #[arg(long)]
        stage: Stage,
        #[command(flatten)]
        pages: PageArgs,
    },
}

#[derive(Args, Debug)]
struct Rounds {
    #[command(flatten)]
    pages: PageArgs,
    /// How often every stage is run
    #[arg(long, default_value_t = 5, value_parser = at_least_one)]
    runs: usize,
}

#[derive(Args, Debug)]
struct Growth {
    #[command(flatten)]
    pages: PageArgs,
    /// How often each text is run
    #[arg(long, default_value_t = 3, value_parser = at_least_one)]
    runs: usize,
    /// Write the rows to this file instead of the standard output
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

fn at_least_one(runs: &str) -> Result<usize, String> {
    match runs.parse() {
        Ok(0) => Err("nothing would be measured".to_owned()),
        Ok(runs) => Ok(runs),
        Err(error) => Err(error.to_string()),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    match Measure::parse() {
        Measure::Stages(rounds) => rounds.compare(&[
            pair(Stage::Libsais, Stage::Libsais),
            pair(Stage::Default, Stage::Libsais),
            pair(Stage::DefaultDocuments, Stage::Libsais),
            pair(Stage::DefaultTwoThreads, Stage::Default),
            pair(Stage::Plain, Stage::Libsais),
            pair(Stage::Fast, Stage::Libsais),
            pair(Stage::Low, Stage::Libsais),
            pair(Stage::TwoThreads, Stage::Fast),
            pair(Stage::Documents, Stage::Fast),
            pair(Stage::Tags, Stage::Fast),
        ]),
        Measure::Naive(rounds) => {
            rounds.compare(&[pair(Stage::Default, Stage::Default), pair(Stage::Naive, Stage::Default)])
        }
        Measure::Peers(rounds) => rounds.compare(&[
            pair(Stage::Fast, Stage::Fast),
            pair(Stage::Libsais, Stage::Fast),
            pair(Stage::Suffix, Stage::Fast),
            pair(Stage::Esaxx, Stage::Fast),
        ]),
        Measure::Growth(Growth { pages, runs, csv }) => {
            growth::grow(&growth::texts(&pages), runs, csv.as_deref())
        }
        Measure::PeerGrowth(Growth { mut pages, runs, csv }) => {
            let _folder = pages.or_generated()?;
            growth::grow(&growth::peers(&pages), runs, csv.as_deref())
        }
        Measure::Draw { csv, figure } => growth::draw(&csv, &figure),
        Measure::DrawPeers { csv, figure } => growth::draw_peers(&csv, &figure),
        Measure::Peak { stage, pages } => Ok(memory::print_peak(stage, &pages.read())?),
    }
}

fn pair(stage: Stage, against: Stage) -> Pair {
    Pair { stage, against }
}

impl Rounds {
    fn compare(mut self, pairs: &[Pair]) -> Result<(), Box<dyn Error>> {
        let _folder = self.pages.or_generated()?;
        paired::compare(pairs, &self.pages, self.runs)
    }
}

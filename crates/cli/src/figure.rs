//! The options of figures, and writing figures to files.

use super::file::write_file;
#[cfg(feature = "png")]
use super::screen::message;
use crate::writer::unwritten;
use clap::{Args, ValueEnum};
use katagami::error::Result;
use katagami::plot::Figure;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct FigureArgs {
    #[cfg_attr(feature = "png", doc = "Also draw V(f) and F(f) into a file, .svg or .png")]
    #[cfg_attr(not(feature = "png"), doc = "Also draw V(f) and F(f) into an .svg file")]
    #[arg(long, value_name = "FILE", value_parser = target)]
    plot: Option<Target>,
    /// Draw only one of the two [default: both, V(f) above F(f)]
    #[arg(long, value_enum, requires = "plot")]
    figure: Option<Curve>,
}

/// A curve of a spectrum.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(super) enum Curve {
    /// V(f), with the fitted line
    Distinct,
    /// F(f)
    Total,
}

/// The file of a figure.
#[derive(Clone, Debug)]
pub(super) struct Target {
    path: PathBuf,
    format: Format,
}

#[derive(Clone, Copy, Debug)]
enum Format {
    Svg,
    #[cfg(feature = "png")]
    Png,
}

/// Reads a file name; its ending chooses the format.
pub(super) fn target(name: &str) -> Result<Target, String> {
    let path = PathBuf::from(name);
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let format = match ending.as_deref() {
        Some("svg") => Format::Svg,
        #[cfg(feature = "png")]
        Some("png") => Format::Png,
        #[cfg(not(feature = "png"))]
        Some("png") => {
            return Err("this program was built without PNG: give a name that ends in .svg, \
                        or build it with `--features png`"
                .to_owned());
        }
        _ => return Err("figures are SVG or PNG: give a name that ends in .svg or .png".to_owned()),
    };
    Ok(Target { path, format })
}

impl FigureArgs {
    /// The file of the figure, if one is wanted.
    pub(super) fn path(&self) -> Option<&std::path::Path> {
        self.plot.as_ref().map(Target::path)
    }

    /// Writes the figure, if one is wanted.
    pub(super) fn write(&self, figure: impl FnOnce(&[Curve]) -> Figure) -> Result<()> {
        let Some(target) = &self.plot else { return Ok(()) };
        let curves = self.figure.map_or(vec![Curve::Distinct, Curve::Total], |curve| vec![curve]);
        target.write(&figure(&curves))
    }
}

impl Target {
    /// The file.
    pub(super) fn path(&self) -> &std::path::Path {
        &self.path
    }

    /// Writes a figure to the file.
    pub(super) fn write(&self, figure: &Figure) -> Result<()> {
        let bytes = match self.format {
            Format::Svg => figure.svg().into_bytes(),
            #[cfg(feature = "png")]
            Format::Png => {
                let picture = figure.picture();
                if !picture.missing.is_empty() {
                    let missing: String = picture.missing.iter().collect();
                    message!(
                        "{}: no font on this machine has the characters {missing}; install a font that has them, or write .svg",
                        self.path.display()
                    );
                }
                picture.png
            }
        };
        write_file(&self.path, |out| out.write_all(&bytes).map_err(unwritten))
    }
}

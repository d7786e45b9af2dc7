//! The options of figures, and how these are written.

use super::file::write_file;
#[cfg(feature = "png")]
use super::screen::say;
use crate::error::Result;
use crate::plot::Figure;
use crate::report::unwritten;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct FigureArgs {
    #[cfg_attr(feature = "png", doc = "Draw V(f) and F(f) into a file, .svg or .png, too")]
    #[cfg_attr(not(feature = "png"), doc = "Draw V(f) and F(f) into an .svg file, too")]
    #[arg(long, value_name = "FILE", value_parser = target)]
    plot: Option<Target>,
    /// Draw only one of the two [default: both, V(f) above F(f)]
    #[arg(long, value_enum, requires = "plot")]
    figure: Option<Curve>,
}

/// Which curve of a spectrum is drawn.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(super) enum Curve {
    /// V(f), with the fitted line
    Distinct,
    /// F(f)
    Total,
}

/// Where a figure goes.
#[derive(Clone, Debug)]
pub(super) struct Target {
    path: PathBuf,
    form: Form,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Svg,
    #[cfg(feature = "png")]
    Png,
}

/// Reads a file name; its ending tells the form.
pub(super) fn target(name: &str) -> Result<Target, String> {
    let path = PathBuf::from(name);
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let form = match ending.as_deref() {
        Some("svg") => Form::Svg,
        #[cfg(feature = "png")]
        Some("png") => Form::Png,
        #[cfg(not(feature = "png"))]
        Some("png") => {
            return Err("this program was built without PNG: give a name that ends in .svg, \
                        or build it with `--features png`"
                .to_owned());
        }
        _ => return Err("figures are SVG or PNG: give a name that ends in .svg or .png".to_owned()),
    };
    Ok(Target { path, form })
}

impl FigureArgs {
    /// Where the figure goes, if one is asked for.
    pub(super) fn path(&self) -> Option<&std::path::Path> {
        self.plot.as_ref().map(Target::path)
    }

    /// Writes the figure, if one is asked for.
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

    /// Writes a figure there.
    pub(super) fn write(&self, figure: &Figure) -> Result<()> {
        let bytes = match self.form {
            Form::Svg => figure.svg().into_bytes(),
            #[cfg(feature = "png")]
            Form::Png => {
                let picture = figure.picture();
                if !picture.missing.is_empty() {
                    let missing: String = picture.missing.iter().collect();
                    say!(
                        "{}: no font on this machine has {missing}; install one that does, or write .svg",
                        self.path.display()
                    );
                }
                picture.png
            }
        };
        write_file(&self.path, |out| out.write_all(&bytes).map_err(unwritten))
    }
}

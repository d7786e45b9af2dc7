//! `katagami report`: what was found on pages, as one HTML file to look at.

use super::args::InputArgs;
use super::overview::{NumberedKind, typed};
use super::place::Place;
use super::stored::stored;
use super::verb::{Frame, Outcome, Verb};
use clap::Args;
use katagami::error::{Error, ErrorKind, Result};
use katagami::viewer::{Arguments, Viewer, shown_database, write};
use std::io::{self, IsTerminal, Write};

/// One HTML file that shows what was found on pages and why, to open in a browser: the kinds of pages, some pages of each kind as rendered
/// and as source with their template, fields, records, posts and what was left out, the tables, and the spectrum.
///
/// A click on a value gives its row and its evidence; a click on what is wrong gives the command that does it right (`--like`, `--records`,
/// `--rename`, `edit`). The file loads nothing and sends nothing, and the pages in it can run nothing. Tables can be sorted, filtered
/// and saved as CSV and JSON. A sample of the pages is in the file, and as many rows as fit: it stays below 20 MB.
///
/// Instead of pages it may be given what `katagami site` wrote: a .sqlite file, or the folder of its tables. The pages are not in it, so that
/// the report has the kinds, the tables and the links between them.
///
/// Example: katagami report data/shelf/a-cards data/shop/a-terms -o report.html
#[derive(Args, Debug)]
#[command(mut_arg("output", |output| output.help("File for the report, which appears when it is complete [default: standard output, if it is no terminal]")))]
pub(super) struct Report {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    place: Place,
}

impl Verb for Report {
    fn frame(&self) -> Frame<'_> {
        Frame::new(&self.input, &self.place).or("no page was read")
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        self.refuse()?;
        let typed = typed(&self.input);
        let title = format!("katagami: {typed}");
        if let Some(found) = stored(self.input.arguments())? {
            let viewer = Viewer::of_database(&found);
            self.place.write(out, |out| write(&viewer, &title, out))?;
            return Ok(Outcome::Found);
        }
        let corpus = self.input.corpus()?;
        if corpus.documents().is_empty() {
            return Ok(Outcome::Nothing);
        }
        let found = self.input.doing("making tables", || shown_database(&corpus));
        let arguments = |kind: usize| {
            let named = NumberedKind {
                pages: &found.kinds[kind].pages,
                number: kind + 1,
                is_only: found.kinds.len() == 1,
                given: self.input.arguments(),
            };
            let (list, input) = named.input(corpus.documents(), &typed);
            Arguments { list, input }
        };
        let viewer = self.input.doing("making the report", || Viewer::new(&corpus, &found, arguments));
        self.place.write(out, |out| write(&viewer, &title, out))?;
        Ok(Outcome::Found)
    }
}

impl Report {
    /// Refuses a place that no browser opens.
    fn refuse(&self) -> Result<()> {
        let ending = self.place.output.as_deref().and_then(std::path::Path::extension);
        let is_other =
            ending.is_some_and(|ending| !["html", "htm"].iter().any(|own| ending.eq_ignore_ascii_case(own)));
        let why = match &self.place.output {
            None if io::stdout().is_terminal() => {
                "a report is a file for a browser; name it with -o report.html".to_owned()
            }
            Some(file) if is_other => {
                format!("-o {}: a report is HTML; give a name that ends in .html", file.display())
            }
            _ => return Ok(()),
        };
        Err(Error::new(ErrorKind::Setting(why)))
    }
}

//! `katagami edit`: other names, order and choice of the fields of a wrapper.

use super::choice::FieldArgs;
use super::file::write_file;
use super::verb::{Outcome, Verb};
use crate::writer::unwritten;
use clap::Args;
use katagami::ask::Edit;
use katagami::error::{Error, ErrorKind, Result};
use katagami::report::{FieldSet, Fields};
use katagami::wrapper::Wrapper;
use std::io::Write;
use std::path::PathBuf;

/// A wrapper with other names, another order or another choice of its fields. It reads pages as before, `extract` shows the fields as
/// they are named here, and `learn --update` keeps them. With --only, fields that were left out can be shown. The result is the names of the fields that tables have.
///
/// Example: katagami edit wrapper.json --rename td1=price --only title,price
#[derive(Args, Debug)]
pub(super) struct EditArgs {
    /// The wrapper, which is written back
    #[arg(value_name = "FILE")]
    wrapper: PathBuf,
    #[command(flatten)]
    wanted: FieldArgs,
    /// Leave these fields out, with commas between their names
    #[arg(long, value_name = "FIELD,..")]
    drop: Vec<String>,
    /// Put these fields first, in this order
    #[arg(long, value_name = "FIELD,..")]
    order: Vec<String>,
    /// File for the result, instead of the wrapper's own
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Verb for EditArgs {
    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        let edit = self.drop.iter().fold(self.wanted.edit(false), Edit::drop);
        let edit = self.order.iter().fold(edit, Edit::order);
        if edit.is_empty() {
            let why = "nothing to change; give --rename, --names, --drop, --only or --order".to_owned();
            return Err(Error::new(ErrorKind::Setting(why)));
        }
        let wrapper = Wrapper::load(&self.wrapper)?;
        let wrapper = wrapper.edit(&edit).map_err(|error| error.at(self.wrapper.display().to_string()))?;
        let path = self.output.as_ref().unwrap_or(&self.wrapper);
        write_file(path, |out| wrapper.write_json(out).map_err(unwritten))?;
        for column in Fields::new(&wrapper, FieldSet::Shown).columns() {
            writeln!(out, "{}", column.name).map_err(unwritten)?;
        }
        Ok(Outcome::Found)
    }
}

//! The options by which a user names a list where the usual choice is wrong, and chooses, orders and renames fields.

use clap::Args;
use katagami::ask::{Edit, Selection, Selector};

/// The list that is wanted.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "If the wrong list is chosen")]
pub(super) struct SelectionArgs {
    /// A text of one of the records, such as --like "19.97": the list is the most probable one with a record that has it; several texts
    /// are of one record. Other pages of the template have the list at the same place
    #[arg(long, value_name = "TEXT")]
    like: Vec<String>,
    /// The records are the elements that match this CSS selector of names, .class, #id, [attribute], [attribute=value] (also ~= ^= $=
    /// *=), " ", >, +, ~, commas, :first-child, :last-child, :nth-child(..), :nth-of-type(..), :not(..) and :has(..)
    #[arg(long, value_name = "SELECTOR", conflicts_with = "like")]
    records: Option<Selector>,
    /// The list with this number in the result of `katagami records --all`, 1 being the usual one. Other pages of the template have
    /// the list at the same place
    #[arg(long, value_name = "N", conflicts_with_all = ["like", "records"])]
    list: Option<usize>,
}

impl SelectionArgs {
    /// The names of the options.
    pub(super) const NAMES: [&str; 3] = ["like", "records", "list"];

    /// What they say of the list.
    pub(super) fn selection(&self) -> Selection {
        let selection = self.like.iter().fold(Selection::new(), Selection::like);
        let selection = match &self.records {
            Some(selector) => selection.records(selector.clone()),
            None => selection,
        };
        match self.list {
            Some(number) => selection.list(number),
            None => selection,
        }
    }
}

/// The fields that are wanted, and their names.
#[derive(Args, Clone, Debug)]
pub(super) struct FieldArgs {
    /// Only these fields, in this order, with commas between their names
    #[arg(long, value_name = "FIELD,..")]
    only: Vec<String>,
    /// Give a field another name
    #[arg(long, value_name = "FIELD=NAME", value_parser = renaming)]
    rename: Vec<(String, String)>,
}

impl FieldArgs {
    /// What they change.
    pub(super) fn edit(&self) -> Edit {
        let edit = self.only.iter().fold(Edit::new(), Edit::only);
        self.rename.iter().fold(edit, |edit, (from, to)| edit.rename(from, to))
    }
}

/// Reads `FIELD=NAME`. Names of fields can have equals signs, so the last one counts.
fn renaming(argument: &str) -> Result<(String, String), String> {
    let parts = argument.rsplit_once('=').filter(|(from, to)| !from.is_empty() && !to.is_empty());
    let (from, to) = parts.ok_or_else(|| "give FIELD=NAME, such as td1=price".to_owned())?;
    Ok((from.to_owned(), to.to_owned()))
}

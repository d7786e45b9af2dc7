//! The options by which a user names a list where the usual choice is wrong, and chooses, orders and renames fields.

use clap::{Args, ValueEnum};
use katagami::ask::{Edit, Naming, Selection, Selector};

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
    /// The form of all other names [default: page; sql for Parquet]
    #[arg(long, value_enum, value_name = "FORM")]
    names: Option<Names>,
}

/// The form of names.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Names {
    /// As the page writes them, and for links `title.href`
    Page,
    /// As SQL needs them without quotes: lower-case letters, digits and _, and for links `title_url`
    Sql,
}

impl FieldArgs {
    /// What they change in the main table; `is_queried` says that its format is one for queries.
    pub(super) fn edit(&self, is_queried: bool) -> Edit {
        let edit = self.only.iter().fold(self.naming(is_queried), Edit::only);
        self.rename.iter().fold(edit, |edit, (from, to)| edit.rename(from, to))
    }

    /// What they change in all tables.
    pub(super) fn naming(&self, is_queried: bool) -> Edit {
        let is_sql = self.names.map_or(is_queried, |names| matches!(names, Names::Sql));
        Edit::new().names(if is_sql { Naming::Sql } else { Naming::Page })
    }
}

/// Reads `FIELD=NAME`. Names of fields can have equals signs, so the last one counts.
fn renaming(argument: &str) -> Result<(String, String), String> {
    let parts = argument.rsplit_once('=').filter(|(from, to)| !from.is_empty() && !to.is_empty());
    let (from, to) = parts.ok_or_else(|| "give FIELD=NAME, such as td1=price".to_owned())?;
    Ok((from.to_owned(), to.to_owned()))
}

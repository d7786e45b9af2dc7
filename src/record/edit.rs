//! Which fields a user wants, in which order and under which names.
//!
//! In: the names of columns, and an [`Edit`]. Out: the columns that stay, in their order, with their new names.
//!
//! ```text
//! title, title.href, price, badge     only price, title; rename title=name     price, name, name.href
//! ```
//!
//! The addresses of a field's links, `title.href`, follow the field unless they are named themselves.

use super::identifier::column_identifier;
use crate::distinct::DistinctNames;
use crate::error::{Error, ErrorKind, Result};
use crate::measure::nearest_named;
use hashbrown::{HashMap, HashSet};

/// Changes of the columns of a table.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Edit {
    only: Vec<String>,
    dropped: Vec<String>,
    order: Vec<String>,
    renamed: Vec<(String, String)>,
    naming: Naming,
}

/// The form of the names of columns.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Naming {
    /// As the page writes them: `Q & A`, `title.href`.
    #[default]
    Page,
    /// Identifiers, which queries need not quote: `q_a`, `title_url`.
    Sql,
}

/// The columns before those of a record, whose names are taken.
const ROW: [&str; 3] = ["path", "url", "record"];

/// A column that stays.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Edited {
    /// Its number before.
    pub from: usize,
    /// Its name now.
    pub name: String,
}

impl Edit {
    /// No change.
    #[must_use]
    pub fn new() -> Self {
        Edit::default()
    }

    /// Keeps this field, and of the others only those that are kept in the same way, in the order of these calls. Several names may be
    /// separated by commas; so may those of the other calls.
    #[must_use]
    pub fn only(mut self, names: impl Into<String>) -> Self {
        self.only.push(names.into());
        self
    }

    /// Leaves a field out.
    #[must_use]
    pub fn drop(mut self, names: impl Into<String>) -> Self {
        self.dropped.push(names.into());
        self
    }

    /// Puts a field before those that are not put in order.
    #[must_use]
    pub fn order(mut self, names: impl Into<String>) -> Self {
        self.order.push(names.into());
        self
    }

    /// Gives a field another name.
    #[must_use]
    pub fn rename(mut self, from: impl Into<String>, to: impl Into<String>) -> Self {
        self.renamed.push((from.into(), to.into()));
        self
    }

    /// The form of the names that are not given by [`rename`](Self::rename).
    #[must_use]
    pub fn names(self, naming: Naming) -> Self {
        Edit { naming, ..self }
    }

    /// Whether nothing changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Edit::default()
    }

    /// Whether only fields that are named stay.
    #[must_use]
    pub fn is_only(&self) -> bool {
        !self.only.is_empty()
    }

    /// Whether fields are put in order.
    pub(crate) fn is_ordering(&self) -> bool {
        self.is_only() || !self.order.is_empty()
    }

    /// The columns that stay, in order.
    ///
    /// # Errors
    /// [`ErrorKind::Setting`] if a name is not that of a column, or if two columns would have one name.
    pub fn apply(&self, columns: &[&str]) -> Result<Vec<Edited>> {
        let numbers: HashMap<&str, usize> = columns.iter().copied().zip(0..).collect();
        let renamed: HashMap<usize, &str> = self
            .renamed
            .iter()
            .map(|(from, to)| Ok((number(from, &numbers, &[], columns)?, to.as_str())))
            .collect::<Result<_>>()?;
        let all = |names: &[String]| self.numbers(names, &numbers, columns);
        let (only, dropped, mut order) = (all(&self.only)?, all(&self.dropped)?, all(&self.order)?);
        if self.order.is_empty() {
            order.clone_from(&only);
        }
        let mentioned = [&only, &dropped, &order].into_iter().flatten().chain(renamed.keys());
        let mentioned: HashSet<usize> = mentioned.copied().collect();
        // The field that a column of addresses follows.
        let leader = |column: usize| {
            let base = columns[column].rsplit_once('.').filter(|(_, end)| matches!(*end, "href" | "src"));
            let leader =
                base.and_then(|(base, _)| numbers.get(base)).filter(|_| !mentioned.contains(&column));
            leader.copied().unwrap_or(column)
        };
        let stays = |&column: &usize| {
            let leader = leader(column);
            (only.is_empty() || only.contains(&leader)) && !dropped.contains(&leader)
        };
        let mut kept: Vec<usize> = (0..columns.len()).filter(stays).collect();
        let place =
            |column: usize| order.iter().position(|&first| first == leader(column)).unwrap_or(order.len());
        kept.sort_by_key(|&column| (place(column), place(column) < order.len() && leader(column) != column));
        let mut identifiers = DistinctNames::new("_").without(renamed.values().copied().chain(ROW));
        let mut name = |column: usize| {
            let leader = leader(column);
            let name = renamed.get(&leader).copied().unwrap_or(columns[leader]);
            let name = format!("{name}{}", &columns[column][columns[leader].len()..]);
            let is_given = renamed.contains_key(&column);
            if self.naming == Naming::Page || is_given {
                name
            } else {
                identifiers.free(&column_identifier(&name))
            }
        };
        let edited: Vec<Edited> = kept.into_iter().map(|from| Edited { from, name: name(from) }).collect();
        let twice = {
            let mut known: HashSet<&str> = HashSet::new();
            edited.iter().map(|column| &column.name).find(|name| !known.insert(name))
        };
        match twice {
            Some(name) => Err(wrong(format!("{name:?} would be the name of two fields"))),
            None => Ok(edited),
        }
    }

    /// The numbers of named columns; a name that is none may be several with commas between them.
    fn numbers(
        &self,
        names: &[String],
        numbers: &HashMap<&str, usize>,
        columns: &[&str],
    ) -> Result<Vec<usize>> {
        let one = |name: &str| number(name, numbers, &self.renamed, columns);
        let mut found = Vec::new();
        for name in names {
            match one(name) {
                Ok(number) => found.push(number),
                Err(why) if !name.contains(',') => return Err(why),
                Err(_) => {
                    for name in name.split(',') {
                        found.push(one(name.trim())?);
                    }
                }
            }
        }
        Ok(found)
    }
}

/// The number of the column with this name, or with this new name.
fn number(
    name: &str,
    numbers: &HashMap<&str, usize>,
    renamed: &[(String, String)],
    columns: &[&str],
) -> Result<usize> {
    let before =
        || renamed.iter().find(|(_, to)| to == name).and_then(|(from, _)| numbers.get(from.as_str()));
    let number = numbers.get(name).or_else(before).copied();
    number.ok_or_else(|| {
        wrong(format!("there is no field {name:?}{}", nearest_named(name, columns.iter().copied())))
    })
}

fn wrong(why: String) -> Error {
    Error::new(ErrorKind::Setting(why))
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [&str; 5] = ["title", "title.href", "price", "Size, cm", "badge"];

    fn names(edit: &Edit) -> Vec<String> {
        edit.apply(&COLUMNS).expect("names of columns").into_iter().map(|column| column.name).collect()
    }

    #[test]
    fn addresses_follow_their_field() {
        let edit = Edit::new().only("price").only("name").rename("title", "name");
        assert_eq!(names(&edit), ["price", "name", "name.href"]);
        assert_eq!(names(&Edit::new().only("title.href")), ["title.href"]);
        assert_eq!(names(&Edit::new().drop("title,badge")), ["price", "Size, cm"]);
    }

    #[test]
    fn what_is_put_in_order_comes_first() {
        assert_eq!(
            names(&Edit::new().order("badge, price")),
            ["badge", "price", "title", "title.href", "Size, cm"]
        );
    }

    #[test]
    fn names_are_identifiers_for_queries_but_those_that_were_given() {
        let sql = Edit::new().names(Naming::Sql);
        assert_eq!(names(&sql), ["title", "title_url", "price", "size_cm", "badge"]);
        assert_eq!(names(&sql.clone().rename("title", "Name").only("title")), ["Name", "name_url"]);
        let of = |columns: &[&str]| -> Vec<String> {
            sql.apply(columns).expect("names of columns").into_iter().map(|column| column.name).collect()
        };
        assert_eq!(of(&["Q & A", "q.a", "url", "書名"]), ["q_a", "q_a_2", "url_2", "書名"]);
    }

    #[test]
    fn a_name_may_have_a_comma() {
        assert_eq!(names(&Edit::new().only("Size, cm")), ["Size, cm"]);
    }

    #[test]
    fn an_unknown_name_and_one_for_two_fields_are_refused() {
        let why = |edit: Edit| edit.apply(&COLUMNS).expect_err("a wrong name").to_string();
        assert_eq!(
            why(Edit::new().only("titel")),
            "there is no field \"titel\"; near are \"title\", \"title.href\""
        );
        assert!(why(Edit::new().rename("size", "x")).starts_with("there is no field \"size\""));
        assert_eq!(why(Edit::new().rename("badge", "price")), "\"price\" would be the name of two fields");
    }
}

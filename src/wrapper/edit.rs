//! Changes which fields a wrapper shows, in which order and under which names.
//!
//! In: a wrapper and an [`Edit`]. Out: the wrapper with these fields. It reads pages as before: a field that is not wanted is left out of
//! tables, as those are that say nothing, and a table within pages likewise.
//!
//! Time is linear in the fields, times the names of the edit.

use super::file::Wrapper;
use super::template::{Field, LeftOut, Rows, Template};
use super::update::full_name;
use crate::error::Result;
use crate::record::Edit;
use hashbrown::{HashMap, HashSet};

impl Wrapper {
    /// The wrapper with other names, order and choice of fields, all as its tables show them; fields of one name in several templates
    /// are changed alike. A column of a table within pages is named with its table: `Reviews.text`. A field that was left out is shown if it is one of those that alone are kept.
    ///
    /// # Errors
    /// [`ErrorKind::Setting`](crate::error::ErrorKind::Setting) if there is no field of a name, or if two would have one.
    pub fn edit(mut self, edit: &Edit) -> Result<Self> {
        let names = self.column_names(self.templates.iter().flat_map(|template| {
            let fields = template.main_fields().iter().map(|field| &*field.name);
            let tables = template.all_rows().filter(|&rows| rows != template.rows && rows != Rows::Page);
            fields.chain(tables.map(|rows| template.name_of(rows)))
        }));
        let within = self
            .templates
            .iter()
            .flat_map(|template| &template.tables)
            .flat_map(|table| table.fields.iter().map(|field| full_name(Some(&table.name), &field.name)));
        let mut columns: Vec<String> = within.filter(|name| !names.contains(name)).collect();
        columns.sort();
        columns.dedup();
        let names: Vec<&str> = names.iter().chain(&columns).map(String::as_str).collect();
        let edited = edit.apply(&names)?;
        let now: HashMap<&str, (usize, &str)> = edited
            .iter()
            .enumerate()
            .map(|(place, column)| (names[column.from], (place, &*column.name)))
            .collect();
        for template in &mut self.templates {
            let main = template.rows;
            for field in template.fields_of_mut(main) {
                let Some(&(place, name)) = now.get(&*field.name) else {
                    field.left_out.get_or_insert(LeftOut::Dropped);
                    continue;
                };
                if edit.is_only() && field.link_of.is_none() {
                    field.left_out = None;
                }
                if edit.is_ordering() {
                    field.position = Some(place);
                }
                if field.name != name {
                    field.rename(name);
                }
            }
            let tables = template.tables.iter_mut().enumerate();
            for (_, table) in tables.filter(|&(number, _)| main != Rows::Table(number)) {
                for field in &mut table.fields {
                    let now = now.get(&*full_name(Some(&table.name), &field.name));
                    let own = now.map(|&(_, name)| {
                        name.strip_prefix(&*full_name(Some(&table.name), "")).unwrap_or(name)
                    });
                    if let Some(name) = own.filter(|&name| name != field.name) {
                        field.rename(name);
                    }
                }
                if let Some(&(_, name)) = now.get(&*table.name) {
                    name.clone_into(&mut table.name);
                } else {
                    table.left_out.get_or_insert(LeftOut::Dropped);
                }
            }
        }
        Ok(self)
    }

    /// Each of these names of fields once, in the order that tables have; those without a place in it keep their order behind the
    /// others.
    pub(crate) fn column_names<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
        let mut places: HashMap<&str, usize> = HashMap::new();
        for field in self.templates.iter().flat_map(Template::main_fields) {
            if let Some(position) = field.position {
                let place = places.entry(&field.name).or_insert(position);
                *place = position.min(*place);
            }
        }
        let mut known: HashSet<&str> = HashSet::new();
        let mut names: Vec<&str> = names.into_iter().filter(|&name| known.insert(name)).collect();
        names.sort_by_key(|name| places.get(name).copied().unwrap_or(usize::MAX));
        names.into_iter().map(str::to_owned).collect()
    }
}

impl Field {
    fn rename(&mut self, name: &str) {
        let learned = std::mem::replace(&mut self.name, name.to_owned());
        self.learned_name.get_or_insert(learned);
    }

    /// Takes over what a user has changed in the field that this one was.
    pub(super) fn take_edits(&mut self, before: &Field) {
        self.position = before.position;
        if before.learned_name.is_some() {
            self.learned_name = Some(self.name.clone());
        }
        if before.left_out == Some(LeftOut::Dropped) {
            self.left_out = before.left_out;
        }
    }
}

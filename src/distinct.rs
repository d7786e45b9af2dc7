//! Names that are given once each: of fields, columns, tables and files.
//!
//! In: names, one after another. Out: the same, with a number behind those that were given before: `price`, `price_2`, `price_3`.
//!
//! Time: linear in the names, since the next number of each name is kept.

use hashbrown::HashMap;

/// Gives out names, each once.
#[derive(Clone, Debug)]
pub struct DistinctNames {
    /// What is between a name and its number.
    sign: &'static str,
    /// What is equal for names that count as one.
    key: fn(&str) -> String,
    /// For each name that is taken, the number to try for the next one.
    next: HashMap<String, usize>,
}

impl DistinctNames {
    /// No name is taken; `sign` is put between a name and its number.
    #[must_use]
    pub fn new(sign: &'static str) -> Self {
        DistinctNames { sign, key: str::to_owned, next: HashMap::new() }
    }

    /// Names count as one if `key` of them is equal.
    #[must_use]
    pub fn by(self, key: fn(&str) -> String) -> Self {
        DistinctNames { key, ..self }
    }

    /// These names are taken.
    #[must_use]
    pub fn without<'n>(mut self, names: impl IntoIterator<Item = &'n str>) -> Self {
        self.next.extend(names.into_iter().map(|name| ((self.key)(name), 2)));
        self
    }

    /// The name, with a number if it is taken; it is taken then.
    pub fn free(&mut self, name: &str) -> String {
        let key = (self.key)(name);
        let Some(&first) = self.next.get(&key) else {
            self.next.insert(key, 2);
            return name.to_owned();
        };
        let numbered = (first..).map(|number| (number, format!("{name}{}{number}", self.sign)));
        let mut free = numbered.filter(|(_, name)| self.next.try_insert((self.key)(name), 2).is_ok());
        let (number, free) = free.next().expect("numbers do not end");
        self.next.insert(key, number + 1);
        free
    }
}

#[cfg(test)]
mod tests {
    use super::DistinctNames;

    #[test]
    fn equal_names_get_numbers_that_are_free() {
        let mut names = DistinctNames::new("_").without(["path"]);
        let given = ["a", "a_2", "a", "path", "A", "a"].map(|name| names.free(name));
        assert_eq!(given, ["a", "a_2", "a_3", "path_2", "A", "a_4"]);
        let mut names = DistinctNames::new("-").by(str::to_lowercase);
        assert_eq!(["A", "a", "a-2"].map(|name| names.free(name)), ["A", "a-2", "a-2-2"]);
    }
}

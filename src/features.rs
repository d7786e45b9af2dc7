//! Named features, and tables of fitted weights over them.
//!
//! In: a struct of features, one number for each observation for or against an answer, and a table of fitted weights.
//! Out: the weighted sum. As in any log-linear model, it is the logarithm of the answer's odds, up to a constant.
//!
//! ```text
//! features { words: 2.0, linked: 0.5 }   table "words 1\nlinked -3 # against"   score 2 * 1 - 0.5 * 3 = 0.5
//! ```
//!
//! Cost: one multiplication for each feature.

/// Declares a struct of features, with `NAMES` and `values` in the order of declaration.
macro_rules! features {
    ($(#[$of:meta])* $visibility:vis struct $Evidence:ident { $($(#[$doc:meta])* $name:ident,)* }) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        $visibility struct $Evidence { $($(#[$doc])* pub $name: f64,)* }

        impl $Evidence {
            /// The names of the features, in order.
            pub const NAMES: &[&str] = &[$(stringify!($name),)*];

            /// The values of the features, in the order of `NAMES`.
            #[must_use]
            pub fn values(&self) -> [f64; $Evidence::NAMES.len()] {
                [$(self.$name,)*]
            }
        }
    };
}
pub(crate) use features;

/// 1 for true, 0 for false.
pub(crate) fn flag(is: bool) -> f64 {
    f64::from(u8::from(is))
}

/// A part divided by its whole; 0 if the whole is not positive.
pub(crate) fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// The logistic function.
pub(crate) fn probability(score: f64) -> f64 {
    1.0 / (1.0 + (-score).exp())
}

/// A weight for each feature.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Table {
    names: Vec<&'static str>,
    weights: Vec<f64>,
}

impl Table {
    /// Reads a table: one name and one weight per line; `#` begins a comment. Features that are not named have weight 0.
    ///
    /// # Errors
    /// The first line that names no feature or has no weight.
    pub fn read(names: &[&'static str], table: &str) -> Result<Self, String> {
        let mut weights = vec![0.0; names.len()];
        for line in table.lines().map(|line| line.split('#').next().unwrap_or_default().trim()) {
            if line.is_empty() {
                continue;
            }
            let mut words = line.split_whitespace();
            let index = words.next().and_then(|name| names.iter().position(|known| *known == name));
            let weight = words.next().and_then(|weight| weight.parse().ok());
            let (Some(index), Some(weight)) = (index, weight) else { return Err(line.to_owned()) };
            weights[index] = weight;
        }
        Ok(Table { names: names.to_vec(), weights })
    }

    /// Reads one of the tables that are compiled in, which name existing features only.
    pub fn fitted(names: &[&'static str], table: &str) -> Self {
        Table::read(names, table).expect("a compiled-in table names existing features only")
    }

    /// The weighted sum of the features.
    pub fn score(&self, values: impl IntoIterator<Item = f64>) -> f64 {
        self.weights.iter().zip(values).map(|(weight, value)| weight * value).sum()
    }

    /// The weighted sums of the same features under two tables.
    pub fn scores(tables: [&Table; 2], values: impl IntoIterator<Item = f64>) -> [f64; 2] {
        let mut weights = tables[0].weights.iter().zip(&tables[1].weights);
        let mut sums = [0.0; 2];
        values.into_iter().for_each(|value| {
            let Some((one, other)) = weights.next() else { return };
            sums[0] += one * value;
            sums[1] += other * value;
        });
        sums
    }

    /// The features with their contributions to the score of one answer minus that of another, the largest absolute value first.
    pub fn reasons(&self, one: &[f64], other: &[f64]) -> Vec<(&'static str, f64)> {
        let differences = one.iter().zip(other).map(|(one, other)| one - other);
        let contributions =
            self.weights.iter().zip(differences).map(|(weight, difference)| weight * difference);
        let mut reasons: Vec<(&'static str, f64)> = self.names.iter().copied().zip(contributions).collect();
        reasons.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        reasons
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    const NAMES: &[&str] = &["words", "kept", "date"];

    #[test]
    fn a_table_weighs_the_features_that_it_names() {
        let table = Table::read(NAMES, "# a comment\nwords -2\nkept 0.5 # half\n").expect("a table");
        assert!((table.score([0.5, 3.0, 9.0]) - 0.5).abs() < 1e-12);
        assert_eq!(table.reasons(&[0.5, 3.0, 9.0], &[0.0; 3])[0], ("kept", 1.5));
    }

    #[test]
    fn two_tables_at_once_score_like_each_alone() {
        let tables =
            ["words -2\nkept 0.5", "date 3"].map(|table| Table::read(NAMES, table).expect("a table"));
        let values = [0.5, 3.0, 9.0];
        let sums = Table::scores([&tables[0], &tables[1]], values);
        assert_eq!(sums.map(f64::to_bits), [0, 1].map(|at| tables[at].score(values).to_bits()));
    }

    #[test]
    fn an_unknown_feature_or_a_missing_weight_is_an_error() {
        assert_eq!(Table::read(NAMES, "kept 1\nwealth 2"), Err("wealth 2".to_owned()));
        assert_eq!(Table::read(NAMES, "kept"), Err("kept".to_owned()));
    }
}

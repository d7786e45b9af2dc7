//! Typed copies of columns: beside a column of amounts of money their numbers and currencies, beside one of dates the days as ISO 8601,
//! beside one of numbers the numbers. The column as written stays.
//!
//! A column is typed if all of its values that are not empty are of the type.

use super::Table;
use super::name;
use crate::record::ADDRESS;
use crate::record::role::Convention;
use crate::record::role::date::{Date, first};
use crate::record::role::money::amount;
use crate::report::{Cell, Column, Shape};
use hashbrown::HashMap;
use std::ops::Range;

/// The table with typed copies behind the columns that have a type.
pub(super) fn with_typed_copies(table: Table) -> Table {
    let mut taken = name::of_columns(&table.columns);
    let mut columns: Vec<Column> = Vec::new();
    let mut rows: Vec<Vec<Cell>> = vec![Vec::new(); table.rows.len()];
    let key = table.key;
    for (at, column) in table.columns.into_iter().enumerate() {
        let name = column.name.clone();
        let cells: Vec<&Cell> = table.rows.iter().map(|row| &row[at]).collect();
        let copies = if at < key || column.shape != Shape::One || column.name.contains(ADDRESS) {
            Vec::new()
        } else {
            copies(&name, &cells)
        };
        columns.push(column);
        rows.iter_mut().zip(&cells).for_each(|(row, cell)| row.push((*cell).clone()));
        for Copy { name, shape, cells } in copies {
            let name = taken.free(&name);
            columns.push(Column { name, shape });
            rows.iter_mut().zip(cells).for_each(|(row, cell)| row.push(cell));
        }
    }
    Table { columns, rows, ..table }
}

/// A typed copy of a column.
struct Copy {
    name: String,
    shape: Shape,
    cells: Vec<Cell>,
}

/// The typed copies of a column. That of dates begins with `iso_`, so `iso_date` is the same in all tables.
fn copies(name: &str, cells: &[&Cell]) -> Vec<Copy> {
    if let Some(amounts) = all(cells, amount) {
        let (numbers, currencies) = amounts
            .into_iter()
            .map(|amount| match amount {
                Some((number, currency)) => (Cell::Number(number), Cell::Text(currency)),
                None => (Cell::Missing, Cell::Missing),
            })
            .unzip();
        return vec![
            Copy { name: format!("{name}_amount"), shape: Shape::Number, cells: numbers },
            Copy { name: format!("{name}_currency"), shape: Shape::One, cells: currencies },
        ];
    }
    if let Some(numbers) = all(cells, plain_number).filter(|numbers| are_quantities(cells, numbers)) {
        let cells = numbers.into_iter().map(|number| number.map_or(Cell::Missing, Cell::Number)).collect();
        return vec![Copy { name: format!("{name}_number"), shape: Shape::Number, cells }];
    }
    let day = |text: &str| first(text, &Convention::default()).filter(|date| is_alone(text, date))?.iso();
    if let Some(days) = all(cells, day) {
        let cells = days.into_iter().map(|day| day.map_or(Cell::Missing, Cell::Text)).collect();
        return vec![Copy { name: format!("iso_{name}"), shape: Shape::One, cells }];
    }
    Vec::new()
}

/// The most words beside a date that is the whole value: `Published on Monday`.
const BESIDE: usize = 3;

/// Whether a date is all that a text says: a period, a version or a sentence is none, and a number in parts that words are beside neither,
/// unless its year is whole.
fn is_alone(text: &str, date: &Date) -> bool {
    let Range { start, end } = date.span.clone();
    let beside = format!("{} {}", &text[..start], &text[end..]);
    let has_year = || text[start..end].split(|char: char| !char.is_ascii_digit()).any(|part| part.len() == 4);
    !beside.contains(char::is_numeric)
        && (!beside.contains(char::is_alphabetic)
            || has_year() && beside.split_whitespace().count() <= BESIDE)
}

/// What all values that are not empty are, if there is one and each is something.
fn all<T>(cells: &[&Cell], of: impl Fn(&str) -> Option<T>) -> Option<Vec<Option<T>>> {
    let mut any = false;
    let typed = cells.iter().map(|cell| match cell {
        Cell::Text(text) if !text.is_empty() => {
            any = true;
            of(text).map(Some)
        }
        Cell::Missing | Cell::Text(_) => Some(None),
        _ => None,
    });
    let typed: Option<Vec<Option<T>>> = typed.collect();
    typed.filter(|_| any)
}

/// The most digits of a number that counts or measures: those of an article have thirteen (GS1 General Specifications, GTIN).
const LONGEST_NUMBER: usize = 12;

/// A number in the form of XML Schema's `decimal`, without leading zeros, which numbers of articles and telephones have.
fn plain_number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = digits.chars().all(|char| char.is_ascii_digit() || char == '.')
        && digits.starts_with(|char: char| char.is_ascii_digit())
        && digits.ends_with(|char: char| char.is_ascii_digit())
        && (digits == "0" || digits.starts_with("0.") || !digits.starts_with('0'));
    let is_quantity = digits.chars().filter(char::is_ascii_digit).count() <= LONGEST_NUMBER;
    (is_plain && is_quantity).then(|| text.parse().ok()).flatten()
}

/// Whether texts are one number only if they are one text: 1.1 and 1.10 are versions or sections.
fn are_quantities(cells: &[&Cell], numbers: &[Option<f64>]) -> bool {
    let mut known: HashMap<u64, &str> = HashMap::new();
    cells.iter().zip(numbers).all(|(cell, number)| match (cell, number) {
        (Cell::Text(text), Some(number)) => *known.entry(number.to_bits()).or_insert(text) == text,
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(values: &[&str]) -> Table {
        let columns = ["page", "x"].map(|name| Column { name: name.to_owned(), shape: Shape::One });
        let rows = values.iter().map(|value| vec![Cell::Number(1.0), Cell::Text((*value).to_owned())]);
        Table { name: "t".to_owned(), columns: columns.into(), key: 1, rows: rows.collect() }
    }

    fn names(values: &[&str]) -> Vec<String> {
        let table = with_typed_copies(table(values));
        table.columns.into_iter().skip(2).map(|column| column.name).collect()
    }

    #[test]
    fn a_column_of_one_type_has_typed_copies() {
        assert_eq!(names(&["£4.50", "£1,200"]), ["x_amount", "x_currency"]);
        assert_eq!(names(&["4", "17.5", "-3", ""]), ["x_number"]);
        assert_eq!(names(&["3 May 2020", "Monday, 1 June 1998"]), ["iso_x"]);
        for other in [
            &["£4.50", "sold"][..],
            &["007", "8"],
            &["9781377646985"],
            &["3 May 2020", "soon"],
            &["", ""],
            &["1 May - 9 June 2024", "2 May - 10 June 2024"],
            &["Room 12.1.05"],
            &["1.1", "1.9", "1.10"],
        ] {
            assert_eq!(names(other), Vec::<String>::new(), "{other:?}");
        }
    }

    #[test]
    fn copies_hold_the_values() {
        let table = with_typed_copies(table(&["1.299,00 €", "£7"]));
        let cells: Vec<_> = table.rows.iter().map(|row| (&row[2], &row[3])).collect();
        let text = |text: &str| Cell::Text(text.to_owned());
        assert_eq!(cells, [(&Cell::Number(1299.0), &text("€")), (&Cell::Number(7.0), &text("£"))]);
    }
}

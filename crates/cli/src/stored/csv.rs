//! Reads a table from a CSV file. As our writer tells an empty cell (`""`) from a missing one (nothing), and the crate `csv` does not, this
//! reader is our own. Columns have no types there: one whose values are all written as numbers is a column of numbers.

use super::of_texts;
use katagami::database::Table;
use katagami::error::{Error, ErrorKind, Result};
use katagami::report::{Cell, Column, Shape};
use std::fs;
use std::path::Path;

pub(super) fn read(name: &str, path: &Path) -> Result<Table> {
    let text = fs::read_to_string(path).map_err(|error| Error::new(ErrorKind::Read).because(error))?;
    let mut lines = lines(&text).into_iter();
    let names: Vec<String> =
        lines.next().unwrap_or_default().into_iter().map(Option::unwrap_or_default).collect();
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for (number, line) in (2..).zip(lines) {
        if line.len() != names.len() {
            let why = format!(
                "row {number} has {} values and the header {}; give a file as `katagami site` wrote it",
                line.len(),
                names.len()
            );
            return Err(Error::new(ErrorKind::Setting(why)));
        }
        rows.push(line.into_iter().map(|value| value.map_or(Cell::Missing, Cell::Text)).collect());
    }
    let shape = |at: usize| {
        let present = || {
            rows.iter().filter_map(move |row| if let Cell::Text(text) = &row[at] { Some(text) } else { None })
        };
        match present().map(|text| number(text)).collect::<Option<Vec<f64>>>() {
            Some(numbers) if numbers.is_empty() => Shape::One,
            Some(numbers) if numbers.iter().all(|number| number.fract() == 0.0) => Shape::Integer,
            Some(_) => Shape::Number,
            None => Shape::One,
        }
    };
    let columns: Vec<Column> = (0..).zip(names).map(|(at, name)| Column { name, shape: shape(at) }).collect();
    for row in &mut rows {
        for (cell, _) in row.iter_mut().zip(&columns).filter(|(_, column)| column.shape != Shape::One) {
            if let Cell::Text(text) = cell {
                *cell = number(text).map_or(Cell::Missing, Cell::Number);
            }
        }
    }
    Ok(of_texts(name, columns, rows))
}

/// A number, if a text is written as we write it: `007` is none.
fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite() && number.to_string() == text)
}

/// The lines of RFC 4180 with their values, `None` for nothing between two separators.
fn lines(text: &str) -> Vec<Vec<Option<String>>> {
    let mut lines = vec![vec![None]];
    let mut chars = text.chars().peekable();
    let mut is_quoted = false;
    while let Some(char) = chars.next() {
        let line: &mut Vec<Option<String>> = lines.last_mut().expect("there is one");
        let value = line.last_mut().expect("there is one");
        match char {
            '"' if is_quoted && chars.next_if_eq(&'"').is_some() => value.get_or_insert_default().push('"'),
            '"' => {
                is_quoted = !is_quoted;
                value.get_or_insert_default();
            }
            ',' if !is_quoted => line.push(None),
            '\r' if !is_quoted => {}
            '\n' if !is_quoted => lines.push(vec![None]),
            _ => value.get_or_insert_default().push(char),
        }
    }
    // Behind the last line break there is no line.
    lines.pop_if(|line| **line == [None]);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_value_differs_from_a_missing_one_and_quotes_hold_separators() {
        let written = "a,b\r\n\"\",\n\"x, \"\"y\"\"\nz\",1\n";
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            lines(written),
            [[some("a"), some("b")], [some(""), None], [some("x, \"y\"\nz"), some("1")]]
        );
        assert_eq!(
            ["7", "-0.5", "007", "1e3", "NaN", ""].map(number),
            [Some(7.0), Some(-0.5), None, None, None, None]
        );
    }
}

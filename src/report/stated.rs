//! What pages state, as cells.

use super::{Cell, Column, Shape};
use crate::ask::StatedValue;

/// The columns of what pages state.
#[must_use]
pub fn stated_columns() -> [Column; StatedValue::NAMES.len()] {
    let shape = |name| if matches!(name, "thing" | "value_thing") { Shape::Integer } else { Shape::One };
    StatedValue::NAMES.map(|name| Column { name: name.to_owned(), shape: shape(name) })
}

/// The cells of these columns.
#[must_use]
pub fn stated_cells(value: StatedValue) -> Vec<Cell> {
    let text = |text: Option<String>| text.map_or(Cell::Missing, Cell::Text);
    vec![
        Cell::count(value.thing),
        text(Some(value.kind).filter(|kind| !kind.is_empty())),
        Cell::Text(value.vocabulary.to_owned()),
        Cell::Text(value.property),
        text(value.value),
        value.value_thing.map_or(Cell::Missing, Cell::count),
    ]
}

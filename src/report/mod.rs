//! The rows that programs read, as plain values: the program writes them, and the Python package makes tables of them.
//!
//! Rows of a fixed type, such as the frequencies of a spectrum, serialize as objects whose keys are their columns. Tables whose columns are
//! known only when the program runs, such as the fields of records, are [`Row`]s below [`Column`]s.

mod element;
mod fields;
mod group;
mod left_out;
pub mod notice;
mod pair;
mod spectrum;
mod stated;
mod table;

pub use element::{ElementRow, element_rows, spelling};
pub use fields::{FieldSet, Fields};
pub use group::{GroupRow, top_reasons};
pub use left_out::{LeftOutRow, left_out};
pub use pair::{EvidenceRow, PairRow};
pub use spectrum::{SpectrumRow, spectrum_rows};
pub use stated::{stated_cells, stated_columns};
pub use table::{Cell, Column, EditedColumns, NestedTable, Row, Shape, apart};

/// A share or a probability as programs and people read it: two digits.
#[must_use]
pub fn rounded(share: f64) -> f64 {
    (share * 100.0).round() / 100.0
}

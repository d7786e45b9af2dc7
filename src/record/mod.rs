//! The records of list pages and their fields.
//!
//! In: pages as trees, and which elements of each are records (see [`group`](crate::repeat)). Out: [`Columns`], which all
//! records of a template share, and for each record its [`Field`]s.
//!
//! * A *place* is the nearest element with a class inside the record, and the tags below it.
//! * A *cell* is what a reader takes for one value: a text, a line with several texts, or paragraphs that are one text.
//! * A *column* is a kind of cell at a place, where need be behind a label, or the n-th in the record.
//! * A cell of more than one text is a column beside those of its texts: `4.50 EUR` beside `4.50` and `EUR`. What is the
//!   same in all records is one column.
//! * Of these, a table has those that are [`Informative`](Width::Informative), unless all are wanted: a column says something that
//!   no other one says.
//! * A column has the name that the page gives it, in a header cell, a label or a property; else that of its markup.
//!
//! A field is empty where its element is there without text, and missing where the element is.
//!
//! Time is linear in the records but for sorting; nothing depends on the order of the pages.

mod address;
mod body;
mod cell;
mod column;
mod fold;
mod heading;
mod label;
mod line;
mod name;
mod pairs;
pub mod paper;
mod phrase;
mod place;
pub mod role;
mod series;
mod table;
mod value;

pub use address::Base;
pub use cell::{Key, Kind};
pub use column::{Column, Columns, Field, FieldReader, Width};
pub(crate) use heading::{header_of, name_in};
pub(crate) use phrase::ends_as_label;
pub use table::{Listed, Table, alike, table};
pub use value::{Markup, Values};

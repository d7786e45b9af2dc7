//! Divides the records of list pages into fields.
//!
//! In: the trees of pages, and the records of each (see [`repeat`](crate::repeat)). Out: [`Columns`], which all records of a
//! template share, and for each record its [`Field`]s.
//!
//! ```text
//! <li> <h3 class=title>Dune</h3> <b class=price>4.50</b> </li>      title: Dune, price: 4.50
//! ```
//!
//! * The *path* of an element in its record is the nearest element with a class, and the tags below it: `h3.title/a`. See
//!   [`Key::place`].
//! * A *cell* is a candidate for a value: a text, a line of several texts, or paragraphs that belong together.
//! * A *column* is a kind of cell at a path. If a path has several texts, a column also has a label or a number.
//! * A cell of several texts is a column beside the columns of its texts: `4.50 EUR` beside `4.50` and `EUR`. Columns with the
//!   same texts in all records are merged.
//! * A table keeps the [`Informative`](Width::Informative) columns, those that repeat no other column, unless all are wanted.
//! * The name of a column is taken from a header cell, a label or a property of the page, else from its path.
//!
//! A field is empty if its element has no text, and missing if the record has no such element.
//!
//! Time is linear in the records except for sorting. Nothing depends on the order of the pages.

mod address;
mod affix;
mod body;
mod cell;
mod column;
mod column_number;
mod cut;
mod edit;
mod fold;
mod group;
mod heading;
mod identifier;
mod items;
mod label;
mod line;
mod name;
mod naming;
mod order;
mod own_texts;
pub mod paper;
mod phrase;
mod place;
mod prefix;
pub mod role;
mod spelled;
mod standard;
mod table;
mod text_kind;
#[cfg(test)]
mod trial;
mod value;
mod word_runs;

pub use address::{Base, host};
pub(crate) use address::{bare_host, is_absolute};
pub use cell::{Key, Kind};
pub use column::{Column, Columns, Field, FieldReader, Width};
pub use edit::{Edit, Edited, Naming};
pub(crate) use heading::{header_cell_of, header_of, name_in};
pub(crate) use identifier::{ADDRESS, column_identifier, identifier};
pub(crate) use label::ends_as_label;
pub use name::NamedBy;
pub(crate) use place::PathStep;
pub(crate) use spelled::{spelled, with_currency};
pub(crate) use standard::{DATE, TITLE};
pub use table::{Listed, Table, alike, table};
pub use value::{Markup, Values};

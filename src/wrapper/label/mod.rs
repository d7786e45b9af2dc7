//! Labels and the values beside them.
//!
//! A label is a text of the template that recurs from page to page and has a value beside it. The value is identified
//! by its label, wherever this is on a page: in another cell or another order than on the learning pages. Only values
//! without a label are identified by their place among the other elements ([`align`](super::align)).
//!
//! ```text
//! <b>ISBN:</b> 978 <br> <b>Pages:</b> 12     <th>ISBN</th><td>978</td>     <li>ISBN: 978 Pages: 12</li>
//! ```
//!
//! * [`spot`]: the texts of a page that can be labels, each with its [`Form`]: the tags around it, and whether a colon
//!   ends it;
//! * [`mark`]: the signs within a text that end one;
//! * [`find`]: learning: the forms in which most texts recur, and their labels;
//! * [`beside`]: the value beside a label;
//! * [`join`]: labels and the fields that were found by their place become one list of fields;
//! * [`named`]: where there is no label, an element that no page has twice is one field by its classes.

mod beside;
mod find;
mod join;
mod mark;
mod named;
mod spot;

pub(super) use beside::{Found, LabelReader};
pub(super) use find::find_labels;

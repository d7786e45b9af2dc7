//! Wrappers: templates made able to read new pages.
//!
//! In: pages that were made with one template or several, without a single example of what is wanted. Out: a
//! [`Wrapper`], which turns each new page of the site into the values of named fields.
//!
//! ```text
//! pages     <h1>Ann</h1> <p>Age: <b>30</b></p>      <h1>Bob</h1> <p>Age: <b>4</b></p>
//! template  <h1> slot 0 </h1> <p> "Age:" <b> slot 1 </b> </p>
//! fields    0 "h1", 1 "Age"
//! ```

mod file;
mod template;

pub use file::{VERSION, Wrapper};
pub use template::{Field, FieldKind, Looks, Part, Reference, Rows, Template};

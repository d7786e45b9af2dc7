//! Wrappers: templates that can read new pages.
//!
//! In: pages that were made with one or several templates, without a single example of the wanted values. Out: a
//! [`Wrapper`], which turns each new page of the site into the values of named fields.
//!
//! ```text
//! pages     <h1>Ann</h1> <p>Age: <b>30</b></p>      <h1>Bob</h1> <p>Age: <b>4</b></p>
//! template  <h1> slot 0 </h1> <p> "Age:" <b> slot 1 </b> </p>
//! fields    0 "h1", 1 "Age"
//! ```
//!
//! [`Learner`] makes a wrapper: it groups the pages by template, aligns the pages of each group, and names the
//! fields. [`Extractor`] reads new pages. [`check()`] reports which fields no longer work on new pages, and [`export`]
//! writes a wrapper as selectors for other programs.

mod align;
mod alone;
mod anchor;
mod around;
mod check;
pub mod export;
mod extra;
mod extract;
mod field;
mod file;
mod fit;
mod form;
mod gain;
mod identity;
mod inline;
mod item;
mod kind;
mod label;
mod learn;
mod likeness;
mod list;
mod lost;
mod mark;
mod node;
mod optional;
mod order;
mod path;
mod place;
mod plan;
mod profile;
mod reading;
mod role;
mod section;
mod sectioned;
mod shown;
mod slot;
mod stated;
mod surplus;
mod symbol;
mod template;
mod update;
mod value;

pub use check::{Check, FieldCheck, LEARNED_ANEW, PageCheck, Share, check};
pub use extra::Extra;
pub use extract::{Extractor, PageReader};
pub use file::{VERSION, Wrapper};
pub use form::{By, Form, Place};
pub use identity::{Kind, Sections};
pub use inline::Inline;
pub use learn::{Learner, Shape};
pub use lost::Lost;
pub use role::{Mark, Role};
pub use template::{
    Field, FieldKind, LabelForm, Labelled, Labels, LeftOut, Listing, Part, Property, Reference, Rows,
    Template, TextSlots, ValueProfile,
};
pub use update::{Fate, FieldChange};
pub use value::{Extraction, Row, Value};

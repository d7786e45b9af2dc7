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
mod chain;
mod check;
mod edit;
pub mod export;
mod fields;
mod file;
mod flat;
mod label;
mod learn;
mod lost;
mod order;
mod page;
mod read;
mod section;
mod sections;
mod table;
mod template;
mod update;
mod value;
mod value_profile;

#[doc(hidden)]
pub use check::LEARNED_ANEW;
pub use check::{Check, FieldCheck, PageCheck, Share, check};
#[doc(hidden)]
pub use file::VERSION;
pub use file::Wrapper;
pub use learn::{Learner, Shape};
pub use lost::Lost;
#[doc(hidden)]
pub use page::extra_element::Extra;
#[doc(hidden)]
pub use read::extract::{Extractor, PageReader};
#[doc(hidden)]
pub use section::{By, Form, Mark, Place, Role};
#[doc(hidden)]
pub use sections::classify::{Kind, Sections};
#[doc(hidden)]
pub use template::{
    ENOUGH_PAGES, LabelForm, Labelled, Labels, NamedList, PAGE, Part, Property, Reference, TextSlots,
    ValueProfile,
};
pub use template::{Field, FieldKind, LeftOut, Rows, Table, Template};
pub use update::{Fate, FieldChange};
pub use value::{Extraction, Row, Value};

//! Repeated elements of pages: the common basis of records, posts and comments.
//!
//! In: the trees of pages, of one template or several. Out: the [`List`] of each page.
//!
//! ```text
//! <ul> <li><b>Oak</b> tall</li> <li><b>Ash</b> grey</li> </ul>     li: 2 records of 2 columns; b: 2 of 1 column
//! ```
//!
//! * A *candidate* is a set of records that begin with the elements of one element path (of names, or of names and classes).
//!   A record is one such element, the run of siblings from one such element to the next, or a number of siblings of one name.
//! * A *column* of a candidate is the path from the head of a record down to a text. A column that occurs once in every record
//!   is a template element of the record: F(f) = f V(f), counted per record.
//! * [`Evidence`] holds the named features of a candidate: its columns and texts, its position on the page, and how it compares
//!   with other candidates of the page and with the same path on other pages of the template.
//! * [`Weights`] combine the features into one score. `eval/fit/fit.py` fits them on sites of many kinds. The tables of weights for
//!   records, posts and comments are the only part that is specific to a kind of list.
//! * Records of the chosen candidate that do not fit its columns, such as advertisements, are removed; similar elements that do
//!   fit are added. A list that the page shows twice counts once.
//!
//! Time is linear in the text of the pages times the depth of their trees.

mod apart;
mod candidate;
mod choice;
mod column;
mod edge;
mod evidence;
mod find;
mod fit;
mod grouped;
mod holder;
mod left_out;
mod numbered;
mod path;
mod ranked;
mod record;
mod rival;
mod roles;
mod run;
mod score;
mod selection;
mod shown;
mod sibling;
mod single;
mod step;
pub(crate) mod thread;
mod weights;

pub use candidate::Candidate;
pub use choice::{Alternative, List, Rival, lists, ranked};
pub(crate) use choice::{LIKELY, usual_lists};
pub use evidence::Evidence;
pub use find::records_at;
pub use left_out::{LeftOut, Part, Why};
pub use ranked::Ranked;
pub use record::{Border, Record};
pub use selection::{Selection, matching, selected};
pub use step::{Resolution, Steps};
pub(crate) use step::{cell_columns, fold_digits};
pub use weights::Weights;

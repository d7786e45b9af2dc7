//! Which elements of a page repeat: the one question behind records, posts and comments.
//!
//! In: the trees of pages, of one template or several. Out: for every page its [`List`].
//!
//! ```text
//! <ul> <li><b>Oak</b> tall</li> <li><b>Ash</b> grey</li> </ul>     li: 2 records of 2 columns; b: 2 of 1 column
//! ```
//!
//! * A *candidate* is a set of like elements: all that one path of names (or of names and classes) leads to. These are
//!   the repeats of length 1 of the child lists. Or runs of siblings that begin with such elements.
//! * A *column* of a candidate is a path from a member down to a text. A column that is there once in each member is a
//!   template element of the record: F(f) = f V(f), counted per record.
//! * *Evidence* are named features of a candidate: its columns and texts, where it stands, what other candidates of the page
//!   and the same path on other pages of the template say of it.
//! * *Weights* make one number of them. They are fitted by `tools/fit.py` on sites of many kinds, and a table is all that is
//!   particular to a kind of list.
//! * What fits the columns of the chosen members joins them, and members that do not fit leave: advertisements, boxes. A
//!   list that the page shows a second time counts once.
//!
//! Time is linear in the text of the pages times the depth of their trees.

mod candidate;
mod choice;
mod column;
mod edge;
mod evidence;
mod find;
mod fit;
mod holder;
mod left_out;
mod path;
mod record;
mod rival;
mod run;
mod score;
mod shown;
mod sibling;
mod step;
pub(crate) mod thread;
mod weights;

pub use candidate::Candidate;
pub use choice::{List, Ranked, lists, ranked};
pub use evidence::Evidence;
pub use find::records_at;
pub use left_out::{LeftOut, Part, Why};
pub use record::{Border, Record};
pub use step::{Resolution, Steps};
pub(crate) use step::{cell_columns, fold_digits};
pub use weights::Weights;

//! Which elements of a page are its list: the one question behind records, posts and comments.
//!
//! In: the trees of a page set, of one page or many, of one template or several. Out: for every page its [`List`].
//!
//! * A *candidate* is a set of like elements: all that one path of names (or of names and classes) leads to. These are
//!   the repeats of length 1 of the child lists.
//! * A *column* of a candidate is a path from a member down to a text. What stands in columns that the members repeat
//!   is explained by the candidate; a column that is there once in each member is a template element of the record:
//!   F(f) = f V(f), counted per record.
//! * Text of the page alone tells more than text that other pages have too, at the same place: chrome fades.
//! * Every page votes for the paths of its good candidates, so that one template explains all pages.
//! * What fits the columns of the chosen members joins them, and members that do not fit leave: advertisements, boxes. A
//!   list that the page shows a second time counts once.
//!
//! Time is linear in the text of the pages times the depth of their trees, which is bounded, as are runs.

mod candidate;
mod choice;
mod column;
mod find;
mod fit;
mod holder;
mod path;
mod record;
mod run;
mod score;
mod shown;
mod single;
mod step;
mod weight;

pub use candidate::{Border, Candidate};
pub use choice::{List, Ranked, lists};
pub use find::records_at;
pub use record::Record;
pub use score::Score;
pub use step::{Resolution, Steps};
pub(crate) use step::{cell_columns, fold_digits};

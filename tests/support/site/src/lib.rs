//! Generates web sites whose template, slots and records are known.
//!
//! A [`Template`] has the parts that pages share and the slots for their content. A [`Site`] generates pages from it. A
//! [`Page`] records which of its bytes are from the template and which are content. The same seed gives the same bytes on every machine. The page sets
//! under `data/` are written from [`set::all`] by `cargo run -p site -- data`.
//!
//! ```
//! use site::{Language, Site, Template};
//!
//! let template = Template::parse("<h1>{{title:title}}</h1><p>{{aims:sentences 2..3}}</p>").unwrap();
//! let pages = Site::new("course", template, Language::English).pages(1, 10);
//! assert_eq!(pages.len(), 10);
//! assert!(pages[0].fixed.iter().all(|range| pages[0].html[range.clone()].contains('<')));
//! ```

pub mod blog;
pub mod collection;
pub mod disk;
pub mod engine;
pub mod faculty;
pub mod forum;
pub mod generate;
pub mod growth;
pub mod language;
pub mod mixed;
pub mod natural;
pub mod page;
pub mod press;
pub mod recipes;
pub mod results;
pub mod rng;
pub mod scripts;
pub mod set;
pub mod shelf;
pub mod shells;
pub mod shop;
pub mod syllabus;
pub mod template;
pub mod threads;
pub mod truth;

pub use generate::Site;
pub use language::Language;
pub use page::{Encoding, Field, Page, Record};
pub use rng::Rng;
pub use set::Set;
pub use template::Template;

//! katagami finds the template behind web pages, the number of times it was used, and the content that was filled into
//! it.
//!
//! ```
//! use katagami::document::{Corpus, Document};
//!
//! let hits = [("Dune", "F. Herbert"), ("Emma", "J. Austen"), ("Ulysses", "J. Joyce")]
//!     .map(|(title, author)| format!("<li><a class=title>{title}</a> <i class=author>{author}</i></li>"));
//! let corpus: Corpus = [Document::new("books.html", format!("<ol>{}</ol>", hits.concat()))].into_iter().collect();
//!
//! for book in &katagami::records(&corpus) {
//!     println!("{} by {}", &book["title"], &book["author"]);
//! }
//! ```
//!
//! # One call for each question
//!
//! A [`Corpus`](document::Corpus) of pages goes in, [`Rows`] come out, whose values are read by the names of their columns. Give the
//! pages of one site together: the text that they share is template.
//!
//! | call | a row is |
//! |---|---|
//! | [`records`] | a record of a list: a hit, a product, an entry of a table |
//! | [`posts`] | a post of a thread |
//! | [`content`](fn@content) | a page: title, author, date and main text |
//! | [`stated`] | a value of a property that a page states about itself |
//! | [`learn`], then [`extract`] | a page or a record, by the fields of a [`Wrapper`](wrapper::Wrapper) that can be stored |
//! | [`extract_table`] | a row of a table within such a page, such as a review |
//!
//! [`document`] reads files, folders, archives and standard input as pages; [`wrapper`] learns, checks and exports wrappers, with all
//! settings; [`similar`] finds pages that are copies of one another or share a part.
//!
//! # Substrings of pages
//!
//! The other modules count all substrings of pages and find the template in the counts.
//!
//! Pages written with one template share long constant strings. All n(n+1)/2 substrings of a shared string of n
//! symbols occur as often as the string does, so the count of distinct substrings, V(f), is far above the power law
//! that natural text follows, at the frequency f of the template.
//!
//! ```
//! use katagami::document::{Corpus, Document};
//! use katagami::index::{Index, Memory, TextReader};
//! use katagami::spectrum::{Frequency, Lengths, PeakFinder, Spectrum};
//! use katagami::template::Aligner;
//! use katagami::token::Resolution;
//!
//! let names = ["Ann", "Bob", "Cy", "Dee"];
//! let pages: Corpus =
//!     names.iter().map(|name| Document::new(*name, format!("<p>Hello, {name}! How are you?</p>"))).collect();
//! let index = Index::new(TextReader::new(Resolution::Byte).read(&pages)?, Memory::Fast);
//!
//! let spectrum = Spectrum::count(&index, Lengths::DISCOVERY, Frequency::Documents);
//! assert_eq!(PeakFinder::counting(Frequency::Documents).find(&spectrum)[0].row.frequency, 4);
//!
//! let template = Aligner::new().template(index.text(), &[0, 1, 2, 3]);
//! let page = pages.documents()[0].text();
//! let elements: Vec<&str> = template
//!     .elements
//!     .iter()
//!     .map(|element| &page[index.text().span(element.places[0], element.len).range()])
//!     .collect();
//! assert_eq!(elements, ["<p>Hello, ", "! How are you?</p>"]);
//! # Ok::<(), katagami::error::Error>(())
//! ```
//!
//! The steps, in the order of the example:
//!
//! ```text
//! token     tags and text runs with the bytes that they cover; symbols at several resolutions
//! index     the suffix order of all symbols, repeated substrings as intervals
//! spectrum  V(f) and F(f), the power law, peaks; by occurrences, by documents, by page sets
//! template  page groups, template elements, the mask of a page
//! ```

pub mod document;
pub mod error;
mod features;
pub mod index;
mod measure;
pub mod similar;
pub mod spectrum;
pub mod template;
pub mod token;
pub mod wrapper;

// The program, the Python package, the examples and the tests use these modules too, and items that are hidden in the others.
// They change without notice.
#[doc(hidden)]
pub mod ask;
#[doc(hidden)]
pub mod content;
#[doc(hidden)]
pub mod database;
#[doc(hidden)]
pub mod distinct;
#[doc(hidden)]
pub mod forum;
#[doc(hidden)]
pub mod kind;
#[doc(hidden)]
pub mod page;
#[cfg(feature = "plot")]
#[doc(hidden)]
pub mod plot;
#[doc(hidden)]
pub mod progress;
#[doc(hidden)]
pub mod record;
#[doc(hidden)]
pub mod repeat;
#[doc(hidden)]
pub mod report;
#[doc(hidden)]
pub mod site;
#[cfg(feature = "viewer")]
#[doc(hidden)]
pub mod viewer;

#[doc(inline)]
pub use ask::{Row, Rows, content, extract, extract_table, learn, posts, records, stated};

/// The examples in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

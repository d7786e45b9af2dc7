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
//! [`records`], [`posts`], [`content`](fn@content) and [`learn`] answer one question with one call; see [`ask`]. They
//! are built on this engine:
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
//! The modules form a pipeline from bytes to answers, and each module uses only those before it:
//!
//! ```text
//! document  reads the input: files, folders, archives; charset to UTF-8
//! token     tags and text runs with the bytes that they cover; symbols at several resolutions
//! index     the suffix order of all symbols, repeated substrings as intervals
//! spectrum  V(f) and F(f), the power law, peaks; by occurrences, by documents, by page sets
//! template  page groups, template elements, the mask of a page
//! page      pages as trees: elements, and the texts at the leaves
//! site      which pages of a set share a template, and which are copies
//! repeat    repeated elements of a page, and which of them are its list
//! record    the fields of the records of a page
//! wrapper   templates that read new pages: learned from pages, kept in a file
//! content   the main text of pages, and the comments below it
//! forum     the posts of a thread
//! similar   pages that are copies of one another, or share a part
//! ask       one call for each question: from a corpus to rows
//! report    rows for programs; plot: figures
//! ```

pub mod ask;
pub mod content;
pub mod document;
pub mod error;
mod features;
pub mod forum;
pub mod index;
pub mod kind;
mod measure;
pub mod page;
#[cfg(feature = "plot")]
pub mod plot;
pub mod progress;
pub mod record;
pub mod repeat;
pub mod report;
pub mod similar;
pub mod site;
pub mod spectrum;
pub mod template;
pub mod token;
pub mod wrapper;

pub use ask::{Row, Rows, content, extract, extract_table, learn, posts, records};

/// The examples in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

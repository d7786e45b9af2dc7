//! An article with its markup: headings, paragraphs, lists, quotations, code, tables, links, emphasis, images.
//!
//! In: a page as a tree, and the spans of it that are content. Out: [`Part`]s, which keep the meaning of the page's
//! markup but not its appearance, and these as [HTML](html()), [Markdown](markdown()) or [TEI](tei()). The output is well-formed and
//! without scripts, whatever the page contains, since only texts and addresses are copied from it.
//!
//! ```text
//! <div>One<br><br>Two <b>three</b><hr></div>      Paragraph "One", Paragraph "Two " Strong "three", Rule
//! ```
//!
//! * Text outside paragraphs becomes paragraphs; two line breaks separate them.
//! * Emphasis and links around several paragraphs are applied to each of them.
//! * A `table` is a table if it has at least two rows and two columns, and its cells hold at most one paragraph each, or also lists and
//!   several paragraphs if it has a `th` or `thead`; these become lines of the cell.
//!   Any other lays out the page, and the contents of its cells are parts like any others.
//! * A link without a text, and one in a heading whose text is only a sign (`¶`, `#`), is left out, and so is one to an element that it is
//!   in, but for its words. A heading with nothing below it is a paragraph.
//! * The alternative text of an image is left out if the text behind the image begins with it.
//! * An image belongs to the article if the innermost element with text around it does, and if no other page has the
//!   image.
//!
//! Time is linear in the page.

mod front_matter;
mod html;
mod image;
mod inline;
mod markdown;
mod omit;
mod read;
mod tei;
mod tidy;

pub use front_matter::front_matter;
pub use html::html;
pub use image::RepeatedImages;
pub(super) use image::addresses as image_addresses;
pub use markdown::markdown;
pub use omit::Omit;
use omit::is_blank;
pub use read::PageMarkup;
pub use tei::{tei, tei_corpus};

/// A part of an article.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Part {
    /// A heading with its level, from 1 to 6.
    Heading(u8, Vec<Inline>),
    /// A run of text.
    Paragraph(Vec<Inline>),
    /// Text whose spaces and line breaks count.
    Code {
        /// The text.
        text: String,
        /// The language that the page declares for it, such as `rust`.
        language: Option<String>,
    },
    /// A quotation.
    Quote(Vec<Part>),
    /// A list.
    List {
        /// The number of its first item, if items are numbered.
        first: Option<u32>,
        /// The parts of each item.
        items: Vec<Vec<Part>>,
    },
    /// Terms and their descriptions.
    Terms(Vec<Term>),
    /// A table, row by row.
    Table(Vec<Vec<TableCell>>),
    /// A thematic break, `hr`.
    Rule,
}

impl Part {
    /// The lines directly in it.
    fn lines_mut(&mut self) -> Box<dyn Iterator<Item = &mut Vec<Inline>> + '_> {
        match self {
            Part::Heading(_, line) | Part::Paragraph(line) => Box::new(std::iter::once(line)),
            Part::Table(rows) => Box::new(rows.iter_mut().flatten().map(|cell| &mut cell.text)),
            _ => Box::new(std::iter::empty()),
        }
    }

    /// The lists of parts in it: what is quoted, each item, each term.
    fn inner_mut(&mut self) -> Box<dyn Iterator<Item = &mut Vec<Part>> + '_> {
        match self {
            Part::Quote(parts) => Box::new(std::iter::once(parts)),
            Part::List { items, .. } => Box::new(items.iter_mut()),
            Part::Terms(terms) => Box::new(terms.iter_mut().map(|term| &mut term.parts)),
            _ => Box::new(std::iter::empty()),
        }
    }

    /// Removes its items and terms that show nothing; whether it shows something then.
    fn shows(&mut self) -> bool {
        match self {
            Part::Heading(_, line) | Part::Paragraph(line) => !is_blank(line),
            Part::Quote(parts) => !parts.is_empty(),
            Part::List { items, .. } => {
                items.retain(|item| !item.is_empty());
                !items.is_empty()
            }
            Part::Terms(terms) => {
                terms.retain(|term| !term.parts.is_empty());
                !terms.is_empty()
            }
            Part::Code { .. } | Part::Table(_) | Part::Rule => true,
        }
    }
}

/// An entry of a description list.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Term {
    /// Whether it is a term, and not a description.
    pub is_term: bool,
    /// Its parts.
    pub parts: Vec<Part>,
}

/// A cell of a table.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TableCell {
    /// Whether it is a heading.
    pub is_heading: bool,
    /// Its text.
    pub text: Vec<Inline>,
}

/// An inline part of a paragraph or heading.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Inline {
    /// Text whose white space is single spaces.
    Text(String),
    /// A line break.
    Break,
    /// An image.
    Image(Image),
    /// Formatted text, or a link.
    Format(Format, Vec<Inline>),
}

/// An image.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Image {
    /// Its address.
    pub address: String,
    /// Its alternative text.
    pub text: String,
}

/// The meaning of an inline element.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Format {
    /// A link.
    Link {
        /// Its target.
        address: String,
        /// Its `title` attribute.
        title: Option<String>,
    },
    /// Stress, `em`.
    Emphasis,
    /// Importance, `strong`.
    Strong,
    /// Code.
    Code,
    /// Deleted text.
    Deleted,
    /// Subscript.
    Subscript,
    /// Superscript.
    Superscript,
    /// A quotation in a line, `q`.
    Quotation,
}

//! An article with its markup: headings, paragraphs, lists, quotations, code, tables, links, emphasis, images.
//!
//! In: a page as a tree, and the bytes of it that are content. Out: [`Part`]s, which say what the page's markup means and
//! nothing of how it looks, and those as [HTML](html()) or [Markdown](markdown()). What is written is balanced and without
//! scripts whatever the page is like, for nothing of it is copied but texts and addresses.
//!
//! * Text outside of paragraphs becomes paragraphs, and two line breaks part them.
//! * Emphasis and links around several paragraphs are put into each.
//! * A table is one when it has two rows and two columns and nothing but lines of text in them; others hold a page
//!   together, and their cells are parts like any other.
//! * An image belongs to the article when the nearest element with text around it does, and no other page has it.
//!
//! Time is linear in the page.

mod html;
mod image;
mod inline;
mod markdown;
mod read;

pub use html::html;
pub use image::RepeatedImages;
pub(super) use image::addresses as image_addresses;
pub use markdown::markdown;
pub use read::PageMarkup;

/// A part of an article.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Part {
    /// A heading with its level, from 1 to 6.
    Heading(u8, Vec<Inline>),
    /// A run of text.
    Paragraph(Vec<Inline>),
    /// Text whose spaces and line breaks count.
    Code(String),
    /// What someone else says.
    Quote(Vec<Part>),
    /// A list.
    List {
        /// The number of its first item, if items are numbered.
        first: Option<u32>,
        /// What each item holds.
        items: Vec<Vec<Part>>,
    },
    /// Terms and what is said of them.
    Terms(Vec<Term>),
    /// A table, row by row.
    Table(Vec<Vec<TableCell>>),
    /// A change of subject.
    Rule,
}

/// An entry of a list of terms.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Term {
    /// Whether it is the term rather than what is said of it.
    pub is_term: bool,
    /// What it holds.
    pub parts: Vec<Part>,
}

/// A cell of a table.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TableCell {
    /// Whether it is a heading.
    pub is_heading: bool,
    /// What it says.
    pub text: Vec<Inline>,
}

/// What stands in a line.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Inline {
    /// Text, with single spaces alone.
    Text(String),
    /// The end of a line.
    Break,
    /// An image.
    Image(Image),
    /// Text with a meaning of its own.
    Format(Format, Vec<Inline>),
}

/// An image.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Image {
    /// Where it is.
    pub address: String,
    /// What it shows, in words.
    pub text: String,
}

/// What a stretch of text means.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Format {
    /// A link.
    Link {
        /// Where it leads.
        address: String,
        /// Its title, as browsers show it.
        title: Option<String>,
    },
    /// Stressed.
    Emphasis,
    /// Important.
    Strong,
    /// Code.
    Code,
    /// No longer true.
    Deleted,
    /// Lowered.
    Subscript,
    /// Raised.
    Superscript,
    /// Said by someone else.
    Quotation,
}

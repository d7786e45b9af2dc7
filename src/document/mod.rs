//! What comes in: pages as decoded text, each with a name, in a fixed order.

/// One decoded page.
///
/// All places that later stages speak of are byte offsets into [`text`](Document::text).
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Document {
    name: String,
    text: String,
}

impl Document {
    /// A page by its name (a path, an address) and its text.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Document { name: name.into(), text: text.into() }
    }

    /// The name: the input's path as given, with `#n` behind it for the n-th page of a container file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text as Unicode; a byte order mark is no part of it.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// An ordered list of documents.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Corpus {
    documents: Vec<Document>,
}

impl Corpus {
    /// The documents in order.
    #[must_use]
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// How many documents there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// Whether there is no document.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }
}

impl FromIterator<Document> for Corpus {
    fn from_iter<I: IntoIterator<Item = Document>>(documents: I) -> Self {
        Corpus { documents: documents.into_iter().collect() }
    }
}

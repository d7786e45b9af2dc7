//! Tokens by html5gum, another implementation of the HTML standard, with which ours are compared.
//!
//! Both are converted to a list of [`Piece`]s: names in lower case, the first of repeated attributes, adjacent text runs joined,
//! line ends and NUL as the standard requires. We do not decode entities, so a text or value of ours is compared only up to its
//! first `&`; the positions of tags and comments are always compared.

use std::collections::BTreeMap;
use std::ops::Range;

use html5gum::{DefaultEmitter, Span, State, Token as StandardToken, Tokenizer};
use katagami::token::{Token, TokenKind, html};

/// A token in the form in which both are compared.
#[derive(Debug)]
pub enum Piece {
    /// A tag, comment or doctype.
    Markup { kind: TokenKind, at: Range<usize>, name: String, attributes: Vec<(String, String)> },
    /// Text of any kind.
    Text(String),
}

impl Piece {
    fn markup(kind: TokenKind, at: Range<usize>) -> Self {
        Piece::Markup { kind, at, name: String::new(), attributes: Vec::new() }
    }

    fn agrees_with(&self, standard: &Piece) -> bool {
        match (self, standard) {
            (Piece::Text(ours), Piece::Text(standard)) => text_agrees(ours, standard),
            (
                Piece::Markup { kind, at, name, attributes },
                Piece::Markup { kind: kind2, at: at2, name: name2, attributes: attributes2 },
            ) => {
                (kind, at, name) == (kind2, at2, name2)
                    && attributes.len() == attributes2.len()
                    && attributes
                        .iter()
                        .zip(attributes2)
                        .all(|(ours, standard)| ours.0 == standard.0 && text_agrees(&ours.1, &standard.1))
            }
            _ => false,
        }
    }
}

/// Whether our text, with undecoded entities, equals the other's, with decoded ones.
fn text_agrees(ours: &str, standard: &str) -> bool {
    match ours.split_once('&') {
        Some((head, _)) => standard.starts_with(head),
        None => ours == standard,
    }
}

/// Line ends and NUL as the standard reads them.
fn normal(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{fffd}")
}

/// Pieces with adjacent text joined.
#[derive(Default)]
struct Pieces {
    pieces: Vec<Piece>,
    text: String,
}

impl Pieces {
    fn push(&mut self, piece: Piece) {
        if !self.text.is_empty() {
            let text = normal(&std::mem::take(&mut self.text));
            self.pieces.push(Piece::Text(text));
        }
        self.pieces.push(piece);
    }

    fn finish(mut self) -> Vec<Piece> {
        if !self.text.is_empty() {
            self.pieces.push(Piece::Text(normal(&self.text)));
        }
        self.pieces
    }
}

/// The first difference between our tokens and html5gum's.
#[derive(Debug)]
pub struct Difference {
    #[expect(dead_code, reason = "read through Debug")]
    pub ours: Option<Piece>,
    #[expect(dead_code, reason = "read through Debug")]
    pub standard: Option<Piece>,
}

/// Where our tokens of a page first differ from html5gum's.
pub fn first_difference(source: &str) -> Option<Difference> {
    let (mut ours, mut standard) = (ours(source).into_iter(), standard(source).into_iter());
    loop {
        match (ours.next(), standard.next()) {
            (None, None) => return None,
            (Some(ours), Some(standard)) if ours.agrees_with(&standard) => {}
            (ours, standard) => return Some(Difference { ours, standard }),
        }
    }
}

fn ours(source: &str) -> Vec<Piece> {
    let mut pieces = Pieces::default();
    for token in html::tokens(source) {
        match token.kind {
            TokenKind::Text | TokenKind::RawText => pieces.text.push_str(token.text(source)),
            // A line end that it parts is two.
            TokenKind::Dropped => pieces.text = normal(&pieces.text),
            kind => pieces.push(Piece::Markup {
                kind,
                at: token.span.range(),
                name: normal(&token.name(source).to_ascii_lowercase()),
                attributes: our_attributes(token, source),
            }),
        }
    }
    pieces.finish()
}

/// A start tag's attributes by name; html5gum reports none for end tags.
fn our_attributes(token: Token, source: &str) -> Vec<(String, String)> {
    let mut attributes = BTreeMap::new();
    if token.kind == TokenKind::StartTag {
        for attribute in token.attributes(source) {
            let name = normal(&attribute.name.to_ascii_lowercase());
            attributes.entry(name).or_insert_with(|| normal(attribute.value.unwrap_or_default()));
        }
    }
    attributes.into_iter().collect()
}

fn standard(source: &str) -> Vec<Piece> {
    let mut pieces = Pieces::default();
    let mut foreign_depth = 0_u32;
    let mut tokenizer = Tokenizer::new_with_emitter(source, DefaultEmitter::<usize>::new_with_span());
    while let Some(Ok(token)) = tokenizer.next() {
        match token {
            StandardToken::StartTag(tag) => {
                let name = string(&tag.name);
                if !tag.self_closing || foreign_depth == 0 {
                    tokenizer.set_state(state_inside(&name));
                }
                foreign_depth += u32::from(!tag.self_closing && is_foreign(&name));
                let attributes = tag.attributes.iter();
                let attributes =
                    attributes.map(|(name, value)| (string(name), normal(&string(&value.value))));
                pieces.push(Piece::Markup {
                    kind: TokenKind::StartTag,
                    at: place(tag.span),
                    name,
                    attributes: attributes.collect(),
                });
            }
            StandardToken::EndTag(tag) => {
                let (name, at) = (string(&tag.name), place(tag.span));
                foreign_depth = foreign_depth.saturating_sub(u32::from(is_foreign(&name)));
                pieces.push(Piece::Markup { kind: TokenKind::EndTag, at, name, attributes: Vec::new() });
            }
            StandardToken::String(text) => pieces.text.push_str(&string(&text.value)),
            StandardToken::Comment(comment) => {
                pieces.push(Piece::markup(TokenKind::Comment, place(comment.span)));
            }
            StandardToken::Doctype(doctype) => {
                pieces.push(Piece::markup(TokenKind::Doctype, place(doctype.span)));
            }
            StandardToken::Error(_) => {}
        }
    }
    pieces.finish()
}

fn string(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("html5gum keeps UTF-8 whole")
}

fn place(span: Span<usize>) -> Range<usize> {
    span.start..span.end
}

fn is_foreign(name: &str) -> bool {
    matches!(name, "svg" | "math")
}

/// The tokenizer state of the standard for the content of an element, with scripting disabled.
fn state_inside(name: &str) -> State {
    match name {
        "title" | "textarea" => State::RcData,
        "style" | "xmp" | "iframe" | "noembed" | "noframes" => State::RawText,
        "script" => State::ScriptData,
        "plaintext" => State::PlainText,
        _ => State::Data,
    }
}

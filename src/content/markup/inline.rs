//! Lines of text with formats, from the pieces that a page has them in.
//!
//! A piece knows the formats around it from the outside in. Spaces move out of formats that they begin or end, so that
//! `<b>a </b>b` says that a is bold and a space follows.

use super::{Format, Image, Inline};

/// A piece of a line.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    pub(super) kind: AtomKind,
    /// The formats around it, by their numbers.
    pub(super) formats: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(super) enum AtomKind {
    Text(String),
    Space,
    Break,
    Image(Image),
}

impl Atom {
    fn is_blank(&self) -> bool {
        matches!(self.kind, AtomKind::Space | AtomKind::Break)
    }
}

/// The paragraphs of a run: two line breaks part them. None of them is empty.
pub(super) fn paragraphs(run: Vec<Atom>, formats: &[Format]) -> Vec<Vec<Inline>> {
    let mut found = Vec::new();
    let mut paragraph: Vec<Atom> = Vec::new();
    let mut blanks: Vec<Atom> = Vec::new();
    for atom in run {
        if atom.is_blank() {
            blanks.push(atom);
            continue;
        }
        let breaks = blanks.iter().filter(|blank| matches!(blank.kind, AtomKind::Break)).count();
        if breaks >= 2 {
            found.extend(Some(std::mem::take(&mut paragraph)).filter(|paragraph| !paragraph.is_empty()));
        } else if let (Some(before), false) = (paragraph.last(), blanks.is_empty()) {
            let kind = if breaks == 1 { AtomKind::Break } else { AtomKind::Space };
            let shared = before.formats.iter().zip(&atom.formats).take_while(|(one, other)| one == other);
            let formats = shared.map(|(format, _)| *format).collect();
            paragraph.push(Atom { kind, formats });
        }
        blanks.clear();
        paragraph.push(atom);
    }
    found.extend(Some(paragraph).filter(|paragraph| !paragraph.is_empty()));
    found.into_iter().map(|paragraph| nest(&paragraph, 0, formats)).collect()
}

/// Pieces in the same format beside each other go into it together.
fn nest(atoms: &[Atom], depth: usize, formats: &[Format]) -> Vec<Inline> {
    let format = |atom: &Atom| atom.formats.get(depth).copied();
    let is_one = |one: &Atom, other: &Atom| match (format(one), format(other)) {
        (Some(one), Some(other)) => {
            one == other || formats[one] == formats[other] && !matches!(formats[one], Format::Link { .. })
        }
        (one, other) => one == other,
    };
    let mut line = Vec::new();
    for same in atoms.chunk_by(is_one) {
        match format(&same[0]) {
            Some(format) => {
                line.push(Inline::Format(formats[format].clone(), nest(same, depth + 1, formats)));
            }
            None => same.iter().for_each(|atom| push(&mut line, &atom.kind)),
        }
    }
    line
}

fn push(line: &mut Vec<Inline>, kind: &AtomKind) {
    let text = match kind {
        AtomKind::Text(text) => text.as_str(),
        AtomKind::Space => " ",
        AtomKind::Break => return line.push(Inline::Break),
        AtomKind::Image(image) => return line.push(Inline::Image(image.clone())),
    };
    match line.last_mut() {
        Some(Inline::Text(before)) => before.push_str(text),
        _ => line.push(Inline::Text(text.to_owned())),
    }
}

/// The text of a line without its formats; images say what they show.
pub(super) fn plain(line: &[Inline]) -> String {
    let mut text = String::new();
    for inline in line {
        match inline {
            Inline::Text(part) => text.push_str(part),
            Inline::Break => text.push(' '),
            Inline::Image(image) => text.push_str(&image.text),
            Inline::Format(_, line) => text.push_str(&plain(line)),
        }
    }
    text
}

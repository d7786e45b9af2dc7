//! Paragraphs with nested formats, from a flat run of atoms.
//!
//! In: a run of atoms (texts, spaces, line breaks, images), each with the formats around it, outermost first. Out: its
//! paragraphs, each a nested line. Spaces at the start or end of a format move out of it: in `<b>a </b>b` only the a is
//! bold, followed by a space. Time is linear in the atoms times the depth of formats.

use super::{Format, Image, Inline};

/// A text, space, line break or image of a line.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    pub(super) kind: AtomKind,
    /// The formats around it as indices, outermost first.
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

/// Returns the paragraphs of a run. Two line breaks separate them, and none is empty.
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

/// Nests atoms into formats, from a depth on. Neighbouring atoms with the same format share one.
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

/// Returns the text of a line without its formats, with the alternative texts of images.
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

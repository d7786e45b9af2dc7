//! Renders a figure's SVG to PNG. This is the only file that uses resvg.
//!
//! Texts are set in the font that is part of the program, so a picture is the same on every machine. System fonts are loaded only
//! for characters that this font lacks, such as Japanese ones.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, FaceInfo, ID, Style, Weight};
use resvg::usvg::{FontResolver, Options, Tree};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

/// A font with Latin and Greek letters, digits and punctuation; see `font/README.md`.
const FONT: &[u8] = include_bytes!("font/NotoSans-Latin.ttf");

/// U+FFFD, which replaces a character that cannot be shown; our font has it.
const REPLACEMENT: &str = "\u{FFFD}";

/// Pixels per unit of the figure: 380 per inch if it is printed 16 cm wide.
pub(super) const SCALE: u16 = 2;

/// A figure in pixels.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The PNG file.
    pub png: Vec<u8>,
    /// The characters that no font on this machine has, in ascending order; the picture shows U+FFFD instead.
    pub missing: Vec<char>,
}

/// Renders an SVG document of this size.
pub(super) fn picture(svg: &str, (width, height): (u32, u32)) -> Picture {
    let mut fonts = Database::new();
    fonts.load_font_data(FONT.to_vec());
    let (mut svg, mut fonts, mut missing) = (svg.to_owned(), Arc::new(fonts), BTreeSet::new());
    let tree = loop {
        let (tree, lacking) = read(&svg, &fonts);
        let new: Vec<char> = lacking.into_iter().filter(|&char| missing.insert(char)).collect();
        if new.is_empty() {
            break tree;
        }
        // Of each text only the first missing character is reported, so repeat until there are no new ones.
        svg = svg.replace(new.as_slice(), REPLACEMENT);
        fonts = Arc::clone(tree.fontdb());
    };
    let mut pixels =
        Pixmap::new(width * u32::from(SCALE), height * u32::from(SCALE)).expect("a figure has a size");
    let scale = f32::from(SCALE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    let png = pixels.encode_png().expect("a picture of this size can be encoded");
    Picture { png, missing: missing.into_iter().collect() }
}

/// Parses the document and lays out its texts; returns also characters that no font has.
fn read(svg: &str, fonts: &Arc<Database>) -> (Tree, BTreeSet<char>) {
    let ours = fonts.faces().next().expect("our own font can be read").id;
    let lacking = Mutex::new(BTreeSet::new());
    let options = Options {
        fontdb: Arc::clone(fonts),
        font_resolver: FontResolver {
            select_font: Box::new(move |_, _| Some(ours)),
            select_fallback: Box::new(|char, used, fonts| {
                let face = fallback(char, used, fonts);
                if face.is_none() {
                    lacking.lock().expect("no panic while it is locked").insert(char);
                }
                face
            }),
        },
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).expect("a figure is well-formed SVG");
    drop(options);
    (tree, lacking.into_inner().expect("no panic while it was locked"))
}

/// The system font that has this character and is most similar to ours.
fn fallback(char: char, used: &[ID], fonts: &mut Arc<Database>) -> Option<ID> {
    if fonts.len() == 1 {
        Arc::make_mut(fonts).load_system_fonts();
    }
    let next = FontResolver::default_fallback_selector();
    let mut tried = used.to_vec();
    while let Some(face) = next(char, &tried, fonts) {
        tried.push(face);
    }
    let found = tried[used.len()..].iter().filter_map(|&id| fonts.face(id));
    found.min_by_key(|face| distance(face)).map(|face| face.id)
}

/// The distance of a face from an upright sans-serif one of normal weight, which has 0.
fn distance(face: &FaceInfo) -> u8 {
    let plain = |(name, _): &(String, _)| name.contains("Sans") || name.contains("Gothic");
    4 * u8::from(face.style != Style::Normal)
        + 2 * u8::from(face.weight != Weight::NORMAL)
        + u8::from(!face.families.iter().any(plain))
}

//! Figures as PNG: the SVG, drawn; the only file that knows resvg.
//!
//! Texts are set in the font that comes along, so that a picture is the same on every machine. Fonts of the machine are
//! looked for only if a text has characters that it lacks, such as Japanese ones.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, FaceInfo, ID, Style, Weight};
use resvg::usvg::{FontResolver, Options, Tree};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

/// Latin and Greek letters, digits, and what numbers are written with.
const FONT: &[u8] = include_bytes!("font/NotoSans-Latin.ttf");

/// U+FFFD, the sign for a character that cannot be shown; our font has it.
const REPLACEMENT: &str = "\u{FFFD}";

/// Pixels for each unit of the figure: 380 an inch if it is printed 16 cm wide.
pub(super) const SCALE: u16 = 2;

/// A figure in pixels.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The PNG file.
    pub png: Vec<u8>,
    /// The characters that no font on this machine has, in ascending order: the picture has U+FFFD in their place.
    pub missing: Vec<char>,
}

/// Draws an SVG document of this size.
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
        // Of each text only the first such character is reported, and what follows it is not looked at.
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

/// The document with its texts set, and characters that no font has.
fn read(svg: &str, fonts: &Arc<Database>) -> (Tree, BTreeSet<char>) {
    let ours = fonts.faces().next().expect("the font that comes along can be read").id;
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

/// A font of the machine that has this character, the one most like ours.
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
    found.min_by_key(|face| unlike(face)).map(|face| face.id)
}

/// 0 for an upright sans-serif face of normal weight, and more the less a face is like that.
fn unlike(face: &FaceInfo) -> u8 {
    let plain = |(name, _): &(String, _)| name.contains("Sans") || name.contains("Gothic");
    4 * u8::from(face.style != Style::Normal)
        + 2 * u8::from(face.weight != Weight::NORMAL)
        + u8::from(!face.families.iter().any(plain))
}

//! A page as the rule sees it: its blocks with their words, and the block-level elements around them.

use super::stated_text::StatedText;
use super::words::{self, Words};
use crate::page::digest::{self, BASIS, mix, spread};
use crate::page::{
    Blocks, Cut, ElementId, Landmarks, SlotId, Standing, StepReader, Steps, Tree, hides, parts_lines,
};
use crate::record::role::date;
use crate::site::Signature;
use crate::token::{Span, TokenKind};
use hashbrown::HashMap;
use std::borrow::Cow;
use std::ops::Range;

/// A block of a page, and what is found out about it step by step.
#[expect(clippy::struct_excessive_bools, reason = "each is a finding of its own")]
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// The block-level element that it stands in, by its number on the page.
    pub(super) place: usize,
    /// Where that is in the set.
    pub(super) slot: SlotId,
    pub(super) leaves: Range<u32>,
    pub(super) words: f64,
    pub(super) linked: f64,
    /// The same for the same words.
    pub(super) key: u64,
    /// Whether a date may be in it.
    pub(super) has_date: bool,
    /// Whether its words stand in the page's title.
    pub(super) in_title: bool,
    pub(super) is_heading: bool,
    /// Whether it is a heading of the first rank.
    pub(super) is_first_heading: bool,
    pub(super) in_form: bool,
    /// Whether an element of it is marked as a date or an author.
    pub(super) is_marked: bool,
    /// On how many pages it stands in this slot.
    pub(super) pages: u32,
    /// Whether it is this page's alone.
    pub(super) unique: bool,
    /// How much it speaks for being content.
    pub(super) value: f64,
    /// Whether it is of the comments.
    pub(super) comment: bool,
    /// Whether it stands in an element that the set does not know and that is no text.
    pub(super) is_stray: bool,
    /// The share of its words that stand, four in a row, in the text that the page states in its data; none where it states
    /// no text, or the block has fewer words.
    pub(super) stated: Option<f64>,
}

impl Piece {
    pub(super) fn unlinked(&self) -> f64 {
        self.words - self.linked
    }

    /// Whether it is text that the page has for itself.
    pub(super) fn is_own_text(&self) -> bool {
        self.unique && !self.is_stray && self.is_text()
    }

    /// Whether most of its words are in no link.
    pub(super) fn is_text(&self) -> bool {
        2.0 * self.linked <= self.words
    }

    pub(super) fn gain(&self) -> f64 {
        self.value.max(0.0)
    }

    /// Whether it looks like a line with a date.
    pub(super) fn is_dated(&self) -> bool {
        self.has_date && self.words <= DATED
    }
}

/// A line with a date has at most 15 words; with 25, sections of articles and teasers are taken for comments.
const DATED: f64 = 15.0;

/// A block-level element.
#[expect(clippy::struct_excessive_bools, reason = "each is a finding of its own")]
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) parent: Option<usize>,
    pub(super) slot: SlotId,
    /// Whether the set has no such place; `slot` is the nearest one around it then.
    pub(super) is_new: bool,
    pub(super) kind: Kind,
    /// Its pieces, also those of elements in it.
    pub(super) pieces: Range<usize>,
    /// Its id.
    pub(super) id: Option<Id>,
    pub(super) has_picture: bool,
    /// Whether its name says that it stands beside the text.
    pub(super) is_aside: bool,
    /// Whether it is an item of a list.
    pub(super) is_item: bool,
    /// What it is to a label and its value.
    pub(super) pairing: Option<Pairing>,
    /// What it and the elements around it say they are.
    pub(super) landmarks: Landmarks,
    /// How many elements with text and of its name stand beside it, itself among them.
    pub(super) alike: u32,
}

/// An id.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Id {
    /// The same for the same id.
    pub(super) key: u64,
    pub(super) has_digit: bool,
}

/// What the name of a block-level element says.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    Heading,
    /// Markup of texts, which no part of a page is made of: paragraphs, lists, quotations.
    Text,
    /// Parts of tables, which are markup of texts or hold the page together.
    Table,
    Form,
    Body,
    Other,
}

impl Kind {
    pub(super) fn of(name: &str) -> Self {
        match name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Kind::Heading,
            "p" | "blockquote" | "ul" | "ol" | "li" | "dl" | "dt" | "dd" | "pre" | "center" => Kind::Text,
            "table" | "tbody" | "tr" | "td" | "th" => Kind::Table,
            "form" | "fieldset" => Kind::Form,
            "html" | "body" => Kind::Body,
            _ => Kind::Other,
        }
    }

    /// Whether such an element is never the container of an article.
    pub(super) fn is_text(self) -> bool {
        matches!(self, Kind::Heading | Kind::Text)
    }
}

/// What an element is to a label and its value.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Pairing {
    /// A row of a table.
    Row,
    /// A cell in it.
    Cell,
    /// A term.
    Term,
    /// What is said of the term before.
    Said,
}

impl Pairing {
    pub(super) fn of(name: &str) -> Option<Self> {
        match name {
            "tr" => Some(Pairing::Row),
            "td" | "th" => Some(Pairing::Cell),
            "dt" => Some(Pairing::Term),
            "dd" => Some(Pairing::Said),
            _ => None,
        }
    }
}

/// A page.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    pub(super) pieces: Vec<Piece>,
    pub(super) places: Vec<Place>,
    pub(super) steps: Steps,
    /// Where its texts stand.
    pub(super) leaves: Vec<Span>,
    /// The same for pages with the same texts in the same places.
    pub(super) identity: u64,
    /// What tells its template.
    pub(super) signature: Signature,
    /// Hashes of the addresses of its images, where these are asked for.
    pub(super) images: Vec<u64>,
    /// How many words its title has.
    pub(super) title_words: usize,
    /// Whether the set was learned from it or a copy of it.
    pub(super) is_learned: bool,
    /// The value of the pieces before each, and of all.
    pub(super) before: Vec<f64>,
    /// Pieces that may be the headline, with how much speaks for each.
    pub(super) headlines: Vec<(f64, usize)>,
    /// The best of them.
    pub(super) headline: Option<usize>,
}

/// What the attributes of an element tell.
#[derive(Clone, Debug, Default)]
struct Facts<'a> {
    id: Option<Cow<'a, str>>,
    class: Option<&'a str>,
    role: Option<&'a str>,
    property: Option<&'a str>,
    is_hidden: bool,
    in_link: bool,
    /// Whether it is marked as a date or an author.
    is_marked: bool,
}

struct Shown<'a> {
    facts: &'a [Facts<'a>],
}

impl Cut for Shown<'_> {
    fn is_block(&self, name: &str) -> bool {
        name != "br"
            && name != "xmp"
            && name != "col"
            && name != "colgroup"
            && name != "frame"
            && parts_lines(name)
    }

    fn is_passed_over(&self, tree: &Tree, id: ElementId) -> bool {
        is_out(&tree.element(id).name, &self.facts[id.0 as usize])
    }

    fn ends_at_line_breaks(&self) -> bool {
        true
    }
}

/// Whether an element shows nothing of the page: labels of buttons, what stands in for objects that are named, and what is
/// hidden.
fn is_out(name: &str, facts: &Facts<'_>) -> bool {
    name == "button" || name != "body" && facts.is_hidden
}

/// A page with all its texts but those that it does not show, and what the attributes of its elements tell.
fn shown(source: &str) -> (Tree<'_>, Vec<Facts<'_>>) {
    let mut tree = Tree::whole(source);
    let facts = facts(&tree, source);
    let out: Vec<bool> =
        tree.elements().iter().zip(&facts).map(|(element, facts)| is_out(&element.name, facts)).collect();
    tree.drop_texts(|id| out[id.0 as usize]);
    (tree, facts)
}

/// A page with all its texts but those that it does not show: hidden ones, labels of buttons, what stands in for objects.
#[must_use]
pub fn shown_tree(source: &str) -> Tree<'_> {
    shown(source).0
}

impl Page {
    /// Reads a page; its slots come later.
    pub(super) fn new(source: &str) -> Self {
        Page::with_tree(source).0
    }

    /// The same with its tree.
    pub(super) fn with_tree(source: &str) -> (Self, Tree<'_>) {
        let (tree, facts) = shown(source);
        let title = words::of_text(&title(&tree, source)).each;
        let stated = StatedText::of(&tree);
        let mut blocks = Blocks::new(&tree, &Shown { facts: &facts });
        let is_linked = |leaf: &crate::page::Leaf| facts[leaf.parent.0 as usize].in_link;
        let limit = if stated.is_some() { usize::MAX } else { title.len() + 1 };
        let count = |block: &crate::page::Block| {
            let leaves = &tree.leaves()[block.leaves.start as usize..block.leaves.end as usize];
            words::of_leaves(source, leaves, is_linked, limit)
        };
        let counted: Vec<Words> = blocks.blocks.iter().map(count).collect();
        let pictures: Vec<u32> =
            (0..).zip(&counted).filter_map(|(number, _)| pictures(&tree, &blocks, number)).collect();
        let has_words: Vec<bool> = counted.iter().map(|words| words.all > 0.0).collect();
        blocks.retain(&has_words);
        let mut places: Vec<Place> = Vec::with_capacity(blocks.holders.len());
        let mut steps = StepReader::default();
        for holder in &blocks.holders {
            let element = tree.element(holder.element);
            let Facts { id, class, role, property, .. } = &facts[holder.element.0 as usize];
            let around = holder.parent.map(|parent| places[parent as usize].landmarks).unwrap_or_default();
            let (id, classes) = (id.as_deref(), class.unwrap_or_default().split_ascii_whitespace());
            steps.add(&element.name, id, classes, holder.parent);
            places.push(Place {
                parent: holder.parent.map(|parent| parent as usize),
                slot: SlotId::ROOT,
                is_new: false,
                kind: Kind::of(&element.name),
                pieces: holder.blocks.start as usize..holder.blocks.end as usize,
                id: id.map(|id| Id {
                    key: digest::text(id),
                    has_digit: id.contains(|char: char| char.is_ascii_digit()),
                }),
                has_picture: false,
                is_aside: matches!(&*element.name, "aside" | "figure" | "nav" | "footer"),
                is_item: &*element.name == "li",
                pairing: Pairing::of(&element.name),
                landmarks: around.with(Landmarks::of(&element.name, *role, *property)),
                alike: 0,
            });
        }
        let steps = steps.finish();
        count_alike(&mut places, |at| &*tree.element(blocks.holders[at].element).name);
        for picture in pictures {
            let mut at = Some(picture as usize);
            while let Some(place) = at.filter(|&place| !places[place].has_picture) {
                places[place].has_picture = true;
                at = places[place].parent;
            }
        }
        let counted = counted.into_iter().filter(|words| words.all > 0.0);
        let piece = |(block, words): (&crate::page::Block, Words)| Piece {
            place: block.holder as usize,
            slot: SlotId::ROOT,
            leaves: block.leaves.clone(),
            words: words.all,
            linked: words.linked,
            key: words.key,
            has_date: (words.numbers > 1 || words.numbers > 0 && words.all <= DATED)
                && date::is_in(
                    tree.leaves()[block.leaves.start as usize..block.leaves.end as usize]
                        .iter()
                        .map(|leaf| &*leaf.text),
                ),
            in_title: title.windows(words.each.len()).any(|part| part == words.each),
            is_heading: places[block.holder as usize].kind == Kind::Heading,
            is_first_heading: &*tree.element(blocks.holders[block.holder as usize].element).name == "h1",
            in_form: false,
            is_marked: facts[blocks.holders[block.holder as usize].element.0 as usize].is_marked
                || block.elements.clone().any(|id| facts[id as usize].is_marked),
            pages: 0,
            unique: false,
            value: 0.0,
            comment: false,
            is_stray: false,
            stated: stated.as_ref().and_then(|stated| stated.share(&words.each)),
        };
        let pieces: Vec<Piece> = blocks.blocks.iter().zip(counted).map(piece).collect();
        let identity = identity(&pieces, &steps.paths());
        let page = Page {
            identity,
            signature: Signature::of(&tree, |id| {
                (facts[id.0 as usize].id.as_deref(), facts[id.0 as usize].class)
            }),
            images: Vec::new(),
            is_learned: false,
            pieces,
            places,
            steps,
            leaves: tree.leaves().iter().map(|leaf| leaf.span).collect(),
            title_words: title.len(),
            before: Vec::new(),
            headlines: Vec::new(),
            headline: None,
        };
        (page, tree)
    }

    /// Whether it was [weighed](super::set::Set::weigh).
    pub(super) fn is_weighed(&self) -> bool {
        !self.before.is_empty()
    }

    /// Says where its elements are in the set.
    pub(super) fn place(&mut self, standings: &[Standing]) {
        for (place, standing) in self.places.iter_mut().zip(standings) {
            place.slot = standing.slot;
            place.is_new = standing.is_new;
        }
        for piece in &mut self.pieces {
            piece.slot = self.places[piece.place].slot;
        }
        self.mark_forms();
    }

    /// Marks the pieces of new elements that are worth nothing: less than nothing, and not the author's own markup.
    pub(super) fn mark_strays(&mut self) {
        if !self.places.iter().any(|place| place.is_new) {
            return;
        }
        let mut value = vec![0.0; self.places.len()];
        for piece in self.pieces.iter().filter(|piece| !piece.comment) {
            value[piece.place] += piece.value;
        }
        for at in (0..self.places.len()).rev() {
            if let Some(parent) = self.places[at].parent {
                value[parent] += f64::max(value[at], 0.0);
            }
        }
        let mut stray = vec![false; self.places.len()];
        for ((at, place), is_named) in self.places.iter().enumerate().zip(self.steps.are_named()) {
            let is_markup = place.kind.is_text() || place.kind == Kind::Table;
            let is_worthless = place.is_new && value[at] < 0.0 && (is_named || !is_markup);
            stray[at] = is_worthless || place.parent.is_some_and(|parent| stray[parent]);
        }
        for piece in &mut self.pieces {
            piece.is_stray = stray[piece.place];
        }
    }

    /// A form is no content, unless it holds half of the page.
    fn mark_forms(&mut self) {
        let total: f64 = self.pieces.iter().map(|piece| piece.words).sum();
        let mut in_form = Vec::with_capacity(self.places.len());
        for place in &self.places {
            let around = place.parent.is_some_and(|parent| in_form[parent]);
            let words: f64 = self.pieces[place.pieces.clone()].iter().map(|piece| piece.words).sum();
            in_form.push(around || place.kind == Kind::Form && 2.0 * words < total);
        }
        for piece in &mut self.pieces {
            piece.in_form = in_form[piece.place];
        }
    }

    /// Whether some pieces hold the headline.
    pub(super) fn is_headed(&self, pieces: &Range<usize>) -> bool {
        self.headline.is_some_and(|headline| pieces.contains(&headline))
    }

    /// The unlinked words of pieces.
    pub(super) fn unlinked(&self, pieces: impl Iterator<Item = usize>) -> f64 {
        pieces.map(|at| self.pieces[at].unlinked()).sum()
    }

    /// The value of pieces.
    pub(super) fn value_of(&self, pieces: &Range<usize>) -> f64 {
        self.before[pieces.end] - self.before[pieces.start]
    }
}

/// The same for pages with the same texts in the same places.
fn identity(pieces: &[Piece], paths: &[u64]) -> u64 {
    let of_piece = |hash, piece: &Piece| {
        let linked = piece.linked.to_bits().rotate_left(32) ^ piece.words.to_bits();
        let marks = mix(u64::from(piece.in_title), linked);
        mix(mix(hash, spread(piece.key)), spread(mix(paths[piece.place], marks)))
    };
    spread(pieces.iter().fold(BASIS, of_piece))
}

fn facts<'a>(tree: &Tree, source: &'a str) -> Vec<Facts<'a>> {
    let mut facts: Vec<Facts<'_>> = Vec::with_capacity(tree.elements().len());
    for element in tree.elements() {
        let mut own = Facts::default();
        if let Some(parent) = element.parent {
            own.in_link = facts[parent.0 as usize].in_link;
        }
        own.is_marked = &*element.name == "time";
        for attribute in element.attributes(source) {
            let value = attribute.value.unwrap_or_default();
            let is = |name: &str| attribute.name.eq_ignore_ascii_case(name);
            if is("id") && own.id.is_none() && !value.is_empty() {
                own.id = Some(htmlize::unescape_attribute(value));
            } else if is("class") && own.class.is_none() {
                own.class = Some(value);
            } else if is("role") {
                own.role = Some(value);
            } else if is("itemprop") {
                own.property = Some(value);
                own.is_marked |= value.split_ascii_whitespace().any(|word| MARKS.contains(&word));
            } else if is("href") {
                own.in_link |= &*element.name == "a";
            } else if is("style") {
                own.is_hidden |= hides(value);
            } else if ["data", "type", "classid"].iter().any(|name| is(name)) {
                own.is_hidden |= &*element.name == "object";
            }
        }
        facts.push(own);
    }
    facts
}

/// What `itemprop` calls dates and authors: schema.org, `CreativeWork`.
const MARKS: [&str; 5] = ["datePublished", "dateModified", "dateCreated", "author", "creator"];

/// Counts for each element with text those of its name and its parent.
fn count_alike<'a>(places: &mut [Place], name: impl Fn(usize) -> &'a str) {
    let mut alike: HashMap<(Option<usize>, &str), u32> = HashMap::new();
    for (at, place) in places.iter().enumerate().filter(|(_, place)| !place.pieces.is_empty()) {
        *alike.entry((place.parent, name(at))).or_default() += 1;
    }
    for (at, place) in places.iter_mut().enumerate() {
        place.alike = alike.get(&(place.parent, name(at))).copied().unwrap_or_default();
    }
}

/// What stands between the title tags; white space as written.
#[must_use]
pub fn title(tree: &Tree, source: &str) -> String {
    let heads = tree.left_out().iter().map(|span| &source[span.range()]);
    let starts = |part: &&str| {
        let head = part.get(1..5).unwrap_or_default();
        head.eq_ignore_ascii_case("head") || head.eq_ignore_ascii_case("titl")
    };
    for part in heads.filter(starts) {
        let mut inside = false;
        let mut title: Option<Span> = None;
        for token in crate::token::html::tokens(part) {
            let is_title = token.name(part).eq_ignore_ascii_case("title");
            match token.kind {
                TokenKind::StartTag if is_title => inside = true,
                TokenKind::EndTag if is_title => break,
                _ if inside => {
                    title = Some(Span {
                        start: title.map_or(token.span.start, |t| t.start),
                        end: token.span.end,
                    });
                }
                _ => {}
            }
        }
        if let Some(title) = title {
            return htmlize::unescape(&part[title.range()]).into_owned();
        }
    }
    String::new()
}

/// The place of a block, once for each picture in it.
fn pictures(tree: &Tree, blocks: &Blocks, block: u32) -> Option<u32> {
    let block = &blocks.blocks[block as usize];
    let is_picture = |id: u32| matches!(&*tree.element(ElementId(id)).name, "img" | "embed" | "video");
    block.elements.clone().any(is_picture).then_some(block.holder)
}

/// How often each text stands on a page.
pub(super) fn times(page: &Page) -> HashMap<u64, u32> {
    let mut times = HashMap::with_capacity(page.pieces.len());
    for piece in &page.pieces {
        *times.entry(piece.key).or_insert(0) += 1;
    }
    times
}

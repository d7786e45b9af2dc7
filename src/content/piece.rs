//! A page as the content rules see it: its text blocks, and the block-level elements around them.
//!
//! In: the source of a page. Out: a [`Page`] with a [`TextBlock`] for each run of text between block-level tags, and a
//! [`BlockElement`] for each block-level element; both point into each other. Fields that depend on other pages of the
//! template (slot, frequency, value) are filled in later, by [`Page::assign_slots`] and by
//! [`TextFrequency::weigh`](super::weigh::TextFrequency::weigh).
//!
//! ```text
//! <div> <h1>Trees</h1> <p>Oaks are <a href=t>tall</a>. </div>
//! elements   0 root, 1 div (blocks 0..2 each)   2 h1 (blocks 0..1)   3 p (blocks 1..2)
//! blocks     0 "Trees": element 2, is_heading   1 "Oaks are tall.": element 3, 3 words, 1 of them linked
//! ```
//!
//! Time is linear in the page, times the depth of elements with pictures.

use super::dates::{BlockDates, DATED};
use super::shown::{ElementAttributes, ShownBlocks, shown};
use super::stated_text::StatedText;
use super::words::{self, Words};
use crate::page::data::{root_language, title};
use crate::page::digest::{self, BASIS, mix, spread};
use crate::page::{Blocks, ElementId, Landmarks, Leaf, SlotId, Standing, StepReader, Steps, Tree};
use crate::record::role::sign::{UnitText, ends};
use crate::record::role::{DayOrders, Language};
use crate::site::Signature;
use crate::token::Span;
use hashbrown::HashMap;
use std::ops::Range;

/// The blocks of a comment.
#[derive(Clone, Debug, Default)]
pub(super) struct CommentBlocks {
    pub(super) blocks: Vec<usize>,
    /// Also those with texts of many pages: the author may write on all of them.
    pub(super) all: Vec<usize>,
    /// Number of comments it is nested in.
    pub(super) depth: u32,
}

/// The texts of some leaves.
fn texts<'t>(tree: &'t Tree, leaves: &Range<u32>) -> impl Iterator<Item = &'t str> + Clone {
    tree.leaves()[leaves.start as usize..leaves.end as usize].iter().map(|leaf| &*leaf.text)
}

/// How many dates of a page have the day first, and how many the month.
fn orders(tree: &Tree, blocks: &[TextBlock]) -> DayOrders {
    let mut orders = DayOrders::default();
    for block in blocks.iter().filter(|block| block.dates.any) {
        orders.add(&texts(tree, &block.leaves).flat_map(|text| [text, " "]).collect::<String>());
    }
    orders
}

/// A text block of a page. The later steps fill in some of its fields.
#[expect(clippy::struct_excessive_bools, reason = "the flags are independent")]
#[derive(Clone, Debug)]
pub(super) struct TextBlock {
    /// Index in [`Page::elements`] of the innermost block-level element around it.
    pub(super) element: usize,
    /// Position of that element in the template.
    pub(super) slot: SlotId,
    pub(super) leaves: Range<u32>,
    /// Number of words.
    pub(super) words: f64,
    /// Number of words in links.
    pub(super) linked: f64,
    /// Hash of the words; equal for equal words.
    pub(super) key: u64,
    pub(super) dates: BlockDates,
    /// Whether the `<title>` contains its words in a row.
    pub(super) in_title: bool,
    pub(super) is_heading: bool,
    /// Whether it is in an `h1`.
    pub(super) is_first_heading: bool,
    pub(super) in_form: bool,
    /// Whether its element or one inside it is marked as a date or an author.
    pub(super) is_marked: bool,
    /// Number of pages that have the same text in this slot.
    pub(super) pages: u32,
    /// Whether the text belongs to this page and not to the template, see `weigh`.
    pub(super) unique: bool,
    /// Estimate of how much main text it holds, see `weigh`. Negative for links.
    pub(super) value: f64,
    /// Whether it is inside a record of the comments.
    pub(super) comment: bool,
    /// Share of its words that are, four in a row, in the `articleBody` of the page's data. `None` if the page states
    /// no such text, or if the block has fewer than four words.
    pub(super) stated: Option<f64>,
}

impl TextBlock {
    pub(super) fn unlinked(&self) -> f64 {
        self.words - self.linked
    }

    /// Whether it is unlinked text that belongs to this page and not to the template.
    pub(super) fn is_own_text(&self) -> bool {
        self.unique && self.is_text()
    }

    /// Whether at most half of its words are linked.
    pub(super) fn is_text(&self) -> bool {
        2.0 * self.linked <= self.words
    }

    /// Its value if that is positive, else 0.
    pub(super) fn gain(&self) -> f64 {
        self.value.max(0.0)
    }

    /// Whether it is a short line with a date.
    pub(super) fn is_dated(&self) -> bool {
        self.dates.any && self.words <= f64::from(DATED)
    }
}

/// A block-level element of a page.
#[derive(Clone, Debug)]
pub(super) struct BlockElement {
    /// Index of the innermost block-level element around it.
    pub(super) parent: Option<usize>,
    /// That of the nearest known ancestor if no page of the template that was learned from has this element.
    pub(super) slot: SlotId,
    pub(super) kind: ElementKind,
    /// Its text blocks, including those of elements inside it.
    pub(super) blocks: Range<usize>,
    /// Its `id` attribute.
    pub(super) id: Option<IdAttribute>,
    pub(super) has_picture: bool,
    /// Whether its tag is for content beside the main text: `aside`, `figure`, `nav`, `footer`.
    pub(super) is_aside: bool,
    /// Whether it is an `li`.
    pub(super) is_item: bool,
    /// Landmarks (HTML elements and ARIA roles) of itself and its ancestors.
    pub(super) landmarks: Landmarks,
    /// Number of siblings with text and the same tag, including itself.
    pub(super) alike: u32,
}

/// An `id` attribute.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct IdAttribute {
    /// Hash of the id.
    pub(super) key: u64,
    pub(super) has_digit: bool,
}

/// The kind of a block-level element, by its tag.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum ElementKind {
    Heading,
    /// Markup inside texts, which does not lay out the page: paragraphs, lists, quotations.
    Text,
    /// Tables, rows and cells, which are either markup inside texts or the layout of the page.
    Table,
    Form,
    Body,
    Other,
}

impl ElementKind {
    pub(super) fn of(name: &str) -> Self {
        match name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => ElementKind::Heading,
            "p" | "blockquote" | "ul" | "ol" | "li" | "dl" | "dt" | "dd" | "pre" | "center" => {
                ElementKind::Text
            }
            "table" | "tbody" | "tr" | "td" | "th" => ElementKind::Table,
            "form" => ElementKind::Form,
            "html" | "body" => ElementKind::Body,
            _ => ElementKind::Other,
        }
    }

    /// Whether such an element can never be the container of an article.
    pub(super) fn is_text(self) -> bool {
        matches!(self, ElementKind::Heading | ElementKind::Text)
    }
}

/// A page as text blocks and block-level elements.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    pub(super) blocks: Vec<TextBlock>,
    pub(super) elements: Vec<BlockElement>,
    /// Tags, ids and classes of `elements`, from which slots are made.
    pub(super) steps: Steps,
    /// Spans of its text nodes.
    pub(super) leaves: Vec<Span>,
    /// Hash of its texts, their element paths, and its signature; equal for identical pages.
    pub(super) identity: u64,
    /// Features by which pages are clustered by template.
    pub(super) signature: Signature,
    /// Hashes of the addresses of its images; empty if they were not requested.
    pub(super) images: Vec<u64>,
    /// The text of each leaf, if long only its start and end, with what is around it.
    pub(super) texts: Vec<UnitText>,
    pub(super) language: Language,
    /// How many of its dates have the day first, and how many the month.
    pub(super) orders: DayOrders,
    /// Number of words in its `<title>`.
    pub(super) title_words: usize,
    /// Whether the template was learned from this page or a copy of it.
    pub(super) is_learned: bool,
    /// Prefix sums of the gains of its blocks; one entry more than there are blocks.
    pub(super) before: Vec<f64>,
    /// Candidates for the headline, as (weight, block).
    pub(super) headlines: Vec<(f64, usize)>,
    /// The block of the heaviest candidate.
    pub(super) headline: Option<usize>,
}

impl Page {
    /// Reads a page. Its slots are assigned later.
    pub(super) fn new(source: &str) -> Self {
        Page::with_tree(source).0
    }

    /// Reads a page and returns its tree, too.
    pub(super) fn with_tree(source: &str) -> (Self, Tree<'_>) {
        let (tree, attributes) = shown(source);
        let title = words::of_title(&title(&tree));
        let stated = StatedText::of(&tree);
        let mut cut = Blocks::new(&tree, &ShownBlocks { attributes: &attributes });
        let is_linked = |leaf: &Leaf| attributes[leaf.parent.0 as usize].in_link;
        let limit = if stated.is_some() { usize::MAX } else { title.len() + 1 };
        let count = |block: &crate::page::Block| {
            let leaves = tree.leaves_from(block.leaves.clone());
            words::of_leaves(source, leaves, is_linked, limit)
        };
        let counted: Vec<Words> = cut.blocks.iter().map(count).collect();
        let pictures: Vec<u32> =
            (0..).zip(&counted).filter_map(|(number, _)| pictures(&tree, &cut, number)).collect();
        let has_words: Vec<bool> = counted.iter().map(|words| words.all > 0.0).collect();
        cut.retain(&has_words);
        let mut elements: Vec<BlockElement> = Vec::with_capacity(cut.holders.len());
        let mut steps = StepReader::default();
        for holder in &cut.holders {
            let element = tree.element(holder.element);
            let ElementAttributes { id, class, role, property, .. } = &attributes[holder.element.0 as usize];
            let around = holder.parent.map(|parent| elements[parent as usize].landmarks).unwrap_or_default();
            let (id, classes) = (id.as_deref(), class.unwrap_or_default().split_ascii_whitespace());
            steps.add(&element.name, id, classes, holder.parent);
            elements.push(BlockElement {
                parent: holder.parent.map(|parent| parent as usize),
                slot: SlotId::ROOT,
                kind: ElementKind::of(&element.name),
                blocks: holder.blocks.start as usize..holder.blocks.end as usize,
                id: id.map(|id| IdAttribute {
                    key: digest::text(id),
                    has_digit: id.contains(|char: char| char.is_ascii_digit()),
                }),
                has_picture: false,
                is_aside: matches!(&*element.name, "aside" | "figure" | "nav" | "footer"),
                is_item: &*element.name == "li",
                landmarks: around.with(Landmarks::of(&element.name, *role, *property)),
                alike: 0,
            });
        }
        let steps = steps.finish();
        count_alike(&mut elements, |at| &*tree.element(cut.holders[at].element).name);
        for picture in pictures {
            let mut at = Some(picture as usize);
            while let Some(element) = at.filter(|&element| !elements[element].has_picture) {
                elements[element].has_picture = true;
                at = elements[element].parent;
            }
        }
        let counted = counted.into_iter().filter(|words| words.all > 0.0);
        let unlinked = |block: &crate::page::Block| {
            let leaves = tree.leaves_from(block.leaves.clone());
            leaves.iter().filter(|leaf| !is_linked(leaf)).map(|leaf| &*leaf.text)
        };
        let text_block = |(block, words): (&crate::page::Block, Words)| TextBlock {
            element: block.holder as usize,
            slot: SlotId::ROOT,
            leaves: block.leaves.clone(),
            words: words.all,
            linked: words.linked,
            key: words.key,
            dates: BlockDates::new(texts(&tree, &block.leaves), unlinked(block), &words),
            in_title: title.windows(words.each.len()).any(|part| part == words.each),
            is_heading: elements[block.holder as usize].kind == ElementKind::Heading,
            is_first_heading: &*tree.element(cut.holders[block.holder as usize].element).name == "h1",
            in_form: false,
            is_marked: attributes[cut.holders[block.holder as usize].element.0 as usize].is_marked
                || block.elements.clone().any(|id| attributes[id as usize].is_marked),
            pages: 0,
            unique: false,
            value: 0.0,
            comment: false,
            stated: stated.as_ref().and_then(|stated| stated.share(&words.each)),
        };
        let blocks: Vec<TextBlock> = cut.blocks.iter().zip(counted).map(text_block).collect();
        let signature = Signature::of(&tree, |id| {
            (attributes[id.0 as usize].id.as_deref(), attributes[id.0 as usize].class)
        });
        let page = Page {
            identity: mix(identity(&blocks, &steps.paths()), signature.digest()),
            signature,
            images: Vec::new(),
            texts: tree.leaves().iter().map(|leaf| ends(&tree, leaf)).collect(),
            language: Language::of(&root_language(source).unwrap_or_default()),
            orders: orders(&tree, &blocks),
            is_learned: false,
            blocks,
            elements,
            steps,
            leaves: tree.leaves().iter().map(|leaf| leaf.span).collect(),
            title_words: title.len(),
            before: Vec::new(),
            headlines: Vec::new(),
            headline: None,
        };
        (page, tree)
    }

    /// Whether it was [weighed](super::set::ClusterModel::weigh).
    pub(super) fn is_weighed(&self) -> bool {
        !self.before.is_empty()
    }

    /// Sets the slots of its elements and blocks.
    pub(super) fn assign_slots(&mut self, standings: &[Standing]) {
        for (element, standing) in self.elements.iter_mut().zip(standings) {
            element.slot = standing.slot;
        }
        for block in &mut self.blocks {
            block.slot = self.elements[block.element].slot;
        }
        self.mark_forms();
    }

    /// Marks the blocks in forms. A form with half of the words of the page or more does not count: it wraps the page.
    fn mark_forms(&mut self) {
        let total: f64 = self.blocks.iter().map(|block| block.words).sum();
        let mut in_form = Vec::with_capacity(self.elements.len());
        for element in &self.elements {
            let around = element.parent.is_some_and(|parent| in_form[parent]);
            let words: f64 = self.blocks[element.blocks.clone()].iter().map(|block| block.words).sum();
            in_form.push(around || element.kind == ElementKind::Form && 2.0 * words < total);
        }
        for block in &mut self.blocks {
            block.in_form = in_form[block.element];
        }
    }

    /// Whether a range of blocks contains the headline.
    pub(super) fn is_headed(&self, blocks: &Range<usize>) -> bool {
        self.headline.is_some_and(|headline| blocks.contains(&headline))
    }

    /// The index of an element and those of the elements around it, from the inside out.
    pub(super) fn inclusive_ancestors(&self, at: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(at), |&at| self.elements[at].parent)
    }

    /// Number of unlinked words in some blocks.
    pub(super) fn unlinked(&self, blocks: impl Iterator<Item = usize>) -> f64 {
        blocks.map(|at| self.blocks[at].unlinked()).sum()
    }

    /// Sum of the gains of a range of blocks.
    pub(super) fn value_of(&self, blocks: &Range<usize>) -> f64 {
        self.before[blocks.end] - self.before[blocks.start]
    }
}

/// Returns a hash of the texts of a page and their element paths.
fn identity(blocks: &[TextBlock], paths: &[u64]) -> u64 {
    let of_piece = |hash, block: &TextBlock| {
        let linked = block.linked.to_bits().rotate_left(32) ^ block.words.to_bits();
        let marks = mix(u64::from(block.in_title), linked);
        mix(mix(hash, spread(block.key)), spread(mix(paths[block.element], marks)))
    };
    spread(blocks.iter().fold(BASIS, of_piece))
}

/// Counts for each element the siblings with text and the same tag.
fn count_alike<'a>(elements: &mut [BlockElement], name: impl Fn(usize) -> &'a str) {
    let mut alike: HashMap<(Option<usize>, &str), u32> = HashMap::new();
    for (at, element) in elements.iter().enumerate().filter(|(_, element)| !element.blocks.is_empty()) {
        *alike.entry((element.parent, name(at))).or_default() += 1;
    }
    for (at, element) in elements.iter_mut().enumerate() {
        element.alike = alike.get(&(element.parent, name(at))).copied().unwrap_or_default();
    }
}

/// Returns the innermost block-level element around a block, if the block contains a picture.
fn pictures(tree: &Tree, cut: &Blocks, block: u32) -> Option<u32> {
    let block = &cut.blocks[block as usize];
    let is_picture = |id: u32| matches!(&*tree.element(ElementId(id)).name, "img" | "embed" | "video");
    block.elements.clone().any(is_picture).then_some(block.holder)
}

/// Counts how often each text occurs on a page, by the hash of its words.
pub(super) fn times(page: &Page) -> HashMap<u64, u32> {
    let mut times = HashMap::with_capacity(page.blocks.len());
    for block in &page.blocks {
        *times.entry(block.key).or_insert(0) += 1;
    }
    times
}

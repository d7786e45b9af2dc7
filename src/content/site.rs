//! Learning sites in a first pass over their pages, and reading pages in a second.
//!
//! In: pages of one site or of several, mixed. Out: a [`Site`], which reads pages one by one. The learner keeps a
//! bounded sample of the pages, clusters it by template, and learns a [`ClusterModel`] from each cluster. A page is
//! read with the model of the cluster that it fits; a page that fits none is read as if it were alone. The result does
//! not depend on the order of the pages.
//!
//! Cost: linear in the pages for both passes; memory is that of the sample.

use super::Content;
use super::article::ArticleFinder;
use super::comments::CommentBlocks;
use super::lean::Lean;
use super::markup::{RepeatedImages, image_addresses};
use super::piece::{Page, TextBlock};
use super::sample::Sample;
use super::set::ClusterModel;
use super::weigh::{OwnTextRule, texts};
use crate::document::Document;
use crate::page::{Landmark, Pages, Tree};
use crate::progress::{Counted, Step, each_set};
use crate::site::copies::{Copies, long_texts};
use crate::site::{Clusters, Sketch};
use hashbrown::HashMap;
use rayon::prelude::*;
use std::ops::Range;

/// All that was learned about the templates of some sites.
///
/// ```
/// use katagami::content::Learner;
/// use katagami::document::Document;
///
/// let says = ["The river rose all night and in the morning the bridge was gone.",
///             "Nobody knew who had left the letter on the table by the window."];
/// let pages = says.map(|says| Document::new("page", format!("<ul><li>Home<li>About</ul><div id=a><p>{says}</div>")));
/// let mut learner = Learner::new();
/// learner.add(&pages);
/// assert_eq!(learner.site().read(&pages[0]).text[0].text, says[0]);
/// ```
#[derive(Clone, Debug)]
pub struct Site {
    models: Vec<ClusterModel>,
    clusters: Clusters,
    /// For each page of the sample, by its identity, the index of its model.
    learned: HashMap<u64, usize>,
    images: RepeatedImages,
    lean: Lean,
}

/// Learns sites from their pages. It keeps a bounded sample of these, without their texts.
#[derive(Clone, Debug, Default)]
pub struct Learner {
    sample: Sample<Page>,
    with_images: bool,
    lean: Lean,
}

impl Learner {
    /// Creates a learner without pages.
    #[must_use]
    pub fn new() -> Self {
        Learner::default()
    }

    /// Also learns which images occur on several pages.
    #[must_use]
    pub fn with_images(self) -> Self {
        Learner { with_images: true, ..self }
    }

    /// Rather leaves out, or rather keeps, what may be content or not.
    #[must_use]
    pub fn leaning(self, lean: Lean) -> Self {
        Learner { lean, ..self }
    }

    /// Adds pages.
    pub fn add(&mut self, documents: &[Document]) {
        let read = |document: &Document| {
            let images = if self.with_images { image_addresses(document) } else { Vec::new() };
            Page { leaves: Vec::new(), images, ..Page::new(document.text()) }
        };
        for documents in documents.chunks(Pages::AT_ONCE) {
            for page in documents.par_iter().counted().map(read).collect::<Vec<Page>>() {
                self.sample.add(page.signature.shape(), page.identity, page);
            }
        }
    }

    /// Learns from the pages that were added.
    #[must_use]
    pub fn site(self) -> Site {
        Site { lean: self.lean, ..Site::learn(&mut self.sample.into_pages(), OwnTextRule::OnePage) }
    }
}

impl Site {
    /// Learns from pages, and weighs these.
    fn learn(pages: &mut [Page], own: OwnTextRule) -> Self {
        let (clusters, of) = Clusters::learn(&pages.iter().map(|page| &page.signature).collect::<Vec<_>>());
        let images = RepeatedImages::counted(pages.iter_mut().map(|page| std::mem::take(&mut page.images)));
        let mut groups: Vec<Vec<&mut Page>> = Vec::new();
        for (page, group) in pages.iter_mut().zip(of) {
            groups.resize_with(groups.len().max(group + 1), Vec::new);
            groups[group].push(page);
        }
        let mut learned = HashMap::new();
        for (set, group) in groups.iter().enumerate() {
            learned.extend(group.iter().map(|page| (page.identity, set)));
        }
        let models = each_set(groups, Vec::len, |mut pages| ClusterModel::learn(&mut pages, own));
        Site { models, clusters, learned, images, lean: Lean::default() }
    }

    /// Returns the images that several pages of the sample have, if the learner was asked for them with
    /// [`Learner::with_images`].
    #[must_use]
    pub fn repeated_images(&self) -> &RepeatedImages {
        &self.images
    }

    /// Returns the content of a page.
    #[must_use]
    pub fn read(&self, document: &Document) -> Content {
        self.read_with_tree(document).0
    }

    /// Returns the content of a page, and its tree as from [`shown_tree`](super::shown_tree).
    #[must_use]
    pub fn read_with_tree<'d>(&self, document: &'d Document) -> (Content, Tree<'d>) {
        let content = |page: &Page, comments: &[CommentBlocks], finder: &ArticleFinder<'_>| {
            page.content(document, &finder.chosen(page, comments), comments, finder)
        };
        let (mut page, tree) = Page::with_tree(document.text());
        (self.read_page(&mut page, content), tree)
    }

    /// Reads a page. `then` gets the page, the blocks of its comments, and an [`ArticleFinder`] for it.
    pub(super) fn read_page<T>(
        &self,
        page: &mut Page,
        then: impl FnOnce(&Page, &[CommentBlocks], &ArticleFinder<'_>) -> T,
    ) -> T {
        let set = self.learned.get(&page.identity).copied().or_else(|| self.clusters.of(&page.signature));
        let Some(set) = set.map(|set| &self.models[set]) else {
            return ClusterModel::learn(&mut [&mut *page], OwnTextRule::OnePage).read(page, self.lean, then);
        };
        if !page.is_weighed() {
            set.weigh(page);
        }
        set.read(page, self.lean, then)
    }
}

/// Learns from some pages and reads each of them.
pub(super) fn read<T: Send>(
    documents: &[Document],
    lean: Lean,
    then: impl Fn(&Document, &Page, &[CommentBlocks], &ArticleFinder<'_>) -> T + Sync,
) -> Vec<T> {
    let then =
        |number: usize, _: &Tree, page: &Page, comments: &[CommentBlocks], finder: &ArticleFinder<'_>| {
            then(&documents[number], page, comments, finder)
        };
    read_with_trees(documents, lean, then).0
}

/// Like [`read`], but `then` gets the number of the page and its tree, which takes about as much memory as the page. Also for each page the
/// number of the first with the same article. Pages of the sample are parsed once, others twice: these are not held.
pub(super) fn read_with_trees<T: Send>(
    documents: &[Document],
    lean: Lean,
    then: impl Fn(usize, &Tree<'_>, &Page, &[CommentBlocks], &ArticleFinder<'_>) -> T + Sync,
) -> (Vec<T>, Vec<usize>) {
    let step = Step::begin(documents.len() as u64);
    let mut sample: Sample<(usize, Page, Tree<'_>)> = Sample::default();
    let mut long = Vec::with_capacity(documents.len());
    for (chunk, documents) in documents.chunks(Pages::AT_ONCE).enumerate() {
        let pages: Vec<(Page, Tree<'_>)> =
            documents.par_iter().map(Document::text).map(Page::with_tree).collect();
        for (number, (page, tree)) in (chunk * Pages::AT_ONCE..).zip(pages) {
            long.push((page.identity, long_texts(texts(&page)).collect::<Vec<_>>()));
            sample.add(page.signature.shape(), page.identity, (number, page, tree));
        }
        step.done(documents.len() as u64);
    }
    drop(step);
    let copies =
        Copies::learn(long.into_iter().map(|(identity, texts)| (identity, texts.into_iter()))).groups;
    let (numbered, trees): (Vec<(usize, Page)>, Vec<Tree<'_>>) =
        sample.into_pages().into_iter().map(|(number, page, tree)| ((number, page), tree)).unzip();
    let (site, numbered) = learned_from(numbered, (OwnTextRule::OnePage, lean));
    let mut held: Vec<Option<(Page, Tree<'_>)>> = documents.iter().map(|_| None).collect();
    for ((number, page), tree) in numbered.into_iter().zip(trees) {
        held[number] = Some((page, tree));
    }
    let read = |(number, held): (usize, Option<(Page, Tree<'_>)>)| {
        let (mut page, tree) = held.unwrap_or_else(|| Page::with_tree(documents[number].text()));
        site.read_page(&mut page, |page, comments, finder| then(number, &tree, page, comments, finder))
    };
    (held.into_par_iter().enumerate().counted().map(read).collect(), copies)
}

/// Learns from pages, which are weighed then, each with its number.
fn learned_from(
    numbered: Vec<(usize, Page)>,
    (own, lean): (OwnTextRule, Lean),
) -> (Site, Vec<(usize, Page)>) {
    let (numbers, mut pages): (Vec<usize>, Vec<Page>) = numbered.into_iter().unzip();
    let site = Site { lean, ..Site::learn(&mut pages, own) };
    (site, numbers.into_iter().zip(pages).collect())
}

/// A page cut into blocks whose [roles](Role) are not yet known.
#[derive(Clone, Debug)]
pub(crate) struct Draft(Page);

impl Draft {
    /// Returns the features by which pages are clustered by template.
    pub(crate) fn template(&self) -> Sketch {
        self.0.signature.sketch()
    }

    /// Cuts a page. `then` gets its tree, and for each block the range of its leaves and a hash of its element path.
    pub(crate) fn new<T>(
        source: &str,
        then: impl FnOnce(&Tree<'_>, &mut dyn Iterator<Item = (Range<usize>, u64)>) -> T,
    ) -> (Self, T) {
        let (mut page, tree) = Page::with_tree(source);
        let paths = page.steps.paths();
        let block = |block: &TextBlock| {
            (block.leaves.start as usize..block.leaves.end as usize, paths[block.element])
        };
        let then = then(&tree, &mut page.blocks.iter().map(block));
        page.leaves = Vec::new();
        (Draft(page), then)
    }
}

/// The role of a block on its page.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Role {
    /// Part of the main text.
    Main,
    /// Other text that may belong to this page alone: few pages have it, or it is in the container of the main text.
    Beside,
    /// Template and links.
    Frame,
}

/// Returns the role of each block of some pages, which are learned from together. The main text of a page is its
/// article, or the posts of a thread; if that is little, all unique text; if that is little, too, all unique blocks
/// including links. A text that a few pages of a site have counts as unique, since it may be copied.
pub(crate) fn own_blocks(drafts: Vec<Draft>) -> Vec<Vec<Role>> {
    let pages = drafts.into_iter().map(|draft| draft.0).collect();
    read_pages(pages, (OwnTextRule::FewPages, Lean::default()), |_, page, comments, finder| {
        let article = finder.article(page);
        let mut own = vec![false; page.blocks.len()];
        // A list of links below an article shows what else there is.
        let is_of_page =
            |block: &&usize| page.blocks[**block].is_text() && !is_notice(page, &page.blocks[**block]);
        article.blocks.iter().filter(is_of_page).for_each(|&block| own[block] = true);
        let comment_words = page.unlinked(comments.iter().flat_map(|comment| comment.blocks.iter().copied()));
        if page.unlinked(article.blocks.iter().copied()) < LITTLE * comment_words {
            comments.iter().flat_map(|said| &said.blocks).for_each(|&block| own[block] = true);
        }
        let wide: Vec<bool> =
            page.blocks.iter().map(|block| block.is_own_text() && !is_notice(page, block)).collect();
        let is_little = page.unlinked(chosen(&own)) < LITTLE * page.unlinked(chosen(&wide));
        let main = if is_little { &wide } else { &own };
        // The content of a list of links is its links.
        let is_of_list =
            |(block, &is_main): (&TextBlock, &bool)| is_main || block.unique && !is_notice(page, block);
        let all: Vec<bool> = page.blocks.iter().zip(main).map(is_of_list).collect();
        let words = |blocks: &[bool]| chosen(blocks).map(|at| page.blocks[at].words).sum::<f64>();
        let main = if words(main) < LITTLE_OF_LIST * words(&all) { &all } else { main };
        let role = |at: usize| match &page.blocks[at] {
            _ if main[at] => Role::Main,
            block if wide[at] || finder.is_in_place(block) => Role::Beside,
            _ => Role::Frame,
        };
        (0..page.blocks.len()).map(role).collect()
    })
}

/// An article with less than 0.3 of the page's unique text is not its main text. With 0, three of nine pairs of similar
/// pages are wrong among pages of 1,400 sites, instead of two of eight, and inserted texts (docs/lab/similar.md) are found a
/// little less often; 0.5 makes more wrong pairs of these.
const LITTLE: f64 = 0.3;

/// A page whose main text has less than a tenth of the words of all its unique blocks, links included, is a list of
/// links. With 0.05 inserted texts are found a little less often; with 0.3, two of eight pairs of the 1,400 sites are
/// wrong, instead of one of seven.
const LITTLE_OF_LIST: f64 = 0.1;

/// Whether a block is in a dialog, such as a notice that opens on request, or in the footer of the page: such text is
/// never what a page is about, however long it is. The footer of an article does not count.
fn is_notice(page: &Page, block: &TextBlock) -> bool {
    let landmarks = page.elements[block.element].landmarks;
    let is_of_page = landmarks.has(Landmark::Main) || landmarks.has(Landmark::Article);
    landmarks.has(Landmark::Dialog) || landmarks.has(Landmark::Footer) && !is_of_page
}

/// Returns the indices of the blocks that are chosen.
fn chosen(blocks: &[bool]) -> impl Iterator<Item = usize> {
    blocks.iter().enumerate().filter(|block| *block.1).map(|block| block.0)
}

/// Learns from a sample of some pages, and reads all of them. `then` also gets the index of the page.
fn read_pages<T: Send>(
    mut pages: Vec<Page>,
    (own, lean): (OwnTextRule, Lean),
    then: impl Fn(usize, &Page, &[CommentBlocks], &ArticleFinder<'_>) -> T + Sync,
) -> Vec<T> {
    let mut sample = Sample::default();
    for (number, page) in pages.iter().enumerate() {
        sample.add(page.signature.shape(), page.identity, number);
    }
    let sampled =
        sample.into_pages().into_iter().map(|number| (number, std::mem::take(&mut pages[number]))).collect();
    let (site, sampled) = learned_from(sampled, (own, lean));
    for (number, page) in sampled {
        pages[number] = page;
    }
    let read = |(number, mut page): (usize, Page)| {
        site.read_page(&mut page, |page, comments, finder| then(number, page, comments, finder))
    };
    pages.into_par_iter().enumerate().counted().map(read).collect()
}

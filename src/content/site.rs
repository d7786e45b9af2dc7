//! What sites tell, learned in a first pass over their pages; a second pass reads each page by it.
//!
//! In: pages of one site or several, mixed. Learned from a bounded sample of them, a group of pages that share a template
//! tells its places, its texts, where its comments and its articles are. A page is read by what the group tells that it
//! fits; one that fits none is read as if it were alone. The order of the pages is all the same.

use super::Content;
use super::article::Frame;
use super::comments::Said;
use super::markup::{RepeatedImages, image_addresses};
use super::piece::{Page, Piece};
use super::sample::Sample;
use super::set::Set;
use super::weigh::Own;
use crate::document::Document;
use crate::page::{Landmark, Tree};
use crate::progress::{Counted, each_set};
use crate::site::{Clusters, Sketch};
use hashbrown::HashMap;
use rayon::prelude::*;
use std::ops::Range;

/// What sites tell about their pages.
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
    sets: Vec<Set>,
    clusters: Clusters,
    /// The sets of the pages that were learned from.
    learned: HashMap<u64, usize>,
    images: RepeatedImages,
}

/// Learns sites from their pages, of which it keeps a bounded sample, without their texts.
#[derive(Clone, Debug, Default)]
pub struct Learner {
    sample: Sample<Page>,
    with_images: bool,
}

impl Learner {
    /// Knows nothing.
    #[must_use]
    pub fn new() -> Self {
        Learner::default()
    }

    /// Learns also which images several pages have.
    #[must_use]
    pub fn with_images(self) -> Self {
        Learner { with_images: true, ..self }
    }

    /// Takes pages in.
    pub fn add(&mut self, documents: &[Document]) {
        let read = |document: &Document| {
            let images = if self.with_images { image_addresses(document) } else { Vec::new() };
            Page { leaves: Vec::new(), images, ..Page::new(document.text()) }
        };
        let pages: Vec<Page> = documents.par_iter().counted().map(read).collect();
        for page in pages {
            self.sample.add(page.signature.shape(), page.identity, page);
        }
    }

    /// What the sites tell.
    #[must_use]
    pub fn site(self) -> Site {
        Site::learn(&mut self.sample.into_pages(), Own::Alone)
    }
}

impl Site {
    /// Learns from pages, which are weighed then.
    fn learn(pages: &mut [Page], own: Own) -> Self {
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
        let sets = each_set(groups, Vec::len, |mut pages| Set::learn(&mut pages, own));
        Site { sets, clusters, learned, images }
    }

    /// The images that several of the pages have that were [learned](Learner::with_images) from.
    #[must_use]
    pub fn repeated_images(&self) -> &RepeatedImages {
        &self.images
    }

    /// What a page says.
    #[must_use]
    pub fn read(&self, document: &Document) -> Content {
        self.read_with_tree(document).0
    }

    /// The same with the page as a tree, as it is [shown](super::shown_tree).
    #[must_use]
    pub fn read_with_tree<'d>(&self, document: &'d Document) -> (Content, Tree<'d>) {
        let source = document.text();
        let content = |page: &Page, comments: &[Said], frame: &Frame<'_>| {
            page.content(source, &frame.chosen(page, comments), comments, frame)
        };
        let (mut page, tree) = Page::with_tree(source);
        (self.read_page(&mut page, content), tree)
    }

    /// Reads a page; `then` gets it with the pieces of its comments and all else that is known.
    pub(super) fn read_page<T>(
        &self,
        page: &mut Page,
        then: impl FnOnce(&Page, &[Said], &Frame<'_>) -> T,
    ) -> T {
        let set = self.learned.get(&page.identity).copied().or_else(|| self.clusters.of(&page.signature));
        let Some(set) = set.map(|set| &self.sets[set]) else {
            return Set::learn(&mut [&mut *page], Own::Alone).read(page, then);
        };
        if !page.is_weighed() {
            set.weigh(page);
        }
        set.read(page, then)
    }
}

/// Reads each of some pages by what all of them tell.
pub(super) fn read<T: Send>(
    documents: &[Document],
    then: impl Fn(&str, &Page, &[Said], &Frame<'_>) -> T + Sync,
) -> Vec<T> {
    let pages: Vec<Page> =
        documents.par_iter().counted().map(|document| Page::new(document.text())).collect();
    read_pages(pages, Own::Alone, |number, page, comments, frame| {
        then(documents[number].text(), page, comments, frame)
    })
}

/// The same; `then` gets the tree of each page too, which takes about as much memory as the page.
pub(super) fn read_with_trees<T: Send>(
    documents: &[Document],
    then: impl Fn(&Document, &Tree<'_>, &Page, &[Said], &Frame<'_>) -> T + Sync,
) -> Vec<T> {
    let read = |document| Page::with_tree(Document::text(document));
    let (pages, trees): (Vec<Page>, Vec<Tree<'_>>) = documents.par_iter().counted().map(read).unzip();
    read_pages(pages, Own::Alone, |number, page, comments, frame| {
        then(&documents[number], &trees[number], page, comments, frame)
    })
}

/// A page cut into blocks, of which it is not yet known which it is about.
#[derive(Clone, Debug)]
pub(crate) struct Draft(Page);

impl Draft {
    /// What tells the template of the page.
    pub(crate) fn template(&self) -> Sketch {
        self.0.signature.sketch()
    }

    /// Cuts a page; `then` gets its tree, and of each block the texts and a number of the path of elements around it.
    pub(crate) fn new<T>(
        source: &str,
        then: impl FnOnce(&Tree<'_>, &mut dyn Iterator<Item = (Range<usize>, u64)>) -> T,
    ) -> (Self, T) {
        let (mut page, tree) = Page::with_tree(source);
        let paths = page.steps.paths();
        let block =
            |piece: &Piece| (piece.leaves.start as usize..piece.leaves.end as usize, paths[piece.place]);
        let then = then(&tree, &mut page.pieces.iter().map(block));
        page.leaves = Vec::new();
        (Draft(page), then)
    }
}

/// What a block is to its page.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Role {
    /// Of what the page is about.
    Main,
    /// Text that may be the page's own all the same: few pages have it, or it stands in the place of the main text.
    Beside,
    /// The frame, and links.
    Frame,
}

/// The role of each block of some pages, by what all of them tell. A page is about its article, the posts of
/// a thread, or where these are little all text of its own, and where that is next to nothing its links too. What few pages of a site have counts as theirs, for it may be a copy.
pub(crate) fn own_blocks(drafts: Vec<Draft>) -> Vec<Vec<Role>> {
    let pages = drafts.into_iter().map(|draft| draft.0).collect();
    read_pages(pages, Own::Few, |_, page, comments, frame| {
        let article = frame.article(page);
        let mut own = vec![false; page.pieces.len()];
        let is_of_page = |piece: &&usize| !is_notice(page, &page.pieces[**piece]);
        article.pieces.iter().filter(is_of_page).for_each(|&piece| own[piece] = true);
        let said = page.unlinked(comments.iter().flat_map(|said| said.pieces.iter().copied()));
        if page.unlinked(article.pieces.iter().copied()) < LITTLE * said {
            comments.iter().flat_map(|said| &said.pieces).for_each(|&piece| own[piece] = true);
        }
        let wide: Vec<bool> =
            page.pieces.iter().map(|piece| piece.is_own_text() && !is_notice(page, piece)).collect();
        let is_little = page.unlinked(chosen(&own)) < LITTLE * page.unlinked(chosen(&wide));
        let main = if is_little { &wide } else { &own };
        // A list of links says what it says in links.
        let is_of_list = |(piece, &is_main): (&Piece, &bool)| {
            is_main || piece.unique && !piece.is_stray && !is_notice(page, piece)
        };
        let all: Vec<bool> = page.pieces.iter().zip(main).map(is_of_list).collect();
        let words = |blocks: &[bool]| chosen(blocks).map(|at| page.pieces[at].words).sum::<f64>();
        let main = if words(main) < LITTLE_OF_LIST * words(&all) { &all } else { main };
        let role = |at: usize| match &page.pieces[at] {
            _ if main[at] => Role::Main,
            piece if wide[at] || frame.is_in_place(piece) => Role::Beside,
            _ => Role::Frame,
        };
        (0..page.pieces.len()).map(role).collect()
    })
}

/// An article with less of the page's own text than 0.3 is none: the page says something else, or in another way. At 0 there are
/// three wrong pairs of nine for two of eight among pages of 1,400 sites, and poured texts (docs/SIMILAR.md) are found a little
/// less often; 0.5 makes more wrong pairs of these.
const LITTLE: f64 = 0.3;

/// A page with less main text than a tenth of all that it has for itself, links too, is a list of links. With 0.05 poured texts are found
/// a little less often, with 0.3 two pairs of eight of the 1,400 sites are wrong for one of seven.
const LITTLE_OF_LIST: f64 = 0.1;

/// Whether a block stands in a dialog, such as a notice that is shown when asked for, or at the foot of the page: what pages have
/// there they are not about, however long it is. The foot of an article is its own.
fn is_notice(page: &Page, piece: &Piece) -> bool {
    let landmarks = page.places[piece.place].landmarks;
    let is_of_page = landmarks.has(Landmark::Main) || landmarks.has(Landmark::Article);
    landmarks.has(Landmark::Dialog) || landmarks.has(Landmark::Footer) && !is_of_page
}

/// The blocks that are chosen.
fn chosen(blocks: &[bool]) -> impl Iterator<Item = usize> {
    blocks.iter().enumerate().filter(|block| *block.1).map(|block| block.0)
}

/// Reads pages by what all of them tell; `then` gets the number of each.
fn read_pages<T: Send>(
    mut pages: Vec<Page>,
    own: Own,
    then: impl Fn(usize, &Page, &[Said], &Frame<'_>) -> T + Sync,
) -> Vec<T> {
    let mut sample = Sample::default();
    for (number, page) in pages.iter().enumerate() {
        sample.add(page.signature.shape(), page.identity, number);
    }
    let numbers = sample.into_pages();
    let mut sampled: Vec<Page> = numbers.iter().map(|&number| std::mem::take(&mut pages[number])).collect();
    let site = Site::learn(&mut sampled, own);
    for (number, page) in numbers.into_iter().zip(sampled) {
        pages[number] = page;
    }
    let read = |(number, mut page): (usize, Page)| {
        site.read_page(&mut page, |page, comments, frame| then(number, page, comments, frame))
    };
    pages.into_par_iter().enumerate().counted().map(read).collect()
}

//! What sites tell, learned in a first pass over their pages; a second pass reads each page by it.
//!
//! In: pages of one site or several, mixed. Learned from a bounded sample of them, a group of pages that share a template
//! tells its places, its texts, where its comments and its articles are. A page is read by what the group tells that it
//! fits; one that fits none is read as if it were alone. The order of the pages is all the same.

use super::Content;
use super::article::Frame;
use super::piece::Page;
use super::sample::Sample;
use super::set::Set;
use crate::document::Document;
use crate::site::Clusters;
use hashbrown::HashMap;
use rayon::prelude::*;

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
}

/// Learns sites from their pages, of which it keeps a bounded sample, without their texts.
#[derive(Clone, Debug, Default)]
pub struct Learner {
    sample: Sample<Page>,
}

impl Learner {
    /// Knows nothing.
    #[must_use]
    pub fn new() -> Self {
        Learner::default()
    }

    /// Takes pages in.
    pub fn add(&mut self, documents: &[Document]) {
        let pages: Vec<Page> = documents.par_iter().map(|document| Page::new(document.text())).collect();
        for mut page in pages {
            page.leaves = Vec::new();
            self.sample.add(page.signature.shape(), page.identity, page);
        }
    }

    /// What the sites tell.
    #[must_use]
    pub fn site(self) -> Site {
        Site::learn(&mut self.sample.into_pages())
    }
}

impl Site {
    /// Learns from pages, which are weighed then.
    fn learn(pages: &mut [Page]) -> Self {
        let (clusters, of) = Clusters::learn(&pages.iter().map(|page| &page.signature).collect::<Vec<_>>());
        let mut groups: Vec<Vec<&mut Page>> = Vec::new();
        for (page, group) in pages.iter_mut().zip(of) {
            groups.resize_with(groups.len().max(group + 1), Vec::new);
            groups[group].push(page);
        }
        let mut learned = HashMap::new();
        for (set, group) in groups.iter().enumerate() {
            learned.extend(group.iter().map(|page| (page.identity, set)));
        }
        let sets = groups.into_par_iter().map(|mut pages| Set::learn(&mut pages)).collect();
        Site { sets, clusters, learned }
    }

    /// What a page says.
    #[must_use]
    pub fn read(&self, document: &Document) -> Content {
        let source = document.text();
        let content = |page: &Page, comments: &[Vec<usize>], frame: &Frame<'_>| {
            page.content(source, &frame.article(page), comments, frame)
        };
        self.read_page(&mut Page::new(source), content)
    }

    /// Reads a page; `then` gets it with the pieces of its comments and all else that is known.
    pub(super) fn read_page<T>(
        &self,
        page: &mut Page,
        then: impl FnOnce(&Page, &[Vec<usize>], &Frame<'_>) -> T,
    ) -> T {
        let set = self.learned.get(&page.identity).copied().or_else(|| self.clusters.of(&page.signature));
        let Some(set) = set.map(|set| &self.sets[set]) else {
            return Set::learn(&mut [&mut *page]).read(page, then);
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
    then: impl Fn(&str, &Page, &[Vec<usize>], &Frame<'_>) -> T + Sync,
) -> Vec<T> {
    let mut pages: Vec<Page> = documents.par_iter().map(|document| Page::new(document.text())).collect();
    let mut sample = Sample::default();
    for (number, page) in pages.iter().enumerate() {
        sample.add(page.signature.shape(), page.identity, number);
    }
    let numbers = sample.into_pages();
    let mut sampled: Vec<Page> = numbers.iter().map(|&number| std::mem::take(&mut pages[number])).collect();
    let site = Site::learn(&mut sampled);
    for (number, page) in numbers.into_iter().zip(sampled) {
        pages[number] = page;
    }
    let read = |(page, document): (Page, &Document)| {
        let mut page = page;
        site.read_page(&mut page, |page, comments, frame| then(document.text(), page, comments, frame))
    };
    pages.into_par_iter().zip(documents).map(read).collect()
}

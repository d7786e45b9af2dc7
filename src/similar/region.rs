//! Selects the text of a page that is compared: its main text, without its frame.
//!
//! In: pages, one window of a collection at a time. Out: the [`Facts`] of each page, read from its *region*.
//!
//! * [`Compare::Text`]: the region is the main text, that is, the article or the posts of a thread, as
//!   [`content`](crate::content) finds it from all pages of the window. A page without main text, such as a menu or a form, has no
//!   region and is similar to no page. Other text that may be the page's own is kept separately, because it may be the main
//!   text of a page of another template.
//! * [`Compare::Frame`]: the region is all text that the page shows; with [`Options::paper`], the content region (`published`).
//!
//! To find main texts, other pages of the same site must be known. So pages are collected, cut into blocks and without their
//! sources, until the window is full. A window holds consecutive pages of the input, or pages of one host ([`by_host`]); the second
//! does not depend on the other pages, so several machines can read parts of a collection. Time is linear in the pages; memory is
//! one window.

use super::{Compare, Facts, Options, Paragraphs, published, url};
use crate::content::{Draft, own_blocks};
use crate::document::Document;
use crate::page::Tree;
use rayon::prelude::*;
use std::borrow::Borrow;

/// The largest number of pages in a window: as many as `content` learns a site from.
const PAGES: usize = 4096;

/// A window is full when its sources have this many bytes; their blocks take about as much memory. With ten times as many bytes,
/// the same pairs are found on pages of 1,400 sites.
const BYTES: usize = 32 << 20;

/// The largest number of pages in a window of one host: pages of 64 KiB on the average fill the bytes of a window.
pub const HOST_PAGES: usize = 512;

/// Pages that are read together.
#[derive(Debug)]
pub struct Window<'a> {
    options: &'a Options,
    drafts: Vec<Draft>,
    pages: Vec<(Facts, Paragraphs)>,
    /// The bytes of their sources.
    bytes: usize,
}

impl<'a> Window<'a> {
    /// An empty window.
    #[must_use]
    pub fn new(options: &'a Options) -> Self {
        Window { options, drafts: Vec::new(), pages: Vec::new(), bytes: 0 }
    }

    /// Whether the window has enough pages to be read.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.pages.len() >= PAGES || self.bytes >= BYTES
    }

    /// Adds pages.
    pub fn add(&mut self, documents: &[impl Borrow<Document> + Sync]) {
        self.bytes += documents.iter().map(|document| document.borrow().text().len()).sum::<usize>();
        let options = self.options;
        let cut: Vec<_> = documents.par_iter().map(|document| cut(document.borrow(), options)).collect();
        for (draft, paragraphs, facts) in cut {
            self.drafts.extend(draft);
            self.pages.push((facts, paragraphs));
        }
    }

    /// Reads all pages of the window, which is empty afterwards.
    pub fn read(&mut self) -> Vec<Facts> {
        self.bytes = 0;
        let mut pages = std::mem::take(&mut self.pages);
        let own = own_blocks(std::mem::take(&mut self.drafts));
        for ((_, paragraphs), own) in pages.iter_mut().zip(&own) {
            paragraphs.part(own);
        }
        let options = self.options;
        let read = |(facts, paragraphs): (Facts, Paragraphs)| facts.with_text(&paragraphs, options);
        pages.into_par_iter().map(read).collect()
    }
}

/// Reads pages as one window.
#[must_use]
pub fn read(documents: &[impl Borrow<Document> + Sync], options: &Options) -> Vec<Facts> {
    let mut window = Window::new(options);
    window.add(documents);
    window.read()
}

/// Divides pages into windows of at most [`HOST_PAGES`] pages of one host, in the order of hosts and addresses. Of several pages
/// with the same address only the first is kept. For a page without an address its name is used; it has no host unless the name is
/// an address.
#[must_use]
pub fn by_host(documents: &[Document]) -> Vec<Vec<&Document>> {
    let address = |document: &Document| document.url().unwrap_or(document.name()).to_owned();
    let keyed = documents.iter().map(|document| {
        let address = address(document);
        ((url::host(&address), address), document)
    });
    let mut pages: Vec<_> = keyed.collect();
    pages.sort_by(|one, other| one.0.cmp(&other.0));
    pages.dedup_by(|one, other| one.0 == other.0);
    let hosts = pages.chunk_by(|one, other| one.0.0 == other.0.0);
    let windows = hosts.flat_map(|pages| pages.chunks(HOST_PAGES));
    windows.map(|pages| pages.iter().map(|page| page.1).collect()).collect()
}

/// The blocks and paragraphs of a page, and those of its facts that do not depend on its region.
fn cut(document: &Document, options: &Options) -> (Option<Draft>, Paragraphs, Facts) {
    let source = document.text();
    let facts = Facts::without_text(document);
    match options.compare {
        Compare::Text => {
            let (draft, mut paragraphs) =
                Draft::new(source, |tree, blocks| Paragraphs::of_blocks(tree, source, blocks));
            paragraphs.template = draft.template();
            (Some(draft), paragraphs, facts)
        }
        Compare::Frame if options.is_paper => {
            (None, published::paragraphs(&Tree::whole(source), source), facts)
        }
        Compare::Frame => (None, Paragraphs::of_page(source), facts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::digest;
    use crate::similar::pairs;
    use proptest::prelude::*;

    /// A sentence for each number; no two of them have a word in common.
    fn sentence(number: u64) -> String {
        let start = digest::spread(digest::mix(digest::BASIS, number));
        let word = |place: u64| format!("w{:x}", digest::spread(digest::mix(start, place)) >> 34);
        (0..12).map(word).collect::<Vec<_>>().join(" ") + "."
    }

    fn text(sentences: impl IntoIterator<Item = u64>) -> String {
        sentences.into_iter().map(|number| ["<p>", &sentence(number), "</p>"].concat()).collect()
    }

    /// A page in the frame of a site.
    fn page(site: u64, text: &str) -> Document {
        let frame = self::text(1000 * site..1000 * site + 4);
        Document::new(
            format!("{site}{text}"),
            format!(
                "<div id=menu><ul><li><a href=/>Home of {site}</a><li><a href=/a>About us</a></ul></div>\
                 <div class=main>{text}</div><div id=about>{frame}</div>"
            ),
        )
    }

    fn found(pages: &[Document], options: &Options) -> Vec<(u32, u32)> {
        pairs(pages, options).into_iter().map(|(a, b, _)| (a, b)).collect()
    }

    #[test]
    fn pages_with_the_same_frame_are_compared_by_their_main_texts() {
        let pages = [page(1, &text(1..4)), page(1, &text(4..7)), page(1, &text(7..10)), page(2, &text(1..4))];
        assert_eq!(found(&pages, &Options::new()), [(0, 3)]);
        assert!(found(&pages, &Options::new().with_compare(Compare::Frame)).contains(&(0, 1)));
    }

    #[test]
    fn windows_by_host_do_not_depend_on_the_order_of_the_pages() {
        let address = |number: usize| format!("http://{}.test/{:04}", ["b", "a"][number % 2], number / 2);
        let mut pages: Vec<Document> =
            (0..2 * HOST_PAGES + 4).map(|number| page(1, "").with_url(address(number))).collect();
        pages.push(page(1, "").with_url("http://B.test/0000"));
        let windows = |pages: &[Document]| -> Vec<Vec<String>> {
            let address = |page: &&Document| page.url().unwrap().to_owned();
            by_host(pages).iter().map(|window| window.iter().map(address).collect()).collect()
        };
        let found = windows(&pages);
        assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [HOST_PAGES, 2, HOST_PAGES, 3]);
        assert_eq!([&*found[1][0], &*found[2][0]], ["http://a.test/0512", "http://B.test/0000"]);
        pages.reverse();
        assert_eq!(windows(&pages), found);
    }

    #[test]
    fn a_page_without_own_text_is_similar_to_no_page() {
        let pages = [page(1, ""), page(1, "<p>Log in"), page(1, &text(1..4)), page(1, &text(4..7))];
        assert_eq!(found(&pages, &Options::new()), []);
        assert_eq!(read(&pages, &Options::new())[0].outline.chars(), 0);
    }

    #[test]
    fn a_text_shorter_than_a_sentence_makes_no_pair() {
        let pages = |label: &str| [1, 2, 3].map(|site| page(site, &format!("<p>{label}")));
        assert_eq!(found(&pages("Sections"), &Options::new()), []);
        let alone = |label: &str| [1, 2].map(|site| Document::new(format!("{site}"), format!("<p>{label}")));
        assert_eq!(found(&alone("Sections"), &Options::new()), []);
        assert_eq!(found(&alone("Sections of the weekly paper"), &Options::new()), [(0, 1)]);
    }

    /// The same page with another markup.
    fn with_other_markup(page: &Document) -> Document {
        Document::new(format!("{} with other markup", page.name()), page.text().replace("div", "section"))
    }

    #[test]
    fn a_main_text_is_found_outside_the_main_text_of_a_page_of_another_site() {
        let pages = [Document::new("1", text(2000..2004)), page(2, &text(1..25))];
        assert_eq!(found(&pages, &Options::new()), [(0, 1)]);
    }

    #[test]
    fn common_text_outside_both_main_texts_makes_no_pair() {
        let pages = [page(1, &text(1..25)), with_other_markup(&page(1, &text(25..50)))];
        assert_eq!(found(&pages, &Options::new()), []);
    }

    #[test]
    fn links_beside_an_article_are_no_part_of_it() {
        let site = |own: u64| {
            let links: Vec<String> =
                (900..904).map(|number| format!("<li><a href=x>{}</a>", sentence(number))).collect();
            let links = links.concat();
            let text = format!("<h1>A</h1>{}<hr><ul>{links}</ul>", text(own..own + 4));
            Document::new(format!("{own}"), text)
        };
        let others = (10..60)
            .step_by(5)
            .map(|own| Document::new(format!("{own}"), format!("<h1>A</h1>{}", text(own..own + 4))));
        let pages: Vec<Document> = [site(1), site(5)].into_iter().chain(others).collect();
        assert_eq!(found(&pages, &Options::new().with_least(0.0)), []);
    }

    #[test]
    fn a_pair_has_a_rare_sentence_in_common_even_if_little_is_asked_for() {
        let options = Options::new().with_least(0.0).with_compare(Compare::Frame);
        let pages = |count: u64| -> Vec<Document> {
            let text = |page: u64| text([500, 10 * page, 10 * page + 1]) + "<p>Good day.</p>";
            (1..=count).map(|page| Document::new(format!("{page}"), text(page))).collect()
        };
        assert_eq!(found(&pages(2), &options), [(0, 1)]);
        assert_eq!(found(&pages(12), &options), []);
    }

    #[test]
    fn a_long_notice_at_the_foot_is_no_main_text() {
        let shop = |own: u64| {
            let notice = format!("<footer><div role=dialog>{}</div></footer>", text(500..540));
            let page = page(1, &text(own..own + 3));
            Document::new(format!("{own}"), page.text().to_owned() + &notice)
        };
        assert_eq!(found(&[shop(1), shop(4)], &Options::new()), []);
    }

    #[test]
    fn text_at_a_path_without_other_text_is_no_quotation() {
        let site = |site: char, own: u64, common: &str| {
            let others = ('a'..='z').map(|other| format!("<i class={site}{other}>{site}{other}</i>"));
            let text = text(own..own + 4) + common + &text(own + 4..own + 8);
            Document::new(format!("{site}"), format!("<main>{text}</main>{}", others.collect::<String>()))
        };
        let found = |common: &str| {
            let pages = [site('x', 10, common), site('y', 20, common)];
            found(&pages, &Options::new().with_least(0.1))
        };
        assert_eq!(found(&text(1..4)), [(0, 1)]);
        assert_eq!(found(&format!("<div class=rules>{}</div>", text(1..4))), []);
    }

    #[test]
    fn a_common_end_is_no_quotation() {
        let quoted = |own: u64| text([own, own + 1, own + 2, 7, 8, own + 3, own + 4, own + 5]);
        let ends = |own: u64| text([own, own + 1, own + 2, own + 3, own + 4, own + 5, 7, 8]);
        let options = Options::new().with_least(0.1);
        // Two sites of three pages each, with markup of their own.
        let found = |text: fn(u64) -> String| {
            let site = |site: u64, own: u64| {
                [text(own), self::text(own + 100..own + 108), self::text(own + 200..own + 208)]
                    .map(|text| page(site, &text))
            };
            found(&[site(1, 20), site(2, 30).map(|page| with_other_markup(&page))].concat(), &options)
        };
        assert_eq!(found(quoted), [(0, 3)]);
        assert_eq!(found(ends), []);
    }

    #[test]
    fn own_text_that_looks_like_template_is_not_lost() {
        let pages = [[1, 21, 1], [30, 21, 30], [31, 1, 37], [1, 1, 1], [31, 30, 1], [1, 1, 1]];
        let pages = pages.map(|numbers| page(1, &text(numbers)));
        let found = pairs(&pages, &Options::new());
        let pair = found.iter().find(|&&(a, b, _)| (a, b) == (0, 1));
        assert!(pair.is_none_or(|(_, _, pair)| pair.held.iter().all(|&share| share < 0.9)), "{pair:?}");
    }

    /// Each text of a page may be on several other pages of its template, so that the page seems to have no text of its own.
    #[test]
    fn text_at_the_path_of_other_pages_main_texts_is_not_lost() {
        let site = |site: u64, pages: &[&[u64]]| -> Vec<Document> {
            pages.iter().map(|numbers| page(site, &text(numbers.iter().copied()))).collect()
        };
        let others = site(2, &[&[24, 26, 3], &[24, 26, 39, 1], &[20, 6, 1, 18], &[18, 20, 4], &[1, 1, 7]]);
        let pages = [site(1, &[&[2, 6, 38], &[18, 1, 20]]), others].concat();
        let found = pairs(&pages, &Options::new());
        let pair = found.iter().find(|&&(a, b, _)| (a, b) == (0, 1));
        assert!(pair.is_none_or(|(_, _, pair)| pair.held.iter().all(|&share| share < 0.9)), "{pair:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        /// The rule of `--keep` and `--groups`: a page is dropped for another one that has 0.9 of its text.
        #[test]
        fn a_page_that_replaces_another_has_its_text(
            pages in prop::collection::vec((1_u64..3, prop::collection::vec(1_u64..40, 3..12)), 2..12),
        ) {
            let documents: Vec<Document> =
                pages.iter().map(|(site, numbers)| page(*site, &text(numbers.iter().copied()))).collect();
            for (a, b, pair) in pairs(&documents, &Options::new()) {
                let [a, b] = [a, b].map(|page| &pages[page as usize].1);
                for (share, page, other) in [(pair.held[0], a, b), (pair.held[1], b, a)] {
                    let common = page.iter().filter(|number| other.contains(number)).count();
                    prop_assert!(share < 0.9 || 10 * common >= 8 * page.len(), "{:?} {:?}", page, other);
                }
            }
        }
    }
}

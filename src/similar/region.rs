//! Which text of a page is compared: what it is about, not its frame.
//!
//! In: pages, a window of a collection at a time. Out: the [`Facts`] of each, read from its *region*.
//!
//! * [`Compare::Text`]: the main text, as [`content`](crate::content) finds it by what the pages of the window tell: the
//!   article, or the posts of a thread. A page without any, such as a menu or a form, has no region, and is similar to nothing.
//!   Its other text of its own is kept apart: a page of another template may have it for its main text.
//! * [`Compare::Frame`]: all that the page shows; as published, its content region (`published`).
//!
//! What a page's site tells must be at hand when it is read, so pages are kept, cut into blocks and without their sources, until
//! there are enough of them. A window are pages that come one after another, or pages of one host ([`by_host`]), which does not
//! depend on what else is read, so that many machines may read a collection. Time linear in the pages; memory one window.

use super::{Compare, Facts, Options, Paragraphs, published, url};
use crate::content::{Draft, own_blocks};
use crate::document::Document;
use crate::page::Tree;
use rayon::prelude::*;
use std::borrow::Borrow;

/// Pages of a window: as many as `content` learns a site from.
const PAGES: usize = 4096;

/// Bytes of the sources of a window, of which the blocks take as much again; with ten times as much, pages of 1,400 sites have the
/// same pairs.
const BYTES: usize = 32 << 20;

/// Pages of a window of one host: as many of 64 KiB as the bytes of any window.
pub const HOST_PAGES: usize = 512;

/// Pages on the way to be read.
#[derive(Debug)]
pub struct Window<'a> {
    options: &'a Options,
    drafts: Vec<Draft>,
    pages: Vec<(Facts, Paragraphs)>,
    /// Bytes of their sources.
    bytes: usize,
}

impl<'a> Window<'a> {
    /// No page yet.
    #[must_use]
    pub fn new(options: &'a Options) -> Self {
        Window { options, drafts: Vec::new(), pages: Vec::new(), bytes: 0 }
    }

    /// Whether there are enough pages to tell what their sites have in common.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.pages.len() >= PAGES || self.bytes >= BYTES
    }

    /// Takes pages in.
    pub fn add(&mut self, documents: &[impl Borrow<Document> + Sync]) {
        self.bytes += documents.iter().map(|document| document.borrow().text().len()).sum::<usize>();
        let options = self.options;
        let cut: Vec<_> = documents.par_iter().map(|document| cut(document.borrow(), options)).collect();
        for (draft, paragraphs, facts) in cut {
            self.drafts.extend(draft);
            self.pages.push((facts, paragraphs));
        }
    }

    /// Reads all pages, and has none then.
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

/// Windows of pages of one host each, at most [`HOST_PAGES`], in the order of hosts and addresses. Of pages with one address the
/// first is taken. A page without an address is called by its name, and has no host.
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

/// The blocks of a page, with all that does not depend on its region.
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

    /// A sentence of its own for each number, no word of which another one has.
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
    fn pages_of_one_frame_are_alike_for_their_texts_alone() {
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
    fn a_page_without_text_of_its_own_is_similar_to_nothing() {
        let pages = [page(1, ""), page(1, "<p>Log in"), page(1, &text(1..4)), page(1, &text(4..7))];
        assert_eq!(found(&pages, &Options::new()), []);
        assert_eq!(read(&pages, &Options::new())[0].outline.chars(), 0);
    }

    /// The same page with another markup.
    fn remade(page: &Document) -> Document {
        Document::new(format!("{} remade", page.name()), page.text().replace("div", "section"))
    }

    #[test]
    fn a_main_text_is_found_where_a_page_of_another_site_has_it_beside_its_own() {
        let pages = [Document::new("1", text(2000..2004)), page(2, &text(1..25))];
        assert_eq!(found(&pages, &Options::new()), [(0, 1)]);
    }

    #[test]
    fn two_pages_are_not_alike_for_what_both_have_beside_their_main_texts() {
        let pages = [page(1, &text(1..25)), remade(&page(1, &text(25..50)))];
        assert_eq!(found(&pages, &Options::new()), []);
    }

    #[test]
    fn pages_are_not_about_a_long_notice_at_their_foot() {
        let shop = |own: u64| {
            let notice = format!("<footer><div role=dialog>{}</div></footer>", text(500..540));
            let page = page(1, &text(own..own + 3));
            Document::new(format!("{own}"), page.text().to_owned() + &notice)
        };
        assert_eq!(found(&[shop(1), shop(4)], &Options::new()), []);
    }

    #[test]
    fn what_stands_alone_in_its_place_on_two_pages_is_no_quotation() {
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
    fn a_quotation_is_told_from_what_texts_end_with() {
        let quoted = |own: u64| text([own, own + 1, own + 2, 7, 8, own + 3, own + 4, own + 5]);
        let ends = |own: u64| text([own, own + 1, own + 2, own + 3, own + 4, own + 5, 7, 8]);
        let options = Options::new().with_least(0.1);
        // Two sites of three pages each, with markup of their own.
        let found = |text: fn(u64) -> String| {
            let site = |site: u64, own: u64| {
                [text(own), self::text(own + 100..own + 108), self::text(own + 200..own + 208)]
                    .map(|text| page(site, &text))
            };
            found(&[site(1, 20), site(2, 30).map(|page| remade(&page))].concat(), &options)
        };
        assert_eq!(found(quoted), [(0, 3)]);
        assert_eq!(found(ends), []);
    }

    #[test]
    fn text_that_a_template_seems_to_have_is_not_lost() {
        let pages = [[1, 21, 1], [30, 21, 30], [31, 1, 37], [1, 1, 1], [31, 30, 1], [1, 1, 1]];
        let pages = pages.map(|numbers| page(1, &text(numbers)));
        let found = pairs(&pages, &Options::new());
        let pair = found.iter().find(|&&(a, b, _)| (a, b) == (0, 1));
        assert!(pair.is_none_or(|(_, _, pair)| pair.held.iter().all(|&held| held < 0.9)), "{pair:?}");
    }

    /// Of a page of a template the whole text may be on several pages each, other ones with it, so that nothing of it seems to be its own.
    #[test]
    fn text_in_the_place_where_other_pages_have_theirs_is_not_lost() {
        let site = |site: u64, pages: &[&[u64]]| -> Vec<Document> {
            pages.iter().map(|numbers| page(site, &text(numbers.iter().copied()))).collect()
        };
        let others = site(2, &[&[24, 26, 3], &[24, 26, 39, 1], &[20, 6, 1, 18], &[18, 20, 4], &[1, 1, 7]]);
        let pages = [site(1, &[&[2, 6, 38], &[18, 1, 20]]), others].concat();
        let found = pairs(&pages, &Options::new());
        let pair = found.iter().find(|&&(a, b, _)| (a, b) == (0, 1));
        assert!(pair.is_none_or(|(_, _, pair)| pair.held.iter().all(|&held| held < 0.9)), "{pair:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        /// What `--keep` and `--groups` go by: one page is enough for another when it has 0.9 of what that says.
        #[test]
        fn no_page_is_enough_for_another_whose_text_it_has_not(
            pages in prop::collection::vec((1_u64..3, prop::collection::vec(1_u64..40, 3..12)), 2..12),
        ) {
            let documents: Vec<Document> =
                pages.iter().map(|(site, numbers)| page(*site, &text(numbers.iter().copied()))).collect();
            for (a, b, pair) in pairs(&documents, &Options::new()) {
                let [a, b] = [a, b].map(|page| &pages[page as usize].1);
                for (held, page, other) in [(pair.held[0], a, b), (pair.held[1], b, a)] {
                    let there = page.iter().filter(|number| other.contains(number)).count();
                    prop_assert!(held < 0.9 || 10 * there >= 8 * page.len(), "{:?} {:?}", page, other);
                }
            }
        }
    }
}

//! The sites of a collection: an address, a frame around every page, a style of markup.

use super::WebPage;
use super::frame::{Frame, Parts};
use super::text::Text;
use crate::language::Language;
use crate::rng::Rng;

/// Endings of host names that do not identify a site; the source has a list of them.
const ENDS: [&str; 6] = ["co.jp", "ne.jp", "or.jp", "ac.jp", "com", "net"];

/// Names of folders that many sites have; a site has one of these or its own.
const FOLDERS: [&str; 4] = ["blog", "archives", "diary", "news"];

/// The percentage of sites whose folder other sites have too. Tried: 15 and 40; see the module's limits.
const COMMON_FOLDER: usize = 40;

/// The percentage of sites with their own slogan and notice. Tried: 12 and 25; see the module's limits.
const WORDY: usize = 25;

/// Blog services; all blogs of a service have its frame and its notice.
const SERVICES: usize = 8;

/// A site.
#[derive(Clone, Debug)]
pub(super) struct Host {
    pub(super) language: Language,
    /// The host in addresses.
    pub(super) name: String,
    /// The folder of its pages, with a leading slash.
    pub(super) folder: String,
    ending: &'static str,
    frame: Frame,
    title: String,
    menu: String,
    recent: Vec<String>,
    slogan: String,
    notice: String,
    service: String,
}

impl Host {
    /// The site of a number in a collection.
    pub(super) fn new(collection: &Rng, language: Language, number: usize) -> Self {
        let mut rng = collection.named("host", number);
        let title = language.title(&mut rng);
        let www = if rng.chance(60) { "www." } else { "" };
        let name = format!("{www}{}{number}.{}", syllables(&mut rng), rng.pick(&ENDS));
        let common = rng.zipf(&FOLDERS).to_owned();
        let folder = if rng.chance(COMMON_FOLDER) { common } else { syllables(&mut rng) };
        let folder = format!("/{folder}");
        let items = rng.between(8, 20);
        let menu = (0..items)
            .map(|item| format!("<li><a href=\"/menu{item}.html\">{}</a></li>", language.phrase(&mut rng)));
        let menu = menu.collect();
        let recent = (0..30)
            .map(|item| format!("<li><a href=\"/{item}.html\">{}</a></li>", language.headline(&mut rng)));
        let recent = recent.collect();
        let is_wordy = rng.chance(WORDY);
        let mut own = |count| if is_wordy { language.prose(&mut rng, count) } else { String::new() };
        let (slogan, notice) = (own(1), own(2));
        let (frame, service) = if rng.chance(40) {
            service(collection, language, rng.zipf_rank(SERVICES))
        } else {
            (Frame::new(&mut rng), String::new())
        };
        let ending = rng.pick(&["html", "htm", "html"]);
        Host { language, name, folder, ending, frame, title, menu, recent, slogan, notice, service }
    }

    /// The same site under another name.
    pub(super) fn moved(&self, name: String, folder: &str) -> Self {
        Host { name, folder: folder.to_owned(), ..self.clone() }
    }

    /// The address of a page.
    pub(super) fn url(&self, page: &str) -> String {
        format!("http://{}{}/{page}.{}", self.name, self.folder, self.ending)
    }

    /// A page with this text.
    pub(super) fn page(&self, rng: &mut Rng, url: String, title: &str, text: &Text) -> WebPage {
        let html = text.html(self.language, self.frame.has_paragraphs());
        self.framed(rng, url, title, &html)
    }

    /// A page with this content.
    pub(super) fn framed(&self, rng: &mut Rng, url: String, title: &str, content: &str) -> WebPage {
        let Host { title: site, menu, slogan, notice, service, .. } = self;
        let from = rng.below(self.recent.len() - 6);
        let recent = &self.recent[from..from + 6].concat();
        let date = &self.language.date(rng);
        let visitors = rng.between(100, 99_999);
        let body = self.frame.body(&Parts {
            site,
            slogan,
            menu,
            recent,
            title,
            date,
            content,
            service,
            notice,
            visitors,
        });
        let head = format!("<html><head><meta charset=\"utf-8\"><title>{title} | {site}</title></head>");
        let html = format!("{head}<body>{body}</body></html>\n");
        let start = html.find(content).expect("the content was put there");
        WebPage { url, content: start..start + content.len(), html }
    }
}

/// The frame of a blog service, and its notice below every post.
fn service(collection: &Rng, language: Language, number: usize) -> (Frame, String) {
    let mut rng = collection.named("service", number);
    (Frame::new(&mut rng), language.prose(&mut rng, 2))
}

/// An invented name.
pub(super) fn syllables(rng: &mut Rng) -> String {
    let syllable = |rng: &mut Rng| {
        format!(
            "{}{}",
            rng.pick(&["k", "s", "t", "n", "h", "m", "y", "r"]),
            rng.pick(&["a", "i", "u", "e", "o"])
        )
    };
    let count = rng.between(3, 4);
    (0..count).map(|_| syllable(rng)).collect()
}

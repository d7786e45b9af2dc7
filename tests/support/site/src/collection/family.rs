//! Families of pages, each with its related pairs.

use super::host::{Host, syllables};
use super::text::Text;
use super::{Collection, Kind, Pair, WebPage};
use crate::language::Language;
use crate::rng::Rng;
use std::ops::Range;

/// Collects pages, one family after another.
pub(super) struct Families<'a> {
    language: Language,
    hosts: &'a [Host],
    pages: Vec<WebPage>,
    pairs: Vec<Pair>,
    free: Vec<Range<usize>>,
}

impl<'a> Families<'a> {
    /// No pages yet.
    pub(super) fn new(language: Language, hosts: &'a [Host]) -> Self {
        Families { language, hosts, pages: Vec::new(), pairs: Vec::new(), free: Vec::new() }
    }

    /// All pages so far.
    pub(super) fn collection(mut self) -> Collection {
        self.pairs.sort_unstable();
        Collection { pages: self.pages, pairs: self.pairs, free: self.free }
    }

    /// Adds a family.
    pub(super) fn add(&mut self, kind: Kind, rng: &mut Rng) {
        match kind {
            Kind::Mirror => self.mirror(rng),
            Kind::Standard => {
                let (from, hosts) = (self.pages.len(), rng.between(2, 4));
                self.standard(hosts, rng);
                self.relate_all(kind, from);
            }
            Kind::Spread => {
                let (from, hosts) = (self.pages.len(), rng.between(12, 20));
                self.standard(hosts, rng);
                (from + 1..self.pages.len()).for_each(|other| self.relate(kind, from, other));
                self.free.push(from + 1..self.pages.len());
            }
            Kind::Taken => self.taken(kind, rng, |_, _, sentence| sentence.to_owned()),
            Kind::Rewritten => self.taken(kind, rng, rewritten),
            Kind::Month => self.month(rng),
            Kind::Directory => self.directory(rng),
            Kind::Passage => self.passage(rng),
            Kind::Quoted => self.quoted(rng),
            Kind::Listed => self.listed(rng),
            Kind::SpamLinked | Kind::Spam => self.spam(kind, rng),
            Kind::Common => self.common(rng),
            Kind::Plagiarised => self.plagiarised(rng),
        }
    }

    /// An unrelated page.
    pub(super) fn alone(&mut self, rng: &mut Rng) {
        let text = self.text(rng);
        let host = self.host(rng);
        self.push(rng, host, &text);
    }

    /// Three to six unrelated pages of a site, with a picture or a form and one or two own sentences.
    pub(super) fn empty(&mut self, rng: &mut Rng) {
        let (host, count) = (self.host(rng), rng.between(3, 6));
        for _ in 0..count {
            let sentences = rng.between(0, 2);
            let text = Text::new(self.language, rng, sentences);
            self.push(rng, host, &text);
        }
    }

    /// A page, and a copy of it on another site with words changed.
    pub(super) fn reworded(&mut self, permille: usize, rng: &mut Rng) {
        let language = self.language;
        self.taken(Kind::Rewritten, rng, |_, rng, sentence| language.reworded_by(rng, sentence, permille));
    }

    /// The next page's name in its folder.
    fn name(&self) -> String {
        format!("p{:05}", self.pages.len())
    }

    fn host(&self, rng: &mut Rng) -> &'a Host {
        &self.hosts[rng.zipf_rank(self.hosts.len())]
    }

    /// Distinct hosts.
    fn different(&self, rng: &mut Rng, count: usize) -> Vec<&'a Host> {
        let mut hosts: Vec<&Host> = Vec::new();
        while hosts.len() < count {
            let host = self.host(rng);
            if hosts.iter().all(|other| other.name != host.name) {
                hosts.push(host);
            }
        }
        hosts
    }

    /// The text of a page.
    fn text(&self, rng: &mut Rng) -> Text {
        let sentences = rng.between(20, 45);
        Text::new(self.language, rng, sentences)
    }

    /// Adds a page under its own address, and returns its number.
    fn push(&mut self, rng: &mut Rng, host: &Host, text: &Text) -> usize {
        let title = self.language.headline(rng);
        self.pages.push(host.page(rng, host.url(&self.name()), &title, text));
        self.pages.len() - 1
    }

    fn relate(&mut self, kind: Kind, one: usize, other: usize) {
        self.pairs.push(Pair { pages: [one.min(other), one.max(other)], kind });
    }

    /// Relates each two of the last pages.
    fn relate_all(&mut self, kind: Kind, from: usize) {
        for other in from..self.pages.len() {
            for one in from..other {
                self.relate(kind, one, other);
            }
        }
    }

    /// Two to four addresses of a page.
    fn mirror(&mut self, rng: &mut Rng) {
        let (from, host, text) = (self.pages.len(), self.host(rng), self.text(rng));
        let (title, name) = (self.language.headline(rng), self.name());
        let has_person = rng.chance(20);
        let folder =
            if has_person { format!("/~{}{}", syllables(rng), host.folder) } else { host.folder.clone() };
        let first = host.moved(host.name.clone(), &folder);
        self.pages.push(first.page(rng, first.url(&name), &title, &text));
        let more = if rng.chance(30) { 3 } else { 1 };
        for number in 0..more {
            let domain = host.name.trim_start_matches("www.");
            let mirror = match rng.below(4) {
                _ if has_person => host.moved(format!("{}{number}.net", syllables(rng)), &host.folder),
                0 => host.moved(
                    format!("133.{}.{}.{}", rng.between(1, 99), rng.between(1, 99), number + 1),
                    &folder,
                ),
                1 => host.moved(format!("{}{number}.{domain}", syllables(rng)), &folder),
                // Another layout and other menus.
                2 => self.host(rng).moved(format!("mirror{number}.{domain}"), &folder),
                _ => host.moved(format!("{}{number}.or.jp", syllables(rng)), &folder),
            };
            let text = if rng.chance(30) { aged(self.language, rng, &text) } else { text.clone() };
            let url = mirror.url(&name);
            self.pages.push(mirror.page(rng, url, &title, &text));
        }
        self.relate_all(Kind::Mirror, from);
    }

    /// A short page without a frame on some hosts.
    fn standard(&mut self, hosts: usize, rng: &mut Rng) {
        let (title, sentences) = (self.language.headline(rng), rng.between(6, 12));
        let text = Text::new(self.language, rng, sentences).html(self.language, true);
        for host in self.different(rng, hosts) {
            let head = format!("<html><head><title>{title}</title></head><body><h1>{title}</h1>");
            let content = head.len()..head.len() + text.len();
            let url = format!("http://{}/{}/", host.name, syllables(rng));
            self.pages.push(WebPage { url, html: format!("{head}{text}</body></html>\n"), content });
        }
    }

    /// A page, and a copy of it on another site with every sentence changed.
    fn taken(&mut self, kind: Kind, rng: &mut Rng, became: impl Fn(Language, &mut Rng, &str) -> String) {
        let text = self.text(rng);
        let hosts = self.different(rng, 2);
        let source = self.push(rng, hosts[0], &text);
        let copy = text.map(|sentence| became(self.language, rng, sentence));
        let copy = self.push(rng, hosts[1], &copy);
        self.relate(kind, source, copy);
    }

    /// The posts of a month: each with some comments on its own page, and all together on one page.
    fn month(&mut self, rng: &mut Rng) {
        let (host, count) = (self.host(rng), rng.between(5, 9));
        let (year, month, blog) = (rng.between(2004, 2007), rng.between(1, 12), self.name());
        let from = self.pages.len();
        let mut all = String::new();
        for day in 0..count {
            let sentences = rng.between(12, 20);
            let (title, post) = (self.language.headline(rng), Text::new(self.language, rng, sentences));
            let comments = Text::new(self.language, rng, sentences / 6);
            let post = post.html(self.language, true);
            let comments = comments.html(self.language, true);
            let url = host.url(&format!("{blog}/{year}/{month:02}/{:02}", 3 * day + 1));
            let own = format!("<div class=\"post\">{post}</div><div class=\"comments\">{comments}</div>");
            self.pages.push(host.framed(rng, url, &title, &own));
            all.extend(["<h3>", &title, "</h3><div class=\"post\">", &post, "</div>"]);
        }
        let (url, title) =
            (host.url(&format!("{blog}/{year}/{month:02}/index")), format!("{year}/{month:02}"));
        self.pages.push(host.framed(rng, url, &title, &all));
        for day in from..from + count {
            self.relate(Kind::Month, day, from + count);
        }
    }

    /// A list of links with a sentence about each, and a list on another site with some of them.
    fn directory(&mut self, rng: &mut Rng) {
        let entry = |rng: &mut Rng| {
            let (site, name) = (self.host(rng), syllables(rng));
            let text = self.long(rng);
            format!("<dt><a href=\"http://{}/{name}/\">{name}</a></dt><dd>{text}</dd>", site.name)
        };
        let entries: Vec<String> = (0..rng.between(24, 36)).map(|_| entry(rng)).collect();
        let few = rng.between(8, 12);
        let at = rng.below(entries.len() - few);
        let part: Vec<String> = entries[at..at + few].iter().cloned().chain([entry(rng)]).collect();
        let hosts = self.different(rng, 2);
        let [list, part] = [(hosts[0], entries), (hosts[1], part)].map(|(host, entries)| {
            let title = self.language.headline(rng);
            let list = format!("<dl>{}</dl>", entries.concat());
            self.pages.push(host.framed(rng, host.url(&self.name()), &title, &list));
            self.pages.len() - 1
        });
        self.relate(Kind::Directory, list, part);
    }

    /// A sentence that is long enough for evidence.
    fn long(&self, rng: &mut Rng) -> String {
        let text = Text::new(self.language, rng, 30).runs(rng, 1, 1);
        text.concat().concat()
    }

    /// Pages of a site that have a passage of one to four sentences in common.
    fn passage(&mut self, rng: &mut Rng) {
        let (from, host) = (self.pages.len(), self.host(rng));
        let (length, pages) = (rng.between(1, 4), rng.between(3, 10));
        let passage = self.text(rng).runs(rng, 1, length);
        for _ in 0..pages {
            let text = self.text(rng).around(rng, Text(passage.clone()));
            self.push(rng, host, &text);
        }
        self.relate_all(Kind::Passage, from);
    }

    /// A page, and one to three that quote it.
    fn quoted(&mut self, rng: &mut Rng) {
        let (text, length, count) = (self.text(rng), rng.between(2, 5), rng.between(1, 3));
        let hosts = self.different(rng, count + 1);
        let source = self.push(rng, hosts[count], &text);
        for (run, host) in text.runs(rng, count, length).into_iter().zip(hosts) {
            let link = format!("<a href=\"{}\">{}</a>", self.pages[source].url, self.language.phrase(rng));
            let own = self.text(rng).around(rng, Text(vec![run, vec![link]]));
            let citing = self.push(rng, host, &own);
            self.relate(Kind::Quoted, source, citing);
        }
    }

    /// A list of links with the beginnings of the pages.
    fn listed(&mut self, rng: &mut Rng) {
        let (from, count) = (self.pages.len(), rng.between(6, 12));
        let hosts = self.different(rng, count + 1);
        let mut list = String::new();
        for host in &hosts[1..] {
            let sentence = self.long(rng);
            let text = Text([vec![vec![sentence.clone()]], self.text(rng).0].concat());
            let page = self.push(rng, host, &text);
            let link = format!("<a href=\"{}\">{}</a>", self.pages[page].url, self.language.headline(rng));
            list.extend(["<dt>", &link, "</dt><dd>", &sentence, "</dd>"]);
        }
        let (title, url) = (self.language.headline(rng), hosts[0].url(&self.name()));
        self.pages.push(hosts[0].framed(rng, url, &title, &format!("<dl>{list}</dl>")));
        for page in from..from + count {
            self.relate(Kind::Listed, page, from + count);
        }
    }

    /// Pages, and some that were composed of their sentences.
    fn spam(&mut self, kind: Kind, rng: &mut Rng) {
        let (from, sources, collages) = (self.pages.len(), rng.between(8, 14), rng.between(3, 6));
        let mut runs = Vec::new();
        for host in self.different(rng, sources) {
            let sentences = rng.between(30, 45);
            let text = Text::new(self.language, rng, sentences);
            self.push(rng, host, &text);
            runs.push(text.runs(rng, collages, 2));
        }
        for (collage, host) in self.different(rng, collages).into_iter().enumerate() {
            let paragraph = |(source, runs): (usize, &Vec<Vec<String>>)| {
                let mut paragraph = runs[collage].clone();
                if kind == Kind::SpamLinked {
                    paragraph.push(format!("<a href=\"{}\">{source}</a>", self.pages[from + source].url));
                }
                paragraph
            };
            let text = Text(runs.iter().enumerate().map(paragraph).collect());
            let made = self.push(rng, host, &text);
            for source in from..from + sources {
                self.relate(kind, source, made);
            }
        }
    }

    /// Pages of different sites with a text of three to six sentences.
    fn common(&mut self, rng: &mut Rng) {
        let (from, length, count) = (self.pages.len(), rng.between(3, 6), rng.between(2, 8));
        let run = self.text(rng).runs(rng, 1, length);
        for host in self.different(rng, count) {
            let text = self.text(rng).around(rng, Text(run.clone()));
            self.push(rng, host, &text);
        }
        self.relate_all(Kind::Common, from);
    }

    /// A page, and one that has a third of it without a link.
    fn plagiarised(&mut self, rng: &mut Rng) {
        let text = self.text(rng);
        let hosts = self.different(rng, 2);
        let source = self.push(rng, hosts[0], &text);
        let third = text.sentences().count() / 3;
        let run = text.runs(rng, 1, third);
        let changed = |sentence: &String| {
            if rng.below(3) == 0 { self.language.reworded(rng, sentence, 1) } else { sentence.clone() }
        };
        let run = run.concat().iter().map(changed).collect();
        let own = self.text(rng).around(rng, Text(vec![run]));
        let copy = self.push(rng, hosts[1], &own);
        self.relate(Kind::Plagiarised, source, copy);
    }
}

/// One sentence in ten is new, one in three has a word or two changed.
fn rewritten(language: Language, rng: &mut Rng, sentence: &str) -> String {
    match rng.below(30) {
        0..3 => language.prose(rng, 1),
        3..8 => language.reworded(rng, sentence, 1),
        8..13 => language.reworded(rng, sentence, 2),
        _ => sentence.to_owned(),
    }
}

/// A later state of a page: one sentence in fifteen is new.
fn aged(language: Language, rng: &mut Rng, text: &Text) -> Text {
    text.map(|sentence| if rng.below(15) == 0 { language.prose(rng, 1) } else { sentence.to_owned() })
}

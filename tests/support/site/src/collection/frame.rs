//! The markup around contents: menus, notices and lists of a site or of its blog service.

use crate::rng::Rng;

/// The parts of a page's frame, and its content.
pub(super) struct Parts<'a> {
    pub(super) site: &'a str,
    pub(super) slogan: &'a str,
    pub(super) menu: &'a str,
    pub(super) recent: &'a str,
    pub(super) title: &'a str,
    pub(super) date: &'a str,
    pub(super) content: &'a str,
    pub(super) service: &'a str,
    pub(super) notice: &'a str,
    pub(super) visitors: usize,
}

/// Common names of the parts of a page: head, menu, content, entry, date, side bar, foot.
const NAMES: [[&str; 6]; 7] = [
    ["head", "header", "top", "banner", "title", "masthead"],
    ["menu", "nav", "navi", "links", "globalnavi", "tab"],
    ["main", "content", "contents", "center", "body", "wrapper"],
    ["entry", "article", "post", "text", "blogbody", "section"],
    ["date", "posted", "day", "time", "info", "meta"],
    ["side", "sidebar", "right", "left", "sub", "extra"],
    ["foot", "footer", "bottom", "copyright", "end", "address"],
];

/// One of four page layouts; two of them name the parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    look: usize,
    names: [&'static str; NAMES.len()],
}

impl Frame {
    /// A random frame.
    pub(super) fn new(rng: &mut Rng) -> Self {
        Frame { look: rng.below(4), names: NAMES.map(|names| rng.pick(&names)) }
    }

    /// Whether paragraphs are elements, or lines with an empty one between them.
    pub(super) fn has_paragraphs(self) -> bool {
        self.look != 1
    }

    /// The body of a page.
    pub(super) fn body(self, parts: &Parts<'_>) -> String {
        let &Parts { site, slogan, menu, recent, title, date, content, service, notice, visitors } = parts;
        let [head, navi, main, entry, day, side, foot] = self.names;
        match self.look {
            0 => format!(
                "<div id=\"{head}\"><h1>{site}</h1><p>{slogan}</p></div><div id=\"{navi}\"><ul>{menu}</ul></div>\
                 <div id=\"{main}\"><h2>{title}</h2><p class=\"{day}\">{date}</p>{content}<p>{service}</p></div>\
                 <div id=\"{side}\"><h3>New</h3><ul>{recent}</ul></div>\
                 <div id=\"{foot}\"><p>{notice}</p>(C) {site}</div>"
            ),
            1 => format!(
                "<table width=\"100%\"><tr><td colspan=\"2\"><b>{site}</b><br>{slogan}</td></tr>\
                 <tr><td width=\"160\"><ul>{menu}</ul>\
                 <ul>{recent}</ul></td><td><h3>{title}</h3>{content}{service}<br>{date}</td></tr></table>\
                 <center>{notice}<br>No. {visitors}</center>"
            ),
            2 => format!(
                "<h1>{site}</h1><p>{slogan}</p><ul>{menu}</ul><hr><h2>{title}</h2>{content}<p>{service}</p><hr>\
                 <ul>{recent}</ul><address>{notice}<br>{date}, {visitors}</address>"
            ),
            _ => format!(
                "<div id=\"page\"><div class=\"{head}\">{site}<br>{slogan}</div><div class=\"{main}\">\
                 <div class=\"{entry}\"><h2>{title}</h2>{content}<p class=\"{day}\">{date}</p><p>{service}</p></div>\
                 </div><div class=\"{side}\"><ul class=\"{navi}\">{menu}</ul><ul>{recent}</ul></div>\
                 <div class=\"{foot}\">{notice} (C) {site}</div></div>"
            ),
        }
    }
}

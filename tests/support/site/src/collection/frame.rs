//! The markup around contents: what a site's author, or its blog service, has made of menus, notices and lists.

use crate::rng::Rng;

/// What stands in a page's frame, and its content.
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

/// Names that people give to the parts of a page: head, menu, content, entry, date, what stands beside, foot.
const NAMES: [[&str; 6]; 7] = [
    ["head", "header", "top", "banner", "title", "masthead"],
    ["menu", "nav", "navi", "links", "globalnavi", "tab"],
    ["main", "content", "contents", "center", "body", "wrapper"],
    ["entry", "article", "post", "text", "blogbody", "section"],
    ["date", "posted", "day", "time", "info", "meta"],
    ["side", "sidebar", "right", "left", "sub", "extra"],
    ["foot", "footer", "bottom", "copyright", "end", "address"],
];

/// One of four ways to lay out a page, two of them with names for its parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    look: usize,
    names: [&'static str; NAMES.len()],
}

impl Frame {
    /// A frame by chance.
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

//! The frame around the main content: header, menus, footer, advertisements.

use super::Kind;
use crate::language::Language;
use crate::rng::Rng;

/// The markup before and after the main content, in the notation of [`crate::template`].
pub(super) fn frame(kind: Kind, language: Language, board: &Rng) -> (String, String) {
    let mut rng = board.named("frame", 0);
    let title = language.title(&mut rng);
    let (before, after) = match kind {
        Kind::Lines => lines(language, &mut rng),
        Kind::Rich => rich(language, &mut rng),
    };
    let head = format!("<html><head><meta charset=\"utf-8\"><title>{title}</title></head>");
    (format!("{head}{before}"), format!("{after}</html>\n"))
}

/// Some sentences that all pages of the board have.
fn notice(language: Language, rng: &mut Rng, most: usize) -> String {
    let count = rng.between(1, most);
    language.sentences(rng, count)
}

fn links(language: Language, rng: &mut Rng, most: usize, between: &str) -> String {
    let count = rng.between(2, most);
    let link = |_| format!("<a href=\"/{}\">{}</a>", rng.between(10, 99), language.topic(rng));
    (0..count).map(link).collect::<Vec<_>>().join(between)
}

/// A board for mobile phones: all content in a row, in at most one element.
fn lines(language: Language, rng: &mut Rng) -> (String, String) {
    let around = rng.pick(&["", "", "div", "center", "font"]);
    let (open, close) = match around {
        "" => (String::new(), String::new()),
        name => (format!("<{name}>"), format!("</{name}>")),
    };
    let (between, behind) = (rng.pick(&["<br>", " | "]), rng.pick(&["<br>", "<hr>"]));
    let (title, links_above) = (language.title(rng), links(language, rng, 4, between));
    let header = format!("{title}<br>{links_above}{behind}{}", notice(language, rng, 15));
    let advertisement = advertisement(rng, "<br>", "");
    let (below, parted) = (notice(language, rng, 15), rng.pick(&["<br>", "<hr>"]));
    let footer = format!("{below}{parted}{}", links(language, rng, 4, "<br>"));
    let part = rng.pick(&["<br>", "<hr>"]);
    (format!("<body>{open}{header}{advertisement}{part}"), format!("{footer}{close}</body>"))
}

/// A board for computers: header, main content, footer, and on some boards menus next to the content.
fn rich(language: Language, rng: &mut Rng) -> (String, String) {
    let header = header(language, rng);
    let footer = match rng.below(3) {
        0 => format!(
            "<div id=\"foot\"><p>{}</p>{}</div>",
            notice(language, rng, 15),
            links(language, rng, 4, " ")
        ),
        1 => format!(
            "<hr><address>{}<br>{}</address>",
            notice(language, rng, 15),
            links(language, rng, 4, " | ")
        ),
        _ => format!(
            "<footer><ul><li>{}</li></ul><p>{}</p></footer>",
            links(language, rng, 5, "</li><li>"),
            notice(language, rng, 15)
        ),
    };
    let advertisement = advertisement(rng, "<div class=\"ad\">", "</div>");
    let left = if rng.chance(25) { menu(language, rng) } else { String::new() };
    let right = if rng.chance(25) { teasers(rng) } else { String::new() };
    let (open, middle, close) = match rng.below(4) {
        0 => {
            let cell =
                |menu: String| if menu.is_empty() { menu } else { format!("<td width=\"160\">{menu}</td>") };
            (
                format!("<table><tr>{}<td>", cell(left)),
                "</td>".to_owned(),
                format!("{}</tr></table>", cell(right)),
            )
        }
        1 => (
            format!("<div id=\"page\">{left}<div id=\"main\">"),
            "</div>".to_owned(),
            format!("{right}</div>"),
        ),
        2 => (
            format!("<div><div class=\"wrap\"><div class=\"inner\">{left}"),
            String::new(),
            format!("{right}</div></div></div>"),
        ),
        _ => (left, String::new(), right),
    };
    (format!("<body>{advertisement}{header}{open}"), format!("{middle}{close}{footer}</body>"))
}

fn header(language: Language, rng: &mut Rng) -> String {
    let title = language.title(rng);
    let most = 13;
    match rng.below(4) {
        0 => format!(
            "<div id=\"head\"><h1>{title}</h1><p>{}</p><ul><li>{}</li></ul></div>",
            notice(language, rng, most),
            links(language, rng, 5, "</li><li>")
        ),
        1 => format!(
            "<table width=\"100%\"><tr><td><b>{title}</b></td><td>{}</td></tr></table><p>{}</p>",
            links(language, rng, 5, " | "),
            notice(language, rng, most)
        ),
        2 => format!(
            "<header><a href=\"/\">{title}</a><nav>{}</nav></header><div class=\"rules\">{}</div>",
            links(language, rng, 6, ""),
            notice(language, rng, most)
        ),
        _ => {
            format!("<h1>{title}</h1>{}<br>{}<hr>", notice(language, rng, most), links(language, rng, 5, " "))
        }
    }
}

/// The same links on all pages.
fn menu(language: Language, rng: &mut Rng) -> String {
    let links = links(language, rng, 12, "</li><li>");
    format!("<div class=\"menu\"><b>{}</b><ul><li>{links}</li></ul></div>", language.topic(rng))
}

/// Other threads, different ones on each page.
fn teasers(rng: &mut Rng) -> String {
    let count = rng.between(3, 10);
    let item = match rng.below(3) {
        0 => "<li><a href=\"{{to:address /t/ .html}}\">{{teaser:title}}</a></li>",
        1 => {
            "<li><a href=\"{{to:address /t/ .html}}\">{{teaser:title}}</a> <small>{{last:moment}}</small></li>"
        }
        _ => {
            "<li><b><a href=\"{{to:address /t/ .html}}\">{{teaser:title}}</a></b><p>{{lead:phrase}}</p></li>"
        }
    };
    format!("<div class=\"side\"><ul>{{{{*{count}}}}}{item}{{{{/}}}}</ul></div>")
}

/// Content high in the tree that some pages have, on a third of the boards.
fn advertisement(rng: &mut Rng, open: &str, close: &str) -> String {
    if rng.chance(33) {
        format!(
            "{{{{?50}}}}{open}<a href=\"{{{{to:url}}}}\"><img src=\"/ad.gif\"></a> {{{{:phrase}}}}{close}{{{{/}}}}"
        )
    } else {
        String::new()
    }
}

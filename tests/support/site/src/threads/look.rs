//! The markup of posts, and of the elements around them.

use super::Kind;
use crate::language::Language;
use crate::rng::Rng;

/// The markup of a main content, in the notation of [`crate::template`].
pub(super) struct Look {
    /// Before the posts.
    pub(super) open: String,
    /// A post.
    pub(super) post: String,
    /// After the posts.
    pub(super) close: String,
}

impl Look {
    fn new(open: &str, post: &str, close: &str) -> Look {
        Look { open: open.to_owned(), post: post.to_owned(), close: close.to_owned() }
    }
}

/// The markup of a board.
pub(super) fn look(kind: Kind, language: Language, board: &Rng) -> Look {
    let mut rng = board.named("look", 0);
    match kind {
        Kind::Lines => lines(language, &mut rng),
        Kind::Rich => rich(language, &mut rng),
    }
}

/// Labels that are below every post: answer, quote, report.
fn labels(language: Language) -> [&'static str; 3] {
    match language {
        Language::English => ["Reply", "Quote", "Report"],
        Language::Japanese => ["返信", "引用", "通報"],
    }
}

fn optional(rng: &mut Rng, percent: usize, part: &str) -> String {
    if rng.chance(percent) { part.to_owned() } else { String::new() }
}

const NAME: &str = "{{author:person}}";
const DATE: &str = "{{date:moment}}";

/// Lines between posts, line breaks and links in them, images in some.
fn lines(language: Language, rng: &mut Rng) -> Look {
    let quote = optional(rng, 30, "{{?25}}&gt;&gt;{{quote:number 1..50}}<br>{{/}}");
    let says = rng.pick(&[
        "{{says:sentences 1..3}}",
        "{{says:sentences 1..2}}<br>{{says:sentences 1..2}}",
        "{{says:paragraphs 1..2}}",
    ]);
    let linked = optional(rng, 30, "{{?20}}<br><a href=\"{{:url}}\">{{says:phrase}}</a>{{/}}");
    let image = optional(rng, 25, "{{?20}}<br><img src=\"{{:address /i/ .jpg}}\">{{/}}");
    let reply = labels(language)[0];
    let tools = optional(rng, 50, &format!("<br><a href=\"{{{{:address /r/ .html}}}}\">{reply}</a>"));
    let text = format!("{quote}{says}{linked}{image}");
    let post = match rng.below(4) {
        0 => format!("{{{{:index}}}}: {NAME} {DATE}<br>{text}{tools}<hr>"),
        1 => format!("<hr>{NAME}<br>{DATE}<br><br>{text}{tools}<br>"),
        2 => format!("{text}<br>{NAME} {DATE}{tools}<hr>"),
        _ => format!("{{{{:title}}}}<br>{NAME}<br>{text}<br>{DATE}{tools}<hr>"),
    };
    let pages = rng.pick(&["", "<a href=\"?1\">1</a> <a href=\"?2\">2</a><br>"]);
    let (open, close) =
        rng.pick(&[&("", ""), &("", ""), &("<div>", "</div>"), &("<form action=\"/do\">", "</form>")]);
    let part = rng.pick(&["<br>", "<hr>"]);
    Look::new(&format!("{open}{{{{:title}}}}{part}{pages}"), &post, &format!("{pages}{close}"))
}

/// The parts of a post with markup.
struct Parts {
    /// Author and date, in one element.
    head: String,
    /// The author, with a profile.
    who: String,
    /// The date.
    when: String,
    /// The text.
    body: String,
    /// Signature and labels.
    tail: String,
}

fn parts(language: Language, rng: &mut Rng) -> Parts {
    let linked = format!("<a href=\"/u/{{{{:number 10..999}}}}\">{NAME}</a>");
    let name =
        rng.pick(&[&*linked, "<b>{{author:person}}</b>", "<span class=\"name\">{{author:person}}</span>"]);
    let rank = optional(rng, 40, "<br><small>{{:choice A|B|C}} {{:number 1..900}}</small>");
    let face = optional(rng, 30, "{{?70}}<img class=\"face\" src=\"{{:address /u/ .png}}\">{{/}}");
    let when = rng.pick(&[
        "<span class=\"date\">{{date:moment}}</span>",
        "<small>{{date:moment}}</small>",
        "<i>{{date:moment}}</i>",
    ]);
    let title = optional(rng, 20, "<b class=\"title\">{{:title}}</b> ");
    let body = body(rng);
    let signature = optional(rng, 30, "{{?50}}<div class=\"signature\">{{:phrase}}</div>{{/}}");
    let [reply, quote, report] = labels(language);
    let tools = match rng.below(4) {
        0 => String::new(),
        1 => format!("<div class=\"tools\"><a href=\"#r\">{reply}</a> <a href=\"#q\">{quote}</a></div>"),
        2 => format!(
            "<ul class=\"tools\"><li><a href=\"#r\">{reply}</a></li><li><a href=\"#t\">{report}</a></li></ul>"
        ),
        _ => format!("<p class=\"tools\"><span>{reply}</span> <span>{report}</span></p>"),
    };
    Parts {
        head: format!("{title}{name} {when}"),
        who: format!("{face}{name}{rank}"),
        when: when.to_owned(),
        body,
        tail: format!("{signature}{tools}"),
    }
}

/// A text in paragraphs or lines; some posts have a quotation, a link, a stressed word, an image.
fn body(rng: &mut Rng) -> String {
    let quote = optional(rng, 50, "{{?25}}<blockquote>{{quote:sentences 1..2}}</blockquote>{{/}}");
    let linked =
        optional(rng, 60, "{{?30}} <a href=\"{{:url}}\">{{says:phrase}}</a> {{says:sentences 1..1}}{{/}}");
    let stressed = optional(rng, 40, "{{?20}} <span class=\"big\">{{says:sentences 1..1}}</span>{{/}}");
    let image = optional(rng, 30, "{{?20}}<img src=\"{{:address /i/ .jpg}}\">{{/}}");
    let text = format!("{{{{says:sentences 1..3}}}}{linked}{stressed}");
    match rng.below(4) {
        0 => format!("{quote}{text}{image}"),
        1 => format!("{quote}{text}<br><br>{{{{says:sentences 1..2}}}}{image}"),
        2 => format!("{quote}{{{{*1..3}}}}<p>{text}</p>{{{{/}}}}{image}"),
        _ => format!("<div class=\"text\">{quote}{text}{image}</div>"),
    }
}

/// One of ten forms.
fn rich(language: Language, rng: &mut Rng) -> Look {
    let Parts { head, who, when, body, tail } = parts(language, rng);
    let advertisement =
        optional(rng, 20, "{{?10}}<div class=\"ad\"><a href=\"{{:url}}\">{{:phrase}}</a></div>{{/}}");
    let title = rng.pick(&["<h2>{{:title}}</h2>", "<p class=\"path\">{{:topic}} / {{:title}}</p>", ""]);
    let pages = optional(
        rng,
        40,
        "<div class=\"pages\"><a href=\"?1\">1</a> <a href=\"?2\">2</a> <a href=\"?3\">3</a></div>",
    );
    let look = match rng.below(10) {
        0 => Look::new(
            "<div class=\"posts\">",
            &format!(
                "<div class=\"post\" id=\"p{{{{:number 1000..9999}}}}\"><div class=\"head\">{head}</div><div class=\"body\">{body}</div>{tail}</div>"
            ),
            "</div>",
        ),
        1 => Look::new(
            "<div class=\"posts\">",
            &format!(
                "<div class=\"{{{{:turn odd|even}}}}\"><div class=\"user\">{who}</div><div class=\"when\">{when}</div><div class=\"body\">{body}</div>{tail}</div>{advertisement}"
            ),
            "</div>",
        ),
        2 => Look::new("<ol>", &format!("<li>{head}<div>{body}</div>{tail}</li>"), "</ol>"),
        3 => Look::new(
            "<ul class=\"thread\">",
            &format!("<li><p class=\"head\">{head}</p>{body}{tail}</li>"),
            "</ul>",
        ),
        4 => Look::new(
            "<table class=\"posts\">",
            &format!(
                "<tr class=\"{{{{:turn a|b}}}}\"><td class=\"user\">{who}</td><td>{when}<div>{body}</div>{tail}</td></tr>"
            ),
            "</table>",
        ),
        5 => Look::new(
            "<table>",
            &format!("<tr><td>{who}</td><td>{when}</td></tr><tr><td colspan=\"2\">{body}{tail}</td></tr>"),
            "</table>",
        ),
        6 => Look::new("<dl>", &format!("<dt>{head}</dt><dd>{body}{tail}</dd>"), "</dl>"),
        7 => Look::new(
            "<section>",
            &format!(
                "<article><header>{head}</header><div class=\"body\">{body}</div><footer>{tail}</footer></article>{advertisement}"
            ),
            "</section>",
        ),
        8 => Look::new(
            "<div class=\"list\">",
            &format!(
                "<div class=\"row\"><div class=\"in\"><div class=\"left\">{who}</div><div class=\"right\"><div class=\"top\">{when}</div><div class=\"body\">{body}</div>{tail}</div></div></div>{advertisement}"
            ),
            "</div>",
        ),
        _ => Look::new("<div>", &format!("<h4>{head}</h4><div>{body}</div>{tail}"), "</div>"),
    };
    let Look { open, post, close } = look;
    Look { open: format!("{title}{pages}{open}"), post, close: format!("{close}{pages}") }
}

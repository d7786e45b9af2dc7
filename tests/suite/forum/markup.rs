//! Posts, and their markup on boards.

use site::language::Language;
use site::rng::Rng;

/// A post whose parts are known.
#[derive(Clone, Debug)]
pub(super) struct KnownPost {
    pub(super) author: String,
    pub(super) date: String,
    pub(super) paragraphs: Vec<String>,
}

impl KnownPost {
    pub(super) fn text(&self) -> String {
        self.paragraphs.join(" ")
    }

    /// The text as paragraphs; the first may be a quotation.
    pub(super) fn html(&self) -> String {
        let paragraph = |(number, text): (usize, &String)| {
            if number == 0 && self.paragraphs.len() == 3 {
                format!("<blockquote>{text}</blockquote>")
            } else {
                format!("<p>{text}</p>")
            }
        };
        self.paragraphs.iter().enumerate().map(paragraph).collect()
    }

    fn lines(&self) -> String {
        self.paragraphs.join("<br>")
    }
}

/// The posts of a thread: of one paragraph to three.
pub(super) fn known_posts(seed: u64, count: usize) -> Vec<KnownPost> {
    let mut rng = Rng::new(seed);
    let mut post = |number: usize| {
        let paragraphs = rng.between(1, 3);
        let text = |rng: &mut Rng| {
            let sentences = rng.between(1, 4);
            Language::English.sentences(rng, sentences)
        };
        let (day, hour, minute) = (rng.between(1, 28), rng.between(10, 23), rng.between(10, 59));
        KnownPost {
            author: Language::English.person(&mut rng),
            date: format!("{day}.{}.2020, {hour}:{minute}", 1 + number % 12),
            paragraphs: (0..paragraphs).map(|_| text(&mut rng)).collect(),
        }
    };
    (0..count).map(&mut post).collect()
}

/// A page of a board around its posts.
pub(super) fn frame(number: usize, posts: &str) -> String {
    format!(
        "<html><head><title>Thread {number}</title></head><body><h1>The board of the village</h1><div class=nav>\
         <a href=/>Start</a> | <a href=/new>New thread</a> | <a href=/find>Search the board</a></div><hr><p>Please read \
         the rules before you write, and be kind to one another.</p>{posts}<form>Answer <textarea>here</textarea>\
         </form><p>All that is written here belongs to those who wrote it.</p></body></html>"
    )
}

/// A post that can be answered.
pub(super) fn comment(known: &KnownPost) -> String {
    let KnownPost { author, date, .. } = known;
    format!("<div class=c><b>{author}</b> <i>{date}</i>{}<a href=r>Reply</a></div>", known.html())
}

/// A kind of markup for threads.
pub(super) struct Kind {
    pub(super) name: &'static str,
    pub(super) write: fn(&[KnownPost]) -> String,
    /// Whether author and date are separate texts.
    pub(super) is_signed: bool,
}

pub(super) const KINDS: [Kind; 8] = [
    Kind { name: "boxes", write: boxes, is_signed: true },
    Kind { name: "two columns", write: columns, is_signed: true },
    Kind { name: "two rows", write: rows, is_signed: true },
    Kind { name: "definitions", write: definitions, is_signed: true },
    Kind { name: "items", write: items, is_signed: true },
    Kind { name: "lines after", write: lines_after, is_signed: true },
    Kind { name: "lines before", write: lines_before, is_signed: true },
    Kind { name: "paragraphs", write: paragraphs, is_signed: true },
];

fn each(known: &[KnownPost], write: impl Fn(&KnownPost) -> String) -> String {
    known.iter().map(write).collect()
}

fn boxes(known: &[KnownPost]) -> String {
    each(known, |post| {
        let KnownPost { author, date, .. } = post;
        format!(
            "<div class=post><div class=who><a href=u>{author}</a> <i>Member</i></div><div class=when>{date}</div>\
             <div class=body>{}</div><div class=tools><a href=r>Reply</a> <a href=q>Quote</a></div></div>",
            post.html()
        )
    })
}

fn columns(known: &[KnownPost]) -> String {
    let row = |post: &KnownPost| {
        let KnownPost { author, date, .. } = post;
        format!(
            "<tr><td><b>{author}</b><br>Member</td><td><small>{date}</small><div class=text>{}</div></td></tr>",
            post.html()
        )
    };
    format!("<table class=thread><tr><th>Author</th><th>Message</th></tr>{}</table>", each(known, row))
}

fn rows(known: &[KnownPost]) -> String {
    let rows = |post: &KnownPost| {
        let KnownPost { author, date, .. } = post;
        format!("<tr><td>{author}</td><td>{date}</td></tr><tr><td colspan=2>{}</td></tr>", post.lines())
    };
    format!("<table>{}</table>", each(known, rows))
}

fn definitions(known: &[KnownPost]) -> String {
    let item = |post: &KnownPost| {
        let KnownPost { author, date, .. } = post;
        format!("<dt><a href=m><b>{author}</b></a>: {date}<dd>{}", post.lines())
    };
    format!("<dl>{}</dl>", each(known, item))
}

fn items(known: &[KnownPost]) -> String {
    let item = |post: &KnownPost| {
        let KnownPost { author, date, .. } = post;
        format!("<li><a href=u>{author}</a> <i>{date}</i><div>{}</div></li>", post.html())
    };
    format!("<ol>{}</ol>", each(known, item))
}

fn lines_after(known: &[KnownPost]) -> String {
    let post = |post: &KnownPost| {
        let KnownPost { author, date, .. } = post;
        format!("{author}<br>{date}<br>{}<br><a href=r>Reply</a><hr>", post.lines())
    };
    format!("<hr>{}", each(known, post))
}

fn lines_before(known: &[KnownPost]) -> String {
    each(known, |post| {
        let KnownPost { author, date, .. } = post;
        format!("<hr><b>{author}</b> <i>{date}</i><br>{}<br>", post.lines())
    })
}

fn paragraphs(known: &[KnownPost]) -> String {
    each(known, |post| {
        let KnownPost { author, date, .. } = post;
        format!("<p><b>{author}</b> <i>{date}</i><br>{}</p>", post.lines())
    })
}

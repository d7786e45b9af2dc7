//! Threads as people write them by hand, in flat markup: where each post begins, and who signs it.

use super::markup::{KnownPost, frame, known_posts};
use super::{read, texts, written};

type Signed = Vec<(String, String, String)>;

/// Author, date and text of the posts on two pages, each written by `post` from its number and what is known of it, before `end`.
fn signed(post: impl Fn(usize, &KnownPost) -> String, end: &str) -> [Vec<Signed>; 2] {
    let threads = [known_posts(71, 7), known_posts(72, 6)];
    let page = |(known, number): (&Vec<KnownPost>, usize)| {
        let posts: String = known.iter().enumerate().map(|(at, known)| post(at, known)).collect();
        frame(number, &format!("<div>{posts}{end}</div>"))
    };
    let pages: Vec<String> = threads.iter().zip(1..).map(page).collect();
    let of = |post: katagami::forum::Post| {
        let text = post.text.split_whitespace().collect::<Vec<_>>().join(" ");
        (post.author.unwrap_or_default(), post.date.unwrap_or_default(), text)
    };
    let known = |known: &KnownPost| (known.author.clone(), known.date.clone(), known.text());
    [
        read(&pages).into_iter().map(|posts| posts.into_iter().map(of).collect()).collect(),
        threads.iter().map(|thread| thread.iter().map(known).collect()).collect(),
    ]
}

fn check(post: impl Fn(usize, &KnownPost) -> String, end: &str) {
    let [found, known] = signed(post, end);
    assert_eq!(found, known);
}

#[test]
fn the_name_before_a_date_is_of_the_post_behind_the_line() {
    check(
        |_, KnownPost { author, date, paragraphs }| {
            format!("<b>{author}</b> <i>{date}</i><br>{}<hr>", paragraphs.join("<br>"))
        },
        "",
    );
}

#[test]
fn a_text_in_no_element_before_each_post_signs_it() {
    check(
        |_, known| {
            let KnownPost { author, date, .. } = known;
            format!("{date}, {author} wrote:<blockquote>{}</blockquote>", known.text())
        },
        "",
    );
}

#[test]
fn a_rule_ends_a_post_and_the_text_before_it_is_not_of_the_next() {
    let long = "The theory was published at last. The development of quiet problems proceeds. So the vocabulary is \
                explained first, and time has to be measured for each form of the trial.";
    let first = "The stories of the market describe a family. Before autumn a large museum changed.";
    let second = "A difficult economy confirms important schools. The experiment was measured in the town.";
    let post = format!("3: Nora Novak 27 July 2009 4:45<br>{first}<br>{second}<hr>");
    let page = format!(
        "<title>Soil</title><font>Readings in logic<br><a href=/89>oceans</a><br><a href=/37>chemistry</a><br>{long} {long}<br>\
         Cell biology<br>{}{long} {long}<br><a href=/47>optics</a><br><a href=/12>statistics</a></font>",
        post.repeat(3)
    );
    let whole = format!("{first} {second}");
    let found = texts(&read(&[page])[0]);
    assert_eq!(found.iter().filter(|text| text.ends_with(&whole)).count(), 3, "{found:#?}");
}

#[test]
fn rows_with_labels_begin_with_the_row_of_the_author() {
    let threads = [known_posts(73, 7), known_posts(74, 6)];
    let row = |known: &KnownPost| {
        let KnownPost { author, date, .. } = known;
        format!(
            "<tr><td>Name:</td><td>{author}</td></tr><tr><td>Date:</td><td>{date}</td></tr>\
             <tr><td colspan=2>{}</td></tr><tr><td colspan=2><hr></td></tr>",
            known.text()
        )
    };
    let page = |(known, number): (&Vec<KnownPost>, usize)| {
        frame(number, &format!("<table>{}</table>", known.iter().map(row).collect::<String>()))
    };
    let pages: Vec<String> = threads.iter().zip(1..).map(page).collect();
    for (found, known) in read(&pages).iter().zip(&threads) {
        assert_eq!(texts(found), written(known));
        let authors: Vec<Option<&str>> = found.iter().map(|post| post.author.as_deref()).collect();
        assert_eq!(authors, known.iter().map(|known| Some(&*known.author)).collect::<Vec<_>>());
    }
}

#[test]
fn lines_that_begin_with_a_date_begin_posts_that_only_line_breaks_divide() {
    check(
        |_, known| {
            let KnownPost { author, date, .. } = known;
            format!("{date} {author}<br>{}<br><br>", known.paragraphs.join("<br>"))
        },
        "",
    );
}

const SUBJECTS: [&str; 7] = [
    "About the bridge",
    "The letter on the table",
    "Rain again",
    "What we saw",
    "A boat in the garden",
    "No market today",
    "Nobody knew",
];

/// A subject that no other post has.
fn subject(at: usize, known: &KnownPost) -> String {
    let text = known.text();
    let last = text.trim_end_matches('.').rsplit(' ').next().unwrap_or_default();
    format!("{} and the {last}", SUBJECTS[at])
}

#[test]
fn the_subject_of_a_post_is_neither_its_author_nor_its_text() {
    check(
        |at, known| {
            let KnownPost { author, date, .. } = known;
            let sign = format!("<b>{author}</b> <i>{date}</i>");
            format!("<div><h4>{}</h4><p>{sign}</p>{}</div>", subject(at, known), known.html())
        },
        "",
    );
    check(
        |at, known| {
            let KnownPost { author, date, .. } = known;
            let sign = format!("<b>{author}</b> <i>{date}</i>");
            format!("<dl><dt><b>{}</b></dt><dd>{}</dd><dd>{sign}</dd></dl>", subject(at, known), known.text())
        },
        "",
    );
}

#[test]
fn a_date_between_its_label_and_a_subject_is_the_date() {
    let joined = ["9.6.2012", "1.1.2010", "5.3.2011"];
    let names = ["Ann Hart", "Bob Cole", "Cy Dawson"];
    let [found, known] = signed(
        |at, known| {
            let member = (at * at + at / 2) % 3;
            format!(
                "<div><b>{}</b><br>Joined: {}<p>Posted: {} &nbsp; Subject: {}</p>{}</div>",
                names[member],
                joined[member],
                known.date,
                SUBJECTS[at],
                known.html()
            )
        },
        "",
    );
    for (found, known) in found.iter().flatten().zip(known.iter().flatten()) {
        assert_eq!(found.1, known.1);
    }
}

#[test]
fn what_a_member_writes_below_each_post_is_no_post() {
    let mottos = [
        "Carpe diem, and seize the day before it is over.",
        "To be or not to be, that is asked.",
        "All is well.",
    ];
    let names = ["Ann Hart", "Bob Cole", "Cy Dawson"];
    let said = ["Oak.", "Ash!", "Yew.", "Fir.", "Elm.", "Lime!", "Alder."];
    let post = |at: usize| {
        let member = (at * at + at / 2) % 3;
        format!(
            "<tr><td><b>{}</b> {}.5.2020</td><td>{}</td></tr><tr><td></td><td><small>{}</small></td></tr>",
            names[member],
            at + 1,
            said[at],
            mottos[member]
        )
    };
    let page = frame(1, &format!("<table>{}</table>", (0..7).map(post).collect::<String>()));
    assert_eq!(texts(&read(&[page])[0]), said);
}

#[test]
fn a_line_of_underscores_begins_a_signature() {
    let threads = [known_posts(75, 7), known_posts(76, 6)];
    let post = |known: &KnownPost| {
        let KnownPost { author, date, .. } = known;
        let last = author.len();
        format!(
            "<tr><td>{author}, {date}</td><td>{}<br>_________________<br>I have {last} boats</td></tr>",
            known.text()
        )
    };
    let page = |(known, number): (&Vec<KnownPost>, usize)| {
        frame(number, &format!("<table>{}</table>", known.iter().map(post).collect::<String>()))
    };
    let pages: Vec<String> = threads.iter().zip(1..).map(page).collect();
    for (found, known) in read(&pages).iter().zip(&threads) {
        assert_eq!(texts(found), written(known));
    }
}

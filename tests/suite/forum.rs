//! Threads of known posts in the markup of many kinds of boards, and the posts that are found.

mod boards;
mod markup;
mod program;

use self::markup::{KINDS, Said, frame, said};
use katagami::document::Document;
use katagami::forum::paper::{Cutter, Node};
use katagami::forum::{Post, threads};
use katagami::page::Tree;
use site::language::Language;
use site::rng::Rng;

fn read(pages: &[String]) -> Vec<Vec<Post>> {
    let document = |(number, page): (usize, &String)| Document::new(format!("{number}.html"), page.as_str());
    let documents: Vec<Document> = pages.iter().enumerate().map(document).collect();
    threads(&documents).pages
}

/// The texts with white space collapsed.
fn texts(posts: &[Post]) -> Vec<String> {
    let words = |post: &Post| post.text.split_whitespace().collect::<Vec<_>>().join(" ");
    posts.iter().map(words).collect()
}

fn written(said: &[Said]) -> Vec<String> {
    said.iter().map(Said::text).collect()
}

#[test]
fn posts_in_all_kinds_of_markup_are_found_in_order_on_several_pages_and_on_one() {
    for kind in &KINDS {
        let threads: Vec<Vec<Said>> =
            [7, 4, 9].iter().zip(1..).map(|(&count, seed)| said(seed, count)).collect();
        let pages: Vec<String> =
            threads.iter().zip(1..).map(|(said, number)| frame(number, &(kind.write)(said))).collect();
        for (found, said) in read(&pages).iter().zip(&threads) {
            assert_eq!(texts(found), written(said), "{}", kind.name);
        }
        for (page, said) in pages.iter().zip(&threads) {
            let alone = &read(std::slice::from_ref(page))[0];
            assert_eq!(texts(alone), written(said), "{}, one page alone", kind.name);
        }
    }
}

#[test]
fn author_and_date_are_found_if_markup_separates_them() {
    for kind in KINDS.iter().filter(|kind| kind.is_signed) {
        let threads = [said(1, 6), said(2, 8)];
        let pages: Vec<String> =
            threads.iter().zip(1..).map(|(said, number)| frame(number, &(kind.write)(said))).collect();
        for (found, said) in read(&pages).iter().zip(&threads) {
            for (post, said) in found.iter().zip(said) {
                assert_eq!(post.author.as_deref(), Some(&*said.author), "{}", kind.name);
                assert_eq!(post.date.as_deref(), Some(&*said.date), "{}", kind.name);
            }
        }
    }
}

#[test]
fn spans_cover_the_post_and_bodies_its_text() {
    for kind in &KINDS {
        let said = said(3, 6);
        let page = frame(1, &(kind.write)(&said));
        for (post, said) in read(std::slice::from_ref(&page))[0].iter().zip(&said) {
            assert!(page[post.span.range()].contains(&*said.author), "{}", kind.name);
            let body = &page[post.body.range()];
            let body = Tree::new(body).leaves().iter().map(|leaf| leaf.text.to_string()).collect::<Vec<_>>();
            assert_eq!(body.join(" "), said.text(), "{}", kind.name);
        }
    }
}

#[test]
fn answers_to_answers_are_deeper() {
    let said = said(4, 4);
    let [a, b, c, d] = [0, 1, 2, 3].map(|number| markup::comment(&said[number]));
    let nested = |a: &str, rest: &str| format!("<li>{a}{rest}</li>");
    let answers =
        format!("<ul>{}{}</ul>", nested(&b, &format!("<ul>{}</ul>", nested(&c, ""))), nested(&d, ""));
    let page = frame(1, &format!("<ul class=thread>{}</ul>", nested(&a, &answers)));
    let posts = &read(&[page])[0];
    assert_eq!(texts(posts), written(&said));
    assert_eq!(posts.iter().map(|post| post.depth).collect::<Vec<_>>(), [0, 1, 2, 1]);
}

/// Three pages on which the first post is written by `question`: all posts are found.
fn asked_and_answered(seed: u64, posts: usize, question: impl Fn(usize, &Said) -> String) {
    let page = |number: usize| {
        let said = said(seed + number as u64, posts); // usize has at most 64 bits
        (frame(number, &(question(number, &said[0]) + &(KINDS[0].write)(&said[1..]))), said)
    };
    let (pages, said): (Vec<String>, Vec<Vec<Said>>) = (1..4).map(page).unzip();
    for (found, said) in read(&pages).iter().zip(&said) {
        assert_eq!(texts(found), written(said));
    }
}

#[test]
fn the_first_post_in_a_different_wrapper_is_a_post() {
    asked_and_answered(10, 6, |_, said| {
        format!(
            "<div class=question><h2>{0}</h2><div class=body>{1}</div><p>{0} asks</p></div>",
            said.author,
            said.html()
        )
    });
}

#[test]
fn a_question_signed_like_the_answers_is_a_post_whatever_its_markup() {
    asked_and_answered(15, 5, |number, said| {
        format!(
            "<div class=question><h2>Thread {number}</h2><div class=who><a href=u>{}</a></div><section>{}</section></div>",
            said.author,
            said.html()
        )
    });
}

#[test]
fn copies_of_a_thread_with_other_dates_and_counters_hide_no_posts() {
    for kind in &KINDS {
        let threads = [said(101, 6), said(102, 5)];
        let copy = |said: &Vec<Said>, number| {
            let page = frame(number, &(kind.write)(said));
            page.replace("2020", "2021").replace("<h1>", "<p>Read 77 times since yesterday</p><h1>")
        };
        let pages = [
            frame(1, &(kind.write)(&threads[0])),
            frame(2, &(kind.write)(&threads[1])),
            copy(&threads[0], 3),
            copy(&threads[1], 4),
        ];
        for (found, said) in read(&pages).iter().zip(threads.iter().cycle()) {
            assert_eq!(texts(found), written(said), "{}", kind.name);
        }
    }
}

#[test]
fn two_posts_next_to_a_list_of_other_threads_are_the_posts() {
    let threads = [said(21, 2), said(22, 2), said(23, 2)];
    let mut rng = Rng::new(5);
    let mut teasers = |kind: &str| -> String {
        let mut teaser = || {
            let [title, text] = [3, 12].map(|_| Language::English.sentence(&mut rng));
            let (title, date) = (format!("<a href=t>{title}</a>"), format!("3.{}.2020", 1 + rng.below(12)));
            match kind {
                "definitions" => format!("<dt>{title}<dd>{text}, {date}"),
                _ => format!("<li>{title}<p>{text}</p><span>{date}</span></li>"),
            }
        };
        let list: String = (0..20).map(|_| teaser()).collect();
        if kind == "definitions" { format!("<dl class=more>{list}</dl>") } else { format!("<ul>{list}</ul>") }
    };
    for kind in KINDS.iter().filter(|kind| ["boxes", "definitions"].contains(&kind.name)) {
        let mut page = |said: &Vec<Said>| {
            frame(1, &format!("{}<h3>More threads</h3>{}", (kind.write)(said), teasers(kind.name)))
        };
        let pages: Vec<String> = threads.iter().map(&mut page).collect();
        for (found, said) in read(&pages).iter().zip(&threads) {
            assert_eq!(texts(found), written(said), "{}", kind.name);
        }
    }
}

#[test]
fn a_page_with_one_post_has_it_at_the_position_of_the_form_on_others() {
    let kind = &KINDS[0];
    let threads = [said(31, 1), said(32, 5), said(33, 2)];
    let pages: Vec<String> =
        threads.iter().zip(1..).map(|(said, number)| frame(number, &(kind.write)(said))).collect();
    let found = read(&pages);
    for (found, said) in found.iter().zip(&threads) {
        assert_eq!(texts(found), written(said));
    }
}

#[test]
fn text_before_the_first_line_that_other_pages_have_is_not_in_the_first_post() {
    let kind = KINDS.iter().find(|kind| kind.name == "lines behind").expect("there is such a kind");
    let threads = [said(36, 5), said(37, 4)];
    let page = |said: &Vec<Said>| frame(1, (kind.write)(said).trim_start_matches("<hr>"));
    let pages: Vec<String> = threads.iter().map(page).collect();
    for (found, said) in read(&pages).iter().zip(&threads) {
        assert_eq!(texts(found), written(said));
    }
}

#[test]
fn posts_that_scripts_would_show_are_found() {
    let kind = &KINDS[0];
    let said = said(41, 5);
    let page = format!(
        "<html><body><div id=app></div><iframe src=x /><noscript>{}</noscript><script>start()</script></body></html>",
        (kind.write)(&said)
    );
    assert_eq!(texts(&read(&[page])[0]), written(&said));
}

#[test]
fn an_advertisement_next_to_the_posts_makes_them_no_wider() {
    let kind = &KINDS[0];
    let threads = [said(51, 5), said(52, 6)];
    let mut rng = Rng::new(6);
    let mut page = |(said, number): (&Vec<Said>, usize)| {
        let advertisement = Language::English.sentences(&mut rng, 4);
        let posts: Vec<String> = said.iter().map(|said| (kind.write)(std::slice::from_ref(said))).collect();
        let (before, after) = posts.split_at(2);
        let all = format!("{}<div class=ad><p>{advertisement}</p></div>{}", before.concat(), after.concat());
        frame(number, &all)
    };
    let pages: Vec<String> = threads.iter().zip(1..).map(&mut page).collect();
    for (found, said) in read(&pages).iter().zip(&threads) {
        assert_eq!(texts(found), written(said));
    }
}

#[test]
fn a_post_with_an_image_or_a_signature_is_not_missed() {
    let threads = [said(61, 6), said(62, 6)];
    let post = |(number, said): (usize, &Said)| {
        let image = if number % 3 == 1 { "<p><img src=a.png></p>" } else { "" };
        let signature = if number % 3 == 2 { "<div class=sig>I sign all that I write</div>" } else { "" };
        format!(
            "<div class=post><div class=who><a href=u>{}</a></div><div class=when>{}</div><div class=body>{image}{}</div>\
             {signature}</div>",
            said.author,
            said.date,
            said.html()
        )
    };
    let page = |(said, number): (&Vec<Said>, usize)| {
        frame(number, &said.iter().enumerate().map(post).collect::<String>())
    };
    let pages: Vec<String> = threads.iter().zip(1..).map(page).collect();
    for (found, said) in read(&pages).iter().zip(&threads) {
        assert_eq!(texts(found), written(said));
    }
}

#[test]
fn paragraphs_and_lists_in_posts_are_not_posts() {
    let threads = [said(71, 4), said(72, 3)];
    let post = |said: &Said| {
        let items: String = said.paragraphs.iter().flat_map(|text| ["<li><p>", text, "</p></li>"]).collect();
        format!(
            "<div class=post><b>{}</b> <i>{}</i><div class=body><ol>{items}</ol></div></div>",
            said.author, said.date
        )
    };
    let page =
        |(said, number): (&Vec<Said>, usize)| frame(number, &said.iter().map(post).collect::<String>());
    let pages: Vec<String> = threads.iter().zip(1..).map(page).collect();
    for (found, said) in read(&pages).iter().zip(&threads) {
        assert_eq!(texts(found), written(said));
    }
}

#[test]
fn odd_pages_have_a_result() {
    let big = "word ".repeat(1 << 14);
    let deep = "<div>".repeat(2000) + "deep";
    let many = "<hr>".repeat(3000);
    let odd = [
        "",
        "no tags",
        "<frameset><frame src=a></frameset>",
        "<p>a<p>a<p>a",
        "<img src=a><hr>",
        &big,
        &deep,
        &many,
    ];
    let pages: Vec<String> = odd.iter().map(|&page| page.to_owned()).collect();
    assert_eq!(read(&pages).len(), pages.len());
    for page in &pages {
        assert_eq!(read(std::slice::from_ref(page)).len(), 1);
    }
    assert_eq!(read(&[]), [[]; 0]);
}

#[test]
fn the_order_of_the_pages_changes_no_post() {
    let kind = &KINDS[0];
    let page = |seed| frame(1, &(kind.write)(&said(seed, 5)));
    let pages: Vec<String> = (81..85).map(page).collect();
    let turned: Vec<String> = pages.iter().rev().cloned().collect();
    let mut found = read(&turned);
    found.reverse();
    assert_eq!(found, read(&pages));
}

#[test]
fn the_published_method_finds_posts_of_one_form() {
    let threads = [said(91, 5), said(92, 7), said(93, 4), said(94, 9)];
    let post = |said: &Said| format!("<div><b>{}</b><p>{}</p></div>", said.author, said.text());
    let page = |said: &Vec<Said>| {
        format!("<body><h1>Board</h1><div>{}</div></body>", said.iter().map(post).collect::<String>())
    };
    let pages: Vec<String> = threads.iter().map(page).collect();
    let sources: Vec<&str> = pages.iter().map(String::as_str).collect();
    let trees: Vec<Tree> = sources.iter().map(|source| Tree::new(source)).collect();
    for ((cut, tree), said) in Cutter::new().cut(&sources, &trees).iter().zip(&trees).zip(&threads) {
        let text = |post: &Vec<Node>| {
            let leaves = cut.outline.leaves(post).into_iter();
            leaves.map(|leaf| tree.leaves()[leaf as usize].text.to_string()).collect::<Vec<_>>().join(" ")
        };
        let expected: Vec<String> =
            said.iter().map(|said| format!("{} {}", said.author, said.text())).collect();
        assert_eq!(cut.posts.iter().map(text).collect::<Vec<_>>(), expected);
    }
}

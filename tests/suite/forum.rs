//! Threads of known posts in the markup of many kinds of boards, and the posts that are found.

mod boards;
mod by_hand;
mod markup;
mod program;

use self::markup::{KINDS, KnownPost, frame, known_posts};
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

fn written(known: &[KnownPost]) -> Vec<String> {
    known.iter().map(KnownPost::text).collect()
}

#[test]
fn posts_in_all_kinds_of_markup_are_found_in_order_on_several_pages_and_on_one() {
    for kind in &KINDS {
        let threads: Vec<Vec<KnownPost>> =
            [7, 4, 9].iter().zip(1..).map(|(&count, seed)| known_posts(seed, count)).collect();
        let pages: Vec<String> =
            threads.iter().zip(1..).map(|(known, number)| frame(number, &(kind.write)(known))).collect();
        for (found, known) in read(&pages).iter().zip(&threads) {
            assert_eq!(texts(found), written(known), "{}", kind.name);
        }
        for (page, known) in pages.iter().zip(&threads) {
            let alone = &read(std::slice::from_ref(page))[0];
            assert_eq!(texts(alone), written(known), "{}, one page alone", kind.name);
        }
    }
}

#[test]
fn author_and_date_are_found_if_markup_separates_them() {
    for kind in KINDS.iter().filter(|kind| kind.is_signed) {
        let threads = [known_posts(1, 6), known_posts(2, 8)];
        let pages: Vec<String> =
            threads.iter().zip(1..).map(|(known, number)| frame(number, &(kind.write)(known))).collect();
        for (found, known) in read(&pages).iter().zip(&threads) {
            for (post, known) in found.iter().zip(known) {
                assert_eq!(post.author.as_deref(), Some(&*known.author), "{}", kind.name);
                assert_eq!(post.date.as_deref(), Some(&*known.date), "{}", kind.name);
            }
        }
    }
}

#[test]
fn spans_cover_the_post_and_bodies_its_text() {
    for kind in &KINDS {
        let known = known_posts(3, 6);
        let page = frame(1, &(kind.write)(&known));
        for (post, known) in read(std::slice::from_ref(&page))[0].iter().zip(&known) {
            assert!(page[post.span.range()].contains(&*known.author), "{}", kind.name);
            let body = &page[post.body.range()];
            let body = Tree::new(body).leaves().iter().map(|leaf| leaf.text.to_string()).collect::<Vec<_>>();
            assert_eq!(body.join(" "), known.text(), "{}", kind.name);
        }
    }
}

#[test]
fn answers_to_answers_are_deeper() {
    let known = known_posts(4, 4);
    let [a, b, c, d] = [0, 1, 2, 3].map(|number| markup::comment(&known[number]));
    let nested = |a: &str, rest: &str| format!("<li>{a}{rest}</li>");
    let answers =
        format!("<ul>{}{}</ul>", nested(&b, &format!("<ul>{}</ul>", nested(&c, ""))), nested(&d, ""));
    let page = frame(1, &format!("<ul class=thread>{}</ul>", nested(&a, &answers)));
    let posts = &read(&[page])[0];
    assert_eq!(texts(posts), written(&known));
    assert_eq!(posts.iter().map(|post| post.depth).collect::<Vec<_>>(), [0, 1, 2, 1]);
}

#[test]
fn posts_whose_text_is_beside_their_answers_are_whole() {
    let known = known_posts(4, 6);
    let post = |number: usize, answers: &str| {
        let KnownPost { author, date, .. } = &known[number];
        format!("<li><b>{author}</b> {date}<br>{}{answers}</li>", known[number].text())
    };
    let answered = |number: usize, answers: String| post(number, &format!("<ul>{answers}</ul>"));
    let first = answered(0, answered(1, post(2, "")) + &post(3, ""));
    let second = answered(4, post(5, ""));
    let posts = &read(&[frame(1, &format!("<ul>{first}{second}</ul>"))])[0];
    assert_eq!(texts(posts), written(&known));
    assert_eq!(posts.iter().map(|post| post.depth).collect::<Vec<_>>(), [0, 1, 2, 1, 0, 1]);
    let authors: Vec<Option<&str>> = posts.iter().map(|post| post.author.as_deref()).collect();
    assert_eq!(authors, known.iter().map(|known| Some(&*known.author)).collect::<Vec<_>>());
}

#[test]
fn what_is_below_posts_of_one_element_is_no_part_of_the_last() {
    let known = known_posts(33, 6);
    let post =
        |known: &KnownPost| format!("<div>{}, {}<p>{}</p></div>", known.author, known.date, known.text());
    let posts: String = known.iter().map(post).collect();
    let page = format!("<h1>Rain</h1>{posts}<div>Powered by a small mill</div>");
    assert_eq!(texts(&read(&[page])[0]), written(&known));
}

/// The authors that are found if each post is written like this.
fn authors(known: &[KnownPost], post: impl Fn(&KnownPost) -> String) -> Vec<String> {
    let page = frame(1, &known.iter().map(post).collect::<String>());
    read(&[page])[0].iter().map(|post| post.author.clone().unwrap_or_default()).collect()
}

#[test]
fn a_name_is_preferred_to_the_mailbox_behind_it() {
    let known = known_posts(34, 7);
    let post = |known: &KnownPost| {
        let KnownPost { author, date, .. } = known;
        let mailbox = author.to_lowercase().replace(' ', "");
        format!(
            "<div><b>{author}</b> <a href='mailto:list@example.org'>{mailbox} at example.org</a><br><i>{date}</i>{}</div>",
            known.html()
        )
    };
    assert_eq!(authors(&known, post), known.iter().map(|known| known.author.clone()).collect::<Vec<_>>());
}

#[test]
fn a_name_that_looks_like_a_day_is_a_name() {
    let mut known = known_posts(35, 6);
    for (known, name) in known.iter_mut().zip(["may22", "jan_7", "bridget", "april5", "dec_4", "ann"]) {
        name.clone_into(&mut known.author);
    }
    let post = |known: &KnownPost| {
        format!("<div><b>{}</b> <i>{}</i>{}</div>", known.author, known.date, known.html())
    };
    assert_eq!(authors(&known, post), ["may22", "jan_7", "bridget", "april5", "dec_4", "ann"]);
}

/// Three pages on which the first post is written by `question`: all posts are found.
fn asked_and_answered(seed: u64, posts: usize, question: impl Fn(usize, &KnownPost) -> String) {
    let page = |number: usize| {
        let known = known_posts(seed + number as u64, posts); // usize has at most 64 bits
        (frame(number, &(question(number, &known[0]) + &(KINDS[0].write)(&known[1..]))), known)
    };
    let (pages, known): (Vec<String>, Vec<Vec<KnownPost>>) = (1..4).map(page).unzip();
    for (found, known) in read(&pages).iter().zip(&known) {
        assert_eq!(texts(found), written(known));
    }
}

#[test]
fn the_first_post_in_a_different_wrapper_is_a_post() {
    asked_and_answered(10, 6, |_, known| {
        format!(
            "<div class=question><h2>{0}</h2><div class=body>{1}</div><p>{0} asks</p></div>",
            known.author,
            known.html()
        )
    });
}

#[test]
fn a_question_signed_like_the_answers_is_a_post_whatever_its_markup() {
    asked_and_answered(15, 5, |number, known| {
        format!(
            "<div class=question><h2>Thread {number}</h2><div class=who><a href=u>{}</a></div><section>{}</section></div>",
            known.author,
            known.html()
        )
    });
}

#[test]
fn copies_of_a_thread_with_other_dates_and_counters_hide_no_posts() {
    for kind in &KINDS {
        let threads = [known_posts(101, 6), known_posts(102, 5)];
        let copy = |known: &Vec<KnownPost>, number| {
            let page = frame(number, &(kind.write)(known));
            page.replace("2020", "2021").replace("<h1>", "<p>Read 77 times since yesterday</p><h1>")
        };
        let pages = [
            frame(1, &(kind.write)(&threads[0])),
            frame(2, &(kind.write)(&threads[1])),
            copy(&threads[0], 3),
            copy(&threads[1], 4),
        ];
        for (found, known) in read(&pages).iter().zip(threads.iter().cycle()) {
            assert_eq!(texts(found), written(known), "{}", kind.name);
        }
    }
}
#[test]
fn the_day_on_which_an_author_joined_is_not_the_date_of_a_post() {
    let joined = ["Jun 9, 2012", "Jan 1, 2010", "Mar 5, 2011"];
    let mut rng = Rng::new(6);
    let mut thread = |is_stated: bool| -> (Vec<String>, String) {
        let day = |at: usize| format!("May {}, 2020", 3 + at);
        let mut post = |at: usize| {
            let member = (at * at + at / 2) % 3;
            let card = format!(
                "<dl class=card><dt>Joined</dt><dd>{}</dd><dt>Posts</dt><dd>{}</dd></dl>",
                joined[member],
                1_200 + 17 * member
            );
            let time = if is_stated {
                format!("<time datetime=2020-05-{:02}T10:3{}:00Z>{}</time>", 3 + at, at, day(at))
            } else {
                format!("<span>{}</span>", day(at))
            };
            let name = ["Ann", "Bob", "Cy"][member];
            let text = Language::English.sentences(&mut rng, 2);
            format!(
                "<div class=post><div class=who><a href=/u/{member}>{name}</a>{card}</div>{time}<div class=body>{text}</div></div>"
            )
        };
        ((0..8).map(day).collect(), frame(1, &(0..8).map(&mut post).collect::<String>()))
    };
    for is_stated in [true, false] {
        let (days, page) = thread(is_stated);
        let found: Vec<String> = read(&[page]).remove(0).into_iter().filter_map(|post| post.date).collect();
        assert_eq!(found, days, "with <time>: {is_stated}");
    }
}

#[test]
fn two_posts_next_to_a_list_of_other_threads_are_the_posts() {
    let threads = [known_posts(21, 2), known_posts(22, 2), known_posts(23, 2)];
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
        let mut page = |known: &Vec<KnownPost>| {
            frame(1, &format!("{}<h3>More threads</h3>{}", (kind.write)(known), teasers(kind.name)))
        };
        let pages: Vec<String> = threads.iter().map(&mut page).collect();
        for (found, known) in read(&pages).iter().zip(&threads) {
            assert_eq!(texts(found), written(known), "{}", kind.name);
        }
    }
}

#[test]
fn a_page_with_one_post_has_it_at_the_position_of_the_form_on_others() {
    let kind = &KINDS[0];
    let threads = [known_posts(31, 1), known_posts(32, 5), known_posts(33, 2)];
    let pages: Vec<String> =
        threads.iter().zip(1..).map(|(known, number)| frame(number, &(kind.write)(known))).collect();
    let found = read(&pages);
    for (found, known) in found.iter().zip(&threads) {
        assert_eq!(texts(found), written(known));
    }
}

#[test]
fn text_before_the_first_line_that_other_pages_have_is_not_in_the_first_post() {
    let kind = KINDS.iter().find(|kind| kind.name == "lines after").expect("there is such a kind");
    let threads = [known_posts(36, 5), known_posts(37, 4)];
    let page = |known: &Vec<KnownPost>| frame(1, (kind.write)(known).trim_start_matches("<hr>"));
    let pages: Vec<String> = threads.iter().map(page).collect();
    for (found, known) in read(&pages).iter().zip(&threads) {
        assert_eq!(texts(found), written(known));
    }
}

#[test]
fn posts_that_scripts_would_show_are_found() {
    let kind = &KINDS[0];
    let known = known_posts(41, 5);
    let page = format!(
        "<html><body><div id=app></div><iframe src=x /><noscript>{}</noscript><script>start()</script></body></html>",
        (kind.write)(&known)
    );
    assert_eq!(texts(&read(&[page])[0]), written(&known));
}

#[test]
fn an_advertisement_next_to_the_posts_makes_them_no_wider() {
    let kind = &KINDS[0];
    let threads = [known_posts(51, 5), known_posts(52, 6)];
    let mut rng = Rng::new(6);
    let mut page = |(known, number): (&Vec<KnownPost>, usize)| {
        let advertisement = Language::English.sentences(&mut rng, 4);
        let posts: Vec<String> =
            known.iter().map(|known| (kind.write)(std::slice::from_ref(known))).collect();
        let (before, after) = posts.split_at(2);
        let all = format!("{}<div class=ad><p>{advertisement}</p></div>{}", before.concat(), after.concat());
        frame(number, &all)
    };
    let pages: Vec<String> = threads.iter().zip(1..).map(&mut page).collect();
    for (found, known) in read(&pages).iter().zip(&threads) {
        assert_eq!(texts(found), written(known));
    }
}

#[test]
fn a_post_with_an_image_or_a_signature_is_not_missed() {
    let threads = [known_posts(61, 6), known_posts(62, 6)];
    let post = |(number, known): (usize, &KnownPost)| {
        let image = if number % 3 == 1 { "<p><img src=a.png></p>" } else { "" };
        let signature = if number % 3 == 2 { "<div class=sig>I sign all that I write</div>" } else { "" };
        format!(
            "<div class=post><div class=who><a href=u>{}</a></div><div class=when>{}</div><div class=body>{image}{}</div>\
             {signature}</div>",
            known.author,
            known.date,
            known.html()
        )
    };
    let page = |(known, number): (&Vec<KnownPost>, usize)| {
        frame(number, &known.iter().enumerate().map(post).collect::<String>())
    };
    let pages: Vec<String> = threads.iter().zip(1..).map(page).collect();
    for (found, known) in read(&pages).iter().zip(&threads) {
        assert_eq!(texts(found), written(known));
    }
}

#[test]
fn paragraphs_and_lists_in_posts_are_not_posts() {
    let threads = [known_posts(71, 4), known_posts(72, 3)];
    let post = |known: &KnownPost| {
        let items: String = known.paragraphs.iter().flat_map(|text| ["<li><p>", text, "</p></li>"]).collect();
        format!(
            "<div class=post><b>{}</b> <i>{}</i><div class=body><ol>{items}</ol></div></div>",
            known.author, known.date
        )
    };
    let page = |(known, number): (&Vec<KnownPost>, usize)| {
        frame(number, &known.iter().map(post).collect::<String>())
    };
    let pages: Vec<String> = threads.iter().zip(1..).map(page).collect();
    for (found, known) in read(&pages).iter().zip(&threads) {
        assert_eq!(texts(found), written(known));
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
    let page = |seed| frame(1, &(kind.write)(&known_posts(seed, 5)));
    let pages: Vec<String> = (81..85).map(page).collect();
    let turned: Vec<String> = pages.iter().rev().cloned().collect();
    let mut found = read(&turned);
    found.reverse();
    assert_eq!(found, read(&pages));
}

#[test]
fn the_published_method_finds_posts_of_one_form() {
    let threads = [known_posts(91, 5), known_posts(92, 7), known_posts(93, 4), known_posts(94, 9)];
    let post = |known: &KnownPost| format!("<div><b>{}</b><p>{}</p></div>", known.author, known.text());
    let page = |known: &Vec<KnownPost>| {
        format!("<body><h1>Board</h1><div>{}</div></body>", known.iter().map(post).collect::<String>())
    };
    let pages: Vec<String> = threads.iter().map(page).collect();
    let sources: Vec<&str> = pages.iter().map(String::as_str).collect();
    let trees: Vec<Tree> = sources.iter().map(|source| Tree::new(source)).collect();
    for ((cut, tree), known) in Cutter::new().cut(&sources, &trees).iter().zip(&trees).zip(&threads) {
        let text = |post: &Vec<Node>| {
            let leaves = cut.outline.leaves(post).into_iter();
            leaves.map(|leaf| tree.leaves()[leaf as usize].text.to_string()).collect::<Vec<_>>().join(" ")
        };
        let expected: Vec<String> =
            known.iter().map(|known| format!("{} {}", known.author, known.text())).collect();
        assert_eq!(cut.posts.iter().map(text).collect::<Vec<_>>(), expected);
    }
}

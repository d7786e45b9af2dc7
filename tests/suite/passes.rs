//! A site is learned in one pass and read in another: the results are those of one pass, for any order of its pages, on any
//! number of threads, with copies among them and with more pages than are learned from.

use katagami::content::{Content, Learner, contents};
use katagami::document::Document;

fn on<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start").install(work)
}

/// A sentence of its own for each number.
fn sentence(number: usize) -> String {
    const WORDS: [&str; 12] = [
        "river", "stone", "evening", "window", "market", "letter", "garden", "winter", "bridge", "paper",
        "silver", "harbour",
    ];
    let word = |place: usize| WORDS[(number * 7 + place * (number % 5 + 1)) % WORDS.len()];
    (0..12).map(word).chain([number.to_string().as_str()]).collect::<Vec<_>>().join(" ")
}

/// The lines of an article, the second of them long.
fn lines(number: usize) -> [String; 2] {
    let [one, two, three] = [0, 1, 2].map(|line| sentence(number * 3 + line));
    [one, format!("{two} {three}")]
}

fn post(number: usize) -> String {
    let [one, two] = lines(number);
    let comment = |at: usize| {
        let said = sentence(100_000 + number * 4 + at);
        format!("<li id=c{number}-{at} class=said><p>Reader {number}{at}<p>{at} May 2020, 10:1{at}<p>{said}")
    };
    let comments: String = (0..number % 4).map(comment).collect();
    format!(
        "<title>Day {number} in town - The Blog</title><body><div id=menu><ul><li><a href=/>Home</a><li><a href=/about>About\
         </a></ul></div><div class=post><h1>Day {number} in town</h1><p>{one}<p>{two}</div><ol class=talk>\
         {comments}</ol><div id=foot>All rights reserved</div>"
    )
}

fn shop(number: usize) -> String {
    let text = sentence(50_000 + number);
    format!(
        "<title>Thing {number}</title><table id=frame><tr><td class=left>Things<br>Help<td class=right><h2>Thing {number}\
         </h2><blockquote>{text}</blockquote><tr><td colspan=2 class=legal>Prices without tax</table>"
    )
}

fn document(page: String) -> Document {
    Document::new("page", page)
}

fn in_two_passes(documents: &[Document]) -> Vec<Content> {
    let mut learner = Learner::new();
    documents.chunks(7).for_each(|some| learner.add(some));
    let site = learner.site();
    documents.iter().map(|document| site.read(document)).collect()
}

fn texts(content: &Content) -> Vec<&str> {
    content.text.iter().map(|text| text.text.as_str()).collect()
}

/// Blog posts and product pages, some twice, one with an additional line the second time.
fn mixed() -> Vec<Document> {
    let mut pages: Vec<String> = (0..20).flat_map(|number| [post(number), shop(number)]).collect();
    pages.extend([post(3), shop(4), post(5).replace("</h1>", "</h1><p>Read 7 times")]);
    pages.into_iter().map(document).collect()
}

#[test]
fn two_passes_give_the_result_of_one() {
    let documents = mixed();
    let together = contents(&documents);
    assert_eq!(in_two_passes(&documents), together);
    assert_eq!(on(1, || contents(&documents)), on(4, || contents(&documents)));
    assert_eq!(on(1, || in_two_passes(&documents)), on(4, || in_two_passes(&documents)));
}

#[test]
fn pages_of_two_templates_are_read_like_each_alone() {
    let [posts, things] =
        [post, shop].map(|page| (0..20).map(|number| document(page(number))).collect::<Vec<_>>());
    let mixed: Vec<Document> = things.iter().chain(&posts).cloned().collect();
    let [posts, things] = [posts, things].map(|documents| contents(&documents));
    assert_eq!(contents(&mixed), [things, posts].concat());
}

#[test]
fn any_order_of_the_pages_gives_the_same() {
    let documents = mixed();
    let contents_of = contents(&documents);
    for step in [1, 7, 11] {
        let order: Vec<usize> = (0..documents.len()).rev().map(|at| at * step % documents.len()).collect();
        let shuffled: Vec<Document> = order.iter().map(|&at| documents[at].clone()).collect();
        let expected: Vec<Content> = order.iter().map(|&at| contents_of[at].clone()).collect();
        assert_eq!(contents(&shuffled), expected);
        assert_eq!(in_two_passes(&shuffled), expected);
    }
}

#[test]
fn copies_of_a_page_do_not_make_its_article_template() {
    let documents = mixed();
    for contents in [contents(&documents), in_two_passes(&documents)] {
        for (copy, page) in [(40, 6), (41, 9)] {
            assert_eq!(contents[copy], contents[page]);
        }
        assert!(texts(&contents[6])[1..] == lines(3));
        for near in [&contents[10], &contents[42]] {
            assert!(lines(5).iter().all(|line| texts(near).contains(&line.as_str())), "{near:?}");
        }
    }
}

#[test]
fn a_copy_of_a_learned_page_that_comes_later_keeps_its_article() {
    let mut learner = Learner::new();
    learner.add(&(0..20).map(post).map(document).collect::<Vec<_>>());
    let site = learner.site();
    let later = site.read(&document(post(5).replace("</h1>", "</h1><p>Read 7 times")));
    assert!(lines(5).iter().all(|line| texts(&later).contains(&line.as_str())), "{later:?}");
    let new = site.read(&document(post(77)));
    assert_eq!(texts(&new)[1..], lines(77));
    assert_eq!(new.comments.len(), 1);
}

#[test]
fn a_site_with_more_pages_than_the_sample_is_read() {
    let documents: Vec<Document> = (0..6000).map(post).map(document).collect();
    let read = in_two_passes(&documents);
    assert_eq!(read, contents(&documents));
    for (number, content) in read.iter().enumerate() {
        assert_eq!(texts(content)[1..], lines(number), "{number}");
        assert_eq!(content.comments.len(), number % 4, "{number}");
    }
}

#[test]
fn a_page_unlike_all_others_is_read_like_a_single_page() {
    let mut learner = Learner::new();
    learner.add(&(0..20).map(post).map(document).collect::<Vec<_>>());
    let other = document(shop(1));
    assert_eq!(learner.site().read(&other), contents(std::slice::from_ref(&other))[0]);
    assert_eq!(Learner::new().site().read(&other), contents(std::slice::from_ref(&other))[0]);
}

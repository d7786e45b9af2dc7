//! Main content and blogs: what is written of them, and what is found on pages whose content is known.

mod markup;

use katagami::content::{Content, Fate, Text, contents, explained};
use katagami::document::{Corpus, Document, Input, Reader};
use site::truth::{self, PageTruth};
use std::ops::Range;
use std::path::{Path, PathBuf};

fn folder(set: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(set)
}

fn corpus(set: &str) -> Corpus {
    let pages = Reader::new().read(&[Input::path(folder(set))]);
    pages.collect::<Result<_, _>>().expect("the pages can be read")
}

fn read(pages: &[&str]) -> Vec<Content> {
    let documents: Vec<Document> = pages.iter().map(|page| Document::new("page", *page)).collect();
    contents(&documents)
}

fn texts(texts: &[Text]) -> Vec<&str> {
    texts.iter().map(|text| text.text.as_str()).collect()
}

/// Where records of a kind stand.
fn known(page: &PageTruth, kind: &str) -> Vec<Range<usize>> {
    page.records().filter(|record| record.kind == kind).map(|record| record.range).collect()
}

/// Whether every text lies in one of the ranges but for white space, and every range has a text.
fn agree(source: &str, texts: &[Text], known: &[Range<usize>]) -> bool {
    let is_within = |range: &Range<usize>, text: &Text| {
        let Range { start, end } = text.span.range();
        let written = &source[start..end];
        range.start <= end - written.trim_start().len() && start + written.trim_end().len() <= range.end
    };
    texts.iter().all(|text| known.iter().any(|range| is_within(range, text)))
        && known.iter().all(|range| texts.iter().any(|text| is_within(range, text)))
}

#[test]
fn articles_and_posts_are_what_was_poured_as_such_and_comments_come_one_by_one() {
    for set in
        ["press/a-daily", "press/b-old", "press/c-japanese", "blog/a-replies", "blog/b-every", "blog/c-none"]
    {
        let truth = truth::read(&folder(set)).expect("the set has its truth");
        let corpus = corpus(set);
        let found = contents(corpus.documents());
        assert_eq!(found.len(), truth.pages.len());
        for ((content, page), document) in found.iter().zip(&truth.pages).zip(corpus.documents()) {
            let source = document.text();
            let file = format!("{set}/{}", page.file);
            assert!(
                agree(source, &content.text, &known(page, "article")),
                "{file}: {:?}",
                texts(&content.text)
            );
            let title = page.values["title"].all();
            assert_eq!(
                content.headline.as_ref().map(|headline| headline.text.as_str()),
                Some(&*title[0]),
                "{file}"
            );
            let comments = known(page, "comment");
            assert_eq!(content.comments.len(), comments.len(), "{file}");
            for (comment, range) in content.comments.iter().zip(&comments) {
                assert!(agree(source, &comment.text, std::slice::from_ref(range)), "{file}: {comment:?}");
            }
        }
    }
}

#[test]
fn comments_are_signed() {
    for set in ["blog/a-replies", "blog/b-every"] {
        let truth = truth::read(&folder(set)).expect("the set has its truth");
        for (content, page) in contents(corpus(set).documents()).iter().zip(&truth.pages) {
            let comments = page.shown().zip(page.records()).filter(|(_, record)| record.kind == "comment");
            for (comment, (shown, _)) in content.comments.iter().zip(comments) {
                let author = comment.author.as_deref().unwrap_or_default();
                let date = comment.date.as_deref().unwrap_or_default();
                // Where both are in one line, it is the date.
                assert!(
                    [author, date].iter().any(|line| line.contains(&shown.values["by"].all()[0])),
                    "{comment:?}"
                );
                assert!(date.contains(&shown.values["said"].all()[0]), "{comment:?}");
            }
        }
    }
}

#[test]
fn an_article_under_two_addresses_is_content_on_both() {
    let found = contents(corpus("press/a-daily").documents());
    assert_eq!(texts(&found[2].text), texts(&found[7].text));
    assert!(found[7].text.len() > 4);
}

#[test]
fn every_block_has_a_verdict_and_those_kept_are_the_content() {
    for set in ["press/a-daily", "blog/a-replies"] {
        let corpus = corpus(set);
        let explained = explained(corpus.documents());
        assert_eq!(
            explained.iter().map(|(content, _)| content.clone()).collect::<Vec<_>>(),
            contents(corpus.documents())
        );
        for (content, verdicts) in &explained {
            let kept: Vec<&str> = verdicts
                .iter()
                .filter(|verdict| verdict.fate.is_content())
                .map(|verdict| &*verdict.text)
                .collect();
            assert_eq!(kept, texts(&content.text));
            assert!(verdicts.windows(2).all(|two| two[0].span.end <= two[1].span.start));
            let of = |number| {
                let of = verdicts.iter().filter(move |verdict| verdict.fate == Fate::Comment(number));
                of.map(|verdict| verdict.text.as_str()).collect::<Vec<_>>()
            };
            for (number, comment) in (1..).zip(&content.comments) {
                assert_eq!(of(number), texts(&comment.text));
            }
        }
    }
}

#[test]
fn verdicts_say_why() {
    let corpus = corpus("press/a-daily");
    let (_, verdicts) = &explained(corpus.documents())[1];
    let of = |text: &str| {
        let verdict = verdicts.iter().find(|verdict| verdict.text.contains(text)).expect("it is on the page");
        (verdict.fate, verdict.pages)
    };
    // The 8th page is the 3rd once more, and counts as one with it.
    assert_eq!(of("Trade"), (Fate::Elsewhere, 7));
    assert_eq!(of("Our letter"), (Fate::Form, 7));
    assert_eq!(of("shares"), (Fate::Outside, 1));
    assert_eq!(of("Read on"), (Fate::Outside, 1));
}

const SAYS: [&str; 3] = [
    "The river rose all night and in the morning the old bridge was gone.",
    "Nobody knew who had left the letter on the table by the window.",
    "In the winter the market moves into the hall behind the harbour.",
];

#[test]
fn one_page_and_two_pages_have_content() {
    let page =
        |says: &str| format!("<title>x</title><ul><li><a href=/>Home</a></ul><div class=a><p>{says}</div>");
    let pages = SAYS.map(page);
    assert_eq!(texts(&read(&[&pages[0]])[0].text), [SAYS[0]]);
    for (content, says) in read(&[&pages[0], &pages[1]]).iter().zip(SAYS) {
        assert_eq!(texts(&content.text), [says]);
    }
}

#[test]
fn pages_that_say_nothing_have_no_content() {
    let odd = [
        "",
        "<frameset cols=20,80><frame src=menu.html><frame src=main.html></frameset>",
        "<body><img src=a.png><img src=b.png>",
        "<title>a title alone</title>",
        "<div><div><div></div></div></div>",
        "<script>document.write('all of the text of this page is written by a program')</script>",
    ];
    for (content, page) in read(&odd).iter().zip(odd) {
        assert_eq!((texts(&content.text), content.comments.len()), (vec![], 0), "{page}");
    }
    for page in odd {
        assert_eq!(texts(&read(&[page])[0].text), [""; 0], "{page}");
    }
}

#[test]
fn a_page_without_a_body_or_without_tags_has_its_text() {
    assert_eq!(texts(&read(&[SAYS[0]])[0].text), [SAYS[0]]);
    let page = format!("<head><title>a</title></head><p>{}<p>{}", SAYS[0], SAYS[1]);
    assert_eq!(texts(&read(&[&page])[0].text), SAYS[..2]);
}

#[test]
fn blocks_that_are_all_equal_are_labels() {
    let page = format!("<p>{}</p>", SAYS[0]).repeat(200);
    assert_eq!(texts(&read(&[&page])[0].text), [""; 0]);
    // But two pages of one text are one page under two addresses.
    let says = SAYS.join(" ");
    let page = format!("<div><p>{says}</div>");
    assert!(read(&[&page, &page]).iter().all(|content| texts(&content.text) == [&says]));
}

#[test]
fn a_block_of_ten_megabytes_is_a_block() {
    let words = "word after word ".repeat(650_000);
    let page = format!("<ul><li>Home</ul><div class=a><p>{words}</div>");
    let other = format!("<ul><li>Home</ul><div class=a><p>{}</div>", SAYS[1]);
    let found = read(&[&page, &other]);
    assert_eq!(found[0].text.len(), 1);
    assert_eq!(found[0].text[0].text.len(), words.len() - 1);
    assert_eq!(texts(&found[1].text), [SAYS[1]]);
}

#[test]
fn deep_nesting_is_no_harm() {
    let pages = SAYS.map(|says| format!("{}<p>{says}", "<div>".repeat(20_000)));
    for (content, says) in read(&[&pages[0], &pages[1], &pages[2]]).iter().zip(SAYS) {
        assert_eq!(texts(&content.text), [says]);
    }
}

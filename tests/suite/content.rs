//! Main content and blogs: the output, and the results on pages whose content is known.

mod markup;

use katagami::content::{
    Content, Fate, Lean, Metadata, Text, Verdict, contents, described, described_and_explained, metadata,
    paragraphs,
};
use katagami::document::{Corpus, Document, Input, Reader};
use site::truth::{self, PageTruth};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

fn folder(set: &str) -> PathBuf {
    Path::new(crate::ROOT).join("data").join(set)
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

/// The ranges of the records of a kind.
fn known(page: &PageTruth, kind: &str) -> Vec<Range<usize>> {
    page.records().filter(|record| record.kind == kind).map(|record| record.range).collect()
}

/// Whether every text is equal to one of the ranges up to white space, and every range has a text.
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
fn articles_posts_and_single_comments_are_the_generated_ones() {
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

/// The frequency of each run of four characters of a text, without white space.
fn fours(text: &str) -> BTreeMap<Vec<char>, usize> {
    let chars: Vec<char> = text.chars().filter(|char| !char.is_whitespace()).collect();
    let mut fours = BTreeMap::new();
    for four in chars.windows(4) {
        *fours.entry(four.to_vec()).or_default() += 1;
    }
    fours
}

/// F1 of a text against a known one, by runs of four characters.
#[expect(clippy::cast_precision_loss, reason = "small texts")]
fn f1(found: &str, known: &str) -> f64 {
    let (found, known) = (fours(found), fours(known));
    let common: usize =
        known.iter().map(|(four, times)| found.get(four).map_or(0, |found| *found.min(times))).sum();
    2.0 * common as f64 / (found.values().sum::<usize>() + known.values().sum::<usize>()) as f64
}

#[test]
fn articles_in_other_scripts_are_found_whole_with_title_author_and_date() {
    for language in ["ar", "hi", "ja", "th", "zh"] {
        let set = format!("scripts/{language}");
        let (truth, corpus) = (truth::read(&folder(&set)).expect("the set has its truth"), corpus(&set));
        let documents = corpus.documents();
        let together = described(documents);
        let alone = documents.iter().map(|document| described(std::slice::from_ref(document)).remove(0));
        for (pages, found) in [("together", together), ("alone", alone.collect())] {
            assert_eq!(found.len(), 4);
            for ((content, known), page) in found.iter().zip(&truth.pages) {
                let file = format!("{set}/{} {pages}", page.file);
                let article = page.shown().zip(page.records()).filter(|(_, record)| record.kind == "article");
                let article: Vec<_> = article.map(|(shown, _)| shown).collect();
                let text: Vec<&str> = article.iter().map(|shown| shown.text.as_str()).collect();
                let found = paragraphs(&content.text);
                assert!(f1(&found, &text.join("\n")) >= 0.95, "{file}: {found}");
                let value = |name: &str| {
                    article.iter().find_map(|shown| Some(shown.values.get(name)?.all()[0].as_str()))
                };
                let fact =
                    |fact: &Option<katagami::content::Fact>| fact.as_ref().map(|fact| fact.text.clone());
                assert_eq!(fact(&known.title).as_ref(), Some(&page.values["title"].all()[0]), "{file}");
                assert_eq!(fact(&known.author).as_deref(), value("author"), "{file}");
                assert_eq!(fact(&known.date).as_deref(), value("day"), "{file}");
                assert!(
                    known.iso_date.as_ref().is_some_and(|day| day.starts_with("2024-")),
                    "{file}: {known:?}"
                );
                assert_eq!(
                    fact(&known.language).map(|tag| tag[..2].to_owned()).as_deref(),
                    Some(language),
                    "{file}"
                );
                let comments = page.records().filter(|record| record.kind == "comment").count();
                assert!(
                    pages == "alone" || content.comments.len() == comments,
                    "{file}: {:?}",
                    content.comments
                );
            }
        }
    }
}

#[test]
fn metadata_do_not_depend_on_page_order_or_threads() {
    let sets = [
        "press/a-daily",
        "press/b-old",
        "blog/a-replies",
        "blog/b-every",
        "scripts/ja",
        "scripts/th",
        "shop/a-terms",
    ];
    for set in sets {
        let corpus = corpus(set);
        let documents = corpus.documents();
        let contents = contents(documents);
        let expected: Vec<(Content, Metadata)> =
            contents.iter().cloned().zip(metadata(documents, &contents)).collect();
        // Seven is coprime to the number of pages of each set.
        let order: Vec<usize> = (0..documents.len()).map(|at| (at * 7 + 3) % documents.len()).collect();
        let shuffled: Vec<Document> = order.iter().map(|&at| documents[at].clone()).collect();
        for threads in [1, 2, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
            assert_eq!(pool.install(|| described(documents)), expected, "{set}, {threads} threads");
            let found = pool.install(|| described(&shuffled));
            for (found, &at) in found.iter().zip(&order) {
                assert_eq!(found, &expected[at], "{set}, page {at}, {threads} threads");
            }
        }
    }
}

#[test]
fn a_stated_text_is_evidence_only_if_the_page_shows_it() {
    let more = "river stone evening window market letter garden winter bridge paper silver harbour 0 window bridge stone garden harbour market paper evening winter river letter silver 9";
    let says = SAYS.join(" ");
    let beside = "Twelve boats lay in the harbour, and not one of them was dry when their owners came back from a long journey to the islands.";
    let page = |name: &str, body: &str| {
        let data = serde_json::json!({"@type": "NewsArticle", "headline": "Rain", name: body});
        format!(
            "<title>Rain</title><script type='application/ld+json'>{data}</script><h1>Rain</h1><div class=a><p>{says}<p>{more}</div>\
             <div class=b><h3>Boats</h3><p>{beside}<p>market letter garden winter bridge paper silver harbour river stone evening window 40\
             <p>harbour stone window letter winter paper harbour stone window letter winter paper 41</div>"
        )
    };
    let text = |name: &str, body: &str| {
        let content = read(&[&page(name, body)]).remove(0);
        texts(&content.text).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let all = format!("{says} {more}");
    let unstated = text("abstract", &all);
    assert!(unstated.contains(&says) && unstated.contains(&beside.to_owned()), "{unstated:?}");
    let stated = text("articleBody", &all);
    assert!(stated.contains(&says) && !stated.contains(&beside.to_owned()), "{stated:?}");
    let other = "Nothing of this sentence, nor of that which follows it, is shown anywhere on this page.";
    assert_eq!(text("articleBody", other), unstated);
}

#[test]
fn comments_have_author_and_date() {
    for set in ["blog/a-replies", "blog/b-every"] {
        let truth = truth::read(&folder(set)).expect("the set has its truth");
        for (content, page) in contents(corpus(set).documents()).iter().zip(&truth.pages) {
            let comments = page.shown().zip(page.records()).filter(|(_, record)| record.kind == "comment");
            for (comment, (shown, _)) in content.comments.iter().zip(comments) {
                let author = comment.author.as_deref().unwrap_or_default();
                let date = comment.date.as_deref().unwrap_or_default();
                // If both are in one line, it is the date.
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
fn a_line_below_comments_of_any_length_has_their_author_and_date() {
    let words = ["The river", "An old bridge", "No other town", "Every second boat", "The last train"];
    let paragraphs = |first: usize, count: usize| {
        let paragraph = |number: usize| {
            [
                "<p>",
                words[number % 5],
                " of part ",
                &number.to_string(),
                " was there before it came to us.</p>",
            ]
            .concat()
        };
        (first..first + count).map(paragraph).collect::<String>()
    };
    let names = ["Ann Hill", "Bob Cole", "Cy Marsh", "Dee Quist", "Eve Vance", "Flo Abbot", "Gus Crane"];
    let comment = |number: usize| {
        let paragraphs = paragraphs(7 * number, number % 4 + 1);
        let (name, day) = (names[number % 7], number % 28 + 1);
        format!(
            "<div class=comment>{paragraphs}<p class=posted>Posted by: <a href=/{number}>{name}</a> at \
             <a href=#c{number}>May {day}, 2008 1:5{}PM</a></p></div>",
            number % 10
        )
    };
    let page = |page: usize| {
        let post = paragraphs(100 * page, 6);
        let comments: String = (0..8).map(|number| comment(8 * page + number)).collect();
        format!("<html><title>{page}</title><h1>Post {page}</h1>{post}<h2>Comments</h2>{comments}</html>")
    };
    let pages: Vec<String> = (1..5).map(page).collect();
    for (content, page) in read(&pages.iter().map(String::as_str).collect::<Vec<_>>()).iter().zip(1..) {
        assert_eq!(content.comments.len(), 8, "{:?}", content.comments);
        for (comment, number) in content.comments.iter().zip(8 * page..) {
            assert_eq!(comment.author.as_deref(), Some(names[number % 7]), "{comment:?}");
            let date = format!("May {}, 2008 1:5{}PM", number % 28 + 1, number % 10);
            assert_eq!(comment.date.as_deref(), Some(&*date), "{comment:?}");
        }
    }
}

#[test]
fn an_article_under_two_addresses_is_content_on_both() {
    let found = contents(corpus("press/a-daily").documents());
    assert_eq!(texts(&found[2].text), texts(&found[7].text));
    assert!(found[7].text.len() > 4);
}

/// A weblog as a crawl finds it: each post on a page of its own, and whole again on the pages of its month and its category and
/// on the first page of the site.
fn weblog() -> (Vec<Vec<String>>, Vec<String>) {
    const WORDS: [&str; 9] =
        ["river", "stone", "evening", "window", "market", "letter", "garden", "winter", "bridge"];
    let sentence = |post: usize, line: usize| {
        let word = |at: usize| WORDS[(post * 5 + line * 7 + at * (post % 4 + line % 3 + 1)) % WORDS.len()];
        (0..24).map(word).chain([format!("{post} {line}").as_str()]).collect::<Vec<_>>().join(" ")
    };
    let said: Vec<Vec<String>> =
        (0..24).map(|post| (0..2 + post % 3).map(|line| sentence(post, line)).collect()).collect();
    let entry = |post: usize| {
        let text = said[post].join("</p><p>");
        format!(
            "<div class=entry><h3>Title {post} of them</h3><p>{text}</p><p class=posted>Posted at {}:10</div>",
            post % 9
        )
    };
    let page = |entries: Vec<usize>| {
        let entries: String = entries.into_iter().map(entry).collect();
        format!(
            "<div id=top><h1><a href=/>My weblog</a></h1></div><div id=content>{entries}</div><div id=foot>By me</div>"
        )
    };
    let months = (0..4).map(|month| (6 * month..6 * month + 6).collect());
    let categories = (0..3).map(|category| (0..24).filter(|post| post % 3 == category).collect());
    let lists = months.chain(categories).chain([(18..24).collect()]);
    let pages = (0..24).map(|post| vec![post]).chain(lists).map(page).collect();
    (said, pages)
}

#[test]
fn posts_are_content_although_pages_of_months_show_them_whole() {
    let (said, pages) = weblog();
    let contents = read(&pages.iter().map(String::as_str).collect::<Vec<_>>());
    for (said, content) in said.iter().zip(&contents) {
        let found = texts(&content.text);
        assert!(said.iter().all(|text| found.contains(&text.as_str())), "{said:?} {found:?}");
        assert!(!found.contains(&"My weblog") && !found.contains(&"By me"), "{found:?}");
    }
}

fn explained(documents: &[Document]) -> Vec<(Content, Vec<Verdict>)> {
    let described = described_and_explained(documents, Lean::Even, |_| true);
    let verdicts = described.explanations.into_iter().map(|why| why.expect("all are wanted").verdicts);
    described.pages.into_iter().map(|(content, _)| content).zip(verdicts).collect()
}

#[test]
fn every_block_has_a_verdict_and_kept_blocks_are_the_content() {
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
fn verdicts_have_a_reason() {
    let corpus = corpus("press/a-daily");
    let (_, verdicts) = &explained(corpus.documents())[1];
    let of = |text: &str| {
        let verdict = verdicts.iter().find(|verdict| verdict.text.contains(text)).expect("it is on the page");
        (verdict.fate, verdict.pages)
    };
    // The 8th page is a copy of the 3rd, and the two count as one.
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
fn pages_without_text_have_no_content() {
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
    // But two pages with the same text are one page under two addresses.
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
fn deep_nesting_is_read() {
    let pages = SAYS.map(|says| format!("{}<p>{says}", "<div>".repeat(20_000)));
    for (content, says) in read(&[&pages[0], &pages[1], &pages[2]]).iter().zip(SAYS) {
        assert_eq!(texts(&content.text), [says]);
    }
}

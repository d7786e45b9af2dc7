//! The metadata of generated articles that state them, do not state them, or state wrong ones.

use katagami::content::{Metadata, contents, metadata};
use katagami::document::Document;
use site::page::Page;
use site::press::papers;

/// The metadata in the head of a page.
#[derive(Clone, Copy, Debug)]
enum Stated {
    Nothing,
    Truth,
    /// Those of another article.
    Other,
}

fn value(page: &Page, name: &str) -> Option<String> {
    let of_records = page.records.iter().map(|record| page.values_of(record));
    std::iter::once(page.values()).chain(of_records).find_map(|values| values.get(name)?.first().cloned())
}

fn document(page: &Page, stated: Stated) -> Document {
    let author = value(page, "author").unwrap_or_else(|| "Ann Lee".to_owned());
    let (title, author) = match stated {
        Stated::Nothing => return Document::new("page", page.html.clone()),
        Stated::Truth => (value(page, "title").expect("an article has a title"), author),
        Stated::Other => ("Something else altogether".to_owned(), "admin".to_owned()),
    };
    let linked = serde_json::json!({"@type": "NewsArticle", "headline": title, "author": {"name": author},
        "datePublished": "1999-01-02T03:04:05Z", "publisher": {"name": "The Paper"}});
    let head = format!("<script type='application/ld+json'>{linked}</script></head>");
    Document::new("page", page.html.replacen("</head>", &head, 1))
}

fn read(documents: &[Document]) -> Vec<Metadata> {
    metadata(documents, &contents(documents))
}

#[test]
fn titles_and_dates_of_generated_articles_are_right_whatever_is_stated() {
    for stated in [Stated::Nothing, Stated::Truth, Stated::Other] {
        let (mut articles, mut untitled, mut wrong) = (0, Vec::new(), Vec::new());
        for paper in papers(12) {
            let documents: Vec<Document> = paper.pages.iter().map(|page| document(page, stated)).collect();
            for (page, found) in paper.pages.iter().zip(read(&documents)) {
                let day = value(page, "date").or_else(|| value(page, "day"));
                let shown = |fact: &Option<katagami::content::Fact>, wanted: &str| {
                    fact.as_ref().is_some_and(|fact| fact.text.contains(wanted))
                };
                articles += 1;
                let title = value(page, "title").unwrap_or_default();
                if !shown(&found.title, &title) {
                    untitled.push((page.name.clone(), title, found.title));
                }
                if day.as_ref().is_some_and(|day| !shown(&found.date, day) || found.iso_date.is_none()) {
                    wrong.push((page.name.clone(), day, found.date, found.iso_date));
                }
            }
        }
        assert!(50 * untitled.len() <= articles, "{stated:?}: {untitled:?}");
        assert!(50 * wrong.len() <= articles, "{stated:?}: {wrong:?}");
    }
}

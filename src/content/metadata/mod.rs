//! The metadata of a page: title, author, date, site, description, image, language, kind, and what it states of itself as a publication:
//! the last change, tags, categories, the licence.
//!
//! In: a page and its content. Out: [`Metadata`], each value with its source.
//!
//! Some of it is shown to readers next to the article (`shown`, `byline`), some is stated in standard vocabularies
//! (`stated`). If the two contradict, the shown value wins, since vocabularies are often filled in by
//! programs that know less than the author. If they agree, or if the shown value cannot be read, the stated value is
//! used, because it is exact:
//!
//! ```text
//! shown               stated                        answer
//! By Ann Lee          "author": "Ann Lee"           Ann Lee
//! By Ann Lee          "author": "admin"             Ann Lee
//! 3 May 2020          2020-05-03T10:30:00+02:00     3 May 2020, in ISO 8601 2020-05-03T10:30:00+02:00
//! 3 May 2020          2019-01-01                    3 May 2020, in ISO 8601 2020-05-03
//! 4 June 2021         2020-05-03, changed 4 June    2020-05-03
//! ```
//!
//! No other pages are needed. If there are some, they show at which element path the authors of the site are (`names`), and
//! which label is in front of their names (`author`). Time is linear in the pages. Sources: schema.org; The Open Graph protocol; DCMI Metadata Terms, 2020; WHATWG, "HTML Living
//! Standard", section 4.2.5 (meta) and 4.5.14 (time).

mod author;
mod byline;
mod link_folders;
mod name_evidence;
mod name_words;
mod names;
mod publication;
mod shown;
mod site;
mod stated;
mod text_part;
mod title;

pub use name_evidence::NameEvidence;
pub use site::site_name;
pub use stated::Source;

use self::author::{AuthorSearch, FoundAuthor, drop_labels};
use self::name_words::word_digests;
use self::names::Names;
use self::publication::{Publication, drop_dates_of_frame, is_among, publication};
use self::shown::{ShownDate, ShownTexts};
use self::site::{hostname, site};
use self::stated::{Property, Stated};
use self::title::{drop_shared_parts, title};
use super::{Content, shown_tree};
use crate::document::Document;
use crate::page::Tree;
use crate::progress::Counted;
use crate::record::Base;
use crate::record::role::{self, Convention, Language};
use rayon::prelude::*;

/// A value of the metadata.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Fact {
    /// The value.
    pub text: String,
    /// Its source.
    pub source: Source,
}

/// The metadata of a page.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Metadata {
    /// The headline, else what the page states as its title.
    pub title: Option<Fact>,
    /// The author; several names are separated by `, `.
    pub author: Option<Fact>,
    /// The date of publication, as written.
    pub date: Option<Fact>,
    /// The date of publication, if it can be read: a day as ISO 8601, or a point in time as RFC 3339.
    pub iso_date: Option<String>,
    /// The name of the site.
    pub site: Option<Fact>,
    /// The page's own description of itself, in a sentence or two.
    pub description: Option<Fact>,
    /// The address of the image that represents it.
    pub image: Option<Fact>,
    /// Its language, in the form of `lang` attributes: `en-GB`.
    pub language: Option<Fact>,
    /// Its kind: `article`, `thread`, or what it states, such as `product`.
    pub kind: Option<Fact>,
    /// The date of the last change that it states: ISO 8601 or RFC 3339 if it can be read, else as written.
    pub modified: Option<Fact>,
    /// Its tags, separated by `, `.
    pub tags: Option<Fact>,
    /// The sections of the site that it is in, separated by `, `.
    pub categories: Option<Fact>,
    /// The address or the name of its licence.
    pub license: Option<Fact>,
    /// The host of its address.
    pub hostname: Option<String>,
}

impl Metadata {
    /// The names of the fields.
    pub const NAMES: [&str; 14] = [
        "title",
        "author",
        "date",
        "iso_date",
        "site",
        "description",
        "image",
        "language",
        "kind",
        "modified",
        "tags",
        "categories",
        "license",
        "hostname",
    ];

    /// The names of the [origins](Self::origins).
    pub const ORIGINS: [&str; 2] = ["author_source", "date_source"];

    /// Returns where the author and the date are from.
    #[must_use]
    pub fn origins(&self) -> [Option<Source>; 2] {
        [&self.author, &self.date].map(|fact| Some(fact.as_ref()?.source))
    }

    /// Returns the values of the fields, in the order of [`Metadata::NAMES`].
    #[must_use]
    pub fn values(&self) -> [Option<&str>; Self::NAMES.len()] {
        let facts = self.parts();
        Self::NAMES.map(|name| match name {
            "iso_date" => self.iso_date.as_deref(),
            "hostname" => self.hostname.as_deref(),
            _ => facts.iter().find(|(of, _)| *of == name)?.1.map(|fact| fact.text.as_str()),
        })
    }

    /// Returns the known fields with their names, except `iso_date` and `hostname`.
    pub fn facts(&self) -> impl Iterator<Item = (&'static str, &Fact)> {
        self.parts().into_iter().filter_map(|(name, fact)| Some((name, fact?)))
    }

    fn parts(&self) -> [(&'static str, Option<&Fact>); Self::NAMES.len() - 2] {
        [
            ("title", self.title.as_ref()),
            ("author", self.author.as_ref()),
            ("date", self.date.as_ref()),
            ("site", self.site.as_ref()),
            ("description", self.description.as_ref()),
            ("image", self.image.as_ref()),
            ("language", self.language.as_ref()),
            ("kind", self.kind.as_ref()),
            ("modified", self.modified.as_ref()),
            ("tags", self.tags.as_ref()),
            ("categories", self.categories.as_ref()),
            ("license", self.license.as_ref()),
        ]
    }
}

/// Returns the metadata of pages from their contents. A word with which the shown authors of many pages begin, such as
/// `By`, is removed from their names.
///
/// ```
/// use katagami::content::{contents, metadata};
/// use katagami::document::Document;
///
/// let page = "<html lang=en><title>Rain - The Daily</title><meta name=author content=admin><h1>Rain</h1><p>By <a href=/ann-lee>Ann Lee</a></p>\
///             <p>3 May 2020</p><p>The river rose by a foot all night, and in the morning the old bridge was gone.</p>";
/// let documents = [Document::new("page", page)];
/// let found = metadata(&documents, &contents(&documents)).remove(0);
/// assert_eq!(found.author.map(|author| author.text).as_deref(), Some("Ann Lee"));
/// assert_eq!(found.iso_date.as_deref(), Some("2020-05-03"));
/// assert_eq!(found.site.map(|site| site.text).as_deref(), Some("The Daily"));
/// ```
#[must_use]
pub fn metadata(documents: &[Document], contents: &[Content]) -> Vec<Metadata> {
    let read = |(document, content): (&Document, &Content)| {
        DraftMetadata::new(document, &shown_tree(document.text()), content, true)
    };
    compared(documents.par_iter().zip(contents).counted().map(read).collect())
}

/// Returns the metadata of a single page from its content. `tree` is the page as from [`shown_tree`].
#[must_use]
pub fn page_metadata(document: &Document, tree: &Tree, content: &Content) -> Metadata {
    let (metadata, author) = DraftMetadata::new(document, tree, content, true).finish();
    Metadata { author: author.fact, ..metadata }
}

/// Returns the names on each page of a site that may be the author's, with the features on which the weights are fitted.
#[must_use]
pub fn author_names(documents: &[Document], contents: &[Content]) -> Vec<Vec<(String, NameEvidence)>> {
    let read = |(document, content): (&Document, &Content)| {
        MetadataSources::new(document, &shown_tree(document.text()), content).names()
    };
    let mut pages: Vec<Names> = documents.par_iter().zip(contents).map(read).collect();
    Names::compare(&mut pages.iter_mut().collect::<Vec<_>>());
    let of_page = |names: Names| names.0.into_iter().map(|found| (found.name, found.evidence)).collect();
    pages.into_iter().map(of_page).collect()
}

/// The metadata of a page before it is compared with the other pages of the site.
#[derive(Debug)]
pub(super) struct DraftMetadata {
    /// All but the author.
    metadata: Metadata,
    author: AuthorSearch,
    /// The date and its ISO form without those above the headline and below the text, if the date of the page is one of these.
    without_frame: Option<Publication>,
}

impl DraftMetadata {
    /// What its author could be takes more than half of the time here, and more memory than the page: it is sought only if asked for.
    pub(super) fn new(document: &Document, tree: &Tree, content: &Content, has_author: bool) -> Self {
        let page = MetadataSources::new(document, tree, content);
        let names = if has_author { page.names() } else { Names::default() };
        let stated = &page.stated;
        let fact =
            |property| stated.get(property).map(|(text, source)| Fact { text: text.to_owned(), source });
        let (date, iso_date) = publication(stated, page.dates.iter());
        let above = || page.dates.iter().filter(|date| !page.lines.is_below(date.at));
        let inside = || above().filter(|date| date.at >= page.lines.headline);
        let without_frame = if !is_among(date.as_ref(), above()) {
            Some(publication(stated, above()))
        } else if !is_among(date.as_ref(), inside()) {
            // Pages of one day have the same date above their headlines, so that one needs another one instead.
            Some(publication(stated, inside())).filter(|(date, _)| date.is_some())
        } else {
            None
        };
        let base = Base::of(document.text(), document.base_url());
        let resolved = |fact: Fact| Fact { text: base.resolve(&fact.text), ..fact };
        let site = fact(Property::Site).or_else(|| site(content, stated));
        let author = AuthorSearch::new(stated, &page.lines, site.as_ref(), names);
        let metadata = Metadata {
            author: None,
            date,
            iso_date,
            site,
            description: fact(Property::Description),
            image: fact(Property::Image).map(resolved),
            kind: kind(content, stated),
            modified: fact(Property::Changed)
                .map(|changed| Fact { text: role::stated(&changed.text).unwrap_or(changed.text), ..changed }),
            tags: stated.list(Property::Tag).map(|(text, source)| Fact { text, source }),
            categories: stated.list(Property::Category).map(|(text, source)| Fact { text, source }),
            license: fact(Property::License)
                .map(|license| if license.text.contains('/') { resolved(license) } else { license }),
            hostname: hostname(document),
            language: page.language,
            title: page.title,
        };
        DraftMetadata { metadata, author, without_frame }
    }

    fn finish(self) -> (Metadata, FoundAuthor) {
        (self.metadata, self.author.choice())
    }
}

/// Returns the metadata of pages of one site, compared with each other.
pub(super) fn compared(mut drafts: Vec<DraftMetadata>) -> Vec<Metadata> {
    Names::compare(&mut drafts.iter_mut().map(|draft| &mut draft.author.names).collect::<Vec<_>>());
    let without_frame: Vec<_> = drafts.iter_mut().map(|draft| draft.without_frame.take()).collect();
    let (mut pages, mut authors): (Vec<Metadata>, Vec<FoundAuthor>) =
        drafts.into_iter().map(DraftMetadata::finish).unzip();
    drop_labels(&mut authors);
    drop_dates_of_frame(&mut pages, without_frame);
    drop_shared_parts(pages.iter_mut().filter_map(|page| page.title.as_mut()).collect());
    let with_author = |(page, author): (Metadata, FoundAuthor)| Metadata { author: author.fact, ..page };
    pages.into_iter().zip(authors).map(with_author).collect()
}

/// The sources of a page's metadata: its statements, and its visible texts with their dates.
struct MetadataSources<'a> {
    stated: Stated,
    title: Option<Fact>,
    language: Option<Fact>,
    convention: Convention,
    lines: ShownTexts<'a>,
    /// Dates in the visible texts, most likely first.
    dates: Vec<ShownDate>,
    /// The text of the article.
    text: String,
}

impl<'a> MetadataSources<'a> {
    fn new(document: &Document, tree: &'a Tree<'a>, content: &Content) -> Self {
        let stated = Stated::new(tree);
        let language = language(&stated);
        let known = Language::of(language.as_ref().map_or("", |language| &language.text));
        let convention =
            Convention { language: known, month_first: content.month_first, retrieved: document.retrieved() };
        let title = title(content, &stated);
        let named = title.as_ref().map_or("", |title| &title.text);
        let lines = ShownTexts::new(tree, document.text(), content, named);
        let dates = lines.dates(&convention);
        let text = content.text.iter().map(|text| text.text.as_str()).collect::<Vec<_>>().join(" ");
        MetadataSources { stated, title, language, convention, lines, dates, text }
    }

    /// Returns the names that may be the author's.
    fn names(&self) -> Names {
        let title = self.title.as_ref().map_or("", |title| &title.text);
        let topics = self.stated.all(Property::Topic);
        let finder = byline::NameFinder::new(
            &self.lines,
            title,
            &self.text,
            topics.map(|(topic, _)| name_words::key(word_digests(topic))).collect(),
            self.dates.first().map(|date| date.at),
            &self.convention,
        );
        Names(finder.candidates())
    }
}

/// Returns the language. `lang`, which browsers use, comes first; other statements may be defaults of the program that
/// made the page.
fn language(stated: &Stated) -> Option<Fact> {
    let all = || stated.all(Property::Language).filter(|(text, _)| text.len() <= LANGUAGE);
    let (text, source) = all().find(|(_, source)| *source == Source::Html).or_else(|| all().next())?;
    Some(Fact { text: text.replace('_', "-"), source })
}

/// Largest number of bytes of a language tag: RFC 5646 knows none in use that is longer than 35.
const LANGUAGE: usize = 35;

/// Returns the kind of the page.
fn kind(content: &Content, stated: &Stated) -> Option<Fact> {
    if content.is_thread {
        return Some(Fact { text: "thread".to_owned(), source: Source::Shown });
    }
    let (text, source) = stated.get(Property::Kind)?;
    let name = text.rsplit('/').next().unwrap_or(text);
    let is_article = ["Article", "Posting", "Report"].iter().any(|end| name.ends_with(end));
    Some(Fact { text: if is_article { "article".to_owned() } else { name.to_lowercase() }, source })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::contents;

    const SAID: &str =
        "The river rose by a foot all night, and in the morning by the door the old bridge was gone.";

    const MENU: &str = "<ul><li><a href=/>Home</a><li><a href=/x>Sport</a></ul>";

    pub(super) fn of(head: &str, line: &str) -> Metadata {
        let page = format!(
            "<html lang=en><head><title>Rain | The Daily</title>{head}</head>{MENU}<h1>Rain</h1>{line}<p>{SAID}<p>{SAID} Twice."
        );
        let documents = [Document::new("page", page)];
        metadata(&documents, &contents(&documents)).remove(0)
    }

    pub(super) fn text(fact: Option<Fact>) -> String {
        fact.map(|fact| format!("{} ({})", fact.text, fact.source)).unwrap_or_default()
    }

    const TOLD: &str = r#"<meta property="og:site_name" content="Daily"><script type="application/ld+json">{"@type": "NewsArticle",
        "headline": "Rain falls", "author": {"name": "Ann Lee"}, "datePublished": "2020-05-03T23:30:00Z"}</script>"#;

    #[test]
    fn shown_values_are_found_without_stated_ones() {
        for line in [
            "<p>By Ann Lee</p><p>3 May 2020</p>",
            "<p>By Ann Lee | May 3, 2020</p>",
            "<div><a href=/people/ann-lee>Ann Lee</a> <span>2020-05-03</span></div>",
        ] {
            let found = of("", line);
            assert_eq!(text(found.author), "Ann Lee (shown)", "{line}");
            assert_eq!(found.iso_date.as_deref(), Some("2020-05-03"), "{line}");
        }
        let found = of("", "");
        assert_eq!((text(found.author), text(found.date)), (String::new(), String::new()));
        assert_eq!(
            (text(found.title), text(found.site)),
            ("Rain (shown)".to_owned(), "The Daily (HTML)".to_owned())
        );
        assert_eq!(text(found.language), "en (HTML)");
    }

    #[test]
    fn a_first_name_that_is_a_month_elsewhere_is_kept() {
        for name in ["Ian Finch", "Leo Rowland"] {
            let found = of("", &format!("<p>By {name}, 2020-05-03</p>"));
            assert_eq!(text(found.author), format!("{name} (shown)"));
            assert_eq!(found.iso_date.as_deref(), Some("2020-05-03"));
        }
    }

    #[test]
    fn a_topic_that_the_page_states_is_known_as_such() {
        let topic = |head: &str, rel: &str| {
            let page = format!(
                "{head}<h1>Rain</h1><p><a rel='{rel}' href=/s/1>Home Safety</a></p><p>{SAID}<p>{SAID} Twice."
            );
            let documents = [Document::new("page", page)];
            let names = author_names(&documents, &contents(&documents)).remove(0);
            names.iter().find(|(name, _)| name == "Home Safety").map(|(_, evidence)| evidence.topic)
        };
        assert_eq!(topic("", "nofollow"), Some(0.0));
        assert_eq!(topic("", "category tag"), Some(1.0));
        assert_eq!(topic("<meta property=article:section content='Home safety'>", ""), Some(1.0));
        let linked = r#"<script type="application/ld+json">{"@type": "Article", "headline": "Rain", "articleSection": ["A", "Home Safety"]}</script>"#;
        assert_eq!(topic(linked, ""), Some(1.0));
    }

    #[test]
    fn the_name_of_the_site_is_no_author_beside_a_shown_one() {
        let line = "<p><a href=/>The Daily</a></p><p>By Ann Lee, 3 May 2020</p>";
        let found = of("<meta name=author content='The Daily'>", line);
        assert_eq!(text(found.author), "Ann Lee (shown)");
        let found = of("<meta name=author content='The Daily'>", "<p><a href=/>The Daily</a></p>");
        assert_eq!(text(found.author), "The Daily (HTML)");
    }

    #[test]
    fn a_link_to_a_profile_is_no_author_beside_a_name() {
        for link in ["<a rel=author href=/u?id=7>View Profile</a>", "<a rel=author href=#>About</a>"] {
            let found = of("", &format!("<p>By Ann Lee, 3 May 2020</p><p>{link}</p>"));
            assert_eq!(text(found.author), "Ann Lee (shown)", "{link}");
        }
    }

    #[test]
    fn a_marked_text_may_have_words_before_the_name() {
        let link = "<p><a rel=author href=/ann>View all posts by Ann Lee</a></p><p>3 May 2020</p>";
        assert_eq!(text(of("", link).author), "Ann Lee (microdata)");
        assert_eq!(text(of("", &format!("<p>By Ann Lee</p>{link}")).author), "Ann Lee (microdata)");
    }

    #[test]
    fn a_dated_line_may_have_words_before_the_name() {
        for line in [
            "Posted by Ann Lee on 3 May 2020 | <a href=#c>Comments</a>",
            "Geschrieben von Ann Lee am 2020-05-03",
        ] {
            assert_eq!(text(of("", &format!("<div>{line}</div>")).author), "Ann Lee (shown)", "{line}");
        }
    }

    #[test]
    fn the_parts_of_an_address_are_no_words() {
        let address = "<p><a href=mailto:ann.lee@example.org>ann.lee@example.org</a></p>";
        let found = of("", &format!("<p>Ann Lee</p>{address}<p>3 May 2020</p>"));
        assert_eq!(text(found.author), "Ann Lee (shown)");
    }

    /// Pages with these lines below their headlines.
    fn authors(lines: &[String]) -> Vec<String> {
        let page = |(number, line): (usize, &String)| {
            let says = crate::content::sentences::sentence;
            let said = format!("<p>{}<p>{}", says(2 * number), says(2 * number + 1));
            Document::new(
                number.to_string(),
                format!("<html lang=en>{MENU}<h1>Rain {number}</h1>{line}{said}"),
            )
        };
        let pages: Vec<Document> = lines.iter().enumerate().map(page).collect();
        metadata(&pages, &contents(&pages)).into_iter().map(|page| text(page.author)).collect()
    }

    #[test]
    fn the_only_author_of_a_site_is_found_on_all_of_its_pages() {
        for author in ["<p>Ann Lee</p>", "<p>By <a rel=author href=/ann>Ann Lee</a></p>"] {
            let lines: Vec<String> = (1..9).map(|day| format!("{author}<p>{day} May 2020</p>")).collect();
            for pages in 1..=lines.len() {
                let found = authors(&lines[..pages]);
                assert!(found.iter().all(|author| author.starts_with("Ann Lee (")), "{found:?}");
            }
        }
    }

    #[test]
    fn dates_in_a_list_below_the_article_belong_to_others() {
        let others = "<ul><li><a href=/1>Snow</a> 4 June 2019<li><a href=/2>Hail</a> 5 June 2019</ul>";
        let read = |head: &str, below: &str| {
            let page = format!("<title>Rain</title>{head}<h1>Rain</h1><p>{SAID}<p>{SAID} Twice.{below}");
            let documents = [Document::new("page", page)];
            metadata(&documents, &contents(&documents)).remove(0).iso_date
        };
        assert_eq!(read("", others), None);
        assert_eq!(read("<meta name=date content=2020-05-03>", others).as_deref(), Some("2020-05-03"));
        assert_eq!(read("", &format!("<p>3 May 2020</p>{others}")).as_deref(), Some("2020-05-03"));
    }

    #[test]
    fn dates_of_comments_are_not_the_date_of_the_article() {
        let comment = |number: usize| {
            let said = crate::content::sentences::sentence(90 + number);
            format!("<div class=comment><p>Ann @ 2024-01-1{number} 12:10</p><p>{said}</p></div>")
        };
        let below: String = (0..4).map(comment).collect();
        let page = format!(
            "<meta name=date content=2020-05-03><h1>Rain</h1><p>{SAID}<p>{SAID} Twice.<h2>Comments</h2>{below}"
        );
        let documents = [Document::new("page", page)];
        let found = contents(&documents);
        assert_eq!(found[0].comments.len(), 4);
        assert_eq!(metadata(&documents, &found).remove(0).iso_date.as_deref(), Some("2020-05-03"));
    }

    #[test]
    fn stated_values_are_used_if_none_are_shown() {
        let found = of(TOLD, "");
        assert_eq!(text(found.author), "Ann Lee (JSON-LD)");
        assert_eq!(text(found.date), "2020-05-03T23:30:00Z (JSON-LD)");
        assert_eq!(found.iso_date.as_deref(), Some("2020-05-03T23:30:00Z"));
        assert_eq!(text(found.title), "Rain (shown)");
        assert_eq!(
            (text(found.site), text(found.kind)),
            ("Daily (OpenGraph)".to_owned(), "article (JSON-LD)".to_owned())
        );
    }

    #[test]
    fn shown_values_win_over_contradicting_statements() {
        let found = of(TOLD, "<p>By Bo Ray</p><p>1 March 2019</p>");
        assert_eq!(text(found.author), "Bo Ray (shown)");
        assert_eq!(text(found.date), "1 March 2019 (shown)");
        assert_eq!(found.iso_date.as_deref(), Some("2019-03-01"));
    }

    #[test]
    fn a_shown_date_takes_its_exact_time_from_the_stated_one() {
        let found = of(TOLD, "<p>By Ann Lee</p><p>4 May 2020</p>");
        assert_eq!(text(found.author), "Ann Lee (JSON-LD)");
        assert_eq!(text(found.date), "4 May 2020 (shown)");
        assert_eq!(found.iso_date.as_deref(), Some("2020-05-03T23:30:00Z"), "another time zone");
    }

    #[test]
    fn a_relative_date_is_counted_from_the_time_of_retrieval() {
        let page = format!("<html lang=en><h1>Rain</h1><p>2 days ago</p><p>{SAID}<p>{SAID} Twice.");
        let found = |retrieved: Option<u64>| {
            let document = Document::new("page", page.as_str());
            let time = |seconds| std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
            let documents = [match retrieved {
                Some(seconds) => document.with_retrieved(time(seconds)),
                None => document,
            }];
            let found = metadata(&documents, &contents(&documents)).remove(0);
            (text(found.date), found.iso_date)
        };
        let day = Some("1970-01-01".to_owned());
        assert_eq!(found(Some(2 * 86_400 + 60)), ("2 days ago (shown)".to_owned(), day));
        assert_eq!(found(None).1, None);
    }

    #[test]
    fn the_order_of_day_and_month_is_that_of_the_other_pages() {
        let page = |number: usize, date: &str| {
            let says = crate::content::sentences::sentence;
            let said = format!("<p>{}<p>{}", says(2 * number), says(2 * number + 1));
            Document::new(
                number.to_string(),
                format!("<div id=a><h1>Day {number}</h1><p>{date}</p>{said}</div>"),
            )
        };
        let iso = |documents: &[Document]| metadata(documents, &contents(documents)).remove(0).iso_date;
        let first = page(0, "1/7/2008");
        let shown = metadata(std::slice::from_ref(&first), &contents(std::slice::from_ref(&first))).remove(0);
        assert_eq!(text(shown.date), "1/7/2008 (shown)");
        assert_eq!(iso(std::slice::from_ref(&first)), None, "nothing decides");
        let days = [first.clone(), page(1, "25/7/2008"), page(2, "3/8/2008")];
        assert_eq!(iso(&days).as_deref(), Some("2008-07-01"));
        let months = [first, page(1, "7/25/2008"), page(2, "8/3/2008")];
        assert_eq!(iso(&months).as_deref(), Some("2008-01-07"));
    }

    #[test]
    fn microdata_and_rel_author_state_the_text_of_their_element() {
        let line =
            "<p>By <a rel=author href=/a>Ann Lee</a>, <time datetime=2020-05-03T10:00>yesterday</time>";
        let found = of("", line);
        assert_eq!(text(found.author), "Ann Lee (microdata)");
        assert_eq!(text(found.date), "yesterday (shown)");
        assert_eq!(found.iso_date.as_deref(), Some("2020-05-03"), "without an offset it is no point in time");
        let scoped = "<p itemprop=author itemscope>By <span itemprop=name>Ann Lee</span></p>";
        assert_eq!(text(of("", scoped).author), "Ann Lee (microdata)");
    }
}

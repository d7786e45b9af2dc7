//! A site with pages of all kinds, as a crawl leaves it: a bookshop with a journal and a board.
//!
//! ```text
//! list/1.html ..      books, each with a link to its page          a page of the template list,    records book
//! book/TITLE.html     one book each, with reviews                                        detail,   records review
//! journal/TITLE.html  articles, with comments or without                                 article,  records article, comment
//! board/TITLE.html    threads                                                            thread,   records post
//! print/, offer/      an article and a book under other addresses                        as the page that they are copies of
//! login.html          a form                                                             other
//! ```

use crate::generate::{Site, slug};
use crate::language::Language::English;
use crate::page::Page;
use crate::set::{Family, SEED, Set};
use crate::template::Template;

/// The books on a page of the list.
const LISTED: usize = 4;

/// The pages of a template with the frame of the site, each named after its title.
fn pages(kind: &str, folder: &str, template: &str, count: usize) -> Vec<Page> {
    let named = |page: Page| Page { name: format!("{folder}/{}.html", slug(title(&page))), ..page };
    site(kind, template).pages(SEED, count).into_iter().map(named).collect()
}

fn site(kind: &str, template: &str) -> Site {
    let text = template
        .replace("<!-- top -->\n", include_str!("../templates/mixed/top.html"))
        .replace("<!-- bottom -->\n", include_str!("../templates/mixed/bottom.html"));
    Site::new(kind, Template::parse(&text).unwrap_or_else(|error| panic!("{kind}: {error}")), English)
}

fn title(page: &Page) -> &str {
    value(page, "title")
}

/// The value of the first field of a name outside records.
fn value<'a>(page: &'a Page, name: &str) -> &'a str {
    page.fields.iter().find(|field| field.name == name).map_or("", |field| &field.value)
}

/// A page of the list: its number, and its books.
fn list((number, books): (usize, &[Page])) -> Page {
    let all = |value: &dyn Fn(&Page) -> String| books.iter().map(value).collect::<Vec<_>>().join("|");
    let template = include_str!("../templates/mixed/list.html")
        .replace("COUNT", &books.len().to_string())
        .replace("NUMBER", &number.to_string())
        .replace("SLUGS", &all(&|book| slug(title(book))))
        .replace("TITLES", &all(&|book| title(book).to_owned()))
        .replace("AUTHORS", &all(&|book| value(book, "author").to_owned()))
        .replace("PRICES", &all(&|book| value(book, "price").to_owned()));
    Page { name: format!("list/{number}.html"), ..site("list", &template).page(SEED, number) }
}

/// The pages, and for those that are copies the page that they are copies of.
fn all() -> (Vec<Page>, Vec<(String, String)>) {
    let books = pages("detail", "book", include_str!("../templates/mixed/book.html"), 12);
    let articles = pages("article", "journal", include_str!("../templates/mixed/article.html"), 6);
    let printed = pages("article", "print", include_str!("../templates/mixed/print.html"), 1);
    let offer = Page { name: books[4].name.replace("book/", "offer/"), ..books[4].clone() };
    let copies = [(&printed[0], &articles[0]), (&offer, &books[4])];
    let copies = copies.map(|(copy, of)| (copy.name.clone(), of.name.clone())).into();
    let login = site("other", include_str!("../templates/mixed/login.html")).page(SEED, 0);
    let mut all: Vec<Page> = (1..).zip(books.chunks(LISTED)).map(list).collect();
    all.extend(pages("thread", "board", include_str!("../templates/mixed/thread.html"), 4));
    all.extend([Page { name: "login.html".to_owned(), ..login }, offer]);
    all.extend(books.into_iter().chain(articles).chain(printed));
    all.sort_by(|one, other| one.name.cmp(&other.name));
    (all, copies)
}

/// The pages that are copies of another page of the set, with that page.
#[must_use]
pub fn copies() -> Vec<(String, String)> {
    all().1
}

/// The sets under `data/mixed`.
#[must_use]
pub fn sets() -> Vec<Set> {
    let about =
        "a bookshop: lists, books with reviews, articles with comments, threads, copies, a login page";
    vec![Set { family: Family::Mixed, name: "a-bookshop", about, peaks: &[], pages: all().0 }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_listed_book_has_the_page_that_it_links_to_and_a_name_is_given_once() {
        let (pages, copies) = all();
        let mut links = 0;
        for list in pages.iter().filter(|page| page.template == "list") {
            for book in &list.records {
                let value = |name: &str| &book.fields.iter().find(|field| field.name == name).unwrap().value;
                let name = format!("book/{}.html", value("link"));
                let of = pages.iter().find(|page| page.name == name).unwrap();
                assert_eq!((title(of), super::value(of, "price")), (&**value("title"), &**value("price")));
                links += 1;
            }
        }
        assert_eq!((links, pages.len(), copies.len()), (12, 28, 2));
        assert!(pages.windows(2).all(|two| two[0].name < two[1].name));
    }
}

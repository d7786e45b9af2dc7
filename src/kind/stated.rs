//! What a page states that it is: the type of its JSON-LD or microdata, its `og:type`, a next page, and elements with a meaning.
//!
//! In: a page's tree. Out: [`Stated`]. Sources: schema.org (types below `CreativeWork`, `Product`, `ItemList`), The Open Graph
//! protocol, HTML Standard, section 4.6.7 (`rel`). Cost: linear in the page.

use crate::page::Tree;
use crate::page::data::{Data, Value, Vocabulary, title};
use crate::page::statement::Subject;

/// Something that a page states about itself.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Statement {
    /// It is about this.
    About(Subject),
    Website,
    /// It has the time of its publication.
    Published,
    /// It has a next or a previous page.
    Paged,
    /// An element is its author.
    Author,
    /// It asks for a password.
    Password,
}

/// What a page states.
#[derive(Clone, Debug, Default)]
pub(super) struct Stated {
    /// The text of `title`, in lower case.
    pub(super) title: String,
    statements: Vec<Statement>,
}

impl Stated {
    pub(super) fn of(tree: &Tree) -> Self {
        let data = Data::of(tree);
        let title = title(tree).split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let own =
            data.things.iter().enumerate().filter(|(at, thing)| thing.shown.is_some() || data.is_own(*at));
        let types = own.flat_map(|(_, thing)| &thing.types).filter_map(|name| Subject::of_type(name));
        let mut statements: Vec<Statement> = types.map(Statement::About).collect();
        for of in &data.statements {
            statements.extend(match (of.vocabulary, &*of.name) {
                (Vocabulary::JsonLd, "datePublished") if data.is_own(of.thing) => Some(Statement::Published),
                (Vocabulary::OpenGraph, "article:published_time") => Some(Statement::Published),
                (Vocabulary::OpenGraph, "og:type") => match of.values.first() {
                    Some(Value::Text(kind)) => of_object(kind.trim()),
                    _ => None,
                },
                (Vocabulary::Link | Vocabulary::Microdata, "author") => Some(Statement::Author),
                (Vocabulary::Link, "next" | "prev") => Some(Statement::Paged),
                _ => None,
            });
        }
        let is_password = |kind: &str| kind.eq_ignore_ascii_case("password");
        let asks = tree.ids().any(|id| tree.attribute(id, "type").is_some_and(|kind| is_password(&kind)));
        statements.extend(asks.then_some(Statement::Password));
        Stated { title, statements }
    }

    pub(super) fn is(&self, statement: Statement) -> bool {
        self.statements.contains(&statement)
    }
}

/// The statement of an `og:type`.
fn of_object(kind: &str) -> Option<Statement> {
    match kind {
        "" => None,
        "article" => Some(Statement::About(Subject::Article)),
        "website" | "blog" => Some(Statement::Website),
        _ => Some(Statement::About(Subject::Thing)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_titles_and_steps_are_read_from_head_and_body() {
        let page = r#"<head><title>The &amp; River</title><link rel="next" href=2><meta property=og:type content=article>
            <script type="application/ld+json">{"@graph": [{"@type": "BreadcrumbList"}, {"@type": ["Product"], "datePublished": "2020"}]}</script>
            </head><div itemscope itemtype=http://schema.org/Question><a rel=author>Ann</a><input type=password></div>"#;
        let stated = Stated::of(&Tree::new(page));
        assert_eq!(stated.title, "the & river");
        let told = [
            Statement::About(Subject::Thing),
            Statement::About(Subject::Thread),
            Statement::Published,
            Statement::Paged,
            Statement::About(Subject::Article),
            Statement::Author,
            Statement::Password,
        ];
        assert_eq!(stated.statements, told);
        let plain = Stated::of(&Tree::new("<p>text<a rel=nofollow href=/>Home</a>"));
        assert!(plain.statements.is_empty() && plain.title.is_empty(), "{plain:?}");
    }
}

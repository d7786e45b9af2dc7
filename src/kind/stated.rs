//! What a page states that it is: the type of its JSON-LD or microdata, its `og:type`, a next page, and elements with a meaning.
//!
//! In: a page's tree. Out: [`Stated`]. Sources: schema.org (types below `CreativeWork`, `Product`, `ItemList`), The Open Graph
//! protocol, HTML Standard, section 4.6.7 (`rel`). Cost: linear in the page.

use crate::page::data::{DEPTH, Datum, attribute, data};
use crate::page::statement::Subject;
use crate::page::{ElementId, Tree};
use crate::token::html::tokens;
use crate::token::{Token, TokenKind};
use serde_json::Value;

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

fn of_type(name: &str) -> Option<Statement> {
    Subject::of_type(name).map(Statement::About)
}

impl Stated {
    pub(super) fn of(tree: &Tree) -> Self {
        let mut stated = Stated::default();
        data(tree, |datum| match datum {
            Datum::Linked(value) => stated.linked(&value, 0),
            Datum::Meta(tag, part) => stated.meta(&|name| attribute(tag, part, name)),
        });
        for out in tree.left_out() {
            stated.head(&tree.source[out.range()]);
        }
        tree.ids().for_each(|id| stated.element(tree, id));
        stated
    }

    pub(super) fn is(&self, statement: Statement) -> bool {
        self.statements.contains(&statement)
    }

    fn linked(&mut self, value: &Value, depth: usize) {
        match value {
            Value::Array(all) => all.iter().for_each(|value| self.linked(value, depth)),
            Value::Object(members) if depth < DEPTH => {
                match members.get("@type") {
                    Some(Value::String(name)) => self.statements.extend(of_type(name)),
                    Some(Value::Array(names)) => {
                        self.statements.extend(names.iter().filter_map(Value::as_str).filter_map(of_type));
                    }
                    _ => {}
                }
                let published = members.contains_key("datePublished").then_some(Statement::Published);
                self.statements.extend(published);
                let parts = ["@graph", "mainEntity", "mainEntityOfPage"];
                parts
                    .iter()
                    .filter_map(|&part| members.get(part))
                    .for_each(|part| self.linked(part, depth + 1));
            }
            _ => {}
        }
    }

    fn meta(&mut self, attribute: &dyn Fn(&str) -> Option<String>) {
        let name = attribute("property").or_else(|| attribute("name")).unwrap_or_default();
        match name.as_str() {
            "article:published_time" => self.statements.push(Statement::Published),
            "og:type" => self.statements.extend(match attribute("content").unwrap_or_default().trim() {
                "" => None,
                "article" => Some(Statement::About(Subject::Article)),
                "website" | "blog" => Some(Statement::Website),
                _ => Some(Statement::About(Subject::Thing)),
            }),
            _ => {}
        }
    }

    /// Reads the title and the links of a head.
    fn head(&mut self, part: &str) {
        let is_tag = |token: &Token, name: &str| token.name(part).eq_ignore_ascii_case(name);
        let mut is_title = false;
        for token in tokens(part) {
            match token.kind {
                TokenKind::StartTag => {
                    is_title = is_tag(&token, "title") && self.title.is_empty();
                    let rel = attribute(token, part, "rel").filter(|_| is_tag(&token, "link"));
                    self.statements.extend(rel.and_then(|rel| of_step(&rel)));
                }
                TokenKind::EndTag => is_title = false,
                _ if is_title => {
                    let words = htmlize::unescape(token.text(part)).to_lowercase();
                    self.title = words.split_whitespace().collect::<Vec<_>>().join(" ");
                }
                _ => {}
            }
        }
    }

    fn element(&mut self, tree: &Tree, id: ElementId) {
        let element = tree.element(id);
        for of in element.attributes(tree.source) {
            let value = of.value.unwrap_or_default();
            let is_author = || value.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("author"));
            self.statements.extend(match of.name.to_ascii_lowercase().as_str() {
                "rel" | "itemprop" if is_author() => Some(Statement::Author),
                "rel" if element.name == "a" => of_step(value),
                "itemtype" => of_type(value),
                "type" if value.eq_ignore_ascii_case("password") => Some(Statement::Password),
                _ => None,
            });
        }
    }
}

/// The statement of a relation to a next or previous page.
fn of_step(rel: &str) -> Option<Statement> {
    let is_step = |word: &str| word.eq_ignore_ascii_case("next") || word.eq_ignore_ascii_case("prev");
    rel.split_ascii_whitespace().any(is_step).then_some(Statement::Paged)
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
            Statement::About(Subject::Article),
            Statement::About(Subject::Thing),
            Statement::Published,
            Statement::Paged,
            Statement::About(Subject::Thread),
        ];
        assert_eq!(stated.statements[..5], told);
        assert_eq!(stated.statements[5..], [Statement::Author, Statement::Password]);
        let plain = Stated::of(&Tree::new("<p>text<a rel=nofollow href=/>Home</a>"));
        assert!(plain.statements.is_empty() && plain.title.is_empty(), "{plain:?}");
    }
}

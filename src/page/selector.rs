//! Selectors of elements, as a user writes them: the part of CSS that names, attributes and positions need.
//!
//! In: `li.hit:not(.ad) > h3`. Out: the elements of a page that match, in document order.
//!
//! ```text
//! selector  = complex {"," complex}         complex  = compound {(" " | ">" | "+" | "~") compound}
//! compound  = [name | "*"] {"." class | "#" id | "[" attribute [operator value] "]" | ":" pseudo}      operator = = ~= ^= $= *=
//! pseudo    = first-child | last-child | nth-child(n) | nth-of-type(n) | not(selector) | has(selector)      n = 3 | odd | even | 2n+1
//! ```
//!
//! The elements are those of the [`Tree`]: what a page only shows to programs, such as scripts, is no element, and an element that the page
//! only implies, such as `tbody`, is one only if the page has its tag. A selector is matched from its end, step by step up the page.
//!
//! Time: elements times the length of the selector; `:has` also times the elements within.
//!
//! Source: Selectors Level 4, sections 3, 4, 6 and 14.

use super::tree::{ElementId, Tree};
use crate::error::{Error, ErrorKind};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A selector; written and stored as its text.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Selector {
    text: String,
    any_of: Vec<Complex>,
}

/// The tests of an element, and how the elements of the tests before are related to it; the last test comes first.
type Complex = Vec<(Vec<Test>, Relation)>;

/// What the element of a test is to that of the test behind it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Relation {
    /// There is no test behind it.
    None,
    Ancestor,
    Parent,
    Previous,
    Earlier,
}

#[derive(Clone, Debug, Eq, PartialEq)]
enum Test {
    Name(String),
    Attribute {
        name: String,
        operator: Operator,
        value: String,
    },
    /// The element is number `a * n + b` among the children of its parent, or among those of its name, for an n from 0.
    Nth {
        a: i64,
        b: i64,
        of_name: bool,
    },
    LastChild,
    Not(Vec<Complex>),
    /// With the relation of the first test to the element.
    Has(Vec<(Complex, Relation)>),
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Operator {
    Exists,
    Equals,
    Word,
    Begins,
    Ends,
    Contains,
}

impl Selector {
    /// The elements of a page that match and have text, in document order.
    #[must_use]
    pub fn select(&self, tree: &Tree) -> Vec<ElementId> {
        tree.ids().filter(|&id| tree.has_text(id) && is_any(&self.any_of, tree, id)).collect()
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl From<Selector> for String {
    fn from(selector: Selector) -> String {
        selector.text
    }
}

impl TryFrom<String> for Selector {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        text.parse()
    }
}

impl FromStr for Selector {
    type Err = Error;

    /// Reads a selector.
    ///
    /// # Errors
    /// [`ErrorKind::Setting`], which says what is not understood, and where.
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut parser = Parser { text, at: 0 };
        let any_of = parser.list(|parser| parser.complex(Relation::None).map(|(complex, _)| complex));
        match any_of {
            Ok(any_of) if parser.at == text.len() => Ok(Selector { text: text.trim().to_owned(), any_of }),
            Ok(_) => Err(parser.wrong("a name, class, id, attribute or position")),
            Err(why) => Err(why),
        }
        .map_err(|why| Error::new(ErrorKind::Setting(why)))
    }
}

fn is_any(any_of: &[Complex], tree: &Tree, id: ElementId) -> bool {
    any_of.iter().any(|complex| is(complex, tree, id, None))
}

/// Whether an element matches. The elements of further tests are within `scope`, and with its relation the first is related to it.
fn is(
    complex: &[(Vec<Test>, Relation)],
    tree: &Tree,
    id: ElementId,
    scope: Option<(ElementId, Relation)>,
) -> bool {
    let Some(((tests, _), before)) = complex.split_first() else { return false };
    if !tests.iter().all(|test| test.holds(tree, id)) {
        return false;
    }
    let Some((_, relation)) = before.first() else {
        return scope.is_none_or(|(scope, relation)| related(tree, id, relation).any(|other| other == scope));
    };
    related(tree, id, *relation).any(|other| is(before, tree, other, scope))
}

/// The elements that have this relation to an element.
fn related<'a>(
    tree: &'a Tree<'a>,
    id: ElementId,
    relation: Relation,
) -> Box<dyn Iterator<Item = ElementId> + 'a> {
    let ancestors = std::iter::successors(tree.element(id).parent, |&id| tree.element(id).parent);
    match relation {
        Relation::None => Box::new(std::iter::empty()),
        Relation::Ancestor => Box::new(ancestors),
        Relation::Parent => Box::new(tree.element(id).parent.into_iter()),
        Relation::Earlier => Box::new(before(tree, id)),
        Relation::Previous => Box::new(before(tree, id).last().into_iter()),
    }
}

/// The elements with the parent of an element; of the root itself.
fn siblings<'a>(tree: &'a Tree<'a>, id: ElementId) -> impl Iterator<Item = ElementId> + 'a {
    let parent = tree.element(id).parent;
    let root = Some(id).filter(|_| parent.is_none());
    root.into_iter().chain(parent.into_iter().flat_map(|parent| tree.children(parent)))
}

fn before<'a>(tree: &'a Tree<'a>, id: ElementId) -> impl Iterator<Item = ElementId> + 'a {
    siblings(tree, id).take_while(move |&other| other < id)
}

impl Test {
    fn holds(&self, tree: &Tree, id: ElementId) -> bool {
        match self {
            Test::Name(name) => *name == *tree.element(id).name,
            Test::Attribute { name, operator, value } => {
                tree.attribute(id, name).is_some_and(|has| match operator {
                    Operator::Exists => true,
                    Operator::Equals => has == *value,
                    Operator::Word => has.split_ascii_whitespace().any(|word| word == value),
                    Operator::Begins => !value.is_empty() && has.starts_with(value.as_str()),
                    Operator::Ends => !value.is_empty() && has.ends_with(value.as_str()),
                    Operator::Contains => !value.is_empty() && has.contains(value.as_str()),
                })
            }
            Test::Nth { a, b, of_name } => {
                let name = &tree.element(id).name;
                let counts = |other: &ElementId| !of_name || tree.element(*other).name == *name;
                let place = 1 + i64::try_from(before(tree, id).filter(counts).count()).unwrap_or(i64::MAX);
                let steps = place - b;
                if *a == 0 { steps == 0 } else { steps % a == 0 && steps / a >= 0 }
            }
            Test::LastChild => siblings(tree, id).last() == Some(id),
            Test::Not(any_of) => !is_any(any_of, tree, id),
            Test::Has(any_of) => any_of.iter().any(|(complex, relation)| {
                let is_beside = matches!(relation, Relation::Previous | Relation::Earlier);
                let end = tree.element(if is_beside { ElementId(0) } else { id }).end;
                let mut inside = (id.0 + 1..end.0).map(ElementId);
                inside.any(|inner| is(complex, tree, inner, Some((id, *relation))))
            }),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn wrong(&self, expected: &str) -> String {
        let rest = self.rest();
        let found = if rest.is_empty() { "the end".to_owned() } else { format!("{rest:?}") };
        format!("not a selector: give {expected}, not {found}")
    }

    fn skip_spaces(&mut self) -> bool {
        let before = self.at;
        self.at = self.text.len() - self.rest().trim_start().len();
        self.at > before
    }

    /// Reads a sign if it is next.
    fn take(&mut self, sign: &str) -> bool {
        let is_next = self.rest().starts_with(sign);
        self.at += if is_next { sign.len() } else { 0 };
        is_next
    }

    fn demand(&mut self, sign: &str) -> Result<(), String> {
        self.skip_spaces();
        if self.take(sign) { Ok(()) } else { Err(self.wrong(&format!("{sign:?}"))) }
    }

    fn list<T>(&mut self, mut one: impl FnMut(&mut Self) -> Result<T, String>) -> Result<Vec<T>, String> {
        let mut all = Vec::new();
        loop {
            self.skip_spaces();
            all.push(one(self)?);
            self.skip_spaces();
            if !self.take(",") {
                return Ok(all);
            }
        }
    }

    /// Reads tests with the relations between them; in `:has`, a relation may come first, else it is `first`.
    fn complex(&mut self, first: Relation) -> Result<(Complex, Relation), String> {
        let first = if first == Relation::None { first } else { self.relation().unwrap_or(first) };
        let mut complex = vec![(self.compound()?, Relation::None)];
        loop {
            let before = self.at;
            let spaces = self.skip_spaces();
            let relation = match self.relation() {
                Some(relation) => relation,
                None if spaces && !self.rest().is_empty() && !self.rest().starts_with([',', ')']) => {
                    Relation::Ancestor
                }
                None => {
                    self.at = before;
                    complex.reverse();
                    return Ok((complex, first));
                }
            };
            if let Some(last) = complex.last_mut() {
                last.1 = relation;
            }
            complex.push((self.compound()?, Relation::None));
        }
    }

    fn relation(&mut self) -> Option<Relation> {
        let known = [(">", Relation::Parent), ("+", Relation::Previous), ("~", Relation::Earlier)];
        let relation = known.into_iter().find(|(sign, _)| self.take(sign)).map(|(_, relation)| relation);
        if relation.is_some() {
            self.skip_spaces();
        }
        relation
    }

    fn compound(&mut self) -> Result<Vec<Test>, String> {
        let mut tests = Vec::new();
        let begin = self.at;
        if !self.take("*")
            && let Ok(name) = self.name()
        {
            tests.push(Test::Name(name.to_ascii_lowercase()));
        }
        loop {
            if self.take(".") {
                let value = self.name()?;
                tests.push(Test::Attribute { name: "class".to_owned(), operator: Operator::Word, value });
            } else if self.take("#") {
                let value = self.name()?;
                tests.push(Test::Attribute { name: "id".to_owned(), operator: Operator::Equals, value });
            } else if self.take("[") {
                tests.push(self.attribute()?);
            } else if self.take(":") {
                tests.push(self.pseudo()?);
            } else if self.at == begin {
                return Err(self.wrong("a name, class, id, attribute or position"));
            } else {
                return Ok(tests);
            }
        }
    }

    fn attribute(&mut self) -> Result<Test, String> {
        self.skip_spaces();
        let name = self.name()?;
        self.skip_spaces();
        let known = [
            ("~=", Operator::Word),
            ("^=", Operator::Begins),
            ("$=", Operator::Ends),
            ("*=", Operator::Contains),
            ("=", Operator::Equals),
        ];
        let operator = known.into_iter().find(|(sign, _)| self.take(sign)).map(|(_, operator)| operator);
        let value = match operator {
            Some(_) => {
                self.skip_spaces();
                let quote = ['"', '\''].into_iter().find(|quote| self.rest().starts_with(*quote));
                match quote {
                    Some(quote) => self.quoted(quote)?,
                    None => self.name()?,
                }
            }
            None => String::new(),
        };
        self.demand("]")?;
        Ok(Test::Attribute { name, operator: operator.unwrap_or(Operator::Exists), value })
    }

    fn pseudo(&mut self) -> Result<Test, String> {
        let begin = self.at;
        let test = match &*self.name()? {
            "first-child" => return Ok(Test::Nth { a: 0, b: 1, of_name: false }),
            "last-child" => return Ok(Test::LastChild),
            name @ ("nth-child" | "nth-of-type") => {
                self.demand("(")?;
                let (a, b) = self.number()?;
                Test::Nth { a, b, of_name: name == "nth-of-type" }
            }
            "not" => {
                self.demand("(")?;
                Test::Not(self.list(|parser| parser.complex(Relation::None).map(|(complex, _)| complex))?)
            }
            "has" => {
                self.demand("(")?;
                Test::Has(self.list(|parser| parser.complex(Relation::Ancestor))?)
            }
            _ => {
                self.at = begin;
                return Err(
                    self.wrong("first-child, last-child, nth-child(..), nth-of-type(..), not(..) or has(..)")
                );
            }
        };
        self.demand(")")?;
        Ok(test)
    }

    /// Reads `3`, `odd`, `even`, `2n`, `-n+3`, `2n + 1`.
    fn number(&mut self) -> Result<(i64, i64), String> {
        let end = self.rest().find(')').unwrap_or(self.rest().len());
        let written: String = self.rest()[..end].chars().filter(|sign| !sign.is_whitespace()).collect();
        let factor = |a: &str| match a {
            "" | "+" => Some(1),
            "-" => Some(-1),
            a => a.parse().ok(),
        };
        let number = match written.to_ascii_lowercase().split_once('n') {
            _ if written == "odd" => Some((2, 1)),
            _ if written == "even" => Some((2, 0)),
            Some((a, "")) => factor(a).map(|a| (a, 0)),
            Some((a, b)) => factor(a).zip(b.parse().ok()),
            None => written.parse().ok().map(|b| (0, b)),
        };
        let number = number.ok_or_else(|| self.wrong("a number, odd, even, or such as 2n+1"))?;
        self.at += end;
        Ok(number)
    }

    /// Reads a name, with backslashes before letters that no name has.
    fn name(&mut self) -> Result<String, String> {
        let mut name = String::new();
        while let Some(char) = self.rest().chars().next() {
            if char == '\\' {
                name.push(self.escaped()?);
            } else if char.is_alphanumeric() || matches!(char, '-' | '_') || !char.is_ascii() {
                name.push(char);
                self.at += char.len_utf8();
            } else {
                break;
            }
        }
        if name.is_empty() { Err(self.wrong("a name")) } else { Ok(name) }
    }

    fn quoted(&mut self, quote: char) -> Result<String, String> {
        self.at += 1;
        let mut value = String::new();
        loop {
            match self.rest().chars().next() {
                None => return Err(self.wrong(&format!("{quote:?}"))),
                Some('\\') => value.push(self.escaped()?),
                Some(char) => {
                    self.at += char.len_utf8();
                    if char == quote {
                        return Ok(value);
                    }
                    value.push(char);
                }
            }
        }
    }

    /// Reads a backslash with the letter behind it, or with its number in hexadecimal digits and a space.
    fn escaped(&mut self) -> Result<char, String> {
        self.at += 1;
        // Section 4.3.7 of CSS Syntax: up to six digits.
        let digits = self.rest().bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        if digits > 0 {
            let number = u32::from_str_radix(&self.rest()[..digits], 16).ok().and_then(char::from_u32);
            self.at += digits;
            self.take(" ");
            return number.ok_or_else(|| self.wrong("the number of a letter"));
        }
        let char = self.rest().chars().next().ok_or_else(|| self.wrong("a letter"))?;
        self.at += char.len_utf8();
        Ok(char)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<body><div id=main class='wide list'><h2 lang=en-GB>a</h2><p class=hit>b<a href=/x.pdf>c</a></p><p class='hit ad'>d</p>\
                        <p>e</p></div><p class=hit data-n=2>f</p><span class=p-2.5>g</span>";

    fn found(selector: &str) -> Vec<String> {
        let tree = Tree::new(PAGE);
        let selector: Selector = selector.parse().expect("a selector");
        let text = |id| tree.leaves_of(id).iter().map(|leaf| &*leaf.text).collect();
        selector.select(&tree).into_iter().map(text).collect()
    }

    #[test]
    fn elements_are_selected_by_name_class_id_and_attribute() {
        assert_eq!(found("h2, span"), ["a", "g"]);
        assert_eq!(found(".hit"), ["bc", "d", "f"]);
        assert_eq!(found("P.hit.ad"), ["d"]);
        assert_eq!(found("#main > *"), ["a", "bc", "d", "e"]);
        assert_eq!(found("[data-n]"), found("[data-n='2']"));
        assert_eq!(found("[lang^=en]"), ["a"]);
        assert_eq!(found("a[href$='.pdf']"), ["c"]);
        assert_eq!(found("[class*=\"it a\"]"), ["d"]);
        assert_eq!(found("[class~=ad]"), ["d"]);
        assert_eq!(found(".p-2\\.5"), ["g"]);
    }

    #[test]
    fn elements_are_selected_by_the_elements_around_and_before_them() {
        assert_eq!(found("#main .hit"), ["bc", "d"]);
        assert_eq!(found("body > .hit"), ["f"]);
        assert_eq!(found("h2 + p"), ["bc"]);
        assert_eq!(found("h2~p"), ["bc", "d", "e"]);
        assert_eq!(found(".list p a"), ["c"]);
    }

    #[test]
    fn elements_are_selected_by_their_number_and_by_other_selectors() {
        assert_eq!(found("#main :nth-child(2)"), ["bc"]);
        assert_eq!(found("#main > :nth-child(2n+1)"), ["a", "d"]);
        assert_eq!(found("#main p:nth-of-type(-n + 2)"), ["bc", "d"]);
        assert_eq!(found("#main > :last-child"), ["e"]);
        assert_eq!(found("h2:first-child"), ["a"]);
        assert_eq!(found(".hit:not(.ad, [data-n])"), ["bc"]);
        assert_eq!(found("p:has(> a)"), ["bc"]);
        assert_eq!(found("body:has(h2 + p.hit a)").len(), 1);
        assert_eq!(found("div:has(> a)"), [""; 0]);
    }

    #[test]
    fn what_is_not_understood_is_refused_where_it_is() {
        let refused = |selector: &str| selector.parse::<Selector>().expect_err("no selector").to_string();
        assert!(refused("li:hover").ends_with("not \"hover\""));
        assert!(refused("li >").ends_with("not the end"));
        assert!(refused("li)").ends_with("not \")\""));
        assert!(refused("").ends_with("not the end"));
        assert!(refused("[a=\"b").ends_with("not the end"));
        assert!(refused(":nth-child(x)").contains("a number"));
    }
}

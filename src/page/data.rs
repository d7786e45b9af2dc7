//! Reads what a page states in standard vocabularies: things, and statements of their properties.
//!
//! In: a page as a tree. Out: [`Data`]: the things that the page describes, the page itself first, and each property of a thing with its
//! values, as written.
//!
//! ```text
//! <script type="application/ld+json">{"@type": "Recipe", "author": {"@type": "Person", "name": "Ann"}}</script>
//! <meta property="og:title" content="Soup">    <div itemscope itemtype=//schema.org/Book><b itemprop=isbn>7</b></div>
//!
//! things       1 Recipe, 2 Person (the author of 1), 3 Book
//! statements   page: og:title Soup    1: author, which is 2    2: name Ann    3: isbn 7
//! ```
//!
//! Cost: linear in the page. Sources: W3C, "JSON-LD 1.1", section 7; HTML Standard, section 5 (microdata), 4.2.5.1 (names of `meta`) and
//! 4.6.7 (types of links); W3C, "RDFa Lite 1.1"; The Open Graph protocol.

use super::{Tree, text};
use crate::token::html::tokens;
use crate::token::{Attributes, Span, Token, TokenKind};
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use serde_json::Value as Json;
use std::borrow::Cow;

/// A standard of stating properties.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) enum Vocabulary {
    JsonLd,
    Microdata,
    Rdfa,
    OpenGraph,
    /// Names of `meta` elements.
    Meta,
    /// Types of links.
    Link,
}

/// Something that a page describes.
#[derive(Debug, Default)]
pub(crate) struct Thing {
    /// Its types; those of schema.org without their address.
    pub(crate) types: Vec<String>,
    /// The thing that has it as a value, and the properties whose value it is, separated by spaces.
    pub(crate) of: Option<(usize, String)>,
    /// The id by which other things refer to it.
    pub(crate) id: Option<String>,
    /// Where the page shows it.
    pub(crate) shown: Option<Span>,
}

/// A property of a thing.
#[derive(Debug)]
pub(crate) struct Statement {
    /// The index of the thing, or [`PAGE`].
    pub(crate) thing: usize,
    pub(crate) vocabulary: Vocabulary,
    /// The name as written: `og:title`.
    pub(crate) name: String,
    pub(crate) values: Vec<Value>,
}

/// A value of a property.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// A text for programs.
    Text(String),
    /// An element, whose text is the value, and what it states for programs: an address, or the value in another form.
    Shown { span: Span, address: Option<String>, exact: Option<String> },
    /// A thing, by its index.
    Thing(usize),
}

/// What a page states.
#[derive(Debug)]
pub(crate) struct Data<'t> {
    tree: &'t Tree<'t>,
    /// What it describes, each thing after the one that has it as a value.
    pub(crate) things: Vec<Thing>,
    /// By thing, and in the page's order.
    pub(crate) statements: Vec<Statement>,
    /// The indices of the statements, by thing and name.
    index: HashMap<(usize, String), usize>,
    /// The names of things by their id.
    named: HashMap<String, Value>,
}

/// Stands for the page itself in place of the index of a thing.
pub(crate) const PAGE: usize = usize::MAX;

/// Values nested deeper have no text. This bounds the time, since such a value is read once for each level.
const DEPTH: usize = 8;

/// The attributes of each syntax: of a thing, of its types, of a property.
const SYNTAXES: [(Vocabulary, &str, &str, &str); 2] = [
    (Vocabulary::Microdata, "itemscope", "itemtype", "itemprop"),
    (Vocabulary::Rdfa, "typeof", "typeof", "property"),
];

/// The types of links that state something about the page.
const LINKS: [&str; 6] = ["author", "tag", "license", "canonical", "next", "prev"];

impl Vocabulary {
    /// The name for programs.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Vocabulary::JsonLd => "json-ld",
            Vocabulary::Microdata => "microdata",
            Vocabulary::Rdfa => "rdfa",
            Vocabulary::OpenGraph => "opengraph",
            Vocabulary::Meta => "meta",
            Vocabulary::Link => "link",
        }
    }
}

impl<'t> Data<'t> {
    /// Reads what a page states.
    pub(crate) fn of(tree: &'t Tree<'t>) -> Self {
        let (index, named) = (HashMap::new(), HashMap::new());
        let mut data = Data { tree, things: Vec::new(), statements: Vec::new(), index, named };
        let mut tags: Vec<Tag> = Vec::new();
        // The tree has an artificial root in place of the element.
        tags.extend(root(tree.source).map(|attributes| Tag {
            name: "html",
            span: tree.elements()[0].span,
            attributes,
        }));
        for out in tree.left_out() {
            let part = &tree.source[out.range()];
            let mut is_data = false;
            for token in tokens(part) {
                let name = token.name(part);
                if token.kind == TokenKind::StartTag {
                    let span = Span { start: out.start + token.span.start, end: out.start + token.span.end };
                    let tag = Tag { name, span, attributes: token.attributes(part) };
                    let is_linked = |kind: Cow<str>| kind.to_ascii_lowercase().contains("ld+json");
                    is_data = tag.is("script") && tag.get("type").is_some_and(is_linked);
                    // Those without content; `img` also stands in `noscript`.
                    tags.extend(
                        Some(tag).filter(|tag| ["meta", "link", "img"].iter().any(|name| tag.is(name))),
                    );
                } else if token.kind == TokenKind::RawText
                    && is_data
                    && let Some(json) = linked(token.text(part))
                {
                    data.read_json(&json, None);
                }
            }
        }
        tags.extend(tree.ids().map(|id| tree.element(id)).map(|element| Tag {
            name: &element.name,
            span: element.span,
            attributes: element.attributes(tree.source),
        }));
        tags.retain(Tag::is_marked);
        tags.sort_by_key(|tag| tag.span.start);
        data.read_tags(&tags);
        data.join();
        data
    }

    fn add(&mut self, thing: usize, vocabulary: Vocabulary, name: &str, values: Vec<Value>) {
        let is_object = matches!(vocabulary, Vocabulary::Rdfa | Vocabulary::Meta) && object(name).is_some();
        let (thing, vocabulary) = if is_object { (PAGE, Vocabulary::OpenGraph) } else { (thing, vocabulary) };
        self.statements.push(Statement { thing, vocabulary, name: name.to_owned(), values });
    }

    /// Adds the things that JSON-LD data describe, and returns the values that they are of a property.
    fn read_json(&mut self, json: &Json, of: Option<(usize, &str)>) -> Vec<Value> {
        let members = match json {
            Json::Null => return Vec::new(),
            Json::Array(all) => return all.iter().flat_map(|one| self.read_json(one, of)).collect(),
            Json::String(text) => return vec![Value::Text(text.clone())],
            Json::Number(_) | Json::Bool(_) => return vec![Value::Text(json.to_string())],
            Json::Object(members) => members,
        };
        if let Some(value) = ["@value", "@list", "@set"].iter().find_map(|name| members.get(*name)) {
            return self.read_json(value, of);
        }
        let thing = self.things.len();
        let texts = |name: &str| match members.get(name) {
            Some(Json::Array(all)) => all.iter().filter_map(Json::as_str).collect(),
            one => Vec::from_iter(one.and_then(Json::as_str)),
        };
        let id = texts("@id").first().map(|id| (*id).to_owned());
        if let (Some(id), Some(Json::String(name))) = (&id, members.get("name")) {
            self.named.entry_ref(id).or_insert_with(|| Value::Text(name.clone()));
        }
        self.things.push(Thing {
            types: texts("@type").into_iter().map(term).collect(),
            of: of.map(|(thing, name)| (thing, name.to_owned())),
            id,
            shown: None,
        });
        for (name, value) in members {
            if name == "@graph" {
                self.read_json(value, None);
            } else if !name.starts_with('@') {
                let values = self.read_json(value, Some((thing, name)));
                self.add(thing, Vocabulary::JsonLd, name, values);
            }
        }
        vec![Value::Thing(thing)]
    }

    /// Adds what the attributes of tags state. The tags are in the page's order.
    fn read_tags(&mut self, tags: &[Tag]) {
        // The things around a tag: the end of each, and its index.
        let mut around: [Vec<(u32, usize)>; 2] = Default::default();
        // The relations whose objects are the things inside a tag: RDFa Core 1.1, section 6.2, incomplete triples.
        let mut open: Vec<(u32, usize, String)> = Vec::new();
        for tag in tags {
            while open.pop_if(|(end, ..)| *end <= tag.span.start).is_some() {}
            let value = tag.value();
            for ((vocabulary, scope, types, property), around) in SYNTAXES.into_iter().zip(&mut around) {
                while around.pop_if(|(end, _)| *end <= tag.span.start).is_some() {}
                let mut holder = around.last().map_or(PAGE, |&(_, thing)| thing);
                let (names, mut value) = (tag.get(property), value.clone());
                if tag.get(scope).is_some() {
                    let thing = self.things.len();
                    around.push((tag.span.end, thing));
                    let is_rdfa = vocabulary == Vocabulary::Rdfa;
                    let relation = open.last().filter(|_| is_rdfa).map(|(_, of, name)| (*of, name.clone()));
                    // The properties of a tag with `about` are those of the thing.
                    let is_subject = is_rdfa && tag.get("about").is_some();
                    let by_name =
                        names.as_ref().filter(|_| !is_subject).map(|names| (holder, names.to_string()));
                    self.things.push(Thing {
                        types: tag.get(types).unwrap_or_default().split_whitespace().map(term).collect(),
                        of: relation.clone().or(by_name),
                        id: None,
                        shown: Some(tag.span),
                    });
                    if let Some((of, name)) = relation {
                        self.add(of, vocabulary, &name, vec![Value::Thing(thing)]);
                    }
                    if is_subject {
                        holder = thing;
                    } else {
                        value = Value::Thing(thing);
                    }
                }
                for name in names.unwrap_or_default().split_whitespace() {
                    self.add(holder, vocabulary, name, vec![value.clone()]);
                }
            }
            for attribute in ["name", "http-equiv"].into_iter().filter(|_| tag.is("meta")) {
                for name in tag.get(attribute).unwrap_or_default().split_whitespace() {
                    self.add(PAGE, Vocabulary::Meta, name, vec![value.clone()]);
                }
            }
            let relations = tag.get("rel").unwrap_or_default().to_ascii_lowercase();
            for name in relations.split_whitespace() {
                if LINKS.contains(&name) {
                    self.add(PAGE, Vocabulary::Link, name, vec![value.clone()]);
                } else if name.contains(':')
                    && ["href", "resource", "src"].iter().all(|of| tag.get(of).is_none())
                {
                    let holder = around[1].last().map_or(PAGE, |&(_, thing)| thing);
                    open.push((tag.span.end, holder, name.to_owned()));
                }
            }
        }
    }

    /// Joins the values that a property of a thing has in several tags.
    fn join(&mut self) {
        let mut known: HashMap<(usize, Vocabulary, String), usize> = HashMap::new();
        self.statements.sort_by_key(|statement| statement.thing);
        for statement in std::mem::take(&mut self.statements) {
            let key = (statement.thing, statement.vocabulary, statement.name.clone());
            match known.entry(key) {
                Entry::Occupied(at) => self.statements[*at.get()].values.extend(statement.values),
                Entry::Vacant(entry) => {
                    entry.insert(self.statements.len());
                    self.statements.push(statement);
                }
            }
        }
        let of_name = |(at, one): (usize, &Statement)| ((one.thing, one.name.clone()), at);
        self.index = self.statements.iter().enumerate().rev().map(of_name).collect();
    }

    /// Whether the page may be about a thing: it is no value, or that of `mainEntity`.
    pub(crate) fn is_own(&self, thing: usize) -> bool {
        let of = self.things.get(thing).and_then(|thing| thing.of.as_ref());
        of.is_none_or(|(of, name)| name.starts_with("mainEntity") && self.is_own(*of))
    }

    /// The statement of a property of a thing.
    pub(crate) fn property(&self, thing: usize, name: &str) -> Option<&Statement> {
        self.index.get(&(thing, name.to_owned())).map(|&at| &self.statements[at])
    }

    /// The texts and elements of a value: those of a thing are the values of the first of these properties that it has.
    pub(crate) fn leaves<'d>(&'d self, value: &'d Value, names: &[&str]) -> Vec<&'d Value> {
        let mut leaves = Vec::new();
        self.add_leaves(value, names, 0, &mut leaves);
        leaves
    }

    fn add_leaves<'d>(&'d self, value: &'d Value, names: &[&str], depth: usize, leaves: &mut Vec<&'d Value>) {
        let Value::Thing(thing) = value else { return leaves.push(value) };
        let one = names.iter().find_map(|name| self.property(*thing, name)).filter(|_| depth < DEPTH);
        for value in one.iter().flat_map(|one| &one.values) {
            self.add_leaves(value, names, depth + 1, leaves);
        }
        let id = self.things[*thing].id.as_ref().filter(|_| one.is_none() && names.contains(&"name"));
        leaves.extend(id.and_then(|id| self.named.get(id)));
    }

    /// The text of a value that is no thing.
    pub(crate) fn text(&self, value: &Value) -> String {
        let span = match value {
            Value::Text(text) => return text.clone(),
            Value::Shown { span, .. } => Some(*span),
            Value::Thing(thing) => self.things[*thing].shown,
        };
        span.map_or_else(String::new, |span| text(self.tree, self.tree.source, span))
    }
}

/// A tag that may state something.
struct Tag<'s> {
    name: &'s str,
    /// The element.
    span: Span,
    attributes: Attributes<'s>,
}

impl<'s> Tag<'s> {
    fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    fn get(&self, name: &str) -> Option<Cow<'s, str>> {
        self.attributes.clone().value(name)
    }

    fn is_marked(&self) -> bool {
        const MARKS: [&str; 7] = ["itemscope", "itemprop", "typeof", "property", "rel", "name", "http-equiv"];
        self.attributes.clone().any(|of| MARKS.iter().any(|mark| of.name.eq_ignore_ascii_case(mark)))
    }

    /// The value that it is of a property: HTML Standard, section 5.2.4.
    fn value(&self) -> Value {
        if let Some(content) = self.get("content") {
            return Value::Text(content.into_owned());
        }
        let get = |name: &str| self.get(name).map(Cow::into_owned);
        let (address, exact) = match &*self.name.to_ascii_lowercase() {
            "a" | "area" | "link" => (get("href"), None),
            "audio" | "embed" | "iframe" | "img" | "source" | "track" | "video" => (get("src"), None),
            "object" => (get("data"), None),
            "data" | "meter" => (None, get("value")),
            _ => (get("resource"), get("datetime")),
        };
        Value::Shown { span: self.span, address, exact }
    }
}

/// The kind of object of the Open Graph protocol that a property is of.
pub(crate) fn object(name: &str) -> Option<&str> {
    let prefix = name.split_once(':')?.0;
    let is_object = |prefix| {
        matches!(prefix, "og" | "article" | "book" | "product" | "music" | "video" | "profile" | "fb")
    };
    Some(prefix).filter(|prefix| is_object(*prefix))
}

/// A type or a term without the address of schema.org.
pub(crate) fn term(name: &str) -> String {
    let is_host = |host: &str| host.trim_start_matches("www.") == "schema.org";
    let address = name
        .trim()
        .strip_prefix("http:")
        .or_else(|| name.trim().strip_prefix("https:"))
        .unwrap_or(name.trim());
    let term =
        address.strip_prefix("//").and_then(|rest| rest.split_once('/')).filter(|(host, _)| is_host(host));
    term.map_or(name.trim(), |(_, term)| term).to_owned()
}

/// The JSON value of a script; `None` if it is not valid JSON.
fn linked(script: &str) -> Option<Json> {
    let script =
        script.trim().trim_start_matches("<!--").trim_end_matches("-->").trim().trim_end_matches(';');
    // Line breaks in strings are common although JSON forbids them.
    let flat: String = script.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    serde_json::from_str(&flat).ok()
}

/// The attributes of the `html` element.
fn root(source: &str) -> Option<Attributes<'_>> {
    let first = tokens(source).find(|token| token.kind == TokenKind::StartTag)?;
    first.name(source).eq_ignore_ascii_case("html").then(|| first.attributes(source))
}

/// Returns the language that the `html` element states, as written.
pub(crate) fn root_language(source: &str) -> Option<String> {
    let root = root(source)?;
    root.clone().value("lang").or_else(|| root.value("xml:lang")).map(Cow::into_owned)
}

/// Returns the text between the `title` tags, with white space as written.
#[must_use]
pub fn title(tree: &Tree) -> String {
    let parts = tree.left_out().iter().map(|span| &tree.source[span.range()]);
    let starts = |part: &&str, name: &str| {
        part.get(1..=name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name))
    };
    let title = |part: &str| {
        let is_title = |token: &Token| token.name(part).eq_ignore_ascii_case("title");
        let inside = tokens(part).skip_while(|token| !is_title(token)).skip(1);
        let texts = inside.take_while(|token| !is_title(token)).map(|token| token.text(part));
        Some(texts.collect::<String>()).filter(|text| !text.is_empty())
    };
    let mut heads = parts.filter(|part| starts(part, "head") || starts(part, "title"));
    htmlize::unescape(heads.find_map(title).unwrap_or_default()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The types of the things, and the statements with the texts of their values.
    fn of(page: &str) -> (Vec<String>, Vec<String>) {
        let tree = Tree::whole(page);
        let data = Data::of(&tree);
        let line = |of: &Statement| {
            let leaves = of.values.iter().flat_map(|value| data.leaves(value, &["name"]));
            let texts: Vec<String> = leaves.map(|leaf| data.text(leaf)).collect();
            format!("{} {:?} {}: {}", of.thing.wrapping_add(1), of.vocabulary, of.name, texts.join("|"))
        };
        let types = data.things.iter().map(|thing| thing.types.join("|")).collect();
        (types, data.statements.iter().map(line).collect())
    }

    #[test]
    fn each_statement_is_of_a_thing_in_a_vocabulary() {
        let page = "<html itemscope itemtype=http://schema.org/WebPage><head><meta itemprop=name content=Soups><meta name=author content='Ann &amp; Bo'>\
                    <meta property=og:title content=Soup><link rel='next nofollow' href=2></head><div itemprop=mainEntity itemscope itemtype=//schema.org/Recipe>\
                    <b itemprop=name>Leek</b><meta itemprop=yield content=4><a itemprop='url sameAs' href=x>here</a></div><p typeof=Person><i property=name>Cy</i></p>";
        let (types, statements) = of(page);
        assert_eq!(types, ["WebPage", "Recipe", "Person"]);
        let all = [
            "1 Microdata name: Soups",
            "1 Microdata mainEntity: Leek",
            "2 Microdata name: Leek",
            "2 Microdata yield: 4",
            "2 Microdata url: here",
            "2 Microdata sameAs: here",
            "3 Rdfa name: Cy",
            "0 Meta author: Ann & Bo",
            "0 OpenGraph og:title: Soup",
            "0 Link next: ",
        ];
        assert_eq!(statements, all);
    }

    #[test]
    fn a_relation_of_rdfa_leads_to_the_things_inside_and_a_thing_has_the_properties_of_its_own_tag() {
        let page = "<div about=/7 typeof=sioc:Item><p rel=sioc:has_creator>by <a about=/ann typeof=sioc:UserAccount property=foaf:name>ann</a></p>\
                    <a rel=foaf:page href=/x>x</a><i typeof=foaf:Person>Bo</i></div>";
        let (types, statements) = of(page);
        assert_eq!(types, ["sioc:Item", "sioc:UserAccount", "foaf:Person"]);
        assert_eq!(statements, ["1 Rdfa sioc:has_creator: ", "2 Rdfa foaf:name: ann"]);
    }

    #[test]
    fn scripts_describe_things_and_refer_to_them() {
        let page = r##"<script type=application/ld+json><!-- {"@graph": [{"@id": "#a", "name": "Ann
Lee"}, {"@type": ["Recipe", "http://schema.org/Thing"], "author": [{"@id": "#a"}, {"name": "5 < 6"}],
            "yield": {"@value": 4}, "free": true}]}; --></script><script>{"b": 2}</script><p>text"##;
        let (types, statements) = of(page);
        assert_eq!(types, ["", "", "Recipe|Thing", "", ""]);
        let all = [
            "2 JsonLd name: Ann Lee",
            "3 JsonLd author: Ann Lee|5 < 6",
            "3 JsonLd yield: 4",
            "3 JsonLd free: true",
            "5 JsonLd name: 5 < 6",
        ];
        assert_eq!(statements, all);
        assert_eq!(linked(&"[".repeat(1 << 10)), None);
    }

    #[test]
    fn a_title_is_that_of_the_head_as_written() {
        assert_eq!(title(&Tree::whole("<svg><title>a</title></svg><title>b  &amp;\nc</title>")), "b  &\nc");
    }
}

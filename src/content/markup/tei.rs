//! Writes an article as a document of the Text Encoding Initiative, TEI P5 (<https://tei-c.org/guidelines/p5/>), which corpora of texts
//! are made of.
//!
//! ```text
//! <TEI><teiHeader>title, author, source, date ..</teiHeader>
//!   <text><body><div><p>One</p><div><head>A section</head><p>Two</p></div></div></body></text></TEI>
//! ```
//!
//! A heading begins a section, which ends before the next heading of its level or a higher one. Characters that XML does not have are left
//! out. Time is linear in the parts.

use super::{Format, Image, Inline, Part, TableCell, Term};
use crate::content::{Fact, Metadata};
use htmlize::{escape_attribute, escape_text};
use std::fmt::Write;

/// A document of one article, whose page has this name or address.
#[must_use]
pub fn tei(parts: &[Part], metadata: &Metadata, source: &str) -> String {
    let mut out = Tei::default();
    out.document(parts, metadata, source, " xmlns=\"http://www.tei-c.org/ns/1.0\"");
    format!("{DECLARATION}{}", out.0)
}

/// A corpus: documents of several articles, each with its parts, its metadata and the name or address of its page, in one file.
#[must_use]
pub fn tei_corpus(articles: &[(Vec<Part>, &Metadata, &str)]) -> String {
    let mut out = Tei::default();
    out.within("teiCorpus xmlns=\"http://www.tei-c.org/ns/1.0\"", |out| {
        out.line();
        out.header(&shared(articles), folder(articles));
        for (parts, metadata, source) in articles {
            out.document(parts, metadata, source, "");
        }
    });
    out.line();
    format!("{DECLARATION}{}", out.0)
}

/// What is the same in all articles of a corpus, which has the name of their site.
fn shared(articles: &[(Vec<Part>, &Metadata, &str)]) -> Metadata {
    let same = |fact: fn(&Metadata) -> &Option<Fact>| {
        let first = fact(articles.first()?.1).as_ref()?;
        let is_same = |of: &Metadata| fact(of).as_ref().is_some_and(|fact| fact.text == first.text);
        articles.iter().all(|(_, metadata, _)| is_same(metadata)).then(|| first.clone())
    };
    Metadata {
        title: same(|of| &of.site),
        site: same(|of| &of.site),
        language: same(|of| &of.language),
        license: same(|of| &of.license),
        ..Metadata::default()
    }
}

/// The folder that all articles of a corpus are in; empty if there is none.
fn folder<'a>(articles: &[(Vec<Part>, &Metadata, &'a str)]) -> &'a str {
    let sources = || articles.iter().map(|(_, _, source)| *source);
    let Some(first) = sources().next() else { return "" };
    let alike =
        |other: &str| first.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    let length = sources().map(alike).min().unwrap_or_default();
    let folder =
        &first[..first.as_bytes()[..length].iter().rposition(|&byte| byte == b'/').map_or(0, |end| end + 1)];
    if folder.ends_with("://") { "" } else { folder }
}

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// A document as far as it is written.
#[derive(Default)]
struct Tei(String);

impl Tei {
    fn document(&mut self, parts: &[Part], metadata: &Metadata, source: &str, namespace: &str) {
        self.within(&format!("TEI{namespace}"), |out| {
            out.line();
            out.header(metadata, source);
            out.0.push_str("<text><body><div>\n");
            out.sections(parts);
            out.0.push_str(if parts.is_empty() { "<p/>" } else { "" });
            out.0.push_str("</div></body></text>\n");
        });
        self.line();
    }

    /// What is known of a text, in the order of TEI.
    fn header<'m>(&mut self, metadata: &'m Metadata, source: &str) {
        let text = |fact: &'m Option<Fact>| fact.as_ref().map(|fact| &*fact.text);
        let Metadata { title, author, date, site, description, language, .. } = metadata;
        let [title, author, date, site] = [title, author, date, site].map(text);
        let [description, language] = [description, language].map(text);
        let terms = [("categories", text(&metadata.categories)), ("tags", text(&metadata.tags))];
        self.within("teiHeader", |out| {
            out.within("fileDesc", |out| {
                out.within("titleStmt", |out| {
                    out.of("title", title.unwrap_or(source));
                    out.known("author", author);
                });
                out.within("publicationStmt", |out| match text(&metadata.license) {
                    None => out.of("p", site.unwrap_or_default()),
                    Some(license) => {
                        out.of("publisher", site.unwrap_or_default());
                        out.within("availability", |out| out.of("licence", license));
                    }
                });
                out.within("sourceDesc", |out| {
                    out.within("bibl", |out| {
                        out.known("title", title);
                        out.known("author", author);
                        out.known("publisher", site);
                        if let Some(date) = date {
                            let day = metadata.iso_date.as_ref();
                            let when = day.map(|day| format!(" when=\"{}\"", attribute(day)));
                            out.of(&format!("date{}", when.unwrap_or_default()), date);
                        }
                        if !source.is_empty() {
                            write!(out.0, "<ptr target=\"{}\"/>", attribute(source))
                                .expect("a string takes all");
                        }
                    });
                });
            });
            let program = concat!(
                "<application ident=\"katagami\" version=\"",
                env!("CARGO_PKG_VERSION"),
                "\"><label>katagami</label></application>"
            );
            out.within("encodingDesc", |out| out.within("appInfo", |out| out.0.push_str(program)));
            let has_terms = terms.iter().any(|(_, terms)| terms.is_some());
            if has_terms || description.is_some() || language.is_some() {
                out.within("profileDesc", |out| {
                    if let Some(description) = description {
                        out.within("abstract", |out| out.of("p", description));
                    }
                    if let Some(language) = language {
                        out.within("langUsage", |out| {
                            out.of(&format!("language ident=\"{}\"", attribute(language)), language);
                        });
                    }
                    if has_terms {
                        out.within("textClass", |out| {
                            for (name, terms) in terms {
                                let Some(terms) = terms else { continue };
                                out.within("keywords", |out| out.of(&format!("term type=\"{name}\""), terms));
                            }
                        });
                    }
                });
            }
        });
        self.line();
    }

    /// Parts in sections by their headings.
    fn sections(&mut self, parts: &[Part]) {
        // The levels of the sections that are open.
        let mut open: Vec<u8> = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            let Part::Heading(level, line) = part else {
                self.part(part);
                continue;
            };
            while open.pop_if(|open| *open >= *level).is_some() {
                self.end("div");
            }
            open.push(*level);
            self.0.push_str("<div>\n");
            self.within("head", |out| out.inlines(line));
            self.line();
            // A section has more than its heading.
            if !parts
                .get(number + 1)
                .is_some_and(|next| !matches!(next, Part::Heading(next, _) if next <= level))
            {
                self.0.push_str("<p/>\n");
            }
        }
        for _ in open {
            self.end("div");
        }
    }

    fn end(&mut self, name: &str) {
        writeln!(self.0, "</{name}>").expect("a string takes all");
    }

    /// A part that begins no section, and a heading that cannot begin one.
    fn part(&mut self, part: &Part) {
        match part {
            Part::Heading(_, line) => self.within("ab type=\"head\"", |out| out.inlines(line)),
            Part::Paragraph(line) => self.within("p", |out| out.inlines(line)),
            Part::Code { text, language } => {
                let language = language.iter().map(|name| format!(" lang=\"{}\"", attribute(name)));
                let code = format!("code{}", language.collect::<String>());
                self.within("ab xml:space=\"preserve\"", |out| out.of(&code, text));
            }
            Part::Quote(parts) => self.within("quote", |out| out.parts(parts)),
            Part::List { first, items } => {
                let style = if first.is_some() { "numbered" } else { "bulleted" };
                self.within(&format!("list rend=\"{style}\""), |out| out.items(*first, items));
            }
            Part::Terms(terms) => self.within("list type=\"gloss\"", |out| out.terms(terms)),
            Part::Table(rows) => self.within("table", |out| {
                out.line();
                for row in rows {
                    out.within("row", |out| row.iter().for_each(|cell| out.cell(cell)));
                    out.line();
                }
            }),
            Part::Rule => self.0.push_str("<milestone unit=\"section\" rend=\"rule\"/>"),
        }
        self.line();
    }

    fn parts(&mut self, parts: &[Part]) {
        for part in parts {
            self.part(part);
        }
    }

    fn items(&mut self, first: Option<u32>, items: &[Vec<Part>]) {
        self.line();
        for (number, item) in items.iter().enumerate() {
            let number = first.map(|first| format!(" n=\"{}\"", u64::from(first) + number as u64));
            self.within(&format!("item{}", number.unwrap_or_default()), |out| match &item[..] {
                [Part::Paragraph(line)] => out.inlines(line),
                parts => out.parts(parts),
            });
            self.line();
        }
    }

    /// Terms and descriptions in turn, as TEI has them: those that follow each other are one, and one that is missing is empty.
    fn terms(&mut self, terms: &[Term]) {
        self.line();
        for entry in terms.chunk_by(|one, next| one.is_term || !next.is_term) {
            let (names, descriptions): (Vec<&Term>, Vec<&Term>) = entry.iter().partition(|term| term.is_term);
            self.within("label", |out| {
                for (number, name) in names.iter().enumerate() {
                    if number > 0 {
                        out.0.push_str("<lb/>");
                    }
                    out.lines(&name.parts);
                }
            });
            self.within("item", |out| {
                match descriptions.iter().flat_map(|of| &of.parts).collect::<Vec<_>>()[..] {
                    [Part::Paragraph(line)] => out.inlines(line),
                    ref parts => parts.iter().for_each(|part| out.part(part)),
                }
            });
            self.line();
        }
    }

    /// The text of parts where TEI has no parts.
    fn lines(&mut self, parts: &[Part]) {
        for part in parts {
            match part {
                Part::Heading(_, line) | Part::Paragraph(line) => self.inlines(line),
                Part::Code { text, .. } => self.of("code", text),
                Part::Quote(parts) => self.lines(parts),
                Part::List { items, .. } => items.iter().for_each(|item| self.lines(item)),
                Part::Terms(terms) => terms.iter().for_each(|term| self.lines(&term.parts)),
                Part::Table(rows) => rows.iter().flatten().for_each(|cell| self.inlines(&cell.text)),
                Part::Rule => {}
            }
        }
    }

    fn cell(&mut self, TableCell { is_heading, text }: &TableCell) {
        self.within(if *is_heading { "cell role=\"label\"" } else { "cell" }, |out| out.inlines(text));
    }

    fn inlines(&mut self, line: &[Inline]) {
        for inline in line {
            match inline {
                Inline::Text(text) => self.text(text),
                Inline::Break => self.0.push_str("<lb/>\n"),
                Inline::Image(Image { address, text }) => {
                    self.within(&format!("graphic url=\"{}\"", attribute(address)), |out| {
                        out.known("desc", Some(&**text).filter(|text| !text.is_empty()));
                    });
                }
                Inline::Format(format, line) => self.within(&tag(format), |out| out.inlines(line)),
            }
        }
    }

    fn known(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.of(name, text);
        }
    }

    /// An element with a text. `name` may include attributes.
    fn of(&mut self, name: &str, text: &str) {
        self.within(name, |out| out.text(text));
    }

    /// A start tag, the contents, and the end tag. `name` may include attributes.
    fn within(&mut self, name: &str, write: impl FnOnce(&mut Self)) {
        write!(self.0, "<{name}>").expect("a string takes all");
        write(self);
        let name = name.split(' ').next().unwrap_or(name);
        write!(self.0, "</{name}>").expect("a string takes all");
    }

    fn text(&mut self, text: &str) {
        self.0.push_str(&escape_text(known_to_xml(text)));
    }

    fn line(&mut self) {
        self.0.push('\n');
    }
}

fn attribute(text: &str) -> String {
    escape_attribute(known_to_xml(text)).into_owned()
}

/// A text without the characters that XML 1.0 does not have.
fn known_to_xml(text: &str) -> String {
    let is_known = |char: &char| matches!(char, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    text.chars().filter(is_known).collect()
}

fn tag(format: &Format) -> String {
    let name = match format {
        Format::Link { address, .. } => return format!("ref target=\"{}\"", attribute(address)),
        Format::Emphasis => "emph",
        Format::Strong => "hi rend=\"bold\"",
        Format::Code => "code",
        Format::Deleted => "del",
        Format::Subscript => "hi rend=\"subscript\"",
        Format::Superscript => "hi rend=\"superscript\"",
        Format::Quotation => "q",
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paragraph(text: &str) -> Part {
        Part::Paragraph(vec![Inline::Text(text.to_owned())])
    }

    fn heading(level: u8, text: &str) -> Part {
        Part::Heading(level, vec![Inline::Text(text.to_owned())])
    }

    fn body(parts: &[Part]) -> String {
        let document = tei(parts, &Metadata::default(), "a.html");
        let (_, body) = document.split_once("<body>").expect("a body");
        let (body, _) = body.split_once("</body>").expect("an end of the body");
        body.replace('\n', "")
    }

    #[test]
    fn headings_begin_sections_that_end_before_the_next_of_their_level() {
        let parts = [
            paragraph("0"),
            heading(1, "A"),
            heading(3, "B"),
            paragraph("1"),
            heading(2, "C"),
            heading(1, "D"),
            paragraph("2"),
        ];
        assert_eq!(
            body(&parts),
            "<div><p>0</p><div><head>A</head><div><head>B</head><p>1</p></div><div><head>C</head><p/></div></div>\
             <div><head>D</head><p>2</p></div></div>"
        );
    }

    #[test]
    fn terms_and_descriptions_take_turns() {
        let terms = [(false, "0"), (true, "A"), (true, "B"), (false, "1"), (false, "2"), (true, "C")];
        let terms = terms.map(|(is_term, text)| Term { is_term, parts: vec![paragraph(text)] });
        assert_eq!(
            body(&[Part::Terms(terms.to_vec())]),
            "<div><list type=\"gloss\"><label></label><item>0</item><label>A<lb/>B</label><item><p>1</p><p>2</p></item>\
             <label>C</label><item></item></list></div>"
        );
    }

    #[test]
    fn the_header_of_a_corpus_has_what_its_articles_share() {
        let fact = |text: &str| Some(Fact { text: text.to_owned(), source: crate::content::Source::Html });
        let about = |title, language| Metadata {
            title: fact(title),
            site: fact("S"),
            language: fact(language),
            ..Metadata::default()
        };
        let (one, two) = (about("A", "en"), about("B", "de"));
        let of = |articles: &[(Vec<Part>, &Metadata, &str)]| {
            let corpus = tei_corpus(articles).replace('\n', "");
            corpus.split_once("<encodingDesc>").map(|(header, _)| header.to_owned()).expect("a header")
        };
        let header = of(&[(Vec::new(), &one, "http://s/a/1"), (Vec::new(), &two, "http://s/a/2")]);
        assert!(header.contains("<titleStmt><title>S</title></titleStmt>"), "{header}");
        assert!(header.contains("<publisher>S</publisher><ptr target=\"http://s/a/\"/>"), "{header}");
        let none = Metadata::default();
        let header = of(&[(Vec::new(), &none, "x/a"), (Vec::new(), &one, "x/b")]);
        assert!(header.contains("<title>x/</title>"), "{header}");
        assert_eq!(folder(&[(Vec::new(), &none, "http://s/a"), (Vec::new(), &none, "http://t/a")]), "");
    }

    #[test]
    fn characters_that_xml_does_not_have_are_left_out() {
        assert_eq!(
            body(&[paragraph("a\u{1}<\u{fffe}&\u{1f600}\"")]),
            "<div><p>a&lt;&amp;\u{1f600}\"</p></div>"
        );
        assert_eq!(attribute("\u{0}\"<&>"), "&quot;&lt;&amp;&gt;");
    }
}

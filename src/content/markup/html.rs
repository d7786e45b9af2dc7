//! Writes parts as HTML.

use super::{Format, Inline, Part};
use htmlize::{escape_attribute, escape_text};
use std::fmt::Write;

/// Returns parts as well-formed HTML. The only attributes are addresses, titles, alternative texts, the first number of a list, and
/// the language of code, as a class.
#[must_use]
pub fn html(parts: &[Part]) -> String {
    let mut out = String::new();
    write_parts(parts, &mut out);
    out
}

fn write_parts(parts: &[Part], out: &mut String) {
    for part in parts {
        write_part(part, out);
        out.push('\n');
    }
}

/// Writes a start tag, the contents, and the end tag. `name` may include attributes.
fn within(name: &str, out: &mut String, write: impl FnOnce(&mut String)) {
    write!(out, "<{name}>").expect("a string takes all");
    write(out);
    let name = name.split(' ').next().unwrap_or(name);
    write!(out, "</{name}>").expect("a string takes all");
}

fn write_part(part: &Part, out: &mut String) {
    match part {
        Part::Heading(level, line) => within(&format!("h{level}"), out, |out| write_line(line, out)),
        Part::Paragraph(line) => within("p", out, |out| write_line(line, out)),
        // A parser drops the first line break in `pre`.
        Part::Code { text, language } => within("pre", out, |out| {
            out.push('\n');
            match language.as_deref().map(escape_attribute) {
                Some(language) => within(&format!("code class=\"language-{language}\""), out, |out| {
                    out.push_str(&escape_text(text));
                }),
                None => out.push_str(&escape_text(text)),
            }
        }),
        Part::Quote(parts) => within("blockquote", out, |out| {
            out.push('\n');
            write_parts(parts, out);
        }),
        Part::List { first, items } => {
            let name = match first {
                None => "ul".to_owned(),
                Some(1) => "ol".to_owned(),
                Some(first) => format!("ol start=\"{first}\""),
            };
            within(&name, out, |out| {
                out.push('\n');
                for item in items {
                    within("li", out, |out| write_held(item, out));
                    out.push('\n');
                }
            });
        }
        Part::Terms(terms) => within("dl", out, |out| {
            out.push('\n');
            for term in terms {
                within(if term.is_term { "dt" } else { "dd" }, out, |out| write_held(&term.parts, out));
                out.push('\n');
            }
        }),
        Part::Table(rows) => within("table", out, |out| {
            out.push('\n');
            for row in rows {
                within("tr", out, |out| {
                    for cell in row {
                        let name = if cell.is_heading { "th" } else { "td" };
                        within(name, out, |out| write_line(&cell.text, out));
                    }
                });
                out.push('\n');
            }
        }),
        Part::Rule => out.push_str("<hr>"),
    }
}

/// Writes the parts of an item. A single paragraph, alone or before lists, needs no `p`.
fn write_held(parts: &[Part], out: &mut String) {
    match parts {
        [Part::Paragraph(line)] => write_line(line, out),
        [Part::Paragraph(line), rest @ ..] if rest.iter().all(|part| matches!(part, Part::List { .. })) => {
            write_line(line, out);
            out.push('\n');
            write_parts(rest, out);
        }
        _ => {
            out.push('\n');
            write_parts(parts, out);
        }
    }
}

fn write_line(line: &[Inline], out: &mut String) {
    for inline in line {
        match inline {
            Inline::Text(text) => out.push_str(&escape_text(text)),
            Inline::Break => out.push_str("<br>\n"),
            Inline::Image(image) => {
                let (address, text) = (escape_attribute(&image.address), escape_attribute(&image.text));
                write!(out, "<img src=\"{address}\" alt=\"{text}\">").expect("a string takes all");
            }
            Inline::Format(format, line) => within(&tag(format), out, |out| write_line(line, out)),
        }
    }
}

fn tag(format: &Format) -> String {
    let name = match format {
        Format::Link { address, title } => {
            let title = title.iter().map(|title| format!(" title=\"{}\"", escape_attribute(title)));
            return format!("a href=\"{}\"{}", escape_attribute(address), title.collect::<String>());
        }
        Format::Emphasis => "em",
        Format::Strong => "strong",
        Format::Code => "code",
        Format::Deleted => "del",
        Format::Subscript => "sub",
        Format::Superscript => "sup",
        Format::Quotation => "q",
    };
    name.to_owned()
}

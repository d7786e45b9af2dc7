//! Writes parts as Markdown.
//!
//! Text that Markdown would misread is escaped. Emphasis that its rules cannot express, for example between letters and
//! punctuation, is left out. Formats that Markdown lacks, such as superscript, are written as HTML, which it allows.
//!
//! Source: CommonMark 0.31.2; tables and deletions as in the GitHub Flavored Markdown specification.

use super::inline::plain;
use super::omit::is_blank;
use super::{Format, Inline, Part, TableCell};
use std::fmt::Write;

/// Quotations and lists inside so many others are written without their marks. It is how many levels markdown-it reads as CommonMark; each
/// level writes its mark before each line of all levels inside.
const DEEPEST: usize = 20;

/// Returns parts as Markdown.
#[must_use]
pub fn markdown(parts: &[Part]) -> String {
    let mut out = blocks(parts, false, 0);
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// Writes parts inside of so many others with an empty line between them, or none if `tight`. Description lists are flattened, since
/// Markdown has no syntax for them.
fn blocks(parts: &[Part], tight: bool, depth: usize) -> String {
    let mut flat = Vec::new();
    flatten(parts, depth, &mut flat);
    let mut out = String::new();
    let mut marks = 0;
    for (at, &part) in flat.iter().enumerate() {
        if at > 0 {
            out.push_str(if tight { "\n" } else { "\n\n" });
        }
        // Adjacent lists get different markers, or Markdown would merge them.
        let touches = at > 0 && is_list(part) && is_list(flat[at - 1]);
        marks = if touches { 1 - marks } else { 0 };
        out.push_str(&block(part, marks, depth));
    }
    out
}

fn flatten<'a>(parts: &'a [Part], depth: usize, flat: &mut Vec<&'a Part>) {
    for part in parts {
        match part {
            Part::Terms(terms) => terms.iter().for_each(|term| flatten(&term.parts, depth, flat)),
            Part::Quote(parts) if depth >= DEEPEST => flatten(parts, depth, flat),
            Part::List { items, .. } if depth >= DEEPEST => {
                for item in items {
                    flatten(item, depth, flat);
                }
            }
            part => flat.push(part),
        }
    }
}

fn is_list(part: &Part) -> bool {
    matches!(part, Part::List { .. })
}

fn block(part: &Part, marks: usize, depth: usize) -> String {
    match part {
        Part::Heading(level, line) => heading(*level, line),
        Part::Paragraph(line) => paragraph(line),
        Part::Code { text, language } => code_block(text, language.as_deref()),
        Part::Quote(parts) => prefixed(&blocks(parts, false, depth + 1), "> ", "> "),
        Part::List { first, items } => list(*first, items, marks, depth),
        Part::Terms(_) => blocks(std::slice::from_ref(part), false, depth),
        Part::Table(rows) => table(rows),
        // `***` and `---` could be read as a list or as the underline of a heading.
        Part::Rule => "___".to_owned(),
    }
}

fn heading(level: u8, line: &[Inline]) -> String {
    let text = one_line(line, Breaks::Spaces);
    let mut text = text.trim().to_owned();
    if text.ends_with('#') {
        text.insert(text.len() - 1, '\\');
    }
    format!("{} {text}", "#".repeat(usize::from(level)))
}

/// Writes a line without line breaks, for which something else is written.
fn one_line(line: &[Inline], breaks: Breaks) -> String {
    let mut out = String::new();
    write_line(line, breaks, None, &mut out);
    out
}

fn paragraph(line: &[Inline]) -> String {
    let mut out = String::new();
    write_line(line, Breaks::Lines, None, &mut out);
    out.split('\n').map(escape_start).collect::<Vec<_>>().join("\n")
}

fn code_block(text: &str, language: Option<&str>) -> String {
    let fence = "`".repeat(longest_run(text, '`').max(2) + 1);
    format!("{fence}{}\n{text}\n{fence}", language.unwrap_or_default())
}

fn longest_run(text: &str, of: char) -> usize {
    text.split(|char| char != of).map(str::len).max().unwrap_or_default()
}

/// Returns text with a prefix before its first line and another before all others.
fn prefixed(text: &str, first: &str, others: &str) -> String {
    let mut out = String::new();
    for (at, line) in text.split('\n').enumerate() {
        let prefix = if at == 0 { first } else { others };
        if at > 0 {
            out.push('\n');
        }
        out.push_str(if line.is_empty() { prefix.trim_end() } else { prefix });
        out.push_str(line);
    }
    out
}

fn list(first: Option<u32>, items: &[Vec<Part>], marks: usize, depth: usize) -> String {
    // A list whose first number is not 1 needs an empty line before it.
    let follows = |part: &Part| matches!(part, Part::List { first: None | Some(1), .. });
    let is_tight = |item: &Vec<Part>| {
        let begins = matches!(item.first(), Some(Part::Paragraph(_) | Part::List { .. }));
        begins && item[1..].iter().all(follows)
    };
    let tight = items.iter().all(is_tight);
    let entry = |(number, item): (u64, &Vec<Part>)| {
        let mark = match first {
            None => ["-", "*"][marks].to_owned(),
            // Markdown allows nine digits.
            Some(_) => format!("{}{}", number % 1_000_000_000, [".", ")"][marks]),
        };
        let (mark, indent) = (format!("{mark} "), " ".repeat(mark.len() + 1));
        prefixed(&blocks(item, tight, depth + 1), &mark, &indent)
    };
    let numbers = u64::from(first.unwrap_or_default())..;
    let entries: Vec<String> = numbers.zip(items).map(entry).collect();
    entries.join(if tight { "\n" } else { "\n\n" })
}

fn table(rows: &[Vec<TableCell>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    // A first row with one heading and values has the heading of a row, not those of the columns.
    let is_head = |row: &Vec<TableCell>| {
        row.iter().any(|cell| cell.is_heading)
            && row.iter().all(|cell| cell.is_heading || is_blank(&cell.text))
    };
    let (head, body) = rows.split_at(usize::from(rows.first().is_some_and(is_head)));
    let mut lines = vec![row(head.first().map_or(&[], Vec::as_slice), columns), rule(columns)];
    lines.extend(body.iter().map(|cells| row(cells, columns)));
    lines.join("\n")
}

fn row(cells: &[TableCell], columns: usize) -> String {
    let mut out = String::from("|");
    for column in 0..columns {
        let text = cells.get(column).map(|cell| one_line(&cell.text, Breaks::Tags)).unwrap_or_default();
        write!(out, " {} |", text.replace('|', "\\|")).expect("a string takes all");
    }
    out
}

fn rule(columns: usize) -> String {
    format!("|{}", " --- |".repeat(columns))
}

/// How line breaks are written: as such, as spaces, or, in a row of a table, which is one line, as tags.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Breaks {
    Lines,
    Spaces,
    Tags,
}

impl Breaks {
    fn written(self) -> &'static str {
        match self {
            Breaks::Lines => "\\\n",
            Breaks::Spaces => " ",
            Breaks::Tags => "<br>",
        }
    }
}

/// Writes a line. `next` is the character that follows it in the same paragraph.
fn write_line(line: &[Inline], breaks: Breaks, next: Option<char>, out: &mut String) {
    for (at, inline) in line.iter().enumerate() {
        let next = line.get(at + 1).map_or(next, |inline| begins_with(inline, breaks));
        match inline {
            Inline::Text(text) => write_text(text, next, out),
            Inline::Break => out.push_str(breaks.written()),
            Inline::Image(image) => {
                write!(out, "![{}]({})", escaped(&image.text), address(&image.address))
                    .expect("a string takes all");
            }
            Inline::Format(format, line) => write_format(format, line, breaks, next, out),
        }
    }
}

/// Returns the first character that is written for an inline part.
fn begins_with(inline: &Inline, breaks: Breaks) -> Option<char> {
    Some(match inline {
        Inline::Text(text) => return text.chars().next(),
        Inline::Break if breaks == Breaks::Lines => return None,
        Inline::Break => return breaks.written().chars().next(),
        Inline::Image(_) => '!',
        Inline::Format(format, line) => match format {
            Format::Link { .. } => '[',
            Format::Code => '`',
            // The delimiter may be left out.
            Format::Emphasis | Format::Strong | Format::Deleted => {
                return line.first().and_then(|first| begins_with(first, breaks));
            }
            Format::Subscript | Format::Superscript => '<',
            Format::Quotation => return line.first().map(|_| '“'),
        },
    })
}

fn write_format(format: &Format, line: &[Inline], breaks: Breaks, next: Option<char>, out: &mut String) {
    match format {
        Format::Link { address: to, title } => {
            // An exclamation mark before a link would make it an image.
            if out.ends_with('!') {
                out.insert(out.len() - 1, '\\');
            }
            out.push('[');
            write_line(line, breaks, Some(']'), out);
            write!(out, "]({}", address(to)).expect("a string takes all");
            if let Some(title) = title {
                write!(out, " \"{}\"", escaped(title).replace('"', "\\\"")).expect("a string takes all");
            }
            out.push(')');
        }
        Format::Emphasis | Format::Strong | Format::Deleted => {
            write_stressed(format, line, breaks, next, out);
        }
        Format::Code => {
            let text = plain(line);
            let fence = "`".repeat(longest_run(&text, '`') + 1);
            let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
            // Next to another backtick the fence would become longer.
            if out.ends_with('`') {
                write_text(&text, next, out);
            } else {
                write!(out, "{fence}{pad}{text}{pad}{fence}").expect("a string takes all");
            }
        }
        Format::Subscript | Format::Superscript => {
            let name = if *format == Format::Subscript { "sub" } else { "sup" };
            write!(out, "<{name}>").expect("a string takes all");
            write_line(line, breaks, Some('<'), out);
            write!(out, "</{name}>").expect("a string takes all");
        }
        Format::Quotation => {
            out.push('“');
            write_line(line, breaks, Some('”'), out);
            out.push('”');
        }
    }
}

/// Writes emphasis, whose delimiters open and close depending on the characters beside them (CommonMark, section 6.2).
fn write_stressed(format: &Format, line: &[Inline], breaks: Breaks, next: Option<char>, out: &mut String) {
    let before = out.chars().next_back().filter(|&char| char != '\n');
    let in_word = before.is_some_and(char::is_alphanumeric) || next.is_some_and(char::is_alphanumeric);
    let sign = match format {
        Format::Emphasis if in_word => "*",
        Format::Emphasis => "_",
        Format::Deleted => "~~",
        _ => "**",
    };
    let mut inner = String::new();
    write_line(line, breaks, sign.chars().next(), &mut inner);
    let (first, last) = (inner.chars().next(), inner.chars().next_back());
    let same = |char: Option<char>| char.is_some_and(|char| sign.starts_with(char));
    let stands = |inside: Option<char>, outside: Option<char>| {
        let is_letter = inside.is_some_and(char::is_alphanumeric);
        !same(inside) && (is_letter || outside.is_none_or(parts_words))
    };
    // Adjacent delimiters would merge.
    let touches = matches!(before, Some('*' | '_' | '~'));
    if !touches && !same(next) && stands(first, before) && stands(last, next) {
        out.push_str(sign);
        out.push_str(&inner);
        out.push_str(sign);
    } else {
        write_line(line, breaks, next, out);
    }
}

/// Whether a character is white space, or punctuation in the view of all Markdown parsers.
fn parts_words(char: char) -> bool {
    char.is_whitespace()
        || char.is_ascii_punctuation()
        || matches!(char, '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{3001}'..='\u{3003}' | '«' | '»' | '¿' | '¡')
}

/// Writes text, and escapes the characters that have a meaning in Markdown.
fn write_text(text: &str, next: Option<char>, out: &mut String) {
    let mut chars = text.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        let before = out.chars().next_back();
        let after = chars.peek().map_or(next, |&(_, char)| Some(char));
        let in_word = |char: Option<char>| char.is_some_and(char::is_alphanumeric);
        let is_sign = match char {
            '\\' | '`' | '*' | '[' | ']' | '~' => true,
            '_' => !(in_word(before) && in_word(after)),
            '<' => after.is_some_and(|char| char.is_ascii_alphabetic() || matches!(char, '/' | '!' | '?')),
            '&' => is_entity(&text[at + 1..]),
            _ => false,
        };
        match char {
            // Some programs read `\<` as the start of a tag.
            '<' if is_sign => out.push_str("&lt;"),
            _ if is_sign => out.extend(['\\', char]),
            _ => out.push(char),
        }
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    write_text(text, None, &mut out);
    out
}

/// Whether the text after an ampersand makes it the start of an entity.
fn is_entity(behind: &str) -> bool {
    let name = behind.split_once(';').map_or("", |(name, _)| name);
    let name = name.strip_prefix('#').unwrap_or(name);
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Escapes the start of a line of a paragraph that would look like a heading, list, quotation or rule.
fn escape_start(line: &str) -> String {
    let behind = |signs: usize| line[signs..].chars().next().is_none_or(char::is_whitespace);
    let count = |is: fn(&u8) -> bool| line.bytes().take_while(is).count();
    let hashes = count(|&byte| byte == b'#');
    let digits = count(u8::is_ascii_digit);
    let is_line = !line.is_empty() && line.bytes().all(|byte| b"-=|: ".contains(&byte));
    let at = match line.bytes().next() {
        _ if is_line => 0,
        Some(b'#') if hashes <= 6 && behind(hashes) => 0,
        Some(b'>') => 0,
        Some(b'+' | b'-') if behind(1) => 0,
        Some(b'0'..=b'9') if digits <= 9 && line[digits..].starts_with(['.', ')']) && behind(digits + 1) => {
            digits
        }
        _ => return line.to_owned(),
    };
    format!("{}\\{}", &line[..at], &line[at..])
}

/// Escapes an address for a link.
fn address(address: &str) -> String {
    let mut out = String::new();
    for (at, char) in address.char_indices() {
        match char {
            '(' | ')' | '\\' => {
                out.push('\\');
                out.push(char);
            }
            '&' => out.push_str(if is_entity(&address[at + 1..]) { "\\&" } else { "&" }),
            '<' | '>' | '|' => write!(out, "%{:02X}", u32::from(char)).expect("a string takes all"),
            _ if char.is_whitespace() => out.push_str("%20"),
            _ => out.push(char),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_deeper_than_readers_take_are_written_without_marks() {
        let paragraph = |text: &str| Part::Paragraph(vec![Inline::Text(text.to_owned())]);
        let quoted =
            |inside: Vec<Part>, levels| (0..levels).fold(inside, |inside, _| vec![Part::Quote(inside)]);
        let marks = "> ".repeat(DEEPEST);
        assert_eq!(markdown(&quoted(vec![paragraph("deep")], DEEPEST)), format!("{marks}deep\n"));
        let items = [vec![paragraph("one")], vec![paragraph("two")]].to_vec();
        let list = vec![Part::List { first: None, items }, paragraph("end")];
        let lines = format!("{marks}one\n{0}\n{marks}two\n{0}\n{marks}end\n", marks.trim_end());
        assert_eq!(markdown(&quoted(list, 10 * DEEPEST)), lines);
    }
}

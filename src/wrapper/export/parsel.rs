//! Writes a template as Python for parsel and Scrapy: a dictionary of XPaths, a function that makes an item from a page,
//! and for lists a function that makes an item from each record.

use super::{FieldSelectors, Selectors};
use crate::page::LINE_ELEMENTS;
use crate::wrapper::template;

const PAGE: &str = r#""""Items of pages of one template, written by katagami.

    from parsel import Selector
    print(item(Selector(text=html)))

In a Scrapy spider: `yield item(response.selector)`.
"""

import re

"#;

const LIST: &str = r#""""Items of pages of one template, one for each record, written by katagami.

    from parsel import Selector
    for found in items(Selector(text=html)):
        print(found)

In a Scrapy spider: `yield from items(response.selector)`.
"""

import re

"#;

const FIELDS: &str = r"# Field: the XPath of the nodes whose text is the value, whether there can be several, and the part of the text that is the value,
# if that is not all of it.
FIELDS = {
";

const ITEM: &str = r#"

def pieces(element):
    """The texts in an element, with a space where a line begins or ends."""
    if isinstance(element, str):
        yield element
    elif isinstance(element.tag, str) and element.tag not in ("script", "style"):
        space = " " if element.tag in LINES else ""
        yield space + (element.text or "")
        for child in element:
            yield from pieces(child)
            yield child.tail or ""
        yield space


def text(node):
    """The text of a node, white space collapsed, without a sign between a label and its value."""
    return re.sub("^(：|[:>»–—-] )(?=.)", "", " ".join("".join(pieces(node.root)).split())).strip()


def item(selector, fields=FIELDS):
    """The fields that are there: a text each, or a list of texts."""
    found = {}
    for name, (xpath, several, part) in fields.items():
        values = [text(node) for node in selector.xpath(xpath)]
        if part:
            values = [match[1] for match in map(re.compile(part).search, values) if match]
        if values:
            found[name] = values if several else values[0]
    return found
"#;

const ITEMS: &str = r#"

def items(selector):
    """An item for each record of a page."""
    for record in selector.xpath(RECORDS):
        yield item(record)
"#;

const TABLES: &str = r#"

def tables(selector):
    """The rows of each table within a page."""
    found = {}
    for name, (rows, fields) in TABLES.items():
        found[name] = [item(row, fields) for row in (selector.xpath(rows) if rows else [selector])]
    return found
"#;

/// Writes the selectors of a template as Python; the first are those of its rows by default. A field without an XPath becomes a comment with
/// the reason.
#[must_use]
pub fn parsel(all: &[Selectors]) -> String {
    let Some((selectors, others)) = all.split_first() else { return String::new() };
    let fields: String = selectors.fields.iter().map(|field| line(field, "    ")).collect();
    let elements = LINE_ELEMENTS.chunks(12).map(|names| names.join(" ")).collect::<Vec<_>>().join("\n");
    let fields = format!(
        "{FIELDS}{fields}}}\n\n# The elements that begin and end a line of text.\nLINES = set(\"\"\"\n{elements}\n\"\"\".split())\n"
    );
    let tables: String = others.iter().map(table).collect();
    let tables = if tables.is_empty() {
        String::new()
    } else {
        format!(
            "\n\n# Table: the XPath of its rows, None for the page itself, and their fields.\nTABLES = {{\n{tables}}}\n{TABLES}"
        )
    };
    let code = match &selectors.records {
        None => format!("{PAGE}{fields}{ITEM}"),
        Some((xpath, _)) => {
            let records =
                format!("# The elements that records begin with.\nRECORDS = {}\n\n", literal(xpath));
            format!("{LIST}{records}{fields}{ITEM}{ITEMS}")
        }
    };
    code + &tables
}

/// The rows of a table, or of the pages of a list.
fn table(rows: &Selectors) -> String {
    let name = literal(rows.table.as_deref().unwrap_or_default());
    let fields: String = rows.fields.iter().map(|field| line(field, "        ")).collect();
    match &rows.records {
        Some((xpath, _)) => format!("    {name}: ({}, {{\n{fields}    }}),\n", literal(xpath)),
        None if rows.table.as_deref() == Some(template::PAGE) => {
            format!("    {name}: (None, {{\n{fields}    }}),\n")
        }
        None => format!("    # {name}: no selector finds only its rows; read it with the wrapper\n"),
    }
}

fn line(field: &FieldSelectors, margin: &str) -> String {
    let name = literal(&field.field);
    match &field.xpath {
        Some(xpath) => {
            let part = field.re.as_deref().map_or_else(|| "None".to_owned(), literal);
            let several = if field.many { "True" } else { "False" };
            format!("{margin}{name}: ({}, {several}, {part}),\n", literal(xpath))
        }
        None => format!("{margin}# {name}: {}\n", field.without_xpath().unwrap_or_default()),
    }
}

/// A text as a Python literal. JSON's strings are valid in Python, as `serde_json` does not write characters beyond 16 bits
/// as surrogate escapes.
fn literal(text: &str) -> String {
    serde_json::to_string(text).expect("a text is plain data")
}

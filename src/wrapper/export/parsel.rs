//! A template as Python: one dictionary of XPaths and a function that makes an item of a page, for parsel and Scrapy.

use super::FieldSelectors;

const HEAD: &str = r#""""Items of pages of one template, written by katagami.

    from parsel import Selector
    print(item(Selector(text=html)))

In a Scrapy spider: `yield item(response.selector)`.
"""

# Field: the XPath of the nodes whose text is the value, and whether there can be several.
FIELDS = {
"#;

const TAIL: &str = r#"}


def text(node):
    """The text of a node, white space collapsed."""
    if isinstance(node.root, str):
        return " ".join(node.root.split())
    pieces = node.xpath(".//text()[not(parent::script or parent::style)]").getall()
    return " ".join("".join(pieces).split())


def item(selector):
    """The fields that the page has: a text each, or a list of texts."""
    found = {}
    for name, (xpath, several) in FIELDS.items():
        values = [text(node) for node in selector.xpath(xpath)]
        if values:
            found[name] = values if several else values[0]
    return found
"#;

/// The Python of a template by its selectors. Fields without an XPath stand there as comments that say so.
#[must_use]
pub fn parsel(fields: &[FieldSelectors]) -> String {
    let lines: String = fields.iter().map(line).collect();
    format!("{HEAD}{lines}{TAIL}")
}

fn line(field: &FieldSelectors) -> String {
    let name = literal(&field.field);
    match &field.xpath {
        Some(xpath) => {
            let several = if field.many { "True" } else { "False" };
            format!("    {name}: ({}, {several}),\n", literal(xpath))
        }
        None => format!("    # {name}: {}\n", field.without_xpath().unwrap_or_default()),
    }
}

/// A text as Python writes it. JSON's strings are Python's, but for characters beyond 16 bits, which JSON need not escape.
fn literal(text: &str) -> String {
    serde_json::to_string(text).expect("a text is plain data")
}

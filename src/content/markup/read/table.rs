//! Reads tables: those with data as tables, those that lay out the page as their contents.
//!
//! ```text
//! <tr><th>a<th>b<tr><td>c<td><p>d<p>e         a cell "d", line break, "e": the table says with `th` or `thead` that it has data
//! <tr><td>a<td>b<tr><td>c<td><p>d<p>e         the paragraphs a, b, c, d, e
//! ```

use super::{Flow, MarkupReader};
use crate::content::markup::{Format, Inline, Part, TableCell};
use crate::page::{Child, ElementId, collapsed};

impl MarkupReader<'_> {
    pub(super) fn add_table(&mut self, id: ElementId, flow: &mut Flow) {
        let mut rows = Vec::new();
        let mut around = Flow::default();
        self.rows(id, false, &mut rows, &mut around);
        self.end_run(&mut around);
        flow.parts.append(&mut around.parts);
        rows.retain(|row: &Vec<ReadCell>| row.iter().any(|cell| !cell.parts.is_empty()));
        let is_data = rows.iter().flatten().any(|cell| cell.is_heading);
        let fits = |cell: &ReadCell| match &cell.parts[..] {
            [] | [Part::Paragraph(_)] => true,
            parts => is_data && parts.iter().all(has_lines),
        };
        let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
        if rows.len() > 1 && columns > 1 && rows.iter().flatten().all(fits) {
            let cell = |cell: ReadCell| {
                let mut text = Vec::new();
                add_lines(cell.parts, &mut text);
                TableCell { is_heading: cell.is_heading, text }
            };
            let rows = rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect();
            flow.parts.push(Part::Table(rows));
        } else {
            flow.parts.extend(rows.into_iter().flatten().flat_map(|cell| cell.parts));
        }
    }

    /// Reads the rows of a table, or of its head. Content outside cells goes into `around`.
    fn rows(&mut self, id: ElementId, is_head: bool, rows: &mut Vec<Vec<ReadCell>>, around: &mut Flow) {
        let page = self.page;
        for child in page.tree.contents(id) {
            match child {
                Child::Text(leaf) => self.add_text(leaf as usize, around),
                Child::Element(child) => {
                    let element = page.tree.element(child);
                    self.at = self.at.max(element.tag.end);
                    match &*element.name {
                        "tr" => {
                            rows.push(Vec::new());
                            self.rows(child, is_head, rows, around);
                        }
                        "td" | "th" => {
                            let parts = self.parts_of(child);
                            let cell = ReadCell { is_heading: is_head || &*element.name == "th", parts };
                            match rows.last_mut() {
                                Some(row) => row.push(cell),
                                None => rows.push(vec![cell]),
                            }
                        }
                        name @ ("tbody" | "thead" | "tfoot") => {
                            self.rows(child, name == "thead", rows, around);
                        }
                        _ if self.kept_in(child) > 0 || !page.tree.has_text(child) => {
                            self.add_element(child, around);
                        }
                        _ => {}
                    }
                    self.at = self.at.max(element.span.end);
                }
            }
        }
    }
}

/// Whether a part can be lines of a cell. Code of several lines cannot, since its spaces count, and a heading, a quotation or a table has
/// a meaning that lines do not have.
fn has_lines(part: &Part) -> bool {
    match part {
        Part::Paragraph(_) => true,
        Part::Code { text, .. } => !text.contains('\n'),
        Part::List { items, .. } => items.iter().flatten().all(has_lines),
        Part::Terms(terms) => terms.iter().flat_map(|term| &term.parts).all(has_lines),
        Part::Heading(..) | Part::Quote(_) | Part::Table(_) | Part::Rule => false,
    }
}

/// Adds parts to the text of a cell, each on a line of its own.
fn add_lines(parts: Vec<Part>, text: &mut Vec<Inline>) {
    for part in parts {
        let line = match part {
            Part::Paragraph(line) => line,
            Part::Code { text, .. } => {
                vec![Inline::Format(Format::Code, vec![Inline::Text(collapsed(text.into()).into_owned())])]
            }
            Part::List { items, .. } => {
                for item in items {
                    add_lines(item, text);
                }
                continue;
            }
            Part::Terms(terms) => {
                for term in terms {
                    add_lines(term.parts, text);
                }
                continue;
            }
            _ => continue,
        };
        if !text.is_empty() {
            text.push(Inline::Break);
        }
        text.extend(line);
    }
}

/// A cell before it is known whether the table has data.
struct ReadCell {
    is_heading: bool,
    parts: Vec<Part>,
}

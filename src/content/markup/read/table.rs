//! Reads tables: those with data as tables, those that lay out the page as their contents.

use super::{Child, Flow, MarkupReader};
use crate::content::markup::{Part, TableCell};
use crate::page::ElementId;

impl MarkupReader<'_> {
    pub(super) fn add_table(&mut self, id: ElementId, flow: &mut Flow) {
        let mut rows = Vec::new();
        let mut around = Flow::default();
        self.rows(id, &mut rows, &mut around);
        self.end_run(&mut around);
        flow.parts.append(&mut around.parts);
        rows.retain(|row: &Vec<ReadCell>| row.iter().any(|cell| !cell.parts.is_empty()));
        let is_line = |parts: &[Part]| matches!(parts, [] | [Part::Paragraph(_)]);
        let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
        let is_table =
            rows.len() > 1 && columns > 1 && rows.iter().flatten().all(|cell| is_line(&cell.parts));
        if is_table {
            let cell = |cell: ReadCell| {
                let text = match cell.parts.into_iter().next() {
                    Some(Part::Paragraph(line)) => line,
                    _ => Vec::new(),
                };
                TableCell { is_heading: cell.is_heading, text }
            };
            let rows = rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect();
            flow.parts.push(Part::Table(rows));
        } else {
            flow.parts.extend(rows.into_iter().flatten().flat_map(|cell| cell.parts));
        }
    }

    /// Reads the rows of a table. Content outside cells goes into `around`.
    fn rows(&mut self, id: ElementId, rows: &mut Vec<Vec<ReadCell>>, around: &mut Flow) {
        let page = self.page;
        for &child in &page.children[id.index()] {
            match child {
                Child::Leaf(at) => {
                    if self.keeps_leaf(at) {
                        self.add_leaf(at, around);
                    }
                    self.at = self.at.max(page.tree.leaves()[at].span.end);
                }
                Child::Element(child) => {
                    let element = page.tree.element(child);
                    self.at = self.at.max(element.tag.end);
                    match &*element.name {
                        "tr" => {
                            rows.push(Vec::new());
                            self.rows(child, rows, around);
                        }
                        "td" | "th" => {
                            let parts = self.parts_of(child);
                            let cell = ReadCell { is_heading: &*element.name == "th", parts };
                            match rows.last_mut() {
                                Some(row) => row.push(cell),
                                None => rows.push(vec![cell]),
                            }
                        }
                        "tbody" | "thead" | "tfoot" => self.rows(child, rows, around),
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

/// A cell before it is known whether the table has data.
struct ReadCell {
    is_heading: bool,
    parts: Vec<Part>,
}

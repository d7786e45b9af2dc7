//! A table for eyes.
//!
//! Columns are as wide as what stands in them, cut fairly where the line ends: the narrow ones keep their width, the
//! wide ones share what is left. Where even that leaves them too little, each record is written as lines of `name
//! value`. Widths are those of a terminal: two places for CJK, none for what combines.
//!
//! The widths come from the first rows; later ones are cut to them, so that rows go out as they come.

use super::{Cell, Column, Row, TableWriter};
use crate::error::Result;
use crate::report::unwritten;
use std::io::{self, Write};
use unicode_width::UnicodeWidthChar;

/// Rows that the widths are taken from: some screens full.
const MEASURED: usize = 200;
/// The least that a column must get, cut values included: a date, a price or a short name. Below it, records are
/// written one under the other.
const LEAST: usize = 10;
const GAP: usize = 2;

pub(super) struct TextTable<'a> {
    headers: Vec<String>,
    width: usize,
    out: &'a mut dyn Write,
    waiting: Vec<Vec<Option<String>>>,
    layout: Option<Layout>,
}

enum Layout {
    /// A line a record, columns of these widths.
    Across(Vec<usize>),
    /// A line a field, names of this width.
    Down(usize),
}

impl<'a> TextTable<'a> {
    pub(super) fn new(columns: Vec<Column>, width: usize, out: &'a mut dyn Write) -> Self {
        let names = columns.into_iter().map(|column| plain(&column.name));
        let headers = ["path".to_owned(), "record".to_owned()].into_iter().chain(names).collect();
        TextTable { headers, width, out, waiting: Vec::new(), layout: None }
    }

    /// The texts of a row as they are shown, none for what is missing.
    fn shown(&self, row: &Row) -> Vec<Option<String>> {
        let cells = (0..self.headers.len() - 2).map(|place| match row.cell(place) {
            Cell::Missing => None,
            Cell::Text(text) => Some(plain(text)),
            Cell::List(texts) => Some(texts.iter().map(|text| plain(text)).collect::<Vec<_>>().join("; ")),
            Cell::Number(number) => Some(number.to_string()),
        });
        [Some(plain(&row.path)), Some(row.record.to_string())].into_iter().chain(cells).collect()
    }

    /// Settles the layout and writes the rows that waited for it.
    fn settle(&mut self) -> io::Result<()> {
        let rows = std::mem::take(&mut self.waiting);
        let layout = layout(&self.headers, &rows, self.width);
        if let Layout::Across(widths) = &layout {
            across(self.headers.iter().map(String::as_str), widths, self.out)?;
        }
        rows.iter().try_for_each(|row| write_row(row, &layout, &self.headers, self.width, self.out))?;
        self.layout = Some(layout);
        Ok(())
    }

    fn write(&mut self, row: &Row) -> io::Result<()> {
        let row = self.shown(row);
        if let Some(layout) = &self.layout {
            return write_row(&row, layout, &self.headers, self.width, self.out);
        }
        self.waiting.push(row);
        if self.waiting.len() < MEASURED { Ok(()) } else { self.settle() }
    }
}

impl TableWriter for TextTable<'_> {
    fn row(&mut self, row: Row) -> Result<()> {
        self.write(&row).map_err(unwritten)
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        if self.layout.is_none() && !self.waiting.is_empty() {
            self.settle().map_err(unwritten)
        } else {
            Ok(())
        }
    }
}

fn layout(headers: &[String], rows: &[Vec<Option<String>>], width: usize) -> Layout {
    let widest = |place: usize| {
        let cells = rows.iter().map(|row| or_dash(row[place].as_ref())).chain([headers[place].as_str()]);
        cells.map(places).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..headers.len()).map(widest).collect();
    let room = width.saturating_sub(GAP * (headers.len() - 1));
    let cap = fair_cap(&widths, room);
    if cap < LEAST && widths.iter().any(|&width| width > cap) {
        return Layout::Down(headers[2..].iter().map(|name| places(name)).max().unwrap_or(0).min(width / 3));
    }
    Layout::Across(widths.into_iter().map(|width| width.min(cap)).collect())
}

/// The largest width that fits the room when all wider columns are cut to it.
fn fair_cap(widths: &[usize], room: usize) -> usize {
    let mut ascending = widths.to_vec();
    ascending.sort_unstable();
    let mut left = room;
    for (place, &width) in ascending.iter().enumerate() {
        let share = left / (ascending.len() - place);
        if width > share {
            return share;
        }
        left -= width;
    }
    usize::MAX
}

fn write_row(
    row: &[Option<String>],
    layout: &Layout,
    headers: &[String],
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    match layout {
        Layout::Across(widths) => across(row.iter().map(|shown| or_dash(shown.as_ref())), widths, out),
        Layout::Down(names) => {
            let place = row[..2].iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" ");
            writeln!(out, "{}", cut(&place, width).0)?;
            for (name, value) in headers.iter().zip(row).skip(2) {
                let Some(value) = value else { continue };
                let (name, used) = cut(name, *names);
                let (value, _) = cut(value, width.saturating_sub(names + 2 * GAP));
                writeln!(out, "{}{name}{}{value}", " ".repeat(GAP), " ".repeat(names - used + GAP))?;
            }
            Ok(())
        }
    }
}

fn or_dash(shown: Option<&String>) -> &str {
    shown.map_or("-", String::as_str)
}

fn across<'a>(row: impl Iterator<Item = &'a str>, widths: &[usize], out: &mut dyn Write) -> io::Result<()> {
    let mut line = String::new();
    for (text, &width) in row.zip(widths) {
        let (text, used) = cut(text, width);
        line.push_str(&text);
        line.extend(std::iter::repeat_n(' ', width - used + GAP));
    }
    writeln!(out, "{}", line.trim_end())
}

/// The text on one line, without what would steer a terminal.
fn plain(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn places(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

/// As much of a text as fits, with `…` if that is not all, and how many places it takes.
fn cut(text: &str, width: usize) -> (String, usize) {
    let all = places(text);
    if all <= width {
        return (text.to_owned(), all);
    }
    let (mut kept, mut used) = (String::new(), 0);
    for c in text.chars() {
        let more = c.width().unwrap_or(0);
        if used + more + 1 > width {
            break;
        }
        kept.push(c);
        used += more;
    }
    if width == 0 { (String::new(), 0) } else { (kept + "…", used + 1) }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{column, row, text, written};
    use super::super::{Cell, Column, Row, Shape, TableFormat};
    use super::{MEASURED, cut, fair_cap};

    fn table(width: usize, names: &[&str], rows: Vec<Row>) -> String {
        let columns: Vec<Column> = names.iter().map(|name| column(name, Shape::One)).collect();
        String::from_utf8(written(TableFormat::Text { width }, columns, rows)).unwrap()
    }

    #[test]
    fn columns_are_as_wide_as_what_stands_in_them() {
        let rows = vec![
            row("1.html", 1, vec![text("日本語"), text("7")]),
            row("1.html", 12, vec![Cell::Missing, Cell::List(vec!["a".into(), "b\nc".into()])]),
        ];
        let expected = "\
path    record  title   price
1.html  1       日本語  7
1.html  12      -       a; b c
";
        assert_eq!(table(80, &["title", "price"], rows), expected);
    }

    #[test]
    fn a_wide_column_is_cut_where_the_line_ends_and_narrow_ones_are_not() {
        let rows = vec![row("1.html", 1, vec![text(&"long ".repeat(30)), text("12.50")])];
        let expected = "\
path    record  text           price
1.html  1       long long lo…  12.50
";
        assert_eq!(table(36, &["text", "price"], rows), expected);
    }

    #[test]
    fn many_columns_go_down_the_page() {
        let names: Vec<String> = (0..12).map(|number| format!("field {number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut cells = vec![text("a value that is long"); 12];
        cells[3] = Cell::Missing;
        let out = table(30, &names, vec![row("shop/1.html", 1, cells)]);
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), 12, "{out}");
        assert_eq!(&lines[..2], ["shop/1.html 1", "  field 0   a value that is l…"]);
        assert_eq!(lines[11], "  field 11  a value that is l…");
    }

    #[test]
    fn later_rows_are_cut_to_the_widths_of_the_first() {
        let short = (1..).map(|number| row("p", number, vec![text("ab")]));
        let rows = short.take(MEASURED).chain([row("p", 9, vec![text("abcdefgh")])]).collect();
        assert_eq!(table(80, &["a"], rows).lines().last(), Some("p     9       a…"));
    }

    #[test]
    fn what_would_steer_a_terminal_is_not_written() {
        let out = table(80, &["a"], vec![row("p", 1, vec![text("\u{1b}[31mred\u{7}")])]);
        assert!(!out.contains(['\u{1b}', '\u{7}']), "{out}");
    }

    #[test]
    fn a_wide_character_is_not_cut_in_half() {
        assert_eq!(cut("日本語", 6), ("日本語".to_owned(), 6));
        assert_eq!(cut("日本語", 5), ("日本…".to_owned(), 5));
        assert_eq!(cut("日本語", 4), ("日…".to_owned(), 3));
        assert_eq!(cut("日本語", 0), (String::new(), 0));
    }

    #[test]
    fn room_is_shared_fairly() {
        assert_eq!(fair_cap(&[3, 50, 80], 43), 20);
        assert_eq!(fair_cap(&[3, 5], 8), usize::MAX);
        assert_eq!(fair_cap(&[9, 9], 8), 4);
    }

    #[test]
    fn a_table_without_rows_is_nothing() {
        assert_eq!(table(80, &["a"], vec![]), "");
    }
}

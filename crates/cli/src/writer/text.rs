//! Writes a table as aligned text for people.
//!
//! In: rows, and the width of the terminal. Out: lines of aligned columns.
//!
//! ```text
//! record  title          price
//! 1       long long lo…  12.50
//! ```
//!
//! Columns are as wide as their cells. If a line would be too long, narrow columns keep their width, and wide ones share the rest
//! equally. If that leaves them too little, each record is written as several lines of `name value`. Widths are in the character
//! cells of a terminal: two for CJK, none for combining characters.
//!
//! The folders that all paths have in common are left out; if there is only one page, so is the column of paths. A column that
//! distinguishes the records by words, such as a title or a name, comes first; columns that are empty in most rows come last.
//!
//! Widths and order are determined from the first rows, and later rows are cut to them, so that rows are written as they arrive.

use super::{BOLD, PLAIN, TableWriter, unwritten};
use hashbrown::HashMap;
use katagami::error::Result;
use katagami::report::{Cell, Column, Row};
use std::collections::BTreeSet;
use std::io::{self, Write};
use unicode_width::UnicodeWidthChar;

/// The number of rows that widths and order are determined from: a few screens.
const MEASURED: usize = 200;
/// The least width of a column whose values are cut, enough for a date, a price or a short name. If there is less room, each
/// record is written as several lines.
const LEAST: usize = 10;
/// The number of spaces between two columns.
const GAP: usize = 2;
/// The index of the path in a row.
const PATH: usize = 0;
/// The index of the number of the record in a row.
const RECORD: usize = 1;

/// The texts of a row as they are shown, `None` for a missing cell: the path, the number of the record, the columns.
type RowTexts = Vec<Option<String>>;

pub(crate) struct TextTable<'a> {
    headers: Vec<String>,
    width: usize,
    is_bold: bool,
    out: &'a mut dyn Write,
    /// The first rows, until the layout is determined.
    waiting: Vec<RowTexts>,
    layout: Option<Layout>,
}

struct Layout {
    /// The columns that are shown, in their order.
    order: Vec<usize>,
    /// The beginning of all paths, which is left out.
    common_folders: String,
    /// If paths have no column, the path of the last row.
    page: Option<String>,
    orientation: Orientation,
}

enum Orientation {
    /// A line for each record, with columns of these widths.
    Across(Vec<usize>),
    /// A line for each field, with names of this width.
    Down(usize),
}

impl<'a> TextTable<'a> {
    pub(crate) fn new(columns: Vec<Column>, width: usize, is_bold: bool, out: &'a mut dyn Write) -> Self {
        let names = columns.into_iter().map(|column| plain(&column.name));
        let headers = ["path".to_owned(), "record".to_owned()].into_iter().chain(names).collect();
        TextTable { headers, width, is_bold, out, waiting: Vec::new(), layout: None }
    }

    fn shown(&self, row: &Row) -> RowTexts {
        let cells = (0..self.headers.len() - 2).map(|column| match row.cell(column) {
            Cell::Missing => None,
            Cell::Text(text) => Some(plain(text)),
            Cell::List(texts) => Some(texts.iter().map(|text| plain(text)).collect::<Vec<_>>().join("; ")),
            Cell::Number(number) => Some(number.to_string()),
        });
        [Some(plain(&row.path)), Some(row.record.to_string())].into_iter().chain(cells).collect()
    }

    /// Determines the layout, and writes the header and the first rows.
    fn begin(&mut self) -> io::Result<()> {
        let rows = std::mem::take(&mut self.waiting);
        let layout = layout(&self.headers, &rows, self.width);
        if let Orientation::Across(widths) = &layout.orientation {
            let headers = layout.order.iter().map(|&column| self.headers[column].as_str());
            let cells = cut_names(headers.zip(widths.iter().copied()).collect());
            let mut line = Vec::new();
            across(cells.into_iter(), widths, &mut line)?;
            self.out.write_all(&if self.is_bold { bold(&line) } else { line })?;
        }
        self.layout = Some(layout);
        rows.iter().try_for_each(|row| self.write_row(row))
    }

    fn write(&mut self, row: &Row) -> io::Result<()> {
        let row = self.shown(row);
        if self.layout.is_some() {
            return self.write_row(&row);
        }
        self.waiting.push(row);
        if self.waiting.len() < MEASURED { Ok(()) } else { self.begin() }
    }

    fn write_row(&mut self, row: &RowTexts) -> io::Result<()> {
        let layout = self.layout.as_mut().expect("the layout is determined before rows are written");
        let whole = row[PATH].as_deref().unwrap_or_default();
        let is_new = layout.page.as_deref().is_some_and(|page| page != whole);
        if is_new && matches!(layout.orientation, Orientation::Across(_)) {
            writeln!(self.out, "{whole}:")?;
            layout.page = Some(whole.to_owned());
        }
        let path = whole.strip_prefix(&*layout.common_folders).unwrap_or(whole);
        match &layout.orientation {
            Orientation::Across(widths) => {
                // If the width is unlimited, later rows may be wider than the measured ones.
                let most = |width| if self.width == usize::MAX { usize::MAX } else { width };
                let cell = |(&column, &width): (&usize, &usize)| match column {
                    PATH => cut_before(path, most(width)),
                    _ => cut(or_dash(row[column].as_ref()), most(width)),
                };
                across(layout.order.iter().zip(widths).map(cell), widths, self.out)
            }
            Orientation::Down(names) => {
                let heading = [path, row[RECORD].as_deref().unwrap_or_default()].join(" ");
                writeln!(self.out, "{}", cut_before(&heading, self.width).0)?;
                for &column in layout.order.iter().filter(|&&column| column > RECORD) {
                    let Some(value) = row[column].as_ref().filter(|value| !value.is_empty()) else {
                        continue;
                    };
                    let (name, _) = cut(&self.headers[column], *names);
                    let (value, _) = cut(value, self.width.saturating_sub(names + 2 * GAP));
                    writeln!(self.out, "{}{}{value}", " ".repeat(GAP), padded(&name, names + GAP))?;
                }
                Ok(())
            }
        }
    }
}

impl TableWriter for TextTable<'_> {
    fn row(&mut self, row: Row) -> Result<()> {
        self.write(&row).map_err(unwritten)
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        if self.layout.is_none() && !self.waiting.is_empty() {
            self.begin().map_err(unwritten)
        } else {
            Ok(())
        }
    }
}

/// Determines the layout from the first rows.
fn layout(headers: &[String], rows: &[RowTexts], width: usize) -> Layout {
    let paths: BTreeSet<&str> = rows.iter().filter_map(|row| row[PATH].as_deref()).collect();
    let common_folders = common_folders(&paths).to_owned();
    let page = Some(&paths).filter(|paths| paths.len() == 1).and_then(|paths| paths.first());
    let page = page.map(|&page| page.to_owned());
    let title = (RECORD + 1..headers.len()).find(|&column| is_title(rows, column));
    let first = Some(PATH).filter(|_| page.is_none()).into_iter().chain([RECORD]).chain(title);
    let is_mostly_filled = |column: &usize| {
        let filled = |row: &&RowTexts| row[*column].as_ref().is_some_and(|text| !text.is_empty());
        2 * rows.iter().filter(filled).count() >= rows.len()
    };
    let others = (RECORD + 1..headers.len()).filter(|&column| Some(column) != title);
    let (filled, seldom): (Vec<usize>, Vec<usize>) = others.partition(is_mostly_filled);
    let order: Vec<usize> = first.chain(filled).chain(seldom).collect();
    let shown_width = |row: &RowTexts, column: usize| match column {
        PATH => text_width(row[PATH].as_deref().map_or("", |path| &path[common_folders.len()..])),
        _ => text_width(or_dash(row[column].as_ref())),
    };
    let widest = |&column: &usize| {
        let cells = rows.iter().map(|row| shown_width(row, column));
        cells.chain([text_width(&headers[column])]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = order.iter().map(widest).collect();
    let room = width.saturating_sub(GAP * (order.len() - 1));
    let cap = fair_cap(&widths, room);
    let orientation = if cap < LEAST && widths.iter().any(|&width| width > cap) {
        Orientation::Down(headers[2..].iter().map(|name| text_width(name)).max().unwrap_or(0).min(width / 3))
    } else {
        Orientation::Across(widths.into_iter().map(|width| width.min(cap)).collect())
    };
    Layout { order, common_folders, page, orientation }
}

/// The folders that all paths begin with; empty for a single path.
fn common_folders<'a>(paths: &BTreeSet<&'a str>) -> &'a str {
    let (Some(first), Some(last)) = (paths.first(), paths.last()) else { return "" };
    // Every path between the least and the greatest begins like both.
    let shared = first.bytes().zip(last.bytes()).take_while(|(a, b)| a == b).count();
    let folders = first.as_bytes()[..shared].iter().rposition(|&byte| byte == b'/');
    if first == last { "" } else { folders.map_or("", |slash| &first[..=slash]) }
}

/// Whether a column distinguishes records by words: it has at least four distinct texts of words for five rows.
fn is_title(rows: &[RowTexts], column: usize) -> bool {
    let texts: Vec<&str> = rows.iter().filter_map(|row| row[column].as_deref()).collect();
    let distinct: BTreeSet<&str> = texts.iter().copied().filter(|text| is_of_words(text)).collect();
    5 * distinct.len() >= 4 * rows.len()
}

/// Whether more than half of the characters of a text, without white space, are letters.
fn is_of_words(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    2 * letters > text.chars().filter(|c| !c.is_whitespace()).count()
}

/// The largest width such that all columns fit into the room when wider ones are cut to it.
fn fair_cap(widths: &[usize], room: usize) -> usize {
    let mut ascending = widths.to_vec();
    ascending.sort_unstable();
    let mut left = room;
    for (index, &width) in ascending.iter().enumerate() {
        let share = left / (ascending.len() - index);
        if width > share {
            return share;
        }
        left -= width;
    }
    usize::MAX
}

fn or_dash(shown: Option<&String>) -> &str {
    shown.map_or("-", String::as_str)
}

/// A line in bold type.
fn bold(line: &[u8]) -> Vec<u8> {
    [BOLD.as_bytes(), line.trim_ascii_end(), PLAIN.as_bytes(), b"\n"].concat()
}

/// Writes cut texts, each with its width, in columns of these widths.
fn across(
    cells: impl Iterator<Item = (String, usize)>,
    widths: &[usize],
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut line = String::new();
    for ((text, used), &width) in cells.zip(widths) {
        line.push_str(&text);
        line.extend(std::iter::repeat_n(' ', width.saturating_sub(used) + GAP));
    }
    writeln!(out, "{}", line.trim_end())
}

/// The text on one line, without control characters.
pub(crate) fn plain(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text with spaces after it up to a width, in character cells of a terminal: a character of a script such as Japanese takes two.
#[must_use]
pub(crate) fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text_width(text))))
}

/// The width of a text in the character cells of a terminal.
#[must_use]
pub(crate) fn text_width(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

/// The beginning of a text that fits into a width, with `…` if it is cut; and its own width.
#[must_use]
pub(crate) fn cut(text: &str, width: usize) -> (String, usize) {
    let all = text_width(text);
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

/// Cuts names to these widths. Names that would look the same are cut at the beginning instead, since their ends differ.
fn cut_names(names: Vec<(&str, usize)>) -> Vec<(String, usize)> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for &(name, width) in &names {
        *counts.entry(cut(name, width).0).or_default() += 1;
    }
    let shown = |(name, width)| {
        let begun = cut(name, width);
        if counts[&begun.0] > 1 { cut_before(name, width) } else { begun }
    };
    names.into_iter().map(shown).collect()
}

/// The end of a text that fits into a width, with `…` before it if it is cut; and its own width.
fn cut_before(text: &str, width: usize) -> (String, usize) {
    let reversed = |text: &str| text.chars().rev().collect::<String>();
    let (kept, used) = cut(&reversed(text), width);
    (reversed(&kept), used)
}

#[cfg(test)]
mod tests {
    use super::super::TableFormat;
    use super::super::tests::{column, row, text, written};
    use super::{MEASURED, cut, cut_before, fair_cap, padded};
    use katagami::report::{Cell, Column, Row, Shape};

    fn table(width: usize, names: &[&str], rows: Vec<Row>) -> String {
        let columns: Vec<Column> = names.iter().map(|name| column(name, Shape::One)).collect();
        String::from_utf8(written(TableFormat::Text { width, is_bold: false }, columns, rows)).unwrap()
    }

    #[test]
    fn texts_are_padded_by_their_width_on_a_terminal() {
        assert_eq!((padded("ab", 5), padded("型紙", 5)), ("ab   ".to_owned(), "型紙 ".to_owned()));
        assert_eq!(padded("longer", 5), "longer");
    }

    #[test]
    fn columns_are_as_wide_as_their_cells() {
        let rows = vec![
            row("1.html", 1, vec![text("日本語"), text("7")]),
            row("1.html", 12, vec![Cell::Missing, Cell::List(vec!["a".into(), "b\nc".into()])]),
        ];
        let expected = "\
record  title   price
1       日本語  7
12      -       a; b c
";
        assert_eq!(table(80, &["title", "price"], rows), expected);
    }

    #[test]
    fn wide_columns_are_cut_to_the_line_and_narrow_ones_are_not() {
        let rows = vec![row("1.html", 1, vec![text(&"long ".repeat(30)), text("12.50")])];
        let expected = "\
record  text           price
1       long long lo…  12.50
";
        assert_eq!(table(28, &["text", "price"], rows), expected);
    }

    #[test]
    fn names_with_the_same_beginning_are_shown_by_their_ends() {
        let row = row("1.html", 1, vec![text("a life"), text("Ann Lee"), text("1965")]);
        let expected = "\
record  …item-title  …tem-author  year
1       a life       Ann Lee      1965
";
        assert_eq!(table(38, &["module-item-title", "module-item-author", "year"], vec![row]), expected);
    }

    #[test]
    fn records_of_many_columns_are_written_as_several_lines() {
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
        assert_eq!(table(80, &["a"], rows).lines().last(), Some("9       a…"));
    }

    #[test]
    fn texts_are_not_cut_if_the_width_is_unlimited() {
        let long = "long ".repeat(100);
        let short = (1..).map(|number| row("p", number, vec![text("ab"), text("cd")]));
        let rows = short.take(MEASURED).chain([row("p", 9, vec![text(&long), text("end")])]).collect();
        let out = table(usize::MAX, &["a", "b"], rows);
        assert_eq!(out.lines().last(), Some(&*format!("9       {long} end")));
    }

    #[test]
    fn common_folders_of_paths_are_left_out() {
        let rows =
            ["shop/books/new/1.html", "shop/books/page-2.html"].map(|path| row(path, 1, vec![text("7")]));
        let expected = "\
path         record  price
new/1.html   1       7
page-2.html  1       7
";
        assert_eq!(table(80, &["price"], rows.to_vec()), expected);
        assert_eq!(cut_before("shop/page-2.html", 10), ("…ge-2.html".to_owned(), 10));
    }

    #[test]
    fn a_page_after_the_measured_rows_is_named_before_its_rows() {
        let first = (1..).map(|number| row("a.html", number, vec![text("ab")]));
        let rows = first.take(MEASURED).chain([row("b.html", 1, vec![text("c")])]).collect();
        let out = table(80, &["x"], rows);
        assert!(
            out.starts_with("record  x\n1       ab\n") && out.ends_with("\nb.html:\n1       c\n"),
            "{out}"
        );
    }

    #[test]
    fn a_column_that_distinguishes_records_by_words_comes_first() {
        let book =
            |number, price: &str, title: &str| row("p", number, vec![text(price), text("new"), text(title)]);
        let rows = vec![book(1, "7.50", "Dune"), book(2, "9.10", "Emma"), book(3, "7.50", "Ulysses")];
        let out = table(80, &["price", "state", "title"], rows);
        assert_eq!(out.lines().next(), Some("record  title    price  state"));
    }

    #[test]
    fn a_column_that_is_mostly_empty_comes_last() {
        let hit = |number, price: &str| row("p", number, vec![text(""), text(price), text("7")]);
        let rows = vec![hit(1, "1"), hit(2, "2"), row("p", 3, vec![text("new"), text("3"), text("7")])];
        assert_eq!(
            table(80, &["badge", "price", "stock"], rows.clone()).lines().next(),
            Some("record  price  stock  badge")
        );
        let down = table(12, &["badge", "price", "stock"], rows);
        assert_eq!(down.lines().take(4).collect::<Vec<_>>(), ["p 1", "  pri…  1", "  sto…  7", "p 2"]);
    }

    #[test]
    fn control_characters_are_not_written() {
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

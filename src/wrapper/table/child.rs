//! Tables in the parts of a template.
//!
//! In: the elements that match the lists of a template, on its learning pages. Out: a [`Table`] for each list whose elements have several
//! columns. Header rows are no rows.
//!
//! ```text
//! <tr><th>Year<th>Sales <tr><td>2008<td>50303 <tr><td>2009<td>1790          Year 2008, Sales 50303; Year 2009, Sales 1790
//! ```

use crate::distinct::DistinctNames;
use crate::page::{ElementId, Tree, is_heading, parts_lines};
use crate::record::{self, Column, Kind, Listed, Width, name_in};
use crate::repeat::{Record, Resolution, Steps, fold_digits};
use crate::wrapper::page::node::Page;
use crate::wrapper::table::TableReader;
use crate::wrapper::template::{Field, LeftOut, PAGE, Part, Table, Template};
use std::collections::BTreeMap;

/// The least number of columns of a table; the items of a list with one column are the texts of a field.
const COLUMNS: usize = 2;

/// The elements of a page that match a list of the template, each with the number of the list: list after list, in page order.
pub(in crate::wrapper) type ListItems = Vec<(u32, ElementId)>;

/// The elements that match one list.
fn of_list(items: &ListItems, list: u32) -> &[(u32, ElementId)] {
    let first = items.partition_point(|&(number, _)| number < list);
    let count = items[first..].partition_point(|&(number, _)| number == list);
    &items[first..first + count]
}

/// The items of one list on a page as records of so many each, without header rows.
pub(super) fn rows(tree: &Tree, items: &ListItems, list: u32, header: &str, every: usize) -> Vec<Record> {
    let own = of_list(items, list).iter().map(|&(_, id)| Record::element(tree, id));
    let mut records: Vec<Record> = own.collect();
    records.retain(|record| !tree.is_header_row(record.head) && !record.leaves.is_empty());
    if !header.is_empty() && records.first().is_some_and(|first| words(tree, first) == header) {
        records.remove(0);
    }
    if every < 2 {
        return records;
    }
    let whole = |row: &[Record]| {
        let end = &row[row.len() - 1];
        Record { end: end.end, leaves: row[0].leaves.start..end.leaves.end, ..row[0].clone() }
    };
    records.chunks(every).map(whole).collect()
}

/// How many items a row has: of the items of all pages, those that are as far from each other are alike, and those within a row differ. A
/// cell that reaches down makes one row of several.
fn every(trees: &[&Tree], found: &[Vec<Record>]) -> usize {
    let of_page =
        |(tree, items): (&&Tree, &Vec<Record>)| items.iter().map(|item| form(tree, item.head)).collect();
    let forms: Vec<Vec<Vec<String>>> = trees.iter().zip(found).map(of_page).collect();
    // Up to the first item that is like the first one; all items of a page that has one row.
    let length = |forms: &&Vec<Vec<String>>| {
        forms.iter().skip(1).position(|form| *form == forms[0]).map_or(forms.len(), |at| at + 1)
    };
    let filled = || forms.iter().filter(|forms| !forms.is_empty());
    let Some(first) = filled().min_by_key(length) else { return 1 };
    let row = &first[..length(&first)];
    let are_rows = filled().all(|forms| forms.chunks(row.len()).all(|forms| forms == row));
    let is_several = filled().any(|forms| forms.len() > row.len());
    if are_rows && is_several { row.len() } else { 1 }
}

/// The name of an element, its classes without their numbers, and the names of its children with the columns and rows that these span.
fn form(tree: &Tree, id: ElementId) -> Vec<String> {
    let element = tree.element(id);
    let mut form = vec![element.name.to_string()];
    form.extend(tree.classes(id).map(fold_digits));
    let first = Some(ElementId(id.0 + 1)).filter(|&child| child < element.end);
    let children = std::iter::successors(first, |&child| {
        Some(tree.element(child).end).filter(|&next| next < element.end)
    });
    for child in children.filter(|&child| tree.element(child).name != "br") {
        form.push(tree.element(child).name.to_string());
        form.extend(
            ["colspan", "rowspan"].iter().filter_map(|name| tree.attribute(child, name)).map(String::from),
        );
    }
    form
}

fn words(tree: &Tree, record: &Record) -> String {
    record.leaves(tree).iter().map(|leaf| &*leaf.text).collect::<Vec<_>>().join(" ")
}

/// The text that the first of several table rows has on all pages, without a number in it; empty if they do not have the same one.
fn common_first(trees: &[&Tree], found: &[Vec<Record>]) -> String {
    let is_names = |tree: &Tree, row: &Record| {
        tree.element(row.head).name == "tr" && !words(tree, row).contains(char::is_numeric)
    };
    let several = trees.iter().zip(found).filter(|(_, rows)| rows.len() > 1);
    if !several.clone().all(|(tree, rows)| is_names(tree, &rows[0])) {
        return String::new();
    }
    let mut firsts = several.map(|(tree, rows)| words(tree, &rows[0]));
    let Some(first) = firsts.next() else { return String::new() };
    let mut others = firsts.peekable();
    if others.peek().is_some() && others.all(|other| other == first) { first } else { String::new() }
}

/// Whether the texts of a record are on several lines.
fn has_lines(tree: &Tree, record: &Record) -> bool {
    let line = |id| {
        let around = tree.inclusive_ancestors(id);
        around.take_while(|&id| record.holds(id)).find(|&id| parts_lines(&tree.element(id).name))
    };
    let mut of_leaves = record.leaves(tree).iter().map(|leaf| line(leaf.parent));
    let first = of_leaves.next();
    of_leaves.any(|other| Some(other) != first) || record.elements().any(|id| tree.element(id).name == "br")
}

/// The finest element path that the rows of all pages share, if they share one.
fn way(trees: &[&Tree], found: &[Vec<Record>]) -> Vec<Steps> {
    let at = |resolution| {
        let heads = trees.iter().zip(found).flat_map(|(tree, rows)| rows.iter().map(|row| (*tree, row.head)));
        let mut ways = heads.map(|(tree, head)| Steps::to(tree, head, resolution));
        let first = ways.next()?;
        ways.all(|other| other == first).then_some(first)
    };
    [Resolution::Class, Resolution::Parent, Resolution::Name].into_iter().find_map(at).into_iter().collect()
}

/// The tables of a template from the items that match its lists on the learning pages, each with whether the text of a row is no
/// value by itself: the table has a header row, or most of its rows have several lines. Their names are still empty.
fn find_tables(pages: &[Page], items: &[ListItems]) -> Vec<(Table, bool)> {
    let lists = items.iter().flatten().map(|&(list, _)| list + 1).max().unwrap_or_default();
    let trees: Vec<&Tree> = pages.iter().map(|page| &page.tree).collect();
    let table = |list| {
        let of_pages = |header: &str, every| -> Vec<Vec<Record>> {
            trees.iter().zip(items).map(|(tree, items)| rows(tree, items, list, header, every)).collect()
        };
        let header = common_first(&trees, &of_pages("", 1));
        let every = every(&trees, &of_pages(&header, 1));
        let found = of_pages(&header, every);
        let listed = pages.iter().zip(&found).filter(|(_, records)| !records.is_empty());
        let listed = listed.map(|(page, records)| Listed { tree: &page.tree, source: page.source, records });
        let columns = record::table(&listed.collect::<Vec<_>>(), Width::Informative).columns;
        let is_own = |column: &&Column| column.key.kind.is_text() && column.key.kind != Kind::Group;
        let texts = columns.columns().iter().filter(is_own).count();
        let rows = columns.records();
        let with_lines = trees
            .iter()
            .zip(&found)
            .flat_map(|(tree, records)| records.iter().filter(|record| has_lines(tree, record)));
        // Two columns are often one value: a step and its number, an amount and what it is of.
        let common = columns.columns().iter().filter(|column| 2 * column.records > rows);
        let in_lines = common.filter(|column| column.key.kind.is_text()).count() > COLUMNS
            && 2 * with_lines.count() > rows as usize;
        let has_header = |(tree, items): (&&Tree, &ListItems)| {
            of_list(items, list).iter().any(|&(_, id)| tree.is_header_row(id))
        };
        let is_table = in_lines || every > 1 || !header.is_empty() || trees.iter().zip(items).any(has_header);
        let table =
            Table { list: Some(list), every, ways: way(&trees, &found), header, ..Table::new(columns) };
        (texts >= COLUMNS).then_some((table, is_table))
    };
    (0..lists).filter_map(table).collect()
}

impl Template {
    /// Adds the tables in its parts on its learning pages. Each is named after the label or the property of the first field in its list,
    /// else after the heading before it, else as that field. Tables leave out the fields whose texts are rows and no values.
    pub(in crate::wrapper) fn add_tables(&mut self, pages: &[Page], items: &[ListItems]) {
        let lists = fields_of_lists(&self.parts);
        let headings = Headings::new(pages);
        let mut taken = DistinctNames::new(" ").without([PAGE]);
        for (mut table, is_table) in find_tables(pages, items) {
            let Some(list) = table.list else { continue };
            let inside = &lists[list as usize];
            let field = inside.first().map(|&field| &self.fields[field]);
            let is_told = |field: &&Field| {
                (field.label.is_some() || field.property.is_some())
                    && table.fields.iter().all(|column| column.name != field.name)
            };
            let told = field.filter(is_told).map(|field| field.name.clone());
            let first = |items: &ListItems| of_list(items, list).first().map(|&(_, id)| id);
            let heading = || headings.before(&items.iter().map(first).collect::<Vec<_>>());
            let name = told.or_else(heading).or_else(|| field.map(|field| field.name.clone()));
            table.name = taken.free(name.as_deref().unwrap_or("table"));
            if inside.iter().all(|&field| self.fields[field].left_out.is_some()) {
                table.left_out = inside.first().and_then(|&field| self.fields[field].left_out);
            }
            for &field in inside.iter().filter(|_| is_table) {
                self.fields[field].left_out.get_or_insert(LeftOut::Table);
            }
            let read = |(page, items)| (page, TableReader::new(&table).read(page, items).rows);
            let rows: Vec<_> = pages.iter().zip(items).map(read).collect();
            table.measure(&rows);
            self.tables.push(table);
        }
    }
}

/// The headings and captions of pages.
pub(in crate::wrapper) struct Headings<'a> {
    pages: &'a [Page<'a>],
    of_pages: Vec<Vec<ElementId>>,
}

impl<'a> Headings<'a> {
    pub(in crate::wrapper) fn new(pages: &'a [Page<'a>]) -> Self {
        Headings { pages, of_pages: pages.iter().map(|page| headings(&page.tree)).collect() }
    }

    /// The heading or caption before the first row of a table, given for each page that has the table, if most of these have the same
    /// one.
    pub(in crate::wrapper) fn before(&self, firsts: &[Option<ElementId>]) -> Option<String> {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut tables = 0;
        for ((page, headings), first) in self.pages.iter().zip(&self.of_pages).zip(firsts) {
            let &Some(first) = first else { continue };
            tables += 1;
            let nearest = headings[..headings.partition_point(|&id| id < first)].last();
            if let Some(name) = nearest.and_then(|&id| name_in(&page.tree, page.source, id)) {
                *counts.entry(name).or_default() += 1;
            }
        }
        counts.into_iter().find(|&(_, count)| 2 * count > tables).map(|(name, _)| name)
    }
}

/// The headings and captions of a page.
fn headings(tree: &Tree) -> Vec<ElementId> {
    let names = |id: &ElementId| is_heading(&tree.element(*id).name) || tree.element(*id).name == "caption";
    tree.ids().filter(names).collect()
}

/// The fields in each list, in page order.
pub(super) fn fields_of_lists(parts: &[Part]) -> Vec<Vec<usize>> {
    let mut lists = Vec::new();
    add_lists(parts, &mut lists);
    lists
}

fn add_lists(parts: &[Part], lists: &mut Vec<Vec<usize>>) {
    for part in parts {
        let Part::Element { parts, .. } = part else { continue };
        if part.is_list() {
            lists.push(Vec::new());
            add_fields(parts, lists.last_mut().expect("it was just added"));
        } else {
            add_lists(parts, lists);
        }
    }
}

fn add_fields(parts: &[Part], fields: &mut Vec<usize>) {
    for part in parts {
        match part {
            Part::Element { parts, .. } => add_fields(parts, fields),
            Part::Text { field, .. } => fields.extend(field),
            Part::Slot { field } => fields.push(*field),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::document::Document;
    use crate::wrapper::{Extractor, Learner, LeftOut, Shape, Template, Wrapper};

    fn learned(pages: &[&str]) -> Wrapper {
        let documents = pages.iter().zip(0..).map(|(page, number)| Document::new(format!("{number}"), *page));
        Learner::new().shape(Shape::Page).learn(&documents.collect()).expect("a template")
    }

    /// The columns of the first table, and its rows on a page.
    fn table(wrapper: &Wrapper, page: &str) -> (Vec<String>, Vec<Vec<String>>) {
        let fields = &wrapper.templates[0].tables[0].fields;
        let names =
            fields.iter().filter(|field| field.left_out.is_none()).map(|field| field.name.clone()).collect();
        let found = Extractor::new(wrapper).extract(page).expect("it fits");
        let texts = found.tables[0].iter().map(|row| {
            row.iter()
                .map(|value| value.as_ref().map_or(String::new(), |value| value.texts.concat()))
                .collect()
        });
        (names, texts.collect())
    }

    fn left_out(template: &Template) -> Vec<Option<LeftOut>> {
        template.fields.iter().map(|field| field.left_out).collect()
    }

    #[test]
    fn a_first_row_that_all_pages_share_is_a_header() {
        let page = |name: &str, rows: &[(&str, &str)]| {
            let row = |(a, b): &(&str, &str)| format!("<tr><td>{a}<td>{b}");
            let rows: String = [("Year", "Sold")].iter().chain(rows).map(row).collect();
            format!("<h1>{name}</h1><table>{rows}</table>")
        };
        let ann = page("Ann", &[("2019", "4"), ("2020", "7"), ("2021", "9")]);
        let wrapper = learned(&[&ann, &page("Bob", &[("2018", "1"), ("2022", "3")])]);
        let (_, rows) = table(&wrapper, &ann);
        assert_eq!(rows, [["2019", "4"], ["2020", "7"], ["2021", "9"]]);
        let (_, rows) = table(&wrapper, &page("Cy", &[("2011", "8")]));
        assert_eq!(rows, [["2011", "8"]]);
    }

    #[test]
    fn reviews_are_rows_and_amounts_are_texts_too() {
        let page = |name: &str, reviews: &[(&str, &str)], amounts: &[(&str, &str)]| {
            let review = |(who, said): &(&str, &str)| {
                format!(
                    "<div class=review><b class=who>{who}</b><i class=when>{said}.1.2020</i><p class=said>{said} times as good</p></div>"
                )
            };
            let amount = |(much, of): &(&str, &str)| format!("<li><b>{much}</b> {of}");
            let reviews: String = reviews.iter().map(review).collect();
            let amounts: String = amounts.iter().map(amount).collect();
            format!("<h1>{name}</h1><ul>{amounts}</ul><section>{reviews}</section>")
        };
        let ann = page(
            "Ann",
            &[("Eve", "3"), ("Fay", "4"), ("Gus", "5")],
            &[("1 cup", "milk"), ("2", "eggs"), ("3", "figs")],
        );
        let wrapper =
            learned(&[&ann, &page("Bob", &[("Hal", "6"), ("Ida", "7")], &[("4", "nuts"), ("5 g", "salt")])]);
        let template = &wrapper.templates[0];
        let columns = template.tables.iter().map(|table| table.fields.len()).collect::<Vec<_>>();
        assert_eq!((columns, template.tables[1].rows), (vec![2, 3], 5));
        // The name, the amounts as texts, and the reviews as a table only.
        assert_eq!(left_out(template), [None, None, Some(LeftOut::Table)]);
    }
}

//! Tables within pages that are one row each.

use super::run::{Folder, csv_rows};

fn page(name: &str, years: &[(u32, u32)]) -> String {
    let row = |(year, sold): &(u32, u32)| format!("<tr><td>{year}<td>{sold}");
    let rows: String = years.iter().map(row).collect();
    format!("<h1 class=name>{name}</h1><h2>Sales/all</h2><table><tr><th>Year<th>Sold{rows}</table>")
}

/// Two pages with a table each, and a wrapper.
fn with_tables() -> Folder {
    let folder = Folder::with([
        ("pages/a.html", page("Ann", &[(2019, 4), (2020, 7), (2021, 9)])),
        ("pages/b.html", page("Bob", &[(2018, 1), (2022, 3)])),
    ]);
    let said = folder.run(["learn", "pages", "-o", "wrapper.json"]).found();
    assert!(said.contains("table Sales/all: 5 rows of Year, Sold\n"), "{said}");
    folder
}

const SALES: &str = "path,record,Year,Sold\npages/a.html,1,2019,4\npages/a.html,2,2020,7\npages/a.html,3,2021,9\n\
                     pages/b.html,1,2018,1\npages/b.html,2,2022,3\n";

#[test]
fn json_nests_the_rows_of_tables() {
    let folder = with_tables();
    let rows = folder.run(["extract", "-w", "wrapper.json", "pages", "--format", "jsonl"]).json_lines();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[1]["fields"], serde_json::json!({"title": "Bob"}));
    let sales = serde_json::json!([{"Year": "2018", "Sold": "1"}, {"Year": "2022", "Sold": "3"}]);
    assert_eq!(rows[1]["tables"], serde_json::json!({"Sales/all": sales}));
}

#[test]
fn one_table_has_columns_of_its_own() {
    let folder = with_tables();
    let args = ["extract", "-w", "wrapper.json", "pages", "--table", "Sales/all", "--format", "csv"];
    assert_eq!(folder.run(args).found(), SALES);
    let said = folder.run(["extract", "-w", "wrapper.json", "pages", "--table", "Sale"]).failed();
    assert!(said.contains("--table Sale: the wrapper has no such table; it has: page, Sales/all"), "{said}");
    folder.write("list/a.html", "<ul><li><b>x</b> <i>1</i><li><b>y</b> <i>2</i><li><b>z</b> <i>3</i></ul>");
    folder.run(["learn", "--rows", "records", "list", "-qo", "list.json"]);
    let said = folder.run(["extract", "-w", "list.json", "list", "--table", "Sale"]).failed();
    assert!(said.contains("it has: page, records"), "{said}");
}

/// Two pages of restaurants: what they are, and what guests say of them.
fn restaurants(folder: &Folder) {
    let guests = [
        ("Ann", "The soup was cold, and nobody came to take our order for an hour."),
        ("Ben", "Best pasta in town; the staff remembered us from last year."),
        ("Cleo", "Fair prices, large portions, and a view of the harbour."),
        ("Dan", "We waited long, but the dessert made up for it all."),
        ("Eve", "Too loud for a quiet evening, good for a birthday."),
        ("Finn", "The menu changes daily, which we like a lot."),
        ("Gus", "Nothing special, yet always reliable after work."),
        ("Hal", "They forgot the bread twice and laughed about it."),
    ];
    let (luna, marco) = guests.split_at(3);
    for (name, street, phone, guests) in
        [("Luna", "4 Mill Lane", "555-0101", luna), ("Marco", "9 Quay Road", "555-0177", marco)]
    {
        let review = |(guest, said): &(&str, &str)| {
            format!("<div class=review><b class=guest>{guest}</b><p class=said>{said}</p></div>")
        };
        let reviews: String = guests.iter().map(review).collect();
        let page = format!(
            "<h1 class=name>{name}</h1><p>Street: <span>{street}</span></p><p>Phone: <span>{phone}</span></p>\
             <h2>Reviews</h2><div class=reviews>{reviews}</div>"
        );
        folder.write(&format!("food/{name}.html"), page);
    }
}

#[test]
fn a_page_with_fields_and_records_gives_both_whatever_a_row_is() {
    let folder = Folder::new();
    restaurants(&folder);
    for rows in ["pages", "records"] {
        folder.run(["learn", "-q", "--rows", rows, "food", "-o", "food.json"]).found();
        folder.run(["extract", "-qw", "food.json", "food", "-o", "out/"]).found();
        let read =
            |name: &str| std::fs::read_to_string(folder.path().join("out").join(name)).expect("a file");
        let pages = csv_rows(&read("pages.csv"));
        assert_eq!(
            (&*pages[0]["title"], &*pages[1]["Street"], &*pages[1]["Phone"]),
            ("Luna", "9 Quay Road", "555-0177")
        );
        let reviews = csv_rows(&read("Reviews.csv"));
        assert_eq!((reviews.len(), &*reviews[7]["guest"], &*reviews[7]["record"]), (8, "Hal", "5"), "{rows}");
        let row = folder.run(["extract", "-qw", "food.json", "food", "--table", "page", "--format", "jsonl"]);
        assert_eq!(row.json_lines()[1]["tables"]["Reviews"].as_array().map(Vec::len), Some(5), "{rows}");
        let checked = folder.run(["check", "-w", "food.json", "food", "--format", "csv"]).found();
        assert!(checked.contains("Phone") && checked.contains("guest"), "{checked}");
        let python = folder.run(["export", "-qw", "food.json", "food", "--as", "parsel"]).found();
        assert!(
            python.contains("TABLES = {") && python.contains("\"Phone\"") && python.contains("guest"),
            "{python}"
        );
    }
}

#[test]
fn a_folder_gets_a_file_for_the_pages_and_one_for_each_table() {
    let folder = with_tables();
    folder.run(["extract", "-qw", "wrapper.json", "pages", "-o", "out/"]).found();
    let read = |name: &str| std::fs::read_to_string(folder.path().join("out").join(name)).expect("a file");
    assert_eq!(read("Sales-all.csv"), SALES);
    assert_eq!(read("pages.csv"), "path,record,title\npages/a.html,1,Ann\npages/b.html,1,Bob\n");
    folder.run(["extract", "-qw", "wrapper.json", "pages", "-o", "out/", "--format", "jsonl"]).found();
    assert_eq!(read("Sales-all.jsonl").lines().count(), 5);
    assert_eq!(csv_rows(&read("Sales-all.csv"))[4]["Sold"], "3");
}

#[cfg(feature = "parquet")]
#[test]
fn a_folder_can_have_parquet_files() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let folder = with_tables();
    folder.run(["extract", "-qw", "wrapper.json", "pages", "-o", "out/", "--format", "parquet"]).found();
    for (name, rows) in [("pages", 2), ("Sales-all", 5)] {
        let path = folder.path().join(format!("out/{name}.parquet"));
        let file = std::fs::File::open(path).expect("it is written");
        let reader = SerializedFileReader::new(file).expect("it is Parquet");
        assert_eq!(reader.metadata().file_metadata().num_rows(), rows, "{name}");
    }
}

#[test]
fn the_addresses_of_links_are_columns_if_they_are_wanted() {
    let page = |name: &str, by: &str| {
        format!("<h1 class=name><a href=../{name}.html>{name}</a></h1><p>By <b class=by>{by}</b></p>")
    };
    let folder = Folder::with([
        ("a.html", page("ann", "Eve")),
        ("b.html", page("bob", "Fay")),
        ("c.html", page("cy", "Gus")),
    ]);
    let said = folder.run(["learn", "a.html", "b.html", "-o", "wrapper.json"]).found();
    assert!(said.contains("2 fields, 1 more"), "{said}");
    let line = serde_json::json!({"url": "http://x.example/d/e/c.html", "html": page("cy", "Gus")});
    folder.write("c.jsonl", line.to_string());
    let args = ["extract", "-w", "wrapper.json", "c.jsonl", "--format", "csv"];
    assert!(!folder.run(args).found().contains("href"));
    let rows = csv_rows(&folder.run(args.into_iter().chain(["--fields", "links"])).found());
    assert_eq!((&*rows[0]["title"], &*rows[0]["title.href"]), ("cy", "http://x.example/d/cy.html"));
    assert_eq!((&*rows[0]["By"], rows[0].len()), ("Gus", 6), "{rows:?}");
}

#[test]
fn columns_of_a_table_are_renamed_under_the_name_of_their_table() {
    let folder = with_tables();
    for (to, name) in [("Copies", "Copies"), ("Sales/all.Books", "Books")] {
        let rename = format!("Sales/all.Sold={to}");
        folder.run(["edit", "wrapper.json", "--rename", &rename, "-o", "edited.json"]).found();
        let args = ["extract", "-w", "edited.json", "pages", "--table", "Sales/all", "--format", "csv"];
        assert_eq!(folder.run(args).found(), SALES.replace("Sold", name));
    }
    let said = folder.run(["edit", "wrapper.json", "--rename", "Sold=Copies"]).failed();
    assert!(said.contains("\"Sales/all.Sold\""), "{said}");
}

/// The rows that a wrapper reads below other header cells than those that it was learned with.
fn below_headers(known: &[&str], later: &[&str]) -> Vec<std::collections::BTreeMap<String, String>> {
    let folder = Folder::new();
    let page = |headers: &[&str], page: usize| {
        let row = |row: usize| {
            let cell =
                |header: &&str| format!("<td>{} {page}{row}{}</td>", header.to_lowercase(), header.len());
            format!("<tr>{}</tr>", headers.iter().map(cell).collect::<String>())
        };
        let header = |header: &&str| format!("<th>{header}</th>");
        let head: String = headers.iter().map(header).collect();
        format!("<h1>List {page}</h1><table><tr>{head}</tr>{}</table>", (0..9).map(row).collect::<String>())
    };
    for number in 0..5 {
        folder.write(&format!("known/{number}.html"), page(known, number));
        folder.write(&format!("later/{number}.html"), page(later, number));
    }
    folder.write("w.json", folder.run(["learn", "-q", "known"]).found());
    csv_rows(&folder.run(["extract", "-q", "-w", "w.json", "later", "--format", "csv"]).found())
}

#[test]
fn columns_are_found_by_their_header_cells_wherever_these_are() {
    let known = ["Name", "Colour", "Weight", "Price"];
    for later in
        [["Name", "Weight", "Colour", "Price"].as_slice(), &["Name", "Size", "Colour", "Weight", "Price"]]
    {
        let rows = below_headers(&known, later);
        assert_eq!(rows.len(), 45);
        for name in known {
            assert!(
                rows.iter().all(|row| row[name].starts_with(&name.to_lowercase())),
                "{name} {:?}",
                rows[0]
            );
        }
    }
}

#[test]
fn a_column_under_another_header_is_not_read_as_the_one_that_is_gone() {
    let rows = below_headers(&["Name", "Colour", "Weight", "Price"], &["Name", "Colour", "Size", "Price"]);
    assert!(
        rows.iter().all(|row| row["Weight"].is_empty() && row["Price"].starts_with("price")),
        "{:?}",
        rows[0]
    );
    // If no header cell is known, places tell.
    let rows = below_headers(&["Name", "Colour", "Price"], &["Nom", "Couleur", "Prix"]);
    assert!(rows.iter().all(|row| row["Price"].starts_with("prix")), "{:?}", rows[0]);
}

//! Fields that a user chooses, puts in order and renames: in tables and in wrappers.

use super::run::{Folder, csv_rows};
use serde_json::Value;

const BOOKS: [(&str, &str, &str); 6] = [
    ("Dune", "4.50", "F. Herbert"),
    ("Emma", "2.00", "J. Austen"),
    ("Ulysses", "7.00", "J. Joyce"),
    ("Walden", "3.20", "H. Thoreau"),
    ("Kim", "9.10", "R. Kipling"),
    ("Ivanhoe", "2.10", "W. Scott"),
];

/// Two pages with three books each, and pages of one book each.
fn folder() -> Folder {
    let folder = Folder::new();
    for (books, page) in BOOKS.chunks(3).zip(["list/1.html", "list/2.html"]) {
        let book = |(title, price, author): &(&str, &str, &str)| {
            format!(
                "<li><h3 class=title><a href=/{title}>{title}</a></h3><b class=price>{price}</b><i class=author>{author}</i></li>"
            )
        };
        folder.write(page, format!("<h1>Shelf</h1><ol>{}</ol>", books.iter().map(book).collect::<String>()));
    }
    for ((title, price, author), number) in BOOKS.iter().zip(1..) {
        let page = format!(
            "<h1 class=title>{title}</h1><p>Price: <b>{price}</b></p><p>By: <i class=author>{author}</i></p><p>Open daily</p>"
        );
        folder.write(&format!("book/{number}.html"), page);
    }
    folder
}

fn header(table: &str) -> &str {
    table.lines().next().expect("a header")
}

fn first(folder: &Folder, options: &[&str]) -> Value {
    folder.run([options, &["--format", "jsonl"]].concat()).json_lines().remove(0)
}

#[test]
fn records_have_the_fields_that_are_wanted_in_order_under_their_names() {
    let folder = folder();
    let wanted = ["records", "list", "--only", "cost,author", "--rename", "price=cost"];
    let table = folder.run([&wanted[..], &["--format", "csv"]].concat()).found();
    assert_eq!(header(&table), "path,record,cost,author");
    assert_eq!((&*csv_rows(&table)[4]["cost"], &*csv_rows(&table)[4]["author"]), ("9.10", "R. Kipling"));
    let nested = first(&folder, &wanted)["records"][0]["fields"].to_string();
    assert_eq!(nested, r#"{"cost":"4.50","author":"F. Herbert"}"#);
    let flat = folder.run([&wanted[..], &["--format", "jsonl", "--flat"]].concat()).json_lines().remove(0);
    assert_eq!((&flat["cost"], &flat["title"]), (&Value::from("4.50"), &Value::Null));
}

#[test]
fn addresses_follow_the_field_of_their_link() {
    let folder = folder();
    let title = "title";
    let renamed = format!("{title}=book");
    let table = folder
        .run([
            "records", "list", "--fields", "links", "--only", title, "--rename", &renamed, "--format", "csv",
        ])
        .found();
    assert_eq!(header(&table), "path,record,book,book.href");
}

#[test]
fn names_are_for_sql_on_request() {
    let folder = folder();
    let records = ["records", "list", "--fields", "links", "--names", "sql", "--rename", "price=Cost"];
    let table = folder.run([&records[..], &["--format", "csv"]].concat()).found();
    assert_eq!(header(&table), "path,record,title,title_url,Cost,author");
    folder.run(["learn", "book", "-q", "-o", "w.json"]).found();
    let read =
        |more: &[&str]| folder.run([&["extract", "-w", "w.json", "book", "--format", "csv"], more].concat());
    assert_eq!(header(&read(&[]).found()), "path,record,title,Price,By");
    assert_eq!(header(&read(&["--names", "sql"]).found()), "path,record,title,price,by");
}

#[cfg(feature = "parquet")]
#[test]
fn columns_of_parquet_have_names_for_sql() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let folder = folder();
    for (options, link) in [(&[][..], "title_url"), (&["--names", "page"], "title.href")] {
        let records = ["records", "list", "-q", "--fields", "links", "-o", "x.parquet"];
        folder.run([&records[..], options].concat()).found();
        let file = std::fs::File::open(folder.path().join("x.parquet")).expect("it is written");
        let reader = SerializedFileReader::new(file).expect("it is Parquet");
        let row = reader.get_row_iter(None).expect("rows").next().expect("a row").expect("a row");
        assert!(row.get_column_iter().any(|(name, _)| name == link), "{row}");
    }
}

#[test]
fn a_wrapper_has_the_fields_that_are_wanted_when_it_is_learned_and_when_it_reads() {
    let folder = folder();
    folder
        .run(["learn", "book", "-q", "--only", "Price,name", "--rename", "title=name", "-o", "w.json"])
        .found();
    let table = folder.run(["extract", "-w", "w.json", "book", "--format", "csv"]).found();
    assert_eq!(header(&table), "path,record,Price,name");
    assert_eq!(csv_rows(&table)[5]["name"], "Ivanhoe");
    let fields = first(&folder, &["extract", "-w", "w.json", "book", "--only", "name"])["fields"].to_string();
    assert_eq!(fields, r#"{"name":"Dune"}"#);
    let table =
        folder.run(["extract", "-w", "w.json", "book", "--rename", "name=book", "--format", "csv"]).found();
    assert_eq!(header(&table), "path,record,Price,book");
}

#[test]
fn an_edited_wrapper_reads_as_before_and_keeps_its_fields_when_it_is_learned_again() {
    let folder = folder();
    for pages in ["book", "list"] {
        folder.run(["learn", pages, "-q", "-o", "w.json"]).found();
        let before = folder.run(["extract", "-w", "w.json", pages, "--format", "csv"]).found();
        let names: Vec<&str> = header(&before).split(',').skip(2).collect();
        let [title, price, author] = names[..] else { panic!("three fields: {names:?}") };
        let rename = format!("{title}=name");
        let edit = ["edit", "w.json", "--rename", &rename, "--drop", price, "--order", author];
        assert_eq!(folder.run(edit).found(), format!("{author}\nname\n"));
        let after = folder.run(["extract", "-w", "w.json", pages, "--format", "csv"]).found();
        assert_eq!(header(&after), format!("path,record,{author},name"));
        assert_eq!(csv_rows(&after)[3]["name"], csv_rows(&before)[3][title]);
        let all = folder.run(["extract", "-w", "w.json", pages, "--all-fields", "--format", "csv"]).found();
        assert_eq!(csv_rows(&all)[3][price], csv_rows(&before)[3][price]);
        assert!(folder.run(["check", "-w", "w.json", pages]).found().starts_with("fits"));
        folder.run(["learn", pages, "-q", "--update", "w.json", "-o", "new.json"]).found();
        let again = folder.run(["extract", "-w", "new.json", pages, "--format", "csv"]).found();
        assert_eq!(again, after, "{pages}");
        // A field that was dropped comes back if it alone is wanted.
        assert_eq!(
            folder.run(["edit", "new.json", "--only", price, "-o", "one.json"]).found(),
            format!("{price}\n")
        );
        assert_eq!(folder.run(["extract", "-w", "new.json", pages, "--format", "csv"]).found(), after);
    }
}

#[test]
fn a_field_that_is_not_there_is_refused_with_those_that_are_near() {
    let folder = folder();
    folder.run(["learn", "book", "-q", "-o", "w.json"]).found();
    let before = std::fs::read_to_string(folder.path().join("w.json")).expect("a wrapper");
    for command in [
        &["records", "list"][..],
        &["extract", "-w", "w.json", "book"],
        &["edit", "w.json"],
        &["learn", "book", "-q"],
    ] {
        let why = folder.run([command, &["--only", "pries"]].concat());
        assert!(why.err.contains("there is no field \"pries\"; near are \""), "{command:?} {}", why.err);
        assert_eq!(why.code, 2);
        let why = folder.run([command, &["--rename", "price"]].concat()).failed();
        assert!(why.contains("give FIELD=NAME"), "{why}");
    }
    let why = folder.run(["edit", "w.json", "--rename", "Price=By"]).failed();
    assert!(why.contains("w.json: \"By\" would be the name of two fields"), "{why}");
    assert!(folder.run(["edit", "w.json"]).failed().contains("nothing to change"));
    let after = std::fs::read_to_string(folder.path().join("w.json")).expect("a wrapper");
    assert_eq!(before, after);
}

//! `katagami site`: what a mixed crawl becomes.

mod update;

use super::run::{Folder, csv_rows, root};
use site::truth::Named;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Tables by name, whose rows have their values by name.
type Tables = BTreeMap<String, Vec<BTreeMap<String, String>>>;

/// A shop: two lists of four products each, a page for each product, and a page without any of them.
fn shop(folder: &Folder) {
    let products = [
        ("Dune lamp", "£4.50", "brass", "3 May 2020"),
        ("Emma chair", "£120.00", "oak", "17 June 2019"),
        ("Kim shelf", "£80.25", "pine", "2 January 2021"),
        ("Nora desk", "£199.99", "walnut", "30 March 2018"),
        ("Otto stool", "£25.00", "beech", "8 July 2020"),
        ("Pia mirror", "£61.10", "glass", "21 August 2017"),
        ("Quinn rug", "£45.75", "wool", "11 November 2019"),
        ("Rosa vase", "£18.00", "clay", "5 December 2021"),
    ];
    for (number, (name, price, of, day)) in (1..).zip(products) {
        let page = format!(
            "<title>{name}</title><h1 class=name>{name}</h1><p class=price>{price}</p><table><tr><th>Material<td>{of}\
             <tr><th>Made on<td>{day}<tr><th>Article<td>{}</table>",
            number * 7919 % 997
        );
        folder.write(&format!("shop/item/{number}.html"), page);
    }
    for (page, products) in (1..).zip(products.chunks(4)) {
        let row = |(at, (name, price, _, day)): (usize, &(&str, &str, &str, &str))| {
            let number = (page - 1) * 4 + at + 1;
            format!(
                "<div class=hit><h3><a href=../item/{number}.html>{name}</a></h3><p class=price>{price}</p><p>A thing that we have sold \
                 since {day}.</p></div>"
            )
        };
        let rows: String = products.iter().enumerate().map(row).collect();
        folder.write(&format!("shop/list/{page}.html"), format!("<h1>All things, page {page}</h1>{rows}"));
    }
    folder.write("shop/login.html", "<form>Name <input> Password <input type=password></form>");
}

/// The tables of a folder by name.
fn tables(folder: &Folder, name: &str) -> Tables {
    let files = std::fs::read_dir(folder.path().join(name)).expect("a folder");
    let paths = files.map(|file| file.expect("a file").path());
    let table = |path: PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let rows = csv_rows(&std::fs::read_to_string(&path).expect("a table"));
        (name, rows.into_iter().map(|row| row.into_iter().collect()).collect())
    };
    paths.filter(|path| path.extension().is_some_and(|ending| ending == "csv")).map(table).collect()
}

#[test]
fn a_mixed_crawl_becomes_tables_of_its_kinds() {
    let folder = Folder::new();
    let data = |set: &str| root().join("data").join(set).display().to_string();
    let sets = ["shop/a-terms", "shelf/a-cards", "blog/a-replies", "forum/a-boxes"].map(data);
    let args =
        [&["site", "-q", "--format", "csv", "-o", "out/"], &sets.each_ref().map(String::as_str)[..]].concat();
    folder.run(args).found();
    let tables = tables(&folder, "out");
    let whats: Vec<&str> = tables["kinds"].iter().map(|kind| &*kind["what"]).collect();
    for what in ["detail", "list", "article", "thread"] {
        assert!(whats.contains(&what), "{whats:?}");
    }
    let pages = &tables["pages"];
    assert!(pages.iter().all(|page| page["left_out"].is_empty() && page["rows"] != "0"), "{pages:?}");
    let of = |what: &str| pages.iter().filter(|page| page["what"] == what).count();
    assert_eq!((tables["articles"].len(), tables["a_terms"].len()), (of("article"), of("detail")));
    assert_eq!(tables["a_cards"].len(), 49);
    assert!(tables["posts"].len() > of("thread") && !tables["comments"].is_empty());
    assert_eq!(&*tables["a_terms"][0]["price_currency"], "£");
    assert!(tables["a_terms_you_may_also_like"].iter().all(|row| row["record"].parse::<usize>().is_ok()));
}

/// What a reader would find under a name, on a page or in a record.
fn known(of: &Named, name: &str) -> String {
    of.get(name).map(|values| values.all().join(" ")).unwrap_or_default()
}

/// The row with one more value.
fn with(mut row: Vec<String>, value: String) -> Vec<String> {
    row.push(value);
    row
}

/// Rows of a table, with the paths of their pages and the values of some columns.
fn rows_of(tables: &Tables, table: &str, columns: &[&str]) -> BTreeSet<Vec<String>> {
    let path = |page: &String| tables["pages"][page.parse::<usize>().expect("a page") - 1]["path"].clone();
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let values =
        |row: &BTreeMap<String, String>| columns.iter().map(|&name| words(&row[name])).collect::<Vec<_>>();
    tables[table].iter().map(|row| [vec![path(&row["page"])], values(row)].concat()).collect()
}

#[test]
fn kinds_say_what_their_addresses_and_fields_are_and_pages_when_they_were_fetched() {
    let folder = Folder::new();
    let set = format!("{}/", root().join("data/mixed/a-bookshop").display());
    let fetched = "2020-03-01T01:30:00Z";
    folder.run(["site", "-q", &set, "--retrieved", fetched, "--format", "csv", "-o", "out/"]).found();
    let tables = tables(&folder, "out");
    let kinds: BTreeMap<&str, &str> =
        tables["kinds"].iter().map(|kind| (&kind["addresses"][set.len()..], &*kind["fields"])).collect();
    assert_eq!(
        kinds["list/*.html"],
        r#"["title","title_url","by","price","price_amount","price_currency","badge"]"#
    );
    // The lists lead to the books: they are of the fourth and the first kind.
    let linked_from: Vec<&str> = tables["kinds"].iter().map(|kind| &*kind["linked_from"]).collect();
    assert_eq!((linked_from[0], linked_from[3]), (r#"["4"]"#, "[]"));
    assert!(kinds.contains_key("board/*.html") && kinds.contains_key("login.html"), "{kinds:?}");
    assert!(tables["pages"].iter().all(|page| page["retrieved"] == fetched));
}

#[test]
fn each_row_of_a_site_with_pages_of_all_kinds_is_as_its_truth_says() {
    let folder = Folder::new();
    let set = root().join("data/mixed/a-bookshop");
    let prefix = format!("{}/", set.display());
    folder.run(["site", "-q", &prefix, "--format", "csv", "-o", "out/"]).found();
    let tables = tables(&folder, "out");
    let truth = site::truth::read(&set).expect("it is well formed").pages;
    let mut expected: BTreeMap<&str, BTreeSet<Vec<String>>> = BTreeMap::new();
    let mut add =
        |table, row: Vec<String>| assert!(expected.entry(table).or_default().insert(row), "{table}");
    for page in &truth {
        let path = format!("{prefix}{}", page.file);
        add("pages", vec![path.clone(), page.template.clone()]);
        if page.template == "detail" {
            add(
                "book",
                BOOK.iter().map(|(_, name)| known(&page.values, name)).fold(vec![path.clone()], with),
            );
        }
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        for (record, shown) in page.records().zip(page.shown()) {
            let number = numbers.entry(record.kind.clone()).or_default();
            *number += 1;
            let row = |names: &[&str]| {
                let values = names.iter().map(|name| known(&shown.values, name));
                [path.clone(), number.to_string()].into_iter().chain(values).collect::<Vec<_>>()
            };
            match &*record.kind {
                "review" => add("book_reviews", row(&["reader", "stars", "says"])),
                "comment" => add("comments", row(&["by", "said", "says"])),
                "post" => add("posts", row(&["author", "date", "says"])),
                "book" => {
                    add("list", row(&["title", "author", "price", "badge"]));
                    let to = format!("{prefix}book/{}.html", known(&shown.links, "link"));
                    add("links", [row(&[]), vec![to]].concat());
                }
                "article" => {
                    let title = known(&page.values, "title");
                    let [author, date, body] =
                        ["author", "date", "body"].map(|name| known(&shown.values, name));
                    // The line below the headline is in the record, so it is a part of the text.
                    let text = format!("# {title} By {author}, {date} {body}");
                    add("articles", vec![path.clone(), title, author, date]);
                    add("texts", vec![path.clone(), text]);
                }
                other => panic!("{other}"),
            }
        }
    }
    let of_links = |row: Vec<String>| {
        let to = &tables["pages"][row[2].parse::<usize>().expect("a page") - 1]["path"];
        vec![row[0].clone(), row[1].clone(), to.clone()]
    };
    let found = BTreeMap::from([
        ("pages", rows_of(&tables, "pages", &["what"])),
        ("book", rows_of(&tables, "book", &BOOK.map(|(column, _)| column))),
        ("book_reviews", rows_of(&tables, "book_reviews", &["record", "reader", "stars", "says"])),
        ("list", rows_of(&tables, "list", &["record", "title", "by", "price", "badge"])),
        ("links", rows_of(&tables, "links", &["record", "to_page"]).into_iter().map(of_links).collect()),
        ("articles", rows_of(&tables, "articles", &["title", "author", "date"])),
        ("texts", rows_of(&tables, "articles", &["text"])),
        ("comments", rows_of(&tables, "comments", &["comment", "author", "date", "text"])),
        ("posts", rows_of(&tables, "posts", &["post", "author", "date", "text"])),
    ]);
    for (table, rows) in &expected {
        let [missing, surplus] = [rows - &found[table], &found[table] - rows];
        assert!(
            missing.is_empty() && surplus.is_empty(),
            "{table}: missing {missing:#?}, surplus {surplus:#?}"
        );
    }
    let names: Vec<&str> = tables.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "articles",
            "book",
            "book_reviews",
            "comments",
            "kinds",
            "links",
            "list",
            "pages",
            "posts",
            "stated"
        ]
    );
    let pages = &tables["pages"];
    let left: Vec<&str> = pages
        .iter()
        .filter(|page| !page["left_out"].is_empty())
        .map(|page| &page["path"][prefix.len()..])
        .collect();
    assert_eq!(left, ["login.html"]);
    assert_copies(pages, &set, &prefix);
}

/// A copy and its page refer to the first of the two.
fn assert_copies(pages: &[BTreeMap<String, String>], set: &Path, prefix: &str) {
    let copies = std::fs::read(set.join("copies.json")).expect("a file");
    let copies: BTreeMap<String, String> = serde_json::from_slice(&copies).expect("names");
    let copies: BTreeSet<BTreeSet<String>> = copies.into_iter().map(|(copy, of)| [copy, of].into()).collect();
    let path =
        |page: &str| pages[page.parse::<usize>().expect("a page") - 1]["path"][prefix.len()..].to_owned();
    let same = pages.iter().filter(|page| !page["same_as"].is_empty());
    let same: BTreeSet<BTreeSet<String>> =
        same.map(|page| [path(&page["page"]), path(&page["same_as"])].into()).collect();
    assert_eq!(same, copies);
}

/// The columns of the books of the site with pages of all kinds, and their names in its truth.
const BOOK: [(&str, &str); 11] = [
    ("title", "title"),
    ("by", "author"),
    ("price", "price"),
    ("blurb", "description"),
    ("publisher", "publisher"),
    ("published", "published"),
    ("isbn", "isbn"),
    ("pages", "pages"),
    ("binding", "binding"),
    ("translator", "translator"),
    ("series", "series"),
];

#[test]
fn rows_of_a_list_lead_to_the_pages_that_they_link_to() {
    let folder = Folder::new();
    shop(&folder);
    let said = folder.run(["site", "shop", "--format", "csv", "-o", "out/"]).found();
    let tables = tables(&folder, "out");
    assert_eq!((tables["item"].len(), tables["list"].len(), tables["links"].len()), (8, 8, 8), "{said}");
    let page_of = |number: &str| &tables["pages"][number.parse::<usize>().expect("a number") - 1];
    for link in &tables["links"] {
        let row = tables["list"]
            .iter()
            .find(|row| (&row["page"], &row["record"]) == (&link["page"], &link["record"]));
        let row = row.expect("a row");
        let item = tables["item"].iter().find(|item| item["page"] == link["to_page"]).expect("an item");
        assert_eq!((&row["price"], &page_of(&link["to_page"])["title"]), (&item["price"], &item["title"]));
    }
    assert!(said.contains("leads to a row of item each"), "{said}");
    assert_eq!(&*tables["item"][1]["price_amount"], "120");
    assert_eq!(&*tables["item"][1]["iso_made_on"], "2019-06-17");
    let left: Vec<&str> = tables["pages"]
        .iter()
        .filter(|page| !page["left_out"].is_empty())
        .map(|page| &*page["path"])
        .collect();
    assert_eq!(left, ["shop/login.html"]);
}

#[test]
fn pages_that_may_be_articles_or_about_one_thing_are_read_as_both() {
    let folder = Folder::new();
    let thing = |number: usize| {
        let html = format!(
            "<title>T{number}</title><h1>Thing {number}</h1><p>The thing {number} was made in the old mill and has kept its colour for a hundred years \
             since the flood came.</p><p>Whoever owns a thing {number} will tell you that it needs oil in the spring and a dry room in the \
             winter.</p><p>Price: <b>${}.50</b></p><p>Code: <i>{}</i></p><p>Made in: <i>{}</i></p><a href=/l/1>back</a>",
            number * 7 % 50,
            number * 91 % 1000,
            1900 + number * 37 % 100,
        );
        serde_json::json!({ "url": format!("https://x.org/p/{number}"), "html": html }).to_string()
    };
    folder.write("crawl.jsonl", (0..60).map(thing).collect::<Vec<_>>().join("\n"));
    folder.run(["site", "-q", "crawl.jsonl", "--format", "csv", "-o", "out/"]).found();
    let tables = tables(&folder, "out");
    assert!(tables["pages"].iter().all(|page| page["host"] == "x.org"));
    let kind = &tables["kinds"][0];
    let both = [&*kind["what"], &*kind["second"]];
    assert!(both.contains(&"article") && both.contains(&"detail"), "{both:?}");
    assert_eq!(&*kind["tables"], r#"["articles","comments","details"]"#);
    assert_eq!((tables["articles"].len(), tables["details"].len()), (60, 60));
    assert_eq!((&*tables["details"][2]["price_amount"], &*tables["details"][2]["code"]), ("14.5", "182"));
}

#[test]
fn a_database_does_not_depend_on_threads_and_is_only_listed_without_a_place() {
    let folder = Folder::new();
    shop(&folder);
    for threads in ["1", "2"] {
        folder
            .run([
                "site",
                "-q",
                "shop",
                "--threads",
                threads,
                "--format",
                "csv",
                "-o",
                &format!("out{threads}/"),
            ])
            .found();
    }
    let [one, two] = ["out1", "out2"].map(|name| tables(&folder, name));
    assert_eq!(one, two);
    let said = folder.run(["site", "shop"]).found();
    assert!(said.starts_with("11 pages of ") && said.contains("to keep it: -o site/"), "{said}");
    assert_eq!(folder.names(), ["out1", "out2", "shop"]);
}

#[test]
fn safe_tables_of_a_site_have_no_formulas() {
    let folder = Folder::new();
    for at in 1..5 {
        folder.write(
            &format!("{at}.html"),
            format!("<title>=1+{at}</title><h1>=1+{at}</h1><p>Nobody knew who had left letter {at}."),
        );
    }
    let titles = |options: &[&str], place: &str| -> Vec<String> {
        folder
            .run([&["site", "-q", ".", "--format", "csv", "-o", &format!("{place}/")], options].concat())
            .found();
        let pages = tables(&folder, place).remove("pages").expect("pages");
        pages.into_iter().filter_map(|mut page| page.remove("title")).collect()
    };
    assert!(titles(&[], "plain").iter().all(|title| title.starts_with('=')));
    assert!(titles(&["--safe-csv"], "safe").iter().all(|title| title.starts_with("'=")));
}

#[test]
fn tables_of_another_database_are_never_beside_those_that_are_written() {
    let folder = Folder::new();
    shop(&folder);
    folder.write(
        "one/page.html",
        "<title>A page</title><h1>A page</h1><p>Nobody knew who had left the letter.",
    );
    folder.run(["site", "-q", "shop", "--format", "csv", "-o", "out/"]).found();
    let before = tables(&folder, "out");
    // The same tables are written anew.
    folder.run(["site", "-q", "shop", "--format", "csv", "-o", "out/"]).found();
    let said = folder.run(["site", "-q", "one", "--format", "csv", "-o", "out/"]).failed();
    assert!(said.contains("tables of another database are here: ") && said.contains("list.csv"), "{said}");
    assert_eq!(tables(&folder, "out"), before);
    #[cfg(feature = "parquet")]
    folder.run(["site", "-q", "shop", "-o", "out/"]).failed();
}

#[test]
fn a_table_that_cannot_be_written_changes_no_other_table() {
    let folder = Folder::new();
    shop(&folder);
    let site = ["site", "-q", "--format", "csv", "-o", "tables/", "shop"];
    folder.run(site).found();
    let pages = std::fs::read(folder.path().join("tables/pages.csv")).expect("a table");
    // The tables come in the order of their names in `kinds`, and this one is behind `pages`.
    std::fs::remove_file(folder.path().join("tables/links.csv")).expect("a table");
    std::fs::create_dir(folder.path().join("tables/links.csv")).expect("a folder");
    folder.write(
        "shop/item/9.html",
        "<title>Sam bed</title><h1 class=name>Sam bed</h1><p class=price>£5.00</p>",
    );
    let complaint = folder.run(site).failed();
    assert!(complaint.contains("links.csv"), "{complaint}");
    assert!(
        std::fs::read(folder.path().join("tables/pages.csv")).expect("a table") == pages,
        "another crawl"
    );
}

#[test]
fn the_same_page_under_two_addresses_is_a_copy() {
    let folder = Folder::new();
    shop(&folder);
    let page = std::fs::read_to_string(folder.path().join("shop/item/3.html")).expect("a page");
    folder.write("shop/old/3.html", page);
    folder.run(["site", "-q", "--format", "csv", "-o", "tables/", "shop"]).found();
    let pages = &tables(&folder, "tables")["pages"];
    let named = |name: &str| pages.iter().find(|page| page["path"].ends_with(name)).expect("a page");
    assert_eq!(named("old/3.html")["same_as"], named("item/3.html")["page"]);
    assert_eq!(named("item/4.html")["same_as"], "");
    // What two pages have is not what all pages have: they stay of the kind of the others.
    for page in ["old/3.html", "item/3.html"] {
        assert_eq!(named(page)["kind"], named("item/4.html")["kind"], "{page}");
    }
}

#[test]
fn a_place_that_is_no_database_is_refused() {
    let folder = Folder::new();
    shop(&folder);
    for (output, format, why) in [
        ("x.txt", None, "give a file that ends in .sqlite, or a folder"),
        ("x", None, "with a slash behind its name"),
        ("x.db", Some("csv"), "--format is for the files of a folder"),
        ("x/", Some("--safe-csv"), "--safe-csv works only with --format csv"),
    ] {
        let format =
            format.map(|format| if format == "csv" { vec!["--format", format] } else { vec![format] });
        let args = ["site", "shop", "-o", output].into_iter().chain(format.into_iter().flatten());
        let said = folder.run(args.collect::<Vec<_>>()).failed();
        assert!(said.contains(why), "{said}");
    }
    assert_eq!(folder.names(), ["shop"]);
}

#[cfg(feature = "sqlite")]
#[test]
fn an_sqlite_file_answers_a_question_over_two_kinds_of_pages() {
    let folder = Folder::new();
    shop(&folder);
    folder.run(["site", "-q", "shop", "-o", "shop.sqlite"]).found();
    let database = rusqlite::Connection::open(folder.path().join("shop.sqlite")).expect("a database");
    let question =
        "SELECT item_title, item_material FROM list_with_item WHERE price_amount < 30 ORDER BY price_amount";
    let mut rows = database.prepare(question).expect("a view");
    let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
    let rows: Vec<(String, String)> = rows.collect::<Result<_, _>>().expect("texts");
    let expected = [("Dune lamp", "brass"), ("Rosa vase", "clay"), ("Otto stool", "beech")];
    assert_eq!(rows, expected.map(|(name, of)| (name.to_owned(), of.to_owned())));
    let broken: i64 = database
        .query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get(0))
        .expect("a count");
    assert_eq!(broken, 0);
}

/// A record of a web archive with a server's answer.
fn response(url: &str, status: &str, html: &str) -> String {
    let http = format!("HTTP/1.1 {status}\r\nContent-Type: text/html\r\n\r\n{html}");
    format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n{http}\
         \r\n\r\n",
        http.len()
    )
}

#[test]
fn what_could_not_be_read_is_a_table_of_its_own() {
    let folder = Folder::new();
    let page = |n: u32| {
        response(&format!("https://a.example/{n}"), "200 OK", &format!("<title>{n}</title><p>Page {n}."))
    };
    let gone = response("https://a.example/gone", "404 Not Found", "<h1>Not found</h1>");
    let moved = response("https://a.example/old", "301 Moved Permanently", "");
    let image = response("https://a.example/x.png", "404 Not Found", "").replace("text/html", "image/png");
    folder.write("crawl.warc", page(1) + &gone + &page(2) + &moved + &image);
    folder.write("empty.html", "");
    let run = folder.run(["site", "crawl.warc", "empty.html", "--format", "csv", "-o", "out/"]);
    let said = run.err;
    // An answer of a server is no fault of the input.
    assert!(
        said.contains("empty.html: the page is empty") && said.contains("2 pages read, 1 skipped"),
        "{said}"
    );
    let tables = tables(&folder, "out");
    let row = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
    let unread =
        tables["unread"].iter().map(|of| row(["path", "url", "status", "why"].map(|name| &*of[name])));
    let expected = [
        row(["crawl.warc", "https://a.example/gone", "404", "the server answered 404"]),
        row(["crawl.warc", "https://a.example/old", "301", "the server answered 301"]),
        row(["empty.html", "", "", "the page is empty; leave it out or fetch it again"]),
    ];
    assert_eq!(unread.collect::<Vec<_>>(), expected);
    assert_eq!(tables["pages"].len(), 2);
    // Other commands say as before that there are pages, and no more.
    assert!(!folder.run(["overview", "crawl.warc"]).err.contains("404"));
}

#[test]
fn hosts_with_the_same_fields_are_one_table_if_asked() {
    let folder = Folder::new();
    let trades = ["baker", "smith", "joiner", "tailor", "mason", "cooper"];
    let line = |host: &str, name: &str, html: String| {
        serde_json::json!({"url": format!("https://{host}/{name}"), "html": html}).to_string()
    };
    let mut lines = Vec::new();
    for (n, trade) in trades.iter().enumerate() {
        let (name, town, fee) = (format!("Ann {n}{n}"), format!("Town {}", n * 7), n * 13 + 5);
        let table = format!(
            "<title>{name}</title><h1>{name}</h1><table><tr><th>Town<td>{town}<tr><th>Trade<td>{trade}<tr><th>Fee<td>£{fee}.50</table>"
        );
        let list = format!(
            "<title>{name}</title><div><h1>{name}</h1></div><section><dl><dt>Trade<dd>{trade}<dt>Fee<dd>£{fee}.50<dt>Town<dd>{town}<dt>Since\
             <dd>19{n}{n}</dl></section>"
        );
        lines.push(line("a.example", &format!("people/{n}"), table));
        lines.push(line("b.example", &format!("staff/{n}"), list));
    }
    folder.write("crawl.jsonl", lines.join("\n"));
    let names = |args: &[&str], out: &str| {
        folder.run([&["site", "-q", "crawl.jsonl", "--format", "csv", "-o", out], args].concat()).found();
        tables(&folder, out)
    };
    let apart = names(&[], "apart/");
    assert!(
        apart.contains_key("a_example_people") && apart.contains_key("b_example_staff"),
        "{:?}",
        apart.keys()
    );
    let merged = names(&["--merge"], "merged/");
    let rows = &merged["people"];
    assert_eq!((rows.len(), merged.contains_key("b_example_staff")), (12, false));
    let hosts: Vec<(&str, &str)> = rows.iter().map(|row| (&*row["host"], &*row["trade"])).collect();
    assert_eq!(hosts[..3], [("a.example", "baker"), ("b.example", "baker"), ("a.example", "smith")]);
    assert!(rows.iter().all(|row| row["since"].is_empty() == (row["host"] == "a.example")), "{rows:?}");
    assert!(rows.iter().all(|row| row["fee_amount"].ends_with(".5")), "{rows:?}");
    assert!(merged["kinds"].iter().all(|kind| kind["tables"].contains("people")), "{:?}", merged["kinds"]);
}

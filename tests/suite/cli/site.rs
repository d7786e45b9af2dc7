//! `katagami site`: what a mixed crawl becomes.

use super::run::{Folder, csv_rows, root};
use std::collections::BTreeMap;

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
fn tables(folder: &Folder, name: &str) -> BTreeMap<String, Vec<BTreeMap<String, String>>> {
    let files = std::fs::read_dir(folder.path().join(name)).expect("a folder");
    let table = |file: std::io::Result<std::fs::DirEntry>| {
        let path = file.expect("a file").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let rows = csv_rows(&std::fs::read_to_string(&path).expect("a table"));
        (name, rows.into_iter().map(|row| row.into_iter().collect()).collect())
    };
    files.map(table).collect()
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
        assert_eq!((&row["price"], &page_of(&link["to_page"])["title"]), (&item["price"], &item["name"]));
    }
    assert!(said.contains("leads to a row of item each"), "{said}");
    assert_eq!(&*tables["item"][1]["price_amount"], "120");
    assert_eq!(&*tables["item"][1]["made_on_iso"], "2019-06-17");
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
            "<title>T{number}</title><h1>Thing {number}</h1><p>Price: <b>${}.50</b></p><p>Code: <i>{}</i></p><p>Weight: <i>{} kg</i></p>\
             <a href=/l/1>back</a>",
            number * 7 % 50,
            number * 91 % 1000,
            number * 3 % 17
        );
        serde_json::json!({ "url": format!("https://x.org/p/{number}"), "html": html }).to_string()
    };
    folder.write("crawl.jsonl", (0..60).map(thing).collect::<Vec<_>>().join("\n"));
    folder.run(["site", "-q", "crawl.jsonl", "--format", "csv", "-o", "out/"]).found();
    let tables = tables(&folder, "out");
    let kind = &tables["kinds"][0];
    let both = [&*kind["what"], &*kind["second"]];
    assert!(both.contains(&"article") && both.contains(&"detail"), "{both:?}");
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
fn a_place_that_is_no_database_is_refused() {
    let folder = Folder::new();
    shop(&folder);
    for (output, format, why) in [
        ("x.txt", None, "give a file that ends in .sqlite, or a folder"),
        ("x", None, "with a slash behind its name"),
        ("x.db", Some("csv"), "--format is for the files of a folder"),
    ] {
        let format = format.map(|format| ["--format", format]);
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
        "SELECT item_name, item_material FROM list_with_item WHERE price_amount < 30 ORDER BY price_amount";
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

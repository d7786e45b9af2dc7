//! The list that a user names: in tables, in a wrapper, and where there is none.

use super::run::{Folder, katagami};
use serde_json::Value;

/// A page with a menu, a list of trees in which every tree has two lines, and a list of tags.
fn page(trees: &[&str]) -> String {
    let tree = |(at, name): (usize, &&str)| {
        format!(
            "<div class=tree><h3>The {name} of the town</h3><p>{name}, {at}.50 EUR, tall and old</p></div>"
        )
    };
    let trees: String = trees.iter().enumerate().map(tree).collect();
    format!(
        "<ul id=menu><li>Home<li>Shop<li>Help</ul>{trees}<ol><li>Wood <i>from the north</i><li>Bark <i>from the south</i></ol>"
    )
}

fn folder() -> Folder {
    let pages = [["oak", "ash", "elm"], ["fir", "yew", "box"]].map(|trees| page(&trees));
    Folder::with(["1.html", "2.html"].into_iter().zip(pages))
}

/// The first words of the records of each page.
fn records(folder: &Folder, options: &[&str]) -> Vec<Vec<String>> {
    let lines =
        folder.run([&["records", "1.html", "2.html", "--format", "jsonl"], options].concat()).json_lines();
    lines.iter().map(first_words).collect()
}

fn first_words(list: &Value) -> Vec<String> {
    let first = |record: &Value| {
        record["text"].as_str().expect("a text").split(' ').take(2).collect::<Vec<_>>().join(" ")
    };
    list["records"].as_array().expect("records").iter().map(first).collect()
}

#[test]
fn a_text_of_a_record_chooses_its_list_on_all_pages() {
    let folder = folder();
    assert_eq!(records(&folder, &[])[0].len(), 3);
    assert_eq!(records(&folder, &["--like", "shop"]), [["Home", "Shop", "Help"]; 2]);
    assert_eq!(records(&folder, &["--like", "from the south"])[1], ["Wood from", "Bark from"]);
    let trees = [["The oak", "The ash", "The elm"], ["The fir", "The yew", "The box"]];
    assert_eq!(records(&folder, &["--like", "The yew of the town", "--like", "1.50 eur"]), trees);
}

#[test]
fn a_selector_chooses_the_records() {
    let folder = folder();
    assert_eq!(records(&folder, &["--records", "#menu > li"]), [["Home", "Shop", "Help"]; 2]);
    assert_eq!(
        records(&folder, &["--records", "div.tree:has(p):not(:nth-of-type(2))"])[0],
        ["The oak", "The elm"]
    );
    // An element inside another one is no record of its own.
    assert_eq!(records(&folder, &["--records", ".tree, h3"])[0].len(), 3);
}

#[test]
fn a_list_of_all_lists_is_chosen_by_its_number() {
    let folder = folder();
    let all = folder.run(["records", "1.html", "--all", "--format", "jsonl"]).json_lines();
    assert!(all.len() > 2, "{all:?}");
    let probability = |list: &Value| list["probability"].as_f64().expect("a number");
    assert!(all.iter().all(|list| (0.0..=1.0).contains(&probability(list))), "{all:?}");
    for (list, number) in all.iter().zip(1..) {
        assert_eq!(list["list"], number);
        let one = folder
            .run(["records", "1.html", "--list", &number.to_string(), "--format", "jsonl"])
            .json_lines();
        assert_eq!(first_words(&one[0]), first_words(list));
    }
    let table = folder.run(["records", "1.html", "--all", "--format", "csv"]).found();
    assert!(table.starts_with("path,record,list,probability,"), "{table}");
}

#[test]
fn a_list_that_is_not_there_is_refused_with_what_is_near() {
    let folder = folder();
    let refused = |options: &[&str]| folder.run([&["records", "1.html"], options].concat()).failed();
    let typo = refused(&["--like", "Hepl"]);
    assert!(typo.contains("no page has the text \"Hepl\"; near are \"Help\""), "{typo}");
    assert!(refused(&["--like", "Home", "--like", "Wood"]).contains("no record holds all these texts"));
    assert!(refused(&["--like", "!"]).contains("has no letter or digit"));
    assert!(refused(&["--list", "99"]).contains("there is no list 99"));
    assert!(refused(&["--list", "0"]).contains("numbered from 1"));
    assert!(refused(&["--records", "table.none"]).contains("matches table.none"));
    assert!(refused(&["--records", "li:hover"]).contains("not \"hover\""));
    assert!(refused(&["--list", "2", "--like", "Home"]).contains("cannot be used with"));
    assert!(refused(&["--all", "--like", "Home"]).contains("cannot be used with"));
}

#[test]
fn a_text_that_does_not_repeat_is_in_no_list() {
    let folder = Folder::with([("1.html", "<h1>Trees of Ulm</h1><p>A walk</p><ul><li>Oak<li>Ash</ul>")]);
    let why = folder.run(["records", "1.html", "--like", "Trees of Ulm"]).failed();
    assert!(why.contains("in nothing that repeats"), "{why}");
}

#[test]
fn a_wrapper_keeps_the_list_that_it_was_learned_for() {
    let named = [["--like", "Shop"], ["--records", "#menu > li"], ["--like", "wood"]];
    for (named, first) in named.into_iter().zip(["Home", "Home", "Wood"]) {
        let folder = folder();
        let learn = [&["learn", "1.html", "2.html", "-q", "-o", "w.json"][..], &named].concat();
        folder.run(learn).found();
        folder.write("3.html", page(&["may", "bay"]));
        let rows = folder.run(["extract", "-w", "w.json", "3.html", "--format", "jsonl"]).json_lines();
        let fields = rows[0]["fields"].as_object().expect("fields");
        assert!(fields.values().any(|value| value == first), "{named:?} {rows:?}");
        assert_eq!(rows.len(), if first == "Home" { 3 } else { 2 });
        assert!(folder.run(["check", "-w", "w.json", "3.html"]).found().starts_with("fits"));
        folder.run(["learn", "2.html", "3.html", "-q", "--update", "w.json", "-o", "new.json"]).found();
        let again = folder.run(["extract", "-w", "new.json", "3.html", "--format", "jsonl"]).json_lines();
        assert_eq!(again, rows, "{named:?}");
    }
}

#[test]
fn a_row_is_a_record_of_the_list_that_is_named() {
    let folder = folder();
    let why = folder.run(["learn", "1.html", "2.html", "--rows", "pages", "--like", "Shop"]).failed();
    assert!(why.contains("cannot be used with"), "{why}");
}

#[test]
fn a_doubtful_list_is_said_to_be_with_the_next_one_and_how_to_choose_it() {
    // Rows of a grid or its cells: nothing tells.
    let cell = |name: &str| format!("<td>{name}</td>");
    let rows = [["oak", "ash"], ["elm", "fir"], ["yew", "box"]]
        .map(|pair| format!("<tr>{}</tr>", pair.map(cell).concat()));
    let folder = Folder::with([("1.html", format!("<table>{}</table>", rows.concat()))]);
    let ran = folder.run(["records", "1.html", "--format", "jsonl"]);
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!(lines.len(), 1, "{ran:?}");
    assert!(
        lines[0].starts_with("1.html: the list is doubtful: ") && lines[0].contains("; --list 2 has "),
        "{ran:?}"
    );
    folder.run(["records", "1.html", "--list", "2"]).found();
    folder.run(["records", "1.html", "--quiet"]).found();
}

#[test]
fn doubtful_posts_are_said_to_be_with_what_else_they_may_be() {
    // The entries of a weblog or the comments below them.
    let ran = katagami(["forum", "data/blog/b-every", "--format", "jsonl"]);
    let doubt: Vec<&str> = ran.err.lines().filter(|line| line.contains("the posts are doubtful")).collect();
    assert!(doubt.len() == 1 && doubt[0].contains(" records at ") && doubt[0].contains(", next "), "{ran:?}");
    let of_lists = katagami(["forum", "data/shelf/a-cards"]).err;
    assert!(
        of_lists.contains("the posts are doubtful") && of_lists.contains("; the page is probably a list;"),
        "{of_lists}"
    );
    for sure in [&["forum", "data/forum/a-boxes"][..], &["forum", "data/blog/b-every", "--quiet"]] {
        assert!(!katagami(sure).err.contains("doubtful"), "{sure:?}");
    }
}

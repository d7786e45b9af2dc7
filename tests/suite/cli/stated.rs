//! What pages state about themselves.

use super::run::{Folder, csv_rows};
use serde_json::json;

const PAGE: &str = r#"<title>Soup</title><script type="application/ld+json">{"@type": "Recipe", "author": {"@type": "Person", "name": "Ann"}}</script>
    <meta property="og:image" content="/soup.png"><p itemscope>Leek <b itemprop=name>soup &amp; bread</b>"#;

const ROWS: &str = "path,record,thing,type,vocabulary,property,value,value_thing
soup.html,1,0,,html,title,Soup,
soup.html,2,0,,opengraph,og:image,/soup.png,
soup.html,3,1,Recipe,json-ld,author,Ann,2
soup.html,4,2,Person,json-ld,name,Ann,
soup.html,5,3,,microdata,name,soup & bread,
";

#[test]
fn each_value_is_a_row_of_every_format() {
    let folder = Folder::with([("soup.html", PAGE)]);
    assert_eq!(folder.run(["stated", "soup.html", "--format", "csv"]).found(), ROWS);
    let lines = folder.run(["stated", "soup.html", "--format", "jsonl"]).json_lines();
    let fields = json!({"thing": 1, "type": "Recipe", "vocabulary": "json-ld", "property": "author", "value": "Ann", "value_thing": 2});
    assert_eq!(lines[2], json!({"path": "soup.html", "record": 3, "fields": fields}));
    let flat = folder.run(["stated", "soup.html", "--format", "jsonl", "--flat"]).json_lines();
    assert_eq!((flat.len(), &flat[4]["value"]), (5, &json!("soup & bread")));
    let shown = folder.run(["stated", "soup.html"]).found();
    assert!(shown.contains("og:image") && shown.contains("/soup.png"), "{shown}");
}

#[test]
fn addresses_are_absolute_if_that_of_the_page_is_known() {
    let folder =
        Folder::with([("pages.jsonl", json!({"url": "https://a.example/x/", "html": PAGE}).to_string())]);
    let rows = csv_rows(&folder.run(["stated", "pages.jsonl", "--format", "csv"]).found());
    assert_eq!(rows[1]["url"], "https://a.example/x/");
    assert_eq!(rows[1]["value"], "https://a.example/soup.png");
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let on =
        |threads| super::run::katagami(["stated", "data/recipes", "--format", "csv", "--threads", threads]);
    assert_eq!(on("1"), on("4"));
}

#[test]
fn pages_that_state_nothing_have_no_rows() {
    let folder = Folder::with([("a.html", "<p>text")]);
    let ran = folder.run(["stated", "a.html"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("no page states anything about itself"), "{}", ran.err);
}

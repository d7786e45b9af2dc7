//! `katagami report`: the file that it writes.

use super::run::{Folder, katagami, root};
use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// An element of a file as a browser builds it: its name, its attributes, its own text.
#[derive(Debug)]
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    text: String,
}

fn elements(file: &str) -> Vec<Element> {
    fn collect(node: &Handle, into: &mut Vec<Element>) {
        if let NodeData::Element { name, attrs, .. } = &node.data {
            let attributes = attrs.borrow();
            let pair = |attribute: &html5ever::Attribute| {
                (attribute.name.local.to_string(), attribute.value.to_string())
            };
            let mut text = String::new();
            for child in node.children.borrow().iter() {
                if let NodeData::Text { contents } = &child.data {
                    text.push_str(&contents.borrow());
                }
            }
            into.push(Element {
                name: name.local.to_string(),
                attributes: attributes.iter().map(pair).collect(),
                text,
            });
        }
        node.children.borrow().iter().for_each(|child| collect(child, into));
    }
    let parser = html5ever::parse_document(RcDom::default(), html5ever::ParseOpts::default());
    let mut found = Vec::new();
    collect(&parser.one(file).document, &mut found);
    found
}

/// The text of the one element of a name with an attribute.
fn text_of<'e>(elements: &'e [Element], name: &str, attribute: (&str, &str)) -> &'e str {
    let attribute = (attribute.0.to_owned(), attribute.1.to_owned());
    let is_it = |element: &&Element| element.name == name && element.attributes.contains(&attribute);
    let mut found = elements.iter().filter(is_it);
    let element = found.next().expect("it is there");
    assert!(found.next().is_none());
    &element.text
}

fn data_of(file: &str) -> Value {
    serde_json::from_str(text_of(&elements(file), "script", ("id", "data"))).expect("it is JSON")
}

/// A part of a page by its UTF-16 units.
fn part(page: &Value, start: &Value, end: &Value) -> String {
    let units: Vec<u16> = page["source"].as_str().expect("a text").encode_utf16().collect();
    let at = |place: &Value| usize::try_from(place.as_u64().expect("a place")).expect("it is small");
    String::from_utf16(&units[at(start)..at(end)]).expect("whole characters")
}

/// What a page may try to get into the file.
const ATTACKS: [&str; 12] = [
    "</script><script>owned = 1</script>",
    "<!-- <script> </script>",
    "<img src=x onerror='owned = 1'><svg onload='owned = 1'><script>owned = 1</script></svg>",
    "<a href='javascript:owned = 1'>press</a>",
    "<meta http-equiv=refresh content='0;url=http://a.example/'><base href='http://a.example/'>",
    "<math><maction href='javascript:owned = 1'>x</maction></math>",
    "<form action='http://a.example/'><input autofocus onfocus='owned = 1'></form>",
    "<iframe srcdoc='<script>top.owned = 1</script>'></iframe>",
    "<style>* { display: none }</style><link rel=stylesheet href='http://a.example/a.css'>",
    "</style></title></textarea></noscript></template><plaintext>",
    "&lt;/script&gt;&lt;script&gt;owned = 1&lt;/script&gt;",
    "]]> \u{2028} \\u003c/script> \" ' \u{0}",
];

fn hostile() -> Folder {
    let folder = Folder::new();
    for (number, attack) in ATTACKS.iter().enumerate() {
        let row = |row: usize| {
            let of = row * 7 + number;
            format!("<li class=hit><h3>Thing {number} {row}{attack}</h3><p>Number {of}</p>")
        };
        let rows = [0, 1, 2, 3].map(row).concat();
        folder.write(
            &format!("a'\"><script>owned = 1<{number}.html").replace('/', ""),
            format!("<title>{attack}</title><body onload='owned = 1'><h1>{attack}</h1><ul>{rows}</ul>"),
        );
    }
    folder
}

#[test]
fn hostile_pages_are_data_of_the_file_and_no_part_of_it() {
    let folder = hostile();
    let names = folder.names();
    let inputs: Vec<&str> = names.iter().map(String::as_str).collect();
    let file = folder.run([&["report", "-q"], &inputs[..]].concat()).found();
    let harmless = katagami(["report", "-q", "data/results/a-edges-10"]).found();
    let shape = |file: &str| -> Vec<(String, Vec<String>)> {
        let names =
            |element: Element| (element.name, element.attributes.into_iter().map(|(name, _)| name).collect());
        elements(file).into_iter().map(names).collect()
    };
    // The same elements with the same attributes as any other report.
    assert_eq!(shape(&file), shape(&harmless));
    let data = data_of(&file);
    let shown = data["shown"].as_array().expect("pages");
    assert!(shown.len() > 2);
    for page in shown {
        let name = page["name"].as_str().expect("a name");
        let written = std::fs::read_to_string(folder.path().join(name)).expect("it was written");
        assert_eq!(page["source"], written);
    }
}

#[test]
fn the_policy_names_the_script_and_the_styles_by_their_hashes_and_no_address() {
    let file = katagami(["report", "-q", "data/shelf/a-cards"]).found();
    let elements = elements(&file);
    let policy = elements
        .iter()
        .flat_map(|element| &element.attributes)
        .find(|(_, value)| value.starts_with("default-src"));
    let policy = &policy.expect("a policy").1;
    let base64 = |text: &str| {
        let bits: Vec<String> = Sha256::digest(text).iter().map(|byte| format!("{byte:08b}")).collect();
        let bits = bits.concat();
        let digits: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['+', '/']).collect();
        // 256 bits are 42 digits of six bits, and four bits more.
        let digit = |bits: &[u8]| {
            let bits = format!("{:0<6}", std::str::from_utf8(bits).expect("digits"));
            digits[usize::from_str_radix(&bits, 2).expect("bits")]
        };
        format!("{}=", bits.as_bytes().chunks(6).map(digit).collect::<String>())
    };
    let frame: String =
        serde_json::from_str(text_of(&elements, "script", ("id", "frame-style"))).expect("it is JSON");
    let style = elements.iter().find(|element| element.name == "style").expect("a style");
    let [script, style, frame] =
        [text_of(&elements, "script", ("type", "module")), &style.text, &frame].map(base64);
    let expected = format!(
        "default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}' 'sha256-{frame}'; base-uri 'none'; form-action 'none'"
    );
    assert_eq!(*policy, expected);
    // Nothing is loaded: no element names an address.
    let names_address =
        |(name, _): &&(String, String)| ["src", "href", "data", "action", "srcdoc"].contains(&&**name);
    assert_eq!(elements.iter().flat_map(|element| &element.attributes).find(names_address), None);
}

#[test]
fn marks_are_where_the_values_of_rows_are() {
    let sets = ["data/shelf/a-cards", "data/shop/f-japanese", "data/forum/a-boxes", "data/blog/a-replies"];
    let data = data_of(&katagami([&["report", "-q"], &sets[..]].concat()).found());
    let mut compared = std::collections::BTreeMap::<&str, usize>::new();
    let collapsed = |text: &str| text.split_whitespace().collect::<String>();
    for page in data["shown"].as_array().expect("pages") {
        let number = page["page"].as_u64().expect("a number") + 1;
        for mark in page["marks"].as_array().expect("marks") {
            let Some(column) = mark["column"].as_str() else { continue };
            let tables = data["tables"].as_array().expect("tables");
            let table = tables.iter().find(|table| table["name"] == mark["table"]).expect("its table");
            let columns = table["columns"].as_array().expect("columns");
            let at = columns.iter().position(|named| named[0] == column).expect("its column");
            let is_it = |row: &&Value| row[0] == number && (table["key"] == 1 || row[1] == mark["record"]);
            let row = table["rows"].as_array().expect("rows").iter().find(is_it).expect("its row");
            let texts = row[at].as_array().map_or_else(|| vec![&row[at]], |texts| texts.iter().collect());
            let text = texts.iter().filter_map(|text| text.as_str()).map(collapsed).collect::<String>();
            let written = part(page, &mark["start"], &mark["end"]);
            let without_tags: String = written
                .split('<')
                .enumerate()
                .map(
                    |(at, part)| {
                        if at == 0 { part } else { part.split_once('>').map_or("", |(_, text)| text) }
                    },
                )
                .collect();
            // A separator before a value is no part of it, and Markdown has signs.
            let shown = collapsed(&htmlize::unescape(&without_tags));
            assert!(shown.contains(&text) || text.contains(&shown), "{mark}: {text:?} {shown:?}");
            *compared.entry(mark["table"].as_str().expect("a table")).or_default() += 1;
        }
    }
    for table in ["a_cards", "f_japanese", "posts", "articles", "comments"] {
        assert!(compared.get(table).is_some_and(|&count| count > 5), "{table}: {compared:?}");
    }
}

#[test]
fn a_report_has_the_same_bytes_with_any_number_of_threads_and_in_a_file() {
    let folder = Folder::new();
    let set = root().join("data/shelf/a-cards").display().to_string();
    let report = |threads: &str| folder.run(["report", "-q", &set, "--threads", threads]).found();
    let one = report("1");
    assert_eq!(one, report("4"));
    assert_eq!(folder.run(["report", "-q", &set, "-o", "report.html"]).found(), "");
    assert_eq!(std::fs::read_to_string(folder.path().join("report.html")).expect("a file"), one);
    // Whole or not at all.
    let failed = folder.run(["report", "-q", "none.html", "-o", "none-report.html"]).failed();
    assert!(failed.contains("none.html"), "{failed}");
    assert_eq!(folder.names(), ["report.html"]);
}

/// The data of the report of pages, and of the report of a database that was made of them.
fn of_pages_and_of_database(database: &str, format: &[&str]) -> (Value, Value) {
    let folder = Folder::new();
    let set = root().join("data/mixed/a-bookshop").display().to_string();
    folder.run([&["site", "-q", &set, "-o", database], format].concat()).found();
    let report = |input: &str| data_of(&folder.run(["report", "-q", input]).found());
    (report(&set), report(database))
}

/// What is the same in both reports, but for the tables.
fn compare(pages: &Value, database: &Value) {
    for key in ["pages", "joined", "links"] {
        assert_eq!(pages[key], database[key], "{key}");
    }
    assert_eq!(
        (&database["has_pages"], &database["shown"], &database["spectrum"]),
        (&false.into(), &Value::Array(Vec::new()), &Value::Null)
    );
    let kinds = |data: &Value| {
        let mut kinds = data["kinds"].clone();
        kinds.as_array_mut().expect("kinds").iter_mut().for_each(|kind| kind["arguments"] = Value::Null);
        kinds
    };
    assert_eq!(kinds(pages), kinds(database));
    assert_eq!(pages["links"], serde_json::json!([[3, 0, 12]]));
}

#[cfg(feature = "parquet")]
#[test]
fn a_report_of_a_folder_of_parquet_files_has_the_tables_of_its_pages() {
    let (pages, database) = of_pages_and_of_database("site/", &["--format", "parquet"]);
    compare(&pages, &database);
    assert_eq!(pages["tables"], database["tables"]);
}

#[cfg(feature = "sqlite")]
#[test]
fn a_report_of_an_sqlite_file_has_the_tables_of_its_pages() {
    let (pages, database) = of_pages_and_of_database("site.sqlite", &[]);
    compare(&pages, &database);
    assert_eq!(pages["tables"], database["tables"]);
}

#[test]
fn a_report_of_a_folder_of_csv_files_has_the_values_of_its_pages() {
    let (mut pages, mut database) = of_pages_and_of_database("site/", &["--format", "csv"]);
    compare(&pages, &database);
    // CSV has no types: what is written as a number is one.
    for data in [&mut pages, &mut database] {
        for table in data["tables"].as_array_mut().expect("tables") {
            for column in table["columns"].as_array_mut().expect("columns") {
                column[1] = Value::Null;
            }
            let cells = table["rows"]
                .as_array_mut()
                .expect("rows")
                .iter_mut()
                .flat_map(|row| row.as_array_mut().expect("cells"));
            for cell in cells.filter(|cell| cell.is_number()) {
                *cell = Value::String(cell.to_string());
            }
        }
    }
    assert_eq!(pages["tables"], database["tables"]);
}

#[test]
fn a_database_that_cannot_be_read_is_refused_with_its_place() {
    let folder = Folder::new();
    folder.write("a.html", "<p>a");
    folder.write("other/kinds.csv", "a,b\n1,2\n");
    folder.write("other/pages.csv", "a\n");
    folder.write("cut/kinds.csv", "kind,what\n1\n");
    folder.write("cut/pages.csv", "page\n");
    folder.write("no.sqlite", "<p>a");
    let is_built = cfg!(feature = "sqlite");
    for (inputs, why) in [
        (&["other"][..], "other: this is no database that `katagami site` wrote"),
        (&["cut/"], "kinds.csv: row 2 has 1 values and the header 2"),
        (&["a.html", "other"], "other: this is a database, which is shown alone"),
        (
            &["no.sqlite"],
            if is_built { "no.sqlite: cannot be read" } else { "build it with `--features sqlite`" },
        ),
    ] {
        let failed = folder.run([&["report"], inputs].concat()).failed();
        assert!(failed.contains(why), "{failed}");
    }
}

#[test]
fn the_strings_of_a_peak_are_where_they_are_tinted() {
    let data = data_of(&katagami(["report", "-q", "data/shop/f-japanese"]).found());
    let (peak, shown) = (&data["spectrum"]["peaks"][0], data["shown"].as_array().expect("pages"));
    assert_eq!((&peak["frequency"], peak["pages"].as_array().map(Vec::len)), (&12.into(), Some(12)));
    for page in shown {
        let ranges = page["peaks"][0].as_array().expect("ranges");
        let tinted: Vec<String> = ranges.iter().map(|range| part(page, &range[0], &range[1])).collect();
        let longest = peak["strings"][0].as_str().expect("a string");
        assert!(tinted.iter().any(|text| text.contains(longest)), "{longest:?} {tinted:?}");
        assert!(tinted.concat().len() * 3 > page["source"].as_str().expect("a text").len());
    }
}

/// The most bytes of a report.
const MOST: usize = 20_000_000;

#[test]
fn a_name_with_the_ending_of_another_format_is_refused() {
    let failed = Folder::new().run(["report", "none.html", "-o", "report.csv"]).failed();
    assert!(failed.contains("report.csv") && failed.contains("ends in .html"), "{failed}");
}

#[test]
fn huge_pages_are_left_out_and_many_rows_are_cut_so_that_the_file_stays_small() {
    let folder = Folder::new();
    // 10 MB that are larger as JSON, and pages with more rows than fit.
    folder.write("huge.html", "<b><i>x</i></b>".repeat(650_000));
    for page in 0..10 {
        let row = |row: usize| {
            let words = ["oak", "ash", "elm", "fir", "yew"][row % 5].repeat(150 + row % 7);
            format!("<div class=hit><h3>Tree {page} {row}</h3><p>{words}</p></div>")
        };
        folder.write(
            &format!("{page}.html"),
            format!("<h1>Trees</h1>{}", (0..2000).map(row).collect::<String>()),
        );
    }
    let file = folder.run(["report", "-q", "--max-nodes", "4000000", "."]).found();
    assert!(file.len() < MOST, "{}", file.len());
    let data = data_of(&file);
    assert_eq!(data["pages"], 11);
    let shown: Vec<&str> =
        data["shown"].as_array().expect("pages").iter().filter_map(|page| page["name"].as_str()).collect();
    assert!(!shown.is_empty() && shown.iter().all(|name| !name.contains("huge")), "{shown:?}");
    let cut = |table: &&Value| {
        (table["rows"].as_array().expect("rows").len() as u64) < table["total"].as_u64().expect("a number")
    };
    assert!(data["tables"].as_array().expect("tables").iter().any(|table| cut(&table)));
}

//! Wrappers: checked, updated with their names, exported for other programs, and used for tables.

use super::run::{Folder, Ran, csv_rows, katagami_in, root};
use katagami::wrapper::Wrapper;
use serde_json::Value;
use std::path::Path;

/// The pages of a shop.
fn shop(name: &str) -> String {
    root().join("data/shop").join(name).display().to_string()
}

/// A folder with the wrapper of the shop `a-terms`.
fn with_wrapper() -> Folder {
    let folder = Folder::new();
    folder.run(["learn", &shop("a-terms"), "-o", "wrapper.json"]).found();
    folder
}

fn check(folder: &Folder, pages: &str, more: &[&str]) -> Ran {
    folder.run([&["check", "-w", "wrapper.json", pages], more].concat())
}

#[test]
fn a_wrapper_that_fits_its_pages_has_exit_status_0() {
    let folder = with_wrapper();
    let answer = check(&folder, &shop("a-terms"), &[]).found();
    assert!(answer.starts_with("fits: 12 of 12 pages have its template\n"), "{answer}");
}

#[test]
fn a_wrapper_does_not_fit_after_a_redesign_and_reports_each_field() {
    let folder = with_wrapper();
    let ran = check(&folder, &shop("j-terms-changed"), &["--explain"]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""), "{}", ran.out);
    let line = |name: &str| ran.out.lines().find(|line| line.starts_with(name)).expect("a line for it");
    assert!(line("price ").contains(" 0 of 12  before  12 of 12"), "{}", ran.out);
    assert!(line("Binding ").ends_with("gone"), "{}", ran.out);
    // It is below a heading now, and its element has its name still.
    assert!(line("price ").ends_with("moved"), "{}", ran.out);
    assert!(line("Published ").contains("values as before: 100%"), "{}", ran.out);
    assert!(line("ISBN ").contains("12 of 12") && !line("ISBN ").contains("gone"), "{}", ran.out);
    assert!(ran.out.starts_with("does not fit: "), "{}", ran.out);
}

/// The pages of the shop with all values of a field replaced.
fn changed(folder: &Folder, class: &str, value: &str) -> String {
    for entry in std::fs::read_dir(shop("a-terms")).expect("a folder").flatten() {
        let name = entry.file_name().into_string().expect("a name");
        let Ok(page) = std::fs::read_to_string(entry.path()) else { continue };
        let begin = format!("<dd class=\"value {class}\">");
        let Some((before, rest)) = page.split_once(&begin) else { continue };
        let (_, behind) = rest.split_once("</dd>").expect("it ends");
        folder.write(&format!("{class}/{name}"), format!("{before}{begin}{value}</dd>{behind}"));
    }
    class.to_owned()
}

#[test]
fn a_value_that_reads_as_another_kind_does_not_fit() {
    let folder = with_wrapper();
    for (class, field, value) in [
        ("pages", "Pages", "9788462581787"),
        ("published", "Published", "12 x 20 cm"),
        ("isbn", "ISBN", "578"),
        ("binding", "Binding", "£5.00"),
        ("publisher", "Publisher", "https://larkin.example/books/"),
        ("binding", "Binding", "The river rose all night, and in the morning the bridge was gone."),
    ] {
        let ran = check(&folder, &changed(&folder, class, value), &[]);
        assert_eq!(ran.code, 1, "{field}: {}", ran.out);
        let said = format!("these fields changed: {field}");
        assert!(ran.out.contains(&said) && ran.out.contains("12 of another kind"), "{}", ran.out);
    }
    for (class, value) in [("pages", "1,024"), ("published", "May 1999"), ("isbn", "0306406152")] {
        let ran = check(&folder, &changed(&folder, class, value), &[]);
        assert!(ran.code == 0 && !ran.out.contains("of another kind"), "{class}: {}", ran.out);
    }
}

#[test]
fn other_pages_of_a_site_have_no_values_of_another_kind() {
    let folder = Folder::new();
    for (site, rows) in [
        ("data/shop/a-terms", "pages"),
        ("data/shop/c-table", "pages"),
        ("data/shop/d-run", "pages"),
        ("data/shop/f-japanese", "pages"),
        ("data/shelf/a-cards", "records"),
        ("data/shelf/c-zebra", "records"),
    ] {
        let files =
            std::fs::read_dir(root().join(site)).expect("a folder").flatten().map(|entry| entry.path());
        let pages = files.filter(|file| file.extension().is_some_and(|ending| ending == "html"));
        let mut pages: Vec<String> = pages.map(|page| page.display().to_string()).collect();
        pages.sort();
        let (learned, others): (Vec<_>, Vec<_>) =
            pages.iter().map(String::as_str).enumerate().partition(|(number, _)| number % 2 == 0);
        let learned = learned.into_iter().map(|(_, page)| page);
        let others = others.into_iter().map(|(_, page)| page);
        let learn = ["learn", "-q", "--rows", rows, "-o", "wrapper.json"].into_iter().chain(learned);
        assert_eq!(folder.run(learn).code, 0, "{site}");
        let ran = folder.run(["check", "--explain", "-w", "wrapper.json"].into_iter().chain(others));
        assert!(!ran.out.contains("of another kind") && !ran.out.contains("changed"), "{site}: {}", ran.out);
    }
}

#[test]
fn pages_of_another_shop_do_not_fit() {
    let folder = with_wrapper();
    let ran = check(&folder, &shop("b-bold"), &[]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.starts_with("does not fit: "), "{}", ran.out);
    folder.write("other/1.html", "<h2>Nothing found</h2><p>There is no such page here.</p>");
    folder.write("other/2.html", "<h2>Nothing found</h2><p>Nor here, as it seems.</p>");
    let ran = check(&folder, "other", &[]);
    let expected = "does not fit: hardly any of the template is on 2 pages; give pages of the kind and site that the wrapper was learned from, or, if these are of a new design, learn it again with `katagami learn --update WRAPPER PAGES`\n";
    assert_eq!((ran.code, ran.out.as_str()), (1, expected));
    let some = folder.run(["check", "-w", "wrapper.json", "other", &shop("a-terms")]);
    assert!(
        some.out.starts_with("does not fit: 12 of 14 pages have its template; 2 pages of another kind\n"),
        "{}",
        some.out
    );
}

#[test]
fn all_formats_of_a_check_have_the_same_content() {
    let folder = with_wrapper();
    let pages = shop("j-terms-changed");
    let json: Value = serde_json::from_str(&check(&folder, &pages, &["--format", "json"]).out).expect("JSON");
    assert_eq!((json["fits"].as_bool(), json["pages"].as_array().map(Vec::len)), (Some(false), Some(12)));
    let fields = json["fields"].as_array().expect("fields");
    let lines = check(&folder, &pages, &["--format", "jsonl"]).out;
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(&lines[12..], &fields[..]);
    let rows = csv_rows(&check(&folder, &pages, &["--format", "csv"]).out);
    assert_eq!(rows.len(), fields.len());
    for (row, field) in rows.iter().zip(fields) {
        assert_eq!(
            (row["field"].as_str(), row["fate"].as_str()),
            (field["field"].as_str().unwrap(), field["fate"].as_str().unwrap())
        );
    }
}

#[test]
fn an_update_keeps_the_names_and_reports_the_changes() {
    let folder = with_wrapper();
    let said =
        folder.run(["learn", "--update", "wrapper.json", &shop("i-terms-both"), "-o", "new.json"]).found();
    assert!(said.contains("renamed  crumbs/a: was \"crumbs/a\", is \"n-sbmurc/a\"\n"), "{said}");
    assert!(!said.contains("\ngone ") && !said.contains("\nnew "), "{said}");
    let names = |file: &str| -> Vec<String> {
        let json = std::fs::read_to_string(folder.path().join(file)).expect("a wrapper");
        let wrapper = Wrapper::from_json(&json).expect("a wrapper");
        wrapper.templates[0].fields.iter().map(|field| field.name.clone()).collect()
    };
    assert_eq!(names("new.json"), names("wrapper.json"));
    // The new one reads the new pages like the old one the old pages.
    let rows = |wrapper: &str, pages: &str| -> Vec<Value> {
        let rows = folder.run(["extract", "-w", wrapper, pages, "--format", "jsonl"]).json_lines();
        rows.into_iter().map(|mut row| row["fields"].take()).collect()
    };
    assert_eq!(rows("new.json", &shop("i-terms-both")), rows("wrapper.json", &shop("a-terms")));
}

#[test]
fn a_table_is_the_same_in_every_format() {
    let folder = with_wrapper();
    let run =
        |format: &str| folder.run(["extract", "-w", "wrapper.json", &shop("a-terms"), "--format", format]);
    let lines: Vec<Value> = serde_json::from_str(&run("json").found()).expect("JSON");
    assert_eq!(run("jsonl").json_lines(), lines);
    let flat = ["extract", "-w", "wrapper.json", &shop("a-terms"), "--format", "jsonl", "--flat"];
    for (line, flat) in lines.iter().zip(folder.run(flat).json_lines()) {
        let mut expected = serde_json::json!({ "path": line["path"], "record": line["record"] });
        let fields = line["fields"].as_object().unwrap();
        expected.as_object_mut().unwrap().extend(fields.clone());
        assert_eq!(flat, expected);
    }
    let rows = csv_rows(&run("csv").found());
    assert_eq!(rows.len(), 12);
    for (row, line) in rows.iter().zip(&lines) {
        assert_eq!(row["path"], line["path"].as_str().unwrap());
        for (name, value) in line["fields"].as_object().unwrap() {
            let expected = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            assert_eq!(row[name], expected, "{name}");
        }
    }
    let text = run("text").found();
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert!(text.contains("\n  Publisher"), "{text}");
}

#[test]
#[cfg(feature = "parquet")]
fn a_table_can_be_a_parquet_file() {
    let folder = with_wrapper();
    let pages = shop("a-terms");
    folder
        .run(["extract", "-w", "wrapper.json", &pages, "--format", "parquet", "-o", "shop.parquet"])
        .found();
    let bytes = std::fs::read(folder.path().join("shop.parquet")).expect("a file");
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1") && bytes.len() > 1000);
}

/// The lines of an export by field.
fn export(folder: &Folder, language: &str) -> Vec<Value> {
    folder.run(["export", "-qw", "wrapper.json", "--as", language, "--format", "jsonl"]).json_lines()
}

#[test]
fn an_export_has_a_selector_or_the_reason_for_every_field() {
    let folder = Folder::new();
    for shop_name in ["a-terms", "b-bold", "c-table", "d-run", "e-pairs", "f-japanese"] {
        folder.run(["learn", &shop(shop_name), "-o", "wrapper.json"]).found();
        for language in ["xpath", "css"] {
            for row in export(&folder, language) {
                let by_position =
                    |selector: &str| selector.contains("position()") || selector.contains(":nth");
                match (row["selector"].as_str(), row["reason"].as_str()) {
                    (Some(selector), None) => assert!(!by_position(selector), "{selector}"),
                    (None, Some(reason)) => assert!(reason.contains("identifies it"), "{reason}"),
                    other => panic!("{shop_name} {language} {}: {other:?}", row["field"]),
                }
            }
        }
    }
}

#[test]
fn nineteen_of_twenty_fields_have_an_xpath() {
    let folder = Folder::new();
    let (mut with, mut all) = (0, 0);
    for kind in ["shelf", "shop", "recipes"] {
        for set in std::fs::read_dir(root().join("data").join(kind)).expect("page sets") {
            let set = set.expect("a page set").path();
            let set = set.to_str().expect("a name");
            folder.run(["learn", "-q", set, "-o", "wrapper.json"]).found();
            let export = ["export", "-qw", "wrapper.json", "--as", "xpath", "--format", "jsonl", set];
            let rows = folder.run(export).json_lines();
            all += rows.len();
            with += rows.iter().filter(|row| row["selector"].is_string()).count();
        }
    }
    assert!(all > 100 && 20 * with >= 19 * all, "{with} of {all}");
}

#[test]
fn an_export_without_a_selector_is_a_failure_with_a_message() {
    let folder = Folder::new();
    for (number, words) in ["ash birch", "cedar elm", "fir gum", "hazel iris"].into_iter().enumerate() {
        let (one, other) = words.split_once(' ').expect("two words");
        folder.write(&format!("p/{number}.html"), format!("<p>Tree: {one}<p>Other tree: {other}"));
    }
    folder.run(["learn", "-q", "p", "-o", "wrapper.json"]).found();
    let rows = folder.run(["export", "-w", "wrapper.json", "--as", "css", "--format", "jsonl", "p"]);
    assert!(
        !rows.out.is_empty() && rows.out.lines().all(|row| row.contains("\"selector\":null")),
        "{}",
        rows.out
    );
    assert_eq!(rows.code, 1);
    assert!(rows.err.contains("no field has a selector"), "{}", rows.err);
    let schema = folder.run(["export", "-w", "wrapper.json", "--as", "schema", "-o", "schema.json", "p"]);
    assert_eq!((schema.code, &*schema.out), (1, ""));
    assert!(schema.err.contains("no field has a selector"), "{}", schema.err);
    assert_eq!(folder.names(), ["p", "wrapper.json"]);
}

#[test]
fn an_export_reports_if_no_selector_was_tried() {
    let folder = with_wrapper();
    let ran = folder.run(["export", "-w", "wrapper.json"]);
    assert!(
        ran.code == 0 && ran.err.starts_with("no pages are given, so no selector was tried; "),
        "{}",
        ran.err
    );
    folder.run(["export", "-w", "wrapper.json", &shop("a-terms")]).found();
}

#[test]
fn an_export_has_the_fields_that_an_extract_has() {
    let folder = with_wrapper();
    let columns = |all: &[&'static str]| {
        let shop = shop("a-terms");
        let extract = ["extract", "-w", "wrapper.json", &shop, "--format", "csv"];
        let table = folder.run(extract.into_iter().chain(all.iter().copied())).found();
        let header = table.lines().next().unwrap_or_default().split(',').skip(2);
        header.map(str::to_owned).collect::<Vec<_>>()
    };
    let fields = |all: &[&'static str]| {
        let export = ["export", "-qw", "wrapper.json", "--format", "jsonl"];
        let rows = folder.run(export.into_iter().chain(all.iter().copied())).json_lines();
        let rows = rows.iter().filter(|row| row["table"].is_null());
        rows.map(|row| row["field"].as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(fields(&[]), columns(&[]));
    assert_eq!(fields(&["--all-fields"]), columns(&["--all-fields"]));
    assert!(columns(&[]).len() < columns(&["--all-fields"]).len());
}

#[test]
fn several_templates_have_a_heading_each() {
    let folder = Folder::new();
    folder.run(["learn", &shop("a-terms"), &shop("c-table"), "-o", "wrapper.json"]).found();
    let text = folder.run(["export", "-qw", "wrapper.json"]).found();
    assert!(text.starts_with("template 1:\n") && text.contains("\n\ntemplate 2:\n"), "{text}");
}

#[test]
fn a_check_that_fits_reports_fields_missing_more_often() {
    let folder = Folder::new();
    let page = |name: &str, more: &str| {
        format!("<h1>{name}</h1><p>Town: <b>{name}ville</b></p>{more}<p>The end.</p>")
    };
    for number in 0..5 {
        let more = format!("<p>Born: <b>{}</b></p>", 1900 + 7 * number);
        folder.write(&format!("old/{number}.html"), page(&format!("Ann{number}"), &more));
    }
    for number in 0..12 {
        let more = if number % 2 == 0 {
            format!("<p>Born: <b>{}</b></p>", 1910 + 7 * number)
        } else {
            String::new()
        };
        folder.write(&format!("new/{number}.html"), page(&format!("Bob{number}"), &more));
    }
    folder.run(["learn", "--rows", "page", "old", "-o", "wrapper.json"]).found();
    let said = folder.run(["check", "-w", "wrapper.json", "new", "--tolerate", "1"]).out;
    assert!(said.contains("; missing more often, perhaps by chance: Born (50%, before 0%)"), "{said}");
}

#[test]
fn an_attribute_is_preferred_to_a_label() {
    let folder = with_wrapper();
    let selector = |language: &str, name: &str| {
        let row = export(&folder, language).into_iter().find(|row| row["field"] == name).expect("the field");
        row["selector"].as_str().map(str::to_owned)
    };
    assert_eq!(selector("css", "ISBN").as_deref(), Some("dd.isbn"));
    let isbn = "//dd[contains(concat(\" \", normalize-space(@class), \" \"), \" isbn \")]";
    assert_eq!(selector("xpath", "ISBN").as_deref(), Some(isbn));
    folder.run(["learn", &shop("c-table"), "-o", "wrapper.json"]).found();
    assert_eq!(selector("css", "Director"), None);
    let director = "//th[normalize-space()=\"Director\"]/following-sibling::td[1]";
    assert_eq!(selector("xpath", "Director").as_deref(), Some(director));
}

#[test]
fn python_and_schema_have_the_selectors_of_one_template() {
    let folder = with_wrapper();
    let python = folder.run(["export", "-qw", "wrapper.json", "--as", "parsel"]).found();
    assert!(python.contains("    \"ISBN\": (\"//dd["), "{python}");
    let schema = folder.run(["export", "-qw", "wrapper.json", "--as", "schema"]).found();
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let isbn = serde_json::json!({ "name": "ISBN", "selector": "dd.isbn", "type": "text" });
    assert!(schema["fields"].as_array().unwrap().contains(&isbn), "{schema}");
    let wrong = folder.run(["export", "-qw", "wrapper.json", "--template", "2"]).failed();
    assert!(wrong.contains("--template 2: the wrapper has the templates 1 to 1"), "{wrong}");
}

#[test]
fn a_schema_is_named_after_the_site() {
    let folder = with_wrapper();
    let name = |pages: &[&str]| {
        let schema =
            folder.run([&["export", "-qw", "wrapper.json", "--as", "schema"], pages].concat()).found();
        let schema: Value = serde_json::from_str(&schema).expect("JSON");
        schema["name"].as_str().expect("a name").to_owned()
    };
    assert_eq!(name(&[]), "wrapper");
    // Its titles name the author, too.
    assert_eq!(name(&[&shop("a-terms")]), "wrapper");
    let page = std::fs::read_to_string(Path::new(&shop("a-terms")).join("06.html")).expect("a page");
    let stated = page.replace("<head>", "<head><meta property=\"og:site_name\" content=\"Quay\">");
    folder.write("stated.html", stated);
    assert_eq!(name(&["stated.html"]), "Quay");
    let row = serde_json::json!({ "url": "https://books.example/6", "html": page });
    folder.write("pages.jsonl", format!("{row}\n"));
    assert_eq!(name(&["stated.html", "pages.jsonl"]), "books.example");
}

#[test]
fn an_element_that_only_pages_have_is_selected_by_what_they_have_in_common() {
    let folder = with_wrapper();
    let selector = |language: &str, name: &str| {
        let export =
            ["export", "-qw", "wrapper.json", "--as", language, "--format", "jsonl", &shop("a-terms")];
        let row = folder.run(export).json_lines().into_iter().find(|row| row["field"] == name);
        row.expect("the field")["selector"].as_str().map(str::to_owned)
    };
    assert_eq!(selector("css", "Sample").as_deref(), Some("dd.sample"));
    let label = "//dt[normalize-space()=\"Sample\"]/following-sibling::*[1]";
    assert_eq!(selector("xpath", "Sample").as_deref(), Some(label));
}

#[test]
fn a_value_that_only_the_beginning_of_an_address_tells_is_selected_by_that() {
    let folder = Folder::new();
    let values =
        ["Ann Hill, Bonn", "Bob Cole, Lyon", "Cy Marsh, Turin", "Dee Quist, Graz", "Eve Vance, Ghent"];
    for (number, value) in values.iter().enumerate() {
        let (name, town) = value.split_once(", ").expect("two values");
        let (person, place) = (name.replace(' ', "-"), town.to_lowercase());
        let links = format!("<a href=/people/{person}>{name}</a> <a href=/towns/{place}>{town}</a>");
        folder.write(
            &format!("p/{number}.html"),
            format!("<h1>Letter {number}</h1><p>{links}</p><p>The end.</p>"),
        );
    }
    folder.run(["learn", "-q", "--rows", "pages", "p", "-o", "wrapper.json"]).found();
    let selectors = |language: &str| {
        let export = ["export", "-qw", "wrapper.json", "--as", language, "--format", "jsonl", "p"];
        let rows = folder.run(export).json_lines();
        rows.iter().filter_map(|row| row["selector"].as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    let has = |language: &str, selector: &str| {
        let all = selectors(language);
        assert!(all.iter().any(|other| other == selector), "{language}: {all:?}");
    };
    has("css", "a[href^=\"/people/\"]");
    has("css", "a[href^=\"/towns/\"]");
    has("xpath", "//a[starts-with(@href, \"/people/\")]");
}

#[test]
fn a_file_that_is_no_wrapper_is_refused_by_all() {
    let folder = Folder::with([("page.html", "<p>a</p>"), ("wrapper.json", "{}")]);
    for arguments in [
        &["check", "-w", "wrapper.json", "page.html"][..],
        &["export", "-qw", "wrapper.json"],
        &["extract", "-w", "wrapper.json", "page.html"],
        &["learn", "--update", "wrapper.json", "page.html"],
        &["check", "-w", "nowhere.json", "page.html"],
    ] {
        let complaint = katagami_in(folder.path() as &Path, arguments).failed();
        assert!(complaint.contains(".json: ") && complaint.contains("`katagami learn"), "{complaint}");
    }
}

#[test]
fn fields_of_records_are_checked_and_keep_their_names_and_have_selectors() {
    let folder = Folder::new();
    let shelf = root().join("data/shelf/a-cards").display().to_string();
    folder.run(["learn", "--rows", "records", &shelf, "-o", "wrapper.json"]).found();
    let checked = check(&folder, &shelf, &[]).found();
    assert!(checked.contains("49 of 49  before  49 of 49"), "{checked}");
    // The shape of a row is taken from the old wrapper.
    let said = folder.run(["learn", "--update", "wrapper.json", &shelf, "-o", "new.json"]).found();
    assert!(said.ends_with(" fields and columns are unchanged\n"), "{said}");
    let rows = folder
        .run(["export", "-qw", "wrapper.json", "--as", "css", "--format", "jsonl", &shelf])
        .json_lines();
    let (rows, others): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row["table"].is_null());
    assert!(rows.iter().all(|row| row["records"] == "div.card"), "{rows:?}");
    assert!(others.iter().any(|row| row["table"] == "Seen lately" && row["records"] == "section.seen li"));
    let found = rows.iter().filter(|row| row["selector"].is_string()).count();
    assert!(2 * found > rows.len(), "{rows:?}");
}

#[test]
fn a_wrapper_of_few_pages_reports_what_more_pages_would_add() {
    let folder = Folder::new();
    let learned = |pages: usize| {
        let page =
            |number: usize| root().join(format!("data/shop/a-terms/0{number}.html")).display().to_string();
        let pages: Vec<String> = (1..=pages).map(page).collect();
        let options = ["learn", "-o", "wrapper.json"].into_iter();
        folder.run(options.chain(pages.iter().map(String::as_str))).out
    };
    let more = "few pages: give 5 or more to find";
    assert_eq!([2, 4, 5].map(|pages| learned(pages).contains(more)), [true, true, false]);
    assert!(learned(1).contains("give two or more pages to compare"));
}

#[test]
fn one_page_makes_a_guess_and_no_page_none() {
    let folder = Folder::new();
    let page = format!("{}/01.html", shop("a-terms"));
    let said = folder.run(["learn", &page, "-o", "wrapper.json"]).found();
    assert!(said.contains("guessed by labels, lists and headings"), "{said}");
    let row = &folder.run(["extract", "-w", "wrapper.json", &page, "--format", "jsonl"]).json_lines()[0];
    assert!(row["fields"]["ISBN"].is_string(), "{row}");
    folder.write("empty.jsonl", "");
    folder.run(["learn", "empty.jsonl", "-o", "none.json"]).failed();
    assert!(!folder.path().join("none.json").exists());
}

#[test]
fn pages_no_two_of_which_are_alike_are_a_template_each() {
    let folder = Folder::new();
    let book = format!("{}/01.html", shop("a-terms"));
    let course = root().join("data/syllabus/a-13/01.html").display().to_string();
    let said = folder.run(["learn", &book, &course, "-o", "wrapper.json"]).found();
    assert_eq!(said.matches("no other page looks like it").count(), 2, "{said}");
    let pages = ["extract", "-w", "wrapper.json", &book, &course, "--format", "jsonl"];
    let rows = folder.run(pages).json_lines();
    assert_eq!(rows.len(), 2);
    assert!(rows[0]["fields"]["ISBN"].is_string() && rows[1]["fields"]["ISBN"].is_null(), "{rows:?}");
}

const UNLIKE: [(&str, &str); 3] =
    [("x.html", "<p>a b c</p>"), ("y.html", "<table><tr><td>d</table>"), ("z.html", "<ul><li>e<li>f</ul>")];

#[test]
fn pages_without_a_difference_make_no_template() {
    let folder = Folder::with([("x.html", "<p>a b c</p>"), ("y.html", "<p>a b c</p>")]);
    let complaint = folder.run(["learn", "--rows", "page", "x.html", "y.html"]).failed();
    assert!(complaint.contains("share no template with places that differ"), "{complaint}");
}

#[test]
fn pages_unlike_the_others_are_named() {
    let folder = Folder::with(UNLIKE);
    let ran = folder.run(["learn", "x.html", "y.html", "z.html", &shop("a-terms"), "-o", "wrapper.json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let named = "3 of 15 pages share no template with another page: x.html, y.html, z.html\n";
    assert!(ran.err.ends_with(named), "{}", ran.err);
}

#[test]
fn a_page_that_no_template_fits_is_named_and_the_others_are_read() {
    let folder = with_wrapper();
    std::fs::write(folder.path().join("x.html"), "<p>a b c</p>").expect("a file");
    let page = format!("{}/01.html", shop("a-terms"));
    let ran = folder.run(["extract", "-w", "wrapper.json", "x.html", &page, "--format", "jsonl"]);
    assert_eq!((ran.code, ran.out.lines().count()), (0, 1), "{}", ran.err);
    assert!(ran.err.contains("x.html: no template of the wrapper fits"), "{}", ran.err);
    let none = folder.run(["extract", "-w", "wrapper.json", "x.html", "--format", "jsonl"]);
    assert_eq!((none.code, &*none.out), (1, ""), "{}", none.err);
}

#[test]
fn pages_of_another_site_give_no_rows_and_no_selectors() {
    let folder = with_wrapper();
    let other = root().join("data/press/a-daily/01.html").display().to_string();
    let extracted = folder.run(["extract", "-w", "wrapper.json", &other]);
    assert!(
        extracted.code == 1 && extracted.err.contains("no template of the wrapper fits"),
        "{}",
        extracted.err
    );
    assert!(extracted.err.contains("`katagami learn --update WRAPPER PAGES`"), "{}", extracted.err);
    let complaint = folder.run(["export", "-qw", "wrapper.json", &other]).failed();
    assert!(complaint.contains("the wrapper fits none of the pages"), "{complaint}");
}

#[test]
fn pages_that_no_template_fits_are_named_three_times_and_counted() {
    let folder = with_wrapper();
    for number in 0..6 {
        folder.write(&format!("other/{number}.html"), "<h2>Gone</h2>");
    }
    for verb in ["extract", "export"] {
        let said = folder.run([verb, "-w", "wrapper.json", "other", &shop("a-terms"), "-f", "json"]).err;
        assert_eq!(said.matches(": no template of the wrapper fits\n").count(), 3, "{said}");
        assert!(said.contains("no template of the wrapper fits 3 pages more\n"), "{said}");
    }
}

#[test]
fn a_value_begins_after_the_separator_of_its_label() {
    let folder = Folder::new();
    let names = ["Ann", "Bob", "Cy", "Dee", "Eve"];
    for (number, name) in names.iter().enumerate() {
        let page = format!(
            "<h1>{name}</h1><p><b>Town</b>: {name}ville</p><p><b>Age</b> <i>: 3{number}</i></p><p>The end.</p>"
        );
        folder.write(&format!("p/{number}.html"), page);
    }
    folder.run(["learn", "--rows", "page", "p", "-o", "wrapper.json"]).found();
    let row = &folder.run(["extract", "-w", "wrapper.json", "p", "-f", "jsonl"]).json_lines()[0]["fields"];
    assert_eq!((row["Town"].as_str(), row["Age"].as_str()), (Some("Annville"), Some("30")), "{row}");
    let exported = folder.run(["export", "-w", "wrapper.json", "p", "-f", "jsonl"]).json_lines();
    assert!(exported.iter().all(|row| row["selector"].is_string()), "{exported:?}");
}

#[test]
fn the_file_begins_with_a_line_for_each_field_and_is_short() {
    let folder = with_wrapper();
    let json = std::fs::read_to_string(folder.path().join("wrapper.json")).expect("a wrapper");
    let wrapper = Wrapper::from_json(&json).expect("a wrapper");
    let template = &wrapper.templates[0];
    let lines: Vec<&str> = json.lines().collect();
    let first = lines.iter().position(|line| line.trim() == "\"fields\": [").expect("it has fields");
    assert!(first < 10, "they come first");
    for (line, field) in lines[first + 1..].iter().zip(&template.fields) {
        let name = serde_json::to_string(&field.name).expect("a text");
        assert!(line.trim_start().starts_with(&format!("{{\"name\":{name},")), "{line}");
    }
    // 50 kB for 50 fields.
    assert!(
        json.len() < 1000 * template.fields.len(),
        "{} fields in {} bytes",
        template.fields.len(),
        json.len()
    );
    // As earlier programs wrote it.
    let value: Value = serde_json::from_str(&json).expect("JSON");
    let indented = serde_json::to_string_pretty(&value).expect("JSON");
    assert!(indented.len() > 2 * json.len());
    assert_eq!(Wrapper::from_json(&indented).expect("a wrapper"), wrapper);
}

#[test]
fn two_fields_of_one_name_are_refused() {
    let folder = with_wrapper();
    let path = folder.path().join("wrapper.json");
    let json = std::fs::read_to_string(&path).expect("the wrapper");
    std::fs::write(&path, json.replace("\"name\":\"ISBN\"", "\"name\":\"price\"")).expect("a file");
    let complaint = folder.run(["extract", "-w", "wrapper.json", &shop("a-terms")]).failed();
    assert!(complaint.contains("two fields of a template have the name \"price\""), "{complaint}");
}

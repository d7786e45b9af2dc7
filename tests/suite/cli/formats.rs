//! Formats and what becomes of markup and addresses in them.

use super::run::{Folder, csv_rows, finish, katagami, program, root};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::fs;

/// What a reader of Markdown finds wrong: links that show nothing, headings with nothing below them or with a sign at their end.
fn faults(text: &str) -> Vec<String> {
    let text =
        text.strip_prefix("---\n").and_then(|text| text.split_once("\n---\n")).map_or(text, |(_, text)| text);
    let mut faults = Vec::new();
    let (mut shown, mut links) = (String::new(), Vec::new());
    // The heading above, until something is below it.
    let mut heading: Option<(HeadingLevel, String)> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                if let Some((above, text)) = heading.take().filter(|(above, _)| *above >= level) {
                    faults.push(format!("nothing below {above} {text}"));
                }
                shown.clear();
            }
            Event::End(TagEnd::Heading(level)) => {
                if shown.ends_with(['¶', '§', '#']) || shown.is_empty() {
                    faults.push(format!("heading {shown:?}"));
                }
                heading = Some((level, std::mem::take(&mut shown))).filter(|_| level > HeadingLevel::H1);
            }
            Event::Start(Tag::Link { dest_url, .. }) => links.push((dest_url.to_string(), shown.len())),
            Event::End(TagEnd::Link) => {
                let (address, start) = links.pop().expect("it was opened");
                if shown[start..].trim().is_empty() {
                    faults.push(format!("empty link to {address}"));
                }
            }
            Event::Text(text) | Event::Code(text) => shown.push_str(&text),
            Event::Start(Tag::Image { .. }) => shown.push('!'),
            Event::Start(
                Tag::Paragraph | Tag::List(_) | Tag::Table(_) | Tag::CodeBlock(_) | Tag::BlockQuote(_),
            ) => {
                heading = None;
            }
            _ => {}
        }
    }
    faults
}

#[test]
fn the_markdown_of_articles_and_threads_is_read_without_a_fault() {
    let folder = Folder::new();
    let mut read = 0;
    for (verb, sets) in [
        (
            "content",
            &[
                "data/press/a-daily",
                "data/press/b-old",
                "data/press/c-japanese",
                "data/natural/en",
                "data/natural/ja",
            ][..],
        ),
        ("blog", &["data/blog/a-replies", "data/blog/b-every", "data/blog/c-none"]),
        (
            "forum",
            &[
                "data/forum/a-boxes",
                "data/forum/b-lines",
                "data/forum/c-terms",
                "data/forum/d-replies",
                "data/forum/f-question",
            ],
        ),
        ("content", &["data/syllabus/a-13", "data/recipes/a-card"]),
    ] {
        for set in sets {
            let to = folder.path().join(set.replace('/', "-"));
            let out = format!("{}/", to.display());
            let front: &[&str] = if verb == "forum" { &[] } else { &["--front-matter"] };
            katagami([&[verb, set, "--format", "markdown", "--quiet", "-o", &out], front].concat()).found();
            for file in fs::read_dir(&to).expect("the files were written") {
                let path = file.expect("it can be read").path();
                let text = fs::read_to_string(&path).expect("it is text");
                assert!(text.starts_with("---\nsource: "), "{}", path.display());
                assert_eq!(faults(&text), [""; 0], "{}", path.display());
                read += 1;
            }
        }
    }
    assert!(read >= 90, "{read}");
    assert_eq!(faults("# a\n\n## b ¶\n\n[](c)\n\n## d\n").len(), 2);
}

#[test]
fn a_thread_in_markdown_has_a_heading_for_each_post() {
    let folder = Folder::new();
    let set = "data/forum/d-replies";
    let rows = katagami(["forum", set, "--format", "jsonl"]).json_lines();
    let out = format!("{}/", folder.path().display());
    katagami(["forum", set, "--quiet", "-o", &out]).found();
    assert_eq!(folder.names().len(), rows.len());
    for (row, name) in rows.iter().zip(folder.names()) {
        let text = fs::read_to_string(folder.path().join(&name)).expect("it was written");
        let posts = row["posts"].as_array().expect("a list");
        let headings: Vec<&str> = text.lines().filter(|line| line.starts_with("##")).collect();
        assert_eq!(headings.len(), posts.len(), "{name}");
        for (heading, post) in headings.iter().zip(posts) {
            let depth = post["depth"].as_u64().expect("a number");
            assert_eq!(heading.chars().take_while(|char| *char == '#').count() as u64, (depth + 2).min(6));
            assert!(post["author"].as_str().is_none_or(|author| heading.contains(author)), "{heading}");
        }
    }
    let one = katagami(["forum", set, "--thread", "--format", "md"]).found();
    assert_eq!(one.matches("\nsource: ").count(), 1);
    assert_eq!(one.lines().filter(|line| line.starts_with("# ")).count(), 1);
}

#[test]
#[cfg(feature = "parquet")]
fn threads_and_blogs_are_written_as_parquet() {
    let folder = Folder::new();
    for (verb, set) in [("forum", "data/forum/a-boxes"), ("blog", "data/blog/a-replies")] {
        let file = folder.path().join(format!("{verb}.parquet"));
        katagami([verb, set, "--quiet", "-o", &file.display().to_string()]).found();
        let bytes = fs::read(file).expect("it was written");
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"), "{verb}");
    }
}

#[test]
fn csv_begins_with_a_byte_order_mark_on_request() {
    let set = "data/shelf/a-cards";
    let plain = katagami(["records", set, "--format", "csv"]).found();
    let marked = katagami(["records", set, "--format", "csv", "--bom"]).found();
    assert_eq!(marked, format!("\u{FEFF}{plain}"));
    let why = katagami(["records", set, "--format", "jsonl", "--bom"]).failed();
    assert!(why.contains("--bom works only with --format csv"), "{why}");
}

const ARTICLE: &str = "<html lang=en><head><title>Rain</title><link rel=canonical href=https://news.example/a/rain>\
    <meta property=article:modified_time content=2020-05-04T10:00:00Z><meta property=article:section content=Weather>\
    <meta name=keywords content='rain, river, Rain'><link rel=license href=/terms></head><body><h1>Rain <a href=#rain>¶</a></h1>\
    <p>The river rose by a <a href=b.html>foot</a> all night, and in the morning the old bridge was gone.</p>\
    <p><img src=c.png alt=Bridge> Nobody knew who had left the letter on the table by the window.</p>\
    <table><tr><th>Day<th>Rain<tr><td>Monday<td>3 mm<tr><td>Tuesday<td>9 mm</table>\
    <p>The third paragraph says what the mayor thinks of all this water in the town.</p></body></html>";

#[test]
fn links_images_and_tables_are_left_out_on_request() {
    let folder = Folder::with([("a.html", ARTICLE)]);
    let of = |options: &[&str]| {
        folder.run([&["content", "a.html", "--quiet", "-f", "md"], options].concat()).found()
    };
    let all = of(&[]);
    assert!(all.contains("[foot](https://news.example/a/b.html)"), "{all}");
    assert!(all.contains("![Bridge](https://news.example/a/c.png)") && all.contains("| Monday |"), "{all}");
    assert!(all.starts_with("# Rain\n") && !all.contains('¶'), "{all}");
    let none = of(&["--no-links", "--no-images", "--no-tables"]);
    assert!(none.contains("by a foot all") && !none.contains(['[', '|']), "{none}");
    let why = folder.run(["content", "a.html", "--no-links"]).failed();
    assert!(why.contains("--format md, html or tei"), "{why}");
}

#[test]
fn tei_has_the_metadata_in_its_header_and_one_root_for_several_pages() {
    let folder = Folder::with([("a.html", ARTICLE)]);
    let one = folder.run(["content", "a.html", "--quiet", "--format", "tei"]).found();
    let titles = one.matches("<title>Rain</title>").count();
    assert!(one.starts_with("<?xml") && one.contains("<head>Rain</head>") && titles == 2, "{one}");
    folder.run(["content", "a.html", "--quiet", "-o", "articles/", "--format", "tei"]).found();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!(read("articles/a.xml"), one);
    folder.write("b.html", ARTICLE.replace("Rain", "Snow"));
    folder.run(["content", "a.html", "b.html", "--quiet", "-o", "both.xml"]).found();
    let both = read("both.xml");
    let counts = ["<teiCorpus", "<TEI>", "<teiHeader>", "<?xml"].map(|tag| both.matches(tag).count());
    assert_eq!(counts, [1, 2, 3, 1], "{both}");
    let why = folder.run(["content", "--filter", "--format", "tei", "-"]).failed();
    assert!(why.contains("give --format text, md or html"), "{why}");
}

#[test]
fn pages_give_the_address_and_the_metadata_that_they_state() {
    let folder = Folder::with([("a.html", ARTICLE), ("b.html", "<p>text")]);
    let row = &folder.run(["content", "a.html", "--quiet", "-f", "jsonl"]).json_lines()[0];
    for (name, value) in [
        ("url", "https://news.example/a/rain"),
        ("hostname", "news.example"),
        ("title", "Rain"),
        ("modified", "2020-05-04T10:00:00Z"),
        ("tags", "rain, river"),
        ("categories", "Weather"),
        ("license", "https://news.example/terms"),
    ] {
        assert_eq!(row[name], value, "{name}");
    }
    let rows = csv_rows(&folder.run(["stated", "a.html", "-f", "csv"]).found());
    assert_eq!(rows[0]["url"], "https://news.example/a/rain");
}

#[test]
fn pages_in_archives_and_under_other_keys_are_read_by_every_command() {
    let folder = Folder::with([
        ("a.jsonl", format!("{{\"page\": {}}}\n", serde_json::Value::from(ARTICLE))),
        ("a.json", format!("[\n{{\n\"raw_html\": {}}}]", serde_json::Value::from(ARTICLE))),
    ]);
    for arguments in [&["a.jsonl", "--html-key", "page"][..], &["a.json"]] {
        let out = folder.run([&["content", "-f", "jsonl", "--quiet"], arguments].concat()).json_lines();
        assert_eq!(out[0]["hostname"], "news.example", "{arguments:?}");
    }
    let out = folder.run(["content", "--filter", "-f", "jsonl", "--quiet", "a.json"]).json_lines();
    assert!(out[0]["raw_html"].is_string() && out[0]["text"].is_string());
    let why = folder.run(["content", "a.jsonl"]).failed();
    assert!(why.contains("--html-key"), "{why}");
    let mut piped = program();
    let piped = piped.current_dir(root()).args(["count", "-"]);
    let ran = finish(piped, b"%PDF-1.4 text");
    assert!(ran.code == 2 && ran.err.contains("a PDF file, not an HTML page"), "{}", ran.err);
    let why = folder.run(["count", "a.json", "--max-nodes", "2"]);
    assert!(why.err.contains("more than 2 nodes"), "{}", why.err);
    assert_eq!(folder.run(["content", "a.json", "--quiet", "--max-nodes", "2M"]).code, 0);
}

#[test]
fn relative_links_start_from_the_given_address_unless_the_page_has_one() {
    let list = |head: &str| {
        let items = ["Dune", "Emma", "Kim", "Ulysses"]
            .map(|name| format!("<li><a href={name}.html>{name}</a> <b>in stock</b>"));
        format!("<head>{head}</head><h1>Our books</h1><ol>{}</ol>", items.concat())
    };
    let folder = Folder::with([
        ("list/plain.html", list("")),
        ("list/known.html", list("<link rel=canonical href=https://own.example/x/y.html>")),
        (
            "text/story.html",
            ARTICLE
                .replace("<link rel=canonical", "<link rel=other")
                .replace("<p>", "<p><a href=more.html>More</a> "),
        ),
    ]);
    let base = ["--quiet", "--base-url", "https://shop.example/b/c"];
    let rows = csv_rows(
        &folder.run([&["records", "list", "--fields", "links", "-f", "csv"][..], &base].concat()).found(),
    );
    let links: Vec<&str> = rows
        .iter()
        .flat_map(|row| row.values())
        .map(String::as_str)
        .filter(|value| value.contains("Dune.html"))
        .collect();
    assert_eq!(links, ["https://own.example/x/Dune.html", "https://shop.example/b/Dune.html"]);
    let text = folder.run([&["content", "text", "-f", "md"][..], &base].concat()).found();
    assert!(text.contains("(https://shop.example/b/more.html)"), "{text}");
    for wrong in ["shop.example", "/b/", "https://a b/", "https://[x/", ""] {
        let why = folder.run(["count", "list", "--base-url", wrong]).failed();
        assert!(why.contains("is no base of links; give an absolute address"), "{wrong}: {why}");
    }
}

#[test]
fn pages_of_an_archive_cannot_be_named_and_who_sorts_them_is_said() {
    let page =
        |name: &str| fs::read_to_string(root().join("data/mixed/a-bookshop").join(name)).expect("a page");
    let names = ["list/1.html", "list/2.html", "list/3.html", "login.html"];
    let lines = names.map(|name| serde_json::json!({ "html": page(name) }).to_string());
    let folder = Folder::with([("crawl.jsonl", lines.join("\n"))]);
    let said = folder.run(["overview", "crawl.jsonl"]).found();
    let all = "each of these commands reads all pages; for a table of each kind:\n    katagami site crawl.jsonl -o site/\n";
    assert!(said.ends_with(all), "{said}");
    let why = folder.run(["count", "crawl.jsonl/list/1.html"]);
    assert!(
        why.err.contains("crawl.jsonl/list/1.html: a part of this path is a file; unpack an archive"),
        "{}",
        why.err
    );
}

#[test]
fn a_table_in_a_pipe_is_whole_unless_columns_are_asked_for() {
    let shown = |columns: Option<&str>| {
        let mut command = program();
        command.env_remove("COLUMNS").current_dir(root()).args(["records", "data/shelf/a-cards"]);
        if let Some(columns) = columns {
            command.env("COLUMNS", columns);
        }
        finish(&mut command, &[]).found()
    };
    let (whole, cut) = (shown(None), shown(Some("80")));
    assert!(!whole.contains('…') && whole.lines().any(|line| line.chars().count() > 100), "{whole}");
    assert!(cut.contains('…') && cut.lines().all(|line| line.chars().count() <= 80), "{cut}");
    // What is no width is none.
    assert_eq!(shown(Some("wide")), whole);
}

#[test]
fn texts_for_people_in_a_pipe_are_whole_unless_columns_are_asked_for() {
    let folder = Folder::new();
    let data = |name: &str| root().join("data").join(name).display().to_string();
    for arguments in [
        &["learn", "-o", "wrapper.json", &data("shop/a-terms")][..],
        &["content", "--explain", &data("press/a-daily")],
        &["blog", "--explain", &data("blog/b-every")],
        &["records", "--explain", &data("shelf/a-cards")],
    ] {
        let shown = |columns: Option<&str>| {
            let mut command = program();
            command.env_remove("COLUMNS").current_dir(folder.path()).args(arguments);
            if let Some(columns) = columns {
                command.env("COLUMNS", columns);
            }
            finish(&mut command, &[]).out
        };
        let (whole, cut) = (shown(None), shown(Some("70")));
        assert!(!whole.contains('…') && cut.contains('…'), "{arguments:?}: {whole}{cut}");
        assert!(whole.lines().count() == cut.lines().count() && whole.len() > cut.len(), "{arguments:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn learn_on_a_terminal_shows_the_fields_and_how_to_keep_them() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use std::io::Read;
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).and_then(|()| unlockpt(&terminal)).expect("it can be opened");
    let name = ptsname(&terminal, Vec::new()).expect("it has a name").into_string().expect("in ASCII");
    let side = fs::OpenOptions::new().write(true).open(name).expect("it can be written to");
    let run = program().current_dir(root()).args(["learn", "data/shop/a-terms"]).stdout(side).output();
    let run = run.expect("the program starts");
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(said.contains("-o wrapper.json"), "{said}");
    let mut shown = [0; 4000];
    let length = fs::File::from(terminal).read(&mut shown).expect("the fields");
    let shown = String::from_utf8_lossy(&shown[..length]);
    assert!(shown.starts_with("template 1: ") && !shown.contains('{'), "{shown}");
}

#[test]
fn check_says_in_ten_lines_what_does_not_fit() {
    let folder = Folder::new();
    let [old, new] =
        ["a-terms", "g-terms-renamed"].map(|set| format!("{}/data/shop/{set}", root().display()));
    folder.run(["learn", &old, "--quiet", "-o", "w.json"]);
    let short = folder.run(["check", "-w", "w.json", &new]).out;
    let long = folder.run(["check", "-w", "w.json", "--explain", &new]).out;
    assert_eq!(short.lines().count(), 10, "{short}");
    assert!(short.lines().last().is_some_and(|line| line.ends_with("more lines with --explain")), "{short}");
    assert!(
        short.lines().nth(1).is_some_and(|line| line.contains("renamed") || line.contains("moved")),
        "{short}"
    );
    assert!(long.lines().count() > 10 && long.lines().next() == short.lines().next(), "{long}");
    for line in folder.run(["check", "-w", "w.json", "--format", "jsonl", &old]).json_lines() {
        assert!(line["matched"].as_f64().is_none_or(|share| share <= 1.0), "{line}");
    }
}

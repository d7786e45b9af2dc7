//! `content` and `blog`: formats of the output, reasons, and quality.

use super::run::{Folder, csv_rows, katagami, pages, root};
use serde_json::Value;
use std::collections::BTreeSet;

const PRESS: &str = "data/press/a-daily";
const BLOG: &str = "data/blog/a-replies";

fn rows(arguments: &[&str]) -> Vec<Value> {
    katagami(arguments.iter().chain(&["--format", "jsonl"])).json_lines()
}

fn text(row: &Value, key: &str) -> String {
    row[key].as_str().expect("a text").to_owned()
}

#[test]
fn the_sources_of_author_and_date_are_columns_on_request() {
    let text = "<p>The river rose by a foot all night, and in the morning the old bridge was gone from the town.</p>".repeat(3);
    let folder = Folder::with([(
        "a.html",
        format!(
            "<head><title>Rain</title><meta property=article:published_time content=2020-05-03></head><h1>Rain</h1><p>By <a href=/a>Ann Lee</a></p>{text}"
        ),
    )]);
    let run = |format: &str, option: &str| folder.run(["content", "a.html", "--quiet", "-f", format, option]);
    let row = &csv_rows(&run("csv", "--all-fields").found())[0];
    assert_eq!((row["author"].as_str(), row["author_source"].as_str()), ("Ann Lee", "shown"));
    assert_eq!((row["date"].as_str(), row["date_source"].as_str()), ("2020-05-03", "OpenGraph"));
    let row = &run("jsonl", "--all-fields").json_lines()[0];
    assert_eq!((&row["author_source"], &row["date_source"]), (&"shown".into(), &"OpenGraph".into()));
    assert!(!run("csv", "--no-dates").found().contains("author_source"));
    let table = csv_rows(&katagami(["blog", BLOG, "--all-fields", "--format", "csv"]).found());
    assert_eq!((&*table[0]["comment"], &*table[0]["date_source"]), ("0", "shown"));
    let lines = rows(&["blog", BLOG, "--all-fields", "--flat"]);
    let comments = || lines.iter().filter(|line| line["comment"] != 0);
    assert!(comments().count() > 0 && comments().all(|line| line.get("date_source") == Some(&Value::Null)));
    assert_eq!(rows(&["blog", BLOG, "--all-fields"])[0]["date_source"], "shown");
}

#[test]
fn rows_do_not_depend_on_threads_or_on_the_order_of_the_input() {
    for (verb, set) in [("content", PRESS), ("blog", BLOG)] {
        for method in ["ours", "paper"] {
            let mut paths: Vec<String> = pages(set.strip_prefix("data/").expect("in data"))
                .iter()
                .map(|path| path.to_string_lossy().into_owned())
                .collect();
            let run = |paths: &[String], threads: &str| {
                let options =
                    [verb, "--method", method, "--threads", threads, "--format", "jsonl"].map(str::to_owned);
                let mut lines: Vec<String> =
                    katagami(options.iter().chain(paths)).found().lines().map(str::to_owned).collect();
                lines.sort();
                lines
            };
            let expected = run(&paths, "1");
            assert_eq!(expected.len(), paths.len());
            assert_eq!(run(&paths, "2"), expected, "{verb} {method}");
            paths.reverse();
            assert_eq!(run(&paths, "2"), expected, "{verb} {method}");
            paths.rotate_left(3);
            assert_eq!(run(&paths, "2"), expected, "{verb} {method}");
        }
    }
}

#[test]
fn all_formats_have_the_same_words() {
    let words = |text: &str| -> Vec<String> {
        let text =
            text.replace("<h1>", " ").replace("<p>", " ").replace("</", " </").replace("<!--", " <!--");
        let plain = text.split(['<', '>']).enumerate().filter(|(at, _)| at % 2 == 0).map(|(_, part)| part);
        let plain: String = plain.collect();
        plain
            .split(|char: char| !char.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let page = format!("{PRESS}/04.html");
    let folder_rows = rows(&["content", PRESS]);
    let row = folder_rows.iter().find(|row| row["path"] == page.as_str()).expect("the page has a row");
    let html = katagami(["content", PRESS, "--format", "html"]).found();
    let of_page =
        html.split("<!-- ").find(|part| part.starts_with(&page)).expect("its path stands before it");
    let of_page = of_page.split_once("-->").expect("a comment ends").1;
    // The headline comes first, whatever the page has above it.
    let (said, title) = (text(row, "text"), text(row, "title"));
    let beside = said.split("\n\n").filter(|paragraph| *paragraph != title);
    let expected: Vec<&str> = std::iter::once(&*title).chain(beside).collect();
    assert_eq!(words(of_page), words(&expected.join("\n\n")));
    assert!(of_page.contains(&format!("<h1>{}</h1>", text(row, "title"))), "{of_page}");
    let markdown = katagami(["content", PRESS, "--format", "md"]).found();
    assert!(markdown.contains(&format!("\n# {}\n", text(row, "title"))), "{markdown}");
    let shown = katagami(["content", PRESS]).found();
    for paragraph in text(row, "text").split("\n\n") {
        assert!(shown.contains(&format!("\n\n    {paragraph}\n")), "{paragraph}");
    }
}

#[test]
fn a_page_alone_is_written_without_its_path_and_with_its_title() {
    let page =
        format!("<title>A day\n in town</title><p>{}", "one two three four five six seven eight nine ten");
    let folder = Folder::with([("a.html", page.as_str())]);
    assert_eq!(
        folder.run(["content", "--quiet", "a.html", "--format", "md"]).found(),
        "# A day in town\n\none two three four five six seven eight nine ten\n"
    );
    let row = &folder.run(["content", "--quiet", "a.html", "--format", "jsonl"]).json_lines()[0];
    assert_eq!(row["title"], "A day in town");
}

#[test]
fn a_date_above_the_headline_is_written_below_it() {
    for (format, headline) in [("md", "# Nutrition"), ("html", "<h1>Nutrition</h1>")] {
        let written = katagami(["content", "--format", format, "data/press/a-daily"]).found();
        let lines: Vec<&str> = written.lines().filter(|line| !line.is_empty()).collect();
        let at = lines.iter().position(|line| *line == headline).expect("the headline");
        assert!(at <= 1 && lines[at + 1].contains("16 March 2007 9:21"), "{:?}", &lines[..4]);
        assert!(lines[at + 2].contains("By Stefan Brandt"), "{:?}", &lines[..4]);
    }
}

#[test]
fn a_single_page_is_reported_as_read_alone() {
    let said = |arguments: &[&str]| katagami(arguments).err;
    let alone = "1 page read alone: no other page has the same template";
    for verb in ["content", "blog"] {
        assert!(said(&[verb, "data/press/a-daily/01.html"]).starts_with(alone));
        assert_eq!(said(&[verb, "--quiet", "data/press/a-daily/01.html"]), "");
        assert_eq!(said(&[verb, "data/press/a-daily"]), "");
    }
}

#[test]
fn pages_read_alone_are_reported_once() {
    let pages =
        ["press/a-daily", "shop/b-bold", "results/a-edges-10"].map(|set| format!("data/{set}/01.html"));
    let [first, second, third] = pages.each_ref().map(String::as_str);
    let said = katagami(["content", first, second, third]).err;
    assert!(said.starts_with("3 pages read alone"), "{said}");
    assert_eq!(said.matches("read alone").count(), 1, "{said}");
}

#[test]
fn pages_of_catalogues_keep_labels_and_values_under_one_title() {
    for set in ["a-terms", "b-bold", "c-table", "d-run", "e-pairs", "f-japanese"] {
        let markdown =
            katagami(["content", "--quiet", "--format", "md", &format!("data/shop/{set}")]).found();
        let titles = markdown.lines().filter(|line| line.starts_with("# ")).count();
        assert_eq!(titles, 12, "{set}");
    }
    for (set, label, name) in
        [("b-bold", "Maker:", "maker"), ("d-run", "Grower:", "grower"), ("d-run", "Soil:", "soil")]
    {
        let truth = site::truth::read(&root().join("data/shop").join(set)).expect("the truth");
        for (row, page) in rows(&["content", "--quiet", &format!("data/shop/{set}")]).iter().zip(&truth.pages)
        {
            let said = text(row, "text");
            let value = &page.values[name].all()[0];
            let line = said.lines().find(|line| line.contains(label)).unwrap_or_default();
            assert!(line.contains(value.as_str()), "{set} {label} {value}: {said}");
        }
    }
}

#[test]
fn blogs_have_their_comments_as_quotations() {
    let row = &rows(&["blog", BLOG])[1];
    let comments = row["comments"].as_array().expect("a list");
    assert!(comments.len() >= 3);
    let markdown = katagami(["blog", BLOG, "--format", "md"]).found();
    for comment in comments {
        let quoted = comment.as_str().expect("a text").replace("\n\n", "\n>\n> ");
        assert!(markdown.contains(&format!("\n> {quoted}\n")), "{quoted}");
    }
    let html = katagami(["blog", BLOG, "--format", "html"]).found();
    let all: usize =
        rows(&["blog", BLOG]).iter().map(|row| row["comments"].as_array().map_or(0, Vec::len)).sum();
    assert_eq!(html.matches("<blockquote>").count(), all);
}

#[test]
fn a_table_of_a_blog_has_a_row_for_each_post_and_comment() {
    let table = katagami(["blog", BLOG, "--format", "csv"]).found();
    let table = csv_rows(&table);
    let mut of_pages = table.chunk_by(|one, other| one["path"] == other["path"]);
    for page in rows(&["blog", BLOG]) {
        let [post, comments @ ..] = of_pages.next().expect("there is one for each") else {
            panic!("no post")
        };
        assert_eq!((&*post["comment"], &*post["text"]), ("0", &*text(&page, "post")));
        let said: Vec<&str> = comments.iter().map(|row| &*row["text"]).collect();
        assert_eq!(
            said,
            page["signed"]
                .as_array()
                .unwrap_or(&Vec::new())
                .iter()
                .map(|signed| signed["text"].as_str().expect("a text"))
                .collect::<Vec<_>>()
        );
    }
}

#[test]
fn flat_lines_of_a_blog_are_the_rows_of_its_table() {
    let lines = rows(&["blog", BLOG, "--flat"]);
    let table = katagami(["blog", BLOG, "--format", "csv"]).found();
    let table = csv_rows(&table);
    assert_eq!(lines.len(), table.len());
    for (line, row) in lines.iter().zip(&table) {
        assert_eq!(
            (line["comment"].to_string(), text(line, "text")),
            (row["comment"].clone(), row["text"].clone())
        );
    }
    let complaint = katagami(["blog", BLOG, "--format", "md", "--flat"]).failed();
    assert!(complaint.contains("--flat works only with --format jsonl"), "{complaint}");
}

#[test]
fn answers_within_comments_are_comments_with_their_depth() {
    let signed = |page: &Value| page["signed"].as_array().cloned().unwrap_or_default();
    let depths: Vec<u64> = rows(&["blog", "data/blog/a-replies"])
        .iter()
        .flat_map(signed)
        .map(|comment| comment["depth"].as_u64().expect("a number"))
        .collect();
    assert!(depths.contains(&0) && depths.contains(&1), "{depths:?}");
    let table = csv_rows(&katagami(["blog", "data/blog/a-replies", "--format", "csv"]).found());
    let comments =
        table.iter().filter(|row| row["comment"] != "0").map(|row| row["depth"].parse().expect("a number"));
    assert_eq!(comments.collect::<Vec<u64>>(), depths);
    let truth = std::fs::read_to_string(root().join("data/blog/a-replies/truth.json")).expect("the truth");
    assert_eq!(truth.matches("\"comment\"").count(), depths.len());
}

#[test]
fn the_day_of_a_post_is_read_in_the_language_of_its_page() {
    let said = [
        "The river rose all night, and in the morning the bridge was gone.",
        "Here nobody knew of it until the letter lay on the table.",
        "It is raining again while I write this down.",
    ];
    let thread = |language: &str| {
        let post = |(day, said)| {
            format!("<li><a href=u{day}>Ann {day}</a> <i>{day}/4/2020, 10:0{day}</i><p>{said}</p></li>")
        };
        let posts: String = (1..).zip(said).map(post).collect();
        format!("<html lang={language}><h1>Rain</h1><ol>{posts}</ol>")
    };
    let folder = Folder::with([("gb.html", thread("en-GB")), ("us.html", thread("en-US"))]);
    for (page, days) in [
        ("gb.html", ["2020-04-01", "2020-04-02", "2020-04-03"]),
        ("us.html", ["2020-01-04", "2020-02-04", "2020-03-04"]),
    ] {
        let table = csv_rows(&folder.run(["forum", "-f", "csv", page]).found());
        assert_eq!(table.iter().map(|post| &*post["iso_date"]).collect::<Vec<_>>(), days);
        let nested = folder.run(["forum", "-f", "jsonl", page]).json_lines();
        assert_eq!(nested[0]["posts"][2]["iso_date"], days[2]);
    }
}

#[test]
fn ages_are_counted_from_each_source_of_the_time_of_retrieval() {
    let page = |age: &str| {
        format!(
            "<html lang=en><h1>Rain</h1><p>{age}</p><p>The river rose by a foot all night, and in the morning the old bridge was gone.</p>"
        )
    };
    let aged = page("2 hours ago");
    let archive = |of_record: &str, of_server: &str| {
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{of_server}\r\n{aged}");
        format!(
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.test/\r\n{of_record}Content-Length: {}\r\n\r\n{block}\r\n\r\n",
            block.len()
        )
    };
    let object = serde_json::json!({"html": aged, "retrieved": "2020-03-01T01:30:00Z"});
    let folder = Folder::with([
        ("none.html", aged.clone()),
        ("time.html", page("<time datetime=2020-02-29>2 hours ago</time>")),
        ("record.warc", archive("WARC-Date: 2020-03-01T01:30:00Z\r\n", "")),
        ("server.warc", archive("", "Date: Sun, 01 Mar 2020 01:30:00 GMT\r\n")),
        ("objects.jsonl", format!("{object}\n")),
    ]);
    let iso = |arguments: &[&str]| {
        let common = ["content", "--format", "jsonl"];
        let row = folder.run(common.into_iter().chain(arguments.iter().copied())).out;
        serde_json::from_str::<Value>(&row).expect("a row is JSON")["iso_date"].clone()
    };
    assert_eq!(iso(&["none.html"]), Value::Null);
    assert_eq!(iso(&["none.html", "--retrieved", "2020-03-01T01:30:00Z"]), "2020-02-29");
    for file in ["time.html", "record.warc", "server.warc", "objects.jsonl"] {
        assert_eq!(iso(&[file]), "2020-02-29", "{file}");
    }
}

#[test]
fn the_author_of_comments_on_many_pages_is_no_text_of_the_template() {
    let folder = Folder::new();
    let say = |number: usize| {
        format!("For the {number}th time I crossed the bridge at {number} and saw the town burn")
    };
    for page in 1..=6 {
        let comment = |at: usize| {
            let name = ["Ann", "Bob", "Cy"][at];
            format!(
                "<li><div>{name}</div><div>{} May 2020</div><p>{}.</p></li>",
                3 * page + at,
                say(100 * page + at)
            )
        };
        let comments: String = (0..3).map(comment).collect();
        let post: Vec<String> =
            (10..14).map(|at| format!("<p>{}, and so it was.</p>", say(100 * page + at))).collect();
        let post = post.concat();
        folder.write(&format!("{page}.html"), format!("<body><h1>Post {page}</h1>{post}<ol>{comments}</ol>"));
    }
    for page in rows(&["blog", folder.path().to_str().expect("valid Unicode")]) {
        let signed = page["signed"].as_array().expect("all pages have comments");
        let authors: Vec<&Value> = signed.iter().map(|comment| &comment["author"]).collect();
        assert_eq!(authors, ["Ann", "Bob", "Cy"]);
    }
}

#[test]
fn the_text_of_a_comment_has_no_lines_about_it() {
    let folder = Folder::new();
    let text = "Near the theory of the town, good literature defends the system from an atom, and the study used many methods";
    let said =
        ["I agree with this", "Thanks!", "So do I, and for the same reasons that were given above", "No"];
    let authors = ["Ann", "Bob", "Cy", "Dora"];
    for page in 1..=3 {
        let comments = (1..).zip(authors.iter().zip(said)).map(|(number, (author, said))| {
            format!(
                "<li><div class=by>#{number} <b>{author}</b> says:</div><div class=when>{number} May 20{page}0 10:1{number}</div>\
                 <p>{said}{page}</p><p>And on page {page} it is {number} times as good as elsewhere, <i>says</i> {author}.</p>\
                 <div class=do><a href=#>Reply</a></div></li>"
            )
        });
        let comments: String = comments.collect();
        let post = format!("<h1>Post {page}</h1><p>{text} {page}.</p><p>{page} {text}.</p>");
        folder.write(&format!("{page}.html"), format!("<body>{post}<ol>{comments}</ol>"));
    }
    let path = folder.path().to_str().expect("valid Unicode");
    let pages = rows(&["blog", path]);
    let signed = pages.iter().flat_map(|page| page["signed"].as_array().expect("all pages have comments"));
    let texts: Vec<&str> = signed.map(|signed| signed["text"].as_str().expect("a text")).collect();
    let expected = (1..=3).flat_map(|page| {
        (1..).zip(authors.iter().zip(said)).map(move |(number, (author, said))| {
            format!(
                "{said}{page}\n\nAnd on page {page} it is {number} times as good as elsewhere, says {author}."
            )
        })
    });
    assert_eq!(texts, expected.collect::<Vec<_>>());
    let in_table = csv_rows(&katagami(["blog", path, "--format", "csv"]).found());
    let in_table = in_table.iter().filter(|row| row["comment"] != "0").map(|row| &row["text"]);
    assert_eq!(in_table.collect::<Vec<_>>(), texts);
}

#[test]
fn the_day_of_a_comment_is_read_from_its_date() {
    let folder = Folder::new();
    let table = katagami(["blog", BLOG, "--format", "csv"]).found();
    let signed = rows(&["blog", BLOG])
        .into_iter()
        .flat_map(|page| page["signed"].as_array().cloned().unwrap_or_default());
    let days: Vec<Value> = signed.map(|signed| signed["iso_date"].clone()).collect();
    let comments: Vec<_> = csv_rows(&table).into_iter().filter(|row| row["comment"] != "0").collect();
    assert_eq!(comments.iter().map(|row| Value::from(&*row["iso_date"])).collect::<Vec<_>>(), days);
    assert!(
        !days.is_empty() && days.iter().all(|day| day.as_str().is_some_and(|day| day.len() == 10)),
        "{days:?}"
    );
    folder.write("none.html", "<nav><a href=a>Home</a></nav>");
    assert!(
        folder
            .run(["blog", "none.html", "--format", "csv", "-q"])
            .out
            .starts_with("path,url,comment,depth,author,date,")
    );
}

#[cfg(feature = "parquet")]
#[test]
fn articles_and_posts_are_written_as_parquet_too() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let folder = Folder::new();
    let blog = root().join(BLOG).display().to_string();
    for verb in ["content", "blog"] {
        folder.run([verb, &blog, "-o", "x.parquet"]).found();
        let file = std::fs::File::open(folder.path().join("x.parquet")).expect("it is written");
        let reader = SerializedFileReader::new(file).expect("it is Parquet");
        let columns: Vec<String> = reader
            .metadata()
            .file_metadata()
            .schema_descr()
            .columns()
            .iter()
            .map(|c| c.name().to_owned())
            .collect();
        let table = folder.run([verb, &blog, "--format", "csv"]).found();
        assert_eq!(columns.join(","), table.lines().next().unwrap_or_default());
        assert_eq!(reader.get_row_iter(None).expect("rows").count(), csv_rows(&table).len());
    }
    for wrong in ["--explain", "--filter"] {
        folder.run(["content", &blog, "--format", "parquet", wrong]).failed();
    }
}

#[test]
fn explained_blocks_are_bytes_of_the_page() {
    for verb in ["content", "blog"] {
        for method in ["ours", "paper"] {
            for row in rows(&[verb, BLOG, "--explain", "--method", method]) {
                let page = std::fs::read_to_string(root().join(text(&row, "path"))).expect("it is there");
                let blocks = row["blocks"].as_array().expect("a list");
                assert!(blocks.len() > 5);
                for block in blocks {
                    let place =
                        |key: &str| usize::try_from(block[key].as_u64().expect("a number")).expect("small");
                    let first = text(block, "text");
                    let first = first.split_whitespace().next().expect("blocks have words").to_owned();
                    assert!(page[place("start")..place("end")].trim_start().starts_with(&first), "{block}");
                    assert!(!text(block, "why").is_empty());
                }
                let key = if verb == "content" { "text" } else { "post" };
                let kept: Vec<String> = blocks
                    .iter()
                    .filter(|block| block["part"] == "text")
                    .map(|block| text(block, "text"))
                    .collect();
                assert_eq!(kept.join("\n\n"), text(&row, key));
            }
        }
    }
    let shown = katagami(["content", PRESS, "--explain"]).found();
    assert!(shown.contains("on other pages too (7 pages)         Trade"), "{shown}");
}

#[test]
fn scores_are_those_of_the_papers() {
    // The blocks: menu, headline, first, second, foot; the published rule takes the blocks in which the pages differ.
    let page = |says: &str| {
        format!("<ul><li>Menu</ul><h1>Head {says}</h1><p>First {says}<p>Second<p>Third {says}<p>Foot")
    };
    let folder = Folder::with([("a.html", page("one")), ("b.html", page("two"))]);
    folder.write(
        "truth.jsonl",
        "{\"path\": \"a.html\", \"content\": [\"Head one\", \"First  one\", \"Second\"]}\n\n\
         {\"path\": \"b.html\", \"content\": [[14, 26], \"First two\", \"Third two\"]}\n",
    );
    let run = ["content", "--method", "paper", "a.html", "b.html", "--truth", "truth.jsonl"];
    assert_eq!(
        folder.run(run).found(),
        "precision 0.667  recall 0.667  F 0.667  a.html\nprecision 1.000  recall 1.000  F 1.000  b.html\n\n\
         2 pages: precision 0.833  recall 0.833  F 0.833  perfect 0.500\n"
    );
    let rows = folder.run(run.into_iter().chain(["--format", "jsonl"])).json_lines();
    assert_eq!((&rows[0]["known"], &rows[0]["found"], &rows[0]["right"]), (&3.into(), &3.into(), &2.into()));
    assert_eq!((&rows[2]["path"], &rows[2]["perfect"]), (&Value::Null, &0.5.into()));
}

#[test]
fn lines_about_an_article_are_left_out_on_request_or_if_marked() {
    let says = "The river rose by a foot all night long, and in the morning, as everybody in the town had feared, the old bridge was gone.";
    let page = |line: &str| {
        format!(
            "<title>Rain - The Daily</title><h1>Rain</h1>{line}<p>{says}</p><p><img data-src=bridge.jpg><p>Then {says}</p><p>And {says}</p>"
        )
    };
    let folder = Folder::with([
        ("plain.html", page("<p>3 May 2020, by Ann Lee</p>")),
        ("marked.html", page("<p><time datetime=2020-05-03>3 May 2020</time></p>")),
    ]);
    let text = |arguments: &[&str], page: &str| {
        let row = folder
            .run(
                ["content", "--quiet", "--format", "jsonl", page]
                    .iter()
                    .copied()
                    .chain(arguments.iter().copied()),
            )
            .json_lines()
            .remove(0);
        (text(&row, "text"), row["iso_date"].clone())
    };
    let (plain, marked) = (text(&[], "plain.html").0, text(&[], "marked.html"));
    assert!(
        plain.contains("3 May 2020") && !text(&["--no-dates"], "plain.html").0.contains("May"),
        "{plain}"
    );
    assert!(!marked.0.contains("May") && marked.1 == "2020-05-03", "{marked:?}");
    for option in ["--no-dates", "--no-captions"] {
        assert!(text(&[option], "plain.html").0.starts_with("Rain\n\n"));
    }
    let why = folder.run(["content", "--quiet", "--explain", "marked.html"]).found();
    assert!(why.contains("marked as date or author"), "{why}");
    assert!(
        folder
            .run(["content", "--quiet", "--format", "md", "plain.html"])
            .found()
            .contains("![](bridge.jpg)")
    );
    folder.run(["content", "--no-dates", "--explain", "plain.html"]).failed();
}

#[test]
fn articles_are_found_in_scripts_without_spaces_and_from_right_to_left() {
    // Written by the author of this test: a line about the weather each.
    let languages = [
        ("th", "หน้าแรก", "ฝนตกหนักตลอดทั้งคืนและในตอนเช้าสะพานเก่าที่ทุกคนในหมู่บ้านรู้จักก็ถูกน้ำพัดหายไปแล้ว"),
        (
            "ar",
            "الرئيسية",
            "هطل المطر طوال الليل وفي الصباح كان الجسر القديم الذي يعرفه كل سكان المدينة قد اختفى في النهر",
        ),
        (
            "hi",
            "मुखपृष्ठ",
            "सारी रात तेज बारिश होती रही और सुबह वह पुराना पुल जिसे गाँव का हर आदमी जानता था नदी में बह गया",
        ),
        (
            "zh",
            "首页",
            "大雨下了整整一夜，到了早上，村里人人都认识的那座老桥已经被河水冲走了，谁也没有想到会这样。",
        ),
        (
            "ja",
            "ホーム",
            "一晩中ひどい雨が降り続き、朝になると、村の誰もが知っていたあの古い橋は川に流されてしまっていた。",
        ),
    ];
    for (language, home, says) in languages {
        let menu = format!("<nav><ul>{}</ul></nav>", format!("<li><a href=/>{home}</a>").repeat(6));
        let expected: Vec<String> = (1..7).map(|number| format!("{says} {number}")).collect();
        let body = format!("<p>{}</p>", expected.join("</p><p>"));
        let page = format!(
            "<html lang={language}><title>{says}</title>{menu}<div class=a>{body}</div><footer><a href=/>{home}</a></footer>"
        );
        let folder = Folder::with([("page.html", page)]);
        let row = folder.run(["content", "--quiet", "--format", "jsonl", "page.html"]).json_lines().remove(0);
        assert_eq!(text(&row, "text"), expected.join("\n\n"), "{language}");
    }
}

#[test]
fn known_sets_are_classified() {
    for set in ["press/a-daily", "press/b-old", "press/c-japanese"] {
        let (truth, folder) = (format!("data/{set}/blocks.jsonl"), format!("data/{set}"));
        let all = rows(&["content", &folder, "--truth", &truth]).pop().expect("a row for all");
        assert_eq!(all["perfect"], 1.0, "{set}: {all}");
    }
    for set in ["blog/a-replies", "blog/b-every", "blog/c-none"] {
        let (truth, folder) = (format!("data/{set}/blocks.jsonl"), format!("data/{set}"));
        for class in rows(&["blog", &folder, "--truth", &truth]) {
            assert_eq!((&class["f"], &class["accuracy"]), (&1.0.into(), &1.0.into()), "{set}: {class}");
        }
    }
    // The failure that the authors describe: a blog with comments on every page.
    let every = rows(&[
        "blog",
        "data/blog/b-every",
        "--method",
        "paper",
        "--truth",
        "data/blog/b-every/blocks.jsonl",
    ]);
    assert_eq!(every[2]["found"], 0);
}

#[test]
fn errors_in_a_truth_file_are_reported() {
    let folder = Folder::with([("a/x.html", "<p>one two"), ("b/x.html", "<p>three four")]);
    for (truth, complaint) in [
        ("", "truth.jsonl: the file is empty"),
        ("{", "truth.jsonl:1: give {"),
        ("{\"path\": \"a/x.html\"}", "missing field `content`"),
        ("{\"path\": \"a/x.html\", \"content\": [], \"contents\": []}", "unknown field `contents`"),
        ("{\"path\": \"a/x.html\", \"content\": [1]}", "a block is given as [START, END] or as its text"),
        (
            "\n{\"path\": \"a/x.html\", \"content\": [[3, 99]]}",
            "truth.jsonl:2: [3, 99] is not a range of bytes of a/x.html, which has 10 bytes",
        ),
        ("{\"path\": \"a/x.html\", \"content\": [[5, 5]]}", "[5, 5] is not a range"),
        (
            "{\"path\": \"y.html\", \"content\": []}",
            "truth.jsonl:1: no page that was read has the path y.html",
        ),
        ("{\"path\": \"x.html\", \"content\": []}", "several pages end in x.html; give more of the path"),
        (
            "{\"path\": \"a/x.html\", \"content\": []}\n{\"path\": \"a/x.html\", \"content\": []}",
            "truth.jsonl:2: an earlier line is for a/x.html as well",
        ),
    ] {
        folder.write("truth.jsonl", truth);
        for verb in ["content", "blog"] {
            let failed = folder.run([verb, "a/x.html", "b/x.html", "--truth", "truth.jsonl"]).failed();
            assert!(failed.contains(complaint), "{truth}: {failed}");
        }
    }
    let failed = folder.run(["content", "a/x.html", "--truth", "none.jsonl"]).failed();
    assert!(failed.contains("none.jsonl: cannot be read"), "{failed}");
    for options in [["--explain", "--format=md"], ["--truth=t", "--format=html"], ["--explain", "--truth=t"]]
    {
        let failed = folder.run(["content", "a/x.html"].into_iter().chain(options)).failed();
        assert!(failed.contains("--explain") || failed.contains("--truth works only with"), "{failed}");
    }
}

#[test]
fn pages_without_content_give_an_empty_result() {
    let folder =
        Folder::with([("a.html", "<frameset><frame src=b.html></frameset>"), ("b.html", "<img src=c.png>")]);
    for verb in ["content", "blog"] {
        for format in ["text", "md", "html", "jsonl"] {
            let ran = folder.run([verb, "a.html", "b.html", "--format", format]);
            let said = "no main text found on any page\n";
            assert_eq!((ran.code, ran.err.as_str()), (1, said), "{verb} {format}: {}", ran.out);
        }
    }
}

#[test]
fn front_matter_has_the_metadata_of_a_page() {
    let page = "<title>A \"day\" in town</title><meta name=author content='Ann Lee'><h1>A \"day\" in town</h1>\
                <p class=date>3 May 2020<p>one two three four five six seven eight nine ten eleven twelve";
    let folder = Folder::with([("a.html", page)]);
    let run = ["content", "--quiet", "a.html", "--front-matter", "--format"];
    let written = folder.run(run.into_iter().chain(["md"])).found();
    let known = "---\nsource: \"a.html\"\ntitle: \"A \\\"day\\\" in town\"\nauthor: \"Ann Lee\"\n\
                 shown_date: \"3 May 2020\"\ndate: \"2020-05-03\"\n";
    assert!(written.starts_with(known) && written.contains("\n---\n\n# A \"day\" in town\n"), "{written}");
    assert_eq!(folder.run(["content", "--quiet", "a.html", "--front-matter"]).found(), written);
    folder.run(["content", "--quiet", "a.html", "--front-matter", "-o", "out/"]).found();
    assert_eq!(std::fs::read_to_string(folder.path().join("out/a.md")).expect("a file"), written);
    let wrong = folder.run(run.into_iter().chain(["html"])).failed();
    assert!(wrong.contains("--format md"), "{wrong}");
}

#[test]
fn a_file_of_another_page_is_not_replaced() {
    let page = |word: &str| format!("<title>{word}</title><h1>{word}</h1><p>{}", [word; 12].join(" "));
    let folder = Folder::with([("a/1.html", page("one").as_str()), ("b/1.html", page("two").as_str())]);
    let write = |site: &str| folder.run(["content", "--quiet", "--format", "md", "-o", "out/", site]);
    write("a").found();
    let first = std::fs::read_to_string(folder.path().join("out/1.md")).expect("a file");
    write("a").found();
    let wrong = write("b").failed();
    assert!(wrong.contains("1.md: this file exists with another content"), "{wrong}");
    assert_eq!(std::fs::read_to_string(folder.path().join("out/1.md")).expect("a file"), first);
}

#[test]
fn precision_leaves_out_and_recall_keeps_what_is_doubtful() {
    let words = |options: &[&str]| -> Vec<BTreeSet<String>> {
        let pages = rows(&[&["content", "--quiet", "data/mixed/a-bookshop"], options].concat());
        let lines = |page: &Value| text(page, "text").lines().map(str::to_owned).collect();
        pages.iter().map(lines).collect()
    };
    let [less, even, more] = [&["--precision"][..], &[], &["--recall"]].map(words);
    assert!(less.iter().zip(&even).all(|(less, even)| less.is_subset(even)) && less != even);
    assert!(even.iter().zip(&more).all(|(even, more)| even.is_subset(more)) && even != more);
}

#[test]
fn sections_under_headings_of_their_own_are_no_comments() {
    let folder = Folder::new();
    let words = ["amber", "basket", "copper", "delta", "ember", "forest", "garden", "harbor"];
    let sentence = |seed: usize| {
        let all: Vec<&str> = (0..12).map(|n| words[(seed * 5 + n * n + n * seed) % 8]).collect();
        format!("Stir {} for {} minutes.", all.join(" "), seed + 3)
    };
    for at in 0..6 {
        let item = |n: usize| format!("<li>{} g {}</li>", 100 + 37 * at + n, words[(at + n) % 8]);
        let step = |n: usize| format!("<li>{}</li>", sentence(7 * at + n));
        let (items, steps): (String, String) = ((0..4).map(item).collect(), (0..3).map(step).collect());
        folder.write(
            &format!("{at}.html"),
            format!(
                "<h1>{} soup</h1><p>{}</p><h2>Ingredients</h2><ul>{items}</ul><h2>Directions</h2><ol>{steps}</ol>",
                words[at],
                sentence(50 + at)
            ),
        );
    }
    let lines = folder.run(["blog", "-q", ".", "--format", "jsonl"]).found();
    let comments =
        lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")["comments"].clone());
    assert!(comments.into_iter().all(|comments| comments.as_array().is_none_or(Vec::is_empty)), "{lines}");
}

#[test]
fn a_date_below_the_text_that_all_pages_share_is_not_theirs() {
    let folder = Folder::new();
    let words = ["amber", "basket", "copper", "delta", "ember", "forest", "garden", "harbor"];
    for at in 0..5 {
        let sentence = |n: usize| {
            let all: Vec<&str> =
                (0..14).map(|word| words[(at * 3 + n + word * word + word * at) % 8]).collect();
            format!("<p>The {} were all that we found of it on the way {at}{n}.</p>", all.join(" and the "))
        };
        let own = if at == 2 { "<p>Written on 3 March 2014</p>" } else { "" };
        folder.write(
            &format!("{at}.html"),
            format!(
                "<title>On the {} {at}</title><h1>On the {} {at}</h1>{own}{}<hr><p>Last change of this site: 4 May 2021.</p>",
                words[at],
                words[at],
                (0..4).map(sentence).collect::<String>()
            ),
        );
    }
    let rows = folder.run(["content", "-q", ".", "--format", "jsonl"]).json_lines();
    let dates: Vec<Option<&str>> = rows.iter().map(|row| row["date"].as_str()).collect();
    assert_eq!(dates, [None, None, Some("3 March 2014"), None, None]);
}

/// Pages of an article each, with what is written above and below it.
fn articles(count: usize, write: impl Fn(usize) -> [String; 2]) -> Folder {
    let folder = Folder::new();
    let words = ["river", "bridge", "mill", "harbour", "orchard", "letter", "winter", "ferry"];
    for at in 0..count {
        let sentence = |number: usize| {
            let word = |step: usize| words[(at * 5 + number * step + step) % 8];
            format!(
                "In the year {number}{at} the {} stood by the {} until the {} came with the {}.",
                word(1),
                word(3),
                word(5),
                word(7)
            )
        };
        let paragraph =
            |part: usize| format!("<p>{} {} {}</p>", sentence(part), sentence(part + 7), sentence(part + 11));
        let text: String = (0..5).map(paragraph).collect();
        let [above, below] = write(at);
        folder.write(
            &format!("blog/{at}.html"),
            format!("<title>Of {}</title><h1>Of {}</h1>{above}{text}{below}", words[at % 8], words[at % 8]),
        );
    }
    folder
}

#[test]
fn comments_may_stand_in_field_sets_without_fields() {
    let folder = articles(6, |at| {
        let comment = |number: usize| {
            format!(
                "<fieldset><legend>Reader {at}{number} on 2020-05-{:02}</legend><p>The miller {number} told me {at} times that it was not so.</p></fieldset>",
                10 + number
            )
        };
        [String::new(), format!("<h3>Comments</h3>{}", (0..=at % 3).map(comment).collect::<String>())]
    });
    let counts: Vec<usize> = folder
        .run(["blog", "blog", "-q", "--format", "jsonl"])
        .json_lines()
        .iter()
        .map(|row| row["comments"].as_array().map_or(0, Vec::len))
        .collect();
    assert_eq!(counts, [1, 2, 3, 1, 2, 3]);
}

#[test]
fn a_label_of_a_table_is_no_author() {
    let names = ["Ann Lee", "Bo Ray", "Cy Dawson", "Dee Thorne", "Eve Marsh"];
    let folder = articles(5, |at| {
        [
            format!("<table><tr><th>Writer<td>{}<tr><th>Issued<td>2020-05-{}</table>", names[at], 10 + at),
            String::new(),
        ]
    });
    let authors: Vec<String> = folder
        .run(["content", "blog", "-q", "--format", "jsonl"])
        .json_lines()
        .iter()
        .map(|row| text(row, "author"))
        .collect();
    assert_eq!(authors, names);
}

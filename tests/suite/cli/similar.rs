//! Similar pages: results, formats, inputs, memory, and the state after a kill.

mod folder;
mod killed;
mod memory;
pub(super) mod web;

use self::web::{long_paragraphs, marked, page, paragraphs, text, warc};
use super::run::{Folder, csv_rows, finish, katagami, program};
use serde_json::{Value, json};

/// A folder with three unrelated pages, a copy, a copy in another frame, and a page that quotes another.
fn web() -> Folder {
    let folder = Folder::new();
    for number in 0..3 {
        folder.write(&format!("web/{number}.html"), page(number));
    }
    folder.write("web/copy.html", page(0));
    let around =
        page(1).replace("<body>", "<body><p>Welcome to the pages of the library by the sea, reader.");
    folder.write("web/framed.html", around);
    let (half, own) = (marked(&paragraphs(2)[..6]), marked(&paragraphs(77)));
    folder.write("web/quoting.html", format!("<body>{own}{half}"));
    folder
}

fn names(rows: &[Value]) -> Vec<(&str, &str, &str)> {
    let text = |row: &'_ Value, name: &str| row[name].as_str().map(str::len);
    assert!(rows.iter().all(|row| text(row, "a").is_some()));
    rows.iter()
        .map(|row| {
            let of = |name: &str| row[name].as_str().expect("a text");
            (of("a"), of("b"), of("relation"))
        })
        .collect()
}

#[test]
fn copies_are_the_same_and_a_page_with_a_part_of_another_overlaps() {
    let rows = web().run(["similar", "web", "--format", "jsonl"]).json_lines();
    assert_eq!(
        names(&rows)[..2],
        [("web/0.html", "web/copy.html", "same"), ("web/1.html", "web/framed.html", "same")]
    );
    let (a, b, relation) = names(&rows)[2];
    assert_eq!((a, b), ("web/2.html", "web/quoting.html"));
    assert_ne!(relation, "same");
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0]["overlap"], json!(1.0));
    assert_eq!(rows[0]["evidence"].as_array().map(Vec::len), Some(3));
}

#[test]
fn a_page_pasted_together_from_others_is_a_collage_whose_originals_it_links_to() {
    let folder = Folder::new();
    let url = |site: usize| format!("http://site{site}.example/{site}.html");
    let row = |site: usize, html: String| json!({"url": url(site), "html": html}).to_string();
    let sources = (0..4).map(|site| row(site, marked(&paragraphs(site))));
    let pieces: String = (0..4).map(|site| marked(&paragraphs(site)[2..4])).collect();
    let collage = row(9, format!("{pieces}<a href='{}'>more</a>", url(1)));
    folder.write("pages.jsonl", sources.chain([collage]).collect::<Vec<_>>().join("\n"));
    let rows = folder.run(["similar", "pages.jsonl", "--least", "0", "--format", "jsonl"]).json_lines();
    let classes: Vec<_> = rows.iter().map(|row| (&row["b"], &row["class"], &row["original"])).collect();
    let of = |original: &str| (json!("pages.jsonl#5"), json!("collage"), json!(original));
    let wanted = ["", "a", "", ""].map(of);
    assert_eq!(classes, wanted.iter().map(|(b, class, from)| (b, class, from)).collect::<Vec<_>>());
    let shown = folder.run(["similar", "pages.jsonl", "--least", "0"]).found();
    assert!(shown.contains("overlaps: collage") && shown.contains(", the first is the original"), "{shown}");
}

#[test]
fn evidence_is_at_its_byte_ranges() {
    let folder = web();
    let rows = folder.run(["similar", "web", "--explain", "--format", "jsonl"]).json_lines();
    for row in &rows {
        assert_eq!(json!(row["evidence"].as_array().map(Vec::len)), row["sentences"]);
        for evidence in row["evidence"].as_array().expect("a list") {
            let text = evidence["text"].as_str().expect("a text");
            for side in ["a", "b"] {
                let path = folder.path().join(row[side].as_str().expect("a path"));
                let html = std::fs::read_to_string(path).expect("the page is there");
                let place = |at: usize| {
                    usize::try_from(evidence[side][at].as_u64().expect("a place")).expect("a place")
                };
                assert!(html[place(0)..place(1)].contains(text), "{text}");
            }
        }
    }
    let shown = folder.run(["similar", "web", "--explain"]).found();
    assert!(shown.contains("web/0.html\nweb/copy.html\n  same: "), "{shown}");
}

#[test]
fn text_that_is_no_evidence_is_distinguished() {
    let folder = Folder::new();
    let text = long_paragraphs(0);
    folder.write("a.html", format!("<p>Home{}", marked(&text)));
    folder.write("b.html", format!("<p>Home{}", marked(&text).replacen(' ', " so", 1)));
    let shown = folder.run(["similar", "a.html", "b.html", "--explain"]).found();
    let below = |end: &str| shown.lines().skip_while(|line| !line.ends_with(end)).nth(1).map(str::trim);
    assert_eq!(below(", too short or frequent to be evidence"), Some("Home"), "{shown}");
    assert_eq!(below(", edited"), Some(text[0].as_str()), "{shown}");
    assert_eq!(below(", on 2 pages"), Some(text[1].as_str()), "{shown}");
}

#[test]
fn all_formats_have_the_same_rows() {
    let folder = web();
    let lines = folder.run(["similar", "web", "--format", "jsonl"]).json_lines();
    let array = folder.run(["similar", "web", "--format", "json"]).found();
    assert_eq!(serde_json::from_str::<Vec<Value>>(&array).expect("an array"), lines);
    let table = csv_rows(&folder.run(["similar", "web", "--format", "csv"]).found());
    for (row, line) in table.iter().zip(&lines) {
        assert_eq!(json!(row["a"]), line["a"]);
        assert_eq!(row["overlap"].parse::<f64>().ok(), line["overlap"].as_f64());
        let evidence: Value = serde_json::from_str(&row["evidence"]).expect("an array of objects");
        assert_eq!(evidence, line["evidence"]);
    }
    assert_eq!(table.len(), lines.len());
}

#[cfg(feature = "parquet")]
#[test]
fn pairs_are_written_as_parquet() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let folder = web();
    folder.run(["similar", "web", "-o", "pairs.parquet"]).found();
    let file = std::fs::File::open(folder.path().join("pairs.parquet")).expect("it is written");
    let reader = SerializedFileReader::new(file).expect("it is Parquet");
    let rows: Vec<_> = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
    let lines = folder.run(["similar", "web", "--format", "jsonl"]).json_lines();
    assert_eq!(rows.len(), lines.len());
    let columns: Vec<&String> = rows[0].get_column_iter().map(|(name, _)| name).collect();
    assert_eq!(columns[..6], ["a", "b", "relation", "class", "overlap", "containment"]);
    folder.run(["similar", "web", "--groups", "-o", "groups.parquet"]).found();
    let refused = folder.run(["similar", "web", "--statistics", "--format", "parquet"]).failed();
    assert!(refused.contains("only pairs and groups can be written as parquet"), "{refused}");
}

#[test]
fn threads_and_memory_change_nothing() {
    let folder = Folder::new();
    folder.write("pages.jsonl", web::lines(0..600));
    let run = |more: &[&'static str]| {
        let arguments = ["similar", "pages.jsonl", "--format", "jsonl", "--explain"];
        folder.run(arguments.into_iter().chain(more.iter().copied())).found()
    };
    let expected = run(&[]);
    assert!(expected.lines().count() > 100);
    assert_eq!(run(&["--threads", "1"]), expected);
    assert_eq!(run(&["--threads", "4", "--memory", "160M"]), expected);
}

#[test]
fn archives_pipes_and_folders_give_the_same_pages() {
    let pages: Vec<(String, String)> = [0, 1, 0]
        .into_iter()
        .enumerate()
        .map(|(at, number)| (format!("https://a.example/{at}"), page(number)))
        .collect();
    let folder = Folder::new();
    folder.write("crawl.warc", warc(&pages));
    let rows = folder.run(["similar", "crawl.warc", "--format", "jsonl"]).json_lines();
    assert_eq!(names(&rows), [("crawl.warc#1", "crawl.warc#3", "same")]);
    assert_eq!(rows[0]["a_url"], json!("https://a.example/0"));
    let rows = folder.run(["similar", "crawl.warc", "--keep", "first", "--format", "jsonl"]).json_lines();
    assert_eq!(rows[0], json!({"path": "crawl.warc#1", "url": "https://a.example/0"}));
    let groups = |format: &'static str| folder.run(["similar", "crawl.warc", "--groups", "--format", format]);
    assert_eq!(groups("jsonl").json_lines()[0]["other_urls"], json!(["https://a.example/2"]));
    let table = csv_rows(&groups("csv").found());
    let urls = ["keep_url", "other_url"].map(|column| table[0][column].as_str());
    assert_eq!(urls, ["https://a.example/0", "https://a.example/2"]);
    let mut command = program();
    command.current_dir(folder.path()).args(["similar", "-", "--format", "jsonl"]);
    let piped = finish(&mut command, &warc(&pages)).json_lines();
    assert_eq!(names(&piped), [("-#1", "-#3", "same")]);
}

#[test]
fn an_input_that_is_given_twice_counts_once() {
    let folder = web();
    let once = folder.run(["similar", "web", "--format", "jsonl"]).found();
    let twice = folder.run(["similar", "web", "web/0.html", "--format", "jsonl"]);
    assert_eq!(twice.out, once);
    assert!(
        twice.err.starts_with("1 page left out: earlier pages have the same names and addresses; "),
        "{}",
        twice.err
    );
}

#[test]
fn a_common_menu_does_not_make_pages_similar_but_mirrors_are() {
    let folder = Folder::new();
    let menu = marked(&paragraphs(50));
    for number in 0..4 {
        let own = marked(&paragraphs(number)[..6]);
        let page = format!("<body><div class=menu>{menu}</div><div class=text>{own}</div>");
        folder.write(&format!("web/{number}.html"), &page);
        folder
            .write(&format!("mirror/{number}.html"), page.replace("<body>", "<body><p>A copy of the page."));
    }
    let run = |inputs: &[&'static str]| {
        let arguments = ["similar", "--format", "jsonl"].into_iter().chain(inputs.iter().copied());
        folder.run(arguments)
    };
    assert_eq!(run(&["web"]).out, "");
    let rows = run(&["web", "mirror"]).json_lines();
    let expected: Vec<(String, String)> =
        (0..4).map(|number| (format!("web/{number}.html"), format!("mirror/{number}.html"))).collect();
    let found: Vec<(String, String)> =
        names(&rows).into_iter().map(|(a, b, _)| (a.to_owned(), b.to_owned())).collect();
    assert_eq!(found, expected);
}

#[test]
fn groups_and_pages_to_keep_do_not_depend_on_the_order_of_inputs() {
    let folder = web();
    let there =
        ["web/0.html", "web/1.html", "web/2.html", "web/copy.html", "web/framed.html", "web/quoting.html"];
    let run = |options: &[&'static str], backwards: bool| {
        let mut inputs = there.to_vec();
        if backwards {
            inputs.reverse();
        }
        let out = folder.run(["similar"].into_iter().chain(options.iter().copied()).chain(inputs)).found();
        let mut lines: Vec<String> = out.lines().map(str::to_owned).collect();
        // Groups are in the order of their names, the pages to keep in that of the input.
        if !options.contains(&"--groups") {
            lines.sort();
        }
        lines
    };
    for options in [
        &["--groups", "--format", "jsonl"][..],
        &["--groups", "--keep", "longest", "--format", "csv"],
        &["--keep", "first"],
        &["--keep", "longest"],
        &["--keep", "shortest", "--format", "jsonl"],
    ] {
        assert_eq!(run(options, false), run(options, true), "{options:?}");
    }
    let groups = [
        r#"{"keep":"web/0.html","keep_url":null,"others":["web/copy.html"],"other_urls":[null]}"#,
        r#"{"keep":"web/1.html","keep_url":null,"others":["web/framed.html"],"other_urls":[null]}"#,
    ];
    assert_eq!(run(&["--groups", "--format", "jsonl"], false), groups);
    assert_eq!(
        run(&["--keep", "first"], false),
        ["web/0.html", "web/1.html", "web/2.html", "web/quoting.html"]
    );
    let longest = run(&["--keep", "longest"], true);
    assert_eq!(longest, ["web/0.html", "web/2.html", "web/framed.html", "web/quoting.html"]);
}

#[test]
fn of_a_page_and_its_copy_the_one_with_the_shorter_name_is_kept() {
    let folder = Folder::new();
    for name in ["01.html", "01-copy.html", "01 (1).html", "index-old.html", "index.html"] {
        folder.write(&format!("web/{name}"), page(usize::from(name.starts_with('i'))));
    }
    folder.write("web/other.html", page(2));
    let kept = folder.run(["similar", "--keep", "first", "web"]).found();
    assert_eq!(kept, "web/01.html\nweb/index.html\nweb/other.html\n");
}

#[test]
fn a_page_with_more_text_is_not_left_out() {
    let folder = Folder::new();
    let text = marked(&long_paragraphs(0));
    folder.write("a.html", &text);
    folder.write("b.html", format!("{text}{}", marked(&long_paragraphs(1)[..4])));
    let rows = folder.run(["similar", "a.html", "b.html", "--format", "jsonl"]).json_lines();
    assert_eq!(names(&rows), [("a.html", "b.html", "same")]);
    let keep = |more: &[&'static str]| {
        folder.run(["similar", "a.html", "b.html", "--keep", "first"].into_iter().chain(more.iter().copied()))
    };
    assert_eq!(keep(&[]).found(), "b.html\n");
    assert_eq!(keep(&["--same", "0"]).found(), "a.html\n");
    assert_eq!(keep(&["--method", "paper"]).found(), "a.html\n");
    // If neither page has enough of the other's text, both are kept.
    folder.write("a.html", format!("{text}{}", marked(&long_paragraphs(2)[..3])));
    assert_eq!(keep(&["-q"]).found(), "a.html\nb.html\n");
    assert_eq!(keep(&["--same", "0.78"]).found(), "b.html\n");
}

#[test]
fn a_run_of_thirty_words_is_not_lost_however_small_its_share() {
    let folder = Folder::new();
    let text = marked(&[long_paragraphs(0), long_paragraphs(1)].concat());
    let more =
        |number: usize, paragraphs: usize| text.clone() + &marked(&long_paragraphs(number)[..paragraphs]);
    let keep = |rule: &[&'static str]| {
        let words = ["similar", "a.html", "b.html", "--keep", "first", "-q"];
        folder.run(words.into_iter().chain(rule.iter().copied())).found()
    };
    // A paragraph has 24 words, a twenty-fifth of the page.
    folder.write("a.html", more(2, 1));
    folder.write("b.html", more(3, 1));
    assert_eq!(keep(&[]), "a.html\n");
    folder.write("b.html", more(3, 2));
    assert_eq!(keep(&[]), "b.html\n");
    assert_eq!(keep(&["--same", "0.9"]), "a.html\n");
    folder.write("a.html", more(2, 2));
    assert_eq!(keep(&[]), "a.html\nb.html\n");
    let said = folder.run(["similar", "a.html", "b.html", "--keep", "first"]).err;
    assert!(said.contains("; --same 0.9 accepts the loss"), "{said}");
}

#[test]
fn the_reason_why_same_pages_are_all_kept_is_printed() {
    let run = |more: &[&'static str]| {
        katagami(["similar", "data/press/a-daily"].into_iter().chain(more.iter().copied()))
    };
    let why = "1 pair of pages is the same but all kept: neither page has 0.9 of the other's text with no 30 words in a row \
               missing, as each has more text besides the main text, which would be lost";
    for more in [&["--groups"][..], &["--keep", "longest"]] {
        let said = run(more).err;
        assert!(
            said.starts_with(&format!("{why}; --explain shows it; --same 0.82 accepts the loss\n")),
            "{said}"
        );
    }
    assert!(
        run(&["--groups", "--same", "0.82"]).found().ends_with("08.html\n  data/press/a-daily/03.html\n")
    );
    let explained = run(&["--keep", "first", "--explain"]);
    assert_eq!(explained.out.lines().count(), 8);
    let lines = "  0.823 of data/press/a-daily/03.html is in the other, which lacks\n    Cell biology II 1 July 2005\n";
    assert!(explained.err.contains(lines), "{}", explained.err);
}

#[test]
fn a_table_without_a_group_or_a_pair_has_its_header() {
    let folder = Folder::with([("a.html", format!("<p>{}", text(1, 40)))]);
    let table = |more: &[&'static str]| {
        folder.run(["similar", "a.html", "--format", "csv", "-q"].into_iter().chain(more.iter().copied())).out
    };
    assert_eq!(table(&["--groups"]), "keep,other,keep_url,other_url\n");
    assert!(table(&[]).starts_with("a,b,relation,class,overlap,"));
}

#[test]
fn one_of_many_pages_with_one_text_is_kept_in_any_order() {
    let folder = Folder::new();
    let there: Vec<String> = (0..15).map(|number| format!("{:02}.html", number * 7 % 15)).collect();
    for name in &there {
        folder.write(name, page(0));
    }
    for turn in 0..3 {
        let inputs = there[turn..].iter().chain(&there[..turn]).map(String::as_str);
        let ran = folder.run(["similar", "--keep", "first"].into_iter().chain(inputs));
        assert_eq!(ran.found(), "00.html\n");
    }
}

#[test]
fn any_number_of_sites_may_have_a_copy() {
    for sites in [10, 11, 14, 40] {
        let folder = Folder::new();
        for site in 0..sites {
            let own = marked(&paragraphs(50 + site)[..6]);
            folder.write(&format!("web/{site}-own.html"), format!("<title>{site}</title><body>{own}"));
            let copy = marked(&paragraphs(1)[..8]);
            folder.write(
                &format!("web/{site}-copy.html"),
                format!("<title>Site {site}</title><div id=d{site}>{copy}</div>"),
            );
        }
        let kept = folder.run(["similar", "--keep", "first", "web"]).found();
        assert_eq!(kept.lines().filter(|line| line.ends_with("-own.html")).count(), sites);
        assert_eq!(kept.lines().count(), sites + 1, "{kept}");
    }
}

#[test]
fn places_where_words_may_be_divided_hide_no_copy() {
    let folder = Folder::new();
    folder.write("web/a.html", page(0));
    folder.write("web/b.html", page(0).replace("er ", "e\u{ad}r "));
    let rows = folder.run(["similar", "web", "--format", "jsonl"]).json_lines();
    assert_eq!(names(&rows), [("web/a.html", "web/b.html", "same")]);
}

#[test]
fn sentences_are_counted() {
    let folder = web();
    let rows = folder.run(["similar", "web", "--statistics", "--format", "jsonl"]).json_lines();
    let count = |measure: &str, value: u64| {
        let is = |row: &&Value| row["measure"] == json!(measure) && row["value"] == json!(value);
        rows.iter().find(is).and_then(|row| row["sentences"].as_u64()).unwrap_or(0)
    };
    // Each of these texts is a paragraph of one sentence; those of pages 0 and 1 are on two pages, as are six of page 2.
    assert_eq!(count("pages", 2), 12 + 12 + 6);
    let lengths: u64 =
        rows.iter().filter(|row| row["measure"] == "chars").filter_map(|row| row["sentences"].as_u64()).sum();
    assert!(lengths >= 12 * 6, "{lengths}");
    assert!(folder.run(["similar", "web", "--statistics"]).found().contains("distinct long ones"));
}

#[cfg(feature = "plot")]
#[test]
fn counts_of_sentences_are_drawn() {
    let folder = web();
    let counts = |options: &[&str]| {
        folder.run([&["similar", "web", "--statistics", "--format", "jsonl"], options].concat()).found()
    };
    assert_eq!(counts(&["--plot", "counts.svg"]), counts(&[]));
    let svg = std::fs::read_to_string(folder.path().join("counts.svg")).expect("it is drawn");
    assert!(svg.contains("pages that a sentence is on"));
    for (arguments, told) in [
        (&["similar", "web", "--plot", "x.pdf"][..], "figures are SVG or PNG"),
        (&["similar", "web", "--plot", "x.svg", "--format", "text", "-o", "x.svg"], "need a file each"),
    ] {
        let complaint = folder.run(arguments.iter().copied()).failed();
        assert!(complaint.contains(told), "{arguments:?}: {complaint}");
    }
}

#[test]
fn wrong_options_have_different_errors() {
    let folder = web();
    std::fs::create_dir(folder.path().join("empty")).expect("a folder");
    folder.write("file", "no folder");
    let names = folder.names();
    for (arguments, told) in [
        (&["similar"][..], "<INPUT>..."),
        (&["similar", "web", "--memory", "5M"], "too little memory; give"),
        (&["similar", "web", "--memory", "much"], "give a size such as 512M or 2G"),
        (&["similar", "web", "--resume"], "--index <DIR>"),
        (&["similar", "web", "--max-pages", "1"], "1 is not in 2..=1000"),
        (&["similar", "web", "--min-chars", "0"], "give a number of characters, 1 or more"),
        (&["similar", "web", "--least", "-1"], "'--least <SHARE>': give a number from 0 to 1"),
        (&["similar", "web", "--statistics", "--explain"], "cannot be used with"),
        (&["similar", "web", "--same", "0.8"], "<--groups|--keep <RULE>>"),
        (&["similar", "web", "--groups", "--same", "2"], "give a number from 0 to 1"),
        (&["similar", "gone"], "gone: no such file or folder"),
        (&["similar", "--index", "new"], "new: there is no such folder; give inputs to read"),
        (&["similar", "--index", "empty"], "empty: the folder has no pages; give inputs to read"),
        (&["similar", "web", "--index", "file"], "file: this is a file, but --index needs a folder"),
        (&["similar", "empty", "--estimate"], "no page could be read (1 skipped); give"),
        (&["similar", "web", "--index", "web"], "the folder contains other files"),
    ] {
        let complaint = folder.run(arguments.iter().copied()).failed();
        assert!(complaint.contains(told), "{arguments:?}: {complaint}");
    }
    assert_eq!(folder.names(), names);
    let complaint =
        finish(program().current_dir(folder.path()).args(["similar", "web"]).env("TMPDIR", "gone"), &[])
            .failed();
    if cfg!(unix) {
        assert!(
            complaint.contains("TMPDIR: no temporary file can be created; set TMPDIR to a folder"),
            "{complaint}"
        );
    }
}

#[test]
fn pages_without_common_text_are_a_valid_result() {
    let folder = Folder::new();
    folder.write("a.html", format!("<p>{}", text(1, 40)));
    folder.write("b.html", format!("<p>{}", text(2, 40)));
    let run = |more: &[&'static str]| {
        folder
            .run(["similar", "a.html", "b.html", "--format", "json"].into_iter().chain(more.iter().copied()))
    };
    for (more, told) in [
        (
            &[][..],
            "2 pages read, no pair: no two pages have 0.5 of the shorter one in common; the template of a site does \
                   not count; for pairs with less in common, give --least 0.1\n",
        ),
        (
            &["--least", "0.1"],
            "2 pages read, no pair: no two pages have 0.1 of the shorter one in common; the template of a \
                               site does not count\n",
        ),
        (
            &["--method", "paper"],
            "2 pages read, no pair: no two pages share a long sentence that few pages have\n",
        ),
        (
            &["--groups"],
            "2 pages read, no page can be left out for another; leave out --groups for pairs that have less \
                         in common\n",
        ),
        (&["-q"], ""),
    ] {
        let ran = run(more);
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (1, "[]\n", told), "{more:?}");
    }
}

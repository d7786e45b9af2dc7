//! The published method gives the numbers that `data/README.md` lists.

use super::run::{Folder, katagami};
use site::set::Family;

/// The peaks of the rule on every page of `data/results`, by path.
#[test]
fn count_gives_the_listed_peak_of_every_page() {
    let ran = katagami(["count", "--method", "paper", "--format", "jsonl", "data/results"]);
    let found: Vec<(String, u64)> = ran
        .json_lines()
        .iter()
        .map(|row| {
            (row["path"].as_str().expect("a path").to_owned(), row["count"].as_u64().expect("a count"))
        })
        .collect();
    let sets = site::set::all().into_iter().filter(|set| set.family == Family::Results);
    let expected: Vec<(String, u64)> = sets
        .flat_map(|set| {
            let path = |page: &site::Page| format!("data/results/{}/{}", set.name, page.name);
            set.pages.iter().map(path).zip(set.peaks.iter().map(|&peak| peak as u64)).collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(expected.len(), 42);
    assert_eq!(found, expected);
}

#[test]
fn spectrum_gives_the_listed_peak_of_every_set() {
    for set in site::set::all().into_iter().filter(|set| set.family == Family::Syllabus) {
        // The list counts bytes of the files, the program those of the text. The peak differs only for the word processor.
        let folder = format!("data/syllabus/{}", set.name);
        let rows = katagami(["spectrum", "--method", "paper", "--format", "jsonl", &folder]).json_lines();
        let peaks: Vec<u64> = rows
            .iter()
            .filter(|row| row["peak"] == 1)
            .map(|row| row["frequency"].as_u64().expect("a number"))
            .collect();
        assert_eq!(peaks, set.peaks.iter().map(|&peak| peak as u64).collect::<Vec<_>>(), "{}", set.name);
    }
}

#[test]
fn the_published_template_of_f_optional_has_the_content_word_and_lacks_the_inside_of_the_label() {
    let rows = katagami(["template", "--method", "paper", "--format", "jsonl", "data/syllabus/f-optional"])
        .json_lines();
    let texts: Vec<&str> = rows.iter().map(|row| row["text"].as_str().expect("a text")).collect();
    assert!(texts.iter().any(|text| text.contains("Kirchhoff")));
    // As in the list: the label occurs 14 times, so it is no string of frequency 10 as a whole.
    assert!(!texts.contains(&"Textbook and further reading"));
    assert!(rows.iter().all(|row| row["frequency"] == 10));
}

/// Two pages in Shift_JIS, whose bytes are no UTF-8, and one byte 0xFF, which is in no encoding.
fn stored() -> Folder {
    let page = |last: u8| [b"<h1>\x83\x56\x83\x89\x83\x6f\x83\x58</h1><p>".as_slice(), &[last]].concat();
    Folder::with([("a.html", page(b'a')), ("b.html", page(b'b')), ("c.html", page(0xFF))])
}

#[test]
fn the_alphabet_raw_counts_the_bytes_of_files_as_they_are() {
    let files = stored();
    let template = ["template", "--method", "paper", "--alphabet", "raw", "--format", "jsonl"];
    let rows = files.run(template.into_iter().chain(["a.html", "b.html", "c.html"])).json_lines();
    // `<h1>` has no part that is more frequent than the whole, so it is in one element with what is around it.
    assert!(rows.iter().any(|row| row["text"] == "<h1>\\x83V\\x83\\x89\\x83o\\x83X</h1><p>"), "{rows:?}");
    assert_eq!((&rows[0]["start"], &rows[0]["end"]), (&0.into(), &20.into()));
    let failed = files.run(["template", "--alphabet", "raw", "--encoding", "sjis", "a.html"]).failed();
    assert!(failed.contains("--encoding") && failed.contains("give one of both"), "{failed}");
}

#[test]
fn a_template_of_strings_of_ten_symbols_is_in_pieces_where_a_long_part_is_more_frequent() {
    // The title makes three the peak.
    let page = |more: &str| {
        format!("<title>Lectures of the northern university</title><b>mathematics and physics two{more}")
    };
    let files = Folder::with([
        ("a.html", page(" mathematics and physics ")),
        ("b.html", page("")),
        ("c.html", page("")),
    ]);
    let texts = |more: &[&str]| -> Vec<String> {
        let run = ["template", "--method", "paper", "--format", "jsonl", "a.html", "b.html", "c.html"];
        let rows = files.run(run.into_iter().chain(more.iter().copied())).json_lines();
        rows.iter().map(|row| row["text"].as_str().expect("a text").to_owned()).collect()
    };
    assert_eq!(texts(&[])[0], page(""));
    let pieces = ["<title>Lectures of the northern university</title><b>mathemati", " physics two"];
    assert_eq!(texts(&["--reconstruct", "grams"])[..2], pieces);
}

#[test]
fn forum_shows_the_main_element_and_the_pattern_and_compares_pages_of_one_site() {
    let page = |posts: usize| format!("<h1>x</h1><div>{}</div>", "<b>Ann</b><p>Said</p>".repeat(posts));
    let files = Folder::new();
    for (site, posts) in [("one", [2, 3]), ("two", [4, 5])] {
        for posts in posts {
            files.write(&format!("{site}/{posts}.html"), page(posts));
        }
    }
    let run = ["forum", "--method", "paper", "--explain", "--format", "jsonl", "--beta", "1", "one", "two"];
    let rows = files.run(run).json_lines();
    // All four pages have one h1 and one div; the pages of a site differ in what is below.
    assert!(rows.iter().all(|row| row["steps"]["main"] == "html/div"), "{rows:?}");
    let counts: Vec<&serde_json::Value> = rows.iter().map(|row| &row["steps"]["repetitions"]).collect();
    assert_eq!(counts, [2, 3, 4, 5]);
    assert_eq!(rows[0]["steps"]["pattern"], serde_json::json!(["html/div/b", "html/div/p"]));
}

#[test]
fn settings_of_the_published_methods_need_the_published_method() {
    let files = stored();
    for setting in [
        &["template", "--reconstruct", "grams"][..],
        &["content", "--threshold", "0.5"],
        &["blog", "--no-extension"],
        &["forum", "--reading", "code"],
    ] {
        let failed = files.run(setting.iter().copied().chain(["a.html"])).failed();
        assert!(
            failed.contains(setting[1]) && failed.contains("add --method paper"),
            "{setting:?}: {failed}"
        );
    }
}

#[test]
fn blocks_that_share_their_tags_are_equal_for_a_low_threshold() {
    let files =
        Folder::with([("a.html", "<p>Home</p><p>One day</p>"), ("b.html", "<p>Home</p><p>Another day</p>")]);
    let text = |more: &[&str]| {
        let run = ["content", "--method", "paper", "--format", "jsonl", "a.html", "b.html"];
        let ran = files.run(run.into_iter().chain(more.iter().copied()));
        ran.out
            .lines()
            .map(|row| serde_json::from_str::<serde_json::Value>(row).expect("JSON")["text"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(text(&[]), ["One day", "Another day"]);
    assert_eq!(text(&["--threshold", "0.4"]), ["", ""]);
}

#[test]
fn without_extension_only_blocks_that_no_other_page_has_are_content() {
    let page = |post: &str| format!("<div id=post><p>{post}</p><p>Yours, Ann</p></div>");
    let files = Folder::with([("a.html", page("One day")), ("b.html", page("Another day"))]);
    let posts = |more: &[&str]| -> Vec<serde_json::Value> {
        let run = ["blog", "--method", "paper", "--format", "jsonl", "a.html", "b.html"];
        let rows = files.run(run.into_iter().chain(more.iter().copied())).json_lines();
        rows.into_iter().map(|row| row["post"].clone()).collect()
    };
    assert_eq!(posts(&["--no-extension"]), ["One day", "Another day"]);
    assert_eq!(posts(&[]), ["One day\n\nYours, Ann", "Another day\n\nYours, Ann"]);
}

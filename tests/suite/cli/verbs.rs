//! The results of each verb on the sets with known truth, in every format.

use super::run::{Folder, as_csv, csv_rows, katagami, pages, root};
use serde_json::Value;
use site::truth;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// A run of every verb that reads pages.
const RUNS: [&[&str]; 11] = [
    &["spectrum", "data/syllabus/a-13"],
    &[
        "spectrum",
        "data/results/e-touching-58",
        "--alphabet",
        "tag",
        "--length",
        "1..",
        "--frequency",
        "occurrences",
    ],
    &["template", "data/syllabus/d-mixed-7-2"],
    &["template", "data/syllabus/f-optional", "--mask"],
    &["template", "data/syllabus/b-ja-sjis", "--method", "paper"],
    &["count", "data/results", "--method", "paper"],
    &["find", "<h2", "data/syllabus/a-13"],
    &["find", "--places", "</td>", "data/syllabus/a-13"],
    &["content", "data/press/a-daily"],
    &["content", "data/press/b-old", "--method", "paper"],
    &["blog", "data/blog/b-every", "--truth", "data/blog/b-every/blocks.jsonl"],
];

/// Whether two cells are equal: as text, or as numbers whose last digit may have been rounded by the reader.
fn is_same(a: &str, b: &str) -> bool {
    let numbers = a.parse::<f64>().ok().zip(b.parse::<f64>().ok());
    a == b || numbers.is_some_and(|(a, b)| (a - b).abs() <= 1e-12 * a.abs())
}

fn with<'a>(run: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [run, more].concat()
}

#[test]
fn json_json_lines_and_csv_have_the_same_rows() {
    for run in RUNS {
        let json = katagami(with(run, &["--format", "json"])).found();
        let rows: Vec<Value> = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{run:?}: {error}"));
        assert!(!rows.is_empty(), "{run:?}");
        for format in ["jsonl", "csv"] {
            let ran = katagami(with(run, &["--format", format]));
            if format == "jsonl" {
                assert_eq!(ran.json_lines(), rows, "{run:?}");
                continue;
            }
            let table = csv_rows(&ran.found());
            let expected: Vec<BTreeMap<String, String>> = rows
                .iter()
                .map(|row| {
                    row.as_object()
                        .expect("a row")
                        .iter()
                        .map(|(name, value)| (name.clone(), as_csv(value)))
                        .collect()
                })
                .collect();
            assert_eq!(table.len(), expected.len(), "{run:?}");
            for (row, expected) in table.iter().zip(&expected) {
                assert!(row.keys().eq(expected.keys()), "{run:?}: {row:?}, {expected:?}");
                assert!(
                    row.values().zip(expected.values()).all(|(a, b)| is_same(a, b)),
                    "{run:?}: {row:?}, {expected:?}"
                );
            }
        }
    }
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    for run in RUNS {
        for format in ["text", "json", "jsonl", "csv"] {
            let on = |threads| katagami(with(run, &["--format", format, "--threads", threads]));
            let one = on("1");
            assert_eq!(one, on("4"), "{run:?} {format}");
            assert_eq!(one.code, 0, "{run:?} {format}: {}", one.err);
        }
    }
}

/// The order of the pages decides that of rows and columns, and which pages are examples.
#[test]
fn another_order_of_the_pages_changes_no_value() {
    let sets = ["shelf/a-cards", "forum/d-replies", "press/a-daily", "blog/a-replies"];
    for (set, verb) in sets.into_iter().flat_map(|set| {
        ["spectrum", "template", "count", "records", "content", "blog", "forum", "overview"]
            .map(|verb| (set, verb))
    }) {
        let files: Vec<_> = pages(set).into_iter().map(|page| page.to_string_lossy().into_owned()).collect();
        let rows = |files: &mut dyn Iterator<Item = &String>| {
            let options = [verb, "--quiet", "--format", "jsonl"].map(str::to_owned);
            let ran = katagami(options.into_iter().chain(files.cloned()));
            assert_eq!(ran.code, 0, "{set} {verb}: {}", ran.err);
            let mut rows: Vec<Value> =
                ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
            let examples: &[&str] = match verb {
                "template" => &["path", "start", "end", "element"],
                "overview" => &["path", "title", "url", "found", "command"],
                _ => &[],
            };
            for row in &mut rows {
                for name in examples {
                    row.as_object_mut().expect("an object").remove(*name);
                }
            }
            rows
        };
        let forward = rows(&mut files.iter());
        let middle = files.len() / 2;
        let mut other = rows(&mut files[middle..].iter().chain(&files[..middle]).rev());
        assert_eq!(forward.len(), other.len(), "{set} {verb}");
        for row in &forward {
            let same = other.iter().position(|other| other == row);
            other.swap_remove(
                same.unwrap_or_else(|| panic!("{set} {verb}: no row of the other order is {row}")),
            );
        }
    }
}

#[test]
fn low_memory_changes_no_byte() {
    for run in &RUNS[..6] {
        assert_eq!(katagami(*run), katagami(with(run, &["--low-memory"])), "{run:?}");
    }
}

#[test]
fn the_spectrum_of_13_pages_has_its_peak_at_13() {
    let out = katagami(["spectrum", "data/syllabus/a-13"]).found();
    let mut lines = out.lines();
    // Bytes of the pages without their line breaks, counted from the files.
    let bytes: usize = pages("syllabus/a-13")
        .iter()
        .map(|page| {
            std::fs::read(root().join(page))
                .expect("a page")
                .iter()
                .filter(|byte| !b"\r\n".contains(byte))
                .count()
        })
        .sum();
    assert_eq!(lines.next(), Some(format!("13 pages, {bytes} symbols").as_str()));
    assert!(lines.next().is_some_and(|line| line.starts_with("V(f) ~ f^-")));
    assert_eq!(lines.next(), Some("peak 13 pages"));
    let rows = katagami(["spectrum", "data/syllabus/a-13", "--format", "jsonl"]).json_lines();
    for row in &rows {
        let number = |name: &str| row[name].as_u64().expect("a number");
        assert_eq!(number("total"), number("frequency") * number("distinct"));
    }
    assert!(rows.iter().all(|row| row["frequency"].as_u64() <= Some(13)), "documents are counted");
}

#[test]
fn without_a_length_limit_f_adds_up_to_all_substrings() {
    let arguments = [
        "spectrum",
        "data/syllabus/a-13",
        "--length",
        "1..",
        "--frequency",
        "occurrences",
        "--format",
        "jsonl",
    ];
    let rows = katagami(arguments).json_lines();
    let total: u64 = rows.iter().map(|row| row["total"].as_u64().expect("a number")).sum();
    let symbols = |page| {
        std::fs::read(page).expect("a page").iter().filter(|byte| !b"\r\n".contains(byte)).count() as u64
    };
    let lens = pages("syllabus/a-13").into_iter().map(|page| symbols(root().join(page)));
    assert_eq!(total, lens.map(|len| len * (len + 1) / 2).sum::<u64>());
}

#[test]
fn one_length_counts_the_substrings_of_that_length() {
    let rows = katagami([
        "spectrum",
        "data/syllabus/a-13",
        "--length",
        "3",
        "--frequency",
        "occurrences",
        "--format",
        "jsonl",
    ])
    .json_lines();
    let total: u64 = rows.iter().map(|row| row["total"].as_u64().expect("a number")).sum();
    let symbols = |page| {
        std::fs::read(page).expect("a page").iter().filter(|byte| !b"\r\n".contains(byte)).count() as u64
    };
    assert_eq!(
        total,
        pages("syllabus/a-13").into_iter().map(|page| symbols(root().join(page)) - 2).sum::<u64>()
    );
}

#[test]
fn coarser_alphabets_distinguish_fewer_symbols() {
    let distinct = |alphabet: &str| -> u64 {
        let arguments = [
            "spectrum",
            "data/results/a-edges-10",
            "--alphabet",
            alphabet,
            "--length",
            "1",
            "--frequency",
            "occurrences",
            "--format",
            "csv",
        ];
        let ran = katagami(arguments);
        assert!(ran.code < 2, "{}", ran.err);
        csv_rows(&ran.out).iter().map(|row| row["distinct"].parse::<u64>().expect("a number")).sum()
    };
    let [tag, attr, class, name] = ["tag", "attr", "class", "name"].map(distinct);
    assert!(tag > attr && attr > name, "tag {tag}, attr {attr}, name {name}");
    assert!(class >= name, "class {class}, name {name}");
    assert_eq!(distinct("byte"), distinct("char"), "a page of ASCII");
    let japanese =
        |alphabet: &str| katagami(["spectrum", "data/syllabus/b-ja-sjis", "--alphabet", alphabet]).found();
    let symbols = |out: String| -> u64 {
        let first = out.lines().next().expect("a line").to_owned();
        first.split(' ').nth(2).expect("a number").parse().expect("a number")
    };
    assert!(symbols(japanese("byte")) > symbols(japanese("char")));
}

#[test]
fn two_templates_are_distinguished_with_the_right_files() {
    let set = "syllabus/d-mixed-7-2";
    let truth = truth::read(&root().join("data").join(set)).expect("the set has its truth");
    let files = |template: &str| -> BTreeSet<String> {
        let of_it = truth.pages.iter().filter(|page| page.template == template);
        of_it.map(|page| format!("data/{set}/{}", page.file)).collect()
    };
    let rows =
        katagami(["template", "data/syllabus/d-mixed-7-2", "--mask", "--format", "jsonl"]).json_lines();
    let group = |number: u64| -> BTreeSet<String> {
        let of_it = rows.iter().filter(|row| row["group"].as_u64() == Some(number));
        of_it.map(|row| row["path"].as_str().expect("a path").to_owned()).collect()
    };
    assert_eq!((group(1).len(), group(2).len(), rows.len()), (7, 2, 9));
    assert_eq!(group(1), files("d-many"));
    assert_eq!(group(2), files("d-few"));
    let out = katagami(["template", "data/syllabus/d-mixed-7-2"]).found();
    let heads: Vec<&str> = out.lines().filter(|line| line.starts_with("template ")).collect();
    assert!(
        heads.len() == 2
            && heads[0].starts_with("template 1: 7 pages, ")
            && heads[1].starts_with("template 2: 2 pages, "),
        "{heads:?}"
    );
}

#[test]
fn elements_and_masks_are_byte_ranges_of_their_pages() {
    let rows = katagami(["template", "data/syllabus/d-mixed-7-2", "--format", "jsonl"]).json_lines();
    for row in &rows {
        let page =
            std::fs::read_to_string(root().join(row["path"].as_str().expect("a path"))).expect("a page");
        let at = |name: &str| usize::try_from(row[name].as_u64().expect("a number")).expect("a small page");
        assert_eq!(
            String::from_utf8_lossy(&page.as_bytes()[at("start")..at("end")]),
            row["text"].as_str().expect("a text")
        );
    }
    for row in katagami(["template", "data/syllabus/a-13", "--mask", "--format", "jsonl"]).json_lines() {
        let ranges: Vec<[u64; 2]> = serde_json::from_value(row["template"].clone()).expect("ranges");
        assert!(ranges.windows(2).all(|pair| pair[0][1] < pair[1][0]), "apart from each other: {row}");
        assert_eq!(
            ranges.iter().map(|range| range[1] - range[0]).sum::<u64>(),
            row["template_bytes"].as_u64().expect("a number")
        );
        assert!(ranges.last().is_some_and(|range| range[1] <= row["bytes"].as_u64().expect("a number")));
    }
}

#[test]
fn help_describes_a_verb_and_gives_an_example() {
    for (verb, answers) in [
        ("spectrum", "The number of pages or records that share a template"),
        ("template", "The text that pages have in common"),
        ("count", "The number of records on each page"),
        ("find", "The occurrences of a string"),
        ("completions", "Prints completions for a shell"),
        ("man", "Writes the manual pages"),
    ] {
        let help = katagami([verb, "--help"]).found();
        assert!(help.starts_with(answers), "{help}");
        let example = help
            .lines()
            .find(|line| line.starts_with("Example: katagami "))
            .unwrap_or_else(|| panic!("{help}"));
        assert!(example.contains(verb));
        assert_eq!(katagami(["help", verb]).found(), help);
    }
    let help = katagami(["--help"]).found();
    assert!(help.contains("Exit status: 0 found, 1 nothing found, 2 wrong usage or failure, 3 "), "{help}");
    assert!(katagami(["--version"]).found().starts_with("katagami "));
}

#[test]
fn the_examples_of_the_help_work() {
    for verb in ["spectrum", "template", "count", "find"] {
        let help = katagami([verb, "--help"]).found();
        let example =
            help.lines().find_map(|line| line.strip_prefix("Example: katagami ")).expect("an example");
        katagami(example.replace('\'', "").split(' ')).found();
    }
}

#[test]
fn every_shell_has_completions_and_every_verb_a_manual_page() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = katagami(["completions", shell]).found();
        assert!(script.contains("spectrum") && script.contains("low-memory"), "{shell}");
    }
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let man = folder.path().join("man/man1");
    katagami(["man".as_ref(), man.as_os_str()]).found();
    for page in
        ["katagami.1", "katagami-spectrum.1", "katagami-template.1", "katagami-count.1", "katagami-find.1"]
    {
        let text = std::fs::read_to_string(man.join(page)).unwrap_or_else(|error| panic!("{page}: {error}"));
        assert!(text.contains(".SH NAME") && text.contains(".SH OPTIONS"), "{page}");
    }
}

#[test]
fn wrong_usage_gives_advice() {
    for (arguments, says) in [
        (&["spectrum"][..], "<INPUT>"),
        (&["bogus", "data"][..], "unrecognized subcommand 'bogus'"),
        (&["bogus"][..], "there is no file or folder 'bogus' either; 'katagami --help' lists the commands"),
        (&["count", "data", "--format", "tsv"][..], "give -o with a file name that ends in .tsv"),
        (&["spectrum", "data", "--length", "0..3"][..], "give A..B with 1 <= A <= B, or A.. for no limit"),
        (&["spectrum", "data", "--length", "5..2"][..], "give A..B with 1 <= A <= B, or A.. for no limit"),
        (&["spectrum", "data", "--length", "a..b"][..], "give A..B with 1 <= A <= B, or A.. for no limit"),
        (&["spectrum", "data", "--length", "-1"][..], "give A..B with 1 <= A <= B, or A.. for no limit"),
        (&["spectrum", "data", "--exponent", "nan"][..], "give a finite number, such as 2"),
        (&["spectrum", "data", "--threads", "0"][..], "--threads 0: give 1 to 512"),
        (&["spectrum", "data", "--threads", "99999"][..], "--threads 99999: give 1 to 512"),
        (&["spectrum", "data", "--encoding", "nope"][..], "no encoding is called \"nope\""),
        (
            &["spectrum", "data", "--alphabet", "rune"][..],
            "[possible values: raw, byte, char, tag, attr, class, name]",
        ),
        (&["find", "", "data/syllabus/a-13"][..], "there is no string to search for"),
        (&["find", "<th>"][..], "there are no pages to search"),
        (&["template", "data/syllabus/a-13", "--support", "2"][..], "give a number from 0 to 1"),
        (&["template", "data/syllabus/a-13", "--support", "NaN"][..], "give a number from 0 to 1"),
    ] {
        let complaint = katagami(arguments).failed();
        assert!(complaint.contains(says), "{arguments:?}: {complaint}");
    }
}

#[test]
fn a_path_without_a_verb_gives_the_kind_of_pages_and_a_command() {
    let shown = katagami(["data/results/c-edges-50"]).found();
    assert!(shown.starts_with("3 pages of 1 kind\n\n1. 3 lists of about 50 records"), "{shown}");
    assert!(shown.ends_with("\n    katagami records data/results/c-edges-50\n"), "{shown}");
    assert_eq!(shown, katagami(["overview", "data/results/c-edges-50"]).found());
    let rows = katagami(["overview", "data/shop/b-bold", "--format", "jsonl"]).json_lines();
    assert_eq!(
        (rows.len(), rows[0]["kind"].as_str(), rows[0]["pages"].as_u64()),
        (1, Some("detail"), Some(12))
    );
    let csv = katagami(["overview", "data/results/c-edges-50", "--format", "csv"]).found();
    assert!(csv.lines().count() == 2 && csv.contains("\"[\"\""), "{csv}");
    for (set, kind, first) in [
        ("results/c-edges-50", "list", "record"),
        ("forum/a-boxes", "thread", "post"),
        ("press/a-daily", "article", "title"),
        ("shop/b-bold", "detail", "title"),
    ] {
        let set = format!("data/{set}");
        let row = katagami(["overview", &set, "--format", "jsonl"]).json_lines().remove(0);
        assert_eq!(row["kind"], kind);
        let found = row["found"].as_array().expect("a list");
        assert_eq!(found.len(), 5, "{row}");
        let page = row["path"].as_str().expect("a path");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<BTreeSet<String>>();
        let known = match first {
            "record" => {
                let lists = katagami(["records", &set, "--format", "jsonl"]).json_lines();
                let list = lists.iter().find(|list| list["path"] == page).expect("its list");
                list["records"][0]["text"].to_string()
            }
            "post" => {
                katagami(["forum", page, "--format", "jsonl"]).json_lines()[0]["posts"][0]["text"].to_string()
            }
            _ => row["title"].to_string(),
        };
        let (known, found) = (words(known.trim_matches('"')), words(found[0].as_str().expect("a text")));
        assert!(known.intersection(&found).count() * 2 > known.len(), "{known:?} {found:?}");
        let shown = katagami(["overview", &set]).found();
        assert_eq!(shown.lines().filter(|line| line.starts_with("  - ")).count(), 5, "{shown}");
    }
    let said = |arguments: &[&str]| katagami(arguments).err;
    assert!(said(&["recrods", "data"]).contains("records"), "a word that is no path is a verb");
    assert!(
        said(&["overview", "--pages", "2", "data/shop/b-bold"]).contains("--pages 2: the input has 1 kind")
    );
    assert!(said(&["no/such"]).contains("no/such: no such file or folder"));
    assert!(said(&["records", "https://example.org/"]).contains("save the page first"));
    assert!(said(&["records", "data/*.html"]).contains("quotation marks"));
}

#[test]
fn no_command_is_proposed_as_the_alternative_of_itself_and_kinds_fill_a_screen() {
    let folder = Folder::new();
    let (sets, mut pages) = (root().join("data"), 0);
    for set in ["blog", "forum", "mixed", "press", "results", "shelf", "shop", "syllabus"] {
        let entries = std::fs::read_dir(sets.join(set)).expect("sets");
        let mut folders: Vec<PathBuf> = entries.map(|entry| entry.expect("a set").path()).collect();
        folders.sort();
        for set_folder in folders {
            if let Ok(page) = std::fs::read(set_folder.join("01.html")) {
                folder.write(&format!("{set}-{pages}.html"), page);
                pages += 1;
            }
        }
    }
    let rows = folder.run(["overview", ".", "--format", "jsonl"]).json_lines();
    assert!(rows.len() > 10, "{} kinds", rows.len());
    for row in &rows {
        assert!(row["command"] != row["other_command"], "{row}");
        assert!(
            row["probability"].as_f64().is_some_and(|probability| (0.2..=1.0).contains(&probability)),
            "{row}"
        );
    }
    assert!(rows.iter().any(|row| row["other_kind"].is_string()), "there is doubt");
    let shown = folder.run(["overview", "."]).found();
    assert!(shown.lines().count() < 60 && shown.contains(" kinds more, of "), "{shown}");
}

/// Pages of items, lists and articles in one folder.
fn mixed() -> Folder {
    let folder = Folder::new();
    for (set, name) in [("shop/a-terms", "item"), ("shelf/a-cards", "list"), ("press/a-daily", "art")] {
        for number in 1..4 {
            let page = std::fs::read(root().join(format!("data/{set}/0{number}.html"))).expect("a page");
            folder.write(&format!("{name}-{number}.html"), page);
        }
    }
    folder
}

#[test]
#[cfg(unix)]
fn proposed_commands_run_unchanged_and_name_the_pages_of_their_template() {
    let folder = mixed();
    let rows = folder.run(["overview", ".", "--format", "jsonl"]).json_lines();
    assert_eq!(rows.len(), 3, "{rows:?}");
    for row in &rows {
        let first = row["path"].as_str().expect("a path");
        let kind = first.trim_start_matches("./").split('-').next().expect("a name").to_owned();
        for command in ["command", "other_command"].iter().filter_map(|name| row[*name].as_str()) {
            let inputs: Vec<&str> = command.split(' ').filter(|word| word.contains(".html")).collect();
            assert!(inputs.len() >= 3 && inputs.iter().all(|path| path.contains(&kind)), "{command}");
            shell(&folder, command);
        }
    }
    // Longer names than fit in two lines.
    for number in 4..10 {
        let page = std::fs::read(root().join(format!("data/shop/a-terms/0{number}.html"))).expect("a page");
        folder.write(&format!("item-of-the-whole-shop-{number}.html"), page);
    }
    let rows = folder.run(["overview", ".", "--format", "jsonl"]).json_lines();
    let items = rows.iter().find(|row| row["pages"] == 9).expect("the items");
    let command = items["command"].as_str().expect("a command");
    assert!(command.starts_with("katagami overview --pages 1 . -o kind-1.txt && katagami "), "{command}");
    shell(&folder, command);
    let list = std::fs::read_to_string(folder.path().join("kind-1.txt")).expect("a list");
    assert!(list.lines().count() == 9 && list.lines().all(|path| path.contains("item-")), "{list}");
}

#[test]
fn proposed_commands_read_each_given_page_once_and_no_other() {
    let folder = mixed();
    for (set, name) in [("shelf/a-cards", "lists/in"), ("shop/a-terms", "items")] {
        for number in 1..4 {
            let page = std::fs::read(root().join(format!("data/{set}/0{number}.html"))).expect("a page");
            folder.write(&format!("all/{name}/{number}.html"), page);
        }
    }
    let page = std::fs::read(root().join("data/shelf/a-cards/04.html")).expect("a page");
    folder.write("all/lists/index.html", page);
    let commands = |inputs: &[&str]| {
        let given = ["overview", "--format", "jsonl"].iter().chain(inputs).copied();
        let mut rows = folder.run(given).json_lines();
        rows.sort_by_key(|row| row["path"].as_str().map(str::to_owned));
        rows.iter().map(|row| row["command"].as_str().expect("a command").to_owned()).collect::<Vec<_>>()
    };
    let [items, lists] = &commands(&["all"])[..] else { panic!("two kinds") };
    assert_eq!(lists, "katagami records all/lists");
    assert!(items.ends_with(" -w wrapper.json all/items"), "{items}");
    assert_eq!(commands(&["list-1.html", "list-2.html"]), ["katagami records list-1.html list-2.html"]);
    let some = ["all/lists/index.html", "all/lists/in/1.html", "all/items/1.html", "all/items/2.html"];
    assert!(commands(&some).iter().all(|command| command.contains("/1.html")), "{:?}", commands(&some));
}

/// Runs a command as a user does who copies it.
#[cfg(unix)]
fn shell(folder: &Folder, command: &str) {
    let bin = std::path::Path::new(env!("CARGO_BIN_EXE_katagami")).parent().expect("a folder");
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(bin.to_owned()).chain(std::env::split_paths(&others)))
        .expect("folders without a colon");
    let ran = std::process::Command::new("sh")
        .args(["-c", command])
        .current_dir(folder.path())
        .env("PATH", path)
        .output();
    let ran = ran.expect("there is a shell");
    assert!(
        ran.status.success() && !ran.stdout.is_empty(),
        "{command}: {}",
        String::from_utf8_lossy(&ran.stderr)
    );
}

#[test]
fn a_wrapper_is_written_to_a_json_file_and_quiet_prints_nothing() {
    let folder = Folder::new();
    let pages = root().join("data/shop/a-terms").display().to_string();
    for arguments in [["learn", "-q", &pages, "-o", "w.json"], ["-q", "learn", &pages, "-o", "v.json"]] {
        let ran = folder.run(arguments);
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    }
    assert_eq!(
        std::fs::read(folder.path().join("w.json")).unwrap(),
        std::fs::read(folder.path().join("v.json")).unwrap()
    );
    let table = folder.run(["learn", "no/such/folder", "-o", "w.csv"]).failed();
    assert!(
        table.contains("-o w.csv: a wrapper is a JSON file") && table.contains("katagami extract"),
        "{table}"
    );
    assert!(folder.run(["learn", &pages, "-o", "w.json.gz"]).failed().contains("without compression"));
    let rows = folder.run(["records", "-f", "csv", &root().join("data/shelf/a-cards").display().to_string()]);
    assert!(rows.found().starts_with("path,record,title,"));
}

#[test]
fn a_field_inside_another_is_a_column_if_all_are_requested() {
    let folder = Folder::new();
    let item = |(number, name): (usize, &str)| {
        format!(
            "<li><b>{name} tree</b><p class=rate><span>{number}.{number}</span> stars</p><i>{number}0 EUR</i></li>"
        )
    };
    let names = ["Elm", "Oak", "Ash", "Birch", "Cedar", "Hazel"];
    folder
        .write("a.html", format!("<ul>{}</ul>", names.into_iter().enumerate().map(item).collect::<String>()));
    let header = |more: &[&'static str]| {
        let out = folder.run([&["records", "a.html", "--format", "csv"], more].concat()).found();
        out.lines().next().expect("a header").to_owned()
    };
    assert_eq!(header(&[]), "path,record,b,rate,price");
    assert!(header(&["--all-fields"]).contains(",rate.span,"), "{}", header(&["--all-fields"]));
}

#[test]
fn records_on_pages_of_other_kinds_suggests_learn_or_site() {
    let said = |set: &str| katagami(["records", set]).err;
    let command = "\n    katagami learn data/shop/a-terms -o wrapper.json && katagami extract -w wrapper.json data/shop/a-terms\n";
    assert!(said("data/shop/a-terms").ends_with(command), "{}", said("data/shop/a-terms"));
    assert_eq!(katagami(["records", "--quiet", "data/shop/a-terms"]).err, "");
    let mixed = said("data/mixed");
    assert!(
        mixed.starts_with("left out 25 of 28 pages, ") && mixed.ends_with("\n    katagami site data/mixed\n"),
        "{mixed}"
    );
    for set in ["data/shelf/a-cards", "data/results/a-edges-10", "data/shelf/b-few", "data/shelf/c-zebra"] {
        assert_eq!(said(set), "");
    }
}

#[test]
fn records_left_out_of_a_list_are_explained() {
    let folder = Folder::new();
    let book = |title: &str| {
        format!("<li><a href=x>{title}</a> <i class=by>the one who wrote {title}</i> 1815</li>")
    };
    let books = ["Dune", "Emma", "Ulysses", "Walden", "Persuasion"].map(book).concat();
    folder.write("a.html", format!("<ul>{books}<li><p><b>Socks!</b></ul>"));
    folder.write("none.html", "<p>nothing");
    let reason = "1 unlike the others, \"Socks!\": without a \"Dune\", i.by \"the one who wrote Dune\", own text \"1815\"; with \
                  p/b \"Socks!\"";
    let text = folder.run(["count", "--explain", "a.html"]).found();
    assert!(text.contains(&format!("left out: {reason}\n")), "{text}");
    let text = folder.run(["records", "--explain", "a.html"]).found();
    assert!(text.contains(&format!("  left out {reason}\n")), "{text}");
    let rows =
        csv_rows(&folder.run(["count", "--explain", "--format", "csv", "none.html", "a.html"]).found());
    assert_eq!(rows.iter().map(|row| &*row["left_out"]).collect::<Vec<_>>(), ["", reason]);
    let row = &folder.run(["records", "--explain", "--format", "jsonl", "a.html"]).json_lines()[0];
    assert_eq!(
        row["left_out"][0]["lacks"][1],
        serde_json::json!({ "path": "i.by", "text": "the one who wrote Dune" })
    );
}

#[test]
fn a_run_that_finds_nothing_reports_it() {
    let folder = Folder::with([("a.html", "<p>one")]);
    let ran = folder.run(["records", "a.html"]);
    assert!(ran.code == 1 && ran.err.starts_with("no list found"), "{ran:?}");
    assert_eq!(folder.run(["records", "a.html", "--quiet"]).err, "");
}

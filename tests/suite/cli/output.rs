//! Output: files that are complete or absent, closed pipes, warnings.

use super::run::{Folder, finish, katagami, pages, program, root};
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

const PAGES: [(&str, &str); 3] = [
    ("a.html", "<html><h1>Ann</h1><p>born in 1901</html>"),
    ("b.html", "<html><h1>Bob</h1><p>born in 1875</html>"),
    ("c.html", "<html><h1>Cy</h1><p>born in 1923</html>"),
];

#[test]
fn a_file_has_the_bytes_of_the_standard_output() {
    let folder = Folder::with(PAGES);
    for format in ["text", "json", "jsonl", "csv"] {
        let printed = folder.run(["spectrum", "a.html", "b.html", "c.html", "--format", format]).found();
        let ran = folder.run(["spectrum", "a.html", "b.html", "c.html", "--format", format, "-o", "answer"]);
        assert_eq!(ran.found(), "");
        assert_eq!(std::fs::read_to_string(folder.path().join("answer")).expect("the answer"), printed);
    }
    assert_eq!(folder.names(), ["a.html", "answer", "b.html", "c.html"]);
}

#[test]
fn the_ending_of_the_file_chooses_the_format() {
    let folder = Folder::with(PAGES);
    let pages = ["a.html", "b.html", "c.html"];
    let answer = |options: &[&str], file: &str| {
        folder.run([&["find", "born"], &pages[..], options, &["-o", file]].concat()).found();
        std::fs::read_to_string(folder.path().join(file)).expect("the answer")
    };
    let csv = answer(&["--format", "csv"], "asked");
    assert!(csv.starts_with("string,path,start,end\n"), "{csv}");
    assert_eq!(answer(&[], "told.CSV"), csv);
    assert_eq!(answer(&["--format", "csv", "--quiet"], "asked.json"), csv);
    assert_eq!(answer(&[], "other.txt"), answer(&["--format", "text"], "text"));
}

#[cfg(feature = "parquet")]
#[test]
fn a_parquet_file_is_not_compressed_again() {
    let folder = Folder::new();
    let complaint = folder.run(["records", "gone.html", "-o", "x.parquet.gz"]).failed();
    assert!(complaint.contains("a Parquet file is compressed already"), "{complaint}");
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn an_ending_of_an_unsupported_format_is_refused_before_anything_is_read() {
    let folder = Folder::new();
    for (verb, file, endings) in [
        (&["find", "born"][..], "x.parquet", ".txt .json .jsonl .ndjson .csv .tsv ("),
        (&["count"], "x.md", ".txt .json .jsonl .ndjson .csv .tsv ("),
        (&["content"], "x.Xlsx", ".txt .md .markdown .html .htm .tei .xml .json .jsonl .ndjson .csv .tsv"),
        (&["records"], "x.html", ".txt .json .jsonl .ndjson .csv .tsv"),
    ] {
        let complaint = folder.run([verb, &["gone.html", "-o", file]].concat()).failed();
        let ending = file[2..].to_lowercase();
        let told = format!(
            "-o {file}: this command has no format {ending}; give a name that ends in one of {endings}"
        );
        assert!(!complaint.contains("Usage"), "{complaint}");
        assert!(complaint.contains(&told), "{verb:?}: {complaint}");
        assert!(!complaint.contains("skipped"), "{complaint}");
    }
    assert_eq!(folder.names(), [""; 0]);
    folder.write("a.html", PAGES[0].1);
    folder.run(["find", "born", "a.html", "--format", "csv", "-o", "x.parquet"]).found();
}

#[test]
fn an_ending_that_contradicts_the_format_is_reported() {
    let folder = Folder::with(PAGES);
    let told = |file: &str| {
        let ran = folder.run(["find", "born", "a.html", "--format", "json", "-o", file]);
        assert_eq!((ran.code, ran.out.as_str()), (0, ""));
        ran.err
    };
    assert_eq!(told("x.csv"), "x.csv is written as json, by --format, though its ending differs\n");
    assert_eq!((told("x.json"), told("x"), told("x.dat")), Default::default());
}

#[test]
fn a_table_in_a_file_has_whole_texts() {
    let folder = Folder::new();
    let long = "a long title of a book that nobody cuts where there is room enough ".repeat(3);
    let item = |number: usize| format!("<li><b>{long}{number}</b> <i>{number}.50</i></li>");
    folder.write("a.html", format!("<ul>{}</ul>", (1..9).map(item).collect::<String>()));
    folder.run(["records", "a.html", "-o", "x.txt"]).found();
    let written = std::fs::read_to_string(folder.path().join("x.txt")).expect("the answer");
    assert!(written.contains(&format!("{long}8")) && !written.contains('…'), "{written}");
    assert!(folder.run(["records", "a.html"]).found().contains('…'));
}

#[test]
fn an_unknown_option_is_not_taken_for_a_page() {
    let folder = Folder::with(PAGES);
    let complaint = folder.run(["count", "a.html", "--csv"]).failed();
    assert!(complaint.contains("give '--format csv'") && !complaint.contains("-- --csv"), "{complaint}");
    let complaint = folder.run(["count", "a.html", "--new"]).failed();
    assert!(!complaint.contains("tip"), "{complaint}");
}

#[test]
fn help_on_a_misspelled_verb_suggests_the_right_one() {
    let folder = Folder::new();
    assert!(folder.run(["help", "recrods"]).failed().contains("'records'"));
    assert_eq!(folder.run(["help", "records"]).found(), folder.run(["records", "--help"]).found());
}

#[test]
fn colours_are_written_on_request_and_not_to_files_and_pipes() {
    let folder = Folder::with(PAGES);
    let item = |number: u32| format!("<li><b class=name>of {number}</b> <i class=born>{number}</i></li>");
    folder.write("list.html", format!("<ul>{}</ul>", (1..9).map(item).collect::<String>()));
    let list = ["records", "list.html"];
    let plain = folder.run(list).found();
    let header = plain.lines().next().expect("a header");
    let coloured = folder.run(["--color", "always"].into_iter().chain(list)).found();
    assert_eq!(coloured, plain.replacen(header, &format!("\u{1b}[1m{header}\u{1b}[0m"), 1));
    for choice in ["--color=auto", "--color=never"] {
        assert_eq!(folder.run(list.into_iter().chain([choice])).found(), plain);
        assert!(!folder.run(["records", "none.html", choice]).failed().contains('\u{1b}'));
        assert!(!folder.run(["recrods", choice]).failed().contains('\u{1b}'));
    }
    let asked = ["--color=always", "--format"];
    for form in ["json", "jsonl", "csv"] {
        assert!(!folder.run(list.into_iter().chain(asked).chain([form])).found().contains('\u{1b}'));
    }
    assert_eq!(folder.run(list.into_iter().chain(["--color=always", "-o", "x.txt"])).found(), "");
    assert!(!std::fs::read_to_string(folder.path().join("x.txt")).expect("the answer").contains('\u{1b}'));
    assert!(
        folder
            .run(["records", "none.html", "--color=always"])
            .failed()
            .contains("katagami:\u{1b}[0m no page")
    );
    assert!(folder.run(["recrods", "--color=always"]).failed().contains("\u{1b}[1m"));
}

#[test]
fn no_color_disables_colours_by_default() {
    let list = ["records", "data/shelf/b-few"];
    let shown = |variables: &[(&str, &str)], choice: &str| {
        let mut command = program();
        command.current_dir(root()).args(list).arg(choice).envs(variables.iter().copied());
        finish(&mut command, &[]).found().contains('\u{1b}')
    };
    // The environment of a terminal without a terminal.
    let (as_terminal, without) = (("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1"));
    assert!(shown(&[as_terminal], "--color=auto"));
    assert!(!shown(&[as_terminal, without], "--color=auto"));
    assert!(shown(&[without], "--color=always"));
}

#[test]
#[cfg(unix)]
fn a_link_stays_a_link_and_a_file_keeps_its_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::with(PAGES);
    folder.write("real", "before");
    let real = folder.path().join("real");
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o600)).expect("permissions");
    symlink(&real, folder.path().join("link")).expect("a link");
    assert_eq!(folder.run(["find", "born", "a.html", "-o", "link"]).found(), "");
    assert!(folder.path().join("link").is_symlink());
    assert_eq!(
        std::fs::read_to_string(&real).expect("the answer"),
        "        1 times on 1 of 1 pages  born\n"
    );
    assert_eq!(std::fs::metadata(&real).expect("a file").permissions().mode() & 0o777, 0o600);
}

#[test]
#[cfg(unix)]
fn a_device_is_written_to_and_not_replaced() {
    let folder = Folder::with(PAGES);
    let ran = folder.run(["find", "born", "a.html", "-o", "/dev/stdout"]);
    assert_eq!(ran.found(), "        1 times on 1 of 1 pages  born\n");
}

#[test]
fn the_output_cannot_be_a_folder_or_the_file_of_the_figure() {
    let folder = Folder::with(PAGES);
    std::fs::create_dir(folder.path().join("there")).expect("a folder");
    let cases = [
        (vec!["find", "born", "a.html", "-o", "there"], "this is a folder; give a file name"),
        (
            vec!["find", "born", "a.html", "-o", "nowhere/x"],
            "the folder nowhere does not exist; create it first",
        ),
        (
            vec!["find", "born", "a.html", "-o", "nowhere/"],
            "this names a folder, but the result is one file; give a file name",
        ),
    ];
    for (arguments, why) in cases {
        let ran = folder.run(arguments);
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains(why), "{}", ran.err);
    }
    if cfg!(feature = "plot") {
        let ran = folder.run(["spectrum", "a.html", "--format", "text", "-o", "x.svg", "--plot", "x.svg"]);
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains("the result and the figure need a file each"), "{}", ran.err);
    }
}

#[test]
fn a_wrapper_is_not_overwritten_by_what_it_reads() {
    let folder = Folder::new();
    let pages = root().join("data/shop/a-terms").display().to_string();
    folder.run(["learn", &pages, "-o", "wrapper.json"]).found();
    let read = || std::fs::read(folder.path().join("wrapper.json")).expect("a wrapper");
    let before = read();
    for verb in ["extract", "check"] {
        let complaint = folder.run([verb, "-w", "wrapper.json", &pages, "-o", "./wrapper.json"]).failed();
        assert!(complaint.contains("the result and the wrapper need a file each"), "{complaint}");
    }
    assert_eq!(read(), before);
}

#[test]
fn a_failed_run_does_not_change_the_file() {
    let folder = Folder::with(PAGES);
    folder.write("answer", "before");
    folder.run(["spectrum", "--strict", "a.html", "nowhere.html", "-o", "answer"]).failed();
    folder.run(["spectrum", "--strict", "a.html", "nowhere.html", "-o", "new"]).failed();
    assert_eq!(folder.names(), ["a.html", "answer", "b.html", "c.html"]);
    assert_eq!(std::fs::read_to_string(folder.path().join("answer")).expect("the answer"), "before");
}

#[test]
fn a_file_that_cannot_be_written_is_reported() {
    let folder = Folder::with(PAGES);
    let complaint = folder.run(["spectrum", "a.html", "-o", "nowhere/answer"]).failed();
    assert!(complaint.starts_with("katagami: nowhere/answer: cannot be written: "), "{complaint}");
    assert!(!complaint.contains(".katagami-"), "the file on the way is nobody's business: {complaint}");
    // A folder has the name of the output file, so that the last step fails.
    folder.write("taken/x", "");
    let complaint = folder.run(["spectrum", "a.html", "b.html", "c.html", "-o", "taken"]).failed();
    assert!(complaint.starts_with("katagami: taken: cannot be written: "), "{complaint}");
    assert_eq!(folder.names(), ["a.html", "b.html", "c.html", "taken"]);
}

#[test]
fn a_closed_pipe_is_no_failure() {
    for arguments in [
        &["find", "e", "data/syllabus/e-word", "--format", "csv"][..],
        &["find", "e", "data/syllabus/e-word", "--places"][..],
        &["completions", "bash"][..],
        &["template", "--mask", "data/syllabus/e-word", "--method", "paper", "--format", "jsonl"][..],
    ] {
        let mut command = program();
        let streams =
            command.current_dir(root()).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = streams.spawn().expect("the program starts");
        let mut first = String::new();
        let mut out = BufReader::with_capacity(64, child.stdout.take().expect("its output is piped"));
        out.read_line(&mut first).expect("there is a line");
        drop(out);
        let mut err = String::new();
        child.stderr.take().expect("it is piped").read_to_string(&mut err).expect("it writes UTF-8");
        assert_eq!((child.wait().expect("it ends").code(), err.as_str()), (Some(0), ""), "{arguments:?}");
        assert!(!first.is_empty());
    }
}

#[test]
fn a_page_and_a_list_are_read_from_the_standard_input() {
    let page = std::fs::read(root().join(&pages("results/a-edges-10")[0])).expect("a page");
    let out = finish(program().args(["count", "--method", "paper", "-"]), &page).found();
    assert_eq!(out, format!("{:>6}  -\n", 10));
    let list: Vec<String> = pages("syllabus/a-13").iter().map(|page| page.display().to_string()).collect();
    let listed = finish(program().current_dir(root()).args(["spectrum", "@-"]), list.join("\n").as_bytes());
    assert_eq!(listed.found(), katagami(["spectrum", "data/syllabus/a-13"]).found());
}

#[test]
fn a_list_names_files_and_folders() {
    let folder = Folder::with(PAGES);
    folder.write("list", "b.html\n\na.html\n");
    let rows = folder.run(["find", "born", "@list", "--format", "jsonl"]).json_lines();
    let paths: Vec<&str> = rows.iter().map(|row| row["path"].as_str().expect("a path")).collect();
    assert_eq!(paths, ["b.html", "a.html"]);
}

#[test]
fn the_order_in_which_files_were_made_does_not_matter() {
    let forward = Folder::with(PAGES);
    let backward = Folder::with(PAGES.into_iter().rev());
    for verb in ["spectrum", "template", "count"] {
        let [a, b] = [&forward, &backward].map(|folder| folder.run([verb, ".", "--format", "json"]));
        assert_eq!(a, b, "{verb}");
    }
}

#[test]
fn an_unusable_page_is_reported_and_counted() {
    let folder = Folder::with(PAGES);
    folder.write("broken.html", "");
    folder.write("picture.html", [0x89, b'P', b'N', b'G', 0, 1, 2, 3].repeat(40));
    let whole = Folder::with(PAGES).run(["spectrum", "."]);
    let ran = folder.run(["spectrum", "."]);
    assert_eq!((ran.code, ran.out), (0, whole.out));
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!(lines.len(), 3, "{lines:#?}");
    assert!(lines[0].starts_with("skipped ./broken.html: the page is empty"), "{lines:#?}");
    assert!(lines[1].starts_with("skipped ./picture.html: binary data"), "{lines:#?}");
    assert_eq!(lines[2], "3 pages read, 2 skipped");
    let strict = folder.run(["spectrum", "--strict", "."]).failed();
    assert!(strict.starts_with("katagami: ./broken.html: the page is empty"), "{strict}");
    assert!(!strict.contains("skipped"), "{strict}");
}

#[test]
#[cfg(unix)]
fn a_broken_link_is_reported_and_counted() {
    let folder = Folder::with(PAGES);
    std::os::unix::fs::symlink("gone.html", folder.path().join("link.html")).expect("links can be made");
    let ran = folder.run(["count", "."]);
    assert!(ran.err.starts_with("skipped ./link.html: "), "{}", ran.err);
    assert!(ran.err.contains("3 pages read, 1 skipped\n"), "{}", ran.err);
}

#[test]
fn no_input_is_a_failure_with_advice() {
    let folder = Folder::new();
    folder.write("empty/notes.txt", "no page");
    for verb in ["spectrum", "template", "count"] {
        let missing = folder.run([verb, "nowhere"]).failed();
        assert!(missing.starts_with("skipped nowhere: no such file or folder\n"), "{missing}");
        assert!(
            missing.contains("katagami: no page could be read (1 skipped); give HTML files or folders"),
            "{missing}"
        );
        let empty = folder.run([verb, "empty"]).failed();
        assert!(empty.starts_with("skipped empty: no HTML page in this folder"), "{empty}");
    }
    assert_eq!(
        folder.run(["count", "--strict", "nowhere"]).failed(),
        "katagami: nowhere: no such file or folder\n"
    );
}

#[test]
fn quiet_prints_only_results_and_failures() {
    let folder = Folder::with(PAGES);
    assert_eq!(folder.run(["spectrum", "--quiet", "."]), folder.run(["spectrum", "."]));
    let ran = folder.run(["spectrum", "-q", ".", "nowhere"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, "skipped nowhere: no such file or folder\n"));
}

#[test]
fn several_articles_in_a_file_without_an_ending_are_reported() {
    let folder = Folder::new();
    let press = root().join("data/press/a-daily").display().to_string();
    let said = |more: &[&str]| folder.run([&["content", &press, "-f", "md"], more].concat()).err;
    assert!(
        said(&["-o", "articles"])
            .contains("pages go into one file, articles; -o articles/ writes one file per page")
    );
    assert_eq!(said(&["-o", "all.md"]), "");
    assert_eq!(said(&["-q", "-o", "others"]), "");
}

#[test]
fn a_folder_gets_a_file_for_each_page() {
    let page = |name: &str| {
        format!(
            "<title>{name}</title><h1>{name}</h1><p>The river rose all night, and in the morning the old bridge of {name} was gone."
        )
    };
    let folder = Folder::with([("a/Rain.html", page("Rain")), ("b/rain.html", page("Snow"))]);
    let files = |folder: &Folder, name: &str| -> Vec<(String, String)> {
        let inside =
            std::fs::read_dir(folder.path().join(name)).expect("a folder").map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = inside
            .map(|path| {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                (name, std::fs::read_to_string(path).unwrap())
            })
            .collect();
        files.sort();
        files
    };
    folder.run(["content", "--quiet", "--format", "md", "-o", "out/md/", "a", "b"]).found();
    let written = files(&folder, "out/md");
    assert_eq!(written.iter().map(|file| &*file.0).collect::<Vec<_>>(), ["a-Rain.md", "b-rain.md"]);
    assert!(written[1].1.starts_with("# Snow\n\nThe river rose"), "{written:?}");
    // An existing folder is recognized without a slash, too.
    for (form, ending) in [("text", "txt"), ("html", "html"), ("json", "json")] {
        for verb in ["content", "blog"] {
            let name = format!("{verb}-{form}");
            std::fs::create_dir(folder.path().join(&name)).unwrap();
            folder.run([verb, "--quiet", "--format", form, "-o", &name, "a", "b"]).found();
            let written = files(&folder, &name);
            assert_eq!(written.len(), 2);
            assert!(written.iter().all(|file| file.0.ends_with(ending) && file.1.contains("The river rose")));
        }
    }
    let wrong = folder.run(["content", "--quiet", "--format", "csv", "-o", "out/csv/", "a"]).failed();
    assert!(wrong.contains("one file per page") && !folder.path().join("out/csv").exists(), "{wrong}");
}

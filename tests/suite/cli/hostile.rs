//! Hostile input and environments: limits, control characters, signals, damaged indexes.

use super::run::{Folder, finish, katagami, program};
use std::io::Read;
use std::process::Stdio;

/// Pages of one template.
fn page(number: usize) -> String {
    format!(
        "<html><head><title>Page {number}</title></head><body><h1>Heading {number}</h1><p>This is the text of page \
         number {number}, long enough to be taken for a sentence of its own.</p></body></html>"
    )
}

fn site() -> Folder {
    let folder = Folder::new();
    (0..4).for_each(|number| folder.write(&format!("{number}.html"), page(number)));
    folder
}

const PAGES: [&str; 4] = ["0.html", "1.html", "2.html", "3.html"];

#[test]
fn pages_above_the_limit_are_reported_left_out_and_counted_by_every_verb() {
    let folder = site();
    folder.write("large.html", page(7).repeat(200));
    folder.run([&["learn", "-o", "wrapper.json"], &PAGES[..]].concat());
    for verb in [
        &["spectrum"][..],
        &["template"],
        &["count"],
        &["records"],
        &["learn"],
        &["extract", "-w", "wrapper.json"],
        &["check", "-w", "wrapper.json"],
        &["content"],
        &["blog"],
        &["forum"],
        &["similar"],
        &["find", "text"],
    ] {
        for (limit, what) in [
            (["--max-page", "10K"], "is larger than 10K; raise --max-page"),
            (["--max-page", "10241"], "is larger than 10241 bytes;"),
            (["--max-nodes", "100"], "more than 100 nodes (tags); raise --max-nodes"),
            (["--max-nodes", "2K"], "more than 2K nodes (tags);"),
        ] {
            let ran = folder.run([verb, &limit, &PAGES, &["large.html"]].concat());
            assert!(ran.code < 2, "{verb:?}: {ran:?}");
            assert!(
                ran.err.contains("skipped large.html: ") && ran.err.contains(what),
                "{verb:?}: {}",
                ran.err
            );
            assert!(ran.err.contains("4 pages read, 1 skipped"), "{verb:?}: {}", ran.err);
        }
    }
}

#[test]
fn a_run_ends_when_its_time_is_over() {
    let mut child = program()
        .args(["content", "--timeout", "0.2", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // The input stays open, so that the run has no other end.
    let input = child.stdin.take();
    let ended = child.wait_with_output().expect("it ends");
    drop(input);
    assert_eq!(ended.status.code(), Some(2));
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(said.contains("stopped after 0.2 s, the limit of --timeout"), "{said}");
}

#[test]
fn a_run_that_is_writing_when_its_time_is_over_says_that_the_result_is_not_complete() {
    let folder = Folder::new();
    folder.write("large.html", "<p>a text of a page</p>".repeat(20_000));
    // Nobody reads the output, so that the run waits until there is room for it.
    let mut child = program()
        .args(["find", "--places", "--timeout", "5", "text", "large.html"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    assert_eq!(child.wait().expect("it ends").code(), Some(2));
    let (mut written, mut said) = (Vec::new(), String::new());
    child.stdout.take().expect("a pipe").read_to_end(&mut written).unwrap();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).unwrap();
    assert!(
        !written.is_empty() && said.contains("the limit of --timeout, without a complete result"),
        "{said}"
    );
}

/// The runtime of Rust ends the process, with a signal.
#[test]
#[cfg(target_os = "linux")]
fn memory_that_the_system_refuses_ends_the_run_with_a_message_and_without_a_file() {
    let folder = Folder::new();
    folder.write("large.html", "<p>text</p>".repeat(900_000));
    let command = format!(
        "ulimit -v 150000; exec '{}' content --threads 1 -o rows.jsonl large.html",
        env!("CARGO_BIN_EXE_katagami")
    );
    let ran =
        std::process::Command::new("sh").current_dir(folder.path()).args(["-c", &command]).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(!ran.status.success() && said.contains("memory allocation of"), "{said}");
    assert_eq!(folder.names(), ["large.html"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_wrapper_without_end_is_read_up_to_a_limit() {
    let folder = Folder::with([("a.html", "<p>text")]);
    let said = folder.run(["extract", "-w", "/dev/zero", "a.html"]).failed();
    assert!(said.contains("/dev/zero"), "{said}");
}

#[test]
fn pages_without_text_end_no_verb() {
    let verbs = [
        "spectrum", "template", "count", "records", "learn", "content", "blog", "forum", "similar", "stated",
        "report",
    ];
    let (shells, others) =
        (["data/shells/a-scripts", "data/shells/b-frames"], ["data/press/a-daily", "data/forum/a-boxes"]);
    for verb in verbs.into_iter().map(Some).chain([None]) {
        for inputs in [&shells[..1], &shells[1..], &shells, &[shells[0], others[0], shells[1], others[1]]] {
            let ran = katagami(verb.into_iter().chain(inputs.iter().copied()));
            assert!(ran.code <= 2 && !ran.err.contains("panicked"), "{verb:?} {inputs:?}: {}", ran.err);
            // Pages with text are read as without them.
            assert!(inputs.len() < 4 || ran.code == 0, "{verb:?}: {}", ran.err);
        }
    }
}

#[test]
fn an_archive_in_the_old_format_is_named_and_its_pages_are_not_mixed() {
    let page = "<p>one</p>";
    let record = |number| {
        format!("http://x.example/{number} 1.1.1.1 20000101000000 text/html {}\n{page}\n", page.len())
    };
    let archive =
        format!("filedesc://a.arc 0.0.0.0 20000101000000 text/plain 2\n1\n\n{}{}", record(1), record(2));
    let said = Folder::with([("a.arc", archive.as_str())]).run(["content", "a.arc"]).failed();
    assert!(
        said.contains("a web archive in the old format ARC, not an HTML page; convert it to WARC first"),
        "{said}"
    );
}

#[test]
fn different_faults_of_one_file_are_not_called_the_same() {
    let others = "\"a text\"\n{\"html\": 7}\n{\"html\": \"<p>a text of a page\"}\n";
    let lines = "{\"a\": 1}\n".repeat(5) + others;
    let ran = Folder::with([("a.jsonl", lines.as_str())]).run(["content", "a.jsonl"]);
    assert!(ran.err.contains("2 more for the same reason"), "{}", ran.err);
    assert!(ran.err.contains("a.jsonl#7: "), "{}", ran.err);
}

#[test]
#[cfg(target_os = "linux")]
fn a_run_ends_when_its_memory_is_used_up() {
    let folder = Folder::new();
    folder.write(
        "large.html",
        (0..4_400_000).map(|number| format!("{number:x} ")).collect::<Vec<_>>().concat(),
    );
    let said = folder.run(["spectrum", "--memory", "160M", "--length", "1..", "large.html"]).failed();
    assert!(said.contains("the limit of --memory"), "{said}");
}

/// The stacks of 200 threads are larger than all memory that the process may have.
#[test]
#[cfg(target_os = "linux")]
fn threads_that_cannot_be_had_are_an_error_with_advice() {
    let folder = site();
    let command =
        format!("ulimit -v 200000; exec '{}' content --threads 200 .", env!("CARGO_BIN_EXE_katagami"));
    let mut shell = std::process::Command::new("sh");
    let said = finish(shell.current_dir(folder.path()).args(["-c", &command]), &[]).failed();
    assert!(
        said.starts_with("katagami: the system does not allow so many threads; give a smaller number"),
        "{said}"
    );
}

#[test]
#[cfg(unix)]
fn file_names_do_not_control_the_terminal() {
    let folder = Folder::new();
    folder.write("\u{1b}]0;evil\u{7}.html", "");
    let said = folder.run(["content", "."]).failed();
    assert!(said.contains("\\u{1b}]0;evil\\u{7}.html") && !said.contains('\u{1b}'), "{said}");
}

#[test]
#[cfg(target_os = "linux")]
fn files_whose_names_are_no_unicode_are_distinguished() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    for (number, name) in [b"a\xfe.html", b"a\xff.html"].iter().enumerate() {
        std::fs::write(folder.path().join(std::ffi::OsStr::from_bytes(*name)), page(number)).unwrap();
    }
    let out = folder.run(["content", ".", "--format", "jsonl"]).found();
    assert!(out.contains(r"a\\xfe.html") && out.contains(r"a\\xff.html"), "{out}");
}

#[test]
fn control_characters_of_a_page_are_kept_in_pipes_and_files() {
    let folder =
        Folder::with([("a.html", "<p>An escape \u{1b}[31m in a page, with a text that is long enough.")]);
    let out = folder.run(["content", "a.html", "--quiet"]).found();
    assert!(out.contains("\u{1b}[31m"), "{out:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_terminal_gets_no_control_characters_whatever_its_name() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use std::io::Read;
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).and_then(|()| unlockpt(&terminal)).expect("it can be opened");
    let name = ptsname(&terminal, Vec::new()).expect("it has a name").into_string().expect("in ASCII");
    let folder = Folder::with([(
        "a.html",
        "<p>An escape \u{1b}]0;evil\u{7} in a page, with a text that is long enough.",
    )]);
    folder.run(["content", "a.html", "--quiet", "-o", &name]).found();
    let mut shown = [0; 1000];
    let length = std::fs::File::from(terminal).read(&mut shown).expect("the page");
    let shown = String::from_utf8_lossy(&shown[..length]);
    assert!(shown.contains("\\u{1b}]0;evil\\u{7}") && !shown.contains('\u{1b}'), "{shown:?}");
}

/// Each took minutes when asides were counted again for each of them, strings in strings one by one, and when each page was
/// compared with each template.
#[test]
fn repeated_shapes_take_time_linear_in_the_page() {
    let folder = Folder::new();
    let says = |number: usize| format!("Nobody knew who had left letter {number} on the table by the window");
    let aside = |at: usize| format!("<p>{}, at {at}</p><aside>{}</aside>", says(at), says(at + 1));
    let asides = (0..30_000).map(aside).collect::<Vec<_>>().concat();
    let word = |number: usize| -> String {
        number.to_string().bytes().map(|digit| char::from(b'A' + digit - b'0').to_string()).collect()
    };
    let name = |at: usize| format!("<p><a href=/{at}>{} {}</a>", word(at), word(at + 1));
    let names = (0..100_000).map(name).collect::<Vec<_>>().concat();
    folder.write("names.html", format!("<h1>Letters</h1><p>{0}<p>{0}{names}<p>{0}", says(1).repeat(5)));
    folder.write("asides.html", format!("<h1>Letters</h1><article>{asides}"));
    for (name, count) in [("a.html", 200_000), ("b.html", 190_000)] {
        folder.write(name, format!("<h1>Head</h1>{}", "ab".repeat(count)));
    }
    let own = |at: usize| {
        serde_json::json!({"html": format!("<x-{at}><h1>Letter {at}</h1><y-{at}>{}</y-{at}></x-{at}>", says(at))}).to_string() + "\n"
    };
    folder.write("own.jsonl", (0..8_000).map(own).collect::<Vec<_>>().concat());
    for page in ["d1.html", "d2.html"] {
        let time = |at: usize| format!("<time>{}.{}.{}</time>\n", at % 28 + 1, at % 12 + 1, 1990 + at % 30);
        folder.write(
            page,
            format!("<h1>Letters of {page}</h1><p>{}", (0..100_000).map(time).collect::<Vec<_>>().concat()),
        );
        let classes = (0..200_000).map(|at| format!("c{at} ")).collect::<Vec<_>>().concat();
        folder.write(
            &format!("c{page}"),
            format!("<h1>{page}</h1><p class='{classes} {page}'>{}", says(page.len())),
        );
        let label = |at: usize| format!("<dt>{}<dd>{at} {page}", word(at));
        folder.write(
            &format!("l{page}"),
            format!("<h1>{page}</h1><dl>{}</dl>", (0..20_000).map(label).collect::<Vec<_>>().concat()),
        );
    }
    for run in [
        &["learn", "own.jsonl", "-o", "own.json"][..],
        &["extract", "-w", "own.json", "own.jsonl"],
        &["content", "asides.html"],
        &["content", "--explain", "names.html"],
        &["template", "a.html", "b.html"],
        &["content", "--format", "md", "d1.html", "d2.html"],
        &["learn", "ld1.html", "ld2.html", "-o", "labels.json"],
        &["learn", "cd1.html", "cd2.html", "-o", "classes.json"],
        &["content", "cd1.html", "cd2.html"],
    ] {
        let ran = folder.run([run, &["--timeout", "120"]].concat());
        assert_eq!(ran.code, 0, "{run:?}: {}", ran.err);
    }
    let began = std::time::Instant::now();
    folder.run(["export", "-w", "labels.json", "ld1.html", "ld2.html"]).found();
    assert!(began.elapsed().as_secs() < 120, "a field must not search all of the template and the pages");
}

#[test]
fn the_same_error_in_many_lines_is_reported_three_times_and_counted() {
    let folder = Folder::new();
    let bad = (0..500).map(|number| format!("no object {number}\n")).collect::<Vec<_>>().concat();
    folder.write("a.jsonl", bad + &serde_json::json!({ "html": page(1) }).to_string());
    let said = folder.run(["content", "a.jsonl"]).err;
    assert_eq!(said.lines().filter(|line| line.starts_with("skipped a.jsonl#")).count(), 3, "{said}");
    assert!(
        said.contains("skipped 497 more for the same reason, such as a.jsonl#3: line 3 is not a JSON object"),
        "{said}"
    );
    assert!(said.contains("1 page read, 500 skipped"), "{said}");
}

#[test]
fn a_damaged_archive_gives_the_rest_and_an_exit_status() {
    let folder = Folder::new();
    let record = |number, length: &str| {
        let block = page(number);
        let length = if length.is_empty() { block.len().to_string() } else { length.to_owned() };
        let head = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: ";
        format!("{head}{length}\r\n\r\n{block}\r\n\r\n")
    };
    folder.write("a.warc", [record(1, ""), record(2, "10"), record(3, "")].concat());
    for arguments in [&["content", "a.warc", "--format", "jsonl"][..], &["count", "a.warc"]] {
        let ran = folder.run(arguments.iter().copied());
        assert_eq!(ran.code, 3, "{}", ran.err);
        assert!(
            ran.err.contains("record 2 of the archive") && ran.err.contains("2 pages read, 1 skipped"),
            "{}",
            ran.err
        );
    }
    folder.run(["content", "a.warc", "--strict"]).failed();
}

#[test]
#[cfg(target_os = "linux")]
fn no_signal_leaves_a_temporary_file() {
    let folder = site();
    folder.run([&["learn", "-o", "wrapper.json"], &PAGES[..]].concat());
    let before = folder.names();
    for signal in ["TERM", "INT", "HUP", "KILL", "XFSZ"] {
        // The parent of the tests may ignore signals, as nohup and scripts do, and child processes inherit this.
        let mut child = std::process::Command::new("env")
            .args(["--default-signal=TERM,INT,HUP,XFSZ", env!("CARGO_BIN_EXE_katagami")])
            .current_dir(folder.path())
            .args(["extract", "-w", "wrapper.json", "-o", "rows.csv", "@-"])
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let input = child.stdin.take();
        std::thread::sleep(std::time::Duration::from_millis(150));
        let id = child.id().to_string();
        std::process::Command::new("kill")
            .args([&format!("-{signal}"), &id])
            .status()
            .expect("there is a program to kill with");
        let ended = (0..600).find_map(|_| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            child.try_wait().expect("it can be asked")
        });
        drop(input);
        assert!(ended.is_some_and(|status| !status.success()), "{signal}: {ended:?}");
        assert_eq!(folder.names(), before, "{signal}");
    }
    // A file may grow to 512 or 1,024 bytes, and the answers are larger.
    std::fs::create_dir(folder.path().join("man")).expect("folders can be made");
    for verb in ["content --format jsonl -o rows.jsonl *.html *.html *.html", "man man"] {
        let command = format!("ulimit -f 1; exec '{}' {verb}", env!("CARGO_BIN_EXE_katagami"));
        let status =
            std::process::Command::new("sh").current_dir(folder.path()).args(["-c", &command]).output();
        assert!(!status.expect("there is a shell").status.success());
        assert_eq!(folder.names().len(), before.len() + 1);
        assert_eq!(std::fs::read_dir(folder.path().join("man")).expect("it is there").count(), 0);
    }
}

#[test]
#[cfg(unix)]
fn a_link_stays_a_link_even_if_its_target_does_not_exist() {
    let folder = site();
    std::fs::create_dir(folder.path().join("there")).unwrap();
    std::os::unix::fs::symlink("there/answer.csv", folder.path().join("link.csv")).unwrap();
    for _ in 0..2 {
        folder.run([&["count", "-o", "link.csv"], &PAGES[..]].concat());
        assert!(folder.path().join("link.csv").is_symlink());
        assert!(folder.path().join("there/answer.csv").is_file());
        assert_eq!(std::fs::read_dir(folder.path().join("there")).unwrap().count(), 1);
    }
}

#[test]
fn a_flipped_bit_in_an_index_is_an_error_that_names_the_file() {
    let folder = site();
    folder.write("copy.html", page(0).replace("Heading", "Title"));
    let inputs = ["0.html", "1.html", "2.html", "copy.html"];
    let all = ["similar", "--index", "index", "--format", "jsonl", "--least", "0"];
    folder.run([&all[..], &inputs].concat());
    let whole = folder.run(all);
    assert_eq!(whole.code, 0, "{}", whole.err);
    for file in ["keys", "names", "names.ends", "pages", "pages.ends", "similar.json"] {
        let path = folder.path().join("index").join(file);
        let bytes = std::fs::read(&path).unwrap();
        for step in 0..12 {
            let mut damaged = bytes.clone();
            let at = step * (bytes.len() - 1) / 11;
            damaged[at] ^= 1 << (step % 8);
            std::fs::write(&path, damaged).unwrap();
            let ran = folder.run(all);
            let is_seen = ran.code == 2 && ran.err.contains("index") && !ran.err.contains("panicked");
            assert!(is_seen || (ran.code == 0 && ran.out == whole.out), "{file} at {at}: {ran:?}");
            std::fs::write(&path, &bytes).unwrap();
        }
    }
    std::fs::remove_file(folder.path().join("index/similar.json")).unwrap();
    let refused = folder.run([&all[..], &inputs].concat()).failed();
    assert!(refused.contains("similar.json is missing"), "{refused}");
}

#[test]
fn a_run_killed_before_its_folder_was_created_is_resumed() {
    let folder = site();
    let ran = folder.run([&["similar", "--index", "index", "--resume"], &PAGES[..]].concat());
    assert!(ran.code < 2, "{}", ran.err);
}

#[test]
fn file_endings_give_the_format_also_of_compressed_files() {
    use flate2::read::GzDecoder;
    use std::io::Read;

    let folder = site();
    let written = |file: &str| {
        let ran = folder.run([&["find", "text", "-o", file], &PAGES[..]].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        std::fs::read(folder.path().join(file)).expect("the answer")
    };
    let csv = String::from_utf8(written("x.csv")).unwrap();
    assert_eq!(String::from_utf8(written("x.tsv")).unwrap(), csv.replace(',', "\t"));
    assert_eq!(written("x.ndjson"), written("x.jsonl"));
    let mut unpacked = String::new();
    GzDecoder::new(&written("x.csv.gz")[..]).read_to_string(&mut unpacked).unwrap();
    assert_eq!(unpacked, csv);
    let mut unpacked = String::new();
    let packed = written("x.csv.zst");
    ruzstd::decoding::StreamingDecoder::new(&packed[..]).unwrap().read_to_string(&mut unpacked).unwrap();
    assert_eq!(unpacked, csv);
    for file in ["x.docx", "x.csv.bz2", "x.warc"] {
        let said = folder.run(["find", "text", "gone.html", "-o", file]).failed();
        assert!(said.contains("this command has no format") && !said.contains("gone.html"), "{said}");
    }
}

#[test]
fn a_safe_table_has_no_formulas() {
    let folder = Folder::with([("a.html", "<p>=1+2</p>")]);
    let find = |options: &[&str]| {
        folder.run([&["find", "=1+2", "a.html", "--format", "csv"], options].concat()).found()
    };
    assert!(find(&[]).contains("\n=1+2,a.html"));
    assert!(find(&["--safe-csv"]).contains("\n'=1+2,a.html"));
    let said = folder.run(["find", "x", "a.html", "--safe-csv"]).failed();
    assert!(said.contains("--safe-csv works only with --format csv"), "{said}");
}

#[test]
fn a_result_does_not_replace_a_file_that_is_read() {
    let folder = Folder::with([("a.html", "<p>text</p>"), ("b.html", "<p>text</p>")]);
    for verb in [&["find", "text"][..], &["content"]] {
        let said =
            folder.run([verb, &["b.html", "a.html", "--format", "csv", "-o", "./a.html"]].concat()).failed();
        assert!(said.contains("the result would replace it"), "{said}");
        assert_eq!(std::fs::read_to_string(folder.path().join("a.html")).unwrap(), "<p>text</p>");
        folder.run([verb, &["-q", "b.html", "a.html", "--format", "csv", "-o", "c.csv"]].concat()).found();
    }
}

#[test]
fn addresses_that_run_scripts_are_left_out_of_articles() {
    let folder = Folder::new();
    let text = "A paragraph with enough words to be taken for the article of this page, and then some more of them. ";
    let links = [
        "javascript:x()",
        "feed:javascript:x()",
        "java\tscript:x()",
        "view-source:javascript:x()",
        "http://a.b/c:d",
    ]
    .map(|address| format!("<a href=\"{address}\">a link</a> "));
    folder.write("a.html", format!("<html><body><p>{}{}</p></body></html>", text.repeat(5), links.concat()));
    let html = folder.run(["content", "--format", "html", "--quiet", "a.html"]).found();
    assert!(!html.contains("script:") && html.contains("http://a.b/c:d"), "{html}");
}

#[test]
fn a_wrapper_of_pages_that_nest_deep_can_be_read() {
    let folder = Folder::new();
    for (name, text) in [("a.html", "first words"), ("b.html", "other words"), ("c.html", "last words")] {
        let (open, close) = ("<div>".repeat(350), "</div>".repeat(350));
        folder.write(
            name,
            format!("<html><body><h1>{text} on top</h1>{open}<p>{text}</p>{close}</body></html>"),
        );
    }
    let pages = ["a.html", "b.html", "c.html"];
    folder.run([&["learn", "-o", "wrapper.json"], &pages[..]].concat()).found();
    let rows = folder
        .run([&["extract", "-w", "wrapper.json", "--format", "jsonl"], &pages[..]].concat())
        .json_lines();
    assert_eq!(rows.len(), 3);
    folder.write(
        "deep.json",
        format!("{{\"katagami\":\"wrapper\",\"version\":1,\"templates\":{}", "[".repeat(1_000_000)),
    );
    let said = folder.run(["extract", "-w", "deep.json", "a.html"]).failed();
    assert!(said.contains("not a wrapper file; "), "{said}");
}

//! Index folders: pages added later, and refused folders.

use super::super::run::Folder;
use super::web::lines;
use serde_json::Value;

fn pairs(out: &str) -> Vec<(String, String, String)> {
    let pair = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("a row");
        let text = |name: &str| row[name].to_string();
        (text("a"), text("b"), text("overlap"))
    };
    out.lines().map(pair).collect()
}

#[test]
fn later_pages_are_compared_with_earlier_ones() {
    let folder = Folder::new();
    // Each page of the second file has its copy in the first one, or in itself.
    let all = lines(0..200);
    let lines: Vec<&str> = all.lines().collect();
    let pick = |rest: usize| {
        let of = lines.iter().enumerate().filter(|(at, _)| usize::from(at % 4 == 1 || *at >= 150) == rest);
        of.flat_map(|(_, line)| [*line, "\n"]).collect::<String>()
    };
    folder.write("old.jsonl", pick(0));
    folder.write("new.jsonl", pick(1));
    let run = |arguments: &[&'static str]| {
        folder.run(["similar", "--format", "jsonl"].into_iter().chain(arguments.iter().copied()))
    };
    let together = pairs(&run(&["old.jsonl", "new.jsonl"]).found());
    let old = run(&["old.jsonl", "--index", "index"]).found();
    // The old pages are no longer needed.
    std::fs::rename(folder.path().join("old.jsonl"), folder.path().join("away")).expect("it is there");
    let new = run(&["new.jsonl", "--index", "index"]).found();
    let mut apart = [pairs(&old), pairs(&new)].concat();
    apart.sort();
    let mut sorted = together.clone();
    sorted.sort();
    assert_eq!(apart, sorted);
    assert!(!old.is_empty() && !new.is_empty());
    assert_eq!(pairs(&run(&["--index", "index"]).found()), together);
    // The last run again, and pages that are already in the index.
    assert_eq!(run(&["new.jsonl", "--index", "index", "--resume"]).found(), new);
    let again = run(&["new.jsonl", "--index", "index"]);
    assert_eq!((again.code, again.out.as_str()), (1, ""));
    assert!(again.err.contains("left out: earlier pages have the same names"), "{}", again.err);
    assert!(
        again.err.contains("no page is new, so no pair is new; give no inputs for all pairs"),
        "{}",
        again.err
    );
    // An existing output file is kept, and an empty result is valid.
    folder.write("pairs.jsonl", "answer");
    for (file, left) in [("pairs.jsonl", "answer"), ("nothing.jsonl", "")] {
        let again = run(&["new.jsonl", "--index", "index", "-o", file]);
        assert_eq!(again.code, 1);
        assert_eq!(std::fs::read_to_string(folder.path().join(file)).expect("it is there"), left);
        assert_eq!(again.err.contains(&format!("{file} is not changed")), !left.is_empty(), "{}", again.err);
    }
    // Groups are formed from all pages.
    let groups = run(&["--index", "index", "--groups"]).found();
    assert_eq!(groups.lines().count(), 100);
}

#[test]
fn a_run_with_right_inputs_can_follow_one_with_wrong_ones() {
    let folder = Folder::new();
    folder.write("a.jsonl", lines(0..20));
    let wrong = folder.run(["similar", "gone.jsonl", "--index", "index"]).failed();
    assert!(wrong.contains("no page could be read (1 skipped)"), "{wrong}");
    folder.run(["similar", "a.jsonl", "--index", "index"]).found();
}

#[test]
fn a_later_crawl_may_have_the_name_of_an_earlier_one() {
    let folder = Folder::new();
    folder.write("crawl.jsonl", lines(0..20));
    folder.run(["similar", "crawl.jsonl", "--index", "index"]).found();
    folder.write("crawl.jsonl", lines(20..40));
    let later = folder.run(["similar", "crawl.jsonl", "--index", "index"]);
    assert!(!later.err.contains("left out"), "{}", later.err);
    assert_eq!(folder.run(["similar", "--index", "index", "--keep", "first"]).found().lines().count(), 20);
}

#[test]
fn a_folder_of_other_pages_is_refused() {
    let folder = Folder::new();
    folder.write("a.jsonl", lines(0..20));
    folder.run(["similar", "a.jsonl", "--index", "index"]).found();
    let files = ["keys", "lock", "names", "names.ends", "pages", "pages.ends", "similar.json"];
    assert_eq!(
        std::fs::read_dir(folder.path().join("index")).expect("it is there").count(),
        files.len(),
        "no other file is left"
    );
    let refused = |arguments: &[&'static str]| {
        folder.run(["similar", "--index", "index"].into_iter().chain(arguments.iter().copied())).failed()
    };
    let other = refused(&["a.jsonl", "--min-chars", "30"]);
    assert!(
        other
            .contains("its pages were read with other options (--method ours --compare text --min-chars 20)"),
        "{other}"
    );
    let inputs = refused(&["b.jsonl", "--resume"]);
    assert!(inputs.contains("the run to resume is over a.jsonl; give the same inputs"), "{inputs}");
    let manifest = folder.path().join("index/similar.json");
    let kept = std::fs::read_to_string(&manifest).expect("it is there");
    std::fs::write(&manifest, kept.replace("\"done\"", "\"read\"")).expect("it can be written");
    let changed = refused(&["a.jsonl"]);
    assert!(changed.contains("its checksum is wrong"), "{changed}");
    std::fs::write(&manifest, kept).expect("it can be written");
    std::fs::write(folder.path().join("index/pages"), "short").expect("it can be written");
    let damaged = refused(&["a.jsonl"]);
    assert!(damaged.contains("the index is damaged"), "{damaged}");
    std::fs::write(&manifest, "{}").expect("it can be written");
    let unusable = refused(&["a.jsonl"]);
    assert!(unusable.contains("no index of similar pages that this version can read"), "{unusable}");
}

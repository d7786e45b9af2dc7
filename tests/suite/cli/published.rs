//! The published method gives the numbers that `data/README.md` lists.

use super::run::katagami;
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

//! The files under `data/` are those that the generator writes.

use std::path::Path;

fn data() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../data")
}

#[test]
fn the_files_on_disk_are_those_that_the_generator_writes() {
    let (written, found) = (site::disk::files(), site::disk::read(&data()).expect("data/ can be read"));
    let missing: Vec<_> = written.keys().filter(|&path| !found.contains_key(path)).collect();
    let surplus: Vec<_> = found.keys().filter(|&path| !written.contains_key(path)).collect();
    let other: Vec<_> =
        written.iter().filter(|&(path, bytes)| found.get(path) != Some(bytes)).map(|(p, _)| p).collect();
    assert!(missing.is_empty() && surplus.is_empty(), "missing: {missing:?}, surplus: {surplus:?}");
    assert!(other.is_empty(), "{other:?} differ; if that is meant: cargo run -p site -- data");
}

#[test]
fn the_truth_on_disk_is_the_truth_of_the_pages() {
    for set in site::set::all() {
        let truth =
            site::truth::read(&data().join(set.family.folder()).join(set.name)).expect("it is well formed");
        assert_eq!(truth.pages.len(), set.pages.len(), "{}", set.name);
        for (known, page) in truth.pages.iter().zip(&set.pages) {
            assert_eq!((&known.file, &known.template), (&page.name, &page.template));
            assert_eq!(known.encoding, page.encoding.label());
            assert!(known.fixed().eq(page.fixed.iter().cloned()), "{} {}", set.name, page.name);
            assert!(known.fields().eq(page.fields.iter().cloned()), "{} {}", set.name, page.name);
            assert!(known.records().eq(page.records.iter().cloned()), "{} {}", set.name, page.name);
        }
    }
}

#[test]
fn every_position_in_the_truth_has_its_content() {
    for set in site::set::all() {
        for page in &set.pages {
            let covered: usize =
                page.fixed.iter().chain(&page.content()).map(|range| range.end - range.start).sum();
            assert_eq!(covered, page.html.len());
            assert!(page.fixed.windows(2).all(|pair| pair[0].end < pair[1].start));
            for record in &page.records {
                for field in &record.fields {
                    assert!(record.range.contains(&field.start), "{} {}", set.name, page.name);
                }
            }
            for field in page.fields.iter().chain(page.records.iter().flat_map(|record| &record.fields)) {
                assert!(page.html[field.start..].starts_with(&field.value), "{} {}", set.name, page.name);
                assert!(
                    !page.fixed.iter().any(|range| range.contains(&field.start)),
                    "{} {}",
                    set.name,
                    page.name
                );
            }
        }
    }
}

#[test]
fn a_page_is_decoded_unchanged() {
    for set in site::set::all() {
        for page in &set.pages {
            let label = page.encoding.label();
            let table = encoding_rs::Encoding::for_label(label.as_bytes()).expect("the label is the web's");
            assert_eq!(table.decode_without_bom_handling(&page.bytes()).0, page.html);
        }
    }
}

#[test]
fn in_f_optional_the_content_word_occurs_once_a_page_and_the_label_more_often() {
    let set = site::set::all().into_iter().find(|set| set.name == "f-optional").expect("there is such a set");
    let count = |word: &str| set.pages.iter().map(|page| page.html.matches(word).count()).sum::<usize>();
    assert_eq!(count("Kirchhoff"), set.pages.len());
    assert!(set.pages.iter().all(|page| page.html.contains("<h2>Textbook and further reading</h2>")));
    assert_eq!(count("Textbook and further reading"), 14);
    assert_eq!(count("Textbook"), 14);
}

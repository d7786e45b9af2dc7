//! The peaks of the published rule, counted with hash tables: every set shows the property it was made for.

use site::set::Family;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// The frequency of at least 3 with the largest F(f) = f * V(f), over all n-grams of 1 to 10 symbols.
fn peak<S: Eq + Hash>(texts: &[Vec<S>]) -> usize {
    let mut distinct: BTreeMap<usize, usize> = BTreeMap::new();
    for length in 1..=10 {
        let mut frequencies: HashMap<&[S], usize> = HashMap::new();
        for gram in texts.iter().flat_map(|text| text.windows(length)) {
            *frequencies.entry(gram).or_default() += 1;
        }
        for frequency in frequencies.into_values() {
            *distinct.entry(frequency).or_default() += 1;
        }
    }
    let candidates = distinct.into_iter().filter(|&(frequency, _)| frequency >= 3);
    candidates
        .max_by_key(|&(frequency, distinct)| frequency * distinct)
        .expect("something occurs three times")
        .0
}

/// The tags of a page, attributes included. None of our pages has `>` in an attribute or a comment.
fn tags(html: &str) -> Vec<&str> {
    let tags = html.split('<').skip(1).filter_map(|text| text.split_once('>'));
    tags.map(|(tag, _)| tag).collect()
}

fn without_line_breaks(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().copied().filter(|byte| !b"\r\n".contains(byte)).collect()
}

#[test]
fn each_set_has_the_peak_of_its_property() {
    for set in site::set::all() {
        let found = match set.family {
            Family::Results => set.pages.iter().map(|page| peak(&[tags(&page.html)])).collect(),
            Family::Syllabus => {
                vec![peak(
                    &set.pages.iter().map(|page| without_line_breaks(&page.bytes())).collect::<Vec<_>>(),
                )]
            }
            Family::Shop
            | Family::Recipes
            | Family::Shelf
            | Family::Press
            | Family::Scripts
            | Family::Blog
            | Family::Forum
            | Family::Natural
            | Family::Mixed
            | Family::Shells => {
                continue;
            }
        };
        assert_eq!(found, set.peaks, "{}", set.name);
    }
}

#[test]
fn natural_text_has_no_peak() {
    for set in site::set::all().iter().filter(|set| set.family == Family::Natural) {
        let texts: Vec<_> = set.pages.iter().map(|page| without_line_breaks(&page.bytes())).collect();
        assert_eq!(peak(&texts), 3, "{}: F(f) falls from the first frequency that counts", set.name);
    }
}

fn kilobytes(pages: &[site::Page]) -> f64 {
    let bytes: usize = pages.iter().map(|page| page.bytes().len()).sum();
    f64::from(u32::try_from(bytes).expect("a small set")) / 1000.0
}

/// The largest relative difference between the size of a set and that in the source.
const NEAR: f64 = 0.05;

#[test]
fn the_sites_of_table_1_have_its_numbers_of_files_its_sizes_and_their_peaks() {
    let mut wrong = Vec::new();
    for faculty in &site::faculty::ALL {
        let pages = faculty.pages();
        let texts: Vec<_> = pages.iter().map(|page| without_line_breaks(&page.bytes())).collect();
        let (size, peak) = (kilobytes(&pages), peak(&texts));
        let printed = f64::from(u32::try_from(faculty.kilobytes).expect("a small set"));
        println!("{} {} files {size:.1} kB for {printed} peak {peak}", faculty.id, pages.len());
        if (size - printed).abs() > NEAR * printed || [peak] != faculty.plan.peaks {
            wrong.push(faculty.id);
        }
    }
    assert!(wrong.is_empty(), "sizes or peaks of {wrong:?}");
}

#[test]
fn the_engines_of_table_2_have_its_hits_and_fail_for_its_causes() {
    let mut wrong = Vec::new();
    for engine in &site::engine::ALL {
        let pages = engine.pages();
        let hits: Vec<usize> = pages.iter().map(hits).collect();
        let peaks: Vec<usize> = pages.iter().map(|page| peak(&[tags(&page.html)])).collect();
        println!("{} {hits:?} peaks {peaks:?} for {:?}", engine.id, engine.plan.peaks);
        if hits != engine.hits || peaks != engine.plan.peaks {
            wrong.push(engine.id);
        }
    }
    assert!(wrong.is_empty(), "hits or peaks of {wrong:?}");
}

/// The outermost records of a page.
fn hits(page: &site::Page) -> usize {
    page.records
        .iter()
        .filter(|record| {
            !page.records.iter().any(|outer| {
                outer.range != record.range
                    && outer.range.start <= record.range.start
                    && record.range.end <= outer.range.end
            })
        })
        .count()
}

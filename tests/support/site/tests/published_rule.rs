//! The peaks that the published rule finds, counted the slow way: every set shows the trait it was made for.

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
fn each_set_has_its_peak_where_its_trait_puts_it() {
    for set in site::set::all() {
        let found = match set.family {
            Family::Results => set.pages.iter().map(|page| peak(&[tags(&page.html)])).collect(),
            Family::Syllabus => {
                vec![peak(
                    &set.pages.iter().map(|page| without_line_breaks(&page.bytes())).collect::<Vec<_>>(),
                )]
            }
            Family::Shop | Family::Shelf | Family::Press | Family::Blog | Family::Forum | Family::Natural => {
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

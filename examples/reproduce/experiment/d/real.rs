//! The same methods on real threads, by the words of posts.

use super::super::{Result, Section, Table, Verdict};
use super::judge::{Counts, share};
use katagami::document::{Document, Input, Reader};
use katagami::forum::paper::Cutter;
use katagami::forum::{self, Post};
use katagami::page::Tree;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

#[derive(serde::Deserialize)]
struct Gold {
    page: String,
    posts: Vec<String>,
}

/// Adds what was found on the pages in a folder, if there is one.
pub(super) fn add(section: Section, shared: Option<&Path>) -> Result<Section> {
    let Some(folder) = shared.map(|folder| folder.join("forum")).filter(|folder| folder.is_dir()) else {
        return Ok(section);
    };
    let mut sites: Vec<_> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    sites.sort();
    let mut counts = [[Counts::default(); 2]; 2];
    let mut pages = 0;
    for site in &sites {
        let (documents, gold) = read(site)?;
        pages += documents.len();
        for (method, of_method) in
            [published as fn(&[Document]) -> Vec<Vec<Post>>, ours].into_iter().zip(&mut counts)
        {
            let alone =
                documents.iter().flat_map(|document| method(std::slice::from_ref(document))).collect();
            for (found, count) in [method(&documents), alone].iter().zip(of_method) {
                let of_page = |(gold, found): (&Gold, &Vec<Post>)| judge(&gold.posts, found);
                *count = *count + gold.iter().zip(found).map(of_page).sum();
            }
        }
    }
    let mut table = Table::new(
        "Posts on real pages: precision, recall, F by the words of their texts",
        &["pages", "published method", "ours"],
    );
    for (place, name) in ["the pages of a site together", "each page alone"].into_iter().enumerate() {
        let cell =
            |counts: Counts| format!("{:.3}, {:.3}, {:.3}", counts.precision(), counts.recall(), counts.f1());
        table = table.row([name.to_owned(), cell(counts[0][place]), cell(counts[1][place])]);
    }
    let verdict = Verdict::of(counts[1][0].f1(), counts[0][0].f1(), 3);
    let table = table.judged(
        verdict,
        "by F of the pages of a site together. The published method goes below the root as far as these agree, and takes \
         for posts what repeats most there; ours looks for records that hold what people wrote.",
    );
    let posts = counts[1][0].posts;
    Ok(section.on_real_pages().text(format!(
        "{pages} pages of {} boards, questions with answers and blogs, with {posts} posts whose texts are known. A post is \
         right if its words agree with those of a known one with an F1 of 0.8 or more, one to one.",
        sites.len()
    )).table(table))
}

fn read(site: &Path) -> Result<(Vec<Document>, Vec<Gold>)> {
    let lines = fs::read_to_string(site.join("gold.jsonl"))?;
    let gold: Vec<Gold> = lines.lines().map(serde_json::from_str).collect::<std::result::Result<_, _>>()?;
    let inputs: Vec<Input> = gold.iter().map(|gold| Input::path(site.join(&gold.page))).collect();
    let documents = Reader::new().read(&inputs).collect::<std::result::Result<Vec<_>, _>>()?;
    Ok((documents, gold))
}

fn ours(documents: &[Document]) -> Vec<Vec<Post>> {
    forum::threads(documents).pages
}

fn published(documents: &[Document]) -> Vec<Vec<Post>> {
    let sources: Vec<&str> = documents.iter().map(Document::text).collect();
    let trees: Vec<Tree> = sources.iter().map(|source| Tree::unscripted(source)).collect();
    let cuts = Cutter::new().cut(&sources, &trees);
    cuts.iter().zip(sources.iter().zip(&trees)).map(|(cut, (source, tree))| cut.texts(source, tree)).collect()
}

fn judge(gold: &[String], found: &[Post]) -> Counts {
    let gold: Vec<_> =
        gold.iter().map(|text| words(&htmlize::unescape(text))).filter(|words| !words.is_empty()).collect();
    let found: Vec<_> =
        found.iter().map(|post| words(&post.text)).filter(|words| !words.is_empty()).collect();
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for (one, words) in gold.iter().enumerate() {
        for (other, others) in found.iter().enumerate() {
            let both: usize =
                words.iter().map(|(word, &count)| count.min(others.get(word).copied().unwrap_or(0))).sum();
            let f1 = share(2 * both, words.values().sum::<usize>() + others.values().sum::<usize>());
            if f1 >= 0.8 {
                pairs.push((f1, one, other));
            }
        }
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let (mut taken, mut given) = (vec![false; gold.len()], vec![false; found.len()]);
    let mut counts = Counts { posts: gold.len(), found: found.len(), ..Counts::default() };
    for (_, one, other) in pairs {
        if !taken[one] && !given[other] {
            (taken[one], given[other]) = (true, true);
            counts.right += 1;
        }
    }
    counts
}

/// Runs of letters and digits; where a script does not part words, each letter is one.
fn words(text: &str) -> BTreeMap<String, usize> {
    let mut words = BTreeMap::new();
    let mut word = String::new();
    for letter in text.to_lowercase().chars().chain([' ']) {
        let stands_alone = ('\u{3040}'..='\u{9FFF}').contains(&letter);
        if (stands_alone || !letter.is_alphanumeric()) && !word.is_empty() {
            *words.entry(std::mem::take(&mut word)).or_default() += 1;
        }
        if stands_alone {
            *words.entry(letter.to_string()).or_default() += 1;
        } else if letter.is_alphanumeric() {
            word.push(letter);
        }
    }
    words
}

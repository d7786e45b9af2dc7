//! How well texts agree with the known ones, by words: for pages whose blocks nobody has marked.
//!
//! A text is the bag of its runs of four words; a letter of Chinese and Japanese is a word of its own. Precision and recall
//! are those of a page's bags, averaged over the pages, and F of the averages; a page is nearly perfect when both reach 0.95.

use super::Result;
use super::blocks::share;
use katagami::document::{Document, Input, Reader};
use serde::Deserialize;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// What is known of a page.
#[derive(Debug, Deserialize)]
pub struct Answer {
    page: String,
    /// The main text of a news page.
    #[serde(default)]
    pub text: String,
    /// The post of a blog's page.
    #[serde(default)]
    pub post: String,
    /// The comments.
    #[serde(default)]
    pub comments: String,
}

/// The pages of each site in a folder, by name, with what is known of them.
///
/// # Errors
/// If they cannot be read.
pub fn sites(folder: &Path) -> Result<Vec<Vec<(Document, Answer)>>> {
    let entries = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut folders: Vec<PathBuf> = entries.collect::<Result<_>>()?;
    folders.retain(|folder| folder.join("gold.jsonl").is_file());
    folders.sort();
    folders.iter().map(|folder| site(folder)).collect()
}

fn site(folder: &Path) -> Result<Vec<(Document, Answer)>> {
    let text = std::fs::read_to_string(folder.join("gold.jsonl"))?;
    let mut answers: HashMap<String, Answer> = HashMap::new();
    for line in text.lines() {
        let answer: Answer = serde_json::from_str(line)?;
        answers.insert(answer.page.clone(), answer);
    }
    let mut pages = Vec::new();
    for document in Reader::new().read(&[Input::path(folder.to_path_buf())]) {
        let document = document?;
        let name = document.name().rsplit('/').next().unwrap_or_default();
        if let Some(answer) = answers.remove(name) {
            pages.push((document, answer));
        }
    }
    Ok(pages)
}

/// The figures of pages, added up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Words {
    pages: usize,
    precision: f64,
    recall: f64,
    nearly_perfect: usize,
}

impl Words {
    /// Adds a page. What of the found text stands in `free` and not in the known text counts neither way.
    pub fn add(&mut self, found: &str, known: &str, free: &str) {
        let (mut found, known) = (bag(found), bag(known));
        for run in bag(free).into_keys().filter(|run| !known.contains_key(run)) {
            found.remove(&run);
        }
        let size = |bag: &HashMap<String, usize>| bag.values().sum::<usize>();
        let both = known.iter().map(|(run, count)| found.get(run).map_or(0, |&found| found.min(*count)));
        let right: usize = both.sum();
        let (precision, recall) = match (size(&found), size(&known)) {
            (0, 0) => (1.0, 1.0),
            (_, 0) => (0.0, 1.0),
            (0, _) => (0.0, 0.0),
            (of_found, of_known) => (share(right, of_found), share(right, of_known)),
        };
        self.pages += 1;
        self.precision += precision;
        self.recall += recall;
        self.nearly_perfect += usize::from(precision.min(recall) >= 0.95);
    }

    fn average(&self, sum: f64) -> f64 {
        sum * share(1, self.pages)
    }

    /// How many pages there are.
    pub fn pages(&self) -> usize {
        self.pages
    }

    /// Precision, recall, F and the share of nearly perfect pages.
    pub fn figures(&self) -> [f64; 4] {
        let (precision, recall) = (self.average(self.precision), self.average(self.recall));
        let f = 2.0 * precision * recall / (precision + recall).max(f64::MIN_POSITIVE);
        [precision, recall, f, share(self.nearly_perfect, self.pages)]
    }
}

/// The runs of four words of a text, or all of a shorter one, with how often each stands there.
fn bag(text: &str) -> HashMap<String, usize> {
    let words = words(text);
    let mut bag = HashMap::new();
    if !words.is_empty() {
        for run in words.windows(words.len().min(4)) {
            *bag.entry(run.join(" ")).or_default() += 1;
        }
    }
    bag
}

/// The words of a text in lower case. Some known texts still have their entities.
fn words(text: &str) -> Vec<String> {
    let text = htmlize::unescape(text).to_lowercase();
    let mut words: Vec<String> = vec![String::new()];
    for char in text.chars() {
        // Kana, and the two commonest blocks of Chinese characters.
        let is_word =
            matches!(char, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}');
        if is_word || !char.is_alphanumeric() {
            words.push(String::new());
        }
        if is_word || char.is_alphanumeric() {
            words.last_mut().expect("there is a word").push(char);
        }
        if is_word {
            words.push(String::new());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::{Words, words};

    fn printed(words: Words) -> [String; 4] {
        words.figures().map(|figure| format!("{figure:.3}"))
    }

    #[test]
    fn runs_of_four_words_are_compared() {
        let mut all = Words::default();
        all.add("a b c d e", "a b c d x", "");
        assert_eq!(printed(all), ["0.500", "0.500", "0.500", "0.000"]);
        all.add("a b c d. Said by a reader", "A, b, c &amp; d", "Said by a reader");
        // Three runs go over from the text to the comment, so the second page has a precision of a quarter.
        assert_eq!(printed(all)[..2], ["0.375", "0.750"]);
    }

    #[test]
    fn letters_of_japanese_are_words() {
        assert_eq!(words("12月の川, Rhine"), ["12", "月", "の", "川", "rhine"]);
    }
}

//! Texts as paragraphs of sentences, so that the source of each copied sentence is known.

use crate::language::Language;
use crate::rng::Rng;
use std::fmt::Write as _;

/// The least number of characters of a sentence that is evidence in the source.
const LONG: usize = 20;

/// Stock phrases: greetings, thanks, transitions. The frequent ones first.
const STOCK: [&str; 24] = [
    "こんにちは。",
    "ありがとうございます。",
    "続きはまた明日。",
    "そうですね。",
    "よろしくお願いします。",
    "なるほど。",
    "さて。",
    "楽しみです。",
    "おつかれさまでした。",
    "それではまた。",
    "ごちそうさまでした。",
    "写真はこちら。",
    "今日はここまで。",
    "はじめまして。",
    "どうでしょうか。",
    "くわしくは次のページをご覧ください。",
    "コメントありがとうございました。",
    "リンクは自由です。",
    "お気軽にお問い合わせください。",
    "最後まで読んでくださってありがとうございます。",
    "この記事は予告なく書きかえることがあります。",
    "あけましておめでとうございます。",
    "ご意見ご感想をお待ちしています。",
    "長くなったので続きは別の日に書きます。",
];

/// A text: paragraphs of sentences.
#[derive(Clone, Debug, Default)]
pub(super) struct Text(pub(super) Vec<Vec<String>>);

impl Text {
    /// Sentences in paragraphs of two to six; one in fifteen is a stock phrase if the language has any.
    pub(super) fn new(language: Language, rng: &mut Rng, sentences: usize) -> Self {
        let sentence = |rng: &mut Rng| match language {
            Language::Japanese if rng.below(15) == 0 => rng.zipf(&STOCK).to_owned(),
            _ => language.prose(rng, 1),
        };
        let sentences: Vec<String> = (0..sentences).map(|_| sentence(rng)).collect();
        Text::parted(rng, sentences)
    }

    /// Sentences as paragraphs of two to six.
    fn parted(rng: &mut Rng, sentences: Vec<String>) -> Self {
        let mut paragraphs = Vec::new();
        let mut rest = sentences.into_iter().peekable();
        while rest.peek().is_some() {
            let many = rng.between(2, 6);
            paragraphs.push(rest.by_ref().take(many).collect());
        }
        Text(paragraphs)
    }

    /// All sentences, in order.
    pub(super) fn sentences(&self) -> impl Iterator<Item = &String> {
        self.0.iter().flatten()
    }

    /// Paragraphs of both, with the unchanged paragraphs of the other text inserted among these.
    pub(super) fn around(mut self, rng: &mut Rng, other: Text) -> Self {
        let at = rng.between(0, self.0.len());
        self.0.splice(at..at, other.0);
        self
    }

    /// `count` runs of sentences that are not adjacent, each with `length` sentences, at least one of which is long and no stock
    /// phrase.
    pub(super) fn runs(&self, rng: &mut Rng, count: usize, length: usize) -> Vec<Vec<String>> {
        let all: Vec<&String> = self.sentences().collect();
        let mut runs: Vec<Vec<String>> = all
            .chunks_exact(length)
            .filter(|run| run.iter().any(|sentence| sentence.chars().count() >= LONG && !is_stock(sentence)))
            .map(|run| run.iter().map(|&sentence| sentence.clone()).collect())
            .collect();
        (0..count).map(|_| runs.swap_remove(rng.below(runs.len()))).collect()
    }

    /// Every sentence replaced by another one.
    pub(super) fn map(&self, mut other: impl FnMut(&str) -> String) -> Self {
        Text(
            self.0
                .iter()
                .map(|paragraph| paragraph.iter().map(|sentence| other(sentence)).collect())
                .collect(),
        )
    }

    /// As markup: an element for each paragraph, or lines with an empty one between them.
    pub(super) fn html(&self, language: Language, has_paragraphs: bool) -> String {
        let between = if language == Language::English { " " } else { "" };
        let mut html = String::new();
        for paragraph in &self.0 {
            let text = paragraph.join(between);
            let written = if has_paragraphs {
                writeln!(html, "<p>{text}</p>")
            } else {
                writeln!(html, "{text}<br><br>")
            };
            written.expect("a string takes all text");
        }
        html
    }
}

/// Whether it is a stock phrase.
pub(super) fn is_stock(sentence: &str) -> bool {
    STOCK.contains(&sentence)
}

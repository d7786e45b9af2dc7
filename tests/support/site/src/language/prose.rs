//! Running text of an open vocabulary, whose words are generated.
//!
//! The word lists are short, and a page of several thousand characters drawn from them would repeat its words far more
//! often than real text: half of the bytes of ten such pages would be the same phrases. Here a noun is two characters of some two
//! hundred, or a foreign word of syllables, and a verb is a character with an ending, so that what recurs is what
//! recurs in any text: particles, endings, single characters by Zipf's law. The sentences are grammatical but have no meaning.

use super::Language;
use crate::rng::Rng;

/// Characters of nouns and verbs, the frequent ones first.
const CHARACTERS: &str = "学生人国会大年本中長出時行見月後前間上東今金入高子外下来気小山話女北書先名川水半男西電校語土木聞食車南白天火読友休\
    研究理論方法社言歴史文化情報構造関係結果意味基礎現象程式数資料実験地域代活教育環境技術制度経済市場企業家族都農村森島道橋港町庭館物詩説作品\
    者音光色形線面量値列確率分布集合空温圧力流回路信号機械材結晶原細胞伝植動虫壌候季節波星球法律契約権利裁判政治宗";

const SUFFIXES: [&str; 6] = ["", "性", "的な面", "化", "論", "体"];
const SYLLABLES: [&str; 24] = [
    "ア", "イ", "ウ", "エ", "カ", "キ", "ク", "コ", "サ", "シ", "ス", "タ", "テ", "ト", "ナ", "ニ", "ハ",
    "フ", "マ", "ミ", "ラ", "リ", "レ", "ロ",
];
const PARTICLES: [&str; 9] = ["の", "を", "に", "が", "は", "と", "で", "から", "への"];
const STEMS: [&str; 8] = ["え", "め", "ば", "ら", "し", "げ", "き", "み"];
const ENDINGS: [&str; 10] =
    ["る", "た", "ている", "ない", "られる", "ることがある", "たい", "るとき", "、", "ながら"];

/// Sentences in a row. English has the sentences of its lists.
pub(super) fn sentences(language: Language, rng: &mut Rng, count: usize) -> String {
    match language {
        Language::English => language.sentences(rng, count),
        Language::Japanese => (0..count).map(|_| sentence(rng)).collect(),
    }
}

fn sentence(rng: &mut Rng) -> String {
    let characters: Vec<char> = CHARACTERS.chars().collect();
    let mut text = String::new();
    for _ in 0..rng.between(1, 3) {
        for _ in 0..rng.between(1, 3) {
            noun(rng, &characters, &mut text);
            text.push_str(rng.zipf(&PARTICLES));
        }
        text.push(characters[rng.zipf_rank(characters.len())]);
        text.push_str(STEMS[rng.below(STEMS.len())]);
        text.push_str(rng.zipf(&ENDINGS));
    }
    text.push('。');
    text
}

/// A particle for a particle, a syllable for a syllable, another character for any other.
pub(super) fn other(rng: &mut Rng, unit: &str) -> String {
    if PARTICLES.contains(&unit) {
        rng.pick(&PARTICLES[..7]).to_owned()
    } else if SYLLABLES.contains(&unit) {
        rng.pick(&SYLLABLES).to_owned()
    } else {
        let characters: Vec<char> = CHARACTERS.chars().collect();
        characters[rng.below(characters.len())].to_string()
    }
}

fn noun(rng: &mut Rng, characters: &[char], text: &mut String) {
    if rng.chance(15) {
        for _ in 0..rng.between(2, 4) {
            text.push_str(SYLLABLES[rng.below(SYLLABLES.len())]);
        }
    } else {
        text.push(characters[rng.zipf_rank(characters.len())]);
        text.push(characters[rng.below(characters.len())]);
        text.push_str(rng.zipf(&SUFFIXES));
    }
}

#[cfg(test)]
mod tests {
    use super::sentences;
    use crate::language::Language::Japanese;
    use crate::rng::Rng;
    use std::collections::HashSet;

    #[test]
    fn long_texts_have_few_strings_of_eight_characters_in_common() {
        let grams = |seed| {
            let text: Vec<char> = sentences(Japanese, &mut Rng::new(seed), 100).chars().collect();
            text.windows(8).map(<[char]>::to_vec).collect::<HashSet<_>>()
        };
        let (a, b) = (grams(1), grams(2));
        assert!(a.intersection(&b).count() * 100 < a.len(), "more than a hundredth is shared");
    }
}

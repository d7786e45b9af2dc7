//! The author of a page: one whom it states, or a name that it shows.
//!
//! In: what the page states, its texts, and the names among them that may be the author's. Out: the author.
//!
//! ```text
//! stated and shown: Ann Lee                      Ann Lee
//! stated: admin, shown: By Ann Lee               Ann Lee
//! rel=author: View Profile, shown: By Ann Lee    Ann Lee, if that is the more probable name
//! stated: the name of the site                   only if there is no other name
//! ```
//!
//! Time is linear in the texts and names, of which the first [`MOST_STATED`] stated ones count.

use super::Fact;
use super::name_words::{has_name, name_words};
use super::names::{Byline, Names};
use super::shown::ShownTexts;
use super::stated::{Property, Source, Stated};
use std::collections::{BTreeMap, BTreeSet};

/// Score from which a shown name wins over one that is stated and not shown (`eval/fit/fit_names.py`): on sites that were
/// left out, .76 of the names with scores from 0.5 to 1 are right, and .83 of those from 1 to 1.5.
const SURE: f64 = 1.0;

/// Largest number of stated authors that are looked for among the shown texts. A page that states more is a list, and each takes
/// the time of all texts.
const MOST_STATED: usize = 100;

/// An author whom a page states.
#[derive(Debug)]
struct StatedAuthor {
    fact: Fact,
    /// Whether the page also shows it.
    is_shown: bool,
    /// Whether it is the name of the site.
    is_site: bool,
}

/// What is known about the author of a page.
#[derive(Debug)]
pub(super) struct AuthorSearch {
    stated: Vec<StatedAuthor>,
    pub(super) names: Names,
}

impl AuthorSearch {
    /// Collects the authors whom a page states. `names` are those that it shows.
    pub(super) fn new(stated: &Stated, lines: &ShownTexts, site: Option<&Fact>, names: Names) -> Self {
        let site = site.map(|site| name_words(&site.text));
        let is_on_page = |name: Vec<u64>| lines.texts.iter().any(|line| has_name(line.text, &name));
        let author = |(text, source): (&str, Source)| StatedAuthor {
            fact: Fact { text: text.to_owned(), source },
            is_shown: text.split(", ").map(name_words).all(is_on_page),
            is_site: site.as_ref().is_some_and(|site| *site == name_words(text)),
        };
        AuthorSearch { stated: stated.all(Property::Author).take(MOST_STATED).map(author).collect(), names }
    }

    /// Returns the author: one who is both stated and shown, else a shown name with a high score, else the stated one. The
    /// name of the site comes last. The text of an element that is marked as the author may be a button, such as a link to a
    /// profile: it is not the author beside a more probable name.
    pub(super) fn choice(self) -> FoundAuthor {
        let shown = self.names.byline();
        let is_button = |author: &StatedAuthor| {
            author.fact.source == Source::Microdata
                && author.is_shown
                && shown.as_ref().is_some_and(|shown| shown.names_in(&author.fact.text).is_empty())
        };
        let stated: Vec<&StatedAuthor> = self.stated.iter().filter(|author| !is_button(author)).collect();
        if let Some(both) = stated.iter().find(|author| author.is_shown && !author.is_site) {
            let Fact { text, source } = both.fact.clone();
            // `View all posts by Ann Lee`
            let is_marked = |shown: &Byline| source == Source::Microdata && shown.score >= SURE;
            let named = shown.filter(is_marked).map(|shown| shown.names_in(&text).join(", "));
            let text = named.filter(|named| !named.is_empty()).unwrap_or(text);
            return FoundAuthor { fact: Some(Fact { text, source }), ..FoundAuthor::default() };
        }
        let is_stated = stated.iter().any(|author| !author.is_site);
        let shown = shown.filter(|byline| !is_stated || byline.score >= SURE);
        if let Some(Byline { names, label, place, .. }) = shown {
            let fact = Fact { text: names.join(", "), source: Source::Shown };
            return FoundAuthor { fact: Some(fact), label, place };
        }
        let last = stated.iter().min_by_key(|author| author.is_site);
        FoundAuthor { fact: last.map(|author| author.fact.clone()), ..FoundAuthor::default() }
    }
}

/// An author, and the word that was removed in front of the name.
#[derive(Debug, Default)]
pub(super) struct FoundAuthor {
    pub(super) fact: Option<Fact>,
    label: Option<String>,
    /// Hash of the element path of a shown author.
    place: u64,
}

/// Smallest number of names that begin with a label. Fewer may be names of people who share a first name.
const LABELLED: usize = 3;

/// Removes the labels with which the shown authors of several pages begin: `By Ann Lee`, `By Bo Ray`, `By Cy Dee`; also if
/// there are several words: `Posts by Ann Lee`. First of those at the same element path, since pages of several sites may be mixed.
pub(super) fn drop_labels(authors: &mut [FoundAuthor]) {
    let mut places: BTreeMap<u64, Vec<&mut FoundAuthor>> = BTreeMap::new();
    for author in &mut *authors {
        places.entry(author.place).or_default().push(author);
    }
    for of_place in places.values_mut() {
        drop_labels_among(of_place);
    }
    drop_labels_among(&mut authors.iter_mut().collect::<Vec<_>>());
}

fn drop_labels_among(authors: &mut [&mut FoundAuthor]) {
    while let Some(label) = label(authors) {
        let shown = authors.iter_mut().filter_map(|author| author.fact.as_mut());
        for fact in shown.filter(|fact| fact.source == Source::Shown) {
            if let Some(rest) = fact.text.strip_prefix(&label).filter(|rest| rest.starts_with(' ')) {
                fact.text = String::from(rest.trim_start());
            }
        }
    }
}

/// Returns the word with which at least half of the distinct shown authors begin, if two words or more follow it in
/// [`LABELLED`] of them, or in one if it was removed in front of another name, since that page also has it in lower case.
fn label(authors: &[&mut FoundAuthor]) -> Option<String> {
    let shown = authors.iter().filter_map(|author| {
        let fact = author.fact.as_ref().filter(|fact| fact.source == Source::Shown)?;
        Some((author.label.as_deref(), fact.text.as_str()))
    });
    let names: BTreeSet<(Option<&str>, &str)> = shown.collect();
    // The number of names that begin with each word, and of those in front of which it was removed.
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for &(label, name) in &names {
        if let Some(label) = label {
            counts.entry(label).or_default().1 += 1;
        } else if name.split_whitespace().count() > 2 {
            counts.entry(name.split_whitespace().next().unwrap_or_default()).or_default().0 += 1;
        }
    }
    let is_label = |&(_, (leading, removed)): &(&str, (usize, usize))| {
        leading > 0 && 2 * (leading + removed) >= names.len() && (leading >= LABELLED || removed > 0)
    };
    let best = counts.into_iter().filter(is_label).max_by_key(|(_, (leading, removed))| leading + removed);
    best.map(|(label, _)| label.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::metadata::tests::{of, text};

    fn shown(label: Option<&str>, name: &str, place: u64) -> FoundAuthor {
        let fact = Some(Fact { text: name.to_owned(), source: Source::Shown });
        FoundAuthor { fact, label: label.map(str::to_owned), place }
    }

    fn written(mut authors: Vec<FoundAuthor>) -> Vec<String> {
        drop_labels(&mut authors);
        authors.into_iter().filter_map(|author| author.fact).map(|fact| fact.text).collect()
    }

    #[test]
    fn a_label_of_one_site_is_removed_beside_many_pages_of_others() {
        let by = ["By Ann Lee", "By Bo Ray", "By Cy Dee"].map(|name| shown(None, name, 1));
        let others = ["Di Fox", "Ed Gil", "Flo Hay", "Gus Ives", "Hal Joy"].map(|name| shown(None, name, 2));
        let found = written(by.into_iter().chain(others).collect());
        assert_eq!(found[..4], ["Ann Lee", "Bo Ray", "Cy Dee", "Di Fox"]);
    }

    #[test]
    fn a_word_before_the_authors_of_many_pages_is_removed() {
        let pages = |names: &[(Option<&str>, &str)]| -> Vec<String> {
            written(names.iter().map(|(label, name)| shown(*label, name, 1)).collect())
        };
        let by = [(None, "By Ann Lee"), (None, "By Bo Ray"), (None, "By Cy Dee"), (None, "By Eve")];
        assert_eq!(pages(&by), ["Ann Lee", "Bo Ray", "Cy Dee", "Eve"]);
        let posts = [(None, "Posts by Ann Lee"), (None, "Posts by Bo Ray"), (None, "Posts by Cy Dee")];
        assert_eq!(pages(&posts), ["Ann Lee", "Bo Ray", "Cy Dee"]);
        let apart = [(None, "Ann Lee"), (None, "Ann Ray"), (None, "Ann May Dee")];
        assert_eq!(pages(&apart), ["Ann Lee", "Ann Ray", "Ann May Dee"]);
        assert_eq!(
            pages(&[(Some("By"), "Ann Lee"), (None, "By Bo Ray")]),
            ["Ann Lee", "Bo Ray"],
            "one page has `by`"
        );
    }

    #[test]
    fn weekdays_numbers_and_buttons_are_no_authors() {
        for none in [
            "<p>Friday</p>",
            "<p>2 Comments</p>",
            "<p>10:30 PM EDT</p>",
            "<p><a href=#>Print</a></p>",
            "<button>Share</button>",
        ] {
            let found = of("", &format!("{none}<p>3 May 2020</p>"));
            assert_eq!(text(found.author), "", "{none}");
        }
    }

    #[test]
    fn a_caption_and_a_label_are_no_authors() {
        let caption = "<figure><img src=a><figcaption>(Image: Bo Ray via Getty Images)</figcaption></figure>";
        for line in [caption, "<p>(Image: Bo Ray via Getty Images)</p>", "<p>Last Updated</p>", "<p>4711</p>"]
        {
            let found = of("", &format!("{line}<p>Ann Lee</p><p>3 May 2020</p>"));
            assert_eq!(text(found.author), "Ann Lee (shown)", "{line}");
        }
    }

    #[test]
    fn buttons_are_no_authors_if_the_page_has_their_words_in_lower_case() {
        let buttons = [
            "Share",
            "Print Story",
            "Email This",
            "Copy Link",
            "View all posts by",
            "Last Updated",
            "Article Tools",
        ];
        for button in buttons {
            for line in [
                format!("<p>{button}</p>"),
                format!("<p><a href=/print/1>{button}</a></p>"),
                format!("<p>{button} 3 May 2020</p>"),
                format!("<p>{button}</p><p>3 May 2020</p>"),
            ] {
                let said = format!("<p>Also {} is what they say.</p>", button.to_lowercase());
                assert_eq!(text(of("", &format!("{line}{said}")).author), "", "{line}");
                let named = of("", &format!("{line}<p>By Ann Lee</p>{said}"));
                assert_eq!(text(named.author), "Ann Lee (shown)", "{line}");
            }
        }
    }
}

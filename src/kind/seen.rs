//! What is known of each page before its kind is: its features, and which pages count for each other.
//!
//! In: the pages of an input. Out: a [`Seen`] for each. Each page is looked at twice: at its texts and structure, from which is known what
//! the pages share, then at what is its own. Cost: linear in the pages.

use super::address::Addresses;
use super::dates;
use super::evidence::{self, KindEvidence};
use super::structure::{self, Names};
use super::texts::OwnPage;
use crate::document::Document;
use crate::features::flag;
use crate::page::digest::mix;
use crate::page::{Pages, Tree};
use crate::site::Frame;
use crate::site::copies::{Copies, long_texts};
use crate::site::own::{Frequency, OwnTexts};
use crate::spectrum::size;
use hashbrown::HashSet;

/// What is known of a page before its kind is.
pub(super) struct Seen {
    pub(super) evidence: KindEvidence,
    /// The cluster, and the path with most own text: pages that have both in common count for each other.
    pub(super) group: (usize, u64),
    /// The number of its template among those of all pages.
    pub(super) template: usize,
    /// It shows no text.
    pub(super) is_blank: bool,
}

/// Looks at each page twice: at its texts and structure, from which is known what the pages share, then at what is its own. Between the
/// two no tree is kept, only numbers: some 1.5 kB of a page of 2 kB.
pub(super) fn seen(documents: &[&Document], pages: Pages<'_>) -> (Vec<Seen>, Frame) {
    let (frame, names) = Frame::and(pages, Names::of);
    let templates = structure::templates(&names, frame.members());
    drop(names);
    let frequency = Frequency::new(frame.keys.iter());
    let addresses = Addresses::new(documents);
    let mut own =
        pages.map(|page, tree| Own::of(page, tree, &frequency.weigh(tree, &frame.keys[page]), &addresses));
    drop(frequency);
    let mut of_pages: Vec<&mut KindEvidence> = own.iter_mut().map(|page| &mut page.evidence).collect();
    evidence::add_means(&mut of_pages, &frame.members());
    let texts = own.iter().zip(0..).map(|(page, number)| (number, page.texts.iter().copied()));
    let compiled = Copies::learn(texts).compilations;
    let mut led_to = vec![0; own.len()];
    own.iter().flat_map(|page| &page.leads_to).for_each(|&page| led_to[page] += 1);
    let seen = |(page, own): (usize, Own)| Seen {
        evidence: KindEvidence {
            led_to: size(led_to[page]).ln_1p(),
            compiled: flag(compiled[page]),
            ..own.evidence
        },
        group: (frame.clusters[page], mix(own.main_path, u64::from(compiled[page]))),
        template: templates[page],
        is_blank: own.is_blank,
    };
    let seen = own.into_iter().enumerate().map(seen).collect();
    (seen, frame)
}

/// What a page has of its own.
struct Own {
    /// All but what follows from the other pages.
    evidence: KindEvidence,
    main_path: u64,
    /// Its long texts, each a hash and its number of words.
    texts: Vec<(u64, f64)>,
    /// The other pages that its links lead to.
    leads_to: HashSet<usize>,
    is_blank: bool,
}

impl Own {
    fn of(page: usize, tree: &Tree, own: &OwnTexts, addresses: &Addresses) -> Self {
        let own = OwnPage::new(tree, own);
        let (leading, leads_to) = addresses.links(page, &own);
        let several = addresses.len() > 1;
        let mut evidence = evidence::evidence(&own, addresses.of(page), &leading, several);
        dates::add(&own, &mut evidence);
        Own {
            evidence,
            main_path: own.main_path(),
            texts: long_texts(own.unlinked()).collect(),
            leads_to,
            is_blank: tree.leaves().is_empty(),
        }
    }
}

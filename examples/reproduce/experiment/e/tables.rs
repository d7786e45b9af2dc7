//! Tables 2 and 3 of the source, the figures of its section 7.1, and how many of the known pairs are found.

use super::super::{Section, Table, Verdict};
use super::cause::Causes;
use super::judge::{Counts, Judged, Part, share};
use super::sentence::Sentences;
use katagami::similar::{Class, url};
use site::collection::{Collection, Kind};

/// What both methods found; ours by default, and with passages.
pub(super) struct Answers {
    pub(super) published: Judged,
    pub(super) ours: Judged,
    pub(super) passages: Judged,
}

/// Table 2 as printed.
const ADDRESSES: [(f64, [&str; 2]); 5] = [
    (
        0.50,
        [
            "http://www.gipc.kanazawa-u.ac.jp/whatsnew/host/kh23102.htm",
            "http://133.28.23.100/whatsnew/host/kh23102.htm",
        ],
    ),
    (
        1.00,
        [
            "http://www.softic.or.jp/lib/cases/Nikkei_v_Comline.html",
            "http://mail.softic.or.jp/lib/cases/Nikkei_v_Comline.html",
        ],
    ),
    (
        0.38,
        [
            "http://www.dd.ij4u.or.jp/~yamano/dokyo/saigoku/saigoku_17.htm",
            "http://yamanokanata.net/dokyo/saigoku/saigoku_17.htm",
        ],
    ),
    (
        1.00,
        [
            "http://www.fdev.ce.hiroshima-cu.ac.jp/~terauchi/SEIKEI.HTM",
            "http://va620v.fdev.ce.hiroshima-cu.ac.jp/~terauchi/SEIKEI.HTM",
        ],
    ),
    (1.00, ["http://www.keiju.co.jp/data2/tushinbo.htm", "http://keijyulion.keiju.co.jp/data2/tushinbo.htm"]),
];

/// Table 2.
pub(super) fn addresses() -> Table {
    let mut table = Table::new(
        "Table 2: how alike two addresses are",
        &["addresses", "printed", "published method", "ours"],
    );
    let mut right = [0, 0];
    for (printed, [one, other]) in ADDRESSES {
        let printed = format!("{printed:.2}");
        let found =
            [url::published(one, other), url::similarity(one, other)].map(|found| format!("{found:.2}"));
        for (right, found) in right.iter_mut().zip(&found) {
            *right += i32::from(*found == printed);
        }
        table = table.row([format!("`{one}` `{other}`"), printed].into_iter().chain(found));
    }
    table.judged(
        Verdict::of(right[1].into(), right[0].into(), 0),
        format!(
            "{} of {} numbers come out with the published method, and {} with ours, which compares hosts by the name that was \
             registered below a public suffix. The third is printed by a formula that is not that of the text: \
             there the parts that two paths share are divided by the fewer parts of the two (Simpson's coefficient), which gives 0.50; 0.38 \
             is three shared of four in all, halved, since the hosts share nothing. The published method compares hosts as the text says.",
            right[0],
            ADDRESSES.len(),
            right[1],
        ),
    )
}

/// Adds the inputs on which ours must not be behind: copies by default, all pairs and passages with `--least 0`.
pub(super) fn inputs_behind(section: Section, answers: &Answers) -> Section {
    let Answers { published, ours, passages } = answers;
    let f1 = |judged: &Judged, part: Part| judged.f1(part);
    let right = |judged: &Judged| judged.answered(Part::All).right_share();
    section
        .input(
            "pages that are the same or contain one another",
            "F1",
            f1(published, Part::Whole),
            f1(ours, Part::Whole),
        )
        .input(
            "pages with a part in common, `--least 0`",
            "F1",
            f1(published, Part::Passage),
            f1(passages, Part::Passage),
        )
        .input("all pairs, `--least 0`", "share of right classes", right(published), right(passages))
}

/// Section 7.1.
pub(super) fn sizes(collection: &Collection, answers: &Answers, sentences: &Sentences) -> Table {
    let pages = number(collection.pages.len());
    let mut known: Vec<usize> = collection.pairs.iter().flat_map(|pair| pair.pages).collect();
    known.sort_unstable();
    known.dedup();
    let in_pairs = share(number(known.len()), pages);
    let found = [&answers.published, &answers.ours, &answers.passages];
    let pairs = found.map(|judged| format!("{:.2}", share(judged.answered(Part::All).pairs, pages)));
    let shares = found.map(|judged| format!("{:.2}", share(judged.pages, pages)));
    let row = |name: &str, printed: &str, truth: String, numbers: [String; 3]| {
        [name.to_owned(), printed.to_owned(), truth].into_iter().chain(numbers)
    };
    let each =
        |of: fn(&Sentences) -> u32| [(); 3].map(|()| format!("{:.1}", sentences.a_page(of(sentences))));
    let known_pairs = share(number(collection.pairs.len()), pages);
    let off = |judged: &Judged| (share(judged.answered(Part::All).pairs, pages) - known_pairs).abs();
    let table = Table::new(
        "Section 7.1: how much there is, and how much was found, of each page",
        &["", "printed", "known", "published method", "ours", "ours, `--least 0`"],
    )
    .row(row("sentences that are looked at", "60", String::new(), each(|of| of.all)))
    .row(row("different long ones on 1 to 10 pages", "", String::new(), each(|of| of.rare)))
    .row(row("different long ones on 2 to 10 pages", "3", String::new(), each(|of| of.evidence)))
    .row(row("pairs", "1.8", format!("{known_pairs:.2}"), pairs))
    .row(row("share of the pages that are in a pair", "0.56", format!("{in_pairs:.2}"), shares));
    table.judged(
        Verdict::of(-off(&answers.passages), -off(&answers.published), 2),
        "by how near the number of all pairs is to the known one, ours with `--least 0`. Of the 60 sentences a \
         page of the source both look here at those of the content region. The source counts 300 million rare \
         long sentences; that they are those on two pages or more is our reading, for three a page are too \
         few otherwise.",
    )
}

/// A row of table 3: name, number of 1,000 pairs, how many percent are right, the classes.
struct Printed {
    name: &'static str,
    pairs: u32,
    right: &'static str,
    classes: &'static [&'static str],
}

const fn printed(
    name: &'static str,
    pairs: u32,
    right: &'static str,
    classes: &'static [&'static str],
) -> Printed {
    Printed { name, pairs, right, classes }
}

/// Table 3. Of the last row our copy of the source has 278 (90%) for one of linked and not linked, and the total.
const PRINTED: [Printed; 6] = [
    printed("same, addresses alike: mirrors", 107, "87", &["mirror"]),
    printed("same, not alike: a program's pages, pages taken", 1, "100", &["copy"]),
    printed("contained, alike: months and days of blogs", 100, "93", &["part"]),
    printed("contained, not alike: lists of links", 7, "86", &["list"]),
    printed("in part, alike: pages of a site", 498, "83", &["site"]),
    printed(
        "in part, not alike: citations, spam, common texts",
        287,
        "90",
        &["citation", "shared", "collage"],
    ),
];

/// Table 3.
pub(super) fn classes(collection: &Collection, answers: &Answers) -> Table {
    let mut table = Table::new(
        "Table 3: pairs by what they are taken for, of 1,000 that are reported, and how many percent of \
         these are right",
        &[
            "class",
            "printed",
            "right",
            "known",
            "published method",
            "right",
            "ours",
            "right",
            "ours, `--least 0`",
            "right",
        ],
    );
    let all = [&answers.published, &answers.ours, &answers.passages];
    let of_thousand = |pairs: u32, total: u32| format!("{:.0}", 1000.0 * share(pairs, total));
    let right = |counts: Counts| {
        if counts.pairs == 0 { String::new() } else { format!("{:.0}", 100.0 * counts.right_share()) }
    };
    let total = number(collection.pairs.len());
    for Printed { name, pairs, right: of_printed, classes } in PRINTED {
        let known = collection.pairs.iter().filter(|pair| classes.contains(&pair.kind.class())).count();
        let known = number(known);
        let found = all.iter().flat_map(|judged| {
            let counts = judged.classes(classes);
            [of_thousand(counts.pairs, judged.answered(Part::All).pairs), right(counts)]
        });
        let printed = [name.to_owned(), pairs.to_string(), of_printed.to_owned(), of_thousand(known, total)];
        table = table.row(printed.into_iter().chain(found));
    }
    let found = all.iter().flat_map(|judged| {
        let counts = judged.answered(Part::All);
        [counts.pairs.to_string(), right(counts)]
    });
    let counts = ["all: how many".to_owned(), "180 million".to_owned(), String::new(), total.to_string()];
    let [published, ours] =
        [&answers.published, &answers.passages].map(|judged| judged.answered(Part::All).right_share());
    let wrong = answers.passages.wrong(Part::All);
    table.row(counts.into_iter().chain(found)).judged(
        Verdict::of(ours, published, 2),
        format!(
            "by the share that is right when both report every pair with a rare sentence in common. {} of \
             the {} pairs that ours reports then are of unrelated pages, {} of them of one site; what few \
             pages have of a frame is rare text to it. Reported by default are copies and what contains \
             them; the two tables below look at both uses apart.",
            wrong.pairs,
            answers.passages.answered(Part::All).pairs,
            wrong.one_site,
        ),
    )
}

/// What the source's table leaves open, and what addresses tell.
pub(super) fn about_classes(collection: &Collection, published: &Judged) -> String {
    let rules: [fn(&str, &str) -> bool; 2] = [
        |one, other| url::published(one, other) > 0.0,
        |one, other| url::are_alike(url::similarity(one, other)),
    ];
    // By rule: of pairs of several sites, then of one site.
    let alike = rules.map(|are_alike| {
        let mut alike = [(0, 0); 2];
        for pair in &collection.pairs {
            let is_one_site = matches!(pair.kind.class(), "mirror" | "part" | "site");
            let [one, other] = pair.pages.map(|page| collection.pages[page].url.as_str());
            let counts = &mut alike[usize::from(is_one_site)];
            counts.0 += u32::from(are_alike(one, other));
            counts.1 += 1;
        }
        alike.map(|(alike, all)| 100.0 * share(alike, all))
    });
    let [[others, site], [our_others, our_site]] = alike;
    let right = 100.0 * published.answered(Part::All).right_share();
    let easier = if right.round() > 86.0 { ", so that these pages are easier than the web" } else { "" };
    format!(
        "Of pairs in part with addresses that are not alike our copy of the source has 278 (90% right) in the \
         row of those with or without a link, and 9 are left of the total for the other; here they are one \
         row. Over all rows 86% are right as printed, and {right:.0}% for the published method here{easier}. \
         As published, addresses are alike if their likeness is not 0: here that holds for \
         {site:.0}% of the pairs that are mirrors or of one site, and for {others:.1}% of the others. \
         By our rule it holds for {our_site:.0}% and {our_others:.1}%."
    )
}

/// Pages that are the same, or contain one another.
pub(super) fn whole(answers: &Answers, causes: &Causes) -> Table {
    let (part, columns) = (Part::Whole, [("published method", &answers.published), ("ours", &answers.ours)]);
    let table = kinds(
        "Pages that are the same or contain one another: known pairs that are found, and those whose class \
         is right, %",
        part,
        columns,
    );
    let rewritten = |judged: &Judged| 100.0 * judged.kind(Kind::Rewritten).relation_share();
    let spread = |judged: &Judged| 100.0 * judged.kind(Kind::Spread).related_share();
    let (answered, wrong) = (answers.ours.answered(part), answers.ours.wrong(part));
    table.judged(
        Verdict::of(answers.ours.f1(part), answers.published.f1(part), 3),
        format!(
            "by F1 of pairs whose class is right, {:.3} against {:.3}. Rewritten pages are told as the same \
             in {:.0}% of the cases against {:.0}%; sentences that were changed count to ours as far as they are \
             the same, and by whole sentences alone it would do so in {:.0}%. What more than ten pages have is \
             no evidence as published: {:.0}% of the pairs of a program's page on many hosts are found, and \
             {:.0}% by ours, which also compares texts as a whole. Of the {} pairs that ours reports {} are of \
             unrelated pages, {} of them with a page that has less than a hundred characters of its own: all \
             else of it is a frame, and stands on other pages of the site. If these counted neither way, \
             precision would be {:.1}%. On pages without their frames F1 is {:.3}, and {:.3} for the published \
             method.",
            answers.ours.f1(part),
            answers.published.f1(part),
            rewritten(&answers.ours),
            rewritten(&answers.published),
            rewritten(&causes.ours_without_fragments),
            spread(&answers.published),
            spread(&answers.ours),
            answered.pairs,
            wrong.pairs,
            wrong.empty,
            100.0 * share(answered.right, answered.pairs - wrong.empty),
            causes.ours_without_frames.f1(part),
            causes.published_without_frames.f1(part),
        ),
    )
}

/// Pages that have a part in common.
pub(super) fn passages(answers: &Answers, causes: &Causes) -> Table {
    let part = Part::Passage;
    let columns = [("published method", &answers.published), ("ours, `--least 0`", &answers.passages)];
    let table = kinds(
        "Pages that have a part in common: known pairs that are found, and those whose class is right, %",
        part,
        columns,
    );
    let wrong = answers.passages.wrong(part);
    let collages = answers.passages.classes(&[Class::Collage.name()]);
    table.judged(
        Verdict::of(answers.passages.f1(part), answers.published.f1(part), 3),
        format!(
            "by F1 of pairs whose class is right, {:.3} against {:.3}. Of the {} pairs that ours reports {} \
             are of unrelated pages, {} of these of one site. The content region is to leave out \
             frames, and without it the F1 of the published method is {:.3}. On \
             pages without their frames ours has {:.3}. {} pairs have the class `collage`, which the source does \
             not have; {:.1}% of them are of spam made of many pages or of lists with the beginnings of pages, and it counts as \
             right for these. With `--least 0.1` ours finds {:.0}% of these pairs, \
             with `--least 0.5` {:.0}%.",
            answers.passages.f1(part),
            answers.published.f1(part),
            answers.passages.answered(part).pairs,
            wrong.pairs,
            wrong.one_site,
            causes.published_without_region.f1(part),
            causes.passages_without_frames.f1(part),
            collages.pairs,
            100.0 * collages.right_share(),
            100.0 * causes.tenths.known(part).related_share(),
            100.0 * answers.ours.known(part).related_share(),
        ),
    )
}

/// The known pairs of some kinds.
fn kinds(caption: &str, part: Part, answers: [(&str, &Judged); 2]) -> Table {
    let [(one, _), (other, _)] = answers;
    let header =
        ["kind", "pairs", &format!("{one}: found"), "class right", &format!("{other}: found"), "class right"];
    let mut table = Table::new(caption, &header);
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let cells = |counts: [Counts; 2]| {
        counts.into_iter().flat_map(|counts| [counts.related_share(), counts.right_share()]).map(percent)
    };
    let is_whole = part == Part::Whole;
    for kind in Kind::ALL.into_iter().filter(|kind| (kind.relation() != "overlaps") == is_whole) {
        let counts = answers.map(|(_, judged)| judged.kind(kind));
        table =
            table.row([kind.name().to_owned(), counts[0].pairs.to_string()].into_iter().chain(cells(counts)));
    }
    let [known, answered] = [Judged::known, Judged::answered]
        .map(|of: fn(&Judged, Part) -> Counts| answers.map(|(_, judged)| of(judged, part)));
    let reported = format!("{} / {}", answered[0].pairs, answered[1].pairs);
    table
        .row(["all: recall".to_owned(), known[0].pairs.to_string()].into_iter().chain(cells(known)))
        .row(["all that are reported: precision".to_owned(), reported].into_iter().chain(cells(answered)))
}

fn number(len: usize) -> u32 {
    u32::try_from(len).expect("few pages")
}

//! B: the content of news pages, by blocks that no other page has.

use super::blocks::{Agreement, Class, Judged, Known, Ours, percent, perfect_matching};
use super::words::{self, Words};
use super::{Result, Scale, Section, Table, Verdict};
use katagami::content::paper::{Page, UniqueBlocks};
use katagami::content::{Text, contents, copies};
use katagami::document::Document;
use katagami::page::{Block, Tree, block_text};
use katagami::plot::{Axis, Chart, Figure, Point, Series};
use site::press::{Paper, papers};
use std::collections::HashSet;
use std::path::Path;

/// A row of table 1 or 2 as printed.
struct Printed {
    name: &'static str,
    pages: usize,
    blocks: u32,
    known: u32,
    percent: [f64; 4],
}

const fn printed(name: &'static str, pages: usize, [blocks, known]: [u32; 2], percent: [f64; 4]) -> Printed {
    Printed { name, pages, blocks, known, percent }
}

/// Tables 1 and 2; the fourth is all Japanese pages as one input.
const PRINTED: [Printed; 5] = [
    printed("asahi.com", 179, [13_593, 1_031], [99.80, 97.77, 98.78, 89.39]),
    printed("Mainichi", 180, [28_656, 1_017], [93.72, 79.25, 85.88, 51.11]),
    printed("Yomiuri", 176, [33_420, 1_178], [99.65, 95.59, 97.57, 81.25]),
    printed("these 3 mixed", 535, [75_669, 3_226], [98.03, 91.13, 94.46, 73.83]),
    printed("CNN.com", 175, [31_401, 2_758], [94.38, 71.28, 81.22, 29.71]),
];

const SOURCE: &str = "\
Yoshida, Yamamoto, \"Primary Content Extraction from News Pages without Training Data\", 2009, section 4.";

const PAGES: &str = "\
Four newspapers of the numbers of pages that the source has, three in Japanese and one in English (`site::press::papers`). \
Traits that the source names: articles under two addresses, between other lists and advertisements each time; dates without a \
time, notices of the source, bylines of few authors, lists of related articles. The fourth has pages of three templates. The \
shares of the traits are guesses: figures near the printed ones show no more than that the traits can explain these.";

const MEASURE: &str = "\
Precision and recall are those of all blocks of a set together, blocks as the published method cuts them; perfect matching is the share \
of pages without an error. A block counts as found by ours when half of its text is in the text that ours gives; a picture does when the \
article that ours writes as HTML has it.";

pub fn run(scale: Scale, shared: Option<&Path>) -> Result<Section> {
    let papers = papers(scale.of(1, 9));
    let [morning, evening, gazette, wire] =
        papers.each_ref().map(|paper| Known::new(paper.name, &paper.pages));
    let mixed = Known::mixed(&[morning.clone(), evening.clone(), gazette.clone()]);
    let names = ["morning", "evening", "gazette", "these 3 mixed", "wire"];
    let sets = [&morning, &evening, &gazette, &mixed, &wire].map(Answers::new);
    let section = Section::new("The content of news pages", SOURCE)
        .text(format!(
            "{PAGES} Under two addresses stand {} articles of the second and {} of the fourth.",
            papers[1].copies.len(),
            papers[3].copies.len()
        ))
        .text(MEASURE)
        .table(as_published(&names, &sets))
        .table(without_pictures(&names, &sets))
        .table(by_the_letter(&names, &sets))
        .table(duplicates_first(&[(&papers[1], &evening, &sets[1]), (&papers[3], &wire, &sets[4])]));
    let section = names.iter().zip(&sets).fold(section, |section, (name, set)| {
        let figures = |pages: &[Vec<Judged>]| [all(pages).f(), perfect_matching(pages)];
        let ([f, perfect], ours) = (figures(&set.published), figures(&set.ours));
        section.input(name, "F", f, ours[0]).input(name, "perfect matching", perfect, ours[1])
    });
    let section = by_threshold(section, &mixed, &sets[3]);
    let section = with_others(section, &names, &sets);
    match shared.map(|folder| folder.join("news")).filter(|folder| folder.is_dir()) {
        Some(folder) => Ok(section.on_real_pages().text(REAL).table(real_pages(&folder)?)),
        None => Ok(section),
    }
}

/// What both methods answer on a set, block by block.
struct Answers {
    published: Vec<Vec<Judged>>,
    /// The published method without text beside block-level elements, on the same blocks.
    nodes: Vec<Vec<Judged>>,
    ours: Vec<Vec<Judged>>,
}

impl Answers {
    fn new(set: &Known) -> Self {
        let trees = set.trees();
        let pages = UniqueBlocks::new().pages(&set.documents, &trees);
        let ours = Ours::new(&set.documents);
        let judge = |(number, page): (usize, &Page)| {
            set.judge(number, &trees[number], &page.blocks.blocks, |_, unit| ours.class(number, unit))
        };
        let ours = pages.iter().enumerate().map(judge).collect();
        let nodes: Vec<HashSet<[u32; 2]>> = UniqueBlocks::new()
            .nodes()
            .pages(&set.documents, &trees)
            .iter()
            .map(|page| content_blocks(page).map(place).collect())
            .collect();
        let judge = |(number, page): (usize, &Page)| {
            let blocks = &page.blocks.blocks;
            let class = |block: usize| {
                if nodes[number].contains(&place(&blocks[block])) { Class::Content } else { Class::Template }
            };
            set.judge(number, &trees[number], blocks, |block, _| class(block))
        };
        let nodes = pages.iter().enumerate().map(judge).collect();
        Answers { published: judged(set, &trees, &pages), nodes, ours }
    }

    /// The same for some of the blocks.
    fn only(&self, stays: fn(&Judged) -> bool) -> Self {
        let only = |pages: &[Vec<Judged>]| {
            pages.iter().map(|page| page.iter().copied().filter(stays).collect()).collect()
        };
        Answers { published: only(&self.published), nodes: only(&self.nodes), ours: only(&self.ours) }
    }
}

/// The blocks of a page that are content.
fn content_blocks(page: &Page) -> impl Iterator<Item = &Block> {
    page.blocks.blocks.iter().zip(&page.content).filter(|(_, content)| **content).map(|(block, _)| block)
}

/// Where a block begins: its first text and its first element.
fn place(block: &Block) -> [u32; 2] {
    [block.leaves.start, block.elements.start]
}

/// What the published method takes the blocks for.
fn judged(set: &Known, trees: &[Tree], pages: &[Page]) -> Vec<Vec<Judged>> {
    let class = |content: bool| if content { Class::Content } else { Class::Template };
    let judge = |(number, page): (usize, &Page)| {
        set.judge(number, &trees[number], &page.blocks.blocks, |block, _| class(page.content[block]))
    };
    pages.iter().enumerate().map(judge).collect()
}

/// What ours finds on the pages of each of three papers, alone and with the pages of the two others in the input.
fn with_others(section: Section, names: &[&str; 5], sets: &[Answers; 5]) -> Section {
    let caption = "Not in the source: ours on the pages of each paper, alone and with those of two others in the input, F in %";
    let (mut table, mut section, mut before) =
        (Table::new(caption, &["site", "alone", "with two others"]), section, 0);
    let mut sums = [0.0; 2];
    for (name, set) in names.iter().zip(sets).take(3) {
        let pages = before..before + set.ours.len();
        before = pages.end;
        let f = [&set.ours[..], &sets[3].ours[pages]].map(|pages| all(pages).f());
        table = table.row([(*name).to_owned()].into_iter().chain(f.map(|f| percent(Some(f)))));
        section = section.input(name, "F with two other papers, against F alone", f[0], f[1]);
        sums = [sums[0] + f[0], sums[1] + f[1]];
    }
    section.table(table.judged(Verdict::of(sums[1], sums[0], 3), "with the other papers, by the sum of F."))
}

fn all(pages: &[Vec<Judged>]) -> Agreement {
    Agreement::of(pages.iter().flatten(), Class::is_content)
}

/// Precision, recall, F and perfect matching, in percent.
fn figures(pages: &[Vec<Judged>]) -> [String; 4] {
    let of = all(pages);
    [of.precision(), of.recall(), Some(of.f()), Some(perfect_matching(pages))].map(percent)
}

const HEADER: [&str; 9] =
    ["site", "answer", "pages", "blocks", "content", "precision", "recall", "F", "perfect"];

fn row(name: &str, answer: &str, pages: &[Vec<Judged>]) -> Vec<String> {
    let of = all(pages);
    let counts = [pages.len().to_string(), of.blocks.to_string(), of.known.to_string()];
    [name.to_owned(), answer.to_owned()].into_iter().chain(counts).chain(figures(pages)).collect()
}

/// How ours compares on average over the sets by F, and on how many of them it is better.
fn compared(sets: &[Answers]) -> (Verdict, String) {
    let f = |pages: fn(&Answers) -> &Vec<Vec<Judged>>| -> Vec<f64> {
        sets.iter().map(|set| all(pages(set)).f()).collect()
    };
    let (ours, published) = (f(|set| &set.ours), f(|set| &set.published));
    let better = ours.iter().zip(&published).filter(|(ours, published)| ours > published).count();
    let verdict = Verdict::of(ours.iter().sum(), published.iter().sum(), 3);
    let precision = |pages: fn(&Answers) -> &Vec<Vec<Judged>>| {
        let sum: f64 = sets.iter().map(|set| all(pages(set)).precision().unwrap_or_default()).sum();
        percent(Some(sum / f64::from(u32::try_from(sets.len()).expect("five inputs"))))
    };
    let [ours, published] = [precision(|set| &set.ours), precision(|set| &set.published)];
    (
        verdict,
        format!("by F on {better} of {} inputs. Mean precision is {ours} against {published}", sets.len()),
    )
}

fn as_published(names: &[&str; 5], sets: &[Answers; 5]) -> Table {
    let mut table = Table::new(
        "Tables 1 and 2: blocks of the article with its pictures, captions, dates, bylines and notices, %",
        &HEADER,
    );
    for ((printed, name), set) in PRINTED.iter().zip(names).zip(sets) {
        let counts = [printed.pages.to_string(), printed.blocks.to_string(), printed.known.to_string()];
        let figures = printed.percent.map(|figure| format!("{figure:.1}"));
        let cells = [printed.name.to_owned(), "printed".to_owned()].into_iter().chain(counts).chain(figures);
        table = table
            .row(cells)
            .row(row(name, "published method", &set.published))
            .row(row(name, "ours", &set.ours));
    }
    let (verdict, how) = compared(sets);
    table.judged(verdict, format!(
        "{how}. Ours keeps articles under two addresses. It leaves out boxes of pictures with their captions on purpose, since people \
         who mark the text of real pages leave them out: the next table does not count these."
    ))
}

fn without_pictures(names: &[&str; 5], sets: &[Answers; 5]) -> Table {
    let mut table =
        Table::new("The same, boxes of pictures with their captions counting neither way, %", &HEADER);
    let sets = sets.each_ref().map(|set| set.only(|block| block.known != Class::Picture));
    for (name, set) in names.iter().zip(&sets) {
        table = table.row(row(name, "published method", &set.published)).row(row(name, "ours", &set.ours));
    }
    let (verdict, how) = compared(&sets);
    table.judged(verdict, format!("{how}."))
}

/// What it changes that text beside block-level elements is a block.
fn by_the_letter(names: &[&str; 5], sets: &[Answers; 5]) -> Table {
    let caption = "Not in the source: the published method with and without text beside block-level elements, %. \
                   By the letter such text is no block unless it is directly in the body";
    let mut table = Table::new(caption, &HEADER);
    let mut f = [0.0; 2];
    for (name, set) in names.iter().zip(sets) {
        table = table.row(row(name, "published method", &set.published)).row(row(
            name,
            "by the letter",
            &set.nodes,
        ));
        f = [f[0] + all(&set.published).f(), f[1] + all(&set.nodes).f()];
    }
    let [runs, nodes] = f.map(|f| percent(Some(f / 5.0)));
    table.judged(
        Verdict::of(f[0], f[1], 3),
        format!("by mean F of the published method, {runs} with that text, our reading in all other tables, and {nodes} \
                 without. Both leave `noscript` out."),
    )
}

/// What is printed of the pages without the second ones: precision and recall.
const WITHOUT_DUPLICATES: [(&str, [f64; 2]); 2] = [("Mainichi", [94.94, 98.05]), ("CNN.com", [94.11, 89.53])];

fn duplicates_first(sets: &[(&Paper, &Known, &Answers); 2]) -> Table {
    let caption = "Section 4.2 and 4.3: articles under two addresses found before blocks are compared, %";
    let mut table = Table::new(caption, &["site", "answer", "duplicates", "precision", "recall"]);
    let cells = |name: &str, answer: &str, duplicates: String, pages: &[Vec<Judged>]| {
        let of = all(pages);
        [name.to_owned(), answer.to_owned(), duplicates, percent(of.precision()), percent(of.recall())]
    };
    let (mut ours, mut published, mut best) = (0.0, 0.0, 0.0);
    for (&(paper, set, answers), (name, figures)) in sets.iter().zip(WITHOUT_DUPLICATES) {
        let [precision, recall] = figures.map(|figure| format!("{figure:.1}"));
        let known = paper.pages.len() - paper.copies.len();
        let first = copies(&set.documents);
        let found = (0..first.len()).filter(|&page| first[page] != page).count();
        let right = (0..paper.copies.len()).filter(|&copy| first[known + copy] == paper.copies[copy]).count();
        let without = |stays: &dyn Fn(usize) -> bool| {
            let set = set.only(stays);
            let trees = set.trees();
            judged(&set, &trees, &UniqueBlocks::new().pages(&set.documents, &trees))
        };
        let told = |count: usize| format!("{count} of {}", paper.copies.len());
        let by_hand = without(&|page| page < known);
        let by_us = without(&|page| first[page] == page);
        let found =
            if found == right { told(right) } else { format!("{}, {} wrong", told(right), found - right) };
        table = table
            .row([name.to_owned(), "printed, left out by hand".to_owned(), String::new(), precision, recall])
            .row(cells(paper.name, "published method, all pages", told(0), &answers.published))
            .row(cells(paper.name, "published method, left out by hand", told(paper.copies.len()), &by_hand))
            .row(cells(paper.name, "published method, those that ours finds left out", found.clone(), &by_us))
            .row(cells(paper.name, "ours, all pages", found, &answers.ours));
        ours += all(&answers.ours).f();
        published += all(&by_us).f();
        best += all(&by_hand).f();
    }
    table.judged(
        Verdict::of(ours, published, 3),
        format!(
            "by the mean F of both sites, {} against {} for the published method without the duplicates that ours finds, and {} without all of \
             them. Ours leaves no page out, and gives the articles of both addresses.",
            percent(Some(ours / 2.0)),
            percent(Some(published / 2.0)),
            percent(Some(best / 2.0))
        ),
    )
}

fn by_threshold(section: Section, mixed: &Known, answers: &Answers) -> Section {
    let trees = mixed.trees();
    let at = |step: u32| {
        let threshold = f64::from(step) / 20.0;
        let pages = UniqueBlocks::new().threshold(threshold).pages(&mixed.documents, &trees);
        let judged = judged(mixed, &trees, &pages);
        (threshold, all(&judged).f(), perfect_matching(&judged))
    };
    let swept: Vec<(f64, f64, f64)> = (2..=20).map(at).collect();
    let (f, perfect) = (all(&answers.ours).f(), perfect_matching(&answers.ours));
    let chart = |label: &str, value: fn(&(f64, f64, f64)) -> f64, ours: f64| {
        let curve = |name: &str, value: &dyn Fn(&(f64, f64, f64)) -> f64| {
            Series::curve(name, swept.iter().map(|row| Point { x: row.0, y: 100.0 * value(row) }))
        };
        Chart::new(Axis::linear("cosine above which blocks are equal"), Axis::linear(label))
            .series(curve("published method", &value))
            .series(curve("ours, which has no such threshold", &|_| ours))
    };
    let figure = Figure::new("Blocks that are nearly equal", "three generated newspapers as one input")
        .chart(chart("F (%)", |row| row.1, f))
        .chart(chart("perfect matching (%)", |row| row.2, perfect));
    let mut table = Table::new(
        "Figure 8 in numbers: the three newspapers as one input, %",
        &["answer", "threshold", "F", "perfect"],
    );
    for (threshold, f, perfect) in swept.iter().step_by(2) {
        let cells = [format!("{threshold:.1}"), percent(Some(*f)), percent(Some(*perfect))];
        table = table.row(std::iter::once("published method".to_owned()).chain(cells));
    }
    let best = swept.iter().max_by(|one, other| one.1.total_cmp(&other.1)).expect("thresholds are swept");
    let above: Vec<f64> = swept.iter().filter(|row| row.0 > 0.75).map(|row| row.1).collect();
    let table = table.row(["ours".to_owned(), String::new(), percent(Some(f)), percent(Some(perfect))]).judged(
        Verdict::of(f, best.1, 3),
        format!(
            "by F against the published method at its best threshold, {:.2}. Above 0.75, where the source says that its figures change \
             little, its F is {} to {}. Below some threshold blocks of a line each are equal for their tags alone. Ours compares texts in \
             their places and needs no threshold.",
            best.0,
            percent(Some(above.iter().copied().fold(1.0, f64::min))),
            percent(Some(above.iter().copied().fold(0.0, f64::max)))
        ),
    );
    section
        .figure(
            "b-figure-8",
            "Figure 8: F and perfect matching against the threshold above which blocks are equal.",
            figure,
        )
        .table(table)
}

const REAL: &str = "\
News sites and blogs of other research projects, with the text that people marked; comments count neither way. Measured by words, \
since blocks are not marked there: runs of four words of a page's text, precision and recall averaged over the pages, F of \
these; a page is nearly perfect when both reach 0.95. The source has no such table.";

fn real_pages(folder: &Path) -> Result<Table> {
    let [mut published, mut nodes, mut ours] = [Words::default(); 3];
    let mut sites = 0;
    for site in words::sites(folder)? {
        let (documents, answers): (Vec<Document>, Vec<words::Answer>) = site.into_iter().unzip();
        let trees: Vec<Tree> = documents.iter().map(|document| Tree::whole(document.text())).collect();
        let [runs, nodes_alone] =
            [UniqueBlocks::new(), UniqueBlocks::new().nodes()].map(|method| method.pages(&documents, &trees));
        for (number, (answer, content)) in answers.iter().zip(contents(&documents)).enumerate() {
            for (pages, words) in [(&runs, &mut published), (&nodes_alone, &mut nodes)] {
                let text = |block| block_text(&trees[number], documents[number].text(), block);
                let text: Vec<String> = content_blocks(&pages[number]).map(text).collect();
                words.add(&text.join("\n"), &answer.text, &answer.comments);
            }
            ours.add(&joined(&content.text), &answer.text, &answer.comments);
        }
        sites += 1;
    }
    let header = ["answer", "sites", "pages", "precision", "recall", "F", "nearly perfect"];
    let row = |name: &str, words: &Words| {
        let counts = [name.to_owned(), sites.to_string(), words.pages().to_string()];
        counts.into_iter().chain(words.figures().map(|figure| format!("{figure:.3}"))).collect::<Vec<_>>()
    };
    Ok(Table::new("Main text of real pages, by words", &header)
        .row(row("published method", &published))
        .row(row("by the letter, without text beside block-level elements", &nodes))
        .row(row("ours", &ours))
        .judged(
            Verdict::of(ours.figures()[2], published.figures()[2], 3),
            "by F. What one page alone of those given has may also be related articles and comments; ours also asks where the articles \
             of the site stand.",
        ))
}

/// Blocks as paragraphs.
pub fn joined(blocks: &[Text]) -> String {
    blocks.iter().map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n")
}

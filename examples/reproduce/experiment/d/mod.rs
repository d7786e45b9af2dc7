//! D: threads cut into posts.
//!
//! Yamamoto, Nakamura, Tanaka, Abiko, "A Web Page Segmentation Method for Extracting Individual Articles", 2014, section 6:
//! the number of pages compared (table 2) and the agreement that they need (figure 11), main contents (tables 3 and 4),
//! posts on the true main content (tables 5 and 6), on the whole page and on the main content that was found (table 7).

mod judge;
mod measure;
mod method;
mod page;
mod peers;
mod printed;
mod real;
mod tables;

use super::{Result, Scale, Section};
use judge::Main;
use katagami::forum::paper::Cutter;
use katagami::plot::{Axis, Chart, Figure, Point, Series};
use measure::{KINDS, Measured, READINGS, mains, measure};
use page::Known;
use printed::TOLERANCES;
use rayon::prelude::*;
use site::threads::{Artificial, Kind, Posts, artificial};
use std::path::Path;

pub use peers::write_pages;

const SOURCE: &str = "Yamamoto, Nakamura, Tanaka, Abiko, \"A Web Page Segmentation Method for Extracting Individual \
Articles\", IPSJ Journal 55(2), 2014, section 6.";

const PAGES: &str = "As in the source, 500 pages for telephones, whose posts nothing but `<hr>` and `<br>` parts (*lines*), and \
500 for computers (*markup*), each the frame of one board of 50 with the main content of another one; 100 further pages for \
table 2 and figure 11. The source took its boards from the web; ours are generated, with the traits that it names: parts that \
some posts lack, links and emphasis in some texts, texts beside posts that nothing tells from them, advertisements high in the \
tree and among posts. The share of the main content in the text and the mean number of posts were set after the printed ones; how \
posts are spread over pages is our guess. Each page has posts of its own, but in the last table, where pages draw them from one page, as \
the source's may have done.";

const JUDGED: &str = "A post is right if the letters of what was found and of a known one, all that belongs to it, agree with an \
F1 of 0.8 or more. What was found and is not right is *too fine* if four fifths of it are of one post, else *too wide*; a post \
is *missed* if less than half of it was found. A main content is within a tolerance if the letters that it has too much or too \
little are no more than that share of the true ones, and right if it also holds all posts. The source does not say how it \
measured either. VIPS and the containment method were not \
run again; programs of today stand in their place below.";

/// The seed of the 1,000 pages, the year of the source, and that of the 100 others.
const SEEDS: [u64; 2] = [2014, 2013];
/// How many pages the source compares with one another.
const ALPHA: usize = 4;

/// Runs the experiment.
///
/// # Errors
/// If real pages are given and cannot be read.
pub fn run(scale: Scale, shared: Option<&Path>) -> Result<Section> {
    let from = |posts: Posts| move |kind: Kind| artificial(kind, SEEDS[0]).posts(posts);
    let formats = scale.of(500, 6);
    let own = measure(from(Posts::New), formats, ALPHA, &READINGS);
    let drawn = measure(from(Posts::Drawn), formats, ALPHA, &[]);
    let sweep = Sweep::new(scale.of(50, 3), |kind| artificial(kind, SEEDS[1]));
    let (betas, ours) = (sweep.betas(), sweep.ours());
    let section = Section::new("Threads cut into posts", SOURCE)
        .text(PAGES)
        .text(JUDGED)
        .table(tables::alpha(&sweep.alphas(), &ours))
        .figure(
            "d-figure-11",
            "Figure 11. Main contents that are right, against β",
            figure(&betas, &ours[ALPHA - 2]),
        )
        .text(about_beta(&betas))
        .table(tables::main_content(&own))
        .text(failures(&own))
        .table(tables::split(&own))
        .table(tables::readings(&own))
        .table(tables::errors(&own))
        .table(tables::inputs(&own))
        .table(peers::table(&own)?)
        .table(tables::texts(&own))
        .table(tables::drawn(&drawn));
    let section = tables::inputs_behind(section, &own, &drawn);
    real::add(section, shared)
}

/// Table 4 in words: what became of main contents that are not right at 30%.
fn failures(all: &[Measured]) -> String {
    let of = |answer: fn(&Measured) -> Main| {
        let failed = || all.iter().map(answer).filter(|main| !main.is_right(0.3));
        let held = failed().filter(|main| main.holds_all()).count();
        format!("{} not right at 30%, {held} of which hold all posts all the same", failed().count())
    };
    format!(
        "Table 4. Printed: 208 pages not right at 30%, 199 of which hold all posts all the same. The published method here: {}; \
         ours: {}.",
        of(|measured| measured.published.main),
        of(|measured| measured.ours.main)
    )
}

/// Pages of formats, to see what the settings of the published method do.
struct Sweep {
    formats: Vec<Vec<Known>>,
}

/// The most pages that are compared.
const MOST: usize = 10;

impl Sweep {
    fn new(formats: usize, of_kind: impl Fn(Kind) -> Artificial) -> Self {
        let pages = |kind, format| of_kind(kind).pages(format, MOST).iter().map(Known::new).collect();
        let formats = KINDS.into_iter().flat_map(|kind| (0..formats).map(move |format| (kind, format)));
        Sweep { formats: formats.map(|(kind, format)| pages(kind, format)).collect() }
    }

    /// The shares that are right, by tolerance, of what finds main contents on the first pages of formats.
    fn right(&self, pages: usize, find: impl Fn(&[&str]) -> method::Found + Sync) -> Vec<f64> {
        let one = |format: &Vec<Known>| {
            let html: Vec<&str> = format[..pages].iter().map(|page| page.html.as_str()).collect();
            Main::new(&format[0], &find(&html).main)
        };
        mains(&self.formats.par_iter().map(one).collect::<Vec<_>>(), &TOLERANCES)
    }

    fn alphas(&self) -> Vec<Vec<f64>> {
        (2..=MOST).map(|alpha| self.right(alpha, |pages| method::published(Cutter::new(), pages))).collect()
    }

    fn ours(&self) -> Vec<Vec<f64>> {
        (2..=MOST).map(|alpha| self.right(alpha, method::ours)).collect()
    }

    /// Each β from 0.1 to 1.
    fn betas(&self) -> Vec<Beta> {
        let shares = |beta| self.right(ALPHA, |pages| method::published(Cutter::new().beta(beta), pages));
        let betas = (1..=10).map(|tenth| f64::from(tenth) / 10.0);
        betas.map(|beta| Beta { beta, shares: shares(beta) }).collect()
    }
}

/// Shares that are right by tolerance, under a setting.
struct Beta {
    beta: f64,
    shares: Vec<f64>,
}

/// The published method for each β, and ours, which has no such setting.
fn figure(betas: &[Beta], ours: &[f64]) -> Figure {
    let chart = |place: usize| {
        let tolerance = 100.0 * TOLERANCES[place];
        let points = |share: &dyn Fn(&Beta) -> f64| -> Vec<Point> {
            betas.iter().map(|of| Point { x: of.beta, y: share(of) }).collect()
        };
        Chart::new(
            Axis::linear("β: agreement of pages needed to go deeper (share of pages)"),
            Axis::linear(format!("right within {tolerance:.0}% (share of pages)")),
        )
        .series(Series::curve("published method", points(&|of| of.shares[place])))
        .series(Series::curve("ours, without β", points(&|_| ours[place])))
    };
    [0, TOLERANCES.len() - 1].into_iter().map(chart).fold(
        Figure::new("Main contents found", "100 generated pages, four of each format compared"),
        Figure::chart,
    )
}

/// The figure in words.
fn about_beta(betas: &[Beta]) -> String {
    let mean = |shares: &[f64]| shares.iter().sum::<f64>() / 6.0;
    let means = betas
        .iter()
        .map(|Beta { beta, shares }| format!("{beta:.1}: {:.3}", mean(shares)))
        .collect::<Vec<_>>();
    format!(
        "Figure 11 is printed as a picture; its text says that all tolerances behave alike and that 0.6 and above is best. Here \
         the mean over the tolerances is, by β, {}. With {ALPHA} pages compared the agreement is a multiple of \
         1/{ALPHA}, so that only the steps between these change anything.",
        means.join(", ")
    )
}

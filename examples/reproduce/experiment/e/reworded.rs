//! Copies whose words were changed: how many changes a copy can have and be found.

use super::super::{Scale, Section, Table, Verdict};
use super::judge::{Counts, Judged, Part};
use super::method::{HALF, Known};
use katagami::plot::{Axis, Chart, Figure, Point, Series};
use site::Language;
use site::collection::Collection;

/// How many words of a thousand are changed.
const CHANGES: [usize; 9] = [0, 10, 20, 30, 50, 70, 100, 150, 200];

/// What is found of copies with so many words changed.
struct Row {
    permille: usize,
    /// As in [`ANSWERS`].
    answers: [Judged; ANSWERS.len()],
}

const ANSWERS: [&str; 4] =
    ["published method", "ours", "ours, whole sentences alone", "ours, pages without frames"];

impl Row {
    fn new(language: Language, permille: usize, copies: usize) -> Self {
        let known = Known::new(Collection::reworded(language, permille, copies));
        let found = [
            known.published(),
            known.ours(HALF),
            known.ours_without_fragments(HALF),
            known.ours_without_frames(HALF),
        ];
        Row { permille, answers: found.map(|found| known.judge(&found)) }
    }

    fn known(&self) -> [Counts; ANSWERS.len()] {
        self.answers.each_ref().map(|judged| judged.known(Part::All))
    }

    fn percent(&self) -> u32 {
        u32::try_from(self.permille / 10).expect("of a thousand")
    }
}

const LANGUAGES: [(Language, &str); 2] =
    [(Language::Japanese, "Japanese, characters"), (Language::English, "English, words")];

/// Adds the table and the figure.
pub(super) fn add(section: Section, scale: Scale) -> Section {
    let rows = |language| CHANGES.map(|permille| Row::new(language, permille, scale.of(100, 10)));
    let all = LANGUAGES.map(|(language, _)| rows(language));
    let section = all.iter().zip(LANGUAGES).fold(section, |section, (rows, (_, name))| {
        rows.iter().fold(section, |section, row| {
            let [published, ours, ..] = row.known().map(Counts::relation_share);
            let name = format!("copies, {name}, {}% changed", row.percent());
            section.input(&name, "told as the same", published, ours)
        })
    });
    section.table(table(&all)).figure(
        "e-reworded",
        "Copies that are found and told as the same, by how much of them was changed.",
        figure(&all),
    )
}

fn figure(all: &[[Row; CHANGES.len()]; 2]) -> Figure {
    let title = Figure::new("Copies with changed words", "copies of generated pages on other sites");
    all.iter().zip(LANGUAGES).fold(title, |figure, (rows, (_, name))| {
        let curve = |place: usize| {
            let told = |row: &Row| 100.0 * row.known()[place].relation_share();
            Series::curve(
                ANSWERS[place],
                rows.iter().map(|row| Point { x: row.percent().into(), y: told(row) }),
            )
        };
        let chart = Chart::new(
            Axis::linear(format!("{name} that were changed (%)")),
            Axis::linear("told as the same (% of copies)"),
        );
        figure.chart((0..ANSWERS.len()).map(curve).fold(chart, Chart::series))
    })
}

fn table(all: &[[Row; CHANGES.len()]; 2]) -> Table {
    let header: Vec<&str> = ["text, and what was changed", "of it, %"].into_iter().chain(ANSWERS).collect();
    let mut table = Table::new(
        "Not in the source: whole pages taken to another site with words changed, % of the copies found / \
         told as the same",
        &header,
    );
    let (mut sums, mut copies) = ([0; ANSWERS.len()], 0);
    for (rows, (_, name)) in all.iter().zip(LANGUAGES) {
        for row in rows {
            let cells = row.known().map(|counts| {
                format!("{:.0} / {:.0}", 100.0 * counts.related_share(), 100.0 * counts.relation_share())
            });
            for (sum, counts) in sums.iter_mut().zip(row.known()) {
                *sum += counts.relation;
            }
            copies += row.known()[0].pairs;
            table = table.row([name.to_owned(), row.percent().to_string()].into_iter().chain(cells));
        }
    }
    let unrelated = |place: usize| {
        let wrong = all.iter().flatten().map(|row| row.answers[place].wrong(Part::All));
        wrong.map(|wrong| wrong.pairs).sum::<u32>()
    };
    let (published, ours) = (unrelated(0), unrelated(1));
    let known = all.iter().flatten().map(Row::known);
    let behind = known.filter(|[published, ours, ..]| ours.relation < published.relation).count();
    let rows = all.iter().flatten().count();
    table.judged(
        Verdict::of(sums[1].into(), sums[0].into(), 0),
        format!(
            "by the copies told as the same, over all rows: {} of {copies}, against {}; it is behind in {behind} of \
             {rows} rows. One whole sentence that is left is enough for the published method to find a copy, but \
             every changed sentence is lost to it. Ours matches sentences that were changed, and finds the copies \
             by fragments of them; by whole sentences alone it would tell {} as the same. A copy stands in another \
             frame, which takes from the share that both pages have in common. Pairs of unrelated pages reported \
             beside these copies, over all rows: {published} by the published method, {ours} by ours.",
            sums[1], sums[0], sums[2]
        ),
    )
}

//! What the parts of both methods are worth.

use super::super::{Table, Verdict};
use super::judge::{Judged, Part};
use super::method::{HALF, Known};
use super::tables::Answers;

/// Both methods with a part left out, or with something told.
pub(super) struct Causes {
    pub(super) published_without_region: Judged,
    pub(super) published_without_frames: Judged,
    pub(super) ours_without_fragments: Judged,
    pub(super) ours_without_region: Judged,
    pub(super) ours_without_frames: Judged,
    pub(super) tenths: Judged,
    pub(super) passages_without_region: Judged,
    pub(super) passages_without_frames: Judged,
}

impl Causes {
    pub(super) fn new(known: &Known) -> Self {
        Causes {
            published_without_region: known.judge(&known.published_without_region()),
            published_without_frames: known.judge(&known.published_without_frames()),
            ours_without_fragments: known.judge(&known.ours_without_fragments(HALF)),
            ours_without_region: known.judge(&known.ours_without_region(HALF)),
            ours_without_frames: known.judge(&known.ours_without_frames(HALF)),
            tenths: known.judge(&known.ours(0.1)),
            passages_without_region: known.judge(&known.ours_without_region(0.0)),
            passages_without_frames: known.judge(&known.ours_without_frames(0.0)),
        }
    }

    /// Precision, recall and F1 of all of them.
    pub(super) fn table(&self, answers: &Answers) -> Table {
        let rows = [
            ("published method", &answers.published),
            ("the same, all of a page for its content region", &self.published_without_region),
            ("the same, pages without their frames", &self.published_without_frames),
            ("ours", &answers.ours),
            ("the same by whole sentences alone, without fragments", &self.ours_without_fragments),
            ("the same, all of a page for its content region", &self.ours_without_region),
            ("the same, pages without their frames", &self.ours_without_frames),
            ("ours, `--least 0.1`", &self.tenths),
            ("ours, `--least 0`", &answers.passages),
            ("the same, all of a page for its content region", &self.passages_without_region),
            ("the same, pages without their frames", &self.passages_without_frames),
        ];
        let mut table = Table::new(
            "Not in the source: what the parts are worth. Precision, recall and F1 of pairs whose class is \
             right, of pages that are the same or contain one another (whole), and of pages with a part in \
             common (passage)",
            &["answer", "whole: P", "R", "F1", "passage: P", "R", "F1"],
        );
        for (name, judged) in rows {
            let of_part = |part| {
                [judged.answered(part).right_share(), judged.known(part).right_share(), judged.f1(part)]
            };
            let cells = [Part::Whole, Part::Passage].into_iter().flat_map(of_part);
            table = table.row(std::iter::once(name.to_owned()).chain(cells.map(|cell| format!("{cell:.3}"))));
        }
        let ours = [(Part::Whole, &self.ours_without_frames), (Part::Passage, &self.passages_without_frames)];
        let [whole, passage] =
            ours.map(|(part, judged)| [judged.f1(part), self.published_without_frames.f1(part)]);
        table.judged(
            Verdict::of(whole[0] + passage[0], whole[1] + passage[1], 3),
            format!(
                "by F1 on pages without their frames, where nothing is left but how texts are compared: \
                 {:.3} against {:.3} for whole pages, {:.3} against {:.3} for passages. What the content \
                 region is worth, which both have, is the difference of the first row of each and the one of all of \
                 a page.",
                whole[0], whole[1], passage[0], passage[1]
            ),
        )
    }
}

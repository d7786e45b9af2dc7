//! Ten syllabus sites with the numbers of files and the sizes of the source's table 1.
//!
//! Most are Japanese, of the markup that universities had about 2000, in Shift_JIS and EUC-JP. The seventh has pages of
//! two templates, the eighth is what a word processor writes. Templates and texts were made for this project; of the
//! sites in the source only the numbers in its table, the two failures and the one template it prints (3) are known.
//! Sizes are met by the amount of text: within a twentieth, as a test says. Limits: all content is drawn from one grammar, so
//! a page repeats the phrases of others more than people's texts do, and no page has been edited by hand.

use crate::language::Language::Japanese;
use crate::page::Encoding::{EucJp, ShiftJis};
use crate::page::{Encoding, Page};
use crate::set::{Plan, SEED};

/// A row of the source's table 1 and the site that stands for it.
#[derive(Clone, Copy, Debug)]
pub struct Faculty {
    /// The number of the row.
    pub id: u32,
    /// The site, with as many pages as the row has files; the more frequent template if there are two.
    pub plan: Plan,
    /// The site of the other template.
    pub other: Option<Plan>,
    /// The size of all files in kB.
    pub kilobytes: usize,
    /// The peak that was printed.
    pub printed: usize,
}

impl Faculty {
    /// The pages, by name.
    #[must_use]
    pub fn pages(&self) -> Vec<Page> {
        let mut pages = self.plan.site().pages(SEED, self.plan.count);
        for (place, page) in self.others().into_iter().enumerate() {
            // The third and the seventh, so that neither template comes first and last.
            pages.insert(2 + 4 * place, page);
        }
        for (number, page) in (1..).zip(&mut pages) {
            page.name = format!("{number:02}.html");
        }
        pages
    }

    /// How many pages there are of the template that most have.
    #[must_use]
    pub fn most(&self) -> usize {
        self.plan.count
    }

    fn others(&self) -> Vec<Page> {
        self.other.iter().flat_map(|plan| plan.site().pages(SEED, plan.count)).collect()
    }
}

const fn plan(
    name: &'static str,
    template: &'static str,
    encoding: Encoding,
    count: usize,
    peak: &'static [usize],
) -> Plan {
    let about = "a syllabus site of table 1";
    Plan { name, about, template, language: Japanese, encoding, count, peaks: peak }
}

const fn faculty(id: u32, plan: Plan, kilobytes: usize, printed: usize) -> Faculty {
    Faculty { id, plan, other: None, kilobytes, printed }
}

/// The rows of table 1.
pub const ALL: [Faculty; 10] = [
    faculty(1, plan("faculty-1", include_str!("../templates/faculty/01.html"), ShiftJis, 13, &[13]), 56, 13),
    SECOND,
    faculty(3, plan("faculty-3", include_str!("../templates/faculty/03.html"), ShiftJis, 11, &[11]), 92, 11),
    faculty(4, plan("faculty-4", include_str!("../templates/faculty/04.html"), EucJp, 10, &[10]), 44, 10),
    faculty(5, plan("faculty-5", include_str!("../templates/faculty/05.html"), ShiftJis, 11, &[11]), 68, 11),
    faculty(6, plan("faculty-6", include_str!("../templates/faculty/06.html"), EucJp, 11, &[11]), 56, 11),
    Faculty {
        other: Some(plan(
            "faculty-7-few",
            include_str!("../templates/faculty/07-few.html"),
            ShiftJis,
            2,
            &[],
        )),
        ..faculty(
            7,
            plan("faculty-7", include_str!("../templates/faculty/07-many.html"), ShiftJis, 7, &[7]),
            50,
            7,
        )
    },
    faculty(
        8,
        plan("faculty-8", include_str!("../templates/faculty/08.html"), ShiftJis, 12, &[12035]),
        3476,
        12035,
    ),
    faculty(9, plan("faculty-9", include_str!("../templates/faculty/09.html"), ShiftJis, 11, &[11]), 48, 11),
    faculty(10, plan("faculty-10", include_str!("../templates/faculty/10.html"), EucJp, 10, &[10]), 220, 10),
];

/// The second row, whose number of files figure 8 lets grow.
pub const SECOND: Faculty =
    faculty(2, plan("faculty-2", include_str!("../templates/faculty/02.html"), EucJp, 10, &[10]), 44, 10);

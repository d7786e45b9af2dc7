//! A section of the document as plain values: paragraphs, tables, figures.

use katagami::plot::Figure;

/// What one experiment has to say.
#[derive(Clone, Debug)]
pub struct Section {
    /// What was found out, as a heading.
    pub title: String,
    /// Authors, title, year and sections of the source.
    pub source: String,
    /// What the generated pages are, and what they are not.
    pub generated: Vec<Part>,
    /// The same on real pages; `None` if there were none.
    pub real: Option<Vec<Part>>,
    /// Where the default must not be behind: generated inputs alone.
    pub inputs: Vec<Input>,
}

/// An input with a figure of ours by default, and the one that it must reach.
#[derive(Clone, Debug)]
pub struct Input {
    /// The pages, such as `gazette`.
    pub name: String,
    /// What is measured, by a figure of which the larger is the better one.
    pub figure: String,
    /// The figure of the published method, or of ours with fewer pages, as a share.
    pub bar: f64,
    /// The figure of ours.
    pub ours: f64,
}

impl Input {
    /// Whether ours is behind, by figures of three digits.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        Verdict::of(self.ours, self.bar, 3) == Verdict::Worse
    }
}

/// A piece of a section.
#[derive(Clone, Debug)]
pub enum Part {
    /// A paragraph, as Markdown.
    Text(String),
    /// A table with what it shows.
    Table(Table),
    /// A figure, by the name of its file in `plots/reproduction/` without the ending, and what it shows.
    Figure { name: &'static str, caption: String, figure: Box<Figure> },
}

impl Section {
    /// A section without parts.
    pub fn new(title: &str, source: &str) -> Self {
        Section {
            title: title.to_owned(),
            source: source.to_owned(),
            generated: Vec::new(),
            real: None,
            inputs: Vec::new(),
        }
    }

    /// Adds a paragraph.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Self {
        self.part(Part::Text(text.into()))
    }

    /// Adds a table.
    #[must_use]
    pub fn table(self, table: Table) -> Self {
        self.part(Part::Table(table))
    }

    /// Adds a figure that is written as `plots/reproduction/NAME.svg`.
    #[must_use]
    pub fn figure(self, name: &'static str, caption: impl Into<String>, figure: Figure) -> Self {
        self.part(Part::Figure { name, caption: caption.into(), figure: Box::new(figure) })
    }

    /// What follows is about real pages.
    #[must_use]
    pub fn on_real_pages(self) -> Self {
        Section { real: Some(self.real.unwrap_or_default()), ..self }
    }

    /// Adds an input with the figure that ours must reach, and its own.
    #[must_use]
    pub fn input(mut self, name: &str, figure: &str, bar: f64, ours: f64) -> Self {
        self.inputs.push(Input { name: name.to_owned(), figure: figure.to_owned(), bar, ours });
        self
    }

    /// The inputs on which ours is behind, as a table, or a sentence that there is none.
    pub(super) fn behind(&self) -> Part {
        let behind: Vec<&Input> = self.inputs.iter().filter(|input| input.is_behind()).collect();
        if behind.is_empty() {
            return Part::Text(format!(
                "Ours is behind on none of {} inputs and figures.",
                self.inputs.len()
            ));
        }
        let caption = format!(
            "Where ours is behind, {} of {} inputs and figures; what it must reach is the published method or, if the figure says so, ours with fewer pages",
            behind.len(),
            self.inputs.len()
        );
        let table = Table::new(&caption, &["input", "figure", "to be reached", "ours"]);
        Part::Table(behind.into_iter().fold(table, |table, input| {
            let figures = [input.bar, input.ours].map(|figure| format!("{figure:.3}"));
            table.row([input.name.clone(), input.figure.clone()].into_iter().chain(figures))
        }))
    }

    fn part(mut self, part: Part) -> Self {
        self.real.as_mut().unwrap_or(&mut self.generated).push(part);
        self
    }
}

/// A table with what it shows.
#[derive(Clone, Debug)]
pub struct Table {
    /// Which table of the source it is, and what its numbers are.
    pub caption: String,
    /// The names of the columns.
    pub header: Vec<String>,
    /// The cells. A column whose cells are all numbers is set to the right.
    pub rows: Vec<Vec<String>>,
    /// How ours compares, and why.
    pub judged: Option<(Verdict, String)>,
}

/// How ours compares with what was published.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// Nearer to the truth.
    Better,
    /// As near.
    Equal,
    /// Not so near.
    Worse,
}

impl Verdict {
    /// By two figures of which the larger is the better one, as they are printed: `digits` behind the point.
    #[must_use]
    pub fn of(ours: f64, published: f64, digits: usize) -> Self {
        let printed = |figure: f64| format!("{figure:.digits$}");
        if printed(ours) == printed(published) {
            Verdict::Equal
        } else if ours > published {
            Verdict::Better
        } else {
            Verdict::Worse
        }
    }

    /// As it is written in the document.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Better => "better",
            Verdict::Equal => "equal",
            Verdict::Worse => "worse",
        }
    }
}

impl Table {
    /// A table without rows.
    pub fn new(caption: &str, header: &[&str]) -> Self {
        let header = header.iter().map(|&name| name.to_owned()).collect();
        Table { caption: caption.to_owned(), header, rows: Vec::new(), judged: None }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If it has not as many cells as the header.
    #[must_use]
    pub fn row<T: ToString>(mut self, cells: impl IntoIterator<Item = T>) -> Self {
        let cells: Vec<String> = cells.into_iter().map(|cell| cell.to_string()).collect();
        assert_eq!(cells.len(), self.header.len(), "a row of the table {:?}: {cells:?}", self.caption);
        self.rows.push(cells);
        self
    }

    /// Says how ours compares, and why, as a sentence.
    #[must_use]
    pub fn judged(self, verdict: Verdict, why: impl Into<String>) -> Self {
        Table { judged: Some((verdict, why.into())), ..self }
    }
}

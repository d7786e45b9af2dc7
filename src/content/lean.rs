//! Whether the choice of content leans to precision or to recall.

/// What becomes of a text that may be content or not.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Lean {
    /// It is kept if it is content more probably than not.
    #[default]
    Even,
    /// It is rather left out: the odds must be e times as high.
    Precision,
    /// It is rather kept: the odds may be e times as low.
    Recall,
}

impl Lean {
    /// What is added to the logarithm of the odds above which a text is kept.
    pub(super) fn least(self) -> f64 {
        match self {
            Lean::Even => 0.0,
            Lean::Precision => 1.0,
            Lean::Recall => -1.0,
        }
    }
}

//! Features of the columns of short texts that may be the authors or the dates of posts and comments.

use crate::features::features;

features! {
    /// The features of a column that may be the author's. Means and shares are over its texts.
    pub struct AuthorEvidence {
        /// 1 for each column, so that the score of no author is 0.
        constant,
        /// Share of the units that have it.
        present,
        /// Distinct texts per text.
        distinct,
        /// Share of linked texts.
        linked,
        /// Share of texts that are marked as the author.
        marked,
        /// Share of texts in `b`, `strong`, `cite` or `address`.
        strong,
        /// ln of the mean number of words.
        words,
        /// ln of the mean number of characters.
        length,
        /// Share of texts with more than four words.
        long,
        /// Share of characters that are digits.
        digits,
        /// Share of words that begin with a small letter.
        small,
        /// Mean of 1 / (1 + texts before it in its unit).
        first,
        /// Share of texts after the longest text.
        behind,
        /// Mean of 1 / (1 + texts between it and the longest text).
        near_body,
        /// Share of texts in the body.
        in_body,
        /// Mean of 1 / (1 + texts between it and the nearest date).
        beside_date,
        /// It is before a date in the same text.
        before_date,
        /// It is after a date in the same text.
        after_date,
        /// Share of texts before which the same text is in most units.
        labelled,
        /// Share of texts at the same path as the longest text.
        like_body,
        /// Words that repeat were removed.
        stripped,
        /// Share of texts that end like a sentence.
        sentence,
        /// Share of texts that are also elsewhere in the same unit.
        twice,
    }
}

features! {
    /// The features of a column that may be the date. Means and shares are over its texts.
    pub struct DateEvidence {
        /// 1 for each column, so that the score of no date is 0.
        constant,
        /// Share of the units that have it.
        present,
        /// Distinct dates per date.
        distinct,
        /// Share of dates whose day is known.
        known,
        /// How much larger the share of the units is in which another column has a date whose day is known.
        lesser,
        /// Share of dates in `time` elements with a `datetime`.
        stated,
        /// Share of dates with a time of day.
        timed,
        /// Share of the dates, of authors with several, that are the same for all units of an author, if not all dates are the same.
        of_author,
        /// Share of dates not before the date of the unit before, or not after it, whichever is more; 0.5 if there are none.
        ordered,
        /// Share of dates before all others of their units.
        earliest,
        /// Share of dates after all others of their units.
        latest,
        /// Mean of 1 / (1 + texts before it in its unit).
        first,
        /// Share of dates after the longest text.
        behind,
        /// Mean of 1 / (1 + texts between it and the longest text).
        near_body,
        /// Share of dates in the body.
        in_body,
        /// ln of 1 + the mean number of words beside it in its text, but for those that count as told.
        rest,
        /// Share of dates with words beside them that most dates of their column or of their page have beside them.
        told,
        /// Share of dates before which the same text is in most units.
        labelled,
        /// Share of linked dates.
        linked,
        /// Mean of 1 / (1 + texts between it and the author).
        beside_author,
    }
}

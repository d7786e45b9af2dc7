//! Whether the dates of a site have the day or the month first.

use super::convention::Convention;
use super::date::dates;
use super::token::has_digit;
use crate::measure::are_most;

/// How many dates of a site have the day first, and how many the month.
///
/// ```text
/// 3/25/2020, 4/5/2020        two numbers of which one is above 12: 4/5 is the fifth of April
/// May 3, 2020; 4/5/2020      else names of months: the fifth of April
/// 3 May 2020; 4/5/2020       the fourth of May
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct DayOrders {
    /// For dates of numbers, and with names of months: those with the day first, and with the month first.
    counts: [[u32; 2]; 2],
}

impl DayOrders {
    /// Counts the dates of a text.
    pub(crate) fn add(&mut self, text: &str) {
        if has_digit(text) {
            for order in dates(text, &Convention::default()).iter().filter_map(|date| date.order) {
                self.counts[usize::from(!order.numbers)][usize::from(order.month_first)] += 1;
            }
        }
    }

    /// Adds the counts of another page.
    pub(crate) fn join(&mut self, other: &DayOrders) {
        let both = self.counts.iter_mut().flatten().zip(other.counts.iter().flatten());
        both.for_each(|(count, other)| *count += other);
    }

    /// Whether most dates have the month first; `None` if they do not show it. Dates of numbers decide before others.
    pub(crate) fn month_first(&self) -> Option<bool> {
        let most = |&[day, month]: &[u32; 2]| {
            let are_most = |count: u32| count > 0 && are_most(count as usize, (day + month) as usize); // 32 bits fit
            are_most(month).then_some(true).or(are_most(day).then_some(false))
        };
        self.counts.iter().find_map(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::role::Language;
    use crate::record::role::date::first;

    #[test]
    fn the_order_of_day_and_month_is_that_of_the_site() {
        let of = |texts: &[&str], language: &str| {
            let mut orders = DayOrders::default();
            for text in texts {
                orders.add(text);
            }
            let language = Language::of(language);
            let convention =
                Convention { month_first: orders.month_first(), language, ..Convention::default() };
            first("1/7/2008", &convention).and_then(|date| date.iso())
        };
        assert_eq!(of(&[], ""), None, "nothing decides");
        assert_eq!(of(&[], "en-US").as_deref(), Some("2008-01-07"));
        assert_eq!(of(&[], "en-GB").as_deref(), Some("2008-07-01"));
        assert_eq!(of(&["25/7/2008"], "en-US").as_deref(), Some("2008-07-01"), "no month has the number 25");
        assert_eq!(of(&["7/25/2008", "3/4/2008"], "").as_deref(), Some("2008-01-07"));
        assert_eq!(of(&["May 3, 2008"], "").as_deref(), Some("2008-01-07"));
        assert_eq!(of(&["3 May 2008"], "en").as_deref(), Some("2008-07-01"));
        assert_eq!(
            of(&["3 May 2008", "7/25/2008"], "").as_deref(),
            Some("2008-01-07"),
            "numbers before names"
        );
        assert_eq!(of(&["2008 May 3", "2008-05-03"], ""), None, "with the year first nothing is shown");
    }
}

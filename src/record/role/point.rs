//! Points in time that a page states in a form for programs.

use super::convention::Convention;
use super::date::first;
use super::token::YEARS;
use jiff::civil::Date as Day;
use jiff::fmt::temporal::{Pieces, PiecesOffset};

/// Reads what a page states as a point in time, in ISO 8601 or as a written date. It is returned as RFC 3339 if the time
/// and its offset are known, else as a day.
///
/// ```text
/// 2020-05-03T10:30:00.5+0200   2020-05-03T10:30:00+02:00
/// 2020-05-03T10:30, 3 May 2020, 2020-05-03T99:99Z   2020-05-03
/// ```
pub(crate) fn stated(written: &str) -> Option<String> {
    let written = written.trim();
    let day = || first(written, &Convention::default())?.iso();
    let Ok(point) = Pieces::parse(written) else { return day() };
    if !u32::try_from(point.date().year()).is_ok_and(|year| YEARS.contains(&year)) {
        return None;
    }
    let offset = match point.offset() {
        Some(PiecesOffset::Zulu) => Some("Z".to_owned()),
        Some(PiecesOffset::Numeric(offset)) => {
            let seconds = offset.offset().seconds();
            let minutes = seconds.abs() / MINUTE;
            let sign = if seconds < 0 { '-' } else { '+' };
            (seconds % MINUTE == 0 && minutes < DAY_MINUTES)
                .then(|| format!("{sign}{:02}:{:02}", minutes / MINUTE, minutes % MINUTE))
        }
        _ => None,
    };
    let time = point.time().map(|time| (time.hour(), time.minute(), time.second())).zip(offset);
    Some(match time {
        Some(((hour, minute, second), offset)) => {
            format!("{}T{hour:02}:{minute:02}:{second:02}{offset}", point.date())
        }
        None => point.date().to_string(),
    })
}

/// A minute has 60 seconds, an hour 60 minutes.
const MINUTE: i32 = 60;

/// The minutes of a day: an offset is less (RFC 3339, section 5.6).
const DAY_MINUTES: i32 = 24 * MINUTE;

/// Whether two dates in ISO 8601 are at most one day apart. One may be in another time zone.
pub(crate) fn are_near(one: &str, other: &str) -> bool {
    let day = |iso: &str| iso.get(..10)?.parse::<Day>().ok();
    day(one)
        .zip(day(other))
        .and_then(|(one, other)| one.until(other).ok())
        .is_some_and(|days| days.get_days().abs() <= 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stated_time_is_a_day_or_rfc_3339() {
        for (written, iso) in [
            ("2020-05-03", Some("2020-05-03")),
            ("2020-05-03T10:30:00Z", Some("2020-05-03T10:30:00Z")),
            ("2020-05-03 10:30:00+02:00", Some("2020-05-03T10:30:00+02:00")),
            ("2020-05-03T10:30:00+0200", Some("2020-05-03T10:30:00+02:00")),
            ("2020-05-03T10:30:00.9999999Z", Some("2020-05-03T10:30:00Z")),
            ("2020-05-03T10:30", Some("2020-05-03")),
            ("2020-05-03T99:99", Some("2020-05-03")),
            ("2020-05-03T99:99:00Z", Some("2020-05-03")),
            ("2020-05-03T10:30:00+99:00", Some("2020-05-03")),
            ("3 May 2020", Some("2020-05-03")),
            ("2020-02-30", None),
            ("2020-13-01", None),
            ("0001-01-01T00:00:00Z", None),
            ("31/2/2020", None),
            ("Monday", None),
        ] {
            assert_eq!(stated(written).as_deref(), iso, "{written}");
        }
        assert!(are_near("2020-02-29", "2020-03-01T10:00:00Z") && !are_near("2019-12-31", "2020-01-02"));
    }
}

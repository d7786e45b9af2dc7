//! The progress shown on a terminal: how much is done, the rate, and the time left.

use super::screen::is_styled;
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use katagami::progress::{Watcher, watched};
use std::borrow::Cow;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A count of pages.
pub(super) fn pages() -> ProgressBar {
    ProgressBar::new_spinner().with_style(style("{spinner} {human_pos} pages read, {rate}/s"))
}

/// Makes a count of [`pages`] show the time left until about this many pages are read.
pub(super) fn expect_pages(progress: &ProgressBar, pages: u64) {
    progress.set_style(style("{spinner} {human_pos} of about {human_len} pages read, {rate}/s, {eta} left"));
    progress.set_length(pages);
}

/// A bar that shows how much of the work is done.
pub(super) fn of(work: &'static str, of: u64) -> ProgressBar {
    ProgressBar::new(of)
        .with_style(style("{spinner} {msg} {percent}%, {rate}/s, {eta} left"))
        .with_message(work)
}

/// Does the work while a line shows its name, the time so far, and how much of the current step is done.
pub(super) fn doing<T>(what: Cow<'static, str>, work: impl FnOnce() -> T) -> T {
    let steps = Arc::new(Steps::of(what, ProgressBar::new_spinner()));
    steps.bar.enable_steady_tick(Duration::from_millis(120));
    let done = watched(steps.clone(), work);
    steps.bar.finish_and_clear();
    done
}

/// A line of progress for work in steps. The size of a step is known when it begins.
struct Steps {
    begun: Instant,
    number: AtomicU64,
    bar: ProgressBar,
}

impl Steps {
    fn of(what: Cow<'static, str>, bar: ProgressBar) -> Self {
        bar.set_style(style("{spinner} {msg}, {elapsed}"));
        bar.set_message(what);
        Steps { begun: Instant::now(), number: AtomicU64::new(0), bar }
    }
}

impl Watcher for Steps {
    fn begin(&self, units: u64) {
        let (number, work, step) =
            (1 + self.number.fetch_add(1, Ordering::Relaxed), self.begun, Instant::now());
        let so_far = move |_: &ProgressState, out: &mut dyn fmt::Write| write_time(out, work.elapsed());
        let left = move |state: &ProgressState, out: &mut dyn fmt::Write| {
            if let Some(left) = time_left(step.elapsed(), state.pos(), units) {
                // Writing to a terminal may fail; the text is then left out.
                let _ = out.write_str(", ");
                write_time(out, left);
                let _ = out.write_str(" left");
            }
        };
        let template = format!("{{spinner}} {{msg}}, {{so_far}}, step {number}: {{percent}}%{{left}}");
        self.bar.set_style(style(&template).with_key("so_far", so_far).with_key("left", left));
        self.bar.set_length(units);
        self.bar.set_position(0);
    }

    fn done(&self, units: u64) {
        self.bar.inc(units);
    }
}

fn write_time(out: &mut dyn fmt::Write, time: Duration) {
    // Writing to a terminal may fail; the text is then left out.
    let _ = write!(out, "{:#}", HumanDuration(Duration::from_secs(time.as_secs())));
}

/// The time for the rest of a step at the rate so far; unknown until a part of it is done.
fn time_left(elapsed: Duration, done: u64, of: u64) -> Option<Duration> {
    let left = u32::try_from(of.saturating_sub(done)).ok()?;
    (done > 0).then(|| elapsed.mul_f64(f64::from(left) / f64::from(u32::try_from(done).unwrap_or(u32::MAX))))
}

/// The style of a line of progress.
fn style(template: &str) -> ProgressStyle {
    let coloured = if is_styled(&io::stderr()) { "{spinner:.green}" } else { "{spinner}" };
    let write = |state: &ProgressState, out: &mut dyn fmt::Write| {
        // Writing to a terminal may fail; the text is then left out.
        let _ = out.write_str(&rate(state.per_sec()));
    };
    let template = template.replace("{spinner}", coloured);
    ProgressStyle::with_template(&template).expect("a template").with_key("rate", write)
}

/// A rate with at least two digits, without decimals from ten on.
fn rate(per_second: f64) -> String {
    match per_second {
        ..10.0 => format!("{per_second:.1}"),
        ..10_000.0 => format!("{per_second:.0}"),
        ..10_000_000.0 => format!("{:.0} thousand", per_second / 1e3),
        _ => format!("{:.0} million", per_second / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indicatif::{ProgressDrawTarget, TermLike};
    use std::sync::Mutex;

    /// A terminal that keeps what is written to it.
    #[derive(Clone, Debug, Default)]
    struct Screen(Arc<Mutex<String>>);

    impl TermLike for Screen {
        fn width(&self) -> u16 {
            100
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap().push_str(text);
            Ok(())
        }
        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn progress_says_how_much_time_is_left() {
        let screen = Screen::default();
        let target = ProgressDrawTarget::term_like(Box::new(screen.clone()));
        let bar = ProgressBar::with_draw_target(Some(0), target);
        expect_pages(&bar, 2000);
        bar.set_position(50);
        bar.tick();
        let shown = screen.0.lock().unwrap().clone();
        assert!(shown.contains("50 of about 2,000 pages read, "), "{shown}");
        assert!(shown.trim_end().ends_with(" left"), "{shown}");
    }

    #[test]
    fn a_rate_has_as_many_digits_as_mean_something() {
        let rates = [0.04, 1.234_56, 12.345_6, 1234.5, 123_456.7, 98_765_432.1].map(rate);
        assert_eq!(rates, ["0.0", "1.2", "12", "1234", "123 thousand", "99 million"]);
    }

    #[test]
    fn each_step_of_a_work_says_how_much_of_it_is_done() {
        let screen = Screen::default();
        let target = ProgressDrawTarget::term_like(Box::new(screen.clone()));
        let steps = Steps::of("learning".into(), ProgressBar::with_draw_target(None, target));
        let shown = || {
            steps.bar.force_draw();
            std::mem::take(&mut *screen.0.lock().unwrap())
        };
        assert!(shown().contains("learning, 0s"), "nothing is known of it yet");
        steps.begin(40);
        assert!(shown().trim_end().ends_with("learning, 0s, step 1: 0%"), "how long it takes is not known");
        steps.done(10);
        assert!(shown().trim_end().ends_with("learning, 0s, step 1: 25%, 0s left"));
        steps.begin(8);
        steps.done(4);
        assert!(shown().contains("step 2: 50%, "));
    }

    #[test]
    fn the_time_that_is_left_is_what_the_rest_takes_as_the_part_did() {
        let second = Duration::from_secs(1);
        assert_eq!(time_left(30 * second, 10, 40), Some(90 * second));
        assert_eq!(time_left(30 * second, 0, 40), None);
    }
}

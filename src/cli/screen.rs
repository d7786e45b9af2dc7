//! What is shown on a terminal: control characters that stand in pages, or in the names of files, do not reach it.
//!
//! In goes text, out comes the same text with each control character, line ends and tabs aside, as an escape such as
//! `\u{1b}`. Answers are changed on the way to a terminal alone; files and pipes get what the pages hold. Messages are
//! changed wherever they go.
//!
//! ```text
//! ESC ] 0 ; title BEL     \u{1b}]0;title\u{7}
//! ```

use crate::error::{Chain, Error};
use std::borrow::Cow;
use std::io::{self, IsTerminal, Stdout, Write};

/// A text without control characters but line ends and tabs.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    let is_hidden = |sign: char| sign.is_control() && !matches!(sign, '\n' | '\t');
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for sign in text.chars() {
        if is_hidden(sign) { shown.extend(sign.escape_unicode()) } else { shown.push(sign) }
    }
    Cow::Owned(shown)
}

/// Says something on standard error.
macro_rules! say {
    ($($what:tt)*) => { eprintln!("{}", $crate::cli::screen::visible(&format!($($what)*))) };
}
pub(super) use say;

/// Says on standard error why there is no answer.
pub fn complain(error: &Error) {
    say!("katagami: {}", Chain(error));
}

/// Standard output: as it is, or a terminal.
pub struct Screen<W> {
    out: W,
    is_terminal: bool,
    /// The first bytes of a character whose others are still to come.
    rest: Vec<u8>,
}

impl Screen<Stdout> {
    /// Standard output.
    #[must_use]
    pub fn stdout() -> Self {
        let out = io::stdout();
        Screen { is_terminal: out.is_terminal(), out, rest: Vec::new() }
    }
}

impl<W: Write> Screen<W> {
    fn show(&mut self, bytes: &[u8]) -> io::Result<()> {
        let joined = [&self.rest, bytes].concat();
        self.rest.clear();
        for chunk in joined.utf8_chunks() {
            self.out.write_all(visible(chunk.valid()).as_bytes())?;
            self.rest.extend_from_slice(chunk.invalid());
        }
        // A character has at most four bytes: more that are none are shown as such.
        if self.rest.len() > 3 {
            write!(self.out, "{}", self.rest.escape_ascii())?;
            self.rest.clear();
        }
        Ok(())
    }
}

impl<W: Write> Write for Screen<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_terminal {
            return self.out.write(bytes);
        }
        self.show(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes out if it comes in a byte at a time.
    fn shown(text: &str, is_terminal: bool) -> String {
        let mut screen = Screen { out: Vec::new(), is_terminal, rest: Vec::new() };
        for byte in text.bytes() {
            screen.write_all(&[byte]).unwrap();
        }
        String::from_utf8(screen.out).unwrap()
    }

    #[test]
    fn control_characters_do_not_reach_a_terminal_and_are_kept_elsewhere() {
        let text = "a\tb\n\u{1b}]0;t\u{7} \r\u{7f}\u{9b}31m 型紙";
        assert_eq!(shown(text, false), text);
        assert_eq!(shown(text, true), "a\tb\n\\u{1b}]0;t\\u{7} \\u{d}\\u{7f}\\u{9b}31m 型紙");
    }
}

//! Keeps control characters in pages and file names away from the terminal.
//!
//! In: text. Out: the same text, with each control character except line feeds and tabs written as an escape such as
//! `\u{1b}`. If colours are allowed, the sequences for bold type are kept, since they are harmless. Results are changed only if
//! they go to a terminal, whatever its name; files and pipes get the original text. Messages are always changed.
//!
//! ```text
//! ESC ] 0 ; title BEL     \u{1b}]0;title\u{7}
//! ```

use crate::writer::{BOLD, PLAIN};
use anstream::AutoStream;
use anstream::stream::RawStream;
use anstyle::{AnsiColor, Style};
use clap::ColorChoice;
use katagami::error::{Chain, Error};
use std::borrow::Cow;
use std::io::{self, Stdout, Write};

/// Sets whether this program writes colours. By default it does on a terminal, unless NO_COLOR is set.
pub(super) fn choose(choice: ColorChoice) {
    match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}

/// Whether the stream gets colours and bold type.
pub(super) fn is_styled(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != anstream::ColorChoice::Never
}

/// A text whose control characters, except line feeds and tabs, are escaped.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    let is_hidden = |char: char| char.is_control() && !matches!(char, '\n' | '\t');
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for char in text.chars() {
        if is_hidden(char) { shown.extend(char.escape_unicode()) } else { shown.push(char) }
    }
    Cow::Owned(shown)
}

/// Prints a message on standard error.
macro_rules! message {
    ($($what:tt)*) => { eprintln!("{}", $crate::screen::visible(&format!($($what)*))) };
}
pub(super) use message;

/// Prints a message on standard error, if there is one.
pub(super) fn print_message(message: Option<String>) {
    if let Some(message) = message {
        message!("{message}");
    }
}

/// Prints an error on standard error.
pub fn print_error(error: &Error) {
    let why = Chain(error).to_string();
    let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    anstream::eprintln!("{red}katagami:{red:#} {}", visible(&why));
}

/// A stream that escapes control characters if it is a terminal.
pub struct Screen<W> {
    out: W,
    is_terminal: bool,
    /// Whether bold type is kept.
    is_styled: bool,
    /// The first bytes of a character, or of a sequence for bold type, that is not complete yet.
    rest: Vec<u8>,
}

impl Screen<Stdout> {
    /// Standard output.
    #[must_use]
    pub fn stdout() -> Self {
        Screen::new(io::stdout())
    }
}

impl<W: RawStream> Screen<W> {
    /// A stream that may be a terminal.
    pub(super) fn new(out: W) -> Self {
        Screen { is_terminal: out.is_terminal(), is_styled: is_styled(&out), out, rest: Vec::new() }
    }
}

impl<W: Write> Screen<W> {
    fn show(&mut self, bytes: &[u8]) -> io::Result<()> {
        let joined = [&self.rest, bytes].concat();
        self.rest.clear();
        for chunk in joined.utf8_chunks() {
            let mut text = chunk.valid();
            if self.is_styled {
                let partial = if chunk.invalid().is_empty() { partial_mark(text) } else { 0 };
                self.rest.extend_from_slice(&text.as_bytes()[text.len() - partial..]);
                text = &text[..text.len() - partial];
                while let Some((at, mark)) = first_mark(text) {
                    self.out.write_all(visible(&text[..at]).as_bytes())?;
                    self.out.write_all(mark.as_bytes())?;
                    text = &text[at + mark.len()..];
                }
            }
            self.out.write_all(visible(text).as_bytes())?;
            self.rest.extend_from_slice(chunk.invalid());
        }
        // A character has at most four bytes, so more bytes are not the beginning of one and are shown as bytes.
        if self.rest.len() > 3 {
            write!(self.out, "{}", self.rest.escape_ascii())?;
            self.rest.clear();
        }
        Ok(())
    }
}

/// The first sequence for bold type in a text.
fn first_mark(text: &str) -> Option<(usize, &'static str)> {
    [BOLD, PLAIN].into_iter().filter_map(|mark| Some((text.find(mark)?, mark))).min()
}

/// The number of bytes at the end of a text that may begin such a sequence.
fn partial_mark(text: &str) -> usize {
    let is_partial = |&len: &usize| [BOLD, PLAIN].iter().any(|mark| text.ends_with(&mark[..len]));
    (1..BOLD.len()).rev().find(is_partial).unwrap_or_default()
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

    /// The output if the text is written one byte at a time.
    fn shown(text: &str, is_terminal: bool, is_styled: bool) -> String {
        let mut screen = Screen { out: Vec::new(), is_terminal, is_styled, rest: Vec::new() };
        for byte in text.bytes() {
            screen.write_all(&[byte]).unwrap();
        }
        String::from_utf8(screen.out).unwrap()
    }

    #[test]
    fn control_characters_do_not_reach_a_terminal_and_are_kept_elsewhere() {
        let text = "a\tb\n\u{1b}]0;t\u{7} \r\u{7f}\u{9b}31m 型紙";
        assert_eq!(shown(text, false, false), text);
        for is_styled in [false, true] {
            assert_eq!(shown(text, true, is_styled), "a\tb\n\\u{1b}]0;t\\u{7} \\u{d}\\u{7f}\\u{9b}31m 型紙");
        }
    }

    #[test]
    fn bold_type_reaches_a_terminal_that_may_have_it_and_no_other_sequence_does() {
        let text = format!("{BOLD}title{PLAIN} \u{1b}[1;31m \u{1b}[2J 型");
        let rest = "\\u{1b}[1;31m \\u{1b}[2J 型";
        assert_eq!(shown(&text, true, true), format!("{BOLD}title{PLAIN} {rest}"));
        assert_eq!(shown(&text, true, false), format!("\\u{{1b}}[1mtitle\\u{{1b}}[0m {rest}"));
    }
}

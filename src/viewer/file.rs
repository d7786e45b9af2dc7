//! The file: a page with its style, its program and its data, which loads nothing.
//!
//! What keeps a hostile page harmless, each by itself enough:
//!
//! * the Content-Security-Policy of the file allows one script and two styles, by the hashes of their bytes, and no address of any kind; a
//!   frame has the policy of the file that it is in;
//! * pages are shown in frames with an empty `sandbox`: no scripts, no forms, no pop-ups, no way to the file around them;
//! * the program writes texts of pages as texts, and what it shows in a frame is built of known elements without any address (`frame.js`);
//! * the data is JSON without a `<`, so that nothing in it ends its element or begins another one.

use super::Viewer;
use crate::error::{Error, ErrorKind, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::io::{self, Write};

/// The modules of the program, each behind those that it uses. Written one behind the other they are one module.
const MODULES: [&str; 10] = [
    include_str!("web/dom.js"),
    include_str!("web/data.js"),
    include_str!("web/frame.js"),
    include_str!("web/source.js"),
    include_str!("web/correct.js"),
    include_str!("web/table.js"),
    include_str!("web/spectrum.js"),
    include_str!("web/kind.js"),
    include_str!("web/graph.js"),
    include_str!("web/main.js"),
];

/// The style of the file, and that of the pages in frames.
const STYLE: &str = concat!(include_str!("web/colours.css"), include_str!("web/style.css"));
const FRAME_STYLE: &str = concat!(include_str!("web/colours.css"), include_str!("web/frame.css"));

/// The program: the modules without their imports and exports.
fn program() -> String {
    let lines = MODULES.iter().flat_map(|module| module.lines()).filter(|line| !line.starts_with("import "));
    lines.flat_map(|line| [line.strip_prefix("export ").unwrap_or(line), "\n"]).collect()
}

/// Writes a viewer as a file. The same pages give the same bytes.
///
/// # Errors
/// If the file cannot be written.
pub fn write(viewer: &Viewer<'_>, title: &str, out: &mut dyn Write) -> Result<()> {
    let program = program();
    let policy = format!(
        "default-src 'none'; script-src '{}'; style-src '{}' '{}'; base-uri 'none'; form-action 'none'",
        hash(&program),
        hash(STYLE),
        hash(FRAME_STYLE)
    );
    let title = escaped(title);
    let written = (|| {
        write!(
            out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
             <noscript>This report needs JavaScript. It runs in this file alone and loads nothing.</noscript>\n\
             <script type=\"application/json\" id=\"frame-style\">{}</script>\n\
             <script type=\"application/json\" id=\"data\">",
            json(&FRAME_STYLE)
        )?;
        serde_json::to_writer(WithoutLess(&mut *out), viewer)?;
        write!(out, "</script>\n<script type=\"module\">{program}</script>\n</body>\n</html>\n")
    })();
    written.map_err(|error: io::Error| Error::new(ErrorKind::Write).because(error))
}

/// A value as JSON that can stand in HTML.
fn json(value: &impl Serialize) -> String {
    let mut text = Vec::new();
    serde_json::to_writer(WithoutLess(&mut text), value).expect("a plain value");
    String::from_utf8(text).expect("JSON is UTF-8")
}

/// How many bytes a value takes in the file.
pub(super) fn size(value: &impl Serialize) -> usize {
    json(value).len()
}

/// Writes `<` as its escape. In JSON it is only in strings.
struct WithoutLess<W>(W);

impl<W: Write> Write for WithoutLess<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for (at, part) in bytes.split(|&byte| byte == b'<').enumerate() {
            if at > 0 {
                self.0.write_all(b"\\u003c")?;
            }
            self.0.write_all(part)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The hash of a script or a style as the policy names it.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_standards() {
        // RFC 4648, section 10; FIPS 180-4 of "abc".
        assert_eq!(
            ["", "f", "fo", "foo", "foob"].map(|text| STANDARD.encode(text)),
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
        );
        assert_eq!(hash("abc"), "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    }

    #[test]
    fn json_in_the_file_has_no_less_than_sign() {
        let text = "</script><!-- <script> & \u{2028}";
        assert!(!json(&text).contains('<'));
        assert_eq!(serde_json::from_str::<String>(&json(&text)).unwrap(), text);
        assert_eq!(size(&text), json(&text).len());
    }

    #[test]
    fn the_program_is_one_module_without_imports() {
        let program = program();
        assert!(program.lines().all(|line| !line.starts_with("import ") && !line.starts_with("export ")));
        // What would end the element or the style early.
        assert!(!program.contains("</script") && !program.contains("<!--"));
        assert!([STYLE, FRAME_STYLE].iter().all(|style| !style.contains("</")));
    }
}

//! Removes from the parts of an article what says nothing outside of its page.
//!
//! ```text
//! ## Install [¶](a.html#install)  ## Install            a link to the heading itself
//! See [](a.html) there.           See there.            a link whose icon is not in the text
//! ## Share                        Share                 a heading with nothing below it
//! ![A bee](a.png)                 ![](a.png)            a text that the caption says again
//! A bee on ivy                    A bee on ivy
//! js                              ```js                 the language of code, which the code has
//! ```

use super::inline::plain;
use super::omit::is_blank;
use super::{Format, Inline, Part};

/// Returns the parts without links that show nothing, and with headings that have something below them.
pub(super) fn tidy(mut parts: Vec<Part>) -> Vec<Part> {
    for at in 0..parts.len() {
        let has_content = has_content(&parts[at..]);
        let part = &mut parts[at];
        let is_heading = matches!(part, Part::Heading(..));
        part.lines_mut().for_each(|line| clear(line, is_heading));
        part.inner_mut().for_each(|inner| *inner = tidy(std::mem::take(inner)));
        if let Part::Heading(2.., line) = part
            && !has_content
        {
            *part = Part::Paragraph(std::mem::take(line));
        }
    }
    parts.retain_mut(Part::shows);
    leave_out_labels(&mut parts);
    leave_out_repeated(&mut parts);
    parts
}

/// Removes the paragraphs that only name the language of the code below them.
fn leave_out_labels(parts: &mut Vec<Part>) {
    let mut next: Option<String> = None;
    let mut is_label: Vec<bool> = Vec::with_capacity(parts.len());
    for part in parts.iter().rev() {
        is_label.push(match (part, &next) {
            (Part::Paragraph(line), Some(language)) => plain(line).trim().eq_ignore_ascii_case(language),
            _ => false,
        });
        next = if let Part::Code { language, .. } = part { language.clone() } else { None };
    }
    parts.retain(|_| is_label.pop() == Some(false));
}

/// What a reader sees of parts, in order.
enum Seen<'a> {
    Text(&'a str),
    /// The end of a line.
    Break,
    Image(&'a str),
    /// A part that is not a line.
    Other,
}

/// Removes the alternative texts of images that are said again by the text directly after the image.
fn leave_out_repeated(parts: &mut [Part]) {
    let mut seen = Vec::new();
    for part in &*parts {
        match part {
            Part::Heading(_, line) | Part::Paragraph(line) => see(line, &mut seen),
            Part::Table(rows) => {
                for cell in rows.iter().flatten() {
                    see(&cell.text, &mut seen);
                    seen.push(Seen::Other);
                }
            }
            _ => seen.push(Seen::Other),
        }
        seen.push(Seen::Break);
    }
    let of_image = |(at, one): (usize, &Seen)| match one {
        Seen::Image(text) => Some(begins_with(&seen[at + 1..], text)),
        _ => None,
    };
    let mut repeated = seen.iter().enumerate().filter_map(of_image).collect::<Vec<_>>().into_iter();
    for line in parts.iter_mut().flat_map(Part::lines_mut) {
        clear_texts(line, &mut repeated);
    }
}

fn see<'a>(line: &'a [Inline], seen: &mut Vec<Seen<'a>>) {
    for inline in line {
        match inline {
            Inline::Text(text) => seen.push(Seen::Text(text)),
            Inline::Break => seen.push(Seen::Break),
            Inline::Image(image) => seen.push(Seen::Image(&image.text)),
            Inline::Format(_, line) => see(line, seen),
        }
    }
}

/// Whether what is seen begins with the words of a text. Signs at its end, such as a full stop, may differ.
fn begins_with(seen: &[Seen], text: &str) -> bool {
    let mut wanted = text.trim_end_matches(|char: char| !char.is_alphanumeric()).chars().peekable();
    let mut last = None;
    for one in seen {
        let said = match one {
            Seen::Text(said) => said,
            Seen::Break => " ",
            Seen::Image(_) | Seen::Other => break,
        };
        for char in said.chars() {
            if char == ' ' && last.is_none_or(|last| last == ' ') {
                continue;
            }
            match wanted.peek() {
                None => return last.is_some() && !char.is_alphanumeric(),
                Some(&next) if next != char => return false,
                Some(_) => wanted.next(),
            };
            last = Some(char);
        }
    }
    last.is_some() && wanted.peek().is_none()
}

fn clear_texts(line: &mut [Inline], are_repeated: &mut impl Iterator<Item = bool>) {
    for inline in line {
        match inline {
            Inline::Image(image) => {
                if are_repeated.next() == Some(true) {
                    image.text.clear();
                }
            }
            Inline::Format(_, line) => clear_texts(line, are_repeated),
            Inline::Text(_) | Inline::Break => {}
        }
    }
}

/// Whether a heading, the first of these parts, has a part below it that is no heading, before the next heading of its level. Other
/// parts have.
fn has_content(parts: &[Part]) -> bool {
    let Some(Part::Heading(level, _)) = parts.first() else { return true };
    let is_below = |part: &&Part| !matches!(part, Part::Heading(next, _) if next <= level);
    parts[1..].iter().take_while(is_below).any(|part| !matches!(part, Part::Heading(..) | Part::Rule))
}

/// Removes links that show nothing, and from headings those that show only signs.
fn clear(line: &mut Vec<Inline>, is_heading: bool) {
    line.retain_mut(|inline| match inline {
        Inline::Format(format, text) => {
            clear(text, is_heading);
            let is_sign = is_heading && !says(text);
            !(matches!(format, Format::Link { .. }) && (is_sign || is_blank(text)))
        }
        _ => true,
    });
    // The space before a link that is gone.
    if let (true, Some(Inline::Text(text))) = (is_heading, line.last_mut()) {
        text.truncate(text.trim_end().len());
    }
}

/// Whether a line has a letter, a digit or an image.
fn says(line: &[Inline]) -> bool {
    line.iter().any(|inline| match inline {
        Inline::Text(text) => text.contains(char::is_alphanumeric),
        Inline::Break => false,
        Inline::Image(_) => true,
        Inline::Format(_, line) => says(line),
    })
}

#[cfg(test)]
mod tests {
    use super::super::{PageMarkup, RepeatedImages, markdown};
    use crate::page::Tree;
    use crate::record::Base;
    use crate::token::Span;

    fn of(source: &str) -> String {
        let tree = Tree::whole(source);
        let images = RepeatedImages::of(&[]);
        let page = PageMarkup::new(&tree, source, Base::of(source, None), &images);
        let whole = Span { start: 0, end: u32::try_from(source.len()).expect("it is short") };
        markdown(&page.parts(&[whole], None))
    }

    #[test]
    fn links_to_headings_and_links_without_text_are_left_out() {
        let page = "<h2>Install <a href=#install>\u{b6}</a></h2><p>See <a href=a.html> </a>there <a href=b>\u{2192}</a>.</p>\
                    <h2><a href=c.html>C#</a></h2><p>text";
        assert_eq!(of(page), "## Install\n\nSee there [\u{2192}](b).\n\n## [C#](c.html)\n\ntext\n");
    }

    #[test]
    fn a_heading_with_nothing_below_it_is_a_paragraph() {
        let page = "<h2>One</h2><h3>Two</h3><p>text</p><h3>Three</h3><h2>Four</h2>";
        assert_eq!(of(page), "## One\n\n### Two\n\ntext\n\nThree\n\nFour\n");
    }

    #[test]
    fn links_to_the_element_that_they_are_in_are_none() {
        assert_eq!(
            of("<h2 id=a><a href=#a>One</a></h2><p>text <a href=#a>two</a>"),
            "## One\n\ntext [two](#a)\n"
        );
        let terms = "<dl><dt id=b>f(x)<a href=#b>\u{b6}</a><dd>text<sup><a href=#c>*</a></sup></dl><p id=c>note <a href=#c><img src=i.png></a>";
        assert_eq!(of(terms), "f(x)\n\ntext<sup>[\\*](#c)</sup>\n\nnote ![](i.png)\n");
    }

    #[test]
    fn a_label_with_the_language_of_the_code_below_is_left_out() {
        let page = |label: &str| of(&format!("<p>text<p>{label}<pre class='brush: js'>a()</pre>"));
        assert_eq!(page("JS"), "text\n\n```js\na()\n```\n");
        assert_eq!(page("jst"), "text\n\njst\n\n```js\na()\n```\n");
    }

    #[test]
    fn an_alternative_text_that_the_text_behind_the_image_says_is_left_out() {
        let figure = |alt: &str, caption: &str| {
            of(&format!(
                "<figure><a href=b><img src=a.png alt='{alt}'></a><figcaption>{caption}</figcaption></figure>"
            ))
        };
        assert_eq!(figure("A bee.", "A <i>bee</i>, on ivy"), "[![](a.png)](b)\n\nA _bee_, on ivy\n");
        assert_eq!(figure("A bee", "A bee"), "[![](a.png)](b)\n\nA bee\n");
        assert_eq!(figure("A bee", "A beetle"), "[![A bee](a.png)](b)\n\nA beetle\n");
        assert_eq!(figure("A bee on ivy", "A bee"), "[![A bee on ivy](a.png)](b)\n\nA bee\n");
        assert_eq!(
            of("<img src=a.png alt=A><img src=b.png alt=B> B, and A"),
            "![A](a.png)![](b.png) B, and A\n"
        );
        assert_eq!(of("<img src=a.png alt=A><ul><li>A</ul>"), "![A](a.png)\n\n- A\n");
    }
}

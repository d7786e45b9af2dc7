//! Removes from the parts of an article what says nothing outside of its page.
//!
//! ```text
//! ## Install [¶](#install)        ## Install            a link to the heading itself
//! See [](a.html) there.           See there.            a link whose icon is not in the text
//! ## Share                        Share                 a heading with nothing below it
//! ```

use super::omit::is_blank;
use super::{Format, Inline, Part};

/// Returns the parts without links that show nothing, and with headings that have something below them.
pub(super) fn tidy(mut parts: Vec<Part>) -> Vec<Part> {
    for at in 0..parts.len() {
        let has_content = has_content(&parts[at..]);
        match &mut parts[at] {
            Part::Heading(level, line) => {
                clear(line, true);
                if *level > 1 && !has_content {
                    parts[at] = Part::Paragraph(std::mem::take(line));
                }
            }
            Part::Paragraph(line) => clear(line, false),
            Part::Quote(inner) => *inner = tidy(std::mem::take(inner)),
            Part::List { items, .. } => {
                for item in &mut *items {
                    *item = tidy(std::mem::take(item));
                }
                items.retain(|item| !item.is_empty());
            }
            Part::Terms(terms) => {
                for term in terms {
                    term.parts = tidy(std::mem::take(&mut term.parts));
                }
            }
            Part::Table(rows) => rows.iter_mut().flatten().for_each(|cell| clear(&mut cell.text, false)),
            Part::Code { .. } | Part::Rule => {}
        }
    }
    parts.retain(|part| match part {
        Part::Heading(_, line) | Part::Paragraph(line) => !is_blank(line),
        Part::List { items, .. } => !items.is_empty(),
        _ => true,
    });
    parts
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
    fn a_fence_has_the_language_that_the_page_declares() {
        let page = "<p>one<pre><code class='x language-c++'>int a;</code></pre><pre class=language-`>b</pre>";
        assert_eq!(of(page), "one\n\n```c++\nint a;\n```\n\n```\nb\n```\n");
    }
}

//! Reads code: its text as written, and the language that the page declares for it.
//!
//! ```text
//! <pre><code class="language-rust">          rust       the HTML standard; lang-rust is the same in short
//! <pre class="brush: js; ruler: true">       js         SyntaxHighlighter
//! <pre class="sourceCode python">            python     Pandoc
//! <pre data-lang="go">                       go         Hugo and Jekyll; also data-language
//! <div class="highlight-c"><div><pre>        c          Sphinx; highlight-source-c is GitHub's
//! ```
//!
//! Source: WHATWG, "HTML Living Standard", section 4.5.15, and what the named programs write.

use super::MarkupReader;
use crate::content::markup::Part;
use crate::page::{Element, ElementId, without_marks};
use crate::token::TokenKind;
use crate::token::html::tokens;
use std::borrow::Cow;

/// The beginnings of classes that end with a language, on the code and around it. Of several that fit the first, which is the longest,
/// counts.
const BEGINNINGS: [&str; 5] = ["language-", "lang-", "highlight-source-", "highlight-text-", "highlight-"];

/// How many of these are also on the code itself, where a class that begins with `highlight-` can say how it is shown.
const ON_CODE: usize = 2;

/// The number of elements around code that programs put there with its language: Sphinx has it on the outer one of two.
const AROUND: usize = 2;

/// What the programs call code of no language.
const NO_LANGUAGE: [&str; 4] = ["none", "text", "default", "plaintext"];

impl MarkupReader<'_> {
    /// Returns the text of an element as written, with its line breaks.
    pub(super) fn code(&self, id: ElementId) -> Part {
        let source = &self.page.source[self.page.tree.element(id).span.range()];
        let mut text = String::new();
        for token in tokens(source) {
            match token.kind {
                TokenKind::Text => text.push_str(&htmlize::unescape(token.text(source))),
                TokenKind::StartTag if token.name(source).eq_ignore_ascii_case("br") => text.push('\n'),
                _ => {}
            }
        }
        let text = without_marks(text.into()).replace("\r\n", "\n").replace('\r', "\n");
        let text = text.trim_end();
        // One line break right after the start tag is not shown.
        let text = text.strip_prefix('\n').unwrap_or(text).to_owned();
        Part::Code { text, language: self.language(id) }
    }

    /// The language that is declared for code: by the `code` element that it begins with, else by itself, else by an element around it
    /// that has no other text than perhaps the name of the language, from the inside.
    fn language(&self, id: ElementId) -> Option<String> {
        let (tree, source) = (self.page.tree, self.page.source);
        let code = tree.element(id);
        let next = tree.elements().get(id.index() + 1);
        let first = next.filter(|next| next.parent == Some(id) && next.name == "code");
        let mut own = first.into_iter().chain([code]);
        let of_around = |id| {
            let around = tree.element(id);
            let name = declared(around, source, &BEGINNINGS)?;
            let is_label = |at: u32| tree.leaves()[at as usize].text.eq_ignore_ascii_case(&name);
            let is_alone = match around.leaves.len() - code.leaves.len() {
                0 => true,
                1 if around.leaves.start < code.leaves.start => is_label(around.leaves.start),
                1 => is_label(around.leaves.end - 1),
                _ => false,
            };
            is_alone.then_some(name)
        };
        let named = own.find_map(|element| declared(element, source, &BEGINNINGS[..ON_CODE]));
        let named = named.or_else(|| tree.inclusive_ancestors(id).skip(1).take(AROUND).find_map(of_around));
        named.filter(|name| !NO_LANGUAGE.iter().any(|none| name.eq_ignore_ascii_case(none)))
    }
}

/// The language that the attributes of an element declare.
fn declared(element: &Element, source: &str, beginnings: &[&str]) -> Option<String> {
    let attribute = |name: &str| element.attribute(source, name);
    let classes = attribute("class").unwrap_or_default();
    let names = || classes.split_ascii_whitespace();
    let behind = |class: &str| {
        beginnings.iter().find_map(|beginning| class.strip_prefix(beginning).map(str::to_owned))
    };
    let brush = classes.split_once("brush:").and_then(|(_, rest)| rest.trim_start().split([' ', ';']).next());
    let next = names().skip_while(|class| *class != "sourceCode").nth(1);
    let data = ["data-lang", "data-language"].into_iter().filter_map(attribute);
    let attributes = data.chain(attribute("lang").filter(|lang| !is_natural(lang))).map(Cow::into_owned);
    let of_programs = brush.into_iter().chain(next).map(str::to_owned);
    names().filter_map(behind).chain(of_programs).chain(attributes).find(|name| is_language(name))
}

/// Whether a name can be that of a language.
fn is_language(name: &str) -> bool {
    let is_sign = |char: char| char.is_ascii_alphanumeric() || matches!(char, '+' | '#' | '-' | '_' | '.');
    name.contains(|char: char| char.is_ascii_alphanumeric()) && name.chars().all(is_sign)
}

/// Whether a value of `lang` is that of a language that people speak, which begins with two or three letters.
///
/// Source: RFC 5646, section 2.2.1.
fn is_natural(name: &str) -> bool {
    let first = name.split('-').next().unwrap_or_default();
    matches!(first.len(), 2 | 3) && first.bytes().all(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use crate::content::markup::{PageMarkup, Part, RepeatedImages, html};
    use crate::page::Tree;
    use crate::record::Base;
    use crate::token::Span;

    fn parts(source: &str) -> Vec<Part> {
        let tree = Tree::whole(source);
        let images = RepeatedImages::of(&[]);
        let page = PageMarkup::new(&tree, source, Base::of(source, None), &images);
        page.parts(&[Span { start: 0, end: u32::try_from(source.len()).expect("it is short") }], None)
    }

    #[test]
    fn the_language_of_code_is_read_in_the_forms_in_use() {
        for (page, language) in [
            ("<pre><code class='x language-c++'>a</code></pre>", Some("c++")),
            ("<pre class='prettyprint lang-cpp'>a</pre>", Some("cpp")),
            ("<div class='highlight highlight-source-shell'><pre>a</pre></div>", Some("shell")),
            (
                "<div class='highlight-python3 notranslate'><div class=highlight><pre>a</pre></div></div>",
                Some("python3"),
            ),
            (
                "<div class='language-rb highlighter-rouge'><div><pre class=highlight><code>a</code></pre></div></div>",
                Some("rb"),
            ),
            ("<pre class='brush: js; ruler: true'>a</pre>", Some("js")),
            ("<pre class='brush:css notranslate'><code>a</code></pre>", Some("css")),
            (
                "<pre class='sourceCode numberSource c numberLines'><code class='sourceCode c'>a</code></pre>",
                Some("c"),
            ),
            ("<pre><code data-lang=go>a</code></pre>", Some("go")),
            ("<div data-language=F#><pre>a</pre></div>", Some("F#")),
            ("<div class='language-js x'><span>js</span><pre>a</pre></div>", Some("js")),
            ("<div class='language-js x'><span>one</span><pre>a</pre></div>", None),
            ("<pre lang=python>a</pre>", Some("python")),
            ("<pre lang=en-GB>a</pre>", None),
            ("<pre class='language-none lang-js'>a</pre>", None),
            ("<div class=highlight-default><div><pre>a</pre></div></div>", None),
            ("<pre class=highlight-lines>a</pre>", None),
            ("<div class=lang-en><p>other</p><pre>a</pre></div>", None),
            ("<pre class=language-`>a</pre>", None),
        ] {
            let parts = parts(page);
            let Some(Part::Code { language: found, .. }) = parts.last() else { panic!("{page}: {parts:?}") };
            assert_eq!(found.as_deref(), language, "{page}");
        }
    }

    #[test]
    fn html_keeps_the_language_of_code() {
        let written = html(&parts("<pre class=lang-c>\n\nint a;\n</pre>"));
        assert_eq!(written, "<pre>\n<code class=\"language-c\">\nint a;</code></pre>\n");
        assert_eq!(html(&parts(&written)), written);
    }
}

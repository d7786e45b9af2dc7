//! What the names of tags say of their elements: which have no end tag, which show no text, which end others.
//!
//! In: names as written. Out: [`Rules`] by number, the same for a name in capitals. A name is looked at once a page, so
//! that what is asked at every tag is a bit.

use hashbrown::HashMap;
use std::borrow::Cow;

/// The number of a name on its page.
pub(super) type Name = usize;

/// The names of a page's tags.
#[derive(Debug, Default)]
pub(super) struct Names<'a> {
    /// By names as written and in lower case.
    numbers: HashMap<Cow<'a, str>, Name>,
    rules: Vec<Rules<'a>>,
}

impl<'a> Names<'a> {
    /// The number of a name as written.
    pub(super) fn number(&mut self, written: &'a str) -> Name {
        if let Some(&number) = self.numbers.get(written) {
            return number;
        }
        let lower = lower(written);
        let number = *self.numbers.entry(lower.clone()).or_insert(self.rules.len());
        if number == self.rules.len() {
            self.rules.push(Rules::of(lower));
        }
        self.numbers.insert(Cow::Borrowed(written), number);
        number
    }

    /// What a name says.
    pub(super) fn rules(&self, name: Name) -> &Rules<'a> {
        &self.rules[name]
    }
}

/// A name in lower case.
fn lower(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}

/// What a name says.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact by itself")]
pub(super) struct Rules<'a> {
    /// In lower case.
    pub(super) name: Cow<'a, str>,
    /// Itself, if rules are about it.
    pub(super) set: Set,
    /// Never has an end tag.
    pub(super) is_void: bool,
    /// Holds nothing of the page and no end.
    pub(super) is_dropped: bool,
    /// Its text is none of the page's, or a choice in a form.
    pub(super) is_left_out: bool,
    /// Holds text alone and ends at its own end tag.
    pub(super) is_text_only: bool,
    /// Its text is a program's.
    pub(super) is_code: bool,
    /// Ends a paragraph.
    pub(super) is_block: bool,
    /// From `h1` to `h6`.
    pub(super) is_heading: bool,
    /// Begins the body of a page whose head was never closed.
    pub(super) is_body_begun: bool,
    /// Where the search for an open paragraph stops, the paragraph itself or what it cannot be closed out of.
    pub(super) ends_search_of_p: bool,
    /// What a start tag of it closes.
    pub(super) closes: Option<Closing>,
    /// The open elements at which the search for the element of its end tag stops: a stray end tag in a cell closes
    /// nothing outside of it.
    pub(super) end_stops_at: Set,
}

impl<'a> Rules<'a> {
    fn of(name: Cow<'a, str>) -> Self {
        Rules {
            set: Set::of(&[&name]),
            is_void: is_void(&name),
            is_dropped: is_dropped(&name),
            is_left_out: is_left_out(&name),
            is_text_only: is_text_only(&name),
            is_code: matches!(&*name, "script" | "style"),
            is_block: is_block(&name),
            is_heading: is_heading(&name),
            is_body_begun: matches!(&*name, "body" | "div" | "table" | "p" | "frameset"),
            ends_search_of_p: is_block(&name) || matches!(&*name, "td" | "th" | "button" | "body"),
            closes: closes(&name),
            end_stops_at: end_stops_at(&name),
            name,
        }
    }
}

/// Some of the names that rules are about, a bit for each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Set(u32);

impl Set {
    const NAMES: [&str; 28] = [
        "html", "body", "head", "p", "a", "caption", "colgroup", "dd", "dir", "div", "dl", "dt", "li",
        "menu", "ol", "option", "rp", "rt", "ruby", "select", "table", "tbody", "td", "tfoot", "th", "thead",
        "tr", "ul",
    ];

    /// The first names.
    pub(super) const HTML: Set = Set(1);
    pub(super) const BODY: Set = Set(1 << 1);
    pub(super) const HEAD: Set = Set(1 << 2);
    pub(super) const P: Set = Set(1 << 3);

    pub(super) fn of(names: &[&str]) -> Self {
        let bits = Set::NAMES.iter().zip(0..).filter(|(name, _)| names.contains(name));
        Set(bits.fold(0, |set, (_, bit)| set | 1 << bit))
    }

    /// Whether a name is in both.
    pub(super) fn meets(self, other: Set) -> bool {
        self.0 & other.0 != 0
    }
}

/// What a start tag closes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closing {
    pub(super) names: Set,
    /// Elements out of which nothing is closed.
    pub(super) within: Set,
    /// Whether all such elements close, or the innermost alone.
    pub(super) outermost: bool,
}

/// The end tags that the HTML standard lets a page leave out (section 13.1.2.4), and `</a>`, since links do not nest.
fn closes(name: &str) -> Option<Closing> {
    let rule = |names: &[&str], within: &[&str], outermost| {
        Some(Closing { names: Set::of(names), within: Set::of(within), outermost })
    };
    match name {
        "li" => rule(&["li"], &["ul", "ol", "menu", "dir"], false),
        "dt" | "dd" => rule(&["dt", "dd"], &["dl"], false),
        "td" | "th" => rule(&["td", "th"], &["table", "tr"], false),
        "tr" => rule(&["tr", "td", "th", "caption", "colgroup"], &["table"], true),
        "tbody" | "thead" | "tfoot" | "caption" | "colgroup" => {
            rule(&["tbody", "thead", "tfoot", "tr", "caption", "colgroup"], &["table"], true)
        }
        "col" => rule(&["tbody", "thead", "tfoot", "tr", "caption"], &["table", "colgroup"], true),
        "rt" | "rp" => rule(&["rt", "rp"], &["ruby"], false),
        "option" => rule(&["option"], &["select"], false),
        "a" => rule(&["a"], &["table", "td", "th", "div"], false),
        _ => None,
    }
}

fn end_stops_at(name: &str) -> Set {
    Set::of(match name {
        "table" => &[],
        "td" | "th" | "tr" | "tbody" | "thead" | "tfoot" => &["table"],
        "li" => &["ul", "ol"],
        _ if is_phrasing(name) => &["td", "th", "table", "body"],
        _ => &["table"],
    })
}

/// Whether an element of this name is a heading.
pub(crate) fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

/// Elements that never have an end tag.
fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "basefont"
            | "bgsound"
            | "br"
            | "col"
            | "command"
            | "embed"
            | "frame"
            | "hr"
            | "img"
            | "input"
            | "keygen"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

/// Elements that hold nothing of the page and no end.
fn is_dropped(name: &str) -> bool {
    matches!(name, "link" | "meta")
}

/// Elements whose text is none of the page's, or a choice in a form.
fn is_left_out(name: &str) -> bool {
    is_text_only(name) || matches!(name, "noscript" | "head" | "template" | "select" | "svg" | "object")
}

/// Elements that hold text alone and end at their own end tag.
fn is_text_only(name: &str) -> bool {
    matches!(name, "script" | "style" | "textarea" | "title" | "xmp" | "iframe" | "noembed" | "noframes")
}

/// Inline formatting.
fn is_phrasing(name: &str) -> bool {
    matches!(
        name,
        "a" | "abbr"
            | "b"
            | "big"
            | "cite"
            | "code"
            | "em"
            | "font"
            | "i"
            | "label"
            | "nobr"
            | "s"
            | "small"
            | "span"
            | "strong"
            | "sub"
            | "sup"
            | "tt"
            | "u"
    )
}

/// Elements that end a paragraph (HTML standard, section 4.4.1), and `p` itself.
fn is_block(name: &str) -> bool {
    is_heading(name)
        || matches!(
            name,
            "address"
                | "article"
                | "aside"
                | "blockquote"
                | "center"
                | "dd"
                | "details"
                | "dialog"
                | "dir"
                | "div"
                | "dl"
                | "dt"
                | "fieldset"
                | "figcaption"
                | "figure"
                | "footer"
                | "form"
                | "header"
                | "hgroup"
                | "hr"
                | "li"
                | "listing"
                | "main"
                | "menu"
                | "nav"
                | "ol"
                | "p"
                | "plaintext"
                | "pre"
                | "section"
                | "summary"
                | "table"
                | "ul"
                | "xmp"
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_number_in_letters_of_either_case() {
        let mut names = Names::default();
        let numbers = ["DIV", "p", "div", "P"].map(|name| names.number(name));
        assert_eq!(numbers, [0, 1, 0, 1]);
        assert_eq!(names.rules(0).name, "div");
    }

    #[test]
    fn the_named_sets_hold_the_names_that_they_are_called() {
        for (set, name) in [(Set::HTML, "html"), (Set::BODY, "body"), (Set::HEAD, "head"), (Set::P, "p")] {
            assert!(set.meets(Set::of(&[name])));
        }
    }
}

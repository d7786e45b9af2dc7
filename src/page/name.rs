//! Rules for elements by the names of their tags: which have no end tag, which show no text, which close others.
//!
//! In: names as written. Out: the [`TagRules`] of each name, in any case of letters. The rules of a name are
//! determined once for each page, so that the questions asked at every tag are bit tests.

use hashbrown::HashMap;
use std::borrow::Cow;

/// The number of a tag name on its page.
pub(super) type NameId = usize;

/// The tag names of a page, numbered.
#[derive(Debug, Default)]
pub(super) struct TagNames<'a> {
    /// The number of each name, as written and in lower case.
    numbers: HashMap<Cow<'a, str>, NameId>,
    rules: Vec<TagRules<'a>>,
}

impl<'a> TagNames<'a> {
    /// The number of a name as written in the page.
    pub(super) fn number(&mut self, written: &'a str) -> NameId {
        if let Some(&number) = self.numbers.get(written) {
            return number;
        }
        let lower = lower(written);
        let number = *self.numbers.entry(lower.clone()).or_insert(self.rules.len());
        if number == self.rules.len() {
            self.rules.push(TagRules::of(lower));
        }
        self.numbers.insert(Cow::Borrowed(written), number);
        number
    }

    /// The rules for a name.
    pub(super) fn rules(&self, name: NameId) -> &TagRules<'a> {
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

/// The rules for elements with one name.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact by itself")]
pub(super) struct TagRules<'a> {
    /// The name in lower case.
    pub(super) name: Cow<'a, str>,
    /// The set with this name alone; empty if no rule mentions it.
    pub(super) set: NameSet,
    /// The element never has an end tag.
    pub(super) is_void: bool,
    /// Shows no content and has no end tag.
    pub(super) is_dropped: bool,
    /// The element's text is not shown, or is a choice in a form.
    pub(super) is_left_out: bool,
    /// The element contains only text and ends at its own end tag.
    pub(super) is_text_only: bool,
    /// The element's text is program code.
    pub(super) is_code: bool,
    /// A start tag with this name ends a paragraph.
    pub(super) is_block: bool,
    /// One of `h1` to `h6`.
    pub(super) is_heading: bool,
    /// The element may be in the head; a start tag of any other element ends the head.
    pub(super) is_of_head: bool,
    /// The search for an open paragraph stops here: this is the paragraph, or an element out of which none is closed.
    pub(super) ends_search_of_p: bool,
    /// The role in foreign content: in `svg` and `math`.
    pub(super) foreign: ForeignRole,
    /// The open elements that a start tag with this name closes.
    pub(super) closes: Option<Closing>,
    /// The open elements at which the search for the start of an end tag stops: a stray end tag in a cell closes
    /// nothing outside the cell.
    pub(super) end_stops_at: NameSet,
}

impl<'a> TagRules<'a> {
    fn of(name: Cow<'a, str>) -> Self {
        TagRules {
            set: NameSet::of(&[&name]),
            is_void: is_void(&name),
            is_dropped: is_dropped(&name),
            is_left_out: is_left_out(&name),
            is_text_only: is_text_only(&name),
            is_code: matches!(&*name, "script" | "style"),
            is_block: is_block(&name),
            is_heading: is_heading(&name),
            is_of_head: is_of_head(&name),
            ends_search_of_p: is_block(&name) || matches!(&*name, "td" | "th" | "button" | "body"),
            foreign: ForeignRole::of(&name),
            closes: closes(&name),
            end_stops_at: end_stops_at(&name),
            name,
        }
    }
}

/// What an element is in foreign content, which are the elements of `svg` and `math`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum ForeignRole {
    /// It begins foreign content: `svg` or `math`.
    Root,
    /// Its content is HTML again: HTML Living Standard, 13.2.6, "integration point".
    Integration,
    /// Its content is HTML again if its attribute `encoding` says so.
    Annotation,
    /// Its start tag ends all foreign content around it: 13.2.6.5.
    Breakout,
    /// Its start tag does so if it has an attribute for the appearance of text.
    Font,
    Other,
}

impl ForeignRole {
    fn of(name: &str) -> Self {
        match name {
            "svg" | "math" => ForeignRole::Root,
            "foreignobject" | "desc" | "title" | "mi" | "mo" | "mn" | "ms" | "mtext" => {
                ForeignRole::Integration
            }
            "annotation-xml" => ForeignRole::Annotation,
            "font" => ForeignRole::Font,
            "b" | "big" | "blockquote" | "body" | "br" | "center" | "code" | "dd" | "div" | "dl" | "dt"
            | "em" | "embed" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "head" | "hr" | "i" | "img"
            | "li" | "listing" | "menu" | "meta" | "nobr" | "ol" | "p" | "pre" | "ruby" | "s" | "small"
            | "span" | "strong" | "strike" | "sub" | "sup" | "table" | "tt" | "u" | "ul" | "var" => {
                ForeignRole::Breakout
            }
            _ => ForeignRole::Other,
        }
    }
}

/// A set of the names that rules mention, one bit for each.
#[derive(Clone, Copy, Debug)]
pub(super) struct NameSet(u32);

impl NameSet {
    const NAMES: [&str; 28] = [
        "html", "body", "head", "p", "a", "caption", "colgroup", "dd", "dir", "div", "dl", "dt", "li",
        "menu", "ol", "option", "rp", "rt", "ruby", "select", "table", "tbody", "td", "tfoot", "th", "thead",
        "tr", "ul",
    ];

    /// Names with constants of their own, which are the first in `NAMES`.
    pub(super) const HTML: NameSet = NameSet(1);
    pub(super) const BODY: NameSet = NameSet(1 << 1);
    pub(super) const HEAD: NameSet = NameSet(1 << 2);
    pub(super) const P: NameSet = NameSet(1 << 3);

    pub(super) fn of(names: &[&str]) -> Self {
        let bits = NameSet::NAMES.iter().zip(0..).filter(|(name, _)| names.contains(name));
        NameSet(bits.fold(0, |set, (_, bit)| set | 1 << bit))
    }

    /// Whether the sets have a name in common.
    pub(super) fn meets(self, other: NameSet) -> bool {
        self.0 & other.0 != 0
    }
}

/// The open elements that a start tag closes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closing {
    pub(super) names: NameSet,
    /// Elements out of which nothing is closed: the search stops at them.
    pub(super) within: NameSet,
    /// Whether all matching elements are closed, or only the innermost one.
    pub(super) outermost: bool,
}

/// The end tags that the HTML standard lets a page leave out (section 13.1.2.4), and `</a>`, since links do not nest.
fn closes(name: &str) -> Option<Closing> {
    let rule = |names: &[&str], within: &[&str], outermost| {
        Some(Closing { names: NameSet::of(names), within: NameSet::of(within), outermost })
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

fn end_stops_at(name: &str) -> NameSet {
    NameSet::of(match name {
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
    [
        "area", "base", "basefont", "bgsound", "br", "col", "command", "embed", "frame", "hr", "img",
        "input", "keygen", "param", "source", "track", "wbr",
    ]
    .contains(&name)
}

/// Elements that show no content and have no end tag.
fn is_dropped(name: &str) -> bool {
    matches!(name, "link" | "meta")
}

/// Elements whose text is not shown, or is a choice in a form.
fn is_left_out(name: &str) -> bool {
    is_text_only(name) || matches!(name, "noscript" | "head" | "template" | "select" | "svg" | "object")
}

/// The elements of the head: HTML Living Standard, 13.2.6.4.4, "in head", and the tags `html` and `head`, which are ignored there.
fn is_of_head(name: &str) -> bool {
    is_dropped(name)
        || matches!(
            name,
            "html" | "head" | "base" | "basefont" | "bgsound" | "title" | "noscript" | "noframes"
        )
        || matches!(name, "style" | "script" | "template")
}

/// Elements that contain only text and end at their own end tag.
fn is_text_only(name: &str) -> bool {
    matches!(name, "script" | "style" | "textarea" | "title" | "xmp" | "iframe" | "noembed" | "noframes")
}

/// Inline formatting.
fn is_phrasing(name: &str) -> bool {
    [
        "a", "abbr", "b", "big", "cite", "code", "em", "font", "i", "label", "nobr", "s", "small", "span",
        "strong", "sub", "sup", "tt", "u",
    ]
    .contains(&name)
}

/// Elements that end a paragraph (HTML standard, section 4.4.1), and `p` itself.
fn is_block(name: &str) -> bool {
    const NAMES: &str = "address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form header \
        hgroup hr li listing main menu nav ol p plaintext pre section summary table ul xmp";
    is_heading(name) || NAMES.split(' ').any(|block| block == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_number_in_upper_and_lower_case() {
        let mut names = TagNames::default();
        let numbers = ["DIV", "p", "div", "P"].map(|name| names.number(name));
        assert_eq!(numbers, [0, 1, 0, 1]);
        assert_eq!(names.rules(0).name, "div");
    }

    #[test]
    fn each_set_constant_contains_the_name_it_is_called_after() {
        for (set, name) in
            [(NameSet::HTML, "html"), (NameSet::BODY, "body"), (NameSet::HEAD, "head"), (NameSet::P, "p")]
        {
            assert!(set.meets(NameSet::of(&[name])));
        }
    }
}

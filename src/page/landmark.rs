//! Landmarks: the roles that elements around a block declare, by HTML's sectioning elements and the landmark roles of
//! WAI-ARIA.
//!
//! In: the name of an element with its `role` and `itemprop`. Out: a set of [`Landmark`]s, one bit for each, so that
//! the landmarks of enclosing elements can be added.
//!
//! ```text
//! <main> <div role=navigation> <p>     Main, Navigation
//! ```
//!
//! Sources: HTML Standard, sections 4.3 and 4.4; WAI-ARIA 1.2, section 5.3.4; schema.org, `articleBody`.

/// The role that an element declares.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Landmark {
    Main,
    Article,
    Aside,
    Navigation,
    Header,
    Footer,
    Figure,
    Caption,
    Form,
    Item,
    Dialog,
    Body,
    Preformatted,
}

impl Landmark {
    fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// A set of landmarks.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Landmarks(u16);

impl Landmarks {
    /// The landmarks that an element itself declares, by its name in lower case and by its role and property as
    /// written.
    pub(crate) fn of(name: &str, role: Option<&str>, property: Option<&str>) -> Self {
        let by_name = match name {
            "main" => Some(Landmark::Main),
            "article" => Some(Landmark::Article),
            "aside" => Some(Landmark::Aside),
            "nav" => Some(Landmark::Navigation),
            "header" => Some(Landmark::Header),
            "footer" => Some(Landmark::Footer),
            "figure" => Some(Landmark::Figure),
            "figcaption" => Some(Landmark::Caption),
            "form" => Some(Landmark::Form),
            "li" => Some(Landmark::Item),
            "dialog" => Some(Landmark::Dialog),
            "pre" => Some(Landmark::Preformatted),
            _ => None,
        };
        let by_role = match role.unwrap_or_default() {
            "main" => Some(Landmark::Main),
            "article" => Some(Landmark::Article),
            "complementary" => Some(Landmark::Aside),
            "navigation" | "menu" | "menubar" | "tablist" => Some(Landmark::Navigation),
            "banner" => Some(Landmark::Header),
            "contentinfo" => Some(Landmark::Footer),
            "search" => Some(Landmark::Form),
            "dialog" | "alertdialog" => Some(Landmark::Dialog),
            _ => None,
        };
        let says_text = matches!(property, Some("articleBody" | "description" | "text" | "reviewBody"));
        let all = [by_name, by_role, says_text.then_some(Landmark::Body)];
        Landmarks(all.into_iter().flatten().fold(0, |bits, landmark| bits | landmark.bit()))
    }

    /// The union of both sets.
    pub(crate) fn with(self, other: Self) -> Self {
        Landmarks(self.0 | other.0)
    }

    pub(crate) fn has(self, landmark: Landmark) -> bool {
        self.0 & landmark.bit() != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_roles_and_properties_declare_landmarks() {
        let div = |role, property| Landmarks::of("div", role, property);
        assert!(Landmarks::of("nav", None, None).has(Landmark::Navigation));
        assert!(div(Some("navigation"), None).has(Landmark::Navigation));
        assert!(div(None, Some("articleBody")).has(Landmark::Body));
        assert_eq!(div(None, None), Landmarks::default());
        let both = div(Some("main"), None).with(Landmarks::of("li", None, None));
        assert!(both.has(Landmark::Main) && both.has(Landmark::Item) && !both.has(Landmark::Form));
    }
}

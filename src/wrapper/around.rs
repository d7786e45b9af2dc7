//! Elements around the parts of a page that no learning page had.
//!
//! In: a page as it is read. Out: the page without them, so that it is told by the places that the template knows, paths from
//! the root, where labels and sections lie. Other elements too much are seen through where parts are laid onto a page
//! ([`fit`](super::fit)).
//!
//! ```text
//! template  <body> <div id=top> <div id=main>        page  <body> <div class=new> <div id=top> <div id=main>
//! ```
//!
//! Down from the root to the child with most of the page, an element is one too much if no part is like it, while it holds
//! most of the parts that should stand in its stead. Time O(children of these elements).

use super::node::Page;
use super::plan::Kind;
use super::reading::Reading;
use hashbrown::HashMap;

/// What to do about the child with most of an element.
enum Largest {
    /// It is one too much.
    Extra(u32),
    /// It is a part.
    Part { child: u32, part: u32 },
}

impl Reading<'_> {
    /// Takes elements away that no learning page had around what it holds.
    pub(super) fn take_away_unknown(&mut self, page: &mut Page) {
        let (mut around, mut of) = (0, 0);
        while let Some(largest) = self.largest(page, around, of) {
            match largest {
                Largest::Extra(extra) => page.take_away(&[extra]),
                Largest::Part { child, part } => (around, of) = (child, part),
            }
        }
    }

    /// The child that holds most of an element, which is a part of the template.
    fn largest(&mut self, page: &Page, around: u32, part: u32) -> Option<Largest> {
        let plan = self.plan;
        let parts = || {
            let parts = plan.node(part).parts.iter().map(|&part| (part, plan.node(part)));
            parts.filter(|(_, part)| part.kind == Kind::Element)
        };
        let known: HashMap<u32, u32> = parts().map(|(number, part)| (part.symbol, number)).collect();
        let children = |node: u32| page.top(page.inside(node)).filter(|&child| !page.is_text(child));
        let size = |node: u32| page.node(node).end - node;
        let child = children(around).max_by_key(|&child| size(child))?;
        if 2 * size(child) <= size(around) {
            return None;
        }
        let symbol = self.symbol(page, child);
        if let Some(&part) = known.get(&symbol) {
            return Some(Largest::Part { child, part });
        }
        let mut parts_in =
            |node: u32| children(node).filter(|&child| known.contains_key(&self.symbol(page, child))).count();
        let direct = parts_in(around);
        let held = if symbol == 0 && 2 * direct <= known.len() { parts_in(child) } else { 0 };
        if 2 * held > known.len() && held > direct {
            return Some(Largest::Extra(child));
        }
        let name = page.name(child);
        let like = parts().find(|(_, part)| Some(&*part.name) == name)?;
        Some(Largest::Part { child, part: like.0 })
    }
}

#[cfg(test)]
mod tests {
    use crate::document::Document;
    use crate::wrapper::{Extractor, Learner, Shape};

    #[test]
    fn an_element_more_around_all_of_a_page_hides_nothing() {
        let page = |number: usize| {
            format!(
                "<div id=top>Site</div><div id=main><h1>Thing {number}</h1><dl><dt>Age</dt><dd>{number}0</dd>\
                 <dt>Town</dt><dd>Town {number}</dd><dt>Note</dt><dd>Note {number}</dd></dl></div>"
            )
        };
        let learned = (1..5).map(|number| Document::new(format!("{number}"), page(number)));
        let wrapper = Learner::new().shape(Shape::Page).learn(&learned.collect()).expect("a template");
        let extractor = Extractor::new(&wrapper);
        let rows = |page: &str| extractor.extract(page).expect("it fits").rows[0].clone();
        let texts = |page: &str| -> Vec<Vec<String>> {
            rows(page).into_iter().map(|value| value.unwrap_or_default().texts).collect()
        };
        let framed = format!("<div class=new>{}</div>", page(7));
        assert_eq!(texts(&framed), texts(&page(7)));
        assert!(texts(&framed).contains(&vec!["Town 7".to_owned()]));
    }
}

//! Removes containers that no learning page had from around most of a page.
//!
//! In: a page as it is read. Out: the page with these elements replaced by their children, so that the paths from the root
//! are those of the template; sections and labels inside texts are found by these paths. Unknown containers further down
//! are handled when the template is aligned with the page ([`fit`](crate::wrapper::read::fit)).
//!
//! ```text
//! template  <body> <div id=top> <div id=main>        page  <body> <div class=new> <div id=top> <div id=main>
//! ```
//!
//! From the root on, the child with more than half of the nodes is followed down. It is removed if its symbol is unknown
//! and its children are most of the parts that the template has in its position. Time O(children of these elements).

use crate::wrapper::page::node::Page;
use crate::wrapper::read::plan::PartKind;
use crate::wrapper::read::prepare::PagePreparer;
use hashbrown::HashMap;

/// The child with more than half of an element's nodes.
enum LargestChild {
    /// It is an unknown container around the element's parts.
    Extra(u32),
    /// It matches a part of the template.
    Part { child: u32, part: u32 },
}

impl PagePreparer<'_> {
    /// Removes the elements that no learning page had around the parts of the page.
    pub(in crate::wrapper) fn remove_unknown_containers(&mut self, page: &mut Page) {
        let (mut around, mut part) = (0, 0);
        while let Some(largest) = self.largest_child(page, around, part) {
            match largest {
                LargestChild::Extra(extra) => page.take_away(&[extra]),
                LargestChild::Part { child, part: matched } => (around, part) = (child, matched),
            }
        }
    }

    /// The child with more than half of the nodes of element `around`, which matches `part`; `None` if there is no such
    /// child, or if it is neither an unknown container nor a part.
    fn largest_child(&mut self, page: &Page, around: u32, part: u32) -> Option<LargestChild> {
        let plan = self.plan;
        let parts = || {
            let parts = plan.node(part).parts.iter().map(|&part| (part, plan.node(part)));
            parts.filter(|(_, part)| part.kind == PartKind::Element)
        };
        let number_of: HashMap<u32, u32> = parts().map(|(number, part)| (part.symbol, number)).collect();
        let children = |node: u32| page.top(page.inside(node)).filter(|&child| !page.is_text(child));
        let size = |node: u32| page.node(node).end - node;
        let child = children(around).max_by_key(|&child| size(child))?;
        if 2 * size(child) <= size(around) {
            return None;
        }
        let symbol = self.symbol(page, child);
        if let Some(&part) = number_of.get(&symbol) {
            return Some(LargestChild::Part { child, part });
        }
        let mut parts_in = |node: u32| {
            children(node).filter(|&child| number_of.contains_key(&self.symbol(page, child))).count()
        };
        let direct = parts_in(around);
        let held = if symbol == 0 && 2 * direct <= number_of.len() { parts_in(child) } else { 0 };
        if 2 * held > number_of.len() && held > direct {
            return Some(LargestChild::Extra(child));
        }
        let name = page.name(child);
        let same_tag = parts().find(|(_, part)| Some(&*part.name) == name)?;
        Some(LargestChild::Part { child, part: same_tag.0 })
    }
}

#[cfg(test)]
mod tests {
    use crate::document::Document;
    use crate::wrapper::{Extractor, Learner, Shape};

    #[test]
    fn a_new_element_around_the_whole_page_hides_no_value() {
        let page = |number: usize| {
            format!(
                "<div id=top>Site</div><div id=main><h1>Thing {number}</h1><dl><dt>Age</dt><dd>{number}0</dd>\
                 <dt>Town</dt><dd>Town {number}</dd><dt>Note</dt><dd>Note {number}</dd></dl></div>"
            )
        };
        let learned = (1..5).map(|number| Document::new(format!("{number}"), page(number)));
        let wrapper = Learner::new().shape(Shape::Page).learn(&learned.collect()).expect("a template");
        let extractor = Extractor::new(&wrapper);
        let rows = |page: &str| extractor.extract(page).expect("it fits").page.clone();
        let texts = |page: &str| -> Vec<Vec<String>> {
            rows(page).into_iter().map(|value| value.unwrap_or_default().texts).collect()
        };
        let framed = format!("<div class=new>{}</div>", page(7));
        assert_eq!(texts(&framed), texts(&page(7)));
        assert!(texts(&framed).contains(&vec!["Town 7".to_owned()]));
    }
}

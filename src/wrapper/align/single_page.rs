//! Splits a page that has no other page to be compared with into labels, values, lists and headed parts.
//!
//! In: the page's nodes with their symbols. Out: aligned parts, as [`align`](crate::wrapper::align) finds them in several
//! pages. With only one page it cannot be observed which texts change, so values are guessed from HTML's own
//! elements:
//!
//! ```text
//! <dt>Serves<dd>4                          a label and its value; so are <th> with <td>, and `Serves: 4`
//! <h2>Method</h2> <p>Cut it.<p>Boil it.    a heading, and a list of paragraphs
//! <ul><li>1 egg<li>2 figs</ul>             a list: elements with the same symbol in a row
//! <nav>, <footer>, <button>                the page's frame: constant text
//! ```
//!
//! Time O(nodes times depth).

use crate::page::{is_heading, parts_lines};
use crate::record::ends_as_label;
use crate::wrapper::align::list::may_be_item;
use crate::wrapper::align::{AlignedPart, NodeRef, Stretch, TemplatePages};
use crate::wrapper::page::node::Page;

/// Whether an element is a label for what follows it.
fn is_label(name: &str) -> bool {
    is_heading(name) && name != "h1"
        || matches!(name, "dt" | "th" | "legend" | "label" | "caption" | "summary")
}

/// Whether an element belongs to the page's frame rather than to its subject.
fn is_frame(name: &str) -> bool {
    matches!(name, "nav" | "footer" | "button" | "dialog" | "select" | "form")
}

impl TemplatePages<'_> {
    /// The parts of the only page.
    pub(in crate::wrapper) fn alone(&self) -> Vec<AlignedPart> {
        self.parts_of(0)
    }

    fn only_page(&self) -> &Page<'_> {
        &self.pages[0]
    }

    /// The parts inside an element.
    fn parts_of(&self, node: u32) -> Vec<AlignedPart> {
        let page = self.only_page();
        let tops: Vec<u32> = page.top(page.inside(node)).collect();
        let mut found = Vec::new();
        let mut at = 0;
        while at < tops.len() {
            let run = self.run(&tops[at..]);
            if run == 0 {
                // A line: texts and inline elements up to the next block.
                let more = tops[at..].iter().position(|&top| self.is_block(top)).unwrap_or(tops.len() - at);
                let end = page.node(tops[at + more - 1]).end;
                Self::add(&mut found, self.line(Stretch { page: 0, parent: node, nodes: tops[at]..end }));
                at += more;
            } else {
                Self::add(&mut found, self.blocks(&tops[at..at + run]));
                at += run;
            }
        }
        found
    }

    /// Whether a node is or contains a block-level element.
    fn is_block(&self, node: u32) -> bool {
        let page = self.only_page();
        let parts = |node: u32| page.name(node).is_some_and(parts_lines);
        parts(node) || page.inside(node).any(parts)
    }

    /// How many blocks with the same symbol these siblings begin with; 0 if the first is no block.
    fn run(&self, tops: &[u32]) -> usize {
        let page = self.only_page();
        if !self.is_block(tops[0]) {
            return 0;
        }
        let symbol = page.node(tops[0]).symbol;
        let may_run =
            page.name(tops[0]).is_some_and(|name| may_be_item(name) && !is_label(name) && !is_frame(name));
        let is_like = |&&top: &&u32| !page.is_text(top) && page.node(top).symbol == symbol;
        if may_run { tops.iter().take_while(is_like).count() } else { 1 }
    }

    /// The parts of blocks with the same symbol in a row: a list of items, a list of groups that hold lists, or one
    /// part after another.
    fn blocks(&self, run: &[u32]) -> Vec<AlignedPart> {
        let page = self.only_page();
        let count = |is: &dyn Fn(u32) -> bool| run.iter().filter(|&&node| is(node)).count();
        let node_ref = |&node: &u32| NodeRef { page: 0, node };
        let inner = || run.iter().map(|node| self.inside(node_ref(node))).collect::<Vec<_>>();
        let has_text = |node: u32| page.inside(node).any(|node| page.is_text(node));
        let may_repeat = self.attributed[page.node(run[0]).symbol as usize]
            || matches!(page.name(run[0]), Some("li" | "tr" | "p" | "article" | "ul" | "ol"));
        if may_repeat && count(&has_text) > 1 && 2 * count(&|node| self.is_pair(node)) < run.len() {
            let occurrences = || run.iter().map(node_ref).collect();
            if count(&|node| self.is_simple(node)) == run.len() {
                return vec![AlignedPart::Element {
                    occurrences: occurrences(),
                    repeated: true,
                    inside: self.slot(&inner()),
                }];
            }
            if 2 * count(&|node| self.holds_list(node)) > run.len() {
                let mut inside = Vec::new();
                for &node in run {
                    self.merge(&mut inside, self.parts_of(node));
                }
                return vec![AlignedPart::Element { occurrences: occurrences(), repeated: true, inside }];
            }
        }
        let one = |node: &u32| {
            let name = page.name(*node).unwrap_or_default();
            let inside = if is_label(name) || is_frame(name) {
                self.constant_children(*node)
            } else {
                self.parts_of(*node)
            };
            AlignedPart::Element { occurrences: vec![node_ref(node)], repeated: false, inside }
        };
        run.iter().map(one).collect()
    }

    /// Merges the parts of one more group into those of the groups before: parts that are alike and in the same order
    /// become one part.
    fn merge(&self, found: &mut Vec<AlignedPart>, parts: Vec<AlignedPart>) {
        let mut from = 0;
        for part in parts {
            let matching = (from..found.len()).find(|&at| self.are_same_part(&found[at], &part));
            if let Some(at) = matching {
                let before = std::mem::replace(&mut found[at], AlignedPart::Slot { stretches: Vec::new() });
                found[at] = self.merge_parts(before, part);
                from = at;
            } else {
                found.insert(from, part);
            }
            from += 1;
        }
    }

    fn are_same_part(&self, a: &AlignedPart, b: &AlignedPart) -> bool {
        let symbol = |node_ref: &NodeRef| self.only_page().node(node_ref.node).symbol;
        match (a, b) {
            (
                AlignedPart::Element { occurrences: a, repeated, .. },
                AlignedPart::Element { occurrences: b, repeated: other, .. },
            ) => symbol(&a[0]) == symbol(&b[0]) && repeated == other,
            (AlignedPart::Element { .. }, _) | (_, AlignedPart::Element { .. }) => false,
            _ => true,
        }
    }

    fn merge_parts(&self, a: AlignedPart, b: AlignedPart) -> AlignedPart {
        let text = |node_ref: &NodeRef| self.only_page().text(node_ref.node);
        match (a, b) {
            (
                AlignedPart::Element { mut occurrences, repeated, mut inside },
                AlignedPart::Element { occurrences: more, inside: other, .. },
            ) => {
                occurrences.extend(more);
                self.merge(&mut inside, other);
                AlignedPart::Element { occurrences, repeated, inside }
            }
            (AlignedPart::Text { mut occurrences }, AlignedPart::Text { occurrences: more })
                if text(&occurrences[0]) == text(&more[0]) =>
            {
                occurrences.extend(more);
                AlignedPart::Text { occurrences }
            }
            (a, b) => AlignedPart::Slot {
                stretches: [a, b].into_iter().flat_map(|part| self.as_slot(part)).collect(),
            },
        }
    }

    /// The stretches of a text or slot, to make one slot of both.
    fn as_slot(&self, part: AlignedPart) -> Vec<Stretch> {
        match part {
            AlignedPart::Slot { stretches } => stretches,
            AlignedPart::Text { occurrences } => {
                occurrences.into_iter().map(|node_ref| self.subtree(node_ref)).collect()
            }
            AlignedPart::Element { .. } => Vec::new(),
        }
    }

    /// Whether a block is a plain list item: it holds no list, table or heading.
    fn is_simple(&self, node: u32) -> bool {
        let page = self.only_page();
        let is_part = |name: &str| is_heading(name) || matches!(name, "ul" | "ol" | "dl" | "table" | "form");
        !page.inside(node).any(|node| page.name(node).is_some_and(is_part))
    }

    /// Whether a block begins with a label and has a value after it.
    fn is_pair(&self, node: u32) -> bool {
        let page = self.only_page();
        let texts: Vec<u32> = page.inside(node).filter(|&node| page.is_text(node)).collect();
        let [first, _, ..] = texts[..] else { return false };
        let in_label = |name: &str| matches!(name, "th" | "dt");
        ends_as_label(page.text(first).unwrap_or_default().trim_end())
            || page.inside(node).any(|node| page.name(node).is_some_and(in_label))
    }

    /// Whether a block holds a list.
    fn holds_list(&self, node: u32) -> bool {
        let page = self.only_page();
        let is_item = |&node: &u32| matches!(page.name(node), Some("li" | "tr" | "p"));
        page.inside(node).filter(is_item).nth(1).is_some()
    }

    /// The parts of a line: a label with its value, a label alone, or a value.
    fn line(&self, stretch: Stretch) -> Vec<AlignedPart> {
        let page = self.only_page();
        let texts: Vec<u32> = stretch.nodes.clone().filter(|&node| page.is_text(node)).collect();
        let Some(&first) = texts.first() else { return Vec::new() };
        let whole = texts.iter().filter_map(|&text| page.text(text)).next_back().unwrap_or_default();
        if ends_as_label(whole.trim_end()) {
            return page.top(stretch.nodes).flat_map(|top| self.constant_part(top)).collect();
        }
        // The label must be the whole text of the first sibling that holds text.
        let top = page.top(stretch.nodes.clone()).find(|&top| first < page.node(top).end).unwrap_or(first);
        let label_text = texts.iter().take_while(|&&text| text < page.node(top).end).last().copied();
        let is_labelled =
            label_text.and_then(|text| page.text(text)).is_some_and(|text| ends_as_label(text.trim_end()))
                && texts.len() > 1;
        if !is_labelled {
            return self.slot(&[stretch]);
        }
        let mut found = self.constant_part(top);
        Self::add(
            &mut found,
            self.slot(&[Stretch { nodes: page.node(top).end..stretch.nodes.end, ..stretch }]),
        );
        found
    }

    /// A node as a constant part: its texts are template, not values.
    fn constant_part(&self, node: u32) -> Vec<AlignedPart> {
        let node_ref = NodeRef { page: 0, node };
        vec![if self.only_page().is_text(node) {
            AlignedPart::Text { occurrences: vec![node_ref] }
        } else {
            AlignedPart::Element {
                occurrences: vec![node_ref],
                repeated: false,
                inside: self.constant_children(node),
            }
        }]
    }

    /// The children of an element as constant parts.
    fn constant_children(&self, node: u32) -> Vec<AlignedPart> {
        let page = self.only_page();
        page.top(page.inside(node)).flat_map(|top| self.constant_part(top)).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::document::Document;
    use crate::wrapper::{Extractor, Learner, Shape};

    #[test]
    fn one_page_alone_has_pairs_lists_and_headed_parts() {
        let page = "<nav><a href=/>Home</a></nav><main><h1>Leek soup</h1><dl><dt>Serves</dt><dd>4</dd></dl>\
                    <table><tr><th>Time</th><td>20 minutes</td></tr></table><p><b>From:</b> Wales</p><h2>Ingredients</h2>\
                    <ul><li>2 leeks</li><li>1 <b>onion</b></li></ul><h2>Method</h2><p>Cut it.</p><p>Boil it.</p></main>";
        let corpus = [Document::new("soup.html", page)].into_iter().collect();
        let wrapper = Learner::new().shape(Shape::Page).learn(&corpus).expect("a template");
        let found = Extractor::new(&wrapper).extract(page).expect("it fits");
        let fields = wrapper.templates[0].fields.iter().zip(&found.page);
        let values: Vec<(&str, String)> = fields
            .filter_map(|(field, value)| Some((&*field.name, value.as_ref()?.texts.join(" | "))))
            .collect();
        let expected = [
            ("title", "Leek soup"),
            ("Serves", "4"),
            ("Time", "20 minutes"),
            ("From", "Wales"),
            ("Ingredients", "2 leeks | 1 onion"),
            ("Method", "Cut it. | Boil it."),
        ];
        assert_eq!(values, expected.map(|(name, value)| (name, value.to_owned())));
    }
}

//! One page alone: what in it are labels, and what values, lists and headed parts.
//!
//! In: a page whose nodes have their symbols. Out: parts and slots as [`align`](super::align) finds them in several pages. Without
//! another page nothing tells what changes, so that what is a value is guessed from HTML's own elements:
//!
//! ```text
//! <dt>Serves<dd>4                          a label and its value; so are <th> with <td>, and `Serves: 4`
//! <h2>Method</h2> <p>Cut it.<p>Boil it.    a heading, and a list of paragraphs
//! <ul><li>1 egg<li>2 figs</ul>             a list: like elements in a row
//! <nav>, <footer>, <button>                the page's frame: text as it is
//! ```
//!
//! Time O(nodes times depth).

use super::align::{Found, Pages, Place, Stretch};
use super::item::may_be_item;
use super::node::Page;
use crate::page::{is_heading, parts_lines};
use crate::record::ends_as_label;

/// Whether an element says what stands behind it.
fn is_label(name: &str) -> bool {
    is_heading(name) && name != "h1"
        || matches!(name, "dt" | "th" | "legend" | "label" | "caption" | "summary")
}

/// Whether an element is of the page's frame.
fn is_frame(name: &str) -> bool {
    matches!(name, "nav" | "footer" | "button" | "dialog" | "select" | "form")
}

impl Pages<'_> {
    /// What the only page is made of.
    pub(super) fn alone(&self) -> Vec<Found> {
        self.parts_of(0)
    }

    fn only(&self) -> &Page<'_> {
        &self.pages[0]
    }

    /// What an element holds.
    fn parts_of(&self, node: u32) -> Vec<Found> {
        let page = self.only();
        let tops: Vec<u32> = page.top(page.inside(node)).collect();
        let mut found = Vec::new();
        let mut at = 0;
        while at < tops.len() {
            let run = self.run(&tops[at..]);
            if run == 0 {
                // Texts and what stands in lines, up to the next block.
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

    /// Whether a node is a block, or holds one.
    fn is_block(&self, node: u32) -> bool {
        let page = self.only();
        let parts = |node: u32| page.name(node).is_some_and(parts_lines);
        parts(node) || page.inside(node).any(parts)
    }

    /// How many like blocks these nodes begin with; none if the first is no block.
    fn run(&self, tops: &[u32]) -> usize {
        let page = self.only();
        if !self.is_block(tops[0]) {
            return 0;
        }
        let symbol = page.node(tops[0]).symbol;
        let may_run =
            page.name(tops[0]).is_some_and(|name| may_be_item(name) && !is_label(name) && !is_frame(name));
        let is_like = |&&top: &&u32| !page.is_text(top) && page.node(top).symbol == symbol;
        if may_run { tops.iter().take_while(is_like).count() } else { 1 }
    }

    /// Like blocks in a row: a list, groups that hold lists, or one thing after another.
    fn blocks(&self, run: &[u32]) -> Vec<Found> {
        let page = self.only();
        let count = |is: &dyn Fn(u32) -> bool| run.iter().filter(|&&node| is(node)).count();
        let place = |&node: &u32| Place { page: 0, node };
        let inner = || run.iter().map(|node| self.inside(place(node))).collect::<Vec<_>>();
        let has_text = |node: u32| page.inside(node).any(|node| page.is_text(node));
        let is_told = self.attributed[page.node(run[0]).symbol as usize]
            || matches!(page.name(run[0]), Some("li" | "tr" | "p" | "article" | "ul" | "ol"));
        if is_told && count(&has_text) > 1 && 2 * count(&|node| self.is_pair(node)) < run.len() {
            let places = || run.iter().map(place).collect();
            if count(&|node| self.is_simple(node)) == run.len() {
                return vec![Found::Element {
                    places: places(),
                    repeated: true,
                    inside: self.slot(&inner()),
                }];
            }
            if 2 * count(&|node| self.holds_list(node)) > run.len() {
                let mut inside = Vec::new();
                for &node in run {
                    self.merge(&mut inside, self.parts_of(node));
                }
                return vec![Found::Element { places: places(), repeated: true, inside }];
            }
        }
        let one = |node: &u32| {
            let name = page.name(*node).unwrap_or_default();
            let inside =
                if is_label(name) || is_frame(name) { self.as_it_is(*node) } else { self.parts_of(*node) };
            Found::Element { places: vec![place(node)], repeated: false, inside }
        };
        run.iter().map(one).collect()
    }

    /// Adds the parts of one more group to those of the groups before: what is alike and in the same order is the same part.
    fn merge(&self, found: &mut Vec<Found>, parts: Vec<Found>) {
        let mut from = 0;
        for part in parts {
            let like = (from..found.len()).find(|&at| self.is_like(&found[at], &part));
            if let Some(at) = like {
                let before = std::mem::replace(&mut found[at], Found::Slot { stretches: Vec::new() });
                found[at] = self.merged(before, part);
                from = at;
            } else {
                found.insert(from, part);
            }
            from += 1;
        }
    }

    fn is_like(&self, a: &Found, b: &Found) -> bool {
        let symbol = |place: &Place| self.only().node(place.node).symbol;
        match (a, b) {
            (
                Found::Element { places: a, repeated, .. },
                Found::Element { places: b, repeated: other, .. },
            ) => symbol(&a[0]) == symbol(&b[0]) && repeated == other,
            (Found::Element { .. }, _) | (_, Found::Element { .. }) => false,
            _ => true,
        }
    }

    fn merged(&self, a: Found, b: Found) -> Found {
        let text = |place: &Place| self.only().text(place.node);
        match (a, b) {
            (
                Found::Element { mut places, repeated, mut inside },
                Found::Element { places: more, inside: other, .. },
            ) => {
                places.extend(more);
                self.merge(&mut inside, other);
                Found::Element { places, repeated, inside }
            }
            (Found::Text { mut places }, Found::Text { places: more })
                if text(&places[0]) == text(&more[0]) =>
            {
                places.extend(more);
                Found::Text { places }
            }
            (a, b) => {
                Found::Slot { stretches: [a, b].into_iter().flat_map(|part| self.as_slot(part)).collect() }
            }
        }
    }

    /// The stretches of a text or slot.
    fn as_slot(&self, part: Found) -> Vec<Stretch> {
        match part {
            Found::Slot { stretches } => stretches,
            Found::Text { places } => places.into_iter().map(|place| self.alone_at(place)).collect(),
            Found::Element { .. } => Vec::new(),
        }
    }

    /// Whether a block is an item: it holds no list, table or heading.
    fn is_simple(&self, node: u32) -> bool {
        let page = self.only();
        let is_part = |name: &str| is_heading(name) || matches!(name, "ul" | "ol" | "dl" | "table" | "form");
        !page.inside(node).any(|node| page.name(node).is_some_and(is_part))
    }

    /// Whether a block is a label with its value.
    fn is_pair(&self, node: u32) -> bool {
        let page = self.only();
        let texts: Vec<u32> = page.inside(node).filter(|&node| page.is_text(node)).collect();
        let [first, _, ..] = texts[..] else { return false };
        let in_label = |name: &str| matches!(name, "th" | "dt");
        ends_as_label(page.text(first).unwrap_or_default().trim_end())
            || page.inside(node).any(|node| page.name(node).is_some_and(in_label))
    }

    /// Whether a block holds a list.
    fn holds_list(&self, node: u32) -> bool {
        let page = self.only();
        let is_item = |&node: &u32| matches!(page.name(node), Some("li" | "tr" | "p"));
        page.inside(node).filter(is_item).nth(1).is_some()
    }

    /// A line: a label with its value, a label alone, or a value.
    fn line(&self, stretch: Stretch) -> Vec<Found> {
        let page = self.only();
        let texts: Vec<u32> = stretch.nodes.clone().filter(|&node| page.is_text(node)).collect();
        let Some(&first) = texts.first() else { return Vec::new() };
        let whole = texts.iter().filter_map(|&text| page.text(text)).next_back().unwrap_or_default();
        if ends_as_label(whole.trim_end()) {
            return page.top(stretch.nodes).flat_map(|top| self.as_it_is_with(top)).collect();
        }
        // The label in an element or text of its own at the beginning.
        let top = page.top(stretch.nodes.clone()).find(|&top| first < page.node(top).end).unwrap_or(first);
        let own = texts.iter().take_while(|&&text| text < page.node(top).end).last().copied();
        let is_labelled =
            own.and_then(|text| page.text(text)).is_some_and(|text| ends_as_label(text.trim_end()))
                && texts.len() > 1;
        if !is_labelled {
            return self.slot(&[stretch]);
        }
        let mut found = self.as_it_is_with(top);
        Self::add(
            &mut found,
            self.slot(&[Stretch { nodes: page.node(top).end..stretch.nodes.end, ..stretch }]),
        );
        found
    }

    /// A node whose texts are not values.
    fn as_it_is_with(&self, node: u32) -> Vec<Found> {
        let place = Place { page: 0, node };
        vec![if self.only().is_text(node) {
            Found::Text { places: vec![place] }
        } else {
            Found::Element { places: vec![place], repeated: false, inside: self.as_it_is(node) }
        }]
    }

    /// What an element holds whose texts are not values.
    fn as_it_is(&self, node: u32) -> Vec<Found> {
        let page = self.only();
        page.top(page.inside(node)).flat_map(|top| self.as_it_is_with(top)).collect()
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
        let fields = wrapper.templates[0].fields.iter().zip(&found.rows[0]);
        let said: Vec<(&str, String)> = fields
            .filter_map(|(field, value)| Some((&*field.name, value.as_ref()?.texts.join(" | "))))
            .collect();
        let expected = [
            ("html/main/h1", "Leek soup"),
            ("Serves", "4"),
            ("Time", "20 minutes"),
            ("From", "Wales"),
            ("Ingredients", "2 leeks | 1 onion"),
            ("Method", "Cut it. | Boil it."),
        ];
        assert_eq!(said, expected.map(|(name, value)| (name, value.to_owned())));
    }
}

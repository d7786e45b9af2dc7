//! Trees by html5ever, another implementation of the HTML standard, with which ours are compared.
//!
//! Both are converted to a list of [`Step`]s: starts and ends of elements, and the texts between them without white space. Parts
//! that our tree leaves out are left out of both, and so are the elements that the standard inserts if a page lacks them (`html`,
//! `body`, `tbody`, `colgroup`).
//!
//! For pages with errors our tree is different on purpose (see `src/page/build.rs`), so only pages without errors are compared.

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use katagami::page::Tree;
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// A step through a tree in document order.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Step {
    /// An element begins.
    Open(String),
    /// The innermost open element ends.
    Close,
    /// A text between two of these.
    Text(String),
}

/// Steps from one tree.
#[derive(Default)]
struct Walk(Vec<Step>);

impl Walk {
    fn open(&mut self, name: &str) {
        if !is_implied(name) {
            self.0.push(Step::Open(name.to_owned()));
        }
    }

    fn close(&mut self, name: &str) {
        if !is_implied(name) {
            self.0.push(Step::Close);
        }
    }

    fn text(&mut self, text: &str) {
        let text: String = text.split_whitespace().collect();
        match self.0.last_mut() {
            _ if text.is_empty() => {}
            Some(Step::Text(before)) => before.push_str(&text),
            _ => self.0.push(Step::Text(text)),
        }
    }
}

/// Whether the standard inserts an element of this name if it is missing.
fn is_implied(name: &str) -> bool {
    matches!(name, "html" | "body" | "tbody" | "colgroup")
}

/// Whether [`Tree::whole`] leaves out elements of this name with their content.
fn is_left_out(name: &str) -> bool {
    let without_text = matches!(name, "head" | "link" | "meta" | "noscript" | "select" | "svg" | "template");
    let of_text = matches!(name, "iframe" | "noembed" | "noframes" | "textarea" | "title" | "xmp");
    without_text || of_text || matches!(name, "script" | "style")
}

/// The tree of a page by the standard; none if the page has an error.
pub fn standard(source: &str) -> Option<Vec<Step>> {
    let (steps, is_without_errors) = standard_of_any(source);
    is_without_errors.then_some(steps)
}

/// The tree of any page by the standard, and whether the page has no errors.
pub fn standard_of_any(source: &str) -> (Vec<Step>, bool) {
    let page = parse_document(RcDom::default(), ParseOpts::default()).one(source);
    let mut walk = Walk::default();
    walk_standard(&page.document, &mut walk);
    (walk.0, page.errors.borrow().is_empty())
}

fn walk_standard(node: &Handle, walk: &mut Walk) {
    let name = match &node.data {
        NodeData::Text { contents } => {
            walk.text(&contents.borrow());
            return;
        }
        NodeData::Element { name, .. } if is_left_out(&name.local) => return,
        NodeData::Element { name, .. } => Some(&*name.local),
        _ => None,
    };
    name.inspect(|name| walk.open(name));
    for child in &*node.children.borrow() {
        walk_standard(child, walk);
    }
    name.inspect(|name| walk.close(name));
}

/// Our tree of a page.
pub fn ours(source: &str) -> Vec<Step> {
    let tree = Tree::whole(source);
    let (mut walk, mut open) = (Walk::default(), Vec::new());
    let mut leaves = tree.leaves().iter().zip(0_u32..).peekable();
    let mut texts = |walk: &mut Walk, end: u32| {
        while let Some((leaf, _)) = leaves.next_if(|&(_, number)| number < end) {
            walk.text(&leaf.text);
        }
    };
    for (element, number) in tree.elements().iter().zip(0_u32..) {
        while let Some(last) = open.pop_if(|last: &mut &katagami::page::Element| last.end.0 <= number) {
            texts(&mut walk, last.leaves.end);
            walk.close(&last.name);
        }
        texts(&mut walk, element.leaves.start);
        walk.open(&element.name);
        open.push(element);
    }
    while let Some(last) = open.pop() {
        texts(&mut walk, last.leaves.end);
        walk.close(&last.name);
    }
    walk.0
}

/// The first difference between the two trees of a page without errors: some steps of the standard's and of ours.
pub fn first_difference(source: &str) -> Option<[Vec<Step>; 2]> {
    let standard = standard(source)?;
    let ours = ours(source);
    let at = standard.iter().zip(&ours).take_while(|(standard, ours)| standard == ours).count();
    let around = |steps: &[Step]| steps[at.saturating_sub(4)..steps.len().min(at + 4)].to_vec();
    (standard != ours).then(|| [around(&standard), around(&ours)])
}

//! Paragraphs without a tag.
//!
//! In: the open elements where a paragraph without an end tag ends. Out: an element `p` around what is before it, if that is a paragraph, too.
//! Cost: linear in the elements.

use super::Builder;
use crate::page::{ElementId, Tree, lined::Line};

impl<'a> Builder<'a> {
    /// Where `<p>` stands between paragraphs, the first one has no tag: `<h1>Books</h1> <a>Dune</a>, 1965 <p> <a>Emma</a>, 1815 <p>`.
    /// If what is before the open paragraph, up to a block, begins as it does, it is put into one.
    pub(super) fn put_in_paragraph(&mut self, at: usize) {
        let (around, (p, name)) = (self.open[at - 1].0, self.open[at]);
        let (first, leaf) = self.inline[at - 1];
        let leaves = leaf..self.tree.element(p).leaves.start;
        let begins_with = |id: ElementId, leaf: u32| {
            let element = self.tree.elements.get(id.index());
            let element = element.filter(|element| leaf >= element.leaves.start);
            element.map(|element| &element.name)
        };
        if leaves.is_empty() || begins_with(first, leaf) != begins_with(ElementId(p.0 + 1), leaves.end) {
            return;
        }
        let name = self.names.rules(name).name.clone();
        self.paragraphs.push(Line { name, parent: around, elements: first..p, leaves });
    }

    /// The tree with them.
    pub(super) fn with_paragraphs(mut self) -> Tree<'a> {
        if self.paragraphs.is_empty() {
            return self.tree;
        }
        self.paragraphs.sort_unstable_by_key(Line::place);
        // What is inside of one stays as it is.
        self.paragraphs.dedup_by(|next, known| next.elements.start < known.elements.end);
        self.tree.with(&self.paragraphs)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::outline;

    #[test]
    fn what_is_before_the_first_tag_between_paragraphs_is_one_as_well() {
        assert_eq!(
            outline("<h1>Books</h1><a>Dune</a>, 1965<p><a>Emma</a>, 1815<p><a>Lolita</a>"),
            "html(h1('Books') p(a('Dune') ', 1965') p(a('Emma') ', 1815') p(a('Lolita')))"
        );
        assert_eq!(outline("Sand. <i>Dune</i><p>Love.<p>"), "html(p('Sand.' i('Dune')) p('Love.') p())");
        // It begins otherwise, the paragraph has an end tag, or there is one: then it is none.
        assert_eq!(outline("<b>Books</b><p><a>Dune</a><p>"), "html(b('Books') p(a('Dune')) p())");
        assert_eq!(outline("Sand.<p>Love.</p><p>"), "html('Sand.' p('Love.') p())");
        assert_eq!(outline("Sand.<p>Love."), "html('Sand.' p('Love.'))");
    }
}

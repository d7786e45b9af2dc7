//! What the words of the answer mean, for `similar --help`.

/// The end of the long help.
pub(super) const WORDS: &str = "\
Compared is what pages are about: the article, the posts of a thread, or what the other pages of the site do not have. A page without any, such as a menu or a form, is similar to nothing; --explain says which. --compare frame compares all that pages show.

Pairs come in the order of their pages in the input. Of each is given:
  overlap      the share of both texts that is common
  containment  the share of the shorter text that is common
  same         overlap above 0.6
      mirror     addresses alike
      copy       elsewhere
  contains     containment above 0.5: one says it all, and more
      part       addresses alike, as a blog's month and day
      list       elsewhere: a page that shows it among others
  overlaps     less
      site       addresses alike
      citation   one links to the other
      shared     neither: a text that both quote, or that one took

With common sentences stand their places, bytes of either page in UTF-8, and on how many pages they are.

Quotations are pairs that have less than half of the shorter page in common: --least 0.1 gives these too: text that few \
pages have, and that is not what both pages end with.

A page is left out by --groups and --keep if it is the same as the page that is kept and that has 0.9 of its text, and lacks \
no 30 words in a row of it; with --same the share that it gives, whatever is lost. Of a page and one that says the same and more, the second is kept, whatever the rule of --keep. A page that is \
the same as one that is left out, and not as the one that is kept, stands outside of the group, alone or in another one. \
Groups come in the order of the names of the pages to keep.

With --index and further inputs, pairs are those that a new page takes part in; with --index and no input, all pairs of the \
folder's pages. --groups and --keep always speak of all pages.";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similar::{Class, Relation};

    #[test]
    fn all_relations_and_classes_are_told() {
        let relations = [Relation::Same, Relation::Contains, Relation::Overlaps].map(Relation::name);
        let classes = [
            Class::Mirror,
            Class::Copy,
            Class::Part,
            Class::List,
            Class::Site,
            Class::Citation,
            Class::Shared,
        ];
        for name in relations.into_iter().chain(classes.map(Class::name)) {
            assert!(WORDS.contains(&format!("  {name} ")), "{name}");
        }
    }
}

//! Explains the terms in the result, for `similar --help`.

/// The end of the long help.
pub(super) const WORDS: &str = "\
The main texts of pages are compared: the article, the posts of a thread, or the text that the other pages of the site do not have. \
A page without a main text, such as a menu or a form, is similar to no other; --explain names these pages. --compare frame compares \
all text of pages.

Pairs are in the order of their pages in the input. Each pair has:
  overlap      the common share of both texts
  containment  the common share of the shorter text
  same         overlap above 0.6
      mirror     with similar addresses
      copy       with other addresses
  contains     containment above 0.5: one page has most of the other
      part       with similar addresses, such as a blog's month and day
      list       with other addresses: one page shows the other among others
  overlaps     less
      site       with similar addresses
      citation   one page links to the other
      shared     neither: both quote a text, or one copied it
  collage      one page is pasted together from pages of three or more other sites, which have more than half of its text in pieces; the
               other page is one of these (with --least below 0.5)

Addresses are similar if the same name was registered, as of news.bbc.co.uk and bbc.com, or if they have half of their paths in common. \
Under co.uk, github.io and all other suffixes of the Public Suffix List anybody can register a name.

The original is the page that had the common text first, if that is known: the other page links to it, or it says that it was published \
earlier (article:published_time, datePublished, or the first time element), and the two do not contradict each other.

Each common sentence has its positions, in bytes of either page in UTF-8, and the number of pages that have it.

Pairs with less than half of the shorter page in common are quotations. --least 0.1 gives these too, if the common text is on few \
pages and is not the end of both pages.

--groups and --keep leave a page out if it is the same as the page that is kept, which must have 0.9 of its text and may not miss \
30 words in a row of it. --same sets the share, without the limit of words. If one page has all text of another and more, it is \
kept whatever the rule of --keep. A page that is the same as one that is left out, but not as the one that is kept, is not in the \
group; it is alone or in another group. Groups are in the order of the names of the pages to keep.

With --index and further inputs, the pairs are those with a new page; with --index and no input, all pairs of the pages in the \
folder. --groups and --keep always use all pages.";

#[cfg(test)]
mod tests {
    use super::*;
    use katagami::similar::{Class, Relation};

    #[test]
    fn all_relations_and_classes_are_explained() {
        let relations = [Relation::Same, Relation::Contains, Relation::Overlaps].map(Relation::name);
        let classes = [
            Class::Mirror,
            Class::Copy,
            Class::Part,
            Class::List,
            Class::Site,
            Class::Citation,
            Class::Shared,
            Class::Collage,
        ];
        for name in relations.into_iter().chain(classes.map(Class::name)) {
            assert!(WORDS.contains(&format!("  {name} ")), "{name}");
        }
    }
}

//! The page sets under `data/`, and the plans they are generated from.

use crate::generate::Site;
use crate::language::Language;
use crate::page::{Encoding, Page};
use crate::template::Template;
use crate::{blog, forum, mixed, natural, press, recipes, results, scripts, shelf, shells, shop, syllabus};

/// A set of pages that shows one property.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Set {
    /// The folder above.
    pub family: Family,
    /// The set's own folder.
    pub name: &'static str,
    /// The property, in one line.
    pub about: &'static str,
    /// The peaks of the published rule: one for a set of syllabuses, one for each page of results, none for other families.
    pub peaks: &'static [usize],
    /// The pages, by file name.
    pub pages: Vec<Page>,
}

/// The folders of `data/` that are generated.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Family {
    /// Pages of one record each.
    Syllabus,
    /// Pages that are lists of records.
    Results,
    /// Pages of one product each, with known values.
    Shop,
    /// Pages of one recipe each, with lists.
    Recipes,
    /// Lists of products, with known values.
    Shelf,
    /// Pages of one article each.
    Press,
    /// The same in scripts other than Latin.
    Scripts,
    /// Pages of one post each, with or without comments.
    Blog,
    /// Pages of threads.
    Forum,
    /// Text without a template.
    Natural,
    /// Pages of several kinds, as a crawl leaves them.
    Mixed,
    /// Pages without text.
    Shells,
}

impl Family {
    /// All of them, in the order of [`all`].
    pub const ALL: [Family; 12] = [
        Family::Syllabus,
        Family::Results,
        Family::Shop,
        Family::Recipes,
        Family::Shelf,
        Family::Press,
        Family::Scripts,
        Family::Blog,
        Family::Forum,
        Family::Natural,
        Family::Mixed,
        Family::Shells,
    ];

    /// The folder's name.
    #[must_use]
    pub fn folder(self) -> &'static str {
        match self {
            Family::Syllabus => "syllabus",
            Family::Results => "results",
            Family::Shop => "shop",
            Family::Recipes => "recipes",
            Family::Shelf => "shelf",
            Family::Press => "press",
            Family::Scripts => "scripts",
            Family::Blog => "blog",
            Family::Forum => "forum",
            Family::Natural => "natural",
            Family::Mixed => "mixed",
            Family::Shells => "shells",
        }
    }
}

/// All sets, by family and name.
#[must_use]
pub fn all() -> Vec<Set> {
    [
        syllabus::sets(),
        results::sets(),
        shop::sets(),
        recipes::sets(),
        shelf::sets(),
        press::sets(),
        scripts::sets(),
        blog::sets(),
        forum::sets(),
        natural::sets(),
        mixed::sets(),
        shells::sets(),
    ]
    .concat()
}

/// The plan of a site with one template.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The site's name, and that of its folder under `data/`.
    pub name: &'static str,
    /// The property that it shows.
    pub about: &'static str,
    /// The template in the notation of [`crate::template`].
    pub template: &'static str,
    /// The language of the content.
    pub language: Language,
    /// The encoding of its pages.
    pub encoding: Encoding,
    /// How many pages there are under `data/`.
    pub count: usize,
    /// The peaks of the published rule in them; see [`Set::peaks`].
    pub peaks: &'static [usize],
}

/// The seed of everything under `data/`: the year of the source.
pub const SEED: u64 = 2004;

impl Plan {
    /// The site, from which any number of pages can be generated.
    ///
    /// # Panics
    ///
    /// If the template is not well formed. A test uses every plan.
    #[must_use]
    pub fn site(&self) -> Site {
        let template =
            Template::parse(self.template).unwrap_or_else(|error| panic!("{}: {error}", self.name));
        Site::new(self.name, template, self.language).encoding(self.encoding)
    }

    /// The set under `data/`.
    #[must_use]
    pub fn set(&self, family: Family) -> Set {
        let Plan { name, about, peaks, .. } = *self;
        Set { family, name, about, peaks, pages: self.site().pages(SEED, self.count) }
    }
}

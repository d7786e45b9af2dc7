//! A wrapper said in the languages of other programs: XPath 1.0, CSS, Python with parsel, a CSS schema in JSON.
//!
//! In: a template. Out: for every field the selectors that find it, or none and the reason. A field is found by what
//! names it, in this order: an attribute of its element or of one around it, the label before it, an element that the
//! template has once. Never by counting: `td[3]` would be another cell after the next change; only what the wrapper of a list
//! itself tells by its number is counted, the cells of rows and one of several like values of a record. Records have a selector of their own, at which those of their fields
//! begin.
//!
//! ```text
//! <h1>                  //h1                                                        h1
//! <dd class="isbn">     //dd[contains(concat(" ",normalize-space(@class)," "), ..   dd.isbn
//! <th>Maker</th><td>    //th[normalize-space()="Maker"]/following-sibling::td[1]    none: CSS cannot ask for a text
//! ```
//!
//! A selector takes what is there: a value that is empty because nothing stands in its place is missing for it.
//! What a selector finds on a page is more than the wrapper would take where a page has the same element outside the
//! template too; the wrapper reads the page as a whole, a selector does not. So selectors can be tried on pages first.

mod alone;
mod by_label;
mod css;
mod parsel;
mod path;
mod records;
mod schema;
mod search;
mod trial;
mod xpath;

pub use parsel::parsel;
pub use schema::schema;

use self::path::Path;
use super::extract::TemplateReader;
use super::node::Page;
use super::place::Outline;
use super::template::{Field, FieldKind, Rows, Template};
use super::value::{Extraction, without_separator};
use rayon::prelude::*;
use serde::Serialize;

/// What finds a field.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// An attribute of its element or of one around it.
    Attribute,
    /// The text before it.
    Label,
    /// The name of its element, which the template has once.
    Element,
    /// The number that the wrapper itself tells it by, among like values of a record.
    Number,
}

/// The selectors of a template.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Selectors {
    /// XPath 1.0 and CSS for the elements that records begin with; the fields' selectors begin at these. None where a
    /// page is one row, and where nothing finds the records alone.
    pub records: Option<(String, Option<String>)>,
    /// Those of all its fields.
    pub fields: Vec<FieldSelectors>,
}

impl Selectors {
    /// Without those of fields that tables leave out, as they say nothing. `template` is what the selectors are of.
    #[must_use]
    pub fn informative(mut self, template: &Template) -> Self {
        let mut fields = template.fields.iter();
        self.fields.retain(|_| fields.next().is_none_or(|field| field.left_out.is_none()));
        self
    }
}

/// The selectors of a field.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FieldSelectors {
    /// The field's name.
    pub field: String,
    /// Whether each of several elements that are found holds a value.
    pub many: bool,
    /// What finds it; none if nothing does that would outlast a change of the page.
    pub by: Option<Evidence>,
    /// XPath 1.0 for the elements or texts whose text is the value.
    pub xpath: Option<String>,
    /// CSS for the elements whose text is the value. CSS cannot ask for a label.
    pub css: Option<String>,
    /// Why there is neither.
    pub without: Option<Without>,
}

/// Why a field has no selector.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Without {
    /// Nothing tells it that would outlast a change of the page.
    Untold,
    /// What tells it gives other values than the wrapper.
    Differs {
        /// In how many rows.
        on: usize,
        /// Of how many that were tried.
        of: usize,
    },
    /// Nothing finds its records alone.
    Records,
}

impl FieldSelectors {
    fn without(field: &Field, why: Without) -> Self {
        let many = field.kind == FieldKind::List;
        FieldSelectors {
            field: field.name.clone(),
            many,
            by: None,
            xpath: None,
            css: None,
            without: Some(why),
        }
    }

    /// Why there is no selector in CSS, if there is none.
    #[must_use]
    pub fn without_css(&self) -> Option<String> {
        match (&self.css, &self.xpath) {
            (Some(_), _) => None,
            (None, Some(_)) => {
                let why = "a label, a text or a number alone tells it, which CSS cannot ask for; xpath and parsel have a selector";
                Some(why.to_owned())
            }
            (None, None) => self.without_xpath(),
        }
    }

    /// Why there is no selector in XPath, if there is none.
    #[must_use]
    pub fn without_xpath(&self) -> Option<String> {
        self.without.map(|without| match without {
            Without::Untold => {
                "neither an attribute nor a label nor an element of its own tells it".to_owned()
            }
            Without::Differs { on, of } => format!("what tells it gives other values in {on} of {of} rows"),
            Without::Records => "no selector finds its records and nothing else".to_owned(),
        })
    }
}

/// The selectors of all fields of a template.
#[must_use]
pub fn selectors(template: &Template) -> Selectors {
    selectors_tried(template, &[])
}

/// The selectors of all fields of a template, without those that give other values than the template on one of these
/// pages, which must be pages of the template. An empty value counts as a missing one. Time of an extraction.
#[must_use]
pub fn selectors_tried(template: &Template, pages: &[&str]) -> Selectors {
    match &template.rows {
        Rows::Page(_) => of_page(template, pages),
        Rows::Records(listing) => records::selectors(template, listing, pages),
    }
}

fn of_page(template: &Template, pages: &[&str]) -> Selectors {
    let outline = Outline::new(template);
    let reader = TemplateReader::new(template);
    let trials: Vec<(Page, Extraction)> = pages
        .par_iter()
        .map(|source| (Page::new(source), reader.extract(&mut reader.reading(), &mut Page::new(source))))
        .collect();
    let fields = template.fields.iter().zip(&outline.places).enumerate().map(|(number, (field, places))| {
        let ways = match &places[..] {
            [place] => search::ways(&outline, *place, field),
            _ => Vec::new(),
        };
        let differs = |path: &Path| {
            let differs = |(page, extraction): &&(Page, Extraction)| {
                let texts = extraction.rows[0][number].as_ref().map_or(&[][..], |value| &value.texts);
                !is_same(&trial::walk(path, page, None), texts, field.kind == FieldKind::List)
            };
            trials.iter().filter(differs).count()
        };
        let write = |path: &Path| (xpath::render(path), css::render(path));
        chosen(field, &ways, differs, trials.len(), write)
    });
    Selectors { records: None, fields: fields.collect() }
}

/// The first of some ways to a field that gives other values than the wrapper in none of the rows tried.
fn chosen(
    field: &Field,
    ways: &[Path],
    differs: impl Fn(&Path) -> usize,
    of: usize,
    write: impl Fn(&Path) -> (String, Option<String>),
) -> FieldSelectors {
    let mut least = None;
    for path in ways {
        let on = differs(path);
        if on == 0 {
            let (xpath, css) = write(path);
            let (by, xpath) = (Some(path.evidence()), Some(xpath));
            return FieldSelectors {
                by,
                xpath,
                css,
                without: None,
                ..FieldSelectors::without(field, Without::Untold)
            };
        }
        least = Some(least.map_or(on, |least: usize| least.min(on)));
    }
    FieldSelectors::without(field, least.map_or(Without::Untold, |on| Without::Differs { on, of }))
}

/// Whether a selector finds the texts of a value. It takes the first of several where the wrapper has one, and does not
/// see what is empty.
fn is_same(found: &[String], texts: &[String], many: bool) -> bool {
    let found = if many { found } else { &found[..found.len().min(1)] };
    // A selector finds the sign between a label and its value too.
    let filled = |texts: &[String]| -> Vec<String> {
        let texts = texts.iter().map(|text| without_separator(text)).filter(|text| !text.is_empty());
        texts.map(str::to_owned).collect()
    };
    filled(found) == filled(texts)
}

#[cfg(test)]
mod tests {
    use super::{Evidence, FieldSelectors, Selectors, Without, parsel, schema, selectors, selectors_tried};
    use crate::document::Document;
    use crate::wrapper::{Learner, Wrapper};

    fn learned(write: impl Fn(&str, &str, &str) -> String) -> Wrapper {
        let values = [
            ["Ann Hill", "Bonn", "1902"],
            ["Bob Cole", "Lyon", "1931"],
            ["Cy Marsh", "Turin", "1875"],
            ["Dee Quist", "Graz", "1944"],
            ["Eve Vance", "Ghent", "1917"],
        ];
        let pages = (0..).zip(values).map(|(number, [name, town, year])| {
            Document::new(format!("{number}.html"), write(name, town, year))
        });
        Learner::new().learn(&pages.collect()).unwrap()
    }

    fn found(write: impl Fn(&str, &str, &str) -> String) -> Vec<FieldSelectors> {
        let wrapper = learned(write);
        assert_eq!(wrapper.templates.len(), 1);
        selectors(&wrapper.templates[0]).fields
    }

    /// Name, evidence, XPath, CSS.
    type Summary<'a> = (&'a str, Option<Evidence>, Option<&'a str>, Option<&'a str>);

    fn summary(fields: &[FieldSelectors]) -> Vec<Summary<'_>> {
        fields
            .iter()
            .map(|field| (field.field.as_str(), field.by, field.xpath.as_deref(), field.css.as_deref()))
            .collect()
    }

    #[test]
    fn an_attribute_goes_before_a_label_and_a_label_before_an_element() {
        let fields = found(|name, town, year| {
            format!(
                "<h1>{name}</h1><dl><dt>Town</dt><dd>{town}</dd>\
                 <dt>Born</dt><dd class=\"year old\">{year}</dd></dl>"
            )
        });
        let class = "//dd[contains(concat(\" \", normalize-space(@class), \" \"), \" year \")]";
        let label = "//dt[normalize-space()=\"Town\"]/following-sibling::dd[1]";
        let expected = [
            ("html/h1", Some(Evidence::Element), Some("//h1"), Some("h1")),
            ("Town", Some(Evidence::Label), Some(label), None),
            ("Born", Some(Evidence::Attribute), Some(class), Some("dd.year")),
        ];
        assert_eq!(summary(&fields), expected);
        assert!(
            fields[1].without_css().unwrap().contains("CSS cannot ask")
                && fields[1].without_xpath().is_none()
        );
    }

    #[test]
    fn a_label_can_be_deeper_than_its_value_and_in_a_row_of_its_own() {
        let fields = found(|name, town, year| {
            format!(
                "<table><tr><td><b>Name</b></td><td>{name}</td></tr><tr><td><b>Town</b></td><td><i>{town}</i></td></tr>\
                 <tr><td>Born in</td></tr><tr><td>{year}</td></tr></table>"
            )
        });
        let paths: Vec<_> = fields.iter().map(|field| field.xpath.as_deref().unwrap()).collect();
        assert_eq!(
            paths,
            [
                "//b[normalize-space()=\"Name\"]/ancestor::td[1]/following-sibling::td[1]",
                "//b[normalize-space()=\"Town\"]/ancestor::td[1]/following-sibling::td[1]//i",
                "//td[normalize-space()=\"Born in\"]/ancestor::tr[1]/following-sibling::tr[1]//td",
            ]
        );
    }

    #[test]
    fn a_value_that_is_text_beside_its_label_has_an_xpath_and_no_css() {
        let fields = found(|name, town, year| {
            format!("<h1>{name}</h1><p><b>Town:</b> {town}<br><b>Born:</b> {year}<br></p>")
        });
        let town = fields.iter().find(|field| field.field == "Town").unwrap();
        let xpath = "//b[normalize-space()=\"Town:\"]/following-sibling::text()[normalize-space()][1]";
        assert_eq!((town.xpath.as_deref(), town.css.as_deref()), (Some(xpath), None));
    }

    #[test]
    fn where_nothing_tells_a_field_there_is_no_selector_but_the_reason() {
        let wrapper =
            learned(|name, town, year| format!("<div><p>{name}</p><p>{town}</p><p>{year}</p></div>"));
        let selectors: Selectors = selectors(&wrapper.templates[0]);
        let fields = &selectors.fields;
        let lost: Vec<&FieldSelectors> = fields.iter().filter(|field| field.xpath.is_none()).collect();
        assert!(fields.iter().all(|field| field.many) || lost.len() >= 2, "{fields:?}");
        for field in lost {
            assert_eq!((field.css.as_deref(), field.by), (None, None));
            let python = parsel(&selectors);
            assert!(python.contains(&format!("    # \"{}\": neither an attribute", field.field)), "{python}");
            let schema = schema(&selectors, "people");
            assert!(schema["without"][&field.field].as_str().unwrap().starts_with("neither"), "{schema}");
        }
    }

    #[test]
    fn a_label_that_the_frame_has_too_is_looked_for_around_its_value() {
        let write = |name: &str, town: &str, year: &str| {
            format!(
                "<nav><b>Town</b> <b>Born</b></nav><h1>{name}</h1><div class=facts><b>Town</b> <i>{town}</i> <b>Born</b> \
                 <u>{year}</u></div><p><b>Sold</b> <i>{year}{town}</i></p>"
            )
        };
        let wrapper = learned(write);
        let page = write("Flo Abbot", "Delft", "1921");
        let fields = selectors_tried(&wrapper.templates[0], &[&page]).fields;
        let lost: Vec<&FieldSelectors> = fields.iter().filter(|field| field.xpath.is_none()).collect();
        assert!(fields.len() >= 4 && lost.is_empty(), "{fields:?}");
    }

    #[test]
    fn an_element_that_few_pages_have_is_found_behind_its_label() {
        let write = |name: &str, town: &str, year: &str| {
            let sample = if year < "1920" { "<dt>Sample</dt><dd><a href=x>read it</a></dd>" } else { "" };
            format!(
                "<h1>{name}</h1><dl><dt>Town</dt><dd>{town}</dd>{sample}<dt>Born</dt><dd>{year}</dd><dt>Name</dt><dd>{name}</dd></dl>"
            )
        };
        let wrapper = learned(write);
        let pages = [write("Flo Abbot", "Delft", "1908"), write("Gus Crane", "Basel", "1921")];
        let fields = selectors_tried(&wrapper.templates[0], &pages.each_ref().map(String::as_str)).fields;
        let sample = fields.iter().find(|field| field.field == "Sample").expect("a field");
        assert!(sample.xpath.as_ref().is_some_and(|xpath| xpath.starts_with("//dt[")), "{sample:?}");
    }

    #[test]
    fn the_schema_names_fields_with_selector_and_type() {
        let wrapper = learned(|name, town, year| {
            format!(
                "<h1>{name}</h1><p id=town>{town}</p><ul class=years><li>{year}</li><li>{year}1</li></ul>"
            )
        });
        let schema = schema(&selectors(&wrapper.templates[0]), "people");
        assert_eq!(
            (schema["name"].as_str(), schema["baseSelector"].as_str()),
            (Some("people"), Some("html"))
        );
        let town = serde_json::json!({ "name": "town", "selector": "p#town", "type": "text" });
        assert!(schema["fields"].as_array().unwrap().contains(&town), "{schema}");
    }

    #[test]
    fn a_selector_that_gives_other_values_is_left_out() {
        let write = |name: &str, town: &str, year: &str| {
            format!("<div id=main><h1>{name}</h1><p class=town>{town}</p><p class=year>{year}</p></div>")
        };
        let wrapper = learned(write);
        let like = write("Flo Abbot", "Delft", "1921");
        let more = format!("<div id=top><p class=town>Not a town</p></div>{like}");
        let tried = |pages: &[&str]| {
            let fields = selectors_tried(&wrapper.templates[0], pages);
            let town = fields.fields.into_iter().find(|field| field.field == "town").unwrap();
            (town.css, town.without)
        };
        assert_eq!(tried(&[&like, &like]), (Some("p.town".to_owned()), None));
        assert_eq!(tried(&[&like, &more]), (None, Some(Without::Differs { on: 1, of: 2 })));
    }

    #[test]
    fn a_list_has_a_selector_that_finds_all_its_items_in_order() {
        let write = |name: &str, town: &str, year: &str| {
            let more = if year < "1920" { format!("<li>born in {town}") } else { String::new() };
            format!("<h1>{name}</h1><ul class=facts><li>of {town}<li>in {year}{more}<li>as {name}</ul>")
        };
        let wrapper = learned(write);
        let pages = [write("Flo Abbot", "Delft", "1921"), write("Gus Crane", "Basel", "1908")];
        let fields = selectors_tried(&wrapper.templates[0], &pages.each_ref().map(String::as_str)).fields;
        let facts = fields.iter().find(|field| field.many).expect("a list");
        assert!(facts.xpath.is_some() && facts.without.is_none(), "{facts:?}");
    }

    #[test]
    fn what_is_walked_is_what_the_languages_find() {
        let write = |name: &str, town: &str, year: &str| {
            format!(
                "<h1>{name}</h1><dl><dt>Town</dt><dd>{town}</dd><dt>Born</dt><dd><b>{year}</b></dd></dl>\
                 <p><b>Also:</b> {year}{town}<br></p><ul id=all><li>{name}</li><li>{town}</li></ul>"
            )
        };
        let wrapper = learned(write);
        let page = write("Flo Abbot", "Delft", "1921");
        let fields = selectors_tried(&wrapper.templates[0], &[&page]).fields;
        let differs = |field: &FieldSelectors| matches!(field.without, Some(Without::Differs { .. }));
        assert!(!fields.iter().any(differs), "{fields:?}");
        let found = fields.iter().filter(|field| field.xpath.is_some()).map(|field| &*field.field);
        assert_eq!(found.take(4).collect::<Vec<_>>(), ["html/h1", "Town", "Born", "Also"]);
    }
}

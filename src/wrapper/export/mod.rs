//! Writes a template as selectors for other programs: XPath 1.0, CSS, Python with parsel, a CSS schema in JSON.
//!
//! In: a template, and optionally pages to try the selectors on. Out: for every field its selectors, or the reason why
//! there are none.
//!
//! ```text
//! <h1>                  //h1                                                        h1
//! <dd class="isbn">     //dd[contains(concat(" ",normalize-space(@class)," "), ..   dd.isbn
//! <th>Maker</th><td>    //th[normalize-space()="Maker"]/following-sibling::td[1]    none: CSS cannot select by text
//! ```
//!
//! A field is selected by evidence that is likely to survive changes of the page, in this order: an attribute of its element
//! or of an ancestor, the label before it, a tag that the template has only once. Positions are not used, as `td[3]` would
//! be another cell after the next change. Only where CSS has nothing else, because a label tells the value, it has positions, if they are right on
//! all pages tried. An element that the template does not have, or that nothing else tells, is selected by attributes, or by the beginning of one, that the
//! pages tried have in common. The exceptions are values that the wrapper of a list itself distinguishes by
//! number: the cells of rows, and one of several similar values of a record; and the first of several elements or labels that
//! are equal, which is the first that its selector finds. Records have a selector of their own, and the
//! selectors of their fields start at a record.
//!
//! Limits: a selector does not find an empty value. It can find more than the wrapper does, as the wrapper aligns the whole
//! page: for example if the page has the same element outside the template too. Therefore selectors can be tried on pages
//! first; those that find other values than the wrapper are left out.

mod alone;
mod by_label;
mod css;
mod fitting;
mod page;
mod parsel;
mod records;
mod schema;
mod search;
mod selector;
mod shared;
mod trial;
mod xpath;

pub use fitting::fitting;
pub use parsel::parsel;
pub use schema::schema;

use self::selector::{Selector, TakenText, TextCut};
use self::trial::IndexedPage;
use super::template::{Field, FieldKind, Rows, Template};
use super::value::{Extraction, without_separator};
use crate::wrapper::page::node::Page;
use crate::wrapper::read::extract::TemplateReader;
use rayon::prelude::*;
use serde::Serialize;

/// The evidence by which a selector finds a field.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Evidence {
    /// An attribute of its element or of an ancestor.
    Attribute,
    /// The label before it.
    Label,
    /// The tag of its element, which the template has once.
    Element,
    /// Its number among similar values of a record, by which the wrapper itself distinguishes it.
    Number,
}

/// The selectors of some rows of a template.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Selectors {
    /// The name of the rows: that of a table, or `page`; none for the rows by default.
    pub table: Option<String>,
    /// XPath 1.0 and CSS for the first elements of records; the fields' selectors start at these. None if a page is one row,
    /// or if no selector finds the records and nothing else.
    pub records: Option<(String, Option<String>)>,
    /// The selectors of all its fields.
    pub fields: Vec<FieldSelectors>,
}

impl Selectors {
    /// The selectors of the fields that tables do not leave out; `None` if the whole table is left out or has no such field. `template` must
    /// be the template of the selectors.
    #[must_use]
    pub fn informative(mut self, template: &Template) -> Option<Self> {
        let rows = self.table.as_deref().and_then(|name| template.rows_named(name)).unwrap_or(template.rows);
        let mut fields = template.fields_of(rows).iter();
        self.fields.retain(|_| fields.next().is_none_or(|field| field.left_out.is_none()));
        let is_left_out = matches!(rows, Rows::Table(number) if template.tables[number].left_out.is_some());
        let is_main = rows == template.rows;
        (is_main || !is_left_out && !self.fields.is_empty()).then_some(self)
    }
}

/// The selectors of a field.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct FieldSelectors {
    /// The field's name.
    pub field: String,
    /// Whether the field can have several values, one for each element found.
    pub many: bool,
    /// The evidence by which it is found; none if there is no selector.
    pub by: Option<Evidence>,
    /// XPath 1.0 for the elements or text nodes whose text is the value.
    pub xpath: Option<String>,
    /// CSS for the elements whose text is the value. CSS cannot select by a label.
    pub css: Option<String>,
    /// The attribute of the elements that CSS finds, if the value is not their text. XPath finds the attribute itself.
    pub attribute: Option<&'static str>,
    /// A regular expression whose first group is the value, if that is only a part of the text.
    pub re: Option<String>,
    /// The reason if there is neither.
    pub without: Option<Without>,
}

/// The reason why a field has no selector.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Without {
    /// There is no evidence that would survive a change of the page.
    Untold,
    /// Every candidate selector gives other values than the wrapper.
    Differs {
        /// The smallest number of rows with other values.
        on: usize,
        /// The number of rows tried.
        of: usize,
    },
    /// No selector finds its records and nothing else.
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
            attribute: None,
            re: None,
            without: Some(why),
        }
    }

    /// The reason, for users, why there is no CSS selector, if there is none.
    #[must_use]
    pub fn without_css(&self) -> Option<String> {
        match (&self.css, &self.xpath) {
            (Some(_), _) => None,
            (None, Some(_)) => {
                let why = "only a label, a text or a number identifies it, which CSS cannot select by, and its position varies; XPath and parsel can";
                Some(why.to_owned())
            }
            (None, None) => self.without_xpath(),
        }
    }

    /// The reason, for users, why there is no XPath selector, if there is none.
    #[must_use]
    pub fn without_xpath(&self) -> Option<String> {
        self.without.map(|without| match without {
            Without::Untold => {
                "neither an attribute nor a label nor a unique element identifies it; read it with the wrapper".to_owned()
            }
            Without::Differs { on, of } => {
                let least = if on < of { "at least " } else { "" };
                format!("every selector gives other values than the wrapper in {least}{on} of {of} rows")
            }
            Without::Records => "no selector finds only its records; read it with the wrapper".to_owned(),
        })
    }
}

/// The selectors of a template, not tried on any page.
#[must_use]
pub fn selectors(template: &Template) -> Vec<Selectors> {
    selectors_tried(template, &[])
}

/// The selectors of all rows of a template, those of its rows by default first. Selectors that give other values than the template on
/// any of the `pages`, which must be pages of the template, are left out. An empty value counts as missing. Time of an extraction.
#[must_use]
pub fn selectors_tried(template: &Template, pages: &[&str]) -> Vec<Selectors> {
    let reader = TemplateReader::new(template);
    let trials: Vec<TrialPage> = pages.par_iter().map(|source| TrialPage::new(&reader, source)).collect();
    let of = |rows| match rows {
        Rows::Page => page::selectors(template, &trials),
        Rows::Table(number) => records::selectors(template, number, &trials),
    };
    template.all_rows().map(of).collect()
}

/// A page on which selectors are tried, with what the wrapper finds in it.
struct TrialPage<'a> {
    page: IndexedPage<'a>,
    found: Extraction,
}

impl<'a> TrialPage<'a> {
    fn new(reader: &TemplateReader, source: &'a str) -> Self {
        let found = reader.extract(&mut reader.preparer(), &mut Page::new(source));
        TrialPage { page: IndexedPage::new(Page::new(source)), found }
    }
}

/// The first candidate selector of a field that can be written and gives the same values as the wrapper in all rows tried, written in XPath
/// and CSS. `differs` counts the rows in which a candidate gives other values.
fn chosen(
    field: &Field,
    candidates: &[Selector],
    differs: impl Fn(&Selector) -> usize,
    of: usize,
    write: impl Fn(&Selector) -> (String, Option<String>),
) -> FieldSelectors {
    let mut least = None;
    for selector in candidates.iter().filter(|selector| selector.can_be_written()) {
        let on = differs(selector);
        if on == 0 {
            let (xpath, css) = write(selector);
            return FieldSelectors {
                by: Some(selector.evidence()),
                xpath: Some(xpath),
                css,
                attribute: (selector.taken == TakenText::Address).then_some("href"),
                re: selector.cut.as_ref().map(TextCut::pattern),
                without: None,
                ..FieldSelectors::without(field, Without::Untold)
            };
        }
        least = Some(least.map_or(on, |least: usize| least.min(on)));
    }
    FieldSelectors::without(field, least.map_or(Without::Untold, |on| Without::Differs { on, of }))
}

/// Whether the texts that a selector finds are those of a value, apart from white space: XPath and CSS have none where a line breaks.
/// Empty texts do not count.
fn is_same(found: &[String], texts: &[String]) -> bool {
    // A selector's text includes the separator between a label and its value.
    let filled = |texts: &[String]| -> Vec<String> {
        let texts = texts.iter().map(|text| without_separator(text).split_whitespace().collect());
        texts.filter(|text: &String| !text.is_empty()).collect()
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
        selectors(&wrapper.templates[0]).remove(0).fields
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
            ("title", Some(Evidence::Element), Some("//h1"), Some("h1")),
            ("Town", Some(Evidence::Label), Some(label), None),
            ("Born", Some(Evidence::Attribute), Some(class), Some("dd.year")),
        ];
        assert_eq!(summary(&fields), expected);
        assert!(
            fields[1].without_css().unwrap().contains("CSS cannot select")
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
    fn a_field_without_evidence_has_a_reason_instead_of_selectors() {
        let wrapper =
            learned(|name, town, year| format!("<div><p>{name}</p><p>{town}</p><p>{year}</p></div>"));
        let selectors: Vec<Selectors> = selectors(&wrapper.templates[0]);
        let fields = &selectors[0].fields;
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
    fn a_label_that_the_frame_has_too_is_searched_around_its_value() {
        let write = |name: &str, town: &str, year: &str| {
            format!(
                "<nav><b>Town</b> <b>Born</b></nav><h1>{name}</h1><div class=facts><b>Town</b> <i>{town}</i> <b>Born</b> \
                 <u>{year}</u></div><p><b>Sold</b> <i>{year}{town}</i></p>"
            )
        };
        let wrapper = learned(write);
        let page = write("Flo Abbot", "Delft", "1921");
        let fields = selectors_tried(&wrapper.templates[0], &[&page]).remove(0).fields;
        let lost: Vec<&FieldSelectors> = fields.iter().filter(|field| field.xpath.is_none()).collect();
        assert!(fields.len() >= 4 && lost.is_empty(), "{fields:?}");
    }

    #[test]
    fn of_equal_labels_and_attributes_the_first_is_selected() {
        let write = |name: &str, town: &str, year: &str| {
            let facts = |year: &str| {
                format!(
                    "<p class=stars>{town}, {year}</p><ul><li><b>Born</b>: {year}<li><b>Town</b>: {town}</ul>"
                )
            };
            // Some pages have a second item with the same facts.
            let more = if year < "1920" { facts(&format!("{year}5")) } else { String::new() };
            format!("<h1>{name}</h1><div>{}</div><div>{more}</div>", facts(year))
        };
        let wrapper = learned(write);
        let pages = [write("Flo Abbot", "Delft", "1908"), write("Gus Crane", "Basel", "1921")];
        let fields =
            selectors_tried(&wrapper.templates[0], &pages.each_ref().map(String::as_str)).remove(0).fields;
        for name in ["stars", "Born", "Town"] {
            let field = fields.iter().find(|field| field.field.starts_with(name)).expect(name);
            assert!(field.xpath.is_some(), "{field:?}");
        }
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
        let fields =
            selectors_tried(&wrapper.templates[0], &pages.each_ref().map(String::as_str)).remove(0).fields;
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
            let fields = selectors_tried(&wrapper.templates[0], pages).remove(0);
            let town = fields.fields.into_iter().find(|field| field.field == "town").unwrap();
            (town.css, town.without)
        };
        assert_eq!(tried(&[&like, &like]), (Some("p.town".to_owned()), None));
        assert_eq!(tried(&[&like, &more]), (None, Some(Without::Differs { on: 1, of: 2 })));
    }

    #[test]
    fn a_tag_whose_name_needs_escapes_is_in_no_selector() {
        for tag in ["x-a|b", "x:a", "x\"a"] {
            let fields = found(|name, town, year| {
                format!(
                    "<h1>{name}</h1><{tag}>{town}</{tag}><p id=year>{year}</p><dl><dt>Town<{tag}>{town}{year}</{tag}></dl>"
                )
            });
            let written = fields.iter().flat_map(|field| field.xpath.iter().chain(&field.css));
            let written: Vec<&String> = written.filter(|selector| selector.contains(tag)).collect();
            assert!(fields.len() >= 3 && written.is_empty(), "{written:?}");
        }
    }

    #[test]
    fn a_list_has_a_selector_that_finds_all_its_items_in_order() {
        let write = |name: &str, town: &str, year: &str| {
            let more = if year < "1920" { format!("<li>born in {town}") } else { String::new() };
            format!("<h1>{name}</h1><ul class=facts><li>of {town}<li>in {year}{more}<li>as {name}</ul>")
        };
        let wrapper = learned(write);
        let pages = [write("Flo Abbot", "Delft", "1921"), write("Gus Crane", "Basel", "1908")];
        let fields =
            selectors_tried(&wrapper.templates[0], &pages.each_ref().map(String::as_str)).remove(0).fields;
        let facts = fields.iter().find(|field| field.many).expect("a list");
        assert!(facts.xpath.is_some() && facts.without.is_none(), "{facts:?}");
    }

    /// The selectors of the fields of pages, tried on these.
    fn tried(write: impl Fn(&str, &str, &str) -> String) -> Vec<FieldSelectors> {
        let wrapper = learned(&write);
        let pages = [("Ann Hill", "Bonn", "1902"), ("Bob Cole", "Lyon", "1931")];
        let pages = pages.map(|(name, town, year)| write(name, town, year));
        selectors_tried(&wrapper.templates[0], &pages.each_ref().map(String::as_str)).remove(0).fields
    }

    #[test]
    fn a_value_in_a_text_is_cut_out_by_a_regular_expression() {
        let fields = tried(|name, town, year| {
            format!(
                "<h1>{name}</h1><ul><li>Town: {town} (old)</li><li class=of>Born {year}, lives in {town}</li></ul>"
            )
        });
        let re = fields.iter().filter_map(|field| Some((&*field.field, field.re.as_deref()?)));
        let expected = [
            ("Town", r"^Town:\s*(.*?)\s*$"),
            ("Born", r"^Born\s*(.*?)\s*, lives in.*?$"),
            ("lives in", r"^Born.*?, lives in\s*(.*?)\s*$"),
        ];
        assert_eq!(re.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn css_has_the_position_of_a_value_that_only_its_label_tells() {
        let css = |fields: &[FieldSelectors]| -> Vec<Option<String>> {
            ["Town", "Born"]
                .iter()
                .map(|name| fields.iter().find(|field| field.field == *name)?.css.clone())
                .collect()
        };
        let all = tried(|name, town, year| {
            format!(
                "<h1>{name}</h1><dl><dt>Town<dd>{town}<dt>Born<dd>{year}<dt>Known to<dd>{name} of {town}</dl>"
            )
        });
        let position = |number| Some(format!("dl dd:nth-of-type({number})"));
        assert_eq!(css(&all), [position(1), position(2)]);
        // One page has another row before.
        let some = tried(|name, town, year| {
            let first = if year == "1931" { "<dt>Died<dd>1999" } else { "" };
            format!(
                "<h1>{name}</h1><dl>{first}<dt>Town<dd>{town}<dt>Born<dd>{year}<dt>Known to<dd>{name} of {town}</dl>"
            )
        });
        assert_eq!(css(&some), [None, None]);
    }

    #[test]
    fn links_are_selected_by_their_attribute() {
        let fields = tried(|name, town, year| {
            format!("<h1><a href=/{year}>{name}</a></h1><a href=/map/{year}><b class=town>{town}</b></a>")
        });
        let links = fields.iter().filter(|field| field.attribute.is_some());
        let links: Vec<_> = links.map(|field| (field.xpath.as_deref(), field.css.as_deref())).collect();
        let around =
            "//b[contains(concat(\" \", normalize-space(@class), \" \"), \" town \")]/ancestor::a[1]/@href";
        assert_eq!(links, [(Some("//h1//a/@href"), Some("h1 a")), (Some(around), None)]);
    }

    #[test]
    fn selectors_with_the_values_of_the_wrapper_are_kept() {
        let write = |name: &str, town: &str, year: &str| {
            format!(
                "<h1>{name}</h1><dl><dt>Town</dt><dd>{town}</dd><dt>Born</dt><dd><b>{year}</b></dd></dl>\
                 <p><b>Also:</b> {year}{town}<br></p><ul id=all><li>{name}</li><li>{town}</li></ul>"
            )
        };
        let wrapper = learned(write);
        let page = write("Flo Abbot", "Delft", "1921");
        let fields = selectors_tried(&wrapper.templates[0], &[&page]).remove(0).fields;
        let differs = |field: &FieldSelectors| matches!(field.without, Some(Without::Differs { .. }));
        assert!(!fields.iter().any(differs), "{fields:?}");
        let found = fields.iter().filter(|field| field.xpath.is_some()).map(|field| &*field.field);
        assert_eq!(found.take(4).collect::<Vec<_>>(), ["title", "Town", "Born", "Also"]);
    }
}

//! Shops: pages of one product each, before and after a redesign of the shop.
//!
//! Every shop shows at least ten fields with its own markup. All have optional rows, values that occur one to four times,
//! paragraphs, links, pictures, and a list of related products. A [`Redesign`] keeps all values.

use crate::generate::Site;
use crate::language::Language::{self, English, Japanese};
use crate::page::Encoding::Utf8;
use crate::set::{Family, Plan, SEED, Set};
use crate::template::Template;

/// A shop, and the changes of its template by [`Redesign::Changed`].
#[derive(Clone, Copy, Debug)]
pub struct Shop {
    /// The site.
    pub plan: Plan,
    /// The part that a redesign moves.
    pub moved: &'static str,
    /// The part after which it is inserted.
    pub behind: &'static str,
    /// A label, and its name after a redesign.
    pub label: [&'static str; 2],
    /// The part that a redesign leaves out.
    pub gone: &'static str,
}

/// How a shop is redesigned.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Redesign {
    /// Every class and every id has another name.
    Renamed,
    /// There is one more element around the main part.
    Wrapped,
    /// Both.
    Both,
    /// One field is at another position, one label is changed, and one field is removed.
    Changed,
}

const fn plan(name: &'static str, about: &'static str, template: &'static str, language: Language) -> Plan {
    Plan { name, about, template, language, encoding: Utf8, count: 12, peaks: &[] }
}

/// Labels as terms of a list; every value has its own class.
pub const TERMS: Shop = Shop {
    plan: plan(
        "a-terms",
        "a bookshop: labels in dt, a class for every value",
        include_str!("../templates/shop/terms.html"),
        English,
    ),
    moved: "<p class=\"price\">{{price:price}}</p>\n",
    behind: "<h2 class=\"head\">Details</h2>\n",
    label: ["Published", "Date of publication"],
    gone: "<dt class=\"term\">Binding</dt><dd class=\"value binding\">{{binding:choice Hardback|Paperback|Spiral bound}}</dd>\n",
};

/// Labels in bold before the value, markup of the 1990s, no class at all.
pub const BOLD: Shop = Shop {
    plan: plan(
        "b-bold",
        "instruments: <b>Label:</b> value, 1990s markup without a class",
        include_str!("../templates/shop/bold.html"),
        English,
    ),
    moved: "<B>Item number:</B> {{number:number 10000..99999}}<BR>\n",
    behind: "<B>Price:</B> <FONT COLOR=\"#CC0000\">{{price:price}}</FONT><BR>\n",
    label: ["Condition:", "State:"],
    gone: "<B>In the shop since:</B> {{since:date}}<BR>\n",
};

/// Labels in th, values in td, a list in one of them.
pub const TABLE: Shop = Shop {
    plan: plan(
        "c-table",
        "videos: labels in th, a list inside a td, XHTML",
        include_str!("../templates/shop/table.html"),
        English,
    ),
    moved: "<tr><th>Studio</th><td>{{studio:maker}}</td></tr>\n",
    behind: "<table class=\"spec\">\n",
    label: ["Released", "Published"],
    gone: "<tr><th>Catalogue number</th><td>LV{{number:number 1000..9999}}</td></tr>\n",
};

/// Labels in the text of the value.
pub const RUN: Shop = Shop {
    plan: plan(
        "d-run",
        "seeds: the label is part of the value's own text",
        include_str!("../templates/shop/run.html"),
        English,
    ),
    moved: "<li>Article no. {{number:number 10000..99999}}</li>\n",
    behind: "<ul class=\"facts\">\n",
    label: ["Sown by", "Seeded by"],
    gone: "<li>Soil: {{soil:choice loam|sand|clay|chalk|peat}}</li>\n",
};

/// Label and value in adjacent elements of the same kind.
pub const PAIRS: Shop = Shop {
    plan: plan(
        "e-pairs",
        "tools: label and value as spans of one class each",
        include_str!("../templates/shop/pairs.html"),
        English,
    ),
    moved: "<div class=\"row\"><span class=\"k\">Model</span><span class=\"v\">{{model:number 100..9999}}</span></div>\n",
    behind: "<h1 class=\"hd\">{{=title}}</h1>\n",
    label: ["Available from", "In stock since"],
    gone: "<div class=\"row\"><span class=\"k\">Designed by</span><span class=\"v\">{{designer:person}}</span></div>\n",
};

/// A Japanese bookshop.
pub const JAPANESE: Shop = Shop {
    plan: plan(
        "f-japanese",
        "a Japanese bookshop: labels in th, brackets around values",
        include_str!("../templates/shop/japanese.html"),
        Japanese,
    ),
    moved: "<tr><th>ページ数</th><td>{{pages:number 80..900}}</td></tr>\n",
    behind: "<table class=\"shoshi\">\n",
    label: ["発売日", "刊行日"],
    gone: "<tr><th>判型</th><td>{{size:choice 四六判|文庫判|A5判|新書判}}</td></tr>\n",
};

/// All shops, by name.
pub const ALL: [Shop; 6] = [TERMS, BOLD, TABLE, RUN, PAIRS, JAPANESE];

impl Redesign {
    /// All of them.
    pub const ALL: [Redesign; 4] = [Redesign::Renamed, Redesign::Wrapped, Redesign::Both, Redesign::Changed];

    /// The shop after the redesign: the same values under the same seed.
    ///
    /// # Panics
    ///
    /// If the template lacks a part that is to be changed. A test redesigns every shop.
    #[must_use]
    pub fn site(self, shop: &Shop) -> Site {
        let text = match self {
            Redesign::Renamed => renamed(shop.plan.template),
            Redesign::Wrapped => wrapped(shop.plan.template),
            Redesign::Both => wrapped(&renamed(shop.plan.template)),
            Redesign::Changed => changed(shop),
        };
        let template = Template::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", shop.plan.name));
        Site { template, ..shop.plan.site() }
    }
}

/// The template with every class and id renamed. A value with a mark in it is content and is not changed.
fn renamed(template: &str) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((start, begun)) = [" class=\"", " id=\""]
        .iter()
        .filter_map(|attribute| rest.find(attribute).map(|start| (start, start + attribute.len())))
        .min()
    {
        let end = begun + rest[begun..].find('"').expect("a value ends");
        let value = &rest[begun..end];
        out += &rest[..start];
        out += &rest[start..begun];
        out += &if value.contains("{{") { value.to_owned() } else { new_names(value) };
        rest = &rest[end..];
    }
    out + rest
}

/// Each name reversed, so that distinct names stay distinct.
fn new_names(value: &str) -> String {
    let new = |name: &str| format!("n-{}", name.chars().rev().collect::<String>());
    value.split(' ').map(new).collect::<Vec<_>>().join(" ")
}

fn wrapped(template: &str) -> String {
    let opened = once(template, "<!-- main -->", "<!-- main -->\n<div class=\"frame\">");
    once(&opened, "<!-- /main -->", "</div>\n<!-- /main -->")
}

fn changed(shop: &Shop) -> String {
    let text = once(shop.plan.template, shop.gone, "");
    let text = once(&text, shop.moved, "");
    let text = once(&text, shop.behind, &format!("{}{}", shop.behind, shop.moved));
    let [label, new] = shop.label.map(|label| format!(">{label}"));
    once(&text, &label, &new)
}

/// The text with a string replaced that occurs once.
fn once(text: &str, old: &str, new: &str) -> String {
    assert_eq!(text.matches(old).count(), 1, "{old:?} is there once");
    text.replacen(old, new, 1)
}

/// The sets under `data/shop`: all shops, and the first after each redesign.
#[must_use]
pub fn sets() -> Vec<Set> {
    let redesigned = |redesign: Redesign, name, about| {
        let pages = redesign.site(&TERMS).pages(SEED, TERMS.plan.count);
        Set { family: Family::Shop, name, about, peaks: &[], pages }
    };
    let mut sets: Vec<Set> = ALL.iter().map(|shop| shop.plan.set(Family::Shop)).collect();
    sets.extend([
        redesigned(Redesign::Renamed, "g-terms-renamed", "a-terms with other classes and ids"),
        redesigned(
            Redesign::Wrapped,
            "h-terms-wrapped",
            "a-terms with one more element around the main part",
        ),
        redesigned(Redesign::Both, "i-terms-both", "a-terms with both"),
        redesigned(
            Redesign::Changed,
            "j-terms-changed",
            "a-terms: the price is at another position, Published has another label, Binding is removed",
        ),
    ]);
    sets
}

#[cfg(test)]
mod tests {
    use super::{ALL, Redesign, renamed};
    use crate::page::Page;
    use crate::template::{Part, Template};
    use std::collections::BTreeMap;

    /// The name of the field in a part of a template.
    fn field_of(part: &str) -> String {
        let parts = Template::parse(part).unwrap().parts;
        let name = |part: &Part| match part {
            Part::Slot { name, .. } => Some(name.clone()),
            _ => None,
        };
        parts.iter().find_map(name).expect("the part holds a field")
    }

    fn values(page: &Page) -> BTreeMap<String, Vec<String>> {
        [page.values(), page.links()].into_iter().flatten().collect()
    }

    #[test]
    fn a_redesign_keeps_all_values_except_removed_ones() {
        for shop in ALL {
            let before = shop.plan.site().pages(7, 20);
            for redesign in Redesign::ALL {
                let after = redesign.site(&shop).pages(7, 20);
                for (before, after) in before.iter().zip(&after) {
                    let mut kept = values(before);
                    if redesign == Redesign::Changed {
                        kept.remove(&field_of(shop.gone)).expect("it was there");
                    }
                    assert_eq!(values(after), kept, "{} {redesign:?} {}", shop.plan.name, before.name);
                    let related =
                        |page: &Page| page.records.iter().map(|r| r.fields.len()).collect::<Vec<_>>();
                    assert_eq!(related(after), related(before));
                }
            }
        }
    }

    #[test]
    fn a_redesign_changes_every_page() {
        for shop in ALL {
            let before = shop.plan.site().page(7, 0).html;
            for redesign in Redesign::ALL {
                let names = redesign == Redesign::Renamed && !before.contains(" class=\"");
                let after = redesign.site(&shop).page(7, 0).html;
                assert_eq!(after == before, names, "{} {redesign:?}", shop.plan.name);
            }
        }
    }

    #[test]
    fn names_change_and_content_does_not() {
        let old = r#"<p class="price old" id="a"><b id="p{{n:index}}">class="x"</b>"#;
        assert_eq!(renamed(old), r#"<p class="n-ecirp n-dlo" id="n-a"><b id="p{{n:index}}">class="x"</b>"#);
    }

    #[test]
    fn every_shop_has_at_least_ten_fields_with_optional_and_repeated_ones() {
        for shop in ALL {
            let pages = shop.plan.site().pages(7, 40);
            let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
            for page in &pages {
                for (name, values) in values(page) {
                    let (present, most) = counts.entry(name).or_default();
                    *present += 1;
                    *most = values.len().max(*most);
                }
            }
            assert!(counts.len() >= 12, "{}: {counts:?}", shop.plan.name);
            assert!(counts.values().filter(|(present, _)| *present < 40).count() >= 3, "{counts:?}");
            assert!(counts.values().filter(|(_, most)| *most == 4).count() >= 1, "{counts:?}");
        }
    }
}

//! A site: a template and the settings from which any number of pages are generated.

use crate::language::{self, Language};
use crate::page::{Encoding, Field, Page, Record};
use crate::rng::Rng;
use crate::template::{Kind, Part, Template, Times};
use std::collections::HashMap;
use std::ops::{Range, RangeInclusive};

/// A web site: one template, one language, one encoding.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Site {
    /// The name, which every page carries as its template's. Sites of different names differ in content under one seed.
    pub name: String,
    /// What the pages share.
    pub template: Template,
    /// The language of the content.
    pub language: Language,
    /// The encoding of the pages.
    pub encoding: Encoding,
    /// Content that pages have copied from others.
    pub copies: Vec<Copied>,
}

/// Slots whose content a page has copied from another page of the site.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Copied {
    /// The number of the page, from 0.
    pub page: usize,
    /// The number of the page that the content is from.
    pub from: usize,
    /// The names of the slots.
    pub slots: Vec<String>,
}

impl Site {
    /// A site in UTF-8 without copies.
    #[must_use]
    pub fn new(name: &str, template: Template, language: Language) -> Site {
        Site { name: name.to_owned(), template, language, encoding: Encoding::Utf8, copies: Vec::new() }
    }

    /// The same site written in another encoding.
    #[must_use]
    pub fn encoding(self, encoding: Encoding) -> Site {
        Site { encoding, ..self }
    }

    /// The same site with one page that has the content of some slots of another.
    #[must_use]
    pub fn copied(mut self, page: usize, from: usize, slots: &[&str]) -> Site {
        let slots = slots.iter().map(|&slot| slot.to_owned()).collect();
        self.copies.push(Copied { page, from, slots });
        self
    }

    /// The same site with lists of other lengths: `counts[0]` outermost records on the first page, `counts[1]` on the second,
    /// and so on in a cycle.
    ///
    /// # Panics
    ///
    /// If `counts` is empty.
    #[must_use]
    pub fn records(mut self, counts: &[usize]) -> Site {
        assert!(!counts.is_empty(), "a list has a length");
        for part in &mut self.template.parts {
            if let Part::Repeated { times, record: Some(_), .. } = part {
                *times = Times::ByPage(counts.to_vec());
            }
        }
        self
    }

    /// The first `count` pages under a seed, named by their numbers.
    #[must_use]
    pub fn pages(&self, seed: u64, count: usize) -> Vec<Page> {
        let width = count.to_string().len().max(2);
        (0..count)
            .map(|number| Page { name: format!("{:0width$}.html", number + 1), ..self.page(seed, number) })
            .collect()
    }

    /// The page of a number, from 0, under a seed.
    #[must_use]
    pub fn page(&self, seed: u64, number: usize) -> Page {
        let page = Page {
            name: format!("{:02}.html", number + 1),
            template: self.name.clone(),
            html: String::new(),
            encoding: self.encoding,
            fixed: Vec::new(),
            fields: Vec::new(),
            records: Vec::new(),
        };
        let mut generator = Generator {
            site: self,
            rng: Rng::new(seed).named(&self.name, 0),
            number,
            page,
            turn: number,
            open: Vec::new(),
            uses: HashMap::new(),
            last: HashMap::new(),
        };
        generator.parts(&self.template.parts);
        generator.page
    }
}

/// A name as the last part of an address: `Anna O'Hill` is `anna-o-hill`.
pub(crate) fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

struct Generator<'a> {
    site: &'a Site,
    rng: Rng,
    number: usize,
    page: Page,
    /// The number of the innermost repetition.
    turn: usize,
    /// The open records, outermost first, as indices in `page.records`.
    open: Vec<usize>,
    /// How often a name was used so far: the number of its next random stream.
    uses: HashMap<&'a str, usize>,
    last: HashMap<&'a str, String>,
}

impl<'a> Generator<'a> {
    fn parts(&mut self, parts: &'a [Part]) {
        for (place, part) in parts.iter().enumerate() {
            match part {
                Part::Slug(name) => {
                    let value = self.upcoming(name, &parts[place..]);
                    self.page.html.push_str(&slug(&value));
                }
                _ => self.part(part),
            }
        }
    }

    fn part(&mut self, part: &'a Part) {
        match part {
            Part::Fixed(text) => self.fixed(text),
            Part::Slot { name, kind } => {
                let mut rng = self.stream(name);
                let value = self.content(kind, &mut rng);
                self.field(name, &value);
                self.last.insert(name, value);
            }
            Part::Again(name) => {
                let value = self.last.get(name.as_str()).expect("a slot comes before it is used again");
                self.page.html.push_str(value);
            }
            Part::Slug(_) => unreachable!("handled with the parts after it"),
            Part::Optional { percent, parts } => {
                if self.stream("?").chance(*percent) {
                    self.parts(parts);
                }
            }
            Part::Repeated { times, record, parts } => self.repeated(times, record.as_deref(), parts),
            Part::Turns(variants) => self.parts(&variants[self.turn % variants.len()]),
        }
    }

    /// The content that the first part with this slot will have.
    fn upcoming(&mut self, slot: &'a str, parts: &'a [Part]) -> String {
        let next = parts.iter().find_map(|part| match part {
            Part::Slot { name, kind } if name == slot => Some(Some(kind)),
            Part::Again(name) if name == slot => Some(None),
            _ => None,
        });
        match next.expect("the slot of an address follows it") {
            Some(kind) => {
                let mut rng = self.stream(slot);
                *self.uses.get_mut(slot).expect("it was used") -= 1;
                self.content(kind, &mut rng)
            }
            None => self.last.get(slot).expect("a slot comes before it is used again").clone(),
        }
    }

    fn fixed(&mut self, text: &str) {
        let start = self.page.html.len();
        self.page.html.push_str(text);
        let end = self.page.html.len();
        match self.page.fixed.last_mut() {
            Some(before) if before.end == start => before.end = end,
            _ => self.page.fixed.push(start..end),
        }
    }

    fn field(&mut self, name: &str, value: &str) {
        let start = self.page.html.len();
        self.page.html.push_str(value);
        if name.is_empty() {
            return;
        }
        let field = Field { name: name.to_owned(), value: value.to_owned(), start };
        match self.open.last() {
            Some(&record) => self.page.records[record].fields.push(field),
            None => self.page.fields.push(field),
        }
    }

    fn repeated(&mut self, times: &Times, record: Option<&str>, parts: &'a [Part]) {
        let count = match times {
            Times::Between(range) => between(&mut self.stream("*"), range),
            Times::ByPage(counts) => counts[self.number % counts.len()],
        };
        let outer = self.turn;
        for turn in 0..count {
            self.turn = turn;
            match record {
                Some(kind) => self.record(kind, parts),
                None => self.parts(parts),
            }
        }
        self.turn = outer;
    }

    fn record(&mut self, kind: &str, parts: &'a [Part]) {
        let start = self.page.html.len();
        let place = self.page.records.len();
        self.page.records.push(Record { kind: kind.to_owned(), range: start..start, fields: Vec::new() });
        self.open.push(place);
        self.parts(parts);
        self.open.pop();
        self.page.records[place].range = Range { start, end: self.page.html.len() };
    }

    /// The next random stream of a name; if the content is a copy, that of the other page.
    fn stream(&mut self, name: &'a str) -> Rng {
        let page = self.origin(self.number, name);
        let uses = self.uses.entry(name).or_insert(0);
        *uses += 1;
        self.rng.named("page", page).named(name, *uses)
    }

    /// The page from which a slot of a page has its content.
    fn origin(&self, page: usize, name: &str) -> usize {
        let copy = |copy: &&Copied| copy.page == page && copy.slots.iter().any(|slot| slot == name);
        self.site.copies.iter().find(copy).map_or(page, |copy| copy.from)
    }

    /// The title of another page.
    fn title(&self, page: usize) -> String {
        let kind = self.site.template.kind("title").expect("pages that are linked to have a title");
        let page = self.origin(page, "title");
        self.content(kind, &mut self.rng.named("page", page).named("title", 1))
    }

    fn content(&self, kind: &Kind, rng: &mut Rng) -> String {
        let language = self.site.language;
        match kind {
            Kind::Person => language.person(rng),
            Kind::Title => language.title(rng),
            Kind::Topic => language.topic(rng),
            Kind::Headline => language.headline(rng),
            Kind::Linked(pages) => {
                let first = self.number - self.number % pages;
                let other = first + rng.below(pages - 1);
                self.title(other + usize::from(other >= self.number))
            }
            Kind::Latest => self.title(self.turn),
            Kind::Date => language.date(rng),
            Kind::Moment => language.moment(rng),
            Kind::Email => language::email(rng),
            Kind::Url => language::url(rng),
            Kind::Index => (self.turn + 1).to_string(),
            Kind::Number(range) => between(rng, range).to_string(),
            Kind::Phrase => language.phrase(rng),
            Kind::Maker => language.maker(rng),
            Kind::Price => language.price(rng),
            Kind::Isbn => language::isbn(rng),
            Kind::Rating => language::rating(rng),
            Kind::Address(start, end) => format!("{start}{}{end}", rng.between(1000, 9999)),
            Kind::Sentences(range) => {
                let count = between(rng, range);
                language.sentences(rng, count)
            }
            Kind::Prose(range) => {
                let count = between(rng, range);
                language.prose(rng, count)
            }
            Kind::Course(aspect, range) => {
                let count = between(rng, range);
                language.course(rng, *aspect, count)
            }
            Kind::Paragraphs(range) => {
                let paragraphs = (0..between(rng, range)).map(|_| {
                    let count = rng.between(2, 5);
                    language.sentences(rng, count)
                });
                paragraphs.collect::<Vec<_>>().join("<br><br>\n")
            }
            Kind::Choice(values) => values[rng.below(values.len())].clone(),
            Kind::Turn(values) => values[self.turn % values.len()].clone(),
        }
    }
}

fn between(rng: &mut Rng, range: &RangeInclusive<usize>) -> usize {
    rng.between(*range.start(), *range.end())
}

#[cfg(test)]
mod tests {
    use super::Site;
    use crate::language::Language;
    use crate::template::Template;

    fn site(template: &str) -> Site {
        Site::new("test", Template::parse(template).unwrap(), Language::English)
    }

    #[test]
    fn fixed_parts_are_exact_byte_ranges() {
        let page = site("<b>{{who:choice Ann}}</b>{{*2}}<i>{{/}}{{:choice x}}").page(1, 0);
        assert_eq!(page.html, "<b>Ann</b><i><i>x");
        assert_eq!(page.fixed, [0..3, 6..16]);
        assert_eq!(page.content(), [3..6, 16..17]);
        assert_eq!((page.fields[0].value.as_str(), page.fields[0].start), ("Ann", 3));
    }

    #[test]
    fn an_address_is_made_of_the_slot_after_it() {
        let page = site(
            "{{who:person}}<a href=/{{@who}}>{{=who}}</a>{{*2}}<a href=/{{@who}}>{{who:person}}</a>{{/}}",
        );
        let page = page.page(1, 0);
        let names: Vec<&str> = page.fields.iter().map(|field| &*field.value).collect();
        let link = |name: &&str| format!("<a href=/{}>{name}</a>", name.to_lowercase().replace(' ', "-"));
        assert_eq!(page.html, format!("{}{}", names[0], names.iter().map(link).collect::<String>()));
        assert_ne!(names[1], names[2]);
        assert_eq!(super::slug("Anna O'Hill"), "anna-o-hill");
    }

    #[test]
    fn a_record_has_its_range_and_fields_and_so_has_a_nested_one() {
        let page = site("{{#2 group}}[{{g:index}}{{#1 hit}}({{h:index}}){{/}}]{{/}}").page(1, 0);
        assert_eq!(page.html, "[1(1)][2(1)]");
        let found: Vec<_> =
            page.records.iter().map(|r| (r.kind.as_str(), r.range.clone(), r.fields.len())).collect();
        assert_eq!(found, [("group", 0..6, 1), ("hit", 2..5, 1), ("group", 6..12, 1), ("hit", 8..11, 1)]);
    }

    #[test]
    fn a_list_can_be_made_longer() {
        let page = site("<ul>{{#2 hit}}<li>{{who:person}}{{/}}").records(&[1000]).page(1, 0);
        assert_eq!(page.records.len(), 1000);
        assert_eq!(page.html.matches("<li>").count(), 1000);
    }

    #[test]
    fn variants_and_counts_alternate() {
        let site = site("{{*3,1}}{{%}}a{{|}}b{{/}}{{/}}");
        let texts: Vec<_> = site.pages(1, 3).into_iter().map(|page| page.html).collect();
        assert_eq!(texts, ["aba", "a", "aba"]);
    }

    #[test]
    fn a_copied_slot_has_the_same_content_and_the_others_differ() {
        let pages = site("{{a:sentences 3..3}}|{{b:sentences 3..3}}").copied(2, 0, &["a"]).pages(1, 3);
        assert_eq!(pages[2].fields[0].value, pages[0].fields[0].value);
        assert_ne!(pages[1].fields[0].value, pages[0].fields[0].value);
        assert_ne!(pages[2].fields[1].value, pages[0].fields[1].value);
    }

    #[test]
    fn lists_link_to_other_pages_by_their_titles() {
        let site = site("{{title:headline}}|{{*2}}{{to:linked 3}},{{/}}|{{*2}}{{to:latest}},{{/}}");
        let pages = site.pages(1, 6);
        let title = |page: usize| &pages[page].fields[0].value;
        for (number, page) in pages.iter().enumerate() {
            let linked: Vec<&String> = page.fields[1..].iter().map(|field| &field.value).collect();
            assert!(linked[..2].iter().all(|&to| {
                (0..6).any(|other| other != number && other / 3 == number / 3 && title(other) == to)
            }));
            assert_eq!(linked[2..], [title(0), title(1)]);
        }
    }

    #[test]
    fn new_parts_of_a_template_do_not_change_the_content_of_other_slots() {
        let before = site("{{a:title}}").page(5, 3);
        let after = site("{{b:person}}{{?50}}x{{/}}{{a:title}}").page(5, 3);
        assert_eq!(before.fields[0].value, after.fields[1].value);
    }
}

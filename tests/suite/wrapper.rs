//! Laws of wrappers: the values of generated pages are extracted, whatever they are and in any order of pages.

use katagami::document::{Corpus, Document};
use katagami::wrapper::{Extractor, Learner, Wrapper};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// The values of a generated page.
#[derive(Clone, Debug)]
struct Course {
    title: String,
    teacher: String,
    /// Optional.
    room: Option<String>,
    credits: u32,
    books: Vec<String>,
}

impl Course {
    fn page(&self) -> String {
        let room = self.room.as_ref().map(|room| format!("<dt>Room<dd>{room}")).unwrap_or_default();
        let books = self.books.join("</li><li>");
        format!(
            "<html><body><div id=menu><a href=/>Start</a> <a href=/help>Help</a></div><h1>{}</h1><dl><dt>Teacher\
             <dd>{}{room}<dt>Credits<dd>{}</dl><h2>Books</h2><ul class=books><li>{books}</li></ul><p>All rights reserved",
            self.title, self.teacher, self.credits
        )
    }

    /// The values by their names in the template.
    fn values(&self) -> BTreeMap<&'static str, Vec<String>> {
        let one = |text: &str| vec![text.to_owned()];
        let credits = self.credits.to_string();
        let mut values = BTreeMap::from([
            ("title", one(&self.title)),
            ("Teacher", one(&self.teacher)),
            ("Credits", one(&credits)),
            ("Books", self.books.clone()),
        ]);
        values.extend(self.room.as_deref().map(|room| ("Room", one(room))));
        values
    }
}

/// A text of one to four words, different on any two pages.
fn text(unlike: &'static str) -> impl Strategy<Value = String> {
    prop::collection::vec("[a-z]{4,9}", 1..4).prop_map(move |words| format!("{unlike}{}", words.join(" ")))
}

fn course() -> impl Strategy<Value = Course> {
    let books = prop::collection::vec(text("B"), 1..5);
    let room = prop::option::weighted(0.6, text("R"));
    (text("T"), text("P"), room, 1_u32..30, books).prop_map(|(title, teacher, room, credits, books)| Course {
        title,
        teacher,
        room,
        credits,
        books,
    })
}

fn corpus<'a>(courses: impl IntoIterator<Item = (usize, &'a Course)>) -> Corpus {
    courses
        .into_iter()
        .map(|(number, course)| Document::new(format!("{number:02}.html"), course.page()))
        .collect()
}

fn learned(courses: &[Course]) -> Wrapper {
    Learner::new().learn(&corpus(courses.iter().enumerate())).expect("the pages share a template")
}

/// The values that a wrapper finds in a page, by the last part of the names of their fields.
fn found(wrapper: &Wrapper, page: &str) -> BTreeMap<String, Vec<String>> {
    let found = Extractor::new(wrapper).extract(page).expect("the template fits");
    let fields = wrapper.templates[found.template].fields.iter().zip(&found.page);
    let filled =
        fields.filter_map(|(field, value)| Some((field, value.as_ref().filter(|value| !value.is_empty())?)));
    let last = |name: &str| name.rsplit('/').next().unwrap_or_default().to_owned();
    filled.map(|(field, value)| (last(&field.name), value.texts.clone())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_values_of_a_generated_page_are_extracted(
        courses in prop::collection::vec(course(), 8..14),
        new in course(),
    ) {
        // Some values must differ to be recognized as values, and the optional part must be present on some pages and absent on others.
        let rooms = courses.iter().filter(|course| course.room.is_some()).count();
        prop_assume!((2..courses.len() - 1).contains(&rooms));
        prop_assume!((1..4).any(|books| courses.iter().any(|course| course.books.len() == books)));
        prop_assume!(courses.iter().any(|course| course.books.len() != courses[0].books.len()));
        prop_assume!(courses.iter().any(|course| course.credits != courses[0].credits));
        let wrapper = learned(&courses);
        prop_assert_eq!(wrapper.templates.len(), 1);
        for course in courses.iter().chain([&new]) {
            let found = found(&wrapper, &course.page());
            for (name, texts) in course.values() {
                prop_assert_eq!(found.get(name), Some(&texts), "{} in {:?}", name, found);
            }
            prop_assert!(course.room.is_some() || !found.contains_key("Room"), "{:?}", found);
        }
    }

    #[test]
    fn the_order_of_pages_and_the_number_of_threads_change_nothing(
        (courses, order) in prop::collection::vec(course(), 2..9).prop_flat_map(|courses| {
            let order: Vec<usize> = (0..courses.len()).collect();
            (Just(courses), Just(order).prop_shuffle())
        }),
        threads in 1_usize..4,
    ) {
        let in_order = Learner::new().learn(&corpus(courses.iter().enumerate()));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let shuffled = pool.install(|| {
            Learner::new().learn(&corpus(order.iter().map(|&number| (number, &courses[number]))))
        });
        let json = |learned: katagami::error::Result<Wrapper>| learned.map(|wrapper| wrapper.to_json()).ok();
        prop_assert_eq!(json(in_order), json(shuffled));
    }
}

#[test]
fn recurring_linked_values_are_in_one_column() {
    for people in [3, 12, 1000] {
        for count in [8, 13, 40] {
            let person = |page: usize| format!("p{}", (page * page + 7 * page) % people);
            let page = |page: usize| {
                let name = person(page);
                format!("<dl><dt>By<dd><a href=/{name}>{name}</a><dt>Code<dd>{}</dl>", 7919 * (page + 1))
            };
            let corpus =
                (0..count).map(|number| Document::new(format!("{number:02}.html"), page(number))).collect();
            let wrapper = Learner::new().learn(&corpus).expect("the pages share a template");
            let right = |&number: &usize| {
                let found = found(&wrapper, &page(number));
                found.get("By") == Some(&vec![person(number)]) && found.contains_key("Code")
            };
            assert_eq!((0..count).filter(right).count(), count, "{people} people on {count} pages");
        }
    }
}

/// A page with a table whose rows are numbered, and its values by their labels.
fn numbered_rows(page: usize, spacer: &str) -> (String, BTreeMap<String, Vec<String>>) {
    let labels = ["Colour", "Class", "Display", "Ratio", "Zoom", "Shutter", "Focus", "Line", "Model"];
    let is_there = |row: usize| row < 2 || !(page * 5 + row * row).is_multiple_of(3);
    let value =
        |row: usize| if row == 2 { "LCD".to_owned() } else { format!("{}k", (page + 3) * (row + 5) * 37) };
    let rows = (0..labels.len()).filter(|&row| is_there(row)).zip(1..);
    let html = rows.clone().map(|(row, number)| {
        let (label, value) = (labels[row], value(row));
        format!(
            "<tr><td id=list_ctl{number:02}_name><img src=dot.gif>{label}:</td>{spacer}\
             <td id=list_ctl{number:02}_value>{value}</td></tr>"
        )
    });
    let html = format!("<h1>Thing {page}{page}</h1><table>{}</table><p>All of it", html.collect::<String>());
    (html, rows.map(|(row, _)| (labels[row].to_owned(), vec![value(row)])).collect())
}

#[test]
fn numbered_rows_are_identified_by_their_labels() {
    for spacer in ["", "<td width=15>&nbsp;</td>", "<td width=15></td>"] {
        for learned in [5, 10] {
            let corpus = (0..learned)
                .map(|page| Document::new(format!("{page:02}.html"), numbered_rows(page, spacer).0));
            let wrapper = Learner::new().learn(&corpus.collect()).expect("the pages share a template");
            let (mut right, mut all) = (0, 0);
            for page in 0..20 {
                let (html, values) = numbered_rows(page, spacer);
                let found = found(&wrapper, &html);
                right += values.iter().filter(|(label, value)| found.get(*label) == Some(*value)).count();
                all += values.len();
            }
            assert_eq!(right, all, "learned from {learned}, spacer {spacer:?}");
        }
    }
}

/// The values that a wrapper finds in a page, learned from pages of these texts.
fn learned_values(pages: &[String]) -> BTreeMap<String, Vec<String>> {
    let corpus: Corpus =
        pages.iter().enumerate().map(|(at, page)| Document::new(format!("{at}"), page.as_str())).collect();
    let wrapper = Learner::new().learn(&corpus).expect("the pages share a template");
    found(&wrapper, &pages[0])
}

#[test]
fn the_same_number_of_lines_on_all_pages_gives_a_field_each() {
    let page = |at: usize, lines: &[&str]| {
        let lines: Vec<String> = lines.iter().map(|line| format!("{line} {}", at * 7 + line.len())).collect();
        format!("<h1>Book {at}</h1><div class=imprint>{}</div><p>All rights</p>", lines.join("<br>"))
    };
    let even: Vec<String> = (1..6).map(|at| page(at, &["Acme Press", "Leeds", "June"])).collect();
    let found = learned_values(&even);
    for value in ["Acme Press 17", "Leeds 12", "June 11"] {
        assert!(found.values().any(|texts| *texts == [value]), "{value}: {found:?}");
    }
    // If the numbers differ, the lines cannot be identified.
    let uneven: Vec<String> =
        (1..6).map(|at| page(at, &["Acme Press", "Leeds", "June"][..=at % 3])).collect();
    let found = learned_values(&uneven);
    assert!(
        found.values().any(|texts| texts.concat().contains("17") && texts.concat().contains("12")),
        "{found:?}"
    );
}

#[test]
fn lists_of_recipes_are_complete_whatever_is_around_them() {
    let pages = site::recipes::CARD.site().pages(site::set::SEED, 12);
    let document = |page: &site::Page| Document::new(page.name.clone(), page.html.clone());
    let wrapper = Learner::new().learn(&pages[..5].iter().map(document).collect()).expect("a template");
    let reader = Extractor::new(&wrapper);
    for page in &pages {
        let found = reader.extract(&page.html).expect("it fits").page;
        for (name, kind) in [("recipeIngredient", "ingredient"), ("recipeInstructions", "step")] {
            let place = wrapper.templates[0].fields.iter().position(|field| field.name == name);
            let items = found[place.expect(name)].clone().unwrap_or_default().texts;
            let known = page.records.iter().filter(|record| record.kind == kind);
            let known: Vec<String> = known.map(|record| page.text_of(record).replace(" ,", ",")).collect();
            assert_eq!(items, known, "{} {name}", page.name);
        }
    }
}

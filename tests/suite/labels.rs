//! Laws of labels: a value is found beside its label, in whatever cell or order it is, from any number of learning pages; and a
//! text that is several values is divided into them.

use katagami::document::{Corpus, Document};
use katagami::wrapper::{Extractor, Learner, Shape, Wrapper};
use site::Rng;

const LABELS: [&str; 9] =
    ["Author", "Publisher", "Published", "ISBN", "Pages", "Weight", "Dimensions", "Series", "Price"];

/// How a row of a label and a value is marked up, and what is around and between the rows.
struct Markup {
    name: &'static str,
    row: fn(&str, &str) -> String,
    around: [&'static str; 2],
    /// What is written in the middle of the rows.
    middle: &'static str,
}

const MARKUPS: [Markup; 8] = [
    Markup {
        name: "th",
        row: |label, value| format!("<tr><th>{label}<td>{value}"),
        around: ["<table>", "</table>"],
        middle: "",
    },
    Markup {
        name: "td",
        row: |label, value| format!("<tr><td>{label}:<td>{value}"),
        around: ["<table>", "</table>"],
        middle: "",
    },
    Markup {
        name: "dt",
        row: |label, value| format!("<dt>{label}<dd>{value}"),
        around: ["<dl>", "</dl>"],
        middle: "",
    },
    Markup {
        name: "bold",
        row: |label, value| format!("<b>{label}:</b> {value}<br>"),
        around: ["<div>", "</div>"],
        middle: "",
    },
    Markup {
        name: "bold in cells",
        row: |label, value| format!("<b>{label}:</b> {value}<br>"),
        around: ["<table><tr><td valign=top>", "</table>"],
        middle: "<td valign=top>",
    },
    Markup {
        name: "text",
        row: |label, value| format!("<p>{label}: {value}</p>"),
        around: ["", ""],
        middle: "",
    },
    Markup {
        name: "run",
        row: |label, value| format!("{label}:{value} "),
        around: ["<p>", "</p>"],
        middle: "",
    },
    Markup {
        name: "heading",
        row: |label, value| format!("<h3>{label}</h3><p>{value}</p>"),
        around: ["", ""],
        middle: "",
    },
];

/// The values of a page, by label; some pages lack some.
fn values(rng: &mut Rng) -> Vec<Option<String>> {
    let words = ["ash", "birch", "cedar", "elm", "fir", "gum", "hazel", "iris", "larch", "maple"];
    let mut number = |from: usize, to: usize| from + rng.below(to - from);
    let name = |a: usize, b: usize| format!("{} {}", words[a], words[b]);
    let all = [
        name(number(0, 10), number(0, 10)),
        name(number(0, 4), 9),
        format!("{}-{:02}-{:02}", number(1950, 2020), number(1, 13), number(1, 29)),
        format!("978{}", number(1_000_000_000, 9_999_999_999)),
        number(8, 999).to_string(),
        format!("{}.{} kg", number(1, 99), number(0, 9)),
        format!("{}.{} X {}.{}", number(1, 99), number(0, 9), number(1, 99), number(0, 9)),
        name(number(0, 3), number(0, 3)),
        format!("${}.99", number(1, 99)),
    ];
    all.into_iter().enumerate().map(|(at, value)| (at < 2 || number(0, 5) > 0).then_some(value)).collect()
}

fn page(markup: &Markup, number: usize, values: &[Option<String>]) -> Document {
    let mut rows: Vec<(&str, &str)> =
        LABELS.iter().zip(values).filter_map(|(label, value)| Some((*label, value.as_deref()?))).collect();
    // The order and the number of rows differ from page to page.
    let count = rows.len();
    rows.rotate_left(number % count);
    let written: Vec<String> = rows.iter().map(|(label, value)| (markup.row)(label, value)).collect();
    let [begin, end] = markup.around;
    let html = format!(
        "<title>{number}</title><h1>Thing {number} of {}</h1>{begin}{}{}{}{end}<hr>",
        number * 7 % 31,
        written[..count / 2].concat(),
        markup.middle,
        written[count / 2..].concat()
    );
    Document::new(format!("{number:03}.html"), html)
}

/// For each label the number of pages whose value is right.
fn right(wrapper: &Wrapper, pages: &[Document], truth: &[Vec<Option<String>>]) -> Vec<usize> {
    let extractor = Extractor::new(wrapper);
    let found: Vec<_> = pages.iter().map(|page| extractor.extract(page.text()).expect("it fits")).collect();
    let of_label = |label: usize| {
        let is_right = |(found, truth): &(&katagami::wrapper::Extraction, &Vec<Option<String>>)| {
            let fields = &wrapper.templates[found.template].fields;
            let column = fields.iter().position(|field| field.name == LABELS[label]);
            let value =
                column.and_then(|column| found.page[column].as_ref()).map(|value| value.texts.join(" "));
            value.filter(|value| !value.is_empty()) == truth[label]
        };
        found.iter().zip(truth).filter(is_right).count()
    };
    (0..LABELS.len()).map(of_label).collect()
}

#[test]
fn more_learning_pages_never_make_a_labelled_value_worse() {
    for markup in &MARKUPS {
        let mut rng = Rng::new(7);
        let truth: Vec<_> = (0..100).map(|_| values(&mut rng)).collect();
        let pages: Vec<Document> =
            truth.iter().enumerate().map(|(number, values)| page(markup, number, values)).collect();
        for count in [2, 5, 20, 100] {
            let corpus: Corpus = pages[..count].iter().cloned().collect();
            let wrapper = Learner::new().shape(Shape::Page).learn(&corpus).expect("a template");
            let all = right(&wrapper, &pages, &truth);
            // In a run, words that precede a label on each of a few pages cannot be told from it.
            if markup.name == "run" && count < 20 {
                continue;
            }
            // From two pages, labels that both lack are not known as such.
            let least = if count == 2 { 80 } else { 98 };
            // Two pages can lack a label, or have the same value.
            let is_known = |label: &usize| {
                count > 2
                    || truth[0][*label].is_some()
                        && truth[1][*label].is_some()
                        && truth[0][*label] != truth[1][*label]
            };
            for label in (0..LABELS.len()).filter(is_known) {
                assert!(all[label] >= least, "{} from {count} pages: {} {all:?}", markup.name, LABELS[label]);
            }
        }
    }
}

#[test]
fn pages_with_labelled_values_and_a_list_keep_their_values() {
    let mut rng = Rng::new(3);
    let truth: Vec<_> = (0..12).map(|_| values(&mut rng)).collect();
    let pages: Vec<Document> = truth
        .iter()
        .enumerate()
        .map(|(number, values)| {
            let said = |at: usize| {
                format!(
                    "<li><b>Reader {at}{number}</b> <i>200{at}</i><br>Said of {number} {}",
                    "so much ".repeat(9 + at)
                )
            };
            let reviews: String = (0..5 + number % 3).map(said).collect();
            let page = page(&MARKUPS[0], number, values);
            Document::new(page.name(), format!("{}<h2>Reviews</h2><ul>{reviews}</ul>", page.text()))
        })
        .collect();
    let wrapper = Learner::new().learn(&pages.iter().cloned().collect()).expect("a template");
    assert_eq!(right(&wrapper, &pages, &truth), [12; 9]);
}

/// Forms of texts with several values, as in figure 7 of the first source: what is before, between and after the parts.
fn forms() -> Vec<Vec<String>> {
    let japanese = ["学期", "曜", "時限", "講義室", "単位", "定員", "学年", "電話"];
    let english = ["Term", "Day", "Period", "Room", "Credits", "Seats", "Year", "Phone"];
    let mut forms = Vec::new();
    for shift in 0..5 {
        for parts in [3, 4] {
            let of = |words: [&str; 8]| -> Vec<String> {
                (0..parts).map(|at| words[(shift + at) % 8].to_owned()).collect()
            };
            let (ja, en) = (of(japanese), of(english));
            // 春学期 月曜 2時限: the words are after the parts.
            let mut after: Vec<String> = ja.iter().map(|word| format!("{word} ")).collect();
            let last = after.pop().expect("a word");
            after.insert(0, String::new());
            forms.push(after.into_iter().chain([last]).collect());
            // 電話:1 講義室:2
            let colon = |words: &[String]| -> Vec<String> {
                let first = format!("{}:", words[0]);
                let rest = words[1..].iter().map(|word| format!(" {word}:"));
                std::iter::once(first).chain(rest).chain([String::new()]).collect()
            };
            forms.push(colon(&ja));
            forms.push(colon(&en));
            // Term 3, Day 4
            let first = format!("{} ", en[0]);
            let rest = en[1..].iter().map(|word| format!(", {word} "));
            forms.push(std::iter::once(first).chain(rest).chain([String::new()]).collect());
        }
    }
    forms
}

#[test]
fn texts_of_several_values_are_divided_into_them() {
    let forms = forms();
    assert_eq!(forms.len(), 40);
    let (mut right, mut all) = (0, 0);
    for (seed, form) in forms.iter().enumerate() {
        let mut rng = Rng::new(seed as u64);
        let mut part = |at: usize| match at % 3 {
            0 => ["春", "夏", "秋", "冬"][rng.below(4)].to_owned(),
            1 => format!("{}", 1 + rng.below(99)),
            _ => format!("{}{}", ["A", "B", "C", "D"][rng.below(4)], 100 + rng.below(899)),
        };
        let truth: Vec<Vec<String>> = (0..12).map(|_| (0..form.len() - 1).map(&mut part).collect()).collect();
        let pages: Vec<Document> = truth
            .iter()
            .enumerate()
            .map(|(number, parts)| {
                let text: String = (0..form.len())
                    .flat_map(|at| [&*form[at], parts.get(at).map_or("", |part| part)])
                    .collect();
                let words = ["one", "two", "three", "four"][number % 4];
                Document::new(
                    format!("{number:02}"),
                    format!("<h1>Course {words} {number}</h1><p class=when>{text}</p><p>End of it"),
                )
            })
            .collect();
        let wrapper =
            Learner::new().shape(Shape::Page).learn(&pages.iter().cloned().collect()).expect("a template");
        let extractor = Extractor::new(&wrapper);
        let rows: Vec<_> =
            pages.iter().map(|page| extractor.extract(page.text()).expect("it fits").page.clone()).collect();
        for at in 0..form.len() - 1 {
            let has = |column: usize| {
                let is_it = |(row, truth): &(&katagami::wrapper::Row, &Vec<String>)| {
                    row[column].as_ref().is_some_and(|value| value.texts == [truth[at].clone()])
                };
                rows.iter().zip(&truth).filter(is_it).count()
            };
            right += (0..wrapper.templates[0].fields.len()).map(has).max().unwrap_or_default();
            all += rows.len();
        }
    }
    assert!(100 * right >= 95 * all, "{right} of {all}");
}

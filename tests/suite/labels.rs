//! Laws of labels: a value is found beside its label, in whatever cell or order it is, from any number of learning pages; and a
//! text that is several values is divided into them.

use katagami::document::{Corpus, Document};
use katagami::wrapper::{Extractor, Learner, Shape, Wrapper};
use site::Rng;
use std::collections::BTreeMap;

const LABELS: [&str; 9] = [
    "Author",
    "Publisher",
    "Publication Date",
    "ISBN",
    "Number of Pages",
    "Weight",
    "Dimensions",
    "Series",
    "Price",
];

/// How many pages values are read from.
const PAGES: usize = 100;

/// How a row of a label and a value is marked up, and what is around and between the rows.
struct Markup {
    name: &'static str,
    row: fn(&str, &str) -> String,
    around: [&'static str; 2],
    /// What is written in the middle of the rows.
    middle: &'static str,
}

const MARKUPS: [Markup; 13] = [
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
        name: "span",
        row: |label, value| format!("<span>{label}</span> <span>{value}</span><br>"),
        around: ["<p>", "</p>"],
        middle: "",
    },
    Markup {
        name: "equality sign",
        row: |label, value| format!("{label} = {value}<br>"),
        around: ["<p>", "</p>"],
        middle: "",
    },
    Markup {
        name: "leader",
        row: |label, value| format!("<li>{label} ...... {value}</li>"),
        around: ["<ul>", "</ul>"],
        middle: "",
    },
    Markup {
        name: "two columns of text",
        row: |label, value| format!("{label:<20}{value}\n"),
        around: ["<pre>\n", "</pre>"],
        middle: "",
    },
    Markup {
        name: "icon",
        row: |label, value| format!("<p><img src=icon.gif alt='{label}'> {value}</p>"),
        around: ["<div>", "</div>"],
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

/// A page, whose rows are rotated by a number.
fn page(markup: &Markup, number: usize, rotation: usize, values: &[Option<String>]) -> Document {
    let mut rows: Vec<(&str, &str)> =
        LABELS.iter().zip(values).filter_map(|(label, value)| Some((*label, value.as_deref()?))).collect();
    let count = rows.len();
    rows.rotate_left(rotation % count);
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

/// Learns from so many pages with rows in this markup; for each label the number of [`PAGES`] whose value is right.
fn right_from(count: usize, markup: &Markup, is_rotated: bool, truth: &[Vec<Option<String>>]) -> Vec<usize> {
    let page = |(number, values): (usize, &Vec<Option<String>>)| {
        page(markup, number, if is_rotated { number } else { 0 }, values)
    };
    let corpus: Corpus = truth[..count].iter().enumerate().map(page).collect();
    let wrapper = Learner::new().shape(Shape::Page).learn(&corpus).expect("a template");
    let truth = &truth[..PAGES];
    right(&wrapper, &truth.iter().enumerate().map(page).collect::<Vec<_>>(), truth)
}

#[test]
fn more_learning_pages_never_make_a_labelled_value_worse() {
    let mut rng = Rng::new(7);
    let truth: Vec<_> = (0..300).map(|_| values(&mut rng)).collect();
    for markup in &MARKUPS {
        for is_rotated in [true, false] {
            for count in [2, 5, 20, 100, 300] {
                let all = right_from(count, markup, is_rotated, &truth);
                // From two pages, labels that both lack are not known as such, and where no markup tells labels, none are.
                let least = match count {
                    2 if matches!(markup.name, "run" | "span") => 0,
                    2 => 80,
                    // A value that recurs on a tenth of the pages may be taken for a label: one of nine series.
                    _ if markup.name == "span" => 85,
                    _ => 98,
                };
                // Two pages can lack a label, or have the same value.
                let is_known = |label: &usize| {
                    count > 2
                        || truth[0][*label].is_some()
                            && truth[1][*label].is_some()
                            && truth[0][*label] != truth[1][*label]
                };
                for label in (0..LABELS.len()).filter(is_known) {
                    assert!(
                        all[label] >= least,
                        "{} from {count} pages, rotated {is_rotated}: {} {all:?}",
                        markup.name,
                        LABELS[label]
                    );
                }
            }
        }
    }
}

#[test]
fn a_word_that_ends_values_is_no_part_of_the_next_label() {
    let run = MARKUPS.iter().find(|markup| markup.name == "run").expect("it is there");
    let mut rng = Rng::new(7);
    // Nothing but other labels after it shows that Maple in `Elm Maple Publication Date:` is no word of the label.
    let capitalized = |value: String| {
        let word = |word: &str| word[..1].to_uppercase() + &word[1..];
        value.split(' ').map(word).collect::<Vec<_>>().join(" ")
    };
    let values = |_| values(&mut rng).into_iter().map(|value| value.map(capitalized)).collect();
    let truth: Vec<Vec<Option<String>>> = (0..PAGES).map(values).collect();
    for count in [20, 100] {
        let all = right_from(count, run, false, &truth);
        assert!(all.iter().all(|&right| right >= 98), "from {count} pages: {all:?}");
    }
}

#[test]
fn a_label_is_behind_its_value_where_one_beside_it_is() {
    let fields = |of: &dyn Fn(usize) -> String| {
        let page = |at: usize| {
            let page = format!("<title>Thing {at}</title><h1>Thing {at}</h1><div>{}</div>", of(at));
            Document::new(format!("{at}.html"), page)
        };
        let wrapper = Learner::new().learn(&(0..6).map(page).collect()).expect("a template");
        let fields = wrapper.templates[0].fields.iter();
        fields.filter_map(|field| field.label.clone()).collect::<Vec<String>>()
    };
    let notes =
        fields(&|at| format!("<p><b>£{at}7.50</b> <i>with VAT</i></p><p>What was said of it {at}</p>"));
    assert_eq!(notes, [""; 0], "a note");
    let behind = |at: usize, label: &str| format!("<p><b>{}</b> <i>{label}</i></p>", at * 7 + label.len());
    let labels = fields(&|at| ["Pages", "Chapters", "Maps"].map(|label| behind(at, label)).concat());
    assert_eq!(labels, ["Pages", "Chapters", "Maps"]);
}

#[test]
fn rows_under_a_header_row_are_a_table_whatever_recurs_in_their_first_cells() {
    let columns = ["Team", "Games", "Goals", "Points"];
    for tag in ["th", "td"] {
        for fewest in [3, 4] {
            let mut rng = Rng::new(5);
            let rows = |_| -> Vec<Vec<String>> {
                let mut teams = vec!["Austin", "Boston", "Dallas", "Denver", "Miami", "Tampa"];
                let count = fewest + rng.below(5 - fewest);
                while teams.len() > count {
                    teams.remove(rng.below(teams.len()));
                }
                let numbers = [90, 100, 1000];
                let row = |team: &str| {
                    let numbers = numbers.map(|most| rng.below(most).to_string());
                    std::iter::once(team.to_owned()).chain(numbers).collect()
                };
                teams.into_iter().map(row).collect()
            };
            let truth: Vec<Vec<Vec<String>>> = (0..12).map(rows).collect();
            let page = |(number, rows): (usize, &Vec<Vec<String>>)| {
                let row = |row: &Vec<String>| format!("<tr><{tag}>{}", row.join("<td>"));
                let header = format!("<tr><th>{}", columns.join("<th>"));
                let rows: String = rows.iter().map(row).collect();
                let text = format!(
                    "<h1>Player {number}</h1><p>Born: {}</p><table>{header}{rows}</table>",
                    1950 + number
                );
                Document::new(format!("{number:02}"), text)
            };
            let pages: Vec<Document> = truth.iter().enumerate().map(page).collect();
            let wrapper = Learner::new()
                .shape(Shape::Page)
                .learn(&pages.iter().cloned().collect())
                .expect("a template");
            let [table] = &wrapper.templates[0].tables[..] else { panic!("{tag}, {fewest}: one table") };
            assert_eq!(table.fields.iter().map(|field| &*field.name).collect::<Vec<_>>(), columns);
            let extractor = Extractor::new(&wrapper);
            for (page, truth) in pages.iter().zip(&truth) {
                let found = extractor.extract(page.text()).expect("it fits");
                let text = |value: &Option<katagami::wrapper::Value>| {
                    value.as_ref().map(|value| value.texts.join(" "))
                };
                let rows: Vec<Vec<String>> =
                    found.tables[0].iter().map(|row| row.iter().filter_map(text).collect()).collect();
                assert_eq!(&rows, truth, "{tag}, {fewest}");
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
            let page = page(&MARKUPS[0], number, number, values);
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
            // 春学期 2曜 講義室:A1: the last word is a label with a colon, and before it are words of the part before that.
            let (last, first) = ja.split_last().expect("words");
            let mut mixed: Vec<String> = first.iter().map(|word| format!("{word} ")).collect();
            mixed.insert(0, String::new());
            let before = mixed.pop().expect("words");
            mixed.push(format!("{before}{last}:"));
            forms.push(mixed.into_iter().chain([String::new()]).collect());
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
    assert_eq!(forms.len(), 50);
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

/// The fields of each of these pages by their names, learned from all of them.
fn fields(pages: &[String]) -> Vec<BTreeMap<String, String>> {
    let names = (0..pages.len()).map(|number| format!("{number:02}"));
    let corpus: Corpus = names.zip(pages).map(|(name, page)| Document::new(name, &**page)).collect();
    let wrapper = Learner::new().shape(Shape::Page).learn(&corpus).expect("a template");
    let extractor = Extractor::new(&wrapper);
    let of_page = |page: &String| {
        let found = extractor.extract(page).expect("it fits");
        let fields = wrapper.templates[0].fields.iter().zip(&found.page);
        let value = |value: &katagami::wrapper::Value| value.texts.join(" ");
        fields.filter_map(|(field, of)| Some((field.name.clone(), value(of.as_ref()?)))).collect()
    };
    pages.iter().map(of_page).collect()
}

/// The labels of a page about a place and their values; one of them is missing on most pages.
fn facts(number: usize) -> Vec<(&'static str, String)> {
    let mut facts = vec![
        ("Town", format!("{}ton", ["Gray", "Voss", "Yarrow", "Ibsen", "Hale"][number % 5])),
        ("Opening hours", format!("{}.00 - 1{}.30", 6 + number % 4, 3 + number % 5)),
        ("Fax", format!("0{}-{}", 4417 + 31 * number, 1083 + number)),
        ("Contact person", format!("{} Lee", ["Ann", "Bob", "Cleo", "Dan"][number % 4])),
        ("Rooms", format!("{}", 17 * number + 4)),
        ("Garden", ["large", "small", "none"][number % 3].to_owned()),
    ];
    if number % 7 < facts.len() && number > 0 {
        facts.remove(number % 7);
    }
    facts
}

/// The pages with the facts of these numbers, each written in this way.
fn written(numbers: std::ops::Range<usize>, around: [&str; 2], row: fn(&str, &str) -> String) -> Vec<String> {
    let page = |number: usize| {
        let rows: String = facts(number).iter().map(|(label, value)| row(label, value)).collect();
        format!(
            "<h1>Inn number {number}</h1>{}{rows}{}<p>What it is like there, at length.",
            around[0], around[1]
        )
    };
    numbers.map(page).collect()
}

/// What is around the rows, and how a label and a value are written as a row.
type Rows = ([&'static str; 2], fn(&str, &str) -> String);

#[test]
fn lines_of_a_single_page_that_begin_alike_are_labels_and_values() {
    let markups: [Rows; 9] = [
        (["<p>", "</p>"], |label, value| format!("<u>{label}</u>: {value}<br>")),
        (["", ""], |label, value| format!("<p><small>{label}</small> {value}</p>")),
        (["", ""], |label, value| format!("<p><label>{label}</label> <output>{value}</output></p>")),
        (["", ""], |label, value| format!("<div class=row>{label}<span>{value}</span></div>")),
        (["<p>", "</p>"], |label, value| format!("【{label}】{value}<br>")),
        (["<p>", "</p>"], |label, value| format!("1. {label}: {value}<br>")),
        (["<p>", "</p>"], |label, value| format!("{label}: {value}; ")),
        (["<pre>", "</pre>"], |label, value| format!("* {label}: {value}\n")),
        (["<table>", "</table>"], |label, value| {
            format!("<tr><th colspan=2>{label}<tr><td colspan=2>{value}")
        }),
    ];
    for (around, row) in markups {
        let found = fields(&written(0..1, around, row));
        for (label, value) in facts(0) {
            let own = found[0].get(label).map(|own| own.trim_end_matches(';'));
            assert_eq!(own, Some(&*value), "{}: {found:?}", row(label, &value));
        }
    }
}

#[test]
fn names_before_dates_or_the_same_words_are_no_labels() {
    let names = ["Caroline", "Samuel", "Josephine", "Leo", "Flavia"];
    let says: [fn(usize) -> String; 3] =
        [|_| "says:".to_owned(), |n| format!("{} years ago", n + 3), |n| format!("May {}, 2024", n + 3)];
    for says in says {
        let comment = |(n, name): (usize, &&str)| {
            format!(
                "<div><p><cite>{name}</cite> <i>{}</i></p><p>What {name} has to say of it all.</p></div>",
                says(n)
            )
        };
        let comments: String = names.iter().enumerate().map(comment).collect();
        let found = fields(&[format!("<h1>Apple pie</h1><p>Peel the apples, and bake.</p>{comments}")]);
        assert!(names.iter().all(|name| !found[0].contains_key(*name)), "{found:?}");
    }
}

#[test]
fn labels_with_colons_are_found_beside_texts_with_dashes() {
    let words = ["maple", "stone", "river", "lantern", "copper", "meadow", "harbour", "castle", "linen"];
    let page = |n: usize| {
        let word = |at: usize| words[(n * at + at / 2) % words.len()];
        let said = (1..10).map(|at| format!("<li>{} {} - {}", word(at), word(at + 3), word(at + 7)));
        let said = said.collect::<Vec<_>>().concat();
        format!(
            "<h1>College {n}</h1><ul><li>Fee: ${}.00<li>Aid: {}%<li>Size: {}{said}</ul>",
            20 + n,
            50 + 3 * n,
            700 + n
        )
    };
    for (found, n) in fields(&(1..9).map(page).collect::<Vec<_>>()).iter().zip(1..9) {
        let expected = [
            ("Fee", format!("${}.00", 20 + n)),
            ("Aid", format!("{}%", 50 + 3 * n)),
            ("Size", (700 + n).to_string()),
        ];
        assert!(expected.iter().all(|(label, value)| found.get(*label) == Some(value)), "{found:?}");
    }
}

#[test]
fn labels_are_in_brackets_before_gaps_above_values_and_in_attributes() {
    let markups: [Rows; 8] = [
        (["<p>", "</p>"], |label, value| format!("({label}) {value}<br>")),
        (["<ul>", "</ul>"], |label, value| format!("<li>{value} ({label})</li>")),
        (["<p>", "</p>"], |label, value| format!("{value} [{label}]<br>")),
        (["<p>", "</p>"], |label, value| format!("【{label}】{value}<br>")),
        (["", ""], |label, value| format!("<p>{label}&nbsp;&nbsp;&nbsp;{value}</p>")),
        (["<table><tr>", "</table>"], |label, value| format!("<td data-label='{label}'>{value}</td>")),
        (["", ""], |label, value| format!("<div aria-label='{label}'>{value}</div>")),
        (["<table>", "</table>"], |label, value| {
            format!("<tr><th colspan=2>{label}<tr><td colspan=2>{value}")
        }),
    ];
    for (around, row) in markups {
        let found = fields(&written(1..13, around, row));
        for (found, number) in found.iter().zip(1..) {
            for (label, value) in facts(number) {
                assert_eq!(found.get(label), Some(&value), "{}: {found:?}", row(label, &value));
            }
        }
    }
}

#[test]
fn a_number_in_brackets_behind_a_value_is_no_label() {
    let page = |n: usize| {
        format!(
            "<h1>Player {n}</h1><table><tr><th>Height<td>{} ft {} in (1.{} m)<tr><th>Age<td>{}</table>",
            5 + n % 2,
            n,
            71 + n,
            20 + n
        )
    };
    let found = fields(&(0..6).map(page).collect::<Vec<_>>());
    assert_eq!(found[3]["Height"], "6 ft 3 in (1.74 m)");
}

/// Two pages whose kind is that of lists.
#[test]
fn facts_of_several_pages_make_no_list_of_them() {
    let pages = [
        [
            "社桥了田电了草向",
            "05542-42-2241",
            "旧市",
            "4950138371906",
            "15 x 40",
            "41.5 kg",
            "¥9,566.87",
            "冬人",
            "TF-39978",
            "周则铜方石",
            "885",
        ],
        [
            "港大了桥花",
            "0837-12-9911",
            "港大",
            "4209877197093",
            "26 x 77",
            "23.7 kg",
            "¥407.43",
            "究草",
            "AB-40586",
            "黄技花电短",
            "149",
        ],
    ];
    let labels = ["电话", "材料", "条码", "尺寸", "重量", "价格", "颜色", "课程号", "厂家", "库存"];
    let page = |of: &[&str; 11]| {
        let facts = labels.iter().zip(&of[1..]).map(|(label, value)| format!("<li>{label}： {value}</li>\n"));
        let facts = facts.collect::<Vec<_>>().concat();
        let offers = (0..6).map(|n| format!("<li><a href=/s/{n}>学社{}春林{n}</a>: ¥{n}97.67</li>\n", of[2]));
        let offers = offers.collect::<Vec<_>>().concat();
        format!(
            "<body>\n<h1 class=name>{}</h1>\n<ul>{facts}</ul>\n\n<h2>价格</h2>\n<ul>{offers}</ul>\n</body>",
            of[0]
        )
    };
    let corpus: Corpus =
        pages.iter().zip(["001.html", "002.html"]).map(|(of, name)| Document::new(name, page(of))).collect();
    let wrapper = Learner::new().learn(&corpus).expect("a template");
    assert_eq!(wrapper.templates[0].rows, katagami::wrapper::Rows::Page);
}

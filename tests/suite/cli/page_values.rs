//! The values of pages about one thing as people read them: each in its field, whole, and under its own label.

use super::run::{Folder, csv_rows};
use std::collections::BTreeMap;

type Rows = Vec<BTreeMap<String, String>>;

const WORDS: [&str; 8] = ["amber", "basket", "copper", "delta", "ember", "forest", "garden", "harbor"];

/// What a wrapper that is learned from pages reads on them, and on further ones of the site.
fn read(pages: &[String], further: &[String]) -> [Rows; 2] {
    let folder = Folder::new();
    for (at, page) in pages.iter().enumerate() {
        folder.write(&format!("known/{at:02}.html"), page);
    }
    for (at, page) in further.iter().enumerate() {
        folder.write(&format!("later/{at:02}.html"), page);
    }
    folder.write("wrapper.json", folder.run(["learn", "-q", "known"]).found());
    let of = |pages: &str| {
        csv_rows(&folder.run(["extract", "-q", "-w", "wrapper.json", pages, "--format", "csv"]).found())
    };
    [of("known"), if further.is_empty() { Vec::new() } else { of("later") }]
}

fn pages(count: usize, write: impl Fn(usize) -> String) -> Vec<String> {
    (0..count)
        .map(|at| {
            let title = format!("{} {}", WORDS[at % 8], WORDS[(at * 3 + at / 8 + 1) % 8]);
            format!("<h1>{title} {at}</h1>{}<p>Contact us</p>", write(at))
        })
        .collect()
}

fn column<'r>(rows: &'r Rows, name: &str) -> Vec<&'r str> {
    rows.iter().map(|row| row.get(name).map_or("no field", String::as_str)).collect()
}

const PLACES: [&str; 4] =
    ["London : Faber, 2003", "Paris : Plon, 1969", "London : Verso, 2010", "Berlin : Springer, 2015"];

#[test]
fn a_colon_inside_a_value_beside_its_label_is_a_part_of_the_value() {
    let table = |at: usize| {
        format!(
            "<table><tr><th>Author<td>Ann {}<tr><th>Published<td>{}</table>",
            WORDS[at % 8],
            PLACES[at % 4]
        )
    };
    let list = |at: usize| {
        format!("<dl><dt>Author<dd>Ann {}<dt>Published<dd>{}</dl>", WORDS[at % 8], PLACES[at % 4])
    };
    let cells = |at: usize| {
        let row = |label: &str, value: &str| format!("<tr><td><b>{label}:</b></td><td>{value}</td></tr>");
        format!("<table>{}{}</table>", row("Author", WORDS[at % 8]), row("Published", PLACES[at % 4]))
    };
    let forms: [&dyn Fn(usize) -> String; 3] = [&table, &list, &cells];
    for form in forms {
        let known = pages(12, form);
        let new = known[0].replace("London : Faber", "Rome : Einaudi");
        let [known, new] = read(&known, &[new]);
        assert_eq!(column(&known, "Published")[..4], PLACES);
        assert_eq!(column(&new, "Published"), ["Rome : Einaudi, 2003"]);
    }
}

#[test]
fn lines_of_one_element_are_one_value_under_their_label() {
    let page = |at: usize| {
        format!(
            "<dl><dt>Address<dd>{} Mill Road<br>{}<br>LS{at} 4AB<dt>Phone<dd>0113 40{at:02}</dl>",
            at + 3,
            ["Leeds", "York", "Hull"][at % 3]
        )
    };
    let [known, _] = read(&pages(9, page), &[]);
    assert_eq!(column(&known, "Address")[..2], ["3 Mill Road Leeds LS0 4AB", "4 Mill Road York LS1 4AB"]);
    assert_eq!(column(&known, "Phone")[8], "0113 4008");
}

#[test]
fn a_label_in_several_rows_and_a_term_with_several_descriptions_have_a_list() {
    let subjects = |at: usize| -> Vec<String> {
        (0..=at % 3).map(|n| format!("{} -- History", WORDS[(at + 3 * n) % 8])).collect()
    };
    let list = |texts: Vec<String>| format!("[\"{}\"]", texts.join("\",\""));
    let rows = |at: usize| {
        let row = |label: &str, value: &str| format!("<tr><td><b>{label}:</b></td><td>{value}</td></tr>");
        let all: String = subjects(at).iter().map(|subject| row("Subject", subject)).collect();
        format!(
            "<table>{}{all}{}</table>",
            row("Author", WORDS[at % 8]),
            row("Pages", &format!("{}", 100 + 7 * at))
        )
    };
    let terms = |at: usize| {
        let all = subjects(at).join("<dd>");
        format!("<dl><dt>Author<dd>{}<dt>Subject<dd>{all}<dt>Pages<dd>{}</dl>", WORDS[at % 8], 100 + 7 * at)
    };
    let forms: [&dyn Fn(usize) -> String; 2] = [&rows, &terms];
    for form in forms {
        let [known, _] = read(&pages(10, form), &[]);
        let expected: Vec<String> = (0..10).map(|at| list(subjects(at))).collect();
        assert_eq!(column(&known, "Subject"), expected);
        assert_eq!(column(&known, "Pages")[3], "121");
    }
}

#[test]
fn words_behind_a_figure_name_it_and_not_what_follows() {
    let facts = |at: usize| {
        let fact =
            |(figure, unit): (usize, &str)| format!("<div class=fact><strong>{figure}</strong> {unit}</div>");
        [(2 + at % 4, "beds"), (1 + at % 3, "baths"), (558 + 97 * at, "sq ft")].map(fact).concat()
    };
    let [known, _] = read(&pages(8, facts), &[]);
    assert_eq!(column(&known, "beds"), ["2", "3", "4", "5", "2", "3", "4", "5"]);
    assert_eq!(column(&known, "baths")[..3], ["1", "2", "3"]);
    assert_eq!(column(&known, "sq ft")[..2], ["558", "655"]);
    let taxed = |at: usize| {
        format!(
            "<div><span class=cost>{}.50 €</span> plus tax</div><p>It is {} work</p>",
            12 + at,
            WORDS[at % 8]
        )
    };
    let [known, _] = read(&pages(8, taxed), &[]);
    let of_tax = column(&known, "plus tax");
    assert!(of_tax.iter().all(|value| !value.contains("work")), "{of_tax:?}");
}

#[test]
fn pages_in_two_languages_keep_their_labelled_fields() {
    let page = |at: usize| {
        let labels = if at.is_multiple_of(2) {
            ["Price", "Weight", "Maker"]
        } else {
            ["Preis", "Gewicht", "Hersteller"]
        };
        let values = [format!("${}.00", 5 + at), format!("{} g", 100 + 7 * at), WORDS[at % 8].to_owned()];
        let row = |(label, value): (&&str, &String)| format!("<tr><th>{label}<td>{value}");
        format!("<table>{}</table>", labels.iter().zip(&values).map(row).collect::<String>())
    };
    let [known, _] = read(&pages(8, page), &[]);
    assert_eq!(column(&known, "Price")[..3], ["$5.00", "", "$7.00"]);
    assert_eq!(column(&known, "Hersteller")[..2], ["", "basket"]);
}

#[test]
fn a_label_that_no_known_page_has_is_no_value_of_another_one() {
    let page = |at: usize, more: &str| {
        let died = if at.is_multiple_of(2) {
            String::new()
        } else {
            format!("<tr><th>Died<td>{} June 2{at:03}", 2 + at)
        };
        format!(
            "<table><tr><th>Born<td>{} May 19{:02}{died}{more}<tr><th>Country<td>{}</table>",
            3 + at,
            20 + at,
            ["Greece", "France"][at % 2]
        )
    };
    let further = pages(2, |at| page(at, "<tr><th>Place<td>Harborville"));
    let [_, new] = read(&pages(8, |at| page(at, "")), &further);
    assert_eq!(column(&new, "Died"), ["", "3 June 2001"]);
}

#[test]
fn a_redesign_keeps_the_values_under_the_names_of_what_they_are() {
    let stock = |at: usize| ["In stock", "Sold out", "Few left"][at % 3];
    let old = |at: usize| {
        let was = if at.is_multiple_of(2) {
            format!("<div class=was><s>£{}.00</s></div>", 40 + 31 * at)
        } else {
            String::new()
        };
        format!(
            "<div class=price>£{}.99</div>{was}<div class=stock>{}</div><div class=sku>{}</div>",
            20 + 31 * at,
            stock(at),
            18_254 + 2_319 * at
        )
    };
    let new = |at: usize| {
        format!(
            "<p class=code>{}</p><p class=avail>{}</p><p class=amount>£{}.99</p>",
            45_913 + 1_877 * at,
            stock(at + 1),
            30 + 17 * at
        )
    };
    let folder = Folder::new();
    for (name, all) in [("old", pages(10, old)), ("new", pages(10, new))] {
        for (at, page) in all.iter().enumerate() {
            folder.write(&format!("{name}/{at:02}.html"), page);
        }
    }
    folder.write("old.json", folder.run(["learn", "-q", "old"]).found());
    folder.run(["learn", "-q", "--update", "old.json", "new", "-o", "new.json"]).found();
    let rows = csv_rows(&folder.run(["extract", "-q", "-w", "new.json", "new", "--format", "csv"]).found());
    assert_eq!(column(&rows, "price")[..2], ["£30.99", "£47.99"], "{:?}", rows[0]);
    assert_eq!(column(&rows, "stock")[0], "Sold out");
}

#[test]
fn an_unknown_label_in_a_known_form_is_read_too() {
    let page = |at: usize, more: &str| {
        format!("<p>Seats: {}</p><p>Energy rating: {}</p>{more}", 33 + 7 * at, ["B", "C", "E"][at % 3])
    };
    let folder = Folder::new();
    for (at, page) in pages(8, |at| page(at, "")).iter().enumerate() {
        folder.write(&format!("known/{at}.html"), page);
    }
    folder.write("later.html", &pages(1, |at| page(at, "<p>Council tax: Band B</p>"))[0]);
    folder.write("wrapper.json", folder.run(["learn", "-q", "known"]).found());
    let found =
        folder.run(["extract", "-q", "-w", "wrapper.json", "later.html", "--format", "jsonl"]).json_lines();
    assert_eq!(found[0]["fields"]["Council tax"], "Band B");
    assert_eq!(found[0]["fields"]["Energy rating"], "B");
}

#[test]
fn numbers_that_recur_are_values_of_their_units() {
    let beds = [4, 3, 3, 4, 4, 3];
    let baths = [2, 3, 1, 1, 1, 2];
    let fact = |number: usize, one: &str, more: &str| {
        format!("<div class=fact><strong>{number}</strong> {}</div>", if number == 1 { one } else { more })
    };
    let known = pages(6, |at| {
        let size = fact(548 + 307 * at, "sq ft", "sq ft");
        format!(
            "<div class=facts>{}{}{size}</div>",
            fact(beds[at], "bed", "beds"),
            fact(baths[at], "bath", "baths")
        )
    });
    let [rows, _] = read(&known, &[]);
    assert_eq!(column(&rows, "beds"), ["4", "3", "3", "4", "4", "3"]);
    assert_eq!(column(&rows, "sq ft"), ["548", "855", "1162", "1469", "1776", "2083"]);
    assert!(rows[0].keys().all(|name| name.parse::<u32>().is_err()), "{:?}", rows[0].keys());
}

#[test]
fn cells_below_labels_of_their_own_are_fields_of_the_page() {
    let labels = ["Author", "Publisher", "Pages", "Weight"];
    let known = pages(8, |at| {
        let label = |label: &&str| format!("<th>{label}</th>");
        let head: String = labels.iter().map(label).collect();
        let values = [
            format!("Ann {}", WORDS[at]),
            format!("{} Press", WORDS[(at + 3) % 8]),
            format!("{}", 90 + 7 * at),
            format!("{} kg", 1 + at),
        ];
        let cell = |value: &String| format!("<td>{value}</td>");
        let cells: String = values.iter().map(cell).collect();
        format!("<table><tr>{head}</tr><tr>{cells}</tr></table>")
    });
    let [rows, _] = read(&known, &[]);
    assert_eq!(rows.len(), 8);
    assert_eq!(column(&rows, "Pages"), ["90", "97", "104", "111", "118", "125", "132", "139"]);
}

#[test]
fn labels_in_brackets_and_before_dashes_are_labels() {
    for (before, behind) in [("[", "] "), ("\u{3010}", "\u{3011}"), ("", " - "), ("", " \u{2013} ")] {
        let known = pages(8, |at| {
            let line = |label: &str, value: String| format!("<li>{before}{label}{behind}{value}</li>");
            let lines = [
                line("Author", format!("Ann {}", WORDS[at])),
                line("Publisher", format!("{} Press", WORDS[(at + 3) % 8])),
                line("Pages", format!("{}", 90 + 7 * at)),
            ];
            format!("<ul>{}</ul>", lines.concat())
        });
        let [rows, _] = read(&known, &[]);
        assert_eq!(column(&rows, "Pages")[..3], ["90", "97", "104"], "{before}{behind} {:?}", rows[0]);
        assert_eq!(column(&rows, "Author")[0], "Ann amber");
    }
}

/// Writes a label and its value.
type Pair = fn(&str, &str) -> String;

/// The values of a page by labels that some pages lack.
fn facts(at: usize) -> Vec<(&'static str, String)> {
    let mut facts = vec![
        ("Author", format!("Ann {}", WORDS[at % 8])),
        ("Maker", format!("{} and sons", WORDS[(at + 3) % 8])),
        ("Weight", format!("{}.{} kg", 2 + at, at % 7)),
        ("Pages", format!("{}", 100 + 7 * at)),
    ];
    facts.remove([3, 1, 2][at % 3]);
    facts
}

/// Checks that each of the values is under its label, and that no label is a value.
fn assert_labelled(found: &Rows, form: &str) {
    for (at, row) in found.iter().enumerate() {
        let of = |label: &str| {
            facts(at).into_iter().find(|(known, _)| *known == label).map_or(String::new(), |fact| fact.1)
        };
        for label in ["Author", "Maker", "Weight", "Pages"] {
            assert_eq!(
                row.get(label).map_or("", String::as_str),
                of(label),
                "{form}: {label} of page {at}: {row:?}"
            );
        }
    }
}

#[test]
fn a_label_names_its_value_wherever_its_sign_is() {
    let written = |write: Pair| {
        move |at: usize| {
            facts(at).iter().map(|(label, value)| write(label, value)).collect::<Vec<_>>().concat()
        }
    };
    let forms: [(&str, Pair); 4] = [
        ("behind its element", |label, value| format!("<dl><dt><strong>{label}</strong>:<dd>{value}</dl>")),
        ("a mark", |label, value| format!("<table><tr><th>{label} <sup>*</sup><td>{value}</table>")),
        ("in a cell", |label, value| format!("<table><tr><td><b>{label}</b>:<td>{value}</table>")),
        ("in a block", |label, value| {
            format!("<div><div><span>{label}</span>:</div><div>{value}</div></div>")
        }),
    ];
    for (form, write) in forms {
        let [known, _] = read(&pages(12, written(write)), &[]);
        assert_labelled(&known, form);
    }
}

#[test]
fn a_header_cell_names_the_only_cell_below_it_on_pages_that_lack_others() {
    let table = |at: usize| {
        let cells = |tag: &str, of: fn(&(&'static str, String)) -> String| -> String {
            facts(at).iter().map(|fact| format!("<{tag}>{}", of(fact))).collect::<Vec<_>>().concat()
        };
        let [names, values] = [cells("th", |fact| fact.0.to_owned()), cells("td", |fact| fact.1.clone())];
        format!("<table><thead><tr>{names}<tbody><tr>{values}</table>")
    };
    let [known, _] = read(&pages(12, table), &[]);
    assert_labelled(&known, "below header cells");
}

#[test]
fn the_label_of_each_value_can_be_behind_it() {
    let written = |of: Pair| {
        move |at: usize| {
            let all = [("Author", format!("Ann {}", WORDS[at % 8])), ("Weight", format!("{}.5 kg", 2 + at))];
            all.iter().map(|(label, value)| of(label, value)).collect::<Vec<_>>().concat()
        }
    };
    let forms: [Pair; 2] = [
        |label, value| format!("<div><div>{value}</div><small>{label}</small></div>"),
        |label, value| format!("<table><tr><td>{value}<td>{label}</table>"),
    ];
    for form in forms {
        let [known, _] = read(&pages(8, written(form)), &[]);
        assert_eq!(column(&known, "Author")[..2], ["Ann amber", "Ann basket"]);
        assert_eq!(column(&known, "Weight")[..2], ["2.5 kg", "3.5 kg"]);
    }
}

#[test]
fn one_page_or_two_tell_labels_by_their_form() {
    let forms: [Pair; 3] = [
        |label, value| format!("<p>{label}: {value}</p>"),
        |label, value| format!("<dl><dt>{label}<dd>{value}</dl>"),
        |label, value| format!("<ul><li>{label} : {value}</ul>"),
    ];
    for form in forms {
        let write = |at: usize| {
            facts(at).iter().map(|(label, value)| form(label, value)).collect::<Vec<_>>().concat()
        };
        for count in [1, 2] {
            let [known, _] = read(&pages(count, write), &[]);
            assert_labelled(&known, &form("label", &format!("value on {count}")));
        }
    }
}

#[test]
fn what_is_beside_the_title_is_shown_below_the_longest_menu() {
    let menu = WORDS.map(|word| format!("<li><a href=/{word}>Menu {word}</a>")).concat().repeat(5);
    let pages: Vec<String> = (0..8)
        .map(|at| {
            let title = format!("{} {}", WORDS[at % 8], WORDS[(at * 3 + 1) % 8]);
            let words = |more: usize| WORDS[(at + more) % 8];
            format!(
                "<title>{title} - Shop</title><ul>{menu}</ul><div class=main><p class=name><b>{title}</b></p><table><tr><td>Price<td>{}.50</table>\
                 <p class=about>It is {} {} and {} as everybody in the village has always known.</p></div><p>Contact us</p>",
                at + 3, words(1), words(2), words(5)
            )
        })
        .collect();
    let [known, _] = read(&pages, &[]);
    assert_eq!(column(&known, "title")[..2], ["amber basket", "basket ember"]);
    assert!(column(&known, "about")[0].starts_with("It is basket copper"), "{:?}", known[0]);
}

#[test]
fn prices_of_other_things_are_not_the_price() {
    let page = |at: usize| {
        let other = |n: usize| {
            let (name, price) = (WORDS[(at + 3 * n) % 8], 5 + (at * 7 + n * 3) % 40);
            format!(
                "<div class=card><a href=/{name}>{name} lamp</a><span class=price>${price}.99</span></div>"
            )
        };
        let others: String = (1..5).map(other).collect();
        let rows: String = facts(at)
            .iter()
            .map(|(label, value)| format!("<tr><th>{label}<td>{value}"))
            .collect::<Vec<_>>()
            .concat();
        format!(
            "<div class=price-item>${}.00</div><table>{rows}</table><h2>Related</h2><div>{others}</div>",
            10 + at
        )
    };
    let [known, _] = read(&pages(9, page), &[]);
    assert_eq!(column(&known, "price")[..3], ["$10.00", "$11.00", "$12.00"]);
    assert!(known[0].keys().all(|name| !name.starts_with("price ")), "{:?}", known[0]);
}

#[test]
fn a_page_that_says_it_has_no_reviews_takes_none_from_the_others() {
    let page = |at: usize| {
        let review = |n: usize| {
            format!(
                "<div class=review><h5>{} <small>20{:02}-05-03</small></h5><p>It is {} as {}.</p></div>",
                WORDS[(2 * at + n) % 8],
                10 + at + n,
                WORDS[(at + n) % 8],
                WORDS[(at + 2 * n) % 8]
            )
        };
        let reviews: String = (0..[3, 0, 0, 2, 0][at % 5]).map(review).collect();
        let reviews = if reviews.is_empty() { "<p>No reviews yet.</p>".to_owned() } else { reviews };
        format!("<p>Weight: {} kg</p><div id=reviews><h3>Reviews</h3>{reviews}</div>", at + 2)
    };
    let folder = Folder::new();
    for (at, page) in pages(10, page).iter().enumerate() {
        folder.write(&format!("{}/{at:02}.html", if at < 5 { "known" } else { "later" }), page);
    }
    folder.write("wrapper.json", folder.run(["learn", "-q", "known"]).found());
    let rows = csv_rows(
        &folder
            .run(["extract", "-q", "-w", "wrapper.json", "later", "--table", "Reviews", "--format", "csv"])
            .found(),
    );
    assert_eq!(rows.len(), 5, "{rows:?}");
    assert!(rows.iter().all(|row| row.values().any(|value| value.starts_with("It is "))), "{rows:?}");
}

//! Laws of pages about one thing: what is on them keeps its name and its place, whatever is around it.

use katagami::document::{Corpus, Document};
use katagami::wrapper::{Learner, Shape, Template};
use site::Rng;

const PAGES: usize = 20;

/// What is learned from pages about diners.
fn learned(body: impl FnMut(usize, &mut Rng) -> String) -> Template {
    let mut body = body;
    let mut rng = Rng::new(4);
    let page = |number: usize| {
        let html = format!("<html><body>{}<p>Copyright</p></body></html>", body(number, &mut rng));
        Document::new(format!("{number:02}"), html)
    };
    let corpus: Corpus = (0..PAGES).map(page).collect();
    Learner::new().shape(Shape::Page).learn(&corpus).expect("a template").templates.remove(0)
}

fn names(template: &Template) -> Vec<&str> {
    let shown = template.fields.iter().filter(|field| field.left_out.is_none());
    shown.map(|field| &*field.name).collect()
}

fn word(rng: &mut Rng) -> &'static str {
    rng.pick(&[
        "good", "bad", "tasty", "slow", "lovely", "noisy", "warm", "dry", "salty", "friendly", "large",
        "tiny",
    ])
}

/// Two to six reviews by some of so many people.
fn reviews(people: usize, rng: &mut Rng) -> String {
    let count = 2 + rng.below(5);
    let review = |_| {
        let who = rng.below(people);
        let who = [b'a' + u8::try_from(who / 26).expect("few"), b'a' + u8::try_from(who % 26).expect("few")];
        let said = (0..12).map(|_| word(rng)).collect::<Vec<_>>().join(" ");
        let stars = 1 + rng.below(5);
        format!(
            "<div class=review><span class=who>User{}</span><span class=stars>{stars}</span><p>{said}.</p></div>",
            String::from_utf8_lossy(&who)
        )
    };
    (0..count).map(review).collect()
}

#[test]
fn reviews_are_a_table_also_if_people_recur() {
    for people in [26, 60, 600] {
        let template = learned(|number, rng| {
            let reviews = reviews(people, rng);
            format!(
                "<h1>Diner {number}</h1><p>Phone: 55{number}1</p><h2>Reviews</h2><div id=all>{reviews}</div>"
            )
        });
        assert_eq!(template.tables.len(), 1, "{people}: {:?}", names(&template));
        assert_eq!(names(&template), ["title", "Phone"], "{people}");
    }
}

#[test]
fn reviews_are_a_table_also_beside_paragraphs() {
    let template = learned(|number, rng| {
        format!("<h1>Diner {number}</h1><p>Phone: 55{number}1</p><h2>Reviews</h2>{}", reviews(600, rng))
    });
    assert_eq!(template.tables.len(), 1, "{:?}", names(&template));
    assert_eq!(names(&template), ["title", "Phone"]);
}

#[test]
fn a_heading_is_not_named_by_what_is_before_it() {
    for before in [
        "<nav><a href=/>Home</a> <a href=/x>Contact us</a></nav>",
        "<p>Contact us</p>",
        "<div><div>Contact us</div></div>",
    ] {
        let template = learned(|number, rng| {
            format!("{before}<h1>{} {number}</h1><dl><dt>Price<dd>{number}.50</dl>", word(rng))
        });
        assert_eq!(names(&template), ["title", "Price"], "{before}");
    }
}

#[test]
fn one_of_two_labelled_values_may_be_constant() {
    for [row, around] in [["<tr><th>{}</th><td>{}</td></tr>", "table"], ["<dt>{}</dt><dd>{}</dd>", "dl"]] {
        let template = learned(|number, rng| {
            let row = |label: &str, value: &str| row.replacen("{}", label, 1).replacen("{}", value, 1);
            let rows = row("Maker", "Canon") + &row("Model", &format!("M{number}7"));
            format!("<h1>{} {number}</h1><{around}>{rows}</{around}>", word(rng))
        });
        assert_eq!(names(&template), ["title", "Maker", "Model"], "{around}");
    }
}

#[test]
fn a_link_with_the_same_words_is_a_field_if_it_leads_elsewhere() {
    let links = |address: fn(usize) -> String| -> usize {
        let template = learned(|number, rng| {
            let address = address(number);
            let seats = format!("<dl><dt>Seats<dd>{number}</dl>");
            format!("<h1>{} {number}</h1>{seats}<p><a class=site href='{address}'>Website</a></p>", word(rng))
        });
        template.fields.iter().filter(|field| field.link_of.is_some()).count()
    };
    assert_eq!(links(|number| format!("http://diner{number}.example/")), 1);
    assert_eq!(links(|_| "/help".to_owned()), 0);
}

/// The columns of the only table, and the number of its rows on the page whose number is given.
fn table(template: &Template) -> (usize, u32) {
    let [table] = &template.tables[..] else {
        panic!("{:?}", template.tables.iter().map(|table| &table.name).collect::<Vec<_>>())
    };
    (table.fields.iter().filter(|field| field.left_out.is_none()).count(), table.rows)
}

#[test]
fn reviews_of_several_elements_are_rows() {
    type Form = (fn(&str, &str, &str) -> String, &'static str, usize);
    let forms: [Form; 7] = [
        (|who, when, said| format!("<h4>{who}, {when}</h4><p>{said}</p>"), "div", 2),
        (|who, when, said| format!("<dt>{who} ({when})</dt><dd>{said}</dd>"), "dl", 2),
        (|who, when, said| format!("<p><b>{who}</b> <i>{when}</i></p><p>{said}</p><hr>"), "div", 3),
        (|who, when, said| format!("<b>{who}</b> {when}<br>{said}<hr>"), "div", 3),
        (|who, when, said| format!("<div><b>{who}</b> <i>{when}</i></div><div>{said}</div>"), "section", 3),
        (|who, when, said| format!("<tr><td>{who}<td>{when}<tr><td colspan=2>{said}"), "table", 3),
        (|who, when, said| format!("<tr><td rowspan=2>{who}<td>{when}<tr><td>{said}"), "table", 3),
    ];
    for (form, around, columns) in forms {
        let mut rows = 0;
        let template = learned(|number, rng| {
            let count = [2, 5, 0, 1, 3][number % 5];
            rows += u32::try_from(count).expect("few");
            let reviews: String = (0..count).map(|_| review(form, rng)).collect();
            let facts = format!("<h1>Diner {number}</h1><p>Phone: 55{number}1</p><p>{} place</p>", word(rng));
            format!("{facts}<h2>Reviews</h2><{around}>{reviews}</{around}>")
        });
        assert_eq!(table(&template), (columns, rows), "{}", form("who", "when", "said"));
        assert!(!names(&template).contains(&"Reviews"), "{:?}", names(&template));
    }
}

/// A review in some form.
fn review(form: fn(&str, &str, &str) -> String, rng: &mut Rng) -> String {
    let who = format!("{} Lee {}", ["Ann", "Bob", "Cleo", "Dan"][rng.below(4)], rng.below(900));
    let when = format!("{}-{:02}-{:02}", 1950 + rng.below(70), 1 + rng.below(12), 1 + rng.below(28));
    let said = (0..12).map(|_| word(rng)).collect::<Vec<_>>().join(" ");
    form(&who, &when, &said)
}

#[test]
fn reviews_are_rows_also_if_each_page_has_two() {
    let template = learned(|number, rng| {
        let form =
            |who: &str, when: &str, said: &str| format!("<div><p>{who}</p><p>{when}</p><p>{said}</p></div>");
        let reviews = review(form, rng) + &review(form, rng);
        format!("<h1>Diner {number}</h1><p>Phone: 55{number}1</p><h2>Reviews</h2>{reviews}")
    });
    assert_eq!(table(&template), (3, 40));
    assert_eq!(names(&template), ["title", "Phone"]);
}

#[test]
fn parts_of_which_each_page_has_as_many_are_fields() {
    let template = learned(|number, rng| {
        let parts =
            [10, 3].map(|from| format!("<div><p>{} {number}</p><p>{}</p></div>", word(rng), number * from));
        format!("<h1>Diner {number}</h1>{}", parts.concat())
    });
    assert_eq!(template.tables.len(), 0);
    assert_eq!(names(&template).len(), 5, "{:?}", names(&template));
}

#[test]
fn a_label_can_be_behind_its_value_or_in_another_cell() {
    let forms: [fn(usize) -> String; 3] = [
        |number| format!("<ul><li><b>{number}</b> <i>Seats</i><li><b>{}</b> <i>Tables</i></ul>", number * 3),
        |number| {
            format!("<p>{number}<br><small>Seats</small></p><p>{}<br><small>Tables</small></p>", number * 3)
        },
        |number| format!("<table><tr><td>Seats:<br>Tables:<td>{number}<br>{}</table>", number * 3),
    ];
    for form in forms {
        let template = learned(|number, rng| format!("<h1>{} {number}</h1>{}", word(rng), form(10 + number)));
        assert_eq!(names(&template), ["title", "Seats", "Tables"], "{}", form(1));
    }
}

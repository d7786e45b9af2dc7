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

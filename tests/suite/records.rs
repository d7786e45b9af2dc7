//! The records of small pages and their fields; each page was written for one difficulty.

use katagami::document::{Corpus, Document, Input, Reader};
use katagami::page::{ElementId, Tree};
use katagami::record::{Listed, Markup, Table, Values, Width, table};
use katagami::repeat::{Record, Selection, lists, selected};
use katagami::wrapper::{Extractor, Learner, Rows, Shape, Wrapper};
use site::truth::{self, Shown};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

type Fields = BTreeMap<String, String>;

fn fields(pairs: &[(&str, &str)]) -> Fields {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn read(sources: &[&str], trees: &[Tree], records: &[Vec<Record>], markup: Markup) -> Vec<Vec<Fields>> {
    let pages = || sources.iter().zip(trees);
    let listed = pages().zip(records).map(|((source, tree), records)| Listed { tree, source, records });
    let Table { columns, fields } = table(&listed.collect::<Vec<_>>(), Width::All);
    let page = |((source, tree), records): ((&&str, &Tree), &Vec<Vec<_>>)| {
        let values = Values::new(tree, source, None, markup);
        let record = |fields: &Vec<_>| {
            let known = fields
                .iter()
                .map(|field: &katagami::record::Field| (&columns.columns()[field.column], field));
            let wanted = known.filter(|(column, _)| markup.has(column));
            wanted.map(|(column, field)| (column.name.clone(), values.of(column, field))).collect()
        };
        records.iter().map(record).collect()
    };
    pages().zip(&fields).map(page).collect()
}

/// The fields of each record of the main list of each page.
fn records_with(sources: &[&str], markup: Markup) -> Vec<Vec<Fields>> {
    let trees: Vec<Tree> = sources.iter().map(|source| Tree::new(source)).collect();
    let found = lists(&trees);
    let records: Vec<Vec<Record>> =
        found.iter().map(|list| list.as_ref().map(|list| list.records.clone()).unwrap_or_default()).collect();
    read(sources, &trees, &records, markup)
}

fn records(sources: &[&str]) -> Vec<Vec<Fields>> {
    records_with(sources, Markup::Text)
}

fn only(source: &str) -> Vec<Fields> {
    records(&[source]).remove(0)
}

/// The fields of the elements of a name, taken as the records.
fn fields_of(source: &str, name: &str) -> Vec<Fields> {
    let tree = Tree::new(source);
    let records = named(&tree, name).into_iter().map(|id| Record::element(&tree, id)).collect();
    read(&[source], &[tree], &[records], Markup::Text).remove(0)
}

/// Elements of a name, in document order.
fn named(tree: &Tree, name: &str) -> Vec<ElementId> {
    tree.ids().filter(|&id| &*tree.element(id).name == name).collect()
}

#[test]
fn missing_parts_are_left_out_and_empty_ones_are_empty() {
    let page = "<ul><li><p class=t>Ash</p><p class=p>4</p><p class=n>new</p>\
                <li><p class=t>Birch</p><p class=p></p>\
                <li><p class=t>Cedar</p><p class=p>6</p><p class=n>old</p></ul>";
    let expected = [
        fields(&[("t", "Ash"), ("p", "4"), ("n", "new")]),
        fields(&[("t", "Birch"), ("p", "")]),
        fields(&[("t", "Cedar"), ("p", "6"), ("n", "old")]),
    ];
    assert_eq!(fields_of(page, "li"), expected);
}

#[test]
fn an_empty_table_cell_gives_empty_fields() {
    let page = "<table><tr><td>1<td><a>Ash</a><td>4<tr><td>2<td><a>Birch</a><td>5<tr><td>3<td><td>6</table>";
    let last = fields(&[("td1", "3"), ("td2.a", ""), ("td3", "6")]);
    assert_eq!(only(page)[2], last);
}

#[test]
fn zebra_rows_have_the_same_columns() {
    let row = |class: &str, words: [&str; 2]| {
        format!("<tr class={class}><td class={class}-name>{}<td class={class}-price>{}", words[0], words[1])
    };
    let rows = [["Ash", "4"], ["Birch", "5"], ["Cedar", "6"], ["Elm", "7"], ["Fir", "8"]];
    let page: String =
        rows.iter().zip(["odd", "even"].iter().cycle()).map(|(words, class)| row(class, *words)).collect();
    let found = fields_of(&format!("<table>{page}</table>"), "tr");
    assert_eq!(found, rows.map(|[name, price]| fields(&[("td1", name), ("td2", price)])));
}

#[test]
fn an_advertisement_between_records_is_no_record() {
    let hit =
        |title: &str, text: &str| format!("<li><h3><a>{title}</a></h3><p>{text}<cite>{title}.example</cite>");
    let page = |words: [&str; 5]| {
        let hits = words.map(|word| hit(word, &format!("About {word}")));
        let (before, behind) = hits.split_at(2);
        format!("<ul>{}<li><img alt=x><div>Buy now</div>{}</ul>", before.concat(), behind.concat())
    };
    let words = [["ash", "birch", "cedar", "elm", "yew"], ["fir", "gum", "hazel", "iris", "zelkova"]];
    let found = records(&words.map(page).each_ref().map(String::as_str));
    let title = |fields: &Fields| {
        fields.values().find(|value| words.as_flattened().contains(&value.as_str())).cloned()
    };
    let titles: Vec<Vec<Option<String>>> =
        found.iter().map(|page| page.iter().map(title).collect()).collect();
    assert_eq!(titles, words.map(|page| page.map(|title| Some(title.to_owned()))));
}

#[test]
fn a_list_inside_a_record_is_numbered() {
    let page = "<div class=book><h2>Ash</h2><ul><li>red<li>tall</ul><p>4</div>\
                <div class=book><h2>Birch</h2><ul><li>white</ul><p>5</div>\
                <div class=book><h2>Cedar</h2><ul><li>green<li>wide<li>old</ul><p>6</div>";
    let found = only(page);
    assert_eq!(
        found[2],
        fields(&[("title", "Cedar"), ("ul.li", "green"), ("ul.li2", "wide"), ("ul.li3", "old"), ("p", "6")])
    );
    assert_eq!(found[1], fields(&[("title", "Birch"), ("ul.li", "white"), ("p", "5")]));
}

/// The heads of the records of each page.
fn heads(sources: &[String]) -> Vec<Vec<String>> {
    let trees: Vec<Tree> = sources.iter().map(|source| Tree::new(source)).collect();
    let of_page = |(tree, list): (&Tree, &Option<katagami::repeat::List>)| {
        let records = &list.as_ref().expect("the page repeats").records;
        records.iter().map(|record| record.leaves(tree)[0].text.to_string()).collect()
    };
    trees.iter().zip(&lists(&trees)).map(of_page).collect()
}

#[test]
fn hits_that_other_pages_have_win_over_a_changing_side_bar() {
    let page = |hits: [&str; 4], teasers: [&str; 4]| {
        let hits = hits.map(|hit| format!("<li><b>{hit}</b><i>{} points</i></li>", hit.len()));
        let teasers = teasers.map(|teaser| format!("<p>{teaser} of the day</p>"));
        format!("<ul>{}</ul><aside>{}</aside>", hits.concat(), teasers.concat())
    };
    let first = ["Dune by Herbert", "Emma by Austen", "Ulysses by Joyce", "Ivanhoe by Scott"];
    let second = ["Ivanhoe by Scott", "Dune by Herbert", "Emma by Austen", "Ulysses by Joyce"];
    let pages = [
        page(first, ["The whale", "The storm", "The river", "The crow"]),
        page(second, ["A ship", "A lantern", "A winter", "A letter"]),
    ];
    assert_eq!(heads(&pages), [first.to_vec(), second.to_vec()]);
}

#[test]
fn a_hidden_list_is_not_the_main_list() {
    // The help of a search form, which a script shows.
    let help =
        |n: usize| format!("<dl><dt>word{n}<dd>finds the pages that have all of the {n} words in them</dl>");
    let help: String = (1..=5).map(help).collect();
    let hits = "<ol><li><b>Ash</b> a tree of the north<li><b>Beech</b> grey bark, smooth<li><b>Cedar</b> grows in Lebanon<li><b>Elm</b> rough leaves</ol>";
    let page = |attributes: &str| heads(&[format!("<body><div {attributes}>{help}</div>{hits}")]).concat();
    assert_eq!(page("").len(), 5, "the help is the list where it is shown");
    for hidden in ["hidden", "style='display: none'", "style='color: red; DISPLAY:none'"] {
        assert_eq!(page(hidden), ["Ash", "Beech", "Cedar", "Elm"], "{hidden}");
    }
}

#[test]
fn a_list_that_a_page_shows_twice_counts_once() {
    let tiles = |names: &[&str]| {
        let tile = |name: &&str| format!("<li><b>{name}</b><i>all about {name}</i></li>");
        format!("<ul>{}</ul>", names.iter().map(tile).collect::<String>())
    };
    let page = tiles(&["ash", "elm", "fir"]) + &tiles(&["ash", "elm"]) + &tiles(&["oak", "yew", "ash"]);
    assert_eq!(heads(&[page]), [["ash", "elm", "fir", "oak", "yew", "ash"]]);
}

#[test]
fn a_page_with_several_lists_has_its_main_one_and_others() {
    let menu = "<ul class=menu><li>Home<li>Shop<li>Help</ul>";
    let cards = ["Ash", "Birch", "Cedar"]
        .map(|name| format!("<div class=card><b>{name} tree</b><p>{name} costs a lot</div>"));
    let page = format!("{menu}{}", cards.concat());
    let tree = Tree::new(&page);
    let select = |selection: &Selection| {
        let found = selected(std::slice::from_ref(&tree), selection).expect("a list").remove(0);
        found.expect("cards repeat")
    };
    let found = select(&Selection::new().all());
    let labels =
        |records: &[Record]| records.iter().map(|record| tree.label(record.head)).collect::<Vec<_>>();
    assert_eq!(labels(&found.records), ["div.card"; 3]);
    assert!(found.others.iter().any(|other| labels(&other.records) == ["li"; 3]));
    let next = select(&Selection::new().with_next()).next.expect("the next best list");
    assert_eq!(labels(&next.records), labels(&found.others[0].records));
    assert!(select(&Selection::new()).next.is_none(), "it was not asked for");
}

#[test]
fn two_records_on_one_page_are_enough() {
    for count in 2..=5 {
        let names = ["Ash", "Birch", "Cedar", "Elm", "Fir"];
        let item =
            |name: &&str| format!("<div class=item><h3>{name}</h3><p class=price>{}</p></div>", name.len());
        let page: String = names[..count].iter().map(item).collect();
        let found = only(&format!("<h1>Trees</h1>{page}<p>Imprint"));
        let expected: Vec<Fields> = names[..count]
            .iter()
            .map(|name| fields(&[("title", name), ("price", &name.len().to_string())]))
            .collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn adjacent_records_are_not_rotated() {
    // Name, price, name, price: from the first price on they are as regular, but one less.
    let page = "<div><p><b>Ash</b><i>4</i></p><p><b>Birch</b><i>5</i></p><p><b>Cedar</b><i>6</i></p></div>";
    assert_eq!(
        only(page),
        [["Ash", "4"], ["Birch", "5"], ["Cedar", "6"]].map(|[b, i]| fields(&[
            ("whole", &format!("{b}{i}")),
            ("b", b),
            ("i", i)
        ]))
    );
}

#[test]
fn records_of_several_siblings_have_fields_in_each() {
    let page = "<dl><dt><a href=1>Ash</a> (4)<dd>tall<dt><a href=2>Birch</a> (5)<dd>white<dd>slim</dl>";
    let tree = Tree::new(page);
    let (heads, texts) = (named(&tree, "dt"), named(&tree, "dd"));
    let runs = vec![Record::run(&tree, heads[0], texts[0]), Record::run(&tree, heads[1], texts[2])];
    let found = read(&[page], &[tree], &[runs], Markup::Links);
    let expected = [
        fields(&[
            ("whole", "Ash (4)"),
            ("title", "Ash"),
            ("title.href", "1"),
            ("text", "(4)"),
            ("dd", "tall"),
        ]),
        fields(&[
            ("whole", "Birch (5)"),
            ("title", "Birch"),
            ("title.href", "2"),
            ("text", "(5)"),
            ("dd", "white"),
            ("dd2", "slim"),
        ]),
    ];
    assert_eq!(found[0], expected);
}

#[test]
fn a_label_names_the_text_after_it_whatever_is_missing_before() {
    let book = |name: &str, by: &str, year: &str| {
        let by = if by.is_empty() { String::new() } else { format!("<span>by</span> <span>{by}</span> ") };
        format!("<li><b>{name}</b> {by}<span>Year:</span> <span>{year}</span>")
    };
    let books =
        [("Ash", "Ann", "1990"), ("Birch", "", "1991"), ("Cedar", "Cy", "1992"), ("Elm", "Dee", "1993")];
    let page: String = books.iter().map(|(name, by, year)| book(name, by, year)).collect();
    let found = fields_of(&format!("<ul>{page}</ul>"), "li");
    let column = |name: &str| -> Vec<Option<&str>> {
        found.iter().map(|fields| fields.get(name).map(String::as_str)).collect()
    };
    assert_eq!(column("by"), [Some("Ann"), None, Some("Cy"), Some("Dee")]);
    assert_eq!(column("Year"), [Some("1990"), Some("1991"), Some("1992"), Some("1993")]);
}

#[test]
fn a_label_with_a_colon_names_values_that_recur_and_values_that_few_records_have() {
    // Twenty-four phones, two colours; four of them have a grade.
    let phone = |number: usize| {
        let colour = ["black", "white"][number % 2];
        let grade = if number.is_multiple_of(6) {
            format!("<i>Grade:</i> <b>{}</b>", number / 6)
        } else {
            String::new()
        };
        format!(
            "<li><h3>phone {number}</h3><p><i>Colour:</i> <b>{colour}</b> {grade} <i>Weight:</i> <b>{number}5 g</b></p>"
        )
    };
    let found = only(&format!("<ul>{}</ul>", (0..24).map(phone).collect::<String>()));
    assert_eq!(found[6]["Colour"], "black");
    assert_eq!(found[6]["Grade"], "1");
    assert_eq!(found[7]["Weight"], "75 g");
    assert_eq!(found[7].get("Grade"), None);
}

#[test]
fn cells_of_a_table_are_named_by_their_header_cells() {
    let rows =
        [1, 2, 3, 4, 5].map(|at| format!("<tr><td>book {at}<td>19{at}5<td>{at}.50</td></tr>")).concat();
    let head = "<tr><th>Title<th colspan=2>Year and price</tr>";
    let found = only(&format!("<table><thead>{head}</thead>{rows}</table>"));
    assert_eq!(found[2]["Title"], "book 3");
    let head = "<tr><th>Title<th>Year<th>Price</tr>";
    let found = only(&format!("<table>{head}{rows}</table>"));
    assert_eq!(found[2], fields(&[("Title", "book 3"), ("Year", "1935"), ("Price", "3.50")]));
}

#[test]
fn a_word_before_an_optional_text_moves_no_text_after_it() {
    let lot = |number: usize| {
        let bidder =
            if number.is_multiple_of(3) { format!(" by <i>Ann {number}</i>") } else { String::new() };
        format!(
            "<div class=lot><h2>lot {number}</h2><p>Seen in {number} rooms</p><p>Bid: <b>{number}.50</b>{bidder}</p>\
             <p>Ends {number} May</p></div>"
        )
    };
    let found = only(&(1..10).map(lot).collect::<String>());
    let texts = |column: &str| -> Vec<Option<&str>> {
        found[1..3].iter().map(|fields| fields.get(column).map(String::as_str)).collect()
    };
    assert_eq!(texts("by"), [None, Some("by Ann 3")]);
    assert_eq!(texts("Ends"), [Some("Ends 2 May"), Some("Ends 3 May")]);
    assert_eq!(found[1].values().filter(|text| *text == "Ends 2 May").count(), 1);
}

#[test]
fn prose_with_marks_is_one_value() {
    let hit = |title: &str, text: &str| format!("<li><h3>{title}</h3><p>{text}");
    let page = [
        hit("1", "The <b>ash</b> is a tall tree of the <b>north</b>"),
        hit("2", "No such tree stands here"),
        hit("3", "An old <b>ash</b> has much <b>ash</b> grey bark"),
        hit("4", "Many an <b>ash</b> and an <b>ash</b> beside"),
    ];
    let found = only(&format!("<ul>{}</ul>", page.concat()));
    assert_eq!(found[2], fields(&[("h3", "3"), ("p", "An old ash has much ash grey bark")]));
    assert_eq!(found[1], fields(&[("h3", "2"), ("p", "No such tree stands here")]));
}

#[test]
fn lines_are_values_and_so_is_text_after_a_mark() {
    let hit = |name: &str, when: &str, text: &str| {
        format!(
            "<li><b>{name}</b> from <u>{name} town</u><br><i class=date>{when}</i> {text} <em>{name}</em> again"
        )
    };
    let page = [
        hit("Ann", "1 May", "was here as"),
        hit("Bo", "2 June", "came by as"),
        hit("Cy", "3 July", "went off as"),
    ];
    let found = only(&format!("<ul>{}</ul>", page.concat()));
    assert_eq!(found[1]["line"], "Bo from Bo town");
    assert_eq!(found[1]["date"], "2 June");
    assert_eq!(found[1]["rest2"], "came by as Bo again");
}

#[test]
fn links_and_images_have_their_addresses_and_markup_is_kept() {
    let item =
        |name: &str| format!("<li><a href='/{name}?a=1&amp;b=2'><img src={name}.png><b>{name}</b></a>");
    let page = ["ash", "birch"].map(item).concat();
    let page = format!("<base href=http://trees.example/all/><ul>{page}</ul>");
    let links = records_with(&[&page], Markup::Links);
    let expected = fields(&[
        ("title", "birch"),
        ("title.href", "http://trees.example/birch?a=1&b=2"),
        ("image", "http://trees.example/all/birch.png"),
    ]);
    assert_eq!(links[0][1], expected);
    let html = records_with(&[&page], Markup::Html);
    assert_eq!(html[0][1], fields(&[("title", "birch")]));
}

#[test]
fn neither_names_nor_values_depend_on_the_order_of_the_pages() {
    let page = |names: [&str; 3]| {
        let item = |name: &str| {
            format!("<div class=x><b class='hot t'>{name}</b><p>{name} one</p><p>{name} two</p></div>")
        };
        names.map(item).concat()
    };
    let pages = [page(["a", "b", "c"]), page(["d", "e", "f"]), page(["g", "h", "i"])];
    let forward = records(&[&pages[0], &pages[1], &pages[2]]);
    let mut backward = records(&[&pages[2], &pages[1], &pages[0]]);
    backward.reverse();
    assert_eq!(forward, backward);
}

fn results(names: [&str; 3]) -> String {
    let hit = |name: &str| {
        format!("<div class=hit><h3>{name}</h3><p>All about {name} and more of {name}</p></div>")
    };
    format!("<h1>Results</h1>{}<p>Imprint</p>", names.map(hit).concat())
}

#[test]
fn a_list_wrapper_reads_a_new_page_with_a_single_record() {
    let pages = [["ash", "birch", "cedar"], ["elm", "fir", "gum"]].map(results);
    let corpus: Corpus =
        pages.iter().enumerate().map(|(i, page)| Document::new(i.to_string(), page)).collect();
    let wrapper = Learner::new().shape(Shape::Records).learn(&corpus).expect("a list");
    assert_eq!(wrapper.templates[0].rows, Rows::Table(0));
    let again = Wrapper::from_json(&wrapper.to_json()).expect("it reads what it writes");
    assert_eq!(again, wrapper);
    let new = "<h1>Results</h1><div class=hit><h3>oak</h3><p></p></div><p>Imprint</p>";
    let found = Extractor::new(&again).extract(new).expect("it fits");
    let names: Vec<&str> =
        wrapper.templates[0].main_fields().iter().map(|field| field.name.as_str()).collect();
    let texts: Vec<Option<String>> =
        found.rows()[0].iter().map(|value| value.as_ref().map(|value| value.texts.concat())).collect();
    assert_eq!(names, ["title", "p"]);
    assert_eq!((found.rows().len(), texts), (1, vec![Some("oak".to_owned()), Some(String::new())]));
}

#[test]
fn the_shape_of_a_row_can_be_set() {
    let pages = [["ash", "birch", "cedar"], ["elm", "fir", "gum"]].map(results);
    let corpus: Corpus =
        pages.iter().enumerate().map(|(i, page)| Document::new(i.to_string(), page)).collect();
    let as_page = Learner::new().shape(Shape::Page).learn(&corpus).expect("a template");
    assert_eq!(as_page.templates[0].rows, Rows::Page);
    let lone: Corpus = [Document::new("1", &*pages[0])].into_iter().collect();
    let as_list = Learner::new().shape(Shape::Records).learn(&lone).expect("a list on one page");
    assert_eq!(as_list.templates[0].rows, Rows::Table(0));
}

/// Sets whose records are known, and which of the values have their own element.
const KNOWN: [(&str, &str, &[&str]); 12] = [
    ("shelf/a-cards", "product", &["title", "price", "badge", "before", "image", "link"]),
    ("shelf/b-few", "lot", &["title", "text", "price", "bidder", "link"]),
    ("shelf/c-zebra", "item", &["number", "title", "maker", "price", "state", "link"]),
    ("shelf/d-pairs", "seed", &["title", "price", "text", "link"]),
    ("shelf/e-nested", "series", &["title", "studio", "price", "link"]),
    ("shelf/f-japanese", "book", &["title", "price", "state", "image", "link"]),
    ("results/c-edges-50", "hit", &["title", "author", "text", "year", "url"]),
    ("results/f-zebra-10", "hit", &["title", "date", "text", "url"]),
    ("results/j-varying", "hit", &["title", "author", "subject", "grade", "text", "url"]),
    ("results/k-dt-dd", "hit", &["title", "text"]),
    ("results/l-two-rows", "hit", &["title", "text", "url"]),
    ("results/m-optional", "hit", &["name", "phone", "mail", "text", "url"]),
];

#[test]
fn every_known_value_is_in_one_column() {
    for (set, kind, names) in KNOWN {
        let folder = Path::new(crate::ROOT).join("data").join(set);
        let truth = truth::read(&folder).expect("the set has its truth");
        let pages: Vec<Document> = Reader::new()
            .read(&[Input::path(&folder)])
            .collect::<Result<_, _>>()
            .expect("the pages can be read");
        let sources: Vec<&str> = pages.iter().map(Document::text).collect();
        let found: Vec<Fields> = records_with(&sources, Markup::Links).concat();
        let of_kind = |page: &'_ truth::PageTruth| -> Vec<Shown> {
            page.records()
                .zip(page.shown())
                .filter(|(record, _)| record.kind == kind)
                .map(|(_, shown)| shown.clone())
                .collect()
        };
        let known: Vec<Shown> = truth.pages.iter().flat_map(of_kind).collect();
        assert_eq!(found.len(), known.len(), "{set}");
        for name in names {
            let wanted = |shown: &Shown| -> Option<String> {
                shown.values.get(*name).or(shown.links.get(*name)).map(|values| values.all()[0].clone())
            };
            let wanted: Vec<Option<String>> = known.iter().map(wanted).collect();
            let columns: BTreeSet<&String> = found.iter().flat_map(BTreeMap::keys).collect();
            let is_it = |column: &&&String| {
                found.iter().zip(&wanted).all(|(fields, wanted)| fields.get(**column) == wanted.as_ref())
            };
            assert!(columns.iter().any(|column| is_it(&column)), "{set}: no column is {name}");
        }
    }
}

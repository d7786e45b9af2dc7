//! The values of records as people read them: each in its column, whole, and without the label before it.

use super::run::{Folder, csv_rows};
use std::collections::BTreeMap;

/// The rows that `records` gives of a page, without their places.
fn rows(page: &str) -> Vec<BTreeMap<String, String>> {
    let folder = Folder::new();
    folder.write("page.html", page);
    let mut rows = csv_rows(&folder.run(["records", "-q", "page.html", "--format", "csv"]).found());
    for row in &mut rows {
        row.remove("path");
        row.remove("record");
    }
    rows
}

fn column<'r>(rows: &'r [BTreeMap<String, String>], name: &str) -> Vec<&'r str> {
    rows.iter().map(|row| row.get(name).map_or("no column", String::as_str)).collect()
}

#[test]
fn a_cell_that_reaches_down_shifts_no_cell_below() {
    let days =
        [("1 May", "Opening", "Keynote"), ("2 May", "Panel", "Workshop"), ("3 May", "Poster", "Dinner")];
    let row = |(day, first, second): &(&str, &str, &str)| {
        format!("<tr><td rowspan=2>{day}<td>09:00<td>{first} of the day<tr><td>10:30<td>{second} of the day")
    };
    let body: String = days.iter().map(row).collect();
    let found = rows(&format!("<table><tr><th>Date<th>Time<th>Event{body}</table>"));
    assert_eq!(column(&found, "Time"), ["09:00", "10:30", "09:00", "10:30", "09:00", "10:30"]);
    assert_eq!(column(&found, "Date"), ["1 May", "1 May", "2 May", "2 May", "3 May", "3 May"]);
    assert_eq!(column(&found, "Event")[..2], ["Opening of the day", "Keynote of the day"]);
}

#[test]
fn a_value_behind_a_label_in_the_same_text_has_a_column_of_its_own() {
    let shops = [
        ("Huber", &["Street: Market 3", "Phone: 0221 9601", "Hours: 7-18"][..]),
        ("Lang", &["Street: Ring 12", "Phone: 0221 9602"]),
        ("Sommer", &["Street: Rhine 1", "Hours: 9-22"]),
        ("Klein", &["Phone: 0221 9604", "Hours: 8-19"]),
        ("Braun", &["Street: Main 40", "Phone: 0221 9605", "Hours: 9-18"]),
    ];
    let lines = |(before, between): (&str, &str)| -> String {
        let shop = |(name, lines): &(&str, &[&str])| {
            format!("<div class=shop><b>{name}</b>{before}{}</div>", lines.join(between))
        };
        shops.iter().map(shop).collect()
    };
    for form in [("<br>", "<br>"), ("<p>", "</p><p>"), ("<ul><li>", "<li>")] {
        let found = rows(&format!("<h1>Shops of the town</h1>{}", lines(form)));
        assert_eq!(column(&found, "Street"), ["Market 3", "Ring 12", "Rhine 1", "", "Main 40"], "{form:?}");
        assert_eq!(column(&found, "Hours"), ["7-18", "", "9-22", "8-19", "9-18"], "{form:?}");
        assert_eq!(column(&found, "Phone")[3], "0221 9604", "{form:?}");
    }
}

#[test]
fn words_before_a_colon_that_are_no_labels_stay() {
    let item = |(at, title): (usize, &str)| format!("<li><a href=/{at}>{title}</a> <i>{at} pages</i>");
    let titles =
        ["Dune: a novel", "Emma", "Re: the flood", "Kim: the boy", "Walden: life", "Re: Emma", "Re: Kim"];
    let found = rows(&format!("<ul>{}</ul>", (11..).zip(titles).map(item).collect::<String>()));
    assert_eq!(column(&found, "title"), titles);
}

#[test]
fn a_line_without_a_mark_is_kept_where_others_have_some() {
    let texts = [
        "map of the <em>river</em> and the harbour",
        "the <em>river</em> froze and the <em>river</em> mill stood",
        "costs of stone for the bridge",
        "who may fish in the <em>river</em> above",
        "a boat on the <em>river</em> at night",
        "two <em>river</em> gods of clay",
    ];
    let item =
        |(at, text): (usize, &str)| format!("<li><a href=/{at}>Title {at}</a><br>{text}<br><i>Deed {at}</i>");
    let found = rows(&format!("<ul>{}</ul>", (11..).zip(texts).map(item).collect::<String>()));
    let bare = texts.map(|text| text.replace("<em>", "").replace("</em>", ""));
    assert!(found[0].values().any(|value| *value == bare[0]), "{found:?}");
    let name = found[0]
        .iter()
        .find(|(_, value)| **value == bare[0])
        .map(|(name, _)| name.clone())
        .expect("a column");
    assert_eq!(column(&found, &name), bare);
}

#[test]
fn labels_in_one_line_are_found_before_values_of_any_length() {
    let dishes = [
        ("Pasta bake", "twenty minutes or so", "four hungry people"),
        ("Lamb stew", "two and a half hours", "six people, with rice"),
        ("Omelette", "ten minutes at most", "one"),
        ("Souffle", "three quarters of an hour", "two quiet people"),
    ];
    let item = |(name, time, serves): &(&str, &str, &str)| {
        format!("<div class=dish><h3>{name}</h3><p><b>Time:</b> {time} <b>Serves:</b> {serves}</p></div>")
    };
    let found = rows(&dishes.iter().map(item).collect::<String>());
    assert_eq!(column(&found, "Time"), dishes.map(|dish| dish.1));
    assert_eq!(column(&found, "Serves"), dishes.map(|dish| dish.2));
}

#[test]
fn a_price_in_pieces_is_whole_wherever_it_stands() {
    let goods = [
        ("Oak chair", "19", "97"),
        ("Pine shelf", "34", "50"),
        ("Desk lamp", "12", "99"),
        ("Mirror", "27", "25"),
    ];
    let forms: [fn(&str, &str) -> String; 3] = [
        |whole, cents| format!("<br>$<b>{whole}</b><sup>{cents}</sup>"),
        |whole, cents| format!("<p>Only $<b>{whole}</b><sup>{cents}</sup></p>"),
        |whole, cents| format!("<p>$<b>{whole}</b><sup>{cents}</sup></p>"),
    ];
    for form in forms {
        let item = |(name, whole, cents): &(&str, &str, &str)| {
            format!("<div class=item><a href=/{whole}>{name}</a>{}</div>", form(whole, cents))
        };
        let found = rows(&goods.iter().map(item).collect::<String>());
        assert_eq!(column(&found, "price"), ["$19.97", "$34.50", "$12.99", "$27.25"], "{}", form("19", "97"));
        assert!(found[0].len() < 4, "{found:?}");
    }
}

#[test]
fn rows_of_a_table_with_other_header_cells_are_no_records() {
    let team = |at: u32| format!("<tr><td>Team {at}<td>{}<td>{}", 14 - at, 40 - 3 * at);
    let teams: String = (1..9).map(team).collect();
    let scorer = |at: u32| format!("<tr><td>{}<td>Player {at}<td>Team {at}", 20 - at);
    let scorers: String = (1..5).map(scorer).collect();
    let league = format!("<table><tr><th>Team<th>Played<th>Points{teams}</table>");
    let goals = format!("<h2>Scorers</h2><table><tr><th>Goals<th>Player<th>Club{scorers}</table>");
    for page in [format!("{league}{goals}"), format!("{goals}{league}")] {
        let found = rows(&page);
        assert_eq!((found.len(), column(&found, "Team")[7]), (8, "Team 8"), "{page}");
    }
    let rest = league.replace("Team ", "Side ");
    assert_eq!(rows(&format!("{league}<h2>Second league</h2>{rest}")).len(), 16, "the same header cells");
}

#[test]
fn a_word_that_is_marked_once_in_each_line_is_a_part_of_it() {
    let texts = [
        "map of the|and the harbour",
        "who owns the|at the mill",
        "ice on the|in a cold winter",
        "a bridge over the|of stone",
        "fish in the|above the weir",
    ];
    let item = |(at, text): (usize, &str)| {
        format!("<li><a href=/{at}>Title {at}</a><p>{}</p>", text.replace('|', " <em>river</em> "))
    };
    let found = rows(&format!("<ul>{}</ul>", (11..).zip(texts).map(item).collect::<String>()));
    let whole = texts.map(|text| text.replace('|', " river "));
    assert!(found[0].values().any(|value| *value == whole[0]), "{found:?}");
    assert_eq!(found[0].len(), 2, "{found:?}");
}

#[test]
fn a_frequent_value_is_no_label_of_the_next_one() {
    let stock =
        ["In stock", "Sold out", "In stock", "In stock", "Preorder", "In stock", "Sold out", "In stock"];
    let of = |form: fn(&str, usize) -> String| -> String {
        let item = |(at, stock): (usize, &&str)| {
            format!("<li><h3><a href=/{at}>Tool {at}</a></h3>{}</li>", form(stock, at))
        };
        format!("<h1>Tools</h1><ul>{}</ul>", stock.iter().enumerate().map(item).collect::<String>())
    };
    let forms: [fn(&str, usize) -> String; 2] = [
        |stock, at| format!("<p>{stock}</p><p>${}.99</p>", 10 + 7 * at),
        |stock, at| format!("<p>{stock}</p><p>Office {}</p>", 310 + 7 * at),
    ];
    for form in forms {
        let found = rows(&of(form));
        assert!(found[0].keys().len() <= 4, "{found:?}");
        let name = found[1].iter().find(|(_, value)| *value == "Sold out").expect("a column").0;
        assert_eq!(column(&found, name), stock);
    }
}

#[test]
fn tables_with_other_header_cells_are_other_tables() {
    let folder = Folder::new();
    let table = |names: [&str; 3], row: &dyn Fn(usize) -> [String; 3]| -> String {
        let line = |at: usize| format!("<tr><td>{}", row(at).join("<td>"));
        let body: Vec<String> = (0..8).map(line).collect();
        format!("<table><tr><th>{}{}</table>", names.join("<th>"), body.concat())
    };
    for page in 0..2 {
        let staff = |at: usize| {
            [
                format!("Ann {}", at + 8 * page),
                format!("555-{}", 100 + 31 * at + page),
                format!("Room {}", 4 * at + page),
            ]
        };
        let minutes = |at: usize| {
            [
                format!("{} May 20{}", at + 3, 12 + page),
                format!("Hall and road {}", at * 7 + page),
                format!("PDF {at}{page}"),
            ]
        };
        folder.write(
            &format!("{page}.html"),
            format!("<h1>Staff {page}</h1>{}", table(["Name", "Phone", "Office"], &staff)),
        );
        folder.write(
            &format!("{}.html", page + 2),
            format!("<h1>Minutes {page}</h1>{}", table(["Date", "Meeting", "Minutes"], &minutes)),
        );
    }
    let found = csv_rows(&folder.run(["records", "-q", ".", "--format", "csv"]).found());
    assert_eq!(
        column(&found, "Office")[..8].iter().filter(|cell| cell.starts_with("Room")).count(),
        8,
        "{found:?}"
    );
    assert_eq!(column(&found, "Meeting")[16], "Hall and road 0");
    assert_eq!(column(&found, "Phone")[16], "");
}

#[test]
fn a_text_that_some_records_lack_shifts_no_text_of_another_kind() {
    let jobs = [
        ("Baker", "Bonn", Some("€33,000"), "1 May 2024"),
        ("Clerk", "Lyon", None, "2 May 2024"),
        ("Driver", "Graz", Some("€28,500"), "7 May 2024"),
        ("Editor", "Turin", None, "9 May 2024"),
        ("Farmer", "Delft", Some("€41,000"), "12 May 2024"),
        ("Guide", "Ghent", None, "13 May 2024"),
    ];
    let job = |(title, town, pay, day): &(&str, &str, Option<&str>, &str)| {
        let pay = pay.map_or(String::new(), |pay| format!("<div>{pay}</div>"));
        format!("<li><h3><a href=/{title}>{title}</a></h3><div>{town}</div>{pay}<div>{day}</div></li>")
    };
    let found = rows(&format!("<h1>Jobs</h1><ul>{}</ul>", jobs.iter().map(job).collect::<String>()));
    assert_eq!(column(&found, "date"), jobs.map(|job| job.3));
    assert_eq!(column(&found, "price"), jobs.map(|job| job.2.unwrap_or_default()));
}

#[test]
fn descriptions_are_parts_of_their_terms_whatever_their_number() {
    let staff = |at: usize| {
        let name = ["Ann Lee", "Bob Ray", "Cleo Orr", "Dan Poe", "Eve Kay", "Fay Lux"][at % 6];
        let phone = if at.is_multiple_of(2) { String::new() } else { format!("<dd>555-{}", 2886 + 97 * at) };
        format!("<dt>{name}{phone}<dd>{}<dd>Room {}", ["Nurse", "Surgeon", "Porter"][at % 3], 24 + 7 * at)
    };
    let found = rows(&format!("<h1>Our staff</h1><dl>{}</dl>", (0..6).map(staff).collect::<String>()));
    assert_eq!(found.len(), 6, "{found:?}");
    let has = |row: &BTreeMap<String, String>, text: &str| row.values().any(|value| value.contains(text));
    assert!(has(&found[0], "Ann Lee") && has(&found[0], "Nurse"), "{found:?}");
    assert!(has(&found[5], "Fay Lux") && has(&found[5], "555-3371"), "{found:?}");
}

const DEALERS: [[&str; 3]; 4] = [
    ["Pike Boats", "12 Harbour Street, Salem", "Tel. 555-1234"],
    ["Adams and Sons", "4 Mill Lane, Lowell", "Tel. 555-7788"],
    ["Archer Marine", "77 Quay Road, Quincy", "Tel. 555-9021"],
    ["Baker Oars", "1 Bridge Street, Boston", "Tel. 555-4410"],
];

const MENU: &str = "<p><a href=/>Home</a> | <a href=/s>Shop</a> | <a href=/c>Contact</a></p>";

#[test]
fn lines_between_line_breaks_are_records_although_they_are_no_elements() {
    let names = DEALERS.map(|[name, ..]| name);
    let blank = DEALERS.map(|dealer| dealer.join("<br>")).join("<br><br>");
    let found = rows(&format!("{MENU}<h1>Dealers</h1><p>{blank}</p>"));
    assert_eq!(column(&found, "text"), names);
    assert!(found[1].values().any(|value| value == DEALERS[1][2]), "{found:?}");
    let single = DEALERS.map(|dealer| dealer.join(" - ")).join("<br>\n");
    let found = rows(&format!("{MENU}<h1>Dealers</h1><div>{single}</div>"));
    assert_eq!(found.len(), 4, "{found:?}");
}

#[test]
fn aligned_columns_of_preformatted_text_are_columns() {
    let row = |[name, street, phone]: [&str; 3]| format!("{name:<22}{street:<30}{phone}");
    let others = [["Cole", "", "Tel. 555-3131"], ["Crane and Daughters", "9 Elm Court, Revere", ""]];
    let text = DEALERS.into_iter().chain(others).map(row).collect::<Vec<_>>().join("\n");
    let found = rows(&format!("{MENU}<h1>Dealers</h1><pre>\n{text}\n</pre>"));
    let columns: Vec<Vec<&str>> =
        found[4..].iter().map(|row| row.values().map(String::as_str).collect()).collect();
    assert_eq!(columns, [["Cole", "", "Tel. 555-3131"], ["Crane and Daughters", "9 Elm Court, Revere", ""]]);
}

#[test]
fn the_day_above_a_table_is_a_column_of_its_rows() {
    let head = "<tr><th>Time<th>Film<th>Hall";
    let rows_of = |rows: &[[&str; 3]]| {
        rows.iter().flat_map(|row| ["<tr><td>".to_owned(), row.join("<td>")]).collect::<String>()
    };
    let day =
        |(day, films): (&str, &[[&str; 3]])| format!("<h3>{day}</h3><table>{head}{}</table>", rows_of(films));
    let days: [(&str, &[[&str; 3]]); 3] = [
        ("Monday", &[["18:00", "Dune", "1"], ["20:30", "Emma", "2"]]),
        ("Tuesday", &[["18:15", "Walden", "1"]]),
        ("Friday", &[["17:15", "Lolita", "1"], ["20:00", "Persuasion", "2"]]),
    ];
    let found = rows(&days.map(day).concat());
    assert_eq!(column(&found, "group"), ["Monday", "Monday", "Tuesday", "Friday", "Friday"]);
    assert_eq!(column(&found, "Film")[2], "Walden");
}

//! Writes a template as a schema of CSS selectors in JSON, in the form that some crawlers read: a base selector, and for
//! each field its name, selector and type.

use super::{FieldSelectors, Selectors};
use crate::wrapper::template::PAGE;
use serde_json::{Map, Value, json};

/// Writes the selectors of a template as a schema; the first are those of its rows by default. The tables within a page are nested lists.
/// If the rows are records, the schema of their page stands under `page`. Fields that CSS cannot select are listed under `without`, with the
/// reason.
#[must_use]
pub fn schema(all: &[Selectors], name: &str) -> Value {
    let Some((main, others)) = all.split_first() else { return json!({ "name": name, "fields": [] }) };
    let page = others.iter().find(|rows| rows.table.as_deref() == Some(PAGE));
    let tables: Vec<&Selectors> = others.iter().filter(|rows| rows.table.as_deref() != Some(PAGE)).collect();
    match (&main.records, page) {
        (Some((_, css)), page) => {
            let mut written = of_rows(main, name, css.as_deref().unwrap_or("html"), &[]);
            if let Some(page) = page {
                written[PAGE] = of_rows(page, PAGE, "html", &tables);
            }
            written
        }
        (None, _) => of_rows(main, name, "html", &tables),
    }
}

/// The schema of some rows, which `base` selects, with tables within them.
fn of_rows(rows: &Selectors, name: &str, base: &str, tables: &[&Selectors]) -> Value {
    let (mut fields, mut without): (Vec<Value>, Map<String, Value>) = fields(&rows.fields);
    for table in tables {
        let name = table.table.as_deref().unwrap_or_default();
        // A list whose items are rows is given once, with the fields of the rows.
        fields.retain(|field| field["name"] != name);
        let (inner, lacking) = self::fields(&table.fields);
        match &table.records {
            Some((_, Some(css))) if !inner.is_empty() => {
                fields.push(json!({ "name": name, "selector": css, "type": "nested_list", "fields": inner }));
                without.extend(lacking.into_iter().map(|(field, why)| (format!("{name}.{field}"), why)));
            }
            _ => {
                without.insert(name.to_owned(), "no CSS selector finds only its rows".into());
            }
        }
    }
    let mut schema = json!({ "name": name, "baseSelector": base, "fields": fields });
    if !without.is_empty() {
        schema["without"] = Value::Object(without);
    }
    schema
}

/// The fields with a CSS selector, and why the others have none.
fn fields(all: &[FieldSelectors]) -> (Vec<Value>, Map<String, Value>) {
    let (mut fields, mut without) = (Vec::new(), Map::new());
    for field in all {
        match (&field.css, field.without_css()) {
            (Some(css), _) if field.many => {
                let texts = match field.attribute {
                    Some(attribute) => {
                        json!([{ "name": "text", "type": "attribute", "attribute": attribute }])
                    }
                    None => json!([{ "name": "text", "type": "text" }]),
                };
                fields.push(json!({ "name": field.field, "selector": css, "type": "list", "fields": texts }));
            }
            (Some(css), _) => {
                let mut written = json!({ "name": field.field, "selector": css, "type": "text" });
                if let Some(attribute) = field.attribute {
                    written["type"] = "attribute".into();
                    written["attribute"] = attribute.into();
                }
                if let Some(re) = &field.re {
                    written["type"] = "regex".into();
                    written["pattern"] = re.as_str().into();
                }
                fields.push(written);
            }
            (None, why) => {
                without.insert(field.field.clone(), why.into());
            }
        }
    }
    (fields, without)
}

//! Writes a template as a schema of CSS selectors in JSON, in the form that some crawlers read: a base selector, and for
//! each field its name, selector and type.

use super::Selectors;
use serde_json::{Value, json};

/// Writes the selectors of a template as a schema. Fields that CSS cannot select are listed under `without`, with the
/// reason.
#[must_use]
pub fn schema(selectors: &Selectors, name: &str) -> Value {
    let (mut fields, mut without) = (Vec::new(), serde_json::Map::new());
    for field in &selectors.fields {
        match (&field.css, field.without_css()) {
            (Some(css), _) if field.many => {
                let texts = json!([{ "name": "text", "type": "text" }]);
                fields.push(json!({ "name": field.field, "selector": css, "type": "list", "fields": texts }));
            }
            (Some(css), _) => fields.push(json!({ "name": field.field, "selector": css, "type": "text" })),
            (None, why) => {
                without.insert(field.field.clone(), why.into());
            }
        }
    }
    let base = selectors.records.as_ref().and_then(|(_, css)| css.as_deref()).unwrap_or("html");
    let mut schema = json!({ "name": name, "baseSelector": base, "fields": fields });
    if !without.is_empty() {
        schema["without"] = Value::Object(without);
    }
    schema
}

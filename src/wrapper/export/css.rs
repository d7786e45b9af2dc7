//! Writes a selector as CSS, if CSS can express it.

use super::selector::{Condition, ElementTest, Selector, SelectorStep, TakenText, is_plain};

/// The selector as CSS; none if it uses a label or takes a part of an element's text. A selector that starts at an element
/// and at its children begins with `:scope`.
pub(super) fn render(selector: &Selector) -> Option<String> {
    if !matches!(selector.taken, TakenText::Whole | TakenText::Address) {
        return None;
    }
    if selector.steps.is_empty() {
        return Some(":scope".to_owned());
    }
    let mut css = String::new();
    for (number, step) in selector.steps.iter().enumerate() {
        let (before, test) = match step {
            SelectorStep::Descendant(test) => (["", " "], render_test(test)?),
            SelectorStep::Child(test) => ([":scope > ", " > "], render_test(test)?),
            _ => return None,
        };
        css.push_str(before[usize::from(number > 0)]);
        css.push_str(&test);
    }
    Some(css)
}

fn render_test(test: &ElementTest) -> Option<String> {
    let conditions = test.conditions.iter().map(|condition| match condition {
        Condition::Class(class) if is_plain(class) => Some(format!(".{class}")),
        Condition::Class(class) => Some(format!("[class~={}]", quoted(class))),
        Condition::Equals("id", id) if is_plain(id) => Some(format!("#{id}")),
        Condition::Equals(name, value) => Some(format!("[{name}={}]", quoted(value))),
        Condition::BeginsWith(name, value) => Some(format!("[{name}^={}]", quoted(value))),
        // All children of a row are cells.
        Condition::Cell(number) => Some(format!(":nth-child({number})")),
        Condition::HasChild(test) => Some(format!(":has(> {})", render_test(test)?)),
        Condition::OfType(number) => Some(format!(":nth-of-type({number})")),
        Condition::Is(_) | Condition::Begins(_) => None,
    });
    std::iter::once(Some(test.name.to_owned())).chain(conditions).collect()
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                out.extend(['\\'].into_iter().chain(format!("{:x} ", u32::from(c)).chars()));
            }
            c => out.push(c),
        }
    }
    out + "\""
}

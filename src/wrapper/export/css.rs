//! A way as CSS, where CSS can say it.

use super::path::{Condition, Path, Step, Takes, Test};

/// The selector; none if the way asks for a label or for a text beside elements. A way from an element that begins with
/// its children has `:scope` for the element.
pub(super) fn render(path: &Path) -> Option<String> {
    if path.takes != Takes::Whole {
        return None;
    }
    if path.steps.is_empty() {
        return Some(":scope".to_owned());
    }
    let mut css = String::new();
    for (number, step) in path.steps.iter().enumerate() {
        let (joined, test) = match step {
            Step::Within(test) => (if number == 0 { "" } else { " " }, test),
            Step::Child(test) => (if number == 0 { ":scope > " } else { " > " }, test),
            _ => return None,
        };
        css.push_str(joined);
        css.push_str(&render_test(test));
    }
    Some(css)
}

fn render_test(test: &Test) -> String {
    let conditions = test.conditions.iter().map(|condition| match condition {
        Condition::Class(class) if is_identifier(class) => format!(".{class}"),
        Condition::Class(class) => format!("[class~={}]", quoted(class)),
        Condition::Equals("id", id) if is_identifier(id) => format!("#{id}"),
        Condition::Equals(name, value) => format!("[{name}={}]", quoted(value)),
        // A row holds nothing but cells.
        Condition::Cell(number) => format!(":nth-child({number})"),
        Condition::Holds(test) => format!(":has(> {})", render_test(test)),
    });
    std::iter::once(test.name.to_owned()).chain(conditions).collect()
}

fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
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

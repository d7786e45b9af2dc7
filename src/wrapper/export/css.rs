//! A way as CSS, where CSS can say it.

use super::path::{Condition, Path, Step, Takes, Test};

/// The selector; none if the way asks for a label or for a text beside elements.
pub(super) fn render(path: &Path) -> Option<String> {
    if path.takes != Takes::Whole {
        return None;
    }
    let steps = path.steps.iter().map(|step| match step {
        Step::Within(test) => Some(render_test(test)),
        _ => None,
    });
    steps.collect::<Option<Vec<_>>>().map(|steps| steps.join(" "))
}

fn render_test(test: &Test) -> String {
    let conditions = test.conditions.iter().map(|condition| match condition {
        Condition::Class(class) if is_identifier(class) => format!(".{class}"),
        Condition::Class(class) => format!("[class~={}]", quoted(class)),
        Condition::Equals("id", id) if is_identifier(id) => format!("#{id}"),
        Condition::Equals(name, value) => format!("[{name}={}]", quoted(value)),
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

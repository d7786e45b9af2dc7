//! A way as XPath 1.0.

use super::path::{Condition, Path, Step, Takes, Test};

/// The way from an element on.
pub(super) fn render_from(path: &Path) -> String {
    render_below(path, ".")
}

/// The way from the page's root.
pub(super) fn render(path: &Path) -> String {
    render_below(path, "")
}

fn render_below(path: &Path, from: &str) -> String {
    let xpath: String = std::iter::once(from.to_owned()).chain(path.steps.iter().map(render_step)).collect();
    match path.takes {
        Takes::Whole => xpath,
        Takes::Nth(number) => format!("({xpath})[{number}]"),
        Takes::NthOwnText(number) => format!("({xpath}/text()[normalize-space()])[{number}]"),
        Takes::OwnText => xpath + "/text()[normalize-space()]",
        Takes::TextBehind => xpath + "/following-sibling::text()[normalize-space()][1]",
    }
}

fn render_step(step: &Step) -> String {
    match step {
        Step::Within(test) => format!("//{}", render_test(test)),
        Step::Child(test) => format!("/{}", render_test(test)),
        Step::Labelled(name, text) => format!("//{name}[normalize-space()={}]", quoted(text)),
        Step::LabelText(text) => format!("//text()[normalize-space()={}]", quoted(text)),
        Step::Around(name, number) => format!("/ancestor::{name}[{number}]"),
        Step::Next(test) => format!("/following-sibling::{}[1]", render_test(test)),
        Step::AllNext(test) => format!("/following-sibling::{}", render_test(test)),
    }
}

fn render_test(test: &Test) -> String {
    let conditions = test.conditions.iter().map(|condition| match condition {
        Condition::Class(class) => {
            format!(
                "[contains(concat(\" \", normalize-space(@class), \" \"), {})]",
                quoted(&format!(" {class} "))
            )
        }
        Condition::Equals(name, value) => format!("[@{name}={}]", quoted(value)),
        Condition::Holds(test) => format!("[{}]", render_test(test)),
        Condition::Cell(number) => {
            format!("[count(preceding-sibling::*[self::td or self::th])={}]", number - 1)
        }
    });
    std::iter::once(test.name.to_owned()).chain(conditions).collect()
}

/// A text as XPath 1.0 writes it, which has no escapes.
fn quoted(text: &str) -> String {
    match (text.contains('"'), text.contains('\'')) {
        (false, _) => format!("\"{text}\""),
        (true, false) => format!("'{text}'"),
        (true, true) => {
            let pieces: Vec<String> = text.split('"').map(|piece| format!("\"{piece}\"")).collect();
            format!("concat({})", pieces.join(", '\"', "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_text_with_both_quotes_is_put_together() {
        assert_eq!(quoted("it's"), "\"it's\"");
        assert_eq!(quoted("6\""), "'6\"'");
        assert_eq!(quoted("it's 6\""), "concat(\"it's 6\", '\"', \"\")");
    }
}

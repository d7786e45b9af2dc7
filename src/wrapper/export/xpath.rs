//! Writes a selector as XPath 1.0.

use super::selector::{Condition, ElementTest, Selector, SelectorStep, TakenText};

/// The selector as XPath, relative to an element.
pub(super) fn render_from(selector: &Selector) -> String {
    render_below(selector, ".")
}

/// The selector as XPath, from the root of the page.
pub(super) fn render(selector: &Selector) -> String {
    render_below(selector, "")
}

fn render_below(selector: &Selector, from: &str) -> String {
    let xpath: String =
        std::iter::once(from.to_owned()).chain(selector.steps.iter().map(render_step)).collect();
    match selector.taken {
        TakenText::Whole => xpath,
        TakenText::Nth(number) => format!("({xpath})[{number}]"),
        TakenText::NthOwnText(number) => format!("({xpath}/text()[normalize-space()])[{number}]"),
        TakenText::OwnText => xpath + "/text()[normalize-space()]",
        TakenText::Address => xpath + "/@href",
        TakenText::FollowingText => xpath + "/following-sibling::text()[normalize-space()][1]",
    }
}

fn render_step(step: &SelectorStep) -> String {
    match step {
        SelectorStep::Descendant(test) => format!("//{}", render_test(test)),
        SelectorStep::Child(test) => format!("/{}", render_test(test)),
        SelectorStep::LabelText(text) => format!("//text()[normalize-space()={}]", quoted(text)),
        SelectorStep::Ancestor(name, number) => format!("/ancestor::{name}[{number}]"),
        SelectorStep::NextSibling(test) => format!("/following-sibling::{}[1]", render_test(test)),
        SelectorStep::LaterSiblings(test) => format!("/following-sibling::{}", render_test(test)),
    }
}

fn render_test(test: &ElementTest) -> String {
    let conditions = test.conditions.iter().map(|condition| match condition {
        Condition::Class(class) => {
            format!(
                "[contains(concat(\" \", normalize-space(@class), \" \"), {})]",
                quoted(&format!(" {class} "))
            )
        }
        Condition::Equals(name, value) => format!("[@{name}={}]", quoted(value)),
        Condition::BeginsWith(name, value) => format!("[starts-with(@{name}, {})]", quoted(value)),
        Condition::HasChild(test) => format!("[{}]", render_test(test)),
        Condition::Is(label) => format!("[normalize-space()={}]", quoted(label)),
        Condition::Begins(label) => format!("[starts-with(normalize-space(), {})]", quoted(label)),
        Condition::OfType(number) => format!("[{number}]"),
        Condition::Cell(number) => {
            format!("[count(preceding-sibling::*[self::td or self::th])={}]", number - 1)
        }
    });
    std::iter::once(test.name.to_owned()).chain(conditions).collect()
}

/// A text as a string of XPath 1.0, which has no escapes.
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
    fn a_text_with_both_quotes_is_written_with_concat() {
        assert_eq!(quoted("it's"), "\"it's\"");
        assert_eq!(quoted("6\""), "'6\"'");
        assert_eq!(quoted("it's 6\""), "concat(\"it's 6\", '\"', \"\")");
    }
}

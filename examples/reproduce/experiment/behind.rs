//! The inputs on which ours may be behind for now, each with the figure that ours has reached.
//!
//! Any other input on which ours is behind, and one of these whose figure falls, is a fault. A line is deleted when ours is no longer behind.

use super::section::{Input, Section};

/// An input that ours may be behind on: its section and name, what is measured, and the figure that ours must still reach.
type Known = (&'static str, &'static str, f64);

const KNOWN: &[Known] = &[
    ("A set 8", "F1 of the template's bytes", 0.979),
    ("A hits below their categories", "number of hits", 0.493),
    ("B morning", "F", 0.925),
    ("B morning", "perfect matching", 0.581),
    ("C apples", "F of posts", 0.920),
    ("D lines, posts of one page, the page", "F", 0.906),
    ("D lines, posts of one page, pages of a format", "F", 0.687),
    ("D markup, posts of one page, pages of a format", "F", 0.672),
    ("D lines, posts of one page, the true main content", "F", 0.961),
    ("D lines, posts of one page", "F with pages of a format, against the page alone", 0.687),
    ("D markup, posts of one page", "F with pages of a format, against the page alone", 0.672),
];

/// What is wrong with the inputs of sections, one line each.
#[must_use]
pub fn newly_behind(sections: &[(&str, Section)]) -> Vec<String> {
    let of_section = |(letter, section): &(&str, Section)| {
        let faults = section
            .inputs
            .iter()
            .filter_map(|input| fault(KNOWN, &format!("{letter} {}", input.name), input));
        faults.collect::<Vec<_>>()
    };
    sections.iter().flat_map(of_section).collect()
}

fn fault(known: &[Known], name: &str, input: &Input) -> Option<String> {
    let Input { figure, bar, ours, .. } = input;
    let reached = known.iter().find(|known| (known.0, known.1) == (name, figure)).map(|known| known.2);
    // Figures are printed with three digits.
    let is_allowed = reached.is_some_and(|reached| ours + 0.0005 >= reached);
    (input.is_behind() && !is_allowed).then(|| match reached {
        Some(reached) => format!("{name}: {figure} is {ours:.3}, and was {reached:.3}"),
        None => format!("{name}: {figure} is {ours:.3}, and must reach {bar:.3}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_that_is_newly_behind_is_a_fault_and_so_is_a_known_one_that_falls() {
        let input = |ours| Input { name: "paper".to_owned(), figure: "F".to_owned(), bar: 0.9, ours };
        let known: &[Known] = &[("B paper", "F", 0.8)];
        assert!(fault(known, "B paper", &input(0.9)).is_none());
        assert!(fault(known, "B paper", &input(0.8)).is_none());
        assert!(fault(known, "B paper", &input(0.799)).is_some());
        assert!(fault(known, "B other", &input(0.8)).is_some());
        assert!(fault(&[], "B paper", &input(0.8)).is_some());
    }
}

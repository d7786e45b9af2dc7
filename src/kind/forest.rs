//! Fitted weights and decision trees: sums of both for each of several answers.
//!
//! In: a table written by `eval/fit/fit_kinds.py`, and features. Out: the probability of each answer, by a softmax of the sums.
//!
//! ```text
//! weights list           the weights of the answer `list`, as in any table of weights
//! repeated 1.2
//! tree list              the first tree for the answer `list`
//! repeated 0.42          features of at most 0.42 go on with the next line, others after the subtree that begins there
//! -0.31                  a leaf
//! 0.27
//! ```
//!
//! Source: Friedman, "Greedy Function Approximation: A Gradient Boosting Machine", 2001. Cost: the features, and the depth of the trees.

use crate::features::Table;

/// Weights and trees for `N` answers.
#[derive(Clone, Debug)]
pub(super) struct Forest<const N: usize> {
    /// The answer and its weights.
    weights: Vec<(usize, Table)>,
    /// The answer and the first node of each tree.
    trees: Vec<(usize, usize)>,
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug)]
enum Node {
    /// Values of a feature of at most the threshold go to the next node, others to the one that is named.
    Split {
        feature: usize,
        threshold: f64,
        above: usize,
    },
    Leaf(f64),
}

impl<const N: usize> Forest<N> {
    /// Reads a table.
    ///
    /// # Errors
    /// The first line that cannot be read, or the empty string if a tree is cut off.
    pub(super) fn read(answers: [&str; N], names: &[&'static str], table: &str) -> Result<Self, String> {
        let mut forest = Forest { weights: Vec::new(), trees: Vec::new(), nodes: Vec::new() };
        let mut lines = table.lines().filter(|line| !line.starts_with('#')).peekable();
        while let Some(line) = lines.next() {
            let (what, name) = line.split_once(' ').ok_or(line)?;
            let answer = answers.iter().position(|answer| *answer == name).ok_or(line)?;
            match what {
                "tree" => {
                    forest.trees.push((answer, forest.nodes.len()));
                    forest.node(names, &mut lines)?;
                }
                "weights" => {
                    let is_weight = |line: &&str| !line.starts_with("weights ") && !line.starts_with("tree ");
                    let of_answer = std::iter::from_fn(|| lines.next_if(is_weight)).collect::<Vec<_>>();
                    forest.weights.push((answer, Table::read(names, &of_answer.join("\n"))?));
                }
                _ => return Err(line.to_owned()),
            }
        }
        Ok(forest)
    }

    /// Reads a node and those below it.
    fn node<'t>(&mut self, names: &[&str], lines: &mut impl Iterator<Item = &'t str>) -> Result<(), String> {
        let line = lines.next().unwrap_or_default();
        let number = |written: &str| written.parse::<f64>().map_err(|_| line.to_owned());
        let Some((name, threshold)) = line.split_once(' ') else {
            self.nodes.push(Node::Leaf(number(line)?));
            return Ok(());
        };
        let feature = names.iter().position(|known| *known == name).ok_or(line)?;
        let at = self.nodes.len();
        self.nodes.push(Node::Leaf(0.0));
        self.node(names, lines)?;
        self.nodes[at] = Node::Split { feature, threshold: number(threshold)?, above: self.nodes.len() };
        self.node(names, lines)
    }

    /// The probability of each answer.
    pub(super) fn probabilities(&self, values: &[f64]) -> [f64; N] {
        let mut sums = [0.0; N];
        for (answer, weights) in &self.weights {
            sums[*answer] += weights.score(values.iter().copied());
        }
        for &(answer, first) in &self.trees {
            sums[answer] += self.leaf(first, values);
        }
        let most = sums.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let odds = sums.map(|sum| (sum - most).exp());
        let all: f64 = odds.iter().sum();
        odds.map(|odds| odds / all)
    }

    fn leaf(&self, first: usize, values: &[f64]) -> f64 {
        let mut at = first;
        loop {
            match self.nodes[at] {
                Node::Split { feature, threshold, above } => {
                    at = if values[feature] <= threshold { at + 1 } else { above };
                }
                Node::Leaf(value) => return value,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Forest;

    const NAMES: &[&str] = &["words", "links"];

    #[test]
    fn trees_are_summed_for_each_answer() {
        let table = "# a comment\ntree yes\nwords 2\nlinks 0.5\n1\n2\n-1\ntree no\n0.5\ntree no\n0.5";
        let forest = Forest::read(["yes", "no"], NAMES, table).expect("a table");
        let ratio = |values: [f64; 2]| {
            let [yes, no] = forest.probabilities(&values);
            (yes / no).ln()
        };
        for (values, expected) in [([2.0, 0.5], 0.0), ([1.0, 0.6], 1.0), ([2.1, 0.0], -2.0)] {
            assert!((ratio(values) - expected).abs() < 1e-9, "{values:?}");
        }
    }

    #[test]
    fn weights_are_added_to_trees() {
        let table = "weights yes\nwords 2\nlinks -1\ntree yes\n0.5\ntree no\n-0.5\ntree yes\nwords 2\n1\n3";
        let forest = Forest::read(["yes", "no"], NAMES, table).expect("a table");
        let [yes, no] = forest.probabilities(&[1.0, 0.5]);
        assert!(((yes / no).ln() - (0.5 + 2.0 - 0.5 + 1.0 + 0.5)).abs() < 1e-9);
    }

    #[test]
    fn what_cannot_be_read_is_an_error() {
        let error = |table| Forest::read(["yes", "no"], NAMES, table).expect_err("no table");
        assert_eq!(error("tree maybe\n1"), "tree maybe");
        assert_eq!(error("tree yes\nwealth 1\n1\n2"), "wealth 1");
        assert_eq!(error("tree yes\nwords 1\n1"), "");
        assert_eq!(error("weights yes\nwealth 2"), "wealth 2");
        assert_eq!(error("weights yes\nwords"), "words");
        assert_eq!(error("leaf yes"), "leaf yes");
    }
}

//! The compiled form of a template: its parts as a numbered list, with the symbols that [`fit`](crate::wrapper::read::fit) compares
//! with those of a page's nodes.

use crate::wrapper::page::extra_element::Extra;
use crate::wrapper::page::symbol::{DiscriminativeAttributes, Symbols};
use crate::wrapper::section::Mark;
use crate::wrapper::sections::classify::SectionClassifier;
use crate::wrapper::template::{Part, Template};
use hashbrown::HashMap;
use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::wrapper) enum PartKind {
    Element,
    Text,
    Slot,
}

/// A part of the template as a node of the [`Plan`].
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact by itself")]
pub(in crate::wrapper) struct PlanNode {
    pub(in crate::wrapper) kind: PartKind,
    /// The tag's name, or the text.
    pub(in crate::wrapper) name: String,
    pub(in crate::wrapper) symbol: u32,
    /// Whether its symbol contains more than the tag's name: attributes, or a mark of a section.
    pub(in crate::wrapper) is_distinctive: bool,
    pub(in crate::wrapper) repeated: bool,
    /// Whether it is an item of a list. It is recognized by its tag alone, as all of its content is a value.
    pub(in crate::wrapper) is_item: bool,
    /// The number of the list whose items it is, if it is repeated and holds no repeated part.
    pub(in crate::wrapper) list: Option<u32>,
    pub(in crate::wrapper) support: u32,
    /// Its role in a section.
    pub(in crate::wrapper) mark: Option<Mark>,
    /// The numbers of its child parts.
    pub(in crate::wrapper) parts: Vec<u32>,
    /// Whether two of its child parts have the same symbol, so that a child of the page could match either.
    pub(in crate::wrapper) is_ambiguous: bool,
    /// The symbols of all texts and all distinctive elements inside, sorted, each once.
    pub(in crate::wrapper) inner_symbols: Vec<u32>,
    pub(in crate::wrapper) field: Option<usize>,
    /// Whether there is a field inside.
    pub(in crate::wrapper) holds_field: bool,
    /// The number of the text that is the label of its field.
    pub(in crate::wrapper) label: Option<u32>,
    /// Whether its parent is distinctive and no other part has the parent's symbol.
    pub(in crate::wrapper) is_unmistakable: bool,
}

/// The compiled form of the parts of a template.
#[derive(Debug)]
pub(in crate::wrapper) struct Plan {
    /// The parts in page order. The first is the page itself.
    pub(in crate::wrapper) nodes: Vec<PlanNode>,
    pub(in crate::wrapper) fields: usize,
    /// The number of lists.
    lists: u32,
    pub(in crate::wrapper) symbols: Symbols,
    pub(in crate::wrapper) discriminative: DiscriminativeAttributes,
    /// One for each place where pages have sections.
    pub(in crate::wrapper) section_classifiers: Vec<SectionClassifier>,
    /// Elements that only some pages have around a part.
    pub(in crate::wrapper) extra: BTreeSet<Extra>,
}

impl Plan {
    /// Compiles the parts of a template.
    pub(in crate::wrapper) fn new(template: &Template) -> Self {
        let mut plan = Plan {
            nodes: Vec::new(),
            fields: template.fields.len(),
            lists: 0,
            symbols: Symbols::default(),
            discriminative: DiscriminativeAttributes::default(),
            extra: template.extra.clone(),
            section_classifiers: template
                .sections
                .iter()
                .map(|sections| SectionClassifier::new(sections, template.pages))
                .collect(),
        };
        let root = plan.push(PlanNode { support: template.pages, ..PlanNode::of(PartKind::Element) });
        plan.add_parts(root, &template.parts);
        plan.collect_inner_symbols();
        plan.find_labels(template);
        plan
    }

    pub(in crate::wrapper) fn node(&self, number: u32) -> &PlanNode {
        &self.nodes[number as usize]
    }

    fn push(&mut self, node: PlanNode) -> u32 {
        self.nodes.push(node);
        u32::try_from(self.nodes.len() - 1).expect("fewer parts than bytes of the file")
    }

    fn add_parts(&mut self, parent: u32, parts: &[Part]) {
        for part in parts {
            let number = match part {
                Part::Element { name, attributes, support, repeated, section, parts } => {
                    for (key, value) in attributes {
                        self.discriminative.add(name, key, value);
                    }
                    let symbol = self.symbols.element(name, attributes, *section);
                    let is_list = part.is_list();
                    self.lists += u32::from(is_list);
                    let number = self.push(PlanNode {
                        name: name.clone(),
                        symbol,
                        is_distinctive: !attributes.is_empty() || section.is_some(),
                        mark: *section,
                        repeated: *repeated,
                        is_item: *repeated && matches!(parts[..], [Part::Slot { .. }]),
                        list: is_list.then(|| self.lists - 1),
                        support: *support,
                        ..PlanNode::of(PartKind::Element)
                    });
                    self.add_parts(number, parts);
                    number
                }
                Part::Text { text, support, field, section } => {
                    let symbol = self.symbols.text(text, *section);
                    self.push(PlanNode {
                        name: text.clone(),
                        symbol,
                        support: *support,
                        field: *field,
                        mark: *section,
                        ..PlanNode::of(PartKind::Text)
                    })
                }
                Part::Slot { field } => {
                    self.push(PlanNode { field: Some(*field), ..PlanNode::of(PartKind::Slot) })
                }
            };
            self.nodes[parent as usize].parts.push(number);
        }
    }

    /// Sets the members of every node that depend on its child parts, from the last node to the first.
    fn collect_inner_symbols(&mut self) {
        for number in (0..self.nodes.len()).rev() {
            let node = &self.nodes[number];
            let inside: Vec<u32> = node.parts.clone();
            let mut inner_symbols: Vec<u32> = Vec::new();
            let mut holds_field = false;
            for part in inside {
                let part = self.node(part);
                holds_field |= part.holds_field || part.field.is_some();
                inner_symbols.extend(&part.inner_symbols);
                inner_symbols
                    .extend((part.kind == PartKind::Text || part.is_distinctive).then_some(part.symbol));
            }
            inner_symbols.sort_unstable();
            inner_symbols.dedup();
            let symbols = self.nodes[number].parts.iter().map(|&part| self.node(part).symbol);
            let mut symbols: Vec<u32> = symbols.filter(|&symbol| symbol != 0).collect();
            symbols.sort_unstable();
            self.nodes[number].is_ambiguous = symbols.windows(2).any(|pair| pair[0] == pair[1]);
            self.nodes[number].inner_symbols = inner_symbols;
            self.nodes[number].holds_field = holds_field;
        }
    }

    /// Sets for every labelled field the node of its label, the last text before it that equals the label, and for every
    /// part whether it is unmistakable.
    fn find_labels(&mut self, template: &Template) {
        let mut uses = vec![0_u32; self.symbols.size()];
        for node in &self.nodes {
            uses[node.symbol as usize] += 1;
        }
        let mut last: HashMap<String, u32> = HashMap::new();
        for parent in 0..self.nodes.len() {
            let around = &self.nodes[parent];
            let unmistakable = around.is_distinctive && uses[around.symbol as usize] == 1;
            for part in around.parts.clone() {
                self.nodes[part as usize].is_unmistakable = unmistakable;
            }
        }
        for number in 0..self.nodes.len() {
            let node = &self.nodes[number];
            if let Some(label) = node.field.and_then(|field| template.fields[field].label.as_deref()) {
                let label = last.get(label).copied();
                self.nodes[number].label = label;
            }
            let node = &self.nodes[number];
            if node.kind == PartKind::Text {
                last.insert(node.name.clone(), u32::try_from(number).expect("fewer parts than bytes"));
            }
        }
    }
}

impl PlanNode {
    /// The largest weight of a pair of this part with a child of the page, see [`fit`](crate::wrapper::read::fit).
    pub(in crate::wrapper) fn max_weight(&self) -> u32 {
        match self.kind {
            PartKind::Slot => 0,
            PartKind::Text => 2,
            PartKind::Element => {
                u32::try_from(self.inner_symbols.len()).expect("few parts")
                    + 1
                    + u32::from(self.is_distinctive)
            }
        }
    }

    fn of(kind: PartKind) -> Self {
        PlanNode {
            kind,
            name: String::new(),
            symbol: 0,
            is_distinctive: false,
            repeated: false,
            is_item: false,
            list: None,
            support: 0,
            mark: None,
            parts: Vec::new(),
            is_ambiguous: false,
            inner_symbols: Vec::new(),
            field: None,
            holds_field: false,
            label: None,
            is_unmistakable: false,
        }
    }
}

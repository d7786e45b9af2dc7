//! A template made ready to be laid onto pages: parts numbered, with symbols to compare.

use super::extra::Extra;
use super::identity::Teller;
use super::inline::Inline;
use super::role::Mark;
use super::symbol::{DiscriminativeAttributes, Symbols};
use super::template::{Part, Template};
use hashbrown::HashMap;
use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    Element,
    Text,
    Slot,
}

/// A part of the template.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact by itself")]
pub(super) struct Planned {
    pub(super) kind: Kind,
    /// The tag's name, or the text.
    pub(super) name: String,
    pub(super) symbol: u32,
    /// Whether attributes, or a section, tell it.
    pub(super) attributed: bool,
    pub(super) repeated: bool,
    /// Whether it is an item of a list, whose name alone tells it: all that it holds is a value.
    pub(super) is_item: bool,
    pub(super) support: u32,
    /// What it is in a section.
    pub(super) mark: Option<Mark>,
    /// The parts inside.
    pub(super) parts: Vec<u32>,
    /// Whether two of the parts inside can be the same child.
    pub(super) is_ambiguous: bool,
    /// The symbols of the texts and of the tags with attributes inside.
    pub(super) tells: Vec<u32>,
    pub(super) field: Option<usize>,
    /// Whether a slot lies inside.
    pub(super) holds_field: bool,
    /// The text that says what the slot is.
    pub(super) label: Option<u32>,
    /// Whether the element around it has attributes that no other part has.
    pub(super) is_unmistakable: bool,
}

/// A template made ready to be laid onto pages.
#[derive(Debug)]
pub(super) struct Plan {
    /// The parts in page order; the first stands for the page.
    pub(super) nodes: Vec<Planned>,
    pub(super) fields: usize,
    pub(super) symbols: Symbols,
    pub(super) discriminative: DiscriminativeAttributes,
    /// What tells the sections of a page.
    pub(super) tellers: Vec<Teller>,
    /// Elements that not all pages have around a part.
    pub(super) extra: BTreeSet<Extra>,
    /// Labels inside texts.
    pub(super) inline: Vec<Inline>,
}

impl Plan {
    /// Of a template whose pages are one row each.
    pub(super) fn new(template: &Template, parts: &[Part]) -> Self {
        let mut plan = Plan {
            nodes: Vec::new(),
            fields: template.fields.len(),
            symbols: Symbols::default(),
            discriminative: DiscriminativeAttributes::default(),
            extra: template.extra.clone(),
            inline: template.inline.clone(),
            tellers: template.sections.iter().map(|sections| Teller::new(sections, template.pages)).collect(),
        };
        let root = plan.push(Planned { support: template.pages, ..Planned::of(Kind::Element) });
        plan.add_parts(root, parts);
        plan.tell();
        plan.find_labels(template);
        plan
    }

    pub(super) fn node(&self, number: u32) -> &Planned {
        &self.nodes[number as usize]
    }

    fn push(&mut self, node: Planned) -> u32 {
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
                    let number = self.push(Planned {
                        name: name.clone(),
                        symbol,
                        attributed: !attributes.is_empty() || section.is_some(),
                        mark: *section,
                        repeated: *repeated,
                        is_item: *repeated && matches!(parts[..], [Part::Slot { .. }]),
                        support: *support,
                        ..Planned::of(Kind::Element)
                    });
                    self.add_parts(number, parts);
                    number
                }
                Part::Text { text, support, field, section } => {
                    let symbol = self.symbols.text(text, *section);
                    self.push(Planned {
                        name: text.clone(),
                        symbol,
                        support: *support,
                        field: *field,
                        mark: *section,
                        ..Planned::of(Kind::Text)
                    })
                }
                Part::Slot { field } => self.push(Planned { field: Some(*field), ..Planned::of(Kind::Slot) }),
            };
            self.nodes[parent as usize].parts.push(number);
        }
    }

    /// Gathers for every element what tells it from inside.
    fn tell(&mut self) {
        for number in (0..self.nodes.len()).rev() {
            let node = &self.nodes[number];
            let inside: Vec<u32> = node.parts.clone();
            let mut tells: Vec<u32> = Vec::new();
            let mut holds_field = false;
            for part in inside {
                let part = self.node(part);
                holds_field |= part.holds_field || part.field.is_some();
                tells.extend(&part.tells);
                tells.extend((part.kind == Kind::Text || part.attributed).then_some(part.symbol));
            }
            tells.sort_unstable();
            tells.dedup();
            let symbols = self.nodes[number].parts.iter().map(|&part| self.node(part).symbol);
            let mut symbols: Vec<u32> = symbols.filter(|&symbol| symbol != 0).collect();
            symbols.sort_unstable();
            self.nodes[number].is_ambiguous = symbols.windows(2).any(|pair| pair[0] == pair[1]);
            self.nodes[number].tells = tells;
            self.nodes[number].holds_field = holds_field;
        }
    }

    /// Finds for every slot with a label the text that is it: the last one before the slot.
    fn find_labels(&mut self, template: &Template) {
        let mut uses = vec![0_u32; self.symbols.size()];
        for node in &self.nodes {
            uses[node.symbol as usize] += 1;
        }
        let mut last: HashMap<String, u32> = HashMap::new();
        // Parts are numbered in page order, but for the element around a slot being its parent.
        for parent in 0..self.nodes.len() {
            let around = &self.nodes[parent];
            let unmistakable = around.attributed && uses[around.symbol as usize] == 1;
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
            if node.kind == Kind::Text {
                last.insert(node.name.clone(), u32::try_from(number).expect("fewer parts than bytes"));
            }
        }
    }
}

impl Planned {
    /// The most that it can have in common with a child, see [`fit`](super::fit).
    pub(super) fn heaviest(&self) -> u32 {
        match self.kind {
            Kind::Slot => 0,
            Kind::Text => 2,
            Kind::Element => {
                u32::try_from(self.tells.len()).expect("few parts") + 1 + u32::from(self.attributed)
            }
        }
    }

    fn of(kind: Kind) -> Self {
        Planned {
            kind,
            name: String::new(),
            symbol: 0,
            attributed: false,
            repeated: false,
            is_item: false,
            support: 0,
            mark: None,
            parts: Vec::new(),
            is_ambiguous: false,
            tells: Vec::new(),
            field: None,
            holds_field: false,
            label: None,
            is_unmistakable: false,
        }
    }
}

//! Finds selectors that lead from a label to the value beside it.
//!
//! In: the position of a value in the template, and its field. Out: candidate selectors, or none.
//!
//! ```text
//! <tr><td><b>Town</b></td> <td><i>Bonn</i></td></tr>      //b[normalize-space()="Town"]/ancestor::td[1]/following-sibling::td[1]//i
//! ```
//!
//! A selector goes up from the label to a child of the nearest element around both label and value, on to the sibling that
//! contains the value, and down to the value.

use super::alone::{Pick, TemplateIndex};
use super::selector::{ANY, Condition, ElementTest, Selector, SelectorStep, TakenText, TextCut};
use crate::record::ends_as_label;
use crate::wrapper::flat::{FieldPosition, FlatTemplate};
use crate::wrapper::template::{Field, FieldKind, LabelForm, Part};
use std::collections::BTreeSet;

/// The selectors of a value by its label. The label must be before the value. It must be the only such text, or the first one
/// with [`Pick::First`], in the template or in an element around the value that has a selector of its own. And it must be on as
/// many pages as the value: on a page with the label but without the value, the selector would find another value.
pub(super) fn find<'a>(
    index: &TemplateIndex<'a>,
    place: FieldPosition,
    field: &'a Field,
    taken: Option<TakenText>,
    pick: Pick,
) -> Vec<Selector<'a>> {
    let Some(label) = field.label.as_deref() else { return Vec::new() };
    let flat = &index.flat;
    let is_on_all = |&from: &FieldPosition| support(flat, from) == field.support;
    let around = || flat.around(place.element);
    let (anchor, from) = match index.picked_text(label, None, pick) {
        Some(from) => (None, Some(from)),
        None => around()
            .find_map(|around| {
                let from = index.picked_text(label, Some(around), pick)?;
                Some((Some(index.test(around, None, pick)?), Some(from)))
            })
            .unwrap_or_default(),
    };
    let Some(from) = from.filter(is_on_all) else { return Vec::new() };
    let mut candidates = selectors_from_label(index, place, field, taken, from, label);
    if let Some(anchor) = anchor {
        for candidate in &mut candidates {
            candidate.steps.insert(0, SelectorStep::Descendant(anchor.clone()));
        }
    }
    candidates
}

/// How a page can write a label: without a colon, or with one.
pub(super) fn spellings(label: &str) -> [String; 3] {
    ["", ":", "："].map(|colon| format!("{label}{colon}"))
}

/// The selectors of a value by its label alone, wherever the label is on the page: the text or the element after the label,
/// or after the element around it.
pub(super) fn beside<'a>(
    forms: &'a BTreeSet<LabelForm>,
    field: &Field,
    text: &'a str,
) -> impl Iterator<Item = Selector<'a>> {
    let tags = |form: &'a LabelForm| {
        let mut tags = form.path.rsplit('/');
        Some((tags.next()?, tags.next()?))
    };
    let any = || SelectorStep::NextSibling(ElementTest { name: ANY, conditions: Vec::new() });
    let ends_in_colon = ends_as_label(text);
    let of_tags = move |(tag, around)| {
        let label = label_element(tag, text);
        let in_one = [tag, around].map(|tag| ends_in_colon.then(|| beginning(tag, text)));
        let beside = [
            Selector::new(vec![label.clone(), any()], TakenText::Whole),
            Selector::new(vec![label.clone()], TakenText::FollowingText),
            Selector::new(vec![label, SelectorStep::Ancestor(around, 1), any()], TakenText::Whole),
        ];
        beside.into_iter().chain(in_one.into_iter().flatten())
    };
    let tags: BTreeSet<(&str, &str)> =
        forms.iter().filter(|_| field.kind == FieldKind::Text).filter_map(tags).collect();
    tags.into_iter().flat_map(of_tags)
}

/// To the elements with this tag whose whole text is a label.
fn label_element<'a>(tag: &'a str, label: &'a str) -> SelectorStep<'a> {
    SelectorStep::Descendant(ElementTest { name: tag, conditions: vec![Condition::Is(label)] })
}

/// The selector of the value behind a label with which the text of an element begins.
fn beginning<'a>(tag: &'a str, label: &str) -> Selector<'a> {
    let conditions = vec![Condition::Begins(label.to_owned())];
    let constants = vec![label.to_owned(), String::new()];
    Selector {
        cut: Some(TextCut { constants, part: 0 }),
        ..Selector::new(
            vec![SelectorStep::Descendant(ElementTest { name: tag, conditions })],
            TakenText::Whole,
        )
    }
}

/// The selectors of the value at a position from the position of its label.
fn selectors_from_label<'a>(
    index: &TemplateIndex<'a>,
    place: FieldPosition,
    field: &'a Field,
    taken: Option<TakenText>,
    from: FieldPosition,
    label: &'a str,
) -> Vec<Selector<'a>> {
    let (many, flat) = (field.kind == FieldKind::List, &index.flat);
    let around_place: Vec<Option<usize>> = chain(flat, place.element);
    let around_label: Vec<Option<usize>> = chain(flat, from.element);
    let Some(&shared) = around_label.iter().find(|element| around_place.contains(element)) else {
        return Vec::new();
    };
    let at_label = below(flat, &around_label, shared).map_or(from.at, |element| flat.elements[element].at);
    let holder = below(flat, &around_place, shared);
    let at_place = holder.map_or(place.at, |element| flat.elements[element].at);
    if at_place <= at_label {
        return Vec::new();
    }
    let mut steps = steps_up(flat, from, label, &around_label, shared);
    let between = &flat.parts(shared)[at_label + 1..at_place];
    let Some(holder) = holder else {
        // The value is a text node beside the label. A text or slot between the two would be taken instead of it.
        let direct = between.iter().any(|part| !matches!(part, Part::Element { .. }));
        if direct || many {
            return Vec::new();
        }
        // The value can also be an element, if so few pages have it that the template does not contain the element.
        let any = SelectorStep::NextSibling(ElementTest { name: ANY, conditions: Vec::new() });
        let element = steps.iter().cloned().chain([any]).collect();
        return vec![
            Selector::new(steps, TakenText::FollowingText),
            Selector::new(element, TakenText::Whole),
        ];
    };
    let down = || {
        steps.push(step_across(index, shared, at_label, holder)?);
        if place.element != Some(holder) {
            let target = place.element?;
            steps.push(SelectorStep::Descendant(index.test(target, Some(holder), Pick::Only)?));
        }
        Some(Selector::new(steps, taken?))
    };
    down().into_iter().collect()
}

/// The number of pages that have the text or element at a position.
fn support(flat: &FlatTemplate, place: FieldPosition) -> u32 {
    match &flat.parts(place.element)[place.at] {
        Part::Text { support, .. } | Part::Element { support, .. } => *support,
        Part::Slot { .. } => 0,
    }
}

/// An element and its ancestors, innermost first, then `None` for the whole page.
fn chain(flat: &FlatTemplate, element: Option<usize>) -> Vec<Option<usize>> {
    flat.around(element).map(Some).chain([None]).collect()
}

/// The element of a chain whose parent is `above`.
fn below(flat: &FlatTemplate, chain: &[Option<usize>], above: Option<usize>) -> Option<usize> {
    chain
        .iter()
        .flatten()
        .copied()
        .find(|&element| flat.elements[element].parent == above)
        .filter(|_| chain[0] != above)
}

/// The steps from the label up to the child of the shared element.
fn steps_up<'a>(
    flat: &FlatTemplate<'a>,
    from: FieldPosition,
    label: &'a str,
    around_label: &[Option<usize>],
    shared: Option<usize>,
) -> Vec<SelectorStep<'a>> {
    let alone =
        from.element.filter(|&element| Some(element) != shared && flat.elements[element].parts.len() == 1);
    let mut steps = match alone {
        Some(element) => vec![label_element(flat.elements[element].name, label)],
        None => vec![SelectorStep::LabelText(label)],
    };
    let climbed: Vec<usize> =
        around_label.iter().map_while(|&element| element.filter(|_| element != shared)).collect();
    let climbed = if alone.is_some() { &climbed[1..] } else { &climbed[..] };
    if let Some(&top) = climbed.last() {
        let name = flat.elements[top].name;
        let same = climbed.iter().filter(|&&element| flat.elements[element].name == name).count();
        steps.push(SelectorStep::Ancestor(name, same));
    }
    steps
}

/// The step from the label's side to the sibling that contains the value: the next sibling with this tag, or all later ones
/// if the sibling is repeated. None if an element between would pass too.
fn step_across<'a>(
    index: &TemplateIndex<'a>,
    shared: Option<usize>,
    at_label: usize,
    holder: usize,
) -> Option<SelectorStep<'a>> {
    let element = &index.flat.elements[holder];
    let test = ElementTest { name: element.name, conditions: Vec::new() };
    let like = index.children(shared, element.name);
    let (next, own) =
        (like.partition_point(|&at| at <= at_label), like.partition_point(|&at| at < element.at));
    if next < own {
        None
    } else if !element.repeated {
        Some(SelectorStep::NextSibling(test))
    } else {
        (own + 1 == like.len()).then_some(SelectorStep::LaterSiblings(test))
    }
}

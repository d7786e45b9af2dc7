//! Finds candidate selectors for a field of a page that is one row.

use super::alone::{Pick, TemplateIndex};
use super::by_label;
use super::selector::{Condition, ElementTest, Selector, SelectorStep, TakenText, TextCut};
use crate::wrapper::flat::{FieldPosition, FlatTemplate};
use crate::wrapper::template::{Field, FieldKind, Part};

/// The candidate selectors for the value at a position, those first that are most likely to survive changes of the page:
/// by attribute, by label, by tag; then those by an attribute or a label that the template has several times, for the first of
/// them. Unless `is_everywhere`, an attribute cannot select the first: on some pages another element would be the first.
pub(super) fn candidates<'a>(
    index: &TemplateIndex<'a>,
    place: FieldPosition,
    field: &'a Field,
    is_everywhere: bool,
) -> Vec<Selector<'a>> {
    let cut = behind_text(&index.flat, place);
    let taken = cut.as_ref().map(|_| TakenText::Whole).or_else(|| taken_text(&index.flat, place));
    let selector = |steps| Some(Selector { cut: cut.clone(), ..Selector::new(steps, taken?) });
    let by_attribute = |pick| {
        let anchor = |target, within, pick| index.attribute_test(target, within, pick);
        anchored(index, place.element, pick, anchor).and_then(selector)
    };
    let by_name = |target, within, pick| index.name_test(target, within, pick);
    let mut candidates: Vec<Selector> = by_attribute(Pick::Only).into_iter().collect();
    candidates.extend(by_label::find(index, place, field, taken, Pick::Only));
    candidates.extend(anchored(index, place.element, Pick::Only, by_name).and_then(selector));
    if field.kind != FieldKind::List {
        let by_attribute = by_attribute(Pick::First).filter(|_| is_everywhere);
        let mut first: Vec<Selector> = by_attribute.into_iter().collect();
        first.extend(by_label::find(index, place, field, taken, Pick::First));
        // What is the only one is also the first; it need not be tried twice.
        first.retain(|candidate| !candidates.contains(candidate));
        candidates.append(&mut first);
    }
    candidates
}

/// The selector of a value by the positions of the elements around it, below the nearest one that has a selector of its own: for CSS, which
/// cannot select by a label. None if an element before it is not on all pages.
pub(super) fn by_position<'a>(index: &TemplateIndex<'a>, place: FieldPosition) -> Option<Selector<'a>> {
    let flat = &index.flat;
    let taken = taken_text(flat, place).filter(|taken| *taken == TakenText::Whole)?;
    let mut path = Vec::new();
    for element in flat.around(place.element) {
        if let Some(anchor) = index.test(element, None, Pick::Only) {
            let steps = path.into_iter().rev();
            return Some(Selector::new(
                std::iter::once(SelectorStep::Descendant(anchor)).chain(steps).collect(),
                taken,
            ));
        }
        let conditions = vec![Condition::OfType(index.position(element)?)];
        path.push(SelectorStep::Descendant(ElementTest { name: flat.elements[element].name, conditions }));
    }
    None
}

/// The cut of a value that is the rest of a text of which the template has the beginning.
fn behind_text(flat: &FlatTemplate, place: FieldPosition) -> Option<TextCut> {
    match flat.parts(place.element) {
        [Part::Text { text, .. }, Part::Slot { .. }] if place.at == 1 => {
            Some(TextCut { constants: vec![text.clone(), String::new()], part: 0 })
        }
        _ => None,
    }
}

/// The text that has to be taken of the element around a value; none if other texts are beside the value.
fn taken_text(flat: &FlatTemplate, place: FieldPosition) -> Option<TakenText> {
    let element = &flat.elements[place.element?];
    let beside = || element.parts.iter().enumerate().filter(|&(at, _)| at != place.at).map(|(_, part)| part);
    let is_element = |part: &Part| matches!(part, Part::Element { .. });
    if beside().all(|part| !has_text(part)) {
        Some(TakenText::Whole)
    } else if beside().all(is_element) {
        Some(TakenText::OwnText)
    } else {
        None
    }
}

/// Whether a part can have text on a page.
fn has_text(part: &Part) -> bool {
    match part {
        Part::Element { parts, .. } => parts.iter().any(has_text),
        Part::Text { .. } | Part::Slot { .. } => true,
    }
}

/// To the target: by one test, or by one of an element around it and one of the target within. Both take an element, what it is
/// within, and how it is picked.
fn anchored<'a>(
    index: &TemplateIndex<'a>,
    target: Option<usize>,
    pick: Pick,
    anchor: impl Fn(usize, Option<usize>, Pick) -> Option<ElementTest<'a>>,
) -> Option<Vec<SelectorStep<'a>>> {
    let target = target?;
    if let Some(test) = anchor(target, None, pick) {
        return Some(vec![SelectorStep::Descendant(test)]);
    }
    index.flat.around(Some(target)).skip(1).find_map(|around| {
        let outer = anchor(around, None, pick)?;
        let within = anchor(target, Some(around), pick)
            .or_else(|| index.name_test(target, Some(around), Pick::Only))?;
        Some(vec![SelectorStep::Descendant(outer), SelectorStep::Descendant(within)])
    })
}

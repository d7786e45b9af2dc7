//! A record of one of the pages of a set.

use super::super::record::Record;
use super::outline::{Divides, Outline};
use crate::page::ElementId;
use std::ops::Deref;

/// A record of a page of the set.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) page: usize,
    pub(crate) record: Record,
}

impl Part {
    /// The record that is one element.
    pub(crate) fn element(pages: &[impl Deref<Target = Outline>], at: At) -> Self {
        Part { page: at.page, record: pages[at.page].record(at.id) }
    }

    /// Its first element.
    pub(crate) fn head(&self) -> At {
        At { page: self.page, id: self.record.head }
    }

    pub(crate) fn of<'p, P>(&self, pages: &'p [P]) -> &'p P {
        &pages[self.page]
    }

    /// Whether no text is between this record and the next one of the page.
    pub(super) fn is_before(&self, next: &Part) -> bool {
        self.page != next.page || self.record.leaves.end >= next.record.leaves.start
    }

    pub(crate) fn weight(&self, pages: &[impl Deref<Target = Outline>]) -> f64 {
        self.of(pages).weight(&self.record.leaves)
    }

    pub(crate) fn words(&self, pages: &[impl Deref<Target = Outline>]) -> f64 {
        self.of(pages).words(&self.record.leaves)
    }

    /// Whether the record is several siblings of which the last is a heading or a `dt`.
    pub(super) fn hangs(&self, pages: &[impl Deref<Target = Outline>]) -> bool {
        let (page, Record { head, end, .. }) = (self.of(pages), &self.record);
        let next = |id: &ElementId| Some(page.node(*id).end).filter(|next| next < end);
        let last = std::iter::successors(next(head), next).last();
        last.is_some_and(|last| page.node(last).divides == Divides::Title)
    }

    pub(super) fn speaks(&self, pages: &[impl Deref<Target = Outline>]) -> bool {
        self.of(pages).speaks(&self.record.leaves)
    }
}

/// An element of the set.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) struct At {
    pub(crate) page: usize,
    pub(crate) id: ElementId,
}

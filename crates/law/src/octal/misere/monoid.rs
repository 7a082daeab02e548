//! A commutative monoid by its multiplication table, with the elements of heaps and the losses.

use std::sync::Arc;

/// A sum of heaps, in falling order, without empty heaps.
pub(super) type Sum = Vec<u16>;

/// An element's number; 0 is the identity.
pub(super) type Element = u16;

/// A finite commutative monoid.
#[derive(Clone, Debug, Default)]
pub(super) struct Monoid {
    /// For each element a sum of heaps that has it.
    pub sums: Vec<Sum>,
    /// For each element whether its sums are lost.
    pub lost: Vec<bool>,
    /// The elements that generate it.
    pub generators: Vec<Element>,
    /// `order` times `order` products.
    pub products: Vec<Element>,
}

impl Monoid {
    /// The number of elements.
    pub(super) fn order(&self) -> usize {
        self.lost.len()
    }

    pub(super) fn times(&self, a: Element, b: Element) -> Element {
        self.products[usize::from(a) * self.order() + usize::from(b)]
    }

    /// All products with an element.
    pub(super) fn row(&self, a: Element) -> &[Element] {
        let order = self.order();
        &self.products[usize::from(a) * order..][..order]
    }
}

/// A law of the heaps 0, 1, ..., as many as `elements` has.
#[derive(Clone, Debug, Default)]
pub(super) struct Quotient {
    /// The monoid.
    pub monoid: Arc<Monoid>,
    /// The element of each heap.
    pub elements: Vec<Element>,
}

impl Quotient {
    /// The element of a sum of heaps, all of them known.
    pub(super) fn of(&self, sum: &[u16]) -> Element {
        let heaps = sum.iter().map(|heap| self.elements[usize::from(*heap)]);
        heaps.fold(0, |all, heap| self.monoid.times(all, heap))
    }
}

/// A number that falls with every move, splits without a take included.
pub(super) fn weight(sum: &[u16]) -> u32 {
    let heaps = sum.iter().filter(|heap| **heap > 0);
    heaps.map(|heap| 2 * u32::from(*heap) - 1).sum()
}

/// Both sums together.
pub(super) fn joined(a: &[u16], b: &[u16]) -> Sum {
    let mut all = [a, b].concat();
    all.retain(|heap| *heap > 0);
    all.sort_unstable_by(|a, b| b.cmp(a));
    all
}

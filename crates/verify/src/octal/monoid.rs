//! Finite commutative monoids, by what their generators do.

use crate::{Budget, Rejection};

/// Larger monoids are not taken.
const LARGEST: usize = 1 << 12;

/// A commutative monoid with all its products; 0 is the identity.
#[derive(Debug)]
pub(super) struct Monoid {
    order: usize,
    products: Vec<u16>,
}

impl Monoid {
    /// The monoid of `order` elements in which `generators[g][q]` is the product of the generator g
    /// and the element q.
    ///
    /// The generators are maps that commute, and each element q is what some product w of them
    /// makes of 0. Two such products w and v that make the same of 0 make the same of every u(0),
    /// as w(u(0)) = u(w(0)) = u(v(0)) = v(u(0)). So the product of two elements is well defined,
    /// associative and commutative, and 0 is its identity. Steps: `order²` and the pairs of
    /// generators.
    pub(super) fn generated(
        order: usize,
        generators: &[Vec<u16>],
        budget: &Budget,
    ) -> Result<Self, Rejection> {
        if order == 0 || order > LARGEST || generators.len() > order {
            return Err(Rejection::malformed(format!(
                "the monoid has {order} elements and {} generators; it may have 1 to {LARGEST}, and no more generators than elements",
                generators.len()
            )));
        }
        for (at, row) in generators.iter().enumerate() {
            if row.len() != order || row.iter().any(|to| usize::from(*to) >= order) {
                return Err(Rejection::malformed(format!(
                    "the products with generator {at} aren't {order} elements"
                )));
            }
        }
        for (at, a) in generators.iter().enumerate() {
            for b in &generators[..at] {
                budget.spend(order as u64)?;
                let differ = |q: &usize| b[usize::from(a[*q])] != a[usize::from(b[*q])];
                if let Some(q) = (0..order).find(differ) {
                    return Err(Rejection::false_claim(format!(
                        "the product of element {q} with two generators depends on their order, generator {at} being one of them"
                    )));
                }
            }
        }
        budget.spend((order * order) as u64)?;
        let mut products: Vec<u16> = vec![0; order * order];
        for (q, product) in products[..order].iter_mut().enumerate() {
            *product = u16::try_from(q)
                .map_err(|_| Rejection::malformed("the monoid has more than 65536 elements"))?;
        }
        let mut made = vec![false; order];
        made[0] = true;
        let mut waiting = vec![0];
        while let Some(from) = waiting.pop() {
            for row in generators {
                let to = usize::from(row[from]);
                if !std::mem::replace(&mut made[to], true) {
                    for q in 0..order {
                        products[to * order + q] = row[usize::from(products[from * order + q])];
                    }
                    waiting.push(to);
                }
            }
        }
        match made.iter().position(|made| !made) {
            Some(q) => Err(Rejection::false_claim(format!(
                "element {q} isn't a product of generators"
            ))),
            None => Ok(Self { order, products }),
        }
    }

    pub(super) fn order(&self) -> usize {
        self.order
    }

    pub(super) fn times(&self, a: usize, b: usize) -> usize {
        usize::from(self.products[a * self.order + b])
    }

    /// The elements that are products of the ones given.
    pub(super) fn products_of(&self, given: &[usize], budget: &Budget) -> Result<usize, Rejection> {
        let mut made = vec![false; self.order];
        made[0] = true;
        let mut waiting = vec![0];
        let mut count = 1;
        while let Some(from) = waiting.pop() {
            budget.spend(given.len() as u64)?;
            for by in given {
                let to = self.times(from, *by);
                if !std::mem::replace(&mut made[to], true) {
                    waiting.push(to);
                    count += 1;
                }
            }
        }
        Ok(count)
    }

    /// Two elements that no element tells apart: their products with each are in `set` both or
    /// neither. By refining partitions (Moore 1956); `given` generates the monoid.
    pub(super) fn alike(
        &self,
        set: &[bool],
        given: &[usize],
        budget: &Budget,
    ) -> Result<Option<(usize, usize)>, Rejection> {
        let mut classes: Vec<usize> = set.iter().map(|lost| usize::from(*lost)).collect();
        let mut count = 0;
        loop {
            budget.spend((self.order * (given.len() + 1)) as u64)?;
            let key = |q: usize| -> Vec<usize> {
                let to = given.iter().map(|by| classes[self.times(q, *by)]);
                std::iter::once(classes[q]).chain(to).collect()
            };
            let mut keys: Vec<(Vec<usize>, usize)> = (0..self.order).map(|q| (key(q), q)).collect();
            keys.sort_unstable();
            let mut finer = vec![0; self.order];
            let mut last = 0;
            for pair in keys.windows(2) {
                last += usize::from(pair[0].0 != pair[1].0);
                finer[pair[1].1] = last;
            }
            if last + 1 == self.order {
                return Ok(None);
            }
            if last + 1 == count {
                let same = keys.windows(2).find(|pair| pair[0].0 == pair[1].0);
                return Ok(same.map(|pair| (pair[0].1, pair[1].1)));
            }
            count = last + 1;
            classes = finer;
        }
    }
}

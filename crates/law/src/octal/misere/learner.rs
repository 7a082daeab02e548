//! Learns the misère quotient of the heaps up to some size: L* (Angluin 1987) for commutative
//! monoids.
//!
//! Two sums are taken for equal while no *experiment*, a sum that is put beside either, tells them
//! apart. The kernel's check is the oracle: the lightest sum at which the labels are no kernel has
//! a wrong label, and replacing its heaps by what they are taken for, one by one, comes upon an
//! experiment that was missing.

use std::collections::HashMap;
use std::sync::Arc;

use whowins_analysis::heaps::Breaking;
use whowins_engine::{EngineError, Limits};

use super::kernel::{Kernel, Violation};
use super::monoid::{Element, Monoid, Quotient, Sum, joined};
use super::outcomes::{Outcomes, option_elements};

/// Why learning ended without a law of one heap more.
#[derive(Debug)]
pub(super) enum Stop {
    /// The monoid has more elements than this.
    Elements(usize),
    /// An outcome must have been wrong: two sums were taken for each other by their hash.
    Astray,
    /// A limit was met.
    Engine(EngineError),
}

impl From<EngineError> for Stop {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

/// Outcomes beside each experiment, as bits.
type Row = Vec<u64>;

/// The quotient of the heaps learned so far.
pub(super) struct Learner<'a> {
    breaking: &'a Breaking,
    limits: &'a Limits,
    outcomes: Outcomes<'a>,
    /// Heaps whose elements generate the monoid.
    generators: Vec<u16>,
    experiments: Vec<Sum>,
    /// Rows as far as they are known, with the number of their experiments.
    rows: HashMap<Sum, (Row, usize)>,
    /// The elements of the law, by their rows.
    places: HashMap<Row, Element>,
    kernel: Kernel,
    most: usize,
    refuted: usize,
}

impl<'a> Learner<'a> {
    /// Knows the empty heap; monoids may have `most` elements.
    pub(super) fn new(breaking: &'a Breaking, limits: &'a Limits, most: usize) -> Self {
        let mut outcomes = Outcomes::new(breaking, limits);
        outcomes.learn(Quotient {
            monoid: Arc::new(Monoid {
                sums: vec![Sum::new()],
                lost: vec![false],
                generators: Vec::new(),
                products: vec![0],
            }),
            elements: vec![0],
        });
        Self {
            breaking,
            limits,
            outcomes,
            generators: Vec::new(),
            experiments: vec![Sum::new()],
            rows: HashMap::new(),
            places: HashMap::from([(vec![0], 0)]),
            kernel: Kernel::new(1),
            most,
            refuted: 0,
        }
    }

    /// The law of the heaps so far.
    pub(super) fn law(&self) -> &Quotient {
        &self.outcomes.law
    }

    /// Heaps whose elements generate the monoid.
    pub(super) fn generators(&self) -> &[u16] {
        &self.generators
    }

    /// Sums worked out from the rules.
    pub(super) fn worked_out(&self) -> usize {
        self.outcomes.worked_out()
    }

    /// Sums that tell elements apart.
    pub(super) fn experiments(&self) -> usize {
        self.experiments.len()
    }

    /// Quotients that were wrong.
    pub(super) fn refuted(&self) -> usize {
        self.refuted
    }

    /// Learns one heap more.
    pub(super) fn grow(&mut self) -> Result<(), Stop> {
        let heap = self.law().elements.len() as u16;
        let row = self.row(&[heap])?;
        // Mostly the heap is like a sum of smaller ones, and nothing else changes.
        if let Some(element) = self.places.get(&row) {
            let mut law = self.law().clone();
            law.elements.push(*element);
            let options = option_elements(self.breaking, &law, heap);
            self.kernel.add(&law, heap, &options);
            match self.kernel.settle(&law, self.limits)? {
                None => {
                    self.outcomes.learn(law);
                    return Ok(());
                }
                Some(violation) => self.refute(law, violation)?,
            }
        }
        loop {
            let law = self.hypothesis(heap)?;
            let mut kernel = Kernel::new(law.monoid.order());
            for heap in 0..=heap {
                let options = option_elements(self.breaking, &law, heap);
                kernel.add(&law, heap, &options);
            }
            match kernel.settle(&law, self.limits)? {
                None => {
                    self.kernel = kernel;
                    self.outcomes.learn(law);
                    return Ok(());
                }
                Some(violation) => self.refute(law, violation)?,
            }
        }
    }

    fn row(&mut self, sum: &[u16]) -> Result<Row, EngineError> {
        let (mut row, known) = self.rows.remove(sum).unwrap_or_default();
        row.resize(self.experiments.len().div_ceil(64), 0);
        for (at, experiment) in self.experiments.iter().enumerate().skip(known) {
            let lost = self.outcomes.lost(&joined(sum, experiment))?;
            row[at / 64] |= u64::from(lost) << (at % 64);
        }
        let known = self.experiments.len();
        self.rows.insert(sum.to_vec(), (row.clone(), known));
        Ok(row)
    }

    /// The monoid that the experiments show, with the elements of the heaps up to `last`.
    fn hypothesis(&mut self, last: u16) -> Result<Quotient, Stop> {
        'again: loop {
            self.limits.check()?;
            let mut sums = vec![Sum::new()];
            let mut places = HashMap::from([(self.row(&[])?, 0)]);
            // For each element its products with the generators, and how it came about.
            let mut next: Vec<Vec<Element>> = Vec::new();
            let mut made = vec![(0, 0)];
            while next.len() < sums.len() {
                let mut to = Vec::with_capacity(self.generators.len());
                for at in 0..self.generators.len() {
                    let sum = joined(&sums[next.len()], &[self.generators[at]]);
                    let new = sums.len() as Element;
                    let place = *places.entry(self.row(&sum)?).or_insert(new);
                    if place == new {
                        made.push((next.len(), at));
                        sums.push(sum);
                        if sums.len() > self.most {
                            return Err(Stop::Elements(self.most));
                        }
                    }
                    to.push(place);
                }
                next.push(to);
            }
            if let Some(experiment) = self.order_matters(&sums, &next)? {
                self.ask(experiment)?;
                continue;
            }
            let order = sums.len();
            let mut products: Vec<Element> = (0..order as Element).collect();
            for (before, generator) in &made[1..] {
                for at in 0..order {
                    let product = products[before * order + at];
                    products.push(next[usize::from(product)][*generator]);
                }
            }
            let mut elements = vec![0];
            for heap in 1..=last {
                let row = self.row(&[heap])?;
                let Some(element) = places.get(&row) else {
                    self.generators.push(heap);
                    continue 'again;
                };
                elements.push(*element);
            }
            let mut lost = Vec::with_capacity(order);
            for sum in &sums {
                lost.push(self.outcomes.lost(sum)?);
            }
            self.places = places;
            return Ok(Quotient {
                monoid: Arc::new(Monoid {
                    sums,
                    lost,
                    generators: next[0].clone(),
                    products,
                }),
                elements,
            });
        }
    }

    /// An experiment that tells a sum from what it is taken for, where the order of two generators
    /// matters.
    fn order_matters(
        &mut self,
        sums: &[Sum],
        next: &[Vec<Element>],
    ) -> Result<Option<Sum>, EngineError> {
        for (at, to) in next.iter().enumerate() {
            for (a, by_a) in to.iter().enumerate() {
                for (b, by_b) in to.iter().enumerate().skip(a + 1) {
                    if next[usize::from(*by_a)][b] == next[usize::from(*by_b)][a] {
                        continue;
                    }
                    let (a, b) = (self.generators[a], self.generators[b]);
                    let whole = joined(&sums[at], &[a, b]);
                    for (taken_for, rest) in [(*by_a, b), (*by_b, a)] {
                        let sum = joined(&sums[usize::from(taken_for)], &[rest]);
                        for experiment in &self.experiments {
                            let sums = [joined(&sum, experiment), joined(&whole, experiment)];
                            if self.outcomes.lost(&sums[0])? != self.outcomes.lost(&sums[1])? {
                                return Ok(Some(joined(&[rest], experiment)));
                            }
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    /// Learns from the lightest sum at which the labels are no kernel.
    fn refute(&mut self, law: Quotient, violation: Violation) -> Result<(), Stop> {
        self.refuted += 1;
        self.outcomes.trust(law.clone(), violation.weight);
        let experiment = self.experiment(&law, violation.sum)?;
        self.ask(experiment)
    }

    /// One experiment more.
    fn ask(&mut self, experiment: Sum) -> Result<(), Stop> {
        if self.experiments.contains(&experiment) {
            return Err(Stop::Astray);
        }
        self.experiments.push(experiment);
        Ok(())
    }

    /// What tells a heap, or an element beside a generator, from what it is taken for; the label of
    /// the sum `wrong` is wrong.
    fn experiment(&mut self, law: &Quotient, wrong: Sum) -> Result<Sum, EngineError> {
        let truth = self.outcomes.lost(&wrong)?;
        let mut now: Vec<u16> = wrong;
        // Heaps become the sums of generators that they are taken for, ...
        let mut done = Sum::new();
        while let Some(heap) = now.pop() {
            let rest = joined(&now, &done);
            let like = &law.monoid.sums[usize::from(law.elements[usize::from(heap)])];
            if self.outcomes.lost(&joined(&rest, like))? != truth {
                return Ok(rest);
            }
            done.extend_from_slice(like);
        }
        // ... and these are put together.
        let mut element = 0;
        while let Some(generator) = done.pop() {
            let rest = joined(&done, &[]);
            element = law
                .monoid
                .times(element, law.elements[usize::from(generator)]);
            let like = &law.monoid.sums[usize::from(element)];
            if self.outcomes.lost(&joined(&rest, like))? != truth {
                return Ok(rest);
            }
        }
        Ok(done)
    }
}

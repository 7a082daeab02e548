//! Outcomes of a taking-and-breaking game under misère play, by its misère quotient.

use std::ops::ControlFlow;

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::heaps::Breaking;
use whowins_analysis::{Game, Position, Stuck, Value};

use super::code::moves_where;
use super::monoid::Monoid;
use super::{from, repeat_bound};
use crate::rejection::at;
use crate::repeat::Repeat;
use crate::{Budget, Checked, Claim, Rejection};

/// Longer tables are not read.
const LONGEST: u64 = 1 << 14;

/// Outcomes of sums of heaps under misère play, by elements of a finite commutative monoid.
///
/// A sum of heaps is lost for the player to move if and only if the product of its heaps' elements
/// is one of the lost elements.
///
/// Sources: T. E. Plambeck 2005, *Taming the wild in impartial combinatorial games*; T. E.
/// Plambeck, A. N. Siegel 2008, *Misère quotients for impartial games* (the quotient, its
/// pretending function, and their periodicity after Guy and Smith 1956). How the check is made
/// finite is shown at [`Claim::check`] and in `proofs/MisereQuotient.v`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MisereQuotient {
    /// The elements of heaps repeat from this heap on; no earlier.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// The elements of the heaps 0, 1, ..., `preperiod + period - 1`. Element 0 is the identity.
    pub elements: Vec<u16>,
    /// For each generator of the monoid its products with every element.
    pub generators: Vec<Vec<u16>>,
    /// For each element whether the sums that have it are lost for the player to move.
    pub lost: Vec<bool>,
}

impl MisereQuotient {
    fn repeat(&self) -> Repeat<'_, u16> {
        Repeat {
            preperiod: self.preperiod,
            period: self.period,
            saltus: 0,
            table: &self.elements,
        }
    }

    /// The element of a heap; `None` if the law's fields do not hold together.
    pub fn element(&self, heap: &UBig) -> Option<u16> {
        let element = u16::try_from(&self.repeat().value(heap)?).ok()?;
        (usize::from(element) < self.lost.len()).then_some(element)
    }

    /// The product of some elements; `None` if the law's fields do not hold together.
    pub fn product(&self, elements: &[u16]) -> Option<u16> {
        // The last generator in a way from the identity to each element, and the element before.
        let mut ways: Vec<Option<(u16, &Vec<u16>)>> = vec![None; self.lost.len()];
        let mut waiting = vec![0_u16];
        while let Some(from) = waiting.pop() {
            for row in &self.generators {
                let to = *row.get(usize::from(from))?;
                let way = ways.get_mut(usize::from(to))?;
                if to != 0 && way.is_none() {
                    *way = Some((from, row));
                    waiting.push(to);
                }
            }
        }
        let mut product = 0;
        for element in elements {
            let mut left = *element;
            while left != 0 {
                let (before, row) = (*ways.get(usize::from(left))?)?;
                product = *row.get(usize::from(product))?;
                left = before;
            }
        }
        Some(product)
    }

    /// The order of the monoid.
    pub fn order(&self) -> usize {
        self.lost.len()
    }

    fn sizes(&self) -> Result<(usize, usize), Rejection> {
        let sizes = self.repeat().sizes(LONGEST)?;
        let order = self.lost.len();
        if let Some(element) = self.elements.iter().find(|e| usize::from(**e) >= order) {
            return Err(Rejection::malformed(format!(
                "a heap has the element {element}, and there are {order}"
            )));
        }
        Ok(sizes)
    }
}

impl Claim for MisereQuotient {
    fn kind(&self) -> &'static str {
        "misere-quotient"
    }

    /// Let q be the product of a sum's elements, and say that a heap is *stuck with* an element c
    /// if none of its options o has c·o among the lost elements. The labels are right if
    ///
    /// 1. heaps without options have the element 1, which is not lost;
    /// 2. where c·n is lost, the heap n is stuck with c;
    /// 3. a sum with a move, and with a product that is not lost, has a move to a loss.
    ///
    /// For 3, put the heaps of a sum without such a move one to the next, one that has options
    /// first. Each time the heaps so far, of product q, are stuck with the product c of the
    /// others. So collect all pairs (q, c) that can come about: (n, c) where n is stuck with c
    /// and c·n is not lost; and with (q, c·n) the pair (q·n, c) where n is stuck with q·c. If no
    /// pair (q, 1) is among them, 3 holds; and each of them would show a sum at which it fails.
    ///
    /// Of a heap these conditions ask no more than its element and its options' elements. A heap
    /// beyond the bound has those of the heap a period below, by the argument of Guy and Smith as
    /// [`super::GuySmith`] has it. Steps: `order²` for each kind of heap, and the heaps' options.
    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let breaking = moves_where(game, Stuck::Wins)?;
        let (preperiod, period) = self.sizes()?;
        let monoid = Monoid::generated(self.lost.len(), &self.generators, budget)?;
        let order = monoid.order();
        let mut of_heaps: Vec<usize> = self.elements.iter().map(|e| usize::from(*e)).collect();
        let bound = repeat_bound(breaking, preperiod, period)?;
        for heap in of_heaps.len()..bound {
            of_heaps.push(of_heaps[heap - period]);
        }
        if of_heaps[0] != 0 || self.lost[0] {
            return Err(Rejection::false_claim(
                "the empty heap has not the element 0, or this is called lost: who cannot move wins",
            ));
        }
        let mut stuck = Stuckness::new(&monoid, &self.lost);
        for heap in 0..bound {
            let options = option_elements(breaking, &monoid, &of_heaps, heap, budget)?;
            stuck.add(heap, of_heaps[heap], &options, budget)?;
        }
        stuck.settle(budget)?;
        let mut used = of_heaps;
        used.sort_unstable();
        used.dedup();
        if monoid.products_of(&used, budget)? < order {
            return Err(Rejection::false_claim(
                "the monoid has elements that no sum of heaps has",
            ));
        }
        if let Some((a, b)) = monoid.alike(&self.lost, &used, budget)? {
            return Err(Rejection::false_claim(format!(
                "the elements {a} and {b} are equal in every sum: the quotient is smaller"
            )));
        }
        self.repeat().is_least("elements", budget)?;
        Ok(vec![
            format!(
                "{} generators commute and make {order} elements",
                self.generators.len()
            ),
            format!(
                "added to any element, no heap below {bound} has a move from a loss to a loss; larger heaps repeat"
            ),
            format!(
                "every sum of heaps of these {} kinds that isn't a loss, and has a move, has one to a loss: {} pairs of elements were followed",
                stuck.sorts.len(),
                stuck.count
            ),
            format!(
                "each element belongs to a sum, some sum separates any two, and preperiod {preperiod} and period {period} are the least"
            ),
        ])
    }

    fn statement(&self, _game: &Game) -> String {
        format!(
            "Under misère play each heap has an element of a commutative monoid of order {}, the misère quotient. The heaps' elements repeat every {} heaps {}, with the least period and the earliest start. A sum of heaps is lost for the player to move if and only if the product of its heaps' elements is one of {}.",
            self.lost.len(),
            self.period,
            from(self.preperiod),
            self.lost.iter().filter(|lost| **lost).count()
        )
    }

    fn values(&self, _game: &Game, position: &Position) -> Option<[Value; 2]> {
        let heaps = position.elements().iter();
        let elements: Option<Vec<u16>> = heaps.map(|heap| self.element(heap.as_ubig()?)).collect();
        let product = self.product(&elements?)?;
        Some(match *self.lost.get(usize::from(product))? {
            true => [Value::Loss; 2],
            false => [Value::Win; 2],
        })
    }
}

/// The elements of a heap's options, each once; the heap's smaller ones have the elements
/// `of_heaps`.
fn option_elements(
    breaking: &Breaking,
    monoid: &Monoid,
    of_heaps: &[usize],
    heap: usize,
    budget: &Budget,
) -> Result<Vec<usize>, Rejection> {
    budget.spend(monoid.order() as u64)?;
    let mut reached = vec![false; monoid.order()];
    let mut enough = Ok(());
    let _ = breaking.options_until(heap as u64, |parts| {
        enough = budget.spend(parts.len() as u64 + 1);
        if enough.is_err() {
            return ControlFlow::Break(());
        }
        let element = |all, part: &u64| monoid.times(all, of_heaps[at(*part)]);
        reached[parts.iter().fold(0, element)] = true;
        ControlFlow::Continue(())
    });
    enough?;
    Ok((0..reached.len()).filter(|at| reached[*at]).collect())
}

/// Kinds of heaps, and the pairs of elements that are stuck.
struct Stuckness<'a> {
    monoid: &'a Monoid,
    lost: &'a [bool],
    sorts: Vec<Sort>,
    /// The pairs (q, c), at q times the order plus c.
    pairs: Vec<bool>,
    waiting: Vec<(usize, usize)>,
    count: usize,
}

/// A heap, as play with other heaps sees it.
struct Sort {
    element: usize,
    /// Whether it is stuck with an element.
    stuck: Vec<bool>,
    /// By d, all c with c·n = d.
    parts: Vec<Vec<usize>>,
}

impl<'a> Stuckness<'a> {
    fn new(monoid: &'a Monoid, lost: &'a [bool]) -> Self {
        Self {
            monoid,
            lost,
            sorts: Vec::new(),
            pairs: vec![false; monoid.order() * monoid.order()],
            waiting: Vec::new(),
            count: 0,
        }
    }

    /// Checks what concerns one heap alone, and takes it in.
    fn add(
        &mut self,
        heap: usize,
        element: usize,
        options: &[usize],
        budget: &Budget,
    ) -> Result<(), Rejection> {
        let (monoid, order) = (self.monoid, self.monoid.order());
        if options.is_empty() {
            return match element {
                0 => Ok(()),
                _ => Err(Rejection::false_claim(format!(
                    "a heap of {heap} has no options, and not the element 0"
                ))),
            };
        }
        budget.spend((order * (options.len() + 1)) as u64)?;
        let is_stuck = |c: usize| !options.iter().any(|o| self.lost[monoid.times(*o, c)]);
        let stuck: Vec<bool> = (0..order).map(is_stuck).collect();
        for (c, stuck) in stuck.iter().enumerate() {
            if !stuck && self.lost[monoid.times(element, c)] {
                return Err(Rejection::false_claim(format!(
                    "a heap of {heap} with element {c} is marked lost, and so is one of its options"
                )));
            }
        }
        budget.spend((order * self.sorts.len()) as u64)?;
        // What a heap can that is stuck less often, one that is stuck more often can for the pairs.
        let covers = |sort: &Sort| {
            sort.element == element && sort.stuck.iter().zip(&stuck).all(|(a, b)| *a || !b)
        };
        if self.sorts.iter().any(covers) {
            return Ok(());
        }
        let mut parts = vec![Vec::new(); order];
        for (c, stuck) in stuck.iter().enumerate() {
            let whole = monoid.times(element, c);
            parts[whole].push(c);
            if *stuck && !self.lost[whole] {
                self.reach(element, c);
            }
        }
        self.sorts.push(Sort {
            element,
            stuck,
            parts,
        });
        Ok(())
    }

    fn reach(&mut self, q: usize, c: usize) {
        if !std::mem::replace(&mut self.pairs[q * self.monoid.order() + c], true) {
            self.waiting.push((q, c));
            self.count += 1;
        }
    }

    /// Follows the pairs, with every heap that was taken in.
    fn settle(&mut self, budget: &Budget) -> Result<(), Rejection> {
        let monoid = self.monoid;
        while let Some((q, whole)) = self.waiting.pop() {
            if whole == 0 {
                return Err(Rejection::false_claim(format!(
                    "there is a sum with a move, of element {q}, which is not called lost, and none of its options is"
                )));
            }
            let mut found = Vec::new();
            for sort in &self.sorts {
                budget.spend(1 + sort.parts[whole].len() as u64)?;
                let stuck = |c: &&usize| sort.stuck[monoid.times(q, **c)];
                let to = monoid.times(q, sort.element);
                found.extend(sort.parts[whole].iter().filter(stuck).map(|c| (to, *c)));
            }
            for (to, c) in found {
                self.reach(to, c);
            }
        }
        Ok(())
    }
}

//! What may be taken from one heap, read from the rules.

use whowins_analysis::derive::{Ray, rays};
use whowins_analysis::{Game, Player, Stuck};

use super::guard::settles;
use crate::rejection::size;
use crate::{Budget, Rejection};

/// Sets that reach further are not read.
const FURTHEST: i64 = 1 << 22;

/// The numbers that each player may take from a heap, and how play ends.
///
/// Either set is ultimately periodic: up to `reach` it is as listed, and above it depends on the
/// remainder by `modulus` alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Takes {
    reach: usize,
    modulus: usize,
    /// By player and number, from 0 to `reach + modulus`.
    listed: [Vec<bool>; 2],
    misere: bool,
    split: Option<Split>,
}

/// How the choices without a bound of their own are split, so that each guard is decided in each
/// part: the first ones one by one, the others by their remainder. Then each part takes one number,
/// or numbers at one distance from some one on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// So many choices one by one.
    pub few: usize,
    /// The others by their remainder by this.
    pub stride: usize,
    /// No part begins with a larger number taken.
    pub last: usize,
    /// A multiple of the distances between the numbers of each part, and of the sets' modulus.
    pub cycle: usize,
}

impl Takes {
    /// Reads the rules; O(numbers listed) steps.
    ///
    /// # Errors
    ///
    /// When the game is not one unbounded heap of which each move takes a number that depends on
    /// the move's own choice alone, or has other endings than being unable to move; when a set is
    /// too large to be listed.
    pub fn read(game: &Game, budget: &Budget) -> Result<Self, Rejection> {
        let Some(shape) = game.numbers() else {
            return Err(Rejection::rules(
                "the moves aren't of a form that this kind reads, of one number",
            ));
        };
        match &shape.variables[..] {
            [heap] if heap.least == 0 && heap.most.is_none() => {}
            _ => {
                return Err(Rejection::rules(
                    "the positions are not one number without bounds",
                ));
            }
        }
        if !game.ending.goals.is_empty() {
            return Err(Rejection::rules(
                "the game can be over where a player could move",
            ));
        }
        let misere = match game.ending.stuck {
            Stuck::Loses => false,
            Stuck::Wins => true,
            Stuck::Draws => return Err(Rejection::rules("who cannot move draws")),
        };
        let all = rays(shape).ok_or_else(|| {
            Rejection::rules("a move takes a number that depends on more than its own choice")
        })?;
        let mut parts = [Vec::new(), Vec::new()];
        for ray in &all {
            let part = Part::read(ray, budget)?;
            for player in Player::BOTH {
                if ray.by.allows(player) {
                    parts[player.index()].push(part.clone());
                }
            }
        }
        Self::union(&parts, misere, budget)
    }

    fn union(parts: &[Vec<Part>; 2], misere: bool, budget: &Budget) -> Result<Self, Rejection> {
        let every = || parts.iter().flatten();
        let mut modulus: usize = 1;
        for part in every().filter(|part| part.is_endless()) {
            modulus = least_common_multiple(modulus, part.modulus).ok_or_else(far)?;
        }
        let reach = every().map(|part| part.reach).max().unwrap_or(0);
        let split = Split::of(every().filter_map(|part| part.endless), reach, modulus);
        if (reach + modulus) as u64 > FURTHEST.unsigned_abs() {
            return Err(far());
        }
        budget.spend((reach + modulus) as u64)?;
        let mut listed = [0, 1].map(|_| vec![false; reach + modulus + 1]);
        for (set, parts) in listed.iter_mut().zip(parts) {
            for part in parts {
                for &number in &part.numbers {
                    set[number] = true;
                }
                if part.is_endless() {
                    budget.spend((reach + modulus) as u64)?;
                    for (number, taken) in set.iter_mut().enumerate().skip(part.reach + 1) {
                        *taken |= part.above[number % part.modulus];
                    }
                }
            }
        }
        let mut takes = Self {
            reach,
            modulus,
            listed,
            misere,
            split,
        };
        takes.shorten();
        Ok(takes)
    }

    /// The least modulus, and the least reach for it: what repeats already at the end of the list
    /// need not be listed.
    fn shorten(&mut self) {
        let far = [self.far(0), self.far(1)];
        let same = |smaller: &usize| {
            self.modulus.is_multiple_of(*smaller)
                && far
                    .iter()
                    .all(|set| (0..set.len()).all(|class| set[class] == set[class % smaller]))
        };
        self.modulus = (1..self.modulus).find(same).unwrap_or(self.modulus);
        for set in &mut self.listed {
            set.truncate(self.reach + self.modulus + 1);
        }
        while self.reach > 0
            && self
                .listed
                .iter()
                .all(|set| set[self.reach] == set[self.reach + self.modulus])
        {
            self.reach -= 1;
            for set in &mut self.listed {
                set.truncate(self.reach + self.modulus + 1);
            }
        }
    }

    /// Above this number the sets depend on the remainder alone.
    pub fn reach(&self) -> usize {
        self.reach
    }

    /// By which the remainder is taken; 1 where both sets are finite.
    pub fn modulus(&self) -> usize {
        self.modulus
    }

    /// Whether who cannot move wins.
    pub fn misere(&self) -> bool {
        self.misere
    }

    /// How the choices of the moves are split; `None` where the numbers for that are too large.
    pub fn split(&self) -> Option<Split> {
        self.split
    }

    /// Whether both players may take the same.
    pub fn impartial(&self) -> bool {
        self.listed[0] == self.listed[1]
    }

    /// The numbers up to the reach that `player` (0 or 1) may take, in rising order.
    pub fn near(&self, player: usize) -> Vec<usize> {
        let set = &self.listed[player];
        (1..=self.reach).filter(|number| set[*number]).collect()
    }

    /// By remainder, whether `player` may take the numbers above the reach that leave it.
    pub fn far(&self, player: usize) -> Vec<bool> {
        let mut classes = vec![false; self.modulus];
        for number in self.reach + 1..=self.reach + self.modulus {
            classes[number % self.modulus] = self.listed[player][number];
        }
        classes
    }

    /// Whether both sets are finite.
    pub fn finite(&self) -> bool {
        (0..2).all(|player| !self.far(player).contains(&true))
    }

    /// The least number that `player` may take; `None` for the empty set.
    pub fn least(&self, player: usize) -> Option<usize> {
        self.listed[player].iter().position(|taken| *taken)
    }
}

/// The numbers of one move.
#[derive(Clone, Debug)]
struct Part {
    /// The numbers up to `reach`.
    numbers: Vec<usize>,
    reach: usize,
    modulus: usize,
    /// By remainder, whether numbers above `reach` belong to it.
    above: Vec<bool>,
    endless: Option<Endless>,
}

/// Of a move that chooses any number from some one on: the numbers taken are `first`, `first +
/// step`, ...; the guard depends on the remainder of the choice by `modulus` once the first
/// `settled` choices are past.
#[derive(Clone, Copy, Debug)]
struct Endless {
    first: usize,
    step: usize,
    settled: usize,
    modulus: usize,
}

impl Split {
    /// The one that serves all moves.
    fn of(
        all: impl Iterator<Item = Endless> + Clone,
        reach: usize,
        modulus: usize,
    ) -> Option<Self> {
        let few = all.clone().map(|one| one.settled).max().unwrap_or(0);
        let mut moduli = all.clone().map(|one| one.modulus);
        let stride = moduli.try_fold(1, least_common_multiple)?;
        let mut distances = all.clone().map(|one| one.step.checked_mul(stride));
        let cycle = distances.try_fold(modulus, |cycle, one| least_common_multiple(cycle, one?))?;
        let after = few.checked_add(stride)?;
        let mut lasts = all.map(|one| one.step.checked_mul(after)?.checked_add(one.first));
        let last = lasts.try_fold(reach, |last, one| Some(last.max(one?)))?;
        Some(Self {
            few,
            stride,
            last,
            cycle,
        })
    }
}

impl Part {
    fn is_endless(&self) -> bool {
        self.above.contains(&true)
    }

    fn read(ray: &Ray, budget: &Budget) -> Result<Self, Rejection> {
        let mut slots = vec![0];
        slots.extend(&ray.chosen);
        let heap = |slot: usize| slot == 0;
        if ray.guard.mentions(&heap) {
            return Err(Rejection::rules("a move's guard speaks of the heap"));
        }
        let (base, step) = match (&ray.base[..], &ray.step[..]) {
            ([base], [step]) => (*base, *step),
            _ => return Err(Rejection::rules("a move changes more than one number")),
        };
        let Some(free) = ray.free else {
            let taken = match ray.guard.holds(&slots, 1, 1) {
                true => vec![lowered(base.checked_neg())?],
                false => Vec::new(),
            };
            return Ok(Self::finite(taken));
        };
        let free = free + 1;
        if ray.least < 0 || step == 0 {
            return Err(Rejection::rules(
                "a move chooses a number that is below 0 or does not matter",
            ));
        }
        // The number taken for the choice k, in 128 bits: it cannot overflow.
        let number = |k: i64| -i128::from(base) - i128::from(step) * i128::from(k);
        let mut holds = |k: i64| {
            slots[free] = k;
            ray.guard.holds(&slots, 1, 1)
        };
        if let Some(most) = ray.most {
            if most.saturating_sub(ray.least) > FURTHEST {
                return Err(far());
            }
            let mut taken = Vec::new();
            for k in ray.least..=most {
                budget.spend(1)?;
                if holds(k) {
                    taken.push(lowered(i64::try_from(number(k)).ok())?);
                }
            }
            return Ok(Self::finite(taken));
        }
        if step > 0 {
            return Err(Rejection::rules("a move raises the heap"));
        }
        let stride = step.unsigned_abs() as i128;
        let (threshold, modulus) = settles(&ray.guard, &slots_without(&ray.chosen), free)?;
        let settled = threshold.max(ray.least);
        let reach = number(settled).max(0);
        let period = stride * i128::from(modulus);
        if reach + period > i128::from(FURTHEST) || settled - ray.least > FURTHEST {
            return Err(far());
        }
        let mut numbers = Vec::new();
        for k in ray.least..=settled {
            budget.spend(1)?;
            if holds(k) {
                numbers.push(lowered(i64::try_from(number(k)).ok())?);
            }
        }
        let mut above = vec![false; size(period)?];
        for k in settled + 1..=settled + modulus {
            budget.spend(1)?;
            if holds(k) {
                lowered(i64::try_from(number(k)).ok())?;
                above[size(number(k).rem_euclid(period))?] = true;
            }
        }
        Ok(Self {
            numbers,
            reach: size(reach)?,
            modulus: size(period)?,
            above,
            endless: Some(Endless {
                first: size(number(ray.least).max(0))?,
                step: size(stride)?,
                settled: size(settled + 1 - ray.least)?,
                modulus: size(modulus)?,
            }),
        })
    }

    fn finite(numbers: Vec<usize>) -> Self {
        Self {
            reach: numbers.iter().copied().max().unwrap_or(0),
            numbers,
            modulus: 1,
            above: vec![false],
            endless: None,
        }
    }
}

fn slots_without(chosen: &[i64]) -> Vec<i64> {
    let mut slots = vec![0];
    slots.extend(chosen);
    slots
}

/// A number taken, which must lower the heap.
fn lowered(number: Option<i64>) -> Result<usize, Rejection> {
    match number {
        Some(number) if number < 1 => Err(Rejection::rules(format!(
            "a move takes {number} from the heap: it does not lower it"
        ))),
        Some(number) if number <= FURTHEST => size(number),
        _ => Err(far()),
    }
}

fn far() -> Rejection {
    Rejection::rules(format!(
        "a move takes more than {FURTHEST}, or depends on too large a remainder: laws of heaps do not reach so far"
    ))
}

pub(crate) fn least_common_multiple(a: usize, b: usize) -> Option<usize> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}

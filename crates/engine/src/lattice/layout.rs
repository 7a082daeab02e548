//! How the positions of a box are laid out in lines of bits, such that every move leads to an
//! earlier line.

/// More numbers than these are not taken.
pub(super) const DIMENSIONS: usize = 4;
/// Slants with larger factors are not tried.
const STEEPEST: i64 = 3;

/// One number runs along the lines, the others say which line. One of these may be slanted: in its
/// place stands a sum of it and multiples of other numbers, such as x + y.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The number along the lines.
    pub along: usize,
    /// The others, the slowest first.
    pub across: Vec<usize>,
    /// Which of the others is slanted, and the factor of every number in its sum; its own is 1.
    pub slant: Option<(usize, Vec<i64>)>,
    /// How many values each number has.
    pub sizes: Vec<i64>,
}

impl Layout {
    /// The cheapest layout in which no vector leads to a later line, or later on the same line;
    /// `None` where there is none.
    pub(super) fn cheapest(vectors: &[Vec<i64>], sizes: &[i64]) -> Option<Self> {
        let mut best: Option<(u128, Self)> = None;
        for layout in all(sizes) {
            if let Some(cost) = layout.cost(vectors)
                && best.as_ref().is_none_or(|(least, _)| cost < *least)
            {
                best = Some((cost, layout));
            }
        }
        best.map(|(_, layout)| layout)
    }

    /// What a displacement does to the line's numbers, and along the line.
    pub(super) fn displaced(&self, vector: &[i64]) -> (Vec<i64>, i64) {
        let across = self.across.iter().map(|at| match &self.slant {
            Some((slanted, factors)) if slanted == at => {
                factors.iter().zip(vector).map(|(a, b)| a * b).sum()
            }
            _ => vector[*at],
        });
        (across.collect(), vector[self.along])
    }

    /// How many values each of the line's numbers has.
    pub(super) fn ranges(&self) -> Vec<i64> {
        let range = |at: &usize| match &self.slant {
            Some((slanted, factors)) if slanted == at => {
                let sums = factors
                    .iter()
                    .zip(&self.sizes)
                    .map(|(factor, size)| factor * (size - 1));
                sums.sum::<i64>() + 1
            }
            _ => self.sizes[*at],
        };
        self.across.iter().map(range).collect()
    }

    /// The slanted number at `along` = 0 on a line, and how fast it falls along it; `None` where no
    /// number is slanted.
    pub(super) fn slanted(&self, line: &[i64]) -> Option<(usize, i64, i64)> {
        let (slanted, factors) = self.slant.as_ref()?;
        let parts = self.across.iter().zip(line);
        let value = parts.map(|(at, value)| match at {
            at if at == slanted => *value,
            at => -factors[*at] * value,
        });
        Some((*slanted, value.sum(), factors[self.along]))
    }

    /// The first and last place of a line that are in the box; the last may be before the first.
    pub(super) fn ends(&self, line: &[i64]) -> (i64, i64) {
        let last = self.sizes[self.along] - 1;
        match self.slanted(line) {
            None => (0, last),
            Some((slanted, value, 0)) => match (0..self.sizes[slanted]).contains(&value) {
                true => (0, last),
                false => (0, -1),
            },
            // Most slants; a division is dear.
            Some((slanted, value, 1)) => {
                let low = value - (self.sizes[slanted] - 1);
                (low.max(0), value.min(last))
            }
            Some((slanted, value, factor)) => {
                let over = value - (self.sizes[slanted] - 1);
                let low = (over + factor - 1).div_euclid(factor).max(0);
                (low, value.div_euclid(factor).min(last))
            }
        }
    }

    /// The place of a state on its line, and the line's numbers.
    pub(super) fn place(&self, state: &[i64]) -> (Vec<i64>, i64) {
        self.displaced(state)
    }

    /// Roughly the steps that filling it takes; `None` where some vector leads on.
    pub(super) fn cost(&self, vectors: &[Vec<i64>]) -> Option<u128> {
        let mut level: Vec<i64> = Vec::new();
        for vector in vectors {
            let (across, along) = self.displaced(vector);
            match across.iter().find(|entry| **entry != 0) {
                Some(entry) if *entry < 0 => {}
                None if along < 0 => level.push(-along),
                _ => return None,
            }
        }
        let lines: u128 = self.ranges().iter().map(|range| *range as u128).product();
        let cells: u128 = self.sizes.iter().map(|size| *size as u128).product();
        // Along a line, a vector shorter than a word takes several steps a word.
        let steps = level
            .iter()
            .min()
            .map_or(0, |least| 64 / (*least).min(64) as u128);
        let each = vectors.len() as u128 + 2 * steps * (level.len() as u128 + 1);
        Some(lines * (8 + 8 * vectors.len() as u128) + (cells / 64 + lines) * each)
    }
}

fn all(sizes: &[i64]) -> Vec<Layout> {
    let mut found = Vec::new();
    for along in 0..sizes.len() {
        let others: Vec<usize> = (0..sizes.len()).filter(|at| *at != along).collect();
        for across in orders(&others) {
            let plain = Layout {
                along,
                across: across.clone(),
                slant: None,
                sizes: sizes.to_vec(),
            };
            for slanted in &across {
                for factors in factors(sizes.len(), *slanted) {
                    found.push(Layout {
                        slant: Some((*slanted, factors)),
                        ..plain.clone()
                    });
                }
            }
            found.push(plain);
        }
    }
    found
}

fn orders(of: &[usize]) -> Vec<Vec<usize>> {
    if of.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in of {
        let rest: Vec<usize> = of.iter().filter(|at| *at != first).copied().collect();
        for mut order in orders(&rest) {
            order.insert(0, *first);
            all.push(order);
        }
    }
    all
}

/// All factors up to the steepest, 1 for the slanted number, some other one above 0.
fn factors(numbers: usize, slanted: usize) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for at in 0..numbers {
        let choices = if at == slanted { 1..=1 } else { 0..=STEEPEST };
        all = all
            .iter()
            .flat_map(|factors: &Vec<i64>| {
                choices
                    .clone()
                    .map(move |factor| [factors.as_slice(), &[factor]].concat())
            })
            .collect();
    }
    all.retain(|factors| factors.iter().filter(|factor| **factor > 0).count() > 1);
    all
}

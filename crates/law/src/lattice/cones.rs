//! Outcomes followed down to the border, for Coq.

use std::collections::BTreeMap;

use whowins_verify::lattice::Constant;

use super::coq::{Cell, STEPS, cells, numbers_list};

/// What two points depend on.
pub(super) struct Cone {
    /// The border cells.
    pub free: Vec<Cell>,
    /// The longest way down to the border.
    pub depth: usize,
}

/// A rule that holds away from the border.
pub(super) struct Cones<'a> {
    /// The moves.
    pub of: &'a [Vec<Vec<i64>>; 2],
    /// Where the rule holds.
    pub inner: &'a [i64],
    /// Whether one label a point is enough.
    pub single: bool,
}

impl Cones<'_> {
    fn options(&self, (point, player): &Cell) -> Option<Vec<Cell>> {
        if point.iter().zip(self.inner).any(|(x, least)| x < least) {
            return None;
        }
        let reply = if self.single { *player } else { 1 - *player };
        let to = |vector: &Vec<i64>| point.iter().zip(vector).map(|(x, step)| x - step).collect();
        Some(
            self.of[*player]
                .iter()
                .map(|vector| (to(vector), reply))
                .collect(),
        )
    }

    /// Ways down from a cell, and the longest; collects the cells at their ends.
    fn walk(
        &self,
        cell: &Cell,
        seen: &mut BTreeMap<Cell, (u128, usize)>,
        free: &mut Vec<Cell>,
    ) -> (u128, usize) {
        if let Some(known) = seen.get(cell) {
            return *known;
        }
        let known = match self.options(cell) {
            None => {
                free.push(cell.clone());
                (1, 0)
            }
            Some(options) => options.iter().fold((1, 0), |(ways, depth), option| {
                let (more, deeper) = self.walk(option, seen, free);
                (ways + more, depth.max(deeper + 1))
            }),
        };
        seen.insert(cell.clone(), known);
        known
    }

    /// What the outcomes at two points depend on.
    pub fn of(&self, points: [&[i64]; 2], player: usize) -> Result<Cone, String> {
        let (mut seen, mut free) = (BTreeMap::new(), Vec::new());
        let walks = points.map(|point| self.walk(&(point.to_vec(), player), &mut seen, &mut free));
        let ways = walks[0].0 + walks[1].0;
        let patterns = 1u128.checked_shl(free.len() as u32).unwrap_or(u128::MAX);
        if free.len() > 20 || patterns.saturating_mul(ways) > STEPS {
            return Err(format!(
                "the outcomes depend on {} border cells in {ways} ways: too many patterns for Coq",
                free.len()
            ));
        }
        free.sort();
        Ok(Cone {
            free,
            depth: walks[0].1.max(walks[1].1),
        })
    }

    fn wins(
        &self,
        cell: &Cell,
        border: &BTreeMap<&Cell, bool>,
        known: &mut BTreeMap<Cell, bool>,
    ) -> bool {
        if let Some(wins) = known.get(cell) {
            return *wins;
        }
        let wins = match self.options(cell) {
            None => border.get(cell).copied().unwrap_or(false),
            Some(options) => options
                .iter()
                .any(|option| !self.wins(option, border, known)),
        };
        known.insert(cell.clone(), wins);
        wins
    }

    /// A border for which the law fails one step earlier in a coordinate.
    pub fn not_before(&self, law: &Constant, at: usize) -> Result<String, String> {
        let mut from = law.from.clone();
        from[at] -= 1;
        let further: Vec<i64> = from
            .iter()
            .zip(&law.direction)
            .map(|(a, b)| a + b)
            .collect();
        let players = if self.single { 1 } else { 2 };
        for player in 0..players {
            let free = self.of([&from, &further], player)?.free;
            for pattern in 0u32..1 << free.len() {
                let bits: Vec<bool> = (0..free.len()).map(|bit| pattern >> bit & 1 == 1).collect();
                let border = free.iter().zip(bits.iter().copied()).collect();
                let mut known = BTreeMap::new();
                let wins = [&from, &further]
                    .map(|point| self.wins(&(point.clone(), player), &border, &mut known));
                if wins[0] != wins[1] {
                    let bits: Vec<&str> = bits
                        .iter()
                        .map(|bit| if *bit { "true" } else { "false" })
                        .collect();
                    return Ok(format!(
                        "Example not_before_{at} : exists border,\n  lab reply mvs inner border {0} {1} <> lab reply mvs inner border {0} {2}.\n\
                         Proof. exists (fun P v => value_of (P, v) {3} [{4}]). vm_compute. discriminate. Qed.\n",
                        player == 0,
                        numbers_list(&further),
                        numbers_list(&from),
                        cells(&free),
                        bits.join("; ")
                    ));
                }
            }
        }
        Err("the law holds earlier than it says".into())
    }
}

//! Moves of a term in words: what is other after it than before, so that a move's text tells the
//! position it leads to.

use std::collections::BTreeMap;

use dashu_int::IBig;
use whowins_core::State;

use super::{Holding, Notation, Program, turn, unflat};
use crate::game::Player;
use crate::naming::{Change, cell_name, listed, of_cells};

/// The last of a move's words where who moved plays again.
pub const AGAIN: &str = "plays again";

impl Program {
    /// A move of a player between two states, as [`super::flat`] writes them: "heap[2]: 5 -> 3", "w
    /// at a2 takes b at b1, score +2, plays again".
    pub(crate) fn words(&self, player: Player, before: &[i64], after: &[i64]) -> String {
        self.told(player, &unflat(before), &unflat(after))
    }

    /// The same of states. Linear in the states. That the player who moved plays again is told by
    /// whose turn it is after the move; the turn before is not looked at.
    pub fn told(&self, player: Player, before: &State, after: &State) -> String {
        if let Some(sum) = self.any_number() {
            return sum.told(player, before, after);
        }
        let mut said: Vec<String> = Vec::new();
        for holding in &self.parts {
            let (Some(was), Some(is)) = (before.get(holding.part), after.get(holding.part)) else {
                continue;
            };
            if was != is {
                said.push(self.change(holding, was, is, before));
            }
        }
        if let Some(part) = self.score {
            let score = |state: &State| state.get(part).and_then(|one| one.first().cloned());
            let gained = score(after).unwrap_or(IBig::ZERO) - score(before).unwrap_or(IBig::ZERO);
            let gained = if player.index() == 0 { gained } else { -gained };
            if gained > IBig::ZERO {
                said.push(format!("score +{gained}"));
            } else if gained < IBig::ZERO {
                said.push(format!("score {gained}"));
            }
        }
        if said.is_empty() {
            said.push("pass".into());
        }
        if turn(after) == player {
            said.push(AGAIN.into());
        }
        said.join(", ")
    }

    fn change(&self, holding: &Holding, was: &[IBig], is: &[IBig], before: &State) -> String {
        let Holding { name, notation, .. } = holding;
        match notation {
            Notation::Number { .. } => {
                let shown = |value| self.part_shown(holding, value, before);
                format!("{name}: {} -> {}", shown(was), shown(is))
            }
            Notation::Numbers { columns, .. } if was.len() == is.len() => {
                let at = |index: usize| match columns {
                    Some(columns) => format!("{},{}", index / columns + 1, index % columns + 1),
                    None => (index + 1).to_string(),
                };
                let all = changed(was, is);
                let one = |i: usize| format!("{name}[{}]: {} -> {}", at(i), was[i], is[i]);
                all.into_iter().map(one).collect::<Vec<_>>().join(", ")
            }
            Notation::Numbers { .. } => match erased(was, is) {
                Some((at, 1)) => format!("erase {name}[{}] ({})", at + 1, was[at]),
                Some((at, count)) => format!("erase {name}[{}..{}]", at + 1, at + count),
                None => {
                    let shown = |value| self.part_shown(holding, value, before);
                    format!("{name}: {} -> {}", shown(was), shown(is))
                }
            },
            Notation::Cells {
                symbols, is_board, ..
            } if was.len() == is.len() => {
                let columns = self.columns_of(notation, before, was.len());
                let place = |cell| cell_name(!is_board, columns, cell);
                of_cells(symbols, &place, &changes(was, is))
            }
            Notation::Cells { .. } => {
                let shown = |value| self.part_shown(holding, value, before);
                match erased(was, is) {
                    Some((at, 1)) => format!("erase {}", at + 1),
                    Some((at, count)) => format!("erase {} to {}", at + 1, at + count),
                    None => format!("{} -> {}", shown(was), shown(is)),
                }
            }
            Notation::Nodes { symbols, nodes } => {
                let place = |node: usize| nodes.get(node).cloned().unwrap_or_default();
                of_cells(symbols, &place, &changes(was, is))
            }
            Notation::Subset { members } => {
                let side = |sign: char, into: &[IBig]| -> String {
                    let all = changed(was, is);
                    all.into_iter()
                        .filter(|at| into[*at] != IBig::ZERO)
                        .filter_map(|at| members.get(at))
                        .map(|member| format!(" {sign}{member}"))
                        .collect()
                };
                format!("{name}{}{}", side('+', is), side('-', was))
            }
            Notation::Tokens { places, alike, .. } => {
                let place = |at: &IBig| -> String {
                    let index = usize::try_from(at).ok();
                    let known = index.and_then(|at| places.get(at).cloned());
                    known.unwrap_or_else(|| at.to_string())
                };
                let (from, to): (Vec<_>, Vec<_>) = match alike {
                    true => difference(was, is),
                    false => changed(was, is)
                        .into_iter()
                        .map(|at| (was[at].clone(), is[at].clone()))
                        .unzip(),
                };
                let moved: Vec<String> = from
                    .iter()
                    .zip(&to)
                    .map(|(from, to)| format!("{name} from {} to {}", place(from), place(to)))
                    .collect();
                listed(&moved)
            }
        }
    }
}

/// Where two arrays of one length differ.
fn changed(was: &[IBig], is: &[IBig]) -> Vec<usize> {
    (0..was.len()).filter(|at| was[*at] != is[*at]).collect()
}

fn changes(was: &[IBig], is: &[IBig]) -> Vec<Change> {
    let small = |n: &IBig| i64::try_from(n).unwrap_or(0);
    let change = |cell: usize| Change {
        cell,
        was: small(&was[cell]),
        is: small(&is[cell]),
    };
    changed(was, is).into_iter().map(change).collect()
}

/// Where elements that follow one another are gone, and how many; the first such place.
fn erased(was: &[IBig], is: &[IBig]) -> Option<(usize, usize)> {
    let count = was.len().checked_sub(is.len()).filter(|count| *count > 0)?;
    let first = was.iter().zip(is).take_while(|(x, y)| x == y).count();
    (was[first + count..] == is[first..]).then_some((first, count))
}

/// What is in the one and not in the other, and the reverse, each as often as it is there more.
fn difference(was: &[IBig], is: &[IBig]) -> (Vec<IBig>, Vec<IBig>) {
    let mut counts: BTreeMap<&IBig, i64> = BTreeMap::new();
    was.iter()
        .for_each(|one| *counts.entry(one).or_default() += 1);
    is.iter()
        .for_each(|one| *counts.entry(one).or_default() -= 1);
    let side = |sign: i64| -> Vec<IBig> {
        let many = |(one, count): (&&IBig, &i64)| {
            std::iter::repeat_n((*one).clone(), usize::try_from(count * sign).unwrap_or(0))
        };
        counts.iter().flat_map(many).collect()
    };
    (side(1), side(-1))
}

//! Tuples with vectors, sets, rays, ranges and guards.

use proptest::collection::vec;
use proptest::prelude::*;
use whowins_analysis::Player;

use super::{allows, prefix};

#[derive(Clone, Debug)]
pub enum Choice {
    None,
    From(i64),
    Between(i64, i64),
    Of(Vec<i64>),
}

#[derive(Clone, Debug)]
pub struct Move {
    pub by: u8,
    /// For each variable the fixed change and the change for each unit of k and of j.
    pub change: Vec<(i64, i64, i64)>,
    pub k: Choice,
    pub j: Choice,
    /// Variable, remainder wanted modulo 3; and whether it is asked of k instead.
    pub guard: Option<(usize, i64, bool)>,
    /// A variable and a large number, so many times which is added and taken away again: it passes
    /// 64 bits and means nothing.
    pub detour: Option<(usize, i64)>,
}

#[derive(Clone, Debug)]
pub struct TupleGame {
    /// Least and most.
    pub variables: Vec<(i64, Option<i64>)>,
    pub moves: Vec<Move>,
}

fn choice() -> impl Strategy<Value = Choice> {
    prop_oneof![
        2 => Just(Choice::None),
        3 => (0..4_i64).prop_map(Choice::From),
        2 => (0..4_i64, -1..6_i64).prop_map(|(a, b)| Choice::Between(a, b)),
        2 => vec(0..9_i64, 1..4).prop_map(|mut members| {
            let mut seen = Vec::new();
            members.retain(|m| !seen.contains(m) && { seen.push(*m); true });
            Choice::Of(members)
        }),
    ]
}

pub fn tuple_game() -> impl Strategy<Value = TupleGame> {
    let variable = prop_oneof![
        3 => Just((0, None)),
        1 => (0..3_i64, 0..8_i64).prop_map(|(least, more)| (least, Some(least + more))),
    ];
    (1..4_usize).prop_flat_map(move |count| {
        let small = prop_oneof![3 => Just(0), 2 => -3..=1_i64, 1 => -2..=2_i64];
        let step = prop_oneof![3 => Just(0), 4 => Just(-1), 1 => Just(-2), 1 => Just(1)];
        let one = (
            0..3_u8,
            vec((small, step.clone(), step), count),
            choice(),
            prop_oneof![3 => Just(Choice::None), 1 => choice()],
            proptest::option::weighted(0.3, (0..count, 0..3_i64, any::<bool>())),
            proptest::option::weighted(0.3, (0..count, 1_i64 << 55..=1 << 60)),
        )
            .prop_map(|(by, change, k, j, guard, detour)| Move {
                by,
                change,
                k,
                j,
                guard,
                detour,
            });
        (vec(variable.clone(), count), vec(one, 1..4))
            .prop_map(|(variables, moves)| TupleGame { variables, moves })
    })
}

const NAMES: [&str; 3] = ["x", "y", "z"];

impl TupleGame {
    pub fn text(&self) -> String {
        // A variable without a range would take that of the next one: beside ranged ones it gets a
        // wide range of its own.
        let variables: Vec<String> = self
            .variables
            .iter()
            .enumerate()
            .map(|(v, (least, most))| match most {
                Some(most) => format!("{} in {least}..{most}", NAMES[v]),
                None => format!("{} in 0..60", NAMES[v]),
            })
            .collect();
        let open = self.variables.iter().all(|(_, most)| most.is_none());
        let position = if open {
            NAMES[..self.variables.len()].join(", ")
        } else {
            variables.join(", ")
        };
        let mut text = format!("game \"Random\"\nposition {position}\n");
        for one in &self.moves {
            text += &one.text();
            text.push('\n');
        }
        text
    }

    pub fn most(&self, variable: usize) -> i64 {
        let open = self.variables.iter().all(|(_, most)| most.is_none());
        self.variables[variable]
            .1
            .unwrap_or(if open { i64::MAX } else { 60 })
    }

    pub fn next(&self, player: Player, state: &[i64]) -> Vec<Vec<i64>> {
        let mut all = Vec::new();
        for one in self.moves.iter().filter(|one| allows(one.by, player)) {
            for k in one.k.values() {
                for j in one.j.values() {
                    let next: Vec<i64> = state
                        .iter()
                        .zip(&one.change)
                        .map(|(x, (fixed, per_k, per_j))| x + fixed + per_k * k + per_j * j)
                        .collect();
                    // What a move does not change may stay outside; states here never lie outside.
                    let inside = (0..state.len())
                        .all(|v| next[v] >= self.variables[v].0 && next[v] <= self.most(v));
                    let guarded = one.guard.is_none_or(|(variable, wanted, of_k)| {
                        let number = if of_k && !matches!(one.k, Choice::None) {
                            k
                        } else {
                            state[variable]
                        };
                        number.rem_euclid(3) == wanted
                    });
                    if inside && guarded {
                        all.push(next);
                    }
                }
            }
        }
        all
    }
}

impl Choice {
    /// More than any state of these tests allows.
    fn values(&self) -> Vec<i64> {
        match self {
            Self::None => vec![0],
            Self::From(least) => (*least..200).collect(),
            Self::Between(least, most) => (*least..=*most).collect(),
            Self::Of(members) => members.clone(),
        }
    }

    fn text(&self, name: &str) -> Option<String> {
        Some(match self {
            Self::None => return None,
            Self::From(least) if least % 2 == 0 => format!("{name} >= {least}"),
            Self::From(least) => format!("{name} > {}", least - 1),
            Self::Between(0, most) => format!("{name} <= {most}"),
            Self::Between(least, most) if most % 2 == 0 => format!("{name} in {least}..{most}"),
            Self::Between(least, most) if least % 2 == 0 => {
                format!("{least} <= {name} < {}", most + 1)
            }
            Self::Between(least, most) => format!("{} < {name} <= {most}", least - 1),
            Self::Of(members) => {
                let members: Vec<String> = members.iter().map(i64::to_string).collect();
                format!("{name} in {{{}}}", members.join(", "))
            }
        })
    }
}

impl Move {
    /// The number, by its detour.
    fn around(&self, number: &str) -> String {
        match self.detour {
            None => number.to_string(),
            Some((variable, times)) => {
                let large = format!("{times} * {n}", n = NAMES[variable]);
                format!("{large} + {large} + {number} - {large} - {large}")
            }
        }
    }

    fn text(&self) -> String {
        let has_k = !matches!(self.k, Choice::None);
        let has_j = !matches!(self.j, Choice::None);
        let mut updates = Vec::new();
        for (v, (fixed, per_k, per_j)) in self.change.iter().enumerate() {
            let mut terms = Vec::new();
            let mut add = |coefficient: i64, name: &str| match coefficient {
                0 => {}
                c => terms.push(format!("({c}) * {name}")),
            };
            if has_k {
                add(*per_k, "k");
            }
            if has_j {
                add(*per_j, "j");
            }
            if terms.is_empty() && *fixed == 0 {
                continue;
            }
            terms.push(format!("({fixed})"));
            let sum = self.around(&terms.join(" + "));
            updates.push(match (v + terms.len()) % 3 {
                0 => format!("{n} := {n} + {sum}", n = NAMES[v]),
                1 => format!("{} += {sum}", NAMES[v]),
                _ => format!("{} -= -({sum})", NAMES[v]),
            });
        }
        if updates.is_empty() {
            updates.push("x += 0".into());
        }
        let mut text = format!("{}move {}", prefix(self.by), updates.join(", "));
        let choices: Vec<String> = [self.k.text("k"), self.j.text("j")]
            .into_iter()
            .flatten()
            .collect();
        if !choices.is_empty() {
            text += &format!(" for {}", choices.join(", "));
        }
        if let Some((variable, wanted, of_k)) = self.guard {
            let name = if of_k && has_k { "k" } else { NAMES[variable] };
            text += &format!(" if ({}) % 3 = {wanted}", self.around(name));
        }
        text
    }
}

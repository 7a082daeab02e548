//! Two tokens on a text map, with conditional steps and goals.

use proptest::collection::vec;
use proptest::prelude::*;
use whowins_analysis::Player;

use super::{allows, prefix};

const SIDES: [(i64, i64, &str); 5] = [
    (0, 1, "right"),
    (1, 0, "down"),
    (0, -1, "left"),
    (-1, 0, "up"),
    (1, 1, "down right"),
];

/// A condition on the tokens a and b: 0 a = b, 1 a != b, 2 a on the mark, 3 b on the mark, 4 a =
/// start of b, 5 not (a on the mark and a = b).
type Condition = u8;

#[derive(Clone, Debug)]
pub struct Step {
    /// 0 go, 1 go if, 2 only if.
    pub kind: u8,
    pub condition: Condition,
    pub token: usize,
    pub free: bool,
    /// Indices of directions; empty for the four sides.
    pub along: Vec<usize>,
}

#[derive(Clone, Debug)]
pub struct TokenGame {
    pub map: Vec<Vec<char>>,
    pub moves: Vec<(u8, Vec<Step>)>,
    /// Condition, and whether it counts in passing.
    pub goals: Vec<(Condition, bool)>,
}

pub fn token_game() -> impl Strategy<Value = TokenGame> {
    let step = (
        0..3_u8,
        0..6_u8,
        0..2_usize,
        prop::bool::weighted(0.3),
        prop::sample::subsequence(vec![0, 1, 2, 3, 4], 0..4),
    )
        .prop_map(|(kind, condition, token, free, along)| Step {
            kind,
            condition,
            token,
            free,
            along,
        });
    let cell = prop_oneof![5 => Just('.'), 2 => Just('#'), 1 => Just('m')];
    (
        (1..4_usize, 1..5_usize)
            .prop_flat_map(move |(rows, columns)| vec(vec(cell.clone(), columns), rows)),
        vec((0..3_u8, vec(step, 1..5)), 1..4),
        vec((0..6_u8, any::<bool>()), 0..3),
    )
        .prop_map(|(mut map, mut moves, goals)| {
            map[0].insert(0, 'A');
            let last = map.len() - 1;
            map[last].push('B');
            let width = map.iter().map(Vec::len).max().unwrap();
            for row in &mut map {
                row.resize(width, '#');
            }
            for (_, steps) in &mut moves {
                if !steps.iter().any(|step| step.kind == 0) {
                    steps[0].kind = 0;
                }
            }
            TokenGame { map, moves, goals }
        })
}

fn condition_text(condition: Condition) -> &'static str {
    [
        "a = b",
        "a != b",
        "a at 'm'",
        "b at 'm'",
        "a = start of b",
        "not (a at 'm' and a = b)",
    ][usize::from(condition)]
}

impl TokenGame {
    pub fn text(&self) -> String {
        let map: Vec<String> = self.map.iter().map(|row| row.iter().collect()).collect();
        let mut text = format!(
            "game \"Random\"\ngiven map: grid of . # m A B = \"{}\"\nposition a, b: squares of map except '#'\nstart a at 'A', b at 'B'\n",
            map.join("/")
        );
        for (by, steps) in &self.moves {
            let steps: Vec<String> = steps
                .iter()
                .map(|step| {
                    let free = if step.free { "free " } else { "" };
                    let along: Vec<&str> = step.along.iter().map(|d| SIDES[*d].2).collect();
                    let along = if along.is_empty() {
                        String::new()
                    } else {
                        format!(" along {}", along.join(", "))
                    };
                    let go = format!(
                        "move {} to a {free}neighbour{along}",
                        ["a", "b"][step.token]
                    );
                    match step.kind {
                        0 => go,
                        1 => format!("if {}, {go}", condition_text(step.condition)),
                        _ => format!("only if {}", condition_text(step.condition)),
                    }
                })
                .collect();
            text += &format!("{}{}\n", prefix(*by), steps.join("; "));
        }
        for (condition, passing) in &self.goals {
            let when = if *passing { "as soon as" } else { "when" };
            text += &format!("First wins {when} {}\n", condition_text(*condition));
        }
        text
    }

    /// The squares that tokens can stand on, in the order of the cells.
    fn squares(&self) -> Vec<(i64, i64)> {
        let mut all = Vec::new();
        for (row, line) in self.map.iter().enumerate() {
            for (column, symbol) in line.iter().enumerate() {
                if *symbol != '#' {
                    all.push((row as i64, column as i64));
                }
            }
        }
        all
    }

    fn holds(&self, condition: Condition, state: &[i64]) -> bool {
        let squares = self.squares();
        let symbol = |token: usize| {
            let (row, column) = squares[state[token] as usize];
            self.map[row as usize][column as usize]
        };
        let start_of_b = squares
            .iter()
            .position(|(row, column)| self.map[*row as usize][*column as usize] == 'B')
            .unwrap() as i64;
        match condition {
            0 => state[0] == state[1],
            1 => state[0] != state[1],
            2 => symbol(0) == 'm',
            3 => symbol(1) == 'm',
            4 => state[0] == start_of_b,
            _ => !(symbol(0) == 'm' && state[0] == state[1]),
        }
    }

    pub fn is_over(&self, state: &[i64]) -> bool {
        self.goals
            .iter()
            .any(|(condition, _)| self.holds(*condition, state))
    }

    pub fn next(&self, player: Player, state: &[i64]) -> Vec<Vec<i64>> {
        if self.is_over(state) {
            return Vec::new();
        }
        let mut all = Vec::new();
        for (by, steps) in &self.moves {
            if !allows(*by, player) {
                continue;
            }
            // Play the steps on all states at once; each is marked when a goal was passed, which
            // ends its move.
            let mut now: Vec<(Vec<i64>, bool)> = vec![(state.to_vec(), false)];
            for step in steps {
                let mut then = Vec::new();
                for (state, over) in now {
                    let holds = self.holds(step.condition, &state);
                    if over || step.kind == 1 && !holds || step.kind == 2 && holds {
                        then.push((state, over));
                    } else if step.kind != 2 {
                        then.extend(self.steps_from(step, &state));
                    }
                }
                now = then;
            }
            all.extend(now.into_iter().map(|(state, _)| state));
        }
        all
    }

    fn steps_from(&self, step: &Step, state: &[i64]) -> Vec<(Vec<i64>, bool)> {
        let squares = self.squares();
        let sides: Vec<usize> = if step.along.is_empty() {
            vec![0, 1, 2, 3]
        } else {
            step.along.clone()
        };
        let (row, column) = squares[state[step.token] as usize];
        let mut all = Vec::new();
        for side in sides {
            let (down, right, _) = SIDES[side];
            let Some(to) = squares
                .iter()
                .position(|square| *square == (row + down, column + right))
            else {
                continue;
            };
            if step.free && state[1 - step.token] == to as i64 {
                continue;
            }
            let mut next = state.to_vec();
            next[step.token] = to as i64;
            let passed = self
                .goals
                .iter()
                .any(|(goal, passing)| *passing && self.holds(*goal, &next));
            all.push((next, passed));
        }
        all
    }
}

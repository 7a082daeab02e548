//! Rows and boards with patterns, anchors, directions, forced follow-ups.

use proptest::collection::vec;
use proptest::prelude::*;
use whowins_analysis::Player;

use super::{allows, prefix};

const SYMBOLS: [&str; 3] = [".", "o", "x"];
/// Down, right, name.
const DIRECTIONS: [(i64, i64, &str); 8] = [
    (0, 1, "right"),
    (1, 0, "down"),
    (0, -1, "left"),
    (-1, 0, "up"),
    (1, 1, "down right"),
    (1, -1, "down left"),
    (-1, 1, "up right"),
    (-1, -1, "up left"),
];

/// A pattern: 0 to 2 a symbol, 3 anything.
#[derive(Clone, Debug)]
pub struct Pattern {
    pub rows: Vec<Vec<u8>>,
    pub start: bool,
    pub end: bool,
    pub top: bool,
    pub bottom: bool,
    /// Indices of directions, each once; empty for none said.
    pub along: Vec<usize>,
}

#[derive(Clone, Debug)]
pub struct Rule {
    pub by: u8,
    pub before: Pattern,
    pub after: Vec<Vec<u8>>,
}

#[derive(Clone, Debug)]
pub struct BoardGame {
    pub row: bool,
    pub moves: Vec<Rule>,
    pub at_once: Vec<Rule>,
    pub goal: Option<Pattern>,
}

fn pattern(row: bool) -> impl Strategy<Value = Pattern> {
    let height = if row { 1..2_usize } else { 1..3_usize };
    let directions = if row { vec![0, 2] } else { (0..8).collect() };
    let count = directions.len();
    (height, 1..4_usize).prop_flat_map(move |(height, width)| {
        (
            vec(vec(prop_oneof![6 => 0..3_u8, 1 => Just(3)], width), height),
            prop::bool::weighted(0.15),
            prop::bool::weighted(0.15),
            prop::bool::weighted(0.15),
            prop::bool::weighted(0.15),
            prop::sample::subsequence(directions.clone(), 0..=count).prop_shuffle(),
        )
            .prop_map(move |(rows, start, end, top, bottom, along)| {
                let (top, bottom) = (top && !row, bottom && !row);
                let flat = rows.len() == 1 && !top && !bottom;
                Pattern {
                    rows,
                    start,
                    end,
                    top,
                    bottom,
                    along: if flat { along } else { Vec::new() },
                }
            })
    })
}

fn rule(row: bool) -> impl Strategy<Value = Rule> {
    (0..3_u8, pattern(row), vec(0..4_u8, 6)).prop_map(|(by, before, symbols)| {
        let mut symbols = symbols.into_iter();
        let after = before
            .rows
            .iter()
            .map(|row| row.iter().map(|_| symbols.next().unwrap()).collect())
            .collect();
        Rule { by, before, after }
    })
}

pub fn board_game() -> impl Strategy<Value = BoardGame> {
    any::<bool>().prop_flat_map(|row| {
        (
            vec(rule(row), 1..4),
            prop_oneof![2 => vec(rule(row), 0..1), 1 => vec(rule(row), 1..3)],
            proptest::option::weighted(0.3, pattern(row)),
        )
            .prop_map(move |(moves, at_once, goal)| BoardGame {
                row,
                moves,
                at_once,
                goal,
            })
    })
}

impl Pattern {
    fn side(&self, rows: &[Vec<u8>], anchors: bool) -> String {
        let mut parts: Vec<String> = rows
            .iter()
            .map(|row| {
                let mut items: Vec<&str> = row
                    .iter()
                    .map(|s| {
                        if *s == 3 {
                            "?"
                        } else {
                            SYMBOLS[usize::from(*s)]
                        }
                    })
                    .collect();
                if anchors && self.start {
                    items.insert(0, "^");
                }
                if anchors && self.end {
                    items.push("$");
                }
                items.join(" ")
            })
            .collect();
        if anchors && self.top {
            parts.insert(0, "^".into());
        }
        if anchors && self.bottom {
            parts.push("$".into());
        }
        parts.join(" / ")
    }

    fn along(&self) -> String {
        if self.along.is_empty() {
            return String::new();
        }
        let names: Vec<&str> = self.along.iter().map(|d| DIRECTIONS[*d].2).collect();
        format!(" along {}", names.join(", "))
    }

    /// The cells under the pattern, row by row of the pattern, at each place and direction where it
    /// can lie and fits, in the order of play.
    fn matches(&self, rows: usize, columns: usize, state: &[i64]) -> Vec<Vec<usize>> {
        let directions = if self.along.is_empty() {
            vec![0]
        } else {
            self.along.clone()
        };
        let cell = |row: i64, column: i64| -> Option<usize> {
            (row >= 0 && column >= 0 && row < rows as i64 && column < columns as i64)
                .then(|| row as usize * columns + column as usize)
        };
        let mut all = Vec::new();
        for direction in directions {
            let (down, right, _) = DIRECTIONS[direction];
            for row in 0..rows as i64 {
                for column in 0..columns as i64 {
                    let mut under = Vec::new();
                    let mut fits = true;
                    for (i, line) in self.rows.iter().enumerate() {
                        let i = i as i64;
                        let length = line.len() as i64;
                        for (j, symbol) in line.iter().enumerate() {
                            let j = j as i64;
                            match cell(row + i + j * down, column + j * right) {
                                Some(at) if *symbol == 3 || state[at] == i64::from(*symbol) => {
                                    under.push(at)
                                }
                                _ => fits = false,
                            }
                        }
                        if self.start && cell(row + i - down, column - right).is_some() {
                            fits = false;
                        }
                        if self.end
                            && cell(row + i + length * down, column + length * right).is_some()
                        {
                            fits = false;
                        }
                    }
                    if self.top && row != 0 || self.bottom && row as usize + self.rows.len() != rows
                    {
                        fits = false;
                    }
                    if fits {
                        all.push(under);
                    }
                }
            }
        }
        all
    }
}

impl Rule {
    fn text(&self, start: &str) -> String {
        format!(
            "{start} {} -> {}{}",
            self.before.side(&self.before.rows, true),
            self.before.side(&self.after, self.by != 1),
            self.before.along()
        )
    }

    fn results(&self, rows: usize, columns: usize, state: &[i64]) -> Vec<Vec<i64>> {
        let symbols: Vec<u8> = self.after.concat();
        self.before
            .matches(rows, columns, state)
            .into_iter()
            .map(|under| {
                let mut next = state.to_vec();
                for (at, symbol) in under.into_iter().zip(&symbols) {
                    if *symbol != 3 {
                        next[at] = i64::from(*symbol);
                    }
                }
                next
            })
            .collect()
    }
}

impl BoardGame {
    pub fn text(&self) -> String {
        let shape = if self.row { "row" } else { "board" };
        let mut text = format!("game \"Random\"\nposition {shape} of . o x\n");
        for rule in &self.moves {
            text += &rule.text(&format!("{}move", prefix(rule.by)));
            text.push('\n');
        }
        for rule in &self.at_once {
            text += &rule.text("at once");
            text.push('\n');
        }
        if let Some(goal) = &self.goal {
            text += &format!(
                "draw when {shape} has {}{}\n",
                goal.side(&goal.rows, true),
                goal.along()
            );
        }
        text
    }

    pub fn is_over(&self, rows: usize, columns: usize, state: &[i64]) -> bool {
        self.goal
            .as_ref()
            .is_some_and(|goal| !goal.matches(rows, columns, state).is_empty())
    }

    pub fn settle(&self, rows: usize, columns: usize, state: &[i64]) -> Vec<i64> {
        let mut state = state.to_vec();
        while let Some(next) = self
            .at_once
            .iter()
            .find_map(|rule| rule.results(rows, columns, &state).into_iter().next())
        {
            state = next;
        }
        state
    }

    pub fn next(
        &self,
        player: Player,
        rows: usize,
        columns: usize,
        state: &[i64],
    ) -> Vec<Vec<i64>> {
        if self.is_over(rows, columns, state) {
            return Vec::new();
        }
        self.moves
            .iter()
            .filter(|rule| allows(rule.by, player))
            .flat_map(|rule| rule.results(rows, columns, state))
            .map(|next| self.settle(rows, columns, &next))
            .collect()
    }
}

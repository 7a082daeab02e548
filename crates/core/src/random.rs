//! Random games over the full calculus, for tests of code that processes terms. Products and shifts
//! have small operands, so that folds end soon.

use std::env;

use dashu_int::IBig;

use crate::term::{Array, Command, Const, End, Expr, Game, Op, Part, State};

/// Returns the number of test cases: `every_run`, or `nightly` if `WHOWINS_LONG` is set.
pub fn cases(every_run: usize, nightly: usize) -> usize {
    match env::var_os("WHOWINS_LONG") {
        Some(_) => nightly,
        None => every_run,
    }
}

/// A pseudorandom generator, deterministic in its seed (SplitMix; G. L. Steele, D. Lea and C. H.
/// Flood, 2014).
pub struct Random(pub u64);

impl Random {
    /// Returns a number from 0 to `end` - 1. `end` must be positive.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }

    fn small(&mut self) -> IBig {
        IBig::from(self.below(9)) - IBig::from(3)
    }

    fn near(&mut self, end: usize) -> Expr {
        Expr::num(self.below(end))
    }

    fn array(&mut self) -> Array {
        match self.below(3) {
            0 => Array::Const(self.below(2)),
            _ => Array::Part(self.below(3)),
        }
    }

    /// Returns an expression of about `size` nodes with `bound` bound variables.
    fn expr(&mut self, bound: usize, size: usize) -> Expr {
        let half = size / 2;
        match self.below(if size == 0 { 4 } else { 10 }) {
            0 => Expr::Num(self.small()),
            1 if bound > 0 => Expr::Var(self.below(bound)),
            1 | 2 => {
                let (array, index) = (self.array(), self.near(3));
                Expr::get_or(array, index, self.small())
            }
            3 => Expr::Len(self.array()),
            4 => {
                let (array, index) = (self.array(), self.expr(bound, half));
                Expr::get_or(array, index, self.small())
            }
            5 | 6 => {
                let op = Op::ALL[self.below(Op::ALL.len())];
                let op = match op {
                    Op::Mul | Op::Shl => Op::Add,
                    op => op,
                };
                Expr::bin(op, self.expr(bound, half), self.expr(bound, half))
            }
            7 => {
                let op = [Op::Mul, Op::Shl][self.below(2)];
                let by = Expr::Num(self.small());
                Expr::bin(op, self.expr(bound, half), by)
            }
            8 => Expr::ite(
                self.expr(bound, half),
                self.expr(bound, half),
                self.expr(bound, half),
            ),
            _ => {
                let lo = Expr::Num(self.small());
                let (hi, init) = (self.expr(bound, half), self.expr(bound, half));
                Expr::fold(lo, hi, init, self.expr(bound + 2, half))
            }
        }
    }

    /// Returns a command of about `size` nodes with `bound` bound variables.
    fn command(&mut self, bound: usize, size: usize) -> Command {
        let half = size / 2;
        match self.below(if size == 0 { 5 } else { 14 }) {
            0 => Command::SKIP,
            1 => Command::Guard(self.expr(bound, 4)),
            2 | 3 => {
                let (part, index) = (self.below(3), self.near(4));
                Command::Set(part, index, self.expr(bound, 4))
            }
            4 => {
                let part = 1 + self.below(2);
                let (index, count) = (self.near(4), self.near(4));
                let values = (0..self.below(3)).map(|_| self.expr(bound, 4)).collect();
                Command::Splice(part, index, count, values)
            }
            5 | 6 => Command::Seq(self.commands(bound, half)),
            7 | 8 => Command::Alt(self.commands(bound, half)),
            9 => {
                let condition = self.expr(bound, 4);
                let yes = Box::new(self.command(bound, half));
                Command::When(condition, yes, Box::new(self.command(bound, half)))
            }
            10 => {
                let (lo, hi) = (self.near(4), self.near(6));
                Command::choose(lo, hi, self.command(bound + 1, half))
            }
            11 => {
                let (lo, hi) = (self.near(4), self.near(5));
                Command::Loop(lo, hi, Box::new(self.command(bound + 1, half)))
            }
            12 => {
                let fuel = self.expr(bound, 2);
                let fuel = Expr::bin(Op::Min, fuel, self.near(5));
                Command::Repeat(fuel, Box::new(self.command(bound, half)))
            }
            // A countdown ends long before its fuel.
            _ => {
                let fuel = Expr::bin(Op::Shl, Expr::num(1), self.near(50));
                let (part, index) = (1 + self.below(2), self.near(3));
                let element = Expr::get(Array::Part(part), index.clone());
                let by = Expr::num(1 + self.below(3));
                let lower = Command::Set(part, index, Expr::bin(Op::Sub, element, by));
                let body = match self.below(3) {
                    0 => vec![lower],
                    1 => vec![lower, Command::Guard(self.expr(bound, 4))],
                    _ => vec![Command::Guard(self.expr(bound, 4)), lower],
                };
                Command::Repeat(fuel, Box::new(Command::Seq(body)))
            }
        }
    }

    fn commands(&mut self, bound: usize, size: usize) -> Vec<Command> {
        let count = self.below(4);
        (0..count).map(|_| self.command(bound, size)).collect()
    }

    /// Returns a state of a game made by [`Random::game`].
    pub fn state(&mut self) -> State {
        let turn = vec![self.below(2).into()];
        let mut array = |most: usize| {
            let length = 1 + self.below(most);
            (0..length).map(|_| self.below(6).into()).collect()
        };
        vec![turn, array(4), array(5)]
    }

    /// Returns a game on a board of small numbers that only increase.
    ///
    /// Patterns, directions, ends and payoffs are random. The game has some symmetries of a board,
    /// or no symmetry. Its parts are the turn, the board row by row, and a number.
    ///
    /// # Panics
    ///
    /// Never: the generated text is a valid game.
    pub fn board_game(&mut self, rows: usize, columns: usize) -> Game {
        let cell = |row: &str, column: &str| {
            format!(
                "(if (and (and (<= 0 {row}) (< {row} {rows})) (and (<= 0 {column}) (< {column} {columns}))) (get b (+ (* {column} 1) (* {columns} {row})) -1) -1)"
            )
        };
        let directions = ["0 1", "0 -1", "1 0", "-1 0", "1 1", "-1 -1", "1 -1", "-1 1"];
        let picked: &[usize] = match self.below(5) {
            0 => &[0],
            1 => &[0, 1],
            2 => &[0, 1, 2, 3],
            3 => &[2, 3],
            _ => &[4, 5, 6, 7],
        };
        let (from, over) = (self.below(2), self.below(3));
        let to = from + 1 + self.below(2 - from);
        let mut moves = Vec::new();
        for at in picked {
            let (down, along) = directions[*at].split_once(' ').expect("two");
            let next = cell(&format!("(+ r {down})"), &format!("(+ c {along})"));
            moves.push(format!(
            "(seq (guard (= {} {from})) (guard (= {next} {over})) (set b (+ (* r {columns}) c) {to}))",
            cell("r", "c")
        ));
        }
        let count = format!(
            "(fold i s 0 {} 0 (+ s (= (get b i) {})))",
            rows * columns,
            self.below(3)
        );
        let special = match self.below(4) {
            0 => format!("(guard (= (get b {}) 1))", self.below(rows * columns)),
            1 => format!("(guard (< {count} {}))", 1 + self.below(4)),
            2 => format!("(set seen {count})"),
            _ => "(guard 1)".to_owned(),
        };
        let any = format!(
            "(fold i s 0 {} 0 (if s 1 (= (get b i) {})))",
            rows * columns,
            self.below(3)
        );
        let end = match self.below(3) {
            0 => format!("(end (= {any} 0) {count})"),
            1 => format!("(end (= (get b 0) (get b {})) 1)", rows * columns - 1),
            _ => String::new(),
        };
        let text = format!(
        "(game g (part turn 0 1) (part b 0 2) (part seen 0 40) (start (0) ({}) (0)) {end}
          (tier (seq (choose r 0 {rows} (choose c 0 {columns} (alt {}))) {special} (set turn (- 1 turn))))
          (stuck {count}))",
        "0 ".repeat(rows * columns),
        moves.join(" ")
    );
        // The text is a valid game.
        text.parse()
            .unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// Returns a well-formed game with two constants and two parts besides the turn.
    pub fn game(&mut self, name: &str) -> Game {
        let part = |name: &str, most: Option<i32>| Part {
            name: name.into(),
            least: IBig::ZERO,
            most: most.map(IBig::from),
        };
        let constant = |name: &str, values: &[i32]| Const {
            name: name.into(),
            values: values.iter().map(|value| IBig::from(*value)).collect(),
        };
        let when = Expr::bin(Op::Eq, self.expr(0, 4), Expr::num(4));
        let pays = self.expr(0, 8);
        let tiers = vec![self.command(0, 16), self.command(0, 8)];
        Game {
            name: name.into(),
            consts: vec![constant("c", &[1, -5, 2]), constant("d", &[])],
            parts: vec![part("turn", Some(1)), part("x", None), part("y", Some(9))],
            tiers,
            ends: vec![End { when, pays }],
            stuck: self.expr(0, 8),
            blocks: 0,
            endless: [None, Some(Expr::num(0))][self.below(2)].clone(),
            starts: vec![self.state()],
        }
    }
}

//! Validation of terms: every variable is bound, every array exists, and the size is limited.

use std::fmt;

use dashu_int::IBig;

use crate::term::{Array, Command, Expr, Game, State};

/// Maximum nesting depth of expressions and commands. Terms are processed by recursion.
pub const DEPTH: usize = 200;
/// Maximum number of expressions and commands of a term.
pub const NODES: usize = 1 << 20;
/// Maximum number of elements in all constant arrays.
pub const ELEMENTS: usize = 1 << 24;

/// An error in a term, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The path from the game to the place, such as "tier 1, seq 2, choose".
    pub place: String,
    /// Description of the error.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for Fault {}

/// A traversal of a term.
struct Walk<'a> {
    game: &'a Game,
    place: Vec<String>,
    nodes: usize,
}

impl Walk<'_> {
    fn fault(&self, message: impl Into<String>) -> Fault {
        Fault {
            place: self.place.join(", "),
            message: message.into(),
        }
    }

    /// Visits a child.
    fn at(
        &mut self,
        place: impl Into<String>,
        walk: impl FnOnce(&mut Self) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.place.push(place.into());
        self.nodes += 1;
        if self.nodes > NODES {
            return Err(self.fault(format!("the term has more than {NODES} parts")));
        }
        if self.place.len() > DEPTH {
            self.place.truncate(8);
            self.place.push("...".into());
            return Err(self.fault(format!("the term is nested more than {DEPTH} deep")));
        }
        walk(self)?;
        self.place.pop();
        Ok(())
    }

    fn part(&self, part: usize) -> Result<(), Fault> {
        match part < self.game.parts.len() {
            true => Ok(()),
            false => Err(self.fault(format!("there is no part {part}"))),
        }
    }

    fn array(&self, array: Array) -> Result<(), Fault> {
        match array {
            Array::Part(part) => self.part(part),
            Array::Const(at) if at < self.game.consts.len() => Ok(()),
            Array::Const(at) => Err(self.fault(format!("there is no constant {at}"))),
        }
    }

    /// Checks an expression with `bound` bound variables.
    fn expr(&mut self, place: &str, expr: &Expr, bound: usize) -> Result<(), Fault> {
        self.at(place, |walk| match expr {
            Expr::Num(_) => Ok(()),
            Expr::Var(level) if *level < bound => Ok(()),
            Expr::Var(level) => {
                Err(walk.fault(format!("variable {level} is not bound, {bound} are")))
            }
            Expr::Get(array, index, _) => {
                walk.array(*array)?;
                walk.expr("index", index, bound)
            }
            Expr::Len(array) => walk.array(*array),
            Expr::Bin(_, x, y) => {
                walk.expr("first", x, bound)?;
                walk.expr("second", y, bound)
            }
            Expr::Ite(condition, yes, no) => {
                walk.expr("condition", condition, bound)?;
                walk.expr("then", yes, bound)?;
                walk.expr("else", no, bound)
            }
            Expr::Fold(lo, hi, init, body) => {
                walk.expr("from", lo, bound)?;
                walk.expr("to", hi, bound)?;
                walk.expr("start", init, bound)?;
                walk.expr("body", body, bound + 2)
            }
        })
    }

    fn command(&mut self, place: &str, command: &Command, bound: usize) -> Result<(), Fault> {
        self.at(place, |walk| match command {
            Command::Guard(condition) => walk.expr("guard", condition, bound),
            Command::Seq(commands) => walk.commands("seq", commands, bound),
            Command::Alt(commands) => walk.commands("alt", commands, bound),
            Command::When(condition, yes, no) => {
                walk.expr("condition", condition, bound)?;
                walk.command("then", yes, bound)?;
                walk.command("else", no, bound)
            }
            Command::Choose(lo, hi, body) | Command::Loop(lo, hi, body) => {
                walk.expr("from", lo, bound)?;
                walk.expr("to", hi, bound)?;
                walk.command("body", body, bound + 1)
            }
            Command::Repeat(fuel, body) => {
                walk.expr("fuel", fuel, bound)?;
                walk.command("body", body, bound)
            }
            Command::Set(part, index, value) => {
                walk.part(*part)?;
                walk.expr("index", index, bound)?;
                walk.expr("value", value, bound)
            }
            Command::Splice(part, index, count, values) => {
                walk.part(*part)?;
                if *part == 0 {
                    return Err(walk.fault("the turn is one number, and stays so"));
                }
                walk.expr("index", index, bound)?;
                walk.expr("count", count, bound)?;
                values.iter().enumerate().try_for_each(|(at, value)| {
                    walk.expr(&format!("value {}", at + 1), value, bound)
                })
            }
        })
    }

    fn commands(&mut self, name: &str, commands: &[Command], bound: usize) -> Result<(), Fault> {
        commands.iter().enumerate().try_for_each(|(at, command)| {
            self.command(&format!("{name} {}", at + 1), command, bound)
        })
    }
}

impl Game {
    /// Checks that the term is well formed.
    ///
    /// Each variable must be bound and each array must exist. The first part must be the turn (0 or
    /// 1). Starts must be states with elements in range. The size must respect [`DEPTH`], [`NODES`]
    /// and [`ELEMENTS`].
    ///
    /// # Errors
    ///
    /// Returns the first error with its place.
    pub fn check(&self) -> Result<(), Fault> {
        let mut walk = Walk {
            game: self,
            place: Vec::new(),
            nodes: 0,
        };
        walk.place.push("game".into());
        let turn = self.parts.first();
        if !turn.is_some_and(|turn| turn.least == IBig::ZERO && turn.most == Some(IBig::ONE)) {
            return Err(walk.fault("the first part is whose turn it is, from 0 to 1"));
        }
        if self
            .consts
            .iter()
            .map(|one| one.values.len())
            .sum::<usize>()
            > ELEMENTS
        {
            return Err(walk.fault(format!("the constants have more than {ELEMENTS} elements")));
        }
        walk.place.clear();
        for (at, tier) in self.tiers.iter().enumerate() {
            walk.command(&format!("tier {}", at + 1), tier, 0)?;
        }
        for (at, end) in self.ends.iter().enumerate() {
            walk.at(format!("end {}", at + 1), |walk| {
                walk.expr("condition", &end.when, 0)?;
                walk.expr("payoff", &end.pays, 0)
            })?;
        }
        walk.expr("stuck", &self.stuck, 0)?;
        if let Some(pays) = &self.endless {
            walk.expr("endless", pays, 0)?;
        }
        for (at, start) in self.starts.iter().enumerate() {
            walk.at(format!("start {}", at + 1), |walk| {
                self.admits(start).map_err(|why| walk.fault(why))
            })?;
        }
        Ok(())
    }

    /// Checks that arrays are a state: one for each part, a single number for the turn, and all
    /// elements in range.
    ///
    /// # Errors
    ///
    /// Returns a description of the first difference.
    pub fn admits(&self, state: &State) -> Result<(), String> {
        if state.len() != self.parts.len() {
            let (found, wanted) = (state.len(), self.parts.len());
            return Err(format!(
                "the game has {wanted} parts, and an array is needed for each; here are {found}"
            ));
        }
        if state[0].len() != 1 {
            return Err("the turn is one number".into());
        }
        for (part, array) in self.parts.iter().zip(state) {
            if let Some(element) = array.iter().find(|element| !part.holds(element)) {
                let most = part.most.as_ref();
                let most = most.map_or("any size".into(), IBig::to_string);
                let (name, least) = (&part.name, &part.least);
                return Err(format!(
                    "{element} in `{name}`, which goes from {least} to {most}"
                ));
            }
        }
        Ok(())
    }
}

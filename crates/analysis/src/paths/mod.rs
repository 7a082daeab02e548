//! Terms over numbers as *paths*: what a turn can do, as linear constraints on the position and on
//! what is chosen, and as linear forms that the numbers become.
//!
//! A term runs on linear forms in place of integers ([`Paths`]; King 1976, as
//! `proofs/ViewNumbers.v` does it in Coq). Whatever depends on an unknown number splits the way in
//! cases, so that the paths say exactly what the term does: t is among the moves of s where some
//! path and some natural values of its unknowns satisfy its constraints and give t. Numbers of a
//! small range (whose turn it is, what was taken last, a parity) are no unknowns: they are the
//! position's *memory*, and each of its values has paths of its own ([`Layout`]).
//!
//! Where one list has any number of elements, a path names the few that it touches, by their
//! places, and the stretches in which all change alike ([`local`]).
//!
//! Refused is what is not linear: products and quotients of two numbers that are not fixed, digits
//! of numbers in ends and in lists of any length, folds over a range that depends on numbers, and
//! moves that change how many numbers there are.

mod exact;
mod first;
mod form;
mod layout;
mod local;
mod members;
mod run;
mod stretch;
mod way;

use std::cell::Cell;

use whowins_core::{Budget, Expr, Game, Over};

pub use exact::{ended, is_option};
pub use first::first_options;
pub use form::{Constraint, Digits, Form, decided, solve};
pub use layout::{Above, Layout, MEMORIES};
pub use local::{Local, Touched, local};
pub use members::members;
pub use stretch::{Affine, Stretch};

use run::Run;
use way::Way;

/// Why a term has no paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is none of this family: why, in a sentence.
    Foreign(String),
    /// The budget is over.
    Over(Over),
}

/// A way that a turn can take. The first unknowns are the tracks of the layout, as many as it has;
/// the others are what is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    /// How many unknowns there are.
    pub unknowns: usize,
    /// What holds of them.
    pub constraints: Vec<Constraint>,
    /// What operations on digits come to, which holds too.
    pub digits: Vec<Digits>,
    /// The memory after the move.
    pub memory: usize,
    /// What the tracks are after the move. One with a number that it is counted from ([`Above`])
    /// may be negative, where the layout does not hold the position after the move.
    pub to: Vec<Form>,
}

/// A case in which something is paid.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Case {
    /// What holds of the unknowns; some may be no tracks.
    pub constraints: Vec<Constraint>,
    /// How many unknowns there are.
    pub unknowns: usize,
    /// What player 0 gets.
    pub pays: Form,
}

/// A term, run on the positions of a layout.
#[derive(Clone, Debug)]
pub struct Paths<'a> {
    game: &'a Game,
    layout: &'a Layout,
    budget: &'a Budget,
}

impl<'a> Paths<'a> {
    /// The term's paths from the positions of a layout that was made for it.
    pub fn new(game: &'a Game, layout: &'a Layout, budget: &'a Budget) -> Self {
        Self {
            game,
            layout,
            budget,
        }
    }

    /// How many options the opponent may block before each move.
    pub fn blocks(&self) -> u32 {
        self.game.blocks
    }

    fn run(&self) -> Run<'_> {
        Run {
            game: self.game,
            told_apart: self.layout.told_apart(self.game),
            budget: self.budget,
            steps: Cell::new(0),
        }
    }

    fn start(&self, memory: usize) -> Way {
        Way {
            unknowns: self.layout.tracks(),
            constraints: self.layout.domain(),
            digits: Vec::new(),
            state: self.layout.forms(memory),
            long: None,
        }
    }

    /// What each tier can do with this memory, ends not looked at.
    ///
    /// # Errors
    ///
    /// What is not linear; a budget that is over.
    pub fn tiers(&self, memory: usize) -> Result<Vec<Vec<Path>>, Refusal> {
        let run = self.run();
        let path = |way: Way| {
            let (memory, to) = self.layout.seen(&way.state)?;
            Some(Path {
                unknowns: way.unknowns,
                constraints: way.constraints,
                digits: way.digits,
                memory,
                to,
            })
        };
        let tier = |command| {
            let ways = run.command(command, &mut Vec::new(), self.start(memory))?;
            let paths: Option<Vec<Path>> = ways.into_iter().map(path).collect();
            paths.ok_or_else(|| Refusal::Foreign("a memory becomes no number".into()))
        };
        self.game.tiers.iter().map(tier).collect()
    }

    /// Where the game is over with this memory, and what that pays; cases exclude each other.
    ///
    /// # Errors
    ///
    /// As [`Paths::tiers`].
    pub fn ends(&self, memory: usize) -> Result<Vec<Case>, Refusal> {
        let run = self.run();
        let (mut open, mut cases) = (vec![self.start(memory)], Vec::new());
        for end in &self.game.ends {
            let mut on = Vec::new();
            for way in open {
                for (way, holds) in run.truth(&end.when, &mut Vec::new(), way)? {
                    match holds {
                        true => cases.append(&mut paid(&run, &end.pays, way)?),
                        false => on.push(way),
                    }
                }
            }
            open = on;
        }
        if open.iter().any(|way| !way.digits.is_empty()) {
            let why = "an end asks for the digits of a number";
            return Err(Refusal::Foreign(why.into()));
        }
        Ok(cases)
    }

    /// What is paid where there is no end and no move.
    ///
    /// # Errors
    ///
    /// As [`Paths::tiers`].
    pub fn stuck(&self, memory: usize) -> Result<Vec<Case>, Refusal> {
        paid(&self.run(), &self.game.stuck, self.start(memory))
    }
}

fn paid(run: &Run<'_>, pays: &Expr, way: Way) -> Result<Vec<Case>, Refusal> {
    let values = run.value(pays, &mut Vec::new(), way)?;
    if values.iter().any(|one| !one.0.digits.is_empty()) {
        let why = "an end asks for the digits of a number";
        return Err(Refusal::Foreign(why.into()));
    }
    let case = |(way, pays): (Way, Form)| Case {
        constraints: way.constraints,
        unknowns: way.unknowns,
        pays,
    };
    Ok(values.into_iter().map(case).collect())
}

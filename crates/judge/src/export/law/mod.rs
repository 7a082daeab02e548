//! Proved laws as functions of small programs, for laws with a short form.

mod cells;
mod digits;
mod functional;
mod heaps;
mod numbers;

use whowins::analysis::{Game, Player};
use whowins::verify::Law;

use super::input::Form;
use super::tree::{Constant, Expr, Function, Memory, Op, Stmt, Type, bin, choice, num};

pub(crate) use cells::{laid, settle};

/// A law as functions; the last one computes the answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written {
    pub(crate) constants: Vec<(String, Constant)>,
    pub(crate) functions: Vec<Function>,
    /// The idea of the proof, in three sentences.
    pub(crate) idea: [&'static str; 3],
    /// The largest number for which 64 bits suffice.
    pub(crate) most: Option<i64>,
    /// The form of positions, if it differs from that of the game.
    pub(crate) form: Option<Form>,
}

/// Maximum length of a table.
const LONGEST: usize = 3000;

/// The query that a law answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Does the player to move win?
    Winner,
    /// The Grundy value.
    Grundy,
}

/// Returns a law as functions, if it has a short form.
pub(crate) fn of_law(
    law: &Law,
    game: &Game,
    player: Player,
    shape: &Form,
    asked: Asked,
) -> Option<Written> {
    match (law, asked) {
        (Law::Periodic(law), Asked::Winner) => heaps::periodic(law, game, player, shape),
        (Law::Grundy(law), _) => heaps::one_heap(law, game, shape, asked),
        (Law::GuySmith(law), _) => {
            let values: Vec<u64> = law.values.iter().map(|value| u64::from(*value)).collect();
            heaps::heaps(&values, law.preperiod, law.period, 0, asked)
        }
        (Law::Arithmetic(law), _) => {
            heaps::heaps(&law.values, law.preperiod, law.period, law.saltus, asked)
        }
        (Law::Beatty(law), Asked::Winner) => numbers::beatty(law, game, shape),
        (Law::Product(law), Asked::Winner) => numbers::product(law, game, player, shape),
        (Law::Remainders(law), Asked::Winner) => numbers::remainders(law, game, player, shape),
        (Law::Automatic(law), Asked::Winner) => digits::automatic(law, game, player, shape),
        (Law::FirstOrder(law), Asked::Winner) => digits::first_order(law, game, player, shape),
        (Law::Functional(law), Asked::Winner) => functional::functional(law, game, player),
        (Law::Regular(law), Asked::Winner) => cells::regular(law, game, player),
        _ => None,
    }
}

fn function(
    name: &str,
    about: &str,
    arguments: &[(String, Type)],
    gives: Type,
    body: Vec<Stmt>,
) -> Function {
    Function {
        name: name.into(),
        about: about.into(),
        arguments: arguments.to_vec(),
        gives,
        memory: Memory::Nothing,
        body,
    }
}

/// Returns the function that computes if the player to move wins.
fn wins(arguments: &[(String, Type)], body: Vec<Stmt>) -> Function {
    function(
        "wins",
        "Returns true if the player to move wins.",
        arguments,
        Type::Bool,
        body,
    )
}

fn is(x: Expr, y: Expr) -> Expr {
    bin(Op::Eq, x, y)
}

fn less(x: Expr, y: Expr) -> Expr {
    bin(Op::Lt, x, y)
}

/// Returns the index of a number in an eventually periodic table.
fn place(x: Expr, preperiod: u64, period: u64) -> Option<Expr> {
    let (preperiod, period) = (i64::try_from(preperiod).ok()?, i64::try_from(period).ok()?);
    let past = match preperiod {
        0 => return Some(bin(Op::Rem, x, num(period))),
        _ => bin(
            Op::Rem,
            bin(Op::Sub, x.clone(), num(preperiod)),
            num(period),
        ),
    };
    Some(choice(
        less(x.clone(), num(preperiod)),
        x,
        bin(Op::Add, num(preperiod), past),
    ))
}

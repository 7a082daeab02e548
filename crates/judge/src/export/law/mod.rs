//! Proved laws as functions of small programs: those that can be written short.

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

/// A law as functions; the last of them answers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written {
    pub(crate) constants: Vec<(String, Constant)>,
    pub(crate) functions: Vec<Function>,
    /// The idea of the proof, in three sentences.
    pub(crate) idea: [&'static str; 3],
    /// Up to which number 64 bits are enough.
    pub(crate) most: Option<i64>,
    /// How positions come to the function that answers, where it is otherwise than the game's way.
    pub(crate) form: Option<Form>,
}

/// No longer tables are written out.
const LONGEST: usize = 3000;

/// What is wanted of a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Whether the player to move wins.
    Winner,
    /// The Grundy value.
    Grundy,
}

/// A law as functions, where it can be written short.
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

/// The function that says whether the player to move wins.
fn wins(arguments: &[(String, Type)], body: Vec<Stmt>) -> Function {
    function(
        "wins",
        "Whether the player to move wins.",
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

/// Where a number stands in a table that repeats from some place on.
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

//! Several numbers: Beatty pairs, and outcomes that are periodic in each number.

use whowins::analysis::{Game, Player};
use whowins::verify::automatic::Beatty;
use whowins::verify::lattice::Product;
use whowins::verify::remainders::Remainders;

use super::{LONGEST, Written, is, less, place, wins};
use crate::export::input::Form;
use crate::export::names::Names;
use crate::export::tree::{Constant, Expr, Op, Stmt, Type, bin, not, num, var, when};

pub(super) fn beatty(law: &Beatty, game: &Game, shape: &Form) -> Option<Written> {
    (*shape == Form::Numbers(2)).then_some(())?;
    let t = i64::try_from(law.t)
        .ok()
        .filter(|t| (1..1 << 10).contains(t))?;
    let mut names = Names::default();
    let arguments = shape.arguments(game, &mut names);
    let [less_, gap, k, u] = ["small", "gap", "k", "u"].map(|like| names.give(like));
    let (x, y) = (var(&arguments[0].0), var(&arguments[1].0));
    let square = t * t + 4;
    let twice = bin(
        Op::Sub,
        bin(Op::Mul, num(2), var(&less_)),
        bin(Op::Mul, num(2 - t), var(&k)),
    );
    let root = bin(Op::Mul, bin(Op::Mul, num(square), var(&k)), var(&k));
    let next = bin(Op::Add, var(&u), num(2));
    let mut body = vec![
        Stmt::Let(less_.clone(), Type::Int, bin(Op::Min, x.clone(), y.clone())),
        Stmt::Let(
            gap.clone(),
            Type::Int,
            bin(Op::Sub, bin(Op::Max, x, y), var(&less_)),
        ),
    ];
    if t > 1 {
        body.extend(when(
            not(is(bin(Op::Rem, var(&gap), num(t)), num(0))),
            vec![Stmt::Return(Expr::Bool(true))],
        ));
    }
    body.push(Stmt::Let(
        k.clone(),
        Type::Int,
        bin(Op::Div, var(&gap), num(t)),
    ));
    body.push(Stmt::Note(format!(
        "small = floor(k * alpha) without rounding: u <= sqrt({square}) * k < u + 2"
    )));
    body.push(Stmt::Let(u.clone(), Type::Int, twice));
    let within = bin(
        Op::And,
        bin(
            Op::And,
            bin(Op::Le, num(0), var(&u)),
            bin(Op::Le, bin(Op::Mul, var(&u), var(&u)), root.clone()),
        ),
        less(root, bin(Op::Mul, next.clone(), next)),
    );
    body.push(Stmt::Return(not(within)));
    let mut most = 1_000_000_000i64;
    while i128::from(square) * i128::from(most) * i128::from(most) > i128::from(i64::MAX) / 4 {
        most /= 2;
    }
    Some(Written {
        constants: Vec::new(),
        functions: vec![wins(&arguments, body)],
        idea: [
            "The lost positions are the pairs (floor(k * alpha), floor(k * alpha) + t * k), each number standing in exactly one pair (Beatty 1926).",
            "No move joins two of them, since a move changes one number alone or both by nearly as much, and pairs share no number and no difference.",
            "From any other position one of its numbers, or its difference, is that of a pair that a move reaches.",
        ],
        most: Some(most),
        form: None,
    })
}

pub(super) fn product(law: &Product, game: &Game, player: Player, shape: &Form) -> Option<Written> {
    let count = law.preperiods.len();
    (*shape == Form::Numbers(count)).then_some(())?;
    let digits = law.wins.get(player.index()).or(law.wins.first())?;
    let mut names = Names::default();
    let arguments = shape.arguments(game, &mut names);
    let repeats = law.preperiods.iter().copied().zip(law.periods.clone());
    let places = arguments
        .iter()
        .zip(repeats)
        .map(|((name, _), (preperiod, period))| (var(name), preperiod, period));
    Some(Written {
        idea: [
            "Far from the axes every move is possible, so an outcome depends only on the outcomes at a few neighbouring points.",
            "In the table they repeat in each number; a point beyond it has the same moves to the same outcomes as its point in the table.",
            "So the rules hold everywhere as soon as they hold on the table and a margin around it, and there they were checked.",
        ],
        ..by_cells(&arguments, places.collect(), digits)?
    })
}

pub(super) fn remainders(
    law: &Remainders,
    game: &Game,
    player: Player,
    shape: &Form,
) -> Option<Written> {
    let count = law.lengths.len();
    (*shape == Form::Numbers(count) && law.lengths.iter().all(|length| *length == 1))
        .then_some(())?;
    // The law counts the parts of the position from their minimum. There must be no other memory
    // than the turn.
    let leasts: Vec<i64> = match game.program() {
        Some(program) => {
            let in_order = program.parts.iter().map(|part| part.part).eq(1..=count);
            (in_order && program.term.parts.len() == count + 1).then_some(())?;
            let parts = program.term.parts[1..].iter();
            parts
                .map(|part| i64::try_from(&part.least).ok())
                .collect::<Option<_>>()?
        }
        None => game
            .numbers()?
            .variables
            .iter()
            .map(|one| one.least)
            .collect(),
    };
    let won = |says: &String| match says.len() == 2 {
        true => Some(says.as_bytes()[player.index()] == b"FS"[player.index()]),
        false => None,
    };
    let won: Vec<bool> = law.says.iter().map(won).collect::<Option<_>>()?;
    let digits: String = won.iter().map(|won| if *won { '1' } else { '0' }).collect();
    let mut names = Names::default();
    let arguments = shape.arguments(game, &mut names);
    let places = arguments.iter().zip(leasts).map(|((name, _), least)| {
        let own = bin(Op::Sub, var(name), num(least));
        (own, law.from, law.modulus)
    });
    Some(Written {
        idea: [
            "Each number is one of the first few, or in a class of numbers with the same remainder, so positions fall into finitely many cells.",
            "The rules, applied to a cell, always have a move from a winning cell to a losing one, and never one from a losing cell to a losing one.",
            "Every move lowers the numbers, so play ends, and the cells give the winner.",
        ],
        ..by_cells(&arguments, places.collect(), &digits)?
    })
}

/// Returns a lookup in a table of cells. Each number has a preperiod and a period. The first number
/// is the most significant index.
fn by_cells(
    arguments: &[(String, Type)],
    places: Vec<(Expr, u64, u64)>,
    digits: &str,
) -> Option<Written> {
    (digits.len() <= LONGEST).then_some(())?;
    let mut at = num(0);
    for (own, (number, preperiod, period)) in places.into_iter().enumerate() {
        let side = i64::try_from(preperiod + period).ok()?;
        let here = place(number, preperiod, period)?;
        at = match own {
            0 => here,
            _ => bin(Op::Add, bin(Op::Mul, at, num(side)), here),
        };
    }
    // A single exceptional cell needs no table.
    let only = |digit: char| {
        let mut all = digits.match_indices(digit);
        all.next().filter(|_| all.next().is_none())
    };
    let (answer, constants) = match (only('0'), only('1')) {
        (Some((cell, _)), _) => (not(is(at, num(i64::try_from(cell).ok()?))), Vec::new()),
        (_, Some((cell, _))) => (is(at, num(i64::try_from(cell).ok()?)), Vec::new()),
        _ => (
            is(Expr::Digit("table".into(), Box::new(at)), num(1)),
            vec![("table".into(), Constant::Digits(digits.to_string()))],
        ),
    };
    Some(Written {
        constants,
        functions: vec![wins(arguments, vec![Stmt::Return(answer)])],
        ..Written::default()
    })
}

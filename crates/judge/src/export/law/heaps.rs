//! One or several heaps: periodic outcomes, and periodic or arithmetic-periodic Grundy values.

use whowins::analysis::{Game, Player};
use whowins::verify::heap::{Grundy, Periodic};

use super::{Asked, LONGEST, Written, function, is, less, place, wins};
use crate::export::input::Form;
use crate::export::names::Names;
use crate::export::tree::{
    Constant, Expr, Function, Op, Stmt, Type, bin, call, get, len, not, num, var, when,
};

const REPEATS: [&str; 3] = [
    "The player to move wins if and only if a move leads to a loss, so a heap's outcome depends on the heaps that moves lead to.",
    "From some heap on these outcomes repeat with a period, and then so do all later ones.",
    "The rules were checked through one such window, which proves the law.",
];

pub(super) fn periodic(
    law: &Periodic,
    game: &Game,
    player: Player,
    shape: &Form,
) -> Option<Written> {
    (*shape == Form::Numbers(1) && law.outcomes.len() <= LONGEST).then_some(())?;
    let won =
        |class: char| class == 'N' || class == if player == Player::First { 'L' } else { 'R' };
    let digits: String = law
        .outcomes
        .chars()
        .map(|class| if won(class) { '1' } else { '0' })
        .collect();
    let mut names = Names::default();
    let arguments = shape.arguments(game, &mut names);
    let n = var(&arguments[0].0);
    let at = place(n, law.preperiod, law.period)?;
    let body = vec![Stmt::Return(is(
        Expr::Digit("table".into(), Box::new(at)),
        num(1),
    ))];
    Some(Written {
        constants: vec![("table".into(), Constant::Digits(digits))],
        functions: vec![wins(&arguments, body)],
        idea: REPEATS,
        most: None,
        form: None,
    })
}

/// Returns the Grundy value of a number as a lookup in a periodic or arithmetic-periodic table.
fn value(
    values: &[u64],
    preperiod: u64,
    period: u64,
    saltus: u64,
    argument: &str,
) -> Option<(Vec<(String, Constant)>, Function)> {
    (values.len() <= LONGEST).then_some(())?;
    let n = var(argument);
    let table: Option<Vec<i64>> = values
        .iter()
        .map(|value| i64::try_from(*value).ok())
        .collect();
    let arguments = [(argument.to_string(), Type::Int)];
    if values == [0] && period == 1 && saltus == 1 {
        let body = vec![Stmt::Return(n)];
        return Some((
            Vec::new(),
            function(
                "heap",
                "The Grundy value of a heap.",
                &arguments,
                Type::Int,
                body,
            ),
        ));
    }
    let at = place(n.clone(), preperiod, period)?;
    let own = get(var("values"), at);
    let (pre, per, rise) = (
        i64::try_from(preperiod).ok()?,
        i64::try_from(period).ok()?,
        i64::try_from(saltus).ok()?,
    );
    let periods = bin(Op::Div, bin(Op::Sub, n.clone(), num(pre)), num(per));
    let risen = bin(Op::Add, own.clone(), bin(Op::Mul, num(rise), periods));
    let body = match saltus {
        0 => vec![Stmt::Return(own)],
        _ => {
            let mut body = when(
                less(n.clone(), num(pre)),
                vec![Stmt::Return(get(var("values"), n))],
            );
            body.push(Stmt::Return(risen));
            body
        }
    };
    Some((
        vec![("values".into(), Constant::List(table?))],
        function(
            "heap",
            "The Grundy value of a heap.",
            &arguments,
            Type::Int,
            body,
        ),
    ))
}

const VALUES: [&str; 3] = [
    "A heap is worth the least number that no move's result is worth (Sprague 1935, Grundy 1939), and several heaps the nim-sum.",
    "The values of the heaps that moves lead to repeat, or rise evenly, from some heap on, and then so does the least number beyond them.",
    "The rules were checked up to the bound of a theorem, which proves the law.",
];

pub(super) fn one_heap(law: &Grundy, game: &Game, shape: &Form, asked: Asked) -> Option<Written> {
    (*shape == Form::Numbers(1)).then_some(())?;
    let mut names = Names::default();
    let arguments = shape.arguments(game, &mut names);
    let (constants, heap) = value(&law.values, law.preperiod, law.period, law.saltus, "n")?;
    let own = call("heap", vec![var(&arguments[0].0)]);
    let last = match asked {
        Asked::Grundy => function(
            "grundy",
            "The Grundy value.",
            &arguments,
            Type::Int,
            vec![Stmt::Return(own)],
        ),
        Asked::Winner => {
            let body = vec![Stmt::Return(not(is(own, num(0))))];
            wins(&arguments, body)
        }
    };
    Some(Written {
        constants,
        functions: vec![heap, last],
        idea: VALUES,
        most: None,
        form: None,
    })
}

pub(super) fn heaps(
    values: &[u64],
    preperiod: u64,
    period: u64,
    saltus: u64,
    asked: Asked,
) -> Option<Written> {
    let (constants, heap) = value(values, preperiod, period, saltus, "n")?;
    let arguments = [("heaps".to_string(), Type::List)];
    let one = call("heap", vec![get(var("heaps"), var("i"))]);
    let mut body = vec![
        Stmt::Let("total".into(), Type::Int, num(0)),
        Stmt::For(
            "i".into(),
            num(0),
            len(var("heaps")),
            vec![Stmt::Set("total".into(), bin(Op::Xor, var("total"), one))],
        ),
    ];
    let (name, about, gives) = match asked {
        Asked::Grundy => (
            "grundy",
            "The Grundy value: the nim-sum of the heaps'.",
            Type::Int,
        ),
        Asked::Winner => (
            "wins",
            "Returns true if the player to move wins: the nim-sum is not 0.",
            Type::Bool,
        ),
    };
    body.push(Stmt::Return(match asked {
        Asked::Grundy => var("total"),
        Asked::Winner => not(is(var("total"), num(0))),
    }));
    Some(Written {
        constants,
        functions: vec![heap, function(name, about, &arguments, gives, body)],
        idea: VALUES,
        most: None,
        form: None,
    })
}

//! Rows of cells: forced follow-ups, and automata that read cells.

use whowins::analysis::board::Stencil;
use whowins::analysis::{Game, Player};
use whowins::verify::rows::Regular;

use super::{LONGEST, Written, function, is, less};
use crate::export::tree::{
    Constant, Expr, Function, Op, Stmt, Type, bin, call, get, len, num, var,
};

pub(super) fn row_arguments() -> [(String, Type); 1] {
    [("row".to_string(), Type::Small)]
}

/// Returns a function that carries out follow-ups, if there are any: the first rule at its first
/// place, until no rule applies.
pub(crate) fn settle(stencils: &[&Stencil]) -> Option<Function> {
    let mut body = vec![
        Stmt::Let(
            "cells".into(),
            Type::Small,
            Expr::Copy(Box::new(var("row"))),
        ),
        Stmt::Let("at".into(), Type::Int, num(0)),
    ];
    let mut looks = Vec::new();
    for stencil in stencils {
        let (fits, writes) = laid(stencil, "cells", "at")?;
        let mut then = writes;
        then.push(Stmt::Set("at".into(), num(-1)));
        looks.push((fits, then));
    }
    // Only a single rule is supported. With several rules, the order of places within a rule comes
    // first.
    let [(fits, then)] = looks.as_slice() else {
        return None;
    };
    let mut within = vec![Stmt::If(fits.clone(), then.clone(), Vec::new())];
    within.push(Stmt::Set("at".into(), bin(Op::Add, var("at"), num(1))));
    body.push(Stmt::While(less(var("at"), len(var("cells"))), within));
    body.push(Stmt::Return(var("cells")));
    Some(function(
        "settled",
        "The row once the forced follow-ups are carried out.",
        &row_arguments(),
        Type::Small,
        body,
    ))
}

/// Returns the condition that a stencil fits at a place of a row, and the assignments. Returns
/// `None` if it isn't a stencil of a row.
pub(crate) fn laid(stencil: &Stencil, row: &str, at: &str) -> Option<(Expr, Vec<Stmt>)> {
    let size = || len(var(row));
    let here = |right: i64| bin(Op::Add, var(at), num(right));
    let mut conditions = Vec::new();
    let least = stencil.cells.iter().map(|cell| cell.right).min()?;
    let most = stencil.cells.iter().map(|cell| cell.right).max()?;
    (least == 0 && stencil.cells.iter().all(|cell| cell.down == 0)).then_some(())?;
    let mut end = false;
    for (down, right) in &stencil.outside {
        (*down == 0).then_some(())?;
        if *right < 0 {
            conditions.push(is(var(at), num(-*right - 1)));
            (*right == -1).then_some(())?;
        } else {
            (*right == most + 1).then_some(())?;
            conditions.push(is(here(most + 1), size()));
            end = true;
        }
    }
    if !end && most > 0 {
        conditions.push(less(here(most), size()));
    }
    for cell in &stencil.cells {
        if let Some(before) = cell.before {
            conditions.push(is(get(var(row), here(cell.right)), num(i64::from(before))));
        }
    }
    let all = conditions
        .into_iter()
        .reduce(|all, one| bin(Op::And, all, one))
        .unwrap_or(Expr::Bool(true));
    let writes = stencil
        .cells
        .iter()
        .filter_map(|cell| {
            Some(Stmt::Put(
                row.into(),
                here(cell.right),
                num(i64::from(
                    cell.after.filter(|after| Some(*after) != cell.before)?,
                )),
            ))
        })
        .collect();
    Some((all, writes))
}

pub(super) fn regular(law: &Regular, game: &Game, player: Player) -> Option<Written> {
    let board = game.board().filter(|board| board.row)?;
    let symbols = board.alphabet.len();
    let next: Vec<i64> = law
        .automaton
        .next
        .iter()
        .flatten()
        .map(|state| i64::from(*state))
        .collect();
    (next.len() <= LONGEST / 2).then_some(())?;
    let at_once: Vec<&Stencil> = board
        .at_once
        .iter()
        .flat_map(|rule| &rule.stencils)
        .collect();
    let mut functions = Vec::new();
    let mut body = Vec::new();
    let mut cells = "row";
    if !at_once.is_empty() {
        functions.push(settle(&at_once)?);
        body.push(Stmt::Let(
            "final_row".into(),
            Type::Small,
            call("settled", vec![var("row")]),
        ));
        cells = "final_row";
    }
    let won = |wins: &Option<[bool; 2]>| {
        if wins.is_some_and(|wins| wins[player.index()]) {
            '1'
        } else {
            '0'
        }
    };
    let step = bin(
        Op::Add,
        bin(Op::Mul, var("state"), num(symbols as i64)),
        get(var(cells), var("i")),
    );
    body.push(Stmt::Let("state".into(), Type::Int, num(0)));
    body.push(Stmt::For(
        "i".into(),
        num(0),
        len(var(cells)),
        vec![Stmt::Set("state".into(), get(var("next"), step))],
    ));
    body.push(Stmt::Return(is(
        Expr::Digit("won".into(), Box::new(var("state"))),
        num(1),
    )));
    functions.push(function(
        "wins",
        "Returns true if the player to move wins: an automaton reads the cells from left to right.",
        &row_arguments(),
        Type::Bool,
        body,
    ));
    Some(Written {
        constants: vec![
            ("next".into(), Constant::List(next)),
            (
                "won".into(),
                Constant::Digits(law.automaton.wins.iter().map(won).collect()),
            ),
        ],
        functions,
        idea: [
            "A move rewrites a few neighbouring cells, so a finite automaton can read a row and the row after a move side by side.",
            "It was checked in this way that no row called lost has a move to another such row, and that every row called won has a move to one.",
            "Play ends, and in a game whose play ends there is only one such labelling: who wins.",
        ],
        most: None,
        form: None,
    })
}

//! Brute force for rows of cells: patterns are tried at each place, and follow-ups are carried out
//! after each move.

use whowins::analysis::board::Stencil;
use whowins::analysis::{Game, Stuck};

use super::law::{laid, settle};
use super::naive::Brute;
use super::term::Made;
use super::tree::{Expr, Function, Memory, Stmt, Type, call, len, not, num, var};

/// Returns the brute-force solution for rows.
pub(super) fn row(game: &Game, turn: i64) -> Made<Brute> {
    let board = game
        .board()
        .filter(|board| board.row)
        .ok_or("its boards aren't rows")?;
    if !game.ending.goals.is_empty()
        || game.ending.stuck == Stuck::Draws
        || !game.is_impartial()
        || turn > 1
    {
        return Err("rows with goals, draws or moves of one player alone are not exported".into());
    }
    let misere = game.ending.stuck == Stuck::Wins;
    let at_once: Vec<&Stencil> = board
        .at_once
        .iter()
        .flat_map(|rule| &rule.stencils)
        .collect();
    let mut functions = Vec::new();
    if !at_once.is_empty() {
        functions.push(settle(&at_once).ok_or("several forced follow-ups are not exported")?);
    }
    let settled = |list: Expr| {
        if at_once.is_empty() {
            list
        } else {
            call("settled", vec![list])
        }
    };
    let mut body = Vec::new();
    if misere {
        body.push(Stmt::Let("stuck".into(), Type::Bool, Expr::Bool(true)));
    }
    let mut within = Vec::new();
    for stencil in board.moves.iter().flat_map(|rule| &rule.stencils) {
        let (fits, writes) =
            laid(stencil, "row", "at").ok_or("a pattern does not lie in the row")?;
        let mut then: Vec<Stmt> = vec![Stmt::Let(
            "after".into(),
            Type::Small,
            Expr::Copy(Box::new(var("row"))),
        )];
        then.extend(writes.into_iter().map(|one| match one {
            Stmt::Put(_, at, value) => Stmt::Put("after".into(), at, value),
            other => other,
        }));
        if misere {
            then.push(Stmt::Set("stuck".into(), Expr::Bool(false)));
        }
        then.push(Stmt::If(
            not(call("wins_settled", vec![settled(var("after"))])),
            vec![Stmt::Return(Expr::Bool(true))],
            Vec::new(),
        ));
        within.push(Stmt::If(fits, then, Vec::new()));
    }
    body.push(Stmt::For("at".into(), num(0), len(var("row")), within));
    body.push(Stmt::Return(if misere {
        var("stuck")
    } else {
        Expr::Bool(false)
    }));
    let arguments = vec![("row".to_string(), Type::Small)];
    functions.push(Function {
        name: "wins_settled".into(),
        about: "Returns true if the player to move wins: a move leads to a loss.".into(),
        arguments: arguments.clone(),
        gives: Type::Bool,
        memory: Memory::All,
        body,
    });
    functions.push(Function {
        name: "wins".into(),
        about: String::new(),
        arguments,
        gives: Type::Bool,
        memory: Memory::Nothing,
        body: vec![Stmt::Return(call(
            "wins_settled",
            vec![settled(var("row"))],
        ))],
    });
    Ok(Brute {
        functions,
        constants: Vec::new(),
    })
}

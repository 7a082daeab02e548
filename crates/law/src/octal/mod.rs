//! Laws of octal games.

pub mod coq;
mod guy_smith;
pub(crate) mod misere;
mod moves;
mod sparse_space;

pub(crate) use moves::winning_move;

use whowins_rules::heaps::Octal;
use whowins_rules::{Shape, Stuck};

use crate::{Finder, Finding, Search};

/// The finders of this family.
pub(crate) fn finders() -> Vec<&'static dyn Finder> {
    vec![
        &guy_smith::AllOptions,
        &sparse_space::FewOptions,
        &misere::Quotients,
    ]
}

/// The code, or why the game is not of this family.
fn code<'a>(search: &Search<'a>) -> Result<&'a Octal, Finding> {
    let Shape::Heaps(octal) = &search.game.shape else {
        return Err(Finding::Foreign("the game has no octal code".into()));
    };
    if search.game.ending.stuck != Stuck::Loses || !search.game.ending.goals.is_empty() {
        return Err(Finding::Foreign(
            "Grundy values decide normal play without further endings alone".into(),
        ));
    }
    if !search.open.is_empty() {
        return Err(Finding::Foreign("the game has open parameters".into()));
    }
    Ok(octal)
}

/// The law as a formula.
fn formula(preperiod: usize, period: usize) -> String {
    match preperiod {
        0 => format!("G(n + {period}) = G(n)"),
        from => format!("G(n + {period}) = G(n) for n >= {from}"),
    }
}

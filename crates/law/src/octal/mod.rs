//! Laws of taking-and-breaking games.

pub(crate) mod arithmetic;
mod automatic_graph;
pub mod coq;
pub(crate) mod coq_arithmetic;
pub(crate) mod coq_graph;
pub(crate) mod data;
mod guy_smith;
pub(crate) mod huge;
pub(crate) mod misere;
mod moves;
mod sparse_space;
mod witnesses;

use guy_smith::needed;
pub(crate) use moves::winning_move;

use dashu_int::UBig;
use whowins_analysis::Stuck;
use whowins_analysis::heaps::{Breaking, Octal};

use crate::{Finder, Finding, Search};

/// The finders of this family.
pub(crate) fn finders() -> Vec<&'static dyn Finder> {
    vec![
        &guy_smith::AllOptions,
        &sparse_space::FewOptions,
        &arithmetic::Growing,
        &automatic_graph::Learned,
        &misere::Quotients,
    ]
}

/// The moves, or why Grundy values do not decide the game.
fn moves<'a>(search: &Search<'a>) -> Result<&'a Breaking, Finding> {
    moves_where(search, Stuck::Loses)
}

/// The moves, or why the game is not of this family, who cannot move having what `stuck` says.
fn moves_where<'a>(search: &Search<'a>, stuck: Stuck) -> Result<&'a Breaking, Finding> {
    let Some(breaking) = search.game.heaps() else {
        return Err(Finding::Foreign(
            "the positions aren't heaps that are taken from or split".into(),
        ));
    };
    if search.game.ending.stuck != stuck || !search.game.ending.goals.is_empty() {
        let why = match stuck {
            Stuck::Loses => "Grundy values decide normal play without further endings alone",
            _ => "misère quotients decide misère play without further endings alone",
        };
        return Err(Finding::Foreign(why.into()));
    }
    if !search.compiled.open.is_empty() {
        return Err(Finding::Foreign("the game has open parameters".into()));
    }
    Ok(breaking)
}

/// The moves, or why no law speaks of the game that does not look at the sizes of the heaps that
/// stay.
fn moves_of_any_sizes<'a>(search: &Search<'a>) -> Result<&'a Breaking, Finding> {
    let breaking = moves(search)?;
    match breaking.unequal().is_empty() {
        true => Ok(breaking),
        false => Err(Finding::Foreign(
            "the moves look at the sizes of the heaps that stay".into(),
        )),
    }
}

/// The heaps after a move in the heap at this place, which leaves these.
fn after(heaps: &[UBig], at: usize, parts: impl IntoIterator<Item = UBig>) -> Vec<UBig> {
    let mut to = heaps.to_vec();
    to.remove(at);
    to.extend(parts);
    to.sort_unstable();
    to
}

/// The octal code, or why the game has none.
fn code(search: &Search<'_>) -> Result<Octal, Finding> {
    moves(search)?.octal().ok_or_else(|| {
        Finding::Foreign("the moves leave more than two heaps, or look at their sizes".into())
    })
}

/// The law as a formula.
fn formula(preperiod: usize, period: usize) -> String {
    recurrence(preperiod, period, 0)
}

/// Returns the recurrence of Grundy values that grow by `saltus` in each period.
pub(crate) fn recurrence(preperiod: usize, period: usize, saltus: u64) -> String {
    let grows = match saltus {
        0 => String::new(),
        saltus => format!(" + {saltus}"),
    };
    match preperiod {
        0 => format!("G(n + {period}) = G(n){grows}"),
        from => format!("G(n + {period}) = G(n){grows} for n ≥ {from}"),
    }
}

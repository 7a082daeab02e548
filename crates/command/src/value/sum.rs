//! Sums as a person reads them: terms with their parts, moves, and who wins.

use std::io::Write;

use serde_json::json;
use whowins_values::{Arena, Side};
use whowins_views::{MoveCard, SumCard, Term, moved};

use super::terms::Terms;
use crate::failure::Failure;
use crate::game::{LimitArguments, to_move};
use crate::watch::Working;

/// More moves of a player than these are counted, not shown; `--json` has all.
const SHOWN: usize = 12;

/// The terms of a sum with their parts, and the moves.
pub fn tell_terms(card: &SumCard, out: &mut impl Write) -> Result<(), Failure> {
    for term in &card.terms {
        let position = term.position.as_ref().map(|at| format!(", position {at}"));
        let position = position.unwrap_or_default();
        writeln!(out, "\n{}{position}: {}", term.name, term.form)?;
        if let [whole] = &term.parts[..]
            && whole.part.place.is_empty()
        {
            continue;
        }
        for one in &term.parts {
            let (place, shown) = (&one.part.place, &one.part.shown);
            writeln!(
                out,
                "  {place}: {shown} = {}, temperature {}",
                one.form, one.temperature
            )?;
        }
    }
    for (side, player) in Side::BOTH.into_iter().zip(card.players()) {
        let moves = of_player(card, side);
        let winning = moves.iter().filter(|one| one.wins).count();
        writeln!(out, "\n{player}: {winning} of {} moves win", moves.len())?;
        for one in moves.iter().take(SHOWN) {
            writeln!(out, "  {}", told(card, one))?;
        }
        if moves.len() > SHOWN {
            writeln!(
                out,
                "  ... and {} more; --json has them all",
                moves.len() - SHOWN
            )?;
        }
    }
    Ok(())
}

/// The moves of a player: those that win first, and among them the urgent ones.
fn of_player(card: &SumCard, side: Side) -> Vec<&MoveCard> {
    let mut moves: Vec<_> = card.moves.iter().filter(|one| one.side == side).collect();
    moves.sort_by_key(|one| (!one.wins, !one.is_hottest));
    moves
}

/// A move in a line.
fn told(card: &SumCard, one: &MoveCard) -> String {
    let place = match card.terms.len() {
        1 => String::new(),
        _ => format!("{}: ", card.terms[one.term].name),
    };
    let wins = if one.wins { "wins" } else { "loses" };
    let heat = if one.is_hottest { ", the hottest" } else { "" };
    format!(
        "{place}{} ({wins}; leaves {}; temperature {}{heat})",
        moved(&one.text, &one.to, str::to_owned),
        one.form,
        one.temperature
    )
}

/// Who wins a sum whose first term is a position, with a move that wins: `whowins solve GAME --plus TERM`.
pub fn who_wins(
    terms: &Terms,
    player: Option<&str>,
    json: bool,
    limits: &LimitArguments,
) -> Result<(), Failure> {
    let first = terms.all.first().and_then(|term| match term {
        Term::Position { game, .. } => Some(game),
        Term::Expression { .. } => None,
    });
    let side = match first.map(|game| to_move(game, player)).transpose()? {
        Some(player) => Side::BOTH[player.index()],
        None => Side::Left,
    };
    let limits = limits.limits();
    let mut arena = Arena::new(limits.budget.clone());
    let (card, wins) = {
        let _working = Working::on(&limits);
        let card = SumCard::of(&mut arena, &terms.all).map_err(|no| terms.without_value(no))?;
        let wins = arena.wins_first(card.total.value, side);
        (card, wins.map_err(super::cut_off)?)
    };
    // The players are called as in the game that was named first.
    let names = match first {
        Some(game) => [&game.players[0][..], &game.players[1]],
        None => card.players(),
    };
    let winner = names[if wins { side } else { side.other() } as usize];
    let moves = of_player(&card, side);
    let mut out = crate::pager::out();
    if json {
        let mut told = card.json();
        told["to_move"] = json!(names[side as usize]);
        told["winner"] = json!(winner);
        writeln!(out, "{told}")?;
        return Ok(out.flush()?);
    }
    writeln!(out, "{winner} wins.\n")?;
    for term in &card.terms {
        let position = term.position.as_ref().map(|at| format!(", position {at}"));
        writeln!(
            out,
            "  term       {}{}: {}",
            term.name,
            position.unwrap_or_default(),
            term.form
        )?;
    }
    writeln!(
        out,
        "  sum        {}, {} to move",
        card.total.form, names[side as usize]
    )?;
    let (_, outcome) = card.total.lines(names).swap_remove(0);
    writeln!(out, "  outcome    {outcome}")?;
    match moves.first() {
        None => writeln!(out, "  move       there is none")?,
        Some(one) => writeln!(out, "  move       {}", told(&card, one))?,
    }
    Ok(out.flush()?)
}

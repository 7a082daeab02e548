//! Sums as text: terms with their components, moves, and the winner.

use std::io::Write;

use serde_json::json;
use whowins_analysis::Player;
use whowins_values::{Arena, Cut, Side};
use whowins_views::{
    MoveCard, NoSum, NoTerm, SumCard, SumWinner, Term, grouped, moved, shortened, winner_of_sum,
};

use super::terms::Terms;
use crate::failure::Failure;
use crate::game::{LimitArguments, to_move};
use crate::watch::Working;

/// The longest position or form that is printed in full.
const WRITTEN: usize = 1 << 10;

/// The number of moves per player, and of kinds of components, that are printed. `--json` prints
/// all.
const SHOWN: usize = 12;
const PARTS: usize = 40;

/// Prints the terms of a sum with their components, and the moves.
pub fn tell_terms(card: &SumCard, out: &mut impl Write) -> Result<(), Failure> {
    for term in &card.terms {
        let name = named(&term.name, term.position.as_deref());
        writeln!(out, "\n{name}: {}", short(&term.form))?;
        if let [whole] = &term.parts[..]
            && whole.part.place.is_empty()
        {
            continue;
        }
        for one in term.parts.iter().take(PARTS) {
            let (place, shown) = (&one.part.place, short(&one.part.shown));
            let alike = match one.part.count {
                1 => String::new(),
                count => format!("; {} parts look like it", grouped(count)),
            };
            writeln!(
                out,
                "  {place}: {shown} = {}, temperature {}{alike}",
                one.form, one.temperature
            )?;
        }
        if term.parts.len() > PARTS {
            writeln!(
                out,
                "  ... and {} more kinds of parts; --json has them all",
                grouped((term.parts.len() - PARTS) as u64)
            )?;
        }
    }
    for (side, player) in Side::BOTH.into_iter().zip(card.players()) {
        let moves = of_player(card, side);
        let count = |moves: &mut dyn Iterator<Item = &&MoveCard>| -> String {
            grouped(moves.map(|one| one.count).sum())
        };
        let winning = count(&mut moves.iter().filter(|one| one.wins));
        let all = count(&mut moves.iter());
        writeln!(out, "\n{player}: {winning} of {all} moves win")?;
        for one in moves.iter().take(SHOWN) {
            writeln!(out, "  {}", describe_move(card, one))?;
        }
        if card.terms.iter().any(|term| term.tells_best_alone) {
            writeln!(
                out,
                "  (if a move cuts a long row, only the best move is listed)"
            )?;
        }
        if moves.len() > SHOWN {
            writeln!(
                out,
                "  ... and {} more; --json has them all",
                grouped((moves.len() - SHOWN) as u64)
            )?;
        }
    }
    Ok(())
}

/// Returns the moves of a player: winning moves first, then the hottest.
fn of_player(card: &SumCard, side: Side) -> Vec<&MoveCard> {
    let mut moves: Vec<_> = card.moves.iter().filter(|one| one.side == side).collect();
    moves.sort_by_key(|one| (!one.wins, !one.is_hottest));
    moves
}

/// Describes a move in one line.
fn describe_move(card: &SumCard, one: &MoveCard) -> String {
    let place = match card.terms.len() {
        1 => String::new(),
        _ => format!("{}: ", card.terms[one.term].name),
    };
    let wins = if one.wins { "wins" } else { "loses" };
    let is_marked = one.is_hottest && card.moves.iter().any(|other| !other.is_hottest);
    let heat = if is_marked { ", the highest" } else { "" };
    let alike = match one.count {
        1 => String::new(),
        count => format!("; the same in {} parts", grouped(count)),
    };
    format!(
        "{place}{} ({wins}; leaves {}; temperature {}{heat}{alike})",
        moved(&one.text, &one.to, short),
        short(&one.form),
        short(&one.temperature)
    )
}

/// The number of steps for the forms of a sum, a few seconds. After that, a search finds the
/// winner.
const FORM_STEPS: u64 = 1 << 24;

/// Prints the winner of a sum whose first term is a position, and a winning move: `whowins solve
/// GAME --plus TERM`.
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
    let player = match first.map(|game| to_move(game, player)).transpose()? {
        Some(player) => player,
        None => Player::First,
    };
    let side = Side::BOTH[player.index()];
    let limits = limits.limits();
    let mut arena = Arena::new(limits.budget.clone());
    let found = {
        let _working = Working::on(&limits);
        let card = arena.within(FORM_STEPS, |arena| {
            let card = SumCard::of(arena, &terms.all)?;
            let wins = arena.wins_first(card.total.value, side);
            let why = |why: Cut| NoSum {
                term: 0,
                why: why.into(),
            };
            Ok((card, wins.map_err(why)?))
        });
        match card {
            Ok(Some(found)) => Ok(found),
            // The form is too large, so the search uses only small forms.
            Ok(None)
            | Err(NoSum {
                why: NoTerm::Cut(Cut::Memory | Cut::Size),
                ..
            }) => {
                drop(arena);
                let found = winner_of_sum(&terms.all, player, &limits);
                Err(found.map_err(|no| terms.without_value(no))?)
            }
            Err(no) => return Err(terms.without_value(no)),
        }
    };
    let mut out = crate::pager::out();
    // The players have the names of the first game.
    let names = match first {
        Some(game) => [&game.players[0][..], &game.players[1]],
        None => ["Left", "Right"],
    };
    match (&found, json) {
        (Ok(found), true) => {
            let mut object = found.0.json();
            object["to_move"] = json!(names[side as usize]);
            object["winner"] = json!(winner(names, side, found.1));
            writeln!(out, "{object}")?;
        }
        (Ok(found), false) => tell(found, names, side, &mut out)?,
        (Err(found), true) => {
            let by = found.by.as_ref().map(|by| {
                json!({
                    "term": by.term + 1,
                    "player": names[side as usize],
                    "text": by.text,
                    "to": by.to,
                })
            });
            let object = json!({
                "to_move": names[side as usize],
                "winner": winner(names, side, found.wins),
                "move": by,
            });
            writeln!(out, "{object}")?;
        }
        (Err(found), false) => tell_searched(found, terms, names, side, &mut out)?,
    }
    Ok(out.flush()?)
}

fn winner(names: [&str; 2], side: Side, wins: bool) -> &str {
    names[if wins { side } else { side.other() } as usize]
}

/// Prints the winner of a sum with a known form.
fn tell(
    (card, wins): &(SumCard, bool),
    names: [&str; 2],
    side: Side,
    out: &mut impl Write,
) -> Result<(), Failure> {
    writeln!(out, "{} wins.\n", winner(names, side, *wins))?;
    for term in &card.terms {
        let name = named(&term.name, term.position.as_deref());
        writeln!(out, "  term       {name}: {}", short(&term.form))?;
    }
    let (form, player) = (&card.total.form, names[side as usize]);
    writeln!(out, "  sum        {}, {player} to move", short(form))?;
    let (_, outcome) = card.total.lines(names).swap_remove(0);
    writeln!(out, "  outcome    {outcome}")?;
    match of_player(card, side).first() {
        None => writeln!(out, "  move       there is none")?,
        Some(one) => writeln!(out, "  move       {}", describe_move(card, one))?,
    }
    Ok(())
}

fn short(text: &str) -> String {
    shortened(text, WRITTEN)
}

fn named(name: &str, position: Option<&str>) -> String {
    match position {
        Some(position) => format!("{name}, position {}", short(position)),
        None => name.to_owned(),
    }
}

/// Prints the winner of a sum whose form is too large.
fn tell_searched(
    found: &SumWinner,
    terms: &Terms,
    names: [&str; 2],
    side: Side,
    out: &mut impl Write,
) -> Result<(), Failure> {
    writeln!(out, "{} wins.\n", winner(names, side, found.wins))?;
    let name = |term: &Term| match term {
        Term::Position { game, position } => named(&game.name, Some(&game.show(position))),
        Term::Expression { text, .. } => text.clone(),
    };
    for term in &terms.all {
        writeln!(out, "  term       {}", name(term))?;
    }
    writeln!(
        out,
        "  sum        its form is too large to compute, {} to move",
        names[side as usize]
    )?;
    if let Some(by) = &found.by {
        let text = moved(&by.text, &by.to, short);
        let game = match &terms.all[by.term] {
            Term::Position { game, .. } => &game.name,
            Term::Expression { text, .. } => text,
        };
        writeln!(out, "  move       {game}: {text} (wins)")?;
    }
    writeln!(
        out,
        "  found by   search over the parts, small ones by their forms"
    )?;
    Ok(())
}

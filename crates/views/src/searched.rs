//! Who wins a sum, and a move that does it, without its form: by search over the parts.

use std::borrow::Cow;

use whowins_analysis::{Game, Player, Position};
use whowins_engine::Limits;
use whowins_engine::values::board::Boards;
use whowins_engine::values::{
    Key, Laid, NoValue, Positions, Refusal, Search, Sums, Unsearched, Written, refusal,
};
use whowins_values::{Arena, Cut, Side, Value};

use crate::sum::{NoSum, NoTerm, Term};

/// Who wins a sum.
#[derive(Clone, Debug)]
pub struct SumWinner {
    /// Whether the player to move does.
    pub wins: bool,
    /// A move that does it; `None` where there is none.
    pub by: Option<WinningMove>,
}

/// A move in a sum.
#[derive(Clone, Debug)]
pub struct WinningMove {
    /// The place of the term that it is made in.
    pub term: usize,
    /// In words.
    pub text: String,
    /// The term after it.
    pub to: String,
}

/// A term as it is searched.
enum Played<'a> {
    /// A board, by its parts.
    Board {
        game: &'a Game,
        at: usize,
        size: (usize, usize),
        state: Vec<i64>,
    },
    /// A position by its value.
    Position {
        game: &'a Game,
        position: &'a Position,
        value: Value,
    },
    /// A value.
    Value(Value),
}

/// What a move does to a term.
enum Change {
    /// Some cells of a board are written.
    Cells(Written),
    /// It is this value, and this is what it looks like.
    Value(Value, String),
}

/// Who wins where this player is to move. Forms are worked out where they are small; the rest is
/// searched, in at most the memory and the time of the limits.
///
/// # Errors
/// The first term that has no value, and why; where the search meets a limit, the first one.
pub fn winner_of_sum(terms: &[Term], player: Player, limits: &Limits) -> Result<SumWinner, NoSum> {
    let memory = limits.budget.memory;
    let budget = limits.budget.clone().with_memory(memory / 2);
    let mut sums = Sums::new(Arena::new(budget));
    let mut all = Vec::new();
    for (term, one) in terms.iter().enumerate() {
        let played = played(&mut sums, one).map_err(|why| NoSum { term, why })?;
        all.push(played);
    }
    let mut search = Search::new(sums, memory / 8);
    decided(&mut search, &all, player).map_err(|why| NoSum { term: 0, why })
}

fn played<'a>(sums: &mut Sums, term: &'a Term) -> Result<Played<'a>, NoTerm> {
    let (game, position) = match term {
        Term::Expression { question, .. } => {
            let told = question.answer(sums.arena()).map_err(NoTerm::Expression)?;
            return Ok(Played::Value(told.value));
        }
        Term::Position { game, position } => (&**game, position),
    };
    if let Some(refusal) = refusal(game) {
        return Err(NoTerm::Refused(refusal));
    }
    match game.board().and_then(Boards::new) {
        None => Ok(Played::Position {
            game,
            position,
            value: Positions::new(game)?.value(sums.arena(), position)?,
        }),
        Some(boards) => {
            let size = game.size_of(position);
            let state = game.state_of(position);
            Ok(Played::Board {
                game,
                at: sums.add_game(boards),
                size,
                state: state.ok_or(NoTerm::Refused(Refusal::Large))?,
            })
        }
    }
}

/// The sum with a player to move, one of its terms changed.
fn key(
    sums: &mut Sums,
    all: &[Played<'_>],
    player: Player,
    change: Option<(usize, &Change)>,
) -> Result<Key, NoValue> {
    let mut states = Vec::new();
    let mut rest = Value::ZERO;
    for (term, one) in all.iter().enumerate() {
        let change = change
            .filter(|(at, _)| *at == term)
            .map(|(_, change)| change);
        match (one, change) {
            (
                Played::Board {
                    at, size, state, ..
                },
                change,
            ) => {
                let state = match change {
                    Some(Change::Cells(written)) => Cow::Owned(written.on(state)),
                    _ => Cow::Borrowed(&state[..]),
                };
                states.push((*at, *size, state));
            }
            (Played::Position { .. } | Played::Value(_), Some(Change::Value(value, _)))
            | (Played::Position { value, .. } | Played::Value(value), _) => {
                rest = sums.arena().add(rest, *value)?;
            }
        }
    }
    let boards = states.iter().map(|(game, size, state)| Laid {
        game: *game,
        size: *size,
        state,
    });
    sums.of(&boards.collect::<Vec<_>>(), rest, player)
}

fn decided(search: &mut Search, all: &[Played<'_>], player: Player) -> Result<SumWinner, NoTerm> {
    let root = key(search.sums(), all, player, None)?;
    let found = ask(search, &root)?;
    if !found.wins {
        return Ok(SumWinner {
            wins: false,
            by: None,
        });
    }
    for (term, one) in all.iter().enumerate() {
        for (text, change) in moves(search.sums(), one, player)? {
            let next = key(search.sums(), all, player.other(), Some((term, &change)))?;
            let is_it = match &found.by {
                Some(by) => *by == next,
                None => !ask(search, &next)?.wins,
            };
            if is_it {
                let to = shown(one, change);
                let by = Some(WinningMove { term, text, to });
                return Ok(SumWinner { wins: true, by });
            }
        }
    }
    Ok(SumWinner {
        wins: true,
        by: None,
    })
}

fn ask(search: &mut Search, sum: &Key) -> Result<whowins_engine::values::Found, NoTerm> {
    let found = search.ask(sum, u64::MAX).map_err(|why| match why {
        Unsearched::Refused(refusal) => NoTerm::Refused(refusal),
        Unsearched::Error(error) => NoTerm::Search(error),
    })?;
    found.ok_or(NoTerm::Cut(Cut::Memory))
}

/// What a term looks like after a move.
fn shown(term: &Played<'_>, change: Change) -> String {
    match (term, change) {
        (_, Change::Value(_, shown)) => shown,
        (
            Played::Board {
                game, size, state, ..
            },
            Change::Cells(written),
        ) => game.show(&game.position_of(&written.on(state), size.0, size.1)),
        (_, Change::Cells(_)) => String::new(),
    }
}

/// A player's moves in a term, in words, and what each does; of parts of a board that look alike,
/// those of the first.
fn moves(
    sums: &mut Sums,
    term: &Played<'_>,
    player: Player,
) -> Result<Vec<(String, Change)>, NoTerm> {
    let mut found = Vec::new();
    match term {
        Played::Board {
            game,
            at,
            size,
            state,
        } => {
            let laid = Laid {
                game: *at,
                size: *size,
                state,
            };
            let all = sums.written(&laid)?;
            for one in all.into_iter().filter(|one| one.players[player.index()]) {
                found.push((one.text(game, size.1, state), Change::Cells(one)));
            }
        }
        Played::Position {
            game,
            position,
            value,
        } => {
            let all = Positions::new(game)?.moves(sums.arena(), position)?;
            for one in all.into_iter().filter(|one| one.player == player) {
                let after = crate::sum::after(sums.arena(), *value, (one.before, one.after))?;
                found.push((one.text, Change::Value(after, one.to)));
            }
        }
        Played::Value(value) => {
            let side = Side::BOTH[player.index()];
            for option in sums.arena().options(*value, side)?.to_vec() {
                let form = sums.arena().show_within(option, crate::sum::SHORT)?;
                found.push((form.clone(), Change::Value(option, form)));
            }
        }
    }
    Ok(found)
}

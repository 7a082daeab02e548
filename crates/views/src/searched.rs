//! Who wins a sum, and a move that does it, without its form: by search over the parts.

use std::ops::ControlFlow;

use whowins_analysis::{Frame, Game, Player, Position};
use whowins_engine::Limits;
use whowins_engine::values::board::Boards;
use whowins_engine::values::{
    Key, Laid, NoValue, Positions, Refusal, Search, Sums, Unsearched, refusal,
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
        frame: Box<Frame>,
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

/// A move, and what the term is then: a board's cells, or a value.
enum Change {
    Cells(Vec<i64>),
    Value(Value),
}

/// Who wins where this player is to move. Forms are worked out where they are small; the rest is searched, in at most the memory and the time of the limits.
///
/// # Errors
/// The first term that has no value, and why; where the search meets a limit, the first one.
pub fn winner_of_sum(terms: &[Term], player: Player, limits: &Limits) -> Result<SumWinner, NoSum> {
    let memory = limits.budget.memory;
    let budget = limits.budget.clone().with_memory(memory / 2);
    let mut sums = Sums::new(Arena::new(budget));
    let mut all = Vec::new();
    for (term, one) in terms.iter().enumerate() {
        let played = played(&mut sums, one, limits).map_err(|why| NoSum { term, why })?;
        all.push(played);
    }
    let mut search = Search::new(sums, memory / 8);
    decided(&mut search, &all, player).map_err(|why| NoSum { term: 0, why })
}

fn played<'a>(sums: &mut Sums, term: &'a Term, limits: &Limits) -> Result<Played<'a>, NoTerm> {
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
            let frame = Frame::new(game, size.0, size.1).under(limits.budget.clone());
            let state = game.state_of(position);
            Ok(Played::Board {
                game,
                at: sums.add_game(boards),
                size,
                frame: Box::new(frame),
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
    let mut boards = Vec::new();
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
                    Some(Change::Cells(cells)) => cells,
                    _ => state,
                };
                boards.push(Laid {
                    game: *at,
                    size: *size,
                    state,
                });
            }
            (Played::Position { .. } | Played::Value(_), Some(Change::Value(value)))
            | (Played::Position { value, .. } | Played::Value(value), _) => {
                rest = sums.arena().add(rest, *value)?;
            }
        }
    }
    sums.of(&boards, rest, player)
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
        for (text, to, change) in moves(search.sums(), one, player)? {
            let next = key(search.sums(), all, player.other(), Some((term, &change)))?;
            let is_it = match &found.by {
                Some(by) => *by == next,
                None => !ask(search, &next)?.wins,
            };
            if is_it {
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

/// A player's moves in a term: in words, the term after it as text, and what it is then.
fn moves(
    sums: &mut Sums,
    term: &Played<'_>,
    player: Player,
) -> Result<Vec<(String, String, Change)>, NoTerm> {
    let mut found = Vec::new();
    match term {
        Played::Board {
            game,
            size: (rows, columns),
            frame,
            state,
            ..
        } => {
            let _ = frame.options(player, state, &mut |play| {
                let text = game.name_of(frame, *columns, state, &play);
                let to = game.show(&game.position_of(play.to, *rows, *columns));
                found.push((text, to, Change::Cells(play.to.to_vec())));
                ControlFlow::Continue(())
            });
        }
        Played::Position { game, position, .. } => {
            let all = Positions::new(game)?.moves(sums.arena(), position)?;
            for one in all.into_iter().filter(|one| one.player == player) {
                found.push((one.text, game.show(&one.to), Change::Value(one.value)));
            }
        }
        Played::Value(value) => {
            let side = Side::BOTH[player.index()];
            for option in sums.arena().options(*value, side)?.to_vec() {
                let form = sums.arena().show_within(option, crate::sum::SHORT)?;
                found.push((form.clone(), form, Change::Value(option)));
            }
        }
    }
    Ok(found)
}

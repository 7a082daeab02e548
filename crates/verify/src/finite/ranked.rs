//! A strategy with ranks, for a game with finitely many positions; play may go in circles.
//!
//! A won position has a move to a lost one of smaller rank, a lost position has moves only to won
//! ones of smaller rank: by induction on ranks each is what it is said to be, also where play can
//! repeat (Zermelo 1913). The drawn positions are a closed set: each has a move to another of them,
//! or to a drawn end, and no move to a position that is lost for the opponent; so the player to
//! move need not lose and cannot win (`proofs/Finite.v`). Where repetition is no draw by the rules,
//! ranks show that play among drawn positions ends.

use dashu_int::IBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::budget::Budget as Work;
use whowins_analysis::{Game, Player, Position, Value};

use super::legal::Legal;
use crate::{Budget, Checked, Claim, Rejection};

/// Tables with more entries than these are not looked at.
const ENTRIES: usize = 1 << 22;

/// A strategy with ranks, for a game with finitely many positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ranked {
    /// The position that it is for: the parts of a state of the core term, without the turn.
    pub position: Vec<Vec<i64>>,
    /// The positions that matter, in rising order of state and player; those in which a goal has
    /// ended the game are left out.
    pub entries: Vec<Entry>,
}

/// What is claimed of one position with one player to move, written as `[[0,15],0,"W",7]`: the
/// state as a list of integers (numbers; symbols of cells; cells of tokens; heaps), the player to
/// move (0 the first-named, and always 0 where both have the same moves), the result, the rank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry(pub Vec<i64>, pub u8, pub Label, pub u64);

/// What best play brings the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Label {
    /// The player to move wins.
    #[serde(rename = "W")]
    Win,
    /// The opponent wins.
    #[serde(rename = "L")]
    Loss,
    /// Nobody wins.
    #[serde(rename = "D")]
    Draw,
}

impl Label {
    /// The same as a value of the rules.
    pub fn value(self) -> Value {
        match self {
            Self::Win => Value::Win,
            Self::Loss => Value::Loss,
            Self::Draw => Value::Draw,
        }
    }
}

impl Ranked {
    /// Returns a position as the law writes it, if its numbers are machine words.
    pub fn parts(position: &Position) -> Option<Vec<Vec<i64>>> {
        let part = |part: &[IBig]| part.iter().map(|one| i64::try_from(one).ok()).collect();
        position.arrays().map(part).collect()
    }

    /// Returns the position that the law is for, if it is one of the game.
    pub fn place(&self, game: &Game) -> Option<Position> {
        let parts = self.position.iter();
        let parts = parts.map(|part| part.iter().map(|one| IBig::from(*one)).collect());
        let state = std::iter::once(vec![IBig::ZERO]).chain(parts).collect();
        let (position, _) = game.of_core(&state)?;
        let (rows, columns) = game.size_of(&position);
        let is_empty = game.board().is_some() && rows * columns == 0;
        (!is_empty).then_some(position)
    }

    /// Returns the position as people write it.
    pub fn shown(&self, game: &Game) -> String {
        let position = self.place(game);
        position.map_or_else(String::new, |position| game.show(&position))
    }
}

/// The table, laid out for its check.
struct Table<'a> {
    law: &'a Ranked,
    game: &'a Game,
    legal: Legal<'a>,
    impartial: bool,
}

impl<'a> Table<'a> {
    fn new(law: &'a Ranked, game: &'a Game, budget: &Work) -> Result<(Self, Vec<i64>), Rejection> {
        let position = law.place(game).ok_or_else(|| {
            Rejection::malformed("the certificate's position isn't one of this game")
        })?;
        let legal = Legal::new(game, &position, budget)?;
        let fits = |state: &Vec<i64>| legal.is_state(state, Player::First);
        let state = game.state_of(&position).filter(fits);
        let mut state = state.ok_or_else(|| Rejection::malformed("the position is too large"))?;
        legal.frame.settle(&mut state);
        let table = Self {
            law,
            game,
            impartial: legal.frame.is_shared(game),
            legal,
        };
        Ok((table, state))
    }

    /// The value and rank of the position that the law is for, or of another by its state without
    /// whose turn it is.
    fn known_at(&self, state: &[i64], player: Player) -> Option<(Value, u64)> {
        let state = self.legal.frame.with_turn(state.to_vec(), player);
        self.known(&state, player)
    }

    /// The value and rank of a state: of its entry, or of its end. No entry stands where play is
    /// over ([`Claim::check`]), and a look at the table is cheaper.
    fn known(&self, state: &[i64], player: Player) -> Option<(Value, u64)> {
        let turn = if self.impartial {
            0
        } else {
            u8::from(player == Player::Second)
        };
        let key = |entry: &Entry| (entry.0.as_slice(), entry.1).cmp(&(state, turn));
        match self.law.entries.binary_search_by(key) {
            Ok(at) => {
                let Entry(_, _, result, rank) = &self.law.entries[at];
                Some((result.value(), *rank))
            }
            Err(_) => {
                let end = self.legal.frame.end(state)?;
                Some((end.for_next(player), 0))
            }
        }
    }

    /// The obligations of one entry.
    fn check(&self, entry: &Entry) -> Result<(), Rejection> {
        let Entry(state, player, result, rank) = entry;
        let player = Player::BOTH[usize::from(*player)];
        let (result, rank) = (result.value(), *rank);
        let wrong = |what: &str| {
            let (rows, columns) = self.legal.size;
            let position = self.game.position_of(state, rows, columns);
            Rejection::false_claim(format!(
                "{} with {} to move is labelled a {}, but {what}",
                self.game.show(&position),
                self.game.player(player),
                match result {
                    Value::Win => "win",
                    Value::Loss => "loss",
                    Value::Draw => "draw",
                }
            ))
        };
        let options = self.legal.options(player, state)?;
        if options.is_empty() {
            return if self.legal.frame.stuck() == result {
                Ok(())
            } else {
                Err(wrong("it has no moves, and the rules say otherwise"))
            };
        }
        let circles = self.game.ending.repetition_draws;
        let mut reason = false;
        for option in &options {
            let reply = self.legal.frame.next_player(option, player);
            let known = self.known(option, reply);
            let lower = known.is_some_and(|(_, other)| other < rank);
            // For the opponent, also where the player moves again.
            let value = known.map(|(value, _)| match reply == player {
                true => value.reversed(),
                false => value,
            });
            match result {
                Value::Win => reason |= value == Some(Value::Loss) && lower,
                Value::Loss => {
                    if value != Some(Value::Win) || !lower {
                        return Err(wrong(
                            "some move leads to no position that is a win of smaller rank",
                        ));
                    }
                    reason = true;
                }
                Value::Draw => match value {
                    Some(Value::Draw) if circles || lower => reason = true,
                    Some(Value::Draw) => {
                        return Err(wrong("play among draws need not end: a rank does not fall"));
                    }
                    Some(Value::Win) => {}
                    _ => {
                        return Err(wrong(
                            "some move leads to no position that is a draw or a win",
                        ));
                    }
                },
            }
        }
        if reason {
            Ok(())
        } else {
            Err(wrong(match result {
                Value::Win => "no move leads to a position that is a loss of smaller rank",
                _ => "no move leads to a draw",
            }))
        }
    }
}

impl Claim for Ranked {
    fn kind(&self) -> &'static str {
        "ranked"
    }

    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        if self.entries.len() > ENTRIES {
            return Err(Rejection::malformed(format!(
                "the table has {} entries; at most {ENTRIES} are looked at",
                self.entries.len()
            )));
        }
        let (table, start) = Table::new(self, game, &budget.work)?;
        let rising = |pair: &[Entry]| (&pair[0].0, pair[0].1) < (&pair[1].0, pair[1].1);
        if !self.entries.windows(2).all(rising) {
            return Err(Rejection::malformed(
                "the entries must be sorted by state and player, without duplicates",
            ));
        }
        let players = if table.impartial { 1 } else { 2 };
        let mut counts = [0usize; 3];
        let mut largest = 0;
        for (at, entry) in self.entries.iter().enumerate() {
            let Entry(state, player, result, rank) = entry;
            let mover = Player::BOTH.get(usize::from(*player));
            let is_state = |mover: &Player| table.legal.is_state(state, *mover);
            if *player >= players || !mover.is_some_and(is_state) {
                return Err(Rejection::malformed(format!(
                    "entry {} isn't a position of this game with a player to move",
                    at + 1
                )));
            }
            if table.legal.frame.end(state).is_some() {
                return Err(Rejection::malformed(format!(
                    "entry {}: the game is over there by its rules; the entry must be left out",
                    at + 1
                )));
            }
            budget.spend(table.legal.work(state)?)?;
            table.check(entry)?;
            counts[result.value() as usize] += 1;
            largest = largest.max(*rank);
        }
        for player in Player::BOTH {
            if table.known_at(&start, player).is_none() {
                return Err(Rejection::false_claim(format!(
                    "the table does not hold the position itself, {}, with {} to move",
                    self.shown(game),
                    game.player(player)
                )));
            }
        }
        let [losses, draws, wins] = counts;
        let mut checked = vec![format!(
            "{wins} won positions have a move to a lost one of smaller rank, {losses} lost ones have moves only to won ones of smaller \
             rank (ranks up to {largest})"
        )];
        if draws > 0 {
            checked.push(format!(
                "{draws} drawn positions have a move to a drawn one and none to one that is lost for the opponent{}",
                if game.ending.repetition_draws {
                    "; play without end is a draw"
                } else {
                    "; play among them ends, by ranks"
                }
            ));
        }
        Ok(checked)
    }

    fn statement(&self, game: &Game) -> String {
        let Ok((table, start)) = Table::new(self, game, &Work::OPEN) else {
            return "This law does not apply to these rules.".into();
        };
        let says = |player: Player, mover: &str, other: &str| match table.known_at(&start, player) {
            Some((Value::Win, rank)) => format!("{mover} wins within {rank} moves"),
            Some((Value::Loss, rank)) => format!("{other} wins within {rank} moves"),
            Some((Value::Draw, _)) => "neither can force a win: it is a draw".into(),
            None => "the result is not stated".into(),
        };
        if table.impartial {
            let says = says(Player::First, "the player to move", "the other player");
            return format!("From {}: {says}.", self.shown(game));
        }
        let each = Player::BOTH.map(|player| {
            let (mover, other) = (game.player(player), game.player(player.other()));
            format!("with {mover} to move, {}", says(player, mover, other))
        });
        format!("From {}: {}.", self.shown(game), each.join("; "))
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        let (table, _) = Table::new(self, game, &Work::OPEN).ok()?;
        let own = self.place(game)?;
        let mut state = game.state_of(position)?;
        let frame = &table.legal.frame;
        let first = frame.with_turn(state.clone(), Player::First);
        if game.size_of(&own) != game.size_of(position)
            || !table.legal.is_state(&first, Player::First)
        {
            return None;
        }
        frame.settle(&mut state);
        let value = |player| Some(table.known_at(&state, player)?.0);
        Some([value(Player::First)?, value(Player::Second)?])
    }
}

//! Rows and boards by their parts: the values of small ones, and search over the others.

use whowins_analysis::board::Board;
use whowins_analysis::derive::board_fall;
use whowins_analysis::{Game, Player, Position, Value};
use whowins_values::{Arena, Value as Form};

use super::{Strategy, Tries, win};
use crate::answer::{Answer, Asked, Best, Reach, Solved};
use crate::limits::{EngineError, Limits};
use crate::values::board::Boards;
use crate::values::{Key, Laid, NoValue, Search, Sums, Unsearched, Written, refusal};

/// Looks of a first try, and what one of them counts: tables of up to 2^27 moves are made first,
/// since they know all positions at once.
const FIRST: u64 = 1 << 17;
const DEAR: u64 = 1 << 10;

pub(super) struct Parts {
    game: Game,
    limits: Limits,
    /// `None` before it is begun.
    search: Option<Search>,
    tries: Tries,
    /// It has no values after all, or took all its memory.
    is_out: bool,
}

/// A position as it is played from.
struct Whole {
    size: (usize, usize),
    state: Vec<i64>,
}

/// Whether a player wins, and a move that does it, or any move where there is none; `None` where it
/// was not asked for, or there is no move.
type Won = (bool, Option<Written>);

impl Whole {
    /// A board of this size.
    fn laid<'a>(&self, state: &'a [i64]) -> Laid<'a> {
        Laid {
            game: 0,
            size: self.size,
            state,
        }
    }

    /// The sum that it is.
    fn key(&self, search: &mut Search, state: &[i64], player: Player) -> Result<Key, NoValue> {
        search.sums().of(&[self.laid(state)], Form::ZERO, player)
    }
}

impl Parts {
    /// Takes rows and boards whose positions have values, since play is seen to end.
    pub(super) fn new(game: &Game, limits: &Limits) -> Option<Self> {
        let takes = |board: &Board| Boards::takes(board) && board_fall(board).is_some();
        if refusal(game).is_some() || !game.board().is_some_and(takes) {
            return None;
        }
        Some(Self {
            game: game.clone(),
            limits: limits.clone(),
            search: None,
            tries: Tries::new(FIRST, DEAR),
            is_out: false,
        })
    }

    /// The search, begun.
    fn begin(&mut self) -> Option<&mut Search> {
        if self.search.is_none() {
            let boards = self.game.board().and_then(Boards::new)?;
            let memory = self.limits.budget.memory;
            let budget = self.limits.budget.clone().with_memory(memory / 2);
            let mut sums = Sums::new(Arena::new(budget));
            sums.add_game(boards);
            self.search = Some(Search::new(sums, memory / 8));
        }
        self.search.as_mut()
    }

    fn laid(&self, position: &Position) -> Option<Whole> {
        let size = self.game.size_of(position);
        let state = self.game.state_of(position)?;
        Some(Whole { size, state })
    }

    /// Notes why there is no answer; an error where others would meet it too.
    fn give_up<T>(&mut self, error: EngineError) -> Result<Option<T>, EngineError> {
        self.is_out = true;
        self.search = None;
        match error.leaves_others() {
            true => Ok(None),
            false => Err(error),
        }
    }

    /// Whether a player to move wins, with a move if one is wished.
    fn wins(
        &mut self,
        laid: &Whole,
        player: Player,
        looks: u64,
        wants_move: bool,
    ) -> Result<Option<Won>, EngineError> {
        match self.asked(laid, player, looks, wants_move) {
            Ok(found) => Ok(found),
            Err(Unsearched::Error(error)) => self.give_up(error),
            Err(Unsearched::Refused(_)) => {
                self.is_out = true;
                Ok(None)
            }
        }
    }

    fn asked(
        &mut self,
        laid: &Whole,
        player: Player,
        looks: u64,
        wants_move: bool,
    ) -> Result<Option<Won>, Unsearched> {
        let Some(search) = self.begin() else {
            return Ok(None);
        };
        let root = laid.key(search, &laid.state, player)?;
        let Some(found) = search.ask(&root, looks)? else {
            return Ok(None);
        };
        if !wants_move {
            return Ok(Some((found.wins, None)));
        }
        let moves = search.sums().written(&laid.laid(&laid.state))?;
        let mut moves = moves.into_iter().filter(|one| one.players[player.index()]);
        if !found.wins {
            return Ok(Some((false, moves.next())));
        }
        // The sum that the search won by, where it is told, else the first that the opponent loses.
        for one in moves {
            let next = laid.key(search, &one.on(&laid.state), player.other())?;
            let is_it = match &found.by {
                Some(by) => *by == next,
                None => search.ask(&next, looks)?.is_some_and(|found| !found.wins),
            };
            if is_it {
                return Ok(Some((true, Some(one))));
            }
        }
        Ok(Some((true, None)))
    }

    fn answer(
        &mut self,
        laid: &Whole,
        player: Player,
        looks: u64,
    ) -> Result<Option<Answer>, EngineError> {
        let Some((wins, by)) = self.wins(laid, player, looks, true)? else {
            return Ok(None);
        };
        let value = win(wins);
        let (rows, columns) = laid.size;
        let best = by.map(|by| Best {
            text: by.text(&self.game, columns, &laid.state),
            to: self.game.position_of(&by.on(&laid.state), rows, columns),
            again: false,
        });
        self.limits.check()?;
        Ok(Some(Answer {
            value,
            remoteness: None,
            best,
            to_losses: Vec::new(),
            difference: None,
        }))
    }
}

impl Strategy for Parts {
    fn name(&self) -> &'static str {
        "sum of parts"
    }

    fn why(&self) -> String {
        "cells that no play can join are components, and the position is their sum. Small components are solved by their canonical forms (Conway 1976), the others by a search in which G and -G cancel"
            .into()
    }

    /// How much there is to look at is not known before: it is begun with.
    fn estimate(&self, position: &Position) -> Option<u64> {
        (!self.is_out).then(|| self.tries.next(position))
    }

    fn reach(&self, position: &Position) -> Option<Reach> {
        let search = self.search.as_ref()?;
        self.tries.is_of(position).then(|| Reach {
            strategy: self.name(),
            looked: search.looked(),
            least: None,
            most: None,
        })
    }

    fn try_values(
        &mut self,
        position: &Position,
        most: u64,
    ) -> Result<Option<[Value; 2]>, EngineError> {
        let Some(laid) = self.laid(position) else {
            return Ok(None);
        };
        let looks = self.tries.begin(position, most);
        let Some((first, _)) = self.wins(&laid, Player::First, looks, false)? else {
            return Ok(None);
        };
        let second = self.wins(&laid, Player::Second, looks, false)?;
        Ok(second.map(|(second, _)| [win(first), win(second)]))
    }

    fn try_answer(
        &mut self,
        position: &Position,
        player: Player,
        most: u64,
    ) -> Result<Option<Asked>, EngineError> {
        let Some(laid) = self.laid(position) else {
            return Ok(None);
        };
        let looks = self.tries.begin(position, most);
        let Some(answer) = self.answer(&laid, player, looks)? else {
            return Ok(None);
        };
        let mut asked = Asked::alone(answer, player, self.name());
        // The other player's comes along where it takes no more than that.
        if let Ok(Some((wins, _))) = self.wins(&laid, player.other(), looks, false) {
            asked.values[player.other().index()] = Some(win(wins));
        }
        Ok(Some(asked))
    }

    fn try_solve(&mut self, position: &Position, most: u64) -> Result<Option<Solved>, EngineError> {
        let Some(laid) = self.laid(position) else {
            return Ok(None);
        };
        let looks = self.tries.begin(position, most);
        let Some(first) = self.answer(&laid, Player::First, looks)? else {
            return Ok(None);
        };
        let second = self.answer(&laid, Player::Second, looks)?;
        Ok(second.map(|second| Solved {
            to_move: [first, second],
            strategy: self.name(),
        }))
    }
}

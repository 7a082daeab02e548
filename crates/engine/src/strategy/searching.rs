//! Search as a strategy, by proof numbers and depth first: any game, one position at a time.

use dashu_int::IBig;
use whowins_analysis::board::Board;
use whowins_analysis::derive::board_order;
use whowins_analysis::program::turn;
use whowins_analysis::{Frame, Game, Player, Position, Value};
use whowins_core::State;

use super::{Strategy, Tries, for_player, paid};
use crate::answer::{Answer, Asked, Best, Reach, Solved};
use crate::best::{Ask, best};
use crate::limits::{EngineError, Limits};
use crate::search::{Found, Searcher};

/// Moves of a first try beside a table, and what one of them counts: tables of up to 2^29 moves are
/// made first, and laws are looked for.
const FIRST: u64 = 1 << 19;
const DEAR: u64 = 1 << 10;
/// Moves of a first try beside exploring, which looks at them in the same way.
const FIRST_BESIDE: u64 = 1 << 20;

pub(super) struct Searching {
    game: Game,
    searcher: Searcher,
    /// Whether play is for points.
    scored: bool,
    tries: Tries,
    /// Whether it may go on for as long as the time lasts.
    has_time: bool,
}

/// Bytes of the budget that a search beside other strategies takes: of a table that is made beside
/// it little, of what is explored a quarter.
pub(super) fn share(game: &Game, limits: &Limits) -> u64 {
    match game.program() {
        Some(_) => limits.budget.memory / 4,
        None => limits.budget.memory / 16,
    }
}

impl Searching {
    /// Takes boards on which play goes down an order, and games of no family, in which no options
    /// are blocked. Numbers, heaps, rows and tokens have tables, kernels and laws, and many moves
    /// or much that goes round.
    pub(super) fn new(game: &Game, limits: &Limits) -> Option<Self> {
        let falls = |board: &Board| !board.row && board_order(board).is_some();
        if !game.board().is_some_and(falls) && game.program().is_none() {
            return None;
        }
        let term = game.core();
        let bytes = share(game, limits);
        let is_program = game.program().is_some();
        Some(Self {
            searcher: Searcher::new(term, limits.budget.clone(), bytes)?,
            scored: game.program().is_some_and(|program| program.is_scored()),
            tries: match is_program {
                true => Tries::new(FIRST_BESIDE, 1),
                false => Tries::new(FIRST, DEAR),
            },
            has_time: limits.budget.deadline.is_some(),
            game: game.clone(),
        })
    }

    /// Whether a longer search of the position that was tried is of little use.
    fn is_in_vain(&self) -> bool {
        self.searcher.goes_round() || self.searcher.is_worn() && !self.has_time
    }

    /// Whether a position is worth the same for both players.
    fn is_shared(&self) -> bool {
        self.game.program().is_none() && self.game.is_impartial()
    }

    /// The position as it is played from, and its state with this player to move.
    fn state(&self, position: &Position, player: Player) -> (Position, State) {
        let (rows, columns) = self.game.size_of(position);
        let settled = match (self.game.board(), self.game.state_of(position)) {
            (Some(_), Some(mut state)) => {
                Frame::new(&self.game, rows, columns).settle(&mut state);
                self.game.position_of(&state, rows, columns)
            }
            _ => position.clone(),
        };
        let state = settled.core_state(player);
        (settled, state)
    }

    fn answer(
        &mut self,
        position: &Position,
        player: Player,
        moves: u64,
    ) -> Result<Option<Answer>, EngineError> {
        let (settled, state) = self.state(position, player);
        let Some(Found { pays, best }) = self.searcher.worth(&state, moves)? else {
            return Ok(None);
        };
        let pays = pays.ok_or_else(|| self.endless(position))?;
        let value = paid(&pays, player);
        let best = best.and_then(|to| self.named(&settled, player, value, &state, &to));
        let difference = self.scored.then(|| match player {
            Player::First => pays.clone(),
            Player::Second => -pays,
        });
        Ok(Some(Answer {
            value,
            remoteness: None,
            best,
            to_losses: Vec::new(),
            difference,
        }))
    }

    fn endless(&self, position: &Position) -> EngineError {
        EngineError::Endless {
            position: self.game.show(position),
        }
    }

    /// A move with its words.
    fn named(
        &self,
        position: &Position,
        player: Player,
        value: Value,
        from: &State,
        to: &State,
    ) -> Option<Best> {
        if let Some(program) = self.game.program() {
            return Some(Best {
                text: program.told(player, from, to),
                to: Position::of_state(to),
                again: turn(to) == player,
            });
        }
        let (to, _) = self.game.of_core(to)?;
        let (wanted, state) = (self.game.state_of(&to)?, self.game.state_of(position)?);
        let (rows, columns) = self.game.size_of(position);
        let frame = Frame::new(&self.game, rows, columns);
        let ask = Ask::new(&self.game, &frame, &state, (rows, columns), player);
        best(&ask, value, &|option| {
            (option == wanted).then(|| (value.reversed(), None))
        })
    }

    /// Who wins where this player is to move: by one question, or two where it may be a draw.
    fn value(
        &mut self,
        position: &Position,
        player: Player,
        moves: u64,
    ) -> Result<Option<Value>, EngineError> {
        let (_, state) = self.state(position, player);
        for (than, so) in [(1, Value::Win), (0, Value::Draw)] {
            match self.searcher.gets(&state, &IBig::from(than), moves)? {
                None => return Ok(None),
                Some(None) => return Err(self.endless(position)),
                Some(Some(true)) => return Ok(Some(for_player(so, player))),
                Some(Some(false)) => {}
            }
        }
        Ok(Some(for_player(Value::Loss, player)))
    }
}

impl Strategy for Searching {
    fn name(&self) -> &'static str {
        "proof-number search"
    }

    fn why(&self) -> String {
        "proof-number search (Allis, van der Meulen and van den Herik 1994; Nagai 2002), \
         alternating with depth-first search (Pearl 1980) over one shared table"
            .into()
    }

    /// How much there is to look at is not known before: it is begun with.
    fn estimate(&self, position: &Position) -> Option<u64> {
        let is_in_vain = self.tries.is_of(position) && self.is_in_vain();
        (!is_in_vain).then(|| self.tries.next(position))
    }

    fn reach(&self, position: &Position) -> Option<Reach> {
        self.tries.is_of(position).then(|| Reach {
            strategy: self.name(),
            looked: self.searcher.reach().looked,
            least: self.searcher.reach().least.clone(),
            most: self.searcher.reach().most.clone(),
        })
    }

    fn try_values(
        &mut self,
        position: &Position,
        most: u64,
    ) -> Result<Option<[Value; 2]>, EngineError> {
        let moves = self.tries.begin(position, most);
        let Some(first) = self.value(position, Player::First, moves)? else {
            return Ok(None);
        };
        if self.is_shared() {
            return Ok(Some([first; 2]));
        }
        let second = self.value(position, Player::Second, moves)?;
        Ok(second.map(|second| [first, second]))
    }

    fn try_answer(
        &mut self,
        position: &Position,
        player: Player,
        most: u64,
    ) -> Result<Option<Asked>, EngineError> {
        let moves = self.tries.begin(position, most);
        let Some(answer) = self.answer(position, player, moves)? else {
            return Ok(None);
        };
        let mut asked = Asked::alone(answer, player, self.name());
        if self.is_shared() {
            asked.values = [Some(asked.answer.value); 2];
        }
        Ok(Some(asked))
    }

    fn try_gets(
        &mut self,
        position: &Position,
        player: Player,
        least: &IBig,
        most: u64,
    ) -> Result<Option<bool>, EngineError> {
        let moves = self.tries.begin(position, most);
        let (_, state) = self.state(position, player);
        // The second-named player gets so much where the other gets no more than its negative.
        let than = match player {
            Player::First => least.clone(),
            Player::Second => IBig::ONE - least,
        };
        match self.searcher.gets(&state, &than, moves)? {
            None => Ok(None),
            Some(None) => Err(self.endless(position)),
            Some(Some(so)) => Ok(Some(so == (player == Player::First))),
        }
    }

    fn try_solve(&mut self, position: &Position, most: u64) -> Result<Option<Solved>, EngineError> {
        let moves = self.tries.begin(position, most);
        let Some(first) = self.answer(position, Player::First, moves)? else {
            return Ok(None);
        };
        if self.is_shared() {
            return Ok(Some(Solved::impartial(first, self.name())));
        }
        let second = self.answer(position, Player::Second, moves)?;
        Ok(second.map(|second| Solved {
            to_move: [first, second],
            strategy: self.name(),
        }))
    }
}

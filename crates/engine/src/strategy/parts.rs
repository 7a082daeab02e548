//! Rows and boards by the parts that they fall into: through values where forms stay small, by search over sums of parts where they do not.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use whowins_analysis::derive::{board_fall, board_order};
use whowins_analysis::{Frame, Game, Player, Position, Value};
use whowins_values::Cut;

use super::{Strategy, win};
use crate::answer::{Answer, Asked, Best, Reach, Solved};
use crate::limits::{EngineError, Limits};
use crate::values::board::Term;
use crate::values::sums::{Sum, Sums};
use crate::values::{NoValue, refusal};

/// What a first try costs, and what one sum of it counts: tables of up to 2^28 moves are made first, and of impartial games laws are looked for.
const FIRST: u64 = 1 << 28;
const DEAR: u64 = 1 << 14;

pub(super) struct Parts {
    game: Game,
    limits: Limits,
    sums: Sums,
    /// The position that was tried last, and at what cost.
    tried: Option<(Position, u64)>,
}

/// A position with its parts.
struct Laid {
    size: (usize, usize),
    state: Vec<i64>,
    terms: Vec<Term>,
    /// Which of them each cell belongs to.
    of: Vec<u16>,
    sum: Sum,
}

impl Parts {
    /// Takes rows and boards in normal play on which play goes down an order, without follow-ups.
    pub(super) fn new(game: &Game, limits: &Limits) -> Option<Self> {
        let board = game.board()?;
        let falls = board_fall(board).is_some() || board_order(board).is_some();
        if refusal(game).is_some() || !falls {
            return None;
        }
        let memory = limits.budget.memory / 2;
        Some(Self {
            sums: Sums::new(board, limits.budget.clone().with_memory(memory))?,
            game: game.clone(),
            limits: limits.clone(),
            tried: None,
        })
    }

    /// Lays a position out for a try that costs so much; tells how many sums it may have looked at in the end.
    fn begin(&mut self, position: &Position, most: u64) -> Result<Option<(Laid, u64)>, NoValue> {
        let is_again = matches!(&self.tried, Some((tried, _)) if tried == position);
        if is_again {
            self.sums.more();
        }
        self.tried = Some((position.clone(), most));
        let Some(state) = self.game.state_of(position) else {
            return Ok(None);
        };
        let size = self.game.size_of(position);
        let (terms, of) = self.sums.split(size, &state)?;
        let sum = self.sums.sum(&terms)?;
        let laid = Laid {
            size,
            state,
            terms,
            of,
            sum,
        };
        Ok(Some((laid, self.sums.looked().saturating_add(most / DEAR))))
    }

    /// A winning move, or any where there is none.
    fn best(
        &mut self,
        laid: &Laid,
        player: Player,
        wins: bool,
        most: u64,
    ) -> Result<Option<Best>, NoValue> {
        let (rows, columns) = laid.size;
        let frame = Frame::new(&self.game, rows, columns).under(self.limits.budget.clone());
        let state = frame.with_turn(laid.state.clone(), player);
        let mut known: FxHashMap<(Term, Vec<Term>), bool> = FxHashMap::default();
        let mut found = None;
        let mut fault = None;
        let _ = frame.options(player, &state, &mut |play| {
            let is_good = !wins
                || match self.leaves_loss(laid, play.to, player, most, &mut known) {
                    Ok(is_loss) => is_loss,
                    Err(why) => {
                        fault = Some(why);
                        return ControlFlow::Break(());
                    }
                };
            if !is_good {
                return ControlFlow::Continue(());
            }
            found = Some(Best {
                text: self.game.name_of(&frame, columns, &state, &play),
                to: self.game.position_of(play.to, rows, columns),
                again: false,
            });
            ControlFlow::Break(())
        });
        match fault {
            Some(why) => Err(why),
            None => Ok(found),
        }
    }

    /// Whether a move leaves the opponent a loss, as far as that is found.
    fn leaves_loss(
        &mut self,
        laid: &Laid,
        to: &[i64],
        player: Player,
        most: u64,
        known: &mut FxHashMap<(Term, Vec<Term>), bool>,
    ) -> Result<bool, NoValue> {
        let changed = laid.state.iter().zip(to).position(|(old, new)| old != new);
        let Some(part) = changed.map(|at| laid.of[at]) else {
            return Ok(false);
        };
        let Some(term) = laid.terms.get(usize::from(part)).cloned() else {
            return Ok(false);
        };
        // All else is as it was, so the part alone is looked at.
        let after = self.sums.split_part(laid.size, to, &laid.of, part)?;
        let key = (term, after);
        if let Some(known) = known.get(&key) {
            return Ok(*known);
        }
        let next = self.sums.exchanged(&laid.sum, &key.0, &key.1)?;
        let is_loss = self.sums.wins(&next, player.other(), most)? == Some(false);
        known.insert(key, is_loss);
        Ok(is_loss)
    }

    fn answer(
        &mut self,
        laid: &Laid,
        player: Player,
        most: u64,
    ) -> Result<Option<Answer>, NoValue> {
        let Some(wins) = self.sums.wins(&laid.sum, player, most)? else {
            return Ok(None);
        };
        Ok(Some(Answer {
            value: win(wins),
            remoteness: None,
            best: self.best(laid, player, wins, most)?,
            to_losses: Vec::new(),
            difference: None,
        }))
    }

    /// What has no answer here: others may have one, but where the time is over.
    fn told<T>(&self, done: Result<Option<T>, NoValue>) -> Result<Option<T>, EngineError> {
        self.limits.check()?;
        match done {
            Ok(answer) => Ok(answer),
            Err(NoValue::Cut(Cut::Over(over))) => Err(over.into()),
            Err(NoValue::Cut(Cut::Memory)) => Err(EngineError::Memory {
                wanted: None,
                allowed: self.limits.budget.memory,
            }),
            Err(NoValue::Cut(Cut::Size) | NoValue::Refused(_)) => Ok(None),
        }
    }
}

impl Strategy for Parts {
    fn name(&self) -> &'static str {
        "sum of parts"
    }

    fn why(&self) -> String {
        "the position falls into parts that play can never join; parts are put for their values while the forms are small, which cancel, add up and compare (Conway 1976), and what \
         is left is searched part by part"
            .into()
    }

    /// How much there is to look at is not known before: it is begun with.
    fn estimate(&self, position: &Position) -> Option<u64> {
        Some(match &self.tried {
            Some((tried, cost)) if tried == position => cost.saturating_mul(2),
            _ => FIRST + u64::from(self.game.is_impartial()),
        })
    }

    fn reach(&self, position: &Position) -> Option<Reach> {
        let (tried, _) = self.tried.as_ref()?;
        (tried == position).then(|| Reach {
            strategy: self.name(),
            looked: self.sums.looked(),
            least: None,
            most: None,
        })
    }

    fn try_values(
        &mut self,
        position: &Position,
        most: u64,
    ) -> Result<Option<[Value; 2]>, EngineError> {
        let begun = self.begin(position, most);
        let done = begun.and_then(|begun| {
            let Some((laid, most)) = begun else {
                return Ok(None);
            };
            let first = self.sums.wins(&laid.sum, Player::First, most)?;
            let second = self.sums.wins(&laid.sum, Player::Second, most)?;
            Ok(first
                .zip(second)
                .map(|(first, second)| [win(first), win(second)]))
        });
        self.told(done)
    }

    fn try_answer(
        &mut self,
        position: &Position,
        player: Player,
        most: u64,
    ) -> Result<Option<Asked>, EngineError> {
        let begun = self.begin(position, most);
        let done = begun.and_then(|begun| match begun {
            Some((laid, most)) => self.answer(&laid, player, most),
            None => Ok(None),
        });
        let answer = self.told(done)?;
        Ok(answer.map(|answer| {
            let mut values = [None; 2];
            values[player.index()] = Some(answer.value);
            Asked {
                answer,
                values,
                strategy: self.name(),
            }
        }))
    }

    fn try_solve(&mut self, position: &Position, most: u64) -> Result<Option<Solved>, EngineError> {
        let begun = self.begin(position, most);
        let done = begun.and_then(|begun| {
            let Some((laid, most)) = begun else {
                return Ok(None);
            };
            let Some(first) = self.answer(&laid, Player::First, most)? else {
                return Ok(None);
            };
            let second = self.answer(&laid, Player::Second, most)?;
            Ok(second.map(|second| Solved {
                to_move: [first, second],
                strategy: self.name(),
            }))
        });
        self.told(done)
    }
}

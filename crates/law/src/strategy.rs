//! Lets the engine answer from a proved law.

use std::cell::{OnceCell, RefCell};
use std::ops::ControlFlow;
use std::sync::Arc;

use dashu_int::{IBig, Sign, UBig};
use whowins_analysis::derive::{Ray, rays};
use whowins_analysis::heaps::Breaking;
use whowins_analysis::naming::heaps_move;
use whowins_analysis::numbers::{Numbers, Variable};
use whowins_analysis::program::Program;
use whowins_analysis::{Budget, Frame, Game, Player, Position, Value, decimal};
use whowins_engine::{
    Answer, Ask, Best, EngineError, Known, Limits, Solved, Strategy, best, to_losses,
};
use whowins_verify::rows::{Heaps, Parity};
use whowins_verify::values::CutRows;
use whowins_verify::{Law, Verified};

use crate::kinds::{self, Asked};
use crate::source::{LawSource, Search};

/// The name of the strategy that answers from a law.
pub const STRATEGY: &str = "proved law";

/// What an answer by a law that is known takes, in states or steps.
const ANSWER: u64 = 1 << 9;
/// A row with more cells is long: each step of a search costs as much, and a position has about as
/// many moves.
const LONG: usize = 1 << 6;
/// What a search for a law is worth where a long row is explored, in the same.
const SEARCH_LONG: u64 = 1 << 22;
/// What a thorough search is worth where hardly anything else comes to an end: at positions beyond
/// machine words, and at large numbers of games of no family.
const SEARCH_LARGE: u64 = 1 << 16;
/// Steps of a table of a family's game that take as long as one move of a game of no family.
const PER_MOVE: u64 = 1 << 4;
/// What a thorough search for a law takes, in the same, where the short ones have found none: some
/// seconds of a table. Tables that take less are made first.
const SEARCH: u64 = 1 << 28;

/// Answers positions of any size from a verified certificate.
pub struct LawStrategy {
    game: Game,
    source: Arc<LawSource>,
    budget: Budget,
    /// A small position, laid out anew for each that is asked in passing; none where positions are
    /// no numbers.
    small: Option<RefCell<Position>>,
    /// Whether a law of rows is read off the rules; looked at once, where a long row is asked for.
    read_off: OnceCell<bool>,
}

impl LawStrategy {
    /// Whether a law of rows is read off the rules, or found in no time.
    fn is_read_off(&self) -> bool {
        let slides = || Heaps::of(&self.game).is_ok_and(|heaps| heaps.slides.is_some());
        let look =
            || CutRows::of(&self.game).is_some() || Parity::is_law_of(&self.game) || slides();
        *self.read_off.get_or_init(look)
    }

    /// For a game of the source's rules, its parameters given.
    pub fn new(source: Arc<LawSource>, game: &Game) -> Self {
        Self {
            game: game.clone(),
            source,
            budget: Budget::OPEN,
            small: (game.codes().is_some() || game.is_tuple()).then(RefCell::default),
            read_off: OnceCell::new(),
        }
    }

    /// The same, its moves looked for under a budget: an answer that was cut is none.
    #[must_use]
    pub fn under(self, budget: &Budget) -> Self {
        let budget = budget.clone();
        Self { budget, ..self }
    }

    fn law(&self) -> Option<&Verified> {
        self.source.law()
    }

    /// What an answer takes, in states or steps, and how the law is searched for; `None` where
    /// there is none.
    fn plan(&self, position: &Position) -> Option<(u64, Search)> {
        if self.source.is_settled() {
            return self.source.known().map(|_| (ANSWER, Search::Thorough));
        }
        let is_long = position.elements().len() > LONG;
        let thorough = match position {
            // Read off the rules, where each option is as long as the row.
            _ if is_long && self.is_read_off() => ANSWER,
            _ if is_long && self.game.program().is_some() => SEARCH_LONG,
            // Beyond machine words a search has little hope, and a single look at the choices of
            // large numbers may take without end.
            _ if self.game.state_of(position).is_none() => SEARCH_LARGE,
            _ if self.game.program().is_some() && self.game.is_large(position) => SEARCH_LARGE,
            _ => SEARCH,
        };
        let short = self.source.next_short_search();
        let short = match self.game.program() {
            Some(_) => short,
            None => short.map(|short| short * PER_MOVE),
        };
        let short = short.filter(|short| *short < thorough);
        Some(match short {
            Some(short) => (short, Search::Short),
            None => (thorough, Search::Thorough),
        })
    }

    fn frame(&self, rows: usize, columns: usize) -> Frame {
        Frame::new(&self.game, rows, columns).under(self.budget.clone())
    }

    /// A move that keeps the value, where one can be found without looking at too many. What was
    /// not taken from the rules' own list of moves is held against them, and against the law's
    /// value where it leads ([`LawStrategy::keeps`]).
    fn best(&self, position: &Position, player: Player, value: Value) -> Option<Best> {
        if self.game.codes().is_some() && value == Value::Win {
            // A heap can be broken up in too many ways to lay them out.
            let heaps = position.naturals()?;
            return match self.game.heaps() {
                Some(breaking) => self.in_heaps(breaking, &heaps).filter(|best| {
                    self.keeps(position, player, value, (&best.to, best.next(player)))
                }),
                None => self.by_values(position, &heaps, player),
            };
        }
        let is_board = self.game.board().is_some();
        if !self.game.is_large(position) && (is_board || !self.is_quick()) {
            return self.laid_out(position, player, value);
        }
        match self.game.numbers() {
            Some(numbers) => self.by_rays(numbers, position, player, value),
            None => self.by_paths(self.game.program()?, position, player, value),
        }
    }

    /// Whether a law finds moves sooner than they are laid out.
    fn is_quick(&self) -> bool {
        let laws = self.law().map_or(&[][..], |law| &law.certificate().laws);
        let mut kinds = laws.iter().filter_map(kinds::of);
        kinds.any(kinds::Kind::is_quick)
    }

    /// Whether a move may be named: the rules have it, and it keeps the value. Exact at any size.
    fn keeps(
        &self,
        position: &Position,
        player: Player,
        value: Value,
        (to, next): (&Position, Player),
    ) -> bool {
        // A row that loses cells has no ends, and its law says who wins where nobody can move; to
        // look for a move there takes as long as to lay out all.
        let end = || match self.game.strings() {
            Some(_) => None,
            None => self.game.end_at(next, to),
        };
        let brings = || match end() {
            Some(end) => Some(for_player(end.for_next(next), next, player)),
            None => self.brings(self.law()?, (to, next), player),
        };
        let kept = value == Value::Loss || brings() == Some(value);
        kept && self.game.is_move(player, position, (to, next)) == Some(true)
    }

    /// A move in numbers of any size that a law of linear moves finds.
    fn by_paths(
        &self,
        program: &Program,
        position: &Position,
        player: Player,
        value: Value,
    ) -> Option<Best> {
        let (to, next) = self.by_automata(position, player, value)?;
        Some(Best {
            text: program.told(player, &position.core_state(player), &to.core_state(next)),
            to,
            again: next == player,
        })
    }

    /// A position after a move that keeps the value, as a law's automata find it, and who is to
    /// move there.
    fn by_automata(
        &self,
        position: &Position,
        player: Player,
        value: Value,
    ) -> Option<(Position, Player)> {
        let (game, budget, other) = (&self.game, &self.budget, player.other());
        let keeps = |to: &Position, next| self.keeps(position, player, value, (to, next));
        let laws = &self.law()?.certificate().laws;
        laws.iter().find_map(|law| match law {
            Law::Automatic(law) if value == Value::Win => {
                let (numbers, keeps) = (position.naturals()?, |to: &Position| keeps(to, other));
                let to = crate::automatic::winning_move(law, game, &numbers, player, budget, keeps);
                Some((to?, other))
            }
            law => {
                let asked = Asked {
                    game,
                    position,
                    player,
                    value,
                    budget,
                };
                kinds::of(law)?.best(law, &asked, &keeps)
            }
        })
    }

    /// A winning move in heaps that each player has a code of their own for.
    fn by_values(&self, position: &Position, heaps: &[UBig], player: Player) -> Option<Best> {
        let code = &self.game.codes()?[player.index()];
        let next = player.other();
        let keeps = |to: &Position| self.keeps(position, player, Value::Win, (to, next));
        let laws = &self.law()?.certificate().laws;
        let to = laws.iter().find_map(|law| match law {
            Law::HeapValues(law) => {
                crate::values::winning_move(law, code, heaps, &self.budget, keeps)
            }
            _ => None,
        })?;
        Some(Best {
            text: heaps_move(heaps, &to),
            to: Position::list(to),
            again: false,
        })
    }

    /// The search's limits, within the budget of this question.
    fn limits(&self) -> Limits {
        let budget = self.budget.clone();
        let memory = budget.memory.min(self.source.limits.budget.memory);
        Limits {
            budget: budget.with_memory(memory),
            ..self.source.limits.clone()
        }
    }

    /// A winning move in large heaps, by whichever way finds one.
    fn in_heaps(&self, breaking: &Breaking, heaps: &[UBig]) -> Option<Best> {
        let laws = &self.law()?.certificate().laws;
        let misere = laws.iter().find_map(|law| match law {
            Law::MisereQuotient(law) => Some(law),
            _ => None,
        });
        let repeats = laws.iter().find_map(|law| match law {
            Law::GuySmith(law) => Some((law.preperiod, law.period)),
            _ => None,
        });
        let by_automaton =
            |law| crate::octal::huge::winning_move(breaking, law, heaps, &UBig::ZERO);
        let to = match misere {
            Some(law) => crate::octal::misere::winning_move(breaking, law, heaps, &self.budget)?,
            None => crate::octal::winning_move(breaking, heaps, 0, repeats, &self.limits())
                .or_else(|| laws.iter().find_map(by_automaton))?,
        };
        Some(Best {
            text: heaps_move(heaps, &to),
            to: Position::list(to),
            again: false,
        })
    }

    fn laid_out(&self, position: &Position, player: Player, value: Value) -> Option<Best> {
        let (rows, columns) = self.game.size_of(position);
        let frame = self.frame(rows, columns);
        let mut state = self.game.state_of(position)?;
        frame.settle(&mut state);
        if value == Value::Loss {
            // No move is better than another: the law does not know how long play lasts.
            let mut first = None;
            let _ = frame.options(player, &state, &mut |option| {
                first = Some(Best {
                    text: self.game.name_of(&frame, columns, player, &state, &option),
                    to: self.game.position_of(option.to, rows, columns),
                    again: frame.next_player(option.to, player) == player,
                });
                ControlFlow::Break(())
            });
            return first;
        }
        let ask = Ask::new(&self.game, &frame, &state, (rows, columns), player);
        best(
            &ask,
            value,
            &self.replies(self.law()?, &frame, (rows, columns), player),
        )
    }

    /// What a player gets by the law at a position with `next` to move.
    fn brings(
        &self,
        law: &Verified,
        (to, next): (&Position, Player),
        player: Player,
    ) -> Option<Value> {
        let value = law.values(&self.game, to)?[next.index()];
        Some(for_player(value, next, player))
    }

    /// What the law says of the options.
    fn replies(
        &self,
        law: &Verified,
        frame: &Frame,
        (rows, columns): (usize, usize),
        player: Player,
    ) -> impl Fn(&[i64]) -> Known {
        move |state| {
            let to = self.game.position_of(state, rows, columns);
            let next = frame.next_player(state, player);
            Some((self.brings(law, (&to, next), player)?.reversed(), None))
        }
    }

    /// Where the opponent may block options, the moves to losses of positions small enough to look
    /// at all moves.
    fn to_losses(&self, position: &Position, player: Player) -> Vec<Best> {
        let (game, blocking) = (&self.game, self.game.ending.blocked > 0);
        match (game.state_of(position), self.law()) {
            (Some(state), Some(law)) if blocking && !game.is_large(position) => {
                let (frame, size) = (self.frame(1, 1), (1, 1));
                let ask = Ask::new(game, &frame, &state, size, player);
                to_losses(&ask, &self.replies(law, &frame, size, player))
            }
            _ => Vec::new(),
        }
    }

    /// The lost positions beside a pair of numbers, where a closed form tells them.
    fn beside(&self, numbers: &[UBig]) -> Vec<Position> {
        let ([x, y], Some(law)) = (numbers, self.law()) else {
            return Vec::new();
        };
        let near = law.certificate().laws.iter().find_map(|law| match law {
            Law::Beatty(pair) => Some(crate::automatic::beside(pair, x, y)),
            _ => None,
        });
        let near = near.into_iter().flatten();
        near.map(Position::tuple).collect()
    }

    /// A move on numbers of any size that keeps the value: what a closed form or an automaton
    /// finds, or the first of each ray.
    fn by_rays(
        &self,
        shape: &Numbers,
        position: &Position,
        player: Player,
        value: Value,
    ) -> Option<Best> {
        let step = |ray: &Ray| -> Option<Position> {
            let displacement = ray.base.iter().zip(&ray.step);
            let moved = position.elements().iter().zip(displacement);
            let moved = moved.map(|(number, (base, step))| {
                let change = IBig::from(*base) + IBig::from(*step) * IBig::from(ray.least);
                Some(number + change).filter(|to| *to >= IBig::ZERO)
            });
            moved.collect::<Option<Vec<_>>>().map(Position::tuple)
        };
        let rays = rays(shape).unwrap_or_default();
        let near = rays.iter().filter(|ray| ray.by.allows(player));
        let mut near = near.filter_map(step);
        let other = player.other();
        let keeps = |to: &Position| self.keeps(position, player, value, (to, other));
        let far = || Some(self.by_automata(position, player, value)?.0);
        // Where any move does, a step along a ray is at hand; where few do, each that is tried
        // takes as long as the question itself.
        let to = match value {
            Value::Win => (self.beside(&position.naturals()?).into_iter().find(keeps))
                .or_else(far)
                .or_else(|| near.find(keeps)),
            _ => near.find(keeps).or_else(far),
        }?;
        Some(Best {
            text: changes(shape, position, &to),
            to,
            again: false,
        })
    }
}

/// A player's value where it is known what `next`, who is to move, gets.
fn for_player(value: Value, next: Player, player: Player) -> Value {
    match next == player {
        true => value,
        false => value.reversed(),
    }
}

/// Returns the changes from one tuple to another, such as "x -= 5, y -= 5" or "n -= 2, last := 2".
///
/// A number that the rules only set gets `:=` and its new value.
pub fn changes(shape: &Numbers, before: &Position, after: &Position) -> String {
    let both = before.elements().iter().zip(after.elements());
    let numbers = shape.variables.iter().enumerate().zip(both);
    let changes = numbers.filter(|(_, (before, after))| before != after);
    let changes = changes.map(|((slot, Variable { name, .. }), (before, after))| {
        let (sign, change) = (after - before).into_parts();
        match sign {
            _ if shape.only_sets(slot) => format!("{name} := {after}"),
            Sign::Negative => format!("{name} -= {}", decimal(&change)),
            Sign::Positive => format!("{name} += {}", decimal(&change)),
        }
    });
    changes.collect::<Vec<_>>().join(", ")
}

impl Strategy for LawStrategy {
    fn name(&self) -> &'static str {
        STRATEGY
    }

    fn why(&self) -> String {
        match (self.source.is_settled(), self.source.known()) {
            (_, Some(law)) => law.statements().join(" "),
            (true, None) => {
                "no law was found and proved (`whowins law` says what was tried)".into()
            }
            (false, None) => "a law is searched for before more than a small table is made, and longer where tables take long".into(),
        }
    }

    fn estimate(&self, position: &Position) -> Option<u64> {
        self.plan(position).map(|(estimate, _)| estimate)
    }

    fn tells_length(&self) -> bool {
        false
    }

    fn try_grundy(&mut self, position: &Position) -> Option<UBig> {
        self.source.grundy(&self.game, position)
    }

    fn known(&self, state: &[i64], _: (usize, usize)) -> Option<[Value; 2]> {
        let law = self.source.known()?;
        let mut small = self.small.as_ref()?.borrow_mut();
        let numbers = state.iter().map(|number| number.unsigned_abs());
        match self.game.codes() {
            Some(_) => small.set_list(numbers),
            None => small.set_tuple(numbers),
        }
        law.values(&self.game, &small)
    }

    fn try_values(
        &mut self,
        position: &Position,
        most: u64,
    ) -> Result<Option<[Value; 2]>, EngineError> {
        // More than the estimate is for whoever asks this strategy alone.
        let law = match self.plan(position) {
            Some((estimate, Search::Short)) if most <= estimate => self.source.search_shortly(),
            _ => self.law(),
        };
        Ok(law.and_then(|law| law.values(&self.game, position)))
    }

    fn try_solve(&mut self, position: &Position, most: u64) -> Result<Option<Solved>, EngineError> {
        let Some(values) = self.try_values(position, most)? else {
            return Ok(None);
        };
        let answer = |player: Player| {
            let value = values[player.index()];
            Answer {
                value,
                remoteness: None,
                best: match self.game.ending.blocked {
                    0 => self.best(position, player, value),
                    _ => None,
                },
                to_losses: self.to_losses(position, player),
                difference: None,
            }
        };
        let first = answer(Player::First);
        // Far out a move may take as long as the value: once for both, where both have the same.
        // A position of parts says whose turn it is.
        let second = match self.game.is_impartial() && self.game.program().is_none() {
            true => first.clone(),
            false => answer(Player::Second),
        };
        if let Some(over) = self.budget.over() {
            return Err(over.into());
        }
        Ok(Some(Solved {
            to_move: [first, second],
            strategy: self.name(),
        }))
    }
}

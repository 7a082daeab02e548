//! Lets the engine answer from a proved law.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use dashu_int::{IBig, UBig};
use whowins_engine::{
    Answer, Ask, Best, EngineError, Known, Limits, Solved, Strategy, best, to_losses, words,
};
use whowins_rules::derive::rays;
use whowins_rules::numbers::Numbers;
use whowins_rules::{Frame, Game, Parameters, Player, Position, Rules, Shape, Value};
use whowins_verify::{Law, Verified};

use crate::{Says, find};

/// The name of the strategy that answers from a law.
pub const STRATEGY: &str = "proved law";

/// A search for a law that is to answer one question may take so long, and half of the time that there is.
const PATIENCE: Duration = Duration::from_secs(20);
/// What an answer by a law that is known takes, in states or steps.
const ANSWER: u64 = 1 << 9;
/// What a search for a law takes, in the same: some seconds of a table. Tables that take less are made first.
const SEARCH: u64 = 1 << 28;
/// With more options than these, or more cells, the rules are not laid out to find a move.
const LAID_OUT: usize = 20_000;

/// Where a law comes from: a certificate, or a search on the first question. Engines of one game's rules can share it.
pub struct LawSource {
    rules: Rules,
    values: Parameters,
    /// A position whose own strategy would do, where there is no law of all.
    at: Option<Position>,
    limits: Limits,
    law: OnceLock<Option<Verified>>,
}

impl LawSource {
    /// A law that is looked for when it is first needed. Parameters without a value are left open.
    pub fn search(rules: &Rules, values: &Parameters, limits: &Limits) -> Self {
        Self {
            rules: rules.clone(),
            values: values.clone(),
            at: None,
            limits: limits.clone(),
            law: OnceLock::new(),
        }
    }

    /// The same, and where there is no law of all positions, a strategy from this one: what `whowins law` finds.
    pub fn search_at(
        rules: &Rules,
        values: &Parameters,
        position: &Position,
        limits: &Limits,
    ) -> Self {
        Self {
            at: Some(position.clone()),
            ..Self::search(rules, values, limits)
        }
    }

    /// A law that is known; whoever gives it has seen that it speaks of these rules ([`Verified::speaks_of`]).
    pub fn proved(verified: Verified, rules: &Rules, limits: &Limits) -> Self {
        let source = Self::search(rules, &Parameters::new(), limits);
        let _ = source.law.set(Some(verified));
        source
    }

    /// The law if it has been looked for and found: never waits.
    pub fn known(&self) -> Option<&Verified> {
        self.law.get()?.as_ref()
    }

    /// Whether a law has been looked for, or was given.
    pub fn is_settled(&self) -> bool {
        self.law.get().is_some()
    }

    /// The law, looked for once; `None` where none was proved in some twenty seconds, or half of the time that there is.
    pub fn law(&self) -> Option<&Verified> {
        let search = || {
            let mut limits = self.limits.clone();
            let now = Instant::now();
            let left = |deadline: Instant| deadline.saturating_duration_since(now) / 2;
            let patience = limits
                .deadline
                .map_or(PATIENCE, |end| left(end).min(PATIENCE));
            limits.deadline = Some(now + patience);
            let wanted: &[Says] = match self.at {
                None => &[Says::Outcome, Says::ClosedForm],
                Some(_) => &Says::ALL,
            };
            find(&self.rules, &self.values, self.at.as_ref(), &limits, wanted)
                .ok()?
                .proved
        };
        self.law.get_or_init(search).as_ref()
    }
}

/// Answers positions of any size from a verified certificate.
pub struct LawStrategy {
    game: Game,
    source: Arc<LawSource>,
    /// A small position, laid out anew for each that is asked in passing.
    small: RefCell<Position>,
}

impl LawStrategy {
    /// For a game of the source's rules, its parameters given.
    pub fn new(source: Arc<LawSource>, game: &Game) -> Self {
        Self {
            game: game.clone(),
            source,
            small: RefCell::new(match game.shape {
                Shape::Heaps(_) => Position::Heaps(Vec::new()),
                _ => Position::Numbers(Vec::new()),
            }),
        }
    }

    fn law(&self) -> Option<&Verified> {
        self.source.law()
    }

    /// A move that keeps the value, where one can be found without looking at too many.
    fn best(&self, position: &Position, player: Player, value: Value) -> Option<Best> {
        match &self.game.shape {
            Shape::Board(_) => {
                let (rows, columns) = position.size();
                (rows * columns <= LAID_OUT)
                    .then(|| self.laid_out(position, player, value))
                    .flatten()
            }
            Shape::Numbers(_) => {
                let small = |number: &UBig| *number <= UBig::from(LAID_OUT);
                match position {
                    Position::Numbers(numbers) if numbers.iter().all(small) => {
                        self.laid_out(position, player, value)
                    }
                    Position::Numbers(numbers) => self.by_rays(numbers, player, value),
                    _ => None,
                }
            }
            Shape::Heaps(breaking) => match position {
                Position::Heaps(heaps) if value == Value::Win => {
                    let laws = &self.law()?.certificate().laws;
                    let misere = laws.iter().find_map(|law| match law {
                        Law::MisereQuotient(law) => Some(law),
                        _ => None,
                    });
                    let (heap, to) = match misere {
                        Some(law) => crate::octal::misere::winning_move(breaking, law, heaps)?,
                        None => crate::octal::winning_move(breaking, heaps, &self.source.limits)
                            .or_else(|| {
                                laws.iter().find_map(|law| {
                                    crate::octal::huge::winning_move(breaking, law, heaps)
                                })
                            })?,
                    };
                    Some(Best {
                        text: format!("play in the heap of {heap}"),
                        to: Position::Heaps(to),
                    })
                }
                Position::Heaps(heaps)
                    if heaps.iter().all(|heap| *heap <= UBig::from(LAID_OUT)) =>
                {
                    self.laid_out(position, player, value)
                }
                _ => None,
            },
            _ => self.laid_out(position, player, value),
        }
    }

    fn laid_out(&self, position: &Position, player: Player, value: Value) -> Option<Best> {
        let (rows, columns) = position.size();
        let frame = Frame::new(&self.game, rows, columns);
        let mut state = position.state()?;
        frame.settle(&mut state);
        if value == Value::Loss {
            // No move is better than another: the law does not know how long play lasts.
            let mut first = None;
            let _ = frame.options(player, &state, &mut |option| {
                first = Some(Best {
                    text: words(&self.game, option.rule, option.chosen, columns),
                    to: self.game.position_of(option.to, rows, columns),
                });
                ControlFlow::Break(())
            });
            return first;
        }
        let ask = Ask::new(&self.game, &frame, &state, (rows, columns), player);
        best(&ask, value, &self.replies(self.law()?, position, player))
    }

    /// What the law says of the options.
    fn replies(
        &self,
        law: &Verified,
        position: &Position,
        player: Player,
    ) -> impl Fn(&[i64]) -> Known {
        let ((rows, columns), reply) = (position.size(), player.other().index());
        move |next| {
            let next = self.game.position_of(next, rows, columns);
            Some((law.values(&self.game, &next)?[reply], None))
        }
    }

    /// Where the opponent may block options, the moves to losses of positions small enough to look at all moves.
    fn to_losses(&self, position: &Position, player: Player) -> Vec<Best> {
        let small = match position {
            Position::Numbers(numbers) => numbers.iter().all(|n| *n <= UBig::from(LAID_OUT)),
            _ => false,
        };
        match (position.state(), self.law()) {
            (Some(state), Some(law)) if small && self.game.ending.blocked > 0 => {
                let frame = Frame::new(&self.game, 1, 1);
                let ask = Ask::new(&self.game, &frame, &state, (1, 1), player);
                to_losses(&ask, &self.replies(law, position, player))
            }
            _ => Vec::new(),
        }
    }

    /// The lost positions beside a pair of numbers, where a closed form tells them.
    fn beside(&self, numbers: &[UBig]) -> Option<Vec<Vec<UBig>>> {
        let [x, y] = numbers else { return None };
        let mut laws = self.law()?.certificate().laws.iter();
        laws.find_map(|law| match law {
            Law::Beatty(pair) => {
                let near = crate::automatic::beside(pair, x, y);
                Some(near.into_iter().map(Vec::from).collect())
            }
            _ => None,
        })
    }

    /// A move on numbers of any size: single vectors one by one, rays by the automaton.
    fn by_rays(&self, numbers: &[UBig], player: Player, value: Value) -> Option<Best> {
        let Shape::Numbers(shape) = &self.game.shape else {
            return None;
        };
        let law = self.law()?;
        let loses = |to: &[UBig]| {
            law.values(&self.game, &Position::Numbers(to.to_vec()))
                .is_some_and(|values| values[player.other().index()] == Value::Loss)
        };
        let mut rays = rays(shape)?;
        rays.retain(|ray| ray.by.allows(player));
        let unguarded = |ray: &whowins_rules::derive::Ray| {
            ray.guard == whowins_rules::expression::Cond::Const(true)
        };
        if !rays.iter().all(unguarded) {
            return None;
        }
        let step = |base: &[i64], ray_step: &[i64], k: i64| -> Option<Vec<UBig>> {
            numbers
                .iter()
                .zip(base.iter().zip(ray_step))
                .map(|(number, (base, step))| {
                    let moved = IBig::from(number.clone())
                        + IBig::from(*base)
                        + IBig::from(*step) * IBig::from(k);
                    UBig::try_from(moved).ok()
                })
                .collect()
        };
        let mut to = None;
        for ray in &rays {
            let option = step(&ray.base, &ray.step, ray.least);
            let wanted = |to: &[UBig]| value != Value::Win || loses(to);
            to = option.filter(|to| wanted(to));
            if to.is_some() {
                break;
            }
        }
        if let Some(near) = self.beside(numbers)
            && to.is_none()
            && value == Value::Win
        {
            // Where the lost positions are a closed form, one that a move leads to is read off it.
            to = near.into_iter().find(|to| {
                rays.iter()
                    .any(|ray| crate::automatic::leads(ray, numbers, to))
            });
        }
        if to.is_none() && value == Value::Win {
            to = law.certificate().laws.iter().find_map(|found| match found {
                Law::Automatic(automatic) => {
                    crate::automatic::winning_move(automatic, &self.game, numbers, player)
                }
                _ => None,
            });
        }
        let to = to?;
        Some(Best {
            text: changes(shape, numbers, &to),
            to: Position::Numbers(to),
        })
    }
}

/// A move from one tuple to another as the changes it makes: «x -= 5, y -= 5».
pub fn changes(shape: &Numbers, before: &[UBig], after: &[UBig]) -> String {
    let changes: Vec<String> = before
        .iter()
        .zip(after)
        .zip(&shape.variables)
        .filter(|((before, after), _)| before != after)
        .map(|((before, after), variable)| match before > after {
            true => format!("{} -= {}", variable.name, before - after),
            false => format!("{} += {}", variable.name, after - before),
        })
        .collect();
    changes.join(", ")
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
            (false, None) => "a law is looked for only where tables take more".into(),
        }
    }

    fn estimate(&self, _: &Position) -> Option<u64> {
        match self.source.is_settled() {
            true => self.source.known().map(|_| ANSWER),
            false => Some(SEARCH),
        }
    }

    fn known(&self, state: &[i64]) -> Option<[Value; 2]> {
        let law = self.source.known()?;
        let mut small = self.small.borrow_mut();
        let (Position::Numbers(numbers) | Position::Heaps(numbers)) = &mut *small else {
            return None;
        };
        numbers.clear();
        numbers.extend(state.iter().map(|number| UBig::from(number.unsigned_abs())));
        law.values(&self.game, &small)
    }

    fn try_values(
        &mut self,
        position: &Position,
        _: u64,
    ) -> Result<Option<[Value; 2]>, EngineError> {
        Ok(self.law().and_then(|law| law.values(&self.game, position)))
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
            }
        };
        let first = answer(Player::First);
        // Far out a move may take as long as the value: once for both, where both have the same.
        let second = match self.game.is_impartial() {
            true => first.clone(),
            false => answer(Player::Second),
        };
        Ok(Some(Solved {
            to_move: [first, second],
            strategy: self.name(),
        }))
    }
}

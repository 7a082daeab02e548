//! What people ask of a position beside who wins: every move with what it brings, how many win, the
//! Grundy value, best play to its end.

use std::time::Duration;

use dashu_int::UBig;
use serde::{Serialize, Serializer};
use web_time::Instant;
use whowins::{Brings, Grundy, Legal, NoGrundy, best_line, brings, brings_within, legal_moves};
use whowins_analysis::{Player, Position, Value};
use whowins_engine::{Asked, Best, Engine, EngineError, Limits};

use crate::answer::word;
use crate::fault::Fault;

/// What is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Every legal move with what it brings.
    pub moves: bool,
    /// How many moves win.
    pub count: bool,
    /// The first move that wins, in the order of the rules.
    pub first: bool,
    /// The Grundy value, and that of the position after each move.
    pub grundy: bool,
    /// Best play to its end.
    pub line: bool,
    /// By how much the player to move ends above the opponent.
    pub score: bool,
}

/// No longer line of best play is told.
const LONGEST_LINE: usize = 10_000;

/// What was asked, as `--json` prints it; what was not asked is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct More {
    /// Every legal move, one for each position after, in the order of the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveTold>>,
    /// How many of them win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_moves: Option<usize>,
    /// The first of them that wins; `null` where none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Option<MoveTold>>,
    /// The Grundy value.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "number")]
    pub grundy: Option<UBig>,
    /// Where play is for points, by how much the player to move ends above the opponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// Best play, move by move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<Step>>,
}

/// A move, with what it brings to the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveTold {
    /// Its words.
    pub text: String,
    /// The position after it.
    pub to: String,
    /// `win`, `loss` or `draw`, for the player who makes it; `None` where that takes more than the
    /// list may cost.
    pub value: Option<&'static str>,
    /// How many moves best play lasts after it, where that is known.
    pub remoteness: Option<u64>,
    /// Where play is for points, by how much that player ends above the opponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
    /// The Grundy value of the position after it, where Grundy values are asked for.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "number")]
    pub grundy: Option<UBig>,
}

/// A number, as text where it is beyond 64 bits.
fn number<S: Serializer>(number: &Option<UBig>, to: S) -> Result<S::Ok, S::Error> {
    match number
        .as_ref()
        .map(|number| (number, u64::try_from(number)))
    {
        None => to.serialize_none(),
        Some((_, Ok(small))) => to.serialize_u64(small),
        Some((large, Err(_))) => to.collect_str(large),
    }
}

/// A move of best play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Who makes it.
    pub player: String,
    /// Its words.
    pub text: String,
    /// The position after it.
    pub to: String,
}

impl Wanted {
    /// Whether nothing is asked.
    pub fn is_nothing(self) -> bool {
        self == Self::default()
    }

    /// Works out what is asked of a position with this player to move, whose answer is known.
    /// `grundy` keeps what it has worked out.
    ///
    /// # Errors
    ///
    /// What the engine says, and [`Fault::Input`] where the game has no Grundy values, or the
    /// position too many moves.
    pub fn of(
        self,
        engine: &mut Engine,
        position: &Position,
        player: Player,
        asked: &Asked,
        grundy: &mut Option<Grundy>,
        limits: &Limits,
    ) -> Result<More, Fault> {
        let mut more = More::default();
        if self.grundy {
            let known = match grundy {
                Some(known) => known,
                None => grundy.insert(Grundy::new(engine.game(), limits).map_err(told)?),
            };
            more.grundy = Some(known.ask(engine, position).map_err(told)?);
        }
        if self.score {
            let by = asked.answer.difference.as_ref();
            let by = by
                .ok_or_else(|| Fault::Input("--score: the game is not played for points".into()))?;
            more.score = Some(by.to_string());
        }
        if self.moves || self.count || self.first {
            let mut all = Vec::new();
            let mut verdicts = Verdicts::new(engine, position, player, asked, limits);
            verdicts.exact = self.count || self.first;
            for legal in legal_moves(engine.game(), position, player, limits)? {
                let (value, brings) = verdicts.of(engine, &legal)?;
                let grundy = match (self.grundy && self.moves, grundy.as_mut()) {
                    (true, Some(known)) => Some(known.ask(engine, &legal.to).map_err(told)?),
                    _ => None,
                };
                all.push(MoveTold {
                    text: legal.text,
                    to: engine.game().show(&legal.to),
                    value: value.map(word),
                    remoteness: brings.as_ref().and_then(|brings| brings.remoteness),
                    difference: brings
                        .and_then(|brings| brings.difference)
                        .map(|by| by.to_string()),
                    grundy,
                });
            }
            let wins = |one: &&MoveTold| one.value == Some(word(Value::Win));
            more.winning_moves = self.count.then(|| all.iter().filter(wins).count());
            more.first = self.first.then(|| all.iter().find(wins).cloned());
            more.moves = self.moves.then_some(all);
        }
        if self.line {
            let mut to_move = player;
            let mut steps = Vec::new();
            for legal in best_line(engine, position, player, LONGEST_LINE)? {
                let game = engine.game();
                steps.push(Step {
                    player: game.player(to_move).to_string(),
                    text: legal.text,
                    to: game.show(&legal.to),
                });
                to_move = legal.next;
            }
            more.line = Some(steps);
        }
        Ok(more)
    }
}

/// A list of moves may cost so many states or steps a move, or as much as the answer of its
/// position did.
const CHEAP: u64 = 1 << 24;
/// Without a time limit, a list of moves may take so long.
const PATIENCE: Duration = Duration::from_secs(30);

/// What the moves of a position bring, as far as that costs little.
struct Verdicts<'a> {
    player: Player,
    /// The answer of the position.
    asked: &'a Asked,
    /// Whether everything is to be known, whatever it costs.
    exact: bool,
    /// How many states or steps a move may cost.
    most: u64,
    /// When the list has taken long enough.
    end: Option<Instant>,
}

impl<'a> Verdicts<'a> {
    fn new(
        engine: &Engine,
        position: &Position,
        player: Player,
        asked: &'a Asked,
        limits: &Limits,
    ) -> Self {
        let mut bids = engine.bids(position).into_iter();
        let own = bids.find(|bid| bid.name == asked.strategy);
        let own = own.and_then(|bid| bid.cost).unwrap_or(0);
        let patient = || Instant::now().checked_add(PATIENCE);
        Self {
            player,
            asked,
            exact: false,
            most: own.saturating_mul(2).max(CHEAP),
            end: limits.budget.deadline.or_else(patient),
        }
    }

    /// Returns the value of a move, if it is known, and what more the engine knows of it.
    fn of(
        &mut self,
        engine: &mut Engine,
        legal: &Legal,
    ) -> Result<(Option<Value>, Option<Brings>), EngineError> {
        if self.exact {
            let found = brings(engine, legal, self.player)?;
            return Ok((Some(found.value), Some(found)));
        }
        if let Some(found) = self.cheap(engine, legal)? {
            return Ok((Some(found.value), Some(found)));
        }
        let answer = &self.asked.answer;
        let is_best = |best: &Best| (&best.to, best.next(self.player)) == (&legal.to, legal.next);
        let value = match answer.value {
            // Every move of a lost position loses.
            Value::Loss => Some(Value::Loss),
            value => answer.best.as_ref().is_some_and(is_best).then_some(value),
        };
        Ok((value, None))
    }

    fn cheap(&mut self, engine: &mut Engine, legal: &Legal) -> Result<Option<Brings>, EngineError> {
        if self.end.is_some_and(|end| Instant::now() >= end) {
            return Ok(None);
        }
        let estimate = engine.estimate(&legal.to);
        match brings_within(engine, legal, self.player, self.most) {
            // What met a limit is not tried again.
            Err(error) if is_limit(&error) => {
                let tried = estimate.unwrap_or(0);
                self.most = self.most.min(tried.saturating_sub(1));
                Ok(None)
            }
            found => found,
        }
    }
}

/// Whether a move's value takes more than there is.
fn is_limit(error: &EngineError) -> bool {
    let is_stopped = matches!(error, EngineError::Stopped);
    (error.is_budget() && !is_stopped) || matches!(error, EngineError::TooLarge(_))
}

fn told(why: NoGrundy) -> Fault {
    match why {
        NoGrundy::Engine(error) => Fault::Engine(error),
        other => Fault::Input(other.to_string()),
    }
}

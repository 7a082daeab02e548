//! The right answer to a question of a contest format.

mod values;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dashu_int::IBig;
use whowins::analysis::{Alarm, Budget, Game, Player, Position, Value};
use whowins::contest::{Case, Format, Question};
use whowins::engine::{Engine, EngineError, Limits};
use whowins::law::LawSource;
use whowins::rules::{Parameters, Rules};
use whowins::{Grundy, brings, legal_moves};

use crate::small::{Ranges, Small, are_within, numbers};

/// What is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// What the player to move can force.
    Winner(Value),
    /// A best move, as the position after it; `None` where there is no move that is better than
    /// none: nothing wins, or none is legal.
    Move(Option<String>),
    /// A number.
    Number(IBig),
}

/// Why a question has no answer.
#[derive(Clone, Debug)]
pub enum Unanswered {
    /// The question is at fault, or the format does not suit the game: one message.
    Input(String),
    /// Nobody can force a win, and the format has no word for that.
    Draw,
    /// A limit was met, or the rules leave the answer open.
    Engine(EngineError),
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) => f.write_str(message),
            Self::Draw => f.write_str("nobody can force a win"),
            Self::Engine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Unanswered {}

impl From<EngineError> for Unanswered {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

/// Knows the right answers to the questions of one format, on one game. Engines and their tables
/// are kept as long as the parameters stay.
pub struct Truth {
    format: Arc<Format>,
    rules: Rules,
    given: Parameters,
    limits: Limits,
    /// The budget of all the work, without the alarm.
    outer: Budget,
    /// Ends an answer that takes too long.
    alarm: Arc<Alarm>,
    player: Player,
    /// A law that holds whatever the values that questions set, which is found once.
    law: Arc<LawSource>,
    /// The values' texts, and who answers with them.
    asked: Option<(Vec<String>, Asking)>,
    /// What is known of small positions, whatever values questions set.
    small: Small,
    /// Whether values stand with each question, and so come back; those that questions share do
    /// not.
    come_back: bool,
    /// Where that stands with the values of the last question; `None` where their engine is at
    /// hand.
    last: Option<usize>,
    /// How the values of the last question are written.
    key: String,
    /// Room for a position's numbers.
    state: Vec<i64>,
}

/// Takes the answers to an input's questions, one by one, with the cases that each lies in.
pub type EachAnswer<'v, 'a, E> =
    dyn FnMut(&mut Truth, &[&'v Case<'a>], Result<Answer, Unanswered>) -> Result<(), E> + 'v;

/// Who answers with some values of the parameters.
struct Asking {
    engine: Engine,
    /// The ranges of its numbers, where positions are such.
    ranges: Option<Ranges>,
    grundy: Option<Grundy>,
}

impl Truth {
    /// Of a format and the rules that it names, with these values of the parameters that no
    /// question sets; `player` is to move.
    pub fn new(
        format: &Format,
        rules: &Rules,
        given: &Parameters,
        player: Player,
        limits: &Limits,
    ) -> Self {
        let alarm = Arc::new(Alarm::new(limits.budget.flag()));
        alarm.set(Duration::MAX, true);
        let outer = limits.budget.clone();
        let mut limits = limits.clone();
        limits.budget = limits.budget.ended_by(Arc::clone(&alarm));
        Self {
            format: Arc::new(format.clone()),
            rules: rules.clone(),
            given: given.clone(),
            player,
            law: Arc::new(whowins::law_source(rules, given, &limits)),
            limits,
            outer,
            alarm,
            asked: None,
            small: Small::default(),
            come_back: format.set_by() == format.levels.len(),
            last: None,
            key: String::new(),
            state: Vec::new(),
        }
    }

    /// The format.
    pub fn format(&self) -> &Format {
        &self.format
    }

    /// The player who is to move.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The limits of the work.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The budget of all the work: what [`Truth::until`] sets is no part of it.
    pub fn outer(&self) -> &Budget {
        &self.outer
    }

    /// Has answers end at this time, besides the limits: a table for one question may take far
    /// longer than all that was to be asked.
    pub fn until(&self, deadline: Instant) {
        let left = deadline.saturating_duration_since(Instant::now());
        self.alarm.set(left, true);
    }

    /// Leaves answers as long as the limits do.
    pub fn unhurried(&self) {
        self.alarm.set(Duration::MAX, true);
    }

    /// The parameters' values that no question sets.
    pub fn given(&self) -> &Parameters {
        &self.given
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The law of the game, whatever the values that questions set: looked for once, for no longer
    /// than this; who answers from then on knows it too.
    pub(crate) fn law(&mut self, patience: Duration) -> Arc<LawSource> {
        if !self.law.is_settled() {
            let limits = self.limits.clone().with_at_most(patience);
            let source = whowins::law_source(&self.rules, &self.given, &limits);
            if source.law().is_some() {
                self.law = Arc::new(source);
                self.asked = None;
            } else {
                return Arc::new(source);
            }
        }
        Arc::clone(&self.law)
    }

    /// The game of a question.
    ///
    /// # Errors
    ///
    /// Where the values that it sets do not suit the rules.
    pub fn game(&mut self, chain: &[&Case<'_>]) -> Result<&Game, Unanswered> {
        Ok(self.asking(chain)?.engine.game())
    }

    /// The position that a question asks about.
    ///
    /// # Errors
    ///
    /// Where it is none of the game.
    pub fn position(&mut self, chain: &[&Case<'_>]) -> Result<Position, Unanswered> {
        let text = self.format.position_text(chain);
        placed(self.game(chain)?, text)
    }

    /// The engine that answers a question.
    ///
    /// # Errors
    ///
    /// As [`Truth::game`].
    pub fn engine(&mut self, chain: &[&Case<'_>]) -> Result<&mut Engine, Unanswered> {
        Ok(&mut self.asking(chain)?.engine)
    }

    /// The right answer.
    ///
    /// # Errors
    ///
    /// See [`Unanswered`].
    pub fn answer(&mut self, chain: &[&Case<'_>]) -> Result<Answer, Unanswered> {
        self.take(chain)?;
        self.answer_next(chain)
    }

    /// Who wins, as an answer.
    fn winner(&self, value: Value) -> Result<Answer, Unanswered> {
        match (&self.format.question, value) {
            (Question::Winner(_, _, None), Value::Draw) => Err(Unanswered::Draw),
            (_, value) => Ok(Answer::Winner(value)),
        }
    }

    /// The right answers to all questions of an input, in its order. Values that several questions
    /// share are looked at once: their texts may be long, and the questions many and short.
    ///
    /// # Errors
    ///
    /// The first that `each` gives.
    pub fn answers<'v, 'a, E>(
        &mut self,
        input: &'v Case<'a>,
        each: &mut EachAnswer<'v, 'a, E>,
    ) -> Result<(), E> {
        let format = Arc::clone(&self.format);
        let many = format.set_by();
        // The innermost case that says something of the values: it lies in one case of each level.
        let mut last: Option<&'v Case<'a>> = None;
        format.each_question(input, &mut |chain| {
            let own = chain[..many].last().copied();
            let same = |last: &'v Case<'a>| own.is_none_or(|own| std::ptr::eq(own, last));
            let answer = match last.is_some_and(same) {
                true => self.answer_next(chain),
                false => {
                    last = own.or(Some(input));
                    self.answer(chain)
                }
            };
            each(self, chain, answer)
        })
    }

    /// The right answer to a question that sets the same values as the last one did, which are not
    /// looked at again.
    fn answer_next(&mut self, chain: &[&Case<'_>]) -> Result<Answer, Unanswered> {
        let mut state = std::mem::take(&mut self.state);
        let known = self.known_at_once(chain, &mut state);
        self.state = state;
        if let Some(value) = known? {
            return self.winner(value);
        }
        let text = self.format.position_text(chain);
        let player = self.player;
        let limits = &self.limits;
        let Some((_, asking)) = &mut self.asked else {
            return Err(Unanswered::Input("the question sets no game".into()));
        };
        let position = placed(asking.engine.game(), text)?;
        let unknown = || Unanswered::Input("how long play lasts is not known there".into());
        Ok(match &self.format.question {
            Question::Winner(..) => {
                let value = asking.engine.values(&position)?[player.index()];
                return self.winner(value);
            }
            Question::Length => {
                let answer = asking.engine.answer_with_length(&position, player)?.answer;
                Answer::Number(answer.remoteness.ok_or_else(unknown)?.into())
            }
            Question::Score => {
                let answer = asking.engine.answer(&position, player)?.answer;
                Answer::Number(
                    answer.difference.ok_or_else(|| {
                        Unanswered::Input("the game is not played for points".into())
                    })?,
                )
            }
            Question::Grundy => {
                if asking.grundy.is_none() {
                    let grundy = Grundy::new(asking.engine.game(), limits);
                    asking.grundy = Some(grundy.map_err(no_grundy)?);
                }
                match &mut asking.grundy {
                    Some(grundy) => {
                        let value = grundy.ask(&mut asking.engine, &position);
                        Answer::Number(value.map_err(no_grundy)?.into())
                    }
                    None => return Err(unknown()),
                }
            }
            Question::WinningMoves => {
                let won = winning(&mut asking.engine, &position, player, limits)?;
                Answer::Number(won.len().into())
            }
            Question::Move(_) => {
                let best = asking.engine.answer(&position, player)?.answer;
                let game = asking.engine.game();
                let to = best.best.filter(|_| best.value == Value::Win);
                Answer::Move(to.map(|best| game.show(&best.to)))
            }
        })
    }

    /// Who wins, where that is asked for and nothing needs to be laid out for it. Where it is not
    /// known, the engine that is to be asked is at hand.
    fn known_at_once(
        &mut self,
        chain: &[&Case<'_>],
        state: &mut Vec<i64>,
    ) -> Result<Option<Value>, Unanswered> {
        let format = &self.format;
        let asks = matches!(format.question, Question::Winner(..));
        let is_plain = asks
            && (format.position_numbers(chain, state)
                || format
                    .position_text(chain)
                    .is_some_and(|text| numbers(&text, state)));
        if is_plain && let Some(value) = self.quick(state) {
            return Ok(Some(value));
        }
        if self.last.is_some() {
            self.asking(chain)?;
        }
        let player = self.player.index();
        Ok(self.asked.as_mut().and_then(|(_, asking)| {
            let ranges = asking.ranges.as_ref()?;
            (is_plain && are_within(state, ranges)).then_some(())?;
            Some(asking.engine.known(state)?[player])
        }))
    }

    /// How an answer is written.
    pub fn word<'a>(&'a self, answer: &'a Answer) -> Cow<'a, str> {
        match (answer, &self.format.question) {
            (Answer::Winner(Value::Win), Question::Winner(first, ..)) => first.into(),
            (Answer::Winner(Value::Loss), Question::Winner(_, second, _)) => second.into(),
            (Answer::Winner(Value::Draw), Question::Winner(_, _, draw)) => {
                draw.as_deref().unwrap_or("draw").into()
            }
            (Answer::Move(None), Question::Move(none)) => none.into(),
            (Answer::Move(Some(to)), _) => to.into(),
            (Answer::Number(number), _) => number.to_string().into(),
            (Answer::Winner(value), _) => format!("{value:?}").to_lowercase().into(),
            (Answer::Move(None), _) => "none".into(),
        }
    }

    /// Whether what was said is an answer to the question at all: one of its words, a number, a
    /// position.
    pub fn is_answer(&mut self, chain: &[&Case<'_>], said: &str) -> bool {
        match &self.format.question {
            Question::Winner(first, second, draw) => {
                said == first || said == second || draw.as_deref() == Some(said)
            }
            Question::Move(none) if said == none => true,
            Question::Move(_) => self.game(chain).is_ok_and(|game| game.read(said).is_ok()),
            _ => said.parse::<IBig>().is_ok(),
        }
    }

    /// Whether what was said is right. A move is, where it is legal and wins, whichever was worked
    /// out here; where none wins, the word for none.
    ///
    /// # Errors
    ///
    /// As [`Truth::answer`].
    pub fn is_right(
        &mut self,
        chain: &[&Case<'_>],
        answer: &Answer,
        said: &str,
    ) -> Result<bool, Unanswered> {
        match answer {
            Answer::Winner(_) | Answer::Move(None) => Ok(self.word(answer) == said),
            Answer::Number(number) => Ok(said.parse::<IBig>().is_ok_and(|said| said == *number)),
            Answer::Move(Some(best)) if best == said => Ok(true),
            Answer::Move(Some(_)) => {
                let position = self.position(chain)?;
                let (player, limits) = (self.player, self.limits.clone());
                let engine = self.engine(chain)?;
                let Ok(wanted) = engine.game().read(said) else {
                    return Ok(false);
                };
                let wanted = engine.game().show(&wanted);
                let moves = legal_moves(engine.game(), &position, player, &limits)?;
                let game = engine.game();
                let found = moves
                    .iter()
                    .find(|legal| game.show(&legal.to) == wanted)
                    .cloned();
                Ok(match found {
                    Some(legal) => brings(engine, &legal, player)?.value == Value::Win,
                    None => false,
                })
            }
        }
    }

    /// Who wins from a position that is written like this.
    ///
    /// # Errors
    ///
    /// See [`Unanswered`].
    pub fn value(&mut self, text: &str) -> Result<Value, Unanswered> {
        let player = self.player.index();
        let engine = &mut self.asking(&[])?.engine;
        let position = engine.game().read(text);
        let position = position.map_err(|error| Unanswered::Input(error.to_string()))?;
        Ok(engine.values(&position)?[player])
    }

    /// Takes note that positions of numbers up to these will be asked for: they are worked out at
    /// once where that takes no more than so many states or steps, else the next table that is made
    /// may hold them all.
    pub(crate) fn expect(&mut self, corner: &[u64], most: u64) {
        let Some((_, asking)) = &mut self.asked else {
            return;
        };
        let corner = Position::tuple(corner.iter().copied());
        let engine = &mut asking.engine;
        if engine.estimate(&corner).is_some_and(|cost| cost <= most) {
            // What it does not answer is asked for one by one.
            let _ = engine.values(&corner);
        }
        engine.expect(&corner);
    }

    /// What is known at once of a board of so many rows and columns, without laying anything out.
    pub(crate) fn known_board(&mut self, cells: &[i64], size: (usize, usize)) -> Option<Value> {
        let (_, asking) = self.asked.as_mut()?;
        Some(asking.engine.known_board(cells, size)?[self.player.index()])
    }

    /// What is known at once of a state of numbers, without laying anything out.
    pub fn known(&mut self, state: &[i64]) -> Option<Value> {
        let (_, asking) = self.asked.as_mut()?;
        Some(asking.engine.known(state)?[self.player.index()])
    }
}

/// The position of a text, or the rules' start.
fn placed(game: &Game, text: Option<String>) -> Result<Position, Unanswered> {
    match text {
        Some(text) => game
            .read(&text)
            .map_err(|error| Unanswered::Input(error.to_string())),
        None => game.start.clone().ok_or_else(|| {
            Unanswered::Input("the rules name no start, and the format no position".into())
        }),
    }
}

fn no_grundy(why: whowins::NoGrundy) -> Unanswered {
    match why {
        whowins::NoGrundy::Engine(error) => Unanswered::Engine(error),
        other => Unanswered::Input(other.to_string()),
    }
}

/// The moves that win.
fn winning(
    engine: &mut Engine,
    position: &Position,
    player: Player,
    limits: &Limits,
) -> Result<Vec<whowins::Legal>, EngineError> {
    let mut won = Vec::new();
    for legal in legal_moves(engine.game(), position, player, limits)? {
        if brings(engine, &legal, player)?.value == Value::Win {
            won.push(legal);
        }
    }
    Ok(won)
}

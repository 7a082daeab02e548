//! The referee: what may be played, and what it brings.

mod verdicts;

use std::sync::Arc;
use std::time::Duration;

use dashu_int::UBig;
use web_time::Instant;
use whowins::solver_with;
use whowins_analysis::{End, Frame, Game, Player, Position, Stuck, Value};
use whowins_engine::octal::Values;
use whowins_engine::{Asked, Engine, EngineError, Limits};
use whowins_law::LawSource;
use whowins_rules::{Diagnostics, Parameters, Rules};

use super::clock::Clock;
use super::listing::{Listing, is_stuck, listing, move_to};
use super::reason;
use super::turn::{Choice, Finish, Turn};

/// A list of moves takes one part in so many of the memory at most.
const LISTS: u64 = 8;
/// One part in so many of a question's time is kept from the solution for the choices.
const REST: u32 = 4;
/// Where a position could not be solved, the next ones get so much less of the time.
const LESS: u32 = 4;

/// Knows the rules of one game, and what is known of its positions. It keeps its tables from one
/// question to the next.
///
/// A question takes up to the patience given, all its parts together, and for a large position the
/// first one up to the law's patience more while that is looked for ([`LawSource::within`]);
/// whoever cannot wait looks for the law beforehand, elsewhere. The stop flag of the limits ends
/// it.
pub struct Referee {
    pub(super) game: Game,
    engine: Engine,
    law: Arc<LawSource>,
    grundy: Option<Values>,
    pub(super) clock: Clock,
    patience: Duration,
    /// When the question that is being answered has had its time.
    until: Option<Instant>,
    /// When all that comes before the first list of moves has had its time.
    pub(super) opening: Option<Instant>,
    /// What was last told of a position and a player, and whether the law was known by then.
    told: Option<(bool, Turn)>,
    /// Bytes that tables may take; lists of moves and looks ahead take a part of that.
    pub(super) memory: u64,
    frame: Option<((usize, usize), Arc<Frame>)>,
    /// Whether a position was not solved within the patience.
    tired: bool,
    /// Whether the choices were not all judged in the time that was left for them.
    hurried: bool,
    /// The position that was refused last, and why: it is not tried again.
    refused: Option<(Position, EngineError)>,
}

impl Referee {
    /// A referee that looks for a law itself, when one is needed.
    ///
    /// # Errors
    ///
    /// When the values do not suit the rules.
    pub fn new(
        rules: &Rules,
        values: &Parameters,
        limits: &Limits,
        patience: Duration,
    ) -> Result<Self, Diagnostics> {
        let law = Arc::new(whowins::law_source(rules, values, limits));
        Self::with_law(law, rules, values, limits, patience)
    }

    /// The same with a law from elsewhere, which several referees can share.
    ///
    /// # Errors
    ///
    /// As [`Referee::new`].
    pub fn with_law(
        law: Arc<LawSource>,
        rules: &Rules,
        values: &Parameters,
        limits: &Limits,
        patience: Duration,
    ) -> Result<Self, Diagnostics> {
        let clock = Clock::new(limits.budget.flag());
        let mut own = limits.clone();
        own.budget = clock.rule(own.budget);
        let engine = solver_with(Arc::clone(&law), rules, values, &own)?;
        let game = engine.game().clone();
        let grundy = game.heaps().map(|breaking| Values::new(breaking, own));
        Ok(Self {
            game,
            engine,
            law,
            grundy,
            clock,
            patience,
            until: None,
            opening: None,
            told: None,
            memory: limits.budget.memory,
            frame: None,
            tired: false,
            hurried: false,
            refused: None,
        })
    }

    /// Charges all that comes before the first list of moves or reply to one question's time.
    pub fn open(&mut self) {
        self.opening = Instant::now().checked_add(self.patience);
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Where the law comes from, to look for it beforehand.
    pub fn law(&self) -> Arc<LawSource> {
        Arc::clone(&self.law)
    }

    /// The answer to a question of several parts, which all together take the patience.
    pub(super) fn asked<T>(&mut self, answer: impl FnOnce(&mut Self) -> T) -> T {
        if self.until.is_some() {
            return answer(self);
        }
        self.until = self
            .opening
            .or_else(|| Instant::now().checked_add(self.patience));
        let answer = answer(self);
        self.until = None;
        answer
    }

    /// A part of a question that leaves the parts after it so much time.
    pub(super) fn sooner<T>(&mut self, rest: Duration, part: impl FnOnce(&mut Self) -> T) -> T {
        let until = self.until;
        self.until = until.map(|until| until.checked_sub(rest).unwrap_or(until));
        let part = part(self);
        self.until = until;
        part
    }

    /// What is left of the question's time.
    pub(super) fn left(&self) -> Duration {
        self.until.or(self.opening).map_or(self.patience, |until| {
            until.saturating_duration_since(Instant::now())
        })
    }

    pub(super) fn frame(&mut self, position: &Position) -> Arc<Frame> {
        let size = self.game.size_of(position);
        match &self.frame {
            Some((at, frame)) if *at == size => Arc::clone(frame),
            _ => {
                let frame = Frame::new(&self.game, size.0, size.1).under(self.clock.budget());
                let frame = Arc::new(frame);
                self.frame = Some((size, Arc::clone(&frame)));
                frame
            }
        }
    }

    /// The position after the forced follow-ups that a board's rules want at once.
    pub fn settled(&mut self, position: &Position) -> Position {
        let frame = self.frame(position);
        match (self.game.board(), self.game.state_of(position)) {
            (Some(_), Some(mut state)) => {
                frame.settle(&mut state);
                let (rows, columns) = self.game.size_of(position);
                self.game.position_of(&state, rows, columns)
            }
            _ => position.clone(),
        }
    }

    /// Whether the last question was broken off: then moves may be missing from what it gave, and a
    /// move that is not listed may be legal.
    pub fn ran_out(&self) -> bool {
        self.clock.ran_out()
    }

    /// How the game ended, where it is over with this player to move in a settled position; also
    /// `None` where that was not found out within the patience ([`Referee::ran_out`]).
    pub fn finish(&mut self, position: &Position, player: Player) -> Option<Finish> {
        let frame = self.frame(position);
        let _time = self.clock.begin(self.left());
        if let Some(end) = over(&self.game, &frame, position, player) {
            let winner = match end {
                End::Wins(winner) => Some(winner),
                End::MoverWins => Some(player.other()),
                End::MoverLoses => Some(player),
                End::Draw => None,
            };
            let shown = reason::shown(&self.game, position);
            let why = match winner {
                Some(winner) => {
                    format!("by the rules {} wins at {shown}", self.game.player(winner))
                }
                None => format!("by the rules nobody wins at {shown}"),
            };
            return Some(Finish { winner, why });
        }
        is_stuck(&self.game, &frame, position, player).then(|| self.stuck(player))
    }

    /// What becomes of a player who cannot move.
    pub fn stuck(&self, player: Player) -> Finish {
        let name = self.game.player(player);
        match self.game.ending.stuck {
            Stuck::Loses => Finish {
                winner: Some(player.other()),
                why: format!("{name} cannot move, and so loses"),
            },
            Stuck::Wins => Finish {
                winner: Some(player),
                why: format!("{name} cannot move, and so wins"),
            },
            Stuck::Draws => Finish {
                winner: None,
                why: format!("{name} cannot move, and so nobody wins"),
            },
        }
    }

    /// The position solved, within the patience.
    fn solved(&mut self, position: &Position, player: Player) -> Result<Asked, EngineError> {
        if let Some((last, error)) = &self.refused
            && last == position
        {
            return Err(error.clone());
        }
        let most = match self.tired {
            true => self.patience / LESS,
            false => self.patience,
        };
        let patience = most.min(self.left());
        let (clock, engine) = (&self.clock, &mut self.engine);
        let solved = clock.within(patience, || engine.answer(position, player));
        let solved = match solved {
            Err(EngineError::Stopped) if !self.clock.told() => Err(EngineError::Time),
            other => other,
        };
        self.tired |= solved.is_err();
        if let Err(error) = &solved
            && *error != EngineError::Stopped
        {
            self.refused = Some((position.clone(), error.clone()));
        }
        solved
    }

    /// The engine's own answer for a settled position, within the patience, and why it is right.
    ///
    /// # Errors
    ///
    /// As [`Engine::solve`].
    pub fn answer(
        &mut self,
        position: &Position,
        player: Player,
    ) -> Result<(Asked, String), EngineError> {
        let solved = self.asked(|referee| referee.solved(position, player))?;
        let why = self.engine.why(solved.strategy).unwrap_or_default();
        Ok((solved, why))
    }

    /// The legal moves, without a word on what they bring: at once, however hard the game is, and
    /// within the patience however many there are.
    pub fn moves(&mut self, position: &Position, player: Player) -> Turn {
        let turn = self.asked(|referee| referee.listed(position, player));
        self.opening = None;
        turn
    }

    fn listed(&mut self, position: &Position, player: Player) -> Turn {
        let position = self.settled(position);
        let mut turn = Turn {
            finish: self.finish(&position, player),
            position,
            player,
            value: None,
            remoteness: None,
            why: None,
            best: None,
            choices: Vec::new(),
            total: Some(UBig::ZERO),
            unsolved: None,
        };
        if turn.finish.is_some() {
            return turn;
        }
        let frame = self.frame(&turn.position);
        let _time = self.clock.begin(self.left());
        let most = self.memory / LISTS;
        let Listing { choices, total } = listing(&self.game, &frame, &turn.position, player, most);
        (turn.choices, turn.total) = (choices, total);
        turn
    }

    /// All that can be said to the player to move, within the patience; what was asked last is not
    /// worked out again, unless its choices had too little time: the tables are further on by then.
    pub fn turn(&mut self, position: &Position, player: Player) -> Turn {
        let position = self.settled(position);
        let lawful = self.law.known().is_some();
        if let Some((by_law, told)) = &self.told
            && (*by_law, told.player, &told.position) == (lawful, player, &position)
        {
            return told.clone();
        }
        self.hurried = false;
        let turn = self.asked(|referee| referee.said(&position, player));
        self.opening = None;
        // What somebody stopped may be asked again.
        if turn.unsolved != Some(EngineError::Stopped) && !self.hurried {
            self.told = Some((self.law.known().is_some(), turn.clone()));
        }
        turn
    }

    fn said(&mut self, position: &Position, player: Player) -> Turn {
        let mut turn = self.listed(position, player);
        if turn.finish.is_some() {
            return turn;
        }
        // What the choices bring, and a look ahead, want some of the time too.
        let rest = self.left() / REST;
        let solved = self.sooner(rest, |referee| referee.solved(&turn.position, player));
        match solved {
            Ok(solved) => self.tell(&mut turn, &solved),
            Err(error) => {
                turn.unsolved = Some(error);
                let _time = self.clock.begin(self.left());
                for choice in &mut turn.choices {
                    choice.finish = self.finish(&choice.to, choice.next);
                    choice.value = choice.finish.as_ref().map(|finish| brings(finish, player));
                }
            }
        }
        turn
    }

    /// The move to a position, where it is legal, without a word on what it brings; also `None`
    /// where that was not found out within the patience ([`Referee::ran_out`]).
    pub fn legal(&mut self, position: &Position, player: Player, to: &Position) -> Option<Choice> {
        let position = self.settled(position);
        let frame = self.frame(&position);
        let _time = self.clock.begin(self.left());
        if over(&self.game, &frame, &position, player).is_some() {
            return None;
        }
        move_to(&self.game, &frame, &position, player, to)
    }

    /// The same with what it brings; for moves that [`Turn::choices`] left out.
    pub fn choice(&mut self, position: &Position, player: Player, to: &Position) -> Option<Choice> {
        self.asked(|referee| referee.chosen(position, player, to))
    }

    fn chosen(&mut self, position: &Position, player: Player, to: &Position) -> Option<Choice> {
        let mut choice = [self.legal(position, player, to)?];
        let position = self.settled(position);
        match self.solved(&position, player) {
            Ok(solved) => self.judge(&mut choice, player, solved.strategy, true),
            Err(_) => {
                let next = choice[0].next;
                choice[0].finish = self.finish(to, next);
            }
        }
        let [choice] = choice;
        Some(choice)
    }
}

/// The result, if the game is over at a position of any size with this player to move; `frame` is
/// laid out for it.
fn over(game: &Game, frame: &Frame, position: &Position, player: Player) -> Option<End> {
    match game.state_of(position) {
        Some(state) => frame.end(&frame.with_turn(state, player)),
        None => game.end_at(player, position),
    }
}

/// What an end of the game brings a player.
fn brings(finish: &Finish, player: Player) -> Value {
    match finish.winner {
        Some(winner) if winner == player => Value::Win,
        Some(_) => Value::Loss,
        None => Value::Draw,
    }
}

//! The engine: lets the cheapest strategy try each position, and says which.

use dashu_int::{IBig, UBig};
use whowins_analysis::{Frame, Game, Player, Position, Value};

use crate::answer::{Answer, Asked, Reach, Solved};
use crate::limits::{EngineError, Limits};
use crate::strategy::{Strategy, immediate, strategies};

/// Answers the positions of one game.
///
/// Each strategy says in constant time what a position would take; the cheapest tries, and may
/// decline, and then the next cheapest does. Small positions are answered from the rules, by the
/// general solver. Tables are kept from one question to the next, and so is the last answer.
pub struct Engine {
    game: Game,
    limits: Limits,
    strategies: Vec<Box<dyn Strategy>>,
    last: Option<(Position, Solved)>,
    /// The strategy that knew the last state.
    knows: usize,
    /// A board of the size that was asked for last, and a state with its follow-ups carried out;
    /// none where there are no follow-ups.
    board: Option<Board>,
}

/// A board laid out to carry out follow-ups.
struct Board {
    size: (usize, usize),
    frame: Frame,
    state: Vec<i64>,
}

/// What one strategy has to say to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bid {
    /// The strategy.
    pub name: &'static str,
    /// What it does and why it is right.
    pub why: String,
    /// What it takes in states or steps, roughly; `None` where it cannot take the position.
    pub cost: Option<u64>,
    /// Whether it is the first to try.
    pub chosen: bool,
}

/// Tables with up to this many moves are made from the rules, whatever other strategy there is:
/// they also tell how long play lasts.
const MAX_SMALL_TABLE: u64 = 1 << 20;
/// The same in moves of games of no family, whose estimates are first tries, not the whole work.
const MAX_SMALL_EXPLORATION: u64 = 1 << 12;
/// A strategy that estimates no more than this has the answer at hand.
const AT_HAND: u64 = 1 << 9;
/// The general solver's place among the strategies.
const GENERAL: usize = 0;

/// What a question wants to know.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wish {
    /// Who wins, and nothing else.
    Winner,
    /// A move too, and how long play lasts where that costs little.
    Details,
    /// How long play lasts, whatever it costs.
    Length,
}

/// What becomes of a strategy that did not answer.
#[derive(Clone)]
enum Passed {
    /// It declined at this estimate, and may be asked again at a larger one.
    Declined(u64),
    /// It met a limit that others may not meet.
    Failed(EngineError),
}

impl Engine {
    /// An engine for the game; no work is done yet.
    pub fn new(game: Game, limits: Limits) -> Self {
        let strategies = strategies(&game, &limits);
        Self {
            game,
            limits,
            strategies,
            last: None,
            knows: GENERAL,
            board: None,
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Adds a strategy made elsewhere, such as a proved law.
    pub fn add(&mut self, strategy: Box<dyn Strategy>) {
        self.strategies.push(strategy);
        self.last = None;
    }

    /// The strategy that is to try next, with its estimate; `passed` has those that did not answer.
    ///
    /// One policy for all questions: who has the answer at hand, such as a law that is known; where
    /// more than the winner is wanted, a small table before that; else the cheapest, among which a
    /// search for a law is weighed like any other work.
    fn choose(
        &self,
        position: &Position,
        wish: Wish,
        passed: &[Option<Passed>],
    ) -> Option<(u64, usize)> {
        let estimate = |at: usize| {
            if wish == Wish::Length && !self.strategies[at].tells_length() {
                return None;
            }
            let estimate = self.strategies[at].estimate(position)?;
            match passed.get(at) {
                None | Some(None) => Some((estimate, at)),
                Some(Some(Passed::Declined(before))) if estimate > *before => Some((estimate, at)),
                Some(Some(_)) => None,
            }
        };
        let cheapest = (0..self.strategies.len()).filter_map(estimate).min();
        if wish == Wish::Winner && cheapest.is_some_and(|(estimate, _)| estimate <= AT_HAND) {
            return cheapest;
        }
        let small = estimate(GENERAL).filter(|(estimate, _)| *estimate <= self.max_small());
        small.or(cheapest)
    }

    /// Returns the largest estimate of the general solver that is tried before all else.
    fn max_small(&self) -> u64 {
        match self.game.program() {
            Some(_) => MAX_SMALL_EXPLORATION,
            None => MAX_SMALL_TABLE,
        }
    }

    /// What the rules decide at once, by the end of play or by one move, where any strategy would
    /// take long.
    fn immediate(&self, position: &Position) -> Result<[Option<Answer>; 2], EngineError> {
        match self.estimate(position) {
            Some(estimate) if estimate <= self.max_small() => Ok([None, None]),
            _ => immediate::immediate(&self.game, position, &self.limits),
        }
    }

    /// Lets the strategies try, the cheapest first.
    fn ask<T>(
        &mut self,
        position: &Position,
        wish: Wish,
        mut attempt: impl FnMut(&mut dyn Strategy, u64) -> Result<Option<T>, EngineError>,
    ) -> Result<T, EngineError> {
        let mut passed: Vec<Option<Passed>> = Vec::new();
        while let Some((estimate, at)) = self.choose(position, wish, &passed) {
            let fate = match attempt(self.strategies[at].as_mut(), estimate) {
                Ok(Some(answer)) => return Ok(answer),
                Ok(None) => Passed::Declined(estimate),
                Err(error) if error.leaves_others() => Passed::Failed(error),
                Err(error) => return Err(error),
            };
            passed.resize(self.strategies.len(), None);
            passed[at] = Some(fate);
        }
        // The general solver takes every position, so it is its refusal that tells what is wrong.
        let failed = passed.into_iter().flatten().find_map(|fate| match fate {
            Passed::Failed(error) => Some(error),
            Passed::Declined(_) => None,
        });
        match failed {
            Some(error) => Err(error),
            None => Err(EngineError::TooLarge(
                "no strategy takes this position".into(),
            )),
        }
    }

    /// Who wins, with a best move and the remoteness where it is known.
    ///
    /// A small game costs its table once, linear in its moves, and then a look a position; what
    /// each strategy would take is told beforehand by [`Engine::bids`].
    ///
    /// ```
    /// use whowins_engine::{Engine, Limits};
    /// use whowins_rules::{Parameters, Rules};
    ///
    /// let rules = Rules::parse("take", "game \"Take\"\nposition n\nmove n -= k for k in 1..3")?;
    /// let mut engine = Engine::new(rules.game(&Parameters::new())?, Limits::default());
    /// let solved = engine.solve(&engine.game().read("7")?)?;
    /// let best = solved.to_move[0].best.as_ref().expect("seven is won");
    /// assert_eq!((solved.outcome().letter(), engine.game().show(&best.to)), ("N", "4".to_string()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When a limit is met, or the rules leave the answer open; see [`EngineError`].
    pub fn solve(&mut self, position: &Position) -> Result<Solved, EngineError> {
        if let Some((last, solved)) = &self.last
            && last == position
        {
            return Ok(solved.clone());
        }
        let solved = match immediate::both(&self.immediate(position)?) {
            Some(solved) => solved,
            None => self.ask(position, Wish::Details, |strategy, most| {
                strategy.try_solve(position, most)
            })?,
        };
        self.last = Some((position.clone(), solved.clone()));
        Ok(solved)
    }

    /// What [`Engine::solve`] says of one player to move; of the other, only what comes along. The
    /// way to ask partizan games, in which a search for one player is half the work.
    ///
    /// ```
    /// use whowins_analysis::{Player, Value};
    /// use whowins_engine::{Engine, Limits};
    /// use whowins_rules::{Parameters, Rules};
    ///
    /// let rules = Rules::parse("two", "game \"Two\"\nposition n\nFirst: move n -= 2\nSecond: move n -= 1")?;
    /// let mut engine = Engine::new(rules.game(&Parameters::new())?, Limits::default());
    /// let one = engine.game().read("1")?;
    /// assert_eq!(engine.answer(&one, Player::First)?.answer.value, Value::Loss);
    /// assert_eq!(engine.answer(&one, Player::Second)?.answer.value, Value::Win);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Engine::solve`].
    pub fn answer(&mut self, position: &Position, player: Player) -> Result<Asked, EngineError> {
        if let Some((last, solved)) = &self.last
            && last == position
        {
            return Ok(solved.clone().asked(player));
        }
        let answers = self.immediate(position)?;
        if let Some(answer) = &answers[player.index()] {
            return Ok(Asked {
                answer: answer.clone(),
                values: answers
                    .each_ref()
                    .map(|one| one.as_ref().map(|one| one.value)),
                strategy: immediate::NAME,
            });
        }
        self.ask(position, Wish::Details, |strategy, most| {
            strategy.try_answer(position, player, most)
        })
    }

    /// The same with [`Answer::remoteness`](crate::Answer::remoteness), where play ends: no law is
    /// asked, which says only who wins, nor a search that does not say it.
    ///
    /// ```
    /// use whowins_analysis::Player;
    /// use whowins_engine::{Engine, Limits};
    /// use whowins_rules::{Parameters, Rules};
    ///
    /// let rules = Rules::parse("take", "game \"Take\"\nposition n\nmove n -= k for k in 1..3")?;
    /// let mut engine = Engine::new(rules.game(&Parameters::new())?, Limits::default());
    /// let asked = engine.answer_with_length(&engine.game().read("7")?, Player::First)?;
    /// assert_eq!(asked.answer.remoteness, Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Engine::solve`], and where no strategy tells it.
    pub fn answer_with_length(
        &mut self,
        position: &Position,
        player: Player,
    ) -> Result<Asked, EngineError> {
        let tells =
            |asked: &Asked| asked.answer.remoteness.is_some() || asked.answer.value == Value::Draw;
        if let Some((last, solved)) = &self.last
            && last == position
        {
            let asked = solved.clone().asked(player);
            if tells(&asked) {
                return Ok(asked);
            }
        }
        self.ask(position, Wish::Length, |strategy, most| {
            match strategy.try_answer(position, player, most)? {
                Some(asked) if !tells(&asked) => Err(EngineError::TooLarge(
                    "how long play lasts is not known there".into(),
                )),
                answered => Ok(answered),
            }
        })
    }

    /// Returns what [`Engine::answer`] returns, if it is at hand: only strategies that take `most`
    /// states or steps at most, by their estimates, are asked. For lists of many positions, none of
    /// which may cost more than its place in the list.
    ///
    /// # Errors
    ///
    /// As [`Engine::solve`].
    pub fn answer_within(
        &mut self,
        position: &Position,
        player: Player,
        most: u64,
    ) -> Result<Option<Asked>, EngineError> {
        if self
            .estimate(position)
            .is_none_or(|estimate| estimate > most)
        {
            return Ok(None);
        }
        self.ask(position, Wish::Details, |strategy, estimate| {
            match estimate <= most {
                true => strategy
                    .try_answer(position, player, estimate)
                    .map(|found| found.map(Some)),
                false => Ok(Some(None)),
            }
        })
    }

    /// Whether the player to move gets at least so much: points above the opponent, or 1 for a win,
    /// 0 for a draw. One question of a search, where all that play comes to is too much.
    ///
    /// # Errors
    ///
    /// As [`Engine::solve`].
    pub fn gets(
        &mut self,
        position: &Position,
        player: Player,
        least: &IBig,
    ) -> Result<bool, EngineError> {
        if let Some((last, solved)) = &self.last
            && last == position
        {
            return Ok(solved.to_move[player.index()].gets() >= *least);
        }
        self.ask(position, Wish::Winner, |strategy, most| {
            strategy.try_gets(position, player, least, most)
        })
    }

    /// How far a search has come with a position that was not answered.
    pub fn reach(&self, position: &Position) -> Option<Reach> {
        self.strategies
            .iter()
            .find_map(|strategy| strategy.reach(position))
    }

    /// Only who wins, for the first-named and the second-named player to move: the fast way for
    /// many positions.
    ///
    /// ```
    /// use whowins_analysis::Value;
    /// use whowins_engine::{Engine, Limits};
    /// use whowins_rules::{Parameters, Rules};
    ///
    /// let rules = Rules::parse("take", "game \"Take\"\nposition n\nmove n -= k for k in 1..3")?;
    /// let mut engine = Engine::new(rules.game(&Parameters::new())?, Limits::default());
    /// let mut lost = Vec::new();
    /// for heap in 0..10 {
    ///     let position = engine.game().read(&heap.to_string())?;
    ///     if engine.values(&position)?[0] == Value::Loss {
    ///         lost.push(heap);
    ///     }
    /// }
    /// assert_eq!(lost, [0, 4, 8]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Engine::solve`].
    pub fn values(&mut self, position: &Position) -> Result<[Value; 2], EngineError> {
        self.ask(position, Wish::Winner, |strategy, most| {
            strategy.try_values(position, most)
        })
    }

    /// What [`Engine::values`] says of a state of numbers within their ranges, or of heaps above 0
    /// in rising order, where a table or a law that is at hand knows it; `None` else. Lays nothing
    /// out and searches for nothing: for streams of small positions.
    pub fn known(&mut self, state: &[i64]) -> Option<[Value; 2]> {
        known(&self.strategies, &mut self.knows, state, (1, 1))
    }

    /// The same of a board of so many rows and columns, by its cells' symbols row by row, which are
    /// those that the game has; follow-ups are carried out first.
    pub fn known_board(&mut self, cells: &[i64], size: (usize, usize)) -> Option<[Value; 2]> {
        let follows = |board: &whowins_analysis::board::Board| !board.at_once.is_empty();
        if !self.game.board().is_some_and(follows) {
            return known(&self.strategies, &mut self.knows, cells, size);
        }
        if self.board.as_ref().is_none_or(|board| board.size != size) {
            let (rows, columns) = size;
            self.board = Some(Board {
                size,
                frame: Frame::new(&self.game, rows, columns),
                state: Vec::new(),
            });
        }
        let board = self.board.as_mut()?;
        board.state.clear();
        board.state.extend_from_slice(cells);
        board.frame.settle(&mut board.state);
        known(&self.strategies, &mut self.knows, &board.state, size)
    }

    /// The Grundy value of a position, where a strategy gives it without visiting the positions
    /// below it: a proved law, which may be searched for first, for about a second.
    pub fn known_grundy(&mut self, position: &Position) -> Option<UBig> {
        let mut all = self.strategies.iter_mut();
        all.find_map(|strategy| strategy.try_grundy(position))
    }

    /// What the strategy that is the first to try a position would take, in states or steps,
    /// roughly; in constant time.
    pub fn estimate(&self, position: &Position) -> Option<u64> {
        let chosen = self.choose(position, Wish::Details, &[]);
        chosen.map(|(estimate, _)| estimate)
    }

    /// Takes note that a position will be asked for, for streams: the next table that is made may
    /// hold it too. In constant time.
    pub fn expect(&mut self, position: &Position) {
        if let Some((_, at)) = self.choose(position, Wish::Winner, &[]) {
            self.strategies[at].expect(position);
        }
    }

    /// The same for a state of numbers within their ranges, where what is expected already has room
    /// for it: whether it has, at the cost of a look. Where it has not, ask [`Engine::expect`].
    pub fn has_room_for(&mut self, state: &[i64]) -> bool {
        let mut all = self.strategies.iter_mut();
        all.any(|strategy| strategy.has_room_for(state))
    }

    /// The value for one player to move.
    ///
    /// # Errors
    ///
    /// As [`Engine::solve`].
    pub fn value(&mut self, position: &Position, to_move: Player) -> Result<Value, EngineError> {
        Ok(self.values(position)?[to_move.index()])
    }

    /// What each strategy would do for a position, and which one is the first to try; in constant
    /// time, and without any work.
    ///
    /// ```
    /// use whowins_engine::{Engine, Limits};
    /// use whowins_rules::{Parameters, Rules};
    ///
    /// let rules = Rules::parse("take", "game \"Take\"\nposition n\nmove n -= k for k in 1..3")?;
    /// let engine = Engine::new(rules.game(&Parameters::new())?, Limits::default());
    /// let bids = engine.bids(&engine.game().read("7")?);
    /// assert_eq!(bids.iter().filter(|bid| bid.chosen).count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bids(&self, position: &Position) -> Vec<Bid> {
        let chosen = self.choose(position, Wish::Details, &[]);
        let chosen = chosen.map(|(_, at)| at);
        self.strategies
            .iter()
            .enumerate()
            .map(|(at, strategy)| Bid {
                name: strategy.name(),
                why: strategy.why(),
                cost: strategy.estimate(position),
                chosen: chosen == Some(at),
            })
            .collect()
    }

    /// What a strategy does and why it is right; `None` where there is none of this name.
    pub fn why(&self, strategy: &str) -> Option<String> {
        if strategy == immediate::NAME {
            return Some(immediate::WHY.into());
        }
        let mut all = self.strategies.iter();
        all.find(|one| one.name() == strategy).map(|one| one.why())
    }

    /// The strategies, one by one: for tests that hold them against each other.
    pub fn strategies(&mut self) -> impl Iterator<Item = &mut Box<dyn Strategy>> {
        self.strategies.iter_mut()
    }
}

/// What some strategy knows of a state; the one that knew the last is asked first.
fn known(
    strategies: &[Box<dyn Strategy>],
    knows: &mut usize,
    state: &[i64],
    size: (usize, usize),
) -> Option<[Value; 2]> {
    if let Some(values) = strategies[*knows].known(state, size) {
        return Some(values);
    }
    let mut all = strategies.iter().enumerate();
    let (at, values) = all.find_map(|(at, strategy)| Some((at, strategy.known(state, size)?)))?;
    *knows = at;
    Some(values)
}

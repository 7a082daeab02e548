//! Who carries out the moves: compiled code, or the exact meaning.

use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::ControlFlow;

use dashu_int::IBig;
use whowins_analysis::program::{Symmetries, symmetries};
use whowins_core::{Budget, Cut, Game, State};

use super::{Broken, no_room};
use crate::compiled::{
    Digit, Flat, Fold, Left, Machine, Memory, Packed, Program, Turn, Wide, Word,
};
use crate::limits::EngineError;

/// What there is in a state: what it pays, or the moves; and what being stuck pays, where options
/// can be blocked.
pub(crate) struct Seen {
    pub turn: u8,
    pub pays: Option<IBig>,
    pub stuck: Option<IBig>,
}

/// A way to carry out moves.
pub(crate) trait Moves {
    /// A state.
    type Key: Clone + Default + Eq + Hash;

    /// Whether a look costs no more than to find out what is kept of a state.
    const QUICK: bool = false;

    /// What there is in a state without points; its options are added to the list, each with the
    /// points that it brings. Where there are more than `most`, they need not all be there, but
    /// more than that are.
    fn look(
        &mut self,
        key: &Self::Key,
        most: usize,
        options: &mut Vec<(Self::Key, i64)>,
    ) -> Result<Seen, Broken>;

    /// Bytes of a key beside its own size.
    fn bytes(key: &Self::Key) -> usize;

    /// The state that stands for all that the symmetries of the game carry into this one: what is
    /// kept of one is true of all.
    fn kept(&self, key: Self::Key) -> Self::Key {
        key
    }

    /// A number for the move from one state to another, mostly the same for moves that change the
    /// same; 0 where nothing is known of that.
    fn step(_from: &Self::Key, _to: &Self::Key) -> u64 {
        0
    }
}

/// A way to carry out the moves of a term's states.
pub(crate) trait OfStates: Moves {
    /// The key of a state; what it holds of points is left out.
    fn key(&mut self, state: &State) -> Result<Self::Key, Broken>;

    /// The state itself.
    fn state(&mut self, key: &Self::Key) -> State;

    /// An option of a state for which this one is kept, with these points, if they are asked for;
    /// and the points that it brings.
    ///
    /// # Errors
    ///
    /// As [`Moves::look`].
    fn option_kept_as(
        &mut self,
        from: &Self::Key,
        kept: &Self::Key,
        points: Option<i64>,
    ) -> Result<Option<(State, i64)>, Broken> {
        let mut options = Vec::new();
        self.look(from, usize::MAX, &mut options)?;
        let is_it = |(key, own): &(Self::Key, i64)| {
            points.is_none_or(|points| points == *own) && self.kept(key.clone()) == *kept
        };
        let found = options.into_iter().find(is_it);
        Ok(found.map(|(key, points)| (self.state(&key), points)))
    }

    /// Whether [`Moves::mirrored`] says whose turn it is.
    fn mirrors(&self) -> bool {
        false
    }

    /// The same state with the first player to move, if it is the second's turn.
    fn mirrored(_: &Self::Key) -> Option<Self::Key> {
        None
    }

    /// Bits of the numbers that states have, if they have numbers.
    fn bits(&self) -> Option<u32> {
        None
    }

    /// The number of a state, where states have one.
    fn number(_: &Self::Key) -> u64 {
        0
    }

    /// The state of a number whose digits are no larger than they can be, where states have
    /// numbers.
    fn of_number(_: u64) -> Self::Key {
        Self::Key::default()
    }

    /// The digits of all numbers; none where numbers have no digits of their own, or states no
    /// numbers.
    fn digits(&self) -> Vec<Digit> {
        Vec::new()
    }

    /// For how many states one is kept, at most.
    fn alike(&self) -> u64 {
        1
    }
}

/// What is made of a way to carry out moves, whichever it is.
pub(crate) trait Make {
    type Made;

    fn make<M>(&self, moves: M) -> Self::Made
    where
        M: OfStates + Send + 'static,
        M::Key: Send;
}

/// Makes something of the moves from a state, by the exact meaning or by compiled code, with points
/// kept apart in this part, and with the game's symmetries, if it `folds`; `None` where the term is
/// not compiled.
pub(crate) fn carried<W: Make>(
    game: &Game,
    start: &State,
    score: Option<usize>,
    exact: bool,
    folds: bool,
    budget: &Budget,
    make: &W,
) -> Option<W::Made> {
    if exact {
        return Some(make.make(Exact::new(game.clone(), score, budget.clone())));
    }
    let blocks = game.blocks > 0;
    let budget = budget.clone();
    // Two options that are images of each other are two where some are blocked.
    let symmetries = || match folds && !blocks {
        true => symmetries(game, start),
        false => Symmetries::default(),
    };
    if let Some(code) = Flat::<u64>::new(game, start, score) {
        return Some(make.make(OneWord::new(code, blocks, budget).folded(&symmetries())));
    }
    let program = Program::new(game, start).map(|program| program.without(score));
    let bits = program.as_ref().map(|program| program.bits());
    if !matches!(bits, Some(Some(..=63)))
        && let Some(code) = Flat::<u128>::new(game, start, score)
    {
        return Some(make.make(OneWord::new(code, blocks, budget).folded(&symmetries())));
    }
    if !matches!(bits, Some(Some(..=127)))
        && let Some(code) = Flat::<Wide>::new(game, start, score)
    {
        return Some(make.make(OneWord::new(code, blocks, budget).folded(&symmetries())));
    }
    let program = program?;
    Some(match program.bits() {
        Some(..=63) => make.make(Quick::<u64>::new(program, blocks, score, budget)),
        Some(..=128) => make.make(Quick::<u128>::new(program, blocks, score, budget)),
        _ => make.make(Quick::<Box<[u8]>>::new(program, blocks, score, budget)),
    })
}

/// By the exact meaning: any term, and slow.
pub(super) struct Exact {
    game: Game,
    score: Option<usize>,
    budget: Budget,
}

impl Exact {
    pub(super) const fn new(game: Game, score: Option<usize>, budget: Budget) -> Self {
        Self {
            game,
            score,
            budget,
        }
    }

    /// Why the interpreter was cut, in the engine's words.
    fn cut(&self, cut: Cut) -> Broken {
        Broken::Error(match cut {
            Cut::Over(over) => over.into(),
            Cut::Memory => no_room(&self.budget),
        })
    }

    /// Takes the points out of a state.
    fn points(&self, state: &mut State) -> Result<i64, Broken> {
        let Some(part) = self.score else { return Ok(0) };
        let points = std::mem::take(&mut state[part][0]);
        i64::try_from(points)
            .map_err(|_| Broken::Error(EngineError::TooLarge("a score leaves 2^63".into())))
    }
}

impl Moves for Exact {
    type Key = State;

    fn look(
        &mut self,
        state: &State,
        _: usize,
        options: &mut Vec<(State, i64)>,
    ) -> Result<Seen, Broken> {
        let cut = |cut| self.cut(cut);
        let pays = self.game.over(state, &self.budget).map_err(cut)?;
        if pays.is_none() {
            for mut option in self.game.options(state, &self.budget).map_err(cut)? {
                let points = self.points(&mut option)?;
                options.push((option, points));
            }
        }
        let stuck = match self.game.blocks {
            0 => None,
            _ => Some(
                self.game
                    .value(&self.game.stuck, state, &self.budget)
                    .map_err(cut)?,
            ),
        };
        Ok(Seen {
            turn: u8::from(state[0][0] != IBig::ZERO),
            pays,
            stuck,
        })
    }

    fn bytes(state: &State) -> usize {
        let array = |array: &Vec<IBig>| 32 + 24 * array.len();
        state.iter().map(array).sum()
    }
}

impl OfStates for Exact {
    fn key(&mut self, state: &State) -> Result<State, Broken> {
        let mut state = state.clone();
        if let Some(part) = self.score {
            state[part] = vec![IBig::ZERO];
        }
        Ok(state)
    }

    fn state(&mut self, state: &State) -> State {
        state.clone()
    }
}

/// By compiled code for states that are one word.
pub(crate) struct OneWord<W> {
    code: Flat<W>,
    memory: Memory<W>,
    budget: Budget,
    blocks: bool,
    fold: Option<Fold<W>>,
}

impl<W: Word> OneWord<W> {
    pub(crate) fn new(code: Flat<W>, blocks: bool, budget: Budget) -> Self {
        Self {
            memory: code.memory(),
            code,
            budget,
            blocks,
            fold: None,
        }
    }

    /// The same, where one state is kept for all that the symmetries carry into each other.
    fn folded(self, symmetries: &Symmetries) -> Self {
        let fold = self.code.fold(symmetries);
        Self { fold, ..self }
    }
}

impl<W: Word> Moves for OneWord<W> {
    type Key = W;

    const QUICK: bool = true;

    fn look(&mut self, key: &W, most: usize, options: &mut Vec<(W, i64)>) -> Result<Seen, Broken> {
        let Self {
            code,
            memory,
            budget,
            blocks,
            ..
        } = self;
        let turn = code.turn(memory, *key, budget, &mut |next, points| {
            options.push((next, points));
            match options.len() > most {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        let pays = match turn.map_err(left)? {
            Turn::Over(pays) | Turn::Stuck(pays) => Some(pays.into()),
            Turn::Moves => None,
        };
        let stuck = match blocks {
            false => None,
            true => Some(code.stuck(memory, *key, budget).map_err(left)?.into()),
        };
        Ok(Seen {
            turn: code.turn_of(*key),
            pays,
            stuck,
        })
    }

    fn bytes(_: &W) -> usize {
        0
    }

    fn kept(&self, key: W) -> W {
        match &self.fold {
            Some(fold) => fold.least(key),
            None => key,
        }
    }

    fn step(from: &W, to: &W) -> u64 {
        from.step(*to)
    }
}

impl<W: Word> OfStates for OneWord<W> {
    fn key(&mut self, state: &State) -> Result<W, Broken> {
        self.code.word(state).ok_or(Broken::Words)
    }

    fn state(&mut self, key: &W) -> State {
        self.code.state(*key)
    }

    fn mirrors(&self) -> bool {
        self.code.begins_with_turn()
    }

    fn mirrored(key: &W) -> Option<W> {
        (key.number() & 1 == 1).then(|| key.minus(W::of(1, 0)))
    }

    fn bits(&self) -> Option<u32> {
        Some(self.code.bits())
    }

    fn number(key: &W) -> u64 {
        key.number()
    }

    fn of_number(number: u64) -> W {
        W::of(number as i64, 0)
    }

    fn digits(&self) -> Vec<Digit> {
        self.code.digits().unwrap_or_default()
    }

    fn alike(&self) -> u64 {
        self.fold.as_ref().map_or(1, Fold::alike)
    }
}

/// By compiled code.
pub(super) struct Quick<K> {
    program: Program,
    machine: Machine,
    budget: Budget,
    blocks: bool,
    score: Option<usize>,
    keys: PhantomData<K>,
}

impl<K> Quick<K> {
    pub(super) fn new(
        program: Program,
        blocks: bool,
        score: Option<usize>,
        budget: Budget,
    ) -> Self {
        Self {
            machine: program.machine(),
            program,
            budget,
            blocks,
            score,
            keys: PhantomData,
        }
    }
}

pub(crate) fn left(left: Left) -> Broken {
    match left {
        Left::Words => Broken::Words,
        Left::Over(over) => Broken::Error(over.into()),
    }
}

impl<K: Packed> Moves for Quick<K> {
    type Key = K;

    fn look(&mut self, key: &K, most: usize, options: &mut Vec<(K, i64)>) -> Result<Seen, Broken> {
        let Self {
            program,
            machine,
            budget,
            score,
            ..
        } = self;
        key.unpack(program, machine);
        let found = program.turn(machine, budget, &mut |next| {
            let points = score.map_or(0, |part| program.number(part, next));
            options.push((K::pack(program, next), points));
            match options.len() > most {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        let pays = match found.map_err(left)? {
            Turn::Over(pays) | Turn::Stuck(pays) => Some(pays.into()),
            Turn::Moves => None,
        };
        let stuck = match self.blocks {
            false => None,
            true => Some(program.stuck(machine, budget).map_err(left)?.into()),
        };
        Ok(Seen {
            turn: program.turn_of(machine),
            pays,
            stuck,
        })
    }

    fn bytes(key: &K) -> usize {
        key.bytes()
    }

    fn step(from: &K, to: &K) -> u64 {
        from.step(to)
    }
}

impl<K: Packed> OfStates for Quick<K> {
    fn key(&mut self, state: &State) -> Result<K, Broken> {
        match self.program.load(state, &mut self.machine) {
            true => Ok(K::pack(&self.program, &self.machine)),
            false => Err(Broken::Words),
        }
    }

    fn state(&mut self, key: &K) -> State {
        key.unpack(&self.program, &mut self.machine);
        self.program.state(&self.machine)
    }
}

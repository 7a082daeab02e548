//! What rows are worth, by play: the sums of their pieces, each worked out once.

use rustc_hash::{FxHashMap, FxHashSet};
use whowins_analysis::Player;
use whowins_analysis::derive::Words;
use whowins_engine::{EngineError, Limits};
use whowins_values::{Arena, Cut, Side, Value};

use crate::rows::packed::{Marks, Packing, Piece};
use crate::rows::refute::Labels;

/// More pieces, or sums of them, are not remembered.
const REMEMBERED: usize = 2 << 20;
/// Bytes that one takes, with room in the tables.
const A_PIECE: u64 = 160;
/// Longer play is not followed: it is recursion, and a stack is finite.
const DEEPEST: u32 = 700;
/// What is remembered between two looks at the clock.
const LOOK: usize = 1 << 10;
/// Longer rows are not asked for.
const LONGEST: usize = 1 << 10;

/// What rows are worth.
pub(super) struct Worths<'a> {
    words: &'a Words,
    packing: &'a Packing,
    limits: &'a Limits,
    /// The forms.
    pub arena: Arena,
    /// Values of pieces.
    pieces: FxHashMap<Piece, Value>,
    /// Pieces by their numbers, for sums of them.
    numbers: FxHashMap<Piece, u32>,
    listed: Vec<Piece>,
    /// Sums of pieces by their sorted numbers: whether play from there never leaves the values born
    /// by the last day.
    stays: FxHashMap<Box<[u32]>, bool>,
    /// Values: whether they are born by then.
    born: FxHashMap<Value, bool>,
    marks: Marks,
    /// Only rows from which play never leaves the values born by this day are spoken of.
    pub day: Option<u32>,
    /// The values that were told.
    pub told: FxHashSet<Value>,
    /// More values are not told.
    pub most: usize,
    /// Comparisons that held, and those that did not, since this was emptied.
    pub compared: FxHashMap<(Value, Value), bool>,
    /// How many rows were asked for.
    pub asked: usize,
    /// Length of the longest.
    pub longest: usize,
}

impl<'a> Worths<'a> {
    /// Of rows of these words; nothing is known yet.
    pub fn new(words: &'a Words, packing: &'a Packing, limits: &'a Limits) -> Self {
        Self {
            words,
            packing,
            limits,
            arena: Arena::new(limits.budget.clone()),
            pieces: FxHashMap::default(),
            numbers: FxHashMap::default(),
            listed: Vec::new(),
            stays: FxHashMap::default(),
            born: FxHashMap::default(),
            marks: Marks::default(),
            day: None,
            told: FxHashSet::default(),
            most: usize::MAX,
            compared: FxHashMap::default(),
            asked: 0,
            longest: 0,
        }
    }

    /// The same for rows from which play never leaves the values born by this day.
    pub fn until(&mut self, day: u32) {
        self.day = Some(day);
        self.stays.clear();
        self.born.clear();
        self.told.clear();
    }

    fn cut(&self, cut: Cut) -> EngineError {
        match cut {
            Cut::Over(over) => over.into(),
            Cut::Memory => EngineError::Memory {
                wanted: None,
                allowed: self.limits.budget.memory,
            },
            Cut::Size => EngineError::TooLarge(cut.to_string()),
        }
    }

    /// What a row is worth; `None` where it is empty or not settled, or play from it leaves the
    /// values that are spoken of.
    ///
    /// # Errors
    ///
    /// When the row is too long, there are more values than asked for, or a limit is met.
    pub fn worth(&mut self, cells: &[u8]) -> Result<Option<Value>, EngineError> {
        self.asked += 1;
        self.longest = self.longest.max(cells.len());
        if !self.words.is_settled(&self.words.word(cells)) {
            return Ok(None);
        }
        let pieces = self.packing.pieces_of(cells);
        let pieces = pieces
            .filter(|_| cells.len() <= LONGEST)
            .ok_or_else(|| EngineError::TooLarge(format!("a row of {} cells", cells.len())))?;
        if self.day.is_some() {
            let mut sum = Vec::new();
            for piece in &pieces {
                sum.push(self.number(*piece));
            }
            sum.sort_unstable();
            if !self.stays(&sum, 0)? {
                return Ok(None);
            }
        }
        let value = self.sum(&pieces, 0)?;
        if self.told.insert(value) && self.told.len() > self.most {
            return Err(EngineError::TooLarge(format!(
                "more than {} values",
                self.most
            )));
        }
        Ok(Some(value))
    }

    fn remember(&self, deep: u32) -> Result<(), EngineError> {
        let kept = self.pieces.len() + self.stays.len();
        if deep == DEEPEST {
            return Err(EngineError::TooLarge(format!(
                "play of more than {DEEPEST} moves"
            )));
        }
        if kept >= REMEMBERED || kept as u64 * A_PIECE > self.limits.budget.memory / 2 {
            return Err(EngineError::Memory {
                wanted: None,
                allowed: self.limits.budget.memory,
            });
        }
        if kept.is_multiple_of(LOOK) {
            self.limits.check()?;
        }
        Ok(())
    }

    fn number(&mut self, piece: Piece) -> u32 {
        let fresh = self.listed.len() as u32;
        let number = *self.numbers.entry(piece).or_insert(fresh);
        if number == fresh {
            self.listed.push(piece);
        }
        number
    }

    /// The rows that a player's moves in a piece leave of it, cut into pieces.
    fn options(&mut self, player: usize, piece: &Piece) -> Vec<Vec<Piece>> {
        let mut rows = Vec::new();
        self.packing.options(player, piece, &mut self.marks, |row| {
            rows.push(Piece { row, ..*piece });
            false
        });
        let parts = rows.iter().map(|row| {
            let mut pieces = Vec::new();
            self.packing.pieces(row, &mut self.marks, &mut pieces);
            pieces
        });
        parts.collect()
    }

    fn sum(&mut self, pieces: &[Piece], deep: u32) -> Result<Value, EngineError> {
        let mut sum = Value::ZERO;
        for piece in pieces {
            let value = self.value(piece, deep)?;
            sum = self.arena.add(sum, value).map_err(|cut| self.cut(cut))?;
        }
        Ok(sum)
    }

    fn value(&mut self, piece: &Piece, deep: u32) -> Result<Value, EngineError> {
        if let Some(value) = self.pieces.get(piece) {
            return Ok(*value);
        }
        self.remember(deep)?;
        let mut sides = [Vec::new(), Vec::new()];
        for (player, side) in sides.iter_mut().enumerate() {
            for option in self.options(player, piece) {
                side.push(self.sum(&option, deep + 1)?);
            }
        }
        let value = self.arena.make(&sides[0], &sides[1]);
        let value = value.map_err(|cut| self.cut(cut))?;
        self.pieces.insert(*piece, value);
        Ok(value)
    }

    fn is_born(&mut self, value: Value) -> Result<bool, EngineError> {
        let Some(day) = self.day else {
            return Ok(true);
        };
        if let Some(born) = self.born.get(&value) {
            return Ok(*born);
        }
        let birthday = self.arena.birthday(value).map_err(|cut| self.cut(cut))?;
        let born = birthday <= day.into();
        self.born.insert(value, born);
        Ok(born)
    }

    /// Whether play from a sum of pieces never leaves the values born by the day. If it does not,
    /// it does not from any piece of the sum either: all others can be played to their end.
    fn stays(&mut self, sum: &[u32], deep: u32) -> Result<bool, EngineError> {
        if let Some(stays) = self.stays.get(sum) {
            return Ok(*stays);
        }
        self.remember(deep)?;
        let stays = self.all_stay(sum, deep)?;
        self.stays.insert(sum.into(), stays);
        Ok(stays)
    }

    fn all_stay(&mut self, sum: &[u32], deep: u32) -> Result<bool, EngineError> {
        if sum.len() > 1 {
            for piece in sum {
                if !self.stays(&[*piece], deep + 1)? {
                    return Ok(false);
                }
            }
        }
        let pieces: Vec<Piece> = sum.iter().map(|at| self.listed[*at as usize]).collect();
        for at in 0..sum.len() {
            if at > 0 && sum[at - 1] == sum[at] {
                continue;
            }
            for player in 0..2 {
                for option in self.options(player, &pieces[at]) {
                    let mut next = [&sum[..at], &sum[at + 1..]].concat();
                    for piece in option {
                        next.push(self.number(piece));
                    }
                    next.sort_unstable();
                    if !self.stays(&next, deep + 1)? {
                        return Ok(false);
                    }
                }
            }
        }
        // Last, so that large values are not worked out where play soon leaves the small ones.
        let value = self.sum(&pieces, deep)?;
        self.is_born(value)
    }

    /// Whether a <= b.
    fn at_most(&mut self, a: Value, b: Value) -> Result<bool, EngineError> {
        let holds = self.arena.le(a, b).map_err(|cut| self.cut(cut))?;
        self.compared.insert((a, b), holds);
        Ok(holds)
    }
}

impl Labels for Worths<'_> {
    type Label = Value;

    fn truth(&mut self, cells: &[u8]) -> Result<Option<Value>, EngineError> {
        self.worth(cells)
    }

    /// No option is as good for the player as the row itself is said to be.
    fn may_lead(
        &mut self,
        player: Player,
        before: Value,
        after: Option<Value>,
    ) -> Result<bool, EngineError> {
        let Some(after) = after else {
            return Ok(false);
        };
        let [back, forth] = [self.at_most(after, before)?, self.at_most(before, after)?];
        Ok(match player {
            Player::First => !forth,
            Player::Second => !back,
        })
    }

    /// For each option of the form some option of the row is as good for the player.
    fn is_borne_out(
        &mut self,
        player: Player,
        label: Value,
        after: &[Option<Value>],
    ) -> Result<bool, EngineError> {
        let side = Side::BOTH[player.index()];
        let wanted = self.arena.options(label, side).map(<[Value]>::to_vec);
        let wanted = wanted.map_err(|cut| self.cut(cut))?;
        'each: for wanted in wanted {
            for after in after.iter().flatten() {
                let as_good = match player {
                    Player::First => self.at_most(wanted, *after)?,
                    Player::Second => self.at_most(*after, wanted)?,
                };
                if as_good {
                    continue 'each;
                }
            }
            return Ok(false);
        }
        Ok(true)
    }

    /// Of nimbers.
    fn is_alike(&self, label: Value) -> bool {
        let sums = self.arena.as_up_star(label);
        sums.is_some_and(|(number, ups, _)| ups == 0 && number.numerator().is_zero())
    }

    fn is_of_all(&self) -> bool {
        self.day.is_none()
    }
}

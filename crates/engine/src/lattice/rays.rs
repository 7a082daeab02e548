//! P-positions of two heaps under any mix of rays and vectors, without looking at the other
//! positions.

use whowins_analysis::{By, Frame, Game, Player, Stuck, Value};

use super::moves::{Refusal, lines, numbers, refuse};
use super::near::bounds;
use super::side::Side;
use crate::limits::{EngineError, Limits};

/// Goals and conditions of moves must leave the positions alone in which some number is at least
/// this.
const BOX: i64 = 128;
/// Rays that begin, or step, further than this are not taken.
const FAR: i64 = 1 << 12;
/// Numbers stay below this.
const LARGEST: i64 = 1 << 31;

/// The P-positions of an impartial game on two numbers, found in order of their smaller number.
///
/// Each row and each column has few of them, as some ray along it attacks all the rest. They are
/// found shell by shell: shell m is row m from x = m on, then column m from y = m + 1 on. What they
/// are attacked by lies in earlier shells, or before them on the same line. `O(1)` a P-position
/// where the lines of the rays fill without large gaps, as in Wythoff's game and its kin; in
/// general the bits of a row up to its P-position are looked through, 64 a step. Some 20 bytes a
/// P-position.
pub struct RayPositions {
    frame: Frame,
    sides: [Side; 2],
    /// The box that is played by the rules as they are written.
    exceptions: i64,
    /// Shells that are done.
    shells: i64,
    list: Vec<(u32, u32)>,
}

impl RayPositions {
    /// Reads the game; no work is done yet.
    ///
    /// # Errors
    ///
    /// When the game is partizan or can be drawn, has not two unbounded numbers, has a move that
    /// raises a number or is no vector or ray, has no ray `x -= k` or none `y -= k` (from some k
    /// on), or has goals or conditions that reach far out.
    pub fn new(game: &Game) -> Result<Self, Refusal> {
        let numbers = numbers(game)?;
        if numbers.variables.len() != 2 || numbers.variables.iter().any(|one| one.most.is_some()) {
            return refuse("the kernel is for two numbers without a largest value");
        }
        if !game.is_impartial() || game.ending.stuck == Stuck::Draws {
            return refuse("the kernel is for impartial games that nobody draws by being stuck");
        }
        let mut rays = Vec::new();
        let mut vectors = Vec::new();
        let mut exceptions = 0;
        let mut note =
            |bounds: Vec<Option<i64>>| match bounds.into_iter().collect::<Option<Vec<_>>>() {
                Some(bounds) => {
                    exceptions = bounds.into_iter().fold(exceptions, i64::max);
                    Ok(())
                }
                None => refuse("some goal, or some move's condition, reaches far out"),
            };
        for goal in &game.ending.goals {
            note(bounds(&goal.when, false, 2))?;
        }
        for line in lines(numbers)? {
            let far = |entry: &i64| *entry > 0 || *entry < -FAR;
            if line.by != By::Both || line.first.iter().chain(line.step.iter().flatten()).any(far) {
                return refuse("some move raises a number, or goes far at once");
            }
            note(bounds(&line.guard, true, 2))?;
            let first = [-line.first[0], -line.first[1]];
            match line.step {
                Some(step) => rays.push((first, [-step[0], -step[1]])),
                None => vectors.push(first),
            }
        }
        for along in 0..2 {
            let clear = |(first, step): &&([i64; 2], [i64; 2])| {
                first[1 - along] == 0 && step[1 - along] == 0 && step[along] == 1
            };
            let Some((first, _)) = rays
                .iter()
                .filter(clear)
                .min_by_key(|(first, _)| first[along])
            else {
                let name = &numbers.variables[along].name;
                return refuse(format!(
                    "no ray `{name} -= k` clears a line, so that it may have P-positions without end"
                ));
            };
            // Nobody is stuck outside.
            exceptions = exceptions.max(first[along]);
        }
        if exceptions > BOX {
            return refuse("some goal, or some move's condition, reaches far out");
        }
        let turned = |[x, y]: [i64; 2]| [y, x];
        let columns: Vec<_> = rays.iter().map(|(a, b)| (turned(*a), turned(*b))).collect();
        let turned_vectors = vectors.iter().map(|vector| turned(*vector)).collect();
        let sides = [
            Side::new(&rays, vectors),
            Side::new(&columns, turned_vectors),
        ];
        let [Some(rows), Some(columns)] = sides else {
            return refuse("rays along one line have steps without a small common multiple");
        };
        Ok(Self {
            frame: Frame::new(game, 1, 1),
            sides: [rows, columns],
            exceptions,
            shells: 0,
            list: Vec::new(),
        })
    }

    /// Finds all P-positions whose smaller number is below `shells`.
    ///
    /// # Errors
    ///
    /// When a limit is met, or a position of the rules' own ends in a draw; what was found stays.
    pub fn extend(&mut self, shells: u64, limits: &Limits) -> Result<(), EngineError> {
        let shells = i64::try_from(shells).unwrap_or(i64::MAX);
        while self.shells < shells {
            self.check(limits)?;
            for _ in 0..1 << 12 {
                if self.shells < shells {
                    self.shell()?;
                    self.shells += 1;
                }
            }
        }
        Ok(())
    }

    /// Finds `count` P-positions at least.
    ///
    /// # Errors
    ///
    /// As [`RayPositions::extend`]; also when the game has not so many.
    pub fn find(&mut self, count: usize, limits: &Limits) -> Result<(), EngineError> {
        while self.list.len() < count {
            self.extend((self.shells + (1 << 12)) as u64, limits)?;
        }
        Ok(())
    }

    fn check(&self, limits: &Limits) -> Result<(), EngineError> {
        limits.check()?;
        let bytes =
            self.sides.iter().map(Side::bytes).sum::<u64>() + 8 * self.list.capacity() as u64;
        if bytes > limits.budget.memory {
            return Err(EngineError::Memory {
                wanted: None,
                allowed: limits.budget.memory,
            });
        }
        match self.shells < LARGEST / 8 {
            true => Ok(()),
            false => Err(EngineError::TooLarge(
                "P-positions are listed for numbers below 2^28".into(),
            )),
        }
    }

    /// Row m from x = m on, then column m from y = m + 1 on.
    fn shell(&mut self) -> Result<(), EngineError> {
        let m = self.shells;
        for along in 0..2 {
            self.sides[along].begin(m);
            let mut from = m + along as i64;
            if m < self.exceptions {
                while from < self.exceptions {
                    if self.by_the_rules(cell(from, m, along))? {
                        self.note(cell(from, m, along))?;
                    }
                    from += 1;
                }
            }
            while let Some(found) = self.sides[along].free(from, m) {
                self.note(cell(found, m, along))?;
                from = found + 1;
            }
        }
        Ok(())
    }

    fn note(&mut self, [x, y]: [i64; 2]) -> Result<(), EngineError> {
        if x.max(y) >= LARGEST {
            return Err(EngineError::TooLarge(
                "a P-position has a number of 2^31 or more".into(),
            ));
        }
        self.list.push((x as u32, y as u32));
        self.sides[0].see([x, y], self.shells);
        self.sides[1].see([y, x], self.shells);
        Ok(())
    }

    /// Whether a cell is a P-position, from its options.
    fn by_the_rules(&self, state: [i64; 2]) -> Result<bool, EngineError> {
        if let Some(end) = self.frame.end(&state) {
            return lost(end.for_next(Player::First));
        }
        let next = self.frame.next(Player::First, &state);
        match next.is_empty() {
            true => lost(self.frame.stuck()),
            false => Ok(!next.iter().any(|next| self.sides[0].is_p(next[0], next[1]))),
        }
    }

    /// The P-positions found so far, as (x, y), by their smaller number.
    pub fn list(&self) -> &[(u32, u32)] {
        &self.list
    }

    /// Shells that are done: all positions with a smaller number below this are known.
    pub fn shells(&self) -> u64 {
        self.shells as u64
    }

    /// Whether (x, y) is a P-position; `None` where neither number is below
    /// [`RayPositions::shells`].
    pub fn is_p(&self, x: u64, y: u64) -> Option<bool> {
        if x.min(y) >= self.shells() {
            return None;
        }
        let (Ok(x), Ok(y)) = (i64::try_from(x), i64::try_from(y)) else {
            return Some(false);
        };
        Some(y < LARGEST && self.sides[0].is_p(x, y))
    }

    /// How many P-positions have both numbers below `bound`; `None` where not all of these are
    /// known. Linear in those found.
    pub fn count_below(&self, bound: u64) -> Option<usize> {
        let below = |(x, y): &&(u32, u32)| u64::from(*x.max(y)) < bound;
        (bound <= self.shells()).then(|| self.list.iter().filter(below).count())
    }
}

fn cell(along: i64, across: i64, side: usize) -> [i64; 2] {
    match side {
        0 => [along, across],
        _ => [across, along],
    }
}

fn lost(value: Value) -> Result<bool, EngineError> {
    match value {
        Value::Loss => Ok(true),
        Value::Win => Ok(false),
        Value::Draw => Err(EngineError::TooLarge(
            "the kernel is for games that nobody draws".into(),
        )),
    }
}

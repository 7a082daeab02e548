//! Exact answers at small positions, from the general solver.

use whowins_analysis::derive::{Ray, apart};
use whowins_analysis::expression::Cond;
use whowins_analysis::{Game, Position, Value};
use whowins_engine::general::{General, Want};
use whowins_engine::{EngineError, Limits};

use super::pair::is_pair;

/// Tables of boxes of positions: cubes while they are cheap, flat boxes for positions with one
/// large number.
pub struct Oracle<'a> {
    game: &'a Game,
    rays: &'a [Ray],
    limits: &'a Limits,
    coordinates: usize,
    /// Boxes, each with all positions below its sides.
    tables: Vec<(Vec<u64>, General)>,
    /// What one table may cost, in moves looked at.
    allowed: u64,
    /// Positions in all tables.
    held: u64,
    /// What the P-positions are taken to be where no small table says.
    supposed: Option<u64>,
    asked: u64,
}

/// Why a question was not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The position lies outside the largest box.
    TooFar,
    /// The engine failed.
    Engine(EngineError),
    /// The position is a draw.
    Draw,
}

/// No more positions than this in all tables.
const HELD: u64 = 1 << 27;
/// Sides of boxes are at least this.
const SIDE: u64 = 16;

impl<'a> Oracle<'a> {
    /// For a game on so many numbers with these moves; no position is allowed yet.
    pub fn new(game: &'a Game, rays: &'a [Ray], coordinates: usize, limits: &'a Limits) -> Self {
        Self {
            game,
            rays,
            limits,
            coordinates,
            tables: Vec::new(),
            allowed: 0,
            held: 0,
            supposed: None,
            asked: 0,
        }
    }

    /// Allows tables in which so many moves are looked at.
    pub fn allow(&mut self, moves: u64) {
        self.allowed = self.allowed.max(moves);
    }

    /// From now on, positions for which there is no table yet are taken to be lost if they are of
    /// the Beatty pair of this t: a guess, which the exact check of a law settles.
    pub fn suppose(&mut self, t: u64) {
        self.supposed = Some(t);
    }

    /// What a table may cost, in moves looked at.
    pub fn allowed(&self) -> u64 {
        self.allowed
    }

    /// How many questions were answered.
    pub fn asked(&self) -> u64 {
        self.asked
    }

    /// For each player to move, whether that player wins.
    pub fn wins(&mut self, numbers: &[u64]) -> Result<[bool; 2], Silence> {
        let at = match self.holding(numbers) {
            Some(at) => at,
            None => match (self.supposed, numbers) {
                (Some(t), [x, y]) if x.max(y) < &(1 << 40) => {
                    return Ok([!is_pair(*x, *y, t); 2]);
                }
                _ => self.build(numbers)?,
            },
        };
        self.asked += 1;
        ask(&mut self.tables[at].1, numbers)
    }

    /// Whether a position is answered, or there would be a table for it.
    pub fn reaches(&self, numbers: &[u64]) -> bool {
        self.holding(numbers).is_some() || self.sides(numbers).is_some()
    }

    /// The table that holds a position.
    fn holding(&self, numbers: &[u64]) -> Option<usize> {
        let holds = |sides: &[u64]| sides.iter().zip(numbers).all(|(side, n)| n < side);
        self.tables.iter().position(|(sides, _)| holds(sides))
    }

    /// The box of a table for a position; `None` where none is affordable.
    fn sides(&self, numbers: &[u64]) -> Option<Vec<u64>> {
        let side = |n: u64| n.saturating_add(1).next_power_of_two().max(SIDE);
        let largest = numbers.iter().copied().max().unwrap_or(0);
        if largest > 1 << 40 {
            return None;
        }
        let cube = vec![side(largest); self.coordinates];
        let flat: Vec<u64> = numbers.iter().map(|n| side(*n)).collect();
        let affordable = |sides: &Vec<u64>| {
            cost(self.game, self.rays, sides) <= self.allowed
                && self.held.saturating_add(volume(sides)) <= HELD.min(self.limits.budget.memory)
        };
        // Cubes serve many positions; near the limit each serves few.
        [cube, flat].into_iter().find(affordable)
    }

    fn build(&mut self, numbers: &[u64]) -> Result<usize, Silence> {
        self.limits.check().map_err(Silence::Engine)?;
        let sides = self.sides(numbers).ok_or(Silence::TooFar)?;
        let mut table = General::new(self.game.clone(), Want::Outcome, self.limits.clone());
        let corner: Vec<u64> = sides.iter().map(|side| side - 1).collect();
        ask(&mut table, &corner)?;
        self.held += volume(&sides);
        self.tables.push((sides, table));
        Ok(self.tables.len() - 1)
    }
}

fn volume(sides: &[u64]) -> u64 {
    sides.iter().fold(1, |v: u64, side| v.saturating_mul(*side))
}

/// About how many moves the general solver looks at: a ray that lowers or keeps all numbers is one
/// look, as its results are handed on; but where options are blocked and rays can meet, they are
/// counted one by one.
fn cost(game: &Game, rays: &[Ray], sides: &[u64]) -> u64 {
    let counted = game.ending.blocked > 0 && !apart(rays);
    let looks = |ray: &Ray| {
        let plain = ray.guard == Cond::Const(true) && !counted;
        let handed_on = plain && ray.base.iter().chain(&ray.step).all(|entry| *entry <= 0);
        if ray.most.is_some() || handed_on {
            return 1;
        }
        let steps = ray.step.iter().zip(sides).filter(|(step, _)| **step < 0);
        let longest = steps.map(|(step, side)| side / step.unsigned_abs()).min();
        longest.map_or(1, |longest| longest / 2 + 1)
    };
    let all: u64 = rays.iter().map(looks).sum();
    volume(sides).saturating_mul(all.max(1))
}

fn ask(table: &mut General, numbers: &[u64]) -> Result<[bool; 2], Silence> {
    let position = Position::tuple(numbers.iter().copied());
    match table.values(&position).map_err(Silence::Engine)? {
        [Value::Draw, _] | [_, Value::Draw] => Err(Silence::Draw),
        values => Ok(values.map(|value| value == Value::Win)),
    }
}

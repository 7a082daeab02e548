//! Who wins a race: two pieces on a graph, each wants to stand on the other's start first.
//!
//! The game (Baltic OI 2008, "Game"). Two pieces start on different cells of an undirected graph.
//! The players move in turn, the first player first; a move takes one's own piece to a neighbouring
//! cell. Who moves onto the other piece moves again at once, in any direction (a *jump*). Who first
//! reaches the other's start wins, also when the other piece still stands there and is only jumped
//! over.
//!
//! # Who wins
//!
//! Write `p(c)`, `q(c)` for the distance of a cell from the first and from the second start, and
//! `D` for the distance between the starts; the first piece on `a` has `q(a)` steps to go, the
//! second on `b` has `p(b)`. *Layer* `k` is the set of cells with `p = k`, `q = D - k`. To *march*
//! is to go one step nearer to one's goal in each move.
//!
//! **Lemma 1 (ahead).** Call X *ahead* of Y when X, with `x` steps to go against Y's `y`, is to
//! move and `x ≤ y`, or Y is to move and `x < y`. If X is ahead and marches, it stays ahead while Y
//! does not jump, and so arrives first (a jump of its own only helps). If Y jumps over X while `2x
//! < D`, X is ahead still: X's cell is at least `D - x` from X's start, which is Y's goal, so Y
//! ends the jump with `y ≥ D - x - 1 ≥ x`, and X is to move. As `x` only falls, *a marcher who is
//! ahead can be stopped only by a jump over it while `2x ≥ D`*.
//!
//! **Lemma 2.** *Let the first player march from the start. The second can jump over it while
//! `2q(a) ≥ D` only when `D = 2d`, in its `d`-th move, onto layer `d`, having itself followed a
//! shortest path up to there.* Take the second's first jump, after `t` moves of the first and `t -
//! 1` of its own. Then `q(a) ≤ D - t`, and `q(b) ≤ t - 1`; they are neighbours, so `q(a) ≤ t ≤ D -
//! q(a)`. Hence `2q(a) ≤ D`, and `2q(a) = D` only if all these are equalities: `t = d = q(a)`,
//! `q(b) = d - 1`, and `a` was reached in `d` moves, so `p(a) = d`, and `p(b) = d + 1`. Later jumps
//! find `q(a)` smaller.
//!
//! **Theorem 1.** *If `D` is odd the first player wins, by any march*: it starts ahead, and Lemma 2
//! leaves no jump that Lemma 1 fears. (Each first move that is no step of a march loses: argue as
//! in Theorem 2b.)
//!
//! **Theorem 2.** Let `D = 2d`, and let the *layered game* be this: the pieces walk in turn from
//! layer to layer, first to layer 1, second to layer `D - 1`, and so on; the second player wins it
//! if it steps onto the first piece, which can only happen in layer `d`, in its `d`-th move; the
//! first wins it otherwise.
//!
//! *(a) Who wins the layered game as first player wins the race*: march so that the jump of Lemma 2
//! never comes.
//!
//! *(b) If the second player wins the layered game, it wins the race, unless the first has a level
//! edge*: an edge from a cell of a layer `k < d` to a cell with the same `q`. The second answers as
//! in the layered game while the first keeps to the layers. If so to the end, it jumps over the
//! first piece in layer `d`, and is ahead with `x = d - 1`, past the reach of Lemma 1. Suppose the
//! first leaves the layers, in its `k`-th move, `k ≤ d`. That is no jump, since `q(a) = D - k + 1 >
//! k ≥ q(b) + 1`, and `q(a)` does not fall, for else the cell were in layer `k`. Now the second, to
//! move with `x = D - k + 1 ≤ q(a)`, is ahead, and marches. It fears only a first jump over it, in
//! the first's `j`-th move, with `x = D - j + 1 ≥ d` and `q(b) = j - 1`. Then `q(a) ≤ j`; but of
//! the first's `j - 1` moves one did not lower `q(a)`, so `q(a) ≥ D - j + 2`. So `j = d + 1` and
//! both are equalities: the first has lowered `q(a)` in all moves but the `k`-th, and that ran
//! along a level edge. (For odd `D` the same count gives `x ≤ (D - 1) / 2` at the jump, level edge
//! or not.)
//!
//! A bipartite arena, such as each map whose squares have side-neighbours, has no level edge, and
//! so Theorem 2 is a full answer there. With one, the first player can lose a move on purpose and
//! become the one who jumps: it may win after all, or the play may go round for ever (the tests
//! have boards for both). There [`solve`] goes through all positions. Without a path between the
//! starts nobody can reach or jump anything: see [`RaceOutcome::Unreachable`].

use whowins_core::{Budget, Over};

mod arena;
mod geodesics;
mod pairs;
pub(crate) mod retrograde;

pub use arena::{Arena, ArenaError};

use geodesics::Geodesics;

/// Who wins a race from its start, the first player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RaceOutcome {
    /// The first player wins (the start is an N-position).
    First,
    /// The second player wins (the start is a P-position).
    Second,
    /// Each player can avoid losing, for ever: a draw by repetition. Never on a bipartite arena
    /// whose starts are joined by a path.
    Draw,
    /// No path joins the starts: no goal is ever reached, and the pieces never meet. What that
    /// means is for the rules to say; see [`RaceOutcome::by_normal_play`].
    Unreachable {
        /// The first piece has no neighbouring cell, so it can never move.
        first_boxed: bool,
        /// The same for the second piece.
        second_boxed: bool,
    },
    /// The tables do not fit into the memory allowed; see [`solve_within`].
    Undecided {
        /// The bytes that they need.
        needed_bytes: u128,
    },
}

impl RaceOutcome {
    /// The outcome when, besides, who cannot move loses (normal play) and endless play is a draw:
    /// an [`Unreachable`](Self::Unreachable) race becomes [`First`](Self::First),
    /// [`Second`](Self::Second) or [`Draw`](Self::Draw). No other outcome changes: where a path
    /// joins the starts, a piece always can move.
    #[must_use]
    pub fn by_normal_play(self) -> Self {
        match self {
            Self::Unreachable {
                first_boxed: true, ..
            } => Self::Second,
            Self::Unreachable {
                second_boxed: true, ..
            } => Self::First,
            Self::Unreachable { .. } => Self::Draw,
            other => other,
        }
    }
}

/// What decided a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RaceReason {
    /// No path joins the starts.
    NoPath,
    /// The distance is odd: the first player is ahead and cannot be jumped over in time (Theorem 1
    /// of the module).
    OddDistance,
    /// Both keep to shortest paths: the table of pairs of cells, layer by layer (Theorem 2).
    Layers,
    /// All positions, since a player can gain by leaving the shortest paths (an odd cycle close
    /// by).
    Retrograde,
}

/// The answer to a race, with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RaceAnswer {
    /// Who wins.
    pub outcome: RaceOutcome,
    /// What decided it, or would have to.
    pub reason: RaceReason,
    /// The distance between the starts, in moves; `None` when no path joins them.
    pub distance: Option<u32>,
    /// The first player's winning first moves, ascending cells; empty unless the first player wins.
    /// All of them, save that on an arena with odd cycles decided by [`RaceReason::Layers`], first
    /// moves that leave the shortest paths are not tried.
    pub winning_moves: Vec<u32>,
    /// Bytes of all tables of positions that were held at once; the arena and the layers (on a map
    /// some 44 bytes a cell) are not counted.
    pub table_bytes: usize,
}

/// The memory that [`solve`] and [`outcome`] allow for tables of positions: 256 MiB.
pub const DEFAULT_TABLE_BYTES: usize = 256 << 20;

/// Who wins, as [`solve`] tells.
#[must_use]
pub fn outcome(arena: &Arena) -> RaceOutcome {
    solve(arena).outcome
}

/// Who wins, why, and how to begin: [`solve_within`] with [`DEFAULT_TABLE_BYTES`].
#[must_use]
pub fn solve(arena: &Arena) -> RaceAnswer {
    solve_within(arena, DEFAULT_TABLE_BYTES)
}

/// Who wins, why, and how to begin, with tables of positions of at most `table_bytes` bytes.
///
/// Cost: two breadth-first searches, O(V + E), when the distance is odd. When it is even, O(Σ a_k
/// b_k / 64 · degree) word operations more, where `a_k`, `b_k` are the numbers of cells on shortest
/// paths at `k` steps from either start, and two consecutive layers of `a_k b_k` bits in memory.
/// Where only all positions tell, O(V E · degree) time and 10 V² bytes. The theorems are in the
/// [module's page](self).
#[must_use]
pub fn solve_within(arena: &Arena, table_bytes: usize) -> RaceAnswer {
    let budget = Budget::OPEN.with_memory(table_bytes as u64);
    solve_under(arena, &budget).unwrap_or_else(|over| unreachable!("no time was set: {over:?}"))
}

/// The same under a budget: its memory is that of the tables of positions, its time and stop flag
/// end the work.
///
/// # Errors
///
/// When the time is over, or a stop was asked for.
pub fn solve_under(arena: &Arena, budget: &Budget) -> Result<RaceAnswer, Over> {
    let mut answer = RaceAnswer {
        outcome: RaceOutcome::First,
        reason: RaceReason::NoPath,
        distance: None,
        winning_moves: Vec::new(),
        table_bytes: 0,
    };
    let Some(geodesics) = Geodesics::new(arena) else {
        let [first_boxed, second_boxed] =
            arena.start().map(|cell| arena.neighbours(cell).is_empty());
        answer.outcome = RaceOutcome::Unreachable {
            first_boxed,
            second_boxed,
        };
        return Ok(answer);
    };
    answer.distance = Some(geodesics.distance());
    if geodesics.distance() % 2 == 1 {
        answer.reason = RaceReason::OddDistance;
        answer.winning_moves = geodesics.layer(1).to_vec();
        return Ok(answer);
    }
    answer.reason = RaceReason::Layers;
    match pairs::decide(arena, &geodesics, budget) {
        Err(Refused::Over) => return Err(over(budget)),
        Err(Refused::Bytes(needed_bytes)) => {
            answer.outcome = RaceOutcome::Undecided { needed_bytes };
            return Ok(answer);
        }
        Ok(layered) => {
            answer.table_bytes = layered.bytes;
            answer.winning_moves = layered.winning;
        }
    }
    if !answer.winning_moves.is_empty() {
        return Ok(answer);
    }
    answer.outcome = RaceOutcome::Second;
    if geodesics.has_level_edge() {
        answer.reason = RaceReason::Retrograde;
        match retrograde::analyse(arena, budget) {
            Err(Refused::Over) => return Err(over(budget)),
            Err(Refused::Bytes(needed_bytes)) => {
                answer.outcome = RaceOutcome::Undecided { needed_bytes }
            }
            Ok(analysis) => {
                answer.table_bytes = answer.table_bytes.max(analysis.bytes);
                answer.outcome = match (analysis.winning.is_empty(), analysis.second_wins) {
                    (false, _) => RaceOutcome::First,
                    (true, true) => RaceOutcome::Second,
                    (true, false) => RaceOutcome::Draw,
                };
                answer.winning_moves = analysis.winning;
            }
        }
    }
    Ok(answer)
}

/// Why there is no table.
#[derive(Debug)]
pub enum Refused {
    /// It takes so many bytes.
    Bytes(u128),
    /// The budget's time is over.
    Over,
}

fn over(budget: &Budget) -> Over {
    budget.over().unwrap_or(Over::Stopped)
}

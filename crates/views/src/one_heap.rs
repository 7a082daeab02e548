//! A game of one heap, for its trace.

use std::cell::RefCell;
use std::ops::ControlFlow;

use whowins::trace::OneHeap;
use whowins_analysis::derive::rays;
use whowins_analysis::expression::Cond;
use whowins_analysis::{Budget, Frame, Game, Player, Stuck};

use crate::fault::Fault;

/// A game on one heap, played by its own rules.
pub struct Heap {
    /// The game.
    pub game: Game,
    frame: Frame,
    largest: Option<u64>,
    listed: RefCell<Listed>,
}

/// Some of one player's options on one heap, since they are asked for one after another.
#[derive(Default)]
struct Listed {
    player: usize,
    heap: i64,
    /// The index of the first.
    from: u64,
    heaps: Vec<u64>,
    /// Whether there are none after these.
    all: bool,
}

/// So many options are listed at first, and at most.
const FIRST: u64 = 16;
const MOST: u64 = 1 << 16;

impl Listed {
    /// The option, where it is listed; `Some(None)` where there is none.
    fn get(&self, player: usize, heap: i64, index: u64) -> Option<Option<u64>> {
        if (self.player, self.heap) != (player, heap) {
            return None;
        }
        let at = usize::try_from(index.checked_sub(self.from)?).ok()?;
        match self.heaps.get(at) {
            Some(heap) => Some(Some(*heap)),
            None => self.all.then_some(None),
        }
    }
}

impl Heap {
    /// The game, where it is one of one heap; moves are listed under a budget, and missing once it
    /// is over.
    ///
    /// # Errors
    ///
    /// When it is none, or has other endings than that a player cannot move.
    pub fn new(game: Game, budget: &Budget) -> Result<Self, Fault> {
        let refuse = |why: &str| {
            Err(Fault::Input(format!(
                "a trace needs a game of one heap, but {why}"
            )))
        };
        let Some(numbers) = game.numbers() else {
            return refuse("this game isn't one number with moves in a simple form");
        };
        if numbers.variables.len() != 1 {
            return refuse("the positions of this game have several numbers");
        }
        if !game.ending.goals.is_empty() || game.ending.stuck == Stuck::Draws {
            return refuse("this one has other endings than that a player cannot move");
        }
        if game.ending.blocked > 0 {
            return refuse("in this one the opponent may block options");
        }
        let largest = rays(numbers).and_then(|rays| {
            rays.iter()
                .map(|ray| {
                    let plain =
                        ray.free.is_none() && ray.guard == Cond::Const(true) && ray.base[0] < 0;
                    plain.then(|| ray.base[0].unsigned_abs())
                })
                .try_fold(0, |largest, number| Some(largest.max(number?)))
        });
        Ok(Self {
            frame: Frame::new(&game, 1, 1).under(budget.clone()),
            largest,
            listed: RefCell::default(),
            game,
        })
    }
}

impl Heap {
    /// Whether it is known what the option is, without listing any.
    #[doc(hidden)]
    pub fn is_listed(&self, player: usize, heap: i64, index: u64) -> bool {
        self.listed.borrow().get(player, heap, index).is_some()
    }
}

impl OneHeap for Heap {
    fn player(&self, player: usize) -> &str {
        &self.game.players[player]
    }

    fn option(&self, player: usize, n: u64, index: u64) -> Option<u64> {
        let heap = i64::try_from(n).ok()?;
        let mut listed = self.listed.borrow_mut();
        if let Some(known) = listed.get(player, heap, index) {
            return known;
        }
        // As many as come before them, so that all of a heap's options cost a small multiple of
        // their number.
        let most = index.clamp(FIRST, MOST) as usize;
        *listed = Listed {
            player,
            heap,
            from: index,
            heaps: Vec::new(),
            all: false,
        };
        let mut before = index;
        let whole = self
            .frame
            .options(Player::BOTH[player], &[heap], &mut |option| {
                if before > 0 {
                    before -= 1;
                    return ControlFlow::Continue(());
                }
                let Ok(after) = u64::try_from(option.to[0]) else {
                    return ControlFlow::Break(());
                };
                listed.heaps.push(after);
                match listed.heaps.len() == most {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
        listed.all = whole.is_continue();
        listed.heaps.first().copied()
    }

    fn stuck_wins(&self) -> bool {
        self.game.ending.stuck == Stuck::Wins
    }

    fn largest_move(&self) -> Option<u64> {
        self.largest
    }
}

//! Outcomes near the border, from the rules.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use whowins_analysis::{Frame, Game, Player, Value};

/// A question that needs more cells than these is not answered.
const CELLS: usize = 1 << 22;

/// Outcomes already settled, of one game; kept from one question to the next, so that many
/// questions about a long border take one walk along it. No part of the law: any two are equal, and
/// a copy is empty.
#[derive(Default)]
pub(super) struct Settled(Mutex<Option<Box<Kept>>>);

/// One game laid out, with what is known of it.
struct Kept {
    game: Game,
    frame: Frame,
    known: Known,
}

type Cell = (Vec<i64>, Player);
type Known = FxHashMap<Cell, Value>;

impl Clone for Settled {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Settled {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Settled {}

impl std::fmt::Debug for Settled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Settled")
    }
}

impl Settled {
    /// The values at a state, by the game's own moves and endings; `fold` replaces a state by one
    /// with the same values.
    pub(super) fn values(
        &self,
        game: &Game,
        state: &[i64],
        fold: impl Fn(&[i64]) -> Vec<i64>,
    ) -> Option<[Value; 2]> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let stale = |kept: &Kept| {
            let own = &kept.game;
            !own.has_moves_of(game) || own.ending != game.ending || kept.known.len() > 4 * CELLS
        };
        if kept.as_deref().is_none_or(stale) {
            *kept = Some(Box::new(Kept {
                game: game.clone(),
                frame: Frame::new(game, 1, 1),
                known: FxHashMap::default(),
            }));
        }
        let Kept { frame, known, .. } = &mut **kept.as_mut()?;
        let first = settle(frame, known, (fold(state), Player::First), &fold)?;
        Some(if game.is_impartial() {
            [first; 2]
        } else {
            let second = settle(frame, known, (fold(state), Player::Second), &fold)?;
            [first, second]
        })
    }
}

/// Depth first, options in the order of the rules, as few as decide.
fn settle(
    frame: &Frame,
    known: &mut Known,
    wanted: Cell,
    fold: &impl Fn(&[i64]) -> Vec<i64>,
) -> Option<Value> {
    if let Some(value) = known.get(&wanted) {
        return Some(*value);
    }
    let mut open = vec![wanted.clone()];
    let mut steps = 0;
    while let Some((state, player)) = open.last() {
        steps += 1;
        if steps > 2 * CELLS {
            return None;
        }
        let mut unknown = None;
        let value = match frame.end(state) {
            Some(end) => end.for_next(*player),
            None => {
                let mut best = None;
                let _ = frame.options(*player, state, &mut |option| {
                    let option = (fold(option.to), player.other());
                    match known.get(&option) {
                        Some(value) => best = best.max(Some(value.reversed())),
                        None if unknown.is_none() => unknown = Some(option),
                        None => {}
                    }
                    match best {
                        Some(Value::Win) => ControlFlow::Break(()),
                        _ => ControlFlow::Continue(()),
                    }
                });
                if frame.left_words() {
                    return None;
                }
                if best == Some(Value::Win) {
                    unknown = None;
                }
                best.unwrap_or(frame.stuck())
            }
        };
        match unknown {
            Some(option) => open.push(option),
            None => {
                let settled = open.pop()?;
                known.insert(settled, value);
            }
        }
    }
    known.get(&wanted).copied()
}

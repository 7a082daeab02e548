//! Tokens on cells: every placement, two tokens on one cell included.

use whowins_rules::frame::{Part, Path, TokensFrame};
use whowins_rules::tokens::Go;
use whowins_rules::{End, Frame, Game, Player, Value};

use super::space::{Block, Flow, Radix, Space};

/// All placements of a game's tokens.
pub struct TokenSpace {
    frame: Frame,
    radix: Radix,
    impartial: bool,
}

impl TokenSpace {
    /// The placements; `None` where they are too many to number.
    pub fn new(game: &Game) -> Option<Self> {
        let frame = Frame::new(game, 1, 1);
        let tokens = frame.tokens()?;
        let (cells, count) = (tokens.cells as i64, tokens.tokens);
        let radix = Radix::new(vec![0; count], vec![cells - 1; count], (0..count).collect())?;
        Some(Self {
            frame,
            radix,
            impartial: game.is_impartial(),
        })
    }

    fn tokens(&self) -> &TokensFrame {
        self.frame.tokens().expect("a space of tokens has tokens")
    }

    /// Whether another token stands where this one does.
    fn is_shared(state: &[i64], token: usize) -> bool {
        let cell = state[token];
        state
            .iter()
            .enumerate()
            .any(|(other, at)| other != token && *at == cell)
    }

    /// Walks a path from its part `at` on.
    fn forwards(
        &self,
        path: &Path,
        at: usize,
        state: &mut [i64],
        index: i64,
        emit: &mut impl FnMut(u64) -> Flow,
    ) -> Flow {
        match path.parts.get(at) {
            None => emit(index as u64),
            Some(Part::Check(holds)) if !holds(state) => Flow::Continue(()),
            Some(Part::Check(_)) => self.forwards(path, at + 1, state, index, emit),
            Some(Part::Go(Go {
                token,
                relation,
                free,
            })) => {
                let from = state[*token];
                let weight = self.radix.weight[*token] as i64;
                for to in &self.tokens().relations[*relation].forward[from as usize] {
                    state[*token] = i64::from(*to);
                    if !(*free && Self::is_shared(state, *token)) {
                        let index = index + (i64::from(*to) - from) * weight;
                        let flow = self.forwards(path, at + 1, state, index, emit);
                        if flow.is_break() {
                            state[*token] = from;
                            return flow;
                        }
                    }
                }
                state[*token] = from;
                Flow::Continue(())
            }
        }
    }

    /// Walks a path back from where `left` of its parts are still to be undone.
    fn backwards(
        &self,
        path: &Path,
        left: usize,
        state: &mut [i64],
        index: i64,
        emit: &mut impl FnMut(u64),
    ) {
        let Some(at) = left.checked_sub(1) else {
            return emit(index as u64);
        };
        match &path.parts[at] {
            Part::Check(holds) => {
                if holds(state) {
                    self.backwards(path, at, state, index, emit);
                }
            }
            Part::Go(Go {
                token,
                relation,
                free,
            }) => {
                if *free && Self::is_shared(state, *token) {
                    return;
                }
                let to = state[*token];
                let weight = self.radix.weight[*token] as i64;
                for from in &self.tokens().relations[*relation].backward[to as usize] {
                    state[*token] = i64::from(*from);
                    self.backwards(
                        path,
                        at,
                        state,
                        index + (i64::from(*from) - to) * weight,
                        emit,
                    );
                }
                state[*token] = to;
            }
        }
    }
}

impl Space for TokenSpace {
    fn len(&self) -> u64 {
        self.radix.len
    }

    fn unrank(&self, index: u64, state: &mut Vec<i64>) {
        self.radix.unrank(index, state);
    }

    fn rank(&self, state: &[i64]) -> Option<u64> {
        self.radix.rank(state)
    }

    fn end(&self, state: &[i64]) -> Option<End> {
        self.frame.end(state)
    }

    fn stuck(&self) -> Value {
        self.frame.stuck()
    }

    fn impartial(&self) -> bool {
        self.impartial
    }

    fn falls(&self) -> bool {
        false
    }

    fn options(
        &self,
        player: Player,
        state: &[i64],
        index: u64,
        emit: &mut impl FnMut(u64) -> Flow,
    ) -> Flow {
        let mut state = Slots::of(state);
        for path in &self.tokens().paths {
            if path.by.allows(player) {
                self.forwards(path, 0, state.as_mut(), index as i64, emit)?;
            }
        }
        Flow::Continue(())
    }

    fn inverts(&self) -> bool {
        true
    }

    fn origins(&self, player: Player, state: &[i64], index: u64, emit: &mut impl FnMut(u64)) {
        let mut state = Slots::of(state);
        for path in &self.tokens().paths {
            if path.by.allows(player) {
                self.backwards(path, path.parts.len(), state.as_mut(), index as i64, emit);
            }
        }
    }

    fn walk(&self, block: &Block, visit: &mut impl FnMut(u64, &[i64]) -> Flow) -> Flow {
        self.radix.walk(block, visit)
    }

    fn waves(&self, _threads: usize) -> Vec<Vec<Block>> {
        vec![vec![self.radix.whole()]]
    }

    fn blocks(&self, threads: usize) -> Vec<Block> {
        self.radix.slabs(16 * threads)
    }
}

/// A state that can be changed without an allocation where there are few tokens.
enum Slots {
    Few([i64; 8], usize),
    Many(Vec<i64>),
}

impl Slots {
    fn of(state: &[i64]) -> Self {
        let mut few = [0; 8];
        match few.get_mut(..state.len()) {
            Some(slots) => {
                slots.copy_from_slice(state);
                Self::Few(few, state.len())
            }
            None => Self::Many(state.to_vec()),
        }
    }

    fn as_mut(&mut self) -> &mut [i64] {
        match self {
            Self::Few(slots, len) => &mut slots[..*len],
            Self::Many(slots) => slots,
        }
    }
}

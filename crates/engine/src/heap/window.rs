//! The window: for each player the losses among the last `m` heaps, as bits, and the map from one
//! heap to the next.

use super::Subtraction;

/// The losses at the `64 * K` heaps below the next one: bit `d - 1` is set where the player to move
/// loses at distance `d`.
///
/// Bits at or above the rules' `m` are always 0, so two windows are equal exactly when the game
/// cannot tell them apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Window<const K: usize> {
    pub losses: [[u64; K]; 2],
}

/// The rules as masks over a [`Window`].
pub(super) struct Step<const K: usize> {
    /// Bit `s - 1` is set where the player may take `s`.
    moves: [[u64; K]; 2],
    /// The bits below `m`.
    pub kept: [u64; K],
    /// 0 for a player who can never move in misère play, and so never loses; else 1.
    pub may_lose: [u64; 2],
    start: Window<K>,
}

fn bits<const K: usize>(numbers: impl IntoIterator<Item = u64>) -> [u64; K] {
    let mut words = [0; K];
    for number in numbers {
        let bit = number as usize - 1;
        words[bit / 64] |= 1 << (bit % 64);
    }
    words
}

impl<const K: usize> Step<K> {
    /// The masks of `game`, whose numbers must be at most `64 * K`.
    pub(super) fn new(game: &Subtraction) -> Self {
        let sets = game.sets();
        let misere = game.misere();
        // The heaps below 0 are given outcomes that make the one rule "who has a move to a loss
        // wins" right from 0 on. Normal play: no losses there, so no move into them helps. Misère:
        // where n < min(S) the player must win, and the move max(S), which then leads below 0, is
        // made to find a loss. That puts the losses at -max ..= min-1-max; from n >= min(S) every
        // move ends at min-max or above.
        let mut losses = [[0; K]; 2];
        if misere {
            for player in 0..2 {
                if let (Some(&min), Some(&max)) =
                    (sets[player].iter().min(), sets[player].iter().max())
                {
                    losses[1 - player] = bits(max - min + 1..=max);
                }
            }
        }
        Self {
            moves: [bits(sets[0].iter().copied()), bits(sets[1].iter().copied())],
            kept: bits(1..=game.largest().max(1)),
            may_lose: [0, 1].map(|p: usize| u64::from(!(misere && sets[p].is_empty()))),
            start: Window { losses },
        }
    }

    /// The window below heap 0.
    pub(super) fn start(&self) -> Window<K> {
        self.start
    }

    /// Moves the window up by one heap; returns for each player 1 where the player to move loses at
    /// that heap, else 0.
    ///
    /// O(K) word operations, without a branch.
    #[inline(always)]
    pub(super) fn advance(&self, window: &mut Window<K>) -> [u64; 2] {
        let loses = [
            self.misses(&self.moves[0], &window.losses[1]) & self.may_lose[0],
            self.misses(&self.moves[1], &window.losses[0]) & self.may_lose[1],
        ];
        for (losses, newest) in window.losses.iter_mut().zip(loses) {
            // From the top down, so that each word still finds its lower neighbour unshifted.
            for i in (1..K).rev() {
                losses[i] = (losses[i] << 1 | losses[i - 1] >> 63) & self.kept[i];
            }
            losses[0] = (losses[0] << 1) & self.kept[0] | newest;
        }
        loses
    }

    #[inline(always)]
    fn misses(&self, moves: &[u64; K], losses: &[u64; K]) -> u64 {
        let met = moves.iter().zip(losses).fold(0, |met, (m, l)| met | m & l);
        u64::from(met == 0)
    }
}

/// Calls a function, generic in the number of words `K`, with the least `K` on offer for the game.
macro_rules! with_words {
    ($game:expr, $function:ident ( $($argument:expr),* )) => {
        match $game.largest().div_ceil(64) {
            0 | 1 => $function::<1>($($argument),*),
            2 => $function::<2>($($argument),*),
            3 | 4 => $function::<4>($($argument),*),
            5..=8 => $function::<8>($($argument),*),
            9..=16 => $function::<16>($($argument),*),
            17..=32 => $function::<32>($($argument),*),
            _ => $function::<64>($($argument),*),
        }
    };
}
pub(super) use with_words;

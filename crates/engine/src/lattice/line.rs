//! One line of bits: from the options on earlier lines to who loses.

use super::shift::{Bits, or_shifted};

/// A line at work, for one or two players.
#[derive(Default)]
pub(super) struct Line {
    /// The number of the first word.
    pub from: i64,
    /// Places of the line that are in the box.
    pub valid: Vec<u64>,
    /// For each player: the places that some move wins from.
    pub wins: [Vec<u64>; 2],
    /// For each player: places whose outcome is known beforehand, and those among them that lose.
    pub known: [Vec<u64>; 2],
    pub lost: [Vec<u64>; 2],
    /// Whether anything is known beforehand.
    pub any_known: bool,
}

impl Line {
    /// Begins a line of so many words.
    pub(super) fn begin(&mut self, from: i64, words: usize, players: usize) {
        self.from = from;
        self.valid.clear();
        self.valid.resize(words, 0);
        for player in 0..players {
            for bits in [&mut self.wins, &mut self.known, &mut self.lost] {
                bits[player].clear();
                bits[player].resize(words, 0);
            }
        }
        self.any_known = false;
    }

    /// Takes in a vector to an earlier line, where the opponent loses at `source`.
    pub(super) fn reach(&mut self, player: usize, source: Bits<'_>, along: i64) {
        or_shifted(&mut self.wins[player], self.from, source, along);
    }

    /// Decides a line whose places do not depend on each other.
    pub(super) fn decide(&self, player: usize, out: &mut [u64]) {
        let (wins, valid) = (&self.wins[player], &self.valid);
        if self.any_known {
            let known = self.known[player].iter().zip(&self.lost[player]);
            for (((out, wins), valid), (known, lost)) in
                out.iter_mut().zip(wins).zip(valid).zip(known)
            {
                *out = (!wins & valid & !known) | (lost & known);
            }
        } else {
            for ((out, wins), valid) in out.iter_mut().zip(wins).zip(valid) {
                *out = !wins & valid;
            }
        }
    }

    /// Decides a line on which players also move by `steps[player]` places back: as many places at once as the shortest step has.
    pub(super) fn decide_in_order(&mut self, steps: &[Vec<i64>; 2], out: &mut [&mut [u64]]) {
        let players = out.len();
        let shortest = steps
            .iter()
            .flatten()
            .min()
            .map_or(64, |step| (*step).min(64)) as u32;
        for word in 0..self.valid.len() {
            let mut wins = [0; 2];
            for player in 0..players {
                wins[player] = self.wins[player][word];
                let losses = &out[players - 1 - player][..word];
                for step in &steps[player] {
                    wins[player] |= back(losses, *step);
                }
            }
            let mut losses = [0; 2];
            let mut at = 0;
            while at < 64 {
                let part = (u64::MAX >> (64 - shortest.min(64 - at))) << at;
                for player in 0..players {
                    let (known, lost) = (self.known[player][word], self.lost[player][word]);
                    let decided = (!wins[player] & self.valid[word] & !known) | (lost & known);
                    losses[player] |= decided & part;
                }
                for player in 0..players {
                    for step in steps[player].iter().filter(|step| **step < 64) {
                        wins[player] |= (losses[players - 1 - player] & part) << step;
                    }
                }
                at += shortest;
            }
            for player in 0..players {
                out[player][word] = losses[player];
            }
        }
    }
}

/// The word behind the last one, read `step` places back; bits of that word itself read 0.
fn back(words: &[u64], step: i64) -> u64 {
    let (whole, bit) = ((step / 64) as usize, (step % 64) as u32);
    let word = |back: usize| match words.len().checked_sub(back) {
        Some(at) if back > 0 => words[at],
        _ => 0,
    };
    match bit {
        0 => word(whole),
        bit => word(whole) << bit | word(whole + 1) >> (64 - bit),
    }
}

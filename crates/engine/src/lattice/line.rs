//! One line of bits: from the options on earlier lines to who loses.

use super::shift::{Bits, or_shifted, set_shifted, span};

/// A line at work, for one or two players.
#[derive(Default)]
pub(super) struct Line {
    /// The number of the first word.
    pub from: i64,
    /// Words of the line, and the places of its first and last word that are in the box.
    words: usize,
    ends: [u64; 2],
    /// For each player: the places that some move wins from, as far as they were put in.
    wins: [Vec<u64>; 2],
    untouched: [bool; 2],
    /// For each player: places whose outcome is known beforehand, and those among them that lose.
    pub known: [Vec<u64>; 2],
    pub lost: [Vec<u64>; 2],
    /// Whether anything is known beforehand.
    pub any_known: bool,
}

impl Line {
    /// Begins the line of the places from `low` to `high`; where `may_know`, something may be known
    /// beforehand. How many words it has.
    pub(super) fn begin(&mut self, low: i64, high: i64, players: usize, may_know: bool) -> usize {
        self.from = low >> 6;
        self.words = ((high >> 6) - self.from + 1) as usize;
        self.ends = [span(low & 63, 63), span(0, high & 63)];
        self.untouched = [true; 2];
        for player in 0..players {
            self.wins[player].resize(self.words, 0);
            if may_know {
                for bits in [&mut self.known, &mut self.lost] {
                    bits[player].clear();
                    bits[player].resize(self.words, 0);
                }
            }
        }
        self.any_known = false;
        self.words
    }

    /// Takes in a vector to an earlier line, where the opponent loses at `source`.
    pub(super) fn reach(&mut self, player: usize, source: Bits<'_>, along: i64) {
        let wins = &mut self.wins[player];
        if std::mem::take(&mut self.untouched[player]) {
            set_shifted(wins, self.from, source, along);
        } else {
            or_shifted(wins, self.from, source, along);
        }
    }

    /// To be called when all vectors are in.
    pub(super) fn all_in(&mut self, players: usize) {
        for player in 0..players {
            if std::mem::take(&mut self.untouched[player]) {
                self.wins[player].fill(0);
            }
        }
    }

    /// The places of a word that are in the box.
    fn valid(&self, word: usize) -> u64 {
        let first = if word == 0 { self.ends[0] } else { u64::MAX };
        let last = if word + 1 == self.words {
            self.ends[1]
        } else {
            u64::MAX
        };
        first & last
    }

    /// Decides a line whose places do not depend on each other.
    pub(super) fn decide(&self, player: usize, out: &mut [u64]) {
        let wins = &self.wins[player];
        if self.any_known {
            let known = self.known[player].iter().zip(&self.lost[player]);
            for ((out, wins), (known, lost)) in out.iter_mut().zip(wins).zip(known) {
                *out = (!wins & !known) | (lost & known);
            }
        } else {
            for (out, wins) in out.iter_mut().zip(wins) {
                *out = !wins;
            }
        }
        for word in [0, self.words - 1] {
            out[word] &= self.valid(word);
        }
    }

    /// Decides a line on which players also move by `steps[player]` places back: as many places at
    /// once as the shortest step has.
    pub(super) fn decide_in_order(&mut self, steps: &[Vec<i64>; 2], out: &mut [&mut [u64]]) {
        let players = out.len();
        let shortest = steps
            .iter()
            .flatten()
            .min()
            .map_or(64, |step| (*step).min(64)) as u32;
        for word in 0..self.words {
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
            let valid = self.valid(word);
            let known = |player: usize| match self.any_known {
                true => (self.known[player][word], self.lost[player][word]),
                false => (0, 0),
            };
            while at < 64 {
                let part = (u64::MAX >> (64 - shortest.min(64 - at))) << at;
                for player in 0..players {
                    let (known, lost) = known(player);
                    let decided = (!wins[player] & valid & !known) | (lost & known);
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

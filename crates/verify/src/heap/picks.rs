//! Lists in which a move changes several elements at once, or the largest alone: recognised by
//! their terms.
//!
//! ```text
//!   a move lowers from one to k elements, each by any number
//!   ──────────────────────────────────────────────────────────────────────────────────────────────────────
//!   lost are the lists in which, for each binary digit, the elements that have it are a multiple of k + 1
//!
//!   a move lowers one of the largest elements by any number
//!   ──────────────────────────────────────────────────────────────────────────────────────────────────────
//!   lost are the lists whose largest number is 0 or stands in them evenly often
//! ```
//!
//! The first is Moore's (1910). From a loss, look at the highest digit that changes: from one to k
//! elements lose it there and none gains it, so their number is no multiple. From a win go through
//! the digits from the highest on, with the elements lowered so far, which may get any digit from
//! now on. Let c of the others have the digit and a of those lowered, less than k + 1. Let r be the
//! remainder of c by k + 1. Where r + a is at least k + 1 or r is 0, the lowered ones alone can
//! mend the digit: k + 1 - r of them get it, or none. Else r more are lowered here; so a stays at
//! most k.
//!
//! The second is greedy Nim's (Albert and Nowakowski 2004). From a loss, one of the largest goes
//! and an odd number of them stay. From a win they are odd: of three or more one becomes 0; a
//! single one becomes as large as the next, or 0, whichever leaves the largest even.

use std::sync::LazyLock;

use dashu_int::UBig;
use dashu_int::ops::BitTest;
use whowins_core::{Command, Game};

/// Which elements a move changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picks {
    /// Those that the term says.
    Own,
    /// From one to so many, each lowered by any number.
    Several(u64),
    /// One of the largest, lowered by any number.
    Largest,
}

/// The most elements that a move of the first kind may lower.
const MOST: u64 = 16;

/// What is done with the element at place I.
const LOWER: &str = "(choose k 1 (+ (get list I) 1) (set list I (- (get list I) k)))";

/// A tier, read from text in which other words stand for what they mean.
fn tier(moves: &str, words: &[(&str, &str)]) -> Option<Command> {
    let mut text = format!(
        "(game list (part turn 0 1) (part list 0 -) (tier (seq {moves} (set turn (- 1 turn)))) (stuck 0))"
    );
    for (word, means) in words {
        text = text.replace(word, means);
    }
    let game: Game = text.parse().ok()?;
    game.tiers.into_iter().next()
}

/// A choice of a subset of the places, as a number whose digits say which.
fn several(most: u64) -> Option<Command> {
    tier(
        "(choose s 0 (<< 1 (len list)) (seq (guard (if (<= 1 COUNT) (<= COUNT MOST) 0)) (loop i 0 (len list) (when (% (>> s i) 2) LOWER))))",
        &[
            ("LOWER", LOWER),
            (
                "COUNT",
                "(fold j c 0 (len list) 0 (if (% (>> s j) 2) (+ c 1) c))",
            ),
            ("MOST", &most.to_string()),
            ("I", "i"),
        ],
    )
}

/// A choice of a place where `guard` holds once it is known by how much the element is lowered.
fn largest(guard: &str) -> Option<Command> {
    tier(
        "(choose i 0 (len list) (choose k 1 (+ (get list i) 1) (seq (guard GUARD) (set list i (- (get list i) k)))))",
        &[
            ("GUARD", guard),
            (
                "MAX",
                "(fold j best 1 (+ (len list) 1) 0 (if best (max best DOUBLE) DOUBLE))",
            ),
            ("DOUBLE", "(+ (* (get list (- j 1)) 2) 1)"),
        ],
    )
}

/// "All are at most this one", and "this one is the maximum", as the rules of a game lower them.
const LARGEST: [&str; 2] = [
    "(fold j so 0 (len list) 1 (if so (<= (get list j) (get list i)) 0))",
    "(if MAX (= (get list i) (/ MAX 2)) 0)",
];

/// The tiers of the kinds that are known; a law asks for them at each position.
static TIERS: LazyLock<Vec<(Command, Picks)>> = LazyLock::new(|| {
    let largest = (LARGEST.into_iter()).map(|guard| (largest(guard), Picks::Largest));
    let several = (1..=MOST).map(|most| (several(most), Picks::Several(most)));
    let all = largest.chain(several);
    all.filter_map(|(tier, picks)| Some((tier?, picks)))
        .collect()
});

impl Picks {
    /// Which elements the moves of a term change; its parts are the turn and a list.
    pub fn of(term: &Game) -> Self {
        let [own] = &term.tiers[..] else {
            return Self::Own;
        };
        let natural =
            (term.parts.get(1)).is_some_and(|list| list.least == 0.into() && list.most.is_none());
        if !natural {
            return Self::Own;
        }
        let known = TIERS.iter().find(|(tier, _)| tier == own);
        known.map_or(Self::Own, |(_, picks)| *picks)
    }

    /// Whether the list is lost; `None` where worths say that.
    pub fn lost(self, list: &[UBig]) -> Option<bool> {
        let zero = UBig::ZERO;
        let most = list.iter().max().unwrap_or(&zero);
        match self {
            Self::Own => None,
            Self::Largest => {
                let often = list.iter().filter(|one| *one == most).count();
                Some(*most == zero || often % 2 == 0)
            }
            Self::Several(k) => Some((0..most.bit_len()).all(|digit| {
                let have = list.iter().filter(|one| one.bit(digit)).count() as u64;
                have.is_multiple_of(k + 1)
            })),
        }
    }
}

//! Take at most what the last move allows: one heap, of which from 1 to m tokens are taken; k being
//! taken, the most becomes c k + d.
//!
//! ```text
//!   the term is this one, with c >= 1 and c + d >= 1
//!   ──────────────────────────────────────────────────────────────────────────────────
//!   lost are n tokens of which at most m may be taken where n = 0, or m is less than the least part of n
//! ```
//!
//! The parts are 1, and after the largest part h the part h + s, s being the least with c s + d >=
//! h; the least part of n is what is left of n when the largest parts that fit are taken away, one
//! after the other (A. J. Schwenk, Take-away games, 1970; for c = 2 Whinihan 1963). With the least
//! part taken, nothing is left, or a number whose least part is more than may be taken then; with
//! less taken, the other can take the least part of what is left. Both by induction on the parts:
//! `proofs/TakeAway.v`, which has all of it. Nothing is looked for: the certificate holds c and d,
//! and the check compares terms.

use dashu_int::{IBig, UBig};
use serde::{Deserialize, Serialize};
use whowins_analysis::{Game, Position, Value};
use whowins_core::{Command, Expr, Op};

use crate::firstorder::{term, wins_stuck};
use crate::{Budget, Checked, Claim, Rejection};

/// A larger c or d is no law of this kind, as the parts would be too many.
const LARGEST: u64 = 1 << 10;
/// Numbers with more bits have no answer.
const BITS: usize = 1 << 13;

/// Who wins a heap of which at most what the last move allows can be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakeAway {
    /// c: what is taken, so many times, may be taken next.
    pub times: u64,
    /// d: and so many more.
    pub more: i64,
}

/// An expression in the first variable alone as so many times it, and so much more.
fn linear(expr: &Expr) -> Option<[IBig; 2]> {
    Some(match expr {
        Expr::Num(number) => [IBig::ZERO, number.clone()],
        Expr::Var(0) => [IBig::ONE, IBig::ZERO],
        Expr::Bin(op, a, b) => {
            let ([p, q], [r, s]) = (linear(a)?, linear(b)?);
            match op {
                Op::Add => [p + r, q + s],
                Op::Sub => [p - r, q - s],
                Op::Mul if p.is_zero() => [&q * r, q * s],
                Op::Mul if r.is_zero() => [p * &s, q * s],
                _ => return None,
            }
        }
        _ => return None,
    })
}

impl TakeAway {
    /// What the game is, where it is one of these; `None` where it is none.
    pub fn of(game: &Game) -> Option<Self> {
        let term = term(game);
        let ([_, n, m], [Command::Seq(turn)]) = (&term.parts[..], &term.tiers[..]) else {
            return None;
        };
        let natural = |part: &whowins_core::Part| part.least == 0.into() && part.most.is_none();
        let plain = term.ends.is_empty() && term.blocks == 0;
        if !plain || !natural(n) || !natural(m) || wins_stuck(&term.stuck) != Some(false) {
            return None;
        }
        let passes = Command::Set(
            0,
            Expr::num(0),
            Expr::bin(Op::Sub, Expr::num(1), Expr::part(0)),
        );
        let [Command::Choose(least, end, taken), pass] = &turn[..] else {
            return None;
        };
        let to_most = Expr::bin(Op::Add, Expr::part(2), Expr::num(1));
        if *pass != passes || *least != Expr::num(1) || *end != to_most {
            return None;
        }
        let falls = Command::Set(
            1,
            Expr::num(0),
            Expr::bin(Op::Sub, Expr::part(1), Expr::Var(0)),
        );
        let Command::Seq(both) = &**taken else {
            return None;
        };
        let [first, Command::Set(2, place, allowed)] = &both[..] else {
            return None;
        };
        if *first != falls || *place != Expr::num(0) {
            return None;
        }
        let [times, more] = linear(allowed)?;
        let law = Self {
            times: u64::try_from(&times).ok()?,
            more: i64::try_from(&more).ok()?,
        };
        law.is_one().then_some(law)
    }

    /// Whether c and d are what the theorem asks for.
    fn is_one(&self) -> bool {
        let small = self.times <= LARGEST && self.more.unsigned_abs() <= LARGEST;
        small && self.times >= 1 && self.times as i64 + self.more >= 1 // c is small
    }

    /// What may be taken after so many tokens.
    pub fn allowed(&self, taken: &UBig) -> UBig {
        let all = IBig::from(taken * UBig::from(self.times)) + IBig::from(self.more);
        UBig::try_from(all).unwrap_or_default()
    }

    /// The parts up to so many tokens, the least first. There are O(c log n) of them.
    pub fn parts(&self, most: &UBig) -> Vec<UBig> {
        let mut parts = vec![UBig::ONE];
        // Which part comes to the next one, with the last.
        let mut with = 0;
        while let Some(last) = parts.last().filter(|last| *last < most) {
            while self.allowed(&parts[with]) < *last {
                with += 1;
            }
            let next = last + &parts[with];
            parts.push(next);
        }
        parts
    }

    /// The least part of so many tokens; 0 of none, `None` where these are too many to look at.
    pub fn least_part(&self, tokens: &UBig) -> Option<UBig> {
        use dashu_int::ops::BitTest;
        if tokens.bit_len() > BITS {
            return None;
        }
        let mut left = tokens.clone();
        let mut least = UBig::ZERO;
        for part in self.parts(tokens).into_iter().rev() {
            if left.is_zero() {
                break;
            }
            if part <= left {
                left -= &part;
                least = part;
            }
        }
        Some(least)
    }
}

impl Claim for TakeAway {
    fn kind(&self) -> &'static str {
        "take-away"
    }

    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        budget.spend(1)?;
        match Self::of(game) {
            None => Err(Rejection::rules(
                "this law needs a player who cannot move to lose, and moves that take 1 to m tokens. After k tokens the limit m becomes c k + d, with c >= 1 and c + d >= 1",
            )),
            Some(own) if own == *self => Ok(vec![format!(
                "After k tokens at most {} may be taken, and nothing else: the term is this one (Schwenk 1970).",
                self.next_most()
            )]),
            Some(own) => Err(Rejection::false_claim(format!(
                "after k tokens at most {} may be taken",
                own.next_most()
            ))),
        }
    }

    fn statement(&self, game: &Game) -> String {
        let term = term(game);
        let name = |part: usize| term.parts.get(part).map_or("", |part| part.name.as_str());
        let parts: Vec<String> = (self.parts(&UBig::from(40u8)).iter().take(8))
            .map(UBig::to_string)
            .collect();
        format!(
            "For all values of {n} and {most}, the player to move loses if and only if {n} = 0 or {most} is less than the least part of {n}. The parts are {}, ...: after the largest part h the next is h + s, where s is the least part with {} >= h.",
            parts.join(", "),
            self.next_most().replace('k', "s"),
            n = name(1),
            most = name(2),
        )
    }

    fn values(&self, _: &Game, position: &Position) -> Option<[Value; 2]> {
        let numbers = position.naturals()?;
        let [tokens, most] = &numbers[..] else {
            return None;
        };
        let lost = tokens.is_zero() || *most < self.least_part(tokens)?;
        Some([if lost { Value::Loss } else { Value::Win }; 2])
    }
}

impl TakeAway {
    /// c k + d, as it is written.
    pub fn next_most(&self) -> String {
        let times = match self.times {
            1 => "k".to_string(),
            times => format!("{times} k"),
        };
        match self.more {
            0 => times,
            more if more > 0 => format!("{times} + {more}"),
            less => format!("{times} - {}", less.unsigned_abs()),
        }
    }
}

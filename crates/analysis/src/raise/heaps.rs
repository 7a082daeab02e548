//! Heaps: one part, an array of any length.

use dashu_int::IBig;
use whowins_core::{Command, Expr};

use super::{Term, number, steps};
use crate::game::{Game, Player, Shape};
use crate::heaps::{Breaking, Code, MOST_PARTS};

/// Larger numbers of tokens are in no code.
const LONGEST: usize = 1 << 20;

pub(super) fn read(game: &whowins_core::Game) -> Option<Game> {
    let [_, part] = game.parts.as_slice() else {
        return None;
    };
    if part.least != IBig::ONE || part.most.is_some() || !game.ends.is_empty() {
        return None;
    }
    let term = Term {
        game,
        slots: 0,
        columns: None,
        size: None,
    };
    let mut codes: [(Code, Code); 2] = Default::default();
    for turn in term.turns()? {
        let (mut any, mut unequal) = (Code::default(), Code::default());
        let [Command::Choose(_, _, ways)] = turn.steps else {
            return None;
        };
        let ways = match &**ways {
            Command::Alt(all) => all.as_slice(),
            one => std::slice::from_ref(one),
        };
        for way in ways {
            let Command::Choose(lo, hi, body) = way else {
                return None;
            };
            let (heaps, far) = left(body)?;
            let bit = 1 << heaps;
            // Two heaps or more, no two of them equal, lie one apart at least.
            let code = if far { &mut unequal } else { &mut any };
            match hi {
                Expr::Len(takes) => {
                    for take in term.constant(*takes)? {
                        let take = usize::try_from(take).ok().filter(|take| *take < LONGEST)?;
                        if code.digits.len() <= take {
                            code.digits.resize(take + 1, 0);
                        }
                        code.digits[take] |= bit;
                    }
                }
                _ => {
                    let from = usize::try_from(number(lo)?)
                        .ok()
                        .filter(|from| *from < LONGEST)?;
                    code.digits.resize(code.digits.len().max(from), 0);
                    code.beyond |= bit;
                }
            }
        }
        for player in Player::BOTH {
            if turn.by.allows(player) {
                codes[player.index()] = (any.clone(), unequal.clone());
            }
        }
    }
    let codes = codes.map(|(any, unequal)| Breaking::new(any, unequal));
    term.game(Shape::Heaps(codes), &[])
}

/// How many heaps a way leaves in place of one, and whether they must be unequal: the second is
/// chosen from one more than the first on.
fn left(body: &Command) -> Option<(usize, bool)> {
    let mut far = false;
    let mut chosen = 0;
    let mut list = steps(body);
    loop {
        match list {
            [Command::Guard(_), rest @ ..] if chosen == 0 => list = rest,
            [Command::Guard(least), rest @ ..] => {
                far |= is_after(least, chosen);
                list = rest;
            }
            [Command::Choose(lo, _, body)] => {
                far |= chosen > 0 && *lo != Expr::Var(1 + chosen);
                chosen += 1;
                list = steps(body);
            }
            [Command::Splice(_, _, _, values)] => {
                let heaps = values.len();
                return (heaps <= MOST_PARTS).then_some((heaps, far));
            }
            _ => return None,
        }
    }
}

/// Whether what is left must be larger than the last heap, not as large as it.
fn is_after(guard: &Expr, chosen: usize) -> bool {
    !matches!(guard, Expr::Bin(_, least, _) if **least == Expr::Var(1 + chosen))
}

//! Instances of `proofs/Directional.v`.

use whowins_analysis::{End, Game, Position, Stuck, Value, Verdict};
use whowins_verify::Claim;
use whowins_verify::lattice::Directional;

use super::coq::{DIGITS, IMPORTS, STEPS, binary};
use super::goals::Goals;
use super::vectors::{FOREIGN, vectors};
use crate::coq::{TERM, comment};

/// The body of the module for a law of this kind: an instance of `ViewVectors.directional_term`.
pub(crate) fn directional(game: &Game, law: &Directional) -> Result<String, String> {
    let (numbers, of) = vectors(game).ok_or(FOREIGN)?;
    if numbers.variables.len() != 2 {
        return Err("the theory is for two numbers".into());
    }
    if numbers.variables.iter().any(|one| one.least != 0) {
        return Err("the theory has numbers from 0 on".into());
    }
    if law.periods.contains(&0) || law.direction == [0; 2] {
        return Err("the law's periods and direction may not be 0".into());
    }
    if draws(game) {
        return Err("the theory has no draws".into());
    }
    let goals = Goals::of(game, 2)?;
    let reach = [0, 1].map(|at| {
        let longest = of.iter().flatten().map(|vector| vector[at]).max();
        longest.unwrap_or(0).unsigned_abs()
    });
    let ([dx, dy], [tx, ty]) = (law.direction, law.from);
    let widths = [tx + dx, ty + dy];
    // How far Coq's check goes, as the theory has it.
    let wider = [0, 1].map(|at| (law.from[at] + reach[at]).max(goals.past[at]) + law.direction[at]);
    let steps = [0, 1].map(|at| match law.direction[at] {
        0 => 0,
        step => (wider[at].saturating_sub(law.from[at]))
            .div_ceil(step)
            .saturating_sub(1),
    });
    let mut lengths = [0; 2];
    let mut periods = [0; 2];
    for along in 0..2 {
        let across = 1 - along;
        let step = match law.direction[across] {
            0 => law.direction[along],
            _ => 1,
        };
        periods[along] = lcm(law.periods[along], step);
        let down = steps[across] * law.direction[along];
        let start = reach[along] + widths[along].max(law.preperiods[along]) + down;
        lengths[along] = goals.past[along].max(start) + periods[along];
    }
    let repeating = [0, 1].map(|along| law.preperiods[along] + law.periods[along]);
    let digits = widths[0] * repeating[1] + widths[1] * repeating[0];
    let points = u128::from(wider[0]) * u128::from(lengths[1])
        + u128::from(wider[1]) * u128::from(lengths[0]);
    let longest = repeating.iter().chain(&widths).max().copied().unwrap_or(0);
    let moves = of.concat().len() as u128 + 1;
    if digits > DIGITS as u64 || 2 * points * moves * (u128::from(longest) + 20) > 16 * STEPS {
        return Err(format!(
            "the tables have {digits} digits and the check {points} points: too many for Coq"
        ));
    }
    let line = |along: usize, player: usize| -> Result<String, String> {
        let all = (0..widths[1 - along]).map(|at| {
            let digits: Option<String> = (0..repeating[along])
                .map(|far| {
                    let point = [[far, at], [at, far]][along];
                    let values = law.values(game, &Position::tuple(point))?;
                    Some(if values[player] == Value::Win {
                        '1'
                    } else {
                        '0'
                    })
                })
                .collect();
            let digits = digits.ok_or("the law does not speak of all small positions")?;
            Ok::<_, String>(binary(&digits))
        });
        Ok(all.collect::<Result<Vec<_>, _>>()?.join("; "))
    };
    let mut text =
        String::from("From Whowins Require Import ViewOutcome ViewVectors Directional.\n");
    text += IMPORTS;
    text += &format!(
        "(* positions are two numbers; true: {} *)\n",
        comment(&game.players[0])
    );
    text += &format!(
        "(* who wins: a number a column x = 0, 1, ... < {}, and a row y = 0, 1, ... < {}; a binary digit a point, the lowest first *)\n",
        widths[0], widths[1]
    );
    for (along, name) in [(1, "columns"), (0, "rows")] {
        text += &format!(
            "Definition {name} (P : bool) : list N := if P then [{}] else [{}].\n",
            line(along, 0)?,
            line(along, 1)?
        );
    }
    let [ix, iy] = law.preperiods;
    let [px, py] = law.periods;
    let ([gx, gy], [rx, ry]) = ([goals.past[0], goals.past[1]], reach);
    let ([kx, ky], [qx, qy]) = (steps, periods);
    text += &format!(
        "(* the outcome at (x, y): back along ({dx}, {dy}) as long as x >= {tx} and y >= {ty}, then by the strips' periods *)\n\
         Definition f (P : bool) (x y : N) : bool := dlab {dx} {dy} {tx} {ty} {ix} {px} {iy} {py} columns rows P x y.\n\
         (* The moves and the ends are read off the core term; with them, the equations hold on the strips, and so everywhere. *)\n\
         Lemma every_point : view_check {TERM} 2 (fun mvs goals stuck =>\n\
         \x20 directional_check mvs goals stuck {dx} {dy} {tx} {ty} {ix} {px} {iy} {py} columns rows {gx} {gy} {rx} {ry} {kx} {ky} {qx} {qy}) = true.\n\
         Proof. vm_compute. reflexivity. Qed.\n\
         (* Whom f names can force a win in the game of the term, and the other player cannot. *)\n\
         Theorem law : forall (P : bool) (x y : N), in_range {TERM} [x; y] ->\n\
         \x20 (f P x y = true <-> wins {TERM} P (vector P [x; y])) /\\ (f P x y = false <-> wins {TERM} (negb P) (vector P [x; y])) /\\\n\
         \x20 ({tx} <= x -> {ty} <= y -> f P (x + {dx}) (y + {dy}) = f P x y).\n\
         Proof. exact (directional_term {TERM} {dx} {dy} {tx} {ty} {ix} {px} {iy} {py} columns rows {gx} {gy} {rx} {ry} {kx} {ky} {qx} {qy} every_point). Qed.\n"
    );
    Ok(text)
}

/// Whether some play can end in a draw.
fn draws(game: &Game) -> bool {
    let draw = |end: &End| *end == End::Draw;
    game.ending.stuck == Stuck::Draws
        || game.ending.goals.iter().any(|goal| match &goal.verdict {
            Verdict::Is(end) => draw(end),
            Verdict::Depends(_, a, b) => draw(a) || draw(b),
        })
}

/// The least common multiple of two positive numbers.
fn lcm(a: u64, b: u64) -> u64 {
    let (mut gcd, mut rest) = (a, b);
    while rest > 0 {
        (gcd, rest) = (rest, gcd % rest);
    }
    a / gcd * b
}

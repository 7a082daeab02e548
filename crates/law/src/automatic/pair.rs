//! Finds that the P-positions are a Beatty pair, and when a learned automaton is one.

use whowins_analysis::{Player, Stuck};
use whowins_automata::{Dfa, Error, Limits, Moore, NumerationSystem, Ostrowski, System};
use whowins_verify::Law;
use whowins_verify::automatic::Beatty;

use super::learner::{Label, loses};
use super::numerals::Numerals;
use super::oracle::{Oracle, Silence};
use super::search::lattice;
use crate::{Explanation, Finder, Finding, Says, Search};

/// Finds Beatty pairs.
pub(super) struct Pair;

/// The pattern is looked for below this.
const SIDE: u64 = 96;
/// What the table of these positions may cost, in moves looked at.
pub(super) const MOVES: u64 = 1 << 24;

/// `⌊kα⌋` with α = (2 - t + √(t² + 4)) / 2, for small numbers.
fn lesser(k: u64, t: u64) -> u64 {
    let square = (u128::from(t) * u128::from(t) + 4) * u128::from(k) * u128::from(k);
    let doubled = 2 * i128::from(k) - i128::from(t) * i128::from(k) + square.isqrt() as i128;
    u64::try_from(doubled / 2).unwrap_or(0)
}

/// Whether the two are (⌊kα⌋, ⌊kα⌋ + tk) for some k, in either order.
pub fn is_pair(x: u64, y: u64, t: u64) -> bool {
    let (less, difference) = (x.min(y), x.abs_diff(y));
    difference.is_multiple_of(t) && lesser(difference / t, t) == less
}

/// The pair as a person writes it.
pub(crate) fn formula(t: u64) -> String {
    match t {
        1 => {
            "P-positions: (⌊kφ⌋, ⌊kφ²⌋) and mirror images, φ = (1 + √5)/2, k = 0, 1, 2, ...".into()
        }
        2 => "P-positions: (⌊k√2⌋, ⌊k√2⌋ + 2k) and mirror images, k = 0, 1, 2, ...".into(),
        t => format!(
            "P-positions: (⌊kα⌋, ⌊kα⌋ + {t}k) and mirror images, α = (√{} - {})/2, k = 0, 1, 2, ...",
            u128::from(t) * u128::from(t) + 4,
            t - 2
        ),
    }
}

impl Finder for Pair {
    fn kind(&self) -> &'static str {
        "beatty"
    }

    fn says(&self) -> Says {
        Says::ClosedForm
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        let lattice = match lattice(search) {
            Ok(lattice) => lattice,
            Err(why) => return Finding::Foreign(why),
        };
        if lattice.coordinates != 2 || !search.game.is_impartial() || lattice.stuck != Stuck::Loses
        {
            return Finding::Foreign(
                "the game is not two numbers, impartial, in normal play".into(),
            );
        }
        let mut oracle = Oracle::new(search.game, &lattice.rays, 2, search.limits);
        oracle.allow(MOVES);
        match pattern(&mut oracle) {
            Ok(Ok(t)) => Finding::Law(
                Box::new(Law::Beatty(Beatty { t })),
                Explanation {
                    formula: Some(formula(t)),
                    source: "Fraenkel 1982, How to beat your Wythoff games' opponent on three fronts; for t = 1, Wythoff 1907."
                        .into(),
                    found: format!("the P-positions below {SIDE} are the pair's"),
                },
            ),
            Ok(Err(why)) => Finding::Nothing(why),
            Err(Silence::Engine(error)) => Finding::Stopped(error),
            Err(_) => Finding::Foreign("some small positions have no winner".into()),
        }
    }
}

/// The t of the pair that the P-positions of the box are; else why there is none.
pub(super) fn pattern(oracle: &mut Oracle<'_>) -> Result<Result<u64, String>, Silence> {
    let mut t = None;
    for y in 1..SIDE {
        if !oracle.wins(&[1, y])?[0] {
            t = Some(y - 1);
            break;
        }
    }
    let Some(t) = t.filter(|t| *t > 0) else {
        return Ok(Err(format!(
            "no Beatty pair: (1, 1 + t) isn't a P-position for any t from 1 to {}",
            SIDE - 2
        )));
    };
    for x in 0..SIDE {
        for y in 0..SIDE {
            if oracle.wins(&[x, y])?[0] == is_pair(x, y, t) {
                return Ok(Err(format!(
                    "no Beatty pair: (1, {}) would make it the one with t = {t}, which is wrong at ({x}, {y})",
                    1 + t
                )));
            }
        }
    }
    Ok(Ok(t))
}

/// The law of a learned automaton as a formula, where it is one that is known; equality of the
/// languages is decided.
pub(super) fn known_form(
    found: &Moore<Label>,
    system: &Numerals,
    coordinates: usize,
    names: &[&str],
) -> Option<String> {
    let limits = &Limits::default();
    let both = found
        .outputs
        .iter()
        .flatten()
        .all(|wins| wins[0] == wins[1]);
    let lost = loses(found, system, coordinates, Player::First, limits).ok()?;
    if !both {
        return None;
    }
    if let (Some(t), 2) = (metallic(system.system()), coordinates) {
        let pair = metallic_pairs(system, limits).ok()?;
        return pair.same_language(&lost).then(|| formula(t));
    }
    match (system.system(), coordinates) {
        (System::Base(base), 2..) if base.digits() == 2 => {
            let even = Dfa::explore(
                vec![2; coordinates],
                (),
                |_, digits| (digits.iter().sum::<u8>() % 2 == 0).then_some(()),
                |_| true,
                limits,
            );
            let balanced = even.ok()?.same_language(&lost);
            let line = match names {
                [x, y] => format!("P-positions: {x} = {y}"),
                all => format!("P-positions: {} = 0", all.join(" ⊕ ")),
            };
            balanced.then_some(line)
        }
        _ => None,
    }
}

/// The t of the system 1, t + 1, t² + t + 1, ... of [0; t + 1, t, t, ...]; for t = 1 it is
/// Zeckendorf's.
pub fn metallic(system: &System) -> Option<u64> {
    match system {
        System::Zeckendorf => Some(1),
        System::Ostrowski(fraction) => match (fraction.before(), fraction.period()) {
            ([first], [t]) if *first == t + 1 => Some((*t).into()),
            _ => None,
        },
        System::Base(_) => None,
    }
}

/// The system of a t, if its digits are few.
pub fn metallic_system(t: u64) -> Option<System> {
    let t = u8::try_from(t).ok()?;
    let fraction = Ostrowski::new(&[t.checked_add(1)?], &[t]).ok()?;
    Some(fraction.into())
}

/// The pairs (a, b) and (b, a) with a's digits ending in an even number of zeros and b's the same
/// with one zero more, and (0, 0): the pairs (⌊kα⌋, ⌊kα⌋ + tk) of the system's t (Fraenkel 1982;
/// for t = 1 also Silber 1977).
pub fn metallic_pairs(system: &Numerals, limits: &Limits) -> Result<Dfa, Error> {
    let digits = system.system().digits();
    let ordered = |mirrored: bool| {
        Dfa::explore(
            vec![digits; 2],
            // The last digit of b, which a has next; whether the zeros that a ends in are even in
            // number; whether a is not 0.
            (0u8, true, false),
            move |&(owed, even, begun), digits| {
                let (a, b) = match mirrored {
                    false => (digits[0], digits[1]),
                    true => (digits[1], digits[0]),
                };
                let even = a > 0 || even != begun;
                (a == owed).then_some((b, even, begun || a > 0))
            },
            |&(owed, even, _)| owed == 0 && even,
            limits,
        )
    };
    let both = ordered(false)?.or(&ordered(true)?, limits)?;
    let mut tracks = [0, 1].into_iter();
    tracks.try_fold(both, |pairs, track| {
        let digits = pairs.digits().to_vec();
        pairs.join(
            &[0, 1],
            system.valid(),
            &[track],
            digits,
            |a, b| a && b,
            limits,
        )
    })
}

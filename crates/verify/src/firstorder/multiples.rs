//! Two numbers, from one of which any multiple of the other is taken: steps of variable length.
//!
//! ```text
//!   y >= 1, x and z < x lost with y         =>  for some j < J: j y < x - z < (j + 1) y
//!   (x, y) not lost, not stuck under misère play  =>  for some j from 1 to J: x - j y is lost with y, or
//!                                                 for some a with a + y <= x, each z in [a, a + y): for some j < J: z - j y is lost with y;
//!                                                 or the same with x and y in each other's place, where such moves are there too
//!   ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
//!   the labels are the outcomes
//! ```
//!
//! "To be a multiple" multiplies two numbers, and no formula of addition says it. What helps is
//! that the ray x - y, x - 2y, ... meets each window [a, a + y) with a + y <= x in just one point
//! (division with remainder), and that x - z strictly between two neighbouring multiples of y is
//! none. So a loss has no move to a loss by the first line, and a win has one by the second: the
//! ray's point z in the window is x - k y with k >= 1, and z - j y lies on the ray too. The sum of
//! the numbers falls. The larger J, the less is asked: what holds for some J holds for each larger
//! one.

use whowins_automata::{Dfa, Formula, System, Term, Theory, call, constant, var};
use whowins_core::{Command, Game};

use super::linear::never;
use crate::automaton::failed;
use crate::{Budget, Rejection};

/// J of the rule.
const MULTIPLES: usize = 3;

/// The moves by which multiples of y are taken from x, and the same with x and y in each other's
/// place, as rules are lowered.
const MOVES: [&str; 2] = [
    "(choose k 1 (+ (/ x (- 0 (- 0 y))) 1) (seq (guard (<= 1 y)) (set x (- x (* k y)))))",
    "(choose k 1 (+ (/ y (- 0 (- 0 x))) 1) (seq (guard (<= 1 x)) (set y (- y (* k x)))))",
];

/// From which of two numbers multiples of the other are taken, one or both; `None` where there are
/// other moves, or none of these.
pub fn multiples(term: &Game) -> Option<[bool; 2]> {
    let ([_, x, y], [own]) = (&term.parts[..], &term.tiers[..]) else {
        return None;
    };
    let natural = [x, y].map(|part| part.least == 0.into() && part.most.is_none());
    if natural != [true; 2] || !term.ends.is_empty() || term.blocks != 0 {
        return None;
    }
    let is = |moves: &str| -> bool {
        let text = format!(
            "(game multiples (part turn 0 1) (part x 0 -) (part y 0 -) (tier (seq {moves} (set turn (- 1 turn)))) (stuck 0))"
        );
        let tier = text.parse::<Game>().ok().map(|game| game.tiers);
        tier.is_some_and(|tiers: Vec<Command>| tiers.first() == Some(own))
    };
    let [one, other] = MOVES;
    match () {
        () if is(&format!("(alt {one} {other})")) || is(&format!("(alt {other} {one})")) => {
            Some([true; 2])
        }
        () if is(one) => Some([true, false]),
        () if is(other) => Some([false, true]),
        () => None,
    }
}

/// "x and y are lost", x being the number that is lowered.
fn lost(lowered: usize, x: Term, y: Term) -> Formula {
    call("lost", if lowered == 0 { [x, y] } else { [y, x] })
}

/// The name and so many times y.
fn and_multiples(name: &str, times: usize) -> Term {
    (0..times).fold(var(name), |sum, _| sum.plus(var("y")))
}

/// "For some j of these, z - j y is lost with y".
fn hit(lowered: usize, z: &str, of: impl Iterator<Item = usize>) -> Formula {
    let one = |j: usize| {
        let equal = var(z).equals(and_multiples("w", j));
        equal.and(lost(lowered, var("w"), var("y"))).exists("w")
    };
    of.map(one).reduce(Formula::or).unwrap_or_else(never)
}

/// Why the losses of two numbers are not those of the game; `None` where they are.
pub(super) fn fault(
    mut theory: Theory<System>,
    loses: &Dfa,
    moves: [bool; 2],
    misere: bool,
    budget: &Budget,
) -> Result<Option<String>, Rejection> {
    const WORK: u64 = 1 << 18;
    theory.define("lost", loses).map_err(failed)?;
    let mut wins = never();
    let mut stays = constant(0u8).equals(constant(0u8));
    for lowered in (0..2).filter(|at| moves[*at]) {
        budget.spend(WORK)?;
        let between = |j: usize| {
            let above = and_multiples("z", j).less(var("x"));
            above.and(var("x").less(and_multiples("z", j + 1)))
        };
        let apart = (0..MULTIPLES)
            .map(between)
            .reduce(Formula::or)
            .unwrap_or_else(never);
        let both = lost(lowered, var("x"), var("y")).and(lost(lowered, var("z"), var("y")));
        let positive = || constant(0u8).less(var("y"));
        let joined = both.and(var("z").less(var("x"))).and(positive());
        let joined = theory
            .relation(&joined.and(apart.negate()))
            .map_err(failed)?;
        if !joined.dfa.is_empty() {
            return Ok(Some(
                "it is not shown that no move leads from a loss to a loss".into(),
            ));
        }
        budget.spend(WORK)?;
        theory
            .define_formula("hit", &["z", "y"], &hit(lowered, "z", 0..MULTIPLES))
            .map_err(failed)?;
        let missed = call("hit", [var("z"), var("y")]).negate();
        let inside = var("a").at_most(var("z"));
        let inside = inside.and(var("z").less(and_multiples("a", 1)));
        let window = inside.and(missed).exists("z").negate();
        let window = and_multiples("a", 1).at_most(var("x")).and(window);
        let near = hit(lowered, "x", 1..MULTIPLES + 1);
        let leads = near.or(window.exists("a")).and(positive());
        let name = format!("leads{lowered}");
        theory
            .define_formula(&name, &["x", "y"], &leads)
            .map_err(failed)?;
        let own = |x: &str, y: &str| {
            if lowered == 0 {
                [var(x), var(y)]
            } else {
                [var(y), var(x)]
            }
        };
        wins = wins.or(call(name, own("x", "y")));
        // No such move is there.
        let [x, y] = own("x", "y");
        let none = y.clone().equals(constant(0u8)).or(x.less(y));
        stays = stays.and(none);
    }
    budget.spend(WORK)?;
    let lost = call("lost", [var("x"), var("y")]);
    let mut open = lost.clone().negate().and(wins.negate());
    if misere {
        let wrong = theory.relation(&lost.and(stays.clone())).map_err(failed)?;
        if !wrong.dfa.is_empty() {
            return Ok(Some(
                "a position without a move is labelled a loss under misère play".into(),
            ));
        }
        open = open.and(stays.negate());
    }
    let open = theory.automaton(&["x", "y"], &open).map_err(failed)?;
    Ok(open
        .shortest_word()
        .map(|_| "it is not shown that a move leads from each win to a loss".into()))
}

//! An order of the variables in which every move goes down.

use super::effects::{Effect, ranges};
use super::rays::cones;
use crate::numbers::Numbers;

/// What a family of moves does to one variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Falls,
    Stays,
    MayRise,
}

/// An order of the variables, most significant first, in which every move makes the tuple
/// lexicographically smaller; so play ends, and an index built in this order falls with every move.
/// `None` where there is no such order, or none is seen.
///
/// Greedy, and complete for orders of single variables: take a variable that no move left raises
/// and some move lowers, drop the moves that lower it, go on. `O(variables² · moves)`. Moves are
/// seen as displacements, and where they are of another kind, as what they assign.
pub fn falling_order(numbers: &Numbers) -> Option<Vec<usize>> {
    let variables = 0..numbers.variables.len();
    let by_cones = cones(numbers).map(|cones| {
        let turn = |cone: &super::Cone, at: usize| match (cone.never_raises(at), cone.base[at]) {
            (true, ..0) => Turn::Falls,
            (true, _) => Turn::Stays,
            (false, _) => Turn::MayRise,
        };
        let row = |cone| variables.clone().map(|at| turn(cone, at)).collect();
        cones.iter().map(row).collect()
    });
    let by_effects = || {
        let whole = ranges(numbers);
        let moves = numbers
            .moves
            .iter()
            .map(|command| Effect::of(numbers, command, &whole));
        let turn = |effect: &Effect<'_>, at: usize| match effect.rise(at) {
            Some(..0) => Turn::Falls,
            Some(0) => Turn::Stays,
            _ => Turn::MayRise,
        };
        let row = |effect: Effect<'_>| variables.clone().map(|at| turn(&effect, at)).collect();
        moves.filter(|effect| !effect.is_never()).map(row).collect()
    };
    let found = by_cones.and_then(|moves| greedy(variables.len(), moves));
    found.or_else(|| greedy(variables.len(), by_effects()))
}

fn greedy(variables: usize, mut left: Vec<Vec<Turn>>) -> Option<Vec<usize>> {
    let mut order = Vec::new();
    while !left.is_empty() {
        let next = (0..variables).find(|variable| {
            !order.contains(variable)
                && left.iter().all(|turns| turns[*variable] != Turn::MayRise)
                && left.iter().any(|turns| turns[*variable] == Turn::Falls)
        })?;
        left.retain(|turns| turns[next] != Turn::Falls);
        order.push(next);
    }
    let rest: Vec<usize> = (0..variables).filter(|v| !order.contains(v)).collect();
    order.extend(rest);
    Some(order)
}

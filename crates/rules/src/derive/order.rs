//! An order of the variables in which every move goes down.

use super::rays::cones;
use crate::numbers::Numbers;

/// An order of the variables, most significant first, in which every move makes the tuple lexicographically smaller; so play
/// ends, and an index built in this order falls with every move. `None` where there is no such order, or none is seen.
///
/// Greedy, and complete for orders of single variables: take a variable that no move left raises and some move lowers, drop
/// the moves that lower it, go on. `O(variables² · moves)`.
pub fn falling_order(numbers: &Numbers) -> Option<Vec<usize>> {
    let mut left = cones(numbers)?;
    let variables = numbers.variables.len();
    let mut order = Vec::new();
    while !left.is_empty() {
        let next = (0..variables).find(|variable| {
            !order.contains(variable)
                && left.iter().all(|cone| cone.never_raises(*variable))
                && left.iter().any(|cone| cone.base[*variable] < 0)
        })?;
        left.retain(|cone| cone.base[next] >= 0);
        order.push(next);
    }
    let rest: Vec<usize> = (0..variables).filter(|v| !order.contains(v)).collect();
    order.extend(rest);
    Some(order)
}

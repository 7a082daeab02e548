//! A winning move at a position of any size, read off the automata of the moves and of the law.

use dashu_int::UBig;
use whowins_analysis::derive::{Ray, rays};
use whowins_analysis::{Budget, Game, Player, Position};
use whowins_automata::{Dfa, Limits, NumerationSystem};
use whowins_verify::automatic::Automatic;

use super::kernel::{Kernel, expressible};
use super::numerals::Numerals;

/// An option of the position which the opponent loses and which is `right`, as neither the digits'
/// automata nor the change of base is believed; `None` where the law has none, or the moves are no
/// vectors and rays. The law is to be one that was verified for this game.
///
/// Runs the automaton of a move into a loss along the position's digits, with the option's digits
/// left open: linear in the number of digits, but for the change of base.
pub fn winning_move(
    law: &Automatic,
    game: &Game,
    position: &[UBig],
    player: Player,
    budget: &Budget,
    right: impl Fn(&Position) -> bool,
) -> Option<Position> {
    let numbers = game.numbers()?;
    let coordinates = numbers.variables.len();
    let rays = rays(numbers).filter(|rays| rays.iter().all(expressible))?;
    if position.len() != coordinates {
        return None;
    }
    let system = Numerals::named(&law.system)?;
    let limits = Limits::default().within(budget);
    let kernel = Kernel::new(system.system(), coordinates, &rays, game, &limits).ok()?;
    let loses = loses(law, &system, coordinates, player.other(), &limits)?;
    let word = padded(&system, position, &rays);
    let tracks: Vec<usize> = (0..2 * coordinates).collect();
    for moves in kernel.moves(player) {
        let digits = moves.digits().to_vec();
        let into = moves
            .join(
                &tracks,
                &loses,
                &tracks[coordinates..],
                digits,
                |a, b| a && b,
                &limits,
            )
            .ok()?;
        let Some(found) = into.completion(&word) else {
            continue;
        };
        let option = Position::tuple((0..coordinates).map(|at| {
            let track: Vec<u8> = found.iter().map(|tuple| tuple[at]).collect();
            system.system().value(&track)
        }));
        if right(&option) {
            return Some(option);
        }
    }
    None
}

fn loses(
    law: &Automatic,
    system: &Numerals,
    coordinates: usize,
    player: Player,
    limits: &Limits,
) -> Option<Dfa> {
    let accepting = law
        .automaton
        .wins
        .iter()
        .map(|wins| wins.is_some_and(|wins| !wins[player.index()]))
        .collect();
    let digits = vec![u8::try_from(system.radix()).ok()?; coordinates];
    Dfa::new(digits, law.automaton.next.concat(), accepting, 0, limits).ok()
}

/// The position's digits, with as many leading zeros as an option may have more digits.
fn padded(system: &Numerals, position: &[UBig], rays: &[Ray]) -> Vec<Vec<u8>> {
    let largest = rays
        .iter()
        .flat_map(|ray| ray.base.iter().chain(&ray.step))
        .map(|entry| entry.unsigned_abs())
        .max()
        .unwrap_or(0);
    // An option is at most the sum of the coordinates times the largest entry, and that again
    // added: some digits more.
    let more = system.digits(largest).len() + system.digits(8 * position.len() as u64).len();
    let more = more.next_multiple_of(system.block());
    let letters = system.long_word(position);
    let tuples = letters.iter().map(|l| {
        let tuple = system.tuple(*l, position.len());
        tuple.into_iter().map(|digit| digit as u8).collect()
    });
    vec![vec![0; position.len()]; more]
        .into_iter()
        .chain(tuples)
        .collect()
}

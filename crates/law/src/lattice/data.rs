//! Product laws for the checker that is extracted from the proved one.

use std::fmt::Write as _;

use whowins_analysis::{Game, Player, Stuck};
use whowins_verify::lattice::Product;

use super::cases::{cases, distinct};
use super::goals::Goals;
use super::vectors::{FOREIGN, vectors};
use crate::coq::bracketed;

/// The law for `Large.product_check`.
pub(crate) fn product(game: &Game, law: &Product) -> Result<String, String> {
    let (numbers, of) = vectors(game).ok_or(FOREIGN)?;
    let dimension = numbers.variables.len();
    let goals = Goals::of(game, dimension)?;
    let stuck = match game.ending.stuck {
        Stuck::Loses => false,
        Stuck::Wins => true,
        Stuck::Draws => return Err("the theory has no draws".into()),
    };
    let first = law.wins.first().ok_or("the table is empty")?;
    let second = law.wins.get(1).unwrap_or(first);
    let points = |vectors: &[Vec<i64>]| bracketed(distinct(vectors).iter().map(bracketed));
    let mut text = String::from("# What either player may subtract.\n(product\n");
    let _ = writeln!(text, "(moves {} {})", points(&of[0]), points(&of[1]));
    text += "# where the game is over; whether the player to move has won there, the first or the second\n(goals";
    for [when, first, second] in &goals.texts {
        let _ = write!(text, "\n({when} {first} {second})");
    }
    let _ = writeln!(text, ")\n# whether who cannot move wins\n(stuck {stuck})");
    text += "# preperiod and period of each coordinate\n(periods";
    for (preperiod, period) in law.preperiods.iter().zip(&law.periods) {
        let _ = write!(text, " ({preperiod} {period})");
    }
    let reach = goals.reach(&of, &law.preperiods);
    let _ = writeln!(text, ")\n(reach {reach})");
    text += "# who wins on the move, a digit a point of the box, the last coordinate fastest\n";
    let _ = writeln!(text, "(wins\n{first}\n{second})");
    text += "# positions with their options\n(cases";
    for (player, state, next) in cases(game, &vec![0; dimension])? {
        let first = player == Player::First;
        let next = bracketed(next.iter().map(bracketed));
        let _ = write!(text, "\n({first} {} {next})", bracketed(&state));
    }
    text += "))\n";
    Ok(text)
}

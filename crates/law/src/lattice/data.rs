//! Product laws for the checker that is extracted from the proved one.

use std::fmt::Write as _;

use whowins_analysis::Game;
use whowins_verify::lattice::Product;

use super::goals::Goals;
use super::vectors::{FOREIGN, vectors};

/// The law for `LargeTerm.product_large_check`.
pub(crate) fn product(game: &Game, law: &Product) -> Result<String, String> {
    let (numbers, of) = vectors(game).ok_or(FOREIGN)?;
    let goals = Goals::of(game, numbers.variables.len())?;
    let first = law.wins.first().ok_or("the table is empty")?;
    let second = law.wins.get(1).unwrap_or(first);
    let mut text = String::from("(product\n# preperiod and period of each coordinate\n(periods");
    for (preperiod, period) in law.preperiods.iter().zip(&law.periods) {
        let _ = write!(text, " ({preperiod} {period})");
    }
    let reach = goals.reach(&of, &law.preperiods);
    let _ = writeln!(text, ")\n(reach {reach})");
    text += "# who wins on the move, a digit a point of the box, the last coordinate fastest\n";
    let _ = writeln!(text, "(wins\n{first}\n{second}))");
    Ok(text)
}

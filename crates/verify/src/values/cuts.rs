//! Rows of which a move cuts off one end, as numbers: each cell is a sign.
//!
//! ```text
//!   a move picks a cell and takes it away with all that lies beyond it; the cells of sign + are those that Left alone may pick, of sign - those that Right alone may
//!   ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
//!   in every sum a row can stand for the number whose sign expansion its cells are, from the ground on
//! ```
//!
//! The number is that of Berlekamp's rule: each sign counts 1 until the first change, and from
//! there on half of the one before. A move leaves a prefix, which is less where a + was picked and
//! more where a - was. And of all prefixes that end in a + (a -), the longest is less (more) by no
//! more than what the last sign counts: so in a sum of rows that comes to less than 0, Right has a
//! move after which it does not come to more than 0, and by induction Left does not win. The
//! theorem: `proofs/ValueCuts.v`, `cuts_law`; of the core term, `proofs/ViewCuts.v`,
//! `cut_rows_term`.

use serde::{Deserialize, Serialize};
use whowins_analysis::program::{Cuts, signs};
use whowins_analysis::{Game, Position, Value};
use whowins_values::{Arena, Dyadic, Outcome, Value as Form};

use super::brings;
use crate::firstorder::term;
use crate::{Budget, Checked, Claim, Rejection};

/// That a row is worth the number whose signs its cells are.
///
/// Source: E. R. Berlekamp 1974 and J. H. Conway 1976, Hackenbush strings. The theorem:
/// `proofs/ValueCuts.v`, `cuts_law`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CutRows {
    /// Whether rows are read from their last cell on, since that stands on the ground, and not from
    /// the first.
    pub from_last: bool,
    /// For each symbol, in the order of the rules, 1 for +, -1 for -, and 0 where it is no sign,
    /// since nobody may pick it.
    pub signs: Vec<i8>,
}

impl CutRows {
    /// What the rules say of each symbol; `None` where the game is none of these, or both players
    /// may pick one.
    pub fn of(game: &Game) -> Option<Self> {
        let cuts = Cuts::of(&term(game))?;
        let symbols = 0..cuts.cutters.len();
        Some(Self {
            from_last: cuts.from_last,
            signs: symbols
                .map(|symbol| cuts.sign(symbol))
                .collect::<Option<_>>()?,
        })
    }

    /// The signs of a row, from the ground on; `None` where an element is no symbol.
    pub fn of_row(&self, position: &Position) -> Option<Vec<bool>> {
        let row = position.elements().iter();
        let symbols = row.map(|element| usize::try_from(element).unwrap_or(usize::MAX));
        signs(symbols, self.from_last, |symbol| {
            self.signs.get(symbol).copied()
        })
    }
}

impl Claim for CutRows {
    fn kind(&self) -> &'static str {
        "cut-rows"
    }

    /// The term is such a game, and its players pick the symbols that the law says. Steps: the
    /// symbols.
    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        budget.spend(self.signs.len() as u64 + 1)?;
        let of_rules = Self::of(game).ok_or_else(|| {
            Rejection::rules(
                "the game is not a row in which a move removes one of the mover's cells with every cell behind it",
            )
        })?;
        if self.from_last != of_rules.from_last {
            return Err(Rejection::false_claim(
                "the fixed end of the row is the other one",
            ));
        }
        if self.signs != of_rules.signs {
            return Err(Rejection::false_claim(format!(
                "by the rules the symbols have the signs {:?}, not {:?}",
                of_rules.signs, self.signs
            )));
        }
        let count = |sign: i8| self.signs.iter().filter(|one| **one == sign).count();
        Ok(vec![format!(
            "a move picks a cell and takes it away with all {} it: the term is this one; {} symbols are {}'s, {} {}'s, and {} nobody's",
            if self.from_last { "before" } else { "behind" },
            count(1),
            game.players[0],
            count(-1),
            game.players[1],
            count(0)
        )])
    }

    fn statement(&self, game: &Game) -> String {
        let [left, _] = &game.players;
        let name = |symbol: usize| shown(game, symbol);
        let of = |sign: i8| {
            let all = (0..self.signs.len()).filter(|at| self.signs[*at] == sign);
            all.map(name).collect::<Vec<_>>().join(", ")
        };
        let nobody = match self.signs.contains(&0) {
            true => format!(", {} no sign", of(0)),
            false => String::new(),
        };
        format!(
            "A row of any length has a number as its value ({left} is Left). Read its cells as signs from the {} on, + for {} and - for {}{nobody}. A sign counts 1 until the first change; from there on, each counts half of the previous one.",
            if self.from_last { "last" } else { "first" },
            of(1),
            of(-1)
        )
    }

    fn values(&self, _: &Game, position: &Position) -> Option<[Value; 2]> {
        // The first sign decides.
        Some(brings(match self.of_row(position)?.first() {
            Some(true) => Outcome::Left,
            Some(false) => Outcome::Right,
            None => Outcome::Previous,
        }))
    }

    fn worth(&self, _: &Game, position: &Position, arena: &mut Arena) -> Option<Form> {
        let number = Dyadic::of_signs(self.of_row(position)?);
        arena.number(&number).ok()
    }
}

/// A symbol as people write it: what a row of it alone looks like.
fn shown(game: &Game, symbol: usize) -> String {
    let row = Position::list([symbol as u64]);
    game.show(&row)
}

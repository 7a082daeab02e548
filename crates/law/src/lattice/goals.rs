//! How far goals look, for the Coq theory.

use whowins_analysis::expression::{Cond, Expr, Relation};
use whowins_analysis::{Game, Verdict};

/// What numbers goals compare with.
pub(super) struct Goals {
    /// For each coordinate, the largest number that it is asked to be below.
    pub past: Vec<u64>,
}

impl Goals {
    /// The game's goals.
    ///
    /// # Errors
    ///
    /// Where one does not compare single numbers with fixed ones.
    pub fn of(game: &Game, dimension: usize) -> Result<Self, String> {
        let mut goals = Self {
            past: vec![0; dimension],
        };
        for goal in &game.ending.goals {
            goals.look(&goal.when)?;
            if let Verdict::Depends(condition, ..) = &goal.verdict {
                goals.look(condition)?;
            }
        }
        Ok(goals)
    }

    /// How far the box goes past the preperiods: for every move, and past every number that a goal
    /// compares with.
    pub fn reach(&self, of: &[Vec<Vec<i64>>; 2], preperiods: &[u64]) -> u64 {
        let longest = of.iter().flatten().flatten().copied().max();
        let compared = self.past.iter().zip(preperiods);
        compared.fold(longest.unwrap_or(1).unsigned_abs(), |wide, (past, from)| {
            wide.max(past.saturating_sub(*from))
        })
    }

    fn look(&mut self, condition: &Cond) -> Result<(), String> {
        match condition {
            Cond::Const(_) => Ok(()),
            Cond::And(all) | Cond::Or(all) => all.iter().try_for_each(|one| self.look(one)),
            Cond::Not(inner) => self.look(inner),
            Cond::Compare(relation, Expr::Slot(slot), Expr::Const(number)) => {
                let strict = matches!(relation, Relation::Less | Relation::AtLeast);
                self.compared(*slot, *number, strict);
                Ok(())
            }
            Cond::Compare(relation, Expr::Const(number), Expr::Slot(slot)) => {
                let strict = matches!(relation, Relation::More | Relation::AtMost);
                self.compared(*slot, *number, strict);
                Ok(())
            }
            _ => Err("the theory has goals that compare single numbers with fixed ones".into()),
        }
    }

    /// Below the number itself, or below the next.
    fn compared(&mut self, slot: usize, number: i64, strict: bool) {
        let past = number.saturating_add(i64::from(!strict)).max(0);
        self.past[slot] = self.past[slot].max(past.unsigned_abs());
    }
}

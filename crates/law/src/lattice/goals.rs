//! Goals in the words of the Coq theory.

use whowins_analysis::expression::{Cond, Expr, Relation};
use whowins_analysis::{End, Game, Player, Value, Verdict};

/// The goals in the words of the theory.
pub(super) struct Goals {
    /// Each as its condition, and the conditions under which either player, on the move, has won.
    pub texts: Vec<[String; 3]>,
    /// For each coordinate, the largest number that it is asked to be below.
    pub past: Vec<u64>,
}

impl Goals {
    /// The game's goals.
    pub fn of(game: &Game, dimension: usize) -> Result<Self, String> {
        let mut goals = Self {
            texts: Vec::new(),
            past: vec![0; dimension],
        };
        for goal in &game.ending.goals {
            let when = goals.condition(&goal.when)?;
            let mut wins = |player| -> Result<String, String> {
                let for_next =
                    |end: &End| format!("(Always {})", end.for_next(player) == Value::Win);
                Ok(match &goal.verdict {
                    Verdict::Is(end) => for_next(end),
                    Verdict::Depends(condition, a, b) => {
                        let condition = goals.condition(condition)?;
                        let (a, b) = (for_next(a), for_next(b));
                        format!("(Or (And {condition} {a}) (And (Not {condition}) {b}))")
                    }
                })
            };
            let [first, second] = [wins(Player::First)?, wins(Player::Second)?];
            goals.texts.push([when, first, second]);
        }
        Ok(goals)
    }

    /// How far the box goes past the preperiods: for every move, and past every number that a goal compares with.
    pub fn reach(&self, of: &[Vec<Vec<i64>>; 2], preperiods: &[u64]) -> u64 {
        let longest = of.iter().flatten().flatten().copied().max();
        let compared = self.past.iter().zip(preperiods);
        compared.fold(longest.unwrap_or(1).unsigned_abs(), |wide, (past, from)| {
            wide.max(past.saturating_sub(*from))
        })
    }

    fn condition(&mut self, condition: &Cond) -> Result<String, String> {
        let mut joined = |word: &str, unit: bool, all: &[Cond]| {
            let mut text = format!("(Always {unit})");
            for one in all {
                text = format!("({word} {text} {})", self.condition(one)?);
            }
            Ok(text)
        };
        match condition {
            Cond::Const(value) => Ok(format!("(Always {value})")),
            Cond::And(all) => joined("And", true, all),
            Cond::Or(all) => joined("Or", false, all),
            Cond::Not(inner) => Ok(format!("(Not {})", self.condition(inner)?)),
            Cond::Compare(relation, Expr::Slot(slot), Expr::Const(number)) => {
                Ok(self.comparison(*relation, *slot, *number))
            }
            Cond::Compare(relation, Expr::Const(number), Expr::Slot(slot)) => {
                let turned = match relation {
                    Relation::Less => Relation::More,
                    Relation::AtMost => Relation::AtLeast,
                    Relation::AtLeast => Relation::AtMost,
                    Relation::More => Relation::Less,
                    same => *same,
                };
                Ok(self.comparison(turned, *slot, *number))
            }
            _ => Err("the theory has goals that compare single numbers with fixed ones".into()),
        }
    }

    fn comparison(&mut self, relation: Relation, slot: usize, number: i64) -> String {
        let mut below = |number: i64| match u64::try_from(number) {
            Ok(number) if number > 0 => {
                self.past[slot] = number.max(self.past[slot]);
                format!("(Below {slot} {number})")
            }
            _ => "(Always false)".into(),
        };
        let next = number.saturating_add(1);
        match relation {
            Relation::Less => below(number),
            Relation::AtMost => below(next),
            Relation::AtLeast => format!("(Not {})", below(number)),
            Relation::More => format!("(Not {})", below(next)),
            Relation::Equal => format!("(And {} (Not {}))", below(next), below(number)),
            Relation::Unequal => format!("(Not (And {} (Not {})))", below(next), below(number)),
        }
    }
}

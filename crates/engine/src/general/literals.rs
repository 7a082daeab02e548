//! Conditions on tokens as short lists of tests that need no closure.

use whowins_analysis::expression::{Cond, CondFn, Expr, Relation};

/// A test of a placement of tokens.
#[derive(Clone)]
pub enum Literal {
    /// This token stands on a marked cell.
    On(usize, Vec<bool>),
    /// Two tokens stand on one cell, or do not.
    Same(usize, usize, bool),
    /// Anything else: the condition, and what it must be.
    Other(Cond, bool),
}

/// Lists of literals, exactly one of which holds throughout where the condition holds, and none
/// where it does not.
pub type Cases = Vec<Vec<Literal>>;

/// Above this many cases a condition is kept whole.
const MOST_CASES: usize = 16;

/// The cases in which `condition` is `wanted`; for `tokens` tokens on `cells` cells.
pub fn cases(condition: &Cond, wanted: bool, tokens: usize, cells: usize) -> Cases {
    split(condition, wanted, tokens, cells)
        .unwrap_or_else(|| vec![vec![Literal::Other(condition.clone(), wanted)]])
}

fn split(condition: &Cond, wanted: bool, tokens: usize, cells: usize) -> Option<Cases> {
    if let Some(token) = only_token(condition, tokens) {
        let mut slots = vec![0; tokens];
        let marked = (0..cells)
            .map(|cell| {
                slots[token] = cell as i64;
                condition.holds(&slots, 1, 1) == wanted
            })
            .collect();
        return Some(vec![vec![Literal::On(token, marked)]]);
    }
    match condition {
        Cond::Const(value) if *value == wanted => Some(vec![Vec::new()]),
        Cond::Const(_) => Some(Vec::new()),
        Cond::Not(inner) => split(inner, !wanted, tokens, cells),
        Cond::Compare(Relation::Equal, Expr::Slot(a), Expr::Slot(b)) => {
            Some(vec![vec![Literal::Same(*a, *b, wanted)]])
        }
        Cond::Compare(Relation::Unequal, Expr::Slot(a), Expr::Slot(b)) => {
            Some(vec![vec![Literal::Same(*a, *b, !wanted)]])
        }
        Cond::And(parts) if wanted => all(parts, true, tokens, cells),
        Cond::Or(parts) if !wanted => all(parts, false, tokens, cells),
        Cond::And(parts) | Cond::Or(parts) => {
            // The first part that is as wanted tells the case, so that no two cases overlap.
            let mut found = Vec::new();
            for at in 0..parts.len() {
                let before = all(&parts[..at], !wanted, tokens, cells)?;
                let this = cases(&parts[at], wanted, tokens, cells);
                found.extend(product(&before, &this)?);
            }
            (found.len() <= MOST_CASES).then_some(found)
        }
        _ => None,
    }
}

/// The cases in which every part is `wanted`.
fn all(parts: &[Cond], wanted: bool, tokens: usize, cells: usize) -> Option<Cases> {
    parts.iter().try_fold(vec![Vec::new()], |found, part| {
        product(&found, &cases(part, wanted, tokens, cells))
    })
}

/// Both at once; `None` where that makes too many cases.
pub fn product(a: &Cases, b: &Cases) -> Option<Cases> {
    (a.len() * b.len() <= MOST_CASES).then(|| {
        a.iter()
            .flat_map(|a| b.iter().map(|b| [a.as_slice(), b].concat()))
            .collect()
    })
}

/// The one token that a condition speaks of.
fn only_token(condition: &Cond, tokens: usize) -> Option<usize> {
    (0..tokens).find(|token| {
        condition.mentions(&|slot| slot == *token) && !condition.mentions(&|slot| slot != *token)
    })
}

impl Literal {
    /// Whether it depends on where this token stands.
    pub fn mentions(&self, token: usize) -> bool {
        match self {
            Self::On(one, _) => *one == token,
            Self::Same(a, b, _) => *a == token || *b == token,
            Self::Other(condition, _) => condition.mentions(&|slot| slot == token),
        }
    }

    /// The form that is quick to evaluate.
    pub fn compile(&self) -> Test {
        match self {
            Self::On(token, marked) => Test::On(*token, marked.clone()),
            Self::Same(a, b, wanted) => Test::Same(*a, *b, *wanted),
            Self::Other(condition, wanted) => Test::Other(condition.compile(1, 1), *wanted),
        }
    }
}

/// A compiled [`Literal`].
pub enum Test {
    /// As [`Literal::On`].
    On(usize, Vec<bool>),
    /// As [`Literal::Same`].
    Same(usize, usize, bool),
    /// As [`Literal::Other`].
    Other(CondFn, bool),
}

impl Test {
    /// Whether the placement passes.
    #[inline]
    pub fn passes(&self, state: &[i64]) -> bool {
        match self {
            Self::On(token, marked) => marked[state[*token] as usize],
            Self::Same(a, b, wanted) => (state[*a] == state[*b]) == *wanted,
            Self::Other(holds, wanted) => holds(state) == *wanted,
        }
    }
}

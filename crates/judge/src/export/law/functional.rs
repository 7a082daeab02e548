//! Rows of cells with a sum of weights. Only cells that contribute are visited, directly in the
//! text of the input.

use whowins::analysis::board::{Board, Stencil};
use whowins::analysis::{Game, Player};
use whowins::verify::rows::Functional;

use super::cells::{row_arguments, settle};
use super::{LONGEST, Written, function, is, less, place};
use crate::export::input::Form;
use crate::export::tree::{
    Constant, Expr, Op, Stmt, Type, bin, call, choice, get, len, num, var, when,
};

/// Weights of symbols that depend only on the distance from one edge, and are eventually periodic.
struct Weights {
    /// True if distances are measured from the right edge.
    from_right: bool,
    preperiod: u64,
    period: u64,
    /// Weights by symbol, then by distance below `preperiod + period`.
    of: Vec<Vec<i64>>,
}

/// Maximum number of weights to handle one by one. More are stored in a table.
const FEW: usize = 8;

/// Returns the condition that the cell at this index shows this symbol.
type Holds<'h> = &'h dyn Fn(Expr, usize) -> Expr;

impl Weights {
    /// Returns the weights of a law, with the minimal period. Returns `None` if both edges matter.
    fn of(law: &Functional) -> Option<Self> {
        let (left, right) = (law.tails.left, law.tails.right);
        let (lefts, rights) = (left.classes(), right.classes());
        let weight = |s: usize, l: u64, r: u64| law.weights[s][(l * rights + r) as usize];
        let symbols = law.weights.len();
        let from_right = (0..symbols)
            .all(|s| (0..rights).all(|r| (1..lefts).all(|l| weight(s, l, r) == weight(s, 0, r))));
        let from_left = (0..symbols)
            .all(|s| (0..lefts).all(|l| (1..rights).all(|r| weight(s, l, r) == weight(s, l, 0))));
        let tail = match (from_right, from_left) {
            (true, _) => right,
            (false, true) => left,
            (false, false) => return None,
        };
        let of = |s: usize, distance: u64| match from_right {
            true => weight(s, 0, tail.class(distance)),
            false => weight(s, tail.class(distance), 0),
        };
        let (far, whole) = (tail.preperiod, tail.period);
        let same = |pre: u64, per: u64| {
            (0..symbols).all(|s| (pre..far + 2 * whole).all(|d| of(s, d) == of(s, d + per)))
        };
        let (preperiod, period) = (0..=far)
            .flat_map(|pre| (1..=whole).map(move |per| (pre, per)))
            .find(|(pre, per)| same(*pre, *per))?;
        let of = (0..symbols).map(|s| {
            let all = (0..preperiod + period).map(|d| i64::try_from(of(s, d)).ok());
            all.collect()
        });
        Some(Self {
            from_right,
            preperiod,
            period,
            of: of.collect::<Option<_>>()?,
        })
    }

    /// Returns true if a follow-up doesn't change the sum and can be skipped: one of a single cell
    /// at the edge from which distances are counted.
    fn is_idle(&self, stencil: &Stencil) -> bool {
        let edge = if self.from_right { (0, 1) } else { (0, -1) };
        match (stencil.cells.as_slice(), stencil.outside.as_slice()) {
            ([cell], [outside]) if *outside == edge => match (cell.before, cell.after) {
                (Some(before), Some(after)) => {
                    self.of[usize::from(before)][0] == self.of[usize::from(after)][0]
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Returns the statements that add the weight of a cell. Empty if no symbol counts at this
    /// distance.
    fn add(&self, distance: u64, index: Expr, holds: Holds<'_>) -> Vec<Stmt> {
        let mut added = num(0);
        for (symbol, weights) in self.of.iter().enumerate().rev() {
            let weight = weights[distance as usize];
            if weight != 0 {
                added = choice(holds(index.clone(), symbol), num(weight), added);
            }
        }
        match added {
            Expr::Num(0) => Vec::new(),
            added => vec![Stmt::Set("total".into(), bin(Op::Add, var("total"), added))],
        }
    }

    /// Returns the sum as one loop for each residue of the distance with a nonzero weight. Returns
    /// `None` if there are too many.
    fn one_by_one(&self, cells: &str, holds: Holds<'_>) -> Option<Vec<Stmt>> {
        let many = self.of.iter().flatten().filter(|one| **one != 0).count();
        (many <= FEW).then_some(())?;
        let length = || len(var(cells));
        let (pre, per) = (
            i64::try_from(self.preperiod).ok()?,
            i64::try_from(self.period).ok()?,
        );
        let mut all = Vec::new();
        for distance in 0..pre {
            let index = match self.from_right {
                true => bin(Op::Sub, length(), num(distance + 1)),
                false => num(distance),
            };
            let added = self.add(distance as u64, index, holds);
            all.extend(when(less(num(distance), length()), added));
        }
        for distance in pre..pre + per {
            let added = self.add(distance as u64, var("i"), holds);
            if added.is_empty() {
                continue;
            }
            // The first cell whose distance has this residue.
            let from = match (self.from_right, per) {
                (false, _) => num(distance),
                (true, 1) => num(0),
                (true, _) => {
                    let beyond = bin(Op::Add, length(), num(per - 1 - distance % per));
                    bin(Op::Rem, beyond, num(per))
                }
            };
            let to = match self.from_right {
                true => bin(Op::Sub, length(), num(pre)),
                false => length(),
            };
            all.push(match per {
                1 => Stmt::For("i".into(), from, to, added),
                _ => Stmt::Every("i".into(), from, to, per, added),
            });
        }
        Some(all)
    }

    /// Returns the sum as a loop over all cells with a table of all weights.
    fn by_table(&self, cells: &str) -> Option<(Vec<Stmt>, Constant)> {
        let table: Vec<i64> = self.of.iter().flatten().copied().collect();
        (table.len() <= LONGEST).then_some(())?;
        let distance = match self.from_right {
            true => bin(Op::Sub, bin(Op::Sub, len(var(cells)), num(1)), var("i")),
            false => var("i"),
        };
        let side = i64::try_from(self.preperiod + self.period).ok()?;
        let row = bin(Op::Mul, get(var(cells), var("i")), num(side));
        let at = bin(Op::Add, row, place(distance, self.preperiod, self.period)?);
        let added = bin(Op::Add, var("total"), get(var("weights"), at));
        let body = vec![Stmt::Set("total".into(), added)];
        let all = vec![Stmt::For("i".into(), num(0), len(var(cells)), body)];
        Some((all, Constant::List(table)))
    }
}

/// Returns the symbols of a row that can be read directly from the input, because nothing changes
/// in it.
fn signs(board: &Board, follow_ups: &[&Stencil]) -> Option<String> {
    let plain = board.alphabet.iter().all(char::is_ascii_graphic);
    (plain && follow_ups.is_empty()).then(|| board.alphabet.iter().collect())
}

pub(super) fn functional(law: &Functional, game: &Game, player: Player) -> Option<Written> {
    let board = game.board().filter(|board| board.row)?;
    (law.last.is_none() && law.lines.is_none()).then_some(())?;
    let weights = Weights::of(law)?;
    let all = board.at_once.iter().flat_map(|rule| &rule.stencils);
    let at_once: Vec<&Stencil> = all.collect();
    let at_once = match at_once.iter().all(|stencil| weights.is_idle(stencil)) {
        true => Vec::new(),
        false => at_once,
    };
    let mut functions = Vec::new();
    let mut constants = Vec::new();
    let mut body = Vec::new();
    let mut cells = "row";
    if !at_once.is_empty() {
        functions.push(settle(&at_once)?);
        let settled = call("settled", vec![var("row")]);
        body.push(Stmt::Let("final_row".into(), Type::Small, settled));
        cells = "final_row";
    }
    body.push(Stmt::Let("total".into(), Type::Int, num(0)));
    let signs = signs(board, &at_once);
    let holds = |index: Expr, symbol: usize| {
        let sign = signs
            .as_ref()
            .and_then(|signs| signs.as_bytes().get(symbol));
        let own = sign.map_or(num(symbol as i64), |sign| Expr::Sign(*sign));
        is(get(var(cells), index), own)
    };
    let mut form = None;
    let mut arguments = row_arguments();
    match weights.one_by_one(cells, &holds) {
        Some(sum) => {
            body.extend(sum);
            form = signs.clone().map(Form::Row);
            if form.is_some() {
                arguments = [("row".to_string(), Type::Text)];
            }
        }
        None => {
            let (sum, table) = weights.by_table(cells)?;
            body.extend(sum);
            constants.push(("weights".to_string(), table));
        }
    }
    let sum = bin(Op::Rem, var("total"), num(i64::try_from(law.modulus).ok()?));
    let wins = (0..law.wins.len()).filter(|value| law.wins[*value][player.index()]);
    let won = wins
        .map(|value| is(sum.clone(), num(value as i64)))
        .reduce(|all, one| bin(Op::Or, all, one));
    body.push(Stmt::Return(won.unwrap_or(Expr::Bool(false))));
    functions.push(function(
        "wins",
        "Returns true if the player to move wins, by a sum of weights of cells.",
        &arguments,
        Type::Bool,
        body,
    ));
    Some(Written {
        constants,
        functions,
        idea: [
            "Each cell adds a weight by its symbol and its distance from an edge; the sum is taken modulo a number.",
            "Every move, at any place, changes a winning sum to a losing one or a losing sum to a winning one.",
            "A row without a move has a losing sum, so a player with a winning sum can always move.",
        ],
        most: None,
        form,
    })
}

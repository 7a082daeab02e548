//! Rows that lose cells: the moves of a term of no family, where each replaces a word of
//! neighbouring cells by a shorter one, anywhere.

use whowins_core::{Array, Command, Expr, Op};

use super::cells::{CELLS, row, shown, symbol};
use super::{guards, steps};
use crate::derive::WordRule;
use crate::game::{By, Game, Stuck};

/// A row whose moves, the same for both players, replace words by shorter ones, wherever they
/// stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strings {
    /// How many symbols there are: cells show 0, 1, ....
    pub symbols: u8,
    /// The words that are replaced, each with what stands there then; in the term's order.
    pub rules: Vec<WordRule>,
    /// What becomes of a player who cannot move.
    pub stuck: Stuck,
}

impl Strings {
    /// The rows that one replacement makes of a row, for each place and rule. `O(cells · rules ·
    /// cells)`.
    pub fn nexts(&self, row: &[u8]) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        for (before, after) in &self.rules {
            for at in 0..row.len() {
                if row[at..].starts_with(before) {
                    all.push([&row[..at], after, &row[at + before.len()..]].concat());
                }
            }
        }
        all
    }

    /// Whether one replacement makes one row of the other. `O(cells · rules)`.
    ///
    /// ```
    /// use whowins_analysis::{Strings, Stuck};
    ///
    /// let strings = Strings { symbols: 2, rules: vec![(vec![0, 0], vec![1])], stuck: Stuck::Loses };
    /// assert!(strings.is_move(&[0, 0, 0], &[1, 0]) && strings.is_move(&[0, 0, 0], &[0, 1]));
    /// assert!(!strings.is_move(&[0, 0, 0], &[0, 0]));
    /// ```
    pub fn is_move(&self, from: &[u8], to: &[u8]) -> bool {
        let same = |(a, b): &(&u8, &u8)| a == b;
        let before_it = from.iter().zip(to).take_while(same).count();
        let behind_it = from.iter().rev().zip(to.iter().rev());
        let behind_it = behind_it.take_while(same).count();
        self.rules.iter().any(|(before, after)| {
            let Some(latest) = from.len().checked_sub(before.len()) else {
                return false;
            };
            latest + after.len() == to.len()
                && (latest.saturating_sub(behind_it)..=latest.min(before_it))
                    .any(|at| from[at..].starts_with(before) && to[at..].starts_with(after))
        })
    }
}

impl Game {
    /// The game as a row that loses cells, where its term is of no family and says just this: there
    /// are no ends but that a player cannot move. `O(the term)`.
    ///
    /// ```
    /// use whowins_rules::{Parameters, Rules};
    ///
    /// let rules = Rules::parse("pairs", "game \"Pairs\"\nposition row of a b\nmove a a -> nothing\nmove b a b -> a")?;
    /// let strings = rules.game(&Parameters::new())?.strings().expect("each move shortens the row");
    /// assert_eq!(strings.rules, [(vec![0, 0], vec![]), (vec![1, 0, 1], vec![0])]);
    /// assert_eq!(strings.nexts(&[1, 0, 1]), [[0]]);
    /// # Ok::<(), whowins_rules::Diagnostics>(())
    /// ```
    pub fn strings(&self) -> Option<Strings> {
        let (term, last, stuck) = row(self)?;
        let rules = term.turns()?.into_iter().map(|turn| match turn.steps {
            [one] if turn.by == By::Both => replaced_anywhere(one, last),
            _ => None,
        });
        let rules: Option<Vec<WordRule>> = rules.collect();
        Some(Strings {
            symbols: last.checked_add(1)?,
            rules: rules?,
            stuck,
        })
    }
}

/// A word replaced at any place where it stands: the one command that says so.
fn written(before: &[u8], after: &[u8]) -> Command {
    let array = Array::Part(CELLS);
    let cell = |step: usize| match step {
        0 => Expr::Var(0),
        _ => Expr::bin(Op::Add, Expr::Var(0), Expr::num(step)),
    };
    let places = match before.len() {
        1 => Expr::Len(array),
        more => Expr::bin(Op::Sub, Expr::Len(array), Expr::num(more.saturating_sub(1))),
    };
    let shown = before.iter().enumerate().map(|(step, symbol)| {
        let shown = Expr::get_or(array, cell(step), -1);
        Command::Guard(Expr::bin(Op::Eq, shown, Expr::num(*symbol)))
    });
    let stands = after.iter().map(|symbol| Expr::num(*symbol)).collect();
    let splice = Command::Splice(CELLS, Expr::Var(0), Expr::num(before.len()), stands);
    let body = Command::Seq(shown.chain(std::iter::once(splice)).collect());
    Command::choose(Expr::num(0), places, body)
}

/// The rule that a command says, of symbols up to `last`, if it shortens the row: what is read off
/// it counts only where [`written`] gives the same command again.
fn replaced_anywhere(command: &Command, last: u8) -> Option<WordRule> {
    let Command::Choose(_, _, body) = command else {
        return None;
    };
    let (asked, rest) = guards(steps(body));
    let before = shown(&asked, last)?;
    let [Command::Splice(_, _, _, stands)] = rest else {
        return None;
    };
    let after: Vec<u8> = stands
        .iter()
        .map(|one| symbol(one, last))
        .collect::<Option<_>>()?;
    let shortens = after.len() < before.len();
    (shortens && written(&before, &after) == *command).then_some((before, after))
}

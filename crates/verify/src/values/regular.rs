//! What rows of any length are worth, read off their cells by an automaton whose states have
//! values.
//!
//! ```text
//!   D says a form of some rows, of settled ones alone
//!   for each row w of D's, each move to x:       D says a form of x, and not D(w) <= D(x) where the move is Left's, not D(x) <= D(w) where it is Right's
//!   for each left option v of D(w):              some move of Left's to x has v <= D(x)
//!   for each right option v of D(w):             some move of Right's to x has D(x) <= v
//!   ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
//!   the form D(w) may be put for the row w, in every sum
//! ```
//!
//! By induction along play the options of w are worth what D says of them; then the lines above are
//! second player's strategy in w - D(w). They ask of Left's moves and of Right's by themselves,
//! which is enough where the forms are canonical: no option of them is reversible. All rows are
//! looked at by the automata of `crate::rows::tracked`: pairs of states before and after a move,
//! and sets of states after all moves of a player. The theorem: `proofs/ValueRegular.v`,
//! `regular_values_law`.

use dashu_int::UBig;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use whowins_analysis::board::Board;
use whowins_analysis::derive::words;
use whowins_analysis::{Game, Player, Position, Value};
use whowins_values::{Arena, Budget as Room, Value as Form};

use super::lines::{Lines, Sheet};
use super::rows::parts;
use super::sums::Counted;
use super::{ROOM, brings, has_values, laid_out};
use crate::automaton::whole;
use crate::rows::{Marked, Says, Tracked, plain_board, play_ends, settle};
use crate::{Budget, Checked, Claim, Rejection};

/// What rows are worth, by an automaton that reads their cells.
///
/// It speaks of the rows after which a state has a form: of settled rows of one cell or more alone,
/// and where it speaks of a row it does of all that play leads to. A row that is not settled is
/// worth what its follow-ups make of it, and one that falls into parts of which it speaks the sum
/// of these.
///
/// Source: J. H. Conway 1976 for values; that all moves of a word can be followed at once: as for
/// the kind `regular`. The theorem: `proofs/ValueRegular.v`, `regular_values_law`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegularValues {
    /// `next[state][letter]`: reads the cells from left to right, from state 0 on; the letters are
    /// the symbols in the order of the rules.
    pub next: Vec<Vec<u32>>,
    /// The form that a row is worth after which this state is; null where the law does not speak of
    /// it.
    pub forms: Vec<Option<u32>>,
    /// The sheet with the forms.
    pub lines: Lines,
}

/// What rows are worth, as far as lines compare it.
struct Worths<'a> {
    sheet: &'a Sheet<'a>,
    budget: &'a Budget,
}

impl Says for Worths<'_> {
    type Label = u32;

    /// No option is as good for the player as the row itself is said to be.
    fn may_lead(&self, player: Player, before: u32, after: Option<u32>) -> bool {
        let order = match (player, after) {
            (_, None) => None,
            (Player::First, Some(after)) => self.sheet.at_most(before, after),
            (Player::Second, Some(after)) => self.sheet.at_most(after, before),
        };
        order == Some(false)
    }

    /// For each option of the form some option of the row is as good for the player.
    fn is_borne_out(
        &self,
        player: Player,
        label: u32,
        after: &mut dyn Iterator<Item = Option<u32>>,
    ) -> Result<bool, Rejection> {
        let wanted = match player {
            Player::First => self.sheet.left(label),
            Player::Second => self.sheet.right(label),
        };
        if wanted.is_empty() {
            return Ok(true);
        }
        let mut after: Vec<u32> = after.flatten().collect();
        after.sort_unstable();
        after.dedup();
        let looks = (wanted.len() as u64).saturating_mul(1 + after.len() as u64);
        self.budget.spend(looks)?;
        Ok(wanted.iter().all(|wanted| {
            after.iter().any(|after| match player {
                Player::First => self.sheet.at_most(*wanted, *after) == Some(true),
                Player::Second => self.sheet.at_most(*after, *wanted) == Some(true),
            })
        }))
    }
}

impl RegularValues {
    /// The form of a row once forced follow-ups are carried out; `None` where the law does not
    /// speak of it.
    fn form(&self, board: &Board, cells: &[u8]) -> Option<u32> {
        let symbols = board.alphabet.len();
        let fits = board.row
            && !cells.is_empty()
            && cells.iter().all(|cell| usize::from(*cell) < symbols)
            && self.next.iter().all(|row| row.len() == symbols);
        if !fits {
            return None;
        }
        let settled = settle(board, 1, cells.len(), cells)?;
        let end = settled.iter().try_fold(0u32, |state, cell| {
            let row = self.next.get(state as usize)?;
            row.get(usize::from(*cell)).copied()
        })?;
        *self.forms.get(end as usize)?
    }

    /// How often which form stands in the sum that a row is: the form that the automaton says of
    /// it, else those of its parts; `None` where it does not speak of some part.
    fn counted(&self, game: &Game, position: &Position) -> Option<Counted> {
        let board = game.board()?;
        let cells = position.cells()?;
        if let Some(form) = self.form(board, &cells) {
            return Some(Counted::of([(form, UBig::ONE)]));
        }
        if !has_parts(board) || cells.is_empty() {
            return None;
        }
        let mut forms: FxHashMap<u32, u64> = FxHashMap::default();
        for part in parts(board, &cells) {
            *forms.entry(self.form(board, &cells[part])?).or_default() += 1;
        }
        let all = forms.into_iter();
        Some(Counted::of(
            all.map(|(form, times)| (form, UBig::from(times))),
        ))
    }

    /// How many values there are, with the states that some row leads to; `None` where there are
    /// too many forms to lay them out.
    fn told(&self) -> (usize, Option<Vec<String>>) {
        let mut forms: Vec<u32> = self.forms.iter().flatten().copied().collect();
        forms.sort_unstable();
        forms.dedup();
        let mut arena = Arena::new(Room::OPEN.with_memory(ROOM));
        let mut shown = || -> Option<Vec<String>> {
            let all = laid_out(&self.lines.forms, &mut arena).ok()?;
            let shown = forms.iter().map(|form| {
                let value = *all.get(*form as usize)?;
                arena.show(value).ok()
            });
            shown.collect()
        };
        let shown = shown();
        (forms.len(), shown)
    }
}

/// Whether parts of a row are rows by themselves: no rule speaks of the row's ends, and none is
/// carried out at once.
fn has_parts(board: &Board) -> bool {
    let mut stencils = board.moves.iter().flat_map(|rewrite| &rewrite.stencils);
    board.row
        && board.at_once.is_empty()
        && board.alphabet.len() <= 63
        && stencils.all(|stencil| stencil.outside.is_empty())
}

/// A sentence names no more values than these.
const NAMED: usize = 12;
/// Nor longer ones.
const LETTERS: usize = 60;

impl Claim for RegularValues {
    fn kind(&self) -> &'static str {
        "regular-values"
    }

    /// Each row by the values of its options. Steps: the lines, and the pairs and sets of states.
    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let board = plain_board(game)?;
        has_values(game)?;
        let words = words(board).map_err(|why| {
            Rejection::rules(format!("the moves aren't rewriting of words: {why}"))
        })?;
        whole(&self.next, words.symbols, budget)?;
        if self.forms.len() != self.next.len() {
            return Err(Rejection::malformed(format!(
                "the automaton has {} states, but {} entries of `forms`",
                self.next.len(),
                self.forms.len()
            )));
        }
        let ends = play_ends(board)?;
        let sheet = self.lines.check(budget)?;
        if let Some(form) = self.forms.iter().flatten().find(|form| !sheet.has(**form)) {
            return Err(Rejection::malformed(format!("there is no form {form}")));
        }
        let tracked = Tracked {
            words: &words,
            law: Marked::new(&self.next, &self.forms, &words),
            says: Worths {
                sheet: &sheet,
                budget,
            },
            budget,
        };
        let domain = tracked.law.domain(&words, budget)?;
        if domain.astray || !domain.speaks {
            return Err(Rejection::false_claim(if domain.astray {
                "the automaton gives a value to an empty row, or to one with a forced follow-up"
            } else {
                "the automaton gives no row a value"
            }));
        }
        let (mut pairs, mut sets) = (0, 0);
        for player in Player::BOTH {
            let name = game.player(player);
            pairs += tracked.moves_lead_where_they_may(player)?.ok_or_else(|| {
                Rejection::false_claim(format!(
                    "no lines show that on each row a move of {name} leads to a row of which the law speaks and which is not as good for {name}"
                ))
            })?;
            sets += tracked.moves_bear_it_out(player)?.ok_or_else(|| {
                Rejection::false_claim(format!(
                    "no lines show that on each row {name} has moves as good as the options of the form"
                ))
            })?;
        }
        let [forms, order, _] = sheet.counts();
        Ok(vec![
            ends,
            format!("{forms} forms and {order} comparisons, each by those before it"),
            format!(
                "{}: {} pairs of states of the law and of the automaton that the rules make",
                match domain.is_partial {
                    true => "values are given for settled rows only, not for all of them",
                    false => "values are given for exactly the settled rows",
                },
                domain.pairs
            ),
            format!(
                "every move leads to a covered row that is not as good for the mover: {pairs} pairs of states before and after a move"
            ),
            format!(
                "each option of a row's form has an option of the row that is as good for the player: {sets} sets of states after all moves"
            ),
        ])
    }

    fn statement(&self, game: &Game) -> String {
        let Some(board) = game.board() else {
            return String::new();
        };
        let symbols: Vec<String> = board.alphabet.iter().map(char::to_string).collect();
        let symbols = symbols.join(" ");
        let [left, _] = &game.players;
        let (values, shown) = self.told();
        let shown = shown.filter(|shown| {
            shown.len() <= NAMED && shown.iter().all(|value| value.chars().count() <= LETTERS)
        });
        let values = match (values, shown) {
            (_, Some(shown)) => format!("one of {}", shown.join(", ")),
            (values, None) => format!("one of {values} values"),
        };
        let follow_ups = match board.at_once.is_empty() {
            true => "",
            false => ", once forced follow-ups are carried out",
        };
        let states = self.next.len();
        let sums = match has_parts(board) {
            true => " A row that falls into parts of such rows is worth their sum.",
            false => "",
        };
        match self.is_partial(board) {
            false => format!(
                "The value of a row of any length, {left} being Left, is {values}{follow_ups}. An automaton of {states} states that reads the cells ({symbols}) from left to right gives it."
            ),
            true => format!(
                "An automaton of {states} states reads the cells ({symbols}) of a row from left to right. It gives the value of some rows and of every row that play reaches from them, {left} being Left: {values}{follow_ups}.{sums}"
            ),
        }
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        let mut arena = Arena::new(Room::OPEN.with_memory(ROOM));
        let counted = self.counted(game, position)?;
        counted.outcome(&self.lines.forms, &mut arena).map(brings)
    }

    fn worth(&self, game: &Game, position: &Position, arena: &mut Arena) -> Option<Form> {
        let counted = self.counted(game, position)?;
        counted.total(&self.lines.forms, arena).ok()?
    }
}

impl RegularValues {
    /// Whether there is a settled row of which the law does not speak.
    fn is_partial(&self, board: &Board) -> bool {
        let budget = Budget::default();
        let Ok(words) = words(board) else { return true };
        if whole(&self.next, words.symbols, &budget).is_err() || self.forms.len() != self.next.len()
        {
            return true;
        }
        let law = Marked::new(&self.next, &self.forms, &words);
        law.domain(&words, &budget)
            .is_ok_and(|domain| domain.is_partial)
    }
}

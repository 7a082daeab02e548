//! Outcomes of rows by an automaton that reads their cells.

use serde::{Deserialize, Serialize};
use whowins_analysis::derive::words;
use whowins_analysis::{Game, Player, Position, Stuck, Value};

use super::ends::play_ends;
use super::functional::plain_board;
use super::settle::settle;
use super::tracked::{Marked, Says, Tracked};
use crate::{Automaton, Budget, Checked, Claim, Rejection};

/// Outcomes of rows by an automaton that reads their cells.
///
/// It speaks of rows of one cell or more that are settled: `wins` is null exactly where a forced
/// follow-up is due, and for the empty row. A row that is not settled has the outcome of what its
/// follow-ups make of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Regular {
    /// Reads the cells from left to right; the letters are the symbols in the order of the rules.
    pub automaton: Automaton,
}

impl Claim for Regular {
    fn kind(&self) -> &'static str {
        "regular"
    }

    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let board = plain_board(game)?;
        let words = words(board).map_err(|why| {
            Rejection::rules(format!("the moves aren't rewriting of words: {why}"))
        })?;
        self.automaton.well_formed(words.symbols, budget)?;
        let ends = play_ends(board)?;
        let tracked = Tracked {
            words: &words,
            law: Marked::new(&self.automaton.next, &self.automaton.wins, &words),
            says: Wins {
                misere: game.ending.stuck == Stuck::Wins,
            },
            budget,
        };
        let domain = tracked.law.domain(&words, budget)?;
        if domain.astray || domain.is_partial {
            return Err(Rejection::false_claim(if domain.astray {
                "the automaton says who wins on a row on which a forced follow-up is due"
            } else {
                "the automaton does not say who wins on some settled row"
            }));
        }
        let domain = domain.pairs;
        let mut pairs = 0;
        let mut sets = 0;
        for player in Player::BOTH {
            let name = game.player(player);
            pairs += tracked.moves_lead_where_they_may(player)?.ok_or_else(|| {
                Rejection::false_claim(format!(
                    "{name} is to lose on some row from which a move leads to a row on which the opponent does not win"
                ))
            })?;
            sets += tracked.moves_bear_it_out(player)?.ok_or_else(|| {
                Rejection::false_claim(format!(
                    "on some row {name} is to win without a move that does it, or to lose where the rules say otherwise"
                ))
            })?;
        }
        Ok(vec![
            ends,
            format!(
                "exactly the settled rows have an outcome: {domain} pairs of states of the law and of the automaton that the \
                 rules make"
            ),
            format!("a loss leads to wins only: {pairs} pairs of states before and after a move"),
            format!("a win leads to a loss: {sets} sets of states after all moves"),
        ])
    }

    fn statement(&self, game: &Game) -> String {
        let Some(board) = game.board() else {
            return String::new();
        };
        let symbols: Vec<String> = board.alphabet.iter().map(char::to_string).collect();
        format!(
            "On a row of any length, once forced follow-ups are carried out, an automaton of {} states reads its cells ({}) from left to right. It gives the winner, for either player to move.",
            self.automaton.next.len(),
            symbols.join(" ")
        )
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        let (board, cells) = (game.board()?, position.cells()?);
        let symbols = board.alphabet.len();
        let fits = board.row
            && !cells.is_empty()
            && cells.iter().all(|cell| usize::from(*cell) < symbols)
            && self.automaton.next.iter().all(|row| row.len() == symbols);
        if !fits {
            return None;
        }
        let settled = settle(board, 1, cells.len(), &cells)?;
        let end = self.automaton.run(0, settled.into_iter().map(usize::from));
        let wins = (*self.automaton.wins.get(end as usize)?)?;
        Some(wins.map(|wins| if wins { Value::Win } else { Value::Loss }))
    }
}

/// Who is to win, with either player to move.
struct Wins {
    misere: bool,
}

impl Says for Wins {
    type Label = [bool; 2];

    /// A loss leads to wins only.
    fn may_lead(&self, player: Player, before: [bool; 2], after: Option<[bool; 2]>) -> bool {
        let opponent = player.other().index();
        before[player.index()] || after.is_some_and(|wins| wins[opponent])
    }

    /// A win leads to a loss. Who cannot move loses, or wins in misère play.
    fn is_borne_out(
        &self,
        player: Player,
        wins: [bool; 2],
        after: &mut dyn Iterator<Item = Option<[bool; 2]>>,
    ) -> Result<bool, Rejection> {
        let wins = wins[player.index()];
        let opponent = player.other().index();
        let mut after = after.peekable();
        Ok(match after.peek() {
            None => wins == self.misere,
            Some(_) => !wins || after.any(|after| after.is_some_and(|wins| !wins[opponent])),
        })
    }

    fn is_better_stuck(&self) -> bool {
        self.misere
    }
}

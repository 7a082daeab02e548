//! Outcomes of boards by a functional that every move shifts.
//!
//! The functional adds up a weight for each cell, by its symbol and its distances from the edges,
//! modulo some number. Where every move shifts it in a known way, and boards without a move have a
//! known value, its value is the outcome: play is the play on the residues. The check is for boards
//! of every size at once, since distances beyond a margin matter modulo the periods only.

use serde::{Deserialize, Serialize};
use whowins_analysis::board::{Board, Stencil};
use whowins_analysis::{Game, Player, Position, Stuck, Value};

use super::dead::{Line, Wanted, row_without};
use super::ends::play_ends;
use super::last::Last;
use super::lines::Lines;
use super::place::{Tail, Tails};
use super::shifts::{Shifts, Weights};
use crate::rejection::at;
use crate::{Budget, Checked, Claim, Rejection};

/// Larger moduli are not read.
const LARGEST: u64 = 64;

/// Outcomes of boards by a functional that every move shifts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Functional {
    /// The functional's values are counted modulo this.
    pub modulus: u64,
    /// How the distances of a cell from the edges are told apart. Rows have no top and bottom.
    pub tails: Tails,
    /// `weights[symbol][class]`: what a cell adds, by its symbol in the order of the rules and the
    /// class of its place; the class is `((up · DOWN + down) · LEFT + left) · RIGHT + right`, where
    /// each capital is the number of classes on that side.
    pub weights: Vec<Vec<u64>>,
    /// `wins[value]`: whether the player to move wins where the functional has this value, for the
    /// first-named and for the second-named player to move.
    pub wins: Vec<[bool; 2]>,
    /// For boards: why a move is there when the law says win. Rows need no such reason: theirs is
    /// decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Last>,
    /// For boards, in place of `last`: weights of pairs of cells in one line, and moves that are
    /// there within a line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<Lines>,
}

impl Claim for Functional {
    fn kind(&self) -> &'static str {
        "functional"
    }

    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let board = plain_board(game)?;
        self.well_formed(board)?;
        let mut checked = vec![play_ends(board)?];
        let weights = Weights {
            modulus: self.modulus,
            of: &self.weights,
            lines: self.lines.as_ref(),
        };
        let shifts = Shifts::new(board, self.tails, &weights, budget)?;
        let places: usize = shifts.moves.iter().map(|laid| laid.shifts.len()).sum();
        let misere = game.ending.stuck == Stuck::Wins;
        for player in Player::BOTH {
            for (value, wins) in self.wins.iter().enumerate() {
                let value = value as u64;
                if !wins[player.index()] {
                    self.loses(board, &shifts, player, value, game)?;
                }
                self.has_move(board, &shifts, player, value, misere, game, budget)?;
            }
        }
        checked.push(format!(
            "from a losing value every move leads to a winning one: {} stencils with their follow-ups at {places} kinds of places, which represent all places on boards of every size",
            shifts.moves.len()
        ));
        checked.push(if board.row {
            "from a winning value a move leads to a losing one: no row of any length lacks it, by an automaton that reads all rows"
                .to_owned()
        } else if let Some(lines) = &self.lines {
            let kind = if lines.columns { "columns" } else { "rows" };
            format!(
                "from a winning value a move leads to a losing one: the values of the {kind} add up to the board's. By an automaton that reads all lines, every line with a value other than 0 has such a move"
            )
        } else {
            let blank = board.alphabet[usize::from(self.last.map_or(0, |last| last.blank))];
            let stuck = if misere {
                "; no move is there on a board that is all blank, and from each other losing value one is"
            } else {
                ""
            };
            format!(
                "from a winning value a move leads to a losing one: a board that is not all `{blank}` has it at its last other \
                 cell{stuck}"
            )
        });
        Ok(checked)
    }

    fn statement(&self, game: &Game) -> String {
        let what = match game.board().is_some_and(|board| board.row) {
            true => "row of any length",
            false => "board of any size",
        };
        let weights = self.show_weights(game);
        let cells = if self.lines.is_some() {
            "cells and of pairs of them"
        } else {
            "cells"
        };
        let values = |player: usize| {
            let wins: Vec<String> = (0..self.wins.len())
                .filter(|value| self.wins[*value][player])
                .map(|value| value.to_string())
                .collect();
            if wins.is_empty() {
                "never".to_owned()
            } else {
                format!(
                    "exactly when F mod {} is {}",
                    self.modulus,
                    wins.join(" or ")
                )
            }
        };
        let winners = if values(0) == values(1) {
            format!("the player to move wins {}", values(0))
        } else {
            format!(
                "{} to move wins {}, {} to move wins {}",
                game.players[0],
                values(0),
                game.players[1],
                values(1)
            )
        };
        format!(
            "On a {what}, once forced follow-ups are carried out, let F be the sum of the weights of its {cells} ({weights}); then \
             {winners}."
        )
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        let residue = usize::try_from(self.residue(game, position)?).ok()?;
        let wins = self.wins.get(residue)?;
        Some(wins.map(|wins| if wins { Value::Win } else { Value::Loss }))
    }
}

/// The board of a game whose endings are who cannot move.
pub(crate) fn plain_board(game: &Game) -> Result<&Board, Rejection> {
    let Some(board) = game.board() else {
        return Err(Rejection::rules(
            "the law is of rows and boards; the rules have none",
        ));
    };
    if !game.ending.goals.is_empty() {
        return Err(Rejection::rules(
            "the rules have goals, which laws of this kind do not speak of",
        ));
    }
    if game.ending.stuck == Stuck::Draws {
        return Err(Rejection::rules(
            "a player who cannot move draws, which laws of this kind do not speak of",
        ));
    }
    Ok(board)
}

/// A move that does not want some cell that is not blank.
fn moves_blanks(board: &Board, player: Player, blank: u8) -> Option<&str> {
    let wants_more = |stencil: &Stencil| {
        let mut wanted = stencil.cells.iter().filter_map(|cell| cell.before);
        wanted.any(|symbol| symbol != blank)
    };
    let mut rules = board.moves.iter().filter(|rule| rule.by.allows(player));
    let found = rules.find(|rule| !rule.stencils.iter().all(wants_more));
    found.map(|rule| rule.text.as_str())
}

impl Functional {
    fn well_formed(&self, board: &Board) -> Result<(), Rejection> {
        if !(1..=LARGEST).contains(&self.modulus) || self.wins.len() as u64 != self.modulus {
            return Err(Rejection::malformed(format!(
                "the modulus is 1 to {LARGEST}, with one entry of `wins` a value"
            )));
        }
        let classes = self.tails.classes()?;
        if board.row && [self.tails.up, self.tails.down] != [Tail::BLIND; 2] {
            return Err(Rejection::malformed(
                "a row has no top and bottom: preperiod 0 and period 1 are wanted for `up` and `down`",
            ));
        }
        if self.weights.len() != board.alphabet.len()
            || self.weights.iter().any(|of| of.len() as u64 != classes)
        {
            return Err(Rejection::malformed(format!(
                "the weights are wanted for {} symbols and {classes} classes of cells",
                board.alphabet.len()
            )));
        }
        if self
            .weights
            .iter()
            .flatten()
            .any(|weight| *weight >= self.modulus)
        {
            return Err(Rejection::malformed("a weight is not below the modulus"));
        }
        if let Some(lines) = &self.lines {
            let symbols = board.alphabet.len();
            if board.row || self.last.is_some() {
                return Err(Rejection::malformed(
                    "`lines` are of boards, and in place of `last`",
                ));
            }
            if lines.pairs.len() != symbols || lines.pairs.iter().any(|row| row.len() != symbols) {
                return Err(Rejection::malformed(format!(
                    "the pairs are wanted for {symbols} symbols and {symbols} symbols"
                )));
            }
            if lines
                .pairs
                .iter()
                .flatten()
                .any(|weight| *weight >= self.modulus)
            {
                return Err(Rejection::malformed(
                    "the weight of a pair is not below the modulus",
                ));
            }
            return Ok(());
        }
        match self.last {
            _ if board.row => Ok(()),
            None => Err(Rejection::malformed(
                "a law of boards needs `last` or `lines`, the reason why a move is there",
            )),
            Some(last) if usize::from(last.blank) >= board.alphabet.len() => {
                Err(Rejection::malformed("the blank symbol does not exist"))
            }
            Some(_) => Ok(()),
        }
    }

    fn wins_after(&self, player: Player, value: u64, shift: u64) -> bool {
        self.wins[at((value + shift) % self.modulus)][player.index()]
    }

    /// Every move of `player` from a losing value leads to a winning one.
    fn loses(
        &self,
        board: &Board,
        shifts: &Shifts<'_>,
        player: Player,
        value: u64,
        game: &Game,
    ) -> Result<(), Rejection> {
        for laid in shifts.moves.iter().filter(|laid| laid.by.allows(player)) {
            for (edges, all) in &laid.shifts {
                let bad = |shift: &&u64| !self.wins_after(player.other(), value, **shift);
                if let Some(shift) = all.iter().find(bad) {
                    let rule = board
                        .moves
                        .iter()
                        .find(|rule| rule.stencils.iter().any(|one| one == laid.stencil));
                    let [up, down, left, right] = edges;
                    return Err(Rejection::false_claim(format!(
                        "{} loses with value {value}, but the move `{}` can add {shift}, which loses for {} too. It is {left} cells from the left and {right} from the right edge, {up} from the top and {down} from the bottom",
                        game.player(player),
                        rule.map_or("", |rule| &rule.text),
                        game.player(player.other()),
                    )));
                }
            }
        }
        Ok(())
    }

    /// Checks that a won board has a move that the law wants. In misère play it may also have no
    /// move, and a lost board must have one.
    #[expect(
        clippy::too_many_arguments,
        reason = "one obligation with all it speaks of"
    )]
    fn has_move(
        &self,
        board: &Board,
        shifts: &Shifts<'_>,
        player: Player,
        value: u64,
        misere: bool,
        game: &Game,
        budget: &Budget,
    ) -> Result<(), Rejection> {
        let wins = self.wins[at(value)][player.index()];
        if !wins && !misere {
            return Ok(());
        }
        let good = |shift: u64| !wins || !self.wins_after(player.other(), value, shift);
        if board.row {
            let line = Line {
                lines: None,
                from_edges: [0, 0],
            };
            let wanted = Wanted {
                player,
                value: &|sum| sum == value,
                good: &good,
                alive: wins && misere,
            };
            let of = &self.weights;
            if row_without(
                board,
                shifts,
                &self.tails,
                of,
                self.modulus,
                &line,
                &wanted,
                budget,
            )? {
                return Err(Rejection::false_claim(format!(
                    "there is a row with value {value} on which {} lacks the move that the law wants",
                    game.player(player)
                )));
            }
            return Ok(());
        }
        if let Some(lines) = &self.lines {
            if misere {
                return Err(Rejection::rules(
                    "laws of boards line by line do not speak of misère play",
                ));
            }
            return self.line_has_move(board, shifts, lines, (player, value), &good, budget);
        }
        let Some(last) = self.last else {
            return Err(Rejection::malformed("a law of boards needs `last`"));
        };
        if self.weights[usize::from(last.blank)]
            .iter()
            .any(|weight| *weight != 0)
        {
            return Err(Rejection::malformed("blank cells must weigh nothing"));
        }
        if value == 0 && wins != misere {
            return Err(Rejection::false_claim(if misere {
                "a blank board has value 0, which must win in misère play"
            } else {
                "a blank board has value 0, which must lose"
            }));
        }
        if misere && let Some(rule) = moves_blanks(board, player, last.blank) {
            return Err(Rejection::rules(format!(
                "the move `{rule}` may be there on a blank board, which is to have none"
            )));
        }
        last.moves(board, shifts, player, &good, budget)
    }

    /// Some line of a board has a move that the law wants: the values of its lines add up to the
    /// board's, which is not 0.
    fn line_has_move(
        &self,
        board: &Board,
        shifts: &Shifts<'_>,
        lines: &Lines,
        (player, value): (Player, u64),
        good: &dyn Fn(u64) -> bool,
        budget: &Budget,
    ) -> Result<(), Rejection> {
        if value == 0 {
            return Err(Rejection::false_claim(
                "a board each of whose lines has value 0 must lose",
            ));
        }
        let wanted = Wanted {
            player,
            value: &|sum| sum != 0,
            good,
            alive: false,
        };
        let space = &shifts.space;
        let [side, other] = if lines.columns { [2, 3] } else { [0, 1] };
        for a in 0..space.representatives(side, 0) {
            for b in 0..space.representatives(other, 0) {
                let line = Line {
                    lines: Some(lines),
                    from_edges: [a, b],
                };
                let (of, modulus) = (&self.weights, self.modulus);
                if row_without(
                    board,
                    shifts,
                    &self.tails,
                    of,
                    modulus,
                    &line,
                    &wanted,
                    budget,
                )? {
                    let kind = if lines.columns { "column" } else { "row" };
                    return Err(Rejection::false_claim(format!(
                        "a {kind} with a value other than 0, {a} and {b} lines from its two edges, lacks the move that the law needs if the board has value {value}"
                    )));
                }
            }
        }
        Ok(())
    }
}

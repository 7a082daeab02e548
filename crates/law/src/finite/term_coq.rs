//! Strategies with ranks as instances of `proofs/ViewFinite.v`: the positions' moves are those of the core term.

use std::collections::HashMap;
use std::fmt::Write as _;

use dashu_int::UBig;
use whowins_analysis::program::unflat;
use whowins_analysis::{Game, Player, Value};
use whowins_verify::finite::{Entry, Ranked};

use super::coq::named;
use super::laid_out;
use crate::coq::TERM;

/// Entries that are written out; Coq works out the moves of each.
const ENTRIES: usize = 12_000;
/// Bytes of a file.
const BYTES: usize = 1 << 20;

/// How the numbers of a position are the digits of one.
struct Digits {
    base: i64,
    /// How many elements each part of the core term has.
    shape: Vec<usize>,
    /// What stands after the turn where it is a board.
    columns: Option<i64>,
    /// Whether states are those of the term: they say whose turn it is, and the length of each part.
    whole: bool,
}

impl Digits {
    fn new(game: &Game, law: &Ranked, rows: usize, columns: usize) -> Result<Self, String> {
        let lengths =
            |state: &[i64]| -> Vec<usize> { unflat(state).iter().map(Vec::len).collect() };
        let (shape, board) = match game.board() {
            _ if game.program().is_some() => {
                let shape = law.entries.first().map(|entry| lengths(&entry.0));
                let shape = shape.unwrap_or_default();
                let alike = |entry: &Entry| {
                    lengths(&entry.0) == shape && entry.0.iter().all(|number| *number >= 0)
                };
                if !law.entries.iter().all(alike) {
                    return Err(
                        "positions of several lengths, or with numbers below 0, are not written for Coq".into(),
                    );
                }
                (shape, None)
            }
            Some(board) if board.row => (vec![1, columns], None),
            Some(_) => (vec![1, 1, rows * columns], Some(columns as i64)),
            None => {
                let numbers = law.entries.first().map_or(0, |entry| entry.0.len());
                (vec![1; numbers + 1], None)
            }
        };
        let numbers = law.entries.iter().flat_map(|entry| &entry.0).copied();
        let most = numbers.max().unwrap_or(1).max(columns as i64).max(1);
        Ok(Self {
            base: most + 1,
            shape,
            columns: board,
            whole: game.program().is_some(),
        })
    }

    /// The state of the core term, all its numbers in a row.
    fn row(&self, state: &[i64], turn: u8) -> Vec<i64> {
        if self.whole {
            let mut row = state.to_vec();
            let (mut at, lengths) = (1, self.shape[1..].iter());
            for length in lengths {
                // Where the length stood the elements begin.
                row.remove(at);
                at += length;
            }
            row[0] = i64::from(turn);
            return row;
        }
        let mut row = vec![i64::from(turn)];
        row.extend(self.columns);
        row.extend(state);
        row
    }

    fn number(&self, row: &[i64]) -> UBig {
        let base = UBig::from(self.base.unsigned_abs());
        row.iter().rev().fold(UBig::ZERO, |number, digit| {
            number * &base + UBig::from(digit.unsigned_abs())
        })
    }

    /// The state as Coq writes it.
    fn state(&self, row: &[i64]) -> String {
        let mut rest = row;
        let parts: Vec<String> = self
            .shape
            .iter()
            .map(|count| {
                let (part, more) = rest.split_at(*count);
                rest = more;
                let numbers: Vec<String> = part.iter().map(i64::to_string).collect();
                format!("[{}]", numbers.join("; "))
            })
            .collect();
        format!("[{}]", parts.join("; "))
    }
}

/// Who can force a win, where the player to move gets this.
fn winner(value: Value, turn: u8) -> &'static str {
    match (value, turn) {
        (Value::Win, 0) | (Value::Loss, 1) => "Some true",
        (Value::Draw, _) => "None",
        _ => "Some false",
    }
}

/// The body of the module for a law of this kind, in a game whose positions have a fixed number of numbers.
pub(super) fn ranked(game: &Game, law: &Ranked) -> Result<String, String> {
    let (frame, (rows, columns), start) = laid_out(game, law)?;
    let digits = Digits::new(game, law, rows, columns)?;
    // Where both players have the same moves, an entry speaks of both of them.
    let single = frame.is_shared(game);
    let turns = |turn: u8| if single { vec![0, 1] } else { vec![turn] };
    let mut entries: Vec<(Vec<i64>, &str, u64)> = Vec::new();
    let mut known = HashMap::new();
    for entry in &law.entries {
        for turn in turns(entry.1) {
            let row = digits.row(&entry.0, turn);
            let who = winner(entry.2.value(), turn);
            known.insert(row.clone(), who);
            entries.push((row, who, entry.3));
        }
    }
    let mut claims = Vec::new();
    for player in Player::BOTH {
        let turn = player.index() as u8;
        let row = digits.row(&start, turn);
        let who = match (
            known.get(&row),
            frame.end(&frame.with_turn(start.clone(), player)),
        ) {
            (Some(who), _) => *who,
            (None, Some(end)) => {
                let who = winner(end.for_next(player), turn);
                entries.push((row.clone(), who, 0));
                who
            }
            (None, None) => return Err("the position has no entry".into()),
        };
        claims.push((player, digits.state(&row), who));
    }
    if entries.len() > ENTRIES {
        return Err(format!(
            "the strategy has {} entries; files for Coq hold up to {ENTRIES}",
            entries.len()
        ));
    }
    let shape: Vec<String> = digits.shape.iter().map(usize::to_string).collect();
    let arguments = format!(
        "{TERM} {} [{}]%nat entries claims",
        digits.base,
        shape.join("; ")
    );
    let mut text = format!(
        "From Coq Require Import ZArith List.\nFrom Whowins Require Import Core ViewOutcome ViewFinite.\nImport ListNotations.\nOpen Scope Z_scope.\n\
         (* Positions of the strategy: the numbers of the state in the core term, whose turn it is first, as the digits of one number to the base {},\n\
         \x20  the first of them last; who can force a win there (true: the first-named player; None: neither can); a rank, which falls as it is played. *)\n\
         Definition entries : list (Z * option bool * Z) := [\n",
        digits.base
    );
    let lines: Vec<String> = entries
        .iter()
        .map(|(row, who, rank)| format!("({}, {who}, {rank})", digits.number(row)))
        .collect();
    text += &lines.join(";\n");
    text += "].\n";
    for (player, state, _) in &claims {
        let _ = writeln!(text, "(* {state}: {} *)", named(game, law, *player));
    }
    let listed: Vec<String> = (claims.iter())
        .map(|(_, state, who)| format!("({state}, {who})"))
        .collect();
    let said: Vec<String> = (claims.iter())
        .map(|(_, state, who)| format!("says {TERM} ({who}) {state}"))
        .collect();
    let _ = write!(
        text,
        "Definition claims : list (state * option bool) := [{}].\n\
         (* The moves of each position are those that the core term has. *)\n\
         Lemma every_entry : written_check {arguments} = true.\nProof. vm_compute. reflexivity. Qed.\n\
         (* Whom it names can force a win in the game of the term, and the other player cannot; where it names nobody, neither can. *)\n\
         Theorem law : {}.\n\
         Proof. split; apply (written_law {arguments} every_entry); [left|right; left]; reflexivity. Qed.\n",
        listed.join("; "),
        said.join(" /\\ "),
    );
    if text.len() > BYTES {
        return Err(format!(
            "the file would have {} bytes; Coq is given up to {BYTES}",
            text.len()
        ));
    }
    Ok(text)
}

//! Rows of Grundy values of two heaps for Coq: instances of `proofs/GrundyRows.v`, and text for the
//! checker that is extracted from it.

use std::fmt::Write as _;

use whowins_analysis::Game;
use whowins_analysis::derive::{RowMoves, row_moves};
use whowins_verify::lattice::{GrundyRow, GrundyRows};

use super::grundy_rows::multiple;
use crate::automatic::coq::{self, Lattice};
use crate::coq::{TERM, bracketed};

/// More values than this are too many for Coq to read.
const VALUES: usize = 100_000;
/// The values that Coq may look up: some 15 microseconds each, twice.
const LOOKS: usize = 3_000_000;

/// The body of the module for a law of this kind. How far Coq tries the mex it works out itself.
pub(crate) fn grundy_rows(game: &Game, law: &GrundyRows) -> Result<String, String> {
    let lattice = Lattice::of(game)?;
    let moves = row_moves(game, law.fixed)?;
    let values: usize = law.rows.iter().map(|row| row.values.len()).sum();
    if values > VALUES {
        return Err(format!("a table of {values} values is too large for Coq"));
    }
    if looks(&moves, law).is_none_or(|looks| looks > LOOKS) {
        return Err("the columns at which Coq would try the mex are too many".into());
    }
    let (turned, position) = match law.fixed {
        0 => (false, "[x; y]"),
        _ => (true, "[y; x]"),
    };
    let rows: Vec<String> = law.rows.iter().map(row).collect();
    Ok(format!(
        "From Whowins Require Import ViewOutcome ViewLattice ViewLatticeLaws Lattice GrundyRows.\n\
         From Coq Require Import Bool ZArith NArith List.\nImport ListNotations.\nOpen Scope Z_scope.\n{rules}\
         Open Scope N_scope.\n\
         (** the rows from 0 on: preperiod, period, what each period adds, the values of the columns below preperiod + period *)\n\
         Definition rows : list row := [\n  {rows}].\n\
         Lemma certificate : check {turned} (rules true) rows = true.\nProof. vm_compute. reflexivity. Qed.\n\
         (** in row x, column y: the value is the table's, and where it is 0, and there alone, the player who is not to move can force a win *)\n\
         Theorem law : forall x y, (0 <= x < {number})%Z -> (0 <= y)%Z ->\n  \
         (forall v, Value (fun p q => lmv 2 rules (true, p) (false, q)) {position} v <-> v = value rows x y) /\\\n  \
         forall first, (value rows x y <> 0 <-> wins {TERM} first (tuple first {position})) /\\\n    \
         (value rows x y = 0 <-> wins {TERM} (negb first) (tuple first {position})).\n\
         Proof. exact (rows_term {TERM} {turned} (rules true) rows the_term certificate). Qed.\n\
         Lemma least_certificate : least_check rows = true.\nProof. vm_compute. reflexivity. Qed.\n\
         (** with whatever rise s, no row repeats from an earlier column on, nor with a smaller period *)\n\
         Theorem least : forall x i p s, (0 <= x < {number})%Z -> 0 < p ->\n  \
         (forall y, i <= y -> value rows x (Z.of_N (y + p)) = value rows x (Z.of_N y) + s) ->\n  \
         row_preperiod (row_at rows x) <= i /\\ row_period (row_at rows x) <= p.\n\
         Proof. exact (rows_least rows least_certificate). Qed.\n",
        rules = lattice.text()?,
        rows = rows.join(";\n  "),
        number = rows.len(),
    ))
}

/// How many values the theory looks up where it tries the mex (`turn` and `cycle` in
/// `proofs/GrundyRows.v`).
fn looks(moves: &RowMoves, law: &GrundyRows) -> Option<usize> {
    let mut all = 0usize;

    for (row, own) in law.rows.iter().enumerate() {
        let leaving = moves.leaving(row as u64);
        let (mut settled, mut cycle) = (own.preperiod, own.period as usize);

        for &(down, up) in &leaving {
            let below = &law.rows[row - down as usize];
            settled = settled.max(below.preperiod.saturating_add_signed(up.saturating_neg()));
            cycle = multiple(cycle, below.period.max(1) as usize)?;
        }

        let settled = usize::try_from(settled).ok()?;
        let old = (own.preperiod as usize).checked_add(cycle)?;
        let columns = settled.max(old.checked_add(2 * leaving.len())?);
        let columns = columns.checked_add(cycle)?;
        all = all.checked_add(columns.checked_mul(leaving.len() + 1)?)?;
    }
    Some(all)
}

fn row(row: &GrundyRow) -> String {
    let values: Vec<String> = row.values.iter().map(u64::to_string).collect();
    format!(
        "Row {} {} {} [{}]",
        row.preperiod,
        row.period,
        row.saltus,
        values.join("; ")
    )
}

/// The law for `LargeTerm.rows_large_check`.
pub(crate) fn large(game: &Game, law: &GrundyRows) -> Result<String, String> {
    let lattice = Lattice::of(game)?;
    // The game has this form, impartial and in normal play.
    row_moves(game, law.fixed)?;
    let mut text = format!(
        "# whether the second heap is the row; moves add base + k step, least <= k (<= most)\n\
         (grundy-rows\n(second {})\n(rules {})\n\
         # the rows from 0 on: preperiod, period, what each period adds, the values of the columns below preperiod + period\n(rows",
        law.fixed == 1,
        lattice.rays[0]
            .iter()
            .map(coq::ray)
            .collect::<Vec<_>>()
            .join(" "),
    );
    for row in &law.rows {
        let values = bracketed(&row.values);
        let (preperiod, period, saltus) = (row.preperiod, row.period, row.saltus);
        let _ = write!(text, "\n({preperiod} {period} {saltus} {values})");
    }
    text += "))\n";
    Ok(text)
}

//! Instances of `proofs/ViewParity.v`, and of `proofs/ViewStrings.v` for rows that lose cells.

use whowins_analysis::{Game, Strings, Stuck};

use crate::coq::TERM;
use crate::values::coq::list;
use crate::values::coq_rows::{play_ends, words};

/// The body of the module for a law of this kind.
///
/// # Errors
///
/// Where the positions are no rows, the rules speak of ends of the row, or a rule stands for too
/// many words.
pub(super) fn parity(game: &Game) -> Result<String, String> {
    if let Some(strings) = game.strings() {
        return Ok(of_strings(&strings));
    }
    let (board, words) = words(game)?;
    Ok(format!(
        "From Coq Require Import List ZArith Bool.\nFrom Whowins Require Import Value ValueKinds Core Boards ViewOutcome ViewBoard ViewRow ViewKinds ViewParity.\nImport ListNotations.\nOpen Scope nat_scope.\n{rules}\
         {words}\
         Lemma the_words : view_kinds rules lefts rights = true. Proof. vm_compute. reflexivity. Qed.\n\
         {ends}\
         (* Both players replace the same words; where two overlap, plays from what they leave meet, after as many moves or after one more and one less. *)\n\
         Theorem certificate : parity_check lefts rights = true. Proof. vm_compute. reflexivity. Qed.\n\
         (* From rows of every length, whatever is played: after n replacements nothing can be replaced. The player who can force a win in the game of the term depends only on n mod 2. *)\n\
         Theorem law : forall P cells, cells <> [] -> Forall (fun x => x < symbols rules) cells ->\n  \
           (exists n last, plays lefts n cells last /\\ nexts lefts last = []) /\\\n  \
           forall n last, plays lefts n cells last -> nexts lefts last = [] ->\n    \
             (Nat.odd n = negb (misere rules) <-> wins {TERM} P (row_of P cells)) /\\\n    \
             (Nat.odd n = misere rules <-> wins {TERM} (negb P) (row_of P cells)).\n\
         Proof. exact (parity_term rules lefts rights the_words _ _ _ _ play_ends certificate _ _ _ _ the_term). Qed.\n",
        rules = crate::rows::term_coq::rules(game, board)?,
        ends = play_ends(board)?,
    ))
}

/// The body for a row that loses cells.
fn of_strings(strings: &Strings) -> String {
    let word = |word: &[u8]| list(word.iter().map(u8::to_string));
    let rules = strings.rules.iter();
    let rules = rules.map(|(before, after)| format!("({}, {})", word(before), word(after)));
    format!(
        "From Coq Require Import List ZArith Bool.\nFrom Whowins Require Import Core Value ValueKinds ViewOutcome ViewParity ViewStrings.\nImport ListNotations.\nOpen Scope nat_scope.\n\
         (* Words that a player may replace, each with what stands there then. *)\n\
         Definition words : list ValueKinds.rule := {words}.\n\
         Lemma the_term : {TERM} = strings_game {symbols} {misere} words.\nProof. vm_compute. reflexivity. Qed.\n\
         Lemma shorter : strings_ok {symbols} words = true. Proof. vm_compute. reflexivity. Qed.\n\
         (* Where two words overlap, plays from what they leave meet, after numbers of moves that are both even or both odd. *)\n\
         Theorem certificate : overs words = true. Proof. vm_compute. reflexivity. Qed.\n\
         (* From rows of every length, whatever is played: after n replacements nothing can be replaced. The player who can force a win in the game of the term depends only on n mod 2. *)\n\
         Theorem law : forall P cells,\n  \
           (exists n last, plays words n cells last /\\ nexts words last = []) /\\\n  \
           forall n last, plays words n cells last -> nexts words last = [] ->\n    \
             (Nat.odd n = negb {misere} <-> wins {TERM} P (row_at P cells)) /\\\n    \
             (Nat.odd n = {misere} <-> wins {TERM} (negb P) (row_at P cells)).\n\
         Proof. rewrite the_term. exact (strings_parity {symbols} {misere} words shorter certificate). Qed.\n",
        words = list(rules),
        symbols = strings.symbols,
        misere = strings.stuck == Stuck::Wins,
    )
}

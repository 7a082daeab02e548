//! Instances of `proofs/ViewRemainders.v`.

use whowins_core::{Command, Game as Term};
use whowins_verify::remainders::Remainders;

use crate::coq::TERM;

/// The body of the module for a law of this kind.
///
/// # Errors
///
/// What the theory lacks, where the game's term is none that it runs.
pub(super) fn remainders(term: &Term, law: &Remainders) -> Result<String, String> {
    let theory = "proofs/ViewRemainders.v is written for";
    let number = |part: &whowins_core::Part| part.least == 0.into() && part.most.is_none();
    let [_, one] = &term.parts[..] else {
        return Err(format!(
            "{theory} positions of one number, without a memory"
        ));
    };
    if law.lengths != [1] || !number(one) {
        return Err(format!(
            "{theory} positions of one number from 0 on, without a largest value"
        ));
    }
    let [tier] = &term.tiers[..] else {
        return Err(format!("{theory} moves that all count alike"));
    };
    if repeats(tier) {
        return Err(format!(
            "{theory} moves without repeated steps, and with as many numbers after them as before"
        ));
    }
    let wins = |says: &String| {
        let both: Vec<String> = says
            .chars()
            .map(|winner| (winner == 'F').to_string())
            .collect();
        format!("({})", both.join(", "))
    };
    let says: Vec<String> = law.says.iter().map(wins).collect();
    Ok(format!(
        "From Coq Require Import ZArith List Bool.\nFrom Whowins Require Import Core ViewOutcome ViewRemainders.\nImport ListNotations.\nOpen Scope Z_scope.\n\
         (* Numbers from {from} on are distinguished by their remainders by {modulus}, smaller ones one by one; whether the first-named player wins, in each place, with himself to move\n   \
         and with the other. *)\n\
         Definition the_law : ViewRemainders.law := Law {modulus} {from} [{says}].\n\
         (* The term, run on what is known of the numbers of each place, has no other winner. *)\n\
         Lemma the_term : remainders_check {TERM} the_law = true.\nProof. vm_compute. reflexivity. Qed.\n\
         (* From every number, with either player to move, who can force a win in the game of the term, and that the other player cannot. *)\n\
         Theorem law : forall P n, 0 <= n ->\n  \
           (first_wins the_law n P = true <-> wins {TERM} true (position n P)) /\\ (first_wins the_law n P = false <-> wins {TERM} false (position n P)).\n\
         Proof. exact (remainders_law {TERM} the_law the_term). Qed.\n",
        from = law.from,
        modulus = law.modulus,
        says = says.join("; "),
    ))
}

/// Whether a command has a loop, or changes how many elements an array has.
fn repeats(command: &Command) -> bool {
    match command {
        Command::Guard(_) | Command::Set(..) => false,
        Command::Seq(all) | Command::Alt(all) => all.iter().any(repeats),
        Command::When(_, yes, no) => repeats(yes) || repeats(no),
        Command::Choose(_, _, body) => repeats(body),
        Command::Loop(..) | Command::Repeat(..) | Command::Splice(..) => true,
    }
}

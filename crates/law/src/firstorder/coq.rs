//! Instances of `proofs/FirstOrder.v`.
//!
//! The law stands in the file as it stands in the certificate, with how the numbers of a state are
//! laid out. Nothing helps the check: Coq runs the term on linear forms, guesses what is chosen
//! digit by digit, and explores all that this can come to.

use dashu_int::IBig;
use whowins_analysis::Game as Rules;
use whowins_analysis::paths::{Form, Layout, Paths};
use whowins_core::{Budget as Work, Game};
use whowins_verify::firstorder::{FirstOrder, multiples, term, wins_stuck};

use crate::coq::TERM;
use crate::coq::digits::System;

/// A longer file is too much for Coq.
const LONGEST: usize = 1 << 20;
/// Coq goes through all letters in every state that it explores.
const LETTERS: usize = 1 << 8;

fn listed(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().collect();
    format!("[{}]", items.join("; "))
}

fn integer(number: &IBig) -> String {
    match *number < IBig::ZERO {
        true => format!("({number})"),
        false => number.to_string(),
    }
}

/// A linear form: the constant, and the coefficients of the first unknowns.
fn linear(form: &Form) -> String {
    let count = form.terms.last_key_value().map_or(0, |last| last.0 + 1);
    let coefficients = (0..count).map(|unknown| match form.terms.get(&unknown) {
        Some(number) => integer(number),
        None => "0".into(),
    });
    format!("({}, {})", integer(&form.constant), listed(coefficients))
}

/// How the elements of a state are laid out, and the tracks in them.
fn laid_out(layout: &Layout) -> (String, String) {
    let element = |element: Option<&Form>| match element {
        Some(form) => format!("Some {}", linear(form)),
        None => "None".into(),
    };
    let parts = layout.elements();
    let parts = parts
        .into_iter()
        .map(|part| listed(part.into_iter().map(element)));
    (listed(parts), listed(layout.back().iter().map(linear)))
}

/// The body of the module where multiples of a number are taken: who wins is told by a formula
/// (`proofs/Euclid.v`), not by the automaton.
fn of_multiples(term: &Game, moves: [bool; 2]) -> Result<String, String> {
    if wins_stuck(&term.stuck) != Some(false) {
        return Err("proofs/Euclid.v has multiples of a number in normal play alone".into());
    }
    let (lost, theorem, command) = match moves {
        [true, true] => (
            "lost",
            "euclid_law",
            "ltac:((left; reflexivity) || (right; reflexivity))",
        ),
        [true, false] => ("short", "first_law", "eq_refl"),
        _ => ("(fun p => short (swap p))", "second_law", "eq_refl"),
    };
    Ok(format!(
        "From Whowins Require Import Core ViewOutcome Euclid.\n\
         From Coq Require Import ZArith List.\nImport ListNotations.\nOpen Scope Z_scope.\n\
         Lemma the_term : of_moves {TERM} (moves_of {TERM}).\nProof. repeat split; vm_compute; reflexivity. Qed.\n\
         (* For all natural numbers: who wins by the formula can force a win in the game of the term, and the other player cannot. *)\n\
         Theorem law : forall (player : bool) (p : Z * Z), natural p ->\n  \
           ({lost} p = false <-> wins {TERM} player (here player p)) /\\\n  \
           ({lost} p = true <-> wins {TERM} (negb player) (here player p)).\n\
         Proof. exact ({theorem} _ _ the_term {command}). Qed.\n"
    ))
}

/// A law as the theory has it: its fields in their order, as Coq reads them.
struct Written {
    fields: [String; 6],
    system: System,
    tracks: usize,
}

/// The fields of a law.
fn written(term: &Game, law: &FirstOrder) -> Result<Written, String> {
    let layout = law
        .layout(term)
        .map_err(|rejection| rejection.to_string())?;
    let paths = Paths::new(term, &layout, &Work::OPEN);
    let digits = (0..layout.memories()).any(|memory| {
        let tiers = paths.tiers(memory).unwrap_or_default();
        let mut all = tiers.iter().flatten();
        all.any(|path| !path.digits.is_empty())
    });
    if digits {
        return Err("no theory in proofs/ has moves that ask for binary digits".into());
    }
    let system = System::named(&law.system)?;
    let labels = law
        .labels()
        .ok_or("who wins is not written with F, S and D")?;
    let letters = labels.next.first().map_or(0, Vec::len);
    if letters > LETTERS {
        return Err(format!(
            "{letters} letters are too many for Coq, which goes through up to {LETTERS}"
        ));
    }
    let (shape, back) = laid_out(&layout);
    // A sum is of all elements, the turn among them.
    let weights = |weights: &Vec<i64>| {
        let all = std::iter::once(&0).chain(weights);
        listed(all.map(|weight| integer(&IBig::from(*weight))))
    };
    let falls = listed(law.falls.iter().map(weights));
    let row = |next: &Vec<u32>| listed(next.iter().map(u32::to_string));
    let next = listed(labels.next.iter().map(row));
    let signs = |signs: &Vec<i8>| listed(signs.iter().map(|sign| integer(&IBig::from(*sign))));
    let says = listed(labels.says.iter().map(signs));
    Ok(Written {
        fields: [system.term(), shape, back, falls, next, says],
        system,
        tracks: layout.tracks(),
    })
}

/// The law for the extracted checker, which calls `FirstOrder.check`.
pub(crate) fn data(game: &Rules, law: &FirstOrder) -> Result<String, String> {
    let term = term(game);
    if multiples(&term).is_some() {
        return Err("the checker for large certificates has no multiples of a number".into());
    }
    let Written { fields, .. } = written(&term, law)?;
    let names = ["system", "shape", "back", "falls", "next", "says"];
    let fields = names.iter().zip(fields);
    let fields = fields.map(|(name, field)| format!("({name} {field})\n"));
    Ok(format!(
        "# The fields are those of FirstOrder.law, as Coq has them.\n(first-order\n{})\n",
        fields.collect::<String>()
    ))
}

/// The body of the module for a law of this kind.
pub(crate) fn first_order(game: &Rules, law: &FirstOrder) -> Result<String, String> {
    let term = term(game);
    if let Some(moves) = multiples(&term) {
        return of_multiples(&term, moves);
    }

    let Written {
        fields,
        system,
        tracks,
    } = written(&term, law)?;
    // Some fifty thousand combinations of sums in progress for a single ray, where Zeckendorf's
    // digits have five thousand.
    if tracks > 1 && matches!(system, System::Ostrowski(2..)) {
        return Err(format!(
            "coqc would take minutes for {tracks} numbers over the digits of `{}`; the checker for large certificates takes them",
            law.system
        ));
    }
    let [system, shape, back, falls, next, says] = fields;
    let text = format!(
        "From Whowins Require Import Core ViewPaths Digits FirstOrder.\n\
         From Coq Require Import ZArith NArith List.\nImport ListNotations.\nOpen Scope Z_scope.\n\
         (** the elements of a state: memory (None), or linear forms in the tracks (a constant, coefficients); the tracks in the elements that are no \
         memory; weights that fall; the next state by letter; for each state and memory whether the first-named player gets more than nothing (1), \
         nothing (0), or less *)\n\
         Definition certificate : FirstOrder.law := Law ({system})\n  {shape}\n  {back}\n  {falls}\n  {next}%N\n  {says}.\n\
         Lemma checked : check {TERM} certificate (N.to_nat 1000000) = true.\nProof. vm_cast_no_check (eq_refl true). Qed.\n\
         (** for every memory and all naturals as tracks, the automaton's answer on the tracks' digits is what the first-named player gets in the game of \
         the term *)\n\
         Theorem law : forall memory tracks, In memory (memories {TERM} certificate) -> length tracks = {tracks}%nat -> Forall (Z.le 0) tracks ->\n  \
         legal {TERM} (state_at certificate memory tracks) = true ->\n  \
         let s := state_at certificate memory tracks in let says := says_at {TERM} certificate memory tracks in\n  \
         (says = 1 /\\ Gets {TERM} 1 s) \\/ (says = 0 /\\ Gets {TERM} 0 s /\\ Holds {TERM} 1 s) \\/ (says = -1 /\\ Holds {TERM} 0 s).\n\
         Proof. exact (first_order_law {TERM} certificate _ checked). Qed.\n"
    );
    match text.len() <= LONGEST {
        true => Ok(text),
        false => Err(format!(
            "a file of {} bytes is too large for Coq",
            text.len()
        )),
    }
}

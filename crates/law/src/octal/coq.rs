//! Instances of the Coq theory for this family.

use std::fmt::Write as _;

use whowins_analysis::heaps::{Breaking, Octal};
use whowins_analysis::{Game, Stuck};
use whowins_engine::Limits;
use whowins_engine::octal::Values;
use whowins_verify::Law;
use whowins_verify::octal::{GuySmith, SparseSpace};

use crate::coq::TERM;

/// Coq tries every option of the heaps up to twice this.
const LONGEST: u64 = 2048;
/// Where moves leave more than two heaps, it tries so many options in all, each order of the heaps
/// by itself.
const MOST_OPTIONS: u128 = 1 << 21;
/// In a sparse space it works out these.
const LONGEST_SPARSE: u64 = 1 << 14;

/// The code, or what the theory lacks.
pub(super) fn code(game: &Game) -> Result<Octal, String> {
    let Some(breaking) = game.heaps() else {
        return Err("the positions aren't heaps that are taken from or split".into());
    };
    breaking.octal().ok_or_else(|| {
        "proofs/Octal.v speaks of moves that leave two heaps at most, whatever their sizes".into()
    })
}

/// A theory of heaps that fall apart, by the names that an instance uses.
pub(super) struct Theory {
    pub files: &'static str,
    /// Of what rules the names that follow speak, after them.
    pub rules: &'static str,
    pub equation: &'static str,
    /// What carries the outcomes of sums over to the core term, by `proofs/ViewHeaps.v`.
    pub carried: &'static str,
}

/// The proof, by `proofs/ViewWorth.v`, that each list of heaps is worth the nim-sum of the values
/// in the module of their law; `None` where that law is of another kind.
pub(crate) fn worth(game: &Game, law: &Law, module: &str) -> Option<String> {
    let parts = game.heaps()?.most_parts();
    let theory = match law {
        Law::GuySmith(_) if parts > 2 => "breaking",
        Law::GuySmith(_) | Law::SparseSpace(_) => "octal",
        Law::Arithmetic(_) | Law::AutomaticGraph(_) => "arithmetic",
        _ => return None,
    };
    let (beyond, code) = match theory {
        "octal" => (String::new(), " eq_refl"),
        "breaking" => (String::new(), ""),
        _ => (format!(" {module}.beyond"), ""),
    };
    Some(format!(
        "{theory}_worth {module}.digits{beyond} {module}.{TERM} {module}.grundy {module}.the_term{code} (proj1 {module}.law)"
    ))
}

/// Two heaps stay at most.
const OCTAL: Theory = Theory {
    files: "Game Octal",
    rules: "digits",
    equation: "mexeq",
    carried: "octal_term digits _ the_term eq_refl",
};
const SPARSE: Theory = Theory {
    files: "Game Octal SparseSpace",
    ..OCTAL
};
/// Up to seven do.
const BREAKING: Theory = Theory {
    files: "Game Octal Breaking",
    rules: "digits",
    equation: "bmexeq",
    carried: "breaking_term digits _ the_term",
};

/// The body of the module for a law of this kind: an instance of `proofs/Octal.v`, or of
/// `proofs/Breaking.v` where more than two heaps may stay.
pub(crate) fn guy_smith(game: &Game, law: &GuySmith) -> Result<String, String> {
    let Some(breaking) = game.heaps() else {
        return Err("the positions aren't heaps that are taken from or split".into());
    };
    let Some(digits) = breaking.digits() else {
        return Err("proofs/Breaking.v speaks of moves that leave heaps of any sizes".into());
    };
    if law.preperiod.saturating_add(law.period) > LONGEST {
        return Err(format!(
            "preperiod and period together are more than the {LONGEST} that Coq tries all options for"
        ));
    }
    // The theory counts from heap 1 at least; a period from heap 0 on is one from heap 1 on.
    let mut table: Vec<u64> = law.values.iter().map(|value| u64::from(*value)).collect();
    let mut preperiod = law.preperiod;
    if preperiod == 0 {
        preperiod = 1;
        table.extend(table.first().copied());
    }
    let period = law.period;
    let most = breaking.most_parts();
    let (theory, sizes, theorem) = match most {
        ..=2 => (OCTAL, format!("{preperiod} {period}"), "check"),
        _ => (BREAKING, format!("{most} {preperiod} {period}"), "bcheck"),
    };
    if most > 2 {
        // Ordered ways to write all numbers up to the bound as so many.
        let bound = most as u64 * (preperiod + period) + digits.len() as u64;
        let ways = (1..=most as u128).fold(1, |all: u128, factor| {
            all.saturating_mul(u128::from(bound) + factor) / factor
        });
        if ways.saturating_mul(digits.len() as u128) > MOST_OPTIONS {
            return Err(format!(
                "heaps up to {bound} have more than the {MOST_OPTIONS} options that Coq tries"
            ));
        }
    }
    let law = match most {
        ..=2 => "octal_law",
        _ => "breaking_law",
    };
    let mut text = preamble_of(digits, &theory);
    let _ = write!(
        text,
        "Definition table : list N := {}.\n\
         Definition grundy (n : N) : N := gf (mk table 1 (PositiveMap.empty N)) {preperiod} {period} n.\n\
         Theorem certificate : {theorem} digits {sizes} table = true. Proof. vm_compute. reflexivity. Qed.\n\
         {}",
        list(&table),
        conclusion(&theory, &format!("{law} digits {sizes} table certificate")),
    );
    Ok(text)
}

/// The body of the module for a law of this kind: an instance of `proofs/SparseSpace.v`, with a
/// table of the values, which Coq checks.
pub(crate) fn sparse_space(game: &Game, law: &SparseSpace) -> Result<String, String> {
    let octal = &code(game)?;
    let (preperiod, period) = (law.preperiod, law.period);
    let last_rare = law.rare.last().map_or(0, |(heap, _)| *heap);
    let heaps = preperiod.saturating_add(period);
    if heaps > LONGEST_SPARSE || last_rare.max(law.reach) > LONGEST {
        return Err(format!(
            "preperiod and period together are {heaps}, and heaps up to {} count with all their options: Coq works out {LONGEST_SPARSE} and \
             {LONGEST}; the theorem itself is proved in proofs/SparseSpace.v",
            last_rare.max(law.reach)
        ));
    }
    let table = table(octal, heaps as usize)?;
    let parity = parity(octal);
    let mut probes = Vec::new();

    for (_, part) in &law.probes {
        if !probes.contains(part) {
            probes.push(*part);
        }
    }
    let mut text = preamble_of(&octal.digits, &SPARSE);
    let _ = write!(
        text,
        "Definition table : list N := {}.\n\
         Definition probes : list N := {}.\n\
         Definition grundy (n : N) : N := gf (mk table 1 (PositiveMap.empty N)) {preperiod} {period} n.\n\
         Theorem certificate : scheck digits {} {} {parity} {last_rare} {} {preperiod} {period} probes table = true.\n\
         Proof. vm_compute. reflexivity. Qed.\n\
         {}",
        list(&table),
        list(&probes),
        law.mask,
        law.by_position,
        law.reach,
        conclusion(&SPARSE, "scheck_law _ _ _ _ _ _ _ _ _ _ certificate"),
    );
    Ok(text)
}

/// The values of the first heaps. They are help for the check, which says whether they are right.
pub(super) fn table(octal: &Octal, heaps: usize) -> Result<Vec<u64>, String> {
    let mut values = Values::new(octal, Limits::default());
    values.extend(heaps).map_err(|error| error.to_string())?;
    let value = |heap| u64::from(values.get(heap).unwrap_or(0));
    Ok((0..heaps).map(value).collect())
}

/// The remainder by 2 of the numbers that leave two heaps, if there is one.
pub(super) fn parity(octal: &Octal) -> usize {
    let leaves_two = |digit: &u8| digit & 4 != 0;
    octal
        .digits
        .iter()
        .position(leaves_two)
        .map_or(0, |take| take % 2)
}

/// What the theories conclude, from the theorem of the theory; the outcomes for the core term.
pub(super) fn conclusion(theory: &Theory, theorem: &str) -> String {
    let Theory {
        equation,
        rules,
        carried,
        ..
    } = theory;
    format!(
        "(* The Grundy value of every heap; and from every sum of heaps, who can force a win in the game of the term, and that the other player cannot. *)\n\
         Theorem law : (forall n, {equation} {rules} grundy n) /\\\n  \
         forall P l, (xs grundy l <> 0 <-> wins {TERM} P (ViewHeaps.heaps P l)) /\\ (xs grundy l = 0 <-> wins {TERM} (negb P) (ViewHeaps.heaps P l)).\n\
         Proof.\n  destruct ({theorem}) as [values sums]. split; [exact values|]. exact ({carried} grundy sums).\nQed.\n"
    )
}

/// The imports, the code, and that it is that of the core term.
pub(super) fn preamble(octal: &Octal, files: &str, misere: bool) -> String {
    written(&Breaking::of_digits(octal.digits.clone()), files, misere)
}

fn preamble_of(digits: &[u8], theory: &Theory) -> String {
    preamble_from(&Breaking::of_digits(digits.to_vec()), theory)
}

/// The same for moves that leave heaps of any sizes, whatever they take.
pub(super) fn preamble_from(breaking: &Breaking, theory: &Theory) -> String {
    written(breaking, theory.files, false)
}

/// The code and the lemma by themselves.
///
/// # Errors
///
/// Where moves leave heaps no two of which are equal.
pub(crate) fn alone(game: &Game, breaking: &Breaking) -> Result<String, String> {
    match breaking.unequal().is_empty() {
        true => Ok(written(breaking, "Octal", game.ending.stuck == Stuck::Wins)),
        false => Err("no theory speaks of heaps of which no two are equal".into()),
    }
}

fn written(breaking: &Breaking, files: &str, misere: bool) -> String {
    let code = breaking.any();
    let digits: Vec<u64> = code.digits.iter().map(|digit| u64::from(*digit)).collect();
    let beyond = code.beyond;
    format!(
        "From Coq Require Import NArith List FMapPositive.\nFrom Whowins Require Import ViewOutcome ViewHeaps {files}.\nImport ListNotations.\nOpen Scope N_scope.\n\
         (* Bit j of a digit: with this number taken, j heaps stay. The first digit is that of 0; the last is that of all larger numbers. *)\n\
         Definition digits : list N := {}.\nDefinition beyond : N := {beyond}.\n\
         (* The moves of the core term are those of this code, from every sum of heaps. *)\n\
         Lemma the_term : view_heaps digits beyond {misere} {TERM} = true.\nProof. vm_compute. reflexivity. Qed.\n",
        list(&digits),
    )
}

pub(super) fn list(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    format!("[{}]", numbers.join("; "))
}

//! Instances of the Coq theory for this family.

use std::fmt::Write as _;

use whowins_rules::{Game, Shape};
use whowins_verify::octal::{GuySmith, SparseSpace};

/// Coq tries every option of the heaps up to twice this.
const LONGEST: u64 = 4096;
/// Options are compared with this program's up to this heap.
const COMPARED: u64 = 12;

/// The body of the module for a law of this kind: an instance of `proofs/Octal.v`.
pub(crate) fn guy_smith(game: &Game, law: &GuySmith) -> Result<String, String> {
    let Shape::Heaps(octal) = &game.shape else {
        return Err("the game has no octal code".into());
    };
    if law.preperiod + law.period > LONGEST {
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
    let mut options = Vec::new();
    for heap in 0..=COMPARED {
        let mut all = Vec::new();
        octal.options(heap, |parts| all.push(list(parts)));
        options.push(format!("[{}]", all.join("; ")));
    }
    let digits: Vec<u64> = octal.digits.iter().map(|digit| u64::from(*digit)).collect();
    let heaps: Vec<u64> = (0..=COMPARED).collect();
    let mut text = String::new();
    let _ = write!(
        text,
        "Require Import NArith List FMapPositive. From Whowins Require Import Game Octal. Import ListNotations. Open Scope N_scope.\n\
         Definition digits : list N := {}.\n\
         Definition table : list N := {}.\n\
         (* Two heaps that stay are written once, the smaller first, as the program does. *)\n\
         Definition once (o : list N) : bool := match o with [a; b] => a <=? b | _ => true end.\n\
         Example moves_agree : map (fun n => filter once (opts digits n)) {} =\n  [{}].\n\
         Proof. vm_compute. reflexivity. Qed.\n\
         Definition grundy (n : N) : N := gf (mk table 1 (PositiveMap.empty N)) {preperiod} {} n.\n\
         Theorem certificate : check digits {preperiod} {} table = true. Proof. vm_compute. reflexivity. Qed.\n\
         (* The Grundy value of every heap, and the outcome of every sum of heaps. *)\n\
         Theorem law : (forall n, mexeq digits grundy n) /\\\n  \
         forall l, (xs grundy l <> 0 <-> Win (omv digits) l) /\\ (xs grundy l = 0 <-> Lose (omv digits) l).\n\
         Proof. exact (octal_law digits {preperiod} {} table certificate). Qed.\n",
        list(&digits),
        list(&table),
        list(&heaps),
        options.join(";\n   "),
        law.period,
        law.period,
        law.period,
    );
    Ok(text)
}

/// The body of the module for a law of this kind.
pub(crate) fn sparse_space(_game: &Game, law: &SparseSpace) -> Result<String, String> {
    Err(format!(
        "Coq would have to work out {} heaps in a sparse space; the theorem itself is proved in proofs/SparseSpace.v",
        law.preperiod.saturating_add(law.period)
    ))
}

fn list(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    format!("[{}]", numbers.join("; "))
}

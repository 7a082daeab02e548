//! Instances of the Coq theory for this family.

use std::fmt::Write as _;

use whowins_analysis::{Game, Player, Value};
use whowins_verify::finite::Ranked;

use super::compared::{Compared, compared};
use super::table::Table;
use crate::coq::comment;

/// Entries that are written out; more would be megabytes for Coq.
const ENTRIES: usize = 12_000;
/// Bytes of a file.
const BYTES: usize = 1 << 20;

/// The body of the module for a law of this kind: an instance of `proofs/ViewFinite.v`; for heaps, of `Large.ranked_claims`.
pub(crate) fn ranked(game: &Game, law: &Ranked) -> Result<String, String> {
    match game.codes() {
        Some(_) => listed(game, law),
        None => super::term_coq::ranked(game, law),
    }
}

/// Heaps stand in any order in a state of the core term, so for them the options are listed.
///
/// The option lists are literals: Coq proves that the strategy is right for this graph. That the graph is that of the rules is compared at
/// telling positions, by what stands in them and not by their numbers.
fn listed(game: &Game, law: &Ranked) -> Result<String, String> {
    if law.entries.len() > ENTRIES {
        return Err(format!(
            "the strategy has {} entries; files for Coq hold up to {ENTRIES}",
            law.entries.len()
        ));
    }
    let table = Table::new(game, law)?;
    let mut text = String::from(
        "From Whowins Require Import Game Finite Large.\nFrom Coq Require Import Bool NArith ZArith List.\nImport ListNotations.\nOpen Scope N_scope.\n\
         (* A node is a position with a player to move; node 1 is a dead end. Where the game is over, the player to move has a\n\
         \x20  move to it (a win), none at all (a loss), or only one to a node that goes on for ever (a draw). The lists are what the\n\
         \x20  program reads off the rules; options of a won position that the strategy does not take are nodes without an entry. *)\n\
         Definition moves : list (positive * list positive) := [\n",
    );
    let lines: Vec<String> = table
        .moves
        .iter()
        .map(|(node, own)| {
            let own: Vec<String> = own.iter().map(u64::to_string).collect();
            format!("({node}, [{}])", own.join("; "))
        })
        .collect();
    let _ = writeln!(text, "{}]%positive.", lines.join(";\n"));
    text += "Definition succs : positive -> list positive := listed moves.\n";
    text += &comparison(&compared(game, law, &table)?);
    text += "(* node, win (Some true), loss (Some false) or draw (None), rank *)\n\
         Definition entries : list (positive * (option bool * N)) := [\n";
    let lines: Vec<String> = table
        .entries
        .iter()
        .map(|(node, value, rank)| format!("({node}%positive, ({}, {rank}))", label(*value)))
        .collect();
    text += &lines.join(";\n");
    text += "].\n";
    for (node, player, _) in &table.claims {
        let _ = writeln!(text, "(* node {node}: {} *)", named(game, law, *player));
    }
    let claims: Vec<String> = table
        .claims
        .iter()
        .map(|(node, _, value)| format!("({node}%positive, {})", label(*value)))
        .collect();
    let last = table
        .last
        .map_or("None".into(), |node| format!("(Some {node}%positive)"));
    let theorem: Vec<String> = table
        .claims
        .iter()
        .map(|(node, _, value)| match value {
            Value::Win => format!("Win (fmv succs) {node}"),
            Value::Loss => format!("Lose (fmv succs) {node}"),
            Value::Draw => format!("(~ Win (fmv succs) {node} /\\ ~ Lose (fmv succs) {node})"),
        })
        .collect();
    // The second claim is in the list behind the first.
    let proofs: Vec<String> = table
        .claims
        .iter()
        .zip(["or_introl eq_refl", "or_intror (or_introl eq_refl)"])
        .map(|((node, _, value), place)| {
            let label = label(*value);
            format!("exact (ranked_claims moves entries claims {last} every_entry {node}%positive ({label}) ({place}))")
        })
        .collect();
    let proof = match proofs.as_slice() {
        [one] => one.clone(),
        all => format!("split.\n  - {}", all.join(".\n  - ")),
    };
    let _ = write!(
        text,
        "Definition claims : list (positive * option bool) := [{}].\n\
         Lemma every_entry : ranked_check moves entries claims {last} = true.\nProof. vm_compute. reflexivity. Qed.\n\
         Theorem law : ({})%positive.\nProof.\n  {proof}.\nQed.\n",
        claims.join("; "),
        theorem.join(" /\\ ")
    );
    if text.len() > BYTES {
        return Err(format!(
            "the file would have {} bytes; Coq is given up to {BYTES}",
            text.len()
        ));
    }
    Ok(text)
}

/// What stands at some nodes, and their options as the rules have them.
fn comparison(compared: &Compared) -> String {
    let listed = |items: Vec<String>, between: &str| format!("[{}]", items.join(between));
    let place = |place: &Vec<i64>| listed(place.iter().map(i64::to_string).collect(), "; ");
    let places = compared
        .places
        .iter()
        .map(|(node, at)| format!("({node}%positive, {})", place(at)));
    let asked = compared.said.iter().map(|(at, _)| place(at));
    let said = compared
        .said
        .iter()
        .map(|(_, next)| listed(next.iter().map(place).collect(), "; "));
    format!(
        "(* What stands at nodes: 2 where the player named first is to move, or where both have the same moves, 3 where the other one is;\n\
         \x20  then the position's numbers (variables, cells from the first on, tokens' cells). [0] is the dead end, [1] the drawn one. *)\n\
         Definition places : list (positive * list Z) := {}%Z.\n\
         Definition same (p q : list Z) : bool := if list_eq_dec Z.eq_dec p q then true else false.\n\
         Definition place (n : positive) : list Z :=\n  \
         match find (fun e => Pos.eqb (fst e) n) places with Some e => snd e | None => [] end.\n\
         Definition options (p : list Z) : list (list Z) :=\n  \
         match find (fun e => same (snd e) p) places with Some e => map place (succs (fst e)) | None => [[]] end.\n\
         (* The options, as the rules have them. *)\n\
         Example moves_agree : map options {}%Z\n  = {}%Z.\nProof. vm_compute. reflexivity. Qed.\n",
        listed(places.collect(), ";\n"),
        listed(asked.collect(), "; "),
        listed(said.collect(), ";\n"),
    )
}

fn label(value: Value) -> &'static str {
    match value {
        Value::Win => "Some true",
        Value::Loss => "Some false",
        Value::Draw => "None",
    }
}

/// The law's position with a player to move, for a comment.
pub(super) fn named(game: &Game, law: &Ranked, player: Player) -> String {
    if game.is_impartial() {
        comment(&law.position)
    } else {
        comment(&format!(
            "{} with {} to move",
            law.position,
            game.player(player)
        ))
    }
}

//! Strategies with ranks as instances of `proofs/ViewFinite.v`: the positions' moves are those of
//! the core term.

use std::fmt::Write as _;

use dashu_int::IBig;
use whowins_analysis::{Game, Player};
use whowins_verify::finite::Ranked;

use super::stated::{Parts, Stated, Who};
use crate::coq::{TERM, comment};

/// Entries that are written out; Coq works out the moves of each.
const ENTRIES: usize = 12_000;
/// Bytes of a file.
const BYTES: usize = 1 << 20;

/// How the numbers of a position are the digits of one.
struct Digits {
    base: i64,
    /// What the digit 0 stands for.
    low: i64,
    /// How many elements each part has, where it is always as many.
    shape: Vec<Option<usize>>,
}

impl Digits {
    fn of(stated: &Stated) -> Self {
        let states = || stated.entries.iter().map(|entry| &entry.0);
        let numbers = || states().flatten().flatten().copied();
        let low = numbers().min().unwrap_or(0).min(0);
        let longest = states().flatten().map(Vec::len).max().unwrap_or(0) as i64;
        let most = numbers().max().unwrap_or(0).saturating_sub(low);
        let shape = states().next().map_or(Vec::new(), |first| {
            let alike = |at: usize| states().all(|parts| parts[at].len() == first[at].len());
            let lengths = first.iter().map(Vec::len).enumerate();
            let fixed = lengths.map(|(at, length)| alike(at).then_some(length));
            fixed.collect()
        });
        Self {
            base: most.max(longest).max(1).saturating_add(1),
            low,
            shape,
        }
    }

    fn number(&self, parts: &Parts) -> IBig {
        let mut digits: Vec<i64> = Vec::new();
        for (part, fixed) in parts.iter().zip(&self.shape) {
            digits.extend(fixed.is_none().then_some(part.len() as i64));
            digits.extend(part.iter().map(|number| number - self.low));
        }
        let base = IBig::from(self.base);
        let digits = digits.into_iter().rev();
        digits.fold(IBig::ZERO, |number, digit| number * &base + digit)
    }

    /// The arguments of `written_check` that say so.
    fn arguments(&self) -> String {
        let length = |one: &Option<usize>| match one {
            Some(length) => format!("Some {length}"),
            None => "None".into(),
        };
        let shape: Vec<String> = self.shape.iter().map(length).collect();
        let (base, low) = (self.base, self.low);
        format!("{base} ({low}) [{}]%nat", shape.join("; "))
    }
}

/// The body of the module for a law of this kind.
pub(crate) fn ranked(game: &Game, law: &Ranked) -> Result<String, String> {
    if law.entries.len() > ENTRIES {
        return Err(too_many(law.entries.len()));
    }
    let stated = Stated::new(game, law)?;
    if stated.entries.len() > ENTRIES {
        return Err(too_many(stated.entries.len()));
    }
    let digits = Digits::of(&stated);
    let arguments = format!("{TERM} {} entries claims", digits.arguments());
    let mut text = format!(
        "From Coq Require Import ZArith List.\nFrom Whowins Require Import Core ViewOutcome ViewFinite.\nImport ListNotations.\nOpen Scope Z_scope.\n\
         (* Positions of the strategy: the numbers of the state in the core term, whose turn it is first, as the digits of one number to the base {},\n\
         \x20  the first of them last, counted from {}; the length of a part before it, where it is not always the same; who can force a win there\n\
         \x20  (true: the first-named player; None: neither can); a rank, which falls as it is played. *)\n\
         Definition entries : list (Z * option bool * Z) := [\n",
        digits.base, digits.low
    );
    let lines: Vec<String> = (stated.entries.iter())
        .map(|(parts, who, rank)| format!("({}, {}, {rank})", digits.number(parts), label(*who)))
        .collect();
    text += &lines.join(";\n");
    text += "].\n";
    for (player, parts, _) in &stated.claims {
        let _ = writeln!(
            text,
            "(* {}: {} *)",
            state(parts),
            named(game, law, *player)
        );
    }
    let listed: Vec<String> = (stated.claims.iter())
        .map(|(_, parts, who)| format!("({}, {})", state(parts), label(*who)))
        .collect();
    let said: Vec<String> = (stated.claims.iter())
        .map(|(_, parts, who)| format!("says {TERM} ({}) {}", label(*who), state(parts)))
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
    match text.len() > BYTES {
        true => Err(format!(
            "the file would have {} bytes; Coq is given up to {BYTES}",
            text.len()
        )),
        false => Ok(text),
    }
}

fn too_many(entries: usize) -> String {
    format!("the strategy has {entries} entries; files for Coq hold up to {ENTRIES}")
}

fn label(who: Who) -> &'static str {
    match who {
        Who::First => "Some true",
        Who::Second => "Some false",
        Who::Nobody => "None",
    }
}

/// The state as Coq writes it.
fn state(parts: &Parts) -> String {
    let parts: Vec<String> = (parts.iter())
        .map(|part| {
            let numbers: Vec<String> = part.iter().map(i64::to_string).collect();
            format!("[{}]", numbers.join("; "))
        })
        .collect();
    format!("[{}]", parts.join("; "))
}

/// The law's position with a player to move, for a comment.
pub(super) fn named(game: &Game, law: &Ranked, player: Player) -> String {
    if game.is_impartial() {
        comment(&law.shown(game))
    } else {
        comment(&format!(
            "{} with {} to move",
            law.shown(game),
            game.player(player)
        ))
    }
}

//! Instances of `proofs/Automatic.v` and `proofs/Beatty.v`.
//!
//! The law stands in the file as it stands in the certificate. What the check needs beside it is made here and need not be
//! right, only good enough: the rays' tables (`tables.rs`), who is stuck under misère play and the sets of moves in progress
//! (`sets.rs`). Coq explores the pairs of positions itself.

pub(crate) mod data;
pub(crate) mod digits;
mod partition;
mod sets;
mod tables;

use whowins_analysis::derive::{Ray, falling, rays};
use whowins_analysis::expression::Cond;
use whowins_analysis::{Game, Player, Stuck};
use whowins_verify::Automaton;
use whowins_verify::automatic::{Automatic, Beatty};

use digits::{Letters, System};
use sets::{Wanted, Witness, stuck, witness};
use tables::Tables;

use crate::coq::TERM;

/// The states of a move grow with its numbers; far below where their products overflow.
const LONGEST_MOVE: u64 = 1 << 20;

/// Coq takes bounded rays apart, into no more vectors than this.
const VECTORS: u64 = 2_000;

/// A longer file is too much for Coq.
const LONGEST: usize = 4 << 20;

/// A game whose moves are vectors and rays, as the theory has it.
pub(crate) struct Lattice {
    dimension: usize,
    /// By player.
    pub(crate) rays: [Vec<Ray>; 2],
    weights: Vec<i64>,
    misere: bool,
}

impl Lattice {
    pub(crate) fn of(game: &Game) -> Result<Self, String> {
        let Some(numbers) = game.numbers() else {
            return Err("positions are not tuples of naturals".into());
        };
        if let Some(variable) = numbers
            .variables
            .iter()
            .find(|v| v.least != 0 || v.most.is_some())
        {
            return Err(format!("the theory has no bounds on «{}»", variable.name));
        }
        if !game.ending.goals.is_empty() {
            return Err("the theory has no goals".into());
        }
        let misere = match game.ending.stuck {
            Stuck::Loses => false,
            Stuck::Wins => true,
            Stuck::Draws => return Err("the theory has no draws".into()),
        };
        let all = rays(numbers).ok_or("a move is neither a vector nor a ray")?;
        if all.iter().any(|ray| ray.guard != Cond::Const(true)) {
            return Err("the theory has no guards".into());
        }
        let long = |entry: &i64| entry.unsigned_abs() > LONGEST_MOVE;
        let numbers_of =
            |ray: &Ray| [&ray.base[..], &ray.step, &[ray.least], ray.most.as_slice()].concat();
        if all.iter().any(|ray| numbers_of(ray).iter().any(long)) {
            return Err("a move is too long for Coq".into());
        }
        let falling = falling(numbers).ok_or("no linear form is seen to fall with every move")?;
        let of = |player| -> Vec<Ray> {
            let mut own: Vec<Ray> = Vec::new();
            for ray in all.iter().filter(|ray| ray.by.allows(player)) {
                let shown = term(ray);
                let empty = ray.most.is_some_and(|most| most < ray.least);
                if !empty && !own.iter().any(|other| term(other) == shown) {
                    own.push(ray.clone());
                }
            }
            own
        };
        Ok(Self {
            dimension: numbers.variables.len(),
            rays: Player::BOTH.map(of),
            weights: falling.weights,
            misere,
        })
    }

    /// The definitions of the rules, and that the core term has these moves.
    ///
    /// # Errors
    ///
    /// When bounded rays are so long that Coq would take them apart into too many vectors.
    pub(crate) fn text(&self) -> Result<String, String> {
        let lengths = self.rays.iter().flatten().map(|ray| match ray.most {
            Some(most) => most.saturating_sub(ray.least).unsigned_abs() + 1,
            None => 1,
        });
        if lengths.sum::<u64>() > VECTORS {
            return Err(format!("the moves are more than {VECTORS} vectors"));
        }
        let [first, second] = self
            .rays
            .each_ref()
            .map(|rays| listed(rays.iter().map(term)));
        let (whose, rules) = match first == second {
            true => (
                "either player",
                format!("(_ : bool) : list ray :=\n  {first}"),
            ),
            false => (
                "the player named first, of the other",
                format!("(first : bool) : list ray :=\n  if first then {first}\n  else {second}"),
            ),
        };
        Ok(format!(
            "(** moves add base + k step, least <= k (<= most); of {whose} *)\nDefinition rules {rules}.\n\
             (** the core term has these moves, from every tuple *)\n\
             Lemma the_term : view_lattice {} rules {} {TERM} = true.\nProof. vm_compute. reflexivity. Qed.\n",
            self.dimension, self.misere,
        ))
    }
}

fn listed(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join("; "))
}

fn integer(value: i64) -> String {
    if value < 0 {
        format!("({value})")
    } else {
        value.to_string()
    }
}

fn integers(values: &[i64]) -> String {
    listed(values.iter().map(|value| integer(*value)))
}

fn term(ray: &Ray) -> String {
    let most = ray
        .most
        .map_or("None".into(), |most| format!("(Some {})", integer(most)));
    format!(
        "Ray {} {} {} {most}",
        integers(&ray.base),
        integers(&ray.step),
        integer(ray.least)
    )
}

fn row(next: &[u32]) -> String {
    listed(next.iter().map(ToString::to_string))
}

/// A law with all that its check needs.
struct Instance<'a> {
    lattice: Lattice,
    system: System,
    automaton: &'a Automaton,
    tables: Tables,
    /// By player: where each ray's table starts.
    starts: [Vec<u32>; 2],
    stuck: Vec<(Vec<u32>, [bool; 2])>,
    witnesses: [Vec<(bool, Witness)>; 2],
    lead: usize,
}

impl<'a> Instance<'a> {
    fn new(game: &Game, law: &'a Automatic) -> Result<Self, String> {
        let lattice = Lattice::of(game)?;
        let system = System::named(&law.system)?;
        let letters = Letters::new(system, lattice.dimension)?;
        let automaton = &law.automaton;
        if automaton.next.iter().any(|row| row.len() != letters.len())
            || automaton.next.len() != automaton.wins.len()
        {
            return Err("the automaton does not fit the numeration system".into());
        }
        if automaton.next.first().is_none_or(|row| row[0] != 0) {
            return Err(
                "the automaton's first state must stay where it is on leading zeros".into(),
            );
        }
        let both = lattice.rays.concat();
        let tables = Tables::new(&letters, &both)?;
        let (first, second) = tables.starts.split_at(lattice.rays[0].len());
        let starts = [first.to_vec(), second.to_vec()];
        let stuck = if lattice.misere {
            stuck(&letters, &tables, &starts)?
        } else {
            vec![(vec![0; letters.len()], [false; 2])]
        };
        let of = |player: Player| {
            let starts = &starts[player.index()];
            made(&letters, &tables, automaton, &lattice, player, starts)
        };
        let witnesses = [of(Player::First)?, of(Player::Second)?];
        let lead = witnesses.iter().flatten().map(|(_, w)| w.lead).max();
        Ok(Self {
            lead: lead.unwrap_or(0),
            lattice,
            system,
            automaton,
            tables,
            starts,
            stuck,
            witnesses,
        })
    }
}

/// The body of the module for a law of this kind.
pub(crate) fn automatic(game: &Game, law: &Automatic) -> Result<String, String> {
    let Instance {
        lattice,
        system,
        automaton,
        tables,
        starts,
        stuck,
        witnesses,
        lead,
    } = Instance::new(game, law)?;
    let witnesses = witnesses
        .each_ref()
        .map(|own| listed(own.iter().map(|(strong, w)| shown(*strong, w))));
    let nexts = listed(automaton.next.iter().map(|next| row(next)));
    let wins = listed(automaton.wins.iter().map(|wins| match wins {
        None => "None".into(),
        Some([first, second]) => format!("Some ({first}, {second})"),
    }));
    let table = tables.next.iter().zip(&tables.accepts);
    let table = listed(table.map(|(next, accepts)| format!("({}, {accepts})", row(next))));
    let stuck = listed(
        stuck
            .iter()
            .map(|(next, [a, b])| format!("({}, ({a}, {b}))", row(next))),
    );
    let text = format!(
        "From Whowins Require Import Digits Lattice ViewOutcome ViewLattice ViewLatticeLaws Automatic.\n\
         From Coq Require Import Bool ZArith NArith List.\nImport ListNotations.\nOpen Scope Z_scope.\n{rules}\
         Open Scope N_scope.\n\
         (** the law: next state by letter, and who wins on the move; the rest is help for the check *)\n\
         Definition certificate : cert := Cert ({system}) {dimension} rules {misere}\n  {nexts}\n  {wins}\n  {weights}%Z\n  \
         {table}\n  (fun first => if first then {starts1} else {starts2})\n  {stuck}\n  \
         (fun first : bool => if first then {witnesses1}\n   else {witnesses2})\n  {lead}.\n\
         Theorem checked : check certificate = true.\nProof. vm_compute. reflexivity. Qed.\n\
         (** for every tuple of naturals, the automaton's answer on its digits is the outcome: who can force a win in the game of the term *)\n\
         Theorem law : forall (first : bool) (p : list Z), length p = {dimension}%nat -> nonneg p ->\n  \
         exists won, Automatic.law certificate first p = Some won /\\\n  \
         (won = true <-> ViewOutcome.wins {TERM} first (tuple first p)) /\\\n  \
         (won = false <-> ViewOutcome.wins {TERM} (negb first) (tuple first p)).\n\
         Proof. exact (automatic_term {TERM} certificate the_term checked). Qed.\n",
        rules = lattice.text()?,
        system = system.term(),
        dimension = lattice.dimension,
        misere = lattice.misere,
        weights = integers(&lattice.weights),
        starts1 = row(&starts[0]),
        starts2 = row(&starts[1]),
        witnesses1 = witnesses[0],
        witnesses2 = witnesses[1],
    );
    if text.len() > LONGEST {
        return Err(format!(
            "a file of {} bytes is too large for Coq",
            text.len()
        ));
    }
    Ok(text)
}

/// The witnesses of one player: a ray's moves to positions lost for the opponent, and under misère play any of its moves.
fn made(
    letters: &Letters,
    tables: &Tables,
    automaton: &Automaton,
    lattice: &Lattice,
    player: Player,
    starts: &[u32],
) -> Result<Vec<(bool, Witness)>, String> {
    let opponent = player.other().index();
    let lost = Wanted {
        next: &automaton.next,
        good: automaton
            .wins
            .iter()
            .map(|wins| wins.is_some_and(|wins| !wins[opponent]))
            .collect(),
    };
    let nowhere = [vec![0; letters.len()]];
    let any = Wanted {
        next: &nowhere,
        good: vec![true],
    };
    let mut all = Vec::new();
    for start in starts {
        all.push((true, witness(letters, tables, &lost, *start)?));
        if lattice.misere {
            all.push((false, witness(letters, tables, &any, *start)?));
        }
    }
    Ok(all)
}

fn shown(strong: bool, witness: &Witness) -> String {
    let sets = witness.sets.iter().map(|(set, next)| {
        let set = listed(set.iter().map(|(q, v, r)| format!("({q}, {v}, {r})")));
        format!("({set}, {})", row(next))
    });
    format!("({strong}, {}, {})", witness.start, listed(sets))
}

/// The body of the module for a law of this kind.
pub(crate) fn beatty(game: &Game, law: &Beatty) -> Result<String, String> {
    let lattice = Lattice::of(game)?;
    if lattice.misere || lattice.dimension != 2 {
        return Err("a Beatty pair is a law of normal play in two dimensions".into());
    }
    let t = law.t;
    Ok(format!(
        "From Whowins Require Import Game Digits Lattice Wythoff Beatty ViewOutcome ViewLattice ViewLatticeLaws.\n\
         From Coq Require Import Bool ZArith List Lia.\nImport ListNotations.\nOpen Scope Z_scope.\n{rules}\
         Theorem moves : forall first, same_moves {t} (rules first).\n\
         Proof. intros [|]; same_moves. Qed.\n\
         (** the player to move loses exactly on the Beatty pairs (A k, A k + {t} k) and their mirror images: there the other can force a win *)\n\
         Theorem law : forall (first : bool) x y, 0 <= x -> 0 <= y ->\n  \
         (cold {t} (x, y) = true <-> wins {TERM} (negb first) (tuple first [x; y])) /\\\n  \
         (cold {t} (x, y) = false <-> wins {TERM} first (tuple first [x; y])).\n\
         Proof. exact (beatty_term {TERM} {t} rules the_term ltac:(lia) eq_refl eq_refl moves). Qed.\n",
        rules = lattice.text()?,
    ))
}

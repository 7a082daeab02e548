//! Laws of vectors and rays as instances of `proofs/FirstOrder.v`, and of `proofs/Beatty.v`.

use whowins_analysis::derive::{Ray, rays};
use whowins_analysis::expression::Cond;
use whowins_analysis::{Game, Player, Stuck};
use whowins_verify::automatic::{Automatic, Beatty};
use whowins_verify::firstorder::FirstOrder;

use crate::coq::{TERM, bracketed};

/// The states of a move grow with its numbers; far below where their products overflow.
const LONGEST_MOVE: u64 = 1 << 20;

/// Coq takes bounded rays apart, into no more vectors than this.
const VECTORS: u64 = 2_000;

/// A game whose moves are vectors and rays, as the theory has it.
pub(crate) struct Lattice {
    dimension: usize,
    /// By player.
    pub(crate) rays: [Vec<Ray>; 2],
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
            return Err(format!("the theory has no bounds on `{}`", variable.name));
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

/// The same law with whose turn it is as its memory, as `proofs/FirstOrder.v` has laws.
///
/// # Errors
///
/// Where the theory of vectors and rays says nothing of the game.
pub(crate) fn as_first_order(game: &Game, law: &Automatic) -> Result<FirstOrder, String> {
    Lattice::of(game)?;
    let numbers = game
        .numbers()
        .ok_or("positions are not tuples of naturals")?;
    law.first_order(numbers)
        .map_err(|rejection| rejection.message)
}

/// The body of the module for a law of this kind.
pub(crate) fn automatic(game: &Game, law: &Automatic) -> Result<String, String> {
    crate::firstorder::coq::first_order(game, &as_first_order(game, law)?)
}

/// A ray in the text for the extracted checker.
pub(crate) fn ray(ray: &Ray) -> String {
    let most = ray.most.map_or("none".into(), |most| most.to_string());
    let (base, step) = (bracketed(&ray.base), bracketed(&ray.step));
    format!("({base} {step} {} {most})", ray.least)
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

//! Automatic laws for the checker that is extracted from the proved one.

use std::fmt::Write as _;

use whowins_analysis::Game;
use whowins_analysis::derive::Ray;
use whowins_verify::automatic::Automatic;

use super::digits::System;
use super::sets::Witness;
use super::{Instance, Lattice};
use crate::coq::bracketed;

/// The law for `LargeTerm.automatic_large_check`; the fields are those of `Automatic.cert`.
pub(crate) fn automatic(game: &Game, law: &Automatic) -> Result<String, String> {
    let instance = Instance::new(game, law)?;
    let Lattice {
        dimension, misere, ..
    } = instance.lattice;
    let system = match instance.system {
        System::Base(base) => format!("base {base}"),
        System::Ostrowski(c) => format!("Ostrowski {c}"),
    };
    let both = |of: &dyn Fn(usize) -> String| format!("\n{}\n{}", of(0), of(1));
    let mut text = format!("(automatic\n(system {system})\n(dimension {dimension})\n");
    text += "# moves add base + k step, least <= k (<= most); of the player named first, of the other\n";
    let rules = both(&|player| bracketed(instance.lattice.rays[player].iter().map(ray)));
    let _ = writeln!(text, "(rules{rules})\n(misere {misere})");
    text += "# the law: next state by letter, and who wins on the move; the rest is help for the check\n(next";
    for next in &instance.automaton.next {
        let _ = write!(text, "\n{}", bracketed(next));
    }
    text += ")\n(wins";
    for wins in &instance.automaton.wins {
        let _ = match wins {
            None => write!(text, "\nnone"),
            Some(wins) => write!(text, "\n{}", bracketed(wins)),
        };
    }
    let weights = instance.lattice.weights.iter();
    let weights: Vec<String> = weights.map(i64::to_string).collect();
    let _ = write!(text, ")\n(weights {})\n(tables", weights.join(" "));
    for (next, accepts) in instance.tables.next.iter().zip(&instance.tables.accepts) {
        let _ = write!(text, "\n({} {accepts})", bracketed(next));
    }
    let starts = both(&|player| bracketed(&instance.starts[player]));
    let _ = write!(text, ")\n(starts{starts})\n(stuck");
    for (next, [first, second]) in &instance.stuck {
        let _ = write!(text, "\n({} {first} {second})", bracketed(next));
    }
    let witnesses = both(&|player| {
        let own = instance.witnesses[player].iter();
        bracketed(own.map(|(strong, witness)| shown(*strong, witness)))
    });
    let _ = writeln!(text, ")\n(witnesses{witnesses})\n(lead {}))", instance.lead);
    Ok(text)
}

/// A ray in this text.
pub(crate) fn ray(ray: &Ray) -> String {
    let most = ray.most.map_or("none".into(), |most| most.to_string());
    let (base, step) = (bracketed(&ray.base), bracketed(&ray.step));
    format!("({base} {step} {} {most})", ray.least)
}

fn shown(strong: bool, witness: &Witness) -> String {
    let sets = witness.sets.iter().map(|(set, next)| {
        let set = bracketed(set.iter().map(|(q, v, r)| format!("({q} {v} {r})")));
        format!("\n({set} {})", bracketed(next))
    });
    format!("({strong} {} {})", witness.start, bracketed(sets))
}

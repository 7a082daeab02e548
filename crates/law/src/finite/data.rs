//! A ranked strategy for the checker that is extracted from the proved one.

use std::fmt::Write as _;

use whowins_analysis::Game;
use whowins_verify::finite::Ranked;

use super::coq::named;
use super::stated::{Parts, Stated, Who};
use crate::coq::bracketed;

/// The law for `ViewFinite.stated_check`: `(ranked (entries ...) (claims ...))`.
pub(crate) fn ranked(game: &Game, law: &Ranked) -> Result<String, String> {
    let stated = Stated::new(game, law)?;
    let mut text = String::from(
        "# A state of the core term, part by part, whose turn it is first; who can force a win there; a rank.\n(ranked\n(entries",
    );
    for (parts, who, rank) in &stated.entries {
        let _ = write!(text, "\n({} {} {rank})", state(parts), word(*who));
    }
    text += ")\n(claims";
    for (player, parts, who) in &stated.claims {
        let _ = write!(
            text,
            "\n# {}\n({} {})",
            named(game, law, *player),
            state(parts),
            word(*who)
        );
    }
    text += "))\n";
    Ok(text)
}

fn state(parts: &Parts) -> String {
    bracketed(parts.iter().map(bracketed))
}

fn word(who: Who) -> &'static str {
    match who {
        Who::First => "first",
        Who::Second => "second",
        Who::Nobody => "nobody",
    }
}

//! A ranked strategy for the checker that is extracted from the proved one.

use std::fmt::Write as _;

use whowins_analysis::{Game, Value};
use whowins_verify::finite::Ranked;

use super::coq::named;
use super::table::Table;

/// The law for `Large.ranked_check`: `(ranked (moves ...) (entries ...) (claims ...) (last ...))`.
pub(crate) fn ranked(game: &Game, law: &Ranked) -> Result<String, String> {
    let table = Table::new(game, law)?;
    let mut text = String::from(
        "# A node is a position with a player to move, and 1 a dead end. Moves: node (options), as the rules have them.\n(ranked\n(moves",
    );
    for (node, own) in &table.moves {
        let _ = write!(text, "\n({node} (");
        for (at, to) in own.iter().enumerate() {
            let space = if at > 0 { " " } else { "" };
            let _ = write!(text, "{space}{to}");
        }
        text += "))";
    }
    text += ")\n# node, what the player to move gets, rank\n(entries";
    for (node, value, rank) in &table.entries {
        let _ = write!(text, "\n({node} {} {rank})", letter(*value));
    }
    text += ")\n(claims";
    for (node, player, value) in &table.claims {
        let _ = write!(
            text,
            "\n# node {node}: {}\n({node} {})",
            named(game, law, *player),
            letter(*value)
        );
    }
    let last = table.last.map_or("none".into(), |node| node.to_string());
    let _ = writeln!(
        text,
        ")\n# the drawn end, where play without end is no draw\n(last {last}))"
    );
    Ok(text)
}

fn letter(value: Value) -> char {
    match value {
        Value::Win => 'W',
        Value::Loss => 'L',
        Value::Draw => 'D',
    }
}

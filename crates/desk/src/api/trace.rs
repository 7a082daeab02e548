//! `GET /api/trace`: the stages of solving a game of one heap, a block of lines at a time.

use std::io::{self, Write};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use whowins::trace::{Stage, Verdict, labels, trace as run};
use whowins_engine::Limits;
use whowins_views::{Fault, Heap};

use super::asked::Place;
use crate::Desk;
use crate::lanes::Lane;
use crate::limits;
use crate::referees::Question;
use crate::refusal::Refusal;
use crate::request::{Answer, Request};

/// The query.
#[derive(Deserialize)]
pub struct Query {
    #[serde(flatten)]
    place: Place,
    stage: String,
    #[serde(default)]
    from: usize,
}

/// Answers with lines, and the cells of the table that they fill.
pub async fn trace(desk: Arc<Desk>, request: Request) -> Result<Answer, Refusal> {
    let query: Query = request.fields()?;
    let question = query.place.question(&desk)?;
    let stage: Stage = query
        .stage
        .parse()
        .map_err(|error| Refusal::request(format!("stage: {error}")))?;
    if query.from > limits::PASSED {
        return Err(Refusal::request(format!(
            "from goes up to {}",
            limits::PASSED
        )));
    }
    let traced = move |limits: &Limits| {
        traced(&question, stage, query.from, limits).map(|told| Answer::json(&told))
    };
    desk.run(Lane::Light, traced).await
}

fn traced(
    question: &Question,
    stage: Stage,
    from: usize,
    limits: &Limits,
) -> Result<Value, Refusal> {
    let heap = Heap::new(question.game.game.clone(), &limits.budget)?;
    let numbers = question.position.naturals();
    let Some([n]) = numbers.as_deref().filter(|_| heap.game.numbers().is_some()) else {
        return Err(Fault::Input("a trace needs a game of one heap".into()).into());
    };
    if stage != Stage::Cycle && question.position.words().is_none() {
        return Err(Refusal::unfit(
            "too-far",
            format!(
                "the {stage} stage takes a heap below 2^62; for a larger one use the cycle stage"
            ),
        ));
    }
    let mut out = Lines {
        from,
        at: 0,
        found: Vec::new(),
        more: false,
        limits,
    };
    let player = question.player.index();
    let verdict = match run(&heap, stage, player, n, &mut out) {
        Ok(verdict) => Some(verdict),
        Err(_) if out.more => None,
        Err(error) if error.kind() == io::ErrorKind::TimedOut => return Err(Refusal::time()),
        Err(error) => return Err(Refusal::unfit("not-for-this-game", error.to_string())),
    };
    let name = |player: usize| &question.game.game.players[player];
    let said = verdict.map(|verdict| match verdict {
        Verdict::Wins(player) => format!("{} wins", name(player)),
        Verdict::Observed(player) => format!(
            "{} wins if the cycle repeats, which the table does not prove,",
            name(player)
        ),
        Verdict::Unknown => "No cycle is seen".to_string(),
    });
    let cells = cells(stage, &labels(&heap), &out.found, from);
    Ok(json!({
        "lines": out.found,
        "more": out.more,
        "verdict": said,
        "heap": n.to_string(),
        "cells": cells,
    }))
}

/// Keeps the lines asked for; refuses the first one after them, which ends the trace.
struct Lines<'a> {
    from: usize,
    at: usize,
    found: Vec<String>,
    more: bool,
    limits: &'a Limits,
}

impl Write for Lines<'_> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.at >= self.from + limits::LINES {
            self.more = true;
            return Err(io::ErrorKind::Other.into());
        }
        // Once the time is over, moves are missing.
        if self.limits.check().is_err() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        if self.at >= self.from {
            self.found
                .push(String::from_utf8_lossy(line).trim_end().to_string());
        }
        self.at += 1;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What the lines write into the table: N where the player of the row wins when to move there, else
/// P.
fn cells(stage: Stage, labels: &[String; 2], lines: &[String], from: usize) -> Vec<Value> {
    let told = |line: &String| -> Option<(usize, u64, bool)> {
        match stage {
            Stage::Table => cached(labels, line),
            Stage::Memo => returned(labels, line),
            Stage::Recursion | Stage::Cycle => None,
        }
    };
    let lines = lines.iter().enumerate();
    lines
        .filter_map(|(at, line)| {
            let (player, n, wins) = told(line)?;
            let value = if wins { "N" } else { "P" };
            Some(json!({"line": from + at, "player": player, "n": n, "value": value}))
        })
        .collect()
}

/// "ACache[3] = 1"
fn cached(labels: &[String; 2], line: &str) -> Option<(usize, u64, bool)> {
    (0..2).find_map(|player| {
        let rest = line.strip_prefix(&labels[player])?.strip_prefix("Cache[")?;
        let (n, digit) = rest.split_once("] = ")?;
        Some((player, n.parse().ok()?, digit == "1"))
    })
}

/// "A(3) - Returning false.", "B(2) returned false, so A(3) returns true."
fn returned(labels: &[String; 2], line: &str) -> Option<(usize, u64, bool)> {
    let call = |text: &str| {
        (0..2).find_map(|player| {
            let rest = text.strip_prefix(&labels[player])?.strip_prefix('(')?;
            Some((player, rest.strip_suffix(')')?.parse().ok()?))
        })
    };
    if let Some((own, wins)) = line.split_once(" - Returning ") {
        let (player, n) = call(own)?;
        return Some((player, n, wins == "true."));
    }
    let (_, so) = line.rsplit_once(" returned false, so ")?;
    let (player, n) = call(so.strip_suffix(" returns true.")?)?;
    Some((player, n, true))
}

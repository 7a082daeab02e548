//! The text output of `whowins law`: the law first, and with `-v` how it was found and checked.

use std::io::Write;
use std::time::Duration;

use whowins::first_position;
use whowins_law::{Card, Finding, Report};
use whowins_rules::{Parameters, Rules};
use whowins_views::{holds_for, observed};

use super::{Written, lines, time};
use crate::failure::Failure;
use crate::game::word;
use crate::habits::is_verbose;

/// The most kinds of law that the output names without `-v`.
const NAMED: usize = 4;

/// Prints the result of a search for a law. `game` is the game as the command line names it.
pub(super) fn print(
    out: &mut impl Write,
    (rules, values): (&Rules, &Parameters),
    report: &Report,
    written: &[Written],
    game: &str,
) -> Result<(), Failure> {
    let is_observed = observed(report);
    match &report.proved {
        Some(_) => writeln!(out, "Proved.\n")?,
        None if is_observed => writeln!(out, "Observed, not proved.\n")?,
        None => writeln!(out, "No law was found.\n")?,
    }
    if report.proved.is_some() || is_verbose() {
        lines(out, "game", rules.name())?;
    }
    let holds = |proved| holds_for(proved, rules, values);
    if let Some(holds) = report.proved.as_ref().and_then(holds) {
        lines(out, "for", &holds)?;
    }
    let headlines = headlines(&report.cards);
    for law in &headlines {
        lines(out, "law", law)?;
    }
    match (report.proved.is_some(), is_verbose()) {
        (true, true) => report
            .cards
            .iter()
            .try_for_each(|card| print_card(out, card, &headlines))?,
        (true, false) => {
            let checked: Duration = report.cards.iter().map(|card| card.check).sum();
            lines(
                out,
                "checked",
                &format!("in {} (details with -v)", time(checked)),
            )?;
        }
        (false, _) => {}
    }
    match (report.proved.is_none(), is_verbose()) {
        (_, true) => print_attempts(out, report)?,
        (true, false) => {
            let position = rules.game(values).ok();
            let position = position.map(|game| game.show(&first_position(rules, &game)));
            print_summary(out, report, game, position.as_deref())?;
        }
        (false, false) => {}
    }
    for Written {
        what, path, note, ..
    } in written
    {
        lines(out, "written", &format!("{what}: {}{note}", path.display()))?;
    }
    Ok(())
}

/// Returns the laws to print first: for each subject, such as outcomes or Grundy values, the
/// formulas, and sentences only if there is no formula.
fn headlines(cards: &[Card]) -> Vec<&str> {
    let mut all: Vec<&str> = Vec::new();
    let subject = |card: &Card| (!card.says.is_outcome()).then_some(card.says);
    for (at, card) in cards.iter().enumerate() {
        let same = |other: &&Card| subject(other) == subject(card);
        let law = match &card.explanation.formula {
            Some(formula) => formula,
            None if cards
                .iter()
                .filter(same)
                .any(|one| one.explanation.formula.is_some()) =>
            {
                continue;
            }
            None if card.says.is_outcome() && cards[..at].iter().any(|other| same(&other)) => {
                continue;
            }
            None => &card.statement,
        };
        if !all.contains(&law.as_str()) {
            all.push(law);
        }
    }
    all
}

/// Prints the details of a law, and its statement unless that was printed first.
fn print_card(out: &mut impl Write, card: &Card, printed: &[&str]) -> Result<(), Failure> {
    let found = &card.explanation.found;
    lines(out, "kind", card.kind)?;
    if !printed.contains(&card.statement.as_str()) {
        lines(out, "statement", &card.statement)?;
    }
    lines(out, "found", &format!("{found}, in {}", time(card.search)))?;
    let count = card.checked.len();
    for (at, step) in card.checked.iter().enumerate() {
        let end = match at + 1 == count {
            true => format!(", all in {}", time(card.check)),
            false => String::new(),
        };
        let step = step.trim_end_matches('.');
        lines(out, "checked", &format!("{step}{end}"))?;
    }
    Ok(lines(out, "source", &card.explanation.source)?)
}

/// Prints what became of each kind of law: patterns and limits, and if nothing was proved, the
/// reasons.
fn print_attempts(out: &mut impl Write, report: &Report) -> Result<(), Failure> {
    let is_proved = report.proved.is_some();
    for tried in &report.tried {
        let kind = tried.kind;
        match &tried.finding {
            Finding::Observed { pattern, up_to } => lines(
                out,
                "observed",
                &format!("{kind}: {pattern}, up to {up_to}; not proved"),
            )?,
            Finding::Stopped(error) => lines(out, "stopped", &format!("{kind}: {error}"))?,
            Finding::Nothing(why) if !is_proved => lines(out, "none", &format!("{kind}: {why}"))?,
            Finding::Apart(apart) if !is_proved => {
                lines(out, "none", &format!("{kind}: {apart}"))?;
            }
            _ => {}
        }
    }
    if !is_proved {
        for (why, kinds) in unfit(report) {
            lines(out, "not tried", &format!("{}: {why}", kinds.join(", ")))?;
        }
    }
    Ok(())
}

/// Prints three lines about a search without a law: the kinds that were tried, the best
/// observation, and what to do next.
fn print_summary(
    out: &mut impl Write,
    report: &Report,
    game: &str,
    position: Option<&str>,
) -> Result<(), Failure> {
    let (skipped, tried): (Vec<_>, Vec<_>) = report
        .tried
        .iter()
        .partition(|tried| matches!(tried.finding, Finding::Foreign(_)));
    let mut kinds: Vec<&str> = tried.iter().map(|tried| tried.kind).collect();
    kinds.dedup();
    let named = match kinds.split_at(kinds.len().min(NAMED)) {
        ([], _) => "no kind of law fits this game".to_string(),
        (all, []) => all.join(", "),
        (first, rest) => format!("{} and {} more", first.join(", "), rest.len()),
    };
    let skipped = match skipped.len() {
        0 => String::new(),
        1 => "1 kind doesn't fit the game; ".into(),
        count => format!("{count} kinds don't fit the game; "),
    };
    lines(out, "tried", &format!("{named} ({skipped}reasons with -v)"))?;
    if let Some((label, text)) = best(&tried) {
        lines(out, label, &text)?;
    }
    let is_stopped = tried
        .iter()
        .any(|one| matches!(one.finding, Finding::Stopped(_)));
    let more = if is_stopped {
        "allow more with --time or --memory, or "
    } else {
        ""
    };
    let at = position.map_or_else(String::new, |text| format!(" --at {}", word(text)));
    let next = format!("{more}solve one position: whowins solve {game}{at}");
    Ok(lines(out, "next", &next)?)
}

/// Returns the label and the text of the most that a search without a law observed: a pattern, else
/// a limit, else the reason of the kind that was tried last.
fn best(tried: &[&whowins_law::Tried]) -> Option<(&'static str, String)> {
    let rank = |finding: &Finding| match finding {
        Finding::Observed { .. } => 3,
        Finding::Apart(_) => 2,
        Finding::Stopped(_) => 1,
        _ => 0,
    };
    let best = tried.iter().max_by_key(|tried| rank(&tried.finding))?;
    let kind = best.kind;
    Some(match &best.finding {
        Finding::Observed { pattern, up_to } => ("observed", format!("{pattern}, up to {up_to}")),
        Finding::Apart(apart) => ("observed", format!("{kind}: {apart}")),
        Finding::Stopped(error) => ("stopped", format!("{kind}: {error}")),
        Finding::Nothing(why) | Finding::Foreign(why) => ("none", format!("{kind}: {why}")),
        Finding::Law(..) => return None,
    })
}

/// Returns the kinds that don't fit the rules, grouped by the reason.
fn unfit(report: &Report) -> Vec<(&str, Vec<&str>)> {
    let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
    for tried in &report.tried {
        if let Finding::Foreign(why) = &tried.finding {
            match all.iter_mut().find(|(reason, _)| reason == why) {
                Some((_, kinds)) => kinds.push(tried.kind),
                None => all.push((why, vec![tried.kind])),
            }
        }
    }
    all
}

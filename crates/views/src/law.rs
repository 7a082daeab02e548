//! What a search for a law came to, as one object.

use serde_json::{Value, json};
use whowins_engine::EngineError;
use whowins_law::{Finding, OfRules, Report};
use whowins_rules::{Parameters, Rules};
use whowins_verify::Verified;

/// Whether a pattern was seen that is not proved.
pub fn observed(report: &Report) -> bool {
    let seen = |finding: &Finding| matches!(finding, Finding::Observed { .. });
    report.tried.iter().any(|tried| seen(&tried.finding))
}

/// The values that a proved law holds for, such as "t = 2 (the default)"; `None` where the game has
/// no parameters. Reads the rules.
pub fn holds_for(proved: &Verified, rules: &Rules, values: &Parameters) -> Option<String> {
    let bound = proved.certificate().bind(rules, values).ok()?;
    bound.says().map(str::to_string)
}

/// What `whowins law --json` prints of the rules and values, but for the files that are written;
/// `proved` is what of the report was proved. The fields' meanings are in `docs/json.md`.
pub fn law_object(
    rules: &Rules,
    values: &Parameters,
    report: &Report,
    proved: Option<&Verified>,
) -> Value {
    let status = match proved {
        Some(_) => "proved",
        None if observed(report) => "observed",
        None => "none",
    };
    let laws: Vec<Value> = report
        .cards
        .iter()
        .map(|card| {
            json!({
                "kind": card.kind,
                "statement": card.statement,
                "formula": card.explanation.formula,
                "source": card.explanation.source,
                "found": card.explanation.found,
                "checked": card.checked,
                "search_seconds": card.search.as_secs_f64(),
                "check_seconds": card.check.as_secs_f64(),
            })
        })
        .collect();
    let tried: Vec<Value> = report
        .tried
        .iter()
        .map(|tried| {
            let (result, why) = match &tried.finding {
                Finding::Observed { pattern, up_to } => {
                    ("observed", format!("{pattern}, up to {up_to}"))
                }
                Finding::Nothing(why) => ("none", why.clone()),
                Finding::Apart(apart) => ("none", apart.to_string()),
                Finding::Foreign(why) => ("foreign", why.clone()),
                Finding::Stopped(error) => ("stopped", EngineError::to_string(error)),
                Finding::Law(..) => ("found", String::new()),
            };
            json!({"kind": tried.kind, "result": result, "why": why})
        })
        .collect();
    json!({
        "game": rules.name(),
        "status": status,
        "for": proved.and_then(|proved| holds_for(proved, rules, values)),
        "for_every": proved.map_or_else(Vec::new, |proved| proved.certificate().open(rules)),
        "laws": laws,
        "tried": tried,
    })
}

//! `POST /api/prove`: whether a statement holds of all positions.

use std::sync::Arc;

use serde::Deserialize;
use whowins_engine::Limits;
use whowins_law::{Refused, Verdict, prove as decide};
use whowins_rules::{Diagnostic, Diagnostics};
use whowins_views::{Refutation, proof_object};

use crate::Desk;
use crate::games::Registered;
use crate::lanes::Lane;
use crate::refusal::Refusal;
use crate::request::{Answer, Request, short};

/// The body.
#[derive(Deserialize)]
pub struct Claimed {
    game: String,
    statement: String,
    /// A position, where the rules do not say how many numbers one has.
    #[serde(default)]
    at: Option<String>,
}

/// Decides a statement.
pub async fn prove(desk: Arc<Desk>, request: Request) -> Result<Answer, Refusal> {
    let claimed: Claimed = request.sent()?;
    short("statement", &claimed.statement)?;
    let game = desk.games.get(&claimed.game)?;
    let job = move |limits: &Limits| told(&game, &claimed, limits);
    desk.run(Lane::Search, job).await
}

fn told(game: &Registered, claimed: &Claimed, limits: &Limits) -> Result<Answer, Refusal> {
    let (rules, values) = (&game.rules, &game.values);
    let at = claimed.at.as_deref().and_then(|at| game.game.read(at).ok());
    let proof = decide(rules, values, at.as_ref(), limits, &claimed.statement);
    let proof = proof.map_err(|refused| match refused {
        Refused::Statement(fault) => Refusal::from(Diagnostics {
            origin: "the conjecture".into(),
            source: claimed.statement.clone(),
            errors: vec![Diagnostic::new(fault.from..fault.to, fault.message).help(fault.help)],
        }),
        Refused::Rules(rejection) => rejection.into(),
    })?;
    let refuted = match &proof.verdict {
        Verdict::Refuted(found) => {
            let mut engine = whowins::solver(rules, values, limits)?;
            Some(Refutation::of(&mut engine, found, limits)?)
        }
        _ => None,
    };
    Ok(Answer::json(&proof_object(
        rules.name(),
        &proof,
        refuted.as_ref(),
    )))
}

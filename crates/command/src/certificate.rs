//! Certificates from files.

use std::path::Path;

use whowins_engine::Limits;
use whowins_rules::{Parameters, Rules};
use whowins_verify::{Budget, Certificate, Verified, Why};

use crate::failure::Failure;
use crate::game::read_text;

/// The verifier's limits, where a command gave limits.
pub fn budget(limits: &Limits) -> Budget {
    let mut budget = Budget::default();
    budget.deadline = limits.deadline;
    budget.stop = limits.stop.clone();
    budget
}

/// The certificate in the file, once the verifier has accepted it and it is found to speak of this game. Parameters that the
/// command line does not give are those of the certificate.
///
/// # Errors
///
/// A file that is no certificate, one of another game, a rejection, a budget that ran out.
pub fn accepted(
    path: &Path,
    rules: &Rules,
    values: &Parameters,
    limits: &Limits,
) -> Result<Verified, Failure> {
    let text = read_text(path)?;
    let named = |message: String| format!("{}: {message}", path.display());
    let certificate = Certificate::read(&text).map_err(|error| {
        // A text that cannot be read is no certificate, so that nothing was checked.
        Failure::Input(named(error.message))
    })?;
    speaks_of(&certificate, rules, values).map_err(|message| Failure::Input(named(message)))?;
    certificate.verify(&budget(limits)).map_err(|rejection| {
        let message = named(format!("rejected: {}", rejection.message));
        match rejection.why {
            Why::Budget => Failure::Budget(named(rejection.message)),
            // Here the text was read and its game is the user's own: whatever is wrong, the certificate fails.
            Why::False | Why::Malformed | Why::Rules => Failure::False(message),
        }
    })
}

/// Whether the certificate's rules and parameters are the user's.
fn speaks_of(certificate: &Certificate, rules: &Rules, values: &Parameters) -> Result<(), String> {
    let own = certificate.subject().map_err(|error| error.message)?;
    if !own.open.is_empty() {
        // The law holds whatever the values, so the texts themselves must be one.
        return match own.text == rules.source() {
            true => Ok(()),
            false => Err(format!(
                "this is a certificate of other rules («{}»), not of «{}» as given",
                own.game.name,
                rules.name()
            )),
        };
    }
    let mut all = values.clone();
    for parameter in rules.parameters() {
        if !all.contains_key(&parameter.name)
            && let Some(text) = certificate.parameters.get(&parameter.name)
            && let Ok(value) = parameter.kind.read(text)
        {
            all.insert(parameter.name.clone(), value);
        }
    }
    let game = rules.game(&all).map_err(|faults| faults.to_string())?;
    if own.game.shape == game.shape && own.game.ending == game.ending {
        return Ok(());
    }
    let differs = certificate.parameters.iter().find(|(name, text)| {
        values
            .get(*name)
            .is_some_and(|value| value.to_string() != **text)
    });
    Err(match differs {
        Some((name, text)) => format!("this is a certificate for {name} = {text}"),
        None => format!(
            "this is a certificate of other rules («{}»), not of «{}» as given",
            own.game.name,
            rules.name()
        ),
    })
}

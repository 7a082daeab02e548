//! Certificates that are read from files.

use std::path::Path;

use whowins_engine::Limits;
use whowins_law::{Bound, OfRules};
use whowins_rules::{Parameters, Rules};
use whowins_verify::{Budget, Certificate, Verified, Why};

use crate::failure::Failure;
use crate::game::read_text;

/// Returns the limits of the verifier that correspond to the limits of a command.
pub fn budget(limits: &Limits) -> Budget {
    Budget::default().within(&limits.budget).on(limits.threads)
}

/// Reads and verifies the certificate in a file. Returns it with the game that it was checked for.
///
/// # Errors
///
/// Fails if the file isn't a certificate, if it belongs to another game, if the verifier rejects
/// it, or if a limit is reached.
pub fn accepted(
    path: &Path,
    rules: &Rules,
    values: &Parameters,
    limits: &Limits,
) -> Result<(Verified, Bound), Failure> {
    let text = read_text(path)?;
    let named = |message: String| format!("{}: {message}", path.display());
    let certificate = Certificate::read_any(&text).map_err(|error| {
        // An unreadable text is an invalid input: nothing was checked.
        let is_coq = path.extension().is_some_and(|ending| ending == "v");
        Failure::Input(named(match is_coq {
            true => "this is a Coq file; check it with `coqc`, or write a certificate with \
                     `whowins law GAME -o law.json`"
                .into(),
            false => error.message,
        }))
    })?;
    let bound = certificate
        .bind(rules, values)
        .map_err(|refusal| Failure::Input(named(refusal.message)))?;
    let verified = certificate
        .verify_with_rules(&budget(limits))
        .map_err(|rejection| {
            let message = named(format!("rejected: {}", rejection.message));
            match rejection.why {
                Why::Budget => Failure::Budget(named(rejection.message)),
                // The text was read, and the game is the user's own: so any rejection means that the
                // certificate is wrong.
                Why::False | Why::Malformed | Why::Rules => Failure::False(message),
            }
        })?;
    Ok((verified, bound))
}

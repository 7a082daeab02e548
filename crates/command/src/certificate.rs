//! Certificates from files.

use std::path::Path;

use whowins_engine::Limits;
use whowins_rules::{Parameters, Rules};
use whowins_verify::{Bound, Budget, Certificate, Verified, Why};

use crate::failure::Failure;
use crate::game::read_text;

/// The verifier's limits, where a command gave limits.
pub fn budget(limits: &Limits) -> Budget {
    Budget::default().within(&limits.budget).on(limits.threads)
}

/// The certificate in the file, once the verifier has accepted it, and the game that it was asked about.
///
/// # Errors
///
/// A file that is no certificate, one of another game, a rejection, a budget that ran out.
pub fn accepted(
    path: &Path,
    rules: &Rules,
    values: &Parameters,
    limits: &Limits,
) -> Result<(Verified, Bound), Failure> {
    let text = read_text(path)?;
    let named = |message: String| format!("{}: {message}", path.display());
    let certificate = Certificate::read(&text).map_err(|error| {
        // A text that cannot be read is no certificate, so that nothing was checked.
        Failure::Input(named(error.message))
    })?;
    let bound = certificate
        .bind(rules, values)
        .map_err(|refusal| Failure::Input(named(refusal.message)))?;
    let verified = certificate.verify(&budget(limits)).map_err(|rejection| {
        let message = named(format!("rejected: {}", rejection.message));
        match rejection.why {
            Why::Budget => Failure::Budget(named(rejection.message)),
            // Here the text was read and its game is the user's own: whatever is wrong, the certificate fails.
            Why::False | Why::Malformed | Why::Rules => Failure::False(message),
        }
    })?;
    Ok((verified, bound))
}

//! A verified certificate as text for the checker that is extracted from the proved one (`proofs/extract`).

use whowins_rules::Game;
use whowins_verify::{Law, Verified};

use super::NoInstance;

/// The text: `bash proofs/extract/check.sh FILE` accepts it. Its form is in `docs/laws.md`, «Large certificates».
///
/// # Errors
///
/// When the checker has no form for a law.
pub fn data(verified: &Verified) -> Result<String, NoInstance> {
    let mut text = String::from(
        "(whowins-data 1)\n# Written by whowins from a certificate that its verifier accepted. The rules:\n#\n",
    );
    for line in verified.certificate().rules.lines() {
        text.push_str(&format!("#   {line}\n"));
    }
    for (name, value) in &verified.certificate().parameters {
        text.push_str(&format!("#   {name} = {value:?}\n"));
    }
    for law in &verified.certificate().laws {
        text.push('\n');
        text.push_str(&data_of(verified.game(), law)?);
    }
    Ok(text)
}

/// One law for the checker. Whether it is right is for the checker to say.
///
/// # Errors
///
/// When the checker has no form for the law.
pub fn data_of(game: &Game, law: &Law) -> Result<String, NoInstance> {
    match law {
        Law::Ranked(law) => crate::finite::data::ranked(game, law),
        Law::Product(law) => crate::lattice::data::product(game, law),
        Law::Automatic(law) => crate::automatic::coq::data::automatic(game, law),
        _ => Err(
            "the checker for large certificates takes strategies, product laws and automatic laws"
                .into(),
        ),
    }
    .map_err(NoInstance)
}

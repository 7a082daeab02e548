//! A verified certificate as text for the checker that is extracted from the proved one
//! (`proofs/extract`).

use std::fmt::Write as _;

use whowins_analysis::Game;
use whowins_core::coq::Coq;
use whowins_verify::{Law, Verified};

use super::{NoInstance, Written, each, remark, unblocked};

/// The file: `bash proofs/extract/check.sh FILE` accepts it. Its form is in
/// `docs/laws/certificate.md`, "Large certificates". A law that the checker has no form for is left
/// out.
///
/// # Errors
///
/// When the checker has no form for any of the laws.
pub fn data(verified: &Verified) -> Result<Written, NoInstance> {
    let mut text = String::from(
        "(whowins-data 2)\n# Written by whowins from a certificate that its verifier accepted. The rules:\n#\n",
    );
    for line in verified.certificate().rules.lines() {
        text.push_str(&format!("#   {line}\n"));
    }
    for (name, value) in &verified.certificate().parameters {
        text.push_str(&format!("#   {name} = {value:?}\n"));
    }
    let _ = writeln!(
        text,
        "# The core term that they mean, as `whowins explain GAME --core-coq` prints it.\n{}",
        rules(verified.game())
    );
    let mut left_out = Vec::new();
    for law in each(verified, data_of)? {
        match law {
            Ok(law) => {
                text.push('\n');
                text.push_str(&law);
            }
            Err(law) => {
                let line = remark(&law).replace('\n', " ");
                text.push_str(&format!("\n# {line}\n"));
                left_out.push(law);
            }
        }
    }
    Ok(Written { text, left_out })
}

/// The core term for the checker, which stands before the laws.
pub fn rules(game: &Game) -> String {
    format!("(rules {})", Coq(&game.core()))
}

/// One law for the checker. Whether it is right is for the checker to say.
///
/// # Errors
///
/// When the checker has no form for the law.
pub fn data_of(game: &Game, law: &Law) -> Result<String, NoInstance> {
    unblocked(game)?;
    match law {
        Law::Ranked(law) => crate::finite::data::ranked(game, law),
        Law::Product(law) => crate::lattice::data::product(game, law),
        Law::FirstOrder(law) => crate::firstorder::coq::data(game, law),
        Law::Automatic(law) => crate::automatic::coq::as_first_order(game, law)
            .and_then(|law| crate::firstorder::coq::data(game, &law)),
        Law::GrundyRows(law) => crate::lattice::coq_grundy_rows::large(game, law),
        Law::SparseSpace(law) => crate::octal::data::sparse_space(game, law),
        Law::ValueTable(law) => crate::values::coq::value_table_data(game, law),
        _ => Err(
            "the checker for large certificates takes strategies, product laws, laws over digits, rows of Grundy values, sparse spaces and tables of values".into(),
        ),
    }
    .map_err(NoInstance)
}

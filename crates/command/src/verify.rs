//! `whowins verify`.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde_json::json;

use crate::certificate;
use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments};
use crate::law::{lines, time};
use crate::watch::Working;

/// Check a certificate against the rules.
#[derive(Args)]
pub struct Verify {
    #[command(flatten, next_help_heading = "Game")]
    game: GameArguments,

    /// Certificate, as `whowins law -o` writes it
    certificate: PathBuf,

    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

impl Verify {
    /// Prints what was checked, or where the certificate fails.
    pub fn run(self) -> Result<(), Failure> {
        let rules = self.game.rules()?;
        let values = self.game.values(&rules)?;
        let limits = self.limits.limits();
        let began = Instant::now();
        let checked = {
            let _working = Working::on(&limits);
            certificate::accepted(&self.certificate, &rules, &values, &limits)
        };
        let mut out = std::io::stdout().lock();
        let (verified, bound) = match checked {
            Ok(both) => both,
            Err(Failure::False(message)) if self.json => {
                writeln!(out, "{}", json!({"accepted": false, "why": message}))?;
                return Err(Failure::False(message));
            }
            Err(failure) => return Err(failure),
        };
        let laws = verified
            .certificate()
            .laws
            .iter()
            .zip(verified.statements())
            .zip(verified.checked());
        if self.json {
            let laws: Vec<_> = laws
                .map(|((law, statement), checked)| {
                    json!({"kind": law.claim().kind(), "statement": statement, "checked": checked})
                })
                .collect();
            writeln!(
                out,
                "{}",
                json!({
                    "accepted": true,
                    "game": verified.game().name,
                    "for": bound.says(),
                    "laws": laws,
                })
            )?;
            return Ok(());
        }
        writeln!(out, "Accepted, in {}.\n", time(began.elapsed()))?;
        writeln!(out, "  game      {}", verified.game().name)?;
        if let Some(says) = bound.says() {
            lines(&mut out, "for", says)?;
        }
        lines(
            &mut out,
            "term",
            "the verifier checked the laws against the core term; `rules` compiled the text to it",
        )?;
        for ((law, statement), checked) in laws {
            lines(&mut out, "proved", &statement)?;
            writeln!(out, "  kind      {}", law.claim().kind())?;
            for step in checked {
                lines(&mut out, "checked", step)?;
            }
        }
        Ok(())
    }
}

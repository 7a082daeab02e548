//! `whowins prove`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use whowins_law::words::read;
use whowins_law::{Proof, Refused, Verdict, prove, statement_context};
use whowins_views::{Refutation, holds_for, proof_object};

use crate::correction::with_formula;
use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments, at_position};
use crate::law::{Written, for_coq, lines};
use crate::output::{folder_is_there, write};
use crate::watch::Working;

/// Prove your own law, or print the smallest counterexample.
///
/// A statement uses the numbers of the position by their names, + - * / mod ^ min max,
/// comparisons, `and`, `or`, `not`, `iff`, `for all` and `exists`. docs/laws/words.md describes
/// the language.
#[derive(Args)]
pub struct Prove {
    #[command(flatten, next_help_heading = "Game")]
    game: GameArguments,

    /// Statement, such as 'P iff x ^ y = z and x > 3'
    #[arg(
        long,
        value_name = "STATEMENT",
        allow_hyphen_values = true,
        help_heading = "Statement"
    )]
    law: String,

    /// Position, if the rules don't fix the number of heaps
    #[arg(
        long,
        value_name = "POSITION",
        allow_hyphen_values = true,
        help_heading = "Statement"
    )]
    at: Option<String>,

    /// Write the certificate to FILE
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,

    /// Write the law as a Coq file, in the same way as `whowins law --coq`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    coq: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

impl Prove {
    /// Proves the statement, or refutes it with the smallest position.
    pub fn run(self) -> Result<(), Failure> {
        for path in self.out.iter().chain(&self.coq) {
            folder_is_there(path)?;
        }
        let rules = self.game.rules()?;
        let values = self.game.values(&rules)?;
        let limits = self.limits.limits();
        let at = at_position(&rules, &values, self.at.as_deref())?;
        let working = Working::on(&limits);
        let proof =
            prove(&rules, &values, at.as_ref(), &limits, &self.law).map_err(
                |refused| match refused {
                    Refused::Statement(error) => {
                        let context = statement_context(&rules, &values, at.as_ref(), &limits);
                        let is_valid = |text: &str| {
                            let context = context.as_ref().ok();
                            context.is_some_and(|context| read(text, context).is_ok())
                        };
                        let message = format!("--law: {error}");
                        Failure::Input(with_formula(message, &self.law, is_valid))
                    }
                    Refused::Rules(rejection) => rejection.into(),
                },
            )?;
        let refuted = match &proof.verdict {
            Verdict::Refuted(found) => {
                let mut engine = whowins::solver(&rules, &values, &limits)?;
                Some(Refutation::of(&mut engine, found, &limits)?)
            }
            _ => None,
        };
        let (mut written, mut no_instance) = (Vec::new(), None);
        if let Verdict::Proved { verified, .. } = &proof.verdict {
            if let Some(path) = &self.out {
                write(path, verified.certificate().write())?;
                written.push(Written::new("certificate", path.clone()));
            }
            if let Some(path) = &self.coq {
                no_instance = for_coq(verified, path, &mut written)?;
            }
        }
        drop(working);
        let mut out = crate::pager::answer(!self.json);
        if self.json {
            let mut object = proof_object(rules.name(), &proof, refuted.as_ref());
            for one in &written {
                object[one.what] = json!(one.path.display().to_string());
            }
            writeln!(out, "{object}")?;
        } else {
            card(&mut out, rules.name(), &proof, refuted.as_ref())?;
            if let Verdict::Proved { verified, .. } = &proof.verdict
                && let Some(says) = holds_for(verified, &rules, &values)
            {
                lines(&mut out, "for", &says)?;
            }
            for Written {
                what, path, note, ..
            } in &written
            {
                lines(
                    &mut out,
                    "written",
                    &format!("{what}: {}{note}", path.display()),
                )?;
            }
        }
        out.flush()?;
        if let Some(why) = no_instance {
            return Err(Failure::Budget(format!(
                "there is no Coq file of this law: {why}"
            )));
        }
        match proof.verdict {
            Verdict::Proved { .. } => Ok(()),
            Verdict::Refuted(_) => Err(Failure::Reported),
            Verdict::Open(_) => Err(Failure::Budget(
                "the statement is neither proved nor refuted".into(),
            )),
        }
    }
}

fn card(
    out: &mut impl Write,
    game: &str,
    proof: &Proof,
    refuted: Option<&Refutation>,
) -> Result<(), Failure> {
    let head = match &proof.verdict {
        Verdict::Proved { .. } => "Proved.",
        Verdict::Refuted(_) => "Refuted.",
        Verdict::Open(_) => "Neither proved nor refuted.",
    };
    writeln!(out, "{head}\n")?;
    lines(out, "game", game)?;
    lines(out, "statement", &proof.statement.to_string())?;
    if let Some(law) = proof.as_law() {
        lines(
            out,
            "read as",
            "a claim about the numbers of every position",
        )?;
        let help = format!("to state which positions are P-positions, write: {law}");
        lines(out, "help", &help)?;
    }
    match &proof.verdict {
        Verdict::Proved {
            verified,
            own,
            checked,
        } => {
            let how = match own {
                true => "the statement itself is the certificate's law",
                false => "the statement follows from the law that was found, by automata",
            };
            for statement in verified.statements() {
                lines(out, "law", &statement)?;
            }
            lines(out, "decided", how)?;
            for step in checked {
                lines(out, "checked", step)?;
            }
        }
        Verdict::Refuted(_) => {
            if let Some(refuted) = refuted {
                let smallest = if refuted.is_smallest {
                    ", the smallest such position"
                } else {
                    ""
                };
                let at = format!(
                    "{}, {} to move{smallest}",
                    refuted.position, refuted.to_move
                );
                lines(out, "wrong at", &at)?;
                lines(out, "there", &refuted.why)?;
            }
        }
        Verdict::Open(why) => lines(out, "why", why)?,
    }
    Ok(())
}

//! `whowins ask`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use whowins_law::words::{Context, read};
use whowins_law::{Answers, Says, ask, find, find_kind, reading};
use whowins_views::answers_object;

use crate::certificate;
use crate::correction::with_formula;
use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments, MoverArguments, at_position, word};
use crate::law::lines;
use crate::output::{folder_is_there, write};
use crate::watch::Working;

/// The number of answers to list by default.
const LISTED: usize = 12;

/// Answer a first-order question about a proved law.
///
/// A question is built from P(...), N(...), L(...), R(...) and D(...) of positions, arithmetic,
/// `and`, `or`, `not`, `for all` and `exists`. The answers are the values of the names that no
/// quantifier binds. Without such names the answer is yes or no. docs/laws/words.md describes the
/// language.
#[derive(Args)]
pub struct Ask {
    #[command(flatten, next_help_heading = "Game")]
    game: GameArguments,

    /// Question, such as 'exists x: P(x, x + 1)'
    question: String,

    /// Answer from this certificate, after verifying it [default: find a law]
    #[arg(long, value_name = "CERTIFICATE", help_heading = "Game")]
    law: Option<PathBuf>,

    /// Position, if the rules don't fix the number of heaps
    #[arg(
        long,
        value_name = "POSITION",
        allow_hyphen_values = true,
        help_heading = "Game"
    )]
    at: Option<String>,

    #[command(flatten, next_help_heading = "Game")]
    mover: MoverArguments,

    /// Number of answers to list
    #[arg(long, value_name = "N", default_value_t = LISTED, help_heading = "Output")]
    first: usize,

    /// Write the automaton of the answers to a file
    ///
    /// The ending of the name sets the format: .svg, .png, .pdf, .tex (TikZ), .dot (Graphviz) or
    /// .txt (Walnut).
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,

    /// Print the automaton of the answers for Graphviz
    #[arg(long, help_heading = "Output")]
    dot: bool,

    /// Print the automaton of the answers for Walnut
    #[arg(long, conflicts_with = "dot", help_heading = "Output")]
    walnut: bool,

    /// Print the digits of the answers as a regular expression
    #[arg(long, conflicts_with_all = ["dot", "walnut"], help_heading = "Output")]
    regex: bool,

    /// Print the automaton of the answers for LaTeX (TikZ)
    #[arg(long, conflicts_with_all = ["dot", "walnut", "regex"], help_heading = "Output")]
    latex: bool,

    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

impl Ask {
    /// Runs the command.
    pub fn run(self) -> Result<(), Failure> {
        if let Some(path) = &self.out {
            folder_is_there(path)?;
        }
        let rules = self.game.rules()?;
        let values = self.game.values(&rules)?;
        let limits = self.limits.limits();
        let at = at_position(&rules, &values, self.at.as_deref())?;
        let working = Working::on(&limits);
        let verified = match &self.law {
            Some(path) => certificate::accepted(path, &rules, &values, &limits)?.0,
            None => {
                let wanted = [Says::Outcome, Says::ClosedForm];
                let report = find(&rules, &values, at.as_ref(), &limits, &wanted)?;
                report.proved.ok_or_else(|| {
                    Failure::Budget(
                        "no law of this game was found, so there is no answer; \
                        `whowins law` prints what was tried"
                            .into(),
                    )
                })?
            }
        };
        // A law about any number of heaps may have no automaton. A law about a fixed number has
        // one.
        let verified = match (reading(&verified), &self.law) {
            (None, None) => {
                let report = find_kind(&rules, &values, at.as_ref(), &limits, "first-order")?;
                report.proved.unwrap_or(verified)
            }
            _ => verified,
        };
        let law = reading(&verified).ok_or_else(|| {
            Failure::Input(format!(
                "`ask` needs an automaton that reads digits, and the law of this game has none; \
                 print the law with `whowins law {}`",
                word(self.game.name())
            ))
        })?;
        let game = verified.game();
        let player = self.mover.player(game)?;
        let context = Context {
            free: true,
            ..law.context(game)
        };
        let statement = read(&self.question, &context).map_err(|error| {
            let is_valid = |text: &str| read(text, &context).is_ok();
            Failure::Input(with_formula(error.to_string(), &self.question, is_valid))
        })?;
        let automata = whowins_law::automata_limits(&limits);
        let answers =
            ask(&law, &statement, player.index(), &automata).map_err(|error| {
                match error.is_budget() {
                    true => Failure::Budget(error.to_string()),
                    false => Failure::Input(error.to_string()),
                }
            })?;
        drop(working);
        let drawn = answers.drawn();
        if let Some(path) = &self.out {
            write(path, whowins_views::automaton_file(&drawn, path)?)?;
        }
        let is_card = !(self.dot || self.walnut || self.latex || self.regex || self.json);
        let mut out = crate::pager::answer(is_card);
        if self.dot {
            write!(out, "{}", drawn.dot())?;
        } else if self.walnut {
            write!(out, "{}", drawn.walnut())?;
        } else if self.latex {
            out.write_all(&whowins_views::automaton_file(&drawn, "law.tex".as_ref())?)?;
        } else if self.regex {
            let text = drawn.regex().ok_or_else(|| {
                Failure::Budget(
                    "the regular expression is too long to print; print the automaton with --dot"
                        .into(),
                )
            })?;
            writeln!(out, "{text}")?;
        } else if self.json {
            let law = verified.statements().join(" ");
            let mut object = answers_object(rules.name(), &law, &answers, self.first);
            object["automaton"] = json!(self.out.as_ref().map(|path| path.display().to_string()));
            writeln!(out, "{object}")?;
        } else {
            card(&mut out, rules.name(), &answers, self.first)?;
            if let Some(path) = &self.out {
                lines(&mut out, "written", &path.display().to_string())?;
            }
        }
        Ok(out.flush()?)
    }
}

fn card(out: &mut impl Write, game: &str, answers: &Answers, first: usize) -> Result<(), Failure> {
    let question = answers.question.to_string();
    let numbers = |all: &[(String, dashu_int::UBig)]| {
        let each: Vec<String> = all
            .iter()
            .map(|(name, number)| format!("{name} = {number}"))
            .collect();
        each.join(", ")
    };
    if let Some(holds) = answers.holds() {
        writeln!(out, "{}.\n", if holds { "Yes" } else { "No" })?;
        lines(out, "game", game)?;
        lines(out, "question", &question)?;
        if let Some((shows, shown)) = &answers.shown
            && *shows == holds
        {
            let what = if holds { "such as" } else { "fails for" };
            lines(out, what, &numbers(shown))?;
        }
        return Ok(());
    }
    let count = answers.count();
    let head = match &count {
        Some(count) if *count == dashu_int::UBig::ONE => "One answer.".to_string(),
        Some(count) if count.is_zero() => "No answers.".to_string(),
        Some(count) => format!("{count} answers."),
        None => "Infinitely many answers.".to_string(),
    };
    writeln!(out, "{head}\n")?;
    lines(out, "game", game)?;
    lines(out, "question", &question)?;
    lines(out, "variables", &answers.variables.join(", "))?;
    let listed = answers.first(first);
    let each = listed.iter().map(|all| {
        let all: Vec<String> = all.iter().map(ToString::to_string).collect();
        match all.as_slice() {
            [one] => one.clone(),
            _ => format!("({})", all.join(", ")),
        }
    });
    let mut each: Vec<String> = each.collect();
    if count.is_none_or(|count| count > dashu_int::UBig::from(listed.len())) {
        each.push("...".into());
    }
    lines(out, "answers", &each.join(", "))?;
    let system = whowins_law::system_name(&answers.system);
    lines(
        out,
        "automaton",
        &format!(
            "{} states over digits in {system}; print it with --dot, --walnut, --regex or -o",
            answers.set.states()
        ),
    )?;
    Ok(())
}

//! The terms of a sum on the command line: positions of games, and expressions.

use whowins_engine::values::{NoValue, Refusal};
use whowins_rules::{Diagnostic, Diagnostics, Rules};
use whowins_values::{Cut, Fault, Why, read};
use whowins_views::{NoSum, NoTerm, Term};

use crate::failure::Failure;
use crate::game::GameArguments;
use crate::solve::asked;

/// Terms with the rules that they were read from.
#[derive(Default)]
pub struct Terms {
    /// The terms.
    pub all: Vec<Term>,
    rules: Vec<Option<Rules>>,
}

impl Terms {
    /// Adds a position of a game.
    pub fn position(&mut self, game: &GameArguments, at: Option<&str>) -> Result<(), Failure> {
        let rules = game.rules()?;
        let values = game.values(&rules)?;
        let game = rules.game(&values)?;
        let position = asked(&rules, &game, at)?;
        self.all.push(Term::Position {
            game: Box::new(game),
            position,
        });
        self.rules.push(Some(rules));
        Ok(())
    }

    /// Adds an expression.
    pub fn expression(&mut self, text: &str) -> Result<(), Failure> {
        let question = read(text).map_err(|fault| at_fault(text, fault))?;
        if question.claim.is_some() {
            let fault = Fault {
                span: 0..text.len(),
                message: "a sum has no comparisons".into(),
                help: "compare by itself, such as `whowins value '^ > 0'`".into(),
            };
            return Err(at_fault(text, fault));
        }
        self.all.push(Term::Expression {
            text: text.to_owned(),
            question: Box::new(question),
        });
        self.rules.push(None);
        Ok(())
    }

    /// Adds a term of `--plus`: GAME:POSITION, GAME for its start, or an expression.
    pub fn plus(&mut self, text: &str) -> Result<(), Failure> {
        let (name, at) = match text.split_once(':') {
            Some((name, at)) => (name, Some(at)),
            None => (text, None),
        };
        let game = GameArguments::of(name.to_owned(), Vec::new());
        match game.is_there() {
            true => self
                .position(&game, at)
                .map_err(|failure| failure.in_option("--plus")),
            false => self.expression(text),
        }
    }

    /// Returns the failure of a sum without a value, with the line of the rules that forbids it.
    pub fn without_value(&self, no: NoSum) -> Failure {
        let rules = self.rules.get(no.term).and_then(Option::as_ref);
        match (no.why, &self.all[no.term]) {
            (NoTerm::Refused(refusal), _) => refused(refusal, rules),
            (NoTerm::Expression(Why::Fault(fault)), Term::Expression { text, .. }) => {
                at_fault(text, fault)
            }
            (NoTerm::Cut(cut), Term::Position { .. }) => dear(cut),
            (NoTerm::Expression(Why::Cut(cut)) | NoTerm::Cut(cut), _) => cut_off(cut),
            (NoTerm::Search(error), _) => whowins_views::Fault::Engine(error).into(),
            (NoTerm::Expression(why), _) => Failure::Input(why.to_string()),
        }
    }
}

/// Returns the failure of a position without a value.
pub fn without_value(why: NoValue, rules: Option<&Rules>) -> Failure {
    match why {
        NoValue::Refused(refusal) => refused(refusal, rules),
        NoValue::Cut(cut) => dear(cut),
    }
}

/// Returns the failure of a position whose form is too large. The winner may still be found.
fn dear(cut: Cut) -> Failure {
    match cut_off(cut) {
        Failure::Budget(said) => Failure::Budget(format!(
            "{said}; `whowins solve` may find the winner without the form"
        )),
        other => other,
    }
}

/// Returns the failure of a position whose rules have no values.
fn refused(refusal: Refusal, rules: Option<&Rules>) -> Failure {
    whowins_views::without_value(refusal, rules, "`whowins solve` prints who wins").into()
}

/// Returns the failure of an invalid expression.
pub fn at_fault(text: &str, fault: Fault) -> Failure {
    let diagnostic = Diagnostic::new(fault.span, fault.message).help(fault.help);
    Failure::Rules(Diagnostics {
        origin: "the expression".into(),
        source: text.to_owned(),
        errors: vec![diagnostic],
    })
}

/// Returns the failure of a computation that reached a limit.
pub fn cut_off(cut: Cut) -> Failure {
    Failure::Budget(match cut {
        Cut::Memory => format!("{cut}; allow more with --memory"),
        Cut::Over(_) => format!("{cut} before the value was known; allow more with --time"),
        Cut::Size => format!("{cut}; use a smaller one"),
    })
}

//! The certificate: a file that stands alone.

use std::collections::BTreeMap;

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::{Game, Position, Value};
use whowins_rules::{Kind, ParameterValue, Parameters, Rules};
use whowins_values::Arena;

use crate::automatic::{Automatic, Beatty};
use crate::finite::Ranked;
use crate::firstorder::FirstOrder;
use crate::heap::{Grundy, ManyHeaps, Periodic};
use crate::lattice::{Constant, Directional, GrundyRows, Product};
use crate::octal::{Arithmetic, AutomaticGraph, GuySmith, MisereQuotient, SparseSpace};
use crate::remainders::Remainders;
use crate::rows::{Functional, Parity, Regular, RowHeaps};
use crate::sum::SumOfGames;
use crate::takeaway::TakeAway;
use crate::values::{CutRows, HeapValues, RegularValues, RowParts, RowRuns, ValueKind, ValueTable};
use crate::{Budget, Checked, Claim, Rejection, Subject};

/// The version of the format that this crate writes; it reads the one before, too, which has no
/// core term.
pub const VERSION: u32 = 2;
/// The version of certificates without a core term.
pub const WITHOUT_TERM: u32 = 1;
/// Longer certificates are not read.
const LONGEST: usize = 1 << 30;
/// More laws than these are not read.
const LAWS: usize = 64;

/// A law of a game with all that its check needs: the rules' own text, the parameters' values, and
/// the laws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The version of the format.
    pub whowins_certificate: u32,
    /// The rules, as text.
    pub rules: String,
    /// The parameters' values by name, as they are written on the command line; one that is not
    /// among them has its default. A parameter without default that is not among them is open: the
    /// law holds whatever its value.
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
    /// What the rules mean with these values, as a term of the core calculus (`docs/core.md`). It
    /// stands in every certificate of version 2, but where a parameter is open, and where the rules
    /// are a term themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core: Option<String>,
    /// The laws.
    pub laws: Vec<Law>,
}

/// A law, by kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Law {
    /// Outcomes of one heap that repeat.
    Periodic(Periodic),
    /// Grundy values of one heap that repeat, or rise by the same amount each period.
    Grundy(Grundy),
    /// Outcomes of any number of heaps in one list, by the Grundy values of one.
    ManyHeaps(ManyHeaps),
    /// Grundy values of a taking-and-breaking game that repeat, by the theorem of Guy and Smith.
    GuySmith(GuySmith),
    /// Grundy values of a taking-and-breaking game that grow by the same amount with each period.
    Arithmetic(Arithmetic),
    /// Grundy values of a taking-and-breaking game, read off the heap's digits by an automaton.
    AutomaticGraph(AutomaticGraph),
    /// Grundy values of an octal game that repeat, by the finite state of a sparse space.
    SparseSpace(Box<SparseSpace>),
    /// Outcomes of an octal game under misère play, by its misère quotient.
    MisereQuotient(MisereQuotient),
    /// Outcomes of lattice points that are the same along a direction, whatever the border.
    Constant(Constant),
    /// Outcomes of lattice points that repeat in every coordinate.
    Product(Product),
    /// Outcomes of points of the plane that are the same along a direction, for the game's own
    /// border.
    Directional(Directional),
    /// Grundy values of two heaps, row by row.
    GrundyRows(GrundyRows),
    /// Outcomes of lattice points read off their digits by an automaton.
    Automatic(Automatic),
    /// Outcomes of games whose moves are linear, read off digits by an automaton for each memory.
    FirstOrder(FirstOrder),
    /// Outcomes of a heap of which at most what the last move allows is taken.
    TakeAway(TakeAway),
    /// Outcomes that are told by remainders, of games whose moves are anything.
    Remainders(Remainders),
    /// P-positions that are a Beatty pair.
    Beatty(Beatty),
    /// Outcomes of boards by a functional that every move shifts.
    Functional(Functional),
    /// Outcomes of rows by an automaton that reads their cells.
    Regular(Regular),
    /// Outcomes of rows by the law of the heaps that their runs are.
    RowHeaps(RowHeaps),
    /// Outcomes of rows and boards from which all plays are of even length, or all of odd length.
    Parity(Parity),
    /// Outcomes and Grundy values of a sum by the laws of its games.
    SumOfGames(SumOfGames),
    /// A strategy with ranks.
    Ranked(Ranked),
    /// What every heap is worth in every sum, by values that repeat up to a summand.
    HeapValues(Box<HeapValues>),
    /// What every position of one size is worth in every sum.
    ValueTable(Box<ValueTable>),
    /// What rows are worth that fall into parts of few cells.
    RowParts(Box<RowParts>),
    /// What rows are worth that are runs of one symbol between others.
    RowRuns(Box<RowRuns>),
    /// What rows are worth, by an automaton that reads their cells.
    RegularValues(Box<RegularValues>),
    /// That rows are the numbers whose signs their cells are.
    CutRows(CutRows),
    /// What all positions are: numbers, or dicots.
    ValueKind(ValueKind),
}

impl Law {
    /// The law's obligations and answers.
    pub fn claim(&self) -> &dyn Claim {
        match self {
            Self::Periodic(law) => law,
            Self::Grundy(law) => law,
            Self::ManyHeaps(law) => law,
            Self::GuySmith(law) => law,
            Self::Arithmetic(law) => law,
            Self::AutomaticGraph(law) => law,
            Self::SparseSpace(law) => law.as_ref(),
            Self::MisereQuotient(law) => law,
            Self::Constant(law) => law,
            Self::Product(law) => law,
            Self::Directional(law) => law,
            Self::GrundyRows(law) => law,
            Self::Automatic(law) => law,
            Self::FirstOrder(law) => law,
            Self::TakeAway(law) => law,
            Self::Remainders(law) => law,
            Self::Beatty(law) => law,
            Self::Functional(law) => law,
            Self::Regular(law) => law,
            Self::RowHeaps(law) => law,
            Self::Parity(law) => law,
            Self::SumOfGames(law) => law,
            Self::Ranked(law) => law,
            Self::HeapValues(law) => law.as_ref(),
            Self::ValueTable(law) => law.as_ref(),
            Self::RowParts(law) => law.as_ref(),
            Self::RowRuns(law) => law.as_ref(),
            Self::RegularValues(law) => law.as_ref(),
            Self::CutRows(law) => law,
            Self::ValueKind(law) => law,
        }
    }
}

/// A certificate whose every obligation was checked. There is no other way to make one than
/// [`Certificate::verify`].
#[derive(Clone, Debug)]
pub struct Verified {
    certificate: Certificate,
    subject: Subject,
    checked: Vec<Checked>,
}

impl Certificate {
    /// The certificate of these laws, with every parameter that has a value, given or by default.
    pub fn new(rules: &Rules, values: &Parameters, laws: Vec<Law>) -> Self {
        let mut parameters: BTreeMap<String, String> = values
            .iter()
            .map(|(name, value)| (name.clone(), value.to_string()))
            .collect();
        for parameter in rules.parameters() {
            if let Some(default) = &parameter.default {
                let by_default = || default.to_string();
                parameters
                    .entry(parameter.name.clone())
                    .or_insert_with(by_default);
            }
        }
        // A parameter without a value is open, and then there is no one game.
        let game = (!rules.is_term())
            .then(|| rules.game(values).ok())
            .flatten();
        Self {
            whowins_certificate: VERSION,
            rules: rules.source().to_string(),
            parameters,
            core: game.map(|game| game.core().to_string()),
            laws,
        }
    }

    /// A certificate of rules without parameters, with their term where they have no fault.
    pub fn of_text(rules: impl Into<String>, laws: Vec<Law>) -> Self {
        let none = Self {
            whowins_certificate: VERSION,
            rules: String::new(),
            parameters: BTreeMap::new(),
            core: None,
            laws,
        };
        none.of_rules(rules)
    }

    /// The laws of this certificate, said of other rules with the same values of parameters.
    #[must_use]
    pub fn of_rules(&self, rules: impl Into<String>) -> Self {
        let mut other = Self {
            rules: rules.into(),
            core: None,
            ..self.clone()
        };
        other.core = other.term();
        other
    }

    /// The term that [`Certificate::core`] is to be; `None` where there is none, or the rules have
    /// faults.
    fn term(&self) -> Option<String> {
        let (subject, is_term) = self.read_rules().ok()?;
        (subject.open.is_empty() && !is_term).then(|| subject.game.core().to_string())
    }

    /// Reads a certificate: JSON, as `docs/laws/certificate.md` says it. Nothing is checked yet but
    /// the form; [`Certificate::verify`] does that. Linear in the text.
    ///
    /// ```
    /// use whowins_verify::Certificate;
    ///
    /// let refused = Certificate::read("{}").expect_err("it says of no version");
    /// assert!(refused.message.contains("whowins_certificate"));
    /// ```
    ///
    /// # Errors
    ///
    /// When the text is no certificate of a version that is known.
    pub fn read(text: &str) -> Result<Self, Rejection> {
        if text.len() > LONGEST {
            return Err(Rejection::malformed(format!(
                "the certificate is longer than {LONGEST} bytes"
            )));
        }
        #[derive(Deserialize)]
        struct Head {
            whowins_certificate: Option<u32>,
        }
        let head: Head = serde_json::from_str(text)
            .map_err(|error| Rejection::malformed(format!("this isn't a certificate: {error}")))?;
        match head.whowins_certificate {
            Some(WITHOUT_TERM | VERSION) => {}
            Some(other) => {
                return Err(Rejection::malformed(format!(
                    "the certificate is of version {other}; this program reads versions {WITHOUT_TERM} and {VERSION}"
                )));
            }
            None => {
                return Err(Rejection::malformed(
                    "this isn't a certificate: it has no field `whowins_certificate`",
                ));
            }
        }
        serde_json::from_str(text)
            .map_err(|error| Rejection::malformed(format!("the certificate is invalid: {error}")))
    }

    /// The certificate as text: JSON, with a line end. The same certificate is the same bytes, and
    /// [`Certificate::read`] gives it back.
    pub fn write(&self) -> String {
        // Nothing in a certificate fails to be written: keys are strings, numbers are integers.
        serde_json::to_string(self).map_or_else(|_| String::new(), |text| text + "\n")
    }

    /// The game of the certificate's own rules. Its core term is that of the certificate, where
    /// that has one.
    ///
    /// # Errors
    ///
    /// When the rules or the parameters have faults, or mean another term.
    pub fn subject(&self) -> Result<Subject, Rejection> {
        let (subject, is_term) = self.read_rules()?;
        let wanted =
            self.whowins_certificate != WITHOUT_TERM && subject.open.is_empty() && !is_term;
        match &self.core {
            None if wanted => Err(Rejection::malformed("the certificate has no core term")),
            None => Ok(subject),
            Some(_) if !wanted => Err(Rejection::malformed(
                "the certificate has a core term, where none can be: it is of version 1, a parameter is open, or the rules are a term themselves",
            )),
            Some(text) => {
                let fault =
                    |error| Rejection::malformed(format!("the certificate's core term: {error}"));
                let term: whowins_core::Game = text.parse().map_err(fault)?;
                match subject.game.core().is_same(&term) {
                    true => Ok(subject),
                    false => Err(Rejection::rules(
                        "the certificate's core term is not what its rules mean",
                    )),
                }
            }
        }
    }

    /// The game of the rules' text, and whether that is a core term.
    fn read_rules(&self) -> Result<(Subject, bool), Rejection> {
        let rules = Rules::parse("the certificate's rules", &self.rules)
            .map_err(|faults| Rejection::rules(faults.render(false)))?;
        let mut values = Parameters::new();
        let mut open = Vec::new();
        for (name, text) in &self.parameters {
            let parameter = rules
                .parameters()
                .iter()
                .find(|parameter| parameter.name == *name)
                .ok_or_else(|| Rejection::rules(format!("the rules have no parameter `{name}`")))?;
            let value = parameter.kind.read(text).map_err(|error| {
                Rejection::rules(format!("the value of parameter `{name}`: {error}"))
            })?;
            values.insert(name.clone(), value);
        }
        for parameter in rules.parameters() {
            if let Some(default) = &parameter.default {
                let by_default = || default.clone();
                values
                    .entry(parameter.name.clone())
                    .or_insert_with(by_default);
            }
        }
        let closed = values.clone();
        for parameter in rules.parameters() {
            if !values.contains_key(&parameter.name) {
                let Some(value) = made_up(&parameter.kind, open.len()) else {
                    return Err(Rejection::rules(format!(
                        "parameter `{}` has no value, and no law holds for all {}",
                        parameter.name, parameter.kind
                    )));
                };
                open.push(parameter.name.clone());
                values.insert(parameter.name.clone(), value);
            }
        }
        let game = rules
            .game(&values)
            .map_err(|faults| Rejection::rules(faults.render(false)))?;
        let subject = Subject {
            game,
            text: self.rules.clone(),
            open,
            closed,
        };
        Ok((subject, rules.is_term()))
    }

    /// Checks every obligation of every law, from the rules alone: nothing in the certificate is
    /// believed. What that takes hangs on the kinds of law (`docs/laws.md`); it ends on any input,
    /// as each step is taken from the budget.
    ///
    /// ```
    /// use whowins_verify::{Budget, Certificate};
    ///
    /// let text = r#"{"whowins_certificate":2,"rules":"game \"Take\"\nposition n\nmove n -= k for k in 1..3\n","parameters":{},
    ///     "core":"(game Take (part turn 0 1) (part n 0 -) (tier (seq (choose v0 1 4 (set n (- n v0))) (set turn (- 1 turn)))) (stuck (if turn 1 -1)))",
    ///     "laws":[{"kind":"periodic","preperiod":0,"period":4,"outcomes":"PNNN"}]}"#;
    /// let verified = Certificate::read(text)?.verify(&Budget::default())?;
    /// assert!(verified.statements()[0].contains("n + 4"));
    /// let false_one = Certificate::read(&text.replace("PNNN", "PNNP"))?;
    /// assert!(false_one.verify(&Budget::default()).is_err());
    /// # Ok::<(), whowins_verify::Rejection>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first that does not hold, with the law it belongs to.
    pub fn verify(&self, budget: &Budget) -> Result<Verified, Rejection> {
        if ![WITHOUT_TERM, VERSION].contains(&self.whowins_certificate) {
            return Err(Rejection::malformed("the certificate's version is unknown"));
        }
        if self.laws.is_empty() || self.laws.len() > LAWS {
            return Err(Rejection::malformed(format!(
                "the certificate holds {} laws; it needs 1 to {LAWS}",
                self.laws.len()
            )));
        }
        let subject = self.subject()?;
        let mut checked = Vec::new();

        for (at, law) in self.laws.iter().enumerate() {
            let claim = law.claim();
            if subject.game.ending.blocked > 0 && !claim.knows_blocking() {
                return Err(Rejection::rules(format!(
                    "law {} ({}): the opponent may block options; this kind of law knows no blocking",
                    at + 1,
                    claim.kind()
                )));
            }
            if let Some(open) = subject.open.first()
                && !claim.knows_open()
            {
                return Err(Rejection::rules(format!(
                    "law {} ({}): parameter `{open}` has no value; no law of this kind holds for all values",
                    at + 1,
                    claim.kind()
                )));
            }
            checked.push(claim.check(&subject, budget).map_err(|rejection| {
                let message = format!("law {} ({}): {rejection}", at + 1, claim.kind());
                Rejection {
                    message,
                    ..rejection
                }
            })?);
        }
        Ok(Verified {
            certificate: self.clone(),
            subject,
            checked,
        })
    }
}

/// A value for a parameter that a law may leave open, with so many before it: bits, which only
/// endings along a border read. No two are equal, so that each is a table of its own in the game's
/// core term.
fn made_up(kind: &Kind, number: usize) -> Option<ParameterValue> {
    match kind {
        Kind::Bits => Some(ParameterValue::Bits(
            (0..8 + number).map(|at| at % 3 == 1).collect(),
        )),
        _ => None,
    }
}

impl Verified {
    /// The certificate.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// The game it speaks of; open parameters have made-up values.
    pub fn game(&self) -> &Game {
        &self.subject.game
    }

    /// Parameters that the laws hold for whatever their values.
    pub fn open(&self) -> &[String] {
        &self.subject.open
    }

    /// What was checked, law by law.
    pub fn checked(&self) -> &[Checked] {
        &self.checked
    }

    /// What was proved, law by law.
    pub fn statements(&self) -> Vec<String> {
        let state = |law: &Law| law.claim().statement(&self.subject.game);
        self.certificate.laws.iter().map(state).collect()
    }

    /// The value at a position of `game`, for the first-named and for the second-named player to
    /// move, by the first law that speaks of it. `game` is the certificate's own, with the open
    /// parameters given.
    pub fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        let speaks = |law: &Law| law.claim().values(game, position);
        self.certificate.laws.iter().find_map(speaks)
    }

    /// What a position of `game` is worth in every sum, by the first law that says it.
    pub fn worth(
        &self,
        game: &Game,
        position: &Position,
        arena: &mut Arena,
    ) -> Option<whowins_values::Value> {
        let says = |law: &Law| law.claim().worth(game, position, arena);
        self.certificate.laws.iter().find_map(says)
    }

    /// The Grundy value at a position of `game`, by the first law that says one; of a number of any
    /// length, in time that grows with its digits.
    pub fn grundy(&self, game: &Game, position: &Position) -> Option<UBig> {
        let speaks = |law: &Law| law.claim().grundy(game, position);
        self.certificate.laws.iter().find_map(speaks)
    }

    /// Whether rules and values make a game that the certificate speaks of; for whoever made it
    /// from these very rules. Whoever has it from elsewhere binds it ([`Certificate::bind`]).
    pub fn suits(&self, rules: &Rules, values: &Parameters) -> bool {
        self.subject.suits(rules, values)
    }

    /// Both certificates in one; of the same rules and parameters.
    pub fn and(mut self, other: Self) -> Self {
        if self.subject.text == other.subject.text
            && self.certificate.parameters == other.certificate.parameters
        {
            self.certificate.laws.extend(other.certificate.laws);
            self.checked.extend(other.checked);
        }
        self
    }
}

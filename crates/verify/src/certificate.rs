//! The certificate: a core term, and laws of its game.

use std::collections::BTreeMap;

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::program::Program;
use whowins_analysis::{Game, Position, Value};
use whowins_core as core;
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
use crate::{Budget, Checked, Claim, Rejection};

/// The version of the format.
pub const VERSION: u32 = 3;
/// Longer certificates are not read.
const LONGEST: usize = 1 << 30;
/// More laws than these are not read.
const LAWS: usize = 64;

/// Laws of the game of a core term.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The version of the format.
    pub whowins_certificate: u32,
    /// The rules that the term comes from, as text; empty if there are none. The verifier ignores
    /// them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// The parameters of the rules by name, as they are written on the command line. The verifier
    /// ignores them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, String>,
    /// The game, as a term of the core calculus (`docs/core.md`).
    pub core: String,
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
    game: Game,
    checked: Vec<Checked>,
}

impl Certificate {
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
        match Self::version(text)? {
            VERSION => serde_json::from_str(text).map_err(|error| {
                Rejection::malformed(format!("the certificate is invalid: {error}"))
            }),
            other => Err(Rejection::malformed(format!(
                "the certificate is of version {other}; the verifier reads version {VERSION}"
            ))),
        }
    }

    /// Returns the version of a certificate, which may be another than [`VERSION`].
    ///
    /// # Errors
    ///
    /// Fails if the text isn't a certificate.
    pub fn version(text: &str) -> Result<u32, Rejection> {
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
        head.whowins_certificate.ok_or_else(|| {
            Rejection::malformed("this isn't a certificate: it has no field `whowins_certificate`")
        })
    }

    /// The certificate as text: JSON, with a line end. The same certificate is the same bytes, and
    /// [`Certificate::read`] gives it back.
    pub fn write(&self) -> String {
        // Nothing in a certificate fails to be written: keys are strings, numbers are integers.
        serde_json::to_string(self).map_or_else(|_| String::new(), |text| text + "\n")
    }

    /// Returns the game of the core term. Players, moves and symbols have made-up names.
    ///
    /// # Errors
    ///
    /// Fails if the term is invalid.
    pub fn game(&self) -> Result<Game, Rejection> {
        let term = self.term()?;
        Ok(Game::of_term(&term, None).unwrap_or_else(|| Program::of_term(term)))
    }

    /// Reads the core term.
    ///
    /// # Errors
    ///
    /// Fails if it is invalid.
    pub fn term(&self) -> Result<core::Game, Rejection> {
        let invalid = |error| Rejection::malformed(format!("the certificate's core term: {error}"));
        self.core.parse().map_err(invalid)
    }

    /// Checks every obligation of every law against the core term. Ends on any input, because every
    /// step is charged to the budget.
    ///
    /// ```
    /// use whowins_verify::{Budget, Certificate};
    ///
    /// let text = r#"{"whowins_certificate":3,
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
        self.check(self.game()?, budget)
    }

    /// The same for a game of the term that its rules have named. The rules may also fix the size of
    /// a board, the length of a list or the games of a sum, none of which a term states; then the
    /// laws are about these positions.
    ///
    /// # Errors
    ///
    /// The same, and if the game has another term.
    pub fn verify_as(&self, game: &Game, budget: &Budget) -> Result<Verified, Rejection> {
        match game.core().is_same(&self.term()?) {
            true => self.check(game.clone(), budget),
            false => Err(Rejection::rules(
                "the certificate's core term is not what its rules mean",
            )),
        }
    }

    fn check(&self, game: Game, budget: &Budget) -> Result<Verified, Rejection> {
        if self.whowins_certificate != VERSION {
            return Err(Rejection::malformed("the certificate's version is unknown"));
        }
        if self.laws.is_empty() || self.laws.len() > LAWS {
            return Err(Rejection::malformed(format!(
                "the certificate holds {} laws; it needs 1 to {LAWS}",
                self.laws.len()
            )));
        }
        let mut checked = Vec::new();

        for (at, law) in self.laws.iter().enumerate() {
            let claim = law.claim();
            if game.ending.blocked > 0 && !claim.knows_blocking() {
                return Err(Rejection::rules(format!(
                    "law {} ({}): the opponent may block options; this kind of law knows no blocking",
                    at + 1,
                    claim.kind()
                )));
            }
            checked.push(claim.check(&game, budget).map_err(|rejection| {
                let message = format!("law {} ({}): {rejection}", at + 1, claim.kind());
                Rejection {
                    message,
                    ..rejection
                }
            })?);
        }
        Ok(Verified {
            certificate: self.clone(),
            game,
            checked,
        })
    }
}

impl Verified {
    /// The certificate.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// The game that the laws are about.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What was checked, law by law.
    pub fn checked(&self) -> &[Checked] {
        &self.checked
    }

    /// What was proved, law by law.
    pub fn statements(&self) -> Vec<String> {
        let state = |law: &Law| law.claim().statement(&self.game);
        self.certificate.laws.iter().map(state).collect()
    }

    /// The value at a position of `game`, for the first-named and for the second-named player to
    /// move, by the first law that speaks of it. `game` is the certificate's own, or one that
    /// differs from it in names only.
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

    /// Both certificates in one, if they are about the same game.
    pub fn and(mut self, other: Self) -> Self {
        if self.game == other.game && self.certificate.core == other.certificate.core {
            self.certificate.laws.extend(other.certificate.laws);
            self.checked.extend(other.checked);
        }
        self
    }
}

//! A game with its parameters, as a Python class.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};
use serde_json::{Value as Json, json};
use whowins::analysis::{Game as Analysed, Player, Position};
use whowins::engine::{Engine, Limits, Outcome};
use whowins::law::{
    Finding, LawSource, OfRules, Refused, Report, STRATEGY, Says, Verdict, coq, find, find_kind,
};
use whowins::rules::{Parameters, Rules};
use whowins::verify::{Budget, Certificate};
use whowins::{Grundy, first_position};
use whowins_draw::{BLANK, Cells, Theme};
use whowins_judge::{Along, NoSequence, Of, sequence};
use whowins_views::{
    Card, Fault, MapRequest, More, Refutation, Show, Wanted, Why, law_object, parameter,
    parameter_value, player, proof_object,
};

use crate::asking::{Asking, Kept, No};
use crate::fault;
use crate::run::Bounds;

/// The letters of the outcome classes in a table, in the order N, P, L, R, D. A blank cell isn't a
/// position.
const LETTERS: &[u8; 5] = b"NPLRD";

/// Returns the names and folders of the shipped games.
#[pyfunction]
pub fn shipped() -> Vec<(&'static str, &'static str)> {
    let all = whowins::shipped::everything();
    all.iter().map(|game| (game.name, game.folder)).collect()
}

/// Returns the rules of a shipped game.
#[pyfunction]
pub fn shipped_text(name: &str) -> Option<&'static str> {
    whowins::shipped::named(name).map(|game| game.text)
}

/// A game: rules, parameter values, and cached results.
#[pyclass(frozen, module = "whowins._native")]
pub struct Game {
    pub(crate) rules: Rules,
    pub(crate) values: Parameters,
    pub(crate) game: Analysed,
    asking: Asking,
}

impl Game {
    /// Runs `work` with the cached engine. See [`Asking::ask`].
    pub(crate) fn ask<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Kept, &Limits) -> Result<T, No> + Send,
    ) -> PyResult<T> {
        self.asking.ask(py, work)
    }

    fn engine<'a>(&self, kept: &'a mut Kept, limits: &Limits) -> Result<&'a mut Engine, No> {
        if kept.engine.is_none() {
            let solver = match &kept.law {
                Some(law) => {
                    let law = Arc::new(LawSource::proved(law.clone(), &self.rules, limits));
                    whowins::solver_with(law, &self.rules, &self.values, limits)
                }
                None => whowins::solver(&self.rules, &self.values, limits),
            };
            let engine = solver.map_err(Fault::Rules)?;
            kept.engine = Some((engine, limits.clone()));
        }
        match &mut kept.engine {
            Some((engine, _)) => Ok(engine),
            None => Err(No::Input("there is no engine".into())),
        }
    }

    /// Parses a position. The default is the start position of the rules, or a small first
    /// position.
    pub(crate) fn read(&self, at: Option<&str>) -> Result<Position, No> {
        match at {
            Some(text) => self
                .game
                .read(text)
                .map_err(|error| No::Input(error.to_string())),
            None => Ok(first_position(&self.rules, &self.game)),
        }
    }

    fn mover(&self, name: Option<&str>) -> Result<Player, No> {
        match name {
            Some(name) => player(&self.game, name).map_err(No::Input),
            None => Ok(Player::First),
        }
    }

    fn request(&self, show: &str, size: Option<String>, from: Option<String>) -> MapRequest {
        MapRequest {
            size,
            from,
            slice: Vec::new(),
            width: None,
            show: match show {
                "grundy" => Show::Grundy,
                "remoteness" => Show::Remoteness,
                _ => Show::Outcome,
            },
            player: None,
            no_law: false,
            terminal: None,
        }
    }
}

#[pymethods]
impl Game {
    /// Creates a game from rules. `set` has the parameters by name, as texts.
    #[new]
    #[pyo3(signature = (text, origin, set))]
    fn new(text: &str, origin: &str, set: Vec<(String, String)>) -> PyResult<Self> {
        let games = whowins::shipped::ShippedGames;
        let rules =
            Rules::parse_with(origin, text, &games).map_err(|faults| fault::rules(&faults))?;
        let mut values = Parameters::new();
        for (name, text) in set {
            let parameter = parameter(&rules, &name).map_err(fault::input)?;
            let value = parameter_value(parameter, &text).map_err(fault::input)?;
            values.insert(name, value);
        }
        let game = rules
            .game(&values)
            .map_err(|faults| fault::rules(&faults))?;
        Ok(Self {
            rules,
            values,
            game,
            asking: Asking::new(),
        })
    }

    /// Sets the limits of later calls: seconds, bytes, threads. Drops the cached results.
    #[pyo3(signature = (seconds=None, memory=None, threads=None))]
    fn limit(&self, seconds: Option<f64>, memory: Option<u64>, threads: Option<usize>) {
        self.asking.bound(Bounds {
            seconds,
            memory,
            threads,
        });
    }

    #[getter]
    fn name(&self) -> &str {
        &self.game.name
    }

    #[getter]
    fn about(&self) -> &str {
        self.rules.about()
    }

    #[getter]
    fn text(&self) -> &str {
        self.rules.source()
    }

    #[getter]
    fn players(&self) -> Vec<&str> {
        Player::BOTH.map(|player| self.game.player(player)).to_vec()
    }

    #[getter]
    fn start(&self) -> Option<String> {
        let start = self.game.start.as_ref();
        start.map(|start| self.game.show(start))
    }

    /// Returns the name, the kind and the value of each parameter.
    #[getter]
    fn parameters(&self) -> Vec<(String, String, Option<String>)> {
        let all = self.rules.parameters().iter();
        all.map(|one| {
            let value = self.values.get(&one.name).or(one.default.as_ref());
            let value = value.map(ToString::to_string);
            (one.name.clone(), one.kind.to_string(), value)
        })
        .collect()
    }

    /// Solves a position. Returns the object of `whowins solve --json`.
    #[pyo3(signature = (at, to_move, what))]
    fn solve(
        &self,
        py: Python<'_>,
        at: Option<&str>,
        to_move: Option<&str>,
        what: Vec<String>,
    ) -> PyResult<String> {
        let has = |word: &str| what.iter().any(|one| one == word);
        let wanted = Wanted {
            moves: has("moves"),
            count: has("count"),
            first: has("first"),
            grundy: has("grundy"),
            line: has("line"),
            score: has("score"),
        };
        self.ask(py, |kept, limits| {
            let (position, player) = (self.read(at)?, self.mover(to_move)?);
            let mut grundy = kept.grundy.take();
            let engine = self.engine(kept, limits)?;
            let asked = engine.answer(&position, player)?;
            let more: Option<More> = match wanted.is_nothing() {
                true => None,
                false => Some(wanted.of(engine, &position, player, &asked, &mut grundy, limits)?),
            };
            let why = engine.why(asked.strategy).unwrap_or_default();
            let told = Card {
                game: &self.game,
                position: &position,
                player,
                answer: &asked.answer,
                values: asked.values,
                strategy: asked.strategy,
                why: &why,
                law: (asked.strategy == STRATEGY).then_some(&why),
                more: more.as_ref(),
            }
            .json();
            kept.grundy = grundy;
            Ok(told)
        })
    }

    /// Returns the outcome classes of many positions, one letter each.
    fn classes<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<String>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let letters = self.ask(py, |kept, limits| {
            let engine = self.engine(kept, limits)?;
            let each = positions.iter().map(|text| {
                let position = self.read(Some(text))?;
                let [first, second] = engine.values(&position)?;
                Ok(Outcome::of(first, second).letter().as_bytes()[0])
            });
            each.collect::<Result<Vec<u8>, No>>()
        })?;
        Ok(PyBytes::new(py, &letters))
    }

    /// Returns the Grundy value of a position, an integer of any size.
    #[pyo3(signature = (at=None))]
    fn grundy<'py>(&self, py: Python<'py>, at: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let digits = self.ask(py, |kept, limits| {
            let position = self.read(at)?;
            let mut known = match kept.grundy.take() {
                Some(known) => known,
                None => Grundy::new(&self.game, limits)?,
            };
            let value = known.ask(self.engine(kept, limits)?, &position);
            kept.grundy = Some(known);
            Ok(value?.to_string())
        })?;
        py.get_type::<PyInt>().call1((digits,))
    }

    /// Returns a table of positions: columns, rows, and the cells row by row. Outcomes are letters,
    /// and numbers have two bytes.
    #[pyo3(signature = (show, size=None, origin=None))]
    fn table<'py>(
        &self,
        py: Python<'py>,
        show: &str,
        size: Option<String>,
        origin: Option<String>,
    ) -> PyResult<(usize, usize, Bound<'py, PyBytes>)> {
        let mut request = self.request(show, size, origin);
        request.no_law = true;
        let cells = self.ask(py, |_, limits| {
            Ok(request.fill(&self.rules, &self.values, limits)?.map.cells)
        })?;
        let (width, height) = (cells.width(), cells.height());
        let bytes = match show {
            "outcome" => letters(py, &cells)?,
            _ => numbers(py, &cells)?,
        };
        Ok((width, height, bytes))
    }

    /// Returns the map as SVG.
    #[pyo3(signature = (show, size=None, origin=None, dark=false))]
    fn map(
        &self,
        py: Python<'_>,
        show: &str,
        size: Option<String>,
        origin: Option<String>,
        dark: bool,
    ) -> PyResult<String> {
        let request = self.request(show, size, origin);
        let theme = if dark { Theme::Dark } else { Theme::Light };
        self.ask(py, |_, limits| {
            Ok(request
                .fill(&self.rules, &self.values, limits)?
                .map
                .svg(theme))
        })
    }

    /// Returns the law as in `whowins law --json`, with the certificate and the Coq file if it is
    /// proved. Later calls use a proved law.
    #[pyo3(signature = (kind=None, at=None))]
    fn law(&self, py: Python<'_>, kind: Option<&str>, at: Option<&str>) -> PyResult<String> {
        self.ask(py, |kept, limits| {
            let at = at.map(|text| self.read(Some(text))).transpose()?;
            let report: Report = match kind {
                Some(kind) => find_kind(&self.rules, &self.values, at.as_ref(), limits, kind)?,
                None => find(&self.rules, &self.values, at.as_ref(), limits, &Says::ALL)?,
            };
            let proved = report.proved.as_ref();
            let mut told = law_object(&self.rules, &self.values, &report, proved);
            let stopped = report.tried.iter().find_map(|tried| match &tried.finding {
                Finding::Stopped(error) => Some(error.clone()),
                _ => None,
            });
            if let (None, Some(error)) = (proved, stopped) {
                return Err(error.into());
            }
            if let Some(proved) = proved {
                told["certificate"] = json!(proved.certificate().write());
                told["coq"] = match coq::file(proved) {
                    Ok(file) => json!(file.text),
                    Err(_) => Json::Null,
                };
                let same = kept.engine.is_some();
                (kept.law, kept.engine) = (Some(proved.clone()), None);
                if same {
                    self.engine(kept, limits)?;
                }
            }
            Ok(told.to_string())
        })
    }

    /// Verifies a certificate for this game. Returns its statements, or raises the reason for its
    /// rejection.
    fn verify(&self, py: Python<'_>, certificate: &str) -> PyResult<Vec<String>> {
        self.ask(py, |_, limits| {
            let read = Certificate::read_any(certificate)?;
            read.bind(&self.rules, &self.values)
                .map_err(|refusal| No::Input(refusal.message))?;
            let budget = Budget::default().within(&limits.budget).on(limits.threads);
            Ok(read.verify_with_rules(&budget)?.statements())
        })
    }

    /// Proves or refutes a statement about all positions. Returns the object of
    /// `whowins prove --json`, with the certificate of a proof.
    #[pyo3(signature = (statement, at=None))]
    fn prove(&self, py: Python<'_>, statement: &str, at: Option<&str>) -> PyResult<String> {
        self.ask(py, |kept, limits| {
            let at = at.map(|text| self.read(Some(text))).transpose()?;
            let proof =
                whowins::law::prove(&self.rules, &self.values, at.as_ref(), limits, statement)
                    .map_err(|refused| match refused {
                        Refused::Statement(fault) => No::Input(fault.to_string()),
                        Refused::Rules(rejection) => No::Rejected(rejection),
                    })?;
            let refuted = match &proof.verdict {
                Verdict::Refuted(found) => {
                    let engine = self.engine(kept, limits)?;
                    Some(Refutation::of(engine, found, limits)?)
                }
                _ => None,
            };
            let mut told = proof_object(self.rules.name(), &proof, refuted.as_ref());
            if let Verdict::Proved { verified, .. } = &proof.verdict {
                told["certificate"] = json!(verified.certificate().write());
            }
            Ok(told.to_string())
        })
    }

    /// Explains why a position is won or lost. Returns the object of `whowins why --json`.
    #[pyo3(signature = (at=None, to_move=None))]
    fn why(&self, py: Python<'_>, at: Option<&str>, to_move: Option<&str>) -> PyResult<String> {
        self.ask(py, |kept, limits| {
            let (position, player) = (self.read(at)?, self.mover(to_move)?);
            let law = match &kept.law {
                Some(law) => LawSource::proved(law.clone(), &self.rules, limits),
                None => whowins::law_source(&self.rules, &self.values, limits),
            };
            let law = Arc::new(law);
            let mut engine = whowins::solver_of(Arc::clone(&law), self.game.clone(), limits);
            let why = Why::of(&mut engine, &law, &position, player, limits)?;
            if kept.law.is_none() {
                kept.law = law.law().cloned();
            }
            serde_json::to_string(&why).map_err(|error| No::Input(error.to_string()))
        })
    }

    /// Returns the terms of a sequence: index, position, number, text.
    #[pyo3(signature = (of, terms, along=None, at=None))]
    fn sequence(
        &self,
        py: Python<'_>,
        of: &str,
        terms: u64,
        along: Option<&str>,
        at: Option<&str>,
    ) -> PyResult<Vec<(u64, String, i64, String)>> {
        let of = match of {
            "grundy" => Of::Grundy,
            "outcome" => Of::Outcome,
            "remoteness" => Of::Remoteness,
            "losing" => Of::Losing,
            other => {
                return Err(fault::input(format!(
                    "`{other}` isn't a sequence; ask for grundy, outcome, remoteness or losing"
                )));
            }
        };
        self.ask(py, |kept, limits| {
            let along = match along {
                Some(name) => Along::number(&self.game, name, at).map_err(No::Input)?,
                None => Along::plain(&self.game),
            };
            let engine = self.engine(kept, limits)?;
            let mut found = Vec::new();
            let done = sequence(
                engine,
                Player::First,
                of,
                &along,
                terms,
                limits,
                &mut |term| found.push((term.index, term.position, term.number, term.word)),
            );
            match done {
                Ok(_) => Ok(found),
                Err(NoSequence::Input(message)) => Err(No::Input(message)),
                Err(NoSequence::Engine(error)) => Err(No::Engine(error)),
            }
        })
    }
}

/// Returns the classes of cells, one letter each, row 0 first. A cell that isn't a position is
/// blank.
fn letters<'py>(py: Python<'py>, cells: &Cells) -> PyResult<Bound<'py, PyBytes>> {
    let width = cells.width();
    PyBytes::new_with(py, width * cells.height(), |bytes| {
        for (out, row) in bytes.chunks_mut(width.max(1)).zip(cells.rows()) {
            for (to, cell) in out.iter_mut().zip(row) {
                *to = LETTERS.get(usize::from(*cell)).copied().unwrap_or(b' ');
            }
        }
        Ok(())
    })
}

/// Returns the numbers of cells with two bytes each, in native byte order. A cell that isn't a
/// position is 65535.
fn numbers<'py>(py: Python<'py>, cells: &Cells) -> PyResult<Bound<'py, PyBytes>> {
    debug_assert_eq!(BLANK, u16::MAX);
    let width = 2 * cells.width();
    PyBytes::new_with(py, width * cells.height(), |bytes| {
        for (out, row) in bytes.chunks_mut(width.max(1)).zip(cells.rows()) {
            for (to, cell) in out.chunks_mut(2).zip(row) {
                to.copy_from_slice(&cell.to_ne_bytes());
            }
        }
        Ok(())
    })
}

//! Tables built by `whowins build` or from a game in Python, read block by block.

use std::path::PathBuf;
use std::time::Duration;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use serde_json::json;
use whowins::analysis::{Player, Value};
use whowins::engine::general::Want;
use whowins_tables::{Build, Known, TableError, build};
use whowins_views::{Card, player};

use crate::fault;
use crate::game::Game;
use crate::run::{Bounds, run};

/// The compression level of a table, and the time between saves: the defaults of the command.
const LEVEL: i32 = 3;
const SAVED: Duration = Duration::from_secs(60);

/// A table of all positions of a region.
#[pyclass(frozen, module = "whowins._native")]
pub struct Table {
    table: whowins_tables::Table,
    path: PathBuf,
}

#[pymethods]
impl Table {
    /// Opens a table. With `check`, the checksum of every block is checked.
    #[new]
    #[pyo3(signature = (path, check))]
    fn new(py: Python<'_>, path: PathBuf, check: bool) -> PyResult<Self> {
        let table = whowins_tables::Table::open(&path).map_err(|error| told(&error))?;
        if check {
            let limits = Bounds::NONE.limits();
            run(py, &limits, None, || table.check(&limits))?.map_err(|error| told(&error))?;
        }
        Ok(Self { table, path })
    }

    /// Returns the description of the table, as in `whowins probe --json`.
    fn about(&self) -> String {
        let heading = self.table.heading();
        json!({
            "game": heading.game,
            "parameters": heading.parameters,
            "at": heading.at,
            "only": heading.only,
            "remoteness": heading.remoteness,
            "positions": heading.states,
            "players": heading.players,
            "bytes": self.table.bytes(),
        })
        .to_string()
    }

    /// Returns the answer for a position, as in `whowins probe --json`.
    #[pyo3(signature = (at, to_move=None))]
    fn answer(&self, py: Python<'_>, at: &str, to_move: Option<&str>) -> PyResult<String> {
        let game = self.table.game();
        let position = game.read(at).map_err(fault::input)?;
        let player = match to_move {
            Some(name) => player(game, name).map_err(fault::input)?,
            None => Player::First,
        };
        py.detach(|| {
            let answer = self.table.answer(&position, player)?;
            let values = self.table.values(&position)?.map(|known| match known {
                Known::Decided(value, _) => Some(value),
                Known::Unreached | Known::Endless => None::<Value>,
            });
            Ok(Card {
                game,
                position: &position,
                player,
                answer: &answer,
                values,
                strategy: "table",
                why: &format!(
                    "{}, all positions around {}",
                    self.path.display(),
                    self.table.heading().at
                ),
                law: None,
                more: None,
            }
            .json())
        })
        .map_err(|error: TableError| told(&error))
    }
}

/// Converts an error of tables to a Python exception.
pub fn told(error: &TableError) -> PyErr {
    match error {
        TableError::Rules(faults) => fault::rules(faults),
        TableError::Output(message) => PyOSError::new_err(message.clone()),
        TableError::Engine(error) => fault::engine(error),
        other => fault::input(other),
    }
}

/// Builds the table of a position's region, or resumes an earlier run.
#[pyfunction]
#[pyo3(signature = (game, path, at, remoteness))]
pub fn build_table(
    py: Python<'_>,
    game: &Game,
    path: PathBuf,
    at: Option<&str>,
    remoteness: bool,
) -> PyResult<()> {
    let built = game.ask(py, |_, limits| {
        let position = game.read(at)?;
        let design = Build {
            rules: &game.rules,
            values: &game.values,
            at: &position,
            want: match remoteness {
                true => Want::Remoteness,
                false => Want::Outcome,
            },
            only: None,
            level: LEVEL,
            save_every: SAVED,
        };
        Ok(build(&design, &path, limits).map(|_| ()))
    })?;
    built.map_err(|error| told(&error))
}

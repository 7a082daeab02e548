//! `whowins map`.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::Value;
use whowins_draw::{BLANK, Form as Picture, Map, Meaning, Theme, classes};
use whowins_engine::Limits;
use whowins_views::{Filled, MapRequest, Show, map_object};

use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments, to_move};
use crate::output::{folder_is_there, picture, write};
use crate::pager;
use crate::table::{Column, Form, Table, TableArguments};
use crate::watch::Working;

/// Draw who wins where: text, SVG, PNG, PDF or TikZ.
#[derive(Args)]
pub struct DrawMap {
    #[command(flatten, next_help_heading = "Positions")]
    game: GameArguments,

    /// Number of columns and rows, such as 64x64
    ///
    /// For one heap, the number of heap sizes to show. For rows of cells, the largest length.
    #[arg(
        long,
        value_name = "SIZE",
        allow_hyphen_values = true,
        help_heading = "Positions"
    )]
    size: Option<String>,

    /// Position in the first cell, such as 1000,1000: one number per axis
    #[arg(
        long,
        value_name = "NUMBERS",
        allow_hyphen_values = true,
        help_heading = "Positions"
    )]
    from: Option<String>,

    /// Fix a variable, such as z=3, or a token, such as b=4,5; repeatable
    ///
    /// The value of a token is its row and column.
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Positions")]
    slice: Vec<String>,

    /// For one heap, the number of heap sizes per line [default: the law's period]
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(2..=8192),
        help_heading = "Positions"
    )]
    width: Option<u32>,

    /// Content of the cells
    #[arg(long, value_enum, default_value = "outcome", help_heading = "Answer")]
    show: Shown,

    /// Show who wins if this player moves first
    ///
    /// Without this option the map shows outcome classes. With `--show remoteness` it is the
    /// player to move.
    #[arg(long, value_name = "PLAYER", help_heading = "Answer")]
    to_move: Option<String>,

    /// Write FILE: .svg, .png, .pdf or .tex (TikZ) [default: the terminal]
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Use a dark background
    #[arg(long, help_heading = "Output")]
    dark: bool,

    /// Don't search for a law to draw over the map
    #[arg(long, help_heading = "Answer")]
    no_law: bool,

    #[command(flatten)]
    table: TableArguments,

    #[command(flatten)]
    limits: LimitArguments,
}

/// The content of the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Shown {
    /// Outcome class: N, P, L, R or D
    Outcome,
    /// Grundy value
    Grundy,
    /// Length of best play
    Remoteness,
}

impl From<Shown> for Show {
    fn from(shown: Shown) -> Self {
        match shown {
            Shown::Outcome => Self::Outcome,
            Shown::Grundy => Self::Grundy,
            Shown::Remoteness => Self::Remoteness,
        }
    }
}

impl DrawMap {
    /// Draws the map.
    pub fn run(self) -> Result<(), Failure> {
        let form = self.output.as_deref().map(form).transpose()?;
        let rules = self.game.rules()?;
        let values = self.game.values(&rules)?;
        let game = rules.game(&values)?;
        let player = self.to_move.as_deref();
        let player = player.map(|name| to_move(&game, Some(name))).transpose()?;
        let limits = self.limits.limits();
        let request = MapRequest {
            size: self.size.clone(),
            from: self.from.clone(),
            slice: self.slice.clone(),
            width: self.width,
            show: self.show.into(),
            player,
            no_law: self.no_law,
            terminal: (form.is_none() && self.table.form() == Form::Text).then(columns),
        };
        let working = Working::on(&limits);
        let filled = request.fill(&rules, &values, &limits)?;
        let picture = form.map(|form| self.picture(&filled, form, &limits));
        let picture = picture.transpose()?;
        drop(working);
        self.hand_out(&filled, &game.name, picture)
    }

    /// Returns the bytes of the picture. The time limit includes drawing.
    fn picture(&self, filled: &Filled, form: Picture, limits: &Limits) -> Result<Vec<u8>, Failure> {
        let theme = match self.dark {
            true => Theme::Dark,
            false => Theme::Light,
        };
        let picture = picture(form, filled.map.svg(theme), limits.budget.memory)?;
        limits
            .check()
            .map_err(|error| Failure::Engine(None, error))?;
        Ok(picture)
    }

    fn hand_out(
        &self,
        filled: &Filled,
        game: &str,
        picture: Option<Vec<u8>>,
    ) -> Result<(), Failure> {
        let map = &filled.map;
        if let (Some(path), Some(bytes)) = (&self.output, &picture) {
            write(path, bytes)?;
        }
        let written = self
            .output
            .as_deref()
            .map(|path| path.display().to_string());
        let form = self.table.form();
        let mut out = pager::out();
        if form != Form::Text && (written.is_none() || form == Form::Json) {
            let mut table = Table::begin(out, form, &columns_of(map))?;
            let end = match form {
                Form::Json => map_object(map, game, filled.law(), written),
                _ => Value::Null,
            };
            for row in 0..map.cells.height() {
                table.row(row_of(map, row))?;
            }
            table.end_with(end)?;
        } else if let (Some(path), Some(bytes)) = (written, picture) {
            let cells = &map.cells;
            writeln!(
                out,
                "{path}: {} x {} cells, {} bytes",
                cells.width(),
                cells.height(),
                bytes.len()
            )?;
        } else {
            let plain = std::env::var_os("NO_COLOR").is_some_and(|set| !set.is_empty());
            let colours = std::io::stdout().is_terminal() && !plain;
            let text = map.text(colours, columns()).ok_or_else(|| {
                Failure::Input(
                    "the map is too wide for a terminal; reduce the columns with --size, or write \
                     a picture with -o map.svg"
                        .into(),
                )
            })?;
            out.write_all(text.as_bytes())?;
        }
        Ok(())
    }
}

/// Returns the columns of a map as a table: the other axis, then one column per number across.
fn columns_of(map: &Map) -> Vec<Column> {
    let corner = format!("{} \\ {}", map.along.name, map.across.name);
    let across = (0..map.cells.width()).map(|at| map.across.label(at).to_string());
    [corner]
        .into_iter()
        .chain(across)
        .map(Column::from)
        .collect()
}

/// Returns a row of the table: the number along, then letters or numbers; empty if there is no
/// position.
fn row_of(map: &Map, row: usize) -> Vec<String> {
    let letters = matches!(map.meaning, Meaning::Outcome(_) | Meaning::Winner(_));
    let cell = |column: usize| match (map.cells.get(column, row), letters) {
        (BLANK, _) => String::new(),
        (cell, true) => {
            let class = classes().get(usize::from(cell)).copied();
            class.map_or_else(String::new, |class| class.0.to_string())
        }
        (cell, false) => cell.to_string(),
    };
    let cells = (0..map.cells.width()).map(cell);
    [map.along.label(row).to_string()]
        .into_iter()
        .chain(cells)
        .collect()
}

/// The width if the map doesn't go to a terminal.
const UNSEEN: usize = 250;

/// Returns the width of the terminal that the map goes to.
fn columns() -> usize {
    pager::terminal().map_or(UNSEEN, |(columns, _)| columns)
}

/// Returns the format that the name of a file asks for. The folder must exist, so that no work is
/// lost.
fn form(path: &Path) -> Result<Picture, Failure> {
    folder_is_there(path)?;
    Picture::of(path).ok_or_else(|| {
        Failure::Input(format!(
            "-o {}: the ending sets the format; name a file that ends in {}",
            path.display(),
            Picture::ENDINGS
        ))
    })
}

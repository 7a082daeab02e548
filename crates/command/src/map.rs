//! `whowins map`.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use whowins_draw::{DrawError, Theme};
use whowins_engine::Limits;
use whowins_views::{Filled, MapRequest, Show, map_object};

use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments, to_move};
use crate::output::{folder_is_there, write};
use crate::watch::Working;

/// A picture of who wins where.
#[derive(Args)]
pub struct DrawMap {
    #[command(flatten)]
    game: GameArguments,

    /// Columns and rows, such as 64x64; for one heap the number of heaps, for rows of cells the largest length
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true)]
    size: Option<String>,

    /// The position in the first cell, such as 1000,1000: a number for each of the axes
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    from: Option<String>,

    /// The value of a variable that is not drawn, such as z=3, or the row and column of a token that stays, such as b=4,5; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    slice: Vec<String>,

    /// Heaps a line, for games of one heap; the law's period by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=8192))]
    width: Option<u32>,

    /// What to show
    #[arg(long, value_enum, default_value = "outcome")]
    show: Shown,

    /// Show who wins when this player moves, rather than outcome classes; for remoteness, who is to move
    #[arg(long, value_name = "PLAYER")]
    to_move: Option<String>,

    /// The file to write, .svg or .png; the terminal by default
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Light letters on a dark ground
    #[arg(long)]
    dark: bool,

    /// Do not look for a law to draw over the map
    #[arg(long)]
    no_law: bool,

    /// Print the map as one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

/// What the cells say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Shown {
    /// The outcome class: N, P, L, R, D
    Outcome,
    /// The Grundy value
    Grundy,
    /// The number of moves that best play lasts
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

/// The form of a picture's file.
#[derive(Clone, Copy)]
enum Form {
    Svg,
    Png,
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
            terminal: (form.is_none() && !self.json).then(columns),
        };
        let working = Working::on(&limits);
        let filled = request.fill(&rules, &values, &limits)?;
        let picture = form.map(|form| self.picture(&filled, form, &limits));
        let picture = picture.transpose()?;
        drop(working);
        self.hand_out(&filled, &game.name, picture)
    }

    /// The picture's bytes; the time that drawing takes is the work's.
    fn picture(&self, filled: &Filled, form: Form, limits: &Limits) -> Result<Vec<u8>, Failure> {
        let map = &filled.map;
        let theme = match self.dark {
            true => Theme::Dark,
            false => Theme::Light,
        };
        let picture = match form {
            Form::Svg => map.svg(theme).into_bytes(),
            Form::Png => map
                .png(theme, limits.budget.memory)
                .map_err(|error| match error {
                    DrawError::Memory(_) => Failure::Budget(error.to_string()),
                    error => Failure::Input(error.to_string()),
                })?,
        };
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
        let mut out = std::io::stdout().lock();
        if let (Some(path), Some(bytes)) = (&self.output, &picture) {
            write(path, bytes)?;
        }
        let written = self
            .output
            .as_deref()
            .map(|path| path.display().to_string());
        if self.json {
            let told = map_object(map, game, filled.law(), written);
            serde_json::to_writer(&mut out, &told).map_err(std::io::Error::from)?;
            writeln!(out)?;
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
            let text = map.text(out.is_terminal() && !plain, columns()).ok_or_else(|| {
                Failure::Input(
                    "the map is too wide for a terminal; ask for fewer columns with --size, or write a picture with -o map.svg"
                        .into(),
                )
            })?;
            out.write_all(text.as_bytes())?;
        }
        Ok(())
    }
}

/// Lines that no terminal is to show may be so long.
const UNSEEN: usize = 250;
/// A terminal that does not tell has so many columns.
const USUAL: usize = 80;

/// Columns of the terminal that the map goes to.
fn columns() -> usize {
    if !std::io::stdout().is_terminal() {
        return UNSEEN;
    }
    match ratatui::crossterm::terminal::size() {
        Ok((columns, _)) if columns > 0 => usize::from(columns),
        _ => USUAL,
    }
}

/// The form that a file's name asks for; the folder must be there, so that no work is done in vain.
fn form(path: &Path) -> Result<Form, Failure> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    folder_is_there(path)?;
    match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("svg") => Ok(Form::Svg),
        Some("png") => Ok(Form::Png),
        _ => Err(Failure::Input(format!(
            "-o {}: name a file that ends in .svg or .png",
            path.display()
        ))),
    }
}

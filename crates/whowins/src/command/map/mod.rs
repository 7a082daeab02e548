//! `whowins map`.
//!
//! window.rs says which positions the cells are, fill.rs and grundy.rs find what to write into them, overlay.rs draws the law.

mod fill;
mod grundy;
mod overlay;
mod window;

use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde_json::{Value as Json, json};
use whowins_draw::{BLANK, Map, Meaning, Theme, classes};
use whowins_engine::Limits;
use whowins_law::LawSource;
use whowins_rules::{Game, Player};
use whowins_verify::Verified;

use super::failure::Failure;
use super::game::{GameArguments, LimitArguments, to_move};
use super::law;
use super::watch::Working;
use window::{Window, Wish};

/// A picture of who wins where.
#[derive(Args)]
pub struct DrawMap {
    #[command(flatten)]
    game: GameArguments,

    /// Columns and rows, such as 64x64; for one heap the number of heaps, for rows of cells the largest length
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,

    /// The position in the first cell, such as 1000,1000: a number for each of the axes
    #[arg(long, value_name = "NUMBERS")]
    from: Option<String>,

    /// The value of a variable that is not drawn, such as z=3; may be given several times
    #[arg(long, value_name = "NAME=NUMBER")]
    slice: Vec<String>,

    /// Heaps a line, for games of one heap; the law's period by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=8192))]
    width: Option<u32>,

    /// What to show
    #[arg(long, value_enum, default_value = "outcome")]
    show: Show,

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
pub enum Show {
    /// The outcome class: N, P, L, R, D
    Outcome,
    /// The Grundy value
    Grundy,
    /// The number of moves that best play lasts
    Remoteness,
}

/// The form of a picture's file.
#[derive(Clone, Copy)]
enum Form {
    Svg,
    Png,
}

/// A law that is only drawn, not answered from, may be looked for so long.
const PATIENCE: Duration = Duration::from_secs(5);

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
        let wish = Wish::read(&game, &self, form.is_none() && !self.json)?;
        let far = wish.is_far();
        let wanted = match (self.no_law, far) {
            (false, false) => limits.clone().with_time(match limits.deadline {
                Some(end) => PATIENCE.min(end.saturating_duration_since(std::time::Instant::now())),
                None => PATIENCE,
            }),
            _ => limits.clone(),
        };
        let source = LawSource::search(&rules, &values, &wanted);
        let (map, law) = {
            let _working = Working::on(&limits);
            let law = match self.no_law && !far {
                true => None,
                false => source.law(),
            };
            let window = wish.window(law)?;
            let map = self.draw(&game, &window, law, player, &limits)?;
            (map, law)
        };
        self.hand_out(&map, &game, law, form)
    }

    fn draw(
        &self,
        game: &Game,
        window: &Window,
        law: Option<&Verified>,
        player: Option<Player>,
        limits: &Limits,
    ) -> Result<Map, Failure> {
        let names = game.players.clone();
        let (cells, meaning) = match self.show {
            Show::Outcome => {
                let meaning = match player {
                    Some(_) => Meaning::Winner(names),
                    None => Meaning::Outcome(names),
                };
                let cells = fill::outcomes(game, window, law, player, limits)?;
                (cells, meaning)
            }
            Show::Grundy => (grundy::values(game, window, limits)?, Meaning::Grundy),
            Show::Remoteness => {
                let player = player.unwrap_or(Player::First);
                let cells = fill::remoteness(game, window, player, limits)?;
                (cells, Meaning::Remoteness)
            }
        };
        let [across, along] = window.axes();
        let what = match self.show {
            Show::Outcome if player.is_some() => "winners",
            Show::Outcome => "outcomes",
            Show::Grundy => "Grundy values",
            Show::Remoteness => "remoteness",
        };
        let mut map = Map::new(
            format!("{}: {what}", game.name),
            across,
            along,
            cells,
            meaning,
        );
        let mut notes = window.notes();
        let asks = player.or((self.show == Show::Remoteness).then_some(Player::First));
        if let Some(player) = asks.filter(|_| !game.is_impartial()) {
            notes.push(format!("{} to move", game.player(player)));
        }
        map.subtitle = notes.join("; ");
        map.downwards = window.downwards();
        map.stretched = window.stretched();
        if let Some(law) = law.filter(|_| !self.no_law) {
            map.overlays = overlay::shapes(&law.certificate().laws, window);
        }
        Ok(map)
    }

    fn hand_out(
        &self,
        map: &Map,
        game: &Game,
        law: Option<&Verified>,
        form: Option<Form>,
    ) -> Result<(), Failure> {
        let theme = match self.dark {
            true => Theme::Dark,
            false => Theme::Light,
        };
        let picture = form.map(|form| match form {
            Form::Svg => Ok(map.svg(theme).into_bytes()),
            Form::Png => map.png(theme),
        });
        let picture = picture
            .transpose()
            .map_err(|error| Failure::Input(error.to_string()))?;
        let mut out = std::io::stdout().lock();
        if let (Some(path), Some(bytes)) = (&self.output, &picture) {
            law::write(path, bytes)?;
        }
        let written = self
            .output
            .as_deref()
            .map(|path| path.display().to_string());
        if self.json {
            let told = object(map, game, law, written);
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
            let text = map.text(out.is_terminal() && !plain).ok_or_else(|| {
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

/// The form that a file's name asks for; the folder must be there, so that no work is done in vain.
fn form(path: &Path) -> Result<Form, Failure> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let form = match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("svg") => Form::Svg,
        Some("png") => Form::Png,
        _ => {
            return Err(Failure::Input(format!(
                "-o {}: name a file that ends in .svg or .png",
                path.display()
            )));
        }
    };
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        Some(folder) if !fs::metadata(folder).is_ok_and(|data| data.is_dir()) => {
            Err(Failure::Input(format!(
                "-o {}: there is no such folder; name one that exists",
                path.display()
            )))
        }
        _ => Ok(form),
    }
}

/// What `--json` prints; the fields' meanings are in `docs/json.md`.
fn object(map: &Map, game: &Game, law: Option<&Verified>, written: Option<String>) -> Json {
    let axis = |axis: &whowins_draw::Axis| json!({"name": axis.name, "first": axis.first, "step": axis.step});
    let letters = matches!(map.meaning, Meaning::Outcome(_) | Meaning::Winner(_));
    let rows: Vec<Json> = (map.cells.rows())
        .map(|row| match letters {
            true => {
                let letter = |cell: &u16| {
                    classes()
                        .get(usize::from(*cell))
                        .map_or(' ', |class| class.0)
                };
                Json::String(row.iter().map(letter).collect())
            }
            false => (row.iter())
                .map(|cell| (*cell != BLANK).then_some(*cell))
                .collect(),
        })
        .collect();
    json!({
        "game": game.name,
        "title": map.title,
        "subtitle": map.subtitle,
        "columns": map.cells.width(),
        "rows": map.cells.height(),
        "across": axis(&map.across),
        "along": axis(&map.along),
        "cells": rows,
        "description": map.description(),
        "law": law.map(Verified::statements),
        "written": written,
    })
}

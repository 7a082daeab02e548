//! Maps of a game, filled: which positions, who wins there, and the law as shapes over them.
//!
//! wish.rs reads what is asked, kind.rs and window.rs say which positions the cells are, fill.rs
//! and grundy.rs find what to write into them, overlay.rs draws the law.

mod fill;
mod grundy;
mod kind;
mod overlay;
mod squares;
mod window;
mod wish;

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value as Json, json};
use whowins_analysis::{Game, Player, Position};
use whowins_draw::{Axis, BLANK, Map, Meaning, classes};
use whowins_engine::Limits;
use whowins_law::{LawSource, Says};
use whowins_rules::{Parameters, Rules};
use whowins_verify::Verified;

use crate::fault::Fault;
pub use overlay::repeats;
pub use window::Window;
use wish::Wish;

/// What a map is to show; texts are what the command line takes, and messages name them as it does.
#[derive(Clone, Debug)]
pub struct MapRequest {
    /// Columns and rows such as 64x64; for one heap the number of heaps, for rows of cells the
    /// largest length.
    pub size: Option<String>,
    /// The position in the first cell: a number for each of the axes.
    pub from: Option<String>,
    /// Values of variables that are not drawn, such as z=3; squares of tokens that stay, such as
    /// b=4,5.
    pub slice: Vec<String>,
    /// Heaps a line, for games of one heap; the law's period by default.
    pub width: Option<u32>,
    /// What the cells say.
    pub show: Show,
    /// Who wins when this player moves, rather than outcome classes.
    pub player: Option<Player>,
    /// No search for a law to draw over the map.
    pub no_law: bool,
    /// The map has to fit into a terminal of so many columns.
    pub terminal: Option<usize>,
}

/// What the cells say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Show {
    /// The outcome class: N, P, L, R, D
    #[default]
    Outcome,
    /// The Grundy value
    Grundy,
    /// The number of moves that best play lasts
    Remoteness,
}

/// A law that is only drawn, not answered from, may be looked for so long.
const PATIENCE: Duration = Duration::from_secs(5);

/// A map that is filled, with the law that was looked for.
pub struct Filled {
    /// The map.
    pub map: Map,
    source: Option<LawSource>,
}

impl Filled {
    /// The law, where one was looked for and proved.
    pub fn law(&self) -> Option<&Verified> {
        self.source.as_ref()?.law()
    }
}

impl MapRequest {
    /// Fills the map: near 0 from a table of the general solver, far out from the proved law, for
    /// which it is looked within a few seconds where it is only drawn.
    ///
    /// # Errors
    ///
    /// When the request does not suit the game, a limit is met, or nothing says who wins so far
    /// out.
    pub fn fill(
        &self,
        rules: &Rules,
        values: &Parameters,
        limits: &Limits,
    ) -> Result<Filled, Fault> {
        let game = rules.game(values)?;
        let wish = Wish::read(&game, self)?;
        wish.fits()?;
        let far = wish.is_far();
        let wanted = match (self.no_law, far) {
            (false, false) => limits.clone().with_at_most(PATIENCE),
            _ => limits.clone(),
        };
        let search = || match self.show {
            Show::Grundy => LawSource::search(rules, values, &wanted).seeking(&[
                Says::Outcome,
                Says::ClosedForm,
                Says::Grundy,
            ]),
            _ => whowins::law_source(rules, values, &wanted),
        };
        let source = (!self.no_law || far).then(search);
        let law = source.as_ref().and_then(LawSource::law);
        let window = wish.window(law)?;
        let grundy = |position: &Position| source.as_ref()?.grundy(&game, position);
        let map = self.draw(&game, &window, (law, &grundy), limits)?;
        Ok(Filled { map, source })
    }

    /// The same where it is known already whether there is a law, and which: none is looked for.
    ///
    /// # Errors
    ///
    /// As [`MapRequest::fill`].
    pub fn fill_by(
        &self,
        game: &Game,
        law: Option<&Verified>,
        limits: &Limits,
    ) -> Result<Map, Fault> {
        let wish = Wish::read(game, self)?;
        wish.fits()?;
        let grundy = |position: &Position| law?.grundy(game, position);
        self.draw(game, &wish.window(law)?, (law, &grundy), limits)
    }

    fn draw(
        &self,
        game: &Game,
        window: &Window,
        (law, grundy): (Option<&Verified>, &grundy::ByLaw<'_>),
        limits: &Limits,
    ) -> Result<Map, Fault> {
        let player = self.player;
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
            Show::Grundy => (
                grundy::values(game, window, grundy, limits)?,
                Meaning::Grundy,
            ),
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
        map.overlays = overlay::tokens(window);
        if let Some(law) = law.filter(|_| !self.no_law) {
            map.overlays
                .extend(overlay::shapes(&law.certificate().laws, window));
        }
        Ok(map)
    }
}

/// What `--json` prints; the fields' meanings are in `docs/json.md`.
pub fn map_object(map: &Map, game: &str, law: Option<&Verified>, written: Option<String>) -> Json {
    let axis = |axis: &Axis| json!({"name": axis.name, "first": axis.first, "step": axis.step});
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
        "game": game,
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

//! What questions have in common: the game asked about, for whom, and the position.

use std::sync::Arc;

use serde::Deserialize;
use whowins_analysis::Player;
use whowins_draw::Theme;
use whowins_views::player;

use crate::Desk;
use crate::games::Registered;
use crate::referees::Question;
use crate::refusal::Refusal;
use crate::request::short;

/// The fields that name a game, and who is to move there.
#[derive(Deserialize)]
pub struct Side {
    game: String,
    #[serde(default)]
    to_move: Option<String>,
}

impl Side {
    /// The game, and the player where one is named.
    ///
    /// # Errors
    ///
    /// 410 where the game is not known, 400 where it has no such player.
    pub fn read(&self, desk: &Desk) -> Result<(Arc<Registered>, Option<Player>), Refusal> {
        let game = desk.games.get(&self.game)?;
        let named = self.to_move.as_deref().filter(|name| !name.is_empty());
        let read = |name| {
            player(&game.game, short("to_move", name)?)
                .map_err(|message| Refusal::request(format!("to_move: {message}")))
        };
        let player = named.map(read).transpose()?;
        Ok((game, player))
    }
}

/// The fields that name a position: of the player named first where nobody is named.
#[derive(Deserialize)]
pub struct Place {
    #[serde(flatten)]
    side: Side,
    at: String,
}

impl Place {
    /// The position, read.
    ///
    /// # Errors
    ///
    /// As [`Side::read`]; 422 where the text is no position of the game.
    pub fn question(&self, desk: &Desk) -> Result<Question, Refusal> {
        let (game, player) = self.side.read(desk)?;
        let position = game
            .game
            .read(short("at", &self.at)?)
            .map_err(|error| Refusal::unfit("not-for-this-game", format!("at: {error}")))?;
        Ok(Question {
            game,
            position,
            player: player.unwrap_or(Player::First),
        })
    }
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// Dark letters on a light ground.
    #[default]
    Light,
    /// Light letters on a dark ground.
    Dark,
}

impl From<Ground> for Theme {
    fn from(ground: Ground) -> Self {
        match ground {
            Ground::Light => Self::Light,
            Ground::Dark => Self::Dark,
        }
    }
}

/// The fields that name a position of which a picture is wanted, on a light ground or a dark one.
#[derive(Deserialize)]
pub struct Pictured {
    #[serde(flatten)]
    place: Place,
    #[serde(default)]
    theme: Ground,
}

impl Pictured {
    /// The position, read, and the picture's colours.
    ///
    /// # Errors
    ///
    /// As [`Place::question`].
    pub fn question(&self, desk: &Desk) -> Result<(Question, Theme), Refusal> {
        Ok((self.place.question(desk)?, self.theme.into()))
    }
}

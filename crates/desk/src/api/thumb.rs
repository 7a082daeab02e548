//! `GET /api/thumb`: a small picture of a shipped game.

mod picture;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use picture::Picture;
use serde::Deserialize;
use whowins::catalogue::{self, Entry};
use whowins::core::random::Random;
use whowins::{first_position, legal_moves, shipped};
use whowins_analysis::{Game, Player, Position};
use whowins_draw::Theme;
use whowins_engine::Limits;
use whowins_views::{MapRequest, Show};

use super::asked::Ground;
use super::shipped::unknown;
use crate::Desk;
use crate::lanes::Lane;
use crate::limits;
use crate::refusal::Refusal;
use crate::request::{Answer, Keep, Request, short};

/// The query.
#[derive(Deserialize)]
pub struct Query {
    name: String,
    #[serde(default)]
    theme: Ground,
}

/// Cells a side of a thumb's map, and heaps of a strip's.
const CELLS: usize = 28;
/// Moves before the position that is drawn.
const MOVES: usize = 5;

/// Answers with a picture.
pub async fn thumb(desk: Arc<Desk>, request: Request) -> Result<Answer, Refusal> {
    let query: Query = request.fields()?;
    let name = short("name", &query.name)?.to_string();
    let theme = Theme::from(query.theme);
    let key = format!("thumb|{name}|{theme:?}");
    let picture = match desk.kept.get(&key) {
        Some(kept) => kept,
        None => {
            let draw = move |limits: &Limits| drawn(&name, theme, limits);
            let picture: Bytes = desk.run(Lane::Light, draw).await?.into();
            desk.kept.put(key, picture.clone(), picture.len() + 256);
            picture
        }
    };
    Ok(Answer::new("image/svg+xml", picture).kept(Keep::Seconds(86_400)))
}

fn drawn(name: &str, theme: Theme, limits: &Limits) -> Result<String, Refusal> {
    let shipped = shipped::named(name).ok_or_else(|| unknown(name))?;
    let Entry {
        rules,
        values,
        game,
        ..
    } = catalogue::entry(shipped)?;
    let picture = Picture::new(theme);
    let map = |size: String, width| {
        let short = limits
            .clone()
            .with_time(limits::LIGHT_TIME.min(Duration::from_secs(2)));
        let request = MapRequest {
            size: Some(size),
            from: None,
            slice: slice(&game),
            width,
            show: Show::Outcome,
            player: None,
            no_law: true,
            terminal: None,
        };
        request.fill(&rules, &values, &short).ok()
    };
    let start = played(&game, first_position(&rules, &game), name, limits);
    let drawing = match game.numbers() {
        Some(numbers) if numbers.variables.len() == 1 => {
            let width = 16;
            map((width * 16).to_string(), Some(width as u32)).map(|filled| (filled.map.cells, true))
        }
        None if game.codes().is_none() => None,
        _ => map(format!("{CELLS}x{CELLS}"), None)
            .map(|filled| (filled.map.cells, filled.map.downwards)),
    };
    Ok(match drawing {
        Some((cells, downwards)) => picture.plane(&cells, downwards),
        None => picture.position(&game, &start),
    })
}

/// A position some moves on, where there is more to be seen than at the start: on boards that are
/// empty at first, all would look alike. Which moves they are follows from the game's name.
fn played(game: &Game, start: Position, name: &str, limits: &Limits) -> Position {
    let mut random = Random(
        name.bytes()
            .fold(0, |sum, byte| sum * 31 % 65_521 + u64::from(byte)),
    );
    let moves = |at: &Position, player| legal_moves(game, at, player, limits).unwrap_or_default();
    let (mut options, mut at) = (moves(&start, Player::First), start);
    // Not so far that play comes to an end.
    let least = options.len().div_ceil(2);
    for _ in 0..MOVES {
        if options.is_empty() {
            break;
        }
        let next = options.swap_remove(random.below(options.len()));
        options = moves(&next.to, next.next);
        if options.len() < least {
            break;
        }
        at = next.to;
    }
    at
}

/// All variables but two at a small value.
fn slice(game: &Game) -> Vec<String> {
    let Some(numbers) = game.numbers() else {
        return Vec::new();
    };
    let rest = numbers.variables.iter().skip(2);
    rest.map(|variable| {
        format!(
            "{}={}",
            variable.name,
            variable.least.max(variable.most.unwrap_or(3).min(3))
        )
    })
    .collect()
}

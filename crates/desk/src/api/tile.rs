//! `GET /api/tile`.

use std::sync::Arc;

use bytes::Bytes;
use serde::Deserialize;
use whowins_engine::Limits;
use whowins_law::LawSource;
use whowins_views::Show;

use super::asked::Side;
use crate::Desk;
use crate::games::Registered;
use crate::lanes::Lane;
use crate::laws;
use crate::limits;
use crate::refusal::Refusal;
use crate::request::{Answer, Keep, Request, short};
use crate::tiles::far::{self, View, no_law};
use crate::tiles::near::{Near, sides};
use crate::tiles::plane::{Plane, number};
use crate::tiles::{Look, Place};

/// The query.
#[derive(Deserialize)]
pub struct Query {
    #[serde(flatten)]
    side: Side,
    level: u32,
    x: String,
    y: String,
    #[serde(default)]
    show: Show,
    #[serde(default)]
    slice: String,
}

/// A finished tile, or strip.
pub struct Tile {
    /// The values.
    pub pixels: Bytes,
    /// Whether each block was decided whole.
    pub exact: bool,
    /// Whether the law said so, and not a table.
    pub by_law: bool,
}

/// A question about one tile, read.
#[derive(Clone)]
struct Question {
    game: Arc<Registered>,
    plane: Plane,
    look: Look,
    place: Place,
}

impl Question {
    fn read(desk: &Desk, query: &Query) -> Result<Self, Refusal> {
        let (game, player) = query.side.read(desk)?;
        if query.level > limits::LEVEL {
            return Err(Refusal::request(format!(
                "levels go from 0 to {}",
                limits::LEVEL
            )));
        }
        let read = |text: &str| {
            number(text).ok_or_else(|| {
                Refusal::request(format!(
                    "a tile's number is a natural number of at most {} digits",
                    limits::DIGITS
                ))
            })
        };
        let place = Place {
            level: query.level,
            number: [read(&query.x)?, read(&query.y)?],
        };
        let plane = Plane::of(&game.game, short("slice", &query.slice)?)?;
        let look = Look {
            show: query.show,
            player,
        };
        Ok(Self {
            game,
            plane,
            look,
            place,
        })
    }

    /// What the table near 0 is kept under.
    fn table_key(&self) -> String {
        format!("{}|{:?}|{:?}", self.game.id, self.look, self.plane.slice)
    }

    fn key(&self) -> String {
        let [x, y] = &self.place.number;
        format!("tile|{}|{}|{x}|{y}", self.table_key(), self.place.level)
    }
}

/// Answers with a tile.
pub async fn tile(desk: Arc<Desk>, request: Request) -> Result<Answer, Refusal> {
    let question = Question::read(&desk, &request.fields()?)?;
    let key = question.key();
    let tile = match desk.kept.get(&key) {
        Some(kept) => Tile::unpacked(&kept),
        None => {
            let tile = find(&desk, question).await?;
            let packed = tile.packed();
            let bytes = packed.len() + 2 * key.len() + 128;
            desk.kept.put(key, packed, bytes);
            tile
        }
    };
    Ok(tile.answer())
}

/// Near 0 from a table, which grows as it is wanted; far out from the law.
async fn find(desk: &Arc<Desk>, question: Question) -> Result<Tile, Refusal> {
    let key = question.table_key();
    let (plane, place) = (&question.plane, &question.place);
    if let Some(table) = desk
        .tables
        .get(&key)
        .filter(|table| table.covers(plane, place))
    {
        return by_table(desk, table, place.clone()).await;
    }
    let wanted = sides(plane, place, question.look.show, None);
    let states = wanted.and_then(|sides| plane.states(sides));
    let within = |most: u64| states.is_some_and(|states| states <= most);
    let (tiny, small) = (within(limits::TINY), within(limits::NEAR));
    let mut sampled = None;
    if question.look.show == Show::Outcome && !tiny {
        // Where a table would do, nobody waits long for a law.
        let law = match small {
            true => laws::soon(desk, &question.game).await,
            false => Some(laws::of(desk, &question.game).await?),
        };
        if let Some(law) = law.filter(|law| law.known().is_some()) {
            match by_law(desk, law, question.clone()).await {
                Ok(tile) if tile.exact || wanted.is_none() => return Ok(tile),
                Ok(tile) => sampled = Some(tile),
                Err(refusal) if refusal.kind() == "no-law-there" && wanted.is_some() => {}
                Err(refusal) => return Err(refusal),
            }
        } else if wanted.is_none() {
            return Err(no_law());
        }
    }
    if wanted.is_none() {
        return Err(Refusal::unfit(
            "too-far",
            "this is too far for a table; go nearer to 0",
        ));
    }
    match (table(desk, &question).await, sampled) {
        (Ok(table), _) => by_table(desk, table, question.place).await,
        (Err(_), Some(tile)) => Ok(tile),
        (Err(refusal), None) => Err(refusal),
    }
}

async fn by_law(desk: &Desk, law: Arc<LawSource>, question: Question) -> Result<Tile, Refusal> {
    let tile = move |limits: &Limits| {
        let Question {
            game,
            plane,
            look,
            place,
        } = &question;
        let law = law.known().ok_or_else(no_law)?;
        let view = View {
            game,
            plane,
            law,
            look: *look,
        };
        let far = far::tile(view, place, limits)?;
        Ok(Tile {
            pixels: far.pixels.into(),
            exact: far.exact,
            by_law: true,
        })
    };
    desk.run(Lane::Light, tile).await
}

/// The table near 0 that covers a tile, made where it is not there yet: by one client, while the
/// others wait.
async fn table(desk: &Arc<Desk>, question: &Question) -> Result<Arc<Near>, Refusal> {
    let turn = desk.within(limits::WAIT, question.game.table.lock());
    let _turn = turn.await.ok_or_else(Refusal::full)?;
    let key = question.table_key();
    let known = desk.tables.get(&key);
    let (plane, place) = (&question.plane, &question.place);
    if let Some(table) = known.as_ref().filter(|table| table.covers(plane, place)) {
        return Ok(Arc::clone(table));
    }
    let before = known.map(|table| table.sides);
    let sides = sides(plane, place, question.look.show, before).ok_or_else(no_law)?;
    let tiny = plane
        .states(sides)
        .is_some_and(|states| states <= limits::TINY);
    let lane = if tiny { Lane::Light } else { Lane::Table };
    let asked = question.clone();
    let made = desk.run(lane, move |limits| {
        let Question {
            game, plane, look, ..
        } = &asked;
        Near::make(game, plane, *look, sides, limits)
    });
    let made = Arc::new(made.await?);
    desk.tables.put(key, Arc::clone(&made), made.bytes());
    Ok(made)
}

async fn by_table(desk: &Desk, table: Arc<Near>, place: Place) -> Result<Tile, Refusal> {
    let cut = desk.run(Lane::Light, move |_| Ok(table.tile(&place)));
    Ok(Tile {
        pixels: cut.await?.into(),
        exact: true,
        by_law: false,
    })
}

impl Tile {
    /// The pixels with a last byte for the rest.
    pub fn packed(&self) -> Bytes {
        let mut all = self.pixels.to_vec();
        all.push(u8::from(self.exact) | u8::from(self.by_law) << 1);
        all.into()
    }

    /// What was packed.
    pub fn unpacked(kept: &Bytes) -> Self {
        let (last, pixels) = (
            kept.last().copied().unwrap_or(0),
            kept.len().saturating_sub(1),
        );
        Self {
            pixels: kept.slice(..pixels),
            exact: last & 1 != 0,
            by_law: last & 2 != 0,
        }
    }

    /// The answer.
    pub fn answer(self) -> Answer {
        let exact = if self.exact { "yes" } else { "sampled" };
        let by = if self.by_law { "law" } else { "table" };
        Answer::new("application/octet-stream", self.pixels)
            .kept(Keep::Seconds(3600))
            .saying("x-whowins-exact", exact)
            .saying("x-whowins-by", by)
    }
}

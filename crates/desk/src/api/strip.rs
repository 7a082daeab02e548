//! `GET /api/strip`: the heaps of a game of one heap, one after the other.

use std::sync::Arc;

use bytes::Bytes;
use dashu_int::UBig;
use serde::Deserialize;
use whowins_analysis::Position;
use whowins_draw::BLANK;
use whowins_engine::Limits;
use whowins_law::LawSource;
use whowins_views::{MapRequest, Show};

use super::asked::Side;
use super::tile::Tile;
use crate::Desk;
use crate::games::Registered;
use crate::lanes::Lane;
use crate::laws;
use crate::limits;
use crate::referees::price;
use crate::refusal::Refusal;
use crate::request::{Answer, Request};
use crate::tiles::far::{class, no_law};
use crate::tiles::plane::number;
use crate::tiles::{Look, NOTHING};

/// The query.
#[derive(Deserialize)]
pub struct Query {
    #[serde(flatten)]
    side: Side,
    from: String,
    count: usize,
    #[serde(default)]
    show: Show,
}

/// Heaps up to here are worked out by a light thread, where no other strategy than a law is as dear
/// as sums without Grundy values are.
const NEAR: u64 = 1 << 15;

/// Answers with one number a heap.
pub async fn strip(desk: Arc<Desk>, request: Request) -> Result<Answer, Refusal> {
    let query: Query = request.fields()?;
    let (game, player) = query.side.read(&desk)?;
    let numbers = game.game.numbers();
    let one = numbers.is_some_and(|numbers| numbers.variables.len() == 1);
    if !one && game.game.codes().is_none() {
        return Err(Refusal::unfit(
            "not-for-this-game",
            "strips are of games of one heap",
        ));
    }
    if !(1..=limits::STRIP).contains(&query.count) {
        return Err(Refusal::request(format!(
            "count goes from 1 to {}",
            limits::STRIP
        )));
    }
    let from = number(&query.from)
        .ok_or_else(|| Refusal::request("from is a natural number in decimal digits"))?;
    let look = Look {
        show: query.show,
        player,
    };
    let key = format!("strip|{}|{look:?}|{from}|{}", game.id, query.count);
    let strip = match desk.kept.get(&key) {
        Some(kept) => Tile::unpacked(&kept),
        None => {
            let strip = find(&desk, game, look, from, query.count).await?;
            let packed = strip.packed();
            let bytes = packed.len() + 2 * key.len() + 128;
            desk.kept.put(key, packed, bytes);
            strip
        }
    };
    Ok(strip.answer())
}

async fn find(
    desk: &Arc<Desk>,
    game: Arc<Registered>,
    look: Look,
    from: UBig,
    count: usize,
) -> Result<Tile, Refusal> {
    let end = u64::try_from(&(&from + UBig::from(count))).ok();
    let last = UBig::from(end.unwrap_or(NEAR).saturating_sub(1));
    let near = end.is_some_and(|end| end <= NEAR)
        && price(&game.game, &heap(&game, last)) <= limits::CHEAP;
    if look.show == Show::Outcome && !near {
        let law = laws::of(desk, &game).await?;
        if law.known().is_some() {
            let (game, from) = (Arc::clone(&game), from.clone());
            let read = move |limits: &Limits| by_law(&game, &law, look, &from, count, limits);
            match desk.run(Lane::Light, read).await {
                Err(refusal) if refusal.kind() == "no-law-there" => {}
                done => return done,
            }
        }
        if end.is_none_or(|end| end > limits::HEAPS) {
            return Err(no_law());
        }
    }
    if end.is_none_or(|end| end > limits::HEAPS) {
        return Err(Refusal::unfit(
            "too-far",
            "this is too far for a table; go nearer to 0",
        ));
    }
    let lane = if near { Lane::Light } else { Lane::Table };
    let fill = move |limits: &Limits| by_table(&game, look, &from, count, limits);
    desk.run(lane, fill).await
}

/// The position of one heap.
fn heap(game: &Registered, heap: UBig) -> Position {
    match game.game.numbers() {
        Some(_) => Position::tuple([heap]),
        None => Position::list(Some(heap).filter(|heap| *heap != UBig::ZERO)),
    }
}

fn by_law(
    game: &Registered,
    law: &LawSource,
    look: Look,
    from: &UBig,
    count: usize,
    limits: &Limits,
) -> Result<Tile, Refusal> {
    let law = law.known().ok_or_else(no_law)?;
    let mut pixels = Vec::with_capacity(count);
    for at in 0..count {
        if at % 1024 == 0 {
            limits.check()?;
        }
        let number = from + UBig::from(at);
        if let Some(numbers) = game.game.numbers() {
            let variable = &numbers.variables[0];
            let most = variable.most.map(|most| UBig::from(most.unsigned_abs()));
            let least = UBig::from(variable.least.unsigned_abs());
            if number < least || most.is_some_and(|most| number > most) {
                pixels.push(NOTHING);
                continue;
            }
        }
        let values = law.values(&game.game, &heap(game, number));
        let values = values.ok_or_else(no_law)?;
        pixels.push(class(values, look.player));
    }
    Ok(Tile {
        pixels: pixels.into(),
        exact: true,
        by_law: true,
    })
}

fn by_table(
    game: &Registered,
    look: Look,
    from: &UBig,
    count: usize,
    limits: &Limits,
) -> Result<Tile, Refusal> {
    let (least, most) = match game.game.numbers() {
        Some(numbers) => {
            let variable = &numbers.variables[0];
            (
                UBig::from(variable.least.unsigned_abs()),
                variable.most.map(|most| UBig::from(most.unsigned_abs())),
            )
        }
        None => (UBig::ZERO, None),
    };
    let skipped = match least > *from {
        true => usize::try_from(&(&least - from))
            .unwrap_or(count)
            .min(count),
        false => 0,
    };
    let mut values = vec![BLANK; count];
    let first = from + UBig::from(skipped);
    if skipped < count && most.is_none_or(|most| first <= most) {
        let request = MapRequest {
            size: Some((count - skipped).to_string()),
            from: Some(first.to_string()),
            slice: Vec::new(),
            width: u32::try_from(count - skipped).ok(),
            show: look.show,
            player: look.player,
            no_law: true,
            terminal: None,
        };
        let filled = request.fill(&game.rules, &game.values, limits)?;
        for (at, value) in values[skipped..].iter_mut().enumerate() {
            *value = filled.map.cells.get(at, 0);
        }
    }
    let pixels: Bytes = match look.show {
        Show::Outcome => values
            .iter()
            .map(|value| u8::try_from(*value).unwrap_or(NOTHING))
            .collect(),
        Show::Grundy | Show::Remoteness => values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect(),
    };
    Ok(Tile {
        pixels,
        exact: true,
        by_law: false,
    })
}

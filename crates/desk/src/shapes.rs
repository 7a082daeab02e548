//! The law as shapes over the picture, in positions' coordinates.

use dashu_int::UBig;
use dashu_int::ops::SquareRoot;
use serde_json::{Value, json};
use whowins_analysis::Game;
use whowins_verify::rows::Functional;
use whowins_verify::{Law, Verified};
use whowins_views::repeats;

/// Decimal places of a slope: enough for lines far out.
const PLACES: usize = 40;

/// The shapes of the first law that has any.
pub fn of(law: &Verified, game: &Game) -> Vec<Value> {
    let laws = law.certificate().laws.iter();
    let mut shapes = laws.map(|law| one(law, game));
    shapes.find(|shapes| !shapes.is_empty()).unwrap_or_default()
}

fn one(law: &Law, game: &Game) -> Vec<Value> {
    let line = |through: [u64; 2], slope: Value, from: u64, words: &str| {
        json!({
            "kind": "line",
            "through": through.map(|number| number.to_string()),
            "slope": slope,
            "from": from.to_string(),
            "words": words,
        })
    };
    match law {
        Law::Beatty(law) => {
            let words = match law.t {
                1 => "two rays of slope φ and 1/φ, φ = (1 + √5)/2".to_string(),
                t => format!(
                    "two rays of slope β/α and α/β, α = (√{} - {})/2, β = α + {t}",
                    t * t + 4,
                    t - 2
                ),
            };
            slopes(law.t)
                .into_iter()
                .map(|slope| line([0, 0], slope.into(), 0, &words))
                .collect()
        }
        Law::Directional(law) => {
            let [dx, dy] = law.direction;
            let words = format!(
                "the same along ({dx}, {dy}) from ({}, {}) on",
                law.from[0], law.from[1]
            );
            let mut shapes = vec![json!({
                "kind": "direction",
                "direction": [dx.to_string(), dy.to_string()],
                "from": law.from.map(|number| number.to_string()),
                "words": words,
            })];
            if dx > 0 {
                let slope = json!([dy, dx]);
                shapes.push(line(law.from, slope, law.from[0], &words));
            }
            shapes
        }
        Law::Constant(law) => match (law.direction.as_slice(), law.from.as_slice()) {
            (&[dx, dy], &[x, y]) if dx > 0 => {
                let words = format!("the same along ({dx}, {dy}) from ({x}, {y}) on");
                let from = [x, y].map(|number| number.unsigned_abs());
                vec![
                    json!({
                        "kind": "direction",
                        "direction": [dx.to_string(), dy.to_string()],
                        "from": from.map(|number| number.to_string()),
                        "words": words,
                    }),
                    line(from, json!([dy, dx]), from[0], &words),
                ]
            }
            _ => Vec::new(),
        },
        Law::Product(law) => {
            let texts =
                |numbers: &[u64]| -> Vec<String> { numbers.iter().map(u64::to_string).collect() };
            let periods = texts(&law.periods).join(" by ");
            vec![json!({
                "kind": "product",
                "preperiods": texts(&law.preperiods),
                "periods": texts(&law.periods),
                "words": format!("one period: {periods}"),
            })]
        }
        Law::Functional(law) => weights(law, game).into_iter().collect(),
        other => period(other).into_iter().collect(),
    }
}

/// The period of a law of one heap.
fn period(law: &Law) -> Option<Value> {
    let (preperiod, period) = repeats(law)?;
    Some(json!({
        "kind": "period",
        "preperiod": preperiod.to_string(),
        "period": period.to_string(),
        "words": format!("period {period}, from {preperiod} on"),
    }))
}

/// β/α and α/β of the pair with β = α + t, α = (2 - t + √(t² + 4))/2, to many places.
fn slopes(t: u64) -> [String; 2] {
    let one = UBig::from(10u8).pow(PLACES);
    let t = UBig::from(t);
    // Twice each, scaled: 2α = √(t² + 4) + 2 - t, 2β = √(t² + 4) + 2 + t.
    let root = ((&t * &t + UBig::from(4u8)) * &one * &one).sqrt();
    let two = UBig::from(2u8) * &one;
    let beta = &root + &two + &t * &one;
    let alpha = root + two - &t * &one;
    [(&beta, &alpha), (&alpha, &beta)].map(|(top, bottom)| {
        let scaled = top * &one / bottom;
        let (whole, rest) = (&scaled / &one, &scaled % &one);
        format!("{whole}.{:0>PLACES$}", rest.to_string())
    })
}

/// Where a row's law counts symbols modulo 2 by their distance from the right end: which distances
/// count.
fn weights(law: &Functional, game: &Game) -> Option<Value> {
    let board = game.board()?;
    let right = law.tails.right;
    let blind = [law.tails.up, law.tails.down, law.tails.left]
        .iter()
        .all(|tail| tail.classes() == 1);
    if !board.row || law.modulus != 2 || right.preperiod > 0 || !blind || law.lines.is_some() {
        return None;
    }
    let symbols: Vec<Value> = (board.alphabet.iter().zip(&law.weights))
        .filter(|(_, weights)| weights.iter().any(|weight| weight % 2 == 1))
        .map(|(symbol, weights)| {
            let at: Vec<usize> = (1..)
                .zip(weights)
                .filter(|(_, w)| *w % 2 == 1)
                .map(|(at, _)| at)
                .collect();
            json!({"symbol": symbol.to_string(), "period": right.period, "at": at})
        })
        .collect();
    Some(json!({
        "kind": "weights",
        "modulus": law.modulus,
        "symbols": symbols,
        "words": "cells that count: who wins is whether their number is even or odd",
    }))
}

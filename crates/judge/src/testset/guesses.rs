//! Wrong solutions from common guesses, or from a law with a mistake.

use dashu_int::UBig;
use dashu_int::ops::SquareRoot;
use whowins::analysis::{Game, Player, Position, Value};
use whowins::engine::Limits;
use whowins::legal_moves;
use whowins::verify::Law;
use whowins::verify::heap::Periodic;

/// A solution that returns the winner for a position, or `None` if it has no answer.
pub(super) type Guess<'g> = Box<dyn FnMut(&Position) -> Option<Value> + 'g>;

/// Returns the numbers of a position as machine words.
fn words(position: &Position) -> Option<Vec<u64>> {
    let all = position.elements().iter();
    all.map(|one| u64::try_from(one).ok()).collect()
}

fn won(won: bool) -> Option<Value> {
    Some(if won { Value::Win } else { Value::Loss })
}

/// Returns solutions from common guesses, or from the law with a mistake.
pub(super) fn guesses<'g>(
    game: &'g Game,
    player: Player,
    laws: &'g [Law],
    limits: &'g Limits,
) -> Vec<(String, Guess<'g>)> {
    let mut all: Vec<(String, Guess<'g>)> = Vec::new();
    let mut add = |what: &str, guess: Guess<'g>| all.push((what.to_string(), guess));
    let value = move |law: &Law, position: &Position| {
        Some(law.claim().values(game, position)?[player.index()])
    };
    let numbers = game.numbers().map(|numbers| numbers.variables.len());
    match numbers {
        Some(_) => add(
            "parity: the sum of the numbers is odd",
            Box::new(|position| won(words(position)?.iter().fold(0, |sum, n| sum ^ (n & 1)) == 1)),
        ),
        None if game.codes().is_some() => add(
            "parity: the number of heaps is odd",
            Box::new(|position| won(words(position)?.len() % 2 == 1)),
        ),
        None => {}
    }
    if game.board().is_some() {
        add(
            "parity: the number of cells that are not of the first symbol is odd",
            Box::new(|position| {
                let cells = position.cells()?;
                won(cells.iter().filter(|cell| **cell != 0).count() % 2 == 1)
            }),
        );
    }
    if numbers.is_some() || game.codes().is_some() {
        add(
            "greedy: both players take as much as they can",
            Box::new(move |position| greedy(game, position, player, limits)),
        );
    }
    for law in laws {
        if numbers.is_some_and(|count| count >= 2) {
            add(
                "the first row forgotten: with a first number of 0 the player to move loses",
                Box::new(move |position| match words(position)?.first()? {
                    0 => Some(Value::Loss),
                    _ => value(law, position),
                }),
            );
        }
        match law {
            Law::Periodic(law) => periodic(law, game, player, &mut add),
            Law::GuySmith(law) => {
                let values: Vec<u64> = law.values.iter().map(|value| u64::from(*value)).collect();
                table(&values, law.preperiod, law.period, &mut add);
            }
            Law::Beatty(law) => beatty(law.t, &mut add),
            _ => {}
        }
    }
    all
}

/// Returns the winner if both players always take as much as possible in total. Returns `None` if
/// the game is too long.
fn greedy(game: &Game, position: &Position, player: Player, limits: &Limits) -> Option<Value> {
    let (mut at, mut to_move) = (position.clone(), player);
    let mut moves = 0;
    loop {
        let sum = |position: &Position| words(position).map(|all| all.iter().sum::<u64>());
        if sum(&at)? > 200 || moves > 200 {
            return None;
        }
        let all = legal_moves(game, &at, to_move, limits).ok()?;
        let Some(least) = all.into_iter().min_by_key(|one| sum(&one.to)) else {
            return won(moves % 2 == 1);
        };
        (at, to_move) = (least.to, least.next);
        moves += 1;
    }
}

/// Returns a period that the first terms suggest.
fn guessed(outcomes: &[Value]) -> Option<usize> {
    (1..=outcomes.len() / 2).find(|period| {
        outcomes
            .iter()
            .zip(&outcomes[*period..])
            .all(|(a, b)| a == b)
    })
}

fn periodic<'g>(
    law: &'g Periodic,
    game: &'g Game,
    player: Player,
    add: &mut dyn FnMut(&str, Guess<'g>),
) {
    use whowins::verify::Claim;
    let at = move |heap: u64| {
        let position = Position::tuple([heap]);
        Some(law.values(game, &position)?[player.index()])
    };
    let heap = |position: &Position| words(position)?.first().copied();
    add(
        "the period one too long",
        Box::new(move |position| {
            let n = heap(position)?;
            let small = law.preperiod + law.period;
            at(if n < small {
                n
            } else {
                law.preperiod + (n - law.preperiod) % (law.period + 1)
            })
        }),
    );
    if law.preperiod > 0 {
        add(
            "the period from the start, the beginning forgotten",
            Box::new(move |position| at(law.preperiod + heap(position)? % law.period)),
        );
    }
    for terms in [10, 20, 50] {
        let outcomes: Option<Vec<Value>> = (0..terms).map(at).collect();
        if let Some(period) = outcomes.as_deref().and_then(guessed) {
            add(
                &format!("the period {period} guessed from {terms} terms"),
                Box::new(move |position| at(heap(position)? % period as u64)),
            );
        }
    }
}

fn table<'g>(values: &[u64], preperiod: u64, period: u64, add: &mut dyn FnMut(&str, Guess<'g>)) {
    let own = values.to_vec();
    let place = move |heap: u64| {
        if heap < preperiod + period {
            heap
        } else {
            preperiod + (heap - preperiod) % period
        }
    };
    let sum = move |values: &[u64], of: &dyn Fn(u64) -> u64, position: &Position| {
        let mut sum = 0;
        for heap in words(position)? {
            sum ^= values.get(of(heap) as usize)?;
        }
        won(sum != 0)
    };
    let values = own.clone();
    if preperiod > 0 {
        add(
            &format!("period {period} from the start"),
            Box::new(move |position| {
                sum(
                    &values,
                    &|heap| preperiod + (heap + period - preperiod % period) % period,
                    position,
                )
            }),
        );
    }
    let values = own.clone();
    add(
        "the heaps' values added, not their nim-sum",
        Box::new(move |position| {
            let all = words(position)?
                .into_iter()
                .map(|heap| values.get(place(heap) as usize).copied());
            let all: Option<Vec<u64>> = all.collect();
            won(all?.iter().any(|value| *value != 0))
        }),
    );
    for terms in [20usize, 50] {
        let first: Vec<u64> = (0..terms as u64)
            .filter_map(|heap| own.get(place(heap) as usize).copied())
            .collect();
        let period =
            (1..=terms / 2).find(|period| first.iter().zip(&first[*period..]).all(|(a, b)| a == b));
        if let Some(period) = period {
            add(
                &format!("the period {period} guessed from {terms} terms"),
                Box::new(move |position| sum(&first, &|heap| heap % period as u64, position)),
            );
        }
    }
}

/// Adds guesses for the k-th Beatty pair of t-Wythoff's game in other arithmetics.
fn beatty<'g>(t: u64, add: &mut dyn FnMut(&str, Guess<'g>)) {
    let pair = move |position: &Position| {
        let [x, y] = words(position)?[..] else {
            return None;
        };
        Some((x.min(y), x.max(y) - x.min(y), x > y))
    };
    let exact = move |small: u64, gap: u64| {
        let k = u128::from(gap / t);
        let root = (UBig::from((u128::from(t) * u128::from(t) + 4) * k) * UBig::from(k)).sqrt();
        let twice = u128::try_from(&root).ok()? + (2 * k).saturating_sub(u128::from(t) * k);
        Some(gap.is_multiple_of(t) && twice / 2 == u128::from(small) && t <= 2)
    };
    let alpha = (2.0 - t as f64 + ((t * t + 4) as f64).sqrt()) / 2.0;
    add(
        "floor(k * alpha) in single precision",
        Box::new(move |position| {
            let (small, gap, _) = pair(position)?;
            let k = (gap / t) as f32;
            won(!gap.is_multiple_of(t) || (k * alpha as f32) as u64 != small)
        }),
    );
    add(
        "floor(k * alpha) in double precision",
        Box::new(move |position| {
            let (small, gap, _) = pair(position)?;
            won(!gap.is_multiple_of(t) || ((gap / t) as f64 * alpha) as u64 != small)
        }),
    );
    add(
        "alpha rounded to three places",
        Box::new(move |position| {
            let (small, gap, _) = pair(position)?;
            let rounded = (alpha * 1000.0).round() / 1000.0;
            won(!gap.is_multiple_of(t) || ((gap / t) as f64 * rounded) as u64 != small)
        }),
    );
    add(
        "k * alpha rounded, not cut off",
        Box::new(move |position| {
            let (small, gap, _) = pair(position)?;
            won(!gap.is_multiple_of(t) || ((gap / t) as f64 * alpha).round() as u64 != small)
        }),
    );
    add(
        "swapped coordinates: the first number taken for the smaller",
        Box::new(move |position| {
            let (small, gap, turned) = pair(position)?;
            won(turned || !exact(small, gap)?)
        }),
    );
}

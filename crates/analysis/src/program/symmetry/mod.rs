//! Symmetries of a term: places of its parts that may change with each other, and play is the same.
//!
//! The term is carried out on cells that are not known, as far as its choices, loops and folds have
//! numbers that are: so every way through a turn is a condition and what is written, every end a
//! condition and what it pays, in normal forms that do not know in which order a sum, a conjunction
//! or a choice was written (`form.rs`). Places are tried that boards, rows and rings have as
//! symmetries, and each two neighbours; what makes the same ways and ends of them is a symmetry:
//! the states after a state's image are the images of the states after it, and so is what is paid.
//! So a state and its image are worth the same, after the same number of moves (an automorphism of
//! the graph of play).

mod form;
mod run;

use std::collections::HashMap;

use whowins_core::{Game, State};

use crate::Setting;
use form::{Foreign, Forms, Id, Place};
use run::{Run, Said, Way};

/// Cells with more values are not told value by value.
const FEW: u64 = 16;
/// Of states with more cells nothing is looked for.
const CELLS: usize = 256;
/// So many symmetries are enough.
const MOST: usize = 16;

/// The symmetries of a game, as it is played from some state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symmetries {
    /// For each symmetry but the one that changes nothing, for each part, where each of its
    /// elements goes. Together they are a group, if there are no more than 16.
    pub moved: Vec<Vec<Vec<usize>>>,
    /// Parts whose elements may change places as they like.
    pub alike: Vec<usize>,
}

/// The symmetries of a game as it is played from a state: none where the term asks or writes at
/// places that hang on large numbers, changes lengths, or has too many ways, and of states of more
/// than 256 cells.
///
/// ```
/// use whowins_analysis::program::symmetries;
/// use whowins_core::Game;
///
/// let nim: Game = "(game nim (part turn 0 1) (part heap 0 -) (start (0) (3 4 5))
///     ; A move makes one heap smaller.
///     (tier (choose i 0 (len heap) (choose k 1 (+ (get heap i) 1)
///         ; It takes k from heap i.
///         (seq (set heap i (- (get heap i) k)) (set turn (- 1 turn))))))
///     (stuck (if turn 1 -1)))".parse()?;
/// assert_eq!(symmetries(&nim, &nim.starts[0]).alike, [1]);
/// # Ok::<(), whowins_core::ReadError>(())
/// ```
///
/// At most 2^17 steps and 2^15 forms.
pub fn symmetries(game: &Game, state: &State) -> Symmetries {
    found(game, state).unwrap_or_default()
}

fn found(game: &Game, state: &State) -> Result<Symmetries, Foreign> {
    let setting = Setting::new(game, state);
    let cells = (0..state.len()).filter(|part| !setting.constant[*part]);
    if cells.map(|part| state[part].len()).sum::<usize>() > CELLS {
        return Err(Foreign);
    }
    let small = |part: &whowins_core::Part| {
        let least = i64::try_from(&part.least).ok()?;
        let most = i64::try_from(part.most.as_ref()?).ok()?;
        let count = most.checked_sub(least)?.checked_add(1)?;
        let count = u64::try_from(count).ok().filter(|count| *count <= FEW)?;
        Some((least, count as usize))
    };
    let forms = Forms::new(game.parts.iter().map(small).collect());
    let mut run = Run::new(&setting, state, forms)?;
    let said = run.said()?;
    let mut all = Symmetries::default();
    let changing = |part: &usize| !setting.constant[*part] && state[*part].len() > 1;
    let mut lengths: Vec<usize> = (1..state.len())
        .filter(changing)
        .map(|part| state[part].len())
        .collect();
    lengths.sort_unstable();
    lengths.dedup();
    for length in lengths {
        let parts: Vec<usize> = (1..state.len())
            .filter(|part| changing(part) && state[*part].len() == length)
            .collect();
        let mut is_one = |places: &[usize]| {
            let to = |place: Place| match parts.contains(&(place.part as usize)) {
                true => Place {
                    at: places[place.at as usize] as u32,
                    ..place
                },
                false => place,
            };
            is_symmetry(&mut run.forms, &said, &to)
        };
        if let [part] = parts.as_slice()
            && swaps(length).all(|places| is_one(&places))
        {
            all.alike.push(*part);
            continue;
        }
        let identity: Vec<usize> = (0..length).collect();
        let mut group = vec![identity];
        for places in candidates(length) {
            if group.len() <= MOST && !group.contains(&places) && is_one(&places) {
                close(&mut group, places);
            }
        }
        let whole = |places: &Vec<usize>| -> Vec<Vec<usize>> {
            let own = |part: usize| match parts.contains(&part) {
                true => places.clone(),
                false => (0..state[part].len()).collect(),
            };
            (0..state.len()).map(own).collect()
        };
        let others = group.iter().skip(1).take(MOST - 1);
        all.moved.extend(others.map(whole));
    }
    // Symmetries of parts of several lengths are not put together.
    all.moved.truncate(MOST - 1);
    Ok(all)
}

/// Each two neighbours change places.
fn swaps(length: usize) -> impl Iterator<Item = Vec<usize>> {
    (1..length).map(move |at| {
        let mut places: Vec<usize> = (0..length).collect();
        places.swap(at - 1, at);
        places
    })
}

/// Where the elements of a list go that is a row, a ring, or a board of so many rows and columns,
/// when that is turned or mirrored.
fn candidates(length: usize) -> Vec<Vec<usize>> {
    let all = 0..length;
    let mut found = vec![
        all.clone().rev().collect(),
        all.clone().map(|at| (at + 1) % length).collect(),
    ];
    for rows in (2..=length / 2).filter(|rows| length.is_multiple_of(*rows)) {
        let columns = length / rows;
        let place = |at: usize| (at / columns, at % columns);
        let by = |of: &dyn Fn(usize, usize) -> usize| -> Vec<usize> {
            all.clone().map(|at| of(place(at).0, place(at).1)).collect()
        };
        found.push(by(&|row, column| row * columns + columns - 1 - column));
        found.push(by(&|row, column| (rows - 1 - row) * columns + column));
        if rows == columns {
            found.push(by(&|row, column| column * columns + row));
            found.push(by(&|row, column| {
                (columns - 1 - column) * columns + rows - 1 - row
            }));
        }
    }
    found
}

/// The group of what is there and one more, as far as it is small.
fn close(group: &mut Vec<Vec<usize>>, one: Vec<usize>) {
    let after = |x: &[usize], y: &[usize]| -> Vec<usize> { x.iter().map(|at| y[*at]).collect() };
    let mut next = vec![one];
    while let Some(one) = next.pop() {
        if group.contains(&one) || group.len() > MOST {
            continue;
        }
        for other in &*group {
            next.extend([after(&one, other), after(other, &one)]);
        }
        next.push(after(&one, &one));
        group.push(one);
    }
}

/// Whether all that a term says is the same of other places.
fn is_symmetry(forms: &mut Forms, said: &Said, to: &dyn Fn(Place) -> Place) -> bool {
    let mut known = HashMap::new();
    let mut moved = |forms: &mut Forms, id: Id| forms.moved(id, to, &mut known);
    let mut same = || -> Result<bool, Foreign> {
        for (when, pays) in &said.ends {
            if moved(forms, *when)? != *when || moved(forms, *pays)? != *pays {
                return Ok(false);
            }
        }
        for tier in &said.tiers {
            let mut ways = Vec::with_capacity(tier.len());
            for way in tier {
                let mut writes = Vec::with_capacity(way.writes.len());
                for (place, value) in &way.writes {
                    writes.push((to(*place), moved(forms, *value)?));
                }
                writes.sort_unstable();
                ways.push(Way {
                    when: moved(forms, way.when)?,
                    writes,
                    ..*way
                });
            }
            ways.sort_unstable();
            ways.dedup();
            if ways != *tier {
                return Ok(false);
            }
        }
        Ok(true)
    };
    same().unwrap_or(false)
}

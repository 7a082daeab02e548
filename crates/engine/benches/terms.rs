//! Compiled core terms beside the same games in plain Rust: `cargo bench -p whowins-engine --bench
//! terms`.
//!
//! States along random plays, all their successors handed out; checked to be the same, in the same
//! order, before anything is measured. And the exact meaning beside the compiled code.

#![allow(missing_docs)]

#[path = "baselines/terms.rs"]
mod baseline;
mod common;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::Path;

use common::{Case, asked, processor_time, rates};
use dashu_int::IBig;
use whowins_core::random::Random;
use whowins_core::{Budget, Game, State};
use whowins_engine::compiled::{Flat, Machine, Packed, Program, Turn};

type Failure = Box<dyn std::error::Error>;

/// States that are measured, each so many times.
const STATES: usize = 3000;
const ROUNDS: usize = 30;

fn main() -> Result<(), Failure> {
    for (name, turn) in baseline::GAMES {
        if !asked(name) {
            continue;
        }
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/games");
        let text = std::fs::read_to_string(file.join(format!("{name}.core")))?;
        let game: Game = text.parse()?;
        let program = Program::new(&game, &game.starts[0]).ok_or("it is not compiled")?;
        let states = plays(&game, &program);
        let plain: Vec<Vec<i8>> = states.iter().map(flat).collect();
        for (state, plain) in states.iter().zip(&plain) {
            let mut wanted = Vec::new();
            let pays = turn(plain, &mut |next| wanted.push(next.to_vec()));
            let mut found = Vec::new();
            let made = program.turn(&mut loaded(&program, state), &Budget::OPEN, &mut |next| {
                found.push(flat(&program.state(next)));
                ControlFlow::Continue(())
            });
            let made = match made.map_err(|_| "it left the words")? {
                Turn::Over(pays) | Turn::Stuck(pays) => Some(pays),
                Turn::Moves => None,
            };
            assert_eq!((found, made), (wanted, pays), "{name} at {state:?}");
        }
        let amount = (states.len() * ROUNDS) as f64;
        let quick = match Flat::<u64>::new(&game, &game.starts[0], None) {
            Some(code) => on_one_word(&code, &states, amount),
            None => on_cells(&program, &states, amount),
        };
        let slow = rates(amount, || {
            let work = || {
                for _ in 0..ROUNDS {
                    for state in &plain {
                        black_box(turn(state, &mut |next| {
                            black_box(next);
                        }));
                    }
                }
            };
            processor_time(work).0
        });
        Case {
            family: "terms",
            name: &format!("{name}: states with all their moves"),
            size: &format!("{} states of random plays", states.len()),
            unit: "states/CPU-s",
        }
        .print(&quick, "the game in plain Rust", &slow);
    }
    Ok(())
}

/// States a second by the code for states in one word.
fn on_one_word(code: &Flat<u64>, states: &[State], amount: f64) -> Vec<f64> {
    let words: Option<Vec<u64>> = states.iter().map(|state| code.word(state)).collect();
    let words = words.expect("states of the code");
    let (mut memory, budget) = (code.memory(), Budget::OPEN);
    rates(amount, || {
        let work = || {
            for _ in 0..ROUNDS {
                for word in &words {
                    let turn = code.turn(&mut memory, *word, &budget, &mut |next, _| {
                        black_box(next);
                        ControlFlow::Continue(())
                    });
                    black_box(turn.is_ok());
                }
            }
        };
        processor_time(work).0
    })
}

/// The same by the code for all others.
fn on_cells(program: &Program, states: &[State], amount: f64) -> Vec<f64> {
    let packed: Vec<Box<[u8]>> = states
        .iter()
        .map(|state| Packed::pack(program, &loaded(program, state)))
        .collect();
    let (mut machine, budget) = (program.machine(), Budget::OPEN);
    rates(amount, || {
        let work = || {
            for _ in 0..ROUNDS {
                for state in &packed {
                    state.unpack(program, &mut machine);
                    let turn = program.turn(&mut machine, &budget, &mut |next| {
                        black_box(next);
                        ControlFlow::Continue(())
                    });
                    black_box(turn.is_ok());
                }
            }
        };
        processor_time(work).0
    })
}

/// The parts that moves write, one after the other.
fn flat(state: &State) -> Vec<i8> {
    let words = state.iter().flatten();
    words
        .map(|word| i8::try_from(word).expect("a small number"))
        .collect()
}

fn loaded(program: &Program, state: &State) -> Machine {
    let mut machine = program.machine();
    assert!(program.load(state, &mut machine));
    machine
}

/// States along random plays, each with a turn of the first or second player.
fn plays(game: &Game, program: &Program) -> Vec<State> {
    let mut random = Random(17);
    let mut all = Vec::new();
    let mut state = game.starts[0].clone();
    while all.len() < STATES {
        let mut options = Vec::new();
        let _ = program.turn(&mut loaded(program, &state), &Budget::OPEN, &mut |next| {
            options.push(program.state(next));
            ControlFlow::Continue(())
        });
        all.push(state);
        state = match options.len() {
            0 => game.starts[0].clone(),
            number => options.swap_remove(random.below(number)),
        };
    }
    debug_assert!(
        all.iter()
            .flatten()
            .flatten()
            .all(|word| *word < IBig::from(128))
    );
    all
}

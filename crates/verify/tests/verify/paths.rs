//! Paths of terms over numbers, held to the exact meaning of the terms: on random games and small
//! positions.

use std::collections::BTreeSet;

use dashu_int::{IBig, UBig};
use whowins_analysis::paths::{Constraint, Digits, Form, Layout, Paths, Refusal, ended, is_option};
use whowins_automata::{Limits, NumerationSystem, System, Theory};
use whowins_core::random::{Random, cases};
use whowins_core::{Array, Budget, Command, Const, End, Expr, Game, Op, Part, State};
use whowins_verify::firstorder::{define_digits, step};

const TURN: usize = 0;
const N: usize = 1;
const LAST: usize = 2;
const HEAP: usize = 3;

/// A linear expression under so many variables; products and quotients are by constants.
fn expr(random: &mut Random, bound: usize, size: usize) -> Expr {
    let half = size / 2;
    let number = |random: &mut Random| Expr::num(random.below(7) as i64 - 2);
    match random.below(if size == 0 { 5 } else { 15 }) {
        0 => number(random),
        1 | 2 if bound > 0 => Expr::Var(random.below(bound)),
        1 | 2 => Expr::part(N),
        3 => Expr::part([TURN, LAST, N][random.below(3)]),
        4 => Expr::get_or(
            Array::Part(HEAP),
            Expr::num(random.below(3)),
            random.below(3) as i64 - 1,
        ),
        5 | 6 => {
            let op = [Op::Add, Op::Sub][random.below(2)];
            Expr::bin(op, expr(random, bound, half), expr(random, bound, half))
        }
        7 => {
            let op = [Op::Mul, Op::Div, Op::Mod, Op::Shl, Op::Shr][random.below(5)];
            Expr::bin(op, expr(random, bound, half), number(random))
        }
        8 => Expr::bin(
            [Op::Min, Op::Max][random.below(2)],
            expr(random, bound, half),
            expr(random, bound, half),
        ),
        9 | 10 => {
            let op = [Op::Eq, Op::Lt, Op::Le][random.below(3)];
            Expr::bin(op, expr(random, bound, half), expr(random, bound, half))
        }
        11 => Expr::ite(
            expr(random, bound, half),
            expr(random, bound, half),
            expr(random, bound, half),
        ),
        12 => {
            let array = [Array::Part(HEAP), Array::Const(0)][random.below(2)];
            Expr::get_or(array, expr(random, bound, half), 1)
        }
        13 => {
            // Digits of numbers that are not negative.
            let op = [Op::Xor, Op::And, Op::Or][random.below(3)];
            let [x, y] = [0, 1].map(|_| expr(random, bound, half));
            let natural = |one| Expr::bin(Op::Max, one, Expr::num(0));
            Expr::bin(op, natural(x), natural(y))
        }
        _ => {
            let lo = expr(random, bound, 0);
            let hi = Expr::bin(Op::Add, lo.clone(), Expr::num(random.below(4)));
            let body = expr(random, bound + 2, half);
            Expr::fold(lo, hi, expr(random, bound, 0), body)
        }
    }
}

fn command(random: &mut Random, bound: usize, size: usize) -> Command {
    let half = size / 2;
    match random.below(if size == 0 { 4 } else { 10 }) {
        0 => Command::Guard(expr(random, bound, 3)),
        1 => Command::set([N, LAST, TURN][random.below(3)], expr(random, bound, 3)),
        2 => Command::Set(HEAP, expr(random, bound, 2), expr(random, bound, 3)),
        3 => Command::set(N, Expr::bin(Op::Sub, Expr::part(N), expr(random, bound, 2))),
        4 => Command::Seq(
            (0..2 + random.below(2))
                .map(|_| command(random, bound, half))
                .collect(),
        ),
        5 => Command::Alt((0..2).map(|_| command(random, bound, half)).collect()),
        6 => Command::When(
            expr(random, bound, 3),
            Box::new(command(random, bound, half)),
            Box::new(command(random, bound, half)),
        ),
        7 => Command::choose(
            expr(random, bound, 1),
            expr(random, bound, 3),
            command(random, bound + 1, half),
        ),
        8 => {
            let fuel = Expr::num(random.below(4));
            Command::Repeat(fuel, Box::new(command(random, bound, half)))
        }
        _ => {
            let hi = Expr::num(random.below(3));
            Command::Loop(Expr::num(0), hi, Box::new(command(random, bound + 1, half)))
        }
    }
}

fn game(random: &mut Random) -> Game {
    let part = |name: &str, least: i64, most: Option<i64>| Part {
        name: name.into(),
        least: least.into(),
        most: most.map(IBig::from),
    };
    let ends = (0..random.below(3)).map(|_| End {
        when: expr(random, 0, 4),
        pays: expr(random, 0, 3),
    });
    let ends = ends.collect();
    Game {
        name: "random".into(),
        consts: vec![Const {
            name: "c".into(),
            values: vec![2.into(), 0.into(), 3.into()],
        }],
        parts: vec![
            part("turn", 0, Some(1)),
            part("n", random.below(3) as i64 - 1, None),
            part("last", -1, Some(1)),
            part("heap", 0, [None, Some(100)][random.below(2)]),
        ],
        tiers: vec![command(random, 0, 8)],
        ends,
        stuck: expr(random, 0, 2),
        blocks: 0,
        endless: None,
        starts: Vec::new(),
    }
}

/// The value of a form in the unknowns.
fn at(form: &Form, unknowns: &[u64]) -> IBig {
    let terms = form
        .terms
        .iter()
        .map(|(unknown, times)| times * IBig::from(unknowns[*unknown]));
    terms.fold(form.constant.clone(), |sum, term| sum + term)
}

fn holds(constraints: &[Constraint], digits: &[Digits], unknowns: &[u64]) -> bool {
    let so = constraints.iter().all(|one| match one {
        Constraint::NotNegative(form) => at(form, unknowns) >= IBig::ZERO,
        Constraint::Zero(form) => at(form, unknowns) == IBig::ZERO,
    });
    so && digits.iter().all(|one| {
        let [x, y] = [0, 1].map(|side| at(&one.of[side], unknowns));
        one.op.exact(x, y) == IBig::from(unknowns[one.is])
    })
}

/// All values of the unknowns up to `most`, after the tracks, that satisfy the constraints.
fn solutions(
    constraints: &[Constraint],
    digits: &[Digits],
    tracks: &[u64],
    unknowns: usize,
    most: u64,
) -> Vec<Vec<u64>> {
    let mut all = Vec::new();
    let mut values = tracks.to_vec();
    values.resize(unknowns, 0);
    loop {
        if holds(constraints, digits, &values) {
            all.push(values.clone());
        }
        let Some(next) = (tracks.len()..unknowns)
            .rev()
            .find(|one| values[*one] < most)
        else {
            return all;
        };
        values[next] += 1;
        values[next + 1..].fill(0);
    }
}

const SIDE: u64 = 4;

/// All small tracks.
fn small(tracks: usize, side: u64) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..tracks {
        all = all
            .into_iter()
            .flat_map(|one: Vec<u64>| (0..side).map(move |n| [one.as_slice(), &[n]].concat()))
            .collect();
    }
    all
}

fn big(tracks: &[u64]) -> Vec<UBig> {
    tracks.iter().map(|n| UBig::from(*n)).collect()
}

/// Paths and cases with more unknowns than these beside the tracks take too long to go through.
const UNKNOWNS: usize = 2;

#[test]
fn paths_are_the_moves() {
    let (mut compared, mut refused, mut moves, mut digits) = (0, 0, 0, 0);
    for seed in 0..cases(50, 6000) as u64 {
        let mut random = Random(seed);
        let game = game(&mut random);
        let Ok(layout) = Layout::new(&game, &[1, 1, 1, 2], &[]) else {
            panic!("a layout of four parts");
        };
        let paths = Paths::new(&game, &layout, &Budget::OPEN);
        let bare = Game {
            ends: Vec::new(),
            ..game.clone()
        };
        for memory in 0..layout.memories() {
            let (tiers, ends) = match (paths.tiers(memory), paths.ends(memory)) {
                (Ok(tiers), Ok(ends)) => (tiers, ends),
                (Err(Refusal::Foreign(_)), _) | (_, Err(Refusal::Foreign(_))) => {
                    refused += 1;
                    continue;
                }
                other => panic!("{other:?}"),
            };
            let few = |unknowns: usize| unknowns <= layout.tracks() + UNKNOWNS;
            if !tiers[0].iter().all(|path| few(path.unknowns))
                || !ends.iter().all(|case| few(case.unknowns))
            {
                continue;
            }
            for tracks in small(layout.tracks(), SIDE) {
                let state = layout.state(memory, &big(&tracks));
                let exact = bare.options(&state, &Budget::OPEN).expect("small");
                let mut found = BTreeSet::new();
                for path in &tiers[0] {
                    let all = (&path.constraints, &path.digits);
                    for values in solutions(all.0, all.1, &tracks, path.unknowns, 24) {
                        digits += path.digits.len();
                        let to: Vec<u64> = path
                            .to
                            .iter()
                            .map(|form| u64::try_from(&at(form, &values)).expect("in range"))
                            .collect();
                        found.insert(layout.state(path.memory, &big(&to)));
                    }
                }
                let exact: BTreeSet<State> = exact.into_iter().collect();
                assert_eq!(found, exact, "seed {seed}, from {state:?} of {game}");
                moves += exact.len();
                compared += 1;
                for option in exact.iter().take(3) {
                    assert_ne!(
                        is_option(&bare, &state, option, &Budget::OPEN),
                        Ok(Some(false)),
                        "seed {seed}: {state:?} {option:?}"
                    );
                }
                let other = layout.state(
                    random.below(layout.memories()),
                    &big(&small(layout.tracks(), 6)[random.below(216)]),
                );
                if !exact.contains(&other) {
                    assert_ne!(
                        is_option(&bare, &state, &other, &Budget::OPEN),
                        Ok(Some(true)),
                        "seed {seed}: {state:?} {other:?}"
                    );
                }
                let paid: BTreeSet<IBig> = (ends.iter())
                    .flat_map(|case| {
                        let all = solutions(&case.constraints, &[], &tracks, case.unknowns, 24);
                        all.into_iter()
                            .map(|values| at(&case.pays, &values))
                            .collect::<Vec<_>>()
                    })
                    .collect();
                let exact = game.ends.iter().find(|end| {
                    game.value(&end.when, &state, &Budget::OPEN).expect("small") != IBig::ZERO
                });
                let exact =
                    exact.map(|end| game.value(&end.pays, &state, &Budget::OPEN).expect("small"));
                assert_eq!(
                    paid,
                    exact.iter().cloned().collect(),
                    "seed {seed}, ends at {state:?} of {game}"
                );
                assert_eq!(
                    ended(&game, &state, &Budget::OPEN),
                    Ok(exact),
                    "seed {seed}"
                );
            }
        }
    }
    println!(
        "{compared} positions, {moves} moves, {digits} operations on digits, {refused} memories refused"
    );
    assert!(compared > 5_000 && moves > 5_000 && digits > 20);
}

#[test]
fn no_path_passes_a_range() {
    let mut game = game(&mut Random(0));
    game.parts[HEAP].most = Some(IBig::from(100));
    let more = Expr::bin(
        Op::Add,
        Expr::get_or(Array::Part(HEAP), Expr::num(0), 0),
        Expr::num(3),
    );
    game.tiers = vec![Command::Set(HEAP, Expr::num(0), more)];
    game.ends.clear();
    let Ok(layout) = Layout::new(&game, &[1, 1, 1, 2], &[]) else {
        panic!("a layout of four parts");
    };
    let tiers = Paths::new(&game, &layout, &Budget::OPEN).tiers(0);
    let tiers = tiers.unwrap_or_else(|refusal| panic!("{refusal:?}"));
    // The tracks: n, and the two numbers of the heap.
    for first in 95..=100 {
        let tracks = [0, first, 100];
        let state = layout.state(0, &big(&tracks));
        let exact = game.options(&state, &Budget::OPEN).expect("small");
        let lead = |path: &&whowins_analysis::paths::Path| {
            !solutions(&path.constraints, &path.digits, &tracks, path.unknowns, 1).is_empty()
        };
        let found = tiers[0].iter().filter(lead).count();
        assert_eq!(found, exact.len(), "{first}");
        assert_eq!(exact.len(), usize::from(first <= 97), "{first}");
    }
}

#[test]
fn formulas_are_the_moves() {
    for name in ["base 2", "base 3", "Zeckendorf"] {
        let system = System::named(name).expect("a system");
        let limits = Limits::default();
        let mut theory = Theory::new(system.clone(), &limits).expect("arithmetic");
        define_digits(&mut theory).expect("relations of digits");
        let (mut compared, mut moves) = (0, 0);
        for seed in 0..cases(25, 2000) as u64 {
            let game = game(&mut Random(seed));
            let game = Game {
                ends: Vec::new(),
                ..game
            };
            let Ok(layout) = Layout::new(&game, &[1, 1, 1, 1], &[]) else {
                panic!("a layout of four parts");
            };
            let paths = Paths::new(&game, &layout, &Budget::OPEN);
            for memory in [0, layout.memories() - 1] {
                let Ok(tiers) = paths.tiers(memory) else {
                    continue;
                };
                let digits = tiers[0].iter().any(|path| !path.digits.is_empty());
                if tiers[0].len() > 12 || digits && name != "base 2" {
                    continue;
                }
                // Large coefficients are refused.
                let steps = tiers[0].iter().map(|path| step(path, layout.tracks()));
                let Ok(steps) = steps.collect::<Result<Vec<_>, _>>() else {
                    continue;
                };
                let relations: Vec<_> = (tiers[0].iter().zip(steps))
                    .map(|(path, (formula, names))| {
                        let names: Vec<&str> = names.iter().map(String::as_str).collect();
                        (
                            path.memory,
                            theory
                                .automaton(&names, &formula)
                                .expect("a small automaton"),
                        )
                    })
                    .collect();
                for from in small(layout.tracks(), SIDE) {
                    let state = layout.state(memory, &big(&from));
                    let exact = game.options(&state, &Budget::OPEN).expect("small");
                    moves += exact.len();
                    for to in small(layout.tracks(), SIDE + 4) {
                        let numbers: Vec<Vec<u8>> = from
                            .iter()
                            .chain(&to)
                            .map(|n| system.represent(&UBig::from(*n)))
                            .collect();
                        let length = numbers.iter().map(Vec::len).max().unwrap_or(0);
                        let digit = |word: &Vec<u8>, at: usize| {
                            (at + word.len()).checked_sub(length).map_or(0, |i| word[i])
                        };
                        let word: Vec<Vec<u8>> = (0..length)
                            .map(|at| numbers.iter().map(|word| digit(word, at)).collect())
                            .collect();
                        for after in 0..layout.memories() {
                            let leads = relations.iter().any(|(memory, dfa)| {
                                *memory == after && dfa.accepts(&word).expect("digits")
                            });
                            let target = layout.state(after, &big(&to));
                            assert_eq!(
                                leads,
                                exact.contains(&target),
                                "seed {seed}: {state:?} to {target:?} in {name} of {game}"
                            );
                            compared += 1;
                        }
                    }
                }
            }
        }
        println!("{name}: {compared} pairs, {moves} moves");
        assert!(compared > 10_000 && moves > 300);
    }
}

//! Choices whose guards bound or fix them: the same states, in the same order, as the exact
//! meaning, which tries every number.

use std::ops::ControlFlow;

use whowins_core::random::{Random, cases};
use whowins_core::{Budget, Game, State};
use whowins_engine::compiled::{Flat, Program, Turn};
use whowins_engine::terms::solve;

/// What comes of a state, by the compiled code; `None` where it leaves the words.
fn compiled(game: &Game, state: &State) -> Option<Vec<State>> {
    let program = Program::new(game, state)?;
    let mut machine = program.machine();
    if !program.load(state, &mut machine) {
        return None;
    }
    let mut found = Vec::new();
    let turn = program.turn(&mut machine, &Budget::OPEN, &mut |next| {
        found.push(program.state(next));
        ControlFlow::Continue(())
    });
    assert_eq!(program.state(&machine), *state, "the memory is as it was");
    match turn.ok()? {
        Turn::Moves => Some(found),
        Turn::Over(_) | Turn::Stuck(_) => Some(Vec::new()),
    }
}

/// The same by the code on one word.
fn on_one_word(game: &Game, state: &State) -> Option<Vec<State>> {
    let code = Flat::<u64>::new(game, state, None)?;
    let mut found = Vec::new();
    let (mut memory, word) = (code.memory(), code.word(state)?);
    let turn = code.turn(&mut memory, word, &Budget::OPEN, &mut |next, _| {
        found.push(code.state(next));
        ControlFlow::Continue(())
    });
    turn.ok().map(|_| found)
}

/// A number worked out from the state, and perhaps from the outer choice.
fn number(random: &mut Random, outer: bool) -> String {
    let small = random.below(13) as i64 - 4;
    match random.below(if outer { 8 } else { 7 }) {
        0 => small.to_string(),
        1 | 2 => "n".into(),
        3 => "m".into(),
        4 => format!("(- n {small})"),
        5 => "(* n m)".into(),
        6 => format!("(if (< n m) {small} n)"),
        _ => "u".into(),
    }
}

/// A guard on a choice.
fn guard(random: &mut Random, v: &str, inner: &str, outer: bool) -> String {
    let e = number(random, outer);
    let k = random.below(5);
    match random.below(11) {
        0 => format!("(= (* {v} {inner}) {e})"),
        1 => format!("(= {e} (* {k} {v}))"),
        2 => format!("(<= (* {v} {v}) {e})"),
        3 => format!("(< (* {v} {v}) {e})"),
        4 => format!("(= (% {e} {v}) 0)"),
        5 => format!("(if (< 0 {v}) (= (% {e} {v}) 0) 0)"),
        6 => format!("(<= (* {v} {k}) {e})"),
        7 => format!("(< {e} (* {k} {v}))"),
        8 => format!("(= {v} {e})"),
        9 => format!("(if (< {v} {e}) (= (* {v} {v}) {e}) 0)"),
        _ => format!("(= (% {v} 3) {k})"),
    }
}

#[test]
fn choices_that_guards_cut_lead_where_they_led() {
    let mut random = Random(41);
    let (mut some, mut asked) = (0, 0);
    for _ in 0..cases(400, 100_000) {
        let ends = |random: &mut Random, outer: bool| {
            let lo = ["1", "0", "-5", "2", "m"][random.below(5)];
            let hi = number(random, outer);
            format!(
                "{lo} (+ 1 {})",
                if random.below(3) == 0 {
                    hi
                } else {
                    "(* 2 n)".into()
                }
            )
        };
        let (outer, inner) = (ends(&mut random, false), ends(&mut random, true));
        let nested = random.below(3);
        let other = if nested == 1 { "m" } else { "v" };
        let first = guard(&mut random, "u", other, false);
        let second = guard(&mut random, "v", "u", true);
        let takes = ["u", "(* u 2)", "(* u u)", "(* u v)", "v"][random.below(5)];
        let sign = ["-", "+"][random.below(2)];
        let write = format!("(set n ({sign} n {takes}))");
        let body = match nested {
            0 => format!("(choose v {inner} (seq (guard {first}) (guard {second}) {write}))"),
            1 => format!("(seq (guard {first}) (choose v {inner} (seq (guard {second}) {write})))"),
            // What is written before a guard is looked at is not what the choice is made in.
            _ => format!(
                "(seq (set m (+ m 1)) (choose v {inner} (seq (guard {first}) (guard {second}) {write})))"
            ),
        };
        let text = format!(
            "(game cuts (part turn 0 1) (part n -30 40) (part m -9 9) (start (0) (1) (1))
             (tier (seq (choose u {outer} {body}) (set turn (- 1 turn)))) (stuck 0))"
        );
        let game: Game = text
            .parse()
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        for _ in 0..4 {
            let (n, m) = (random.below(70) as i64 - 30, random.below(18) as i64 - 9);
            let state: State = vec![vec![0.into()], vec![n.into()], vec![m.into()]];
            let Some(found) = compiled(&game, &state) else {
                continue;
            };
            let wanted = game.moves(&state, &Budget::OPEN).expect("no limit");
            assert_eq!(found, wanted, "{game}{state:?}");
            let found = on_one_word(&game, &state).expect("states fit into one word");
            assert_eq!(found, wanted, "{game}{state:?} on one word");
            some += usize::from(!wanted.is_empty());
            asked += 1;
        }
    }
    assert!(
        asked > cases(1000, 3000) && some > cases(100, 300),
        "{asked} asked, {some} with moves"
    );
}

/// Who may take divisors alone of a large number is done at once: without the cut these are 10^12
/// tries.
#[test]
fn divisors_are_not_looked_for_one_by_one() {
    for guard in ["(= (% n d) 0)", "(if (< 0 d) (= 0 (% n d)) 0)"] {
        let game: Game = format!(
            "(game divisors (part turn 0 1) (part n 0 -) (start (0) (1000000007))
             (tier (seq (choose d 1 n (seq (guard {guard}) (set n (- 0 d)))) (set turn (- 1 turn)))) (stuck (if turn 1 -1)))"
        )
        .parse()
        .unwrap_or_else(|error| panic!("{error}"));
        // A prime: 1 alone is taken, and leaves no number of the range.
        assert_eq!(compiled(&game, &game.starts[0]), Some(Vec::new()));
    }
    let pairs: Game = "(game pairs (part turn 0 1) (part n 0 -) (start (0) (1000000000000))
         (tier (seq (choose d 2 (+ n 1) (choose q 2 (+ n 1) (seq (guard (= (* d q) n)) (set n (- d q))))) (set turn (- 1 turn)))) (stuck (if turn 1 -1)))"
        .parse()
        .unwrap_or_else(|error| panic!("{error}"));
    // Of the 169 divisors all but 1 and the number itself; half of them, and the root, are at least
    // their pair.
    let found = compiled(&pairs, &pairs.starts[0]).expect("machine words");
    assert_eq!(found.len(), 84);
    let worth = solve(&pairs, &pairs.starts[0], &Budget::OPEN);
    assert!(worth.is_ok());
}

/// A test of the element of a list that a fold is at, or near it.
fn test_near(random: &mut Random) -> String {
    let (k, c) = (random.below(4), random.below(3));
    match random.below(6) {
        0 | 1 => format!("(= (get b v0 -1) {c})"),
        2 => format!("(= (get b (+ v0 {k}) -1) {c})"),
        3 => format!("(< v0 {})", k + 2),
        4 => format!("(get b (+ v0 {k}) 0)"),
        _ => format!("(fold v2 v3 0 {k} 0 (if v3 1 (= (get b (+ v0 v2) -1) {c})))"),
    }
}

/// Tests that all have to hold, as they are said, in some order of brackets.
fn tests_near(random: &mut Random) -> String {
    let mut all = "1".to_owned();
    for _ in 0..=random.below(3) {
        let one = test_near(random);
        all = match random.below(3) {
            0 => format!("(if (if {all} {one} 0) 1 0)"),
            1 => format!("(if {one} {all} 0)"),
            _ => format!("(if {one} 1 0)"),
        };
    }
    all
}

/// "Something is so somewhere", mostly; else a number.
fn condition(random: &mut Random, depth: usize) -> String {
    match random.below(if depth == 0 { 4 } else { 8 }) {
        0 => format!("(= n {})", random.below(3)),
        1 => format!("(fold v0 v1 0 {} 0 (if v1 1 n))", random.below(4)),
        2 | 3 => {
            let test = tests_near(random);
            format!("(fold v0 v1 0 5 0 (if v1 1 {test}))")
        }
        one => {
            let [a, b] = [0; 2].map(|_| condition(random, depth - 1));
            match one {
                4 => format!("(if {a} 0 {b})"),
                5 => format!("(if {a} {b} 0)"),
                _ => format!("(if {a} 1 {b})"),
            }
        }
    }
}

/// Folds that are gathered into one, with what they share asked first, have the value that they
/// had.
#[test]
fn conditions_of_many_folds_have_one_value() {
    let mut random = Random(77);
    let mut kinds = [0; 2];
    for _ in 0..cases(2000, 40_000) {
        let value = condition(&mut random, 3);
        let text = format!(
            "(game g (part turn 0 1) (part b 0 2) (part n 0 3) (start (0) (0 1 2 0 1) (1))
             (tier (seq (set n (max 0 (min 3 {value}))) (choose v0 0 5 (set b v0 (- 2 (get b v0 0))))))
             (stuck {value}))"
        );
        let game: Game = text
            .parse()
            .unwrap_or_else(|error| panic!("{error}: {text}"));
        for _ in 0..4 {
            let array = (0..5).map(|_| random.below(3).into()).collect();
            let state = vec![vec![0.into()], array, vec![random.below(4).into()]];
            let wanted = game.moves(&state, &Budget::OPEN).expect("no limit");
            let found = compiled(&game, &state).expect("small numbers");
            assert_eq!(found, wanted, "{text}{state:?}");
            let program = Program::new(&game, &state).expect("a short term");
            let mut machine = program.machine();
            assert!(program.load(&state, &mut machine));
            let stuck = program.stuck(&mut machine, &Budget::OPEN);
            let wanted = game.value(&game.stuck, &state, &Budget::OPEN);
            let wanted = wanted.expect("no limit");
            assert_eq!(
                stuck.map(dashu_int::IBig::from),
                Ok(wanted.clone()),
                "{text}{state:?}"
            );
            kinds[usize::from(wanted != 0.into())] += 1;
        }
    }
    assert!(kinds.iter().all(|count| *count > 500), "{kinds:?}");
}

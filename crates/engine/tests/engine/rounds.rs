//! Compiled loops whose rounds make choices, and code for deeply nested expressions.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use whowins_core::random::{Random, cases};
use whowins_core::{Budget, Game, State};
use whowins_engine::compiled::{Flat, Program, Turn};

/// Returns the options of a state by compiled code, or `None` outside of machine words.
fn options(program: &Program, state: &State) -> Option<BTreeSet<State>> {
    let mut machine = program.machine();
    assert!(program.load(state, &mut machine), "the state is loaded");
    let mut found = BTreeSet::new();
    let turn = program.turn(&mut machine, &Budget::OPEN, &mut |next| {
        found.insert(program.state(next));
        ControlFlow::Continue(())
    });
    matches!(turn, Ok(Turn::Moves | Turn::Stuck(_))).then_some(found)
}

/// A random loop over a list: conditions, names and choices in different orders.
fn looping_game(random: &mut Random) -> String {
    fn one<'a>(random: &mut Random, all: &[&'a str]) -> &'a str {
        all[random.below(all.len())]
    }
    let values = ["0", "1", "v0", "(get row 0)", "(get row v0)", "(len row)"];
    let mut body = format!(
        "(set row {} {})",
        one(random, &["0", "v0"]),
        one(random, &["v2", "(+ v1 v2)", "(- v2 v1)", "(% (+ v1 v2) 3)"])
    );
    let value = one(random, &values);
    let most = one(random, &values);
    let choice = format!("(choose v2 0 (+ {most} 1) {body})");
    body = match random.below(3) {
        0 => choice,
        1 => format!("(alt (seq (guard {value}) {choice}) (choose v2 1 3 {body}))"),
        _ => format!("(seq {choice} (when {value} (choose v2 0 2 {body})))"),
    };
    let name = one(random, &values);
    body = format!("(choose v1 {name} (+ {name} 1) {body})");
    if random.below(2) == 0 {
        body = format!(
            "(when (< {} (+ {} 1)) {body})",
            one(random, &values),
            one(random, &values)
        );
    }
    let splice = one(random, &["(splice row 0 1)", "(splice row 0 0 1)"]);
    format!(
        "(game looping (part turn 0 1) (part row 0 3) (start (0) (1 0))
          (tier (alt {splice} (loop v0 0 (len row) {body}))) (stuck 0))"
    )
}

/// A loop whose second round once overwrote the choice of the first with a list's length.
const OVERWRITTEN: &str = "(game overwritten (part turn 0 1) (part row 0 2) (start (0) (1 0))
  (tier (alt (splice row 1 1)
    (loop v0 0 (len row)
      (when (len row)
        (choose v1 0 1 (choose v2 0 (+ (get row 0) 1) (set row 0 (+ v1 v2))))))))
  (stuck 0))";

#[test]
fn later_rounds_keep_the_choices_of_earlier_rounds() {
    let mut random = Random(41);
    let texts = (0..cases(3000, 100_000)).map(|_| looping_game(&mut random));
    let mut options_found = 0;
    for text in std::iter::once(OVERWRITTEN.to_owned()).chain(texts) {
        let game: Game = text
            .parse()
            .unwrap_or_else(|error| panic!("{error}: {text}"));
        for row in [[1, 0], [2, 1], [0, 3]] {
            let state = vec![vec![0.into()], row.map(Into::into).to_vec()];
            let Some(program) = Program::new(&game, &state) else {
                continue;
            };
            let budget = Budget::OPEN;
            let Ok(wanted) = game.moves(&state, &budget) else {
                continue;
            };
            let wanted: BTreeSet<State> = wanted.into_iter().collect();
            if let Some(found) = options(&program, &state) {
                assert_eq!(found, wanted, "{text}{state:?}");
                options_found += found.len();
            }
        }
    }
    assert!(options_found > 10_000, "{options_found}");
}

/// Folds in folds: code for each path through their rounds is nested without end.
#[test]
fn deeply_nested_folds_are_declined_or_compiled() {
    let root = "(fold i r 0 80 4 (min r (/ (+ r (/ 4 r)) 2)))";
    let nested = format!("(fold i r 0 80 {root} (min r (/ (+ r (/ {root} r)) 2)))");
    let text = format!(
        "(game nested (part turn 0 1) (part n 0 3) (start (0) (2))
          (tier (choose k (min (get n 0) {nested}) (+ (min (get n 0) {nested}) 1)
            (seq (set n (- n 1)) (set turn (- 1 turn)))))
          (stuck 0))"
    );
    let game: Game = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let state = game.starts[0].clone();
    if let Some(code) = Flat::<u64>::new(&game, &state, None) {
        assert!(code.length() < 1 << 15);
    }
}

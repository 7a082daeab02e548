//! Tests parsing and printing: round trips, definitions, and error messages with places.

use whowins_core::random::Random;
use whowins_core::{Array, Command, Expr, Game};

use crate::read;

#[test]
fn what_is_printed_is_read_back() {
    let mut random = Random(7);
    for _ in 0..5000 {
        let game = random.game("random");
        assert_eq!(read(&game.to_string()), game);
    }
}

/// Tests names that look like a variable or a number, or contain blanks.
#[test]
fn names_are_never_confused() {
    let mut random = Random(8);
    for names in [
        ["v0", "v1"],
        ["3", "-"],
        ["two words", "(x)"],
        ["skip", "get"],
    ] {
        for _ in 0..300 {
            let mut game = random.game("the game");
            for (part, name) in game.parts[1..].iter_mut().zip(names) {
                part.name = name.into();
            }
            assert_eq!(read(&game.to_string()), game, "{names:?}");
        }
    }
}

/// Tests that arguments of definitions are resolved in the scope of the call.
#[test]
fn definitions_keep_names_apart() {
    let frame = |items: &str| {
        read(&format!(
            "(game g (const c 1 2) (part turn 0 1) (part n 0 9) {items} (stuck 0))"
        ))
    };
    let short = frame(
        "(def (most k) (fold i best 0 2 0 (max best (+ k (get c i)))))
         (def (put x) (choose i 0 2 (set n (+ i x))))
         (tier (choose i 1 3 (seq (guard (most i)) (put i))))",
    );
    let long = frame(
        "(tier (choose a 1 3 (seq (guard (fold i best 0 2 0 (max best (+ a (get c i)))))
            (choose b 0 2 (set n (+ b a))))))",
    );
    assert_eq!(short, long);
    let whole = frame(
        "(def (of a i) (get a i -1)) (def (twice what) (seq what what)) (tier (twice (set n (of c 1))))",
    );
    assert_eq!(
        whole,
        frame("(tier (seq (set n (get c 1 -1)) (set n (get c 1 -1))))")
    );
}

#[test]
fn faults_are_told_with_their_places() {
    let cases = [
        ("", "line 1, column 1: the text is empty"),
        ("(game g", "line 1, column 1: this bracket is not closed"),
        (
            "(game g))",
            "line 1, column 9: nothing is expected after the last bracket",
        ),
        (
            ")",
            "line 1, column 1: a bracket is closed that was not opened",
        ),
        ("(game \"g)", "line 1, column 7: the quote does not end"),
        ("(play g)", "line 1, column 1: a game is (game NAME ...)"),
        (
            "(game g)",
            "line 1, column 1: game: the first part is whose turn it is, from 0 to 1",
        ),
        (
            "(game g\n (pat x 0 1))",
            "line 2, column 2: `pat` with 3 arguments isn't an item of a game",
        ),
        (
            "(game g\n (part x 0 one))",
            "line 2, column 12: a number is expected, not `one`",
        ),
        (
            "(game g (part turn 0 1)\n (part turn 0 1))",
            "line 2, column 8: `turn` is there already",
        ),
        (
            "(game g (part turn 0 1)\n (tier (set é 1)))",
            "line 2, column 13: there is no part or constant `é`",
        ),
        (
            "(game g (part turn 0 1)\n (tier (set turn k)))",
            "line 2, column 18: nothing is called `k` here",
        ),
        (
            "(game g (part turn 0 1) (const c 1)\n (tier (set c 1)))",
            "line 2, column 13: a constant cannot be written",
        ),
        (
            "(game g (part turn 0 1)\n (tier (chose k 0 1 skip)))",
            "line 2, column 8: `chose` with 4 arguments isn't a command",
        ),
        (
            "(game g (part turn 0 1)\n (tier (guard (nand 1 2))))",
            "line 2, column 15: `nand` with 2 arguments isn't an expression",
        ),
        (
            "(game g (part turn 0 1)\n (tier (guard (+ 1))))",
            "line 2, column 15: an operation takes two arguments",
        ),
        (
            "(game g (part turn 0 1)\n (def (f x) x) (stuck (f 1 2)))",
            "line 2, column 23: `f` takes 1 arguments, not 2",
        ),
        (
            "(game g (part turn 0 1)\n (def (f) (f)) (stuck (f)))",
            "line 2, column 11: the term is nested more than 200 deep",
        ),
        (
            "(game g (part turn 0 1) (part n 0 5)\n (start (0) (6)))",
            "line 2, column 2: this isn't a state: 6 in `n`, which goes from 0 to 5",
        ),
        (
            "(game g (part turn 0 1)\n (start (0) (6)))",
            "line 2, column 2: this isn't a state: the game has 1 parts, and an array is needed for each; here are 2",
        ),
        (
            "(game g (part turn 0 1)\n (start (0 1)))",
            "line 2, column 2: this isn't a state: the turn is one number",
        ),
        (
            "(game g (part turn 0 1)\n (start 0))",
            "line 2, column 9: an array is a list in brackets, such as (3)",
        ),
        (
            "(game g (part turn 0 1)\n (tier (splice turn 0 1)))",
            "line 1, column 1: tier 1: the turn is one number, and stays so",
        ),
        (
            "(game g (part turn 0 1)\n (blocks -1))",
            "line 2, column 10: the number of blocked options is too large",
        ),
    ];
    for (text, wanted) in cases {
        let error = text.parse::<Game>().expect_err(text);
        assert_eq!(error.to_string(), wanted, "{text}");
    }
}

/// Tests oversized inputs: deep nesting, long sums, definitions that double.
#[test]
fn terms_that_are_too_large_are_refused() {
    let deep = format!(
        "(game g (part turn 0 1) (stuck {}1{}))",
        "(not ".repeat(100_000),
        ")".repeat(100_000)
    );
    let error = deep.parse::<Game>().expect_err("too deep");
    assert!(error.message.contains("nested too deep"), "{error}");
    let sum = format!(
        "(game g (part turn 0 1) (stuck (+ {})))",
        "1 ".repeat(100_000)
    );
    let error = sum.parse::<Game>().expect_err("too deep");
    assert!(error.message.contains("nested more than"), "{error}");
    let mut bomb = "(game g (part turn 0 1) (def (f0) (+ turn 1))".to_string();
    for at in 1..60 {
        bomb += &format!("(def (f{at}) (+ (f{0}) (f{0})))", at - 1);
    }
    let error = (bomb + "(stuck (f59)))")
        .parse::<Game>()
        .expect_err("too large");
    assert!(error.message.contains("the term has more than"), "{error}");
}

/// Tests that damaged texts give a term or an error.
#[test]
fn noise_is_read_or_refused() {
    let text = include_str!("../../games/konane.core");
    let mut random = Random(9);
    let mut read = 0;
    for _ in 0..3000 {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..1 + random.below(3) {
            let (at, from) = (random.below(bytes.len()), random.below(text.len()));
            match random.below(3) {
                0 => bytes[at] = text.as_bytes()[from],
                1 => drop(bytes.drain(at..(at + random.below(20)).min(bytes.len()))),
                _ => bytes.insert(at, text.as_bytes()[from]),
            }
        }
        let broken = String::from_utf8_lossy(&bytes);
        read += usize::from(broken.parse::<Game>().is_ok());
    }
    assert!(read > 100, "only {read} were read");
}

#[test]
fn ill_formed_terms_are_told_with_their_places() {
    let good = read(
        "(game g (const c 1) (part turn 0 1) (part n 0 9) (tier (alt skip (seq (choose k 0 2 (set n k))))) (stuck 0))",
    );
    assert_eq!(good.check(), Ok(()));
    let with = |command: Command| {
        let mut game = good.clone();
        game.tiers[0] = Command::Alt(vec![Command::SKIP, command]);
        game.check().expect_err("a fault").to_string()
    };
    let variable = Command::choose(Expr::num(0), Expr::num(2), Command::set(1, Expr::Var(1)));
    assert_eq!(
        with(variable),
        "tier 1, alt 2, body, value: variable 1 is not bound, 1 are"
    );
    assert_eq!(
        with(Command::set(2, Expr::num(0))),
        "tier 1, alt 2: there is no part 2"
    );
    let read = Command::Guard(Expr::Len(Array::Const(1)));
    assert_eq!(with(read), "tier 1, alt 2, guard: there is no constant 1");
    let deep = (0..1000).fold(Expr::num(0), |inside, _| !inside);
    let said = with(Command::Guard(deep));
    assert!(
        said.ends_with("the term is nested more than 200 deep"),
        "{said}"
    );
}

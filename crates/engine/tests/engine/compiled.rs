//! Compiled terms: the same states, in the same order, as the exact meaning.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use dashu_int::IBig;
use whowins_core::random::{Random, cases};
use whowins_core::{Budget, Command, Expr, Game, Over, State};
use whowins_engine::compiled::{Flat, Left, Program, Turn, Wide, Word};

/// What a program makes of a state, in the words of the exact meaning: what is paid, or the states
/// after.
#[derive(Debug, PartialEq)]
enum Made {
    Pays(IBig),
    Moves(Vec<State>),
}

/// `None` for the few random terms that have moves without number.
fn exact(game: &Game, state: &State) -> Option<Made> {
    let soon = Budget::OPEN.by(Instant::now() + Duration::from_millis(500));
    Some(match game.over(state, &soon).ok()? {
        Some(pays) => Made::Pays(pays),
        None => Made::Moves(game.moves(state, &soon).ok()?),
    })
}

/// `None` where the state leaves the program's words.
fn compiled(program: &Program, state: &State) -> Option<Made> {
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
    match turn {
        Err(Left::Words) => None,
        Err(Left::Over(over)) => panic!("{over:?}"),
        Ok(Turn::Over(pays) | Turn::Stuck(pays)) => Some(Made::Pays(pays.into())),
        Ok(Turn::Moves) => Some(Made::Moves(found)),
    }
}

/// The same by the code on one word; `None` also where there is none.
fn flat<W: Word>(
    game: &Game,
    program: Option<&Flat<W>>,
    state: &State,
    points: Option<usize>,
) -> Option<Made> {
    let program = program?;
    let word = program.word(state)?;
    let mut back = state.clone();
    if let Some(part) = points {
        back[part] = vec![IBig::ZERO];
    }
    assert_eq!(program.state(word), back, "a state is its word's");
    let mut found = Vec::new();
    let mut memory = program.memory();
    if let Ok(pays) = program.stuck(&mut memory, word, &Budget::OPEN) {
        let wanted = game.value(&game.stuck, state, &Budget::OPEN);
        assert_eq!(IBig::from(pays), wanted.expect("no limit"), "who is stuck");
    }
    let turn = program.turn(&mut memory, word, &Budget::OPEN, &mut |next, gained| {
        let mut next = program.state(next);
        if let Some(part) = points {
            next[part] = vec![gained.into()];
        }
        found.push(next);
        ControlFlow::Continue(())
    });
    match turn {
        Err(Left::Words) => None,
        Err(Left::Over(over)) => panic!("{over:?}"),
        Ok(Turn::Over(pays) | Turn::Stuck(pays)) => Some(Made::Pays(pays.into())),
        Ok(Turn::Moves) => Some(Made::Moves(found)),
    }
}

/// Terms without changes of lengths, whose states fit into one word; with one part as points that
/// are handed out beside it.
#[test]
fn random_terms_on_one_word_do_what_their_meaning_says() {
    let mut random = Random(9);
    let (mut same, mut gained, mut left, mut far) = (0, 0, 0, 0);
    for _ in 0..cases(30_000, 500_000) {
        let game = random.game("random");
        let mut state = random.state();
        let Some(wide) = Flat::<Wide>::new(&game, &state, None) else {
            continue;
        };
        let small = Flat::<u64>::new(&game, &state, None);
        let middle = Flat::<u128>::new(&game, &state, None);
        far += usize::from(wide.bits() > 128);
        let points = (1..3).find(|part| state[*part].len() == 1);
        let apart = points.and_then(|_| Flat::<u64>::new(&game, &state, points));
        for _ in 0..4 {
            let Some(wanted) = exact(&game, &state) else {
                break;
            };
            for found in [
                flat(&game, small.as_ref(), &state, None),
                flat(&game, middle.as_ref(), &state, None),
                flat(&game, Some(&wide), &state, None),
            ] {
                match found {
                    None => left += 1,
                    Some(found) => {
                        assert_eq!(found, wanted, "{game}{state:?}");
                        same += 1;
                    }
                }
            }
            if let Some(part) = points {
                let mut without = state.clone();
                without[part] = vec![IBig::ZERO];
                let wanted = exact(&game, &without);
                if let Some(wanted) = wanted
                    && let Some(found) = flat(&game, apart.as_ref(), &without, points)
                {
                    assert_eq!(found, wanted, "{game}{without:?} {part}");
                    gained += 1;
                }
            }
            match wanted {
                Made::Moves(moves) if !moves.is_empty() => {
                    state = moves[random.below(moves.len())].clone();
                }
                _ => break,
            }
        }
    }
    assert!(
        same > 5 * left && gained > 1000 && far > 100,
        "{same} the same, {gained} with points, {left} left, {far} of more than 128 bits"
    );
}

#[test]
fn random_terms_do_what_their_meaning_says() {
    let mut random = Random(5);
    let (mut same, mut left) = (0, 0);
    for _ in 0..cases(6000, 200_000) {
        let game = random.game("random");
        let mut state = random.state();
        let Some(program) = Program::new(&game, &state) else {
            left += 1;
            continue;
        };
        for _ in 0..4 {
            let Some(wanted) = exact(&game, &state) else {
                break;
            };
            match compiled(&program, &state) {
                None => left += 1,
                Some(found) => {
                    assert_eq!(found, wanted, "{game}{state:?}");
                    same += 1;
                }
            }
            match wanted {
                Made::Moves(moves) if !moves.is_empty() => {
                    state = moves[random.below(moves.len())].clone();
                }
                _ => break,
            }
        }
    }
    assert!(same > 50 * left, "{same} the same, {left} left");
}

/// Cells on both sides of a word's middle, and across it, that are counted down and up.
#[test]
fn cells_of_wide_states_do_what_their_meaning_says() {
    let mut random = Random(12);
    let numbers: Vec<String> = (0..40).map(|_| random.below(10).to_string()).collect();
    let text = format!(
        "(game wide (part turn 0 1) (part b 0 9) (start (0) ({}))
         (tier (seq (choose v 0 40 (seq (guard (< 0 (get b v 0))) (set b v (- (get b v 0) 1))
             (alt skip (seq (guard (< (get b (+ v 1) 9) 9)) (set b (+ v 1) (+ (get b (+ v 1) 0) 1))))))
           (set turn (- 1 turn)))) (stuck (if turn 1 -1)))",
        numbers.join(" ")
    );
    let game: Game = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let mut state = game.starts[0].clone();
    let wide = Flat::<Wide>::new(&game, &state, None).expect("161 bits");
    for _ in 0..cases(60, 2000) {
        let wanted = exact(&game, &state).expect("few moves");
        assert_eq!(
            flat(&game, Some(&wide), &state, None).as_ref(),
            Some(&wanted)
        );
        state = match wanted {
            Made::Moves(moves) if !moves.is_empty() => moves[random.below(moves.len())].clone(),
            _ => game.starts[0].clone(),
        };
    }
}

/// A game's code on words of 64, 128 and 256 bits, as far as there is one.
struct Codes(Option<Flat<u64>>, Option<Flat<u128>>, Option<Flat<Wide>>);

impl Codes {
    fn new(game: &Game, start: &State) -> Self {
        Self(
            Flat::new(game, start, None),
            Flat::new(game, start, None),
            Flat::new(game, start, None),
        )
    }

    /// What each makes of a state.
    fn made(&self, game: &Game, state: &State) -> [Option<Made>; 3] {
        [
            flat(game, self.0.as_ref(), state, None),
            flat(game, self.1.as_ref(), state, None),
            flat(game, self.2.as_ref(), state, None),
        ]
    }
}

/// A game with a list of elements that are put in, erased, written and counted, in the term's own
/// words; of that and nothing else.
fn list_game(random: &mut Random) -> String {
    fn one<'a>(random: &mut Random, all: &[&'a str]) -> &'a str {
        all[random.below(all.len())]
    }
    fn value(random: &mut Random) -> &'static str {
        let all = [
            "(get list i)",
            "(- (get list i) 1)",
            "(- (get list i) k)",
            "(- (get list i) (+ k 1))",
            "(get list (+ i 1))",
            "(get list (- (len list) 1) 3)",
            "(get list (get list 0 1) 2)",
            "(len list)",
            "k",
            "1",
            "0",
            "2",
        ];
        one(random, &all)
    }
    fn index(random: &mut Random) -> &'static str {
        one(
            random,
            &["i", "i", "i", "(+ i 1)", "0", "(- (len list) 1)", "(- i k)"],
        )
    }
    fn command(random: &mut Random, depth: usize) -> String {
        let deeper = depth.saturating_sub(1);
        match random.below(if depth == 0 { 6 } else { 10 }) {
            0..4 => {
                let count = one(random, &["1", "1", "1", "2", "k", "0"]);
                let values: Vec<&str> = (0..random.below(3)).map(|_| value(random)).collect();
                format!(
                    "(splice list {} {count} {})",
                    index(random),
                    values.join(" ")
                )
            }
            4 => format!("(set list {} {})", index(random), value(random)),
            5 => format!("(set seen {})", value(random)),
            6 => {
                let (op, x) = (one(random, &["=", "<", "<="]), value(random));
                let (yes, no) = (command(random, deeper), command(random, deeper));
                format!("(when ({op} {x} {}) {yes} {no})", value(random))
            }
            7 => format!(
                "(alt {} {})",
                command(random, deeper),
                command(random, deeper)
            ),
            8 => format!("(loop j 0 (len list) {})", command(random, deeper)),
            _ => format!(
                "(seq {} {})",
                command(random, deeper),
                command(random, deeper)
            ),
        }
    }
    let (least, most) = (random.below(2), one(random, &["-", "-", "3", "7"]));
    let end = one(random, &["", "(end (= (len list) 1) (get list 0 9))"]);
    format!(
        "(game lists (part turn 0 1) (part list {least} {most}) (part seen 0 9) (start (0) (1) (0)) {end}
          (tier (seq (choose i 0 (len list) (choose k 1 3 (seq (guard (<= {} (get list i))) {}))) (set turn (- 1 turn))))
          (stuck (+ (len list) (get list 1 5))))",
        value(random),
        command(random, 2)
    )
}

/// Lists that shrink, and heaps that fall apart.
#[test]
fn lists_on_one_word_do_what_their_meaning_says() {
    let mut random = Random(23);
    let (mut games, mut grown, mut same, mut left) = (0, 0, 0, 0);
    for _ in 0..cases(6000, 100_000) {
        let text = list_game(&mut random);
        let game: Game = text
            .parse()
            .unwrap_or_else(|error| panic!("{error}: {text}"));
        let length = 1 + random.below(5);
        let list = (0..length).map(|_| (1 + random.below(6)).into()).collect();
        let mut state: State = vec![vec![0.into()], list, vec![0.into()]];
        if game.admits(&state).is_err() {
            continue;
        }
        let codes = Codes::new(&game, &state);
        let is_wide = codes.2.is_some();
        games += usize::from(is_wide);
        for _ in 0..6 {
            let Some(wanted) = exact(&game, &state) else {
                break;
            };
            let made = codes.made(&game, &state);
            left += usize::from(is_wide && made[2].is_none());
            for found in made.into_iter().flatten() {
                assert_eq!(found, wanted, "{game}{state:?}");
                same += 1;
            }
            match wanted {
                Made::Moves(moves) if !moves.is_empty() => {
                    state = moves[random.below(moves.len())].clone();
                    grown += usize::from(is_wide && state[1].len() > length);
                }
                _ => break,
            }
        }
    }
    assert!(
        games > 1000 && grown > 40 && same > 5000 && left * 20 < same,
        "{games} games on one word, {grown} times grown, {same} the same, {left} left"
    );
}

/// A game of three rows that are copied into each other, at places known before play and not.
fn copying_game(random: &mut Random) -> String {
    fn one<'a>(random: &mut Random, all: &[&'a str]) -> &'a str {
        all[random.below(all.len())]
    }
    fn element(random: &mut Random) -> String {
        let row = one(random, &["a", "b", "c"]);
        let index = one(random, &["0", "1", "2", "i", "i", "(- 2 i)", "(get c 0)"]);
        format!("{row} {index}")
    }
    fn value(random: &mut Random) -> String {
        match random.below(5) {
            0..3 => format!("(get {})", element(random)),
            3 => format!("(- (get {}) {})", element(random), random.below(2)),
            _ => random.below(3).to_string(),
        }
    }
    fn command(random: &mut Random, depth: usize) -> String {
        let deeper = depth.saturating_sub(1);
        match random.below(if depth == 0 { 2 } else { 7 }) {
            0 | 1 => format!("(set {} {})", element(random), value(random)),
            2 => {
                let (yes, no) = (command(random, deeper), command(random, deeper));
                format!("(when (< {} {}) {yes} {no})", value(random), value(random))
            }
            3 => format!("(loop i 0 3 {})", command(random, deeper)),
            _ => {
                let commands: Vec<String> = (0..4).map(|_| command(random, deeper)).collect();
                format!("(seq {})", commands.join(" "))
            }
        }
    }
    format!(
        "(game copies (part turn 0 1) (part a 0 2) (part b -1 2) (part c 0 3)
          (start (0) (0 0 0) (0 0 0) (0 0 0))
          (tier (seq (choose i {} {} {}) (set turn (- 1 turn)))) (stuck 0))",
        one(random, &["0", "(get a 0)", "(% (get b 1) 3)"]),
        one(random, &["3", "(+ (get a 0) 1)", "(+ (% (get b 1) 3) 1)"]),
        command(random, 3)
    )
}

/// The start of a game that once had one cell's new value for another's copy of the old one.
const COPIED: &str =
    "(game copied (part turn 0 1) (part row 0 2) (part now -1 2) (part before -1 2)
  (start (0) (1 2 2) (-1 -1 -1) (1 2 2))
  (tier (seq
    (loop v 0 3 (set now v (get row v)))
    (set row 0)
    (choose v (fold i found 0 3 -1 (if (= (get row i -1) 1) i found)) 0
      (choose at (% v 3) (+ (% v 3) 1) (set row at 0)))
    (loop v 0 3 (set before v (get now v)))))
  (stuck 0))";

/// What is copied is what was there before, whatever is written since.
#[test]
fn copies_on_one_word_do_what_their_meaning_says() {
    let mut random = Random(31);
    let (mut games, mut same) = (0, 0);
    let texts = (0..cases(6000, 200_000)).map(|_| copying_game(&mut random));
    for text in std::iter::once(COPIED.to_owned()).chain(texts.collect::<Vec<_>>()) {
        let game: Game = text
            .parse()
            .unwrap_or_else(|error| panic!("{error}: {text}"));
        let mut state = game.starts[0].clone();
        if game.name != "copied" {
            for row in &mut state[1..] {
                *row = (0..3).map(|_| random.below(3).into()).collect();
            }
        }
        let codes = Codes::new(&game, &state);
        games += usize::from(codes.0.is_some());
        for _ in 0..4 {
            let Some(wanted) = exact(&game, &state) else {
                break;
            };
            for found in codes.made(&game, &state).into_iter().flatten() {
                assert_eq!(found, wanted, "{game}{state:?}");
                same += 1;
            }
            match wanted {
                Made::Moves(moves) if !moves.is_empty() => {
                    state = moves[random.below(moves.len())].clone();
                }
                _ => break,
            }
        }
    }
    assert!(
        games > 5000 && same > 20_000,
        "{games} games, {same} the same"
    );
}

/// The games of `core`, along random plays.
#[test]
fn games_do_what_their_meaning_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/games");
    let mut random = Random(6);
    let (mut games, mut words) = (0, 0);
    for file in std::fs::read_dir(folder).expect("a folder") {
        let path = file.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let game: Game = text.parse().unwrap_or_else(|error| panic!("{error}"));
        let start = &game.starts[0];
        let program = Program::new(&game, start).unwrap_or_else(|| panic!("{path:?}"));
        let mut state = start.clone();
        let codes = Codes::new(&game, start);
        words += usize::from(codes.1.is_some());
        for _ in 0..cases(60, 2000) {
            let Some(wanted) = exact(&game, &state) else {
                break;
            };
            for found in codes.made(&game, &state).into_iter().flatten() {
                assert_eq!(found, wanted, "{path:?} at {state:?}");
            }
            assert_eq!(
                compiled(&program, &state).as_ref(),
                Some(&wanted),
                "{path:?} at {state:?}"
            );
            state = match wanted {
                Made::Moves(moves) if !moves.is_empty() => moves[random.below(moves.len())].clone(),
                _ => start.clone(),
            };
        }
        games += 1;
    }
    assert!(games >= 20 && words >= 15, "{words} of {games} on one word");
}

/// Compares both compiled forms of `Repeat` with the exact meaning, for bodies with and without
/// choices.
#[test]
fn repeated_commands_equal_their_exact_meaning() {
    let mut random = Random(31);
    let (mut stepped, mut on_words, mut ended) = (0, 0, 0);
    for _ in 0..cases(8_000, 300_000) {
        let mut game = random.game("random");
        for tier in &mut game.tiers {
            let body = std::mem::replace(tier, Command::SKIP);
            let repeat = Command::Repeat(Expr::num(random.below(5)), Box::new(body));
            // Later commands see each result once.
            let rest = Command::Alt(vec![Command::pass_turn(), Command::SKIP]);
            *tier = Command::Seq(vec![repeat, rest]);
        }
        let state = random.state();
        let Some(wanted) = exact(&game, &state) else {
            continue;
        };
        ended += usize::from(matches!(wanted, Made::Pays(_)));
        let program = Program::new(&game, &state);
        if let Some(found) = program.and_then(|program| compiled(&program, &state)) {
            assert_eq!(found, wanted, "{game}{state:?}");
            stepped += 1;
        }
        let word = Flat::<Wide>::new(&game, &state, None);
        if let Some(found) = flat(&game, word.as_ref(), &state, None) {
            assert_eq!(found, wanted, "{game}{state:?}");
            on_words += 1;
        }
    }
    assert!(
        stepped > 4000 && on_words > 800 && ended > 40,
        "{stepped} in steps, {on_words} on words, {ended} ended"
    );
}

/// A row is sorted by exchanges of neighbours, with a fuel of 2^n for n cells.
#[test]
fn huge_fuels_cost_nothing() {
    for length in [4, 40, 70, 100] {
        let row: Vec<String> = (0..length).map(|at| (at % 3 % 2).to_string()).collect();
        let text = format!(
            "(game sorted (part turn 0 1) (part row 0 1) (start (0) ({}))
             (tier (seq
               (choose i 0 (len row) (seq (guard (= (get row i) 0)) (set row i 1)))
               (repeat (<< 1 (len row))
                 (let f (fold i f 0 (- (len row) 1) -1
                         (if (<= 0 f) f (if (< (get row i) (get row (+ i 1))) i -1)))
                   (seq (guard (<= 0 f)) (set row f 1) (set row (+ f 1) 0))))
               (set turn (- 1 turn))))
             (stuck 0))",
            row.join(" ")
        );
        let game: Game = text.parse().unwrap_or_else(|error| panic!("{error}"));
        let start = &game.starts[0];
        let moves = game.moves(start, &Budget::OPEN).expect("no limit");
        let is_sorted = |state: &State| state[1].is_sorted_by(|x, y| x >= y);
        assert!(moves.len() > 1 && moves.iter().all(is_sorted), "{length}");
        let wanted = Some(Made::Moves(moves));
        let program = Program::new(&game, start).expect("a program");
        assert_eq!(compiled(&program, start), wanted, "{length}");
        let word = Flat::<Wide>::new(&game, start, None);
        assert_eq!(flat(&game, word.as_ref(), start, None), wanted, "{length}");
    }
}

/// Numbers that leave the words are left to the exact meaning, at the very place where they do.
#[test]
fn nothing_is_rounded() {
    for (change, at, fits) in [
        ("(+ n 1)", "1099511627775", true),
        ("(+ n 1)", "1099511627776", false),
        ("(/ (* n (* n n)) (* n n))", "1000000", true),
        ("(/ (* n (* n n)) (* n n))", "1000000000", false),
        ("(/ (<< 1 n) (<< 1 (- n 1)))", "62", true),
        ("(/ (<< 1 n) (<< 1 (- n 1)))", "64", false),
    ] {
        let text = format!(
            "(game g (part turn 0 1) (part n 0 -) (start (0) ({at})) (tier (seq (set n {change}) (set turn (- 1 turn)))) (stuck 0))"
        );
        let game: Game = text.parse().unwrap_or_else(|error| panic!("{error}"));
        let start = &game.starts[0];
        let found = Program::new(&game, start).and_then(|program| compiled(&program, start));
        match fits {
            true => assert_eq!(found, exact(&game, start), "{change} at {at}"),
            false => assert_eq!(found, None, "{change} at {at}"),
        }
    }
}

/// A long enumeration ends with the budget.
#[test]
fn budgets_end_what_is_long() {
    let text = "(game g (part turn 0 1) (part n 0 9) (start (0) (0)) (tier (choose k 0 (<< 1 50) (seq (guard (= k -1)) (set n 1)))) (stuck (fold i s 0 (<< 1 50) 0 (xor s i))))";
    let game: Game = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let program = Program::new(&game, &game.starts[0]).expect("a program");
    let budget = Budget::default();
    budget.stop();
    let mut machine = program.machine();
    assert!(program.load(&game.starts[0], &mut machine));
    let mut ignore = |_: &_| ControlFlow::Continue(());
    let stopped = Err(Left::Over(Over::Stopped));
    assert_eq!(program.turn(&mut machine, &budget, &mut ignore), stopped);
    assert_eq!(
        program.stuck(&mut machine, &budget),
        Err(Left::Over(Over::Stopped))
    );
}

/// A state of other lengths, or with another constant part, is not taken.
#[test]
fn other_settings_are_refused() {
    let text = "(game g (part turn 0 1) (part row 0 2) (part width 1 9) (start (0) (1 2 0) (3)) (tier (seq (set row 0 width) (set turn (- 1 turn)))) (stuck 0))";
    let game: Game = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let program = Program::new(&game, &game.starts[0]).expect("a program");
    let mut machine = program.machine();
    let state = |row: &[i32], width: i32| -> State {
        let row = row.iter().map(|one| IBig::from(*one)).collect();
        vec![vec![IBig::ZERO], row, vec![width.into()]]
    };
    assert!(program.load(&state(&[0, 1, 2], 3), &mut machine));
    assert!(!program.load(&state(&[0, 1], 3), &mut machine));
    assert!(!program.load(&state(&[0, 1, 2], 4), &mut machine));
    assert!(!program.load(&state(&[0, 1, 3], 3), &mut machine));
}

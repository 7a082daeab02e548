//! Sums of games: their moves are those of their games, written as these are; what cannot be in a
//! sum is told.

use whowins_analysis::Player;
use whowins_analysis::program::{Program, Sum};
use whowins_core::random::Random;
use whowins_core::{Budget, State};
use whowins_rules::inside::lower::lower;
use whowins_rules::inside::read::read;
use whowins_rules::{Games, Parameters, Rules};

/// Games that sums are made of here, and a position of each that is not too large.
const PARTS: &[(&str, &str, &str)] = &[
    (
        "nim",
        "position heap: numbers\nmove heap[i] -= k for i in places of heap, k >= 1",
        "2,1",
    ),
    (
        "take",
        "given a: set = {1, 3}\nposition n <= 9\nmove n -= s for s in a",
        "5",
    ),
    (
        "kayles",
        "position row of . x\nmove x -> .\nmove x x -> . .",
        "xx.x",
    ),
    (
        "erasing",
        "position a: numbers\nmove erase a[i] for i in {1, length(a)}\nmove erase a[i - 1..i + 1] for i in places of a if a[i] = 0 and 1 < i < length(a)",
        "4,0,2,7",
    ),
    (
        // The place is worked out by a fold.
        "largest",
        "position a: numbers <= 4\nmove erase a[max(a)] if max(a) >= 1 and max(a) <= length(a)\nmove a[i] -= 1 for i in places of a",
        "3,1,2",
    ),
    (
        "toads",
        "players Toads with T, Frogs with F\nposition row of . T F\nmove own . -> . own along forward\nmove own other . -> . ? own along forward",
        "TT.FF",
    ),
    (
        "cram",
        "position board of . x\nmove . . -> x x along right, down",
        "../x.",
    ),
    (
        "pair",
        "position n, m\nmove n -= 1, m += 1\nmove m -= k for k >= 1",
        "2,1",
    ),
    (
        "own",
        "players A with a, B with b\nposition hand of each player <= 3\nposition place in 1..3\nmove own hand -= 1, place := 4 - place\nmove place += 1; play again",
        "1,2,2",
    ),
    (
        "sow",
        "position pit: ring of 4 numbers\nchoose i in 1..4 if pit[i] > 0; let n = pit[i]; pit[i] := 0; for each k in i + 1..i + n, pit[k] += 1; pit[i] -= 1",
        "1,0,2,0",
    ),
    (
        "set",
        "position gone: subset of 1..4\nstart empty\nmove add k to gone for k in 1..4 if not k in gone and not any(j in gone for j in 1..4 if j divides k)",
        "{3}",
    ),
    (
        "at once",
        "position row of . o\nmove o . -> . o\nat once o $ -> . $",
        "oo..",
    ),
];

fn text(at: usize) -> String {
    let (name, rules, _) = PARTS[at];
    format!("game \"{name}\"\n{rules}\n")
}

fn program(text: &str) -> Program {
    let (tree, errors) = read(text);
    assert!(
        errors.iter().all(|fault| fault.is_warning),
        "{errors:?}\n{text}"
    );
    let lowered = lower(&tree, &Parameters::new());
    lowered
        .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
        .program
}

/// The sum of these games; twice the same name is one text.
fn sum_of(parts: &[usize], any: bool) -> Program {
    let name = |at: &usize| format!("g{at}");
    let names: Vec<String> = parts.iter().map(name).collect();
    let mut once = parts.to_vec();
    once.sort_unstable();
    once.dedup();
    let written = |at: &usize| format!("let g{at} = {}", text(*at));
    let all: Vec<String> = once.iter().map(written).collect();
    let any = if any { "any number of " } else { "" };
    program(&format!(
        "game \"Sum\"\nplayers A, B\nposition sum of {any}{}\n{}",
        names.join(", "),
        all.concat()
    ))
}

/// The states after each move of a sum, by the moves of its games.
fn moves_of_parts(sum: &Sum, state: &State) -> Vec<State> {
    let components = sum.split(state);
    let mut all = Vec::new();
    for (at, (game, own)) in components.iter().enumerate() {
        let term = &sum.games[*game].1.term;
        for after in term.moves(own, &Budget::OPEN).expect("no limit") {
            let turn = after[0].clone();
            let mut states: Vec<State> = components.iter().map(|(_, own)| own.clone()).collect();
            states[at] = after;
            let mut whole = sum.join(&states);
            whole[0] = turn;
            all.push(whole);
        }
    }
    all
}

/// A few random moves on; at each state the moves of the sum are those of its games.
fn walk(program: &Program, start: &State, random: &mut Random) {
    let sum = program.sum.as_ref().expect("a sum");
    assert!(sum.is_term(&program.term));
    let mut state = start.clone();
    for _ in 0..6 {
        assert_eq!(program.term.admits(&state), Ok(()));
        let shown = program.show(&state);
        let mut back = program
            .read(&shown)
            .unwrap_or_else(|error| panic!("{error:?}"));
        back[0].clone_from(&state[0]);
        assert_eq!(back, state, "{shown}");
        let mut moves = program.term.moves(&state, &Budget::OPEN).expect("no limit");
        assert_eq!(
            moves,
            moves_of_parts(sum, &state),
            "{shown}\n{}",
            program.term
        );
        if moves.is_empty() {
            break;
        }
        let next = moves.swap_remove(random.below(moves.len()));
        assert!(!program.told(Player::First, &state, &next).is_empty());
        state = next;
    }
}

#[test]
fn a_move_of_a_sum_is_a_move_in_one_of_its_games() {
    let mut random = Random(16);
    for _ in 0..crate::cases(60, 2000) {
        let count = 1 + random.below(4);
        let parts: Vec<usize> = (0..count).map(|_| random.below(PARTS.len())).collect();
        let program = sum_of(&parts, false);
        let at: Vec<&str> = parts.iter().map(|at| PARTS[*at].2).collect();
        let start = program
            .read(&at.join("; "))
            .unwrap_or_else(|error| panic!("{error:?}"));
        walk(&program, &start, &mut random);
    }
}

#[test]
fn any_number_of_a_game_has_the_moves_of_each() {
    let mut random = Random(61);
    for (at, part) in PARTS.iter().enumerate() {
        let program = sum_of(&[at], true);
        let (game, own) = (self::program(&text(at)), part.2);
        for count in 0..4 {
            // Components of different lengths, as play makes them.
            let mut pieces = vec![own.to_string(); count];
            for piece in &mut pieces {
                let mut state = game.read(own).expect("a position");
                for _ in 0..random.below(3) {
                    let mut moves = game.term.moves(&state, &Budget::OPEN).expect("no limit");
                    if !moves.is_empty() {
                        state = moves.swap_remove(random.below(moves.len()));
                    }
                }
                *piece = game.show(&state);
            }
            let whole = match pieces.is_empty() {
                true => "nothing".to_string(),
                false => pieces.join("; "),
            };
            let start = program
                .read(&whole)
                .unwrap_or_else(|error| panic!("{whole}: {error:?}"));
            assert_eq!(program.show(&start), whole);
            walk(&program, &start, &mut random);
        }
    }
}

/// Games by their names.
struct Known;

impl Games for Known {
    fn text(&self, name: &str) -> Option<String> {
        let at = PARTS.iter().position(|(one, ..)| *one == name)?;
        Some(format!("/// A story.\n{}example 1: First wins\n", text(at)))
    }

    fn names(&self) -> Vec<String> {
        PARTS.iter().map(|(name, ..)| (*name).to_string()).collect()
    }
}

#[test]
fn games_are_found_elsewhere_and_written_behind() {
    let source = "game \"S\"\nposition sum of nim, take(a = {1, 2}, start = 4), nim, take(start = 7)\nexample 3; 4; 3; 4: First wins";
    let rules =
        Rules::parse_with("sum", source, &Known).unwrap_or_else(|errors| panic!("{errors}"));
    let again = Rules::parse("sum", rules.source()).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(again.source(), rules.source());
    let game = again.game(&Parameters::new()).expect("a game");
    assert_eq!(rules.game(&Parameters::new()).as_ref(), Ok(&game));
    assert_eq!(rules.examples(&game).map(|all| all.len()), Ok(1));
    let program = game.program().expect("a sum is of no family");
    let names: Vec<&str> = program
        .parts
        .iter()
        .map(|part| part.name.as_str())
        .collect();
    assert_eq!(
        names,
        ["nim[1].heap", "take[1].n", "nim[2].heap", "take[2].n"]
    );
    // Nim has no start, and so the sum has none.
    assert_eq!(game.start, None);
    let position = game.read("nim[1].heap = 1; take[1].n = 5; nim[2].heap = none; take[2].n = 4");
    assert_eq!(
        position.map(|position| game.show(&position)),
        Ok("1; 5; none; 4".into())
    );

    let source = "game \"S\"\ngiven most: set = {1}\nposition sum of take(a = most, start = 2), take(start = 3)";
    let rules =
        Rules::parse_with("sum", source, &Known).unwrap_or_else(|errors| panic!("{errors}"));
    let game = rules.game(&Parameters::new()).expect("a game");
    let start = game.start.clone().expect("all its games have one");
    assert_eq!(game.show(&start), "2; 3");
}

/// The lines of a sum with two games, and what is told of them: the piece pointed at, words of the
/// message, words of the mend.
const FAULTY: &[(&str, &str, &str, &str)] = &[
    (
        "position sum of one, tow",
        "tow",
        "no game `tow`",
        "did you mean `two`",
    ),
    (
        "position sum of one, zzzzz",
        "zzzzz",
        "no game `zzzzz`",
        "let zzzzz = game",
    ),
    (
        "position sum of one, goal",
        "the player who moved wins when n = 3",
        "`goal` ends here",
        "guard",
    ),
    (
        "position sum of one, points",
        "highest score wins",
        "`points` has scores",
        "without",
    ),
    (
        "position sum of one, draws",
        "repetition draws",
        "repetition",
        "once for the whole sum",
    ),
    (
        "position sum of one, else",
        "else move n -= 2",
        "`else`",
        "without",
    ),
    (
        "position sum of one, misere",
        "misère play",
        "otherwise than the sum",
        "misère play",
    ),
    (
        "position sum of one, blocked",
        "before each move the opponent blocks up to 1 options",
        "blocked",
        "without",
    ),
    (
        "position sum of one, two\nmove n -= 1",
        "move n -= 1",
        "the moves of its games",
        "drop this line",
    ),
    (
        "position sum of one, two\nposition k",
        "k",
        "the moves of its games",
        "drop this line",
    ),
    (
        "position sum of one(a = {1})",
        "a",
        "no parameter `a`",
        "it has none",
    ),
    (
        "position sum of two(b = {1})",
        "b",
        "no parameter `b`",
        "its parameters are a",
    ),
    (
        "position sum of two(a = x)",
        "x",
        "a is a set of numbers",
        "",
    ),
    (
        "position sum of two(a = {1}, a = {2})",
        "a",
        "given twice",
        "once",
    ),
    (
        "position sum of open",
        "open",
        "leaves its parameter `a` open",
        "open(a = ...)",
    ),
    (
        "position sum of one(start = x)",
        "x",
        "a value of n",
        "write the position as n",
    ),
    (
        "position sum of any number of one(start = 3)",
        "start",
        "no start of each",
        "start ...; ...",
    ),
    (
        "position sum of any number of one, two",
        ",",
        "one game alone",
        "any number of GAME",
    ),
    (
        "position sum of one, left, up",
        "sum of one, left, up",
        "who plays for whom",
        "players Left, Right",
    ),
    (
        "position sum of one, sum2",
        "sum2",
        "a sum itself",
        "name its games",
    ),
    (
        "position sum of one, two\nwho cannot move loses if 1 = 1, else wins",
        "who cannot move loses",
        "wherever nobody can move",
        "misère play",
    ),
    (
        "position sum of one, two\nrepetition within 2 moves is forbidden",
        "2",
        "no earlier positions",
        "repetition draws",
    ),
    (
        "position sum of one, two\nstart n = 3",
        "start n = 3",
        "as a whole",
        "in one line",
    ),
    (
        "position sum of one, two\nstart 3",
        "3",
        "1 part",
        "write the position as",
    ),
    (
        "position sum of one, two\nexample 3; 4: First wins by 2",
        "2",
        "not played for points",
        "by",
    ),
    (
        "position n\nmove n -= 1",
        "one",
        "only for a sum",
        "position sum of one",
    ),
];

const GAMES: &str = r#"
let one = game "One"
position n
move n -= 1
let two = game "Two"
given a: set = {1, 2}
position n
move n -= s for s in a
let goal = game "Goal"
position n
move n -= 1
the player who moved wins when n = 3
let points = game "Points"
position n
move n -= 1, score += 1
highest score wins
let draws = game "Draws"
position n
move n -= 1
repetition draws
let else = game "Else"
position n
move n -= 1
else move n -= 2
let misere = game "Misère"
position n
move n -= 1
misère play
let blocked = game "Blocked"
position n
move n -= s for s in {1, 2}
before each move the opponent blocks up to 1 options
let open = game "Open"
given a: set
position n
move n -= s for s in a
let left = game "Left"
players Left, Right
position n
Left: move n -= 1
let up = game "Up"
players Up, Down
position n
Down: move n -= 1
let sum2 = game "Sum"
position sum of one, two
"#;

#[test]
fn what_cannot_be_in_a_sum_is_told() {
    for (lines, piece, message, help) in FAULTY {
        let source = format!("game \"S\"\n{lines}\n{GAMES}");
        let errors = Rules::parse("sum", &source).expect_err(lines);
        let found = errors.errors.iter().any(|fault| {
            source
                .get(fault.span.clone())
                .is_some_and(|text| text.starts_with(piece))
                && fault.message.contains(message)
                && (fault.fix.is_some()
                    || fault.help.as_ref().is_some_and(|one| one.contains(help)))
        });
        assert!(found, "{lines}\n{errors}");
    }
    let unknown = Rules::parse_with("sum", "game \"S\"\nposition sum of nym, take", &Known);
    let errors = unknown.expect_err("no such game");
    assert!(
        errors.to_string().contains("did you mean `nim`?"),
        "{errors}"
    );
}

#[test]
fn a_sum_says_once_what_becomes_of_who_cannot_move() {
    let source =
        format!("game \"S\"\nposition sum of one, misere\nmisère play\nrepetition draws\n{GAMES}");
    let program = program(&source);
    assert_eq!(program.term.endless_pays(), Some(&0.into()));
    let state = program.read("0; 0").expect("a position");
    let over = program.term.over(&state, &Budget::OPEN).expect("no limit");
    assert_eq!(over, Some(1.into()));
}

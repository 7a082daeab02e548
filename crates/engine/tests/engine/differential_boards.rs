//! Rows and boards under random rewriting rules against a naive reading.

use crate::common::{
    Case, DIRECTIONS, Fate, Naive, Tape, by, last_lines, limits, naive, prefix, random_games, read,
    verdict,
};
use whowins_analysis::{End, Player, Stuck};
use whowins_engine::Engine;
use whowins_rules::Parameters;

const SYMBOLS: [char; 4] = ['.', 'o', 'x', '#'];

/// A pattern as it is written: rows of cells, `None` for `?`, and the edges it touches.
#[derive(Clone)]
struct Pattern {
    rows: Vec<Vec<Option<u8>>>,
    /// `^` and `$` in each row.
    sides: Vec<(bool, bool)>,
    /// A row `^` above, a row `$` below.
    top: bool,
    bottom: bool,
}

#[derive(Clone)]
struct Rewriting {
    by: Option<Player>,
    before: Pattern,
    /// The cells written; `None` leaves a cell.
    after: Vec<Vec<Option<u8>>>,
    /// Steps down and right; empty where the pattern lies as it is written.
    along: Vec<usize>,
}

struct Goal {
    end: End,
    pattern: Pattern,
    along: Vec<usize>,
    negated: bool,
}

struct Rewritings {
    rows: usize,
    columns: usize,
    symbols: usize,
    moves: Vec<Rewriting>,
    at_once: Vec<Rewriting>,
    goals: Vec<Goal>,
    stuck: Stuck,
}

/// The ways a pattern lies with its first cell on a cell of the board: each gives, for its cells,
/// the cell of the board.
fn lay(
    pattern: &Pattern,
    along: &[usize],
    row: i64,
    column: i64,
    rows: i64,
    columns: i64,
) -> Vec<Vec<Vec<usize>>> {
    let on = |(r, c): (i64, i64)| (0..rows).contains(&r) && (0..columns).contains(&c);
    let flat = pattern.rows.len() == 1 && !pattern.top && !pattern.bottom;
    let directions: Vec<(i64, i64)> = if along.is_empty() {
        vec![(0, 1)]
    } else {
        along
            .iter()
            .map(|d| (DIRECTIONS[*d].1, DIRECTIONS[*d].2))
            .collect()
    };
    let mut ways = Vec::new();
    for (down, right) in directions {
        let place = |r: i64, c: i64| {
            if flat {
                (row + c * down, column + c * right)
            } else {
                (row + r, column + c)
            }
        };
        let mut fits = true;
        let mut cells = Vec::new();
        for (r, symbols) in pattern.rows.iter().enumerate() {
            let (r, length) = (r as i64, symbols.len() as i64);
            let (start, end) = pattern.sides[r as usize];
            fits &= !(start && on(place(r, -1)));
            fits &= !(end && on(place(r, length)));
            let places: Vec<(i64, i64)> = (0..length).map(|c| place(r, c)).collect();
            fits &= places.iter().all(|at| on(*at));
            cells.push(
                places
                    .iter()
                    .map(|(r, c)| (r * columns + c) as usize)
                    .collect(),
            );
        }
        fits &= !(pattern.top && on((row - 1, column)));
        fits &= !(pattern.bottom && on((row + pattern.rows.len() as i64, column)));
        if fits {
            ways.push(cells);
        }
    }
    ways
}

impl Rewritings {
    fn shows(&self, pattern: &Pattern, cells: &[Vec<usize>], state: &[u8]) -> bool {
        pattern.rows.iter().zip(cells).all(|(symbols, places)| {
            symbols
                .iter()
                .zip(places)
                .all(|(symbol, place)| symbol.is_none_or(|symbol| state[*place] == symbol))
        })
    }

    /// The boards after one use of a rule anywhere; with `direction`, in that direction alone.
    fn uses(&self, rule: &Rewriting, state: &[u8]) -> Vec<Vec<u8>> {
        let directions: Vec<Vec<usize>> = if rule.along.is_empty() {
            vec![Vec::new()]
        } else {
            rule.along.iter().map(|d| vec![*d]).collect()
        };
        let mut all = Vec::new();
        for along in directions {
            for row in 0..self.rows {
                for column in 0..self.columns {
                    let size = (self.rows as i64, self.columns as i64);
                    for cells in lay(
                        &rule.before,
                        &along,
                        row as i64,
                        column as i64,
                        size.0,
                        size.1,
                    ) {
                        if self.shows(&rule.before, &cells, state) {
                            let mut next = state.to_vec();
                            for (places, symbols) in cells.iter().zip(&rule.after) {
                                for (place, symbol) in places.iter().zip(symbols) {
                                    if let Some(symbol) = symbol {
                                        next[*place] = *symbol;
                                    }
                                }
                            }
                            all.push(next);
                        }
                    }
                }
            }
        }
        all
    }

    /// Carries out the forced follow-ups: the first rule that applies, at its first place.
    fn settle(&self, mut state: Vec<u8>) -> Vec<u8> {
        while let Some(next) = self
            .at_once
            .iter()
            .find_map(|rule| self.uses(rule, &state).into_iter().next())
        {
            state = next;
        }
        state
    }
}

impl Naive for Rewritings {
    type State = Vec<u8>;

    fn end(&self, state: &Vec<u8>) -> Option<End> {
        self.goals
            .iter()
            .find(|goal| {
                let shown = (0..self.rows * self.columns).any(|at| {
                    let (row, column) = ((at / self.columns) as i64, (at % self.columns) as i64);
                    lay(
                        &goal.pattern,
                        &goal.along,
                        row,
                        column,
                        self.rows as i64,
                        self.columns as i64,
                    )
                    .iter()
                    .any(|cells| self.shows(&goal.pattern, cells, state))
                });
                shown != goal.negated
            })
            .map(|goal| goal.end)
    }

    fn moves(&self, player: Player, state: &Vec<u8>) -> Vec<Vec<u8>> {
        self.moves
            .iter()
            .filter(|rule| rule.by.is_none_or(|by| by == player))
            .flat_map(|rule| self.uses(rule, state))
            .map(|next| self.settle(next))
            .collect()
    }

    fn stuck(&self) -> Stuck {
        self.stuck
    }
}

fn cells_text(cells: &[Option<u8>]) -> String {
    cells
        .iter()
        .map(|cell| {
            cell.map_or('?', |symbol| SYMBOLS[symbol as usize])
                .to_string()
        })
        .collect::<Vec<_>>()
        .join(" ")
}

fn pattern_text(pattern: &Pattern, cells: &[Vec<Option<u8>>], anchors: bool) -> String {
    let mut rows: Vec<String> = Vec::new();
    if pattern.top && anchors {
        rows.push("^".into());
    }
    for (row, (start, end)) in cells.iter().zip(&pattern.sides) {
        let mut text = cells_text(row);
        if *start && anchors {
            text = format!("^ {text}");
        }
        if *end && anchors {
            text = format!("{text} $");
        }
        rows.push(text);
    }
    if pattern.bottom && anchors {
        rows.push("$".into());
    }
    rows.join(" / ")
}

fn along_text(along: &[usize]) -> String {
    if along.is_empty() {
        return String::new();
    }
    let words: Vec<&str> = along.iter().map(|d| DIRECTIONS[*d].0).collect();
    format!(" along {}", words.join(", "))
}

fn pattern(tape: &mut Tape, board: bool, symbols: usize) -> (Pattern, Vec<usize>) {
    let symbol = |tape: &mut Tape| (!tape.once_in(7)).then(|| tape.below(symbols) as u8);
    let tall = board && tape.once_in(3);
    let rows = if tall {
        tape.list(1, 2, |tape| tape.list(1, 2, symbol))
    } else {
        vec![tape.list(1, 3, symbol)]
    };
    let sides = rows
        .iter()
        .map(|_| (tape.once_in(6), tape.once_in(6)))
        .collect();
    let (top, bottom) = (tall && tape.once_in(3), tall && tape.once_in(3));
    let flat = rows.len() == 1 && !top && !bottom;
    let mut along = Vec::new();
    if flat && tape.below(2) == 1 {
        let open: &[usize] = if board {
            &[0, 1, 2, 3, 4, 5, 6, 7]
        } else {
            &[0, 2]
        };
        for direction in tape.list(1, 3, |tape| tape.pick(open)) {
            if !along.contains(&direction) {
                along.push(direction);
            }
        }
    }
    (
        Pattern {
            rows,
            sides,
            top,
            bottom,
        },
        along,
    )
}

/// A rule that changes something; where `falls`, towards lower symbols at every cell it changes.
fn rewriting(tape: &mut Tape, board: bool, symbols: usize, falls: bool) -> Rewriting {
    let (mut before, along) = pattern(tape, board, symbols);
    let mut after: Vec<Vec<Option<u8>>> = before
        .rows
        .iter()
        .map(|row| {
            row.iter()
                .map(|symbol| match (symbol, falls) {
                    (Some(symbol), true) => Some(tape.below(usize::from(*symbol) + 1) as u8),
                    (None, true) => None,
                    _ => (!tape.once_in(8)).then(|| tape.below(symbols) as u8),
                })
                .collect()
        })
        .collect();
    let changes = before
        .rows
        .iter()
        .flatten()
        .zip(after.iter().flatten())
        .any(|(before, after)| after.is_some() && after != before);
    if !changes {
        (before.rows[0][0], after[0][0]) = (Some(1), Some(0));
    }
    Rewriting {
        by: by(tape),
        before,
        after,
        along,
    }
}

/// The games that a test draws.
#[derive(Clone, Copy)]
struct Kind {
    board: bool,
    stones: Stones,
}

/// What moves do to how often each symbol occurs.
#[derive(Clone, Copy, PartialEq)]
enum Stones {
    /// Whatever the rules say, on few cells.
    Any,
    /// They keep it, on more cells than all fillings are solved of.
    Kept,
    /// They keep it or take stones, on as many cells.
    Taken,
}

/// A rule that moves symbols about.
fn moving(tape: &mut Tape, board: bool, symbols: usize) -> Rewriting {
    let mut rule = rewriting(tape, board, symbols, false);
    let symbols: Vec<u8> = rule
        .before
        .rows
        .iter()
        .flatten()
        .flatten()
        .copied()
        .collect();
    if symbols.iter().all(|symbol| *symbol == symbols[0]) {
        let [a, b] = tape.pick(&[[0, 1], [1, 0]]);
        rule.before.rows = vec![vec![Some(a), Some(b)]];
        rule.before.sides.truncate(1);
        (rule.before.top, rule.before.bottom) = (false, false);
        rule.after = vec![vec![Some(b), Some(a)]];
        return rule;
    }
    // Turned round by so many places that something changes.
    let count = symbols.len();
    let turned = |by: usize| -> Vec<u8> {
        let mut turned = symbols.clone();
        turned.rotate_left(by);
        turned
    };
    let changing: Vec<usize> = (1..count).filter(|by| turned(*by) != symbols).collect();
    let mut written = turned(tape.pick(&changing)).into_iter();
    rule.after = rule.before.rows.clone();
    for cell in rule.after.iter_mut().flatten().flatten() {
        *cell = written.next().expect("as many as were read");
    }
    rule
}

/// The same rule, by which a stone that it moves may be lost or turn into another.
fn taking(tape: &mut Tape, mut rule: Rewriting, symbols: usize) -> Rewriting {
    let mut cells = rule.after.iter_mut().flatten().flatten();
    let stone = cells.find(|symbol| **symbol != 0);
    if let (Some(stone), true) = (stone, tape.below(2) == 0) {
        *stone = if tape.once_in(3) {
            tape.below(symbols) as u8
        } else {
            0
        };
    }
    rule
}

fn generate(tape: &mut Tape, Kind { board, stones }: Kind) -> (Rewritings, String, bool) {
    let kept = stones != Stones::Any;
    let symbols = 2 + tape.below(2);
    let (rows, columns) = if kept {
        match (board, symbols) {
            (true, 2) => tape.pick(&[(3, 6), (9, 2)]),
            (true, _) => tape.pick(&[(3, 4), (2, 6)]),
            (false, 2) => (1, tape.pick(&[17, 18])),
            (false, _) => (1, tape.pick(&[11, 12])),
        }
    } else if board {
        tape.pick(&[(2, 2), (2, 3), (3, 2), (1, 4), (3, 1), (3, 3)])
    } else {
        (1, 1 + tape.below(6))
    };
    let symbols = if rows * columns > 6 && !kept {
        2
    } else {
        symbols
    };
    let falls = tape.below(2) == 0;
    let moves = tape.list(1, 4, |tape| match kept {
        true => {
            let rule = moving(tape, board, symbols);
            match stones {
                Stones::Taken => taking(tape, rule, symbols),
                _ => rule,
            }
        }
        false => rewriting(tape, board, symbols, falls),
    });
    let at_once = if tape.once_in(3) && !kept {
        tape.list(1, 2, |tape| Rewriting {
            by: None,
            ..rewriting(tape, board, symbols, true)
        })
    } else {
        Vec::new()
    };
    let mut lines = vec![
        "game \"Rewriting\"".to_string(),
        "players Left, Right".into(),
    ];
    let alphabet: String = SYMBOLS[..symbols].iter().map(|s| format!(" {s}")).collect();
    let shape = match (board, tape.below(2) == 0) {
        (false, true) => "row of".to_string(),
        (false, false) => format!("row of {columns} cells of"),
        (true, true) => "board of".to_string(),
        (true, false) => format!("board of {rows} x {columns} cells of"),
    };
    lines.push(format!("position {shape}{alphabet}"));
    let rule_text = |rule: &Rewriting, anchors: bool| {
        format!(
            "{} -> {}{}",
            pattern_text(&rule.before, &rule.before.rows, true),
            pattern_text(&rule.before, &rule.after, anchors),
            along_text(&rule.along)
        )
    };
    for rule in &moves {
        let anchors = tape.below(2) == 0;
        lines.push(format!(
            "{}move {}",
            prefix(rule.by),
            rule_text(rule, anchors)
        ));
    }
    for rule in &at_once {
        lines.push(format!("at once {}", rule_text(rule, true)));
    }
    let mut goals = Vec::new();
    while goals.len() < 3 && tape.once_in(3) {
        let (end, words) = verdict(tape);
        let (pattern, along) = pattern(tape, board, symbols);
        let negated = tape.once_in(5);
        let shown = format!(
            "{}{} has {}{}",
            if negated { "not " } else { "" },
            if board { "board" } else { "row" },
            pattern_text(&pattern, &pattern.rows, true),
            along_text(&along)
        );
        lines.push(if words.starts_with("draw") || tape.below(2) == 0 {
            format!("{words} when {shown}")
        } else {
            format!("at {shown}: {words}")
        });
        goals.push(Goal {
            end,
            pattern,
            along,
            negated,
        });
    }
    let (stuck, repetition_draws) = last_lines(tape, &mut lines);
    let game = Rewritings {
        rows,
        columns,
        symbols,
        moves,
        at_once,
        goals,
        stuck,
    };
    (game, lines.join("\n"), repetition_draws)
}

fn compare(mut tape: Tape, kind: Kind) -> Result<Fate, proptest::test_runner::TestCaseError> {
    let (game, text, repetition_draws) = generate(&mut tape, kind);
    let symbols = game.symbols;
    let cells = game.rows * game.columns;
    let few = |tape: &mut Tape| {
        let mut position = vec![0; cells];
        for _ in 0..1 + tape.below(3) {
            position[tape.below(cells)] = 1 + tape.below(symbols - 1) as u8;
        }
        position
    };
    let positions: Vec<Vec<u8>> = match kind.stones != Stones::Any {
        true => (0..2).map(|_| few(&mut tape)).collect(),
        false => (0..12)
            .map(|_| (0..cells).map(|_| tape.below(symbols) as u8).collect())
            .collect(),
    };
    let read = match read(&text, &Parameters::new()) {
        // What can be done nowhere is no part of the term: there may be no board left to see, and
        // without moves nothing follows them.
        Ok(read) if read.board().is_none_or(|board| board.moves.is_empty()) => {
            return Ok(Fate::Refused);
        }
        Ok(read) => read,
        Err(faults) if faults.contains("without end") => return Ok(Fate::Refused),
        Err(faults) => return Err(proptest::test_runner::TestCaseError::fail(faults)),
    };
    let settled: Vec<Vec<u8>> = positions.iter().map(|p| game.settle(p.clone())).collect();
    let Some(answers) = naive(&game, &settled, 3000) else {
        return Ok(Fate::Refused);
    };
    let write = |state: &Vec<u8>| read.position_of(state, game.rows, game.columns);
    let mut engine = Engine::new(read.clone(), limits(1 + tape.below(2)));
    let case = Case {
        text: &text,
        naive: &game,
        answers: &answers,
        repetition_draws,
        game: &read,
        write: &write,
    };
    let states = settled.iter().chain(&answers.states).take(60);
    case.hold_all(&mut engine, states, |_, _| true)?;
    for strategy in engine.strategies() {
        // A position that is not settled is settled before play begins.
        for (raw, settled) in positions.iter().zip(&settled) {
            let (raw, settled) = (write(raw), write(settled));
            proptest::prop_assert_eq!(
                strategy.values(&raw).is_ok(),
                strategy.values(&settled).is_ok()
            );
            if let Ok(values) = strategy.values(&raw) {
                proptest::prop_assert_eq!(Ok(values), strategy.values(&settled), "{}", &text);
            }
        }
    }
    Ok(Fate::Compared)
}

fn kind(board: bool, stones: Stones) -> Kind {
    Kind { board, stones }
}

#[test]
fn rows_agree_with_the_naive_reading() {
    random_games(1500, |tape| compare(tape, kind(false, Stones::Any)));
}

#[test]
fn boards_agree_with_the_naive_reading() {
    random_games(1500, |tape| compare(tape, kind(true, Stones::Any)));
}

#[test]
fn rows_of_kept_symbols_agree_with_the_naive_reading() {
    random_games(150, |tape| compare(tape, kind(false, Stones::Kept)));
}

#[test]
fn boards_of_kept_symbols_agree_with_the_naive_reading() {
    random_games(150, |tape| compare(tape, kind(true, Stones::Kept)));
}

#[test]
fn rows_of_stones_that_are_taken_agree_with_the_naive_reading() {
    random_games(150, |tape| compare(tape, kind(false, Stones::Taken)));
}

#[test]
fn boards_of_stones_that_are_taken_agree_with_the_naive_reading() {
    random_games(150, |tape| compare(tape, kind(true, Stones::Taken)));
}

/// Play that reaches few of all fillings: exploring agrees with the table of all.
#[test]
fn exploring_agrees_with_the_table_of_all_fillings() {
    let toads = "game \"Toads and frogs\"\nplayers Toad, Frog\nposition row of . t f\nToad: move t . -> . t\nToad: move t f . -> . f t\n\
                Frog: move . f -> f .\nFrog: move . t f -> f t .";
    let leaps = "game \"Leaps\"\nplayers Left, Right\nposition board of . o x\nLeft: move o . -> . o along right, left, up, down\n\
                Right: move x . -> . x along right, left, up, down\nLeft: move o x . -> . . o along right, left\n\
                Right: move x o . -> . . x along up, down\nrepetition draws";
    use whowins_engine::general::{General, Want};
    for (text, at) in [(toads, "ttt......fff"), (leaps, "o.../..../x..x")] {
        let game = read(text, &Parameters::new()).expect("the rules are read");
        let position = game.read(at).expect("a position");
        let mut general = General::new(game.clone(), Want::Remoteness, limits(2));
        let expected = general.solve(&position).expect("the fillings fit");
        let mut exploring = General::new(game, Want::Remoteness, limits(2));
        let mut tries = 0;
        let solved = loop {
            let most = exploring.estimate(&position);
            assert!(
                Some(most) < exploring.work(&position),
                "{at}: a table is taken"
            );
            tries += 1;
            if let Some(solved) = exploring.try_solve(&position, most).expect("no limit") {
                break solved;
            }
        };
        assert!(tries < 10, "{at}: {tries} tries");
        assert_eq!(solved.to_move, expected.to_move, "{at}");
    }
}

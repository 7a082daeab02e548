//! Values of positions, and parts of boards, against a recursion over whole positions.

use std::collections::HashMap;
use std::ops::ControlFlow;

use proptest::prelude::*;
use whowins_analysis::{Frame, Game, Player, Position};
use whowins_engine::values::board::Boards;
use whowins_engine::values::{Laid, Move, NoValue, Positions, Refusal, Search, Sums, refusal};
use whowins_engine::{Engine, Limits, Outcome};
use whowins_rules::{Parameters, Rules};
use whowins_values::{Arena, Budget, Outcome as Wins, Value};

/// The value of a state by its definition: all options of both players, whole, each state once;
/// `None` where play goes round.
fn naive(
    arena: &mut Arena,
    frame: &Frame,
    state: &[i64],
    known: &mut HashMap<Vec<i64>, Option<Value>>,
) -> Option<Value> {
    if let Some(known) = known.get(state) {
        return *known;
    }
    known.insert(state.to_vec(), None);
    let mut sides = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        for next in frame.next(player, state) {
            sides[player.index()].push(naive(arena, frame, &next, known)?);
        }
    }
    let value = arena.make(&sides[0], &sides[1]).expect("no limit");
    known.insert(state.to_vec(), Some(value));
    Some(value)
}

fn game(text: &str) -> Game {
    let rules = Rules::parse("test", text).unwrap_or_else(|faults| panic!("{faults}"));
    rules.game(&Parameters::new()).expect("a game")
}

const CLOBBER: &str = "game \"Clobber\"\nposition row of . x o\nLeft: move x o -> . x along right, left\nRight: move o x -> . o along right, left\nplayers Left, Right";
const TOADS: &str = "game \"Toads\"\nplayers Toads, Frogs\nposition row of . T F\nToads: move T . -> . T\nToads: move T F . -> . F T\nFrogs: move . F -> F .\nFrogs: move . T F -> F T .";
const DOMINEERING: &str = "game \"Domineering\"\nplayers V, H\nposition board of . #\nV: move . / . -> # / #\nH: move . . -> # #";

fn value(game: &Game, arena: &mut Arena, text: &str) -> Value {
    let position = game.read(text).expect("a position");
    Positions::new(game)
        .and_then(|mut all| all.value(arena, &position))
        .expect("a value")
}

fn shown(game: &Game, text: &str) -> String {
    let mut arena = Arena::new(Budget::OPEN);
    let value = value(game, &mut arena, text);
    arena.show(value).expect("no limit")
}

#[test]
fn values_of_the_literature() {
    // Albert, Grossman, Nowakowski, Wolfe 2005; Winning Ways, chapters 1, 5, 10; Lessons in Play.
    let clobber = game(CLOBBER);
    for (row, value) in [
        ("xo", "*"),
        ("xxo", "^"),
        ("xxo.xxo", "^^"),
        ("xoxo", "{*,^|*,v}"),
        ("xoo", "v"),
        ("xxxo", "^^*"),
        ("....", "0"),
    ] {
        assert_eq!(shown(&clobber, row), value, "{row}");
    }
    let toads = game(TOADS);
    for (row, value) in [
        ("T.F", "*"),
        ("TF.", "0"),
        (".TF", "0"),
        ("T..", "2"),
        ("TT.", "2"),
        (".FF", "-2"),
    ] {
        let mut arena = Arena::new(Budget::OPEN);
        let position = toads.read(row).expect("a row");
        let frame = Frame::new(&toads, 1, row.len());
        let state = toads.state_of(&position).expect("small numbers");
        let expected = naive(&mut arena, &frame, &state, &mut HashMap::new()).expect("a value");
        assert_eq!(arena.show(expected).unwrap(), value, "{row}");
        assert_eq!(shown(&toads, row), value, "{row}");
    }
    let domineering = game(DOMINEERING);
    for (board, value) in [
        ("..", "-1"),
        ("./.", "1"),
        ("../..", "{1|-1}"),
        ("../.#", "*"),
        (".../.../...", "{1|-1}"),
        ("...../...../...../.....", "1"),
    ] {
        assert_eq!(shown(&domineering, board), value, "{board}");
    }
}

/// How many values all strips of 10 have: the counts that CGSuite and `cgt` give too.
#[test]
fn counts_of_distinct_values() {
    for (text, symbols, expected) in [(CLOBBER, ".xo", 421), (TOADS, ".TF", 1_613)] {
        let game = game(text);
        let mut arena = Arena::new(Budget::OPEN);
        let mut positions = Positions::new(&game).expect("values");
        let mut seen = std::collections::HashSet::new();
        let all = 3usize.pow(10);
        for mut number in 0..all {
            let cells: Vec<u8> = (0..10)
                .map(|_| {
                    let digit = number % 3;
                    number /= 3;
                    digit as u8
                })
                .collect();
            let position = Position::list(cells);
            seen.insert(positions.value(&mut arena, &position).expect("a value"));
        }
        assert_eq!(seen.len(), expected, "{symbols}");
    }
}

#[test]
fn parts_are_told_and_dead_cells_are_none() {
    let clobber = game(CLOBBER);
    let mut arena = Arena::new(Budget::OPEN);
    let mut positions = Positions::new(&clobber).expect("values");
    let position = clobber.read("xxo.oo.xxo.ox").expect("a row");
    let parts = positions.parts(&mut arena, &position).expect("values");
    let told: Vec<_> = parts
        .iter()
        .map(|part| (part.place.as_str(), part.shown.as_str(), part.count))
        .collect();
    assert_eq!(
        told,
        [("cells 1 to 3", "xxo", 2), ("cells 12 to 13", "ox", 1)]
    );
    // A mirror image is one part with it: three parts are kept with all that play in them comes to.
    assert!(positions.counts().1 <= 5, "{:?}", positions.counts());
    let moves = positions.moves(&mut arena, &position).expect("values");
    assert_eq!(moves.iter().map(|one| one.count).sum::<u64>(), 6);
    let million = vec!["xxo"; 2_000].join(".");
    let mut all = Positions::new(&clobber).expect("values");
    let value = all
        .value(&mut arena, &clobber.read(&million).expect("a row"))
        .expect("a value");
    assert_eq!(arena.show(value).unwrap(), "^2000");
}

#[test]
fn what_has_no_value_is_refused() {
    for (text, expected) in [
        (
            "position n\nmisère play\nmove n -= k for k in 1..2",
            Refusal::Misere,
        ),
        (
            "position n\nrepetition draws\nmove n -= k for k in 1..2",
            Refusal::Repetition,
        ),
        (
            "position n\nbefore each move the opponent blocks up to 1 option\nmove n -= k for k in 1..2",
            Refusal::Blocked,
        ),
        (
            "position n\nat n = 3: the player who moved wins\nmove n -= k for k in 1..2",
            Refusal::Goal,
        ),
    ] {
        let text = format!("game \"No\"\n{text}");
        let Ok(rules) = Rules::parse("test", &text) else {
            panic!("{text}")
        };
        let game = rules.game(&Parameters::new()).expect("a game");
        assert_eq!(refusal(&game), Some(expected), "{text}");
    }
    let round = game("game \"Round\"\nposition row of . x\nmove x . -> . x\nmove . x -> x .");
    let position = round.read("x..").expect("a row");
    let mut arena = Arena::new(Budget::OPEN);
    let found = Positions::new(&round).and_then(|mut all| all.value(&mut arena, &position));
    assert_eq!(found, Err(NoValue::Refused(Refusal::GoesRound)));
}

#[test]
fn heaps_are_parts() {
    let kayles =
        game("game \"Kayles\"\nposition heaps\nmove take 1 or 2, leaving at most two heaps");
    let mut arena = Arena::new(Budget::OPEN);
    for (heaps, nimber) in [
        ("1", "*"),
        ("2", "*2"),
        ("3", "*3"),
        ("4", "*"),
        ("12", "*4"),
        ("3,4", "*2"),
    ] {
        let value = value(&kayles, &mut arena, heaps);
        assert_eq!(arena.show(value).unwrap(), nimber, "{heaps}");
    }
}

/// A rule as it is written: a pattern of up to 2 x 2 cells, perhaps at an edge. Symbols mostly
/// rise, so that play mostly ends.
fn rule() -> impl Strategy<Value = String> {
    let cell = (0usize..8, 0usize..3, 0usize..8).prop_map(|(before, after, rises)| {
        const SYMBOLS: [&str; 3] = [".", "x", "o"];
        match (before, rises) {
            (7, _) => ("?", "?"),
            (before, 0) => (SYMBOLS[before % 3], SYMBOLS[after]),
            (before, _) if before % 3 < 2 => {
                let low = before % 3;
                (SYMBOLS[low], SYMBOLS[low + 1 + after % (2 - low)])
            }
            _ => ("o", "o"),
        }
    });
    let cells = prop::collection::vec(cell, 4);
    (cells, 1usize..3, 1usize..3, 0usize..5, 0usize..3).prop_map(
        |(cells, rows, columns, edge, by)| {
            let side = |of: fn(&(&'static str, &'static str)) -> &'static str| {
                let rows = (0..rows).map(|row| {
                    let line: Vec<&str> = (0..columns).map(|at| of(&cells[2 * row + at])).collect();
                    line.join(" ")
                });
                rows.collect::<Vec<_>>().join(" / ")
            };
            let (before, after) = (side(|cell| cell.0), side(|cell| cell.1));
            let lead = if edge == 0 && rows == 1 { "^ " } else { "" };
            let by = ["", "Left: ", "Right: "][by];
            format!("{by}move {lead}{before} -> {after}")
        },
    )
}

/// Rules that are accepted: what changes nothing, or looks at nothing, is refused when it is read.
fn rules() -> impl Strategy<Value = Game> {
    let moves = prop::collection::vec(rule(), 1..4);
    let all = (moves, prop::bool::weighted(0.2));
    all.prop_filter_map("rules are accepted", |(moves, many)| {
        // Rules that ask for many symbols are not looked at in machine words.
        let (more, last) = match many {
            true => (" a b", "Left: move . x o a b -> . . . . ."),
            false => ("", ""),
        };
        let text = format!(
            "game \"Random\"\nplayers Left, Right\nposition board of . x o{more}\n{}\n{last}",
            moves.join("\n")
        );
        let rules = Rules::parse("random", &text).ok()?;
        let game = rules.game(&Parameters::new()).ok()?;
        game.board().is_some().then_some(game)
    })
}

/// Rows and columns of a board: small ones, and now and then a long one, which another frame of
/// words holds.
fn size() -> impl Strategy<Value = (usize, usize)> {
    prop_oneof![
        8 => (1usize..4, 1usize..5),
        1 => Just((9, 1)),
        1 => Just((1, 9)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::cases(600, 10_000) as u32))]

    #[test]
    fn a_board_is_the_sum_of_its_parts(game in rules(), size in size(), cells in prop::collection::vec(0u8..3, 12)) {
        let (rows, columns) = size;
        let mut arena = Arena::new(Budget::OPEN);
        let position = game.position_of(&cells[..rows * columns], rows, columns);
        let frame = Frame::new(&game, rows, columns);
        let expected = naive(&mut arena, &frame, &game.state_of(&position).unwrap(), &mut HashMap::new());
        let mut positions = Positions::new(&game).unwrap();
        let found = positions.value(&mut arena, &position);
        match expected {
            None => prop_assert_eq!(found, Err(NoValue::Refused(Refusal::GoesRound))),
            Some(value) => {
                prop_assert_eq!(found, Ok(value));
                let parts = positions.parts(&mut arena, &position).unwrap();
                let mut sum = Value::ZERO;
                for part in parts {
                    let all = arena.scale(part.value, part.count as i64).unwrap();
                    sum = arena.add(sum, all).unwrap();
                }
                prop_assert_eq!(sum, value);
            }
        }
    }
}

/// A move with the value after it: whose, in words, the position after it.
type Told = (Player, String, String, Value);

/// All moves of both players, laid out whole, one by one.
fn laid_out(
    game: &Game,
    (rows, columns): (usize, usize),
    state: &[i64],
    mut value: impl FnMut(&[i64]) -> Value,
) -> Vec<Told> {
    let frame = Frame::new(game, rows, columns);
    let mut all = Vec::new();
    for player in Player::BOTH {
        let _ = frame.options(player, state, &mut |play| {
            let text = game.name_of(&frame, columns, player, state, &play);
            let to = game.show(&game.position_of(play.to, rows, columns));
            all.push((player, text, to, value(play.to)));
            ControlFlow::Continue(())
        });
    }
    all
}

/// Whether moves are those laid out, of parts that look alike the first one's, each so many times.
fn are_all(
    moves: &[Move],
    all: &[Told],
    before: Value,
    arena: &mut Arena,
) -> Result<(), TestCaseError> {
    let mut many = Vec::new();
    let mut from = all.iter();
    for one in moves {
        let change = arena.sub(one.after, one.before).unwrap();
        let after = arena.add(before, change).unwrap();
        let told = (one.player, one.text.clone(), one.to.clone(), after);
        // In the order of the rules, too.
        prop_assert!(from.any(|laid| *laid == told), "{told:?}");
        many.extend(vec![(one.player, after); one.count as usize]);
    }
    let mut expected: Vec<_> = all.iter().map(|one| (one.0, one.3)).collect();
    many.sort_unstable();
    expected.sort_unstable();
    prop_assert_eq!(many, expected);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::cases(600, 10_000) as u32))]

    /// The moves of one of all parts that look alike, against all moves of the whole board.
    #[test]
    fn moves_are_those_of_the_whole(
        game in rules(),
        size in size(),
        (cells, wide) in (prop::collection::vec(0u8..3, 12), 0usize..4),
    ) {
        let (rows, columns) = size;
        // Of most of them the first columns come again, so that parts look alike.
        let cells: Vec<u8> = (0..rows * columns)
            .map(|at| match wide {
                0 => cells[at],
                wide => cells[(at / columns * 3 + at % columns % wide) % 12],
            })
            .collect();
        let mut arena = Arena::new(Budget::OPEN);
        let position = game.position_of(&cells, rows, columns);
        let state = game.state_of(&position).unwrap();
        let frame = Frame::new(&game, rows, columns);
        let mut known = HashMap::new();
        if let Some(value) = naive(&mut arena, &frame, &state, &mut known) {
            let all = laid_out(&game, size, &state, |to| known[to].unwrap());
            let moves = Positions::new(&game).unwrap().moves(&mut arena, &position).unwrap();
            are_all(&moves, &all, value, &mut arena)?;
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::cases(60, 1_000) as u32))]

    /// The same of rows of more than 64 cells, whose values are those of their blocks: blanks part
    /// them, and no rule asks for the edge or writes on blanks.
    #[test]
    fn moves_of_long_rows_are_those_of_their_parts(which in 0usize..2, blocks in prop::collection::vec((0usize..6, 1usize..4), 12..24)) {
        let game = game([CLOBBER, EDGED][which]);
        const BLOCKS: [&str; 6] = ["xxo", "ox", "oxox", "xoo", "x", ""];
        let text: Vec<&str> = blocks.iter().flat_map(|(block, times)| vec![BLOCKS[*block]; *times]).collect();
        let text = text.join(".") + &".".repeat(64);
        let position = game.read(&text).unwrap();
        let (size, state) = (game.size_of(&position), game.state_of(&position).unwrap());
        let mut arena = Arena::new(Budget::OPEN);
        let mut known = HashMap::new();
        // The sum of what lies between two blanks, each by all of its moves, with a blank on each
        // side that is no edge.
        let mut of = |arena: &mut Arena, row: &[i64]| {
            let mut sum = Value::ZERO;
            let mut at = 0;
            for block in row.split(|cell| *cell == 0) {
                let from = at.max(1) - 1;
                let piece = &row[from..(at + block.len() + 1).min(row.len())];
                at += block.len() + 1;
                let frame = Frame::new(&game, 1, piece.len());
                // Where the row's own edge is not the piece's, the piece has a blank there.
                let value = naive(arena, &frame, piece, known.entry(piece.len()).or_default()).unwrap();
                sum = arena.add(sum, value).unwrap();
            }
            sum
        };
        let value = of(&mut arena, &state);
        let mut positions = Positions::new(&game).unwrap();
        prop_assert_eq!(positions.value(&mut arena, &position).unwrap(), value);
        let all = laid_out(&game, size, &state, |to| of(&mut arena, to));
        let moves = positions.moves(&mut arena, &position).unwrap();
        are_all(&moves, &all, value, &mut arena)?;
    }
}

/// Clobber with a move at the edge alone.
const EDGED: &str = "game \"Edged\"\nposition row of . x o\nLeft: move x o -> . x along right, left\nRight: move o x -> . o along right, left\nLeft: move ^ x -> .\nRight: move o $ -> .\nplayers Left, Right";

/// Of a row of many thousand parts, each kind is looked at once: the work grows with the cells, not
/// with their square.
#[test]
fn rows_of_many_parts_take_few_steps_a_cell() {
    for (text, part, kinds) in [
        (CLOBBER, "xxo.", 3),
        (EDGED, "xxo.", 8),
        (TOADS, "FFFT.FTTT", 3),
    ] {
        let game = game(text);
        let row = part.repeat(20_000);
        let cells = row.len() as u64;
        let position = game.read(&row).unwrap();
        let mut arena = Arena::new(Budget::OPEN);
        let mut positions = Positions::new(&game).unwrap();
        let steps = 64 * cells;
        let done = arena.within(steps, |arena| {
            let moves = positions.moves(arena, &position)?;
            let parts = positions.parts(arena, &position)?;
            Ok::<_, NoValue>((moves, parts, positions.value(arena, &position)?))
        });
        let (moves, parts, _) = done.expect("values").expect("few steps");
        assert!(parts.len() <= kinds, "{text}: {}", parts.len());
        assert!(moves.len() <= 8 * kinds, "{text}: {}", moves.len());
        assert!(
            positions.counts().0 <= 64 * kinds as u64,
            "{text}: {:?}",
            positions.counts()
        );
        // What moves are told with does not grow with the row.
        assert!(moves.iter().all(|one| one.to.len() < 100), "{text}");
    }
    // Past 65,535 cells: a row ends where memory does.
    let clobber = game(CLOBBER);
    let mut arena = Arena::new(Budget::OPEN);
    let mut positions = Positions::new(&clobber).unwrap();
    let position = clobber.read(&"xxo.".repeat(100_000)).unwrap();
    let value = positions.value(&mut arena, &position).unwrap();
    assert_eq!(arena.show(value).unwrap(), "^100000");
    let moves = positions.moves(&mut arena, &position).unwrap();
    let told: Vec<_> = moves
        .iter()
        .map(|one| (one.player, one.text.as_str(), one.to.as_str(), one.count))
        .collect();
    let [left, right] = Player::BOTH;
    assert_eq!(
        told,
        [
            (left, "x at 2 takes o at 3", "cells 1 to 3: x.x", 100_000),
            (right, "o at 3 takes x at 2", "cells 1 to 3: xo.", 100_000),
        ]
    );
    // One part alone may not be so long.
    let long = clobber.read(&"xo".repeat(40_000)).unwrap();
    let found = positions.value(&mut arena, &long);
    assert_eq!(found, Err(NoValue::Refused(Refusal::LargePart)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::cases(60, 1_000) as u32))]

    #[test]
    fn who_wins_is_what_the_engine_says(which in 0usize..3, cells in prop::collection::vec(0u8..3, 9)) {
        let text = [CLOBBER, TOADS, DOMINEERING][which];
        let game = game(text);
        let position = match which {
            2 => game.position_of(&cells.iter().map(|cell| cell % 2).collect::<Vec<_>>(), 3, 3),
            _ => game.position_of(&cells, 1, 9),
        };
        let mut arena = Arena::new(Budget::OPEN);
        let found = Positions::new(&game).unwrap().value(&mut arena, &position).unwrap();
        let solved = Engine::new(game, Limits::default()).solve(&position).unwrap();
        let expected = match solved.outcome() {
            Outcome::N => Wins::Next,
            Outcome::P => Wins::Previous,
            Outcome::L => Wins::Left,
            Outcome::R => Wins::Right,
            Outcome::D => panic!("no draws"),
        };
        prop_assert_eq!(arena.outcome(found).unwrap(), expected);
    }
}

/// Who wins a position for either player to move, by search over its parts with so many steps for
/// forms and for sums of two.
fn searched(game: &Game, position: &Position, (form, sum): (u64, u64)) -> Option<[bool; 2]> {
    let boards = Boards::new(game.board()?)?;
    let mut sums = Sums::new(Arena::new(Budget::OPEN)).with_steps(form, sum);
    let game_at = sums.add_game(boards);
    let mut search = Search::new(sums, 1 << 20);
    let (size, state) = (game.size_of(position), game.state_of(position)?);
    let mut wins = |player| {
        let laid = Laid {
            game: game_at,
            size,
            state: &state,
        };
        let root = search.sums().of(&[laid], Value::ZERO, player).ok()?;
        Some(search.ask(&root, u64::MAX).ok()??.wins)
    };
    Some([wins(Player::First)?, wins(Player::Second)?])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::cases(600, 10_000) as u32))]

    #[test]
    fn who_wins_is_found_by_search(
        game in rules(),
        size in (1usize..4, 1usize..5),
        cells in prop::collection::vec(0u8..3, 12),
        steps in (0usize..4, 0usize..3),
    ) {
        let (rows, columns) = size;
        let mut arena = Arena::new(Budget::OPEN);
        let position = game.position_of(&cells[..rows * columns], rows, columns);
        let frame = Frame::new(&game, rows, columns);
        let expected = naive(&mut arena, &frame, &game.state_of(&position).unwrap(), &mut HashMap::new());
        let steps = ([0, 12, 60, 1000][steps.0], [0, 10, 1000][steps.1]);
        let found = searched(&game, &position, steps);
        match expected {
            // Who wins may be shown all the same.
            None => {}
            Some(value) => {
                let outcome = arena.outcome(value).unwrap();
                let wins = [Wins::Left, Wins::Right].map(|side| outcome == side || outcome == Wins::Next);
                prop_assert_eq!(found, Some(wins), "{:?}", steps);
            }
        }
    }
}

#[test]
fn rows_of_clobber_are_won_by_who_begins() {
    // Albert, Grossman, Nowakowski, Wolfe 2005: all (xo)^n but n = 3, as far as they looked.
    let clobber = game(CLOBBER);
    for n in 1..=9 {
        let position = clobber.read(&"xo".repeat(n)).unwrap();
        for steps in [(0, 0), (1000, 100), (1 << 17, 1 << 12)] {
            if n > 6 && steps.0 == 0 {
                continue;
            }
            assert_eq!(
                searched(&clobber, &position, steps),
                Some([n != 3; 2]),
                "{n}"
            );
        }
    }
}

//! Games in which players fill cells: that they are seen, that goals hold on as they should, and
//! that what the search leaves out changes no answer.

use std::collections::HashMap;

use dashu_int::IBig;
use whowins_analysis::program::Filling;
use whowins_core::random::{Random, cases};
use whowins_core::{Budget, Game as Core, State};
use whowins_engine::search::Searcher;
use whowins_engine::search::lanes::Lanes;
use whowins_rules::{Parameters, Rules};

use super::search::agree;

/// Tic-tac-toe with one rule for both players. The shipped text has one per player.
const LINES: &str = "game \"Lines\"
players Cross with X, Nought with O
position board of 3 x 3 cells of . X O
start empty
move . -> own
a player wins when board has (3 own) along all directions
who cannot move draws";

/// Returns the term of `lines` or of a game of the library, with these numbers as parameters.
fn library(name: &str, numbers: &[(&str, &str)]) -> Core {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/library");
    let text = match name {
        "lines" => LINES.into(),
        _ => std::fs::read_to_string(format!("{games}/{name}.game")).expect(name),
    };
    let rules = Rules::parse(name, &text).unwrap_or_else(|faults| panic!("{faults}"));
    let mut values = Parameters::new();
    for (name, value) in numbers {
        let number = whowins_rules::Kind::Number.read(value);
        values.insert((*name).into(), number.expect("a number"));
    }
    let game = rules.game(&values);
    game.unwrap_or_else(|faults| panic!("{faults}")).core()
}

/// A goal of a player: own cells in these places, as conditions are written in different ways.
fn goal(
    random: &mut Random,
    cells: usize,
    own: &dyn Fn(String) -> String,
    other: &dyn Fn(String) -> String,
) -> String {
    let place = |random: &mut Random| random.below(cells);
    match random.below(5) {
        // One cell, and another that is not the opponent's: what he fills undoes it.
        4 => {
            let (one, two) = (place(random).to_string(), place(random).to_string());
            format!("(if {} (if {} 0 1) 0)", own(one), other(two))
        }
        // One of some lines.
        0 | 1 => {
            let mut lines = "0".to_string();
            for _ in 0..1 + random.below(4) {
                let mut line = "1".to_string();
                for _ in 0..1 + random.below(3) {
                    line = format!("(if {} {line} 0)", own(place(random).to_string()));
                }
                lines = format!("(if {line} 1 {lines})");
            }
            lines
        }
        // So many of one's own.
        2 => {
            let many = 1 + random.below(cells / 2 + 1);
            let one = own("v0".into());
            format!("(<= {many} (fold v0 v1 0 {cells} 0 (if {one} (+ v1 1) v1)))")
        }
        // Few are left to the opponent: bits of them, of which some are gone.
        _ => {
            let mask = 1 + random.below((1 << cells) - 1);
            let one = own("v0".into());
            let none = other("v0".into());
            format!(
                "(if (= (band {mask} (fold v0 v1 0 {cells} 0 (+ v1 (<< {none} v0)))) 0) \
                 (fold v0 v1 0 1 (fold v0 v1 0 {cells} 0 (+ v1 (<< {one} v0))) (< 0 (band v1 {mask}))) 0)"
            )
        }
    }
}

/// A game of filling on so many cells: one board, or a set for each player.
fn filling(random: &mut Random, cells: usize, is_board: bool) -> Core {
    let owned = move |player: usize| {
        move |at: String| match (is_board, player) {
            (true, _) => format!("(= (get cell {at} -1) {})", player + 1),
            (false, 0) => format!("(get mine {at})"),
            (false, _) => format!("(get yours {at})"),
        }
    };
    let mut ends = Vec::new();
    for _ in 0..1 + random.below(3) {
        let player = random.below(2);
        let when = goal(random, cells, &owned(player), &owned(1 - player));
        let pays = if player == 0 { "1" } else { "-1" };
        ends.push(match random.below(3) {
            // Of who moved.
            0 => {
                let other = goal(random, cells, &owned(1 - player), &owned(player));
                let pay = if player == 0 {
                    "(if turn 1 -1)"
                } else {
                    "(if turn -1 1)"
                };
                format!("(end (if turn {when} {other}) {pay})")
            }
            _ => format!("(end {when} {pays})"),
        });
    }
    let stuck = ["0", "1", "-1", "(if turn 1 -1)"][random.below(4)];
    let zeros = vec!["0"; cells].join(" ");
    let text = match is_board {
        true => format!(
            "(game filled (part turn 0 1) (part cell 0 3) (start (0) ({zeros}))
             (tier (seq (choose v0 0 {cells} (seq (guard (= (get cell v0) 0)) (set cell v0 (+ turn 1)))) (set turn (- 1 turn))))
             {} (stuck {stuck}))",
            ends.join(" ")
        ),
        false => format!(
            "(game filled (part turn 0 1) (part mine 0 1) (part yours 0 1) (start (0) ({zeros}) ({zeros}))
             (tier (seq (choose v0 0 {cells} (seq (guard (if (get mine v0) 0 (= (get yours v0) 0)))
              (alt (seq (guard (= turn 0)) (set mine v0 1)) (seq (guard turn) (set yours v0 1))))) (set turn (- 1 turn))))
             {} (stuck {stuck}))",
            ends.join(" ")
        ),
    };
    text.parse()
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The state with some cells filled by chance.
fn some(random: &mut Random, found: &Filling, start: &State, most: usize) -> State {
    let mut state = start.clone();
    for cell in &found.cells {
        let contents = match random.below(3) {
            _ if random.below(found.cells.len()) > most => continue,
            player @ 0..=1 => &cell.marks[player],
            _ => continue,
        };
        for ((part, at), value) in cell.elements.iter().zip(contents) {
            state[*part][*at].clone_from(value);
        }
    }
    state[0] = vec![random.below(2).into()];
    state
}

#[test]
fn games_of_filling_are_seen() {
    let sized = [("n", "3")];
    let names = [
        ("hex", &sized[..], Some(9)),
        ("bridg-it", &[], Some(25)),
        ("switching", &[], Some(5)),
        ("maker-breaker", &[], Some(7)),
        ("lines", &[], Some(9)),
        ("first-triangle", &[], Some(10)),
        ("number-scrabble", &[], Some(9)),
        // A line must not grow longer; who makes a triangle loses; pieces fall; anything is written
        // anywhere.
        ("gomoku-small", &[], None),
        ("sim", &[], None),
        ("drop-four", &[], None),
        ("order-and-chaos", &[], None),
    ];
    for (name, numbers, cells) in names {
        let game = library(name, numbers);
        let start = game.starts.first().unwrap_or_else(|| panic!("{name}"));
        let found = Filling::of(&game, start);
        assert_eq!(found.map(|one| one.cells.len()), cells, "{name}");
    }
}

/// A goal that holds goes on to hold as cells become who has it's own, whosever turn it is; and who
/// can fill a cell hangs on that cell alone.
#[test]
fn goals_hold_on() {
    let mut random = Random(5);
    let mut seen = 0;
    for case in 0..cases(300, 20_000) {
        let cells = 3 + random.below(5);
        let game = filling(&mut random, cells, case % 2 == 0);
        let Some(found) = Filling::of(&game, &game.starts[0]) else {
            continue;
        };
        seen += 1;
        for _ in 0..20 {
            let mut state = some(&mut random, &found, &game.starts[0], cells);
            let holds = |state: &State, player: usize| {
                let goal = &found.goals[player];
                let over = goal.over(state, &Budget::OPEN).expect("no limit");
                over.is_some_and(|pays| pays == IBig::ONE)
            };
            let player = random.below(2);
            let before = holds(&state, player);
            let options = game.options(&state, &Budget::OPEN).expect("no limit");
            let any = holds(&state, 0) || holds(&state, 1);
            let over = game.over(&state, &Budget::OPEN).expect("no limit");
            let is_paid = |pays: IBig| match any {
                true => found.pays.contains(&pays),
                false => options.is_empty(),
            };
            assert!(over.is_none_or(is_paid), "{game}{state:?}");
            let content = |cell: &whowins_analysis::program::Filled, state: &State| {
                let elements = cell.elements.iter();
                elements
                    .map(|(part, at)| state[*part][*at].clone())
                    .collect::<Vec<_>>()
            };
            let empty = found
                .cells
                .iter()
                .filter(|cell| content(cell, &state) == cell.empty);
            assert!(any || options.len() == empty.count(), "{game}{state:?}");
            // From the opponent's hands, or empty, into the player's.
            for cell in &found.cells {
                let content = content(cell, &state);
                let contents = match random.below(3) {
                    0 => &cell.marks[player],
                    1 if content == cell.marks[1 - player] => &cell.empty,
                    _ => &content,
                };
                for ((part, at), value) in cell.elements.iter().zip(contents) {
                    state[*part][*at].clone_from(value);
                }
            }
            assert!(!before || holds(&state, player), "{game}{state:?}");
        }
    }
    assert!(seen > 100, "{seen}");
}

/// Second wins by the last cell as long as First has none of two others: it is no matter that First
/// can take one of them later.
#[test]
fn goals_that_the_opponent_undoes_end_play_before() {
    let game: Core = "(game undone (part turn 0 1) (part cell 0 2) (start (0) (0 0 0 0))
        (tier (seq (choose v0 0 4 (seq (guard (= (get cell v0) 0)) (set cell v0 (+ turn 1)))) (set turn (- 1 turn))))
        (end (if (= (get cell 0) 1) 1 (= (get cell 1) 1)) 1)
        (end (if (= (get cell 3) 2) (if (= (get cell 0) 1) 0 (if (= (get cell 1) 1) 0 1)) 0) -1)
        (stuck 0))"
        .parse()
        .expect("a game");
    let mut state = game.starts[0].clone();
    assert!(Filling::of(&game, &state).is_some());
    for (turn, pays) in [(0, 1), (1, -1)] {
        state[0] = vec![turn.into()];
        for turns in [1, 1 << 14] {
            let search = Searcher::new(game.clone(), Budget::OPEN, 1 << 20);
            let mut search = search.expect("no blocks").with_turns(turns);
            let found = search.worth(&state, u64::MAX).expect("no limit");
            assert_eq!(
                found.and_then(|found| found.pays),
                Some(pays.into()),
                "{turn}"
            );
        }
    }
    agree(&game, &state, 0, 1 << 30);
}

#[test]
fn what_is_left_out_changes_no_answer() {
    let mut random = Random(77);
    let mut seen = 0;
    for case in 0..cases(2500, 40_000) {
        let cells = 4 + random.below(5);
        let is_board = random.below(2) == 0;
        let game = filling(&mut random, cells, is_board);
        let Some(found) = Filling::of(&game, &game.starts[0]) else {
            continue;
        };
        for _ in 0..3 {
            let most = random.below(cells);
            let state = some(&mut random, &found, &game.starts[0], most);
            seen += usize::from(agree(&game, &state, case, [1 << 30, 50][case % 2]).is_some());
        }
    }
    assert!(seen > 200, "{seen}");
    for (name, numbers) in [
        ("hex", &[("n", "3")][..]),
        ("bridg-it", &[]),
        ("switching", &[]),
        ("maker-breaker", &[]),
        ("lines", &[]),
        ("first-triangle", &[]),
    ] {
        let game = library(name, numbers);
        let found = Filling::of(&game, &game.starts[0]).expect("cells are filled");
        for case in 0..cases(12, 200) {
            let mut state = some(&mut random, &found, &game.starts[0], found.cells.len());
            // So few cells are left that a small table is no matter.
            while game
                .options(&state, &Budget::OPEN)
                .is_ok_and(|all| all.len() > 6)
            {
                state = some(&mut random, &found, &state, found.cells.len());
            }
            agree(&game, &state, case, 1 << 30);
        }
    }
}

/// The first player wins Hex on every board (Nash 1949), and Short the switching game where two
/// trees that share no edge join all nodes (Lehman 1964): Bridg-it is one.
#[test]
fn large_boards_are_searched() {
    check_larger(&[("hex", &[]), ("hex", &[("n", "5")]), ("bridg-it", &[])]);
}

#[test]
#[ignore = "takes a minute or more"]
fn larger_boards_are_searched() {
    check_larger(&[("hex", &[("n", "6")])]);
}

fn check_larger(games: &[(&str, &[(&str, &str)])]) {
    for (name, numbers) in games {
        let game = library(name, numbers);
        let search = Searcher::new(game.clone(), Budget::OPEN, 1 << 30);
        let mut search = search.expect("no blocks");
        let found = search.worth(&game.starts[0], u64::MAX);
        let pays = found.expect("no limit").and_then(|found| found.pays);
        assert_eq!(pays, Some(IBig::ONE), "{name} {numbers:?}");
        println!("{name} {numbers:?}: {} states", search.reach().looked);
    }
}

/// Three conditions, the first of them Hex on 3 x 3, on boards filled by chance: each board's bit
/// is what the exact meaning says of it.
#[test]
fn boards_are_as_the_exact_meaning_has_them() {
    let game: Core = "(game filled (part turn 0 1) (part cell 0 2) (start (0) (0 0 0 0 0 0 0 0 0)) (tier (guard 0))
        (end (fold v0 v1 0 1 (fold v0 v1 0 9 0 (+ v1 (<< (= (get cell v0 -1) 1) v0)))
          (fold v2 v3 0 1 7 (if (= (band (fold v4 v5 0 9 v3 (bor v5 (fold v6 v7 0 1 (band v5 v1)
            (bor (bor (<< (band v7 219) 1) (bor (<< (band v7 63) 3) (<< (band v7 54) 2)))
                 (bor (>> (band v7 438) 1) (bor (>> (band v7 504) 3) (>> (band v7 216) 2))))))) (band 448 v1)) 0) 0 1))) 1)
        (end (if turn (<= 7 (fold v0 v1 0 9 0 (if (= (get cell v0) 2) (+ v1 1) v1))) 0) 1)
        (end (fold v0 v1 0 8 0 (if v1 1 (if (= (get cell v0) 2) (if (< (get cell v0) (+ 1 (get cell (+ v0 1)))) (xor turn 1) 0) 0))) 1)
        (stuck 0))"
        .parse()
        .expect("a game");
    let start = &game.starts[0];
    let cells: HashMap<_, _> = (0..9).map(|at| ((1, at), (at, [1, 2]))).collect();
    let mut random = Random(8);
    for end in 0..3 {
        let alone = Core {
            ends: vec![game.ends[end].clone()],
            ..game.clone()
        };
        let lanes = Lanes::new(&alone, start, cells.clone());
        let own: Vec<[u64; 4]> = (0..9)
            .map(|_| std::array::from_fn(|_| random.below(usize::MAX) as u64))
            .collect();
        let mut seen = [0; 2];
        for turn in [0, 1] {
            let holds = lanes.holds(turn, &own).expect("bits, sums and folds");
            for board in 0..256 {
                let bit = |lane: &[u64; 4]| lane[board / 64] >> (board % 64) & 1;
                let cell = |at: usize| (2 - bit(&own[at])).into();
                let state = vec![vec![turn.into()], (0..9).map(cell).collect()];
                // Nobody can move where the end does not hold, and that pays 0.
                let over = alone.over(&state, &Budget::OPEN).expect("no limit");
                let is_so = over == Some(IBig::ONE);
                assert_eq!(bit(&holds) == 1, is_so, "{end} {state:?}");
                seen[usize::from(is_so)] += 1;
            }
        }
        assert!(seen.iter().all(|seen| *seen > 0), "{end} {seen:?}");
    }
}

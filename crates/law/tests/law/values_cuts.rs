//! Laws of rows of which a move cuts off one end: found however the rules are written, compared
//! with play, accepted by Coq, and at once for long rows.

use std::collections::HashMap;
use std::sync::Arc;

use whowins_analysis::{Game, Player, Position, Value as Outcome};
use whowins_engine::values::{Move, Positions};
use whowins_engine::{Limits, Strategy as _};
use whowins_law::{LawSource, LawStrategy, Says, find, find_kind};
use whowins_rules::{Parameters, Rules};
use whowins_values::{Arena, Budget as Room, Dyadic, Side, Value};
use whowins_verify::firstorder::term;
use whowins_verify::values::CutRows;
use whowins_verify::{Law, Verified};

use crate::coq_common::coqc;

const STALKS: &str = "game \"Stalks\"\nplayers Left, Right\nposition row of L R\nLeft: move L (any ?) $ -> nothing\nRight: move R (any ?) $ -> nothing";

/// Rules in several writings.
const GAMES: &[&str] = &[
    STALKS,
    "game \"Numbers\"\nplayers Left, Right\nposition edge: numbers <= 1\nLeft: move erase edge[i..length(edge)] for i in places of edge if edge[i] = 1\nRight: move erase edge[i..length(edge)] for i in places of edge if edge[i] = 0",
    "game \"Four\"\nplayers Left, Right\nposition row of a b c d\nRight: move (a or d) (any ?) $ -> nothing\nLeft: move c (any ?) $ -> nothing",
    "game \"Back\"\nplayers Left with L, Right with R\nposition row of L R\nmove own (any ?) $ -> nothing along left",
    "game \"Front\"\nplayers Left, Right\nposition row of L R\nLeft: move erase row[1..i] for i in cells of row if row[i] = 'L'\nRight: move erase row[1..i] for i in cells of row if row[i] = 'R'",
];

fn proved(text: &str) -> Verified {
    let rules = Rules::parse("stalks", text).unwrap_or_else(|faults| panic!("{text}\n{faults:?}"));
    let limits = Limits::default();
    let wanted = [Says::Value, Says::Worth, Says::RowWorth];
    let report = find(&rules, &Parameters::new(), None, &limits, &wanted).unwrap();
    assert_eq!(report.cards[0].kind, "cut-rows", "{text}");
    report.proved.expect("a law")
}

/// The value of a row by all moves of the rules, whatever is known of them.
fn naive(
    game: &Game,
    row: &[usize],
    known: &mut HashMap<Vec<usize>, Value>,
    arena: &mut Arena,
) -> Value {
    if let Some(value) = known.get(row) {
        return *value;
    }
    let position = Position::list(row.iter().copied());
    let sides = Player::BOTH.map(|player| {
        let state = position.core_state(player);
        let options = term(game).options(&state, &Room::OPEN).unwrap();
        let each = options.iter().map(|option| {
            let row: Vec<usize> = option[1]
                .iter()
                .map(|symbol| usize::try_from(symbol).unwrap())
                .collect();
            naive(game, &row, known, arena)
        });
        each.collect::<Vec<_>>()
    });
    let value = arena.make(&sides[0], &sides[1]).unwrap();
    known.insert(row.to_vec(), value);
    value
}

/// All rows of so many cells.
fn rows(symbols: usize, length: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..symbols.pow(length as u32)).map(move |number| {
        let cell = |at: usize| number / symbols.pow(at as u32) % symbols;
        (0..length).map(cell).collect()
    })
}

#[test]
fn what_is_said_of_rows_is_what_play_makes_of_them() {
    for text in GAMES {
        let law = proved(text);
        let game = law.game();
        let mut arena = Arena::new(Room::OPEN);
        let mut known = HashMap::new();
        let most = term(game).parts[1].most.clone().expect("symbols");
        let symbols = usize::try_from(most).unwrap() + 1;
        let longest = if symbols == 2 { 8 } else { 5 };
        for row in (0..=longest).flat_map(|length| rows(symbols, length)) {
            let value = naive(game, &row, &mut known, &mut arena);
            let at = Position::list(row.iter().copied());
            assert_eq!(
                law.worth(game, &at, &mut arena),
                Some(value),
                "{text}\n{row:?}"
            );
            let by_engine = Positions::new(game).unwrap().value(&mut arena, &at);
            assert_eq!(by_engine, Ok(value), "{text}\n{row:?}");
            let wins = law.values(game, &at).expect("it speaks of all rows");
            for player in Player::BOTH {
                let won = arena.wins_first(value, Side::BOTH[player.index()]).unwrap();
                assert_eq!(wins[player.index()] == Outcome::Win, won, "{text}\n{row:?}");
            }
        }
    }
}

/// That a move is one is told without laying all out, of each row and each that it might come to.
#[test]
fn what_is_a_move_is_one_of_the_rules() {
    for text in GAMES {
        let game = proved(text).game().clone();
        let all: Vec<Vec<usize>> = (0..=4).flat_map(|length| rows(2, length)).collect();
        let all: Vec<Position> = all.into_iter().map(Position::list).collect();
        for from in &all {
            for player in Player::BOTH {
                let options = term(&game)
                    .options(&from.core_state(player), &Room::OPEN)
                    .unwrap();
                for to in &all {
                    for next in Player::BOTH {
                        let is = options.contains(&to.core_state(next));
                        let told = game.is_move(player, from, (to, next));
                        assert_eq!(told, Some(is), "{text}: {from:?} to {to:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn other_rules_have_no_such_law() {
    for text in [
        // A cell of both players'; something is left; no row.
        "game \"Green\"\nplayers Left, Right\nposition row of L R G\nLeft: move (L or G) (any ?) $ -> nothing\nRight: move (R or G) (any ?) $ -> nothing",
        "game \"Left over\"\nplayers Left, Right\nposition row of L R\nLeft: move L (any ?) $ -> R\nRight: move R (any ?) $ -> nothing",
        "game \"Take\"\nposition n\nmove n -= k for k in 1..3",
    ] {
        let rules = Rules::parse("others", text).unwrap();
        let limits = Limits::default();
        let report = find_kind(&rules, &Parameters::new(), None, &limits, "cut-rows").unwrap();
        assert!(report.proved.is_none(), "{text}");
    }
}

/// A row of cells of both players' is worked out by its moves, as before: * beside a number.
#[test]
fn cells_of_both_players_make_no_number() {
    let text = "game \"Green\"\nplayers Left, Right\nposition row of L R G\nLeft: move (L or G) (any ?) $ -> nothing\nRight: move (R or G) (any ?) $ -> nothing";
    let rules = Rules::parse("green", text).unwrap();
    let game = rules.game(&Parameters::new()).unwrap();
    let mut arena = Arena::new(Room::OPEN);
    let mut positions = Positions::new(&game).unwrap();
    for (row, form) in [("LR", "1/2"), ("LRG", "1/2*"), ("GL", "^*"), ("LGR", "1v*")] {
        let at = game.read(row).unwrap();
        let value = positions.value(&mut arena, &at).unwrap();
        assert_eq!(arena.show(value).unwrap(), form, "{row}");
    }
}

/// A hundred thousand cells, with the move that wins.
#[test]
fn long_rows_are_answered_at_once() {
    let rules = Rules::parse("stalks", STALKS).unwrap();
    let limits = Limits::default();
    let game = rules.game(&Parameters::new()).unwrap();
    let source = Arc::new(LawSource::proved(proved(STALKS), &rules, &limits));
    let mut strategy = LawStrategy::new(source, &game);
    let row = |first: usize| Position::list((0..100_000).map(|at| (first + at / 2) % 2));
    for (first, player, wins) in [
        (0, Player::First, true),
        (0, Player::Second, false),
        (1, Player::First, false),
        (1, Player::Second, true),
    ] {
        let solved = strategy.try_solve(&row(first), 1 << 9).unwrap();
        let [one, other] = solved.expect("by the law").to_move;
        let answer = if player == Player::First { one } else { other };
        assert_eq!(answer.value == Outcome::Win, wins);
        let ends = answer
            .best
            .is_some_and(|best| best.to.elements().is_empty());
        assert_eq!(ends, wins);
    }
    // In a sum: the two rows differ in their last cell alone, and their difference is exact.
    let mut arena = Arena::new(Room::OPEN);
    let mut positions = Positions::new(&game).unwrap();
    let long = row(0);
    let mut other: Vec<_> = long.elements().to_vec();
    other[99_999] = 0.into();
    assert_ne!(long.elements()[99_999], other[99_999]);
    let [less, more] = [long.clone(), Position::list(other)].map(|row| {
        let value = positions.value(&mut arena, &row).unwrap();
        arena.as_number(value).expect("a number")
    });
    assert_eq!(&more - &less, Dyadic::step(99_998 - 1));
    // Each player's best move is the last of his cells: the number beside that one.
    let value = positions.value(&mut arena, &long).unwrap();
    let moves = positions.moves(&mut arena, &long).unwrap();
    let [left, right] = [0, 1].map(|at| arena.as_number(moves[at].after).expect("a number"));
    assert_eq!(moves.len(), 2);
    let number = arena.as_number(value).expect("a number");
    assert!(left < number && number < right, "{}", moves[0].text);
    let left_over = |one: &Move| game.read(&one.to).unwrap().elements().len();
    assert!(moves.iter().any(|one| left_over(one) == 99_999));
}

/// Coq accepts the files, of each writing, and refuses other signs and the other end.
#[test]
fn coq_accepts_the_laws_and_refuses_changed_ones() {
    let instance = |game: &Game, law: &CutRows| {
        let law = Law::CutRows(law.clone());
        whowins_law::coq::instance(game, &law).unwrap_or_else(|why| panic!("{}", why.0))
    };
    for text in GAMES {
        let verified = proved(text);
        let game = verified.game();
        let Law::CutRows(law) = &verified.certificate().laws[0] else {
            panic!("another kind of law");
        };
        let all = instance(game, law) + "Print Assumptions law.\n";
        let (accepted, said) = coqc("cut_rows", &all);
        assert!(
            accepted && said.contains("Closed under the global context"),
            "{said}"
        );
        let mut forged = Vec::new();
        for at in 0..law.signs.len() {
            for sign in [-1, 0, 1].into_iter().filter(|sign| *sign != law.signs[at]) {
                let mut other = law.clone();
                other.signs[at] = sign;
                forged.push(other);
            }
        }
        let mut other = law.clone();
        other.from_last = !other.from_last;
        forged.push(other);
        let mut file = String::new();
        for (at, law) in forged.iter().enumerate() {
            let text = instance(game, law);
            let (before, _) = text.split_once("Lemma the_term").expect("the lemma");
            file += &format!(
                "Module Forged{at}.\n{before}Fail Definition forged : view_cuts signs from_last Rules.the_game the_cuts := ltac:(vm_compute; repeat split).\nEnd Forged{at}.\n"
            );
        }
        let (accepted, said) = coqc("cut_rows_forged", &file);
        assert!(accepted, "{said}");
    }
}

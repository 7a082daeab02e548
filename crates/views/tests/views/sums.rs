//! What is told of values and of moves in sums.

use whowins_analysis::Game;
use whowins_rules::{Parameters, Rules};
use whowins_values::{Arena, Budget, Side, Thermographs};
use whowins_views::{SumCard, Term};

const CLOBBER: &str = include_str!("../../../../games/library/row-clobber.game");
const TOADS: &str = include_str!("../../../../games/library/toads-and-frogs.game");

fn game(text: &str) -> Game {
    let rules = Rules::parse("row", text).expect("rules");
    rules.game(&Parameters::new()).expect("a game")
}

fn term(game: &Game, row: &str) -> Term {
    Term::Position {
        game: Box::new(game.clone()),
        position: game.read(row).expect("a row"),
    }
}

/// The value of a row, by its card.
fn card(arena: &mut Arena, terms: &[Term]) -> SumCard {
    SumCard::of(arena, terms).unwrap_or_else(|_| panic!("a card"))
}

/// How hot a move is: what its player gains, worked out as a value.
#[test]
fn moves_are_as_hot_as_what_they_gain() {
    let mut seen = 0;
    for (text, symbols) in [(CLOBBER, ['.', 'x', 'o']), (TOADS, ['.', 'T', 'F'])] {
        let game = game(text);
        for number in (0..3_usize.pow(6)).step_by(5) {
            let row: String = (0..6)
                .map(|at| symbols[number / 3_usize.pow(at) % 3])
                .collect();
            let mut arena = Arena::new(Budget::OPEN);
            let told = card(&mut arena, &[term(&game, &row)]);
            for one in &told.moves {
                let before = arena.read(&told.total.form).expect("a value");
                let after = arena.read(&one.form).expect("a value");
                let gain = match one.side {
                    Side::Left => arena.sub(after, before),
                    Side::Right => arena.sub(before, after),
                };
                let gain = gain.expect("a value");
                let graph = Thermographs::new()
                    .of(&mut arena, gain)
                    .expect("a graph")
                    .temperature
                    .to_string();
                assert_eq!(one.temperature, graph, "{row}: {}", one.text);
                seen += 1;
            }
        }
    }
    assert!(seen > 300, "{seen}");
}

/// The difference of two dicots can be far larger than both: (xo)^9 of Clobber took minutes, for a
/// form of 160 values.
#[test]
fn what_is_told_of_moves_costs_no_more_than_their_values() {
    let game = game(CLOBBER);
    let mut arena = Arena::new(Budget::OPEN);
    let told = arena.within(1 << 22, |arena| {
        SumCard::of(arena, &[term(&game, &"xo".repeat(10))])
    });
    let told = told
        .unwrap_or_else(|_| panic!("a card"))
        .expect("few steps");
    assert!(told.moves.iter().all(|one| one.temperature == "0"));
}

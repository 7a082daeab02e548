//! Moves that are named far out, beyond what can be laid out: each is a move of the rules, read
//! here a second time, and keeps the value that the law gives; and where play is over, none is
//! named.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use dashu_int::UBig;
use proptest::prelude::*;
use whowins_analysis::{Game, Player, Position, Value};
use whowins_engine::{Limits, Solved, Strategy as _};
use whowins_law::{LawSource, LawStrategy};
use whowins_rules::{Parameters, Rules};

fn strategy(text: &str) -> (Game, LawStrategy) {
    let rules = Rules::parse("t", text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    let game = rules.game(&Parameters::new()).expect("a game");
    // A game whose law is far to seek is no matter here.
    let limits = Limits::default().with_time(Duration::from_secs(20));
    let source = LawSource::search(&rules, &Parameters::new(), &limits);
    // The search goes before the question: who asks for a price is told what is known.
    source.law();
    let strategy = LawStrategy::new(Arc::new(source), &game);
    (game, strategy)
}

fn solved(game: &Game, law: &mut LawStrategy, at: &str) -> Solved {
    let position = game.read(at).expect("a position");
    law.solve(&position)
        .unwrap_or_else(|error| panic!("{at}: {error}"))
}

#[test]
fn a_draw_is_held() {
    let text = "game \"G\"\nplayers A, B\nposition x, y\nmove x -= 2, y -= 1\nmove x -= 1, y -= 2\nat x < 2: A wins\nat y < 2: draw\n";
    let (game, mut law) = strategy(text);
    let second = Player::Second.index();
    let mut drawn = 0;
    for offset in 0..40_u64 {
        let at = format!("{},{}", 20_004 + offset % 7, 20_003 + offset / 7);
        let answer = solved(&game, &mut law, &at).to_move[second].clone();
        if answer.value != Value::Draw {
            continue;
        }
        drawn += 1;
        let best = answer.best.unwrap_or_else(|| panic!("{at}: no move"));
        let after = law.solve(&best.to).expect("it is solved");
        assert_eq!(after.to_move[0].value, Value::Draw, "{at}: {best:?}");
    }
    assert!(drawn > 0);
}

#[test]
fn no_move_is_named_where_play_is_over() {
    let table = include_str!("../../../../games/seeds/tabgame.game");
    let rules = Rules::parse("t", table).expect("rules");
    let border = |digits: &str| {
        let digits = digits.chars().map(|digit| digit == '1');
        whowins_rules::ParameterValue::Bits(digits.collect())
    };
    let values = Parameters::from([
        ("row".into(), border(&"01".repeat(20_000))),
        ("column".into(), border("1101")),
    ]);
    let game = rules.game(&values).expect("a game");
    let limits = Limits::default();
    let source = LawSource::search(&rules, &Parameters::new(), &limits);
    assert!(source.law().is_some());
    let mut law = LawStrategy::new(Arc::new(source), &game);
    for at in ["0,20000", "0,30001"] {
        let answers = solved(&game, &mut law, at).to_move;
        assert!(answers.iter().all(|answer| answer.best.is_none()), "{at}");
    }
    let answers = solved(&game, &mut law, "3,30001").to_move;
    assert!(answers.iter().all(|answer| answer.best.is_some()));
    let ended = "game \"G\"\nplayers A, B\nposition x, y\nmove x -= 1\nmove y -= 1\nat x < 3: A wins\nat y < 2: B wins\n";
    let (game, mut law) = strategy(ended);
    for at in ["2,1000000000", "1,100000"] {
        let answers = solved(&game, &mut law, at).to_move;
        assert!(answers.iter().all(|answer| answer.best.is_none()), "{at}");
    }
}

#[test]
fn a_move_with_a_guard_is_named_where_the_guard_holds() {
    let text = include_str!("../../../../games/classic/wythoff-early-end.game");
    let (game, mut law) = strategy(text);
    for at in ["100000000,161803398", "100000000000,100000000007"] {
        let answer = solved(&game, &mut law, at).to_move[0].clone();
        let from = game.read(at).expect("a position");
        if let Some(best) = answer.best {
            assert_eq!(
                game.is_move(Player::First, &from, (&best.to, best.next(Player::First))),
                Some(true)
            );
        }
    }
}

/// A game of vectors on pairs with ends along two borders, as data.
#[derive(Clone, Debug)]
struct Drawn {
    moves: Vec<(u8, i128, i128)>,
    /// For x and for y: the border, and how play ends beyond it.
    ends: [(i128, usize); 2],
    misere: bool,
}

const VERDICTS: [&str; 5] = [
    "A wins",
    "B wins",
    "draw",
    "the mover wins",
    "the mover loses",
];

impl Drawn {
    fn text(&self) -> String {
        let mut text = String::from("game \"Drawn\"\nplayers A, B\nposition x, y\n");
        for (by, dx, dy) in &self.moves {
            let by = ["", "A: ", "B: "][usize::from(*by)];
            let parts = [("x", dx), ("y", dy)];
            let parts = parts.iter().filter(|(_, by)| **by != 0);
            let parts: Vec<String> = parts
                .map(|(name, by)| match **by > 0 {
                    true => format!("{name} -= {by}"),
                    false => format!("{name} += {}", -**by),
                })
                .collect();
            let _ = writeln!(text, "{by}move {}", parts.join(", "));
        }
        for ((border, verdict), name) in self.ends.iter().zip(["x", "y"]) {
            if *border > 0 {
                let _ = writeln!(text, "at {name} < {border}: {}", VERDICTS[*verdict]);
            }
        }
        if self.misere {
            text += "misère play\n";
        }
        text
    }

    fn over(&self, x: i128, y: i128) -> bool {
        x < self.ends[0].0 || y < self.ends[1].0
    }

    fn options(&self, player: Player, x: i128, y: i128) -> Vec<(i128, i128)> {
        if self.over(x, y) {
            return Vec::new();
        }
        let mine = |by: u8| by == 0 || usize::from(by) == player.index() + 1;
        let moves = self.moves.iter().filter(|(by, ..)| mine(*by));
        moves
            .map(|(_, dx, dy)| (x - dx, y - dy))
            .filter(|(x, y)| *x >= 0 && *y >= 0)
            .collect()
    }
}

fn drawn() -> impl Strategy<Value = Drawn> {
    let change = (0u8..3, 0i128..3, -1i128..3);
    let end = (0i128..4, 0..VERDICTS.len());
    (
        prop::collection::vec(change, 1..4),
        [end.clone(), end],
        any::<bool>(),
    )
        .prop_map(|(mut moves, ends, misere)| {
            for (_, dx, dy) in &mut moves {
                // Every move lowers 2 x + y.
                if 2 * *dx + *dy <= 0 {
                    (*dx, *dy) = (1, 1);
                }
            }
            Drawn {
                moves,
                ends,
                misere,
            }
        })
}

fn position(x: i128, y: i128) -> Position {
    let number = |n: i128| UBig::try_from(n).expect("a natural number");
    Position::tuple([x, y].map(number))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(crate::cases(16, 40) as u32) })]

    #[test]
    fn far_moves_keep_the_value(game in drawn(), places in prop::collection::vec((0i128..6, 0u32..3, 0i128..1000), 12)) {
        let text = game.text();
        let rules = Rules::parse("t", &text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
        let limits = Limits::default().with_time(Duration::from_secs(2));
        let source = LawSource::search(&rules, &Parameters::new(), &limits);
        let Some(proved) = source.law().cloned() else { return Ok(()) };
        let own = rules.game(&Parameters::new()).expect("a game");
        let mut law = LawStrategy::new(Arc::new(source), &own);
        for (small, size, more) in places {
            let large = [25_000, 1 << 40, 1 << 80][size as usize] + more;
            for (x, y) in [(small, large), (large, small), (large, large + small)] {
                let at = position(x, y);
                let Some(values) = proved.values(&own, &at) else { continue };
                let solved = law.solve(&at).expect("the law speaks of it");
                for player in Player::BOTH {
                    let answer = &solved.to_move[player.index()];
                    let options = game.options(player, x, y);
                    let place = format!("{text}at {x},{y} with {player:?}");
                    prop_assert_eq!(answer.value, values[player.index()], "{}", &place);
                    let Some(best) = &answer.best else {
                        // Here moves are vectors, so that one is named wherever there is one.
                        prop_assert!(options.is_empty(), "{}: none of {:?}", &place, &options);
                        continue;
                    };
                    let named = options.iter().find(|(x, y)| position(*x, *y) == best.to);
                    prop_assert!(named.is_some(), "{}: {:?} isn't a move", &place, &best);
                    let reply = proved.values(&own, &best.to).expect("the law speaks of it");
                    prop_assert_eq!(reply[player.other().index()].reversed(), answer.value, "{}", &place);
                }
            }
        }
    }
}

//! The referee and its matches: what is said, what is played, and that it is what the engine says.

use std::time::Duration;

use whowins_analysis::{Player, Value};
use whowins_engine::Limits;
use whowins_rules::{Parameters, Rules};
use whowins_views::play::{Match, Phase, Referee};
use whowins_views::{parameter, parameter_value};

fn parameters(rules: &Rules, set: &[(&str, &str)]) -> Parameters {
    set.iter()
        .map(|(name, text)| {
            let parameter = parameter(rules, name).expect("there is such a parameter");
            let value = parameter_value(parameter, text).expect("the value fits");
            (name.to_string(), value)
        })
        .collect()
}

fn referee_of(rules: &Rules, set: &[(&str, &str)]) -> Referee {
    let limits = Limits::default().with_memory(1 << 26).with_threads(1);
    let values = parameters(rules, set);
    Referee::new(rules, &values, &limits, Duration::from_secs(20)).expect("the rules are a game")
}

fn shipped(name: &str, set: &[(&str, &str)]) -> Referee {
    let rules = whowins::shipped::rules(name).expect("it is shipped");
    referee_of(&rules.expect("it has no faults"), set)
}

/// Both sides by the computer; the winner and the number of moves.
fn self_play(referee: &mut Referee, at: &str, first: Player) -> (Option<Player>, usize, Match) {
    let start = referee.game().read(at).expect("a position");
    let mut play = Match::new(referee, &start, first);
    loop {
        match play.phase(referee) {
            Phase::Over(finish) => return (finish.winner, play.plies().len(), play),
            Phase::Block { by, .. } => {
                let blocks = referee.blocks(play.position(), by.other());
                play.block(referee, blocks.positions)
                    .expect("what the computer blocks is legal");
            }
            Phase::Move { by } => {
                let blocked = play.blocked().to_vec();
                let reply = referee
                    .reply(play.position(), by, &blocked)
                    .expect("there is a move");
                play.play(referee, &reply.choice.to)
                    .expect("what the computer plays is legal");
            }
        }
    }
}

#[test]
fn a_proved_law_says_why() {
    let partizan = &[("a", "2,7"), ("b", "4,5")][..];
    let table = &[("row", "01101"), ("column", "110101")][..];
    // What is said of the position, and of the best move.
    for (name, set, at, why, best) in [
        (
            "cowcheck",
            &[][..],
            "4,6",
            "(4, 6) is an N-position: of the pairs with difference 2 only (3, 5) is lost, k = 2",
            "this leaves (3, 5), a P-position: k = 2",
        ),
        (
            "cowcheck",
            &[],
            "1000000000000,1618033988749",
            "(999999999998, 1618033988747) is lost, k = 618033988749",
            "this leaves (999999999998, 1618033988747), a P-position: k = 618033988749",
        ),
        (
            "t-wythoff",
            &[],
            "12,9",
            "the difference 3 isn't a multiple of 2",
            "this leaves (3, 1), a P-position: k = 1",
        ),
        (
            "partisangame",
            partizan,
            "1000000000000000000",
            "at 1000000000000000000 Alice to move wins: n mod 12 = 4, and for Alice to move the losing remainders are 0, 1 and 6",
            "where Bob to move loses: n mod 12 = ",
        ),
        (
            "take-from-a-set",
            &[],
            "23",
            "23 is an N-position: n mod 9 = 5, and the losing remainders are",
            "a P-position: n = 11 lies before the period, in the law's table",
        ),
        (
            "all-but",
            &[],
            "1000000000000000000000000",
            "an N-position: every n >= ",
            "this leaves 3, a P-position: n = 3 lies before the period, in the law's table",
        ),
        (
            "kayles",
            &[],
            "3,3,12",
            "the XOR of the Grundy values 3, 3 and 4 is 4",
            "a P-position: the XOR of the Grundy values",
        ),
        (
            "kenyons-game",
            &[],
            "1000000000000000000,13",
            "the XOR of the Grundy values 7 and 499999999999999999 is 499999999999999992",
            "this leaves (13, 16, 499999999999999991, 499999999999999991), a P-position",
        ),
        (
            "misere-kayles",
            &[],
            "3,3,12",
            "the heaps' product in the misère quotient is element",
            "of 40, a losing one",
        ),
        (
            "ellyscheckers",
            &[],
            "o.o.ooo....",
            "the law's sum F mod 2 = 1, and the losing remainder is 0",
            "a P-position: the law's sum F mod 2 = 0, and the losing remainder is 0",
        ),
        (
            "corner-king",
            &[],
            "1000000000000000000,13",
            "an N-position: 13 is odd",
            "this leaves (1000000000000000000, 12), a P-position",
        ),
        (
            "misere-wythoff",
            &[],
            "12,9",
            "in Zeckendorf it is 10101 and 10001, which leads the law's automaton to a winning state",
            "which leads the law's automaton to a losing state",
        ),
        (
            "tabgame",
            table,
            "4,5",
            "(4, 5) is a P-position: along the direction (1, 1) it is as (2, 3)",
            "an N-position: along the direction (1, 1) it is as (2, 4)",
        ),
        (
            "dash",
            &[],
            "0,none",
            "an N-position: a win in 5 moves",
            "a P-position: a loss in 4 moves",
        ),
        (
            "gam",
            &[],
            "1,1 4,4",
            "at 1,1 4,4 A to move loses: a loss in 12 moves",
            "where B to move wins: a win in 11 moves",
        ),
        ("tic-tac-toe", &[], ".../.../...", "is a draw", "a draw"),
    ] {
        let mut referee = shipped(name, set);
        referee.law().law();
        let at = referee.game().read(at).expect("a position");
        let turn = referee.turn(&at, Player::First);
        let said = turn.why.expect("it is known why");
        assert!(said.contains(why), "{name}: {said}");
        let reply = referee
            .reply(&at, Player::First, &[])
            .expect("there is a move");
        assert!(reply.sure);
        let said = reply.choice.why.expect("it is known why");
        assert!(said.contains(best), "{name}: {said}");
    }
}

/// Ten thousand digits: moves are listed in part and counted whole, a best one is found, others are
/// legal or not.
#[test]
fn far_positions_are_answered_by_the_law() {
    let x = "7".repeat(10_000);
    for (name, at, lost) in [
        ("cowcheck", format!("{x},5"), "3,5"),
        ("corner-rook", format!("{x},5"), "5,5"),
        ("take-from-a-set", x.clone(), ""),
        ("kayles", format!("{x},13"), ""),
        ("laskers-nim", format!("{x},13"), "13,13"),
    ] {
        let mut referee = shipped(name, &[]);
        let at = referee.game().read(&at).expect("a position");
        let turn = referee.turn(&at, Player::First);
        let value = turn.value.expect("the law answers");
        assert!(!turn.choices.is_empty(), "{name}");
        assert!(
            turn.choices.iter().all(|choice| choice.value.is_some()),
            "{name}"
        );
        let reply = referee
            .reply(&at, Player::First, &[])
            .expect("there is a move");
        assert!(reply.sure);
        assert_eq!(reply.choice.value, Some(value), "{name}");
        assert!(
            referee
                .legal(&at, Player::First, &reply.choice.to)
                .is_some(),
            "{name}"
        );
        assert!(referee.legal(&at, Player::First, &at).is_none(), "{name}");
        if !lost.is_empty() {
            let to = referee.game().read(lost).expect("a position");
            let choice = referee
                .choice(&at, Player::First, &to)
                .expect("it is legal");
            assert_eq!(choice.value, Some(Value::Win), "{name}");
        }
    }
}

/// A position that comes back a third time ends the match.
#[test]
fn repetition_ends_a_match() {
    let mut referee = shipped("cop-and-robber", &[]);
    let at = |referee: &Referee, text| referee.game().read(text).expect("a position");
    let start = at(&referee, "a c");
    let mut play = Match::new(&mut referee, &start, Player::First);
    for to in ["b c", "b d", "a d", "a c", "b c", "b d", "a d", "a c"] {
        assert!(
            !matches!(play.phase(&referee), Phase::Over(_)),
            "before {to}"
        );
        let to = at(&referee, to);
        play.play(&mut referee, &to).expect("it is legal");
    }
    let Phase::Over(finish) = play.phase(&referee) else {
        panic!("it goes on");
    };
    assert_eq!(finish.winner, None);
    assert!(finish.why.contains("repetition draws"), "{}", finish.why);
    assert!(play.undo());
    assert!(matches!(
        play.phase(&referee),
        Phase::Move { by: Player::Second }
    ));
}

#[test]
fn every_shipped_game_is_played_to_its_end() {
    for (name, set, at) in [
        ("all-but", &[][..], "40"),
        ("blocking-wythoff", &[], "9,12"),
        ("clobber", &[], "xoxo/oxox/xoxo"),
        ("cop-and-robber", &[], "a c"),
        ("corner-bishop", &[], "9,12"),
        ("corner-king", &[], "9,12"),
        ("corner-knight", &[], "9,12"),
        ("corner-rook", &[], "9,12"),
        ("dash", &[], "0,none"),
        ("dawsons-kayles", &[], "23"),
        ("four-in-a-row", &[], "..../..../XOXO/XOXO"),
        ("grundys-game", &[], "23"),
        ("kayles", &[], "23,5"),
        ("kenyons-game", &[], "23,5"),
        ("laskers-nim", &[], "23,5"),
        ("misere-kayles", &[], "23,5"),
        ("misere-wythoff", &[], "9,12"),
        ("nim", &[], "9,12,3"),
        ("ruler-game", &[], "23,5"),
        ("t-wythoff", &[], "9,12"),
        ("take-from-a-set", &[], "57"),
        ("tic-tac-toe", &[], ".../.../..."),
        ("wythoff-early-end", &[], "9,12"),
        ("wythoff-two-ends", &[], "9,12"),
        ("cowcheck", &[], "9,12"),
        ("ellys-capture", &[], "ooo.o..oo."),
        ("ellyscheckers", &[], "ooo.o..oo."),
        ("gam", &[], "1,1 4,4"),
        ("partisangame", &[("a", "1,2"), ("b", "1,3")], "23"),
        ("tabgame", &[("row", "01101"), ("column", "110101")], "4,5"),
    ] {
        let mut referee = shipped(name, set);
        for first in Player::BOTH {
            let start = referee.game().read(at).expect("a position");
            let turn = referee.turn(&start, first);
            let value = turn.value.expect("it is solved");
            let wanted = match value {
                Value::Win => Some(first),
                Value::Loss => Some(first.other()),
                Value::Draw => None,
            };
            let (winner, moves, _) = self_play(&mut referee, at, first);
            assert_eq!(winner, wanted, "{name} at {at}, {first:?} first");
            if let Some(remoteness) = turn.remoteness {
                assert_eq!(moves as u64, remoteness, "{name} at {at}, {first:?} first");
            }
        }
    }
}

#[test]
fn far_out_every_winning_move_of_a_pair_is_listed() {
    let mut referee = shipped("cowcheck", &[]);
    let at = "1618033988760,2618033988749";
    let position = referee.game().read(at).expect("a position");
    let turn = referee.turn(&position, Player::First);
    let mut wins: Vec<String> = (turn.choices.iter())
        .filter(|choice| choice.value == Some(Value::Win))
        .map(|choice| referee.game().show(&choice.to))
        .collect();
    wins.sort();
    let pairs = [
        "1618033988732,2618033988721",
        "1618033988749,2618033988749",
        "1618033988760,1000000000006",
    ];
    assert_eq!(wins, pairs);
}

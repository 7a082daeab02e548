//! The referee and its matches: what is said, what is played, and that it is what the engine says.
#![allow(missing_docs)]

use std::time::Duration;

use whowins_engine::Limits;
use whowins_rules::{Parameters, Player, Rules, Value};
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
    let limits = Limits {
        memory: 1 << 28,
        threads: 1,
        ..Limits::default()
    };
    let values = parameters(rules, set);
    Referee::new(rules, &values, &limits, Duration::from_secs(20)).expect("the rules are a game")
}

fn shipped(name: &str, set: &[(&str, &str)]) -> Referee {
    let rules = whowins::shipped::rules(name).expect("it is shipped");
    referee_of(&rules.expect("it has no faults"), set)
}

fn written(text: &str) -> Referee {
    referee_of(
        &Rules::parse("rules", text).expect("the rules have no faults"),
        &[],
    )
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
    let mut referee = shipped("cowcheck", &[]);
    assert!(referee.law().law().is_some());
    let at = referee.game().read("4,6").expect("a position");
    let turn = referee.turn(&at, Player::First);
    let best = turn.best.expect("it is won");
    assert_eq!(turn.value, Some(Value::Win));
    println!("{} / {:?}", turn.why.unwrap(), best.why);
    for (name, set, at) in [
        ("partisangame", &[("a", "1,2"), ("b", "1,3")][..], "23"),
        ("take-from-a-set", &[], "23"),
        ("kayles", &[], "3,3,12"),
        ("misere-kayles", &[], "3,3,12"),
        ("all-but", &[], "1000000000000000000000000"),
        ("ellyscheckers", &[], "o.o.ooo...."),
        ("ellys-capture", &[], "o.o.ooo...."),
        ("t-wythoff", &[], "12,9"),
        ("misere-wythoff", &[], "12,9"),
        ("blocking-wythoff", &[], "12,9"),
        ("tabgame", &[("row", "01101"), ("column", "110101")], "4,5"),
        ("corner-king", &[], "1000000000000000000,13"),
        ("corner-knight", &[], "1000000000000000000,13"),
        ("kenyons-game", &[], "1000000000000000000,13"),
        ("kayles", &[], "1000000000000000000,13"),
        ("cowcheck", &[], "1000000000000,1618033988749"),
        ("cowcheck", &[], "1000000000000,1618033988759"),
        ("nim", &[], "1000000000000,1618033988759,5"),
        ("dash", &[], "0,none"),
        ("gam", &[], "1,1 4,4"),
        ("tictactoe", &[], ".../.../..."),
    ] {
        let mut referee = shipped(name, set);
        referee.law().law();
        let at = referee.game().read(at).expect("a position");
        let began = std::time::Instant::now();
        let turn = referee.turn(&at, Player::First);
        let reply = referee.reply(&at, Player::First, &[]);
        println!(
            "{name}: {:?} {:?}\n   {:?}\n   {} of {:?}, {:?}",
            turn.value,
            turn.why,
            reply.map(|r| (r.choice.text, r.choice.why, r.sure)),
            turn.choices.len(),
            turn.total.map(|t| t.to_string()),
            began.elapsed()
        );
    }
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
        ("tictactoe", &[], ".../.../..."),
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

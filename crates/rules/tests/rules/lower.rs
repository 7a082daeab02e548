//! The core term of a game has the moves of a naive reading of the rules, in their order, and its
//! ends.

use dashu_int::IBig;
use proptest::prelude::*;
use whowins_analysis::heaps::{Breaking, Code};
use whowins_analysis::{End, Ending, Frame, Game, Player, Position, Shape, Stuck, Value};
use whowins_core::{Budget, Game as Core};
use whowins_rules::{Parameters, Rules};

use crate::naive::board::board_game;
use crate::naive::tokens::token_game;
use crate::naive::tuple::tuple_game;
use crate::shipped::shipped;

fn game(text: &str) -> Option<Game> {
    let rules = Rules::parse("random", text).ok()?;
    let game = rules.game(&Parameters::new()).ok()?;
    // What no family says is no matter here.
    (!matches!(game.shape, Shape::Program(_))).then_some(game)
}

/// A position by the game's rules and by its term.
struct Both<'a> {
    game: &'a Game,
    term: Core,
}

impl<'a> Both<'a> {
    fn new(game: &'a Game) -> Self {
        let term = game.core();
        assert_eq!(term.check(), Ok(()), "{term}");
        // The term has a text of its own.
        assert_eq!(term.to_string().parse(), Ok(term.clone()));
        Self { game, term }
    }

    /// The states after each move, by the term, in its order.
    fn next(&self, position: &Position, player: Player) -> Vec<Vec<i64>> {
        let state = position.core_state(player);
        assert_eq!(self.term.admits(&state), Ok(()), "{}", self.term);
        assert_eq!(self.game.of_core(&state), Some((position.clone(), player)));
        // What is read off the term is the term's game.
        let back = Game::of_term(&self.term, Some(&state));
        let back = back.unwrap_or_else(|| panic!("no game: {}", self.term));
        assert!(back.core().is_same(&self.term), "{}", self.term);
        let moves = self.term.moves(&state, &Budget::OPEN).expect("no limit");
        let read = moves.iter().map(|next| {
            let (position, mover) = self.game.of_core(next).expect("a state");
            assert_eq!(mover, player.other());
            self.game.state_of(&position).expect("small numbers")
        });
        read.collect()
    }

    /// What player 0 gets where the term says that play is over.
    fn over(&self, position: &Position, player: Player) -> Option<IBig> {
        let state = position.core_state(player);
        self.term.over(&state, &Budget::OPEN).expect("no limit")
    }

    /// What the rules say of the same.
    fn over_by_rules(&self, frame: &Frame, state: &[i64], player: Player) -> Option<IBig> {
        let value = match frame.end(state) {
            Some(end) => end.for_next(player),
            None if frame.next(player, state).is_empty() => frame.stuck(),
            None => return None,
        };
        let to_mover = match value {
            Value::Win => 1,
            Value::Draw => 0,
            Value::Loss => -1,
        };
        let sign = if player == Player::First { 1 } else { -1 };
        Some(IBig::from(sign * to_mover))
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: crate::cases(300, 3000) as u32, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn tuples(random in tuple_game(), seeds in prop::collection::vec(prop::collection::vec(0..100_i64, 3), 3)) {
        let text = random.text();
        let game = game(&text);
        prop_assume!(game.is_some());
        let game = game.unwrap();
        let (both, frame) = (Both::new(&game), Frame::new(&game, 1, 1));
        for seed in &seeds {
            let number = |v: usize| {
                let (least, most) = random.variables[v];
                least + seed[v] % (most.unwrap_or(9) - least + 1)
            };
            let state: Vec<i64> = (0..random.variables.len()).map(number).collect();
            let position = game.position_of(&state, 1, 1);
            for player in Player::BOTH {
                let wanted = random.next(player, &state);
                prop_assert_eq!(both.next(&position, player), wanted, "{} at {:?}\n{}", &text, &state, &both.term);
                prop_assert_eq!(both.over(&position, player), both.over_by_rules(&frame, &state, player), "{}", &text);
            }
        }
    }

    #[test]
    fn boards(random in board_game(), sizes in prop::collection::vec((1..4_usize, 1..5_usize, prop::collection::vec(0..3_u8, 12)), 3)) {
        let text = random.text();
        let game = game(&text);
        prop_assume!(game.is_some());
        let game = game.unwrap();
        let both = Both::new(&game);
        for (rows, columns, cells) in sizes {
            let rows = if random.row { 1 } else { rows };
            let state: Vec<i64> = cells[..rows * columns].iter().map(|c| i64::from(*c)).collect();
            let state = random.settle(rows, columns, &state);
            let frame = Frame::new(&game, rows, columns);
            let position = game.position_of(&state, rows, columns);
            for player in Player::BOTH {
                let wanted = random.next(player, rows, columns, &state);
                prop_assert_eq!(both.next(&position, player), wanted, "{} at {:?}\n{}", &text, &state, &both.term);
                prop_assert_eq!(both.over(&position, player), both.over_by_rules(&frame, &state, player), "{}", &text);
            }
        }
    }

    #[test]
    fn tokens(random in token_game(), places in prop::collection::vec((0..64_usize, 0..64_usize), 4)) {
        let text = random.text();
        let game = game(&text).unwrap_or_else(|| panic!("{text}"));
        let Shape::Tokens(tokens) = &game.shape else { panic!("{text}") };
        let (both, frame) = (Both::new(&game), Frame::new(&game, 1, 1));
        for (a, b) in places {
            let state = vec![(a % tokens.cells.len()) as i64, (b % tokens.cells.len()) as i64];
            let position = game.position_of(&state, 1, 1);
            for player in Player::BOTH {
                let wanted = random.next(player, &state);
                prop_assert_eq!(both.next(&position, player), wanted, "{} at {:?}\n{}", &text, &state, &both.term);
                prop_assert_eq!(both.over(&position, player), both.over_by_rules(&frame, &state, player), "{}", &text);
            }
        }
    }

    /// Codes of all kinds; a move of a term is played in each of several equal heaps.
    #[test]
    fn heaps(digits in prop::collection::vec(0..32_u8, 1..5), beyond in 0..8_u8, unequal in prop::collection::vec(0..16_u8, 1..4), misere: bool,
        others in prop::option::of(prop::collection::vec(0..16_u8, 1..5)), heaps in prop::collection::vec(1..9_i64, 0..4)) {
        let first = Breaking::new(Code { digits, beyond }, Code { digits: unequal, beyond: 0 });
        let codes = [first.clone(), others.map_or(first, Breaking::of_digits)];
        let game = Game {
            name: "Heaps".into(),
            about: String::new(),
            players: ["Left".into(), "Right".into()],
            shape: Shape::Heaps(codes),
            ending: Ending {
                stuck: if misere { Stuck::Wins } else { Stuck::Loses },
                goals: Vec::new(),
                repetition_draws: false,
                blocked: 0,
            },
            start: None,
        };
        let (both, frame) = (Both::new(&game), Frame::new(&game, 1, 1));
        let mut state = heaps;
        state.sort_unstable();
        let position = game.position_of(&state, 1, 1);
        for player in Player::BOTH {
            let mut found = both.next(&position, player);
            found.sort_unstable();
            found.dedup();
            let mut wanted = frame.next(player, &state);
            wanted.sort_unstable();
            wanted.dedup();
            prop_assert_eq!(found, wanted, "{}", &both.term);
            prop_assert_eq!(both.over(&position, player), both.over_by_rules(&frame, &state, player));
        }
        // The term is read back as the same game.
        let again = Game::of_term(&game.core(), None).expect("heaps");
        prop_assert_eq!(again.codes(), game.codes());
    }
}

/// A goal's result, and what the term pays: 1 where the first-named player wins.
#[test]
fn endings_pay_what_the_rules_say() {
    let text = "game \"Ends\"\nplayers Ann, Bob\nposition n\nmove n -= 1\nAnn wins when n = 5\nBob wins when n = 4\ndraw when n = 3\nthe mover loses when n = 2\nthe mover wins when n = 1";
    let Some(game) = game(text) else {
        panic!("{:?}", Rules::parse("ends", text).err())
    };
    let (both, frame) = (Both::new(&game), Frame::new(&game, 1, 1));
    for n in 0..7 {
        let position = game.position_of(&[n], 1, 1);
        for player in Player::BOTH {
            let wanted = both.over_by_rules(&frame, &[n], player);
            assert_eq!(both.over(&position, player), wanted, "{n} for {player:?}");
        }
    }
    assert_eq!(frame.end(&[5]), Some(End::Wins(Player::First)));
}

/// Every shipped game, from its start or some small position, along random plays.
#[test]
fn shipped_games_have_the_moves_of_their_terms() {
    let mut random = whowins_core::random::Random(15);
    let mut moves = 0;
    for (name, game, start) in shipped() {
        let (both, (rows, columns)) = (Both::new(&game), game.size_of(&start));
        let frame = Frame::new(&game, rows, columns);
        let mut first = game.state_of(&start).expect("small");
        frame.settle(&mut first);
        let (mut state, mut player) = (first.clone(), Player::First);
        for _ in 0..60 {
            let position = game.position_of(&state, rows, columns);
            let found = both.next(&position, player);
            let wanted = frame.next(player, &state);
            let sorted = |mut all: Vec<Vec<i64>>| {
                all.sort_unstable();
                all.dedup();
                all
            };
            match game.shape {
                Shape::Heaps(_) => assert_eq!(sorted(found), sorted(wanted.clone()), "{name}"),
                _ => assert_eq!(found, wanted, "{name} at {state:?}\n{}", both.term),
            }
            let over = both.over_by_rules(&frame, &state, player);
            assert_eq!(both.over(&position, player), over, "{name} at {state:?}");
            moves += wanted.len();
            match wanted.len() {
                0 => state.clone_from(&first),
                number => state.clone_from(&wanted[random.below(number)]),
            }
            player = player.other();
        }
    }
    assert!(moves > 1000, "only {moves} moves");
}

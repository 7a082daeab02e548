//! Games written in Rust, against a solver that knows nothing but the definition.

use proptest::prelude::*;
use whowins_analysis::{Player, Value};
use whowins_core::random::cases;
use whowins_engine::{EngineError, Limits, Playable, PlayableSolver, observed};

/// A game as a list: for each position where each player may move to, and what it brings the player
/// to move where play is over.
#[derive(Clone, Debug)]
struct Listed {
    moves: Vec<[Vec<usize>; 2]>,
    over: Vec<Option<Value>>,
    stuck: Value,
}

impl Playable for Listed {
    type Position = usize;

    fn moves(&self, at: &usize, player: Player, to: &mut Vec<usize>) {
        to.extend(&self.moves[*at][player.index()]);
    }

    fn over(&self, at: &usize, _: Player) -> Option<Value> {
        self.over[*at]
    }

    fn stuck(&self) -> Value {
        self.stuck
    }
}

const fn opposite(value: Value) -> Value {
    match value {
        Value::Win => Value::Loss,
        Value::Loss => Value::Win,
        Value::Draw => Value::Draw,
    }
}

/// What each position brings each player to move, and in how many moves: decided in rounds from the
/// ends, until no round decides more.
fn naive(game: &Listed) -> Vec<[(Value, Option<u64>); 2]> {
    let mut known: Vec<[Option<(Value, u64)>; 2]> = vec![[None; 2]; game.moves.len()];
    for round in 0.. {
        let before = known.clone();
        for (at, known) in known.iter_mut().enumerate() {
            for (player, known) in known.iter_mut().enumerate() {
                if known.is_some() {
                    continue;
                }
                let options = &game.moves[at][player];
                let now = match game.over[at] {
                    Some(value) => (round == 0).then_some((value, 0)),
                    None if options.is_empty() => (round == 0).then_some((game.stuck, 0)),
                    None => {
                        let told: Vec<_> =
                            options.iter().map(|to| before[*to][1 - player]).collect();
                        let loses = |one: &Option<(Value, u64)>| {
                            one.is_some_and(|(value, _)| value == Value::Loss)
                        };
                        let wins = |one: &Option<(Value, u64)>| {
                            one.is_some_and(|(value, _)| value == Value::Win)
                        };
                        match (told.iter().any(loses), told.iter().all(wins)) {
                            (true, _) => Some((Value::Win, round)),
                            (_, true) => Some((Value::Loss, round)),
                            _ => None,
                        }
                    }
                };
                *known = now;
            }
        }
        if round > 0 && known == before {
            break;
        }
    }
    let told = |one: Option<(Value, u64)>| match one {
        Some((Value::Draw, _)) | None => (Value::Draw, None),
        Some((value, moves)) => (value, Some(moves)),
    };
    known.into_iter().map(|both| both.map(told)).collect()
}

fn games() -> impl Strategy<Value = Listed> {
    (2usize..9).prop_flat_map(|count| {
        let to = || prop::collection::vec(0..count, 0..4);
        let over = prop_oneof![
            6 => Just(None),
            1 => Just(Some(Value::Win)),
            1 => Just(Some(Value::Loss)),
            1 => Just(Some(Value::Draw)),
        ];
        let stuck = prop_oneof![Just(Value::Loss), Just(Value::Win), Just(Value::Draw)];
        (
            prop::collection::vec((to(), to()).prop_map(|(one, two)| [one, two]), count),
            prop::collection::vec(over, count),
            stuck,
        )
            .prop_map(|(moves, over, stuck)| Listed { moves, over, stuck })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100, 2_000) as u32))]

    #[test]
    fn what_is_written_in_rust_is_decided_as_the_definition_says(game in games()) {
        let right = naive(&game);
        let mut solver = PlayableSolver::new(game.clone(), &Limits::default());
        for (at, both) in right.iter().enumerate() {
            for player in [Player::First, Player::Second] {
                let found = solver.solve(&at, player).expect("it is small");
                let (value, remoteness) = both[player.index()];
                prop_assert_eq!(found.value, value, "{} {:?}", at, player);
                if let (Some(told), Some(right)) = (found.remoteness, remoteness) {
                    prop_assert_eq!(told, right, "{} {:?}", at, player);
                }
                if let Some(best) = found.best {
                    prop_assert!(game.moves[at][player.index()].contains(&best));
                    let (then, _) = right[best][1 - player.index()];
                    prop_assert_eq!(opposite(then), value);
                }
            }
        }
    }
}

/// Nim with three heaps: the nim-sum (Bouton 1901).
struct Nim;

impl Playable for Nim {
    type Position = [u8; 3];

    fn moves(&self, heaps: &[u8; 3], _: Player, to: &mut Vec<[u8; 3]>) {
        for heap in 0..3 {
            for left in 0..heaps[heap] {
                let mut next = *heaps;
                next[heap] = left;
                to.push(next);
            }
        }
    }
}

#[test]
fn nim_written_in_rust_has_its_nim_sums() {
    let mut solver = PlayableSolver::new(Nim, &Limits::default());
    for x in 0..6 {
        for y in 0..6 {
            for z in 0..6 {
                let value = solver.grundy(&[x, y, z]).expect("it is small");
                assert_eq!(value, Some(u32::from(x ^ y ^ z)));
                let found = solver.solve(&[x, y, z], Player::Second);
                let wins = found.expect("it is small").value == Value::Win;
                assert_eq!(wins, x ^ y ^ z != 0);
            }
        }
    }
}

/// Numbers without end: each leads to two that were hardly met before.
struct Grows;

impl Playable for Grows {
    type Position = u64;

    fn moves(&self, at: &u64, _: Player, to: &mut Vec<u64>) {
        let next = at.wrapping_mul(6_364_136_223_846_793_005);
        to.extend([next.wrapping_add(1), next.wrapping_add(3)]);
    }
}

#[test]
fn a_game_without_end_meets_its_limit() {
    let limits = Limits::default().with_memory(8 << 20);
    let mut solver = PlayableSolver::new(Grows, &limits);
    let found = solver.solve(&0, Player::First);
    assert!(matches!(found, Err(error) if error.is_budget()));
    let limits = Limits::default();
    limits
        .budget
        .flag()
        .store(true, std::sync::atomic::Ordering::Relaxed);
    let found = PlayableSolver::new(Grows, &limits).solve(&0, Player::First);
    assert_eq!(found, Err(EngineError::Stopped));
}

#[test]
fn what_is_observed_says_so() {
    let mut solver = PlayableSolver::new(Nim, &Limits::default());
    let outcomes: Vec<bool> = (0..30)
        .map(|heap| {
            let found = solver.solve(&[heap, 0, 0], Player::First);
            found.expect("it is small").value == Value::Win
        })
        .collect();
    let seen = observed(&outcomes).expect("a period");
    assert_eq!((seen.preperiod, seen.period, seen.up_to), (1, 1, 30));
    assert!(seen.to_string().contains("not proved"));
}

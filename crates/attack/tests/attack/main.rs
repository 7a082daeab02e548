//! The tests of `whowins-attack`, in one program: every seed of every target, and some seconds of
//! inputs made from them.

use whowins_attack::{Mutator, Random, TARGETS, draw, target};

fn thrown(name: &str) {
    let target = target(name).expect("a target");
    let seeds = target.seeds().expect("its seeds");
    assert!(!seeds.is_empty(), "{name} has no seed");
    for seed in &seeds {
        target.strike(seed);
    }
    let mut mutator = Mutator::new(&seeds, 20_261_122);
    for _ in 0..target.rounds {
        target.strike(&mutator.make());
    }
}

macro_rules! targets {
    ($($(#[$note:meta])* $name:ident),*) => {
        $(#[test]
        $(#[$note])*
        fn $name() {
            thrown(stringify!($name));
        })*

        #[test]
        fn every_target_is_here_and_in_the_fuzz_crate() {
            let here = [$(stringify!($name)),*];
            assert_eq!(TARGETS.iter().map(|target| target.name).collect::<Vec<_>>(), here);
            let manifest = include_str!("../../../../fuzz/Cargo.toml");
            for name in here {
                assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
            }
        }
    };
}

targets!(
    rules_text,
    language_text,
    core_text,
    position_text,
    statement_text,
    value_text,
    contest_input,
    certificate_text,
    table_file,
    atlas_file,
    partial_build,
    dear_rules
);

#[test]
fn the_same_seed_makes_the_same_inputs() {
    let seeds = [b"move x -= 12".to_vec(), b"position x, y\n".to_vec()];
    let made = |seed| {
        let mut mutator = Mutator::new(&seeds, seed);
        (0..200).map(|_| mutator.make()).collect::<Vec<_>>()
    };
    assert_eq!(made(1), made(1));
    assert_ne!(made(1), made(2));
    assert!(made(1).iter().any(|input| !seeds.contains(input)));
}

/// The games that explode are valid too, and so are their positions.
#[test]
fn exploding_games_are_valid() {
    use whowins::rules::{Parameters, Rules};
    let (all, wild) = (whowins_attack::exploding(), whowins_attack::wild());
    assert_eq!((all.len(), wild.len()), (45, 20));
    for game in all.into_iter().chain(wild) {
        let rules = Rules::parse("game", &game.rules).unwrap_or_else(|errors| panic!("{errors}"));
        let read = rules.game(&Parameters::new());
        let read = read.unwrap_or_else(|errors| panic!("{errors}"));
        let at = read.read(&game.at);
        assert!(at.is_ok(), "{at:?}\n{:.300}", game.rules);
    }
}

/// What is drawn is dear because of its positions, not refused as faulty.
#[test]
fn dear_rules_are_valid() {
    use whowins::rules::{Parameters, Rules};
    let mut random = Random::new(5);
    for _ in 0..300 {
        let bytes: Vec<u8> = (0..200).map(|_| random.below(256) as u8).collect();
        let dear = draw(&bytes);
        let rules = Rules::parse("dear", &dear.rules).unwrap_or_else(|errors| panic!("{errors}"));
        let game = rules
            .game(&Parameters::new())
            .unwrap_or_else(|errors| panic!("{errors}"));
        let read = game.read(&dear.at);
        assert!(read.is_ok(), "{read:?}\n{}", dear.rules);
    }
}

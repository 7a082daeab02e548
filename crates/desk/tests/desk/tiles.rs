//! Tiles by law against tables from the rules, and against the law's own word at each position.

use std::collections::BTreeSet;
use std::sync::Arc;

use dashu_int::UBig;
use whowins_analysis::Player;
use whowins_core::random::cases;
use whowins_desk::inside::{
    Games, Look, Near, Place, Plane, Registered, SIDE, View, class, shown, tile as far_tile,
};
use whowins_engine::Limits;
use whowins_law::{Says, find};
use whowins_rules::{Parameters, Rules};
use whowins_verify::{Law, Verified};
use whowins_views::Show;

fn game(rules: &str) -> Arc<Registered> {
    let rules = Rules::parse("test", rules).expect("the rules are right");
    let values = Parameters::new();
    let game = rules.game(&values).expect("no parameter is missing");
    Games::default().register(rules, values, game)
}

fn shipped(name: &str) -> Arc<Registered> {
    let all = whowins::shipped::all();
    let own = all.iter().find(|game| game.name == name);
    game(own.expect("it is shipped").text)
}

fn law(game: &Registered) -> Verified {
    let limits = Limits::default();
    let wanted = [Says::Outcome, Says::ClosedForm];
    let report = find(&game.rules, &game.values, None, &limits, &wanted).expect("a game");
    report.proved.expect("the game has a law")
}

fn kinds(law: &Verified) -> Vec<&'static str> {
    let laws = law.certificate().laws.iter();
    laws.map(|law| law.claim().kind()).collect()
}

const PLAIN: Look = Look {
    show: Show::Outcome,
    player: None,
};

fn view<'a>(game: &'a Registered, plane: &'a Plane, law: &'a Verified, look: Look) -> View<'a> {
    View {
        game,
        plane,
        law,
        look,
    }
}

fn place(level: u32, x: u64, y: u64) -> Place {
    Place {
        level,
        number: [UBig::from(x), UBig::from(y)],
    }
}

/// Tiles of the table's region, on three levels, by table and by law.
fn near_and_far_agree(game: &Registered, law: &Verified, slice: &str, looks: &[Look]) {
    let plane = Plane::of(&game.game, slice).expect("it has a plane");
    for look in looks {
        let side = 4 * SIDE as u64;
        let near = Near::make(game, &plane, *look, [side, side], &Limits::default());
        let near = near.unwrap_or_else(|_| panic!("a table of {}", game.game.name));
        for (level, x, y) in [(0, 0, 0), (0, 3, 2), (1, 1, 0), (2, 0, 0)] {
            let at = place(level, x, y);
            let far = far_tile(view(game, &plane, law, *look), &at, &Limits::default());
            let far = far.unwrap_or_else(|_| panic!("a tile of {}", game.game.name));
            assert!(far.exact, "{} {look:?} {at:?}", game.game.name);
            let same = near.tile(&at) == far.pixels;
            assert!(same, "{} {look:?} {at:?}", game.rules.source());
        }
    }
}

/// A block far out shows a class of those that the law gives its positions, and the first in the
/// order of showing.
fn blocks_hold_what_the_law_says(game: &Registered, law: &Verified, at: &Place, step: usize) {
    let plane = Plane::of(&game.game, "").expect("it has a plane");
    let tile = far_tile(view(game, &plane, law, PLAIN), at, &Limits::default());
    let tile = tile.unwrap_or_else(|_| panic!("a tile of {}", game.game.name));
    assert!(tile.exact);
    let from = at.from();
    for pixel in (0..SIDE * SIDE).step_by(step) {
        let (column, row) = (pixel % SIDE, pixel / SIDE);
        let mut set = 0u8;
        for x in 0..1u64 << at.level {
            for y in 0..1u64 << at.level {
                let number = |axis: usize, pixel: usize, inside: u64| {
                    &from[axis] + (UBig::from(pixel) << at.level as usize) + UBig::from(inside)
                };
                let (x, y) = (number(0, column, x), number(1, row, y));
                let position = plane.position([&x, &y]).expect("in range");
                let values = law.values(&game.game, &position).expect("the law speaks");
                set |= 1 << class(values, None);
            }
        }
        let wanted = shown(game.game.is_impartial())[usize::from(set)];
        let name = &game.game.name;
        assert_eq!(
            tile.pixels[pixel], wanted,
            "{name} {at:?} pixel {column}, {row}"
        );
    }
}

/// Games with a law of each kind that tells of blocks.
const GAMES: [&str; 8] = [
    "cowcheck",
    "t-wythoff",
    "corner-king",
    "corner-knight",
    "corner-bishop",
    "corner-rook",
    "misere-wythoff",
    "wythoff-two-ends",
];

const DIRECTIONAL: &str = "game \"Directional\"\nposition x, y\nmove x -= 1\nmove y -= 1\nmove x -= 2, y -= 3\nmisère play";

#[test]
fn tiles_by_law_are_those_of_the_table() {
    let mut met = BTreeSet::new();
    // The games whose laws take longest stand last.
    for name in GAMES.into_iter().take(cases(6, GAMES.len())) {
        let game = shipped(name);
        let law = law(&game);
        met.extend(kinds(&law));
        near_and_far_agree(&game, &law, "", &[PLAIN]);
    }
    for player in Player::BOTH.map(Some) {
        let game = shipped("corner-king");
        near_and_far_agree(&game, &law(&game), "", &[Look { player, ..PLAIN }]);
    }
    assert!(
        ["beatty", "automatic", "product"]
            .iter()
            .all(|kind| met.contains(kind)),
        "{met:?}"
    );
}

#[test]
fn a_slice_of_three_heaps_is_that_of_the_table() {
    let game = shipped("nim");
    let law = law(&game);
    near_and_far_agree(&game, &law, "x=5", &[PLAIN]);
    near_and_far_agree(&game, &law, "z=0", &[PLAIN]);
}

#[test]
fn random_rules_have_the_same_tiles_by_law_and_by_table() {
    // Vectors of random games, from a fixed seed.
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |below: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed % below
    };
    let mut met = BTreeSet::new();
    for at in 0..cases(6, 30) {
        let mut rules = format!("game \"Random {at}\"\nplayers Left, Right\nposition x, y\n");
        let partizan = at % 3 == 2;
        for moves in 0..2 + random(3) {
            let owner = match (partizan, moves % 2) {
                (false, _) => "",
                (true, 0) => "Left: ",
                (true, _) => "Right: ",
            };
            let takes = [random(4), random(4)];
            let takes = if takes == [0, 0] { [1, 0] } else { takes };
            let part = |name: &str, take: u64| (take > 0).then(|| format!("{name} -= {take}"));
            let parts: Vec<String> = [part("x", takes[0]), part("y", takes[1])]
                .into_iter()
                .flatten()
                .collect();
            rules += &format!("{owner}move {}\n", parts.join(", "));
        }
        if random(3) == 0 {
            rules += "who cannot move wins\n";
        }
        let Ok(parsed) = Rules::parse("random", &rules) else {
            panic!("{rules}");
        };
        let values = Parameters::new();
        let Ok(kept) = parsed.game(&values) else {
            continue;
        };
        let game = Games::default().register(parsed, values, kept);
        let limits = Limits::default().with_time(std::time::Duration::from_secs(1));
        let report = find(&game.rules, &game.values, None, &limits, &[Says::Outcome]);
        let Some(law) = report.ok().and_then(|report| report.proved) else {
            continue;
        };
        let told = |law: &Law| {
            matches!(
                law,
                Law::Product(_) | Law::Directional(_) | Law::Automatic(_)
            )
        };
        let laws = &law.certificate().laws;
        if !laws.iter().any(told) {
            continue;
        }
        met.extend(kinds(&law));
        near_and_far_agree(&game, &law, "", &[PLAIN]);
    }
    // Which laws are found within the time hangs on the machine; each kind is met by games of its
    // own above and below.
    assert!(!met.is_empty(), "no game had a law");
}

#[test]
fn far_out_a_block_holds_what_the_law_says() {
    let far = 10u64.pow(10);
    for name in GAMES {
        let game = shipped(name);
        let law = law(&game);
        blocks_hold_what_the_law_says(&game, &law, &place(0, far, far + 3), 97);
        blocks_hold_what_the_law_says(&game, &law, &place(3, far / 1618, far / 1000), 1013);
        // On the ray of slope φ, or near it.
        blocks_hold_what_the_law_says(&game, &law, &place(2, 1_000_000_000, 1_618_033_988), 601);
    }
    let game = game(DIRECTIONAL);
    let law = law(&game);
    assert!(
        kinds(&law)
            .iter()
            .any(|kind| ["directional", "product"].contains(kind))
    );
    blocks_hold_what_the_law_says(&game, &law, &place(3, far, far), 1013);
}

#[test]
fn blocks_on_the_ray_of_cow_checkers_hold_positions_lost_at_any_level() {
    let game = shipped("cowcheck");
    let law = law(&game);
    let plane = Plane::of(&game.game, "").expect("a plane");
    for level in [10, 20, 36, 64] {
        let tile = far_tile(
            view(&game, &plane, &law, PLAIN),
            &place(level, 0, 0),
            &Limits::default(),
        );
        let tile = tile.unwrap_or_else(|_| panic!("a tile"));
        assert!(tile.exact);
        for row in 0..SIDE {
            let lost = |column: &usize| tile.pixels[row * SIDE + column] == 1;
            let columns: Vec<usize> = (0..SIDE).filter(lost).collect();
            // A row of blocks is met by the ray of slope φ, and by that of slope 1/φ, in two blocks
            // or three each.
            let phi = (1. + 5f64.sqrt()) / 2.;
            for at in &columns {
                let (low, high) = (row as f64, row as f64 + 1.);
                let (left, right) = (*at as f64, *at as f64 + 1.);
                let on = |slope: f64| left * slope <= high && right * slope >= low;
                assert!(
                    on(phi) || on(1. / phi),
                    "level {level}, row {row}, column {at}"
                );
            }
            assert!(
                row < 2 || columns.len() >= if row as f64 * phi < 254. { 3 } else { 1 },
                "level {level}, row {row}: {columns:?}"
            );
        }
    }
}

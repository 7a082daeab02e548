//! The law of the Table Game and its kin: right ones are accepted, wrong ones are not, and what
//! they say is what the rules say.

use proptest::prelude::*;
use whowins_analysis::{Frame, Game, LARGEST, Player, Position, Value};
use whowins_law::OfRules;
use whowins_rules::{Parameters, Rules};
use whowins_verify::lattice::Constant;
use whowins_verify::{Budget, Certificate, Claim, Law, Rejection, Verified, Why};

const TABLE: &str = include_str!("../../../../games/seeds/tabgame.game");

fn certificate(text: &str, law: Constant) -> Certificate {
    Certificate::of_text(text, vec![Law::Constant(law)])
}

fn verify(text: &str, law: Constant) -> Result<Verified, Rejection> {
    certificate(text, law).verify_with_rules(&Budget::default())
}

fn law(direction: [i64; 2], from: [i64; 2], least: bool) -> Constant {
    Constant::new(direction.to_vec(), from.to_vec(), least)
}

fn game(text: &str, values: &[(&str, &str)]) -> Game {
    let rules = Rules::parse("t", text).unwrap();
    let read = |(name, value): &(&str, &str)| {
        let parameter = rules.parameters().iter().find(|p| p.name == *name).unwrap();
        ((*name).to_string(), parameter.kind.read(value).unwrap())
    };
    let values: Parameters = values.iter().map(read).collect();
    rules.game(&values).unwrap()
}

#[test]
fn the_table_game_whatever_its_border() {
    let verified = verify(TABLE, law([1, 1], [2, 2], true)).unwrap();
    let open = verified
        .certificate()
        .open(&Rules::parse("t", TABLE).unwrap());
    assert_eq!(open, ["row", "column"]);
    assert_eq!(
        verified.statements(),
        [
            "The outcome at (x + 1, y + 1) is the outcome at (x, y) wherever x >= 2 and y >= 2, whatever the outcomes on the border \
          (x < 1 or y < 1), and not before: with any of these bounds lowered by one, the outcomes differ for some border, also \
          with all of them lowered."
        ]
    );
    let checked = &verified.checked()[0];
    let said = |what: &str| checked.iter().any(|step| step.contains(what));
    assert!(said("6 border cells: all 64 patterns"), "{checked:?}");
    let earlier = "from (1, 1) it fails: in 3 of the 16 patterns of 4 border cells";
    assert!(said(earlier), "{checked:?}");
}

#[test]
fn no_other_direction_and_no_earlier_start() {
    for number in 0..4 * 4 * 5 * 5 {
        let (u, v) = (number % 4, number / 4 % 4);
        let (x, y) = (number / 16 % 5, number / 80);
        let right = u == v && u > 0 && x >= 2 && y >= 2;
        let found = verify(TABLE, law([u, v], [x, y], false));
        assert_eq!(found.is_ok(), right, "({u}, {v}) from ({x}, {y})");
        let found = verify(TABLE, law([u, v], [x, y], true));
        let least = right && (x, y) == (2, 2);
        assert_eq!(found.is_ok(), least, "({u}, {v}) from ({x}, {y})");
    }
}

#[test]
fn an_open_parameter_may_reach_the_border_alone() {
    let right = law([1, 1], [2, 2], true);
    let changes = [
        ("move x -= 1", "move x -= 1 if row[y] = 1"),
        ("move x -= 1", "move x -= k for k in 1..length(row)"),
        ("at x = 0:", "at x <= length(row) - 8:"),
        ("at x = 0:", "at x = 0 and row[y] = 0:"),
        ("x in 0..length(column)", "x in length(column)..9"),
        ("at x = 0:", "at min(x, // :\n x) <= length(row) - 8:"),
    ];
    for (from, to) in changes {
        let text = TABLE.replacen(from, to, 1);
        assert_ne!(text, TABLE);
        let why = verify(&text, right.clone()).unwrap_err().why;
        assert_eq!(why, Why::Rules, "{to}");
    }
}

#[test]
fn rules_of_another_kind_are_not_taken() {
    let right = law([1, 1], [2, 2], false);
    let changes = [
        ("move x -= 1", "move x -= k for k >= 1"),
        ("move x -= 1", "move x -= 1 if y > 3"),
        ("move x -= 1", "move x -= 1, y += 1"),
        ("move x -= 1", "move x := y"),
        ("move x -= 1", "Alice: move x -= 2"),
        ("move x -= 1", "move x -= 2"),
        ("move x -= 1", "move x -= 1, y -= 1"),
        ("at x = 0:", "at x != 0:"),
        ("at x = 0:", "at x = y:"),
        ("at x = 0:", "at x = 0 or y > 5:"),
        ("at x = 0:", "at x <= 1:"),
        ("at x = 0:", "at not x > 2:"),
        ("x in 0..", "x in 1.."),
    ];
    for (from, to) in changes {
        let text = TABLE.replacen(from, to, 1);
        assert_ne!(text, TABLE);
        assert!(verify(&text, right.clone()).is_err(), "{to}");
    }
    // A wider border only needs more room.
    for wide in ["at x <= 1:", "at x + y <= 1:", "at not (x > 1 and y >= 0):"] {
        let text = TABLE.replacen("at x = 0:", wide, 1);
        assert!(verify(&text, law([1, 1], [4, 4], false)).is_ok(), "{wide}");
    }
}

fn naive(game: &Game, size: [i64; 2]) -> Vec<Vec<[Value; 2]>> {
    let frame = Frame::new(game, 1, 1);
    let mut table: Vec<Vec<[Value; 2]>> = Vec::new();
    for x in 0..=size[0] {
        table.push(Vec::new());
        for y in 0..=size[1] {
            let value = Player::BOTH.map(|player| match frame.end(&[x, y]) {
                Some(end) => end.for_next(player),
                None => {
                    let next = frame.next(player, &[x, y]);
                    let reply = |to: Vec<i64>| {
                        table[to[0] as usize][to[1] as usize][player.other().index()].reversed()
                    };
                    next.into_iter().map(reply).max().unwrap_or(frame.stuck())
                }
            });
            table[x as usize].push(value);
        }
    }
    table
}

/// The law's answers, held against the rules.
fn holds_against_the_rules(game: &Game, verified: &Verified, size: [i64; 2]) {
    for (x, line) in naive(game, size).iter().enumerate() {
        for (y, values) in line.iter().enumerate() {
            let position = game.position_of(&[x as i64, y as i64], 1, 1);
            let answer = verified.values(game, &position);
            assert_eq!(answer, Some(*values), "({x}, {y}) of {}", game.name);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn tables_agree_with_the_rules(row in "[01]{1,30}", column in "[01]{1,30}") {
        let size = [column.len() as i64, row.len() as i64];
        let game = game(TABLE, &[("row", &row), ("column", &column)]);
        let verified = verify(TABLE, law([1, 1], [2, 2], true)).unwrap();
        holds_against_the_rules(&game, &verified, size);
    }

    #[test]
    fn junk_is_rejected_without_a_panic(
        direction in prop::collection::vec(any::<i64>(), 0..4),
        from in prop::collection::vec(any::<i64>(), 0..4),
        least in any::<bool>(),
        x in any::<i64>(),
    ) {
        let small: Vec<i64> = direction.iter().map(|n| n % 5).collect();
        for junk in [
            Constant::new(direction.clone(), from, least),
            Constant::new(small, vec![x % 4, 2], least),
        ] {
            let _ = verify(TABLE, junk.clone());
            let game = game(TABLE, &[("row", "01101"), ("column", "11011101")]);
            let _ = junk.values(&game, &game.position_of(&[3, 5], 1, 1));
            let _ = junk.statement(&game);
        }
    }
}

/// Random vectors, partizan or with draws at the border: whatever law of a small direction is
/// accepted, the rules bear it out.
#[test]
fn random_vectors_with_any_border() {
    let mut seed = 7u64;
    let mut random = move |below: u64| {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (seed >> 33) % below
    };
    let mut accepted = [0, 0, 0];
    for case in 0..240 {
        let kind = case % 3;
        let mut moves = String::new();
        for number in 0..2 + random(2) {
            let by = match kind {
                1 if number % 2 == 0 => "Ann: ",
                1 => "Bob: ",
                _ => "",
            };
            let (x, y) = (random(3), 1 + random(2));
            let (x, y) = if number % 2 == 0 { (x, y) } else { (y, x) };
            moves += &format!("{by}move x -= {x}, y -= {y}\n");
        }
        let (one, other) = match kind {
            0 => (
                "the mover loses if (x * 7 + y * 5) % 3 = 1, else wins",
                "the mover loses",
            ),
            1 => ("Ann wins", "Bob wins"),
            _ => ("draw", "the mover loses"),
        };
        let text = format!(
            "game \"Random {case}\"\nplayers Ann, Bob\nposition x, y\n{moves}at x = 0 and y % 2 = 0: {one}\nat y = 0: {other}"
        );
        let game = game(&text, &[]);
        for (direction, from) in [
            ([1, 1], [3, 3]),
            ([2, 2], [4, 4]),
            ([2, 1], [4, 3]),
            ([1, 2], [3, 4]),
        ] {
            if let Ok(verified) = verify(&text, law(direction, from, false)) {
                accepted[kind as usize] += 1;
                holds_against_the_rules(&game, &verified, [14, 14]);
            }
        }
    }
    assert!(accepted.iter().all(|count| *count > 0), "{accepted:?}");
}

#[test]
fn long_borders_are_walked_once() {
    let length = 100_000;
    let ones = "1".repeat(length);
    let verified = verify(TABLE, law([1, 1], [2, 2], true)).unwrap();
    let game = game(TABLE, &[("row", &ones), ("column", &ones)]);
    let length = length as i64;
    let at = |x: i64, y: i64| verified.values(&game, &game.position_of(&[x, y], 1, 1));
    // With ones along the border the player to move at (1, y) wins where y is even.
    for y in (1..length).step_by(97) {
        assert_eq!(at(1, y).unwrap()[0] == Value::Win, y % 2 == 0, "{y}");
        assert_eq!(
            at(length, y),
            at(length - 1, y - 1).filter(|_| y > 3).or(at(length, y))
        );
    }
    assert_eq!(at(length, length), at(2, 2));
    assert_eq!(at(length + 1, 5), None);
}

/// Beside a border the other number may be as large as a machine word holds: what decides there is
/// near.
#[test]
fn beside_the_border_far_out() {
    let text = "game \"G\"\nposition x, y\nmove x -= 1\nmove y -= 1\nat x = 0: the mover wins\nat y = 0: the mover wins\n";
    let verified = verify(text, law([1, 1], [2, 2], false)).unwrap();
    let values = |x: u64, y: u64| {
        let position = Position::tuple([x, y]);
        verified.values(verified.game(), &position)
    };
    for y in [5, 3_000_000_000_000, LARGEST as u64] {
        assert_eq!(values(1, y), Some([Value::Win; 2]), "(1, {y})");
    }
}

//! Tests `explain` on all shipped games and on rules of every shape.

use super::run::{file, run};

/// Values for shipped parameters without a default.
const GIVEN: &[(&str, &[&str])] = &[
    ("partisangame", &["--set", "a=1,2,5", "--set", "b=4,5"]),
    ("tabgame", &["--set", "row=0110", "--set", "column=1101"]),
];

/// Runs `explain` with a short time limit. Reaching the limit is allowed; an error in the rules or
/// the position is not.
fn explained(arguments: &[&str]) {
    let ran = run(
        &[
            &["explain"],
            arguments,
            &["--time", "5", "--memory", "500M"],
        ]
        .concat(),
        "",
    );
    assert!([0, 3].contains(&ran.code), "{arguments:?}: {ran:?}");
    if ran.code == 0 {
        assert!(ran.out.contains("general solver"), "{arguments:?}: {ran:?}");
    }
}

#[test]
fn every_shipped_game_is_explained() {
    let board = vec![".".repeat(50); 50].join("/");
    for game in whowins::shipped::all()
        .into_iter()
        .step_by(crate::cases(4, 1))
    {
        let given = GIVEN.iter().find(|(name, _)| *name == game.name);
        let set = given.map_or(&[][..], |(_, set)| set);
        let plain = [&[game.name], set].concat();
        let start = run(&[&["explain"], &plain[..], &["--time", "2"]].concat(), "");
        assert!([0, 3].contains(&start.code), "{plain:?}: {start:?}");
        let shown = start.out.contains(", position ");
        assert!(shown || start.code == 3, "{plain:?}: {start:?}");
        let at = [
            board.as_str(),
            "3",
            "2,3",
            "1,1,0,0",
            ".o.",
            ".o/o.",
            "xo/ox",
            "a c",
            "3,2,1",
        ];
        for at in at {
            let ran = run(
                &[&["explain"], &plain[..], &["--at", at, "--time", "2"]].concat(),
                "",
            );
            let unread = ran.code == 2 && ran.err.contains("--at: ");
            assert!(
                unread || [0, 3].contains(&ran.code),
                "{plain:?} at {at}: {ran:?}"
            );
        }
    }
}

#[test]
fn rows_that_are_anchored_at_both_ends_are_explained() {
    for (at, rules) in [
        ("..", "move ^ . . $ -> ^ o . $"),
        ("o.", "move ^ . $ -> ^ o $\nmove ^ o . -> ^ . o"),
        ("...", "move ^ . . $ -> ^ o . $\nmove . . $ -> . o $"),
        (".", "move ^ . $ -> ^ o $"),
    ] {
        let text = format!("game \"Ends\"\nposition row of . o\n{rules}\n");
        let game = file("explained_row.game", text);
        explained(&[game, "--at", at]);
        let law = run(&["law", game, "--time", "20"], "");
        assert!([0, 3].contains(&law.code), "{rules}: {law:?}");
    }
}

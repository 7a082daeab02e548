//! Tests that a certificate is rejected for another game, which it would give wrong winners.

use serde_json::Value;

use super::run::{answer, file, run};

/// Writes the certificate of a game with these values, and returns its name.
fn law<'a>(game: &str, set: &[&str], certificate: &'a str) -> &'a str {
    let set = set.iter().flat_map(|one| ["--set", *one]);
    let made: Vec<&str> = ["law", game, "-o", certificate, "--json", "--time", "30"]
        .into_iter()
        .chain(set)
        .collect();
    let report: Value = serde_json::from_str(&answer(&made, "")).expect("JSON");
    assert_eq!(report["status"], "proved", "{report}");
    certificate
}

/// Checks that `verify` and `solve --law` reject a certificate with this message.
fn refused(game: &str, set: &[&str], certificate: &str, at: &str, what: &str) {
    let set: Vec<&str> = set.iter().flat_map(|one| ["--set", *one]).collect();
    let verify = ["verify", game, certificate];
    let solve = ["solve", game, "--law", certificate, "--at", at];
    for command in [&verify[..], &solve[..]] {
        let ran = run(&[command, &set].concat(), "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
        assert!(ran.err.contains(what), "{what}: {ran:?}");
    }
}

#[test]
fn a_default_is_compared_and_told() {
    let five = law("t-wythoff", &["t=5"], "bound_five.cert");
    refused("t-wythoff", &[], five, "57,139", "say --set t=5");
    let mine = ["verify", "t-wythoff", five, "--set", "t=5"];
    let accepted = answer(&mine, "");
    assert!(
        accepted.contains("\n  for       t = 5 (given)\n"),
        "{accepted}"
    );
    let accepted: Value =
        serde_json::from_str(&answer(&[&mine[..], &["--json"]].concat(), "")).expect("JSON");
    assert_eq!(accepted["for"], "t = 5 (given)");
    let card = answer(&["law", "t-wythoff"], "");
    assert!(
        card.contains("\n  for       t = 2 (the default)\n"),
        "{card}"
    );
    let at = [
        "solve",
        "t-wythoff",
        "--set",
        "t=5",
        "--at",
        "1000000,1000000",
    ];
    let by_law = answer(&[&at[..], &["--law", five]].concat(), "");
    assert!(by_law.starts_with("First wins."), "{by_law}");
}

#[test]
fn an_open_parameter_hides_no_closed_one() {
    let game = file(
        "bound_mixed.game",
        "game \"Mixed\"\ngiven t: number = 1\ngiven row, column: bits\nposition x, y\nmove x -= t\nmove y -= 1\n\
         at x < t: the mover loses if row[y] = 1, else wins\nat y < 1: the mover loses if column[x] = 1, else wins\n",
    );
    let one = law(game, &["t=1"], "bound_mixed.cert");
    let border = ["row=01", "column=1101", "t=2"];
    refused(game, &border, one, "5,5", "a certificate for t = 1");
    let told = answer(&["verify", game, one], "");
    assert!(
        told.contains("\n  for       every row, column; t = 1 (the default)\n"),
        "{told}"
    );
}

#[test]
fn a_sets_members_are_compared_in_any_order() {
    let game = file(
        "bound_set.game",
        "game \"Set\"\ngiven s: set = {1, 3}\nposition n\nmove n -= k for k in s\n",
    );
    let set = law(game, &["s=1,2"], "bound_set.cert");
    refused(game, &[], set, "1200004", "s = 1,3 (the default)");
    let at = "1200003";
    let same = ["solve", game, "--law", set, "--set", "s=2,1", "--at", at];
    assert!(answer(&same, "").starts_with("Second wins."));
}

#[test]
fn players_are_compared() {
    let text = "game \"Two\"\nplayers Ann, Ben\nposition x\nmove x -= 1\nat x = 0: Ann wins\n";
    let game = file("bound_players.game", text);
    let exchanged = file("bound_exchanged.game", text.replace("Ann, Ben", "Ben, Ann"));
    let renamed = file("bound_renamed.game", text.replace("Ann", "Eve"));
    let certificate = law(game, &[], "bound_players.cert");
    let what = "Ben and Ann are exchanged";
    refused(exchanged, &[], certificate, "100000000", what);
    let what = "its players are Ann and Ben, here they are Eve and Ben";
    refused(renamed, &[], certificate, "100000000", what);
}

#[test]
fn play_is_compared() {
    let text = "game \"Take\"\nposition n\nmove n -= k for k in {1, 2}\n";
    let game = file("bound_play.game", text);
    let misere = file("bound_misere.game", format!("{text}misère play\n"));
    let certificate = law(game, &[], "bound_play.cert");
    let what = "there who cannot move loses, here who cannot move wins";
    refused(misere, &[], certificate, "1000000000", what);
}

#[test]
fn a_value_is_not_taken_from_a_certificate_silently() {
    let certificate = law("partisangame", &["a=4", "b=5"], "bound_partisan.cert");
    let told = answer(&["verify", "partisangame", certificate], "");
    let says = "\n  for       a = 4 (the certificate's); b = 5 (the certificate's)\n";
    assert!(told.contains(says), "{told}");
    let solve = [
        "solve",
        "partisangame",
        "--law",
        certificate,
        "--at",
        "1000000",
    ];
    let ran = run(&solve, "");
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("`a` has no value"), "{ran:?}");
}

//! Tests warnings about lines without effect, and that no warning is false.

use whowins::{Kind, Looked, POSITIONS, review, shipped};
use whowins_core::Budget;
use whowins_core::random::cases;
use whowins_rules::{Parameters, Rules};

/// Returns the warnings of a text with their lines, and the extent of the exploration.
fn told(text: &str, most: usize) -> (Vec<(Kind, usize, String)>, Looked) {
    let rules = Rules::parse_with("test", text, &shipped::ShippedGames)
        .unwrap_or_else(|faults| panic!("{faults}"));
    let found = review(&rules, &Parameters::new(), most, &Budget::OPEN);
    let found = found.unwrap_or_else(|faults| panic!("{faults}"));
    let line = |byte: usize| text[..byte].matches('\n').count() + 1;
    let warnings = found.warnings.into_iter();
    let all = warnings.map(|one| (one.kind, line(one.said.span.start), one.said.message));
    (all.collect(), found.looked)
}

/// Returns the kinds and lines of warnings, except missing examples.
fn kinds(text: &str) -> Vec<(Kind, usize)> {
    let (mut all, looked) = told(text, POSITIONS);
    assert_ne!(looked, Looked::Cut);
    all.retain(|one| one.0 != Kind::NoExample);
    all.into_iter()
        .map(|(kind, line, _)| (kind, line))
        .collect()
}

#[test]
fn no_shipped_game_is_warned_of_in_vain() {
    let mut warned = Vec::new();
    let mut whole = 0;
    for game in shipped::everything() {
        let rules = Rules::parse_with(game.name, game.text, &shipped::ShippedGames).unwrap();
        if rules.game(&Parameters::new()).is_err() {
            continue;
        }
        let (mut all, looked) = told(game.text, cases(1500, POSITIONS));
        whole += usize::from(looked != Looked::Cut);
        all.retain(|one| one.0 != Kind::NoExample);
        let all = all.into_iter().map(|one| (game.name, one.0, one.1));
        warned.extend(all);
    }
    // Each of these was inspected by hand: the warning is correct.
    let known = [("atari-go", Kind::Text, 8), ("chomp-poset", Kind::Text, 6)];
    assert_eq!(warned, known);
    assert!(whole > 60, "{whole}");
}

const HEAD: &str = "game \"G\"\nplayers Ann, Bob\n";

#[test]
fn each_kind_is_found_in_its_line() {
    for (rest, wanted) in [
        (
            "position x\nstart 3\nmove x -= 1\nmove x -= 4",
            &[(Kind::Move, 6)][..],
        ),
        (
            "position x\nstart 3\nmove x -= 1\nelse move x -= 1 if x > 5",
            &[(Kind::Move, 6)],
        ),
        (
            "position x <= 3\nstart 3\nmove x -= 1\nelse move x := 3\nelse move x := 2\nrepetition draws",
            &[(Kind::Tier, 7), (Kind::Endless, 5)],
        ),
        (
            "position x\nstart 3\nmove x -= 1\nat x = 5: Ann wins",
            &[(Kind::End, 6)],
        ),
        (
            "position x\nstart 3\nmove x -= 1\nat x = 0: Ann wins\nnormal play",
            &[(Kind::Player, 2), (Kind::End, 7)],
        ),
        (
            "position x\nstart 3\nmove x -= 1\nat x = 3: Ann wins",
            &[(Kind::Player, 2), (Kind::Move, 5), (Kind::OverAtStart, 6)],
        ),
        (
            "position row of . x o\nstart xx.\nmove x . -> . x\nmove o . -> . o",
            &[(Kind::Symbol, 3), (Kind::Move, 6)],
        ),
        (
            "position x <= 3\nstart 3\nmove x -= 1\nmove x += 1",
            &[(Kind::Endless, 5)],
        ),
        (
            "position x <= 3\nstart 3\nmove x -= 1\nmove x += 1\nat x = 0: draw",
            &[(Kind::Player, 2), (Kind::Player, 2), (Kind::Endless, 5)],
        ),
        (
            "position x\nstart 3\nlet two = x - 2\nlet one = two + 1\nmove x -= 1",
            &[(Kind::Text, 6)],
        ),
    ] {
        let mut found = kinds(&format!("{HEAD}{rest}\n"));
        found.sort_by_key(|one| one.1);
        let mut wanted = wanted.to_vec();
        wanted.sort_by_key(|one| one.1);
        assert_eq!(found, wanted, "{rest}");
    }
}

#[test]
fn never_is_said_only_where_all_was_seen() {
    let text =
        "game \"G\"\nposition x\nstart 100\nmove x -= 1\nmove x -= 200\nexample start: Second wins";
    let (found, looked) = told(text, 50);
    assert_eq!((found, looked), (Vec::new(), Looked::Cut));
    let (found, looked) = told(text, 150);
    assert_eq!(looked, Looked::All(101));
    assert_eq!(found[0].2, "this move can never be made");
    // Without a start, small positions are explored, too.
    let open = "game \"G\"\nposition row of . a b\nmove a a -> . .\nmove b b -> . .\nmove b a -> . .\nexample aa: First wins";
    assert_eq!(kinds(open), []);
    let (found, looked) = told(
        &open
            .replace("b a ->", "b a a a b b ->")
            .replace("-> . .\nexample", "-> . . . . . .\nexample"),
        POSITIONS,
    );
    assert!(matches!(looked, Looked::Small(_)), "{looked:?}");
    assert!(
        found.iter().all(|one| one.2.contains("was never possible")),
        "{found:?}"
    );
}

#[test]
fn core_terms_and_heaps_are_not_explored() {
    for text in [
        "(game g (part turn 0 1) (part n 0 9) (start (0) (3)) (tier (seq (set n (- n 1)) (set turn (- 1 turn)))) (stuck (if turn 1 -1)))",
        "game \"Kayles\"\noctal 0.77\nexample 1: First wins",
    ] {
        assert_eq!(told(text, POSITIONS), (Vec::new(), Looked::Nothing));
    }
}

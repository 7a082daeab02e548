//! A certificate is the game: what differs from the asker's rules and values is refused by name,
//! and what does not is told.

use whowins_rules::{ParameterValue, Parameters, Rules};
use whowins_verify::{Bound, Budget, Certificate, Law, Rejection, Why};

const WYTHOFF: &str = include_str!("../../../../games/classic/t-wythoff.game");
const TABLE: &str = include_str!("../../../../games/seeds/tabgame.game");
/// An open parameter beside one with a default.
const MIXED: &str = "game \"Mixed\"\ngiven t: number = 1\ngiven row, column: bits\nposition x, y\nmove x -= t\nmove y -= 1\n\
    at x < t: the mover loses if row[y] = 1, else wins\nat y < 1: the mover loses if column[x] = 1, else wins\n";
const SET: &str = "game \"Set\"\ngiven s: set = {1, 3}\nposition n\nmove n -= k for k in s\n";
const TWO: &str = "game \"Two\"\nplayers Ann, Ben\nposition x\nmove x -= 1\nat x = 0: Ann wins\n";

fn rules(text: &str) -> Rules {
    Rules::parse("t", text).expect("rules without fault")
}

fn values(text: &str, given: &[(&str, &str)]) -> Parameters {
    let rules = rules(text);
    let read = |(name, value): &(&str, &str)| {
        let mut parameters = rules.parameters().iter();
        let parameter = parameters.find(|one| one.name == *name).expect("it is one");
        let value = parameter.kind.read(value).expect("a value");
        ((*name).to_string(), value)
    };
    given.iter().map(read).collect()
}

/// A certificate of one text and values, asked about another text and values.
fn bind(
    (text, given): (&str, &[(&str, &str)]),
    (asked, with): (&str, &[(&str, &str)]),
) -> Result<Bound, Rejection> {
    let certificate = Certificate::new(&rules(text), &values(text, given), Vec::new());
    certificate.bind(&rules(asked), &values(asked, with))
}

fn refused(own: (&str, &[(&str, &str)]), asked: (&str, &[(&str, &str)])) -> String {
    let refusal = bind(own, asked).expect_err("it is refused");
    assert_eq!(refusal.why, Why::Rules);
    refusal.message
}

fn says(own: (&str, &[(&str, &str)]), asked: (&str, &[(&str, &str)])) -> Option<String> {
    let bound = bind(own, asked).expect("it speaks of this game");
    bound.says().map(str::to_string)
}

#[test]
fn a_default_is_a_value_like_a_given_one() {
    let five = (WYTHOFF, &[("t", "5")][..]);
    let said = refused(five, (WYTHOFF, &[]));
    assert_eq!(
        said,
        "this is a certificate for t = 5, and you asked about t = 2 (the default); say --set t=5 to ask about the certificate's \
         game, or make a certificate of this game with `whowins law`"
    );
    let said = refused(five, (WYTHOFF, &[("t", "3")]));
    assert!(said.contains("you asked about t = 3 (given)"), "{said}");
    assert_eq!(says(five, five).as_deref(), Some("t = 5 (given)"));
    let two = says((WYTHOFF, &[]), (WYTHOFF, &[]));
    assert_eq!(two.as_deref(), Some("t = 2 (the default)"));
    // Another default in rules that are the same otherwise.
    let other = WYTHOFF.replace("number = 2", "number = 3");
    let said = refused((WYTHOFF, &[]), (&other, &[]));
    assert!(said.contains("say --set t=2"), "{said}");
    let said = says((WYTHOFF, &[]), (&other, &[("t", "2")]));
    assert_eq!(said.as_deref(), Some("t = 2 (given)"));
}

#[test]
fn the_order_of_a_set_is_none_of_its_own() {
    let said = says((SET, &[("s", "2,1")]), (SET, &[("s", "1,2")]));
    assert_eq!(said.as_deref(), Some("s = 2,1 (given)"));
    let said = refused((SET, &[("s", "1,2")]), (SET, &[]));
    assert!(said.contains("s = 1,3 (the default)"), "{said}");
    let written = |set: &str| {
        SET.replace("given s: set = {1, 3}\n", "")
            .replace(" s\n", set)
    };
    let (one, other) = (written(" {1, 3}\n"), written(" {3, 1}\n"));
    assert_eq!(says((&one, &[]), (&other, &[])), None);
    let said = refused((&one, &[]), (&written(" {3, 2}\n"), &[]));
    assert!(said.ends_with("the moves differ"), "{said}");
}

#[test]
fn a_parameter_that_the_rules_do_not_settle_is_the_certificates() {
    let open = SET.replace(" = {1, 3}", "");
    let said = says((&open, &[("s", "4")]), (&open, &[]));
    assert_eq!(said.as_deref(), Some("s = 4 (the certificate's)"));
}

#[test]
fn an_open_parameter_hides_no_closed_one() {
    let one = (MIXED, &[("t", "1")][..]);
    let said = refused(one, (MIXED, &[("t", "2")]));
    assert!(said.contains("a certificate for t = 1"), "{said}");
    let told = "every row, column; t = 1 (given)";
    assert_eq!(says(one, one).as_deref(), Some(told));
    // The game itself is the asker's border in the certificate's rules.
    let with = [("row", "01"), ("column", "11"), ("t", "1")];
    let bound = bind(one, (MIXED, &with)).expect("it speaks of this game");
    let asked = rules(MIXED).game(&values(MIXED, &with)).expect("a game");
    assert_eq!(bound.game().expect("all is given"), &asked);
    let open = bind(one, one).expect("it speaks of this game");
    let said = open.game().expect_err("no border is given").message;
    assert!(said.contains("--set row=VALUE"), "{said}");
}

#[test]
fn rules_with_open_parameters_are_compared_with_the_values_put_in() {
    let exchanged = TABLE.replace("row[y]", "@").replace("column[x]", "row[x]");
    let exchanged = exchanged.replace('@', "column[y]");
    let with = [("row", "01"), ("column", "11")];
    let said = refused((TABLE, &[]), (&exchanged, &[]));
    assert!(said.contains("give row, column a value"), "{said}");
    let said = refused((TABLE, &[]), (&exchanged, &with));
    assert!(said.ends_with("the endings differ"), "{said}");
    let commented = TABLE.replace("move x", "// to the left\nmove x");
    assert!(bind((TABLE, &[]), (&commented, &with)).is_ok());
}

#[test]
fn players_are_part_of_the_game() {
    let exchanged = TWO.replace("Ann, Ben", "Ben, Ann");
    let said = refused((TWO, &[]), (&exchanged, &[]));
    assert!(said.contains("Ben and Ann are exchanged"), "{said}");
    let renamed = TWO.replace("Ann", "Eve");
    let said = refused((TWO, &[]), (&renamed, &[]));
    assert!(
        said.contains("its players are Ann and Ben, here they are Eve and Ben"),
        "{said}"
    );
}

#[test]
fn play_endings_blocking_positions_and_moves_are_part_of_the_game() {
    let plain = "game \"G\"\nposition x, y\nmove x -= 1\nmove y -= 2\n";
    for (added, what) in [
        ("misère play\n", "here who cannot move wins"),
        ("at x = 0: the mover wins\n", "the endings differ"),
        (
            "before each move the opponent blocks up to 1 options\n",
            "block 0 options, here 1",
        ),
        ("move y -= 3\n", "the moves differ"),
    ] {
        let said = refused((plain, &[]), (&format!("{plain}{added}"), &[]));
        assert!(said.contains(what), "{said}");
    }
    let bounded = plain.replace("x, y", "x, y in 0..9");
    let said = refused((plain, &[]), (&bounded, &[]));
    assert!(said.ends_with("the positions differ"), "{said}");
    let row = "game \"G\"\nposition row of . o\nmove o o -> . .\n";
    let said = refused((plain, &[]), (row, &[]));
    assert!(said.ends_with("the positions differ"), "{said}");
    let started = format!("{plain}start 5, 7\n").replace("\"G\"", "\"H\"");
    let bound = bind((plain, &[]), (&started, &[])).expect("the same game");
    let game = bound.game().expect("no parameter");
    assert_eq!((game.name.as_str(), game.start.is_some()), ("H", true));
}

#[test]
fn only_a_law_that_knows_open_parameters_may_leave_one_open() {
    let text = "game \"G\"\ngiven row: bits\nposition n\nmove n -= 1 if row[n] = 0\n";
    let law = r#"[{"kind":"periodic","preperiod":0,"period":2,"outcomes":"PN"}]"#;
    let certificate = Certificate {
        laws: serde_json::from_str(law).expect("a law"),
        ..Certificate::new(&rules(text), &Parameters::new(), Vec::new())
    };
    let refusal = certificate.verify(&Budget::default()).expect_err("refused");
    let said = "parameter `row` has no value; no law of this kind holds for all values";
    assert!(refusal.message.contains(said), "{refusal}");
}

#[test]
fn a_certificate_holds_every_value() {
    let written = Certificate::new(&rules(WYTHOFF), &Parameters::new(), Vec::new());
    assert_eq!(written.parameters.get("t").map(String::as_str), Some("2"));
    let closed = written.subject().expect("a game").closed;
    assert_eq!(closed.get("t"), Some(&ParameterValue::Number(2)));
}

/// The term that some rules mean, as a text.
fn term(text: &str) -> String {
    let game = rules(text).game(&Parameters::new()).expect("a game");
    game.core().to_string()
}

const TWO_OR_FIVE: &str = "game \"Take\"\nposition n\nmove n -= k for k in {2, 5}\n";

fn law() -> Law {
    let law = r#"{"kind":"periodic","preperiod":0,"period":7,"outcomes":"PPNNPNN"}"#;
    serde_json::from_str(law).expect("a law")
}

/// A term is rules, too: a certificate of the one is one of the other, and of no other term.
#[test]
fn a_certificate_can_be_asked_about_a_core_term_alone() {
    let term = term(TWO_OR_FIVE);
    let of_rules = Certificate::of_text(TWO_OR_FIVE, vec![law()]);
    let of_term = Certificate::of_text(&*term, vec![law()]);
    assert!(of_rules.core.is_some() && of_term.core.is_none());
    for certificate in [&of_rules, &of_term] {
        assert!(certificate.verify(&Budget::default()).is_ok());
        let again = Certificate::read(&certificate.write()).expect("a certificate");
        assert_eq!(again, *certificate);
        for text in [TWO_OR_FIVE, &term] {
            let bound = certificate.bind(&rules(text), &Parameters::new());
            let bound = bound.expect("the same game");
            assert_eq!(bound.game().expect("no parameter").name, rules(text).name());
        }
        let other = term.replace("2 5", "2 6");
        assert_ne!(other, term);
        for text in [&other, &TWO_OR_FIVE.replace('5', "6")] {
            let refused = certificate.bind(&rules(text), &Parameters::new());
            let refused = refused.expect_err("another game").message;
            assert!(refused.contains("the moves differ"), "{refused}");
        }
    }
}

/// The term in a certificate is what its rules mean.
#[test]
fn the_core_term_is_that_of_the_rules() {
    let right = Certificate::of_text(TWO_OR_FIVE, vec![law()]);
    let term = right.core.clone().expect("a term");
    let with = |core: Option<String>| Certificate {
        core,
        ..right.clone()
    };
    // Names mean nothing.
    let renamed = term
        .replace("(part n ", "(part heap ")
        .replace(" n)", " heap)")
        .replace(" n ", " heap ");
    assert!(with(Some(renamed)).verify(&Budget::default()).is_ok());
    for (core, words) in [
        (Some(term.replace("2 5", "2 6")), "not what its rules mean"),
        (
            Some(term.replace("(stuck (if turn 1 -1))", "(stuck (if turn -1 1))")),
            "not what its rules mean",
        ),
        (Some("(game".into()), "the certificate's core term: line 1"),
        (None, "has no core term"),
    ] {
        assert_ne!(core.as_ref(), Some(&term));
        let refused = with(core).verify(&Budget::default()).expect_err(words);
        assert!(refused.message.contains(words), "{refused}");
    }
    // Older certificates have none.
    let older = Certificate {
        whowins_certificate: 1,
        ..with(None)
    };
    assert!(older.verify(&Budget::default()).is_ok());
    let refused = Certificate {
        core: Some(term),
        ..older
    }
    .verify(&Budget::default());
    assert!(
        refused
            .expect_err("version 1")
            .message
            .contains("where none can be")
    );
}

/// What is proved of boards of one size is not asked of others, though the term is the same.
#[test]
fn sizes_are_part_of_the_game() {
    for (own, asked) in [
        ("row of 8 cells of . o", "row of . o"),
        ("row of 8 cells of . o", "row of 9 cells of . o"),
        ("board of 2 x 3 cells of . o", "board of 4 x 3 cells of . o"),
    ] {
        let text = |position: &str| format!("game \"G\"\nposition {position}\nmove o . -> . .\n");
        let (own, asked) = (text(own), text(asked));
        assert_eq!(term(&own), term(&asked));
        let said = refused((&own, &[]), (&asked, &[]));
        assert!(said.contains("the positions differ"), "{said}");
        assert!(bind((&own, &[]), (&own, &[])).is_ok());
    }
    // A term alone says no length.
    let row = "game \"G\"\nposition row of 8 cells of . o\nmove o . -> . .\n";
    let said = refused((row, &[]), (&term(row), &[]));
    assert!(said.contains("differ"), "{said}");
}

//! A certificate is the game: what differs from the asker's rules and values is refused by name,
//! and what does not is told.

use whowins_engine::Limits;
use whowins_law::{Bound, LawSource, OfRules};
use whowins_rules::{ParameterValue, Parameters, Rules};
use whowins_verify::{Budget, Certificate, Law, Rejection, Why};

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
    let refusal = certificate
        .verify_with_rules(&Budget::default())
        .expect_err("refused");
    let said = "parameter `row` has no value; no law of this kind holds for all values";
    assert!(refusal.message.contains(said), "{refusal}");
}

#[test]
fn a_certificate_holds_every_value() {
    let written = Certificate::new(&rules(WYTHOFF), &Parameters::new(), Vec::new());
    assert_eq!(written.parameters.get("t").map(String::as_str), Some("2"));
    let closed = written.compiled().expect("a game").closed;
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
    for certificate in [&of_rules, &of_term] {
        assert!(certificate.verify_with_rules(&Budget::default()).is_ok());
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

/// The verifier believes no term: the law is checked against it. That the rules mean the term is
/// checked outside.
#[test]
fn the_core_term_is_that_of_the_rules() {
    let right = Certificate::of_text(TWO_OR_FIVE, vec![law()]);
    let with = |core: String| Certificate {
        core,
        ..right.clone()
    };
    // Names mean nothing.
    let renamed = right
        .core
        .replace("(part n ", "(part heap ")
        .replace(" n)", " heap)")
        .replace(" n ", " heap ");
    assert_ne!(renamed, right.core);
    assert!(with(renamed).verify_with_rules(&Budget::default()).is_ok());
    for (core, words) in [
        (right.core.replace("2 5", "2 6"), "not what its rules mean"),
        (
            right
                .core
                .replace("(stuck (if turn 1 -1))", "(stuck (if turn -1 1))"),
            "not what its rules mean",
        ),
        ("(game".into(), "the certificate's core term: line 1"),
        (String::new(), "the certificate's core term: line 1"),
    ] {
        assert_ne!(core, right.core);
        let changed = with(core);
        let refused = changed
            .verify_with_rules(&Budget::default())
            .expect_err(words);
        assert!(refused.message.contains(words), "{refused}");
        let refused = changed.bind(&rules(TWO_OR_FIVE), &Parameters::new());
        assert!(refused.expect_err(words).message.contains(words));
        // The law is false of this term, whatever the rules.
        assert!(changed.verify(&Budget::default()).is_err());
    }
}

/// A law of one term isn't one of rules that mean another, even if it is true of the term.
#[test]
fn rules_that_mean_another_term_are_rejected_outside_of_the_verifier() {
    let right = Certificate::of_text(TWO_OR_FIVE, vec![law()]);
    let forged = Certificate {
        rules: TWO_OR_FIVE.replace('5', "3"),
        ..right
    };
    assert!(forged.verify(&Budget::default()).is_ok());
    let words = "the certificate's core term is not what its rules mean";
    let refused = forged.verify_with_rules(&Budget::default());
    assert_eq!(refused.expect_err("another term").message, words);
    let asked = rules(&forged.rules);
    for refused in [
        forged.bind(&asked, &Parameters::new()).err(),
        forged.bind(&rules(TWO_OR_FIVE), &Parameters::new()).err(),
        forged.compiled().err(),
    ] {
        let refused = refused.expect("another term");
        assert_eq!((refused.why, refused.message.as_str()), (Why::Rules, words));
    }
    // A search that takes the certificate along falls back to itself.
    let source = LawSource::search(&asked, &Parameters::new(), &Limits::default());
    let law = source.with_certificate(forged.clone());
    let found = law.law().expect("a law").certificate();
    assert!(found.core != forged.core && found.rules == forged.rules);
}

/// A certificate without rules is one of its term.
#[test]
fn a_certificate_needs_no_rules() {
    let with_rules = Certificate::of_text(TWO_OR_FIVE, vec![law()]);
    let certificate = Certificate {
        rules: String::new(),
        ..with_rules
    };
    assert!(certificate.verify_with_rules(&Budget::default()).is_ok());
    let bind = |text: &str| certificate.bind(&rules(text), &Parameters::new());
    assert!(bind(TWO_OR_FIVE).is_ok());
    assert!(bind(&TWO_OR_FIVE.replace('5', "6")).is_err());
}

/// A search without the value of a set is none of games with one: only bits stay open.
#[test]
fn a_search_without_values_is_not_one_of_games_with_values() {
    let suits = |text: &str, given: &[(&str, &str)]| {
        let source = LawSource::search(&rules(text), &Parameters::new(), &Limits::default());
        source.suits(&rules(text), &values(text, given))
    };
    assert!(!suits(&SET.replace(" = {1, 3}", ""), &[("s", "1,2")]));
    assert!(!suits(SET, &[("s", "1,2")]));
    assert!(suits(SET, &[("s", "3,1")]));
    assert!(suits(MIXED, &[("row", "01")]));
}

/// Certificates of versions 1 and 2 are converted by compiling their rules.
#[test]
fn older_versions_are_read() {
    let right = Certificate::of_text(TWO_OR_FIVE, vec![law()]);
    let text = |version: u32, rules: &str, core: Option<&str>| {
        let mut json = serde_json::json!({
            "whowins_certificate": version, "rules": rules, "parameters": {}, "laws": right.laws,
        });
        if let Some(core) = core {
            json["core"] = core.into();
        }
        json.to_string()
    };
    let own = Some(right.core.as_str());
    let term = text(2, &right.core, None);
    for accepted in [text(1, TWO_OR_FIVE, None), text(2, TWO_OR_FIVE, own), term] {
        let read = Certificate::read_any(&accepted).expect("it is converted");
        assert_eq!((read.whowins_certificate, &read.core), (3, &right.core));
        assert!(read.verify_with_rules(&Budget::default()).is_ok());
        assert_eq!(Certificate::read_any(&read.write()), Ok(read));
        // The verifier reads its own version alone.
        let refused = Certificate::read(&accepted).expect_err("an older version");
        assert!(
            refused.message.contains("the verifier reads version 3"),
            "{refused}"
        );
    }
    for (version, rules, core, words) in [
        (1, TWO_OR_FIVE, own, "where none can be"),
        (2, TWO_OR_FIVE, None, "has no core term"),
        (2, right.core.as_str(), own, "where none can be"),
        (1, "game", None, "the certificate's rules"),
        (4, TWO_OR_FIVE, own, "of version 4"),
    ] {
        let refused = Certificate::read_any(&text(version, rules, core)).expect_err(words);
        assert!(refused.message.contains(words), "{refused}");
    }
    let other = right.core.replace("2 5", "2 6");
    let read = Certificate::read_any(&text(2, TWO_OR_FIVE, Some(&other)));
    let refused = read.and_then(|read| read.verify_with_rules(&Budget::default()));
    let words = "not what its rules mean";
    assert!(refused.expect_err(words).message.contains(words));
}

/// A law that is true whatever the border isn't asked about another inside: the terms decide, not
/// the text.
#[test]
fn values_of_open_parameters_change_the_border_alone() {
    let open = Certificate::new(&rules(TABLE), &Parameters::new(), Vec::new());
    let with = values(TABLE, &[("row", "01"), ("column", "11")]);
    assert!(open.bind(&rules(TABLE), &with).is_ok());
    let inside = TABLE.replace("move x -= 1", "move x -= length(row)");
    let open = Certificate::new(&rules(&inside), &Parameters::new(), Vec::new());
    let refused = open
        .bind(&rules(&inside), &with)
        .expect_err("another inside");
    assert!(
        refused
            .message
            .contains("its moves or its border are others"),
        "{refused}"
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

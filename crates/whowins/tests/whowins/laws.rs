//! Tests laws: shipped certificates are valid, laws agree with tables, and large positions need no
//! enumeration.

use std::collections::VecDeque;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use whowins::shipped::{self, Shipped, certificates, everything};
use whowins::{Grundy, NoGrundy, first_position, law_source, legal_moves, solver};
use whowins_analysis::{Game, Player, Position, Value};
use whowins_engine::{Engine, Limits, Strategy};
use whowins_law::{LawSource, LawStrategy, OfRules, STRATEGY, Says, find};
use whowins_rules::{Parameters, Rules};
use whowins_verify::{Budget, Certificate};

/// Memory limit that only small tables fit in.
const MEMORY: u64 = 64 << 20;
/// Number of positions per game to compare with tables.
const COMPARED: usize = 40;
/// Searches that take longer than this get a shipped certificate.
const MOMENT: Duration = Duration::from_millis(20);

fn rules_of(name: &str) -> Rules {
    let rules = shipped::rules(name).expect("it is shipped");
    rules.unwrap_or_else(|errors| panic!("{name}: {errors}"))
}

/// Returns limits of few threads and little memory. Methods that need more fail.
fn limits() -> Limits {
    Limits::default().with_memory(MEMORY).with_threads(1)
}

fn engine_of(name: &str) -> Engine {
    let engine = solver(&rules_of(name), &Parameters::new(), &limits());
    engine.unwrap_or_else(|errors| panic!("{name}: {errors}"))
}

fn position_of(game: &Game, text: &str) -> Position {
    let position = game.read(text);
    position.unwrap_or_else(|error| panic!("{}: {text}: {error}", game.name))
}

#[test]
fn shipped_certificates_are_accepted_and_speak_of_their_games() {
    let mut need_rules = Vec::new();
    for (name, text) in certificates() {
        let certificate = Certificate::read(text).unwrap_or_else(|why| panic!("{name}: {why}"));
        let rules = rules_of(name);
        assert_eq!(certificate.rules, rules.source(), "{name}: other rules");
        let verified = certificate.verify_with_rules(&Budget::default());
        assert!(verified.is_ok(), "{name}: {}", verified.unwrap_err());
        assert!(certificate.suits(&rules, &Parameters::new()), "{name}");
        // What a search writes now: the same term, letter by letter.
        let again = Certificate::new(&rules, &Parameters::new(), certificate.laws.clone());
        assert_eq!(again, certificate, "{name}");
        assert_eq!(again.write(), text, "{name}");
        if certificate.verify(&Budget::default()).is_err() {
            need_rules.push(name);
        }
    }
    // A term states neither the length of a list nor the games of a sum.
    assert_eq!(need_rules, ["lights-out-duel", "nim-beside-kayles"]);
}

/// Writes the certificates if `WHOWINS_WRITE` is set: `WHOWINS_WRITE=1 cargo test --locked -p
/// whowins --test whowins -- --ignored shipped_certificates`.
#[test]
#[ignore = "searches for the law of every shipped game, some minutes"]
fn shipped_certificates_are_what_a_search_finds() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("laws");
    let write = std::env::var_os("WHOWINS_WRITE").is_some();
    for (name, text) in found_laws(write) {
        if write {
            fs::write(folder.join(format!("{name}.json")), text).expect("written");
        } else {
            let shipped = certificates().into_iter().find(|(of, _)| *of == name);
            assert_eq!(shipped.map(|(_, text)| text), Some(text.as_str()), "{name}");
        }
    }
}

/// Returns the certificates of all games whose law is slow to find, or only of games that have one
/// already.
fn found_laws(all: bool) -> Vec<(&'static str, String)> {
    let is_shipped = |name: &str| certificates().iter().any(|(of, _)| *of == name);
    let mut found = Vec::new();
    for Shipped { name, .. } in everything() {
        if !all && !is_shipped(name) {
            continue;
        }
        let limits = Limits::default().with_time(Duration::from_secs(60));
        let (rules, none) = (rules_of(name), Parameters::new());
        let Ok(report) = find(&rules, &none, None, &limits, &Says::WINNERS) else {
            continue;
        };
        let searched: Duration = report.cards.iter().map(|card| card.search).sum();
        if let Some(law) = report.proved
            && (is_shipped(name) || searched > MOMENT)
        {
            found.push((name, law.certificate().write()));
        }
    }
    found
}

#[test]
fn large_positions_are_answered_by_the_law_and_named_moves_win() {
    for (name, at, value) in [
        ("nim-list", "765,558", Value::Win),
        ("nim-list", "1000000,6", Value::Win),
        ("nim-list", "123456,654321,777777", Value::Win),
        ("divisor", "1000000007", Value::Loss),
        ("divisor", "1000000006", Value::Win),
        ("divisor", "720720", Value::Win),
        ("bash-no-repeat", "1000000,0", Value::Loss),
        ("digit-game", "987654321987", Value::Win),
        ("euclid", "1000000007,618033", Value::Win),
        ("misere-kayles", "1000000000007,5", Value::Win),
        ("kayles", "1000000000000", Value::Win),
    ] {
        let mut engine = engine_of(name);
        let position = position_of(engine.game(), at);
        let solved = engine.solve(&position);
        let solved = solved.unwrap_or_else(|error| panic!("{name} {at}: {error}"));
        assert_eq!(solved.strategy, STRATEGY, "{name} {at}");
        let answer = &solved.to_move[0];
        assert_eq!(answer.value, value, "{name} {at}");
        if value == Value::Win {
            let best = answer.best.as_ref();
            let best = best.unwrap_or_else(|| panic!("{name} {at}: no move is named"));
            let next = best.next(Player::First);
            let after = engine.values(&best.to).map(|values| values[next.index()]);
            assert_eq!(after, Ok(Value::Loss), "{name} {at}: {}", best.text);
        }
    }
}

#[test]
fn grundy_values_far_out_are_those_of_the_law_or_of_the_rows() {
    for (name, at, value) in [
        ("kayles", "1000000000000", "1"),
        // Heaps of 4 and 3 more than multiples of 12 have the values 1 and 8, and 1 ^ 8 ^ 2 = 11.
        ("kayles", "1000000000000,999999999999,7", "11"),
        // G(5, y + 24) = G(5, y) + 24 from y = 27 on, and 1000000000000 is 16 modulo 24, like 40.
        ("cowcheck", "1000000000000,5", "1000000000002"),
        ("cowcheck", "5,1000000000000", "1000000000002"),
        ("cowcheck", "40,5", "42"),
        (
            "nim-list",
            "100000000000000000000000,6",
            "100000000000000000000006",
        ),
        ("kayles-row", &"o".repeat(100), "1"),
    ] {
        let mut engine = engine_of(name);
        let mut grundy = Grundy::new(engine.game(), &limits()).expect("it is impartial");
        let position = position_of(engine.game(), at);
        let found = grundy.ask(&mut engine, &position);
        assert_eq!(
            found.map(|found| found.to_string()),
            Ok(value.into()),
            "{name} {at}"
        );
    }
}

#[test]
fn a_value_that_no_law_gives_is_refused_by_name() {
    let mut engine = engine_of("nim");
    let mut grundy = Grundy::new(engine.game(), &limits()).expect("it is impartial");
    let far = position_of(engine.game(), "10000000000000000000000,5,6");
    let refused = grundy.ask(&mut engine, &far);
    assert_eq!(refused, Err(NoGrundy::Far));
    let message = NoGrundy::Far.to_string();
    assert!(
        message.contains("no law") && message.contains("smaller position"),
        "{message}"
    );
}

#[test]
fn a_walk_that_was_broken_off_does_not_look_like_a_circle() {
    let text = "game \"Two\"\nposition a, b\nmove a -= i, b -= j for 0 <= i <= a, 0 <= j <= b if i + j > 0 and (i = 0 or j = 0 or i = 2 * j)";
    let rules = Rules::parse("two", text).unwrap_or_else(|errors| panic!("{errors}"));
    let game = rules.game(&Parameters::new()).expect("no parameters");
    let tight = Limits::default().with_memory(1 << 10);
    let mut grundy = Grundy::new(&game, &tight).expect("it is impartial");
    let position = position_of(&game, "30,30");
    for _ in 0..2 {
        let refused = grundy.value(&position);
        assert!(matches!(refused, Err(NoGrundy::Engine(_))), "{refused:?}");
    }
}

#[test]
fn how_long_play_lasts_is_told_where_a_law_is_known() {
    let rules = rules_of("divisor");
    let law = Arc::new(law_source(&rules, &Parameters::new(), &limits()));
    assert!(law.law().is_some());
    let mut engine =
        whowins::solver_with(law, &rules, &Parameters::new(), &limits()).expect("its own law");
    let position = position_of(engine.game(), "20000");
    let by_law = engine
        .answer(&position, Player::First)
        .expect("the law answers");
    assert_eq!(
        (by_law.strategy, by_law.answer.remoteness),
        (STRATEGY, None)
    );
    let timed = engine.answer_with_length(&position, Player::First);
    let timed = timed.expect("it is explored").answer;
    assert_eq!(timed.value, by_law.answer.value);
    assert!(timed.remoteness.is_some_and(|moves| moves % 2 == 1));
}

/// Returns positions reachable from the first position, nearest first.
fn positions(rules: &Rules, game: &Game) -> Vec<(Position, Player)> {
    let first = first_position(rules, game);
    let mut queue = VecDeque::from([(first, Player::First)]);
    let mut found: Vec<(Position, Player)> = Vec::new();
    while let Some((position, player)) = queue.pop_front()
        && found.len() < COMPARED
    {
        if found.contains(&(position.clone(), player)) {
            continue;
        }
        for legal in legal_moves(game, &position, player, &limits()).unwrap_or_default() {
            queue.push_back((legal.to, legal.next));
        }
        found.push((position, player));
    }
    found
}

/// Compares a law with tables at small positions: winners, Grundy values and moves. Returns the
/// number of positions that both decided.
fn compare(name: &str, law: Arc<LawSource>, rules: &Rules, game: &Game) -> usize {
    let mut tables = Engine::new(game.clone(), limits().with_time(Duration::from_secs(5)));
    let mut grundy = Grundy::new(game, &limits().with_time(Duration::from_secs(5))).ok();
    let mut strategy = LawStrategy::new(Arc::clone(&law), game);
    let mut compared = 0;
    for (position, player) in positions(rules, game) {
        let at = game.show(&position);
        let (Ok(Some(by_law)), Ok(values)) = (
            strategy.try_solve(&position, u64::MAX),
            tables.values(&position),
        ) else {
            continue;
        };
        let answer = &by_law.to_move[player.index()];
        assert_eq!(answer.value, values[player.index()], "{name} at {at}");
        compared += 1;
        if let (Value::Win, Some(best)) = (answer.value, &answer.best) {
            let next = best.next(player);
            let legal = legal_moves(game, &position, player, &limits()).expect("few moves");
            let is_legal = legal
                .iter()
                .any(|one| (&one.to, one.next) == (&best.to, next));
            assert!(is_legal, "{name} at {at}: {} isn't a move", best.text);
            let after = tables.values(&best.to).expect("a smaller position");
            let kept = match next == player {
                true => after[next.index()],
                false => after[next.index()].reversed(),
            };
            assert_eq!(
                kept,
                Value::Win,
                "{name} at {at}: {} does not win",
                best.text
            );
        }
        if let Some(grundy) = &mut grundy
            && let Some(by_law) = law.grundy(game, &position)
            && let Ok(value) = grundy.value(&position)
        {
            assert_eq!(by_law, value.into(), "{name} at {at}: Grundy value");
        }
    }
    compared
}

#[test]
fn shipped_laws_agree_with_tables() {
    let mut compared = 0;
    for (name, _) in certificates() {
        let rules = rules_of(name);
        let game = rules
            .game(&Parameters::new())
            .expect("its certificate has no open parameter");
        let law = Arc::new(law_source(&rules, &Parameters::new(), &limits()));
        compared += compare(name, law, &rules, &game);
    }
    assert!(compared > 500, "{compared} positions were compared");
}

#[test]
#[ignore = "searches for the law of every shipped game, some minutes"]
fn laws_of_all_shipped_games_agree_with_tables() {
    let mut games = 0;
    for Shipped { name, .. } in everything() {
        let rules = rules_of(name);
        let Ok(game) = rules.game(&Parameters::new()) else {
            continue;
        };
        let long = Limits::default().with_time(Duration::from_secs(20));
        let law = Arc::new(law_source(&rules, &Parameters::new(), &long));
        if law.law().is_some() {
            games += usize::from(compare(name, law, &rules, &game) > 0);
        }
    }
    assert!(games > 70, "{games} games have a law that was compared");
}

//! Compares results for small positions with those of an engine.

use whowins::analysis::Player;
use whowins::contest;
use whowins::core::Budget;
use whowins::core::random::{Random, cases};
use whowins::engine::{Limits, Opened};
use whowins::rules::{Kind, Parameters, Rules};
use whowins_judge::{Answer, Truth, Unanswered};

/// Returns a random value of a kind with `long` elements. Returns `None` for kinds without
/// elements.
fn written(kind: &Kind, long: usize, random: &mut Random) -> Option<String> {
    let mut elements: Vec<String> = Vec::new();
    while elements.len() < long {
        let one = match kind {
            Kind::Set => (1 + random.below(12)).to_string(),
            Kind::Bits => random.below(2).to_string(),
            Kind::Numbers => (random.below(7) as i64 - 2).to_string(),
            Kind::Text => ["a", "b"][random.below(2)].to_string(),
            _ => return None,
        };
        if *kind != Kind::Set || !elements.contains(&one) {
            elements.push(one);
        }
    }
    let between = if matches!(kind, Kind::Bits | Kind::Text) {
        ""
    } else {
        ","
    };
    Some(elements.join(between))
}

fn values(rules: &Rules, long: usize, random: &mut Random) -> Parameters {
    let mut all = Parameters::new();
    for one in rules.parameters() {
        let text = match &one.kind {
            Kind::Number => Some(random.below(5).to_string()),
            kind => written(kind, long, random),
        };
        if let Some(value) = text.and_then(|text| one.kind.read(&text).ok()) {
            all.insert(one.name.clone(), value);
        }
    }
    all
}

#[test]
fn one_kernel_answers_as_the_engine_of_each_game_does() {
    let mut random = Random(5);
    let mut held = std::collections::BTreeSet::new();
    for game in whowins::shipped::everything() {
        let Some(Ok(rules)) = whowins::shipped::rules(game.name) else {
            continue;
        };
        if rules.parameters().is_empty() {
            continue;
        }
        for _ in 0..cases(6, 300) {
            let long = random.below(6);
            let sample = values(&rules, long, &mut random);
            let Some(opened) = rules.opened(&sample) else {
                continue;
            };
            let numbers = opened.first() - 1;
            let sides = vec![if numbers == 1 { 40 } else { 5 }; numbers];
            let Some(mut kernel) = Opened::new(opened.term(), sides.clone()) else {
                continue;
            };
            for _ in 0..4 {
                let own = values(&rules, long, &mut random);
                let Some(arrays) = opened.fill(&rules, &own) else {
                    continue;
                };
                let mut arrays = arrays.iter().enumerate();
                let filled = arrays.all(|(at, values)| kernel.fill(at, values));
                assert!(filled, "{} {own:?}", game.name);
                let mut worths = kernel.worths();
                let mut engine = whowins::solver(&rules, &own, &Limits::default())
                    .unwrap_or_else(|why| panic!("{why}"));
                for _ in 0..40 {
                    let state: Vec<i64> = sides
                        .iter()
                        .map(|side| random.below(*side as usize) as i64)
                        .collect();
                    let text: Vec<String> = state.iter().map(i64::to_string).collect();
                    let Ok(position) = engine.game().read(&text.join(",")) else {
                        continue;
                    };
                    for player in Player::BOTH {
                        let quick = kernel.value(&mut worths, &state, player, &Budget::OPEN);
                        if let Some(quick) = quick {
                            let slow = engine.value(&position, player);
                            assert_eq!(slow.ok(), Some(quick), "{} {own:?} {state:?}", game.name);
                            held.insert(game.name);
                        }
                    }
                }
            }
        }
    }
    for name in ["tabgame", "partisangame", "take-from-a-set"] {
        assert!(held.contains(name), "{held:?}");
    }
}

/// Compares the answers to an input with those of a separate engine for each. Returns the number of
/// queries without an answer.
fn agrees(truth: &mut Truth, input: &str) -> usize {
    let format = truth.format().clone();
    let read = format
        .read(input.as_bytes())
        .unwrap_or_else(|why| panic!("{why}"));
    let mut none = 0;
    let done = truth.answers(&read, &mut |truth, chain, answer| -> Result<(), ()> {
        let slow = truth.engine(chain).map(|_| ()).and_then(|()| {
            let position = truth.position(chain)?;
            Ok(truth.engine(chain)?.values(&position)?[0])
        });
        match (answer, slow) {
            (Ok(Answer::Winner(quick)), Ok(slow)) => assert_eq!(quick, slow, "{input}"),
            (Err(Unanswered::Input(_)), Err(Unanswered::Input(_))) => none += 1,
            other => panic!("{input}: {other:?}"),
        }
        Ok(())
    });
    assert_eq!(done, Ok(()));
    none
}

fn truth_of(name: &str) -> Truth {
    let format = contest::of_name(name).expect("it is shipped");
    let format = format.unwrap_or_else(|why| panic!("{why}"));
    let rules = whowins::shipped::rules(name)
        .expect("it is shipped")
        .expect("without fault");
    Truth::new(
        &format,
        &rules,
        &Parameters::new(),
        Player::First,
        &Limits::default(),
    )
}

#[test]
fn questions_that_set_values_are_answered_as_an_engine_of_theirs_does() {
    let mut random = Random(9);
    let mut heaps = truth_of("partisangame");
    let sets: Vec<String> = (0..20)
        .map(|_| {
            let long = random.below(5);
            written(&Kind::Set, long, &mut random)
                .expect("a set")
                .replace(',', " ")
        })
        .collect();
    for _ in 0..cases(30, 1000) {
        // Heaps within and beyond the range without an engine, and repeated values.
        let mut tests = String::new();
        for _ in 0..8 {
            let heap = [random.below(20), random.below(200)][random.below(2)];
            let (a, b) = (&sets[random.below(20)], &sets[random.below(20)]);
            tests += &format!("{heap}\n{a}\n{b}\n");
        }
        assert_eq!(agrees(&mut heaps, &tests), 0);
    }
    let mut tables = truth_of("tabgame");
    for _ in 0..cases(30, 1000) {
        let mut tests = "4\n".to_string();
        for _ in 0..4 {
            // Short borders, and borders too long to solve without an engine.
            let most = [6, 60][random.below(2)];
            let sides = [1 + random.below(most), 1 + random.below(most)];
            for side in sides {
                tests += &written(&Kind::Bits, side, &mut random).expect("digits");
                tests += "\n";
            }
            tests += "6\n";
            for _ in 0..6 {
                let [y, x] = sides.map(|side| 1 + random.below(side));
                tests += &format!("{x} {y}\n");
            }
        }
        assert_eq!(agrees(&mut tables, &tests), 0);
    }
}

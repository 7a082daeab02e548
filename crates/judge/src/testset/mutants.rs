//! Wrong solutions: by changed rules, by changed laws, by what people guess; which a test set catches, and why it does not catch the others.

use std::time::{Duration, Instant};

use dashu_int::UBig;
use dashu_int::ops::SquareRoot;
use serde::Serialize;
use whowins::analysis::{Game, Player, Position, Value};
use whowins::contest::{Case, Question};
use whowins::engine::Limits;
use whowins::legal_moves;
use whowins::rules::Parameters;
use whowins::verify::Law;
use whowins::verify::heap::Periodic;

use super::Test;
use super::survivor::survivor;
use crate::cut::owned;
use crate::hard::notable;
use crate::positions::Positions;
use crate::questions::Questions;
use crate::sizes::Flow;
use crate::truth::{Answer, Truth};
use crate::vary::one_step;

/// What becomes of a wrong solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// A test catches it.
    Killed {
        /// The number of the first that does, from 1.
        test: usize,
        /// The position.
        position: String,
    },
    /// It is no wrong solution, and why: a law that the verifier has accepted holds of both, all positions were looked at, or nobody is ever stuck where
    /// they differ.
    Equivalent(String),
    /// It is wrong beyond what the tests ask.
    TooSmall {
        /// At this position.
        position: String,
        /// What that says of the tests.
        why: String,
    },
    /// No difference was found: how far it was looked.
    NotTold(String),
}

/// A wrong solution, with what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MutantReport {
    /// What is wrong with it.
    pub what: String,
    /// What becomes of it.
    pub fate: Fate,
}

/// A solution that answers who wins with the player to move; `None` where it has no answer.
type Guess<'g> = Box<dyn FnMut(&Position) -> Option<Value> + 'g>;

/// A wrong solution, with an input that shows it where no test does.
pub(super) struct Mutant {
    pub(super) report: MutantReport,
    pub(super) input: Option<Case<'static>>,
}

/// Runs all wrong solutions on the tests.
pub(super) fn report(
    truth: &mut Truth,
    questions: &Questions<'_>,
    tests: &[Test],
    time: Duration,
) -> Vec<Mutant> {
    let began = Instant::now();
    let mut all = by_rules(truth, questions, tests, time);
    if matches!(truth.format().question, Question::Winner(..)) && truth.format().sets.is_empty() {
        let left = time.saturating_sub(began.elapsed() / 2);
        let guessed = by_law(truth, tests, left).into_iter();
        all.extend(guessed.map(|report| Mutant {
            report,
            input: None,
        }));
    }
    all
}

/// Hands out the tests' questions: the number of the test, and the cases. Ends where `each` says so.
fn each_question(truth: &Truth, tests: &[Test], each: &mut dyn FnMut(usize, &[&Case<'_>]) -> bool) {
    for (at, test) in tests.iter().enumerate() {
        let Ok(input) = truth.format().read(&test.input) else {
            continue;
        };
        let ended = truth
            .format()
            .each_question(&input, &mut |chain| match each(at, chain) {
                true => Err(()),
                false => Ok(()),
            });
        if ended.is_err() {
            return;
        }
    }
}

/// The solutions that follow changed rules.
fn by_rules(
    truth: &mut Truth,
    questions: &Questions<'_>,
    tests: &[Test],
    time: Duration,
) -> Vec<Mutant> {
    let began = Instant::now();
    let format = truth.format().clone();
    let whole = first_values(truth, tests);
    let expected: Vec<&Answer> = tests.iter().flat_map(|test| &test.answers).collect();
    let changes = one_step(truth.rules(), &whole);
    let many = changes.len().max(1);
    let mut all = Vec::new();
    for (number, changed) in changes.into_iter().enumerate() {
        let share = 2 * time.saturating_sub(began.elapsed()) / (many - number) as u32;
        let limits = truth
            .limits()
            .clone()
            .with_time(share.min(time).max(Duration::from_millis(100)));
        let given = truth.given().clone();
        let mut own = Truth::new(&format, &changed.rules, &given, truth.player(), &limits);
        let (fate, input) = match caught(truth, &mut own, tests, &expected) {
            Some((at, position)) => (Fate::Killed { test: at, position }, None),
            None => survivor(truth, &changed.rules, questions, &whole, share),
        };
        let what = format!("rules: {}", changed.what);
        let report = MutantReport { what, fate };
        all.push(Mutant { report, input });
    }
    all
}

/// Values for all parameters: those that are given, and those that the first question sets, as the rules make no game without.
fn first_values(truth: &Truth, tests: &[Test]) -> Parameters {
    let mut whole = truth.given().clone();
    each_question(truth, tests, &mut |_, chain| {
        for (name, text) in truth.format().set_texts(chain) {
            let mut all = truth.rules().parameters().iter();
            let kind = all.find(|one| one.name == name).map(|one| &one.kind);
            if let Some(Ok(value)) = kind.map(|kind| kind.read(&text)) {
                whole.insert(name.to_string(), value);
            }
        }
        true
    });
    whole
}

/// The first test that tells changed rules from the right ones, from 1, and the position.
fn caught(
    truth: &Truth,
    own: &mut Truth,
    tests: &[Test],
    expected: &[&Answer],
) -> Option<(usize, String)> {
    let (mut killed, mut at) = (None, 0);
    each_question(truth, tests, &mut |test, chain| {
        let right = expected.get(at);
        at += 1;
        if own.limits().budget.over().is_some() {
            return true;
        }
        let (Some(right), Ok(answer)) = (right, own.answer(chain)) else {
            return false;
        };
        let differs = differ(right, &answer);
        if differs {
            killed = Some((test + 1, shown(own, chain)));
        }
        differs
    });
    killed
}

/// Whether one of two answers is wrong: any move that wins is right.
pub(super) fn differ(right: &Answer, other: &Answer) -> bool {
    match (right, other) {
        (Answer::Move(Some(_)), Answer::Move(Some(_))) => false,
        _ => right != other,
    }
}

/// The position that a question asks about, as its game writes it.
pub(super) fn shown(truth: &mut Truth, chain: &[&Case<'_>]) -> String {
    let position = truth.position(chain);
    match (position, truth.game(chain)) {
        (Ok(position), Ok(game)) => game.show(&position),
        _ => String::new(),
    }
}

/// The tests' questions, each as its cases without those within.
fn questions_of(truth: &Truth, tests: &[Test]) -> Vec<Vec<Case<'static>>> {
    let mut all = Vec::new();
    each_question(truth, tests, &mut |_, chain| {
        let own = chain.iter().map(|case| {
            owned(Case {
                line: 0,
                values: case.values.clone(),
                inner: Vec::new(),
            })
        });
        all.push(own.collect());
        false
    });
    all
}

/// A position's numbers, as machine words.
fn words(position: &Position) -> Option<Vec<u64>> {
    let all = position.elements().iter();
    all.map(|one| u64::try_from(one).ok()).collect()
}

fn won(won: bool) -> Option<Value> {
    Some(if won { Value::Win } else { Value::Loss })
}

/// The solutions that people guess, or write from the law with a mistake.
fn guesses<'g>(
    game: &'g Game,
    player: Player,
    laws: &'g [Law],
    limits: &'g Limits,
) -> Vec<(String, Guess<'g>)> {
    let mut all: Vec<(String, Guess<'g>)> = Vec::new();
    let mut add = |what: &str, guess: Guess<'g>| all.push((what.to_string(), guess));
    let value = move |law: &Law, position: &Position| {
        Some(law.claim().values(game, position)?[player.index()])
    };
    let numbers = game.numbers().map(|numbers| numbers.variables.len());
    match numbers {
        Some(_) => add(
            "parity: the sum of the numbers is odd",
            Box::new(|position| won(words(position)?.iter().fold(0, |sum, n| sum ^ (n & 1)) == 1)),
        ),
        None if game.codes().is_some() => add(
            "parity: the number of heaps is odd",
            Box::new(|position| won(words(position)?.len() % 2 == 1)),
        ),
        None => {}
    }
    if game.board().is_some() {
        add(
            "parity: the number of cells that are not of the first symbol is odd",
            Box::new(|position| {
                let cells = position.cells()?;
                won(cells.iter().filter(|cell| **cell != 0).count() % 2 == 1)
            }),
        );
    }
    if numbers.is_some() || game.codes().is_some() {
        add(
            "greedy: whoever can move takes as much as can be taken, and so does the opponent",
            Box::new(move |position| greedy(game, position, player, limits)),
        );
    }
    for law in laws {
        if numbers.is_some_and(|count| count >= 2) {
            add(
                "the first row forgotten: with a first number of 0 the player to move loses",
                Box::new(move |position| match words(position)?.first()? {
                    0 => Some(Value::Loss),
                    _ => value(law, position),
                }),
            );
        }
        match law {
            Law::Periodic(law) => periodic(law, game, player, &mut add),
            Law::GuySmith(law) => {
                let values: Vec<u64> = law.values.iter().map(|value| u64::from(*value)).collect();
                table(&values, law.preperiod, law.period, &mut add);
            }
            Law::Beatty(law) => beatty(law.t, &mut add),
            _ => {}
        }
    }
    all
}

/// Who wins where both always take as much as they can, in sum; `None` where that is long to follow.
fn greedy(game: &Game, position: &Position, player: Player, limits: &Limits) -> Option<Value> {
    let (mut at, mut to_move) = (position.clone(), player);
    let mut moves = 0;
    loop {
        let sum = |position: &Position| words(position).map(|all| all.iter().sum::<u64>());
        if sum(&at)? > 200 || moves > 200 {
            return None;
        }
        let all = legal_moves(game, &at, to_move, limits).ok()?;
        let Some(least) = all.into_iter().min_by_key(|one| sum(&one.to)) else {
            return won(moves % 2 == 1);
        };
        (at, to_move) = (least.to, least.next);
        moves += 1;
    }
}

/// A period that the first terms show.
fn guessed(outcomes: &[Value]) -> Option<usize> {
    (1..=outcomes.len() / 2).find(|period| {
        outcomes
            .iter()
            .zip(&outcomes[*period..])
            .all(|(a, b)| a == b)
    })
}

fn periodic<'g>(
    law: &'g Periodic,
    game: &'g Game,
    player: Player,
    add: &mut dyn FnMut(&str, Guess<'g>),
) {
    use whowins::verify::Claim;
    let at = move |heap: u64| {
        let position = Position::tuple([heap]);
        Some(law.values(game, &position)?[player.index()])
    };
    let heap = |position: &Position| words(position)?.first().copied();
    add(
        "the period one too long",
        Box::new(move |position| {
            let n = heap(position)?;
            let small = law.preperiod + law.period;
            at(if n < small {
                n
            } else {
                law.preperiod + (n - law.preperiod) % (law.period + 1)
            })
        }),
    );
    if law.preperiod > 0 {
        add(
            "the period from the start, the beginning forgotten",
            Box::new(move |position| at(law.preperiod + heap(position)? % law.period)),
        );
    }
    for terms in [10, 20, 50] {
        let outcomes: Option<Vec<Value>> = (0..terms).map(at).collect();
        if let Some(period) = outcomes.as_deref().and_then(guessed) {
            add(
                &format!("the period {period} guessed from {terms} terms"),
                Box::new(move |position| at(heap(position)? % period as u64)),
            );
        }
    }
}

fn table<'g>(values: &[u64], preperiod: u64, period: u64, add: &mut dyn FnMut(&str, Guess<'g>)) {
    let own = values.to_vec();
    let place = move |heap: u64| {
        if heap < preperiod + period {
            heap
        } else {
            preperiod + (heap - preperiod) % period
        }
    };
    let sum = move |values: &[u64], of: &dyn Fn(u64) -> u64, position: &Position| {
        let mut sum = 0;
        for heap in words(position)? {
            sum ^= values.get(of(heap) as usize)?;
        }
        won(sum != 0)
    };
    let values = own.clone();
    if preperiod > 0 {
        add(
            &format!("period {period} from the start"),
            Box::new(move |position| {
                sum(
                    &values,
                    &|heap| preperiod + (heap + period - preperiod % period) % period,
                    position,
                )
            }),
        );
    }
    let values = own.clone();
    add(
        "the heaps' values added, not their nim-sum",
        Box::new(move |position| {
            let all = words(position)?
                .into_iter()
                .map(|heap| values.get(place(heap) as usize).copied());
            let all: Option<Vec<u64>> = all.collect();
            won(all?.iter().sum::<u64>() % 2 == 1)
        }),
    );
    for terms in [20usize, 50] {
        let first: Vec<u64> = (0..terms as u64)
            .filter_map(|heap| own.get(place(heap) as usize).copied())
            .collect();
        let period =
            (1..=terms / 2).find(|period| first.iter().zip(&first[*period..]).all(|(a, b)| a == b));
        if let Some(period) = period {
            add(
                &format!("the period {period} guessed from {terms} terms"),
                Box::new(move |position| sum(&first, &|heap| heap % period as u64, position)),
            );
        }
    }
}

/// The k-th Beatty pair of t-Wythoff's game by another arithmetic.
fn beatty<'g>(t: u64, add: &mut dyn FnMut(&str, Guess<'g>)) {
    let pair = move |position: &Position| {
        let [x, y] = words(position)?[..] else {
            return None;
        };
        Some((x.min(y), x.max(y) - x.min(y), x > y))
    };
    let exact = move |small: u64, gap: u64| {
        let k = u128::from(gap / t);
        let root = (UBig::from((u128::from(t) * u128::from(t) + 4) * k) * UBig::from(k)).sqrt();
        let twice = u128::try_from(&root).ok()? + (2 * k).saturating_sub(u128::from(t) * k);
        Some(gap.is_multiple_of(t) && twice / 2 == u128::from(small) && t <= 2)
    };
    let alpha = (2.0 - t as f64 + ((t * t + 4) as f64).sqrt()) / 2.0;
    add(
        "floor(k * alpha) in single precision",
        Box::new(move |position| {
            let (small, gap, _) = pair(position)?;
            let k = (gap / t) as f32;
            won(!gap.is_multiple_of(t) || (k * alpha as f32) as u64 != small)
        }),
    );
    add(
        "floor(k * alpha) in double precision",
        Box::new(move |position| {
            let (small, gap, _) = pair(position)?;
            won(!gap.is_multiple_of(t) || ((gap / t) as f64 * alpha) as u64 != small)
        }),
    );
    add(
        "alpha rounded to three places",
        Box::new(move |position| {
            let (small, gap, _) = pair(position)?;
            let rounded = (alpha * 1000.0).round() / 1000.0;
            won(!gap.is_multiple_of(t) || ((gap / t) as f64 * rounded) as u64 != small)
        }),
    );
    add(
        "k * alpha rounded, not cut off",
        Box::new(move |position| {
            let (small, gap, _) = pair(position)?;
            won(!gap.is_multiple_of(t) || ((gap / t) as f64 * alpha).round() as u64 != small)
        }),
    );
    add(
        "swapped coordinates: the first number taken for the smaller",
        Box::new(move |position| {
            let (small, gap, turned) = pair(position)?;
            won(turned || !exact(small, gap)?)
        }),
    );
}

/// The solutions from the law, on the tests.
fn by_law(truth: &mut Truth, tests: &[Test], time: Duration) -> Vec<MutantReport> {
    let began = Instant::now();
    let (player, limits) = (truth.player(), truth.limits().clone());
    let source = truth.law(time / 2);
    let laws: Vec<Law> = source
        .law()
        .map_or_else(Vec::new, |law| law.certificate().laws.clone());
    let Ok(game) = truth.game(&[]).cloned() else {
        return Vec::new();
    };
    let mut asked: Vec<(usize, Position, Value)> = Vec::new();
    let mut all_questions: Vec<(usize, Vec<Case<'static>>)> = Vec::new();
    let mut owners = Vec::new();
    each_question(truth, tests, &mut |test, _| {
        owners.push(test);
        false
    });
    all_questions.extend(owners.into_iter().zip(questions_of(truth, tests)));
    let right = tests.iter().flat_map(|test| &test.answers);
    for ((at, chain), right) in all_questions.iter().zip(right) {
        let chain: Vec<&Case<'_>> = chain.iter().collect();
        if let (Ok(position), Answer::Winner(value)) = (truth.position(&chain), right) {
            asked.push((*at, position, *value));
        }
    }
    let mut all = Vec::new();
    for depth in [4u64, 10] {
        let cut = asked.iter().find(|(_, position, value)| {
            let Ok(engine) = truth.engine(&[]) else {
                return false;
            };
            let lasts = engine
                .answer(position, player)
                .ok()
                .and_then(|asked| asked.answer.remoteness);
            *value == Value::Win && lasts.is_some_and(|lasts| lasts > depth)
        });
        let fate = match cut {
            Some((at, position, _)) => Fate::Killed {
                test: at + 1,
                position: game.show(position),
            },
            None => Fate::NotTold(
                "no test has a won position of such long play whose length is known".into(),
            ),
        };
        all.push(MutantReport {
            what: format!("search cut off at depth {depth}, what is not won by then called lost"),
            fate,
        });
    }
    for (what, mut guess) in guesses(&game, player, &laws, &limits) {
        let what = format!("law: {what}");
        if all.iter().any(|one: &MutantReport| one.what == what) {
            continue;
        }
        let killed = asked
            .iter()
            .find(|(_, position, value)| guess(position).is_some_and(|said| said != *value));
        let fate = match killed {
            Some((at, position, _)) => Fate::Killed {
                test: at + 1,
                position: game.show(position),
            },
            None => beyond(truth, &game, &laws, &mut guess, began, time),
        };
        all.push(MutantReport { what, fate });
    }
    all
}

/// Where a guess that no test catches is wrong: among the smallest positions, then among those of the law at notable numbers.
fn beyond(
    truth: &mut Truth,
    game: &Game,
    laws: &[Law],
    guess: &mut Guess<'_>,
    began: Instant,
    time: Duration,
) -> Fate {
    let (player, limits) = (truth.player(), truth.limits().clone());
    let Ok(positions) = Positions::new(game, player, &limits) else {
        return Fate::NotTold("nothing orders the positions".into());
    };
    let until = began + time;
    let (mut found, mut up_to, mut looked) = (None, None, 0u32);
    for size in 0..=positions.largest().unwrap_or(u64::MAX).min(400) {
        let done = positions.of_size(size, &mut |text| {
            looked += 1;
            if looked > 200_000 || Instant::now() >= until {
                return Flow::Break(());
            }
            let (Ok(position), Ok(engine)) = (game.read(text), truth.engine(&[])) else {
                return Flow::Continue(());
            };
            let right = engine.value(&position, player).ok();
            if let (Some(said), Some(right)) = (guess(&position), right)
                && said != right
            {
                found = Some(text.to_string());
                return Flow::Break(());
            }
            Flow::Continue(())
        });
        if done.is_break() {
            break;
        }
        up_to = Some(size);
    }
    if let Some(text) = found {
        return Fate::TooSmall {
            why: format!("first wrong at {text}"),
            position: text,
        };
    }
    // The pairs of a Beatty law at notable numbers, and one number at notable places.
    for law in laws {
        for k in notable(1 << 50) {
            let position = match law {
                Law::Beatty(law) => Position::tuple(law.pair(&UBig::from(k))),
                Law::Periodic(_) => Position::tuple([k]),
                _ => continue,
            };
            let right = law
                .claim()
                .values(game, &position)
                .map(|values| values[player.index()]);
            if let (Some(said), Some(right)) = (guess(&position), right)
                && said != right
            {
                let position = game.show(&position);
                return Fate::TooSmall {
                    why: format!("wrong at {position}: the limits would have to allow it"),
                    position,
                };
            }
        }
    }
    Fate::NotTold(match up_to {
        Some(size) => format!("right on all positions up to size {size}"),
        None => "time was over".into(),
    })
}

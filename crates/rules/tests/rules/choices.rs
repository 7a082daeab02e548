//! A choice without an end of its own, such as `k >= 1`, has all its legal values and no other:
//! random moves whose factors can be 0, negative, or expressions, against a plain enumeration of
//! what the text says. The enumeration is written here.

use dashu_int::IBig;
use whowins_analysis::numbers::Choices;
use whowins_core::Budget;
use whowins_core::random::Random;
use whowins_rules::{Parameters, Rules};

/// Open choices are enumerated up to here.
const CAP: i64 = 64;
/// A legal choice above this shows that there is no bound at the positions that are tested.
const FAR: i64 = 48;
/// The numbers of a position are at most this.
const LARGEST: i64 = 4;

/// An expression over the parts and choices, by their names.
#[derive(Clone, Debug)]
enum Number {
    Const(i64),
    Name(&'static str),
    Op(&'static str, Box<[Number; 2]>),
}

#[derive(Clone, Debug)]
enum Condition {
    Compare(&'static str, Number, Number),
    And(Box<[Condition; 2]>),
    Or(Box<[Condition; 2]>),
}

#[derive(Clone, Debug)]
enum Values {
    From(i64),
    Between(Number, Number),
    Of(Vec<i64>),
}

/// A game with one move.
#[derive(Clone, Debug)]
struct Case {
    /// The largest value of both parts, if there is one.
    most: Option<i64>,
    /// The part, `-=`, `+=` or `:=`, and the number.
    updates: Vec<(&'static str, &'static str, Number)>,
    choices: Vec<(&'static str, Values)>,
    guard: Option<Condition>,
}

type Scope = Vec<(&'static str, i64)>;

impl Number {
    fn op(op: &'static str, x: Self, y: Self) -> Self {
        Self::Op(op, Box::new([x, y]))
    }

    fn text(&self) -> String {
        match self {
            Self::Const(number) => number.to_string(),
            Self::Name(name) => (*name).to_string(),
            Self::Op(op @ ("max" | "min"), pair) => {
                format!("{op}({}, {})", pair[0].text(), pair[1].text())
            }
            Self::Op(op, pair) => format!("({} {op} {})", pair[0].text(), pair[1].text()),
        }
    }

    fn value(&self, scope: &Scope) -> i64 {
        match self {
            Self::Const(number) => *number,
            Self::Name(name) => {
                let bound = scope.iter().rev().find(|(one, _)| one == name);
                bound.expect("a name in scope").1
            }
            Self::Op(op, pair) => {
                let (x, y) = (pair[0].value(scope), pair[1].value(scope));
                match *op {
                    "+" => x + y,
                    "-" => x - y,
                    "*" => x * y,
                    // Division rounds down, and is 0 where the divisor is not positive.
                    "/" if y < 1 => 0,
                    "/" => x.div_euclid(y),
                    "%" if y < 1 => 0,
                    "%" => x.rem_euclid(y),
                    "max" => x.max(y),
                    "min" => x.min(y),
                    other => unreachable!("{other}"),
                }
            }
        }
    }
}

impl Condition {
    fn text(&self) -> String {
        match self {
            Self::Compare(op, x, y) => format!("{} {op} {}", x.text(), y.text()),
            Self::And(pair) => format!("({}) and ({})", pair[0].text(), pair[1].text()),
            Self::Or(pair) => format!("({}) or ({})", pair[0].text(), pair[1].text()),
        }
    }

    fn holds(&self, scope: &Scope) -> bool {
        match self {
            Self::Compare(op, x, y) => {
                let (x, y) = (x.value(scope), y.value(scope));
                match *op {
                    "<" => x < y,
                    "<=" => x <= y,
                    "=" => x == y,
                    "!=" => x != y,
                    ">=" => x >= y,
                    ">" => x > y,
                    other => unreachable!("{other}"),
                }
            }
            Self::And(pair) => pair.iter().all(|one| one.holds(scope)),
            Self::Or(pair) => pair.iter().any(|one| one.holds(scope)),
        }
    }
}

/// What a plain enumeration finds.
struct Enumerated {
    /// The positions after the legal moves, in the order of the choices.
    next: Vec<[i64; 2]>,
    is_unbounded: bool,
}

impl Case {
    fn text(&self) -> String {
        let position = match self.most {
            Some(most) => format!("x <= {most}, y <= {most}"),
            None => "x, y".into(),
        };
        let updates = self.updates.iter();
        let updates: Vec<String> = updates
            .map(|(part, op, number)| format!("{part} {op} {}", number.text()))
            .collect();
        let choices = self.choices.iter();
        let choices: Vec<String> = choices
            .map(|(name, values)| match values {
                Values::From(least) => format!("{name} >= {least}"),
                Values::Between(low, high) => {
                    format!("{} <= {name} <= {}", low.text(), high.text())
                }
                Values::Of(members) => {
                    let members: Vec<String> = members.iter().map(i64::to_string).collect();
                    format!("{name} in {{{}}}", members.join(", "))
                }
            })
            .collect();
        let guard = self.guard.as_ref();
        let guard = guard.map_or(String::new(), |guard| format!(" if {}", guard.text()));
        let (updates, choices) = (updates.join(", "), choices.join(", "));
        format!("game \"Random\"\nposition {position}\nmove {updates} for {choices}{guard}\n")
    }

    fn enumerate(&self, position: [i64; 2]) -> Enumerated {
        let mut all = Enumerated {
            next: Vec::new(),
            is_unbounded: false,
        };
        let mut scope = vec![("x", position[0]), ("y", position[1])];
        self.choose(0, &mut scope, &mut all);
        all
    }

    fn choose(&self, chosen: usize, scope: &mut Scope, all: &mut Enumerated) {
        let Some((name, values)) = self.choices.get(chosen) else {
            return self.moved(scope, all);
        };
        let values: Vec<i64> = match values {
            Values::From(least) => (*least..=CAP).collect(),
            Values::Between(low, high) => (low.value(scope)..=high.value(scope)).collect(),
            Values::Of(members) => members.clone(),
        };
        for value in values {
            scope.push((name, value));
            self.choose(chosen + 1, scope, all);
            scope.pop();
        }
    }

    fn moved(&self, scope: &Scope, all: &mut Enumerated) {
        if self.guard.as_ref().is_some_and(|guard| !guard.holds(scope)) {
            return;
        }
        let mut next = [scope[0].1, scope[1].1];
        for (part, op, number) in &self.updates {
            let at = usize::from(*part == "y");
            let number = number.value(scope);
            next[at] = match *op {
                "-=" => next[at] - number,
                "+=" => next[at] + number,
                _ => number,
            };
        }
        let is_inside = |one: &i64| *one >= 0 && self.most.is_none_or(|most| *one <= most);
        if next.iter().all(is_inside) {
            all.next.push(next);
            let open = self.choices.iter().zip(&scope[2..]);
            let mut open = open.filter(|((_, values), _)| matches!(values, Values::From(_)));
            all.is_unbounded |= open.any(|(_, (_, value))| *value > FAR);
        }
    }
}

fn pick<T: Clone>(random: &mut Random, of: &[T]) -> T {
    of[random.below(of.len())].clone()
}

fn number(random: &mut Random, names: &[&'static str], depth: usize) -> Number {
    if depth == 0 || random.below(3) == 0 {
        return match random.below(4) {
            0 => Number::Const(random.below(4) as i64),
            _ => Number::Name(pick(random, names)),
        };
    }
    let op = pick(random, &["+", "-", "-", "*", "max", "min", "%", "/"]);
    let x = number(random, names, depth - 1);
    let y = match op {
        // A written divisor 0 is an error of its own.
        "%" | "/" if random.below(3) > 0 => Number::Const(1 + random.below(3) as i64),
        "%" | "/" => Number::Name(pick(random, names)),
        _ => number(random, names, depth - 1),
    };
    Number::op(op, x, y)
}

/// A change that is often linear in an open choice.
fn change(random: &mut Random, names: &[&'static str]) -> Number {
    let k = Number::Name("k");
    let others: Vec<&'static str> = names.iter().copied().filter(|one| *one != "k").collect();
    match random.below(8) {
        0 => number(random, names, 2),
        1 => Number::op("/", k, Number::Const(1 + random.below(3) as i64)),
        2 => Number::op("*", k.clone(), k),
        3 => k,
        4 => Number::op("+", k, number(random, &others, 1)),
        _ => Number::op("*", k, number(random, &others, 2)),
    }
}

fn condition(random: &mut Random, names: &[&'static str], depth: usize) -> Condition {
    if depth > 0 && random.below(3) == 0 {
        let pair = [
            condition(random, names, depth - 1),
            condition(random, names, depth - 1),
        ];
        return match random.below(3) {
            0 => Condition::Or(Box::new(pair)),
            _ => Condition::And(Box::new(pair)),
        };
    }
    let op = pick(random, &["<", "<=", "=", "!=", ">=", ">"]);
    let x = number(random, names, 1);
    Condition::Compare(op, x, number(random, names, random.0 as usize % 2))
}

fn case(random: &mut Random) -> Case {
    let mut choices: Vec<(&'static str, Values)> =
        vec![("k", Values::From(pick(random, &[1, 1, 1, 0, 2])))];
    for name in ["i", "j"] {
        if random.below(5) < 2 {
            continue;
        }
        let known: Vec<&'static str> = choices.iter().map(|(name, _)| *name).collect();
        let values = match random.below(7) {
            0 => Values::From(random.below(2) as i64),
            1 => Values::Of(vec![0, 2]),
            2 => Values::Between(Number::Const(0), Number::Name("x")),
            3 => Values::Between(Number::Name(pick(random, &known)), Number::Name("y")),
            4 => Values::Between(Number::Const(1), Number::Const(2)),
            _ => Values::Between(Number::Const(0), Number::Const(1 + random.below(2) as i64)),
        };
        // Bounds by choices must stand after them.
        let depends =
            matches!(&values, Values::Between(Number::Name(name), _) if known.contains(name));
        let at = if depends {
            choices.len()
        } else {
            random.below(choices.len() + 1)
        };
        choices.insert(at, (name, values));
    }
    let names: Vec<&'static str> = ["x", "y"]
        .into_iter()
        .chain(choices.iter().map(|(name, _)| *name))
        .collect();
    let mut updates = Vec::new();
    for part in ["x", "y"] {
        if part == "y" && random.below(4) == 0 {
            break;
        }
        let op = pick(random, &["-=", "-=", "-=", "-=", "-=", "+=", ":="]);
        updates.push((part, op, change(random, &names)));
    }
    Case {
        most: pick(random, &[None, None, Some(LARGEST)]),
        updates,
        choices,
        guard: (random.below(2) == 0).then(|| condition(random, &names, 1)),
    }
}

/// How a text fared.
#[derive(Debug, Default)]
struct Fates {
    accepted: usize,
    refused: usize,
    /// Refused although no legal choice is large at the positions that are tested.
    refused_without_need: usize,
    other: usize,
}

fn compare(case: &Case, fates: &mut Fates) {
    let text = case.text();
    let positions = (0..=LARGEST).flat_map(|x| (0..=LARGEST).map(move |y| [x, y]));
    let game = match Rules::parse("random", &text).and_then(|rules| rules.game(&Parameters::new()))
    {
        Ok(game) => game,
        Err(errors) => {
            let no_bound =
                |one: &&whowins_rules::Diagnostic| one.message.ends_with("has no upper bound");
            let Some(error) = errors.errors.iter().find(no_bound) else {
                fates.other += 1;
                return;
            };
            let name = &errors.source[error.span.clone()];
            let is_open =
                |(one, values): &(&str, Values)| *one == name && matches!(values, Values::From(_));
            assert!(case.choices.iter().any(is_open), "{text}\n{errors}");
            let mut positions = positions;
            fates.refused += 1;
            let is_needed = positions.any(|one| case.enumerate(one).is_unbounded);
            fates.refused_without_need += usize::from(!is_needed);
            return;
        }
    };
    fates.accepted += 1;
    let term = game.core();
    for position in positions {
        let right = case.enumerate(position);
        assert!(
            !right.is_unbounded,
            "{text}at {position:?}: no bound, but accepted: {term}"
        );
        let state = vec![
            vec![IBig::ZERO],
            vec![position[0].into()],
            vec![position[1].into()],
        ];
        let moves = term.moves(&state, &Budget::OPEN).expect("no limit");
        let number = |one: &IBig| i64::try_from(one).expect("a small number");
        let moves = moves
            .iter()
            .map(|next| [number(&next[1][0]), number(&next[2][0])]);
        let moves: Vec<[i64; 2]> = moves.collect();
        assert_eq!(moves, right.next, "{text}at {position:?}: {term}");
    }
}

#[test]
fn open_choices_have_the_moves_of_a_plain_enumeration() {
    let mut fates = Fates::default();
    for seed in 0..crate::cases(300, 10_000) {
        compare(&case(&mut Random(seed as u64)), &mut fates);
    }
    println!("{fates:?}");
    // Most texts are judged, and most refusals are needed.
    let all = fates.accepted + fates.refused + fates.other;
    assert!(fates.other * 3 < all, "{fates:?}");
    assert!(fates.accepted * 5 > all, "{fates:?}");
    assert!(fates.refused_without_need * 4 < all, "{fates:?}");
}

fn moves_of(text: &str, state: &[&[i64]]) -> Vec<String> {
    let rules = Rules::parse("my.game", text).expect("good rules");
    let term = rules.game(&Parameters::new()).expect("a game").core();
    let state = state
        .iter()
        .map(|part| part.iter().copied().map(IBig::from).collect());
    let state: Vec<Vec<IBig>> = std::iter::once(vec![IBig::ZERO]).chain(state).collect();
    let moves = term.moves(&state, &Budget::OPEN).expect("no limit");
    let shown = moves.iter().map(|next| {
        let numbers = next[1..].iter().flatten().map(ToString::to_string);
        numbers.collect::<Vec<_>>().join(",")
    });
    shown.collect()
}

#[test]
fn a_factor_that_can_be_0_loses_no_move() {
    let by_another = "game \"m\"\nposition a, b\nmove a -= i*k, b -= k for i in 0..1, k >= 1";
    assert_eq!(moves_of(by_another, &[&[0], &[1]]), ["0,0"]);
    let nim = "game \"m\"\nposition a, b, c
move a -= i*k, b -= j*k, c -= l*k for i in 0..1, j in 0..1, l in 0..1, k >= 1 if i+j+l = 1";
    let right = ["1,2,0", "1,1,1", "1,0,1", "0,2,1"];
    assert_eq!(moves_of(nim, &[&[1], &[2], &[1]]), right);
    let by_a_guard = "game \"m\"\nposition x, y\nmove x -= k*x, y -= k*y for k >= 1 if x + y >= 1";
    assert_eq!(moves_of(by_a_guard, &[&[0], &[1]]), ["0,0"]);
    let by_a_sum = "game \"m\"\nposition x, y
move x -= k*(i+1), y -= k*max(x-y,0) for i in 0..2, k >= 1";
    assert_eq!(moves_of(by_a_sum, &[&[1], &[1]]), ["0,1"]);
    let by_a_square = "game \"m\"\nposition x, y
move x -= k*(y%2), y -= k*k for k >= 1 if x + y > k";
    assert_eq!(moves_of(by_a_square, &[&[0], &[2]]), ["0,1"]);
}

#[test]
fn elements_that_can_be_the_same_bound_each_other_only_together() {
    let position = "game \"m\"\nposition heap: 2 numbers\n";
    let choices = "i in places of heap, j in places of heap, k >= 1";
    let refused = format!("{position}move heap[i] += k, heap[j] -= k for {choices}");
    assert!(
        Rules::parse("m", &refused)
            .and_then(|rules| rules.game(&Parameters::new()))
            .is_err()
    );
    let apart = format!("{refused} if i != j");
    assert_eq!(moves_of(&apart, &[&[1, 0]]), ["0,1"]);
    let both_fall = format!("{position}move heap[i] -= k, heap[j] -= k for {choices}");
    assert_eq!(moves_of(&both_fall, &[&[2, 1]]), ["0,1", "1,0", "1,0"]);
}

#[test]
fn a_choice_that_is_written_empty_stays_empty() {
    let text = "game \"m\"\nposition x\nmove x -= 1 for x <= k < x\nmove x -= 2";
    assert_eq!(moves_of(text, &[&[5]]), ["3"]);
    let rules = Rules::parse("my.game", text).expect("good rules");
    let game = rules.game(&Parameters::new()).expect("a game");
    let numbers = game.numbers().expect("numbers");
    let choices = numbers.moves.iter().flat_map(|one| &one.binders);
    for binder in choices {
        // Without an end, the engine would enumerate it for ever.
        assert!(matches!(binder.choices, Choices::Between(_, Some(_))));
    }
}

#[test]
fn what_has_no_bound_is_refused_with_its_place_and_a_text_to_paste() {
    let cases = [
        (
            "move x -= (i-1)*k for i in 0..2, k >= 1",
            "k >= 1",
            "k in 1..x",
        ),
        ("move x -= k*x, y -= k*y for k >= 1", "k >= 1", "k in 1..x"),
        ("move x -= k*(y % 2) for k > 2", "k > 2", "k in 3..x"),
        ("move x -= k*j for k >= 1, j >= y", "k >= 1", "k in 1..x"),
        ("move x -= k - j for k >= 1, j >= y", "k >= 1", "k in 1..x"),
        (
            "move x -= k*max(x - y, 0) for k >= y + 1",
            "k >= y + 1",
            "y + 1 <= k <= x",
        ),
        ("move x += k for k >= 0", "k >= 0", "k in 0..x"),
        ("choose k >= 1; x -= k", "k >= 1", "choose k in 1..x"),
    ];
    for (line, choice, paste) in cases {
        let text = format!("game \"m\"\nposition x, y\n{line}\n");
        let game = |text: &str| Rules::parse("my.game", text)?.game(&Parameters::new());
        let errors = game(&text).expect_err(&text);
        let shown = errors.render(false);
        let column = line.find(choice).expect("the choice") + 1;
        assert!(shown.contains(&format!("my.game:3:{column}\n")), "{shown}");
        assert!(
            shown.contains("error: the choice of `k` has no upper bound"),
            "{shown}"
        );
        assert!(shown.contains(&format!("help: write `{paste}`")), "{shown}");
        // The text that is offered bounds the choice.
        let choice = if paste.starts_with("choose") {
            format!("choose {choice}")
        } else {
            choice.into()
        };
        if let Err(errors) = game(&text.replace(&choice, paste)) {
            let is_other = |one: &whowins_rules::Diagnostic| !one.message.contains("choice of `k`");
            assert!(errors.errors.iter().all(is_other), "{errors}");
        }
    }
}

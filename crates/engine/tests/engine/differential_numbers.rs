//! Tuples of numbers under random vectors, rays, assignments and guards against a naive reading.

use crate::common::{
    Case, Fate, Naive, Tape, by, last_lines, limits, naive, prefix, random_games, read, verdict,
};
use dashu_int::IBig;
use proptest::test_runner::TestCaseError;
use whowins_analysis::{End, Player, Position, Stuck};
use whowins_engine::{Engine, EngineError};
use whowins_rules::Parameters;

const NAMES: [&str; 4] = ["x", "y", "z", "w"];
const CHOSEN: [&str; 2] = ["k", "m"];

/// A number in a rule. `Slot` counts the variables first, then the chosen numbers.
#[derive(Clone)]
enum Number {
    Known(i64),
    Slot(usize),
    Two(&'static str, Box<Number>, Box<Number>),
}

impl Number {
    fn value(&self, slots: &[i64]) -> IBig {
        match self {
            Self::Known(n) => IBig::from(*n),
            Self::Slot(slot) => IBig::from(slots[*slot]),
            Self::Two(sign, a, b) => {
                let (a, b) = (a.value(slots), b.value(slots));
                match *sign {
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    // Rounded down, as in mathematics, also below 0.
                    "/" => (&a - (&a % &b + &b) % &b) / b,
                    "%" => (a % &b + &b) % b,
                    "min" => a.min(b),
                    _ => a.max(b),
                }
            }
        }
    }

    /// The same number by a detour past 64 bits.
    fn around(self, slot: usize, times: i64) -> Self {
        let large = || Self::Two("*", Self::Known(times).into(), Self::Slot(slot).into());
        let with = |sign, one: Self| Self::Two(sign, one.into(), large().into());
        with("-", with("-", with("+", with("+", self))))
    }

    fn text(&self, variables: usize) -> String {
        match self {
            Self::Known(n) if *n < 0 => format!("(-{})", -n),
            Self::Known(n) => n.to_string(),
            Self::Slot(slot) if *slot < variables => NAMES[*slot].into(),
            Self::Slot(slot) => CHOSEN[slot - variables].into(),
            Self::Two(sign @ ("min" | "max"), a, b) => {
                format!("{sign}({}, {})", a.text(variables), b.text(variables))
            }
            Self::Two(sign, a, b) => {
                format!("({} {sign} {})", a.text(variables), b.text(variables))
            }
        }
    }
}

#[derive(Clone)]
enum Condition {
    Compare(Number, &'static str, Number),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

impl Condition {
    fn holds(&self, slots: &[i64]) -> bool {
        match self {
            Self::Compare(a, sign, b) => {
                let (a, b) = (a.value(slots), b.value(slots));
                match *sign {
                    "=" => a == b,
                    "!=" => a != b,
                    "<" => a < b,
                    "<=" => a <= b,
                    ">" => a > b,
                    _ => a >= b,
                }
            }
            Self::Not(inner) => !inner.holds(slots),
            Self::And(a, b) => a.holds(slots) && b.holds(slots),
            Self::Or(a, b) => a.holds(slots) || b.holds(slots),
        }
    }

    fn text(&self, variables: usize) -> String {
        match self {
            Self::Compare(a, sign, b) => {
                format!("{} {sign} {}", a.text(variables), b.text(variables))
            }
            Self::Not(inner) => format!("not ({})", inner.text(variables)),
            Self::And(a, b) => format!("({} and {})", a.text(variables), b.text(variables)),
            Self::Or(a, b) => format!("({} or {})", a.text(variables), b.text(variables)),
        }
    }
}

/// What a move's chosen number may be.
#[derive(Clone)]
enum Choice {
    Members(Vec<i64>),
    /// From a number to a number; without an end, as far as the variables' ranges allow.
    Span(i64, Option<Number>),
}

#[derive(Clone)]
struct Command {
    by: Option<Player>,
    chosen: Vec<Choice>,
    updates: Vec<(usize, &'static str, Number)>,
    guard: Option<Condition>,
}

struct Goal {
    when: Condition,
    end: End,
    /// Where it depends: if this holds the first, else the second.
    depends: Option<(Condition, End)>,
}

struct Commands {
    ranges: Vec<(i64, Option<i64>)>,
    moves: Vec<Command>,
    goals: Vec<Goal>,
    stuck: Stuck,
    /// Set where play led to numbers that are not followed.
    wild: std::cell::Cell<bool>,
}

/// No legal choice is beyond this in the small positions played here.
const FAR: i64 = 120;
/// Positions with larger numbers are not followed.
const WILD: i64 = FAR;

impl Commands {
    fn choose(&self, command: &Command, slots: &mut Vec<i64>, all: &mut Vec<Vec<i64>>) {
        let variables = self.ranges.len();
        let Some(choice) = command.chosen.get(slots.len() - variables) else {
            if command
                .guard
                .as_ref()
                .is_none_or(|guard| guard.holds(slots))
            {
                let mut next = slots[..variables].to_vec();
                for (variable, operator, number) in &command.updates {
                    let number = number.value(slots);
                    let value = match *operator {
                        "-=" => IBig::from(slots[*variable]) - number,
                        "+=" => IBig::from(slots[*variable]) + number,
                        _ => number,
                    };
                    // Beyond all ranges, and beyond what is followed.
                    let far = if value < IBig::ZERO { -1 } else { i64::MAX };
                    next[*variable] = i64::try_from(&value).unwrap_or(far);
                }
                let legal = next.iter().zip(&self.ranges).all(|(value, (least, most))| {
                    value >= least && most.is_none_or(|most| *value <= most)
                });
                if legal && next.iter().any(|value| *value > WILD) {
                    self.wild.set(true);
                } else if legal {
                    all.push(next);
                }
            }
            return;
        };
        let members: Vec<i64> = match choice {
            Choice::Members(members) => members.clone(),
            Choice::Span(least, most) => {
                let most = most
                    .as_ref()
                    .map_or(IBig::from(FAR), |most| most.value(slots));
                // No choice beyond this is legal, or it is not followed.
                let most = most.min(IBig::from(100 * FAR));
                let most = i64::try_from(&most).unwrap_or(-1);
                (*least..=most).collect()
            }
        };
        for member in members {
            slots.push(member);
            self.choose(command, slots, all);
            slots.pop();
        }
    }
}

impl Naive for Commands {
    type State = Vec<i64>;

    fn end(&self, state: &Vec<i64>) -> Option<End> {
        let goal = self.goals.iter().find(|goal| goal.when.holds(state))?;
        Some(match &goal.depends {
            Some((condition, other)) if !condition.holds(state) => *other,
            _ => goal.end,
        })
    }

    fn moves(&self, player: Player, state: &Vec<i64>) -> Vec<Vec<i64>> {
        let mut all = Vec::new();
        for command in &self.moves {
            if command.by.is_none_or(|by| by == player) {
                self.choose(command, &mut state.clone(), &mut all);
            }
        }
        all
    }

    fn stuck(&self) -> Stuck {
        self.stuck
    }
}

fn number(tape: &mut Tape, slots: usize, deep: usize) -> Number {
    let number = short(tape, slots, deep);
    match tape.once_in(6) {
        true => number.around(tape.below(slots), tape.within(1 << 56, 1 << 60)),
        false => number,
    }
}

fn short(tape: &mut Tape, slots: usize, deep: usize) -> Number {
    match tape.below(if deep == 0 { 3 } else { 9 }) {
        0 => Number::Known(tape.within(0, 4)),
        1 | 2 => Number::Slot(tape.below(slots)),
        3 => Number::Known(tape.within(-3, 5)),
        4 | 5 => {
            let divisor = Number::Known(tape.within(1, 4));
            let sign = tape.pick(&["/", "%"]);
            Number::Two(sign, number(tape, slots, deep - 1).into(), divisor.into())
        }
        n => {
            let sign = if n == 6 {
                tape.pick(&["min", "max", "*"])
            } else {
                tape.pick(&["+", "-"])
            };
            Number::Two(
                sign,
                number(tape, slots, deep - 1).into(),
                number(tape, slots, deep - 1).into(),
            )
        }
    }
}

fn condition(tape: &mut Tape, slots: usize, deep: usize) -> Condition {
    match tape.below(if deep == 0 { 3 } else { 6 }) {
        0..=2 => Condition::Compare(
            number(tape, slots, 1),
            tape.pick(&["=", "!=", "<", "<=", ">", ">="]),
            number(tape, slots, 1),
        ),
        3 => Condition::Not(condition(tape, slots, deep - 1).into()),
        n => {
            let (a, b) = (
                condition(tape, slots, deep - 1).into(),
                condition(tape, slots, deep - 1).into(),
            );
            if n == 4 {
                Condition::And(a, b)
            } else {
                Condition::Or(a, b)
            }
        }
    }
}

/// A vector: fixed amounts off and on some variables.
fn vector(tape: &mut Tape, variables: usize, falls: bool) -> Command {
    let leading = tape.below(variables);
    let mut updates = vec![(leading, "-=", Number::Known(tape.within(1, 3)))];
    for variable in leading + 1..variables {
        if tape.below(2) == 1 {
            let operator = tape.pick(&["-=", "+="]);
            updates.push((variable, operator, Number::Known(tape.within(0, 3))));
        }
    }
    if !falls && tape.below(2) == 1 {
        updates[0].1 = "+=";
    }
    Command {
        by: by(tape),
        chosen: Vec::new(),
        updates,
        guard: None,
    }
}

/// A ray: a chosen number, times small factors, off and on some variables.
fn ray(tape: &mut Tape, variables: usize, falls: bool) -> Command {
    let choice = match tape.below(4) {
        0 => Choice::Span(tape.within(1, 3), None),
        1 => {
            let least = tape.within(1, 3);
            Choice::Span(least, Some(Number::Known(least + tape.within(-1, 3))))
        }
        2 => Choice::Span(1, Some(Number::Slot(tape.below(variables)))),
        _ => {
            let mut members = tape.list(0, 3, |tape| tape.within(1, 5));
            members.sort_unstable();
            members.dedup();
            Choice::Members(members)
        }
    };
    let k = || Number::Slot(variables);
    let leading = tape.below(variables);
    let mut updates = vec![(leading, "-=", k())];
    for variable in leading + 1..variables {
        let times = |n: i64| Number::Two("*", Number::Known(n).into(), k().into());
        match tape.below(6) {
            0 => updates.push((variable, "-=", k())),
            1 => updates.push((variable, "-=", times(tape.within(2, 3)))),
            2 if !falls || matches!(choice, Choice::Members(_)) => {
                updates.push((variable, "+=", k()));
            }
            3 => {
                let amount = tape.within(0, 2);
                let number = Number::Two("+", Number::Known(amount).into(), k().into());
                updates.push((variable, "-=", number));
            }
            4 => updates.push((variable, "-=", Number::Known(tape.within(1, 2)))),
            _ => {}
        }
    }
    let mut chosen = vec![choice];
    if tape.once_in(5) {
        chosen.push(Choice::Members(vec![0, tape.within(1, 2)]));
        let number = &mut updates[0].2;
        *number = Number::Two(
            "+",
            number.clone().into(),
            Number::Slot(variables + 1).into(),
        );
    }
    Command {
        by: by(tape),
        chosen,
        updates,
        guard: None,
    }
}

/// Anything: some variables get some numbers.
fn assignment(tape: &mut Tape, variables: usize) -> Command {
    let mut updates: Vec<(usize, &'static str, Number)> = Vec::new();
    for _ in 0..1 + tape.below(2) {
        let variable = tape.below(variables);
        if updates.iter().all(|(known, ..)| *known != variable) {
            let operator = tape.pick(&[":=", "-=", "+="]);
            updates.push((variable, operator, number(tape, variables, 2)));
        }
    }
    Command {
        by: by(tape),
        chosen: Vec::new(),
        updates,
        guard: None,
    }
}

#[derive(Clone, Copy)]
struct Kind {
    /// Every move lowers its leading variable, so that play ends.
    falls: bool,
    assignments: bool,
    bounded: bool,
    /// Two variables with thousands of states, so that the table is made in parts and by several
    /// threads.
    large: bool,
}

fn generate(tape: &mut Tape, kind: Kind) -> (Commands, String, bool) {
    let variables = if kind.large { 2 } else { 1 + tape.below(3) };
    let mut lines = vec![
        "game \"Commands\"".to_string(),
        "players Left, Right".into(),
    ];
    let mut shape = Vec::new();
    // Unbounded variables stand last: a range in the rules counts for the names before it, too.
    let bounded = match kind {
        Kind { bounded: true, .. } => variables,
        Kind { large: true, .. } => 0,
        _ => tape.below(variables + 1),
    };
    let ranges: Vec<(i64, Option<i64>)> = (0..variables)
        .map(|variable| {
            let name = NAMES[variable];
            if variable >= bounded {
                shape.push(name.to_string());
                return (0, None);
            }
            let most = if kind.large {
                tape.within(66, 90)
            } else {
                tape.within(1, [30, 9, 6][variables - 1])
            };
            match tape.below(3) {
                0 => {
                    shape.push(format!("{name} <= {most}"));
                    (0, Some(most))
                }
                1 => {
                    let least = tape.within(0, most);
                    shape.push(format!("{name} in {least}..{most}"));
                    (least, Some(most))
                }
                _ => {
                    let words: Vec<String> = (0..=most).map(|n| format!("{name}{n}")).collect();
                    shape.push(format!("{name} in {{{}}}", words.join(", ")));
                    (0, Some(most))
                }
            }
        })
        .collect();
    lines.push(format!("position {}", shape.join(", ")));
    let mut moves = tape.list(1, 4, |tape| {
        let mut command = match tape.below(if kind.assignments { 3 } else { 2 }) {
            0 => vector(tape, variables, kind.falls),
            1 => ray(tape, variables, kind.falls),
            _ => assignment(tape, variables),
        };
        if tape.once_in(3) {
            let slots = variables + command.chosen.len();
            command.guard = Some(condition(tape, slots, 2));
        }
        command
    });
    if kind.falls && !kind.bounded {
        // Two passes over the same rules make equal moves of both players: impartial games are
        // their own case.
        if tape.once_in(3) {
            moves.iter_mut().for_each(|command| command.by = None);
        }
    }
    for command in &moves {
        let updates: Vec<String> = command
            .updates
            .iter()
            .map(|(variable, operator, number)| {
                format!("{} {operator} {}", NAMES[*variable], number.text(variables))
            })
            .collect();
        let mut line = format!("{}move {}", prefix(command.by), updates.join(", "));
        let chosen: Vec<String> = command
            .chosen
            .iter()
            .zip(CHOSEN)
            .map(|(choice, name)| match choice {
                Choice::Members(members) => format!(
                    "{name} in {{{}}}",
                    members
                        .iter()
                        .map(i64::to_string)
                        .collect::<Vec<_>>()
                        .join(", ")
                ),
                Choice::Span(least, None) => format!("{name} >= {least}"),
                Choice::Span(least, Some(most)) => {
                    format!("{least} <= {name} <= {}", most.text(variables))
                }
            })
            .collect();
        if !chosen.is_empty() {
            line += &format!(" for {}", chosen.join(", "));
        }
        if let Some(guard) = &command.guard {
            line += &format!(" if {}", guard.text(variables));
        }
        lines.push(line);
    }
    let mut goals = Vec::new();
    while goals.len() < 3 && tape.once_in(3) {
        let when = condition(tape, variables, 1);
        let (end, words) = verdict(tape);
        let mover = matches!(end, End::MoverWins | End::MoverLoses);
        let depends = (mover && tape.below(2) == 1).then(|| {
            let other = tape.pick(&[End::MoverWins, End::MoverLoses]);
            (condition(tape, variables, 1), other)
        });
        let words = match &depends {
            None => words.to_string(),
            Some((condition, other)) => format!(
                "{words} if {}, else {}",
                condition.text(variables),
                if *other == End::MoverWins {
                    "wins"
                } else {
                    "loses"
                }
            ),
        };
        lines.push(if depends.is_some() || tape.below(2) == 0 {
            format!("at {}: {words}", when.text(variables))
        } else {
            format!("{words} when {}", when.text(variables))
        });
        goals.push(Goal { when, end, depends });
    }
    let (stuck, repetition_draws) = last_lines(tape, &mut lines);
    let game = Commands {
        ranges,
        moves,
        goals,
        stuck,
        wild: false.into(),
    };
    (game, lines.join("\n"), repetition_draws)
}

fn compare(mut tape: Tape, kind: Kind) -> Result<Fate, TestCaseError> {
    let (game, text, repetition_draws) = generate(&mut tape, kind);
    let read = match read(&text, &Parameters::new()) {
        Ok(read) => read,
        // Whether a move does nothing, never ends or has no choices hangs on the random numbers.
        Err(faults)
            if faults.contains("leaves the position as it is")
                || faults.contains("repeated without end")
                || faults.contains("has no upper bound") =>
        {
            return Ok(Fate::Refused);
        }
        Err(faults) => return Err(TestCaseError::fail(faults)),
    };
    // Numbers that come to nothing (`x * 0`) are tidied away, and the term may be of no family
    // then: its moves are held by the tests of rules.
    if read.numbers().is_none() {
        return Ok(Fate::Refused);
    }
    let largest = [14, 6, 4][game.ranges.len() - 1];
    let positions: Vec<Vec<i64>> = (0..8)
        .map(|_| {
            game.ranges
                .iter()
                .map(|(least, most)| tape.within(*least, most.unwrap_or(largest)))
                .collect()
        })
        .collect();
    let positions = if kind.large {
        let far = |(_, most): &(i64, Option<i64>)| most.unwrap_or(tape.within(66, 90));
        let corner: Vec<i64> = game.ranges.iter().map(far).collect();
        [vec![corner], positions].concat()
    } else {
        positions
    };
    let most = if kind.large { 30_000 } else { 3000 };
    let Some(answers) = naive(&game, &positions, most) else {
        return Ok(Fate::Refused);
    };
    if game.wild.get() {
        return Ok(Fate::Refused);
    }
    let write = |state: &Vec<i64>| Position::tuple(state.iter().copied());
    let mut engine = Engine::new(read.clone(), limits(1 + tape.below(2)));
    let unbounded = game.ranges.iter().any(|(_, most)| most.is_none());
    let case = Case {
        text: &text,
        naive: &game,
        answers: &answers,
        repetition_draws,
        game: &read,
        write: &write,
    };
    let states = positions.iter().chain(&answers.states).take(most / 50);
    // Who does not bid may decline. That play from here stays finite is seen by trying; the engine
    // wants a proof.
    let compared = case.hold_all(&mut engine, states, |strategy, position| {
        let mut open = || {
            let values = strategy.values(position);
            matches!(values, Err(EngineError::Unbounded { .. }))
        };
        let bounded = !unbounded || kind.falls || !open();
        bounded && strategy.estimate(position).is_some()
    })?;
    Ok(if compared {
        Fate::Compared
    } else {
        Fate::Refused
    })
}

#[test]
fn falling_moves_agree_with_the_naive_reading() {
    let kind = Kind {
        falls: true,
        assignments: false,
        bounded: false,
        large: false,
    };
    random_games(1200, |tape| compare(tape, kind));
}

#[test]
fn moves_that_may_repeat_agree_with_the_naive_reading() {
    let kind = Kind {
        falls: false,
        assignments: false,
        bounded: true,
        large: false,
    };
    random_games(1200, |tape| compare(tape, kind));
}

#[test]
fn assignments_agree_with_the_naive_reading() {
    let kind = Kind {
        falls: false,
        assignments: true,
        bounded: true,
        large: false,
    };
    random_games(1200, |tape| compare(tape, kind));
}

#[test]
fn unbounded_assignments_agree_with_the_naive_reading() {
    let kind = Kind {
        falls: false,
        assignments: true,
        bounded: false,
        large: false,
    };
    random_games(600, |tape| compare(tape, kind));
}

#[test]
fn large_falling_tables_agree_with_the_naive_reading() {
    let kind = Kind {
        falls: true,
        assignments: false,
        bounded: false,
        large: true,
    };
    random_games(30, |tape| compare(tape, kind));
}

#[test]
fn large_tables_that_may_repeat_agree_with_the_naive_reading() {
    let kind = Kind {
        falls: false,
        assignments: false,
        bounded: true,
        large: true,
    };
    random_games(30, |tape| compare(tape, kind));
}

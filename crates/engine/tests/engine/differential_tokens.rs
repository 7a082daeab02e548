//! Tokens on random maps and graphs, with random steps and goals, against a naive reading.

use crate::common::{
    Case, DIRECTIONS, Fate, Naive, Tape, by, last_lines, limits, naive, prefix, random_games, read,
    verdict,
};
use proptest::test_runner::TestCaseError;
use whowins_analysis::{End, Player, Stuck};
use whowins_engine::Engine;
use whowins_rules::Parameters;

const NAMES: [&str; 3] = ["a", "b", "c"];

/// A place: its square, row and column from 1, or its node; squares carry the map's symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    Square(i64, i64, char),
    Node(String),
}

struct World {
    places: Vec<Place>,
    /// One-way edges, of a graph.
    edges: Vec<(usize, usize)>,
}

impl World {
    fn neighbours(&self, from: usize, along: &[usize]) -> Vec<usize> {
        match &self.places[from] {
            Place::Node(_) => (0..self.places.len())
                .filter(|to| self.edges.contains(&(from, *to)))
                .collect(),
            Place::Square(row, column, _) => {
                let all: &[usize] = if along.is_empty() {
                    &[0, 1, 2, 3]
                } else {
                    along
                };
                all.iter()
                    .filter_map(|direction| {
                        let (_, down, right) = DIRECTIONS[*direction];
                        self.places.iter().position(|place| {
                            matches!(place, Place::Square(r, c, _) if (*r, *c) == (row + down, column + right))
                        })
                    })
                    .collect()
            }
        }
    }
}

#[derive(Clone)]
enum Condition {
    /// Two tokens on one place, or not.
    Together(usize, usize, bool),
    /// A token on the start of a token, or not.
    Home(usize, usize, bool),
    /// A token on a symbol of the map.
    On(usize, char),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

impl Condition {
    fn text(&self) -> String {
        let sign = |same: &bool| if *same { "=" } else { "!=" };
        match self {
            Self::Together(a, b, same) => format!("{} {} {}", NAMES[*a], sign(same), NAMES[*b]),
            Self::Home(a, b, same) => {
                format!("{} {} start of {}", NAMES[*a], sign(same), NAMES[*b])
            }
            Self::On(a, symbol) => format!("{} at '{symbol}'", NAMES[*a]),
            Self::Not(inner) => format!("not ({})", inner.text()),
            Self::And(a, b) => format!("({} and {})", a.text(), b.text()),
            Self::Or(a, b) => format!("({} or {})", a.text(), b.text()),
        }
    }
}

#[derive(Clone)]
struct Step {
    /// Only one kind of step asks for nothing: a plain one.
    condition: Option<Condition>,
    /// `None` where the step only asks.
    go: Option<(usize, bool, Vec<usize>)>,
}

struct Move {
    by: Option<Player>,
    steps: Vec<Step>,
}

struct Goal {
    when: Condition,
    end: End,
    passing: bool,
}

struct Pursuit {
    world: World,
    starts: Vec<usize>,
    moves: Vec<Move>,
    goals: Vec<Goal>,
    stuck: Stuck,
}

impl Pursuit {
    fn holds(&self, condition: &Condition, state: &[usize]) -> bool {
        match condition {
            Condition::Together(a, b, same) => (state[*a] == state[*b]) == *same,
            Condition::Home(a, b, same) => (state[*a] == self.starts[*b]) == *same,
            Condition::On(a, symbol) => {
                matches!(self.world.places[state[*a]], Place::Square(_, _, s) if s == *symbol)
            }
            Condition::Not(inner) => !self.holds(inner, state),
            Condition::And(a, b) => self.holds(a, state) && self.holds(b, state),
            Condition::Or(a, b) => self.holds(a, state) || self.holds(b, state),
        }
    }

    /// All ways to carry out a move, as sets of half-played states: (state, finished).
    fn play(&self, token_move: &Move, state: &[usize]) -> Vec<Vec<usize>> {
        let mut now = vec![(state.to_vec(), false)];
        for step in &token_move.steps {
            let mut next = Vec::new();
            for (state, finished) in now {
                let holds = step
                    .condition
                    .as_ref()
                    .is_none_or(|c| self.holds(c, &state));
                match &step.go {
                    _ if finished => next.push((state, true)),
                    None if holds => next.push((state, false)),
                    None => {}
                    Some(_) if !holds => next.push((state, false)),
                    Some((token, free, along)) => {
                        for to in self.world.neighbours(state[*token], along) {
                            let taken =
                                (0..state.len()).any(|other| other != *token && state[other] == to);
                            if *free && taken {
                                continue;
                            }
                            let mut after = state.clone();
                            after[*token] = to;
                            let reached = self
                                .goals
                                .iter()
                                .any(|goal| goal.passing && self.holds(&goal.when, &after));
                            next.push((after, reached));
                        }
                    }
                }
            }
            now = next;
        }
        now.into_iter().map(|(state, _)| state).collect()
    }
}

impl Naive for Pursuit {
    type State = Vec<usize>;

    fn end(&self, state: &Vec<usize>) -> Option<End> {
        self.goals
            .iter()
            .find(|goal| self.holds(&goal.when, state))
            .map(|goal| goal.end)
    }

    fn moves(&self, player: Player, state: &Vec<usize>) -> Vec<Vec<usize>> {
        self.moves
            .iter()
            .filter(|m| m.by.is_none_or(|by| by == player))
            .flat_map(|m| self.play(m, state))
            .collect()
    }

    fn stuck(&self) -> Stuck {
        self.stuck
    }
}

fn condition(tape: &mut Tape, tokens: usize, map: bool, deep: usize) -> Condition {
    match tape.below(if deep == 0 { 3 } else { 6 }) {
        0 if tokens > 1 => {
            let a = tape.below(tokens);
            Condition::Together(a, (a + 1) % tokens, !tape.once_in(4))
        }
        2 if map => Condition::On(tape.below(tokens), tape.pick(&['.', 'x'])),
        0..=2 => Condition::Home(tape.below(tokens), tape.below(tokens), !tape.once_in(4)),
        3 => Condition::Not(condition(tape, tokens, map, deep - 1).into()),
        n => {
            let a = condition(tape, tokens, map, deep - 1).into();
            let b = condition(tape, tokens, map, deep - 1).into();
            if n == 4 {
                Condition::And(a, b)
            } else {
                Condition::Or(a, b)
            }
        }
    }
}

fn world(tape: &mut Tape, map: bool) -> (World, String) {
    if map {
        let (rows, columns) = tape.pick(&[(2, 2), (1, 4), (2, 3), (3, 3), (3, 2)]);
        let mut lines = Vec::new();
        let mut places = Vec::new();
        for row in 1..=rows {
            let mut line = String::new();
            for column in 1..=columns {
                let symbol = if (row, column) == (1, 1) {
                    '.'
                } else {
                    tape.pick(&['.', '.', '.', 'x', '#'])
                };
                if symbol != '#' {
                    places.push(Place::Square(row, column, symbol));
                }
                line.push(symbol);
            }
            lines.push(line);
        }
        let edges = Vec::new();
        return (World { places, edges }, lines.join("/"));
    }
    let nodes = 2 + tape.below(4);
    let mut names: Vec<usize> = Vec::new();
    let mut edges: Vec<(usize, usize)> = Vec::new();
    let mut text = Vec::new();
    for _ in 0..nodes + tape.below(3) {
        let (from, to) = (tape.below(nodes), tape.below(nodes));
        let one_way = tape.once_in(3);
        text.push(format!("n{from}{}n{to}", if one_way { ">" } else { "-" }));
        let mut number = |node: usize| {
            names
                .iter()
                .position(|known| *known == node)
                .unwrap_or_else(|| {
                    names.push(node);
                    names.len() - 1
                })
        };
        let (from, to) = (number(from), number(to));
        edges.push((from, to));
        if !one_way {
            edges.push((to, from));
        }
    }
    let places = names.iter().map(|n| Place::Node(format!("n{n}"))).collect();
    (World { places, edges }, text.join(","))
}

fn generate(tape: &mut Tape, map: bool) -> (Pursuit, String, bool) {
    let tokens = 1 + tape.below(3);
    let (world, drawn) = world(tape, map);
    let starts: Vec<usize> = (0..tokens)
        .map(|_| tape.below(world.places.len()))
        .collect();
    let steps = |tape: &mut Tape| {
        let mut steps = tape.list(1, 3, |tape| {
            let condition = (tape.below(2) == 1).then(|| condition(tape, tokens, map, 1));
            let only = condition.is_some() && tape.once_in(3);
            let go = (!only).then(|| {
                let mut along = Vec::new();
                if map && tape.once_in(3) {
                    for direction in tape.list(1, 3, |tape| tape.below(8)) {
                        if !along.contains(&direction) {
                            along.push(direction);
                        }
                    }
                }
                (tape.below(tokens), tape.once_in(3), along)
            });
            Step { condition, go }
        });
        if !steps
            .iter()
            .any(|s| s.condition.is_none() && s.go.is_some())
        {
            let at = tape.below(steps.len() + 1);
            let go = Some((tape.below(tokens), false, Vec::new()));
            steps.insert(
                at,
                Step {
                    condition: None,
                    go,
                },
            );
        }
        steps
    };
    let moves = tape.list(1, 3, |tape| Move {
        by: by(tape),
        steps: steps(tape),
    });
    let mut goals = Vec::new();
    let mut goal_lines = Vec::new();
    while goals.len() < 3 && tape.below(3) > 0 {
        let when = condition(tape, tokens, map, 1);
        let (end, words) = verdict(tape);
        let passing = tape.below(2) == 1;
        let said = if passing { "as soon as" } else { "when" };
        goal_lines.push(if !passing && tape.below(2) == 1 {
            format!("at {}: {words}", when.text())
        } else {
            format!("{words} {said} {}", when.text())
        });
        goals.push(Goal { when, end, passing });
    }
    let kind = if map { "grid of . x #" } else { "graph" };
    let mut lines = vec![
        "game \"Pursuit\"".to_string(),
        "players Left, Right".into(),
        format!("given net: {kind} = \"{drawn}\""),
        format!(
            "position {}: {}",
            NAMES[..tokens].join(", "),
            if map {
                "squares of net except '#'"
            } else {
                "nodes of net"
            }
        ),
    ];
    let start: Vec<String> = starts
        .iter()
        .zip(NAMES)
        .map(|(at, name)| match &world.places[*at] {
            Place::Square(row, column, _) => format!("{name} at row {row} column {column}"),
            Place::Node(node) => format!("{name} at {node}"),
        })
        .collect();
    lines.push(format!("start {}", start.join(", ")));
    for token_move in &moves {
        let mut gone = Vec::new();
        let steps: Vec<String> = token_move
            .steps
            .iter()
            .map(|step| {
                let go = step.go.as_ref().map(|(token, free, along)| {
                    let again = if gone.contains(token) { " again" } else { "" };
                    gone.push(*token);
                    let directions: Vec<&str> = along.iter().map(|d| DIRECTIONS[*d].0).collect();
                    format!(
                        "move {} to a {}neighbour{again}{}{}",
                        NAMES[*token],
                        if *free { "free " } else { "" },
                        if along.is_empty() { "" } else { " along " },
                        directions.join(", ")
                    )
                });
                match (&step.condition, go) {
                    (None, Some(go)) => go,
                    (Some(condition), Some(go)) => format!("if {}, {go}", condition.text()),
                    (Some(condition), None) => format!("only if {}", condition.text()),
                    (None, None) => unreachable!("a step does something"),
                }
            })
            .collect();
        lines.push(format!("{}{}", prefix(token_move.by), steps.join("; ")));
    }
    lines.extend(goal_lines);
    let (stuck, repetition_draws) = last_lines(tape, &mut lines);
    let game = Pursuit {
        world,
        starts,
        moves,
        goals,
        stuck,
    };
    (game, lines.join("\n"), repetition_draws)
}

fn compare(mut tape: Tape, map: bool) -> Result<Fate, TestCaseError> {
    let (game, text, repetition_draws) = generate(&mut tape, map);
    let read = read(&text, &Parameters::new()).map_err(TestCaseError::fail)?;
    if read.tokens().is_none() {
        // What can be done nowhere is no part of the term: there may be no tokens left to see.
        return Ok(Fate::Refused);
    }
    let places = game.world.places.len();
    let mut positions: Vec<Vec<usize>> = (0..12)
        .map(|_| game.starts.iter().map(|_| tape.below(places)).collect())
        .collect();
    positions.push(game.starts.clone());
    let Some(answers) = naive(&game, &positions, 3000) else {
        return Ok(Fate::Refused);
    };
    let write = |state: &Vec<usize>| {
        let text: Vec<String> = state
            .iter()
            .map(|at| match &game.world.places[*at] {
                Place::Square(row, column, _) => format!("{row},{column}"),
                Place::Node(node) => node.clone(),
            })
            .collect();
        read.read(&text.join(" ")).expect("places are read")
    };
    let start = write(&game.starts);
    proptest::prop_assert_eq!(read.start.as_ref(), Some(&start), "{}", &text);
    let mut engine = Engine::new(read.clone(), limits(1 + tape.below(2)));
    let case = Case {
        text: &text,
        naive: &game,
        answers: &answers,
        repetition_draws,
        game: &read,
        write: &write,
    };
    let states = positions.iter().chain(&answers.states).take(50);
    case.hold_all(&mut engine, states, |strategy, position| {
        strategy.estimate(position).is_some()
    })?;
    Ok(Fate::Compared)
}

#[test]
fn tokens_on_maps_agree_with_the_naive_reading() {
    random_games(1500, |tape| compare(tape, true));
}

#[test]
fn tokens_on_graphs_agree_with_the_naive_reading() {
    random_games(1500, |tape| compare(tape, false));
}

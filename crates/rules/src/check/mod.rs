//! From statements to a typed game: names resolved, parameters put in, every fault reported.

mod blocking;
mod board;
mod endings;
mod expression;
mod heading;
mod heaps;
mod names;
mod numbers;
mod sort;
mod start;
mod tokens;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use self::heaps::Base;
use self::names::{Meaning, declared};
use self::sort::{Sorted, family, is_move};
use crate::diagnostic::{Diagnostic, Span};
use crate::parameters::{Parameter, ParameterValue, Parameters};
use crate::source::split;
use crate::syntax::{Node, Rule, parse};
use whowins_analysis::Position;
use whowins_analysis::board::{Board, Direction};
use whowins_analysis::{Ending, Game, Shape, Stuck};

/// Longer texts are refused before they are read.
pub(crate) const LONGEST: usize = 1 << 20;
/// With so many lines that are no statements, the text is no game, and nothing more is said of it.
const FAULTS: usize = 1000;
/// More moves than these are refused.
const MOVES: usize = 4096;

/// What a text of a family says.
pub(crate) struct Checked {
    pub game: Game,
    pub parameters: Vec<Parameter>,
    pub warnings: Vec<Diagnostic>,
}

/// Reads a text by the sentences of the families, with these values of its parameters; `open`: missing ones are made up, to check the text alone.
///
/// # Errors
///
/// All faults.
pub(crate) fn check(
    source: &str,
    values: &Parameters,
    open: bool,
) -> Result<Checked, Vec<Diagnostic>> {
    let mut checker = Checker::new(source, values, open);
    match checker.check() {
        Some(game) if checker.faults.is_empty() => Ok(Checked {
            game,
            parameters: checker.parameters,
            warnings: checker.warnings,
        }),
        _ => Err(checker.faults),
    }
}

struct Checker<'a> {
    source: &'a str,
    values: &'a Parameters,
    /// Whether missing parameters are made up, to check the text alone.
    open: bool,
    /// Whether a made-up value went into the statement being checked.
    made_up: bool,
    /// Whether a made-up value went into the shape of positions.
    shape_made_up: bool,
    /// Numbers and names met in the expressions of the statement being checked.
    operands: usize,
    faults: Vec<Diagnostic>,
    /// What is no fault, and may not be meant.
    warnings: Vec<Diagnostic>,
    offset: usize,
    players: Option<[String; 2]>,
    parameters: Vec<Parameter>,
    given: HashMap<String, Arc<ParameterValue>>,
    /// The digits of parameters given as bits, shared by all that read them.
    digits: HashMap<String, Arc<[bool]>>,
    names: HashMap<String, Meaning>,
    starts: Option<Vec<u32>>,
    /// Displacements looked at in the search for moves that never end.
    weighed: usize,
    /// Names declared where a fault stands already: that they mean nothing is not said again.
    doubtful: HashSet<String>,
    /// How often such a name was met.
    silenced: usize,
    /// Whether the players' line has a fault, so that no name can be checked against it.
    players_doubtful: bool,
    /// The board, for conditions that show patterns.
    board: Option<Board>,
    /// The map's symbol at each cell, for conditions on places.
    cell_symbols: Vec<Option<char>>,
    /// Whether there is a line on where the tokens start, right or wrong.
    start_said: bool,
    /// The directions of each neighbour relation of the map.
    relations: Vec<Vec<Direction>>,
}

impl<'a> Checker<'a> {
    fn new(source: &'a str, values: &'a Parameters, open: bool) -> Self {
        Self {
            source,
            values,
            open,
            made_up: false,
            shape_made_up: false,
            operands: 0,
            faults: Vec::new(),
            warnings: Vec::new(),
            offset: 0,
            players: None,
            parameters: Vec::new(),
            given: HashMap::new(),
            digits: HashMap::new(),
            names: HashMap::new(),
            starts: None,
            weighed: 0,
            doubtful: HashSet::new(),
            silenced: 0,
            players_doubtful: false,
            board: None,
            cell_symbols: Vec::new(),
            start_said: false,
            relations: Vec::new(),
        }
    }

    fn fault(&mut self, fault: Diagnostic) {
        self.faults.push(fault);
    }

    /// A fault that rests on the values of parameters: silent while they are made up.
    fn value_fault(&mut self, fault: Diagnostic) {
        if !self.made_up {
            self.faults.push(fault);
        }
    }

    /// The place of a node in the source.
    fn span(&self, node: &Node<'_>) -> Span {
        let span = node.as_span();
        span.start() + self.offset..span.end() + self.offset
    }

    /// Parses a statement; a fault is reported and gives `None`.
    fn tree(&mut self, statement: &Sorted<'a>) -> Option<Node<'a>> {
        self.offset = statement.span.start;
        self.made_up = false;
        self.operands = 0;
        match parse(statement.rule, statement.text, self.offset) {
            Ok(node) => Some(node),
            Err(fault) => {
                self.fault(fault);
                None
            }
        }
    }

    fn check(&mut self) -> Option<Game> {
        if self.source.len() > LONGEST {
            self.fault(
                Diagnostic::new(0..0, format!("the rules are longer than {LONGEST} bytes"))
                    .help("is this the right file?"),
            );
            return None;
        }
        let (about, statements) = split(self.source);
        let Some(first) = statements.first() else {
            let first_character = self.source.chars().next().map_or(0, char::len_utf8);
            self.fault(
                Diagnostic::new(0..first_character, "there are no rules here")
                    .help("start with: game \"NAME\""),
            );
            return None;
        };
        let end = self.source.trim_end().len();
        let family = family(self.source, &statements);
        let mut sorted: Vec<Sorted<'a>> = Vec::new();
        for statement in &statements {
            sorted.extend(self.sort(statement, family));
            if self.faults.len() >= FAULTS {
                return None;
            }
        }
        let of = |rule: Rule| {
            sorted
                .iter()
                .filter(move |statement| statement.rule == rule)
        };

        for rule in [
            Rule::game_line,
            Rule::players_line,
            Rule::position_line,
            Rule::octal_line,
            Rule::hexadecimal_line,
            Rule::blocking_line,
        ] {
            if let Some(again) = of(rule).nth(1) {
                self.fault(
                    Diagnostic::new(again.span.clone(), "this is said a second time")
                        .help("drop one of the two"),
                );
            }
        }
        let name = match of(Rule::game_line).next() {
            Some(statement) => self.tree(statement).map(|node| self.game_name(node)),
            None => {
                self.fault(
                    Diagnostic::new(first.span.clone(), "the game has no name")
                        .help("start with: game \"NAME\""),
                );
                None
            }
        };
        if let Some(statement) = of(Rule::players_line).next() {
            if let Some(node) = self.tree(statement) {
                self.players_line(node);
            }
            self.players_doubtful = self.players.is_none();
        }
        for statement in of(Rule::given_line) {
            match self.tree(statement) {
                Some(node) => self.given_line(node),
                None => self.doubtful.extend(declared(statement.text)),
            }
        }
        let Some(mut shape) = self.shape(&sorted, end) else {
            self.read_the_rest(&sorted);
            return None;
        };
        self.remember_board(&shape);
        self.remember_map(&shape);
        self.token_starts(&sorted, &shape);
        self.moves(&sorted, &mut shape);
        let start = self.start(&sorted, &shape);
        let mut ending = self.endings(&sorted);
        ending.blocked = self.blocking(&sorted, &shape, &ending);
        let coded = |s: &Sorted<'_>| matches!(s.rule, Rule::octal_line | Rule::hexadecimal_line);
        if !sorted.iter().any(|s| is_move(s.rule) || coded(s)) {
            let such_as = match shape {
                Shape::Heaps(_) => "move take 1 or 2, leaving at most two heaps",
                _ => "move x -= k for k >= 1",
            };
            self.fault(
                Diagnostic::new(end..end, "the game has no moves")
                    .help(format!("add a line such as: {such_as}")),
            );
        }
        Some(Game {
            name: name?,
            about,
            players: self.player_names(),
            shape,
            ending,
            start,
        })
    }

    /// Reports what cannot be read among the statements whose meaning hangs on a faulty shape of positions.
    fn read_the_rest(&mut self, sorted: &[Sorted<'a>]) {
        let unread = |fault: &Diagnostic, line: &Sorted<'a>| {
            (fault.message.contains("cannot stand here") || fault.message.contains("too early"))
                && (line.span.start..=line.span.end).contains(&fault.span.start)
        };
        let position = sorted.iter().find(|s| s.rule == Rule::position_line);
        let family_known =
            position.is_some_and(|line| !self.faults.iter().any(|fault| unread(fault, line)));
        for statement in sorted {
            match statement.rule {
                Rule::stuck_line
                | Rule::repetition_line
                | Rule::blocking_line
                | Rule::at_line
                | Rule::goal_line => {
                    self.tree(statement);
                }
                rule if family_known
                    && (is_move(rule)
                        || matches!(
                            rule,
                            Rule::once_line
                                | Rule::start_numbers
                                | Rule::start_board
                                | Rule::start_tokens
                        )) =>
                {
                    self.tree(statement);
                }
                _ => {}
            }
        }
    }

    fn shape(&mut self, sorted: &[Sorted<'a>], end: usize) -> Option<Shape> {
        let line = sorted.iter().find(|s| {
            matches!(
                s.rule,
                Rule::position_line | Rule::octal_line | Rule::hexadecimal_line
            )
        });
        let Some(line) = line else {
            if !self
                .faults
                .iter()
                .any(|fault| fault.message.contains("cannot start a statement"))
            {
                let such_as = match sorted.iter().any(|s| s.rule == Rule::move_heaps) {
                    true => "position heaps",
                    false => "position x, y",
                };
                self.fault(
                    Diagnostic::new(end..end, "the rules do not say what a position is")
                        .help(format!("add a line such as: {such_as}")),
                );
            }
            return None;
        };
        let node = self.tree(line)?;
        let shape = match line.rule {
            Rule::octal_line => self.code_line(node, Base::Octal),
            Rule::hexadecimal_line => self.code_line(node, Base::Hexadecimal),
            _ => self.position_line(node),
        };
        self.shape_made_up = self.made_up;
        shape
    }

    fn moves(&mut self, sorted: &[Sorted<'a>], shape: &mut Shape) {
        let moves = sorted
            .iter()
            .filter(|statement| is_move(statement.rule) || statement.rule == Rule::once_line);
        let coded = sorted
            .iter()
            .any(|s| matches!(s.rule, Rule::octal_line | Rule::hexadecimal_line));
        for (count, statement) in moves.enumerate() {
            if count == MOVES {
                self.fault(
                    Diagnostic::new(
                        statement.span.clone(),
                        format!("the game has more than {MOVES} moves"),
                    )
                    .help("say several moves in one, with «for k in ...» or «along ...»"),
                );
                break;
            }
            let Some(node) = self.tree(statement) else {
                continue;
            };
            let text = statement
                .text
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            match shape {
                Shape::Numbers(numbers) => self.number_move(numbers, node, text),
                Shape::Board(board) => self.board_rule(board, node, text),
                Shape::Tokens(tokens) => self.token_move(tokens, node, text),
                Shape::Program(_) => {}
                Shape::Heaps(breaking) if !coded => self.heap_move(breaking, node),
                Shape::Heaps(_) => {
                    let span = self.span(&node);
                    self.fault(
                        Diagnostic::new(span, "the code says all the moves").help(
                            "drop this line, or write «position heaps» in place of the code and say all moves in words",
                        ),
                    );
                }
            }
        }
        if let Shape::Board(board) = shape {
            self.follow_ups_end(board, sorted);
        }
    }

    fn start(&mut self, sorted: &[Sorted<'a>], shape: &Shape) -> Option<Position> {
        let mut start = None;
        for statement in sorted {
            let is_start = matches!(
                statement.rule,
                Rule::start_numbers | Rule::start_board | Rule::start_tokens
            );
            if !is_start {
                continue;
            }
            if start.is_some() {
                self.fault(
                    Diagnostic::new(statement.span.clone(), "this is said a second time")
                        .help("drop one of the two"),
                );
            }
            let node = self.tree(statement)?;
            self.made_up |= self.shape_made_up;
            start = match shape {
                Shape::Numbers(numbers) => self.start_numbers(numbers, node),
                Shape::Board(board) => self.start_board(board, node),
                Shape::Tokens(_) => self.starts.clone().map(Position::Tokens),
                Shape::Heaps(_) => self.start_heaps(node),
                Shape::Program(_) => None,
            };
        }
        start
    }

    fn endings(&mut self, sorted: &[Sorted<'a>]) -> Ending {
        let mut ending = Ending {
            stuck: Stuck::Loses,
            goals: Vec::new(),
            repetition_draws: false,
            blocked: 0,
        };
        let mut stuck_said = false;
        for statement in sorted {
            match statement.rule {
                Rule::stuck_line => {
                    if std::mem::replace(&mut stuck_said, true) {
                        self.fault(
                            Diagnostic::new(
                                statement.span.clone(),
                                "it is said twice what becomes of a player who cannot move",
                            )
                            .help("drop one of the two"),
                        );
                    }
                    if let Some(node) = self.tree(statement) {
                        ending.stuck = endings::stuck(node);
                    }
                }
                Rule::repetition_line => {
                    ending.repetition_draws |= self.tree(statement).is_some();
                }
                Rule::at_line | Rule::goal_line => {
                    if let Some(node) = self.tree(statement)
                        && let Some(goal) = self.goal(node)
                    {
                        ending.goals.push(goal);
                    }
                }
                _ => {}
            }
        }
        ending
    }

    fn player_names(&self) -> [String; 2] {
        self.players
            .clone()
            .unwrap_or_else(|| ["First".into(), "Second".into()])
    }
}

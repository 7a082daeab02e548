//! Names, players, parameters, and the shape of a position.

use super::Checker;
use super::names::{Meaning, player_text};
use crate::diagnostic::{Diagnostic, Span};
use crate::parameters::{Kind, Parameter};
use crate::syntax::{Node, Rule};
use whowins_analysis::Shape;
use whowins_analysis::board::Board;
use whowins_analysis::closest;
use whowins_analysis::heaps::Breaking;
use whowins_analysis::numbers::{Numbers, Variable};

/// The largest bound of a variable.
const LARGEST: i64 = 1 << 60;
/// More parameters than these are refused.
const PARAMETERS: usize = 64;

impl<'a> Checker<'a> {
    pub(super) fn game_name(&mut self, node: Node<'a>) -> String {
        node.into_inner()
            .next()
            .map_or_else(String::new, |name| player_text(&name))
    }

    pub(super) fn players_line(&mut self, node: Node<'a>) {
        let span = self.span(&node);
        let names: Vec<String> = node
            .into_inner()
            .filter(|node| node.as_rule() == Rule::player)
            .map(|node| player_text(&node))
            .collect();
        if names[0] == names[1] || names.iter().any(|name| name.trim().is_empty()) {
            self.fault(
                Diagnostic::new(span, "the players need two different names")
                    .help("write: players Alice, Bob"),
            );
        } else {
            self.players = Some([names[0].clone(), names[1].clone()]);
        }
    }

    pub(super) fn given_line(&mut self, node: Node<'a>) {
        let mut names = Vec::new();
        let mut kind = Kind::Number;
        let mut default = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::names => {
                    names = part
                        .into_inner()
                        .map(|name| (name.as_str(), self.span(&name)))
                        .collect()
                }
                Rule::kind => kind = self.kind(part),
                Rule::value => {
                    let text = part.as_str().trim_matches('"');
                    match kind.read(text) {
                        Ok(value) => default = Some(value),
                        Err(error) => {
                            let span = self.span(&part);
                            self.fault(
                                Diagnostic::new(span, error.message).help(format!("write {kind}")),
                            );
                        }
                    }
                }
                _ => {}
            }
        }
        for (name, span) in names {
            if self.parameters.len() == PARAMETERS {
                self.fault(
                    Diagnostic::new(span, format!("a game has at most {PARAMETERS} parameters"))
                        .help("drop the others"),
                );
                return;
            }
            if self.parameters.iter().any(|p| p.name == name) {
                self.fault(
                    Diagnostic::new(span, format!("the name «{name}» is taken"))
                        .help("choose another"),
                );
                continue;
            }
            let value = self.values.get(name).cloned().or_else(|| default.clone());
            match value {
                Some(value) if kind.accepts(&value) => {
                    self.given.insert(name.to_string(), value.into());
                }
                Some(_) => self.fault(
                    Diagnostic::new(
                        span,
                        format!("the value given for «{name}» is of another kind"),
                    )
                    .help(format!("give {kind}")),
                ),
                None if !self.open => self.fault(
                    Diagnostic::new(span, format!("«{name}» has no value"))
                        .help(format!("give it with --set {name}=VALUE: {kind}")),
                ),
                None => {}
            }
            self.parameters.push(Parameter {
                name: name.to_string(),
                kind: kind.clone(),
                default: default.clone(),
            });
        }
    }

    fn kind(&mut self, node: Node<'a>) -> Kind {
        let inner = node.into_inner().next().expect("a kind has one form");
        match inner.as_rule() {
            Rule::kind_set => Kind::Set,
            Rule::kind_bits => Kind::Bits,
            Rule::kind_graph => Kind::Graph,
            Rule::kind_grid => {
                let symbols = inner.into_inner().find(|p| p.as_rule() == Rule::symbols);
                Kind::Grid(self.symbols(symbols.expect("a grid names its symbols")))
            }
            _ => Kind::Number,
        }
    }

    /// A list of symbols, each once.
    pub(super) fn symbols(&mut self, node: Node<'a>) -> Vec<char> {
        let mut symbols = Vec::new();
        for symbol in node.into_inner() {
            let span = self.span(&symbol);
            let symbol = symbol
                .as_str()
                .chars()
                .next()
                .expect("a symbol is one character");
            if symbols.contains(&symbol) {
                self.fault(
                    Diagnostic::new(span, format!("the symbol «{symbol}» stands twice"))
                        .help("name each symbol once"),
                );
            } else {
                symbols.push(symbol);
            }
        }
        symbols
    }

    pub(super) fn position_line(&mut self, node: Node<'a>) -> Option<Shape> {
        let shape = node.into_inner().next().expect("a position has a shape");
        match shape.as_rule() {
            Rule::variables => self.variables(shape),
            Rule::tokens_shape => self.tokens_shape(shape),
            Rule::heaps_shape => Some(Shape::Heaps(Breaking::of_digits(Vec::new()))),
            _ => self.cells(shape),
        }
    }

    fn cells(&mut self, node: Node<'a>) -> Option<Shape> {
        let row = node.as_rule() == Rule::row_shape;
        let span = self.span(&node);
        let mut sizes = Vec::new();
        let mut alphabet = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::count => sizes.push(part.as_str().parse::<usize>().unwrap_or(0)),
                _ => alphabet = self.symbols(part),
            }
        }
        if row && sizes.len() == 1 {
            sizes.insert(0, 1);
        }
        let size = match sizes.as_slice() {
            [rows, columns] => Some((*rows, *columns)),
            _ => None,
        };
        if size.is_some_and(|(rows, columns)| {
            rows == 0 || columns == 0 || rows.saturating_mul(columns) > 1 << 26
        }) {
            self.fault(
                Diagnostic::new(
                    span.clone(),
                    "a board has at least one cell and at most 67,108,864",
                )
                .help("give another size"),
            );
            return None;
        }
        if alphabet.len() < 2 || alphabet.len() > 64 {
            self.fault(
                Diagnostic::new(span, "a board needs 2 to 64 symbols")
                    .help("write: position row of . o"),
            );
            return None;
        }
        Some(Shape::Board(Board {
            row,
            size,
            alphabet,
            moves: Vec::new(),
            at_once: Vec::new(),
        }))
    }

    fn variables(&mut self, node: Node<'a>) -> Option<Shape> {
        let whole = self.span(&node);
        let mut variables: Vec<Variable> = Vec::new();
        let mut unbounded_from = 0;
        for part in node.into_inner() {
            let mut inner = part.into_inner();
            let name = inner.next().expect("a variable has a name");
            let span = self.span(&name);
            if variables.iter().any(|v| v.name == name.as_str())
                || self.parameters.iter().any(|p| p.name == name.as_str())
            {
                self.fault(
                    Diagnostic::new(span, format!("the name «{}» is taken", name.as_str()))
                        .help("choose another"),
                );
            }
            variables.push(Variable {
                name: name.as_str().to_string(),
                least: 0,
                most: None,
                words: Vec::new(),
            });
            if let Some(bound) = inner.next() {
                let place = self.span(&bound);
                let text = bound.as_str();
                let (least, most, words) = self.range(bound)?;
                self.warn_of_shared(&variables[unbounded_from..], place, text);
                for variable in &mut variables[unbounded_from..] {
                    (variable.least, variable.most) = (least, Some(most));
                    variable.words.clone_from(&words);
                }
                unbounded_from = variables.len();
            }
        }
        if variables.len() > 64 {
            self.fault(
                Diagnostic::new(whole, "a position has at most 64 numbers")
                    .help("use a row or a board"),
            );
            return None;
        }
        for (slot, variable) in variables.iter().enumerate() {
            self.names
                .insert(variable.name.clone(), Meaning::Number(slot));
        }
        Some(Shape::Numbers(Numbers {
            variables,
            moves: Vec::new(),
        }))
    }

    /// A range bounds every name since the range before, which a reader who wants to bound the last one alone does not see.
    fn warn_of_shared(&mut self, bounded: &[Variable], place: Span, range: &str) {
        let Some((last, others)) = bounded
            .split_last()
            .filter(|(_, others)| !others.is_empty())
        else {
            return;
        };
        let others: Vec<&str> = others
            .iter()
            .map(|variable| variable.name.as_str())
            .collect();
        let (others, last) = (others.join(", "), &last.name);
        let each: Vec<String> = bounded
            .iter()
            .map(|variable| format!("{} {range}", variable.name))
            .collect();
        let warning = Diagnostic::warning(place, format!("this range bounds {others} as well as {last}")).help(format!(
            "to bound {last} alone, put it first: position {last} {range}, {others}; to bound each, write position {}",
            each.join(", ")
        ));
        self.warnings.push(warning);
    }

    /// A variable's range: least, most, and the names of the values.
    fn range(&mut self, node: Node<'a>) -> Option<(i64, i64, Vec<String>)> {
        let span = self.span(&node);
        match node.as_rule() {
            Rule::one_of => {
                let names = node
                    .into_inner()
                    .find(|part| part.as_rule() == Rule::names)?;
                let mut words: Vec<String> = Vec::new();
                for (value, name) in names.into_inner().enumerate() {
                    let at = self.span(&name);
                    let word = name.as_str().to_string();
                    let value = value as i64;
                    let other = match self.names.get(&word) {
                        Some(Meaning::Word(known)) => *known != value,
                        Some(_) => true,
                        None => false,
                    };
                    if other || words.contains(&word) {
                        self.fault(
                            Diagnostic::new(at, format!("the name «{word}» is taken"))
                                .help("choose another"),
                        );
                    }
                    self.names.insert(word.clone(), Meaning::Word(value));
                    words.push(word);
                }
                Some((0, words.len() as i64 - 1, words))
            }
            rule => {
                let ends: Vec<i64> = node
                    .into_inner()
                    .filter(|part| part.as_rule() == Rule::sum)
                    .map(|part| self.known_number(part))
                    .collect::<Option<_>>()?;
                let (least, most) = if rule == Rule::at_most {
                    (0, ends[0])
                } else {
                    (ends[0], ends[1])
                };
                if least < 0 || most > LARGEST || least > most {
                    self.value_fault(
                        Diagnostic::new(
                            span,
                            format!(
                                "the range {least} to {most} has no number in it, or goes too far"
                            ),
                        )
                        .help("a range goes from 0 or more up to a larger number"),
                    );
                }
                Some((least.max(0), most.max(least.max(0)), Vec::new()))
            }
        }
    }

    /// The index of a symbol in the alphabet.
    pub(super) fn symbol(&mut self, board: &Board, node: &Node<'a>) -> Option<u8> {
        let symbol = node.as_str().chars().next()?;
        let found = board.alphabet.iter().position(|s| *s == symbol);
        let rest = &node.as_span().get_input()[node.as_span().start()..];
        if found.is_none()
            && rest
                .strip_prefix("if")
                .is_some_and(|rest| rest.starts_with(' '))
        {
            let start = self.span(node).start;
            self.fault(
                Diagnostic::new(start..start + 2, "a move on a board takes no «if»").help(
                    "say where it is possible by its pattern: cells that stay as they are, «^» and «$» for the edges; and what ends the \
                     game by a line of its own, such as PLAYER wins when board has PATTERN",
                ),
            );
            return None;
        }
        if found.is_none() {
            let span = self.span(node);
            let known: Vec<String> = board.alphabet.iter().map(char::to_string).collect();
            let near = closest(
                &symbol.to_string(),
                known
                    .iter()
                    .map(String::as_str)
                    .filter(|s| s.eq_ignore_ascii_case(&symbol.to_string())),
            );
            let help = near.map_or_else(
                || format!("the symbols are {}", known.join(" ")),
                |near| format!("did you mean «{near}»?"),
            );
            self.fault(
                Diagnostic::new(span, format!("«{symbol}» is not a symbol of this board"))
                    .help(help),
            );
        }
        found.map(|at| at as u8)
    }
}

//! The rules of a game as text, read once for their faults and again for each set of values.
//!
//! Three readers share the work. A core term is read by the core. What the sentences of a family say is read by the checker of families, which makes the family's game at once. All
//! else is read into a syntax tree (the parser) and given its meaning as a term (the lowering), which may be that of a family all the same.

use dashu_int::IBig;
use whowins_analysis::program::Program;
use whowins_analysis::{Game, Player, Position, closest};
use whowins_core as core;

use crate::check::{Checked, check};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::games::{Games, NoGames, with_games};
use crate::grown::is_grown;
use crate::lower::lower;
use crate::parameters::{Kind, Parameter, ParameterValue, Parameters};
use crate::read::read;
use crate::source::split;
use crate::tree;

/// The rules of a game as text, found to be without fault; its parameters are still open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    origin: String,
    source: String,
    name: String,
    about: String,
    parameters: Vec<Parameter>,
    warnings: Vec<Diagnostic>,
    reader: Reader,
    examples: Vec<tree::Example>,
}

/// Who reads a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reader {
    /// The core.
    Term,
    /// The sentences of the families.
    Family,
    /// The whole language.
    Tree,
}

/// What the rules say of a position with an `example` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The position.
    pub position: Position,
    /// Who is to move.
    pub player: Player,
    /// Who wins; `None`: a draw.
    pub winner: Option<Player>,
    /// By how much, where that is said.
    pub by: Option<IBig>,
    /// The bytes of the text that say it.
    pub span: crate::Span,
}

impl Rules {
    /// Reads rules, or a term of the core calculus; `origin` is what messages call the text, such as a file's name.
    ///
    /// Faults that depend on the parameters' values are found later, by [`Rules::game`].
    ///
    /// # Errors
    ///
    /// All the faults of the text.
    pub fn parse(origin: &str, source: &str) -> Result<Self, Diagnostics> {
        Self::parse_with(origin, source, &NoGames)
    }

    /// The same, where a sum may name games whose rules are found elsewhere. [`Rules::source`] has them behind the text, so that it can be read by itself.
    ///
    /// # Errors
    ///
    /// As [`Rules::parse`], and where a sum names a game that is not found.
    pub fn parse_with(origin: &str, source: &str, games: &dyn Games) -> Result<Self, Diagnostics> {
        let whole =
            with_games(source, games).map_err(|faults| diagnostics(origin, source, faults))?;
        let source = whole.as_str();
        let rules = |reader, examples: Vec<tree::Example>| Self {
            origin: origin.to_string(),
            source: source.to_string(),
            name: String::new(),
            about: String::new(),
            parameters: Vec::new(),
            warnings: Vec::new(),
            reader,
            examples,
        };
        let refused = |faults| Err(diagnostics(origin, source, faults));
        if is_term(source) {
            let mut rules = rules(Reader::Term, Vec::new());
            return match rules.term() {
                Ok(game) => {
                    (rules.name, rules.about) = (game.name, game.about);
                    Ok(rules)
                }
                Err(fault) => refused(vec![fault]),
            };
        }
        let (plain, has_examples) = without_examples(source);
        let checked = check(&plain, &Parameters::new(), true);
        if let Ok(found) = checked {
            let mut rules = rules(Reader::Family, Vec::new());
            if has_examples {
                let (text, faults) = read(source);
                let own =
                    |fault: &Diagnostic| plain.as_bytes().get(fault.span.start) == Some(&b' ');
                let faults: Vec<Diagnostic> = (faults.into_iter())
                    .filter(|fault| !fault.is_warning && own(fault))
                    .collect();
                if !faults.is_empty() {
                    return refused(faults);
                }
                rules.examples = text.examples;
            }
            (rules.name, rules.about) = (found.game.name, found.game.about);
            (rules.parameters, rules.warnings) = (found.parameters, found.warnings);
            return Ok(rules);
        }
        let faults = checked.err().unwrap_or_default();
        match Self::grown(source) {
            // What a family finds fault with, and nothing else is said: a move that changes nothing, a game without a name.
            Ok((text, _)) if !is_grown(source, &text) => refused(faults),
            Ok((text, warnings)) => {
                let mut rules = rules(Reader::Tree, text.examples.clone());
                rules.name = text.name.clone().map_or_else(String::new, |name| name.text);
                rules.about.clone_from(&text.about);
                rules.parameters = parameters(&text);
                rules.warnings = warnings;
                Ok(rules)
            }
            Err((grown, others)) => refused(if grown { others } else { faults }),
        }
    }

    /// The syntax tree of a text of the whole language, with what it warns of; or all faults, and whether the text says what no family says.
    fn grown(source: &str) -> Result<(tree::Text, Vec<Diagnostic>), (bool, Vec<Diagnostic>)> {
        let (text, mut faults) = read(source);
        missing(source, &text, &mut faults);
        if faults.iter().any(|fault| !fault.is_warning) {
            return Err((is_grown(source, &text), faults));
        }
        let mut values = Parameters::new();
        let mut made_up = false;
        for given in &text.givens {
            if given.default.is_none() {
                made_up = true;
                values.insert(given.name.text.clone(), example_of(&given.kind));
            }
        }
        match lower(&text, &values) {
            Ok(lowered) => {
                faults.extend(lowered.warnings);
                Ok((text, faults))
            }
            // What is at odds with values that nobody gave is no fault.
            Err(_) if made_up => Ok((text, faults)),
            Err(others) => Err((is_grown(source, &text), others)),
        }
    }

    /// The game's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The doc comment.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The text of the rules.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether the text is a core term, not rules in words.
    pub fn is_term(&self) -> bool {
        self.reader == Reader::Term
    }

    /// What the rules say and their writer may not have meant; `None` where there is nothing of the kind.
    pub fn warnings(&self) -> Option<Diagnostics> {
        (!self.warnings.is_empty())
            .then(|| diagnostics(&self.origin, &self.source, self.warnings.clone()))
    }

    /// The parameters, in the order of the rules.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The game with these values of its parameters.
    ///
    /// # Errors
    ///
    /// A value that is missing, of the wrong kind, of an unknown name, or at odds with the rules.
    pub fn game(&self, values: &Parameters) -> Result<Game, Diagnostics> {
        let mut faults = Vec::new();
        let known = |name: &String| self.parameters.iter().any(|p| p.name == *name);
        if let Some(unknown) = values.keys().find(|name| !known(name)) {
            let names: Vec<&str> = self.parameters.iter().map(|p| p.name.as_str()).collect();
            let help = match closest(unknown, names.iter().copied()) {
                Some(near) => format!("did you mean «{near}»?"),
                None if names.is_empty() => "this game has no parameters".into(),
                None => format!("its parameters are {}", names.join(", ")),
            };
            faults.push(
                Diagnostic::new(0..0, format!("the game has no parameter «{unknown}»")).help(help),
            );
        }
        let game = match self.reader {
            Reader::Term => self.term().map_err(|fault| vec![fault]),
            Reader::Family => {
                let (plain, _) = without_examples(&self.source);
                check(&plain, values, false).map(|Checked { game, .. }| game)
            }
            Reader::Tree => self.lowered(values),
        };
        match game {
            Ok(game) if faults.is_empty() => Ok(game),
            Ok(_) => Err(diagnostics(&self.origin, &self.source, faults)),
            Err(others) => {
                faults.extend(others);
                Err(diagnostics(&self.origin, &self.source, faults))
            }
        }
    }

    fn lowered(&self, values: &Parameters) -> Result<Game, Vec<Diagnostic>> {
        let mut faults = Vec::new();
        for parameter in &self.parameters {
            let value = values.get(&parameter.name);
            if value.is_some_and(|value| !parameter.kind.accepts(value)) {
                let message = format!("{} is {}", parameter.name, parameter.kind);
                faults.push(Diagnostic::new(0..0, message).help("give a value of this kind"));
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let (text, _) = read(&self.source);
        let lowered = lower(&text, values)?;
        Ok(lowered
            .program
            .into_game(lowered.players, self.about.clone()))
    }

    /// The game of a text that is a core term.
    fn term(&self) -> Result<Game, Diagnostic> {
        let term: core::Game = self.source.parse().map_err(|error: core::ReadError| {
            let rest = self.source[error.offset..].chars().next();
            let end = error.offset + rest.map_or(0, char::len_utf8);
            Diagnostic::new(error.offset..end, error.message).help("docs/core.md has the terms")
        })?;
        Ok(Game::of_term(&term, None).unwrap_or_else(|| Program::of_term(term)))
    }

    /// What the rules say of single positions (`example` lines), in a game of theirs.
    ///
    /// # Errors
    ///
    /// Where an example names no position or player of the game.
    pub fn examples(&self, game: &Game) -> Result<Vec<Example>, Diagnostics> {
        let (mut all, mut faults) = (Vec::new(), Vec::new());
        for example in &self.examples {
            match read_example(example, game) {
                Ok(example) => all.push(example),
                Err(fault) => faults.push(fault),
            }
        }
        match faults.is_empty() {
            true => Ok(all),
            false => Err(diagnostics(&self.origin, &self.source, faults)),
        }
    }

    /// A fault of the text found by other means, such as an example that is wrong.
    pub fn faulty(&self, faults: Vec<Diagnostic>) -> Diagnostics {
        diagnostics(&self.origin, &self.source, faults)
    }
}

/// What every game has to say.
fn missing(source: &str, text: &tree::Text, faults: &mut Vec<Diagnostic>) {
    let end = source.trim_end().len();
    let mut fault = |message: &str, help: &str| {
        // Where a line could not be read, it may be the one.
        if !faults.iter().any(|fault| !fault.is_warning) {
            faults.push(Diagnostic::new(end..end, message).help(help));
        }
    };
    if text.name.is_none() {
        fault("the game has no name", "start with: game \"NAME\"");
    }
    if text.parts.is_empty() {
        fault(
            "nothing says what a position is",
            "add a line such as: position heap: numbers",
        );
    }
    let heaps = |part: &tree::Part| {
        matches!(
            part.kind,
            tree::PartKind::Heaps | tree::PartKind::Sum { .. }
        )
    };
    if text.moves.is_empty() && !text.parts.iter().any(heaps) {
        fault("the game has no moves", "add a line: move ...");
    }
}

fn read_example(example: &tree::Example, game: &Game) -> Result<Example, Diagnostic> {
    let span = example.span.clone();
    let position = match &example.position {
        None => game.start.clone().ok_or_else(|| {
            Diagnostic::new(span.clone(), "the rules name no start")
                .help("write the position in place of «start»")
        })?,
        Some(text) => game
            .read(&text.text)
            .map_err(|error| Diagnostic::new(text.span.clone(), error.message).help(error.help))?,
    };
    let player = |word: &tree::Word| {
        let named = |player: &Player| game.player(*player) == word.text;
        Player::BOTH.into_iter().find(named).ok_or_else(|| {
            let [first, second] = &game.players;
            Diagnostic::new(
                word.span.clone(),
                format!("there is no player «{}»", word.text),
            )
            .help(format!("the players are {first} and {second}"))
        })
    };
    let by = example.by.as_ref().map(|by| match &by.kind {
        tree::ExprKind::Number(digits) => digits.parse::<IBig>().ok(),
        _ => None,
    });
    if by == Some(None) {
        return Err(
            Diagnostic::new(span, "by how much somebody wins is a number here")
                .help("such as: Ann wins by 2"),
        );
    }
    Ok(Example {
        position,
        player: example.player.as_ref().map_or(Ok(Player::First), player)?,
        winner: example.winner.as_ref().map(player).transpose()?,
        by: by.flatten(),
        span: example.span.clone(),
    })
}

fn parameters(text: &tree::Text) -> Vec<Parameter> {
    let parameter = |given: &tree::Given| Parameter {
        name: given.name.text.clone(),
        kind: given.kind.clone(),
        default: given.default.clone(),
    };
    text.givens.iter().map(parameter).collect()
}

/// Some value of a kind, to read a text by whose parameters nobody has given.
fn example_of(kind: &Kind) -> ParameterValue {
    let nodes = || vec!["a".to_string(), "b".to_string()];
    match kind {
        Kind::Set => ParameterValue::Set(vec![1, 2]),
        Kind::Number => ParameterValue::Number(3),
        Kind::Bits => ParameterValue::Bits(vec![true, false]),
        Kind::Grid(symbols) => ParameterValue::Grid(vec![symbols.clone()]),
        Kind::Graph => ParameterValue::Graph(nodes(), vec![(0, 1), (1, 0)]),
        Kind::Numbers => ParameterValue::Numbers(vec![1, 2, 3]),
        Kind::Text => ParameterValue::Text("ab".into()),
        Kind::Table => ParameterValue::Table(vec![vec![1, 2], vec![3, 4]]),
        Kind::Weighted | Kind::Coloured(_) => ParameterValue::Marked {
            nodes: nodes(),
            edges: vec![(0, 1, false)],
            marks: vec![0],
        },
    }
}

/// The text with its `example` lines left blank, and whether there are any.
fn without_examples(source: &str) -> (String, bool) {
    let mut plain = source.to_string();
    let mut found = false;
    for statement in split(source).1 {
        let text = &source[statement.span.clone()];
        if text.starts_with("example ") && text.contains(':') {
            let blank: String = text
                .bytes()
                .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
                .collect();
            plain.replace_range(statement.span, &blank);
            found = true;
        }
    }
    (plain, found)
}

/// Whether a text is a core term, not rules in words: no statement begins with a bracket.
fn is_term(source: &str) -> bool {
    let mut lines = source.lines().map(str::trim_start);
    lines
        .find(|line| !line.is_empty() && !line.starts_with(';'))
        .is_some_and(|line| line.starts_with('('))
}

/// Faults with the text that they are of, in the order of their places.
fn diagnostics(origin: &str, source: &str, mut faults: Vec<Diagnostic>) -> Diagnostics {
    if faults.is_empty() {
        let fault = Diagnostic::new(0..0, "these rules could not be read");
        faults.push(fault.help("say it in other words, one line at a time"));
    }
    faults.sort_by_key(|fault| fault.span.start);
    let cut = source.len() > crate::check::LONGEST;
    Diagnostics {
        origin: origin.to_string(),
        source: if cut {
            String::new()
        } else {
            source.to_string()
        },
        faults,
    }
}

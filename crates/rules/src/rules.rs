//! The rules of a game as text, read once for their errors and again for each set of values.
//!
//! A core term is read by the core. All else is read into a syntax tree (the parser), given its
//! meaning as a term (the lowering), and is then a game of the family that the term belongs to, or
//! of none.

use dashu_int::IBig;
use whowins_analysis::program::Program;
use whowins_analysis::{Game, Player, Position, closest};
use whowins_core as core;

use crate::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use crate::games::{Games, NoGames, with_games};
use crate::lower::{Lowered, Outline, lower, lower_open, outline};
use crate::parameters::{Kind, Parameter, ParameterValue, Parameters};
use crate::read::read;
use crate::repair::repair;
use crate::sound;
use crate::source::split;
use crate::tree;

/// The rules of a game as text, found to be without error; its parameters are still open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    origin: String,
    source: String,
    name: String,
    about: String,
    parameters: Vec<Parameter>,
    warnings: Vec<Diagnostic>,
    /// What the text says; `None` for a core term.
    text: Option<tree::Text>,
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
    /// Reads rules, or a term of the core calculus; `origin` is what messages call the text, such
    /// as a file's name.
    ///
    /// Faults that depend on the parameters' values are found later, by [`Rules::game`]. Linear in
    /// the length of the text; sixty brackets may be open at once.
    ///
    /// ```
    /// use whowins_rules::Rules;
    ///
    /// let rules = Rules::parse("take.game", "/// Take some.\ngame \"Take\"\ngiven s: set = {1, 3}\nposition n\nmove n -= k for k in s")?;
    /// assert_eq!((rules.name(), rules.about(), rules.parameters().len()), ("Take", "Take some.", 1));
    /// // All errors are told at once, each with its place and its mend.
    /// let errors = Rules::parse("bad.game", "game \"Bad\"\nposition n\nmove m -= 1\nmove q -= 1").expect_err("two names are unknown");
    /// assert_eq!(errors.errors.len(), 2);
    /// assert_eq!(errors.place(errors.errors[0].span.start), (3, 6));
    /// # Ok::<(), whowins_rules::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// All the errors of the text.
    pub fn parse(origin: &str, source: &str) -> Result<Self, Diagnostics> {
        Self::parse_with(origin, source, &NoGames)
    }

    /// The same, where a sum may name games whose rules are found elsewhere. [`Rules::source`] has
    /// them behind the text, so that it can be read by itself.
    ///
    /// # Errors
    ///
    /// As [`Rules::parse`], and where a sum names a game that is not found.
    pub fn parse_with(origin: &str, source: &str, games: &dyn Games) -> Result<Self, Diagnostics> {
        let whole =
            with_games(source, games).map_err(|errors| diagnostics(origin, source, errors))?;
        let source = whole.as_str();
        let mut rules = Self {
            origin: origin.to_string(),
            source: source.to_string(),
            name: String::new(),
            about: String::new(),
            parameters: Vec::new(),
            warnings: Vec::new(),
            text: None,
        };
        let refused = |errors| Err(diagnostics(origin, source, errors));
        if is_term(source) {
            return match rules.term() {
                Ok(game) => {
                    (rules.name, rules.about) = (game.name, game.about);
                    Ok(rules)
                }
                Err(error) => refused(vec![error]),
            };
        }
        let (text, warnings, mut errors) = checked(source);
        if !errors.is_empty() {
            errors.sort_by_key(|error| error.span.start);
            repair(source, &mut errors, &|text| match with_games(text, games) {
                Ok(whole) => checked(&whole).2,
                Err(errors) => errors,
            });
            return refused(errors);
        }
        rules.warnings = warnings;
        rules.name = text.name.clone().map_or_else(String::new, |name| name.text);
        rules.about.clone_from(&text.about);
        rules.parameters = parameters(&text);
        rules.text = Some(text);
        Ok(rules)
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
        self.text.is_none()
    }

    /// What the text says; `None` for a core term.
    pub(crate) fn text(&self) -> Option<&tree::Text> {
        self.text.as_ref()
    }

    /// What the rules say and their writer may not have meant; `None` where there is nothing of the
    /// kind.
    pub fn warnings(&self) -> Option<Diagnostics> {
        (!self.warnings.is_empty())
            .then(|| diagnostics(&self.origin, &self.source, self.warnings.clone()))
    }

    /// The parameters, in the order of the rules.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The game with these values of its parameters; those that have a default may be left out.
    ///
    /// ```
    /// use whowins_rules::{ParameterValue, Parameters, Rules};
    ///
    /// let rules = Rules::parse("take.game", "game \"Take\"\ngiven most: number\nposition n\nmove n -= k for k in 1..most")?;
    /// let values = Parameters::from([("most".to_string(), ParameterValue::Number(3))]);
    /// assert!(rules.game(&values)?.is_impartial());
    /// // Without its value there is no game.
    /// assert!(rules.game(&Parameters::new()).is_err());
    /// # Ok::<(), whowins_rules::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A value that is missing, of the wrong kind, of an unknown name, or at odds with the rules.
    pub fn game(&self, values: &Parameters) -> Result<Game, Diagnostics> {
        let mut errors = Vec::new();
        let known = |name: &String| self.parameters.iter().any(|p| p.name == *name);
        if let Some(unknown) = values.keys().find(|name| !known(name)) {
            let names: Vec<&str> = self.parameters.iter().map(|p| p.name.as_str()).collect();
            let help = match closest(unknown, names.iter().copied()) {
                Some(near) => did_you_mean(near),
                None if names.is_empty() => "this game has no parameters".into(),
                None => format!("its parameters are {}", names.join(", ")),
            };
            errors.push(
                Diagnostic::new(0..0, format!("the game has no parameter `{unknown}`")).help(help),
            );
        }
        let game = match &self.text {
            None => self.term().map_err(|error| vec![error]),
            Some(text) => lower(text, values)
                .and_then(|lowered| made(text, lowered))
                .map(|(game, _)| game),
        };
        match game {
            Ok(game) if errors.is_empty() => Ok(game),
            Ok(_) => Err(diagnostics(&self.origin, &self.source, errors)),
            Err(others) => {
                errors.extend(others);
                Err(diagnostics(&self.origin, &self.source, errors))
            }
        }
    }

    /// What each line of the text has become, with these values of its parameters; `None` for a
    /// core term, and for heaps and sums, whose lines have no command of their own.
    ///
    /// # Errors
    ///
    /// As [`Rules::game`].
    pub fn outline(&self, values: &Parameters) -> Result<Option<Outline>, Diagnostics> {
        self.game(values)?;
        let without = |part: &tree::Part| {
            matches!(
                part.kind,
                tree::PartKind::Heaps(_) | tree::PartKind::Sum { .. }
            )
        };
        match &self.text {
            Some(text) if !text.parts.iter().any(without) => {
                outline(text, values).map_err(|errors| self.faulty(errors))
            }
            _ => Ok(None),
        }
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

    /// What the rules say of single positions (`example` lines), in a game of theirs. Nothing is
    /// asked: whether it is so, an engine says.
    ///
    /// ```
    /// use whowins_rules::{Parameters, Rules};
    ///
    /// let rules = Rules::parse("take.game", "game \"Take\"\nposition n\nmove n -= k for k in 1..3\nexample 4: Second wins")?;
    /// let game = rules.game(&Parameters::new())?;
    /// let example = &rules.examples(&game)?[0];
    /// assert_eq!(game.show(&example.position), "4");
    /// assert_eq!(&rules.source()[example.span.clone()], "example 4: Second wins");
    /// # Ok::<(), whowins_rules::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where an example names no position or player of the game.
    pub fn examples(&self, game: &Game) -> Result<Vec<Example>, Diagnostics> {
        let text = self.text.as_ref();
        let (all, errors) = text.map_or_else(Default::default, |text| examples_of(text, game));
        match errors.is_empty() {
            true => Ok(all),
            false => Err(diagnostics(&self.origin, &self.source, errors)),
        }
    }

    /// An error of the text found by other means, such as an example that is wrong.
    pub fn faulty(&self, errors: Vec<Diagnostic>) -> Diagnostics {
        diagnostics(&self.origin, &self.source, errors)
    }
}

/// The game that a text means, and what it warns of.
pub(crate) fn made(
    text: &tree::Text,
    lowered: Lowered,
) -> Result<(Game, Vec<Diagnostic>), Vec<Diagnostic>> {
    let game = lowered.program.into_game(&lowered.spelling);
    let errors = sound::of_game(text, &lowered.spelling.moves, &game);
    match errors.is_empty() {
        true => Ok((game, lowered.warnings)),
        false => Err(errors),
    }
}

/// What a text warns of, whatever its parameters are. Of a parameter without a value several are
/// tried: an error of the text is found with each of them.
fn examined(text: &tree::Text) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let mut common: Option<Vec<Diagnostic>> = None;
    for sample in 0..SAMPLES {
        let mut values = Parameters::new();
        for given in text.givens.iter().filter(|given| given.default.is_none()) {
            values.insert(given.name.text.clone(), example_of(&given.kind, sample));
        }
        let is_open = !values.is_empty();
        let errors = match lower_open(text, &values).and_then(|lowered| made(text, lowered)) {
            Ok((game, warnings)) => {
                // What is at odds with values that nobody gave is no error.
                let (_, errors) = match is_open {
                    true => (Vec::new(), Vec::new()),
                    false => examples_of(text, &game),
                };
                return if errors.is_empty() {
                    Ok(warnings)
                } else {
                    Err(errors)
                };
            }
            Err(errors) => errors,
        };
        let errors: Vec<Diagnostic> = match common {
            None => errors,
            Some(before) => (before.into_iter())
                .filter(|error| errors.contains(error))
                .collect(),
        };
        if !is_open || errors.is_empty() {
            return if errors.is_empty() {
                Ok(Vec::new())
            } else {
                Err(errors)
            };
        }
        common = Some(errors);
    }
    Err(common.unwrap_or_default())
}

/// Whether it is known what the lines of a text speak of, so that they can be given a meaning.
fn is_told(text: &tree::Text) -> bool {
    !text.is_doubtful && !text.parts.is_empty() && (has_code(text) || !text.moves.is_empty())
}

fn has_code(text: &tree::Text) -> bool {
    let is_code = |part: &tree::Part| {
        matches!(
            part.kind,
            tree::PartKind::Heaps(Some(_)) | tree::PartKind::Sum { .. }
        )
    };
    text.parts.iter().any(is_code)
}

/// What every game has to say.
fn missing(text: &tree::Text, errors: &mut Vec<Diagnostic>) {
    // Where a line could not be read, it may be the one.
    if !errors.is_empty() {
        return;
    }
    let end = text.source.trim_end().len();
    let mut error = |at: crate::Span, message: &str, help: &str| {
        errors.push(Diagnostic::new(at, message).help(help));
    };
    let statements = split(&text.source).1;
    let Some(first) = statements.first() else {
        let first_character = text.source.chars().next().map_or(0, char::len_utf8);
        let help = "start with: game \"NAME\"";
        return error(0..first_character, "there are no rules here", help);
    };
    if text.name.is_none() {
        let help = "start with: game \"NAME\"";
        error(first.span.clone(), "the game has no name", help);
    }
    let steps = || text.moves.iter().flat_map(|one| &one.steps);
    let of_heaps = |step: &tree::Step| {
        matches!(
            step.kind,
            tree::StepKind::Take(..) | tree::StepKind::Split(_)
        )
    };
    let is_heaps = |part: &tree::Part| matches!(part.kind, tree::PartKind::Heaps(_));
    if text.parts.is_empty() {
        let help = match steps().any(of_heaps) {
            true => "add a line: position heaps",
            false => "add a line such as: position x, y; or: position heap: numbers",
        };
        error(end..end, "nothing says what a position is", help);
    }
    if text.moves.is_empty() && !has_code(text) {
        let help = match text.parts.iter().any(is_heaps) {
            true => "add a line such as: move take 1 or 2, leaving at most two heaps",
            false => "add a line such as: move x -= k for k >= 1",
        };
        error(end..end, "the rules have no `move` line", help);
    }
}

/// The examples of a text, and their errors.
fn examples_of(text: &tree::Text, game: &Game) -> (Vec<Example>, Vec<Diagnostic>) {
    let (mut all, mut errors) = (Vec::new(), Vec::new());
    for example in &text.examples {
        match read_example(example, game) {
            Ok(example) => all.push(example),
            Err(error) => errors.push(error),
        }
    }
    (all, errors)
}

fn read_example(example: &tree::Example, game: &Game) -> Result<Example, Diagnostic> {
    let span = example.span.clone();
    let position = match &example.position {
        None => game.start.clone().ok_or_else(|| {
            Diagnostic::new(span.clone(), "the rules name no start")
                .help("write the position in place of `start`")
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
                format!("there is no player `{}`", word.text),
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

/// So many values are tried for a parameter that has none.
const SAMPLES: usize = 3;

/// Some value of a kind, another for each sample.
fn example_of(kind: &Kind, sample: usize) -> ParameterValue {
    let long = sample as i64 + 2;
    let nodes: Vec<String> = ["a", "b", "c", "d"].map(String::from).to_vec();
    let nodes = nodes[..sample + 2].to_vec();
    let edges: Vec<(usize, usize)> = (1..nodes.len()).map(|to| (to - 1, to)).collect();
    match kind {
        Kind::Set => ParameterValue::Set([[1, 2], [2, 5], [1, 3]][sample % SAMPLES].to_vec()),
        Kind::Number => ParameterValue::Number([3, 1, 12][sample % SAMPLES]),
        Kind::Bits => ParameterValue::Bits((0..long).map(|at| at % 2 == 0).collect()),
        Kind::Grid(symbols) => ParameterValue::Grid(vec![symbols.repeat(1 + sample)]),
        Kind::Graph => {
            let both = edges
                .iter()
                .flat_map(|(from, to)| [(*from, *to), (*to, *from)]);
            ParameterValue::Graph(nodes, both.collect())
        }
        Kind::Numbers => ParameterValue::Numbers((1..=long).collect()),
        Kind::Text => ParameterValue::Text("abab"[..sample + 2].into()),
        Kind::Table => ParameterValue::Table(vec![(1..=long).collect(), (3..3 + long).collect()]),
        Kind::Weighted | Kind::Coloured(_) => ParameterValue::Marked {
            words: kind.words().to_vec(),
            nodes,
            marks: vec![0; edges.len()],
            edges: edges
                .into_iter()
                .map(|(from, to)| (from, to, false))
                .collect(),
        },
    }
}

/// Whether a text is a core term, not rules in words: no statement begins with a bracket.
pub(crate) fn is_term(source: &str) -> bool {
    let mut lines = source.lines().map(str::trim_start);
    lines
        .find(|line| !line.is_empty() && !line.starts_with(';'))
        .is_some_and(|line| line.starts_with('('))
}

/// Faults with the text that they are of, in the order of their places.
/// The syntax tree of a text in words, its warnings and its errors.
fn checked(source: &str) -> (tree::Text, Vec<Diagnostic>, Vec<Diagnostic>) {
    let (text, found) = read(source);
    let (mut warnings, mut errors): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|error| error.is_warning);
    missing(&text, &mut errors);
    errors.extend(sound::of_text(&text));
    if is_told(&text) {
        match examined(&text) {
            Ok(found) => warnings.extend(found),
            Err(others) => errors.extend(others),
        }
    }
    (text, warnings, errors)
}

pub(crate) fn diagnostics(origin: &str, source: &str, mut errors: Vec<Diagnostic>) -> Diagnostics {
    if errors.is_empty() {
        let error = Diagnostic::new(0..0, "these rules could not be read");
        errors.push(error.help("say it in other words, one line at a time"));
    }
    errors.sort_by_key(|error| error.span.start);
    let cut = source.len() > crate::read::LONGEST_TEXT;
    Diagnostics {
        origin: origin.to_string(),
        source: if cut {
            String::new()
        } else {
            source.to_string()
        },
        errors,
    }
}

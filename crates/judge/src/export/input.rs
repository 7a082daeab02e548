//! The main function of a solution: reads the input of a contest format, calls the solving
//! function, and writes the output.

use whowins::analysis::Game;
use whowins::contest::{Bound, Field, Format, Kind, OutputPiece, Question, Term, Times};

use super::Before;
use super::names::{Names, parameter};
use super::tree::{Expr, Op, Reading, Stmt, Type, Word, bin, call, get, len, num, var};

/// The form in which positions are passed to the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// This many numbers, each as an argument.
    Numbers(usize),
    /// One list of numbers without zeros.
    Heaps,
    /// One list of cells with these symbols.
    Cells(String),
    /// One row of these symbols, as the text of the input.
    Row(String),
    /// A map set by the query, with a border of this symbol, and the distance between rows. The
    /// start position is that of the map.
    Map(u8),
    /// A list with a complete state, parsed from a line.
    State,
}

/// The result of the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// True if the player to move wins, or the requested number.
    Plain,
    /// The score of the player to move minus the opponent's.
    Ahead,
}

impl Form {
    /// Returns the form for a game, or `None` for other kinds of positions.
    pub(crate) fn of(game: &Game) -> Option<Self> {
        if let Some(numbers) = game.numbers() {
            let plain = numbers.variables.iter().all(|one| one.words.is_empty());
            return plain.then_some(Self::Numbers(numbers.variables.len()));
        }
        if game.codes().is_some() {
            return Some(Self::Heaps);
        }
        if let Some(board) = game.board() {
            return board
                .row
                .then(|| Self::Cells(board.alphabet.iter().collect()));
        }
        let program = game.program()?;
        let single = |one: &whowins::analysis::program::Holding| matches!(&one.notation, whowins::analysis::program::Notation::Number { words } if words.is_empty());
        let whole = program.score.is_none() && program.parts.iter().all(single);
        whole.then_some(Self::Numbers(program.parts.len()))
    }

    /// Returns the names and types of the function's arguments.
    pub(crate) fn arguments(&self, game: &Game, names: &mut Names) -> Vec<(String, Type)> {
        match self {
            Self::Numbers(count) => {
                let own = |at: usize| {
                    let number = game.numbers().and_then(|all| all.variables.get(at));
                    let part = game.program().and_then(|program| program.parts.get(at));
                    match (number, part) {
                        (Some(one), _) => one.name.clone(),
                        (None, Some(part)) => part.name.clone(),
                        (None, None) => "n".into(),
                    }
                };
                (0..*count)
                    .map(|at| (names.give(&own(at)), Type::Int))
                    .collect()
            }
            Self::Heaps => vec![(names.give("heaps"), Type::List)],
            Self::Cells(_) => vec![(names.give("row"), Type::Small)],
            Self::Row(_) => vec![(names.give("row"), Type::Text)],
            Self::Map(_) => vec![
                (names.give("map"), Type::Signs),
                (names.give("wide"), Type::Int),
            ],
            Self::State => vec![(names.give("state"), Type::List)],
        }
    }
}

/// The main function under construction.
pub(crate) struct Main<'f> {
    format: &'f Format,
    shape: &'f Form,
    /// The parameters that the function takes after the position.
    parameters: &'f [String],
    reply: Reply,
    names: Names,
    /// The variable of each field.
    fields: Vec<String>,
    lines: bool,
    numbered: bool,
    /// The values computed after the parameters are read, and the level where that happens.
    before: Before,
    /// Their names in the functions and in the main function.
    renamed: Vec<(String, String)>,
    level: usize,
}

/// Returns the reason why a solution can't read a format.
fn unsuited(format: &Format, shape: &Form, parameters: &[String]) -> Option<String> {
    let rows = |field: &Field| matches!(field.kind, Kind::Rows { .. });
    if let Form::Map(_) = shape {
        return None;
    }
    if format.fields.iter().any(rows) {
        return Some("its input has maps, which solutions read of races alone".into());
    }
    let sets = format.sets.iter().all(|(name, template)| {
        template.fields().len() == 1 && parameters.contains(&parameter(name))
    });
    if !sets {
        return Some("its questions set parameters that the solution does not take".into());
    }
    let Some(position) = &format.position else {
        return Some("it names no position".into());
    };
    let fields = position.fields();
    let kinds: Vec<&Kind> = fields
        .iter()
        .map(|field| &format.fields[*field].kind)
        .collect();
    let suits = match (shape, kinds.as_slice()) {
        (_, [Kind::Position]) => true,
        (Form::Numbers(count), all) => {
            all.len() == *count && all.iter().all(|kind| matches!(kind, Kind::Number(..)))
        }
        (Form::Heaps, [Kind::Numbers(..) | Kind::Number(..)]) => true,
        (Form::Cells(alphabet) | Form::Row(alphabet), [Kind::Text(symbols, ..)]) => symbols
            .iter()
            .all(|symbol| alphabet.contains(*symbol as char)),
        _ => false,
    };
    (!suits).then(|| "its fields do not make the game's positions one by one".into())
}

impl<'f> Main<'f> {
    /// Starts the main function for a format. `parameters` are the arguments after the position.
    pub(crate) fn new(
        format: &'f Format,
        shape: &'f Form,
        parameters: &'f [String],
        reply: Reply,
    ) -> Result<Self, String> {
        if let Some(why) = unsuited(format, shape, parameters) {
            return Err(format!("the contest format of {}: {why}", format.title));
        }
        let whole_line =
            |field: &Field| matches!(field.kind, Kind::Numbers(None, ..) | Kind::Position);
        let lines = format.fields.iter().any(whole_line);
        let alone = format
            .levels
            .iter()
            .flat_map(|level| &level.lines)
            .all(|line| line.len() == 1);
        // The line of a state contains blanks.
        let tokens = *shape != Form::State
            && !format
                .fields
                .iter()
                .any(|field| matches!(field.kind, Kind::Numbers(None, ..)));
        if lines && !alone && !tokens {
            return Err(format!(
                "the contest format of {}: lines of numbers without a count can't be mixed with lines of several fields",
                format.title
            ));
        }
        let mut names = Names::default();
        let used = |at: usize| {
            let position = format
                .position
                .iter()
                .flat_map(|template| template.fields());
            let sets = format
                .sets
                .iter()
                .flat_map(|(_, template)| template.fields());
            let counts = format
                .levels
                .iter()
                .any(|level| level.times == Times::Counted(at));
            let bounds = format.fields.iter().filter_map(|field| match &field.kind {
                Kind::Rows { count, length, .. } => Some(count.terms.iter().chain(&length.terms)),
                _ => None,
            });
            let bounds = bounds.flatten().any(|(_, term)| term.field() == at);
            counts || bounds || position.chain(sets).any(|field| field == at)
        };
        let fields = (0..format.fields.len())
            .map(|at| {
                let name = names.give(&format.fields[at].name);
                if used(at) { name } else { format!("_{name}") }
            })
            .collect();
        let pieces = format.output.before.iter().chain(&format.output.after);
        let numbered = pieces
            .into_iter()
            .any(|piece| *piece == OutputPiece::Number);
        Ok(Self {
            format,
            shape,
            parameters,
            reply,
            names,
            fields,
            lines: lines && !tokens,
            numbered,
            before: Vec::new(),
            renamed: Vec::new(),
            level: 0,
        })
    }

    /// Returns the way in which words of the input are separated.
    pub(crate) fn reading(&self) -> Reading {
        let alphabet = match self.shape {
            Form::Cells(alphabet) | Form::Row(alphabet) => alphabet.clone(),
            _ => "01".into(),
        };
        Reading {
            lines: self.lines,
            alphabet,
        }
    }

    /// Returns the statements. `function` computes the answer. The values of `before` are computed
    /// after the parameters are read and passed to it.
    pub(crate) fn write(mut self, function: &str, before: &Before) -> Vec<Stmt> {
        let fields = self
            .format
            .sets
            .iter()
            .flat_map(|(_, template)| template.fields());
        self.level = fields
            .map(|field| self.format.fields[field].level)
            .max()
            .unwrap_or(0);
        let named = before.iter().map(|(name, kind, value)| {
            let renamed = self.names.give(name);
            self.renamed.push((name.clone(), renamed.clone()));
            (renamed, *kind, value.clone())
        });
        self.before = named.collect();
        let mut body = Vec::new();
        if self.numbered {
            body.push(Stmt::Let("line".into(), Type::Int, num(0)));
        }
        body.extend(self.level(0, function));
        body
    }

    fn level(&mut self, level: usize, function: &str) -> Vec<Stmt> {
        let format = self.format;
        let last = format.levels.len() - 1;
        let mut body = Vec::new();
        for field in format.fields_of(level) {
            body.extend(self.field(field));
        }
        if level == self.level {
            let fields = self.given();
            let own = |name: &str| {
                let parameter = self.parameters.iter().position(|one| one == name);
                let renamed = || self.renamed.iter().find(|(one, _)| one == name);
                parameter
                    .map(|at| fields[at].clone())
                    .or_else(|| renamed().map(|(_, own)| var(own)))
            };
            for (name, kind, value) in &self.before {
                body.push(Stmt::Let(name.clone(), *kind, value.with(&own)));
            }
        }
        if level == last {
            body.extend(self.question(function));
            return body;
        }
        let joined = format.output.joined && level + 1 == last;
        if joined {
            body.extend(self.piece(true));
        }
        let inner = self.level(level + 1, function);
        match format.levels[level + 1].times {
            Times::Counted(field) => {
                let name = self.names.give("i");
                body.push(Stmt::For(name, num(0), var(&self.fields[field]), inner));
            }
            Times::ToTheEnd => body.push(Stmt::While(Expr::More, inner)),
            Times::Once => body.extend(inner),
        }
        if joined {
            body.extend(self.piece(false));
        }
        body
    }

    fn field(&mut self, at: usize) -> Vec<Stmt> {
        let name = self.fields[at].clone();
        let (kind, read) = match (&self.format.fields[at].kind, self.shape) {
            (Kind::Rows { count, length, .. }, Form::Map(closed)) => {
                return self.rows(&name, *closed, count, length);
            }
            (Kind::Rows { .. }, _) => return Vec::new(),
            (Kind::Number(..), _) => (Type::Int, Type::Int),
            (Kind::Position, Form::State) | (Kind::Position | Kind::Text(..), Form::Row(_)) => {
                (Type::Text, Type::Text)
            }
            (Kind::Text(..), _) | (Kind::Position, Form::Cells(_)) => (Type::Small, Type::Small),
            (Kind::Position, Form::Numbers(1)) => (Type::Int, Type::Int),
            (Kind::Numbers(..) | Kind::Position, _) => (Type::List, Type::List),
        };
        vec![Stmt::Let(name, kind, Expr::Read(read))]
    }

    /// Reads rows of symbols into one list, with closed squares above, below and after each row.
    fn rows(&mut self, name: &str, closed: u8, count: &Bound, length: &Bound) -> Vec<Stmt> {
        let row = self.names.give("row");
        let wide = bin(Op::Add, self.bound(length), num(1));
        let closed_row = || Expr::Signs(closed, Box::new(wide.clone()));
        let next = vec![Expr::Read(Type::Text), Expr::Sign(closed)];
        vec![
            Stmt::Let(name.to_string(), Type::Signs, closed_row()),
            Stmt::For(
                row,
                num(0),
                self.bound(count),
                vec![Stmt::Append(name.to_string(), next)],
            ),
            Stmt::Append(name.to_string(), vec![closed_row()]),
        ]
    }

    /// Returns a bound as an expression of earlier fields.
    fn bound(&self, bound: &Bound) -> Expr {
        let mut all = num(bound.constant);
        for (plus, term) in &bound.terms {
            let own = match term {
                Term::Value(field) => var(&self.fields[*field]),
                Term::Length(field) => len(var(&self.fields[*field])),
            };
            let op = if *plus { Op::Add } else { Op::Sub };
            all = bin(op, all, own);
        }
        all
    }

    /// Returns the values of the parameters.
    fn given(&self) -> Vec<Expr> {
        let mut all = Vec::new();
        for own in self.parameters {
            let set = self
                .format
                .sets
                .iter()
                .find(|(name, _)| parameter(name) == *own);
            if let Some(field) = set.and_then(|(_, template)| template.fields().first().copied()) {
                all.push(var(&self.fields[field]));
            }
        }
        all
    }

    fn question(&self, function: &str) -> Vec<Stmt> {
        let format = self.format;
        let fields = format
            .position
            .as_ref()
            .map_or_else(Vec::new, |template| template.fields());
        let one_list = matches!(fields.as_slice(), [field] if matches!(format.fields[*field].kind, Kind::Position));
        let mut arguments: Vec<Expr> = match self.shape {
            Form::State => vec![call("state", vec![var(&self.fields[fields[0]])])],
            Form::Map(_) => Vec::new(),
            Form::Numbers(count) if one_list && *count > 1 => {
                let list = var(&self.fields[fields[0]]);
                (0..*count)
                    .map(|at| get(list.clone(), num(at as i64)))
                    .collect()
            }
            Form::Heaps if matches!(format.fields[fields[0]].kind, Kind::Number(..)) => {
                vec![Expr::List(vec![var(&self.fields[fields[0]])])]
            }
            _ => fields
                .iter()
                .map(|field| var(&self.fields[*field]))
                .collect(),
        };
        if self.before.is_empty() {
            arguments.extend(self.given());
        }
        if let Form::Map(_) = self.shape {
            let length = format.fields.iter().find_map(|field| match &field.kind {
                Kind::Rows { length, .. } => Some(bin(Op::Add, self.bound(length), num(1))),
                _ => None,
            });
            arguments.extend(length);
        }
        arguments.extend(self.before.iter().map(|(name, ..)| var(name)));
        let answer = call(function, arguments);
        let word = match (&format.question, self.reply) {
            (Question::Winner(first, second, Some(draw)), Reply::Ahead) => {
                Word::Sign(answer, first.clone(), second.clone(), draw.clone())
            }
            (Question::Winner(first, second, _), reply) => {
                let won = match reply {
                    Reply::Plain => answer,
                    Reply::Ahead => bin(Op::Lt, num(0), answer),
                };
                Word::Either(won, first.clone(), second.clone())
            }
            _ => Word::Number(answer),
        };
        if format.output.joined {
            return vec![Stmt::Say(vec![word])];
        }
        let mut body = self.piece(true);
        match body.last_mut() {
            Some(Stmt::Say(words)) => words.push(word),
            _ => body.push(Stmt::Say(vec![word])),
        }
        match (body.last_mut(), self.piece(false).pop()) {
            (Some(Stmt::Say(words)), Some(Stmt::Say(after))) => words.extend(after),
            (_, other) => body.extend(other),
        }
        body
    }

    /// Returns statements for the text before or after the answers of a line.
    fn piece(&self, before: bool) -> Vec<Stmt> {
        let output = &self.format.output;
        let pieces = if before {
            &output.before
        } else {
            &output.after
        };
        let mut words: Vec<Word> = pieces
            .iter()
            .map(|piece| match piece {
                OutputPiece::Text(text) => Word::Text(text.clone()),
                OutputPiece::Number => Word::Number(var("line")),
            })
            .collect();
        let mut body = Vec::new();
        if before && self.numbered {
            let next = bin(Op::Add, var("line"), num(1));
            body.push(Stmt::Set("line".into(), next));
        }
        if !before {
            words.push(Word::End);
        }
        if !words.is_empty() {
            body.push(Stmt::Say(words));
        }
        body
    }
}

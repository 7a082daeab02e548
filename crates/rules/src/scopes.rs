//! The names of a text: where each is declared, where it can be used, and where it is. For editors.

use crate::diagnostic::Span;
use crate::read::read;
use crate::read::scan::{first_token, is_name};
use crate::source::comment_start;
use crate::tree::{
    Action, Amount, Body, CellKind, Choice, Expr, ExprKind, PartKind, Pattern, PatternCell, Set,
    SetKind, Step, StepKind, Target, Terminal, Text, Word,
};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// A player.
    Player,
    /// A value left open by `given`.
    Parameter,
    /// A part of the position.
    Part,
    /// A word that a part or a parameter can be.
    Word,
    /// What `let` defines.
    Definition,
    /// An argument of a definition.
    Argument,
    /// What is chosen, gone through or remembered within a statement.
    Choice,
    /// A game that a sum is made of.
    Game,
}

/// A name of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// What it stands for.
    pub naming: Naming,
    /// Where it is declared: bytes of the text.
    pub declared: Span,
    /// Where it can be used: the whole text, or a statement.
    pub scope: Span,
    /// Where it stands, the declaration too, in the order of the text.
    pub uses: Vec<Span>,
}

/// All names that a text declares, in the order of their declarations; of a text with errors those
/// that can be read, of a core term none. Linear in the text but for its names: each token is
/// looked up among them.
///
/// ```
/// use whowins_rules::names;
///
/// let text = "game \"Nim\"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1";
/// let all = names(text);
/// let said: Vec<_> = all.iter().map(|name| (name.text.as_str(), name.uses.len())).collect();
/// assert_eq!(said, [("x", 2), ("y", 2), ("k", 2), ("k", 2)]);
/// ```
pub fn names(source: &str) -> Vec<Name> {
    if crate::rules::is_term(source) {
        return Vec::new();
    }
    let (text, _) = read(source);
    let mut found = Found::default();
    // Games of a sum stand below, each up to the next.
    let starts = text.games.iter().map(|game| game.name.span.start);
    let ends: Vec<usize> = starts.chain([source.len()]).collect();
    found.text(&text, 0..ends[0]);
    for (game, end) in text.games.iter().zip(&ends[1..]) {
        found.declare(&game.name, Naming::Game, &(0..source.len()));
        found.text(&game.text, game.name.span.start..*end);
    }
    let Found {
        mut names,
        counts,
        statement: _,
    } = found;
    names.sort_by_key(|name| (name.declared.start, name.scope.len()));
    // A second binding of the same name in a statement is the same name, wherever the first stands.
    let mut kept: Vec<Name> = Vec::new();
    for name in names {
        if !kept
            .iter()
            .any(|one| one.text == name.text && one.scope == name.scope)
        {
            kept.push(name);
        }
    }
    let inside = |span: &Span, all: &[Span]| {
        all.iter()
            .any(|one| one.start <= span.start && span.end <= one.end)
    };
    for (span, is_quoted) in tokens(source) {
        let word = &source[span.clone()];
        let is_kept = inside(&span, &text.kept) && !inside(&span, &counts);
        let holding = kept.iter_mut().filter(|name| {
            let is_told = match name.naming {
                // A position is written with the words of its parts.
                Naming::Word => !is_quoted && word.chars().nth(1).is_some(),
                Naming::Player => true,
                _ => !is_quoted && !is_kept,
            };
            name.text == word
                && (is_told || name.declared == span)
                && name.scope.start <= span.start
                && span.end <= name.scope.end
        });
        if let Some(name) = holding.min_by_key(|name| name.scope.len()) {
            name.uses.push(span);
        }
    }
    kept
}

/// The places of all words of a text that can be names, and of what stands in quotation marks,
/// without the marks; comments have none.
fn tokens(source: &str) -> Vec<(Span, bool)> {
    let mut all = Vec::new();
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let code = &line[..comment_start(line)];
        let mut at = 0;
        while at < code.len() {
            let token = first_token(&code[at..]);
            let end = at + token.len().max(1);
            let is_article =
                token == "a" && AFTER_ARTICLE.contains(&first_token(code[end..].trim_start()));
            if token.len() > 2 && token.starts_with('"') {
                all.push((start + at + 1..start + end - 1, true));
            } else if is_name(token) && !is_article {
                all.push((start + at..start + end, false));
            }
            at = end;
        }

        start += line.len();
    }
    all
}

/// Parts without a name of their own are called by what they are.
const KINDS: [&str; 7] = [
    "board",
    "row",
    "ring",
    "heaps",
    "octal",
    "hexadecimal",
    "sum",
];

/// `a` is no name before these words: `to a free neighbour`, `a player wins`.
const AFTER_ARTICLE: [&str; 5] = ["free", "neighbour", "neighbor", "player", "number"];

/// What a walk through the tree has come upon.
#[derive(Default)]
struct Found {
    names: Vec<Name>,
    /// Numbers within patterns, where names may stand: `(k own)`.
    counts: Vec<Span>,
    /// The statement that is walked through.
    statement: Span,
}

impl Found {
    fn declare(&mut self, word: &Word, naming: Naming, scope: &Span) {
        // Quotation marks are no part of a name.
        let Span { start, end } = word.span.clone();
        let marks = usize::from(end - start == word.text.len() + 2);
        self.names.push(Name {
            text: word.text.clone(),
            naming,
            declared: start + marks..end - marks,
            scope: scope.clone(),
            uses: Vec::new(),
        });
    }

    /// Within the statement.
    fn bind(&mut self, word: &Word) {
        let scope = self.statement.clone();
        self.declare(word, Naming::Choice, &scope);
    }

    fn text(&mut self, text: &Text, whole: Span) {
        for player in text.players.iter().flatten() {
            self.declare(&player.name, Naming::Player, &whole);
        }
        for given in &text.givens {
            self.declare(&given.name, Naming::Parameter, &whole);
        }
        for part in &text.parts {
            if !KINDS.contains(&part.name.text.as_str()) {
                self.declare(&part.name, Naming::Part, &whole);
            }
            if let PartKind::Words(words) = &part.kind {
                for word in words {
                    self.declare(word, Naming::Word, &whole);
                }
            }
        }
        for definition in &text.definitions {
            self.statement = definition.span.clone();
            self.declare(&definition.name, Naming::Definition, &whole);
            for argument in &definition.arguments {
                self.declare(argument, Naming::Argument, &definition.span);
            }
            match &definition.body {
                Body::Value(value) => self.expr(value),
                Body::Steps(steps) => self.steps(steps),
            }
        }
        for one in &text.moves {
            self.statement = one.span.clone();
            self.steps(&one.steps);
        }
        for rewrite in &text.follow_ups {
            self.statement = self.line_of(&text.source, &rewrite.span);
            self.rewrite(rewrite);
        }
        for end in &text.ends {
            self.statement = end.span.clone();
            end.when.iter().for_each(|when| self.expr(when));
            if let Some((when, _)) = &end.other {
                self.expr(when);
            }
        }
        if let Some((when, _)) = text.stuck.as_ref().and_then(|stuck| stuck.other.as_ref()) {
            self.expr(when);
        }
        for one in &text.finals {
            self.statement = one.span.clone();
            self.expr(&one.amount);
        }
    }

    /// The statement that a place lies in.
    fn line_of(&self, source: &str, span: &Span) -> Span {
        let (_, statements) = crate::source::split(source);
        let holding = statements
            .into_iter()
            .map(|statement| statement.span)
            .find(|one| one.start <= span.start && span.end <= one.end);
        holding.unwrap_or_else(|| span.clone())
    }

    fn steps(&mut self, steps: &[Step]) {
        steps.iter().for_each(|step| self.step(step));
    }

    fn step(&mut self, step: &Step) {
        match &step.kind {
            StepKind::Act {
                actions,
                choices,
                guard,
            } => {
                actions.iter().for_each(|action| self.action(action));
                self.choices(choices);
                guard.iter().for_each(|guard| self.expr(guard));
            }
            StepKind::Rewrite(rewrite) => self.rewrite(rewrite),
            StepKind::Walk { token, .. } => self.expr(token),
            StepKind::If(when, step) => {
                self.expr(when);
                self.step(step);
            }
            StepKind::IfPossible(step) | StepKind::May(step) => self.step(step),
            StepKind::OnlyIf(when) => self.expr(when),
            StepKind::ForEach(word, set, when, step) => {
                self.bind(word);
                self.set(set);
                when.iter().for_each(|when| self.expr(when));
                self.step(step);
            }
            StepKind::Choose(choices, when) => {
                self.choices(choices);
                when.iter().for_each(|when| self.expr(when));
            }
            StepKind::Let(all) => {
                for (word, value) in all {
                    self.bind(word);
                    self.expr(value);
                }
            }
            StepKind::Repeat(_) | StepKind::Split(_) => {}
            StepKind::Take(amounts, _) => {
                for amount in amounts {
                    if let Amount::In(set) = amount {
                        self.set(set);
                    }
                }
            }
        }
    }

    fn choices(&mut self, choices: &[Choice]) {
        for choice in choices {
            match choice {
                Choice::In(words, set) => {
                    words.iter().for_each(|word| self.bind(word));
                    self.set(set);
                }
                Choice::Between { name, low, high } => {
                    self.bind(name);
                    low.iter().for_each(|(low, _)| self.expr(low));
                    high.iter().for_each(|(_, high)| self.expr(high));
                }
            }
        }
    }

    fn action(&mut self, action: &Action) {
        let target = |found: &mut Self, target: &Target| {
            target.index.iter().for_each(|index| found.expr(index));
        };
        match action {
            Action::Write(to, _, value) | Action::Go(to, value) => {
                target(self, to);
                self.expr(value);
            }
            Action::Add(value, to) | Action::Remove(value, to) => {
                self.expr(value);
                target(self, to);
            }
            Action::Erase(to, first, last) => {
                target(self, to);
                self.expr(first);
                last.iter().for_each(|last| self.expr(last));
            }
            Action::Score(_, _, value) => self.expr(value),
            Action::Again(_) | Action::Pass(_) => {}
            Action::Call(_, arguments) => arguments.iter().for_each(|one| self.expr(one)),
        }
    }

    fn rewrite(&mut self, rewrite: &crate::tree::Rewrite) {
        self.pattern(&rewrite.left);
        self.pattern(&rewrite.right);
        let named = rewrite.at.iter().chain(&rewrite.to);
        named.for_each(|word| self.bind(word));
        rewrite.guard.iter().for_each(|guard| self.expr(guard));
    }

    fn pattern(&mut self, pattern: &Pattern) {
        for row in &pattern.rows {
            self.cells(&row.cells);
        }
    }

    fn cells(&mut self, cells: &[PatternCell]) {
        for cell in cells {
            match &cell.kind {
                CellKind::Times(count, _) => {
                    self.counts.push(count.span.clone());
                    self.expr(count);
                }
                CellKind::Run(_, cells) => self.cells(cells),
                _ => {}
            }
        }
    }

    fn set(&mut self, set: &Set) {
        match &set.kind {
            SetKind::Range(ends) | SetKind::Slice(_, _, ends) => {
                self.expr(&ends.0);
                self.expr(&ends.1);
            }
            SetKind::Listed(all) => {
                for (low, high) in all {
                    self.expr(low);
                    high.iter().for_each(|high| self.expr(high));
                }
            }
            SetKind::Of(expr) => self.expr(expr),
            SetKind::Digits(expr) | SetKind::Ends(expr) | SetKind::Neighbours(expr, _) => {
                self.expr(expr);
            }
            SetKind::Subsets(set) => self.set(set),
            SetKind::Cells(_)
            | SetKind::Places(..)
            | SetKind::Nodes(_)
            | SetKind::Edges(_)
            | SetKind::Squares(_) => {}
        }
        set.showing.iter().for_each(|shown| self.expr(shown));
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Number(_)
            | ExprKind::Name(..)
            | ExprKind::Symbol(_)
            | ExprKind::Own(_)
            | ExprKind::Node(_)
            | ExprKind::StartOf(_)
            | ExprKind::Stands(..) => {}
            ExprKind::Index(_, _, all) | ExprKind::Call(_, all) => {
                all.iter().for_each(|one| self.expr(one));
            }
            ExprKind::Slice(_, _, ends) => {
                self.expr(&ends.0);
                self.expr(&ends.1);
            }
            ExprKind::Bin(_, both) => {
                self.expr(&both.0);
                self.expr(&both.1);
            }
            ExprKind::Minus(one) | ExprKind::Not(one) => self.expr(one),
            ExprKind::Chain(first, rest) => {
                self.expr(first);
                rest.iter().for_each(|(_, one)| self.expr(one));
            }
            ExprKind::In(one, set) => {
                self.expr(one);
                self.set(set);
            }
            ExprKind::And(all) | ExprKind::Or(all) => all.iter().for_each(|one| self.expr(one)),
            ExprKind::Fold(_, body, choices, when) => {
                self.choices(choices);
                body.iter().for_each(|body| self.expr(body));
                when.iter().for_each(|when| self.expr(when));
            }
            ExprKind::FoldSet(_, set) | ExprKind::Is(_, set) => self.set(set),
            ExprKind::Has { pattern, over, .. } => {
                self.pattern(pattern);
                over.iter().for_each(|over| self.expr(over));
            }
            ExprKind::Connects {
                from, to, through, ..
            } => {
                for end in [from, to] {
                    if let Terminal::At(one) = end.as_ref() {
                        self.expr(one);
                    }
                }
                through.iter().for_each(|through| self.expr(through));
            }
        }
    }
}

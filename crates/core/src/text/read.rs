//! Parser of terms.

use std::rc::Rc;
use std::str::FromStr;

use dashu_int::IBig;

use super::tree::{Tree, parse};
use super::{OPS, ReadError};
use crate::check::{DEPTH, NODES};
use crate::term::{Array, Command, Const, End, Expr, Game, Op, Part, State};

/// A result, or an error message with its byte offset.
type Found<T> = Result<T, (usize, String)>;

/// The meaning of a name.
#[derive(Clone)]
enum Meaning<'t> {
    /// A bound variable.
    Level(usize),
    /// The argument of a definition, with the scope of the call.
    Argument(&'t Tree<'t>, Names<'t>),
}

/// The visible names, innermost first.
type Names<'t> = Option<Rc<Name<'t>>>;

struct Name<'t> {
    name: &'t str,
    meaning: Meaning<'t>,
    outer: Names<'t>,
}

/// The scope: visible names, number of bound variables, and nesting depth.
#[derive(Clone)]
struct Scope<'t> {
    names: Names<'t>,
    bound: usize,
    depth: usize,
}

impl<'t> Scope<'t> {
    const TOP: Self = Self {
        names: None,
        bound: 0,
        depth: 0,
    };

    fn find(&self, name: &str) -> Option<Meaning<'t>> {
        let mut names = &self.names;
        while let Some(node) = names {
            if node.name == name {
                return Some(node.meaning.clone());
            }
            names = &node.outer;
        }
        None
    }

    fn with(&self, name: &'t str, meaning: Meaning<'t>) -> Self {
        let outer = self.names.clone();
        let names = Some(Rc::new(Name {
            name,
            meaning,
            outer,
        }));
        Self {
            names,
            ..self.clone()
        }
    }

    /// Adds a variable.
    fn bind(&self, name: &'t str) -> Self {
        let bound = self.bound + 1;
        Self {
            bound,
            ..self.with(name, Meaning::Level(self.bound))
        }
    }

    /// Adds a variable without a name.
    fn hidden(&self) -> Self {
        let bound = self.bound + 1;
        Self {
            bound,
            ..self.clone()
        }
    }
}

struct Definition<'t> {
    name: &'t str,
    arguments: Vec<&'t str>,
    body: &'t Tree<'t>,
}

#[derive(Default)]
struct Reader<'t> {
    consts: Vec<&'t str>,
    parts: Vec<&'t str>,
    definitions: Vec<Definition<'t>>,
    nodes: usize,
}

fn fail<T>(tree: &Tree<'_>, message: impl Into<String>) -> Found<T> {
    Err((tree.at, message.into()))
}

fn number(tree: &Tree<'_>) -> Found<IBig> {
    let word = tree.word().unwrap_or("a list");
    match word.parse() {
        Ok(number) => Ok(number),
        Err(_) => fail(tree, format!("a number is expected, not `{word}`")),
    }
}

fn name<'t>(tree: &Tree<'t>) -> Found<&'t str> {
    match tree.word() {
        Some(word) => Ok(word),
        None => fail(tree, "a name is expected"),
    }
}

/// Returns a name after checking that it is new.
fn fresh<'t>(tree: &Tree<'t>, others: &[&str]) -> Found<&'t str> {
    match name(tree)? {
        word if others.contains(&word) => fail(tree, format!("`{word}` is there already")),
        word => Ok(word),
    }
}

/// Returns the first word of a list, and the rest.
fn form<'a, 't>(tree: &'a Tree<'t>) -> Found<(&'t str, &'a [Tree<'t>])> {
    match tree.list().and_then(<[_]>::split_first) {
        Some((head, rest)) => Ok((name(head)?, rest)),
        None => fail(tree, "a form such as (head ...) is expected"),
    }
}

impl<'t> Reader<'t> {
    /// Counts a node and descends one level.
    fn step(&mut self, tree: &Tree<'_>, scope: &Scope<'t>) -> Found<Scope<'t>> {
        self.nodes += 1;
        if self.nodes > NODES {
            return fail(tree, format!("the term has more than {NODES} parts"));
        }
        if scope.depth >= DEPTH {
            return fail(tree, format!("the term is nested more than {DEPTH} deep"));
        }
        let depth = scope.depth + 1;
        Ok(Scope {
            depth,
            ..scope.clone()
        })
    }

    /// Resolves an argument of a definition to its tree and scope. Returns other trees unchanged.
    fn meant(&self, tree: &'t Tree<'t>, scope: &Scope<'t>) -> (&'t Tree<'t>, Scope<'t>) {
        let (mut tree, mut scope) = (tree, scope.clone());
        while let Some(Meaning::Argument(argument, names)) =
            tree.word().and_then(|word| scope.find(word))
        {
            tree = argument;
            scope.names = names;
        }
        (tree, scope)
    }

    fn array(&self, tree: &'t Tree<'t>, scope: &Scope<'t>) -> Found<Array> {
        let (tree, _) = self.meant(tree, scope);
        let word = name(tree)?;
        let at = |names: &[&str]| names.iter().position(|one| *one == word);
        match (at(&self.parts), at(&self.consts)) {
            (Some(at), _) => Ok(Array::Part(at)),
            (_, Some(at)) => Ok(Array::Const(at)),
            _ => fail(tree, format!("there is no part or constant `{word}`")),
        }
    }

    fn part(&self, tree: &'t Tree<'t>, scope: &Scope<'t>) -> Found<usize> {
        match self.array(tree, scope)? {
            Array::Part(at) => Ok(at),
            Array::Const(_) => fail(tree, "a constant cannot be written"),
        }
    }

    /// Returns the body and the scope of a definition if the head names one.
    fn used(
        &self,
        tree: &'t Tree<'t>,
        scope: &Scope<'t>,
    ) -> Found<Option<(&'t Tree<'t>, Scope<'t>)>> {
        let (head, given) = form(tree)?;
        let Some(used) = self.definitions.iter().find(|one| one.name == head) else {
            return Ok(None);
        };
        let (wanted, found) = (used.arguments.len(), given.len());
        if wanted != found {
            let message = format!("`{head}` takes {wanted} arguments, not {found}");
            return fail(tree, message);
        }
        let mut inside = Scope {
            names: None,
            ..scope.clone()
        };
        for (argument, tree) in used.arguments.iter().zip(given) {
            let meaning = Meaning::Argument(tree, scope.names.clone());
            inside = inside.with(argument, meaning);
        }
        Ok(Some((used.body, inside)))
    }

    fn expr(&mut self, tree: &'t Tree<'t>, scope: &Scope<'t>) -> Found<Expr> {
        let (tree, scope) = self.meant(tree, scope);
        let scope = &self.step(tree, &scope)?;
        if let Some(word) = tree.word() {
            if let Ok(number) = word.parse() {
                return Ok(Expr::Num(number));
            }
            if let Some(Meaning::Level(level)) = scope.find(word) {
                return Ok(Expr::Var(level));
            }
            return match self.array(tree, scope) {
                Ok(array) => Ok(Expr::get(array, Expr::num(0))),
                Err(_) => fail(tree, format!("nothing is called `{word}` here")),
            };
        }
        if let Some((body, inside)) = self.used(tree, scope)? {
            return self.expr(body, &inside);
        }
        let (head, rest) = form(tree)?;
        if let Some((_, op)) = OPS.iter().find(|(word, _)| *word == head) {
            return self.chain(tree, *op, rest, scope);
        }
        match (head, rest) {
            ("get", [array, index]) => {
                let array = self.array(array, scope)?;
                Ok(Expr::get(array, self.expr(index, scope)?))
            }
            ("get", [array, index, default]) => {
                let array = self.array(array, scope)?;
                let index = self.expr(index, scope)?;
                let (default, _) = self.meant(default, scope);
                Ok(Expr::get_or(array, index, number(default)?))
            }
            ("len", [array]) => Ok(Expr::Len(self.array(array, scope)?)),
            ("if", [condition, yes, no]) => Ok(Expr::ite(
                self.expr(condition, scope)?,
                self.expr(yes, scope)?,
                self.expr(no, scope)?,
            )),
            ("fold", [v, result, lo, hi, init, body]) => {
                let inside = scope.bind(name(v)?).bind(name(result)?);
                Ok(Expr::fold(
                    self.expr(lo, scope)?,
                    self.expr(hi, scope)?,
                    self.expr(init, scope)?,
                    self.expr(body, &inside)?,
                ))
            }
            _ => self.sugar(tree, head, rest, scope),
        }
    }

    /// Parses `(op a b c)` as `(op (op a b) c)`.
    fn chain(
        &mut self,
        tree: &'t Tree<'t>,
        op: Op,
        given: &'t [Tree<'t>],
        scope: &Scope<'t>,
    ) -> Found<Expr> {
        let [first, rest @ ..] = given else {
            return fail(tree, "an operation takes two arguments");
        };
        if rest.is_empty() {
            return fail(tree, "an operation takes two arguments");
        }
        let mut whole = self.expr(first, scope)?;
        for one in rest {
            let mut scope = scope.clone();
            scope.depth += rest.len();
            whole = Expr::bin(op, whole, self.expr(one, &scope)?);
        }
        Ok(whole)
    }

    fn sugar(
        &mut self,
        tree: &'t Tree<'t>,
        head: &str,
        rest: &'t [Tree<'t>],
        scope: &Scope<'t>,
    ) -> Found<Expr> {
        match (head, rest) {
            ("not", [x]) => Ok(!self.expr(x, scope)?),
            ("!=", [x, y]) => {
                let (x, y) = (self.expr(x, scope)?, self.expr(y, scope)?);
                Ok(!Expr::bin(Op::Eq, x, y))
            }
            (">" | ">=", [x, y]) => {
                let op = if head == ">" { Op::Lt } else { Op::Le };
                let (x, y) = (self.expr(x, scope)?, self.expr(y, scope)?);
                Ok(Expr::bin(op, y, x))
            }
            ("and" | "or", [first, rest @ ..]) => {
                let inside = self.step(tree, scope)?;
                let mut all = vec![self.expr(first, &inside)?];
                let mut scope = inside;
                for one in rest {
                    scope = self.step(tree, &scope)?;
                    all.push(self.expr(one, &scope)?);
                }
                let both = |rest, one: Expr| match head {
                    "and" => one.and(rest),
                    _ => one.or(rest),
                };
                let whole = all.into_iter().rev().reduce(both);
                Ok(whole.unwrap_or_else(|| Expr::num(1)))
            }
            ("let", [v, value, body]) => {
                let inside = scope.hidden().bind(name(v)?);
                let value = self.expr(value, scope)?;
                let body = self.expr(body, &inside)?;
                Ok(Expr::fold(Expr::num(0), Expr::num(1), value, body))
            }
            ("sum" | "count" | "xors" | "all" | "any", [v, lo, hi, body]) => {
                let (lo, hi) = (self.expr(lo, scope)?, self.expr(hi, scope)?);
                let inside = scope.bind(name(v)?).hidden();
                let (so_far, body) = (Expr::Var(scope.bound + 1), self.expr(body, &inside)?);
                let init = Expr::num(i64::from(head == "all"));
                let body = match head {
                    "all" => so_far.and(body),
                    "any" => so_far.or(body),
                    "xors" => Expr::bin(Op::Xor, so_far, body),
                    _ => Expr::bin(Op::Add, so_far, body),
                };
                Ok(Expr::fold(lo, hi, init, body))
            }
            _ => {
                let count = rest.len();
                fail(
                    tree,
                    format!("`{head}` with {count} arguments isn't an expression"),
                )
            }
        }
    }

    fn commands(&mut self, trees: &'t [Tree<'t>], scope: &Scope<'t>) -> Found<Vec<Command>> {
        trees.iter().map(|tree| self.command(tree, scope)).collect()
    }

    fn command(&mut self, tree: &'t Tree<'t>, scope: &Scope<'t>) -> Found<Command> {
        let (tree, scope) = self.meant(tree, scope);
        let scope = &self.step(tree, &scope)?;
        if let Some(word) = tree.word() {
            return match word {
                "skip" => Ok(Command::SKIP),
                _ => fail(tree, format!("a command is expected, not `{word}`")),
            };
        }
        if let Some((body, inside)) = self.used(tree, scope)? {
            return self.command(body, &inside);
        }
        let (head, rest) = form(tree)?;
        match (head, rest) {
            ("guard", [condition]) => Ok(Command::Guard(self.expr(condition, scope)?)),
            ("seq", all) => Ok(Command::Seq(self.commands(all, scope)?)),
            ("alt", all) => Ok(Command::Alt(self.commands(all, scope)?)),
            ("when", [condition, yes]) => {
                let condition = self.expr(condition, scope)?;
                Ok(Command::when(condition, self.command(yes, scope)?))
            }
            ("when", [condition, yes, no]) => {
                let condition = self.expr(condition, scope)?;
                let (yes, no) = (self.command(yes, scope)?, self.command(no, scope)?);
                Ok(Command::When(condition, Box::new(yes), Box::new(no)))
            }
            ("choose" | "loop", [v, lo, hi, body]) => {
                let (lo, hi) = (self.expr(lo, scope)?, self.expr(hi, scope)?);
                let body = Box::new(self.command(body, &scope.bind(name(v)?))?);
                Ok(match head {
                    "choose" => Command::Choose(lo, hi, body),
                    _ => Command::Loop(lo, hi, body),
                })
            }
            ("repeat", [fuel, body]) => {
                let fuel = self.expr(fuel, scope)?;
                Ok(Command::Repeat(fuel, Box::new(self.command(body, scope)?)))
            }
            ("let", [v, value, body]) => {
                let value = self.expr(value, scope)?;
                let next = Expr::bin(Op::Add, value.clone(), Expr::num(1));
                let body = self.command(body, &scope.bind(name(v)?))?;
                Ok(Command::choose(value, next, body))
            }
            ("set", [part, value]) => {
                let part = self.part(part, scope)?;
                Ok(Command::set(part, self.expr(value, scope)?))
            }
            ("set", [part, index, value]) => {
                let part = self.part(part, scope)?;
                let index = self.expr(index, scope)?;
                Ok(Command::Set(part, index, self.expr(value, scope)?))
            }
            ("splice", [part, index, count, values @ ..]) => {
                let part = self.part(part, scope)?;
                let index = self.expr(index, scope)?;
                let count = self.expr(count, scope)?;
                let values = values.iter().map(|value| self.expr(value, scope));
                Ok(Command::Splice(
                    part,
                    index,
                    count,
                    values.collect::<Found<_>>()?,
                ))
            }
            _ => {
                let count = rest.len();
                fail(
                    tree,
                    format!("`{head}` with {count} arguments isn't a command"),
                )
            }
        }
    }

    fn item(&mut self, tree: &'t Tree<'t>, game: &mut Game) -> Found<()> {
        let top = &Scope::TOP;
        match form(tree)? {
            ("const", [word, values @ ..]) => {
                let name = fresh(word, &[&self.consts[..], &self.parts].concat())?;
                self.consts.push(name);
                game.consts.push(Const {
                    name: name.into(),
                    values: values.iter().map(number).collect::<Found<_>>()?,
                });
            }
            ("part", [word, least, most]) => {
                let name = fresh(word, &[&self.consts[..], &self.parts].concat())?;
                self.parts.push(name);
                game.parts.push(Part {
                    name: name.into(),
                    least: number(least)?,
                    most: match most.word() {
                        Some("-") => None,
                        _ => Some(number(most)?),
                    },
                });
            }
            ("def", [head, body]) => {
                let (word, arguments) = form(head)?;
                let known: Vec<&str> = self.definitions.iter().map(|one| one.name).collect();
                if known.contains(&word) {
                    return fail(head, format!("`{word}` is there already"));
                }
                let arguments = arguments.iter().map(name).collect::<Found<_>>()?;
                self.definitions.push(Definition {
                    name: word,
                    arguments,
                    body,
                });
            }
            ("tier", [command]) => game.tiers.push(self.command(command, top)?),
            ("end", [when, pays]) => game.ends.push(End {
                when: self.expr(when, top)?,
                pays: self.expr(pays, top)?,
            }),
            ("stuck", [pays]) => game.stuck = self.expr(pays, top)?,
            ("blocks", [count]) => match u32::try_from(&number(count)?) {
                Ok(blocks) => game.blocks = blocks,
                Err(_) => return fail(count, "the number of blocked options is too large"),
            },
            ("endless", [pays]) => game.endless = Some(self.expr(pays, top)?),
            ("start", arrays) => {
                let array = |tree: &Tree<'t>| match tree.list() {
                    Some(list) => list.iter().map(number).collect(),
                    None => fail(tree, "an array is a list in brackets, such as (3)"),
                };
                let state: State = arrays.iter().map(array).collect::<Found<_>>()?;
                if let Err(why) = game.admits(&state) {
                    return fail(tree, format!("this isn't a state: {why}"));
                }
                game.starts.push(state);
            }
            (head, rest) => {
                let count = rest.len();
                let message = format!("`{head}` with {count} arguments isn't an item of a game");
                return fail(tree, message);
            }
        }
        Ok(())
    }

    fn game(&mut self, tree: &'t Tree<'t>) -> Found<Game> {
        let ("game", [word, items @ ..]) = form(tree)? else {
            return fail(tree, "a game is (game NAME ...)");
        };
        let mut game = Game {
            name: name(word)?.into(),
            consts: Vec::new(),
            parts: Vec::new(),
            tiers: Vec::new(),
            ends: Vec::new(),
            stuck: Expr::num(0),
            blocks: 0,
            endless: None,
            starts: Vec::new(),
        };
        for item in items {
            self.item(item, &mut game)?;
        }
        match game.check() {
            Ok(()) => Ok(game),
            Err(fault) => fail(tree, fault.to_string()),
        }
    }
}

impl FromStr for Game {
    type Err = ReadError;

    /// Parses a term and validates it with [`Game::check`].
    fn from_str(text: &str) -> Result<Self, ReadError> {
        let tree = parse(text)?;
        let mut reader = Reader::default();
        let found = reader.game(&tree);
        found.map_err(|(at, message)| ReadError::new(text, at, message))
    }
}

//! Name resolution and type check of a generated program.
//!
//! Every variable, function and constant gets a name that is unique where it is visible, so that
//! code generators don't need to know the surrounding names. Everything that is used must be
//! declared with the right type. A program that passes compiles in all languages.
//!
//! Start reading at [`resolve`].

use std::collections::{HashMap, HashSet};

use super::names::identifiers;
use super::tree::{Constant, Expr, Function, Op, Solution, Stmt, Type, Word};

/// The type of an expression, where contexts distinguish types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Int,
    Bool,
    List,
    Text,
    /// One symbol of a text.
    Symbol,
}

impl From<Type> for Kind {
    fn from(kind: Type) -> Self {
        match kind {
            Type::Int => Self::Int,
            Type::Bool => Self::Bool,
            Type::List | Type::Small | Type::Store | Type::Queue => Self::List,
            Type::Text | Type::Signs => Self::Text,
        }
    }
}

type Checked<T> = Result<T, String>;

/// The new name of a function, with its argument and result types.
struct Signature {
    name: String,
    takes: Vec<Kind>,
    gives: Kind,
}

/// The global names.
struct Globals {
    /// The new name of each constant, and true for a list.
    constants: HashMap<String, (String, bool)>,
    functions: HashMap<String, Signature>,
    taken: HashSet<String>,
}

/// The variables of one function.
struct Scope<'g> {
    globals: &'g Globals,
    /// Name, new name and type of each visible variable, innermost last.
    visible: Vec<(String, String, Type)>,
    /// The type of each new name in this function. A name has only one type.
    types: HashMap<String, Type>,
    /// The result type of the function; `None` in the main function.
    gives: Option<Kind>,
}

/// Gives final names to everything in a program, and checks it.
///
/// # Errors
///
/// Returns the undeclared name or wrong type, which is a bug of the generator.
pub(super) fn resolve(solution: &mut Solution) -> Checked<()> {
    let globals = Globals::of(solution);
    for (name, _) in &mut solution.constants {
        name.clone_from(&globals.constants[name.as_str()].0);
    }
    for function in &mut solution.functions {
        let written = function.name.clone();
        let in_function = |why: String| format!("in the function {written}: {why}");
        globals.function(function).map_err(in_function)?;
    }
    Scope::new(&globals, None).block(&mut solution.main)
}

impl Globals {
    fn of(solution: &Solution) -> Self {
        let mut taken = HashSet::new();
        let mut all = Self {
            constants: HashMap::new(),
            functions: HashMap::new(),
            taken: HashSet::new(),
        };
        let mut new = |name: &str| {
            let mut free = identifiers(name).filter(|shown| !taken.contains(shown));
            let shown = free.next().unwrap_or_default();
            taken.insert(shown.clone());
            shown
        };
        for (name, constant) in &solution.constants {
            let is_list = matches!(constant, Constant::List(_));
            all.constants.insert(name.clone(), (new(name), is_list));
        }
        for function in &solution.functions {
            let takes = function.arguments.iter().map(|(_, kind)| (*kind).into());
            let signature = Signature {
                name: new(&function.name),
                takes: takes.collect(),
                gives: function.gives.into(),
            };
            all.functions.insert(function.name.clone(), signature);
        }
        let mut provided = |name: &str, takes: &[Kind], gives: Kind| {
            let signature = Signature {
                name: name.into(),
                takes: takes.to_vec(),
                gives,
            };
            let known = all.functions.entry(name.into());
            known.or_insert(signature);
        };
        provided("zeros", &[Kind::Int], Kind::List);
        provided("filled", &[Kind::Int, Kind::Int], Kind::List);
        if solution.reader.is_some() {
            provided("state", &[Kind::Text], Kind::List);
        }
        all.taken = taken;
        all
    }

    fn function(&self, function: &mut Function) -> Checked<()> {
        let mut scope = Scope::new(self, Some(function.gives.into()));
        for (name, kind) in &mut function.arguments {
            *name = scope.declare(name, *kind);
        }
        function
            .name
            .clone_from(&self.functions[&function.name].name);
        scope.block(&mut function.body)
    }
}

impl<'g> Scope<'g> {
    fn new(globals: &'g Globals, gives: Option<Kind>) -> Self {
        Self {
            globals,
            visible: Vec::new(),
            types: HashMap::new(),
            gives,
        }
    }

    /// Declares a variable and returns its new name.
    fn declare(&mut self, name: &str, kind: Type) -> String {
        let is_free = |shown: &String| {
            !self.globals.taken.contains(shown)
                && self.visible.iter().all(|(_, known, _)| known != shown)
                && self.types.get(shown).is_none_or(|known| *known == kind)
        };
        let shown = identifiers(name).find(is_free).unwrap_or_default();
        self.types.insert(shown.clone(), kind);
        self.visible.push((name.into(), shown.clone(), kind));
        shown
    }

    /// Returns the new name and the type of a variable.
    fn variable(&self, name: &str) -> Checked<(String, Type)> {
        let mut inner_first = self.visible.iter().rev();
        let found = inner_first.find(|(known, ..)| known == name);
        found.map_or_else(
            || Err(format!("{name} is used and not declared")),
            |(_, shown, kind)| Ok((shown.clone(), *kind)),
        )
    }

    fn rename(&self, name: &mut String) -> Checked<Type> {
        let (shown, kind) = self.variable(name)?;
        *name = shown;
        Ok(kind)
    }

    /// Resolves statements in a new scope.
    fn block(&mut self, body: &mut [Stmt]) -> Checked<()> {
        let outside = self.visible.len();
        for one in body {
            self.statement(one)?;
        }
        self.visible.truncate(outside);
        Ok(())
    }

    /// Resolves a loop body with its loop variable.
    fn repeated(&mut self, name: &mut String, body: &mut [Stmt]) -> Checked<()> {
        let outside = self.visible.len();
        *name = self.declare(name, Type::Int);
        self.block(body)?;
        self.visible.truncate(outside);
        Ok(())
    }

    fn statement(&mut self, one: &mut Stmt) -> Checked<()> {
        match one {
            Stmt::Let(name, kind, value) => {
                self.want((*kind).into(), value)?;
                *name = self.declare(name, *kind);
            }
            Stmt::Set(name, value) => {
                let kind = self.rename(name)?;
                self.want(kind.into(), value)?;
            }
            Stmt::Put(name, at, value) => {
                is(Kind::List, self.rename(name)?.into(), name)?;
                self.want(Kind::Int, at)?;
                self.want(Kind::Int, value)?;
            }
            Stmt::Push(name, value) => {
                is(Kind::List, self.rename(name)?.into(), name)?;
                self.want(Kind::Int, value)?;
            }
            Stmt::Append(name, all) => {
                is(Kind::Text, self.rename(name)?.into(), name)?;
                for one in all {
                    let kind = self.expression(one)?;
                    let is_text = matches!(kind, Kind::Text | Kind::Symbol);
                    is(Kind::Text, if is_text { Kind::Text } else { kind }, name)?;
                }
            }
            Stmt::If(condition, yes, no) => {
                self.want(Kind::Bool, condition)?;
                self.block(yes)?;
                self.block(no)?;
            }
            Stmt::For(name, from, to, body) | Stmt::Every(name, from, to, _, body) => {
                self.want(Kind::Int, from)?;
                self.want(Kind::Int, to)?;
                self.repeated(name, body)?;
            }
            Stmt::While(condition, body) => {
                self.want(Kind::Bool, condition)?;
                self.block(body)?;
            }
            Stmt::Each(name, list, body) | Stmt::Through(name, list, body) => {
                is(Kind::List, self.rename(list)?.into(), list)?;
                self.repeated(name, body)?;
            }
            Stmt::Return(value) => {
                let gives = self.gives.ok_or("the main part returns a value")?;
                self.want(gives, value)?;
            }
            Stmt::Say(words) => {
                for word in words {
                    match word {
                        Word::Number(x) | Word::Sign(x, ..) => self.want(Kind::Int, x)?,
                        Word::Either(x, ..) => self.want(Kind::Bool, x)?,
                        Word::Text(_) | Word::End => {}
                    }
                }
            }
            Stmt::Continue | Stmt::Note(_) => {}
        }
        Ok(())
    }

    /// Checks the type of an expression.
    fn want(&self, kind: Kind, x: &mut Expr) -> Checked<()> {
        let found = self.expression(x)?;
        is(kind, found, x)
    }

    /// Renames the variables of an expression and returns its type.
    fn expression(&self, x: &mut Expr) -> Checked<Kind> {
        Ok(match x {
            Expr::Num(_) => Kind::Int,
            Expr::Bool(_) | Expr::More => Kind::Bool,
            Expr::Sign(_) => Kind::Symbol,
            Expr::Read(kind) => (*kind).into(),
            Expr::Var(name) => match self.globals.constants.get(name.as_str()) {
                Some((shown, true)) if self.variable(name).is_err() => {
                    name.clone_from(shown);
                    Kind::List
                }
                _ => self.rename(name)?.into(),
            },
            Expr::Digit(name, at) => {
                self.want(Kind::Int, at)?;
                let known = self.globals.constants.get(name.as_str());
                let (shown, _) = known.ok_or_else(|| format!("{name} isn't a constant"))?;
                name.clone_from(shown);
                Kind::Int
            }
            Expr::List(all) => {
                for one in all {
                    self.want(Kind::Int, one)?;
                }
                Kind::List
            }
            Expr::Not(inner) => {
                self.want(Kind::Bool, inner)?;
                Kind::Bool
            }
            Expr::Len(list) => match self.expression(list)? {
                Kind::List | Kind::Text => Kind::Int,
                other => return is(Kind::List, other, list).map(|()| other),
            },
            Expr::Copy(list) => {
                self.want(Kind::List, list)?;
                Kind::List
            }
            Expr::Get(list, at) => {
                self.want(Kind::Int, at)?;
                match self.expression(list)? {
                    Kind::List => Kind::Int,
                    Kind::Text => Kind::Symbol,
                    other => return is(Kind::List, other, list).map(|()| other),
                }
            }
            Expr::Signs(_, many) => {
                self.want(Kind::Int, many)?;
                Kind::Text
            }
            Expr::Find(text, _) => {
                self.want(Kind::Text, text)?;
                Kind::Int
            }
            Expr::If(condition, yes, no) => {
                self.want(Kind::Bool, condition)?;
                let kind = self.expression(yes)?;
                self.want(kind, no)?;
                kind
            }
            Expr::Bin(op, x, y) => {
                let (takes, gives) = match op {
                    Op::And | Op::Or => (Kind::Bool, Kind::Bool),
                    Op::Eq | Op::Ne => {
                        let kind = self.expression(x)?;
                        self.want(kind, y)?;
                        return Ok(Kind::Bool);
                    }
                    Op::Lt | Op::Le => (Kind::Int, Kind::Bool),
                    _ => (Kind::Int, Kind::Int),
                };
                self.want(takes, x)?;
                self.want(takes, y)?;
                gives
            }
            Expr::Call(name, all) => self.call(name, all)?,
        })
    }

    fn call(&self, name: &mut String, all: &mut [Expr]) -> Checked<Kind> {
        let (before, own) = match name.strip_prefix("look_") {
            Some(own) => ("look_", own),
            None => ("", name.as_str()),
        };
        let known = self.globals.functions.get(own);
        let known = known.ok_or_else(|| format!("{name} is called and not declared"))?;
        if known.takes.len() != all.len() {
            return Err(format!("{name} is called with {} arguments", all.len()));
        }
        for (kind, one) in known.takes.iter().zip(all) {
            self.want(*kind, one)?;
        }
        *name = format!("{before}{}", known.name);
        Ok(known.gives)
    }
}

/// Checks that two types are equal.
fn is(wanted: Kind, found: Kind, what: &dyn std::fmt::Debug) -> Checked<()> {
    match wanted == found {
        true => Ok(()),
        false => Err(format!("{what:?} is {found:?}, expected {wanted:?}")),
    }
}

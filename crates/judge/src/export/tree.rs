//! The syntax tree of exported solutions, independent of the language.
//!
//! It has integers, Booleans and lists of integers, optionally memoized functions, loops, and input
//! and output of words. Only [`super::print`] knows the languages.

/// The type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Int,
    Bool,
    List,
    /// A list of one-byte numbers: cells, outcomes.
    Small,
    /// A list that a function modifies for its caller.
    Store,
    /// A word or line of the input.
    Text,
    /// Symbols of the input, which can be extended.
    Signs,
    /// A growing list.
    Queue,
}

/// An operation or a comparison of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Add,
    Sub,
    Mul,
    /// Division of a nonnegative number by a positive one.
    Div,
    /// The remainder, with the same condition.
    Rem,
    Min,
    Max,
    Xor,
    BitAnd,
    BitOr,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    And,
    Or,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expr {
    Num(i64),
    Bool(bool),
    Var(String),
    /// A list literal.
    List(Vec<Expr>),
    Bin(Op, Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    /// An element of a list.
    Get(Box<Expr>, Box<Expr>),
    /// A digit of a constant text.
    Digit(String, Box<Expr>),
    Len(Box<Expr>),
    /// A modifiable copy of a list.
    Copy(Box<Expr>),
    Call(String, Vec<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The next word of the input: a number, numbers separated by commas or blanks, cells as
    /// indices of the alphabet, or the word itself.
    Read(Type),
    /// True if there are more words.
    More,
    /// A symbol of the input.
    Sign(u8),
    /// This many copies of a symbol.
    Signs(u8, Box<Expr>),
    /// The first index of a symbol.
    Find(Box<Expr>, u8),
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stmt {
    Let(String, Type, Expr),
    Set(String, Expr),
    /// An assignment to an element of a list.
    Put(String, Expr, Expr),
    Push(String, Expr),
    /// Appends single symbols, several symbols, or a word that is read.
    Append(String, Vec<Expr>),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A loop from the first bound to the second, exclusive.
    For(String, Expr, Expr, Vec<Stmt>),
    /// A loop with a step.
    Every(String, Expr, Expr, i64, Vec<Stmt>),
    While(Expr, Vec<Stmt>),
    /// A loop over a list that doesn't change.
    Each(String, String, Vec<Stmt>),
    /// A loop over a list that may grow during the loop.
    Through(String, String, Vec<Stmt>),
    /// Continues with the next iteration.
    Continue,
    Return(Expr),
    /// Prints words in sequence.
    Say(Vec<Word>),
    /// A comment.
    Note(String),
}

/// A word to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Text(String),
    Number(Expr),
    /// The first text if the condition is true, else the second.
    Either(Expr, String, String),
    /// The first text for a positive number, the second for a negative one, else the third.
    Sign(Expr, String, String, String),
    End,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) arguments: Vec<(String, Type)>,
    pub(crate) gives: Type,
    pub(crate) memory: Memory,
    pub(crate) body: Vec<Stmt>,
}

/// The memoization of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Memory {
    /// No memoization.
    Nothing,
    /// Every result is stored.
    All,
    /// Fixed-point iteration over all states reachable from the argument, until nothing changes.
    ///
    /// A state starts with this number, from the view of the player in element 0 of the state.
    /// Recursive calls use the name with the prefix `look_` and return the current value.
    Rounds(i64),
}

/// The parser from a line of the input to a state: fixed contents, and the pieces between
/// semicolons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reader {
    /// The contents at the beginning of a state, independent of the line.
    pub(crate) prefix: Vec<i64>,
    /// The index in it for the number of columns, and the piece that determines it.
    pub(crate) columns: Option<(usize, usize)>,
    /// The piece of variable length, which is last in a state.
    pub(crate) open: Option<usize>,
    pub(crate) pieces: Vec<Piece>,
}

impl Reader {
    /// Returns the pieces with their numbers, in the order of a state.
    pub(crate) fn ordered(&self) -> impl Iterator<Item = (usize, &Piece)> {
        let is_open = |at: usize| Some(at) == self.open;
        let fixed = self
            .pieces
            .iter()
            .enumerate()
            .filter(move |(at, _)| !is_open(*at));
        fixed.chain(self.open.map(|at| (at, &self.pieces[at])))
    }
}

/// The parser of a piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Integers with any separators.
    Numbers,
    /// Symbols, as indices of this alphabet; other characters are skipped.
    Cells(String),
    /// Words separated by blanks, as indices of this list.
    Words(Vec<String>),
    /// Numbers separated by commas; words are replaced by their index in this list.
    Mixed(Vec<String>),
    /// 1 or 0 for each of these words, depending on its presence. Separators are commas or blanks,
    /// or only blanks if words contain commas.
    Members(Vec<String>),
}

/// A constant of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    List(Vec<i64>),
    Digits(String),
}

/// The separation of the input into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    /// True if a word is a complete line.
    pub(crate) lines: bool,
    /// The symbols of cells.
    pub(crate) alphabet: String,
}

/// A complete program. Its last function is `main`, without arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solution {
    /// The lines of its comment.
    pub(crate) comment: Vec<String>,
    pub(crate) constants: Vec<(String, Constant)>,
    pub(crate) functions: Vec<Function>,
    pub(crate) reading: Reading,
    /// The parser from lines to states, if there is one. The function is called `state`.
    pub(crate) reader: Option<Reader>,
    pub(crate) main: Vec<Stmt>,
}

pub(crate) fn num(number: i64) -> Expr {
    Expr::Num(number)
}

pub(crate) fn var(name: &str) -> Expr {
    Expr::Var(name.to_string())
}

/// Returns an operation after constant folding and removal of neutral operands.
pub(crate) fn bin(op: Op, x: Expr, y: Expr) -> Expr {
    use Expr::{Bool, Num};
    match (op, &x, &y) {
        (Op::Add, Num(a), Num(b)) => Num(a + b),
        (Op::Sub, Num(a), Num(b)) => Num(a - b),
        (Op::Mul, Num(a), Num(b)) => Num(a * b),
        (Op::Eq, Num(a), Num(b)) => Bool(a == b),
        (Op::Ne, Num(a), Num(b)) => Bool(a != b),
        (Op::Lt, Num(a), Num(b)) => Bool(a < b),
        (Op::Le, Num(a), Num(b)) => Bool(a <= b),
        (Op::Add | Op::Sub, _, Num(0)) | (Op::Mul | Op::Div, _, Num(1)) => x,
        (Op::Add, Num(0), _) | (Op::Mul, Num(1), _) => y,
        (Op::And, Bool(true), _) | (Op::Or, Bool(false), _) => y,
        (Op::And, _, Bool(true)) | (Op::Or, _, Bool(false)) => x,
        (Op::And, Bool(false), _) | (Op::Or, Bool(true), _) => x,
        // 0 - (0 - x), a + b - b, a - b + c, a + b + c.
        (Op::Sub, Num(0), Expr::Bin(Op::Sub, zero, inner)) if **zero == Num(0) => (**inner).clone(),
        (Op::Add, Expr::Bin(Op::Add, a, b), Num(c)) if matches!(**b, Num(_)) => {
            bin(Op::Add, (**a).clone(), bin(Op::Add, (**b).clone(), Num(*c)))
        }
        (Op::Le | Op::Lt, Num(a), Expr::Bin(Op::Sub, x, b)) if matches!(**b, Num(_)) => {
            bin(op, bin(Op::Add, Num(*a), (**b).clone()), (**x).clone())
        }
        (Op::Lt, Num(a), _) => Expr::Bin(Op::Le, Box::new(Num(a + 1)), Box::new(y)),
        (Op::Add, Expr::Bin(Op::Sub, a, b), Num(c)) if **b == Num(*c) => (**a).clone(),
        (Op::Sub, Expr::Bin(Op::Add, a, b), Num(c)) if **b == Num(*c) => (**a).clone(),
        _ => Expr::Bin(op, Box::new(x), Box::new(y)),
    }
}

pub(crate) fn not(x: Expr) -> Expr {
    match x {
        Expr::Bool(known) => Expr::Bool(!known),
        Expr::Not(inner) => *inner,
        Expr::Bin(Op::Eq, a, b) => Expr::Bin(Op::Ne, a, b),
        Expr::Bin(Op::Ne, a, b) => Expr::Bin(Op::Eq, a, b),
        Expr::Bin(Op::Lt, a, b) => Expr::Bin(Op::Le, b, a),
        Expr::Bin(Op::Le, a, b) => Expr::Bin(Op::Lt, b, a),
        other => Expr::Not(Box::new(other)),
    }
}

pub(crate) fn get(list: Expr, at: Expr) -> Expr {
    Expr::Get(Box::new(list), Box::new(at))
}

pub(crate) fn len(list: Expr) -> Expr {
    Expr::Len(Box::new(list))
}

pub(crate) fn call(name: &str, arguments: Vec<Expr>) -> Expr {
    Expr::Call(name.to_string(), arguments)
}

pub(crate) fn choice(condition: Expr, yes: Expr, no: Expr) -> Expr {
    match condition {
        Expr::Bool(true) => yes,
        Expr::Bool(false) => no,
        _ if yes == no => yes,
        condition => Expr::If(Box::new(condition), Box::new(yes), Box::new(no)),
    }
}

/// Returns a conditional statement.
pub(crate) fn when(condition: Expr, then: Vec<Stmt>) -> Vec<Stmt> {
    match condition {
        Expr::Bool(true) => then,
        Expr::Bool(false) => Vec::new(),
        _ if then.is_empty() => then,
        condition => match then.as_slice() {
            [Stmt::If(inner, body, no)] if no.is_empty() => {
                vec![Stmt::If(
                    bin(Op::And, condition, inner.clone()),
                    body.clone(),
                    Vec::new(),
                )]
            }
            _ => vec![Stmt::If(condition, then, Vec::new())],
        },
    }
}

impl Expr {
    /// Calls `seen` for the expression and all its parts.
    pub(crate) fn each(&self, seen: &mut dyn FnMut(&Expr)) {
        seen(self);
        match self {
            Self::Num(_)
            | Self::Bool(_)
            | Self::Var(_)
            | Self::Read(_)
            | Self::More
            | Self::Sign(_) => {}
            Self::Not(x)
            | Self::Len(x)
            | Self::Copy(x)
            | Self::Digit(_, x)
            | Self::Signs(_, x)
            | Self::Find(x, _) => x.each(seen),
            Self::Bin(_, x, y) | Self::Get(x, y) => {
                x.each(seen);
                y.each(seen);
            }
            Self::List(all) | Self::Call(_, all) => all.iter().for_each(|one| one.each(seen)),
            Self::If(x, y, z) => [x, y, z].iter().for_each(|one| one.each(seen)),
        }
    }

    /// Replaces variables by other expressions.
    pub(crate) fn with(&self, own: &dyn Fn(&str) -> Option<Expr>) -> Self {
        let boxed = |x: &Expr| Box::new(x.with(own));
        let all = |all: &[Expr]| all.iter().map(|one| one.with(own)).collect();
        match self {
            Self::Var(name) => own(name).unwrap_or_else(|| self.clone()),
            Self::Num(_) | Self::Bool(_) | Self::Read(_) | Self::More | Self::Sign(_) => {
                self.clone()
            }
            Self::List(list) => Self::List(all(list)),
            Self::Bin(op, x, y) => Self::Bin(*op, boxed(x), boxed(y)),
            Self::Not(x) => Self::Not(boxed(x)),
            Self::Get(x, y) => Self::Get(boxed(x), boxed(y)),
            Self::Digit(name, x) => Self::Digit(name.clone(), boxed(x)),
            Self::Len(x) => Self::Len(boxed(x)),
            Self::Copy(x) => Self::Copy(boxed(x)),
            Self::Signs(sign, x) => Self::Signs(*sign, boxed(x)),
            Self::Find(x, sign) => Self::Find(boxed(x), *sign),
            Self::Call(name, list) => Self::Call(name.clone(), all(list)),
            Self::If(x, y, z) => Self::If(boxed(x), boxed(y), boxed(z)),
        }
    }

    /// Returns true if this name occurs in the expression.
    pub(crate) fn has(&self, name: &str) -> bool {
        let mut found = false;
        self.each(&mut |one| found |= matches!(one, Self::Var(own) | Self::Call(own, _) | Self::Digit(own, _) if own == name));
        found
    }
}

impl Stmt {
    /// Returns true if the expression creates a value of this type.
    pub(crate) fn makes(&self, kind: Type) -> bool {
        matches!(self, Self::Let(_, own, _) if *own == kind)
    }

    /// Calls `seen` for the statement and all inner statements.
    pub(crate) fn each(&self, seen: &mut dyn FnMut(&Stmt)) {
        seen(self);
        match self {
            Self::If(_, yes, no) => yes.iter().chain(no).for_each(|one| one.each(seen)),
            Self::For(_, _, _, body)
            | Self::Every(_, _, _, _, body)
            | Self::While(_, body)
            | Self::Each(_, _, body)
            | Self::Through(_, _, body) => {
                body.iter().for_each(|one| one.each(seen));
            }
            _ => {}
        }
    }

    /// Calls `seen` for all expressions in the statement.
    pub(crate) fn expressions(&self, seen: &mut dyn FnMut(&Expr)) {
        self.each(&mut |one| match one {
            Self::Let(_, _, x)
            | Self::Set(_, x)
            | Self::Push(_, x)
            | Self::If(x, ..)
            | Self::While(x, _)
            | Self::Return(x) => x.each(seen),
            Self::Put(_, x, y) | Self::For(_, x, y, _) | Self::Every(_, x, y, ..) => {
                x.each(seen);
                y.each(seen);
            }
            Self::Say(words) => {
                for word in words {
                    if let Word::Number(x) | Word::Either(x, ..) | Word::Sign(x, ..) = word {
                        x.each(seen);
                    }
                }
            }
            Self::Append(_, all) => all.iter().for_each(|one| one.each(seen)),
            Self::Note(_) | Self::Each(..) | Self::Through(..) | Self::Continue => {}
        });
    }
}

/// Returns the variables that some statement modifies.
pub(crate) fn changed(body: &[Stmt]) -> Vec<String> {
    let mut all = Vec::new();
    for one in body {
        one.each(&mut |one| {
            if let Stmt::Set(name, _)
            | Stmt::Put(name, ..)
            | Stmt::Push(name, _)
            | Stmt::Append(name, _) = one
            {
                all.push(name.clone());
            }
        });
    }
    all
}

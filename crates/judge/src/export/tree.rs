//! Small programs as trees: what an exported solution is before it is written in some language.
//!
//! Integers, truth values and lists of integers; functions, which may remember what they gave;
//! loops; words read and words written. [`super::print`] is the one place that knows languages.

/// What a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Int,
    Bool,
    List,
    /// A list of numbers of one byte: cells, outcomes.
    Small,
    /// A list that a function changes for whoever called it.
    Store,
    /// A word or line of the input, as it stands there.
    Text,
    /// Symbols of the input, as they stand there; they can be made longer.
    Signs,
    /// A list that grows.
    Queue,
}

/// An operation on integers, or a comparison of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Add,
    Sub,
    Mul,
    /// Of numbers not negative by numbers above 0.
    Div,
    /// Likewise.
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

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expr {
    Num(i64),
    Bool(bool),
    Var(String),
    /// A list written out.
    List(Vec<Expr>),
    Bin(Op, Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    /// An element of a list.
    Get(Box<Expr>, Box<Expr>),
    /// A digit of a constant text.
    Digit(String, Box<Expr>),
    Len(Box<Expr>),
    /// A list that may be changed.
    Copy(Box<Expr>),
    Call(String, Vec<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The next word of the input: a number; numbers with commas or blanks between; cells, as
    /// places in the alphabet; the word itself.
    Read(Type),
    /// Whether there are words left.
    More,
    /// A symbol of the input.
    Sign(u8),
    /// So many of a symbol.
    Signs(u8, Box<Expr>),
    /// Where a symbol stands first.
    Find(Box<Expr>, u8),
}

/// What is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stmt {
    Let(String, Type, Expr),
    Set(String, Expr),
    /// An element of a list.
    Put(String, Expr, Expr),
    Push(String, Expr),
    /// Symbols are made longer by these: single ones, several, a word that is read.
    Append(String, Vec<Expr>),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// From the first to the one before the second.
    For(String, Expr, Expr, Vec<Stmt>),
    /// Likewise, by steps of so many.
    Every(String, Expr, Expr, i64, Vec<Stmt>),
    While(Expr, Vec<Stmt>),
    /// For each element of a list that nothing changes meanwhile.
    Each(String, String, Vec<Stmt>),
    /// For each element of a list that grows meanwhile, to its end.
    Through(String, String, Vec<Stmt>),
    /// On to the loop's next round.
    Continue,
    Return(Expr),
    /// Written out: words, one after the other.
    Say(Vec<Word>),
    /// A remark.
    Note(String),
}

/// What is written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Text(String),
    Number(Expr),
    /// The first text where this holds, else the second.
    Either(Expr, String, String),
    /// The first text where this is above 0, the second where it is below, else the third.
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

/// What a function keeps of what it gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Memory {
    /// Nothing.
    Nothing,
    /// All of it: asked again, it does not work it out again.
    All,
    /// It is gone through for all states that asking for one comes to, again and again until
    /// nothing changes; a state begins with this number, taken from the side of the player who is
    /// first in the state's element 0. It is called by its name with `look_` before it within
    /// itself, and so looks at what is known.
    Rounds(i64),
}

/// How a line of the input becomes a state: what stands before, and the pieces between semicolons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reader {
    /// What a state begins with, whatever the line says.
    pub(crate) prefix: Vec<i64>,
    /// Where in it the number of columns belongs, and of which piece.
    pub(crate) columns: Option<(usize, usize)>,
    /// The piece of any length, which comes last in a state.
    pub(crate) open: Option<usize>,
    pub(crate) pieces: Vec<Piece>,
}

impl Reader {
    /// The pieces with their numbers, in the order in which a state has them.
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

/// How a piece of a line is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Whole numbers, whatever stands between them.
    Numbers,
    /// Symbols, as their places among these; other signs are left out.
    Cells(String),
    /// Words with blanks between, as their places among these.
    Words(Vec<String>),
    /// Numbers with commas between, some of which may be words: their places among these.
    Mixed(Vec<String>),
    /// Which of these words stand there, with commas or blanks between, with blanks alone where
    /// words contain commas: 1 or 0 for each.
    Members(Vec<String>),
}

/// A constant of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    List(Vec<i64>),
    Digits(String),
}

/// How words of the input are told apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    /// Whether a word is a whole line.
    pub(crate) lines: bool,
    /// The symbols of cells.
    pub(crate) alphabet: String,
}

/// A whole program; its last function is `main`, which has no arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solution {
    /// Lines of its comment.
    pub(crate) comment: Vec<String>,
    pub(crate) constants: Vec<(String, Constant)>,
    pub(crate) functions: Vec<Function>,
    pub(crate) reading: Reading,
    /// How lines become states, where they do: the function is called `state`.
    pub(crate) reader: Option<Reader>,
    pub(crate) main: Vec<Stmt>,
}

pub(crate) fn num(number: i64) -> Expr {
    Expr::Num(number)
}

pub(crate) fn var(name: &str) -> Expr {
    Expr::Var(name.to_string())
}

/// An operation, worked out where both are numbers, and without what changes nothing.
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

/// What is done where a condition holds.
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
    /// Hands out the expression and all within it.
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

    /// The same with other expressions in place of variables.
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

    /// Whether this name stands in it.
    pub(crate) fn has(&self, name: &str) -> bool {
        let mut found = false;
        self.each(&mut |one| found |= matches!(one, Self::Var(own) | Self::Call(own, _) | Self::Digit(own, _) if own == name));
        found
    }
}

impl Stmt {
    /// Whether it makes a variable of this kind.
    pub(crate) fn makes(&self, kind: Type) -> bool {
        matches!(self, Self::Let(_, own, _) if *own == kind)
    }

    /// Hands out the statement and all within it.
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

    /// Hands out all expressions within it.
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

/// The variables that some statement changes.
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

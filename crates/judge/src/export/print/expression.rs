//! Printer of expressions.

use super::Language::{Cpp, Java, Python, Rust};
use super::{Printer, quoted};
use crate::export::tree::{Expr, Memory, Op, Type};

impl Printer<'_> {
    /// Returns a value for an owned variable.
    pub(super) fn own(&self, kind: Type, value: &Expr) -> String {
        match (self.language, kind, value) {
            (Rust, Type::List | Type::Small, Expr::List(all)) => {
                format!("vec![{}]", self.all(all))
            }
            (Rust, Type::Store, value) => format!("&mut {}", self.show(value)),
            (Rust, Type::Queue, Expr::List(all)) => format!("vec![{}]", self.all(all)),
            (Cpp, Type::List | Type::Queue, Expr::List(all)) => format!("{{{}}}", self.all(all)),
            (Java, Type::Queue, Expr::List(all)) if all.is_empty() => "new ArrayList<>()".into(),
            (Java, Type::Queue, Expr::List(all)) => {
                format!("new ArrayList<>(List.of({}))", self.all(all))
            }
            _ => self.show(value),
        }
    }

    pub(super) fn all(&self, all: &[Expr]) -> String {
        all.iter()
            .map(|one| self.show(one))
            .collect::<Vec<_>>()
            .join(", ")
    }

    pub(super) fn show(&self, x: &Expr) -> String {
        self.at(x, 0)
    }

    /// Prints an operand of a comparison.
    pub(super) fn compared(&self, x: &Expr) -> String {
        self.at(x, 5)
    }

    /// Prints an operand, in parentheses if it is more than a word.
    pub(super) fn operand(&self, x: &Expr) -> String {
        self.at(x, 9)
    }

    pub(super) fn index(&self, x: &Expr) -> String {
        match (self.language, x) {
            (_, Expr::Num(number)) => number.to_string(),
            (Rust, x) => format!("{} as usize", self.operand(x)),
            (Java, x) => format!("(int) {}", self.operand(x)),
            (_, x) => self.show(x),
        }
    }

    pub(super) fn sign(&self, op: Op) -> &'static str {
        match op {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => self.language.pick("/", "/", "//", "/"),
            Op::Rem => "%",
            Op::Xor => "^",
            Op::BitAnd => "&",
            Op::BitOr => "|",
            Op::Shl => "<<",
            Op::Shr => ">>",
            Op::Eq => "==",
            Op::Ne => "!=",
            Op::Lt => "<",
            Op::Le => "<=",
            Op::And => self.language.pick("&&", "&&", "and", "&&"),
            Op::Or => self.language.pick("||", "||", "or", "||"),
            Op::Min | Op::Max => "",
        }
    }

    /// Prints an expression next to operators of this precedence.
    fn at(&self, x: &Expr, rank: u8) -> String {
        let name = |name: &str| match self.solution.constants.iter().any(|(own, _)| own == name) {
            true => name.to_uppercase(),
            false => name.to_string(),
        };
        match x {
            Expr::Num(number) if *number < 0 && rank > 0 => format!("({})", self.number(*number)),
            Expr::Num(number) => self.number(*number),
            Expr::Bool(true) => self.language.pick("true", "true", "True", "true").into(),
            Expr::Bool(false) => self
                .language
                .pick("false", "false", "False", "false")
                .into(),
            Expr::Var(own) => name(own),
            Expr::List(all) => {
                let all = self.all(all);
                match self.language {
                    Rust => format!("[{all}]"),
                    Cpp => format!("List{{{all}}}"),
                    Python => format!("[{all}]"),
                    Java => format!("new long[]{{{all}}}"),
                }
            }
            Expr::Not(x) => match self.language {
                Python if rank > 2 => format!("(not {})", self.at(x, 3)),
                Python => format!("not {}", self.at(x, 3)),
                _ => format!("!{}", self.at(x, 9)),
            },
            Expr::Get(list, at) => {
                let (own, at) = (self.operand(list), self.index(at));
                match (self.language, self.kind_of(list)) {
                    (Java, Some(Type::Signs | Type::Text)) => format!("{own}.charAt({at})"),
                    (Rust, Some(Type::Text)) => format!("{own}.as_bytes()[{at}]"),
                    (Java, Some(Type::Queue)) => format!("{own}.get({at})"),
                    _ => format!("{own}[{at}]"),
                }
            }
            Expr::Sign(sign) => {
                let sign = char::from(*sign).escape_default();
                format!("{}'{sign}'", self.language.pick("b", "", "", ""))
            }
            Expr::Signs(sign, many) => {
                let sign = char::from(*sign).escape_default();
                match self.language {
                    Rust => format!("vec![b'{sign}'; {}]", self.index(many)),
                    Cpp => format!("string({}, '{sign}')", self.show(many)),
                    Python => format!("'{sign}' * {}", self.operand(many)),
                    Java => format!("\"{sign}\".repeat({})", self.index(many)),
                }
            }
            Expr::Find(list, sign) => {
                let (list, sign) = (self.operand(list), self.show(&Expr::Sign(*sign)));
                match self.language {
                    Rust => {
                        format!("{list}.iter().position(|sign| *sign == {sign}).unwrap() as i64")
                    }
                    Cpp => format!("{list}.find({sign})"),
                    Python => format!("{list}.index({sign})"),
                    Java => format!("{list}.indexOf({sign})"),
                }
            }
            Expr::Digit(own, at) => {
                let (own, at) = (name(own), self.index(at));
                match self.language {
                    Rust => format!("i64::from({own}[{at}] - b'0')"),
                    Cpp => format!("({own}[{at}] - '0')"),
                    Python => format!("int({own}[{at}])"),
                    Java => format!("({own}.charAt({at}) - '0')"),
                }
            }
            Expr::Len(list) => {
                let kind = self.kind_of(list);
                let list = self.operand(list);
                match self.language {
                    Java if matches!(kind, Some(Type::Signs | Type::Text)) => {
                        format!("{list}.length()")
                    }
                    Java if kind == Some(Type::Queue) => format!("{list}.size()"),
                    Rust if rank > 4 => format!("({list}.len() as i64)"),
                    Rust => format!("{list}.len() as i64"),
                    Cpp => format!("(num) {list}.size()"),
                    Python => format!("len({list})"),
                    Java => format!("{list}.length"),
                }
            }
            Expr::Copy(list) => {
                let list = self.operand(list);
                match self.language {
                    Rust => format!("{list}.to_vec()"),
                    Cpp => list,
                    Python => format!("list({list})"),
                    Java => format!("{list}.clone()"),
                }
            }
            Expr::Call(own, all) => self.call(own, all),
            Expr::If(condition, yes, no) => {
                // Nested conditionals get parentheses, because languages bind them differently.
                let within = |x: &Expr| self.at(x, u8::from(matches!(x, Expr::If(..))));
                let (condition, yes, no) = (within(condition), within(yes), self.show(no));
                let text = match self.language {
                    Rust => format!("if {condition} {{ {yes} }} else {{ {no} }}"),
                    Cpp | Java => format!("{condition} ? {yes} : {no}"),
                    Python => format!("{yes} if {condition} else {no}"),
                };
                if rank > 0 { format!("({text})") } else { text }
            }
            Expr::Read(kind) => {
                let word = self.language.pick(
                    "words.next().unwrap()",
                    "word()",
                    "words.popleft()",
                    "words.pop()",
                );
                match (self.language, kind) {
                    (Rust, Type::Int) => format!("{word}.parse::<i64>().unwrap()"),
                    (Cpp, Type::Int) if !self.solution.reading.lines => "number()".into(),
                    (Cpp, Type::Int) => format!("number({word})"),
                    (Python, Type::Int) => format!("int({word})"),
                    (Java, Type::Int) => format!("Long.parseLong({word})"),
                    (_, Type::List | Type::Store | Type::Queue) => format!("numbers({word})"),
                    (_, Type::Text | Type::Bool | Type::Signs) => word.into(),
                    (Python, Type::Small) => {
                        let alphabet = quoted(&self.solution.reading.alphabet);
                        format!("[{alphabet}.index(cell) for cell in {word}]")
                    }
                    (_, Type::Small) => format!("cells({word})"),
                }
            }
            Expr::More => match self.language {
                Rust => "words.peek().is_some()".into(),
                Cpp => "more()".into(),
                Python => "words".into(),
                Java => "!words.isEmpty() && !words.peek().isEmpty()".into(),
            },
            Expr::Bin(Op::Min, x, y) => {
                self.function_of(["min", "min<num>", "min", "Math.min"], x, y)
            }
            Expr::Bin(Op::Max, x, y) => {
                self.function_of(["max", "max<num>", "max", "Math.max"], x, y)
            }
            Expr::Bin(Op::Sub, zero, x) if **zero == Expr::Num(0) => {
                let text = format!("-{}", self.operand(x));
                if rank > 7 { format!("({text})") } else { text }
            }
            Expr::Bin(op, x, y) => {
                let (own, left, right) = match op {
                    Op::Or => (1, 1, 1),
                    Op::And => (2, 2, 2),
                    Op::Eq | Op::Ne | Op::Lt | Op::Le => (4, 5, 5),
                    Op::Add => (6, 6, 6),
                    Op::Sub => (6, 6, 7),
                    Op::Mul => (7, 7, 8),
                    Op::Div | Op::Rem => (7, 7, 8),
                    // Languages differ in the precedence of these.
                    _ => (0, 9, 9),
                };
                let left = match (op, &**x) {
                    (Op::Shl, x @ (Expr::Num(_) | Expr::If(..))) => self.long(x),
                    _ => self.at(x, left),
                };
                let text = format!("{left} {} {}", self.sign(*op), self.at(y, right));
                if rank > own {
                    format!("({text})")
                } else {
                    text
                }
            }
        }
    }

    /// Prints a left operand as 64 bits, where a language may infer a shorter type.
    fn long(&self, x: &Expr) -> String {
        match (self.language, x) {
            (Cpp, Expr::Num(number)) => format!("{number}LL"),
            (Java, Expr::Num(number)) => format!("{number}L"),
            (Cpp | Java, x) => format!("({}) {}", self.kind(Type::Int, false), self.operand(x)),
            (Rust | Python, x) => self.operand(x),
        }
    }

    /// Prints a number, with the suffix of a `long` in Java if needed.
    pub(super) fn number(&self, number: i64) -> String {
        match self.language == Java && i32::try_from(number).is_err() {
            true => format!("{number}L"),
            false => number.to_string(),
        }
    }

    fn function_of(&self, names: [&str; 4], x: &Expr, y: &Expr) -> String {
        let [rust, cpp, python, java] = names;
        match self.language {
            Rust => format!("{}.{rust}({})", self.operand(x), self.show(y)),
            Cpp => format!("{cpp}({}, {})", self.show(x), self.show(y)),
            Python => format!("{python}({}, {})", self.show(x), self.show(y)),
            Java => format!("{java}({}, {})", self.show(x), self.show(y)),
        }
    }

    fn call(&self, name: &str, all: &[Expr]) -> String {
        let own = name.strip_prefix("look_").unwrap_or(name);
        let function = self.solution.functions.iter().find(|one| one.name == own);
        let mut shown = Vec::new();
        for (at, one) in all.iter().enumerate() {
            let kind = function
                .and_then(|one| one.arguments.get(at))
                .map(|(_, kind)| *kind);
            let remembers = function.is_some_and(|one| one.memory == Memory::All);
            shown.push(match (self.language, kind) {
                (Rust, Some(Type::List | Type::Small | Type::Signs)) => {
                    format!("&{}", self.show(one))
                }
                (Python, Some(Type::List | Type::Small)) if remembers => {
                    format!("tuple({})", self.show(one))
                }
                _ => self.show(one),
            });
        }
        // The greatest common divisor comes from a library in two languages.
        match (name, self.language) {
            ("zeros", Rust) => format!("vec![0; {}]", self.index(&all[0])),
            ("zeros", Cpp) => format!("List({})", self.show(&all[0])),
            ("zeros", Python) => format!("[0] * {}", self.operand(&all[0])),
            ("zeros", Java) => format!("new long[{}]", self.index(&all[0])),
            ("filled", Rust) => format!("vec![{}; {}]", shown[1], self.index(&all[0])),
            ("filled", Python) => format!("[{}] * {}", shown[1], self.operand(&all[0])),
            ("filled", Cpp) => format!("List({})", shown.join(", ")),
            ("sorted", Rust) => format!("sorted({})", shown.join(", ")),
            (name, _) => format!("{name}({})", shown.join(", ")),
        }
    }
}

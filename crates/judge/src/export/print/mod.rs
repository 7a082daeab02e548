//! Printer of programs in four languages.

mod expression;
mod head;
mod memory;
mod state;
mod statement;

use std::collections::HashMap;
use std::fmt::Write as _;

use super::tree::{Constant, Expr, Function, Memory, Piece, Solution, Stmt, Type};

/// A programming language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Rust, with the standard library only.
    Rust,
    /// C++17.
    Cpp,
    /// Python 3.8 or later.
    Python,
    /// Java 11 or later. The class is called `Main`.
    Java,
}

use Language::{Cpp, Java, Python, Rust};

/// Maximum number of lines of a short page.
pub(crate) const PAGE: usize = 60;
/// Maximum line width.
const WIDTH: usize = 120;

impl Language {
    /// All languages.
    pub const ALL: [Self; 4] = [Rust, Cpp, Python, Java];

    /// Returns the file name of a program.
    pub fn file(self) -> &'static str {
        match self {
            Rust => "main.rs",
            Cpp => "main.cpp",
            Python => "main.py",
            Java => "Main.java",
        }
    }

    fn pick<'t>(self, rust: &'t str, cpp: &'t str, python: &'t str, java: &'t str) -> &'t str {
        match self {
            Rust => rust,
            Cpp => cpp,
            Python => python,
            Java => java,
        }
    }
}

struct Printer<'s> {
    solution: &'s Solution,
    language: Language,
    out: String,
    depth: usize,
    /// True if short statements share a line.
    dense: bool,
    /// The types of the variables of the current function.
    kinds: HashMap<String, Type>,
}

/// Prints a program. If it fits on a page without blank lines and with joined statements, prints
/// that.
pub(crate) fn print(solution: &Solution, language: Language) -> String {
    let printed = |dense: bool| {
        let mut printer = Printer {
            solution,
            language,
            out: String::new(),
            depth: 0,
            dense,
            kinds: HashMap::new(),
        };
        printer.whole();
        printer.out
    };
    let fits = |text: &String| text.lines().count() <= PAGE;
    let plain = printed(false);
    if fits(&plain) {
        return plain;
    }
    let close = plain.replace("\n\n", "\n");
    match fits(&close) {
        true => close,
        false => printed(true).replace("\n\n", "\n"),
    }
}

/// The library features that a program uses.
#[derive(Clone, Copy, Debug, Default)]
struct Used {
    ints: bool,
    lists: bool,
    cells: bool,
    small: bool,
    more: bool,
    gcd: bool,
    filled: bool,
    memory: bool,
}

impl Printer<'_> {
    fn used(&self) -> Used {
        let solution = self.solution;
        let mut used = Used {
            memory: solution
                .functions
                .iter()
                .any(|one| one.memory != Memory::Nothing),
            ..Used::default()
        };
        let pieces = solution.reader.iter().flat_map(|reader| &reader.pieces);
        for piece in pieces {
            used.lists |= *piece == Piece::Numbers;
        }
        let bodies = solution.functions.iter().map(|one| &one.body);
        for one in bodies.chain([&solution.main]).flatten() {
            one.expressions(&mut |one| match one {
                Expr::Read(Type::Int) => used.ints = true,
                Expr::Read(Type::List) => used.lists = true,
                Expr::Read(Type::Small) => used.cells = true,
                Expr::More => used.more = true,
                Expr::Call(name, _) if name == "gcd" => used.gcd = true,
                Expr::Call(name, _) if name == "filled" => used.filled = true,
                _ => {}
            });
            one.each(&mut |one| used.small |= one.makes(Type::Small));
        }
        let arguments = solution.functions.iter().flat_map(|one| &one.arguments);
        used.small |= used.cells || arguments.into_iter().any(|(_, kind)| *kind == Type::Small);
        used
    }

    /// Returns the maximum line width: that of the comment, if the page is short.
    fn width(&self) -> usize {
        WIDTH + if self.dense { 10 } else { 0 }
    }

    fn line(&mut self, text: &str) {
        let indent = if text.is_empty() { 0 } else { 4 * self.depth };
        let _ = writeln!(self.out, "{:indent$}{text}", "");
    }

    fn open(&mut self, text: &str) {
        let end = self.language.pick(" {", " {", ":", " {");
        self.line(&format!("{text}{end}"));
        self.depth += 1;
    }

    fn close(&mut self) {
        self.depth -= 1;
        if self.language != Python {
            self.line("}");
        }
    }

    fn whole(&mut self) {
        let mark = self.language.pick("//", "//", "#", "//");
        for line in &self.solution.comment {
            let _ = writeln!(self.out, "{}", format!("{mark} {line}").trim_end());
        }
        let used = self.used();
        match self.language {
            Rust => self.rust_head(used),
            Cpp => self.cpp_head(used),
            Python => self.python_head(used),
            Java => self.java_head(used),
        }
        for (name, constant) in &self.solution.constants {
            self.constant(name, constant);
        }
        self.state();
        for function in &self.solution.functions {
            self.ahead(function);
        }
        for function in &self.solution.functions {
            self.line("");
            self.function(function);
        }
        self.line("");
        self.main(used);
        if self.language == Java {
            self.close();
        }
    }

    fn constant(&mut self, name: &str, constant: &Constant) {
        let name = name.to_uppercase();
        match constant {
            Constant::List(values) => {
                let (head, tail) = match self.language {
                    Rust => (format!("const {name}: [i64; {}] = [", values.len()), "];"),
                    Cpp => (format!("const List {name} = {{"), "};"),
                    Python => (format!("{name} = ["), "]"),
                    Java => (format!("static final long[] {name} = {{"), "};"),
                };
                let words: Vec<String> = values.iter().map(|one| self.number(*one)).collect();
                self.wrapped(&head, &words, tail);
            }
            Constant::Digits(text) => {
                let pieces: Vec<&str> = (0..text.len())
                    .step_by(WIDTH - 10)
                    .map(|at| &text[at..text.len().min(at + WIDTH - 10)])
                    .collect();
                let joined = |between: &str| {
                    pieces
                        .iter()
                        .map(|piece| format!("\"{piece}\""))
                        .collect::<Vec<_>>()
                        .join(between)
                };
                let indent = format!("\n{}", " ".repeat(4 * (self.depth + 1)));
                let many = pieces.len() > 1;
                let text = match self.language {
                    Rust => format!(
                        "const {name}: &[u8] = b\"{}\";",
                        pieces.join(&format!("\\{indent}"))
                    ),
                    Cpp if many => format!("const char* {name} ={indent}{};", joined(&indent)),
                    Cpp => format!("const char* {name} = {};", joined("")),
                    Python if many => format!("{name} = ({})", joined(&indent)),
                    Python => format!("{name} = {}", joined("")),
                    Java => format!(
                        "static final String {name} = {};",
                        joined(&format!("{indent}+ "))
                    ),
                };
                self.line(&text);
            }
        }
    }

    /// Prints words separated by commas, on as many lines as needed.
    fn wrapped(&mut self, head: &str, words: &[String], tail: &str) {
        let whole = format!("{head}{}{tail}", words.join(", "));
        if whole.len() + 4 * self.depth <= WIDTH {
            return self.line(&whole);
        }
        self.line(head);
        self.depth += 1;
        let mut line = String::new();
        for (at, word) in words.iter().enumerate() {
            let comma = if at + 1 < words.len() { "," } else { "" };
            if !line.is_empty() && line.len() + word.len() + 6 > WIDTH - 4 * self.depth {
                let full = std::mem::take(&mut line);
                self.line(&full);
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
            line.push_str(comma);
        }
        self.line(&line);
        self.depth -= 1;
        self.line(tail);
    }

    fn kind(&self, kind: Type, argument: bool) -> &'static str {
        match (self.language, kind) {
            (Rust, Type::Int) => "i64",
            (Rust, Type::Bool) => "bool",
            (Rust, Type::List | Type::Small) if argument => "&[i64]",
            (Rust, Type::List | Type::Small) => "Vec<i64>",
            (Rust, Type::Store) => "&mut [i64]",
            (Rust, Type::Text) => "&str",
            (Rust, Type::Signs) if argument => "&[u8]",
            (Rust, Type::Signs) => "Vec<u8>",
            (Rust, Type::Queue) => "Vec<i64>",
            (Cpp, Type::Int) => "num",
            (Cpp, Type::Bool) => "bool",
            (Cpp, Type::List) if argument => "const List&",
            (Cpp, Type::List) => "List",
            (Cpp, Type::Small) if argument => "const Cells&",
            (Cpp, Type::Small) => "Cells",
            (Cpp, Type::Store) if argument => "List&",
            (Cpp, Type::Store) => "List",
            (Cpp, Type::Text) => "string_view",
            (Cpp, Type::Signs) if argument => "const string&",
            (Cpp, Type::Signs) => "string",
            (Cpp, Type::Queue) => "List",
            (Python, _) => "",
            (Java, Type::Int) => "long",
            (Java, Type::Bool) => "boolean",
            (Java, Type::List | Type::Small | Type::Store) => "long[]",
            (Java, Type::Text | Type::Signs) => "String",
            (Java, Type::Queue) => "List<Long>",
        }
    }

    /// Returns the declaration of a function's arguments.
    fn arguments(&self, function: &Function) -> String {
        let all = function.arguments.iter().map(|(name, kind)| {
            let kind = self.kind(*kind, true);
            match self.language {
                Rust => format!("{name}: {kind}"),
                Python => name.clone(),
                Cpp | Java => format!("{kind} {name}"),
            }
        });
        all.collect::<Vec<_>>().join(", ")
    }

    /// Returns the first line of a function.
    fn heading(&self, name: &str, function: &Function) -> String {
        let gives = self.kind(function.gives, false);
        let all = self.arguments(function);
        match self.language {
            Rust => format!("fn {name}({all}) -> {gives}"),
            Cpp => format!("{gives} {name}({all})"),
            Python => format!("def {name}({all})"),
            Java => format!("static {gives} {name}({all})"),
        }
    }

    /// Records the types of a function's variables.
    fn note(&mut self, arguments: &[(String, Type)], body: &[Stmt]) {
        self.kinds = arguments.iter().cloned().collect();
        for one in body {
            one.each(&mut |one| {
                if let Stmt::Let(name, kind, _) = one {
                    self.kinds.insert(name.clone(), *kind);
                }
            });
        }
    }

    /// Returns the type of a list in a variable.
    fn kind_of(&self, list: &Expr) -> Option<Type> {
        match list {
            Expr::Var(name) => self.kinds.get(name).copied(),
            _ => None,
        }
    }

    fn function(&mut self, function: &Function) {
        self.note(&function.arguments, &function.body);
        if !function.about.is_empty() {
            let mark = self.language.pick("///", "//", "#", "//");
            self.line(&format!("{mark} {}", function.about));
        }
        let name = match function.memory {
            Memory::Nothing => function.name.clone(),
            Memory::All if self.language == Python => {
                self.line("@lru_cache(None)");
                function.name.clone()
            }
            Memory::All | Memory::Rounds(_) => format!("{}_new", function.name),
        };
        let heading = self.heading(&name, function);
        self.open(&heading);
        self.block(&function.body, &function.body);
        self.close();
        match function.memory {
            Memory::Nothing => {}
            Memory::All => self.remembering(function),
            Memory::Rounds(_) => self.rounds(function),
        }
    }
}

/// Returns a quoted text, in the syntax that all four languages share.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
    out
}

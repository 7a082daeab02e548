//! Programs written out in four languages.

use std::fmt::Write as _;

use super::tree::{Constant, Expr, Function, Op, Solution, Stmt, Type, Word, changed};

/// A programming language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Rust, the standard library alone.
    Rust,
    /// C++17.
    Cpp,
    /// Python 3.8 and later.
    Python,
    /// Java 11 and later; the class is called `Main`.
    Java,
}

use Language::{Cpp, Java, Python, Rust};

/// Lines of a page.
pub(crate) const PAGE: usize = 60;
/// Lines are broken before this column.
const WIDTH: usize = 120;

impl Language {
    /// All of them.
    pub const ALL: [Self; 4] = [Rust, Cpp, Python, Java];

    /// The name of a file with a program in it.
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
}

/// A program's text.
pub(crate) fn print(solution: &Solution, language: Language) -> String {
    let mut printer = Printer {
        solution,
        language,
        out: String::new(),
        depth: 0,
    };
    printer.whole();
    match printer.out.lines().count() > PAGE {
        // A page is a page.
        true => printer.out.replace("\n\n", "\n"),
        false => printer.out,
    }
}

/// What the input's words are read with.
#[derive(Clone, Copy, Debug, Default)]
struct Used {
    ints: bool,
    lists: bool,
    cells: bool,
    more: bool,
    gcd: bool,
    remembers: bool,
}

impl Printer<'_> {
    fn used(&self) -> Used {
        let mut used = Used {
            remembers: self.solution.functions.iter().any(|one| one.remembers),
            ..Used::default()
        };
        let bodies = self.solution.functions.iter().map(|one| &one.body);
        for one in bodies.chain([&self.solution.main]).flatten() {
            one.expressions(&mut |one| match one {
                Expr::Read(Type::Int) => used.ints = true,
                Expr::Read(Type::List) => used.lists = true,
                Expr::Read(Type::Bool) => used.cells = true,
                Expr::More => used.more = true,
                Expr::Call(name, _) if name == "gcd" => used.gcd = true,
                _ => {}
            });
        }
        used
    }

    fn line(&mut self, text: &str) {
        let indent = if text.is_empty() { 0 } else { 4 * self.depth };
        let _ = writeln!(self.out, "{:indent$}{text}", "");
    }

    fn lines(&mut self, text: &str) {
        for line in text.lines() {
            self.line(line);
        }
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

    fn rust_head(&mut self, used: Used) {
        if used.remembers {
            self.line("use std::{cell::RefCell, collections::HashMap, io::Read};");
        } else {
            self.line("use std::io::Read;");
        }
        if used.lists {
            self.open("fn numbers(text: &str) -> Vec<i64>");
            self.line("text.split([',', ' ']).filter(|word| !word.is_empty()).map(|word| word.parse().unwrap()).collect()");
            self.close();
        }
        if used.cells {
            self.open("fn cells(text: &str) -> Vec<i64>");
            let alphabet = quoted(&self.solution.reading.alphabet);
            self.line(&format!(
                "text.chars().map(|cell| {alphabet}.find(cell).unwrap() as i64).collect()"
            ));
            self.close();
        }
    }

    fn cpp_head(&mut self, used: Used) {
        self.lines("#include <bits/stdc++.h>\nusing namespace std;\ntypedef long long num;");
        self.line("typedef vector<num> List;");
        if self.solution.reading.lines {
            self.line("string word() { string text; getline(cin, text); return text; }");
        } else {
            self.line("string word() { string text; cin >> text; return text; }");
        }
        if used.lists {
            self.open("List numbers(string text)");
            self.line("replace(text.begin(), text.end(), ',', ' ');");
            self.line("istringstream in(text);");
            self.line("return List(istream_iterator<num>(in), istream_iterator<num>());");
            self.close();
        }
        if used.cells {
            self.open("List cells(const string& text)");
            self.line("List all;");
            let alphabet = quoted(&self.solution.reading.alphabet);
            self.line(&format!(
                "for (char cell : text) all.push_back(string({alphabet}).find(cell));"
            ));
            self.line("return all;");
            self.close();
        }
    }

    fn python_head(&mut self, used: Used) {
        self.line("import sys");
        if used.gcd {
            self.line("from math import gcd");
        }
        if used.remembers {
            self.line("from functools import lru_cache");
        }
        self.line("from collections import deque");
        if used.remembers {
            self.line("sys.setrecursionlimit(1 << 20)");
        }
    }

    fn java_head(&mut self, used: Used) {
        self.line("import java.util.*;");
        self.open("public class Main");
        if used.lists {
            self.line("static long[] numbers(String text) {");
            self.line("    return Arrays.stream(text.split(\"[, ]+\")).filter(word -> !word.isEmpty()).mapToLong(Long::parseLong).toArray(); }");
        }
        if used.cells {
            let alphabet = quoted(&self.solution.reading.alphabet);
            self.line(&format!("static long[] cells(String text) {{ return text.chars().mapToLong(cell -> {alphabet}.indexOf(cell)).toArray(); }}"));
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
                let words: Vec<String> = values.iter().map(i64::to_string).collect();
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

    /// Words with commas between, over as many lines as they need.
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
            (Rust, Type::List) if argument => "&[i64]",
            (Rust, Type::List) => "Vec<i64>",
            (Cpp, Type::Int) => "num",
            (Cpp, Type::Bool) => "bool",
            (Cpp, Type::List) if argument => "const List&",
            (Cpp, Type::List) => "List",
            (Python, _) => "",
            (Java, Type::Int) => "long",
            (Java, Type::Bool) => "boolean",
            (Java, Type::List) => "long[]",
        }
    }

    fn function(&mut self, function: &Function) {
        if !function.about.is_empty() {
            let mark = self.language.pick("///", "//", "#", "//");
            self.line(&format!("{mark} {}", function.about));
        }
        let gives = self.kind(function.gives, false);
        let arguments: Vec<String> = function
            .arguments
            .iter()
            .map(|(name, kind)| {
                let kind = self.kind(*kind, true);
                match self.language {
                    Rust => format!("{name}: {kind}"),
                    Python => name.clone(),
                    Cpp | Java => format!("{kind} {name}"),
                }
            })
            .collect();
        let all = arguments.join(", ");
        let name = &function.name;
        if !function.remembers {
            self.open(&match self.language {
                Rust => format!("fn {name}({all}) -> {gives}"),
                Cpp => format!("{gives} {name}({all})"),
                Python => format!("def {name}({all})"),
                Java => format!("static {gives} {name}({all})"),
            });
            self.block(&function.body, &function.body);
            return self.close();
        }
        // A function that remembers is two: one that looks, and one that works out.
        let names: Vec<&str> = function
            .arguments
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        let inner = format!("{name}_new");
        match self.language {
            Python => {
                self.line("@lru_cache(None)");
                self.open(&format!("def {name}({all})"));
                self.block(&function.body, &function.body);
                return self.close();
            }
            Rust => {
                self.line("thread_local!(static KNOWN: RefCell<HashMap<Vec<i64>, bool>> = RefCell::default());");
                self.open(&format!("fn {name}({all}) -> {gives}"));
                let key = function.arguments.iter().map(|(name, kind)| match kind {
                    Type::List => format!("{name}.to_vec()"),
                    _ => format!("vec![{name}]"),
                });
                let key = match names.as_slice() {
                    all if function
                        .arguments
                        .iter()
                        .all(|(_, kind)| *kind == Type::Int) =>
                    {
                        format!("vec![{}]", all.join(", "))
                    }
                    _ => format!("[{}].concat()", key.collect::<Vec<_>>().join(", ")),
                };
                self.line(&format!("let key = {key};"));
                self.open(
                    "if let Some(known) = KNOWN.with(|known| known.borrow().get(&key).copied())",
                );
                self.line("return known;");
                self.close();
                self.line(&format!("let value = {inner}({});", names.join(", ")));
                self.line("KNOWN.with(|known| known.borrow_mut().insert(key, value));");
                self.line("value");
                self.close();
                self.open(&format!("fn {inner}({all}) -> {gives}"));
            }
            Cpp => {
                self.line(&format!("{gives} {inner}({all});"));
                self.open(&format!("{gives} {name}({all})"));
                self.line("static map<List, bool> known;");
                let lists = function
                    .arguments
                    .iter()
                    .any(|(_, kind)| *kind == Type::List);
                match (lists, names.as_slice()) {
                    (true, [one]) => self.line(&format!("const List& key = {one};")),
                    _ => {
                        let ints: Vec<&str> = function
                            .arguments
                            .iter()
                            .filter(|(_, kind)| *kind != Type::List)
                            .map(|(name, _)| name.as_str())
                            .collect();
                        self.line(&format!("List key = {{{}}};", ints.join(", ")));
                        for (name, kind) in &function.arguments {
                            if *kind == Type::List {
                                self.line(&format!(
                                    "key.insert(key.end(), {name}.begin(), {name}.end());"
                                ));
                            }
                        }
                    }
                }
                self.line("auto found = known.find(key);");
                self.line("if (found != known.end()) return found->second;");
                self.line(&format!(
                    "return known[key] = {inner}({});",
                    names.join(", ")
                ));
                self.close();
                self.open(&format!("{gives} {inner}({all})"));
            }
            Java => {
                self.line("static final Map<String, Boolean> KNOWN = new HashMap<>();");
                self.open(&format!("static {gives} {name}({all})"));
                let key = function.arguments.iter().map(|(name, kind)| match kind {
                    Type::List => format!("Arrays.toString({name})"),
                    _ => name.clone(),
                });
                self.line(&format!(
                    "String key = \"\" + {};",
                    key.collect::<Vec<_>>().join(" + \" \" + ")
                ));
                self.line("Boolean known = KNOWN.get(key);");
                self.line(&format!(
                    "if (known == null) KNOWN.put(key, known = {inner}({}));",
                    names.join(", ")
                ));
                self.line("return known;");
                self.close();
                self.open(&format!("static {gives} {inner}({all})"));
            }
        }
        self.block(&function.body, &function.body);
        self.close();
    }

    fn main(&mut self, used: Used) {
        let lines = self.solution.reading.lines;
        let main = &self.solution.main;
        match self.language {
            Rust => {
                self.open("fn main()");
                self.line("let (mut text, mut out) = (String::new(), String::new());");
                self.line("std::io::stdin().read_to_string(&mut text).unwrap();");
                let cut = if lines {
                    "lines()"
                } else {
                    "split_whitespace()"
                };
                let peek = if used.more { ".peekable()" } else { "" };
                self.line(&format!("let mut words = text.{cut}{peek};"));
                self.block(main, main);
                self.line("print!(\"{out}\");");
            }
            Cpp => {
                self.open("int main()");
                self.line("ios::sync_with_stdio(false), cin.tie(nullptr);");
                self.block(main, main);
            }
            Python => {
                let cut = if lines { "splitlines()" } else { "split()" };
                self.line(&format!("words, out = deque(sys.stdin.read().{cut}), []"));
                self.block(main, main);
                self.line("print(''.join(out), end='')");
                return;
            }
            Java => {
                self.open("public static void main(String[] arguments) throws Exception");
                let cut = if lines { "\\\\R" } else { "\\\\s+" };
                self.line("String text = new String(System.in.readAllBytes());");
                self.line(&format!(
                    "Deque<String> words = new ArrayDeque<>(List.of(text.split(\"{cut}\", -1)));"
                ));
                self.line("StringBuilder out = new StringBuilder();");
                self.block(main, main);
                self.line("System.out.print(out);");
            }
        }
        self.close();
    }

    fn block(&mut self, body: &[Stmt], whole: &[Stmt]) {
        let changed = changed(whole);
        for (at, one) in body.iter().enumerate() {
            let last = at + 1 == body.len();
            self.statement(one, whole, &changed, last);
        }
        if body.is_empty() && self.language == Python {
            self.line("pass");
        }
    }

    fn statement(&mut self, one: &Stmt, whole: &[Stmt], changed: &[String], last: bool) {
        let end = self.language.pick(";", ";", "", ";");
        match one {
            Stmt::Let(name, kind, value) => {
                let value = self.own(*kind, value);
                let text = match self.language {
                    Rust if changed.contains(name) => format!("let mut {name} = {value}"),
                    Rust => format!("let {name} = {value}"),
                    Python => format!("{name} = {value}"),
                    Cpp | Java => format!("{} {name} = {value}", self.kind(*kind, false)),
                };
                self.line(&format!("{text}{end}"));
            }
            Stmt::Set(name, value) => {
                let text = match value {
                    Expr::Bin(op @ (Op::Add | Op::Sub | Op::Xor | Op::Mul), x, y)
                        if **x == Expr::Var(name.clone()) =>
                    {
                        let sign = self.sign(*op);
                        format!("{name} {sign}= {}", self.show(y))
                    }
                    value => format!("{name} = {}", self.show(value)),
                };
                self.line(&format!("{text}{end}"));
            }
            Stmt::Put(name, at, value) => {
                let text = format!("{name}[{}] = {}{end}", self.index(at), self.show(value));
                self.line(&text);
            }
            Stmt::Push(name, value) => {
                let value = self.show(value);
                let text = match self.language {
                    Rust => format!("{name}.push({value});"),
                    Cpp => format!("{name}.push_back({value});"),
                    Python => format!("{name}.append({value})"),
                    Java => format!(
                        "{name} = Arrays.copyOf({name}, {name}.length + 1); {name}[{name}.length - 1] = {value};"
                    ),
                };
                self.line(&text);
            }
            Stmt::If(condition, yes, no) => {
                let condition = self.show(condition);
                let head = match self.language {
                    Cpp | Java => format!("if ({condition})"),
                    Rust | Python => format!("if {condition}"),
                };
                if no.is_empty() {
                    return self.compound(&head, yes, whole);
                }
                self.open(&head);
                self.block(yes, whole);
                self.depth -= 1;
                self.line(if self.language == Python {
                    "else:"
                } else {
                    "} else {"
                });
                self.depth += 1;
                self.block(no, whole);
                self.close();
            }
            Stmt::For(name, from, to, body) => {
                let (from, to) = (self.show(from), self.show(to));
                let mut read = false;
                for one in body {
                    one.expressions(&mut |x| read |= x.has(name));
                }
                let shown = if !read && matches!(self.language, Rust | Python) {
                    "_"
                } else {
                    name
                };
                let head = match self.language {
                    Rust => format!("for {shown} in {from}..{to}"),
                    Python if from == "0" => format!("for {shown} in range({to})"),
                    Python => format!("for {shown} in range({from}, {to})"),
                    Cpp => format!("for (num {name} = {from}; {name} < {to}; {name}++)"),
                    Java => format!("for (long {name} = {from}; {name} < {to}; {name}++)"),
                };
                self.compound(&head, body, whole);
            }
            Stmt::While(condition, body) => {
                let condition = self.show(condition);
                let head = match self.language {
                    Rust | Python => format!("while {condition}"),
                    Cpp | Java => format!("while ({condition})"),
                };
                self.compound(&head, body, whole);
            }
            Stmt::Return(value) => {
                let text = self.show(value);
                match self.language {
                    Rust if last && self.depth == 1 => self.line(&text),
                    _ => self.line(&format!("return {text}{end}")),
                }
            }
            Stmt::Say(words) => self.say(words),
            Stmt::Note(text) => {
                let mark = self.language.pick("//", "//", "#", "//");
                self.line(&format!("{mark} {text}"));
            }
        }
    }

    /// A head with what is done under it: on one line, where that is short.
    fn compound(&mut self, head: &str, body: &[Stmt], whole: &[Stmt]) {
        let simple = match body {
            [Stmt::For(..) | Stmt::While(..) | Stmt::If(..) | Stmt::Let(..) | Stmt::Note(_)] => {
                false
            }
            [_] => true,
            _ => false,
        };
        if simple {
            let (before, depth) = (
                std::mem::take(&mut self.out),
                std::mem::replace(&mut self.depth, 2),
            );
            self.block(body, whole);
            let inner = std::mem::replace(&mut self.out, before);
            self.depth = depth;
            let inner = inner.trim();
            let line = match self.language {
                Rust => format!("{head} {{ {inner} }}"),
                Cpp | Java => format!("{head} {inner}"),
                Python => format!("{head}: {inner}"),
            };
            if !inner.contains('\n') && line.len() + 4 * self.depth <= WIDTH {
                return self.line(&line);
            }
        }
        self.open(head);
        self.block(body, whole);
        self.close();
    }

    fn say(&mut self, words: &[Word]) {
        for (at, word) in words.iter().enumerate() {
            // A line's end stands with the word before it.
            let ends = matches!(words.get(at + 1), Some(Word::End));
            let tail = if ends { "\\n" } else { "" };
            let text = match (word, self.language) {
                (Word::End, _) if at > 0 => continue,
                (Word::End, Rust) => "out.push('\\n');".into(),
                (Word::End, Cpp) => "cout << '\\n';".into(),
                (Word::End, Python) => "out.append('\\n')".into(),
                (Word::End, Java) => "out.append('\\n');".into(),
                (Word::Text(text), Rust) => format!(
                    "out.push_str({}{tail}\");",
                    quoted(text).trim_end_matches('"')
                ),
                (Word::Text(text), Cpp) => {
                    format!("cout << {}{tail}\";", quoted(text).trim_end_matches('"'))
                }
                (Word::Text(text), Python) => {
                    format!("out.append({}{tail}\")", quoted(text).trim_end_matches('"'))
                }
                (Word::Text(text), Java) => {
                    format!(
                        "out.append({}{tail}\");",
                        quoted(text).trim_end_matches('"')
                    )
                }
                (Word::Number(x), Rust) => {
                    format!("out.push_str(&format!(\"{{}}{tail}\", {}));", self.show(x))
                }
                (Word::Number(x), Cpp) if ends => format!("cout << {} << '\\n';", self.operand(x)),
                (Word::Number(x), Cpp) => format!("cout << {};", self.operand(x)),
                (Word::Number(x), Python) => format!("out.append(f\"{{{}}}{tail}\")", self.show(x)),
                (Word::Number(x), Java) if ends => {
                    format!("out.append({}).append('\\n');", self.show(x))
                }
                (Word::Number(x), Java) => format!("out.append({});", self.show(x)),
                (Word::Either(x, yes, no), language) => {
                    let with =
                        |text: &str| format!("{}{tail}\"", quoted(text).trim_end_matches('"'));
                    let (x, yes, no) = (self.show(x), with(yes), with(no));
                    match language {
                        Rust => format!("out.push_str(if {x} {{ {yes} }} else {{ {no} }});"),
                        Cpp => format!("cout << ({x} ? {yes} : {no});"),
                        Python => format!("out.append({yes} if {x} else {no})"),
                        Java => format!("out.append({x} ? {yes} : {no});"),
                    }
                }
            };
            self.line(&text);
        }
    }

    /// A value for a variable of its own.
    fn own(&self, kind: Type, value: &Expr) -> String {
        match (self.language, kind, value) {
            (Rust, Type::List, Expr::List(all)) => format!("vec![{}]", self.all(all)),
            _ => self.show(value),
        }
    }

    fn all(&self, all: &[Expr]) -> String {
        all.iter()
            .map(|one| self.show(one))
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn show(&self, x: &Expr) -> String {
        self.at(x, 0)
    }

    /// In brackets, if it is more than a word.
    fn operand(&self, x: &Expr) -> String {
        self.at(x, 9)
    }

    fn index(&self, x: &Expr) -> String {
        match (self.language, x) {
            (_, Expr::Num(number)) => number.to_string(),
            (Rust, x) => format!("{} as usize", self.operand(x)),
            (Java, x) => format!("(int) {}", self.operand(x)),
            (_, x) => self.show(x),
        }
    }

    fn sign(&self, op: Op) -> &'static str {
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

    /// The text of an expression that stands beside operations of this rank.
    fn at(&self, x: &Expr, rank: u8) -> String {
        let name = |name: &str| match self.solution.constants.iter().any(|(own, _)| own == name) {
            true => name.to_uppercase(),
            false => name.to_string(),
        };
        match x {
            Expr::Num(number) if *number < 0 && rank > 0 => format!("({number})"),
            Expr::Num(number) if self.language == Java && *number > i64::from(i32::MAX) => {
                format!("{number}L")
            }
            Expr::Num(number) => number.to_string(),
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
            Expr::Get(list, at) => format!("{}[{}]", self.operand(list), self.index(at)),
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
                let list = self.operand(list);
                match self.language {
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
                let (condition, yes, no) = (self.show(condition), self.show(yes), self.show(no));
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
                    (Cpp, Type::Int) => format!("stoll({word})"),
                    (Python, Type::Int) => format!("int({word})"),
                    (Java, Type::Int) => format!("Long.parseLong({word})"),
                    (Python, Type::List) => {
                        format!("[int(number) for number in {word}.replace(',', ' ').split()]")
                    }
                    (_, Type::List) => format!("numbers({word})"),
                    (Python, Type::Bool) => {
                        let alphabet = quoted(&self.solution.reading.alphabet);
                        format!("[{alphabet}.index(cell) for cell in {word}]")
                    }
                    (_, Type::Bool) => format!("cells({word})"),
                }
            }
            Expr::More => match self.language {
                Rust => "words.peek().is_some()".into(),
                Cpp if self.solution.reading.lines => "cin.peek() != EOF".into(),
                Cpp => "(cin >> ws).peek() != EOF".into(),
                Python => "words".into(),
                Java => "!words.isEmpty() && !words.peek().isEmpty()".into(),
            },
            Expr::Bin(Op::Min, x, y) => {
                self.function_of(["min", "min<num>", "min", "Math.min"], x, y)
            }
            Expr::Bin(Op::Max, x, y) => {
                self.function_of(["max", "max<num>", "max", "Math.max"], x, y)
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
                    // Languages differ in how these bind.
                    _ => (0, 9, 9),
                };
                if let (Op::Shl, Expr::Num(number)) = (op, &**x) {
                    let left = format!("{number}{}", self.language.pick("", "LL", "", "L"));
                    let text = format!("{left} << {}", self.at(y, right));
                    return if rank > own {
                        format!("({text})")
                    } else {
                        text
                    };
                }
                let text = format!(
                    "{} {} {}",
                    self.at(x, left),
                    self.sign(*op),
                    self.at(y, right)
                );
                if rank > own {
                    format!("({text})")
                } else {
                    text
                }
            }
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
        let function = self.solution.functions.iter().find(|one| one.name == name);
        let mut shown = Vec::new();
        for (at, one) in all.iter().enumerate() {
            let kind = function
                .and_then(|one| one.arguments.get(at))
                .map(|(_, kind)| *kind);
            let remembers = function.is_some_and(|one| one.remembers);
            shown.push(match (self.language, kind) {
                (Rust, Some(Type::List)) => format!("&{}", self.show(one)),
                (Python, Some(Type::List)) if remembers => format!("tuple({})", self.show(one)),
                _ => self.show(one),
            });
        }
        // The greatest common divisor is in two libraries.
        match (name, self.language) {
            ("zeros", Rust) => format!("vec![0; {}]", self.index(&all[0])),
            ("zeros", Cpp) => format!("List({})", self.show(&all[0])),
            ("zeros", Python) => format!("[0] * {}", self.operand(&all[0])),
            ("zeros", Java) => format!("new long[{}]", self.index(&all[0])),
            ("sorted", Rust) => format!("sorted({})", shown.join(", ")),
            (name, _) => format!("{name}({})", shown.join(", ")),
        }
    }
}

/// A text in quotation marks, as all four languages have it.
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

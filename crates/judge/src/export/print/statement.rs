//! Printer of statements.

use super::Language::{Cpp, Java, Python, Rust};
use super::{Printer, quoted};
use crate::export::tree::{Expr, Op, Stmt, Type, Word, changed};

impl Printer<'_> {
    pub(super) fn block(&mut self, body: &[Stmt], whole: &[Stmt]) {
        let changed = changed(whole);
        let between = self.language.pick(" ", " ", "; ", " ");
        let mut row = String::new();
        for (at, one) in body.iter().enumerate() {
            let last = at + 1 == body.len();
            let single = match self.dense && is_short(one) {
                true => Some(self.apart(|printer| printer.statement(one, whole, &changed, last))),
                false => None,
            };
            match single.filter(|text| !text.contains('\n')) {
                Some(text) if row.is_empty() => row = text,
                Some(text) if 4 * self.depth + row.len() + text.len() + 2 <= self.width() => {
                    row = format!("{row}{between}{text}");
                }
                Some(text) => {
                    let full = std::mem::replace(&mut row, text);
                    self.line(&full);
                }
                None => {
                    if !row.is_empty() {
                        let full = std::mem::take(&mut row);
                        self.line(&full);
                    }
                    self.statement(one, whole, &changed, last);
                }
            }
        }
        if !row.is_empty() {
            self.line(&row);
        }
        if body.is_empty() && self.language == Python {
            self.line("pass");
        }
    }

    /// Prints into a separate text, without surrounding blanks.
    fn apart(&mut self, print: impl FnOnce(&mut Self)) -> String {
        let before = std::mem::take(&mut self.out);
        print(self);
        let text = std::mem::replace(&mut self.out, before);
        text.trim().to_string()
    }

    fn statement(&mut self, one: &Stmt, whole: &[Stmt], changed: &[String], last: bool) {
        let end = self.language.pick(";", ";", "", ";");
        match one {
            Stmt::Let(name, kind, value) => {
                if self.language == Cpp
                    && let Some(made) = self.made_of(value)
                {
                    let made = if *value == Expr::List(Vec::new()) {
                        String::new()
                    } else {
                        format!("({made})")
                    };
                    return self.line(&format!("{} {name}{made};", self.kind(*kind, false)));
                }
                let value = match (self.language, value) {
                    (Cpp, Expr::Len(list)) => format!("{}.size()", self.operand(list)),
                    _ => self.own(*kind, value),
                };
                let text = match self.language {
                    Rust if changed.contains(name) && *kind != Type::Store => {
                        format!("let mut {name} = {value}")
                    }
                    Rust => format!("let {name} = {value}"),
                    Python => format!("{name} = {value}"),
                    Cpp | Java => format!("{} {name} = {value}", self.kind(*kind, false)),
                };
                self.line(&format!("{text}{end}"));
            }
            Stmt::Set(name, value) => {
                let text = match value {
                    // A growing list is moved.
                    Expr::Var(from)
                        if self.language == Cpp && self.kinds.get(name) == Some(&Type::Queue) =>
                    {
                        format!("{name}.swap({from})")
                    }
                    Expr::Call(made, all) if self.language == Cpp && made == "zeros" => {
                        format!("{name}.assign({}, 0)", self.all(all))
                    }
                    Expr::Call(made, all) if self.language == Cpp && made == "filled" => {
                        format!("{name}.assign({})", self.all(all))
                    }
                    value => {
                        let (sign, value) = self.step(&Expr::Var(name.clone()), value);
                        format!("{name} {sign} {value}")
                    }
                };
                self.line(&format!("{text}{end}"));
            }
            Stmt::Put(name, at, value) => {
                let own = Expr::Get(Box::new(Expr::Var(name.clone())), Box::new(at.clone()));
                let (sign, value) = self.step(&own, value);
                self.line(&format!("{name}[{}] {sign} {value}{end}", self.index(at)));
            }
            Stmt::Push(name, value) => {
                let value = self.show(value);
                let text = match self.language {
                    Rust => format!("{name}.push({value});"),
                    Cpp => format!("{name}.push_back({value});"),
                    Python => format!("{name}.append({value})"),
                    Java if self.kinds.get(name) == Some(&Type::Queue) => {
                        format!("{name}.add({value});")
                    }
                    Java => format!(
                        "{name} = Arrays.copyOf({name}, {name}.length + 1); {name}[{name}.length - 1] = {value};"
                    ),
                };
                self.line(&text);
            }
            Stmt::If(_, yes, no) if !no.is_empty() => {
                if let Some((head, _)) = self.head(one) {
                    self.open(&head);
                }
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
            Stmt::If(..) | Stmt::For(..) | Stmt::Every(..) | Stmt::While(..) | Stmt::Each(..) => {
                if let Some((head, body)) = self.head(one) {
                    self.compound(&head, body, whole);
                }
            }
            Stmt::Through(item, list, body) => self.through(item, list, body, whole),
            Stmt::Append(name, all) => self.append(name, all),
            Stmt::Continue => self.line(&format!("continue{end}")),
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

    /// Returns an assignment, in its compound form (such as `+=`) if possible.
    fn step(&self, own: &Expr, value: &Expr) -> (String, String) {
        match value {
            Expr::Bin(op @ (Op::Add | Op::Sub | Op::Xor | Op::Mul), x, y) if **x == *own => {
                (format!("{}=", self.sign(*op)), self.show(y))
            }
            value => ("=".into(), self.show(value)),
        }
    }

    /// Returns the head of a compound statement and its body. For a conditional, that is the first
    /// branch.
    fn head<'b>(&self, one: &'b Stmt) -> Option<(String, &'b [Stmt])> {
        Some(match one {
            Stmt::If(condition, yes, _) => {
                let condition = self.show(condition);
                let head = match self.language {
                    Cpp | Java => format!("if ({condition})"),
                    Rust | Python => format!("if {condition}"),
                };
                (head, yes)
            }
            Stmt::For(name, from, to, body) => {
                let (from, to) = self.range(from, to);
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
                (head, body)
            }
            Stmt::Every(name, from, to, step, body) => {
                let (from, to) = self.range(from, to);
                let head = match self.language {
                    Rust => format!("for {name} in ({from}..{to}).step_by({step})"),
                    Python => format!("for {name} in range({from}, {to}, {step})"),
                    Cpp => format!("for (num {name} = {from}; {name} < {to}; {name} += {step})"),
                    Java => format!("for (long {name} = {from}; {name} < {to}; {name} += {step})"),
                };
                (head, body)
            }
            Stmt::While(condition, body) => {
                let condition = self.show(condition);
                let head = match self.language {
                    Rust | Python => format!("while {condition}"),
                    Cpp | Java => format!("while ({condition})"),
                };
                (head, body)
            }
            Stmt::Each(item, list, body) => {
                let head = match self.language {
                    Rust => format!("for &{item} in {list}.iter()"),
                    Cpp => format!("for (num {item} : {list})"),
                    Python => format!("for {item} in {list}"),
                    Java => format!("for (long {item} : {list})"),
                };
                (head, body)
            }
            _ => return None,
        })
    }

    /// Returns the bounds of a loop: arguments in Python, operands elsewhere.
    fn range(&self, from: &Expr, to: &Expr) -> (String, String) {
        let to = match self.language {
            Python => self.show(to),
            Rust | Cpp | Java => self.compared(to),
        };
        (self.show(from), to)
    }

    /// Prints a loop over a list that grows during the loop.
    fn through(&mut self, item: &str, list: &str, body: &[Stmt], whole: &[Stmt]) {
        let at = format!("at_{item}");
        let (head, own) = match self.language {
            Rust => {
                self.line(&format!("let mut {at} = 0;"));
                (
                    format!("while let Some(&{item}) = {list}.get({at})"),
                    format!("{at} += 1;"),
                )
            }
            Cpp => (
                format!("for (size_t {at} = 0; {at} < {list}.size(); {at}++)"),
                format!("num {item} = {list}[{at}];"),
            ),
            Python => (format!("for {item} in {list}"), String::new()),
            Java => (
                format!("for (int {at} = 0; {at} < {list}.size(); {at}++)"),
                format!("long {item} = {list}.get({at});"),
            ),
        };
        self.open(&head);
        if !own.is_empty() {
            self.line(&own);
        }
        self.block(body, whole);
        self.close();
    }

    /// Prints an append to a text.
    fn append(&mut self, name: &str, all: &[Expr]) {
        let shown: Vec<String> = all.iter().map(|one| self.show(one)).collect();
        let text = match self.language {
            Python => format!("{name} += {}", shown.join(" + ")),
            Java => {
                let pieces = all.iter().zip(&shown).map(|(one, text)| match one {
                    Expr::Sign(sign) => quoted(&char::from(*sign).to_string()),
                    _ => text.clone(),
                });
                format!("{name} += {};", pieces.collect::<Vec<_>>().join(" + "))
            }
            Cpp => {
                let pieces = shown.iter().map(|text| format!("{name} += {text};"));
                pieces.collect::<Vec<_>>().join(" ")
            }
            Rust => {
                let pieces = all.iter().zip(&shown).map(|(one, text)| match one {
                    Expr::Sign(_) => format!("{name}.push({text});"),
                    Expr::Read(_) => format!("{name}.extend({text}.bytes());"),
                    _ => format!("{name}.extend({text});"),
                });
                pieces.collect::<Vec<_>>().join(" ")
            }
        };
        self.line(&text);
    }

    /// Returns the constructor arguments of a new list in C++, instead of a value.
    fn made_of(&self, value: &Expr) -> Option<String> {
        match value {
            Expr::Call(made, all) if matches!(made.as_str(), "zeros" | "filled") => {
                Some(self.all(all))
            }
            Expr::Signs(sign, many) => Some(format!(
                "{}, {}",
                self.show(many),
                self.show(&Expr::Sign(*sign))
            )),
            Expr::List(all) if all.is_empty() => Some(String::new()),
            _ => None,
        }
    }

    /// Prints a compound statement, on one line if it is short. On a short page, nested heads with
    /// a single statement share a line.
    fn compound(&mut self, head: &str, body: &[Stmt], whole: &[Stmt]) {
        let (mut head, mut body, mut closing) = (head.to_string(), body, String::from("}"));
        while self.dense
            && self.language != Python
            && let [one] = body
            && !matches!(one, Stmt::If(_, _, no) if !no.is_empty())
            && let Some((inner, under)) = self.head(one)
            && head.len() + inner.len() + 4 * self.depth + 5 <= self.width()
        {
            if self.language == Rust {
                closing.push_str(" }");
            }
            let between = self.language.pick(" { ", " ", " ", " ");
            head = format!("{head}{between}{inner}");
            body = under;
        }
        let simple = match body {
            [
                Stmt::For(..)
                | Stmt::Every(..)
                | Stmt::While(..)
                | Stmt::Each(..)
                | Stmt::Through(..)
                | Stmt::If(..)
                | Stmt::Let(..)
                | Stmt::Note(_),
            ] => false,
            [_] => true,
            all => self.dense && all.iter().all(is_short),
        };
        if simple {
            let depth = std::mem::replace(&mut self.depth, 2);
            let inner = self.apart(|printer| printer.block(body, whole));
            self.depth = depth;
            let line = match self.language {
                Rust => format!("{head} {{ {inner} {closing}"),
                // Some statements are printed as two.
                Cpp | Java if inner.matches("; ").count() > 0 => format!("{head} {{ {inner} }}"),
                Cpp | Java => format!("{head} {inner}"),
                Python => format!("{head}: {inner}"),
            };
            if !inner.contains('\n') && line.len() + 4 * self.depth <= self.width() {
                return self.line(&line);
            }
        }
        self.open(&head);
        self.block(body, whole);
        self.depth -= 1;
        if self.language != Python {
            self.line(&closing);
        }
    }

    fn say(&mut self, words: &[Word]) {
        for (at, word) in words.iter().enumerate() {
            // The newline is joined to the word before it.
            let ends = matches!(words.get(at + 1), Some(Word::End));
            let tail = if ends { "\\n" } else { "" };
            let text = match (word, self.language) {
                (Word::End, _) if at > 0 => continue,
                (Word::End, Rust) => "out.push('\\n');".into(),
                (Word::End, Cpp) => "out += '\\n';".into(),
                (Word::End, Python) => "out.append('\\n')".into(),
                (Word::End, Java) => "out.append('\\n');".into(),
                (Word::Text(text), Rust) => format!(
                    "out.push_str({}{tail}\");",
                    quoted(text).trim_end_matches('"')
                ),
                (Word::Text(text), Cpp) => {
                    format!("out += {}{tail}\";", quoted(text).trim_end_matches('"'))
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
                (Word::Number(x), Cpp) if ends => {
                    format!("out += to_string({}) + '\\n';", self.show(x))
                }
                (Word::Number(x), Cpp) => format!("out += to_string({});", self.show(x)),
                (Word::Number(x), Python) => format!("out.append(f\"{{{}}}{tail}\")", self.show(x)),
                (Word::Number(x), Java) if ends => {
                    format!("out.append({}).append('\\n');", self.show(x))
                }
                (Word::Number(x), Java) => format!("out.append({});", self.show(x)),
                (Word::Either(x, yes, no), language) => {
                    let with =
                        |text: &str| format!("{}{tail}\"", quoted(text).trim_end_matches('"'));
                    let is_sign =
                        language == Cpp && tail.is_empty() && yes.len() == 1 && no.len() == 1;
                    let (x, yes, no) = match is_sign {
                        true => (self.show(x), single(yes), single(no)),
                        false => (self.show(x), with(yes), with(no)),
                    };

                    match language {
                        Rust => format!("out.push_str(if {x} {{ {yes} }} else {{ {no} }});"),
                        Cpp => format!("out += {x} ? {yes} : {no};"),
                        Python => format!("out.append({yes} if {x} else {no})"),
                        Java => format!("out.append({x} ? {yes} : {no});"),
                    }
                }
                (Word::Sign(x, above, below, even), language) => {
                    let with =
                        |text: &str| format!("{}{tail}\"", quoted(text).trim_end_matches('"'));
                    let (x, above, below, even) =
                        (self.show(x), with(above), with(below), with(even));
                    let picked = format!("ahead > 0 ? {above} : ahead < 0 ? {below} : {even}");
                    match language {
                        Rust => format!(
                            "out.push_str(match {x} {{ 1.. => {above}, 0 => {even}, _ => {below} }});"
                        ),
                        Python => {
                            self.line(&format!("ahead = {x}"));
                            format!(
                                "out.append({above} if ahead > 0 else {below} if ahead < 0 else {even})"
                            )
                        }
                        Cpp => {
                            self.line(&format!("num ahead = {x};"));
                            format!("out += {picked};")
                        }
                        Java => {
                            self.line(&format!("long ahead = {x};"));
                            format!("out.append({picked});")
                        }
                    }
                }
            };
            self.line(&text);
        }
    }
}

/// Returns a text of one character as a C++ character literal.
fn single(text: &str) -> String {
    format!("'{}'", text.escape_default())
}

/// Returns true for a simple statement.
fn is_short(one: &Stmt) -> bool {
    matches!(
        one,
        Stmt::Let(..)
            | Stmt::Set(..)
            | Stmt::Put(..)
            | Stmt::Push(..)
            | Stmt::Append(..)
            | Stmt::Return(_)
            | Stmt::Say(_)
    )
}

//! Printer of terms. The parser is its inverse.

use std::fmt;

use dashu_int::IBig;

use super::OPS;
use super::tree::is_word;
use crate::term::{Array, Command, Expr, Game, Op, State};

/// The partially printed text of a term.
struct Printer<'a> {
    game: &'a Game,
    out: String,
}

/// Returns a name, in quotes if it isn't a word.
fn quoted(name: &str) -> String {
    match is_word(name) {
        true => name.into(),
        false => format!("\"{}\"", name.replace('"', "'")),
    }
}

fn word(op: Op) -> &'static str {
    let found = OPS.iter().find(|(_, one)| *one == op);
    found.map_or("?", |(word, _)| word)
}

/// Returns true if the parser would not resolve this name to a part or constant, with `bound` bound
/// variables.
fn is_taken(name: &str, bound: usize) -> bool {
    let variable = name.strip_prefix('v').and_then(|level| level.parse().ok());
    !is_word(name)
        || name.parse::<IBig>().is_ok()
        || variable.is_some_and(|level: usize| level < bound)
}

impl Printer<'_> {
    fn name(&self, array: Array) -> &str {
        let found = match array {
            Array::Const(at) => self.game.consts.get(at).map(|one| &one.name),
            Array::Part(at) => self.game.parts.get(at).map(|one| &one.name),
        };
        found.map_or("?", |name| name)
    }

    fn say(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Prints `(head a b`, without the closing parenthesis.
    fn open(&mut self, head: &str, exprs: &[&Expr], bound: usize) {
        self.say("(");
        self.say(head);
        for expr in exprs {
            self.say(" ");
            self.expr(expr, bound);
        }
    }

    fn form(&mut self, head: &str, exprs: &[&Expr], bound: usize) {
        self.open(head, exprs, bound);
        self.say(")");
    }

    /// Prints an expression. The bound variables are called v0, v1, ...
    fn expr(&mut self, expr: &Expr, bound: usize) {
        match expr {
            Expr::Num(number) => self.say(&number.to_string()),
            Expr::Var(level) => self.say(&format!("v{level}")),
            Expr::Get(array, index, default) => {
                let name = quoted(self.name(*array));
                let plain = *default == IBig::ZERO;
                if plain && **index == Expr::num(0) && !is_taken(&name, bound) {
                    return self.say(&name);
                }
                self.open(&format!("get {name}"), &[index], bound);
                if !plain {
                    self.say(&format!(" {default}"));
                }
                self.say(")");
            }
            Expr::Len(array) => {
                let name = quoted(self.name(*array));
                self.say(&format!("(len {name})"));
            }
            Expr::Bin(op, x, y) => self.form(word(*op), &[x, y], bound),
            Expr::Ite(condition, yes, no) => self.form("if", &[condition, yes, no], bound),
            Expr::Fold(lo, hi, init, body) => {
                let head = format!("fold v{bound} v{}", bound + 1);
                self.open(&head, &[lo, hi, init], bound);
                self.say(" ");
                self.expr(body, bound + 2);
                self.say(")");
            }
        }
    }

    /// Prints a command on separate lines, indented by `pad`.
    fn command(&mut self, command: &Command, bound: usize, pad: usize) {
        self.say(&format!("\n{:pad$}", ""));
        match command {
            Command::Guard(condition) => self.form("guard", &[condition], bound),
            Command::Seq(commands) if commands.is_empty() => self.say("skip"),
            Command::Seq(commands) => self.block("(seq", commands, bound, pad),
            Command::Alt(commands) => self.block("(alt", commands, bound, pad),
            Command::When(condition, yes, no) => {
                self.open("when", &[condition], bound);
                self.command(yes, bound, pad + 1);
                if **no != Command::SKIP {
                    self.command(no, bound, pad + 1);
                }
                self.say(")");
            }
            Command::Choose(lo, hi, body) => {
                self.open(&format!("choose v{bound}"), &[lo, hi], bound);
                self.command(body, bound + 1, pad + 1);
                self.say(")");
            }
            Command::Loop(lo, hi, body) => {
                self.open(&format!("loop v{bound}"), &[lo, hi], bound);
                self.command(body, bound + 1, pad + 1);
                self.say(")");
            }
            Command::Repeat(fuel, body) => {
                self.open("repeat", &[fuel], bound);
                self.command(body, bound, pad + 1);
                self.say(")");
            }
            Command::Set(part, index, value) => {
                let head = format!("set {}", quoted(self.name(Array::Part(*part))));
                match *index == Expr::num(0) {
                    true => self.form(&head, &[value], bound),
                    false => self.form(&head, &[index, value], bound),
                }
            }
            Command::Splice(part, index, count, values) => {
                let head = format!("splice {}", quoted(self.name(Array::Part(*part))));
                let mut exprs = vec![index, count];
                exprs.extend(values);
                self.form(&head, &exprs, bound);
            }
        }
    }

    fn block(&mut self, head: &str, commands: &[Command], bound: usize, pad: usize) {
        self.say(head);
        for command in commands {
            self.command(command, bound, pad + 1);
        }
        self.say(")");
    }

    fn state(&mut self, state: &State) {
        for array in state {
            let elements: Vec<String> = array.iter().map(IBig::to_string).collect();
            self.say(&format!(" ({})", elements.join(" ")));
        }
    }

    fn game(&mut self) {
        let game = self.game;
        self.say(&format!("(game {}", quoted(&game.name)));
        for one in &game.consts {
            self.say(&format!("\n (const {}", quoted(&one.name)));
            for value in &one.values {
                self.say(&format!(" {value}"));
            }
            self.say(")");
        }
        for part in &game.parts {
            let most = part.most.as_ref().map_or("-".into(), IBig::to_string);
            let name = quoted(&part.name);
            self.say(&format!("\n (part {name} {} {most})", part.least));
        }
        for start in &game.starts {
            self.say("\n (start");
            self.state(start);
            self.say(")");
        }
        for tier in &game.tiers {
            self.say("\n (tier");
            self.command(tier, 0, 2);
            self.say(")");
        }
        for end in &game.ends {
            self.say("\n ");
            self.form("end", &[&end.when, &end.pays], 0);
        }
        self.say("\n ");
        self.form("stuck", &[&game.stuck], 0);
        if game.blocks > 0 {
            self.say(&format!("\n (blocks {})", game.blocks));
        }
        if let Some(pays) = &game.endless {
            self.say("\n ");
            self.form("endless", &[pays], 0);
        }
        self.say(")\n");
    }
}

/// Prints the complete term in a form that `str::parse` accepts.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer {
            game: self,
            out: String::new(),
        };
        printer.game();
        f.write_str(&printer.out)
    }
}

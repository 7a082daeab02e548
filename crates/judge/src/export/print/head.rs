//! Printer of the beginning of a program and of its input and output functions.

use super::Language::{Cpp, Java, Python, Rust};
use super::{Printer, Used, quoted};

impl Printer<'_> {
    pub(super) fn rust_head(&mut self, used: Used) {
        if used.memory {
            self.line("use std::{cell::RefCell, collections::HashMap, io::Read};");
        } else {
            self.line("use std::io::Read;");
        }
        if used.lists {
            self.open("fn numbers(text: &str) -> Vec<i64>");
            self.line("let between = |c: char| !c.is_ascii_digit() && c != '-';");
            self.line("text.split(between).filter(|word| !word.is_empty()).map(|word| word.parse().unwrap()).collect()");
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

    pub(super) fn cpp_head(&mut self, used: Used) {
        self.line("#include <bits/stdc++.h>");
        let cells = if used.small {
            "typedef vector<char> Cells;"
        } else {
            ""
        };
        self.together(&[
            "using namespace std;",
            "typedef long long num;",
            "typedef vector<num> List;",
            cells,
        ]);
        self.together(&["string text, out;", "size_t at;"]);
        let alone: &[&str] = match self.solution.reading.lines {
            true => &[
                "size_t from = at, end = min(text.find('\\n', at), text.size());",
                "at = end + 1;",
                "return string_view(text).substr(from, end - from);",
            ],
            false => &[
                "more();",
                "size_t from = at;",
                "while (text[at] > ' ') at++;",
                "return string_view(text).substr(from, at - from);",
            ],
        };
        match (self.solution.reading.lines, used.more) {
            (true, false) => {}
            (true, true) => self.line("bool more() { return at < text.size(); }"),
            (false, _) => self.made(
                "bool more()",
                &[
                    "while (at < text.size() && text[at] <= ' ') at++;",
                    "return at < text.size();",
                ],
            ),
        }
        self.made("string_view word()", alone);
        if used.ints {
            let (head, digits) = match self.solution.reading.lines {
                true => (
                    "num number(string_view digits)",
                    "for (char digit : digits) value = 10 * value + digit - '0';",
                ),
                false => (
                    "num number()",
                    "for (more(); text[at] > ' '; at++) value = 10 * value + text[at] - '0';",
                ),
            };
            self.made(head, &["num value = 0;", digits, "return value;"]);
        }
        if used.lists {
            self.open("List numbers(string_view text)");
            self.line("List all;");
            self.open("for (const char *at = text.data(), *end = at + text.size(); at < end;)");
            self.line("num value;");
            self.line("auto [next, error] = from_chars(at, end, value);");
            self.line("if (error == errc()) all.push_back(value);");
            self.line("at = max(at + 1, next);");
            self.close();
            self.line("return all;");
            self.close();
        }
        if used.cells {
            let place = format!("for (char& cell : all) cell = {};", self.place());
            self.made(
                "Cells cells(string_view text)",
                &[
                    "Cells all(text.begin(), text.end());",
                    &place,
                    "return all;",
                ],
            );
        }
    }

    /// Prints short lines, joined into one if the page is short.
    fn together(&mut self, lines: &[&str]) {
        let lines: Vec<&str> = lines
            .iter()
            .copied()
            .filter(|line| !line.is_empty())
            .collect();
        if self.dense {
            return self.line(&lines.join(" "));
        }
        for line in lines {
            self.line(line);
        }
    }

    /// Prints a function with these lines, joined into one if the page is short.
    fn made(&mut self, head: &str, body: &[&str]) {
        let single = format!("{head} {{ {} }}", body.join(" "));
        if self.dense && single.len() + 4 * self.depth <= self.width() {
            return self.line(&single);
        }
        self.open(head);
        for line in body {
            self.line(line);
        }
        self.close();
    }

    /// Returns the index of a cell's symbol in the alphabet, in C++: by arithmetic if the alphabet
    /// is short or consecutive.
    fn place(&self) -> String {
        const SHORT: usize = 4;
        let alphabet = &self.solution.reading.alphabet;
        let mut symbols = alphabet.bytes();
        let first = symbols.next().unwrap_or(b'0');
        let follows =
            |(at, symbol): (usize, u8)| usize::from(symbol) == usize::from(first) + at + 1;
        if symbols.clone().enumerate().all(follows) {
            return format!("cell - '{}'", char::from(first));
        }
        let plain = |symbol: &u8| symbol.is_ascii_graphic() && !matches!(symbol, b'\'' | b'\\');
        if alphabet.len() > SHORT || !alphabet.as_bytes().iter().all(plain) {
            return format!("string_view({}).find(cell)", quoted(alphabet));
        }
        let places = symbols.enumerate().map(|(at, symbol)| match at {
            0 => format!("(cell == '{}')", char::from(symbol)),
            at => format!("{} * (cell == '{}')", at + 1, char::from(symbol)),
        });
        places.collect::<Vec<_>>().join(" + ")
    }

    pub(super) fn python_head(&mut self, used: Used) {
        self.line("import sys");
        if used.gcd {
            self.line("from math import gcd");
        }
        let remembers = used.memory
            && self
                .solution
                .functions
                .iter()
                .any(|one| one.memory == super::Memory::All);
        if remembers {
            self.line("from functools import lru_cache");
        }
        self.line("from collections import deque");
        if used.memory {
            self.line("sys.setrecursionlimit(1 << 20)");
        }
        if used.lists {
            self.open("def numbers(text)");
            self.line("words = text.replace(',', ' ').replace('/', ' ').split()");
            self.line("return [int(word) for word in words if word != 'none']");
            self.close();
        }
    }

    pub(super) fn java_head(&mut self, used: Used) {
        self.line("import java.util.*;");
        if self.solution.reader.is_some() {
            self.line("import java.util.stream.*;");
        }
        self.open("public class Main");
        if used.lists {
            self.line("static long[] numbers(String text) {");
            self.line("    return Arrays.stream(text.split(\"[^-0-9]+\")).filter(word -> !word.isEmpty()).mapToLong(Long::parseLong).toArray(); }");
        }
        if used.cells {
            let alphabet = quoted(&self.solution.reading.alphabet);
            self.line(&format!("static long[] cells(String text) {{ return text.chars().mapToLong(cell -> {alphabet}.indexOf(cell)).toArray(); }}"));
        }
        if used.filled {
            self.made(
                "static long[] filled(long size, long value)",
                &[
                    "long[] all = new long[(int) size];",
                    "Arrays.fill(all, value);",
                    "return all;",
                ],
            );
        }
    }

    pub(super) fn main(&mut self, used: Used) {
        let lines = self.solution.reading.lines;
        let main = &self.solution.main;
        self.note(&[], main);
        match self.language {
            Rust => {
                self.open("fn main()");
                self.together(&[
                    "let (mut text, mut out) = (String::new(), String::new());",
                    "std::io::stdin().read_to_string(&mut text).unwrap();",
                ]);
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
                self.line("text.reserve(1 << 26);");
                self.line("for (char block[1 << 16]; size_t got = fread(block, 1, sizeof block, stdin);) text.append(block, got);");
                self.block(main, main);
                self.line("fwrite(out.data(), 1, out.size(), stdout);");
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
                self.together(&[
                    "StringBuilder out = new StringBuilder();",
                    "String text = new String(System.in.readAllBytes());",
                ]);
                self.line(&format!(
                    "Deque<String> words = new ArrayDeque<>(List.of(text.split(\"{cut}\", -1)));"
                ));
                self.block(main, main);
                self.line("System.out.print(out);");
            }
        }
        self.close();
    }
}

//! Printer of memoized functions. Each is two functions: one looks up, the other computes.

use super::Language::{Cpp, Java, Python, Rust};
use super::Printer;
use crate::export::tree::{Expr, Function, Memory, Type};

impl Printer<'_> {
    fn names(function: &Function) -> Vec<&str> {
        let names = function.arguments.iter().map(|(name, _)| name.as_str());
        names.collect()
    }

    /// Prints forward declarations, so that every function can call a memoized one.
    pub(super) fn ahead(&mut self, function: &Function) {
        let name = &function.name;
        match (function.memory, self.language) {
            (Memory::Nothing | Memory::All, Rust | Python | Java) => {}
            (Memory::Nothing, Cpp) if !self.is_called_before(function) => {}
            (Memory::Nothing | Memory::All, Cpp) => {
                let heading = self.heading(name, function);
                self.line(&format!("{heading};"));
            }
            (Memory::Rounds(start), language) => self.look(name, start, language),
        }
    }

    /// Returns true if an earlier function calls this one.
    fn is_called_before(&self, function: &Function) -> bool {
        let all = self.solution.functions.iter();
        let mut before = all.take_while(|one| one.name != function.name);
        before.any(|one| {
            let mut calls = false;
            for one in &one.body {
                one.expressions(&mut |x| {
                    calls |= matches!(x, Expr::Call(name, _) if *name == function.name);
                });
            }
            calls
        })
    }

    /// Prints the function that returns the stored value of a state, and stores new states.
    fn look(&mut self, name: &str, start: i64, language: super::Language) {
        let first = |state: &str| match start {
            0 => "0".to_string(),
            start => format!("{start} - {} * {state}[0]", 2 * start),
        };
        let begin = first("state");
        match language {
            Rust => {
                self.line("type Known = (HashMap<Vec<i64>, i64>, Vec<Vec<i64>>);");
                self.line("thread_local!(static KNOWN: RefCell<Known> = RefCell::default());");
                self.open(&format!("fn look_{name}(state: &[i64]) -> i64"));
                self.open("KNOWN.with_borrow_mut(|(known, all)|");
                self.line("if let Some(value) = known.get(state) { return *value; }");
                self.line("all.push(state.to_vec());");
                self.line(&format!("*known.entry(state.to_vec()).or_insert({begin})"));
                self.depth -= 1;
                self.line("})");
                self.close();
            }
            Cpp => {
                self.line("map<List, num> known;");
                self.line("deque<List> states;");
                self.open(&format!("num look_{name}(const List& state)"));
                self.line(&format!(
                    "auto [found, fresh] = known.try_emplace(state, {begin});"
                ));
                self.line("if (fresh) states.push_back(state);");
                self.line("return found->second;");
                self.close();
            }
            Python => {
                self.line("known, states = {}, []");
                self.open(&format!("def look_{name}(state)"));
                self.line("state = tuple(state)");
                self.open("if state not in known");
                self.line(&format!("known[state] = {begin}"));
                self.line("states.append(state)");
                self.close();
                self.line("return known[state]");
                self.close();
            }
            Java => {
                self.line("static final Map<String, Long> KNOWN = new HashMap<>();");
                self.line("static final List<long[]> STATES = new ArrayList<>();");
                self.open(&format!("static long look_{name}(long[] state)"));
                self.line("Long value = KNOWN.get(Arrays.toString(state));");
                self.line("if (value != null) return value;");
                self.line("STATES.add(state.clone());");
                self.line(&format!(
                    "KNOWN.put(Arrays.toString(state), (long) ({begin}));"
                ));
                self.line(&format!("return {begin};"));
                self.close();
            }
        }
    }

    /// Prints the function that looks up first and otherwise computes.
    pub(super) fn remembering(&mut self, function: &Function) {
        let name = &function.name;
        let names = Self::names(function);
        let new = format!("{name}_new({})", names.join(", "));
        let is_list = |kind: &Type| !matches!(kind, Type::Int | Type::Bool);
        let lists = function.arguments.iter().filter(|(_, kind)| is_list(kind));
        let lists: Vec<&str> = lists.map(|(name, _)| name.as_str()).collect();
        // The lengths of all lists but the last separate the lists in the key.
        let lengths = lists.split_last().map_or(&[][..], |(_, all)| all);
        let heading = self.heading(name, function);
        let gives = self.kind(function.gives, false);
        match self.language {
            Python => {}
            Rust => {
                self.line(&format!("thread_local!(static KNOWN: RefCell<HashMap<Vec<i64>, {gives}>> = RefCell::default());"));
                self.open(&heading);
                let key = function
                    .arguments
                    .iter()
                    .map(|(name, kind)| match is_list(kind) {
                        true => format!("{name}.to_vec()"),
                        false => format!("vec![{name}]"),
                    });
                let lengths = lengths
                    .iter()
                    .map(|name| format!("vec![{name}.len() as i64]"));
                let key = match lists.is_empty() {
                    true => format!("vec![{}]", names.join(", ")),
                    false => format!(
                        "[{}].concat()",
                        lengths.chain(key).collect::<Vec<_>>().join(", ")
                    ),
                };
                self.line(&format!("let key = {key};"));
                self.open(
                    "if let Some(known) = KNOWN.with(|known| known.borrow().get(&key).copied())",
                );
                self.line("return known;");
                self.close();
                self.line(&format!("let value = {new};"));
                self.line("KNOWN.with(|known| known.borrow_mut().insert(key, value));");
                self.line("value");
                self.close();
            }
            Cpp => {
                self.open(&heading);
                let single = match function.arguments.as_slice() {
                    [(one, kind)] if is_list(kind) => Some((one, self.kind(*kind, false))),
                    _ => None,
                };
                let kind = single.map_or("List", |(_, kind)| kind);
                self.line(&format!("static map<{kind}, {gives}> known;"));
                match single {
                    Some((one, _)) => self.line(&format!("const {kind}& key = {one};")),
                    None => {
                        let ints = function.arguments.iter().filter(|(_, kind)| !is_list(kind));
                        let lengths = lengths.iter().map(|name| format!("(num) {name}.size()"));
                        let ints = ints.map(|(name, _)| name.clone());
                        let ints: Vec<String> = lengths.chain(ints).collect();
                        self.line(&format!("List key = {{{}}};", ints.join(", ")));
                        for (name, kind) in &function.arguments {
                            if is_list(kind) {
                                self.line(&format!(
                                    "key.insert(key.end(), {name}.begin(), {name}.end());"
                                ));
                            }
                        }
                    }
                }
                self.line("auto found = known.find(key);");
                self.line("if (found != known.end()) return found->second;");
                self.line(&format!("return known[key] = {new};"));
                self.close();
            }
            Java => {
                let boxed = if function.gives == Type::Bool {
                    "Boolean"
                } else {
                    "Long"
                };
                self.line(&format!(
                    "static final Map<String, {boxed}> KNOWN = new HashMap<>();"
                ));
                self.open(&heading);
                let key = function
                    .arguments
                    .iter()
                    .map(|(name, kind)| match is_list(kind) {
                        true => format!("Arrays.toString({name})"),
                        false => name.clone(),
                    });
                self.line(&format!(
                    "String key = \"\" + {};",
                    key.collect::<Vec<_>>().join(" + \" \" + ")
                ));
                self.line(&format!("{boxed} known = KNOWN.get(key);"));
                self.line(&format!(
                    "if (known == null) KNOWN.put(key, known = {new});"
                ));
                self.line("return known;");
                self.close();
            }
        }
    }

    /// Prints the function that iterates over all known states until nothing changes.
    pub(super) fn rounds(&mut self, function: &Function) {
        let name = &function.name;
        let mark = self.language.pick("///", "//", "#", "//");
        self.line(&format!(
            "{mark} Visits all reachable states, the last ones first, until nothing changes."
        ));
        let heading = self.heading(name, function);
        match self.language {
            Rust => {
                self.open(&heading);
                self.line(&format!("look_{name}(state);"));
                self.line(
                    "let of = |at: usize| KNOWN.with_borrow(|(_, all)| all.get(at).cloned());",
                );
                self.line("let mut size = 0;");
                self.line(&format!(
                    "while let Some(state) = of(size) {{ {name}_new(&state); size += 1; }}"
                ));
                self.line("let mut done = false;");
                self.open("while !done");
                self.line("done = true;");
                self.open("for state in (0..size).rev().filter_map(of)");
                self.line(&format!("let value = {name}_new(&state);"));
                self.line("done &= KNOWN.with_borrow_mut(|(known, _)| known.insert(state, value)) == Some(value);");
                self.close();
                self.close();
                self.line(&format!("look_{name}(state)"));
            }
            Cpp => {
                self.open(&heading);
                self.line(&format!("look_{name}(state);"));
                self.line(&format!(
                    "for (size_t i = 0; i < states.size(); i++) {name}_new(states[i]);"
                ));
                self.open("for (bool done = false; !done;)");
                self.line("done = true;");
                self.open("for (size_t i = states.size(); i-- > 0;)");
                self.line(&format!(
                    "num value = {name}_new(states[i]), &now = known[states[i]];"
                ));
                self.line("if (value != now) now = value, done = false;");
                self.close();
                self.close();
                self.line(&format!("return look_{name}(state);"));
            }
            Python => {
                self.open(&heading);
                self.line(&format!("look_{name}(state)"));
                self.line(&format!("for one in states: {name}_new(one)"));
                self.line("done = False");
                self.open("while not done");
                self.line("done = True");
                self.open("for one in reversed(states)");
                self.line(&format!("now = {name}_new(one)"));
                self.line("if now != known[one]: known[one], done = now, False");
                self.close();
                self.close();
                self.line(&format!("return look_{name}(state)"));
            }
            Java => {
                self.open(&heading);
                self.line(&format!("look_{name}(state);"));
                self.line(&format!(
                    "for (int i = 0; i < STATES.size(); i++) {name}_new(STATES.get(i));"
                ));
                self.open("for (boolean done = false; !done;)");
                self.line("done = true;");
                self.open("for (int i = STATES.size() - 1; i >= 0; i--)");
                self.line(&format!("long value = {name}_new(STATES.get(i));"));
                self.line(
                    "if (KNOWN.put(Arrays.toString(STATES.get(i)), value) != value) done = false;",
                );
                self.close();
                self.close();
                self.line(&format!("return look_{name}(state);"));
            }
        }
        self.close();
    }
}

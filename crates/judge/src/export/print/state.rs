//! Printer of the parser from lines to states.

use super::Language::{Cpp, Java, Python, Rust};
use super::{Printer, quoted};
use crate::export::tree::{Piece, Reader};

impl Printer<'_> {
    /// Prints the function `state`, if the program has one.
    pub(super) fn state(&mut self) {
        let Some(reader) = &self.solution.reader else {
            return;
        };
        for (at, piece) in reader.pieces.iter().enumerate() {
            if let Piece::Words(words) | Piece::Mixed(words) | Piece::Members(words) = piece {
                let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
                let (head, tail) = match self.language {
                    Rust => (
                        format!("const NAMES{at}: [&str; {}] = [", words.len()),
                        "];",
                    ),
                    Cpp => (format!("const vector<string> NAMES{at} = {{"), "};"),
                    Python => (format!("NAMES{at} = ["), "]"),
                    Java => (
                        format!("static final List<String> NAMES{at} = List.of("),
                        ");",
                    ),
                };
                self.wrapped(&head, &words, tail);
            }
        }
        self.line("");
        let prefix: Vec<String> = reader.prefix.iter().map(i64::to_string).collect();
        let prefix = prefix.join(", ");
        match self.language {
            Rust => self.rust_state(reader, &prefix),
            Cpp => self.cpp_state(reader, &prefix),
            Python => self.python_state(reader, &prefix),
            Java => self.java_state(reader, &prefix),
        }
        self.close();
    }

    fn rust_state(&mut self, reader: &Reader, prefix: &str) {
        self.open("fn state(line: &str) -> Vec<i64>");
        self.line(&format!("let mut all = vec![{prefix}];"));
        self.line("let pieces: Vec<&str> = line.split(';').collect();");
        for (at, piece) in reader.ordered() {
            self.line(&match piece {
                Piece::Numbers => format!("all.extend(numbers(pieces[{at}]));"),
                Piece::Cells(symbols) => format!(
                    "all.extend(pieces[{at}]{}.chars().filter_map(|cell| {}.find(cell)).map(|at| at as i64));",
                    without_none(symbols),
                    quoted(symbols)
                ),
                Piece::Words(_) => format!(
                    "all.extend(pieces[{at}].split_whitespace().map(|word| NAMES{at}.iter().position(|name| *name == word).unwrap() as i64));"
                ),
                Piece::Mixed(_) => format!(
                    "all.extend(pieces[{at}].trim().split(',').map(|word| NAMES{at}.iter().position(|name| *name == word).map_or_else(|| word.parse().unwrap(), |at| at as i64)));"
                ),
                Piece::Members(names) => {
                    let comma = if have_commas(names) { "" } else { "',', " };
                    format!(
                        "all.extend(NAMES{at}.map(|name| i64::from(pieces[{at}].split([' ', {comma}'{{', '}}']).any(|word| word == name))));"
                    )
                }
            });
        }
        if let Some((place, piece)) = reader.columns {
            self.line(&format!(
                "all[{place}] = pieces[{piece}].split('/').next().unwrap().trim().len() as i64;"
            ));
        }
        self.line("all");
    }

    fn cpp_state(&mut self, reader: &Reader, prefix: &str) {
        self.open("List state(string_view line)");
        self.line(&format!("List all = {{{prefix}}};"));
        self.line("istringstream text{string(line)};");
        self.line(&format!("vector<string> pieces({});", reader.pieces.len()));
        self.line("for (string& piece : pieces) getline(text, piece, ';');");
        for (at, piece) in reader.ordered() {
            let own = format!("pieces[{at}]");
            match piece {
                Piece::Numbers => self.line(&format!(
                    "for (num value : numbers({own})) all.push_back(value);"
                )),
                Piece::Cells(symbols) => {
                    let is_some = match says_none(symbols) {
                        true => format!("if ({own}.find(\"none\") == string::npos) "),
                        false => String::new(),
                    };
                    let symbols = quoted(symbols);
                    self.line(&format!("{is_some}for (char cell : {own}) if (size_t at = string({symbols}).find(cell); at != string::npos) all.push_back(at);"));
                }
                Piece::Words(_) => {
                    self.line(&format!("istringstream words{at}({own});"));
                    self.line(&format!(
                        "for (string word; words{at} >> word;) all.push_back(find(NAMES{at}.begin(), NAMES{at}.end(), word) - NAMES{at}.begin());"
                    ));
                }
                Piece::Mixed(_) => {
                    self.line(&format!("replace({own}.begin(), {own}.end(), ',', ' ');"));
                    self.line(&format!("istringstream words{at}({own});"));
                    self.open(&format!("for (string word; words{at} >> word;)"));
                    self.line(&format!(
                        "auto found = find(NAMES{at}.begin(), NAMES{at}.end(), word);"
                    ));
                    self.line(&format!("all.push_back(found == NAMES{at}.end() ? stoll(word) : found - NAMES{at}.begin());"));
                    self.close();
                }
                Piece::Members(names) => {
                    let comma = if have_commas(names) { "" } else { "," };
                    self.line(&format!(
                        "for (char& cell : {own}) if (strchr(\"{comma}{{}}\", cell)) cell = ' ';"
                    ));
                    self.line(&format!("for (const string& name : NAMES{at}) all.push_back((\" \" + {own} + \" \").find(\" \" + name + \" \") != string::npos);"));
                }
            }
            if let Some((place, _)) = reader.columns.filter(|(_, piece)| *piece == at) {
                self.line(&format!(
                    "all[{place}] = min({own}.find('/'), {own}.size()) - min({own}.find_first_not_of(' '), {own}.size());"
                ));
            }
        }
        self.line("return all;");
    }

    fn python_state(&mut self, reader: &Reader, prefix: &str) {
        self.open("def state(line)");
        self.line(&format!("state, pieces = [{prefix}], line.split(';')"));
        for (at, piece) in reader.ordered() {
            self.line(&match piece {
                Piece::Numbers => format!("state += numbers(pieces[{at}])"),
                Piece::Cells(symbols) => {
                    let none = without_none(symbols);
                    let symbols = quoted(symbols);
                    format!("state += [{symbols}.index(cell) for cell in pieces[{at}]{none} if cell in {symbols}]")
                }
                Piece::Words(_) => {
                    format!("state += [NAMES{at}.index(word) for word in pieces[{at}].split()]")
                }
                Piece::Mixed(_) => format!(
                    "state += [NAMES{at}.index(word) if word in NAMES{at} else int(word) for word in pieces[{at}].replace(',', ' ').split()]"
                ),
                Piece::Members(names) => {
                    let comma = if have_commas(names) { "" } else { ".replace(',', ' ')" };
                    format!(
                        "state += [int(name in pieces[{at}].strip(' {{}}'){comma}.split()) for name in NAMES{at}]"
                    )
                }
            });
        }
        if let Some((place, piece)) = reader.columns {
            self.line(&format!(
                "state[{place}] = len(pieces[{piece}].split('/')[0].strip())"
            ));
        }
        self.line("return state");
    }

    fn java_state(&mut self, reader: &Reader, prefix: &str) {
        self.open("static long[] state(String line)");
        self.line("LongStream.Builder all = LongStream.builder();");
        if !prefix.is_empty() {
            self.line(&format!(
                "for (long value : new long[]{{{prefix}}}) all.add(value);"
            ));
        }
        self.line("String[] pieces = line.split(\";\");");
        for (at, piece) in reader.ordered() {
            match piece {
                Piece::Numbers => {
                    self.line(&format!("for (long value : numbers(pieces[{at}])) all.add(value);"))
                }
                Piece::Cells(symbols) => {
                    let none = without_none(symbols);
                    let symbols = quoted(symbols);
                    self.line(&format!("for (char cell : pieces[{at}]{none}.toCharArray()) if ({symbols}.indexOf(cell) >= 0) all.add({symbols}.indexOf(cell));"));
                }
                Piece::Words(_) => self.line(&format!(
                    "for (String word : pieces[{at}].trim().split(\" +\")) all.add(NAMES{at}.indexOf(word));"
                )),
                Piece::Mixed(_) => self.line(&format!(
                    "for (String word : pieces[{at}].trim().split(\"[ ,]+\")) all.add(NAMES{at}.contains(word) ? NAMES{at}.indexOf(word) : Long.parseLong(word));"
                )),
                Piece::Members(names) => {
                    let comma = if have_commas(names) { "" } else { "," };
                    self.line(&format!(
                        "for (String name : NAMES{at}) all.add(List.of(pieces[{at}].split(\"[ {comma}{{}}]+\")).contains(name) ? 1 : 0);"
                    ));
                }
            }
        }
        self.line("long[] state = all.build().toArray();");
        if let Some((place, piece)) = reader.columns {
            self.line(&format!(
                "state[{place}] = pieces[{piece}].split(\"/\")[0].trim().length();"
            ));
        }
        self.line("return state;");
    }
}

/// Returns true if the names contain commas, like cells of a board, so that blanks separate them.
fn have_commas(names: &[String]) -> bool {
    names.iter().any(|name| name.contains(','))
}

/// Returns true if an empty row may be written `none` and shares a symbol with that word.
fn says_none(symbols: &str) -> bool {
    let is_symbol = |one: char| symbols.contains(one);
    "none".contains(is_symbol) && !"none".chars().all(is_symbol)
}

/// Returns the code that removes the word for an empty row from a text.
fn without_none(symbols: &str) -> &'static str {
    if says_none(symbols) {
        ".replace(\"none\", \"\")"
    } else {
        ""
    }
}

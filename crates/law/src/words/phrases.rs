//! Words of statements: numbers by phrases, positions, what is bound.

use dashu_int::UBig;
use whowins_analysis::closest;
use whowins_analysis::expression::Relation;
use whowins_automata::System;

use super::fault::Fault;
use super::lexer::Token;
use super::reader::{AND, EXCEPT, MINUS, Node, Read, Reader, XOR};
use super::tree::{Class, Statement, Term};

/// Returns the statement that a number has this remainder.
fn remainder(term: Term, by: u64, rest: u8) -> Statement {
    let left = Term::Remainder(term.into(), by);
    Statement::Compare(Relation::Equal, left, Term::Number(rest.into()))
}

impl Reader<'_> {
    pub(super) fn set(&mut self) -> Read<Vec<u64>> {
        self.sign("{", "write a set of numbers: n in {0, 3}")?;
        let mut all = Vec::new();
        while !self.is_sign("}") {
            if !all.is_empty() {
                self.sign(",", "separate the numbers of a set by commas")?;
            }
            let from = self.at;
            let number = self.number()?;
            all.push(u64::try_from(&number).map_err(|_| {
                self.since(
                    from,
                    "the number is too large for a set",
                    "compare with it by =",
                )
            })?);
        }
        self.at += 1;
        Ok(all)
    }

    /// The numeration system named next.
    pub(super) fn system(&mut self) -> Read<String> {
        if self.words(&["binary"]) {
            return Ok("base 2".into());
        }
        if self.words(&["Zeckendorf"]) {
            return Ok("Zeckendorf".into());
        }
        let from = self.at;
        if self.words(&["base"])
            && let Token::Number(base) = self.step()
            && System::named(&format!("base {base}")).is_some()
        {
            return Ok(format!("base {base}"));
        }
        let help = "write base 2, base 10, Zeckendorf";
        Err(self.since(from, "this isn't a numeration system", help))
    }

    pub(super) fn is(&mut self, left: Node, from: usize) -> Read<Node> {
        let term = self.term(left, from)?;
        let not = self.is_sign("not");
        self.at += usize::from(not);
        let begun = self.at;
        let statement = if self.words(&["a", "power", "of"]) {
            let base = self.number()?;
            let system = format!("base {base}");
            if System::named(&system).is_none() {
                return Err(self.since(begun, "this isn't a base", "write a power of 2, ..., 36"));
            }
            Statement::Place(system, term)
        } else if self.words(&["a", "Fibonacci", "number"]) {
            Statement::Place("Zeckendorf".into(), term)
        } else if self.words(&["even"]) {
            remainder(term, 2, 0)
        } else if self.words(&["odd"]) {
            remainder(term, 2, 1)
        } else if let Token::Number(_) = self.token() {
            let rest = self.number()?;
            match self.words(&["modulo"]) || self.words(&["mod"]) {
                true => {
                    let by = self.divisor()?;
                    let left = Term::Remainder(term.into(), by);
                    Statement::Compare(Relation::Equal, left, Term::Number(rest))
                }
                false => Statement::Compare(Relation::Equal, term, Term::Number(rest)),
            }
        } else {
            return Err(self.fault(
                "expected what the number is",
                "write: is even, is 0 modulo 4, is a power of 2, is a Fibonacci number",
            ));
        };
        Ok(Node::Statement(if not {
            statement.negate()
        } else {
            statement
        }))
    }

    /// Reads `(mod 4)` after `x ≡ y`.
    pub(super) fn congruent(&mut self, left: Node, is: bool, from: usize) -> Read<Node> {
        let left = self.term(left, from)?;
        let right = self.term_at(XOR)?;
        let help = "write: x ≡ 2 (mod 5)";
        self.sign("(", help)?;
        self.sign("mod", help)?;
        let by = self.divisor()?;
        self.sign(")", help)?;
        let right = match right {
            Term::Number(rest) => Term::Number(rest % UBig::from(by)),
            right => Term::Remainder(right.into(), by),
        };
        let relation = if is {
            Relation::Equal
        } else {
            Relation::Unequal
        };
        let left = Term::Remainder(left.into(), by);
        Ok(Node::Statement(Statement::Compare(relation, left, right)))
    }

    /// Reads `x - y|` after `|`.
    pub(super) fn absolute(&mut self) -> Read<Node> {
        let (a, b) = match self.term_at(XOR)? {
            Term::Difference(a, b) => (*a, *b),
            other => (other, Term::Number(UBig::ZERO)),
        };
        self.sign("|", "close the absolute value with `|`")?;
        let both = vec![a, b];
        let (most, least) = (Term::Most(both.clone()), Term::Least(both));
        Ok(Node::Term(Term::Difference(most.into(), least.into())))
    }

    pub(super) fn floor(&mut self, end: &str) -> Read<Node> {
        let from = self.at;
        let node = self.expression(XOR)?;
        let Node::GoldenTimes(term) = node else {
            let message = "`floor` is only for multiples of φ, and `x / 2` rounds down by itself";
            return Err(self.since(from, message, "write floor(phi * x)"));
        };
        self.sign(end, "close what is rounded down")?;
        Ok(Node::Term(Term::Golden(term.into())))
    }

    pub(super) fn quantified(
        &mut self,
        join: fn(Vec<String>, Box<Statement>) -> Statement,
    ) -> Read<Node> {
        let mut names = Vec::new();
        loop {
            match self.step() {
                Token::Word(name) => names.push(name),
                other => {
                    self.at -= usize::from(other != Token::End);
                    let message = format!("expected a name, found {}", other.told());
                    return Err(self.fault(&message, "write: for all x, y: x < y or y <= x"));
                }
            }
            if !self.is_sign(",") {
                break;
            }
            self.at += 1;
        }
        if self.is_sign(":") {
            self.at += 1;
        }
        let before = self.bound.len();
        self.bound.extend(names.iter().cloned());
        let body = self.statement_at(EXCEPT)?;
        self.bound.truncate(before);
        Ok(Node::Statement(join(names, body.into())))
    }

    /// Terms in parentheses after a name.
    pub(super) fn arguments(&mut self) -> Read<Vec<Term>> {
        self.sign("(", "open a parenthesis")?;
        let mut all = Vec::new();
        while !self.is_sign(")") {
            if !all.is_empty() {
                self.sign(",", "separate the numbers by commas")?;
            }
            all.push(self.term_at(XOR)?);
        }
        self.at += 1;
        Ok(all)
    }

    pub(super) fn word(&mut self, word: &str, from: usize) -> Read<Node> {
        let is_name = |name: &str| {
            self.bound.iter().any(|one| one == name)
                || self.context.names.iter().any(|one| one == name)
        };
        // The parenthesis of `(mod 4)` belongs to a congruence.
        let called = self.is_sign("(") && *self.next(1) != Token::Sign("mod");
        match word {
            _ if is_name(word) && !called => Ok(Node::Term(Term::Name(word.into()))),
            "true" => Ok(Node::Statement(Statement::Constant(true))),
            "false" | "none" => Ok(Node::Statement(Statement::Constant(false))),
            "all" => Ok(Node::Statement(Statement::Constant(true))),
            "for" if self.words(&["all"]) => self.quantified(Statement::ForAll),
            "there" if self.words(&["is"]) || self.words(&["are"]) => {
                self.quantified(Statement::Exists)
            }
            "either" => {
                let left = self.statement_at(AND)?;
                self.sign("or", "write: either A or B, not both")?;
                let right = self.statement_at(AND)?;
                if !self.words(&[",", "not", "both"]) {
                    return Err(
                        self.fault("expected `, not both`", "write: either A or B, not both")
                    );
                }
                Ok(Node::Statement(
                    Statement::Iff(left.into(), right.into()).negate(),
                ))
            }
            "no" if self.words(&["number", "is", "above"]) => {
                let most = Term::Number(self.number()?);
                let names = self.context.names.iter();
                let names = names.map(|name| Term::Name(name.clone())).collect();
                Ok(Node::Statement(Statement::Compare(
                    Relation::AtMost,
                    Term::Most(names),
                    most,
                )))
            }
            "the" if self.words(&["least"]) => self.last(from),
            "floor" if called => {
                self.at += 1;
                self.floor(")")
            }
            "min" | "max" | "xor" if called => {
                let all = self.arguments()?;
                if all.is_empty() {
                    return Err(self.since(
                        from,
                        "the parentheses are empty",
                        "name numbers: max(x, y)",
                    ));
                }
                Ok(Node::Term(if word == "min" {
                    Term::Least(all)
                } else {
                    Term::Most(all)
                }))
            }
            _ => {
                if let Some(class) = Class::named(word) {
                    let numbers = if called {
                        Some(self.arguments()?)
                    } else {
                        None
                    };
                    if let Some(numbers) = &numbers
                        && numbers.len() != self.context.names.len()
                    {
                        let names = self.context.names.join(", ");
                        return Err(self.since(
                            from,
                            &format!("{} numbers aren't position", numbers.len()),
                            &format!(
                                "write {word}({names}), with numbers or names in their places"
                            ),
                        ));
                    }
                    return Ok(Node::Statement(Statement::Is(class, numbers)));
                }
                if self.is_word(0, "to") && self.is_word(1, "move") {
                    let player = self.context.players.iter().position(|name| name == word);
                    if let Some(player) = player {
                        self.at += 2;
                        return Ok(Node::Statement(Statement::ToMove(player, word.into())));
                    }
                }
                if self.context.free && !called && !word.contains('[') {
                    return Ok(Node::Term(Term::Name(word.into())));
                }
                Err(self.unknown(word, from, called))
            }
        }
    }

    pub(super) fn unknown(&self, word: &str, from: usize, called: bool) -> Fault {
        if called {
            let help = "there are min, max, floor(phi * x), and P, N, L, R, D, lost, won, drawn of a position";
            return self.since(
                from,
                &format!("`{word}` is called, and is nothing that can be"),
                help,
            );
        }
        let all = self.context.names.iter().chain(&self.bound);
        let names: Vec<&str> = all.map(String::as_str).collect();
        let near = closest(word, names.iter().copied());
        let help = match near {
            Some(near) => format!(
                "did you mean `{near}`? The position's numbers are {}",
                self.context.names.join(", ")
            ),
            None => format!(
                "the position's numbers are {}",
                self.context.names.join(", ")
            ),
        };
        self.since(
            from,
            &format!("`{word}` isn't a number of the position, and nothing binds it"),
            &help,
        )
    }

    pub(super) fn last(&mut self, from: usize) -> Read<Node> {
        let system = if self.words(&["binary", "1"]) {
            "base 2".into()
        } else if self.words(&["Zeckendorf", "part"]) {
            "Zeckendorf".into()
        } else if self.words(&["digit", "in"]) || self.words(&["place", "in"]) {
            self.system()?
        } else {
            let help = "write: the least binary 1 of n, the least Zeckendorf part of n, the least place in base 3 of n";
            return Err(self.since(from, "expected what is least", help));
        };
        if !self.words(&["of"]) {
            return Err(self.fault("expected `of`", "write: the least binary 1 of n"));
        }
        let term = self.term_at(MINUS)?;
        Ok(Node::Term(Term::Last(system, term.into())))
    }
}

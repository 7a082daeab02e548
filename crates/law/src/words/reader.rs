//! Reads statements: one pass over the tokens, each operator with its strength (Pratt 1973).

use dashu_int::UBig;
use whowins_analysis::expression::Relation;

use super::fault::Fault;
use super::lexer::{Placed, Token, tokens};
use super::tree::{Class, Statement, Term};

/// Deeper statements are not read.
const DEEPEST: usize = 64;
/// Larger divisors are not read.
const DIVISOR: u64 = 1 << 20;

/// What a statement may speak of.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The position's numbers.
    pub names: Vec<String>,
    /// The players.
    pub players: Vec<String>,
    /// Whether names that are neither the position's numbers nor bound may stand: they are what is
    /// asked for.
    pub free: bool,
}

/// Reads a statement.
///
/// # Errors
///
/// The first mistake, with its place and the mend.
pub fn read(text: &str, context: &Context) -> Result<Statement, Fault> {
    let mut reader = Reader {
        text,
        tokens: tokens(text)?,
        at: 0,
        context,
        bound: Vec::new(),
        depth: 0,
    };
    let statement = reader.whole()?;
    match reader.token() {
        Token::End => Ok(statement),
        other => {
            let message = format!("{} stands where the statement should end", other.told());
            Err(reader.fault(
                &message,
                "join what follows with and, or, iff, or a comparison",
            ))
        }
    }
}

/// What was read.
pub(super) enum Node {
    Term(Term),
    Statement(Statement),
    /// A comparison, which another may follow: `x < y <= z`.
    Chain(Statement, Term),
    Tuple(Vec<Term>),
    /// The golden ratio.
    Golden,
    /// The golden ratio times a number: no whole number until it is rounded down.
    GoldenTimes(Term),
}

pub(super) struct Reader<'a> {
    text: &'a str,
    tokens: Vec<Placed>,
    pub(super) at: usize,
    pub(super) context: &'a Context,
    pub(super) bound: Vec<String>,
    depth: usize,
}

/// Strengths of the operators, weakest first.
const LIST: u8 = 1;
pub(super) const EXCEPT: u8 = 2;
const UNDER: u8 = 3;
const IFF: u8 = 4;
const IMPLIES: u8 = 5;
const OR: u8 = 6;
pub(super) const AND: u8 = 7;
const NOT: u8 = 8;
const COMPARE: u8 = 9;
pub(super) const XOR: u8 = 10;
const SUM: u8 = 11;
const PRODUCT: u8 = 12;
pub(super) const MINUS: u8 = 13;

pub(super) type Read<T> = Result<T, Fault>;

impl Reader<'_> {
    pub(super) fn token(&self) -> &Token {
        &self.tokens[self.at].token
    }

    pub(super) fn next(&self, ahead: usize) -> &Token {
        let at = (self.at + ahead).min(self.tokens.len() - 1);
        &self.tokens[at].token
    }

    pub(super) fn step(&mut self) -> Token {
        let token = self.token().clone();
        if token != Token::End {
            self.at += 1;
        }
        token
    }

    pub(super) fn span(&self, from: usize, to: usize, message: &str, help: &str) -> Fault {
        Fault {
            text: self.text.into(),
            from,
            to,
            message: message.into(),
            help: help.into(),
        }
    }

    pub(super) fn fault(&self, message: &str, help: &str) -> Fault {
        let here = &self.tokens[self.at];
        self.span(here.from, here.to, message, help)
    }

    /// What was read from this token on is not what it should be.
    pub(super) fn since(&self, token: usize, message: &str, help: &str) -> Fault {
        let last = &self.tokens[self.at.saturating_sub(1).max(token)];
        self.span(self.tokens[token].from, last.to, message, help)
    }

    pub(super) fn is_sign(&self, sign: &str) -> bool {
        matches!(self.token(), Token::Sign(one) if *one == sign)
    }

    pub(super) fn is_word(&self, ahead: usize, word: &str) -> bool {
        matches!(self.next(ahead), Token::Word(one) if one == word)
    }

    pub(super) fn sign(&mut self, sign: &str, help: &str) -> Read<()> {
        if self.is_sign(sign) {
            self.at += 1;
            return Ok(());
        }
        let message = format!("expected `{sign}`, found {}", self.token().told());
        Err(self.fault(&message, help))
    }

    /// These words, if they are next.
    pub(super) fn words(&mut self, words: &[&str]) -> bool {
        let all = words.iter().enumerate();
        let there = all.clone().all(|(ahead, word)| match self.next(ahead) {
            Token::Word(one) | Token::Number(one) => one == word,
            Token::Sign(sign) => sign == word,
            Token::End => false,
        });
        if there {
            self.at += words.len();
        }
        there
    }

    pub(super) fn number(&mut self) -> Read<UBig> {
        if let Token::Number(digits) = self.token()
            && let Ok(number) = digits.parse()
        {
            self.at += 1;
            return Ok(number);
        }
        let message = format!("expected a number, found {}", self.token().told());
        Err(self.fault(&message, "write it in digits"))
    }

    pub(super) fn divisor(&mut self) -> Read<u64> {
        let from = self.at;
        let number = self.term_at(MINUS)?.constant();
        let small = number.and_then(|number| u64::try_from(&number).ok());
        small
            .filter(|one| (1..=DIVISOR).contains(one))
            .ok_or_else(|| {
                let message = "this divides by nothing that automata divide by";
                self.since(from, message, "divide by a constant from 1 to 1048576")
            })
    }

    /// Ahead of a whole statement: what it is of.
    pub(super) fn whole(&mut self) -> Read<Statement> {
        let class = if self.words(&["lost", "for", "the", "player", "to", "move", ":"]) {
            Some(Class::Lost)
        } else {
            let known = match (self.token().clone(), self.next(1).clone()) {
                (Token::Word(letter), Token::Sign(sign)) => {
                    Class::named(&letter).map(|one| (one, sign))
                }
                _ => None,
            };
            let counted = known.filter(|(_, sign)| {
                *sign == ":"
                    || *sign == "-" && (self.is_word(2, "positions") || self.is_word(2, "position"))
            });
            counted.map(|(class, sign)| {
                self.at += if sign == ":" { 2 } else { 3 };
                if self.is_sign(":") {
                    self.at += 1;
                }
                class
            })
        };
        let from = self.at;
        let node = self.expression(LIST)?;
        let statement = self.statement(node, from)?;
        let _ = self.words(&[",", "xor", "the", "nim", "-", "sum"]);
        Ok(match class {
            None => statement,
            Some(class) => Statement::Iff(Statement::Is(class, None).into(), statement.into()),
        })
    }

    pub(super) fn statement(&self, node: Node, from: usize) -> Read<Statement> {
        match node {
            Node::Statement(statement) | Node::Chain(statement, _) => Ok(statement),
            _ => Err(self.since(
                from,
                "this is a number, where a statement is expected",
                "compare it with another number, such as x = 0",
            )),
        }
    }

    pub(super) fn term(&self, node: Node, from: usize) -> Read<Term> {
        match node {
            Node::Term(term) => Ok(term),
            Node::Golden | Node::GoldenTimes(_) => Err(self.since(
                from,
                "φ isn't a whole number",
                "write floor(phi * x), which rounds down",
            )),
            Node::Tuple(_) => Err(self.since(
                from,
                "several numbers stand where one is expected",
                "compare them with as many numbers: (x, y) = (1, 2)",
            )),
            Node::Statement(_) | Node::Chain(..) => Err(self.since(
                from,
                "this is a statement, where a number is expected",
                "put what belongs together in parentheses",
            )),
        }
    }

    pub(super) fn term_at(&mut self, strength: u8) -> Read<Term> {
        let from = self.at;
        let node = self.expression(strength)?;
        self.term(node, from)
    }

    pub(super) fn statement_at(&mut self, strength: u8) -> Read<Statement> {
        let from = self.at;
        let node = self.expression(strength)?;
        self.statement(node, from)
    }

    /// An expression of operators at least as strong as this.
    pub(super) fn expression(&mut self, strength: u8) -> Read<Node> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let message = "the statement is nested deeper than is read";
            return Err(self.fault(message, "say it with fewer parentheses"));
        }
        let from = self.at;
        let mut left = self.first()?;
        while let Some((operator, binds)) = self.operator(&left) {
            if binds < strength {
                break;
            }
            left = self.joined(left, operator, from)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    /// The operator that is next, and its strength.
    pub(super) fn operator(&self, left: &Node) -> Option<(&'static str, u8)> {
        let found = match self.token() {
            Token::Sign(sign) => match *sign {
                ";" => (";", LIST),
                "," => match self.next(1) {
                    Token::Sign("or") => (", or", EXCEPT),
                    Token::Word(word) if word == "but" => (", but not", EXCEPT),
                    _ => return None,
                },
                "iff" => ("iff", IFF),
                "implies" => ("implies", IMPLIES),
                "or" => ("or", OR),
                "and" => ("and", AND),
                sign @ ("=" | "!=" | "<" | "<=" | ">" | ">=") => (sign, COMPARE),
                sign @ ("≡" | "≢" | "∈" | "∉") => (sign, COMPARE),
                "not" if self.is_word(1, "in") => ("not in", COMPARE),
                "xor" if self.is_word(1, "the") && self.is_word(2, "nim") => return None,
                "xor" => ("xor", XOR),
                sign @ ("+" | "-") => (sign, SUM),
                sign @ ("*" | "/" | "mod") => (sign, PRODUCT),
                _ => return None,
            },
            Token::Word(word) => match (word.as_str(), left) {
                ("if", Node::Statement(_) | Node::Chain(..)) => ("if", UNDER),
                ("in", Node::Term(_)) => ("in", COMPARE),
                ("is", Node::Term(_)) => ("is", COMPARE),
                ("ends", Node::Term(_)) => ("ends", COMPARE),
                _ => return None,
            },
            _ => return None,
        };
        Some(found)
    }

    pub(super) fn joined(&mut self, left: Node, operator: &'static str, from: usize) -> Read<Node> {
        let begun = self.at;
        self.at += 1;
        let both =
            |a: Statement, b: Statement, join: fn(Box<Statement>, Box<Statement>) -> Statement| {
                Node::Statement(join(a.into(), b.into()))
            };
        Ok(match operator {
            ";" => {
                let left = self.statement(left, from)?;
                let right = self.statement_at(EXCEPT)?;
                both(left, right, Statement::Or)
            }
            ", or" => {
                self.at += 1;
                let left = self.statement(left, from)?;
                let right = self.statement_at(UNDER)?;
                both(left, right, Statement::Or)
            }
            ", but not" => {
                self.at += 1;
                self.sign("not", "write `, but not` before what is left out")?;
                let left = self.statement(left, from)?;
                let right = self.statement_at(UNDER)?;
                both(left, right.negate(), Statement::And)
            }
            "if" => {
                let left = self.statement(left, from)?;
                let right = self.statement_at(IFF)?;
                both(right, left, Statement::And)
            }
            "iff" => {
                let left = self.statement(left, from)?;
                // "P iff ..." is of all that follows.
                let whole = matches!(left, Statement::Is(_, None)) && from == 0;
                if whole && self.is_sign(":") {
                    self.at += 1;
                }
                let right = self.statement_at(if whole { LIST } else { IMPLIES })?;
                both(left, right, Statement::Iff)
            }
            "implies" => {
                let left = self.statement(left, from)?;
                let right = self.statement_at(IMPLIES)?;
                both(left, right, Statement::Implies)
            }
            "or" | "and" => {
                let left = self.statement(left, from)?;
                let (strength, join): (_, fn(_, _) -> _) = match operator {
                    "or" => (AND, Statement::Or),
                    _ => (NOT, Statement::And),
                };
                let right = self.statement_at(strength)?;
                both(left, right, join)
            }
            "in" | "not in" | "∈" | "∉" => {
                self.at = begun + if operator == "not in" { 2 } else { 1 };
                let term = self.term(left, from)?;
                let among = Statement::Among(term, self.set()?);
                Node::Statement(match operator {
                    "in" | "∈" => among,
                    _ => among.negate(),
                })
            }
            "≡" | "≢" => self.congruent(left, operator == "≡", from)?,
            "is" => self.is(left, from)?,
            "ends" => {
                let term = self.term(left, from)?;
                if !self.words(&["in", "an", "odd", "number", "of", "zeros", "in"]) {
                    let message = "expected `ends in an odd number of zeros in ...`";
                    return Err(self.since(
                        begun,
                        message,
                        "write: n ends in an odd number of zeros in base 2",
                    ));
                }
                Node::Statement(Statement::OddZeros(self.system()?, term))
            }
            "=" | "!=" | "<" | "<=" | ">" | ">=" => self.compared(left, operator, from)?,
            "xor" => {
                let mut all = match self.term(left, from)? {
                    Term::Xor(all) => all,
                    term => vec![term],
                };
                all.push(self.term_at(SUM)?);
                Node::Term(Term::Xor(all))
            }
            "+" | "-" => {
                let left = self.term(left, from)?.into();
                let right = self.term_at(PRODUCT)?.into();
                Node::Term(match operator {
                    "+" => Term::Sum(left, right),
                    _ => Term::Difference(left, right),
                })
            }
            "/" | "mod" => {
                let left = self.term(left, from)?.into();
                let by = self.divisor()?;
                Node::Term(match operator {
                    "/" => Term::Quotient(left, by),
                    _ => Term::Remainder(left, by),
                })
            }
            _ => self.times(left, from)?,
        })
    }

    pub(super) fn times(&mut self, left: Node, from: usize) -> Read<Node> {
        let at = self.at;
        let right = self.expression(MINUS)?;
        match (left, right) {
            (Node::Golden, right) | (right, Node::Golden) => {
                Ok(Node::GoldenTimes(self.term(right, at)?))
            }
            (left, right) => {
                let (left, right) = (self.term(left, from)?, self.term(right, at)?);
                match (left.constant(), right.constant()) {
                    (Some(times), _) => Ok(Node::Term(right.times(times))),
                    (None, Some(times)) => Ok(Node::Term(left.times(times))),
                    (None, None) => Err(self.since(
                        from,
                        "a product of two numbers that are not fixed is nothing that automata decide",
                        "multiply by a constant, such as 3 * x",
                    )),
                }
            }
        }
    }

    pub(super) fn compared(&mut self, left: Node, sign: &str, from: usize) -> Read<Node> {
        let relation = match sign {
            "=" => Relation::Equal,
            "!=" => Relation::Unequal,
            "<" => Relation::Less,
            "<=" => Relation::AtMost,
            ">" => Relation::More,
            _ => Relation::AtLeast,
        };
        let at = self.at;
        let right = self.expression(XOR)?;
        let (before, left) = match (left, &right) {
            (Node::Tuple(left), Node::Tuple(right)) => {
                if left.len() != right.len()
                    || !matches!(relation, Relation::Equal | Relation::Unequal)
                {
                    return Err(self.since(
                        from,
                        "tuples are compared by = and !=, with as many numbers on both sides",
                        "write (x, y) = (1, 2)",
                    ));
                }
                let each = left.into_iter().zip(right.clone());
                let all =
                    Statement::all(each.map(|(a, b)| Statement::Compare(Relation::Equal, a, b)));
                return Ok(Node::Statement(match relation {
                    Relation::Equal => all,
                    _ => all.negate(),
                }));
            }
            (Node::Chain(before, last), _) => (Some(before), last),
            (left, _) => (None, self.term(left, from)?),
        };
        let right = self.term(right, at)?;
        let one = Statement::Compare(relation, left, right.clone());
        Ok(Node::Chain(
            match before {
                Some(before) => before.and(one),
                None => one,
            },
            right,
        ))
    }

    /// What stands before every operator.
    pub(super) fn first(&mut self) -> Read<Node> {
        let from = self.at;
        match self.step() {
            Token::Number(digits) => match digits.parse() {
                Ok(number) => Ok(Node::Term(Term::Number(number))),
                Err(_) => Err(self.since(from, "this isn't a number", "write it in digits")),
            },
            Token::Sign("-") => {
                let term = self.term_at(MINUS)?;
                let zero = Term::Number(UBig::ZERO).into();
                Ok(Node::Term(Term::Difference(zero, term.into())))
            }
            Token::Sign("not") => Ok(Node::Statement(self.statement_at(NOT)?.negate())),
            Token::Sign("⌊") => self.floor("⌋"),
            Token::Sign("|") => self.absolute(),
            Token::Sign("phi") => Ok(Node::Golden),
            Token::Sign("exists") => self.quantified(Statement::Exists),
            Token::Sign("for all") => self.quantified(Statement::ForAll),
            Token::Sign("(") => {
                let inside = self.expression(LIST)?;
                if !self.is_sign(",") {
                    self.sign(")", "close the parenthesis")?;
                    // A comparison in parentheses is no chain.
                    return Ok(match inside {
                        Node::Chain(statement, _) => Node::Statement(statement),
                        other => other,
                    });
                }
                let mut all = vec![self.term(inside, from)?];
                while self.is_sign(",") {
                    self.at += 1;
                    all.push(self.term_at(XOR)?);
                }
                self.sign(")", "close the parenthesis")?;
                Ok(Node::Tuple(all))
            }
            Token::Word(word) => self.word(&word, from),
            other => {
                self.at = from;
                let message = format!("expected a number or a statement, found {}", other.told());
                Err(self.fault(&message, "write a comparison such as x < y + 1, or P(x, y)"))
            }
        }
    }
}

//! Conditions on positions, such as `wins and winning moves = 1 and remoteness > 20`.

use whowins::analysis::closest;

/// A property of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Word {
    /// 1 if the player to move wins.
    Wins,
    /// 1 if the player to move loses.
    Loses,
    /// 1 if neither player can force a win.
    Draws,
    /// The size of the position.
    Size,
    /// A number of the position: its index and its name.
    Number(usize, String),
    /// The number of moves of optimal play.
    Remoteness,
    /// The final score of the player to move minus the opponent's.
    Score,
    /// The number of legal moves.
    Moves,
    /// The Grundy value.
    Grundy,
    /// The number of winning moves.
    WinningMoves,
}

/// The properties with their names.
const WORDS: [(&str, Word); 11] = [
    ("wins", Word::Wins),
    ("loses", Word::Loses),
    ("draws", Word::Draws),
    ("draw", Word::Draws),
    ("size", Word::Size),
    ("remoteness", Word::Remoteness),
    ("length", Word::Remoteness),
    ("score", Word::Score),
    ("moves", Word::Moves),
    ("grundy", Word::Grundy),
    ("winning_moves", Word::WinningMoves),
];

impl Word {
    /// Returns the name of the property.
    pub fn name(&self) -> &str {
        match self {
            Self::Number(_, name) => name,
            word => WORDS
                .iter()
                .find(|(_, one)| one == word)
                .map_or("", |(name, _)| name),
        }
    }

    /// Returns the relative cost of computing the property.
    fn cost(&self) -> u8 {
        match self {
            Self::Size | Self::Number(..) => 0,
            Self::Wins | Self::Loses | Self::Draws => 1,
            Self::Remoteness | Self::Score | Self::Moves => 2,
            Self::Grundy => 3,
            Self::WinningMoves => 4,
        }
    }
}

/// An operator on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Add,
    Sub,
    Mul,
    Mod,
    Equal,
    NotEqual,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// A condition or a number. As a condition, 0 is false and any other number is true.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Tree {
    Number(i64),
    Word(Word),
    Bin(Sign, Box<Tree>, Box<Tree>),
    All(Vec<Tree>),
    Any(Vec<Tree>),
    Not(Box<Tree>),
}

/// A condition on positions, or a number to compute for them.
///
/// ```
/// use whowins_judge::Condition;
///
/// let condition = Condition::parse("wins and winning moves = 1", &[])?;
/// assert_eq!(condition.words().len(), 2);
/// assert!(Condition::parse("wins and", &[]).is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    tree: Tree,
}

/// A token of the text, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Number(i64),
    Word(String),
    Sign(&'static str),
}

const SIGNS: [&str; 15] = [
    "!=", "<=", ">=", "==", "≠", "≤", "≥", "=", "<", ">", "+", "-", "*", "(", ")",
];

fn tokens(text: &str) -> Result<Vec<(Token, usize)>, String> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let while_ = |keep: &dyn Fn(char) -> bool| rest.find(|c| !keep(c)).unwrap_or(rest.len());
        let length = if first.is_whitespace() {
            first.len_utf8()
        } else if first.is_ascii_digit() {
            let length = while_(&|c| c.is_ascii_digit());
            let number = rest[..length].parse();
            let number =
                number.map_err(|_| format!("the number {} is too large", &rest[..length]))?;
            all.push((Token::Number(number), at));
            length
        } else if first.is_alphabetic() || first == '_' {
            let length = while_(&|c| c.is_alphanumeric() || c == '_');
            all.push((Token::Word(rest[..length].to_string()), at));
            length
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            let sign = sign.ok_or_else(|| format!("`{first}` isn't a sign of a condition"))?;
            all.push((Token::Sign(sign), at));
            sign.len()
        };
        at += length;
    }
    Ok(all)
}

struct Reader<'t> {
    tokens: &'t [(Token, usize)],
    names: &'t [&'t str],
    at: usize,
    depth: usize,
}

/// Maximum nesting depth of parentheses and "not".
const DEEPEST: usize = 64;

impl Reader<'_> {
    fn word(&mut self, wanted: &str) -> bool {
        let found =
            matches!(self.tokens.get(self.at), Some((Token::Word(word), _)) if word == wanted);
        self.at += usize::from(found);
        found
    }

    fn sign(&mut self, wanted: &[&'static str]) -> Option<&'static str> {
        match self.tokens.get(self.at) {
            Some((Token::Sign(sign), _)) if wanted.contains(sign) => {
                self.at += 1;
                Some(sign)
            }
            _ => None,
        }
    }

    fn any(&mut self) -> Result<Tree, String> {
        let mut all = vec![self.all()?];
        while self.word("or") {
            all.push(self.all()?);
        }
        Ok(one_or(all, Tree::Any))
    }

    fn all(&mut self) -> Result<Tree, String> {
        let mut all = vec![self.not()?];
        while self.word("and") {
            all.push(self.not()?);
        }
        // Evaluate cheap conditions first. The order doesn't affect the result.
        all.sort_by_key(Tree::cost);
        Ok(one_or(all, Tree::All))
    }

    fn not(&mut self) -> Result<Tree, String> {
        if !self.word("not") {
            return self.comparison();
        }
        self.deeper()?;
        let inner = self.not()?;
        self.depth -= 1;
        Ok(Tree::Not(Box::new(inner)))
    }

    fn deeper(&mut self) -> Result<(), String> {
        self.depth += 1;
        match self.depth > DEEPEST {
            true => Err(format!("more than {DEEPEST} brackets in one another")),
            false => Ok(()),
        }
    }

    fn comparison(&mut self) -> Result<Tree, String> {
        let left = self.sum()?;
        let Some(sign) = self.sign(&SIGNS[..10]) else {
            return Ok(left);
        };
        let sign = match sign {
            "=" | "==" => Sign::Equal,
            "!=" | "≠" => Sign::NotEqual,
            "<" => Sign::Less,
            "<=" | "≤" => Sign::AtMost,
            ">" => Sign::More,
            _ => Sign::AtLeast,
        };
        Ok(Tree::Bin(sign, Box::new(left), Box::new(self.sum()?)))
    }

    fn sum(&mut self) -> Result<Tree, String> {
        let mut left = self.product()?;
        while let Some(sign) = self.sign(&["+", "-"]) {
            let sign = if sign == "+" { Sign::Add } else { Sign::Sub };
            left = Tree::Bin(sign, Box::new(left), Box::new(self.product()?));
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Tree, String> {
        let mut left = self.single()?;
        loop {
            let sign = if self.sign(&["*"]).is_some() {
                Sign::Mul
            } else if self.word("mod") {
                Sign::Mod
            } else {
                return Ok(left);
            };
            let right = self.single()?;
            if sign == Sign::Mod && right == Tree::Number(0) {
                return Err("nothing is left by 0: write a number above it after `mod`".into());
            }
            left = Tree::Bin(sign, Box::new(left), Box::new(right));
        }
    }

    fn single(&mut self) -> Result<Tree, String> {
        // "the player to move wins", "mover wins".
        self.word("the");
        if self.word("player") {
            let whole = self.word("to") && self.word("move");
            whole
                .then_some(())
                .ok_or("after `player` stands `to move`")?;
        } else {
            self.word("mover");
        }
        let token = self.tokens.get(self.at).map(|(token, _)| token.clone());
        self.at += 1;
        match token {
            Some(Token::Number(number)) => Ok(Tree::Number(number)),
            Some(Token::Sign("-")) => {
                let zero = Box::new(Tree::Number(0));
                self.deeper()?;
                let single = self.single()?;
                self.depth -= 1;
                Ok(Tree::Bin(Sign::Sub, zero, Box::new(single)))
            }
            Some(Token::Sign("(")) => {
                self.deeper()?;
                let inner = self.any()?;
                self.depth -= 1;
                let closed = self.sign(&[")"]).is_some();
                closed
                    .then_some(inner)
                    .ok_or_else(|| "a bracket is not closed".into())
            }
            Some(Token::Word(word)) => self.named(&word),
            Some(Token::Sign(sign)) => Err(format!("a word or a number is wanted before `{sign}`")),
            None => Err("the condition breaks off: a word or a number is wanted".into()),
        }
    }

    fn named(&mut self, word: &str) -> Result<Tree, String> {
        if let Some(at) = self.names.iter().position(|name| *name == word) {
            return Ok(Tree::Word(Word::Number(at, word.to_string())));
        }
        if word == "winning" && self.word("moves") {
            return Ok(Tree::Word(Word::WinningMoves));
        }
        if let Some((_, known)) = WORDS.iter().find(|(name, _)| *name == word) {
            return Ok(Tree::Word(known.clone()));
        }
        let known = WORDS.iter().map(|(name, _)| *name);
        let all: Vec<&str> = known.chain(self.names.iter().copied()).collect();
        Err(match closest(word, all.iter().copied()) {
            Some(near) => format!("`{word}` isn't a word of conditions; did you mean `{near}`?"),
            None => format!(
                "`{word}` isn't a word of conditions; there are {}",
                all.join(", ")
            ),
        })
    }
}

fn one_or(mut all: Vec<Tree>, many: impl Fn(Vec<Tree>) -> Tree) -> Tree {
    match (all.len(), all.pop()) {
        (1, Some(one)) => one,
        (_, last) => {
            all.extend(last);
            many(all)
        }
    }
}

impl Tree {
    fn each(&self, seen: &mut dyn FnMut(&Word)) {
        match self {
            Self::Number(_) => {}
            Self::Word(word) => seen(word),
            Self::Bin(_, x, y) => {
                x.each(seen);
                y.each(seen);
            }
            Self::All(all) | Self::Any(all) => all.iter().for_each(|one| one.each(seen)),
            Self::Not(one) => one.each(seen),
        }
    }

    fn cost(&self) -> u8 {
        let mut most = 0;
        self.each(&mut |word| most = most.max(word.cost()));
        most
    }

    /// Evaluates the expression. Returns `None` if a property has no value, like the remoteness of
    /// a draw.
    fn value<E>(
        &self,
        look: &mut dyn FnMut(&Word) -> Result<Option<i64>, E>,
    ) -> Result<Option<i64>, E> {
        Ok(match self {
            Self::Number(number) => Some(*number),
            Self::Word(word) => look(word)?,
            Self::Not(one) => one.value(look)?.map(|value| i64::from(value == 0)),
            Self::All(all) => {
                for one in all {
                    if one.value(look)?.is_none_or(|value| value == 0) {
                        return Ok(Some(0));
                    }
                }
                Some(1)
            }
            Self::Any(all) => {
                for one in all {
                    if one.value(look)?.is_some_and(|value| value != 0) {
                        return Ok(Some(1));
                    }
                }
                Some(0)
            }
            Self::Bin(sign, x, y) => {
                let (Some(x), Some(y)) = (x.value(look)?, y.value(look)?) else {
                    return Ok(None);
                };
                match sign {
                    Sign::Add => x.checked_add(y),
                    Sign::Sub => x.checked_sub(y),
                    Sign::Mul => x.checked_mul(y),
                    Sign::Mod => x.checked_rem_euclid(y),
                    Sign::Equal => Some(i64::from(x == y)),
                    Sign::NotEqual => Some(i64::from(x != y)),
                    Sign::Less => Some(i64::from(x < y)),
                    Sign::AtMost => Some(i64::from(x <= y)),
                    Sign::More => Some(i64::from(x > y)),
                    Sign::AtLeast => Some(i64::from(x >= y)),
                }
            }
        })
    }
}

impl Condition {
    /// Parses a condition. `names` are the names of the position's numbers.
    ///
    /// Properties: `wins`, `loses`, `draws` (of the player to move; "the player to move wins" and
    /// "mover wins" are also accepted), `moves`, `winning moves`, `remoteness`, `grundy`, `score`,
    /// `size`. Operators: `+ - * mod`, comparisons, `and`, `or`, `not`. Numbers and parentheses are
    /// allowed.
    ///
    /// # Errors
    ///
    /// Returns the first error with a fix.
    pub fn parse(text: &str, names: &[&str]) -> Result<Self, String> {
        let tokens = tokens(text)?;
        let mut reader = Reader {
            tokens: &tokens,
            names,
            at: 0,
            depth: 0,
        };
        let tree = reader.any()?;
        match tokens.get(reader.at) {
            None => Ok(Self { tree }),
            Some((_, at)) => Err(format!("`{}` is not expected there", &text[*at..])),
        }
    }

    /// Returns the distinct properties in the condition.
    pub fn words(&self) -> Vec<Word> {
        let mut all = Vec::new();
        self.tree.each(&mut |word| all.push(word.clone()));
        all.sort();
        all.dedup();
        all
    }

    /// Evaluates the condition. `look` computes properties. The condition is true if the result is
    /// a nonzero number.
    ///
    /// # Errors
    ///
    /// Returns the first error of `look`.
    pub fn value<E>(
        &self,
        look: &mut dyn FnMut(&Word) -> Result<Option<i64>, E>,
    ) -> Result<Option<i64>, E> {
        self.tree.value(look)
    }
}

//! What is done at once within a step.

use super::scan::{Read, Reader, error, is_name};
use crate::tree::{Action, Target, Whose};

impl Reader<'_> {
    /// `[own | other] NAME [of PLAYER] [[N, ...]]`
    pub(super) fn target(&mut self) -> Read<Target> {
        let start = self.here();
        let (part, whose) = self.part()?;
        let index = self.indices()?;
        Ok(Target {
            part,
            whose,
            index,
            span: self.since(start),
        })
    }

    pub(super) fn action(&mut self) -> Read<Action> {
        let (start, word) = self.token(self.at);
        let second = self.second();
        let is_changed = matches!(second, ":=" | "+=" | "-=" | "[" | "=" | "++" | "--");
        let ours = !is_changed || !self.names.declares(word);
        match word {
            "play" if second == "again" => {
                self.take_token();
                self.take_token();
                return Ok(Action::Again(self.since(start)));
            }
            "pass" if !is_changed && !self.names.steps.contains(word) => {
                return Ok(Action::Pass(self.take_token()));
            }
            "add" | "remove" if !is_changed => return self.membership(word == "add"),
            "erase" if is_name(second) => return self.erase(),
            "score" if ours => return self.score(None),
            "own" | "other" if second == "score" && !self.names.declares("score") => {
                let whose = if word == "own" {
                    Whose::Own
                } else {
                    Whose::Other
                };
                self.take_token();
                return self.score(Some(whose));
            }
            _ if self.names.steps.contains(word) && !is_changed => {
                let name = self.name()?;
                let arguments = match self.sees("(") {
                    true => self.deeper(|reader| {
                        reader.take_token();
                        reader.arguments()
                    })?,
                    false => Vec::new(),
                };
                return Ok(Action::Call(name, arguments));
            }
            _ if is_name(word) && second == "(" => {
                let help = match self.names.words.contains(word) {
                    true => format!(
                        "`{word}` is a number or a condition; a move is defined by: let {word}(...) = move ..."
                    ),
                    false => format!("define it before: let {word}(...) = move ..."),
                };
                return Err(error(
                    start..start + word.len(),
                    format!("there is no move `{word}`"),
                    help,
                ));
            }
            _ => {}
        }
        self.note("a change such as x -= k");
        let target = self.target()?;
        let sign = match self.next() {
            ":=" => '=',
            "+=" => '+',
            "-=" => '-',
            "to" => {
                self.take_token();
                if matches!(self.next(), "neighbour" | "neighbor" | "free")
                    && !self.names.declares(self.next())
                {
                    self.form = "move TOKEN to a neighbour; move TOKEN to a free neighbour along DIRECTIONS";
                    self.note("`a`");
                    return Err(self.unexpected());
                }
                return Ok(Action::Go(target, self.sum()?));
            }
            _ => {
                let text = self.text(target.span.clone()).to_string();
                self.no_change(&text)?;
                return Err(self.unexpected());
            }
        };
        self.take_token();
        let number = self.condition()?;
        Ok(Action::Write(target, sign, number))
    }

    /// `add N to SUBSET`, `remove N from SUBSET`
    fn membership(&mut self, add: bool) -> Read<Action> {
        self.take_token();
        let member = self.sum()?;
        match add {
            true => self.need("to", "`to`")?,
            false => self.need("from", "`from`")?,
        }
        let target = self.target()?;
        Ok(match add {
            true => Action::Add(member, target),
            false => Action::Remove(member, target),
        })
    }

    /// `erase ROW[N]`, `erase ROW[N..N]`
    fn erase(&mut self) -> Read<Action> {
        self.take_token();
        let start = self.here();
        let (part, whose) = self.part()?;
        let span = self.since(start);
        self.note("`[` and which one");
        if !self.sees("[") {
            return Err(self.unexpected());
        }
        let (first, last) = self.deeper(|reader| {
            reader.take_token();
            let first = reader.sum()?;
            let last = match reader.take("..") {
                true => Some(reader.sum()?),
                false => None,
            };
            reader.need("]", "`]`")?;
            Ok((first, last))
        })?;
        let target = Target {
            part,
            whose,
            index: Vec::new(),
            span,
        };
        Ok(Action::Erase(target, first, last))
    }

    /// `score += N`
    fn score(&mut self, whose: Option<Whose>) -> Read<Action> {
        let sign = self.score_sign()?;
        Ok(Action::Score(whose, sign, self.sum()?))
    }

    /// `score +=`, `score -=`
    pub(super) fn score_sign(&mut self) -> Read<char> {
        self.take_token();
        let sign = match self.next() {
            "+=" => '+',
            "-=" => '-',
            ":=" => {
                let help = "write score += ... or score -= ...; who needs to set or read it declares a part: position points of each player";
                return Err(error(self.take_token(), "a score is only added to", help));
            }
            _ => {
                self.no_change("score")?;
                return Err(self.unexpected());
            }
        };
        self.take_token();
        Ok(sign)
    }
}

//! How play ends: endings, who cannot move, repetition, scores, blocking.

use super::scan::{Read, Reader, error};
use crate::tree::{
    End, Expr, Fate, Final, Repetition, RepetitionKind, ScoreLine, Stuck, Verdict, Who,
};

/// A statement on how play ends.
pub(super) enum Ending {
    End(End),
    Repetition(Repetition),
}

impl Reader<'_> {
    /// `at C: VERDICT`
    pub(super) fn at_line(&mut self) -> Read<End> {
        self.form = "at CONDITION: the player who moved wins; at CONDITION: draw; at CONDITION: the game ends";
        self.take_token();
        let when = self.condition()?;
        self.need(":", "`:`")?;
        let (verdict, other) = self.verdict()?;
        self.finish()?;
        Ok(End {
            when: Some(when),
            passing: false,
            verdict,
            other,
            span: self.since(self.start),
        })
    }

    /// `VERDICT when C`, `VERDICT as soon as C`, `PLAYER wins when no move is left`, `PLAYER wins
    /// by repetition`
    pub(super) fn goal_line(&mut self) -> Read<Ending> {
        self.form = "PLAYER wins when CONDITION; a player wins when CONDITION; draw when CONDITION; PLAYER wins as soon as CONDITION";
        let (verdict, other) = self.verdict()?;
        if self.sees("by") && self.second() == "repetition" {
            let place = self.token(self.at).0;
            self.take_words("by repetition");
            let Verdict::Is(Who::Named(player), true) = verdict else {
                let help = "write PLAYER wins by repetition, with his name; or repetition draws";
                return Err(error(
                    place..self.last,
                    "only a named player can win by repetition",
                    help,
                ));
            };
            self.finish()?;
            return Ok(Ending::Repetition(Repetition {
                kind: RepetitionKind::Wins(player),
                within: None,
                span: self.since(self.start),
            }));
        }
        if self.sees("if") {
            let place = self.take_token();
            return Err(error(
                place,
                "the result goes before `when`",
                "write `when`",
            ));
        }
        let passing = self.take_words("as soon as");
        if !passing {
            self.note("`as soon as`");
            self.need("when", "`when`")?;
        }
        let when = match !passing && self.take_words("no move is left") {
            true => None,
            false => {
                // Each player is looked at in turn, and owns what is his.
                self.own |= matches!(verdict, Verdict::Is(Who::Either, _));
                Some(self.condition()?)
            }
        };
        self.finish()?;
        Ok(Ending::End(End {
            when,
            passing,
            verdict,
            other,
            span: self.since(self.start),
        }))
    }

    /// A verdict, and `if C, else ...` behind it.
    fn verdict(&mut self) -> Read<(Verdict, Option<(Expr, Verdict)>)> {
        let second = self.second();
        let is_verb = matches!(second, "wins" | "loses" | "win" | "lose");
        if self.sees("draw") && !is_verb {
            self.take_token();
            return Ok((Verdict::Draw, None));
        }
        if self.take_words("the game ends") {
            return Ok((Verdict::Ends, None));
        }
        let who = self.who()?;
        let wins = self.wins()?;
        let mut other = None;
        if self.sees("if") {
            let place = self.take_token();
            let condition = self.condition()?;
            if self.at_end() {
                let help = "write `when` in place of `if`, or add: ..., else loses";
                return Err(error(
                    place,
                    "the result without this condition is missing",
                    help,
                ));
            }
            self.need(",", "`,`")?;
            self.need("else", "`else`")?;
            let verdict = match self.next() {
                "draw" | "draws" => {
                    self.take_token();
                    Verdict::Draw
                }
                _ => Verdict::Is(who.clone(), self.wins()?),
            };
            other = Some((condition, verdict));
        }
        Ok((Verdict::Is(who, wins), other))
    }

    fn who(&mut self) -> Read<Who> {
        let (start, word) = self.token(self.at);
        let is_player = matches!(self.second(), "wins" | "loses" | "win" | "lose");
        if !is_player {
            if self.take_words("the player who moved") {
                return Ok(Who::Moved);
            }
            if self.take_words("the player to move") {
                return Ok(Who::ToMove);
            }
            if self.take_words("the mover") {
                return Ok(Who::Mover(self.since(start)));
            }
            if self.take_words("a player") {
                return Ok(Who::Either);
            }
            if word == "the" || word == "a" {
                let end = self.token(start + word.len());
                let help =
                    "write: the player who moved, the player to move, a player, or a player's name";
                return Err(error(start..end.0 + end.1.len(), "unknown player", help));
            }
        }
        self.note("`draw`");
        self.note("`the game ends`");
        self.note("`the player who moved`");
        self.player().map(Who::Named)
    }

    /// `wins`, `loses`, and for names in the plural `win`, `lose`.
    fn wins(&mut self) -> Read<bool> {
        let wins = match self.next() {
            "wins" | "win" => true,
            "loses" | "lose" => false,
            _ => {
                self.note("`wins`");
                self.note("`loses`");
                return Err(self.unexpected());
            }
        };
        self.take_token();
        Ok(wins)
    }

    fn fate(&mut self) -> Read<Fate> {
        let fate = match self.next() {
            "wins" => Fate::Wins,
            "loses" => Fate::Loses,
            "draws" => Fate::Draws,
            _ => {
                self.note("`wins`");
                self.note("`loses`");
                self.note("`draws`");
                return Err(self.unexpected());
            }
        };
        self.take_token();
        Ok(fate)
    }

    /// `normal play`, `misère play`, `who cannot move ... [if C, else ...]`
    pub(super) fn stuck_line(&mut self) -> Read<Stuck> {
        self.form = "normal play; misère play; who cannot move wins (loses, draws)";
        let (fate, mut other) = match self.take_token() {
            span if self.text(span.clone()) == "who" => {
                self.need("cannot", "`cannot`")?;
                self.need("move", "`move`")?;
                (self.fate()?, None)
            }
            span => {
                self.need("play", "`play`")?;
                let fate = match self.text(span) {
                    "normal" => Fate::Loses,
                    _ => Fate::Wins,
                };
                (fate, None)
            }
        };
        if self.take("if") {
            let condition = self.condition()?;
            self.need(",", "`,`")?;
            self.need("else", "`else`")?;
            other = Some((condition, self.fate()?));
        }
        self.note("`if` and a condition");
        self.finish()?;
        Ok(Stuck {
            fate,
            other,
            span: self.since(self.start),
        })
    }

    /// `repetition [within N moves] (draws | is a draw | is forbidden | loses)`
    pub(super) fn repetition_line(&mut self) -> Read<Repetition> {
        self.form = "repetition draws; repetition within 2 moves is forbidden; repetition loses";
        self.take_token();
        let within = match self.take("within") {
            true => {
                let number = self.sum()?;
                if !self.take("move") {
                    self.need("moves", "`moves`")?;
                }
                Some(number)
            }
            false => None,
        };
        let kind = if self.take("draws") || self.take_words("is a draw") {
            RepetitionKind::Draws
        } else if self.take_words("is forbidden") {
            RepetitionKind::Forbidden
        } else if self.take("loses") {
            RepetitionKind::Loses
        } else {
            for one in ["`draws`", "`is a draw`", "`is forbidden`", "`loses`"] {
                self.note(one);
            }
            return Err(self.unexpected());
        };
        self.finish()?;
        let span = self.since(self.start);
        if kind == RepetitionKind::Forbidden && within.is_none() {
            let help = "say how far back: repetition within 2 moves is forbidden";
            return Err(error(
                span,
                "the player to move would depend on the complete play before",
                help,
            ));
        }
        Ok(Repetition { kind, within, span })
    }

    /// `highest score wins`, `lowest score wins`
    pub(super) fn score_line(&mut self) -> Read<ScoreLine> {
        self.form = "highest score wins; lowest score wins";
        let highest = self.take("highest");
        if !highest {
            self.take_token();
        }
        self.need("score", "`score`")?;
        self.need("wins", "`wins`")?;
        self.finish()?;
        Ok(ScoreLine {
            highest,
            span: self.since(self.start),
        })
    }

    /// `at the end: score += N`
    pub(super) fn final_line(&mut self) -> Read<Final> {
        self.form = "at the end: score += NUMBER";
        self.take_words("at the end :");
        self.own = true;
        if !self.sees("score") {
            self.note("`score`");
            return Err(self.unexpected());
        }
        let sign = self.score_sign()?;
        let amount = self.sum()?;
        self.finish()?;
        Ok(Final {
            sign,
            amount,
            span: self.since(self.start),
        })
    }

    /// `before each move the opponent blocks up to N (options | option)`
    pub(super) fn blocking_line(&mut self) -> Read<Expr> {
        self.form = "before each move the opponent blocks up to 1 option";
        for word in [
            "before", "each", "move", "the", "opponent", "blocks", "up", "to",
        ] {
            let expected = match word {
                "blocks" => "`blocks`",
                "opponent" => "`opponent`",
                "up" => "`up to`",
                "to" => "`to`",
                "the" => "`the opponent`",
                _ => "`before each move`",
            };
            self.need(word, expected)?;
        }
        let count = self.sum()?;
        if !self.take("options") && !self.take("option") {
            self.note("`options`");
            return Err(self.unexpected());
        }
        self.finish()?;
        Ok(count)
    }
}
